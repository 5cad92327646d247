import { type Attack, type Cast, unknownKey } from './target.ts'

/**
 * Requests without a valid key that once cost seconds of CPU, or that belong to the same class: text that takes long to normalize,
 * compare, search or match, and pages that are as large as they can be.
 */

const marks = (count: number) => `a${'\u0301'.repeat(count)}${'\u0316'.repeat(count)}`

/** By what each does to a reader that is not careful. */
const TEXTS: [title: string, text: string][] = [
  ['40,000 combining marks', marks(20_000)],
  // Half-width sound marks are letters, but decompose to marks.
  ['marks between half-width sound marks', '\u0301\uff9e'.repeat(20_000)],
  ['30 marks at a time', `a${'\u0301'.repeat(15)}${'\u0316'.repeat(15)}`.repeat(1_000)],
  ['letters that decompose to 18', '\ufdfa'.repeat(30_000)],
  ['characters that fold to four', '\u2057'.repeat(30_000)],
  ['Hangul jamo', '\u1100\u1161\u11a8'.repeat(10_000)],
  ['white space around a letter', `${' '.repeat(50_000)}a${' '.repeat(50_000)}`],
  ['white space between letters', `a${'\u3000'.repeat(30_000)}b`],
  ['keys without a checksum', `claw_${'0'.repeat(56)}`.repeat(1_000)],
  ['the beginning of keys', 'claw_'.repeat(20_000)],
  ['hex digits without end', `claw_${'0'.repeat(100_000)}`],
  ['joiners', '\u0915\u200d'.repeat(20_000)],
  ['every script in turn', 'a\u0430\u03b1\u4e00\u3042'.repeat(10_000)],
  ['escaped controls', '\u0001'.repeat(20_000)],
]

const ADDRESSES: [title: string, text: string][] = [
  ['dots in an address', `${'a.'.repeat(20_000)}@`],
  ['hyphens in an address', `${'a-'.repeat(20_000)}@b`],
  ['labels of a domain', `a@${'a.'.repeat(20_000)}`],
]

const SEARCHES: [title: string, search: string][] = [
  ['200 words', Array.from({ length: 67 }, (_, i) => (i % 90) + 10).join(' ')],
  ['one word 100 times', 'a '.repeat(100)],
  ['one character', 'e'],
  ['stop words', 'the a of and to in is it for with '.repeat(5)],
  ['operators', '& | ! <-> ( ) : * " \' '.repeat(9)],
  ['characters that fold to four', `${'\u2057'.repeat(199)}b`],
  ['characters that fold to 18', '\ufdfa'.repeat(200)],
  ['marks', marks(99)],
  ['marks, 30 at a time', `a${'\u0301'.repeat(30)}`.repeat(6)],
  ['characters of every script', 'a\u0430\u03b1\u4e00\u3042'.repeat(40)],
  ['wildcards', '%_'.repeat(100)],
  ['common words', 'mcp server tool for data search files api code web'],
]

/** Skills that make searches and lists expensive, which anyone with a key could submit. */
export async function plantExpensiveSkills({ admin, ada }: Cast): Promise<void> {
  await admin`
    insert into public.skills (name, description, type, submitted_by)
    select
      'Expensive ' || i,
      left(repeat((array[chr(x'2057'::int), chr(x'fdfa'::int), 'ab ', chr(x'1f99e'::int), chr(1)])[1 + i % 5], 5000), 4999) || 'x',
      'other', ${ada.id}
    from generate_series(1, 150) as i`
  await admin`insert into public.agents (agent_name) select 'Expensive ' || i from generate_series(1, 120) as i`
  await admin`
    insert into public.ratings (skill_id, agent_id, claws, commentary)
    select (select id from public.skills where name = 'Expensive 1'), id, 3, repeat(chr(x'1f99e'::int), 10000)
    from public.agents where agent_name like 'Expensive %'`
}

/** The requests; none may be answered 5xx. */
export function expensive({ skill, rating }: Cast): Attack[] {
  const key = ['x-api-key', unknownKey()]
  const texts = [...TEXTS, ...ADDRESSES].flatMap(([title, text]): Attack[] => {
    const bodies: [method: string, path: string, body: object][] = [
      ['POST', '/api/register', { agent_name: text, agent_description: text, email: text }],
      ['POST', '/api/skills', { name: text, description: text, type: text, url: `https://a/${text}` }],
      ['POST', '/api/ratings', { skill_name: text, claws: 5, commentary: text }],
      ['PATCH', '/api/me', { agent_description: text, email: text }],
      ['POST', `/api/skills/${skill.slug}/ratings/${rating.id}/flag`, { reason: text }],
    ]
    const rows: [path: string, body: object][] = [
      ['/skills', { name: text, description: text, type: 'other', url: `https://a/${text}` }],
      ['/ratings', { skill_id: skill.id, claws: 5, commentary: text }],
      ['/rpc/register_agent', { p_agent_name: text, p_agent_description: text, p_email: text }],
      [
        '/rpc/submit_skill',
        { p_name: text, p_description: text, p_type: 'other', p_url: `https://a/${text}` },
      ],
      ['/rpc/submit_rating', { p_skill_name: text, p_claws: 5, p_commentary: text }],
      ['/rpc/update_me', { p_agent_description: text, p_email: text }],
      ['/rpc/flag_rating', { p_skill: skill.slug, p_rating: rating.id, p_reason: text }],
      ['/rpc/list_skills', { p_search: text, p_cursor: text }],
      ['/rpc/get_skill', { p_skill: text }],
    ]
    return [
      ...bodies.map(([method, path, body]): Attack => {
        const json = JSON.stringify(body)
        return { title, door: 'function', method, path, headers: key, body: json, expect: 'refused' }
      }),
      ...rows.map(([path, body]): Attack => {
        const json = JSON.stringify(body)
        return { title, door: 'data api', method: 'POST', path, body: json, expect: 'refused' }
      }),
    ]
  })
  const get = (title: string, path: string): Attack => ({
    ...{ title, door: 'function', method: 'GET', path },
    expect: ['harmless'],
  })
  const sorts = ['top', 'rating', 'most_rated', 'reliability', 'newest', 'name']
  return [
    ...texts,
    ...SEARCHES.flatMap(([title, search]) =>
      sorts.map((sort) =>
        get(title, `/api/skills?sort=${sort}&limit=500&search=${encodeURIComponent(search)}`),
      ),
    ),
    ...sorts.map((sort) => get(`the largest page by ${sort}`, `/api/skills?sort=${sort}&limit=500`)),
    ...['newest', 'oldest', 'highest', 'lowest'].map((sort) =>
      get(`the largest page of ratings by ${sort}`, `/api/skills/expensive-1/ratings?sort=${sort}&limit=500`),
    ),
    get('the page of a skill with long ratings', '/api/skills/expensive-1'),
  ]
}
