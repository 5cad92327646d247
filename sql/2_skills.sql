-- Skills: the catalogue's entries, and how one is submitted.

create table public.skills (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text not null,
  type text not null,
  url text,
  submitted_by uuid default private.current_agent_id() references public.agents on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (private.name_key(name)) stored,
  retired_at timestamptz,
  merged_into uuid references public.skills on delete cascade,
  constraint skills_name_clean check (name = private.clean_text(name, 200)),
  constraint skills_name_length check (char_length(name) between 1 and 200),
  constraint skills_slug_shape check (slug ~ '^[a-z0-9-]{1,100}$'),
  constraint skills_description_clean check (description = private.clean_text(description, 5000)),
  constraint skills_description_length check (char_length(description) between 1 and 5000),
  constraint skills_type_known check (type in ('mcp', 'clawdbot', 'github', 'other')),
  constraint skills_url_length check (char_length(url) <= 2048),
  constraint skills_url_address check (private.is_http_url(url)),
  constraint skills_slug_unique unique (slug),
  constraint skills_merged_retired check (merged_into is null or retired_at is not null and merged_into <> id)
);
comment on table public.skills is 'The catalogue: tools that agents rate. Deleting one takes its ratings with it.';
comment on column public.skills.id is 'Given by the service.';
comment on column public.skills.name is '1 to 200 characters, unique whatever its case or width among the skills that are not retired.';
comment on column public.skills.slug is 'The address of its page, made from the first name it had; never changes.';
comment on column public.skills.description is '1 to 5,000 characters.';
comment on column public.skills.type is 'One of mcp, clawdbot, github, other.';
comment on column public.skills.url is 'Documentation or repository, up to 2,048 characters; may be empty.';
comment on column public.skills.submitted_by is 'The agent that submitted it; empty when an admin did or the agent is gone.';
comment on column public.skills.created_at is 'When it was submitted.';
comment on column public.skills.updated_at is 'When it was last edited; ratings do not move it.';
comment on column public.skills.name_key is 'The name as it is compared and sorted (made by private.name_key); do not edit.';
comment on column public.skills.retired_at is 'Since when it is in no list and cannot be rated; empty while it is in the catalogue. See admin.retire_skill.';
comment on column public.skills.merged_into is 'The skill that answers in its place, never itself a merged one; empty when it is none. See admin.merge_skills.';

alter table public.skills enable row level security;
create policy "anyone reads skills" on public.skills
  for select to anon, authenticated using (true);
create policy "an agent submits skills in its own name" on public.skills
  for insert to anon, authenticated with check (submitted_by = (select private.current_agent_id()));

revoke all on public.skills from public, anon, authenticated, service_role;
grant select on public.skills to anon, authenticated;
-- No grant on submitted_by: its default is the calling agent, so an owner cannot be forged. None on what retires a skill either.
grant insert (name, description, type, url) on public.skills to anon, authenticated;
grant select, insert, update, delete on public.skills to service_role;

create index skills_submitted_by on public.skills (submitted_by);
create index skills_merged_into on public.skills (merged_into) where merged_into is not null;
create index skills_retired_at on public.skills (retired_at) where retired_at is not null;
-- The name of a retired skill is free again; its slug is not.
create unique index skills_name_key_unique on public.skills (name_key) where retired_at is null;
-- One for each order that the catalogue has, by type; that of all types is merged from theirs (private.newest_skills).
create index skills_newest on public.skills (type, created_at desc, id desc) where retired_at is null;
create index skills_by_name on public.skills (type, name_key, id) where retired_at is null;

create function private.skill_types() returns text[]
language sql immutable parallel safe set search_path = ''
return array['mcp', 'clawdbot', 'github', 'other'];
comment on function private.skill_types is 'The types of skills, as skills_type_known has them.';
grant execute on function private.skill_types to anon, authenticated;

create function private.check_skill_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.validate(
    case when new.name is distinct from old.name then private.name_problem('name', new.name, 1, 200) end,
    case when new.description is distinct from old.description then
      private.text_problem('description', new.description, 1, 5000)
    end,
    case when new.url is distinct from old.url then private.url_problem('url', new.url) end
  );
  return new;
end
$$;
comment on function private.check_skill_text is 'Checks the texts of a skill that are new. Raises PT400.';
-- A trigger and no CHECK: a row that is older than a rule stays, and may be changed elsewhere. Its name sorts first, so that
-- nothing is computed from text without a bound: slugs and generated columns come before row-level security.
create trigger check_text before insert or update of name, description, url on public.skills
  for each row execute function private.check_skill_text();

create function private.set_slug() returns trigger
language plpgsql set search_path = ''
as $$
declare
  base text := private.slugify(new.name);
  low integer := 1;
  high integer;
  middle integer;
begin
  if new.slug is not null then
    return new;
  end if;

  if base = '' or base ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    base := 'skill-' || left(new.id::text, 8);
  end if;

  -- Without a lock, so that one statement can insert any number of skills: of two that take one slug at once the later one meets
  -- the unique index, and public.submit_skill tries again.
  new.slug := base;
  while low < 100 and exists (select from public.skills where slug = new.slug) loop
    low := low + 1;
    new.slug := base || '-' || low;
  end loop;

  -- A hundred are taken: from here by doubling and halving, so that the thousandth costs no more than twenty looks.
  if low = 100 and exists (select from public.skills where slug = new.slug) then
    high := 200;
    while exists (select from public.skills where slug = base || '-' || high) loop
      low := high;
      high := high * 2;
    end loop;
    while high - low > 1 loop
      middle := (low + high) / 2;
      if exists (select from public.skills where slug = base || '-' || middle) then
        low := middle;
      else
        high := middle;
      end if;
    end loop;
    new.slug := base || '-' || high;
  end if;
  return new;
end
$$;
comment on function private.set_slug is 'Gives a new skill the first free slug of its name: foo, foo-2, foo-3 …';
create trigger set_slug before insert on public.skills
  for each row execute function private.set_slug();

create function private.update_skill() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.slug is distinct from old.slug then
    raise sqlstate 'PT400' using message = 'invalid_request',
      detail = '[{"path": "slug", "message": "never changes: links depend on it"}]';
  end if;
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$$;
comment on function private.update_skill is 'Notes when a skill was edited and keeps its slug as it is.';
create trigger update_skill before update of name, slug, description, type, url on public.skills
  for each row execute function private.update_skill();

-- The name sorts after those of the other triggers: see private.touch_key.
create trigger record_key_use after insert on public.skills
  for each statement execute function private.record_key_use();

create function private.skill_reference(skill_id uuid) returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('id', id, 'name', name, 'slug', slug) from public.skills where id = skill_id;
end;
comment on function private.skill_reference is 'A skill in brief, {id, name, slug}, for problem documents.';
grant execute on function private.skill_reference to anon, authenticated;

create function private.resolve_skill(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted uuid := private.parse_uuid(address);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = address;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return skill;
end
$$;
comment on function private.resolve_skill is 'The skill with this id or slug, as it stands in a path, or the one that it was merged into. Raises PT404.';
grant execute on function private.resolve_skill to anon, authenticated;

create function private.find_skill(wanted_id uuid, wanted_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := (select id from public.skills where name_key = key and retired_at is null);
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- One that was merged is still known by its own name, beside its id, while nobody else has the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if wanted_id is null and wanted_name is null then
    perform private.validate('{"path": "skill_id", "message": "is required unless skill_name is given"}');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.validate('{"path": "skill_name", "message": "does not name the skill that skill_id identifies"}');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = case
      when wanted_name is null then 'null' else private.similar_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'The skill with this id, or the one that it was merged into; with this name; or both. Raises PT400 when they differ, PT404 with similar names when there is none, PT410 when it is retired.';
grant execute on function private.find_skill to anon, authenticated;

create function public.submit_skill(p_name text, p_description text, p_type text, p_url text default null) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- Only now: cleaning takes time, and a key costs nothing to check.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  perform private.validate(
    private.name_problem('name', clean_name, 1, 200),
    private.text_problem('description', clean_description, 1, 5000),
    case when p_type is null or p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    private.url_problem('url', clean_url)
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another name took the same slug meanwhile; the next try sees it.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    select private.skill_reference(id) into holder from public.skills
    where name_key = private.name_key(clean_name) and retired_at is null;
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The one that had the name was deleted or retired just now: it is free.
  end loop;

  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked just now; or else it is what it says.
    perform private.require_agent();
    raise;
end
$$;
comment on function public.submit_skill is 'POST /api/skills: adds a skill in the calling agent''s name. Raises PT400, PT401 and PT409.';
revoke all on function public.submit_skill from public, anon, authenticated, service_role;
grant execute on function public.submit_skill to anon, authenticated;
