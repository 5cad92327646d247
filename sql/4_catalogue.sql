-- What the API reads and calls: a skill and a rating as it answers them, and one function for each route.

create view private.all_skills with (security_invoker = true) as
select
  s.id,
  s.name,
  s.slug,
  s.description,
  s.type,
  s.url,
  -- float8 and not numeric: a number to every reader, and exact enough for one decimal.
  st.avg_tenths / 10.0::float8 as avg_claws,
  st.total_ratings,
  json_build_object(
    'reliability', json_build_object(
      'mean', trim_scale(st.reliability_sum / nullif(st.reliability_count, 0)), 'count', st.reliability_count
    ),
    'security', json_build_object(
      'mean', trim_scale(st.security_sum / nullif(st.security_count, 0)), 'count', st.security_count
    ),
    'speed', json_build_object(
      'mean', trim_scale(st.speed_sum / nullif(st.speed_count, 0)), 'count', st.speed_count
    )
  ) as sub_scores,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'Every skill as the API answers it, retired ones included.';
revoke all on private.all_skills from public, anon, authenticated, service_role;
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select id, name, slug, description, type, url, avg_claws, total_ratings, sub_scores, created_at, updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'Every skill that is not retired, with its average claws, number of ratings and sub-scores, as the API answers it.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.total_ratings is 'Number of ratings.';
comment on column public.skill_catalogue.sub_scores is '{reliability, security, speed: {mean, count}}: the mean of the scores that were given, and how many they are; null when there is none.';
revoke all on public.skill_catalogue from public, anon, authenticated, service_role;
grant select on public.skill_catalogue to anon, authenticated, service_role;

create function public.get_skill(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
  answer json;
begin
  select json_build_object(
    'id', e.id,
    'name', e.name,
    'slug', e.slug,
    'description', e.description,
    'type', e.type,
    'url', e.url,
    'avg_claws', e.avg_claws,
    'total_ratings', e.total_ratings,
    'sub_scores', e.sub_scores,
    'created_at', e.created_at,
    'updated_at', e.updated_at,
    'retired_at', e.retired_at,
    'rating_counts', json_build_object('1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5),
    'ratings', (
      select coalesce(json_agg(newest), '[]')
      from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
    )
  ) into answer
  from private.all_skills as e
  join public.skill_stats as st on st.skill_id = e.id
  where e.id = skill;
  return answer;
end
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, or the one that it was merged into, its distribution of claws and its ten newest ratings. Raises PT404.';
revoke all on function public.get_skill from public, anon, authenticated, service_role;
grant execute on function public.get_skill to anon, authenticated;
