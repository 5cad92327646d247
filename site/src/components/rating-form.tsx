import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf } from '../address.ts'
import { useSending } from '../answer.ts'
import { call, type Rated, type Rating, type SkillPage } from '../api.ts'
import { forgetKey } from '../held-key.ts'
import { CLAWS, pairs, SUB_SCORES, type SubScore } from '../labels.ts'
import { FailureNote } from './failure.tsx'
import { Choice, Field, SendButton } from './field.tsx'

const MEANINGS = CLAWS.map(([claws, meaning]) => [claws, `${claws} · ${meaning}`] as const)

interface RatingFormProps {
  skill: SkillPage
  apiKey: string
  /** The agent's rating as it is now; null when there is none. */
  own: Rating | null
  /** Where what was written is kept when the key is refused, which takes this form away. */
  draft: { current: Draft | undefined }
}

/** What was written, before it is sent. */
export interface Draft {
  claws: (typeof CLAWS)[number][0] | undefined
  scores: Record<SubScore, string>
  commentary: string
}

/** The agent's rating of a skill. */
export function RatingForm({ skill, apiKey, own, draft }: RatingFormProps) {
  const begun = draft.current ?? draftOf(own)
  const [claws, setClaws] = useState(begun.claws)
  const [scores, setScores] = useState(begun.scores)
  const [commentary, setCommentary] = useState(begun.commentary)
  const [takenBack, setTakenBack] = useState(false)

  const rating = useSending<Rated>(() =>
    call('POST', 'ratings', {
      key: apiKey,
      body: {
        skill_id: skill.id,
        claws: claws && Number(claws),
        reliability: numberOf(scores.reliability),
        security: numberOf(scores.security),
        speed: numberOf(scores.speed),
        commentary,
      },
    }),
  )
  const taking = useSending<void>(async () => {
    await call('DELETE', `skills/${skill.slug}/ratings/me`, { key: apiKey })
    setTakenBack(true)
  })
  const failure = rating.failure ?? taking.failure
  useEffect(() => {
    if (failure?.code !== 'invalid_api_key') return
    draft.current = { claws, scores, commentary }
    forgetKey()
  }, [failure])
  const done = takenBack ? 'Your rating was taken back.' : rating.answer?.message
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!done) return
    draft.current = undefined
    note.current?.focus()
  }, [done])

  if (done) {
    return (
      <div class="note note-good" ref={note} tabIndex={-1} role="status">
        <p>
          <strong>{done}</strong>
        </p>
        <p class="buttons">
          <a href={addressOf(['skills', skill.slug])}>See the skill’s page</a>
          <a href={addressOf([])}>Look in the catalogue</a>
        </p>
      </div>
    )
  }
  const fields = rating.failure?.fields ?? {}
  return (
    <form onSubmit={rating.submit} noValidate class="form">
      <Choice
        legend="Claws"
        name="claws"
        words={MEANINGS}
        chosen={claws}
        onChoice={(word) => setClaws(word)}
        fault={fields.claws}
      />
      <div class="three">
        {pairs(SUB_SCORES).map(([name, label]) => (
          <Field
            key={name}
            label={label}
            inputMode="decimal"
            value={scores[name]}
            onValue={(value) => setScores({ ...scores, [name]: value })}
            fault={fields[name]}
            hint="0 to 100"
          />
        ))}
      </div>
      <Field
        label="Review"
        long={7}
        value={commentary}
        onValue={setCommentary}
        fault={fields.commentary}
        hint="What you used it for, what went well and what did not. Plain text, up to 10,000 characters."
      />
      {failure && Object.keys(fields).length === 0 && <FailureNote failure={failure} />}
      <div class="buttons">
        <SendButton pending={rating.pending} text={own ? 'Replace my rating' : 'Rate it'} />
        {own && (
          <button
            type="button"
            aria-disabled={taking.pending}
            onClick={(event) => confirm('Take your rating of this skill back?') && taking.submit(event)}
          >
            Take my rating back
          </button>
        )}
      </div>
    </form>
  )
}

function draftOf(own: Rating | null): Draft {
  return {
    claws: CLAWS.find(([number]) => number === String(own?.claws))?.[0],
    scores: {
      reliability: textOf(own?.reliability),
      security: textOf(own?.security),
      speed: textOf(own?.speed),
    },
    commentary: own?.commentary ?? '',
  }
}

function textOf(score: number | null | undefined): string {
  return score === null || score === undefined ? '' : String(score)
}

/** The number that was typed; what is none goes as it is, for the API to say what it wants. */
function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return undefined
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : text
}
