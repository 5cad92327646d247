-- The import of skills from other catalogues: `npm run catalogue:import`. Its tables are in sql/identifiers/30_imported_skills.sql.

-- An import is an upsert by the name at the source. Description, URL and server.json follow the source, also over an admin's edit. The name
-- of a skill never changes, and what an admin retired, merged or deleted stays so. Of one name in two sources, the first wins.

create type private.import_entry as (
  external_name text,
  name text,
  description text,
  type text,
  url text,
  status text,
  server jsonb,
  install jsonb,
  server_problem text,
  server_published_at timestamptz,
  source_updated_at timestamptz,
  status_changed_at timestamptz
);
comment on type private.import_entry is 'A skill to import, as its source has it. server_problem says why its server.json is not served.';

create function private.read_entry(entry jsonb) returns private.import_entry
language plpgsql stable set search_path = ''
as $$
declare
  e private.import_entry;
begin
  e.external_name := entry ->> 'external_name';
  e.name := private.clean_text(private.remove_hidden(entry ->> 'name'), 200);
  e.description := private.clean_text(private.remove_hidden(entry ->> 'description'), 5000);
  e.type := entry ->> 'type';
  e.url := nullif(private.trim_text(entry ->> 'url'), '');
  e.status := coalesce(entry ->> 'status', 'active');
  e.server := nullif(entry -> 'server', 'null');
  e.install := nullif(entry -> 'install', 'null');
  if e.status = 'active' then
    e.server_problem := coalesce(entry ->> 'server_problem', private.server_error(e.server, e.external_name));
  end if;
  e.server_published_at := private.parse_time(entry ->> 'server_published_at');
  e.source_updated_at := private.parse_time(entry ->> 'source_updated_at');
  e.status_changed_at := private.parse_time(entry ->> 'status_changed_at');
  return e;
end
$$;
comment on function private.read_entry is 'An entry of the JSON that public.import_skills takes.';
grant execute on function private.read_entry to service_role;

create function private.entry_error(e private.import_entry, is_known boolean) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return nullif(concat_ws('; ',
    -- Part of a primary key: an index entry is limited to 2,704 bytes.
    'external_name ' || case when e.external_name is null then 'is required' else private.text_error(e.external_name, 1, 200) end,
    'status ' || private.choice_error(e.status, '{active,deprecated,deleted}'),
    case when e.status = 'active' then nullif(concat_ws('; ',
      -- The name of a skill that was imported before is not changed, and can be older than a rule.
      'name ' || case when is_known then null when e.name is null then 'is required' else private.name_error(e.name, 1, 200) end,
      'description ' || case when e.description is null then 'is required' else private.text_error(e.description, 1, 5000) end,
      'type ' || private.choice_error(coalesce(e.type, ''), private.skill_types()),
      'url ' || private.url_error(e.url)
    ), '') end
  ), '');
end
$$;
comment on function private.entry_error is 'Why an entry cannot be imported; null if it can.';
grant execute on function private.entry_error to service_role;

create function private.imported_name(source_name text, catalogue text, number integer) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  suffix constant text := format(case number when 1 then ' (%s)' else ' (%s %s)' end, catalogue, number);
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
comment on function private.imported_name is 'The name of an imported skill if its name in the catalogue is taken: NAME (MCP Registry), NAME (MCP Registry 2) …, or with ClawHub.';
grant execute on function private.imported_name to service_role;

create function private.create_imported(p_source text, catalogue text, e private.import_entry) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  candidate text := e.name;
  number integer := 0;
  created uuid;
begin
  for tries in 1..100 loop
    -- Of one name in two sources, the first wins: also one that was imported while this waited for it.
    if exists (select from private.imported_skills as i where i.external_name = e.external_name) then
      return null;
    end if;
    -- Otherwise, anyone could keep a server out of the catalogue with skills of its names. The one with the name can be merged.
    while private.name_holder(private.name_key(candidate)) is not null loop
      number := number + 1;
      candidate := private.imported_name(e.name, catalogue, number);
    end loop;
    begin
      -- In one statement, at whose end triggers see both rows.
      with skill as (
        insert into public.skills (name, description, type, url) values (candidate, e.description, e.type, e.url) returning id
      )
      insert into private.imported_skills (source, external_name, skill_id)
      select p_source, e.external_name, skill.id from skill
      returning skill_id into created;
      return created;
    exception
      when unique_violation then
        -- Another transaction took the name, which is found now, or the slug.
        null;
      when sqlstate 'PT409' then
        -- A trigger can also know that a name is taken.
        number := number + 1;
        candidate := private.imported_name(e.name, catalogue, number);
    end;
  end loop;
  raise exception 'No name for the skill % is free.', e.external_name;
end
$$;
comment on function private.create_imported is 'Creates the skill of an entry, with its own name or the first of private.imported_name that is free. Null if another source has one of this name.';
grant execute on function private.create_imported to service_role;

create function private.store_server(p_source text, skill uuid, e private.import_entry) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  known private.registry_servers;
begin
  select r.* into known from private.registry_servers as r where r.name = e.external_name collate "C";
  -- The first import of a name wins.
  if known.source <> p_source then
    return false;
  elsif e.server_problem is not null then
    delete from private.registry_servers as r where r.name = known.name;
    return found;
  elsif e.status = 'active' and e.server is null or e.status <> 'active' and known.source is null then
    return false;
  elsif (known.status, known.source_updated_at, known.status_changed_at)
    is not distinct from (e.status, e.source_updated_at, e.status_changed_at) and (
      e.status <> 'active'
      or (known.server, known.published_at, known.install) is not distinct from (e.server, e.server_published_at, e.install)
    )
  then
    return false;
  elsif e.status <> 'active' then
    update private.registry_servers as r set
      status = e.status,
      source_updated_at = e.source_updated_at,
      status_changed_at = e.status_changed_at,
      updated_at = greatest(clock_timestamp(), r.updated_at)
    where r.name = known.name;
    return true;
  end if;
  insert into private.registry_servers as r (
    name, source, skill_id, server, install, published_at, source_updated_at, status_changed_at
  ) values (
    e.external_name, p_source, skill, e.server, e.install, e.server_published_at, e.source_updated_at, e.status_changed_at
  )
  on conflict (name) do update set
    server = excluded.server,
    install = excluded.install,
    status = 'active',
    published_at = excluded.published_at,
    source_updated_at = excluded.source_updated_at,
    status_changed_at = excluded.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  where r.source = excluded.source;
  return found;
end
$$;
comment on function private.store_server is 'Stores the server.json of an entry, its status and times, if something changed, and returns whether it did. These follow the source also if the skill was retired here.';
grant execute on function private.store_server to service_role;

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

create function private.set_identifiers(p_source text, skill uuid, e private.import_entry) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  server constant jsonb := case when e.server_problem is null then e.server end;
  remotes constant text[] := private.server_remotes(server);
begin
  perform private.set_imported_identifiers(
    skill,
    private.server_identifiers(server, e.external_name)
      -- The catalogue is the publisher of its own page, which it names without a server.json.
      || case
        when e.server is null and e.server_problem is null and starts_with(e.url, p_source || '/')
        then private.normalize_identifier(e.url)
      end,
    array[
      private.server_repository(server),
      -- Without the path that the server.json says.
      case when e.url is distinct from server #>> '{repository,url}' then private.normalize_identifier(e.url) end
    ] || array(select private.normalize_identifier(r) from unnest(remotes) as r where not private.is_own_endpoint(r,
      e.external_name)),
    array(select r from unnest(remotes) as r where private.is_own_endpoint(r, e.external_name))
  );
end
$$;
comment on function private.set_identifiers is 'Sets the identifiers that a skill has from an entry.';
grant execute on function private.set_identifiers to service_role;

create function private.import_skill(
  p_source text, catalogue text, e private.import_entry, out outcome text, out server_problem text
)
language plpgsql volatile set search_path = ''
as $$
declare
  known private.imported_skills;
  retired timestamptz;
  is_marked boolean := false;
  is_changed boolean := false;
begin
  select i.* into known from private.imported_skills as i where i.source = p_source and i.external_name = e.external_name;
  outcome := private.entry_error(e, known.source is not null);
  if outcome is not null then
    return;
  end if;

  if known.source is null then
    if e.status <> 'active' then
      outcome := 'inactive';
      return;
    end if;
    known.skill_id := private.create_imported(p_source, catalogue, e);
    if known.skill_id is null then
      select 'is imported from ' || i.source into outcome
      from private.imported_skills as i where i.external_name = e.external_name limit 1;
      return;
    end if;
    outcome := 'created';
  else
    update private.imported_skills as i set status = nullif(e.status, 'active')
    where i.source = p_source and i.external_name = e.external_name and i.status is distinct from nullif(e.status, 'active');
    is_marked := found;
    if known.skill_id is null then
      outcome := case when e.status = 'active' then 'kept' else 'inactive' end;
      return;
    end if;
    select s.retired_at into retired from public.skills as s where s.id = known.skill_id;
    update public.skills as s set description = e.description, url = e.url
    where s.id = known.skill_id and e.status = 'active' and s.retired_at is null
      and (s.description, s.url) is distinct from (e.description, e.url);
    is_changed := found;
  end if;

  -- Locks the skill, so before its server.
  if e.status = 'active' then
    perform private.set_identifiers(p_source, known.skill_id, e);
  elsif e.status = 'deleted' then
    perform private.withdraw_identifiers(known.skill_id);
  end if;
  is_changed := private.store_server(p_source, known.skill_id, e) or is_changed;
  if e.status = 'active' and e.server is not null and e.server_problem is null then
    perform private.note_installed(p_source, e.external_name, e.server, e.install);
  end if;

  if outcome is null then
    outcome := case
      when e.status <> 'active' then case when is_marked then 'marked' else 'inactive' end
      when retired is not null then 'kept'
      when is_changed then 'updated'
      else 'unchanged'
    end;
  end if;
  if e.status = 'active' then
    server_problem := coalesce(e.server_problem, (
      select 'the registry serves the one from ' || r.source from private.registry_servers as r
      where r.name = e.external_name collate "C" and r.source <> p_source
    ));
  end if;
end
$$;
comment on function private.import_skill is 'Imports an entry. outcome: created, updated (the skill or its server.json), unchanged, kept (retired, merged or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), or why it cannot be imported. server_problem: why its server.json is not served.';
grant execute on function private.import_skill to service_role;

create function private.import_batch(p_source text, catalogue text, list jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  entries constant private.import_entry[] := array(
    select private.read_entry(l.value) from jsonb_array_elements(list) with ordinality as l (value, ordinal) order by l.ordinal
  );
  outcomes jsonb := jsonb_build_array();
  item record;
  done record;
begin
  -- The skills that change before their servers and in the order of their ids, as when an admin retires or merges skills.
  perform
  from public.skills as s
  join private.imported_skills as i on i.skill_id = s.id
  join unnest(entries) as e on i.source = p_source and i.external_name = e.external_name
  left join private.registry_servers as r on r.source = p_source and r.name = e.external_name collate "C"
  where (s.description, s.url, r.server, coalesce(i.status, 'active')) is distinct from (e.description, e.url, e.server, e.status)
  order by s.id
  for no key update of s;

  -- In the order of the names, so that imports of several registries wait for each other and do not deadlock.
  for item in
    select
      e.ordinality::integer as ordinal, e.external_name,
      row_number() over (partition by e.external_name order by e.ordinality) > 1 as is_repeated
    from unnest(entries) with ordinality as e
    order by e.external_name collate "C", e.ordinality
  loop
    if item.is_repeated and item.external_name is not null then
      select 'external_name is in the batch more than once' as outcome, null as server_problem into done;
    else
      select * into done from private.import_skill(p_source, catalogue, entries[item.ordinal]);
    end if;
    outcomes := outcomes || jsonb_build_array(
      jsonb_build_array(item.ordinal, coalesce(item.external_name, ''), done.outcome, done.server_problem)
    );
  end loop;

  -- The documents of new skills were marked as if all had a server.
  perform private.mark_again(array(
    select i.skill_id
    from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    join public.skills as s on s.id = i.skill_id
    where s.type = 'mcp' and s.created_at = now() and not exists (
      select from private.registry_servers as r where r.skill_id = i.skill_id
    )
  ));
  return (
    select coalesce(jsonb_agg(o - 0 order by (o ->> 0)::integer), '[]') from jsonb_array_elements(outcomes) as o
  );
end
$$;
comment on function private.import_batch is 'Imports skills. Returns the name and the outcome of each, and why its server.json is not served, if so.';
grant execute on function private.import_batch to service_role;

-- p_skills is text: the embedded Data API passes a JSON array as a string.
create function public.import_skills(
  p_source text, p_skills text default '[]', p_dry_run boolean default false, p_catalogue text default 'MCP Registry'
) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  outcomes jsonb;
begin
  -- The source and an external name are a primary key.
  perform private.validate(
    'source', case when p_source is null then 'is required' else private.text_error(p_source, 1, 1000) end,
    'catalogue', private.choice_error(p_catalogue, array['MCP Registry', 'ClawHub'])
  );
  begin
    -- Locks the source: two imports of one catalogue run one after another.
    insert into private.imports as i (source) values (p_source)
    on conflict (source) do update set updated_at = now();
    outcomes := private.import_batch(p_source, p_catalogue, p_skills::jsonb);
    if p_dry_run then
      raise sqlstate 'PTDRY';
    end if;
  exception
    when sqlstate 'PTDRY' then
      -- Everything is rolled back but the outcomes.
      null;
  end;
  return json_build_object('outcomes', outcomes);
end
$$;
comment on function public.import_skills is 'npm run catalogue:import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, status, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}]. p_catalogue is in the names of skills whose own name is taken. Only for service_role.';
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
