// A stand-in for ClawHub: GET /api/v1/skills and /api/v1/skills/{slug}, in the shapes of its docs/http-api.md. The skills are the same in
// every run; some are hostile.
import { CHANGED, HOSTILE, type StandIn } from './registry-stand-in.ts'

const WORDS = 'summarises mail calendars tickets invoices and notes for an agent that works all night'.split(
  ' ',
)
const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`

export const clawHub: StandIn = ({ pathname, searchParams }, skills, hasChanges) => {
  const [, slug] = /^\/api\/v1\/skills\/(.*)$/.exec(pathname) ?? []
  if (slug !== undefined) return details(slug)
  const from = Number(searchParams.get('cursor') ?? 0)
  const end = Math.min(from + Number(searchParams.get('limit')), skills)
  const items = []
  for (let skill = from; skill < end; skill++)
    // Of one in ten that change, the skill is deleted.
    if (!(hasChanges && skill % (10 * CHANGED) === 0)) items.push(item(skill, hasChanges))
  return `{"items":[${items.join(',')}],"nextCursor":${end < skills ? `"${end}"` : null}}`
}

function isHostile(skill: number): boolean {
  return skill % HOSTILE === HOSTILE - 1
}

/** A skill in the list, which does not say who published it. */
function item(skill: number, hasChanges: boolean): string {
  const isChanged = hasChanges && skill % CHANGED === 0
  const version = isChanged ? '1.0.1' : '1.0.0'
  const words = Array.from({ length: 12 }, (_, i) => WORDS[(skill * 7 + i * i) % WORDS.length])
  const fields = {
    slug: `skill-${skill}`,
    // Many skills share a name.
    displayName: `Skill ${skill % 5_000}`,
    summary: `${words.join(' ')}${isChanged ? ', and more' : ''}`,
    description: null,
    topics: ['Productivity'],
    tags: { latest: version },
    stats: { downloads: skill, stars: 0 },
    createdAt: 1_767_225_600_000 + skill,
    updatedAt: 1_767_225_600_000 + skill,
    latestVersion: { version, createdAt: 1_767_225_600_000, changelog: 'Better.', license: null },
    metadata: null,
  }
  const text = JSON.stringify(fields)
  if (!isHostile(skill)) return text
  /** JSON takes the last of two fields with one name. */
  const but = (field: string) => `${text.slice(0, -1)},${field}}`
  const kinds = [
    'null',
    DEEP,
    but('"slug":5'),
    but('"slug":"../../admin"'),
    but(`"slug":"${'s'.repeat(100_000)}"`),
    but('"displayName":"\\u001b]0;x\\u0007\\u202e"'),
    but('"displayName":"\\u0000"'),
    but('"summary":"\\ud800"'),
    but(`"summary":"${'x'.repeat(100_000)}"`),
    but(`"latestVersion":${DEEP}`),
    but(`"latestVersion":{"version":"${'1'.repeat(100_000)}"}`),
    but('"__proto__":{"slug":1},"constructor":1'),
  ]
  return kinds[number(skill)] ?? text
}

/** The page of a skill. */
function details(slug: string): string | number {
  const skill = Number(slug.replace('skill-', ''))
  const page = (owner: unknown, more = {}) => JSON.stringify({ skill: { slug }, owner, ...more })
  const owner = { handle: `user${skill % 7_000}`, displayName: null, image: null }
  if (!isHostile(skill)) return page(owner)
  const kinds = [
    () => 404,
    () => 409,
    () => 'no JSON',
    () => DEEP,
    () => page(null),
    () => page({ handle: '../../x' }),
    () => page({ handle: 'x'.repeat(100_000) }),
    () => page(owner, { moderation: { isMalwareBlocked: true } }),
    () => page(owner, { skill: 'x'.repeat(11_000_000) }),
  ]
  return kinds[number(skill) - KINDS_OF_ITEMS]?.() ?? page(owner)
}

const KINDS_OF_ITEMS = 12
const KINDS = 21

/** Which kind of a hostile skill it is. */
function number(skill: number): number {
  return Math.floor(skill / HOSTILE) % KINDS
}
