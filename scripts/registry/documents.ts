import { z } from 'zod'
import { UserError } from '../../local/cli/user-error.ts'
import { type Entry, type Problem, type Source, simpleEntry } from './entry.ts'
import { getText, parseJson, unreadable } from './http.ts'
import { labelOf, pageOf } from './pages.ts'

// Catalogues of one document: the index of Agent Skills (https://schemas.agentskills.io/discovery/0.2.0/schema.json), and AI catalogues
// (github.com/ards-project/ard-spec, spec/schemas/ai-catalog.schema.json).

const MAX_NAME = 100

/** @param url the index, or its site */
export function agentSkills(url: string): Source {
  const path = '/.well-known/agent-skills/index.json'
  return oneDocument(url.endsWith('.json') ? url : `${url}${path}`, 'skills', agentSkill)
}

/** @param url the catalogue, or its site */
export function aiCatalog(url: string): Source {
  return oneDocument(
    url.endsWith('.json') ? url : `${url}/.well-known/ai-catalog.json`,
    'entries',
    catalogEntry,
  )
}

function oneDocument(
  address: string,
  list: string,
  readOne: (value: unknown, address: string) => Entry | Problem,
): Source {
  async function* read() {
    const { isOk, status, text, advice } = await getText(address, address)
    if (!isOk) throw new UserError(`${address} returns status ${status}${advice}.`)
    const { data } = z.object({ [list]: z.array(z.unknown()) }).safeParse(parseJson(text))
    if (!data) throw unreadable(address, `it has no list \`${list}\``)
    yield pageOf(
      (data[list] ?? []).map((value) => readOne(value, address)),
      '',
      text.length,
    )
  }
  return { url: address, read, listsAll: true }
}

const AgentSkill = z.object({
  name: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    .max(64),
  description: z.string(),
  url: z.string(),
})

function agentSkill(value: unknown, address: string): Entry | Problem {
  const { data } = AgentSkill.safeParse(value)
  if (!data)
    return [
      labelOf(value, 'name', 'an entry without name'),
      'is not a skill as the index of Agent Skills describes it',
    ]
  const { name, description } = data
  const url = absolute(data.url, address)
  if (url === undefined) return [name, 'url must be an http or https address']
  return simpleEntry({
    external_name: name,
    name: `${name} (${new URL(address).host})`,
    description,
    type: 'clawdbot',
    url,
    version: '',
  })
}

const CatalogEntry = z.object({
  identifier: z
    .string()
    .regex(/^urn:air:[\w.-]+(:[\w.-]+)+$/)
    .max(200),
  displayName: z.string(),
  type: z.string(),
  url: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  description: z.string().nullish(),
  version: z.string().nullish(),
})

function catalogEntry(value: unknown, address: string): Entry | Problem {
  const { data } = CatalogEntry.safeParse(value)
  if (!data)
    return [
      labelOf(value, 'identifier', 'an entry without identifier'),
      'is not an entry as the specification of AI catalogues describes it',
    ]
  const { identifier, displayName, type, description, version } = data
  if (/^application\/ai-(catalog|registry)\b/.test(type))
    return [identifier, 'is another catalogue, which is not followed']
  const url = data.url === undefined ? null : absolute(data.url, address)
  if (url === undefined) return [identifier, 'url must be an http or https address']
  return simpleEntry({
    external_name: identifier,
    name: `${displayName.slice(0, MAX_NAME).toWellFormed()} (${identifier.replace('urn:air:', '').slice(0, MAX_NAME - 3)})`,
    description: description?.trim() || displayName,
    type: /mcp/.test(type) ? 'mcp' : /skill/.test(type) ? 'clawdbot' : 'other',
    url,
    version: version ?? '',
  })
}

function absolute(url: string, base: string): string | undefined {
  if (!URL.canParse(url, base)) return undefined
  const { href, protocol } = new URL(url, base)
  return /^https?:$/.test(protocol) ? href : undefined
}
