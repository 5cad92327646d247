import { beforeAll, expect, test } from 'vitest'
import { LENGTHS } from '../../functions/_shared/schemas/options.ts'
import { pagesOf, rolledBack, type Skill, testDatabase } from './fixtures.ts'

/** The size at which a page ends, in bytes of JSON. */
const PAGE_BYTES = 800_000

type Page = {
  skills?: { id: string }[]
  ratings?: { id: string }[]
  count: number
  next_cursor: string | null
}

const { database, newSkill } = testDatabase()
let rated: Skill

beforeAll(async () => {
  rated = await newSkill('Rated')
  await database.admin.begin(async (tx) => {
    // Without triggers and foreign keys: 180 ratings whose texts are 10, 40 or 60 kB in JSON.
    await tx`set local session_replication_role = replica`
    await tx`insert into public.agents (agent_name) select 'Rater ' || i from generate_series(1, 180) as i`
    await tx`
      insert into public.ratings (skill_id, agent_id, claws, commentary, updated_at)
      select
        ${rated.id}, id, 1 + i % 5, repeat((array['x', '😀', chr(1)])[1 + i % 3], ${LENGTHS.commentary[1]}), '2026-01-01'::timestamptz + i * interval '1 minute'
      from (
        select id, row_number() over (order by id) as i from public.agents where agent_name like 'Rater %'
      ) as a`
    await tx`
      insert into public.skills (name, slug, description, type)
      select 'Planted ' || i, 'planted-' || i, repeat((array['x', '😀', chr(1)])[1 + i % 3], 4990) || ' planted', 'mcp'
      from generate_series(1, 150) as i`
    await tx`insert into public.agents (agent_name) values ('Verbose')`
    await tx`
      insert into public.ratings (skill_id, agent_id, claws, commentary)
      select s.id, a.id, 3, repeat((array['x', '😀', chr(1)])[1 + row_number() over () % 3], ${LENGTHS.commentary[1]})
      from (select id from public.skills where name like 'Planted %' limit 90) as s, public.agents as a
      where a.agent_name = 'Verbose'`
    await tx`
      update public.skills set submitted_by = (select id from public.agents where agent_name = 'Verbose')
      where name like 'Planted %'`
    await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills on conflict do nothing`
    await tx`
      insert into private.skill_documents (skill_id, type, name_key, name_words, words)
      select id, type, name_key, 2, private.document_words(name, description) from public.skills
      on conflict do nothing`
  })
})

test.each([
  ["list_ratings('rated', 'newest', null, 500, $1)", 180],
  ["list_ratings('rated', 'oldest', null, 500, $1)", 180],
  ["list_ratings('rated', 'lowest', 3, 500, $1)", 36],
  ["search_catalogue('planted', null, 'top', 500, $1)", 150],
  ["list_skills(null, 'name', 500, $1)", 151],
  ["list_agent_ratings('Verbose', 500, $1)", 90],
  ["list_agent_skills('Verbose', 500, $1)", 150],
])(
  '%s returns pages of less than 1 MB, which end with the item that reaches the limit',
  async (call, total) => {
    const ids: string[] = []
    const read = async (cursor: string | null): Promise<Page & { text: string }> => {
      const [row] = await database.owner.unsafe(`select public.${call}::text as text`, [cursor])
      return { ...JSON.parse(row?.text), text: row?.text }
    }
    for await (const page of pagesOf(read)) {
      const items = page.skills ?? page.ratings ?? []
      ids.push(...items.map(({ id }) => id))
      expect(page.count).toBe(items.length)
      expect(page.count).toBeLessThan(total)
      const bytes = Buffer.byteLength(page.text)
      expect(bytes).toBeLessThan(1_000_000)
      if (page.next_cursor !== null) expect(bytes).toBeGreaterThan(PAGE_BYTES)
    }
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
  },
)

test('20 skills of a list fit into a page, with the longest JSON that texts allow', async () => {
  await rolledBack(database.admin, async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update public.skills set
        name = repeat('😀', ${LENGTHS.skill_name[1]} - char_length(id::text)) || id, slug = rpad(slug, 100, 'x'),
        description = repeat(chr(1), ${LENGTHS.description[1]}), url = rpad('https://example.com/', ${LENGTHS.url[1]}, '😀')
      where name like 'Planted %'`
    const [row] =
      await tx`select public.list_skills(p_type => 'mcp', p_sort => 'name', p_limit => 20)::text as text`
    expect(JSON.parse(row?.text).count).toBe(20)
    expect(Buffer.byteLength(row?.text)).toBeGreaterThan(PAGE_BYTES * 0.95)
    expect(Buffer.byteLength(row?.text)).toBeLessThan(PAGE_BYTES)
  })
})

test('the page of a skill and the profile of an agent are below 1 MB with the longest JSON that texts allow', async () => {
  const [agent] = await database.owner`select id from public.agents where agent_name = 'Rater 1'`
  await database.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const longest = '\u0001'.repeat(LENGTHS.commentary[1])
    await tx`update public.ratings set commentary = ${longest} where skill_id = ${rated.id} and agent_id <> ${agent?.id}`
    await tx`
      insert into public.ratings (skill_id, agent_id, claws, commentary)
      select id, ${agent?.id}, 5, ${longest} from public.skills where name like 'Planted %' limit 20`
  })
  for (const call of [`get_skill('rated')`, `get_agent('Rater 1')`]) {
    const [row] = await database.owner.unsafe(`select public.${call}::text as text`)
    const bytes = Buffer.byteLength(row?.text)
    expect(bytes).toBeGreaterThan(9 * 6 * LENGTHS.commentary[1])
    expect(bytes).toBeLessThan(1_000_000)
  }
})
