import { expect, test } from 'vitest'
import { as, errorOf, pathsOf, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, call, admin, page } = testDatabase()

test('a skill whose name is reserved for imports by now stays, and no other gets such a name in any way', async () => {
  const [id, name] = ['00000000-0000-4000-8000-000000000006', 'io.github.old/server']
  await database.owner.begin(async (tx) => {
    await tx`alter table public.skills disable trigger check_import_name`
    await tx`insert into public.skills (id, name, description, type) values (${id}, ${name}, 'Old.', 'mcp')`
    await tx`alter table public.skills enable trigger check_import_name`
  })
  await database.owner`update public.skills set description = 'Edited.', name = name where id = ${id}`
  await admin('retire_skill', id, 'Old.')
  await admin('restore_skill', id, 'Needed.')
  expect(await page(id)).toMatchObject({ name, description: 'Edited.', retired_at: null })

  const { slug: free, id: other } = await newSkill()
  const reserved = [`io.github.${free}/server`, `${free} (MCP Registry)`, `${free}（mcp registry） 3`]
  const agent = await newAgent()
  for (const p_name of reserved) {
    const ways = [
      () => call(agent, 'submit_skill', { p_name, p_description: 'x', p_type: 'mcp' }),
      () =>
        as(
          database.owner,
          { role: 'service_role' },
          (tx) => tx`insert into public.skills (name, description, type) values (${p_name}, 'x', 'mcp')`,
        ),
      () => database.owner`update public.skills set name = ${p_name} where id = ${other}`,
      () => database.owner`update public.skills set name = ${p_name} where id = ${id}`,
    ]
    for (const way of ways) expect(pathsOf(await errorOf(way())), p_name).toEqual(['name'])
    expect((await errorOf(admin('add_skill', p_name, 'x', 'mcp')))?.message).toContain('reserved for imports')
  }
})
