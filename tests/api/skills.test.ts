// Orders, pages, cursors and slugs are tested in tests/database (catalogue.test.ts, page-size.test.ts, slugs.test.ts), parameters in
// tests/unit/requests.test.ts, concurrent submissions in tests/resilience/races.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { perSubScore } from '../../functions/_shared/schemas/options.ts'
import { expectInvalidFields, expectProblem, type FlaggedSkill, get, post } from '../support/api.ts'
import { NO_EVIDENCE } from '../support/evidence.ts'
import {
  getSkill,
  listSkills,
  newAgent,
  newSkill,
  sharedAgent,
  submitSkill,
  UTC_TIME,
  UUID,
  uniqueWord,
} from '../support/fixtures.ts'

test('POST /api/skills creates an unrated skill and returns its Location', async () => {
  const name = `Sky Tool ${uniqueWord()}`
  const [id, time, { id: agent }] = [randomUUID(), '2000-01-01T00:00:00Z', await sharedAgent()]
  const unknown = {
    id,
    slug: uniqueWord(),
    avg_claws: 5,
    total_ratings: 99,
    created_at: time,
    updated_at: time,
    submitted_by: agent,
    agent_id: agent,
    name_key: 'x',
    p_type: 'other',
    retired_at: time,
  }
  const fields = { name, description: 'Looks at the sky.', type: 'mcp', url: 'https://example.com/sky' }
  const { status, headers, body } = await submitSkill({ ...fields, ...unknown })
  const slug = name.toLowerCase().replaceAll(' ', '-')
  expect([status, headers.get('location')]).toEqual([201, `/functions/v1/api/skills/${slug}`])
  const none = { mean: null, count: 0 }
  const now = expect.stringMatching(UTC_TIME)
  expect(body).toEqual({
    success: true,
    message: expect.stringMatching(/\S/),
    same_identifier: [],
    skill: {
      ...fields,
      id: expect.stringMatching(UUID),
      slug,
      created_at: now,
      updated_at: now,
      avg_claws: 0,
      total_ratings: 0,
      established_ratings: 0,
      established_mean: null,
      sub_scores: perSubScore(() => none),
      last_rated_at: null,
    },
  })
  expect(body.skill.id).not.toBe(id)
  expect(Math.abs(Date.parse(body.skill.created_at) - Date.now())).toBeLessThan(60_000)
  for (const address of [slug, body.skill.id, body.skill.id.toUpperCase()])
    expect(await getSkill(address)).toEqual({
      ...body.skill,
      retired_at: null,
      ratings: [],
      established_mean: null,
      evidence: NO_EVIDENCE,
      changed_at: null,
      established_since_change: 0,
      identifiers: expect.any(Array),
      rating_counts: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
      submitted_by: expect.any(String),
      submitted_by_id: expect.stringMatching(UUID),
      source_status: null,
      source_version: null,
      publisher: null,
      last_rated_version: null,
      for_version: null,
      install: null,
      rating_history: Array(12).fill({ month: expect.any(String), count: 0, mean: null }),
    })
})

test('invalid characters of all fields are reported together, after the other fields', async () => {
  const name = `Invisible\u200b ${uniqueWord()}`
  const url = 'https://example.com/\u202ea'
  expectInvalidFields(await submitSkill({ name, description: '', type: 'mcp', url }), 'description')
  expectInvalidFields(await submitSkill({ name, description: 'x', type: 'mcp', url }), 'name', 'url')
})

test('a skill that does not exist is 404 at every route of a skill', async () => {
  const { slug } = await newSkill()
  for (const address of [randomUUID(), slug.toUpperCase(), 'x'.repeat(101), '%00', '%FF', 'a%2Fb'])
    for (const end of ['', '/ratings', '/ratings/me', '/badge.svg', '/feed.atom', '/similar'])
      expectProblem(await get(`/api/skills/${address}${end}`, await sharedAgent()), 404, 'skill_not_found')
})

test('a flag of a skill returns 201 the first time, then 200 with the newest reason', async () => {
  const [skill, { key }] = [await newSkill(), await newAgent()]
  const flag = (address: string, value: object) =>
    post<FlaggedSkill>(`/api/skills/${address}/flag`, value, { key })
  const first = await flag(skill.slug, { reason: '  Steals keys. ', agent_id: randomUUID() })
  expect(first.status).toBe(201)
  expect(first.body).toEqual({
    success: true,
    message: expect.stringMatching(/\S/),
    flag: { skill_id: skill.id, reason: 'Steals keys.', created_at: expect.stringMatching(/\+00:00$/) },
  })
  const second = await flag(skill.id.toUpperCase(), { reason: 'Insults.' })
  expect([second.status, second.body.flag]).toEqual([200, { ...first.body.flag, reason: 'Insults.' }])
  expect(second.body.message).not.toBe(first.body.message)
  expectProblem(await flag(randomUUID(), { reason: 'x' }), 404, 'skill_not_found')
})

test('GET /api/skills/{id or slug}/similar returns similar skills in the shape of the list', async () => {
  const word = uniqueWord()
  const [one, two] = await Promise.all([1, 2].map((i) => newSkill({ name: `${word} ${i}` })))
  for (const address of [one?.id, one?.slug])
    expect((await get(`/api/skills/${address}/similar?limit=0`)).body).toEqual({ skills: [two] })
  expect((await get(`/api/skills/${(await newSkill()).slug}/similar`)).body).toEqual({ skills: [] })
})

test('GET /api/skills returns a skill as soon as it was submitted', async () => {
  const skill = await newSkill({ url: 'https://example.com' })
  const page = {
    skills: [skill],
    count: 1,
    next_cursor: null,
    did_you_mean: null,
    suggestions: [],
    missing: null,
  }
  expect(await listSkills({ search: skill.name })).toEqual({ ...page, missing: [[]] })
  expect(await listSkills({ search: uniqueWord() })).toMatchObject({
    ...page,
    skills: [],
    count: 0,
    missing: [],
  })
  expect((await listSkills({ sort: 'newest', limit: 500 })).skills).toContainEqual(skill)
})

test('every invalid parameter is reported', async () => {
  const query = 'type=x&sort=x&limit=x&cursor=x&search=%00'
  expectInvalidFields(await get(`/api/skills?${query}`), 'type', 'sort', 'limit', 'cursor', 'search')
})

test('sorts page by page, with a cursor that fits any limit, and no other sort', async () => {
  const word = uniqueWord()
  const names = ['b', 'c', 'a'].map((label) => `${label} ${word}`)
  // One after the other, for the order of `newest`.
  for (const name of names) await newSkill({ name })
  const list = { search: word, sort: 'newest' }
  const { skills, next_cursor } = await listSkills({ ...list, limit: '01' })
  const rest = await listSkills({ ...list, limit: '9'.repeat(40), cursor: next_cursor ?? '' })
  expect([...skills, ...rest.skills].map(({ name }) => name)).toEqual(names.toReversed())
  const other = await get(`/api/skills?search=${word}&sort=name&cursor=${next_cursor}`)
  expectInvalidFields(other, 'cursor')
})
