import { beforeAll, describe, expect, test } from 'vitest'
import { cleanText } from '../../../functions/_shared/text/text.ts'
import { databaseForTests } from '../own-database.ts'

const database = databaseForTests()

/** All code points that this Postgres knows. Newer ones may be newer to one side than to the other. */
const KNOWN = `
  select i, chr(i) as symbol from generate_series(1, 1114111) as i
  where i not between 55296 and 57343 and unicode_assigned(chr(i)) and i not between 983040 and 1114109`

const isIn = (pattern: RegExp) => (code: number) => pattern.test(String.fromCodePoint(code))

describe('of all characters', () => {
  beforeAll(async () => {
    await database.owner`
      create table known as
      select code, chr(code) as symbol from generate_series(1, 1114111) as code where code not between 55296 and 57343`
  })

  async function codePointsWhere(condition: string): Promise<number[]> {
    const rows = await database.owner.unsafe(`select code from known where ${condition} order by code`)
    return rows.map((row) => row.code)
  }

  test.each([
    ['mark', /\p{M}/u],
    ['invisible', /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u],
  ])('the class of %s characters is that of Unicode 15.1', async (name, property) => {
    const codes = await codePointsWhere(
      `unicode_assigned(symbol) and symbol ~ ('[' || private.${name}_class() || ']')`,
    )
    const assigned = await codePointsWhere('unicode_assigned(symbol)')
    expect(codes).toEqual(assigned.filter(isIn(property)))
  })

  test('a name contains none of the classes of the contract, and every other character', async () => {
    const rejected = isIn(
      /[\p{Cc}\p{Co}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\u2028\u2029\uFFF9-\uFFFB]/u,
    )
    const assigned = await codePointsWhere('unicode_assigned(symbol)')
    expect(await codePointsWhere('private.is_plain_name(symbol)')).toEqual(
      assigned.filter((code) => !rejected(code)),
    )
  })

  test('a name may contain the NFKC form of every character that it may contain', async () => {
    const surprising = await codePointsWhere(
      'private.is_plain_name(symbol) and not private.is_plain_name(normalize(symbol, nfkc))',
    )
    expect(surprising).toEqual([])
  })

  test.each([
    ['Latin', 'a', ['Cyrl', 'Grek', 'Armn', 'Cher', 'Lisu']],
    ['Cyrillic', 'я', ['Latn', 'Grek']],
    ['Greek', 'α', ['Latn', 'Cyrl']],
    ['Armenian', 'ս', ['Latn']],
    ['Cherokee', 'Ꮪ', ['Latn']],
    ['Lisu', 'ꓚ', ['Latn']],
  ])('a word of %s has no letters of scripts that look alike', async (_, letter, scripts) => {
    const others = new RegExp(`(?=\\p{L})[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u')
    const codes = await codePointsWhere(
      `unicode_assigned(symbol) and normalize(symbol, nfkc) = symbol and private.is_unmixed_name('${letter}' || symbol)`,
    )
    expect(codes.filter(isIn(others))).toEqual([])
    expect(codes.length).toBeGreaterThan(100_000)
  })

  test('an address contains no white space, control, invisible and bidirectional characters', async () => {
    const rejected = isIn(/[\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u)
    const codes = await codePointsWhere(`private.url_error('https://a.b/c' || symbol || 'd') is not null`)
    const all = Array.from({ length: 0x10ffff }, (_, i) => i + 1)
    expect(codes).toEqual(all.filter((code) => (code < 0xd800 || code > 0xdfff) && rejected(code)))
  })
})

describe('for all assigned characters', () => {
  test('private.clean_text returns what cleanText does', async () => {
    const rows = await database.owner<{ text: string; cleaned: string }[]>`
      select symbol || 'a' || symbol || 'b' || symbol as text, private.clean_text(symbol || 'a' || symbol || 'b' || symbol, 1000) as cleaned
      from (${database.owner.unsafe(KNOWN)}) as known`
    expect(rows.filter(({ text, cleaned }) => cleaned !== cleanText(text, 1_000))).toEqual([])
  })

  test('a composed character has at most four in NFD, so longer text is too long in any case', async () => {
    const [row] = await database.owner`
      select max(char_length(normalize(symbol, nfd))) as most from (${database.owner.unsafe(KNOWN)}) as known
      where normalize(normalize(symbol, nfd), nfc) = symbol`
    expect(row?.most).toBe(4)
  })

  test('the comparison key of a name has at most 250 characters', async () => {
    const [row] = await database.owner`
      select max(char_length(private.name_key(repeat(symbol, 200)))) as longest from (
        select symbol from (${database.owner.unsafe(KNOWN)}) as known order by char_length(normalize(symbol, nfkc)) desc limit 2000
      ) as longest`
    expect(row?.longest).toBe(250)
  })
})
