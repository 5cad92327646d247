import { useEffect, useState } from 'preact/hooks'

/** The API key that the reader writes with: in memory, and in the browser only where the reader says so. */

const STORED_AS = 'skill-rating-api-key'
let held = stored()
const listeners = new Set<() => void>()

/** The key that is held now; null when there is none. */
export function useKey(): string | null {
  const [shown, show] = useState(held)
  useEffect(() => {
    const listen = () => show(held)
    listeners.add(listen)
    listen()
    return () => void listeners.delete(listen)
  }, [])
  return shown
}

/**
 * Holds the key until the tab is closed.
 *
 * @param kept whether the browser is to keep it longer than that
 */
export function holdKey(key: string, kept: boolean): void {
  held = key
  try {
    if (kept) localStorage.setItem(STORED_AS, key)
    else localStorage.removeItem(STORED_AS)
  } catch {
    // A browser that keeps nothing: the key is held in memory all the same.
  }
  for (const listener of listeners) listener()
}

/** Forgets the key, here and in the browser. */
export function forgetKey(): void {
  held = null
  try {
    localStorage.removeItem(STORED_AS)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

/** Whether the browser keeps the key. */
export function isKept(): boolean {
  return stored() !== null
}

/** What of a key may be shown: enough to tell it from others. */
export function prefixOf(key: string): string {
  return `${key.slice(0, 13)}…`
}

function stored(): string | null {
  try {
    return localStorage.getItem(STORED_AS)
  } catch {
    return null
  }
}
