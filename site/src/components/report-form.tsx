import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { Rating } from '../api/responses.ts'
import { useKey } from '../api/stored-key.ts'
import { readDraft, useDraft } from '../hooks/use-draft.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { ApiKeyPanel } from './api-key-panel.tsx'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { SubmitButton } from './submit-button.tsx'

/** What is reported: a rating, or a skill. */
type Reported = Pick<Rating, 'id'> & { skill_id?: string }

interface ReportFormProps {
  reported: Reported
  /** Says what it reports. */
  label: string
  onClose(): void
}

/**
 * A report of a rating or a skill that a button opens and closes.
 *
 * @returns the attributes of the button, and the form while it is open, which can be elsewhere
 */
export function useReport(reported: Reported, label: string) {
  // The user may have left to get a key.
  const [isOpen, setOpen] = useState(() => hasReportDraft(reported))
  const ref = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    ref.current?.focus()
  }
  return {
    button: { ref, 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
    form: isOpen && <ReportForm reported={reported} label={label} onClose={close} />,
  }
}

/** Whether the user has started a report and not sent it. */
function hasReportDraft(reported: Reported): boolean {
  return !!readDraft<Draft>(draftName(reported))?.reason
}

interface Draft {
  reason: string
}

function draftName({ id }: Reported): string {
  return `report-${id}`
}

/** Reports a rating or a skill to the admins. */
function ReportForm({ reported, label, onClose }: ReportFormProps) {
  const key = useKey()
  const { values, change, discard } = useDraft<Draft>(draftName(reported), { reason: '' })
  const { reason } = values
  const [keyRequests, setKeyRequests] = useState(0)
  const { id, skill_id } = reported
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
