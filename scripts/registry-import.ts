// `npm run catalogue:import -- mcp-registry`, or `clawhub`: imports the skills of another catalogue.
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { DATA_FOLDER_VARIABLE } from '../local/stack/settings.ts'
import { Catalogue } from './registry/catalogue.ts'
import { importPages } from './registry/import.ts'
import { sourceOf } from './registry/sources.ts'
import { count, failureOf, summaryLines } from './registry/summary.ts'

const options = {
  'base-url': {
    type: 'string',
    value: 'URL',
    help: 'The address of the MCP Registry or of ClawHub',
  },
  'delete-most': {
    type: 'boolean',
    default: false,
    help: 'Mark skills as deleted even if the source does not list most of them any more',
  },
  'dry-run': { type: 'boolean', default: false, help: 'Show what would be imported without importing it' },
} as const
const positionals = { name: 'CATALOGUE', help: 'mcp-registry or clawhub' }
const variables = {
  SUPABASE_URL: 'The address of the project (default: the local stack)',
  SUPABASE_SECRET_KEY: 'Its secret key (default: that of the local stack)',
  API_PORT: 'The port of the local stack (default: 54321)',
  ...DATA_FOLDER_VARIABLE,
}

await command('catalogue:import', { options, positionals, variables }, async (flags, names) => {
  const source = sourceOf(names, flags['base-url'])
  const start = performance.now()
  const isDryRun = flags['dry-run']
  const summary = await importPages({
    ...source,
    catalogue: new Catalogue(process.env, source, isDryRun),
    mayDeleteMost: flags['delete-most'],
    progress,
  })
  if (process.stderr.isTTY) process.stderr.write('\n')
  for (const line of summaryLines(summary, isDryRun, (performance.now() - start) / 1_000)) console.log(line)
  const failure = failureOf(summary)
  if (failure) throw new UserError(failure)
})

/** How far the import is. A registry does not say how many servers it has. */
function progress(read: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${count(read)} versions read`)
  else if (read % 5_000 < 100) console.error(`${count(read)} versions read`)
}
