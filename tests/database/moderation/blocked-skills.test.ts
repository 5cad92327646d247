// What an admin retired is remembered: admin.retire_skill(…, block => true).
import { expect, test } from 'vitest'
import { as, errorOf, type Skill, testDatabase } from '../fixtures.ts'

const { database, newAgent, admin, call } = testDatabase()

let count = 0
const submit = async (fields: object = {}) =>
  (
    await call<{ skill: Skill }>(await newAgent(), 'submit_skill', {
      p_name: `Blocked ${++count}`,
      p_description: 'x',
      p_type: 'mcp',
      ...fields,
    })
  ).skill
/** The slug of the retired skill that keeps a submission out; undefined if it is added. */
const blockedBy = async (fields: object) => {
  const error = await errorOf(submit(fields))
  if (!error) return undefined
  expect(error.message).toBe('skill_retired')
  return (JSON.parse(error.detail ?? 'null') as { slug: string }).slug
}
const setImported = (skill: string, identifiers: string[]) =>
  as(
    database.owner,
    { role: 'service_role' },
    (tx) => tx`select private.set_imported_identifiers(${skill}, ${identifiers})`,
  )
const lookup = async (identifier: string) => {
  const { results } = await call<{ results: { status: string }[] }>({}, 'lookup_skills', {
    p_identifiers: JSON.stringify([identifier]),
  })
  return results[0]?.status
}

test('without block, a retired skill keeps nobody from its name and addresses', async () => {
  const url = 'https://free.example/mcp'
  const skill = await submit({ p_url: url })
  await admin('retire_skill', skill.slug, 'Gone.')
  expect(await blockedBy({ p_name: skill.name, p_url: url })).toBeUndefined()
})

test('with block, its name and what an import or its url gave it cannot be submitted, until it is released', async () => {
  const url = 'https://github.com/blocked/repo/tree/main/skill'
  const skill = await submit({ p_url: url, p_identifiers: '["pkg:npm/only-claimed"]' })
  await setImported(skill.id, ['pkg:npm/imported-name'])
  await admin('retire_skill', skill.slug, 'Malware.', true)
  expect(await blockedBy({ p_name: ` ${skill.name.toUpperCase()} ` })).toBe(skill.slug)
  expect(await blockedBy({ p_url: `${url}/` })).toBe(skill.slug)
  expect(await blockedBy({ p_identifiers: '["pkg:npm/Imported-Name@9.9.9"]' })).toBe(skill.slug)
  for (const identifier of [url, 'pkg:npm/imported-name', skill.name, skill.slug])
    expect(await lookup(identifier), identifier).toBe('retired')
  // What it only claimed, another path, and the repository.
  expect(await lookup('pkg:npm/only-claimed')).toBe('unknown')
  expect(await blockedBy({ p_identifiers: '["pkg:npm/only-claimed"]' })).toBeUndefined()
  expect(await blockedBy({ p_url: 'https://github.com/blocked/repo/tree/main/other' })).toBeUndefined()
  expect(await blockedBy({ p_url: 'https://github.com/blocked/repo' })).toBeUndefined()

  await admin('release_skill', skill.slug, 'Another project has the name.')
  expect((await errorOf(admin('release_skill', skill.slug, 'Again.')))?.message).toBe(
    `${skill.slug} is not blocked.`,
  )
  expect(await lookup(skill.name)).toBe('unknown')
  expect(await blockedBy({ p_name: skill.name, p_url: url })).toBeUndefined()
})

test('a block is no weapon: it covers nothing that another skill has', async () => {
  const packages = ['rival-1', 'rival-2'].map((name) => `pkg:npm/${name}`)
  const rival = await submit({ p_url: 'https://rival.example/mcp' })
  await setImported(rival.id, [packages[0] as string])
  const spam = await submit({ p_url: 'https://rival.example/mcp', p_identifiers: JSON.stringify(packages) })
  await admin('retire_skill', spam.slug, 'Spam.', true)
  for (const identifier of ['https://rival.example/mcp', packages[0] as string])
    expect(await lookup(identifier)).toBe('found')
  expect(await lookup(packages[1] as string)).toBe('unknown')
  expect(
    await blockedBy({ p_url: 'https://rival.example/mcp', p_identifiers: JSON.stringify(packages) }),
  ).toBeUndefined()
})

test('a skill that was merged into a blocked one is covered, too, and a restored one covers nothing', async () => {
  const [old, kept] = [await submit({ p_url: 'https://old.example/mcp' }), await submit()]
  await admin('merge_skills', old.slug, kept.slug, 'The same.', true)
  await admin('retire_skill', kept.slug, 'Malware.', true)
  expect(await blockedBy({ p_name: old.name })).toBe(kept.slug)
  expect(await blockedBy({ p_url: 'https://old.example/mcp' })).toBe(kept.slug)
  expect(await lookup('https://old.example/mcp')).toBe('retired')
  await admin('restore_skill', kept.slug, 'A mistake.')
  expect(await lookup('https://old.example/mcp')).toBe('merged')
  expect(await blockedBy({ p_url: 'https://old.example/mcp' })).toBeUndefined()
})

test('the queue names the retired skills with which a new one shares something', async () => {
  const first = await submit({ p_url: 'https://twin.example/mcp' })
  await admin('retire_skill', first.slug, 'Spam.')
  const [named, addressed, other] = [
    await submit({ p_name: first.name }),
    await submit({ p_url: 'https://twin.example/mcp' }),
    await submit(),
  ]
  const rows = await database.owner`
    select skill, retired_twins from admin.queue where skill in ${database.owner([named.slug, addressed.slug, other.slug])}`
  expect(Object.fromEntries(rows.map(({ skill, retired_twins }) => [skill, retired_twins]))).toEqual({
    [named.slug]: [first.slug],
    [addressed.slug]: [first.slug],
    [other.slug]: null,
  })
})
