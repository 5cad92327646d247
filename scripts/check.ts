// `npm run check`: formatters, linters and type checks. Each prints what it finds; any finding fails the check.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { command } from '../local/cli/command.ts'
import { denoBinary } from '../local/functions/deno.ts'
import { generatedTypes, typesFile } from './generated-types.ts'
import { staleDocuments } from './openapi/files.ts'
import { lintProblems } from './openapi/lint.ts'
import { commandOf, projectDir, run } from './program.ts'
import { migrationFiles, schemaFiles, withScratchPostgres } from './scratch-postgres.ts'
import { layoutProblems } from './sql-layout.ts'
import { staleUnicodeFiles } from './unicode-tables.ts'
import { functionNames, versionDifferences } from './versions.ts'

/** A check by its name; what it gives is what is wrong, and nothing when all is well. */
const checks: Record<string, () => Promise<string>> = {
  'TypeScript and JSON: format and lint': () =>
    tool('@biomejs/biome', 'biome', ['check', '--error-on-warnings', '.']),
  'SQL: syntax and lint': () =>
    tool('@postgres-language-server/cli', 'postgres-language-server', [
      ...['check', '--error-on-warnings', 'sql', 'supabase', 'local'],
    ]),
  'SQL: layout': async () => handWrittenSql().flatMap(layoutProblems).join('\n'),
  'Types for Node': () => tool('typescript', 'tsc', ['--noEmit']),
  'Types for Deno': async () => {
    const floors = readdirSync(join(projectDir, 'benchmarks', 'floors')).map(
      (file) => `benchmarks/floors/${file}`,
    )
    // One after the other: both would write what they found where Deno keeps it.
    const findings: string[] = []
    for (const name of functionNames()) {
      findings.push(await denoCheck(name, name === 'api' ? floors : []))
    }
    return findings.join('\n')
  },
  'Generated types are current': () =>
    withScratchPostgres(async (scratch) => {
      const wanted = await generatedTypes(await scratch.database('migrated', migrationFiles()))
      if (readFileSync(typesFile, 'utf8') === wanted) return ''
      return `${relative(projectDir, typesFile)} is not what the migrations give: run \`npm run types\`.`
    }),
  'Generated documents are current': async () => {
    const stale = await staleDocuments()
    return stale.length === 0
      ? ''
      : `${stale.join(', ')}: not what the schemas and routes give: run \`npm run openapi\`.`
  },
  'Generated Unicode tables are current': async () => {
    const stale = await staleUnicodeFiles()
    return stale.length === 0
      ? ''
      : `${stale.join(', ')}: not what the Unicode data give: run \`npm run unicode\`.`
  },
  'OpenAPI: lint': async () =>
    (await lintProblems(readFileSync(join(projectDir, 'docs', 'openapi.json'), 'utf8'))).join('\n'),
  'Versions in package.json and deno.json are equal': async () => versionDifferences().join('\n'),
}

await command('check', {}, async () => {
  const begun = performance.now()
  const findings = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      // One that cannot run at all counts as one that found something.
      const finding = (await check().catch((error: Error) => error.message)).trim()
      console.log(finding ? `✗ ${name}\n\n${finding}\n` : `✓ ${name}`)
      return finding
    }),
  )
  console.log(`${((performance.now() - begun) / 1000).toFixed(1)} s`)
  if (findings.some(Boolean)) process.exitCode = 1
})

function denoCheck(name: string, others: string[]): Promise<string> {
  const config = ['--node-modules-dir=manual', '--config', `functions/${name}/deno.json`]
  const files = [`functions/${name}/index.ts`, `local/functions/edge-function-${name}.ts`, ...others]
  // Where Deno keeps what it has checked; not in the user's home.
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
  return `${ended.stdout}${ended.stderr}`.trim() || `It ended with status ${ended.status}.`
}

function handWrittenSql(): string[] {
  return [
    ...schemaFiles(),
    join(projectDir, 'supabase', 'seed.sql'),
    join(projectDir, 'local', 'postgres', 'bootstrap.sql'),
  ].map((path) => relative(projectDir, path))
}
