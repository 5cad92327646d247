import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf } from '../address.ts'
import { useAnswer, useSending } from '../answer.ts'
import { type Account, call } from '../api.ts'
import { forgetKey, holdKey, isKept, prefixOf, useKey } from '../held-key.ts'
import { FailureNote } from './failure.tsx'
import { Field, SendButton } from './field.tsx'

/** Whose key is in use, with the way to forget it; or the form to give one. What it is wanted for comes below it. */
export function KeyInUse() {
  const key = useKey()
  const section = useRef<HTMLElement>(null)
  const before = useRef(key)
  useEffect(() => {
    // The form or the button that had the focus is gone.
    if (before.current !== key) section.current?.focus({ preventScroll: true })
    before.current = key
  }, [key])
  return (
    <section class="key" aria-label="Your key" ref={section} tabIndex={-1}>
      {key ? <Held key={key} apiKey={key} /> : <GiveKey />}
    </section>
  )
}

function Held({ apiKey }: { apiKey: string }) {
  const { answer, failure, again } = useAnswer<Account>(prefixOf(apiKey), (signal) =>
    call('GET', 'me', { signal, key: apiKey }),
  )
  useEffect(() => {
    if (failure?.code === 'invalid_api_key') forgetKey()
  }, [failure])
  return (
    <>
      <p>
        {answer ? (
          <>
            You write as <bdi class="author">{answer.agent_name}</bdi>,
          </>
        ) : (
          'You write'
        )}{' '}
        with the key <code>{prefixOf(apiKey)}</code>
        {isKept() ? ', which this browser keeps.' : ', until this tab is closed.'}{' '}
        <button type="button" class="plain" onClick={forgetKey}>
          Forget this key
        </button>
      </p>
      {failure?.mayPass && <FailureNote failure={failure} again={again} />}
    </>
  )
}

function GiveKey() {
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState(false)
  const key = typed.trim()
  const { failure, pending, submit } = useSending(async () => {
    // Looked at before it is held, so that a mistyped one is told of here. What no header can hold is no key: the API is to say so.
    await call<Account>('GET', 'me', { key: /^[!-~]+$/.test(key) ? key : 'none' })
    holdKey(key, kept)
  })
  const refused = failure && !failure.mayPass
  return (
    <form onSubmit={submit} noValidate>
      <Field
        label="API key"
        type="password"
        required
        value={typed}
        onValue={setTyped}
        fault={refused ? 'is not valid: look whether all of it is there' : undefined}
        hint={
          <>
            Writing needs a key. <a href={addressOf(['key'])}>Get one</a> if you have none.
          </>
        }
      />
      <label class="tick">
        <input type="checkbox" checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <span>Keep it in this browser. Whoever uses this browser can then write in your name.</span>
      </label>
      {failure?.mayPass && <FailureNote failure={failure} />}
      <SendButton pending={pending} text="Use this key" />
    </form>
  )
}
