// `npm run reset`: removes the data folder, so that the next start begins afresh.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { takeDataFolder } from './data-folder.ts'
import { Refusal } from './refusal.ts'
import { readSettings } from './settings.ts'

try {
  const { dataDir } = readSettings(process.env)
  if (existsSync(dataDir)) {
    const lock = await takeDataFolder(dataDir)
    // Only what the stack made, by name: DATA_DIR may have been pointed at a folder that holds more.
    for (const name of readdirSync(dataDir)) {
      if (/^(postgres|postgres\.draft.*|logs|deno|keys\.json.*)$/.test(name)) {
        rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
      }
    }
    lock.release()
    if (readdirSync(dataDir).length === 0) rmdirSync(dataDir)
  }
  console.log(`${dataDir} is empty: the next \`npm start\` begins afresh.`)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exit(1)
}
