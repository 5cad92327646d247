import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../../functions/_shared/errors.ts'
import { routes } from '../../scripts/openapi/routes.ts'
import { projectDir } from '../../scripts/program.ts'
import { document as contract, faults, schemas as resolved } from '../support/openapi-contract.ts'
import { loadFunction, withDataApi } from './edge-function.ts'

type Json = Record<string, unknown>

const read = (path: string) => readFileSync(join(projectDir, path), 'utf8')
const text = read('docs/openapi.json')
const document = JSON.parse(text) as Json

/** The objects in a value. */
function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const member of Object.values(value)) yield* objectsIn(member)
}

describe('for code generators', () => {
  const components = document.components as Record<string, Record<string, Json>>
  const schemas = components.schemas as Record<string, Json>

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

  test('every body, parameter and header has an example, and all are valid', () => {
    const without = found(
      (object) => 'schema' in object && !('example' in object) && !('examples' in object),
    ).map(({ name, ...object }) => name ?? object)
    // A cursor does not match the examples of the other parameters.
    expect(new Set(without)).toEqual(new Set(['cursor']))
    for (const { schema, example, examples } of objectsIn(contract)) {
      if (!schema) continue
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example]
      for (const value of values)
        if (value !== undefined) expect([value, faults(schema, value)]).toEqual([value, []])
    }
  })

  test('every operation and parameter has a description', () => {
    const described = found((object) => 'responses' in object && 'operationId' in object)
    const parameters = found((object) => 'in' in object && 'schema' in object)
    expect([described.length, parameters.length]).toEqual([routes.length, expect.any(Number)])
    for (const { description } of [...described, ...parameters]) expect(description).toMatch(/\w/)
  })

  test('links lead to operations and parameters that exist', () => {
    const links = found((object) => 'operationId' in object && !('responses' in object))
    expect(links.length).toBeGreaterThan(5)
    for (const { operationId, parameters } of links) {
      const route = routes.find((one) => one.operationId === operationId)
      const [operation] = found((one) => one.operationId === operationId && 'responses' in one)
      const query = ((operation?.parameters as Json[]) ?? []).map(({ name }) => name)
      for (const name of Object.keys(parameters as Json))
        expect(query.includes(name) || route?.path.includes(`{${name}}`)).toBe(true)
    }
  })

  test('servers are absolute', () => {
    for (const { url } of document.servers as { url: string }[])
      expect(url).toMatch(/^https?:\/\/.*\/functions\/v1$/)
  })
})

// Valid ones are compared with the document whenever a test sends them.
test.each<[string, Json]>([
  ['RegisterAgentInput', { agent_name: 'Ada', email: 'ada' }],
  ['SubmitSkillInput', { name: 'x', description: 'x', type: 'mcp', url: 'ftp://x' }],
  ['SubmitRatingInput', { skill_id: 'x', claws: 5 }],
  ['SubmitRatingInput', { skill_name: null }],
  ['SubmitRatingInput', { skill_name: null, claws: 5 }],
  ['SubmitRatingInput', { skill_id: '', claws: 5 }],
  ['SubmitRatingInput', { claws: 5 }],
])('an invalid request does not fit %s: %j', (name, body) => {
  expect(faults(resolved[name] ?? {}, body)).not.toEqual([])
})

describe('the routes', () => {
  withDataApi()
  let served: string[]

  beforeAll(async () => {
    const app = await loadFunction()
    // Without middleware and the handlers for other methods.
    const own = app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/*')
    served = own.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`)
  })

  const described = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`)

  test('of the document are those of the function', () => {
    expect(described.toSorted()).toEqual(served.toSorted())
  })

  test('are in docs/api.md', () => {
    const words = { '{skill}': '{id or slug}', '{agent}': '{id or name}', '{rating}': '{rating id}' }
    for (const route of described) {
      const inWords = Object.entries(words).reduce((text, [name, word]) => text.replace(name, word), route)
      expect(read('docs/api.md')).toContain(`\`${inWords}\``)
    }
  })
})

test('every error code is in the document', () => {
  const { components, info } = document as {
    components: { schemas: Record<string, { properties: { code?: { enum: string[] } } }> }
    info: { description: string }
  }
  const codes = Object.values(components.schemas).flatMap(({ properties }) => properties.code?.enum ?? [])
  // The function identity has a page in place of a document.
  const texts = info.description + read('docs/identity.md')
  const isDocumented = (code: string) => codes.includes(code) || texts.includes(`\`${code}\``)
  expect(ERROR_CODES.filter((code) => !isDocumented(code))).toEqual([])
})
