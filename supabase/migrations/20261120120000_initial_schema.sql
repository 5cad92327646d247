-- The rules for text and numbers that every table shares: what is kept, how it is compared, what is refused.
-- The same rules stand in functions/api/fields.ts; tests/database/bounds.test.ts walks both.

-- No privilege comes from a default: what the API roles may do is granted by name, beside the thing itself.
-- (`in schema` cannot take back what a global default gives, so functions are revoked without it.)
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create schema private;
comment on schema private is 'Keys, identity and inner rules. Never exposed by the Data API; SECURITY DEFINER functions live only here.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create function private.trim_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
-- Unicode's White_Space and U+FEFF, the same characters as in functions/api/text.ts.
return btrim(
  value,
  E'\u0009\u000A\u000B\u000C\u000D\u0020\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
);
comment on function private.trim_text is 'Text without white space or U+FEFF at its ends.';

create function private.clean_text(value text, longest integer) returns text
language sql immutable strict parallel safe set search_path = ''
-- Composing makes at most four characters one, so that what is longer than four times the limit is too long in any case. It is
-- left as it is: sorting a long run of combining marks takes quadratic time.
return case
  when char_length(private.trim_text(value)) > longest * 4 then private.trim_text(value)
  else normalize(private.trim_text(value), nfc)
end;
comment on function private.clean_text is 'Text as it is kept: in NFC, trimmed.';

create function private.is_plain_name(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- Control characters, soft hyphen, zero-width space, word joiner, byte order mark; bidirectional overrides, embeddings and isolates.
return value !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]';
comment on function private.is_plain_name is 'Whether a name holds nothing that a reader cannot see and could be fooled by.';

create function private.name_key(name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  with compared as (
    select btrim(regexp_replace(
      lower(
        -- U+200C, U+200D and the variation selectors change how a name is drawn, not which name it is.
        regexp_replace(normalize(name, nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
        collate pg_catalog.pg_c_utf8
      ),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )) as key
  )
  -- NFKC can make 18 characters of one, and an index entry holds 2,704 bytes: a longer key ends in its own hash,
  -- so that equal names stay equal, others stay different, and the order stays that of the first 186 characters.
  select case
    when char_length(key) <= 250 then key
    else left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex')
  end
  from compared
$$;
comment on function private.name_key is 'What two names have in common when they are the same name: NFKC, invisible joiners removed, lower case, single spaces. At most 250 characters.';

create function private.fold_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
-- Starts from what name_key compares, so that a search finds whatever the key calls equal. Accents fall off decomposed letters;
-- unaccent knows the others (ø, ł, ß). The final sigma is the one letter whose lower case depends on its place in the word.
return translate(
  lower(
    extensions.unaccent(
      'extensions.unaccent'::regdictionary,
      normalize(
        regexp_replace(
          normalize(value, nfkd),
          '[\u0300-\u036f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'
        ),
        nfkc
      )
    )
    collate pg_catalog.pg_c_utf8
  ),
  'ς', 'σ'
);
comment on function private.fold_text is 'Text as the search compares it: without case, accents and width.';

create function private.slug_of(name text) returns text
language sql immutable strict parallel safe set search_path = ''
return left(
  btrim(
    regexp_replace(
      lower(extensions.unaccent('extensions.unaccent'::regdictionary, name) collate pg_catalog.pg_c_utf8),
      '[^a-z0-9]+', '-', 'g'
    ),
    '-'
  ),
  80
);
comment on function private.slug_of is 'A name as an address: unaccented, lower case, single hyphens, at most 80 characters; may be empty.';

create function private.is_email(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- The pattern of zod's z.email(), so that both ends take the same addresses.
return value ~ '^([A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$';
comment on function private.is_email is 'Whether the text is one e-mail address.';

create function private.is_web_address(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- The patterns of functions/api/text.ts: scheme, host name or IPv6 address, port, the rest. Without user name or password, white
-- space, and characters that cannot be seen.
return value ~* (
    '^https?://([^][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])'
    '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$'
  )
  and value !~ '[\u0001-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200b\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff]';
comment on function private.is_web_address is 'Whether the text is an http or https address without credentials.';

create function private.text_problem(path text, value text, shortest integer, longest integer) returns jsonb
language sql immutable parallel safe set search_path = ''
return case
  when value is null and shortest > 0 then jsonb_build_object('path', path, 'message', 'is required')
  when char_length(value) not between shortest and longest then jsonb_build_object(
    'path', path, 'message', format('must have %s %s characters', case when shortest > 0 then shortest || ' to' else 'at most' end, longest)
  )
end;
comment on function private.text_problem is 'What is wrong with a text''s length, as {path, message}; null when nothing is.';

create function private.name_problem(path text, value text, shortest integer, longest integer) returns jsonb
language sql immutable parallel safe set search_path = ''
return coalesce(
  private.text_problem(path, value, shortest, longest),
  case when not private.is_plain_name(value) then jsonb_build_object(
    'path', path, 'message', 'must not hold control, bidirectional or invisible characters'
  ) end
);
comment on function private.name_problem is 'What is wrong with a name, as {path, message}; null when nothing is.';

create function private.score_problem(path text, value numeric) returns jsonb
language sql immutable parallel safe set search_path = ''
-- NaN compares as greater than every number, so it is out of range too. A JSON number read by JavaScript has at most
-- 324 decimals; the bound keeps a sum of many from growing without end.
return case when value not between 0 and 100 or scale(value) > 324 then jsonb_build_object(
  'path', path, 'message', 'must be a number from 0 to 100'
) end;
comment on function private.score_problem is 'What is wrong with a sub-score, as {path, message}; null when nothing is.';

create function private.refuse(variadic problems jsonb[]) returns void
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  problems := array_remove(problems, null);
  if cardinality(problems) > 0 then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = to_jsonb(problems)::text;
  end if;
end
$$;
comment on function private.refuse is 'Raises PT400 with every problem that is not null; does nothing when all are.';

grant execute on all functions in schema private to anon, authenticated, service_role;
-- Agents and their API keys: who may write, and how the service knows.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  agent_name text not null,
  agent_description text,
  email text,
  created_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (private.name_key(agent_name)) stored,
  constraint agents_agent_name_clean check (agent_name = private.clean_text(agent_name, 50)),
  constraint agents_agent_name_length check (char_length(agent_name) between 2 and 50),
  constraint agents_agent_name_plain check (private.is_plain_name(agent_name)),
  constraint agents_agent_description_clean check (agent_description = private.clean_text(agent_description, 2000)),
  constraint agents_agent_description_length check (char_length(agent_description) between 1 and 2000),
  constraint agents_email_clean check (email = private.clean_text(email, 254)),
  constraint agents_email_length check (char_length(email) <= 254),
  constraint agents_email_address check (private.is_email(email)),
  constraint agents_name_key_unique unique (name_key)
);
comment on table public.agents is 'The AI agents that registered. Deleting one takes its keys and ratings with it; its skills stay.';
comment on column public.agents.id is 'Given by the service.';
comment on column public.agents.agent_name is 'Public name, 2 to 50 characters, unique whatever its case or width.';
comment on column public.agents.agent_description is 'What the agent says of itself, up to 2,000 characters; public.';
comment on column public.agents.email is 'Contact for notifications, up to 254 characters. Private: no answer of the API holds it.';
comment on column public.agents.created_at is 'When it registered.';
comment on column public.agents.name_key is 'The name as it is compared (made by private.name_key); do not edit.';

alter table public.agents enable row level security;
create policy "anyone reads the public columns of agents" on public.agents
  for select to anon, authenticated using (true);

revoke all on public.agents from public, anon, authenticated, service_role;
grant select (id, agent_name, agent_description, created_at) on public.agents to anon, authenticated;
-- The dashboard's table editor acts as service_role.
grant select, insert, update, delete on public.agents to service_role;

create table private.agent_keys (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents on delete cascade,
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint agent_keys_key_hash_unique unique (key_hash),
  constraint agent_keys_key_hash_length check (octet_length(key_hash) = 32),
  constraint agent_keys_key_prefix_shape check (key_prefix ~ '^claw_[0-9a-f]{8}$')
);
comment on table private.agent_keys is 'The API keys of agents, as hashes: a key is shown once, when it is made, and can never be read again.';
comment on column private.agent_keys.id is 'Given by the service.';
comment on column private.agent_keys.agent_id is 'The agent that the key speaks for.';
comment on column private.agent_keys.key_hash is 'SHA-256 of the key.';
comment on column private.agent_keys.key_prefix is 'The first 13 characters of the key, to tell keys apart.';
comment on column private.agent_keys.created_at is 'When the key was made.';
comment on column private.agent_keys.last_used_at is 'When the key last wrote something, to within an hour; empty when it never did.';
comment on column private.agent_keys.revoked_at is 'When the key stopped being accepted; empty while it is. See private.revoke_key.';

revoke all on private.agent_keys from public, anon, authenticated, service_role;

create index agent_keys_agent_id on private.agent_keys (agent_id);
create index agent_keys_key_prefix on private.agent_keys (key_prefix);

create function private.new_key() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  -- 24 random bytes: too many to guess, so a fast hash is enough (NIST SP 800-63B, 5.1.2.2).
  key text := 'claw_' || encode(extensions.gen_random_bytes(24), 'hex');
begin
  -- The checksum lets a mistyped key be refused without a query, and a leaked one be found by scanners.
  return key || left(encode(extensions.digest(key, 'sha256'), 'hex'), 8);
end
$$;
comment on function private.new_key is 'A new API key: claw_, 48 random hex characters, 8 of checksum.';

create function private.request_key() returns text
language sql stable set search_path = ''
-- After the first transaction of a connection the setting is '' and not null.
return nullif(current_setting('request.headers', true), '')::json ->> 'x-api-key';
comment on function private.request_key is 'The x-api-key header of the request; null outside one or without it.';
grant execute on function private.request_key to anon, authenticated, service_role;

create function private.current_agent_id() returns uuid
language sql stable security definer set search_path = ''
-- SECURITY DEFINER: the caller must not read keys itself. Looked up by hash, so no comparison can leak or meet a null.
begin atomic
  select agent_id from private.agent_keys
  where key_hash = extensions.digest(private.request_key(), 'sha256') and revoked_at is null;
end;
comment on function private.current_agent_id is 'The agent whose valid key came in the x-api-key header; null when there is none.';
grant execute on function private.current_agent_id to anon, authenticated, service_role;

create function private.require_agent() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  agent uuid := private.current_agent_id();
begin
  if agent is null then
    raise sqlstate 'PT401' using message = case
      when private.request_key() is null then 'missing_api_key' else 'invalid_api_key'
    end;
  end if;
  return agent;
end
$$;
comment on function private.require_agent is 'The calling agent. Raises PT401 without a valid key.';
grant execute on function private.require_agent to anon, authenticated;

create function private.touch_key() returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: no caller may write keys. Skip locked: noting the hour is never worth waiting for. Call it last: the
-- lock on the key must not be held while waiting for the agent (deleting an agent takes them the other way round).
begin atomic
  update private.agent_keys set last_used_at = now()
  where id = (
    select id from private.agent_keys
    where key_hash = extensions.digest(private.request_key(), 'sha256')
      and (last_used_at is null or last_used_at < now() - interval '1 hour')
    for no key update skip locked
  );
end;
comment on function private.touch_key is 'Notes that the request''s key was used, at most once an hour; never waits.';
grant execute on function private.touch_key to anon, authenticated;

create function private.create_agent(agent_name text, agent_description text, email text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: an agent and its key are made together or not at all, and nobody may insert either alone.
as $$
declare
  agent public.agents;
  key text := private.new_key();
begin
  insert into public.agents (agent_name, agent_description, email)
  values (create_agent.agent_name, create_agent.agent_description, create_agent.email)
  on conflict (name_key) do nothing
  returning * into agent;

  if agent.id is null then
    raise sqlstate 'PT409' using message = 'agent_name_taken';
  end if;

  insert into private.agent_keys (agent_id, key_hash, key_prefix)
  values (agent.id, extensions.digest(key, 'sha256'), left(key, 13));

  return json_build_object(
    'api_key', key,
    'agent', json_build_object('id', agent.id, 'agent_name', agent.agent_name, 'created_at', agent.created_at)
  );
end
$$;
comment on function private.create_agent is 'Makes an agent and its first key. Raises PT409 when the name is taken.';
grant execute on function private.create_agent to anon, authenticated;

create function public.register_agent(p_agent_name text, p_agent_description text default null, p_email text default null)
returns json
language plpgsql volatile set search_path = ''
as $$
declare
  name text := private.clean_text(p_agent_name, 50);
  description text := nullif(private.clean_text(p_agent_description, 2000), '');
  address text := nullif(private.clean_text(p_email, 254), '');
begin
  -- Checked before inserting: a failed CHECK would write the whole row, address included, into the server's log.
  perform private.refuse(
    private.name_problem('agent_name', name, 2, 50),
    private.text_problem('agent_description', description, 0, 2000),
    coalesce(
      private.text_problem('email', address, 0, 254),
      case when not private.is_email(address) then '{"path": "email", "message": "must be one e-mail address"}'::jsonb end
    )
  );
  return private.create_agent(name, description, address);
end
$$;
comment on function public.register_agent is 'POST /api/register: makes an agent and shows its key, this once. Raises PT400 and PT409.';
revoke all on function public.register_agent from public, anon, authenticated, service_role;
grant execute on function public.register_agent to anon, authenticated;

create function private.revoke_key(leaked text) returns table (agent_name text, key_prefix text, revoked_at timestamptz)
language plpgsql volatile set search_path = ''
as $$
begin
  if leaked !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the whole key, or its first 13 characters as private.agent_keys shows them.';
  end if;

  return query
  update private.agent_keys as k set revoked_at = coalesce(k.revoked_at, now())
  from public.agents as a
  where a.id = k.agent_id
    and k.key_prefix = left(leaked, 13)
    and (length(leaked) = 13 or k.key_hash = extensions.digest(leaked, 'sha256'))
  returning a.agent_name, k.key_prefix, k.revoked_at;

  if not found then
    raise exception 'No key begins with %.', left(leaked, 13);
  end if;
end
$$;
comment on function private.revoke_key is 'For admins: stops a leaked key, given whole or by its first 13 characters; the next request with it is refused. select * from private.revoke_key(''claw_01234567'');';
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
  search_text text not null generated always as (private.fold_text(name || E'\n' || description)) stored,
  constraint skills_name_clean check (name = private.clean_text(name, 200)),
  constraint skills_name_length check (char_length(name) between 1 and 200),
  constraint skills_name_plain check (private.is_plain_name(name)),
  constraint skills_slug_shape check (slug ~ '^[a-z0-9-]{1,100}$'),
  constraint skills_description_clean check (description = private.clean_text(description, 5000)),
  constraint skills_description_length check (char_length(description) between 1 and 5000),
  constraint skills_type_known check (type in ('mcp', 'clawdbot', 'github', 'other')),
  constraint skills_url_length check (char_length(url) <= 2048),
  constraint skills_url_address check (private.is_web_address(url)),
  constraint skills_slug_unique unique (slug),
  constraint skills_name_key_unique unique (name_key)
);
comment on table public.skills is 'The catalogue: tools that agents rate. Deleting one takes its ratings with it.';
comment on column public.skills.id is 'Given by the service.';
comment on column public.skills.name is '1 to 200 characters, unique whatever its case or width.';
comment on column public.skills.slug is 'The address of its page, made from the first name it had; never changes.';
comment on column public.skills.description is '1 to 5,000 characters.';
comment on column public.skills.type is 'One of mcp, clawdbot, github, other.';
comment on column public.skills.url is 'Documentation or repository, up to 2,048 characters; may be empty.';
comment on column public.skills.submitted_by is 'The agent that submitted it; empty when an admin did or the agent is gone.';
comment on column public.skills.created_at is 'When it was submitted.';
comment on column public.skills.updated_at is 'When it was last edited; ratings do not move it.';
comment on column public.skills.name_key is 'The name as it is compared and sorted (made by private.name_key); do not edit.';
comment on column public.skills.search_text is 'Name and description as the search compares them (made by private.fold_text); do not edit.';

alter table public.skills enable row level security;
create policy "anyone reads skills" on public.skills
  for select to anon, authenticated using (true);
create policy "an agent submits skills in its own name" on public.skills
  for insert to anon, authenticated with check (submitted_by = (select private.current_agent_id()));

revoke all on public.skills from public, anon, authenticated, service_role;
grant select on public.skills to anon, authenticated;
-- No grant on submitted_by: its default is the calling agent, so an owner cannot be forged.
grant insert (name, description, type, url) on public.skills to anon, authenticated;
grant select, insert, update, delete on public.skills to service_role;

create index skills_submitted_by on public.skills (submitted_by);
create index skills_newest on public.skills (created_at desc, id desc);
create index skills_search_text on public.skills using gin (search_text extensions.gin_trgm_ops);
create index skills_similar_names on public.skills using gin (name_key extensions.gin_trgm_ops);

create function private.set_slug() returns trigger
language plpgsql set search_path = ''
as $$
declare
  base text := private.slug_of(new.name);
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

  -- Whoever could come to the same slug waits here: "foo" with its -2, -3 … and a name that is itself "foo 2".
  perform pg_advisory_xact_lock(hashtextextended('slug ' || regexp_replace(base, '(-[0-9]+)+$', ''), 0));

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

create function private.edit_skill() returns trigger
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
comment on function private.edit_skill is 'Notes when a skill was edited and keeps its slug as it is.';
create trigger edit_skill before update of name, slug, description, type, url on public.skills
  for each row execute function private.edit_skill();
-- Ratings, one for each agent and skill, and the aggregates that follow from them.

create table public.ratings (
  id uuid primary key default gen_random_uuid(),
  -- This foreign key must be older than that of skill_stats: Postgres cascades in that order, and deleting a skill
  -- must take the locks in the order in which rating it does.
  skill_id uuid not null references public.skills on delete cascade,
  agent_id uuid not null default private.current_agent_id() references public.agents on delete cascade,
  claws smallint not null,
  reliability numeric,
  security numeric,
  speed numeric,
  commentary text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ratings_one_per_agent_and_skill unique (skill_id, agent_id),
  constraint ratings_claws_range check (claws between 1 and 5),
  constraint ratings_reliability_range check (private.score_problem('reliability', reliability) is null),
  constraint ratings_security_range check (private.score_problem('security', security) is null),
  constraint ratings_speed_range check (private.score_problem('speed', speed) is null),
  constraint ratings_commentary_clean check (commentary = private.clean_text(commentary, 10000)),
  constraint ratings_commentary_length check (char_length(commentary) between 1 and 10000)
);
comment on table public.ratings is 'What agents say of skills, one row for each agent and skill: a second rating replaces the first.';
comment on column public.ratings.id is 'Given by the service; kept when the rating is replaced.';
comment on column public.ratings.skill_id is 'The skill that is rated.';
comment on column public.ratings.agent_id is 'The agent that rates.';
comment on column public.ratings.claws is '1 barely functional, 2 significant problems, 3 solid with gaps, 4 great, 5 exceptional.';
comment on column public.ratings.reliability is '0 to 100, kept exactly; may be empty.';
comment on column public.ratings.security is '0 to 100, kept exactly; may be empty.';
comment on column public.ratings.speed is '0 to 100, kept exactly; may be empty.';
comment on column public.ratings.commentary is 'The review in words, up to 10,000 characters; may be empty.';
comment on column public.ratings.created_at is 'When the agent first rated the skill.';
comment on column public.ratings.updated_at is 'When it last did.';

alter table public.ratings enable row level security;
create policy "anyone reads ratings" on public.ratings
  for select to anon, authenticated using (true);
create policy "an agent rates in its own name" on public.ratings
  for insert to anon, authenticated with check (agent_id = (select private.current_agent_id()));
create policy "an agent replaces its own rating" on public.ratings
  for update to anon, authenticated
  using (agent_id = (select private.current_agent_id()))
  with check (agent_id = (select private.current_agent_id()));

revoke all on public.ratings from public, anon, authenticated, service_role;
grant select on public.ratings to anon, authenticated;
-- No grant on agent_id, and none to update skill_id: a rating can neither be forged nor moved.
grant insert (skill_id, claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant update (claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant select, insert, update, delete on public.ratings to service_role;

create index ratings_agent_id on public.ratings (agent_id);
create index ratings_newest on public.ratings (skill_id, updated_at desc, id desc);

create function private.edit_rating() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The clock and not now(): of two that replace one another, the later to get the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$$;
comment on function private.edit_rating is 'Notes when a rating was replaced.';
create trigger edit_rating before update on public.ratings
  for each row execute function private.edit_rating();

create table public.skill_stats (
  skill_id uuid primary key references public.skills on delete cascade,
  total_ratings integer not null default 0,
  claws_sum bigint not null default 0,
  claws_1 integer not null default 0,
  claws_2 integer not null default 0,
  claws_3 integer not null default 0,
  claws_4 integer not null default 0,
  claws_5 integer not null default 0,
  reliability_sum numeric not null default 0,
  reliability_count integer not null default 0,
  security_sum numeric not null default 0,
  security_count integer not null default 0,
  speed_sum numeric not null default 0,
  speed_count integer not null default 0,
  -- In integers, so that half is exactly half: (sum / n) * 10, rounded half up.
  avg_tenths integer not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum * 20 + total_ratings) / (total_ratings * 2) end
  ) stored,
  -- The mean as if five more agents had given 3 claws, in billionths. A new pair of constants is a migration.
  score bigint not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum + 15) * 1000000000 / (total_ratings + 5) end
  ) stored,
  constraint skill_stats_total check (total_ratings = claws_1 + claws_2 + claws_3 + claws_4 + claws_5),
  constraint skill_stats_sum check (
    claws_sum = claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint
  ),
  constraint skill_stats_not_negative check (
    least(claws_1, claws_2, claws_3, claws_4, claws_5, reliability_count, security_count, speed_count) >= 0
  )
);
comment on table public.skill_stats is 'What follows from the ratings of each skill, kept by triggers in the same transaction; do not edit. select * from private.stats_differences() checks it.';
comment on column public.skill_stats.skill_id is 'The skill.';
comment on column public.skill_stats.total_ratings is 'Number of ratings.';
comment on column public.skill_stats.claws_sum is 'Sum of their claws.';
comment on column public.skill_stats.claws_1 is 'How many gave 1 claw.';
comment on column public.skill_stats.claws_2 is 'How many gave 2 claws.';
comment on column public.skill_stats.claws_3 is 'How many gave 3 claws.';
comment on column public.skill_stats.claws_4 is 'How many gave 4 claws.';
comment on column public.skill_stats.claws_5 is 'How many gave 5 claws.';
comment on column public.skill_stats.reliability_sum is 'Sum of the reliability scores.';
comment on column public.skill_stats.reliability_count is 'How many gave one.';
comment on column public.skill_stats.security_sum is 'Sum of the security scores.';
comment on column public.skill_stats.security_count is 'How many gave one.';
comment on column public.skill_stats.speed_sum is 'Sum of the speed scores.';
comment on column public.skill_stats.speed_count is 'How many gave one.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.score is 'What the default order sorts by: the mean with five ratings of 3 claws added, in billionths; 0 when unrated.';

alter table public.skill_stats enable row level security;
create policy "anyone reads aggregates" on public.skill_stats
  for select to anon, authenticated using (true);

revoke all on public.skill_stats from public, anon, authenticated, service_role;
grant select on public.skill_stats to anon, authenticated, service_role;

create index skill_stats_top on public.skill_stats (score desc, skill_id desc);
create index skill_stats_rating on public.skill_stats (avg_tenths desc, total_ratings desc, skill_id desc);
create index skill_stats_most_rated on public.skill_stats (total_ratings desc, score desc, skill_id desc);

create function private.add_stats() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: the aggregates are nobody's to write.
as $$
begin
  insert into public.skill_stats (skill_id) select id from new_skills;
  return null;
end
$$;
comment on function private.add_stats is 'Gives new skills their empty aggregates.';
create trigger add_stats after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.add_stats();

-- A trigger sees new_ratings, old_ratings or both, as its event has them. Where it lacks one, the empty view of that name
-- stands in, so that one statement serves inserts, updates and deletes.
create view private.new_ratings with (security_invoker = true) as select * from public.ratings where false;
create view private.old_ratings with (security_invoker = true) as select * from public.ratings where false;
comment on view private.new_ratings is 'Always empty; stands in for the transition table that a DELETE lacks.';
comment on view private.old_ratings is 'Always empty; stands in for the transition table that an INSERT lacks.';
revoke all on private.new_ratings, private.old_ratings from public, anon, authenticated, service_role;

create function private.count_ratings() returns trigger
language plpgsql security definer
-- pg_temp last: a temporary table must not stand in for a missing transition table.
set search_path = private, pg_temp
as $$
begin
  -- An upsert fires the triggers of both events, one of them with nothing to do.
  if not exists (select from new_ratings) and not exists (select from old_ratings) then
    return null;
  end if;

  -- In one order for everybody: statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (select skill_id from new_ratings union select skill_id from old_ratings)
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    total_ratings = s.total_ratings + change.total_ratings,
    claws_sum = s.claws_sum + change.claws_sum,
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    reliability_count = s.reliability_count + change.reliability_count,
    security_sum = s.security_sum + change.security_sum,
    security_count = s.security_count + change.security_count,
    speed_sum = s.speed_sum + change.speed_sum,
    speed_count = s.speed_count + change.speed_count
  from (
    select
      skill_id,
      sum(sign) as total_ratings,
      sum(sign * claws) as claws_sum,
      coalesce(sum(sign) filter (where claws = 1), 0) as claws_1,
      coalesce(sum(sign) filter (where claws = 2), 0) as claws_2,
      coalesce(sum(sign) filter (where claws = 3), 0) as claws_3,
      coalesce(sum(sign) filter (where claws = 4), 0) as claws_4,
      coalesce(sum(sign) filter (where claws = 5), 0) as claws_5,
      coalesce(sum(sign * reliability), 0) as reliability_sum,
      coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
      coalesce(sum(sign * security), 0) as security_sum,
      coalesce(sum(sign) filter (where security is not null), 0) as security_count,
      coalesce(sum(sign * speed), 0) as speed_sum,
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count
    from (
      select 1 as sign, skill_id, claws, reliability, security, speed from new_ratings
      union all
      select -1, skill_id, claws, reliability, security, speed from old_ratings
    ) as signed
    group by skill_id
  ) as change
  where s.skill_id = change.skill_id;
  return null;
end
$$;
comment on function private.count_ratings is 'Adds new ratings to the aggregates of their skills and takes old ones away.';
create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_ratings
  for each statement execute function private.count_ratings();
create trigger count_replaced_ratings after update on public.ratings
  referencing new table as new_ratings old table as old_ratings
  for each statement execute function private.count_ratings();
create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_ratings
  for each statement execute function private.count_ratings();

create function private.forget_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.skill_stats set
    total_ratings = 0, claws_sum = 0, claws_1 = 0, claws_2 = 0, claws_3 = 0, claws_4 = 0, claws_5 = 0,
    reliability_sum = 0, reliability_count = 0, security_sum = 0, security_count = 0, speed_sum = 0, speed_count = 0;
  return null;
end
$$;
comment on function private.forget_ratings is 'Empties every aggregate when an admin truncates the ratings.';
create trigger forget_ratings after truncate on public.ratings
  for each statement execute function private.forget_ratings();

create view private.recomputed_stats with (security_invoker = true) as
select
  s.id as skill_id,
  count(r.id)::integer as total_ratings,
  coalesce(sum(r.claws), 0) as claws_sum,
  count(*) filter (where r.claws = 1)::integer as claws_1,
  count(*) filter (where r.claws = 2)::integer as claws_2,
  count(*) filter (where r.claws = 3)::integer as claws_3,
  count(*) filter (where r.claws = 4)::integer as claws_4,
  count(*) filter (where r.claws = 5)::integer as claws_5,
  coalesce(sum(r.reliability), 0) as reliability_sum,
  count(r.reliability)::integer as reliability_count,
  coalesce(sum(r.security), 0) as security_sum,
  count(r.security)::integer as security_count,
  coalesce(sum(r.speed), 0) as speed_sum,
  count(r.speed)::integer as speed_count
from public.skills as s
left join public.ratings as r on r.skill_id = s.id
group by s.id;
comment on view private.recomputed_stats is 'The aggregates of every skill, counted anew from the ratings. Slow: it reads them all.';
revoke all on private.recomputed_stats from public, anon, authenticated, service_role;

create function private.stats_differences() returns table (skill_id uuid, kept jsonb, recomputed jsonb)
language sql stable set search_path = ''
begin atomic
  with kept as (
    select s.skill_id, to_jsonb(s) - 'avg_tenths' - 'score' as stats from public.skill_stats as s
  ),
  recomputed as (
    select r.skill_id, to_jsonb(r) as stats from private.recomputed_stats as r
  )
  select skill_id, kept.stats, recomputed.stats
  from kept full join recomputed using (skill_id)
  where kept.stats is distinct from recomputed.stats;
end;
comment on function private.stats_differences is 'For admins: recomputes every aggregate from the ratings and gives the skills where what is kept differs (none, ever).';
-- What the API reads and calls: a skill and a rating as it answers them, and one function for each route.

create view public.skill_catalogue with (security_invoker = true) as
select
  s.id,
  s.name,
  s.slug,
  s.description,
  s.type,
  s.url,
  -- float8 and not numeric: a number to every reader, and exact enough for one decimal.
  st.avg_tenths / 10.0::float8 as avg_claws,
  st.total_ratings,
  s.created_at,
  s.updated_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view public.skill_catalogue is 'Every skill with its average claws and number of ratings, as the API answers it.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.total_ratings is 'Number of ratings.';
revoke all on public.skill_catalogue from public, anon, authenticated, service_role;
grant select on public.skill_catalogue to anon, authenticated, service_role;

create view public.skill_reviews with (security_invoker = true) as
select
  r.id,
  r.skill_id,
  a.agent_name,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.created_at,
  r.updated_at
from public.ratings as r
join public.agents as a on a.id = r.agent_id;
comment on view public.skill_reviews is 'Every rating with the name of its agent, as the API answers it.';
revoke all on public.skill_reviews from public, anon, authenticated, service_role;
grant select on public.skill_reviews to anon, authenticated, service_role;

create function private.skill_reference(skill_id uuid) returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('id', id, 'name', name, 'slug', slug) from public.skills where id = skill_id;
end;
comment on function private.skill_reference is 'A skill in brief, {id, name, slug}, for problem documents.';
grant execute on function private.skill_reference to anon, authenticated;

create function private.similar_skills(wanted text) returns json
language sql stable set search_path = ''
begin atomic
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
  from (
    select id, name, slug from public.skills
    where name_key operator(extensions.%) private.name_key(wanted)
    order by extensions.similarity(name_key, private.name_key(wanted)) desc, name_key
    limit 3
  ) as resembling;
end;
comment on function private.similar_skills is 'Up to three skills whose names resemble the one that was not found, the most alike first.';
grant execute on function private.similar_skills to anon, authenticated;

create function public.health() returns json
language sql stable set search_path = ''
return json_build_object('status', 'ok');
comment on function public.health is 'GET /api/health: answers, so the database does.';
revoke all on function public.health from public, anon, authenticated, service_role;
grant execute on function public.health to anon, authenticated;

create function public.submit_skill(p_name text, p_description text, p_type text, p_url text default null) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text := private.clean_text(p_name, 200);
  clean_description text := private.clean_text(p_description, 5000);
  clean_url text := nullif(private.trim_text(p_url), '');
  skill uuid;
  holder json;
begin
  perform private.require_agent();
  perform private.refuse(
    private.name_problem('name', clean_name, 1, 200),
    private.text_problem('description', clean_description, 1, 5000),
    case when p_type is null or p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    coalesce(
      private.text_problem('url', clean_url, 0, 2048),
      case when not private.is_web_address(clean_url) then
        '{"path": "url", "message": "must be an http or https address without user name or password"}'::jsonb
      end
    )
  );

  loop
    insert into public.skills (name, description, type, url)
    values (clean_name, clean_description, p_type, clean_url)
    on conflict (name_key) do nothing
    returning id into skill;
    exit when skill is not null;

    select private.skill_reference(id) into holder from public.skills where name_key = private.name_key(clean_name);
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The one that had the name was deleted just now: it is free.
  end loop;

  perform private.touch_key();
  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation then -- The agent was deleted just now.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
end
$$;
comment on function public.submit_skill is 'POST /api/skills: adds a skill in the calling agent''s name. Raises PT400, PT401 and PT409.';
revoke all on function public.submit_skill from public, anon, authenticated, service_role;
grant execute on function public.submit_skill to anon, authenticated;

create function private.find_skill(wanted_id uuid, wanted_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  by_id uuid := (select id from public.skills where id = wanted_id);
  by_name uuid := (select id from public.skills where name_key = private.name_key(wanted_name));
begin
  if wanted_id is null and wanted_name is null then
    perform private.refuse('{"path": "skill_id", "message": "give skill_id or skill_name"}');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.refuse('{"path": "skill_name", "message": "does not name the skill that skill_id identifies"}');
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = case
      when wanted_name is null then 'null' else private.similar_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'The skill with this id, this name, or both. Raises PT400 when they differ, PT404 with similar names when there is none.';
grant execute on function private.find_skill to anon, authenticated;

create function public.submit_rating(
  p_skill_id uuid default null,
  p_skill_name text default null,
  p_claws numeric default null,
  p_reliability numeric default null,
  p_security numeric default null,
  p_speed numeric default null,
  p_commentary text default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary text := nullif(private.clean_text(p_commentary, 10000), '');
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  perform private.require_agent();
  perform private.refuse(
    private.name_problem('skill_name', clean_name, 0, 200),
    case when p_claws is null or p_claws not in (1, 2, 3, 4, 5) then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end,
    private.score_problem('reliability', p_reliability),
    private.score_problem('security', p_security),
    private.score_problem('speed', p_speed),
    private.text_problem('commentary', clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      insert into public.ratings as r (skill_id, claws, reliability, security, speed, commentary)
      values (skill, p_claws, p_reliability, p_security, p_speed, clean_commentary)
      on conflict (skill_id, agent_id) do update set
        claws = excluded.claws,
        reliability = excluded.reliability,
        security = excluded.security,
        speed = excluded.speed,
        commentary = excluded.commentary
      returning r.id, r.xmax = 0 into rating, created;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted while we rated: whichever it was, the look-ups say so now.
        perform private.require_agent();
        skill := private.find_skill(p_skill_id, clean_name);
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  perform private.touch_key();
  return json_build_object(
    'created', created,
    'rating', (select row_to_json(r) from public.skill_reviews as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$$;
comment on function public.submit_rating is 'POST /api/ratings: rates a skill in the calling agent''s name, or replaces its rating. Raises PT400, PT401 and PT404.';
revoke all on function public.submit_rating from public, anon, authenticated, service_role;
grant execute on function public.submit_rating to anon, authenticated;

create function private.mean(total numeric, count integer) returns json
language sql immutable parallel safe set search_path = ''
return json_build_object('mean', case when count > 0 then trim_scale(total / count) end, 'count', count);
comment on function private.mean is 'A sub-score of a skill as {mean, count}; the mean is null when there is none.';
grant execute on function private.mean to anon, authenticated;

create function public.get_skill(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  skill uuid;
  answer json;
begin
  if p_skill ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    skill := p_skill::uuid;
  else
    select id into skill from public.skills where slug = p_skill;
  end if;

  select json_build_object(
    'id', c.id,
    'name', c.name,
    'slug', c.slug,
    'description', c.description,
    'type', c.type,
    'url', c.url,
    'avg_claws', c.avg_claws,
    'total_ratings', c.total_ratings,
    'created_at', c.created_at,
    'updated_at', c.updated_at,
    'rating_counts', json_build_object('1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5),
    'sub_scores', json_build_object(
      'reliability', private.mean(st.reliability_sum, st.reliability_count),
      'security', private.mean(st.security_sum, st.security_count),
      'speed', private.mean(st.speed_sum, st.speed_count)
    ),
    'ratings', (
      select coalesce(json_agg(newest), '[]')
      from (
        select * from public.skill_reviews as r where r.skill_id = c.id order by r.updated_at desc, r.id desc limit 10
      ) as newest
    )
  ) into answer
  from public.skill_catalogue as c
  join public.skill_stats as st on st.skill_id = c.id
  where c.id = skill;

  if answer is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return answer;
end
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, its distribution of claws and its ten newest ratings. Raises PT404.';
revoke all on function public.get_skill from public, anon, authenticated, service_role;
grant execute on function public.get_skill to anon, authenticated;

create type private.place as (
  number_1 bigint,
  number_2 bigint,
  name_key text,
  created_at timestamptz,
  id uuid,
  pinned uuid
);
comment on type private.place is 'Where a page of the catalogue ended: the sort keys and id of its last skill (no id: before the first), and the skill that was put first for its name.';

create function private.cursor_tag(place jsonb, bound text) returns text
language sql immutable parallel safe set search_path = ''
return left(encode(extensions.digest(bound || chr(31) || place::text, 'sha256'), 'hex'), 16);
comment on function private.cursor_tag is 'Ties a place to the list it lies in: another list, or a damaged cursor, has another tag.';
grant execute on function private.cursor_tag to anon, authenticated;

create function private.write_cursor(place private.place, bound text) returns text
language sql immutable parallel safe set search_path = ''
begin atomic
  select translate(encode(convert_to(private.cursor_tag(held, bound) || held::text, 'UTF8'), 'base64'), E'+/=\n', '-_')
  from (select jsonb_strip_nulls(to_jsonb(place)) as held) as stripped;
end;
comment on function private.write_cursor is 'A place as the opaque text that clients hold, in base64url.';
grant execute on function private.write_cursor to anon, authenticated;

create function private.read_cursor(cursor text, bound text) returns private.place
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  held text;
  place jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) > 4000 then
    raise data_exception;
  end if;
  held := convert_from(
    decode(translate(cursor, '-_', '+/') || repeat('=', (4 - length(cursor) % 4) % 4), 'base64'), 'UTF8'
  );
  place := substr(held, 17)::jsonb;
  if left(held, 16) <> private.cursor_tag(place, bound) then
    raise data_exception;
  end if;
  return jsonb_populate_record(null::private.place, place);
exception
  when data_exception then
    perform private.refuse('{"path": "cursor", "message": "is not a cursor of this list: it goes with one type, search and sort"}');
end
$$;
comment on function private.read_cursor is 'The place that write_cursor wrote. Raises PT400 for anything else.';
grant execute on function private.read_cursor to anon, authenticated;

create function private.search_patterns(search text) returns text[]
language sql immutable parallel safe set search_path = ''
begin atomic
  -- The longest word first: it is the one that the index is asked for.
  select array_agg('%' || word || '%' order by char_length(word) desc, word)
  from (
    select distinct regexp_replace(word, '([\\%_])', '\\\1', 'g') as word
    from regexp_split_to_table(private.fold_text(search), '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+') as word
    where word <> ''
  ) as words;
end;
comment on function private.search_patterns is 'The words of a search as LIKE patterns for search_text; null when there is none.';
grant execute on function private.search_patterns to anon, authenticated;

create function public.list_skills(
  p_type text default null,
  p_search text default null,
  p_sort text default null,
  p_limit integer default null,
  p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- Planned for the values at hand: which index serves best depends on the words.
set plan_cache_mode = force_custom_plan
as $$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := coalesce(p_sort, 'top');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  patterns text[];
  after private.place;
  page uuid[];
  pinned uuid;
  last uuid;
  next private.place;
begin
  perform private.refuse(
    case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    case when sort not in ('top', 'rating', 'most_rated', 'newest', 'name') then
      '{"path": "sort", "message": "must be one of top, rating, most_rated, newest, name"}'::jsonb
    end,
    private.text_problem('search', search, 0, 200)
  );
  patterns := private.search_patterns(search);

  if p_cursor is not null then
    after := private.read_cursor(p_cursor, bound);
    pinned := after.pinned;
  elsif search is not null then
    select id into pinned from public.skills
    where name_key = private.name_key(search) and (p_type is null or type = p_type);
  end if;

  -- Each order is total (id breaks ties) and read from its own index, one skill further than the page to see whether
  -- there is another page.
  case sort
    when 'top' then
      page := array(
        select s.id from public.skill_stats as st join public.skills as s on s.id = st.skill_id
        where (p_type is null or s.type = p_type)
          and (patterns is null or (s.search_text like patterns[1] and s.search_text like all (patterns)))
          and (pinned is null or s.id <> pinned)
          and (after.id is null or (st.score, st.skill_id) < (after.number_1, after.id))
        order by st.score desc, st.skill_id desc
        limit page_size + 1
      );
    when 'rating' then
      page := array(
        select s.id from public.skill_stats as st join public.skills as s on s.id = st.skill_id
        where (p_type is null or s.type = p_type)
          and (patterns is null or (s.search_text like patterns[1] and s.search_text like all (patterns)))
          and (pinned is null or s.id <> pinned)
          and (after.id is null or (st.avg_tenths, st.total_ratings, st.skill_id) < (after.number_1, after.number_2, after.id))
        order by st.avg_tenths desc, st.total_ratings desc, st.skill_id desc
        limit page_size + 1
      );
    when 'most_rated' then
      page := array(
        select s.id from public.skill_stats as st join public.skills as s on s.id = st.skill_id
        where (p_type is null or s.type = p_type)
          and (patterns is null or (s.search_text like patterns[1] and s.search_text like all (patterns)))
          and (pinned is null or s.id <> pinned)
          and (after.id is null or (st.total_ratings, st.score, st.skill_id) < (after.number_1, after.number_2, after.id))
        order by st.total_ratings desc, st.score desc, st.skill_id desc
        limit page_size + 1
      );
    when 'newest' then
      page := array(
        select s.id from public.skills as s
        where (p_type is null or s.type = p_type)
          and (patterns is null or (s.search_text like patterns[1] and s.search_text like all (patterns)))
          and (pinned is null or s.id <> pinned)
          and (after.id is null or (s.created_at, s.id) < (after.created_at, after.id))
        order by s.created_at desc, s.id desc
        limit page_size + 1
      );
    when 'name' then
      page := array(
        select s.id from public.skills as s
        where (p_type is null or s.type = p_type)
          and (patterns is null or (s.search_text like patterns[1] and s.search_text like all (patterns)))
          and (pinned is null or s.id <> pinned)
          and (after.id is null or (s.name_key, s.id) > (after.name_key collate "C", after.id))
        order by s.name_key, s.id
        limit page_size + 1
      );
  end case;

  if p_cursor is null and pinned is not null then
    page := pinned || page;
  end if;

  if cardinality(page) > page_size then
    last := page[page_size];
    if last is distinct from pinned then
      select
        case sort when 'top' then st.score when 'rating' then st.avg_tenths when 'most_rated' then st.total_ratings end,
        case sort when 'rating' then st.total_ratings when 'most_rated' then st.score end,
        case sort when 'name' then s.name_key end,
        case sort when 'newest' then s.created_at end,
        s.id
      into next.number_1, next.number_2, next.name_key, next.created_at, next.id
      from public.skills as s join public.skill_stats as st on st.skill_id = s.id
      where s.id = last;
    end if;
    next.pinned := pinned;
  end if;

  return json_build_object(
    'skills', coalesce(
      (
        select json_agg(row_to_json(c) order by listed.place)
        from unnest(page[:page_size]) with ordinality as listed (id, place)
        join public.skill_catalogue as c on c.id = listed.id
      ),
      '[]'
    ),
    'count', least(cardinality(page), page_size),
    'next_cursor', case when cardinality(page) > page_size then private.write_cursor(next, bound) end
  );
end
$$;
comment on function public.list_skills is 'GET /api/skills: a page of the catalogue, at most 500 skills. Raises PT400.';
revoke all on function public.list_skills from public, anon, authenticated, service_role;
grant execute on function public.list_skills to anon, authenticated;
