// `npm run check`: runs formatters, linters and type checks.
import { join, relative } from 'node:path'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { denoBinary } from '../local/functions/deno.ts'
import { migrationsIn, RELEASED } from '../local/postgres/migrate.ts'
import { installPackage } from './download.ts'
import { staleFiles } from './generated.ts'
import { commandOf, projectDir, run } from './program.ts'
import { releasedProblems } from './released-migrations.ts'
import { schemaFiles } from './scratch-postgres.ts'
import { layoutProblems } from './sql-layout.ts'
import { reachOf } from './sql-reach.ts'
import { readSqlFiles, roomProblems } from './sql-rooms.ts'
import { functionNames, versionDifferences } from './versions.ts'

/** Returns the findings, or an empty text. */
type Check = () => Promise<string>

const checks: Record<string, Check> = {
  // Biome's formatter and linter, which also finds import cycles.
  code: () => tool(commandOf('@biomejs/biome', 'biome'), ['check', '--error-on-warnings', '.']),
  'sql-layout': async () => handWrittenSql().flatMap(layoutProblems).join('\n'),
  'sql-rooms': async () => roomProblems(readSqlFiles(join(projectDir, 'sql'))).join('\n'),
  types: () => tool(commandOf('typescript', 'tsc'), ['--noEmit']),
  deno: async () => {
    // One after the other, because both write to the same cache.
    const findings: string[] = []
    for (const name of functionNames()) {
      findings.push(await denoCheck(name))
    }
    return findings.join('\n')
  },
  'generated-types': () => staleFiles('types'),
  'generated-documents': () => staleFiles('openapi'),
  // Files, exports and dependencies without a use.
  unused: () => tool(commandOf('knip', 'knip'), ['--no-progress']),
  // Whether released migrations were edited.
  migrations: async () => releasedProblems().join('\n'),
  // Of packages, in package.json and deno.json.
  versions: async () => versionDifferences().join('\n'),
}

/** Only with --all: these download the package that they use. */
const moreChecks: Record<string, Check> = {
  'sql-lint': async () => {
    const folder = await installPackage('@postgres-language-server/cli', '0.25.5')
    const options = ['--config-path', 'sql', '--error-on-warnings']
    // A released migration cannot be changed any more.
    const migrations = migrationsIn('supabase/migrations').filter(({ version }) => !RELEASED[version])
    return tool(join(folder, 'bin', 'postgres-language-server'), [
      'check',
      ...options,
      'sql',
      'supabase/seed.sql',
      'supabase/synonyms.sql',
      'supabase/snippets',
      ...migrations.map(({ path }) => path),
      'local',
    ])
  },
}

const allChecks = { ...checks, ...moreChecks }
const options = {
  all: { type: 'boolean', default: false, help: `Also ${Object.keys(moreChecks).join(' and ')}, from npm` },
  reach: {
    type: 'string',
    value: 'FUNCTION',
    help: 'Only print what a call of this SQL function runs: functions, triggers, files and lines',
  },
} as const
const positionals = { name: 'NAME...', help: `Only these: ${Object.keys(allChecks).join(', ')}` }

await command('check', { options, positionals }, async ({ all, reach }, names) => {
  if (reach) {
    const name = reach.includes('.') ? reach : `public.${reach}`
    const reached = reachOf(readSqlFiles(join(projectDir, 'sql')), name)
    if (!reached) throw new UserError(`sql/ has no function ${name}.`)
    console.log(reached)
    return
  }
  const unknown = names.find((name) => !(name in allChecks))
  if (unknown)
    throw new UserError(`Unknown check “${unknown}”. The checks are: ${Object.keys(allChecks).join(', ')}.`)
  const start = performance.now()
  const chosen = Object.entries(all || names.length > 0 ? allChecks : checks)
  const findings = await Promise.all(
    chosen
      .filter(([name]) => names.length === 0 || names.includes(name))
      .map(async ([name, check]) => {
        // A check that cannot run fails.
        const finding = (await check().catch((error: Error) => error.message)).trim()
        console.log(finding ? `✗ ${name}\n\n${finding}\n` : `✓ ${name}`)
        return finding
      }),
  )
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (findings.some(Boolean)) process.exitCode = 1
})

function denoCheck(name: string): Promise<string> {
  const config = ['--node-modules-dir=manual', '--config', `functions/${name}/deno.json`]
  const files = [`functions/${name}/index.ts`, `local/functions/edge-function-${name}.ts`]
  // The cache of Deno; not in the home folder of the user.
  return outcome(denoBinary(), ['check', ...config, ...files], {
    DENO_DIR: join(projectDir, 'node_modules', '.cache', 'deno'),
  })
}

/** Runs a script of Node. */
function tool(script: string, args: string[]): Promise<string> {
  return outcome(process.execPath, [script, ...args])
}

async function outcome(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const ended = await run(program, args, { env: { ...process.env, NO_COLOR: '1', ...env } })
  if (ended.status === 0) return ''
  return `${ended.stdout}${ended.stderr}`.trim() || `Exit status ${ended.status}.`
}

function handWrittenSql(): string[] {
  const schema = schemaFiles().map((path) => relative(projectDir, path))
  const data = ['synonyms.sql', 'seed.sql'].map((file) => join('supabase', file))
  return [...schema, ...data, join('local', 'postgres', 'bootstrap.sql')]
}
