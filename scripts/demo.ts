// `npm run db:demo`: fills the running local stack with some 200 skills and 2,000 ratings, and with the story of docs/admin.md.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { postgresPassword } from '../local/postgres/migrate.ts'
import { databaseUrl, runningServer } from '../local/postgres/postgres.ts'
import { getStatus } from '../local/stack/http-status.ts'
import { keysOf } from '../local/stack/keys.ts'
import { DATA_FOLDER_VARIABLE, readSettings } from '../local/stack/settings.ts'
import { fillWithDemo } from './demo/fill.ts'

const variables = { API_PORT: 'The port of the local stack (default: 54321)', ...DATA_FOLDER_VARIABLE }

await command('db:demo', { variables }, async () => {
  const stack = await localStack()
  const { skills, ratings } = await fillWithDemo(stack)
  console.log(
    `Added ${skills} skills, ${ratings.toLocaleString('en')} ratings, and what docs/admin.md tells. Nothing in it is real. \`npm run reset\` deletes all data.`,
  )
})

/** The stack that runs with the data folder on this machine. @throws UserError if it does not, or API_PORT is that of another */
async function localStack() {
  const { SUPABASE_URL = '' } = process.env
  if (SUPABASE_URL && !/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\/?$/.test(SUPABASE_URL))
    throw new UserError(
      'SUPABASE_URL is not the local stack, and only that gets demo data: unset SUPABASE_URL.',
    )
  const { dataDir, apiPort } = readSettings(process.env)
  const server = runningServer(dataDir)
  if (!server || !existsSync(join(dataDir, 'keys.json')))
    throw new UserError(
      `No local stack runs with the data folder ${dataDir}: run \`npm start\` first, or set DATA_DIR and API_PORT to those of your stack.`,
    )
  const origin = `http://127.0.0.1:${apiPort}`
  const { secret } = keysOf(dataDir)
  if ((await getStatus(`${origin}/rest/v1/agents?limit=1`, { apikey: secret })) !== 200)
    throw new UserError(
      `The stack with the data folder ${dataDir} does not answer on port ${apiPort}: set API_PORT to its port.`,
    )
  return {
    baseUrl: `${origin}/functions/v1`,
    databaseUrl: databaseUrl(server.port, 'postgres', postgresPassword),
  }
}
