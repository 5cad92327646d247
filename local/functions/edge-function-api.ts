// Runs the function as the hosted platform does, under Deno. It adds one thing: an end when the stack is gone.
import '../../functions/api/index.ts'

// The pipe closes when the process that started this one is gone, however it went.
for await (const _ of Deno.stdin.readable);
Deno.exit()
