import { expect, test } from 'vitest'
import { packageUrlOf, type Registry } from '../../site/src/packages.ts'

test.each<[Registry, entered: string, expected: string | undefined]>([
  ['npm', '', undefined],
  ['npm', '  ', undefined],
  ['npm', ' left-pad ', 'pkg:npm/left-pad'],
  ['npm', '@playwright/mcp', 'pkg:npm/%40playwright/mcp'],
  ['npm', '@playwright/mcp@1.2.3', 'pkg:npm/%40playwright/mcp'],
  ['npm', 'left-pad@latest', 'pkg:npm/left-pad'],
  ['pypi', 'mcp-server-git', 'pkg:pypi/mcp-server-git'],
  ['pypi', 'mcp-server-git[all]>=1.0', 'pkg:pypi/mcp-server-git'],
  ['docker', 'alpine', 'pkg:docker/alpine'],
  ['docker', 'ghcr.io/owner/name:1.0', 'pkg:docker/ghcr.io/owner/name'],
  ['docker', 'localhost:5000/name', 'pkg:docker/localhost%3A5000/name'],
  ['docker', `mcp/git@sha256:${'0'.repeat(64)}`, 'pkg:docker/mcp/git'],
  ['docker', `mcp/git:1@sha256:${'0'.repeat(64)}`, 'pkg:docker/mcp/git'],
  ['npm', 'pkg:github/owner/repo', 'pkg:github/owner/repo'],
  ['npm', 'a b?c#d', 'pkg:npm/a%20b%3Fc%23d'],
  ['npm', '\ud800', 'pkg:npm/%EF%BF%BD'],
])('the package URL of %s %j is %j', (registry, entered, expected) => {
  expect(packageUrlOf(registry, entered)).toBe(expected)
})
