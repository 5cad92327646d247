import { describe, expect, test } from 'vitest'
import {
  expectFaults,
  expectProblem,
  newAgent,
  newSkill,
  page,
  post,
  type Submitted,
  someAgent,
  submit,
  UNSCORED,
  UTC_TIME,
  UUID,
  uniqueWord,
  WHITE_SPACE,
  wideText,
} from '../support/http-client.ts'

describe('submitting a skill', () => {
  test('adds it to the catalogue, unrated, and says where it is', async () => {
    const name = `Sky Tool ${uniqueWord()}`
    const { status, headers, body } = await submit({
      name,
      description: 'Looks at the sky.',
      type: 'mcp',
      url: 'https://example.com/sky',
    })
    expect(status).toBe(201)
    const slug = name.toLowerCase().replaceAll(' ', '-')
    expect(headers.get('location')).toBe(`/functions/v1/api/skills/${slug}`)
    expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/)
    expect(body).toEqual({
      success: true,
      message: expect.stringMatching(/\S/),
      skill: {
        id: expect.stringMatching(UUID),
        name,
        slug,
        description: 'Looks at the sky.',
        type: 'mcp',
        url: 'https://example.com/sky',
        avg_claws: 0,
        total_ratings: 0,
        sub_scores: UNSCORED,
        created_at: expect.stringMatching(UTC_TIME),
        updated_at: expect.stringMatching(UTC_TIME),
      },
    })
    expect(Math.abs(Date.parse(body.skill.created_at) - Date.now())).toBeLessThan(60_000)
    expect(await page(slug)).toMatchObject(body.skill)
  })

  test('names every field at fault in one answer', async () => {
    const { key } = await someAgent()
    expectFaults(await post('/api/skills', {}, { key }), 'name', 'description', 'type')
    const wrong = { name: 5, description: ' ', type: 'MCP', url: 'ftp://example.com' }
    expectFaults(await post('/api/skills', wrong, { key }), 'name', 'description', 'type', 'url')
  })

  test('ignores unknown fields: none reaches a column', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const other = await newAgent()
    const skill = await newSkill({
      id,
      slug: uniqueWord(),
      avg_claws: 5,
      total_ratings: 99,
      created_at: '2000-01-01T00:00:00Z',
      updated_at: '2000-01-01T00:00:00Z',
      submitted_by: other.id,
      agent_id: other.id,
      name_key: 'x',
      p_type: 'mcp',
      skill: { name: 'x' },
      commentary: '\u0001',
    })
    expect(skill).toMatchObject({ slug: skill.name, type: 'other', avg_claws: 0, total_ratings: 0 })
    expect(skill.id).not.toBe(id)
    expect(skill.created_at).not.toMatch(/^2000/)
    expect(skill.updated_at).not.toMatch(/^2000/)
  })
})

describe('a taken name', () => {
  test('is refused, with the skill that has it', async () => {
    const word = uniqueWord()
    const { id, name, slug } = await newSkill({ name: `Sky  Tool ${word}` })
    const answer = await submit({ name: `sky tool ${word}`, description: 'Another.', type: 'mcp' })
    expect(expectProblem(answer, 409, 'skill_name_taken').skill).toEqual({ id, name, slug })
    expect((await page(id)).description).toBe('Does one thing.')
  })

  test('of twenty that arrive at once, one is taken and the others learn which', async () => {
    const name = uniqueWord()
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit<unknown>({ name })))
    const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body as Submitted)
    expect(taken).toHaveLength(1)
    const id = taken[0]?.skill.id
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(expectProblem(answer, 409, 'skill_name_taken').skill).toEqual({ id, name, slug: name })
    }
  })
})

describe('name', () => {
  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
  ])('is required: %s is refused', async (_, name) => {
    expectFaults(await submit({ name }), 'name')
  })

  test.each([[42], [false], [['Sky']], [{}]])('must be a string: %j is refused', async (name) => {
    expectFaults(await submit({ name }), 'name')
  })
})

describe('description', () => {
  test.each([
    ['one character', 'x'],
    ['5,000 characters', 'x'.repeat(5_000)],
    ['5,000 characters of two UTF-16 units', wideText(5_000)],
    ['lines and tabs', 'One.\n\n\tTwo.'],
    ['what names must not hold', 'a\u0001\u007F\u0085\u00AD\u200B\u202E\u2066\u2060\uFEFFb'],
    ['characters that compatibility makes 18 of', '\uFDFA'.repeat(5_000)],
  ])('may be %s, and is kept as it is', async (_, description) => {
    expect((await newSkill({ description })).description).toBe(description)
  })

  test('is trimmed and composed', async () => {
    const description = `${WHITE_SPACE}Cafe\u0301 tool${WHITE_SPACE}`
    expect((await newSkill({ description })).description).toBe('Café tool')
  })

  test('is measured after that', async () => {
    const skill = await newSkill({ description: `  ${'e\u0301'.repeat(5_000)}\uFEFF` })
    expect(skill.description).toBe('é'.repeat(5_000))
  })

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['white space alone', WHITE_SPACE],
    ['of 5,001 characters', 'x'.repeat(5_001)],
    ['of 5,001 characters of two UTF-16 units', wideText(5_001)],
    ['with NUL', 'a\u0000b'],
    ['with a lone surrogate', '\uDC00'],
    ['a number', 42],
    ['an array', ['x']],
  ])('is refused when it is %s', async (_, description) => {
    expectFaults(await submit({ description }), 'description')
  })
})

describe('type', () => {
  test.each(['mcp', 'clawdbot', 'github', 'other'])('may be %s', async (type) => {
    expect((await newSkill({ type })).type).toBe(type)
  })

  test.each([
    [undefined],
    [null],
    [''],
    ['MCP'],
    [' mcp'],
    ['tool'],
    ['toString'],
    [1],
    [['mcp']],
    [{ mcp: true }],
  ])('is refused when it is %j', async (type) => {
    expectFaults(await submit({ type }), 'type')
  })
})

describe('url', () => {
  const ofLength = (length: number) => 'https://example.com/'.padEnd(length, 'x')

  test.each([
    'https://example.com',
    'http://example.com',
    'HTTPS://Example.COM/Path/../to?b=2&a=1#Part',
    'http://localhost:8080/',
    'http://127.0.0.1/tool',
    'https://[2001:db8::1]:8443/',
    'https://bücher.example/straße?q=ü',
    'https://example.com/@scope/package',
    'https://example.com/?mail=a@b.c',
    'https://example.com/%E2%9C%93',
  ])('is stored as sent: %s', async (url) => {
    expect((await newSkill({ url })).url).toBe(url)
  })

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', ''],
    ['white space', ' \u3000\uFEFF'],
  ])('is null when it is %s', async (_, url) => {
    expect((await newSkill({ url })).url).toBeNull()
  })

  test('may have 2,048 characters', async () => {
    expect((await newSkill({ url: ofLength(2_048) })).url).toHaveLength(2_048)
  })

  test('is trimmed', async () => {
    expect((await newSkill({ url: ' https://example.com/\n' })).url).toBe('https://example.com/')
  })

  test.each([
    ['another scheme', 'ftp://example.com'],
    ['a script', 'javascript:alert(1)'],
    ['a scheme that only begins like http', 'httpx://example.com'],
    ['no scheme', 'example.com'],
    ['no scheme but slashes', '//example.com'],
    ['no host', 'https://'],
    ['a path alone', '/tool'],
    ['user and password', 'https://user:password@example.com'],
    ['a user alone', 'https://user@example.com'],
    ['an empty user', 'https://@example.com'],
    ['a port that is no number', 'https://example.com:port'],
    ['2,049 characters', ofLength(2_049)],
    ['NUL', 'https://example.com/\u0000'],
    ['a lone surrogate', 'https://example.com/\uD800'],
    ['a number', 42],
    ['an array', ['https://example.com']],
  ])('is refused with %s', async (_, url) => {
    expectFaults(await submit({ url }), 'url')
  })
})
