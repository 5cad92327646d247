import { beforeAll, describe, expect, test } from 'vitest'
import { SkillInput } from '../../functions/_shared/schemas/requests.ts'
import { isPlainName, isReservedName, isUnmixedName } from '../../functions/_shared/text/names.ts'
import { NAME_EXAMPLES, RESERVED_NAMES, UNRESERVED_NAMES } from '../support/name-examples.ts'
import { randomNumbers } from '../support/random.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

let database: OwnDatabase

beforeAll(async () => {
  database = await ownDatabase()
  return database.drop
})

/** The error messages of SQL for names; null for a valid name. */
async function problemsInSql(names: string[]): Promise<(string | null)[]> {
  const rows = await database.owner<{ message: string | null }[]>`
    select private.name_error(name, 1, 200) as message
    from unnest(${names}::text[]) with ordinality as t (name, place) order by place`
  return rows.map((row) => row.message)
}

function problemInTypescript(name: string): string | null {
  const { error } = SkillInput.shape.name.safeParse(name)
  return error?.issues.map(({ message }) => message).join() ?? null
}

function codePointsThat(holds: (symbol: string) => boolean): number[] {
  const found: number[] = []
  for (let code = 1; code <= 0x10ffff; code++) {
    if ((code < 0xd800 || code > 0xdfff) && holds(String.fromCodePoint(code))) found.push(code)
  }
  return found
}

test('SQL and TypeScript accept and reject the same examples', async () => {
  const problems = await problemsInSql(NAME_EXAMPLES.map(({ name }) => name))
  const kinds = problems.map((message) => {
    if (message === null) return undefined
    return message.startsWith('must not mix scripts') ? 'scripts' : 'characters'
  })
  expect(NAME_EXAMPLES.map((example, i) => ({ ...example, problem: kinds[i] }))).toEqual(
    NAME_EXAMPLES.map((example) => ({ ...example, problem: example.problem })),
  )
  expect(problems).toEqual(NAME_EXAMPLES.map(({ name }) => problemInTypescript(name)))
})

test('SQL and TypeScript reserve the same names', async () => {
  const names = [...RESERVED_NAMES, ...UNRESERVED_NAMES]
  const rows = await database.owner<{ reserved: boolean }[]>`
    select coalesce(private.is_reserved_name(name), false) as reserved
    from unnest(${names}::text[]) with ordinality as t (name, place) order by place`
  expect(rows.map((row) => row.reserved)).toEqual(names.map(isReservedName))
})

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

test('random names get the same message from TypeScript and SQL', async () => {
  const random = randomNumbers(31)
  const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)] as T
  const pools = [
    [..."abz '-.#0①"],
    [...'\u200c\u200d\ufe00\ufe0e\ufe0f\ufe03\u180b\u{e0100}'],
    [...'👩🔬❤🏽★☂↔ℹ‼⊕、'],
    [...'αяᏗא技ひカㄅ한กກ'],
    [...'क\u094dষෂමම\u0dcaابܐᠠកကߊ\u0301\u064b\u0951\u0963'],
    [...'µΩ℡ﷺﬁ㎏\u{1d6c2}\uff9e'],
  ]
  const names = Array.from({ length: 12_000 }, () => {
    // Half of the names use only two pools, so that many are valid.
    const chosen = random() < 0.5 ? [pick(pools), pick(pools)] : pools
    return Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      random() < 0.05 ? String.fromCodePoint(1 + Math.floor(random() * 0xd7fe)) : pick(pick(chosen)),
    ).join('')
  }).map((name) => name.normalize('NFC').trim() || 'x')
  const expected = names.map(problemInTypescript)
  const problems = await problemsInSql(names)
  const differing = names.flatMap((name, i) =>
    problems[i] === expected[i] ? [] : [{ name, sql: problems[i], typescript: expected[i] }],
  )
  expect(differing).toEqual([])
  // Valid, with invalid characters, and with mixed scripts.
  for (const message of new Set(expected)) {
    expect(expected.filter((other) => other === message).length).toBeGreaterThan(500)
  }
  expect(new Set(expected).size).toBe(3)
})
