// npm run bench -- import: imports a catalogue that it serves itself, three times: all new, unchanged, and after some changes.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { type TemporaryStack, withStack } from '../local/stack/temporary-stack.ts'
import { run } from '../scripts/program.ts'
import { mcpRegistry } from './data/mcp-registry.ts'
import { clawHub } from './data/registry-clawhub.ts'
import { CHANGED, type StandIn } from './data/registry-stand-in.ts'
import { markdownTable } from './report.ts'

const SOURCES: Record<string, StandIn> = { 'mcp-registry': mcpRegistry, clawhub: clawHub }

const options = {
  source: {
    type: 'string',
    value: 'NAME',
    default: 'mcp-registry',
    help: 'mcp-registry, whose servers have five versions each, or clawhub',
  },
  skills: { type: 'string', value: 'N', default: '20000', help: 'How many skills it has' },
} as const

await command('bench import', { options }, async ({ source, skills }) => {
  const count = wholeNumber('skills', skills, 1)
  const standIn = Object.hasOwn(SOURCES, source) ? SOURCES[source] : undefined
  if (!standIn) throw new UserError(`--source must be one of ${Object.keys(SOURCES).join(', ')}.`)
  await withStack({}, async (stack) => {
    let hasChanges = false
    const server = await serve((url) => standIn(url, count, hasChanges))
    const { port } = server.address() as AddressInfo
    try {
      const rows = []
      for (const what of ['everything is new', 'nothing changed', `1 skill of ${CHANGED} changed`]) {
        hasChanges = what.startsWith('1')
        rows.push([what, ...(await measure(stack, source, `http://127.0.0.1:${port}`))])
      }
      const [, , , , written] = rows[1] ?? []
      console.log(
        markdownTable({
          columns: ['', 's', 'CPU s', 'MB', 'rows written', 'served', 'install', 'outcome'],
          rows,
        }),
      )
      if (written !== 0) throw new UserError(`The import without changes wrote ${written} rows.`)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

/** The time, processor time and peak memory of an import, the rows that it wrote, how many servers and ways to install them there are, and what it printed. */
async function measure(stack: TemporaryStack, source: string, url: string): Promise<(string | number)[]> {
  const begin = performance.now()
  const usage =
    'data:text/javascript,process.on("exit",()=>{const u=process.resourceUsage();console.error("used",u.userCPUTime+u.systemCPUTime,u.maxRSS)})'
  const program = ['local/run.mjs', 'scripts/registry-import.ts', source, '--base-url', url]
  const env = { ...process.env, SUPABASE_URL: stack.apiUrl, SUPABASE_SECRET_KEY: stack.secretKey }
  const start = await lastChange(stack)
  const { status, stdout, stderr } = await run(process.execPath, ['--import', usage, ...program], { env })
  const seconds = (performance.now() - begin) / 1_000
  if (status !== 0) throw new Error(`The import failed: ${stderr}`)
  const [outcome = ''] = stdout.split('\n')
  const [, microseconds, kilobytes] = /used (\d+) (\d+)/.exec(stderr) ?? []
  const [cpu, megabytes] = [Number(microseconds) / 1e6, Number(kilobytes) / 1_024]
  const { written, served, install } = await changesSince(stack, start)
  return [Math.round(seconds), Math.round(cpu), Math.round(megabytes), written, served, install, outcome]
}

async function lastChange(stack: TemporaryStack): Promise<string> {
  return withConnection(stack.databaseUrl, async (sql) => {
    const [row] = await sql`select pg_current_xact_id()::text as id`
    return row?.id as string
  })
}

type Changes = { written: number; served: number; install: number }

/** The rows of skills and servers that transactions since then wrote, and what there is. */
async function changesSince(stack: TemporaryStack, id: string): Promise<Changes> {
  return withConnection(stack.databaseUrl, async (sql) => {
    const [row] = await sql`
      select
        (select count(*)::int from public.skills where xmin::text::bigint > ${id}::bigint)
          + (select count(*)::int from private.imported_skills where xmin::text::bigint > ${id}::bigint)
          + (select count(*)::int from private.registry_servers where xmin::text::bigint > ${id}::bigint) as written,
        (select count(*)::int from private.registry_servers) as served,
        (select coalesce(sum(jsonb_array_length(install)), 0)::int from private.registry_servers) as install`
    return row as Changes
  })
}

async function serve(respond: (url: URL) => string | number): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = respond(new URL(request.url ?? '/', 'http://127.0.0.1'))
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.setHeader('Content-Type', 'application/json').end(answer)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
