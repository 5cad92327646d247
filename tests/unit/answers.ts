// What a function of the API makes of a request, without a server around it.
import { type Context, Hono } from 'hono'
import { Problem } from '../../functions/_shared/errors.ts'

/** The value that the handler gives for the request, or the code and the fields at fault of the problem it throws. */
export async function outcome<Value>(
  handler: (c: Context) => Value | Promise<Value>,
  path: string,
  init?: RequestInit,
): Promise<{ value: Awaited<Value> } | { code: string; paths: string[] }> {
  const app = new Hono()
  let value: Awaited<Value> | undefined
  let problem: unknown
  app.all('*', async (c) => {
    value = await handler(c)
    return c.body(null)
  })
  app.onError((error, c) => {
    problem = error
    return c.body(null)
  })
  await app.request(path, init)
  if (problem === undefined) return { value: value as Awaited<Value> }
  if (!(problem instanceof Problem)) throw problem
  return { code: problem.code, paths: (problem.details.errors ?? []).map((error) => error.path) }
}
