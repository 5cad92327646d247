// The least that a Deno server can do: a small response.
Deno.serve(() => Response.json({ hello: 'world' }))

// The pipe closes when the process that started this one has ended.
for await (const _ of Deno.stdin.readable);
Deno.exit()
