// Compares the relevance of searches with another commit, in two databases of one server with the same catalogue.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sql } from 'postgres'
import { UserError } from '../local/cli/user-error.ts'
import { sqlFilesIn } from '../local/postgres/migrate.ts'
import { projectDir } from '../scripts/program.ts'
import { withScratchPostgres } from '../scripts/scratch-postgres.ts'
import { withCommit } from './commit.ts'
import type { Entry } from './data/catalogue.ts'
import { SETTINGS } from './data/open.ts'
import { connect } from './database.ts'
import { type JudgedAnswer, type JudgedSearch, type Judgements, searchJudged } from './judgements.ts'
import { type Found, findKnownItems, type KnownItem } from './known-items.ts'
import { listOverSql, reserveBackend, type Search } from './search-calls.ts'

export type Compared = {
  databases: [there: { name: string }, here: { name: string }]
  found: [there: Found[], here: Found[]]
  judged: [there: JudgedAnswer[], here: JudgedAnswer[]]
}

type Data = {
  catalogue: Entry[]
  copies: number
  items: KnownItem[]
  judged: JudgedSearch[]
  judgements: Judgements
}

/** @throws UserError when the commit does not exist, or cannot load a catalogue */
export function compareSearches(commit: string, data: Data): Promise<Compared> {
  return withCommit(commit, (folder) =>
    withScratchPostgres(async (scratch) => {
      const prepare = async (database: string, tree: string) => {
        const loadCatalogue = await loaderOf(tree, commit)
        const synonyms = join(tree, 'supabase', 'synonyms.sql')
        const files = [
          ...sqlFilesIn(join(tree, 'supabase', 'migrations')),
          ...(existsSync(synonyms) ? [synonyms] : []),
        ]
        const url = await scratch.database(database, files)
        await loadCatalogue(scratch.adminUrl(database), data.catalogue, data.copies)
        return url
      }
      const urls = [await prepare('there', folder), await prepare('here', projectDir)] as const
      const pools = [connect(urls[0], 1), connect(urls[1], 1)] as const
      try {
        const searchOf = async (pool: Sql): Promise<Search> => {
          const backend = await reserveBackend(pool)
          return (text, limit) => listOverSql(backend, limit, text)
        }
        const [there, here] = [await searchOf(pools[0]), await searchOf(pools[1])]
        const found: Compared['found'] = [
          await findKnownItems(data.items, there),
          await findKnownItems(data.items, here),
        ]
        const judged: Compared['judged'] = [
          await searchJudged(data.judged, data.judgements, there),
          await searchJudged(data.judged, data.judgements, here),
        ]
        return { databases: [{ name: commit }, { name: 'here' }], found, judged }
      } finally {
        await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
      }
    }, SETTINGS),
  )
}

/** The loader of a commit, because it fills the tables of its own schema. */
async function loaderOf(tree: string, commit: string) {
  const file = join(tree, 'benchmarks', 'data', 'catalogue.ts')
  if (!existsSync(file))
    throw new UserError(`${commit} has no benchmarks/data/catalogue.ts, which loads a catalogue.`)
  const module = (await import(pathToFileURL(file).href)) as typeof import('./data/catalogue.ts')
  return module.loadCatalogue
}
