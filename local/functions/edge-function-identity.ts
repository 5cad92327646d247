// Runs the identity function as edge-function-api.ts runs the API.
import '../../functions/identity/index.ts'

for await (const _ of Deno.stdin.readable);
Deno.exit()
