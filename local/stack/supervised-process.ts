import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../cli/user-error.ts'
import { PortInUse, portProblem } from './ports.ts'
import { sendSignal } from './process.ts'

/** Signals to stop a process with, one after the other, and for how many milliseconds to wait after each. */
export type StopSignals = { [signal in NodeJS.Signals]?: number }

export type SupervisedProcessOptions = {
  /** Shown to users: “Postgres”. */
  name: string
  /** Starts the process. Called again after the process has died. */
  launch(): ChildProcess | Promise<ChildProcess>
  isReady(): Promise<boolean>
  /** The ports it listens on, each with the setting that changes it, if there is one. */
  ports?: [port: number, setting?: string][]
  logPath: string
  /** How to ask the process to stop where it does not get signals. */
  askToStop?(): void
  /** Why it exited while it was starting, as a sentence for the user, if that is known. */
  reasonForExit?(): Promise<string | undefined>
  /** SIGTERM and SIGKILL by default. */
  stopSignals?: StopSignals
  /** A temporary reason why it cannot start. While there is one, a start is retried every second without a limit. */
  reasonToWait?(): string | undefined
  /** Called when all attempts to restart the process have failed. */
  onLost?(reason: UserError): void
  /** Called with a line for the user when the process has died or runs again. */
  onNotice?(line: string): void
}

const startTimeoutMs = 30_000
const maxAttempts = 5

/** A child process that is restarted when it dies. */
export class SupervisedProcess {
  #child: ChildProcess | undefined
  #exited: Promise<unknown> = Promise.resolve()
  #isStopping = false
  #isRestarting = false

  constructor(private readonly options: SupervisedProcessOptions) {}

  get name(): string {
    return this.options.name
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Starts the process and waits until it is ready.
   * @throws UserError when it exits before, or is not ready within 30 s
   */
  async start(): Promise<void> {
    await this.#launch()
    void this.#exited.then(() => this.#revive())
  }

  /** Stops the process for good. Can be called at any time, also twice. */
  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#isRunning()) this.options.askToStop?.()
    await this.#end()
  }

  /** Ends the process, which is then started with the code of that moment. */
  async restart(): Promise<void> {
    // A process that is not running is being restarted already.
    if (!this.#isRunning()) return
    this.#isRestarting = true
    await this.#end()
  }

  #isRunning(): boolean {
    const child = this.#child
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
  }

  async #end(): Promise<void> {
    const { stopSignals = { SIGTERM: 300, SIGKILL: 300 } } = this.options
    for (const [signal, timeoutMs] of Object.entries(stopSignals)) {
      if (!this.#isRunning()) return
      sendSignal(this.pid as number, signal as NodeJS.Signals)
      await Promise.race([this.#exited, wait(timeoutMs, undefined, { ref: false })])
    }
  }

  async #launch(): Promise<void> {
    const { name, logPath, reasonForExit } = this.options
    const child = await this.options.launch()
    this.#child = child
    this.#exited = once(child, 'exit').then(
      ([status, signal]) => signal ?? `status ${status}`,
      (error: Error) => error.message,
    )
    // stop() may have been called during launch().
    if (this.#isStopping) {
      child.kill('SIGKILL')
      throw new UserError(`${name} was stopped while it was starting.`)
    }
    const deadline = Date.now() + startTimeoutMs
    for (;;) {
      // Checked first: a process that has exited did not answer, another one with its port did.
      if (!this.#isRunning()) {
        await this.#checkPorts()
        const reason = await reasonForExit?.()
        if (reason) throw new UserError(reason)
        throw new UserError(`${name} exited while it was starting (${await this.#exited}): see ${logPath}.`)
      }
      // Another process with its port may never answer.
      if (await Promise.race([this.#isReady(), this.#exited.then(() => false)])) return
      if (Date.now() > deadline) {
        child.kill('SIGKILL')
        throw new UserError(`${name} was not ready after ${startTimeoutMs / 1000} s: see ${logPath}.`)
      }
      await Promise.race([wait(20), this.#exited])
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return await this.options.isReady()
    } catch (error) {
      // Another process with its port may have answered. Then this process is about to exit.
      await Promise.race([wait(1_000), this.#exited])
      await this.#checkPorts()
      throw error
    }
  }

  /** @throws PortInUse when the process has exited and another process has its port */
  async #checkPorts(): Promise<void> {
    if (this.#isRunning()) return
    for (const [port, setting] of this.options.ports ?? []) {
      if ((await portProblem(port)) === 'EADDRINUSE') throw new PortInUse(port, setting)
    }
  }

  async #revive(): Promise<void> {
    const { name, logPath, onNotice, onLost, reasonToWait } = this.options
    const wasRequested = this.#isRestarting
    this.#isRestarting = false
    let waitingFor: string | undefined
    for (let failures = 0; failures < maxAttempts; failures++) {
      if (this.#isStopping) return
      if (!waitingFor && !wasRequested) onNotice?.(`${name} died and is being restarted.`)
      // The first attempt is immediate. The backoff after that keeps a broken process from using up the CPU.
      await wait(failures === 0 ? 0 : 2 ** failures * 100)
      if (this.#isStopping) return
      try {
        await this.start()
        onNotice?.(`${name} is running again.`)
        return
      } catch {
        // After a stop, the folder that the reason depends on may be gone.
        if (this.#isStopping) return
        const reason = reasonToWait?.()
        if (reason && reason !== waitingFor) onNotice?.(`${name} is waiting: ${reason}.`)
        waitingFor = reason
        if (reason) {
          failures = 0
          await wait(1_000)
        }
      }
    }
    if (!this.#isStopping)
      onLost?.(
        new UserError(`${name} died and could not be restarted in ${maxAttempts} attempts: see ${logPath}.`),
      )
  }
}
