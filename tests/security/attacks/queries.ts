// Searches and paths. tests/unit/query.test.ts has invalid encodings, tests/database/catalogue.test.ts forged cursors.
import { type Attack, type Expected, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const SEARCHES = [
  ...['%', '_', '\\', '*', '"', "'", '(', '{a,b}', '$1', '{{7*7}}', ':a', '\u202e', 'or(email.like.*)'],
  ...["'; drop table skills;--", "' union select email from agents--", ',)or(id.not.is.null', 'name.eq.x'],
  ...['../../etc/passwd', '<script>alert(1)</script>', 'x\r\nSet-Cookie: a=b'],
]
const PATHS =
  `/api/skills/..%2fratings /api/skills/%2e%2e /api//skills /api/skills// /api/skills/a/b /api/skills/%00
  /api/skills/{00000000-0000-4000-8000-000000000000} /api/skills/00000000-0000-4000-8000-000000000000
  /api/skills/'%20or%20true-- /api/skills/* /api/skills/eq.x /api/agents /api/rpc/register_agent
  /api/../../rest/v1/agents /api/%2e%2e/%2e%2e/rest/v1/agents /API/SKILLS /api/skills;jsessionid=1 /api/.env
  /api/skills/${'a'.repeat(101)} /api/skills/${'a'.repeat(8_000)} /api/skills/%ff`.split(/\s+/)

export function queries({ skill }: Fixtures): Attack[] {
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
  const undecodable = `/api/health?%ff /api?%ff /api/openapi.json?%ff /api/skill.md?a=% /api/skills/${skill.slug}?x=%c3`
  return [
    ...searches,
    list(`cursor=${'A'.repeat(5_000)}`),
    list('type[]=x&search[$ne]=x&sort.x=y&__proto__=1&constructor=1&toString=1', 'answered'),
    list(Array.from({ length: 1_000 }, (_, i) => `a${i}=1`).join('&'), 'answered'),
    ...[
      { p_search: `e${'\u0301'.repeat(30_000)}` },
      { p_cursor: 'A'.repeat(100_000) },
      { p_limit: 2 ** 31 },
    ].map((parameters) => rpc(parameters)),
    ...undecodable.split(' ').map((path) => get(path, 'invalid_request')),
    ...PATHS.map((path) => get(path, ['skill_not_found', 'route_not_found'])),
  ]
}
