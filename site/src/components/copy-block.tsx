import { Fragment } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Announcement } from './announcement.tsx'

/** A command or other text with a button that copies it. */
export function CopyBlock({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState('')
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    setCopied(await copyText(text, code.current))
  }
  return (
    <div class="copy-block">
      <code ref={code}>
        {/* Addresses break after their slashes. */}
        {text.split(/(?<=[^/]\/)(?=[^/])/).map((part, i) => (
          <Fragment key={i}>
            {i > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </code>
      <button type="button" aria-label={`Copy: ${label}`} onClick={copy}>
        {copied || 'Copy'}
      </button>
      <Announcement text={copied} />
    </div>
  )
}

/**
 * Copies a text to the clipboard. Without a secure context, such as under a LAN name, there is only the older way; if the browser does
 * not allow that either, the element stays selected so that the user can copy it.
 *
 * @returns what to tell the user
 */
export async function copyText(text: string, element: HTMLElement | null): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied.'
  } catch {
    if (!element) return 'Not copied.'
    getSelection()?.selectAllChildren(element)
    return document.execCommand('copy') ? 'Copied.' : 'Selected.'
  }
}
