import { describe, expect, test } from 'vitest'
import { Problem, parse } from '../../functions/_shared/errors.ts'
import {
  AccountInput,
  FlagInput,
  isSlug,
  isUuid,
  KeyInput,
  RatingInput,
  RatingQuery,
  RegistrationInput,
  SkillInput,
  SkillQuery,
} from '../../functions/_shared/schemas/requests.ts'

const ID = '123e4567-e89b-42d3-a456-426614174000'

/** The fields that a schema finds at fault. */
function faults(schema: Parameters<typeof parse>[0], value: unknown): string[] {
  try {
    parse(schema, value)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [...new Set(error.details.errors?.map(({ path }) => path))]
  }
}

describe('a registration', () => {
  test('is cleaned, and keeps nothing unknown', () => {
    const value = {
      agent_name: ' Cafe\u0301 ',
      email: ' a@b.co ',
      agent_description: '\n',
      id: ID,
      admin: true,
    }
    expect(parse(RegistrationInput, value)).toEqual({ agent_name: 'Café', email: 'a@b.co' })
  })

  test.each([
    [{}],
    [{ agent_name: null }],
    [{ agent_name: 'x' }],
    [{ agent_name: 5 }],
    [{ agent_name: 'a\u202Eb' }],
  ])('needs a name: %j is refused', (value) => {
    expect(faults(RegistrationInput, value)).toEqual(['agent_name'])
  })

  test('rejects reserved names of agents, which skills may have', () => {
    expect(RegistrationInput.safeParse({ agent_name: 'Admins' }).error?.issues).toMatchObject([
      { path: ['agent_name'], message: 'is reserved' },
    ])
    expect(faults(SkillInput, { name: 'Admins', description: 'x', type: 'mcp' })).toEqual([])
  })

  test('says of every field what is wrong with it', () => {
    const value = { agent_name: ['x'], agent_description: 'x'.repeat(2_001), email: 'x' }
    expect(faults(RegistrationInput, value)).toEqual(['agent_name', 'agent_description', 'email'])
  })

  test('says that a missing field is required, and of a wrong one what it must be', () => {
    const message = (value: unknown) => RegistrationInput.safeParse(value).error?.issues[0]?.message
    expect(message({})).toBe('is required')
    expect(message({ agent_name: null })).toBe('is required')
    expect(message({ agent_name: 5 })).toBe('must be a string')
    expect(message({ agent_name: 'x' })).toBe('must have 2 to 50 characters')
  })
})

describe('changes of an account', () => {
  test('are cleaned; what is null or empty is to go, what is absent to stay', () => {
    expect(parse(AccountInput, { agent_description: ' New. ', agent_name: 'x', id: ID })).toEqual({
      agent_description: 'New.',
    })
    expect(parse(AccountInput, { agent_description: null, email: ' ' })).toEqual({
      agent_description: '',
      email: '',
    })
    expect(parse(AccountInput, {})).toEqual({})
  })

  test('are held to the bounds of a registration, all of them told', () => {
    const value = { agent_description: 'x'.repeat(2_001), email: 'x' }
    expect(faults(AccountInput, value)).toEqual(['agent_description', 'email'])
    expect(faults(AccountInput, { agent_description: 'x'.repeat(2_000), email: 'a@b.co' })).toEqual([])
  })
})

describe('a new key', () => {
  test.each([
    [{}, 0],
    [{ grace_seconds: null }, 0],
    [{ grace_seconds: 0 }, 0],
    [{ grace_seconds: 86_400, agent_id: ID }, 86_400],
  ])('%j leaves the old one so long: %i', (value, grace_seconds) => {
    expect(parse(KeyInput, value)).toEqual({ grace_seconds })
  })

  test.each([-1, 86_401, 1.5, '60', true, Number.NaN])('grace_seconds of %j is refused', (grace_seconds) => {
    expect(faults(KeyInput, { grace_seconds })).toEqual(['grace_seconds'])
    const [issue] = KeyInput.safeParse({ grace_seconds }).error?.issues ?? []
    expect(issue?.message).toBe('must be a whole number from 0 to 86400')
  })
})

describe('a new skill', () => {
  const skill = { name: 'x', description: 'x', type: 'mcp' }

  test('keeps its fields and nothing unknown', () => {
    expect(parse(SkillInput, { ...skill, url: null, slug: 'y', avg_claws: 5 })).toEqual(skill)
  })

  test('keeps its address as it was sent', () => {
    const url = 'HTTPS://Example.com/%7Ea?b#c'
    expect(parse(SkillInput, { ...skill, url })).toEqual({ ...skill, url })
  })

  test.each([
    ['nothing', {}, ['name', 'description', 'type']],
    [
      'wrong in all',
      { name: '', description: ' ', type: '', url: 'x' },
      ['name', 'description', 'type', 'url'],
    ],
    ['of a long name', { ...skill, name: 'x'.repeat(201) }, ['name']],
    ['of a long description', { ...skill, description: 'x'.repeat(5_001) }, ['description']],
    ['of another type', { ...skill, type: 'hasOwnProperty' }, ['type']],
    ['with credentials in its address', { ...skill, url: 'https://a:b@example.com' }, ['url']],
  ])('is refused when it is %s', (_, value, paths) => {
    expect(faults(SkillInput, value)).toEqual(paths)
  })
})

describe('a new rating', () => {
  test('keeps its fields and nothing unknown', () => {
    const value = {
      skill_id: ID,
      claws: 5,
      reliability: 0,
      security: null,
      speed: 0.1,
      commentary: '',
      agent_id: ID,
    }
    expect(parse(RatingInput, value)).toEqual({ skill_id: ID, claws: 5, reliability: 0, speed: 0.1 })
  })

  test.each([[{ claws: 5 }], [{ claws: 5, skill_id: '', skill_name: ' ' }], [{ claws: 5, skill_id: null }]])(
    'names a skill: %j is refused',
    (value) => {
      expect(faults(RatingInput, value)).toEqual(['skill_id'])
    },
  )

  test('says so beside every other fault', () => {
    const value = { claws: 4.5, reliability: 101, security: -1, speed: '1', commentary: 1 }
    expect(faults(RatingInput, value).sort()).toEqual(
      ['claws', 'commentary', 'reliability', 'security', 'skill_id', 'speed'].sort(),
    )
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -0, 0, 6, 4.5, '5', true, null, undefined])(
    'has claws from 1 to 5: %j is refused',
    (claws) => {
      expect(faults(RatingInput, { skill_id: ID, claws })).toEqual(['claws'])
    },
  )

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -0.1, 100.1, '50', true])(
    'has scores from 0 to 100: %j is refused',
    (speed) => {
      expect(faults(RatingInput, { skill_id: ID, claws: 5, speed })).toEqual(['speed'])
    },
  )
})

describe('the query of a list', () => {
  test('has a limit of 100 unless it says otherwise, and of 500 at most', () => {
    const limit = (text: string) => parse(SkillQuery, { limit: text }).limit
    expect(parse(SkillQuery, {})).toEqual({ limit: 100 })
    expect(['1', '0099', '500', '501', '9'.repeat(999)].map(limit)).toEqual([1, 99, 500, 500, 500])
  })

  test('without words in its search has none', () => {
    expect(parse(SkillQuery, { search: ' \u3000' }).search).toBeUndefined()
  })

  test('says of every parameter what is wrong with it', () => {
    const value = { type: '', sort: '', limit: '', cursor: '', search: '\u0000' }
    expect(faults(SkillQuery, value).sort()).toEqual(['cursor', 'limit', 'search', 'sort', 'type'])
  })
})

describe('the query of the ratings of a skill', () => {
  test('has its defaults and its bounds', () => {
    expect(parse(RatingQuery, {})).toEqual({ sort: 'newest', limit: 100 })
    const query = { sort: 'lowest', claws: '5', limit: '501', cursor: 'x'.repeat(20), type: 'mcp' }
    expect(parse(RatingQuery, query)).toEqual({ ...query, claws: 5, limit: 500, type: undefined })
    for (const sort of ['newest', 'oldest', 'highest', 'lowest'])
      expect(parse(RatingQuery, { sort }).sort).toBe(sort)
  })

  test.each(['', '0', '6', '05', '1.0', ' 1', '٣'])('of %j claws is none', (claws) => {
    expect(faults(RatingQuery, { claws })).toEqual(['claws'])
    const [issue] = RatingQuery.safeParse({ claws }).error?.issues ?? []
    expect(issue?.message).toBe('must be a whole number from 1 to 5')
  })

  test('says of every parameter what is wrong with it', () => {
    const value = { sort: 'top', claws: 'x', limit: '0', cursor: 'x' }
    expect(faults(RatingQuery, value)).toEqual(['sort', 'claws', 'limit', 'cursor'])
    const message = RatingQuery.safeParse(value).error?.issues[0]?.message
    expect(message).toBe('must be one of newest, oldest, highest, lowest')
  })
})

describe('a flag', () => {
  test('has a reason, cleaned, and nothing unknown', () => {
    expect(parse(FlagInput, { reason: ' Cafe\u0301 ', rating_id: ID })).toEqual({ reason: 'Café' })
  })

  test.each([[{}], [{ reason: null }], [{ reason: ' ' }], [{ reason: 5 }], [{ reason: 'x'.repeat(1_001) }]])(
    'is none with %j',
    (value) => {
      expect(faults(FlagInput, value)).toEqual(['reason'])
    },
  )
})

describe('isUuid and isSlug', () => {
  test.each([
    ID,
    ID.toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
  ])('%s is a UUID', (text) => {
    expect(isUuid(text)).toBe(true)
  })

  test.each(['', 'x', ID.slice(1), `${ID}0`, `{${ID}}`, ID.replaceAll('-', ''), `${ID}\n`, `urn:uuid:${ID}`])(
    '%j is no UUID',
    (text) => {
      expect(isUuid(text)).toBe(false)
    },
  )

  test.each(['a', '0', '-', 'a-b-2', 'x'.repeat(100)])('%s has the shape of a slug', (text) => {
    expect(isSlug(text)).toBe(true)
  })

  test.each(['', 'A', 'a b', 'a_b', 'a/b', 'é', 'a\n', 'x'.repeat(101)])('%j has not', (text) => {
    expect(isSlug(text)).toBe(false)
  })
})

describe('a message about a field', () => {
  const SCHEMAS = {
    RegistrationInput,
    AccountInput,
    KeyInput,
    SkillInput,
    RatingInput,
    FlagInput,
    SkillQuery,
    RatingQuery,
  }
  const values: unknown[] = [
    ...[undefined, null, true, -1, 0.5, 1e9, Number.POSITIVE_INFINITY, [], {}],
    ...['', ' ', 'x', '\u0000', '\ud800', 'a\u200bb', 'x'.repeat(20_000)],
  ]

  test.each(Object.entries(SCHEMAS))('forms a sentence with its name: %s', (_, schema) => {
    const fields = Object.keys(
      'shape' in schema ? schema.shape : { ...schema.def.left.shape, ...schema.def.right.shape },
    )
    const bodies = values.map((value) => Object.fromEntries(fields.map((field) => [field, value])))
    const issues = [{}, ...bodies].flatMap((body) => schema.safeParse(body).error?.issues ?? [])
    expect(issues.length).toBeGreaterThan(fields.length)
    for (const { path, message } of issues) {
      expect(fields).toContain(path.join('.'))
      expect(message).toMatch(/^(is|must) [^A-Z]/)
    }
  })
})
