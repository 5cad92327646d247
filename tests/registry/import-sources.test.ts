// `npm run catalogue:import -- clawhub` with the stack of the tests and a stand-in.
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { Catalogue } from '../../scripts/registry/catalogue.ts'
import { clawHub } from '../../scripts/registry/clawhub.ts'
import type { Source } from '../../scripts/registry/entry.ts'
import { sourceUrl } from '../../scripts/registry/http.ts'
import { importPages } from '../../scripts/registry/import.ts'
import { sourceOf } from '../../scripts/registry/sources.ts'
import { localStack } from '../support/api.ts'
import { getSkill, listSkills, uniqueWord } from '../support/fixtures.ts'
import { serveApp } from '../support/serve.ts'
import { type ClawHubSkill, startClawHub } from './clawhub.ts'

const localSettings = { SUPABASE_URL: localStack?.apiUrl, SUPABASE_SECRET_KEY: localStack?.secretKey }

let server: { url: string; close: () => Promise<unknown> } | undefined
afterEach(() => server?.close())

async function importFrom(source: Source, more: { isDryRun?: boolean; mayDeleteMost?: boolean } = {}) {
  const { isDryRun = false, mayDeleteMost = false } = more
  const catalogue = new Catalogue(localSettings, source, isDryRun)
  return importPages({ ...source, catalogue, mayDeleteMost, progress: () => {} })
}

async function hubWith(skills: ClawHubSkill[]) {
  const hub = await startClawHub(skills)
  server = hub
  return { hub, source: clawHub(sourceUrl(hub.url)) }
}

describe.runIf(localStack)('npm run catalogue:import -- clawhub', () => {
  test('imports skills with their owner, and changes nothing the second time', async () => {
    const word = uniqueWord().toLowerCase()
    const { source } = await hubWith([
      { slug: `${word}-pdf`, owner: 'grace', displayName: 'PDF Tools' },
      { slug: `${word}-same`, displayName: 'PDF Tools', summary: null },
      { slug: `${word}-twice` },
      { slug: `${word}-twice`, owner: 'grace' },
      { slug: `${word}-bad`, isBlocked: true },
      { slug: `${word}-nobody`, owner: null },
      { slug: `${word}-huge`, size: 10_000_000 },
      { slug: '../../admin' },
      { slug: `${word}-nul`, summary: 'a\u0000b' },
      { slug: `${word}-bidi`, displayName: 'a\u202eb' },
      { slug: 5 },
    ])
    expect((await importFrom(source, { isDryRun: true })).counts).toMatchObject({ created: 2 })
    const { counts, problems } = await importFrom(source)
    expect(counts).toMatchObject({ created: 2, marked: 0 })
    expect(problems.map(([name, problem]) => `${name}: ${problem}`.replaceAll(word, 'w'))).toEqual([
      'w-twice: has several owners, and the list does not say which it means',
      'w-twice: is listed more than once, and only the skill of its page can be imported',
      'w-bad: is blocked by ClawHub as malware',
      'w-nobody: has a page that is not one of its skill and owner',
      'w-huge: has a page that is too large',
      '../../admin: is not a skill as the API of ClawHub describes it',
      'w-nul: must not contain NUL or lone surrogates',
      'a skill without a slug: is not a skill as the API of ClawHub describes it',
      expect.stringMatching(/^ada\/skills\/w-bidi: name must /),
    ])
    const { skills } = await listSkills({ search: word })
    const pdf = skills.find(({ name }) => name === `PDF Tools (grace/${word}-pdf)`)
    expect(pdf).toMatchObject({
      type: 'clawdbot',
      description: `What ${word}-pdf does.`,
      url: `https://clawhub.ai/grace/skills/${word}-pdf`,
    })
    expect((await importFrom(source)).counts).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
      marked: 0,
    })
  })

  test('takes owner, name, text and version from the page of a slug, which several owners can have', async () => {
    const word = uniqueWord().toLowerCase()
    const skill = (slug: string, owner: string, version: string) => ({
      slug: `${word}-${slug}`,
      owner,
      displayName: `${slug} of ${owner}`,
      summary: `By ${owner}.`,
      latestVersion: { version },
    })
    const { source } = await hubWith([
      skill('late', 'openclaw', '1.0.0'),
      skill('late', 'mallory', '9.9.9'),
      skill('early', 'mallory', '0.0.1'),
      skill('early', 'openclaw', '2.0.0'),
      skill('dotted', 'team.tools', '1.0.0'),
      skill('dots', '..', '1.0.0'),
    ])
    const versions = new Map<string, string>()
    async function* read() {
      for await (const page of source.read()) {
        for (const { external_name, version } of page.entries) versions.set(external_name, version)
        yield page
      }
    }
    const { counts, problems } = await importFrom({ ...source, read })
    expect(counts).toMatchObject({ created: 3, older: 0 })
    expect(Object.fromEntries(versions)).toEqual({
      [`openclaw/skills/${word}-late`]: '1.0.0',
      [`openclaw/skills/${word}-early`]: '2.0.0',
      [`team.tools/skills/${word}-dotted`]: '1.0.0',
    })
    const isListedTwice = 'is listed more than once, and only the skill of its page can be imported'
    expect(problems).toEqual([
      [`${word}-late`, isListedTwice],
      [`${word}-early`, isListedTwice],
      [`${word}-dots`, 'has a page that is not one of its skill and owner'],
    ])
    const { skills } = await listSkills({ search: word })
    expect(skills.map(({ name, description, url }) => [name, description, url]).sort()).toEqual(
      [
        ['dotted', 'team.tools'],
        ['early', 'openclaw'],
        ['late', 'openclaw'],
      ].map(([slug, owner]) => [
        `${slug} of ${owner} (${owner}/${word}-${slug})`,
        `By ${owner}.`,
        `https://clawhub.ai/${owner}/skills/${word}-${slug}`,
      ]),
    )
  })

  test('follows changes and deletions, but not of most skills at once', async () => {
    const word = uniqueWord().toLowerCase()
    const skills = Array.from({ length: 30 }, (_, index) => ({ slug: `${word}-${index}`, summary: 'Old.' }))
    const { hub, source } = await hubWith(skills)
    expect((await importFrom(source)).counts).toMatchObject({ created: 30 })
    hub.skills = [
      { slug: `${word}-0`, summary: 'New.' },
      ...skills.slice(2, 29),
      { slug: `${word}-29`, owner: null },
    ]
    expect((await importFrom(source)).counts).toMatchObject({ updated: 1, unchanged: 27, marked: 1 })
    const slug = (name: string) => `${name} ada ${name}`.replaceAll(' ', '-')
    expect(await getSkill(slug(`${word}-1`))).toMatchObject({ source_status: 'deleted' })
    expect(await getSkill(slug(`${word}-0`))).toMatchObject({ description: 'New.' })
    expect(await getSkill(slug(`${word}-29`))).toMatchObject({ source_status: null })
    hub.skills = []
    await expect(importFrom(source)).rejects.toThrow('does not list 29 of 29 imported skills any more')
    expect((await importFrom(source, { mayDeleteMost: true })).counts).toMatchObject({ marked: 29 })
    hub.skills = skills
    await importFrom(source)
    expect(await getSkill(slug(`${word}-1`))).toMatchObject({ source_status: null })
  })

  test('marks a skill as deleted that ClawHub blocks as malware, until it is not blocked any more', async () => {
    const word = uniqueWord().toLowerCase()
    const skills = [{ slug: `${word}-good` }, { slug: `${word}-bad` }]
    const { hub, source } = await hubWith(skills)
    await importFrom(source)
    const isDeleted = async () => (await getSkill(`${word}-bad-ada-${word}-bad`)).source_status === 'deleted'
    hub.skills = skills.map((skill) => ({ ...skill, isBlocked: skill.slug === `${word}-bad` }))
    const { counts, problems } = await importFrom(source)
    expect([counts.marked, problems[0]?.[1]]).toEqual([1, 'is blocked by ClawHub as malware'])
    expect(await isDeleted()).toBe(true)
    expect((await importFrom(source)).counts).toMatchObject({ marked: 0, unchanged: 1 })
    hub.skills = skills
    await importFrom(source)
    expect(await isDeleted()).toBe(false)
  })

  test('imports nothing if a page fails, and reads all of them the next time', async () => {
    const word = uniqueWord().toLowerCase()
    const skills: ClawHubSkill[] = Array.from({ length: 300 }, (_, index) => ({ slug: `${word}-${index}` }))
    const { hub, source } = await hubWith(skills)
    hub.before = async (cursor) => (cursor === '200' ? 404 : 200)
    await expect(importFrom(source)).rejects.toThrow('status 404')
    hub.before = async () => 200
    hub.cursors = []
    const { counts } = await importFrom(source)
    expect(counts).toMatchObject({ created: 300, updated: 0, unchanged: 0, marked: 0 })
    expect(hub.cursors).toEqual(['0', '200'])
  })

  test.each(['the same cursor', 'no list'])('stops at %s', async (kind) => {
    const body = kind === 'no list' ? { items: {} } : { items: [], nextCursor: 'x' }
    const app = new Hono().get('*', (c) => c.json(body))
    server = await serveApp(app)
    await expect(importFrom(clawHub(server.url))).rejects.toThrow(/same pages|not a list of skills/)
  })
})

test.each<[args: string[], baseUrl: string | undefined, message: RegExp]>([
  [[], undefined, /^Name the catalogue to import: /],
  [['agent-skills', 'https://example.com'], undefined, /^"agent-skills https:.*" is not a catalogue /],
  [['clawhub', 'https://example.com'], undefined, /^"clawhub https:.*" is not a catalogue /],
  [['toString'], undefined, /^"toString" is not a catalogue /],
  [['clawhub'], 'x', /^--base-url is "x"/],
])('%j with the base URL %s is no source', (args, baseUrl, message) => {
  expect(() => sourceOf(args, baseUrl)).toThrow(message)
})
