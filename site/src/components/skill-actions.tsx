import { absoluteApiUrl } from '../api/client.ts'
import type { SkillPage } from '../api/responses.ts'
import { ratingFeed } from '../head.ts'
import { useReport } from './report.tsx'

/** What can be done with a skill besides rating it: follow its reviews, and report it to the admins. */
export function SkillActions({ skill }: { skill: SkillPage }) {
  const report = useReport({ id: skill.id }, `Report the skill ${skill.name}`)
  return (
    <div class="page-end">
      {skill.total_ratings > 0 && <a href={absoluteApiUrl(ratingFeed(skill.slug))}>Feed of its reviews</a>}
      <button type="button" class="plain quiet" {...report.button}>
        Report this skill
      </button>
      {report.form}
    </div>
  )
}
