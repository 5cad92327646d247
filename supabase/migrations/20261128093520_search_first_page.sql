set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision, tsquery);

DROP FUNCTION "private"."find_matches"(private.search_term[], text[], integer, tsquery);

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
    candidates := candidates || private.find_documents(query, max_candidates, 0);
  end loop;
  return candidates;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_documents (
  query     tsquery,
  most      integer,
  frequency double precision,
  mark      tsquery          DEFAULT NULL::tsquery
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
  is_common constant boolean := frequency > common;
  proven tid[] := '{}';
  short_ones tid[];
  long_ones tid[];
begin
  if query is null then
    return null;
  end if;
  -- In the query, so that the index does not read the documents without the mark.
  query := coalesce(query && mark, query);
  if is_common then
    proven := array(
      select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit most
    );
    if cardinality(proven) = most then
      return proven;
    end if;
  end if;
  select array_agg(d.ctid) filter (where not is_long), array_agg(d.ctid) filter (where is_long)
  into short_ones, long_ones
  from (
    -- Postgres keeps the words of a long document apart, or compressed, and a search takes ten times as long to read them.
    select d.ctid, pg_column_size(d.words) > 2000 or pg_column_compression(d.words) is not null as is_long
    from private.skill_documents as d
    where d.words @@ query and not (is_common and d.is_proven)
    limit most - cardinality(proven)
  ) as d;
  return proven || short_ones || long_ones[:most / 10];
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
  lowest constant float8 := (select min(frequency) from unnest(terms));
  query tsquery;
  common tsquery[];
begin
  matches := private.find_documents(
    private.all_of(array(select finder from unnest(terms) where frequency is not null)), max_complete, lowest, mark
  );
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
      -- Two of the rarest common words; the index reads the postings of the rarer one.
      matches := matches
        || private.find_documents(common[1] && common[2], max_added, 0, mark)
        || private.find_documents(common[1] && common[3], max_added, 0, mark);
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

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1,
  mark     tsquery               DEFAULT NULL::tsquery
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
  is_short := are_complete and after_id is null and cardinality(candidates) > 200 + 3 * max_rows
    and not exists (select from unnest(terms) as t where t.prefix is not null or not t.is_known);
  if is_short then
    candidates := array(
      with rated as materialized (
        select
          d.ctid,
          (d.quality - neutral) / claw + d.text_score
            + case when d.name_key >= key and d.name_key < end_of_key then weight * name_prefix_boost else 0 end as score
        from private.skill_documents as d where d.ctid = any (candidates)
      )
      select r.ctid from rated as r
      -- The words of a skill add at most this much more than those of another.
      where r.score >= (select l.score from rated as l order by l.score desc offset max_rows - 1 limit 1)
        - weight * (both_boost - 1 + name_share_boost + whole_name_boost + same_words_boost)
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

COMMENT ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery) IS 'Up to a maximum of documents that match a query, and have the marks of another if it is given, by ctid, which is faster than by id and does not change within a snapshot. If about so many match that the maximum leaves most of them out, the proven ones come first. At most a tenth of the maximum are long documents, apart from proven ones.';

COMMENT ON FUNCTION "private"."find_matches"(private.search_term[], integer, tsquery) IS 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms. are_complete: all contain all words.';

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], integer, tsquery) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], integer, tsquery) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], integer, tsquery) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], integer, tsquery) TO "postgres";
