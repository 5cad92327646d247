import { beforeAll, describe, expect, test } from 'vitest'
import { isPlainName, isReservedName, isUnmixedName } from '../../functions/_shared/text/names.ts'
import { databaseForTests } from './own-database.ts'

const database = databaseForTests()

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

  test('treats the same characters as punctuation in reserved names', async () => {
    expect(await codePointsWhere(`kind ~ '[.#!,]' and normalize(symbol, nfkc) = symbol`)).toEqual(
      codePointsThat(
        (symbol) =>
          isPlainName(`a${symbol}`) &&
          symbol.normalize('NFKC') === symbol &&
          symbol.trim() !== '' &&
          isReservedName(`ad${symbol}min`),
      ),
    )
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
