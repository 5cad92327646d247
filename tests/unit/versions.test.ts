import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'
import { versionDifferences } from '../../scripts/versions.ts'

test.each([
  ['another version', { hono: 'npm:hono@4.0.0' }, { hono: '4.0.1' }],
  ['a range', { hono: 'npm:hono@^4.0.0' }, { hono: '^4.0.0' }],
  ['a package that is not installed', { zod: 'npm:zod@4.0.0' }, {}],
  ['a package that is not deployed', {}, { zod: '4.0.0' }],
])('%s is found', (_, imports, dependencies) => {
  const denoJsons = { 'deno.json': JSON.stringify({ imports }) }
  expect(versionDifferences(denoJsons, JSON.stringify({ dependencies }))).toHaveLength(1)
})

describe('package-lock.json', () => {
  const text = readFileSync(join(projectDir, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }

  // `npm ci` fails if one is missing, and `npm install` omits packages that it could not find.
  test('has the packages of every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    )
    expect(missing).toEqual([])
  })

  test('does not name a registry', () => {
    expect(text).not.toContain('"resolved": "http')
  })
})
