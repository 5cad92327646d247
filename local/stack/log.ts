import { appendFileSync, copyFileSync, mkdirSync, openSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const maxBytes = 5_000_000

/** A log file without keys and personal data. It is rotated: two files of about 5 MB each at most. */
export class Log {
  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true })
    this.rotate()
  }

  /** Writes every line of a stream. */
  append(stream: Readable): void {
    const decoder = new StringDecoder('utf8')
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split('\n')
      // A line that never ends must not fill the memory.
      rest = (lines.pop() ?? '').slice(-100_000)
      this.write(lines.map((line) => `${line}\n`).join(''))
    })
    stream.on('end', () => rest && this.write(`${rest}\n`))
    stream.on('error', () => {})
  }

  /**
   * A file descriptor for a process that prints one line for each request and no secrets: to read each line from a pipe costs as much
   * as to forward a request. The caller closes it and calls {@link rotate}. Undefined when the file cannot be opened, which must not
   * stop a start.
   */
  open(): number | undefined {
    try {
      mkdirSync(dirname(this.path), { recursive: true })
      return openSync(this.path, 'a', 0o600)
    } catch {
      return undefined
    }
  }

  write(text: string): void {
    if (text === '') return
    this.rotate()
    try {
      appendFileSync(this.path, withoutSecrets(text), { mode: 0o600 })
    } catch {
      // A full disk or a deleted folder must not stop the stack.
    }
  }

  /** Starts the file again when it is too long. The older lines are in `.old`. */
  rotate(): void {
    try {
      if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) <= maxBytes) return
      // Not renamed: a process that has the file open continues to write to it.
      copyFileSync(this.path, `${this.path}.old`)
      truncateSync(this.path)
    } catch {
      // See write().
    }
  }
}

/** Shortens keys to their prefix, and removes the rows and values in error messages. */
function withoutSecrets(text: string): string {
  return text
    .replace(/(claw_|sb_publishable_|sb_secret_)[\w-]+/gi, '$1…')
    .replace(/Failing row contains \(.*\)/g, 'Failing row contains (…)')
    .replace(/(Key \(.*?\))=\(.*\)/g, '$1=(…)')
    .replace(
      /((?:invalid input (?:syntax|value) for [^":\n]*|malformed \w+ literal|field value out of range): )".*"/g,
      '$1"…"',
    )
    .replace(/value ".*" is out of range/g, 'value "…" is out of range')
}
