// `npm run reset`: deletes what the stack keeps in its data folder, so that the next start begins with fresh data.
import { existsSync, readdirSync } from 'node:fs'
import { command } from './cli/command.ts'
import { isConfirmed } from './cli/confirm.ts'
import { Refusal } from './cli/user-error.ts'
import { checkDeletable, deleteData, removeIfEmpty, takeDataFolder } from './stack/data-folder.ts'
import { readSettings } from './stack/settings.ts'

const options = { yes: { type: 'boolean', default: false, help: 'Delete without asking' } } as const

await command('reset', { options }, async ({ yes }) => {
  const { dataDir } = readSettings(process.env)
  if (!existsSync(dataDir)) {
    console.log(`There is nothing to delete: ${dataDir} does not exist.`)
    return
  }
  checkDeletable(dataDir)
  if (!yes && !process.stdin.isTTY) {
    throw new Refusal(
      'There is no terminal to ask in: run `npm run reset -- --yes` to delete without asking.',
    )
  }
  if (!yes && !(await isConfirmed(`Delete all data of the local stack in ${dataDir}?`))) {
    throw new Refusal('Nothing was deleted.')
  }
  const lock = await takeDataFolder(dataDir)
  try {
    deleteData(dataDir)
  } finally {
    lock.release()
  }
  removeIfEmpty(dataDir)
  const kept =
    existsSync(dataDir) && readdirSync(dataDir).length > 0 ? ' Files that are not the stack’s were kept.' : ''
  console.log(`The data in ${dataDir} were deleted: the next \`npm start\` begins with fresh data.${kept}`)
})
