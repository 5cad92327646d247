import { deepStrictEqual as expectSame, ok } from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { MAX_LIMIT, perSubScore } from '../../../functions/_shared/schemas/options.ts'
import {
  FlagSkillInput,
  ListSkillsQuery,
  LookupSkillsInput,
  RegisterAgentInput,
  SubmitRatingInput,
  SubmitSkillInput,
} from '../../../functions/_shared/schemas/requests.ts'
import type { Rating, Skill } from '../../support/api.ts'
import { NO_EVIDENCE } from '../../support/evidence.ts'
import { type Answer, expectInvalid, expectProblem, expectStatus } from './assertions.ts'

export type Body = Record<string, unknown>
/** A search is always for a word that all skills of the model contain: the other rules of searching have tests of their own. */
export type Query = { search: string; sort: string } & Partial<Record<'type' | 'limit', string>>

/** An agent of the model, or a request without a key or with an unknown key. */
export type Caller = ModelAgent | 'no key' | 'unknown key'

export type ModelAgent = { id: string; name: string; key: string }
type ModelRating = Omit<Rating, 'skill_id' | 'agent_name' | 'established'>
export type ModelSkill = Omit<
  Skill,
  | 'avg_claws'
  | 'total_ratings'
  | 'established_ratings'
  | 'established_mean'
  | 'sub_scores'
  | 'last_rated_at'
  | 'updated_at'
> & {
  /** Null after the deletion of the agent. */
  submitted_by: string | null
  submitted_by_id: string | null
  /** By the name of the agent, in the order of their last change. */
  ratings: Map<string, ModelRating>
}

/**
 * The catalogue as the contract describes it, in memory. Each method gets a request and its response, throws when they do not
 * fit, and records what the request changed. Ids, slugs, keys and times are taken from the response.
 */
export class Model {
  readonly agents: ModelAgent[] = []
  /** The comparison keys of the names of deleted agents. */
  readonly #deletedNames = new Set<string>()
  readonly skills: ModelSkill[] = []
  /** The times of the flags of skills, by skill and agent. */
  readonly #flags = new Map<string, string>()

  /** POST /api/register */
  registerAgent(body: Body, answer: Answer) {
    const input = parsed(RegisterAgentInput, body, answer)
    if (!input) return
    const name = input.agent_name
    if (hasInvalidCharacters(name)) return expectInvalid(answer, 'agent_name')
    if (
      this.#deletedNames.has(keyOf(name)) ||
      this.agents.some((agent) => keyOf(agent.name) === keyOf(name))
    ) {
      return expectProblem(answer, 'agent_name_taken')
    }
    expectStatus(answer, 201)
    const { message, api_key, agent } = answer.body
    expectSame(agent.agent_name, name)
    ok(message.includes(name), 'the message does not name the agent')
    expectSame(answer.headers.get('cache-control'), 'no-store')
    this.agents.push({ id: agent.id, name, key: api_key })
  }

  /** POST /api/skills */
  submitSkill(caller: Caller, body: Body, answer: Answer) {
    if (caller === 'no key') return expectProblem(answer, 'missing_api_key')
    const input = parsed(SubmitSkillInput, body, answer)
    if (!input) return
    if (caller === 'unknown key') return expectProblem(answer, 'invalid_api_key')
    const { name, description, type, url = null } = input
    if (hasInvalidCharacters(name)) return expectInvalid(answer, 'name')
    const holder = this.#named(name)
    if (holder) {
      expectProblem(answer, 'skill_name_taken')
      return expectSame(answer.body.skill, { id: holder.id, name: holder.name, slug: holder.slug })
    }
    expectStatus(answer, 201)
    const { skill } = answer.body
    const { id, slug, created_at } = skill
    ok(!this.#bySlug(slug), `another skill has the slug ${slug}`)
    const created: ModelSkill = {
      id,
      name,
      slug,
      description,
      type,
      url,
      created_at,
      submitted_by: caller.name,
      submitted_by_id: caller.id,
      ratings: new Map(),
    }
    expectSame(skill, shown(created, skill))
    ok(answer.body.same_identifier.length <= 3)
    expectSame(answer.headers.get('location'), `/functions/v1/api/skills/${created.slug}`)
    this.skills.push(created)
  }

  /** POST /api/ratings */
  submitRating(caller: Caller, body: Body, answer: Answer) {
    if (caller === 'no key') return expectProblem(answer, 'missing_api_key')
    const input = parsed(SubmitRatingInput, body, answer)
    if (!input) return
    if (caller === 'unknown key') return expectProblem(answer, 'invalid_api_key')
    const skill = this.#ratedSkill(input, answer)
    if (!skill) return

    const before = skill.ratings.get(caller.name)
    expectStatus(answer, before ? 200 : 201)
    const { rating } = answer.body
    const after: ModelRating = {
      agent_id: caller.id,
      id: before?.id ?? rating.id,
      claws: input.claws,
      ...perSubScore((name) => input[name] ?? null),
      commentary: input.commentary ?? null,
      version: cleanVersion(input.version),
      observed_calls: input.observed_calls ?? null,
      observed_failures: input.observed_failures ?? null,
      proved_by: null,
      created_at: before?.created_at ?? rating.created_at,
      updated_at: rating.updated_at,
    }
    const isIdentical = before && isDeepStrictEqual({ ...after, updated_at: before.updated_at }, before)
    if (!before) expectSame(after.updated_at, after.created_at)
    else if (isIdentical) expectSame(after.updated_at, before.updated_at)
    else ok(after.updated_at >= before.updated_at, 'updated_at went back')
    // A replaced rating moves to the end; an identical one changes nothing.
    if (!isIdentical) skill.ratings.delete(caller.name)
    skill.ratings.set(caller.name, after)
    expectSame(rating, ratingOf(skill, caller.name, after))
    expectSame(answer.body.skill, shown(skill, answer.body.skill))
  }

  /** GET /api/skills; tests/database/search/catalogue.test.ts has the orders and the pages. */
  listSkills(query: Query, answer: Answer) {
    if (!parsed(ListSkillsQuery, query, answer)) return
    expectStatus(answer, 200)
    const { type, limit = '100' } = query
    const all = this.skills.filter((skill) => type === undefined || skill.type === type)
    const { skills, count } = answer.body as { skills: Skill[]; count: number }
    expectSame([count, skills.length], Array(2).fill(Math.min(all.length, Number(limit), MAX_LIMIT)))
    expectSame(new Set(skills.map(({ id }) => id)).size, count)
    for (const skill of skills) {
      const known = all.find(({ id }) => id === skill.id)
      expectSame(skill, known && shown(known, skill))
    }
  }

  /** GET /api/skills/{id or slug} */
  getSkill(reference: string, answer: Answer) {
    const skill = this.skills.find(({ id, slug }) => id === reference.toLowerCase() || slug === reference)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    expectStatus(answer, 200)
    const ratings = [...skill.ratings]
    expectSame(answer.body, {
      ...shown(skill, answer.body),
      retired_at: null,
      changed_at: null,
      established_since_change: 0,
      rating_counts: answer.body.rating_counts,
      evidence: NO_EVIDENCE,
      // Which identifiers belong together is not modelled.
      identifiers: answer.body.identifiers,
      submitted_by: skill.submitted_by,
      submitted_by_id: skill.submitted_by_id,
      source_status: null,
      source_version: null,
      publisher: null,
      last_rated_version: null,
      for_version: null,
      install: null,
      // Depends on the month; tests/database/ratings/standing.test.ts has it.
      rating_history: answer.body.rating_history,
      ratings: ratings
        .toReversed()
        .slice(0, 10)
        .map(([agent, rating]) => ratingOf(skill, agent, rating)),
    })
  }

  /** GET /api/skills/{id or slug}/similar: which skills are similar is not modelled. */
  listSimilarSkills(reference: string, answer: Answer) {
    const skill = this.skills.find(({ id, slug }) => id === reference.toLowerCase() || slug === reference)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    expectStatus(answer, 200)
    const { skills } = answer.body as { skills: Skill[] }
    ok(skills.length <= 10 && skills.every(({ id }) => id !== skill.id))
    for (const similar of skills) {
      const known = this.skills.find(({ id }) => id === similar.id)
      if (known) expectSame(similar, shown(known, similar))
    }
  }

  /** GET /api/skills/{id or slug}/versions */
  listSkillVersions(reference: string, answer: Answer) {
    const skill = this.skills.find(({ id, slug }) => id === reference.toLowerCase() || slug === reference)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    expectStatus(answer, 200)
    // The last changed first.
    const ratings = [...skill.ratings.values()].filter(({ version }) => version !== null).toReversed()
    const versions = new Set(ratings.map(({ version }) => version))
    expectSame(
      answer.body.versions.map(({ version }: { version: string }) => version),
      [...versions],
    )
  }

  /** POST /api/lookup, of texts that are neither package URLs nor URLs. */
  lookupSkills(body: Body, answer: Answer) {
    const input = parsed(LookupSkillsInput, body, answer)
    if (!input) return
    expectStatus(answer, 200)
    const { results } = answer.body
    expectSame(
      results.map((result: { identifier: string }) => result.identifier),
      input.identifiers,
    )
    for (const { identifier, status, skills } of results) {
      const byId = this.skills.find(({ id }) => id === identifier.toLowerCase())
      const known = byId ? [byId] : [this.#bySlug(keyOf(identifier)), this.#named(identifier)]
      const ids = new Set(known.flatMap((skill) => skill?.id ?? []))
      const found = skills.map(({ id }: Skill) => id)
      if (ids.size > 0) expectSame([status, found], ['found', [...ids]])
    }
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
  deleteOwnRating(caller: Caller, slug: string, answer: Answer) {
    const own = this.#own(caller, slug, answer)
    if (!own) return
    expectStatus(answer, 204)
    expectSame(answer.text, '')
    own.skill.ratings.delete(own.name)
  }

  /** DELETE /api/me */
  deleteMe(caller: Caller, answer: Answer) {
    if (caller === 'no key') return expectProblem(answer, 'missing_api_key')
    if (caller === 'unknown key') return expectProblem(answer, 'invalid_api_key')
    expectStatus(answer, 204)
    expectSame(answer.text, '')
    this.#deletedNames.add(keyOf(caller.name))
    this.agents.splice(this.agents.indexOf(caller), 1)
    for (const skill of this.skills) {
      skill.ratings.delete(caller.name)
      if (skill.submitted_by_id === caller.id)
        Object.assign(skill, { submitted_by: null, submitted_by_id: null })
    }
  }

  /** GET /api/me/export, of a few entries. */
  exportMe(caller: Caller, answer: Answer) {
    if (caller === 'no key') return expectProblem(answer, 'missing_api_key')
    if (caller === 'unknown key') return expectProblem(answer, 'invalid_api_key')
    expectStatus(answer, 200)
    const { agent, skills, ratings, next_cursor } = answer.body
    expectSame(
      [agent.id, agent.agent_name, agent.keys.length, next_cursor],
      [caller.id, caller.name, 1, null],
    )
    const submitted = this.skills.filter(({ submitted_by_id }) => submitted_by_id === caller.id)
    expectSame(
      skills.map(({ id }: Skill) => id),
      submitted.map(({ id }) => id),
    )
    const rated = this.skills.flatMap((skill) => {
      const rating = skill.ratings.get(caller.name)
      const { id, name, slug } = skill
      return rating
        ? [{ ...ratingOf(skill, caller.name, rating), hidden_at: null, skill: { id, name, slug } }]
        : []
    })
    const byId = (one: Rating, other: Rating) => (one.id < other.id ? -1 : 1)
    expectSame(ratings.toSorted(byId), rated.toSorted(byId))
  }

  /** GET /api/agents/{id or name}/ratings */
  listAgentRatings(address: string, answer: Answer) {
    const agent = this.#agent(address)
    if (!agent) return expectProblem(answer, 'agent_not_found')
    expectStatus(answer, 200)
    const expected = this.skills.flatMap((skill) => {
      const rating = skill.ratings.get(agent.name)
      const { id, name, slug } = skill
      return rating ? [{ ...ratingOf(skill, agent.name, rating), skill: { id, name, slug } }] : []
    })
    expectSame(answer.body.ratings, lastUpdatedFirst(expected))
    expectSame([answer.body.count, answer.body.next_cursor], [expected.length, null])
  }

  /** GET /api/agents/{id or name}/skills */
  listAgentSkills(address: string, answer: Answer) {
    const agent = this.#agent(address)
    if (!agent) return expectProblem(answer, 'agent_not_found')
    expectStatus(answer, 200)
    const { skills, count } = answer.body as { skills: Skill[]; count: number }
    const submitted = this.skills.filter((skill) => skill.submitted_by_id === agent.id)
    const expected = submitted.map((skill) => {
      const answered = skills.find(({ id }) => id === skill.id)
      ok(answered, `the list lacks ${skill.slug}`)
      return shown(skill, answered)
    })
    expectSame([skills, count], [lastUpdatedFirst(expected), expected.length])
  }

  /** POST /api/skills/{id or slug}/flag */
  flagSkill(caller: Caller, slug: string, body: Body, answer: Answer) {
    if (caller === 'no key') return expectProblem(answer, 'missing_api_key')
    const input = parsed(FlagSkillInput, body, answer)
    if (!input) return
    if (caller === 'unknown key') return expectProblem(answer, 'invalid_api_key')
    const skill = this.#bySlug(slug)
    if (!skill) return expectProblem(answer, 'skill_not_found')
    const key = `${skill.id} ${caller.id}`
    const flaggedAt = this.#flags.get(key)
    const flags = [...this.#flags.keys()].filter((flag) => flag.endsWith(caller.id)).length
    if (flaggedAt === undefined && flags >= 20) return expectProblem(answer, 'too_many_flags')
    expectStatus(answer, flaggedAt === undefined ? 201 : 200)
    const { created_at } = answer.body.flag
    expectSame(answer.body.flag, { skill_id: skill.id, reason: input.reason, created_at })
    if (flaggedAt !== undefined) expectSame(created_at, flaggedAt)
    this.#flags.set(key, created_at)
  }

  #agent(address: string): ModelAgent | undefined {
    return this.agents.find(({ id, name }) => id === address || name === address)
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

  #named(name: string): ModelSkill | undefined {
    return this.skills.find((skill) => keyOf(skill.name) === keyOf(name))
  }

  /** The skill that a rating is for; without one, checks the error. */
  #ratedSkill(input: z.output<typeof SubmitRatingInput>, answer: Answer): ModelSkill | undefined {
    const id = input.skill_id?.toLowerCase()
    const name = input.skill_name ?? null
    const byId = this.skills.find((skill) => skill.id === id)
    const byName = name === null ? undefined : (this.#named(name) ?? this.#bySlug(keyOf(name)))
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
    }
    return undefined
  }
}

// Joiners and variation selectors.
const INVISIBLE = /\u200C|\u200D|[\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu

/** The comparison key of a name, independently of sql/; exact for the generated names. */
function keyOf(name: string): string {
  const visible = name.normalize('NFKC').replace(INVISIBLE, '')
  // Unicode's simple mapping: one character for one.
  return Array.from(visible, (character) => Array.from(character.toLowerCase())[0])
    .join('')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim()
}

/** Whether a name has invisible characters or mixes scripts in a word, as far as arbitraries.ts makes such names: only SQL has the rules. */
function hasInvalidCharacters(name: string): boolean {
  const words = name.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return (
    /[\t\u00AD\u200B\u202E\uFEFF]/.test(name) ||
    words.some((word) => /\p{Script=Greek}/u.test(word) && /[\p{Script=Latin}\p{Script=Han}]/u.test(word))
  )
}

/** The input as the service reads it; without one, checks the errors. */
function parsed<T extends z.ZodType>(schema: T, sent: Body, answer: Answer): z.output<T> | undefined {
  const { data, error } = schema.safeParse(JSON.parse(JSON.stringify(sent)))
  if (error) expectInvalid(answer, ...error.issues.map(({ path }) => path.join('.')))
  return data
}

/** A skill as every response shows it. What is counted of its ratings is as it was answered: tests/database/ratings/rating-model.ts has a model. */
function shown({ ratings, ...skill }: ModelSkill, answered: Skill) {
  const { avg_claws, established_ratings, established_mean, sub_scores, last_rated_at } = answered
  const { submitted_by: _name, submitted_by_id: _id, ...fields } = skill
  return {
    ...fields,
    avg_claws,
    total_ratings: ratings.size,
    established_ratings,
    established_mean,
    sub_scores,
    last_rated_at,
    updated_at: skill.created_at,
  }
}

/** Two versions that look the same are one: NFKC, without invisible characters. */
function cleanVersion(version: string | null | undefined): string | null {
  return (
    version
      ?.normalize('NFKC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .trim() || null
  )
}

/** Microseconds are compared as text: all times are in one format. */
function lastUpdatedFirst<Item extends { id: string; updated_at: string }>(items: Item[]): Item[] {
  const key = ({ updated_at, id }: Item) => `${updated_at} ${id}`
  return items.toSorted((one, other) => (key(one) < key(other) ? 1 : -1))
}

function ratingOf(skill: ModelSkill, agent_name: string, rating: ModelRating) {
  return { skill_id: skill.id, agent_name, ...rating, established: false }
}
