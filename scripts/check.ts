// `npm run check`: runs formatters, linters and type checks.
import { join, relative } from 'node:path'
import { command } from '../local/cli/command.ts'
import { denoBinary } from '../local/functions/deno.ts'
import { changedMigrations } from './changed-migrations.ts'
import { staleFiles } from './generated.ts'
import { commandOf, projectDir, run } from './program.ts'
import { schemaFiles } from './scratch-postgres.ts'
import { layoutProblems } from './sql-layout.ts'
import { functionNames, versionDifferences } from './versions.ts'

/** The checks by name. Each returns its findings, or an empty text. */
const checks: Record<string, () => Promise<string>> = {
  // Includes import cycles.
  'TypeScript and JSON: format and lint': () =>
    tool('@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
  'SQL: syntax and lint': () =>
    tool('@postgres-language-server/cli', 'postgres-language-server', [
      ...['check', '--error-on-warnings', 'sql', 'supabase', 'local'],
    ]),
  'SQL: layout': async () => handWrittenSql().flatMap(layoutProblems).join('\n'),
  'Types for Node': () => tool('typescript', 'tsc', ['--noEmit']),
  'Types for Deno': async () => {
    const floors = ['benchmarks/floors/hello.ts']
    // One after the other, because both write to the same cache.
    const findings: string[] = []
    for (const name of functionNames()) {
      findings.push(await denoCheck(name, name === 'api' ? floors : []))
    }
    return findings.join('\n')
  },
  'Generated types are current': () => staleFiles('types'),
  'Generated documents are current': () => staleFiles('openapi'),
  'Generated Unicode tables are current': () => staleFiles('unicode'),
  'Unused files, exports and dependencies': () => tool('knip', 'knip', ['--no-progress']),
  'Migrations on main are unchanged': async () => (await changedMigrations()).join('\n'),
  'Versions in package.json and deno.json are equal': async () => versionDifferences().join('\n'),
}

await command('check', {}, async () => {
  const start = performance.now()
  const findings = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      // A check that cannot run fails.
      const finding = (await check().catch((error: Error) => error.message)).trim()
      console.log(finding ? `✗ ${name}\n\n${finding}\n` : `✓ ${name}`)
      return finding
    }),
  )
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`)
  if (findings.some(Boolean)) process.exitCode = 1
})

function denoCheck(name: string, others: string[]): Promise<string> {
  const config = ['--node-modules-dir=manual', '--config', `functions/${name}/deno.json`]
  const files = [`functions/${name}/index.ts`, `local/functions/edge-function-${name}.ts`, ...others]
  // The cache of Deno; not in the home folder of the user.
  return outcome(denoBinary(), ['check', ...config, ...files], {
    DENO_DIR: join(projectDir, 'node_modules', '.cache', 'deno'),
  })
}

function tool(packageName: string, name: string, args: string[]): Promise<string> {
  return outcome(process.execPath, [commandOf(packageName, name), ...args])
}

async function outcome(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const ended = await run(program, args, { env: { ...process.env, NO_COLOR: '1', ...env } })
  if (ended.status === 0) return ''
  return `${ended.stdout}${ended.stderr}`.trim() || `Exit status ${ended.status}.`
}

function handWrittenSql(): string[] {
  const schema = schemaFiles().map((path) => relative(projectDir, path))
  return [...schema, join('supabase', 'seed.sql'), join('local', 'postgres', 'bootstrap.sql')]
}
