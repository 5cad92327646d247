/**
 * `npm run mutation`: takes away every rule of the program, one at a time, in a copy of the project, and runs the tests that
 * should notice. What survives is a missing test.
 *
 *     npm run mutation                          everything; some 25 minutes on two cores
 *     npm run mutation -- --list                what would be taken away
 *     npm run mutation -- --only 'sql/1|email'  what matches the pattern
 *     npm run mutation -- --resume              keeps what the last runs on the same program noticed
 *     npm run mutation -- --workers 1
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { command, wholeNumber } from '../../local/cli/command.ts'
import { Refusal } from '../../local/cli/user-error.ts'
import { projectDir } from '../program.ts'
import type { Mutant } from './mutant.ts'
import { allMutants } from './mutants.ts'
import { type Project, stepsFor, testsIn } from './tests-to-run.ts'
import { type Outcome, Workshop } from './workshop.ts'

/** What earlier runs found, a line each. Node's folder for what may be thrown away at any time; ignored by git. */
const RESULTS = join(projectDir, 'node_modules', '.cache', 'mutation.jsonl')

/** `source` stands for the text of the mutant's file: what was noticed there stays so while tests are added. */
type Line = { source: string; id: string; outcome: Outcome }

const options = {
  list: { type: 'boolean', default: false, help: 'List the rules that would be removed' },
  only: {
    type: 'string',
    value: 'PATTERN',
    default: '',
    help: 'Only the rules that match this regular expression',
  },
  resume: { type: 'boolean', default: false, help: 'Keep what earlier runs on the same program found' },
  workers: { type: 'string', value: 'N', default: '2', help: 'How many to test at the same time' },
} as const

await command('mutation', { options }, async (values) => {
  const workers = wholeNumber('workers', values.workers, 1, 64)
  const pattern = patternOf(values.only)
  const mutants = allMutants().filter(({ id }) => pattern.test(id))
  if (mutants.length === 0) throw new Refusal(`No mutant matches ${values.only}: --list shows them all.`)
  if (values.list) {
    for (const { id } of mutants) console.log(id)
    console.log(`${mutants.length} mutants`)
    return
  }
  const outcomes = values.resume ? earlierOutcomes(mutants) : new Map<string, Outcome>()
  await testAll(mutants, outcomes, workers)
  report(mutants, outcomes)
})

async function testAll(mutants: Mutant[], outcomes: Map<string, Outcome>, workers: number): Promise<void> {
  const open = mutants.filter(({ id }) => !outcomes.has(id))
  if (open.length < mutants.length) console.log(`${mutants.length - open.length} known from earlier runs`)
  if (open.length === 0) return

  // As they are now, whatever is edited meanwhile.
  const sources = new Map(open.map((mutant) => [mutant.id, sourceOf(mutant)]))
  const workshops = Array.from({ length: Math.min(workers, open.length) }, () => new Workshop())
  let isStopping = false
  const stop = () => {
    isStopping = true
    console.log('Stopping; --resume goes on from here.')
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    await expectTestsToPass(open, workshops)
    const start = Date.now()
    let done = 0
    const waiting = open.values()
    await Promise.all(
      workshops.map(async (workshop) => {
        for (const mutant of waiting) {
          if (isStopping) return
          const outcome = await workshop.test(mutant)
          outcomes.set(mutant.id, outcome)
          remember({ id: mutant.id, source: sources.get(mutant.id) ?? '' }, outcome)
          done++
          const left = Math.round((((Date.now() - start) / done) * (open.length - done)) / 60_000)
          console.log(`${done}/${open.length}, ${left} min left: ${sentence(mutant.id, outcome)}`)
        }
      }),
    )
  } finally {
    await Promise.all(workshops.map((workshop) => workshop.close()))
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}

function patternOf(text: string): RegExp {
  try {
    return new RegExp(text, 'i')
  } catch (error) {
    throw new Refusal(`--only is “${text}”, which is not a regular expression (${(error as Error).message}).`)
  }
}

/** Tests that fail on the program as it is would notice everything. */
async function expectTestsToPass(mutants: Mutant[], workshops: Workshop[]): Promise<void> {
  const projects = new Set<Project>(
    mutants.flatMap((mutant) => stepsFor(mutant).map(({ project }) => project)),
  )
  const waiting = [...projects].values()
  await Promise.all(
    workshops.map(async (workshop) => {
      for (const project of waiting) {
        const failure = await workshop.run({ project, files: testsIn(project) })
        if (failure) throw new Refusal(`A test fails without a mutant: ${failure.text}`)
        console.log(`The tests in tests/${project} pass without a mutant.`)
      }
    }),
  )
}

function report(mutants: Mutant[], outcomes: Map<string, Outcome>): void {
  const count = (result: Outcome['result']) =>
    mutants.filter(({ id }) => outcomes.get(id)?.result === result).length
  console.log('')
  for (const result of ['noticed', 'does not build', 'survived'] as const) {
    for (const { id } of mutants) {
      const outcome = outcomes.get(id)
      if (outcome?.result === result) console.log(sentence(id, outcome))
    }
  }
  const untried = mutants.filter(({ id }) => !outcomes.has(id)).length
  console.log('')
  console.log(
    [
      `${mutants.length} mutants`,
      `${count('noticed')} noticed`,
      `${count('survived')} survived`,
      ...(count('does not build') > 0 ? [`${count('does not build')} do not build`] : []),
      ...(untried > 0 ? [`${untried} not tried`] : []),
    ].join(', '),
  )
  if (count('noticed') < mutants.length) process.exitCode = 1
}

function sentence(id: string, outcome: Outcome): string {
  return `${outcome.result.padEnd(8)}  ${id}${outcome.result === 'survived' ? '' : `  ←  ${outcome.by}`}`
}

function earlierOutcomes(mutants: Mutant[]): Map<string, Outcome> {
  if (!existsSync(RESULTS)) return new Map()
  const sources = new Map(mutants.map((mutant) => [mutant.id, sourceOf(mutant)]))
  const lines = readFileSync(RESULTS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  return new Map(
    lines
      .filter(({ id, source, outcome }) => source === sources.get(id) && outcome.result === 'noticed')
      .map(({ id, outcome }) => [id, outcome]),
  )
}

function remember({ id, source }: { id: string; source: string }, outcome: Outcome): void {
  mkdirSync(dirname(RESULTS), { recursive: true })
  appendFileSync(RESULTS, `${JSON.stringify({ source, id, outcome } satisfies Line)}\n`)
}

function sourceOf({ file }: Mutant): string {
  return createHash('sha256')
    .update(readFileSync(join(projectDir, file)))
    .digest('hex')
}
