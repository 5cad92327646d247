// npm run bench:cold -- --against COMMIT: the time from the start of the function's process to its first response, here and at
// another commit by turns.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { projectDir } from '../scripts/program.ts'
import { withCommit } from './commit.ts'
import { FUNCTION } from './deno.ts'
import { measureStarts } from './function.ts'
import { markdownTable } from './report.ts'
import { ratio } from './statistics.ts'

const options = {
  against: { type: 'string', value: 'COMMIT', help: 'The commit to compare with' },
  starts: { type: 'string', value: 'N', default: '30', help: 'How often to start each' },
} as const

await command('bench:cold', { options }, async ({ against, starts }) => {
  if (!against) throw new UserError('Name a commit to compare with: npm run bench:cold -- --against main')
  const number = wholeNumber('starts', starts, 1)
  await withCommit(against, async (folder) => {
    // Both start through the same file, which only calls the function.
    await cp(join(projectDir, FUNCTION), join(folder, FUNCTION))
    const trees = [folder, projectDir].map((folder, i) => ({ name: String(i), folder }))
    const { functions } = await withStack({ mcp: false }, (stack) => measureStarts(stack, trees, number))
    const [there, here] = functions
    const row = (what: string, of: 'time' | 'cpu') => [
      ...[what, there?.[of] ?? null, here?.[of] ?? null, ratio(here?.[of], there?.[of])],
    ]
    console.log(
      markdownTable({
        columns: [`medians of ${number} starts, ms`, against, 'here', `here / ${against}`],
        rows: [row('to the first response', 'time'), row('CPU', 'cpu')],
      }),
    )
  })
})
