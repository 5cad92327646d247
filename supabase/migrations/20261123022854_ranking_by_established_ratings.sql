set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."counted_others"(integer, integer);

CREATE OR REPLACE FUNCTION private.bayesian_average (
  established_count integer,
  established_sum   numeric,
  total_count       integer,
  total_sum         numeric,
  middle            integer
)
  RETURNS bigint
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when total_count = 0 then 0
    when established_count > 0 then div((5 * middle + established_sum) * 1000000000, 5 + established_count)
    -- n ratings by new agents count together as n / (3 (n + 1)) of one: always less than a third of one by an established agent.
    else div((15 * middle * (total_count + 1::numeric) + total_sum) * 1000000000, 16 * total_count::numeric + 15)
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
      cross join (select distinct ctid from unnest(candidates) as ctid) as c
      -- A long document is stored apart, and so read once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid offset 0
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

COMMENT ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) IS 'Sort key of the orders top, reliability, security and speed, in billionths, rounded down: the mean of 5 ratings at the middle of the scale and all ratings by established agents; if there is none, of these 5 and less than a third of a rating at the mean of the others. 0, below every other, without ratings. A change must rewrite the columns of skill_stats that are generated by it.';

-- A stored column keeps its values when the function that generates it changes. Setting the same expression again writes the table and its
-- indexes anew. Meanwhile nobody can read it: 29 s at 1,000,000 skills, on two shared cores. An update of all rows took 130 s and
-- would have left twice the space.
alter table public.skill_stats
  alter column score set expression as (
    private.bayesian_average(established_ratings, established_claws_sum, total_ratings, claws_sum, 3)
  ),
  alter column reliability_score set expression as (
    private.bayesian_average(established_reliability_count, established_reliability_sum, reliability_count, reliability_sum, 50)
  ),
  alter column security_score set expression as (
    private.bayesian_average(established_security_count, established_security_sum, security_count, security_sum, 50)
  ),
  alter column speed_score set expression as (
    private.bayesian_average(established_speed_count, established_speed_sum, speed_count, speed_sum, 50)
  );
