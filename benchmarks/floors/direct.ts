// The list without the Data API: Deno with a driver of Postgres. It has what the function has to do least: one statement, as
// anon, and its text as the answer. No validation, no keys, no problems; it is a floor and no alternative.
import postgres from 'npm:postgres'

const sql = postgres(Deno.env.get('DATABASE_URL') ?? '', {
  max: 8,
  fetch_types: false,
  // For the whole session, where the Data API takes the role anew for each request.
  connection: { role: 'anon' } as Record<string, string>,
})
const headers = { 'Content-Type': 'application/json' }

Deno.serve(async (request) => {
  const limit = Number(new URL(request.url).searchParams.get('limit') ?? 100)
  const [row] = await sql`select public.list_skills(p_limit => ${limit})::text as answer`
  return new Response(row?.answer, { headers })
})

// The pipe closes when the process that started this one is gone, however it went.
for await (const _ of Deno.stdin.readable);
Deno.exit()
