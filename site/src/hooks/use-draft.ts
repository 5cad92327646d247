import { useCallback, useState } from 'preact/hooks'
import { readSession, writeSession } from '../session.ts'

/**
 * The values of a form. What the user changes is kept until the form is sent or the tab is closed.
 *
 * @param name identifies the form
 * @param initial the values that the user has not changed
 */
export function useDraft<Values extends object>(
  name: string,
  initial: Values,
): { values: Values; change(changed: Partial<Values>): void; discard(): void } {
  const key = keyOf(name)
  const [draft, setDraft] = useState(() => readDraft<Values>(name))
  return {
    values: { ...initial, ...draft },
    change: (changed) =>
      setDraft((draft) => {
        const next = { ...draft, ...changed }
        writeSession(key, next)
        return next
      }),
    discard: useCallback(() => {
      writeSession(key, undefined)
      setDraft(undefined)
    }, [key]),
  }
}

/** What the user changed in a form and has not sent. */
export function readDraft<Values extends object>(name: string): Partial<Values> | undefined {
  return readSession(keyOf(name))
}

function keyOf(name: string): string {
  return `draft-${name}`
}
