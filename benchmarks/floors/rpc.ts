// A Deno server that only calls the Data API for a list of 10 with supabase-js, as the function does.
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../functions/_shared/database.types.ts'
import { publishableKey, supabaseUrl } from '../../functions/_shared/settings.ts'

const client = createClient<Database>(supabaseUrl, publishableKey, { accessToken: async () => null })

Deno.serve(async () => {
  const { data } = await client.rpc('list_skills', { p_limit: 10 })
  return Response.json(data)
})

for await (const _ of Deno.stdin.readable);
Deno.exit()
