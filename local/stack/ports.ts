import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../cli/user-error.ts'

/** Another program listens on a port that the stack needs. */
export class PortInUse extends UserError {
  /** @param setting the environment variable that changes the port; none when the stack chose the port */
  constructor(
    readonly port: number,
    setting?: string,
  ) {
    const remedy = setting ? `stop that program, or set ${setting} to another port` : 'start again'
    super(`Port ${port} is in use by another program: ${remedy}.`)
  }
}

const maxAttempts = 5

/** Named sockets that tell other stacks which ports are taken. They are open until this process ends. */
const reservations = new Set<Server>()

/**
 * Checks that each port is free on 127.0.0.1.
 * @param ports by the environment variable that sets them
 * @param timeoutMs how long to wait for a port that a process which is ending may still have
 * @throws UserError
 */
export async function checkPorts(ports: Record<string, number>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (const [setting, port] of Object.entries(ports)) {
    let problem = await portProblem(port)
    while (problem === 'EADDRINUSE' && Date.now() < deadline) {
      await wait(50)
      problem = await portProblem(port)
    }
    if (problem) throw portError(setting, port, problem)
  }
}

/** @param problem the error code of listening on the port */
export function portError(setting: string, port: number, problem: string): UserError {
  return problem === 'EADDRINUSE'
    ? new PortInUse(port, setting)
    : new UserError(`The stack cannot listen on port ${port} (${problem}): set ${setting} to another port.`)
}

/**
 * A free port below the range of outgoing connections, so that it is still free when a process restarts. Other processes that call
 * this function do not get the same port. Other programs may take it: use it within {@link retryPorts}.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000)
    if ((await reserve(port)) && !(await portProblem(port))) return port
  }
  throw new UserError(
    'No port between 20000 and 32000 is free: stop some of the programs that listen on these ports.',
  )
}

/**
 * Runs a start again, with other ports, when another program has taken one of its ports.
 * @param isFixed whether the user chose the port, so that no other port will do
 */
export async function retryPorts<T>(start: () => Promise<T>, isFixed = (_port: number) => false): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof PortInUse) || isFixed(error.port) || attempt === maxAttempts) throw error
    }
  }
}

/** The error code of listening on the port at 127.0.0.1; undefined when the port is free. */
export async function portProblem(port: number): Promise<string | undefined> {
  const server = createServer()
  const problem = await listen(server, { port, host: '127.0.0.1', exclusive: true })
  if (!problem) await new Promise((closed) => server.close(closed))
  return problem
}

/** Takes a name that the system frees when this process ends. macOS has no such names. */
async function reserve(port: number): Promise<boolean> {
  const name = `skill-rating-service-port-${port}`
  const path = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as string]
  if (!path) return true
  const server = createServer((socket) => socket.destroy()).unref()
  const problem = await listen(server, { path, exclusive: true })
  if (!problem) reservations.add(server)
  return problem !== 'EADDRINUSE'
}

function listen(server: Server, options: ListenOptions): Promise<string | undefined> {
  return once(server.listen(options), 'listening').then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )
}
