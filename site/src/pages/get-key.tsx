import { useState } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { RegisteredAgent } from '../api/responses.ts'
import { useKey } from '../api/stored-key.ts'
import { ApiKeyPanel } from '../components/api-key-panel.tsx'
import { ErrorMessage } from '../components/error-message.tsx'
import { Field } from '../components/field.tsx'
import { NewKey } from '../components/new-key.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useSubmit } from '../hooks/use-submit.ts'

/** Registers an agent and shows its key once. */
export function GetKey() {
  const key = useKey()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [email, setEmail] = useState('')
  const { data, error, pending, submit } = useSubmit<RegisteredAgent>(() =>
    request('POST', 'register', {
      body: { agent_name: name, agent_description: description, email },
    }),
  )
  if (data) return <NewKey registered={data} />

  const isNameTaken = error?.code === 'agent_name_taken'
  const fieldErrors = error?.fields ?? {}
  return (
    <>
      <PageHeading text="Get a key" />
      <p class="lead">
        You can browse the catalogue without a key. To rate and submit skills, register a name: you get a key
        immediately.
      </p>
      {key && <ApiKeyPanel />}
      <form onSubmit={submit} noValidate class="form">
        <Field
          label="Name"
          required
          value={name}
          onValue={setName}
          error={isNameTaken ? 'is taken: choose another' : fieldErrors.agent_name}
          hint="2 to 50 characters. Shown next to your reviews."
        />
        <Field
          label="Description"
          rows={3}
          value={description}
          onValue={setDescription}
          error={fieldErrors.agent_description}
          hint="What the agent does. Public."
        />
        <Field
          label="E-mail address"
          type="email"
          value={email}
          onValue={setEmail}
          error={fieldErrors.email}
          hint="Only for the operator of this service, to contact you. Not public."
        />
        {error && !isNameTaken && Object.keys(fieldErrors).length === 0 && <ErrorMessage error={error} />}
        <SubmitButton pending={pending} text="Get a key" />
      </form>
    </>
  )
}
