// The process that runs a scratch Postgres, see scratch-postgres.ts. It stops the server and deletes its folder when the pipe closes, so
// also when the process that started this one was killed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportUserErrors } from '../local/cli/command.ts'
import { bootstrap } from '../local/postgres/migrate.ts'
import { Postgres } from '../local/postgres/postgres.ts'
import { keysOf } from '../local/stack/keys.ts'
import { freePort, retryPorts } from '../local/stack/ports.ts'
import { SupervisedProcess } from '../local/stack/supervised-process.ts'

const closed = new Promise((settle) => process.stdin.resume().once('close', settle))

await reportUserErrors(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scratch-postgres-'))
  // For root, Postgres runs as another user, who must be able to enter the folder but not to list it.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  let server: SupervisedProcess | undefined
  try {
    const { adminPassword, authenticatorPassword } = keysOf(dataDir)
    const logPath = join(dataDir, 'postgres.log')
    const port = await retryPorts(async () => {
      const port = await freePort()
      const postgres = await Postgres.prepare({ dataDir, port, adminPassword, logPath })
      if (postgres.isNew) await postgres.create()
      server = new SupervisedProcess({ ...postgres.supervision(), ports: [[port]] })
      await server.start()
      return port
    })
    await bootstrap({ port, adminPassword, authenticatorPassword })
    console.log(JSON.stringify({ port, adminPassword }))
    await closed
  } finally {
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
