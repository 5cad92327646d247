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
  return searches.flatMap((search) =>
    ['', '&sort=top'].map((sort) =>
      onFunction('GET', `/api/skills?limit=100&search=${encodeURIComponent(search)}${sort}`, 'answered'),
    ),
  )
}
