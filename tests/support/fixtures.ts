// Agents, skills and ratings for tests, created through the API, and values to send.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { wellFormedKey } from '../../scripts/support/well-formed-key.ts'
import {
  get,
  post,
  type Rating,
  type RatingList,
  type RegisteredAgent,
  type Skill,
  type SkillList,
  type SkillPage,
  type SubmittedRating,
  type SubmittedSkill,
} from './api.ts'
import type { HttpResponse } from './http-client.ts'

type Fields = Record<string, unknown>
type Parameters = Record<string, string | number>

export interface Agent {
  id: string
  name: string
  key: string
}

/** Registers an agent with a new name. */
export async function newAgent(fields: Fields = {}): Promise<Agent> {
  const { status, body } = await post<RegisteredAgent>('/api/register', {
    agent_name: uniqueWord(),
    ...fields,
  })
  expect(status).toBe(201)
  return { id: body.agent.id, name: body.agent.agent_name, key: body.api_key }
}

export function newAgents(count: number): Promise<Agent[]> {
  return inParallel(Array(count).fill(0), () => newAgent())
}

let agent: Promise<Agent> | undefined

/** One agent per test file, for tests that only need a valid key. */
export function sharedAgent(): Promise<Agent> {
  agent ??= newAgent()
  return agent
}

/** Submits a skill with a new name in the name of {@link sharedAgent}. */
export async function submitSkill<Body = SubmittedSkill>(fields: Fields = {}): Promise<HttpResponse<Body>> {
  const { key } = await sharedAgent()
  return post<Body>(
    '/api/skills',
    { name: uniqueWord(), description: 'Does one thing.', type: 'other', ...fields },
    { key },
  )
}

/** Submits a skill and expects 201. */
export async function newSkill(fields: Fields = {}): Promise<Skill> {
  const { status, body } = await submitSkill(fields)
  expect(status).toBe(201)
  return body.skill
}

/** Creates or replaces the agent's rating. */
export function submitRating<Body = SubmittedRating>(
  agent: Pick<Agent, 'key'>,
  fields: Fields,
): Promise<HttpResponse<Body>> {
  return post<Body>('/api/ratings', fields, { key: agent.key })
}

/** A new agent's rating of a new skill. */
export async function newRating(
  fields: Fields = {},
): Promise<{ agent: Agent; skill: Skill; rating: Rating }> {
  const [agent, skill] = await Promise.all([newAgent(), newSkill()])
  const { status, body } = await submitRating(agent, { skill_id: skill.id, claws: 4, ...fields })
  expect(status).toBe(201)
  return { agent, skill, rating: body.rating }
}

/** A skill by its id or slug. */
export function getSkill(skill: string): Promise<SkillPage> {
  return getOk<SkillPage>(`/api/skills/${skill}`)
}

export function listSkills(parameters: Parameters): Promise<SkillList> {
  return getOk<SkillList>(`/api/skills?${query(parameters)}`)
}

/** The ratings of a skill, given by its id or slug. */
export function listRatings(skill: string, parameters: Parameters = {}): Promise<RatingList> {
  return getOk<RatingList>(`/api/skills/${skill}/ratings?${query(parameters)}`)
}

async function getOk<Body>(path: string): Promise<Body> {
  const { status, body } = await get<Body>(path)
  expect(status).toBe(200)
  return body
}

function query(parameters: Parameters): string {
  return String(new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])))
}

/** Runs the task for every item, 16 at a time, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  task: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await task(item, index)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
  return results
}

/** A word that occurs nowhere else in the catalogue: a letter, then letters and digits. */
export function uniqueWord(): string {
  return `w${randomUUID().replaceAll('-', '').slice(0, 15)}`
}

/** A well-formed key that no agent has. */
export function unknownKey(): string {
  return wellFormedKey()
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** RFC 3339, in UTC. */
export const UTC_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/
export const API_KEY = /^claw_[0-9a-f]{56}$/
