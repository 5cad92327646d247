set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."rating_evidence"(public.skill_stats);

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
  -- 10 ratings count as much as 1.2 times the weight of the best word that 1 in 10 skills contain.
  evidence constant float8 := 0.5;
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
        f.score
        + evidence * ln(1 + st.established_ratings + private.counted_others(st.established_ratings, st.total_ratings))
        + coalesce(whole.weight, 0) * (
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
