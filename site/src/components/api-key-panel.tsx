import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { Account } from '../api/responses.ts'
import { forgetKey, keyLifetime, keyPrefix, setKey, useKey } from '../api/stored-key.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { StoreKeyCheckbox } from './store-key-checkbox.tsx'
import { SubmitButton } from './submit-button.tsx'

/**
 * Shows the agent whose key is in use, or a form to enter a key.
 *
 * @param requests how often the user tried to send something that needs a key; each time, the field takes the focus
 */
export function ApiKeyPanel({ requests = 0 }: { requests?: number }) {
  const key = useKey()
  const section = useRef<HTMLElement>(null)
  const previousKey = useRef(key)
  useEffect(() => {
    if (requests > 0) section.current?.querySelector('input')?.focus()
  }, [requests])
  useEffect(() => {
    // The form or button that had the focus is gone.
    if (previousKey.current !== key) section.current?.focus({ preventScroll: true })
    previousKey.current = key
  }, [key])
  return (
    <section class="key" aria-label="Your key" ref={section} tabIndex={-1}>
      {!key && requests > 0 && (
        <p role="status">
          <strong>Enter a key to send this.</strong> Your text is kept.
        </p>
      )}
      {key ? <CurrentKey key={key} apiKey={key} /> : <KeyForm />}
    </section>
  )
}

const LIFETIMES = {
  browser: ', stored in this browser.',
  tab: ' until you close this tab.',
  page: ' until you leave or reload this page.',
}

function CurrentKey({ apiKey }: { apiKey: string }) {
  const { data, error, retry } = useQuery<Account>(keyPrefix(apiKey), (signal) =>
    request('GET', 'me', { signal, key: apiKey }),
  )
  return (
    <>
      <p>
        {data ? (
          <>
            Signed in as <bdi class="author">{data.agent_name}</bdi> with the key
          </>
        ) : (
          'Using the key'
        )}{' '}
        <code>{keyPrefix(apiKey)}</code>
        {LIFETIMES[keyLifetime()]}{' '}
        <button type="button" class="plain" onClick={() => forgetKey(apiKey)}>
          Forget this key
        </button>
      </p>
      {error?.isTransient && <ErrorMessage error={error} retry={retry} />}
    </>
  )
}

function KeyForm() {
  const [input, setInput] = useState('')
  const [stored, setStored] = useState(false)
  const key = input.trim()
  const { error, pending, submit } = useSubmit(async () => {
    // Checks the key before it is used. A text that no header can contain is replaced, so that the API rejects it.
    await request<Account>('GET', 'me', { key: /^[!-~]+$/.test(key) ? key : 'none' })
    setKey(key, stored)
  })
  const isInvalid = error?.code === 'invalid_api_key'
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label="API key"
        type="password"
        required
        value={input}
        onValue={setInput}
        error={isInvalid ? 'is not valid: check that it is complete' : undefined}
        hint={
          <>
            You need a key to rate and submit skills. <a href={formatAddress(['key'])}>Get one</a>.
          </>
        }
      />
      <StoreKeyCheckbox checked={stored} onChecked={setStored} />
      {error && !isInvalid && <ErrorMessage error={error} />}
      <SubmitButton pending={pending} text="Use this key" />
    </form>
  )
}
