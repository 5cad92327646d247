import { useEffect, useState } from 'preact/hooks'

/** The API key in use: kept in memory, and in the browser's storage only if the user asks for it. */

const STORAGE_KEY = 'skill-rating-api-key'
let currentKey = readStorage()
const listeners = new Set<() => void>()

/** The current key, or null. */
export function useKey(): string | null {
  const [key, update] = useState(currentKey)
  useEffect(() => {
    const listener = () => update(currentKey)
    listeners.add(listener)
    listener()
    return () => void listeners.delete(listener)
  }, [])
  return key
}

/**
 * Uses a key until the tab is closed.
 *
 * @param stored whether to store it in the browser as well
 */
export function setKey(key: string, stored: boolean): void {
  change(key, stored)
}

/** Forgets the key, in memory and in the browser. */
export function forgetKey(): void {
  change(null, false)
}

/** Whether the key is stored in the browser. */
export function isStored(): boolean {
  return readStorage() !== null
}

/** The part of a key that may be shown, enough to tell keys apart. */
export function keyPrefix(key: string): string {
  return `${key.slice(0, 13)}…`
}

function change(key: string | null, stored: boolean): void {
  currentKey = key
  try {
    if (key !== null && stored) localStorage.setItem(STORAGE_KEY, key)
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // The browser blocks storage: the key stays in memory.
  }
  for (const listener of listeners) listener()
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
