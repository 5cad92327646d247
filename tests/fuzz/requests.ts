// The requests of the fuzz run, one by one: valid, nearly valid and hostile.
import fc from 'fast-check'
import type { z } from 'zod'
import {
  FlagInput,
  RatingInput,
  RatingQuery,
  RegistrationInput,
  SKILL_TYPES,
  SkillInput,
  SkillQuery,
  SORTS,
} from '../../functions/_shared/schemas/requests.ts'
import { JSON_TYPE, twist } from './mutate-request.ts'
import { BODY_RULES, type BodyRoute, FLAG_RULES, QUERY_RULES, RATING_QUERY_RULES } from './rules.ts'
import type { Request } from './send.ts'
import { hostileText, notText, plainText, textNear } from './texts.ts'

/** What there is before the requests come: {@link fill} puts it where they name it. */
export interface Scene {
  /** Keys of two agents. */
  keys: [string, string]
  /** A well-formed key that nobody has. */
  unknownKey: string
  skills: { id: string; name: string; slug: string }[]
}

/** The values that a request may name without knowing them. */
function placeholders({ keys, unknownKey, skills }: Scene): [string, string][] {
  return [
    ['{{key}}', keys[0]],
    ['{{other key}}', keys[1]],
    ['{{unknown key}}', unknownKey],
    ...skills.flatMap(({ id, name, slug }, i): [string, string][] => [
      [`{{id ${i}}}`, id],
      [`{{ID ${i}}}`, id.toUpperCase()],
      [`{{name ${i}}}`, name],
      [`{{slug ${i}}}`, slug],
    ]),
  ]
}

/** How many skills the placeholders speak of. */
export const SCENE_SKILLS = 3

/** The request with what the scene has in place of what it names. */
export function fill(request: Request, scene: Scene): Request {
  const replace = (text: string) =>
    text.includes('{{')
      ? placeholders(scene).reduce((filled, [name, value]) => filled.replaceAll(name, value), text)
      : text
  return {
    ...request,
    path: replace(request.path),
    headers: request.headers.map(([name, value]) => [name, replace(value)]),
    ...(typeof request.body === 'string' && { body: replace(request.body) }),
  }
}

const skillIndex = fc.nat(SCENE_SKILLS - 1)

/** Mostly the first, now and then the others. */
function mostly<T>(usual: fc.Arbitrary<T>, ...others: fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: others.length * 6, arbitrary: usual },
    ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
  )
}

function textField(shortest: number, longest: number): fc.Arbitrary<unknown> {
  return mostly<unknown>(
    plainText(Math.max(shortest, 6), longest),
    textNear(shortest, longest),
    hostileText,
    notText,
  )
}

const email = mostly<unknown>(
  fc.emailAddress(),
  fc.constantFrom(
    'a@b.co',
    'a+b@example.com',
    ' a@b.co\n',
    'a@b',
    '@b.co',
    'a@@b.co',
    'a@b.co\r\nBcc: c@d.co',
    'ä@b.co',
  ),
  textNear(254),
  hostileText,
  notText,
)

const url = mostly<unknown>(
  fc.constantFrom('https://example.com', 'http://a.b.example:8080/c/d?e=f#g', 'HTTPS://EXAMPLE.COM/%20', ''),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.constantFrom(
    'javascript:alert(1)',
    'ftp://example.com',
    'https://user@example.com',
    'https://user:password@example.com/',
    'https://',
    '//example.com',
    'https://example.com\\@evil.example',
    'https://example.com:99999/',
    'https://[::1]/',
    'https://exa mple.com',
    'https://example.com/\u202E',
    'https://пример.example/é',
  ),
  fc.constantFrom(2_047, 2_048, 2_049).map((length) => `https://example.com/${'é'.repeat(length - 20)}`),
  hostileText,
  notText,
)

const score = mostly<unknown>(
  fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ min: 0, max: 100, noNaN: true })),
  fc.constantFrom<unknown>(
    0,
    -0,
    100,
    100.00000000000001,
    -5e-324,
    5e-324,
    101,
    -1,
    '50',
    true,
    null,
    [50],
    {},
    1e300,
  ),
)

const claws = mostly<unknown>(
  fc.integer({ min: 1, max: 5 }),
  fc.constantFrom<unknown>(0, 6, -1, 2.5, 5.000000000000001, '5', true, null, [3], {}, 1e300, -0),
)

const skillId = mostly<unknown>(
  fc.tuple(skillIndex, fc.constantFrom('id', 'ID')).map(([i, name]) => `{{${name} ${i}}}`),
  fc.uuid(),
  fc.constantFrom<unknown>(
    null,
    '',
    '{id}',
    '{00000000-0000-0000-0000-000000000000}',
    ' {{id 0}}',
    'not-a-uuid',
    7,
  ),
  hostileText,
  notText,
)

const skillName = mostly<unknown>(
  skillIndex.map((i) => `{{name ${i}}}`),
  fc.constantFrom<unknown>(null, ''),
  textField(1, 200),
)

/** What the fields of each body are filled with. */
const FIELDS: { [Route in BodyRoute]: Record<keyof (typeof BODY_RULES)[Route], fc.Arbitrary<unknown>> } = {
  '/api/register': { agent_name: textField(2, 50), agent_description: textField(0, 2_000), email },
  '/api/skills': {
    name: textField(1, 200),
    description: textField(1, 5_000),
    type: mostly<unknown>(fc.constantFrom(...SKILL_TYPES), hostileText, fc.constant('MCP'), notText),
    url,
  },
  '/api/ratings': {
    skill_id: skillId,
    skill_name: skillName,
    claws,
    reliability: score,
    security: score,
    speed: score,
    commentary: textField(0, 10_000),
  },
}

/** The fields that are not there most of the time: with both of them a rating must name one skill twice. */
const SELDOM = ['skill_name', 'email', 'url']

const SCHEMAS: Record<BodyRoute, Record<string, z.ZodType>> = {
  '/api/register': RegistrationInput.shape,
  '/api/skills': SkillInput.shape,
  '/api/ratings': { ...RatingInput.def.left.shape, ...RatingInput.def.right.shape },
}

/**
 * The fields that the zod schemas of functions/api have are the ones that are generated and judged.
 * @throws Error when a field came to be that the fuzz run does not know
 */
export function requireSameFields(): void {
  const pairs = [
    ...Object.entries(SCHEMAS).flatMap(([route, shape]) => [
      [route, Object.keys(shape), Object.keys(FIELDS[route as BodyRoute])] as const,
      [route, Object.keys(shape), Object.keys(BODY_RULES[route as BodyRoute])] as const,
    ]),
    ['GET /api/skills', Object.keys(SkillQuery.shape), Object.keys(QUERY_RULES)] as const,
    ['The list of ratings', Object.keys(RatingQuery.shape), Object.keys(RATING_QUERY_RULES)] as const,
    ['A flag', Object.keys(FlagInput.shape), Object.keys(FLAG_RULES)] as const,
  ]
  for (const [route, inSchema, known] of pairs) {
    if (inSchema.toSorted().join() !== known.toSorted().join()) {
      throw new Error(`${route} takes ${inSchema.join(', ')}; the fuzz run knows ${known.join(', ')}.`)
    }
  }
}

/** Keys that no schema has, and that some languages take for more than keys. */
const strangeKeys = fc.dictionary(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'id',
    'agent_id',
    'submitted_by',
    'p_claws',
    '',
    'toString',
    'slug',
  ),
  fc.oneof(fc.constantFrom<unknown>('x', 1, null, { claws: 5 }, ['a']), fc.jsonValue({ maxDepth: 2 })),
  { maxKeys: 3 },
)

function bodyOf(route: BodyRoute): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries<fc.Arbitrary<unknown>>(FIELDS[route]).map(([name, filled]) =>
    fc
      .tuple(filled, fc.nat(19))
      .map(([value, dice]): [string, unknown][] =>
        dice < (SELDOM.includes(name) ? 12 : 1) ? [] : dice === 19 ? [[name, null]] : [[name, value]],
      ),
  )
  return fc
    .tuple(fc.tuple(...fields), mostly(fc.constant({}), strangeKeys))
    .map(([present, more]) => Object.fromEntries([...present.flat(), ...Object.entries(more)]))
}

function posted(route: BodyRoute): fc.Arbitrary<Request> {
  const headers: [string, string][] =
    route === '/api/register' ? [JSON_TYPE] : [JSON_TYPE, ['x-api-key', '{{key}}']]
  return bodyOf(route).map((body) => ({ method: 'POST', path: route, headers, body: JSON.stringify(body) }))
}

const percentEncoded = (text: string) =>
  // Lone surrogates have no encoding; in a query they are what is not UTF-8.
  encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')

const parameter = fc.oneof(
  fc.constantFrom(...SKILL_TYPES, 'plugin', '', 'mcp%00').map((type) => `type=${type}`),
  fc.constantFrom(...SORTS, 'best', '').map((sort) => `sort=${sort}`),
  fc
    .oneof(
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom('0', '-1', '1.5', '', '007', '501', '9'.repeat(40), '1e2', '%D9%A3', '+5'),
    )
    .map((limit) => `limit=${limit}`),
  fc.oneof(hostileText, textNear(200), plainText(0, 20)).map((search) => `search=${percentEncoded(search)}`),
  fc.constantFrom(
    'search=%25',
    'search=_',
    'search=%5C',
    'search=*',
    'search=a&search=b',
    'search=%ff',
    'search=%zz',
    'search=%00',
    'search=a=b',
  ),
  fc
    .base64String({ minLength: 20, maxLength: 200 })
    .map((cursor) => `cursor=${cursor.replace(/[+/=]/g, '_')}`),
  fc.constantFrom(
    'cursor=',
    'cursor=x',
    `cursor=${'A'.repeat(4_000)}`,
    `cursor=${'A'.repeat(4_001)}`,
    'unknown=1',
    '=',
    '',
    '%41=b',
    'a=%ff',
    'TYPE=x',
    '__proto__=x',
  ),
)

const listed = fc.array(parameter, { maxLength: 4 }).map(
  (query): Request => ({
    method: 'GET',
    path: `/api/skills${query.length ? '?' : ''}${query.join('&')}`,
    headers: [],
  }),
)

const page = mostly(
  fc.tuple(skillIndex, fc.constantFrom('id', 'ID', 'slug')).map(([i, name]) => `{{${name} ${i}}}`),
  fc.uuid(),
  fc.stringMatching(/^[a-z0-9-]{1,101}$/),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())).filter((text) => text !== ''),
).map((skill): Request => ({ method: 'GET', path: `/api/skills/${skill}`, headers: [] }))

const health = fc.constant<Request>({ method: 'GET', path: '/api/health', headers: [] })

const lawful = fc.oneof(
  { weight: 3, arbitrary: posted('/api/register') },
  { weight: 3, arbitrary: posted('/api/skills') },
  { weight: 4, arbitrary: posted('/api/ratings') },
  { weight: 3, arbitrary: listed },
  { weight: 2, arbitrary: page },
  { weight: 1, arbitrary: health },
)

/** Any request at all: two in three are as usual in everything but what their fields hold. */
export const anyRequest: fc.Arbitrary<Request> = fc.oneof(
  { weight: 4, arbitrary: lawful },
  {
    weight: 2,
    arbitrary: fc
      .tuple(lawful, fc.array(twist, { minLength: 1, maxLength: 3 }))
      .map(([request, twists]) => twists.reduce((twisted, change) => change(twisted), request)),
  },
)
