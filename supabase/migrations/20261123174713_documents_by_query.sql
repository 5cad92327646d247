set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.common_frequencies (
  stems  text[],
  prefix text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  all_documents float8 := private.document_count();
  common text[];
  shares float4[];
  frequencies jsonb;
begin
  select l.words, l.shares into common, shares from private.common_lexemes() as l;
  frequencies := coalesce((
    select jsonb_object_agg(stem, all_documents * shares[place])
    from (select stem, array_position(common, stem) as place from unnest(stems) as stem) as s
    where place is not null
  ), '{}');
  if prefix is not null and coalesce((frequencies ->> private.stem(prefix))::float8, 0) < private.known_from() then
    frequencies := frequencies || (
      select jsonb_build_object(prefix || '*', all_documents * coalesce(sum(share), 0))
      from unnest(common, shares) as c (word, share)
      where starts_with(word, prefix)
    );
  end if;
  return frequencies;
end
$function$;

CREATE OR REPLACE FUNCTION private.common_lexemes (
  OUT words text[],
  OUT shares real[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- No lexeme contains a space. The frequencies end with the least, the greatest and that of null.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into words, shares
  from pg_catalog.pg_stats where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';
  shares := shares[:cardinality(words)];
end
$function$;

CREATE OR REPLACE FUNCTION private.common_shares()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_object(words, shares::text[]) from private.common_lexemes());
end
$function$;

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
  from private.common_lexemes() as l cross join lateral unnest(l.words, l.shares) as c (word, share)
  where c.share * total >= from_skills;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong       text,
  budget      integer,
  common      text[],
  frequencies double precision[]
)
  RETURNS TABLE (
    word   text,
    skills double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
declare
  max_edits constant integer := private.allowed_edits(wrong);
  transposed text[] := private.transpositions(wrong);
  hashes integer[];
begin
  -- Once for all distances, with the cheap conditions first: there are 1,000 common words.
  select array_agg(c.word), array_agg(c.skills) into common, frequencies
  from unnest(common, frequencies) as c (word, skills)
  where position(left(c.word, 1) in left(wrong, 3)) > 0
    and abs(char_length(c.word) - char_length(wrong)) <= max_edits;

  for edits in 1..max_edits loop
    hashes := array(select d.deletion from private.deletions(array[wrong], edits) as d);
    return query (
      select near.word, counted.frequency
      from (
        select word, max(skills) as skills, min(location) as location
        from (
          -- In the order of the table, the oldest first: words that are added later cannot displace them.
          (
            select v.word, null::float8 as skills, v.ctid as location
            from private.vocabulary as v where v.deletions && hashes
            limit budget / char_length(wrong)
          )
          union all
          -- Common words that begin with one of its first three letters, which other words cannot displace. Stems are not in the vocabulary.
          select c.word, c.skills, v.ctid
          from unnest(common, frequencies) as c (word, skills) join private.vocabulary as v on v.word = c.word collate "C"
        ) as candidate
        where
          word <> wrong
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          and abs(char_length(word) - char_length(wrong)) <= edits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and (
            extensions.levenshtein_less_equal(wrong, word, edits) <= edits
            or private.is_within(wrong, transposed, word, edits)
          )
        group by word
        order by max(skills) desc nulls last, min(location)
        limit 50
      ) as near
      cross join lateral (
        select case when skills >= 100 then skills else private.count_documents(private.term(word), 1000) end as frequency
        -- Evaluates the count once for each word.
        offset 0
      ) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_documents (
  query tsquery,
  most  integer
)
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  -- The query is a parameter: a call beside @@ would be evaluated again for each document that the index cannot decide about.
  return (select count(*) from (select from private.skill_documents as d where d.words @@ query limit most) as documents);
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
begin
  return (
    with synonym as materialized (
      select
        to_jsonb(said) as said, private.synonym_query(called) as query, place <= max_retrieved as is_retrieved
      from private.find_synonyms(words) with ordinality as s (said, called, place)
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
      -- Skills with each word or a synonym of it, then those with a synonym of any word.
      'retrieved', jsonb_build_array(
        string_agg(format('(%s)', retrieved), ' & '),
        (select string_agg(distinct query, ' | ') from synonym where is_retrieved)
      )
    )
    from by_word
    having exists (select from synonym)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_matches (
  search  text,
  ranking jsonb,
  skills  uuid[]
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
  -- Of a long search only the rarest words, as in private.rank_skills.
  max_words constant integer := 24;
  words text[] := private.search_words(search);
  weights jsonb := ranking -> 'weights';
begin
  return array(
    with synonym as materialized (
      select said, private.synonym_query(called) as query
      from private.find_synonyms(array(select jsonb_array_elements_text(ranking -> 'words')))
    ),
    typed as materialized (
      select
        word, nearest,
        private.forms_of(word, place = cardinality(words)) as query,
        private.forms_of(nearest, place = cardinality(words)) as corrected_query,
        (
          select string_agg(s.query, ' | ')::tsquery
          from synonym as s where private.stem(coalesce(nearest, word)) = any (s.said)
        ) as expanded_query
      from (
        select word, place, nearest
        from unnest(words) with ordinality as w (word, place)
        cross join lateral (select ranking #>> array['replaced', word] as nearest) as r
        cross join lateral coalesce(weights ->> word, weights ->> nearest, weights ->> (word || '*')) as weight
        -- Filler weighs nothing. Words that no skill contains have no weight: they are missing.
        where weight::float8 is distinct from 0
        order by weight::float8 desc nulls last, place
        limit max_words
      ) as rarest
      order by place
    )
    select (
      select jsonb_strip_nulls(jsonb_build_object(
        'found', jsonb_agg(word) filter (where kind = 'found'),
        'corrected', jsonb_agg(jsonb_build_object('word', word, 'correction', nearest)) filter (where kind = 'corrected'),
        'expanded', jsonb_agg(word) filter (where kind = 'expanded'),
        'missing', jsonb_agg(word) filter (where kind = 'missing')
      ))
      from (
        select
          word, nearest,
          case
            when d.words @@ query then 'found'
            when d.words @@ corrected_query then 'corrected'
            when d.words @@ expanded_query then 'expanded'
            else 'missing'
          end as kind
        from typed
        -- So that kind is computed once.
        offset 0
      ) as matched
      having count(*) > 0
    )
    from unnest(skills) with ordinality as s (skill, place)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
    order by s.place
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_best_rated (
  query tsquery,
  types text[]
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
  -- New accounts hardly change which skills these are.
  best_rated constant integer := 100;
begin
  return array(
    select d.ctid
    from unnest(private.scan_in_order('top', types, null, null, best_rated)) as skill
    join private.skill_documents as d on d.skill_id = skill
    where ts_match_vq(d.words, query)
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
  limits constant record := private.similarity_constants();
  query tsquery;
  candidates tid[] := '{}';
begin
  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these. Synonyms
  -- find no more: a skill that shares no word is not similar enough.
  foreach query in array array(
    select string_agg(term::text, ' | ')::tsquery
    from (select term, sum(frequency) over (order by frequency, term) as running_frequency from unnest(own_words)) as word
    where running_frequency <= limits.max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(own_words[:limits.max_paired_words]) with ordinality as a (term, with_synonyms, weight, frequency, place)
      join unnest(own_words[:limits.max_paired_words]) with ordinality as b (term, with_synonyms, weight, frequency, place)
        on a.place < b.place
      where least(a.frequency, b.frequency) <= limits.max_frequency
      order by a.weight + b.weight desc, a.place
    )
    union all
    select term from unnest(own_words[:1]) where frequency <= limits.max_frequency
  ) loop
    exit when cardinality(candidates) >= limits.enough_candidates;
    candidates := candidates || private.find_documents(query, private.skill_types(), limits.max_candidates);
  end loop;
  return candidates;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_complete (
  words   text[],
  ranking jsonb,
  types   text[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- A ranking has at most 1,000 skills.
  max_candidates constant integer := 1000;
  query tsquery := (select string_agg(term, ' & ') from private.search_terms(words, ranking) where not is_wide_prefix);
  found tid[] := private.find_documents(query, types, max_candidates);
begin
  return found || case when cardinality(found) = max_candidates then private.find_best_rated(query, types) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_documents (
  query tsquery,
  types text[],
  most  integer
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return array(select d.ctid from private.skill_documents as d where d.words @@ query and d.type = any (types) limit most);
end
$function$;

CREATE OR REPLACE FUNCTION private.find_partial (
  words      text[],
  ranking    jsonb,
  types      text[],
  expansions tsquery[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- The maximum number of candidates with a rare word.
  max_candidates constant integer := 500;
  -- With `enough` of them, the common words are not tried. These, and synonyms, add few candidates.
  enough constant integer := 100;
  max_added constant integer := 100;
  rare text;
  common text[];
  query tsquery;
  found tid[];
begin
  select
    string_agg(term, ' | ') filter (where running_frequency <= max_candidates),
    array_agg(term order by frequency) filter (where running_frequency > max_candidates and not is_wide_prefix)
  into rare, common
  from (
    select *, sum(frequency) over (order by frequency, term) as running_frequency from private.search_terms(words, ranking)
  ) as t;

  found := private.find_documents(rare::tsquery, types, max_candidates);
  if cardinality(found) < enough then
    found := found || private.find_documents(common[1]::tsquery, types, max_added);
    if rare is null then
      found := found || private.find_best_rated(common[1]::tsquery, types);
    end if;
  end if;
  foreach query in array coalesce(expansions, '{}') loop
    found := found || private.find_documents(query, types, max_added);
  end loop;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_unused_words (
  words text[]
)
  RETURNS void
  LANGUAGE plpgsql
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
      select w.word
      from unnest(words) as w (word)
      where not exists (select from private.common_words(1000) as c where c.word = w.word)
    )
      and private.count_documents(private.term(v.word, ':AC'), 1) = 0
    order by v.word
    for update skip locked
  );
  -- Checks again: another transaction may have written a document before the words were locked.
  with removed as (
    delete from private.vocabulary as v
    where v.word = any (unused)
      and private.count_documents(private.term(v.word, ':AC'), 1) = 0
    returning v.deletions
  )
  select array_agg(deletion) into freed from removed cross join lateral unnest(deletions) as deletion;
  -- private.add_words inserts a hash again if it is still crowded.
  delete from private.crowded_deletions where deletion in (
    select deletion from private.crowded_deletions where deletion = any (freed) order by deletion for update skip locked
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.suspect_words (
  words   text[],
  weights jsonb
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- At most 3: a search with many unknown words is not misspelt. With 5, planted words made a search cost 15 lists of 100 instead of 10.
  max_words constant integer := 3;
  -- A word in more skills is not suspect.
  max_skills constant integer := 3;
begin
  return array(
    select word
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (select not weights ?| array[word, word || '*'] as is_unknown) as u
    where case
      when is_unknown then not exists (select from private.find_synonyms(words) as s where private.stem(word) = any (s.said))
      else (weights ->> word)::numeric >= private.rarity(max_skills) and char_length(word) > 3
        and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, place
    limit max_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.synonym_query (
  called text[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return format('(''%s'')', array_to_string(called, ''' & '''));
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
  least_frequency constant float8 := least(limits.max_counted, 1 + all_skills / 200);
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

CREATE OR REPLACE FUNCTION private.word_weights (
  words       text[],
  frequencies jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  -- None, if the search has no other words.
  fillers text[] := case when not words <@ more_stop_words then more_stop_words end;
  last text := words[cardinality(words)];
  beginning float8;
  weights jsonb;
begin
  weights := coalesce((
    select jsonb_object_agg(word, case when word = any (fillers) then 0 else private.rarity(documents) end)
    from unnest(words) as word cross join lateral private.stem(word) as stem
    -- The documents of other words are counted, up to 1,000.
    cross join lateral (
      select coalesce((frequencies ->> stem)::float8, private.count_documents(private.term(stem), 1000)) as documents
      -- Evaluates the count once for each word.
      offset 0
    ) as frequency
    where documents > 0 or word = any (fillers)
  ), '{}');
  if frequencies ? (last || '*') and coalesce((weights ->> last)::numeric > private.rarity(private.known_from()), true) then
    beginning := (frequencies ->> (last || '*'))::float8;
    if beginning < 1000 then
      beginning := greatest(beginning, private.count_documents(private.prefix_term(last), 1000));
    end if;
    if beginning > 0 then
      weights := weights || jsonb_build_object(last || '*', private.rarity(beginning));
    end if;
  end if;
  return weights;
end
$function$;

COMMENT ON FUNCTION "private"."common_lexemes"() IS 'The most common words and stems of the documents, with the share of the documents that contain each, estimated by the last analyze.';

COMMENT ON FUNCTION "private"."common_shares"() IS 'private.common_lexemes as an object, in which words are looked up fast.';

COMMENT ON FUNCTION "private"."common_words"(double precision) IS 'private.common_lexemes with their document frequencies; only those in at least from_skills skills.';

COMMENT ON FUNCTION "private"."count_documents"(tsquery, integer) IS 'How many documents match a query, counted up to a maximum.';

COMMENT ON FUNCTION "private"."find_best_rated"(tsquery, text[]) IS 'The documents of the best rated skills that match a query, by ctid.';

COMMENT ON FUNCTION "private"."find_complete"(text[], jsonb, text[]) IS 'Documents that contain all words of a search, by ctid: up to 1,000, and if there are more, those among the best rated skills.';

COMMENT ON FUNCTION "private"."find_documents"(tsquery, text[], integer) IS 'Up to a maximum of documents of some types that match a query, by ctid, which is faster than by id and does not change within a snapshot.';

COMMENT ON FUNCTION "private"."synonym_query"(text[]) IS 'The query for skills that contain all stems of a synonym, in parentheses.';

REVOKE ALL ON FUNCTION "private"."common_lexemes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."common_lexemes"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."common_lexemes"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."common_lexemes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_documents"(tsquery, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_documents"(tsquery, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."count_documents"(tsquery, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_documents"(tsquery, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_best_rated"(tsquery, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_best_rated"(tsquery, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_best_rated"(tsquery, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_best_rated"(tsquery, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."synonym_query"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."synonym_query"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."synonym_query"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."synonym_query"(text[]) TO "postgres";
