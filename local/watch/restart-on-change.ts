import { join } from 'node:path'
import { projectDir } from '../project-dir.ts'
import type { Stack } from '../stack/stack.ts'
import { watchFolder } from './watch-files.ts'

const FUNCTIONS = ['edgeFunction', 'mcp', 'registry', 'identity'] as const

/**
 * Applies changes of the code to a running stack: restarts the edge functions, applies new migrations, loads the list of synonyms and
 * builds the web site. Changes in local/ need a new start, see dev.ts.
 *
 * @param print gets a line for each action
 */
export function restartOnChange(
  stack: Pick<Stack, 'restart' | 'migrate' | 'rebuildWebSite'>,
  print: (line: string) => void,
): void {
  const rules: [folder: string, files: RegExp, action: () => Promise<unknown>][] = [
    ['functions', /\.(ts|json)$/, () => Promise.all(FUNCTIONS.map((name) => stack.restart(name)))],
    ['supabase', /^(migrations\/.*|synonyms)\.sql$/, applyMigrations],
    [
      'sql',
      /\.sql$/,
      async () => print('`npm run db:migration -- NAME` writes the migration for this change.'),
    ],
    // Not the output of `npm run site:build`.
    ['site', /^(?!dist\/)/, () => stack.rebuildWebSite()],
  ]
  for (const [folder, files, action] of rules) {
    // One after the other: an older build of the web site must not replace a newer one.
    let last: Promise<unknown> = Promise.resolve()
    watchFolder(join(projectDir, folder), files, ([changed]) => {
      print(`${folder}/${changed} has changed.`)
      last = last.then(action).catch((error: Error) => print(error.message))
    })
  }

  async function applyMigrations(): Promise<void> {
    const { applied, loaded } = await stack.migrate()
    if (applied.length + loaded.length === 0)
      print('There is no new migration. A migration that was applied is not applied again.')
    for (const file of applied) print(`${file} was applied.`)
    for (const file of loaded) print(`${file} was loaded.`)
  }
}
