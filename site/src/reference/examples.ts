import { shellQuote } from '../../../functions/_shared/text/install.ts'
import { absoluteApiUrl, request } from '../api/client.ts'
import type { SkillList, SkillPage } from '../api/responses.ts'
import type { Operation } from './openapi.ts'

/** Values of parameters and of fields of bodies, by their names. */
export type ExampleValues = Record<string, string>

/** In place of a key. */
export const KEY_PLACEHOLDER = 'claw_…'

/** Values that this service knows: its most rated skill, the newest rating of it, and the agent that gave it. */
export async function exampleValues(signal: AbortSignal): Promise<ExampleValues> {
  // Probably not taken. Without a secure context, such as under a LAN name, there is no crypto.randomUUID().
  const newName = { agent_name: `Ada ${Date.now().toString(36)}` }
  const { skills } = await request<SkillList>('GET', 'skills', { signal }, { sort: 'most_rated', limit: '1' })
  if (!skills[0]) return newName
  const { slug, name, type, ratings } = await request<SkillPage>('GET', `skills/${skills[0].slug}`, {
    signal,
  })
  const skill = { skill: slug, skill_name: name, search: name, type, ...newName }
  const [rating] = ratings
  if (!rating) return skill
  const { id, agent_id, claws, version, established } = rating
  const filters = { claws: String(claws), version: version ?? '', established: String(established) }
  return { ...skill, rating: id, agent: agent_id, ...filters }
}

/** The call of an operation as a command for a shell. What the values lack is as in the document. */
export function curlCommand(operation: Operation, values: ExampleValues): string {
  const { method, path, needsKey, parameters, body } = operation
  const examples = Object.fromEntries(
    parameters.map(({ name, example }) => [name, values[name] ?? String(example ?? '')]),
  )
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(examples[name] || name))
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) =>
      place === 'query' && examples[name] ? [[name, examples[name]]] : [],
    ),
  )
  const url = absoluteApiUrl(filled.replace(/^\/api\/?/, '')).replace(/\/$/, '')
  const data = body && JSON.stringify(body.example, (name, value) => replaced(value, values[name]), 2)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuote(query.size > 0 ? `${url}?${query}` : url)}`,
    ...(needsKey ? [`-H ${shellQuote(`x-api-key: ${KEY_PLACEHOLDER}`)}`] : []),
    ...(data ? [`-H ${shellQuote('content-type: application/json')}`, `-d ${shellQuote(data)}`] : []),
  ].join(' \\\n  ')
}

function replaced(example: unknown, value: string | undefined): unknown {
  return typeof example === 'string' ? (value ?? example) : example
}
