import { z } from 'zod'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../functions/_shared/errors.ts'
import { ProblemDocument } from '../../functions/_shared/schemas/responses.ts'
import { problems } from './examples.ts'
import {
  type HeaderName,
  headers,
  parameters,
  pathParameters,
  queryParameters,
  servers,
} from './parameters.ts'
import { about, whatToDo } from './prose.ts'
import { problemsOf, type Route, routes, type Success, tags } from './routes.ts'
import { componentSchemas, type Json, ref, refTo } from './schemas.ts'

/** The OpenAPI 3.1 document of the API. @param version of the project */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  const refusals: Refusals = { schemas: {}, responses: {} }
  for (const route of routes) {
    const named = pathParameters(route.path)
    paths[route.path] = {
      ...(named.length > 0 && { parameters: named }),
      ...paths[route.path],
      [route.method]: operation(route, refusals),
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Skill Rating Service',
      version,
      description: about,
      contact: { name: 'Skill Rating Service maintainers' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(
        routes.flatMap(({ body }) => body?.schema ?? []),
        refusals.schemas,
      ),
      responses: refusals.responses,
      examples: Object.fromEntries(
        [...new Set(routes.flatMap(problemsOf))].map((code) => [code, { value: problems[code] }]),
      ),
      headers,
      parameters,
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The API key, `claw_…`.' },
        Bearer: { type: 'http', scheme: 'bearer', description: 'The same API key, as a bearer token.' },
      },
    },
  }
}

function operation(route: Route, refusals: Refusals): Json {
  const { operationId, tag, summary, description, key, query, body, conditional, success } = route
  const given = [
    ...(query ? queryParameters(query) : []),
    ...(conditional ? [ref('parameters', 'IfNoneMatch')] : []),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: key ? [{ ApiKey: [] }, { Bearer: [] }] : [],
    ...(given.length > 0 && { parameters: given }),
    ...(body && {
      requestBody: {
        required: !body.optional,
        content: { 'application/json': { schema: refTo(body.schema), example: body.example } },
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(success).map(([status, answer]) => [status, response(answer)])),
      ...(conditional && {
        304: {
          description: 'Nothing has changed since If-None-Match.',
          headers: headerRefs(success[200]?.headers),
        },
      }),
      ...refused(problemsOf(route), refusals),
    },
  }
}

function response({ description, body, example, headers: names, links }: Success): Json {
  const answer = { description, headers: headerRefs(names), ...(links && { links }) }
  if (!body) return answer
  const { mediaType, schema } =
    body instanceof z.ZodType ? { mediaType: 'application/json', schema: refTo(body) } : body
  return { ...answer, content: { [mediaType]: { schema, example } } }
}

function headerRefs(names: HeaderName[] = []): Json {
  const all: HeaderName[] = ['X-Request-Id', ...names]
  return Object.fromEntries(all.map((name) => [name, ref('headers', name)]))
}

/** The components that problems become, by the same names. */
type Refusals = { schemas: Record<string, z.ZodType>; responses: Record<string, Json> }

/** The answers to what is refused, one for each status; each kind is written once among the components. */
function refused(codes: ProblemCode[], { schemas, responses }: Refusals): Record<string, Json> {
  const statuses = [...new Set(codes.map((code) => PROBLEMS[code][0]))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      // In one order, so that the same codes make the same component.
      const those = PROBLEM_CODES.filter((code) => codes.includes(code) && PROBLEMS[code][0] === status)
      const name = `${those.map(inPascalCase).join('Or')}Problem`
      schemas[name] ??= problemSchema(status, those)
      responses[name] ??= refusal(status, those, ref('schemas', name))
      return [status, ref('responses', name)]
    }),
  )
}

function inPascalCase(code: ProblemCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The members that only some problems have. */
const MEMBERS: Record<'errors' | 'skill' | 'suggestions', ProblemCode[]> = {
  errors: ['invalid_request', 'agent_name_taken', 'skill_name_taken'],
  skill: ['skill_name_taken'],
  suggestions: ['skill_not_found'],
}

/** A plain object, so that generators need not merge anything. */
function problemSchema(status: number, codes: ProblemCode[]): z.ZodType {
  const { errors, skill, suggestions, ...everywhere } = ProblemDocument.shape
  const has = (member: keyof typeof MEMBERS) => codes.some((code) => MEMBERS[member].includes(code))
  return z.object({
    ...everywhere,
    status: z.literal(status),
    code: z.enum(codes).describe(everywhere.code.description ?? ''),
    ...(has('errors') && { errors }),
    ...(has('skill') && { skill }),
    ...(has('suggestions') && { suggestions }),
  })
}

function refusal(status: number, codes: ProblemCode[], schema: Json): Json {
  const names: HeaderName[] =
    status === 401 ? ['WWW-Authenticate'] : status === 429 || status === 503 ? ['Retry-After'] : []
  const examples = Object.fromEntries(codes.map((code) => [code, ref('examples', code)]))
  return {
    description: codes.map((code) => `\`${code}\`: ${whatToDo[code]}`).join('\n\n'),
    headers: headerRefs(names),
    content: { 'application/problem+json': { schema, examples } },
  }
}
