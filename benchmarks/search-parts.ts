// What each part of the search gives: the same searches without it, in the same database.
import type { Sql } from 'postgres'
import { UserError } from '../local/cli/user-error.ts'
import { withConnection } from '../local/postgres/postgres.ts'
import { connect } from './database.ts'
import { type JudgedSearch, type Judgements, searchJudged } from './judgements.ts'
import { findKnownItems, type KnownItem, meanOfClasses } from './known-items.ts'
import { markdownTable } from './report.ts'
import { listOverSql, PAGE, reserveBackend, type Search } from './search-calls.ts'
import { mean, signed } from './statistics.ts'

/** A text of a function in `private`, and what replaces it. */
type Change = [name: string, text: string, other: string]

/** How each part is switched off. */
const PARTS: Record<string, Change[]> = {
  corrections: [['suspect_words', 'limit max_words', 'limit 0']],
  'corrections of words in at most 3 skills': [['suspect_words', 'else rarity >= rare', 'else false']],
  synonyms: [['find_synonyms', 'limit max_synonyms', 'limit 0']],
  'synonyms of phrases': [['find_synonyms', 'limit max_stems', 'limit 1']],
  'candidates with each word or a synonym of it': [
    [
      'find_matches',
      'private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms)))',
      'null::tsquery',
    ],
  ],
  'candidates with any synonym': [
    [
      'find_matches',
      'private.any_of(array(select distinct synonym_finder from unnest(terms)))',
      'null::tsquery',
    ],
  ],
  'candidates with two common words': [['find_matches', 'cardinality(terms) > 2', 'false']],
  'the cap below skills with all words': [['rank_skills', 'min(score)', 'null::bigint + min(score)']],
  'the last word as a prefix': [['weigh_words', 'if last <> all (fillers)', 'if false']],
  'names that begin with the search': [
    ['rank_skills', 'limit max_names', 'limit 0'],
    ['rank_skills', 'd.name_key >= key and d.name_key < end_of_key', 'false'],
  ],
  'few other words in such a name': [
    ['rank_skills', 'name_share_boost constant float8 := 0.25', 'name_share_boost constant float8 := 0'],
  ],
  'names with the same words': [['rank_skills', 'd.name_words <= key_words', 'false']],
  'all words of the search': [['rank_skills', 'f.is_complete then', 'false then']],
  'proven skills first, of common words': [['find_documents', 'frequency > common', 'false']],
  'evidence in quality': [['rank_skills', '(d.quality - neutral) / claw', '0']],
}

type Data = { items: KnownItem[]; judged: JudgedSearch[]; judgements: Judgements }

/** A table of MRR and nDCG without each part, and of the CPU of Postgres for a search. */
export async function tableOfParts(adminUrl: string, data: Data): Promise<string> {
  const pool = connect(adminUrl, 1)
  try {
    const backend = await reserveBackend(pool)
    const measure = async () => {
      const cpus: number[] = []
      const search: Search = async (text, limit) => {
        const { cpu, ...answer } = await listOverSql(backend, limit, text)
        cpus.push(cpu)
        return answer
      }
      const found = await findKnownItems(data.items, search)
      const judged = await searchJudged(data.judged, data.judgements, search)
      return {
        mrr: meanOfClasses(found),
        ndcg: mean(judged.map(({ relevance }) => relevance.ndcg)),
        cpu: mean(cpus),
      }
    }
    await measure()
    const all = await measure()
    const rows: (string | number)[][] = [
      ['all parts', all.ndcg.toFixed(3), '', all.mrr.toFixed(3), '', all.cpu],
    ]
    for (const [part, changes] of Object.entries(PARTS)) {
      const { ndcg, mrr, cpu } = await withConnection(adminUrl, (sql) => without(sql, part, changes, measure))
      rows.push([part, ndcg.toFixed(3), signed(ndcg - all.ndcg), mrr.toFixed(3), signed(mrr - all.mrr), cpu])
    }
    const columns = ['without', `nDCG@${PAGE}`, 'difference', `MRR@${PAGE}`, 'difference', 'CPU, ms']
    return markdownTable({ columns, rows })
  } finally {
    await pool.end({ timeout: 5 })
  }
}

/** Measures with changed functions, and restores them. */
async function without<T>(sql: Sql, part: string, changes: Change[], measure: () => Promise<T>): Promise<T> {
  const definitions: string[] = []
  try {
    for (const [name, text, other] of changes) {
      const [row] = await sql<{ definition: string }[]>`
        select pg_get_functiondef(oid) as definition from pg_proc
        where pronamespace = 'private'::regnamespace and proname = ${name}`
      if (!row?.definition.includes(text))
        throw new UserError(
          `Without ${part}: private.${name} has no text “${text}”; change benchmarks/search-parts.ts.`,
        )
      definitions.unshift(row.definition)
      await sql.unsafe(row.definition.replace(text, other))
    }
    return await measure()
  } finally {
    for (const definition of definitions) await sql.unsafe(definition)
  }
}
