// The lists and searches that are measured.
import { SORTS } from '../functions/_shared/schemas/requests.ts'
import { WORDS } from './data/words.ts'

/** The orders that do not depend on a search. */
const LIST_SORTS = SORTS.filter((sort) => sort !== 'relevance')
export type Sort = (typeof LIST_SORTS)[number]
export const TYPES = ['mcp', 'github', 'clawdbot', 'other'] as const

/** One call of list_skills. */
export type Query = {
  /** lists: no search. ordinary: searches as people make them. adversarial: made to be slow. */
  kind: 'list' | 'ordinary' | 'adversarial'
  name: string
  sort: Sort
  type: string | null
  search: string | null
  limit: number
  /** Where in the order its page begins: after the first page, after half of all skills, before the last page. */
  from: 'first' | 'start' | 'middle' | 'end'
}

const query = (kind: Query['kind'], name: string, more: Partial<Query> = {}): Query => ({
  kind,
  name,
  sort: 'top',
  type: null,
  search: null,
  limit: 100,
  from: 'first',
  ...more,
})

/** What the search figures are compared with. */
export const PLAIN_LIST = query('list', 'top')

export const LISTS: Query[] = [
  PLAIN_LIST,
  query('list', 'top, limit 10', { limit: 10 }),
  ...LIST_SORTS.filter((sort) => sort !== 'top').map((sort) => query('list', sort, { sort })),
  ...LIST_SORTS.flatMap((sort) =>
    TYPES.map((type) => query('list', `${sort}, type ${type}`, { sort, type })),
  ),
  ...LIST_SORTS.flatMap((sort) =>
    (['start', 'middle', 'end'] as const).map((from) =>
      query('list', `${sort}, page at the ${from}`, { sort, from }),
    ),
  ),
]

const search = (name: string, text: string, more: Partial<Query> = {}) =>
  query('ordinary', name, { search: text, ...more })
const attack = (name: string, text: string, more: Partial<Query> = {}) =>
  query('adversarial', name, { search: text, ...more })

export const SEARCHES: Query[] = [
  search('common word', WORDS.common),
  search('10 % word', WORDS.p10),
  search('3 % word', WORDS.p3),
  search('1 % word', WORDS.p1),
  search('0.1 % word', WORDS.p01),
  search('word of 7 rows', WORDS.rare7),
  search('absent word', WORDS.absent),
  search('common letter', WORDS.common.slice(0, 1)),
  search('rare character', [...WORDS.cjkRare][0] as string),
  search('2 common letters', WORDS.common.slice(0, 2)),
  search('2 rare letters', WORDS.rareTwoCharacters),
  search('CJK, common', WORDS.cjkCommon),
  search('CJK, rare', WORDS.cjkRare),
  search('CJK, absent', WORDS.cjkAbsent),
  search('common + 1 % word', `${WORDS.common} ${WORDS.p1}`),
  search('3 % + 0.1 % word', `${WORDS.p3} ${WORDS.p01}`),
  search('exact name', WORDS.exactName),
  search('%', '%'),
  search('++', '++'),
  search('-->', '-->'),
  search('common word, newest', WORDS.common, { sort: 'newest' }),
  search('1 % word, newest', WORDS.p1, { sort: 'newest' }),
  attack('word of badly rated skills alone', WORDS.onlyBadlyRated),
  attack('two common words that never meet', `${WORDS.neverMeetA} ${WORDS.neverMeetB}`),
  attack('absent word of common trigrams', WORDS.absentOfCommonTrigrams),
  attack('rare type + 1 % word', WORDS.p1, { type: 'other' }),
  attack('1 % word from the middle', WORDS.p1, { from: 'middle' }),
]
