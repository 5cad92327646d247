-- The import of skills from other catalogues: `npm run catalogue:import`. Its tables are in sql/registry/30_imported_skills.sql.

create function private.skill_content(name text, description text, url text) returns bytea
language sql immutable parallel safe set search_path = ''
return extensions.digest(jsonb_build_array(name, description, url)::text, 'sha256');
comment on function private.skill_content is 'SHA-256 of the name, description and URL of a skill.';
grant execute on function private.skill_content to service_role;

create type private.import_entry as (
  external_name text,
  name text,
  description text,
  type text,
  url text,
  published_at timestamptz,
  content bytea,
  skill_id uuid,
  old_content bytea,
  outcome text,
  status text,
  server jsonb,
  server_published_at timestamptz,
  source_updated_at timestamptz,
  status_changed_at timestamptz,
  server_problem text,
  changes_server boolean,
  install jsonb
);
comment on type private.import_entry is 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated (the skill or its server.json), unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), postponed (until no later entry can have a newer version), or why it cannot be imported. server_problem says why its server.json is not served.';

create function private.imported_name(source_name text, number integer) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
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
$$;
comment on function private.imported_name is 'The name of an imported skill if its name in the catalogue is taken: NAME (MCP Registry), NAME (MCP Registry 2) …';

create function private.name_in_source(skill_name text, source_name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  suffix constant text[] := regexp_match(skill_name, ' \(MCP Registry(?: ([0-9]{1,9}))?\)$');
begin
  return case
    when suffix is null or skill_name = source_name then skill_name
    when skill_name = private.imported_name(source_name, coalesce(suffix[1], '1')::integer) then source_name
    -- The catalogue gives it another name now. That before is this, unless it was cut.
    else regexp_replace(skill_name, ' \(MCP Registry[^()]*\)$', '')
  end;
end
$$;
comment on function private.name_in_source is 'The name that an imported skill had in its catalogue when it was imported, also if it has one of private.imported_name: to compare what was imported.';

create function private.same_server(p_source text, p_external_name text, source_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(s.merged_into, s.id)
    from private.imported_skills as i
    join public.skills as s on s.id = i.skill_id
    where i.external_name = p_external_name and i.source <> p_source
      and private.name_key(private.name_in_source(s.name, source_name)) = private.name_key(source_name)
    limit 1
  );
end
$$;
comment on function private.same_server is 'The skill of a server of this name that was imported from another catalogue, such as a mirror, and still has its name, also if it was retired; null if there is none.';

create function private.import_name(p_source text, external_name text, name text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  candidate text := name;
  number integer := 0;
begin
  -- Otherwise, a mirror would bring back what an admin retired.
  if private.same_server(p_source, external_name, name) is not null then
    return null;
  end if;
  -- Otherwise, anyone could keep a server out of the catalogue with skills of its names. The one with the name can be merged.
  while private.name_holder(private.name_key(candidate)) is not null loop
    number := number + 1;
    candidate := private.imported_name(name, number);
  end loop;
  return candidate;
end
$$;
comment on function private.import_name is 'The name that a new skill gets from an import: its own, or the first of private.imported_name that is free; null if it was imported from another catalogue.';
grant execute on function private.imported_name, private.name_in_source, private.same_server, private.import_name to service_role;

create function private.plan_import(p_source text, entries jsonb) returns setof private.import_entry
language sql stable set search_path = ''
as $$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, new.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when not e.is_final and not version.is_current then 'postponed'
      when known.content = new.content then case when served.changes then 'updated' else 'unchanged' end
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
        'external_name ' || case when occurrence > 1 then 'is in the batch more than once' end,
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
        row_number() over (partition by entry ->> 'external_name' order by position) as occurrence,
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
  -- A new name in the catalogue changes nothing here, and is not an edit.
  cross join lateral (
    select case
      when known.content <> e.content then private.skill_content(private.name_in_source(s.name, e.name), e.description, e.url)
      else e.content
    end as content
  ) as new
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
      else known.published_at > '-infinity' and e.published_at = known.published_at
    end as is_current
  ) as version
  order by e.position;
$$;
comment on function private.plan_import is 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';
grant execute on function private.plan_import to service_role;

create function private.create_imported(p_source text, entries private.import_entry[]) returns void
language sql volatile set search_path = ''
begin atomic
  with new_entry as (
    select
      e.external_name, n.name, private.name_key(n.name) as name_key, e.description, e.type, e.url, e.published_at, e.content,
      e.ordinality
    from unnest(entries) with ordinality as e
    cross join lateral (select private.import_name(p_source, e.external_name, e.name) as name offset 0) as n
    where e.outcome = 'created' and n.name is not null
  ), named as (
    -- Of two entries with one name, only the first gets a skill: private.import_batch calls this again for the others.
    select distinct on (w.name_key) w.* from new_entry as w order by w.name_key, w.ordinality
  ), created as (
    insert into public.skills (name, description, type, url)
    select n.name, n.description, n.type, n.url from named as n
    on conflict do nothing
    returning id, name_key
  )
  insert into private.imported_skills (source, external_name, skill_id, published_at, content)
  select p_source, n.external_name, c.id, n.published_at, n.content
  from named as n join created as c on c.name_key = n.name_key collate "C";
end;
comment on function private.create_imported is 'Creates the new skills of an import for which private.import_name has a name. May raise PT409 for a name that is taken meanwhile.';
grant execute on function private.create_imported to service_role;

create function private.store_servers(p_source text, entries private.import_entry[]) returns void
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function private.store_servers is 'Stores the server.json of skills that were imported, where something changed. Its status and times follow the source, also if the skill was edited or retired here.';
grant execute on function private.store_servers to service_role;

create function private.server_identifiers(server jsonb, external_name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select found.identifier from (
      select
        1 as part, 0::bigint as position,
        case when private.is_server_name(external_name) then lower(external_name collate "C") end as identifier
      union all
      select 2, p.position, private.package_identifier(p.package ->> 'registryType', p.package ->> 'identifier')
      from jsonb_path_query_array(server, '$.packages[0 to 49]') as packages
      cross join jsonb_array_elements(packages) with ordinality as p (package, position)
      union all
      select 3, r.position, private.normalize_identifier(r.remote ->> 'url')
      from jsonb_path_query_array(server, '$.remotes[0 to 49]') as remotes
      cross join jsonb_array_elements(remotes) with ordinality as r (remote, position)
    ) as found
    where found.identifier is not null
    order by found.part, found.position
  );
end
$$;
comment on function private.server_identifiers is 'The identifiers of an imported skill that its registry checks, in normal form, with repetitions: its name there, and its first 50 packages and remotes. The server can be null.';
grant execute on function private.server_identifiers to service_role;

create function private.server_repository(server jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  normal text := private.normalize_identifier(server #>> '{repository,url}');
  -- A path, which is not percent-encoded.
  folder text := btrim(replace(replace(server #>> '{repository,subfolder}', '%', '%25'), ' ', '%20'), '/');
begin
  return case
    when folder <> '' and private.is_repository(normal) then private.normalize_identifier(normal || '#' || folder)
    else normal
  end;
end
$$;
comment on function private.server_repository is 'The normal form of the repository of a server.json, with its subfolder on GitHub and GitLab; null if it has none, or if it is malformed.';
grant execute on function private.server_repository to service_role;

create function private.set_identifiers(p_source text, entries private.import_entry[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.set_imported_identifiers(i.skill_id, named.checked, named.mentioned)
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  cross join lateral (
    select
      case when e.server_problem is null then e.server end as server,
      -- The catalogue is the publisher of its own page, which it names without a server.json.
      case when e.server is null and e.server_problem is null and starts_with(e.url, p_source || '/') then e.url end as own_page
  ) as s
  cross join lateral (
    select
      private.server_identifiers(s.server, e.external_name) || private.normalize_identifier(s.own_page) as checked,
      array[
        private.server_repository(s.server),
        -- Without the path that the server.json says.
        case when e.url is distinct from s.server #>> '{repository,url}' then private.normalize_identifier(e.url) end
      ] as mentioned
    where e.status is null and (
      e.outcome in ('created', 'updated')
      or e.outcome in ('unchanged', 'kept') and (
        e.changes_server
        -- Without a server here, nothing shows a change. Without a server.json, the name and url do, except of a skill that was edited, or
        -- deleted and listed again.
        or (e.outcome = 'kept' or e.server is not null or not exists (
          select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.is_imported
        )) and not exists (
          select from private.registry_servers as r where r.source = p_source and r.name = e.external_name collate "C"
        )
      )
    )
  ) as named
  where i.skill_id is not null
  order by i.skill_id;

  perform private.unverify_identifiers(array(
    select i.skill_id
    from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.status = 'deleted' and e.outcome in ('marked', 'inactive')
  ));
end
$$;
comment on function private.set_identifiers is 'Sets the identifiers of skills that were imported, where something changed. Those of a skill that its source deleted are only mentioned.';
grant execute on function private.set_identifiers to service_role;

create function private.has_submitted_twin(skill uuid) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return exists (
    select from private.skill_identifiers as own
    -- For each identifier of the skill, at most one row: thousands can share one, and a join could begin with all of them.
    cross join lateral (
      select from private.skill_identifiers as other
      where other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
        and other.skill_id <> skill
      limit 1
    ) as twin
    where own.skill_id = skill and own.is_own
      -- A repository can hold many skills.
      and not private.is_repository(own.identifier)
  ) or exists (
    select from public.skills as other
    -- The name first: a join can compute its key for each skill of the catalogue.
    where other.name_key = (select private.name_key(i.external_name) from private.imported_skills as i where i.skill_id = skill)
      and other.retired_at is null and other.id <> skill
      and not exists (select from private.imported_skills as imported where imported.skill_id = other.id)
  );
end
$$;
comment on function private.has_submitted_twin is 'Whether another skill of the catalogue, which was submitted, has an identifier of this imported one, or its name in the registry.';
grant execute on function private.has_submitted_twin to service_role;

create function private.import_batch(p_source text, entries jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
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
  -- The documents of new skills were marked as if all had a server.
  perform private.mark_again(array(
    select i.skill_id
    from unnest(plan) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.outcome = 'created' and e.type = 'mcp' and not exists (
      select from private.registry_servers as r where r.skill_id = i.skill_id
    )
  ));

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a skill, another transaction took the name or the slug.
        else coalesce(
          (
            select case when s.retired_at is null then 'name is taken by ' else 'was retired here as ' end || s.slug
            from public.skills as s
            where s.id = private.same_server(p_source, e.external_name, e.name)
          ),
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
$$;
comment on function private.import_batch is 'Imports skills. Returns the name and the outcome of each, and why its server.json is not served, if so.';
grant execute on function private.import_batch to service_role;

-- p_skills is text: the embedded Data API passes a JSON array as a string.
create function public.import_skills(
  p_source text, p_skills text default '[]', p_cursor text default null, p_dry_run boolean default false
) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  outcomes jsonb;
begin
  perform private.validate(
    -- The source and an external name are a primary key.
    'source', case when p_source is null then 'is required' else private.text_error(p_source, 1, 1000) end,
    'cursor', private.text_error(p_cursor, 0, 2048)
  );
  begin
    -- Locks the source: two imports of one catalogue run one after another.
    insert into private.imports as i (source) values (p_source)
    on conflict (source) do update set updated_at = now();
    outcomes := private.import_batch(p_source, p_skills::jsonb);
    update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
    if p_dry_run then
      raise sqlstate 'PTDRY';
    end if;
  exception
    when sqlstate 'PTDRY' then
      -- Everything is rolled back but the outcomes.
      null;
  end;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
  );
end
$$;
comment on function public.import_skills is 'npm run catalogue:import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';
grant execute on function public.import_skills to service_role;

create function public.list_imported(p_source text, p_after text default '') returns json
language sql stable set search_path = ''
begin atomic
  select coalesce(json_agg(page.external_name order by page.external_name), '[]')
  from (
    select i.external_name from private.imported_skills as i
    where i.source = p_source and i.status is null and i.external_name > p_after
    order by i.external_name
    limit 5000
  ) as page;
end;
comment on function public.list_imported is 'npm run catalogue:import: the names of the skills of a source that are not marked, after one of them, at most 5,000, to find those that the source deleted. Only for service_role.';
grant execute on function public.list_imported to service_role;
