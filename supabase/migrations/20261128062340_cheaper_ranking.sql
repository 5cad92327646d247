set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1
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
  candidates constant tid[] := private.find_matches(terms, types, searches) || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < end_of_key and s.retired_at is null and d.type = any (types)
    order by s.name_key
    limit max_names
  );
begin
  return array(
    with matched as materialized (
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
    select row(score, skill_id, cap)::private.search_position
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$function$;
