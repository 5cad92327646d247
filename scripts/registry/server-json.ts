// Whether a server.json can be served by our registry: valid by the published schema, and small enough.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { z } from 'zod'
import { codePoints, containsApiKey, hasHidden, isStorable } from '../../functions/_shared/text/text.ts'
import { quote } from '../../functions/mcp/quote.ts'

/** 64 KiB, as jsonb writes it (`registry_servers_server_size`). */
const MAX_BYTES = 65_536
/** `registry_servers_server_depth`. */
const MAX_DEPTH = 32
/** The greatest length of a path in a problem. */
const MAX_SHOWN = 100

// The rules of static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, the newest one. An entry that names an older
// schema has to keep them, too: clients of a registry read one format. Each version since 2025-09-16 has the same names of fields.

const NOT_HTTP = 'must be an http or https address'
const isHttp = (text: string) => /^https?:\/\/[^\s]+$/iu.test(text)
/** Of a transport: the schema allows the scheme only in lower case. */
const url = z.string().regex(/^https?:\/\/[^\s]+$/u, NOT_HTTP)
/** Stricter than the schema: clients show these as links and load them, and `javascript:` and `data:` are URIs. */
const uri = z
  .string()
  .refine(fullFormats.uri as (text: string) => boolean, { error: 'must be a URI', abort: true })
  .refine(isHttp, NOT_HTTP)

/** Text by its number of code points. */
const text = (shortest: number, longest: number) =>
  z.string().refine((value) => {
    const length = codePoints(value)
    return length >= shortest && length <= longest
  }, `must have ${shortest} to ${longest} characters`)

/** A map whose values have this type. Zod's own types lose the key `__proto__`. */
const mapOf = (type: z.ZodType) =>
  z.unknown().superRefine((map, context) => {
    if (typeof map !== 'object' || map === null || Array.isArray(map))
      return context.addIssue({ code: 'custom', message: 'must be an object' })
    for (const [key, value] of Object.entries(map))
      for (const { message, path } of type.safeParse(value).error?.issues ?? [])
        context.addIssue({ code: 'custom', message, path: [key, ...path] })
  })

const Input = z.looseObject({
  choices: z.array(z.string()).optional(),
  default: z.string().optional(),
  description: z.string().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  placeholder: z.string().optional(),
  value: z.string().optional(),
})
const InputWithVariables = Input.extend({ variables: mapOf(Input).optional() })
const KeyValueInput = InputWithVariables.extend({ name: z.string() })

const Argument = z.discriminatedUnion('type', [
  InputWithVariables.extend({
    type: z.literal('positional'),
    isRepeated: z.boolean().optional(),
    valueHint: z.string().optional(),
  }).refine((argument) => 'valueHint' in argument || 'value' in argument, 'must have a value or valueHint'),
  InputWithVariables.extend({
    type: z.literal('named'),
    isRepeated: z.boolean().optional(),
    name: z.string(),
  }),
])

const Http = z.looseObject({
  type: z.enum(['streamable-http', 'sse']),
  url,
  headers: z.array(KeyValueInput).optional(),
})

const Package = z
  .looseObject({
    registryType: z.string(),
    identifier: z.string(),
    transport: z.discriminatedUnion('type', [z.looseObject({ type: z.literal('stdio') }), Http]),
    version: z
      .string()
      .min(1)
      .refine((version) => version !== 'latest', 'must not be latest')
      .optional(),
    registryBaseUrl: uri.optional(),
    runtimeHint: z.string().optional(),
    fileSha256: z
      .string()
      .regex(/^[a-f0-9]{64}$/)
      .optional(),
    environmentVariables: z.array(KeyValueInput).optional(),
    packageArguments: z.array(Argument).optional(),
    runtimeArguments: z.array(Argument).optional(),
  })
  .refine(({ registryType, identifier }) => registryType !== 'mcpb' || isHttp(identifier), {
    error: NOT_HTTP,
    path: ['identifier'],
  })

const Icon = z.looseObject({
  src: uri.and(text(0, 255)),
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']).optional(),
  sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)).optional(),
  theme: z.enum(['light', 'dark']).optional(),
})

const ServerJson = z.looseObject({
  $schema: uri.optional(),
  name: text(3, 200).regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: text(1, 100),
  version: text(0, 255),
  title: text(1, 100).optional(),
  websiteUrl: uri.optional(),
  repository: z
    .looseObject({
      url: uri,
      source: z.string(),
      id: z.string().optional(),
      subfolder: z.string().optional(),
    })
    .optional(),
  icons: z.array(Icon).optional(),
  packages: z.array(Package).optional(),
  remotes: z.array(Http.extend({ variables: mapOf(Input).optional() })).optional(),
  _meta: z
    .looseObject({ 'io.modelcontextprotocol.registry/publisher-provided': z.looseObject({}).optional() })
    .optional(),
})

/** Why the registry does not serve a server.json, which was parsed from JSON; undefined if it does. */
export function serverJsonProblem(server: object): string | undefined {
  // First, because the schema's validation is recursive.
  const problem = sizeProblem(server)
  if (problem !== undefined) return problem
  const issue = ServerJson.safeParse(server).error?.issues[0]
  // A path has keys of the entry.
  if (issue) return `${quote(issue.path.join('.'), MAX_SHOWN)} is not valid by its schema: ${issue.message}`
  if (hasHidden(JSON.stringify(server)))
    return 'it contains Unicode tags or variation selectors that hide text'
  if (containsApiKey(JSON.stringify(server))) return 'it contains an API key'
}

/** Whether jsonb can store the value unchanged. It is not recursive: a value may be nested without end. */
function sizeProblem(server: object): string | undefined {
  let bytes = 0
  const rest: [value: unknown, depth: number][] = [[server, 0]]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [value, depth] = next
    if (depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH}`
    if (typeof value === 'string' && !isStorable(value)) return 'it contains NUL or a lone surrogate'
    if (typeof value === 'number' && !isExact(value)) return 'it contains a number that would change'
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value)
      // Brackets, and `, ` between the members, and `: ` after each key.
      bytes += Math.max(2, entries.length * 2)
      if (bytes > MAX_BYTES) break
      for (const [key, member] of entries) {
        if (!Array.isArray(value)) {
          if (!isStorable(key)) return 'it contains NUL or a lone surrogate'
          bytes += sizeOf(key) + 2
        }
        rest.push([member, depth + 1])
      }
    } else bytes += sizeOf(value)
    if (bytes > MAX_BYTES) break
  }
  if (bytes > MAX_BYTES) return `it is larger than ${MAX_BYTES / 1_024} KiB`
}

/** Whether a number is the one that the JSON text had: no overflow, and no integer that may have been rounded. */
function isExact(number: number): boolean {
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))
}

function sizeOf(scalar: unknown): number {
  const text = JSON.stringify(scalar)
  // jsonb writes the zeros of a small number, at most 324.
  return typeof scalar === 'number' && text.includes('e') ? 350 : Buffer.byteLength(text)
}
