import { shellQuote } from '../../../functions/_shared/text/install.ts'
import { absoluteApiUrl, request } from '../api/client.ts'
import type { SkillList, SkillLookup, SkillPage } from '../api/responses.ts'
import type { OpenApi, Operation } from './openapi.ts'

/** Values of this service for the examples. */
export interface ExampleValues {
  /** By the name of the parameter; an empty one leaves it out. */
  parameters: Record<string, string>
  /** By the name of the field. */
  body: Record<string, string>
}

/** In place of a key. */
export const KEY_PLACEHOLDER = 'claw_…'

/**
 * Values that this service knows, so that its examples work as they are and find something: a skill, its newest rating and the agent
 * that gave it. What an empty catalogue lacks, or a failed request, stays as in the document.
 *
 * @param document whose own examples are about a skill that the catalogue may have with ratings; otherwise, it is the most rated skill
 */
export async function exampleValues(document: OpenApi, signal: AbortSignal): Promise<ExampleValues> {
  // A name that is probably not taken.
  const body = { agent_name: `Ada ${crypto.randomUUID().slice(0, 8)}` }
  const skill = await exampleSkill(document, signal).catch(() => undefined)
  if (!skill) return { parameters: {}, body }
  const [rating] = skill.ratings
  return {
    parameters: {
      skill: skill.slug,
      type: skill.type,
      search: skill.name,
      ...(rating && {
        rating: rating.id,
        agent: rating.agent_id,
        claws: String(rating.claws),
        version: rating.version ?? '',
        established: String(rating.established),
      }),
    },
    body: { ...body, skill_name: skill.name },
  }
}

async function exampleSkill(document: OpenApi, signal: AbortSignal): Promise<SkillPage | undefined> {
  const slug = (await documentedSkill(document, signal)) ?? (await mostRatedSkill(signal))
  return slug === undefined ? undefined : request<SkillPage>('GET', `skills/${slug}`, { signal })
}

async function documentedSkill({ components }: OpenApi, signal: AbortSignal): Promise<string | undefined> {
  const parameter = Object.values(components.parameters).find(({ name }) => name === 'skill')
  const body = { identifiers: [String(parameter?.example)] }
  const { results } = await request<SkillLookup>('POST', 'lookup', { signal, body })
  return results[0]?.skills.find(({ total_ratings }) => total_ratings > 0)?.slug
}

async function mostRatedSkill(signal: AbortSignal): Promise<string | undefined> {
  const { skills } = await request<SkillList>('GET', 'skills', { signal }, { sort: 'most_rated', limit: '1' })
  return skills[0]?.slug
}

/** The value of a parameter in examples: one of this service, else that of the document. */
export function exampleOf(
  { parameters }: Operation,
  name: string,
  values: ExampleValues,
): string | undefined {
  const example = parameters.find((parameter) => parameter.name === name)?.example
  return values.parameters[name] ?? (example === undefined ? undefined : String(example))
}

/** The path of an operation below /api, with its query. Empty parameters are left out. */
export function pathOf(
  { path, parameters }: Operation,
  textOf: (name: string) => string | undefined,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(name) ?? name))
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    const value = place === 'query' ? textOf(name) : undefined
    if (value) query.set(name, value)
  }
  const below = filled.replace(/^\/api\/?/, '')
  return query.size > 0 ? `${below}?${query}` : below
}

/** The call of an operation as a command for a shell. */
export function curlCommand(operation: Operation, values: ExampleValues): string {
  const { method, needsKey, body } = operation
  const path = pathOf(operation, (name) => exampleOf(operation, name, values))
  const url = absoluteApiUrl(path).replace(/\/$/, '')
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(url)}`,
    ...(needsKey ? [`-H ${shellQuote(`x-api-key: ${KEY_PLACEHOLDER}`)}`] : []),
    ...(body
      ? [
          `-H ${shellQuote('content-type: application/json')}`,
          `-d ${shellQuote(json(body.example, values.body))}`,
        ]
      : []),
  ].join(' \\\n  ')
}

/** The example of a body, with the values of this service. */
function json(example: unknown, values: ExampleValues['body']): string {
  return JSON.stringify(
    example,
    (name, value) => (typeof value === 'string' ? (values[name] ?? value) : value),
    2,
  )
}
