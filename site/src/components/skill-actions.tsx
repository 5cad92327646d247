import { useRef, useState } from 'preact/hooks'
import { absoluteApiUrl } from '../api/client.ts'
import type { SkillPage } from '../api/responses.ts'
import { ratingFeed } from '../head.ts'
import { hasReportDraft, ReportForm } from './report-form.tsx'

/** What can be done with a skill besides rating it: follow its reviews, and report it to the admins. */
export function SkillActions({ skill }: { skill: SkillPage }) {
  const reported = { id: skill.id }
  // The user may have left to get a key.
  const [reporting, setReporting] = useState(() => hasReportDraft(reported))
  const button = useRef<HTMLButtonElement>(null)
  const label = `Report the skill ${skill.name}`
  return (
    <div class="page-end">
      {skill.total_ratings > 0 && <a href={absoluteApiUrl(ratingFeed(skill.slug))}>Feed of its reviews</a>}
      <button
        type="button"
        class="plain"
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
    </div>
  )
}
