// Hono alone: what the framework adds to the bare server.
import { Hono } from 'hono'

const app = new Hono()
app.get('/api/nothing', (c) => c.json({ hello: 'world' }))

Deno.serve(app.fetch)

// The pipe closes when the process that started this one is gone, however it went.
for await (const _ of Deno.stdin.readable);
Deno.exit()
