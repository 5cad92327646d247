import { type Context, Hono } from 'hono'
import { answerProblem, internal, Problem } from '../_shared/errors.ts'
import { forAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
import { getIndex, getLlmsTxt, getOpenApi, getSkillMd } from './routes/documents.ts'
import { health } from './routes/health.ts'
import { editAccount, getAccount, makeKey, revokeKey } from './routes/me.ts'
import { submitRating } from './routes/ratings.ts'
import { register } from './routes/register.ts'
import { deleteOwnRating, flagRating, getOwnRating, listRatings } from './routes/skill-ratings.ts'
import { getSkill, listSkills, submitSkill } from './routes/skills.ts'

/** The edge function `api`. The platform gives it every path that begins with its name. */
export const app = new Hono({ strict: false })

app.use(logRequest)
app.use(
  forAnyOrigin({
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: ['authorization', 'x-api-key', 'content-type', 'apikey', 'x-client-info', 'if-none-match'],
    exposeHeaders: ['X-Request-Id', 'Location', 'Retry-After', 'ETag', 'WWW-Authenticate'],
  }),
)

const api = app.basePath('/api')
// Hono answers HEAD wherever GET is.
api.post('/register', register).all(methodNotAllowed('POST, OPTIONS'))
api.get('/skills', listSkills).post(submitSkill).all(methodNotAllowed('GET, HEAD, POST, OPTIONS'))
api.get('/skills/:skill', getSkill).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/skills/:skill/ratings', listRatings).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api
  .get('/skills/:skill/ratings/me', getOwnRating)
  .delete(deleteOwnRating)
  .all(methodNotAllowed('GET, HEAD, DELETE, OPTIONS'))
api.post('/skills/:skill/ratings/:rating/flag', flagRating).all(methodNotAllowed('POST, OPTIONS'))
api.post('/ratings', submitRating).all(methodNotAllowed('POST, OPTIONS'))
api.get('/me', getAccount).patch(editAccount).all(methodNotAllowed('GET, HEAD, PATCH, OPTIONS'))
api.post('/me/keys', makeKey).all(methodNotAllowed('POST, OPTIONS'))
api.delete('/me/keys/current', revokeKey).all(methodNotAllowed('DELETE, OPTIONS'))
api.get('/health', health).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/', getIndex).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/openapi.json', getOpenApi).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/skill.md', getSkillMd).all(methodNotAllowed('GET, HEAD, OPTIONS'))
api.get('/llms.txt', getLlmsTxt).all(methodNotAllowed('GET, HEAD, OPTIONS'))

app.notFound((c) => answerProblem(c, new Problem('route_not_found', { detail: 'No route has this path.' })))

app.onError((error, c) => answerProblem(c, error instanceof Problem ? error : internal()))

function methodNotAllowed(allow: string) {
  return (_: Context): never => {
    throw new Problem('method_not_allowed', {
      detail: `This path answers ${allow}.`,
      headers: { Allow: allow },
    })
  }
}
