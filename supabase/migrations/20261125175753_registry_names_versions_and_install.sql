set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."create_imported"(text, private.import_entry[]);

DROP FUNCTION "private"."docker_image"(text, text);

DROP FUNCTION "private"."first_items"(jsonb);

DROP FUNCTION "private"."import_name"(text);

DROP FUNCTION "private"."install_inputs"(jsonb, boolean);

DROP FUNCTION "private"."install_package"(jsonb);

DROP FUNCTION "private"."install_remote"(jsonb);

DROP FUNCTION "private"."is_default_registry"(jsonb, text, text);

DROP FUNCTION "private"."is_header_name"(text);

DROP FUNCTION "private"."is_port"(text);

DROP FUNCTION "private"."is_public_host"(text);

DROP FUNCTION "private"."is_variable_name"(text);

DROP FUNCTION "private"."json_text"(jsonb);

DROP FUNCTION "private"."npm_argument"(text, text);

DROP FUNCTION "private"."pypi_argument"(text, text);

DROP FUNCTION "private"."second_name"(text);

DROP FUNCTION "private"."taken_by"(text);

DROP FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean);

-- Not dropped: what is stored is shown until the next import.
ALTER TABLE "private"."registry_servers"
  ALTER COLUMN "install" DROP EXPRESSION;

DROP FUNCTION "private"."install_entries"(jsonb);

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TYPE "private"."import_entry" ADD ATTRIBUTE "install" jsonb CASCADE;

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor  text,
  list    text,
  pattern text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  cursor_position text;
begin
  if cursor is null then
    return null;
  end if;
  -- No cursor is longer.
  if octet_length(cursor) <= 8000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
  end if;
  -- As text: JSON is parsed only if it has the shape of a position, because a number of few characters can take megabytes.
  if cursor is distinct from private.tag_position(cursor_position, list) or cursor_position !~ pattern then
    raise data_exception;
  end if;
  return cursor_position::jsonb;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_install_fields (
  fields       jsonb,
  name_pattern text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case when jsonb_typeof(fields) = 'array' then not exists (
    select from jsonb_array_elements(fields) as f (field)
    where (
      jsonb_typeof(f.field) = 'object'
      and f.field = jsonb_build_object('name', f.field -> 'name', 'required', f.field -> 'required', 'secret', f.field -> 'secret')
      and jsonb_typeof(f.field -> 'required') = 'boolean'
      and jsonb_typeof(f.field -> 'secret') = 'boolean'
      and f.field ->> 'name' ~ name_pattern
    ) is not true
  ) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_submitted_twin (
  skill uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return exists (
    select from private.skill_identifiers as own
    join private.skill_identifiers as other
      on other.identifier_hash = own.identifier_hash and other.state = 'active' and not other.is_imported
    where own.skill_id = skill and other.skill_id <> skill
  ) or exists (
    select from private.imported_skills as i
    join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
    where i.skill_id = skill and other.id <> skill
      and not exists (select from private.imported_skills as imported where imported.skill_id = other.id)
  );
end
$function$;

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
  i integer;
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken.
      null;
  end;
  -- One by one, so that they do not stop each other: those with the name of another entry, or one that was taken meanwhile.
  for i in
    select e.ordinality from unnest(plan) with ordinality as e
    where e.outcome = 'created' and not exists (
      select from private.imported_skills as known where known.source = p_source and known.external_name = e.external_name
    )
  loop
    begin
      perform private.create_imported(p_source, plan[i:i]);
    exception
      when sqlstate 'PT409' then
        plan[i].outcome := 'name is taken';
    end;
  end loop;

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where
      e.outcome = 'updated' and s.id = e.skill_id and e.content <> e.old_content
      and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = e.old_content
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

  -- Locks skills, so before their servers.
  perform private.set_identifiers(p_source, plan);
  perform private.store_servers(p_source, plan);

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a skill, another transaction took the name or the slug.
        else coalesce(
          'name is taken by ' || (select s.slug from public.skills as s where s.id = private.same_server(p_source, e.external_name, e.name)),
          'is not created yet: run the same command again'
        )
      end,
      case
        when e.outcome not in ('created', 'updated', 'unchanged', 'kept') or i.skill_id is null then null
        when e.server_problem is not null then e.server_problem
        when r.source <> p_source then 'the registry serves the one from ' || r.source
      end,
      e.outcome = 'created' and i.skill_id is not null and private.has_submitted_twin(i.skill_id)
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.import_name (
  p_source      text,
  external_name text,
  name          text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  candidate text := name;
  number integer := 0;
begin
  -- Otherwise, anyone could keep a server out of the catalogue with skills of its names. The one with the name can be merged.
  while private.name_holder(private.name_key(candidate)) is not null loop
    if number = 0 and private.same_server(p_source, external_name, name) is not null then
      return null;
    end if;
    number := number + 1;
    candidate := private.imported_name(name, number);
  end loop;
  return candidate;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 WITH wanted
  AS (
          SELECT e.external_name,
             n.name,
             private.name_key(n.name) AS name_key,
             e.description,
             e.type,
             e.url,
             e.published_at,
             e.content,
             e.ordinality
            FROM (unnest(create_imported.entries) WITH ORDINALITY e(external_name, name, description, type, url, published_at, content, skill_id, old_content, outcome, status, server, server_published_at, source_updated_at, status_changed_at, server_problem, changes_server, install, ordinality)
              CROSS JOIN LATERAL ( SELECT private.import_name(create_imported.p_source, e.external_name, e.name) AS name
                  OFFSET 0) n)
           WHERE ((e.outcome = 'created'::text) AND (n.name IS NOT NULL))
         ), named AS (
          SELECT DISTINCT ON (w.name_key) w.external_name,
             w.name,
             w.name_key,
             w.description,
             w.type,
             w.url,
             w.published_at,
             w.content,
             w.ordinality
            FROM wanted w
           ORDER BY w.name_key, w.ordinality
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

CREATE OR REPLACE FUNCTION private.imported_name (
  source_name text,
  number      integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  suffix constant text := case number when 1 then ' (MCP Registry)' else format(' (MCP Registry %s)', number) end;
  -- At most 200 characters.
  start text := rtrim(left(source_name, 200 - length(suffix)));
begin
  -- Without what is only valid before the character that was cut, such as a joiner.
  while start <> source_name and start <> '' and private.name_error(start, 1, 200) is not null loop
    start := rtrim(left(start, -1));
  end loop;
  return start || suffix;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_install (
  entries jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case
    when jsonb_typeof(entries) = 'array' and octet_length(entries::text) <= 262144 then
      jsonb_array_length(entries) between 1 and 10
      and not exists (select from jsonb_array_elements(entries) as e (entry) where private.is_install_entry(e.entry) is not true)
    else false
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_install_entry (
  entry jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  kind constant text := entry ->> 'type';
  -- The package, which is the last argument.
  package constant text := entry -> 'args' ->> -1;
  passed jsonb;
begin
  -- Docker copies a variable without a value from the environment: only those that each configuration sets.
  select coalesce(jsonb_agg(argument order by place, part), '[]') into passed
  from jsonb_path_query(entry, '$.env[*] ? (@.required == true).name') with ordinality as required (name, place)
  cross join lateral (values (1, '"-e"'::jsonb), (2, required.name)) as pair (part, argument)
  where kind = 'docker';

  return jsonb_typeof(entry) = 'object'
    and entry = jsonb_build_object(
      'type', kind, 'transport', entry -> 'transport', 'command', entry -> 'command', 'args', entry -> 'args', 'url', entry -> 'url',
      'env', entry -> 'env', 'headers', entry -> 'headers'
    )
    and private.has_install_fields(entry -> 'env', '^[A-Z][A-Z0-9_]{0,99}$')
    and private.has_install_fields(entry -> 'headers', '^[A-Za-z][A-Za-z0-9_-]{0,99}$')
    and case kind
      when 'remote' then
        (entry -> 'command', entry -> 'args', entry -> 'env') = ('null', '[]', '[]')
        and entry ->> 'transport' in ('streamable-http', 'sse')
        and entry ->> 'url' ~ '^https://[A-Za-z0-9][A-Za-z0-9.:-]*(?:[/?][A-Za-z0-9._~@+=:,/&?%-]*)?$'
      else
        (entry -> 'transport', entry -> 'url', entry -> 'headers') = ('"stdio"', 'null', '[]')
        and package ~ '^[A-Za-z0-9@][A-Za-z0-9._@/:+!=-]*$'
        and (entry -> 'command', entry -> 'args') = (
          case kind when 'npm' then '"npx"' when 'pypi' then '"uvx"' when 'docker' then '"docker"' end::jsonb,
          case kind when 'npm' then '["-y"]' when 'pypi' then '[]' else '["run", "-i", "--rm"]' end::jsonb
            || passed || to_jsonb(array[package])
        )
    end;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_in_source (
  skill_name  text,
  source_name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  suffix constant text[] := regexp_match(skill_name, ' \(MCP Registry(?: ([0-9]{1,9}))?\)$');
begin
  return case
    when suffix is not null and skill_name = private.imported_name(source_name, coalesce(suffix[1], '1')::integer) then source_name
    else skill_name
  end;
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
      when not e.is_final and not version.is_current then 'postponed'
      when known.content = e.content then case when served.changes then 'updated' else 'unchanged' end
      when s.retired_at is null
        and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active'),
    e.server, e.server_published_at, e.source_updated_at, e.status_changed_at, e.server_problem, served.changes, e.install
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
        case
          when coalesce(entry ->> 'published_at', '-infinity') = '-infinity' then '-infinity'
          when entry ->> 'published_at' = 'infinity' then 'infinity'
          else private.parse_time(entry ->> 'published_at')
        end as published_at,
        coalesce(entry ->> 'status', 'active') as status,
        coalesce(entry -> 'is_final' <> 'false', true) as is_final,
        nullif(entry -> 'server', 'null') as server,
        nullif(entry -> 'install', 'null') as install,
        entry ->> 'server_problem' as given_problem,
        private.parse_time(entry ->> 'server_published_at') as server_published_at,
        private.parse_time(entry ->> 'source_updated_at') as source_updated_at,
        private.parse_time(entry ->> 'status_changed_at') as status_changed_at
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
        or e.status = 'active' and (r.server, r.published_at, r.install) is distinct from (e.server, e.server_published_at, e.install)
    end as changes
  ) as served
  -- Whether it can replace what is stored before all versions were read: the same version, or one that is surely newer.
  cross join lateral (
    select case
      when e.published_at = 'infinity' then true
      when known.published_at > '-infinity' and e.published_at > known.published_at then true
      when r.source = p_source and e.server is not null then r.version = e.server ->> 'version'
      else e.published_at >= known.published_at
    end as is_current
  ) as version
  order by e.position;
$function$;

CREATE OR REPLACE FUNCTION private.same_server (
  p_source        text,
  p_external_name text,
  source_name     text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(s.merged_into, s.id)
    from private.imports as other
    join private.imported_skills as i on i.source = other.source and i.external_name = p_external_name
    join public.skills as s on s.id = i.skill_id
    where other.source <> p_source
      and (s.retired_at is null or s.merged_into is not null)
      and private.name_key(private.name_in_source(s.name, source_name)) = private.name_key(source_name)
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.server_list_position (
  p_cursor    text,
  list_before text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- The position of a server by name, or of one in a ranking: those of the ranking and of the skill, and the name.
  name_pattern constant text := format('"%s"', private.server_name_pattern());
  position_pattern constant text := format(
    '\[(?:%1$s|%2$s, %1$s)\]', name_pattern, trim(both '^$' from private.cursor_pattern('relevance'))
  );
begin
  return private.decode_cursor(
    p_cursor, 'servers', format('^\[%s, %2$s, %2$s, %2$s, (?:true|false)\]$', position_pattern, '(?:null|"(?:[^"\\]|\\.)*")')
  );
exception
  when data_exception then
    -- Version 1.1.0 wrote only the position, bound to the list.
    return jsonb_build_array(private.decode_cursor(p_cursor, list_before, format('^%s$', position_pattern)));
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
    name, source, skill_id, server, install, published_at, source_updated_at, status_changed_at
  )
  select
    e.external_name, p_source, i.skill_id, e.server, e.install, e.server_published_at, e.source_updated_at, e.status_changed_at
  from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    e.status is null and e.server is not null and e.server_problem is null and i.skill_id is not null
    and (e.outcome = 'created' or e.changes_server and e.outcome in ('updated', 'unchanged', 'kept'))
  order by e.external_name collate "C"
  on conflict (name) do update set
    skill_id = excluded.skill_id,
    server = excluded.server,
    install = excluded.install,
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

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT NULL::boolean
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  version_asked text := nullif(private.trim_text(p_version), '');
  time_asked text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_asked);
  wanted_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  continued jsonb;
  after jsonb;
  ranking jsonb;
  names text[];
  positions jsonb[];
  scanned_to text;
  page record;
  next_position jsonb;
begin
  continued := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_asked, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ));
  if jsonb_array_length(continued) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(continued ->> 1, 200), ''));
    version_asked := coalesce(version_asked, continued ->> 2);
    time_asked := coalesce(time_asked, continued ->> 3);
    since := private.parse_time(time_asked);
    with_deleted := coalesce(p_include_deleted, (continued ->> 4)::boolean) or since is not null;
    if (search, version_asked, since, with_deleted)
      is distinct from (continued ->> 1, continued ->> 2, private.parse_time(continued ->> 3), (continued ->> 4)::boolean)
    then
      raise data_exception;
    end if;
  end if;
  after := continued -> 0;
  -- A ranking has two parts.
  if (jsonb_array_length(after) = 2) <> (search is not null) then
    raise data_exception;
  end if;
  if search is not null or time_asked is not null or version_asked is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_asked, 0, 255),
      'updated_since', case when time_asked is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  wanted_version := nullif(version_asked, 'latest');

  if search is not null then
    ranking := private.plan_ranking(search, after #> '{0,1}');
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, ranking, private.skill_types(), after #> '{0,0}', max_ranked),
      after ->> 1, wanted_version, since, with_deleted, wanted
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), wanted_version, with_deleted, wanted);
  else
    select f.names, f.scanned_to into names, scanned_to
    from private.scan_changed_servers(coalesce(after ->> 0, ''), wanted_version, since, wanted) as f;
  end if;

  select p.items, p.count into page from private.server_page(names[:wanted - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is null then jsonb_build_array(names[page.count])
      else jsonb_build_array(
        jsonb_build_array(positions[page.count], ranking - '{correction,words}'::text[]), names[page.count]
      )
    end;
  elsif scanned_to is not null then
    next_position := jsonb_build_array(scanned_to);
  end if;
  if next_position is not null then
    next_position := jsonb_build_array(next_position, search, version_asked, time_asked, with_deleted);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, 'servers'))::text
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM PUBLIC, "service_role";

COMMENT ON COLUMN "private"."registry_servers"."install" IS 'How the server is installed, as the importer built it from server; null if no entry of it fits.';

COMMENT ON FUNCTION "private"."create_imported"(text, private.import_entry[]) IS 'Creates the new skills of an import for which private.import_name has a name. May raise PT409 for a name that is taken meanwhile.';

COMMENT ON FUNCTION "private"."has_install_fields"(jsonb, text) IS 'Whether a JSON value is a list of {name, required, secret}, with names of this form.';

COMMENT ON FUNCTION "private"."import_name"(text, text, text) IS 'The name that a new skill gets from an import: its own, or the first of private.imported_name that is free; null if it was imported from another catalogue.';

COMMENT ON FUNCTION "private"."imported_name"(text, integer) IS 'The name of an imported skill if its name in the catalogue is taken: NAME (MCP Registry), NAME (MCP Registry 2) …';

COMMENT ON FUNCTION "private"."is_install"(jsonb) IS 'Whether a JSON value has the shape of 1 to 10 ways to install a server. Never raises, whatever the JSON is.';

COMMENT ON FUNCTION "private"."is_install_entry"(jsonb) IS 'Whether a JSON value has the shape of a way to install a server.';

COMMENT ON FUNCTION "private"."name_in_source"(text, text) IS 'The name of an imported skill, or its name in the catalogue it was imported from if it has one of private.imported_name: to compare what was imported.';

COMMENT ON FUNCTION "private"."same_server"(text, text, text) IS 'The skill of a server of this name that was imported from another catalogue, such as a mirror, and still has its name; null if there is none.';

COMMENT ON FUNCTION "private"."server_list_position"(text, text) IS 'Where a page of public.list_servers ended, and of which list: the position, search, version, updated_since and include_deleted; null for null. list_before is the list that a cursor of version 1.1.0 must have. Raises data_exception for anything else.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) IS 'GET /registry/v0.1/servers: a page of the imported servers by name, or of a search by relevance, at most 100 and about private.page_bytes. With p_updated_since, a page can have fewer servers than asked, also none, although nextCursor leads to more. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_install_fields"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_install_fields"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_install_fields"(jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_install_fields"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_name"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_name"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_name"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_name"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_name"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_name"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_name"(text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_name"(text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_install"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_install"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_install"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_install"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_install_entry"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_install_entry"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_install_entry"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_install_entry"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."same_server"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."same_server"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."same_server"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."same_server"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "postgres";

-- Data:
-- What passes variables that no configuration sets is not shown until the next import, which writes all entries again.
UPDATE private.registry_servers SET install = null WHERE NOT private.is_install(install);

-- pgls-ignore lint/safety/constraintMissingNotValid: The migration holds the lock in any case.
ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_install_shape" CHECK (private.is_install(install));
