// Servers of the registry for tests, inserted as an import does.
import type postgres from 'postgres'
import { installEntries } from '../../scripts/registry/install.ts'

export const SOURCE = 'https://registry.example'

type Json = Record<string, unknown>

export type NewServer = {
  name: string
  /** The id of a skill that becomes an imported one; by default, a new skill has the name of the server. */
  skill_id?: string
  /** Members of server.json besides its name. */
  server?: Json
  status?: 'active' | 'deprecated' | 'deleted'
  /** The time of publishedAt, updatedAt and statusChangedAt at the source; null if it says none. */
  time?: string | null
}

export type InsertedServer = { name: string; skill_id: string; slug: string; updated_at: Date }

/** Inserts servers, each with a skill. `sql` is a connection of the owner. */
export async function insertServers(
  sql: postgres.ISql<Record<never, never>>,
  servers: NewServer[],
): Promise<InsertedServer[]> {
  const rows = servers.map(
    ({ name, skill_id, server: members, status = 'active', time = '2026-01-31T12:00:00.5Z' }) => {
      const server = { name, description: `What ${name} does.`, version: '1.0.0', ...members }
      return { name, skill_id, status, time, server, install: installEntries(server) }
    },
  )
  return sql<InsertedServer[]>`
    with entry as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
        as e (name text, skill_id uuid, status text, "time" timestamptz, server jsonb, install jsonb)
    ), source as (
      insert into private.imports (source) values (${SOURCE}) on conflict (source) do update set updated_at = now() returning source
    ), skill as (
      insert into public.skills (name, description, type)
      select name, server ->> 'description', 'mcp' from entry where skill_id is null returning id, name, slug
    ), imported as (
      insert into private.imported_skills (source, external_name, skill_id)
      select source.source, e.name, coalesce(e.skill_id, skill.id)
      from source, entry as e left join skill on skill.name = e.name
      returning source, external_name, skill_id
    )
    insert into private.registry_servers (name, source, skill_id, server, install, status, published_at, source_updated_at, status_changed_at)
    select e.name, i.source, i.skill_id, e.server, nullif(e.install, 'null'), e.status, e."time", e."time", e."time"
    from entry as e join imported as i on i.external_name = e.name
    returning
      name, skill_id, updated_at,
      coalesce((select slug from skill where id = skill_id), (select slug from public.skills where id = skill_id)) as slug`
}
