import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, siteHeaders } from '../../site/headers.ts'
import { addressOf, readAddress } from '../../site/src/address.ts'

const folder = new URL('../../site/src', import.meta.url).pathname
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const)

test('no text becomes HTML, and no style stands in it', () => {
  expect(sources.length).toBeGreaterThan(20)
  for (const [path, source] of sources) {
    const forbidden =
      /dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|eval\(|\sstyle=/i
    expect(forbidden.exec(source)?.[0], path).toBeUndefined()
  }
})

test('the key is read and written in one file, and goes into one header', () => {
  const using = (word: RegExp) => sources.filter(([, source]) => word.test(source)).map(([path]) => path)
  expect(using(/localStorage/).sort()).toEqual(['held-key.ts', 'theme.ts'])
  expect(using(/x-api-key'/)).toEqual(['api.ts'])
  expect(using(/sessionStorage|document\.cookie|indexedDB/)).toEqual([])
})

test.each([
  ['/functions/v1', "connect-src 'self'"],
  ['https://ref.supabase.co/functions/v1', 'connect-src https://ref.supabase.co'],
  ['http://127.0.0.1:54321/functions/v1', 'connect-src http://127.0.0.1:54321'],
])('with the API at %s the page may talk to that host alone', (apiBaseUrl, rule) => {
  const rules = contentSecurityPolicy(apiBaseUrl).split('; ')
  expect(rules).toContain(rule)
  expect(rules).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "base-uri 'none'"]),
  )
  expect(contentSecurityPolicy(apiBaseUrl)).not.toMatch(/unsafe|\*|data:/)
  expect(siteHeaders(apiBaseUrl)['Content-Security-Policy']).toMatch(/frame-ancestors 'none'$/)
})

test.each([
  [[], {}, '#/'],
  [['skills', 'jq'], { sort: 'lowest', claws: '' }, '#/skills/jq?sort=lowest'],
  [[], { search: 'a b&c=?#/é' }, '#/?search=a+b%26c%3D%3F%23%2F%C3%A9'],
  [['skills', 'a/b?c#d'], {}, '#/skills/a%2Fb%3Fc%23d'],
])('an address is read as it was written: %j %j', (path, query, written) => {
  expect(addressOf(path, query)).toBe(written)
  const read = readAddress(written)
  expect(read.path).toEqual(path)
  const given = Object.entries(query).filter(([, value]) => value !== '')
  expect([...read.query]).toEqual(given)
})

test('an address that cannot be decoded is taken as it stands', () => {
  expect(readAddress('#/skills/%E0%A4%A').path).toEqual(['skills', '%E0%A4%A'])
  expect(readAddress('').path).toEqual([])
})
