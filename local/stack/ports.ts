import { randomInt } from 'node:crypto'
import { createServer, type ListenOptions, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../cli/user-error.ts'

/** Another program has a port that a start needs. */
export class PortInUse extends Refusal {
  /** @param name what a user sets it by; none for a port that the stack chose */
  constructor(
    readonly port: number,
    name?: string,
  ) {
    const remedy = name ? `stop that program, or set ${name} to another port` : 'start again'
    super(`Port ${port} is in use by another program: ${remedy}.`)
  }
}

/** The refusal that a start printed because of one of these ports, if it did. */
export function portInUse(output: string, ports: number[]): PortInUse | undefined {
  const port = Number(/^Port (\d+) is in use/m.exec(output)?.[1])
  return ports.includes(port) ? new PortInUse(port) : undefined
}

/** How often a start takes other ports before it gives up. */
const attempts = 5

/** What says to other stacks on this machine that a port is taken; kept until this process ends. */
const reservations = new Set<Server>()

/**
 * Refuses when one of the ports cannot be listened on at 127.0.0.1.
 * @param ports the number of each port under the name a user sets it by
 * @param patience milliseconds to wait for ports that a process which is just ending still holds
 * @throws Refusal naming the port and what to do
 */
export async function checkPorts(ports: Record<string, number>, patience: number): Promise<void> {
  const deadline = Date.now() + patience
  for (const [name, port] of Object.entries(ports)) {
    let problem = await whyNotFree(port)
    while (problem === 'EADDRINUSE' && Date.now() < deadline) {
      await wait(50)
      problem = await whyNotFree(port)
    }
    if (problem) throw portRefusal(name, port, problem)
  }
}

/** The sentence for a port that cannot be had; `problem` is the code of the error that listening on it gave. */
export function portRefusal(name: string, port: number, problem: string): Refusal {
  return problem === 'EADDRINUSE'
    ? new PortInUse(port, name)
    : new Refusal(`Port ${port} cannot be listened on (${problem}): set ${name} to another port.`)
}

/**
 * A port that nobody listens on now. It lies below the range from which systems take the ports of outgoing connections,
 * so a part that is restarted finds its port still free. No other process that asks here gets it while this one runs. Another
 * program may still take it before it is listened on: the code that starts the listener does so in {@link retryPorts}.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000)
    if ((await reserve(port)) && !(await whyNotFree(port))) return port
  }
  throw new Refusal(
    'No free port was found between 20000 and 32000: stop some of the programs that listen there.',
  )
}

/**
 * Does what takes free ports; does it again, with others, when another program took one first.
 * @param isFixed whether a port was chosen by the user, so that no other will do
 */
export async function retryPorts<T>(start: () => Promise<T>, isFixed = (_port: number) => false): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof PortInUse) || isFixed(error.port) || attempt === attempts) throw error
    }
  }
}

/** The code of the error that listening on the port at 127.0.0.1 gives; undefined when it is free. */
export async function whyNotFree(port: number): Promise<string | undefined> {
  const probe = createServer()
  const problem = await listen(probe, { port, host: '127.0.0.1', exclusive: true })
  if (!problem) await new Promise((closed) => probe.close(closed))
  return problem
}

/** By a name that the system keeps for this process and forgets with it, however it ends. macOS has no such names. */
async function reserve(port: number): Promise<boolean> {
  const name = `skill-rating-service-port-${port}`
  const path = { linux: `\0${name}`, win32: `\\\\.\\pipe\\${name}` }[process.platform as string]
  if (!path) return true
  const server = createServer((socket) => socket.destroy()).unref()
  const problem = await listen(server, { path, exclusive: true })
  if (!problem) reservations.add(server)
  return problem !== 'EADDRINUSE'
}

function listen(server: Server, where: ListenOptions): Promise<string | undefined> {
  return new Promise((answer) => {
    server.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message))
    server.listen(where, () => answer(undefined))
  })
}
