// `npm run db:sql -- "select 1"`: runs SQL in the database of the running local stack, as the role `postgres`.
import { text as readAll } from 'node:stream/consumers'
import postgres from 'postgres'
import { command } from '../local/cli/command.ts'
import { printable } from '../local/cli/printable.ts'
import { UserError } from '../local/cli/user-error.ts'
import { postgresPassword } from '../local/postgres/migrate.ts'
import { databaseUrl, runningServer } from '../local/postgres/postgres.ts'
import { DATA_FOLDER_VARIABLE, readSettings } from '../local/stack/settings.ts'

const options = { json: { type: 'boolean', default: false, help: 'Print the rows as JSON' } } as const
const positionals = { name: '"SQL"', help: 'The statements to run; without it, they are read from the input' }
const variables = {
  ...DATA_FOLDER_VARIABLE,
  DB_PORT: 'The port of Postgres, instead of that of the data folder',
}

/** The values of a row, in the order of the columns, which may have equal names. */
type Row = unknown[]
type Result = postgres.RowList<Row[]>

const asText = { serialize: String, parse: (text: string) => text }
/** Times and bytes as Postgres prints them, and numbers as numbers if these are exact. */
const TYPES = {
  date: { to: 1184, from: [1082, 1083, 1114, 1184], ...asText },
  bytea: { to: 17, from: [17], ...asText },
  number: {
    to: 1700,
    from: [20, 21, 23, 26, 700, 701, 1700],
    serialize: String,
    parse: (text: string) => (String(Number(text)) === text ? Number(text) : text),
  },
}

await command('db:sql', { options, positionals, variables }, async ({ json }, [given, ...more]) => {
  if (more.length > 0) throw new UserError('There is more than one argument: put the SQL into quotes.')
  const statements = given ?? (process.stdin.isTTY ? '' : await readAll(process.stdin))
  if (statements.trim() === '')
    throw new UserError('Give the SQL to run: `npm run db:sql -- "select * from admin.queue"`.')
  for (const result of await execute(statements, databasePort()))
    console.log(json ? asJson(result) : asTable(result))
})

/** The port of DB_PORT, or of the stack that runs with DATA_DIR. @throws UserError when there is none */
function databasePort(): number {
  const { dataDir, dbPort } = readSettings(process.env)
  if (process.env.DB_PORT) return dbPort
  const port = runningServer(dataDir)?.port
  if (port) return port
  throw new UserError(
    `No stack runs with the data folder ${dataDir}: run \`npm start\`, or set DATA_DIR or DB_PORT to those of your stack.`,
  )
}

/** Runs statements in one transaction, unless they begin their own. */
async function execute(statements: string, port: number): Promise<Result[]> {
  const sql = postgres(databaseUrl(port, 'postgres', postgresPassword), {
    max: 1,
    connect_timeout: 10,
    connection: { application_name: 'npm run db:sql' },
    types: TYPES,
    onnotice: ({ severity, message }) => console.error(printable(`${severity}: ${message}`)),
  })
  try {
    const results = (await sql.unsafe(statements).values()) as unknown as Result | Result[]
    // One result, or a list of the results with rows. Statements without rows are not listed.
    return 'command' in results ? [results as Result] : (results as Result[])
  } catch (error) {
    throw userErrorFor(error, statements, port)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function asJson(result: Result): string {
  const { columns, command, count } = result
  const names = uniqueNames(columns?.map(({ name }) => name) ?? [])
  const list = columns
    ? result.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
    : { command, count }
  // JSON.stringify() leaves some characters that a terminal obeys.
  return JSON.stringify(list, null, 2).replace(/[^\n]+/g, printable)
}

/** Names for the members of an object: `a`, `a_2` for two columns `a`. */
function uniqueNames(names: string[]): string[] {
  const usedNames = new Set(names)
  return names.map((name, index) => {
    if (names.indexOf(name) === index) return name
    let number = 2
    while (usedNames.has(`${name}_${number}`)) number += 1
    usedNames.add(`${name}_${number}`)
    return `${name}_${number}`
  })
}

function asTable(result: Result): string {
  const { columns, command, count, length } = result
  if (!columns) return printable(`${command}${count ? ` ${count}` : ''}`)
  const names = columns.map(({ name }) => name)
  const rows: Row[] = [names, ...result]
  const cells = rows.map((row) => row.map(cellOf))
  const widths = names.map((_, index) => Math.max(...cells.map((row) => [...(row[index] ?? '')].length)))
  const lines = cells.map((row) => row.map((cell, index) => padded(cell, widths[index] ?? 0)).join(' | '))
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('-+-'))
  lines.push(`(${length} row${length === 1 ? '' : 's'})`)
  return lines.map((line) => line.trimEnd()).join('\n')
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** padEnd() counts some characters twice. */
function padded(cell: string, width: number): string {
  return cell + ' '.repeat(width - [...cell].length)
}

/** One sentence for an error of the database or of the connection. Any other error is a bug. */
function userErrorFor(error: unknown, statements: string, port: number): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof postgres.PostgresError) {
    const { position, detail, hint } = error
    const line = [...statements].slice(0, Number(position)).join('').split('\n').length
    const parts = [`${message} (${code}${position ? `, line ${line}` : ''})`, detail, hint].filter(Boolean)
    return new UserError(printable(parts.join('. ')))
  }
  if (!/^(ECONN|CONN|EPIPE|ETIMEDOUT)/.test(code)) return error
  return new UserError(
    `The database on port ${port} cannot be reached (${message}): run \`npm start\`, or set DB_PORT to the port of your stack.`,
  )
}
