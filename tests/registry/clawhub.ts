// A stand-in for ClawHub: GET /api/v1/skills and /api/v1/skills/{slug}, in the shapes of its docs/http-api.md, with invented content. As
// there, several owners can have one slug: the list does not say which it means, and the page prefers the one of `openclaw`.
import { Hono } from 'hono'
import { serveApp } from '../support/serve.ts'

export type ClawHubSkill = {
  slug: unknown
  owner?: string | null
  isBlocked?: boolean
  /** Of its page, besides what a list has. */
  size?: number
  [field: string]: unknown
}

/** What the list has of a skill. */
function fieldsOf({ owner: _owner, isBlocked: _blocked, size: _size, ...skill }: ClawHubSkill) {
  return {
    displayName: skill.slug,
    summary: `What ${skill.slug} does.`,
    description: null,
    topics: ['Productivity'],
    tags: { latest: '1.2.3' },
    stats: {},
    createdAt: 0,
    updatedAt: 0,
    latestVersion: { version: '1.2.3', createdAt: 0, changelog: '', license: null },
    metadata: null,
    ...skill,
  }
}

export async function startClawHub(skills: ClawHubSkill[]) {
  const hub = {
    skills,
    /** The cursor of each list that was requested. */
    cursors: [] as string[],
    /** Runs before each list; a status other than 200 is sent without one. */
    before: async (_cursor: string): Promise<number> => 200,
  }
  const app = new Hono()
    .get('/api/v1/skills', async (c) => {
      const { cursor = '0', limit = '25' } = c.req.query()
      hub.cursors.push(cursor)
      const status = await hub.before(cursor)
      if (status !== 200) return c.text('Not now.', status as 400)
      const from = Number(cursor)
      const next = from + Number(limit)
      const items = hub.skills.slice(from, next).map(fieldsOf)
      return c.json({ items, nextCursor: next < hub.skills.length ? String(next) : null })
    })
    .get('/api/v1/skills/:slug', (c) => {
      const found = hub.skills.filter(({ slug }) => slug === c.req.param('slug'))
      const preferred = found.filter(({ owner }) => owner === 'openclaw')
      const [skill, ...others] = found.length > 1 && preferred.length > 0 ? preferred : found
      if (!skill) return c.text('Skill not found', 404)
      if (others.length > 0) return c.text('Ambiguous skill slug', 409)
      const { owner = 'ada', isBlocked = false, size = 0 } = skill
      const { latestVersion, ...fields } = fieldsOf(skill)
      return c.json({
        skill: fields,
        latestVersion,
        metadata: 'x'.repeat(size),
        owner: owner === null ? null : { handle: owner, displayName: owner, image: null },
        ...(isBlocked && { moderation: { isMalwareBlocked: true, verdict: 'malicious' } }),
      })
    })
  return Object.assign(hub, await serveApp(app))
}
