// npm run bench:data -- --sizes S,M --check: makes the data of the benchmark that are not there yet. With --check it counts afterwards
// whether they are what they should be, and ends with status 1 when they are not.
import { command } from '../../local/cli/command.ts'
import { Refusal } from '../../local/cli/user-error.ts'
import { openStack } from './open.ts'
import { countShares } from './shares.ts'
import { SIZES, type Size } from './sizes.ts'

const options = {
  sizes: { type: 'string', value: 'S,M,L', default: 'S,M', help: 'Which sizes to create' },
  check: {
    type: 'boolean',
    default: false,
    help: 'Count afterwards whether the data are what they should be',
  },
} as const

await command('bench:data', { options }, async ({ sizes, check }) => {
  const asked = sizes.split(',')
  if (!asked.every((size): size is Size => size in SIZES))
    throw new Refusal(`--sizes is “${sizes}”: set it to a list of ${Object.keys(SIZES).join(', ')}.`)
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  for (const size of asked) {
    const stack = await openStack(size, { signal: interrupted.signal })
    try {
      console.log(`Data of size ${size}: there.`)
      if (!check) continue
      for (const { what, wanted, counted, holds } of await countShares(stack.adminDatabaseUrl, size)) {
        console.log(`  ${size} ${what}: ${counted.toLocaleString('en')}${holds ? '' : `, NOT ${wanted}`}`)
        if (!holds) process.exitCode = 1
      }
    } finally {
      await stack.stop()
    }
  }
})
