import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync, constants, fstatSync, opendirSync, openSync, readSync } from 'node:fs'

/** ~/.claude.json can be large: it has the history of all projects. */
const MAX_BYTES = 32 * 1024 * 1024

/** What one scan works through at most: more than any machine has, and a bound for a repository that was written to stall it. */
const LIMITS = { bytes: 64 * 1024 * 1024, files: 20_000, seconds: 10 }

/** Says in one line why a file was skipped. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** A scan has reached one of its limits, so that it cannot go on. */
export class LimitReached extends Error {
  override name = 'LimitReached'
}

type Reading = {
  bytes: number
  files: number
  deadline: number
  /** By path and limit: the text, or the error. */
  texts: Map<string, () => string | undefined>
}

const readings = new AsyncLocalStorage<Reading>()

/** In `scan`, each file is read only once, and all together only within the limits. */
export function withinLimits<T>(scan: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + LIMITS.seconds * 1000
  return readings.run({ bytes: 0, files: 0, deadline, texts: new Map() }, scan)
}

/** @throws LimitReached */
export function checkLimits(moreBytes = 0): void {
  const reading = readings.getStore()
  if (!reading) return
  if (performance.now() > reading.deadline) throw new LimitReached(`${LIMITS.seconds} seconds`)
  if (reading.bytes + moreBytes > LIMITS.bytes)
    throw new LimitReached(`${LIMITS.bytes / 1024 / 1024} MB of files`)
  if (reading.files > LIMITS.files) throw new LimitReached(`${LIMITS.files.toLocaleString('en')} files`)
}

/** Also counts what was read before: each caller works through the whole text. @throws LimitReached */
function count(bytes: number): void {
  checkLimits(bytes)
  const reading = readings.getStore()
  if (!reading) return
  reading.bytes += bytes
  reading.files++
}

/**
 * The text of a regular file; undefined if there is none.
 * @throws Unreadable, LimitReached
 */
export function readText(path: string, maxBytes = MAX_BYTES): string | undefined {
  checkLimits()
  const texts = readings.getStore()?.texts
  const key = `${maxBytes} ${path}`
  const read = texts?.get(key) ?? attempt(() => readFile(path, maxBytes))
  texts?.set(key, read)
  const text = read()
  if (text !== undefined) count(text.length)
  return text
}

/** Returns or throws again what a function returned or threw. */
function attempt<T>(work: () => T): () => T {
  try {
    const value = work()
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}

function readFile(path: string, maxBytes: number): string | undefined {
  let file: number
  try {
    // Opening a named pipe would wait for its writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Unreadable(`it cannot be read (${code})`)
  }
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw new Unreadable('it is not a file')
    if (found.size > maxBytes) throw new Unreadable(`it is larger than ${maxBytes / 1024 / 1024} MB`)
    checkLimits(found.size)
    const buffer = Buffer.alloc(found.size)
    let length = 0
    while (length < buffer.length) {
      const read = readSync(file, buffer, length, buffer.length - length, null)
      if (read === 0) break
      length += read
    }
    return decoded(buffer.subarray(0, length))
  } catch (error) {
    if (error instanceof Unreadable || error instanceof LimitReached) throw error
    throw new Unreadable(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`)
  } finally {
    closeSync(file)
  }
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('it is not UTF-8')
  }
}

/** `\\\\host\\share`: Windows would connect to that host, and a configuration must not choose one. */
export function isNetworkPath(path: string): boolean {
  return /^[\\/]{2}/.test(path)
}

/** A path with a placeholder, or on another machine. */
export function isUnknownPath(path: string): boolean {
  return isNetworkPath(path) || /[$<>{}]|%\w+%/.test(path)
}

/** The names in a folder; none if it does not exist. @throws Unreadable, LimitReached */
export function readNames(folder: string, most = 2_000): string[] {
  count(0)
  const names: string[] = []
  try {
    const entries = opendirSync(folder)
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
        if (names.length >= most)
          throw new Unreadable(`it has more than ${most.toLocaleString('en')} entries`)
        names.push(entry.name)
      }
    } finally {
      entries.closeSync()
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw new Unreadable(`it cannot be read (${code})`)
  }
  return names.sort()
}
