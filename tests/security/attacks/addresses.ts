// Paths, and other ways to name the rating of another agent. tests/api/routes.test.ts and skills.test.ts have more of both,
// tests/registry/api-search.test.ts and tests/stack/discovery.test.ts the paths for search engines, and
// tests/database/ratings/ratings.test.ts and flags.test.ts whose rating a call may read, delete or flag.
import { type Attack, onFunction, onRpc } from './attack.ts'
import type { Fixtures } from './fixtures.ts'

const PATHS =
  `/api/skills/..%2fratings /api/skills/%2e%2e /api//skills /api/skills// /api/skills/a/b /api/skills/%00
  /api/skills/{00000000-0000-4000-8000-000000000000} /api/skills/00000000-0000-4000-8000-000000000000
  /api/skills/'%20or%20true-- /api/skills/* /api/skills/eq.x /api/agents /api/rpc/register_agent
  /api/../../rest/v1/agents /api/%2e%2e/%2e%2e/rest/v1/agents /API/SKILLS /api/skills;jsessionid=1 /api/.env
  /api/skills/${'a'.repeat(101)} /api/skills/${'a'.repeat(8_000)} /api/skills/%ff /api/skills/ME/ratings
  /api/skills/..%2f..%2fme/ratings/me /api/skills/${'x'.repeat(5_000)}/ratings/me
  /api/skills/match /api/skills/null /api/agents/is.js /api/agents/in.(1) /api/agents/null /api/agents/%22x%22
  /api/agents/..%2fme/ratings /api/agents/%00/skills /api/agents/${'x'.repeat(8_000)}/ratings /api/agents/'%20or%20true--/skills`.split(
    /\s+/,
  )

const NOT_FOUND = ['skill_not_found', 'route_not_found', 'rating_not_found', 'agent_not_found']

export function addresses({ victim, attacker, skill, unrated, rating }: Fixtures): Attack[] {
  const { key } = attacker
  const body = { reason: 'Planted.' }
  const own = `/api/skills/${skill.slug}/ratings/me?agent_id=${victim.id}&id=${rating.id}`
  return [
    ...PATHS.map((path) => onFunction('GET', path, NOT_FOUND, { key })),
    onFunction('GET', own, 'rating_not_found', { key }),
    onFunction('DELETE', own, 'rating_not_found', { key }),
    onFunction('DELETE', `/api/skills/${skill.slug}/ratings/${rating.id}`, 'route_not_found', { key }),
    onFunction('POST', `/api/skills/${unrated.slug}/ratings/${rating.id}/flag`, 'rating_not_found', {
      key,
      body,
    }),
    onFunction('DELETE', `/api/agents/${victim.id}`, 'method_not_allowed', { key }),
    onFunction('DELETE', `/api/me/${victim.id}`, 'route_not_found', { key }),
    onFunction('DELETE', '/api/me/export', 'method_not_allowed', { key }),
    onFunction('POST', `/api/skills/${'a'.repeat(101)}/flag`, 'skill_not_found', { key, body }),
    onRpc('flag_skill', { p_skill: skill.id, p_reason: 'x', p_agent_id: victim.id }, 'refused', { key }),
    onRpc('delete_own_rating', { p_skill: skill.id, p_agent_id: victim.id }, 'refused', { key }),
  ]
}
