import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { versionDifferences } from '../../scripts/versions.ts'

test('the function runs with the same versions on the hosted platform as here', () => {
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
  expect(versionDifferences(JSON.stringify({ imports }), JSON.stringify({ dependencies }))).toHaveLength(1)
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
