import postgres from 'postgres'
import { type Answer, Sender } from '../fuzz/send.ts'
import { randomNumbers } from '../support/random.ts'
import { type Effect, History, type Moment } from './history-check.ts'

export interface HistoryOptions {
  /** Ends in /functions/v1. */
  baseUrl: string
  /** The database behind it, for a last look; without it that is left out. */
  databaseUrl?: string | undefined
  /** How many ratings are written, and by how many clients at once. */
  writes: number
  clients: number
  /** The same seed makes the same writes; how they mingle is up to the clock. */
  seed: number
  /** Called now and then with the number of writes and reads so far. */
  progress?(writes: number, reads: number): void
}

export interface HistoryResult {
  writes: number
  /** Pages and lists that were read meanwhile, each compared with the states that were possible. */
  reads: number
  /** Answers that no committed state explains, or that were refusals or failures; each in a line. */
  violations: string[]
  /** Answers with too many possible states to look at them all. */
  undecided: number
  /** Skills whose aggregates are at the end not what the acknowledged writes come to. */
  differences: string[]
}

const AGENTS_EACH = 4
const SKILLS = 24
/** Readers for so many clients. */
const CLIENTS_A_READER = 4
/** A run that is this wrong need not go on. */
const ENOUGH = 20

/**
 * Has clients rate and readers read at the same time, and compares every answer with what can have been committed when it was given.
 */
export async function runHistory(options: HistoryOptions): Promise<HistoryResult> {
  const sender = new Sender(options.baseUrl)
  const run = new Run(options, sender)
  const ticker = setInterval(() => options.progress?.(run.writes, run.reads), 5_000)
  try {
    return await run.run()
  } finally {
    clearInterval(ticker)
    sender.close()
  }
}

type Agent = { name: string; key: string }

class Run {
  writes = 0
  reads = 0
  readonly #history: History
  readonly #violations: string[] = []
  readonly #skills: { id: string; slug: string }[] = []
  readonly #word = `h${Math.random().toString(36).slice(2, 12)}`
  #begun = 0
  #isOver = false

  constructor(
    private readonly options: HistoryOptions,
    private readonly sender: Sender,
  ) {
    this.#history = new History(options.clients)
  }

  async run(): Promise<HistoryResult> {
    const { clients, seed } = this.options
    const agents = await Promise.all(Array.from({ length: clients }, (_, client) => this.#register(client)))
    for (let i = 0; i < SKILLS; i++) await this.#submit(i, (agents[0] as Agent[])[0] as Agent)

    const readers = Array.from({ length: Math.ceil(clients / CLIENTS_A_READER) }, (_, reader) =>
      this.#read(randomNumbers(seed + 1_000 + reader)),
    )
    await Promise.all(agents.map((own, client) => this.#write(client, own, randomNumbers(seed + client))))
    this.#isOver = true
    await Promise.all(readers)
    const differences = await this.#differences()
    const { undecided } = this.#history
    return { writes: this.writes, reads: this.reads, violations: this.#violations, undecided, differences }
  }

  async #write(client: number, agents: Agent[], random: () => number): Promise<void> {
    while (this.#begun < this.options.writes && this.#violations.length < ENOUGH) {
      this.#begun++
      const agent = agents[Math.floor(random() * agents.length)] as Agent
      const skill = this.#anySkill(random)
      const effect = anyEffect(random)
      const since = this.#history.moment()
      this.#history.begin(client, agent.name, skill.id, effect)
      const answer = await this.sender.post('/api/ratings', { skill_id: skill.id, ...effect }, agent.key)
      const isFirst = this.#history.isFirst(client)
      // Whether a write that was not answered well was done, nobody knows: the run cannot go on from there.
      if (answer.status !== (isFirst ? 201 : 200))
        throw new Error(`a write was answered ${answer.status}: ${answer.text}`)
      const { claws, reliability, security, speed, agent_name } = answer.body.rating
      const shown = JSON.stringify([agent_name, { claws, reliability, security, speed }])
      if (shown !== JSON.stringify([agent.name, effect]))
        this.#violated('a write answered with another', answer)
      if (!this.#history.explainsOwn(client, since, answer.body.skill)) {
        this.#violated('the answer to a write shows aggregates that never were', answer)
      }
      this.#history.end(client)
      this.writes++
    }
  }

  async #read(random: () => number): Promise<void> {
    while (!this.#isOver && this.#violations.length < ENOUGH) {
      const isList = random() < 0.3
      const since = this.#history.moment()
      const path = isList
        ? `/api/skills?search=${this.#word}&limit=500`
        : `/api/skills/${this.#anySkill(random).slug}`
      const answer = await this.sender.get(path)
      const isExplained = answer.status === 200 && this.#explains(isList, since, answer)
      if (!isExplained) this.#violated(`GET ${path} shows what never was`, answer)
      this.reads++
    }
  }

  #explains(isList: boolean, since: Moment, { body }: Answer): boolean {
    return isList ? this.#history.explainsList(since, body.skills) : this.#history.explainsPage(since, body)
  }

  #violated(what: string, { status, text }: Answer): void {
    this.#violations.push(`${what}: ${status} ${text.slice(0, 2_000)}`)
  }

  /** What is not as the acknowledged writes leave it, and what the database itself says of its aggregates. */
  async #differences(): Promise<string[]> {
    const differences: string[] = []
    for (const { slug } of this.#skills) {
      const { text, body } = await this.sender.get(`/api/skills/${slug}`)
      if (!this.#history.explainsEnd(body)) differences.push(text.slice(0, 1_000))
    }
    if (this.options.databaseUrl === undefined) return differences
    const sql = postgres(this.options.databaseUrl, { max: 1 })
    const kept = await sql`select * from private.stats_differences()`.finally(() => sql.end())
    return [...differences, ...kept.map((row) => JSON.stringify(row))]
  }

  async #register(client: number): Promise<Agent[]> {
    const agents: Agent[] = []
    for (let i = 0; i < AGENTS_EACH; i++) {
      const name = `${this.#word} ${client}-${i}`
      const { status, body, text } = await this.sender.post('/api/register', { agent_name: name })
      if (status !== 201) throw new Error(`No agent could be registered: ${status} ${text}`)
      agents.push({ name, key: body.api_key })
    }
    return agents
  }

  async #submit(i: number, { key }: Agent): Promise<void> {
    const skill = { name: `${this.#word} ${i}`, description: 'Rated by many.', type: 'other' }
    const { status, body, text } = await this.sender.post('/api/skills', skill, key)
    if (status !== 201) throw new Error(`No skill could be submitted: ${status} ${text}`)
    this.#skills.push(body.skill)
    this.#history.addSkill(body.skill.id)
  }

  /** Half of the time one of the first three: where many meet, mistakes show. */
  #anySkill(random: () => number): { id: string; slug: string } {
    const among = random() < 0.5 ? 3 : this.#skills.length
    return this.#skills[Math.floor(random() * among)] as { id: string; slug: string }
  }
}

function anyEffect(random: () => number): Effect {
  const score = () => (random() < 0.3 ? null : Math.round(random() * 1_000) / 10)
  return { claws: 1 + Math.floor(random() * 5), reliability: score(), security: score(), speed: score() }
}
