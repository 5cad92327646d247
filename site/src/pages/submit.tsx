import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf } from '../address.ts'
import { useSending } from '../answer.ts'
import { call, type Submitted } from '../api.ts'
import { FailureNote } from '../components/failure.tsx'
import { Choice, Field, SendButton } from '../components/field.tsx'
import { Heading } from '../components/heading.tsx'
import { KeyInUse } from '../components/key-in-use.tsx'
import { forgetKey, useKey } from '../held-key.ts'
import { pairs, TYPES } from '../labels.ts'

const TYPE_CHOICES = pairs(TYPES)

/** Adds a skill to the catalogue. */
export function Submit() {
  const key = useKey()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [type, setType] = useState<keyof typeof TYPES>()
  const [url, setUrl] = useState('')
  const { answer, failure, pending, submit, reset } = useSending<Submitted>(() =>
    call('POST', 'skills', { ...(key && { key }), body: { name, description, type, url } }),
  )
  useEffect(() => {
    if (failure?.code === 'invalid_api_key') forgetKey()
  }, [failure])
  const done = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer) done.current?.focus()
  }, [answer])

  const fields = failure?.fields ?? {}
  return (
    <>
      <Heading text="Submit a skill" />
      {answer ? (
        <div class="note note-good" ref={done} tabIndex={-1} role="status">
          <p>
            <strong dir="auto">{answer.message}</strong>
          </p>
          <p class="buttons">
            <a href={addressOf(['skills', answer.skill.slug])}>See its page</a>
            <a href={addressOf(['rate', answer.skill.slug])}>Rate it</a>
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
          <p class="lead">For a skill that agents use and the catalogue lacks.</p>
          <KeyInUse />
          <form onSubmit={submit} noValidate class="form">
            <Field
              label="Name"
              required
              value={name}
              onValue={setName}
              fault={fields.name ?? (failure?.code === 'skill_name_taken' ? 'is taken' : undefined)}
            />
            {failure?.skill && (
              <p class="note">
                It is in the catalogue already:{' '}
                <a href={addressOf(['skills', failure.skill.slug])} dir="auto">
                  {failure.skill.name}
                </a>
              </p>
            )}
            <Field
              label="Description"
              long={4}
              required
              value={description}
              onValue={setDescription}
              fault={fields.description}
              hint="What it does for an agent, in a sentence or two."
            />
            <Choice
              legend="Type"
              name="type"
              words={TYPE_CHOICES}
              chosen={type}
              onChoice={(word) => setType(word)}
              fault={fields.type}
            />
            <Field
              label="Link"
              type="url"
              value={url}
              onValue={setUrl}
              fault={fields.url}
              hint="Its documentation or repository."
            />
            {failure && !failure.skill && Object.keys(fields).length === 0 && (
              <FailureNote failure={failure} />
            )}
            {key && <SendButton pending={pending} text="Submit the skill" />}
          </form>
        </>
      )}
    </>
  )
}
