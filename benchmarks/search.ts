// npm run bench -- search --catalogue FILE: loads a catalogue into a stack of its own and measures over HTTP how well and how fast
// searches find known items (--queries) and what was meant (--judged, --rewritings), and what stuffed skills and fake ratings change. With
// --against, it compares relevance with another commit. The files are tab-separated, or gzipped.
import { writeFileSync } from 'node:fs'
import { command, wholeNumber } from '../local/cli/command.ts'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { withStack } from '../local/stack/temporary-stack.ts'
import { type Compared, compareSearches } from './compare-searches.ts'
import { loadCatalogue, readCatalogue } from './data/catalogue.ts'
import { HOSTILE } from './data/hostile-searches.ts'
import {
  type JudgedAnswer,
  judgedDifference,
  judgedTable,
  readJudged,
  readJudgements,
  searchJudged,
  unjudgedLines,
} from './judgements.ts'
import {
  type Found,
  findKnownItems,
  knownItemsDifference,
  knownItemsTable,
  meanReciprocal,
  rankIn,
  readKnownItems,
} from './known-items.ts'
import { markdownTable } from './report.ts'
import { readRewritings, rewritingsTable, searchRewritten } from './rewritings.ts'
import { listOverHttp, PAGE, type Search, searchOverHttp } from './search-calls.ts'
import { figure, spread } from './statistics.ts'
import { stuffingTable } from './stuffing.ts'

type Stats = { total_ratings: number; established_ratings: number }

const options = {
  catalogue: { type: 'string', value: 'FILE', help: 'Lines of name, description and popularity' },
  queries: { type: 'string', value: 'FILE', help: 'Lines of class, query and the name that is looked for' },
  judged: {
    type: 'string',
    value: 'FILE',
    help: 'Searches with judged results: the columns id, third (the class), tag (typo: misspelt) and query',
  },
  judgements: {
    type: 'string',
    value: 'FILES',
    multiple: true,
    help: 'Grades from 0 to 3: the columns id, name and grade; later files add to earlier ones',
  },
  rewritings: {
    type: 'string',
    value: 'FILES',
    multiple: true,
    help: 'Also search with three other phrasings each: the columns id and phrasing_1 to phrasing_3',
  },
  stuffed: {
    type: 'string',
    value: 'FILES',
    multiple: true,
    help: 'Submit 50 texts and names that hold the words of searches (columns as --judged) and print their places',
  },
  unjudged: {
    type: 'string',
    value: 'FILE',
    help: 'Write the results that nobody judged, among the first three, with --rewritings ten',
  },
  against: {
    type: 'string',
    value: 'COMMIT',
    help: 'Compare relevance with this commit, through SQL',
  },
  limit: { type: 'string', value: 'N', help: 'Load only so many entries, spread evenly over the catalogue' },
  copies: {
    type: 'string',
    value: 'N',
    default: '1',
    help: 'How often to load the catalogue, each time with other names',
  },
  accounts: {
    type: 'string',
    value: 'N',
    default: '0',
    help: 'Repeat each search after N new accounts rated the second result, and print what changed',
  },
} as const

await command('bench search', { options }, async (asked) => {
  const { queries, judged, unjudged, against } = asked
  const judgementFiles = filesOf(asked.judgements)
  const rewritingFiles = filesOf(asked.rewritings)
  const stuffed = filesOf(asked.stuffed).flatMap(readJudged)
  const copies = wholeNumber('copies', asked.copies, 1)
  const accounts = wholeNumber('accounts', asked.accounts, 0)
  if (!asked.catalogue || !(queries || judged || against || stuffed.length > 0))
    throw new UserError(
      'Give --catalogue FILE, and --queries FILE, --judged FILE, --stuffed FILE or --against COMMIT.',
    )
  if (Boolean(judged) !== judgementFiles.length > 0)
    throw new UserError('Give --judged and --judgements together.')
  if (rewritingFiles.length > 0 && (!judged || against))
    throw new UserError('--rewritings needs --judged, and is not possible with --against.')
  if (unjudged && !judged) throw new UserError('--unjudged needs --judged.')
  if (against && stuffed.length > 0) throw new UserError('--stuffed is not possible with --against.')
  if (against && accounts > 0) throw new UserError('--accounts is not possible with --against.')
  const all = readCatalogue(asked.catalogue)
  const data = {
    catalogue:
      asked.limit === undefined ? all : spread(all, wholeNumber('limit', asked.limit, 1, all.length)),
    copies,
    items: queries ? readKnownItems(queries) : [],
    judged: judged ? readJudged(judged) : [],
    judgements: readJudgements(judgementFiles),
  }
  const rewritings = rewritingFiles.map((file) => ({ file, phrasings: readRewritings(file) }))
  if (asked.limit !== undefined)
    console.log('With --limit, entries that are looked for are missing: figures of relevance mean nothing.\n')

  if (against) {
    const compared = await compareSearches(against, data)
    reportComparison(compared)
    writeUnjudged(compared.judged.flat())
    return
  }
  await withStack({}, async (stack) => {
    await loadCatalogue(stack.adminDatabaseUrl, data.catalogue, copies)
    const search: Search = (text, limit) => listOverHttp(stack.baseUrl, limit, text)
    const plain: number[] = []
    const found = await findKnownItems(data.items, async (text, limit) => {
      plain.push((await listOverHttp(stack.baseUrl, PAGE)).milliseconds)
      return search(text, limit)
    })
    const hostile = await findKnownItems(
      HOSTILE.map((text) => ({ kind: 'hostile', text, expected: '' })),
      search,
    )
    const judgedAnswers = await searchJudged(data.judged, data.judgements, search)
    const searchAll = (queries: string[], limit: number) => searchOverHttp(stack.baseUrl, limit, queries)
    const rewritten = []
    for (const { file, phrasings } of rewritings) {
      const { judged, judgements } = data
      rewritten.push({
        file,
        variants: await searchRewritten(judged, judgements, phrasings, search, searchAll),
      })
    }
    if (found.length > 0) {
      const times = hostile.map(({ milliseconds }) => milliseconds)
      console.log(`Known items:\n\n${knownItemsTable(found, { hostile: times, 'list of 10': plain })}\n`)
    }
    if (judgedAnswers.length > 0) console.log(`Judged searches:\n\n${judgedTable(judgedAnswers)}\n`)
    for (const { file, variants } of rewritten)
      console.log(`Rewritings of ${file}:\n\n${rewritingsTable(variants)}\n`)
    if (rewritten.length > 0)
      writeUnjudged(
        rewritten.flatMap(({ variants }) => variants.flatMap(({ answers }) => answers)),
        PAGE,
      )
    else writeUnjudged(judgedAnswers)
    const searches = [
      ...found,
      ...judgedAnswers.map(
        ({ search: { kind, text }, results, milliseconds }): Found => ({
          kind: `judged, ${kind}`,
          text,
          expected: '',
          rank: 0,
          milliseconds,
          results,
        }),
      ),
      ...hostile,
    ]
    if (stuffed.length > 0) console.log(`Stuffed skills:\n\n${await stuffingTable(stack, stuffed, search)}\n`)
    if (accounts > 0) await attack(stack.adminDatabaseUrl, search, searches, accounts)
  })

  function writeUnjudged(answers: JudgedAnswer[], most?: number): void {
    if (unjudged) writeFileSync(unjudged, unjudgedLines(answers, data.judgements, most))
  }
})

/** The files of an option that is given several times, or with commas. */
function filesOf(lists: string[] = []): string[] {
  return lists.flatMap((files) => files.split(','))
}

function reportComparison({ databases, found, judged }: Compared): void {
  const names = databases.map(({ name }) => name)
  if (found[0].length > 0) console.log(`Known items:\n\n${knownItemsDifference(names, found)}\n`)
  if (judged[0].length > 0) {
    for (const [i, answers] of judged.entries())
      console.log(`Judged searches, ${names[i]}:\n\n${judgedTable(answers)}\n`)
    console.log(`Judged searches, differences:\n\n${judgedDifference(names, judged)}\n`)
  }
}

/**
 * Repeats each search after new accounts gave its second result 5 claws, and prints how often the first result changed.
 * Adds the ratings to the totals of the second result only, as triggers would, and takes them back before the next search.
 */
async function attack(adminUrl: string, search: Search, searches: Found[], accounts: number): Promise<void> {
  const attacked: {
    groups: string[]
    isChanged: boolean
    isKnown: boolean
    before: number
    after: number
  }[] = []
  await withConnection(adminUrl, async (sql) => {
    const rate = (skill: string, count: number) => sql<Stats[]>`
      update public.skill_stats set
        claws_5 = claws_5 + ${count}
      where skill_id = ${skill} returning total_ratings, established_ratings`
    for (const { kind, text, expected, rank, results } of searches) {
      const [first, second] = results
      if (!first || !second) continue
      await rate(second.id, accounts)
      const { results: after } = await search(text, PAGE)
      const [stats] = await rate(second.id, -accounts)
      attacked.push({
        groups: [kind, `second rated by ${ratersOf(stats)}`],
        isChanged: after[0]?.id !== first.id,
        isKnown: expected !== '',
        before: rank,
        after: rankIn(after, expected),
      })
    }
  })
  const rows = [...new Set(attacked.flatMap(({ groups }) => groups))].map((group) => {
    const own = attacked.filter(({ groups }) => groups.includes(group))
    const changed = own.filter(({ isChanged }) => isChanged).length
    const known = own.filter(({ isKnown }) => isKnown)
    const ranks = [known.map(({ before }) => before), known.map(({ after }) => after)]
    return [
      group,
      own.length,
      changed,
      ...ranks.map((list) => (list.length > 0 ? meanReciprocal(list).toFixed(3) : '–')),
    ]
  })
  const columns = ['class or second result', 'searches', 'changed', 'MRR@10 before', 'MRR@10 after']
  console.log(`\nAfter ${figure(accounts)} new accounts gave the second result 5 claws:\n`)
  console.log(markdownTable({ columns, rows }))
}

function ratersOf(stats: Stats | undefined): string {
  if (stats?.established_ratings) return 'established agents'
  return stats?.total_ratings ? 'new agents' : 'nobody'
}
