import { createHash } from 'node:crypto'
import type { Plan } from './plan.ts'
import { Random, uuid } from './random.ts'
import { benchmarkKey, KEYS } from './sizes.ts'
import { chineseWord, coined, foreign, names, word } from './vocabulary.ts'
import { SHARED_WORDS, WORDS } from './words.ts'

/** Raise it with every change of the generated rows, so that kept data is created again. */
export const GENERATOR_VERSION = 1

/** A table with its rows in the text format of COPY, line ends included. */
export type Table = { name: string; columns: string[]; count: number; rows(): Generator<string> }

const YEAR = 365 * 24 * 3_600_000_000
/** Agents and skills are created in the first year, ratings in the second; microseconds. */
const SKILLS_FROM = Date.UTC(2023, 6, 1) * 1_000
const RATINGS_FROM = SKILLS_FROM + YEAR

/** The first number of the coined words for each purpose, see `coined`. */
const WORDS_OF = { skillNames: 0, descriptions: 2_000_000, agentNames: 4_000_000 }

/** The tables in the order in which they are loaded, with the same rows in every run. */
export function tablesOf(plan: Plan): Table[] {
  const skillIds = idsOf(plan, 'skill ids', plan.skills)
  const agentIds = idsOf(plan, 'agent ids', plan.agents)
  return [
    {
      name: 'public.agents',
      columns: ['id', 'agent_name', 'agent_description', 'email', 'created_at'],
      count: plan.agents,
      rows: () => agentRows(plan, agentIds),
    },
    {
      name: 'private.agent_keys',
      columns: ['agent_id', 'key_hash', 'key_prefix', 'created_at'],
      count: KEYS,
      rows: () => keyRows(agentIds),
    },
    {
      name: 'public.skills',
      columns: [
        'id',
        'name',
        'slug',
        'description',
        'type',
        'url',
        'submitted_by',
        'created_at',
        'updated_at',
      ],
      count: plan.skills,
      rows: () => skillRows(plan, skillIds, agentIds),
    },
    {
      name: 'public.ratings',
      columns: [
        'id',
        'skill_id',
        'agent_id',
        'claws',
        'reliability',
        'security',
        'speed',
        'commentary',
        'created_at',
        'updated_at',
      ],
      count: plan.ratings.skill.length,
      rows: () => ratingRows(plan, skillIds, agentIds),
    },
  ]
}

function idsOf(plan: Plan, purpose: string, count: number): string[] {
  const random = new Random(plan.seed, purpose)
  return Array.from({ length: count }, () => uuid(random))
}

function* agentRows(plan: Plan, ids: string[]): Generator<string> {
  const random = new Random(plan.seed, 'agents')
  const moment = momentsFrom(SKILLS_FROM, plan.agents, random)
  for (let i = 0; i < plan.agents; i++) {
    const own = coined(WORDS_OF.agentNames + i)
    const name = i % 20 === 0 ? `${random.of(foreign.accented)} ${own}` : `${own}-agent`
    const description = i % 3 === 0 ? `Rates what it uses: ${word(random)} and ${word(random)}.` : '\\N'
    const email = i % 4 === 0 ? `${own}@example.com` : '\\N'
    yield `${ids[i]}\t${name}\t${description}\t${email}\t${moment(i)}\n`
  }
}

function* keyRows(agentIds: string[]): Generator<string> {
  for (let i = 0; i < KEYS; i++) {
    const key = benchmarkKey(i)
    const hash = createHash('sha256').update(key).digest('hex')
    yield `${agentIds[i]}\t\\\\x${hash}\t${key.slice(0, 13)}\t${time(SKILLS_FROM + i)}\n`
  }
}

function* skillRows(plan: Plan, ids: string[], agentIds: string[]): Generator<string> {
  const random = new Random(plan.seed, 'skills')
  const moment = momentsFrom(SKILLS_FROM, plan.skills, random)
  for (let i = 0; i < plan.skills; i++) {
    const { name, slug } = i === plan.middle ? exactName : nameOf(plan, i, random)
    const contained = SHARED_WORDS.filter((_, bit) => ((plan.words[i] as number) >> bit) & 1).map(
      (key) => WORDS[key],
    )
    const description = plan.isChinese[i] ? inChinese(i, contained, random) : inEnglish(i, contained, random)
    const url = random.below(5) === 0 ? '\\N' : `https://example.com/skills/${slug}`
    const agent = random.below(10) === 0 ? '\\N' : random.of(agentIds)
    const created = moment(i)
    const updated = random.below(10) < 7 ? created : time(RATINGS_FROM + (i / plan.skills) * YEAR)
    yield `${ids[i]}\t${name}\t${slug}\t${description}\t${typeOf(random)}\t${url}\t${agent}\t${created}\t${updated}\n`
  }
}

const exactName = { name: WORDS.exactName, slug: 'halcyon-orrery' }

/** The coined word makes the name and the slug unique. */
function nameOf(plan: Plan, skill: number, random: Random): { name: string; slug: string } {
  const own = coined(WORDS_OF.skillNames + skill)
  const Own = own.charAt(0).toUpperCase() + own.slice(1)
  const last = random.of(names.last)
  const kind = random.fraction()
  const slug = `${own}-${last.toLowerCase()}`
  if (plan.isChinese[skill]) return { name: `${chineseWord(random)}${chineseWord(random)} ${Own}`, slug }
  if (kind < 0.08) return { name: `${random.of(foreign.accented)} ${Own} ${last}`, slug }
  if (kind < 0.12) return { name: `${random.of(foreign.cyrillicAndGreek)} ${Own}`, slug }
  if (kind < 0.14) return { name: `${random.of(foreign.decorated)} ${Own} ${last}`, slug }
  return { name: `${random.of(names.first)} ${Own} ${last}`, slug }
}

/** 100 to 400 characters: words by their frequency, one unique word, and the words that the skill has to contain. */
function inEnglish(skill: number, contained: string[], random: Random): string {
  const texts = contained.concat(`by ${coined(WORDS_OF.descriptions + skill)}`)
  let length = texts.reduce((sum, text) => sum + text.length + 1, 0)
  const wanted = 100 + random.below(270)
  while (length < wanted) {
    // One word in a hundred is from another language, as in names.
    const text = random.below(100) === 0 ? random.of(foreign.accented) : word(random)
    length += text.length + 1
    texts.push(text)
  }
  for (let i = 0; i <= contained.length; i++) swap(texts, i, random.below(texts.length))
  return `${texts.join(' ')}.`
}

function inChinese(skill: number, contained: string[], random: Random): string {
  const texts = contained.map((text) => (/^[a-z]+$/.test(text) ? ` ${text} ` : text))
  texts.push(` ${coined(WORDS_OF.descriptions + skill)} `)
  let length = texts.reduce((sum, text) => sum + text.length, 0)
  const wanted = 100 + random.below(270)
  while (length < wanted) {
    texts.push(random.below(12) === 0 ? `${chineseWord(random)}，` : chineseWord(random))
    length += 2
  }
  for (let i = 0; i <= contained.length; i++) swap(texts, i, random.below(texts.length))
  return `${texts.join('').trim()}。`
}

function swap(texts: string[], a: number, b: number): void {
  const text = texts[a] as string
  texts[a] = texts[b] as string
  texts[b] = text
}

function typeOf(random: Random): string {
  const drawn = random.fraction()
  if (drawn < 0.55) return 'mcp'
  if (drawn < 0.85) return 'github'
  return drawn < 0.97 ? 'clawdbot' : WORDS.type
}

function* ratingRows(plan: Plan, skillIds: string[], agentIds: string[]): Generator<string> {
  const random = new Random(plan.seed, 'rating rows')
  const { skill, agent, claws } = plan.ratings
  const moment = momentsFrom(RATINGS_FROM, skill.length, random)
  for (let i = 0; i < skill.length; i++) {
    const given = claws[i] as number
    const scores = random.below(10) < 6 ? scoresAround(given * 20, random) : '\\N\t\\N\t\\N'
    const commentary = random.below(5) === 0 ? random.of(commentaries) : '\\N'
    const at = moment(i)
    yield `${uuid(random)}\t${skillIds[skill[i] as number]}\t${agentIds[agent[i] as number]}\t${given}\t${scores}\t${commentary}\t${at}\t${at}\n`
  }
}

/** Reliability, security and speed near a number from 0 to 100; one in five is half a point, one in ten is null. */
function scoresAround(middle: number, random: Random): string {
  const score = () => {
    if (random.below(10) === 0) return '\\N'
    const whole = Math.min(99, Math.max(0, middle - 20 + random.below(30)))
    return random.below(5) === 0 ? `${whole}.5` : String(whole)
  }
  return `${score()}\t${score()}\t${score()}`
}

const commentaries: string[] = [
  'Did what it says',
  'Broke on the first try',
  'Fast enough',
  'Slow with large files',
  '動作が速い',
  'Très pratique',
  'Needs better documentation',
  'Works after a restart',
  'The output was exact',
  'Lost the connection twice',
].flatMap((opinion) =>
  [
    '.',
    ', would use again.',
    ', not for production.',
    '; set-up took a minute.',
    '; the errors are clear.',
    ' 👍',
  ].map((rest) => opinion + rest),
)

/** Returns the n-th of `count` ascending times that are spread over a year. */
function momentsFrom(start: number, count: number, random: Random): (n: number) => string {
  const step = Math.floor(YEAR / count)
  return (n) => time(start + n * step + random.below(step))
}

/** Microseconds since 1970 in RFC 3339 format. */
function time(microseconds: number): string {
  const whole = Math.floor(microseconds)
  const rest = String(whole % 1_000).padStart(3, '0')
  return `${new Date(Math.floor(whole / 1_000)).toISOString().slice(0, 23)}${rest}Z`
}
