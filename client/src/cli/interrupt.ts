import { rmSync } from 'node:fs'
import { EXIT } from './errors.ts'
import { note } from './output.ts'

const temporaryFiles = new Set<string>()
let waitsForKey = false
let wasInterrupted = false

/** Ctrl-C deletes this file, unless the returned function is called before. */
export function deleteOnInterrupt(path: string): () => void {
  temporaryFiles.add(path)
  return () => temporaryFiles.delete(path)
}

/** While the service creates a key, which it returns only once, the first Ctrl-C waits. */
export async function withoutInterruption<T>(work: () => Promise<T>): Promise<T> {
  waitsForKey = true
  try {
    return await work()
  } finally {
    waitsForKey = false
    if (wasInterrupted) exit()
  }
}

export function handleInterrupts(): void {
  process.on('SIGINT', () => {
    if (!waitsForKey || wasInterrupted) exit()
    wasInterrupted = true
    note('Waiting for the new key, which would be lost. Press Ctrl-C again to stop at once.')
  })
  process.on('SIGTERM', exit)
  process.on('SIGHUP', exit)
}

function exit(): never {
  for (const path of temporaryFiles) rmSync(path, { force: true })
  process.exit(EXIT.interrupted)
}
