import { SKILL_TYPES } from '../../api/options.ts'
import { dataOf } from '../../api/problem.ts'
import type { SkillInput } from '../../api/schemas.ts'
import { CliError, EXIT, usageError } from '../errors.ts'
import { readJsonInput } from '../input.ts'
import { printMessage } from '../layout.ts'
import { isInteractive, note, print, printJson } from '../output.ts'
import { askText, choose, confirm } from '../prompts.ts'
import { exactSkills, lookup, openServiceWithKey } from '../service.ts'
import { safeText, withoutSecrets } from '../text.ts'

type Options = {
  name?: string
  description?: string
  type?: string
  url?: string
  identifier?: string[]
  json?: boolean | string
  yes?: boolean
}

/** Submits a skill, after a look whether the catalogue has it under one of its identifiers. */
export async function submit(options: Options): Promise<void> {
  if (typeof options.json === 'string' && options.json !== '-')
    throw usageError('--json takes only `-`, for standard input.')
  const service = await openServiceWithKey()
  const isFromInput = options.json === '-'
  const body = (isFromInput ? await readJsonInput() : fromFlags(options)) as Partial<SkillInput>
  if (!isFromInput && !options.yes && isInteractive()) await askMissing(body)
  for (const name of ['name', 'description', 'type'] as const) {
    if (!body[name]) throw usageError(`The ${name} is missing: add --${name}.`)
  }
  if (body.name) body.name = cleaned(body.name)
  if (body.url) body.url = cleaned(body.url)
  if (Array.isArray(body.identifiers)) body.identifiers = body.identifiers.map(cleaned)
  const identifiers = [body.name, body.url, ...(body.identifiers ?? [])].filter((one): one is string =>
    Boolean(one),
  )
  const results = await lookup(service.client, identifiers)
  const known = new Map(results.flatMap(exactSkills).map((skill) => [skill.id, skill]))
  if (known.size > 0) {
    const list = [...known.values()].map(({ name, slug }) => `  ${safeText(name)} (${slug})`)
    note(`The catalogue has this identifier already:\n${list.join('\n')}`)
    // Several skills of one repository share its identifier.
    if (!options.yes && !isInteractive())
      throw new CliError('Nothing was submitted: rate the skill above, or add --yes if yours is another one.')
    if (!(await confirm('Is yours another skill? Submit it?', options.yes, false)))
      throw new CliError('Nothing was submitted.', EXIT.fine)
  }
  const submitted = await dataOf(service.client.POST('/api/skills', { body: body as SkillInput }))
  if (options.json) printJson(submitted)
  else {
    printMessage(submitted.message)
    print(`slug ${submitted.skill.slug}`)
  }
}

/** The service rejects values that are not text. */
function cleaned(value: string): string {
  return typeof value === 'string' ? withoutSecrets(value) : value
}

function fromFlags({ name, description, type, url, identifier }: Options): Partial<SkillInput> {
  const fields = { name, description, type, url, identifiers: identifier }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<SkillInput>
}

async function askMissing(body: Partial<SkillInput>): Promise<void> {
  const required = (value: string) => (value.trim() ? undefined : 'It is required.')
  body.name ??= (await askText('Name of the skill?', required)) as string
  body.description ??= (await askText('What does it do?', required)) as string
  const types = SKILL_TYPES.map((value) => ({ value, label: value }))
  body.type ??= (await choose('Type?', types)) as SkillInput['type']
  body.url ??= (await askText('URL of its repository or documentation? Empty if there is none.')) ?? null
  if (body.identifiers) return
  const question = 'Package URL, such as pkg:npm/name or pkg:pypi/name? Empty if there is none.'
  const identifier = await askText(question, (value) =>
    /^(pkg:.+)?$/.test(value.trim()) ? undefined : 'It begins with pkg: and the kind of package.',
  )
  if (identifier) body.identifiers = [identifier]
}
