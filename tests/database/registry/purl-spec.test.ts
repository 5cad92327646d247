import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { databaseForTests } from '../own-database.ts'

/**
 * The published tests of the purl specification, which are not part of this repository:
 * `git clone https://github.com/package-url/purl-spec`, and PURL_SPEC is the path of that folder.
 */
const folder = process.env.PURL_SPEC

type Components = {
  type: string | null
  namespace: string | null
  name: string | null
  version: string | null
  qualifiers: Record<string, string> | null
}
type SpecTest = {
  description: string
  test_type: 'parse' | 'build' | 'validate'
  input: string | Components
  expected_output: string | Components | null
  expected_failure: boolean
}

const TYPES = ['npm', 'pypi', 'docker', 'oci', 'github', 'nuget']

/** The tests of the specification itself whose rule is not ours, by their input, and why. */
const NOT_APPLICABLE: [input: RegExp, reason: string][] = [
  [/^pkg:npm\/[^?]*\?in%20/, 'qualifiers are dropped, and their names are not checked'],
]

/** A purl of these components, all of them percent-encoded. */
function purlOf({ type, namespace, name, version, qualifiers }: Components): string {
  const path = [...(namespace?.split('/') ?? []), name ?? ''].map(encodeURIComponent).join('/')
  const query = Object.entries(qualifiers ?? {}).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  const start = `pkg:${type}/${path}${version === null ? '' : `@${encodeURIComponent(version)}`}`
  return query.length > 0 ? `${start}?${query.join('&')}` : start
}

const spelling = (given: string | Components) => (typeof given === 'string' ? given : purlOf(given))

/** Type, namespace and name in lower case: our normal form, except of images, which have one form for both types with the registry. */
const nameOf = ({ type, namespace, name }: Components) =>
  `pkg:${[type, namespace, name].filter((part) => part !== null).join('/')}`.toLowerCase()

describe.skipIf(!folder)('the tests of the purl specification', () => {
  const database = databaseForTests()

  async function normalized(text: string): Promise<string | null> {
    const [row] = await database.owner`select private.normalize_identifier(${text}) as normal`
    return row?.normal
  }

  const testsOf = (file: string): SpecTest[] =>
    JSON.parse(readFileSync(`${folder}/tests/${file}.json`, 'utf8')).tests

  test.each(TYPES)('of the type %s pass', async (type) => {
    const tests = testsOf(`types/${type}-test`)
    expect(tests.length).toBeGreaterThan(5)
    for (const { description, input, expected_output: output, expected_failure } of tests) {
      const normal = await normalized(spelling(input))
      if (expected_failure || output === null) {
        expect(normal, description).toBeNull()
        continue
      }
      expect(normal, description).not.toBeNull()
      expect(normal, description).toBe(await normalized(spelling(output)))
      const components = [input, output].find((given) => typeof given === 'object')
      if (components && type !== 'docker' && type !== 'oci')
        expect(normal, description).toBe(nameOf(components))
    }
  })

  test('of what every type has in common fail where they should', async () => {
    const failing = testsOf('spec/specification-test').filter(({ expected_failure }) => expected_failure)
    for (const { description, input } of failing) {
      if (typeof input !== 'string') continue
      const exception = NOT_APPLICABLE.find(([pattern]) => pattern.test(input))
      if (exception) expect(await normalized(input), exception[1]).not.toBeNull()
      else expect(await normalized(input), description).toBeNull()
    }
  })
})
