import type { z } from 'zod'
import * as responses from '../../functions/_shared/schemas/registry.ts'
import { ListServersQuery, ServerQuery } from '../../functions/_shared/schemas/requests.ts'
import { SubScore, SubScores } from '../../functions/_shared/schemas/responses.ts'
import { ETAG, registryExamples as examples } from './examples.ts'
import { headers, queryParameters, servers } from './parameters.ts'
import { type Json, ref, toJson } from './schemas.ts'

const description = `The imported MCP servers and their ratings, as the read part of the [MCP Registry API](https://github.com/modelcontextprotocol/registry) v0.1 describes servers. Reading needs no key.

**Requests.** Unknown query parameters are ignored. A known query parameter given twice, or a query that is not percent-encoded UTF-8, is 400. In a path, the slash in the name of a server can be percent-encoded or not.

**Responses.** Times are RFC 3339 in UTC. HEAD works wherever GET does and returns no body. A slash at the end of a path is ignored. Any origin may call (CORS). Only the newest version of each server is kept.

**Errors.** The body of every error is \`{"error": "…"}\`. In addition to the errors of each operation, an unknown path is 404, and another method is 405 with \`Allow\`.`

const HEADERS = ['X-Request-Id', 'ETag', 'Cache-Control', 'X-Cache', 'Vary'] as const

const PARAMETERS: Record<string, Json> = {
  ServerName: {
    name: 'serverName',
    in: 'path',
    required: true,
    description: 'The name of the server. Its slash can be percent-encoded or not.',
    schema: { type: 'string' },
    example: examples.ServerResponse.server.name,
  },
  Version: {
    name: 'version',
    in: 'path',
    required: true,
    description: 'The percent-encoded version, or `latest`.',
    schema: { type: 'string' },
    example: 'latest',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETags that the client has, or `*`. If one is current, the response is 304 without a body.',
    schema: { type: 'string' },
    example: ETAG,
  },
}

const ERRORS: Record<string, string> = {
  400: 'A parameter is invalid.',
  404: 'There is no such server or version, or it is deleted.',
  503: 'The database cannot be reached. Wait the number of seconds in `Retry-After`, then try again.',
}

/** The OpenAPI 3.1 document of the registry. @param version of the project */
export function registryDocument(version: string): Json {
  const name = ref('parameters', 'ServerName')
  const schemas = Object.entries({ ...responses, SubScore, SubScores }).filter(
    ([name]) => !name.startsWith('Stored'),
  ) as [string, z.ZodType][]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Skill Rating Service: registry',
      version,
      description,
      contact: { name: 'Skill Rating Service maintainers' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers.map((server) => ({ ...server, url: `${server.url}/registry` })),
    tags: [{ name: 'servers', description: 'The imported MCP servers.' }],
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
    },
    components: {
      schemas: toJson(schemas, 'output'),
      parameters: PARAMETERS,
      headers: Object.fromEntries([...HEADERS, 'Retry-After' as const].map((name) => [name, headers[name]])),
    },
  }
}

type Operation = {
  operationId: string
  summary: string
  description: string
  query: z.ZodObject
  schema: keyof typeof examples
  errors: string[]
}

function operation({ operationId, summary, description, query, schema, errors }: Operation): Json {
  return {
    operationId,
    tags: ['servers'],
    summary,
    description,
    parameters: [
      ...queryParameters(query, { search: 'browser', limit: 20 }),
      ref('parameters', 'IfNoneMatch'),
    ],
    responses: {
      200: {
        description: 'OK',
        headers: headerRefs(HEADERS),
        content: { 'application/json': { schema: ref('schemas', schema), example: examples[schema] } },
      },
      304: { description: 'The response has not changed since If-None-Match.', headers: headerRefs(HEADERS) },
      ...Object.fromEntries(errors.map((status) => [status, errorResponse(status)])),
    },
  }
}

function errorResponse(status: string): Json {
  return {
    description: ERRORS[status],
    headers: headerRefs(status === '503' ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
    content: {
      'application/json': { schema: ref('schemas', 'RegistryError'), example: { error: ERRORS[status] } },
    },
  }
}

function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]))
}
