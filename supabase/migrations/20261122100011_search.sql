set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."skills_reversed_name";

DROP INDEX "public"."skills_search_text";

DROP INDEX "public"."skills_short_terms";

DROP VIEW "private"."by_age";

DROP VIEW "private"."by_average";

DROP VIEW "private"."by_name";

DROP VIEW "private"."by_number";

DROP VIEW "private"."by_reliability";

DROP VIEW "private"."by_score";

DROP VIEW "private"."by_security";

DROP VIEW "private"."by_speed";

DROP FUNCTION "private"."holds_words"(text[]);

DROP FUNCTION "private"."like_patterns"(text[]);

DROP FUNCTION "private"."list_in_order"(text, text, private.cursor_position, integer);

DROP FUNCTION "private"."look_up"(text, text, text[], private.cursor_position, integer);

DROP FUNCTION "private"."position_after"(text, private.listed_skill, uuid);

DROP FUNCTION "private"."scan_in_order"(text, text, text[], private.cursor_position, integer, integer);

DROP FUNCTION "private"."search"(text, text, text[], private.cursor_position, integer);

DROP FUNCTION "private"."short_terms"(text);

DROP FUNCTION "private"."similar_skills"(text);

DROP TYPE "private"."listed_skill";

-- pgls-ignore lint/safety/banDropColumn: replaced by private.skill_documents
ALTER TYPE "private"."cursor_position" DROP ATTRIBUTE "pinned" CASCADE;

-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/banDropColumn: replaced by private.skill_documents
ALTER TABLE "public"."skills"
  DROP COLUMN "search_text";

CREATE EXTENSION "fuzzystrmatch" SCHEMA "extensions";

CREATE TABLE "private"."skill_documents" (
  "skill_id"   uuid     NOT NULL,
  "type"       text     NOT NULL,
  "name_key"   text     COLLATE pg_catalog."C" NOT NULL,
  "name_words" integer  NOT NULL,
  "words"      tsvector NOT NULL,
  CONSTRAINT "skill_documents_pkey" PRIMARY KEY (skill_id)
);

CREATE TABLE "private"."vocabulary" (
  "word"      text      COLLATE pg_catalog."C" NOT NULL,
  "deletions" integer[] NOT NULL,
  CONSTRAINT "vocabulary_pkey" PRIMARY KEY (word)
);

ALTER TYPE "private"."cursor_position" ADD ATTRIBUTE "ranking" jsonb CASCADE;

CREATE OR REPLACE FUNCTION private.all_terms (
  terms tsquery[]
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ((SELECT string_agg(format('(%s)'::text, term.term), ' & '::text) AS string_agg FROM unnest(all_terms.terms) term(term) WHERE (term.term IS NOT NULL)))::tsquery;

CREATE OR REPLACE FUNCTION private.allowed_edits (
  word text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN CASE WHEN (char_length(word) < 4) THEN 0 WHEN (char_length(word) < 8) THEN 1 ELSE 2 END;

CREATE OR REPLACE FUNCTION private.choice_error (
  value   text,
  choices text[]
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN CASE WHEN (VALUE <> ALL (choices)) THEN ('must be one of '::text || array_to_string(choices, ', '::text)) ELSE NULL::text END;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
declare
  edits integer := private.allowed_edits(wrong);
  shared integer[] := private.deletions(wrong, edits);
  nearest text[];
begin
  select array_agg(word order by word) filter (where distance = least_distance) into nearest
  from (
    select word, distance, min(distance) over () as least_distance
    from (
      select v.word, private.edit_distance(wrong, v.word) as distance
      from private.vocabulary as v
      where v.deletions && shared
        -- Cheap, and no more than double: a transposition is two edits to it.
        and extensions.levenshtein_less_equal(wrong, v.word, 2 * edits) <= 2 * edits
      offset 0
    ) as near
    where distance <= edits
  ) as nearest;
  return (
    select word
    from unnest(nearest[:50]) as word
    cross join lateral (
      select count(*) as frequency
      from (select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000) as found
    ) as counted
    -- A word whose skills are all gone is no correction. Few mistake the first letter.
    where frequency > 0
    order by frequency desc, left(word, 1) <> left(wrong, 1), word
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor text,
  bound  text
)
  RETURNS private.cursor_position
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  held text;
  cursor_position jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) > 4000 then
    raise data_exception;
  end if;
  held := convert_from(
    decode(translate(cursor, '-_', '+/') || repeat('=', (4 - length(cursor) % 4) % 4), 'base64'), 'UTF8'
  );
  cursor_position := substr(held, 17)::jsonb;
  if left(held, 16) <> private.cursor_tag(cursor_position, bound) then
    raise data_exception;
  end if;
  return jsonb_populate_record(null::private.cursor_position, cursor_position);
exception
  when data_exception then
    perform private.reject_cursor();
end
$function$;

CREATE OR REPLACE FUNCTION private.deletions (
  word  text,
  edits integer
)
  RETURNS integer[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
BEGIN ATOMIC
 WITH whole
  AS (
          SELECT "left"(deletions.word, 7) AS form
         ), once AS (
          SELECT OVERLAY(whole.form PLACING ''::text FROM i.i FOR 1) AS form
            FROM whole,
             LATERAL generate_series(1, char_length(whole.form)) i(i)
           WHERE (deletions.edits >= 1)
         ), twice AS (
          SELECT OVERLAY(once.form PLACING ''::text FROM i.i FOR 1) AS "overlay"
            FROM once,
             LATERAL generate_series(1, char_length(once.form)) i(i)
           WHERE (deletions.edits >= 2)
         )
  SELECT array_agg(DISTINCT hashtext(forms.form)) AS array_agg
    FROM ( SELECT whole.form
            FROM whole
         UNION ALL
          SELECT once.form
            FROM once
         UNION ALL
          SELECT twice."overlay"
            FROM twice) forms;
END;

CREATE OR REPLACE FUNCTION private.document_count()
  RETURNS double precision
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN COALESCE((SELECT NULLIF(GREATEST(pg_class.reltuples, (0)::real), (0)::double precision) AS "nullif" FROM pg_class
  WHERE (pg_class.oid = ('private.skill_documents'::regclass)::oid)), ((SELECT count(*) AS count FROM (SELECT FROM private.skill_documents LIMIT 1000) documents))::real);

CREATE OR REPLACE FUNCTION private.document_frequencies (
  words text[]
)
  RETURNS double precision[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  total float8 := private.document_count();
  common text[];
  shares float4[];
begin
  -- No lexeme contains a space.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into common, shares
  from pg_catalog.pg_stats
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  return array(
    select coalesce(
      total * case
        when prefix then (select sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, term.word))
        else shares[array_position(common, stem)]
      end,
      -- Not common: counted, up to 1,000.
      (select count(*) from (select from private.skill_documents as d where d.words @@ query limit 1000) as found)
    )
    from (
      select word, stem, prefix, place, case when prefix then private.term(word, ':*AC') else private.term(stem) end as query
      from unnest(words || words[cardinality(words)]) with ordinality as w (word, place)
      cross join lateral (select private.stem(word) as stem, place > cardinality(words) as prefix) as p
      -- Computed once for each word.
      offset 0
    ) as term
    order by place
  );
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
  in_description text[] := private.split_words(private.fold_text(description), true);
begin
  return (
    select coalesce(string_agg('''' || word || ''':' || weight, ' '), '')::tsvector
    from (
      -- Each weight has a position of its own: of two at one position the lower weight is lost.
      select word, '1A' as weight from unnest(in_name) as word
      union all
      select private.stem(word), '2B' from unnest(in_name) as word where private.stem(word) <> word
      union all
      select word, '3C' from unnest(in_description) as word
      union all
      select private.stem(word), '4D' from unnest(in_description) as word where private.stem(word) <> word
    ) as weighted
  );
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
BEGIN ATOMIC
 SELECT
   LEAST(extensions.levenshtein(one, other), ( SELECT (min(extensions.levenshtein(OVERLAY(edit_distance.one PLACING reverse(substr(edit_distance.one, i.i, 2)) FROM i.i FOR 2),
   edit_distance.other)) + 1)
            FROM generate_series(1, (char_length(edit_distance.one) - 1)) i(i)))
  AS "least";
END;

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort   text,
  types  text[],
  terms  tsquery[],
  after  private.cursor_position,
  wanted integer
)
  RETURNS private.cursor_position[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  page private.cursor_position[] := '{}';
  last private.cursor_position := after;
  -- A short scan finds what is common, and tells how common it is.
  steps integer := 300;
  scanned integer := 0;
  share float8;
  known float8 := private.document_count();
  all_terms tsquery := private.all_terms(terms);
begin
  loop
    -- A filter over a function keeps its order. As a function, so that the index of the words is not used for it.
    page := page || array(
      select k from private.scan_in_order(sort, types, last, steps) as k
      where exists (select from private.skill_documents as d where d.skill_id = k.id and ts_match_vq(d.words, all_terms))
      limit wanted - cardinality(page)
    );
    exit when cardinality(page) = wanted;

    scanned := scanned + steps;
    if known <= scanned then
      -- The scan has seen the whole of a small catalogue, unless it has grown since the last vacuum.
      exit when scanned >= (select count(*) from (select from private.skill_documents limit scanned + 1) as documents);
    end if;

    -- On, for as many steps as should do, where looking up all finds would be more.
    share := (cardinality(page) + 1) / scanned::float8;
    steps := (wanted - cardinality(page)) / share * 1.2;
    if steps > share * known then
      return array(select f from private.look_up(sort, types, terms, after, wanted) as f);
    end if;
    if cardinality(page) > 0 then
      last := page[cardinality(page)];
    end if;
  end loop;
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  words   text[],
  weights integer[],
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
  -- So many skills are looked up by their words. With 500 the right one is found as often; more than 1,000 fill a ranking.
  budget constant integer := 1500;
  -- While fewer were found, the more common half of the common words is left out.
  enough constant integer := 100;
  -- So many of the most rated skills are looked at where words are too common to look up all that contain them.
  scanned constant integer := 2000;
  rare tsquery;
  common tsquery[];
  -- The last word, when too many begin so to look them up.
  begun tsquery;
  required tsquery;
  found uuid[] := '{}';
begin
  -- The rarest words, as long as not too many skills are expected to contain one of them.
  select
    string_agg(term::text, ' | ') filter (where expected <= budget)::tsquery,
    array_agg(term order by expected) filter (where expected > budget and not is_last),
    (array_agg(term) filter (where expected > budget and is_last))[1]
  into rare, common, begun
  from (
    select term, is_last, sum(private.document_count() / (exp(weight / 100.0) - 1)) over (order by weight desc, place) as expected
    from unnest(private.search_terms(words)) with ordinality as t (term, place)
    cross join lateral (select place = cardinality(words) as is_last) as l
    -- Of the word and the prefix, what is in more skills.
    cross join lateral (
      select least(nullif(weights[place], 0), case when is_last then nullif(weights[place + 1], 0) end) as weight
    ) as w
    where weight is not null
  ) as known;

  if rare is not null then
    found := array(select d.skill_id from private.skill_documents as d
      where d.words @@ rare and d.type = any (types) limit budget);
  end if;

  for halvings in 0 .. 5 loop
    exit when cardinality(found) >= enough or coalesce(cardinality(common), 0) >> halvings = 0;
    required := private.all_terms(common[:cardinality(common) >> halvings]);
    found := found || array(
      select d.skill_id
      from (
        select skill_id, doc.words from private.skill_documents as doc
        where doc.words @@ required and type = any (types)
        limit 2 * budget
      ) as d
      where halvings > 0 or begun is null or d.words @@ begun
      limit budget
    );
  end loop;

  if rare is null and (common is not null or begun is not null) then
    required := case when cardinality(found) < enough then coalesce(common[1], begun) else private.all_terms(common || begun) end;
    found := found || array(
      select d.skill_id
      from private.scan_in_order('most_rated', types, private.start_of_list(), scanned) as k
      join private.skill_documents as d on d.skill_id = k.id
      where ts_match_vq(d.words, required)
    );
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.index_skills(array(select id from new_skills));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_skills (
  ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from private.skill_documents as d using public.skills as s
  where s.id = any (ids) and s.retired_at is not null and d.skill_id = s.id;

  insert into private.skill_documents as d (skill_id, type, name_key, name_words, words)
  select
    id, type, name_key, coalesce(cardinality(private.search_words(name)), 0), private.document_words(name, description)
  from public.skills where id = any (ids) and retired_at is null
  order by id
  on conflict (skill_id) do update set
    type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
  where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words);

  insert into private.vocabulary (word, deletions)
  -- A word of 4 or 5 letters is only ever one edit away.
  select word, private.deletions(word, least(2, greatest(1, char_length(word) - 4)))
  from (
    select distinct w.lexeme collate "C" as word
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (ids) and char_length(w.lexeme) > 2
  ) as words
  where not exists (select from private.vocabulary as v where v.word = words.word)
  -- In one order for all, so that two submissions with the same new words cannot deadlock.
  order by word
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.look_up (
  sort   text,
  types  text[],
  terms  tsquery[],
  after  private.cursor_position,
  wanted integer
)
  RETURNS SETOF private.cursor_position
  LANGUAGE plpgsql
  STABLE
  ROWS 100
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET work_mem TO '16MB'
  AS $function$
declare
  all_terms tsquery := private.all_terms(terms);
  -- A prefix of one or two letters is in too many words to look up by, unless there is nothing else.
  indexed tsquery := coalesce(
    private.all_terms(array(select t from unnest(terms) as t where t::text !~ '''.{1,2}'':\*')), all_terms
  );
begin
  return query
  select k.*
  from (
    select
      case sort
        when 'top' then st.score
        when 'rating' then st.avg_tenths
        when 'most_rated' then st.total_ratings
        when 'reliability' then st.reliability_mean
        when 'security' then st.security_mean
        when 'speed' then st.speed_mean
      end::bigint as sort_key_1,
      case sort
        when 'rating' then st.total_ratings
        when 'most_rated' then st.score
        when 'reliability' then st.reliability_count
        when 'security' then st.security_count
        when 'speed' then st.speed_count
        else 0
      end::bigint as sort_key_2,
      case sort when 'name' then s.name_key end as name_key,
      case sort when 'newest' then s.created_at end as created_at,
      d.skill_id as id,
      null::jsonb
    from private.skill_documents as d
    left join public.skills as s on s.id = d.skill_id and sort in ('name', 'newest')
    left join public.skill_stats as st on st.skill_id = d.skill_id and sort not in ('name', 'newest')
    where d.words @@ indexed and ts_match_vq(d.words, all_terms) and d.type = any (types)
  ) as k
  where case sort
    when 'name' then (k.name_key, k.id) > (after.name_key, after.id)
    when 'newest' then (k.created_at, k.id) < (after.created_at, after.id)
    else (k.sort_key_1, k.sort_key_2, k.id) < (after.sort_key_1, coalesce(after.sort_key_2, 0), after.id)
  end
  order by k.sort_key_1 desc, k.sort_key_2 desc, k.created_at desc, k.name_key, case when sort <> 'name' then k.id end desc, k.id
  limit wanted;
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
  folded text := private.fold_text(name);
  -- fooBar as foo and bar, HTTPServer as http and server.
  split text := private.fold_text(regexp_replace(
    regexp_replace(name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])', '\1 ', 'g'),
    '([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1 ', 'g'
  ));
  words text[] := private.split_words(folded, true);
  part text;
begin
  if split <> folded then
    words := words || private.split_words(split, true);
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar.
  foreach part in array string_to_array(folded, ' ') || array(select regexp_matches[1]
  from regexp_matches(folded, '/([^/ ]+)(?: |$)', 'g')) loop
    words := words || left(array_to_string(private.split_words(part, false), ''), 64);
  end loop;
  return array_remove(words, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_ranking (
  search text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- What people say around what they look for; no weight, unless there is nothing else.
  filler constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  words text[] := private.search_words(search);
  frequencies float8[] := private.document_frequencies(words);
  folded text := private.fold_text(search);
  correction text;
  corrected text;
  tried integer := 0;
begin
  for i in 1 .. coalesce(cardinality(words), 0) loop
    if frequencies[i] = 0 and private.allowed_edits(words[i]) > 0
      and not (i = cardinality(words) and frequencies[i + 1] > 0)
    then
      -- A search of many unknown words is not a misspelt one.
      tried := tried + 1;
      exit when tried > 8;
      corrected := private.correct_word(words[i]);
      if corrected is not null then
        correction := regexp_replace(
          coalesce(correction, case when lower(search collate pg_catalog.pg_c_utf8) = folded then search else folded end)
            collate pg_catalog.pg_c_utf8,
          '(?<![[:alnum:]])' || regexp_replace(words[i], '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', corrected, 'gi'
        );
      end if;
    end if;
  end loop;
  if correction is not null then
    words := private.search_words(correction);
    frequencies := private.document_frequencies(words);
  end if;
  -- The last one may be the beginning of another word.
  words := words || words[cardinality(words)];

  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'weights', (
      -- The rarer a word, the more it says: ln(1 + n / df), in hundredths. A word that occurs nowhere says nothing.
      select coalesce(jsonb_agg(case
        when f = 0 or word = any (filler) and not words <@ filler then 0
        else round(100 * ln(1 + greatest(private.document_count(), f) / f))
      end order by place), '[]')
      from unnest(words, frequencies) with ordinality as df (word, f, place)
    )
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search  text,
  ranking jsonb,
  types   text[],
  after   private.cursor_position,
  wanted  integer
)
  RETURNS private.cursor_position[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- A word that the name contains counts for so much of its weight, one with the same stem, and one that only begins so.
  name_word constant float8 := 1.1;
  name_stem constant float8 := 1;
  name_prefix constant float8 := 0.6;
  -- The same in the description, where the word itself and its inflections count alike.
  text_word constant float8 := 1;
  text_prefix constant float8 := 0.3;
  -- In addition to the name.
  text_too constant float8 := 0.15;
  -- For a name that begins with the search, and for one of exactly these words: so many times the weight of all words.
  name_start constant float8 := 1.5;
  same_words constant float8 := 1;
  -- A name of more than 3 words, and a description of more than 50 (stems included), lose this share per multiple.
  length_loss constant float8 := 0.1;
  key text := private.name_key(coalesce(ranking ->> 'correction', search));
  words text[] := private.search_words(coalesce(ranking ->> 'correction', search));
  weights integer[] := array(
    select weight::numeric::integer
    from jsonb_array_elements_text(ranking -> 'weights') with ordinality as w (weight, place) order by place
  );
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
      select
        weight / 100.0::float8 as weight,
        case when is_last then weights[place + 1] / 100.0::float8 end as prefix_weight,
        private.term(word, ':A') as word_in_name,
        private.term(private.stem(word), ':AB') as stem_in_name,
        case when is_last then private.term(word, ':*A') end as prefix_in_name,
        private.term(word, ':C') || private.term(private.stem(word), ':CD') as word_in_text,
        case when is_last then private.term(word, ':*C') end as prefix_in_text
      from unnest(words) with ordinality as w (word, place)
      cross join lateral (select weights[place]::float8 as weight, place = cardinality(words) as is_last) as l
      -- The rarest words of a long search, to bound what it costs.
      order by weight desc
      limit 24
    ),
    score as (
      select
        d.skill_id,
        case when d.name_key = key then 9e12 else 1e6 * (
          of_words.score
          + whole.weight * (
            case when starts_with(d.name_key, key) then name_start else 0 end
            + case when of_words.in_name = whole.words and of_words.in_name >= d.name_words then same_words else 0 end
          )
          + private.rating_evidence(st.total_ratings)
        ) end::bigint as score
      from (select sum(weight) as weight, count(*) as words from term) as whole
      cross join (select distinct id from unnest(candidates) as id) as c
      -- A long document is stored apart, and so read once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.skill_id = c.id offset 0
      ) as d on d.type = any (types)
      join public.skill_stats as st on st.skill_id = d.skill_id
      cross join lateral (
        select
          coalesce(sum(
            n.score / (1 + length_loss * greatest(0, d.name_words / 3.0 - 1))
            + case
              when d.words @@ word_in_text then weight * case when n.score > 0 then text_too else text_word end
              when n.score = 0 and d.words @@ prefix_in_text then prefix_weight * text_prefix
              else 0
            end / (1 + length_loss * greatest(0, length(d.words) / 50.0 - 1))
          ), 0) as score,
          count(*) filter (where n.score >= weight * name_word) as in_name
        from (
          select *, case
            when d.words @@ word_in_name then weight * name_word
            when d.words @@ stem_in_name then weight * name_stem
            when d.words @@ prefix_in_name then prefix_weight * name_prefix
            else 0
          end as score
          from term offset 0
        ) as n
      ) as of_words
      order by score desc, skill_id desc
      limit 1000
    )
    select row(score, null, null, null, skill_id, ranking)::private.cursor_position
    from score
    where (score, skill_id) < (after.sort_key_1, after.id)
    order by score desc, skill_id desc
    limit wanted
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.rating_evidence (
  total_ratings integer
)
  RETURNS double precision
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN ((0.5)::double precision * ln(((1 + total_ratings))::double precision));

CREATE OR REPLACE FUNCTION private.reject_cursor()
  RETURNS void
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN private.validate(VARIADIC ARRAY['cursor'::text, 'is not a cursor of this list, with this order and these filters'::text]);

CREATE OR REPLACE FUNCTION private.scan_in_order (
  sort  text,
  types text[],
  after private.cursor_position,
  steps integer
)
  RETURNS SETOF private.cursor_position
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
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select score::bigint, null::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s where s.type = t.type and (score, skill_id) < (after.sort_key_1, after.id)
        order by s.score desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 5 desc limit steps;
    when 'rating' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select avg_tenths::bigint, total_ratings::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s
        where s.type = t.type and (avg_tenths, total_ratings, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 2 desc, 5 desc limit steps;
    when 'most_rated' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select total_ratings::bigint, score::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s
        where s.type = t.type and (total_ratings, score, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by s.total_ratings desc, s.score desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 2 desc, 5 desc limit steps;
    when 'reliability' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select reliability_mean::bigint, reliability_count::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s
        where s.type = t.type and (reliability_mean, reliability_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by s.reliability_mean desc, s.reliability_count desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 2 desc, 5 desc limit steps;
    when 'security' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select security_mean::bigint, security_count::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s
        where s.type = t.type and (security_mean, security_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by s.security_mean desc, s.security_count desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 2 desc, 5 desc limit steps;
    when 'speed' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select speed_mean::bigint, speed_count::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s
        where s.type = t.type and (speed_mean, speed_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by s.speed_mean desc, s.speed_count desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 2 desc, 5 desc limit steps;
    when 'newest' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select null::bigint, null::bigint, null::text, created_at, id, null::jsonb
        from public.skills as s where s.type = t.type and retired_at is null and (created_at, id) < (after.created_at, after.id)
        order by s.created_at desc, s.id desc limit steps
      ) as k order by 4 desc, 5 desc limit steps;
    when 'name' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select null::bigint, null::bigint, name_key, null::timestamptz, id, null::jsonb
        from public.skills as s where s.type = t.type and retired_at is null and (name_key, id) > (after.name_key, after.id)
        order by s.name_key, s.id limit steps
      ) as k order by 3, 5 limit steps;
  end case;
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
      from unnest(private.rank_skills(wanted, ranking, private.skill_types(), private.start_of_list(), 50)) as p
      join public.skills as s on s.id = p.id
      -- Below this share of common trigrams nobody would take one name for the other.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_types()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ARRAY['mcp'::text, 'clawdbot'::text, 'github'::text, 'other'::text];

CREATE OR REPLACE FUNCTION private.split_words (
  folded  text,
  singles boolean
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  words text[];
begin
  if octet_length(folded) = char_length(folded) then
    return array(
      select left(part[1], 64) from regexp_matches(folded, '([[:alnum:]]+(?:[+#]+(?![[:alnum:]]))?)', 'g') as part
    );
  end if;
  words := array(
    select left(part[1], case when part[1] ~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]' then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]+|[\u00a6\u00a9\u00ae\u00b0\u0482\u058d-\u058e\u060e-\u060f\u06de\u06e9\u06fd-\u06fe\u07f6\u09fa\u0b70\u0bf3-\u0bf8\u0bfa\u0c7f\u0d4f\u0d79\u0f01-\u0f03\u0f13\u0f15-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0fbe-\u0fc5\u0fc7-\u0fcc\u0fce-\u0fcf\u0fd5-\u0fd8\u109e-\u109f\u1390-\u1399\u166d\u1940\u19de-\u19ff\u1b61-\u1b6a\u1b74-\u1b7c\u203c\u2049\u2100-\u2101\u2103-\u2106\u2108-\u2109\u2114\u2116-\u2117\u211e-\u2123\u2125\u2127\u2129\u212e\u2139-\u213b\u214a\u214c-\u214d\u214f\u218a-\u218b\u2194-\u2199\u219c-\u219f\u21a1-\u21a2\u21a4-\u21a5\u21a7-\u21ad\u21af-\u21cd\u21d0-\u21d1\u21d3\u21d5-\u21f3\u2300-\u2307\u230c-\u231f\u2322-\u2328\u232b-\u237b\u237d-\u239a\u23b4-\u23db\u23e2-\u2426\u2440-\u244a\u249c-\u24e9\u2500-\u25b6\u25b8-\u25c0\u25c2-\u25f7\u25fb-\u25fe\u2600-\u2767\u2794-\u27bf\u2800-\u28ff\u2934-\u2935\u2b00-\u2b2f\u2b45-\u2b46\u2b4d-\u2b73\u2b76-\u2b95\u2b97-\u2bff\u2ce5-\u2cea\u2e50-\u2e51\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u2ff0-\u2fff\u3004\u3012-\u3013\u3020\u3030\u3036-\u3037\u303d-\u303f\u3190-\u3191\u3196-\u319f\u31c0-\u31e3\u31ef\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff\u4dc0-\u4dff\ua490-\ua4c6\ua828-\ua82b\ua836-\ua837\ua839\uaa77-\uaa79\ufd40-\ufd4f\ufdcf\ufdfd-\ufdff\uffe4\uffe8\uffed-\uffee\ufffc-\ufffd\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U0001018e\U00010190-\U0001019c\U000101a0\U000101d0-\U000101fc\U00010877-\U00010878\U00010ac8\U0001173f\U00011fd5-\U00011fdc\U00011fe1-\U00011ff1\U00016b3c-\U00016b3f\U00016b45\U0001bc9c\U0001cf50-\U0001cfc3\U0001d000-\U0001d0f5\U0001d100-\U0001d126\U0001d129-\U0001d164\U0001d16a-\U0001d16c\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d1ea\U0001d200-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da86\U0001e14f\U0001ecac\U0001ed2e\U0001f000-\U0001f0ff\U0001f10d-\U0001fb92\U0001fb94-\U0001fbca\U0001fc00-\U0001fffd]|(?:(?![\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af])[[:alnum:]\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010eab-\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00013440\U00013447-\U00013455\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ '[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]' then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (
      select 0, word where word !~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]'
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]'
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]'
    ) as terms (i, term)
    order by place, i
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.search_words (
  search text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
BEGIN ATOMIC
 WITH words
  AS (
          SELECT w.word,
             min(w.place) AS place
            FROM unnest(private.split_words(private.fold_text("left"(search_words.search, 250)), false)) WITH ORDINALITY w(word, place)
           GROUP BY w.word
           ORDER BY (min(w.place))
          LIMIT 50
         )
  SELECT array_agg(words.word ORDER BY words.place) AS array_agg
    FROM words
   WHERE ((ts_lexize('english_stem'::regdictionary, words.word) IS DISTINCT FROM '{}'::text[]) OR (NOT (EXISTS ( SELECT
            FROM words w
           WHERE (ts_lexize('english_stem'::regdictionary, w.word) IS DISTINCT FROM '{}'::text[])))));
END;

CREATE OR REPLACE FUNCTION private.start_of_list()
  RETURNS private.cursor_position
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ROW('9223372036854775807'::bigint, '9223372036854775807'::bigint, ''::text, 'infinity'::timestamp
  WITH time zone, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid, NULL::jsonb)::private.cursor_position;

CREATE OR REPLACE FUNCTION private.stem (
  word text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN COALESCE((ts_lexize('english_stem'::regdictionary, word))[1], word);

CREATE OR REPLACE FUNCTION private.term (
  word   text,
  suffix text DEFAULT ''::text
)
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN ((((''''::text || word) || ''''::text) || suffix))::tsquery;

CREATE OR REPLACE FUNCTION private.search_terms (
  words text[]
)
  RETURNS tsquery[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  ARRAY(SELECT CASE w.place WHEN cardinality(search_terms.words) THEN (private.term(private.stem(w.word)) || private.term(w.word, ':*AC'::text)) ELSE
  private.term(private.stem(w.word)) END AS term FROM unnest(search_terms.words) WITH ORDINALITY w(word, place) ORDER BY w.place);

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
    when p_sort = 'relevance' then 'top'
    else coalesce(p_sort, 'top')
  end;
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after private.cursor_position;
  ranking jsonb;
  page private.cursor_position[];
  item json;
  items json[] := '{}';
  bytes bigint := 0;
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(
      sort, '{relevance,top,rating,most_rated,reliability,security,speed,newest,name}'
    ),
    'search', private.text_error(search, 0, 200)
  );
  after := case when p_cursor is null then private.start_of_list() else private.decode_cursor(p_cursor, bound) end;

  -- One position further than the page, to see whether there is another page.
  if sort = 'relevance' then
    ranking := coalesce(after.ranking, private.plan_ranking(search));
    -- A cursor is only bound to its list, not signed.
    if jsonb_path_match(
      ranking, 'strict !exists($.weights[*] ? (@.type() != "number" || @ < 0 || @ > 5000))', silent => true
    ) is not true then
      perform private.reject_cursor();
    end if;
    page := private.rank_skills(search, ranking, types, after, page_size + 1);
  elsif search is null then
    page := array(select k from private.scan_in_order(sort, types, after, page_size + 1) as k);
  else
    page := private.filter_in_order(sort, types, private.search_terms(private.search_words(search)), after, page_size + 1);
  end if;

  -- As a loop, so that long descriptions beyond the page are not read; with a limit, Postgres sorts before it makes JSON.
  for item in
    select row_to_json(c)
    from unnest(page) with ordinality as p (key_1, key_2, key_3, key_4, id, ranking, place)
    join public.skill_catalogue as c on c.id = p.id
    order by p.place limit page_size
  loop
    items := items || item;
    bytes := bytes + octet_length(item::text);
    exit when bytes >= private.page_bytes();
  end loop;

  return json_build_object(
    'skills', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(page[cardinality(items)], bound)
    end,
    'did_you_mean', ranking ->> 'correction'
  );
end
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new and empty
-- pgls-ignore lint/safety/constraintMissingNotValid: the table is new and empty
ALTER TABLE "private"."skill_documents"
  ADD CONSTRAINT "skill_documents_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE CASCADE;

CREATE INDEX skill_documents_words ON private.skill_documents USING gin (words)
  WITH (fastupdate=off);

CREATE INDEX vocabulary_deletions ON private.vocabulary USING gin (deletions)
  WITH (fastupdate=off);

CREATE TRIGGER index_edited_skills
  AFTER UPDATE ON public.skills REFERENCING NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.index_changed_skills();

CREATE TRIGGER index_new_skills
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.index_changed_skills();

COMMENT ON COLUMN "private"."skill_documents"."name_key" IS 'Its name as private.name_key compares it.';

COMMENT ON COLUMN "private"."skill_documents"."name_words" IS 'Number of words in its name.';

COMMENT ON COLUMN "private"."skill_documents"."skill_id" IS 'The skill.';

COMMENT ON COLUMN "private"."skill_documents"."type" IS 'Its type.';

COMMENT ON COLUMN "private"."skill_documents"."words" IS 'Words of the name (A) and their stems (B), of the description (C) and their stems (D).';

COMMENT ON COLUMN "private"."vocabulary"."deletions" IS 'Hashes of what is left of its beginning after deleting letters (private.deletions): words that differ by few edits share one.';

COMMENT ON COLUMN "private"."vocabulary"."word" IS 'The word as written, folded.';

COMMENT ON EXTENSION "fuzzystrmatch" IS 'determine similarities and distance between strings';

COMMENT ON FUNCTION "private"."all_terms"(tsquery[]) IS 'The condition that all terms are met; null when there are none.';

COMMENT ON FUNCTION "private"."allowed_edits"(text) IS 'How many edits a misspelt word of this length may be away from the right one.';

COMMENT ON FUNCTION "private"."choice_error"(text, text[]) IS 'Why a value is not one of the choices; null when it is, or is null.';

COMMENT ON FUNCTION "private"."correct_word"(text) IS 'The nearest known word within the allowed edits, the most frequent of several; null when there is none.';

COMMENT ON FUNCTION "private"."deletions"(text, integer) IS 'Hashes of the beginning of a word without up to so many letters.';

COMMENT ON FUNCTION "private"."document_count"() IS 'About how many skills a search looks at.';

COMMENT ON FUNCTION "private"."document_frequencies"(text[]) IS 'About how many skills contain each word or an inflection; at the end, how many the last one as a prefix.';

COMMENT ON FUNCTION "private"."document_words"(text, text) IS 'The words of a skill as private.skill_documents keeps them.';

COMMENT ON FUNCTION "private"."edit_distance"(text, text) IS 'How many letters to insert, delete or replace, or to transpose with the next one.';

COMMENT ON FUNCTION "private"."filter_in_order"(text, text[], tsquery[], private.cursor_position, integer) IS 'The positions of the skills that follow one in an order and contain all terms.';

COMMENT ON FUNCTION "private"."find_candidates"(text[], integer[], text[]) IS 'The skills that a search ranks: those with a rare word, or with as many of the common words as possible; of common words, also the most rated skills.';

COMMENT ON FUNCTION "private"."index_changed_skills"() IS 'Keeps search as it should be when skills are submitted, edited, retired or restored.';

COMMENT ON FUNCTION "private"."index_skills"(uuid[]) IS 'Writes the documents of some skills, and the words that the vocabulary lacks.';

COMMENT ON FUNCTION "private"."look_up"(text, text[], tsquery[], private.cursor_position, integer) IS 'As private.scan_in_order, of the skills that contain all terms, found by the terms.';

COMMENT ON FUNCTION "private"."name_words"(text) IS 'The words of a name: as written, split where the case changes, and joined where punctuation separates them.';

COMMENT ON FUNCTION "private"."plan_ranking"(text) IS 'How to rank for a search: {correction, weights}. The correction is left out when none was made; the last weight is that of the last word as a prefix.';

COMMENT ON FUNCTION "private"."rank_skills"(text, jsonb, text[], private.cursor_position, integer) IS 'The positions that follow one among the best 1,000 matches of a search.';

COMMENT ON FUNCTION "private"."rating_evidence"(integer) IS 'What the ratings of a skill add to its rank in a search.';

COMMENT ON FUNCTION "private"."reject_cursor"() IS 'Raises PT400 for a cursor that encode_cursor did not write for this list.';

COMMENT ON FUNCTION "private"."scan_in_order"(text, text[], private.cursor_position, integer) IS 'The positions that follow one in an order, among the skills of some types.';

COMMENT ON FUNCTION "private"."search_terms"(text[]) IS 'For each word of a search what a skill must contain: the word or an inflection; of the last one also a word that begins so.';

COMMENT ON FUNCTION "private"."search_words"(text) IS 'The words of a search, without stop words if other words remain; null when there are none.';

COMMENT ON FUNCTION "private"."similar_skills"(text) IS 'Up to three skills that a search finds by a name that no skill has, the most alike first.';

COMMENT ON FUNCTION "private"."skill_types"() IS 'The types of skills, as skills_type_known has them.';

COMMENT ON FUNCTION "private"."split_words"(text, boolean) IS 'The words of a folded text, in order: runs of letters and digits, which may end in + or #; symbols; of Chinese, Japanese and Korean, each pair of characters, and each one beside if singles are asked for. At most 64 characters each.';

COMMENT ON FUNCTION "private"."start_of_list"() IS 'The position before everything in every order.';

COMMENT ON FUNCTION "private"."stem"(text) IS 'The English stem of a word; a stop word is its own.';

COMMENT ON FUNCTION "private"."term"(text, text) IS 'A word as a tsquery; the suffix chooses weights, and * a prefix.';

COMMENT ON TABLE "private"."skill_documents" IS 'The words of each skill that is not retired, for search; written by triggers on public.skills.';

COMMENT ON TABLE "private"."vocabulary" IS 'Every word that a skill contains or once contained, to correct spelling by; never updated.';

COMMENT ON TYPE "private"."cursor_position" IS 'Where a page of a list ended: the sort keys and id of its last row; for a search by relevance also {correction, weights}, so that every page ranks alike.';

REVOKE ALL ON FUNCTION "private"."all_terms"(tsquery[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."all_terms"(tsquery[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."all_terms"(tsquery[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."all_terms"(tsquery[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."allowed_edits"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allowed_edits"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."allowed_edits"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."allowed_edits"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."choice_error"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."choice_error"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."choice_error"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."choice_error"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."choice_error"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."correct_word"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deletions"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deletions"(text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."deletions"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deletions"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."document_count"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."document_count"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."document_count"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."document_count"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."document_frequencies"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."document_frequencies"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."document_frequencies"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."document_frequencies"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."document_words"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."document_words"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."document_words"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."edit_distance"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."edit_distance"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."edit_distance"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_distance"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], tsquery[], private.cursor_position, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], tsquery[], private.cursor_position, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], tsquery[], private.cursor_position, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], tsquery[], private.cursor_position, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_candidates"(text[], integer[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_candidates"(text[], integer[], text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_candidates"(text[], integer[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_candidates"(text[], integer[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_changed_skills"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."index_changed_skills"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."index_changed_skills"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."index_skills"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."index_skills"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."index_skills"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."look_up"(text, text[], tsquery[], private.cursor_position, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text[], tsquery[], private.cursor_position, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."look_up"(text, text[], tsquery[], private.cursor_position, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text[], tsquery[], private.cursor_position, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, jsonb, text[], private.cursor_position, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, jsonb, text[], private.cursor_position, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, jsonb, text[], private.cursor_position, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, jsonb, text[], private.cursor_position, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rating_evidence"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rating_evidence"(integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rating_evidence"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rating_evidence"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reject_cursor"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reject_cursor"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."reject_cursor"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reject_cursor"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], private.cursor_position, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], private.cursor_position, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], private.cursor_position, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], private.cursor_position, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_terms"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_terms"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_terms"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_terms"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."similar_skills"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similar_skills"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."similar_skills"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."similar_skills"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_types"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_types"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_types"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_types"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."split_words"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."split_words"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."split_words"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_words"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."split_words"(text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."start_of_list"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."start_of_list"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."start_of_list"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."start_of_list"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."stem"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stem"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."stem"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stem"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."term"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."term"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."term"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."term"(text, text) TO "postgres";

REVOKE ALL ON "private"."skill_documents" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."skill_documents" TO "anon", "authenticated";

REVOKE ALL ON "private"."vocabulary" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."vocabulary" TO "anon", "authenticated";

-- Whatever the default privileges of the project are.
REVOKE ALL ON "private"."skill_documents", "private"."vocabulary" FROM public, anon, authenticated, service_role;
GRANT SELECT ON "private"."skill_documents", "private"."vocabulary" TO anon, authenticated;

-- The skills that are there already.
select private.index_skills(array(select id from public.skills));

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort   text,
  types  text[],
  terms  tsquery[],
  after  private.cursor_position,
  wanted integer
)
  RETURNS private.cursor_position[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  page private.cursor_position[] := '{}';
  last private.cursor_position := after;
  -- A short scan finds what is common, and tells how common it is.
  steps integer := 300;
  scanned integer := 0;
  share float8;
  known float8 := private.document_count();
  all_terms tsquery := private.all_terms(terms);
begin
  loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := page || array(
      select k from private.scan_in_order(sort, types, last, steps) as k
      where (select ts_match_vq(d.words, all_terms) from private.skill_documents as d where d.skill_id = k.id)
      limit wanted - cardinality(page)
    );
    exit when cardinality(page) = wanted;

    scanned := scanned + steps;
    if known <= scanned then
      -- The scan has seen the whole of a small catalogue, unless it has grown since the last vacuum.
      exit when scanned >= (select count(*) from (select from private.skill_documents limit scanned + 1) as documents);
    end if;

    -- On, for as many steps as should do, where looking up all finds would be more.
    share := (cardinality(page) + 1) / scanned::float8;
    steps := (wanted - cardinality(page)) / share * 1.2;
    if steps > share * known then
      return array(select f from private.look_up(sort, types, terms, after, wanted) as f);
    end if;
    if cardinality(page) > 0 then
      last := page[cardinality(page)];
    end if;
  end loop;
  return page;
end
$function$;

SET local check_function_bodies = off;

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
  bound text;
  after private.cursor_position;
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
  bound := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, bound);
  end if;

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > after.sort_key_1 or sort = 'lowest' and only_claws < after.sort_key_1;
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
      private.encode_cursor(row(last.claws, null, null, last.updated_at, last.id, null)::private.cursor_position, bound)
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_skill (
  p_name        text,
  p_description text,
  p_type        text,
  p_url         text DEFAULT NULL::text
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
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  perform private.validate(
    'name', case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
    'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
    'url', private.url_error(clean_url)
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

    select private.skill_reference(id) into holder from public.skills
    where name_key = private.name_key(clean_name) and retired_at is null;
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked in the meantime.
    perform private.require_agent();
    raise;
end
$function$;
