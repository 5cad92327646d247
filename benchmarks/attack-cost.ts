// npm run bench:attacks: the CPU time of the function and the database for each attack that needs no valid key, on the seed catalogue
// and expensive skills. Prints the most expensive requests. Linux only.
import { readFileSync } from 'node:fs'
import { command, wholeNumber } from '../local/cli/command.ts'
import { type Attack, describeAttack, send } from '../tests/security/attacks/attack.ts'
import { plantExpensiveSkills } from '../tests/security/attacks/expensive.ts'
import { type Fixtures, startFixtures } from '../tests/security/attacks/fixtures.ts'
import { GROUPS } from '../tests/security/attacks/groups.ts'
import { cpuOf } from './cpu.ts'
import { markdownTable } from './report.ts'
import { figure, median } from './statistics.ts'

type Cost = { attack: Attack; milliseconds: number; status: number; bytes: number }

const options = {
  repeat: {
    type: 'string',
    value: 'N',
    default: '3',
    help: 'How often to send each request; the least counts',
  },
  top: { type: 'string', value: 'N', default: '10', help: 'How many requests to print' },
} as const

await command('bench:attacks', { options }, async (asked) => {
  const [repeat, top] = [wholeNumber('repeat', asked.repeat, 1), wholeNumber('top', asked.top, 1)]
  const fixtures = await startFixtures()
  try {
    await plantExpensiveSkills(fixtures)
    const groups = await Promise.all(Object.values(GROUPS).map((attacks) => attacks(fixtures)))
    const attacks = groups.flat().filter((attack) => !hasValidKey(fixtures, attack))
    report(await costs(fixtures, attacks, repeat), top)
  } finally {
    await fixtures.stop()
  }
})

/** The lowest of several runs of each request: other work on the machine only adds. */
async function costs(fixtures: Fixtures, attacks: Attack[], repeat: number): Promise<Cost[]> {
  const measured: Cost[] = []
  for (const attack of attacks) {
    let least: Cost | undefined
    for (let run = 0; run < repeat; run++) {
      const before = cpu(fixtures)
      const { status, text } = await send(fixtures, attack)
      const milliseconds = cpu(fixtures) - before
      if (!least || milliseconds < least.milliseconds)
        least = { attack, milliseconds, status, bytes: Buffer.byteLength(text) }
    }
    if (least) measured.push(least)
  }
  return measured.sort((a, b) => b.milliseconds - a.milliseconds)
}

/** CPU time of the function and of all server processes of Postgres, in milliseconds. */
function cpu({ stack }: Fixtures): number {
  const { edgeFunction, postgres } = stack.pids()
  if (!edgeFunction || !postgres) throw new Error('The stack is not running.')
  const servers = readFileSync(`/proc/${postgres}/task/${postgres}/children`, 'utf8').trim().split(' ')
  return [edgeFunction, postgres, ...servers.map(Number)].reduce((sum, pid) => sum + (cpuOf(pid) || 0), 0)
}

function hasValidKey({ victim, rater, attacker }: Fixtures, { headers }: Attack): boolean {
  return [victim, rater, attacker].some(({ key }) => JSON.stringify(headers).includes(key))
}

function report(measured: Cost[], top: number): void {
  const all = measured.map(({ milliseconds }) => milliseconds)
  console.log(`${measured.length} requests without a valid key; median ${figure(median(all))} ms of CPU.\n`)
  const rows = measured
    .slice(0, top)
    .map(({ attack, ...cost }) => [
      cost.milliseconds,
      cost.status,
      cost.bytes,
      describeAttack(attack).slice(0, 160),
    ])
  console.log(markdownTable({ columns: ['CPU, ms', 'status', 'bytes', 'request'], rows }))
}
