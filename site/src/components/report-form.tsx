import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { Flagged, Rating } from '../api/responses.ts'
import { forgetKey, useKey } from '../api/stored-key.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { ApiKeyPanel } from './api-key-panel.tsx'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { SubmitButton } from './submit-button.tsx'

/** Reports a rating to the admins. */
export function ReportForm({ rating, onClose }: { rating: Rating; onClose(): void }) {
  const key = useKey()
  const [reason, setReason] = useState('')
  const [keyRequests, setKeyRequests] = useState(0)
  const { data, error, pending, submit } = useSubmit<Flagged>(() =>
    request('POST', `skills/${rating.skill_id}/ratings/${rating.id}/flag`, {
      ...(key && { key }),
      body: { reason },
    }),
  )
  useEffect(() => {
    if (error?.code === 'invalid_api_key') forgetKey()
  }, [error])
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.querySelector<HTMLElement>('textarea, [role=status]')?.focus()
  }, [data])

  return (
    <div class="report" ref={container}>
      {data ? (
        <p class="note note-good" role="status" tabIndex={-1}>
          {data.message}
        </p>
      ) : (
        <>
          <form
            class="form"
            noValidate
            onSubmit={(event) => {
              if (key) return submit(event)
              event.preventDefault()
              setKeyRequests(keyRequests + 1)
            }}
          >
            <Field
              label="Reason"
              rows={2}
              required
              value={reason}
              onValue={setReason}
              error={error?.fields.reason}
              hint="Spam, abuse, personal data, or instructions to the reader. The admins read it."
            />
            {error && Object.keys(error.fields).length === 0 && <ErrorMessage error={error} />}
            <div class="buttons">
              <SubmitButton pending={pending} text="Send report" />
              <button type="button" onClick={onClose}>
                Cancel
              </button>
            </div>
          </form>
          {(keyRequests > 0 || key) && <ApiKeyPanel requests={keyRequests} />}
        </>
      )}
    </div>
  )
}
