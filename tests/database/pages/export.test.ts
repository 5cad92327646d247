import { beforeAll, describe, expect, test } from 'vitest'
import { LENGTHS } from '../../../functions/_shared/schemas/options.ts'
import { NUMBER_BOMB, taggedCursor } from '../../support/cursors.ts'
import { type Agent, errorOf, outcome, pagesOf, pathsOf, testDatabase } from '../fixtures.ts'

const { database, newAgent, newSkill, call, submitRating, newRating, admin } = testDatabase()

type Item = Record<string, unknown> & { id: string }
type Page = {
  agent: Record<string, unknown> & { keys: Item[] }
  skills: Item[]
  ratings: Item[]
  hidden_commentaries: Item[]
  flags: Item[]
  next_cursor: string | null
}
const LISTS = ['skills', 'ratings', 'hidden_commentaries', 'flags'] as const

const exportMe = (agent: Agent, p_cursor: string | null = null) =>
  call<Page>(agent, 'export_me', { p_cursor })

/** The pages of an export, with what runs after each. */
async function exportAll(agent: Agent, afterPage = async () => {}): Promise<Page[]> {
  const pages: Page[] = []
  for await (const page of pagesOf((cursor) => exportMe(agent, cursor))) {
    pages.push(page)
    await afterPage()
  }
  return pages
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)

test('contains the account, its keys, submitted skills, ratings, hidden texts and flags', async () => {
  const agent = await newAgent()
  await call(agent, 'update_me', { p_agent_description: 'Tries tools.', p_email: 'me@example.com' })
  const submission = {
    p_name: 'Mine',
    p_description: 'Submitted.',
    p_type: 'mcp',
    p_url: 'https://example.com/mine',
  }
  await call(agent, 'submit_skill', submission)
  const retired = await newSkill('Retired', agent)
  await admin('retire_skill', retired.id, 'Gone.')
  const { agent: other, skill, rating } = await newRating()
  await call(agent, 'flag_rating', { p_skill: skill.id, p_rating: rating.id, p_reason: 'Odd.' })
  await call(agent, 'flag_skill', { p_skill: skill.slug, p_reason: 'Gone.' })
  const scores = { p_claws: 4, p_speed: 99.5, p_version: '1.0', p_observed_calls: 3, p_observed_failures: 1 }
  const own = await submitRating(agent, skill, { ...scores, p_commentary: 'Good.' })
  await call(other, 'flag_rating', { p_skill: skill.id, p_rating: own.id, p_reason: 'Not mine.' })
  const texts: Record<string, Item> = {}
  for (const name of ['Hidden', 'Hidden and deleted', 'Removed', 'Hidden and removed']) {
    const rated = await newSkill(name)
    const { id } = await submitRating(agent, rated, { p_commentary: `${name}.` })
    if (name.startsWith('Hidden')) await admin('hide_commentary', id, 'A secret reason.')
    if (name.endsWith('emoved')) await admin('remove_ratings', [id], 'Fake.')
    if (name === 'Hidden and deleted') await call(agent, 'delete_own_rating', { p_skill: rated.id })
    texts[name] = { id: rated.id, name, slug: rated.slug }
  }
  await admin('grant_standing', agent.id, 'Known.')
  const { api_key } = await call<{ api_key: string }>(agent, 'create_key', { p_grace_seconds: 60 })

  const page = await exportMe(agent)
  const reference = { id: skill.id, name: skill.name, slug: skill.slug }
  const sub_scores = expect.objectContaining({ speed: { mean: null, count: 0 } })
  const unrated = {
    avg_claws: 0,
    total_ratings: 0,
    established_ratings: 0,
    established_mean: null,
    sub_scores,
    last_rated_at: null,
    created_at: time,
    updated_at: time,
  }
  const hidden = { skill: texts.Hidden, commentary: 'Hidden.', hidden_at: time, claws: 3 }
  expect(page).toEqual({
    agent: {
      id: agent.id,
      agent_name: agent.name,
      agent_description: 'Tries tools.',
      email: 'me@example.com',
      created_at: time,
      established_at: time,
      standing_withdrawn_at: null,
      proof: null,
      keys: [
        { prefix: agent.key.slice(0, 13), created_at: time, last_used_at: time, expires_at: time },
        { prefix: api_key.slice(0, 13), created_at: time, last_used_at: null, expires_at: null },
      ],
    },
    skills: [
      {
        ...unrated,
        id: expect.any(String),
        name: 'Mine',
        slug: 'mine',
        description: 'Submitted.',
        type: 'mcp',
        url: 'https://example.com/mine',
        retired_at: null,
        identifiers: [],
      },
      {
        ...unrated,
        id: retired.id,
        name: 'Retired',
        slug: 'retired',
        description: expect.any(String),
        type: 'other',
        url: null,
        retired_at: time,
        identifiers: [],
      },
    ],
    ratings: [
      { ...own, established: true, hidden_at: null, skill: reference },
      expect.objectContaining(hidden),
    ],
    hidden_commentaries: [
      { skill: texts['Hidden and deleted'], commentary: null, hidden_at: time },
      { skill: texts['Hidden and removed'], commentary: 'Hidden and removed.', hidden_at: time },
    ],
    flags: [
      { rating_id: rating.id, skill: reference, reason: 'Odd.', created_at: time, updated_at: time },
      { rating_id: null, skill: reference, reason: 'Gone.', created_at: time, updated_at: time },
    ],
    next_cursor: null,
  })
})

test('is empty for a new agent, is a use of its key, and is not for a suspended one', async () => {
  const agent = await newAgent()
  const page = await exportMe(agent)
  expect(LISTS.map((list) => page[list])).toEqual([[], [], [], []])
  expect(page.next_cursor).toBeNull()
  const [key] =
    await database.owner`select last_used_at is not null as used from private.agent_keys where agent_id = ${agent.id}`
  expect(key).toEqual({ used: true })
  await admin('suspend_agent', agent.id, 'Fake.')
  expect(await outcome(exportMe(agent))).toBe('PT401 invalid_api_key')
})

describe('the pages of many entries', () => {
  const COUNT = 1_100
  let agent: Agent

  beforeAll(async () => {
    agent = await newAgent()
    await database.admin.begin(async (tx) => {
      // Without triggers and foreign keys: the aggregates are not used.
      await tx`set local session_replication_role = replica`
      await tx`
        insert into public.skills (name, slug, description, type, submitted_by, created_at)
        select 'Exported ' || i, 'exported-' || i, 'Submitted.', 'mcp', case when i <= 600 then ${agent.id}::uuid end,
          '2026-01-01'::timestamptz + i / 7 * interval '1 minute'
        from generate_series(1, ${COUNT}::integer) as i`
      await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills on conflict do nothing`
      await tx`
        insert into public.ratings (skill_id, agent_id, claws, updated_at)
        select id, ${agent.id}, 3, created_at from public.skills where name like 'Exported %'`
      await tx`
        insert into private.flags (agent_id, rating_id, reason)
        select ${agent.id}, id, 'Odd.' from public.ratings where agent_id = ${agent.id} limit 600`
      await tx`
        insert into private.flags (agent_id, skill_id, reason)
        select ${agent.id}, skill_id, 'Odd.' from public.ratings where agent_id = ${agent.id} limit 100`
    })
  })

  test('contain at most 500 entries, and each entry once', async () => {
    const pages = await exportAll(agent)
    const sizes = pages.map((page) =>
      LISTS.reduce((sum, list) => sum + page[list].length, page.agent.keys.length),
    )
    // With one key.
    expect(sizes).toEqual([500, 500, 500, 500, 401])
    const ids = (list: 'skills' | 'ratings') => pages.flatMap((page) => page[list].map(({ id }) => id))
    expect([new Set(ids('skills')).size, ids('skills').length]).toEqual([600, 600])
    expect([new Set(ids('ratings')).size, ids('ratings').length]).toEqual([COUNT, COUNT])
    const flags = pages.flatMap((page) =>
      page.flags.map(({ rating_id, skill }) => rating_id ?? (skill as Item).id),
    )
    expect([new Set(flags).size, flags.length]).toEqual([700, 700])
    expect(pages.every((page) => page.agent.id === agent.id)).toBe(true)
  })

  test('contain each rating also if it and others are written meanwhile; a replaced one again, at the end', async () => {
    const [first] = await database.owner`
      select skill_id, id from public.ratings where agent_id = ${agent.id} order by updated_at, id limit 1`
    const [last] = await database.owner`
      select skill_id, id from public.ratings where agent_id = ${agent.id} order by updated_at desc, id desc limit 1`
    let page = 0
    const pages = await exportAll(agent, async () => {
      page++
      await submitRating(agent, await newSkill(`Meanwhile ${page}`))
      // After the second page, which contains ratings, but not the last one.
      if (page === 2)
        for (const rated of [first, last])
          await submitRating(agent, { id: rated?.skill_id }, { p_commentary: 'New.' })
    })
    const ids = pages.flatMap(({ ratings }) => ratings.map(({ id }) => id))
    expect(ids.filter((id) => id === first?.id)).toHaveLength(2)
    expect(ids.filter((id) => id === last?.id)).toHaveLength(1)
    expect(new Set(ids).size).toBe(ids.length - 1)
    // The fourth page ends after the ratings: what is written later is in no page.
    expect(new Set(ids).size).toBe(COUNT + 3)
    expect(ids.indexOf(last?.id)).toBeGreaterThan(ids.lastIndexOf(first?.id))
  })
})

test('pages are smaller than 1 MB, whatever the texts contain', async () => {
  const agent = await newAgent()
  await call(agent, 'update_me', {
    p_agent_description: `a${'\u0001'.repeat(LENGTHS.agent_description[1] - 2)}a`,
  })
  const texts = ['x', '😀', '\u0001', '"'].map((character) => character.repeat(LENGTHS.commentary[1]))
  await database.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.skills (name, slug, description, type, submitted_by)
      select 'Long ' || i, 'long-' || i, left((${texts}::text[])[1 + i % 4], 5000), 'mcp', ${agent.id}::uuid
      from generate_series(1, 120) as i`
    await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills on conflict do nothing`
    await tx`
      insert into public.ratings (skill_id, agent_id, claws, commentary)
      select id, ${agent.id}, 3, case when n % 2 = 0 then (${texts}::text[])[1 + n % 4] end
      from (select id, row_number() over (order by id) as n from public.skills where name like 'Long %') as s`
    await tx`
      update public.ratings set commentary_hidden_at = now() where agent_id = ${agent.id} and commentary is null`
    await tx`
      insert into private.hidden_commentaries (rating_id, commentary)
      select id, ${texts[2] ?? ''} from public.ratings where agent_id = ${agent.id} and commentary is null`
  })
  const pages = await exportAll(agent)
  const ids = pages.flatMap(({ ratings }) => ratings.map(({ id }) => id))
  expect([new Set(ids).size, ids.length]).toEqual([120, 120])
  expect(pages.flatMap(({ skills }) => skills)).toHaveLength(120)
  expect(pages.flatMap(({ ratings }) => ratings).filter(({ hidden_at }) => hidden_at)).toHaveLength(60)
  for (const [i, page] of pages.entries()) {
    const bytes = Buffer.byteLength(JSON.stringify(page))
    expect(bytes).toBeLessThan(1_000_000)
    if (i < pages.length - 1) expect(bytes).toBeGreaterThan(800_000)
  }
})

describe('the cursor of an export', () => {
  const expectInvalid = async (agent: Agent, cursor: string) =>
    expect(pathsOf(await errorOf(exportMe(agent, cursor))), cursor.slice(0, 200)).toEqual(['cursor'])

  test('is of no use to another agent', async () => {
    const [agent, other] = [await newAgent(), await newAgent()]
    const position = `[3, "2026-01-01T00:00:00+00:00", "${crypto.randomUUID()}"]`
    const cursor = taggedCursor(position, 'export', agent.id)
    await exportMe(agent, cursor)
    await expectInvalid(other, cursor)
  })

  test('is invalid with a position that no export has', async () => {
    const agent = await newAgent()
    const position = (part: number) => `[${part}, "2026-01-01T00:00:00+00:00", "${crypto.randomUUID()}"]`
    const wrong = [0, 6, -1].map(position)
    const values = [
      position(3).replace('01-01', '02-31'),
      position(3).replace(/"[^"]*"\]/, '"\'"]'),
      '[3]',
      '[]',
      'null',
    ]
    for (const given of [...wrong, ...values, NUMBER_BOMB])
      await expectInvalid(agent, taggedCursor(given, 'export', agent.id))
  })
})
