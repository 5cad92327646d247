// The catalogue of `npm run bench -- search`: real entries with made-up ratings, which are the same in every run.
import postgres from 'postgres'
import { randomNumbers } from '../../scripts/support/random.ts'
import { bytesPerSkill } from '../database.ts'
import { figure } from '../statistics.ts'
import { indexesOf, SESSION } from './load.ts'
import { linesOf } from './tab-separated.ts'

export type Entry = { name: string; description: string; popularity: number }

/** The entries of a file with lines of name, description and popularity. */
export function readCatalogue(path: string): Entry[] {
  return linesOf(path).map(([name = '', description = '', popularity]) => ({
    name,
    description,
    popularity: Number(popularity) || 0,
  }))
}

/** Who gave all ratings of an entry. */
type Raters = 'established agents' | 'new agents' | 'nobody'

type Ratings = { raters: Raters; claws: [threes: number, fours: number, fives: number] }

/**
 * The ratings of an entry, which only depend on its name and popularity: half of the entries have at most six, and each rating has 3 to 5
 * claws. New agents gave all ratings of a sixth of the entries, and another sixth is unrated.
 */
function ratingsOf({ name, popularity }: Entry): Ratings {
  const others: Raters[] = ['new agents', 'nobody']
  const raters = others[randomNumbers(1, `raters of ${name}`).below(6)] ?? 'established agents'
  const count = raters === 'nobody' ? 0 : Math.round(Math.sqrt(popularity) / 25)
  const random = randomNumbers(1, `claws of ${name}`)
  const claws: Ratings['claws'] = [0, 0, 0]
  for (let i = 0; i < count; i++) claws[random.below(3) as 0 | 1 | 2]++
  return { raters, claws }
}

/** Fills the tables without triggers, and builds the indexes afterwards. */
export async function loadCatalogue(adminUrl: string, catalogue: Entry[], copies: number): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connection: SESSION })
  const start = performance.now()
  try {
    await sql`truncate public.skills, private.vocabulary cascade`
    const indexes = await indexesOf(sql)
    for (const { drop } of indexes) await sql.unsafe(drop)
    const ratings = catalogue.map(ratingsOf)
    await sql`
      create temporary table entry as
      select
        name, description, raters = 'established agents' as is_established, claws_3, claws_4, claws_5, claws_3 + claws_4 + claws_5 as total_ratings,
        3 * claws_3 + 4 * claws_4 + 5 * claws_5 as claws_sum,
        (private.skill_types())[1 + abs(hashtext(name) % 4)] as type, private.document_words(name, description) as words
      from unnest(
        ${catalogue.map(({ name }) => name)}::text[], ${catalogue.map(({ description }) => description)}::text[],
        ${ratings.map(({ raters }) => raters)}::text[], ${ratings.map(({ claws }) => claws[0])}::integer[],
        ${ratings.map(({ claws }) => claws[1])}::integer[], ${ratings.map(({ claws }) => claws[2])}::integer[]
      ) as line (name, description, raters, claws_3, claws_4, claws_5)`
    for (let copy = 1; copy <= copies; copy++) {
      const suffix = copy === 1 ? '' : ` k${copy}`
      await sql`
        with skill as (
          insert into public.skills (name, description, type, slug)
          select name || ${suffix}, description, type, format('s-%s-%s', ${copy}::integer, row_number() over ()) from entry
          on conflict do nothing
          returning id, name, name_key
        ),
        known as (
          select skill.id, skill.name_key, entry.*
          from skill join entry on entry.name || ${suffix} = skill.name
        ),
        stats as (
          insert into public.skill_stats
            (skill_id, type, claws_3, claws_4, claws_5, established_ratings, established_claws)
          select
            id, type, claws_3, claws_4, claws_5,
            case when is_established then total_ratings else 0 end, case when is_established then claws_sum else 0 end
          from known
          returning skill_id, score, established_ratings
        )
        insert into private.skill_documents
          (skill_id, type, name_key, name_words, words, name_share, text_share, is_for_agents, quality, is_proven)
        select
          id, type, name_key, regexp_count(name_key, '[[:alnum:]]+'), words || ${copy === 1 ? '' : `k${copy}:1A,4`}::tsvector,
          private.name_share(regexp_count(name_key, '[[:alnum:]]+')), private.text_share(words), private.is_for_agents(words),
          private.quality(score, established_ratings), private.is_proven(established_ratings)
        from known join stats on skill_id = id`
    }
    await sql`select private.load_vocabulary()`
    for (const { restore } of indexes) await sql.unsafe(restore)
    await sql`vacuum analyze`
    await sql`select private.load_common_words()`
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
