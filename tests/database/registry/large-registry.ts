import { SOURCE } from '../../registry/registry-servers.ts'
import type { OwnDatabase } from '../own-database.ts'

/** A registry of which the first half is deleted, and changed last; of the others, each hundredth was changed last. */
export function largeRegistry(size: number) {
  const middle = size / 2
  return {
    name: (i: number) => `large.example/server-${String(i).padStart(5, '0')}`,
    half: (i: number) => i <= middle,
    hundredth: (i: number) => i % 100 === 0,
    async plant({ admin }: OwnDatabase): Promise<void> {
      await admin.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`insert into private.imports (source) values (${SOURCE}) on conflict do nothing`
        await tx`
          insert into public.skills (name, slug, description, type)
          select 'large.example/server-' || lpad(i::text, 5, '0'), 'large-' || i, 'Large.', 'mcp' from generate_series(1, ${size}::integer) as i`
        await tx`insert into public.skill_stats (skill_id, type) select id, type from public.skills where slug like 'large-%'`
        await tx`
          insert into private.registry_servers (name, source, skill_id, server, status, is_listed, updated_at)
          select
            name, ${SOURCE}, id,
            jsonb_build_object('name', name, 'description', description, 'version', case when i % 2 = 0 then 'even' else 'odd' end),
            case when i <= ${middle}::integer then 'deleted' else 'active' end, i > ${middle}::integer,
            case when i <= ${middle}::integer then '2026-01-03Z' when i % 100 = 0 then '2026-01-02Z' else '2026-01-01Z' end::timestamptz
          from (select *, substr(slug, 7)::integer as i from public.skills where slug like 'large-%') as s`
      })
      await admin`vacuum analyze private.registry_servers`
    },
  }
}
