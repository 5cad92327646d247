// Servers of the registry for tests, inserted as an import does.
import type postgres from 'postgres'

export const SOURCE = 'https://registry.example'

type Json = Record<string, unknown>

export type NewServer = {
  name: string
  /** Members of server.json besides its name. */
  server?: Json
  status?: 'active' | 'deprecated' | 'deleted'
  /** The time of publishedAt, updatedAt and statusChangedAt at the source; null if it says none. */
  time?: string | null
}

export type InsertedServer = { name: string; skill_id: string; slug: string; updated_at: Date }

/** Inserts servers, each with a skill of its name. `sql` is a connection of the owner. */
export async function insertServers(
  sql: postgres.ISql<Record<never, never>>,
  servers: NewServer[],
): Promise<InsertedServer[]> {
  const rows = servers.map(({ name, server, status = 'active', time = '2026-01-31T12:00:00.5Z' }) => ({
    name,
    status,
    time,
    server: { name, description: `What ${name} does.`, version: '1.0.0', ...server },
  }))
  return sql<InsertedServer[]>`
    with entry as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as e (name text, status text, "time" timestamptz, server jsonb)
    ), source as (
      insert into private.imports (source) values (${SOURCE}) on conflict (source) do update set updated_at = now() returning source
    ), skill as (
      insert into public.skills (name, description, type) select name, server ->> 'description', 'mcp' from entry returning id, name, slug
    ), imported as (
      insert into private.imported_skills (source, external_name, skill_id, published_at, content)
      select source.source, skill.name, skill.id, '-infinity', '' from skill, source
      returning source, external_name, skill_id
    )
    insert into private.registry_servers (name, source, skill_id, server, status, published_at, source_updated_at, status_changed_at)
    select e.name, i.source, i.skill_id, e.server, e.status, e."time", e."time", e."time"
    from entry as e join imported as i on i.external_name = e.name
    returning name, skill_id, (select slug from skill where id = skill_id) as slug, updated_at`
}
