// npm run bench -- bulk: agents write all of their many ratings in a loop through the Data API, in one statement or in the largest ones
// that are accepted; the time that ratings of the same skills by others take meanwhile.
import { command, wholeNumber } from '../local/cli/command.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { wellFormedKey } from '../scripts/support/well-formed-key.ts'
import { markdownTable } from './report.ts'
import { percentile } from './statistics.ts'

const options = {
  skills: { type: 'string', value: 'N', default: '2000', help: 'How many skills each attacker has rated' },
  raters: { type: 'string', value: 'N', default: '4', help: 'How many honest agents rate at once' },
  rounds: { type: 'string', value: 'N', default: '5', help: 'How many rounds of 2 seconds for each attack' },
} as const

/** The number of rows that one statement may write. */
const ROWS = 100
const ATTACKERS = 8

type Attack = { number: number; paths: string[]; ratings: [ms: number, status: number][]; writes: number[] }
type Call = (method: string, path: string, key: string, body: object) => Promise<Response>

await command('bench bulk', { options }, async (asked) => {
  const count = wholeNumber('skills', asked.skills, ROWS)
  const raters = wholeNumber('raters', asked.raters, 1)
  const rounds = wholeNumber('rounds', asked.rounds, 1)
  await withStack({ mcp: false }, async ({ baseUrl, apiUrl, databaseUrl, publishableKey }) => {
    const { skills, keys } = await withConnection(databaseUrl, (sql) => load(sql, count, ATTACKERS + raters))
    const [attackers, honest] = [keys.slice(0, ATTACKERS), keys.slice(ATTACKERS)]
    const call: Call = (method, path, key, body) =>
      fetch(`${path.startsWith('/rest/') ? apiUrl : baseUrl}${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-api-key': key, apikey: publishableKey },
        body: JSON.stringify(body),
      })
    const parts = filters(skills)
    const attacks: Attack[] = [0, 2, ATTACKERS].flatMap((number) =>
      (number === 0 ? [['']] : [[''], parts]).map((paths) => ({ number, paths, ratings: [], writes: [] })),
    )
    // In turn, so that other work on the machine affects all of them. The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const attack of attacks) {
        const until = performance.now() + 2_000
        const [ratings, ...writes] = await Promise.all([
          Promise.all(honest.map((key, i) => rate(call, key, skills, i, until))),
          ...attackers.slice(0, attack.number).map((key, i) => write(call, key, attack.paths, i, until)),
        ])
        if (round === 0) continue
        attack.ratings.push(...ratings.flat())
        attack.writes.push(...writes.flat())
      }
    const rows = attacks.map(({ number, paths, ratings, writes }) => [
      number === 0
        ? 'no attacker'
        : `${number} attackers update ${paths.length === 1 ? 'all' : ROWS} ratings each time`,
      ...[0.5, 0.95].map((fraction) =>
        Math.round(
          percentile(
            ratings.map(([ms]) => ms),
            fraction,
          ) ?? 0,
        ),
      ),
      ratings.length,
      countsOf(ratings.map(([, status]) => status)),
      countsOf(writes),
    ])
    const columns = [
      '',
      'p50, ms',
      'p95, ms',
      'honest ratings',
      'their responses',
      'responses to the attackers',
    ]
    console.log(`${raters} honest agents rate ${count} skills.\n`)
    console.log(markdownTable({ columns, rows }))
  })
})

function countsOf(statuses: number[]): string {
  return [...new Set(statuses)]
    .map((status) => `${statuses.filter((one) => one === status).length} × ${status}`)
    .join(', ')
}

/** Creates skills, and agents that rated all of them. */
async function load(sql: Parameters<Parameters<typeof withConnection>[1]>[0], count: number, agents: number) {
  const skills = await sql<{ id: string }[]>`
    insert into public.skills (name, description, type)
    select 'Bulk ' || n, 'Rated by many.', 'mcp' from generate_series(1, ${count}::integer) as n returning id`
  const keys = Array.from({ length: agents }, (_, i) => wellFormedKey(String(i).padStart(48, '0')))
  for (const [i, key] of keys.entries()) {
    const [agent] = await sql`insert into public.agents (agent_name) values (${`Bulk ${i}`}) returning id`
    await sql`
      insert into private.agent_keys (agent_id, key_hash, key_prefix)
      values (${agent?.id}, extensions.digest(${key}::text, 'sha256'), ${key.slice(0, 13)})`
    await sql`
      insert into public.ratings (skill_id, agent_id, claws)
      select id, ${agent?.id}, 3 from public.skills where name like 'Bulk %'`
  }
  return { skills: skills.map(({ id }) => id), keys }
}

/** Filters that select the skills in as few statements as possible. */
function filters(skills: string[]): string[] {
  const parts = Array.from({ length: Math.floor(skills.length / ROWS) }, (_, i) =>
    skills.slice(i * ROWS, (i + 1) * ROWS),
  )
  return parts.map((ids) => `?skill_id=in.(${ids.join()})`)
}

/** Rates skills one after the other. Returns the time and status of each call. */
async function rate(call: Call, key: string, skills: string[], first: number, until: number) {
  const times: [ms: number, status: number][] = []
  for (let i = first * 31; performance.now() < until; i += 7) {
    const start = performance.now()
    const body = { skill_id: skills[i % skills.length], claws: 1 + (i % 5) }
    const response = await call('POST', '/api/ratings', key, body)
    await response.arrayBuffer()
    times.push([performance.now() - start, response.status])
  }
  return times
}

/** Updates ratings in a loop. Returns the statuses. */
async function write(call: Call, key: string, paths: string[], first: number, until: number) {
  const statuses: number[] = []
  for (let i = first; performance.now() < until; i++) {
    const path = `/rest/v1/ratings${paths[i % paths.length]}`
    const response = await call('PATCH', path, key, { claws: 1 + (i % 5) })
    await response.arrayBuffer()
    statuses.push(response.status)
  }
  return statuses
}
