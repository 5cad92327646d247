set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP POLICY "anyone reads the public columns of agents" ON "public"."agents";

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
  -- So many of the best rated skills are compared with common words: an order that new accounts hardly change.
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
      from private.scan_in_order('top', types, null, null, scanned) as k
      join private.skill_documents as d on d.skill_id = (k ->> -1)::uuid
      where ts_match_vq(d.words, condition)
    );
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5
        ) as rating_counts,
        st.established_ratings,
        (
          select a.agent_name from public.skills as own join public.agents as a on a.id = own.submitted_by
          where own.id = skill
        ) as submitted_by,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      where s.id = skill
    ) as page
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

CREATE POLICY "anyone reads the public columns of agents" ON "public"."agents"
  FOR SELECT
  TO "anon", "authenticated"
  USING ((NOT (EXISTS ( SELECT
   FROM private.standing t
  WHERE ((t.agent_id = agents.id) AND (t.suspended_at IS NOT NULL))))));

COMMENT ON FUNCTION "private"."find_candidates"(text[], jsonb, text[]) IS 'The skills that a search ranks: those with a rare word or with all common words; of common words, also the best rated skills.';
