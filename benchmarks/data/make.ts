// npm run bench:data -- --sizes S,M --check: makes the data of the benchmark that are not there yet. With --check it counts afterwards
// whether they are what they should be, and ends with status 1 when they are not.
import { parseArgs } from 'node:util'
import { command } from '../../scripts/program.ts'
import { openStack } from './open.ts'
import { countShares } from './shares.ts'
import { SIZES, type Size } from './sizes.ts'

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: 'S,M' }, check: { type: 'boolean', default: false } },
})
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

await command(async () => {
  for (const size of values.sizes.split(',')) {
    if (!(size in SIZES)) throw new Error(`--sizes is a list of ${Object.keys(SIZES).join(', ')}.`)
    const stack = await openStack(size as Size, { signal: interrupted.signal })
    try {
      console.log(`Data of size ${size}: there.`)
      if (!values.check) continue
      for (const { what, wanted, counted, holds } of await countShares(
        stack.adminDatabaseUrl,
        size as Size,
      )) {
        console.log(`  ${size} ${what}: ${counted.toLocaleString('en')}${holds ? '' : `, NOT ${wanted}`}`)
        if (!holds) process.exitCode = 1
      }
    } finally {
      await stack.stop()
    }
  }
})
