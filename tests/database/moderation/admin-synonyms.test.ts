import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { synonymsFile } from '../../../scripts/scratch-postgres.ts'
import { as, type Connection, errorOf, type Skill, testDatabase } from '../fixtures.ts'

const { database, newSkill, call, admin, lastLogged, race } = testDatabase({ connections: 4 })

afterEach(async () => {
  await database.owner`update private.synonyms set added = '{}', removed = '{}' where added <> '{}' or removed <> '{}'`
  await database.owner`delete from private.synonyms where synonyms = '{}'`
})

const add = (term: string, synonyms: string) => admin('add_synonyms', term, synonyms)
const remove = (term: string, synonyms?: string) =>
  admin('remove_synonyms', term, ...(synonyms === undefined ? [] : [synonyms]))
const shown = async (term: string) =>
  (
    await as(
      database.owner,
      { role: 'service_role' },
      (tx) => tx`select * from admin.synonyms where term = ${term}`,
    )
  )[0]
const found = async (...words: string[]) =>
  (await database.owner`select synonym from private.find_synonyms(${words})`).map(({ synonym }) =>
    synonym.join(' '),
  )
const message = async (work: Promise<unknown>) => (await errorOf(work))?.message
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `synonym${from + i}`).join(', ')

describe('add_synonyms', () => {
  test('adds synonyms that searches find, folded and stemmed as in a search', async () => {
    expect(await add('To the Zorilla-Burrows', 'Polecat,  STRIPED polecats , zorille,polecat')).toBe(
      'Searches for "To the Zorilla-Burrows" now also find skills with 3 new synonyms. Undo: admin.remove_synonyms.',
    )
    expect(await shown('burrow zorilla')).toEqual({
      term: 'burrow zorilla',
      synonyms: [],
      added: ['polecat', 'polecat stripe', 'zorill'],
      removed: [],
    })
    expect(await found('zorillas', 'burrowing')).toEqual(['polecat', 'polecat stripe', 'zorill'])
    expect(await lastLogged()).toEqual({
      role: 'service_role',
      action: 'add_synonyms',
      skill_id: null,
      rating_id: null,
      agent_id: null,
      reason: 'Added by an admin.',
      details: { term: 'burrow zorilla', synonyms: ['polecat', 'polecat stripe', 'zorill'] },
    })
  })

  test('adds only what is missing', async () => {
    await add('zorilla', 'polecat')
    expect(await add('zorillas', 'polecats, weasel')).toMatch(/ 1 new synonym\./)
    expect(await shown('zorilla')).toMatchObject({ added: ['weasel', 'polecat'] })
    const before = await lastLogged()
    expect(await add('zorilla', 'weasel')).toBe(
      'Searches for "zorilla" already find skills with these synonyms.',
    )
    expect(await lastLogged()).toEqual(before)
  })

  test('adds before those that were added earlier: a search finds skills by the first few', async () => {
    const skill = await newSkill('Striped polecat')
    await add('zorilla', many(20))
    await add('zorilla', 'polecat')
    expect(
      (await call<{ skills: Skill[] }>({}, 'search_catalogue', { p_search: 'zorilla' })).skills.map(
        ({ id }) => id,
      ),
    ).toEqual([skill.id])
  })

  test('accepts 40 synonyms of a phrase, 20 in one call', async () => {
    expect(await message(add('zorilla', many(21)))).toBe('21 synonyms are too many for one call: at most 20.')
    await add('zorilla', many(20))
    await add('zorilla', many(20, 20))
    expect(await message(add('zorilla', 'polecat'))).toBe(
      '"zorilla" would have 41 added synonyms: at most 40.',
    )
    expect(await message(add('zorilla', `${many(1)}, polecat`))).toMatch(/would have 41/)
    expect((await shown('zorilla'))?.added).toHaveLength(40)
  })
})

const adding = (synonyms: string) => ({
  run: (sql: Connection) => sql`select admin.add_synonyms('zorilla', ${synonyms})`,
})

test('two admins who add at the same time both succeed', async () => {
  expect((await race(adding('polecat'), adding('weasel'))).outcome).toBe('done')
  expect(await shown('zorilla')).toMatchObject({ added: ['weasel', 'polecat'] })
})

test('a load of the list waits for an admin who adds a phrase, and keeps it', async () => {
  const file = readFileSync(synonymsFile, 'utf8')
  const { outcome } = await race(adding('weasel'), {
    run: (sql) => sql.unsafe(file.replace('$list$)', 'zorilla: polecat\n$list$)')),
  })
  expect(outcome).toBe('done')
  expect(await shown('zorilla')).toMatchObject({ synonyms: ['polecat'], added: ['weasel'] })
  await database.owner.unsafe(file)
  expect(await shown('zorilla')).toMatchObject({ synonyms: [], added: ['weasel'] })
})

describe('remove_synonyms', () => {
  test('deletes what admins added, and the row with the last one', async () => {
    await add('zorilla', 'polecat, weasel')
    expect(await remove('zorilla', 'polecats')).toBe(
      '1 synonym of "zorilla" removed. Undo: admin.add_synonyms.',
    )
    expect(await shown('zorilla')).toMatchObject({ added: ['weasel'], removed: [] })
    expect(await lastLogged()).toMatchObject({
      action: 'remove_synonyms',
      reason: 'Removed by an admin.',
      details: { term: 'zorilla', synonyms: ['polecat'] },
    })
    await remove('zorilla')
    expect(await shown('zorilla')).toBeUndefined()
    expect(await message(remove('zorilla'))).toBe('"zorilla" has no synonyms.')
  })

  test('keeps synonyms of the list removed when it is loaded again, until they are added', async () => {
    // Keys that are not their own stems: they can be given as admin.synonyms shows them, too.
    const [row] = await database.owner<{ term: string; synonyms: string[] }[]>`
      select term, synonyms from private.synonyms
      where private.stem(term) <> term and private.stem(synonyms[2]) <> synonyms[2] and cardinality(synonyms) > 2 limit 1`
    if (!row) throw new Error('The list has no such synonyms.')
    const { term, synonyms } = row
    const [first, second = '', ...rest] = synonyms
    await remove(term, second)
    await database.owner.unsafe(readFileSync(synonymsFile, 'utf8'))
    expect(await shown(term)).toEqual({
      term,
      synonyms,
      added: [],
      removed: [second],
    })
    expect(await found(...term.split(' '))).not.toContain(second)
    expect((await errorOf(remove(term, `${second}, qqq`)))?.hint).toBe(
      `It has: ${[first, ...rest].join(', ')}.`,
    )

    await add(term, `${second}, qqq`)
    expect(await shown(term)).toEqual({
      term,
      synonyms,
      added: ['qqq'],
      removed: [],
    })
    await remove(term)
    expect(await shown(term)).toMatchObject({ added: [], removed: synonyms })
    expect(await message(remove(term))).toMatch(/has no synonyms/)
  })
})
