import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Stack, type StackOptions, startStack } from '../../local/stack/stack.ts'

/** Starts a stack on free ports with a data folder of its own; `stop()` also removes the folder. */
export async function startTestStack(options: Partial<StackOptions> = {}): Promise<Stack> {
  const dataDir = temporaryDataDir()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const stack = await startStack({ dataDir, apiPort: 0, dbPort: 0, studioPort: 0, ...options })
    const stop = async () => {
      await stack.stop()
      remove()
    }
    return { ...stack, stop }
  } catch (error) {
    remove()
    throw error
  }
}

export function temporaryDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'skill-rating-test-'))
  // As root, Postgres runs as another user, who needs to enter the folder but not to list it.
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711)
  return dataDir
}
