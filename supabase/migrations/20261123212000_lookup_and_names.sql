-- pgls-ignore-all lint/safety/constraintMissingNotValid: The table has one row for each imported server.
set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "admin"."duplicate_skills";

DROP FUNCTION "private"."finite_time"(text);

DROP FUNCTION "private"."publication_time"(text);

DROP FUNCTION "private"."shares_identifier"(uuid);

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
      on other.identifier_hash = own.identifier_hash and other.state = 'active' and not other.is_imported
    where own.skill_id = skill and other.skill_id <> skill
  ) or exists (
    select from private.imported_skills as i
    join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
    where i.skill_id = skill and other.id <> skill
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.import_batch (
  p_source text,
  entries  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

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
    where
      e.outcome = 'updated' and s.id = e.skill_id and e.content <> e.old_content
      and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set
    published_at = e.published_at,
    content = case when e.outcome = 'kept' then i.content else e.content end
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or (e.outcome = 'kept' or i.content = e.content and e.outcome in ('updated', 'unchanged')) and i.published_at <> e.published_at
  );

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  -- Locks skills, so before their servers.
  perform private.set_identifiers(p_source, plan);
  perform private.store_servers(p_source, plan);

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a holder, another transaction took the slug.
        else coalesce(private.taken_by(e.name), 'is not created yet: run the same command again')
      end,
      case
        when e.outcome not in ('created', 'updated', 'unchanged', 'kept') or i.skill_id is null then null
        when e.server_problem is not null then e.server_problem
        when r.source <> p_source then 'the registry serves the one from ' || r.source
      end,
      e.outcome = 'created' and i.skill_id is not null and private.has_submitted_twin(i.skill_id)
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.import_name (
  name text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(name);
  holder uuid := private.name_holder(key);
  second text := private.second_name(name);
begin
  if holder is null then
    return name;
  end if;
  -- Otherwise, anyone could keep a server out of the catalogue with a skill of its name. The one with the name can be merged.
  return case
    when
      not exists (
        select from private.imported_skills as i
        where i.skill_id in (
          select s.id from public.skills as s where s.name_key = key and s.retired_at is null
          union all
          select s.id from public.skills as s where s.name_key = key and s.merged_into = holder
        )
      )
      and private.name_error(second, 1, 200) is null and private.name_holder(private.name_key(second)) is null
    then second
  end;
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

CREATE OR REPLACE FUNCTION private.name_in_source (
  skill_name  text,
  source_name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case when skill_name = private.second_name(source_name) then source_name else skill_name end;
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
 WITH wanted
  AS (
          SELECT e.external_name,
             n.name,
             private.name_key(n.name) AS name_key,
             e.description,
             e.type,
             e.url,
             e.published_at,
             e.content,
             e.ordinality
            FROM (unnest(create_imported.entries) WITH ORDINALITY e(external_name, name, description, type, url, published_at, content, skill_id, old_content, outcome, status, server, server_published_at, source_updated_at, status_changed_at, server_problem, changes_server, ordinality)
              CROSS JOIN LATERAL ( SELECT private.import_name(e.name) AS name
                  OFFSET 0) n)
           WHERE ((e.outcome = 'created'::text) AND (n.name IS NOT NULL))
         ), named AS (
          SELECT DISTINCT ON (w.name_key) w.external_name,
             w.name,
             w.name_key,
             w.description,
             w.type,
             w.url,
             w.published_at,
             w.content,
             w.ordinality
            FROM wanted w
           ORDER BY w.name_key, w.ordinality
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

CREATE OR REPLACE FUNCTION private.plan_import (
  p_source text,
  entries  jsonb
)
  RETURNS SETOF private.import_entry
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when known.published_at > e.published_at and not e.is_final then 'postponed'
      when known.content = e.content then case when served.changes then 'updated' else 'unchanged' end
      when s.retired_at is null
        and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active'),
    e.server, e.server_published_at, e.source_updated_at, e.status_changed_at, e.server_problem, served.changes
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
      ) as problem,
      case when status = 'active' then coalesce(given_problem, private.server_error(server, external_name)) end as server_problem
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
        case
          when coalesce(entry ->> 'published_at', '-infinity') = '-infinity' then '-infinity'
          when entry ->> 'published_at' = 'infinity' then 'infinity'
          else private.parse_time(entry ->> 'published_at')
        end as published_at,
        coalesce(entry ->> 'status', 'active') as status,
        coalesce(entry -> 'is_final' <> 'false', true) as is_final,
        nullif(entry -> 'server', 'null') as server,
        entry ->> 'server_problem' as given_problem,
        private.parse_time(entry ->> 'server_published_at') as server_published_at,
        private.parse_time(entry ->> 'source_updated_at') as source_updated_at,
        private.parse_time(entry ->> 'status_changed_at') as status_changed_at
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  left join private.registry_servers as r on r.name = e.external_name collate "C"
  cross join lateral (
    select case
      when r.source is distinct from p_source then
        r.source is null and e.server_problem is null and e.server is not null and e.status = 'active' and known.skill_id is not null
      when e.server_problem is not null then true
      when e.status = 'active' and e.server is null then false
      else
        (r.status, r.source_updated_at, r.status_changed_at) is distinct from (e.status, e.source_updated_at, e.status_changed_at)
        or e.status = 'active' and (r.server, r.published_at) is distinct from (e.server, e.server_published_at)
    end as changes
  ) as served
  order by e.position;
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

CREATE OR REPLACE FUNCTION private.second_name (
  name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- At most 200 characters.
  return rtrim(left(name, 185)) || ' (MCP Registry)';
end
$function$;

CREATE OR REPLACE FUNCTION private.server_error (
  server        jsonb,
  external_name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- The importer validates the rest of the schema. Here is what the table and those who read it rely on.
  return case
    when server is null then null
    when jsonb_typeof(server) <> 'object' then 'must be an object'
    when octet_length(server::text) > 65536 then 'must have at most 65536 bytes'
    when jsonb_path_exists(server, '$.**{33}') then 'must have at most 32 levels'
    when server ->> 'name' is distinct from external_name then 'must have the name of the entry'
    when not private.is_server_name(external_name) then 'must have a name of the form namespace/server'
    when jsonb_typeof(server -> 'version') is distinct from 'string' then 'must have a version'
    -- The published schema allows an empty one, which has no address.
    when length(server ->> 'version') not between 1 and 255 then 'must have a version of 1 to 255 characters'
    when private.contains_api_key(server::text) then 'must not contain an API key'
  end;
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
      select 2, 0, private.normalize_identifier(server #>> '{repository,url}')
      union all
      select 3, p.position, private.package_identifier(p.package ->> 'registryType', p.package ->> 'identifier')
      from jsonb_path_query_array(server, '$.packages[0 to 49]') as packages
      cross join jsonb_array_elements(packages) with ordinality as p (package, position)
      union all
      select 4, r.position, private.normalize_identifier(r.remote ->> 'url')
      from jsonb_path_query_array(server, '$.remotes[0 to 49]') as remotes
      cross join jsonb_array_elements(remotes) with ordinality as r (remote, position)
    ) as found
    where found.identifier is not null
    order by found.part, found.position
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

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  version_asked text := nullif(private.trim_text(p_version), '');
  time_asked text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_asked);
  wanted_version text := nullif(version_asked, 'latest');
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  list text := concat_ws(
    chr(31), 'servers', coalesce(version_asked, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  );
  -- The position of a server by name, or of one in a ranking: those of the ranking and of the skill, and the name.
  name_pattern constant text := format('"%s"', private.server_name_pattern());
  after jsonb;
  ranking jsonb;
  names text[];
  positions jsonb[];
  scanned_to text;
  page record;
  next_position jsonb;
begin
  if search is not null or time_asked is not null or version_asked is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_asked, 0, 255),
      'updated_since', case when time_asked is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  after := private.decode_cursor(p_cursor, list, case
    when search is null then format('^\[%s\]$', name_pattern)
    else format('^\[%s, %s\]$', trim(both '^$' from private.cursor_pattern('relevance')), name_pattern)
  end);

  if search is not null then
    ranking := private.plan_ranking(search, after #> '{0,1}');
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, ranking, private.skill_types(), after #> '{0,0}', max_ranked),
      after ->> 1, wanted_version, since, with_deleted, wanted
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), wanted_version, with_deleted, wanted);
  else
    select f.names, f.scanned_to into names, scanned_to
    from private.scan_changed_servers(coalesce(after ->> 0, ''), wanted_version, since, wanted) as f;
  end if;

  select p.items, p.count into page from private.server_page(names[:wanted - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is null then jsonb_build_array(names[page.count])
      else jsonb_build_array(
        jsonb_build_array(positions[page.count], ranking - '{correction,words}'::text[]), names[page.count]
      )
    end;
  elsif scanned_to is not null then
    next_position := jsonb_build_array(scanned_to);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, list))::text
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape.
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

CREATE VIEW "admin"."duplicate_skills" WITH (security_invoker=true) AS
-- In parentheses for the linter, which takes the select after `with` for another statement.
(WITH shared AS (
         SELECT i.identifier_hash,
            (count(*))::integer AS skills,
            (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) AS is_mixed
           FROM private.skill_identifiers i
          WHERE (i.state = 'active'::private.skill_state)
          GROUP BY i.identifier_hash
         HAVING (count(*) > 1)
          ORDER BY (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) DESC, ((count(*))::integer), i.identifier_hash
         LIMIT 200
        ), members AS (
         SELECT g.identifier_hash,
            g.skills,
            g.is_mixed,
            i.identifier,
            i.skill_id,
            row_number() OVER (PARTITION BY g.identifier_hash ORDER BY ((m.skill_id IS NOT NULL) AND (m.status IS DISTINCT FROM 'deleted'::text)) DESC, st.established_ratings DESC, s.created_at, s.id) AS place
           FROM ((((shared g
             CROSS JOIN LATERAL ( SELECT i_1.skill_id,
                    i_1.identifier,
                    i_1.identifier_hash,
                    i_1.origins,
                    i_1.is_imported,
                    i_1.state,
                    i_1.id
                   FROM private.skill_identifiers i_1
                  WHERE ((i_1.identifier_hash = g.identifier_hash) AND (i_1.state = 'active'::private.skill_state))
                  ORDER BY i_1.state, i_1.is_imported DESC, i_1.id
                 LIMIT 20) i)
             JOIN public.skills s ON ((s.id = i.skill_id)))
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
             LEFT JOIN private.imported_skills m ON ((m.skill_id = s.id)))
        ), same_names AS (
         SELECT other.id AS duplicate,
            own.id AS keep,
            other.name_key AS identifier
           FROM ((private.imported_skills i
             JOIN public.skills own ON (((own.id = i.skill_id) AND (own.retired_at IS NULL))))
             JOIN public.skills other ON (((other.name_key = private.name_key(i.external_name)) AND (other.retired_at IS NULL))))
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
            WHEN ((k.established_ratings > 0) OR (k.is_imported <= d.is_imported) OR (d.established_ratings = 0)) THEN format('select admin.merge_skills(%L, %L, %L);'::text, d.slug, k.slug, 'They have the same package, URL or name.')
            ELSE NULL::text
        END AS merge_call,
        CASE
            WHEN ((k.established_ratings = 0) AND (k.is_imported > d.is_imported) AND (d.established_ratings > 0)) THEN 'The imported skill has no ratings by established agents. Anyone can publish an entry that names the repository of another.'::text
            ELSE NULL::text
        END AS no_call_reason
   FROM ((pairs p
     JOIN described d ON ((d.id = p.duplicate)))
     JOIN described k ON ((k.id = p.keep)))
  GROUP BY d.slug, d.is_imported, d.total_ratings, d.established_ratings, k.slug, k.is_imported, k.total_ratings, k.established_ratings
  ORDER BY (bool_or(p.is_mixed)) DESC, (max(p.skills)), (max(p.place)), d.slug
 LIMIT 500);

COMMENT ON FUNCTION "private"."create_imported"(text, private.import_entry[]) IS 'Creates the new skills of an import for which private.import_name has a name. May raise PT409 for a name that is taken meanwhile.';

COMMENT ON FUNCTION "private"."decode_percent"(text) IS 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true; null if the result has a long run of marks. U+0001 to U+0006 stand for an encoded space, #, %, /, ? and @, which are not what separates parts. The value itself must not contain control characters.';

COMMENT ON FUNCTION "private"."fold_identifier"(text) IS 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case, with what it marked encoded again; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

COMMENT ON FUNCTION "private"."has_submitted_twin"(uuid) IS 'Whether another skill of the catalogue, which was submitted, has an identifier of this imported one, or its name in the registry.';

COMMENT ON FUNCTION "private"."import_name"(text) IS 'The name that a new skill gets from an import: its own, or the second one if a skill that was submitted has that; null if an imported skill has it, or the second name is taken, too.';

COMMENT ON FUNCTION "private"."is_address"(text) IS 'Whether a text begins as a package URL or URL, also a malformed one, and not as a name.';

COMMENT ON FUNCTION "private"."is_server_name"(text) IS 'Whether a text can be the name of a server in a registry: 3 to 200 characters, namespace/server.';

COMMENT ON FUNCTION "private"."name_in_source"(text, text) IS 'The name of an imported skill, or its name in the catalogue it was imported from if it has the second one: to compare what was imported.';

COMMENT ON FUNCTION "private"."name_key"(text) IS 'The comparison key of a name, at most 250 characters: NFKC, without joiners and variation selectors, in lower case, with single spaces. Names with the same key are the same name.';

COMMENT ON FUNCTION "private"."remove_dot_segments"(text) IS 'A path, which starts with /, without the segments . and .., as RFC 3986 removes them; null if it has them and more than 100 segments, because a loop in PL/pgSQL is slow.';

COMMENT ON FUNCTION "private"."second_name"(text) IS 'The name of an imported skill if its name is taken by one that was submitted.';

COMMENT ON FUNCTION "private"."server_name_pattern"() IS 'The form of the name of a server in a registry, as a regular expression: namespace/server.';

COMMENT ON FUNCTION "private"."skill_with_text"(text) IS 'The skill with this id, else the one with this name, else the one with this slug.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], uuid, boolean) IS 'For each hash of an identifier, the first three skills in the catalogue: imported before submitted, then in the order top, or only in that order; and up to ten merged or retired ones. Reads at most 50 for each, whatever shares it: imported ones, then in the order of addition, so that nobody can displace a skill by adding others.';

COMMENT ON FUNCTION "private"."taken_by"(text) IS 'Which skill a name leads to, as the outcome of an import; null if there is none.';

COMMENT ON FUNCTION "public"."lookup_skills"(text) IS 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Reads at most 50 skills for each. Raises PT400.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share an identifier: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server. Not all are duplicates: a repository can hold several skills.';

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."has_submitted_twin"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_submitted_twin"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_submitted_twin"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_submitted_twin"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_name"(text) TO "service_role";

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

REVOKE ALL ON FUNCTION "private"."name_in_source"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_in_source"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_in_source"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_in_source"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_key"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."name_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."parse_time"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."parse_time"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."second_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."second_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."second_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."second_name"(text) TO "service_role";

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

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_name_shape";

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_name_shape" CHECK (private.is_server_name(name));

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';

comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: the submitted skill has ratings by established agents, and the imported one has none.';

comment on column admin.duplicate_skills.keep is 'The imported skill, unless its source deleted it; of two, the one with more ratings by established agents, then the older one.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';
