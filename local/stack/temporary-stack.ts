import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Interrupted } from '../cli/user-error.ts'
import type { StackOptions } from './options.ts'
import { type Stack, startStack } from './stack.ts'

export type TemporaryStack = Stack & { dataDir: string }

/**
 * Starts a stack on free ports with new data. `stop()` also deletes the data.
 * @param fill writes into the data folder before the start
 */
export async function startTemporaryStack(
  options: Partial<StackOptions> = {},
  fill = (_dataDir: string): void => {},
): Promise<TemporaryStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  try {
    fill(dataDir)
    const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, ...options })
    return { ...stack, dataDir, stop: () => stack.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/** Runs work with a temporary stack and stops the stack after it, also on Ctrl-C. */
export function withStack<T>(
  options: Partial<StackOptions>,
  work: (stack: TemporaryStack) => Promise<T>,
): Promise<T> {
  return stopAfter((signal) => startTemporaryStack({ ...options, signal }), work)
}

/**
 * Runs work with something that it starts, and stops that after it.
 * @param start gets a signal that may interrupt it
 * @throws Interrupted on Ctrl-C, without waiting for the work
 */
export async function stopAfter<Started extends { stop(): Promise<void> }, T>(
  start: (signal: AbortSignal) => Promise<Started>,
  work: (started: Started) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController()
  const abort = () => interrupt.abort(new Interrupted())
  const interrupted = new Promise<never>((_, reject) => {
    interrupt.signal.addEventListener('abort', () => reject(interrupt.signal.reason))
  })
  interrupted.catch(() => {})
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, abort)
  let started: Started | undefined
  try {
    started = await start(interrupt.signal)
    interrupt.signal.throwIfAborted()
    return await Promise.race([work(started), interrupted])
  } finally {
    await started?.stop()
    for (const signal of signals) process.off(signal, abort)
  }
}
