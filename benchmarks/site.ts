// npm run bench -- site: how fast every page of the web site loads, what a first visit downloads, and how fast the search field responds.

import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { builtSite } from '../local/watch/site-build.ts'
import { withChromium } from '../scripts/chromium.ts'
import { tellSiteStory } from '../scripts/pictures/story.ts'
import { type Cell, markdownTable } from './report.ts'
import { median, percentile } from './statistics.ts'

const PAGES = {
  catalogue: '',
  skill: 'skills/playwright-mcp',
  agent: 'agents/Ada',
  ranking: 'how-ranking-works',
  submit: 'submit',
  rate: 'rate/playwright-mcp',
  key: 'key',
  'not found': 'no/such/page',
  docs: 'docs',
}
const MAX_KILOBYTES = 75
/** What web.dev calls good: the largest content within 2.5 s, the main thread blocked for at most 200 ms. */
const MAX_LARGEST_PAINT_MS = 2_500
const MAX_BLOCKED_MS = 200

type Device = { options: BrowserContextOptions; slowdown: number; latencyMs: number; bytesPerSecond: number }

/** Lighthouse's devices: a phone on slow 4G, and a desktop with 10 Mbit/s. */
const DEVICES: Record<string, Device> = {
  phone: {
    options: { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true },
    slowdown: 4,
    latencyMs: 150,
    bytesPerSecond: 204_800,
  },
  desktop: {
    options: { viewport: { width: 1_350, height: 940 } },
    slowdown: 1,
    latencyMs: 40,
    bytesPerSecond: 1_280_000,
  },
}

type Load = { kilobytes: number; largestPaint: number; blocked: number }

const SKILLS = 20_000
const SEARCH = 'browser automation that fills in forms'

const options = {
  page: { type: 'string', value: 'NAME', help: `Only one page: ${Object.keys(PAGES).join(', ')}` },
} as const

await command('bench site', { options }, async ({ page: onlyPage }) => {
  if (onlyPage && !(onlyPage in PAGES)) throw new UserError(`There is no page “${onlyPage}”.`)
  await withStack({ webSite: builtSite, mcp: false }, async ({ apiUrl, baseUrl, databaseUrl }) => {
    await tellSiteStory({ baseUrl, databaseUrl })
    await addSkills(databaseUrl)
    await withChromium(async (browser) => {
      const missed: string[] = []
      const rows: Cell[][] = []
      for (const [name, address] of Object.entries(PAGES)) {
        if (onlyPage && name !== onlyPage) continue
        for (const [deviceName, device] of Object.entries(DEVICES)) {
          const { kilobytes, largestPaint, blocked } = await bestLoad(browser, `${apiUrl}/${address}`, device)
          rows.push([name, deviceName, kilobytes, largestPaint, blocked])
          const where = `${name}, ${deviceName}:`
          if (kilobytes >= MAX_KILOBYTES) missed.push(`${where} ${kilobytes} kB`)
          if (!(largestPaint <= MAX_LARGEST_PAINT_MS))
            missed.push(`${where} largest paint after ${largestPaint} ms`)
          if (blocked > MAX_BLOCKED_MS) missed.push(`${where} blocked for ${blocked} ms`)
        }
      }
      const columns = ['Page', 'Device', 'kB', 'Largest paint ms', 'Blocked ms']
      console.log(markdownTable({ columns, rows }))
      if (!onlyPage || onlyPage === 'catalogue') {
        const typing = []
        for (const slowdown of [1, 4]) typing.push(await typingRow(browser, apiUrl, slowdown))
        const columns = ['CPU', 'Keys', 'Median ms', 'p95 ms', 'Slowest ms']
        console.log(`\nFrom a key to the next frame, in the search of ${SKILLS} skills:\n`)
        console.log(markdownTable({ columns, rows: typing }))
      }
      if (missed.length > 0) throw new UserError(`\nTargets missed:\n${missed.join('\n')}`)
    })
  })
})

/** Fills the catalogue; the triggers index the skills for the search. */
async function addSkills(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, async (sql) => {
    await sql`
      insert into public.skills (name, type, description)
      select
        format('%s %s %s', adjective[1 + i % 5], noun[1 + i / 5 % 6], i), (private.skill_types())[1 + i % 4],
        format('Gives agents a %s that fills in %s, with automation for each %s.', noun[1 + i % 6], adjective[1 + i % 5], i)
      from generate_series(1, ${SKILLS}::integer) as i, (
        select array['fast', 'browser', 'local', 'form', 'private'] as adjective,
          array['server', 'automation', 'memory', 'client', 'calendar', 'parser'] as noun
      ) as words`
  })
}

/** The fastest of three loads: other programs on the machine only make a page slower. */
async function bestLoad(browser: Browser, url: string, device: Device): Promise<Load> {
  const loads: Load[] = []
  for (let i = 0; i < 3; i++) loads.push(await load(browser, url, device))
  const least = (name: keyof Load) => Math.min(...loads.map((load) => load[name]))
  return {
    kilobytes: least('kilobytes'),
    largestPaint: least('largestPaint'),
    blocked: least('blocked'),
  }
}

/** A first visit: the kilobytes of all responses without headers, as hosts compress them (`npm start` does not), and what Chromium measures. */
function load(browser: Browser, url: string, device: Device): Promise<Load> {
  return inNewPage(
    browser,
    async (page) => {
      const bodies: Promise<Buffer>[] = []
      page.on('response', (response) => {
        // A request without a body, or one after the load.
        bodies.push(response.body().catch(() => Buffer.alloc(0)))
      })
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: device.slowdown })
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: device.latencyMs,
        downloadThroughput: device.bytesPerSecond,
        uploadThroughput: device.bytesPerSecond,
      })
      await page.addInitScript(observeLoad)
      await page.goto(url)
      // On a busy machine, the network can be idle before a script asks for more.
      await page.locator('main h1').first().waitFor()
      await page.waitForLoadState('networkidle')
      const bytes = (await Promise.all(bodies)).map((body) => Math.min(body.length, gzipSync(body).length))
      const seen = await page.evaluate(
        () => (globalThis as unknown as { seen: Omit<Load, 'kilobytes'> }).seen,
      )
      return {
        kilobytes: Math.round(bytes.reduce((sum, length) => sum + length, 0) / 100) / 10,
        largestPaint: Math.round(seen.largestPaint),
        blocked: Math.round(seen.blocked),
      }
    },
    device.options,
  )
}

/** Runs in the page, before its own scripts. Names no function: the compiler would add a helper that the page lacks. */
function observeLoad(): void {
  const seen = { largestPaint: Number.NaN, blocked: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    // The part of each task after its first 50 ms.
    for (const { duration } of list.getEntries()) seen.blocked += duration - 50
  }).observe({ type: 'longtask', buffered: true })
}

/** Types a search letter by letter, and measures in the page when the browser has drawn each. */
async function typingRow(browser: Browser, url: string, slowdown: number): Promise<Cell[]> {
  return inNewPage(browser, async (page) => {
    await page.goto(url)
    await page.locator('.skill').first().waitFor()
    await page.evaluate(() => {
      const latencies: number[] = []
      Object.assign(globalThis, { latencies })
      const frame = new MessageChannel()
      let pressed = 0
      // The message arrives after the frame has been drawn.
      frame.port1.onmessage = () => latencies.push(performance.now() - pressed)
      addEventListener('keydown', ({ timeStamp }) => {
        pressed = timeStamp
        requestAnimationFrame(() => frame.port2.postMessage(''))
      })
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const field = page.getByRole('searchbox')
    for (const delay of [80, 250]) {
      await field.clear()
      // With the longer delay, a search runs after each letter.
      await field.pressSequentially(SEARCH, { delay })
    }
    const latencies = await page.evaluate(() => (globalThis as unknown as { latencies: number[] }).latencies)
    const figures = [median(latencies), percentile(latencies, 0.95), Math.max(...latencies)]
    const name = slowdown === 1 ? 'of this machine' : `${slowdown} times slower`
    return [name, latencies.length, ...figures]
  })
}

async function inNewPage<T>(
  browser: Browser,
  work: (page: Page) => Promise<T>,
  options: BrowserContextOptions = {},
): Promise<T> {
  const context = await browser.newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
