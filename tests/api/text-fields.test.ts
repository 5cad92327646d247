// The texts that a request may contain: their bounds and what they must not contain. Every bound is also tested in tests/database.
import { describe, expect, test } from 'vitest'
import { expectInvalidFields, get, post, send } from '../support/api.ts'
import {
  type Agent,
  newAgent,
  newSkill,
  rate,
  sharedAgent,
  submitSkill,
  uniqueWord,
  unknownKey,
  WHITE_SPACE,
  wideText,
} from '../support/fixtures.ts'
import type { HttpResponse } from '../support/http-client.ts'

interface TextField {
  route: string
  field: string
  longest: number
  required?: true
  /** Sends a request that is valid but for the field. */
  sendWith(value: unknown): Promise<HttpResponse<unknown>>
  /** The text that is stored after such a request, if a response contains it. */
  stored?(value: unknown): Promise<unknown>
}

let me: Promise<Agent> | undefined
let target: Promise<{ flagPath: string; skill_id: string }> | undefined

/** An agent whose account the tests change. */
const account = () => {
  me ??= newAgent()
  return me
}
const rated = () => {
  target ??= (async () => {
    const { id } = await newSkill()
    const { body } = await rate(await newAgent(), { skill_id: id, claws: 1 })
    return { skill_id: id, flagPath: `/api/skills/${id}/ratings/${body.rating.id}/flag` }
  })()
  return target
}

const patchMe = async (value: object) => send('PATCH', '/api/me', value, { key: (await account()).key })
const register = (value: object) => post('/api/register', { agent_name: uniqueWord(), ...value })
const rateTarget = async (value: object) =>
  rate<unknown>(await sharedAgent(), { skill_id: (await rated()).skill_id, claws: 3, ...value })
const flag = async (value: object) => post((await rated()).flagPath, value, await sharedAgent())

/** Reads a field of the object that a response contains under this name. */
const reader =
  (write: (value: object) => Promise<HttpResponse<unknown>>, object: string, field: string) =>
  async (value: unknown) => {
    const { status, body } = await write({ [field]: value })
    expect([200, 201]).toContain(status)
    return (body as Record<string, Record<string, unknown>>)[object]?.[field]
  }

const FIELDS: TextField[] = [
  ...(['agent_description', 'email'] as const).flatMap((field): TextField[] => {
    const longest = field === 'email' ? 254 : 2_000
    return [
      { route: 'POST /api/register', field, longest, sendWith: (value) => register({ [field]: value }) },
      {
        ...{ route: 'PATCH /api/me', field, longest, sendWith: (value) => patchMe({ [field]: value }) },
        stored: reader(patchMe, 'agent', field),
      },
    ]
  }),
  ...(['description', 'url'] as const).map(
    (field): TextField => ({
      ...{ route: 'POST /api/skills', field, longest: field === 'url' ? 2_048 : 5_000 },
      ...(field === 'description' && { required: true as const }),
      sendWith: (value) => submitSkill<unknown>({ [field]: value }),
      stored: reader((value) => submitSkill<unknown>(value as Record<string, unknown>), 'skill', field),
    }),
  ),
  {
    ...{ route: 'POST /api/ratings', field: 'commentary', longest: 10_000 },
    sendWith: (commentary) => rateTarget({ commentary }),
    stored: reader(rateTarget, 'rating', 'commentary'),
  },
  {
    ...{ route: 'POST /api/ratings', field: 'skill_name', longest: 200 },
    sendWith: async (skill_name) => rate<unknown>(await sharedAgent(), { skill_name, claws: 3 }),
  },
  {
    ...{ route: 'POST …/flag', field: 'reason', longest: 1_000, required: true },
    sendWith: (reason) => flag({ reason }),
    stored: reader(flag, 'flag', 'reason'),
  },
]

/** A text of this length that is valid in the field. */
function ofLength(field: string, length: number): string {
  if (field === 'email') return '@example.com'.padStart(length, 'a')
  if (field === 'url') return 'https://example.com/'.padEnd(length, 'x')
  return wideText(length)
}

describe.concurrent.each(FIELDS)('$field of $route', ({ field, longest, required, sendWith, stored }) => {
  const text = ofLength(field, Math.min(longest, 40))
  // A skill_name is only looked up.
  const accepted = field === 'skill_name' ? [404] : [200, 201]

  test('is accepted at its longest, in code points, after trimming', async () => {
    const longText = ofLength(field, longest)
    if (stored) expect(await stored(`${WHITE_SPACE}${longText}${WHITE_SPACE}`)).toBe(longText)
    else expect(accepted).toContain((await sendWith(`${WHITE_SPACE}${longText}${WHITE_SPACE}`)).status)
  })

  test.each<[string, unknown]>([
    ['one character too long', ofLength(field, longest + 1)],
    ['with NUL', `${text}\u0000`],
    ...(field === 'email' ? [] : ([['with a lone surrogate', `${text}\uD800`]] as [string, string][])),
    ['a number', 42],
    ['a boolean', false],
    ['an array', [text]],
    ['an object', { text }],
    ...(required ? [undefined, null, '', WHITE_SPACE] : []).map((value): [string, unknown] => [
      `${JSON.stringify(value)}`,
      value,
    ]),
  ])('is rejected: %s', async (_, value) => {
    const fields = field === 'skill_name' && typeof value === 'string' ? ['skill_name'] : [field]
    expectInvalidFields(await sendWith(value), ...fields)
  })

  if (!required && field !== 'skill_name') {
    test.each([[null], [''], [WHITE_SPACE]])('is null when it is %j', async (value) => {
      if (stored) expect(await stored(value)).toBeNull()
      else expect((await sendWith(value)).status).toBe(201)
    })
  }

  if (field !== 'email' && field !== 'url') {
    test('is stored as it is, composed', async () => {
      const free = '<script>\n\tTre\u0300s \u0001\u202E\u200B\u00AD bien'
      if (stored) expect(await stored(free)).toBe(free.normalize('NFC'))
      else expect(accepted).toContain((await sendWith(free)).status)
    })
  }

  test('is rejected with an API key in it, which the response does not repeat', async () => {
    const key = unknownKey()
    const value =
      { email: `${key}@example.com`, url: `https://example.com/?key=${key}` }[field] ?? `My key: ${key}.`
    const response = await sendWith(value)
    expectInvalidFields(response, field)
    expect(response.text).toContain('must not contain an API key')
    expect(response.text).not.toContain(key)
    // Without a valid checksum it is not a key.
    const noKey = value.replace(key, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)
    expect(accepted).toContain((await sendWith(noKey)).status)
  })
})

test('a skill name and a search are rejected with an API key in them', async () => {
  const key = unknownKey()
  for (const [field, response] of [
    ['name', await submitSkill<unknown>({ name: key })],
    ['search', await get(`/api/skills?search=${key}`)],
  ] as const) {
    expectInvalidFields(response, field)
    expect(response.text).not.toContain(key)
  }
})

describe.concurrent('email', () => {
  test.each(['ada@example.com', ' ada@example.com\n', "ada.lovelace+tools_o'hara@mail.example.co.uk"])(
    'accepts %j',
    async (email) => {
      expect((await register({ email })).status).toBe(201)
    },
  )

  test.each([
    ...[
      'ada',
      'ada@',
      '@example.com',
      'ada@localhost',
      'ada@example..com',
      'a da@example.com',
      'adä@example.com',
    ],
    ...['ada@example.com, bob@example.com', 'Ada <ada@example.com>'],
  ])('rejects %s', async (email) => {
    expectInvalidFields(await register({ email }), 'email')
  })
})

describe.concurrent('url', () => {
  test.each([
    ...['https://example.com', 'HTTPS://Example.COM/Path/../to?b=2&a=1#Part', 'http://localhost:8080/'],
    ...[
      'https://[2001:db8::1]:8443/',
      'https://bücher.example/straße?q=ü',
      'https://example.com/@scope/package',
    ],
    ...['https://example.com/?mail=a@b.c', 'https://example.com/%E2%9C%93'],
  ])('stores %s as sent', async (url) => {
    expect((await newSkill({ url })).url).toBe(url)
  })

  test.each([
    ...[
      'ftp://example.com',
      'javascript:alert(1)',
      'httpx://example.com',
      'example.com',
      '//example.com',
      'https://',
    ],
    ...['/tool', 'https://user:password@example.com', 'https://user@example.com', 'https://@example.com'],
    'https://example.com:port',
  ])('rejects %s', async (url) => {
    expectInvalidFields(await submitSkill({ url }), 'url')
  })
})
