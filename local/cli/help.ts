// `npm run help`: lists the commands in groups.
import { command } from './command.ts'
import { COMMANDS, type CommandName, usageOf } from './commands.ts'

await command('help', {}, async () => {
  const groups = Object.entries(COMMANDS).map(([group, commands]) => ({
    group,
    lines: Object.entries(commands).map(
      ([name, summary]) => [usageOf(name as CommandName), summary] as const,
    ),
  }))
  const width = Math.max(...groups.flatMap(({ lines }) => lines.map(([usage]) => usage.length)))
  for (const { group, lines } of groups) {
    console.log(`\n${group}`)
    for (const [usage, summary] of lines) console.log(`  ${usage.padEnd(width)}  ${summary}`)
  }
  console.log('\nWith `--help`, as in `npm run db:sql -- --help`, a command lists its options.')
})
