-- pgls-ignore-all lint/safety/addSerialColumn: The tables are new.
-- pgls-ignore-all lint/safety/addingForeignKeyConstraint: The tables are new.
-- pgls-ignore-all lint/safety/addingPrimaryKeyConstraint: The tables are new.
-- pgls-ignore-all lint/safety/addingRequiredField: The tables are new.
-- pgls-ignore-all lint/safety/constraintMissingNotValid: The tables are new, or the columns have no values yet.
-- pgls-ignore-all lint/safety/avoidWideLockWindow: The columns, views and functions change together.
-- pgls-ignore-all lint/safety/banDropTrigger: It is replaced.
-- pgls-ignore-all lint/safety/creatingEnum: Its order is that of an index.
set local lock_timeout = '2s';

do $$
begin
  -- All at once or none: those who read and write take these locks in different orders, so waiting for one could deadlock.
  for attempt in 1..200 loop
    begin
      lock table public.skills, public.ratings, public.skill_stats, private.imported_skills in access exclusive mode nowait;
      return;
    exception
      when lock_not_available then
        perform pg_sleep(0.05);
    end;
  end loop;
  raise lock_not_available using message = 'The tables are in use. Run the migration again.';
end $$;

SET local check_function_bodies = off;

DROP TRIGGER "update_quality" ON "public"."skill_stats";

DROP VIEW "admin"."ratings_with_names";

DROP VIEW "private"."newest_ratings";

DROP VIEW "private"."oldest_ratings";

DROP VIEW "public"."skill_catalogue";

DROP VIEW "private"."all_skills";

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer);

DROP VIEW "public"."skill_ratings";

DROP FUNCTION "public"."list_ratings"(text, text, integer, integer, text);

DROP FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text);

DROP FUNCTION "public"."submit_skill"(text, text, text, text);

CREATE TABLE "private"."registry_servers" (
  "name"              text                     COLLATE pg_catalog."C" NOT NULL,
  "source"            text                     NOT NULL,
  "skill_id"          uuid                     NOT NULL,
  "server"            jsonb                    NOT NULL,
  "version"           text                     COLLATE pg_catalog."C" GENERATED ALWAYS AS ((SERVER ->> 'version'::text)) STORED NOT NULL,
  "bytes"             integer                  GENERATED ALWAYS AS (octet_length((SERVER)::text)) STORED NOT NULL,
  "status"            text                     NOT NULL DEFAULT 'active'::text,
  "is_listed"         boolean                  NOT NULL DEFAULT true,
  "published_at"      timestamp with time zone,
  "source_updated_at" timestamp with time zone,
  "status_changed_at" timestamp with time zone,
  "updated_at"        timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "registry_servers_name_equal" CHECK (((server ->> 'name'::text) = name)),
  CONSTRAINT "registry_servers_name_shape" CHECK (((name ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$'::text) AND ((length(name) >= 3) AND (length(name) <= 200)))),
  CONSTRAINT "registry_servers_pkey" PRIMARY KEY (name) INCLUDE (updated_at),
  CONSTRAINT "registry_servers_server_depth" CHECK ((NOT jsonb_path_exists(server, '$.**{33}'::jsonpath))),
  CONSTRAINT "registry_servers_server_size" CHECK ((octet_length((server)::text) <= 65536)),
  CONSTRAINT "registry_servers_status_known" CHECK ((status = ANY (ARRAY['active'::text, 'deprecated'::text, 'deleted'::text]))),
  CONSTRAINT "registry_servers_version_length" CHECK (((char_length((server ->> 'version'::text)) >= 1) AND (char_length((server ->> 'version'::text)) <= 255)))
);

CREATE TABLE "private"."skill_identifiers" (
  "skill_id"   uuid NOT NULL,
  "identifier" text COLLATE pg_catalog."C" NOT NULL
);

CREATE DOMAIN "private"."use_count" AS integer;

CREATE DOMAIN "private"."version" AS text;

CREATE TYPE "private"."skill_state" AS ENUM (
  'active',
  'merged',
  'retired'
);

ALTER TYPE "private"."import_entry"
  ADD ATTRIBUTE "server" jsonb,
  ADD ATTRIBUTE "server_published_at" timestamp with time zone,
  ADD ATTRIBUTE "source_updated_at" timestamp with time zone,
  ADD ATTRIBUTE "status_changed_at" timestamp with time zone,
  ADD ATTRIBUTE "server_problem" text,
  ADD ATTRIBUTE "changes_server" boolean;

CREATE OR REPLACE FUNCTION private.add_submitted_identifiers (
  skill       uuid,
  identifiers text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.add_url_identifiers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, u.identifier, '{url}', private.skill_state(n.retired_at, n.merged_into)
  from new_skills as n cross join lateral (select private.normalize_identifier(n.url) as identifier offset 0) as u
  where u.identifier is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_text (
  value   text,
  longest integer
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
begin
  -- Longer than any request body, so too long for every field.
  if octet_length(value) > 262144 then
    return value;
  end if;
  trimmed := private.trim_text(value);
  -- ASCII is in NFC, which normalize() does not see fast.
  if octet_length(trimmed) = char_length(trimmed) then
    return trimmed;
  end if;
  -- NFC composes at most four characters into one, so a text of more than four times the limit is too long in any case. Such a text
  -- and a long run of marks are not normalized: sorting marks takes quadratic time and cannot be cancelled.
  if char_length(trimmed) > longest * 4 or private.has_long_mark_run(trimmed) then
    return trimmed;
  end if;
  return normalize(trimmed, nfc);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_strings (
  value text
)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  unescaped text := case when strpos(value, '\') = 0 then value else replace(replace(value, '\\', ''), '\"', '') end;
begin
  return (octet_length(unescaped) - octet_length(replace(unescaped, '"', ''))) / 2;
end
$function$;

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
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  marked := replace(replace(replace(replace(value, '%20', '%01'), '%23', '%02'), '%25', '%03'), '%40', '%06');
  marked := replace(replace(replace(replace(marked, '%2f', '%04'), '%2F', '%04'), '%3f', '%05'), '%3F', '%05');
  -- A JSON string with a character for each byte, because its escapes are decoded fast: \u00c3 is %c3.
  marked := replace(replace(convert_from(convert_to(marked, 'UTF8'), 'LATIN1'), '\', '\\'), '"', '\"');
  marked := ('"' || replace(marked, '%', '\u00') || '"')::json #>> '{}';
  return private.normalize_nfc(convert_from(convert_to(marked, 'LATIN1'), 'UTF8'));
end
$function$;

CREATE OR REPLACE FUNCTION private.docker_image (
  identifier text,
  version    text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  component constant text := '[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*';
  reference constant text[] := regexp_match(
    left(identifier, 600), '^([^:@]+(?::[0-9]+(?=/))?[^:@]*)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$'
  );
  path text := reference[1];
  registry text;
begin
  -- Docker takes a first part with a dot or a colon for the address of a registry.
  if path ~ '^[^/]*[.:][^/]*/' then
    registry := split_part(path, '/', 1);
    path := substr(path, length(registry) + 2);
    if not private.is_public_host(split_part(registry, ':', 1)) then return null; end if;
    if registry like '%:%' and not private.is_port(split_part(registry, ':', 2)) then return null; end if;
  end if;
  return case when length(identifier) <= 512 and length(reference[1]) <= 255
    and path ~ ('^' || component || '(/' || component || ')*$') and path <> 'localhost' and path not like 'localhost/%'
    then case
      when version is null and num_nonnulls(reference[2], reference[3]) > 0 then identifier
      when version !~ '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$' then null
      when reference[2] = version or (reference[2] is null and reference[3] is not null) then identifier
      when reference[2] is null then identifier || ':' || version
    end
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.established_mean (
  stats public.skill_stats
)
  RETURNS numeric
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return trim_scale(stats.established_sums[1] / nullif(stats.established_ratings, 0));
end
$function$;

CREATE OR REPLACE FUNCTION private.expand_words (
  words   text[],
  weights jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The number of synonyms that retrieve candidates, the most telling first. The index reads all postings of each.
  max_retrieved constant integer := 8;
  -- A synonym in more skills retrieves none that contain nothing else: 100 at random of a million skills, for up to 50 ms. In a catalogue
  -- of less than 50 times as many skills, looking the frequencies up costs more than it saves.
  max_frequency constant integer := 5000;
begin
  return (
    with found as materialized (
      select * from private.find_synonyms(words) with ordinality as s (said, called, place)
    ),
    common as materialized (
      select case when private.document_count() > 50 * max_frequency then
        private.common_frequencies(array(select unnest(called) from found where place <= max_retrieved), null)
      end as frequencies
    ),
    synonym as materialized (
      select
        to_jsonb(said) as said, private.synonym_query(called) as query, place <= max_retrieved as is_retrieved,
        (select bool_and(coalesce((frequencies ->> stem)::float8, 0) > max_frequency) from unnest(called) as stem) as is_common
      from found cross join common
    ),
    by_word as (
      select
        word,
        string_agg(query, ' | ') filter (where jsonb_array_length(said) > 1) as of_phrase,
        string_agg(query, ' | ') filter (where jsonb_array_length(said) = 1) as of_word,
        concat_ws(' | ', format('''%s''', stem), string_agg(query, ' | ') filter (where is_retrieved)) as retrieved
      from unnest(words, private.stems(words)) as w (word, stem)
      left join synonym on said ? stem
      where (weights ->> word)::numeric > 0 or weights ? (word || '*') or said is not null
      group by word, stem
    )
    select jsonb_build_object(
      'queries', jsonb_object_agg(word, jsonb_build_object('of_phrase', of_phrase, 'of_word', of_word))
        filter (where of_phrase is not null or of_word is not null),
      'any', (select string_agg(distinct query, ' | ') from synonym),
      -- Skills with each word or a synonym of it, then those with a rarer synonym of any word.
      'retrieved', jsonb_build_array(
        string_agg(format('(%s)', retrieved), ' & '),
        (select string_agg(distinct query, ' | ') from synonym where is_retrieved and not is_common)
      )
    )
    from by_word
    having exists (select from synonym)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_server (
  wanted_name    text,
  wanted_version text,
  with_deleted   boolean
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  items text;
begin
  select p.items into items
  from private.server_page(array(
    select r.name from private.registry_servers as r
    where r.name = private.trim_text(wanted_name)
      and (with_deleted or r.is_listed)
      and (wanted_version is null or r.version = wanted_version)
  )) as p;
  if items is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return items;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_servers (
  ranked         jsonb[],
  after          text,
  wanted_version text,
  since          timestamp with time zone,
  with_deleted   boolean,
  wanted         integer,
  OUT            names text[],
  OUT            positions jsonb[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Most skills have a server: a page seldom needs more.
  steps integer := 2 * wanted;
  first integer := 1;
  found_names text[];
  found_positions jsonb[];
begin
  names := '{}';
  positions := '{}';
  while first <= cardinality(ranked) and cardinality(names) < wanted loop
    select array_agg(f.name order by f.place, f.name), array_agg(f.skill order by f.place, f.name)
    into found_names, found_positions
    from (
      select p.place, p.skill, r.name
      from unnest(ranked[first:first + steps - 1]) with ordinality as p (skill, place)
      -- The skill, and those that were merged into it.
      cross join lateral (
        select (p.skill ->> 1)::uuid as id
        union all
        select m.id from public.skills as m where m.merged_into = (p.skill ->> 1)::uuid
      ) as s
      join private.registry_servers as r on r.skill_id = s.id
      where (after is null or first + p.place > 2 or r.name > after)
        and (with_deleted or r.is_listed)
        and (wanted_version is null or r.version = wanted_version)
        and (since is null or r.updated_at >= since)
    ) as f;
    names := names || coalesce(found_names, '{}');
    positions := positions || coalesce(found_positions, '{}');
    first := first + steps;
    steps := 4 * steps;
  end loop;
  names := names[:wanted];
end
$function$;

CREATE OR REPLACE FUNCTION private.find_similar_skills (
  skill uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  shares constant jsonb := private.common_shares();
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name, shares) as word);
  whole := (select sum(weight) from unnest(own_words[:limits.max_weighed_words]));
  if whole is null then
    return '{}';
  end if;

  return array(
    select s.skill_id
    from (
      select
        c.skill_id, c.quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + limits.name_share_boost * c.name_share)
          * case when c.type = own.type then limits.same_type_boost else 1 end as similarity
      from (
        select *, tsvector_to_array(name) as in_name, tsvector_to_array(ts_filter(words, '{c,d}')) as in_text
        from private.compare_candidates(
          skill, private.find_candidates(own_words), own_words, least(limits.min_shared_words, cardinality(own_stems)), whole
        )
        offset 0
      ) as c
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when stem = any (c.in_name) then limits.name_boost else 1 end as weight
          from unnest((tsvector_to_array(c.words))[:limits.max_compared_words]) as stem
          cross join lateral (select (shares ->> stem)::float8 as share offset 0) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit limits.max_weighed_words
        ) as w
      ) as o
    ) as s
    where s.similarity >= limits.min_similarity
    order by s.similarity + limits.similarity_of_claw / 1e12 * s.quality desc, s.skill_id desc
    limit limits.most
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.finite_time (
  value text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN CASE WHEN (VALUE ~ '^\d'::text) THEN private.publication_time(VALUE) ELSE NULL::timestamp WITH time zone END;

CREATE OR REPLACE FUNCTION private.first_items (
  items jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- A path of JSON reads no further than the last item that it returns.
  return case when jsonb_typeof(items) = 'array' then jsonb_path_query_array(items, '$[0 to 19]') else '[]' end;
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
    -- Some letters compose only in lower case.
    if folded <> value then
      folded := private.normalize_nfc(folded);
    end if;
    -- Some characters have more marks in NFC, and decoding can join marks.
    if private.has_long_mark_run(folded) then
      return null;
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

CREATE OR REPLACE FUNCTION private.format_time (
  value timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- RFC 3339 has neither infinity nor years before 1 or after 9999.
  return case when value >= '0001-01-01T00:00:00Z' and value < '10000-01-01T00:00:00Z' then to_json(value) #>> '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_template (
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
  -- Faster than a regular expression.
  return strpos(value, '{') > 0 or strpos(value, '}') > 0 or strpos(value, '\') > 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.identifier_hash (
  identifier text
)
  RETURNS bytea
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return substring(extensions.digest(identifier, 'sha256') for 16);
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
  return array(select i.identifier from private.skill_identifiers as i where i.skill_id = skill order by i.identifier);
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
      and private.skill_content(s.name, s.description, s.url) = e.old_content
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
      e.outcome = 'created' and i.skill_id is not null and private.shares_identifier(i.skill_id)
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.install_entries (
  server jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  entry jsonb;
  entries jsonb[] := '{}';
begin
  for entry in
    select case part when 'packages' then private.install_package(item) else private.install_remote(item) end
    from unnest(array['packages', 'remotes']) with ordinality as parts (part, part_number),
      jsonb_array_elements(private.first_items(server -> part)) with ordinality as items (item, item_number)
    order by part_number, item_number
  loop
    if entry is not null and entry <> all (entries) then
      entries := entries || entry;
    end if;
  end loop;
  return to_jsonb(nullif(entries[1:10], '{}'));
end
$function$;

CREATE OR REPLACE FUNCTION private.install_inputs (
  inputs    jsonb,
  is_header boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  input jsonb;
  input_name text;
  names text[] := '{}';
  accepted jsonb := '[]';
begin
  if coalesce(inputs, 'null') = 'null' then return '[]'; end if;
  if jsonb_typeof(inputs) <> 'array' then return null; end if;
  if jsonb_array_length(inputs) > 50 then return null; end if;
  for input in select value from jsonb_array_elements(inputs) loop
    input_name := private.json_text(input -> 'name');
    if (case when is_header then private.is_header_name(input_name) else private.is_variable_name(input_name) end) is not true
      or lower(input_name collate "C") = any (names)
      or jsonb_typeof(input -> 'isRequired') not in ('boolean', 'null')
      or jsonb_typeof(input -> 'isSecret') not in ('boolean', 'null')
    then
      return null;
    end if;
    names := names || lower(input_name collate "C");
    accepted := accepted || jsonb_build_object(
      'name', input_name,
      'required', coalesce(input -> 'isRequired' = 'true', false),
      'secret', coalesce(input -> 'isSecret' = 'true', false)
    );
  end loop;
  return accepted;
end
$function$;

CREATE OR REPLACE FUNCTION private.install_package (
  package jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  kind constant text := private.json_text(package -> 'registryType');
  identifier constant text := private.json_text(package -> 'identifier');
  version constant text := private.json_text(package -> 'version');
  variables constant jsonb := private.install_inputs(package -> 'environmentVariables', false);
  argument constant text := case kind
    when 'npm' then private.npm_argument(identifier, version)
    when 'pypi' then private.pypi_argument(identifier, version)
    when 'oci' then private.docker_image(identifier, version)
  end;
  args jsonb := case kind when 'npm' then '["-y"]' when 'pypi' then '[]' else '["run", "-i", "--rm"]' end;
begin
  if argument is null or variables is null
    or package #> '{transport,type}' is distinct from '"stdio"'
    or (version is null and coalesce(package -> 'version', 'null') <> 'null')
    or private.is_default_registry(package -> 'registryBaseUrl', kind, identifier) is not true
  then
    return null;
  end if;
  if kind = 'oci' then
    for i in 0..jsonb_array_length(variables) - 1 loop
      args := args || '"-e"' || (variables #> array[i::text, 'name']);
    end loop;
  end if;
  return jsonb_build_object(
    'type', case kind when 'oci' then 'docker' else kind end,
    'transport', 'stdio',
    'command', case kind when 'npm' then 'npx' when 'pypi' then 'uvx' else 'docker' end,
    'args', args || to_jsonb(argument),
    'url', null,
    'env', variables,
    'headers', '[]'::jsonb
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.install_remote (
  remote jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  url constant text := private.json_text(remote -> 'url');
  transport constant text := private.json_text(remote -> 'type');
  headers constant jsonb := private.install_inputs(remote -> 'headers', true);
  -- The characters of a path and a query without quotes, braces and white space. Percent-encoded control characters do not fit.
  address constant text[] := regexp_match(
    left(url, 2049),
    '^https://([A-Za-z0-9.-]+)(?::([0-9]+))?(?:/(?:[A-Za-z0-9._~@+=:,/-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?'
    '(?:\?(?:[A-Za-z0-9._~@+=:,/&-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?$'
  );
begin
  if address is null or headers is null or length(url) > 2048
    or transport is null or transport not in ('streamable-http', 'sse')
    or not private.is_public_host(address[1])
    or (address[2] is not null and not private.is_port(address[2]))
  then
    return null;
  end if;
  return jsonb_build_object(
    'type', 'remote',
    'transport', transport,
    'command', null,
    'args', '[]'::jsonb,
    'url', url,
    'env', '[]'::jsonb,
    'headers', headers
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_default_registry (
  base_url   jsonb,
  kind       text,
  identifier text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  host constant text := (regexp_match(private.json_text(base_url), '^https://([a-z0-9.-]+)/?$'))[1];
begin
  return case
    when coalesce(base_url, 'null') = 'null' then true
    when kind = 'npm' then host = 'registry.npmjs.org'
    when kind = 'pypi' then host = 'pypi.org'
    else host in ('docker.io', 'index.docker.io', 'hub.docker.com') or host = split_part(identifier, '/', 1)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_header_name (
  name text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- A subset of the tokens of RFC 9110. The names are those that the Fetch standard forbids, and those of HTTP and MCP itself.
  return length(name) <= 100 and name ~ '^[A-Za-z][A-Za-z0-9_-]*$' and lower(name collate "C") !~ (
    '^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|expect|date|dnt|origin|referer|cookie2?|set-cookie2?'
    '|proxy-.*|sec-.*|content-.*|accept(-.*)?|access-control-.*|if-.*|range|forwarded|x-forwarded-.*|x-real-ip'
    '|x-http-method(-override)?|x-method-override|http2-settings|permissions-policy|feature-policy|mcp-.*|last-event-id)$'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_percent_encoded (
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
  -- UTF-8 without control characters, backslashes and braces, which are malformed in each spelling. Compared before it is decoded: an
  -- exception for invalid bytes would need a subtransaction.
  return strpos(value, '%') = 0 or value ~* (
    '^(?:[^%]|%(?:[2346][0-9a-f]|5[0-9abd-f]|7[0-9ace]|(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
    '|(?:e0%[ab]|e[1-9a-cef]%[89ab]|ed%[89])[0-9a-f]%[89ab][0-9a-f]'
    '|(?:f0%[9ab]|f[1-3]%[89ab]|f4%8)[0-9a-f]%[89ab][0-9a-f]%[89ab][0-9a-f]))*$'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_port (
  port text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case when port ~ '^[1-9][0-9]{0,4}$' then port::integer <= 65535 else false end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_public_host (
  host text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- The last label starts with a letter, so it is no IP address in any notation. Lower-cased as ASCII: "C" has no other letters.
  return length(host) <= 253
    and host ~ '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
    and lower(host collate "C") !~ '(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_variable_name (
  name text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- Whole families, because a list of names is never complete. Their sources are in docs/decisions/0031-install.md.
  return length(name) <= 100 and name ~ '^[A-Z][A-Z0-9_]*$' and (
    -- Many servers read it, and it loads nothing.
    name = 'NODE_ENV'
    or split_part(name, '_', 1) <> all (array[
      'LD', 'LDR', 'DYLD', 'MALLOC', 'GCONV', 'GLIBC', 'BASH', 'XDG', 'KRB5', 'SUDO', 'GIT',
      'NODE', 'ELECTRON', 'BUN', 'DENO', 'TSX', 'CONDA', 'GEM', 'BUNDLE', 'LUA', 'JULIA', 'ERL', 'GUILE', 'JAVA', 'JDK', 'MAVEN', 'GRADLE',
      'SBT', 'DOTNET', 'CORECLR', 'COR', 'COMPLUS', 'CARGO', 'RUSTUP', 'YARN', 'PNPM', 'COREPACK', 'UV', 'PIP', 'PIPX', 'POETRY', 'DOCKER',
      'COMPOSE', 'BUILDKIT', 'PODMAN', 'OPENSSL', 'GTK', 'GIO', 'GST', 'QT'
    ])
    and name <> all (array[
      -- The loader and the C library.
      'LIBPATH', 'SHLIB_PATH', 'LOCPATH', 'NLSPATH', 'NIS_PATH', 'PATH_LOCALE', 'LOCALDOMAIN', 'HOSTALIASES', 'RES_OPTIONS',
      'RESOLV_HOST_CONF', 'GETCONF_DIR', 'TERMCAP', 'TERMPATH', 'AUTHSTATE',
      -- What shells read or run, and where programs find their settings.
      'PATH', 'PATHEXT', 'CDPATH', 'FPATH', 'MANPATH', 'ENV', 'IFS', 'PS0', 'PS1', 'PS2', 'PS3', 'PS4', 'PROMPT_COMMAND', 'SHELL',
      'SHELLOPTS', 'COMSPEC', 'PSMODULEPATH', 'ZDOTDIR', 'INPUTRC', 'GLOBIGNORE', 'NULLCMD', 'READNULLCMD', 'TMPPREFIX', 'HOME',
      'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'SYSTEMROOT', 'WINDIR', 'BASHOPTS',
      -- Programs that other programs start.
      'EDITOR', 'VISUAL', 'PAGER', 'MANPAGER', 'BROWSER', 'LESSOPEN', 'LESSCLOSE', 'SSH_AUTH_SOCK',
      -- Interpreters, libraries and trusted certificates.
      'VIRTUAL_ENV', 'PHPRC', 'TCLLIBPATH', 'CLASSPATH', 'R_HOME', 'GOFLAGS', 'GOPATH', 'GOROOT', 'GOPROXY', 'GOENV', 'GOTOOLCHAIN',
      'GOSUMDB', 'GONOSUMDB', 'GONOSUMCHECK', 'GOINSECURE', 'LADSPA_PATH', 'SSLKEYLOGFILE'
    ])
    and not name like any (array[
      'PYTHON%', 'PERL%', 'RUBY%', 'RUSTC%', 'TERMINFO%', 'TS\_NODE%', 'NPM\_CONFIG%', 'PHP\_INI%', 'R\_PROFILE%', 'R\_ENVIRON%', 'R\_LIBS%',
      'SSH\_ASKPASS%', 'SSH\_SK\_%', 'ASPNETCORE\_HOSTINGSTARTUP%', 'CONTAINER\_HOST%', 'CONTAINERS\_%', 'SSL\_CERT\_%', '%CA\_BUNDLE'
    ])
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.item_error (
  value    text,
  shortest integer,
  longest  integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when value is null then 'must not hold NUL or lone surrogates'
    else private.text_error(value, shortest, longest)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.json_text (
  value jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.least_frequency (
  all_skills double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return least((private.similarity_constants()).max_counted, 1 + all_skills / 200);
end
$function$;

CREATE OR REPLACE FUNCTION private.list_error (
  value  text,
  fewest integer,
  most   integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when value is null then 'is required'
    -- No request body is longer.
    when octet_length(value) > 262144 then 'must have at most 262144 bytes'
    -- A pattern, because a deeply nested text cannot be parsed.
    when value !~ '^\s*\[\s*("([^"\\]|\\.)*"\s*(,\s*"([^"\\]|\\.)*"\s*)*)?\]\s*$' then 'must be a list of strings'
    when private.count_strings(value) not between fewest and most then format('must have %s to %s items', fewest, most)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_items (
  value text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- The parser is much faster than the expression.
  if pg_input_is_valid(value, 'json') then
    return array(
      select case when pg_input_is_valid(item::text, 'jsonb') then item #>> '{}' end
      from json_array_elements(value::json) with ordinality as e (item, place)
      order by place
    );
  end if;
  return array(
    select case when pg_input_is_valid(item[1], 'jsonb') then item[1]::jsonb #>> '{}' end
    from regexp_matches(value, '("(?:[^"\\]|\\.)*")', 'g') with ordinality as m (item, place)
    order by place
  );
end
$function$;

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
  if char_length(cleaned) > 2048 or cleaned ~ '[\u0001-\u0020\u007f]' then
    return null;
  end if;
  start := left(cleaned, 12);
  if start ~* '^pkg:' then
    normal := private.normalize_package_url(cleaned);
  elsif start ~* '^(?:(?:git\+)?(?:https?|ssh)://|git@)' then
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
  cleaned text;
begin
  -- As private.clean_text, which checks NFC more slowly.
  if octet_length(value) > 32768 then
    return null;
  end if;
  cleaned := private.trim_text(value);
  if octet_length(cleaned) > char_length(cleaned) then
    if char_length(cleaned) > 8192 or private.has_long_mark_run(cleaned) then
      return null;
    end if;
    cleaned := private.normalize_nfc(cleaned);
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
  path := regexp_replace(path, ':[^/]*$', '');
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

CREATE OR REPLACE FUNCTION private.normalize_nfc (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- The check is ten times as fast as normalizing.
  return case when value is nfc normalized then value else normalize(value, nfc) end;
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
  version_start := char_length(path) - strpos(reverse(path), '@') + 1;
  if version_start between 2 and char_length(path) then
    path := left(path, version_start - 1);
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := replace(replace(private.decode_percent(path), E'\u0004', '/'), '@', E'\u0006');
  if strpos(path, '//') > 0 then
    path := regexp_replace(path, '/+', '/', 'g');
  end if;
  path := private.fold_identifier(btrim(path, '/'));
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
    registry := substring(split_part(kept, '?', 2) from '(?i)(?:^|&)repository_url=([^&]*)');
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
  if right(path, 1) = '/' or right(path, 4) = '.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if host in ('github.com', 'www.github.com', 'gitlab.com', 'www.gitlab.com') and port = '' then
    host := right(host, 10);
    return coalesce(private.repository_purl(host, path), 'https://' || host || path);
  end if;
  return 'https://' || host || port || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.npm_argument (
  name    text,
  version text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- npm takes names and versions that end like an archive for files, user/repository for GitHub, and text before a colon for a protocol.
  -- It takes numbers above 2^53 for the name of a tag.
  return case when length(name) <= 214 and length(version) <= 256
    and name ~ '^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$'
    and name !~ '\.(tgz|tar|tar\.gz)$' and name not in ('node_modules', 'favicon.ico')
    and version ~ (
      '^(0|[1-9][0-9]{0,14})(\.(0|[1-9][0-9]{0,14})){2}'
      '(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?'
      '(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$'
    )
    and lower(version collate "C") !~ '\.(tgz|tar|tar\.gz)$'
    then name || '@' || version end;
end
$function$;

CREATE OR REPLACE FUNCTION private.observed_failures_error (
  calls    numeric,
  failures numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(private.use_count_error(failures), case
    when failures is not null and calls is null then 'requires observed_calls'
    when private.use_count_error(calls) is null and failures > calls then 'must not be greater than observed_calls'
  end);
end
$function$;

CREATE OR REPLACE FUNCTION private.package_identifier (
  registry_type text,
  identifier    text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  grammar text;
begin
  if char_length(identifier) > 2048 then
    return null;
  end if;
  -- The addresses of packages in the bundle format.
  if registry_type = 'mcpb' then
    return case when identifier ~* '^https?://' then private.normalize_identifier(identifier) end;
  end if;
  if registry_type = 'oci' then
    return case
      when identifier ~ '^[A-Za-z0-9][A-Za-z0-9._/:-]*(?:@[A-Za-z0-9]+:[A-Za-z0-9]+)?$' then
        private.normalize_identifier('pkg:docker/' || identifier)
    end;
  end if;
  -- None has a character that a purl would encode, except the @ of a scope.
  grammar := case registry_type
    when 'npm' then '^(?:@[a-z0-9~_-][a-z0-9~._-]*/)?[a-z0-9~_-][a-z0-9~._-]*$'
    when 'pypi' then '^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$'
    when 'nuget' then '^[a-z0-9_]+(?:[.-][a-z0-9_]+)*$'
    when 'cargo' then '^[a-z0-9_-]+$'
  end;
  return case
    when identifier ~* grammar then private.normalize_identifier('pkg:' || registry_type || '/' || identifier)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.package_url_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.text_error(value, 1, 2048),
    case
      when value !~* '^pkg:' or private.normalize_identifier(value) is null then
        'must be a package URL, such as pkg:npm/%40playwright/mcp or pkg:pypi/mcp-server-git'
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.parse_time (
  value text
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- Postgres also reads words such as now, other formats, and 24:00.
  return case
    when octet_length(value) <= 50
      and value ~ '^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$'
      and pg_input_is_valid(value, 'timestamptz') then value::timestamptz
  end;
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
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
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
        private.publication_time(coalesce(entry ->> 'published_at', '-infinity')) as published_at,
        coalesce(entry ->> 'status', 'active') as status,
        coalesce(entry -> 'is_final' <> 'false', true) as is_final,
        nullif(entry -> 'server', 'null') as server,
        entry ->> 'server_problem' as given_problem,
        private.finite_time(entry ->> 'server_published_at') as server_published_at,
        private.finite_time(entry ->> 'source_updated_at') as source_updated_at,
        private.finite_time(entry ->> 'status_changed_at') as status_changed_at
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

CREATE OR REPLACE FUNCTION private.pypi_argument (
  name    text,
  version text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- uvx runs an interpreter for python, python3.12 or pypy. After @, it would take what is no version, also a number above 2^64, for a
  -- path; after ==, that is an error. PyPI has no local versions (1.0+x).
  return case when length(name) <= 214 and length(version) <= 100
    and name ~ '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$'
    and lower(name collate "C") !~ '\.(py|whl|zip|tgz|tar|tar\.[a-z0-9]+)$'
    and lower(name collate "C") !~ '^(pythonw?|cpython|pypy|graalpy|pyodide)([0-9]|$)'
    and lower(version collate "C") ~ (
      '^v?([0-9]{1,15}!)?[0-9]{1,15}(\.[0-9]{1,15})*'
      '([._-]?(a|b|c|rc|alpha|beta|pre|preview)([._-]?[0-9]{1,15})?)?'
      '(-[0-9]{1,15}|[._-]?(post|rev|r)([._-]?[0-9]{1,15})?)?'
      '([._-]?dev([._-]?[0-9]{1,15})?)?$'
    )
    then name || '==' || version end;
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
  segment text;
  kept text[] := '{}';
  depth integer := 0;
begin
  if strpos(path, '/.') = 0 or path !~ '/\.\.?(?:/|$)' then
    return path;
  end if;
  foreach segment in array string_to_array(substr(path, 2), '/') loop
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
  delete from private.skill_identifiers as i
  where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
  update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
  where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

  insert into private.skill_identifiers as i (skill_id, identifier, origins, state)
  select s.id, wanted.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into)
  from public.skills as s cross join (select distinct unnest(identifiers) as identifier) as wanted
  where s.id = skill
  -- An identifier that stays keeps its place in the order of addition.
  on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
    where not i.origins @> excluded.origins;
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
    name := regexp_replace(name, '(?:(?<!\.)\.git)+$', '');
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
  path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
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
      select st.skill_id, st.score
      from (
        select distinct other.skill_id
        from unnest(private.identifiers_of(skill)) as own (identifier)
        cross join lateral private.skills_with_identifier(private.identifier_hash(own.identifier)) as other
        where other.state = 'active' and other.skill_id <> skill
      ) as other
      join public.skill_stats as st on st.skill_id = other.skill_id
      order by st.score desc, st.skill_id desc
      limit 3
    ) as s
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_changed_servers (
  after          text,
  wanted_version text,
  since          timestamp with time zone,
  wanted         integer,
  OUT            names text[],
  OUT            scanned_to text
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Up to so many changes are sorted by name. If there are more, up to max_scanned servers are read in the order of the name: no index
  -- has both, and anyone can ask for a time before which most servers, or those of the first names, were changed last.
  max_sorted constant integer := 2000;
  max_scanned constant integer := 10000;
  steps integer := 2 * wanted;
  scanned integer := 0;
  found text[];
  rows_read integer;
  last text;
begin
  select
    array_agg(c.name order by c.name) filter (where c.name > after and (wanted_version is null or c.version = wanted_version)),
    count(*)
  into found, rows_read
  from (
    select r.name, r.version from private.registry_servers as r where r.updated_at >= since
    order by r.updated_at limit max_sorted + 1
  ) as c;
  if rows_read <= max_sorted then
    names := coalesce(found[:wanted], '{}');
    return;
  end if;

  names := '{}';
  loop
    if wanted_version is null then
      select array_agg(k.name order by k.name) filter (where k.updated_at >= since), count(*), max(k.name)
      into found, rows_read, last
      from (
        select r.name, r.updated_at from private.registry_servers as r where r.name > after order by r.name limit steps
      ) as k;
    else
      select array_agg(k.name order by k.name) filter (where k.updated_at >= since), count(*), max(k.name)
      into found, rows_read, last
      from (
        select m.name, m.updated_at from unnest(array[true, false]) as l (is_listed)
        cross join lateral (
          select r.name, r.updated_at from private.registry_servers as r
          where r.version = wanted_version and r.is_listed = l.is_listed and r.name > after
          order by r.name limit steps
        ) as m
        order by m.name limit steps
      ) as k;
    end if;
    names := (names || coalesce(found, '{}'))[:wanted];
    scanned := scanned + rows_read;
    -- The page is full, or the list ends here.
    exit when cardinality(names) = wanted or rows_read < steps;
    after := last;
    if max_scanned <= scanned then
      scanned_to := last;
      exit;
    end if;
    steps := least(4 * steps, max_scanned - scanned);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_servers (
  after          text,
  wanted_version text,
  with_deleted   boolean,
  wanted         integer
)
  RETURNS text[]
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
  if wanted_version is not null then
    return array(
      -- Merges one index scan for each value of is_listed.
      select k.name from unnest(case when with_deleted then array[true, false] else array[true] end) as l (is_listed)
      cross join lateral (
        select r.name from private.registry_servers as r
        where r.version = wanted_version and r.is_listed = l.is_listed and r.name > after
        order by r.name limit wanted
      ) as k
      order by k.name limit wanted
    );
  elsif with_deleted then
    return array(select r.name from private.registry_servers as r where r.name > after order by r.name limit wanted);
  else
    return array(
      select r.name from private.registry_servers as r where r.is_listed and r.name > after order by r.name limit wanted
    );
  end if;
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
    when external_name !~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' or length(external_name) not between 3 and 200
      then 'must have a name of the form namespace/server'
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
      select 1 as part, 0::bigint as position, case
        when external_name ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' then lower(external_name collate "C")
      end as identifier
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

CREATE OR REPLACE FUNCTION private.server_page (
  names text[],
  OUT   items text,
  OUT   count integer
)
  RETURNS record
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
  -- More than the _meta of a server takes.
  meta_bytes constant integer := 1000;
begin
  select string_agg(format('{"server":%s,"_meta":%s}', r.server, m.meta), ',' order by fitting.place), count(*)
  into items, server_page.count
  from (
    select sized.place, sized.name
    from (
      select
        n.place, r.name,
        sum(r.bytes + meta_bytes) over (order by n.place rows between unbounded preceding and 1 preceding) as bytes_before
      from unnest(names) with ordinality as n (name, place) join private.registry_servers as r on r.name = n.name
    ) as sized
    where coalesce(sized.bytes_before, 0) < private.page_bytes()
  ) as fitting
  join private.registry_servers as r on r.name = fitting.name
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_strip_nulls(json_build_object(
        'status', case when r.is_listed then r.status else 'deleted' end,
        'publishedAt', private.format_time(r.published_at),
        'updatedAt', private.format_time(r.source_updated_at),
        'statusChangedAt', private.format_time(r.status_changed_at),
        'isLatest', true
      )),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', private.established_mean(st),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m;
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
    private.server_identifiers(case when e.server_problem is null then e.server end, e.external_name)
      || private.normalize_identifier(e.url)
  )
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    i.skill_id is not null and e.status is null and (
      e.outcome = 'created'
      or e.outcome in ('updated', 'unchanged', 'kept') and (
        e.outcome = 'updated' or e.changes_server
        -- Of an import before there were identifiers.
        or not exists (select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.is_imported)
      )
    )
  order by i.skill_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_imported_identifiers (
  skill       uuid,
  identifiers text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(
    skill,
    array(
      select i from unnest(identifiers) with ordinality as u (i, place)
      where char_length(i) between 1 and 2048
      order by place
      limit 100
    ),
    'import'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.set_server_listed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- The lock waits for a retirement that does not see this server yet. An update waits for it on the row of the server.
  if tg_op = 'INSERT' then
    perform from public.skills as s where s.id = new.skill_id for share;
  end if;
  new.is_listed := new.status <> 'deleted' and exists (
    select from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
    where own.id = new.skill_id and s.retired_at is null
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.shares_identifier (
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
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.similarity_constants (
  OUT most integer,
  OUT min_shared_words integer,
  OUT min_similarity double precision,
  OUT name_boost double precision,
  OUT name_share_boost double precision,
  OUT synonym_weight double precision,
  OUT max_synonyms integer,
  OUT max_counted integer,
  OUT max_telling_words integer,
  OUT max_weighed_words integer,
  OUT usual_length double precision,
  OUT same_type_boost double precision,
  OUT similarity_of_claw double precision,
  OUT max_candidates integer,
  OUT enough_candidates integer,
  OUT max_paired_words integer,
  OUT max_frequency double precision,
  OUT max_bytes integer,
  OUT max_compared integer,
  OUT max_compared_words integer
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  most := 10;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost := 0.2;
  -- The weight of a synonym. For 600 skills, 26 (14 similar) replaced 14 (5 similar) of the first four.
  synonym_weight := 0.5;
  -- The most telling synonyms of each word.
  max_synonyms := 4;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74. See
  -- private.least_frequency.
  max_counted := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost := 1.05;
  -- The similarity that equals one claw of quality (private.quality). With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw := 0.05;
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates := 300;
  enough_candidates := 60;
  max_paired_words := 5;
  max_frequency := 5000;
  max_bytes := 100000;
  max_compared := 20;
  max_compared_words := 30;
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_state (
  retired_at  timestamp with time zone,
  merged_into uuid
)
  RETURNS private.skill_state
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case when retired_at is null then 'active' when merged_into is null then 'retired' else 'merged' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifier (
  hash bytea
)
  RETURNS TABLE (
    skill_id    uuid,
    state       private.skill_state,
    is_imported boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select i.skill_id, i.state, i.is_imported
  from private.skill_identifiers as i
  where i.identifier_hash = hash
  order by i.state, i.is_imported desc, i.id
  limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifiers (
  hashes bytea[]
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
  with active as materialized (
    select w.place, ranked.skill_id, ranked.is_imported
    from unnest(hashes) with ordinality as w (hash, place)
    cross join lateral (
      select first.skill_id, first.is_imported
      from (
        select i.skill_id, i.is_imported
        from private.skill_identifiers as i
        where i.identifier_hash = w.hash and i.state = 'active'
        order by i.is_imported desc, i.id
        limit 90
      ) as first
      join public.skill_stats as st on st.skill_id = first.skill_id
      order by first.is_imported desc, st.score desc, first.skill_id desc
      limit 3
    ) as ranked
  )
  select a.place, a.skill_id, 'active'::private.skill_state, a.is_imported from active as a
  union all
  select w.place, other.skill_id, other.state, other.is_imported
  from unnest(hashes) with ordinality as w (hash, place)
  cross join lateral (
    select i.skill_id, i.state, i.is_imported
    from private.skill_identifiers as i
    where i.identifier_hash = w.hash and i.state > 'active'
    order by i.state, i.is_imported desc, i.id
    -- Beside 90 in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as other;
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_text (
  value text
)
  RETURNS TABLE (
    skill_id    uuid,
    state       private.skill_state,
    is_imported boolean
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  -- No name is longer, and name_key reads no more.
  key text := case when char_length(value) <= 200 then private.name_key(value) end;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  if skill is null then
    -- A name in a registry is only stored by an import.
    return query
    select i.skill_id, i.state, i.is_imported
    from private.skills_with_identifier(private.identifier_hash(lower(value))) as i
    where i.is_imported;
    if found then
      return;
    end if;
    -- The same skill as private.name_holder, but the merged one if its name leads to another.
    skill := coalesce(
      (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
      (
        select gone.id from public.skills as gone
        where gone.name_key = key and gone.merged_into = private.merged_name_holder(key)
        limit 1
      ),
      (select s.id from public.skills as s where s.slug = value)
    );
  end if;
  return query
  select
    s.id, private.skill_state(s.retired_at, s.merged_into),
    exists (select from private.imported_skills as i where i.skill_id = s.id)
  from public.skills as s where s.id = skill;
end
$function$;

CREATE OR REPLACE FUNCTION private.store_servers (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from private.registry_servers as r
  using unnest(entries) as e
  where
    r.source = p_source and r.name = e.external_name collate "C" and e.server_problem is not null
    and e.outcome in ('created', 'updated', 'unchanged', 'kept');

  -- In the order of the names, so that imports of several registries wait for each other and do not deadlock.
  insert into private.registry_servers as r (
    name, source, skill_id, server, published_at, source_updated_at, status_changed_at
  )
  select e.external_name, p_source, i.skill_id, e.server, e.server_published_at, e.source_updated_at, e.status_changed_at
  from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    e.status is null and e.server is not null and e.server_problem is null and i.skill_id is not null
    and (e.outcome = 'created' or e.changes_server and e.outcome in ('updated', 'unchanged', 'kept'))
  order by e.external_name collate "C"
  on conflict (name) do update set
    skill_id = excluded.skill_id,
    server = excluded.server,
    status = 'active',
    published_at = excluded.published_at,
    source_updated_at = excluded.source_updated_at,
    status_changed_at = excluded.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  -- The first import of a name wins.
  where r.source = excluded.source;

  update private.registry_servers as r set
    status = e.status,
    source_updated_at = e.source_updated_at,
    status_changed_at = e.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  from unnest(entries) as e
  where r.source = p_source and r.name = e.external_name collate "C" and e.changes_server and e.outcome in ('marked', 'inactive');
end
$function$;

CREATE OR REPLACE FUNCTION private.telling_words (
  stems   text[],
  in_name boolean[],
  shares  jsonb
)
  RETURNS SETOF private.telling_word
  LANGUAGE plpgsql
  STABLE
  ROWS 12
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
begin
  return query (
    select term, with_synonyms, weight, frequency
    from (
      select
        t.stem, private.term(t.stem) as term, f.frequency,
        ln(1 + all_skills / greatest(f.frequency, least_frequency))
          * case when t.in_name then limits.name_boost else 1 end as weight
      from unnest(stems, in_name) as t (stem, in_name)
      cross join lateral (
        select coalesce(
          all_skills * (shares ->> t.stem)::float8, private.count_documents(private.term(t.stem), limits.max_counted)
        ) as frequency
        offset 0
      ) as f
      -- One of them is the skill itself.
      where f.frequency > 1
      order by weight desc, t.stem
      limit limits.max_telling_words
    ) as word
    cross join lateral (
      -- Synonyms of phrases gained nothing: 10 (5 similar) replaced 7 (4 similar).
      select term || string_agg(synonym, ' | ')::tsquery as with_synonyms
      from (
        select private.synonym_query(string_to_array(c.synonym, ' ')) as synonym
        from private.synonyms as s cross join lateral unnest(s.added || s.called) with ordinality as c (synonym, place)
        where s.said = stem and c.synonym <> all (s.removed) and stem <> all (string_to_array(c.synonym, ' '))
        order by place
        limit limits.max_synonyms
      ) as s
    ) as s
    order by weight desc, stem
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.touch_registry_server()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- The trigger of the servers sets is_listed.
  update private.registry_servers
  set updated_at = greatest(clock_timestamp(), updated_at), is_listed = is_listed
  where skill_id = new.id or skill_id in (select id from public.skills where merged_into = new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_quality()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  update private.skill_documents as d set quality = private.quality(n.score)
  from new_stats as n
  where d.skill_id = n.skill_id and d.quality <> private.quality(n.score);
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

CREATE OR REPLACE FUNCTION private.use_count_error (
  value numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case
    when value not between 0 and 1000000000 or value <> trunc(value) then 'must be a whole number from 0 to 1000000000'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.version_error (
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
    private.text_error(value, 0, 100),
    case when value ~ '[\u0001-\u001f\u007f-\u009f]' then 'must not contain control characters' end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_server (
  p_name            text,
  p_version         text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.find_server(
    p_name, nullif(private.trim_text(coalesce(p_version, '')), 'latest'), coalesce(p_include_deleted, false)
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_server"(text, text, boolean) FROM PUBLIC, "service_role";

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
        private.established_mean(st) as established_mean,
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
          from private.scan_ratings(skill, false, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_ratings (
  p_skill   text,
  p_sort    text    DEFAULT NULL::text,
  p_claws   integer DEFAULT NULL::integer,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_version text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  -- highest and lowest are one scan for each number of claws.
  scans integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  only_claws integer;
  only_version text := private.clean_text(p_version, 100);
  skill uuid;
  list text;
  after jsonb;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', private.choice_error(sort, '{newest,oldest,highest,lowest}'),
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end,
    'version', coalesce(case when only_version = '' then 'must have 1 to 100 characters' end, private.version_error(only_version))
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version);
  after := private.decode_cursor(p_cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(
        skill, sort = 'oldest', only_claws, only_version, after, page_size + 1 - cardinality(page), bytes
      ) as s
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next scan shows whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
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

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_server_versions (
  p_name            text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return format(
    '{"servers":[%s],"metadata":{"count":1}}', private.find_server(p_name, null, coalesce(p_include_deleted, false))
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_server_versions"(text, boolean) FROM PUBLIC, "service_role";

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
  name_pattern constant text := '"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+"';
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

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM PUBLIC, "service_role";

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
              || ',"established_ratings":' || st.established_ratings || ',"sub_scores":' || st.sub_scores || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
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
  cleaned text[] := '{}';
  -- Each is looked up once.
  wanted text[];
  places integer[];
  is_text boolean[];
  -- Null for texts and what is malformed.
  hashes bytea[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  for i in 1..cardinality(sent) loop
    cleaned[i] := private.clean_text(sent[i], 2048);
    problems := problems || array['identifiers.' || i - 1, private.item_error(cleaned[i], 1, 2048)];
  end loop;
  perform private.validate(variadic problems);
  wanted := array(select distinct c.value collate "C" as wanted from unnest(cleaned) as c (value) order by wanted);
  places := array(
    select dense_rank() over (order by c.value collate "C")
    from unnest(cleaned) with ordinality as c (value, place)
    order by c.place
  );
  for i in 1..cardinality(wanted) loop
    -- A malformed package URL or URL is not a name.
    is_text[i] := wanted[i] !~* '^(?:pkg:|(?:git\+)?(?:https?|ssh)://|git@)';
    hashes[i] := case when not is_text[i] then private.identifier_hash(private.normalize_cleaned(wanted[i])) end;
  end loop;

  return (
    with called as (
      select i.place, i.skill_id, i.state, i.is_imported from private.skills_with_identifiers(hashes) as i
      union all
      select w.place, t.skill_id, t.state, t.is_imported
      from unnest(wanted, is_text) with ordinality as w (value, is_text, place)
      cross join lateral private.skills_with_text(w.value) as t
      where w.is_text
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

REVOKE ALL ON FUNCTION "public"."lookup_skills"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id          uuid    DEFAULT NULL::uuid,
  p_skill_name        text    DEFAULT NULL::text,
  p_claws             numeric DEFAULT NULL::numeric,
  p_reliability       numeric DEFAULT NULL::numeric,
  p_security          numeric DEFAULT NULL::numeric,
  p_speed             numeric DEFAULT NULL::numeric,
  p_commentary        text    DEFAULT NULL::text,
  p_version           text    DEFAULT NULL::text,
  p_observed_calls    numeric DEFAULT NULL::numeric,
  p_observed_failures numeric DEFAULT NULL::numeric
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_commentary text;
  clean_version text;
  -- In the order of private.score_names.
  scores numeric[] := array[p_claws, p_reliability, p_security, p_speed];
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  previous public.ratings;
  removed text[] := '{}';
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(variadic
    -- Only looked up, so it need not be a valid name.
    array['skill_name', private.text_error(clean_name, 0, 200)]
    || private.score_errors(scores)
    || array[
      'commentary', private.text_error(clean_commentary, 0, 10000),
      'version', private.version_error(clean_version),
      'observed_calls', private.use_count_error(p_observed_calls),
      'observed_failures', private.observed_failures_error(p_observed_calls, p_observed_failures)
    ]
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
      insert into public.ratings as r (
        skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      )
      values (
        skill, p_claws, p_reliability, p_security, p_speed, clean_commentary, clean_version, p_observed_calls, p_observed_failures
      )
      on conflict (skill_id, agent_id) do update set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      ) = row(
        excluded.claws, excluded.reliability, excluded.security, excluded.speed, excluded.commentary, excluded.version,
        excluded.observed_calls, excluded.observed_failures
      )
      returning r.id, r.xmax = 0 into rating, created;
      if rating is null then
        -- private.update_rating skipped an identical rating.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired or merged in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was deleted or its key revoked in the meantime.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  if not created then
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    removed := case when previous.commentary is not null and clean_commentary is null then '{commentary}'::text[] end
      || private.missing_scores((private.counted(previous)).scores, scores)
      || case when previous.version is not null and clean_version is null then '{version}'::text[] end
      || case when previous.observed_calls is not null and p_observed_calls is null then '{observed_calls}'::text[] end
      || case when previous.observed_failures is not null and p_observed_failures is null then '{observed_failures}'::text[] end;
  end if;
  return json_build_object(
    'created', created,
    'removed', removed,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) FROM PUBLIC, "service_role";

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
      'name', case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
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

REVOKE ALL ON FUNCTION "public"."submit_skill"(text, text, text, text, text) FROM PUBLIC, "service_role";

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE CASCADE;

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_source_name_fkey" FOREIGN KEY (source, name) REFERENCES private.imported_skills(source, external_name) ON DELETE CASCADE;

ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE CASCADE;

CREATE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    st.established_ratings,
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
    sub_scores,
    created_at,
    updated_at
   FROM private.all_skills
  WHERE (retired_at IS NULL);

CREATE INDEX registry_servers_listed ON private.registry_servers USING btree (name)
  WHERE is_listed;

CREATE UNIQUE INDEX registry_servers_skill_id ON private.registry_servers USING btree (skill_id);

CREATE INDEX registry_servers_source ON private.registry_servers USING btree (source, name);

CREATE INDEX registry_servers_updated_at ON private.registry_servers USING btree (updated_at) INCLUDE (name, VERSION);

CREATE INDEX registry_servers_version ON private.registry_servers USING btree (VERSION, is_listed, name) INCLUDE (updated_at);

CREATE TRIGGER set_server_listed
  BEFORE INSERT OR UPDATE OF status, skill_id, is_listed ON private.registry_servers
  FOR EACH ROW
  EXECUTE FUNCTION private.set_server_listed();

CREATE TRIGGER update_quality
  AFTER UPDATE ON public.skill_stats REFERENCING NEW TABLE AS new_stats
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.update_quality();

CREATE TRIGGER add_url_identifiers
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.add_url_identifiers();

CREATE TRIGGER touch_registry_server
  AFTER UPDATE OF retired_at, merged_into ON public.skills
  FOR EACH ROW
  WHEN (((old.retired_at IS DISTINCT FROM new.retired_at) OR (old.merged_into IS DISTINCT FROM new.merged_into)))
  EXECUTE FUNCTION private.touch_registry_server();

CREATE TRIGGER update_skill_identifiers
  AFTER UPDATE ON public.skills REFERENCING OLD TABLE AS old_skills NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.update_skill_identifiers();

COMMENT ON COLUMN "private"."registry_servers"."bytes" IS 'The size of server as text; generated, so that a page ends before it reads what does not fit.';

COMMENT ON COLUMN "private"."registry_servers"."is_listed" IS 'Whether the server is listed: the source did not delete it, and its skill, or the one into which that was merged, is not retired. A server that is not listed is served as deleted. Kept by triggers.';

COMMENT ON COLUMN "private"."registry_servers"."name" IS 'The name in the registry, as server has it.';

COMMENT ON COLUMN "private"."registry_servers"."published_at" IS 'publishedAt of the source; null if it does not say so. So are source_updated_at and status_changed_at.';

COMMENT ON COLUMN "private"."registry_servers"."server" IS 'The server.json, at most 64 KiB as jsonb writes it, and 32 levels deep.';

COMMENT ON COLUMN "private"."registry_servers"."source" IS 'The registry that it was imported from first.';

COMMENT ON COLUMN "private"."registry_servers"."status" IS 'The status at the source.';

COMMENT ON COLUMN "private"."registry_servers"."updated_at" IS 'The last change here: import, retirement or restoration of the skill, or a merge; not ratings.';

COMMENT ON DOMAIN "private"."use_count" IS 'A number of calls, 0 to 1,000,000,000.';

COMMENT ON DOMAIN "private"."version" IS 'The version of a skill, 1 to 100 characters.';

COMMENT ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) IS 'Adds the package URLs of a submission to its new skill.';

COMMENT ON FUNCTION "private"."add_url_identifiers"() IS 'Adds the identifiers of new skills from their URLs.';

COMMENT ON FUNCTION "private"."count_strings"(text) IS 'How many strings the JSON of a list of strings has.';

COMMENT ON FUNCTION "private"."decode_percent"(text) IS 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true. U+0001 to U+0006 stand for an encoded space, #, %, /, ? and @, which are not what separates parts. The value itself must not contain control characters.';

COMMENT ON FUNCTION "private"."docker_image"(text, text) IS 'The reference of an image with a tag or digest, which is in the identifier, or a tag from the version if the identifier has neither; null if it is none, or if both have different tags.';

COMMENT ON FUNCTION "private"."established_mean"(public.skill_stats) IS 'The mean of the claws of ratings by established agents; null if there are none.';

COMMENT ON FUNCTION "private"."find_server"(text, text, boolean) IS 'The server with this name, and with this version or any, as JSON. Raises PT404.';

COMMENT ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp with time zone, boolean, integer) IS 'The names of the servers of ranked skills, best first, and the position of the skill of each. after: of the first skill, only servers after this name.';

COMMENT ON FUNCTION "private"."finite_time"(text) IS 'A time in UTC as RFC 3339 writes it; null for anything else.';

COMMENT ON FUNCTION "private"."first_items"(jsonb) IS 'The first 20 items of an array; an empty array for all other values.';

COMMENT ON FUNCTION "private"."fold_identifier"(text) IS 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case, with what it marked encoded again; null if it has invisible characters, white space or too many marks in a row.';

COMMENT ON FUNCTION "private"."format_time"(timestamp with time zone) IS 'A time as RFC 3339 writes it; null if it cannot. The time zone must be UTC.';

COMMENT ON FUNCTION "private"."has_template"(text) IS 'Whether a part of an identifier is a template, with braces, or has a backslash, which only some clients read as a slash.';

COMMENT ON FUNCTION "private"."identifier_hash"(text) IS 'The first 16 bytes of SHA-256: an index entry is limited to 2,704 bytes, and an identifier is longer. Nobody finds a text with the hash of another.';

COMMENT ON FUNCTION "private"."identifiers_of"(uuid) IS 'The identifiers of a skill, sorted.';

COMMENT ON FUNCTION "private"."import_batch"(text, jsonb) IS 'Imports skills. Returns the name and the outcome of each, and why its server.json is not served, if so.';

COMMENT ON FUNCTION "private"."install_entries"(jsonb) IS 'How a server is installed: at most 10 different entries of the first 20 packages and 20 remotes of its server.json, packages first; null if none fits. Never raises, whatever the JSON is.';

COMMENT ON FUNCTION "private"."install_inputs"(jsonb, boolean) IS 'The names of environmentVariables or headers, with required and secret; null if one does not fit, is there twice, or if there are more than 50. Values, defaults and descriptions are never read.';

COMMENT ON FUNCTION "private"."install_package"(jsonb) IS 'The command that runs a package, from its type, identifier, version and transport and the names of its variables; null if any of them does not fit. It never reads runtimeHint, runtimeArguments and packageArguments.';

COMMENT ON FUNCTION "private"."install_remote"(jsonb) IS 'The address of a remote server, from its type, URL and the names of its headers; null if any of them does not fit.';

COMMENT ON FUNCTION "private"."is_default_registry"(jsonb, text, text) IS 'Whether the command, which names no registry, gets the package from the registry that registryBaseUrl names: in another registry, the same name can be the package of a stranger.';

COMMENT ON FUNCTION "private"."is_header_name"(text) IS 'Whether a name is one that a server may ask for as a header of requests: a token of letters, digits, - and _, and none that controls the connection, the protocol or cookies.';

COMMENT ON FUNCTION "private"."is_percent_encoded"(text) IS 'Whether each % of a text begins an encoded character. A part between separators is if the whole text is.';

COMMENT ON FUNCTION "private"."is_port"(text) IS 'Whether a text is the number of a port.';

COMMENT ON FUNCTION "private"."is_public_host"(text) IS 'Whether a text is the ASCII name of a host with a dot that is neither an IP address nor reserved for private networks. It can still resolve to a private address.';

COMMENT ON FUNCTION "private"."is_variable_name"(text) IS 'Whether a name is one that a server may ask for as a variable of the environment: capitals, digits and underscores, and none that makes programs load or run code, or trust other certificates.';

COMMENT ON FUNCTION "private"."item_error"(text, integer, integer) IS 'Why an item of private.list_items, cleaned, is invalid; null when it is valid.';

COMMENT ON FUNCTION "private"."json_text"(jsonb) IS 'The text of a JSON string; null for all other values.';

COMMENT ON FUNCTION "private"."least_frequency"(double precision) IS 'The number of skills below which a rarer word weighs no more: less in a catalogue of less than 10,000 skills.';

COMMENT ON FUNCTION "private"."list_error"(text, integer, integer) IS 'Why a text is not the JSON of a list of strings with so many items; null when it is.';

COMMENT ON FUNCTION "private"."list_items"(text) IS 'The items of the JSON of a list of strings, without private.list_error. Null for what Postgres cannot store: NUL and lone surrogates.';

COMMENT ON FUNCTION "private"."normalize_cleaned"(text) IS 'private.normalize_identifier of a text that is trimmed, in NFC and without a long run of marks.';

COMMENT ON FUNCTION "private"."normalize_identifier"(text) IS 'The normal form of a package URL (pkg:…) or URL (http:, https:, ssh:, each also with git+, or git@host:path), at most 2,048 characters; null if the text is neither, or is malformed. A URL keeps the prefix https://, whatever its scheme: without it, an address would read as the name of a server in a registry.';

COMMENT ON FUNCTION "private"."normalize_image"(text) IS 'The normal form of a container image, of its reference in lower case without a digest: a purl of type docker, with the host of its registry unless that is Docker Hub; null if the reference is malformed.';

COMMENT ON FUNCTION "private"."normalize_nfc"(text) IS 'A text in NFC, fast if it is already. It must not be long or have a long run of marks.';

COMMENT ON FUNCTION "private"."normalize_package_url"(text) IS 'The normal form of a package URL: pkg:type/namespace/name in lower case, without version, qualifiers and subpath; null if it is malformed. See private.normalize_identifier.';

COMMENT ON FUNCTION "private"."normalize_url"(text) IS 'The normal form of a URL: https://host:port/path in lower case, or the purl of a repository on GitHub or GitLab; null if it is malformed. See private.normalize_identifier.';

COMMENT ON FUNCTION "private"."npm_argument"(text, text) IS 'NAME@VERSION for npx: a name that npm accepts for new packages and a semantic version; null otherwise.';

COMMENT ON FUNCTION "private"."observed_failures_error"(numeric, numeric) IS 'Why a number of failed calls is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."package_identifier"(text, text) IS 'The normal form of a package of a server.json, of its registryType and identifier; null if the type is unknown or the identifier is not one of its registry.';

COMMENT ON FUNCTION "private"."package_url_error"(text) IS 'Why a package URL is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."parse_time"(text) IS 'A time as RFC 3339 writes it; null for anything else.';

COMMENT ON FUNCTION "private"."pypi_argument"(text, text) IS 'NAME==VERSION for uvx: a name by PEP 508 and a public version by PEP 440; null otherwise.';

COMMENT ON FUNCTION "private"."remove_dot_segments"(text) IS 'A path, which starts with /, without the segments . and .., as RFC 3986 removes them.';

COMMENT ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) IS 'Replaces the identifiers of a skill from one origin; they must be in normal form and not null. Only for the functions below.';

COMMENT ON FUNCTION "private"."repository_purl"(text, text) IS 'The purl of the repository that a path on github.com or gitlab.com, in lower case, is or is below; null if it is not.';

COMMENT ON FUNCTION "private"."same_identifier"(uuid) IS 'The first three other skills in the catalogue that share an identifier with a skill, in the order top.';

COMMENT ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp with time zone, integer) IS 'The names of the servers that follow a name and changed since a time, in the order of the name: with a version or all. scanned_to is the name after which the next page continues if there can be more; these names are then fewer than wanted, or none.';

COMMENT ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) IS 'The names of the servers that follow a name, in the order of the name: with a version or all, listed or all.';

COMMENT ON FUNCTION "private"."server_error"(jsonb, text) IS 'Why the server.json of an entry is not stored; null if it is.';

COMMENT ON FUNCTION "private"."server_identifiers"(jsonb, text) IS 'The identifiers of an imported skill in normal form, with repetitions: its name in the registry, its repository, and its first 50 packages and remotes. The server can be null.';

COMMENT ON FUNCTION "private"."server_page"(text[]) IS 'The servers with these names as JSON, in this order, up to about private.page_bytes; the edge function turns the slug into the address of a page. A server of a merged skill has the ratings of the skill that replaced it.';

COMMENT ON FUNCTION "private"."set_identifiers"(text, private.import_entry[]) IS 'Sets the identifiers of skills that were imported, where something changed.';

COMMENT ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) IS 'Replaces the identifiers that a skill has from an import with these, in normal form: its name in the registry in lower case, packages, repository, remotes. Drops null, and keeps the first 100.';

COMMENT ON FUNCTION "private"."set_server_listed"() IS 'Sets is_listed of a server that is imported, or deleted or restored at its source.';

COMMENT ON FUNCTION "private"."shares_identifier"(uuid) IS 'Whether another skill of the catalogue, which was submitted, has an identifier of this one.';

COMMENT ON FUNCTION "private"."skill_state"(timestamp with time zone, uuid) IS 'The state of a skill with these columns.';

COMMENT ON FUNCTION "private"."skills_with_identifier"(bytea) IS 'The skills that have an identifier, at most 100 whatever shares it: skills in the catalogue before others, imported identifiers first, then in the order of addition, so that nobody can displace a skill by adding others.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[]) IS 'For each hash, the first three skills in the catalogue, in the order of public.lookup_skills, and up to ten merged or retired ones. Reads at most 100 for each.';

COMMENT ON FUNCTION "private"."skills_with_text"(text) IS 'The skill with this id, else those with this name in a registry, else the one with this name or slug.';

COMMENT ON FUNCTION "private"."store_servers"(text, private.import_entry[]) IS 'Stores the server.json of skills that were imported, where something changed. Its status and times follow the source, also if the skill was edited or retired here.';

COMMENT ON FUNCTION "private"."touch_registry_server"() IS 'Sets updated_at and is_listed of the servers of a skill that was retired, restored or merged, and of the skills that were merged into it. As its owner: admins who edit a skill in the dashboard need no rights on servers.';

COMMENT ON FUNCTION "private"."update_skill_identifiers"() IS 'Updates the identifiers of skills that have another URL, or were retired, restored or merged.';

COMMENT ON FUNCTION "private"."use_count_error"(numeric) IS 'Why a number of calls is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."version_error"(text) IS 'Why the version of a skill is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "public"."get_server"(text, text, boolean) IS 'GET /registry/v0.1/servers/{name}/versions/{version}: a server, if it has this version, or the latest. Raises PT404.';

COMMENT ON FUNCTION "public"."get_skill"(text) IS 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its identifiers, its rating counts, those of the last 12 months, ten newest ratings, and how to install it. Raises PT404.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) IS 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "public"."list_server_versions"(text, boolean) IS 'GET /registry/v0.1/servers/{name}/versions: a server in its only version, the newest. Raises PT404.';

COMMENT ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) IS 'GET /registry/v0.1/servers: a page of the imported servers by name, or of a search by relevance, at most 100 and about private.page_bytes. With p_updated_since, a page can have fewer servers than asked, also none, although nextCursor leads to more. Raises PT400.';

COMMENT ON FUNCTION "public"."lookup_skills"(text) IS 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Reads at most 100 skills for each. Raises PT400.';

COMMENT ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) IS 'POST /api/ratings: creates or replaces the calling agent''s rating of a skill. Raises PT400, PT401, PT404 and PT410.';

COMMENT ON FUNCTION "public"."submit_skill"(text, text, text, text, text) IS 'POST /api/skills: adds a skill to the catalogue. p_identifiers is the JSON text of a list of package URLs. Raises PT400, PT401 and PT409.';

COMMENT ON TABLE "private"."registry_servers" IS 'The newest active version of each imported server whose server.json is valid by the schema of the MCP Registry; of one name in two sources, the first that was imported.';

COMMENT ON TABLE "private"."skill_identifiers" IS 'The identifiers of skills in normal form, kept by triggers, submissions and imports. Skills can share an identifier.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated (the skill or its server.json), unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), postponed (until no later entry can have a newer version), or why it cannot be imported. server_problem says why its server.json is not served.';

COMMENT ON TYPE "private"."skill_state" IS 'Whether a skill is in the catalogue. The order is that in which skills are read for an identifier.';

COMMENT ON VIEW "private"."all_skills" IS 'All skills as the API returns them, including retired ones.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'The skills that are not retired, as the API returns them.';

REVOKE ALL ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_url_identifiers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_url_identifiers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_url_identifiers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_strings"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_strings"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."count_strings"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_strings"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_strings"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."decode_percent"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_percent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."docker_image"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."docker_image"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."docker_image"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."docker_image"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."established_mean"(public.skill_stats) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."established_mean"(public.skill_stats) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."established_mean"(public.skill_stats) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_mean"(public.skill_stats) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finite_time"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finite_time"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."finite_time"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."finite_time"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."first_items"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_items"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_items"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_items"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."fold_identifier"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fold_identifier"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."fold_identifier"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fold_identifier"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."fold_identifier"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."format_time"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."format_time"(timestamp WITH time zone) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."format_time"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."format_time"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_template"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_template"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."has_template"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_template"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_template"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."identifier_hash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."identifier_hash"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."identifier_hash"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."identifier_hash"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."identifiers_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."identifiers_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."identifiers_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."identifiers_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."install_entries"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_entries"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_entries"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_entries"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_inputs"(jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_inputs"(jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_inputs"(jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_inputs"(jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_package"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_package"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_package"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_package"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_remote"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_remote"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_remote"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_remote"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_default_registry"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_default_registry"(jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_default_registry"(jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_default_registry"(jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_header_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_header_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_header_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_header_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_percent_encoded"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_percent_encoded"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_percent_encoded"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_percent_encoded"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_percent_encoded"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_port"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_port"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_port"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_port"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_public_host"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_public_host"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_public_host"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_public_host"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_variable_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_variable_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_variable_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_variable_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."item_error"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."item_error"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."item_error"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."item_error"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."item_error"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."json_text"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."json_text"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."json_text"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."json_text"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."least_frequency"(double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."least_frequency"(double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."least_frequency"(double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."least_frequency"(double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_error"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_error"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_error"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_error"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_error"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_items"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_items"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_items"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_items"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_items"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."normalize_cleaned"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalize_cleaned"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."normalize_cleaned"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_cleaned"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_cleaned"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."normalize_identifier"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalize_identifier"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."normalize_identifier"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_identifier"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_identifier"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."normalize_image"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalize_image"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."normalize_image"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_image"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_image"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."normalize_nfc"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalize_nfc"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."normalize_nfc"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_nfc"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_nfc"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."normalize_package_url"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalize_package_url"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."normalize_package_url"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_package_url"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_package_url"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."normalize_url"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."normalize_url"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."normalize_url"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_url"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."normalize_url"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."npm_argument"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."npm_argument"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."npm_argument"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."npm_argument"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."observed_failures_error"(numeric, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."observed_failures_error"(numeric, numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."observed_failures_error"(numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."observed_failures_error"(numeric, numeric) TO "postgres";

REVOKE ALL ON FUNCTION "private"."package_identifier"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."package_identifier"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."package_identifier"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_identifier"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_identifier"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."package_url_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."package_url_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."package_url_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_url_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_url_error"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."parse_time"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parse_time"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."parse_time"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parse_time"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pypi_argument"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pypi_argument"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pypi_argument"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pypi_argument"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."remove_dot_segments"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_dot_segments"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."remove_dot_segments"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_dot_segments"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_dot_segments"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."repository_purl"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."repository_purl"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."repository_purl"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."repository_purl"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."repository_purl"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."same_identifier"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."same_identifier"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."same_identifier"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."same_identifier"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_error"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."server_error"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_error"(jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_error"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."server_identifiers"(jsonb, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."server_identifiers"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_identifiers"(jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_identifiers"(jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."server_page"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_page"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_page"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_page"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_identifiers"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_identifiers"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_identifiers"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_identifiers"(text, private.import_entry[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_server_listed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_server_listed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_server_listed"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."shares_identifier"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."shares_identifier"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."shares_identifier"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."shares_identifier"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_identifier"(bytea) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifier"(bytea) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifier"(bytea) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifier"(bytea) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_text"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_text"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_servers"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_servers"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_servers"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_servers"(text, private.import_entry[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."touch_registry_server"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."touch_registry_server"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."touch_registry_server"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_skill_identifiers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_skill_identifiers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_skill_identifiers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."use_count_error"(numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."use_count_error"(numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."use_count_error"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_count_error"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_count_error"(numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."version_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."version_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."version_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_error"(text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."get_server"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_server"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_server"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_server_versions"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_server_versions"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_server_versions"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."lookup_skills"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."lookup_skills"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lookup_skills"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text, text, numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_skill"(text, text, text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."submit_skill"(text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_skill"(text, text, text, text, text) TO "postgres";

GRANT SELECT ON TABLE "private"."registry_servers" TO "anon", "authenticated";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "private"."registry_servers" TO "service_role";

GRANT SELECT ON TABLE "private"."skill_identifiers" TO "service_role";

GRANT SELECT ON TABLE "private"."all_skills" TO "anon", "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

ALTER TABLE "private"."registry_servers"
  ADD COLUMN "install" jsonb GENERATED ALWAYS AS (private.install_entries(SERVER)) STORED;

COMMENT ON COLUMN "private"."registry_servers"."install" IS 'How the server is installed, computed from server; null if no entry of it fits.';

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "identifier_hash" bytea GENERATED ALWAYS AS (private.identifier_hash(identifier)) STORED NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "origins" text[] NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "is_imported" boolean GENERATED ALWAYS AS (('import'::text = ANY (origins))) STORED NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "state" private.skill_state NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_origins_known" CHECK (((origins <@ '{url,submission,import}'::text[]) AND (origins <> '{}'::text[])));

CREATE VIEW "admin"."duplicate_skills" WITH (security_invoker=true) AS (WITH shared AS (
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
            s.id,
            s.slug,
            st.total_ratings,
            st.established_ratings,
            (m.skill_id IS NOT NULL) AS is_imported,
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
        )
 SELECT d.slug AS duplicate,
    d.is_imported AS duplicate_imported,
    d.total_ratings AS duplicate_ratings,
    d.established_ratings AS duplicate_established_ratings,
    k.slug AS keep,
    k.is_imported AS keep_imported,
    k.total_ratings AS keep_ratings,
    k.established_ratings AS keep_established_ratings,
    max(d.skills) AS skills,
    array_agg(d.identifier ORDER BY d.identifier) AS identifiers,
    format('select admin.merge_skills(%L, %L, %L);'::text, d.slug, k.slug, 'They have the same package or URL.') AS merge_call
   FROM (members d
     JOIN members k ON (((k.identifier_hash = d.identifier_hash) AND (k.place = 1))))
  WHERE (d.place > 1)
  GROUP BY d.slug, d.is_imported, d.total_ratings, d.established_ratings, k.slug, k.is_imported, k.total_ratings, k.established_ratings
  ORDER BY (bool_or(d.is_mixed)) DESC, (max(d.skills)), (max(d.place)), d.slug
 LIMIT 500);

COMMENT ON COLUMN "private"."skill_identifiers"."id" IS 'The order in which identifiers were added.';

COMMENT ON COLUMN "private"."skill_identifiers"."origins" IS 'Where the skill has it from: its url, its submission, or an import.';

COMMENT ON COLUMN "private"."skill_identifiers"."state" IS 'The state of the skill, for the index.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share an identifier: of the 200 identifiers that are most likely of duplicates, 20 skills each. Not all are duplicates: a repository can hold several skills.';

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

ALTER TABLE "public"."ratings"
  ADD COLUMN "version" private.version;

COMMENT ON COLUMN "public"."ratings"."version" IS 'The version of the skill that the agent used; null if it did not say so.';

REVOKE ALL ("version") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("version"), UPDATE ("version") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("version") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("version"), UPDATE ("version") ON TABLE "public"."ratings" TO "authenticated";

ALTER TABLE "public"."ratings"
  ADD COLUMN "observed_calls" private.use_count;

COMMENT ON COLUMN "public"."ratings"."observed_calls" IS 'How many calls of the skill the agent''s own tools counted before it rated: what the agent reports, no proof. Changes no rank.';

REVOKE ALL ("observed_calls") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("observed_calls"), UPDATE ("observed_calls") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("observed_calls") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("observed_calls"), UPDATE ("observed_calls") ON TABLE "public"."ratings" TO "authenticated";

ALTER TABLE "public"."ratings"
  ADD COLUMN "observed_failures" private.use_count;

CREATE VIEW "admin"."ratings_with_names" WITH (security_invoker=true) AS  SELECT r.id AS rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.counts_fully AS established,
    r.created_at,
    r.updated_at,
    r.version,
    r.observed_calls,
    r.observed_failures
   FROM ((public.ratings r
     JOIN public.skills s ON ((s.id = r.skill_id)))
     JOIN public.agents a ON ((a.id = r.agent_id)));

CREATE VIEW "private"."newest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at DESC, ratings.id DESC);

CREATE OR REPLACE FUNCTION private.ratings_in_order (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  only_version text,
  after        jsonb,
  wanted       integer
)
  RETURNS SETOF private.newest_ratings
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
#variable_conflict use_column
begin
  -- A statement for each index and direction, so that a call only pays for one.
  if not oldest_first and only_version is null then
    return query
    select * from private.newest_ratings
    where
      skill_id = skill and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) < (
        coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by updated_at desc, id desc
    limit wanted;
  elsif not oldest_first then
    return query
    select * from private.newest_ratings
    where
      skill_id = skill and version = only_version and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) < (
        coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by updated_at desc, id desc
    limit wanted;
  elsif only_version is null then
    return query
    select * from private.oldest_ratings
    where
      skill_id = skill and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) > (
        coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by updated_at, id
    limit wanted;
  else
    return query
    select * from private.oldest_ratings
    where
      skill_id = skill and version = only_version and (only_claws is null or listed_claws = only_claws)
      and (updated_at, id) > (
        coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by updated_at, id
    limit wanted;
  end if;
end
$function$;

CREATE VIEW "private"."oldest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully,
    ratings.version,
    ratings.observed_calls,
    ratings.observed_failures
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at, ratings.id);

CREATE VIEW "public"."skill_ratings" WITH (security_invoker=true) AS  SELECT r.id,
    r.skill_id,
    a.agent_name,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.created_at,
    r.updated_at,
    r.counts_fully AS established,
    r.agent_id,
    r.version,
    r.observed_calls,
    r.observed_failures
   FROM (public.ratings r
     JOIN public.agents a ON ((a.id = r.agent_id)));

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  only_version text,
  after        jsonb,
  wanted       integer,
  bytes        integer
)
  RETURNS SETOF public.skill_ratings
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  AS $function$
#variable_conflict use_column
begin
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.counts_fully, r.agent_id, r.version, r.observed_calls, r.observed_failures
  from (
    -- octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(skill, oldest_first, only_claws, only_version, after, wanted) with ordinality
  ) as r
  -- Lateral, so that agents are looked up in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select agent_name from public.agents where id = r.agent_id offset 0) as a
  where coalesce(r.bytes_before, 0) < bytes;
end
$function$;

COMMENT ON COLUMN "public"."ratings"."observed_failures" IS 'How many of observed_calls failed.';

COMMENT ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) IS 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON VIEW "admin"."ratings_with_names" IS 'All ratings with the names of their skills and agents. Give a limit, or a skill or agent.';

COMMENT ON VIEW "private"."newest_ratings" IS 'Ratings with an index scan for each number of claws, newest first.';

COMMENT ON VIEW "private"."oldest_ratings" IS 'Ratings with an index scan for each number of claws, oldest first.';

COMMENT ON VIEW "public"."skill_ratings" IS 'The ratings as the API returns them.';

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, jsonb, integer, integer) TO "postgres";

REVOKE ALL ("observed_failures") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("observed_failures"), UPDATE ("observed_failures") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("observed_failures") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("observed_failures"), UPDATE ("observed_failures") ON TABLE "public"."ratings" TO "authenticated";

GRANT SELECT ON TABLE "admin"."ratings_with_names" TO "service_role";

GRANT SELECT ON TABLE "private"."newest_ratings" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."oldest_ratings" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "anon";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "service_role";

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

ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_pkey" PRIMARY KEY (skill_id, identifier_hash);

ALTER DOMAIN "private"."use_count"
  ADD CONSTRAINT "use_count_valid" CHECK ((private.use_count_error((VALUE)::numeric) IS NULL)) NOT VALID;

ALTER DOMAIN "private"."version"
  ADD CONSTRAINT "version_valid" CHECK (((VALUE = private.clean_text(VALUE, 100)) AND (VALUE <> ''::text) AND (private.version_error(VALUE) IS NULL))) NOT VALID;

ALTER TABLE "public"."ratings"
  ADD CONSTRAINT "ratings_observed_use" CHECK (COALESCE(((observed_failures)::integer <= (observed_calls)::integer), (observed_failures IS NULL)));

CREATE INDEX skill_identifiers_of_hash ON private.skill_identifiers USING btree (identifier_hash, state, is_imported DESC, id) INCLUDE (skill_id);

CREATE INDEX ratings_by_version ON public.ratings USING btree (skill_id, VERSION, claws, updated_at DESC, id DESC)
  WHERE (VERSION IS NOT NULL);

comment on column admin.duplicate_skills.keep is 'The imported skill, unless its source deleted it; of two, the one with more ratings by established agents, then the older one.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument.';

comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';

comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';

comment on column admin.ratings_with_names.commentary is 'Null if there is none or it is hidden.';

comment on column admin.ratings_with_names.established is 'Whether the author is established, and the rating counts fully in the ranking.';
