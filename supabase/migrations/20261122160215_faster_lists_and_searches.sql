set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."find_candidates"(text[], jsonb, text[]);

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
      select d.skill_id, case when d.name_key = key then 9e12 else 1e6 * (
        f.score
        + evidence * ln(1 + st.established_ratings + private.counted_others(st.established_ratings, st.total_ratings))
        + coalesce(whole.weight, 0) * (
          case when starts_with(d.name_key, key) then name_start else 0 end
          + case when f.words_in_name = whole.words and whole.words >= d.name_words then same_words else 0 end
        )
      ) end::bigint as score
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

CREATE OR REPLACE FUNCTION private.similar_skills (
  wanted text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  ranking jsonb := private.plan_ranking(wanted);
  key text := private.name_key(coalesce(ranking ->> 'correction', wanted));
  positions jsonb[] := private.rank_skills(wanted, ranking, private.skill_types(), null, 500);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      -- Below this share of common trigrams nobody would take one name for the other.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$function$;

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
      -- So that a word is counted once.
      offset 0
    ) as frequency
    where n > 0
  );
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

CREATE OR REPLACE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    (format('{"reliability":{"mean":%s,"count":%s},"security":{"mean":%s,"count":%s},"speed":{"mean":%s,"count":%s}}'::text, COALESCE((trim_scale((st.reliability_sum / (NULLIF(st.reliability_count, 0))::numeric)))::text, 'null'::text), st.reliability_count, COALESCE((trim_scale((st.security_sum / (NULLIF(st.security_count, 0))::numeric)))::text, 'null'::text), st.security_count, COALESCE((trim_scale((st.speed_sum / (NULLIF(st.speed_count, 0))::numeric)))::text, 'null'::text), st.speed_count))::json AS sub_scores,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

COMMENT ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) IS 'The documents that a search ranks, by their place in the table, which is faster than by id and stays the same for a snapshot: those with a rare word or with all common words; of common words, also the best rated skills.';

REVOKE ALL ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) TO "postgres";
