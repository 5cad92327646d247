// npm run bench -- similar --catalogue FILE: prints the first similar skills of some skills, for people to judge, or their precision if
// they are judged already. The skills are the same in every run with one seed.
import type postgres from 'postgres'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { randomNumbers } from '../scripts/support/random.ts'
import { type Entry, loadCatalogue, readCatalogue } from './data/catalogue.ts'
import { linesOf } from './data/tab-separated.ts'
import { markdownTable } from './report.ts'
import { type Result, similarOverHttp } from './search-calls.ts'
import { percentile } from './statistics.ts'

type Skill = { name: string; description: string; slug: string }
type Shown = { skill: Skill; similar: Result[]; milliseconds: number }

/** How many similar skills the web site shows. */
const PLACES = 4
const LEAST_WORDS = 5

const options = {
  catalogue: { type: 'string', value: 'FILE', help: 'Lines of name, description and popularity' },
  skills: { type: 'string', value: 'N', default: '30', help: 'How many skills to look at' },
  seed: { type: 'string', value: 'N', default: '1', help: 'Seed of the choice of skills' },
  judgements: {
    type: 'string',
    value: 'FILE',
    help: 'Lines of skill, similar skill, and 1 (it is similar) or 0',
  },
} as const

await command('bench similar', { options }, async (asked) => {
  if (!asked.catalogue) throw new UserError('Give --catalogue FILE.')
  const [count, seed] = [wholeNumber('skills', asked.skills, 1), wholeNumber('seed', asked.seed, 0)]
  const judgements = asked.judgements ? readJudgements(asked.judgements) : undefined
  const catalogue = readCatalogue(asked.catalogue)

  await withStack({ mcp: false }, async (stack) => {
    await loadCatalogue(stack.adminDatabaseUrl, catalogue, 1)
    const skills = await withConnection(stack.adminDatabaseUrl, (sql) => choose(sql, catalogue, count, seed))
    const shown: Shown[] = []
    for (const skill of skills) shown.push(await similarTo(stack.baseUrl, skill))
    if (judgements) report(shown, judgements)
    else print(shown)
  })
})

function readJudgements(file: string): Map<string, boolean> {
  return new Map(linesOf(file).map(([skill, similar, grade]) => [pairOf(skill, similar), grade === '1']))
}

function pairOf(skill = '', similar = ''): string {
  return `${skill}\t${similar}`
}

/** Rated skills with some words of description, at random: one from each part of the catalogue by popularity. */
async function choose(sql: postgres.Sql, catalogue: Entry[], count: number, seed: number): Promise<Skill[]> {
  const rated = await sql<Skill[]>`
    select s.name, s.description, s.slug from public.skills as s join public.skill_stats on skill_id = s.id where total_ratings > 0`
  const skills = new Map(rated.map((skill) => [skill.name, skill]))
  const eligible = catalogue
    .filter(({ name, description }) => skills.has(name) && description.split(/\s+/).length >= LEAST_WORDS)
    .sort((a, b) => b.popularity - a.popularity || (a.name < b.name ? -1 : 1))
  const random = randomNumbers(seed, 'skills')
  const part = eligible.length / count
  return Array.from({ length: count }, (_, i) => {
    const { name } = eligible[Math.floor((i + random.fraction()) * part)] as Entry
    return skills.get(name) as Skill
  })
}

async function similarTo(baseUrl: string, skill: Skill): Promise<Shown> {
  const { results, milliseconds } = await similarOverHttp(baseUrl, skill.slug)
  return { skill, similar: results.slice(0, PLACES), milliseconds }
}

function print(shown: Shown[]): void {
  for (const { skill, similar } of shown) {
    console.log(`${skill.name}: ${skill.description}`)
    for (const { name, description } of similar) console.log(`  ${name}: ${description}`)
  }
}

function report(shown: Shown[], judgements: Map<string, boolean>): void {
  const pairs = shown.flatMap(({ skill, similar }) => similar.map(({ name }) => pairOf(skill.name, name)))
  const judged = pairs.filter((pair) => judgements.has(pair))
  const similar = judged.filter((pair) => judgements.get(pair))
  const empty = shown.filter((one) => one.similar.length === 0)
  const times = shown.map(({ milliseconds }) => milliseconds)
  const rows = [
    ['skills', shown.length],
    ['without similar skills', empty.length],
    ['places', shown.length * PLACES],
    ['shown', pairs.length],
    ['judged', judged.length],
    ['similar', similar.length],
    ['precision at 4, of the judged that are shown', (similar.length / judged.length).toFixed(3)],
    ['the same, hidden places counted as wrong', (similar.length / (shown.length * PLACES)).toFixed(3)],
    ['p50, ms', percentile(times, 0.5)],
    ['p95, ms', percentile(times, 0.95)],
  ]
  console.log(markdownTable({ columns: ['similar skills', ''], rows }))
  for (const pair of pairs) if (!judgements.has(pair)) console.log(`Not judged: ${pair.replace('\t', ' | ')}`)
}
