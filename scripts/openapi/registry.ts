import type { z } from 'zod'
import * as responses from '../../functions/_shared/schemas/registry.ts'
import { ListServersQuery, ServerQuery } from '../../functions/_shared/schemas/requests.ts'
import { SubScore, SubScores } from '../../functions/_shared/schemas/responses.ts'
import * as ard from '../../functions/registry/ard/schemas.ts'
import { documentStart, headers, inPath, parameters, queryParameters, servers } from './parameters.ts'
import { registryExamples as examples } from './registry-examples.ts'
import { type Json, ref, toJson } from './schemas.ts'

const description = `The imported MCP servers and their ratings, as the read part of the [MCP Registry API](https://github.com/modelcontextprotocol/registry) v0.1 describes servers, and below \`/ard\` all skills, as the specification [Agentic Resource Discovery](https://github.com/ards-project/ard-spec) v0.9 describes a registry. Reading needs no key.

**Requests.** Unknown query parameters are ignored. A known query parameter given twice, or a query that is not percent-encoded UTF-8, is 400. In a path, the slash in the name of a server can be percent-encoded or not.

**Responses.** Times are RFC 3339 in UTC. HEAD works wherever GET does and returns no body. A slash at the end of a path is ignored. Any origin may call (CORS). Only the newest version of each server is kept.

**Errors.** The body of every error is \`{"error": "…"}\`, and below \`/ard\` an \`ArdError\`. In addition to the errors of each operation, an unknown path is 404, and another method is 405 with \`Allow\`.`

const HEADERS = ['X-Request-Id', 'ETag', 'Cache-Control'] as const

const text: Json = { type: 'string' }
const PARAMETERS: Record<string, Json | undefined> = {
  ServerName: inPath(
    'serverName',
    'The name of the server. Its slash can be percent-encoded or not.',
    text,
    examples.ServerResponse.server.name,
  ),
  Version: inPath('version', 'The percent-encoded version, or `latest`.', text, 'latest'),
  Identifier: inPath(
    'identifier',
    'The identifier of the entry, percent-encoded or not.',
    text,
    examples.CatalogEntry.identifier,
  ),
  IfNoneMatch: parameters.IfNoneMatch,
}

const ERRORS: Record<string, string> = {
  400: 'A parameter, or a field of the body, is invalid.',
  404: 'There is no such server, version or entry, or it is deleted.',
  408: 'The body was not complete after 10 seconds.',
  413: 'The body has more than 256 KiB.',
  415: 'The body is not `application/json` in UTF-8.',
  501: 'The operator has not set SITE_URL, or the specification leaves it to the registry and this one does not have it.',
  503: 'The database cannot be reached. Wait the number of seconds in `Retry-After`, then try again.',
}

/** The OpenAPI 3.1 document of the registry. @param version of the project */
export function registryDocument(version: string): Json {
  const name = ref('parameters', 'ServerName')
  const { ArdSearchRequest, ArdQuery, ...ardResponses } = ard
  const schemas = Object.entries({ ...responses, ...ardResponses, SubScore, SubScores }).filter(
    ([name, value]) => !name.startsWith('Stored') && value instanceof Object && 'safeParse' in value,
  ) as [string, z.ZodType][]
  return {
    ...documentStart('Skill Rating Service: registry', version, description),
    servers: servers.map((server) => ({ ...server, url: `${server.url}/registry` })),
    tags: [
      { name: 'servers', description: 'The imported MCP servers.' },
      { name: 'ard', description: 'All skills, by the specification Agentic Resource Discovery (ARD).' },
    ],
    paths: {
      '/v0.1/servers': {
        get: operation({
          operationId: 'listServers',
          summary: 'Lists and searches the servers.',
          description:
            'Servers are in the order of their names; with `updated_since`, in the order of their last change, then of their names; with `search`, the best matches come first, as in `GET /api/skills`. Deleted servers are only listed with `include_deleted` or `updated_since`.',
          query: ListServersQuery,
          schema: 'ServerList',
          errors: ['400', '503'],
        }),
      },
      '/v0.1/servers/{serverName}/versions': {
        parameters: [name],
        get: operation({
          operationId: 'listServerVersions',
          summary: 'Lists the versions of a server: the newest.',
          description: 'Returns a list of one server.',
          query: ServerQuery,
          schema: 'ServerList',
          errors: ['400', '404', '503'],
        }),
      },
      '/v0.1/servers/{serverName}/versions/{version}': {
        parameters: [name, ref('parameters', 'Version')],
        get: operation({
          operationId: 'getServer',
          summary: 'Returns a server.',
          description: 'The version must be the newest one, or `latest`.',
          query: ServerQuery,
          schema: 'ServerResponse',
          errors: ['400', '404', '503'],
        }),
      },
      '/ard/search': { post: searchOperation },
      '/ard/agents/{identifier}': {
        parameters: [ref('parameters', 'Identifier')],
        get: operation({
          tag: 'ard',
          operationId: 'getCatalogEntry',
          summary: 'Returns the entry of a skill.',
          description:
            'The identifier is compared exactly. Text that is not an identifier is 400. The identifier of a merged or retired skill is 404.',
          schema: 'CatalogEntry',
          errors: ['400', '404', '501', '503'],
        }),
      },
      '/ard/agents': { get: optionalOperation('listCatalogEntries', 'Lists the entries.') },
      '/ard/explore': { post: optionalOperation('exploreCatalog', 'Counts the entries by their fields.') },
    },
    components: {
      schemas: {
        ...toJson(schemas, 'output'),
        ...toJson(Object.entries({ ArdSearchRequest, ArdQuery }), 'input'),
      },
      parameters: PARAMETERS,
      headers: Object.fromEntries([...HEADERS, 'Retry-After' as const].map((name) => [name, headers[name]])),
    },
  }
}

const searchOperation: Json = {
  operationId: 'searchCatalog',
  tags: ['ard'],
  summary: 'Searches all skills.',
  description:
    'The best matches come first, as in `GET /api/skills?search=`. `score` is relevance only, never trust: that is what `trustManifest` and `metadata` are for. A page can end before `pageSize`, at about 1 MB or 200 kB of server.json; `pageToken` continues.',
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: ref('schemas', 'ArdSearchRequest'), example: examples.ArdSearchRequest },
    },
  },
  responses: {
    200: {
      description: 'A page.',
      headers: headerRefs(['X-Request-Id']),
      content: {
        'application/json': {
          schema: ref('schemas', 'ArdSearchResponse'),
          example: examples.ArdSearchResponse,
        },
      },
    },
    ...errorResponses(['400', '408', '413', '415', '501', '503'], 'ard'),
  },
}

/** An operation of the specification that this registry does not have. */
function optionalOperation(operationId: string, summary: string): Json {
  const description = 'Optional in the specification. This registry does not have it.'
  return { operationId, tags: ['ard'], summary, description, responses: errorResponses(['501'], 'ard') }
}

type Operation = {
  tag?: Tag
  operationId: string
  summary: string
  description: string
  query?: z.ZodObject
  schema: keyof typeof examples
  errors: string[]
}

function operation({
  tag = 'servers',
  operationId,
  summary,
  description,
  query,
  schema,
  errors,
}: Operation): Json {
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...(query ? queryParameters(query, { search: 'browser', limit: 20 }) : []),
      ref('parameters', 'IfNoneMatch'),
    ],
    responses: {
      200: {
        description: 'OK',
        headers: headerRefs(HEADERS),
        content: { 'application/json': { schema: ref('schemas', schema), example: examples[schema] } },
      },
      304: { description: 'The response has not changed since If-None-Match.', headers: headerRefs(HEADERS) },
      ...errorResponses(errors, tag),
    },
  }
}

type Tag = 'servers' | 'ard'

function errorResponses(statuses: string[], tag: Tag): Json {
  return Object.fromEntries(statuses.map((status) => [status, errorResponse(status, tag)]))
}

function errorResponse(status: string, tag: Tag): Json {
  const message = ERRORS[status]
  const code =
    { 404: 'NOT_FOUND', 501: 'NOT_IMPLEMENTED', 503: 'INTERNAL_ERROR' }[status] ?? 'INVALID_ARGUMENT'
  const [schema, example] =
    tag === 'ard'
      ? ['ArdError', { errorCode: code, message, error: { code, message } }]
      : ['RegistryError', { error: message }]
  return {
    description: message,
    headers: headerRefs(status === '503' ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
    content: { 'application/json': { schema: ref('schemas', schema as string), example } },
  }
}

function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}
