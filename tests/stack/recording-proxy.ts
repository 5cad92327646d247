import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { serveApp } from '../support/serve.ts'

/** Starts a proxy in front of the Data API that records the requests. */
export async function startRecordingProxy() {
  const recorded = {
    /** The requests without their queries, such as `POST /rest/v1/rpc/health`. */
    calls: [] as string[],
    /** The port of the Data API. */
    target: 0,
  }
  const app = new Hono().all('*', (c) => {
    recorded.calls.push(`${c.req.method} ${c.req.path}`)
    const url = new URL(c.req.url)
    url.port = String(recorded.target)
    return proxy(url, c.req.raw)
  })
  // The Data API is being restarted.
  app.onError((_, c) => c.body(null, 502))
  return Object.assign(recorded, await serveApp(app))
}
