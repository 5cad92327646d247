// Requests without a valid key that are expensive for a service that is not careful: text that takes long to normalise, compare or
// search, and the largest pages. Several of them used to take seconds.
import { LENGTHS, RATING_SORTS, SORTS } from '../../../functions/_shared/schemas/options.ts'
import { wellFormedKey } from '../../../scripts/support/well-formed-key.ts'
import { type Attack, onDataApi, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const marks = (count: number) => `a${'\u0301'.repeat(count)}${'\u0316'.repeat(count)}`

const TEXTS = [
  marks(20_000),
  // Half-width sound marks are letters that decompose to marks.
  '\u0301\uff9e'.repeat(20_000),
  `a${'\u0301'.repeat(15)}${'\u0316'.repeat(15)}`.repeat(1_000),
  // Decompose to 18 letters, fold to four characters, compose to syllables.
  '\ufdfa'.repeat(30_000),
  '\u2057'.repeat(30_000),
  '\u1100\u1161\u11a8'.repeat(10_000),
  `${' '.repeat(50_000)}a${' '.repeat(50_000)}`,
  `a${'\u3000'.repeat(30_000)}b`,
  `claw_${'0'.repeat(56)}`.repeat(1_000),
  'claw_'.repeat(20_000),
  `claw_${'0'.repeat(100_000)}`,
  '\u0915\u200d'.repeat(20_000),
  'a\u0430\u03b1\u4e00\u3042'.repeat(10_000),
  '\u0001'.repeat(20_000),
  `${'a.'.repeat(20_000)}@`,
  `${'a-'.repeat(20_000)}@b`,
  `a@${'a.'.repeat(20_000)}`,
]

export const SEARCHES = [
  Array.from({ length: 67 }, (_, i) => (i % 90) + 10).join(' '),
  'a '.repeat(100),
  'e',
  marks(99),
  'the a of and to in is it for with '.repeat(5),
  '& | ! <-> ( ) : * " \' '.repeat(9),
  '%_'.repeat(100),
  `${'\u2057'.repeat(199)}b`,
  '\ufdfa'.repeat(200),
  `a${'\u0301'.repeat(30)}`.repeat(6),
  'a\u0430\u03b1\u4e00\u3042'.repeat(40),
  'mcp server tool for data search files api code web',
]

/** Common words of the large catalogue of cost.ts that the newest skills lack, words that seldom meet, and the beginning of planted words. */
const FILTERS = ['word1', 'w', 'topic1', 'word1 word2', 'word4 word5 word6 word7', 'playwr']

/** Skills and ratings that make searches and lists expensive. Any agent could submit them. */
export async function plantExpensiveSkills({ admin, victim }: Fixtures): Promise<void> {
  await admin`
    insert into public.skills (name, description, type, submitted_by)
    select
      'Expensive ' || i,
      left(repeat((array[chr(x'2057'::int), chr(x'fdfa'::int), 'ab ', chr(x'1f99e'::int), chr(1)])[1 + i % 5], 5000), 4999) || 'x',
      'other', ${victim.id}
    from generate_series(1, 150) as i`
  await admin`
    insert into public.skills (name, description, type, url, submitted_by)
    select 'Installable ' || i, 'x', 'clawdbot', 'https://github.com/o/r' || i || '/tree/main' || repeat('/%41', 450) || '/s', ${victim.id}
    from generate_series(1, 1000) as i`
  await admin`insert into public.agents (agent_name) select 'Expensive ' || i from generate_series(1, 120) as i`
  await admin`
    insert into public.ratings (skill_id, agent_id, claws, commentary)
    select (select id from public.skills where name = 'Expensive 1'), id, 3, repeat(chr(x'1f99e'::int), ${LENGTHS.commentary[1]})
    from public.agents where agent_name like 'Expensive %'`
}

export function expensive({ skill, rating }: Fixtures): Attack[] {
  const key = wellFormedKey()
  const texts = TEXTS.flatMap((text): Attack[] => {
    const url = `https://a/${text}`
    const on = (method: string, path: string, body: object) =>
      onFunction(method, `/api/${path}`, 'refused', { key, body })
    const rpc = (name: string, parameters: object) => onRpc(name, parameters, 'refused')
    // Unlike other texts, an identifier, a query and a search can have one letter.
    const expected = text.trim() === 'a' ? 'answered' : 'refused'
    return [
      on('POST', 'register', { agent_name: text, agent_description: text, email: text }),
      on('POST', 'skills', { name: text, description: text, type: text, url }),
      onFunction('POST', '/api/lookup', expected, { key, body: { identifiers: [text] } }),
      onFunction('POST', '/api/search', expected, { body: { queries: [text, text] } }),
      on('POST', 'skills', { name: 'x', description: 'x', type: 'other', identifiers: [`pkg:npm/${text}`] }),
      on('POST', 'ratings', { skill_name: text, claws: 5, commentary: text }),
      on('PATCH', 'me', { agent_description: text, email: text }),
      on('POST', `skills/${skill.slug}/ratings/${rating.id}/flag`, { reason: text }),
      on('POST', `skills/${skill.slug}/flag`, { reason: text }),
      onDataApi('POST', '/skills', 'refused', {
        body: { name: text, description: text, type: 'other', url },
      }),
      onDataApi('POST', '/ratings', 'refused', { body: { skill_id: skill.id, claws: 5, commentary: text } }),
      rpc('register_agent', { p_agent_name: text, p_agent_description: text, p_email: text }),
      rpc('submit_skill', { p_name: text, p_description: text, p_type: 'other', p_url: url }),
      rpc('submit_rating', { p_skill_name: text, p_claws: 5, p_commentary: text }),
      rpc('update_me', { p_agent_description: text, p_email: text }),
      rpc('export_me', { p_cursor: text }),
      rpc('flag_rating', { p_skill: skill.slug, p_rating: rating.id, p_reason: text }),
      rpc('flag_skill', { p_skill: skill.slug, p_reason: text }),
      rpc('list_agent_ratings', { p_agent: text, p_cursor: text }),
      rpc('list_agent_skills', { p_agent: text, p_cursor: text }),
      rpc('search_catalogue', { p_search: text, p_cursor: text }),
      rpc('get_skill', { p_skill: text }),
      rpc('list_similar_skills', { p_skill: text }),
      rpc('list_skill_versions', { p_skill: text }),
      onRpc('find_skills', { p_search: text }, expected),
      rpc('search_skills', { p_queries: text }),
      onRpc('search_skills', { p_queries: JSON.stringify([text]) }, expected),
      rpc('lookup_skills', { p_identifiers: text }),
      onRpc('lookup_skills', { p_identifiers: JSON.stringify([text]) }, expected),
    ]
  })
  return [
    ...texts,
    ...[
      ...['', ...SEARCHES, ...FILTERS].flatMap((search) =>
        SORTS.map((sort) => `?sort=${sort}&limit=500&search=${encodeURIComponent(search)}`),
      ),
      // Of 15,000 skills of another type.
      ...['identified', 'planted', 'planted xyzzy'].flatMap((search) =>
        SORTS.map((sort) => `?sort=${sort}&limit=500&type=mcp&search=${search.replace(' ', '+')}`),
      ),
      ...RATING_SORTS.map((sort) => `/expensive-1/ratings?sort=${sort}&limit=500`),
      '/expensive-1',
      '/expensive-1/versions',
      ...[1, 2, 3, 4, 5].map((i) => `/expensive-${i}/similar`),
    ].map((path) => onFunction('GET', `/api/skills${path}`, 'harmless')),
    ...['installable', ...SEARCHES].map((search) =>
      onFunction('GET', `/api/search?limit=100&q=${encodeURIComponent(search)}`, 'harmless'),
    ),
    ...['', '?part=0', '?part=f'].map((query) => onFunction('GET', `/api/sitemap.xml${query}`, 'harmless')),
    ...SEARCHES.map((_, i) => {
      const queries = [0, 1, 2].map((n) => SEARCHES[(i + n) % SEARCHES.length])
      return onFunction('POST', '/api/search', 'harmless', { body: { queries, limit: 100 } })
    }),
    ...SEARCHES.map((search) =>
      onRpc('search_catalogue', { p_search: search, p_limit: 500, p_explain: true }, 'harmless'),
    ),
  ]
}
