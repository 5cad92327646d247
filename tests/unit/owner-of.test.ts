import { expect, test } from 'vitest'
import { ownerOf } from '../../functions/_shared/text/owner-of.ts'

test.each([
  ['https://github.com/microsoft/playwright-mcp', 'github.com/microsoft'],
  ['https://www.GitHub.com/Owner', 'github.com/Owner'],
  ['https://github.com', 'github.com'],
  ['https://github.com/%3Cb%3E/x', 'github.com'],
  ['https://github.com/a b/x', 'github.com'],
  ['https://github.com.evil.example/microsoft/x', 'github.com.evil.example'],
  ['https://owner.github.io/x', 'owner.github.io'],
  ['https://gіthub.com/microsoft/x', 'xn--gthub-n2e.com'],
  ['http://example.org:8080/a?b#c', 'example.org:8080'],
  ['https://www.npmjs.com/package/x', 'npmjs.com'],
  ['ftp://example.org/x', null],
  ['javascript:alert(1)', null],
  ['https://', null],
  [null, null],
])('%s is by %s', (url, owner) => {
  expect(ownerOf(url)).toBe(owner)
})
