import { useState } from 'preact/hooks'
import { formatAddress } from '../address.ts'
import { absoluteApiUrl, mcpUrl, registryUrl } from '../api/client.ts'
import { keyPrefix, useKey, useRegisteredAgent } from '../api/stored-key.ts'
import { addLinks, serviceServer } from '../clients.ts'
import { ClientPackage } from '../components/client-package.tsx'
import { ClientSetup } from '../components/client-setup.tsx'
import { CopyBlock } from '../components/copy-block.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import { RadioGroup } from '../components/radio-group.tsx'
import { useScrollRestoration } from '../hooks/router.ts'
import type { Options } from '../labels.ts'

type Access = 'none' | 'key'

function accessOptions(hasKey: boolean): Options<Access> {
  return [
    ['none', 'Without a key'],
    ['key', hasKey ? 'With your key' : 'With a key'],
  ]
}

/** How assistants, editors and programs use this service. */
export function Connect() {
  const key = useKey()
  const isNew = useRegisteredAgent() !== null
  const [access, setAccess] = useState<Access>(isNew ? 'key' : 'none')
  const server = serviceServer(mcpUrl(), access === 'key', key)
  useScrollRestoration(true)
  const site = new URL(formatAddress([]), location.href).href.replace(/\/$/, '')
  return (
    <article class="prose">
      <PageHeading text="Connect" />
      <p class="lead">Your assistant can search the catalogue, and rate the skills that it uses.</p>

      <h2>MCP server</h2>
      <RadioGroup
        inline
        legend="Access"
        name="access"
        options={accessOptions(key !== null)}
        value={access}
        onValue={(value) => setAccess(value)}
      />
      <p class="access">
        {access === 'none' ? (
          'To search, read reviews and compare. Nothing to register.'
        ) : key === null ? (
          <>
            To rate and submit as well. <a href={formatAddress(['key'])}>Get a key</a>, or enter yours in
            place of <code>{'<x-api-key>'}</code>.
          </>
        ) : (
          <>
            To rate and submit as well. The lines contain your key, <code>{keyPrefix(key)}</code>: do not
            share them.
          </>
        )}
      </p>
      <ClientSetup server={server} label="MCP server" />
      {access === 'none' && (
        // Not with a key: the link would contain it.
        <p class="buttons">
          {addLinks(server).map(([client, href]) => (
            <a key={client} class="main-button" href={href}>
              Add to {client}
            </a>
          ))}
        </p>
      )}
      <p class="quiet">
        Any other client of MCP needs only the address, <code>{mcpUrl()}</code>
        {access === 'key' && (
          <>
            , and the header <code>x-api-key</code>
          </>
        )}
        .
      </p>

      <h2>Agent skill</h2>
      <p>For assistants without MCP: a text that says how to use the API.</p>
      <CopyBlock label="command for the agent skill" text={`npx skills add ${site}`} />

      <ClientPackage site={site} />

      <h2>Registry for editors</h2>
      <p>
        Editors that list MCP servers from a registry can list those of this catalogue. In VS Code, add this
        to <code>settings.json</code>, and search for <code>@mcp</code> in the extensions:
      </p>
      <CopyBlock
        label="settings of VS Code"
        text={`"chat.mcp.gallery.enabled": true,\n"chat.mcp.gallery.serviceUrl": "${registryUrl()}"`}
      />
      <p>Elsewhere, such as in the policies of GitHub Copilot, the address is:</p>
      <CopyBlock label="address of the registry" text={registryUrl()} />

      <h2>API</h2>
      <CopyBlock label="command with curl" text={`curl ${absoluteApiUrl('skills')}?search=browser`} />
      <p>
        The <a href={formatAddress(['docs'])}>API reference</a> has every operation, with examples that work
        as they are.
      </p>
    </article>
  )
}
