// The registry: paths and cursors that it does not expect, and reads that could be expensive. tests/registry/mcp-registry-api.test.ts has
// parameters and methods.
import type postgres from 'postgres'
import { numberBomb, taggedCursor } from '../../support/cursors.ts'
import { type Attack, onDataApi, onFunction, onRpc } from './attack.ts'
import { SEARCHES } from './expensive.ts'
import type { Fixtures } from './fixtures.ts'
import { ard } from './registry-ard.ts'

const SERVERS = '/registry/v0.1/servers'
const ID = '"00000000-0000-4000-8000-000000000000"'

const PATHS =
  `${SERVERS}/..%2f..%2fapi/versions ${SERVERS}/%2e%2e/versions ${SERVERS}//versions ${SERVERS}/a%2F..%2Fb/versions
  ${SERVERS}/a/b/versions/%00 ${SERVERS}/a/b/versions/%ff ${SERVERS}/a/b/versions/%zz ${SERVERS}/a/b/versions/..%2f.. ${SERVERS}/%00%2Fx/versions
  ${SERVERS}/'%20or%20true--%2Fx/versions ${SERVERS}/eq.x/is.null/versions ${SERVERS}/in.(1)/x/versions ${SERVERS}/a/b/versions/eq.1
  ${SERVERS}/${'a'.repeat(8_000)}/b/versions ${SERVERS}/a/b/versions/${'1'.repeat(8_000)} ${SERVERS}/a/b/versions/null
  /registry /registry/ /registry/v0/servers /registry/v0.1 /registry/.env /registry/v0.1/publish /registry/../rest/v1/agents
  /registry/v0.1/servers;x=1 /registryx/v0.1/servers /REGISTRY/v0.1/servers`.split(/\s+/)

const cursorOf = (content: string, search = '') => taggedCursor(content, 'servers', '', '', 'f', search)

function registry(_: Fixtures): Attack[] {
  const rpc = (parameters: object, expect = 'refused') => onRpc('list_servers', parameters, expect)
  return [
    ...PATHS.map((path) => onFunction('GET', path, 'refused')),
    ...['[1e131071]', '["a/b", 1]', `[[[1, ${ID}], {"weights": {}}], "a/b"]`, '['.repeat(2_900)].map(
      (content) => onFunction('GET', `${SERVERS}?cursor=${cursorOf(content)}`, 'refused'),
    ),
    ...['registry_servers', 'imported_skills', 'imports'].flatMap((table) => [
      onDataApi('GET', `/${table}?select=*`, 'refused'),
      onDataApi('DELETE', `/${table}?name=neq.x`, 'refused'),
    ]),
    rpc({ p_updated_since: 'epoch' }),
    rpc({ p_search: 'x'.repeat(100_000) }),
    rpc({ p_cursor: 'x'.repeat(100_000) }),
    rpc({ p_cursor: taggedCursor(`[[${numberBomb(560)}, "a/b"], null, null, null, true]`, 'servers') }),
    rpc({ p_version: 'x'.repeat(200_000) }),
    rpc({ p_limit: 2_147_483_647 }, 'harmless'),
    onRpc('get_server', { p_name: 'x'.repeat(200_000), p_version: "'" }, 'refused'),
    onRpc('list_server_versions', { p_name: 'x'.repeat(200_000) }, 'refused'),
    ...['server_page', 'find_servers', 'scan_changed_servers'].map((name) => onRpc(name, {}, 'refused')),
    ...registryReads(),
  ]
}

export const registryGroups = { registry, ard }

/** Valid reads that could be expensive: deep pages, changes since any time, versions, and searches. */
function registryReads(): Attack[] {
  const words = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i)).join(' ')
  const weights = `{"weights": {${words.split(' ').map((word) => `"${word}": 99.99`)}}}`.replaceAll(',', ', ')
  const lists = [
    'limit=100',
    'limit=100&include_deleted=true',
    'limit=100&version=latest',
    ...['1.0.0', '2.0.0', 'none', '1'.repeat(255)].flatMap((version) =>
      ['', '&include_deleted=true', '&updated_since=2026-01-02T00:00:00Z'].map(
        (more) => `limit=100&version=${version}${more}`,
      ),
    ),
    ...[1, 2, 3, 4, 5].map((day) => `limit=100&updated_since=2026-01-0${day}T00:00:00Z`),
    ...[
      '~',
      'io.github.large/',
      'io.github.load/server-1',
      'io.github.load/server-9999',
      'io.github.zzz/z',
    ].map((name) => `limit=100&cursor=${cursorOf(`["${name.replace(/^~$/, 'A/a').replace(/\/$/, '/a')}"]`)}`),
    ...['expensive', ...SEARCHES].flatMap((search) =>
      ['', '&version=1.0.0', '&version=none', '&include_deleted=true&updated_since=2026-01-02T00:00:00Z'].map(
        (more) => `limit=100&search=${encodeURIComponent(search)}${more}`,
      ),
    ),
    ...[weights, '{"weights": {}}'].map(
      (ranking) =>
        `limit=100&search=${encodeURIComponent(words)}&cursor=${cursorOf(`[[[900000000000000, ${ID}], ${ranking}], "a/b"]`, words)}`,
    ),
  ]
  return lists.map((query) => onFunction('GET', `${SERVERS}?${query}`, 'harmless'))
}

/**
 * Makes every skill that is none a server. The first half is deleted; most were changed at the end of the order of names, and 150 have 64 KiB, which
 * are the first, and are named Expensive if there are such skills.
 */
export async function plantServers(admin: postgres.Sql): Promise<void> {
  await admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into private.imports (source) values ('https://registry.example')`
    await tx`
      insert into private.registry_servers (name, source, skill_id, server, status, is_listed, updated_at)
      select
        name, 'https://registry.example', id,
        jsonb_build_object(
          'name', name, 'description', 'Planted.', 'version', case when i % 3 = 0 then '2.0.0' else '1.0.0' end,
          '_meta', jsonb_build_object('x', (
            select string_agg(md5(i || '-' || j), '') from generate_series(1, case when i <= 150 then 2030 else 20 end) as j
          ))
        ),
        case when i between 151 and total / 2 then 'deleted' else 'active' end, i not between 151 and total / 2,
        case when i < total * 0.7 then '2026-01-01Z' when i % 50 = 0 then '2026-01-04Z' else '2026-01-03Z' end::timestamptz
      from (
        select id, i, total, case when i <= 150 then 'io.github.large/server-' else 'io.github.load/server-' end || i as name
        from (
          select id, row_number() over (order by name like 'Expensive %' desc, id) as i, count(*) over () as total
          from public.skills as k
          where retired_at is null and not exists (select from private.registry_servers as r where r.skill_id = k.id)
        ) as s
      ) as s`
  })
}
