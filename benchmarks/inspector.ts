// A profile of a Deno program, over V8's inspector.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { WebSocket } from 'undici'
import type { Stack } from '../local/stack/stack.ts'
import { projectDir } from '../scripts/program.ts'
import { commandOfFunction } from './deno.ts'

/** What a place in the program used itself, in milliseconds. */
export type Place = { url: string; name: string; milliseconds: number }

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

type Message = {
  id?: number
  result?: unknown
  method?: string
  params?: { url: string; length: number }
}

/** A program under Deno with the inspector at hand. */
export class Inspected {
  readonly #child: ChildProcess
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (result: unknown) => void>()
  /** The scripts that were loaded since `send('Debugger.enable')`: their addresses and lengths. */
  readonly scripts: { url: string; length: number }[] = []
  #sent = 0
  #printed = ''

  private constructor(child: ChildProcess, socket: WebSocket) {
    this.#child = child
    this.#socket = socket
    child.stderr?.on('data', (text: string) => {
      this.#printed += text
    })
    socket.addEventListener('message', ({ data }) => {
      const { id, result, method, params } = JSON.parse(String(data)) as Message
      if (method === 'Debugger.scriptParsed' && params) this.scripts.push(params)
      if (id === undefined) return
      this.#waiting.get(id)?.(result)
      this.#waiting.delete(id)
    })
  }

  /** Starts a program as the stack has started its function, and holds it before its first line. */
  static async start(stack: Stack, program: string): Promise<Inspected> {
    const [command, args, environment] = commandOfFunction(stack)
    const env = { ...environment, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0' }
    const options = [...args, '--inspect-wait=127.0.0.1:0', program]
    const child = spawn(command, options, { cwd: projectDir, env, stdio: ['pipe', 'ignore', 'pipe'] })
    let printed = ''
    child.stderr.setEncoding('utf8')
    for (;;) {
      const [text] = (await Promise.race([
        once(child.stderr, 'data'),
        once(child, 'exit').then(() => {
          throw new Error(`Deno ended: ${printed}`)
        }),
      ])) as [string]
      printed += text
      const [address] = /ws:\/\/\S+/.exec(printed) ?? []
      if (!address) continue
      const socket = new WebSocket(address)
      await once(socket as never, 'open').catch(() => {})
      return new Inspected(child, socket)
    }
  }

  /** The address at which it listens, as soon as it has printed it. */
  async origin(): Promise<string> {
    for (;;) {
      const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(this.#printed) ?? []
      if (origin) return origin
      await once(this.#child.stderr as NodeJS.ReadableStream, 'data')
    }
  }

  /** Lets the program go on from its first line. */
  async go(): Promise<void> {
    await this.send('Runtime.runIfWaitingForDebugger')
  }

  send(method: string, params: Record<string, unknown> = {}): Promise<unknown> {
    const id = ++this.#sent
    const answered = new Promise((answer) => this.#waiting.set(id, answer))
    this.#socket.send(JSON.stringify({ id, method, params }))
    return answered
  }

  /** Begins to take a sample every so many microseconds. */
  async startProfile(interval: number): Promise<void> {
    await this.send('Profiler.enable')
    await this.send('Profiler.setSamplingInterval', { interval })
    await this.send('Profiler.start')
  }

  /** Ends the profile. @returns what each function used itself, the most first */
  async stopProfile(): Promise<Place[]> {
    const { profile } = (await this.send('Profiler.stop')) as { profile: Profile }
    const own = new Map<number, number>()
    for (const [i, id] of profile.samples.entries()) {
      own.set(id, (own.get(id) ?? 0) + (profile.timeDeltas[i] ?? 0) / 1_000)
    }
    return profile.nodes
      .map(({ id, callFrame }) => ({
        url: callFrame.url,
        name: callFrame.functionName,
        milliseconds: own.get(id) ?? 0,
      }))
      .sort((a, b) => b.milliseconds - a.milliseconds)
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#socket.close()
    this.#child.kill('SIGKILL')
    await gone
  }
}
