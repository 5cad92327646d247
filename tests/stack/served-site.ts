import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Gateway } from '../../local/gateway/gateway.ts'
import { Site } from '../../local/gateway/static-site.ts'
import { Log } from '../../local/stack/log.ts'
import { builtSite } from '../../local/watch/site-build.ts'

/** The folder of the web site, built from the current sources. */
export function siteFolder(): Promise<string> {
  const log = new Log(join(tmpdir(), 'skill-rating-site-build.log'))
  return builtSite(log, new AbortController().signal)
}

/** Starts a gateway with the site and without upstream, until the end of the test. Returns its URL. */
export async function serveSite(folder: string): Promise<string> {
  const gateway = new Gateway([{ prefix: '/functions/v1', port: 1, stripped: '/functions/v1' }])
  gateway.site = new Site(folder)
  const port = await gateway.listen(0)
  onTestFinished(() => gateway.close(100))
  return `http://127.0.0.1:${port}`
}
