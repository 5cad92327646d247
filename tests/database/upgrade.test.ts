import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { runFile } from '../../local/postgres/migrate.ts'
import { migrationFiles, synonymsFile } from '../../scripts/scratch-postgres.ts'
import { type Caller, type FunctionName, request } from './fixtures.ts'
import { databaseForTests } from './own-database.ts'

/** An upgrade from 2.0.1 of a catalogue in use: skills, ratings, keys, an import, and everything that admins did. */

const AGENTS = 24
const SKILLS = 30
const IMPORTED = {
  external_name: 'com.example/trees',
  name: 'com.example/trees',
  description: 'Lists trees.',
}
const SORTS_WITHOUT_SCORE = ['rating', 'newest', 'name']

type Json = Record<string, unknown>
type Rated = { id: string; skill: string; commentary: string | null }

const [baseline, ...later] = migrationFiles()
const database = databaseForTests({ connections: 1, files: [baseline as string] })

const call = <T = Json>(sql: postgres.Sql, caller: Caller, name: FunctionName, args: Json): Promise<T> =>
  request<T>(sql, caller, name, args)

/** Fills a catalogue through the functions of 2.0.1. */
async function fill(sql: postgres.Sql) {
  const agents: { id: string; key: string }[] = []
  for (let n = 0; n < AGENTS; n += 1) {
    const made = await call<{ api_key: string; agent: { id: string } }>(sql, {}, 'register_agent', {
      p_agent_name: `Agent ${n}`,
      p_email: n % 3 === 0 ? `agent${n}@example.com` : null,
    })
    agents.push({ id: made.agent.id, key: made.api_key })
  }
  await sql`update public.agents set created_at = now() - interval '20 days' where id = any (${agents.slice(8).map(({ id }) => id)}::uuid[])`
  const skills: string[] = []
  for (let n = 0; n < SKILLS; n += 1) {
    const { skill } = await call<{ skill: { id: string } }>(
      sql,
      agents[n % AGENTS] as Caller,
      'submit_skill',
      {
        p_name: `Skill ${n} für Bäume`,
        p_description: `Reads tree ${n} ☃ and writes it.`,
        p_type: ['mcp', 'clawdbot', 'github', 'other'][n % 4],
        p_url: n % 5 === 0 ? null : `https://github.com/owner${n % 7}/repo-${n}`,
        p_identifiers: n % 2 === 0 ? null : [`pkg:npm/package-${n}`],
      },
    )
    skills.push(skill.id)
  }
  const ratings: Rated[] = []
  for (const [a, agent] of agents.entries())
    for (const [s, skill] of skills.entries()) {
      // What changes for ratings of own skills is tested by that of the owner below.
      if ((a * 7 + s * 11) % 5 !== 0 || s % AGENTS === a) continue
      const { rating } = await call<{ rating: { id: string; commentary: string | null } }>(
        sql,
        agent,
        'submit_rating',
        {
          p_skill_id: skill,
          p_claws: 1 + ((a + s) % 5),
          p_reliability: s % 2 ? 12.5 * (a % 9) : null,
          p_security: a % 4 ? null : 100 - s,
          // The mean of thirds has more digits than a number keeps.
          p_speed: (a % 7) / 3,
          p_commentary: (a + s) % 3 ? `Used ${a} times.` : null,
          p_version: a % 2 ? `1.${a}` : null,
          p_observed_calls: a % 3 ? 10 * a : null,
          p_observed_failures: a % 3 ? a : null,
        },
      )
      ratings.push({ ...rating, skill })
    }
  const owner = await call<{ api_key: string; agent: { id: string } }>(sql, {}, 'register_agent', {
    p_agent_name: 'Owner',
  })
  const own = await call<{ skill: { id: string } }>(sql, { key: owner.api_key }, 'submit_skill', {
    p_name: 'Own skill',
    p_description: 'Rated by its submitter.',
    p_type: 'other',
  })
  await sql`select admin.grant_standing('Owner', 'Known.')`
  await call(sql, { key: owner.api_key }, 'submit_rating', { p_skill_id: own.skill.id, p_claws: 5 })
  const [hidden, reported] = ratings.filter(({ commentary }) => commentary) as [Rated, Rated]
  await call(sql, agents[1] as Caller, 'flag_rating', {
    p_skill: reported.skill,
    p_rating: reported.id,
    p_reason: 'Spam?',
  })
  await call(sql, agents[3] as Caller, 'flag_skill', { p_skill: skills[2], p_reason: 'Copied.' })
  await call(sql, agents.pop() as Caller, 'delete_me', {})
  await call(sql, { role: 'service_role' }, 'import_skills', {
    p_source: 'https://registry.example',
    p_skills: [{ ...IMPORTED, type: 'mcp', server: { ...IMPORTED, version: '1.0.0' } }],
  })
  const { api_key } = await call<{ api_key: string }>(sql, agents[2] as Caller, 'create_key', {
    p_grace_seconds: 3600,
  })
  await sql`select admin.retire_skill(${skills[5] as string}, 'Gone.')`
  await sql`select admin.merge_skills(${skills[7] as string}, ${skills[8] as string}, 'The same.', confirm => true)`
  await sql`select admin.hide_commentary(${hidden.id}, 'Spam.')`
  await sql`select admin.suspend_agent(${agents[20]?.id as string}, 'Spam.')`
  await sql`select admin.remove_ratings(${agents[21]?.id as string}, 'Spam.')`
  await sql`select admin.grant_standing(${agents[0]?.id as string}, 'Known.')`
  return { agents, skills, hidden: hidden.id, newerKey: api_key, ownSkill: own.skill.id }
}

/** What everyone can read: each skill's page, its ratings, each agent's profile, and the lists whose order has not changed. */
async function readable(
  sql: postgres.Sql,
  { agents, skills }: { agents: { id: string }[]; skills: string[] },
) {
  const pages = []
  for (const skill of skills) {
    pages.push(await call(sql, {}, 'get_skill', { p_skill: skill }))
    pages.push(await call(sql, {}, 'list_ratings', { p_skill: skill, p_limit: 500 }))
  }
  for (const { id } of agents)
    pages.push(await call(sql, {}, 'get_agent', { p_agent: id }).catch((error) => ({ error: error.message })))
  const orders: Record<string, string[]> = {}
  for (const p_sort of SORTS_WITHOUT_SCORE) {
    const list = await call<{ skills: { id: string }[] }>(sql, {}, 'list_skills', { p_sort, p_limit: 500 })
    orders[p_sort] = list.skills.map(({ id }) => id)
  }
  pages.push(await call(sql, {}, 'list_servers', {}))
  return { pages, orders, stats: await call(sql, {}, 'get_stats', {}) }
}

test('an upgrade from 2.0.1 keeps every field, key and log entry, and admins can undo what they did', async () => {
  const sql = database.owner
  const data = await fill(sql)
  const suspended = data.agents[20] as (typeof data.agents)[0]
  const before = await readable(sql, data)
  const log = () => sql`select action, skill_id, rating_id, agent_id, reason from admin.audit_log order by id`
  const logged = [...(await log())]
  // Also of the deleted account, whose submission no admin has seen.
  const queue = async () => [
    ...(await sql`select kind, skill, agent, flags, reasons from admin.queue order by kind, skill`),
  ]
  const queued = await queue()
  const exported = async () => {
    const pages = []
    for (const { id, key } of data.agents)
      if (id !== suspended.id) pages.push(await call(sql, { key }, 'export_me', {}))
    return pages
  }
  const own = await exported()
  expect(logged.map(({ action }) => action)).toContain('merge_skills')

  for (const file of [...later, synonymsFile]) await runFile(sql, file)
  expect([...(await sql`select * from private.quality_differences()`)]).toEqual([])

  expect(await call(sql, {}, 'get_skill', { p_skill: data.ownSkill })).toMatchObject({
    total_ratings: 1,
    established_ratings: 0,
  })
  // New fields are allowed.
  expect(await readable(sql, data)).toMatchObject(before)
  expect([...(await sql`select * from private.stats_differences()`)]).toEqual([])
  expect([...(await log())]).toEqual(logged)
  expect(queued.map(({ agent }) => agent)).toContain(null)
  expect(await queue()).toEqual(queued)
  expect(await exported()).toMatchObject(own)
  for (const { id, key } of data.agents)
    if (id !== suspended.id) expect(await call(sql, { key }, 'get_me', {})).toMatchObject({ id })
  expect(await call(sql, { key: data.newerKey }, 'get_me', {})).toMatchObject({ id: data.agents[2]?.id })
  await expect(call(sql, suspended, 'get_me', {})).rejects.toThrow('invalid_api_key')

  const identifiers = await sql`
    select i.score, i.established_ratings, s.score as wanted_score, s.established_ratings as wanted_ratings
    from private.skill_identifiers as i join public.skill_stats as s using (skill_id)`
  for (const { score, established_ratings, ...wanted } of identifiers)
    expect({ wanted_score: score, wanted_ratings: established_ratings }).toEqual(wanted)
  await sql`select admin.reinstate_agent(${suspended.id}, 'A mistake.')`
  await sql`select admin.restore_ratings(${data.agents[21]?.id as string}, 'A mistake.')`
  await sql`select admin.restore_commentary(${data.hidden}, 'A mistake.')`
  await sql`select admin.restore_skill(${data.skills[5] as string}, 'A mistake.')`
  expect([...(await sql`select * from private.stats_differences()`)]).toEqual([])
  await sql`update private.totals set counted_at = '-infinity'`
  expect(await call(sql, {}, 'get_stats', {})).toMatchObject({
    // One of them merged, one imported, and that of the owner.
    total_skills: SKILLS + 1,
    total_agents: AGENTS,
  })
})
