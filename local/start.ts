// `npm start`: starts the stack, prints its addresses, and stops it on Ctrl-C. With --dev (`npm run dev`) it also applies changes of the
// code.
import { once } from 'node:events'
import { readArguments } from './cli/command.ts'
import { UserError } from './cli/user-error.ts'
import { readSettings, STACK_VARIABLES } from './stack/settings.ts'
import { type Stack, startStack } from './stack/stack.ts'
import { restartOnChange } from './watch/restart-on-change.ts'
import { builtSite } from './watch/site-build.ts'

const startedAt = performance.now()
const interrupt = new AbortController()
const interrupted = once(interrupt.signal, 'abort').then(() => undefined)
let stack: Stack | undefined

// Ctrl-C sends the signal to npm and this process, and npm sends it again: abort() handles both like one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort())
// The stack goes on without a reader of its output.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.on('uncaughtException', (error) => void fail(error))

const print = (line: string) => console.log(`  ${line}`)

try {
  const options = {
    dev: { type: 'boolean', default: false, help: 'Apply changes of the code' },
  } as const
  const inDevelopment = readArguments('start', { options, variables: STACK_VARIABLES }).values.dev
  stack = await startStack({
    ...readSettings(process.env),
    inDevelopment,
    webSite: builtSite,
    signal: interrupt.signal,
    progress: print,
  })
  if (inDevelopment) restartOnChange(stack, print)
  console.log(summaryOf(stack))
  const reason = await Promise.race([stack.lost, interrupted])
  if (reason) await fail(reason)
  await stack.stop()
  console.log('Stopped.')
  process.exit(0)
} catch (error) {
  if (interrupt.signal.aborted) process.exit(0)
  await fail(error)
}

async function fail(error: unknown): Promise<never> {
  // A UserError is one sentence. Anything else is a bug, which needs its stack trace.
  console.error(error instanceof UserError ? error.message : error)
  await stack?.stop()
  process.exit(1)
}

function summaryOf(stack: Stack): string {
  return `
  MCP server       ${stack.baseUrl}/mcp
  Registry         ${stack.baseUrl}/registry
  Studio           ${stack.studioUrl}
  Data API         ${stack.apiUrl}/rest/v1
  publishable key  ${stack.publishableKey}
  secret key       ${stack.secretKey}
  Database         ${stack.databaseUrl}

  Try it           curl ${stack.baseUrl}/api/skills
  Stop it          Ctrl-C

Ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${stack.baseUrl}
Open ${stack.apiUrl}/`
}
