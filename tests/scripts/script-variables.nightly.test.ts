import { expect, test } from 'vitest'
import { run } from '../../scripts/program.ts'

test.concurrent.each<[script: string, variables: string]>([
  [
    'local/start.ts',
    'API_PORT DB_PORT STUDIO_PORT DATA_DIR REGISTRATIONS_PER_HOUR TRUSTED_PROXIES CATALOGUE_CACHE_SECONDS CATALOGUE_URL PUBLIC_URL SITE_URL',
  ],
  ['local/reset.ts', 'DATA_DIR'],
  ['scripts/sql.ts', 'DATA_DIR DB_PORT'],
  ['scripts/build.ts', 'API_BASE_URL SITE_BASE_URL'],
  ['scripts/registry-import.ts', 'SUPABASE_URL SUPABASE_SECRET_KEY API_PORT DATA_DIR'],
  ['scripts/deploy.ts', 'SUPABASE_ACCESS_TOKEN SUPABASE_PROJECT_ID SUPABASE_DB_URL'],
  ['tests/resilience/fuzz/fuzz.ts', 'BASE_URL'],
])('%s --help names its environment variables', async (script, variables) => {
  const { status, stdout } = await run(process.execPath, ['local/run.mjs', script, '--help'])
  const named = stdout.split('\nEnvironment variables:\n')[1]?.matchAll(/^ {2}([A-Z_]+) {2,}\S/gm) ?? []
  expect([status, [...named].map(([, name]) => name)]).toEqual([0, variables.split(' ')])
})
