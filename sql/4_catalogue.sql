-- A skill as the API returns it, its page, and names similar to one that was not found.

create view private.all_skills with (security_invoker = true) as
select
  s.id,
  s.name,
  s.slug,
  s.description,
  s.type,
  s.url,
  -- float8 instead of numeric, which some clients read as text. It is exact enough for one decimal.
  st.avg_tenths / 10.0::float8 as avg_claws,
  st.total_ratings,
  -- Half the time of json_build_object, which was a quarter of a page of 100 skills.
  format(
    '{"reliability":{"mean":%s,"count":%s},"security":{"mean":%s,"count":%s},"speed":{"mean":%s,"count":%s}}',
    coalesce(trim_scale(st.reliability_sum / nullif(st.reliability_count, 0))::text, 'null'), st.reliability_count,
    coalesce(trim_scale(st.security_sum / nullif(st.security_count, 0))::text, 'null'), st.security_count,
    coalesce(trim_scale(st.speed_sum / nullif(st.speed_count, 0))::text, 'null'), st.speed_count
  )::json as sub_scores,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'All skills as the API returns them, including retired ones.';
revoke all on private.all_skills from public, anon, authenticated, service_role;
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select id, name, slug, description, type, url, avg_claws, total_ratings, sub_scores, created_at, updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'The skills that are not retired, as the API returns them.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.total_ratings is 'Number of ratings.';
comment on column public.skill_catalogue.sub_scores is '{reliability, security, speed: {mean, count}}; mean is null when count is 0.';
revoke all on public.skill_catalogue from public, anon, authenticated, service_role;
grant select on public.skill_catalogue to anon, authenticated, service_role;

create function public.get_skill(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
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
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its rating counts, those of the last 12 months, and ten newest ratings. Raises PT404.';
revoke all on function public.get_skill from public, anon, authenticated, service_role;
grant execute on function public.get_skill to anon, authenticated;

create function public.get_badge(p_skill text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select json_build_object(
      'name', s.name, 'avg_claws', s.avg_claws, 'total_ratings', s.total_ratings, 'retired', s.retired_at is not null
    )
    from private.all_skills as s where s.id = skill
  );
end
$$;
comment on function public.get_badge is 'GET /api/skills/{id or slug}/badge.svg: what the badge of a skill shows. Raises PT404.';
revoke all on function public.get_badge from public, anon, authenticated, service_role;
grant execute on function public.get_badge to anon, authenticated;
