// Cursors made by hand, with a wrong and with a valid tag, that were expensive to read. tests/database/text/cursors.test.ts has more shapes.
import { RATING_SORTS, SORTS } from '../../../functions/_shared/schemas/options.ts'
import { NUMBER_BOMB, numberBomb, taggedCursor } from '../../support/cursors.ts'
import { type Attack, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const ID = '"00000000-0000-4000-8000-000000000000"'
const words = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i)).join(' ')

const POSITIONS = [
  NUMBER_BOMB,
  `[${'9'.repeat(2_900)}, ${ID}]`,
  `["a", 1e131071]`,
  `[${numberBomb(285)}, 1]`,
  '['.repeat(2_900),
  `${'['.repeat(1_400)}${']'.repeat(1_400)}`,
]

/** The cursors are not those of their list. */
export function cursors({ skill, attacker, victim }: Fixtures): Attack[] {
  const lists = [
    ...SORTS.filter((sort) => sort !== 'relevance').map((sort) => ({
      path: `/api/skills?sort=${sort}`,
      rpc: ['list_skills', { p_sort: sort }] as const,
      list: [sort, '', ''],
    })),
    {
      path: `/api/skills?search=${encodeURIComponent(words)}`,
      rpc: ['search_catalogue', { p_search: words }] as const,
      list: ['relevance', '', words],
    },
    ...RATING_SORTS.map((sort) => ({
      path: `/api/skills/${skill.slug}/ratings?sort=${sort}`,
      rpc: ['list_ratings', { p_skill: skill.slug, p_sort: sort }] as const,
      list: [skill.id, sort, ''],
    })),
  ]
  const { key } = attacker
  const exports = [
    taggedCursor(`[3, "2026-01-01T00:00:00+00:00", ${ID}]`, 'export', victim.id),
    ...POSITIONS.map((position) => taggedCursor(position, 'export', attacker.id)),
  ].flatMap((cursor) => [
    onFunction('GET', `/api/me/export?cursor=${cursor}`, 'invalid_request', { key }),
    onRpc('export_me', { p_cursor: cursor }, 'refused', { key }),
  ])
  const ofLists = lists.flatMap(({ path, rpc: [name, parameters], list }) =>
    [
      Buffer.from(`${'0'.repeat(16)}${NUMBER_BOMB}`).toString('base64url'),
      ...POSITIONS.map((position) => taggedCursor(position, ...list)),
    ].flatMap((cursor) => [
      onFunction('GET', `${path}&cursor=${cursor}`, 'invalid_request'),
      onRpc(name, { ...parameters, p_cursor: cursor }, 'refused'),
    ]),
  )
  return [...exports, ...ofLists]
}

/** Positions that the service could have written, with words and places of the attacker's choice. */
export function possibleCursors(): Attack[] {
  // Searches whose last word begins most words of the catalogue, and words that the service would not have corrected to.
  const searches = ['remember w', 'word1 topi', words]
  return [
    ...searches.flatMap((search) =>
      [search, words, 'a '.repeat(100).trim()].flatMap((corrected) =>
        [1, 999].map((place): [string, string] => [
          `search=${encodeURIComponent(search)}`,
          taggedCursor(`[${JSON.stringify(corrected)}, ${place}]`, 'relevance', '', search),
        ]),
      ),
    ),
    ['sort=name', taggedCursor(`["${'😀'.repeat(730)}", ${ID}]`, 'name', '', '')] as const,
  ].map(([query, cursor]) => onFunction('GET', `/api/skills?limit=100&${query}&cursor=${cursor}`, 'answered'))
}
