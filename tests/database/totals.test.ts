import { describe, expect, test } from 'vitest'
import { openTransaction, testDatabase } from './fixtures.ts'

const { database, newAgent, newSkill, submitRating, newRating, call, admin } = testDatabase({
  connections: 8,
})

const stats = async () => (await database.owner`select public.get_stats() as stats`)[0]?.stats
const differences = async () => [...(await database.owner`select * from private.totals_differences()`)]

/** How the totals change while the work runs: skills, ratings, agents. */
async function change(work: () => PromiseLike<unknown>): Promise<number[]> {
  const before = await stats()
  await work()
  const after = await stats()
  expect(await differences()).toEqual([])
  return ['total_skills', 'total_ratings', 'total_agents'].map((total) => after[total] - before[total])
}

describe('get_stats', () => {
  test('counts agents, skills and ratings, replaced ratings only once', async () => {
    const agent = await newAgent()
    const skill = await newSkill('Counted', agent)
    expect(await change(() => newAgent())).toEqual([0, 0, 1])
    expect(await change(() => newSkill('Another', agent))).toEqual([1, 0, 0])
    expect(await change(() => submitRating(agent, skill))).toEqual([0, 1, 0])
    expect(await change(() => submitRating(agent, skill, { p_claws: 5 }))).toEqual([0, 0, 0])
    expect(await change(() => call(agent, 'delete_own_rating', { p_skill: skill.id }))).toEqual([0, -1, 0])
  })

  test('does not count retired skills, and follows merges and deletions', async () => {
    const { agent, skill } = await newRating()
    const other = await newRating()
    await submitRating(agent, other.skill)
    expect(await change(() => admin('retire_skill', skill.id, 'Gone.'))).toEqual([-1, 0, 0])
    expect(await change(() => admin('restore_skill', skill.id, 'Back.'))).toEqual([1, 0, 0])
    const merge = () => admin('merge_skills', skill.id, other.skill.id, 'The same.', true)
    const leave = () => database.owner`delete from public.agents where id = ${agent.id}`
    const remove = () => database.owner`delete from public.skills where id = ${other.skill.id}`
    expect(await change(merge)).toEqual([-1, -1, 0])
    expect(await change(leave)).toEqual([0, -1, -1])
    expect(await change(remove)).toEqual([-1, -1, 0])
  })

  test('follows statements over many rows, and truncation', async () => {
    const sql = database.owner
    const many = () =>
      sql`insert into public.skills (name, description, type) select 'Many ' || i, 'x', 'mcp' from generate_series(1, 30) as i`
    const edit = () => sql`update public.skills set description = 'y' where name like 'Many %'`
    expect([await change(many), await change(edit)]).toEqual([
      [30, 0, 0],
      [0, 0, 0],
    ])
    await newRating()
    const { total_ratings } = await stats()
    expect(await change(() => sql`truncate public.ratings cascade`)).toEqual([0, -total_ratings, 0])
    await sql`truncate public.agents cascade`
    expect([await stats(), await differences()]).toEqual([
      { total_skills: 0, total_ratings: 0, total_agents: 0 },
      [],
    ])
  })
})

test('writers do not wait for the totals of an open transaction', async () => {
  const [one, two] = [await newAgent(), await newAgent()]
  const [first, second] = [await newSkill(), await newSkill()]
  const open = await openTransaction(database.owner)
  await open.sql`insert into public.ratings (agent_id, skill_id, claws) values (${one.id}, ${first.id}, 3)`
  const { total_ratings } = await stats()
  await database.owner.begin(async (sql) => {
    await sql`set local lock_timeout = 1`
    await sql`insert into public.ratings (agent_id, skill_id, claws) values (${two.id}, ${second.id}, 3)`
  })
  expect((await stats()).total_ratings).toBe(total_ratings + 1)
  await open.commit()
  expect((await stats()).total_ratings).toBe(total_ratings + 2)
  expect(await differences()).toEqual([])
})

test('totals_differences finds wrong totals', async () => {
  await database.owner`update private.totals set skills = skills + 1 where id = (select min(id) from private.totals)`
  expect(await differences()).toMatchObject([{ total: 'skills' }])
  await database.owner`update private.totals set skills = skills - 1 where id = (select min(id) from private.totals)`
})
