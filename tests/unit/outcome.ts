// What a function that takes a Hono context returns or throws, without a server around it.
import { type Context, Hono } from 'hono'
import { ApiError } from '../../functions/_shared/errors.ts'

/** The value that the handler returns for the request, or the code and the fields at fault of the error that it throws. */
export async function outcome<Value>(
  handler: (c: Context) => Value | Promise<Value>,
  path: string,
  init?: RequestInit,
): Promise<{ value: Awaited<Value> } | { code: string; paths: string[] }> {
  const app = new Hono()
  let value: Awaited<Value> | undefined
  let thrown: unknown
  app.all('*', async (c) => {
    value = await handler(c)
    return c.body(null)
  })
  app.onError((error, c) => {
    thrown = error
    return c.body(null)
  })
  await app.request(path, init)
  if (thrown === undefined) return { value: value as Awaited<Value> }
  if (!(thrown instanceof ApiError)) throw thrown
  return { code: thrown.code, paths: (thrown.errors ?? []).map((error) => error.path) }
}
