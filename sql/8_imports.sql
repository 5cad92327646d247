-- The import of skills from other catalogues: `npm run import`.

create table private.imports (
  source text primary key,
  cursor text,
  updated_at timestamptz not null default now()
);
comment on table private.imports is 'The catalogues from which skills were imported.';
comment on column private.imports.source is 'The URL of the catalogue.';
comment on column private.imports.cursor is 'Where an interrupted import continues; null when the last one is complete.';
comment on column private.imports.updated_at is 'When the last batch was imported.';

create table private.imported_skills (
  source text not null references private.imports on delete cascade,
  external_name text not null,
  skill_id uuid references public.skills on delete set null,
  published_at timestamptz not null,
  content bytea not null,
  primary key (source, external_name)
);
comment on table private.imported_skills is 'The skills that were imported. Deleting a row lets the next import create its skill again.';
comment on column private.imported_skills.source is 'The URL of the catalogue.';
comment on column private.imported_skills.external_name is 'The name in that catalogue, also after the skill got another name here.';
comment on column private.imported_skills.skill_id is 'The skill; null if it was deleted since.';
comment on column private.imported_skills.published_at is 'When the imported version was published; -infinity if the catalogue does not say so.';
comment on column private.imported_skills.content is 'SHA-256 of the imported name, description and URL. If that of the skill differs, it was edited here, and imports do not change it.';

revoke all on private.imports, private.imported_skills from public, anon, authenticated, service_role;
grant select, insert, update on private.imports, private.imported_skills to service_role;

create index imported_skills_skill_id on private.imported_skills (skill_id);

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
  outcome text
);
comment on type private.import_entry is 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), or why it cannot be imported.';

create function private.plan_import(p_source text, entries jsonb) returns setof private.import_entry
language sql stable set search_path = ''
as $$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when known.source is null then 'created'
      when known.published_at > e.published_at or known.content = e.content then 'unchanged'
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        'name ' || case when name is null then 'is required' else private.name_error(name, 1, 200) end,
        'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
        'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
        'url ' || private.url_error(url)
      ) as problem
    from (
      select
        entry ->> 'external_name' as external_name,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        coalesce((entry ->> 'published_at')::timestamptz, '-infinity') as published_at
      from jsonb_array_elements(entries) as entry
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id;
$$;
comment on function private.plan_import is 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';
grant execute on function private.plan_import to service_role;

create function private.import_batch(p_source text, entries jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
begin
  with created as (
    insert into public.skills (name, description, type, url)
    select e.name, e.description, e.type, e.url from unnest(plan) as e
    where e.outcome = 'created' and private.merged_name_holder(private.name_key(e.name)) is null
    on conflict (name_key) where retired_at is null do nothing
    returning id, name
  )
  insert into private.imported_skills (source, external_name, skill_id, published_at, content)
  select p_source, e.external_name, c.id, e.published_at, e.content
  from unnest(plan) as e join created as c on c.name = e.name where e.outcome = 'created';

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

  return (
    select coalesce(jsonb_agg(jsonb_build_array(e.external_name, case
      when e.outcome <> 'created' or i.source is not null then e.outcome
      else concat('name is taken by ', (
        select s.slug from public.skills as s where s.id = private.name_holder(private.name_key(e.name))
      ))
    end)), '[]')
    from unnest(plan) as e
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
  tries integer := 0;
begin
  loop
    begin
      -- Locks the source: two imports of one catalogue run one after another.
      insert into private.imports as i (source) values (p_source)
      on conflict (source) do update set updated_at = now();
      outcomes := private.import_batch(p_source, p_skills::jsonb);
      update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
      if p_dry_run then
        raise sqlstate 'PTDRY';
      end if;
      exit;
    exception
      when sqlstate 'PTDRY' then
        -- Everything is rolled back but the outcomes.
        exit;
      when unique_violation or sqlstate 'PT409' then
        -- Another transaction took the slug of a skill, or merged the skill with its name.
        tries := tries + 1;
        if tries = 10 then
          raise;
        end if;
    end;
  end loop;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
  );
end
$$;
comment on function public.import_skills is 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';
revoke all on function public.import_skills from public, anon, authenticated, service_role;
grant execute on function public.import_skills to service_role;
