import { deepStrictEqual as expectSame, ok } from 'node:assert/strict'
import type { z } from 'zod'
import {
  RatingInput,
  RegistrationInput,
  SkillInput,
  SkillQuery,
} from '../../functions/_shared/schemas/requests.ts'
import { bayesianAverage } from '../support/bayesian-average.ts'
import {
  type Answer,
  expectInvalid,
  expectProblem,
  expectStatus,
  given,
  KEY,
  TIME,
  UUID,
} from './assertions.ts'
import { type Decimal, decimalOf, isMean, nearMean } from './decimals.ts'
import { keyOf, slugOf } from './names.ts'

export type Body = Record<string, unknown>
export type Sort = 'top' | 'rating' | 'most_rated' | SubScoreName | 'newest' | 'name'
/** A search is always for a word that all skills of the model contain: the other rules of searching have tests of their own. */
export type Query = { search: string; sort: string } & Partial<Record<'type' | 'limit', string>>

/** An agent of the model, or a request without a key or with an unknown key. */
export type Caller = ModelAgent | 'no key' | 'unknown key'

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
  submitted_by: string
  created_at: string
  /** By the name of the agent, in the order of their last change. */
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
}

/** A list that has a next page. */
export interface OpenList {
  query: Query
  cursor: string
  /** The sort keys and id of the last skill so far. */
  position: SortKey
}

type SortKey = (number | bigint | string)[]

const SUB_SCORES = ['reliability', 'security', 'speed'] as const
type SubScoreName = (typeof SUB_SCORES)[number]

/**
 * The catalogue as the contract describes it, in memory. Each method gets a request and its response, throws when they do not
 * fit, and records what the request changed. Ids, keys and times are taken from the response.
 */
export class Model {
  readonly agents: ModelAgent[] = []
  readonly skills: ModelSkill[] = []
  readonly openLists: OpenList[] = []

  /** POST /api/register */
  createAgent(body: Body, answer: Answer) {
    const input = parsed(RegistrationInput, body, answer)
    if (!input) return
    const name = input.agent_name
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
    ok(message.includes(name), 'the message does not name the agent')
    expectSame(answer.headers.get('cache-control'), 'no-store')
    this.agents.push({ name, key: api_key })
  }

  /** POST /api/skills */
  createSkill(caller: Caller, body: Body, answer: Answer) {
    if (caller === 'no key') return expectProblem(answer, 'missing_api_key')
    const input = parsed(SkillInput, body, answer)
    if (!input) return
    if (caller === 'unknown key') return expectProblem(answer, 'invalid_api_key')
    const { name, description, type, url = null } = input
    const holder = this.#named(name)
    if (holder) {
      expectProblem(answer, 'skill_name_taken')
      return expectSame(answer.body.skill, { id: holder.id, name: holder.name, slug: holder.slug })
    }
    expectStatus(answer, 201)
    const { message, skill } = answer.body
    const created: ModelSkill = {
      id: given(skill?.id, UUID, 'id'),
      name,
      slug: this.#freeSlug(name),
      ...{ description, type, url, submitted_by: caller.name },
      created_at: given(skill.created_at, TIME, 'created_at'),
      ratings: new Map(),
    }
    expectSame(answer.body, {
      success: true,
      message: given(message, /./, 'message'),
      skill: shown(created, skill),
    })
    expectSame(answer.headers.get('location'), `/functions/v1/api/skills/${created.slug}`)
    this.skills.push(created)
  }

  /** POST /api/ratings */
  createRating(caller: Caller, body: Body, answer: Answer) {
    if (caller === 'no key') return expectProblem(answer, 'missing_api_key')
    const input = parsed(RatingInput, body, answer)
    if (!input) return
    if (caller === 'unknown key') return expectProblem(answer, 'invalid_api_key')
    const skill = this.#ratedSkill(input, answer)
    if (!skill) return

    const before = skill.ratings.get(caller.name)
    expectStatus(answer, before ? 200 : 201)
    const { message, rating } = answer.body
    const after: ModelRating = {
      id: before?.id ?? given(rating?.id, UUID, 'id'),
      claws: input.claws,
      reliability: input.reliability ?? null,
      security: input.security ?? null,
      speed: input.speed ?? null,
      commentary: input.commentary ?? null,
      created_at: before?.created_at ?? given(rating.created_at, TIME, 'created_at'),
      updated_at: given(rating?.updated_at, TIME, 'updated_at'),
    }
    const isIdentical =
      before !== undefined &&
      (['claws', 'reliability', 'security', 'speed', 'commentary'] as const).every(
        (name) => after[name] === before[name],
      )
    if (!before) expectSame(after.updated_at, after.created_at)
    else if (isIdentical) expectSame(after.updated_at, before.updated_at)
    else ok(microseconds(after.updated_at) >= microseconds(before.updated_at), 'updated_at went back')
    // A replaced rating moves to the end; an identical one changes nothing.
    if (!isIdentical) skill.ratings.delete(caller.name)
    skill.ratings.set(caller.name, after)
    expectSame(answer.body, {
      success: true,
      message: given(message, /./, 'message'),
      rating: ratingOf(skill, caller.name, after),
      skill: shown(skill, answer.body.skill),
    })
  }

  /** GET /api/skills: the first page. */
  listSkills(query: Query, answer: Answer) {
    if (parsed(SkillQuery, query, answer)) this.#expectPage(query, undefined, answer)
  }

  /** GET /api/skills with a cursor. */
  nextPage({ query, position }: OpenList, answer: Answer) {
    this.#expectPage(query, position, answer)
  }

  /** GET /api/skills/{id or slug} */
  getSkill(reference: string, answer: Answer) {
    const skill = this.skills.find(({ id, slug }) => id === reference.toLowerCase() || slug === reference)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    expectStatus(answer, 200)
    const ratings = [...skill.ratings]
    const count = (claws: number) => ratings.filter(([, rating]) => rating.claws === claws).length
    expectSame(answer.body, {
      ...shown(skill, answer.body),
      retired_at: null,
      rating_counts: { 1: count(1), 2: count(2), 3: count(3), 4: count(4), 5: count(5) },
      // No agent of the model is a week old.
      established_ratings: 0,
      submitted_by: skill.submitted_by,
      // Depends on the month; tests/database/standing.test.ts has it.
      rating_history: answer.body.rating_history,
      ratings: ratings
        .toReversed()
        .slice(0, 10)
        .map(([agent, rating]) => ratingOf(skill, agent, rating)),
    })
  }

  /** GET /api/skills/{id or slug}/ratings/me */
  getOwnRating(caller: Caller, slug: string, answer: Answer) {
    const own = this.#own(caller, slug, answer)
    if (!own) return
    expectStatus(answer, 200)
    expectSame(answer.body, ratingOf(own.skill, own.name, own.rating))
    expectSame(answer.headers.get('cache-control'), 'no-store')
  }

  /** DELETE /api/skills/{id or slug}/ratings/me */
  deleteRating(caller: Caller, slug: string, answer: Answer) {
    const own = this.#own(caller, slug, answer)
    if (!own) return
    expectStatus(answer, 204)
    expectSame(answer.text, '')
    own.skill.ratings.delete(own.name)
  }

  #bySlug(slug: string): ModelSkill | undefined {
    return this.skills.find((skill) => skill.slug === slug)
  }

  /** The caller's rating; without one, checks the error. */
  #own(caller: Caller, slug: string, answer: Answer) {
    const skill = this.#bySlug(slug)
    const expectError = (code: string) => void expectProblem(answer, code)
    if (caller === 'no key') return expectError('missing_api_key')
    if (caller === 'unknown key') return expectError('invalid_api_key')
    if (!skill) return expectError('skill_not_found')
    const rating = skill.ratings.get(caller.name)
    return rating ? { skill, name: caller.name, rating } : expectError('rating_not_found')
  }

  #expectPage(query: Query, position: SortKey | undefined, answer: Answer): void {
    const { type, sort, limit = '100' } = query
    const rest = this.skills
      .filter((skill) => type === undefined || skill.type === type)
      .map((skill) => ({ skill, key: sortKeyOf(skill, sort as Sort) }))
      .filter(({ key }) => position === undefined || compare(key, position) > 0)
      .sort((a, b) => compare(a.key, b.key))
    const page = rest.slice(0, Math.min(Number(limit), 500))
    const isLast = page.length === rest.length

    expectStatus(answer, 200)
    const { skills, next_cursor, did_you_mean = null } = answer.body
    expectSame(did_you_mean, null)
    expectSame(
      { ...answer.body, did_you_mean },
      {
        skills: page.map(({ skill }, i) => shown(skill, skills?.[i])),
        count: page.length,
        next_cursor: isLast ? null : given(next_cursor, /^[\w-]+$/, 'next_cursor'),
        did_you_mean,
      },
    )
    const last = page.at(-1)
    if (!isLast && last) this.openLists.push({ query, cursor: next_cursor, position: last.key })
  }

  #named(name: string): ModelSkill | undefined {
    return this.skills.find((skill) => keyOf(skill.name) === keyOf(name))
  }

  /** The skill that a rating is for; without one, checks the error. */
  #ratedSkill(input: z.output<typeof RatingInput>, answer: Answer): ModelSkill | undefined {
    const id = input.skill_id?.toLowerCase()
    const name = input.skill_name ?? null
    const byId = this.skills.find((skill) => skill.id === id)
    const byName = name === null ? undefined : this.#named(name)
    if (id !== undefined && name !== null) {
      if (byId && byId === byName) return byId
      expectProblem(answer, 'invalid_request')
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

/** The input as the service reads it; without one, checks the errors. */
function parsed<T extends z.ZodType>(schema: T, sent: Body, answer: Answer): z.output<T> | undefined {
  const { data, error } = schema.safeParse(JSON.parse(JSON.stringify(sent)))
  if (error) expectInvalid(answer, ...error.issues.map(({ path: [field = ''] }) => field))
  return data
}

function sumOf(skill: Pick<ModelSkill, 'ratings'>): number {
  let sum = 0
  for (const { claws } of skill.ratings.values()) sum += claws
  return sum
}

/** The average in tenths, half rounded up. */
function averageTenths(sum: number, count: number): number {
  return count === 0 ? 0 : Math.floor((sum * 20 + count) / (count * 2))
}

/** A skill as every response shows it; `answered` supplies the means that JSON cannot write exactly. */
function shown({ ratings, created_at, submitted_by, ...skill }: ModelSkill, answered: Body | undefined) {
  const sum = sumOf({ ratings })
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

function ratingOf(skill: ModelSkill, agent_name: string, rating: ModelRating) {
  return { skill_id: skill.id, agent_name, ...rating, established: false }
}

/** The sum and the number of the scores. */
function scoresOf(ratings: ModelSkill['ratings'], name: SubScoreName): { sum: Decimal; count: number } {
  const scores = [...ratings.values()].map((rating) => rating[name]).filter((score) => score !== null)
  return { sum: scores.reduce<Decimal>((sum, score) => sum + decimalOf(score), 0n), count: scores.length }
}

function subScore({ sum, count }: { sum: Decimal; count: number }, mean: unknown) {
  return { mean: isMean(mean, sum, count) ? mean : nearMean(sum, count), count }
}

/** Microseconds since 1970. */
function microseconds(time: string): bigint {
  const fraction = (/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(6, '0')
  return BigInt(Date.parse(time.replace(/\.\d+/, ''))) * 1_000n + BigInt(fraction)
}

/** Compared from the first element on, larger first. */
function sortKeyOf(skill: ModelSkill, sort: Sort): SortKey {
  const count = skill.ratings.size
  const sum = sumOf(skill)
  switch (sort) {
    case 'top':
      return [bayesianAverage(count, BigInt(sum), 3), skill.id]
    case 'rating':
      return [averageTenths(sum, count), count, skill.id]
    case 'most_rated':
      return [count, bayesianAverage(count, BigInt(sum), 3), skill.id]
    case 'reliability':
    case 'security':
    case 'speed': {
      const { sum, count } = scoresOf(skill.ratings, sort)
      return [bayesianAverage(count, sum, 50, decimalOf(1)), skill.id]
    }
    case 'newest':
      return [microseconds(skill.created_at), skill.id]
    case 'name':
      // Ascending by code point, which is the order of UTF-8 but not of UTF-16.
      return [reversed(keyOf(skill.name))]
  }
}

function reversed(key: string): string {
  const characters = Array.from(Buffer.from(key), (byte) => String.fromCharCode(0xffff - byte))
  // A longer name follows the name that it starts with.
  return `${characters.join('')}\uffff`
}

/** Negative when the first comes before the second. */
function compare(a: SortKey, b: SortKey): number {
  for (const [i, value] of a.entries()) {
    const other = b[i] as typeof value
    if (value > other) return -1
    if (value < other) return 1
  }
  return 0
}
