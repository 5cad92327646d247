-- A row for each skill with the aggregates of its ratings, which lists and orders read, and a skill with them as the API returns it.

create function private.bayesian_average(
  established_count integer, established_sum numeric, total_count integer, total_sum numeric, middle integer
) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when coalesce(total_count, 0) = 0 then 0
    when established_count > 0 then div((5 * middle + established_sum) * 1000000000, 5 + established_count)
    -- n ratings by new agents count together as n / (3 (n + 1)) of one: always less than a third of one by an established agent.
    else div((15 * middle * (total_count + 1::numeric) + total_sum) * 1000000000, 16 * total_count::numeric + 15)
  end;
end
$$;
comment on function private.bayesian_average is 'Sort key of the order top and of those by a sub-score, in billionths, rounded down: the mean of 5 ratings at the middle of the scale and all ratings by established agents; if there is none, of these 5 and less than a third of a rating at the mean of the others. 0, below every other, without ratings. A change must write all rows of skill_stats anew.';
-- For the query of rank changes in supabase/snippets.
grant execute on function private.bayesian_average to service_role;

create function private.sub_score(count integer, sum numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- 15 digits, as many as a float8 shows with any extra_float_digits: Supabase has 0.
  return '{"mean":' || coalesce(round(sum / nullif(count, 0), 13)::float8::text, 'null') || ',"count":' || count || '}';
end
$$;
comment on function private.sub_score is 'The mean of a sub-score, rounded to 13 decimals, and the number of ratings that contain it, as JSON.';

create function private.established_mean(established_ratings integer, established_claws bigint) returns float8
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- See private.sub_score.
  return round(established_claws::numeric / nullif(established_ratings, 0), 14);
end
$$;
comment on function private.established_mean is 'The mean of the claws of ratings by established agents, rounded to 14 decimals; null if there are none.';
grant execute on function private.established_mean to anon, authenticated, service_role;

-- pgls-ignore lint/safety/preferJsonb: sub_scores is only returned, as text.
create table public.skill_stats (
  -- References skills: see sql/ratings/10_ratings.sql.
  skill_id uuid primary key,
  type text,
  claws_1 integer not null default 0,
  claws_2 integer not null default 0,
  claws_3 integer not null default 0,
  claws_4 integer not null default 0,
  claws_5 integer not null default 0,
  reliability_count integer not null default 0,
  reliability_sum numeric not null default 0,
  security_count integer not null default 0,
  security_sum numeric not null default 0,
  speed_count integer not null default 0,
  speed_sum numeric not null default 0,
  established_ratings integer not null default 0,
  established_claws bigint not null default 0,
  established_reliability_count integer not null default 0,
  established_reliability_sum numeric not null default 0,
  established_security_count integer not null default 0,
  established_security_sum numeric not null default 0,
  established_speed_count integer not null default 0,
  established_speed_sum numeric not null default 0,
  last_rated_at timestamptz,
  -- Derived by private.derived_stats.
  total_ratings integer not null,
  total_claws bigint not null,
  avg_tenths integer not null,
  sub_scores json not null,
  json_ratings text not null,
  score bigint not null,
  reliability_score bigint not null,
  security_score bigint not null,
  speed_score bigint not null,
  constraint skill_stats_not_negative check (least(claws_1, claws_2, claws_3, claws_4, claws_5, established_ratings) >= 0)
);
comment on table public.skill_stats is 'The aggregates of the ratings of each skill, kept by triggers; do not edit. select * from private.stats_differences() checks them.';
comment on column public.skill_stats.type is 'The type of the skill, so that an index can have both type and sort key; null when the skill is retired.';
comment on column public.skill_stats.claws_1 is 'The number of ratings with 1 claw.';
comment on column public.skill_stats.reliability_count is 'The number of ratings that contain the sub-score.';
comment on column public.skill_stats.reliability_sum is 'The sum of the sub-score in these ratings.';
comment on column public.skill_stats.established_ratings is 'As total_ratings, of the ratings by established agents; likewise what else begins with established_.';
comment on column public.skill_stats.last_rated_at is 'When a rating of the skill was last given or changed; null when unrated.';
comment on column public.skill_stats.total_claws is 'The sum of the claws of all ratings.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
comment on column public.skill_stats.json_ratings is 'The JSON of the skill in lists from its avg_claws up to its sub_scores, so that a list of many skills is fast.';
comment on column public.skill_stats.score is 'Sort key of the order top, see private.bayesian_average; 0 when unrated.';

alter table public.skill_stats enable row level security;
create policy "anyone reads aggregates" on public.skill_stats
  for select to anon, authenticated using (true);

grant select on public.skill_stats to anon, authenticated, service_role;

-- An index has only the sort keys of its order; a list reads the other columns from the row.
create index skill_stats_top on public.skill_stats (type, score desc, skill_id desc);
create index skill_stats_rating on public.skill_stats (type, avg_tenths desc, total_ratings desc, skill_id desc);
create index skill_stats_most_rated on public.skill_stats (type, total_ratings desc, score desc, skill_id desc);
create index skill_stats_reliability on public.skill_stats (type, reliability_score desc, skill_id desc);
create index skill_stats_security on public.skill_stats (type, security_score desc, skill_id desc);
create index skill_stats_speed on public.skill_stats (type, speed_score desc, skill_id desc);

create function private.derived_stats(s public.skill_stats) returns public.skill_stats
language plpgsql immutable set search_path = ''
as $$
begin
  s.total_ratings := s.claws_1 + s.claws_2 + s.claws_3 + s.claws_4 + s.claws_5;
  s.total_claws := s.claws_1 + s.claws_2 * 2::bigint + s.claws_3 * 3::bigint + s.claws_4 * 4::bigint
    + s.claws_5 * 5::bigint;
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  s.avg_tenths := coalesce((s.total_claws * 20 + s.total_ratings) / nullif(s.total_ratings * 2::bigint, 0), 0);
  s.sub_scores := '{"reliability":' || private.sub_score(s.reliability_count, s.reliability_sum)
    || ',"security":' || private.sub_score(s.security_count, s.security_sum)
    || ',"speed":' || private.sub_score(s.speed_count, s.speed_sum) || '}';
  s.json_ratings := ',"avg_claws":' || s.avg_tenths / 10.0::float8
    || ',"total_ratings":' || s.total_ratings
    || ',"established_ratings":' || s.established_ratings
    || ',"established_mean":'
    || coalesce(private.established_mean(s.established_ratings, s.established_claws)::text, 'null')
    || ',"sub_scores":';
  s.score := private.bayesian_average(s.established_ratings, s.established_claws, s.total_ratings, s.total_claws, 3);
  s.reliability_score := private.bayesian_average(
    s.established_reliability_count, s.established_reliability_sum, s.reliability_count, s.reliability_sum, 50
  );
  s.security_score := private.bayesian_average(
    s.established_security_count, s.established_security_sum, s.security_count, s.security_sum, 50
  );
  s.speed_score := private.bayesian_average(
    s.established_speed_count, s.established_speed_sum, s.speed_count, s.speed_sum, 50
  );
  return s;
end
$$;
comment on function private.derived_stats is 'A row of aggregates with what follows from the sums and counts of a skill: totals, the average, sort keys and JSON.';

create function private.derive_stats() returns trigger
language plpgsql set search_path = ''
-- Not generated columns: Postgres reads and plans their expressions anew for each rating.
as $$
begin
  return private.derived_stats(new);
end
$$;
comment on function private.derive_stats is 'Sets what private.derived_stats derives.';

create trigger derive_stats before insert or update on public.skill_stats
  for each row execute function private.derive_stats();
-- Also for rows that a replica or a loader writes, as for a generated column.
alter table public.skill_stats enable always trigger derive_stats;

create function private.create_stats() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the aggregates.
as $$
begin
  insert into public.skill_stats (skill_id, type) select id, case when retired_at is null then type end from new_skills;
  return null;
end
$$;
comment on function private.create_stats is 'Creates the empty aggregates of new skills.';

create trigger create_stats after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.create_stats();

create function private.update_stats_type() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- In the order of the ids, as in the functions below.
  perform from public.skill_stats
  where skill_id in (
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.type, n.retired_at is null) <> (o.type, o.retired_at is null)
  )
  order by skill_id
  for no key update;

  update public.skill_stats as s set type = case when n.retired_at is null then n.type end
  from new_skills as n join old_skills as o using (id)
  where s.skill_id = n.id and (n.type, n.retired_at is null) <> (o.type, o.retired_at is null);
  return null;
end
$$;
comment on function private.update_stats_type is 'Updates the type of the aggregates when the type of skills is changed, or they are retired or restored.';

create trigger update_stats_type after update on public.skills
  referencing new table as new_skills old table as old_skills
  for each statement execute function private.update_stats_type();

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
create trigger refuse_write instead of insert or update or delete on public.skill_catalogue
  for each row execute function private.refuse_write();
