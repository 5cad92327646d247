// `npm run canaries`: plants canaries in a stack of its own and looks for them where they do not belong.
import { command } from '../../../local/cli/command.ts'
import { findCanaries } from './find.ts'

await command('canaries', {}, async () => {
  const { planted, searched, found, missed } = await findCanaries({
    progress: (line) => console.log(`  ${line}`),
  })
  for (const finding of found) console.log(`FOUND  ${finding}`)
  for (const condition of missed) console.log(`NOT SO  ${condition}`)
  console.log(
    `${planted} canaries planted, ${searched.toLocaleString('en')} places searched, ${found.length} found`,
  )
  if (found.length > 0 || missed.length > 0) process.exitCode = 1
})
