import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../cli/user-error.ts'

const requestTimeoutMs = 5_000
const waitTimeoutMs = 10_000

/** The status of a GET request; undefined when there is no answer. */
export async function getStatus(
  url: string,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(requestTimeoutMs) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

/** @throws UserError when a GET request does not get status 200 in time */
export async function waitUntilOk(url: string, logPath: string, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + waitTimeoutMs
  for (;;) {
    const status = await getStatus(url)
    if (status === 200) return
    if (Date.now() > deadline || signal?.aborted)
      throw new UserError(
        `${url} ${status ? `answers ${status} instead of 200` : 'does not answer'}: see ${logPath}.`,
      )
    await wait(50)
  }
}
