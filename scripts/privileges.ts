import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'
import { projectDir } from './program.ts'

/** The committed table of privileges, from the folder of the project. */
export const PRIVILEGES_FILE = 'tests/security/privileges/privileges.txt'

const heading = `# All privileges of anon, authenticated, service_role, authenticator, skill_rating_writer and PUBLIC, read from the catalogue after the migrations.
# Written by \`npm run generate -- privileges\`; tests/database/privileges.test.ts compares it with the schema, so that each change is reviewed here.
#
# The line of a table applies to all its columns, that of columns only to these. A privilege that is not listed is not granted;
# "nobody" means none of the six roles. *: with grant option. The owner is postgres, which is not a superuser.
`

/** The committed table. */
export function committedPrivileges(): string {
  return readFileSync(join(projectDir, PRIVILEGES_FILE), 'utf8')
}

/**
 * The table of privileges of a database, in the order of the names.
 *
 * It also has what affects the privileges: memberships and attributes of the roles, row-level security and policies, whose
 * privileges functions and views run with, and default privileges.
 */
export async function privilegesOf(sql: postgres.ISql): Promise<string> {
  const sections = await Promise.all(
    Object.entries(SECTIONS).map(async ([title, query]) => {
      const rows = await sql.unsafe<{ subject: string; says: string }[]>(query)
      // Not in columns: one longer name would change every line.
      const lines = rows.map(({ subject, says }) => `${subject}  ${says}`).sort()
      return `\n## ${title}\n\n${(lines.length > 0 ? lines : ['(none)']).join('\n')}\n`
    }),
  )
  return heading + sections.join('')
}

/** The lines that are only in `actual` (+) or only in `wanted` (-). */
export function difference(actual: string, wanted: string): string[] {
  const [has, wants] = [actual, wanted].map((text) => text.split('\n').filter(Boolean)) as [
    string[],
    string[],
  ]
  const [present, expected] = [new Set(has), new Set(wants)]
  return [
    ...[...present].filter((line) => !expected.has(line)).map((line) => `+ ${line}`),
    ...[...expected].filter((line) => !present.has(line)).map((line) => `- ${line}`),
  ]
}

const OURS = `n.nspname in ('public', 'private', 'admin')`

/**
 * One line for each object, from a query that gives subject and privileges (an ACL): those that were granted or, where nothing was
 * ever said, those that come by default. `*`: with the right to pass it on.
 */
const grants = (objects: string) => `
  with objects as (${objects}),
  held as (
    select
      subject,
      case grantee when 0 then 'PUBLIC' else grantee::regrole::text end as role,
      string_agg(privilege_type || case when is_grantable then '*' else '' end, ', ' order by privilege_type) as privileges
    from objects, aclexplode(acl)
    where grantee = 0 or grantee::regrole::text in ('anon', 'authenticated', 'service_role', 'authenticator', 'skill_rating_writer')
    group by subject, grantee
  ),
  together as (
    select subject, string_agg(role, ', ' order by role collate "C") as roles, privileges
    from held group by subject, privileges
  )
  select subject, coalesce(string_agg(roles || ': ' || privileges, '; ' order by roles collate "C"), 'nobody') as says
  from (select distinct subject from objects) as all_of_them left join together using (subject)
  group by subject`

/** One line for the objects of a table or schema that have the same privileges, from lines for single objects. */
const grouped = (lines: string) => `
  select regexp_replace(subject, '[.][^.]+$', '') || ' (' || string_agg(regexp_replace(subject, '^.*[.]', ''), ', ' order by subject) || ')' as subject, says
  from (${lines}) as lines
  group by regexp_replace(subject, '[.][^.]+$', ''), says`

const SECTIONS: Record<string, string> = {
  Roles: `
    select rolname as subject, concat_ws(', ',
      case when rolsuper then 'SUPERUSER' end,
      case when rolbypassrls then 'passes row level security by' end,
      case when rolcreaterole then 'makes roles' end,
      case when rolcreatedb then 'makes databases' end,
      case when rolreplication then 'replicates' end,
      case when rolcanlogin then 'logs in' else 'does not log in' end
    ) as says
    from pg_roles where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'skill_rating_writer', 'postgres')`,
  'Memberships (pg_read_all_data: only in the embedded stack, see local/postgres/bootstrap.sql)': `
    select member::regrole::text as subject, 'is a member of ' || roleid::regrole
      || case when inherit_option then ', has its rights at once' else '' end
      || case when set_option then ', may become it' else '' end
      || case when admin_option then ', may pass it on' else '' end as says
    from pg_auth_members
    where member::regrole::text in ('anon', 'authenticated', 'service_role', 'authenticator', 'skill_rating_writer')
      or roleid::regrole::text = 'skill_rating_writer'`,
  'Database and schemas': grants(`
    select 'database' as subject, coalesce(datacl, acldefault('d', datdba)) as acl from pg_database
    where datname = current_database()
    union all
    select 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner)) from pg_namespace
    where nspname in ('public', 'private', 'admin', 'extensions')`),
  'Tables, views and sequences (RLS: row-level security, INVOKER: reads with the rights of the caller)':
    grants(`
    select case relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'S' then 'sequence ' else 'table ' end
        || n.nspname || '.' || relname
        || case when relrowsecurity then ' RLS' else '' end || case when relforcerowsecurity then ' for the owner too' else '' end
        || case when reloptions @> '{security_invoker=true}' then ' INVOKER' else '' end as subject,
      coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)) as acl
    from pg_class as c join pg_namespace as n on n.oid = relnamespace
    where ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')`),
  Columns: grouped(
    grants(`
    select n.nspname || '.' || relname || '.' || attname as subject, coalesce(attacl, acldefault('c', relowner)) as acl
    from pg_attribute join pg_class as c on c.oid = attrelid join pg_namespace as n on n.oid = relnamespace
    where ${OURS} and relkind in ('r', 'p', 'v', 'm', 'f') and attnum > 0 and not attisdropped`),
  ),
  'Functions (DEFINER: runs with the rights of its owner; other functions of nobody are not listed)': `
    with listed as (select * from (${grants(`
      select n.nspname || '.' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
          || case when prosecdef then ' DEFINER' else '' end
          || case when proowner <> 'postgres'::regrole then ' owned by ' || proowner::regrole else '' end as subject,
        coalesce(proacl, acldefault('f', proowner)) as acl
      from pg_proc as p join pg_namespace as n on n.oid = pronamespace
      where ${OURS}`)}
    ) as functions where says <> 'nobody' or subject not like '%)')
    select subject, says from listed where subject !~ '^private.*[)]$'
    union all
    -- The Data API does not serve them, and they run with the rights of the caller.
    select 'private.(' || string_agg(substring(subject, 'private.([^(]+)'), ', ' order by subject) || ')', says
    from listed where subject ~ '^private.*[)]$' group by says`,
  Types: grouped(
    grants(`
    select n.nspname || '.' || typname as subject, coalesce(typacl, acldefault('T', typowner)) as acl
    from pg_type as t join pg_namespace as n on n.oid = typnamespace
    left join pg_class as c on c.oid = typrelid
    where ${OURS} and typelem = 0 and (typrelid = 0 or c.relkind = 'c')`),
  ),
  Policies: `
    select p.schemaname || '.' || p.tablename || ' "' || p.policyname || '"' as subject,
      concat_ws(' ',
        case p.permissive when 'RESTRICTIVE' then 'restrictive' end,
        p.cmd, 'to', array_to_string(p.roles, ', '),
        'using ' || regexp_replace(p.qual, '\\s+', ' ', 'g'),
        'with check ' || regexp_replace(p.with_check, '\\s+', ' ', 'g')
      ) as says
    from pg_policies as p
    where p.schemaname in ('public', 'private', 'admin')`,
  'What postgres would grant on new objects (nothing said: as Postgres does by default)': grants(`
    select case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types'
        else 'schemas' end
        || case defaclnamespace when 0 then '' else ' in ' || defaclnamespace::regnamespace end as subject,
      defaclacl as acl
    from pg_default_acl where defaclrole = 'postgres'::regrole`),
}
