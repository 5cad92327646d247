import { beforeAll, describe, expect, test } from 'vitest'
import { fixturesOf, type Skill } from './fixtures.ts'
import { type OwnDatabase, ownDatabase } from './own-database.ts'

/** The size at which a page ends, in bytes of JSON. */
const PAGE_BYTES = 1_000_000

type Page = {
  skills?: { id: string }[]
  ratings?: { id: string }[]
  count: number
  next_cursor: string | null
}

let database: OwnDatabase
let rated: Skill

beforeAll(async () => {
  database = await ownDatabase()
  rated = await fixturesOf(() => database).newSkill('Rated')
  await database.admin.begin(async (tx) => {
    // Without triggers and foreign keys: 180 ratings whose texts are 10, 40 or 60 kB in JSON.
    await tx`set local session_replication_role = replica`
    await tx`insert into public.agents (agent_name) select 'Rater ' || i from generate_series(1, 180) as i`
    await tx`
      insert into public.ratings (skill_id, agent_id, claws, commentary, updated_at)
      select
        ${rated.id}, id, 1 + i % 5, repeat((array['x', '😀', chr(1)])[1 + i % 3], 10000), '2026-01-01'::timestamptz + i * interval '1 minute'
      from (
        select id, row_number() over (order by id) as i from public.agents where agent_name like 'Rater %'
      ) as a`
    await tx`
      insert into public.skills (name, slug, description, type)
      select 'Planted ' || i, 'planted-' || i, repeat((array['x', '😀', chr(1)])[1 + i % 3], 4990) || ' planted', 'mcp'
      from generate_series(1, 300) as i`
    await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills on conflict do nothing`
    await tx`
      insert into private.skill_documents (skill_id, type, name_key, name_words, words)
      select id, type, name_key, 2, private.document_words(name, description) from public.skills
      on conflict do nothing`
  })
  return database.drop
})

/** All pages of a list, as text and parsed. */
async function pagesOf(
  read: (cursor: string | null) => Promise<readonly { text?: string }[]>,
): Promise<{ text: string; page: Page }[]> {
  const pages: { text: string; page: Page }[] = []
  let cursor: string | null = null
  do {
    const [row] = await read(cursor)
    const text = row?.text ?? ''
    const page: Page = JSON.parse(text)
    pages.push({ text, page })
    cursor = page.next_cursor
  } while (cursor !== null)
  return pages
}

/** Expects each page except the last to end with the item that reaches the limit. */
function expectFilled(pages: { text: string; page: Page }[], largestItem: number): void {
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, { text, page }] of pages.entries()) {
    const items = page.skills ?? page.ratings ?? []
    expect(page.count).toBe(items.length)
    const bytes = Buffer.byteLength(text)
    expect(bytes).toBeLessThan(PAGE_BYTES + largestItem + 1_000)
    if (index < pages.length - 1) expect(bytes).toBeGreaterThan(PAGE_BYTES)
  }
}

describe.each(['newest', 'oldest', 'highest', 'lowest'])('list_ratings with sort=%s', (sort) => {
  test.each([null, 3])('and claws=%s returns pages of about 1 MB, with each rating once', async (claws) => {
    const pages = await pagesOf(
      (cursor) =>
        database.owner`select public.list_ratings(${rated.slug}, ${sort}, ${claws}, 500, ${cursor})::text as text`,
    )
    expectFilled(pages, 62_000)
    const ids = pages.flatMap(({ page }) => page.ratings ?? []).map(({ id }) => id)
    expect(ids).toHaveLength(claws === null ? 180 : 36)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe.each(['top', 'newest', 'name'])('list_skills with sort=%s', (sort) => {
  test.each([null, 'planted'])(
    'and search=%s returns pages of about 1 MB, with each skill once',
    async (search) => {
      const pages = await pagesOf(
        (cursor) =>
          database.owner`select public.list_skills(null, ${search}, ${sort}, 500, ${cursor})::text as text`,
      )
      expectFilled(pages, 32_000)
      const ids = pages.flatMap(({ page }) => page.skills ?? []).map(({ id }) => id)
      expect(ids).toHaveLength(search === null ? 301 : 300)
      expect(new Set(ids).size).toBe(ids.length)
    },
  )
})

test('a page of short items has as many as the limit', async () => {
  const [row] = await database.owner<{ page: Page }[]>`
    select public.list_ratings(${rated.slug}, 'newest', null, 10) as page`
  expect(row?.page).toMatchObject({ count: 10, next_cursor: expect.any(String) })
})
