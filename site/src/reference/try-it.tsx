import { useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { type RawResponse, requestText } from '../api/client.ts'
import { useKey } from '../api/stored-key.ts'
import { Announcement } from '../components/announcement.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Field } from '../components/field.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useSubmit } from '../hooks/use-submit.ts'
import { type ExampleValues, exampleOf, pathOf } from './examples.ts'
import type { Operation } from './openapi.ts'

/** Longer answers are cut. */
const MAX_SHOWN = 20_000

/** Sends the request of an operation that only reads, with parameters that can be changed. */
export function TryIt({ operation, values }: { operation: Operation; values: ExampleValues }) {
  const { id, needsKey, summary } = operation
  // The browser sets the headers.
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header')
  const key = useKey()
  const [input, setInput] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map(({ name }) => [name, exampleOf(operation, name, values) ?? ''])),
  )
  const { data, error, pending, submit } = useSubmit<RawResponse>(() =>
    requestText(
      pathOf(operation, (name) => input[name]),
      needsKey ? key : null,
    ),
  )
  return (
    <details class="try">
      <summary>
        Try it<span class="visually-hidden">: {summary}</span>
      </summary>
      <form class="form" noValidate onSubmit={submit}>
        {parameters.map(({ name, required }) => (
          <Field
            key={name}
            label={name}
            required={required === true}
            value={input[name] ?? ''}
            onValue={(value) => setInput({ ...input, [name]: value })}
          />
        ))}
        {needsKey && (
          <p class="quiet">
            {key === null ? (
              <>
                Needs a key: <a href={formatAddress(['key'])}>get one</a>. Without it, the answer is 401.
              </>
            ) : (
              'Sent with the key of this tab.'
            )}
          </p>
        )}
        <SubmitButton pending={pending} text="Send" />
      </form>
      {error && <ErrorMessage error={error} />}
      {data && <Answer id={id} {...data} />}
    </details>
  )
}

function Answer({ id, status, durationMs, text }: RawResponse & { id: string }) {
  const shown = formatJson(text)
  return (
    <>
      <p class="quiet">
        <code>{status}</code>, after {Math.round(durationMs).toLocaleString('en')} ms
        {shown.length > MAX_SHOWN && `, the first ${MAX_SHOWN.toLocaleString('en')} characters`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll it only with the focus. */}
      <section class="response-example" tabIndex={0} aria-label={`Answer of ${id}`}>
        <pre>{shown.slice(0, MAX_SHOWN)}</pre>
      </section>
      <Announcement text={`The answer is ${status}.`} />
    </>
  )
}

/** JSON over several lines; any other text as it is. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
