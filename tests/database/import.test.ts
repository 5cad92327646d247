// What public.import_skills does with entries that only another program than the importer would send.
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { errorOf, outcome, pathsOf, request, testDatabase } from './fixtures.ts'

const { database, newSkill, admin, page } = testDatabase()

type Fields = Record<string, unknown>
type Imported = { cursor: string | null; outcomes: [name: string, outcome: string][] }

let count = 0
let source: string
beforeEach(() => {
  source = `https://registry-${++count}.example`
})

const entry = (external_name: unknown, fields: Fields = {}) => ({
  external_name,
  name: external_name,
  description: 'What it does.',
  type: 'mcp',
  url: null,
  published_at: 'infinity',
  status: 'active',
  ...fields,
})

const send = (skills: unknown[], args: Fields = {}) =>
  request<Imported>(database.owner, { role: 'service_role' }, 'import_skills', {
    p_source: source,
    p_skills: JSON.stringify(skills),
    ...args,
  })

/** What happens to each entry. */
const outcomes = async (...skills: unknown[]) => (await send(skills)).outcomes.map(([, happened]) => happened)

const owned = async () =>
  (
    await database.owner`
      select i.external_name, s.slug from private.imported_skills as i left join public.skills as s on s.id = i.skill_id
      where source = ${source} order by 1`
  ).map(({ external_name, slug }) => [external_name, slug])

test('of two entries whose names are one name, the first gets the skill and the other owns nothing', async () => {
  const taken = 'name is taken by one-name'
  const names = ['One  name', ' one name\u3000', 'ONE NAME', 'ｏne name']
  expect(await outcomes(...names.map((name, i) => entry(`entry-${i}`, { name })))).toEqual([
    'created',
    taken,
    taken,
    taken,
  ])
  expect(await owned()).toEqual([['entry-0', 'one-name']])
  const second = database.owner`
    insert into private.imported_skills (source, external_name, skill_id, published_at, content)
    select source, 'entry-1', skill_id, published_at, content from private.imported_skills where source = ${source}`
  expect(await outcome(second)).toMatch(/^23505/)
  const takeOver = { name: 'One  name', description: 'Taken over.' }
  expect(await outcomes(entry('entry-1', takeOver), entry('entry-9', takeOver))).toEqual([taken, taken])
  source = `${source}/mirror`
  expect(await outcomes(entry('entry-0', takeOver))).toEqual([taken])
  expect(await owned()).toEqual([])
  expect((await page('one-name')).description).toBe('What it does.')
})

test('an entry that is in a batch twice counts once', async () => {
  expect(await outcomes(entry('Twice'), entry('Twice', { description: 'Another.' }))).toEqual([
    'created',
    'external_name is in the batch more than once',
  ])
  const change = entry('Twice', { description: 'Changed.' })
  expect(await outcomes(change, entry('Twice', { description: 'Another.' }))).toEqual([
    'updated',
    expect.stringContaining('more than once'),
  ])
  expect((await page('twice')).description).toBe('Changed.')
})

test.each([
  '+275000-01-01T00:00:00.000Z',
  '300000-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  'now',
  'epoch',
  'tomorrow',
  '',
  'x',
  '2026-01-01',
  '4713-01-01T00:00:00Z BC',
  5,
  {},
  true,
])('a publication time of %j is reported, and does not stop the others', async (published_at) => {
  const names = ['a', 'b', 'c'].map((name) => `${name} ${count}`)
  const [first, bad, last] = await outcomes(
    entry(names[0]),
    entry(names[1], { published_at }),
    entry(names[2], { published_at: null }),
  )
  expect([first, last]).toEqual(['created', 'created'])
  expect(bad).toBe('published_at must be a time in UTC, infinity or -infinity')
})

test.each<[string, unknown]>([
  ['text that no index can hold', randomBytes(6_000).toString('base64')],
  ['four bytes for each of 3,000 characters', '😀'.repeat(3_000)],
  ['no text', ''],
  ['nothing', null],
  ['an object', { a: 'x'.repeat(300) }],
])('an external name that is %s is reported, and does not stop the others', async (_, external_name) => {
  const names = [`d ${count}`, `e ${count}`]
  const sent = [entry(names[0]), entry(external_name, { name: `bad ${count}` }), entry(names[1])]
  const [first, bad, last] = await outcomes(...sent)
  expect([first, last]).toEqual(['created', 'created'])
  expect(bad).toMatch(/^external_name (must have 1 to 200 characters|is required)/)
})

test('entries of other types are reported, and do not stop the others', async () => {
  const values = [null, 1, 'x', [], {}, [[1]]]
  const happened = await outcomes(...values, entry(`f ${count}`), entry(`g ${count}`, { status: 'unknown' }))
  for (const problem of happened.slice(0, values.length)) expect(problem).toMatch(/^external_name is/)
  expect(happened.slice(values.length)).toEqual([
    'created',
    'status must be one of active, deprecated, deleted',
  ])
})

test('the longest source, external name and name fit into the indexes', async () => {
  const name = Array.from({ length: 200 }, () =>
    String.fromCodePoint(0x20000 + Math.floor(Math.random() * 40_000)),
  ).join('')
  source = `https://${randomBytes(1_000).toString('base64url')}`.slice(0, 1_000)
  expect(await outcomes(entry(name))).toEqual(['created'])
  source += 'x'
  expect(pathsOf(await errorOf(send([])))).toEqual(['source'])
  source = 'https://cursor.example'
  expect(pathsOf(await errorOf(send([], { p_cursor: 'x'.repeat(2_049) })))).toEqual(['cursor'])
})

test('a name that a trigger knows to be taken is the outcome of its entry', async () => {
  await database.owner.unsafe(`
    create function public.refuse_taken() returns trigger language plpgsql as $$
    begin
      if new.name like 'Taken %' then
        raise sqlstate 'PT409' using message = 'skill_name_taken';
      end if;
      return new;
    end
    $$;
    create trigger refuse_taken before insert on public.skills for each row execute function public.refuse_taken()`)
  const names = ['h', 'Taken', 'i'].map((name) => `${name} ${count}`)
  expect(await outcomes(...names.map((name) => entry(name)))).toEqual(['created', 'name is taken', 'created'])
  await database.owner.unsafe('drop function public.refuse_taken cascade')
})

test('the name of a merged skill, when it is taken, leads to the skill that it was merged into', async () => {
  const [old, target] = [await newSkill(`Old ${count}`), await newSkill(`Target ${count}`)]
  await admin('merge_skills', old.slug, target.slug, 'The same.', true)
  expect(await outcomes(entry(old.name.toUpperCase()))).toEqual([`name is taken by ${target.slug}`])
})

test('deprecated and deleted entries mark a skill that was imported, and an active one removes the mark', async () => {
  const name = `Marked ${count}`
  const mark = (status: string) => entry(name, { status, description: null, name: '\u202e', url: 'x' })
  expect(await outcomes(mark('deleted'))).toEqual(['inactive'])
  expect(await outcomes(entry(name))).toEqual(['created'])
  const slug = (await owned())[0]?.[1] as string
  const before = await page(slug)
  expect(before.source_status).toBeNull()
  expect(await outcomes(mark('deleted'))).toEqual(['marked'])
  expect(await page(slug)).toEqual({ ...before, source_status: 'deleted' })
  expect(await outcomes(mark('deleted'))).toEqual(['inactive'])
  expect(await outcomes(mark('deprecated'))).toEqual(['marked'])
  expect((await page(slug)).source_status).toBe('deprecated')
  expect(await outcomes(entry(name))).toEqual(['unchanged'])
  expect(await page(slug)).toEqual(before)
})

test('a skill that was imported before is updated, whatever the name of its entry is now', async () => {
  const name = `Renamed ${count}`
  expect(await outcomes(entry(name))).toEqual(['created'])
  expect(await outcomes(entry(name, { name: '\u202e', description: 'New.' }))).toEqual(['updated'])
  const slug = (await owned()).at(-1)?.[1] as string
  expect(await page(slug)).toMatchObject({ name, description: 'New.' })
})

test('a dry run marks and stores nothing', async () => {
  const name = `Dry ${count}`
  await outcomes(entry(name))
  const { outcomes: happened, cursor } = await send([entry(name, { status: 'deleted' })], {
    p_dry_run: true,
    p_cursor: 'next',
  })
  expect([happened, cursor]).toEqual([[[name, 'marked']], null])
  expect(await outcomes(entry(name, { status: 'deleted' }))).toEqual(['marked'])
})

test('agents may not import', async () => {
  const call = request(database.owner, {}, 'import_skills', { p_source: source })
  expect(await outcome(call)).toMatch(/^42501/)
})
