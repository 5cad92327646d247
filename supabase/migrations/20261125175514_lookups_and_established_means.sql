set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "private"."skill_identifiers_of_hash";

DROP VIEW "admin"."duplicate_skills";

DROP VIEW "public"."skill_catalogue";

DROP VIEW "private"."all_skills";

ALTER TABLE "private"."skill_identifiers"
  DROP CONSTRAINT "skill_identifiers_origins_known";

DROP FUNCTION "private"."established_mean"(public.skill_stats);

DROP FUNCTION "private"."set_imported_identifiers"(uuid, text[]);

DROP FUNCTION "private"."skill_with_text"(text);

DROP FUNCTION "private"."skills_with_identifiers"(bytea[], uuid, boolean);

-- pgls-ignore lint/safety/banDropColumn: Nothing reads it any more.
ALTER TABLE "private"."skill_identifiers"
  DROP COLUMN "id";

-- pgls-ignore lint/safety/addingRequiredField: It is generated.
-- pgls-ignore lint/safety/addSerialColumn: The table has a few rows for each skill.
ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "is_own" boolean GENERATED ALWAYS AS ((origins <> '{path}'::text[])) STORED NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "score" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION admin.add_skill (
  name        text,
  description text,
  type        text,
  url         text DEFAULT NULL::text,
  reason      text DEFAULT 'Added by an admin.'::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  clean_name text := private.clean_text(name, 200);
  clean_description text := private.clean_text(description, 5000);
  clean_url text := nullif(private.trim_text(url), '');
  wrong text := coalesce(
    'name ' || case when clean_name is null then 'is required' else private.skill_name_error(clean_name) end,
    'description ' || case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
    'address ' || private.url_error(clean_url)
  );
  added public.skills;
begin
  if wrong is not null then
    raise exception 'The %.', wrong;
  end if;
  begin
    insert into public.skills (name, description, type, url) values (clean_name, clean_description, add_skill.type, clean_url)
    on conflict (name_key) where retired_at is null do nothing
    returning * into added;
  exception
    when sqlstate 'PT409' then
      raise exception 'The name "%" is that of a skill that was merged into %.', clean_name,
        (select slug from public.skills where id = private.name_holder(private.name_key(clean_name)));
  end;
  if added.id is null then
    return format('The catalogue already has %s.', clean_name);
  end if;
  perform admin.log_action('add_skill', added.id, reason => why);
  return format('%s is in the catalogue as %s.', added.name, added.slug);
end
$function$;

CREATE OR REPLACE FUNCTION private.add_url_identifiers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, added.identifier, array[added.origin], private.skill_state(n.retired_at, n.merged_into)
  from new_skills as n
  cross join lateral (select private.normalize_identifier(n.url) as identifier offset 0) as u
  cross join lateral (values (u.identifier, 'url'), (private.repository_of(u.identifier), 'path')) as added (identifier, origin)
  where added.identifier is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_import_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- Only a new name: one that is older than this rule must not stop other changes.
  if (tg_op = 'INSERT' or new.name <> old.name) and private.is_import_name(new.name)
    and not exists (select from private.imported_skills as i where i.skill_id = new.id)
  then
    perform private.validate('name', private.skill_name_error(new.name));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.established_mean (
  stats public.skill_stats
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return stats.established_sums[1] / nullif(stats.established_ratings, 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.find_skill (
  wanted_id   uuid,
  wanted_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := case when key is not null then coalesce(
    private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
  ) end;
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if wanted_id is null and wanted_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = case
      when wanted_name is null then 'null' else private.suggest_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
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
      on other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
    where own.skill_id = skill and own.is_own and other.skill_id <> skill
      -- A repository can hold many skills.
      and not private.is_repository(own.identifier)
  ) or exists (
    select from private.imported_skills as i
    join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
    where i.skill_id = skill and other.id <> skill
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.identifiers_of (
  skill uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and i.is_own order by i.identifier
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_import_name (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- By its comparison key: no spelling of it may keep an import from its name.
  return private.name_key(value) ~ '^[a-z0-9.-]*\.[a-z0-9.-]*/[a-z0-9._-]+$|\( ?mcp ?registry ?[0-9]* ?\) ?[0-9]*$';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_repository (
  identifier text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return identifier ~ '^pkg:git(?:hub|lab)/[^#]*$';
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_package_url (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- The qualifiers are dropped, except the registry of an image, and the subpath, except that in a repository.
  kept text := split_part(value, '#', 1);
  subpath text := substr(value, char_length(kept) + 2);
  path text := ltrim(substr(split_part(kept, '?', 1), 5), '/');
  package_type text := lower(split_part(path, '/', 1) collate pg_catalog.pg_c_utf8);
  registry text;
  version_start integer;
begin
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or private.has_template(path) then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  -- The version follows the last @, except that an @ at the start begins the scope of an npm package.
  if strpos(path, '@') > 0 then
    version_start := char_length(path) - strpos(reverse(path), '@') + 1;
    if version_start > 1 then
      path := left(path, version_start - 1);
    end if;
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := replace(private.decode_percent(path), E'\u0004', '/');
  if strpos(path, '//') > 0 then
    path := regexp_replace(path, '/+', '/', 'g');
  end if;
  path := replace(private.fold_identifier(btrim(path, '/')), '@', '%40');
  if path = '' or strpos('/' || path, '/.') > 0 and path ~ '(?:^|/)\.\.?(?:/|$)' then
    return null;
  end if;
  if left(path, 3) = '%40' then
    path := '@' || substr(path, 4);
    -- Without a scope or a name.
    if strpos(path, '/') < 3 then
      return null;
    end if;
  end if;

  if package_type in ('docker', 'oci') then
    -- Faster than an expression that captures the value.
    registry := split_part(kept, '?', 2);
    registry := split_part(substr(registry, nullif(regexp_instr(registry, '(?:^|&)repository_url=', 1, 1, 1, 'i'), 0)), '&', 1);
    registry := private.fold_identifier(replace(private.decode_percent(registry), E'\u0004', '/'));
    registry := rtrim(regexp_replace(registry, '^(?:https?|docker|oci)://', ''), '/');
    if registry <> '' and not (strpos(path, '/') > 0 and split_part(path, '/', 1) ~ '[.:]|^localhost$') then
      -- repository_url is the registry, or the whole repository with the name.
      path := case when right(registry, char_length(path) + 1) = '/' || path then registry else registry || '/' || path end;
    end if;
    return private.normalize_image(path);
  end if;
  if package_type = 'pypi' then
    path := regexp_replace(path, '[-_.]+', '-', 'g');
  elsif package_type in ('github', 'gitlab') and subpath <> '' then
    if private.has_template(subpath) then
      return null;
    end if;
    -- As in a URL, where these two are always encoded.
    subpath := replace(replace(private.decode_percent(subpath), '?', E'\u0005'), '#', E'\u0002');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(replace(subpath, E'\u0006', '@')));
    path := path || private.repository_subpath(subpath);
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_identifiers (
  skill       uuid,
  identifiers text[],
  origin      text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- Waits for a rating that is being counted, which does not see the identifiers that are added here.
  perform private.lock_stats(array[skill]);
  perform private.replace_origin(skill, identifiers, origin);
  perform private.replace_origin(
    skill,
    array(
      select private.repository_of(i.identifier) from private.skill_identifiers as i
      where i.skill_id = skill and private.repository_of(i.identifier) is not null
    ),
    'path'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_origin (
  skill       uuid,
  identifiers text[],
  origin      text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from private.skill_identifiers as i
  where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
  update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
  where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

  insert into private.skill_identifiers as i (skill_id, identifier, origins, state, score)
  select s.id, wanted.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into), st.score
  from public.skills as s
  join public.skill_stats as st on st.skill_id = s.id
  cross join (select distinct unnest(identifiers) as identifier) as wanted
  where s.id = skill
  on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
    where not i.origins @> excluded.origins;
end
$function$;

CREATE OR REPLACE FUNCTION private.repository_of (
  identifier text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- No other normal form has a #.
  return case when strpos(identifier, '#') > 0 then split_part(identifier, '#', 1) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.repository_purl (
  host text,
  path text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  owner text := split_part(path, '/', 2);
  name text := split_part(path, '/', 3);
  page integer;
  rest text := '';
begin
  if owner !~ '^[a-z0-9_][a-z0-9_.-]*$' or name = '' then
    return null;
  end if;
  if host = 'github.com' then
    if name like '%.git' then
      name := regexp_replace(name, '(?:(?<!\.)\.git)+$', '');
    end if;
    -- Pages of GitHub itself. mcp has a page for each server, below the owner.
    if name !~ '^[a-z0-9_.-]+$' or owner in (
      'apps', 'collections', 'features', 'login', 'marketplace', 'mcp', 'orgs', 'search', 'settings', 'sponsors', 'topics', 'users'
    ) then
      return null;
    end if;
    rest := substr(path, char_length(owner) + char_length(split_part(path, '/', 3)) + 3);
    return 'pkg:github/' || owner || '/' || name || private.repository_subpath(regexp_replace(rest, '^/+(?:tree|blob)/+[^/]+', ''));
  end if;
  -- A repository of GitLab can be in nested groups. Its pages follow a segment that no group or project can have as its name
  -- (https://docs.gitlab.com/user/reserved_names/); the list of owners is from the top-level names there.
  page := regexp_instr(
    path,
    '/(?:-|badges|blame|blob|builds|commits|create|create_dir|edit|files|find_file|new|preview|raw|refs|tree|update|wikis)(?:/|$)',
    char_length(owner) + char_length(name) + 3
  );
  if page > 0 then
    rest := regexp_replace(substr(path, page), '^/-', '');
    path := left(path, page - 1);
  end if;
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if path !~ '^(?:/[a-z0-9_][a-z0-9_.-]*){2,}$'
    or owner in ('admin', 'api', 'dashboard', 'explore', 'groups', 'help', 'projects', 'search', 'snippets', 'users')
  then
    return null;
  end if;
  return 'pkg:gitlab' || path || private.repository_subpath(regexp_replace(rest, '^/+(?:tree|blob)/+[^/]+', ''));
end
$function$;

CREATE OR REPLACE FUNCTION private.repository_subpath (
  path text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- All that may end it at once: what is left could end in one again.
  path := regexp_replace(regexp_replace(path, '/+', '/', 'g'), '(?:/|(?<!\.)\.git|/(?:skill|readme)\.md)+$', '');
  return case when path = '' then '' else '#' || substr(path, 2) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.same_identifier (
  skill uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(json_agg(private.skill_reference(s.skill_id) order by s.score desc, s.skill_id desc), '[]')
    from (
      select distinct other.score, other.skill_id
      from private.skills_with_identifiers(
        array(select private.identifier_hash(own.identifier) from unnest(private.identifiers_of(skill)) as own (identifier)),
        -- Others of the same repository are hardly the same skill.
        repository_hashes => '{}', other_than => skill
      ) as other
      where other.state = 'active' and other.is_exact
      order by other.score desc, other.skill_id desc
      limit 3
    ) as s
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.server_identifiers (
  server        jsonb,
  external_name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.set_identifiers (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.set_imported_identifiers(
    i.skill_id,
    private.server_identifiers(case when e.server_problem is null then e.server end, e.external_name),
    array[
      case when e.server_problem is null then private.normalize_identifier(e.server #>> '{repository,url}') end,
      private.normalize_identifier(e.url)
    ]
  )
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    i.skill_id is not null and e.status is null and (
      e.outcome = 'created'
      or e.outcome in ('updated', 'unchanged', 'kept') and (
        e.outcome = 'updated' or e.changes_server
        -- Of an import before there were identifiers.
        or not exists (select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.origins && '{import,mention}')
      )
    )
  order by i.skill_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_imported_identifiers (
  skill     uuid,
  checked   text[],
  mentioned text[] DEFAULT '{}'::text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- A registry knows the owner of a package or endpoint, but not of a repository, also if that is the address of a package.
  is_repository constant text := '^pkg:git(?:hub|lab)/';
  valid constant text[] := array(
    select i from unnest(checked) with ordinality as u (i, place)
    where char_length(i) between 1 and 2048
    order by place
    limit 100
  );
begin
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.lock_stats(array[skill]);
  perform private.replace_origin(skill, array(select i from unnest(valid) as i where i !~ is_repository), 'import');
  perform private.replace_identifiers(
    skill, array(select i from unnest(array_remove(mentioned, null) || valid) as i where i ~ is_repository or i <> all (valid)), 'mention'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_name_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.name_error(value, 1, 200),
    case when private.is_import_name(value) then 'has a form that is reserved for imports from the MCP Registry' end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifiers (
  hashes            bytea[],
  repository_hashes bytea[],
  other_than        uuid    DEFAULT NULL::uuid
)
  RETURNS TABLE (
    place       bigint,
    skill_id    uuid,
    state       private.skill_state,
    is_exact    boolean,
    is_imported boolean,
    score       bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select w.place, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, place)
  cross join lateral (
    -- No repository is imported.
    values (w.hash, true, true, true), (w.hash, true, true, false), (w.hash, true, false, false),
      (w.repository_hash, false, true, false), (w.repository_hash, false, false, false)
  ) as r (hash, is_whole, is_own, is_imported)
  cross join lateral (
    select best.skill_id, best.state, best.is_own, best.is_imported, best.score
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    -- Of the repository, three more than those that have the path itself.
    limit 6
  ) as i
  union all
  select w.place, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, place)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  cross join lateral (
    select gone.skill_id, gone.state, gone.is_own, gone.is_imported, gone.score
    from private.skill_identifiers as gone
    where gone.identifier_hash = r.hash and gone.state > 'active'
    order by gone.state
    -- Beside those in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as i;
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_text (
  value text
)
  RETURNS TABLE (
    skill_id   uuid,
    precedence integer
  )
  LANGUAGE plpgsql
  STABLE
  STRICT
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  key text;
  named uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  if named is not null then
    return query select named, 1;
    return;
  end if;
  -- No name is longer, and no slug.
  if octet_length(value) > 800 or char_length(value) > 200 then
    return;
  end if;
  key := private.name_key(value);
  return query select s.id, 1 from public.skills as s where s.slug = key;
  -- The same skill as private.name_holder, but the merged one if its name leads to another.
  named := coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select gone.id from public.skills as gone
      where gone.name_key = key and gone.merged_into = private.merged_name_holder(key)
      limit 1
    )
  );
  if named is not null then
    return query select named, 2;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_identifier_scores()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  update private.skill_identifiers as i set score = n.score
  from new_stats as n
  where i.skill_id = n.skill_id and i.score <> n.score;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_skill_identifiers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed record;
begin
  -- Before the identifiers, as when a rating is counted.
  perform private.lock_stats(array(
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.url, n.type, n.retired_at, n.merged_into) is distinct from (o.url, o.type, o.retired_at, o.merged_into)
  ));
  -- One by one, so that each is read by the index.
  for changed in
    select n.id, n.url, n.url is distinct from o.url as has_new_url, c.state, c.state <> c.old_state as has_new_state
    from new_skills as n
    join old_skills as o using (id)
    cross join lateral (
      select
        private.skill_state(n.retired_at, n.merged_into) as state,
        private.skill_state(o.retired_at, o.merged_into) as old_state
    ) as c
    where n.url is distinct from o.url or c.state <> c.old_state
    order by n.id
  loop
    if changed.has_new_state then
      update private.skill_identifiers as i set state = changed.state where i.skill_id = changed.id;
    end if;
    if changed.has_new_url then
      perform private.replace_identifiers(
        changed.id, array_remove(array[private.normalize_identifier(changed.url)], null), 'url'
      );
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_badge (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select json_build_object(
      'name', s.name, 'avg_claws', s.avg_claws, 'total_ratings', s.total_ratings,
      'established_ratings', s.established_ratings, 'established_mean', s.established_mean, 'retired', s.retired_at is not null
    )
    from private.all_skills as s where s.id = skill
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_counts[1], '2', st.claws_counts[2], '3', st.claws_counts[3], '4', st.claws_counts[4], '5', st.claws_counts[5]
        ) as rating_counts,
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        (
          select json_build_object('publisher', server.name, 'entries', server.install)
          from private.registry_servers as server
          where server.skill_id = skill
            and server.install is not null
            and server.status <> 'deleted'
            and s.retired_at is null
            and private.source_status(skill) is distinct from 'deleted'
        ) as install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type    text    DEFAULT NULL::text,
  p_search  text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page. 500 explanations would cost as much as some searches.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else 500 end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  positions jsonb[];
  page uuid[];
  matches jsonb[];
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_pattern(sort));
  end if;

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after -> 0, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    if p_explain then
      matches := private.explain_matches(search, ranking, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - '{correction,words}'::text[])
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null') || '}'
      )
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.place,
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"established_ratings":' || st.established_ratings
              || ',"established_mean":' || coalesce(private.established_mean(st)::text, 'null')
              || ',"sub_scores":' || st.sub_scores || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
          join public.skills as s on s.id = p.skill
          join public.skill_stats as st on st.skill_id = p.skill
          -- So that json_ratings is computed once.
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

CREATE OR REPLACE FUNCTION public.lookup_skills (
  p_identifiers text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  sent text[];
  -- Each is looked up once.
  wanted text[];
  places integer[];
  is_plain boolean;
  cleaned text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null for what is no path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when char_length(array_to_string(sent, '')) > 20000 then 'must have at most 20000 characters together'
  end);
  wanted := array(select distinct s.value collate "C" as wanted from unnest(sent) as s (value) order by wanted);
  places := array(
    select dense_rank() over (order by s.value collate "C")
    from unnest(sent) with ordinality as s (value, place)
    order by s.place
  );
  for i in 1..cardinality(wanted) loop
    -- Printable ASCII is common. Cleaning does not change it, and it is invalid only if it contains a key.
    is_plain := coalesce(octet_length(wanted[i]) <= 2048 and wanted[i] ~ '^[!-~]+$', false);
    cleaned := case when is_plain then wanted[i] else private.clean_text(wanted[i], 2048) end;
    if not is_plain or private.contains_api_key(cleaned) then
      problems[i] := private.item_error(cleaned, 1, 2048);
    end if;
    -- A malformed package URL or URL is not a name.
    if private.is_address(cleaned) then
      normal := private.normalize_cleaned(cleaned);
      texts[i] := null;
    else
      normal := case when private.is_server_name(cleaned) then lower(cleaned collate "C") end;
      texts[i] := cleaned;
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
  end loop;
  if array_remove(problems, null) <> '{}' then
    perform private.validate(variadic array(
      select p.field
      from unnest(places) with ordinality as s (wanted_place, place)
      cross join lateral unnest(array['identifiers.' || s.place - 1, problems[s.wanted_place]]) with ordinality as p (field, part)
      order by s.place, p.part
    ));
  end if;

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    called as (
      select i.place, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.place, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, place)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.place <> all (array(select distinct i.place from identified as i))
    ),
    matches as materialized (
      select c.*, min(c.state) over (partition by c.place) as first_state from called as c
    ),
    candidates as (
      select
        c.place, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.place, m.skill_id, m.precedence, m.is_exact, m.is_imported from matches as m where m.state = 'active'
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select
          m.place, kept.id, m.precedence, m.is_exact, exists (select from private.imported_skills as i where i.skill_id = kept.id)
        from matches as m
        join public.skills as gone on gone.id = m.skill_id
        join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
        where m.state = 'merged'
      ) as c
      group by c.place, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings, private.established_mean(st) as established_mean,
        row_number() over (
          partition by c.place order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    shown as (
      select
        r.place,
        json_agg(
          json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type, 'url', s.url,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'established_mean', r.established_mean,
            'imported', r.is_imported, 'exact', r.is_exact
          ) order by r.rank
        ) as skills
      from ranked as r join public.skills as s on s.id = r.skill_id
      where r.rank <= 3
      group by r.place
    ),
    results as materialized (
      select
        m.place,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.place, m.first_state from matches as m) as m
      left join shown as s on s.place = m.place
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.place
    ))
    from unnest(sent, places) with ordinality as u (identifier, wanted_place, place)
    left join results as r on r.place = u.wanted_place
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_skill (
  p_name        text,
  p_description text,
  p_type        text,
  p_url         text DEFAULT NULL::text,
  p_identifiers text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  list_problem text;
  identifiers text[] := '{}';
  identifier_problems text[] := '{}';
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  if p_identifiers is not null then
    list_problem := private.list_error(p_identifiers, 0, 5);
    if list_problem is null then
      identifiers := private.list_items(p_identifiers);
    end if;
  end if;
  for i in 1..cardinality(identifiers) loop
    identifiers[i] := private.clean_text(identifiers[i], 2048);
    identifier_problems := identifier_problems || array[
      'identifiers.' || i - 1,
      coalesce(private.item_error(identifiers[i], 1, 2048), private.package_url_error(identifiers[i]))
    ];
  end loop;
  perform private.validate(variadic
    array[
      'name', case when clean_name is null then 'is required' else private.skill_name_error(clean_name) end,
      'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
      'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
      'url', private.url_error(clean_url),
      'identifiers', list_problem
    ]
    || identifier_problems
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another transaction took the slug: try the next one.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    holder := private.skill_reference(private.name_holder(private.name_key(clean_name)));
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  if identifiers <> '{}' then
    perform private.add_submitted_identifiers(skill, identifiers);
  end if;
  return (
    select json_build_object('skill', c, 'same_identifier', private.same_identifier(skill))
    from public.skill_catalogue as c where c.id = skill
  );
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked in the meantime.
    perform private.require_agent();
    raise;
end
$function$;

-- pgls-ignore lint/safety/constraintMissingNotValid: The migration holds the lock in any case.
ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_origins_known" CHECK (((origins <@ '{url,submission,import,mention,path}'::text[]) AND (origins <> '{}'::text[])));

CREATE VIEW "admin"."duplicate_skills" WITH (security_invoker=true) AS (WITH shared AS (
         SELECT i.identifier_hash,
            (count(*))::integer AS skills,
            (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) AS is_mixed
           FROM private.skill_identifiers i
          WHERE ((i.state = 'active'::private.skill_state) AND i.is_own AND (NOT private.is_repository(i.identifier)))
          GROUP BY i.identifier_hash
         HAVING ((count(*) > 1) AND (bool_or(i.is_imported) OR (max(i.identifier) ~~ 'pkg:%'::text)))
          ORDER BY (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) DESC, ((count(*))::integer), i.identifier_hash
         LIMIT 200
        ), members AS (
         SELECT g.identifier_hash,
            g.skills,
            g.is_mixed,
            i.identifier,
            i.skill_id,
            row_number() OVER (PARTITION BY g.identifier_hash ORDER BY st.established_ratings DESC, ((m.skill_id IS NOT NULL) AND (m.status IS DISTINCT FROM 'deleted'::text)) DESC, s.created_at, s.id) AS place
           FROM ((((shared g
             CROSS JOIN LATERAL ( SELECT i_1.skill_id,
                    i_1.identifier,
                    i_1.identifier_hash,
                    i_1.origins,
                    i_1.is_own,
                    i_1.is_imported,
                    i_1.state,
                    i_1.score
                   FROM private.skill_identifiers i_1
                  WHERE ((i_1.identifier_hash = g.identifier_hash) AND (i_1.state = 'active'::private.skill_state) AND i_1.is_own)
                  ORDER BY i_1.is_own DESC, i_1.is_imported DESC, i_1.score DESC, i_1.skill_id DESC
                 LIMIT 20) i)
             JOIN public.skills s ON ((s.id = i.skill_id)))
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
             LEFT JOIN private.imported_skills m ON ((m.skill_id = s.id)))
        ), same_names AS (
         SELECT
                CASE
                    WHEN (b.established_ratings > a.established_ratings) THEN own.id
                    ELSE other.id
                END AS duplicate,
                CASE
                    WHEN (b.established_ratings > a.established_ratings) THEN other.id
                    ELSE own.id
                END AS keep,
            other.name_key AS identifier
           FROM ((((private.imported_skills i
             JOIN public.skills own ON (((own.id = i.skill_id) AND (own.retired_at IS NULL))))
             JOIN public.skill_stats a ON ((a.skill_id = own.id)))
             JOIN public.skills other ON (((other.name_key = private.name_key(i.external_name)) AND (other.retired_at IS NULL))))
             JOIN public.skill_stats b ON ((b.skill_id = other.id)))
          WHERE ((other.id <> own.id) AND (i.status IS DISTINCT FROM 'deleted'::text) AND (NOT (EXISTS ( SELECT
                   FROM private.imported_skills m
                  WHERE (m.skill_id = other.id)))))
          ORDER BY other.created_at DESC
         LIMIT 200
        ), pairs AS (
         SELECT d_1.skill_id AS duplicate,
            k_1.skill_id AS keep,
            d_1.identifier,
            d_1.skills,
            d_1.is_mixed,
            d_1.place
           FROM (members d_1
             JOIN members k_1 ON (((k_1.identifier_hash = d_1.identifier_hash) AND (k_1.place = 1))))
          WHERE (d_1.place > 1)
        UNION ALL
         SELECT n.duplicate,
            n.keep,
            n.identifier,
            2,
            true,
            2
           FROM same_names n
        ), described AS (
         SELECT s.id,
            s.slug,
            st.total_ratings,
            st.established_ratings,
            (EXISTS ( SELECT
                   FROM private.imported_skills m
                  WHERE (m.skill_id = s.id))) AS is_imported
           FROM (public.skills s
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
          WHERE (s.id IN ( SELECT p_1.duplicate
                   FROM pairs p_1
                UNION
                 SELECT p_1.keep
                   FROM pairs p_1))
        )
 SELECT d.slug AS duplicate,
    d.is_imported AS duplicate_imported,
    d.total_ratings AS duplicate_ratings,
    d.established_ratings AS duplicate_established_ratings,
    k.slug AS keep,
    k.is_imported AS keep_imported,
    k.total_ratings AS keep_ratings,
    k.established_ratings AS keep_established_ratings,
    max(p.skills) AS skills,
    array_agg(p.identifier ORDER BY p.identifier) AS identifiers,
        CASE
            WHEN (r.reason IS NULL) THEN format('select admin.merge_skills(%L, %L, %L);'::text, d.slug, k.slug, 'They have the same package, endpoint or name.')
            ELSE NULL::text
        END AS merge_call,
    r.reason AS no_call_reason
   FROM (((pairs p
     JOIN described d ON ((d.id = p.duplicate)))
     JOIN described k ON ((k.id = p.keep)))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (d.established_ratings > 0) THEN 'Established agents rated both: they may be different skills.'::text
                    WHEN (k.established_ratings < 3) THEN 'Fewer than 3 ratings by established agents say which one to keep.'::text
                    ELSE NULL::text
                END AS reason) r)
  GROUP BY d.slug, d.is_imported, d.total_ratings, d.established_ratings, k.slug, k.is_imported, k.total_ratings, k.established_ratings, r.reason
  ORDER BY (bool_or(p.is_mixed)) DESC, (max(p.skills)), (max(p.place)), d.slug
 LIMIT 500);

CREATE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    st.established_ratings,
    private.established_mean(st.*) AS established_mean,
    st.sub_scores,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT id,
    name,
    slug,
    description,
    type,
    url,
    avg_claws,
    total_ratings,
    established_ratings,
    established_mean,
    sub_scores,
    created_at,
    updated_at
   FROM private.all_skills
  WHERE (retired_at IS NULL);

CREATE TRIGGER update_identifier_scores
  AFTER UPDATE ON public.skill_stats REFERENCING NEW TABLE AS new_stats
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.update_identifier_scores();

CREATE TRIGGER check_import_name
  AFTER INSERT OR UPDATE OF name ON public.skills
  FOR EACH ROW
  EXECUTE FUNCTION private.check_import_name();

COMMENT ON COLUMN "private"."skill_identifiers"."is_imported" IS 'Whether a registry has checked it.';

COMMENT ON COLUMN "private"."skill_identifiers"."is_own" IS 'Whether it is an identifier of the skill; otherwise only the repository of one.';

COMMENT ON COLUMN "private"."skill_identifiers"."origins" IS 'Where the skill has it from: its url, its submission, an import; mention: its server.json names it, but no registry checks it; path: it is the repository of another identifier of the skill.';

COMMENT ON COLUMN "private"."skill_identifiers"."score" IS 'The score of the skill in skill_stats, for the index.';

COMMENT ON FUNCTION "private"."check_import_name"() IS 'Raises PT400 if a skill that was not imported gets a name that is reserved for imports.';

COMMENT ON FUNCTION "private"."established_mean"(public.skill_stats) IS 'The mean of the claws of ratings by established agents; null if there are none.';

COMMENT ON FUNCTION "private"."find_skill"(uuid, text) IS 'Finds a skill by its id, its name, else its slug, or by both; for a merged skill, the one that replaced it. Raises PT400 if id and name are of different skills, PT404 with similar names if no skill has them, PT410 if the skill is retired.';

COMMENT ON FUNCTION "private"."is_import_name"(text) IS 'Whether a name is reserved for imports: that of a server in the MCP Registry, with a dot in its namespace, or one that ends in (MCP Registry), with or without a number.';

COMMENT ON FUNCTION "private"."is_repository"(text) IS 'Whether an identifier in normal form is a whole repository, not a path in it.';

COMMENT ON FUNCTION "private"."normalize_package_url"(text) IS 'The normal form of a package URL: pkg:type/namespace/name in lower case, without version, qualifiers and, except on GitHub and GitLab, subpath; null if it is malformed. See private.normalize_identifier.';

COMMENT ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) IS 'Replaces the identifiers of a skill from one origin, and with them their repositories. Only for the functions below.';

COMMENT ON FUNCTION "private"."replace_origin"(uuid, text[], text) IS 'Replaces the identifiers of a skill from one origin; they must be in normal form and not null. Only below a lock of its aggregates, before private.replace_identifiers.';

COMMENT ON FUNCTION "private"."repository_of"(text) IS 'The repository of an identifier in normal form that is a path in a repository; null for any other.';

COMMENT ON FUNCTION "private"."repository_purl"(text, text) IS 'The purl of the repository that a path on github.com or gitlab.com, in lower case, is or is below, with the path in the repository, without tree/REF or blob/REF, as its subpath; null if it is not.';

COMMENT ON FUNCTION "private"."repository_subpath"(text) IS 'The subpath of a purl from a path in a repository, which starts with / and is in lower case: without a final SKILL.md or README.md. Empty for the repository itself.';

COMMENT ON FUNCTION "private"."server_identifiers"(jsonb, text) IS 'The identifiers of an imported skill that its registry checks, in normal form, with repetitions: its name there, and its first 50 packages and remotes. The server can be null.';

COMMENT ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[]) IS 'Replaces the identifiers that a skill has from an import with these, in normal form: those that its registry checks (its name there in lower case, packages, remotes), of which the first 100 are kept, and its repository and page. Drops null.';

COMMENT ON FUNCTION "private"."skill_name_error"(text) IS 'Why a skill cannot be submitted with a name; null when it can.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, at most six of each kind, and ten merged or retired ones. Reads no more, however many share it.';

COMMENT ON FUNCTION "private"."skills_with_text"(text) IS 'The skill with this id, else those with this slug and this name, ignoring case and width: with precedence 1 and 2.';

COMMENT ON FUNCTION "private"."update_identifier_scores"() IS 'Updates the score of the identifiers of skills whose ratings changed.';

COMMENT ON FUNCTION "public"."lookup_skills"(text) IS 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Raises PT400.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server.';

COMMENT ON VIEW "private"."all_skills" IS 'All skills as the API returns them, including retired ones.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'The skills that are not retired, as the API returns them.';

REVOKE ALL ON FUNCTION "private"."check_import_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_import_name"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_import_name"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."established_mean"(public.skill_stats) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."established_mean"(public.skill_stats) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."established_mean"(public.skill_stats) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_mean"(public.skill_stats) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_mean"(public.skill_stats) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_import_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_import_name"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_import_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_import_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_import_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_repository"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_repository"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_repository"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_repository"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_repository"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_origin"(uuid, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_origin"(uuid, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_origin"(uuid, text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."repository_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."repository_of"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."repository_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."repository_of"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."repository_of"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."repository_subpath"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."repository_subpath"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."repository_subpath"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."repository_subpath"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."repository_subpath"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skill_name_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_name_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_name_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_name_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_name_error"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_text"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_text"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_identifier_scores"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_identifier_scores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_identifier_scores"() TO "postgres";

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

GRANT SELECT ON TABLE "private"."all_skills" TO "anon", "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

CREATE INDEX skill_identifiers_best ON private.skill_identifiers USING btree (identifier_hash, state, is_own DESC, is_imported DESC, score DESC, skill_id DESC);

comment on column public.skill_catalogue.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';

comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one.';

comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, or the one to keep has fewer than 3.';

comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';

comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';

-- Data:

update private.skill_identifiers as i set score = st.score
from public.skill_stats as st
where st.skill_id = i.skill_id and st.score <> 0;

-- What a server.json merely names counts as submitted.
update private.skill_identifiers as i set origins = array_replace(i.origins, 'import', 'mention')
from private.imported_skills as m
left join private.registry_servers as r on r.skill_id = m.skill_id
cross join lateral (select private.server_identifiers(r.server, m.external_name) as checked offset 0) as c
where i.skill_id = m.skill_id and 'import' = any (i.origins)
  and (i.identifier ~ '^pkg:git(?:hub|lab)/' or i.identifier <> all (c.checked));

-- The paths of URLs in repositories. Those of submitted package URLs were not stored.
insert into private.skill_identifiers (skill_id, identifier, origins, state, score)
select i.skill_id, u.identifier, '{url}', i.state, i.score
from public.skills as s
cross join lateral (select private.normalize_identifier(s.url) as identifier offset 0) as u
join private.skill_identifiers as i on i.skill_id = s.id and i.identifier = private.repository_of(u.identifier)
where s.url ~* 'git(?:hub|lab)\.com';

update private.skill_identifiers as i set origins = array_replace(i.origins, 'url', 'path')
where 'url' = any (i.origins) and exists (
  select from private.skill_identifiers as own
  where own.skill_id = i.skill_id and own.origins = '{url}' and private.repository_of(own.identifier) = i.identifier
);

-- Their server.json may name the path, not the repository.
select private.set_imported_identifiers(
  s.id, private.server_identifiers(r.server, m.external_name),
  array[private.normalize_identifier(r.server #>> '{repository,url}'), private.normalize_identifier(s.url)]
)
from private.imported_skills as m
join public.skills as s on s.id = m.skill_id
left join private.registry_servers as r on r.skill_id = s.id
where exists (
  select from private.skill_identifiers as i where i.skill_id = s.id and private.repository_of(i.identifier) is not null
);
