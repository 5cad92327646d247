set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER DOMAIN "private"."cursor_ranking"
  DROP CONSTRAINT "cursor_ranking_valid";

ALTER DOMAIN "private"."search_rank"
  DROP CONSTRAINT "search_rank_valid";

DROP FUNCTION "private"."beginning_frequency"(text);

DROP FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery);

DROP FUNCTION "private"."is_cursor_ranking"(jsonb);

DROP FUNCTION "private"."is_search_position"(jsonb);

DROP FUNCTION "private"."is_search_rank"(jsonb);

DROP FUNCTION "private"."word_frequency"(text);

CREATE OR REPLACE FUNCTION private.beginning_frequency (
  prefix        text,
  all_documents double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Words that begin with it and are not common are counted, up to this.
  max_counted constant integer := 1000;
  of_common_words constant float8 := all_documents * (
    select sum(c.share) from private.common_words as c
    where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
  );
begin
  return case
    when of_common_words >= max_counted then of_common_words
    else greatest(of_common_words, private.count_documents(private.prefix_term(prefix), max_counted))
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_documents (
  query     tsquery,
  most      integer,
  frequency double precision,
  mark      tsquery          DEFAULT NULL::tsquery,
  expected  double precision DEFAULT NULL::double precision
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The index of all documents reads all postings of a word before the limit counts.
  common constant float8 := 5000;
  is_common constant boolean := coalesce(frequency > common, false);
  -- Common words that seldom meet: all documents with them are read, but not the index of the proven ones.
  is_seldom constant boolean := coalesce(is_common and expected < 2 * most, false);
  proven tid[] := '{}';
  short_ones tid[];
  long_ones tid[];
  found bigint;
begin
  if query is null then
    return null;
  end if;
  -- In the query, so that the index does not read the documents without the mark.
  query := coalesce(query && mark, query);
  if is_common and not is_seldom then
    proven := array(
      select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit most
    );
    if cardinality(proven) = most then
      return proven;
    end if;
  end if;
  select
    proven || array_agg(d.ctid) filter (where comes_first), array_agg(d.ctid) filter (where not comes_first and not is_long),
    array_agg(d.ctid) filter (where not comes_first and is_long), count(*)
  into proven, short_ones, long_ones, found
  from (
    select
      d.ctid, is_seldom and d.is_proven as comes_first,
      -- Postgres keeps the words of a long document apart, or compressed, and a search takes ten times as long to read them.
      pg_column_size(d.words) > 2000 or pg_column_compression(d.words) is not null as is_long
    from private.skill_documents as d
    where d.words @@ query and (is_seldom or not (is_common and d.is_proven))
    limit case when is_seldom then 2 * most else most - cardinality(proven) end
  ) as d;
  if is_seldom and found = 2 * most then
    -- They meet often.
    return private.find_documents(query, most, frequency);
  end if;
  return (proven || short_ones || long_ones[:most / 10])[:most];
end
$function$;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  searches integer,
  mark     tsquery,
  OUT      matches tid[],
  OUT      are_complete boolean
)
  RETURNS record
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
  lowest float8;
  -- How many skills have all words, if words meet by chance.
  expected float8;
  complete tsquery;
  query tsquery;
  common tsquery[];
begin
  select
    private.all_of(array_agg(finder)), min(frequency),
    -- At least 1: exp() of less than -745 is an error, and a cursor is not signed.
    exp(greatest(sum(ln(frequency)) - (count(*) - 1) * ln(greatest(private.document_count(), 1)), 0))
  into complete, lowest, expected
  from unnest(terms) where frequency is not null;
  matches := private.find_documents(complete, max_complete, lowest, mark, expected);
  are_complete := coalesce(cardinality(matches) >= enough, false);
  if are_complete then
    return;
  end if;
  if cardinality(terms) > 1 then
    select
      private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
      array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
    into query, common
    from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
    where finder is not null;
    matches := matches || private.find_documents(query, max_partial, 0, mark);
    if cardinality(terms) > 2 then
      -- Two of the rarest common words; the index reads the postings of the rarest one.
      matches := matches || private.find_documents(common[1] && private.any_of(common[2:3]), 2 * max_added, 0, mark);
    end if;
    if matches = '{}' then
      matches := private.find_documents(common[1], max_added, lowest, mark);
    end if;
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  if exists (select from unnest(terms) where synonym_finder is not null) then
    matches := matches
      || private.find_documents(
        private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms))), max_added, 0, mark
      )
      || private.find_documents(private.any_of(array(select distinct synonym_finder from unnest(terms))), max_added, 0, mark);
  end if;
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(private.any_of(array(select distinct synonyms from unnest(terms))), max_added, 0, mark);
  end if;
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
    when jsonb_typeof(value #> '{0,0}') = 'array' then
      jsonb_array_length(value -> 0) = 2
      and pg_input_is_valid((value #> '{0,0}')::text, 'private.search_rank')
      and pg_input_is_valid((value #> '{0,1}')::text, 'private.cursor_ranking')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1,
  mark     tsquery               DEFAULT NULL::tsquery,
  named    uuid[]                DEFAULT NULL::uuid[]
)
  RETURNS private.search_position[]
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
  -- No score is lower or higher. A cursor is not signed: beyond them, the subtraction below would overflow.
  cursor_cap constant bigint := case
    when not is_old and (after #>> '{0,2}')::bigint between -exact_score and exact_score then after #>> '{0,2}'
  end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  -- Names that begin with the search are below this. starts_with() takes longer.
  end_of_key constant text := key || chr(1114111);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  is_short boolean;
  candidates tid[];
  are_complete boolean;
begin
  select m.matches, m.are_complete into candidates, are_complete
  from private.find_matches(terms, searches, private.all_of(array[mark, private.type_marks(types)])) as m;
  -- The first page of common words has none of the skills whose ratings and names place them too low, whatever their words add: these
  -- are left out first, because matching the words costs most.
  is_short := are_complete and after_id is null and cardinality(candidates) > 100 + 2 * max_rows
    and not exists (select from unnest(terms) as t where t.prefix is not null or not t.is_known);
  if is_short then
    candidates := array(
      with rated as materialized (
        select
          d.ctid, d.name_words,
          (d.quality - neutral) / claw + d.text_score + weight * case
            when d.name_key >= key and d.name_key < end_of_key
              then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
            else 0
          end as score
        from private.skill_documents as d where d.ctid = any (candidates)
      )
      select r.ctid from rated as r
      -- The words of a skill add at most this much more than those of another.
      where r.score + weight * (both_boost - 1 + case
        when r.name_words > greatest(key_words, cardinality(terms)) then 0 else whole_name_boost + same_words_boost
      end) >= (select l.score from rated as l order by l.score desc offset max_rows - 1 limit 1)
    );
  end if;
  candidates := candidates || array(
    -- Names that begin with the search. Of each type, so that names of other types are not read, however many there are.
    select d.ctid
    from (
      select n.id
      from unnest(types) as t (type) cross join lateral (
        select s.id, s.name_key from public.skills as s
        where s.type = t.type and s.retired_at is null and s.name_key >= key and s.name_key < end_of_key
        order by s.name_key limit max_names
      ) as n
      order by n.name_key
      limit max_names
    ) as n
    join private.skill_documents as d on d.skill_id = n.id
    where mark is null or d.words @@ mark
  ) || array(
    select d.ctid from private.skill_documents as d
    -- A function, so that the index of the words is not used.
    where d.skill_id = any (named) and ts_match_vq(d.words, mark) and d.type = any (types)
      and d.name_key >= key and d.name_key < end_of_key
  );
  return array(
    with matched as (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when d.name_key >= key and d.name_key < end_of_key
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
          -- Only a known word in the name gains more than its weight.
          sum((is_known and gain > g.weight)::integer) as name_terms
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
          from unnest(terms) as t
          -- So that it is computed once, as the score.
          offset 0
        ) as g
      ) as f
      offset 0
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
      from (
        select *, coalesce(cursor_cap, min(score) filter (where is_complete and not is_exact) over ()) as cap from matched
      ) as m
      order by score desc, skill_id desc
      limit case when after_id is null then least(max_rows, max_ranked) else max_ranked end
    )
    -- The next page finds the cap: this one has only some of the skills with all words.
    select row(score, skill_id, case when not is_short then cap end)::private.search_position
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.suspect_words (
  words    private.search_word[],
  searches integer
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- At most 3: a search with many unknown words is not misspelt. With 5, planted words made a search cost 15 lists of 100 instead of 10.
  max_words constant integer := 3 / searches;
  -- A word in more skills is not suspect.
  max_skills constant integer := 3;
begin
  return array(
    select word
    from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
    cross join lateral (select rarity is null and prefix_rarity is null as is_unknown) as u
    -- What does not depend on the word is asked once, and only if it is needed.
    where case
      when is_unknown then private.stem(word) <> all (array(
        select unnest(s.term) from private.find_synonyms(array(select w.word from unnest(words) as w)) as s
      ))
      else char_length(word) > 3 and rarity >= (select private.rarity(max_skills, private.document_count()))
        and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, ordinal
    limit max_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.weigh_words (
  words text[]
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{
    need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like
  }';
  fillers constant text[] := case when words <@ more_stop_words then '{}' else more_stop_words end;
  -- A last word in fewer skills may be unfinished: it is also tried as a prefix.
  known_from constant integer := 100;
  all_documents constant float8 := private.document_count();
  last constant text := words[cardinality(words)];
  weighed private.search_word[];
  beginning float8;
begin
  if words is null then
    return '{}';
  end if;
  weighed := array(
    select row(
      word, null, case when word = any (fillers) then 0 when documents > 0 then private.rarity(documents, all_documents) end, null
    )
    from unnest(words) with ordinality as w (word, ordinal)
    -- Evaluates the count once for each word.
    cross join lateral (select private.word_frequency(word, all_documents) as documents offset 0) as usage
    order by ordinal
  );
  if last <> all (fillers)
    and coalesce((weighed[cardinality(words)]).rarity > private.rarity(known_from, all_documents), true)
  then
    beginning := private.beginning_frequency(last, all_documents);
    weighed[cardinality(words)].prefix_rarity := case when beginning > 0 then private.rarity(beginning, all_documents) end;
  end if;
  return weighed;
end
$function$;

CREATE OR REPLACE FUNCTION private.word_frequency (
  word          text,
  all_documents double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return coalesce(
    (
      select c.share * all_documents from private.common_words as c
      where c.word = private.stem(word_frequency.word) collate "C"
    ),
    -- Words that are not among the most common ones are counted.
    private.count_documents(private.word_query(word), 1000)
  );
end
$function$;

ALTER DOMAIN "private"."cursor_ranking"
  ADD CONSTRAINT "cursor_ranking_valid" CHECK (
CASE jsonb_typeof(VALUE)
    WHEN 'string'::text THEN pg_input_is_valid((VALUE #>> '{}'::text[]), 'private.search_word[]'::text)
    WHEN 'object'::text THEN (VALUE ? 'weights'::text)
    ELSE false
END) NOT VALID;

ALTER DOMAIN "private"."search_rank"
  ADD CONSTRAINT "search_rank_valid"
    CHECK
    (((jsonb_array_length(VALUE) = ANY (ARRAY[2, 3])) AND pg_input_is_valid(((VALUE -> 0))::text, 'bigint'::text) AND pg_input_is_valid(((VALUE -> 1))::text,
    'private.cursor_uuid'::text) AND COALESCE(pg_input_is_valid((VALUE ->> 2), 'bigint'::text), true))) NOT VALID;

COMMENT ON DOMAIN "private"."cursor_ranking" IS 'The JSON of how a search ranks: the text of an array of private.search_word. Version 1.1.0 wrote an object, which is not used.';

COMMENT ON DOMAIN "private"."search_rank" IS 'The JSON of a private.search_position. Version 1.0.0 wrote no third part, and it can be null.';

COMMENT ON FUNCTION "private"."beginning_frequency"(text, double precision) IS 'About how many of all skills contain words that begin with a prefix: at least 1,000 if they are more.';

COMMENT ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) IS 'Up to a maximum of documents that match a query, and have the marks of another if it is given, by ctid, which is faster than by id and does not change within a snapshot. If words are so frequent that the maximum leaves most of them out, the proven ones come first; `expected` documents have all of the words. At most a tenth of the maximum are long documents, apart from proven ones.';

COMMENT ON FUNCTION "private"."search_cursor"(private.search_position, private.search_word[]) IS 'What a cursor says of a page of a search that ends at this position: private.search_rank and private.cursor_ranking check it, private.rank_skills goes on after it.';

COMMENT ON FUNCTION "private"."word_frequency"(text, double precision) IS 'About how many of all skills contain a word or an inflection of it.';

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text, double precision) TO "postgres";
