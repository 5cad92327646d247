-- pgls-ignore-all lint/safety/addingNotNullField: Generated columns have a value in each row.
set local lock_timeout = '2s';

-- In one statement, so that it is atomic whichever program runs the migration: no list is called between the old and
-- the new functions. Adding generated columns rewrites the table of skills, and lists wait for it.
do $do$
begin
  perform set_config('lock_timeout', '2s', true);

SET local check_function_bodies = off;

DROP FUNCTION "private"."choice_error"(text, text[]);

DROP FUNCTION "private"."cursor_pattern"(text);

DROP FUNCTION "private"."encode_cursor"(jsonb, text);

DROP FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer);

DROP FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer);

DROP FUNCTION "private"."tag_position"(text, text);

CREATE OR REPLACE FUNCTION private.choice_error (
  value   text,
  choices text[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case when value <> all (choices) then 'must be one of ' || array_to_string(choices, ', ') end;
end
$function$;

CREATE OR REPLACE FUNCTION private.cursor_pattern (
  sort text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when sort in ('top', 'reliability', 'security', 'speed') then format('^%s$', private.position_pattern('{bigint,uuid}'))
    when sort in ('rating', 'most_rated') then format('^%s$', private.position_pattern('{bigint,bigint,uuid}'))
    when sort = 'newest' then format('^%s$', private.position_pattern('{timestamptz,uuid}'))
    when sort = 'name' then format('^%s$', private.position_pattern('{text,uuid}'))
    -- By relevance, a cursor also has how the search ranks: the weights of its words, and the words that replace misspelt ones. Version
    -- 1.0.0 wrote the corrected search instead of these.
    when sort = 'relevance' then format(
      '^\[%s, \{"weights": \{(?:%2$s(?:, %2$s)*)?\}(?:, "replaced": \{%3$s(?:, %3$s)*\}|, "correction": "(?:[^"\\]|\\.)*")?\}\]$',
      private.position_pattern('{bigint,uuid}'), '"[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?', '"[^"\\]+": "[^"\\]+"'
    )
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.encode_cursor (
  cursor_position jsonb,
  list            text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return private.tag_position(cursor_position::text, list);
end
$function$;

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort   text,
  types  text[],
  words  text[],
  after  jsonb,
  wanted integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  required tsquery := private.required_words(words);
  weights jsonb := private.word_weights(words);
  -- A word that occurs nowhere has no weight.
  rarest float8 := (
    select max(coalesce(least((weights ->> word)::float8, (weights ->> (word || '*'))::float8), 100)) from unnest(words) as word
  );
  -- The weight is ln(1 + skills / matches).
  skills_per_match float8 := exp(greatest(rarest, 0.01)) - 1;
  matches float8 := private.document_count() / skills_per_match;
  steps float8 := 2 * wanted * skills_per_match;
  page uuid[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select skill from unnest(private.scan_in_order(sort, types, null, after, steps::integer)) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, private.document_count() * (cardinality(page) + 1) / steps);
    steps := 8 * steps;
  end loop;
  return private.scan_in_order(
    sort, types,
    array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, wanted
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  words   text[],
  weights jsonb,
  types   text[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- The maximum number of candidates from the first query with a match. A ranking has at most 1,000; recall is the same with 500.
  max_candidates constant integer := 1000;
  -- With `enough` candidates, wider queries are not tried. These add few candidates, because their matches have none of the rare words.
  enough constant integer := 100;
  max_added constant integer := 200;
  -- The number of best rated skills that are matched with common words: new accounts hardly change their order.
  best_rated constant integer := 500;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  rare text;
  common text[];
  terms text[];
  query tsquery;
  found tid[] := '{}';
begin
  select
    string_agg(term, ' | ') filter (where running_frequency <= max_candidates),
    array_agg(term order by expected_frequency) filter (
      where running_frequency > max_candidates and not (expected_frequency > max_prefix_frequency and has_prefix)
    ),
    array_agg(term order by expected_frequency)
  into rare, common, terms
  from (
    select
      format('(%s)', concat_ws(
        -- Without weights: the index does not have them, so Postgres would recheck each document.
        ' | ', private.term(private.stem(word)), case when weights ? (word || '*') then private.prefix_term(word, '') end
      )) as term,
      weights ? (word || '*') as has_prefix,
      expected_frequency,
      sum(expected_frequency) over (order by expected_frequency, word) as running_frequency
    from unnest(words) as word
    cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
    cross join lateral (select private.document_count() / (exp(weight) - 1) as expected_frequency) as e
    where weight > 0
  ) as known;

  -- From the narrowest query to the widest: a rare word, all common words, the rarest of the common words.
  foreach query in array array[rare, array_to_string(common, ' & '), common[1]]::tsquery[] loop
    found := found || array(
      select d.ctid from private.skill_documents as d where d.words @@ query and d.type = any (types)
      limit case found when '{}' then max_candidates else max_added end
    );
    exit when cardinality(found) >= enough;
  end loop;

  if rare is null then
    query := coalesce(query, terms[1]::tsquery);
    found := found || array(
      select d.ctid
      from unnest(private.scan_in_order('top', types, null, null, best_rated)) as skill
      join private.skill_documents as d on d.skill_id = skill
      where ts_match_vq(d.words, query)
    );
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_in_order (
  sort    text,
  types   text[],
  matches uuid[],
  after   jsonb,
  wanted  integer
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
  -- The position before the first skill.
  after := coalesce(after, case sort
    when 'newest' then '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]'::jsonb
    when 'name' then '["", "00000000-0000-0000-0000-000000000000"]'
    when 'rating' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    when 'most_rated' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    else '[9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
  end);

  -- Each list of all types merges one index scan for each type.
  case sort
    when 'top' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.score desc, s.skill_id desc limit wanted
          ) as k
          order by k.score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'rating' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.avg_tenths, s.total_ratings, s.skill_id from public.skill_stats as s
            where s.type = t.type
              and (s.avg_tenths, s.total_ratings, s.skill_id)
                < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
            order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit wanted
          ) as k
          order by k.avg_tenths desc, k.total_ratings desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches)
            and (s.avg_tenths, s.total_ratings, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit wanted
        );
      end if;
    when 'most_rated' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.total_ratings, s.score, s.skill_id from public.skill_stats as s
            where s.type = t.type
              and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
            order by s.total_ratings desc, s.score desc, s.skill_id desc limit wanted
          ) as k
          order by k.total_ratings desc, k.score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches)
            and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.total_ratings desc, s.score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'reliability' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.reliability_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.reliability_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.reliability_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.reliability_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'security' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.security_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.security_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.security_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.security_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'speed' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.speed_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.speed_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.speed_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.speed_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'newest' then
      if matches is null then
        return array(
          select k.id from unnest(types) as t (type) cross join lateral (
            select s.created_at, s.id from public.skills as s
            where s.type = t.type and s.retired_at is null
              and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
            order by s.created_at desc, s.id desc limit wanted
          ) as k
          order by k.created_at desc, k.id desc limit wanted
        );
      else
        return array(
          select s.id from public.skills as s
          where s.id = any (matches) and s.retired_at is null
            and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
          order by s.created_at desc, s.id desc limit wanted
        );
      end if;
    when 'name' then
      if matches is null then
        return array(
          select k.id from unnest(types) as t (type) cross join lateral (
            select s.name_key, s.id from public.skills as s
            where s.type = t.type and s.retired_at is null
              and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
            order by s.name_key, s.id limit wanted
          ) as k
          order by k.name_key, k.id limit wanted
        );
      else
        return array(
          select s.id from public.skills as s
          where s.id = any (matches) and s.retired_at is null
            and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
          order by s.name_key, s.id limit wanted
        );
      end if;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
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
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
#variable_conflict use_column
begin
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.counts_fully, r.agent_id
  from (
    -- One of the two scans is skipped. octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select * from private.newest_ratings
      where
        not oldest_first and skill_id = skill and (only_claws is null or listed_claws = only_claws)
        and (updated_at, id) < (
          coalesce((after ->> 1)::timestamptz, 'infinity'),
          coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
    union all
    select *, sum(octet_length(commentary)) over (
      order by updated_at, id rows between unbounded preceding and 2 preceding
    )
    from (
      select * from private.oldest_ratings
      where
        oldest_first and skill_id = skill and (only_claws is null or listed_claws = only_claws)
        and (updated_at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'),
          coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by updated_at, id
      limit wanted
    ) as oldest
  ) as r
  -- Nested loops, by the settings above: they keep the order of the scan.
  join public.agents as a on a.id = r.agent_id
  where coalesce(r.bytes_before, 0) < bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_json_end (
  created_at timestamp with time zone,
  updated_at timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
begin
  return ',"created_at":' || to_json(created_at) || ',"updated_at":' || to_json(updated_at) || '}';
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_json_start (
  id          uuid,
  name        text,
  slug        text,
  description text,
  type        text,
  url         text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return (select rtrim(row_to_json(s)::text, '}') from (select id, name, slug, description, type, url) as s);
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_orders()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ARRAY['top'::text, 'rating'::text, 'most_rated'::text, 'reliability'::text, 'security'::text, 'speed'::text, 'newest'::text, 'name'::text];

CREATE OR REPLACE FUNCTION private.tag_position (
  cursor_position text,
  list            text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- The hash binds a position to its list and detects damage. It is not a signature, so a position can contain anything.
  return translate(
    encode(
      convert_to(left(encode(sha256(convert_to(list || cursor_position, 'UTF8')), 'hex'), 16) || cursor_position, 'UTF8'), 'base64'
    ),
    E'+/=\n', '-_'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.text_error (
  value    text,
  shortest integer,
  longest  integer
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
    when char_length(value) not between shortest and longest then format(
      'must have %s %s characters', case when shortest > 0 then shortest || ' to' else 'at most' end, longest
    )
    when private.has_long_mark_run(value) then 'must not contain more than 30 combining marks in a row'
    when private.contains_api_key(value) then 'must not contain an API key'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type   text    DEFAULT NULL::text,
  p_search text    DEFAULT NULL::text,
  p_sort   text    DEFAULT NULL::text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
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
  -- One skill more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), 500) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  positions jsonb[];
  page uuid[];
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
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  return (
    select
      '{"skills" : [' || coalesce(items, '') || '], "count" : ' || count
      || ', "next_cursor" : ' || coalesce(to_json((
        select private.encode_cursor(
          case sort
            when 'relevance' then jsonb_build_array(positions[count], ranking - 'correction')
            when 'top' then jsonb_build_array(st.score, s.id)
            when 'rating' then jsonb_build_array(st.avg_tenths, st.total_ratings, s.id)
            when 'most_rated' then jsonb_build_array(st.total_ratings, st.score, s.id)
            when 'reliability' then jsonb_build_array(st.reliability_score, s.id)
            when 'security' then jsonb_build_array(st.security_score, s.id)
            when 'speed' then jsonb_build_array(st.speed_score, s.id)
            when 'newest' then jsonb_build_array(s.created_at, s.id)
            when 'name' then jsonb_build_array(s.name_key, s.id)
          end,
          list
        )
        from public.skills as s join public.skill_stats as st on st.skill_id = s.id
        where s.id = page[count] and cardinality(page) > count
      ))::text, 'null')
      || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null') || '}'
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
        -- Lateral, so that each skill is looked up in the order of the page.
        cross join lateral (
          select
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"sub_scores":' || st.sub_scores as json_ratings,
            s.json_end
          from public.skills as s join public.skill_stats as st on st.skill_id = s.id
          where s.id = p.skill
          offset 0
        ) as item
      ) as p
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

COMMENT ON FUNCTION "private"."choice_error"(text, text[]) IS 'Why a value is not one of the choices; null when it is, or is null.';

COMMENT ON FUNCTION "private"."cursor_pattern"(text) IS 'The regular expression of the positions in an order, or of a search by relevance.';

COMMENT ON FUNCTION "private"."encode_cursor"(jsonb, text) IS 'Encodes where a page of a list ended as opaque text.';

COMMENT ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) IS 'The skills that follow a position in an order and contain all words.';

COMMENT ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) IS 'The skills that follow a position (null: all) in an order, of some types or only of the matches.';

COMMENT ON FUNCTION "private"."skill_json_end"(timestamp with time zone, timestamp with time zone) IS 'The JSON of a skill from its created_at.';

COMMENT ON FUNCTION "private"."skill_json_start"(uuid, text, text, text, text, text) IS 'The JSON of a skill up to its url.';

COMMENT ON FUNCTION "private"."skill_orders"() IS 'The sort orders of the catalogue.';

COMMENT ON FUNCTION "private"."tag_position"(text, text) IS 'A position and its hash as opaque text, in base64url.';

REVOKE ALL ON FUNCTION "private"."choice_error"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."choice_error"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."choice_error"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."choice_error"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."choice_error"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."cursor_pattern"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cursor_pattern"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."cursor_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cursor_pattern"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."encode_cursor"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."encode_cursor"(jsonb, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."encode_cursor"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."encode_cursor"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_json_end"(timestamp WITH time zone, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_json_end"(timestamp WITH time zone, timestamp WITH time zone) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_json_end"(timestamp WITH time zone, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_json_end"(timestamp WITH time zone, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_json_end"(timestamp WITH time zone, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skill_json_start"(uuid, text, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_json_start"(uuid, text, text, text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_json_start"(uuid, text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_json_start"(uuid, text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_json_start"(uuid, text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."tag_position"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tag_position"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."tag_position"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tag_position"(text, text) TO "postgres";

ALTER TABLE "public"."skills"
  ADD COLUMN "json_start" text GENERATED ALWAYS AS (private.skill_json_start(id, (name)::text, slug, (description)::text, TYPE, (url)::text)) STORED NOT NULL,
  ADD COLUMN "json_end" text GENERATED ALWAYS AS (private.skill_json_end(created_at, updated_at)) STORED NOT NULL;

COMMENT ON COLUMN "public"."skills"."json_start" IS 'The JSON of the skill in lists up to its url; generated, so that a list of many skills is fast.';

COMMENT ON COLUMN "public"."skills"."json_end" IS 'The JSON of the skill in lists from its created_at; generated.';
end
$do$;
