set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_name_equal";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_name_shape";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_server_depth";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_server_size";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_version_length";

DROP FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision);

DROP FUNCTION "private"."format_time"(timestamp WITH time zone);

DROP FUNCTION "private"."github_paths"(uuid[]);

DROP FUNCTION "private"."has_template"(text);

DROP FUNCTION "private"."least_frequency"(double precision);

DROP FUNCTION "private"."normalize_cleaned"(text);

DROP FUNCTION "private"."replace_origin"(uuid, text[], text);

DROP FUNCTION "private"."server_name_pattern"();

DROP FUNCTION "private"."similarity_constants"();

DROP FUNCTION "private"."telling_words"(text[], boolean[]);

DROP DOMAIN "private"."name_after";

DROP DOMAIN "private"."ranked_after";

DROP DOMAIN "private"."server_filter";

DROP DOMAIN "private"."server_flag";

DROP DOMAIN "private"."server_position";

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort     text,
  types    text[],
  words    text[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  required constant tsquery := private.required_words(words);
  all_documents constant float8 := greatest(private.document_count(), 1);
  -- As many as the rarest word has.
  most constant float8 := (
    select min(case ordinal
      when cardinality(words) then greatest(private.word_frequency(word), private.beginning_frequency(word))
      else private.word_frequency(word)
    end)
    from unnest(words) with ordinality as w (word, ordinal)
  );
  matches float8 := most;
  steps integer := 2 * max_rows;
  read integer := 0;
  scanned uuid[];
  page uuid[] := '{}';
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches and 2 * max_rows * all_documents < most * most loop
    scanned := private.scan_in_order(sort, types, after, steps);
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := page || array(
      select skill from unnest(scanned) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows - cardinality(page)
    );
    if cardinality(scanned) < steps or cardinality(page) = max_rows then
      return page;
    end if;
    after := private.position_in_order(sort, scanned[steps]);
    read := read + steps;
    -- Words that seldom meet have fewer matches than the rarest one. Here they can be rarer than elsewhere in the order.
    matches := least(most, 4 * all_documents * (cardinality(page) + 1) / read);
    steps := 2 * steps;
  end loop;
  -- The documents have the names: reading 10,000 skills costs more than the index of the words.
  if sort = 'name' then
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required and d.type = any (types)
        and (after is null or (d.name_key, d.skill_id) > ((after ->> 0)::text, (after ->> 1)::uuid))
      order by d.name_key, d.skill_id
      limit max_rows - cardinality(page)
    );
  end if;
  return page || private.sort_matches(
    sort, array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, max_rows - cardinality(page)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  own_words private.telling_word[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates constant integer := 300;
  enough_candidates constant integer := 60;
  max_paired_words constant integer := 5;
  max_frequency constant float8 := 5000;
  query tsquery;
  candidates tid[] := '{}';
begin
  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these.
  foreach query in array array(
    select string_agg(term::text, ' | ')::tsquery
    from (select term, sum(frequency) over (order by frequency, term) as running_frequency from unnest(own_words)) as word
    where running_frequency <= max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(own_words[:max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:max_paired_words]) with ordinality as b (term, weight, frequency, ordinal)
        on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= max_frequency
      order by a.weight + b.weight desc, a.ordinal
    )
    union all
    select term from unnest(own_words[:1]) where frequency <= max_frequency
  ) loop
    exit when cardinality(candidates) >= enough_candidates;
    candidates := candidates || private.find_documents(query, private.skill_types(), max_candidates, 0);
  end loop;
  return candidates;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  types    text[],
  searches integer
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 400;
  -- Pairs of common words, synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  lowest constant float8 := (select min(frequency) from unnest(terms));
  query tsquery;
  common tsquery[];
  matches tid[] := private.find_documents(
    private.all_of(array(select finder from unnest(terms) where frequency is not null)), types, max_complete, lowest
  );
begin
  if cardinality(matches) >= enough then
    return matches;
  end if;
  if cardinality(terms) > 1 then
    select
      private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
      array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
    into query, common
    from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
    where finder is not null;
    matches := matches || private.find_documents(query, types, max_partial, 0);
    if cardinality(terms) > 2 then
      -- Two of the rarest common words; the index reads the postings of the rarer one.
      matches := matches
        || private.find_documents(common[1] && common[2], types, max_added, 0)
        || private.find_documents(common[1] && common[3], types, max_added, 0);
    end if;
    if matches = '{}' then
      matches := private.find_documents(common[1], types, max_added, lowest);
    end if;
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  if exists (select from unnest(terms) where synonym_finder is not null) then
    matches := matches
      || private.find_documents(
        private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms))), types, max_added, 0
      )
      || private.find_documents(private.any_of(array(select distinct synonym_finder from unnest(terms))), types, max_added, 0);
  end if;
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(private.any_of(array(select distinct synonyms from unnest(terms))), types, max_added, 0);
  end if;
  return matches;
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
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  most constant integer := 10;
  -- More skills without enough established ratings are listed only where those with them leave room, and the best of these are
  -- compared beyond max_compared: else ten copies of a bad skill, which cost nothing, hide all alternatives to it.
  most_unproven constant integer := 5;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words constant integer := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity constant float8 := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost constant float8 := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost constant float8 := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74.
  max_counted constant integer := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words constant integer := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words constant integer := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length constant float8 := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost constant float8 := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw constant float8 := 0.05;
  -- Bounds of the cost.
  max_compared constant integer := 20;
  max_compared_words constant integer := 30;
  all_skills constant float8 := private.document_count();
  -- Less in a catalogue of less than 10,000 skills.
  least_frequency constant float8 := least(max_counted, 1 + all_skills / 200);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
  candidates tid[];
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(
    select row(private.term(t.stem), w.weight, f.frequency)::private.telling_word
    from unnest(own_stems, is_in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), max_counted)
      ) as frequency
      offset 0
    ) as f
    cross join lateral (
      select
        ln(1 + all_skills / greatest(f.frequency, least_frequency)) * case when t.in_name then name_boost else 1 end as weight
    ) as w
    -- One of them is the skill itself.
    where f.frequency > 1
    order by w.weight desc, t.stem
    limit max_telling_words
  );
  whole := (select sum(weight) from unnest(own_words[:max_weighed_words]));
  if whole is null then
    return '{}';
  end if;
  candidates := private.find_candidates(own_words);

  return array(
    with telling as materialized (
      select term, weight from unnest(own_words)
    ),
    -- The candidates with words of the skill.
    candidate as materialized (
      select
        d.skill_id, d.type, d.is_proven, f.weight, v.coverage, v.name_share,
        v.coverage + name_share_boost * v.name_share as likeness,
        tsvector_to_array(d.words) as words, tsvector_to_array(n.name) as in_name,
        tsvector_to_array(ts_filter(d.words, '{c,d}')) as in_text
      from (select distinct ctid from unnest(candidates) as ctid) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_words, is_proven, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid offset 0
      ) as d on d.skill_id <> skill
      cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
      cross join lateral (
        select
          sum(t.weight * case when t.in_name then 1 else least(1, sqrt(usual_length / length(d.words))) end) as weight,
          count(*) as shared_words,
          count(*) filter (where t.in_name) as in_name
        from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
      ) as f
      cross join lateral (
        -- How much of the weight of the skill is shared, and how much of the other name.
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
      ) as v
      where f.shared_words >= least(min_shared_words, cardinality(own_stems))
    ),
    -- Those that have most of them.
    compared as (
      select *
      from (
        select
          *, row_number() over (order by likeness desc, skill_id) as ordinal,
          row_number() over (partition by is_proven order by likeness desc, skill_id) as ordinal_of_kind
        from candidate
      ) as c
      where ordinal <= max_compared or is_proven and ordinal_of_kind <= most - most_unproven
    ),
    similar_skill as (
      select
        c.skill_id, c.is_proven, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + name_share_boost * c.name_share)
          * case when c.type = own.type then same_type_boost else 1 end as similarity
      from compared as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when stem = any (c.in_name) then name_boost else 1 end as weight
          from unnest(c.words[:max_compared_words]) as stem
          cross join lateral (
            select (select w.share from private.common_words as w where w.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit max_weighed_words
        ) as w
      ) as o
    ),
    listed as (
      select r.skill_id, r.value
      from (
        select
          s.skill_id, s.is_proven, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from similar_skill as s
        cross join lateral (select s.similarity + similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > most_unproven, r.value desc, r.skill_id desc
      limit most
    )
    select skill_id from listed order by value desc, skill_id desc
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.github_paths (
  skills uuid[],
  owner  text,
  most   integer
)
  RETURNS TABLE (
    ordinal    bigint,
    skill_id   uuid,
    identifier text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return query
    select k.ordinal, i.skill_id, i.identifier
    from unnest(skills) with ordinality as k (skill, ordinal)
    join private.skill_identifiers as i on i.skill_id = k.skill
    where 'url' = any (i.origins)
      -- Nothing that a shell reads otherwise: people copy the name.
      and i.identifier ~ '^pkg:github/[^#]+#(?:.*/)?[a-z0-9._-]+$'
      and (owner = '' or starts_with(i.identifier, 'pkg:github/' || owner || '/'))
    order by k.ordinal
    -- Here, so that the identifiers of the other skills are not read: 1,000 long ones took 20 ms.
    limit most;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_submitted_twin (
  skill uuid
)
  RETURNS boolean
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
  return exists (
    select from private.skill_identifiers as own
    -- For each identifier of the skill, at most one row: thousands can share one, and a join could begin with all of them.
    cross join lateral (
      select from private.skill_identifiers as other
      where other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
        and other.skill_id <> skill
      limit 1
    ) as twin
    where own.skill_id = skill and own.is_own
      -- A repository can hold many skills.
      and not private.is_repository(own.identifier)
  ) or exists (
    select from public.skills as other
    -- The name first: a join can compute its key for each skill of the catalogue.
    where other.name_key = (select private.name_key(i.external_name) from private.imported_skills as i where i.skill_id = skill)
      and other.retired_at is null and other.id <> skill
      and not exists (select from private.imported_skills as imported where imported.skill_id = other.id)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.has_types (
  cursor_position text,
  types           text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  parts json[] := array(select part from json_array_elements(cursor_position::json) as part);
begin
  -- As jsonb, a number of few characters can become megabytes of text, also within a part. encode_cursor writes no exponent.
  if cardinality(parts) <> cardinality(types) or regexp_replace(cursor_position, '"(?:[^"\\]|\\.)*"', '', 'g') ~* '[0-9]e' then
    return false;
  end if;
  for i in 1..cardinality(types) loop
    if not pg_input_is_valid(parts[i]::text, types[i]) then
      return false;
    end if;
  end loop;
  -- Otherwise it has other spaces, escapes or numbers than encode_cursor writes.
  return cursor_position::jsonb::text = cursor_position;
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
  return octet_length(value) between 3 and 200 and value ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_server_position (
  value jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- By name: the name. By time of change: the time and the name. By relevance: the positions of the ranking and of the skill, and the name.
  return case
    when jsonb_typeof(value) <> 'array' or jsonb_typeof(value -> -1) <> 'string' or not private.is_server_name(value ->> -1) then false
    when jsonb_array_length(value) <> 2 then jsonb_array_length(value) = 1
    when jsonb_typeof(value -> 0) <> 'array' then pg_input_is_valid((value -> 0)::text, 'private.cursor_time')
    when jsonb_typeof(value #> '{0,0}') = 'array' then private.is_search_position(value -> 0)
  end;
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
  cleaned constant text := private.clean_text(value, 2048);
  normal text;
begin
  if not private.is_address(cleaned) or octet_length(cleaned) > 2048 and char_length(cleaned) > 2048
    or cleaned ~ '[\u0001-\u0020\u007f]' or private.has_long_mark_run(cleaned)
  then
    return null;
  elsif lower(left(cleaned, 4)) = 'pkg:' then
    normal := private.normalize_package_url(cleaned);
  else
    normal := private.normalize_url(cleaned);
  end if;
  -- A normal form can be longer than what it is made of, and it is published: a key in it was percent-encoded, or in capitals.
  return case
    when (octet_length(normal) <= 2048 or char_length(normal) <= 2048) and not private.contains_api_key(normal) then normal
  end;
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
  -- The tag.
  if strpos(path, ':') > 0 then
    path := regexp_replace(path, ':[^/]*$', '');
  end if;
  if path !~ '^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$'
    or host !~ '^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?(?::[0-9]{1,5})?)?$'
  then
    return null;
  end if;
  host := regexp_replace(host, '\.?(?::443|(:[0-9]+))?$', '\1');
  if host not in ('', 'docker.io', 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com') then
    return 'pkg:docker/' || host || '/' || path;
  end if;
  return case
    when strpos(path, '/') = 0 then 'pkg:docker/library/' || path
    -- It would read as a host.
    when split_part(path, '/', 1) ~ '\.|^localhost$' then null
    else 'pkg:docker/' || path
  end;
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
  -- Here and below, braces are a template, and only some clients read a backslash as a slash.
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or path <> translate(path, '{}\', '') then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  if strpos(path, '@') > 0 then
    path := coalesce(left(path, private.version_position(path) - 1), path);
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := private.decode_percent(path, '{%20,%23,%25,%3f,%3F,%40}');
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
    registry := private.fold_identifier(private.decode_percent(registry, '{%20,%23,%25,%3f,%3F,%40}'));
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
    if subpath <> translate(subpath, '{}\', '') then
      return null;
    end if;
    -- As in a URL, where these two are always encoded.
    subpath := private.decode_percent(replace(replace(subpath, '?', '%3f'), '#', '%23'), '{%20,%23,%25,%2f,%2F,%3f,%3F}');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(subpath));
    path := path || private.repository_subpath(subpath);
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
  -- A template is not an address yet.
  if kept <> translate(kept, '{}\', '') then
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
  path := private.remove_dot_segments(private.fold_identifier(private.decode_percent(path, '{%20,%23,%25,%2f,%2F,%3f,%3F}')));
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

CREATE OR REPLACE FUNCTION private.prefix_term (
  prefix text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 16;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit max_words + 1
  );
begin
  if cardinality(words) <= max_words then
    return private.term(prefix, ':*');
  end if;
  return private.any_of(array(
    select private.term(word)
    from (
      select v.word, c.share
      from private.common_words as c
      -- Not the stems.
      join private.vocabulary as v on v.word = c.word
      where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
      union all
      select word, 0 from unnest(words[:expanded_words]) as word
    ) as word_with_share
    group by word
    order by max(share) desc, word
    limit expanded_words
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1
)
  RETURNS jsonb[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, for a well rated skill whose name has only words of the search, such as a product that it names, and
  -- for a name that has the words of the search and no others.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  whole_name_boost constant float8 := 0.15;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  max_ranked constant integer := 1000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality of one claw, and that without ratings.
  claw constant float8 := 1e12;
  neutral constant bigint := private.quality(0, 0);
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(jsonb_typeof(after -> 1) = 'object', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  -- No score is lower. A cursor is not signed: with a lower one, the subtraction below would overflow.
  cursor_cap constant bigint := case when not is_old and (after #>> '{0,2}')::bigint > -exact_score then after #>> '{0,2}' end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  candidates constant tid[] := private.find_matches(terms, types, searches) || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null and d.type = any (types)
    order by s.name_key
    limit max_names
  );
begin
  return array(
    with term as materialized (
      select t.weight, is_known, form, in_name, in_text, prefix, prefix_weight, synonyms from unnest(terms) as t
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
              else 0
            end
            -- Only for what established agents recommend: anyone can submit names with the words of a search.
            + case
              when d.is_proven and d.quality > neutral and f.name_terms >= greatest(d.name_words, 1) then whole_name_boost
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        coalesce((unit * f.expanded)::bigint, 0) as expanded
      from (
        select
          skill_id, name_key, name_words, quality, is_proven, text_score,
          -- Detoasts a long document once.
          case
            when pg_column_size(doc.words) > 2000 or pg_column_compression(doc.words) is not null then doc.words || ''
            else doc.words
          end as words
        from private.skill_documents as doc where doc.ctid = any (candidates)
        offset 0
      ) as d
      cross join lateral (
        select
          sum(gain) as found,
          sum(case when gain is null and d.words @@ synonyms then synonym_boost * g.weight end) as expanded,
          bool_and(gain is not null) filter (where is_known) as is_complete,
          -- A name with more words than the search is not whole in it.
          -- Only a known word in the name gains more than its weight.
          count(*) filter (where d.name_words <= cardinality(terms) and is_known and gain > g.weight) as name_terms
        from (
          select
            t.weight, t.is_known, t.synonyms,
            -- Null without the word.
            case
              when d.words @@ form then t.weight * case
                when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost
              end
              when d.words @@ prefix then prefix_weight
            end as gain
          from term as t
          -- So that it is computed once.
          offset 0
        ) as g
      ) as f
    ),
    ranked as (
      select skill_id, cap, case
        when is_exact then exact_score
        when expanded = 0 then score
        -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
        -- has at least the score that it has without synonyms.
        else greatest(
          case when is_partial then score end,
          least(score + expanded, cap - 1 - (max_expanded_score - score - expanded) / 1000)
        )
      end as score
      from matched
      cross join (
        select coalesce(cursor_cap, min(score) filter (where is_complete and not is_exact)) as cap from matched
      ) as c
      order by score desc, skill_id desc
      limit case when after_id is null then least(max_rows, max_ranked) else max_ranked end
    )
    select case when cap is null then jsonb_build_array(score, skill_id) else jsonb_build_array(score, skill_id, cap) end
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
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
  loop
    delete from private.skill_identifiers as i
    where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
    update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
    where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

    insert into private.skill_identifiers as i (skill_id, identifier, origins, state, score)
    select s.id, entry.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into), st.score
    from public.skills as s
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
  is_github constant boolean := host = 'github.com';
  repository constant text := case
    when is_github then '^/[a-z0-9_][a-z0-9_.-]*/[a-z0-9_.-]+$' else '^(?:/[a-z0-9_][a-z0-9_.-]*){2,}$'
  end;
  -- The first segment of pages of the site itself. On GitHub, mcp has a page for each server, below the owner.
  pages constant text[] := case
    when is_github then '{apps,collections,features,login,marketplace,mcp,orgs,search,settings,sponsors,topics,users}'
    else '{admin,api,dashboard,explore,groups,help,projects,search,snippets,users}'
  end;
  owner constant text := split_part(path, '/', 2);
  -- Behind the second segment.
  position integer := char_length(owner) + char_length(split_part(path, '/', 3)) + 3;
  rest text := '';
begin
  if not is_github then
    -- A repository of GitLab can be in nested groups. Its pages follow a segment that no group or project can have as its name
    -- (https://docs.gitlab.com/user/reserved_names/); the list of owners is from the top-level names there.
    position := regexp_instr(
      path,
      '/(?:-|badges|blame|blob|builds|commits|create|create_dir|edit|files|find_file|new|preview|raw|refs|tree|update|wikis)(?:/|$)',
      position
    );
  end if;
  if position > 0 then
    rest := substr(path, position);
    path := left(path, position - 1);
  end if;
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if path !~ repository or owner = any (pages) then
    return null;
  end if;
  if not is_github then
    rest := regexp_replace(rest, '^/-', '');
  end if;
  return 'pkg:' || left(host, 6) || path || private.repository_subpath(regexp_replace(rest, '^/+(?:tree|blob)/+[^/]+', ''));
end
$function$;

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  -- Without weights, so that the index need not read the documents, too.
  return private.all_of(array(
    select
      case ordinal when cardinality(words) then private.word_query(word) || private.term(word, ':*') else private.word_query(word) end
    from unnest(words) with ordinality as w (word, ordinal)
  ));
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
  -- The importer validates the rest of the schema. Here is what those who read the table rely on.
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

CREATE OR REPLACE FUNCTION private.server_list_position (
  p_cursor    text,
  list_before text,
  is_search   boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  cursor_position jsonb;
begin
  if p_cursor is null then
    return null;
  end if;
  cursor_position := coalesce(
    private.parse_cursor(p_cursor, 'servers', '{jsonb,jsonb,jsonb,jsonb,boolean}'),
    -- Version 1.1.0 wrote only the position, bound to the list.
    jsonb_build_array(private.parse_cursor(p_cursor, list_before, case when is_search then '{jsonb,jsonb}' else '{jsonb}' end::text[]))
  );
  if private.is_server_position(cursor_position -> 0) is not true
    or exists (
      select from jsonb_array_elements(cursor_position) with ordinality as e (element, ordinal)
      where ordinal between 2 and 4 and jsonb_typeof(element) not in ('string', 'null')
    )
  then
    perform private.reject_cursor();
  end if;
  return cursor_position;
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
  -- RFC 3339 has neither infinity nor other years.
  years constant tstzrange := '[0001-01-01T00:00:00Z,10000-01-01T00:00:00Z)';
begin
  select string_agg(format('{"server":%s,"_meta":%s}', r.server, m.meta), ',' order by r.ordinal), count(*)
  into items, server_page.count
  from (
    select
      n.ordinal, named.*,
      sum(named.bytes + meta_bytes) over (order by n.ordinal rows between unbounded preceding and 1 preceding) as bytes_before
    from unnest(names) with ordinality as n (name, ordinal) join private.registry_servers as named on named.name = n.name
  ) as r
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_object(
        'status': case when r.is_listed then r.status else 'deleted' end,
        'publishedAt': case when r.published_at <@ years then r.published_at end,
        'updatedAt': case when r.source_updated_at <@ years then r.source_updated_at end,
        'statusChangedAt': case when r.status_changed_at <@ years then r.status_changed_at end,
        'isLatest': true
        absent on null
      ),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', private.established_mean(st.established_ratings, st.established_claws),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m
  where coalesce(r.bytes_before, 0) < private.page_bytes();
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
    select i from unnest(checked) with ordinality as u (i, ordinal)
    where char_length(i) between 1 and 2048
    order by ordinal
    limit 100
  );
begin
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(skill, array(select i from unnest(valid) as i where i !~ is_repository), 'import');
  perform private.replace_identifiers(
    skill, array(select i from unnest(array_remove(mentioned, null) || valid) as i where i ~ is_repository or i <> all (valid)), 'mention'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.sort_matches (
  sort     text,
  matches  uuid[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
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
  -- Each order reads one table: both would cost twice as much.
  if sort = 'newest' then
    return array(
      select s.id
      from public.skills as s
      where s.id = any (matches) and (after is null or (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid))
      order by s.created_at desc, s.id desc
      limit max_rows
    );
  end if;
  return array(
    select s.skill_id
    from public.skill_stats as s
    cross join lateral (
      select
        case sort
          when 'top' then s.score when 'rating' then s.avg_tenths when 'most_rated' then s.total_ratings
          when 'reliability' then s.reliability_score when 'security' then s.security_score when 'speed' then s.speed_score
        end as first_key,
        case sort when 'rating' then s.total_ratings when 'most_rated' then s.score end as second_key
    ) as k
    where s.skill_id = any (matches) and (after is null or case
      when k.second_key is null then (k.first_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
      else (k.first_key, k.second_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
    end)
    order by k.first_key desc, k.second_key desc, s.skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.suggest_names (
  search   text,
  is_loose boolean,
  searches integer DEFAULT 1
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
  most constant integer := 3;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 100;
  words private.search_word[] := private.plan_search(
    search, is_loose => suggest_names.is_loose, searches => suggest_names.searches
  );
  key text := private.name_key(search);
  -- Null if nothing was corrected: a comparison costs as much as ranking a skill.
  corrected_key text := private.name_key(private.correct_search(search, words));
  positions jsonb[] := private.rank_skills(search, words, private.skill_types(), null, max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      cross join lateral greatest(
        extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
        extensions.similarity(s.name_key, corrected_key)
      ) as similarity
      where similarity >= min_similarity
      order by similarity desc, s.name_key
      limit most
    ) as nearest
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.find_skills (
  p_search text,
  p_limit  integer DEFAULT NULL::integer,
  p_owner  text    DEFAULT NULL::text
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
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best jsonb[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  best := private.rank_skills(search, private.plan_search(search), '{clawdbot}', null, 1000);
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', f.identifier)
    from private.github_paths(
      array(select (p ->> 1)::uuid from unnest(best) as p), owner, least(greatest(coalesce(p_limit, 20), 1), 100)
    ) as f
    join public.skills as s on s.id = f.skill_id
    order by f.ordinal
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers_of_skills (
  p_skill_ids uuid[]
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
  -- Follows a search, which is expensive itself.
  max_bytes constant integer := private.page_bytes() / 4;
begin
  return (
    select json_build_object(
      'servers', coalesce(
        json_agg(json_build_object('skill_id', r.skill_id, 'updated_at', r.updated_at, 'server', r.server) order by r.ordinal)
          filter (where r.fits),
        '[]'
      ),
      'is_cut', coalesce(not bool_and(r.fits), false)
    )
    from (
      select
        i.ordinal, s.*,
        coalesce(sum(s.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) < max_bytes as fits
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as s on s.skill_id = i.skill_id
      where s.is_listed
    ) as r
  );
end
$function$;

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
  items text[];
  is_plain boolean;
  clean_value text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null if the identifier is not a path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  -- Null if it is not a package URL with a version.
  versions text[];
  -- Pairs for private.validate.
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when (select sum(char_length(private.trim_text(s.value))) from unnest(items) as s (value)) > 20000 then 'must have at most 20000 characters together'
  end);
  for i in 1..cardinality(items) loop
    -- Printable ASCII is common, and cleaning does not change it.
    is_plain := coalesce(octet_length(items[i]) <= 2048 and items[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then items[i] else private.clean_text(items[i], 2048) end;
    -- A malformed package URL or URL is not a name.
    if private.is_address(clean_value) then
      normal := private.normalize_identifier(clean_value);
      texts[i] := null;
    else
      normal := case when private.is_server_name(clean_value) then lower(clean_value collate "C") end;
      texts[i] := clean_value;
    end if;
    -- Like printable ASCII, what has a normal form is invalid only if it contains a key.
    if normal is null and not is_plain or private.contains_api_key(clean_value) then
      problems := problems || array['identifiers.' || i - 1, private.item_error(clean_value, 1, 2048)];
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and clean_value ~* '^pkg:' then private.package_version(clean_value) end;
  end loop;
  perform private.validate(variadic problems);

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as source on source.id = m.skill_id
        join public.skills as target on target.id = source.merged_into and target.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.ordinal, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    first_ranked as materialized (
      select
        r.*, v.version,
        -- Of the version of a skill, which several identifiers can name.
        dense_rank() over (order by v.version is null, r.skill_id, v.version) as number
      from ranked as r cross join lateral (select versions[r.ordinal] as version) as v
      where r.rank <= 3
    ),
    -- A list by number of the version: without hash joins, a join would compare each with each.
    evidence as materialized (
      select private.evidence_for_versions(
        array_agg(d.skill_id order by d.number), array_agg(d.version order by d.number)
      ) as for_versions
      from (select distinct r.number, r.skill_id, r.version from first_ranked as r where r.version is not null) as d
    ),
    shown_skills as (
      select
        r.ordinal,
        json_agg(case when r.version is null then row_to_json(shown) else row_to_json(versioned) end order by r.rank) as skills
      from first_ranked as r
      join public.skills as s on s.id = r.skill_id
      cross join lateral (
        select
          s.id, s.name, s.slug, s.type, s.url, r.avg_tenths / 10.0::float8 as avg_claws, r.total_ratings, r.established_ratings,
          r.established_mean, r.is_imported as imported, r.is_exact as exact
      ) as shown
      cross join lateral (
        select
          shown.*, case when r.established_ratings > 0 then private.last_rated_version(r.skill_id) end as last_rated_version,
          (select e.for_versions[r.number] from evidence as e) as for_version
      ) as versioned
      group by r.ordinal
    ),
    results as materialized (
      select
        m.ordinal,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.ordinal, m.first_state from matches as m) as m
      left join shown_skills as s on s.ordinal = m.ordinal
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.ordinal
    ))
    from unnest(items) with ordinality as u (identifier, ordinal)
    left join results as r on r.ordinal = u.ordinal
  );
end
$function$;

COMMENT ON FUNCTION "private"."github_paths"(uuid[], text, integer) IS 'Of these skills, the first ones whose url is a path in a repository on github.com that can be typed as it is, of an owner there (empty: any), and its normal form, in their order.';

COMMENT ON FUNCTION "private"."is_server_position"(jsonb) IS 'Whether JSON is the position of a server by name, by time of change or in a search; null for some that is not. The time zone must be UTC.';

COMMENT ON FUNCTION "private"."prefix_term"(text) IS 'A prefix query for a word, for the index, which also matches stems. If more than 1,000 words of the vocabulary begin with it, it is expanded to 16 of them: the most common, then the first in order.';

COMMENT ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) IS 'Replaces the identifiers of a skill from one origin, and with them their repositories; they must be in normal form and not null. Only for the functions below.';

COMMENT ON FUNCTION "private"."server_error"(jsonb, text) IS 'Why a server.json with this name is not stored; null if it is.';

COMMENT ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) IS 'As private.scan_in_order, of these skills, for any order but that of names.';

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[], text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[], text, integer) TO "postgres";

-- pgls-ignore lint/safety/constraintMissingNotValid: The migration holds the lock in any case.
ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_server_valid" CHECK ((private.server_error(server, name) IS NULL));
