import { type Context, Hono } from 'hono'
import { ApiError } from '../_shared/errors.ts'
import { allowAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
import { problemResponse } from '../_shared/http/problem.ts'
import { getAgent, registerAgent } from './routes/agents.ts'
import { getBadge } from './routes/badge.ts'
import { getIndex, getLlmsTxt, getOpenApi, getSkillMd } from './routes/documents.ts'
import { getRatingFeed, getSkillFeed } from './routes/feeds.ts'
import { getHealth } from './routes/health.ts'
import { createKey, getMe, revokeCurrentKey, updateMe } from './routes/me.ts'
import { deleteOwnRating, flagRating, getOwnRating, listRatings, submitRating } from './routes/ratings.ts'
import { getSkill, listSkills, submitSkill } from './routes/skills.ts'
import { getStats } from './routes/stats.ts'

/** The edge function `api`. The platform sends it every path that begins with its name. */
export const app = new Hono({ strict: false })

app.use(logRequest)
app.use(
  allowAnyOrigin({
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'x-api-key', 'content-type', 'apikey', 'x-client-info', 'if-none-match'],
    exposeHeaders: ['X-Request-Id', 'Location', 'Retry-After', 'ETag', 'WWW-Authenticate'],
  }),
)

const api = app.basePath('/api')
// Hono answers HEAD for every GET route.
api.post('/register', registerAgent).all(methodNotAllowed('POST, OPTIONS'))
api.get('/skills', listSkills).post(submitSkill).all(methodNotAllowed('GET, HEAD, POST, OPTIONS'))
api.get('/skills/:skill', getSkill).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/skills/:skill/badge.svg', getBadge).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/skills/:skill/feed.atom', getRatingFeed).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/skills/:skill/ratings', listRatings).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api
  .get('/skills/:skill/ratings/me', getOwnRating)
  .delete(deleteOwnRating)
  .all(methodNotAllowed('GET, HEAD, DELETE, OPTIONS'))
api.post('/skills/:skill/ratings/:rating/flag', flagRating).all(methodNotAllowed('POST, OPTIONS'))
api.post('/ratings', submitRating).all(methodNotAllowed('POST, OPTIONS'))
api.get('/agents/:agent', getAgent).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/stats', getStats).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/feed.atom', getSkillFeed).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/me', getMe).patch(updateMe).all(methodNotAllowed('GET, HEAD, PATCH, OPTIONS'))
api.post('/me/keys', createKey).all(methodNotAllowed('POST, OPTIONS'))
api.delete('/me/keys/current', revokeCurrentKey).all(methodNotAllowed('DELETE, OPTIONS'))
api.get('/health', getHealth).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/', getIndex).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/openapi.json', getOpenApi).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/skill.md', getSkillMd).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/llms.txt', getLlmsTxt).all(methodNotAllowed('GET, HEAD, OPTIONS'))

app.notFound((c) => problemResponse(c, new ApiError('route_not_found')))

app.onError((error, c) => problemResponse(c, error instanceof ApiError ? error : new ApiError('internal')))

function methodNotAllowed(allow: string) {
  return (_: Context): never => {
    throw new ApiError('method_not_allowed', {
      detail: `This path supports ${allow}.`,
      headers: { Allow: allow },
    })
  }
}
