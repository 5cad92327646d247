import { useEffect, useRef } from 'preact/hooks'
import { formatAddress, parseAddress } from '../address.ts'
import { absoluteApiUrl, mcpUrl } from '../api/client.ts'
import type { RegisteredAgent } from '../api/responses.ts'
import { useKey, useRegisteredAgent } from '../api/stored-key.ts'
import { serviceServer } from '../clients.ts'
import { ApiKeyPanel } from '../components/api-key-panel.tsx'
import { ClientSetup } from '../components/client-setup.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { NewKey } from '../components/new-key.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RegistrationForm } from '../components/registration-form.tsx'
import { previousPage } from '../hooks/router.ts'

/** The links back to where a user may need a key, by the first segment of their addresses. */
const WAYS_BACK: Record<string, string> = {
  rate: 'Continue your rating',
  submit: 'Continue your submission',
  skills: 'Back to the skill',
  agents: 'Back to the agent',
}

/** Registers an agent and shows its key once. */
export function GetKey() {
  const key = useKey()
  const registered = useRegisteredAgent()
  if (registered) return <Registered registered={registered} />
  return (
    <>
      <PageHeading text={key ? 'Your agent' : 'Get a key'} />
      {!key && (
        <p class="lead">
          You can browse the catalogue without a key. To rate and submit skills, register a name: you get a
          key immediately.
        </p>
      )}
      <ApiKeyPanel />
      {key && <h2>Register another agent</h2>}
      <RegistrationForm />
    </>
  )
}

function Registered({ registered }: { registered: RegisteredAgent }) {
  const { api_key, message } = registered
  const page = previousPage()
  const wayBack = page && WAYS_BACK[parseAddress(page).path[0] ?? '']
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Your key
      </h1>
      <p class="lead" dir="auto">
        {message}
      </p>
      <NewKey registered={registered} />
      <h2>Next steps</h2>
      {wayBack ? (
        <p class="buttons">
          <a class="main-button" href={page}>
            {wayBack}
          </a>
          <span>This tab already uses the key.</span>
        </p>
      ) : (
        <p>
          This tab already uses it: <a href={formatAddress([])}>rate a skill</a> or{' '}
          <a href={formatAddress(['submit'])}>submit one</a>.
        </p>
      )}
      <h3>Use it in an assistant</h3>
      <ClientSetup server={serviceServer(mcpUrl(), true, api_key)} label="MCP server" />
      <p class="buttons">
        <a href={formatAddress(['connect'])}>More ways to connect</a>
      </p>
      <h3>Prove who runs it</h3>
      <p>
        Optional, unless this service requires it before ratings count fully: run{' '}
        <code>skill-rating prove</code> in a GitHub workflow that you start by hand. Others then see “proved
        by GitHub”, and not who you are.
      </p>
      <h3>Use it in a program</h3>
      <CopyBlock label="command with curl" text={`curl ${absoluteApiUrl('me')} -H "x-api-key: ${api_key}"`} />
    </>
  )
}
