// `npm run catalogue:import -- mcp-registry`, `clawhub`, `agent-skills URL` or `ai-catalog URL`: imports the skills of another catalogue.
import { quote } from '../functions/mcp/quote.ts'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { DATA_FOLDER_VARIABLE } from '../local/stack/settings.ts'
import { Catalogue } from './import/catalogue.ts'
import { CLAWHUB, clawHub } from './import/clawhub.ts'
import { agentSkills, aiCatalog } from './import/documents.ts'
import type { Source } from './import/entry.ts'
import { sourceUrl } from './import/http.ts'
import { importPages, type Summary } from './import/import.ts'
import { mcpRegistry } from './import/mcp-registry.ts'

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
/** The greatest length of a name in the summary. */
const MAX_SHOWN = 200
const positionals = { name: 'CATALOGUE', help: 'mcp-registry, clawhub, agent-skills URL or ai-catalog URL' }
const variables = {
  SUPABASE_URL: 'The address of the project (default: the local stack)',
  SUPABASE_SECRET_KEY: 'Its secret key (default: that of the local stack)',
  API_PORT: 'The port of the local stack (default: 54321)',
  ...DATA_FOLDER_VARIABLE,
}

const CATALOGUES: Record<string, { make: (url: string) => Source; url?: string }> = {
  'mcp-registry': { make: mcpRegistry, url: 'https://registry.modelcontextprotocol.io' },
  clawhub: { make: clawHub, url: CLAWHUB },
  'agent-skills': { make: agentSkills },
  'ai-catalog': { make: aiCatalog },
}

await command('catalogue:import', { options, positionals, variables }, async (given, names) => {
  const source = sourceOf(names, given['base-url'])
  const start = performance.now()
  const isDryRun = given['dry-run']
  const summary = await importPages({
    ...source,
    catalogue: new Catalogue(process.env, source.url, isDryRun),
    isDryRun,
    mayDeleteMost: given['delete-most'],
    progress,
  })
  if (process.stderr.isTTY) process.stderr.write('\n')
  printSummary(summary, isDryRun, (performance.now() - start) / 1_000)
})

/** @throws UserError */
function sourceOf([name, address, ...rest]: string[], baseUrl: string | undefined): Source {
  if (name === undefined)
    throw new UserError('Name the catalogue to import: `npm run catalogue:import -- mcp-registry`.')
  const catalogue = Object.hasOwn(CATALOGUES, name) ? CATALOGUES[name] : undefined
  const isValid = catalogue && rest.length === 0 && (catalogue.url === undefined || address === undefined)
  if (!isValid)
    throw new UserError(
      `${quote([name, address, ...rest].filter(Boolean).join(' '), MAX_SHOWN)} is not a catalogue that can be imported: run \`npm run catalogue:import -- mcp-registry\` or \`clawhub\`, with \`--base-url\` for another address, or \`agent-skills URL\` or \`ai-catalog URL\`.`,
    )
  if (catalogue.url !== undefined) return catalogue.make(sourceUrl(baseUrl ?? catalogue.url))
  if (address === undefined)
    throw new UserError(`Name the address: \`npm run catalogue:import -- ${name} URL\`.`)
  return catalogue.make(sourceUrl(address, 'URL'))
}

/** How far the import is. A registry does not say how many servers it has. */
function progress(read: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${count(read)} versions read`)
  else if (read % 5_000 < 100) console.error(`${count(read)} versions read`)
}

function printSummary(
  { counts, failed, notServed, shared, problems }: Summary,
  isDryRun: boolean,
  seconds: number,
): void {
  const { created, updated, unchanged, kept, marked, inactive, older } = counts
  console.log(
    [
      isDryRun ? 'Dry run, nothing was changed.' : 'The import is complete.',
      `${count(created)} created, ${count(updated)} updated, ${count(unchanged)} unchanged,`,
      `${count(kept)} kept because they were edited, retired or deleted here, ${count(failed)} not imported.`,
      `${count(marked)} marked as deprecated or deleted. ${versions(inactive)} not active.`,
      `${count(older)} older ${older === 1 ? 'version was' : 'versions were'} left out.`,
      `${count(notServed)} imported without a server.json, which the registry does not serve. ${seconds.toFixed(1)} s`,
    ].join(' '),
  )
  if (shared > 0)
    console.log(
      `${count(shared)} of the new skills ${shared === 1 ? 'shares its' : 'share their'} name or an identifier with a skill that was submitted: see admin.duplicate_skills.`,
    )
  // A name could contain characters that control the terminal or change the direction of the line.
  for (const [name, problem] of problems) console.log(`  ${quote(name, MAX_SHOWN)}: ${problem}`)
  const more = failed + notServed - problems.length
  if (more > 0) console.log(`  … and ${count(more)} more`)
}

function versions(number: number): string {
  return number === 1 ? '1 version is' : `${count(number)} versions are`
}

function count(number: number): string {
  return number.toLocaleString('en')
}
