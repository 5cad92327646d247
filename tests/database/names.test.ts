import { expect, test } from 'vitest'
import { SkillInput } from '../../functions/_shared/schemas/requests.ts'
import { isReservedName } from '../../functions/_shared/text/names.ts'
import { NAME_EXAMPLES, RESERVED_NAMES, UNRESERVED_NAMES } from '../support/name-examples.ts'
import { randomNumbers } from '../support/random.ts'
import { databaseForTests } from './own-database.ts'

const database = databaseForTests()

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
  const names = Array.from({ length: 6_000 }, () => {
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
    expect(expected.filter((other) => other === message).length).toBeGreaterThan(250)
  }
  expect(new Set(expected).size).toBe(3)
})
