// The least that a server in Deno can do: a small answer at every path, and one of BODY_BYTES bytes at /body.
const hello = JSON.stringify({ hello: 'world' })
const body = JSON.stringify({ body: 'x'.repeat(Number(Deno.env.get('BODY_BYTES') ?? 0)) })
const headers = { 'Content-Type': 'application/json' }

Deno.serve((request) => new Response(request.url.endsWith('/body') ? body : hello, { headers }))

// The pipe closes when the process that started this one is gone, however it went.
for await (const _ of Deno.stdin.readable);
Deno.exit()
