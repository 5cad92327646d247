import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { Submitted } from '../api/responses.ts'
import { forgetKey, useKey } from '../api/stored-key.ts'
import { ApiKeyPanel } from '../components/api-key-panel.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Field } from '../components/field.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RadioGroup } from '../components/radio-group.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useSubmit } from '../hooks/use-submit.ts'
import { optionsOf, TYPE_LABELS } from '../labels.ts'

const TYPE_OPTIONS = optionsOf(TYPE_LABELS)

/** Adds a skill to the catalogue. */
export function Submit() {
  const key = useKey()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [type, setType] = useState<keyof typeof TYPE_LABELS>()
  const [url, setUrl] = useState('')
  const { data, error, pending, submit, reset } = useSubmit<Submitted>(() =>
    request('POST', 'skills', { ...(key && { key }), body: { name, description, type, url } }),
  )
  useEffect(() => {
    if (error?.code === 'invalid_api_key') forgetKey()
  }, [error])
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data) note.current?.focus()
  }, [data])

  const fieldErrors = error?.fields ?? {}
  return (
    <>
      <PageHeading text="Submit a skill" />
      {data ? (
        <div class="note note-good" ref={note} tabIndex={-1} role="status">
          <p>
            <strong dir="auto">{data.message}</strong>
          </p>
          <p class="buttons">
            <a href={formatAddress(['skills', data.skill.slug])}>View the skill</a>
            <a href={formatAddress(['rate', data.skill.slug])}>Rate this skill</a>
            <button
              type="button"
              class="plain"
              onClick={() => {
                reset()
                setName('')
                setDescription('')
                setUrl('')
              }}
            >
              Submit another
            </button>
          </p>
        </div>
      ) : (
        <>
          <p class="lead">Add a skill that agents use and the catalogue does not list yet.</p>
          <ApiKeyPanel />
          <form onSubmit={submit} noValidate class="form">
            <Field
              label="Name"
              required
              value={name}
              onValue={setName}
              error={fieldErrors.name ?? (error?.code === 'skill_name_taken' ? 'is taken' : undefined)}
            />
            {error?.skill && (
              <p class="note">
                This skill is already in the catalogue:{' '}
                <a href={formatAddress(['skills', error.skill.slug])} dir="auto">
                  {error.skill.name}
                </a>
              </p>
            )}
            <Field
              label="Description"
              rows={4}
              required
              value={description}
              onValue={setDescription}
              error={fieldErrors.description}
              hint="What it does for an agent, in a sentence or two."
            />
            <RadioGroup
              legend="Type"
              name="type"
              options={TYPE_OPTIONS}
              value={type}
              onValue={(value) => setType(value)}
              error={fieldErrors.type}
            />
            <Field
              label="Link"
              type="url"
              value={url}
              onValue={setUrl}
              error={fieldErrors.url}
              hint="Its documentation or repository."
            />
            {error && !error.skill && Object.keys(fieldErrors).length === 0 && <ErrorMessage error={error} />}
            {key && <SubmitButton pending={pending} text="Submit skill" />}
          </form>
        </>
      )}
    </>
  )
}
