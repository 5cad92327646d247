// A bare server that has first loaded the module MODULE names: what an import costs at the start.
await import(Deno.env.get('MODULE') ?? '')

Deno.serve(() => new Response('{}'))

// The pipe closes when the process that started this one is gone, however it went.
for await (const _ of Deno.stdin.readable);
Deno.exit()
