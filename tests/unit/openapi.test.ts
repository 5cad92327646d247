import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { PROBLEM_CODES, PROBLEMS } from '../../functions/_shared/errors.ts'
import {
  AccountInput,
  FlagInput,
  RatingInput,
  RegistrationInput,
  SkillInput,
} from '../../functions/_shared/schemas/requests.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'
import { lintProblems } from '../../scripts/openapi/lint.ts'
import { routes } from '../../scripts/openapi/routes.ts'
import { projectDir } from '../../scripts/program.ts'
import { Contract } from '../support/openapi-contract.ts'
import { loadFunction, withDataApi } from './function.ts'

type Json = Record<string, unknown>

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8')
const text = read('docs/openapi.json')
const document = JSON.parse(text) as Json

test('docs/openapi.json is what the schemas and the routes give', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(version))))
})

describe('the linter', () => {
  test('finds nothing', async () => {
    expect(await lintProblems(text)).toEqual([])
  })

  test('finds what is planted', async () => {
    const planted = text.replace('"operationId": "getHealth",', '').replace('"claws": 5', '"claws": 6')
    const found = (await lintProblems(planted)).join('\n')
    expect(found).toContain('operation-operationId')
    expect(found).toContain('no-invalid-media-type-examples')
  })
})

describe('examples', () => {
  const contract = new Contract(document)

  /** Every place that has a schema and examples of it. */
  function* examples(value: unknown, place: string[] = []): Generator<[place: string[], example: unknown]> {
    if (typeof value !== 'object' || value === null) return
    const { schema, example, examples: named } = value as Json
    if (schema !== undefined && example !== undefined) yield [place, example]
    for (const name of schema === undefined ? [] : Object.keys((named as Json) ?? {})) {
      const { examples: kept } = document.components as { examples: Record<string, Json> }
      yield [place, kept[name]?.value]
    }
    for (const [key, member] of Object.entries(value)) yield* examples(member, [...place, key])
  }

  const all = [...examples(document)]

  test.each(all.map(([place, example]) => [place.join(' '), place, example] as const))(
    '%s',
    (_, place, example) => {
      expect(contract.faults([...place, 'schema'], example)).toEqual([])
    },
  )

  test('are there for every body, parameter and header', () => {
    const without: string[] = []
    const look = (value: unknown, place: string[]): void => {
      if (typeof value !== 'object' || value === null) return
      if ('schema' in value && !('example' in value) && !('examples' in value))
        without.push('name' in value ? String(value.name) : place.join(' '))
      for (const [key, member] of Object.entries(value)) look(member, [...place, key])
    }
    look(document, [])
    // A cursor belongs to its filters: beside the examples of the other parameters it would be 400.
    expect(new Set(without)).toEqual(new Set(['cursor']))
  })
})

describe('for code generators', () => {
  const operations = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) => (method === 'parameters' ? [] : [operation])),
  )
  const components = document.components as Record<string, Record<string, Json>>
  const schemas = components.schemas as Record<string, Json>

  /** Every object in the document that this is true of. */
  function* objectsIn(value: unknown): Generator<Json> {
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value)) yield value as Json
    for (const member of Object.values(value)) yield* objectsIn(member)
  }
  const found = (isWanted: (object: Json) => boolean) => [...objectsIn(document)].filter(isWanted)

  test('no component is named like another, or like the constructor of another', () => {
    const names = Object.keys(schemas)
    const lower = [...names, ...Object.keys(components.parameters ?? {})].map((name) => name.toLowerCase())
    expect(new Set(lower).size).toBe(lower.length)
    expect(
      names.filter((name) => names.includes(name.replace(/^New/, '')) && name.startsWith('New')),
    ).toEqual([])
    for (const kind of ['schemas', 'parameters', 'responses'])
      for (const name of Object.keys(components[kind] ?? {})) expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
  })

  test('every body is an object with properties, and nothing is merged or inline', () => {
    expect(found((object) => 'allOf' in object || 'oneOf' in object)).toEqual([])
    for (const [name, { properties }] of Object.entries(schemas))
      expect([name, [...objectsIn(properties)].filter(({ type }) => type === 'object')]).toEqual([name, []])
    for (const schema of Object.values(schemas))
      expect(schema).toMatchObject({ type: 'object', properties: expect.any(Object) })
    for (const { content } of Object.values(components.responses ?? {}))
      for (const { schema } of Object.values(content as Record<string, Json>))
        expect(schema).toEqual({ $ref: expect.stringMatching(/Problem$/) })
  })

  test('every enum and constant has a type, and every number a format', () => {
    const schemaLike = found((object) => Array.isArray(object.enum) || 'const' in object)
    expect(schemaLike.length).toBeGreaterThan(20)
    for (const object of schemaLike) expect(object).toHaveProperty('type')
    for (const { type, format } of found(({ type }) => [type].flat().includes('number')))
      expect({ type, format }).toMatchObject({ format: 'double' })
  })

  test('every operation and every parameter is described', () => {
    expect(operations.length).toBeGreaterThan(15)
    for (const { description, operationId } of operations)
      expect({ operationId, description }).toMatchObject({ description: expect.stringMatching(/\.$/) })
    for (const parameter of found((object) => 'in' in object && 'schema' in object))
      expect(parameter).toMatchObject({ description: expect.stringMatching(/\S/) })
  })

  test('links lead to operations and parameters that exist', () => {
    const links = found((object) => 'operationId' in object && !('responses' in object))
    expect(links.length).toBeGreaterThan(5)
    for (const { operationId, parameters } of links) {
      const [path, item = {}] =
        Object.entries(document.paths as Record<string, Record<string, Json>>).find(([, paths]) =>
          Object.values(paths).some((operation) => operation.operationId === operationId),
        ) ?? []
      const operation = Object.values(item).find((other) => other.operationId === operationId)
      const named = ((operation?.parameters as Json[]) ?? []).map(({ name }) => name)
      for (const name of Object.keys(parameters as Json))
        expect(named.includes(name) || path?.includes(`{${name}}`)).toBe(true)
    }
  })

  test('servers are absolute', () => {
    for (const { url } of document.servers as { url: string }[])
      expect(url).toMatch(/^https?:\/\/.*\/functions\/v1$/)
  })
})

describe('requests that the service takes', () => {
  const contract = new Contract(document)
  const id = '123E4567-e89b-42d3-a456-426614174000'
  test.each<[string, Json, z.ZodType]>([
    ['RegistrationInput', { agent_name: 'Ada', agent_description: '', email: '' }, RegistrationInput],
    ['AccountInput', { agent_description: '', email: '' }, AccountInput],
    ['SkillInput', { name: 'x', description: 'x', type: 'mcp', url: '' }, SkillInput],
    ['RatingInput', { skill_id: '', skill_name: 'x', claws: 5, commentary: '' }, RatingInput],
    ['RatingInput', { skill_id: id, skill_name: '', claws: 5, speed: null }, RatingInput],
    ['RatingInput', { skill_id: null, skill_name: 'x', claws: 5 }, RatingInput],
  ])('fit %s: %j', (name, body, schema) => {
    expect(contract.faults(['components', 'schemas', name], body)).toEqual([])
    expect(schema.safeParse(body).success).toBe(true)
  })

  test.each<[string, Json]>([
    ['RegistrationInput', { agent_name: 'Ada', email: 'ada' }],
    ['SkillInput', { name: 'x', description: 'x', type: 'mcp', url: 'ftp://x' }],
    ['RatingInput', { skill_id: 'x', claws: 5 }],
    ['RatingInput', { skill_name: null }],
    ['RatingInput', { skill_name: null, claws: 5 }],
    ['RatingInput', { skill_id: '', claws: 5 }],
    ['RatingInput', { claws: 5 }],
  ])('are told from others by %s: %j', (name, body) => {
    expect(contract.faults(['components', 'schemas', name], body)).not.toEqual([])
  })
})

describe('the routes', () => {
  withDataApi()
  let served: string[]

  beforeAll(async () => {
    const app = await loadFunction()
    // The rest is what stands around every route, and what refuses another method.
    const own = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*')
    served = own.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`)
  })

  const described = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`)

  test('of the document are those of the function', () => {
    expect(described.toSorted()).toEqual(served.toSorted())
  })

  test.each(described)('%s stands in docs/api.md', (route) => {
    const inWords = route.replace('{skill}', '{id or slug}').replace('{rating}', '{rating id}')
    expect(read('docs/api.md').includes(`\`${inWords}\``)).toBe(true)
  })
})

describe('every problem', () => {
  test.each(PROBLEM_CODES)('%s stands in the document, in SKILL.md and in docs/api.md', (code) => {
    const { components, info } = document as {
      components: { schemas: Record<string, { properties: { code?: { enum: string[] } } }> }
      info: { description: string }
    }
    const codes = Object.values(components.schemas).flatMap(({ properties }) => properties.code?.enum ?? [])
    expect(codes.includes(code) || info.description.includes(`\`${code}\``)).toBe(true)
    expect(read('SKILL.md').includes(`\`${code}\``)).toBe(true)
    expect(read('docs/api.md').includes(`| ${PROBLEMS[code][0]} | \`${code}\` |`)).toBe(true)
  })
})

describe('the bounds of a text', () => {
  type Text = { minLength?: number; maxLength?: number; format?: string; pattern?: string; anyOf?: Text[] }
  const { schemas } = document.components as { schemas: Record<string, { properties: Record<string, Text> }> }
  const BODIES: Record<string, z.ZodType> = {
    RegistrationInput,
    AccountInput,
    SkillInput,
    RatingInput,
    FlagInput,
  }
  const fieldsOf = Object.keys(BODIES).flatMap((body) =>
    Object.entries(schemas[body]?.properties ?? {}).flatMap(([name, { anyOf, ...own }]) => {
      const { minLength = 0, maxLength } = anyOf?.[0] ?? own
      return maxLength === undefined ? [] : [{ body, name, minLength, maxLength }]
    }),
  )

  test('are there for all of them', () => {
    expect(fieldsOf.map(({ body, name }) => `${body}.${name}`)).toEqual([
      'RegistrationInput.agent_name',
      'RegistrationInput.agent_description',
      'RegistrationInput.email',
      'AccountInput.agent_description',
      'AccountInput.email',
      'SkillInput.name',
      'SkillInput.description',
      'SkillInput.url',
      'RatingInput.skill_name',
      'RatingInput.commentary',
      'FlagInput.reason',
    ])
  })

  test.each(fieldsOf)(
    '$body.$name: $minLength to $maxLength characters',
    ({ body, name, minLength, maxLength }) => {
      /** Whether a text of this length is refused for its length. */
      const isRefused = (length: number) =>
        BODIES[body]
          ?.safeParse({ [name]: 'x'.repeat(length) })
          .error?.issues.some(({ path, message }) => path[0] === name && / characters$/.test(message)) ??
        false
      expect([maxLength, maxLength + 1].map(isRefused)).toEqual([false, true])
      if (minLength > 0) expect([minLength - 1, minLength].map(isRefused)).toEqual([true, false])
    },
  )
})
