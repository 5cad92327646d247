// npm run bench:search -- --catalogue FILE --queries FILE: loads a catalogue into a stack of its own and measures over HTTP how well and how
// fast searches find what they are meant to find, and what fake ratings change. Both files are tab-separated, or gzipped.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import postgres from 'postgres'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { indexesOf, SESSION } from './data/load.ts'
import { bytesPerSkill } from './database.ts'
import { markdownTable } from './report.ts'
import { figure, percentile } from './statistics.ts'

type Entry = { name: string; description: string; popularity: number }
type Query = { kind: string; text: string; expected: string }
type Result = { id: string; name: string }
type Measured = Query & { rank: number; milliseconds: number; results: Result[] }

const PAGE = 10

/** Searches that are meant to be expensive; their answers do not matter. */
const HOSTILE = [
  Array.from({ length: 100 }, (_, i) => String.fromCharCode(97 + (i % 26))).join(' '),
  Array.from({ length: 50 }, (_, i) => `z${i}q`).join(' '),
  'mcp '.repeat(50),
  'the and of to a in for is on that by this with you it not or be are from at as your all have',
  '& | ! <-> :* ( ) " \\ % _',
  'a library for the data server api react node json file web app test type plugin component tool client code',
  'librray componnet serrver pluggin asynchronuos dependancy configuartion validaiton transfrom',
  'ﷺ'.repeat(200),
  'e\u0301'.repeat(100),
  '天气'.repeat(100),
  ...['a', 's', 'c', 're', 'react', 'react c', 'api server', 'the', '1'],
]

const options = {
  catalogue: { type: 'string', value: 'FILE', help: 'Lines of name, description and popularity' },
  queries: { type: 'string', value: 'FILE', help: 'Lines of class, query and the name that is looked for' },
  copies: {
    type: 'string',
    value: 'N',
    default: '1',
    help: 'How often to load the catalogue, each time with other names',
  },
  misses: {
    type: 'string',
    value: 'N',
    default: '0',
    help: 'How many queries without the right first answer to print',
  },
  accounts: {
    type: 'string',
    value: 'N',
    default: '0',
    help: 'Repeat each search after N new accounts rated the second result, and print what changed',
  },
} as const

await command('bench:search', { options }, async (asked) => {
  if (!asked.catalogue || !asked.queries) throw new UserError('Give --catalogue FILE and --queries FILE.')
  const misses = wholeNumber('misses', asked.misses, 0)
  const copies = wholeNumber('copies', asked.copies, 1)
  const accounts = wholeNumber('accounts', asked.accounts, 0)
  const catalogue = lines(asked.catalogue).map(([name = '', description = '', popularity]) => ({
    name,
    description,
    popularity: Number(popularity) || 0,
  }))
  const queries = lines(asked.queries).map(([kind = '', text = '', expected = '']) => ({
    kind,
    text,
    expected,
  }))

  await withStack({ mcp: false }, async (stack) => {
    await load(stack.adminDatabaseUrl, catalogue, copies)
    const measured: Measured[] = []
    const plain: number[] = []
    for (const query of queries) {
      plain.push((await list(stack.baseUrl, {})).milliseconds)
      const { results, milliseconds } = await list(stack.baseUrl, { search: query.text })
      measured.push({ ...query, rank: rankIn(results, query.expected), milliseconds, results })
    }
    for (const text of HOSTILE) {
      const { milliseconds } = await list(stack.baseUrl, { search: text.slice(0, 200) })
      measured.push({ kind: 'hostile', text, expected: '', rank: 0, milliseconds, results: [] })
    }
    report(measured, plain)
    for (const { kind, text, expected, rank, results } of measured
      .filter(({ kind, rank }) => kind !== 'hostile' && rank !== 1)
      .slice(0, misses)) {
      console.log(
        `${kind}: “${text}”: ${expected} is ${rank || 'not found'}, the first is ${results[0]?.name ?? 'nothing'}`,
      )
    }
    if (accounts > 0) await attack(stack.adminDatabaseUrl, stack.baseUrl, measured, accounts)
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

/**
 * Fills the tables without triggers, and builds the indexes afterwards.
 * Uses the square root of the popularity as the number of ratings, each of 4 claws by an established agent.
 */
async function load(adminUrl: string, catalogue: Entry[], copies: number): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connection: SESSION })
  const start = performance.now()
  try {
    await sql`truncate public.skills, private.vocabulary cascade`
    const indexes = await indexesOf(sql)
    for (const { drop } of indexes) await sql.unsafe(drop)
    await sql`
      create temporary table entry as
      select
        name, description, round(sqrt(popularity))::integer as ratings, (private.skill_types())[1 + abs(hashtext(name) % 4)] as type,
        private.document_words(name, description) as words
      from unnest(
        ${catalogue.map(({ name }) => name)}::text[], ${catalogue.map(({ description }) => description)}::text[],
        ${catalogue.map(({ popularity }) => popularity)}::float8[]
      ) as line (name, description, popularity)`
    for (let copy = 1; copy <= copies; copy++) {
      const suffix = copy === 1 ? '' : ` k${copy}`
      await sql`
        with skill as (
          insert into public.skills (name, description, type, slug)
          select name || ${suffix}, description, type, format('s-%s-%s', ${copy}::integer, row_number() over ()) from entry
          on conflict do nothing
          returning id, name, type, name_key
        ),
        known as (
          select * from skill join (select name || ${suffix} as name, ratings, words from entry) as entry using (name)
        ),
        stats as (
          insert into public.skill_stats
            (skill_id, type, total_ratings, claws_4, claws_sum, established_ratings, established_claws_sum)
          select id, type, ratings, ratings, 4 * ratings, ratings, 4 * ratings from known
        )
        insert into private.skill_documents (skill_id, type, name_key, name_words, words)
        select
          id, type, name_key, regexp_count(name_key, '[[:alnum:]]+'),
          words || ${copy === 1 ? '' : `k${copy}:1A`}::tsvector
        from known`
    }
    await sql`
      insert into private.vocabulary (word, deletions)
      select (private.deletions(array_agg(word))).*
      from ts_stat('select ts_filter(words, ''{a,c}'') from private.skill_documents limit ${sql.unsafe(String(catalogue.length))}')
      where char_length(word) > 2`
    for (const { restore } of indexes) await sql.unsafe(restore)
    await sql`vacuum analyze`
    const seconds = (performance.now() - start) / 1_000
    const { tables, indexes: indexBytes } = await bytesPerSkill(sql)
    console.log(
      `${figure(catalogue.length * copies)} skills loaded in ${figure(seconds)} s: for each skill ${figure(tables)} bytes of tables` +
        ` and ${figure(indexBytes)} of indexes.\n`,
    )
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function list(
  baseUrl: string,
  query: Record<string, string>,
): Promise<{ results: Result[]; milliseconds: number }> {
  const start = performance.now()
  const answer = await fetch(
    `${baseUrl}/api/skills?${new URLSearchParams({ ...query, limit: String(PAGE) })}`,
  )
  const text = await answer.text()
  const milliseconds = performance.now() - start
  if (!answer.ok) throw new Error(`${JSON.stringify(query)}: ${answer.status} ${text}`)
  const { skills } = JSON.parse(text) as { skills: Result[] }
  return { results: skills, milliseconds }
}

/** The place of a name in the results, from 1; 0 when it is not among them. */
function rankIn(results: Result[], name: string): number {
  return results.findIndex((result) => result.name === name) + 1
}

/**
 * Repeats each search after new accounts gave its second result 5 claws, and prints how often the first result changed.
 * Adds the ratings to the totals of the second result only, as triggers would, and takes them back before the next search.
 */
async function attack(
  adminUrl: string,
  baseUrl: string,
  measured: Measured[],
  accounts: number,
): Promise<void> {
  const attacked: { groups: string[]; isChanged: boolean; before: number; after: number }[] = []
  await withConnection(adminUrl, async (sql) => {
    const rate = (skill: string, count: number) => sql<{ established_ratings: number }[]>`
      update public.skill_stats set
        total_ratings = total_ratings + ${count}, claws_5 = claws_5 + ${count}, claws_sum = claws_sum + 5 * ${count}
      where skill_id = ${skill} returning established_ratings`
    for (const { kind, text, expected, rank, results } of measured) {
      const [first, second] = results
      if (!first || !second) continue
      const [stats] = await rate(second.id, accounts)
      const { results: after } = await list(baseUrl, { search: text })
      await rate(second.id, -accounts)
      const evidence =
        (stats?.established_ratings ?? 0) < 3 ? 'fewer than 3 established ratings' : '3 or more'
      const isChanged = after[0]?.id !== first.id
      attacked.push({ groups: [kind, evidence], isChanged, before: rank, after: rankIn(after, expected) })
    }
  })
  const rows = [...new Set(attacked.flatMap(({ groups }) => groups))].map((group) => {
    const searches = attacked.filter(({ groups }) => groups.includes(group))
    const ranks = [searches.map(({ before }) => before), searches.map(({ after }) => after)]
    const changed = searches.filter(({ isChanged }) => isChanged).length
    return [group, searches.length, changed, ...ranks.map((list) => meanReciprocal(list).toFixed(3))]
  })
  const columns = ['class or second result', 'searches', 'changed', 'MRR@10 before', 'MRR@10 after']
  console.log(`\nAfter ${figure(accounts)} new accounts gave the second result 5 claws:\n`)
  console.log(markdownTable({ columns, rows }))
}

function report(measured: Measured[], plain: number[]): void {
  const times = (list: number[]) => [percentile(list, 0.5), percentile(list, 0.95), Math.max(...list)]
  const rows = [...new Set(measured.map(({ kind }) => kind))].map((kind) => {
    const queries = measured.filter((query) => query.kind === kind)
    const recall = mean(queries.map(({ rank }) => (rank > 0 ? 1 : 0)))
    return { kind, queries, mrr: meanReciprocal(queries.map(({ rank }) => rank)), recall }
  })
  const judged = rows.filter(({ kind }) => kind !== 'hostile')
  const [mrr, recall] = [mean(judged.map(({ mrr }) => mrr)), mean(judged.map(({ recall }) => recall))]
  const cells = rows.map(({ kind, queries, mrr, recall }) => {
    const own = times(queries.map(({ milliseconds }) => milliseconds))
    return [kind, queries.length, mrr.toFixed(3), recall.toFixed(3), ...own]
  })
  cells.push(['mean', measured.length, mrr.toFixed(3), recall.toFixed(3), '', '', ''])
  cells.push(['list of 10', plain.length, '', '', ...times(plain)])
  const columns = ['class', 'queries', 'MRR@10', 'recall@10', 'p50, ms', 'p95, ms', 'longest, ms']
  console.log(markdownTable({ columns, rows: cells }))
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** The mean of 1 / rank, where 0 means not found and counts 0. */
function meanReciprocal(ranks: number[]): number {
  return mean(ranks.map((rank) => (rank > 0 ? 1 / rank : 0)))
}
