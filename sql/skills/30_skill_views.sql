-- A skill as the API returns it.

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
  st.established_ratings,
  private.established_mean(st.established_ratings, st.established_claws) as established_mean,
  st.sub_scores,
  st.last_rated_at,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'All skills as the API returns them, including retired ones.';
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select
  id, name, slug, description, type, url, avg_claws, total_ratings, established_ratings, established_mean, sub_scores,
  last_rated_at, created_at, updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'The skills that are not retired, as the API returns them.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';
comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
comment on column public.skill_catalogue.last_rated_at is 'When a rating was last given or changed; null when unrated.';
grant select on public.skill_catalogue to anon, authenticated, service_role;
