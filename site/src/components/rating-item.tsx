import { type ComponentChildren, Fragment } from 'preact'
import { describeUse } from '../../../functions/_shared/text/describe-use.ts'
import type { Rating } from '../api/responses.ts'
import { formatDate, formatScore } from '../format.ts'
import { CLAWS, optionsOf, SUB_SCORE_LABELS } from '../labels.ts'
import { Claws } from './claws.tsx'
import { LongText } from './long-text.tsx'
import { useReport } from './report.tsx'

/**
 * A rating with its commentary, which is untrusted text: it is never HTML, and its direction is isolated.
 *
 * @param subject the agent or the skill, as a link
 * @param label which rating this is among those of the page: “by Ada”
 * @param showsStanding whether to say that the agent is established
 */
export function RatingItem(props: {
  rating: Rating
  subject: ComponentChildren
  label: string
  showsStanding: boolean
  /** In place of the button that reports it. */
  action?: ComponentChildren
}) {
  const { rating, subject, label, showsStanding, action } = props
  const [, meaning] = CLAWS.find(([claws]) => claws === String(rating.claws)) ?? []
  const isEdited = rating.updated_at !== rating.created_at
  const reportLabel = `Report the rating ${label}`
  const report = useReport(rating, reportLabel)
  const scores = optionsOf(SUB_SCORE_LABELS).flatMap(([name, label]) => {
    const value = rating[name]
    return value === null ? [] : [`${label} ${formatScore(value)}`]
  })
  const facts = [...scores, ...describeUse(rating)]
  return (
    <li class="rating" tabIndex={-1}>
      <p class="rating-head">
        <Claws value={rating.claws} />
        <span class="visually-hidden">{`${rating.claws} of 5 claws: ${meaning}.`}</span>
        {subject}
        <span class="quiet">
          {showsStanding && rating.established && 'established agent, '}
          {rating.proved_by !== null && (
            <>
              proved by <bdi>{rating.proved_by}</bdi>,{' '}
            </>
          )}
          <time dateTime={rating.updated_at}>{formatDate(rating.updated_at)}</time>
          {isEdited && ', edited'}
        </span>
        {action ?? (
          <button type="button" class="plain quiet report-button" aria-label={reportLabel} {...report.button}>
            Report
          </button>
        )}
      </p>
      {facts.length > 0 && (
        <p class="quiet scores">
          {facts.map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              <bdi>{fact}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      {rating.commentary !== null && (
        <LongText class="commentary" text={rating.commentary} what="review" label={label} maxLength={1_200} />
      )}
      {report.form}
    </li>
  )
}
