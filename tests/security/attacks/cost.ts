// npm run bench -- attacks: the CPU time of the function and the database, and the memory of the database, for each attack that needs no
// valid key, on a large catalogue with expensive skills and planted words. Prints the most expensive requests, and fails if one of them
// takes more CPU of the database than ten lists of 100. Linux only.
import type postgres from 'postgres'
import { childrenOf, contentOf, cpuOf, memoryOf, resetPeakMemory } from '../../../benchmarks/cpu.ts'
import { markdownTable } from '../../../benchmarks/report.ts'
import { figure, median, ratio } from '../../../benchmarks/statistics.ts'
import { command, wholeNumber } from '../../../local/cli/command.ts'
import { type Attack, describeAttack, onFunction, send } from './attack.ts'
import { possibleCursors } from './cursors.ts'
import { plantExpensiveSkills } from './expensive.ts'
import { type Fixtures, startFixtures } from './fixtures.ts'
import { GROUPS } from './groups.ts'
import { plantIdentifiers } from './identifiers.ts'
import { plantServers } from './registry.ts'
import { plantSimilarSkills, plantVocabulary, searchVocabulary, similarSkills } from './vocabulary.ts'

type Cost = {
  attack: Attack
  /** CPU time of the database. */
  database: number
  /** CPU time of the function and the database. */
  total: number
  /** By how much the database's processes grew meanwhile. */
  megabytes: number
  status: number
  bytes: number
}

/** No request without a key may take more CPU of the database than so many lists of 100. */
const MOST_LISTS = 10

const options = {
  repeat: {
    type: 'string',
    value: 'N',
    default: '3',
    help: 'How often to send each request; the least counts',
  },
  top: { type: 'string', value: 'N', default: '10', help: 'How many requests to print' },
  skills: { type: 'string', value: 'N', default: '20000', help: 'How many skills the catalogue has' },
  planted: {
    type: 'string',
    value: 'N',
    default: '270',
    help: 'How many skills of 380 unknown words each an attacker submits',
  },
} as const

await command('bench attacks', { options }, async (asked) => {
  const [repeat, top] = [wholeNumber('repeat', asked.repeat, 1), wholeNumber('top', asked.top, 1)]
  const [skills, planted] = [wholeNumber('skills', asked.skills, 0), wholeNumber('planted', asked.planted, 0)]
  const fixtures = await startFixtures()
  try {
    await loadCatalogue(fixtures.admin, skills)
    await plantExpensiveSkills(fixtures)
    await plantVocabulary(fixtures.admin, planted)
    await plantSimilarSkills(fixtures.admin)
    await plantServers(fixtures.admin)
    await plantIdentifiers(fixtures.admin)
    await fixtures.admin`vacuum (analyze)`
    // As the next submission does.
    await fixtures.admin`select private.load_common_words()`
    const groups = await Promise.all(Object.values(GROUPS).map((attacks) => attacks(fixtures)))
    const attacks = [...groups.flat(), ...possibleCursors(), ...searchVocabulary(), ...similarSkills()]
    const list = onFunction('GET', '/api/skills?limit=100', 'answered')
    await costs(fixtures, [list], repeat)
    const [oneList] = await costs(fixtures, [list], 2 * repeat)
    const measured = await costs(
      fixtures,
      attacks.filter((attack) => !hasValidKey(fixtures, attack)),
      repeat,
    )
    report(measured, oneList?.database ?? 0, top)
  } finally {
    await fixtures.stop()
  }
})

/** Skills of words that are as frequent as in real texts: some are everywhere, many are in one skill only. */
async function loadCatalogue(admin: postgres.Sql, skills: number): Promise<void> {
  const batch = 5_000
  for (let first = 1; first <= skills; first += batch)
    await admin`
      insert into public.skills (name, description, type)
      select
        'Skill ' || substr(md5(n::text), 1, 9) || ' ' || (array['server', 'tool', 'agent', 'bot', 'kit'])[1 + n % 5],
        (
          select string_agg(case
            when chance < 0.85 then 'word' || floor(power(3000, random()))
            when chance < 0.97 then 'topic' || floor(power(50000, random()))
            else substr(md5(random()::text), 1, 8)
          end, ' ')
          from (select random() as chance from generate_series(1, 40 + least(n, 0))) as w
        ),
        (private.skill_types())[1 + n % 4]
      from generate_series(${first}::integer, ${Math.min(skills, first + batch - 1)}::integer) as n`
}

/** The lowest of several runs of each request: other work on the machine only adds. */
async function costs(fixtures: Fixtures, attacks: Attack[], repeat: number): Promise<Cost[]> {
  const measured: Cost[] = []
  for (const attack of attacks) {
    let least: Cost | undefined
    let runs = 0
    for (let attempt = 0; runs < repeat && attempt < 10 * repeat; attempt++) {
      const { functions, backends } = processes(fixtures)
      const cpu = () => ({ function: sum(functions.map(cpuOf)), database: sum(backends.map(cpuOf)) })
      for (const pid of backends) resetPeakMemory(pid)
      const [memory, before] = [backends.map(memoryOf), cpu()]
      const { status, text } = await send(fixtures, attack)
      const after = cpu()
      const database = after.database - before.database
      // The Data API replaces connections now and then: part of the CPU time is then in a process that was not asked.
      const megabytes = sum(backends.map((pid, i) => memoryOf(pid).peak - (memory[i]?.now ?? 0)))
      if (processes(fixtures).backends.join() !== backends.join() || Number.isNaN(database + megabytes))
        continue
      runs++
      const cost = {
        attack,
        database,
        total: database + after.function - before.function,
        megabytes,
        status,
        bytes: Buffer.byteLength(text),
      }
      if (!least || database < least.database)
        least = { ...cost, megabytes: Math.min(cost.megabytes, least?.megabytes ?? Infinity) }
    }
    if (least) measured.push(least)
  }
  return measured.sort((a, b) => b.database - a.database)
}

/** The functions, and the server processes of Postgres that serve the Data API. */
function processes({ stack }: Fixtures): { functions: number[]; backends: number[] } {
  const { edgeFunction, registry, postgres } = stack.pids()
  if (!edgeFunction || !registry || !postgres) throw new Error('The stack is not running.')
  const isBackend = (pid: number) => contentOf(`/proc/${pid}/cmdline`).includes('authenticator')
  return { functions: [edgeFunction, registry], backends: childrenOf(postgres).filter(isBackend) }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function hasValidKey({ victim, rater, attacker }: Fixtures, { headers }: Attack): boolean {
  return [victim, rater, attacker].some(({ key }) => JSON.stringify(headers).includes(key))
}

function report(measured: Cost[], oneList: number, top: number): void {
  const all = measured.map(({ database }) => database)
  const megabytes = measured.map((cost) => cost.megabytes)
  const most = Math.max(...all)
  console.log(
    [
      `${measured.length} requests without a valid key. One list of 100: ${figure(oneList)} ms of CPU of the database.`,
      `CPU of the database: median ${figure(median(all))} ms, most ${figure(most)} ms = ${figure(ratio(most, oneList))} lists of 100.`,
      `Memory of the database: most ${figure(Math.max(...megabytes))} MB.\n`,
    ].join('\n'),
  )
  const rows = measured
    .slice(0, top)
    .map(({ attack, database, total, megabytes, status, bytes }) => [
      database,
      ratio(database, oneList),
      total,
      megabytes,
      status,
      bytes,
      describeAttack(attack).slice(0, 160),
    ])
  const columns = ['database, ms', 'lists of 100', 'with function, ms', 'MB', 'status', 'bytes', 'request']
  console.log(markdownTable({ columns, rows }))
  if (most > MOST_LISTS * oneList) {
    console.log(`\nThe most expensive request takes more than ${MOST_LISTS} lists of 100.`)
    process.exitCode = 1
  }
}
