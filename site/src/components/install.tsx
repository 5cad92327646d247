import { useState } from 'preact/hooks'
import type { InstallEntry, InstallField, SkillPage } from '../api/responses.ts'
import { type Installation, installationOf } from '../installation.ts'
import { ClientSetup } from './client-setup.tsx'
import { CopyBlock } from './copy-block.tsx'
import { Breakable } from './long-name.tsx'
import { RadioGroup } from './radio-group.tsx'

const TYPE_LABELS: Record<InstallEntry['type'], string> = {
  npm: 'npm',
  pypi: 'PyPI',
  docker: 'Docker',
  remote: 'Remote server',
}

/** How a skill is installed: one line for each client of MCP, or a command. */
export function Install({ skill }: { skill: SkillPage }) {
  const installation = installationOf(skill)
  const [chosen, setChosen] = useState('0')
  if (!installation) return null
  const { serverName, entries, lines } = installation
  const entry = entries[Number(chosen)] ?? entries[0]
  return (
    <section class="install" aria-labelledby="install-heading">
      <h2 id="install-heading">Install</h2>
      {entries.length > 1 && (
        <RadioGroup
          inline
          legend="Package"
          name="install-entry"
          options={entries.map((one, i): [string, string] => [String(i), labelOf(one, entries)])}
          value={chosen}
          onValue={setChosen}
        />
      )}
      {entry && <ClientSetup server={{ name: serverName, entry }} label="install" key={chosen} />}
      {lines.map((line) => (
        <CopyBlock key={line} label={`install command, ${line.split(' ', 1)}`} text={line} />
      ))}
      <Warning installation={installation} isRemote={entry?.command === null} />
      {entry && <Fields entry={entry} />}
    </section>
  )
}

function Warning({ installation, isRemote }: { installation: Installation; isRemote: boolean }) {
  const { publisher, entries } = installation
  return (
    <details class="note">
      <summary>
        <strong>Not reviewed.</strong>{' '}
        {isRemote ? 'It sends data to its publisher.' : 'It runs code of its publisher.'}
      </summary>
      {publisher === null ? (
        'Its submission says so, and nobody checked that this is the skill.'
      ) : (
        <>
          This is what its publisher,{' '}
          <code dir="ltr">
            <Breakable text={publisher} />
          </code>
          , wrote in the MCP Registry.
        </>
      )}
      {!isRemote && ' The code runs on your computer, with your rights.'}
      {entries.length > 0 && ' The server can need arguments that are not shown here.'}
    </details>
  )
}

/** The type of an entry, with what distinguishes it from others of the type. */
function labelOf(entry: InstallEntry, entries: InstallEntry[]): string {
  const label = TYPE_LABELS[entry.type]
  const isOnly = entries.filter(({ type }) => type === entry.type).length === 1
  return isOnly ? label : `${label}: ${entry.url ?? entry.args.at(-1)}`
}

/** The names that the user gives values for. */
function Fields({ entry }: { entry: InstallEntry }) {
  const fields = [...entry.env, ...entry.headers]
  if (fields.length === 0) return null
  const what = entry.command ? 'environment variables' : 'headers'
  return (
    <>
      <h3>Its {what}</h3>
      <ul class="install-fields">
        {fields.map((field) => (
          <li key={field.name}>
            <code>{field.name}</code> <span class="quiet">{describe(field)}</span>
          </li>
        ))}
      </ul>
      <p class="quiet">
        Replace each <code>{'<NAME>'}</code> by your own value. A shell keeps its lines: to keep a secret out
        of its history, use the file, and do not share that.
      </p>
    </>
  )
}

function describe({ required, secret }: InstallField): string {
  return `${required ? 'required' : 'optional'}${secret ? ', secret' : ''}`
}
