import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Stack } from '../stack/stack.ts'
import { settleTimeMs, watchFolder } from './watch-files.ts'

/** The files of local/ that other processes than the stack's own are made of. */
export const ofParts = /^(data-api\/.*|functions\/edge-function-(api|mcp)|gateway\/studio-guard)\.ts$/

const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** What a change of a file touches, by the folder and the kind of file. The first that fits counts. */
type Touched = { folder: string; files: RegExp; act: () => Promise<unknown> }

/**
 * Restarts what a change of the code touches: a function by its files, the Data API by its own; new migrations are applied, and the web
 * site is built. The rest of local/ is this process itself, see dev.ts.
 *
 * @param tell gets a line for each thing that is done
 */
export function followCode(
  stack: Pick<Stack, 'restart' | 'migrate' | 'renewWebSite'>,
  tell: (line: string) => void,
): void {
  const touched: Touched[] = [
    { folder: 'functions', files: /^mcp\/.*\.(ts|json)$/, act: () => stack.restart('mcp') },
    // What the API is made of, the MCP server is made of as well.
    { folder: 'functions', files: /\.(ts|json)$/, act: () => restartBoth(stack) },
    {
      folder: 'local',
      files: /^functions\/edge-function-api\.ts$/,
      act: () => stack.restart('edgeFunction'),
    },
    { folder: 'local', files: /^functions\/edge-function-mcp\.ts$/, act: () => stack.restart('mcp') },
    { folder: 'local', files: ofParts, act: () => stack.restart('dataApi') },
    { folder: 'supabase/migrations', files: /\.sql$/, act: applyNew },
    { folder: 'sql', files: /\.sql$/, act: sayHowToMigrate },
    { folder: 'site', files: /./, act: () => stack.renewWebSite() },
  ]
  for (const folder of new Set(touched.map((one) => one.folder))) {
    const here = touched.filter((one) => one.folder === folder)
    const waiting = new Map<Touched, NodeJS.Timeout>()
    let last: Promise<unknown> = Promise.resolve()
    const onChange = (file: string) => {
      const one = here.find(({ files }) => files.test(file))
      if (!one) return
      const act = () => {
        tell(`${folder}/${file} has changed.`)
        // One after the other: an older build of the web site must not replace a newer one.
        last = last.then(() => one.act()).catch((error: Error) => tell(error.message))
      }
      clearTimeout(waiting.get(one))
      waiting.set(one, setTimeout(act, settleTimeMs))
    }
    watchFolder(join(projectDir, folder), onChange, isBuilt)
  }

  async function applyNew(): Promise<void> {
    const { applied } = await stack.migrate()
    if (applied.length === 0) tell('No migration is new; one that was applied is not applied again.')
    for (const file of applied) tell(`${file} is applied.`)
  }

  async function sayHowToMigrate(): Promise<void> {
    tell('`npm run migration -- NAME` writes the migration that leads there.')
  }
}

/** What `npm run build:site` writes. */
function isBuilt(path: string): boolean {
  return path === 'dist'
}

async function restartBoth(stack: Pick<Stack, 'restart'>): Promise<void> {
  await Promise.all([stack.restart('edgeFunction'), stack.restart('mcp')])
}
