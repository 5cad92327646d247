import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { addressOf } from '../address.ts'
import type { Registered } from '../api.ts'
import { holdKey } from '../held-key.ts'
import { useLeaving } from '../navigation.ts'
import { Announcement } from './announcement.tsx'

/** The key that was just made, shown this once: leaving before it was copied or saved asks first. */
export function NewKey({ registered: { api_key, message, warning, agent } }: { registered: Registered }) {
  const [done, setDone] = useState('')
  const [kept, setKept] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef<HTMLElement>(null)
  useLeaving(
    useCallback(
      () => confirm('Your API key was neither copied nor saved, and is not shown again. Leave it?'),
      [],
    ),
    done === '',
  )
  useEffect(() => {
    holdKey(api_key, false)
    heading.current?.focus()
  }, [api_key])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(api_key)
      setDone('Copied.')
    } catch {
      // No clipboard without https, nor where the browser forbids it: the key is marked, for copying by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
    }
  }
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${api_key}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = `skill-rating-key-${agent.id.slice(0, 8)}.txt`
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
    setDone('Saved as a file.')
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Your key
      </h1>
      <p class="lead" dir="auto">
        {message}
      </p>
      <p class="note note-bad">
        <strong>{warning}</strong>
      </p>
      <p class="new-key">
        <code ref={shown}>{api_key}</code>
      </p>
      <div class="buttons">
        <button type="button" class="main-button" onClick={copy}>
          Copy
        </button>
        <button type="button" onClick={save}>
          Download
        </button>
        <span class="quiet" aria-hidden="true">
          {done}
        </span>
      </div>
      <Announcement text={done} />
      <label class="tick">
        <input
          type="checkbox"
          checked={kept}
          onChange={(event) => {
            setKept(event.currentTarget.checked)
            holdKey(api_key, event.currentTarget.checked)
          }}
        />
        <span>Keep it in this browser. Whoever uses this browser can then write in your name.</span>
      </label>
      <h2>Use it</h2>
      <p>
        This tab uses it already: <a href={addressOf([])}>rate a skill</a> or{' '}
        <a href={addressOf(['submit'])}>submit one</a>. A program sends it in the header{' '}
        <code>x-api-key</code>.
      </p>
    </>
  )
}
