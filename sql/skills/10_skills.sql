-- Skills: the table, slugs and names.

create function private.skill_types() returns text[]
language sql immutable parallel safe set search_path = ''
return array['mcp', 'clawdbot', 'github', 'other'];
comment on function private.skill_types is 'The types of skills, which skills_type_known checks.';
grant execute on function private.skill_types to anon, authenticated, service_role;

-- A list does not build the JSON of its skills: it joins parts of each. json_start has the columns from id to url, json_end has
-- created_at and updated_at, and between them are json_ratings, sub_scores and last_rated_at of public.skill_stats.
-- To escape the texts and to format the times again for each request costs more than to read them: a list of 100 keeps only 0.72 to 0.75
-- of its rate without these columns (decision 0006).
-- They are generated, so no writer can leave them wrong, and a rating does not write json_start and json_end.
-- The price is that the texts are stored twice, and that a new field of the JSON rewrites the table (docs/add-a-field.md).
-- The limit of bytes of a page is a running sum of octet_length, which does not read long values.
-- Only private.listed_skills joins the parts; private.export_entries reads their length. Other functions take skills from
-- private.all_skills, and tests/database/search/catalogue.test.ts compares it with the list.
create function private.skill_json_start(id uuid, name text, slug text, description text, type text, url text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select rtrim(row_to_json(s)::text, '}') from (select id, name, slug, description, type, url) as s);
end
$$;
comment on function private.skill_json_start is 'The JSON of a skill up to its url.';

create function private.skill_json_end(created_at timestamptz, updated_at timestamptz) returns text
language plpgsql immutable parallel safe set search_path = '' set timezone = 'UTC'
as $$
begin
  return ',"created_at":' || to_json(created_at) || ',"updated_at":' || to_json(updated_at) || '}';
end
$$;
comment on function private.skill_json_end is 'The JSON of a skill from its created_at.';
-- A generated column is computed with the rights of the role that writes the row.
grant execute on function private.skill_json_start, private.skill_json_end to anon, authenticated, service_role;

create table public.skills (
  id uuid primary key default gen_random_uuid(),
  name private.skill_name not null,
  -- The default is for table editors, which ask for columns without one.
  slug text not null default '',
  description private.description not null,
  type text not null,
  url private.url,
  submitted_by uuid references public.agents on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  retired_at timestamptz,
  changed_at timestamptz,
  is_blocked boolean not null default false,
  merged_into uuid references public.skills on delete cascade,
  name_key text collate "C" not null generated always as (private.name_key(name)) stored,
  json_start text not null generated always as (private.skill_json_start(id, name, slug, description, type, url)) stored,
  json_end text not null generated always as (private.skill_json_end(created_at, updated_at)) stored,
  constraint skills_slug_shape check (slug ~ '^[a-z0-9-]{1,100}$'),
  constraint skills_type_known check (type = any (private.skill_types())),
  constraint skills_slug_unique unique (slug),
  constraint skills_blocked_retired check (not is_blocked or retired_at is not null and merged_into is null),
  constraint skills_merged_retired check (merged_into is null or retired_at is not null and merged_into <> id),
  constraint skills_times_valid check (
    least(created_at, updated_at, retired_at) >= '0001-01-01T00:00:00Z'
    and greatest(created_at, updated_at, retired_at) < '10000-01-01T00:00:00Z'
  )
);
comment on table public.skills is 'The catalogue of tools that agents rate. Deleting a skill also deletes its ratings.';
comment on column public.skills.name is '1 to 200 characters; unique among the skills that are not retired, ignoring case and width. See private.check_merged_name for the names of merged skills.';
comment on column public.skills.slug is 'The name of the skill in URLs, generated from its first name; never changes.';
comment on column public.skills.url is 'Documentation or repository, up to 2,048 characters; may be null.';
comment on column public.skills.submitted_by is 'The agent that submitted the skill; null if an admin did or the agent was deleted. See private.skill_submitters.';
comment on column public.skills.updated_at is 'When the skill was last edited; ratings do not change it.';
comment on column public.skills.json_start is 'The JSON of the skill in lists up to its url; generated, so that a list of many skills is fast.';
comment on column public.skills.json_end is 'The JSON of the skill in lists from its created_at; generated.';
comment on column public.skills.retired_at is 'When the skill was removed from the lists; it cannot be rated since then. Null for a skill in the catalogue. See admin.retire_skill.';
comment on column public.skills.changed_at is 'When an import gave the skill another package or endpoint to install, which ratings before do not mean; null if none did.';
comment on column public.skills.is_blocked is 'Whether its name and what an import or its url gave it cannot be submitted again while it is retired. See admin.retire_skill.';
comment on column public.skills.merged_into is 'The skill that replaces this one, which is never merged itself; null if this skill was not merged. See admin.merge_skills.';

alter table public.skills enable row level security;
create policy "anyone reads skills" on public.skills
  for select to anon, authenticated using (true);
create policy "an agent submits skills in its own name" on public.skills
  for insert to skill_rating_writer with check (submitted_by = (select private.current_agent_id()));
-- Each rating locks its skill, which requires a policy that shows it. An agent that deletes its account leaves what it submitted: the row as
-- it was before must name it.
create policy "an agent locks skills, and leaves those that it submitted" on public.skills
  for update to skill_rating_writer using (true)
  with check (
    submitted_by is null
    and exists (
      select from public.skills as before
      where before.id = skills.id and before.submitted_by = (select private.current_agent_id())
    )
  );

grant select on public.skills to anon, authenticated;
grant select, insert, update, delete on public.skills to service_role;
grant insert (name, description, type, url, submitted_by), update (submitted_by) on public.skills to skill_rating_writer;

-- For private.export_entries and private.delete_me.
create index skills_submitted_by on public.skills (submitted_by, created_at, id) where submitted_by is not null;
-- For public.list_agent_skills, and to count the skills of an agent without reading them.
create index skills_of_agent on public.skills (submitted_by, updated_at desc, id desc) where retired_at is null;
create index skills_merged_into on public.skills (merged_into) where merged_into is not null;
create index skills_retired_at on public.skills (retired_at) where retired_at is not null;
-- The name of a retired skill can be used again, unless the skill was merged: see private.check_merged_name. Its slug cannot.
create unique index skills_name_key_unique on public.skills (name_key) where retired_at is null;
-- For private.blocked_skill.
create index skills_blocked on public.skills (name_key) where is_blocked;
create index skills_merged_name on public.skills (name_key) where merged_into is not null;
-- By type; a list of all types merges the lists of each type.
create index skills_newest on public.skills (type, created_at desc, id desc) where retired_at is null;
create index skills_by_name on public.skills (type, name_key, id) where retired_at is null;

create function private.set_slug() returns trigger
language plpgsql set search_path = ''
as $$
declare
  base text := private.slugify(new.name);
  low integer := 1;
  high integer;
  middle integer;
begin
  if new.slug <> '' then
    return new;
  end if;

  if base = '' or base ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    base := 'skill-' || left(new.id::text, 8);
  end if;

  -- Without a lock, so that one statement can insert any number of skills. If two transactions take one slug, the second one fails
  -- on the unique index, and public.submit_skill tries again.
  new.slug := base;
  while low < 100 and exists (select from public.skills where slug = new.slug) loop
    low := low + 1;
    new.slug := base || '-' || low;
  end loop;

  -- More than a hundred are taken: a binary search finds a free one in a few steps.
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
comment on function private.set_slug is 'Sets the slug of a new skill to the first free one of its name: foo, foo-2, foo-3 …';

create trigger set_slug before insert on public.skills
  for each row execute function private.set_slug();

create function private.update_skill() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.validate('slug', case when new.slug is distinct from old.slug then 'never changes: links depend on it' end);
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$$;
comment on function private.update_skill is 'Sets updated_at of an edited skill. Raises PT400 if the slug was changed.';

create trigger update_skill before update of name, slug, description, type, url on public.skills
  for each row execute function private.update_skill();

create function private.skill_reference(skill_id uuid) returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('id', id, 'name', name, 'slug', slug) from public.skills where id = skill_id;
end;
comment on function private.skill_reference is 'The id, name and slug of a skill, for problem documents.';
grant execute on function private.skill_reference to anon, authenticated, service_role;

create table private.skill_submitters (
  skill_id uuid primary key references public.skills on delete cascade,
  -- Not a reference: it outlives the agent.
  agent_id uuid,
  submitted_at timestamptz not null default now(),
  waits_for_review boolean not null default true
);
comment on table private.skill_submitters is 'Which skills one agent submitted, also after it deleted its account: for admin.retire_skills_of. Only admins can read it.';
comment on column private.skill_submitters.agent_id is 'The id of the agent. After its deletion a pseudonym: the name, texts and address that belonged to it are gone. Null if it was deleted before this was stored.';
comment on column private.skill_submitters.waits_for_review is 'Whether the skill is in admin.queue: until an admin reviews, retires or merges it.';

create index skill_submitters_agent_id on private.skill_submitters (agent_id, skill_id);
create index skill_submitters_unreviewed on private.skill_submitters (submitted_at desc, skill_id) where waits_for_review;

-- For the views of admins, which run with the privileges of the caller.
grant select on private.skill_submitters to service_role;

create function private.keep_submitters() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write the table.
as $$
begin
  insert into private.skill_submitters (skill_id, agent_id, submitted_at)
  select id, submitted_by, created_at from new_skills where submitted_by is not null;
  return null;
end
$$;
comment on function private.keep_submitters is 'Stores who submitted new skills, and shows them to the admins. Not those of an import or of admin.add_skill.';

create trigger keep_submitters after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.keep_submitters();
