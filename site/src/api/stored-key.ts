import { useEffect, useState } from 'preact/hooks'

/**
 * The API key in use. The browser keeps it for the tab, so that it survives a reload, or for all tabs if the user asks for that. If the
 * browser blocks storage, the key is kept in memory.
 */

const STORAGE_KEY = 'skill-rating-api-key'
/** By name, since a blocked storage throws when it is accessed. The tab's own key comes first. */
const STORAGES = ['sessionStorage', 'localStorage'] as const

let currentKey = storedKey()
const listeners = new Set<() => void>()
/** Tells other tabs which key to forget, by its prefix. A duplicated tab has a copy of the tab's storage. */
const otherTabs = new BroadcastChannel('skill-rating-forgotten-key')
otherTabs.addEventListener('message', ({ data }) => {
  if (currentKey !== null && keyPrefix(currentKey) === data) removeKey(currentKey)
})

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
 * Uses a key in this tab.
 *
 * @param inBrowser whether to store it for other tabs and later visits as well
 */
export function setKey(key: string, inBrowser: boolean): void {
  const isStored = inBrowser && write('localStorage', key)
  if (!inBrowser && read('localStorage') === key) write('localStorage', null)
  write('sessionStorage', isStored ? null : key)
  change(key)
}

/** Forgets a key in this tab and the browser, and in other tabs, if it is the current one. */
export function forgetKey(key: string): void {
  if (key !== currentKey) return
  removeKey(key)
  otherTabs.postMessage(keyPrefix(key))
}

/** How long the current key is kept: in the browser, until the tab is closed, or until the page is left. */
export function keyLifetime(): 'browser' | 'tab' | 'page' {
  if (read('localStorage') === currentKey) return 'browser'
  return read('sessionStorage') === currentKey ? 'tab' : 'page'
}

/** The part of a key that may be shown, enough to tell keys apart. */
export function keyPrefix(key: string): string {
  return `${key.slice(0, 13)}…`
}

/** A different key that the browser has stored is used after a reload, so that nothing is sent as another agent unexpectedly. */
function removeKey(key: string): void {
  for (const storage of STORAGES) if (read(storage) === key) write(storage, null)
  change(null)
}

function change(key: string | null): void {
  currentKey = key
  for (const listener of listeners) listener()
}

function storedKey(): string | null {
  return read('sessionStorage') ?? read('localStorage')
}

function read(storage: (typeof STORAGES)[number]): string | null {
  try {
    return globalThis[storage].getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

/** @returns whether the browser stored it; it may block storage, or storage may be full */
function write(storage: (typeof STORAGES)[number], key: string | null): boolean {
  try {
    if (key === null) globalThis[storage].removeItem(STORAGE_KEY)
    else globalThis[storage].setItem(STORAGE_KEY, key)
    return true
  } catch {
    return false
  }
}
