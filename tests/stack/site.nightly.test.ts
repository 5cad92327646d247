import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Site } from '../../local/gateway/static-site.ts'
import { Log } from '../../local/stack/log.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { temporaryFolder } from '../support/process.ts'
import { startTestStack } from '../support/stack.ts'

test('two concurrent builds give the same complete site', async () => {
  const builds = join(temporaryFolder(), 'builds')
  const log = new Log(join(temporaryFolder(), 'site.log'))
  const { signal } = new AbortController()
  const [one, two] = await Promise.all([builtSite(log, signal, builds), builtSite(log, signal, builds)])
  expect(one).toBe(two)
  expect(readdirSync(builds)).toEqual([basename(one)])
  expect(new Site(one).find('/')?.content.toString()).toContain('<script')
})

test('an empty SITE_URL is none: the site names no catalogue, as the registry has none', async () => {
  const unnamed = await startTestStack({ webSite: builtSite, functionSettings: { SITE_URL: '' } })
  onTestFinished(() => unnamed.stop())
  const paths = ['/robots.txt', '/.well-known/ai-catalog.json']
  const [robots, catalogue] = await Promise.all(paths.map((path) => fetch(`${unnamed.apiUrl}${path}`)))
  expect([robots?.status, await robots?.text()]).toEqual([200, expect.not.stringContaining('Agentmap')])
  expect(catalogue?.status).toBe(404)
})
