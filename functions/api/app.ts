import { Hono } from 'hono'
import { CLIENT_VERSION } from '../_shared/client-version.ts'
import { ApiError } from '../_shared/errors.ts'
import { allowAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
import { problemResponse } from '../_shared/http/problem.ts'
import { getAgent, listAgentRatings, listAgentSkills, registerAgent } from './routes/agents.ts'
import { getBadge } from './routes/badge.ts'
import { getIndex, getLlmsTxt, getOpenApi, getSkillMd } from './routes/documents.ts'
import { getRatingFeed, getSkillFeed } from './routes/feeds.ts'
import { getHealth } from './routes/health.ts'
import { createKey, deleteMe, exportMe, getMe, revokeCurrentKey, updateMe } from './routes/me.ts'
import { deleteOwnRating, flagRating, getOwnRating, listRatings, submitRating } from './routes/ratings.ts'
import { findSkills, searchSkills } from './routes/search.ts'
import { getSitemap } from './routes/sitemap.ts'
import {
  flagSkill,
  getSkill,
  listSimilarSkills,
  listSkills,
  listSkillVersions,
  lookupSkills,
  submitSkill,
} from './routes/skills.ts'
import { getStats } from './routes/stats.ts'

/** The edge function `api`. The platform sends it every path that begins with its name. */
export const app = new Hono({ strict: false })

app.use(logRequest)
app.use(
  allowAnyOrigin({
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposeHeaders: ['X-Request-Id', 'Location', 'Retry-After', 'ETag', 'WWW-Authenticate'],
  }),
)

app.use(async (c, next) => {
  await next()
  c.res.headers.set('X-Client-Version', CLIENT_VERSION)
})

const api = app.basePath('/api')
api.post('/register', registerAgent)
api.get('/skills', listSkills).post(submitSkill)
api.get('/skills/:skill', getSkill)
api.get('/skills/:skill/badge.svg', getBadge)
api.get('/skills/:skill/feed.atom', getRatingFeed)
api.get('/skills/:skill/similar', listSimilarSkills)
api.get('/skills/:skill/versions', listSkillVersions)
api.post('/skills/:skill/flag', flagSkill)
api.get('/skills/:skill/ratings', listRatings)
api.get('/skills/:skill/ratings/me', getOwnRating).delete(deleteOwnRating)
api.post('/skills/:skill/ratings/:rating/flag', flagRating)
api.post('/lookup', lookupSkills)
api.get('/search', findSkills).post(searchSkills)
api.post('/ratings', submitRating)
api.get('/agents/:agent', getAgent)
api.get('/agents/:agent/ratings', listAgentRatings)
api.get('/agents/:agent/skills', listAgentSkills)
api.get('/stats', getStats)
api.get('/feed.atom', getSkillFeed)
api.get('/sitemap.xml', getSitemap)
api.get('/me', getMe).patch(updateMe).delete(deleteMe)
api.get('/me/export', exportMe)
api.post('/me/keys', createKey)
api.delete('/me/keys/current', revokeCurrentKey)
api.get('/health', getHealth)
api.get('/', getIndex)
api.get('/openapi.json', getOpenApi)
api.get('/skill.md', getSkillMd)
api.get('/llms.txt', getLlmsTxt)

rejectOtherMethods()

app.notFound((c) => problemResponse(c, new ApiError('route_not_found')))

app.onError((error, c) => problemResponse(c, error instanceof ApiError ? error : new ApiError('internal')))

/**
 * Rejects the methods that a path has no route for. Unlike Hono's middleware, which handles a 404 afterwards, this matches the route,
 * so that the log contains it.
 */
function rejectOtherMethods(): void {
  // Middleware is registered for all methods.
  const routes = app.routes.filter(({ method }) => method !== 'ALL')
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    // Hono answers HEAD for every GET route.
    const allow = [...methods, 'OPTIONS'].join(', ').replace('GET', 'GET, HEAD')
    app.all(path, () => {
      throw new ApiError('method_not_allowed', {
        detail: `This path supports ${allow}.`,
        headers: { Allow: allow },
      })
    })
  }
}
