import { createWriteStream, type WriteStream } from 'node:fs'
import { APPEND, createCallsFolder, fileOfDay } from '../observe/files.ts'

/** Lines that wait for a slow disk. */
const MAX_WAITING = 1024 * 1024
const CLOSE_MS = 2_000

/** Appends lines to the file of the day, without waiting for the disk. An error is only reported: counting must never disturb the server. */
export class CallLog {
  #path = ''
  #stream: WriteStream | undefined
  #hasLost = false
  readonly #onFirstLoss: (reason: string) => void

  constructor(onFirstLoss: (reason: string) => void) {
    this.#onFirstLoss = onFirstLoss
  }

  write(line: string): void {
    try {
      const stream = this.#open()
      if (stream.writableLength < MAX_WAITING) stream.write(line)
      else this.#lost('EBUSY')
    } catch (error) {
      this.#lost((error as NodeJS.ErrnoException).code)
    }
  }

  /** Waits until everything is written, if that does not take long. */
  async close(): Promise<void> {
    const stream = this.#stream
    if (!stream || stream.destroyed) return
    await new Promise<void>((resolve) => {
      stream.on('close', resolve)
      stream.end()
      setTimeout(resolve, CLOSE_MS).unref()
    })
  }

  #open(): WriteStream {
    const path = fileOfDay('proxy')
    // After an error, the disk may have room again.
    if (this.#stream && !this.#stream.destroyed && path === this.#path) return this.#stream
    createCallsFolder()
    this.#stream?.end()
    this.#path = path
    this.#stream = createWriteStream(path, APPEND)
    this.#stream.on('error', ({ code }: NodeJS.ErrnoException) => this.#lost(code))
    return this.#stream
  }

  #lost(reason = 'unknown error'): void {
    if (!this.#hasLost) this.#onFirstLoss(reason)
    this.#hasLost = true
  }
}
