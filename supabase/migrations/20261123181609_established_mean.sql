set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.established_mean (
  stats public.skill_stats
)
  RETURNS numeric
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return trim_scale(stats.established_sums[1] / nullif(stats.established_ratings, 0));
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
          '1', st.claws_counts[1], '2', st.claws_counts[2], '3', st.claws_counts[3], '4', st.claws_counts[4], '5', st.claws_counts[5]
        ) as rating_counts,
        st.established_ratings,
        private.established_mean(st) as established_mean,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
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
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

COMMENT ON FUNCTION "private"."established_mean"(public.skill_stats) IS 'The mean of the claws of ratings by established agents; null if there are none.';

REVOKE ALL ON FUNCTION "private"."established_mean"(public.skill_stats) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."established_mean"(public.skill_stats) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."established_mean"(public.skill_stats) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_mean"(public.skill_stats) TO "postgres";
