import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../cli/user-error.ts'
import { PortInUse, whyNotFree } from './ports.ts'
import { end, identify } from './process.ts'

export type PartOptions = {
  /** As a user reads it: “Postgres”. */
  name: string
  /** Starts the process. Called again after the part has died. */
  launch(): Promise<ChildProcess>
  /** Whether the part does its work by now. */
  answers(): Promise<boolean>
  /** The ports it listens on, each with the name by which a user sets it, if any. */
  ports?: [port: number, name?: string][]
  /** Where to read why it failed. */
  logPath: string
  /** Asks the process to end; a signal does unless given. */
  askToStop?(child: ChildProcess): void
  /** Signals that end it, with the milliseconds each has. */
  stopSignals: [signal: NodeJS.Signals, patience: number][]
  /** Why the part cannot start now but may before long, if so: it is then tried once a second for as long as that takes. */
  waitsFor?(): string | undefined
  /** Called with the number of every process that is started. */
  onLaunch(pid: number): void
  /** Called when the part has died so often that trying again makes no sense. */
  onLost(reason: Refusal): void
  /** Tells a user that a part has died or is back. */
  notice(line: string): void
}

const patienceToStart = 30_000
const failuresToGiveUp = 5

/** One process of the stack that is brought back, with the same command, whenever it dies. */
export class Part {
  #child: ChildProcess | undefined
  #exited: Promise<unknown> = Promise.resolve()
  #stopping = false
  #restarting = false

  constructor(private readonly options: PartOptions) {}

  get name(): string {
    return this.options.name
  }

  /** The process it has now. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Starts the part; done when it answers.
   * @throws Refusal when it ends before, or does not answer within 30 s
   */
  async start(): Promise<void> {
    await this.#launch()
    this.#watch()
  }

  /** Ends the part, for good. Safe to call at any time, and twice. */
  async stop(): Promise<void> {
    this.#stopping = true
    const child = this.#child
    const identity = child?.pid === undefined ? undefined : identify(child.pid)
    if (!child || !identity || child.exitCode !== null || child.signalCode !== null) return
    this.options.askToStop?.(child)
    await Promise.race([this.#exited, end(identity, ...this.options.stopSignals)])
  }

  /** Ends its process, which is then brought back with the code that is there now. */
  async restart(): Promise<void> {
    const child = this.#child
    const identity = child?.pid === undefined ? undefined : identify(child.pid)
    // Without a process it is being brought back already.
    if (!child || !identity || child.exitCode !== null || child.signalCode !== null) return
    this.#restarting = true
    await end(identity, ...this.options.stopSignals)
  }

  async #launch(): Promise<void> {
    const { name, logPath } = this.options
    const child = await this.options.launch()
    this.#child = child
    let ended: string | undefined
    this.#exited = new Promise((gone) => {
      child.once('error', (error) => {
        ended = error.message
        gone(undefined)
      })
      child.once('exit', (code, signal) => {
        ended ??= signal ?? `status ${code}`
        gone(undefined)
      })
    })
    if (child.pid !== undefined) this.options.onLaunch(child.pid)
    // stop() may have been called while the process was being made, when there was nothing yet to end.
    if (this.#stopping) {
      child.kill('SIGKILL')
      throw new Refusal(`${name} was stopped while it was starting.`)
    }
    const deadline = Date.now() + patienceToStart
    for (;;) {
      // Asked after `ended`: what answers must be this process, not one that held the port before it.
      if (ended !== undefined) {
        await this.#refuseTakenPorts()
        throw new Refusal(`${name} ended while it was starting (${ended}): see ${logPath}.`)
      }
      // What has the port in its place may never answer.
      if (await Promise.race([this.#answers(), this.#exited.then(() => false)])) break
      if (Date.now() > deadline) {
        child.kill('SIGKILL')
        throw new Refusal(`${name} did not answer within ${patienceToStart / 1000} s: see ${logPath}.`)
      }
      await Promise.race([wait(20), this.#exited])
    }
  }

  async #answers(): Promise<boolean> {
    try {
      return await this.options.answers()
    } catch (error) {
      // It may be another process on the same port that refuses: then this one is about to end.
      await Promise.race([wait(1_000), this.#exited])
      await this.#refuseTakenPorts()
      throw error
    }
  }

  /** @throws PortInUse when the process has ended because another one has its port */
  async #refuseTakenPorts(): Promise<void> {
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) return
    for (const [port, name] of this.options.ports ?? []) {
      if ((await whyNotFree(port)) === 'EADDRINUSE') throw new PortInUse(port, name)
    }
  }

  #watch(): void {
    void this.#exited.then(() => this.#revive())
  }

  async #revive(): Promise<void> {
    const { name, logPath, notice } = this.options
    let waitingFor: string | undefined
    const isMeant = this.#restarting
    this.#restarting = false
    // However often it dies: as long as it comes back to work each time, it is worth bringing back.
    for (let failures = 0; failures < failuresToGiveUp; failures++) {
      if (this.#stopping) return
      if (!waitingFor && !isMeant) notice(`${name} died and is being brought back.`)
      // At once the first time; then ever more slowly, so that a part that cannot live does not burn the machine.
      await wait(failures === 0 ? 0 : 2 ** failures * 100)
      if (this.#stopping) return
      try {
        await this.#launch()
        notice(`${name} is back.`)
        this.#watch()
        return
      } catch {
        const reason = this.options.waitsFor?.()
        if (reason && reason !== waitingFor) notice(`${name} waits: ${reason}.`)
        waitingFor = reason
        if (reason) {
          failures = 0
          await wait(1_000)
        }
      }
    }
    if (this.#stopping) return
    this.options.onLost(
      new Refusal(
        `${name} died and could not be brought back in ${failuresToGiveUp} attempts: see ${logPath}.`,
      ),
    )
  }
}
