import { appendFileSync, copyFileSync, mkdirSync, openSync, statSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

const limit = 5_000_000

/** What a part prints, kept in a file: without keys and personal data, and never more than two files of some 5 MB. */
export class Log {
  constructor(readonly path: string) {
    mkdirSync(dirname(path), { recursive: true })
    this.trim()
  }

  /** Keeps every line of the stream. */
  keep(stream: Readable): void {
    const decoder = new StringDecoder('utf8')
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split('\n')
      // A line without an end would otherwise be kept in memory without an end.
      rest = (lines.pop() ?? '').slice(-100_000)
      this.write(lines.map((line) => `${line}\n`).join(''))
    })
    stream.on('end', () => rest && this.write(`${rest}\n`))
    stream.on('error', () => {})
  }

  /**
   * A descriptor, the caller's to close, by which a process writes into the file itself. For one that prints a line for each request
   * and no secret: taking each line out of a pipe costs as much as passing a request on. What it writes is for `trim` to limit.
   * Undefined when the file cannot be opened: that is no reason not to start.
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
    this.trim()
    try {
      appendFileSync(this.path, withoutSecrets(text), { mode: 0o600 })
    } catch {
      // A full disk or a deleted folder must not stop the stack for the sake of its log.
    }
  }

  /** Makes room when the file has grown past its limit; the part before stays readable beside it, ending in `.old`. */
  trim(): void {
    try {
      if ((statSync(this.path, { throwIfNoEntry: false })?.size ?? 0) <= limit) return
      // Not renamed: whoever has it open goes on writing into it.
      copyFileSync(this.path, `${this.path}.old`)
      truncateSync(this.path)
    } catch {
      // As above.
    }
  }
}

/** Agents' keys and the Data API's keys are cut down to what tells their kind; rows and values are left out of errors about them. */
export function withoutSecrets(text: string): string {
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
