// Skills whose words make the correction of a search expensive, and searches that meet them. Any agent could submit these skills.
import type postgres from 'postgres'
import { type Attack, onFunction } from './attack.ts'

/** Words that share their first letters share all that finds candidates for a correction. */
const BEGINNINGS = ['playwr', 'qzkvjx']
const WORDS_PER_SKILL = 380

/** Submits skills with 380 words each that no other skill has. */
export async function plantVocabulary(admin: postgres.Sql, skills: number): Promise<void> {
  for (let i = 0; i < skills; i++)
    await admin`
      insert into public.skills (name, description, type)
      select 'Planted words ' || ${i}::integer, string_agg(
        ${BEGINNINGS[i % BEGINNINGS.length] ?? ''} || translate(to_hex(${i * WORDS_PER_SKILL}::integer + n), '0123456789abcdef', 'qwxyzjkvbpfghmnd'), ' '
      ), 'other'
      from generate_series(1, ${WORDS_PER_SKILL}) as n`
}

/** Submits long skills that all have the same words, so that each has as many candidates for similar skills as are compared. */
export async function plantSimilarSkills(admin: postgres.Sql): Promise<void> {
  await admin`
    insert into public.skills (name, description, type)
    select 'Alike ' || i, string_agg(${BEGINNINGS[0] ?? ''} || translate(to_hex(n), '0123456789abcdef', 'qwxyzjkvbpfghmnd'), ' ' order by md5(n + i || '')), 'other'
    from generate_series(1, 400) as i cross join generate_series(1, ${WORDS_PER_SKILL}) as n
    group by i`
}

/** Reads of similar skills, of these and of skills with rare words. */
export function similarSkills(): Attack[] {
  return ['alike-1', 'alike-2', 'planted-words-0', 'planted-words-1'].map((slug) =>
    onFunction('GET', `/api/skills/${slug}/similar`, 'answered'),
  )
}

/** Searches of up to eight misspelt words near the planted ones, and for what they begin with. */
export function searchVocabulary(): Attack[] {
  const searches = BEGINNINGS.flatMap((beginning) => {
    const words = (ending: (i: number) => string) =>
      Array.from({ length: 8 }, (_, i) => `${beginning}${ending(i)}`).join(' ')
    return [
      words((i) => `${i}`),
      words((i) => `x${i}`),
      words((i) => `qwx${i}`),
      words((i) => `qwxyz${i}${i}`),
      words((i) => `${i}${'qwxyz'.repeat(2)}`),
      `${beginning}1`,
      `${beginning}xyzzy`,
      `${beginning.slice(0, 5)}zqwxyz`,
      beginning,
      beginning.slice(0, 3),
      beginning.slice(0, 2),
      `${beginning} mcp`,
    ]
  })
  return [
    ...searches.flatMap((search) =>
      ['', '&sort=top'].map((sort) =>
        onFunction('GET', `/api/skills?limit=100&search=${encodeURIComponent(search)}${sort}`, 'answered'),
      ),
    ),
    ...searches.map((_, i) => {
      const queries = [0, 1, 2].map((n) => searches[(i + n) % searches.length])
      return onFunction('POST', '/api/search', 'answered', { body: { queries, limit: 100 } })
    }),
  ]
}
