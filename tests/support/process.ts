// Processes, ports and folders of tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { getStatus } from '../../local/stack/http-status.ts'
import { portProblem } from '../../local/stack/ports.ts'
import { identify, sendSignal } from '../../local/stack/process.ts'

export { projectDir } from '../../local/project-dir.ts'

/** A new folder until the end of the test. Like a folder of `mktemp -d`, it is closed to other users. */
export function temporaryFolder(onFinished = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'skill-rating-stack-'))
  onFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Waits until a condition is true. @throws Error when the timeout is over */
export async function until(condition: () => unknown, timeoutMs = 15_000): Promise<void> {
  await vi.waitUntil(condition, timeoutMs)
}

export function isAlive(pid: number): boolean {
  return identify(pid) !== undefined
}

export const kill = sendSignal

export async function isListening(port: number): Promise<boolean> {
  return (await portProblem(port)) !== undefined
}

/** The status of a GET request; undefined when there is no answer. */
export const statusOf = getStatus
