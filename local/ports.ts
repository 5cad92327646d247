import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from './refusal.ts'

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
    ? new Refusal(
        `Port ${port} is in use by another program: stop that program, or set ${name} to another port.`,
      )
    : new Refusal(`Port ${port} cannot be listened on (${problem}): set ${name} to another port.`)
}

/**
 * A port that nobody listens on now. It lies below the range from which systems take the ports of outgoing connections,
 * so a part that is restarted finds its port still free.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_000)
    if (!(await whyNotFree(port))) return port
  }
  throw new Refusal(
    'No free port was found between 20000 and 32000: stop some of the programs that listen there.',
  )
}

function whyNotFree(port: number): Promise<string | undefined> {
  return new Promise((answer) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => answer(error.code ?? error.message))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => answer(undefined)))
  })
}
