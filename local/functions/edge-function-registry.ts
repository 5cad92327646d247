// Runs the registry as edge-function-api.ts runs the API.
import '../../functions/registry/index.ts'

for await (const _ of Deno.stdin.readable);
Deno.exit()
