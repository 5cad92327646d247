// The comparison key and the slug of a name, independently of sql/; exact for the generated names.

const INVISIBLE = /\u200C|\u200D|[\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu
// The letters of the generated names that have no decomposition, as Postgres's unaccent writes them.
const UNACCENTED: Record<string, string> = { ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', æ: 'ae' }

/** Lower case by Unicode's simple mapping: one character for one. */
function lower(text: string): string {
  return Array.from(text, (character) => Array.from(character.toLowerCase())[0]).join('')
}

export function keyOf(name: string): string {
  return lower(name.normalize('NFKC').replace(INVISIBLE, ''))
    .replace(/\p{White_Space}+/gu, ' ')
    .trim()
}

/** The slug of a name when no other skill has it. */
export function slugOf(name: string): string {
  const bare = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFKC')
  return lower(Array.from(bare, (character) => UNACCENTED[character] ?? character).join(''))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
}
