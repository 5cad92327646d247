// What agents might do one after another, as commands of fast-check. Agents, skills and lists are chosen by a number, modulo how
// many there are, so that a shorter sequence of commands is still valid.
import fc from 'fast-check'
import { registryCommands } from '../../registry/fuzz.ts'
import {
  agentBody,
  anyBody,
  anyQuery,
  flagBody,
  hostileText,
  listQuery,
  MODEL_SORTS,
  mostly,
  ratingBody,
  skillBody,
} from './arbitraries.ts'
import { expectValid } from './assertions.ts'
import { Command } from './command.ts'
import type { Body, Caller, Model, Query } from './model.ts'
import type { Session } from './session.ts'

type By = number | 'no key' | 'unknown key'

export const registerAgent = (data: Body) =>
  new Command('create agent', data, async (model, session, body) => {
    model.registerAgent(body, await session.post('/api/register', body))
  })

export const submitSkill = (data: { by: By; body: Body }) =>
  new Command('create skill', data, async (model, session, { by, body }) => {
    const caller = callerOf(model, by)
    model.submitSkill(caller, body, await session.post('/api/skills', body, caller))
  })

/** A skill by its id, its name, or both; `unknown` is one that does not exist. */
type SkillReference = { id?: number | 'unknown'; name?: number | 'unknown' }

export const submitRating = (data: { by: By; skill: SkillReference; body: Body }) =>
  new Command('create rating', data, async (model, session, { by, skill, body }) => {
    const caller = callerOf(model, by)
    const { id, name } = skill
    const at = (number: number | 'unknown') => (number === 'unknown' ? undefined : pick(model.skills, number))
    // With both, mostly the same skill.
    const named = typeof id === 'number' ? id : name
    const all = {
      ...body,
      ...(id !== undefined && { skill_id: at(id)?.id ?? crypto.randomUUID() }),
      ...(name !== undefined && { skill_name: at(named ?? name)?.name ?? `${session.word} unknown` }),
    }
    model.submitRating(caller, all, await session.post('/api/ratings', all, caller))
  })

export const listSkills = (data: Query) =>
  new Command('list skills', data, async (model, session, query) => {
    model.listSkills(query, await session.get(`/api/skills?${new URLSearchParams(query)}`))
  })

export const ownRating = (data: { method: 'GET' | 'DELETE'; by: By; skill: number }) =>
  new Command('own rating', data, async (model, session, { method, by, skill }) => {
    const [caller, slug] = [callerOf(model, by), slugOf(model, session, skill)]
    const answer = await session.get(`/api/skills/${slug}/ratings/me`, caller, method)
    if (method === 'GET') model.getOwnRating(caller, slug, answer)
    else model.deleteOwnRating(caller, slug, answer)
  })

export const deleteMe = (data: { by: By }) =>
  new Command('delete account', data, async (model, session, { by }) => {
    const caller = callerOf(model, by)
    model.exportMe(caller, await session.get('/api/me/export', caller))
    model.deleteMe(caller, await session.get('/api/me', caller, 'DELETE'))
  })

export const exportMe = (data: { by: By }) =>
  new Command('export account', data, async (model, session, { by }) => {
    const caller = callerOf(model, by)
    model.exportMe(caller, await session.get('/api/me/export', caller))
  })

export const getSkill = (data: { skill: number; by: 'id' | 'ID' | 'slug' | 'unknown' }) =>
  new Command('get skill', data, async (model, session, { skill: number, by }) => {
    const skill = pick(model.skills, number)
    const references = skill && {
      id: skill.id,
      ID: skill.id.toUpperCase(),
      slug: skill.slug,
      unknown: `${skill.slug}-x`,
    }
    const reference = references?.[by] ?? session.word
    model.getSkill(reference, await session.get(`/api/skills/${reference}`))
    model.listSimilarSkills(reference, await session.get(`/api/skills/${reference}/similar`))
    model.listSkillVersions(reference, await session.get(`/api/skills/${reference}/versions`))
  })

export const getAgentLists = (data: { agent: number; by: 'id' | 'name' | 'unknown' }) =>
  new Command('lists of an agent', data, async (model, session, { agent: number, by }) => {
    const agent = pick(model.agents, number)
    const known = by !== 'unknown' && agent?.[by]
    // A client removes a segment of dots.
    const address = known && !/^\.+$/.test(known) ? known : `${session.word} nobody`
    const path = `/api/agents/${encodeURIComponent(address)}`
    model.listAgentRatings(address, await session.get(`${path}/ratings`))
    model.listAgentSkills(address, await session.get(`${path}/skills`))
  })

export const flagSkill = (data: { by: By; skill: number; body: Body }) =>
  new Command('flag skill', data, async (model, session, { by, skill, body }) => {
    const [caller, slug] = [callerOf(model, by), slugOf(model, session, skill)]
    model.flagSkill(caller, slug, body, await session.post(`/api/skills/${slug}/flag`, body, caller))
  })

const searchSkills = (queries: string[]) =>
  new Command('search', queries, async (_, session, queries) =>
    expectValid(await session.post('/api/search', { queries })),
  )

/** A request whose result the model does not know: only the rules for all responses apply. */
const anyRead = (path: string) =>
  new Command('read', path, async (_, session) => expectValid(await session.get(path)))

/** A body that is most likely no valid one, and never causes a 5xx. */
const postAnything = (data: { path: string; body: Uint8Array }) =>
  new Command('post', data, async (model, session, { path, body }) => {
    expectValid(await session.post(path, body, model.agents[0]))
  })

function callerOf(model: Model, by: By): Caller {
  return typeof by === 'number' ? (pick(model.agents, by) ?? 'unknown key') : by
}

function slugOf(model: Model, session: Session, number: number): string {
  return pick(model.skills, number)?.slug ?? `${session.word}-x`
}

function pick<T>(items: readonly T[], number: number): T | undefined {
  return items[number % items.length]
}

const by = mostly<By>(fc.nat(7), fc.constantFrom<By>('no key', 'unknown key'))
const skill = fc.nat(11)
const unknownOr = mostly<number | 'unknown'>(fc.nat(11), fc.constant('unknown' as const))
const rating = fc
  .record({
    by,
    body: ratingBody,
    skill: fc.record({ id: unknownOr, name: unknownOr }, { requiredKeys: [] }),
  })
  .map(submitRating)
/**
 * Sequences of commands; ratings and lists occur most often.
 * @param replayPath which commands of a sequence to run, as a failure printed it
 */
export const commands = (replayPath?: string) =>
  fc.commands(
    [
      agentBody.map(registerAgent),
      ...Array(2).fill(fc.record({ by, body: skillBody }).map(submitSkill)),
      ...Array(4).fill(rating),
      ...Array(2).fill(listQuery.map(listSkills)),
      fc.record({ method: fc.constantFrom('GET' as const, 'DELETE' as const), by, skill }).map(ownRating),
      fc.record({ by }).map(deleteMe),
      fc.record({ by }).map(exportMe),
      fc
        .record({
          skill,
          by: fc.constantFrom('id' as const, 'ID' as const, 'slug' as const, 'unknown' as const),
        })
        .map(getSkill),
      fc
        .record({
          agent: fc.nat(7),
          by: fc.constantFrom('id' as const, 'name' as const, 'unknown' as const),
        })
        .map(getAgentLists),
      fc.record({ by, skill, body: flagBody }).map(flagSkill),
      fc
        .record({
          path: fc.constantFrom('/api/register', '/api/skills', '/api/ratings', '/api/lookup', '/api/search'),
          body: anyBody,
        })
        .map(postAnything),
      fc.array(fc.oneof(hostileText, fc.constantFrom('ripgrep', 'cafe')), { maxLength: 4 }).map(searchSkills),
      anyQuery.chain((query) =>
        fc
          .constantFrom(
            `/api/skills?${query}`,
            `/api/sitemap.xml?${query}`,
            `/api/search?${query.replaceAll('search=', 'q=')}`,
            `/mcp/server-card?${query}`,
          )
          .map(anyRead),
      ),
      ...registryCommands,
      hostileText
        .map((text) => encodeURIComponent(text.toWellFormed()))
        .filter((path) => !/^\.*$/.test(path))
        .chain((path) => fc.constantFrom(path, `${path}/similar`, `${path}/versions`))
        .map((path) => anyRead(`/api/skills/${path}`)),
      hostileText
        .map((text) => encodeURIComponent(text.toWellFormed()))
        .filter((path) => !/^\.*$/.test(path))
        .chain((path) => fc.constantFrom(`${path}/ratings`, `${path}/skills?limit=1`))
        .map((path) => anyRead(`/api/agents/${path}`)),
    ] as fc.Arbitrary<Command>[],
    { maxCommands: 60, size: 'max', ...(replayPath && { replayPath }) },
  )

/** The commands before all others, without which most would only fail: agents, skills, and two skills with the same average. */
export const opening: Command[] = [
  ...['Ada', 'Grace', 'Linus'].map((name) => registerAgent({ agent_name: `~ ${name}` })),
  ...['ripgrep', 'Café', 'ripgrep 2', 'cafe!'].map((name, i) =>
    submitSkill({
      by: i,
      body: { name: `~ ${name}`, description: 'Finds lines.', type: i % 2 ? 'mcp' : 'other' },
    }),
  ),
  ...[
    [0, 0],
    [1, 0],
    [0, 1],
  ].map(([by = 0, id = 0]) => submitRating({ by, skill: { id }, body: { claws: 4 } })),
] as Command[]

/** The commands after all others: the lists in every order. */
export const ending: Command[] = MODEL_SORTS.map((sort) => listSkills({ search: '~', sort })) as Command[]
