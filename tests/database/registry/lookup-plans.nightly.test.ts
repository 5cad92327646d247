import { expect, test } from 'vitest'
import { rolledBack, rpc, type Transaction, testDatabase } from '../fixtures.ts'

const { database } = testDatabase()

type Result = { skills: { name: string; exact: boolean }[] }

test('the best of 10,000 skills that share an identifier come first, and a lookup reads only a few of them', async () => {
  await rolledBack(database.owner, async (tx) => {
    const path = 'https://github.com/crowd/repo/tree/main/x'
    const insert = (name: string, url: string, number: number) => tx`
      insert into public.skills (name, description, type, url)
      select ${name} || n, 'x', 'mcp', ${url} from generate_series(1, ${number}::integer) as n`
    await insert('Crowd ', path, 10_000)
    await insert('Sibling ', `${path}/y`, 10_000)
    await insert('Root ', 'https://github.com/crowd/repo', 10_000)
    // Ratings by new agents, which anyone can give.
    const rate = (name: string, claws: number, number: number) => tx`
      update public.skill_stats as st
      set claws_3 = ${claws === 3 ? number : 0}, claws_5 = ${claws === 5 ? number : 0}
      from public.skills as s where s.id = st.skill_id and s.name like ${name}`
    await rate('%', 3, 1)
    await rate('Crowd 7777', 5, 30)
    await rate('Sibling 8888', 5, 20)
    await rate('Root 9999', 5, 10)
    // Poor ones that established agents rated, behind all others in the order top.
    await tx`
      update public.skill_stats as st
      set claws_3 = 0, claws_1 = n, established_ratings = n, established_claws = n
      from public.skills as s cross join lateral (select split_part(s.name, ' ', 2)::integer as n) as i
      where s.id = st.skill_id and s.name ~ '^Crowd .{1,3}$'`
    const lookUp = async (identifier: string) => {
      const args = { p_identifiers: [identifier] }
      const [before, { results }] = [
        await rowsRead(tx),
        await rpc<{ results: Result[] }>(tx, 'lookup_skills', args),
      ]
      expect((await rowsRead(tx)) - before).toBeLessThanOrEqual(40)
      return results[0]?.skills.map(({ name, exact }) => [name, exact]) ?? []
    }
    const found = await lookUp(path)
    expect([found[0], found[2]]).toEqual([
      ['Crowd 7777', true],
      ['Crowd 999', true],
    ])
    // Statistics change the plan.
    await tx.unsafe('analyze private.skill_identifiers')
    await tx.unsafe('discard plans')
    expect(await lookUp(path)).toEqual(found)
    expect((await lookUp('pkg:github/crowd/repo'))[0]).toEqual(['Root 9999', true])
    expect(await lookUp('pkg:github/crowd/repo#elsewhere')).toEqual([
      ['Crowd 7777', false],
      ['Sibling 8888', false],
      ['Root 9999', false],
    ])
    const differing = await tx`
      select from private.skill_identifiers as i join public.skill_stats as st using (skill_id) where i.score <> st.score`
    expect(differing).toHaveLength(0)
  })
})

/** How many rows of the identifiers were read in this transaction. */
async function rowsRead(tx: Transaction): Promise<number> {
  await tx`select pg_stat_force_next_flush()`
  const [row] = await tx`
    select (pg_stat_get_xact_tuples_returned('private.skill_identifiers'::regclass)
      + pg_stat_get_xact_tuples_returned('private.skill_identifiers_best'::regclass)
      + pg_stat_get_xact_tuples_returned('private.skill_identifiers_most_rated'::regclass))::integer as returned`
  return row?.returned
}

test('an import reads few of 10,000 submitted skills with an identifier of its server', async () => {
  const name = 'io.github.owner/crowded'
  const url = 'https://crowded.example/mcp'
  await rolledBack(database.owner, async (tx) => {
    await tx`
      insert into public.skills (name, description, type, url)
      select 'Claim ' || n, 'x', 'mcp', 'https://github.com/crowded/repository' from generate_series(1, 10000) as n`
    const repository = { url: 'https://github.com/crowded/repository', source: 'github' }
    const server = { name, description: 'x', version: '1.0.0', repository, remotes: [{ type: 'sse', url }] }
    const entry = {
      external_name: name,
      name,
      description: 'x',
      type: 'mcp',
      status: 'active',
    }
    const read = async () => {
      await tx`select pg_stat_force_next_flush()`
      const [row] = await tx`
        select (pg_stat_get_xact_tuples_returned('private.skill_identifiers'::regclass)
          + pg_stat_get_xact_tuples_returned('private.skill_identifiers_best'::regclass))::integer as rows`
      return row?.rows as number
    }
    // Statistics change the plan, and so does a session that has none yet.
    for (const statement of ['discard plans', 'analyze private.skill_identifiers']) {
      await tx.unsafe(statement)
      const before = await read()
      await rpc(tx, 'import_skills', {
        p_source: 'https://registry.example',
        p_skills: JSON.stringify([{ ...entry, description: statement, url: repository.url, server }]),
      })
      expect((await read()) - before, statement).toBeLessThan(100)
    }
  })
})
