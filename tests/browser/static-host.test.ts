import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectDir, run } from '../../scripts/program.ts'
import { baseUrl } from '../support/api.ts'
import { newAgent, newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'
import { HOSTILE, newPage, siteUrl } from './site.ts'

const dist = join(projectDir, 'site', 'dist')
const hosted = `${siteUrl}/folder`
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

let slug: string
beforeAll(async () => {
  const skill = await newSkill({ name: `${HOSTILE} ${uniqueWord()}`, description: HOSTILE })
  slug = skill.slug
  // Unrated skills come last.
  await submitRating(await newAgent(), { skill_id: skill.id, claws: 5, commentary: HOSTILE })
  const script = join(projectDir, 'scripts', 'build.ts')
  const { status, stdout, stderr } = await run(
    process.execPath,
    [join(projectDir, 'local', 'run.mjs'), script, '--prerender', '500'],
    { env: { ...process.env, API_BASE_URL: baseUrl, SITE_BASE_URL: hosted } },
  )
  expect(status, stdout + stderr).toBe(0)
})

/** Opens a path of the built site, as a static host would serve it below a folder. */
async function visitHosted(path: string, javaScriptEnabled = true) {
  const page = await newPage({ javaScriptEnabled })
  await page.route(`${hosted}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/folder'.length)
    const candidates = [join(dist, name), join(dist, name, 'index.html')]
    const file = candidates.find((file) => existsSync(file) && statSync(file).isFile())
    const path = file ?? join(dist, '404.html')
    const contentType = types[path.split('.').pop() ?? ''] ?? 'application/octet-stream'
    return route.fulfill({ status: file ? 200 : 404, contentType, body: readFileSync(path) })
  })
  await page.goto(hosted + path)
  return page
}

test('the site works below a folder, also at addresses that have no file', async () => {
  const page = await visitHosted('/submit')
  await page.getByRole('heading', { level: 1, name: 'Submit a skill' }).waitFor()
  await page.getByRole('link', { name: 'Get a key' }).click()
  await page.getByRole('heading', { level: 1, name: 'Get a key' }).waitFor()
  expect(page.url()).toBe(`${hosted}/key`)
  await page.goto(`${hosted}/#/submit`)
  await page.getByRole('heading', { level: 1, name: 'Submit a skill' }).waitFor()
  expect(page.url()).toBe(`${hosted}/submit`)
  await page.goto(`${hosted}/docs`)
  await page.locator('.operation').first().waitFor()
  await page.getByRole('link', { name: 'Skill Ratings' }).click()
  await page.getByRole('heading', { level: 1, name: /^Skills, rated/ }).waitFor()
})

test('a page rendered at build time has its head and content without JavaScript', async () => {
  const page = await visitHosted(`/skills/${slug}`, false)
  expect(await page.title()).toMatch(/^"><script>.* · Skill Ratings$/)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${hosted}/skills/${slug}`)
  expect(await page.locator('h1').innerText()).toContain(HOSTILE)
  expect(await page.locator('main').innerText()).toContain('none by an established agent.')
  expect(await page.locator('noscript').count()).toBe(0)
  const data = page.locator('script[type="application/ld+json"]')
  expect(JSON.parse((await data.textContent()) ?? '')).toMatchObject({
    '@type': 'SoftwareApplication',
    description: HOSTILE,
    url: `${hosted}/skills/${slug}`,
  })
})

test('a hosted site has a catalogue, which its pages and robots.txt name, the sitemap of the API, and SKILL.md and llms.txt for it', async () => {
  const read = (path: string) => readFileSync(join(dist, path), 'utf8')
  const catalogue = read('.well-known/ai-catalog.json')
  expect(read('.well-known/ard.json')).toBe(catalogue)
  const { hostname } = new URL(hosted)
  expect(JSON.parse(catalogue).entries).toMatchObject([
    { identifier: `urn:air:${hostname}:mcp:skill-rating-service`, url: `${baseUrl}/mcp/server-card` },
    { url: `${hosted}/.well-known/agent-skills/skill-rating-service/SKILL.md` },
    { url: `${baseUrl}/registry/ard` },
  ])
  expect(read('.well-known/agent-skills/skill-rating-service/SKILL.md')).toContain(
    `\`{base_url}\` is \`${baseUrl}\`.`,
  )
  expect(read('llms.txt')).toContain(`](${baseUrl}/api/skills)`)
  expect(read('llms.txt')).not.toMatch(/relative|\]\(\/|[` ]\/functions/)
  expect(read('robots.txt')).toContain(`Agentmap: ${hosted}/.well-known/ai-catalog.json\n`)
  expect(read('robots.txt')).toContain(`Sitemap: ${baseUrl}/api/sitemap.xml\n`)
  for (const page of ['index.html', '404.html', 'app.html', `skills/${slug}/index.html`])
    expect(read(page), page).toMatch(
      /<link rel="ai-catalog" [^>]*href="[^"]*\/folder\/\.well-known\/ai-catalog\.json"/,
    )
})

test('the home page is rendered at build time, and other addresses still have the app', async () => {
  const page = await visitHosted('/', false)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${hosted}/`)
  await page.locator(`a[href="${hosted}/skills/${slug}"]`).first().waitFor()
  const app = readFileSync(join(dist, 'app.html'), 'utf8')
  expect(app).toBe(readFileSync(join(dist, '404.html'), 'utf8'))
  expect(app).not.toMatch(/canonical|<body>\s*<main>/)
  const rules = readFileSync(join(dist, '_redirects'), 'utf8')
  expect(rules).toContain('/folder/skills/* /folder/app.html 200\n')
  expect(rules).not.toContain('index.html')
})

test('without JavaScript, a page that was not rendered says where the API is, with styles', async () => {
  const page = await visitHosted('/submit', false)
  expect(await page.locator('main p').last().innerText()).toContain(
    `The API does not: ${baseUrl}/api/skills.`,
  )
  const family = (selector: string) =>
    page.locator(selector).evaluate((one) => getComputedStyle(one).fontFamily)
  expect(await family('h1')).not.toBe(await family('main p code'))
  expect(await page.locator('main').evaluate((one) => getComputedStyle(one).maxWidth)).not.toBe('none')
})

test('the app replaces a page rendered at build time', async () => {
  const page = await visitHosted(`/skills/${slug}`)
  await page.locator('.rating .commentary').getByText(HOSTILE).waitFor()
  expect(await page.locator('h1').count()).toBe(1)
  expect(await page.locator('meta[name=description]').count()).toBe(1)
  expect(await page.title()).not.toBe('owned')
})
