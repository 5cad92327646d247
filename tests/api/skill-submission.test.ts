import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, post } from '../support/api.ts'
import {
  getSkill,
  newAgent,
  newSkill,
  sharedAgent,
  submitSkill,
  UNSCORED,
  UTC_TIME,
  UUID,
  uniqueWord,
  wideText,
} from '../support/fixtures.ts'

describe('POST /api/skills', () => {
  test('creates an unrated skill and returns its Location', async () => {
    const name = `Sky Tool ${uniqueWord()}`
    const fields = { name, description: 'Looks at the sky.', type: 'mcp', url: 'https://example.com/sky' }
    const { status, headers, body } = await submitSkill(fields)
    const slug = name.toLowerCase().replaceAll(' ', '-')
    expect([status, headers.get('location')]).toEqual([201, `/functions/v1/api/skills/${slug}`])
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      skill: {
        ...{ ...fields, id: expect.stringMatching(UUID), slug },
        ...{ avg_claws: 0, total_ratings: 0, sub_scores: UNSCORED },
        ...{ created_at: expect.stringMatching(UTC_TIME), updated_at: expect.stringMatching(UTC_TIME) },
      },
    })
    expect(Math.abs(Date.parse(body.skill.created_at) - Date.now())).toBeLessThan(60_000)
    expect(await getSkill(slug)).toMatchObject(body.skill)
  })

  test('reports every invalid field', async () => {
    const { key } = await sharedAgent()
    expectInvalidFields(await post('/api/skills', {}, { key }), 'name', 'description', 'type')
    const invalid = { name: 5, description: ' ', type: 'MCP', url: 'ftp://example.com' }
    expectInvalidFields(await post('/api/skills', invalid, { key }), 'name', 'description', 'type', 'url')
  })

  test('ignores unknown fields', async () => {
    const id = randomUUID()
    const time = '2000-01-01T00:00:00Z'
    const { id: other } = await newAgent()
    const skill = await newSkill({
      ...{ id, slug: uniqueWord(), avg_claws: 5, total_ratings: 99, created_at: time, updated_at: time },
      ...{ submitted_by: other, agent_id: other, name_key: 'x', p_type: 'mcp' },
      ...{ retired_at: time, skill: { name: 'x' }, commentary: '\u0001' },
    })
    expect(skill).toMatchObject({ slug: skill.name, type: 'other', avg_claws: 0, total_ratings: 0 })
    expect(skill.id).not.toBe(id)
    expect(skill.created_at).not.toMatch(/^2000/)
    expect((await getSkill(skill.slug)).retired_at).toBeNull()
  })

  test('accepts every type', async () => {
    for (const type of ['mcp', 'clawdbot', 'github', 'other'])
      expect((await newSkill({ type })).type).toBe(type)
  })

  test.each([undefined, null, '', 'MCP', ' mcp', 'tool', 'toString', 1, ['mcp'], { mcp: true }])(
    'rejects the type %j',
    async (type) => {
      expectInvalidFields(await submitSkill({ type }), 'type')
    },
  )
})

describe.concurrent('the slug', () => {
  test.each([
    ['in lower case', 'GitHub Server %', 'github-server-%'],
    ['without accents', 'Crème Brûlée Ñandú Żółć %', 'creme-brulee-nandu-zolc-%'],
    ['with the ASCII spelling of other letters', 'Straße Œuvre Æther Øre %', 'strasse-oeuvre-aether-ore-%'],
    ['with one hyphen for other characters', 'C++ & snake_case … (v1.2) %', 'c-snake-case-v1-2-%'],
    ['without hyphens at its ends', '--- (%)! ---', '%'],
    ['without characters that have no ASCII letters', 'tool 東京 🦞 %', 'tool-%'],
  ])('is the name %s', async (_, name, slug) => {
    const word = uniqueWord()
    expect((await newSkill({ name: name.replace('%', word) })).slug).toBe(slug.replace('%', word))
  })

  test('gets the first free number when it is taken', async () => {
    const word = uniqueWord()
    const slugs: string[] = []
    for (const name of [`${word} 3`, word, `${word}!`, `(${word})`])
      slugs.push((await newSkill({ name })).slug)
    expect(slugs).toEqual([`${word}-3`, word, `${word}-2`, `${word}-4`])
  })

  test('is unique when names race for it', async () => {
    const word = uniqueWord()
    const names = [...'!?.,;:+='].map((mark) => word + mark)
    const responses = await Promise.all(names.map((name) => submitSkill({ name })))
    expect(responses.map(({ status }) => status)).toEqual(names.map(() => 201))
    const slugs = responses.map(({ body }) => body.skill.slug)
    expect(slugs.sort()).toEqual([word, ...[2, 3, 4, 5, 6, 7, 8].map((n) => `${word}-${n}`)])
  })

  test.each([
    ['empty', () => wideText(12)],
    ['a UUID', () => randomUUID()],
    ['a UUID in upper case and braces', () => `{${randomUUID().toUpperCase()}}`],
    ['a UUID with other separators', () => randomUUID().replaceAll('-', '_')],
  ])('is skill- and the start of the id when it would be %s', async (_, name) => {
    const { id, slug } = await newSkill({ name: name() })
    expect(slug).toBe(`skill-${id.slice(0, 8)}`)
    expect((await getSkill(slug)).id).toBe(id)
  })

  test('is cut to 80 characters, before its number', async () => {
    const long = uniqueWord().padEnd(80, 'x')
    const slugs = [
      (await newSkill({ name: `${long}one` })).slug,
      (await newSkill({ name: `${long}two` })).slug,
    ]
    expect(slugs).toEqual([long, `${long}-2`])
  })

  test.each(['ﷺ', '¼', '…', 'ß', '½ ™', 'Ａ', 'ĳ'])('is valid for a name of %s', async (text) => {
    const { slug } = await newSkill({ name: `${text} ${wideText(3)} ${text.repeat(60)}` })
    expect(slug).toMatch(/^[a-z0-9-]{1,100}$/)
  })
})
