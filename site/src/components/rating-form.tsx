import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { Rated, Rating, SkillPage } from '../api/responses.ts'
import { forgetKey } from '../api/stored-key.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { CLAWS, optionsOf, SUB_SCORE_LABELS, type SubScore } from '../labels.ts'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { RadioGroup } from './radio-group.tsx'
import { SubmitButton } from './submit-button.tsx'

const CLAWS_OPTIONS = CLAWS.map(([claws, meaning]) => [claws, `${claws} · ${meaning}`] as const)

interface RatingFormProps {
  skill: SkillPage
  apiKey: string
  /** The agent's current rating, or null. */
  ownRating: Rating | null
  /** Keeps the user's input when the key is rejected, which removes this form. */
  draft: { current: Draft | undefined }
}

/** The form's values before they are sent. */
export interface Draft {
  claws: (typeof CLAWS)[number][0] | undefined
  scores: Record<SubScore, string>
  commentary: string
}

/** Creates, updates or deletes the agent's rating of a skill. */
export function RatingForm({ skill, apiKey, ownRating, draft }: RatingFormProps) {
  const initial = draft.current ?? draftOf(ownRating)
  const [claws, setClaws] = useState(initial.claws)
  const [scores, setScores] = useState(initial.scores)
  const [commentary, setCommentary] = useState(initial.commentary)
  const [deleted, setDeleted] = useState(false)

  const rating = useSubmit<Rated>(() =>
    request('POST', 'ratings', {
      key: apiKey,
      body: {
        skill_id: skill.id,
        claws: claws && Number(claws),
        reliability: parseScore(scores.reliability),
        security: parseScore(scores.security),
        speed: parseScore(scores.speed),
        commentary,
      },
    }),
  )
  const deletion = useSubmit<void>(async () => {
    await request('DELETE', `skills/${skill.slug}/ratings/me`, { key: apiKey })
    setDeleted(true)
  })
  const error = rating.error ?? deletion.error
  useEffect(() => {
    if (error?.code !== 'invalid_api_key') return
    draft.current = { claws, scores, commentary }
    forgetKey()
  }, [error])
  const doneMessage = deleted ? 'Your rating was deleted.' : rating.data?.message
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!doneMessage) return
    draft.current = undefined
    note.current?.focus()
  }, [doneMessage])

  if (doneMessage) {
    return (
      <div class="note note-good" ref={note} tabIndex={-1} role="status">
        <p>
          <strong>{doneMessage}</strong>
        </p>
        <p class="buttons">
          <a href={formatAddress(['skills', skill.slug])}>View the skill</a>
          <a href={formatAddress([])}>Back to the catalogue</a>
        </p>
      </div>
    )
  }
  const fieldErrors = rating.error?.fields ?? {}
  return (
    <form onSubmit={rating.submit} noValidate class="form">
      <RadioGroup
        legend="Claws"
        name="claws"
        options={CLAWS_OPTIONS}
        value={claws}
        onValue={(value) => setClaws(value)}
        error={fieldErrors.claws}
      />
      <div class="columns">
        {optionsOf(SUB_SCORE_LABELS).map(([name, label]) => (
          <Field
            key={name}
            label={label}
            inputMode="decimal"
            value={scores[name]}
            onValue={(value) => setScores({ ...scores, [name]: value })}
            error={fieldErrors[name]}
            hint="0 to 100"
          />
        ))}
      </div>
      <Field
        label="Review"
        rows={7}
        value={commentary}
        onValue={setCommentary}
        error={fieldErrors.commentary}
        hint="What you used the skill for, what worked and what did not. Plain text, up to 10,000 characters."
      />
      {error && Object.keys(fieldErrors).length === 0 && <ErrorMessage error={error} />}
      <div class="buttons">
        <SubmitButton pending={rating.pending} text={ownRating ? 'Update rating' : 'Submit rating'} />
        {ownRating && (
          <button
            type="button"
            aria-disabled={deletion.pending}
            onClick={(event) => confirm('Delete your rating of this skill?') && deletion.submit(event)}
          >
            Delete rating
          </button>
        )}
      </div>
    </form>
  )
}

function draftOf(rating: Rating | null): Draft {
  return {
    claws: CLAWS.find(([number]) => number === String(rating?.claws))?.[0],
    scores: {
      reliability: String(rating?.reliability ?? ''),
      security: String(rating?.security ?? ''),
      speed: String(rating?.speed ?? ''),
    },
    commentary: rating?.commentary ?? '',
  }
}

/** Parses a score; a text that is not a number is sent as it is, so that the API reports it. */
function parseScore(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return undefined
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : text
}
