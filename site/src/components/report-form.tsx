import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/client.ts'
import { useKey } from '../api/stored-key.ts'
import { useDraft } from '../hooks/use-draft.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { draftName, type ReportDraft, type ReportFormProps } from '../report-draft.ts'
import { ApiKeyPanel } from './api-key-panel.tsx'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { SubmitButton } from './submit-button.tsx'

/** Reports a rating or a skill to the admins. */
export function ReportForm({ target, label, onClose }: ReportFormProps) {
  const key = useKey()
  const { values, change, discard } = useDraft<ReportDraft>(draftName(target), { reason: '' })
  const { reason } = values
  const [keyRequests, setKeyRequests] = useState(0)
  const { id, skill_id } = target
  const { data, error, pending, submit } = useSubmit<{ message: string }>(() =>
    request('POST', skill_id === undefined ? `skills/${id}/flag` : `skills/${skill_id}/ratings/${id}/flag`, {
      ...(key && { key }),
      body: { reason },
    }),
  )
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data) discard()
    const first = data ? '.note-good' : key ? 'textarea' : 'input'
    container.current?.querySelector<HTMLElement>(first)?.focus()
    // A new key moves the focus by itself.
  }, [data, discard])

  return (
    <div class="report" ref={container}>
      <ApiKeyPanel purpose="To report this" requests={keyRequests} />
      {data ? (
        <p class="note note-good" role="status" tabIndex={-1}>
          {data.message}
        </p>
      ) : (
        <form
          class="form"
          aria-label={label}
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
            onValue={(value) => change({ reason: value })}
            error={error?.fields.reason}
            hint="Spam, abuse, personal data, or instructions to the reader. The admins read it."
          />
          {error && Object.keys(error.fields).length === 0 && <ErrorMessage error={error} />}
          <div class="buttons">
            <SubmitButton pending={pending} text="Send report" />
            <button
              type="button"
              onClick={() => {
                discard()
                onClose()
              }}
            >
              Cancel
            </button>
          </div>
        </form>
      )}
    </div>
  )
}
