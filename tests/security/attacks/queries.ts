// The query and the path of every route, and the parameters of list_skills.
import { HttpClient } from '../../support/http-client.ts'
import { type Attack, type Expected, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const SEARCHES = [
  ...['%', '_', '%%%', '\\', '\\\\%', '*', '"', "'", "''", '(', '{a,b}', '$1', '{{7*7}}', ':a', '\u202e'],
  ...['\ud83e\udd9e'],
  ...["'; drop table skills;--", "' union select email from agents--", ',)or(id.not.is.null'],
  ...['or(email.like.*)'],
  ...['name.eq.x', '../../etc/passwd', '<script>alert(1)</script>', 'x\r\nSet-Cookie: a=b'],
]
const PATHS =
  `/api/skills/..%2fratings /api/skills/%2e%2e /api//skills /api/skills// /api/skills/a/b /api/skills/%00
  /api/skills/{00000000-0000-4000-8000-000000000000} /api/skills/00000000-0000-4000-8000-000000000000
  /api/skills/'%20or%20true-- /api/skills/* /api/skills/eq.x /api/agents /api/rpc/register_agent
  /api/../../rest/v1/agents /api/%2e%2e/%2e%2e/rest/v1/agents /API/SKILLS /api/skills;jsessionid=1 /api/.env
  /api/skills/${'a'.repeat(101)} /api/skills/${'a'.repeat(8_000)}`.split(/\s+/)
export async function queries({ stack, skill }: Fixtures): Promise<Attack[]> {
  const client = new HttpClient(stack.baseUrl)
  const first = await client.request<{ next_cursor: string }>('GET', '/api/skills?sort=name&limit=1')
  client.close()
  const cursor = first.body.next_cursor

  const get = (path: string, expect: Expected) => onFunction('GET', path, expect)
  const list = (query: string, expect: Expected = 'invalid_request') => get(`/api/skills?${query}`, expect)
  const rpc = (parameters: object, expect = 'refused') => onRpc('list_skills', parameters, expect)

  const searches = SEARCHES.flatMap((search) => {
    const encoded = encodeURIComponent(search)
    return [
      list(`search=${encoded}`, 'answered'),
      rpc({ p_search: search }, 'answered'),
      ...['type', 'sort', 'cursor', 'limit'].flatMap((name) => [
        list(`${name}=${encoded}`),
        rpc({ [`p_${name}`]: search }),
      ]),
      get(`/api/skills/${encoded}`, 'skill_not_found'),
    ]
  })
  const encodings = '%ff % %0 %zz %c0%80 %ed%a0%80 %f4%90%80%80 a%00b'.split(' ').flatMap((bytes) => [
    list(`search=${bytes}`),
    list(`type=${bytes}`),
    // A NUL in an unknown parameter is valid UTF-8 and ignored.
    list(`x=${bytes}`, bytes === 'a%00b' ? 'answered' : 'invalid_request'),
    get(`/api/skills/${bytes}`, ['skill_not_found', 'route_not_found']),
  ])
  const large = [
    list(`search=${'x'.repeat(201)}`),
    list(`search=${encodeURIComponent('漢'.repeat(600))}`),
    list(`cursor=${'A'.repeat(5_000)}`),
    list(`limit=${'9'.repeat(400)}`, 'answered'),
    list('type[]=x&search[$ne]=x&sort.x=y', 'answered'),
    list(Array.from({ length: 1_000 }, (_, i) => `a${i}=1`).join('&'), 'answered'),
    list('__proto__=1&constructor=1&toString=1&hasOwnProperty=1', 'answered'),
    rpc({ p_search: 'x'.repeat(100_000) }),
    rpc({ p_cursor: 'A'.repeat(100_000) }),
    rpc({ p_search: `e${'\u0301'.repeat(30_000)}` }),
    ...[-1, 0, 2 ** 31 - 1].map((p_limit) => rpc({ p_limit }, 'answered')),
    rpc({ p_limit: 2 ** 31 }),
  ]
  const cursors = forgedCursors(cursor).flatMap((forged) => [
    list(`sort=name&limit=1&cursor=${encodeURIComponent(forged)}`),
    rpc({ p_sort: 'name', p_limit: 1, p_cursor: forged }),
  ])
  const otherLists = ['', '&sort=top', '&sort=newest', '&sort=name&type=mcp', '&sort=name&search=a']
  const undecodable =
    '/api/health?%ff /api/health?a=% /api?%ff /api/openapi.json?%ff /api/skill.md?a=%'.split(' ')
  return [
    ...[searches, encodings, large, cursors].flat(),
    ...otherLists.map((query) => list(`limit=1&cursor=${cursor}${query}`)),
    ...[...undecodable, '/api/skills/x?%ff', `/api/skills/${skill.slug}?x=%c3`].map((path) =>
      get(path, 'invalid_request'),
    ),
    ...PATHS.map((path) => get(path, ['skill_not_found', 'route_not_found'])),
  ]
}

/** Changed copies of a valid cursor; tests/database/catalogue.test.ts has more. */
function forgedCursors(cursor: string): string[] {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [tag, position] = [text.slice(0, 16), text.slice(16)]
  const contents = [
    position,
    `${tag}{}`,
    `${tag}${position.slice(0, -1)}, "email": 1}`,
    tag + '['.repeat(2_900),
  ]
  return [
    ...[
      cursor.slice(0, -4),
      cursor + cursor,
      cursor.toUpperCase(),
      `${cursor.slice(0, 30)} ${cursor.slice(30)}`,
    ],
    ...contents.map((content) => Buffer.from(content).toString('base64url')),
  ]
}
