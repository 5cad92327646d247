import type { Attack, Cast } from './target.ts'

/** What each route that takes a query must make of it: 200 and nothing found, or 400. Never more than was asked for. */
export async function queries(cast: Cast): Promise<Attack[]> {
  const cursor = await nextCursor(cast, 'sort=name&limit=1')
  const list = (title: string, query: string, expect: string | string[]): Attack => ({
    ...{
      title: `${title}: ${query.slice(0, 60)}`,
      door: 'function',
      method: 'GET',
      path: `/api/skills?${query}`,
      expect,
    },
  })
  const rpc = (title: string, parameters: Record<string, unknown>, expect: string): Attack => ({
    ...{ title, door: 'data api', method: 'POST', path: '/rpc/list_skills', expect },
    body: JSON.stringify(parameters),
  })

  const plain = SEARCHES.flatMap((search) => [
    list('a search for plain characters', `search=${encodeURIComponent(search)}`, 'answered'),
    rpc(`p_search ${search}`, { p_search: search }, 'answered'),
    // In every other place it is no value at all.
    ...['type', 'sort', 'cursor', 'limit'].map((name) =>
      list(`${name} is a search`, `${name}=${encodeURIComponent(search)}`, 'invalid_request'),
    ),
    rpc(`p_type ${search}`, { p_type: search }, 'refused'),
    rpc(`p_sort ${search}`, { p_sort: search }, 'refused'),
    rpc(`p_cursor ${search}`, { p_cursor: search }, 'refused'),
    {
      ...list('the address of a skill', '', 'skill_not_found'),
      path: `/api/skills/${encodeURIComponent(search)}`,
    },
    rpc(`p_limit ${search}`, { p_limit: search }, 'refused'),
  ])

  const broken = ['%ff', '%', '%0', '%zz', '%c0%80', '%ed%a0%80', '%f4%90%80%80', 'a%00b'].flatMap(
    (bytes) => [
      list('not UTF-8, or NUL', `search=${bytes}`, 'invalid_request'),
      list('not UTF-8, or NUL', `type=${bytes}`, 'invalid_request'),
      // NUL in a parameter that nobody knows is UTF-8, and ignored.
      list(
        'not UTF-8, in an unknown parameter',
        `x=${bytes}`,
        bytes === 'a%00b' ? 'answered' : 'invalid_request',
      ),
      {
        ...list('not UTF-8, in the path', '', ['skill_not_found', 'route_not_found']),
        path: `/api/skills/${bytes}`,
      },
    ],
  )

  const repeated = ['type=mcp', 'search=a', 'sort=top', 'limit=1', `cursor=${cursor}`].flatMap((pair) => {
    const [name = ''] = pair.split('=')
    return [
      list('given twice', `${pair}&${pair}`, 'invalid_request'),
      list(
        'given twice, encoded once',
        `${pair}&%${name.charCodeAt(0).toString(16)}${pair.slice(1)}`,
        'invalid_request',
      ),
      list('a list of it', `${name}[]=x&${name}[$ne]=x&${name}.x=y`, 'answered'),
    ]
  })

  const limits = [
    '0',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '١',
    'Infinity',
    'NaN',
    '',
    ' 1',
    '1 ',
    '1;drop table skills',
    '9'.repeat(400),
  ]
  const bounds = limits.map((limit) =>
    list(
      'a limit',
      `limit=${encodeURIComponent(limit)}`,
      /^9+$/.test(limit) ? 'answered' : 'invalid_request',
    ),
  )

  const enormous = [
    list('an enormous search', `search=${'x'.repeat(201)}`, 'invalid_request'),
    list(
      'an enormous search of one word',
      `search=${encodeURIComponent('漢'.repeat(600))}`,
      'invalid_request',
    ),
    list('an enormous cursor', `cursor=${'A'.repeat(5_000)}`, 'invalid_request'),
    list('a thousand parameters', Array.from({ length: 1_000 }, (_, i) => `a${i}=1`).join('&'), 'answered'),
    list('names of Object.prototype', '__proto__=1&constructor=1&toString=1&hasOwnProperty=1', 'answered'),
    rpc('an enormous p_search', { p_search: 'x'.repeat(100_000) }, 'refused'),
    rpc('an enormous p_cursor', { p_cursor: 'A'.repeat(100_000) }, 'refused'),
    rpc('p_search that is nothing but marks', { p_search: `e${'\u0301'.repeat(30_000)}` }, 'refused'),
    ...[-1, 0, 2 ** 31 - 1].map((p_limit) => rpc(`p_limit ${p_limit}`, { p_limit }, 'answered')),
    rpc('p_limit 2^31', { p_limit: 2 ** 31 }, 'refused'),
  ]

  const cursors = forged(cursor).flatMap(([title, value]) => [
    list(`a cursor ${title}`, `sort=name&limit=1&cursor=${encodeURIComponent(value)}`, 'invalid_request'),
    rpc(`a cursor ${title}`, { p_sort: 'name', p_limit: 1, p_cursor: value }, 'refused'),
  ])
  const foreign = ['', '&sort=top', '&sort=newest', '&sort=name&type=mcp', '&sort=name&search=a'].map(
    (where) =>
      list(`a cursor of another list${where}`, `limit=1&cursor=${cursor}${where}`, 'invalid_request'),
  )
  const elsewhere = [
    '/api/skills/x?%ff',
    '/api/health?%ff',
    '/api/health?a=%',
    '/api?%ff',
    '/api/openapi.json?%ff',
    '/api/skill.md?a=%',
    `/api/skills/${cast.skill.slug}?x=%c3`,
  ].map((path): Attack => ({ ...list(path, '', 'invalid_request'), path }))
  const paths = PATHS.map(
    (path): Attack => ({ ...list(path, '', ['skill_not_found', 'route_not_found']), path }),
  )
  const methods = ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].flatMap((method) =>
    ['/api/register', '/api/skills', '/api/ratings', '/api/health', `/api/skills/${cast.skill.slug}`].map(
      (path): Attack => ({
        title: `${method} ${path}`,
        door: 'function',
        method,
        path,
        expect: 'method_not_allowed',
      }),
    ),
  )
  return [...[plain, broken, repeated, bounds, enormous, cursors, foreign, elsewhere, paths, methods].flat()]
}

const SEARCHES = [
  '%',
  '_',
  '%%%',
  '\\',
  '\\\\%',
  '*',
  '"',
  "'",
  "''",
  "'; drop table skills;--",
  "' union select email from agents--",
  ',)or(id.not.is.null',
  'or(email.like.*)',
  '(',
  '{a,b}',
  'name.eq.x',
  '$1',
  '{{7*7}}',
  ':a',
  '\u202e',
  '\ud83e\udd9e',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'x\r\nSet-Cookie: a=b',
]

const PATHS = [
  '/api/skills/..%2fratings',
  '/api/skills/%2e%2e',
  '/api//skills',
  '/api/skills//',
  '/api/skills/a/b',
  '/api/skills/%00',
  `/api/skills/${'a'.repeat(101)}`,
  `/api/skills/${'a'.repeat(8_000)}`,
  '/api/skills/{00000000-0000-4000-8000-000000000000}',
  '/api/skills/00000000-0000-4000-8000-000000000000',
  "/api/skills/' or true--",
  '/api/skills/*',
  '/api/skills/eq.x',
  '/api/agents',
  '/api/rpc/register_agent',
  '/api/../../rest/v1/agents',
  '/api/%2e%2e/%2e%2e/rest/v1/agents',
  '/API/SKILLS',
  '/api/skills;jsessionid=1',
  '/api/.env',
].map((path) => path.replaceAll(' ', '%20'))

/** Cursors that look like one that was given, and are not. */
function forged(cursor: string): [title: string, cursor: string][] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [tag, place] = [text.slice(0, 16), text.slice(16)]
  const encode = (of: string) => Buffer.from(of).toString('base64url')
  const flipped = Array.from({ length: cursor.length - 1 }, (_, at) => at)
    .filter((at) => at % 5 === 0)
    .map((at): [string, string] => [
      `with another character at ${at}`,
      cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    ])
  return [
    ...flipped,
    ['cut in half', cursor.slice(0, cursor.length / 2)],
    ['without its last characters', cursor.slice(0, -4)],
    ['without its first characters', cursor.slice(4)],
    ['twice', cursor + cursor],
    ['with white space', `${cursor.slice(0, 30)} ${cursor.slice(30)}`],
    ['in upper case', cursor.toUpperCase()],
    ['of another place', encode(tag + place.replace(/[0-9a-f]{12}"/, '000000000000"'))],
    ['of another name', encode(tag + place.replace(/"name_key": "/, '"name_key": "a'))],
    ['with more in it', encode(`${tag}${place.slice(0, -1)}, "email": 1}`)],
    ['without a place', encode(`${tag}{}`)],
    ['with a place that is no object', encode(`${tag}[1, 2, 3, 4, 5]`)],
    ['without a tag', encode(place)],
    ['with a tag of zeros', encode('0'.repeat(16) + place)],
    ['that is deep', encode(tag + '['.repeat(2_900))],
    ['that is not UTF-8', Buffer.from([...Buffer.from(tag), 0xff, 0xfe, 0xfd, 0xfc]).toString('base64url')],
    ['that holds NUL', encode(`${tag}{"name_key": "\u0000"}`)],
    ['of SQL', encode(`${tag}'; drop table skills;--`)],
  ]
}

async function nextCursor({ stack }: Cast, query: string): Promise<string> {
  const answer = await fetch(`${stack.baseUrl}/api/skills?${query}`)
  return ((await answer.json()) as { next_cursor: string }).next_cursor
}
