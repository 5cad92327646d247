import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { randomNumbers } from '../../../scripts/support/random.ts'
import { become, type Caller, type Connection } from '../fixtures.ts'

/** A rating as the model knows it. Its pair is `skill agent`. */
type Rating = { id: string; claws: number; speed: number | null }
type Standing = 'new' | 'established' | 'withdrawn'
type Agent = {
  id: string
  key: string
  isOld: boolean
  standing: Standing
  isSuspended: boolean
  /** Ratings that an admin removed, by their pairs. */
  removed: Map<string, Rating>
  suspended: Map<string, Rating>
}
/** One row of a statement. */
type Row = { skill: string; agent: string; claws: number; speed: number | null }

const SKILLS = 6
const AGENTS = 6
const MIN_RATINGS = 3

/**
 * Runs random statements that write ratings, and calls of admins between them, and compares the database with a model after each.
 * Throws with the last statements at the first difference.
 * @returns how many statements of each kind were run
 */
export async function compareWithModel(
  owner: postgres.Sql,
  seed: number,
  statements: number,
): Promise<Record<string, number>> {
  const sql = await owner.reserve()
  try {
    const run = new Run(sql, seed)
    await run.start()
    for (let i = 0; i < statements; i++) await run.step()
    return run.counts
  } finally {
    sql.release()
  }
}

class Run {
  readonly counts: Record<string, number> = {}
  readonly #log: string[] = []
  readonly #random: () => number
  #created = 0
  #skills: string[] = []
  #agents: Agent[] = []
  #ratings = new Map<string, Rating>()

  constructor(
    readonly sql: postgres.ReservedSql,
    readonly seed: number,
  ) {
    this.#random = randomNumbers(seed).fraction
  }

  async start(): Promise<void> {
    for (let i = 0; i < SKILLS; i++) await this.#newSkill()
    for (let i = 0; i < AGENTS; i++) await this.#newAgent()
  }

  async step(): Promise<void> {
    const kinds: [weight: number, name: string, run: () => Promise<boolean>][] = [
      [10, 'insert', () => this.#insert()],
      [20, 'upsert', () => this.#upsert()],
      [8, 'update', () => this.#update()],
      [5, 'delete', () => this.#delete()],
      [12, 'merge', () => this.#merge()],
      [12, 'several statements in one', () => this.#withQueries()],
      [3, 'copy', () => this.#copy()],
      [3, 'move', () => this.#move()],
      [8, 'submit_rating', () => this.#submit()],
      [3, 'failed statement', () => this.#fail()],
      [8, 'standing', () => this.#changeStanding()],
      [5, 'suspension', () => this.#changeSuspension()],
      [5, 'removal', () => this.#changeRemoval()],
      [5, 'hidden commentary', () => this.#hide()],
      [5, 'aging', () => this.#age()],
      [3, 'deleted agents', () => this.#deleteAgents()],
      [2, 'deleted skills', () => this.#deleteSkills()],
      [3, 'edited skills', () => this.#editSkills()],
      [0.3, 'truncate', () => this.#truncate()],
    ]
    let at = this.#random() * kinds.reduce((sum, [weight]) => sum + weight, 0)
    const [, name, run] = kinds.find(([weight]) => {
      at -= weight
      return at < 0
    }) as (typeof kinds)[0]
    this.#log.push(`-- ${name}`)
    try {
      if (!(await run())) return
      this.counts[name] = (this.counts[name] ?? 0) + 1
      await this.#compare()
    } catch (error) {
      const last = this.#log.slice(-12).join('\n')
      throw new Error(`Seed ${this.seed}: ${(error as Error).message}\nAfter:\n${last}`, { cause: error })
    }
  }

  // Choices

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #one<T>(list: T[]): T {
    return list[this.#below(list.length)] as T
  }

  /** Up to `most` of the list, in random order. */
  #some<T>(list: T[], most = 4): T[] {
    return list
      .map((item) => ({ item, place: this.#random() }))
      .sort((a, b) => a.place - b.place)
      .slice(0, 1 + this.#below(most))
      .map(({ item }) => item)
  }

  #active(): Agent[] {
    return this.#agents.filter(({ isSuspended }) => !isSuspended)
  }

  /** A role that can write the ratings of all: agents write by functions. Rarely with a key in addition, which changes nothing. */
  #caller(): Caller | undefined {
    const kind = this.#random()
    if (kind < 0.2) return { role: 'service_role', key: this.#one(this.#active()).key }
    return kind < 0.6 ? { role: 'service_role' } : undefined
  }

  #value(): { claws: number; speed: number | null } {
    return { claws: 1 + this.#below(5), speed: this.#random() < 0.3 ? null : this.#below(101) }
  }

  /** Rows of different pairs. */
  #rows(most = 6): Row[] {
    const agents = this.#some(this.#active(), 3)
    const pairs = agents.flatMap(({ id: agent }) => this.#skills.map((skill) => ({ skill, agent })))
    // A removed rating gives way only to one of its agent.
    const free = pairs.filter((pair) => !agents.some(({ removed }) => removed.has(pairOf(pair))))
    return this.#some(free, most).map((pair) => {
      const rating = this.#ratings.get(`${pair.skill} ${pair.agent}`)
      // Some identical to what is there.
      return { ...pair, ...(rating && this.#random() < 0.2 ? pick(rating) : this.#value()) }
    })
  }

  // Statements

  async #run(caller: Caller | undefined, statement: string): Promise<void> {
    const { sql } = this
    this.#log.push(`${JSON.stringify(caller ?? 'postgres')} ${statement}`)
    await sql`begin`
    try {
      if (caller) await become(sql as Connection, caller)
      await sql.unsafe(statement)
      await sql`commit`
    } catch (error) {
      await sql`rollback`
      throw error
    }
  }

  async #insert(): Promise<boolean> {
    const caller = this.#caller()
    const rows = this.#rows()
    await this.#run(caller, `insert into public.ratings ${TARGET} ${source(rows)} on conflict do nothing`)
    this.#write(rows.filter((row) => !this.#ratings.has(pairOf(row))))
    return true
  }

  async #upsert(): Promise<boolean> {
    const caller = this.#caller()
    const rows = this.#rows()
    await this.#run(
      caller,
      `insert into public.ratings ${TARGET} ${source(rows)}
       ${REPLACE}`,
    )
    const [replaced, inserted] = this.#split(rows)
    this.#write([...replaced, ...inserted])
    return true
  }

  async #update(): Promise<boolean> {
    const caller = this.#caller()
    const rows = this.#split(this.#rows(12))[0].map((row) =>
      this.#random() < 0.1 ? { ...row, ...pick(this.#get(row)) } : row,
    )
    if (rows.length === 0) return false
    await this.#run(caller, updateOf(rows))
    this.#write(rows)
    return true
  }

  async #delete(): Promise<boolean> {
    const caller = this.#caller()
    const rows = this.#split(this.#rows())[0]
    if (rows.length === 0) return false
    await this.#run(caller, deleteOf(rows))
    for (const row of rows) this.#ratings.delete(pairOf(row))
    return true
  }

  async #merge(): Promise<boolean> {
    const caller = this.#caller()
    const rows = this.#rows(12)
    const [known, inserted] = this.#split(rows)
    const deleted = new Set(known.filter(() => this.#random() < 0.3))
    const replaced = known.filter((row) => !deleted.has(row))
    const values = rows.map((row) => tuple(row).replace(/\)$/, `, ${deleted.has(row)})`))
    await this.#run(
      caller,
      `merge into public.ratings as r
       using (values ${values.join(', ')}) as v (skill, agent, claws, speed, is_deleted)
       on r.skill_id = v.skill and r.agent_id = v.agent and r.removed_at is null
       when matched and v.is_deleted then delete
       when matched then update set ${ASSIGNMENTS}
       when not matched then insert ${TARGET} values (v.skill, v.agent, ${VALUES})`,
    )
    for (const row of deleted) this.#ratings.delete(pairOf(row))
    this.#write([...replaced, ...inserted])
    return true
  }

  /** A query that inserts, updates and deletes different ratings. All triggers fire at its end, in an order of their own. */
  async #withQueries(): Promise<boolean> {
    const caller = this.#caller()
    const [known, inserted] = this.#split(this.#rows(12))
    const replaced = known.filter(() => this.#random() < 0.6)
    const deleted = known.filter((row) => !replaced.includes(row))
    const parts = [
      replaced.length > 0 && updateOf(replaced),
      deleted.length > 0 && deleteOf(deleted),
      inserted.length > 0 && `insert into public.ratings ${TARGET} ${source(inserted)}`,
    ].filter((part) => part !== false)
    if (parts.length < 2) return false
    const order = this.#some(parts, 1).concat(parts)
    const queries = [...new Set(order)].map((part, i) => `q${i} as (${part} returning 1)`)
    await this.#run(caller, `with ${queries.join(', ')} select count(*) from q0`)
    for (const row of deleted) this.#ratings.delete(pairOf(row))
    this.#write([...replaced, ...inserted])
    return true
  }

  async #copy(): Promise<boolean> {
    const rows = this.#split(this.#rows())[1]
    if (rows.length === 0) return false
    this.#log.push(`copy ${JSON.stringify(rows)}`)
    const stream = await this
      .sql`copy public.ratings (skill_id, agent_id, claws, speed) from stdin`.writable()
    const lines = rows.map(({ skill, agent, claws, speed }) =>
      [skill, agent, claws, speed ?? '\\N'].join('\t'),
    )
    await new Promise<void>((resolve, reject) => {
      stream.on('error', reject).on('finish', resolve)
      stream.end(`${lines.join('\n')}\n`)
    })
    this.#write(rows)
    return true
  }

  /** An admin changes the skill or the agent of a rating. */
  async #move(): Promise<boolean> {
    const [from, rating] = this.#one([...this.#ratings]) ?? []
    const [to] = this.#split(this.#rows())[1]
    if (!from || !rating || !to) return false
    // A removed rating is in the place.
    const isTaken = await this
      .sql`select from public.ratings where skill_id || ' ' || agent_id = ${pairOf(to)}`
    if (isTaken.length > 0) return false
    const role = this.#random() < 0.5 ? ({ role: 'service_role' } as const) : undefined
    await this.#run(
      role,
      `update public.ratings set skill_id = '${to.skill}', agent_id = '${to.agent}'
       where id = '${rating.id}'`,
    )
    this.#ratings.delete(from)
    this.#ratings.set(pairOf(to), rating)
    return true
  }

  async #submit(): Promise<boolean> {
    const agent = this.#one(this.#active())
    const row = { ...this.#value(), skill: this.#one(this.#skills), agent: agent.id }
    const { claws, speed } = row
    const text = this.#one(['null', "'One.'", "'Two.'"])
    await this.#run(
      { key: agent.key },
      `select public.submit_rating('${row.skill}', p_claws => ${claws}, p_speed => ${speed}, p_commentary => ${text})`,
    )
    this.#write([row])
    this.#establish(agent)
    return true
  }

  /** The last row breaks a rule, or the transaction is rolled back: nothing is left of the statement. */
  async #fail(): Promise<boolean> {
    const caller = this.#caller()
    const rows = this.#rows()
    const isRolledBack = this.#random() < 0.5
    const last = rows.at(-1) as Row
    const written = isRolledBack ? rows : [...rows.slice(0, -1), { ...last, claws: 9 }]
    const failing = `insert into public.ratings ${TARGET} ${source(written)}
      ${REPLACE}
      ${isRolledBack ? '; select 1 / 0' : ''}`
    const error = await this.#run(caller, failing).catch((thrown: unknown) => thrown)
    if (!error) throw new Error('The statement did not fail.')
    return true
  }

  // Admins

  async #admin(call: string): Promise<void> {
    await this.#run({ role: 'service_role' }, `select admin.${call}`)
  }

  async #changeStanding(): Promise<boolean> {
    const agent = this.#one(this.#agents)
    const isGrant = this.#random() < 0.5
    await this.#admin(`${isGrant ? 'grant' : 'withdraw'}_standing('${agent.id}', 'Reason.')`)
    agent.standing = isGrant ? 'established' : 'withdrawn'
    // Most agents are to be established by ratings.
    if (!isGrant && this.#random() < 0.8) {
      await this.#run(
        undefined,
        `delete from private.standing where agent_id = '${agent.id}' and suspended_at is null`,
      )
      if (!agent.isSuspended) agent.standing = 'new'
    }
    return true
  }

  async #changeSuspension(): Promise<boolean> {
    const agent = this.#one(this.#agents)
    if (agent.isSuspended) {
      await this.#admin(`reinstate_agent('${agent.id}', 'Reason.')`)
      for (const [pair, rating] of agent.suspended) this.#ratings.set(pair, rating)
      agent.suspended.clear()
      agent.isSuspended = false
      return true
    }
    // One remains to write ratings.
    if (this.#active().length <= 2) return false
    await this.#admin(`suspend_agent('${agent.id}', 'Reason.')`)
    for (const [pair, rating] of this.#of(agent)) agent.suspended.set(pair, rating)
    for (const pair of agent.suspended.keys()) this.#ratings.delete(pair)
    agent.isSuspended = true
    return true
  }

  async #changeRemoval(): Promise<boolean> {
    const agent = this.#one(this.#active())
    if (this.#random() < 0.5 && agent.removed.size > 0) {
      await this.#admin(`restore_ratings('${agent.id}', 'Reason.')`)
      for (const [pair, rating] of agent.removed) this.#ratings.set(pair, rating)
      agent.removed.clear()
      return true
    }
    const ids = this.#of(agent)
    if (ids.length === 0) return false
    const some = this.#some(ids, 3)
    await this.#admin(`remove_ratings('{${some.map(([, { id }]) => id)}}'::uuid[], 'Reason.')`)
    for (const [pair, rating] of some) {
      this.#ratings.delete(pair)
      agent.removed.set(pair, rating)
    }
    return true
  }

  async #hide(): Promise<boolean> {
    const rows = await this.sql<{ id: string; hidden: boolean }[]>`
      select r.id, r.commentary_hidden_at is not null as hidden
      from public.ratings as r
      join public.skills as s on s.id = r.skill_id join public.agents as a on a.id = r.agent_id
      where r.removed_at is null and (r.commentary is not null or r.commentary_hidden_at is not null)
      order by s.name, a.agent_name`
    if (rows.length === 0) return false
    const { id, hidden } = this.#one([...rows])
    await this.#admin(`${hidden ? 'restore' : 'hide'}_commentary('${id}', 'Reason.')`)
    return true
  }

  async #age(): Promise<boolean> {
    const agent = this.#one(this.#agents)
    agent.isOld = !agent.isOld
    const days = agent.isOld ? 8 : 6
    await this.#run(
      undefined,
      `update public.agents set created_at = now() - interval '${days} days' where id = '${agent.id}'`,
    )
    return true
  }

  async #deleteAgents(): Promise<boolean> {
    const agents = this.#some(this.#agents, 2)
    if (this.#active().filter((agent) => !agents.includes(agent)).length < 2) return false
    await this.#run(
      this.#one([undefined, { role: 'service_role' }]),
      `delete from public.agents where id in (${agents.map(({ id }) => `'${id}'`)})`,
    )
    this.#agents = this.#agents.filter((agent) => !agents.includes(agent))
    for (const agent of agents) {
      for (const [pair] of this.#of(agent)) this.#ratings.delete(pair)
      await this.#newAgent()
    }
    return true
  }

  async #deleteSkills(): Promise<boolean> {
    const skills = this.#some(this.#skills, 3)
    await this.#run(undefined, `delete from public.skills where id in (${skills.map((id) => `'${id}'`)})`)
    this.#skills = this.#skills.filter((skill) => !skills.includes(skill))
    for (const map of [
      this.#ratings,
      ...this.#agents.flatMap(({ removed, suspended }) => [removed, suspended]),
    ])
      for (const pair of map.keys()) if (skills.some((skill) => pair.startsWith(skill))) map.delete(pair)
    for (const _ of skills) await this.#newSkill()
    return true
  }

  /** What changes no rating, but the type in the aggregates. */
  async #editSkills(): Promise<boolean> {
    const skills = this.#some(this.#skills, 3).map((id) => `'${id}'`)
    const edits = ["type = 'github'", "type = 'other'", "name = name || '!'", "url = 'https://example.com'"]
    await this.#run(undefined, `update public.skills set ${this.#one(edits)} where id in (${skills})`)
    return true
  }

  async #truncate(): Promise<boolean> {
    await this.#run(undefined, 'truncate public.ratings cascade')
    this.#ratings.clear()
    for (const { removed, suspended } of this.#agents) for (const map of [removed, suspended]) map.clear()
    return true
  }

  // The model

  #name(kind: string): string {
    this.#created += 1
    return `${kind} ${this.seed} ${this.#created}`
  }

  async #newSkill(): Promise<void> {
    const id = randomUUID()
    await this.sql`
      insert into public.skills (id, name, description, type) values (${id}, ${this.#name('Skill')}, 'x', 'other')`
    this.#skills.push(id)
  }

  async #newAgent(): Promise<void> {
    const [row] = await this.sql<{ key: string; id: string }[]>`
      select made ->> 'api_key' as key, made -> 'agent' ->> 'id' as id
      from public.register_agent(${this.#name('Rater')}) as made`
    const { key, id } = row ?? { key: '', id: '' }
    const isOld = this.#random() < 0.6
    if (isOld)
      await this.sql`update public.agents set created_at = now() - interval '8 days' where id = ${id}`
    const nothing = { removed: new Map(), suspended: new Map() }
    this.#agents.push({ id, key, isOld, standing: 'new', isSuspended: false, ...nothing })
  }

  #of({ id }: Agent): [pair: string, rating: Rating][] {
    return [...this.#ratings].filter(([pair]) => pair.endsWith(id))
  }

  #get(row: Row): Rating {
    return this.#ratings.get(pairOf(row)) as Rating
  }

  /** Those that exist, and the others. */
  #split(rows: Row[]): [known: Row[], others: Row[]] {
    return [
      rows.filter((row) => this.#ratings.has(pairOf(row))),
      rows.filter((row) => !this.#ratings.has(pairOf(row))),
    ]
  }

  #write(rows: Row[]): void {
    for (const row of rows) {
      this.#ratings.set(pairOf(row), { id: this.#get(row)?.id ?? '', ...pick(row) })
      // A new rating takes the place of a removed one.
      this.#agents.find(({ id }) => id === row.agent)?.removed.delete(pairOf(row))
    }
  }

  /** An agent has rated, which may establish it. */
  #establish(agent: Agent): void {
    if (agent.isOld && agent.standing === 'new' && this.#of(agent).length >= MIN_RATINGS)
      agent.standing = 'established'
  }

  async #compare(): Promise<void> {
    const { sql } = this
    const [differences, qualities, standing, rows, stats] = [
      await sql`select * from private.stats_differences()`,
      await sql`select * from private.quality_differences()`,
      await sql`
        select a.id, coalesce(t.established_at is not null, false) as established, coalesce(t.suspended_at is not null, false) as suspended
        from public.agents as a left join private.standing as t on t.agent_id = a.id where a.agent_name like ${`Rater ${this.seed} %`}`,
      await sql`
        select id, skill_id || ' ' || agent_id as pair, claws, speed::integer, established
        from public.ratings where removed_at is null and skill_id = any (${this.#skills})`,
      await sql`
        select skill_id, total_ratings, total_claws::integer as claws, speed_count as speeds, speed_sum::integer as speed,
          established_ratings, established_claws::integer as established_claws, established_speed_count as established_speeds,
          established_speed_sum::integer as established_speed
        from public.skill_stats where skill_id = any (${this.#skills})`,
    ]
    equal('stats_differences()', [...differences], [])
    equal('quality_differences()', [...qualities], [])
    const isEstablished = new Map(this.#agents.map(({ id, standing }) => [id, standing === 'established']))
    equal(
      'standing',
      sorted(standing.map(({ id, established, suspended }) => [id, established, suspended])),
      sorted(this.#agents.map((agent) => [agent.id, isEstablished.get(agent.id), agent.isSuspended])),
    )
    for (const { pair, id } of rows) {
      const rating = this.#ratings.get(pair)
      if (rating) rating.id = id
    }
    const ratings = [...this.#ratings].map(([pair, { claws, speed }]) => {
      const [skill = '', agent = ''] = pair.split(' ')
      return { pair, skill, claws, speed, counts: isEstablished.get(agent) === true }
    })
    equal(
      'ratings',
      sorted(rows.map((row) => [row.pair, row.claws, row.speed, row.established])),
      sorted(ratings.map(({ pair, claws, speed, counts }) => [pair, claws, speed, counts])),
    )
    equal(
      'skill_stats',
      sorted(stats.map((row) => Object.values(row))),
      sorted(
        this.#skills.map((skill) => {
          const all = ratings.filter((rating) => rating.skill === skill)
          return [skill, ...aggregate(all), ...aggregate(all.filter(({ counts }) => counts))]
        }),
      ),
    )
  }
}

function aggregate(ratings: { claws: number; speed: number | null }[]): number[] {
  const speeds = ratings.flatMap(({ speed }) => speed ?? [])
  const sum = (list: number[]) => list.reduce((total, number) => total + number, 0)
  return [ratings.length, sum(ratings.map(({ claws }) => claws)), speeds.length, sum(speeds)]
}

const pick = ({ claws, speed }: { claws: number; speed: number | null }) => ({ claws, speed })
const pairOf = ({ skill, agent }: { skill: string; agent: string }) => `${skill} ${agent}`
const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).sort()

/** What is written of a row: the other sub-scores follow from one. stats_differences() compares their sums. */
const WRITTEN = {
  claws: 'v.claws',
  speed: 'v.speed',
  reliability: 'v.speed / 4.0',
  security: '100 - v.speed',
}
const COLUMNS = Object.keys(WRITTEN)
const VALUES = Object.values(WRITTEN).join(', ')
const ASSIGNMENTS = Object.entries(WRITTEN).map(([column, value]) => `${column} = ${value}`)
const REPLACE = `on conflict (skill_id, agent_id) do update set ${COLUMNS.map((name) => `${name} = excluded.${name}`)}`

const TARGET = `(skill_id, agent_id, ${COLUMNS})`
const tuple = ({ skill, agent, claws, speed }: Row) =>
  `('${skill}'::uuid, '${agent}'::uuid, ${claws}, ${speed}::integer)`
const valuesOf = (rows: Row[]) => `(values ${rows.map(tuple).join(', ')}) as v (skill, agent, claws, speed)`
const source = (rows: Row[]) => `select v.skill, v.agent, ${VALUES} from ${valuesOf(rows)}`
const updateOf = (rows: Row[]) =>
  `update public.ratings as r set ${ASSIGNMENTS} from ${valuesOf(rows)}
   where r.skill_id = v.skill and r.agent_id = v.agent`
const deleteOf = (rows: Row[]) =>
  `delete from public.ratings as r using ${valuesOf(rows)} where r.skill_id = v.skill and r.agent_id = v.agent`

function equal(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found, null, 1), JSON.stringify(expected, null, 1)]
  if (is !== should) throw new Error(`${what} is ${is}, expected ${should}`)
}
