// A Supabase project to deploy to: a local database, and a stand-in for the management API.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withConnection } from '../../local/postgres/postgres.ts'
import { type Ended, run } from '../../scripts/program.ts'
import { startScratchPostgres } from '../../scripts/scratch-postgres.ts'
import { FAST_SETTINGS } from '../support/stack.ts'
import { standInForManagementApi } from './management-api.ts'

/** The password of the database, with characters that a URL encodes. */
const PASSWORD = 'Zq1@Zq2/Zq3?#%'

export type Project = Awaited<ReturnType<typeof startProject>>

/** @param settings settings of its Postgres server */
export async function startProject(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  const [managementApi, scratch] = await Promise.all([
    standInForManagementApi(),
    startScratchPostgres({ ...FAST_SETTINGS, ...settings }),
  ])
  const ofAll = await scratch.database('project', [])
  await withConnection(ofAll, (sql) => sql.unsafe(`alter role postgres password '${PASSWORD}'`))
  const database = ofAll.replace(/:[^:@/]*@/, `:${encodeURIComponent(PASSWORD)}@`)
  const profile = { name: 'stand-in', api_url: managementApi.url, dashboard_url: managementApi.url }
  writeFileSync(join(folder, 'profile.yaml'), JSON.stringify({ ...profile, project_host: 'localhost' }))
  return {
    /** Deleted at the end. */
    folder,
    managementApi,
    /** The URL of the database. */
    database,
    /** Runs `npm run deploy`. */
    deploy: (args: string[], env: Record<string, string> = {}): Promise<Ended> =>
      run(process.execPath, ['--import', 'tsx', 'scripts/deploy.ts', ...args], {
        env: {
          ...process.env,
          SUPABASE_HOME: join(folder, 'supabase-home'),
          SUPABASE_PROFILE: join(folder, 'profile.yaml'),
          SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
          SUPABASE_PROJECT_ID: 'abcdefghijklmnopqrst',
          SUPABASE_DB_URL: `${database}?sslmode=disable`,
          SUPABASE_NO_KEYRING: '1',
          SUPABASE_NO_UPDATE_NOTIFIER: '1',
          DO_NOT_TRACK: '1',
          ...env,
        },
      }),
    async stop() {
      await Promise.all([scratch.stop(), managementApi.close()])
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
