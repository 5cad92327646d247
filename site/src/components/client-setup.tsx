import { useState } from 'preact/hooks'
import { chooseClient, chosenClient } from '../chosen-client.ts'
import { CLIENTS, type Server } from '../clients.ts'
import type { Options } from '../labels.ts'
import { CopyBlock } from './copy-block.tsx'
import { RadioGroup } from './radio-group.tsx'

/** What adds a server to a client: one line to paste, and behind it the file that configures the client. */
export function ClientSetup({ server, label }: { server: Server; label: string }) {
  const [chosen, setChosen] = useState(() => chosenClient())
  const clients = CLIENTS.flatMap((client) => {
    const configuration = client.configuration(server)
    return configuration === null ? [] : [{ ...client, configuration, line: client.line(server) }]
  })
  const client = clients.find(({ name }) => name === chosen) ?? clients[0]
  if (!client) return null
  const { name, file, line, configuration } = client
  const copyLabel = `${label}, ${name}`
  return (
    <div class="client-setup">
      <RadioGroup
        inline
        legend="Client"
        name={`client-${label}`}
        options={clients.map((one): Options<string>[number] => [one.name, one.name])}
        value={name}
        onValue={(value) => {
          setChosen(value)
          chooseClient(value)
        }}
      />
      {line !== null && <CopyBlock label={copyLabel} text={line} key={name} />}
      {line === null ? (
        <>
          <CopyBlock label={copyLabel} text={configuration} key={name} />
          <p class="quiet">
            Add it to <code>{file}</code>.
            {name === 'Codex' && ' The command line of Codex cannot set headers.'}
          </p>
        </>
      ) : (
        <>
          {line.includes("'") && <p class="quiet">For a POSIX shell, such as sh, bash or zsh.</p>}
          <details key={`file-${name}`}>
            <summary>{file ? `As a file: ${file}` : 'As JSON'}</summary>
            <CopyBlock label={`${copyLabel}, as a file`} text={configuration} />
          </details>
        </>
      )}
    </div>
  )
}
