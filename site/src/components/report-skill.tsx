import { useRef, useState } from 'preact/hooks'
import type { SkillPage } from '../api/responses.ts'
import { hasReportDraft, ReportForm } from './report-form.tsx'

/** The button that reports a skill to the admins, and its form. */
export function ReportSkill({ skill }: { skill: SkillPage }) {
  const reported = { id: skill.id }
  // The user may have left to get a key.
  const [reporting, setReporting] = useState(() => hasReportDraft(reported))
  const button = useRef<HTMLButtonElement>(null)
  const label = `Report the skill ${skill.name}`
  return (
    <>
      <button
        type="button"
        class="plain quiet"
        ref={button}
        aria-expanded={reporting}
        onClick={() => setReporting(!reporting)}
      >
        Report this skill
      </button>
      {reporting && (
        <ReportForm
          reported={reported}
          label={label}
          onClose={() => {
            setReporting(false)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}
