import { useEffect } from 'preact/hooks'
import { isPagePath } from '../../paths.ts'
import { type Address, addressOfFragment, parseAddress, toUrl, withoutBase } from '../address.ts'
import { readSession, writeSession } from '../session.ts'
import { createStore } from './store.ts'

/**
 * Routing by the path. A new page starts at the top with its heading focused; a page reached by going back, or loaded again, starts
 * at its previous scroll position.
 */

const SCROLL_KEY = 'scroll'

/** The state of a history entry. */
interface Entry {
  id: number
  /** The address of the page whose link was followed. */
  from?: string
  /** The id or slug that the address had, of a skill that was merged into the shown one. */
  mergedFrom?: string
}

/** Scroll positions by the id of the history entry. */
const scrollPositions = new Map<number, number>(readSession<[number, number][]>(SCROLL_KEY) ?? [])
let entry: Entry = { id: 0 }
let mayLeave: (() => boolean) | undefined
/** The scroll position to restore; undefined once it is restored. */
let pendingScroll: number | undefined

redirectFragment()
const shownAddress = createStore(currentAddress())
history.scrollRestoration = 'manual'
addEventListener('popstate', handlePopState)
addEventListener('pagehide', () => {
  scrollPositions.set(entry.id, scrollY)
  writeSession(SCROLL_KEY, [...scrollPositions].slice(-50))
})
document.addEventListener('click', handleClick)
readEntry()
pendingScroll = scrollPositions.get(entry.id)

/** The current address; the component is rendered again when it changes. */
export function useAddress(): Address {
  return parseAddress(shownAddress.use())
}

/** Navigates to an address of the site, as a link does. */
export function navigate(address: string): void {
  if (mayLeave && !mayLeave()) return
  scrollPositions.set(entry.id, scrollY)
  const isSamePage = pathOf(address) === pathOf(shownAddress.get())
  const from = isSamePage ? entry.from : shownAddress.get()
  history.pushState({ id: Math.random(), ...(from && { from }) } satisfies Entry, '', toUrl(address))
  show(0)
}

/** The page of the site whose link led to the current page. Anything else, such as `//host/`, is undefined. */
export function previousPage(): string | undefined {
  const { from } = entry
  return from !== undefined && isPagePath(withoutBase(pathOf(from))) ? from : undefined
}

/** The id or slug of a merged skill that led to the current page. */
export function mergedFrom(): string | undefined {
  return entry.mergedFrom
}

/** Replaces the address without a new history entry. @param mergedFrom what {@link mergedFrom} returns from then on */
export function replaceAddress(address: string, mergedFrom = entry.mergedFrom): void {
  if (mergedFrom !== undefined) entry = { ...entry, mergedFrom }
  history.replaceState(entry, '', toUrl(address))
  shownAddress.set(currentAddress())
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

/** Opens the links to pages of the site without loading the document again. */
function handleClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  if (link.hash) {
    // It scrolls before the address changes.
    scrollPositions.set(entry.id, scrollY)
    return
  }
  const path = withoutBase(link.pathname)
  if (path !== '/' && !isPagePath(path)) return
  event.preventDefault()
  navigate(link.pathname + link.search)
}

function handlePopState(): void {
  redirectFragment()
  if (currentAddress() === shownAddress.get()) {
    moveWithinPage()
    return
  }
  if (mayLeave && !mayLeave()) {
    history.pushState(entry, '', toUrl(shownAddress.get()))
    return
  }
  scrollPositions.set(entry.id, scrollY)
  show(scrollPositions.get(history.state?.id) ?? 0)
}

/** After a link within the page was followed, which made an entry without a state, or when going back or forward over it. */
function moveWithinPage(): void {
  const isNew = history.state === null
  if (!isNew) scrollPositions.set(entry.id, scrollY)
  readEntry(entry)
  if (!isNew) scrollTo(0, scrollPositions.get(entry.id) ?? 0)
}

/** Shows the page at the current address. */
function show(scroll: number): void {
  const [from, to] = [parseAddress(shownAddress.get()), parseAddress(currentAddress())]
  readEntry()
  if (from.path.join('/') !== to.path.join('/')) {
    pendingScroll = scroll
    if (scroll === 0) scrollTo(0, 0)
    // The focused element may disappear; the heading of the new page takes the focus from <main>.
    document.querySelector('main')?.focus({ preventScroll: true })
  }
  shownAddress.set(currentAddress())
}

function currentAddress(): string {
  return location.pathname + location.search
}

/** Follows an address from before version 1. */
function redirectFragment(): void {
  const address = addressOfFragment(location.hash)
  if (address !== undefined) history.replaceState(history.state, '', toUrl(address))
}

function pathOf(address: string): string {
  return address.split('?', 1)[0] as string
}

/** @param page an entry of the same page */
function readEntry(page?: Entry): void {
  const stored = history.state
  entry = typeof stored?.id === 'number' ? stored : { ...page, id: Math.random() }
  if (entry !== stored) history.replaceState(entry, '')
}
