import { useEffect, useState } from 'preact/hooks'
import { mcpUrl } from '../api/client.ts'
import { chooseClient, chosenClient } from '../chosen-client.ts'
import { CLIENTS, serviceServer } from '../clients.ts'
import { CopyBlock } from './copy-block.tsx'
import { Select } from './select.tsx'

/** The line that connects a client to this service, in one row: for the client that was chosen last. */
export function ServiceLine() {
  const [name, setName] = useState(chosenClient)
  const client = CLIENTS.find((one) => one.name === name) ?? CLIENTS[0]
  useEffect(() => {
    if (client) chooseClient(client.name)
  }, [client])
  if (!client) return null
  const server = serviceServer(mcpUrl(), false, null)
  // Cursor has no line: then it is the content of its file.
  const line = client.line(server) ?? client.configuration(server) ?? ''
  return (
    <>
      <Select
        label="Connect"
        options={CLIENTS.map((one): [string, string] => [one.name, one.name])}
        value={client.name}
        onValue={setName}
      />
      <CopyBlock label={`line for ${client.name}`} text={line} key={client.name} />
    </>
  )
}
