import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server'
import type { Context } from 'hono'
import { z } from 'zod'
import { requireApiKey } from '../../_shared/auth.ts'
import { parse } from '../../_shared/schemas/parse.ts'
import type { TOOL_NAMES } from './names.ts'

type Arguments = Record<string, unknown>
type StructuredContent = NonNullable<CallToolResult['structuredContent']>

/** A tool as a model sees it, and what it does. */
export interface Tool {
  name: (typeof TOOL_NAMES)[number]
  title: string
  description: string
  annotations: ToolAnnotations
  /** Whether its results have texts of others. */
  quotesOthers?: true
  /** The arguments, as shown to the client. `run` checks them. */
  input: z.ZodObject
  /** Calls one service. @throws ApiError */
  run(args: Arguments, c: Context): Promise<StructuredContent>
  /** The result as text, for models that see only text. */
  format(result: StructuredContent, args: Arguments): string
}

type ToolOf<Result extends object> = Omit<Tool, 'run' | 'format'> & {
  run(args: Arguments, c: Context): Promise<Result>
  format(result: Result, args: Arguments): string
}

/** Defines a tool. Results come from SQL; the tests check them against the schemas of the API's responses. */
export function tool<Result extends object>(definition: ToolOf<Result>): Tool {
  return definition as unknown as Tool
}

// No tool reaches anything but this service.
const base: ToolAnnotations = { openWorldHint: false }
export const READS: ToolAnnotations = {
  ...base,
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
}
export const CREATES: ToolAnnotations = {
  ...base,
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
}
/** The previous state is lost. Repeating the call changes nothing. */
export const REPLACES: ToolAnnotations = {
  ...base,
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
}

/** The default and the greatest size of a page: smaller than the API's, because a model has to read it. */
const DEFAULT_LIMIT = 10
const MAX_ITEMS = 50

export function limitArgument(items: string) {
  return z
    .int()
    .min(1)
    .default(DEFAULT_LIMIT)
    .describe(`The greatest number of ${items}. Values above ${MAX_ITEMS} count as ${MAX_ITEMS}.`)
}

/**
 * Parses arguments as the query of the API's route, in which numbers are text.
 *
 * @throws ApiError invalid_request
 */
export function parseQueryArguments<Schema extends z.ZodObject<{ limit: z.ZodType<number> }>>(
  schema: Schema,
  { limit = DEFAULT_LIMIT, ...args }: Arguments,
): z.output<Schema> {
  const text = (value: unknown) => (['number', 'boolean'].includes(typeof value) ? String(value) : value)
  const { claws, established } = args
  const query = {
    ...args,
    // Larger numbers than the query can have count as the greatest, too.
    limit: text(Number.isInteger(limit) && (limit as number) > MAX_ITEMS ? MAX_ITEMS : limit),
    ...(claws !== undefined && { claws: text(claws) }),
    ...(established !== undefined && { established: text(established) }),
  }
  const parsed = parse(schema, query) as z.output<Schema>
  return { ...parsed, limit: Math.min(parsed.limit as number, MAX_ITEMS) }
}

export const SkillArgument = z.object({
  skill: z
    .string({ error: 'must be the id or the slug of a skill' })
    .describe('The id or slug of the skill, as returned by search_skills; not its name.'),
})

export const ApiKeyArgument = z.object({
  api_key: z
    .string({ error: 'must be a string' })
    .optional()
    .describe('The key that register_agent returned. Omit it if this server is configured with a key.'),
})

/** The agent's key, from the headers or the arguments. Tools check it first, as the API does. */
export function keyOf(args: Arguments, c: Context): string {
  return requireApiKey(c, parse(ApiKeyArgument, args).api_key)
}
