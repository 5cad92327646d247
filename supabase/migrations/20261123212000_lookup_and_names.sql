-- pgls-ignore-all lint/safety/constraintMissingNotValid: The table has one row for each imported server.
set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."skills_with_identifier"(bytea);

DROP FUNCTION "private"."skills_with_identifiers"(bytea[]);

DROP FUNCTION "private"."skills_with_text"(text);

CREATE OR REPLACE FUNCTION private.decode_percent (
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
  marked text;
  decoded text;
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  marked := replace(replace(replace(replace(value, '%20', '%01'), '%23', '%02'), '%25', '%03'), '%40', '%06');
  marked := replace(replace(replace(replace(marked, '%2f', '%04'), '%2F', '%04'), '%3f', '%05'), '%3F', '%05');
  -- A JSON string with a character for each byte, because its escapes are decoded fast: \u00c3 is %c3.
  marked := replace(replace(convert_from(convert_to(marked, 'UTF8'), 'LATIN1'), '\', '\\'), '"', '\"');
  marked := ('"' || replace(marked, '%', '\u00') || '"')::json #>> '{}';
  decoded := private.normalize_nfc(convert_from(convert_to(marked, 'LATIN1'), 'UTF8'));
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_identifier (
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
  folded text := lower(value collate pg_catalog.pg_c_utf8);
begin
  if octet_length(value) > char_length(value) then
    if value ~ ('[' || private.invisible_class() || '\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]') then
      return null;
    end if;
    -- Some letters compose only in lower case, and some have a mark only then.
    if folded <> value then
      folded := private.normalize_nfc(folded);
      if private.has_long_mark_run(folded) then
        return null;
      end if;
    end if;
  end if;
  -- Faster than a regular expression.
  if strpos(folded, E'\u0001') + strpos(folded, E'\u0002') + strpos(folded, E'\u0003') + strpos(folded, E'\u0004')
    + strpos(folded, E'\u0005') + strpos(folded, E'\u0006') > 0
  then
    folded := replace(replace(replace(folded, E'\u0001', '%20'), E'\u0002', '%23'), E'\u0003', '%25');
    folded := replace(replace(replace(folded, E'\u0004', '%2f'), E'\u0005', '%3f'), E'\u0006', '%40');
    -- A mark after %2f or %3f composes with the f.
    if octet_length(folded) > char_length(folded) and folded is not nfc normalized then
      return null;
    end if;
  end if;
  return folded;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_address (
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
  return left(value, 12) ~* '^(?:pkg:|(?:git\+)?(?:https?|ssh)://|git@)';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_server_name (
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
  return octet_length(value) between 3 and 200 and value ~ ('^' || private.server_name_pattern() || '$');
end
$function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
  key text := left(name, 200);
begin
  -- Of ASCII, which is common, NFKC changes nothing.
  if octet_length(key) = char_length(key) then
    key := lower(key collate "C");
  else
    -- U+200C, U+200D and the variation selectors only change how a name looks.
    key := lower(
      regexp_replace(normalize(key, nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
      collate pg_catalog.pg_c_utf8
    );
  end if;
  key := btrim(regexp_replace(
    key,
    -- A single space is not replaced by itself: some characters expand to many.
    ' [\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'
    '|[\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]'
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*',
    ' ', 'g'
  ));
  -- NFKC can expand one character to 18, and an index entry is limited to 2,704 bytes. A longer key therefore ends in its own
  -- hash: equal names stay equal, and the sort order is that of the first 186 characters.
  if char_length(key) > 250 then
    key := left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex');
  end if;
  return key;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 WITH named
  AS (
          SELECT DISTINCT ON ((private.name_key(e.name))) private.name_key(e.name) AS name_key,
             e.external_name,
             e.name,
             e.description,
             e.type,
             e.url,
             e.published_at,
             e.content,
             e.skill_id,
             e.old_content,
             e.outcome,
             e.status,
             e.server,
             e.server_published_at,
             e.source_updated_at,
             e.status_changed_at,
             e.server_problem,
             e.changes_server,
             e.ordinality
            FROM unnest(create_imported.entries) WITH ORDINALITY e(external_name, name, description, type, url, published_at, content, skill_id, old_content, outcome, status, server, server_published_at, source_updated_at, status_changed_at, server_problem, changes_server, ordinality)
           WHERE ((e.outcome = 'created'::text) AND (private.merged_name_holder(private.name_key(e.name)) IS NULL))
           ORDER BY (private.name_key(e.name)), e.ordinality
         ), created AS (
          INSERT INTO public.skills (name, description, type, url)  SELECT n.name,
                     n.description,
                     n.type,
                     n.url
                    FROM named n ON CONFLICT DO NOTHING
           RETURNING skills.id,
             skills.name_key
         )
  INSERT INTO private.imported_skills (source, external_name, skill_id, published_at, content)  SELECT create_imported.p_source AS p_source,
             n.external_name,
             c.id,
             n.published_at,
             n.content
            FROM (named n
              JOIN created c ON ((c.name_key = (n.name_key COLLATE "C"))));
END;

CREATE OR REPLACE FUNCTION private.normalize_cleaned (
  cleaned text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  start text;
  normal text;
begin
  start := left(cleaned, 12);
  if not private.is_address(start) or octet_length(cleaned) > 2048 and char_length(cleaned) > 2048
    or cleaned ~ '[\u0001-\u0020\u007f]'
  then
    return null;
  elsif lower(left(start, 4)) = 'pkg:' then
    normal := private.normalize_package_url(cleaned);
  else
    normal := private.normalize_url(cleaned);
  end if;
  -- A normal form can be longer than what it is made of.
  return case when octet_length(normal) <= 2048 or char_length(normal) <= 2048 then normal end;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_identifier (
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
  trimmed text;
  cleaned text;
begin
  -- As private.clean_text, which checks NFC more slowly.
  if octet_length(value) > 32768 then
    return null;
  end if;
  trimmed := private.trim_text(value);
  cleaned := trimmed;
  if octet_length(trimmed) > char_length(trimmed) then
    if char_length(trimmed) > 8192 or private.has_long_mark_run(trimmed) then
      return null;
    end if;
    cleaned := private.normalize_nfc(trimmed);
    -- Some characters have more marks in NFC.
    if cleaned <> trimmed and private.has_long_mark_run(cleaned) then
      return null;
    end if;
  end if;
  return private.normalize_cleaned(cleaned);
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_image (
  reference text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  host text := split_part(reference, '/', 1);
  path text := substr(reference, char_length(host) + 2);
begin
  -- As Docker reads a reference: a first segment that cannot be a name on Docker Hub is a host.
  if path = '' or host !~ '[.:]' and host <> 'localhost' then
    path := reference;
    host := '';
  end if;
  if host <> '' then
    if host !~ '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?(?::[0-9]{1,5})?$' then
      return null;
    end if;
    host := regexp_replace(host, '\.?(?::443|(:[0-9]+))?$', '\1') || '/';
  end if;
  -- The tag.
  if strpos(path, ':') > 0 then
    path := regexp_replace(path, ':[^/]*$', '');
  end if;
  if path !~ '^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$' then
    return null;
  end if;
  if host in ('docker.io/', 'index.docker.io/', 'registry-1.docker.io/', 'registry.hub.docker.com/') then
    host := '';
  end if;
  if host = '' then
    if strpos(path, '/') = 0 then
      path := 'library/' || path;
    elsif split_part(path, '/', 1) ~ '\.|^localhost$' then
      -- It would read as a host.
      return null;
    end if;
  end if;
  return 'pkg:docker/' || host || path;
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
  -- The subpath and the qualifiers are dropped, except the registry of an image.
  kept text := split_part(value, '#', 1);
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
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_url (
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
  -- The query and the fragment are dropped.
  kept text := split_part(split_part(value, '#', 1), '?', 1);
  scheme text := 'ssh';
  authority text;
  address text[];
  host text;
  port text := '';
  path text;
begin
  -- Braces are a template: no address yet. Browsers read a backslash as a slash, other clients do not.
  if private.has_template(kept) then
    return null;
  end if;
  if lower(left(kept, 4)) = 'git@' then
    -- As scp reads it: what follows the colon is a path, never a port.
    authority := split_part(substr(kept, 5), ':', 1);
    path := '/' || ltrim(substr(kept, char_length(authority) + 6), '/');
    if path = '/' then
      return null;
    end if;
  else
    scheme := lower(split_part(kept, '://', 1) collate pg_catalog.pg_c_utf8);
    authority := split_part(substr(kept, char_length(scheme) + 4), '/', 1);
    path := substr(kept, char_length(scheme) + char_length(authority) + 4);
    -- The user name ends at the last @, as browsers read it.
    authority := split_part(authority, '@', -1);
  end if;
  address := regexp_match(authority, '^(\[[0-9a-f:.]+\]|[^][/@:<>^|%]+)(?::([0-9]*))?$', 'i');
  -- Postgres has no IDNA: a host in Unicode and its form in Punycode (xn--) differ.
  host := rtrim(private.fold_identifier(address[1]), '.');
  port := ltrim(address[2], '0');
  if coalesce(host, '') = '' or address[2] ~ '^0' and port = '' or char_length(port) > 5 or lpad(port, 5, '0') > '65535' then
    return null;
  end if;
  -- The normal form has the scheme https, so 443 is dropped in any case.
  if port is null or port in ('', '443') or port = '80' and scheme in ('http', 'git+http')
    or port = '22' and scheme in ('ssh', 'git+ssh')
  then
    port := '';
  else
    port := ':' || port;
  end if;

  if not private.is_percent_encoded(path) then
    return null;
  end if;
  path := private.remove_dot_segments(private.fold_identifier(replace(private.decode_percent(path), E'\u0006', '@')));
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if host in ('github.com', 'www.github.com', 'gitlab.com', 'www.gitlab.com') and port = '' then
    host := right(host, 10);
    return coalesce(private.repository_purl(host, path), 'https://' || host || path);
  end if;
  return 'https://' || host || port || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_dot_segments (
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
  segments text[];
  segment text;
  kept text[] := '{}';
  depth integer := 0;
begin
  if strpos(path, '/.') = 0 or path !~ '/\.\.?(?:/|$)' then
    return path;
  end if;
  segments := string_to_array(substr(path, 2), '/');
  if cardinality(segments) > 100 then
    return null;
  end if;
  foreach segment in array segments loop
    if segment = '..' then
      depth := greatest(depth - 1, 0);
    elsif segment <> '.' then
      depth := depth + 1;
      kept[depth] := segment;
    end if;
  end loop;
  return '/' || array_to_string(kept[:depth], '/');
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
    return 'pkg:github/' || owner || '/' || name;
  end if;
  -- A repository of GitLab can be in nested groups. Its pages follow a segment that no group or project can have as its name
  -- (https://docs.gitlab.com/user/reserved_names/); the list of owners is from the top-level names there.
  page := regexp_instr(
    path,
    '/(?:-|badges|blame|blob|builds|commits|create|create_dir|edit|files|find_file|new|preview|raw|refs|tree|update|wikis)(?:/|$)',
    char_length(owner) + char_length(name) + 3
  );
  if page > 0 then
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
  return 'pkg:gitlab' || path;
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
      select distinct st.score, st.skill_id
      from private.skills_with_identifiers(
        array(select private.identifier_hash(own.identifier) from unnest(private.identifiers_of(skill)) as own (identifier)),
        other_than => skill, is_imported_first => false
      ) as other
      join public.skill_stats as st on st.skill_id = other.skill_id
      where other.state = 'active'
      order by st.score desc, st.skill_id desc
      limit 3
    ) as s
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.server_name_pattern()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN '[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+'::text;

CREATE OR REPLACE FUNCTION private.skill_with_text (
  value text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  key text;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  -- No name is longer, and no slug.
  if skill is not null or octet_length(value) > 800 or char_length(value) > 200 then
    return skill;
  end if;
  key := private.name_key(value);
  -- The same skill as private.name_holder, but the merged one if its name leads to another.
  return coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select gone.id from public.skills as gone
      where gone.name_key = key and gone.merged_into = private.merged_name_holder(key)
      limit 1
    ),
    (select s.id from public.skills as s where s.slug = value)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifiers (
  hashes            bytea[],
  other_than        uuid    DEFAULT NULL::uuid,
  is_imported_first boolean DEFAULT true
)
  RETURNS TABLE (
    place       bigint,
    skill_id    uuid,
    state       private.skill_state,
    is_imported boolean
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
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select w.place, ranked.skill_id, 'active'::private.skill_state, ranked.is_imported
  from unnest(hashes) with ordinality as w (hash, place)
  cross join lateral (
    select first.skill_id, first.is_imported
    from (
      select i.skill_id, i.is_imported
      from private.skill_identifiers as i
      where i.identifier_hash = w.hash and i.state = 'active'
      order by i.is_imported desc, i.id
      limit 40
    ) as first
    join public.skill_stats as st on st.skill_id = first.skill_id
    where first.skill_id is distinct from other_than
    order by is_imported_first and first.is_imported desc, st.score desc, first.skill_id desc
    limit 3
  ) as ranked
  union all
  select w.place, other.skill_id, other.state, other.is_imported
  from unnest(hashes) with ordinality as w (hash, place)
  cross join lateral (
    select i.skill_id, i.state, i.is_imported
    from private.skill_identifiers as i
    where i.identifier_hash = w.hash and i.state > 'active'
    order by i.state, i.is_imported desc, i.id
    -- Beside 40 in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as other;
end
$function$;

CREATE OR REPLACE FUNCTION private.taken_by (
  wanted_name text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT ('name is taken by '::text || s.slug)
    FROM public.skills s
   WHERE (s.id = private.name_holder(private.name_key(taken_by.wanted_name)));
END;

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
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null for addresses.
  texts text[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
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
      texts[i] := null;
      hashes[i] := private.identifier_hash(private.normalize_cleaned(cleaned));
    else
      texts[i] := cleaned;
      hashes[i] := case when private.is_server_name(cleaned) then private.identifier_hash(lower(cleaned collate "C")) end;
    end if;
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
      select i.place, i.skill_id, i.state, i.is_imported from private.skills_with_identifiers(hashes) as i
    ),
    called as (
      select i.place, i.skill_id, i.state, i.is_imported from identified as i
      union all
      select
        t.place, s.id, private.skill_state(s.retired_at, s.merged_into),
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, place)
      join public.skills as s on s.id = private.skill_with_text(t.value)
      where t.place <> all (array(select distinct i.place from identified as i))
    ),
    matches as materialized (
      select c.*, min(c.state) over (partition by c.place) as first_state from called as c
    ),
    candidates as (
      select c.place, c.skill_id, bool_or(c.is_imported) as is_imported
      from (
        select m.place, m.skill_id, m.is_imported from matches as m where m.state = 'active'
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.place, kept.id, exists (select from private.imported_skills as i where i.skill_id = kept.id)
        from matches as m
        join public.skills as gone on gone.id = m.skill_id
        join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
        where m.state = 'merged'
      ) as c
      group by c.place, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        row_number() over (partition by c.place order by c.is_imported desc, st.score desc, c.skill_id desc) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    shown as (
      select
        r.place,
        json_agg(
          json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'imported', r.is_imported
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

COMMENT ON FUNCTION "private"."create_imported"(text, private.import_entry[]) IS 'Creates the new skills of an import whose names are free. May raise PT409 for a name that is not.';

COMMENT ON FUNCTION "private"."decode_percent"(text) IS 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true; null if the result has a long run of marks. U+0001 to U+0006 stand for an encoded space, #, %, /, ? and @, which are not what separates parts. The value itself must not contain control characters.';

COMMENT ON FUNCTION "private"."fold_identifier"(text) IS 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case, with what it marked encoded again; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

COMMENT ON FUNCTION "private"."is_address"(text) IS 'Whether a text begins as a package URL or URL, also a malformed one, and not as a name.';

COMMENT ON FUNCTION "private"."is_server_name"(text) IS 'Whether a text can be the name of a server in a registry: 3 to 200 characters, namespace/server.';

COMMENT ON FUNCTION "private"."name_key"(text) IS 'The comparison key of a name, at most 250 characters: NFKC, without joiners and variation selectors, in lower case, with single spaces. Names with the same key are the same name.';

COMMENT ON FUNCTION "private"."remove_dot_segments"(text) IS 'A path, which starts with /, without the segments . and .., as RFC 3986 removes them; null if it has them and more than 100 segments, because a loop in PL/pgSQL is slow.';

COMMENT ON FUNCTION "private"."server_name_pattern"() IS 'The form of the name of a server in a registry, as a regular expression: namespace/server.';

COMMENT ON FUNCTION "private"."skill_with_text"(text) IS 'The skill with this id, else the one with this name, else the one with this slug.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], uuid, boolean) IS 'For each hash of an identifier, the first three skills in the catalogue: imported before submitted, then in the order top, or only in that order; and up to ten merged or retired ones. Reads at most 50 for each, whatever shares it: imported ones, then in the order of addition, so that nobody can displace a skill by adding others.';

COMMENT ON FUNCTION "private"."taken_by"(text) IS 'Which skill a name leads to, as the outcome of an import; null if there is none.';

COMMENT ON FUNCTION "public"."lookup_skills"(text) IS 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Reads at most 50 skills for each. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_address"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_address"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_address"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_server_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_server_name"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_server_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_server_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_server_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_key"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."name_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."server_name_pattern"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_name_pattern"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_name_pattern"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_name_pattern"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_name_pattern"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."skill_with_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_with_text"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_with_text"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_with_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], uuid, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."taken_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_by"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by"(text) TO "service_role";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_name_shape";

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_name_shape" CHECK (private.is_server_name(name));
