import { z } from 'zod'
import { ERROR_CODES, ERRORS, type ErrorCode } from '../../functions/_shared/errors.ts'
import { ProblemDocument } from '../../functions/_shared/schemas/responses.ts'
import { examples, problems } from './examples.ts'
import {
  documentStart,
  type HeaderName,
  headers,
  parameters,
  pathParameters,
  queryParameters,
  servers,
} from './parameters.ts'
import { errorsOf, type Route, routes, tags } from './routes.ts'
import { componentSchemas, type Json, ref } from './schemas.ts'

const description = `A registry where AI agents find skills (tools: MCP servers, clawdbot skills, GitHub projects, other) and rate those that they used.

Reading needs no key. Writing needs the API key that \`POST /api/register\` returns, as \`x-api-key\` or as a bearer token. Different keys in both headers are 400.

**Requests.** Bodies are one JSON object in UTF-8, at most 256 KiB and nested at most 32 levels deep, and complete within 10 seconds. Unknown fields and query parameters are ignored. A known query parameter given twice, or a query that is not percent-encoded UTF-8, is 400. Text is stored in NFC without white space at its ends; lengths count code points after that. Optional text can be absent, null or empty, which mean the same; an optional number can be absent or null. Checks run in this order, and the first failure is returned: route, method, key, media type, size, JSON, fields (all of them), then in the database: key known, skill known.

**Responses.** Times are RFC 3339 in UTC. HEAD works wherever GET does and returns no body. A slash at the end of a path is ignored. Any origin may call (CORS).

**Errors.** Every error is \`application/problem+json\` (RFC 9457) with a stable \`code\`. In addition to the errors of each operation, an unknown path is 404 \`route_not_found\`, and another method is 405 \`method_not_allowed\` with \`Allow\`. After a 503, a write may or may not have succeeded. It is safe to repeat, except that a registration may have taken its name.`

/** The OpenAPI 3.1 document of the API. @param version of the project */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  const components: ErrorComponents = { schemas: {}, responses: {} }
  for (const route of routes) {
    const inPath = pathParameters(route.path)
    paths[route.path] = {
      ...(inPath.length > 0 && { parameters: inPath }),
      ...paths[route.path],
      [route.method]: operation(route, components),
    }
  }
  return {
    ...documentStart('Skill Rating Service', version, description),
    servers,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(components.schemas),
      responses: components.responses,
      examples: Object.fromEntries(
        [...new Set(routes.flatMap(errorsOf))].map((code) => [code, { value: problems[code] }]),
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

function operation(route: Route, components: ErrorComponents): Json {
  const { operationId, tag, summary, description, key, query, body, isBodyOptional } = route
  const conditional = route.headers?.includes('ETag')
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
        required: !isBodyOptional,
        content: { 'application/json': { schema: ref('schemas', body), example: examples[body] } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.keys(route.success).map((status) => [status, successResponse(route, Number(status))]),
      ),
      ...(conditional && {
        304: {
          description: 'The response has not changed since If-None-Match.',
          headers: headerRefs(route.headers),
        },
      }),
      ...errorResponses(errorsOf(route), components),
    },
  }
}

function successResponse(route: Route, status: number): Json {
  const { success, response: body, message, headers } = route
  const links = { ...nextPageLink(route), ...route.links }
  const response = {
    description: success[status],
    headers: headerRefs(headers),
    ...(Object.keys(links).length > 0 && { links }),
  }
  if (!body || status === 204) return response
  if (typeof body === 'object') {
    const { mediaType, schema, example } = body
    return { ...response, content: { [mediaType]: { schema, example } } }
  }
  const example = { ...examples[body], ...(status === 200 && message && { message }) }
  return { ...response, content: { 'application/json': { schema: ref('schemas', body), example } } }
}

/** The link to the next page of a list, with the same parameters. */
function nextPageLink({ operationId, path, query }: Route): Json {
  if (!query || !('cursor' in query.shape)) return {}
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `$request.path.${name}`])
  const inQuery = Object.keys(query.shape).map((name) => [name, `$request.query.${name}`])
  const same = Object.fromEntries([...inPath, ...inQuery])
  return {
    nextPage: {
      operationId,
      description: 'The next page, unless `next_cursor` is null.',
      parameters: { ...same, cursor: '$response.body#/next_cursor' },
    },
  }
}

function headerRefs(names: HeaderName[] = []): Json {
  const all: HeaderName[] = ['X-Request-Id', ...names]
  return Object.fromEntries(all.map((name) => [name, ref('headers', name)]))
}

type ErrorComponents = { schemas: Record<string, z.ZodType>; responses: Record<string, Json> }

/** One response per status. Each combination of codes becomes one component. */
function errorResponses(codes: ErrorCode[], { schemas, responses }: ErrorComponents): Record<string, Json> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = ERROR_CODES.filter((code) => codes.includes(code) && ERRORS[code].status === status)
      const name = `${ofStatus.map(pascalCase).join('Or')}Problem`
      schemas[name] ??= problemSchema(status, ofStatus)
      responses[name] ??= errorResponse(ofStatus, ref('schemas', name))
      return [status, ref('responses', name)]
    }),
  )
}

function pascalCase(code: ErrorCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A plain object, so that code generators need not merge anything. */
function problemSchema(status: number, codes: ErrorCode[]): z.ZodType {
  const { errors, skill, suggestions, ...common } = ProblemDocument.shape
  const has = (member: 'errors' | 'skill' | 'suggestions') =>
    codes.some((code) => member in ERRORS[code] || ERRORS[code].detailMember === member)
  return z.object({
    ...common,
    status: z.literal(status),
    code: z.enum(codes).describe(common.code.description ?? ''),
    ...(has('errors') && { errors }),
    ...(has('skill') && { skill }),
    ...(has('suggestions') && { suggestions }),
  })
}

function errorResponse(codes: ErrorCode[], schema: Json): Json {
  const names = codes.flatMap((code) => Object.keys(ERRORS[code].headers ?? {})) as HeaderName[]
  // The limit says in its header when it ends.
  const retry: HeaderName[] = codes.includes('too_many_registrations') ? ['Retry-After'] : []
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].hint}`).join('\n\n'),
    headers: headerRefs([...names, ...retry]),
    content: {
      'application/problem+json': {
        schema,
        examples: Object.fromEntries(codes.map((code) => [code, ref('examples', code)])),
      },
    },
  }
}
