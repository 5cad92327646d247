import { expect, test } from 'vitest'
import { withConnection } from '../../local/postgres/postgres.ts'
import { expectInvalidFields, get, localStack, type Skill } from '../support/api.ts'
import { newEstablishedAgents } from '../support/established-agents.ts'
import { newSkill, submitRating, uniqueWord } from '../support/fixtures.ts'

interface Found {
  skills: { id: string; name: string; source: string; installs: number }[]
}

const find = (query: string) => get<Found>(`/api/search?${query}`)
const idsOf = async (query: string) => (await find(query)).body.skills.map(({ id }) => id)
const idOf = ({ slug }: Pick<Skill, 'slug'>) => `api/skills/${slug}`

test('GET /api/search finds agent skills that have a path in a repository on GitHub', async () => {
  const word = uniqueWord()
  const at = (url: string | null, type = 'clawdbot') =>
    newSkill({ name: `${word} ${uniqueWord()}`, url, type })
  const skill = await at('https://github.com/Owner/Skills/tree/main/skills/Weather/SKILL.md')
  for (const other of [
    'https://github.com/owner/skills',
    'https://github.com/owner/skills/blob/main/README.md',
    'https://github.com/marketplace/actions/weather',
    'https://github.com.evil.example/owner/skills/tree/main/weather',
    'https://gitlab.com/owner/skills/-/tree/main/weather',
    'https://clawhub.ai/owner/skills/weather',
    // What a shell would read otherwise.
    'https://github.com/owner/skills/tree/main/$(weather)',
    'https://github.com/owner/skills/tree/main/weather%20%60id%60',
  ])
    await at(other)
  await at(null)
  await at('https://github.com/owner/skills/tree/main/skills/other', 'mcp')
  const { status, headers, body } = await find(`q=${word}&limit=10`)
  expect([status, body]).toEqual([
    200,
    { skills: [{ id: idOf(skill), name: 'Weather', source: 'Owner/Skills', installs: 0 }] },
  ])
  expect(headers.get('etag')).toMatch(/^"/)
  // What the link of the command leads to.
  expect((await get(`/${body.skills[0]?.id}`)).status).toBe(200)
})

test('GET /api/search filters before its limit, and keeps the order of the search', async () => {
  const word = uniqueWord()
  // More than a search ranks.
  const plant = (url: string | null) =>
    withConnection(
      localStack?.databaseUrl ?? '',
      (sql) => sql`
        insert into public.skills (name, description, type, url)
        select ${word} || ' ' || i || coalesce(${url}, ''), 'x', 'clawdbot', ${url} || i from generate_series(1, 1100) as i`,
    )
  await plant(null)
  const skills = []
  for (const i of [1, 2, 3]) {
    // Longer, so that they come last.
    const description = `Tells ${word}. ${'More words follow. '.repeat(20)}`
    const url = `https://github.com/${i < 3 ? word : 'other'}/r/tree/main/s${i}`
    skills.push(await newSkill({ name: `Skill ${i} ${uniqueWord()}`, description, type: 'clawdbot', url }))
  }
  const [first, second, third] = skills as [Skill, Skill, Skill]
  for (const agent of await newEstablishedAgents(3)) {
    await submitRating(agent, { skill_id: third.id, claws: 5 })
    await submitRating(agent, { skill_id: second.id, claws: 1 })
  }
  const ids = [third, first, second].map(idOf)
  expect(await idsOf(`q=${word}`)).toEqual(ids)
  expect(await idsOf(`q=${word}&limit=2`)).toEqual(ids.slice(0, 2))
  expect(await idsOf(`q=${word}&limit=1000`)).toEqual(ids)
  expect(await idsOf(`q=${word}&owner=${word.toUpperCase()}`)).toEqual([idOf(first), idOf(second)])
  for (const owner of ['nobody', `${word}/r`, "'"])
    expect(await idsOf(`q=${word}&owner=${owner}`), owner).toEqual([])
  await plant('https://github.com/planter/r/tree/main/')
  expect(await idsOf(`q=${word}&owner=${word}`)).toEqual([idOf(first), idOf(second)])
  // An admin edits it.
  const renamed = `${word}-renamed`
  await withConnection(
    localStack?.databaseUrl ?? '',
    (sql) =>
      sql`update public.skills set url = ${`https://github.com/${renamed}/r/tree/main/s`} where id = ${second.id}`,
  )
  expect(await idsOf(`q=${word}&owner=${word}`)).toEqual([idOf(first)])
  expect(await idsOf(`q=${word}&owner=${renamed}`)).toEqual([idOf(second)])
})

test.each([
  ['', 'q'],
  ['q=', 'q'],
  ['q=+%09', 'q'],
  [`q=${'x'.repeat(201)}`, 'q'],
  ['q=a&q=b', 'q'],
  ['q=%00', 'q'],
  ['q=a&limit=0', 'limit'],
  ['q=a&limit=', 'limit'],
  ['q=a&limit=1e3', 'limit'],
  [`q=a&owner=${'x'.repeat(40)}`, 'owner'],
])('GET /api/search?%s is 400', async (query, path) => {
  expectInvalidFields(await get(`/api/search?${query}`), path)
})
