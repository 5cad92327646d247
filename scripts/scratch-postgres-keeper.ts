// The process that keeps a scratch Postgres, see scratch-postgres.ts. It ends the server and takes its folder away when
// the pipe closes, that is, when whoever started it is done or gone, however they went.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportRefusals } from '../local/cli/command.ts'
import { bootstrap } from '../local/postgres/migrate.ts'
import { Postgres } from '../local/postgres/postgres.ts'
import { keysOf } from '../local/stack/keys.ts'
import { freePort, retryPorts } from '../local/stack/ports.ts'
import { Part } from '../local/stack/supervised-process.ts'

const gone = new Promise((settle) => process.stdin.resume().once('close', settle))

await reportRefusals(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'scratch-postgres-'))
  // Root's Postgres runs as another user, who must be able to pass, but not to look.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  let part: Part | undefined
  try {
    const { adminPassword, authenticatorPassword } = keysOf(dataDir)
    const logPath = join(dataDir, 'postgres.log')
    const port = await retryPorts(async () => {
      const port = await freePort()
      const server = await Postgres.prepare({ dataDir, port, adminPassword, logPath })
      if (server.isFresh) await server.create(() => {})
      part = new Part({
        name: 'Postgres',
        launch: () => server.launch(),
        answers: () => server.answers(),
        askToStop: () => server.askToStop(),
        ports: [[port]],
        logPath,
        stopSignals: [
          ['SIGINT', 2_000],
          ['SIGKILL', 1_000],
        ],
        onLaunch() {},
        onLost() {},
        notice() {},
      })
      await part.start()
      return port
    })
    await bootstrap({ port, adminPassword, authenticatorPassword })
    console.log(JSON.stringify({ port, adminPassword }))
    await gone
  } finally {
    await part?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
