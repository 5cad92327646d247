import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  become,
  type Connection,
  errorOf,
  pathsOf,
  rolledBack,
  rolledBackAs,
  rpc,
  type Skill,
  type Transaction,
  testDatabase,
} from '../fixtures.ts'

let agent: Agent
const { database, newAgent, newSkill, race, step } = testDatabase({ connections: 8 })

beforeAll(async () => {
  agent = await newAgent()
})

const submission = (p_name: string) => ({ p_name, p_description: 'x', p_type: 'other' })

/** Submits skills one after another and returns their slugs. */
async function slugsOf(tx: Transaction, ...names: string[]): Promise<string[]> {
  const slugs: string[] = []
  for (const name of names)
    slugs.push((await rpc<{ skill: Skill }>(tx, 'submit_skill', submission(name))).skill.slug)
  return slugs
}

/** Runs the work as an agent and rolls it back. */
const asAgent = <T>(work: (tx: Transaction) => Promise<T>) => rolledBackAs(database.owner, agent, work)

test('names with one slug get -2, -3 … in turn, also the thousandth', async () => {
  const names = Array.from({ length: 25 }, (_, i) => `Clash${'!'.repeat(i)}`)
  const slugs = names.map((_, i) => (i === 0 ? 'clash' : `clash-${i + 1}`))
  expect(await asAgent((tx) => slugsOf(tx, ...names))).toEqual(slugs)
  await rolledBack(database.admin, async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.skills (name, slug, description, type)
      select 'Taken ' || i, case when i = 1 then 'many' else 'many-' || i end, 'x', 'other' from generate_series(1, 1000) as i`
    await tx`set local session_replication_role = origin`
    await become(tx, agent)
    expect(await slugsOf(tx, 'Many')).toEqual(['many-1001'])
  })
})

const LONG = 'a'.repeat(79)
test.each<{ names: string[]; slugs: string[] }>([
  { names: ['foo 2', 'foo', 'foo!', 'foo?'], slugs: ['foo-2', 'foo', 'foo-3', 'foo-4'] },
  { names: ['foo', 'foo!', 'foo 2', 'foo-2!'], slugs: ['foo', 'foo-2', 'foo-2-2', 'foo-2-3'] },
  { names: ['Café', 'cafe', 'ＣＡＦＥ.', 'CAFÉ!'], slugs: ['cafe', 'cafe-2', 'cafe-3', 'cafe-4'] },
  { names: [`${LONG}ab`, `${LONG}ac`], slugs: [`${LONG}a`, `${LONG}a-2`] },
  { names: [`${LONG} b`, `${LONG} c`], slugs: [`${LONG}-`, `${LONG}--2`] },
])('$names get the slugs $slugs', async ({ names, slugs }) => {
  expect(await asAgent((tx) => slugsOf(tx, ...names))).toEqual(slugs)
})

test('the slug of a deleted skill is used again', async () => {
  await asAgent(async (tx) => {
    await slugsOf(tx, 'Gap', 'Gap!', 'Gap?')
    await tx`reset role`
    await tx`delete from public.skills where slug = 'gap-2'`
    await become(tx, { key: agent.key })
    expect(await slugsOf(tx, 'Gap.', 'Gap,')).toEqual(['gap-2', 'gap-4'])
  })
})

test.each([
  '日本語',
  '😀',
  '---',
  '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
  '3f2504e0 4f89 41d3 9a0c 0305e82c3301',
])(
  'a name without letters or digits, or like a UUID, gets skill- and 8 characters of the id: %j',
  async (name) => {
    await asAgent(async (tx) => {
      const [slug = ''] = await slugsOf(tx, name)
      const [row] = await tx`select id::text from public.skills where slug = ${slug}`
      expect(slug).toBe(`skill-${row?.id.slice(0, 8)}`)
    })
  },
)

describe('concurrent submissions', () => {
  const submitting = (name: string) => step(agent, 'submit_skill', submission(name))
  const slugOf = (answer: unknown) => (answer as { skill: Skill } | undefined)?.skill.slug

  test('of two names with one slug: the second waits and gets -2, or the slug if the first rolls back', async () => {
    const { first, second } = await race(submitting('Race'), submitting('Race!'))
    expect([slugOf(first), slugOf(second)]).toEqual(['race', 'race-2'])
    const only = await race(submitting('Rolled back'), submitting('Rolled back!'), 'rollback')
    expect(slugOf(only.second)).toBe('rolled-back')
  })

  test('of one name: the second gets PT409 with the skill that has it', async () => {
    let detail: string | undefined
    const second = submitting('SAME  NAME')
    const run = async (sql: Connection) => {
      const error = await errorOf(second.run(sql))
      detail = error?.detail
      throw error
    }
    const result = await race(submitting('Same name'), { ...second, run })
    expect(result.outcome).toBe('PT409 skill_name_taken')
    const { id, name, slug } = (result.first as { skill: Skill }).skill
    expect(JSON.parse(detail ?? '')).toEqual({ id, name, slug })
  })
})

test('a slug never changes: not when the skill is renamed, and not by an admin', async () => {
  const { id } = await newSkill('Before')
  await database.owner`update public.skills set name = 'After' where id = ${id}`
  const [row] = await database.owner`select slug, name_key from public.skills where id = ${id}`
  expect(row).toEqual({ slug: 'before', name_key: 'after' })
  const change = database.owner`update public.skills set slug = 'x' where id = ${id}`
  expect(pathsOf(await errorOf(change))).toEqual(['slug'])
})
