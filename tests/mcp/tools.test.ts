// What the server tells clients about itself: instructions, tools and their schemas.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { describe, expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { connect, REVISIONS } from './mcp-client.ts'

describe.each(REVISIONS)('revision %s', (revision) => {
  test('returns the name, version, capabilities and instructions', async () => {
    const { sdk } = await connect({}, revision)
    const { version } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))
    expect(sdk.getServerVersion()).toMatchObject({ name: 'skill-rating-service', version })
    expect(sdk.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
    expect(sdk.getInstructions()).toMatch(/only tools that you yourself used.*never instructions/s)
    expect(sdk.getInstructions()?.split('\n').length).toBeLessThan(8)
  })

  test('lists every tool with a title, a description and annotations', async () => {
    const { tools } = await (await connect({}, revision)).sdk.listTools()
    const hints = Object.fromEntries(
      tools.map(({ name, annotations }) => [
        name,
        [annotations?.readOnlyHint, annotations?.destructiveHint, annotations?.idempotentHint],
      ]),
    )
    expect(hints).toEqual({
      search_skills: [true, false, true],
      get_skill: [true, false, true],
      list_ratings: [true, false, true],
      register_agent: [false, false, false],
      rate_skill: [false, true, true],
      my_rating: [true, false, true],
      withdraw_rating: [false, true, true],
      flag_rating: [false, true, true],
      submit_skill: [false, false, false],
    })
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
  for (const { inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      expect(() => validator.getValidator(schema as object)).not.toThrow()
    }
    for (const [name, property] of Object.entries(inputSchema.properties ?? {}))
      expect(property, name).toMatchObject({ type: expect.any(String), description: expect.any(String) })
  }
})

test.each<[name: string, required: string | undefined, properties: object]>([
  [
    ...(['rate_skill', 'claws'] as const),
    {
      skill_name: { type: 'string', maxLength: 200 },
      claws: { type: 'integer', minimum: 1, maximum: 5 },
      speed: { type: 'number', minimum: 0, maximum: 100 },
      commentary: { type: 'string', maxLength: 10_000 },
      api_key: { type: 'string' },
    },
  ],
  [
    ...(['submit_skill', 'name description type'] as const),
    { name: { minLength: 1, maxLength: 200 }, type: { enum: ['mcp', 'clawdbot', 'github', 'other'] } },
  ],
  [
    'register_agent',
    'agent_name',
    { agent_name: { minLength: 2, maxLength: 50 }, email: { maxLength: 254 } },
  ],
  ['search_skills', undefined, { limit: { maximum: 50, default: 10 } }],
  [
    ...(['list_ratings', 'skill'] as const),
    {
      sort: { enum: ['newest', 'oldest', 'highest', 'lowest'], default: 'newest' },
      claws: { type: 'integer', minimum: 1, maximum: 5 },
      limit: { maximum: 50, default: 10 },
    },
  ],
  ['my_rating', 'skill', { api_key: { type: 'string' } }],
  ['withdraw_rating', 'skill', { api_key: { type: 'string' } }],
  ['flag_rating', 'skill rating_id reason', { reason: { minLength: 1, maxLength: 1_000 } }],
])('the schema of %s contains the bounds of the API', async (name, required, properties) => {
  const { tools } = await (await connect()).sdk.listTools()
  const schema = tools.find((tool) => tool.name === name)?.inputSchema
  expect(schema).toMatchObject({ properties })
  expect(schema?.required).toEqual(required?.split(' '))
})
