// tests/unit/demo.test.ts has the data.
import { beforeAll, expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { startTemporaryStack, type TemporaryStack } from '../../local/stack/temporary-stack.ts'
import { STORY_NAMES } from '../../scripts/admin-story.ts'
import { run } from '../../scripts/program.ts'

let stack: TemporaryStack
beforeAll(async () => {
  stack = await startTemporaryStack()
  return stack.stop
})

const demo = (env: Record<string, string> = {}) => {
  const own = { DATA_DIR: stack.dataDir, API_PORT: new URL(stack.apiUrl).port, SUPABASE_URL: '' }
  return run(process.execPath, ['local/run.mjs', 'scripts/demo.ts'], {
    env: { ...process.env, ...own, ...env },
  })
}

test('npm run db:demo fills the local stack once', async () => {
  for (const [env, reason] of [
    [{ SUPABASE_URL: 'https://127.0.0.1.example.com' }, /^SUPABASE_URL is not the local stack/],
    [{ DATA_DIR: '/nowhere' }, /^No local stack runs with the data folder \/nowhere: /],
    [{ API_PORT: '1' }, /^The stack with the data folder .* does not answer on port 1: set API_PORT/],
  ] as const)
    expect(await demo(env)).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(reason) })

  const register = (agent_name: string) => {
    const headers = { 'Content-Type': 'application/json' }
    return fetch(`${stack.baseUrl}/api/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ agent_name }),
    })
  }
  expect((await register('HEDY')).status).toBe(201)
  const taken = /^The demo data need the name Hedy, which is taken in this stack\./
  const expectTaken = async () =>
    expect(await demo()).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(taken) })
  await expectTaken()
  await withConnection(stack.databaseUrl, async (sql) => {
    await sql`delete from public.agents`
    // The name of a deleted agent stays taken.
    await expectTaken()
    await sql`truncate private.deleted_names`
  })

  // Those of the README and the quickstart.
  for (const name of ['Ada', 'Grace']) expect((await register(name)).status).toBe(201)
  expect(await demo()).toEqual({ status: 0, stdout: expect.stringContaining('Added 190 skills'), stderr: '' })
  const stats = (await (await fetch(`${stack.baseUrl}/api/stats`)).json()) as Record<string, number>
  expect(stats).toEqual({
    // With the seed and the skill of the story, without the retired and merged ones.
    total_skills: 20 + 1 + 190 - 10,
    total_ratings: expect.any(Number),
    total_agents: 2 + 80 + STORY_NAMES.length - 1,
  })
  expect(stats.total_ratings).toBeGreaterThan(1_950)
  // What the README shows.
  const answer = await fetch(`${stack.baseUrl}/api/skills?search=mail`)
  const { skills } = (await answer.json()) as { skills: { name: string; established_ratings: number }[] }
  expect(skills[0]).toMatchObject({ name: 'Larkmail MCP Server', established_ratings: 60 })
  await withConnection(stack.databaseUrl, async (sql) => {
    const wrong = await sql`select * from private.stats_differences()`
    expect(wrong).toEqual([])
    // Only what the story tells needs an admin.
    const [queue] = await sql`select count(*)::integer as entries from admin.queue`
    expect(queue).toEqual({ entries: 4 })
  })
  expect(await demo()).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^This stack already has the demo data\. .* `npm run reset`/),
  })
}, 120_000)
