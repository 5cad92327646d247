import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { FlaggedRating, Rating } from '../api/responses.ts'
import { useKey } from '../api/stored-key.ts'
import { readDraft, useDraft } from '../hooks/use-draft.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { ApiKeyPanel } from './api-key-panel.tsx'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { SubmitButton } from './submit-button.tsx'

interface ReportFormProps {
  rating: Rating
  /** Says which rating it reports. */
  label: string
  onClose(): void
}

/** Whether the user has started a report and not sent it. */
export function hasReportDraft(rating: Rating): boolean {
  return !!readDraft<Draft>(draftName(rating))?.reason
}

interface Draft {
  reason: string
}

function draftName({ id }: Rating): string {
  return `report-${id}`
}

/** Reports a rating to the admins. */
export function ReportForm({ rating, label, onClose }: ReportFormProps) {
  const key = useKey()
  const { values, change, discard } = useDraft<Draft>(draftName(rating), { reason: '' })
  const { reason } = values
  const [keyRequests, setKeyRequests] = useState(0)
  const { data, error, pending, submit } = useSubmit<FlaggedRating>(() =>
    request('POST', `skills/${rating.skill_id}/ratings/${rating.id}/flag`, {
      ...(key && { key }),
      body: { reason },
    }),
  )
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data) discard()
    container.current?.querySelector<HTMLElement>('textarea, [role=status]')?.focus()
  }, [data, discard])

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
          {(keyRequests > 0 || key) && <ApiKeyPanel requests={keyRequests} />}
        </>
      )}
    </div>
  )
}
