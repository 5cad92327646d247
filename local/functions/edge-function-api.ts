// Runs the edge function under Deno, as the hosted platform does, and exits when the stack has ended.
import '../../functions/api/index.ts'

// The pipe closes when the process that started this one has ended.
for await (const _ of Deno.stdin.readable);
Deno.exit()
