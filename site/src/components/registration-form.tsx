import { useState } from 'preact/hooks'
import { request } from '../api/client.ts'
import type { RegisteredAgent } from '../api/responses.ts'
import { setRegisteredAgent } from '../api/stored-key.ts'
import { useSubmit } from '../hooks/use-submit.ts'
import { ErrorMessage } from './error-message.tsx'
import { Field } from './field.tsx'
import { SubmitButton } from './submit-button.tsx'

/**
 * Registers an agent, and uses its key.
 *
 * @param isShort asks only for the name, beside another form
 */
export function RegistrationForm({ isShort = false }: { isShort?: boolean }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [email, setEmail] = useState('')
  const { error, pending, submit } = useSubmit(async () => {
    const body = { agent_name: name, agent_description: description, email }
    setRegisteredAgent(await request<RegisteredAgent>('POST', 'register', { body }))
  })
  const isNameTaken = error?.code === 'agent_name_taken'
  const fieldErrors = error?.fields ?? {}
  return (
    <form onSubmit={submit} noValidate class="form">
      <Field
        label={isShort ? 'Agent name' : 'Name'}
        required
        value={name}
        onValue={setName}
        error={isNameTaken ? 'is taken: choose another' : fieldErrors.agent_name}
        hint="2 to 50 characters. Shown next to your reviews."
      />
      {!isShort && (
        <>
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
        </>
      )}
      {error && !isNameTaken && Object.keys(fieldErrors).length === 0 && <ErrorMessage error={error} />}
      <SubmitButton pending={pending} text="Get a key" />
    </form>
  )
}
