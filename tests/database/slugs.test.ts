import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  become,
  newAgent,
  newSkill,
  refusal,
  request,
  rolledBack,
  rpc,
  type Transaction,
} from './callers.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'
import { openTransaction, untilBlocked } from './waiting.ts'

let database: OwnDatabase
let agent: Agent

beforeAll(async () => {
  database = await ownDatabase({ connections: 8 })
  agent = await newAgent(database, 'Slug maker')
  return database.drop
})

/** Submits skills one after another, and gives their slugs. */
async function slugsOf(tx: Transaction, ...names: string[]): Promise<string[]> {
  const slugs: string[] = []
  for (const name of names) {
    const { skill } = await rpc<{ skill: { slug: string } }>(tx, 'submit_skill', {
      p_name: name,
      p_description: 'x',
      p_type: 'other',
    })
    slugs.push(skill.slug)
  }
  return slugs
}

/** Runs the work as an agent, and takes it back. */
function asAgent(work: (tx: Transaction) => Promise<void>): Promise<void> {
  return rolledBack(database.owner, async (tx) => {
    await become(tx, { key: agent.key })
    await work(tx)
  })
}

test('a hundred and fifty names that come to one slug get -2, -3 … in turn', async () => {
  await asAgent(async (tx) => {
    const names = Array.from({ length: 150 }, (_, i) => `Clash${'!'.repeat(i)}`)
    const expected = names.map((_, i) => (i === 0 ? 'clash' : `clash-${i + 1}`))
    expect(await slugsOf(tx, ...names)).toEqual(expected)
  })
})

test('the thousandth clash still gets its slug at once', async () => {
  await rolledBack(database.owner, async (tx) => {
    await tx`
      insert into public.skills (name, slug, description, type)
      select 'Taken ' || i, 'many-' || i, 'x', 'other' from generate_series(2, 1000) as i`
    await tx`insert into public.skills (name, slug, description, type) values ('Taken', 'many', 'x', 'other')`
    await become(tx, { key: agent.key })
    expect(await slugsOf(tx, 'Many')).toEqual(['many-1001'])
  })
})

describe.each<{ what: string; names: string[]; slugs: string[] }>([
  {
    what: 'a name that is itself “foo 2”, before foo',
    names: ['foo 2', 'foo', 'foo!', 'foo?'],
    slugs: ['foo-2', 'foo', 'foo-3', 'foo-4'],
  },
  {
    what: '“foo 2” after foo’s second',
    names: ['foo', 'foo!', 'foo 2', 'foo-2!'],
    slugs: ['foo', 'foo-2', 'foo-2-2', 'foo-2-3'],
  },
  {
    what: 'accents and width',
    names: ['Café', 'cafe', 'ＣＡＦＥ.', 'CAFÉ!'],
    slugs: ['cafe', 'cafe-2', 'cafe-3', 'cafe-4'],
  },
  {
    what: 'names of which 80 characters are the same',
    names: [`${'a'.repeat(80)}b`, `${'a'.repeat(80)}c`],
    slugs: ['a'.repeat(80), `${'a'.repeat(80)}-2`],
  },
])('with $what', ({ names, slugs }) => {
  test('each skill has the first free slug of its name', async () => {
    await asAgent(async (tx) => {
      expect(await slugsOf(tx, ...names)).toEqual(slugs)
    })
  })
})

test('a gap that a deleted skill left is filled', async () => {
  await rolledBack(database.owner, async (tx) => {
    await become(tx, { key: agent.key })
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
  '!!!',
  '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
  '3f2504e0 4f89 41d3 9a0c 0305e82c3301',
])(
  'a name with nothing for a slug, or the shape of a UUID, %j, is skill- and the beginning of its id',
  async (name) => {
    await asAgent(async (tx) => {
      const [slug] = await slugsOf(tx, name)
      const [row] = await tx`select id::text from public.skills where slug = ${slug ?? ''}`
      expect(slug).toBe(`skill-${row?.id.slice(0, 8)}`)
    })
  },
)

test('a slug is an address even when the name is cut at a hyphen', async () => {
  await asAgent(async (tx) => {
    const slugs = await slugsOf(tx, `${'a'.repeat(79)} b`, `${'a'.repeat(79)} c`)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]{1,100}$/)
    expect(new Set(slugs).size).toBe(2)
  })
})

test('the second of two that race for a slug waits, and then gets -2', async () => {
  const first = await openTransaction(database.owner)
  const second = await openTransaction(database.owner)
  const submit = (transaction: typeof first, name: string) =>
    transaction.sql`select public.submit_skill(${name}, 'x', 'other') as answer`.then(
      (rows) => rows[0]?.answer.skill.slug,
    )
  await first.become(agent.key)
  await second.become(agent.key)
  expect(await submit(first, 'Race')).toBe('race')
  const waiting = submit(second, 'Race!')
  await untilBlocked(database.admin, second.pid)
  await first.commit()
  expect(await waiting).toBe('race-2')
  await second.commit()
})

test('the second of two that race gets the slug itself when the first gives up', async () => {
  const first = await openTransaction(database.owner)
  const second = await openTransaction(database.owner)
  const submit = (transaction: typeof first, name: string) =>
    transaction.sql`select public.submit_skill(${name}, 'x', 'other') as answer`.then(
      (rows) => rows[0]?.answer.skill.slug,
    )
  await first.become(agent.key)
  await second.become(agent.key)
  await submit(first, 'Given up')
  const waiting = submit(second, 'Given up!')
  await untilBlocked(database.admin, second.pid)
  await first.rollback()
  expect(await waiting).toBe('given-up')
  await second.commit()
})

test('two that submit one name at once: one gets it, the other learns who has it', async () => {
  const first = await openTransaction(database.owner)
  await first.become(agent.key)
  const [mine] = await first.sql`select public.submit_skill('Same name', 'x', 'other') as answer`
  const second = await openTransaction(database.owner)
  await second.become(agent.key)
  const waiting = refusal(second.sql`select public.submit_skill('SAME  NAME', 'x', 'other') as answer`)
  await untilBlocked(database.admin, second.pid)
  await first.commit()
  const error = await waiting
  await second.rollback()
  expect(error?.code).toBe('PT409')
  expect(error?.message).toBe('skill_name_taken')
  const { skill } = mine?.answer ?? {}
  expect(JSON.parse(error?.detail ?? '')).toEqual({ id: skill.id, name: skill.name, slug: skill.slug })
})

test('twenty that race for one slug each get one of their own', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `Twenty${'+'.repeat(i)}`)
  const answers = await Promise.all(
    names.map((name) =>
      request<{ skill: { slug: string } }>(database.owner, { key: agent.key }, 'submit_skill', {
        p_name: name,
        p_description: 'x',
        p_type: 'other',
      }),
    ),
  )
  const expected = names.map((_, i) => (i === 0 ? 'twenty' : `twenty-${i + 1}`))
  expect(answers.map(({ skill }) => skill.slug).sort()).toEqual(expected.sort())
})

test('“foo” and “foo 2” that race each get a slug of their own', async () => {
  const names = ['Pair', 'Pair!', 'Pair 2', 'Pair 2!', 'Pair 2 2', 'Pair-2-2!', 'Pair?', 'Pair 3']
  const answers = await Promise.all(
    names.map((name) =>
      request<{ skill: { slug: string } }>(database.owner, { key: agent.key }, 'submit_skill', {
        p_name: name,
        p_description: 'x',
        p_type: 'other',
      }),
    ),
  )
  expect(new Set(answers.map(({ skill }) => skill.slug)).size).toBe(names.length)
})

test('one statement inserts 20,000 skills, more than the server has locks for', async () => {
  await database.owner.begin(async (tx) => {
    const inserted = await tx`
      insert into public.skills (name, description, type)
      select 'Bulk ' || to_hex(i), 'x', 'other' from generate_series(1, 20000) as i`
    expect(inserted.count).toBe(20_000)
  })
})

describe('a slug never changes', () => {
  test('not when the skill is renamed', async () => {
    const skill = await newSkill(database, agent, 'Before')
    await database.owner`update public.skills set name = 'After' where id = ${skill.id}`
    const [row] = await database.owner`select slug, name_key from public.skills where id = ${skill.id}`
    expect(row).toEqual({ slug: 'before', name_key: 'after' })
  })

  test('not by an admin either, who is told so', async () => {
    const skill = await newSkill(database, agent, 'Lasting')
    const error = await refusal(
      database.owner`update public.skills set slug = 'passing' where id = ${skill.id}`,
    )
    expect(error?.code).toBe('PT400')
    expect(JSON.parse(error?.detail ?? '')[0].path).toBe('slug')
  })
})

test('updated_at of a skill is moved by editing it and not by rating it or losing its agent', async () => {
  const passing = await newAgent(database, 'Passing agent')
  const skill = await newSkill(database, passing, 'Edited')
  const updatedAt = async () =>
    (await database.owner`select updated_at::text from public.skills where id = ${skill.id}`)[0]?.updated_at
  const before = await updatedAt()
  await request(database.owner, { key: agent.key }, 'submit_rating', { p_skill_id: skill.id, p_claws: 3 })
  await database.owner`delete from public.agents where id = ${passing.id}`
  expect(await updatedAt()).toBe(before)
  await database.owner`update public.skills set description = 'Edited indeed' where id = ${skill.id}`
  expect((await updatedAt()) > before).toBe(true)
})
