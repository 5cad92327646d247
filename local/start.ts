// `npm start`: starts the stack, says where it is, and stops it when asked to. With --dev (`npm run dev`) it also restarts what a
// change of the code touches.
import { readArguments } from './cli/command.ts'
import { Refusal } from './cli/user-error.ts'
import { readSettings } from './stack/settings.ts'
import { type Stack, startStack } from './stack/stack.ts'
import { followCode } from './watch/restart-on-change.ts'
import { builtSite } from './watch/site-build.ts'

const begun = performance.now()
const stopRequest = new AbortController()
let stack: Stack | undefined

// Ctrl-C reaches npm and this process both, and npm hands its own on: the same request twice is one request.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopRequest.abort())
// Whoever read the output has gone; the stack has not.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.on('uncaughtException', (error) => void fail(error))

try {
  const options = {
    dev: { type: 'boolean', default: false, help: 'Restart what a change of the code touches' },
  } as const
  const inDevelopment = readArguments('start', { options }).values.dev
  stack = await startStack({
    ...readSettings(process.env),
    inDevelopment,
    webSite: builtSite,
    signal: stopRequest.signal,
    progress: (line) => console.log(`  ${line}`),
  })
  if (!stopRequest.signal.aborted) {
    if (inDevelopment) followCode(stack, (line) => console.log(`  ${line}`))
    console.log(closingBlock(stack))
    const reason = await Promise.race([stack.lost, asked(stopRequest.signal)])
    if (reason) await fail(reason)
  }
  await stack.stop()
  console.log('Stopped.')
  process.exit(0)
} catch (error) {
  if (stopRequest.signal.aborted) process.exit(0)
  await fail(error)
}

async function fail(error: unknown): Promise<never> {
  // A sentence for what a user can mend; for anything else, a bug, all there is to find it by.
  console.error(error instanceof Refusal ? error.message : error)
  await stack?.stop()
  process.exit(1)
}

function asked(signal: AbortSignal): Promise<undefined> {
  return new Promise((stop) => {
    if (signal.aborted) stop(undefined)
    signal.addEventListener('abort', () => stop(undefined), { once: true })
  })
}

function closingBlock(stack: Stack): string {
  return `
  MCP server       ${stack.baseUrl}/mcp
  Studio           ${stack.studioUrl}
  Data API         ${stack.apiUrl}/rest/v1
  publishable key  ${stack.publishableKey}
  secret key       ${stack.secretKey}
  Database         ${stack.databaseUrl}

  Try it           curl ${stack.baseUrl}/api/skills
  Stop it          Ctrl-C

Ready in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${stack.baseUrl}
Open ${stack.apiUrl}/`
}
