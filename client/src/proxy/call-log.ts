import { createWriteStream, type WriteStream } from 'node:fs'
import { APPEND, createCallsFolder, fileOfDay } from '../observe/files.ts'

/** Lines that wait for a slow disk. */
const MAX_WAITING = 1024 * 1024
const CLOSE_MS = 2_000

/** Appends lines to the file of the day, without waiting for the disk. Any error is silent: counting must never disturb the server. */
export class CallLog {
  #path = ''
  #stream: WriteStream | undefined

  write(line: string): void {
    try {
      const stream = this.#open()
      if (!stream.destroyed && stream.writableLength < MAX_WAITING) stream.write(line)
    } catch {}
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
    if (this.#stream && path === this.#path) return this.#stream
    createCallsFolder()
    this.#stream?.end()
    this.#path = path
    this.#stream = createWriteStream(path, APPEND)
    this.#stream.on('error', () => {})
    return this.#stream
  }
}
