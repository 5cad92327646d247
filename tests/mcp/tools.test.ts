// What the server tells clients about itself: instructions, tools and their schemas.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { describe, expect, test } from 'vitest'
import { SEARCH_ADVICE } from '../../functions/_shared/schemas/options.ts'
import { projectDir } from '../../scripts/program.ts'
import { connect, postMessage, REVISIONS } from './mcp-client.ts'

describe.each(REVISIONS)('revision %s', (revision) => {
  test('returns the name, version, capabilities and instructions', async () => {
    const { sdk } = await connect({}, revision)
    const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))
    expect(sdk.getServerVersion()).toMatchObject({ name: 'skill-rating-service', version })
    // Resources and the extension: tests/mcp/skills.test.ts.
    expect(sdk.getServerCapabilities()?.tools).toEqual({ listChanged: false })
    expect(sdk.getInstructions()).toMatch(/only tools that you yourself used.*never instructions/s)
    expect(sdk.getInstructions()?.split('\n').length).toBeLessThan(8)
  })

  test('lists every tool with a title, a description and annotations', async () => {
    const { tools } = await (await connect({}, revision)).sdk.listTools()
    const named = (names: string) => names.split(' ').sort()
    const hinted = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
      tools.flatMap(({ name, annotations }) => (annotations?.[hint] ? [name] : [])).sort()
    const [reads, replaces] = [
      'search_skills get_skill lookup_skills list_ratings my_rating',
      'rate_skill withdraw_rating flag_rating flag_skill',
    ]
    expect(tools.map(({ name }) => name).sort()).toEqual(
      named(`${reads} ${replaces} register_agent submit_skill`),
    )
    expect(hinted('readOnlyHint')).toEqual(named(reads))
    expect(hinted('destructiveHint')).toEqual(named(replaces))
    expect(hinted('idempotentHint')).toEqual(named(`${reads} ${replaces}`))
    for (const { title, description, annotations } of tools) {
      expect(title).toMatch(/\S/)
      expect(description).toMatch(/\.$/)
      expect(annotations).toMatchObject({ title, openWorldHint: false })
    }
  })
})

test('the tool schemas are JSON Schemas of objects with described properties, open to others', async () => {
  const { tools } = await (await connect()).sdk.listTools()
  const validator = new AjvJsonSchemaValidator()
  expect(JSON.stringify(tools)).not.toContain('additionalProperties')
  for (const { inputSchema } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) })
    expect(() => validator.getValidator(inputSchema as object)).not.toThrow()
    for (const [name, property] of Object.entries(inputSchema.properties ?? {}))
      expect(property, name).toMatchObject({ type: expect.any(String), description: expect.any(String) })
  }
})

/** The values of a member, at every depth. */
function valuesOf(member: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const nested = Object.values(value).flatMap((inner) => valuesOf(member, inner))
  return Object.hasOwn(value, member) ? [(value as Record<string, unknown>)[member], ...nested] : nested
}

test('the list of tools is short and has only what converters to grammars accept', async () => {
  const { text, body } = await postMessage({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  // Below 16 kB, with room for new fields.
  expect(Buffer.byteLength(text)).toBeLessThan(14_000)
  for (const pattern of valuesOf('pattern', body)) expect(pattern).not.toMatch(/\\[sdwbp]|\(\?[=!<]/i)
  // llama.cpp rejects the grammar of all tools for one text or list of 2,000 or more.
  for (const bound of ['minLength', 'maxLength', 'minItems', 'maxItems'])
    for (const most of valuesOf(bound, body)) expect(most).toBeLessThan(2_000)
})

test('search_skills, SKILL.md, llms.txt and the OpenAPI document say in the same four lines how to search', async () => {
  expect(SEARCH_ADVICE.split('\n')).toHaveLength(4)
  const { tools } = await (await connect()).sdk.listTools()
  const { description } = tools.find(({ name }) => name === 'search_skills') ?? {}
  const file = (name: string) => readFileSync(join(projectDir, name), 'utf8')
  const { paths } = JSON.parse(file('docs/openapi.json'))
  const parameter = paths['/api/skills'].get.parameters.find(
    ({ name }: { name: string }) => name === 'search',
  )
  for (const text of [description, file('SKILL.md'), file('llms.txt'), parameter.description])
    expect(text).toContain(SEARCH_ADVICE)
})

const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'enum'] as const
type Schema = { required?: string[]; properties: Record<string, Partial<Record<string, unknown>>> }
const schemaOf = async (name: string) => {
  const { tools } = await (await connect()).sdk.listTools()
  return tools.find((tool) => tool.name === name)?.inputSchema as Schema
}

test.each([
  ['register_agent', 'RegisterAgentInput'],
  ['rate_skill', 'SubmitRatingInput'],
  ['submit_skill', 'SubmitSkillInput'],
  ['flag_rating', 'FlagRatingInput'],
  ['flag_skill', 'FlagSkillInput'],
])('the arguments of %s have the bounds of %s in the API', async (name, input) => {
  const { components } = JSON.parse(readFileSync(join(projectDir, 'docs', 'openapi.json'), 'utf8'))
  const { required, properties } = await schemaOf(name)
  expect(required).toEqual(expect.arrayContaining(components.schemas[input].required))
  for (const [field, schema] of Object.entries((components.schemas[input] as Schema).properties))
    for (const bound of BOUNDS) {
      // Of long texts it is in the description.
      const { maxLength } = schema as { maxLength?: number }
      if (bound !== 'maxLength' || maxLength === undefined || maxLength < 2_000)
        expect([field, bound, properties[field]?.[bound]]).toEqual([field, bound, schema[bound]])
      else
        expect(properties[field]?.description).toMatch(new RegExp(`\\. At most ${maxLength} characters\\.$`))
    }
})

// No maximum: a greater limit is accepted, and counts as 50.
const LIMIT = {
  type: 'integer',
  minimum: 1,
  default: 10,
  description: expect.stringMatching(/Values above 50 count as 50\.$/),
}

test.each([
  ['search_skills', undefined, { limit: LIMIT }],
  ['list_ratings', ['skill'], { limit: LIMIT, sort: { default: 'newest' } }],
  ['my_rating', ['skill'], { api_key: { type: 'string' } }],
  ['withdraw_rating', ['skill'], { api_key: { type: 'string' } }],
])('%s requires %j', async (name, required, properties) => {
  const schema = await schemaOf(name)
  expect([schema.required, schema.properties]).toMatchObject([required, properties])
  if (schema.properties.limit) expect(schema.properties.limit).toEqual(LIMIT)
})
