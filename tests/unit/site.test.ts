import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from '../../local/project-dir.ts'
import { fullApiUrl } from '../../site/base-url.ts'
import { contentSecurityPolicy, siteHeaders } from '../../site/headers.ts'
import { isPagePath } from '../../site/paths.ts'
import { addressOfFragment, formatAddress, parseAddress, toUrl } from '../../site/src/address.ts'
import { summarize } from '../../site/src/head.ts'
import { repositoryAt } from '../../site/src/repository.ts'
import { RESULT_REASONS } from '../../site/src/result-reasons.ts'
import { randomTexts } from '../support/random-texts.ts'

const folder = new URL('../../site/src', import.meta.url).pathname
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const)

test('the site never turns text into HTML and has no inline styles', () => {
  expect(sources.length).toBeGreaterThan(20)
  for (const [path, source] of sources) {
    const forbidden =
      /dangerouslySetInnerHTML|(inner|outer)HTML|insertAdjacentHTML|document\.write|DOMParser|srcdoc|eval\(|\sstyle=/i
    expect(forbidden.exec(source)?.[0], path).toBeUndefined()
  }
})

test('the site explains search results with the sentences of the documentation', () => {
  const text = readFileSync(join(projectDir, 'docs', 'search.md'), 'utf8')
  const section = text.match(/^## Why is a result where it is\?\n([\s\S]+?)\n## /m)?.[1] ?? ''
  expect(section.match(/(?<=^- ).+$/gm)).toEqual(RESULT_REASONS)
})

// hashOfSources in local/watch/site-build.ts reads these; with another, `npm start` would serve an old site.
test('the site shares only texts and options with the functions', () => {
  const imports = sources.flatMap(([, source]) => [
    ...source.matchAll(/^(?:import (?!type )|export )[^']*'[^']*functions\/_shared\/([\w/.-]+)'/gm),
  ])
  expect(imports.length).toBeGreaterThan(5)
  for (const [, path] of imports) expect(path).toMatch(/^(text\/[\w-]+|schemas\/options)\.ts$/)
})

test('only one file stores the key, and only one file sends it', () => {
  const using = (word: RegExp) => sources.filter(([, source]) => word.test(source)).map(([path]) => path)
  expect(using(/localStorage/).sort()).toEqual(['api/stored-key.ts', 'chosen-client.ts', 'theme.ts'])
  expect(using(/'x-api-key': /)).toEqual(['api/client.ts'])
  expect(using(/sessionStorage/).sort()).toEqual(['api/stored-key.ts', 'session.ts'])
  expect(using(/document\.cookie|indexedDB/)).toEqual([])
})

test.each([
  ['/functions/v1', "connect-src 'self'"],
  ['https://ref.supabase.co/functions/v1', 'connect-src https://ref.supabase.co'],
  ['http://127.0.0.1:54321/functions/v1', 'connect-src http://127.0.0.1:54321'],
])('with the API at %s, the policy allows calls to that host only', (apiBaseUrl, rule) => {
  const rules = contentSecurityPolicy(apiBaseUrl).split('; ')
  expect(rules).toContain(rule)
  expect(rules).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "base-uri 'none'"]),
  )
  expect(contentSecurityPolicy(apiBaseUrl)).not.toMatch(/unsafe|\*|data:/)
  expect(siteHeaders(apiBaseUrl)['/']?.['Content-Security-Policy']).toMatch(/frame-ancestors 'none'$/)
  expect(rules).toEqual(
    expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types json-ld']),
  )
})

test.each([
  [[], {}, '/'],
  [['skills', 'jq'], { sort: 'lowest', claws: '' }, '/skills/jq?sort=lowest'],
  [[], { search: 'a b&c=?#/é' }, '/?search=a+b%26c%3D%3F%23%2F%C3%A9'],
  [['skills', 'a/b?c#d'], {}, '/skills/a%2Fb%3Fc%23d'],
])('parses an address as it was formatted: %j %j', (path, query, formatted) => {
  expect(formatAddress(path, query)).toBe(formatted)
  const parsed = parseAddress(formatted)
  expect(parsed.path).toEqual(path)
  const expected = Object.entries(query).filter(([, value]) => value !== '')
  expect([...parsed.query]).toEqual(expected)
})

test('keeps a segment that cannot be decoded', () => {
  expect(parseAddress('/skills/%E0%A4%A').path).toEqual(['skills', '%E0%A4%A'])
  expect(parseAddress('').path).toEqual([])
})

test('ignores a slash at the end, and keeps other empty segments', () => {
  expect(parseAddress('/').path).toEqual([])
  expect(parseAddress('/skills/jq/').path).toEqual(['skills', 'jq'])
  expect(parseAddress('//').path).toEqual([''])
  expect(parseAddress('//host/').path).toEqual(['', 'host'])
  expect(parseAddress('/skills//jq').path).toEqual(['skills', '', 'jq'])
  expect(parseAddress('/skills//').path).toEqual(['skills', ''])
})

test.each([
  ['#/', '/'],
  ['#/skills/jq?sort=lowest', '/skills/jq?sort=lowest'],
  ['#content', undefined],
  ['', undefined],
])('the address for the old fragment %j is %j', (fragment, address) => {
  expect(addressOfFragment(fragment)).toBe(address)
})

test('the address of any fragment stays on the host and can be parsed', () => {
  const separators = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%',
    '%2F',
    '%5C',
    '%00',
    '@',
    ':',
    '[',
    '?',
    '#',
    '\t',
    '\n',
  ]
  const words = [
    'host',
    'javascript:',
    'skills',
    'rate',
    '%ff',
    'é',
    '\ud800',
    '😀',
    '\u202e',
    'x'.repeat(3_000),
  ]
  for (const text of randomTexts(1, 20_000, [...separators, ...separators, ...words], 8)) {
    const address = addressOfFragment(`#/${text}`) ?? ''
    const url = new URL(toUrl(address), 'https://user:password@example.org:81/key')
    expect(url.href.startsWith('https://user:password@example.org:81/'), text).toBe(true)
    const { path } = parseAddress(url.pathname + url.search)
    if (isPagePath(url.pathname)) expect(path.every(Boolean) && path.length <= 2, text).toBe(true)
    expect(() => path.map(encodeURIComponent), text).not.toThrow()
  }
})

test('knows the paths of its pages', () => {
  for (const path of ['/skills/jq', '/skills/jq/', '/agents/a%2Fb', '/rate/jq', '/submit', '/key'])
    expect(isPagePath(path), path).toBe(true)
  const others = ['/skills', '/skills/', '/skills/a/b', '//', '/submit/x', '/x/submit', '/assets/x.js']
  for (const path of ['', '/submit//', ...others]) expect(isPagePath(path), path).toBe(false)
})

test('a repository can be cloned from an https address of GitHub, and from nowhere else', () => {
  const pathAt = (url: string) => repositoryAt(`https://github.com/owner/${url}`)?.path
  const found = ['my.repo_1', 'repo.git', 'repo/'].map(pathAt)
  expect(found).toEqual(['owner/my.repo_1', 'owner/repo', 'owner/repo'])
  const paths = ['repo;id', '$(id)', 'repo%3Bid', 'repo?x=$(id)', 'repo#`id`', 'repo/tree/main', '']
  const hosts = ['http://github.com', 'https://github.com.example.org', 'https://github.com:444']
  expect(paths.map(pathAt)).toEqual(paths.map(() => undefined))
  for (const host of [...hosts, 'https://a@github.com', 'x'])
    expect(repositoryAt(`${host}/owner/repo`), host).toBeUndefined()
})

test('summarizes a description in one line of 160 characters', () => {
  expect(summarize(' One.\n\tTwo. ')).toBe('One. Two.')
  const summary = summarize('😀'.repeat(161))
  expect([...summary]).toHaveLength(160)
  expect(summary.endsWith('😀…')).toBe(true)
})

test.each([
  ['https://api.example.com', '', 'https://api.example.com'],
  [
    'https://api.example.com/functions/v1',
    'https://example.com/folder',
    'https://api.example.com/functions/v1',
  ],
  ['/functions/v1', 'https://example.com/folder', 'https://example.com/functions/v1'],
  ['/functions/v1', '/folder', undefined],
  ['/functions/v1', '', undefined],
])('the API at %s of a site at “%s” has the full URL %s', (api, site, full) => {
  expect(fullApiUrl(api, site)).toBe(full)
})
