// A load of agents that register, submit and rate, and remember what they were told: for finding out, after a service has been
// through the worst, whether it kept its word.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { type Answer, send } from '../fuzz/send-once.ts'

/** What the agents were told, and what they saw. */
export type Ledger = {
  /** In every name, so that loads on one service do not get in each other's way. */
  tag: string
  agents: Map<string, { id: string; key: string }>
  skills: Map<string, { id: string; slug: string }>
  /** By agent and skill: the number of the rating that was last acknowledged, and that of the last one sent. */
  ratings: Map<string, { agent: string; skill: string; acknowledged: number; sent: number }>
  /** Every name that was sent, acknowledged or not. */
  sent: { agents: Set<string>; skills: Set<string> }
  acknowledged: number
  /** Answers of 503, and connections that broke. */
  unavailable: number
  broken: number
  /** Answers that must never come: other 5xx, a 401 although the key is good, an empty list. */
  wrong: string[]
  /** When the last write was acknowledged, by performance.now(). */
  lastSuccess: number
}

export type Load = {
  ledger: Ledger
  /** Has every agent finish what it is at, however long the service is away meanwhile. */
  finish(): Promise<void>
}

/** What a look at the database found; all zero, or else the service broke its word. */
export type Verdict = {
  /** Acknowledged registrations, keys, skills and ratings that are not there, or not as they were acknowledged. */
  lost: number
  /** Things that are there twice, or that nobody asked for. */
  doubled: number
  agentsWithoutKey: number
  keysWithoutAgent: number
  /** Skills whose aggregates are not those of their ratings. */
  aggregateDifferences: number
}

/**
 * Sets agents to work.
 *
 * Each registers, submits a skill, rates it and re-rates others, again and again, one request at a time. What is answered 503 or
 * breaks off is sent again until there is a definite answer, as a good client would.
 *
 * @param workers how many work at the same time
 * @param pause milliseconds each rests between requests, so that the load stays bounded
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

  /** Sends until the answer is definite. @returns undefined when the load ends first */
  async function insist(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<{ answer: Answer; tries: number } | undefined> {
    for (let tries = 1; ; tries++) {
      await wait(pause)
      const answer = await send(baseUrl, { method, path, body, key }).catch((error) => {
        if (error instanceof SyntaxError) throw error
        return undefined
      })
      if (!answer) ledger.broken++
      else if (answer.status === 503) ledger.unavailable++
      else {
        // Every request of this load is in order and every key good: nothing else may come back.
        if (answer.status >= 500 || answer.status === 401)
          ledger.wrong.push(`${method} ${path}: ${answer.status}`)
        if (method === 'POST' && answer.status < 300) {
          ledger.acknowledged++
          ledger.lastSuccess = performance.now()
        }
        return { answer, tries }
      }
      if (isOver && tries > 200) return undefined
    }
  }

  async function work(worker: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const agent = `Agent ${ledger.tag} ${worker}-${round}`
      ledger.sent.agents.add(agent)
      const registered = await insist('POST', '/api/register', { agent_name: agent })
      if (!registered) return
      // Taken by its own first try, whose answer, and with it the key, was lost on the way: the docs say to take another name.
      if (registered.answer.status === 409 && registered.tries > 1) continue
      if (registered.answer.status !== 201) {
        ledger.wrong.push(`registering: ${registered.answer.status}`)
        continue
      }
      const key = registered.answer.body.api_key as string
      ledger.agents.set(agent, { id: (registered.answer.body.agent as { id: string }).id, key })

      const name = `Skill ${ledger.tag} ${worker}-${round}`
      ledger.sent.skills.add(name)
      const submitted = await insist(
        'POST',
        '/api/skills',
        { name, description: 'Made under load.', type: 'other' },
        key,
      )
      if (!submitted) return
      const { status } = submitted.answer
      if (status !== 201 && !(status === 409 && submitted.tries > 1)) {
        ledger.wrong.push(`submitting: ${status}`)
        continue
      }
      // 201 or 409, both say where it is.
      const { id, slug } = submitted.answer.body.skill as { id: string; slug: string }
      ledger.skills.set(name, { id, slug })

      const others = [...ledger.skills.values()].slice(-4)
      for (const skill of [{ id }, ...others, { id }]) {
        const rating = ratingOf(ledger, agent, skill.id)
        rating.sent++
        const body = {
          skill_id: skill.id,
          claws: 1 + ((worker + round + rating.sent) % 5),
          speed: rating.sent % 101,
          commentary: `${rating.sent}`,
        }
        const rated = await insist('POST', '/api/ratings', body, key)
        if (!rated) return
        // Made once, and from then on replaced; a retry cannot know which its first try was.
        const isNew = rating.acknowledged === 0
        const right = isNew ? (rated.tries > 1 ? [200, 201] : [201]) : [200]
        if (right.includes(rated.answer.status)) rating.acknowledged = rating.sent
        else ledger.wrong.push(`${isNew ? 'rating' : 'rating again'}: ${rated.answer.status}`)
      }

      const listed = await insist('GET', '/api/skills?sort=newest&limit=5')
      if (!listed) return
      if (!((listed.answer.body.count as number) > 0)) ledger.wrong.push('an empty list')
    }
  }

  const working = Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)))
  return {
    ledger,
    async finish() {
      isOver = true
      await working
    },
  }
}

function ratingOf(ledger: Ledger, agent: string, skill: string) {
  const key = `${agent} ${skill}`
  const rating = ledger.ratings.get(key) ?? { agent, skill, acknowledged: 0, sent: 0 }
  ledger.ratings.set(key, rating)
  return rating
}

/**
 * Does some work on one connection to a database that may die at any moment, and closes it. A new one each time: the driver
 * mixes up queries that failed, and without `fetch_types: false` it leaves a rejection of its own unhandled.
 */
export async function ask<T>(databaseUrl: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Whether Postgres takes queries. */
export function takesQueries(databaseUrl: string): Promise<boolean> {
  return ask(databaseUrl, (sql) => sql`select 1`).then(
    () => true,
    () => false,
  )
}

/** Looks, as the superuser, for everything the ledger says was acknowledged, and for what should not be there. */
export function judge(databaseUrl: string, ledger: Ledger): Promise<Verdict> {
  return ask(databaseUrl, (sql) => verdictOf(sql, ledger))
}

async function verdictOf(sql: postgres.Sql, ledger: Ledger): Promise<Verdict> {
  const agents = [...ledger.agents].map(([name, { id, key }]) => ({ name, id, key }))
  const skills = [...ledger.skills].map(([name, { id, slug }]) => ({ name, id, slug }))
  const ratings = [...ledger.ratings.values()].flatMap(({ agent, ...rating }) => {
    const id = ledger.agents.get(agent)?.id
    return id ? [{ agent: id, ...rating }] : []
  })
  const count = async (query: Promise<readonly { count: number }[]>) => (await query)[0]?.count ?? Number.NaN

  return {
    lost:
      (await count(sql`
        select count(*)::int from json_to_recordset(${text(agents)}::text::json) as told (name text, id uuid, key text)
        where not exists (
          select from public.agents as a join private.agent_keys as k on k.agent_id = a.id
          where a.id = told.id and a.agent_name = told.name and k.key_hash = extensions.digest(told.key, 'sha256')
        )`)) +
      (await count(sql`
        select count(*)::int from json_to_recordset(${text(skills)}::text::json) as told (name text, id uuid, slug text)
        where not exists (select from public.skills as s where s.id = told.id and s.name = told.name and s.slug = told.slug)`)) +
      (await count(sql`
        select count(*)::int
        from json_to_recordset(${text(ratings)}::text::json) as told (agent uuid, skill uuid, acknowledged integer, sent integer)
        where acknowledged > 0 and not exists (
          select from public.ratings as r
          where r.agent_id = told.agent and r.skill_id = told.skill
            -- What was sent after the last answer may have arrived; nothing older may be there.
            and r.commentary::integer between told.acknowledged and told.sent
        )`)),
    doubled:
      (await count(sql`
        select count(*)::int from (select agent_name from public.agents group by 1 having count(*) > 1) as twice`)) +
      (await count(sql`
        select count(*)::int from (select name from public.skills group by 1 having count(*) > 1) as twice`)) +
      (await count(sql`
        select count(*)::int from (
          select agent_id, skill_id from public.ratings group by 1, 2 having count(*) > 1
        ) as twice`)) +
      (await count(sql`
        select count(*)::int from public.agents
        where agent_name like ${`Agent ${ledger.tag} %`} and agent_name not in (select json_array_elements_text(${text([...ledger.sent.agents])}::text::json))`)) +
      (await count(sql`
        select count(*)::int from public.skills
        where name like ${`Skill ${ledger.tag} %`} and name not in (select json_array_elements_text(${text([...ledger.sent.skills])}::text::json))`)) +
      (await count(sql`
        select count(*)::int from public.ratings as r
        where not exists (
          select from json_to_recordset(${text(ratings)}::text::json) as told (agent uuid, skill uuid)
          where told.agent = r.agent_id and told.skill = r.skill_id
        ) and exists (select from public.agents as a where a.id = r.agent_id and a.agent_name like ${`Agent ${ledger.tag} %`})`)),
    agentsWithoutKey: await count(sql`
      select count(*)::int from public.agents as a
      where a.agent_name like ${`Agent ${ledger.tag} %`} and not exists (select from private.agent_keys as k where k.agent_id = a.id)`),
    keysWithoutAgent: await count(sql`
      select count(*)::int from private.agent_keys as k
      where not exists (select from public.agents as a where a.id = k.agent_id)`),
    aggregateDifferences: await count(sql`select count(*)::int from private.stats_differences()`),
  }
}

/** For `::text::json`: of a parameter that is JSON the driver would make JSON once more. */
function text(values: unknown[]): string {
  return JSON.stringify(values)
}
