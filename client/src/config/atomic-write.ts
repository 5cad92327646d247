import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { deleteOnInterrupt } from '../cli/interrupt.ts'

/** How much longer the new text can be than the old one. File systems that copy on write do not keep this room. */
const RESERVED_BYTES = 4096

/** A file that is replaced at once or not at all. */
export type Replacement = { commit(text: string): Promise<void>; discard(): Promise<void> }

/**
 * Creates the new file next to the old one, with these rights and room for its text from the start, so that a missing right and a full disk
 * are found before anything else is done. `commit()` writes it and puts it in the place of the old one.
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
  const orDiscard = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      await discard()
      throw error
    }
  }
  await orDiscard(async () => {
    const size = await sizeOf(target)
    await writeAll(file, Buffer.alloc(size + RESERVED_BYTES, ' '))
  })
  return {
    discard,
    commit: (text) =>
      orDiscard(async () => {
        const bytes = Buffer.from(text)
        await writeAll(file, bytes)
        await file.truncate(bytes.length)
        await file.sync()
        await file.close()
        await rename(temporary, target)
        keep()
      }),
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** From the beginning of the file. A full disk can take a part. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten
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
