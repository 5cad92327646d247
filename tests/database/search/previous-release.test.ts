import { expect, test } from 'vitest'
import { rolledBack, rpc, testDatabase } from '../fixtures.ts'
import { plant, search } from './search-fixtures.ts'

const { database } = testDatabase()

// The arguments of public.list_skills that the functions of 2.0.0 pass: they run until a deployment has replaced them.
test('the functions of 2.0.0 can list and search', async () => {
  await rolledBack(database.owner, async (tx) => {
    for (const name of ['Zebra', 'Zebra okapi', 'Gnu']) await plant(tx, name)
    const all = await rpc<{ count: number }>(tx, 'list_skills', {
      p_sort: 'name',
      p_limit: 2,
      p_type: 'other',
    })
    expect(all).toMatchObject({ skills: [{ name: 'Gnu' }, { name: 'Zebra' }], count: 2 })
    const found = await search(tx, 'zebra', { type: 'other', sort: 'relevance', limit: 1 })
    expect(found).toMatchObject({ skills: [{ name: 'Zebra' }] })

    const ofApi = { p_type: 'other', p_search: 'zebra', p_sort: 'relevance', p_limit: 1 }
    expect(await rpc(tx, 'list_skills', ofApi)).toEqual(found)
    const rest = await search(tx, 'zebra', { type: 'other', limit: 1, cursor: found.next_cursor })
    expect(await rpc(tx, 'list_skills', { ...ofApi, p_cursor: found.next_cursor })).toEqual(rest)
    expect(await rpc(tx, 'list_skills', { ...ofApi, p_explain: true })).toMatchObject({
      skills: [{ name: 'Zebra', matched: { found: ['zebra'] } }],
    })
    const ofMcp = { p_explain: true, p_type: 'other', p_sort: 'name', p_limit: 2 }
    expect(await rpc(tx, 'list_skills', ofMcp)).toEqual(all)
    expect(await rpc(tx, 'list_skills', { ...ofMcp, p_search: ' ' })).toEqual(all)
  })
})
