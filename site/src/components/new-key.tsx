import { useEffect, useRef, useState } from 'preact/hooks'
import type { RegisteredAgent } from '../api/responses.ts'
import { hideNewKey, markKeySaved, setKey } from '../api/stored-key.ts'
import { Announcement } from './announcement.tsx'
import { copyText } from './copy-block.tsx'
import { StoreKeyCheckbox } from './store-key-checkbox.tsx'

/** A new key, to copy and to save. It is shown only once: when the user has saved it and leaves, it is gone. */
export function NewKey({ registered: { api_key, warning, agent } }: { registered: RegisteredAgent }) {
  const [saved, setSaved] = useState('')
  const [stored, setStored] = useState(false)
  const keyElement = useRef<HTMLElement>(null)
  useEffect(() => () => hideNewKey({ onlySaved: true }), [])

  const save = (text: string) => {
    setSaved(text)
    markKeySaved()
  }
  const copy = async () => {
    const copied = await copyText(api_key, keyElement.current)
    if (copied) save(copied)
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${api_key}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `skill-rating-key-${agent.id.slice(0, 8)}.txt`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
    save('Saved as a file.')
  }
  return (
    <>
      <p class="note note-amber">
        <strong>{warning}</strong>
      </p>
      <p class="new-key">
        <code ref={keyElement}>{api_key}</code>
      </p>
      <div class="buttons">
        <button type="button" class="main-button" onClick={copy}>
          Copy
        </button>
        <button type="button" onClick={download}>
          Download
        </button>
        <span class="quiet" aria-hidden="true">
          {saved}
        </span>
      </div>
      <Announcement text={saved} />
      <StoreKeyCheckbox
        checked={stored}
        onChecked={(checked) => {
          setStored(checked)
          setKey(api_key, checked)
        }}
      />
    </>
  )
}
