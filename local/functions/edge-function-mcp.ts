// Runs the MCP server as edge-function-api.ts runs the API.
import '../../functions/mcp/index.ts'

for await (const _ of Deno.stdin.readable);
Deno.exit()
