import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { Site } from '../../local/gateway/static-site.ts'
import { Log } from '../../local/stack/log.ts'
import { builtSite } from '../../local/watch/site-build.ts'
import { temporaryFolder } from '../support/process.ts'

test('two concurrent builds give the same complete site', async () => {
  const builds = join(temporaryFolder(), 'builds')
  const log = new Log(join(temporaryFolder(), 'site.log'))
  const { signal } = new AbortController()
  const [one, two] = await Promise.all([builtSite(log, signal, builds), builtSite(log, signal, builds)])
  expect(one).toBe(two)
  expect(readdirSync(builds)).toEqual([basename(one)])
  expect(new Site(one).find('/')?.content.toString()).toContain('<script')
})
