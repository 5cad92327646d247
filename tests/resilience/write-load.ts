// A load of agents that register, submit skills and rate them, with a record of what the service acknowledged: after a fault it
// shows whether something was lost.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { withConnection } from '../../local/postgres/postgres.ts'
import { HttpClient, type HttpResponse } from '../support/http-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: each use knows the route of the response.
type Answer = HttpResponse<any>

/** What the service acknowledged, and what the agents saw. */
export type Ledger = {
  /** In every name, so that loads on one service do not meet. */
  tag: string
  agents: Map<string, { id: string; key: string }>
  skills: Map<string, { id: string; slug: string }>
  /** By the name of the agent and the id of the skill: the number of the last acknowledged rating and of the last one sent. */
  ratings: Map<string, { acknowledged: number; sent: number }>
  /** Every name that was sent, acknowledged or not. */
  sent: { agents: Set<string>; skills: Set<string> }
  acknowledged: number
  /** Responses of 503 and broken connections. */
  unavailable: number
  broken: number
  /** Responses that must not occur: other 5xx, 401 for a valid key, an empty list. */
  wrong: string[]
  /** When the last write was acknowledged, by performance.now(). */
  lastSuccess: number
}

export type Load = {
  ledger: Ledger
  /** Lets every agent finish its work, however long the service is unavailable. */
  finish(): Promise<void>
}

/** What the database contains after the load; all zero when nothing was lost. */
export type Verdict = {
  /** Acknowledged registrations, skills and ratings that are missing or differ. */
  lost: number
  /** Rows that nobody sent. The constraints exclude duplicates. */
  unexpected: number
  agentsWithoutKey: number
  /** Skills whose aggregates differ from their ratings. */
  aggregateDifferences: number
}

export const nothingLost: Verdict = { lost: 0, unexpected: 0, agentsWithoutKey: 0, aggregateDifferences: 0 }

/**
 * Starts agents that register, submit a skill and rate skills, one request at a time each. They repeat requests that got 503 or no
 * response.
 * @param workers how many work at the same time
 * @param pause milliseconds between the requests of each
 */
export function startLoad(baseUrl: string, { workers, pause }: { workers: number; pause: number }): Load {
  const ledger: Ledger = {
    tag: randomBytes(4).toString('hex'),
    agents: new Map(),
    skills: new Map(),
    ratings: new Map(),
    sent: { agents: new Set(), skills: new Set() },
    acknowledged: 0,
    unavailable: 0,
    broken: 0,
    wrong: [],
    lastSuccess: 0,
  }
  let isOver = false
  const client = new HttpClient(baseUrl, { timeoutMs: 10_000 })

  /** Repeats a request until it has a final response; undefined when the load ends first. */
  async function insist(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ answer: Answer; tries: number } | undefined> {
    for (let tries = 1; !isOver || tries <= 200; tries++) {
      await wait(pause)
      const sent: Promise<Answer> =
        method === 'GET'
          ? client.request(method, path, { key })
          : client.sendJson(method, path, body, { key })
      const answer = await sent.catch(() => undefined)
      if (!answer) ledger.broken++
      else if (answer.status === 503) ledger.unavailable++
      else {
        if (answer.status >= 500 || answer.status === 401)
          ledger.wrong.push(`${method} ${path}: ${answer.status}`)
        if (method === 'POST' && answer.status < 300) {
          ledger.acknowledged++
          ledger.lastSuccess = performance.now()
        }
        return { answer, tries }
      }
    }
    return undefined
  }

  /** One agent's work; false when the load ended meanwhile. */
  async function work(name: string, number: number): Promise<boolean> {
    const agent = `Agent ${name}`
    ledger.sent.agents.add(agent)
    const registered = await insist('POST', '/api/register', { agent_name: agent })
    if (!registered) return false
    // The response to its first try, and with it the key, was lost.
    if (registered.answer.status === 409 && registered.tries > 1) return true
    if (!expectStatus(registered.answer, 'registering', 201)) return true
    const key = registered.answer.body.api_key as string
    ledger.agents.set(agent, { id: registered.answer.body.agent.id, key })

    const skillName = `Skill ${name}`
    ledger.sent.skills.add(skillName)
    const skillBody = { name: skillName, description: 'Created under load.', type: 'other' }
    const submitted = await insist('POST', '/api/skills', skillBody, key)
    if (!submitted) return false
    if (!expectStatus(submitted.answer, 'submitting', 201, ...(submitted.tries > 1 ? [409] : []))) return true
    // 201 and 409 both contain the skill.
    const { id, slug } = submitted.answer.body.skill
    ledger.skills.set(skillName, { id, slug })

    for (const skill of [{ id }, ...[...ledger.skills.values()].slice(-4), { id }]) {
      const name = `${agent} ${skill.id}`
      const rating = ledger.ratings.get(name) ?? { acknowledged: 0, sent: 0 }
      ledger.ratings.set(name, rating)
      rating.sent++
      const body = {
        skill_id: skill.id,
        claws: 1 + ((number + rating.sent) % 5),
        speed: rating.sent % 101,
        commentary: `${rating.sent}`,
      }
      const rated = await insist('POST', '/api/ratings', body, key)
      if (!rated) return false
      // A repeated request cannot know whether an earlier try created the rating.
      const expected = rating.acknowledged > 0 ? [200] : rated.tries > 1 ? [200, 201] : [201]
      if (expectStatus(rated.answer, 'rating', ...expected)) rating.acknowledged = rating.sent
    }

    const listed = await insist('GET', '/api/skills?sort=newest&limit=5')
    if (listed && !(listed.answer.body.count > 0)) ledger.wrong.push('an empty list')
    return listed !== undefined
  }

  function expectStatus({ status }: Answer, what: string, ...statuses: number[]): boolean {
    if (!statuses.includes(status)) ledger.wrong.push(`${what}: ${status}`)
    return statuses.includes(status)
  }

  const working = Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let round = 0; !isOver; round++) {
        if (!(await work(`${ledger.tag} ${worker}-${round}`, worker + round))) return
      }
    }),
  )
  return {
    ledger,
    async finish() {
      isOver = true
      await working
      client.close()
    },
  }
}

export function acceptsQueries(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, (sql) => sql`select 1`).then(
    () => true,
    () => false,
  )
}

/** Compares the database with the ledger, as the superuser. */
export function verify(
  databaseUrl: string,
  { tag, agents, skills, ratings, sent }: Ledger,
): Promise<Verdict> {
  return withConnection(databaseUrl, async (sql) => {
    const storedAgents = await sql<{ id: string; name: string; hashes: string[] }[]>`
      select a.id, agent_name as name, array_remove(array_agg(encode(key_hash, 'hex')), null) as hashes
      from public.agents as a left join private.agent_keys as k on k.agent_id = a.id
      where agent_name like ${`Agent ${tag} %`} group by a.id`
    const storedSkills = await sql<{ id: string; name: string; slug: string }[]>`
      select id, name, slug from public.skills where name like ${`Skill ${tag} %`}`
    const storedRatings = await sql<{ pair: string; number: number }[]>`
      select agent_name || ' ' || skill_id as pair, commentary::integer as number
      from public.ratings join public.agents as a on a.id = agent_id where agent_name like ${`Agent ${tag} %`}`
    const [aggregates] = await sql`
      select (select count(*) from private.stats_differences())::integer + (select count(*) from private.quality_differences())::integer as differences`

    const agentsByName = new Map(storedAgents.map((agent) => [agent.name, agent]))
    const skillsByName = new Map(storedSkills.map((skill) => [skill.name, skill]))
    const numbers = new Map(storedRatings.map(({ pair, number }) => [pair, number]))
    const count = <T>(items: Iterable<T>, matches: (item: T) => boolean) => [...items].filter(matches).length
    const lostAgents = count(agents, ([name, { id, key }]) => {
      const hash = createHash('sha256').update(key).digest('hex')
      const stored = agentsByName.get(name)
      return stored?.id !== id || !stored.hashes.includes(hash)
    })
    const lostSkills = count(skills, ([name, { id, slug }]) => {
      const stored = skillsByName.get(name)
      return stored?.id !== id || stored.slug !== slug
    })
    // A later rating may have arrived without a response, but no older one may be there.
    const lostRatings = count(ratings, ([pair, { acknowledged, sent }]) => {
      const number = numbers.get(pair) ?? 0
      return acknowledged > 0 && !(acknowledged <= number && number <= sent)
    })
    return {
      lost: lostAgents + lostSkills + lostRatings,
      unexpected:
        count(agentsByName.keys(), (name) => !sent.agents.has(name)) +
        count(skillsByName.keys(), (name) => !sent.skills.has(name)) +
        count(numbers.keys(), (pair) => !ratings.has(pair)),
      agentsWithoutKey: count(storedAgents, ({ hashes }) => hashes.length === 0),
      aggregateDifferences: aggregates?.differences,
    }
  })
}
