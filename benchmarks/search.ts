// npm run bench:search -- --catalogue FILE --queries FILE [--half odd|even] [--misses N]: loads a catalogue into a stack of its own and
// measures over HTTP how well and how fast searches find what they are meant to find. Both files are tab-separated, or gzipped.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { connect } from './database.ts'
import { markdownTable } from './report.ts'
import { figure, percentile } from './statistics.ts'

type Entry = { name: string; description: string; popularity: number }
type Query = { kind: string; text: string; expected: string }
type Measured = Query & { rank: number; milliseconds: number; first: string | undefined }

const PAGE = 10
const BATCH = 2_000

const options = {
  catalogue: { type: 'string', value: 'FILE', help: 'Lines of name, description and popularity' },
  queries: { type: 'string', value: 'FILE', help: 'Lines of class, query and the name that is looked for' },
  half: {
    type: 'string',
    value: 'odd|even',
    help: 'Only every other query, so that constants can be checked on the rest',
  },
  misses: {
    type: 'string',
    value: 'N',
    default: '0',
    help: 'How many queries without the right first answer to print',
  },
} as const

await command('bench:search', { options }, async (asked) => {
  if (!asked.catalogue || !asked.queries) throw new UserError('Give --catalogue FILE and --queries FILE.')
  if (asked.half && asked.half !== 'odd' && asked.half !== 'even')
    throw new UserError('--half is odd or even.')
  const misses = wholeNumber('misses', asked.misses, 0)
  const catalogue = lines(asked.catalogue).map(([name = '', description = '', popularity]) => ({
    name,
    description,
    popularity: Number(popularity) || 0,
  }))
  const queries = lines(asked.queries)
    .map(([kind = '', text = '', expected = '']) => ({ kind, text, expected }))
    .filter((_, i) => !asked.half || (i % 2 === 0) === (asked.half === 'odd'))

  await withStack({ mcp: false }, async (stack) => {
    await load(stack.databaseUrl, catalogue)
    const measured: Measured[] = []
    const plain: number[] = []
    for (const query of queries) {
      plain.push((await list(stack.baseUrl, {})).milliseconds)
      const { names, milliseconds } = await list(stack.baseUrl, { search: query.text })
      measured.push({ ...query, rank: names.indexOf(query.expected) + 1, milliseconds, first: names[0] })
    }
    report(measured, plain)
    for (const { kind, text, expected, rank, first } of measured
      .filter(({ rank }) => rank !== 1)
      .slice(0, misses)) {
      console.log(
        `${kind}: “${text}”: ${expected} is ${rank || 'not found'}, the first is ${first ?? 'nothing'}`,
      )
    }
  })
})

function lines(path: string): string[][] {
  const bytes = readFileSync(resolve(path))
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
}

/** Uses the square root of the popularity as the number of ratings, each of 4 claws. */
async function load(databaseUrl: string, catalogue: Entry[]): Promise<void> {
  const sql = connect(databaseUrl, 1)
  try {
    const start = performance.now()
    for (let i = 0; i < catalogue.length; i += BATCH) {
      const batch = catalogue.slice(i, i + BATCH)
      await sql`
        insert into public.skills (name, description, type)
        select name, description, (private.skill_types())[1 + abs(hashtext(name) % 4)]
        from unnest(${batch.map(({ name }) => name)}::text[], ${batch.map(({ description }) => description)}::text[])
          as entry (name, description)
        on conflict do nothing`
    }
    const popularity = new Map(
      catalogue.map((entry) => [entry.name, Math.round(Math.sqrt(entry.popularity))]),
    )
    await sql`
      update public.skill_stats set total_ratings = ratings, claws_4 = ratings, claws_sum = 4 * ratings
      from unnest(${[...popularity.keys()]}::text[], ${[...popularity.values()]}::integer[]) as rated (name, ratings)
      join public.skills using (name)
      where skill_id = id`
    await sql`vacuum analyze public.skills`
    await sql`vacuum analyze public.skill_stats`
    await sql`vacuum analyze private.skill_documents`
    await sql`vacuum analyze private.vocabulary`
    const seconds = (performance.now() - start) / 1_000
    console.log(`${figure(catalogue.length)} skills loaded in ${figure(seconds)} s.\n`)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function list(
  baseUrl: string,
  query: Record<string, string>,
): Promise<{ names: string[]; milliseconds: number }> {
  const start = performance.now()
  const answer = await fetch(
    `${baseUrl}/api/skills?${new URLSearchParams({ ...query, limit: String(PAGE) })}`,
  )
  const text = await answer.text()
  const milliseconds = performance.now() - start
  if (!answer.ok) throw new Error(`${JSON.stringify(query)}: ${answer.status} ${text}`)
  const { skills } = JSON.parse(text) as { skills: { name: string }[] }
  return { names: skills.map(({ name }) => name), milliseconds }
}

function report(measured: Measured[], plain: number[]): void {
  const rows = [...new Set(measured.map(({ kind }) => kind))].map((kind) => {
    const queries = measured.filter((query) => query.kind === kind)
    const times = queries.map(({ milliseconds }) => milliseconds)
    return {
      kind,
      queries: queries.length,
      mrr: mean(queries.map(({ rank }) => (rank > 0 ? 1 / rank : 0))),
      recall: mean(queries.map(({ rank }) => (rank > 0 ? 1 : 0))),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    }
  })
  const columns = ['class', 'queries', 'MRR@10', 'recall@10', 'p50, ms', 'p95, ms']
  const cells = rows.map(({ kind, queries, mrr, recall, p50, p95 }) => [
    ...[kind, queries, mrr.toFixed(3), recall.toFixed(3), p50, p95],
  ])
  const means = [mean(rows.map(({ mrr }) => mrr)), mean(rows.map(({ recall }) => recall))]
  cells.push(['mean', measured.length, ...means.map((value) => value.toFixed(3)), '', ''])
  cells.push(['list of 10', plain.length, '', '', percentile(plain, 0.5), percentile(plain, 0.95)])
  console.log(markdownTable({ columns, rows: cells }))
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
