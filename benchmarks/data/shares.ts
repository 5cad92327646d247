import postgres from 'postgres'
import { KEYS } from './keys.ts'
import { SIZES, type Size } from './sizes.ts'
import { holdersOf, SHARED_WORDS, WORDS } from './words.ts'

/** Something of the data, what it should be, and what the database has. */
export type Share = { what: string; wanted: string; counted: number; holds: boolean }

/**
 * Counts in a database what the data of a size are to be: how many skills hold each word, how many have which type, what is
 * rated and how. Reads every row.
 */
export async function countShares(adminUrl: string, size: Size): Promise<Share[]> {
  const sql = postgres(adminUrl, { max: 1, fetch_types: false, onnotice: () => {} })
  const { skills, ratings, agents } = SIZES[size]
  const shares: Share[] = []
  const exactly = (what: string, wanted: number, counted: number) =>
    shares.push({ what, wanted: figure(wanted), counted, holds: counted === wanted })
  const between = (what: string, least: number, most: number, counted: number) =>
    shares.push({
      what,
      wanted: `${figure(least)} to ${figure(most)}`,
      counted,
      holds: counted >= least && counted <= most,
    })
  try {
    const count = async (what: string) => {
      const [row] = await sql.unsafe<{ count: string }[]>(`select count(*) from ${what}`)
      return Number(row?.count)
    }
    /** Skills whose name or description hold every one of the texts. */
    const holding = async (...texts: string[]) => {
      const [row] = await sql<{ count: string }[]>`
        select count(*) from private.skill_documents
        where words @@ private.all_terms(private.search_terms(private.search_words(${texts.join(' ')})))`
      return Number(row?.count)
    }
    exactly('agents', agents, await count('public.agents'))
    exactly('keys', KEYS, await count('private.agent_keys'))
    exactly('skills', skills, await count('public.skills'))
    exactly('ratings', ratings, await count('public.ratings'))

    for (const word of SHARED_WORDS) {
      exactly(`skills with ${word} (${WORDS[word]})`, holdersOf(word, skills), await holding(WORDS[word]))
    }
    const { common, absent, absentOfCommonTrigrams, cjkAbsent, neverMeetA, neverMeetB, exactName } = WORDS
    for (const word of [absent, absentOfCommonTrigrams, cjkAbsent]) {
      exactly(`skills with ${word}`, 0, await holding(word))
    }
    exactly(`skills with ${neverMeetA} and ${neverMeetB}`, 0, await holding(neverMeetA, neverMeetB))
    between(`skills with common (${common})`, skills * 0.35, skills * 0.45, await holding(common))
    const trigrams = Array.from({ length: absentOfCommonTrigrams.length - 2 }, (_, i) =>
      absentOfCommonTrigrams.slice(i, i + 3),
    )
    const each = await Promise.all(trigrams.map((trigram) => holding(trigram)))
    between(
      `skills with the rarest trigram of ${absentOfCommonTrigrams}`,
      skills * 0.05,
      skills,
      Math.min(...each),
    )
    between(
      `skills with every trigram of ${absentOfCommonTrigrams}`,
      skills * 0.002,
      skills * 0.05,
      await holding(...trigrams),
    )

    for (const [type, share] of Object.entries({ mcp: 0.55, github: 0.3, clawdbot: 0.12, other: 0.03 })) {
      between(
        `skills of type ${type}`,
        skills * share * 0.85,
        skills * share * 1.15,
        await count(`public.skills where type = '${type}'`),
      )
    }
    between(
      'skills without rating',
      skills * 0.05,
      skills * 0.1,
      await count('public.skill_stats where total_ratings = 0'),
    )
    const [most] = await sql<{ most: number }[]>`select max(total_ratings) as most from public.skill_stats`
    exactly('ratings of the most rated skill', agents / 2, most?.most ?? 0)
    between(
      'badly rated among the hundredth that is rated the most',
      (skills / 100) * 0.05,
      (skills / 100) * 0.3,
      await count(
        `(select * from public.skill_stats order by total_ratings desc limit ${skills / 100}) as s where avg_tenths < 25`,
      ),
    )
    between(
      'ratings with sub-scores',
      ratings * 0.58,
      ratings * 0.62,
      await count('public.ratings where coalesce(reliability, security, speed) is not null'),
    )
    between(
      'ratings with half a point',
      ratings * 0.05,
      ratings * 0.15,
      await count('public.ratings where reliability % 1 <> 0'),
    )
    between(
      'ratings with a commentary',
      ratings * 0.19,
      ratings * 0.21,
      await count('public.ratings where commentary is not null'),
    )

    const place = `public.skill_stats as other where (other.score, other.skill_id) >`
    const [middle] = await sql<{ score: string; id: string }[]>`
      select score, id from public.skills join public.skill_stats on skill_id = id where name = ${exactName}`
    between(
      `skills before ${exactName}`,
      skills * 0.4,
      skills * 0.6,
      await count(`${place} (${middle?.score}, '${middle?.id}')`),
    )
    exactly(
      `rated skills without ${WORDS.onlyBadlyRated} and a lower score than one with it`,
      0,
      await count(`(
        select score, total_ratings, words @@ '${WORDS.onlyBadlyRated}' as is_one
        from private.skill_documents join public.skill_stats using (skill_id)
      ) as s where not is_one and total_ratings > 0 and score < (
        select max(score) from private.skill_documents join public.skill_stats using (skill_id)
        where words @@ '${WORDS.onlyBadlyRated}'
      )`),
    )
    exactly('aggregates that differ', 0, await count('private.stats_differences()'))
    return shares
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function figure(number: number): string {
  return Math.round(number).toLocaleString('en')
}
