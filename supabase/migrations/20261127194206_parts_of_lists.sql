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

CREATE OR REPLACE FUNCTION private.skill_items (
  page    uuid[],
  matches jsonb[],
  OUT     items text,
  OUT     count bigint
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  select string_agg(json_start || json_ratings || json_end, ',' order by ordinal), count(*)
  into items, count
  from (
    -- 4 for the header of each JSON value. octet_length does not read a long text.
    select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
      order by ordinal rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from (
      select
        p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
        s.json_end
      from unnest(page) with ordinality as p (skill, ordinal)
      join private.listed_skills as s on s.id = p.skill
      -- So that json_ratings is computed once.
      offset 0
    ) as item
  ) as item
  where coalesce(bytes_before, 0) < private.page_bytes();
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_json_ratings (
  claws_1             integer,
  claws_2             integer,
  claws_3             integer,
  claws_4             integer,
  claws_5             integer,
  established_ratings integer,
  established_claws   bigint
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  total_ratings constant bigint := claws_1 + claws_2 + claws_3 + claws_4 + claws_5;
  total_claws constant bigint := claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint;
begin
  -- The average as in avg_tenths, and the mean as private.established_mean has it.
  return ',"avg_claws":' || coalesce((total_claws * 20 + total_ratings) / nullif(total_ratings * 2, 0), 0) / 10.0::float8
    || ',"total_ratings":' || total_ratings
    || ',"established_ratings":' || established_ratings
    || ',"established_mean":' || coalesce((established_claws::numeric / nullif(established_ratings, 0))::float8::text, 'null')
    || ',"sub_scores":';
end
$function$;

CREATE OR REPLACE FUNCTION private.sub_scores_json (
  reliability_count integer,
  reliability_sum   numeric,
  security_count    integer,
  security_sum      numeric,
  speed_count       integer,
  speed_sum         numeric
)
  RETURNS json
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return '{"reliability":{"mean":' || coalesce(trim_scale(reliability_sum / nullif(reliability_count, 0))::text, 'null')
    || ',"count":' || reliability_count
    || '},"security":{"mean":' || coalesce(trim_scale(security_sum / nullif(security_count, 0))::text, 'null')
    || ',"count":' || security_count
    || '},"speed":{"mean":' || coalesce(trim_scale(speed_sum / nullif(speed_count, 0))::text, 'null')
    || ',"count":' || speed_count || '}}';
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type    text    DEFAULT NULL::text,
  p_search  text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
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
  -- One skill more than the page shows whether there is another page. More than 100 explanations would cost as much as some searches.
  max_rows integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  words private.search_word[];
  positions jsonb[];
  page uuid[];
  matches jsonb[];
  did_you_mean text;
  suggestions json := '[]';
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
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;

  if search is null then
    page := private.scan_in_order(sort, types, after, max_rows);
  else
    if sort = 'relevance' then
      -- All pages of a search rank by the same correction and rarities.
      words := private.plan_search(search, private.cursor_words(after -> 1));
      positions := private.rank_skills(search, words, types, after, max_rows);
      page := array(select (p ->> 1)::uuid from unnest(positions) as p);
      did_you_mean := coalesce(private.correct_search(search, words), private.find_imitated(search));
      if p_explain then
        matches := private.explain_matches(words, page[:max_rows - 1]);
      end if;
    else
      page := private.filter_in_order(sort, types, private.search_words(search), after, max_rows);
    end if;
    if page = '{}' and p_cursor is null then
      suggestions := private.suggest_names(search, true);
    end if;
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], words::text)
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',' order by ordinal) as items, count(*) as count
      from (
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by ordinal rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:max_rows - 1]) with ordinality as p (skill, ordinal)
          join private.listed_skills as s on s.id = p.skill
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$function$;

COMMENT ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) IS 'The JSON of a skill from its avg_claws up to its sub_scores.';

COMMENT ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) IS 'For each sub-score its mean and the number of ratings that contain it, as JSON.';

REVOKE ALL ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) TO "postgres";

-- One statement, so that the table is rewritten only once.
-- pgls-ignore lint/safety/addSerialColumn: The table has one short row for each skill.
-- pgls-ignore lint/safety/addingRequiredField: A generated column has a value in each row.
ALTER TABLE "public"."skill_stats"
  ALTER COLUMN "sub_scores" SET EXPRESSION AS (private.sub_scores_json(reliability_count, reliability_sum, security_count, security_sum, speed_count, speed_sum)),
  ADD COLUMN "json_ratings" text NOT NULL
    GENERATED ALWAYS AS (private.skill_json_ratings(claws_1, claws_2, claws_3, claws_4, claws_5, established_ratings, established_claws)) STORED;

DROP FUNCTION "private"."sub_score"(integer, numeric);

CREATE VIEW "private"."listed_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.json_start,
    (((st.json_ratings || st.sub_scores) || ',"last_rated_at":'::text) || COALESCE((to_json(st.last_rated_at))::text, 'null'::text)) AS json_ratings,
    s.json_end
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

COMMENT ON COLUMN "public"."skill_stats"."json_ratings" IS 'The JSON of the skill in lists from its avg_claws up to its sub_scores; generated, so that a list of many skills is fast.';

COMMENT ON VIEW "private"."listed_skills" IS 'The JSON of skills as items of a list, in three parts. The time zone must be UTC.';

GRANT SELECT ON TABLE "private"."listed_skills" TO "anon", "authenticated";

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
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        case when source.version is not null then private.evidence_for_version(skill, source.version) end as for_version,
        private.install_of(skill) as install,
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
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_version(skill) as source (version)
      where s.id = skill
    ) as page
  );
end
$function$;
