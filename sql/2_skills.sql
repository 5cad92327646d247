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
