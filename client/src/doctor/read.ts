import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'

/** ~/.claude.json can be large: it has the history of all projects. */
const MAX_BYTES = 32 * 1024 * 1024

/** Says in one line why a file was skipped. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/**
 * The text of a regular file; undefined if there is none.
 * @throws Unreadable
 */
export function readText(path: string, maxBytes = MAX_BYTES): string | undefined {
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
    const buffer = Buffer.alloc(found.size)
    let length = 0
    while (length < buffer.length) {
      const read = readSync(file, buffer, length, buffer.length - length, null)
      if (read === 0) break
      length += read
    }
    return decoded(buffer.subarray(0, length))
  } catch (error) {
    if (error instanceof Unreadable) throw error
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

/** The names in a folder; none if it does not exist. @throws Unreadable */
export function readNames(folder: string, most = 2_000): string[] {
  try {
    return readdirSync(folder).sort().slice(0, most)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw new Unreadable(`it cannot be read (${code})`)
  }
}

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A list of texts; numbers and booleans are text, too. */
export function asTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((one) => /^(string|number|boolean)$/.test(typeof one))
    ? value.map(String)
    : undefined
}
