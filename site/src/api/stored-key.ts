import { createStore } from '../hooks/store.ts'
import type { RegisteredAgent } from './responses.ts'

/**
 * The API key in use. The browser keeps it for the tab, so that it survives a reload, or for all tabs if the user asks for that. If the
 * browser blocks storage, the key is kept in memory.
 */

const STORAGE_KEY = 'skill-rating-api-key'
/** By name, since a blocked storage throws when it is accessed. The tab's own key comes first. */
const STORAGES = ['sessionStorage', 'localStorage'] as const

const currentKey = createStore(storedKey())
/** The agent that was just registered, until the user leaves its key. */
const registeredAgent = createStore<(RegisteredAgent & { isSaved: boolean }) | null>(null)
/** Tells other tabs which key to forget, by its prefix. A duplicated tab has a copy of the tab's storage. */
const otherTabs = new BroadcastChannel('skill-rating-forgotten-key')
otherTabs.addEventListener('message', ({ data }) => {
  const key = currentKey.get()
  if (key !== null && keyPrefix(key) === data) removeKey(key)
})

/** The current key, or null. */
export const useKey = currentKey.use

/** The agent that was just registered, with its key, and whether the user has copied or saved that. */
export const useRegisteredAgent = registeredAgent.use

/** Uses a new key in this tab, and shows it until it is saved and the page is left. */
export function setRegisteredAgent(agent: RegisteredAgent): void {
  registeredAgent.set({ ...agent, isSaved: false })
  setKey(agent.api_key, false)
}

export function markKeySaved(): void {
  const agent = registeredAgent.get()
  if (agent) registeredAgent.set({ ...agent, isSaved: true })
}

/** Shows the new key no longer. @param onlySaved keeps it if it is not saved yet */
export function hideNewKey({ onlySaved = false } = {}): void {
  if (!onlySaved || registeredAgent.get()?.isSaved) registeredAgent.set(null)
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
  currentKey.set(key)
}

/** Forgets a key in this tab and the browser, and in other tabs, if it is the current one. */
export function forgetKey(key: string): void {
  if (key !== currentKey.get()) return
  removeKey(key)
  otherTabs.postMessage(keyPrefix(key))
}

/** How long the current key is kept: in the browser, until the tab is closed, or until the page is left. */
export function keyLifetime(): 'browser' | 'tab' | 'page' {
  const key = currentKey.get()
  if (read('localStorage') === key) return 'browser'
  return read('sessionStorage') === key ? 'tab' : 'page'
}

/** The part of a key that may be shown, enough to tell keys apart. */
export function keyPrefix(key: string): string {
  return `${key.slice(0, 13)}…`
}

/** A different key that the browser has stored is used after a reload, so that nothing is sent as another agent unexpectedly. */
function removeKey(key: string): void {
  for (const storage of STORAGES) if (read(storage) === key) write(storage, null)
  currentKey.set(null)
  if (registeredAgent.get()?.api_key === key) hideNewKey()
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
