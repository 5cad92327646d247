import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../local/cli/user-error.ts'
import { filesIn } from '../../local/files-in.ts'
import { prerender, renderHome, renderSkill } from '../../scripts/prerender.ts'
import type { SkillPage } from '../../site/src/api/responses.ts'
import { serveApp } from '../support/serve.ts'

const template = readFileSync(new URL('../../site/index.html', import.meta.url), 'utf8')
const hostile = `"'><script>alert(1)</script>$&$'</title>`

const urls = {
  siteUrl: 'https://example.org/folder',
  apiUrl: 'https://api.example.org/functions/v1',
}
const feedLink = (path: string) =>
  `<link rel="alternate" type="application/atom+xml" href="${urls.apiUrl}/api/${path}" />`

test('renders a skill with its head and content, and every text escaped', () => {
  const skill = {
    name: hostile,
    slug: 'a-skill',
    description: hostile,
    url: `https://example.com/?"'><script>`,
    avg_claws: 4.5,
    total_ratings: 2,
    established_ratings: 3,
    established_mean: 4,
    evidence: {
      ratings: 3,
      recent_ratings: 3,
      recent_mean: 4,
      observers: 1,
      failing_observers: 1,
      observed_calls: 214,
      observed_failures: 3,
      failure_share: 0.014,
    },
    ratings: [{ agent_name: hostile, claws: 5, commentary: hostile }],
  } as unknown as SkillPage
  const html = renderSkill(template, skill, urls)
  const escaped = '&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;$&#39;&lt;/title&gt;'
  expect(html).toContain(`<title>${escaped} · Skill Ratings</title>`)
  expect(html).toContain(`<meta property="og:title" content="${escaped} · 4.5 of 5 claws (2 ratings)" />`)
  expect(html).toContain('<meta property="og:image" content="https://example.org/folder/preview.png" />')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />')
  expect(html).toContain('<link rel="canonical" href="https://example.org/folder/skills/a-skill" />')
  expect(html).toContain(feedLink('skills/a-skill/feed.atom'))
  expect(html).toContain(`<h1>${escaped}</h1>`)
  expect(html).toContain(`<p>${escaped}: 5 of 5 claws</p><p>${escaped}</p>`)
  expect(html).toContain('Trusted by 3 established agents: 4.0 of 5 claws on average')
  const lookAlike = renderSkill(template, { ...skill, url: 'https://g\u0456thub.com/' }, urls)
  expect(lookAlike).toContain('href="https://g\u0456thub.com/">https://xn--gthub-n2e.com/</a>')
  // That of the app, and structured data, in which the texts are escaped in another way.
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html.match(/<\/script/g)).toHaveLength(2)
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'SoftwareApplication',
    name: hostile,
    url: 'https://example.org/folder/skills/a-skill',
    aggregateRating: { ratingValue: 4, ratingCount: 3 },
  })
  const names = Array.from(
    html.matchAll(/<meta (?:name|property)="([^"]+)"(?! [^>]*media=)/g),
    ([, name]) => name,
  )
  expect(names).toEqual([...new Set(names)])
  expect(names).toContain('og:site_name')
  expect(html.match(/rel="canonical"/g)).toHaveLength(1)
})

test('renders the home page with its head and links to skills, and every text escaped', () => {
  const skill = { name: hostile, slug: 'a-skill', description: hostile, avg_claws: 4.5, total_ratings: 1 }
  const html = renderHome(template, [skill], urls)
  expect(html).toContain('<link rel="canonical" href="https://example.org/folder/" />')
  expect(html).toContain(feedLink('feed.atom'))
  expect(html).toContain('<a href="https://example.org/folder/skills/a-skill">&quot;')
  expect(html).toContain('<p>4.5 of 5 claws (1)</p>')
  expect(html.match(/<script/g)).toHaveLength(1)
})

describe('the API of another host', () => {
  const skill = {
    slug: 'a-skill',
    name: 'A',
    description: 'A skill.',
    url: 'https://example.com',
    avg_claws: 4,
    total_ratings: 1,
    ratings: [{ agent_name: 'Ada', claws: 4, commentary: null }],
  }

  /** Prerenders one skill from an API that gives this list and this skill. Returns the files and the error. */
  async function prerendered({ listed = {}, shown = {} }: { listed?: object; shown?: object }) {
    const folder = mkdtempSync(join(tmpdir(), 'prerender-'))
    const dist = join(folder, 'site', 'dist')
    mkdirSync(dist, { recursive: true })
    writeFileSync(join(dist, 'index.html'), template)
    writeFileSync(join(dist, 'robots.txt'), '')
    writeFileSync(join(dist, '_redirects'), '/folder/skills/* /folder/index.html 200\n')
    const app = new Hono()
    app.get('/api/skills', (c) => c.json({ skills: [{ ...skill, ...listed }], next_cursor: null }))
    app.get('/api/*', (c) => c.json({ ...skill, ...shown }))
    const { url, close } = await serveApp(app)
    try {
      const error = await prerender(1, { dist, siteUrl: 'https://example.org', apiUrl: url }).then(
        () => undefined,
        (error: Error) => error,
      )
      return { files: filesIn(folder).sort(), rules: readFileSync(join(dist, '_redirects'), 'utf8'), error }
    } finally {
      await close()
      rmSync(folder, { recursive: true })
    }
  }
  const before = ['site/dist/_redirects', 'site/dist/index.html', 'site/dist/robots.txt']

  test('gives pages of skills', async () => {
    const { files, rules, error } = await prerendered({})
    expect(error).toBeUndefined()
    const written = ['app.html', 'skills/a-skill/index.html'].map((path) => `site/dist/${path}`)
    expect(files).toEqual([...before, ...written].sort())
    // The home page is no longer the page for other addresses.
    expect(rules).toBe('/folder/skills/* /folder/app.html 200\n')
  })

  test.each<[what: string, answer: Parameters<typeof prerendered>[0], path: string]>([
    ['a slug that leads out of the folder', { listed: { slug: '../../../x' } }, 'skills.0.slug'],
    ['another slug for the skill', { shown: { slug: '../../../x' } }, 'slug'],
    ['an empty slug', { listed: { slug: '' } }, 'skills.0.slug'],
    ['a script as a link', { shown: { url: 'javascript:alert(1)' } }, 'url'],
    ['a name that is not a text', { shown: { name: { toString: 1 } } }, 'name'],
  ])('cannot give %s', async (_, answer, path) => {
    const { files, error } = await prerendered(answer)
    expect(error).toBeInstanceOf(UserError)
    expect(error?.message).toMatch(/^http:.* is not an API of this service: .* is not valid\.$/)
    expect(error?.message).toContain(`\`${path}\``)
    expect(files).toEqual(before)
  })
})
