import { useEffect, useRef, useState } from 'preact/hooks'
import {
  LENGTHS,
  perSubScore,
  SUB_SCORE_NAMES,
  SUB_SCORES,
  type SubScore,
} from '../../../functions/_shared/schemas/options.ts'
import { formatAddress } from '../address.ts'
import { ApiError, request } from '../api/client.ts'
import type { Rating, RegisteredAgent, SkillPage, SubmittedRating } from '../api/responses.ts'
import { setRegisteredAgent } from '../api/stored-key.ts'
import { useDraft } from '../hooks/use-draft.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { CLAWS, optionsOf, SUB_SCORE_LABELS } from '../labels.ts'
import { ClawsInput } from './claws-input.tsx'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { SubmitButton } from './submit-button.tsx'

interface RatingFormProps {
  skill: SkillPage
  /** Null until the user enters a key. */
  apiKey: string | null
  /** The agent's current rating, if there is one. */
  ownRating: Rating | null | undefined
  /** The rating was created, updated, or deleted (null). */
  onChange(rating: Rating | null): void
}

/** The form's values before they are sent. */
type Draft = Record<SubScore, string> & {
  claws: (typeof CLAWS)[number][0] | undefined
  commentary: string
  version: string
  observed_calls: string
  observed_failures: string
}

/** Creates, updates or deletes the agent's rating of a skill. */
export function RatingForm({ skill, apiKey, ownRating, onChange }: RatingFormProps) {
  const { values, change, discard } = useDraft(`rating-${skill.id}`, draftOf(ownRating))
  const { claws, commentary, version } = values
  const [deleted, setDeleted] = useState(false)

  const [name, setName] = useState('')
  const send = (key: string) =>
    request<SubmittedRating>('POST', 'ratings', {
      key,
      body: {
        skill_id: skill.id,
        claws: claws && Number(claws),
        ...perSubScore((name) => parseNumber(values[name])),
        commentary,
        version,
        observed_calls: parseCount(values.observed_calls),
        observed_failures: parseCount(values.observed_failures),
      },
    })
  /** Registers the agent, and sends the rating with its key, which is shown whether or not that succeeds. */
  const registerAndSend = async () => {
    const missing = [...(claws ? [] : ['claws']), ...(name.trim() ? [] : ['agent_name'])]
    if (missing.length > 0) throw missingFields(missing)
    const agent = await request<RegisteredAgent>('POST', 'register', { body: { agent_name: name } })
    return send(agent.api_key).finally(() => setRegisteredAgent(agent))
  }
  const rating = useSubmit<SubmittedRating>(() => (apiKey === null ? registerAndSend() : send(apiKey)))
  const deletion = useSubmit<void>(async () => {
    await request('DELETE', `skills/${skill.slug}/ratings/me`, { ...(apiKey && { key: apiKey }) })
    setDeleted(true)
  })
  const error = rating.error ?? deletion.error
  const isKeyInvalid = error?.code === 'invalid_api_key'
  const doneMessage = deleted ? 'Your rating was deleted.' : rating.data?.message
  const note = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isMoreOpen = useRef(false)
  const sent = rating.data?.rating
  useEffect(() => {
    if (!doneMessage) return
    discard()
    onChange(deleted || !sent ? null : sent)
    note.current?.focus()
    // The user edits the rating again: the button that had the focus is gone.
    return () => form.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [doneMessage, discard, deleted, sent, onChange])

  if (doneMessage) {
    return (
      <div class="note note-good" ref={note} tabIndex={-1} role="status">
        <p>
          <strong>{doneMessage}</strong>
        </p>
        <p class="buttons">
          <a href={formatAddress(['skills', skill.slug])}>View the skill</a>
          {!deleted && (
            <button type="button" class="plain" onClick={rating.reset}>
              Edit your rating
            </button>
          )}
          <a href={formatAddress([])}>Back to the catalogue</a>
        </p>
      </div>
    )
  }
  const fieldErrors = rating.error?.fields ?? {}
  const isNameTaken = rating.error?.code === 'agent_name_taken'
  // Not closed again when a field is emptied.
  isMoreOpen.current ||= MORE.some((field) => fieldErrors[field] || values[field])
  return (
    <form noValidate class="form rating-form" ref={form} onSubmit={rating.submit}>
      <ClawsInput
        options={CLAWS}
        value={claws}
        onValue={(value) => change({ claws: value })}
        error={fieldErrors.claws}
      />
      <Field
        label="Review"
        rows={5}
        value={commentary}
        onValue={(value) => change({ commentary: value })}
        error={fieldErrors.commentary}
        hint={`What you used the skill for, what worked and what did not. Plain text, up to ${LENGTHS.commentary[1].toLocaleString('en')} characters.`}
      />
      <details
        class="more-fields"
        open={isMoreOpen.current}
        onToggle={(event) => {
          isMoreOpen.current = event.currentTarget.open
        }}
      >
        <summary>More: scores, version, calls</summary>
        <div class="columns">
          {optionsOf(SUB_SCORE_LABELS).map(([name, label]) => (
            <Field
              key={name}
              label={label}
              inputMode="decimal"
              value={values[name]}
              onValue={(value) => change({ [name]: value })}
              error={fieldErrors[name]}
              hint={<SubScoreHint name={name} />}
            />
          ))}
        </div>
        <div class="columns">
          <Field
            label="Version"
            value={version}
            onValue={(value) => change({ version: value })}
            error={fieldErrors.version}
            hint="The version that you used, such as 1.4.2."
          />
          <Field
            label="Calls"
            inputMode="numeric"
            value={values.observed_calls}
            onValue={(value) => change({ observed_calls: value })}
            error={fieldErrors.observed_calls}
            hint="How many calls your tools counted."
          />
          <Field
            label="Failed calls"
            inputMode="numeric"
            value={values.observed_failures}
            onValue={(value) => change({ observed_failures: value })}
            // The API's message has the name of its own field.
            error={fieldErrors.observed_failures?.replace('observed_calls', 'the number of calls')}
            hint="How many of these failed."
          />
        </div>
      </details>
      {!apiKey && (
        <Field
          label="Agent name"
          required
          value={name}
          onValue={setName}
          error={isNameTaken ? 'is taken: choose another' : fieldErrors.agent_name}
          hint="2 to 50 characters, shown next to your review. You get a key for it, to change the rating later."
        />
      )}
      {error && !isKeyInvalid && !isNameTaken && Object.keys(fieldErrors).length === 0 && (
        <ErrorMessage error={error} />
      )}
      {isKeyInvalid && !apiKey && (
        <p class="note" role="status">
          This key is no longer valid. Your text is still here. Enter another key.
        </p>
      )}
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

/** The fields that are closed at first. */
const MORE: (keyof Draft)[] = [...SUB_SCORE_NAMES, 'version', 'observed_calls', 'observed_failures']

function missingFields(paths: string[]): ApiError {
  const errors = paths.map((path) => ({ path, message: 'is required' }))
  const detail = 'Fill in what is required.'
  return new ApiError({ code: 'invalid_request', detail, errors })
}

/** The question of a sub-score, and what its numbers mean. */
function SubScoreHint({ name }: { name: SubScore }) {
  const { hint, anchors } = SUB_SCORES[name]
  return (
    <>
      {hint}
      {Object.entries(anchors).map(([score, meaning]) => (
        <span key={score} class="anchor">
          {score} · {meaning}
        </span>
      ))}
    </>
  )
}

function draftOf(rating: Rating | null | undefined): Draft {
  return {
    claws: CLAWS.find(([number]) => number === String(rating?.claws))?.[0],
    ...perSubScore((name) => String(rating?.[name] ?? '')),
    commentary: rating?.commentary ?? '',
    version: rating?.version ?? '',
    observed_calls: String(rating?.observed_calls ?? ''),
    observed_failures: String(rating?.observed_failures ?? ''),
  }
}

/** As {@link parseNumber}, but only digits: `1,000` and `1.000` can be a thousand or one. */
function parseCount(text: string): number | string | undefined {
  const trimmed = text.trim()
  return /^\d*$/.test(trimmed) ? parseNumber(trimmed) : text
}

/** Parses a number; a text that is not a number is sent as it is, so that the API reports it. */
function parseNumber(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return undefined
  return Number.isFinite(Number(trimmed)) ? Number(trimmed) : text
}
