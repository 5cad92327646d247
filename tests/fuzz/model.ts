import { ok } from 'node:assert/strict'
import { type Decimal, decimalOf, isMean, meanInBillionths, nearMean } from './decimals.ts'
import {
  expectFaults,
  expectProblem,
  expectSame,
  expectStatus,
  given,
  hasFaults,
  KEY,
  TIME,
  UUID,
} from './expect.ts'
import {
  clean,
  cleanOrNull,
  FLAG_RULES,
  foldOf,
  judge,
  judgeBody,
  keyOf,
  QUERY_RULES,
  RATING_QUERY_RULES,
  slugOf,
  trim,
} from './rules.ts'
import type { Answer } from './send.ts'

export type Body = Record<string, unknown>
export type Sort = 'top' | 'rating' | 'most_rated' | SubScoreName | 'newest' | 'name'
export type Query = Partial<Record<'type' | 'search' | 'sort' | 'limit' | 'cursor', string>>

export type RatingsQuery = Partial<Record<'sort' | 'claws' | 'limit', string>>

/** Who sends a request: an agent of the model, nobody (no key), or a stranger (a well-formed key that nobody has). */
export type Caller = ModelAgent | 'nobody' | 'stranger'

export interface ModelAgent {
  name: string
  key: string
}

export interface ModelSkill {
  id: string
  name: string
  slug: string
  description: string
  type: string
  url: string | null
  created_at: string
  /** By the name of the agent, in the order in which they were last given. */
  ratings: Map<string, ModelRating>
}

interface ModelRating {
  id: string
  claws: number
  reliability: number | null
  security: number | null
  speed: number | null
  commentary: string | null
  created_at: string
  updated_at: string
  /** When it was first flagged, by the name of the agent that did. */
  flags: Map<string, string>
}

/** A list that goes on: what was asked, and where the page before ended. */
export interface Walk {
  query: Query
  cursor: string
  /** The sort keys and id of its last skill; undefined when that was only the one put first for its name. */
  place: Place | undefined
  /** The skill that was put first for its name. */
  pinned: string | undefined
}

type Place = (number | bigint | string)[]

const SUB_SCORES = ['reliability', 'security', 'speed'] as const
type SubScoreName = (typeof SUB_SCORES)[number]

/**
 * The catalogue as the contract describes it, in memory: what a service with these agents, skills and ratings must answer.
 *
 * Each method takes a request and the answer that it got, throws where they do not fit, and remembers what the request did. Only what
 * no model can know (ids, keys, times) is taken from the answer, where its shape fits.
 */
export class Model {
  readonly agents: ModelAgent[] = []
  readonly skills: ModelSkill[] = []
  /** The lists that have a next page. */
  readonly walks: Walk[] = []

  /** POST /api/register */
  register(body: Body, answer: Answer) {
    const verdicts = judgeBody('/api/register', body)
    if (hasFaults(verdicts)) return expectFaults(answer, verdicts)
    const name = clean(body.agent_name as string)
    if (this.agents.some((agent) => keyOf(agent.name) === keyOf(name))) {
      return expectProblem(answer, 'agent_name_taken')
    }
    expectStatus(answer, 201)
    const { message, warning, api_key, agent } = answer.body
    expectSame(answer.body, {
      success: true,
      message: given(message, /./, 'message'),
      api_key: given(api_key, KEY, 'api_key'),
      warning: given(warning, /./, 'warning'),
      agent: {
        id: given(agent?.id, UUID, 'id'),
        agent_name: name,
        created_at: given(agent.created_at, TIME, 'created_at'),
      },
    })
    ok(message.includes(name), 'the welcome does not name the agent')
    expectSame(answer.headers['cache-control'], 'no-store')
    this.agents.push({ name, key: api_key })
  }

  /** POST /api/skills */
  submit(caller: Caller, body: Body, answer: Answer) {
    if (caller === 'nobody') return expectProblem(answer, 'missing_api_key')
    const verdicts = judgeBody('/api/skills', body)
    if (hasFaults(verdicts)) return expectFaults(answer, verdicts)
    if (caller === 'stranger') return expectProblem(answer, 'invalid_api_key')
    const name = clean(body.name as string)
    const holder = this.#named(name)
    if (holder) {
      expectProblem(answer, 'skill_name_taken')
      return expectSame(answer.body.skill, { id: holder.id, name: holder.name, slug: holder.slug })
    }
    expectStatus(answer, 201)
    const { message, skill } = answer.body
    const made: ModelSkill = {
      id: given(skill?.id, UUID, 'id'),
      name,
      slug: this.#freeSlug(name),
      description: clean(body.description as string),
      type: body.type as string,
      url: typeof body.url === 'string' ? trim(body.url) || null : null,
      created_at: given(skill.created_at, TIME, 'created_at'),
      ratings: new Map(),
    }
    expectSame(answer.body, {
      success: true,
      message: given(message, /./, 'message'),
      skill: shown(made, skill),
    })
    expectSame(answer.headers.location, `/functions/v1/api/skills/${made.slug}`)
    this.skills.push(made)
  }

  /** POST /api/ratings */
  rate(caller: Caller, body: Body, answer: Answer) {
    if (caller === 'nobody') return expectProblem(answer, 'missing_api_key')
    const verdicts = judgeBody('/api/ratings', body)
    if (hasFaults(verdicts)) return expectFaults(answer, verdicts)
    if (caller === 'stranger') return expectProblem(answer, 'invalid_api_key')
    const skill = this.#meant(body, answer)
    if (!skill) return

    const before = skill.ratings.get(caller.name)
    expectStatus(answer, before ? 200 : 201)
    const { message, rating } = answer.body
    const made: ModelRating = {
      id: before?.id ?? given(rating?.id, UUID, 'id'),
      claws: body.claws as number,
      reliability: numberOrNull(body.reliability),
      security: numberOrNull(body.security),
      speed: numberOrNull(body.speed),
      commentary: cleanOrNull(body.commentary),
      created_at: before?.created_at ?? given(rating.created_at, TIME, 'created_at'),
      updated_at: given(rating?.updated_at, TIME, 'updated_at'),
      flags: before?.flags ?? new Map(),
    }
    const isIdentical =
      before !== undefined &&
      (['claws', 'reliability', 'security', 'speed', 'commentary'] as const).every(
        (name) => made[name] === before[name],
      )
    if (!before) expectSame(made.updated_at, made.created_at)
    else if (isIdentical) expectSame(made.updated_at, before.updated_at)
    else ok(microseconds(made.updated_at) >= microseconds(before.updated_at), 'updated_at went back')
    // Deleted first, so that it becomes the last one; an identical rating changes nothing.
    if (!isIdentical) skill.ratings.delete(caller.name)
    skill.ratings.set(caller.name, made)
    expectSame(answer.body, {
      success: true,
      message: given(message, /./, 'message'),
      rating: review(skill, caller.name, made),
      skill: shown(skill, answer.body.skill),
    })
  }

  /** GET /api/skills, the first page. */
  list(query: Query, answer: Answer) {
    const verdicts = judge(QUERY_RULES, { limit: '100', ...defined(query) })
    // What is optional in a query is absent, never null; only a search may be empty.
    for (const name of ['type', 'sort', 'cursor'] as const) {
      if (query[name] === undefined) verdicts[name] = 'good'
    }
    if (hasFaults(verdicts)) return expectFaults(answer, verdicts)
    const search = cleanOrNull(query.search)
    const pinned = search === null ? undefined : this.#named(search)
    const isListed = pinned !== undefined && (query.type === undefined || pinned.type === query.type)
    this.#page(
      { query, cursor: '', place: undefined, pinned: isListed ? pinned.id : undefined },
      true,
      answer,
    )
  }

  /** GET /api/skills, a further page: the list of a walk, with its cursor. */
  next(walk: Walk, limit: string | undefined, answer: Answer): void {
    const { limit: _, ...query } = walk.query
    this.#page({ ...walk, query: limit === undefined ? query : { ...query, limit } }, false, answer)
  }

  /** GET /api/skills/{id or slug} */
  get(reference: string, answer: Answer) {
    const skill = this.skills.find(({ id, slug }) => id === reference.toLowerCase() || slug === reference)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    expectStatus(answer, 200)
    const ratings = [...skill.ratings]
    const count = (claws: number) => ratings.filter(([, rating]) => rating.claws === claws).length
    expectSame(answer.body, {
      ...shown(skill, answer.body),
      retired_at: null,
      rating_counts: { 1: count(1), 2: count(2), 3: count(3), 4: count(4), 5: count(5) },
      ratings: ratings
        .toReversed()
        .slice(0, 10)
        .map(([agent, rating]) => review(skill, agent, rating)),
    })
  }

  /** GET /api/skills/{id or slug}/ratings: the page after so many of them. */
  ratings(slug: string, query: RatingsQuery, seen: number, answer: Answer) {
    const verdicts = judge(RATING_QUERY_RULES, {
      ...{ sort: 'newest', claws: '1', limit: '100', cursor: 'A'.repeat(20) },
      ...query,
    })
    if (hasFaults(verdicts)) return expectFaults(answer, verdicts)
    const skill = this.#at(slug)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    const all = [...skill.ratings]
      .filter(([, { claws }]) => query.claws === undefined || claws === Number(query.claws))
      .sort(([, a], [, b]) => compare(placeOfRating(a, query.sort), placeOfRating(b, query.sort)))
    const page = all.slice(seen, seen + Math.min(Number(query.limit ?? 100), 500))
    const isLast = seen + page.length === all.length
    expectStatus(answer, 200)
    expectSame(answer.body, {
      ratings: page.map(([agent, rating]) => review(skill, agent, rating)),
      count: page.length,
      next_cursor: isLast ? null : given(answer.body.next_cursor, /^[\w-]+$/, 'next_cursor'),
    })
  }

  /** GET /api/skills/{id or slug}/ratings/me */
  ownRating(caller: Caller, slug: string, answer: Answer) {
    const own = this.#own(caller, slug, answer)
    if (!own) return
    expectStatus(answer, 200)
    expectSame(answer.body, review(own.skill, own.name, own.rating))
    expectSame(answer.headers['cache-control'], 'no-store')
  }

  /** DELETE /api/skills/{id or slug}/ratings/me */
  takeBack(caller: Caller, slug: string, answer: Answer) {
    const own = this.#own(caller, slug, answer)
    if (!own) return
    expectStatus(answer, 204)
    expectSame(answer.text, '')
    own.skill.ratings.delete(own.name)
  }

  /** The ids of the ratings of a skill. */
  ratingIds(slug: string): string[] {
    return [...(this.#at(slug)?.ratings.values() ?? [])].map(({ id }) => id)
  }

  /** POST /api/skills/{id or slug}/ratings/{rating id}/flag */
  flag(caller: Caller, slug: string, id: string, body: Body, answer: Answer) {
    if (caller === 'nobody') return expectProblem(answer, 'missing_api_key')
    const verdicts = judge(FLAG_RULES, body)
    if (hasFaults(verdicts)) return expectFaults(answer, verdicts)
    if (caller === 'stranger') return expectProblem(answer, 'invalid_api_key')
    const skill = this.#at(slug)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    const rating = [...skill.ratings.values()].find((one) => one.id === id)
    if (!rating) return expectProblem(answer, 'rating_not_found')
    const before = rating.flags.get(caller.name)
    expectStatus(answer, before === undefined ? 201 : 200)
    const created_at = before ?? given(answer.body.flag?.created_at, TIME, 'created_at')
    expectSame(answer.body, {
      success: true,
      message: given(answer.body.message, /./, 'message'),
      flag: { rating_id: id, reason: clean(body.reason as string), created_at },
    })
    rating.flags.set(caller.name, created_at)
  }

  #at(slug: string): ModelSkill | undefined {
    return this.skills.find((skill) => skill.slug === slug)
  }

  /** The rating of whoever calls; undefined when the answer had to be a refusal, which is then seen to be the right one. */
  #own(caller: Caller, slug: string, answer: Answer) {
    const skill = this.#at(slug)
    const refuse = (code: string) => void expectProblem(answer, code)
    if (caller === 'nobody') return refuse('missing_api_key')
    if (caller === 'stranger') return refuse('invalid_api_key')
    if (!skill) return refuse('skill_not_found')
    const rating = skill.ratings.get(caller.name)
    return rating ? { skill, name: caller.name, rating } : refuse('rating_not_found')
  }

  /** Everything in the order of a list, whatever stands first for its name. */
  #listed({ type, search, sort = 'top' }: Query): ModelSkill[] {
    const words = foldOf(cleanOrNull(search) ?? '').split(/\p{White_Space}+/u)
    return this.skills
      .filter((skill) => type === undefined || skill.type === type)
      .filter((skill) => words.every((word) => foldOf(`${skill.name}\n${skill.description}`).includes(word)))
      .sort((a, b) => compare(placeOf(a, sort as Sort), placeOf(b, sort as Sort)))
  }

  #page(walk: Walk, isFirst: boolean, answer: Answer): void {
    const { query, place, pinned } = walk
    const sort = (query.sort ?? 'top') as Sort
    const rest = this.#listed(query).filter(
      (skill) => skill.id !== pinned && (place === undefined || compare(placeOf(skill, sort), place) > 0),
    )
    const first = isFirst ? this.skills.filter(({ id }) => id === pinned) : []
    const size = Math.min(Number(query.limit ?? 100), 500)
    const page = [...first, ...rest].slice(0, size)
    const isLast = first.length + rest.length <= size

    expectStatus(answer, 200)
    const { skills, next_cursor } = answer.body
    expectSame(answer.body, {
      skills: page.map((skill, i) => shown(skill, skills?.[i])),
      count: page.length,
      next_cursor: isLast ? null : given(next_cursor, /^[\w-]+$/, 'next_cursor'),
    })
    if (isLast) return
    const last = page.at(-1)
    const here = last && last.id !== pinned ? placeOf(last, sort) : place
    this.walks.push({ query, cursor: next_cursor, place: here, pinned })
  }

  #named(name: string): ModelSkill | undefined {
    return this.skills.find((skill) => keyOf(skill.name) === keyOf(name))
  }

  /** The skill that a rating is for; undefined when the answer had to be a refusal, which is then seen to be the right one. */
  #meant(body: Body, answer: Answer): ModelSkill | undefined {
    const id = cleanOrNull(body.skill_id)?.toLowerCase()
    const name = cleanOrNull(body.skill_name)
    const byId = this.skills.find((skill) => skill.id === id)
    const byName = name === null ? undefined : this.#named(name)
    if (id !== undefined && name !== null) {
      if (byId && byId === byName) return byId
      expectFaults(answer, { skill_id: 'either', skill_name: 'either' })
      return undefined
    }
    if (byId ?? byName) return byId ?? byName
    expectProblem(answer, 'skill_not_found')
    const { suggestions } = answer.body
    if (name === null) expectSame(suggestions, undefined)
    else {
      ok(Array.isArray(suggestions) && suggestions.length <= 3, 'a name without suggestions')
      for (const { id, name, slug, ...more } of suggestions) {
        expectSame([typeof id, typeof name, typeof slug, more], ['string', 'string', 'string', {}])
      }
    }
    return undefined
  }

  #freeSlug(name: string): string {
    const taken = new Set(this.skills.map(({ slug }) => slug))
    const slug = slugOf(name)
    for (let n = 1; ; n++) {
      const attempt = n === 1 ? slug : `${slug}-${n}`
      if (!taken.has(attempt)) return attempt
    }
  }
}

function defined(query: Query): Query {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

function numberOrNull(value: unknown): number | null {
  // JSON may hold -0, which is 0 to everybody else.
  return typeof value === 'number' ? value + 0 : null
}

function sumOf(skill: ModelSkill): number {
  let sum = 0
  for (const { claws } of skill.ratings.values()) sum += claws
  return sum
}

/** The average in tenths, half rounded up, in whole numbers all the way. */
export function averageTenths(sum: number, count: number): number {
  return count === 0 ? 0 : Math.floor((sum * 20 + count) / (count * 2))
}

/** The Bayesian average to nine decimals, in billionths; 0 when unrated. */
export function scoreOf(sum: number, count: number): bigint {
  return count === 0 ? 0n : ((BigInt(sum) + 15n) * 1_000_000_000n) / (BigInt(count) + 5n)
}

/**
 * A skill as every answer shows it.
 * @param answered how this answer does, for means that no JSON number is exactly
 */
function shown({ ratings, created_at, ...skill }: ModelSkill, answered: Body | undefined) {
  const sum = sumOf({ ratings, created_at, ...skill })
  const means = answered?.sub_scores as Record<SubScoreName, { mean?: unknown }> | undefined
  return {
    ...skill,
    avg_claws: averageTenths(sum, ratings.size) / 10,
    total_ratings: ratings.size,
    sub_scores: Object.fromEntries(
      SUB_SCORES.map((name) => [name, subScore(scoresOf(ratings, name), means?.[name]?.mean)]),
    ),
    created_at,
    updated_at: created_at,
  }
}

function review(skill: ModelSkill, agent_name: string, { flags: _, ...rating }: ModelRating) {
  return { skill_id: skill.id, agent_name, ...rating }
}

/** Where a rating stands: by the first thing that differs, each compared downwards. */
function placeOfRating({ claws, updated_at, id }: ModelRating, sort = 'newest'): Place {
  const time = microseconds(updated_at)
  switch (sort) {
    case 'highest':
      return [claws, time, id]
    case 'lowest':
      return [-claws, time, id]
    case 'oldest':
      return [-time, upsideDown(id)]
    default:
      return [time, id]
  }
}

/** The sum of the scores that were given, and how many they are. */
function scoresOf(ratings: ModelSkill['ratings'], name: SubScoreName): { sum: Decimal; count: number } {
  const scores = [...ratings.values()].map((rating) => rating[name]).filter((score) => score !== null)
  return { sum: scores.reduce<Decimal>((sum, score) => sum + decimalOf(score), 0n), count: scores.length }
}

function subScore({ sum, count }: { sum: Decimal; count: number }, mean: unknown) {
  // A quotient need not be a number that JSON can write exactly: near enough is the same.
  return { mean: isMean(mean, sum, count) ? mean : nearMean(sum, count), count }
}

/** Microseconds since 1970. */
function microseconds(time: string): bigint {
  const fraction = (/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(6, '0')
  return BigInt(Date.parse(time.replace(/\.\d+/, ''))) * 1_000n + BigInt(fraction)
}

/** Where a skill stands: by the first thing that differs, each compared downwards. */
function placeOf(skill: ModelSkill, sort: Sort): Place {
  const count = skill.ratings.size
  const sum = sumOf(skill)
  switch (sort) {
    case 'top':
      return [scoreOf(sum, count), skill.id]
    case 'rating':
      return [averageTenths(sum, count), count, skill.id]
    case 'most_rated':
      return [count, scoreOf(sum, count), skill.id]
    case 'reliability':
    case 'security':
    case 'speed': {
      const { sum, count } = scoresOf(skill.ratings, sort)
      return [meanInBillionths(sum, count), count, skill.id]
    }
    case 'newest':
      return [microseconds(skill.created_at), skill.id]
    case 'name':
      // Names go upwards; bytes of UTF-8 are in the order of code points, which UTF-16 is not.
      return [upsideDown(keyOf(skill.name))]
  }
}

function upsideDown(key: string): string {
  const characters = Array.from(Buffer.from(key), (byte) => String.fromCharCode(0xffff - byte))
  // What is longer comes after what it begins with, and so downwards before it.
  return `${characters.join('')}\uffff`
}

/** Negative when the first place comes before the second. */
function compare(a: Place, b: Place): number {
  for (const [i, value] of a.entries()) {
    const other = b[i] as typeof value
    if (value > other) return -1
    if (value < other) return 1
  }
  return 0
}
