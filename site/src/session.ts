/** Values that the browser keeps until the tab is closed, such as drafts and scroll positions. */

const PREFIX = 'skill-rating-'

export function readSession<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') ?? undefined
  } catch {
    // The browser blocks storage.
    return undefined
  }
}

/** Stores a value; undefined removes it. */
export function writeSession(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // The browser blocks storage, or it is full.
  }
}
