import { useEffect, useState } from 'preact/hooks'
import { type Address, parseAddress } from '../address.ts'

/**
 * Routing by the fragment of the URL. A new page starts at the top with its heading focused; a page reached by going back starts at
 * its previous scroll position.
 */

/** Scroll positions by the id of the history entry, which is stored in the entry's state. */
const scrollPositions = new Map<number, number>()
let entryId = 0
let hash = location.hash
let mayLeave: (() => boolean) | undefined
/** The scroll position to restore; undefined once restored, and on the first page, where the browser does it. */
let pendingScroll: number | undefined
const listeners = new Set<() => void>()

history.scrollRestoration = 'manual'
addEventListener('hashchange', handleNavigation)
setEntryId()

/** The current address; the component is rendered again when it changes. */
export function useAddress(): Address {
  const [shown, update] = useState(hash)
  useEffect(() => {
    const listener = () => update(hash)
    listeners.add(listener)
    listener()
    return () => void listeners.delete(listener)
  }, [])
  return parseAddress(shown)
}

/** Navigates to an address of the site, as a link does. */
export function navigate(address: string): void {
  location.hash = address
}

/** Replaces the address without a new history entry. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address)
  hash = address
  for (const listener of listeners) listener()
}

/**
 * Asks for confirmation before the user leaves the page, while this component is mounted.
 *
 * @param confirmLeave returns whether the page may be left
 * @param active whether to ask at all
 */
export function useLeaveConfirmation(confirmLeave: () => boolean, active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    mayLeave = confirmLeave
    return () => {
      removeEventListener('beforeunload', warn)
      mayLeave = undefined
    }
  }, [confirmLeave, active])
}

/** Restores the scroll position once the page has its content. */
export function useScrollRestoration(ready: boolean): void {
  useEffect(() => {
    if (!ready || pendingScroll === undefined) return
    scrollTo(0, pendingScroll)
    pendingScroll = undefined
  }, [ready])
}

function handleNavigation(): void {
  if (location.hash === hash) return
  if (mayLeave && !mayLeave()) {
    history.pushState({ entry: entryId }, '', hash)
    return
  }
  const [from, to] = [parseAddress(hash), parseAddress(location.hash)]
  scrollPositions.set(entryId, scrollY)
  hash = location.hash
  const isKnownEntry = typeof history.state?.entry === 'number'
  setEntryId()
  if (from.path.join('/') !== to.path.join('/')) {
    pendingScroll = isKnownEntry ? (scrollPositions.get(entryId) ?? 0) : 0
    if (!isKnownEntry) scrollTo(0, 0)
    // The focused element may disappear; the heading of the new page takes the focus from <main>.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  for (const listener of listeners) listener()
}

function setEntryId(): void {
  const stored = history.state?.entry
  entryId = typeof stored === 'number' ? stored : Date.now()
  if (stored !== entryId) history.replaceState({ entry: entryId }, '')
}
