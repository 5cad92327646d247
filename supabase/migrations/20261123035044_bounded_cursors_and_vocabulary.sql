set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."correct_word"(text);

DROP FUNCTION "private"."decode_cursor"(text, text);

DROP FUNCTION "private"."deletions"(text[]);

DROP FUNCTION "private"."edit_distance"(text, text);

DROP FUNCTION "private"."plan_ranking"(text);

CREATE TABLE "private"."crowded_deletions" (
  "deletion" integer NOT NULL,
  CONSTRAINT "crowded_deletions_pkey" PRIMARY KEY (deletion)
);

CREATE OR REPLACE FUNCTION private.add_words (
  words text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  with entry as materialized (
    select e.word, e.deletion, is_crowded, row_number() over (partition by e.deletion order by e.word) as place
    from private.deletions(words, 2) as e
    cross join lateral (
      select exists (select from private.crowded_deletions as c where c.deletion = e.deletion) as is_crowded
    ) as c
  ),
  -- Counting for one entry in 16 is enough, and nobody can tell for which: a hash gets a few dozen words too many.
  crowded as (
    insert into private.crowded_deletions (deletion)
    select distinct deletion
    from entry
    where random() < 1.0 / 16 and not is_crowded and private.crowd() <= (
      select count(*) from (
        select from private.vocabulary as v where v.deletions @> array[entry.deletion] limit private.crowd()
      ) as v
    )
    -- In one order for all, so that two submissions with the same words cannot deadlock. Below, too.
    order by deletion
    on conflict do nothing
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where not is_crowded and place <= private.crowd()), '{}')
  from entry
  group by word
  order by word
  on conflict do nothing;
end
$function$;

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

CREATE OR REPLACE FUNCTION private.common_words (
  from_skills double precision
)
  RETURNS TABLE (
    word   text,
    skills double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 3000
  SET search_path TO ''
  AS $function$
declare
  total float8 := private.document_count();
begin
  return query
  select c.word, c.share * total
  from pg_catalog.pg_stats
  -- No lexeme contains a space.
  cross join lateral unnest(string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs) as c (word, share)
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words' and c.share * total >= from_skills;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_search (
  search   text,
  replaced jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  folded text := private.fold_text(search);
  original text := case when lower(search collate pg_catalog.pg_c_utf8) = folded then search else folded end;
  correction text := original;
  wrong text;
  nearest text;
begin
  for wrong, nearest in select * from jsonb_each_text(replaced) loop
    correction := regexp_replace(
      correction collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(wrong, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', nearest, 'gi'
    );
  end loop;
  return nullif(correction, original);
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong       text,
  budget      integer,
  common      text[],
  frequencies double precision[]
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  allowed constant integer := private.allowed_edits(wrong);
  transposed text[] := private.transpositions(wrong);
  shared integer[];
  nearest text;
begin
  -- Once for all edits, with the cheap conditions first: there are 1,000.
  select array_agg(c.word), array_agg(c.skills) into common, frequencies
  from unnest(common, frequencies) as c (word, skills)
  where position(left(c.word, 1) in left(wrong, 3)) > 0
    and abs(char_length(c.word) - char_length(wrong)) <= allowed;

  for edits in 1..allowed loop
    shared := array(select d.deletion from private.deletions(array[wrong], edits) as d);
    nearest := (
      select word
      from (
        select word, max(skills) as skills, min(place) as place
        from (
          -- The oldest words, as they are in the table: those that are added later displace none.
          (
            select v.word, null::float8 as skills, v.ctid as place
            from private.vocabulary as v where v.deletions && shared
            limit budget / char_length(wrong)
          )
          union all
          -- Common words that begin with one of its first letters: no number of others displaces them. Not their stems, which nobody wrote.
          select c.word, c.skills, v.ctid
          from unnest(common, frequencies) as c (word, skills) join private.vocabulary as v on v.word = c.word collate "C"
        ) as candidate
        where
          -- Cheap, and one more: a transposition is two edits to it.
          abs(char_length(word) - char_length(wrong)) <= edits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and (
            extensions.levenshtein_less_equal(wrong, word, edits) <= edits
            or private.is_within(wrong, transposed, word, edits)
          )
        group by word
        order by max(skills) desc nulls last, min(place)
        limit 50
      ) as near
      cross join lateral (
        select coalesce(case when skills >= 1000 then skills end, (
          select count(*) from (
            select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000
          ) as d
        )) as frequency
        -- So that a word is counted once.
        offset 0
      ) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when nearest is not null;
  end loop;
  return nearest;
end
$function$;

CREATE OR REPLACE FUNCTION private.crowd()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 512;

CREATE OR REPLACE FUNCTION private.cursor_pattern (
  sort text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN CASE sort WHEN 'relevance'::text THEN
  '^\[\[-?[0-9]{1,18}, "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"\], \{"weights": \{(?:"[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?(?:, "[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?)*)?\}(?:, "replaced": \{"[^"\\]+": "[^"\\]+"(?:, "[^"\\]+": "[^"\\]+")*\}|, "correction": "(?:[^"\\]|\\.)*")?\}\]$'::text ELSE ('{"^\\[-?[0-9]{1,18}, \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$","^\\[-?[0-9]{1,18}, -?[0-9]{1,18}, \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$","^\\[-?[0-9]{1,18}, -?[0-9]{1,18}, \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$","^\\[-?[0-9]{1,18}, \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$","^\\[-?[0-9]{1,18}, \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$","^\\[-?[0-9]{1,18}, \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$","^\\[\"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,6})?\\+00:00\", \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$","^\\[\"(?:[^\"\\\\]|\\\\.)*\", \"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\"\\]$"}'::text[])[array_position(private.skill_orders(), sort)] END;

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor  text,
  list    text,
  pattern text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  cursor_position text;
begin
  if cursor is null then
    return null;
  end if;
  -- No cursor is longer.
  if octet_length(cursor) <= 4000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
  end if;
  -- As text: JSON is parsed only if it has the shape of a position, because a number of few characters can take megabytes.
  if cursor is distinct from private.tag_position(cursor_position, list) or cursor_position !~ pattern then
    raise data_exception;
  end if;
  return cursor_position::jsonb;
end
$function$;

CREATE OR REPLACE FUNCTION private.deletions (
  words text[],
  most  integer
)
  RETURNS TABLE (
    word     text,
    deletion integer
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  ROWS 30
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
begin
  -- The first 6 letters are enough to find candidates, and keep the index small. A word of up to 5 letters is only ever one edit away.
  return query
  select distinct word, hashtext(
    overlay(overlay(left(word, 6) placing '' from greatest(i, 1) for least(i, 1)) placing '' from greatest(j, 1) for least(j, 1))
  )
  from unnest(words) as word cross join generate_series(0, 6) as i cross join generate_series(0, 5) as j
  where i <= char_length(word) and j < greatest(i, 1) and (j = 0 or char_length(word) > 5 and most > 1);
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
  -- So many skills are looked up for each condition; more than 1,000 fill a ranking. With 500 the right one is found as often.
  budget constant integer := 1000;
  -- A wider condition is not tried when so many were found, and adds few, because its matches contain none of the rare words.
  enough constant integer := 100;
  added constant integer := 200;
  -- So many of the best rated skills are compared with common words: an order that new accounts hardly change.
  scanned constant integer := 500;
  -- What begins with the last word is not looked up if so many skills are expected to contain it: the index would read them all.
  too_many constant integer := 20000;
  rare text;
  common text[];
  terms text[];
  condition tsquery;
  found tid[] := '{}';
begin
  select
    string_agg(term, ' | ') filter (where so_far <= budget),
    array_agg(term order by expected) filter (where so_far > budget and not (expected > too_many and has_prefix)),
    array_agg(term order by expected)
  into rare, common, terms
  from (
    select
      format('(%s)', concat_ws(
        -- Without weights: the index cannot tell them, so that Postgres would read each document.
        ' | ', private.term(private.stem(word)), case when weights ? (word || '*') then private.prefix_term(word, '') end
      )) as term,
      weights ? (word || '*') as has_prefix,
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
      select d.ctid from private.skill_documents as d where d.words @@ condition and d.type = any (types)
      limit case found when '{}' then budget else added end
    );
    exit when cardinality(found) >= enough;
  end loop;

  if rare is null then
    condition := coalesce(condition, terms[1]::tsquery);
    found := found || array(
      select d.ctid
      from private.scan_in_order('top', types, null, null, scanned) as k
      join private.skill_documents as d on d.skill_id = (k ->> -1)::uuid
      where ts_match_vq(d.words, condition)
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
declare
  -- So many words that the vocabulary lacks are added to it for one skill, up to so many of its name first: an honest skill has few.
  most constant integer := 40;
  most_of_name constant integer := 20;
  changed uuid[];
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
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  -- Locks known words, so that private.remove_unused_words, which does not see this document yet, keeps them. It keeps common ones.
  perform from private.vocabulary as v
  where v.word in (
    select w.lexeme collate "C"
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (changed) and not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
  )
  order by v.word
  for key share;
  perform private.add_words(array(
    -- At random, so that nobody can choose which words stay unknown: private.words_beginning counts the known ones.
    select distinct word
    from (
      select word, row_number() over (partition by skill_id order by in_name and place <= most_of_name desc, random()) as place
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as place
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as lacking
    ) as lacking
    where place <= most
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_spelling (
  words    text[],
  replaced jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return replaced is null or (select count(*) <= 5 from jsonb_object_keys(replaced)) and (
    select bool_and(
      wrong = any (words)
      and exists (select from private.vocabulary as v where v.word = nearest collate "C")
      and private.is_within(wrong, private.transpositions(wrong), nearest, private.allowed_edits(wrong))
    )
    from jsonb_each_text(replaced) as r (wrong, nearest)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_within (
  word       text,
  transposed text[],
  other      text,
  edits      integer
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN
  ((extensions.levenshtein_less_equal(word, other, edits) <= edits) OR CASE edits WHEN 1 THEN (other = ANY (transposed)) ELSE (EXISTS (SELECT FROM unnest(is_within.transposed) t(t)
  WHERE (extensions.levenshtein_less_equal(t.t, is_within.other, (is_within.edits - 1)) < is_within.edits))) END);

CREATE OR REPLACE FUNCTION private.plan_ranking (
  search  text,
  carried jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  words text[] := private.search_words(search);
  weights jsonb;
  replaced jsonb := carried -> 'replaced';
  correction text;
  unknown text[];
  common text[];
  frequencies float8[];
  -- The weight of a word that 1,000 skills contain.
  rare float8 := ln(1 + private.document_count() / 1000);
begin
  -- A cursor is not signed. What it carries is planned again unless it is a correction of this search. Version 1.0.0 wrote the corrected
  -- search, which could be any text.
  if carried is null or carried ? 'correction' or not private.is_spelling(words, replaced) then
    carried := null;
    replaced := null;
    weights := private.word_weights(words);
    -- A search of many unknown words is not a misspelt one.
    unknown := array(
      select word from unnest(words) with ordinality as w (word, place) where not weights ?| array[word, word || '*']
      order by place limit 5
    );
    if unknown <> '{}' then
      select array_agg(c.word), array_agg(c.skills) into common, frequencies
      from (select * from private.common_words(0) order by skills desc limit 1000) as c;
      replaced := (
        select jsonb_object_agg(word, near)
        from unnest(unknown) as word
        -- The words share what a correction may cost.
        cross join lateral private.correct_word(word, 10000 / greatest(cardinality(unknown), 1), common, frequencies) as near
        where near is not null
      );
    end if;
  end if;

  correction := private.correct_search(search, replaced);
  if correction is not null or weights is null then
    weights := private.word_weights(private.search_words(coalesce(correction, search)));
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'replaced', case when correction is not null then replaced end,
    'weights', coalesce((
      -- A word that more than 1,000 skills contain does not become rare by what a cursor carries: looking it up would be expensive.
      select jsonb_object_agg(word, least(c.weight::numeric, case when now <= rare + 0.01 then now + 0.7 end))
      from jsonb_each_text(carried -> 'weights') as c (word, weight)
      cross join lateral (select (weights ->> word)::numeric as now) as today
    ), weights)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.position_pattern (
  keys text[]
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN
  (('\['::text || (SELECT string_agg(CASE k.key WHEN 'claws'::text THEN '[1-5]'::text WHEN 'bigint'::text THEN '-?[0-9]{1,18}'::text WHEN 'timestamptz'::text THEN
  '"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?\+00:00"'::text WHEN 'text'::text THEN '"(?:[^"\\]|\\.)*"'::text WHEN 'uuid'::text THEN
  '"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"'::text ELSE NULL::text END,
  ', '::text ORDER BY k.place) AS string_agg FROM unnest(position_pattern.keys) WITH ORDINALITY k(key, place))) || '\]'::text);

CREATE OR REPLACE FUNCTION private.prefix_term (
  prefix  text,
  weights text DEFAULT 'AC'::text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  words text[] := private.words_beginning(prefix);
begin
  return case
    when words is null then private.term(prefix, ':*' || weights)
    else (select string_agg(private.term(word, ':' || weights)::text, ' | ')::tsquery from unnest(words) as word)
  end;
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
  prefix constant float8 := 0.4;
  -- So many times the weight of all words: for a name that begins with the search, the more the fewer other words it has, and for a
  -- name of these words only.
  name_start constant float8 := 1.5;
  name_share constant float8 := 0.25;
  same_words constant float8 := 0.25;
  -- What a claw of the order top counts. An unrated skill ranks as one with 3 claws.
  claw constant float8 := 1.5;
  -- Documents of so many bytes together are ranked, the shortest first: 1,000 of the usual size. Reading long ones is what costs most.
  most_bytes constant integer := 600000;
  neutral constant bigint := 3000000000;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  words text[] := private.search_words(corrected);
  weights jsonb := ranking -> 'weights';
  candidates tid[] := private.find_candidates(words, weights, types) || array(
    -- Names that are the search or begin with it.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null
    order by s.name_key
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
      select d.skill_id, case when d.name_key = key then 9e12::bigint else
        -- In billionths of a claw. Adding the score in integers keeps the order of equal texts, however close.
        (1e9 / claw * (
          f.score + coalesce(whole.weight * (
            case
              when starts_with(d.name_key, key) then name_start + name_share * whole.words / greatest(whole.words, d.name_words)
              else 0
            end
            + case when f.words_in_name = whole.words and whole.words >= d.name_words then same_words else 0 end
          ), 0)
        ))::bigint + case st.total_ratings when 0 then neutral else st.score end
      end as score
      from whole
      cross join (
        select c.ctid, sum(bytes) over (order by doc.name_key <> key, bytes, c.ctid) as bytes
        from (select distinct ctid from unnest(candidates) as ctid) as c
        join private.skill_documents as doc on doc.ctid = c.ctid
        cross join lateral pg_column_size(doc.words) as bytes
      ) as c
      -- A long document is stored apart, and so read once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= most_bytes offset 0
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

CREATE OR REPLACE FUNCTION private.remove_unused_words()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
declare
  unused text[];
  freed integer[];
begin
  -- A word that is locked is in a document that is being written.
  unused := array(
    select v.word from private.vocabulary as v
    where v.word in (
      select w.lexeme
      from old_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
      where not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
    )
      and not exists (select from private.skill_documents as d where d.words @@ private.term(v.word, ':AC'))
    order by v.word
    for update skip locked
  );
  -- Looks again: a document can have been written before the words were locked.
  with removed as (
    delete from private.vocabulary as v
    where v.word = any (unused)
      and not exists (select from private.skill_documents as d where d.words @@ private.term(v.word, ':AC'))
    returning v.deletions
  )
  select array_agg(deletion) into freed from removed cross join lateral unnest(deletions) as deletion;
  -- The hash is found to be crowded again if it still is.
  delete from private.crowded_deletions where deletion in (
    select deletion from private.crowded_deletions where deletion = any (freed) order by deletion for update skip locked
  );
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN
  (SELECT (string_agg(format('(%s)'::text, concat_ws(' | '::text, private.term(private.stem(w.word)), CASE w.place WHEN cardinality(required_words.words) THEN
  private.prefix_term(w.word) ELSE NULL::tsquery END)), ' & '::text))::tsquery AS string_agg FROM unnest(required_words.words) WITH ORDINALITY w(word, place));

CREATE OR REPLACE FUNCTION private.tag_position (
  cursor_position text,
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

CREATE OR REPLACE FUNCTION private.encode_cursor (
  cursor_position jsonb,
  list            text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN private.tag_position((cursor_position)::text, list);

CREATE OR REPLACE FUNCTION private.transpositions (
  word text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN
  ARRAY(SELECT OVERLAY(transpositions.word PLACING reverse(substr(transpositions.word, i.i, 2)) FROM i.i FOR 2) AS "overlay" FROM generate_series(1,
  (char_length(transpositions.word) - 1)) i(i));

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
      select word || '*', private.prefix_term(word), (
        select total * sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, last.word)
      )
      from unnest(words[cardinality(words):]) as last (word)
    ) as terms
    -- What is not common is counted, up to 1,000.
    cross join lateral (
      select coalesce(estimate, (
        select count(*) from (select from private.skill_documents as d where d.words @@ term limit 1000) as d
      )) as n
      -- So that a word is counted once.
      offset 0
    ) as frequency
    where n > 0
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.words_beginning (
  prefix text
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The index of documents reads every word that begins with a prefix, in whichever skill. With more words than this, it is not asked.
  crowd constant integer := 1000;
  most constant integer := 64;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit crowd + 1
  );
begin
  if cardinality(words) <= crowd then
    return null;
  end if;
  return array(
    select word
    from (
      (
        select c.word, c.skills
        from private.common_words(0) as c join private.vocabulary as v on v.word = c.word collate "C"
        where starts_with(c.word, prefix)
        order by c.skills desc
        limit most
      )
      union all
      select word, 0 from unnest(words[:most]) as word
    ) as known
    group by word
    order by max(skills) desc, word
    limit most
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
  after := private.decode_cursor(p_cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));

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
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
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
  after := private.decode_cursor(p_cursor, list, private.cursor_pattern(sort));

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
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
    cross join lateral (select (p.skill ->> -1)::uuid as id offset 0) as u
    cross join lateral (
      select row_to_json(c) as item from public.skill_catalogue as c where c.id = u.id offset 0
    ) as c
    order by p.place limit wanted - 1
  loop
    items := items || item;
    bytes := bytes + pg_column_size(item);
    exit when bytes >= private.page_bytes();
  end loop;

  return json_build_object(
    'skills', items,
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.encode_cursor(
      case
        when ranking is null then page[cardinality(items)]
        else jsonb_build_array(page[cardinality(items)], ranking - 'correction')
      end,
      list
    ) end,
    'did_you_mean', ranking ->> 'correction'
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

CREATE TRIGGER remove_words_of_changed
  AFTER UPDATE ON private.skill_documents REFERENCING OLD TABLE AS old_documents
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.remove_unused_words();

CREATE TRIGGER remove_words_of_deleted
  AFTER DELETE ON private.skill_documents REFERENCING OLD TABLE AS old_documents
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.remove_unused_words();

COMMENT ON COLUMN "private"."crowded_deletions"."deletion" IS 'A hash of private.vocabulary.deletions.';

COMMENT ON COLUMN "private"."vocabulary"."deletions" IS 'Hashes of its beginning after deleting letters (private.deletions): words that differ by few edits share one. Without those that were crowded when the word was added.';

COMMENT ON FUNCTION "private"."add_words"(text[]) IS 'Adds words to the vocabulary.';

COMMENT ON FUNCTION "private"."allowed_edits"(text) IS 'How many edits the correction of a word may be away: 1 of 4 to 7 letters, 2 of more.';

COMMENT ON FUNCTION "private"."common_words"(double precision) IS 'The most common words of the catalogue and their stems, and about how many skills contain each, as the last analyze counted them; those that at least so many skills contain.';

COMMENT ON FUNCTION "private"."correct_search"(text, jsonb) IS 'A search with words replaced; null if there is nothing to replace.';

COMMENT ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[]) IS 'The nearest known word, at most private.allowed_edits away; the most frequent of several; null when there is none. Compares words of `budget` letters together, and those common words (private.common_words).';

COMMENT ON FUNCTION "private"."crowd"() IS 'A hash is crowded when so many words of the vocabulary have it.';

COMMENT ON FUNCTION "private"."cursor_pattern"(text) IS 'The regular expression of the positions in an order, or of a search by relevance.';

COMMENT ON FUNCTION "private"."decode_cursor"(text, text, text) IS 'Decodes what encode_cursor wrote for this list; null for null. Raises data_exception for anything else, and for a position that does not match the pattern.';

COMMENT ON FUNCTION "private"."deletions"(text[], integer) IS 'Each word with hashes of its beginning as it is and without one letter, or up to two.';

COMMENT ON FUNCTION "private"."encode_cursor"(jsonb, text) IS 'Encodes where a page of a list ended as opaque text.';

COMMENT ON FUNCTION "private"."is_spelling"(text[], jsonb) IS 'Whether all keys are words of a search, and each value is a known word so near that it could be the correction.';

COMMENT ON FUNCTION "private"."is_within"(text, text[], text, integer) IS 'Whether a word becomes another one by inserting, deleting or replacing a letter, or once transposing two, so many times. Takes its transpositions, so that they are made once for many words.';

COMMENT ON FUNCTION "private"."plan_ranking"(text, jsonb) IS 'How to rank for a search, as on the page before if its cursor carries that: {correction, replaced, weights}. correction, the corrected search, and replaced, the words for misspelt ones, are left out when no correction was made.';

COMMENT ON FUNCTION "private"."position_pattern"(text[]) IS 'The regular expression of a position with keys of these types.';

COMMENT ON FUNCTION "private"."prefix_term"(text, text) IS 'What begins with a word, as a tsquery: the prefix, or if too many words begin with it, the most common of them. AC: only words as written, not stems.';

COMMENT ON FUNCTION "private"."remove_unused_words"() IS 'Removes the words that only documents contained which were deleted or changed.';

COMMENT ON FUNCTION "private"."tag_position"(text, text) IS 'A position and its hash as opaque text, in base64url.';

COMMENT ON FUNCTION "private"."transpositions"(text) IS 'The word with each two letters that follow one another transposed.';

COMMENT ON FUNCTION "private"."words_beginning"(text) IS 'If more than 1,000 known words begin with a prefix, those 64 of them by which a search finds skills: the most common, then the first. Otherwise null: the index looks the prefix up.';

COMMENT ON TABLE "private"."crowded_deletions" IS 'Hashes that so many words have that no more are added (private.crowd). A search reads all words with a hash, so the number bounds what a correction costs.';

COMMENT ON TABLE "private"."vocabulary" IS 'The words that skills contain, to correct spelling by; written by triggers on public.skills and private.skill_documents.';

REVOKE ALL ON FUNCTION "private"."add_words"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."allowed_edits"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allowed_edits"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."allowed_edits"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."allowed_edits"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."common_words"(double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."common_words"(double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."common_words"(double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."common_words"(double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."crowd"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."crowd"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."crowd"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."cursor_pattern"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cursor_pattern"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."cursor_pattern"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cursor_pattern"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deletions"(text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deletions"(text[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."deletions"(text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."deletions"(text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_spelling"(text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_spelling"(text[], jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_spelling"(text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_spelling"(text[], jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_within"(text, text[], text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_within"(text, text[], text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_within"(text, text[], text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_within"(text, text[], text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text, jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."position_pattern"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."position_pattern"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."position_pattern"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."position_pattern"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."prefix_term"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prefix_term"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."prefix_term"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."prefix_term"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_unused_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_unused_words"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_unused_words"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."tag_position"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tag_position"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."tag_position"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tag_position"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."transpositions"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."transpositions"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."transpositions"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."transpositions"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."words_beginning"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."words_beginning"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."words_beginning"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."words_beginning"(text) TO "postgres";

-- Older projects grant everything on new tables.
REVOKE ALL ON TABLE "private"."crowded_deletions" FROM PUBLIC, "anon", "authenticated", "service_role";
