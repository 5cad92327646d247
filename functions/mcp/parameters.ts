import { type StandardSchemaV1Sync, specTypeSchemas } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** The longest address of a resource or skill. The SDK repeats it in its answer. */
const MAX_URI = 500

const UriParameters = synchronous(z.object({ params: z.object({ uri: z.string().max(MAX_URI) }) }))
/** No list has a second page, and so no cursor is one of it. */
const ListParameters = synchronous(
  z.object({ params: z.object({ cursor: z.never().optional() }).optional() }),
)

/** The schemas of the requests that the server answers in revisions with a handshake. */
const LEGACY_REQUESTS = {
  'tools/list': [specTypeSchemas.ListToolsRequest, ListParameters],
  'tools/call': [specTypeSchemas.CallToolRequest],
  initialize: [specTypeSchemas.InitializeRequest],
  ping: [specTypeSchemas.PingRequest],
}
/** And in all: without a handshake, it offers resources and skills. */
const REQUESTS = {
  ...LEGACY_REQUESTS,
  'server/discover': [specTypeSchemas.DiscoverRequest],
  'resources/list': [specTypeSchemas.ListResourcesRequest, ListParameters],
  'resources/templates/list': [specTypeSchemas.ListResourceTemplatesRequest, ListParameters],
  'resources/read': [specTypeSchemas.ReadResourceRequest, UriParameters],
  'resources/directory/read': [UriParameters],
  'skills/list': [ListParameters],
  'skills/get': [UriParameters],
}

/**
 * What is wrong with the parameters of a request, in a sentence; undefined if nothing is. The SDK reports some as a failure of the server,
 * or with the text of its parser.
 */
export function findParameterFault(message: Record<string, unknown>, isLegacy: boolean): string | undefined {
  const { method } = message
  const schemas: Record<string, StandardSchemaV1Sync[]> = isLegacy ? LEGACY_REQUESTS : REQUESTS
  if (typeof method !== 'string' || !Object.hasOwn(schemas, method)) return undefined
  for (const schema of schemas[method] ?? []) {
    const result = schema['~standard'].validate(message)
    const [issue] = result.issues ?? []
    if (!issue) continue
    // The first names are those of the schema. Later ones can be from the message.
    const [, name] = issue.path ?? []
    return `The parameters of ${method} are not valid${name === undefined ? '' : `: see ${String(name)}`}.`
  }
  return undefined
}

/** A schema as the SDK has its own: without asynchronous rules. */
function synchronous(schema: z.ZodType): StandardSchemaV1Sync {
  return schema as unknown as StandardSchemaV1Sync
}
