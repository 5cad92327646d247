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
      select ascii(symbol) as code, symbol, kind, scripts
      from private.characters((
        select string_agg(chr(code), '' order by code) from generate_series(1, 1114111) as code
        where code not between 55296 and 57343
      ))`
  })

  async function codePointsWhere(condition: string): Promise<number[]> {
    const rows = await database.owner.unsafe(`select code from known where ${condition} order by code`)
    return rows.map((row) => row.code)
  }

  // What private.is_plain_name accepts between two letters.
  const plain = `kind ~ '[a-wyz!#,.]'`

  test('a name contains none of the classes of the contract', async () => {
    // A newer engine has assigned more than Unicode 15.1 did, so Cn is compared with Postgres.
    const rejected = isIn(
      /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\u2028\u2029\uFFF9-\uFFFB\p{Cn}]/u,
    )
    expect((await codePointsWhere(plain)).filter(rejected)).toEqual([])
    expect(await codePointsWhere(`${plain} and not unicode_assigned(symbol)`)).toEqual([])
  })

  test('a name may contain every other character of Unicode 15.1', async () => {
    const special = isIn(
      /(?!\p{Cn})[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\u2028\u2029\uFFF9-\uFFFB]/u,
    )
    const all = Array.from({ length: 0x110000 }, (_, code) => code)
    const left = all.filter((code) => (code < 0xd800 || code > 0xdfff) && special(code)).length
    // 149,813 graphic and format characters, and 137,468 for private use.
    expect(await codePointsWhere(plain)).toHaveLength(149_813 + 137_468 - left)
  })

  test('a name may contain the NFKC form of every character that it may contain', async () => {
    const surprising = await database.owner.unsafe(`
      select code from known
      where ${plain} and normalize(symbol, nfkc) <> symbol and exists (
        select from private.characters(normalize(symbol, nfkc)) as made where made.kind !~ '[a-wyz!#,.]'
      )`)
    expect([...surprising]).toEqual([])
  })

  test.each([
    ['Latin', 'a'],
    ['Greek', 'α'],
    ['Cyrillic', 'я'],
    ['Arabic', 'ا'],
  ])('a word of %s has no letters of other scripts', async (script, letter) => {
    const others = new RegExp(
      `(?!\\p{Script_Extensions=${script}})(?!\\p{Script=Common}|\\p{Script=Inherited})[\\p{L}\\p{N}]`,
      'u',
    )
    const eastAsian = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]/u
    const codes = await codePointsWhere(
      `unicode_assigned(symbol) and kind ~ '[a-wyz]' and normalize(symbol, nfkc) = symbol
        and position(b'1' in scripts & (select scripts from known where symbol = '${letter}')) > 0`,
    )
    expect(
      codes.filter((code) => isIn(others)(code) && !(script === 'Latin' && isIn(eastAsian)(code))),
    ).toEqual([])
    expect(codes.length).toBeGreaterThan(50)
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
