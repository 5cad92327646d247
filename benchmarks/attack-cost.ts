// npm run bench:attacks [-- --repeat 3] [-- --top 10]: the CPU time of each request of the attack suite without a valid key, in the
// function and the database together, on the seed catalogue plus what the suite writes. Prints the most expensive requests. Linux only.
import { readdirSync, readFileSync } from 'node:fs'
import { command, wholeNumber } from '../local/cli/command.ts'
import { bodies } from '../tests/security/attacks/bodies.ts'
import { expensive, plantExpensiveSkills } from '../tests/security/attacks/expensive.ts'
import { functions } from '../tests/security/attacks/functions.ts'
import { keys } from '../tests/security/attacks/keys.ts'
import { queries } from '../tests/security/attacks/queries.ts'
import { reading } from '../tests/security/attacks/reading.ts'
import { reviews } from '../tests/security/attacks/reviews.ts'
import { tables } from '../tests/security/attacks/tables.ts'
import { type Attack, type Cast, newAgent, send, setTheStage } from '../tests/security/attacks/target.ts'
import { atTheBounds, values, welcome } from '../tests/security/attacks/values.ts'
import { fineCpuOf } from './cpu.ts'
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
  const cast = await setTheStage()
  try {
    await plantExpensiveSkills(cast)
    const writer = await newAgent(cast, 'Writer')
    for (const { route, json } of welcome(cast)) {
      await send(cast, atTheBounds('function', route, json, writer.key))
    }
    const attacks = [
      ...[bodies, values, keys, reviews, tables, functions, expensive].flatMap((list) => list(cast)),
      ...(await queries(cast)),
      ...reading(cast).others,
    ].filter((attack) => !hasValidKey(cast, attack))
    report(await costs(cast, attacks, repeat), top)
  } finally {
    await cast.leave()
  }
})

/** The least of several runs of each request: whatever else ran meanwhile can only add. */
async function costs(cast: Cast, attacks: Attack[], repeat: number): Promise<Cost[]> {
  const measured: Cost[] = []
  for (const attack of attacks) {
    let least: Cost | undefined
    for (let run = 0; run < repeat; run++) {
      const before = cpu(cast)
      const { status, text } = await send(cast, attack)
      const milliseconds = cpu(cast) - before
      if (!least || milliseconds < least.milliseconds)
        least = { attack, milliseconds, status, bytes: Buffer.byteLength(text) }
    }
    if (least) measured.push(least)
  }
  return measured.sort((a, b) => b.milliseconds - a.milliseconds)
}

/** CPU time of the function and of all server processes of Postgres, in milliseconds. */
function cpu({ stack }: Cast): number {
  const { edgeFunction, postgres } = stack.pids()
  if (!edgeFunction || !postgres) throw new Error('The stack is not running.')
  const servers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postgres)
  return [edgeFunction, postgres, ...servers.map(Number)].reduce((sum, pid) => sum + (fineCpuOf(pid) || 0), 0)
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function hasValidKey({ ada, eve, mallory }: Cast, { headers = [] }: Attack): boolean {
  return [ada, eve, mallory].some(({ key }) => headers.some((value) => value.includes(key)))
}

function report(measured: Cost[], top: number): void {
  const all = measured.map(({ milliseconds }) => milliseconds)
  console.log(`${measured.length} requests without a valid key; median ${figure(median(all))} ms of CPU.\n`)
  console.log('| CPU, ms | status | bytes out | request |\n|---|---|---|---|')
  for (const { attack, milliseconds, status, bytes } of measured.slice(0, top)) {
    const { door, method, path, title } = attack
    const what = `${door}: ${method} ${path.slice(0, 60)} (${title.slice(0, 60)})`.replaceAll('|', '\\|')
    console.log(`| ${figure(milliseconds)} | ${status} | ${figure(bytes)} | ${what} |`)
  }
}
