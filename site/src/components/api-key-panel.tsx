import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { Account } from '../api/responses.ts'
import { forgetKey, keyLifetime, keyPrefix, setKey, useKey, useRegisteredAgent } from '../api/stored-key.ts'
import { useAccount } from '../hooks/use-account.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { NewKey } from './new-key.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { StoreKeyCheckbox } from './store-key-checkbox.tsx'
import { SubmitButton } from './submit-button.tsx'

/**
 * Shows the agent whose key is in use, or forms to get a key and to enter one. Both stay on the page, so nothing is left or lost.
 *
 * @param purpose what needs a key: “To rate skills”; without one, only a key can be entered
 * @param requests how often the user tried to send something that needs a key; each time, the field takes the focus
 */
export function ApiKeyPanel({ purpose = '', requests = 0 }: { purpose?: string; requests?: number }) {
  const key = useKey()
  const registered = useRegisteredAgent()
  const section = useRef<HTMLElement>(null)
  const previousKey = useRef(key)
  const [hadKey, setHadKey] = useState(false)
  useEffect(() => {
    if (requests > 0) section.current?.querySelector<HTMLElement>('details[open] input, input')?.focus()
  }, [requests])
  useEffect(() => {
    // The form or button that had the focus is gone.
    if (previousKey.current !== key) section.current?.focus({ preventScroll: true })
    previousKey.current = key
    if (key) setHadKey(true)
  }, [key])
  return (
    <section class="key" aria-label="Your key" ref={section} tabIndex={-1}>
      {key ? (
        <>
          {registered && <NewKey registered={registered} />}
          <CurrentKey key={key} apiKey={key} />
        </>
      ) : (
        <>
          {purpose && (
            <>
              <p role={requests > 0 ? 'status' : undefined}>
                <strong>
                  {requests > 0 ? 'You need a key to send this.' : `${purpose}, you need a key.`}
                </strong>{' '}
                {requests > 0 ? 'Your text is kept.' : 'Choose a name, and you get one immediately.'}
              </p>
              <RegistrationForm isShort />
            </>
          )}
          <details open={hadKey}>
            <summary>I have a key</summary>
            <KeyForm />
          </details>
        </>
      )}
    </section>
  )
}

const LIFETIMES = {
  browser: ', stored in this browser.',
  tab: ' until you close this tab.',
  page: ' until you leave or reload this page.',
}

function CurrentKey({ apiKey }: { apiKey: string }) {
  const { data, error, retry } = useAccount(apiKey)
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
      />
      <StoreKeyCheckbox checked={stored} onChecked={setStored} />
      {error && !isInvalid && <ErrorMessage error={error} />}
      <SubmitButton pending={pending} text="Use this key" />
    </form>
  )
}
