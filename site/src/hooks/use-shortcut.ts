import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** Focuses the field when the key is pressed outside of fields, such as `/` for a search. */
export function useShortcut(key: string, field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || event.isComposing || isField(event.target)) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [key, field])
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('select, textarea, input:not([type=radio], [type=checkbox])'))
  )
}
