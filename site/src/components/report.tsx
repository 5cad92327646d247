import { useRef, useState } from 'preact/hooks'
import { readDraft } from '../hooks/use-draft.ts'
import { draftName, type ReportDraft, type ReportFormProps, type ReportTarget } from '../report-draft.ts'
import { lazyPart } from './lazy-page.tsx'

const ReportForm = lazyPart<ReportFormProps>(() =>
  import('../pages/forms.ts').then(({ ReportForm }) => ReportForm),
)

/**
 * A report of a rating or a skill that a button opens and closes.
 *
 * @returns the attributes of the button, and the form while it is open, which can be elsewhere
 */
export function useReport(target: ReportTarget, label: string) {
  // The user may have left to get a key.
  const [isOpen, setOpen] = useState(() => !!readDraft<ReportDraft>(draftName(target))?.reason)
  const ref = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    ref.current?.focus()
  }
  return {
    button: { ref, 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
    form: isOpen && <ReportForm target={target} label={label} onClose={close} />,
  }
}
