import { useState } from 'preact/hooks'
import { displayUrl } from '../../../functions/_shared/text/display-url.ts'
import { CLIENTS, commandOf, installLine } from '../../../functions/_shared/text/install.ts'
import type { InstallEntry, InstallField, SkillPage } from '../api/responses.ts'
import type { Options } from '../labels.ts'
import { repositoryAt } from '../repository.ts'
import { CopyBlock } from './copy-block.tsx'
import { Breakable } from './long-name.tsx'
import { RadioGroup } from './radio-group.tsx'

/**
 * The skill's link, and how to install it. No command contains text of a name or description. The API accepts only http and https; this
 * does not rely on it.
 */
export function Install({ skill }: { skill: SkillPage }) {
  return (
    <div class="install">
      <SkillLink skill={skill} />
      {skill.install && <InstallSection {...skill.install} />}
    </div>
  )
}

function SkillLink({ skill: { url, type, retired_at, source_status } }: { skill: SkillPage }) {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null
  const repository = repositoryAt(url)
  const canClone = type === 'github' && !retired_at && source_status !== 'deleted'
  return (
    <>
      <p class="web-link">
        <a href={url} rel="noopener noreferrer nofollow ugc" dir="ltr">
          {repository ? `${repository.path} on GitHub` : displayUrl(url)}
        </a>
      </p>
      {repository && canClone && <CopyBlock label="install command" text={repository.cloneCommand} />}
    </>
  )
}

const TYPE_LABELS: Record<InstallEntry['type'], string> = {
  npm: 'npm',
  pypi: 'PyPI',
  docker: 'Docker',
  remote: 'Remote server',
}

/** How its publisher says that it is installed. */
function InstallSection({ publisher, entries }: NonNullable<SkillPage['install']>) {
  const [chosen, setChosen] = useState('0')
  const entry = entries[Number(chosen)] ?? entries[0]
  if (!entry) return null
  return (
    <section aria-labelledby="install-heading">
      <h2 id="install-heading">Install</h2>
      <p class="note">
        <strong>Not reviewed.</strong> This is what its publisher,{' '}
        <code dir="ltr">
          <Breakable text={publisher} />
        </code>
        , wrote in the MCP Registry.{' '}
        {entry.command
          ? 'To run it is to run code of the publisher on your computer.'
          : 'To use it is to send data to the publisher.'}{' '}
        The server can need arguments that are not shown here.
      </p>
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
      <InstallForms publisher={publisher} entry={entry} key={chosen} />
      <Fields entry={entry} />
    </section>
  )
}

/** The type of an entry, with what distinguishes it from others of the type. */
function labelOf(entry: InstallEntry, entries: InstallEntry[]): string {
  const label = TYPE_LABELS[entry.type]
  const isOnly = entries.filter(({ type }) => type === entry.type).length === 1
  return isOnly ? label : `${label}: ${entry.url ?? entry.args.at(-1)}`
}

/** The command as JSON first: it needs no quoting and no shell. */
function InstallForms({ publisher, entry }: { publisher: string; entry: InstallEntry }) {
  const { command, url, transport } = entry
  const line = installLine(entry)
  const forms = [
    {
      name: command ? 'Command' : 'Address',
      text: toJson(command ? commandOf(entry) : { url, transport }),
      hint: '',
    },
    ...CLIENTS.map(({ name, file, configure }) => ({
      name: name as string,
      text: toJson(configure(publisher, entry)),
      hint: `Add it to ${file}.`,
    })),
    ...(line
      ? [
          {
            name: 'Shell',
            text: line,
            hint: 'For a POSIX shell, such as sh, bash or zsh.',
          },
        ]
      : []),
  ]
  const [shown, setShown] = useState(forms[0]?.name)
  const form = forms.find(({ name }) => name === shown) ?? forms[0]
  if (!form) return null
  return (
    <>
      <RadioGroup
        inline
        legend="Show as"
        name="install-form"
        options={forms.map(({ name }): Options<string>[number] => [name, name])}
        value={form.name}
        onValue={setShown}
      />
      <CopyBlock label={`install, ${form.name}`} text={form.text} key={form.name} />
      {form.hint && <p class="quiet">{form.hint}</p>}
    </>
  )
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
        The configurations contain the required ones. Replace each <code>{'<NAME>'}</code> by your own value,
        and keep secrets out of files that you share.
      </p>
    </>
  )
}

function describe({ required, secret }: InstallField): string {
  return `${required ? 'required' : 'optional'}${secret ? ', secret' : ''}`
}

/** JSON with an object over several lines, and a list of texts on one. */
function toJson(value: unknown, end = '\n'): string {
  const isText = (item: unknown) => typeof item === 'string'
  if (Array.isArray(value) && value.every(isText)) return `[${value.map((item) => toJson(item)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const next = `${end}  `
  const members = Array.isArray(value)
    ? value.map((item) => toJson(item, next))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toJson(member, next)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}${next}${members.join(`,${next}`)}${end}${close}`
}
