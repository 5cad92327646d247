// npm run test:fuzz -- --requests N --seed S: sends random requests to a stack of its own, or to BASE_URL, and compares every response
// with a model of the catalogue.
import { command, wholeNumber } from '../../../local/cli/command.ts'
import { UserError } from '../../../local/cli/user-error.ts'
import { withConnection } from '../../../local/postgres/postgres.ts'
import { withStack } from '../../../local/stack/temporary-stack.ts'
import { insertFuzzServers } from '../../registry/fuzz.ts'
import { testStack } from '../../support/reads-by-get.ts'
import { fuzz } from './run.ts'

const options = {
  requests: { type: 'string', value: 'N', default: '20000', help: 'How many requests to send' },
  seed: { type: 'string', value: 'S', help: 'Seed of the random numbers (default: random)' },
  path: { type: 'string', value: 'P', help: 'Repeat one failure: the path that it printed' },
  commands: {
    type: 'string',
    value: 'C',
    default: '',
    help: 'Repeat one failure: the commands that it printed',
  },
} as const

const variables = { BASE_URL: 'The URL of a deployment (default: a stack of its own)' }

await command('test:fuzz', { options, variables }, async (values) => {
  const requests = wholeNumber('requests', values.requests, 0)
  // Seeds that fast-check prints may be negative.
  const seed = wholeNumber('seed', values.seed ?? String(Date.now()), Number.MIN_SAFE_INTEGER)
  const replay = values.path === undefined ? undefined : { path: values.path, commands: values.commands }
  const start = performance.now()
  const run = async (baseUrl: string) => {
    const { sender, differences } = await fuzz({
      baseUrl,
      requests,
      seed,
      replay,
      progress: ({ sent, statusLine }) => console.log(`${sent} of ${requests} requests  ${statusLine}`),
    })
    for (const difference of differences) console.log(`\nDIFFERENCE\n${difference}\n`)
    console.log(`responses by status: ${sender.statusLine}`)
    const seconds = Math.round((performance.now() - start) / 1_000)
    console.log(
      `${sender.sent} requests, ${sender.failures} responses of 5xx, ${differences.length} differences from the model (seed ${seed}, ${seconds} s)`,
    )
    if (sender.failures > 0 || differences.length > 0) process.exitCode = 1
  }
  const { BASE_URL } = process.env
  if (BASE_URL && !(/^https?:/.test(BASE_URL) && URL.canParse(BASE_URL)))
    throw new UserError(`BASE_URL is “${BASE_URL}”: set it to the URL of a deployment, or unset it.`)
  await (BASE_URL
    ? run(BASE_URL)
    : withStack(testStack(), async (stack) => {
        await withConnection(stack.databaseUrl, insertFuzzServers)
        await run(stack.baseUrl)
      }))
})
