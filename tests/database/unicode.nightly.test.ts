import { beforeAll, describe, expect, test } from 'vitest'
import { isPlainName, isReservedName, isUnmixedName } from '../../functions/_shared/text/names.ts'
import { cleanText, isHttpUrl } from '../../functions/_shared/text/text.ts'
import { databaseForTests } from './own-database.ts'

const database = databaseForTests()

/** All code points that this Postgres knows. Newer ones may be newer to one side than to the other. */
const KNOWN = `
  select i, chr(i) as symbol from generate_series(1, 1114111) as i
  where i not between 55296 and 57343 and unicode_assigned(chr(i)) and i not between 983040 and 1114109`

function codePointsThat(holds: (symbol: string) => boolean): number[] {
  const found: number[] = []
  for (let code = 1; code <= 0x10ffff; code++) {
    if ((code < 0xd800 || code > 0xdfff) && holds(String.fromCodePoint(code))) found.push(code)
  }
  return found
}

describe('for all code points, SQL', () => {
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

  test('accepts the same characters as TypeScript', async () => {
    expect(await codePointsWhere(`kind ~ '[a-wyz!#,.]'`)).toEqual(
      codePointsThat((symbol) => isPlainName(`a${symbol}b`)),
    )
  })

  test('accepts no character that this Postgres does not know', async () => {
    expect(await codePointsWhere(`kind ~ '[a-wyz!#,.]' and not unicode_assigned(symbol)`)).toEqual([])
  })

  // Han and Hangul are many, and all alike.
  const known = `unicode_assigned(symbol) and code not between 13312 and 55203 and code < 131072`
  test.each([
    ['of another letter', (symbol: string) => `${symbol}dmin`, `symbol || 'dmin'`],
    ['in the middle', (symbol: string) => `ad${symbol}min`, `'ad' || symbol || 'min'`],
    ['after a word', (symbol: string) => `admin${symbol}of`, `'admin' || symbol || 'of'`],
  ])('reserves the same names with a character in place %s', async (_, name, expression) => {
    const expected = new Set(codePointsThat((symbol) => isReservedName(name(symbol))))
    const codes = await codePointsWhere(known)
    expect(await codePointsWhere(`${known} and private.is_reserved_name(${expression})`)).toEqual(
      codes.filter((code) => expected.has(code)),
    )
    expect(expected.size).toBeGreaterThan(10)
  })

  test.each([...'aαя技ا'])('accepts the same characters beside %s as TypeScript', async (letter) => {
    const beside = `(select scripts from known where symbol = '${letter}')`
    const condition = `position(b'1' in scripts & ${beside}) = 0 and normalize(symbol, nfkc) = symbol and kind ~ '[a-wyz]'`
    const expected = codePointsThat(
      (symbol) =>
        isPlainName(symbol) && symbol.normalize('NFKC') === symbol && !isUnmixedName(letter + symbol),
    )
    expect(await codePointsWhere(condition)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(100)
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

test('private.is_http_url rejects the same characters as isHttpUrl', async () => {
  const rejected = await database.owner<{ code: number }[]>`
    select code from generate_series(1, x'10ffff'::integer) as code
    where code not between x'd800'::integer and x'dfff'::integer and not private.is_http_url('https://a.b/c' || chr(code) || 'd')
    order by code`
  const expected = codePointsThat((symbol) => !isHttpUrl(`https://a.b/c${symbol}d`))
  expect(rejected.map(({ code }) => code)).toEqual(expected)
})
