// Another process of the API of a local stack, with settings of its own.
import { join } from 'node:path'
import { getStatus } from '../../local/stack/http-status.ts'
import { launchEdgeFunction } from '../../local/stack/launch.ts'
import { Log } from '../../local/stack/log.ts'
import { freePort, retryPorts } from '../../local/stack/ports.ts'
import { SupervisedProcess } from '../../local/stack/supervised-process.ts'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'

/** Starts the API with these settings, besides those of the stack. Its routes begin with `{url}/api`. */
export function startApi(stack: TemporaryStack, settings: Record<string, string>) {
  return retryPorts(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const log = new Log(join(stack.dataDir, 'logs', `api-${port}.log`))
    const process = new SupervisedProcess({
      name: 'Another edge function',
      launch: () =>
        launchEdgeFunction(log, 'api', port, join(stack.dataDir, 'deno'), {
          SUPABASE_URL: stack.internal.dataApiUrl,
          SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: stack.publishableKey }),
          PUBLIC_URL: stack.apiUrl,
          ...settings,
        }),
      isReady: async () => (await getStatus(`${url}/api/health`)) === 200,
      ports: [[port]],
      logPath: log.path,
    })
    await process.start()
    return { url, logPath: log.path, stop: () => process.stop() }
  })
}
