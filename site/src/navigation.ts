import { useEffect, useState } from 'preact/hooks'
import { type Address, readAddress } from './address.ts'

/**
 * The browser's history, as pages see it. A new page begins at its top with the focus on its heading; one that is gone back to
 * begins where it was left.
 */

// By the number of the entry in the history, which is kept in the entry itself.
const positions = new Map<number, number>()
let entry = 0
let hash = location.hash
let mayLeave: (() => boolean) | undefined
/** Where the page that is being shown is to begin; undefined once it has, and on the first page, which is the browser's. */
let position: number | undefined
const listeners = new Set<() => void>()

history.scrollRestoration = 'manual'
addEventListener('hashchange', arrive)
numberEntry()

/** The address now; the component is drawn again when it changes. */
export function useAddress(): Address {
  const [shown, show] = useState(hash)
  useEffect(() => {
    const listen = () => show(hash)
    listeners.add(listen)
    listen()
    return () => void listeners.delete(listen)
  }, [])
  return readAddress(shown)
}

/** Goes to an address of the site, as a link does. */
export function go(address: string): void {
  location.hash = address
}

/** Notes another address for what is being shown: the way back is the same. */
export function rename(address: string): void {
  history.replaceState(history.state, '', address)
  hash = address
  for (const listener of listeners) listener()
}

/**
 * Asks before the page is left, as long as this component is there.
 *
 * @param ask gives whether the page may be left
 * @param needed whether there is anything to ask about
 */
export function useLeaving(ask: () => boolean, needed: boolean): void {
  useEffect(() => {
    if (!needed) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    mayLeave = ask
    return () => {
      removeEventListener('beforeunload', warn)
      mayLeave = undefined
    }
  }, [ask, needed])
}

/** To be called once a page has what it shows: then it can be scrolled to where it was left. */
export function useArrival(ready: boolean): void {
  useEffect(() => {
    if (!ready || position === undefined) return
    scrollTo(0, position)
    position = undefined
  }, [ready])
}

function arrive(): void {
  if (location.hash === hash) return
  if (mayLeave && !mayLeave()) {
    history.pushState({ entry }, '', hash)
    return
  }
  const [from, to] = [readAddress(hash), readAddress(location.hash)]
  positions.set(entry, scrollY)
  hash = location.hash
  const known = typeof history.state?.entry === 'number'
  numberEntry()
  if (from.path.join('/') !== to.path.join('/')) {
    position = known ? (positions.get(entry) ?? 0) : 0
    if (!known) scrollTo(0, 0)
    // What had the focus may be gone in a moment; the new page's heading takes it from here.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  for (const listener of listeners) listener()
}

function numberEntry(): void {
  const number = history.state?.entry
  entry = typeof number === 'number' ? number : Date.now()
  if (number !== entry) history.replaceState({ entry }, '')
}
