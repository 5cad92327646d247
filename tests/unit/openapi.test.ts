import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { AccountChanges, NewFlag, NewRating, NewSkill, Registration } from '../../functions/api/fields.ts'
import { PROBLEM_CODES, PROBLEMS } from '../../functions/api/problem.ts'
import { openApiDocument } from '../../scripts/openapi/document.ts'
import { lintProblems } from '../../scripts/openapi/lint.ts'
import { routes } from '../../scripts/openapi/routes.ts'
import { projectDir } from '../../scripts/program.ts'
import { Contract } from '../api/contract.ts'
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
      if ('schema' in value && !('example' in value) && !('examples' in value)) without.push(place.join(' '))
      for (const [key, member] of Object.entries(value)) look(member, [...place, key])
    }
    look(document, [])
    expect(without).toEqual([])
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
    const { enum: codes } = (
      document as { components: { schemas: { ProblemDocument: { properties: { code: Json } } } } }
    ).components.schemas.ProblemDocument.properties.code
    expect(codes).toContain(code)
    expect(read('SKILL.md').includes(`\`${code}\``)).toBe(true)
    expect(read('docs/api.md').includes(`| ${PROBLEMS[code][0]} | \`${code}\` |`)).toBe(true)
  })
})

describe('the bounds of a text', () => {
  type Text = { minLength?: number; maxLength?: number; format?: string; pattern?: string; anyOf?: Text[] }
  const { schemas } = document.components as { schemas: Record<string, { properties: Record<string, Text> }> }
  const BODIES: Record<string, z.ZodType> = { Registration, AccountChanges, NewSkill, NewRating, NewFlag }
  const fieldsOf = Object.keys(BODIES).flatMap((body) =>
    Object.entries(schemas[body]?.properties ?? {}).flatMap(([name, { anyOf, ...own }]) => {
      const { minLength = 0, maxLength } = anyOf?.[0] ?? own
      return maxLength === undefined ? [] : [{ body, name, minLength, maxLength }]
    }),
  )

  test('are there for all of them', () => {
    expect(fieldsOf.map(({ body, name }) => `${body}.${name}`)).toEqual([
      'Registration.agent_name',
      'Registration.agent_description',
      'Registration.email',
      'AccountChanges.agent_description',
      'AccountChanges.email',
      'NewSkill.name',
      'NewSkill.description',
      'NewSkill.url',
      'NewRating.skill_name',
      'NewRating.commentary',
      'NewFlag.reason',
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
