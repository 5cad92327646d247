import { Hono } from 'hono'
import { ApiError } from '../_shared/errors.ts'
import { allowAnyOrigin } from '../_shared/http/cors.ts'
import { logRequest } from '../_shared/http/log.ts'
import { problemResponse } from '../_shared/http/problem.ts'
import { getIssuers } from './routes/issuers.ts'
import { createProof, deleteProof, getProof } from './routes/proofs.ts'

/**
 * The edge function `identity`: an agent proves who runs it by an ID token (OpenID Connect) of an issuer that the admins trust. A proof gives
 * no access. No other function reads the secret key.
 */
export const app = new Hono({ strict: false })

app.use(logRequest)
app.use(
  allowAnyOrigin({
    allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'WWW-Authenticate'],
  }),
)

const identity = app.basePath('/identity')
identity.get('/issuers', getIssuers).all(() => methodNotAllowed('GET, HEAD, OPTIONS'))
identity
  .get('/proofs', getProof)
  .post(createProof)
  .delete(deleteProof)
  .all(() => methodNotAllowed('GET, HEAD, POST, DELETE, OPTIONS'))

app.notFound((c) => problemResponse(c, new ApiError('route_not_found', { detail: NOT_FOUND })))

app.onError((error, c) => problemResponse(c, error instanceof ApiError ? error : new ApiError('internal')))

const NOT_FOUND =
  'No route matches this path. The routes are /functions/v1/identity/issuers and /functions/v1/identity/proofs.'

function methodNotAllowed(allow: string): never {
  throw new ApiError('method_not_allowed', {
    detail: `This path supports ${allow}.`,
    headers: { Allow: allow },
  })
}
