import { describeTrust } from '../../../functions/_shared/text/describe-trust.ts'
import type { SkillPage } from '../api/responses.ts'

/** Whether and why a skill can be trusted, in a sentence: what it says first stands out. */
export function Verdict({ skill }: { skill: SkillPage }) {
  const [verdict, ...evidence] = describeTrust(skill).split(/(?=: )/)
  return (
    <>
      <strong>{verdict}</strong>
      {evidence.join('')}
    </>
  )
}
