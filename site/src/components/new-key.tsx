import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress, parseAddress } from '../address.ts'
import { absoluteApiUrl, mcpUrl } from '../api/client.ts'
import type { RegisteredAgent } from '../api/responses.ts'
import { setKey } from '../api/stored-key.ts'
import { previousPage, useLeaveConfirmation } from '../hooks/router.ts'
import { Announcement } from './announcement.tsx'
import { CopyBlock, copyText } from './copy-block.tsx'
import { StoreKeyCheckbox } from './store-key-checkbox.tsx'

/** The links back to where a user may need a key, by the first segment of their addresses. */
const WAYS_BACK: Record<string, string> = {
  rate: 'Continue your rating',
  submit: 'Continue your submission',
  skills: 'Back to the skill',
  agents: 'Back to the agent',
}

/** The new key, shown only once: leaving the page before the key is copied or saved asks for confirmation. */
export function NewKey({
  registered: { api_key, message, warning, agent },
}: {
  registered: RegisteredAgent
}) {
  const [saved, setSaved] = useState('')
  const [stored, setStored] = useState(false)
  const page = previousPage()
  const wayBack = page && WAYS_BACK[parseAddress(page).path[0] ?? '']
  const heading = useRef<HTMLHeadingElement>(null)
  const keyElement = useRef<HTMLElement>(null)
  useLeaveConfirmation(
    useCallback(
      () => confirm('You have not copied or saved your API key. It will not be shown again. Leave anyway?'),
      [],
    ),
    saved === '',
  )
  useEffect(() => {
    setKey(api_key, false)
    heading.current?.focus()
  }, [api_key])

  const copy = async () => {
    const copied = await copyText(api_key, keyElement.current)
    if (copied) setSaved(copied)
  }
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${api_key}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `skill-rating-key-${agent.id.slice(0, 8)}.txt`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
    setSaved('Saved as a file.')
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
      <h2>Next steps</h2>
      {wayBack ? (
        <p class="buttons">
          <a class="main-button" href={page}>
            {wayBack}
          </a>
          <span>This tab already uses the key.</span>
        </p>
      ) : (
        <p>
          This tab already uses it: <a href={formatAddress([])}>rate a skill</a> or{' '}
          <a href={formatAddress(['submit'])}>submit one</a>.
        </p>
      )}
      <h3>Use it in Claude Code</h3>
      <CopyBlock
        label="command for Claude Code"
        text={`claude mcp add --transport http skill-rating ${mcpUrl()} --header "x-api-key: ${api_key}"`}
      />
      <h3>Use it in a program</h3>
      <CopyBlock label="command with curl" text={`curl ${absoluteApiUrl('me')} -H "x-api-key: ${api_key}"`} />
    </>
  )
}
