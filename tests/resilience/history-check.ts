// What the history checker knows of the writes of a run, and how it tells whether an answer could have been given.
import { type Decimal, decimalOf, isMean } from '../fuzz/decimals.ts'
import { averageTenths, scoreOf } from '../fuzz/model.ts'

/** What a rating adds to a skill. */
export interface Effect {
  claws: number
  reliability: number | null
  security: number | null
  speed: number | null
}

/** One write of a client: an agent of its own rates a skill, in place of what it gave before. */
interface Write {
  agent: string
  skill: string
  before: Effect | undefined
  after: Effect
}

/** The moment at which a request was sent: how many writes of each client had been answered by then. */
export type Moment = readonly number[]

/** A skill as a list shows it. */
export interface ShownSkill {
  id: string
  avg_claws: number
  total_ratings: number
  sub_scores: Record<string, { mean: number | null; count: number }>
}

/** A skill as its page shows it. */
export interface ShownPage extends ShownSkill {
  rating_counts: Record<string, number>
  ratings: (Effect & { agent_name: string; updated_at: string })[]
}

/** Of so many states, at most, it is seen whether they explain an answer: a read that took long had very many. */
const MOST_LOOKS = 100_000

const SUB_SCORES = ['reliability', 'security', 'speed'] as const

/** The ratings of one skill, added up. */
class Aggregates {
  readonly claws = [0, 0, 0, 0, 0]
  readonly scores = SUB_SCORES.map(() => ({ sum: 0n as Decimal, count: 0 }))

  add(effect: Effect | undefined, sign: 1 | -1): this {
    if (!effect) return this
    this.claws[effect.claws - 1] = (this.claws[effect.claws - 1] as number) + sign
    for (const [i, name] of SUB_SCORES.entries()) {
      const score = effect[name]
      const total = this.scores[i]
      if (score === null || !total) continue
      total.sum += BigInt(sign) * decimalOf(score)
      total.count += sign
    }
    return this
  }

  copy(): Aggregates {
    const copy = new Aggregates()
    for (const [i, count] of this.claws.entries()) copy.claws[i] = count
    for (const [i, score] of this.scores.entries()) Object.assign(copy.scores[i] as object, score)
    return copy
  }

  get total(): number {
    return this.claws.reduce((sum, count) => sum + count, 0)
  }

  get sum(): number {
    return this.claws.reduce((sum, count, i) => sum + count * (i + 1), 0)
  }

  get score(): bigint {
    return scoreOf(this.sum, this.total)
  }

  explains({ total_ratings, avg_claws, sub_scores }: Omit<ShownSkill, 'id'>): boolean {
    return (
      total_ratings === this.total &&
      avg_claws === averageTenths(this.sum, this.total) / 10 &&
      SUB_SCORES.every((name, i) => {
        const { sum, count } = this.scores[i] as { sum: Decimal; count: number }
        const shown = sub_scores[name]
        return shown?.count === count && isMean(shown.mean, sum, count)
      })
    )
  }

  explainsPage(page: Omit<ShownPage, 'ratings'>): boolean {
    return this.explains(page) && this.claws.every((count, i) => page.rating_counts[i + 1] === count)
  }
}

/** A state of the service that a read may have seen: all writes that began, but for the last few of some clients. */
interface State {
  aggregates(skill: string): Aggregates
  rating(agent: string, skill: string): Effect | undefined
}

/**
 * The history of a run in which each client writes one rating after another, in the names of agents of its own, while others read.
 *
 * A read may have seen every write that was answered before it was sent, and, of those under way while it was, a beginning of each
 * client's: what a client wrote first was committed first. No other state explains an answer. The same holds for what a
 * write's own answer shows of its skill, where that write is the last of its client's and is seen.
 *
 * A client must not write again before its last write was answered.
 */
export class History {
  readonly #clients: Write[][]
  readonly #answered: number[]
  /** How many answers had too many possible states to look at them all; none was found to explain them. */
  undecided = 0
  /** With every write that began. */
  readonly #now = new Map<string, Aggregates>()
  readonly #ratings = new Map<string, Effect>()

  constructor(clients: number) {
    this.#clients = Array.from({ length: clients }, () => [])
    this.#answered = this.#clients.map(() => 0)
  }

  /** Takes a skill in, unrated. */
  addSkill(id: string): void {
    this.#now.set(id, new Aggregates())
  }

  /** A client is about to send this write. */
  begin(client: number, agent: string, skill: string, after: Effect): void {
    const name = `${agent} ${skill}`
    const write = { agent, skill, before: this.#ratings.get(name), after }
    this.#writesOf(client).push(write)
    this.#ratings.set(name, after)
    this.#at(skill).add(write.before, -1).add(after, 1)
  }

  /** The client's last write was answered with a success. */
  end(client: number): void {
    this.#answered[client] = this.#writesOf(client).length
  }

  /** Now, for a read that is about to be sent. */
  moment(): Moment {
    return [...this.#answered]
  }

  /** Whether the client's last write was the first of this agent for this skill: a 201 and not a 200. */
  isFirst(client: number): boolean {
    return this.#writesOf(client).at(-1)?.before === undefined
  }

  /** Whether what the answer to a client's last write shows of its skill could be so. Ask before {@link end}. */
  explainsOwn(client: number, since: Moment, shown: ShownSkill): boolean {
    return this.#some(since, [shown.id], (state) => state.aggregates(shown.id).explains(shown), client)
  }

  /** Whether a page of a skill, asked for at this moment, could be so. */
  explainsPage(since: Moment, page: ShownPage): boolean {
    const listed = Math.min(10, page.total_ratings)
    const times = page.ratings.map(({ updated_at }) => Date.parse(updated_at))
    if (page.ratings.length !== listed || times.some((time, i) => time > (times[i - 1] ?? time))) return false
    return this.#some(
      since,
      [page.id],
      (state) =>
        state.aggregates(page.id).explainsPage(page) &&
        page.ratings.every((rating) => isSame(state.rating(rating.agent_name, page.id), rating)),
    )
  }

  /** Whether a list of every skill in the default order, asked for at this moment, could be so. */
  explainsList(since: Moment, skills: ShownSkill[]): boolean {
    if (skills.length !== this.#now.size || skills.some(({ id }) => !this.#now.has(id))) return false
    const touched = new Set(
      this.#clients.flatMap((writes, client) => writes.slice(since[client])).map(({ skill }) => skill),
    )
    const [moving, still] = [
      skills.filter(({ id }) => touched.has(id)),
      skills.filter(({ id }) => !touched.has(id)),
    ]
    if (!still.every((skill) => this.#at(skill.id).explains(skill))) return false
    return this.#some(since, [...touched], (state) => {
      if (!moving.every((skill) => state.aggregates(skill.id).explains(skill))) return false
      const places = skills.map(({ id }) => ({ id, score: state.aggregates(id).score }))
      return places.every((place, i) => i === 0 || isBefore(places[i - 1] as typeof place, place))
    })
  }

  /** Whether a page shows exactly what all writes that were answered come to, counted anew; for the end of a run. */
  explainsEnd(page: Omit<ShownPage, 'ratings'>): boolean {
    const last = new Map<string, Effect>()
    for (const writes of this.#clients) {
      for (const { agent, skill, after } of writes) if (skill === page.id) last.set(agent, after)
    }
    const aggregates = new Aggregates()
    for (const effect of last.values()) aggregates.add(effect, 1)
    return aggregates.explainsPage(page)
  }

  #writesOf(client: number): Write[] {
    return this.#clients[client] as Write[]
  }

  #at(skill: string): Aggregates {
    const aggregates = this.#now.get(skill)
    if (!aggregates) throw new Error(`No skill ${skill} in this history.`)
    return aggregates
  }

  /**
   * Whether a state that was possible since the moment fits, as far as these skills go.
   * @param own a client that saw its own write: none of its writes is left out
   */
  #some(since: Moment, skills: string[], fits: (state: State) => boolean, own?: number): boolean {
    const uncertain = this.#clients
      .map((writes, client) => (client === own ? [] : writes.slice(since[client])))
      .map((writes) => writes.filter(({ skill }) => skills.includes(skill)))
      .filter((writes) => writes.length > 0)
    let looks = 0
    const isFound = leavingOut(uncertain, [], (unseen) => ++looks > MOST_LOOKS || fits(this.#without(unseen)))
    if (looks > MOST_LOOKS) this.undecided++
    return isFound
  }

  #without(unseen: Write[]): State {
    return {
      aggregates: (skill) => {
        const later = unseen.filter((write) => write.skill === skill)
        const aggregates = later.length === 0 ? this.#at(skill) : this.#at(skill).copy()
        for (const { before, after } of later) aggregates.add(after, -1).add(before, 1)
        return aggregates
      },
      rating: (agent, skill) => {
        const first = unseen.find((write) => write.agent === agent && write.skill === skill)
        return first ? first.before : this.#ratings.get(`${agent} ${skill}`)
      },
    }
  }
}

/** Tries every choice of an end of each client's writes; whether one of them fits. */
function leavingOut(clients: Write[][], unseen: Write[], fits: (unseen: Write[]) => boolean): boolean {
  const [writes, ...others] = clients
  if (!writes) return fits(unseen)
  for (let seen = writes.length; seen >= 0; seen--) {
    if (leavingOut(others, [...unseen, ...writes.slice(seen)], fits)) return true
  }
  return false
}

function isSame(one: Effect | undefined, other: Effect): boolean {
  return one?.claws === other.claws && SUB_SCORES.every((name) => one[name] === other[name])
}

/** Whether a skill stands before another: by its score, then by its id, both downwards. */
function isBefore(one: { id: string; score: bigint }, other: { id: string; score: bigint }): boolean {
  return one.score === other.score ? one.id > other.id : one.score > other.score
}
