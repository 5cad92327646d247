import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { deleteOnInterrupt } from '../cli/interrupt.ts'

/** A file that is replaced at once or not at all. */
export type Replacement = { commit(text: string): Promise<void>; discard(): Promise<void> }

/**
 * Creates the new file next to the old one, with these rights from the start, so that a missing right is found before anything else is
 * done. `commit()` writes it and puts it in the place of the old one.
 */
export async function replaceFile(path: string, mode: number): Promise<Replacement> {
  // A link stays a link: some people keep their configuration elsewhere.
  const target = await realpath(path).catch(() => path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL
  const file: FileHandle = await open(temporary, flags, mode)
  const keep = deleteOnInterrupt(temporary)
  const discard = async () => {
    await file.close().catch(() => {})
    await rm(temporary, { force: true })
    keep()
  }
  return {
    discard,
    async commit(text) {
      try {
        await file.writeFile(text)
        await file.sync()
        await file.close()
        await rename(temporary, target)
        keep()
      } catch (error) {
        await discard()
        throw error
      }
    },
  }
}

/** Replaces a file that others read, too, and keeps its rights. */
export async function writeKeepingMode(path: string, text: string): Promise<void> {
  const mode = await stat(path).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  )
  const replacement = await replaceFile(path, mode)
  await replacement.commit(text)
}
