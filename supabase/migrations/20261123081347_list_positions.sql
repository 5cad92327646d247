set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.position_in_order (
  sort  text,
  skill uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- A statement for each order, because a statement prepares all its branches at each call.
  case sort
    when 'top' then
      return (select jsonb_build_array(score, skill_id) from public.skill_stats where skill_id = skill);
    when 'rating' then
      return (select jsonb_build_array(avg_tenths, total_ratings, skill_id) from public.skill_stats where skill_id = skill);
    when 'most_rated' then
      return (select jsonb_build_array(total_ratings, score, skill_id) from public.skill_stats where skill_id = skill);
    when 'reliability' then
      return (select jsonb_build_array(reliability_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'security' then
      return (select jsonb_build_array(security_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'speed' then
      return (select jsonb_build_array(speed_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'newest' then
      return (select jsonb_build_array(created_at, id) from public.skills where id = skill);
    when 'name' then
      return (select jsonb_build_array(name_key, id) from public.skills where id = skill);
  end case;
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
  positions jsonb[];
  page uuid[];
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_pattern(sort));
  end if;

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after -> 0, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - 'correction')
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null') || '}'
      )
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.place,
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"sub_scores":' || st.sub_scores as json_ratings,
            s.json_end
          from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
          join public.skills as s on s.id = p.skill
          join public.skill_stats as st on st.skill_id = p.skill
          -- So that json_ratings is computed once.
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
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

COMMENT ON FUNCTION "private"."position_in_order"(text, uuid) IS 'The position of a skill in an order: its sort keys and its id. The time zone must be UTC.';

REVOKE ALL ON FUNCTION "private"."position_in_order"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."position_in_order"(text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."position_in_order"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."position_in_order"(text, uuid) TO "postgres";
