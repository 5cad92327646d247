// npm run bench:data -- --sizes S,M: creates the data of the benchmark that is missing.
import { command } from '../../local/cli/command.ts'
import { abortOnSignal, chosen } from '../options.ts'
import { openStack } from './open.ts'
import { SIZES, type Size } from './sizes.ts'

const options = {
  sizes: { type: 'string', value: 'S,M,L', default: 'S,M', help: 'The sizes to create' },
} as const

await command('bench:data', { options }, async ({ sizes }) => {
  const signal = abortOnSignal()
  for (const size of chosen('--sizes', sizes, Object.keys(SIZES) as Size[])) {
    const stack = await openStack(size, { signal })
    await stack.stop()
    console.log(`The data of size ${size} is ready.`)
  }
})
