import { expect, test } from 'vitest'
import { RegisterAgentInput, SubmitSkillInput } from '../../functions/_shared/schemas/requests.ts'
import { isImportName, isReservedName, isUuidName } from '../../functions/_shared/text/names.ts'
import { randomNumbers } from '../../scripts/support/random.ts'
import {
  IMPORT_NAMES,
  NAME_EXAMPLES,
  OTHER_THAN_IMPORT_NAMES,
  OTHER_THAN_UUID_NAMES,
  RESERVED_NAMES,
  UNRESERVED_NAMES,
  UUID_NAMES,
} from '../support/name-examples.ts'
import { randomTexts } from '../support/random-texts.ts'
import { databaseForTests } from './own-database.ts'

const database = databaseForTests()

/** The error messages of SQL for names; null for a valid name. */
async function problemsInSql(names: string[]): Promise<(string | null)[]> {
  const rows = await database.owner<{ message: string | null }[]>`
    select private.skill_name_error(name) as message
    from unnest(${names}::text[]) with ordinality as t (name, place) order by place`
  return rows.map((row) => row.message)
}

function problemInTypescript(name: string): string | null {
  const { error } = SubmitSkillInput.shape.name.safeParse(name)
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

async function namesWhere(names: string[], condition: string): Promise<string[]> {
  const rows = await database.owner.unsafe<{ name: string }[]>(
    `select name from unnest($1::text[]) with ordinality as t (name, place) where ${condition} order by place`,
    [names],
  )
  return rows.map(({ name }) => name)
}

test('SQL and TypeScript reserve the same names', async () => {
  const names = [...RESERVED_NAMES, ...UNRESERVED_NAMES]
  expect(await namesWhere(names, 'private.is_reserved_name(name)')).toEqual(RESERVED_NAMES)
  expect(names.filter(isReservedName)).toEqual(RESERVED_NAMES)
})

test('SQL and TypeScript reserve the same names of skills for imports', async () => {
  const names = [...IMPORT_NAMES, ...OTHER_THAN_IMPORT_NAMES]
  expect(await namesWhere(names, 'private.is_import_name(name)')).toEqual(IMPORT_NAMES)
  expect(names.filter(isImportName)).toEqual(IMPORT_NAMES)
  const message = 'has a form that is reserved for imports from the MCP Registry'
  expect(await problemsInSql(['X (MCP Registry)'])).toEqual([message])
  expect(problemInTypescript('X (MCP Registry)')).toBe(message)
})

test('random names are reserved by TypeScript and SQL alike', async () => {
  const words =
    'admin Admins ádmin offıcial of root s supabase skill rating service system ꮪ日 \u200d 7 x'.split(' ')
  const names = randomTexts(
    37,
    5_000,
    [...words, ...words, ' ', ' ', '-', '.', '🦞', '\u0301', '™', 'ſ', '²', 'ᴀ', 'Ⓢ'],
    6,
  )
  const reserved = names.filter(isReservedName)
  expect(await namesWhere(names, 'private.is_reserved_name(name)')).toEqual(reserved)
  expect([reserved.length > 500, reserved.length < 4_500]).toEqual([true, true])
})

test('SQL and TypeScript reject the same agent names for being UUIDs', async () => {
  const names = [...UUID_NAMES, ...OTHER_THAN_UUID_NAMES]
  expect(await namesWhere(names, 'private.is_uuid_name(name)')).toEqual(UUID_NAMES)
  expect(names.filter(isUuidName)).toEqual(UUID_NAMES)
  // The messages, which come before that of a reserved name.
  const messages = await database.owner`
    select name, private.agent_name_error(private.clean_text(name, 50)) as message
    from unnest(${names}::text[]) with ordinality as t (name, place) order by place`
  expect(messages.map(({ message }) => message)).toEqual(
    names.map((agent_name) => {
      const { error } = RegisterAgentInput.safeParse({ agent_name })
      return error?.issues.map(({ message }) => message).join() ?? null
    }),
  )
  expect(
    messages.slice(0, UUID_NAMES.length).every(({ message }) => /^must not be a UUID/.test(message)),
  ).toBe(true)
})

test('every spelling with hyphens and braces is judged as Postgres judges it', async () => {
  const hex = 'a0eebc999c0b4ef8bb6d6bb9bd380a11'
  const names = randomTexts(41, 3_000, ['0', '1', '2', '3', '4', '5', '6', '7'], 4).map((places) => {
    const hyphens = [...places].reduce((at, group) => at | (1 << Number(group)), 0)
    const text = hex.replace(/.{4}/g, (group, at) => ((hyphens >> (at / 4)) & 1 ? `${group}-` : group))
    const bare = places.length % 2 ? text.replace(/-$/, '') : text
    return hyphens % 3 === 0 ? `{${bare}}` : bare
  })
  const accepted = await namesWhere(names, `pg_input_is_valid(name, 'uuid')`)
  expect(names.filter(isUuidName)).toEqual(accepted)
  expect([accepted.length > 500, accepted.length < 2_900]).toEqual([true, true])
})

test('random names get the same message from TypeScript and SQL', async () => {
  const random = randomNumbers(31).fraction
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
