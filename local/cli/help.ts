// `npm run help`: lists the scripts in groups.
import { command } from './command.ts'
import { COMMANDS } from './commands.ts'

await command('help', {}, async () => {
  const width = Math.max(
    ...Object.values(COMMANDS).flatMap((group) => Object.keys(group).map((name) => name.length)),
  )
  for (const [group, scripts] of Object.entries(COMMANDS)) {
    console.log(`\n${group}`)
    for (const [name, summary] of Object.entries(scripts)) {
      console.log(`  npm run ${name.padEnd(width)}  ${summary}`)
    }
  }
  console.log('\n`npm run NAME -- --help` lists the options of a script.')
})
