import { expect, test } from 'vitest'
import { databaseForTests } from '../own-database.ts'
import {
  IDENTIFIER_NAMES,
  IMPORT_NAMES,
  NAME_EXAMPLES,
  OTHER_THAN_IDENTIFIER_NAMES,
  OTHER_THAN_IMPORT_NAMES,
  OTHER_THAN_UUID_NAMES,
  OWN_NAMES,
  RESERVED_NAMES,
  UNRESERVED_NAMES,
  UUID_NAMES,
} from './name-examples.ts'

const database = databaseForTests()

/** The errors of names; null for a valid name. */
async function errorsOf(expression: string, names: string[]): Promise<(string | null)[]> {
  const rows = await database.owner.unsafe<{ error: string | null }[]>(
    `select ${expression} as error from unnest($1::text[]) with ordinality as t (name, place) order by place`,
    [names],
  )
  return rows.map(({ error }) => error)
}

test('names have visible characters, and no look-alikes of another script in a word', async () => {
  const errors = await errorsOf(
    'private.name_error(name, 1, 200)',
    NAME_EXAMPLES.map(({ name }) => name),
  )
  const problems = errors.map((error) => {
    if (error === null) return undefined
    return error.startsWith('must not mix') ? 'look-alikes' : 'characters'
  })
  expect(NAME_EXAMPLES.map(({ name }, i) => ({ name, problem: problems[i] }))).toEqual(
    NAME_EXAMPLES.map(({ name, problem }) => ({ name, problem })),
  )
})

async function namesWhere(names: string[], condition: string): Promise<string[]> {
  const matches = await errorsOf(condition, names)
  return names.filter((_, i) => matches[i])
}

test('some names of agents are reserved', async () => {
  const names = [...RESERVED_NAMES, ...UNRESERVED_NAMES]
  expect(await namesWhere(names, 'private.is_reserved_name(name)')).toEqual(RESERVED_NAMES)
  expect(await errorsOf('private.agent_name_error(name)', ['Admin'])).toEqual(['is reserved'])
})

test('some names of skills are reserved for imports', async () => {
  const names = [...IMPORT_NAMES, ...OTHER_THAN_IMPORT_NAMES]
  expect(await namesWhere(names, 'private.is_import_name(name)')).toEqual(IMPORT_NAMES)
  expect(await errorsOf('private.skill_name_error(name)', ['X (MCP Registry)'])).toEqual([
    'has a form that is reserved for imports from the MCP Registry and ClawHub',
  ])
})

test('a skill cannot have the name of an identifier or of this service', async () => {
  const names = [...IDENTIFIER_NAMES, ...OWN_NAMES, ...OTHER_THAN_IDENTIFIER_NAMES]
  const errors = await errorsOf('private.skill_name_error(name)', names)
  expect(names.map((name, i) => [name, errors[i]?.replace(/:.*/, '') ?? null])).toEqual([
    ...IDENTIFIER_NAMES.map((name) => [name, 'must not have the form of an identifier']),
    ...OWN_NAMES.map((name) => [name, 'is reserved']),
    ...OTHER_THAN_IDENTIFIER_NAMES.map((name) => [name, null]),
  ])
})

test('the name of an agent is not a UUID', async () => {
  const names = [...UUID_NAMES, ...OTHER_THAN_UUID_NAMES]
  const error = "'must not be a UUID: it could be the id of another agent'"
  expect(
    await namesWhere(names, `private.agent_name_error(private.clean_text(name, 50)) = ${error}`),
  ).toEqual(UUID_NAMES)
})
