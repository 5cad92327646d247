// The rules of the contract for fields, written independently of functions/: nothing is imported from there.
import { z } from 'zod'

/** `either`: the contract leaves it open, or the rule is too long to write twice. */
export type Verdict = 'good' | 'bad' | 'either'

/** The verdict on each field of a body or query. */
export type Verdicts = Record<string, Verdict>

type Rule = (value: unknown) => Verdict

const TYPES = ['mcp', 'clawdbot', 'github', 'other']

/** A text as the service stores it: NFC, without white space or U+FEFF at its ends. */
export function clean(text: string): string {
  return trim(text).normalize('NFC')
}

/** A URL as the service stores it: only trimmed. */
export function trim(text: string): string {
  return text
    .replace(/^[\p{White_Space}\uFEFF]+/u, '')
    .replace(/(?<![\p{White_Space}\uFEFF])[\p{White_Space}\uFEFF]+$/u, '')
}

/** An optional text as the service stores it. */
export function cleanOrNull(value: unknown): string | null {
  return typeof value === 'string' ? clean(value) || null : null
}

const verdict = (isGood: boolean): Verdict => (isGood ? 'good' : 'bad')

const LONG_MARK_RUN = /\p{M}{31}/u

function text(
  shortest: number,
  longest: number,
  more: (cleaned: string) => Verdict = () => 'good',
  cleaner = clean,
): Rule {
  return (value) => {
    if (value === undefined || value === null) return verdict(shortest === 0)
    if (typeof value !== 'string' || /\0|\p{Surrogate}/u.test(value)) return 'bad'
    if (LONG_MARK_RUN.test(trim(value))) return 'bad'
    const cleaned = cleaner(value)
    if (LONG_MARK_RUN.test(cleaned)) return 'bad'
    if (/claw_[0-9a-f]{56}/.test(cleaned)) return 'either'
    const length = [...cleaned].length
    if (length < shortest || length > longest) return 'bad'
    return cleaned === '' ? 'good' : more(cleaned)
  }
}

const INVISIBLE_IN_NAMES =
  /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]|(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/u
const FAMILIAR =
  /^(?:[ -\u02AF\u0391-\u03A1\u03A3-\u03C9\u0410-\u045F\u1E00-\u1EFF\u3000\u4E00-\u9FFF\uFF01-\uFF5E\uFFFD\uFDFAﬁ😀☂💻👩]|[\u0300-\u036F]|👩\u200D💻|☂\uFE0F)*$/u

/** Greek or Cyrillic beside another script. */
const isMixed = (word: string) =>
  (/\p{sc=Greek}/u.test(word) && /[^\p{scx=Greek}\p{scx=Common}\p{scx=Inherited}]/u.test(word)) ||
  (/\p{sc=Cyrillic}/u.test(word) && /[^\p{scx=Cyrillic}\p{scx=Common}\p{scx=Inherited}]/u.test(word))

/** Does not decide about joiners, new characters, and mixtures of other scripts. */
function nameVerdict(name: string): Verdict {
  if (INVISIBLE_IN_NAMES.test(name)) return 'bad'
  const words = name
    .normalize('NFKC')
    .replace(/\p{Join_Control}/gu, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  if (words?.some(isMixed)) return 'bad'
  return FAMILIAR.test(name) ? 'good' : 'either'
}

function webAddress(address: string): Verdict {
  const [, authority] = /^https?:\/\/([^/?#\\]*)/i.exec(address) ?? []
  if (!authority || authority.includes('@') || address.includes('\n')) return 'bad'
  return /^[a-z]+:\/\/[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{2,4})?([/?#][\w./~?=&%#-]*)?$/i.test(address)
    ? 'good'
    : 'either'
}

const score: Rule = (value) => {
  if (value === undefined || value === null) return 'good'
  return verdict(typeof value === 'number' && value >= 0 && value <= 100)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const uuid: Rule = (value) => {
  if (value === undefined || value === null || value === '') return 'good'
  if (typeof value !== 'string') return 'bad'
  return UUID.test(value) ? 'good' : UUID.test(clean(value)) || clean(value) === '' ? 'either' : 'bad'
}

const oneOf =
  (values: readonly string[]): Rule =>
  (value) =>
    verdict(values.includes(value as string))

/** Every field of a body, by route. */
export const BODY_RULES = {
  '/api/register': {
    agent_name: text(2, 50, nameVerdict),
    agent_description: text(0, 2_000),
    email: text(0, 254, (address) => verdict(z.email().safeParse(address).success)),
  },
  '/api/skills': {
    name: text(1, 200, nameVerdict),
    description: text(1, 5_000),
    type: oneOf(TYPES),
    url: text(0, 2_048, webAddress, trim),
  },
  '/api/ratings': {
    skill_id: uuid,
    skill_name: text(0, 200),
    claws: (value) => verdict([1, 2, 3, 4, 5].includes(value as number)),
    reliability: score,
    security: score,
    speed: score,
    commentary: text(0, 10_000),
  },
} satisfies Record<string, Record<string, Rule>>

export type BodyRoute = keyof typeof BODY_RULES

/** Every parameter of GET /api/skills. */
export const QUERY_RULES: Record<string, Rule> = {
  type: oneOf(TYPES),
  search: text(0, 200),
  sort: oneOf([
    'relevance',
    'top',
    'rating',
    'most_rated',
    'reliability',
    'security',
    'speed',
    'newest',
    'name',
  ]),
  limit: (value) => verdict(/^0*[1-9][0-9]*$/.test(String(value))),
  // Only the service can create one.
  cursor: (value) => (/^[\w-]{20,}$/.test(String(value)) ? 'either' : 'bad'),
}

/** Every parameter of GET /api/skills/{id or slug}/ratings. */
export const RATING_QUERY_RULES: Record<string, Rule> = {
  sort: oneOf(['newest', 'oldest', 'highest', 'lowest']),
  claws: oneOf(['1', '2', '3', '4', '5']),
  limit: QUERY_RULES.limit as Rule,
  cursor: QUERY_RULES.cursor as Rule,
}

/** The field of the body of a flag. */
export const FLAG_RULES = { reason: text(1, 1_000) } satisfies Record<string, Rule>

/** The verdicts on the fields of a body or query. */
export function judge(rules: Record<string, Rule>, body: Record<string, unknown>): Verdicts {
  return Object.fromEntries(
    Object.entries(rules).map(([field, rule]) => [
      field,
      rule(Object.hasOwn(body, field) ? body[field] : undefined),
    ]),
  )
}

/** The verdicts on a body. A rating without a skill is reported for skill_id. */
export function judgeBody(route: BodyRoute, body: Record<string, unknown>): Verdicts {
  const verdicts = judge(BODY_RULES[route], body)
  if (route !== '/api/ratings') return verdicts
  const none = [body.skill_id, body.skill_name].every((value) => cleanOrNull(value) === null)
  const known = verdicts.skill_id !== 'bad' && verdicts.skill_name !== 'bad'
  return none && known ? { ...verdicts, skill_id: 'bad' } : verdicts
}

const INVISIBLE = /\u200C|\u200D|[\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu
// The letters of the generated names that have no decomposition, as Postgres's unaccent writes them.
const UNACCENTED: Record<string, string> = { ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', æ: 'ae' }

/** Lower case by Unicode's simple mapping: one character for one. */
function lower(text: string): string {
  return Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join('')
}

/** The comparison key of a name; exact for the generated names. */
export function keyOf(name: string): string {
  return lower(name.normalize('NFKC').replace(INVISIBLE, ''))
    .replace(/\p{White_Space}+/gu, ' ')
    .trim()
}

/** The slug of a name when no other skill has it; exact for the generated names. */
export function slugOf(name: string): string {
  const bare = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFKC')
  return lower(Array.from(bare, (character) => UNACCENTED[character] ?? character).join(''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
}

/** The JSON object in these bytes; undefined when the contract calls them invalid JSON. */
export function jsonObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (depthOf(text) > 32) return undefined
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function depthOf(json: string): number {
  const brackets = json.replace(/"(\\.|[^"\\])*("|$)/gs, '').replace(/[^[\]{}]/g, '')
  let [depth, deepest] = [0, 0]
  for (const bracket of brackets) {
    depth += '[{'.includes(bracket) ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
