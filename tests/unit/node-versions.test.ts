import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'

type Package = { engines: { node: string } }
const read = (file: string) => JSON.parse(readFileSync(join(projectDir, file), 'utf8'))

const { engines: supported } = read('package.json') as Package
const { packages } = read('package-lock.json') as { packages: Record<string, Partial<Package>> }

// npm prints five lines of EBADENGINE for each package that does not support the running Node.
test('every installed package supports every Node version that package.json names', () => {
  const unsupported = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node && !semver.subset(supported.node, engines.node))
    .map(([path, { engines }]) => `${path} requires Node ${engines?.node}`)
  expect(unsupported).toEqual([])
})

test('package.json supports the maintained Node versions', () => {
  const supports = (version: string) => semver.satisfies(version, supported.node)
  expect(['20.19.0', '22.13.0', '24.0.0'].filter(supports)).toHaveLength(3)
  expect(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0'].filter(supports)).toEqual([])
})
