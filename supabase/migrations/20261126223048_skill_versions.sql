set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.evidence_for_version (
  skill          uuid,
  wanted_version text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return (
    select json_build_object(
      'version', wanted_version,
      'established_ratings', e.ratings,
      'established_mean', private.established_mean(e.ratings, e.claws),
      'last_rated_at', greatest(e.last_rated_at, o.last_rated_at)
    )
    from (
      select
        coalesce(sum(n.ratings), 0)::integer as ratings, sum(n.ratings * c.claws)::bigint as claws,
        max(n.last_rated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select count(*) as ratings, max(r.updated_at) as last_rated_at
        from (
          select updated_at from public.ratings
          where skill_id = skill and version = wanted_version and established and claws = c.claws and removed_at is null
          order by updated_at desc, id desc limit 1000
        ) as r
      ) as n
    ) as e
    cross join (
      select max(r.updated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select updated_at from public.ratings
        where skill_id = skill and version = wanted_version and not established and claws = c.claws and removed_at is null
        order by updated_at desc, id desc limit 1
      ) as r
    ) as o
    where e.last_rated_at is not null or o.last_rated_at is not null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.last_rated_version (
  skill uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
begin
  return (
    with newest as materialized (
      select r.version, min(r.place) as place, private.semantic_version_key(r.version) as key
      from (
        select version, row_number() over (order by updated_at desc, id desc) as place from public.ratings
        where skill_id = skill and established and version is not null and removed_at is null
        order by updated_at desc, id desc limit 100
      ) as r
      group by r.version
    )
    select n.version from newest as n
    -- If the newest has no semantic version, others cannot be compared with it.
    order by case when (select key from newest where place = 1) is not null then n.key end collate "C" desc nulls last, n.place
    limit 1
  );
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
begin
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or private.has_template(path) then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  if strpos(path, '@') > 0 then
    path := coalesce(left(path, private.version_position(path) - 1), path);
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

CREATE OR REPLACE FUNCTION private.package_version (
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
  path text := ltrim(substr(split_part(split_part(value, '#', 1), '?', 1), 5), '/');
  version text;
begin
  path := btrim(substr(path, strpos(path, '/') + 1), '/');
  version := private.decode_percent(substr(path, private.version_position(path) + 1));
  return nullif(translate(version, E'\u0001\u0002\u0003\u0004\u0005\u0006', ' #%/?@'), '');
end
$function$;

CREATE OR REPLACE FUNCTION private.semantic_version_key (
  version text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  parts text[] := regexp_match(
    version, '^v?([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$'
  );
  -- A version has at most 100 characters.
  numbers text := lpad(parts[1], 100, '0') || lpad(parts[2], 100, '0') || lpad(parts[3], 100, '0');
begin
  -- A release follows its pre-releases, and ~ all their characters.
  if parts[4] is null then
    return numbers || '~';
  end if;
  return numbers || (
    -- A number precedes other identifiers, and a space all their characters.
    select string_agg(case when i.part ~ '^[0-9]+$' then '0' || lpad(i.part, 100, '0') else '1' || i.part end, ' ' order by i.place)
    from string_to_table(parts[4], '.') with ordinality as i (part, place)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.source_version (
  skill uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select server.version from private.registry_servers as server where server.skill_id = skill and server.status <> 'deleted');
end
$function$;

CREATE OR REPLACE FUNCTION private.version_position (
  path text
)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  position integer := char_length(path) - strpos(reverse(path), '@') + 1;
begin
  -- The version follows the last @, except that an @ at the start begins the scope of an npm package.
  return case when strpos(path, '@') > 0 and position > 1 then position end;
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
          '1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5
        ) as rating_counts,
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        private.evidence_for_version(skill, source.version) as for_version,
        private.install_of(skill) as install,
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
      cross join private.source_version(skill) as source (version)
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skill_versions (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
declare
  max_read constant integer := 10000;
  max_versions constant integer := 50;
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    with by_established as materialized (
      select version, claws, observed_calls, observed_failures, updated_at from public.ratings
      where skill_id = skill and established and version is not null and removed_at is null
      order by updated_at desc, id desc limit max_read
    ),
    by_others as (
      select version, updated_at from public.ratings
      where skill_id = skill and not established and version is not null and removed_at is null
      -- What the others leave: new accounts can hide no evidence.
      order by updated_at desc, id desc limit max_read - (select count(*) from by_established)
    ),
    rated as (
      select version, true as established, claws, observed_calls, observed_failures, updated_at from by_established
      union all
      select version, false, null, null, null, updated_at from by_others
    ),
    counted as (
      select
        version,
        count(*) as total_ratings,
        count(*) filter (where established) as established_ratings,
        sum(claws) as established_claws,
        -- As in private.evidence_of: at most 1,000 calls of each rating, and only with the number of failures.
        coalesce(sum(least(observed_calls, 1000)) filter (where observed_failures is not null), 0) as observed_calls,
        coalesce(
          round(sum(observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0))), 0
        ) as observed_failures,
        max(updated_at) as last_rated_at,
        max(updated_at) filter (where established) as last_established_at
      from rated
      group by version
    ),
    listed as (
      select * from counted
      -- Ratings by others of old versions cannot displace those with newer evidence.
      order by last_established_at desc nulls last, last_rated_at desc limit max_versions
    )
    select json_build_object('versions', coalesce(
      json_agg(
        json_build_object(
          'version', version,
          'total_ratings', total_ratings,
          'established_ratings', established_ratings,
          'established_mean', private.established_mean(established_ratings::integer, established_claws),
          'observed_calls', observed_calls,
          'observed_failures', observed_failures,
          'last_rated_at', last_rated_at
        )
        order by established_ratings > 0 desc, last_rated_at desc, private.semantic_version_key(version) collate "C" desc nulls last,
          version collate "C" desc
      ),
      '[]'
    ))
    from listed
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_skill_versions"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.lookup_skills (
  p_identifiers text
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
  -- Null for what is no package URL with a version.
  versions text[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when (select sum(char_length(private.trim_text(s.value))) from unnest(sent) as s (value)) > 20000 then 'must have at most 20000 characters together'
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
    versions[i] := case when hashes[i] is not null and cleaned ~* '^pkg:' then private.package_version(cleaned) end;
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
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_place as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_place, min(c.state) over of_place) as first_state
      from called as c
      window of_place as (partition by c.place)
    ),
    candidates as (
      select
        c.place, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.place, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.place, kept.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as gone on gone.id = m.skill_id
        join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.place, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.place order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    first_ranked as (
      select r.*, v.version
      from ranked as r join unnest(versions) with ordinality as v (version, place) on v.place = r.place
      where r.rank <= 3
    ),
    last_rated as materialized (
      select s.skill_id, private.last_rated_version(s.skill_id) as version
      from (select distinct r.skill_id from first_ranked as r where r.version is not null) as s
    ),
    -- Many identifiers can be spellings of one.
    evidence as materialized (
      select v.skill_id, v.version, private.evidence_for_version(v.skill_id, v.version) as for_version
      from (select distinct r.skill_id, r.version from first_ranked as r where r.version is not null) as v
    ),
    shown as (
      select
        r.place,
        json_agg(
          (rtrim(json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type, 'url', s.url,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'established_mean', r.established_mean,
            'imported', r.is_imported, 'exact', r.is_exact
          )::text, '}') || case when r.version is null then '' else format(
            ',"last_rated_version":%s,"for_version":%s',
            coalesce(to_json(l.version)::text, 'null'), coalesce(e.for_version::text, 'null')
          ) end || '}')::json order by r.rank
        ) as skills
      from first_ranked as r
      join public.skills as s on s.id = r.skill_id
      left join last_rated as l on l.skill_id = r.skill_id
      left join evidence as e on (e.skill_id, e.version) = (r.skill_id, r.version)
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

COMMENT ON FUNCTION "private"."evidence_for_version"(uuid, text) IS 'What established agents say of a version of a skill, compared as text, with at most the 1,000 newest ratings of each number of claws; null if no rating names it.';

COMMENT ON FUNCTION "private"."last_rated_version"(uuid) IS 'The last version that the 100 newest ratings of a skill by established agents with a version name: the highest semantic version, or that of the newest rating if it is none; null if there are none.';

COMMENT ON FUNCTION "private"."package_version"(text) IS 'The version that a well-formed package URL names, decoded; null if it names none.';

COMMENT ON FUNCTION "private"."semantic_version_key"(text) IS 'A text that sorts semantic versions (https://semver.org) in the collation C; null for another version.';

COMMENT ON FUNCTION "private"."source_version"(uuid) IS 'The newest version of a skill at the catalogue that it was imported from; null if that does not say so.';

COMMENT ON FUNCTION "private"."version_position"(text) IS 'Where the version of a package URL begins, with its @, in what follows the type; null if it has none.';

COMMENT ON FUNCTION "public"."list_skill_versions"(text) IS 'GET /api/skills/{id or slug}/versions: the versions that the 10,000 newest ratings of a skill name, at most 50: those with ratings by established agents first, then the last rated. Ratings by established agents are read first. Raises PT404.';

REVOKE ALL ON FUNCTION "private"."evidence_for_version"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."evidence_for_version"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."evidence_for_version"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."evidence_for_version"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_rated_version"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_rated_version"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."last_rated_version"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rated_version"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."package_version"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."package_version"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."package_version"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_version"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_version"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."semantic_version_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."semantic_version_key"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."semantic_version_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."semantic_version_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."source_version"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."source_version"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."source_version"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."source_version"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."version_position"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."version_position"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."version_position"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_position"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_position"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_skill_versions"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skill_versions"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skill_versions"(text) TO "postgres";

CREATE INDEX ratings_with_version ON public.ratings USING btree (skill_id, established, updated_at DESC, id DESC) INCLUDE (VERSION, claws, observed_calls, observed_failures)
  WHERE ((VERSION IS NOT NULL) AND (removed_at IS NULL));
