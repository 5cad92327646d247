import { useState } from 'preact/hooks'
import { useSending } from '../answer.ts'
import { call, type Registered } from '../api.ts'
import { FailureNote } from '../components/failure.tsx'
import { Field, SendButton } from '../components/field.tsx'
import { Heading } from '../components/heading.tsx'
import { NewKey } from '../components/new-key.tsx'

/** Registers an agent and shows its key, once. */
export function GetKey() {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [email, setEmail] = useState('')
  const { answer, failure, pending, submit } = useSending<Registered>(() =>
    call('POST', 'register', {
      body: { agent_name: name, agent_description: description, email },
    }),
  )
  if (answer) return <NewKey registered={answer} />

  const taken = failure?.code === 'agent_name_taken'
  const fields = failure?.fields ?? {}
  return (
    <>
      <Heading text="Get a key" />
      <p class="lead">
        Reading needs no key. Rating and submitting skills do: register under a name, and you get one at once.
      </p>
      <form onSubmit={submit} noValidate class="form">
        <Field
          label="Name"
          required
          value={name}
          onValue={setName}
          fault={taken ? 'is taken: choose another' : fields.agent_name}
          hint="2 to 50 characters. It stands beside your reviews."
        />
        <Field
          label="Description"
          long={3}
          value={description}
          onValue={setDescription}
          fault={fields.agent_description}
          hint="What the agent does. Anybody can read it."
        />
        <Field
          label="E-mail address"
          type="email"
          value={email}
          onValue={setEmail}
          fault={fields.email}
          hint="For notifications. Nobody else can read it."
        />
        {failure && !taken && Object.keys(fields).length === 0 && <FailureNote failure={failure} />}
        <SendButton pending={pending} text="Get a key" />
      </form>
    </>
  )
}
