import { expect, test } from 'vitest'
import { plantSkills, testDatabase } from '../fixtures.ts'

const { database, newSkill, call, admin } = testDatabase()

const slugsOf = async (p_part?: string) =>
  (await call<{ slugs: string[] }>({}, 'get_sitemap', p_part === undefined ? {} : { p_part })).slugs

test('the sitemap has the skills that are not retired', async () => {
  expect(await slugsOf()).toEqual([])
  const [kept, retired] = [await newSkill('Kept'), await newSkill('Retired')]
  await admin('retire_skill', retired.slug, 'Gone.')
  expect(await slugsOf()).toEqual([kept.slug])
})

test('each skill is in one of 16 parts, and a response has at most 10,001', async () => {
  await database.owner`
    insert into public.skills (id, name, description, type)
    select (to_hex(i) || repeat(to_hex(j), 7) || '-0000-4000-8000-000000000000')::uuid, 'Planted ' || to_hex(i) || to_hex(j), 'x', 'other'
    from generate_series(0, 15) as i, (values (0), (7), (15)) as j (j)`
  const all = await slugsOf()
  const parts = await Promise.all(Array.from('0123456789abcdef', slugsOf))
  expect(parts.map(({ length }) => length).every((length) => length >= 3)).toBe(true)
  expect(parts.flat()).toEqual(all)
  expect(parts[10]).toEqual(expect.arrayContaining(['planted-a0', 'planted-a7', 'planted-af']))
  expect(all).toHaveLength(49)
  await plantSkills(database.admin, 'More', 10_000)
  expect(await slugsOf()).toHaveLength(10_001)
})

test.each(['', 'g', '00', 'A', '%'])('rejects the part “%s”', async (part) => {
  await expect(slugsOf(part)).rejects.toMatchObject({ code: 'PT400' })
})
