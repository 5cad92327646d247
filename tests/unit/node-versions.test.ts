import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { expect, test } from 'vitest'
import { projectDir } from '../../scripts/program.ts'

type Package = { engines?: { node?: string } }

const { packages } = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>
}

// npm prints five lines of EBADENGINE for each package that does not support the running Node.
test('every installed package supports every Node version that package.json names', () => {
  const supported = packages['']?.engines?.node ?? ''
  const unsupported = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node && !semver.subset(supported, engines.node))
    .map(([path, { engines }]) => `${path} requires Node ${engines?.node}`)
  expect(unsupported).toEqual([])
})

test('package.json supports the maintained Node versions', () => {
  const supports = (version: string) => semver.satisfies(version, packages['']?.engines?.node ?? '')
  expect(['20.19.0', '22.13.0', '24.0.0'].filter(supports)).toHaveLength(3)
  expect(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0'].filter(supports)).toEqual([])
})

test('package.json and package-lock.json name the same Node versions', () => {
  const { engines } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as Package
  expect(packages['']?.engines).toEqual(engines)
})
