import { constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { stateFolder } from '../config/folders.ts'

/** Who counts: the hooks of a client, or the proxy. */
export const SOURCES = ['claude-code', 'codex', 'gemini-cli', 'proxy'] as const
export type Source = (typeof SOURCES)[number]

/** Where counted calls are kept. */
export function callsFolder(): string {
  return join(stateFolder(), 'calls')
}

/** The file of the day, to which many processes append lines. */
export function fileOfDay(source: Source): string {
  return join(callsFolder(), `${source}-${new Date().toISOString().slice(0, 10)}.log`)
}

const { O_APPEND, O_CREAT, O_WRONLY, O_NONBLOCK = 0 } = constants
/** Without waiting for a reader, if the file is a pipe. */
export const APPEND = {
  mode: 0o600,
  flags: (O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK) as unknown as string,
}

export function createCallsFolder(): void {
  mkdirSync(callsFolder(), { recursive: true, mode: 0o700 })
}

/** The name of a server in those of its tools: clients write other characters than letters, digits, `_` and `-` as `_`. */
export function toolName(server: string): string {
  return server.replace(/[^\w-]/g, '_')
}
