import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { constants } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { CallLog } from './call-log.ts'
import { CallCounter } from './calls.ts'
import { lineReader } from './lines.ts'

/** Those that a client can send. A terminal sends the first two to all its processes. */
const SIGNALS = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const
const OF_TERMINAL: readonly string[] = ['SIGINT', 'SIGQUIT']

/** A process that the server left behind can keep its output open. After this time without output, the proxy ends as the server did. */
const IDLE_MS = 1_000
const CHECK_MS = 100

/** Of a command that names no package, image or address. */
const NO_IDENTIFIER = '-'

type Server = ChildProcessByStdio<Writable, Readable, null>
type Exit = { code: number | null; signal: NodeJS.Signals | null }

/**
 * Starts an MCP server, passes on what it and its client send, byte by byte, and counts the calls of its tools. Ends as the server ends.
 */
export async function proxy([command = '', ...args]: string[]): Promise<void> {
  const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<Exit | NodeJS.ErrnoException>((resolve) => {
    server.on('error', (error) => server.pid === undefined && resolve(error))
    server.on('exit', (code, signal) => resolve({ code, signal }))
  })
  const identifier = identifierOf(command, args)
  const log = new CallLog(sayIncomplete)
  const counter = new CallCounter(async (outcome, tool) => {
    log.write(`${outcome} ${await identifier} ${tool}\n`)
  })
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  process.stdin.on('end', stop)
  forwardSignals(server, stop)
  const written = passOn(server, counter)

  const end = await ended
  if (end instanceof Error) return notStarted(command, end)
  await lastOutput(server.stdout)
  await written
  // The client did not ask for it, so what it was waiting for failed.
  if (!isStopped) counter.serverEnded()
  await identifier
  await log.close()
  exitAs(end)
}

/**
 * As a pipe would: without a reader, the writer waits; and an end that is closed closes the other one. Returns a promise of the time when
 * all output of the server is written, or has no reader any more.
 */
function passOn(server: Server, counter: CallCounter): Promise<void> {
  const { stdin, stdout } = process
  // Counting comes after passing on.
  stdin.pipe(server.stdin)
  stdin.on(
    'data',
    lineReader({
      onLine: (line) => counter.fromClient(line),
      onTooLong: (head, tail) => counter.tooLongFromClient(head, tail),
    }),
  )
  server.stdin.on('error', () => stdin.destroy())
  server.stdout.pipe(stdout)
  server.stdout.on(
    'data',
    lineReader({
      onLine: (line) => counter.fromServer(line),
      onTooLong: (head, tail) => counter.tooLongFromServer(head, tail),
    }),
  )
  stdout.on('error', () => server.stdout.destroy())
  return new Promise((resolve) => {
    stdout.on('error', () => resolve())
    server.stdout.on('close', () => {
      stdout.end(() => {
        closeOutput()
        resolve()
      })
    })
  })
}

/** Node does not close the standard output when its stream ends. */
function closeOutput(): void {
  try {
    closeSync(1)
  } catch {}
}

function forwardSignals(server: Server, stop: () => void): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      stop()
      if (!process.stdin.isTTY || !OF_TERMINAL.includes(signal)) server.kill(signal)
    })
  }
}

/** Reads what the server wrote before it ended. */
async function lastOutput(output: Readable): Promise<void> {
  let last = performance.now()
  output.on('data', () => {
    last = performance.now()
  })
  const isWaiting = () => process.stdout.writableNeedDrain || performance.now() - last < IDLE_MS
  const closed = new Promise((resolve) => output.on('close', resolve))
  while (!output.closed && isWaiting()) await Promise.race([closed, wait(CHECK_MS)])
  output.destroy()
}

/** What the command starts, as `doctor` reads it; it stays on this machine. */
async function identifierOf(command: string, args: string[]): Promise<string> {
  try {
    const [{ targetOf }, { localIdentifier, sentIdentifier }] = await Promise.all([
      import('../doctor/command.ts'),
      import('../doctor/identifier.ts'),
    ])
    const found = localIdentifier(targetOf(command, args))
    return found.identifier === undefined ? NO_IDENTIFIER : sentIdentifier(found)
  } catch {
    return NO_IDENTIFIER
  }
}

/** A client shows or keeps what a server writes to its standard error. */
function sayIncomplete(reason: string): void {
  process.stderr.on('error', () => {})
  process.stderr.write(
    `skill-rating: calls of this server are missing in the counts, which cannot be written (${reason}).\n`,
  )
}

/** With the exit status of a shell. */
function notStarted(command: string, { code }: NodeJS.ErrnoException): never {
  process.stderr.write(`skill-rating: ${JSON.stringify(command)} cannot be started (${code}).\n`)
  process.exit(code === 'ENOENT' ? 127 : 126)
}

function exitAs({ code, signal }: Exit): void {
  if (signal === null) process.exit(code ?? 1)
  for (const name of SIGNALS) process.removeAllListeners(name)
  // It starts the debugger of Node.
  if (signal !== 'SIGUSR1') process.kill(process.pid, signal)
  // Node ignores some signals, such as SIGPIPE.
  setTimeout(() => process.exit(128 + constants.signals[signal]), CHECK_MS)
}
