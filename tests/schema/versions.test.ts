import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { functionNames, versionDifferences } from '../../scripts/versions.ts'

test('the functions run with the same versions on the hosted platform as here', () => {
  expect(versionDifferences()).toEqual([])
})

test.each([
  ['another version', { hono: 'npm:hono@4.0.0' }, { hono: '4.0.1' }],
  ['a range', { hono: 'npm:hono@^4.0.0' }, { hono: '^4.0.0' }],
  ['no version', { hono: 'npm:hono' }, {}],
  ['a package that is not installed', { zod: 'npm:zod@4.0.0' }, {}],
  ['a package that is not deployed', {}, { zod: '4.0.0' }],
  ['another version of a scoped package', { '@a/b': 'npm:@a/b@1.0.0' }, { '@a/b': '1.0.1' }],
  ['another version of a folder', { 'hono/': 'npm:/hono@4.0.0/' }, { hono: '4.0.1' }],
])('%s is seen', (_, imports, dependencies) => {
  const denoJsons = { 'deno.json': JSON.stringify({ imports }) }
  expect(versionDifferences(denoJsons, JSON.stringify({ dependencies }))).toHaveLength(1)
})

test('every function is looked at, and a package need be in one of them alone', () => {
  const denoJsons = {
    'one/deno.json': JSON.stringify({ imports: { zod: 'npm:zod@4.0.0' } }),
    'two/deno.json': JSON.stringify({ imports: { zod: 'npm:zod@4.0.1', hono: 'npm:hono@4.0.0' } }),
  }
  const packageJson = JSON.stringify({ dependencies: { zod: '4.0.0', hono: '4.0.0' } })
  expect(versionDifferences(denoJsons, packageJson)).toEqual([
    'zod is 4.0.1 in two/deno.json and 4.0.0 in package.json.',
  ])
  expect(functionNames()).toEqual(['api', 'mcp'])
})

describe('package-lock.json', () => {
  const text = readFileSync(join(projectDir, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }

  // `npm ci` refuses a lock that lacks one, and `npm install` leaves out what it could not find at the time.
  test('has the packages of every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    )
    expect(missing).toEqual([])
  })

  test('leaves it to npm’s settings where packages come from', () => {
    expect(text).not.toContain('"resolved": "http')
  })
})
