// A streaming standby of a stack's database, with a Data API of its own.
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { databaseUrl, withConnection } from '../../local/postgres/postgres.ts'
import { getStatus } from '../../local/stack/http-status.ts'
import { keysOf } from '../../local/stack/keys.ts'
import { launchDataApi } from '../../local/stack/launch.ts'
import { Log } from '../../local/stack/log.ts'
import { freePort } from '../../local/stack/ports.ts'
import { SupervisedProcess } from '../../local/stack/supervised-process.ts'
import type { TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { startPostgres, temporaryDataDir } from '../../scripts/postgres-server.ts'
import { until } from '../support/process.ts'

/** Settings of the primary: no process removes a file while the data are copied. */
export const PRIMARY_SETTINGS = { autovacuum: 'off' }

export type Standby = Awaited<ReturnType<typeof startStandby>>

/** Copies the data of a running stack, and starts a standby that streams all later changes. */
export async function startStandby(stack: TemporaryStack) {
  const dataDir = temporaryDataDir('standby')
  const keys = keysOf(stack.dataDir)
  const [port, dataApiPort, studioPort] = [await freePort(), await freePort(), await freePort()]
  await copyData(stack, join(dataDir, 'postgres'))

  const startDatabase = () => startPostgres({ dataDir, port, adminPassword: keys.adminPassword })
  let database = await startDatabase()

  const dataApiUrl = `http://127.0.0.1:${dataApiPort}`
  const dataApiLog = new Log(join(dataDir, 'logs', 'data-api.log'))
  const dataApi = new SupervisedProcess({
    name: 'Data API of the standby',
    launch: () =>
      launchDataApi(dataApiLog, {
        DATABASE_URL: databaseUrl(port, 'authenticator'),
        PGPASSWORD: keys.authenticatorPassword,
        DATA_API_PORT: String(dataApiPort),
        STUDIO_PORT: String(studioPort),
        PUBLISHABLE_KEY: keys.publishable,
        SECRET_KEY: keys.secret,
      }),
    isReady: async () => (await getStatus(`${dataApiUrl}/rest/v1/`, { apikey: keys.secret })) === 200,
    ports: [[studioPort], [dataApiPort]],
    logPath: dataApiLog.path,
  })
  await dataApi.start()

  const adminUrl = databaseUrl(port, 'supabase_admin', keys.adminPassword)
  return {
    dataApiUrl,
    /** Stops the database. The Data API runs on. */
    stopDatabase: () => database.stop(),
    async startDatabase() {
      database = await startDatabase()
    },
    pauseReplay: () => withConnection(adminUrl, (sql) => sql`select pg_wal_replay_pause()`),
    resumeReplay: () => withConnection(adminUrl, (sql) => sql`select pg_wal_replay_resume()`),
    /** Waits until the standby has every change that the primary has now. */
    async catchUp() {
      const lsn = await withConnection(stack.adminDatabaseUrl, async (sql) => {
        const [row] = await sql`select pg_current_wal_insert_lsn() as lsn`
        return row?.lsn as string
      })
      await withConnection(adminUrl, (sql) =>
        until(async () => {
          const [row] = await sql`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has_all`
          return row?.has_all
        }, 30_000),
      )
    },
    async stop() {
      await dataApi.stop()
      await database.stop()
      fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Copies the data folder of a running server, as an administrator would without pg_basebackup, and makes the copy a standby. */
async function copyData(stack: TemporaryStack, folder: string): Promise<void> {
  const { uid, gid } = fs.statSync(join(stack.dataDir, 'postgres'))
  const write = (name: string, text: string) => {
    fs.appendFileSync(join(folder, name), text, { mode: 0o600 })
    // Postgres does not run as root.
    fs.chownSync(join(folder, name), uid, gid)
  }
  const label = await withConnection(stack.adminDatabaseUrl, async (sql) => {
    await sql`select pg_backup_start('standby', fast => true)`
    execFileSync('cp', ['-a', join(stack.dataDir, 'postgres'), folder])
    const [row] = await sql`select labelfile from pg_backup_stop(wait_for_archive => false)`
    return row?.labelfile as string
  })
  for (const name of ['postmaster.pid', 'postmaster.opts']) fs.rmSync(join(folder, name), { force: true })
  // The standby gets the log from the primary.
  for (const name of fs.readdirSync(join(folder, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name)) fs.rmSync(join(folder, 'pg_wal', name))
  write('backup_label', label)
  write('standby.signal', '')
  const { hostname, port, username, password } = new URL(stack.adminDatabaseUrl)
  const primary = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
  write('postgresql.auto.conf', `primary_conninfo = '${primary}'\n`)
}
