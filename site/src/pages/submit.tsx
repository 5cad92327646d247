import { useEffect, useRef, useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { request } from '../api/client.ts'
import type { IdentifiedSkill, SubmittedSkill } from '../api/responses.ts'
import { useKey } from '../api/stored-key.ts'
import { Announcement } from '../components/announcement.tsx'
import { ApiKeyPanel } from '../components/api-key-panel.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Field } from '../components/field.tsx'
import { KnownSkills } from '../components/known-skills.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RadioGroup } from '../components/radio-group.tsx'
import { Select } from '../components/select.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import { useDraft } from '../hooks/use-draft.ts'
import { useLookup } from '../hooks/use-lookup.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { optionsOf, TYPE_LABELS } from '../labels.ts'
import { packageUrlOf, REGISTRY_LABELS, type Registry } from '../packages.ts'

const TYPE_OPTIONS = optionsOf(TYPE_LABELS)
const REGISTRY_OPTIONS = optionsOf(REGISTRY_LABELS)

interface Draft {
  name: string
  description: string
  type: keyof typeof TYPE_LABELS | undefined
  url: string
  registry: Registry
  /** The name of the package in the registry, or its package URL. */
  packageName: string
}

const EMPTY: Draft = { name: '', description: '', type: undefined, url: '', registry: 'npm', packageName: '' }

/** Adds a skill to the catalogue. @param name the name that the address gives it */
export function Submit({ name: given }: { name: string }) {
  const key = useKey()
  useScrollRestoration(true)
  // A draft of its own, so that it does not get the text of another skill.
  const draftName = given ? `skill-${given}` : 'skill'
  const { values, change, discard } = useDraft<Draft>(draftName, { ...EMPTY, name: given })
  const { name, description, type, url, registry, packageName } = values
  const packageUrl = packageUrlOf(registry, packageName)
  const [keyRequests, setKeyRequests] = useState(0)
  const { data, error, pending, submit, reset } = useSubmit<SubmittedSkill>(() =>
    request('POST', 'skills', {
      ...(key && { key }),
      body: { name, description, type, url, ...(packageUrl && { identifiers: [packageUrl] }) },
    }),
  )
  // Before anything is sent.
  const known = useLookup({
    name: name.trim(),
    url: /^\w[\w+]*:\/\/.|^git@/.test(url.trim()) ? url.trim() : undefined,
    packageUrl,
  })
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!data) return
    discard()
    note.current?.focus()
  }, [data, discard])

  const fieldErrors = error?.fields ?? {}
  return (
    <>
      <PageHeading text="Submit a skill" />
      {!data && <p class="lead">Add a skill that agents use and the catalogue does not list yet.</p>}
      {/* Also afterwards: it may show a key that is not saved yet. */}
      <ApiKeyPanel purpose="To submit a skill" requests={keyRequests} />
      {data ? (
        <div class="note note-good" ref={note} tabIndex={-1} role="status">
          <p>
            <strong dir="auto">{data.message}</strong>
          </p>
          {data.same_identifier.length > 0 && (
            <>
              <p>These skills have the same link or package:</p>
              <ul>
                {data.same_identifier.map(({ id, slug, name }) => (
                  <li key={id}>
                    <a href={formatAddress(['skills', slug])} dir="auto">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </>
          )}
          <p class="buttons">
            <a href={formatAddress(['skills', data.skill.slug])}>View the skill</a>
            <a href={formatAddress(['rate', data.skill.slug])}>Rate this skill</a>
            <button
              type="button"
              class="plain"
              onClick={() => {
                reset()
                change({ name: '', type: data.skill.type, registry })
              }}
            >
              Submit another
            </button>
          </p>
        </div>
      ) : (
        <form
          noValidate
          class="form"
          onSubmit={(event) => {
            if (key) return submit(event)
            event.preventDefault()
            setKeyRequests(keyRequests + 1)
          }}
        >
          <Field
            label="Name"
            required
            value={name}
            onValue={(value) => change({ name: value })}
            error={fieldErrors.name ?? (error?.code === 'skill_name_taken' ? 'is taken' : undefined)}
          />
          {!error?.skill && <KnownSkills skills={known.name} />}
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
            onValue={(value) => change({ description: value })}
            error={fieldErrors.description}
            hint="What it does for an agent, in a sentence or two."
          />
          <RadioGroup
            legend="Type"
            name="type"
            options={TYPE_OPTIONS}
            value={type}
            onValue={(value) => change({ type: value })}
            error={fieldErrors.type}
          />
          <Field
            label="Link"
            type="url"
            value={url}
            onValue={(value) => change({ url: value })}
            error={fieldErrors.url}
            hint="Its documentation or repository."
          />
          <KnownSkills skills={known.url} />
          <div class="package">
            <Select
              label="Registry"
              options={REGISTRY_OPTIONS}
              value={registry}
              onValue={(value) => change({ registry: value })}
            />
            <Field
              label="Package"
              value={packageName}
              onValue={(value) => change({ packageName: value })}
              error={fieldErrors['identifiers.0'] ?? fieldErrors.identifiers}
              hint={
                <>
                  Its name, such as <code>@playwright/mcp</code>, or a package URL of any registry. Agents
                  that have it installed find its ratings by it.
                </>
              }
            />
          </div>
          <KnownSkills skills={known.packageUrl} />
          <Announcement text={announcementOf(Object.values(known).flat())} />
          {error && !error.skill && Object.keys(fieldErrors).length === 0 && <ErrorMessage error={error} />}
          <SubmitButton pending={pending} text="Submit skill" />
        </form>
      )}
    </>
  )
}

function announcementOf(skills: IdentifiedSkill[]): string {
  return skills.length === 0 ? '' : `Already in the catalogue: ${skills.map(({ name }) => name).join(', ')}.`
}
