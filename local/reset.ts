// `npm run reset`: deletes the data of the local stack.
import { existsSync, readdirSync } from 'node:fs'
import { command } from './cli/command.ts'
import { isConfirmed } from './cli/confirm.ts'
import { UserError } from './cli/user-error.ts'
import { resetDataFolder } from './stack/data-folder.ts'
import { DATA_FOLDER_VARIABLE, readSettings } from './stack/settings.ts'

const options = { yes: { type: 'boolean', default: false, help: 'Delete without asking' } } as const

await command('reset', { options, variables: DATA_FOLDER_VARIABLE }, async ({ yes }) => {
  const { dataDir } = readSettings(process.env)
  if (!existsSync(dataDir)) {
    console.log(`There is nothing to delete: ${dataDir} does not exist.`)
    return
  }
  await resetDataFolder(dataDir, async () => {
    if (yes) return
    if (!process.stdin.isTTY)
      throw new UserError(
        'There is no terminal to ask for confirmation: run `npm run reset -- --yes` to delete without asking.',
      )
    if (!(await isConfirmed(`Delete all data of the local stack in ${dataDir}?`)))
      throw new UserError('Nothing was deleted.')
  })
  const hasOtherFiles = existsSync(dataDir) && readdirSync(dataDir).length > 0
  console.log(
    `The data in ${dataDir} was deleted. The next \`npm start\` creates new data.${hasOtherFiles ? ' Files that this stack did not create were kept.' : ''}`,
  )
})
