set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- In the order of sql/80_import.sql, which plan_import relies on.
ALTER TYPE "private"."import_entry"
  ADD ATTRIBUTE "server" jsonb,
  ADD ATTRIBUTE "server_published_at" timestamp with time zone,
  ADD ATTRIBUTE "source_updated_at" timestamp with time zone,
  ADD ATTRIBUTE "status_changed_at" timestamp with time zone,
  ADD ATTRIBUTE "server_problem" text,
  ADD ATTRIBUTE "changes_server" boolean;

CREATE OR REPLACE FUNCTION private.finite_time (
  value text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN CASE WHEN (VALUE ~ '^\d'::text) THEN private.publication_time(VALUE) ELSE NULL::timestamp WITH time zone END;

create function private.server_identifiers(server jsonb, external_name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select found.identifier from (
      select 1 as part, 0::bigint as position, case
        when external_name ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' then lower(external_name collate "C")
      end as identifier
      union all
      select 2, 0, private.normalize_identifier(server #>> '{repository,url}')
      union all
      select 3, p.position, private.package_identifier(p.package ->> 'registryType', p.package ->> 'identifier')
      from jsonb_path_query_array(server, '$.packages[0 to 49]') as packages
      cross join jsonb_array_elements(packages) with ordinality as p (package, position)
      union all
      select 4, r.position, private.normalize_identifier(r.remote ->> 'url')
      from jsonb_path_query_array(server, '$.remotes[0 to 49]') as remotes
      cross join jsonb_array_elements(remotes) with ordinality as r (remote, position)
    ) as found
    where found.identifier is not null
    order by found.part, found.position
  );
end
$$;
comment on function private.server_identifiers is 'The identifiers of an imported skill in normal form, with repetitions: its name in the registry, its repository, and its first 50 packages and remotes. The server can be null.';
grant execute on function private.server_identifiers to service_role;

CREATE OR REPLACE FUNCTION private.import_batch (
  p_source text,
  entries  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken. It must not stop the other entries.
      for i in 1..cardinality(plan) loop
        begin
          perform private.create_imported(p_source, plan[i:i]);
        exception
          when sqlstate 'PT409' then
            plan[i].outcome := coalesce(private.taken_by(plan[i].name), 'name is taken');
        end;
      end loop;
  end;

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where
      e.outcome = 'updated' and s.id = e.skill_id and e.content <> e.old_content
      and private.skill_content(s.name, s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set
    published_at = e.published_at,
    content = case when e.outcome = 'kept' then i.content else e.content end
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or (e.outcome = 'kept' or i.content = e.content and e.outcome in ('updated', 'unchanged')) and i.published_at <> e.published_at
  );

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  perform private.store_servers(p_source, plan);

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a holder, another transaction took the slug.
        else coalesce(private.taken_by(e.name), 'is not created yet: run the same command again')
      end,
      case
        when e.outcome not in ('created', 'updated', 'unchanged', 'kept') or i.skill_id is null then null
        when e.server_problem is not null then e.server_problem
        when r.source <> p_source then 'the registry serves the one from ' || r.source
      end
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_import (
  p_source text,
  entries  jsonb
)
  RETURNS SETOF private.import_entry
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when known.published_at > e.published_at and not e.is_final then 'postponed'
      when known.content = e.content then case when served.changes then 'updated' else 'unchanged' end
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active'),
    e.server, e.server_published_at, e.source_updated_at, e.status_changed_at, e.server_problem, served.changes
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        -- Part of a primary key: an index entry is limited to 2,704 bytes.
        'external_name ' || case when external_name is null then 'is required' else private.text_error(external_name, 1, 200) end,
        'external_name ' || case when place > 1 then 'is in the batch more than once' end,
        'status ' || private.choice_error(status, '{active,deprecated,deleted}'),
        case when status = 'active' then nullif(concat_ws('; ',
          -- The name of a skill that was imported before is not changed, and can be older than a rule.
          'name ' || case
            when is_known then null
            when name is null then 'is required'
            else private.name_error(name, 1, 200)
          end,
          'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
          'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
          'url ' || private.url_error(url),
          'published_at ' || case when published_at is null then 'must be a time in UTC, infinity or -infinity' end
        ), '') end
      ) as problem,
      case when status = 'active' then coalesce(given_problem, private.server_error(server, external_name)) end as server_problem
    from (
      select
        position,
        entry ->> 'external_name' as external_name,
        row_number() over (partition by entry ->> 'external_name' order by position) as place,
        exists (
          select from private.imported_skills as i where i.source = p_source and i.external_name = entry ->> 'external_name'
        ) as is_known,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        private.publication_time(coalesce(entry ->> 'published_at', '-infinity')) as published_at,
        coalesce(entry ->> 'status', 'active') as status,
        coalesce(entry -> 'is_final' <> 'false', true) as is_final,
        nullif(entry -> 'server', 'null') as server,
        entry ->> 'server_problem' as given_problem,
        private.finite_time(entry ->> 'server_published_at') as server_published_at,
        private.finite_time(entry ->> 'source_updated_at') as source_updated_at,
        private.finite_time(entry ->> 'status_changed_at') as status_changed_at
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  left join private.registry_servers as r on r.name = e.external_name collate "C"
  cross join lateral (
    select case
      when r.source is distinct from p_source then
        r.source is null and e.server_problem is null and e.server is not null and e.status = 'active' and known.skill_id is not null
      when e.server_problem is not null then true
      when e.status = 'active' and e.server is null then false
      else
        (r.status, r.source_updated_at, r.status_changed_at) is distinct from (e.status, e.source_updated_at, e.status_changed_at)
        or e.status = 'active' and (r.server, r.published_at) is distinct from (e.server, e.server_published_at)
    end as changes
  ) as served
  order by e.position;
$function$;

CREATE OR REPLACE FUNCTION private.server_error (
  server        jsonb,
  external_name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- The importer validates the rest of the schema. Here is what the table and those who read it rely on.
  return case
    when server is null then null
    when jsonb_typeof(server) <> 'object' then 'must be an object'
    when octet_length(server::text) > 65536 then 'must have at most 65536 bytes'
    when jsonb_path_exists(server, '$.**{33}') then 'must have at most 32 levels'
    when server ->> 'name' is distinct from external_name then 'must have the name of the entry'
    when external_name !~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' or length(external_name) not between 3 and 200
      then 'must have a name of the form namespace/server'
    when jsonb_typeof(server -> 'version') is distinct from 'string' then 'must have a version'
    when length(server ->> 'version') > 255 then 'must have a version of at most 255 characters'
    when private.contains_api_key(server::text) then 'must not contain an API key'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.store_servers (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from private.registry_servers as r
  using unnest(entries) as e
  where
    r.source = p_source and r.name = e.external_name collate "C" and e.server_problem is not null
    and e.outcome in ('created', 'updated', 'unchanged', 'kept');

  -- In the order of the names, so that imports of several registries wait for each other and do not deadlock.
  insert into private.registry_servers as r (
    name, source, skill_id, server, published_at, source_updated_at, status_changed_at
  )
  select e.external_name, p_source, i.skill_id, e.server, e.server_published_at, e.source_updated_at, e.status_changed_at
  from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    e.status is null and e.server is not null and e.server_problem is null and i.skill_id is not null
    and (e.outcome = 'created' or e.changes_server and e.outcome in ('updated', 'unchanged', 'kept'))
  order by e.external_name collate "C"
  on conflict (name) do update set
    skill_id = excluded.skill_id,
    server = excluded.server,
    status = 'active',
    published_at = excluded.published_at,
    source_updated_at = excluded.source_updated_at,
    status_changed_at = excluded.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  -- The first import of a name wins.
  where r.source = excluded.source;

  update private.registry_servers as r set
    status = e.status,
    source_updated_at = e.source_updated_at,
    status_changed_at = e.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  from unnest(entries) as e
  where r.source = p_source and r.name = e.external_name collate "C" and e.changes_server and e.outcome in ('marked', 'inactive');
end
$function$;

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_server_depth" CHECK ((NOT jsonb_path_exists(server, '$.**{33}'::jsonpath)));

COMMENT ON COLUMN "private"."registry_servers"."server" IS 'The server.json, at most 64 KiB as jsonb writes it, and 32 levels deep.';

COMMENT ON FUNCTION "private"."finite_time"(text) IS 'A time in UTC as RFC 3339 writes it; null for anything else.';

COMMENT ON FUNCTION "private"."import_batch"(text, jsonb) IS 'Imports skills. Returns the name and the outcome of each, and why its server.json is not served, if so.';

COMMENT ON FUNCTION "private"."server_error"(jsonb, text) IS 'Why the server.json of an entry is not stored; null if it is.';

COMMENT ON FUNCTION "private"."store_servers"(text, private.import_entry[]) IS 'Stores the server.json of skills that were imported, where something changed. Its status and times follow the source, also if the skill was edited or retired here.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated (the skill or its server.json), unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), postponed (until no later entry can have a newer version), or why it cannot be imported. server_problem says why its server.json is not served.';

REVOKE ALL ON FUNCTION "private"."finite_time"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finite_time"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."finite_time"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."finite_time"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."server_error"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."server_error"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_error"(jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_error"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_servers"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_servers"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_servers"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_servers"(text, private.import_entry[]) TO "service_role";

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 WITH named
  AS (
          SELECT DISTINCT ON ((private.name_key(e.name))) private.name_key(e.name) AS name_key,
             e.external_name,
             e.name,
             e.description,
             e.type,
             e.url,
             e.published_at,
             e.content,
             e.skill_id,
             e.old_content,
             e.outcome,
             e.status,
             e.server,
             e.server_published_at,
             e.source_updated_at,
             e.status_changed_at,
             e.server_problem,
             e.changes_server,
             e.ordinality
            FROM unnest(create_imported.entries) WITH ORDINALITY e(external_name, name, description, type, url, published_at, content, skill_id, old_content, outcome, status, server, server_published_at, source_updated_at, status_changed_at, server_problem, changes_server, ordinality)
           WHERE ((e.outcome = 'created'::text) AND (private.merged_name_holder(private.name_key(e.name)) IS NULL))
           ORDER BY (private.name_key(e.name)), e.ordinality
         ), created AS (
          INSERT INTO public.skills (name, description, type, url)  SELECT n.name,
                     n.description,
                     n.type,
                     n.url
                    FROM named n ON CONFLICT DO NOTHING
           RETURNING skills.id,
             skills.name_key
         )
  INSERT INTO private.imported_skills (source, external_name, skill_id, published_at, content)  SELECT create_imported.p_source AS p_source,
             n.external_name,
             c.id,
             n.published_at,
             n.content
            FROM (named n
              JOIN created c ON ((c.name_key = (n.name_key COLLATE "C"))));
END;
