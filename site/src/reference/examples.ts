import { absoluteApiUrl, request } from '../api/client.ts'
import type { SkillList, SkillLookup, SkillPage } from '../api/responses.ts'
import type { OpenApi, Operation } from './openapi.ts'

/** Values for the examples, by the name of the parameter or of the field. */
export type ExampleValues = Record<string, string>

/** What stands in for a key. */
export const KEY_PLACEHOLDER = 'claw_…'

/**
 * Values that this service knows, so that its examples work as they are: a skill, its newest rating and the agent that gave it. An
 * empty catalogue has none. The name to register is one that nobody has.
 *
 * @param document whose own examples are about a skill that the catalogue may have with ratings; otherwise, it is the most rated skill
 */
export async function findExampleValues(document: OpenApi, signal: AbortSignal): Promise<ExampleValues> {
  const values: ExampleValues = { agent_name: `Ada ${crypto.randomUUID().slice(0, 8)}` }
  const slug = (await documentedSkill(document, signal)) ?? (await mostRatedSkill(signal))
  if (slug === undefined) return values
  const skill = await request<SkillPage>('GET', `skills/${slug}`, { signal })
  const [rating] = skill.ratings
  return {
    ...values,
    skill: skill.slug,
    skill_name: skill.name,
    ...(rating && { rating: rating.id, agent: rating.agent_id }),
  }
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

/** The call of an operation as a command for a shell. */
export function curlCommand(
  { method, path, parameters, needsKey, body }: Operation,
  values: ExampleValues,
): string {
  const exampleOf = (name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example
    return values[name] ?? (example === undefined ? undefined : String(example))
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(exampleOf(name) ?? name))
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    const value = place === 'query' ? exampleOf(name) : undefined
    if (value !== undefined) query.set(name, value)
  }
  const url = absoluteApiUrl(filled.replace(/^\/api\/?/, '')).replace(/\/$/, '')
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(query.size > 0 ? `${url}?${query}` : url)}`,
    ...(needsKey ? [`-H ${quote(`x-api-key: ${KEY_PLACEHOLDER}`)}`] : []),
    ...(body
      ? [`-H ${quote('content-type: application/json')}`, `-d ${quote(json(body.example, values))}`]
      : []),
  ].join(' \\\n  ')
}

/** The example of a body, with the values of this service. */
function json(example: unknown, values: ExampleValues): string {
  return JSON.stringify(
    example,
    (name, value) => (typeof value === 'string' ? (values[name] ?? value) : value),
    2,
  )
}

/** A text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
