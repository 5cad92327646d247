set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "private"."vocabulary_deletions";

DROP FUNCTION "private"."all_terms"(tsquery[]);

DROP FUNCTION "private"."allowed_edits"(text);

DROP FUNCTION "private"."decode_cursor"(text, text);

DROP FUNCTION "private"."deletions"(text, integer);

DROP FUNCTION "private"."document_frequencies"(text[]);

DROP FUNCTION "private"."encode_cursor"(private.cursor_position, text);

DROP FUNCTION "private"."cursor_tag"(jsonb, text);

DROP FUNCTION "private"."filter_in_order"(text, text[], tsquery[], private.cursor_position, integer);

DROP FUNCTION "private"."find_candidates"(text[], integer[], text[]);

DROP FUNCTION "private"."index_skills"(uuid[]);

DROP FUNCTION "private"."look_up"(text, text[], tsquery[], private.cursor_position, integer);

DROP FUNCTION "private"."rank_skills"(text, jsonb, text[], private.cursor_position, integer);

DROP FUNCTION "private"."rating_evidence"(integer);

DROP FUNCTION "private"."scan_in_order"(text, text[], private.cursor_position, integer);

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer);

DROP FUNCTION "private"."search_terms"(text[]);

DROP FUNCTION "private"."search_words"(text);

DROP FUNCTION "private"."start_of_list"();

DROP TYPE "private"."cursor_position";

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  edits integer := case when char_length(wrong) < 4 then 0 when char_length(wrong) < 8 then 1 else 2 end;
  shared integer[] := (select d.deletions from private.deletions(array[wrong]) as d);
begin
  return (
    select word
    from (
      select v.word, distance
      from private.vocabulary as v cross join lateral private.edit_distance(wrong, v.word) as distance
      where v.deletions && shared and edits > 0
        -- Cheap, and no more than double: a transposition is two edits to it.
        and extensions.levenshtein_less_equal(wrong, v.word, 2 * edits) <= 2 * edits
        and distance <= edits
      order by distance, word
      limit 50
    ) as near
    cross join lateral (
      select count(*) as frequency
      from (select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000) as d
    ) as counted
    -- Skips words that no skill contains any more. Typos are rarely in the first letter.
    where frequency > 0
    order by distance, frequency desc, left(word, 1) <> left(wrong, 1), word
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.cut_page (
  items json[]
)
  RETURNS json[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  item json;
  bytes bigint := 0;
  fitting integer := 0;
begin
  foreach item in array items loop
    exit when bytes >= private.page_bytes();
    bytes := bytes + pg_column_size(item);
    fitting := fitting + 1;
  end loop;
  return items[:fitting];
end
$function$;

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor text,
  list   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  cursor_position jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) <= 4000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
  end if;
  if cursor is distinct from private.encode_cursor(cursor_position, list) then
    raise data_exception;
  end if;
  return cursor_position;
end
$function$;

CREATE OR REPLACE FUNCTION private.deletions (
  words text[]
)
  RETURNS TABLE (
    word      text,
    deletions integer[]
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  ROWS 10
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
begin
  -- The first 6 letters are enough to find candidates, and keep the index small. A word of up to 5 letters is only ever one edit away.
  return query
  select word, array_agg(distinct hashtext(
    overlay(overlay(left(word, 6) placing '' from greatest(i, 1) for least(i, 1)) placing '' from greatest(j, 1) for least(j, 1))
  ))
  from unnest(words) as word cross join generate_series(0, 6) as i cross join generate_series(0, 5) as j
  where i <= char_length(word) and j < greatest(i, 1) and (j = 0 or char_length(word) > 5)
  group by word;
end
$function$;

CREATE OR REPLACE FUNCTION private.document_words (
  name        text,
  description text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  in_name text[] := private.name_words(name);
  in_text text[] := private.split_words(private.fold_text(description), true);
begin
  -- Each weight has a position of its own: of two at one position the lower weight is lost. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name, ':1A '), '') || ':1A',
    nullif(array_to_string(private.other_stems(in_name), ':2B '), '') || ':2B',
    nullif(array_to_string(in_text, ':3C '), '') || ':3C',
    nullif(array_to_string(private.other_stems(in_text), ':4 '), '') || ':4'
  )::tsvector;
end
$function$;

CREATE OR REPLACE FUNCTION private.edit_distance (
  one   text,
  other text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN
  LEAST(extensions.levenshtein(one, other), (SELECT (min(extensions.levenshtein(OVERLAY(edit_distance.one PLACING reverse(substr(edit_distance.one, i.i, 2)) FROM i.i FOR 2),
  edit_distance.other)) + 1) FROM generate_series(1, (char_length(edit_distance.one) - 1)) i(i)));

CREATE OR REPLACE FUNCTION private.encode_cursor (
  cursor_position jsonb,
  list            text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  translate(encode(convert_to(("left"(encode(sha256(convert_to((list || cursor_position), 'UTF8'::name)), 'hex'::text), 16) || cursor_position), 'UTF8'::name), 'base64'::text),
  '+/=
'::text, '-_'::text);

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort   text,
  types  text[],
  words  text[],
  after  jsonb,
  wanted integer
)
  RETURNS jsonb[]
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
  page jsonb[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select k from private.scan_in_order(sort, types, null, after, steps::integer) as k
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = (k ->> -1)::uuid)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, private.document_count() * (cardinality(page) + 1) / steps);
    steps := 8 * steps;
  end loop;
  return array(select private.scan_in_order(
    sort, types,
    array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, wanted
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  words   text[],
  weights jsonb,
  types   text[]
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
  -- So many skills are looked up for each condition; more than 1,000 fill a ranking. With 500 the right one is found as often.
  budget constant integer := 1000;
  -- A wider condition is not tried when so many were found.
  enough constant integer := 100;
  -- So many of the most rated skills are compared with common words.
  scanned constant integer := 500;
  -- What begins with the last word is not looked up if so many skills are expected to contain it: the index would read them all.
  too_many constant integer := 20000;
  rare text;
  common text[];
  terms text[];
  condition tsquery;
  found uuid[] := '{}';
begin
  select
    string_agg(term, ' | ') filter (where so_far <= budget),
    array_agg(term order by expected) filter (where so_far > budget and not (expected > too_many and term like '%:*%')),
    array_agg(term order by expected)
  into rare, common, terms
  from (
    select
      format('(%s)', concat_ws(
        ' | ', private.term(private.stem(word)), case when weights ? (word || '*') then private.term(word, ':*AC') end
      )) as term,
      expected,
      sum(expected) over (order by expected, word) as so_far
    from unnest(words) as word
    cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
    cross join lateral (select private.document_count() / (exp(weight) - 1) as expected) as e
    where weight > 0
  ) as known;

  -- From narrow to wide: a rare word, all common words, the rarest of the common words.
  foreach condition in array array[rare, array_to_string(common, ' & '), common[1]]::tsquery[] loop
    found := found || array(
      select d.skill_id from private.skill_documents as d where d.words @@ condition and d.type = any (types) limit budget
    );
    exit when cardinality(found) >= enough;
  end loop;

  if rare is null then
    condition := coalesce(condition, terms[1]::tsquery);
    found := found || array(
      select d.skill_id
      from private.scan_in_order('most_rated', types, null, null, scanned) as k
      join private.skill_documents as d on d.skill_id = (k ->> -1)::uuid
      where ts_match_vq(d.words, condition)
    );
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_text (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN CASE WHEN (octet_length(VALUE) = char_length(VALUE)) THEN lower(("left"(VALUE, 6000) COLLATE pg_c_utf8)) ELSE
  "left"(translate(lower((extensions.unaccent('extensions.unaccent'::regdictionary, NORMALIZE(regexp_replace("left"(NORMALIZE(private.shorten_marks("left"(VALUE, 6000)), NFKD),
  12000),
  '[\u0300-\u036f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]'::text, ''::text, 'g'::text), NFKC)) COLLATE pg_c_utf8)), 'ς'::text, 'σ'::text), 6000) END;

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from private.skill_documents where skill_id in (select id from new_skills where retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words)
    select
      id, type, name_key, regexp_count(name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'), private.document_words(name, description)
    from new_skills where retired_at is null
    order by id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.words
  )
  insert into private.vocabulary (word, deletions)
  select word, deletions
  from private.deletions(array(
    select distinct w.lexeme collate "C"
    from document cross join lateral unnest(ts_filter(words, '{a,c}')) as w
    where char_length(w.lexeme) > 2 and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
  ))
  -- In one order for all, so that two submissions with the same new words cannot deadlock.
  order by word
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_words (
  name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  folded text := private.fold_text(name) collate pg_catalog.pg_c_utf8;
  -- fooBar as foo and bar, HTTPServer as http and server.
  spaced text := regexp_replace(
    name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])|([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1\2 ', 'g'
  );
  words text[] := private.split_words(folded, true);
begin
  if spaced <> name then
    words := words || private.split_words(private.fold_text(spaced), true);
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar.
  if folded ~ '[[:alnum:]][^[:alnum:] ]+[[:alnum:]]' then
    words := words || array(
      select left(regexp_replace(joined, '[^[:alnum:]]+', '', 'g'), 64)
      from string_to_table(folded, ' ') as part cross join lateral unnest(array[part, substring(part from '[^/]*$')]) as joined
    );
  end if;
  return array_remove(words, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.other_stems (
  words text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN ARRAY(SELECT s.stem FROM (SELECT word.word, (ts_lexize('english_stem'::regdictionary, word.word))[1] AS stem FROM unnest(other_stems.words) word(word)) s
  WHERE (s.stem <> s.word));

CREATE OR REPLACE FUNCTION private.plan_ranking (
  search text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  words text[] := private.search_words(search);
  weights jsonb := private.word_weights(words);
  folded text := private.fold_text(search);
  correction text;
  wrong text;
  nearest text;
begin
  for wrong, nearest in
    select word, near
    -- A search of many unknown words is not a misspelt one.
    from (select word from unnest(words) as word where not weights ?| array[word, word || '*'] limit 8) as unknown
    cross join lateral private.correct_word(word) as near
    where near is not null
  loop
    correction := regexp_replace(
      coalesce(correction, case when lower(search collate pg_catalog.pg_c_utf8) = folded then search else folded end)
        collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(wrong, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', nearest, 'gi'
    );
  end loop;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'weights', case when correction is null then weights else private.word_weights(private.search_words(correction)) end
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search  text,
  ranking jsonb,
  types   text[],
  after   jsonb,
  wanted  integer
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
  -- A word counts so many times its weight in the name, and in name and description. (In the description: once.)
  in_name constant float8 := 1.05;
  in_both constant float8 := 1.2;
  -- What only begins with the last word of the search.
  prefix constant float8 := 0.6;
  -- For a name that begins with the search, and for one of these words only: so many times the weight of all words.
  name_start constant float8 := 1.5;
  same_words constant float8 := 1;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  words text[] := private.search_words(corrected);
  weights jsonb := ranking -> 'weights';
  candidates uuid[] := private.find_candidates(words, weights, types) || array(
    -- Names that are the search or begin with it.
    select id from public.skills
    where name_key >= key and name_key < key || chr(1114111) and retired_at is null
    order by name_key
    limit 200
  );
begin
  return array(
    with term as materialized (
      (
        select
          (weights ->> word)::float8 as weight, 1 as words, private.term(stem, ':AB') as name, private.term(stem, ':CD') as text
        from unnest(words) as word cross join lateral private.stem(word) as stem
        -- The rarest words of a long search, to bound what it costs.
        order by weight desc nulls last
        limit 24
      )
      union all
      select prefix * (weights ->> (word || '*'))::float8, 0, private.term(word, ':*A'), private.term(word, ':*C')
      from unnest(words[cardinality(words):]) as word
    ),
    whole as materialized (
      select sum(weight * t.words) as weight, sum(t.words) as words from term as t
    ),
    score as (
      select d.skill_id, case when d.name_key = key then 9e12 else 1e6 * (
        f.score + private.rating_evidence(st) + coalesce(whole.weight, 0) * (
          case when starts_with(d.name_key, key) then name_start else 0 end
          + case when f.words_in_name = whole.words and whole.words >= d.name_words then same_words else 0 end
        )
      ) end::bigint as score
      from whole
      cross join (select distinct id from unnest(candidates) as id) as c
      -- A long document is stored apart, and so read once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.skill_id = c.id offset 0
      ) as d on d.type = any (types)
      join public.skill_stats as st on st.skill_id = d.skill_id
      cross join lateral (
        select
          coalesce(sum(t.weight * case
            when named and described then in_both when named then in_name when described then 1 else 0
          end), 0) as score,
          sum(t.words) filter (where named) as words_in_name
        from (select weight, term.words, d.words @@ name as named, d.words @@ text as described from term offset 0) as t
      ) as f
      order by score desc, skill_id desc
      limit 1000
    )
    select jsonb_build_array(score, skill_id)
    from score
    where after is null or (score, skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
    order by score desc, skill_id desc
    limit wanted
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.rating_evidence (
  stats public.skill_stats
)
  RETURNS double precision
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN ((0.5)::double precision * ln(((1 + (stats).total_ratings))::double precision));

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  (SELECT (string_agg(format('(%s)'::text, concat_ws(' | '::text, private.term(private.stem(w.word)), CASE w.place WHEN cardinality(required_words.words) THEN private.term(w.word,
  ':*AC'::text) ELSE NULL::tsquery END)), ' & '::text))::tsquery AS string_agg FROM unnest(required_words.words) WITH ORDINALITY w(word, place));

CREATE OR REPLACE FUNCTION private.scan_in_order (
  sort    text,
  types   text[],
  matches uuid[],
  after   jsonb,
  wanted  integer
)
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  STABLE
  ROWS 100
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  case sort
    when 'top' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(score, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by score desc, id desc limit wanted
          ) as s order by score desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(score, id) from (
          select score, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by score desc, id desc limit wanted
        ) as s;
      end if;
    when 'rating' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(avg_tenths, total_ratings, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select avg_tenths, total_ratings, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (avg_tenths, total_ratings, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by avg_tenths desc, total_ratings desc, id desc limit wanted
          ) as s order by avg_tenths desc, total_ratings desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(avg_tenths, total_ratings, id) from (
          select avg_tenths, total_ratings, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (avg_tenths, total_ratings, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by avg_tenths desc, total_ratings desc, id desc limit wanted
        ) as s;
      end if;
    when 'most_rated' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(total_ratings, score, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select total_ratings, score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (total_ratings, score, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by total_ratings desc, score desc, id desc limit wanted
          ) as s order by total_ratings desc, score desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(total_ratings, score, id) from (
          select total_ratings, score, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (total_ratings, score, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by total_ratings desc, score desc, id desc limit wanted
        ) as s;
      end if;
    when 'reliability' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(reliability_mean, reliability_count, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select reliability_mean, reliability_count, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (reliability_mean, reliability_count, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by reliability_mean desc, reliability_count desc, id desc limit wanted
          ) as s order by reliability_mean desc, reliability_count desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(reliability_mean, reliability_count, id) from (
          select reliability_mean, reliability_count, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (reliability_mean, reliability_count, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by reliability_mean desc, reliability_count desc, id desc limit wanted
        ) as s;
      end if;
    when 'security' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(security_mean, security_count, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select security_mean, security_count, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (security_mean, security_count, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by security_mean desc, security_count desc, id desc limit wanted
          ) as s order by security_mean desc, security_count desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(security_mean, security_count, id) from (
          select security_mean, security_count, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (security_mean, security_count, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by security_mean desc, security_count desc, id desc limit wanted
        ) as s;
      end if;
    when 'speed' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(speed_mean, speed_count, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select speed_mean, speed_count, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (speed_mean, speed_count, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by speed_mean desc, speed_count desc, id desc limit wanted
          ) as s order by speed_mean desc, speed_count desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(speed_mean, speed_count, id) from (
          select speed_mean, speed_count, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (speed_mean, speed_count, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by speed_mean desc, speed_count desc, id desc limit wanted
        ) as s;
      end if;
    when 'newest' then
      after := coalesce(after, '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(created_at, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select created_at, id from (select * from public.skills where retired_at is null) as s where s.type = t.type and (created_at, id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid) order by created_at desc, id desc limit wanted
          ) as s order by created_at desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(created_at, id) from (
          select created_at, id from (select * from public.skills where retired_at is null) as s where id = any (matches) and (created_at, id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid) order by created_at desc, id desc limit wanted
        ) as s;
      end if;
    when 'name' then
      after := coalesce(after, '["", "00000000-0000-0000-0000-000000000000"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(name_key, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select name_key, id from (select * from public.skills where retired_at is null) as s where s.type = t.type and (name_key, id) > ((after ->> 0)::text, (after ->> 1)::uuid) order by name_key asc, id asc limit wanted
          ) as s order by name_key asc, id asc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(name_key, id) from (
          select name_key, id from (select * from public.skills where retired_at is null) as s where id = any (matches) and (name_key, id) > ((after ->> 0)::text, (after ->> 1)::uuid) order by name_key asc, id asc limit wanted
        ) as s;
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
  -- The two queries differ only in the direction. octet_length does not read a long text.
  if oldest_first then
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at, id rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.oldest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) > (coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000'))
        order by updated_at, id
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at, r.id;
  else
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.newest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) < (coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by updated_at desc, id desc
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at desc, r.id desc;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_words (
  search text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  words text[] := private.split_words(private.fold_text(left(search, 250)), false);
begin
  return (
    with word as (
      select word, min(place) as place, coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as is_stop_word
      from unnest(words) with ordinality as w (word, place)
      group by word
      order by place
      -- The rest of a longer search is ignored, so that its cost is bounded.
      limit 50
    )
    select array_agg(word order by place) from word where not is_stop_word or (select bool_and(is_stop_word) from word)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.similar_skills (
  wanted text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  ranking jsonb := private.plan_ranking(wanted);
  key text := private.name_key(coalesce(ranking ->> 'correction', wanted));
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(private.rank_skills(wanted, ranking, private.skill_types(), null, 500)) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      -- Below this share of common trigrams nobody would take one name for the other.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_orders()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN '{top,rating,most_rated,reliability,security,speed,newest,name}'::text[];

CREATE OR REPLACE FUNCTION private.word_weights (
  words text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- What people say around what they look for; no weight, unless there is nothing else.
  filler constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  total float8 := private.document_count();
  common text[];
  shares float4[];
begin
  -- No lexeme contains a space.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into common, shares
  from pg_catalog.pg_stats
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  return (
    select coalesce(jsonb_object_agg(word, case
      when word = any (filler) and not words <@ filler then 0 else round(ln(1 + greatest(total, n) / n)::numeric, 2)
    end), '{}')
    from (
      select word, private.term(stem) as term, total * shares[array_position(common, stem)] as estimate
      from unnest(words) as word cross join lateral private.stem(word) as stem
      union all
      select word || '*', private.term(word, ':*AC'), (
        select total * sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, last.word)
      )
      from unnest(words[cardinality(words):]) as last (word)
    ) as terms
    -- What is not common is counted, up to 1,000.
    cross join lateral (
      select coalesce(estimate, (
        select count(*) from (select from private.skill_documents as d where d.words @@ term limit 1000) as d
      )) as n
    ) as frequency
    where n > 0
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_ratings (
  p_skill  text,
  p_sort   text    DEFAULT NULL::text,
  p_claws  integer DEFAULT NULL::integer,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
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
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  after := private.decode_cursor(p_cursor, list);

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(skill, sort = 'oldest', only_claws, after, page_size + 1 - cardinality(page), bytes) as s
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
    -- A cursor is not signed: its position can have values of any type.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
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
  page jsonb[];
  item json;
  items json[] := '{}';
  bytes bigint := 0;
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 0, 200)
  );
  after := private.decode_cursor(p_cursor, list);

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := coalesce(after -> 1, private.plan_ranking(search));
    page := private.rank_skills(search, ranking, types, after -> 0, wanted);
  elsif search is null then
    page := array(select private.scan_in_order(sort, types, null, after, wanted));
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  -- As a loop, so that long descriptions beyond the page are not read. Lateral, so that each skill is looked up in the order of the page.
  for item in
    select c.item
    from unnest(page) with ordinality as p (skill, place)
    cross join lateral (
      select row_to_json(c) as item from public.skill_catalogue as c where c.id = (p.skill ->> -1)::uuid offset 0
    ) as c
    order by p.place limit wanted - 1
  loop
    items := items || item;
    bytes := bytes + pg_column_size(item);
    exit when bytes >= private.page_bytes();
  end loop;

  return json_build_object(
    'skills', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.encode_cursor(
      case when ranking is null then page[cardinality(items)] else jsonb_build_array(page[cardinality(items)], ranking) end, list
    ) end,
    'did_you_mean', ranking ->> 'correction'
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have values of any type.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

CREATE INDEX vocabulary_deletions ON private.vocabulary USING gin (deletions)
  WITH (gin_pending_list_limit='256');

COMMENT ON COLUMN "private"."vocabulary"."deletions" IS 'Hashes of its beginning after deleting letters (private.deletions): words that differ by few edits share one.';

COMMENT ON FUNCTION "private"."correct_word"(text) IS 'The nearest known word, at most 1 edit away from 4 to 7 letters and 2 from more; the most frequent of several; null when there is none.';

COMMENT ON FUNCTION "private"."decode_cursor"(text, text) IS 'Decodes what encode_cursor wrote for this list; null for null. Raises data_exception for anything else.';

COMMENT ON FUNCTION "private"."deletions"(text[]) IS 'Each word with hashes of its beginning as it is and without one or two letters.';

COMMENT ON FUNCTION "private"."encode_cursor"(jsonb, text) IS 'Encodes where a page of a list ended as opaque text, in base64url.';

COMMENT ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) IS 'The positions of the skills that follow one in an order and contain all words.';

COMMENT ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) IS 'The skills that a search ranks: those with a rare word or with all common words; of common words, also the most rated skills.';

COMMENT ON FUNCTION "private"."index_changed_skills"() IS 'Writes the documents of skills that are submitted, edited, retired or restored, and the words that the vocabulary lacks.';

COMMENT ON FUNCTION "private"."other_stems"(text[]) IS 'The stems of those words that are not stems themselves.';

COMMENT ON FUNCTION "private"."plan_ranking"(text) IS 'How to rank for a search: {correction, weights}. The correction is left out when none was made.';

COMMENT ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) IS 'The positions that follow one among the best 1,000 matches of a search.';

COMMENT ON FUNCTION "private"."rating_evidence"(public.skill_stats) IS 'What the ratings of a skill add to its rank in a search.';

COMMENT ON FUNCTION "private"."required_words"(text[]) IS 'The condition that a skill contains all words or inflections, or of the last one a word that begins so.';

COMMENT ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) IS 'The positions that follow one (null: all) in an order, of all skills of some types or only of the matches.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws: up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."search_words"(text) IS 'The words of a search, without stop words if other words remain; null when there are none.';

COMMENT ON FUNCTION "private"."skill_orders"() IS 'The orders of the catalogue.';

COMMENT ON FUNCTION "private"."word_weights"(text[]) IS 'The weight of each word that some skill contains, and of the last word with * as a prefix: the rarer a word, the more it says, ln(1 + skills / skills with the word).';

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deletions"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deletions"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."deletions"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deletions"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."encode_cursor"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."encode_cursor"(jsonb, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."encode_cursor"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."encode_cursor"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."other_stems"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."other_stems"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."other_stems"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rating_evidence"(public.skill_stats) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rating_evidence"(public.skill_stats) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rating_evidence"(public.skill_stats) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rating_evidence"(public.skill_stats) TO "postgres";

REVOKE ALL ON FUNCTION "private"."required_words"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."required_words"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."required_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."required_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_words"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_orders"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_orders"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_orders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_weights"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_weights"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_weights"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_weights"(text[]) TO "postgres";

-- The documents of existing skills, with the words that are now joined and counted in another way, and the shorter forms of all words.
UPDATE private.skill_documents AS d SET
  name_words = regexp_count(s.name_key COLLATE pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
  words = private.document_words(s.name, s.description)
FROM public.skills AS s WHERE s.id = d.skill_id;

UPDATE private.vocabulary AS v SET deletions = d.deletions
FROM private.deletions(array(SELECT word FROM private.vocabulary)) AS d WHERE d.word = v.word COLLATE "C";
