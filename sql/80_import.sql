-- The import of skills from other catalogues: `npm run import`. Its tables are in 21_imported_skills.sql.

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
  status text
);
comment on type private.import_entry is 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), or why it cannot be imported.';

create function private.publication_time(value text) returns timestamptz
language sql stable parallel safe set search_path = ''
-- Postgres also reads words such as now and epoch, and fails for times out of its range.
return case
  when value in ('infinity', '-infinity') then value::timestamptz
  when value ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$' and pg_input_is_valid(value, 'timestamptz') then value::timestamptz
end;
comment on function private.publication_time is 'A time in UTC as RFC 3339 writes it, infinity or -infinity; null for anything else.';
grant execute on function private.publication_time to service_role;

create function private.plan_import(p_source text, entries jsonb) returns setof private.import_entry
language sql stable set search_path = ''
as $$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status) then 'inactive'
      when e.status <> 'active' then 'marked'
      when known.source is null then 'created'
      when known.published_at > e.published_at or known.content = e.content then 'unchanged'
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active')
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
      ) as problem
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
        coalesce(entry ->> 'status', 'active') as status
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  order by e.position;
$$;
comment on function private.plan_import is 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';
grant execute on function private.plan_import to service_role;

create function private.create_imported(p_source text, entries private.import_entry[]) returns void
language sql volatile set search_path = ''
begin atomic
  -- Of two entries with one name, only the first gets the skill.
  with named as (
    select distinct on (private.name_key(e.name)) private.name_key(e.name) as name_key, e.*
    from unnest(entries) with ordinality as e
    where e.outcome = 'created' and private.merged_name_holder(private.name_key(e.name)) is null
    order by private.name_key(e.name), e.ordinality
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
comment on function private.create_imported is 'Creates the new skills of an import whose names are free. May raise PT409 for a name that is not.';
grant execute on function private.create_imported to service_role;

create function private.taken_by(wanted_name text) returns text
language sql stable set search_path = ''
begin atomic
  select 'name is taken by ' || s.slug from public.skills as s where s.id = private.name_holder(private.name_key(wanted_name));
end;
comment on function private.taken_by is 'Which skill a name leads to, as the outcome of an import; null if there is none.';
grant execute on function private.taken_by to service_role;

create function private.import_batch(p_source text, entries jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
begin
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
    where e.outcome = 'updated' and s.id = e.skill_id and private.skill_content(s.name, s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set published_at = e.published_at, content = e.content
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or e.outcome = 'unchanged' and i.content = e.content and i.published_at < e.published_at
  );

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  return (
    select coalesce(jsonb_agg(jsonb_build_array(coalesce(e.external_name, ''), case
      when e.outcome <> 'created' or i.source is not null then e.outcome
      -- Without a holder, another transaction took the slug.
      else coalesce(private.taken_by(e.name), 'is not created yet: run the same command again')
    end) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  );
end
$$;
comment on function private.import_batch is 'Imports skills. Returns the name and the outcome of each.';
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
comment on function public.import_skills is 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';
grant execute on function public.import_skills to service_role;
