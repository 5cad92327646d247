-- What skills are called elsewhere, by which clients find them: URLs, packages, and names in registries.
-- Their normal form is in sql/identifiers/10_identifiers.sql.

-- pgls-ignore lint/safety/creatingEnum: Its order is that of an index.
create type private.skill_state as enum ('active', 'merged', 'retired');
comment on type private.skill_state is 'Whether a skill is in the catalogue. The order is that in which skills are read for an identifier.';

create function private.skill_state(retired_at timestamptz, merged_into uuid) returns private.skill_state
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when retired_at is null then 'active' when merged_into is null then 'retired' else 'merged' end;
end
$$;
comment on function private.skill_state is 'The state of a skill with these columns.';
grant execute on function private.skill_state to anon, authenticated;

create function private.identifier_hash(identifier text) returns bytea
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return substring(extensions.digest(identifier, 'sha256') for 16);
end
$$;
comment on function private.identifier_hash is 'The first 16 bytes of SHA-256: an index entry is limited to 2,704 bytes, and an identifier is longer. Nobody finds a text with the hash of another.';
grant execute on function private.identifier_hash to anon, authenticated;

create table private.skill_identifiers (
  skill_id uuid not null references public.skills on delete cascade,
  identifier text collate "C" not null,
  identifier_hash bytea not null generated always as (private.identifier_hash(identifier)) stored,
  origins text[] not null,
  is_own boolean not null generated always as (origins <> '{path}') stored,
  is_imported boolean not null generated always as ('import' = any (origins)) stored,
  is_former boolean not null generated always as ('former' = any (origins)) stored,
  is_blocked boolean not null default false,
  is_remembered boolean not null generated always as (
    origins && '{import,former}' or is_blocked and 'url' = any (origins) and not coalesce(private.is_repository(identifier), false)
  ) stored,
  written_path text,
  state private.skill_state not null,
  score bigint not null default 0,
  established_ratings integer not null default 0,
  primary key (skill_id, identifier_hash),
  constraint skill_identifiers_origins_known check (origins <@ '{url,submission,import,former,mention,path}' and origins <> '{}')
);
comment on table private.skill_identifiers is 'The identifiers of skills in normal form, kept by triggers, submissions and imports. Skills can share an identifier.';
comment on column private.skill_identifiers.origins is 'Where the skill has it from: its url, its submission, an import; former: an import whose source deleted the skill; mention: its server.json names it, but no registry checks it; path: it is the repository of another identifier of the skill.';
comment on column private.skill_identifiers.is_own is 'Whether it is an identifier of the skill; otherwise only the repository of one.';
comment on column private.skill_identifiers.is_imported is 'Whether a registry has checked it.';
comment on column private.skill_identifiers.is_former is 'Whether a registry had checked it before the source deleted the skill.';
comment on column private.skill_identifiers.is_blocked is 'is_blocked of the skill, or of the one that it was merged into, for the index.';
comment on column private.skill_identifiers.is_remembered is 'Whether it counts while its skill is retired: an import gave it, or the skill is blocked and its url, which is not a bare repository, did.';
comment on column private.skill_identifiers.written_path is 'Of an imported endpoint its path as the server.json has it: another case can be another server.';
comment on column private.skill_identifiers.state is 'The state of the skill, for the index.';
comment on column private.skill_identifiers.score is 'The score of the skill in skill_stats, for the index.';
comment on column private.skill_identifiers.established_ratings is 'Those of the skill in skill_stats, for the index.';

-- Agents write and read it only through the functions below.
grant select on private.skill_identifiers to service_role;

-- In the order in which private.skills_with_identifiers reads it: the best skill is the first, however many share an identifier.
create index skill_identifiers_best
  on private.skill_identifiers (identifier_hash, state, is_own desc, is_imported desc, score desc, skill_id desc);
-- For the same function: the skill that most established agents rated.
create index skill_identifiers_most_rated
  on private.skill_identifiers (identifier_hash, is_imported, established_ratings desc, score desc, skill_id desc)
  where state = 'active' and is_own and established_ratings > 0;

-- Of skills that their source deleted, and of retired ones.
create index skill_identifiers_former on private.skill_identifiers (identifier_hash, established_ratings desc, score desc,
  skill_id desc)
  where is_former and state = 'active';
create index skill_identifiers_remembered on private.skill_identifiers (identifier_hash, skill_id)
  where is_remembered and state in ('retired', 'merged');

create function private.written_path(url text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return rtrim(substring(url from '^[A-Za-z0-9+.-]+://[^/?#]*([^?#]*)'), '/');
end
$$;
comment on function private.written_path is 'The path of an address as it is written, without a final slash.';
grant execute on function private.written_path to anon, authenticated;

create function private.replace_identifiers(skill uuid, identifiers text[], origin text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Waits for a rating that is being counted, which does not see the identifiers that are added here.
  perform private.lock_stats(array[skill]);
  loop
    delete from private.skill_identifiers as i
    where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
    update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
    where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

    insert into private.skill_identifiers as i (skill_id, identifier, origins, state, is_blocked, score, established_ratings)
    select
      s.id, entry.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into),
      coalesce(target.is_blocked, s.is_blocked), st.score, st.established_ratings
    from public.skills as s
    left join public.skills as target on target.id = s.merged_into
    join public.skill_stats as st on st.skill_id = s.id
    cross join (select distinct unnest(identifiers) as identifier) as entry
    where s.id = skill
    on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
      where not i.origins @> excluded.origins;

    -- No repository has the origin import. After the others, the repositories of all.
    exit when origin in ('import', 'path');
    origin := 'path';
    identifiers := array(
      select private.repository_of(i.identifier) from private.skill_identifiers as i
      where i.skill_id = skill and private.repository_of(i.identifier) is not null
    );
  end loop;
end
$$;
comment on function private.replace_identifiers is 'Replaces the identifiers of a skill from one origin, and with them their repositories; they must be in normal form and not null. Only for the functions below.';

create function private.add_url_identifiers() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the identifiers.
as $$
begin
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, added.identifier, array[added.origin], private.skill_state(n.retired_at, n.merged_into)
  from new_skills as n
  cross join lateral (select private.normalize_identifier(n.url) as identifier offset 0) as u
  cross join lateral (values (u.identifier, 'url'), (private.repository_of(u.identifier), 'path')) as added (identifier, origin)
  where added.identifier is not null;
  return null;
end
$$;
comment on function private.add_url_identifiers is 'Adds the identifiers of new skills from their URLs.';

create trigger add_url_identifiers after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.add_url_identifiers();

create function private.update_skill_identifiers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed record;
begin
  -- Before the identifiers, as when a rating is counted.
  perform private.lock_stats(array(
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.url, n.type, n.retired_at, n.merged_into, n.is_blocked)
      is distinct from (o.url, o.type, o.retired_at, o.merged_into, o.is_blocked)
  ));
  -- One by one, so that each is read by the index.
  for changed in
    select
      n.id, n.url, n.url is distinct from o.url as has_new_url, c.state, c.state <> c.old_state as has_new_state,
      n.is_blocked, n.is_blocked <> o.is_blocked as has_new_block
    from new_skills as n
    join old_skills as o using (id)
    cross join lateral (
      select
        private.skill_state(n.retired_at, n.merged_into) as state,
        private.skill_state(o.retired_at, o.merged_into) as old_state
    ) as c
    where n.url is distinct from o.url or c.state <> c.old_state or n.is_blocked <> o.is_blocked
    order by n.id
  loop
    if changed.has_new_state then
      update private.skill_identifiers as i set state = changed.state where i.skill_id = changed.id;
    end if;
    if changed.has_new_block then
      update private.skill_identifiers as i set is_blocked = changed.is_blocked
      where i.skill_id = changed.id or i.skill_id in (select m.id from public.skills as m where m.merged_into = changed.id);
    end if;
    if changed.has_new_url then
      perform private.replace_identifiers(
        changed.id, array_remove(array[private.normalize_identifier(changed.url)], null), 'url'
      );
    end if;
  end loop;
  return null;
end
$$;
comment on function private.update_skill_identifiers is 'Updates the identifiers of skills that have another URL, or were retired, restored or merged.';

create trigger update_skill_identifiers after update on public.skills
  referencing new table as new_skills old table as old_skills
  for each statement execute function private.update_skill_identifiers();

create function private.update_identifier_scores() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  update private.skill_identifiers as i set score = new.score, established_ratings = new.established_ratings
  where i.skill_id = new.skill_id;
  return null;
end
$$;
comment on function private.update_identifier_scores is 'Updates what the identifiers of a skill keep of its ratings.';

create trigger update_identifier_scores after update on public.skill_stats
  for each row when ((new.score, new.established_ratings) is distinct from (old.score, old.established_ratings))
  execute function private.update_identifier_scores();

create function private.set_imported_identifiers(
  skill uuid, checked text[], mentioned text[] default '{}', endpoints text[] default '{}'
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- A registry knows the owner of a package or endpoint, but not of a repository, also if that is the address of a package.
  is_repository constant text := '^pkg:git(?:hub|lab)/';
  valid constant text[] := array(
    select i from unnest(checked) with ordinality as u (i, ordinal)
    where char_length(i) between 1 and 2048
    order by ordinal
    limit 100
  );
  imports constant text[] := array(select distinct i collate "C" from unnest(valid) as i where i !~ is_repository order by 1);
  mentions constant text[] := array(
    select distinct i collate "C" from unnest(array_remove(mentioned, null) || valid) as i
    where i ~ is_repository or i <> all (valid)
    order by 1
  );
begin
  -- Most are as the last import left them.
  if imports = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and i.is_imported order by 1
  ) and mentions = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and 'mention' = any (i.origins) order by 1
  ) and not exists (
    select
    from unnest(endpoints) as e
    where not exists (
      select from private.skill_identifiers as i
      where i.skill_id = skill and i.identifier = private.normalize_identifier(e) and i.written_path = private.written_path(e)
    )
  ) then
    return;
  end if;
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(skill, imports, 'import');
  perform private.replace_identifiers(skill, '{}', 'former');
  perform private.replace_identifiers(skill, mentions, 'mention');
  update private.skill_identifiers as i set written_path = private.written_path(e)
  from unnest(endpoints) as e
  where i.skill_id = skill and i.identifier = private.normalize_identifier(e);
end
$$;
comment on function private.set_imported_identifiers is 'Replaces the identifiers that a skill has from an import with these, in normal form: those that its registry checks (its name there in lower case, packages, remotes), of which the first 100 are kept, and its repository and page; endpoints are its remotes as they are written. Drops null.';
grant execute on function private.set_imported_identifiers to service_role;

create function private.withdraw_identifiers(skill uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from private.skill_identifiers as i where i.skill_id = skill and i.is_imported) then
    perform private.lock_stats(array[skill]);
    update private.skill_identifiers as i set origins = array_replace(i.origins, 'import', 'former')
    where i.skill_id = skill and i.is_imported;
  end if;
end
$$;
comment on function private.withdraw_identifiers is 'The identifiers of a skill that its source deleted stay imported, after those of active ones: a publisher that moves to another name keeps its ratings.';
grant execute on function private.withdraw_identifiers to service_role;

create function private.unverify_identifiers(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed constant uuid[] := array(
    select distinct i.skill_id from private.skill_identifiers as i where i.skill_id = any (skills) and (i.is_imported
      or i.is_former)
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_identifiers as i
    set origins = array_replace(array_replace(i.origins, 'import', 'mention'), 'former', 'mention')
    where i.skill_id = any (changed) and (i.is_imported or i.is_former);
  end if;
end
$$;
comment on function private.unverify_identifiers is 'The identifiers of skills that a registry checked are only mentioned from now on: it checks them no more, and others can have the package or endpoint.';
grant execute on function private.unverify_identifiers to service_role;

create function private.unverify_forgotten() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.unverify_identifiers(array(select skill_id from forgotten));
  return null;
end
$$;
comment on function private.unverify_forgotten is 'Calls private.unverify_identifiers for skills that an admin took out of an import, or with their whole catalogue.';

create trigger unverify_forgotten after delete on private.imported_skills
  referencing old table as forgotten
  for each statement execute function private.unverify_forgotten();

create function private.add_submitted_identifiers(skill uuid, identifiers text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Only for a skill that the calling agent submits in this transaction.
  if exists (
    select from public.skills as s where s.id = skill and s.submitted_by = private.current_agent_id() and s.created_at = now()
  ) then
    perform private.replace_identifiers(
      skill,
      array(
        select private.normalize_identifier(i) from unnest(identifiers[:5]) as i
        where private.package_url_error(i) is null and private.normalize_identifier(i) is not null
      ),
      'submission'
    );
  end if;
end
$$;
comment on function private.add_submitted_identifiers is 'Adds the package URLs of a submission to its new skill.';

create function private.identifiers_of(skill uuid) returns text[]
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: agents may not read the table. That a skill has an identifier is public.
as $$
begin
  return array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and i.is_own order by i.identifier
  );
end
$$;
comment on function private.identifiers_of is 'The identifiers of a skill, sorted.';

create function private.submitted_identifiers(skill uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select i.identifier from private.skill_identifiers as i
    where i.skill_id = skill and 'submission' = any (i.origins) order by i.identifier
  );
end
$$;
comment on function private.submitted_identifiers is 'The identifiers that the submission of a skill named, sorted.';
grant execute on function private.add_submitted_identifiers, private.identifiers_of to anon, authenticated;
