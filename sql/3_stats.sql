-- The aggregates of each skill. Triggers keep them exact, in the transaction that writes a rating.

create table public.skill_stats (
  skill_id uuid primary key references public.skills on delete cascade,
  type text,
  total_ratings integer not null default 0,
  claws_sum bigint not null default 0,
  claws_1 integer not null default 0,
  claws_2 integer not null default 0,
  claws_3 integer not null default 0,
  claws_4 integer not null default 0,
  claws_5 integer not null default 0,
  reliability_sum numeric not null default 0,
  reliability_count integer not null default 0,
  security_sum numeric not null default 0,
  security_count integer not null default 0,
  speed_sum numeric not null default 0,
  speed_count integer not null default 0,
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  avg_tenths integer not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum * 20 + total_ratings) / (total_ratings * 2) end
  ) stored,
  -- The mean with five additional ratings of 3 claws, in billionths.
  score bigint not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum + 15) * 1000000000 / (total_ratings + 5) end
  ) stored,
  -- The mean of each sub-score in billionths; -1, below every score, when there is none.
  reliability_mean bigint not null generated always as (
    case when reliability_count > 0 then div(reliability_sum * 1000000000, reliability_count) else -1 end
  ) stored,
  security_mean bigint not null generated always as (
    case when security_count > 0 then div(security_sum * 1000000000, security_count) else -1 end
  ) stored,
  speed_mean bigint not null generated always as (
    case when speed_count > 0 then div(speed_sum * 1000000000, speed_count) else -1 end
  ) stored,
  constraint skill_stats_total check (total_ratings = claws_1 + claws_2 + claws_3 + claws_4 + claws_5),
  constraint skill_stats_sum check (
    claws_sum = claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint
  ),
  constraint skill_stats_not_negative check (
    least(claws_1, claws_2, claws_3, claws_4, claws_5, reliability_count, security_count, speed_count) >= 0
  )
);
comment on table public.skill_stats is 'The aggregates of the ratings of each skill, kept by triggers; do not edit. select * from private.stats_differences() checks them.';
comment on column public.skill_stats.skill_id is 'The skill.';
comment on column public.skill_stats.type is 'The type of the skill, so that an index can have both type and sort key; null when the skill is retired.';
comment on column public.skill_stats.total_ratings is 'Number of ratings.';
comment on column public.skill_stats.claws_sum is 'Sum of their claws.';
comment on column public.skill_stats.claws_1 is 'Number of ratings with 1 claw.';
comment on column public.skill_stats.claws_2 is 'Number of ratings with 2 claws.';
comment on column public.skill_stats.claws_3 is 'Number of ratings with 3 claws.';
comment on column public.skill_stats.claws_4 is 'Number of ratings with 4 claws.';
comment on column public.skill_stats.claws_5 is 'Number of ratings with 5 claws.';
comment on column public.skill_stats.reliability_sum is 'Sum of the reliability scores.';
comment on column public.skill_stats.reliability_count is 'Number of ratings with this score.';
comment on column public.skill_stats.security_sum is 'Sum of the security scores.';
comment on column public.skill_stats.security_count is 'Number of ratings with this score.';
comment on column public.skill_stats.speed_sum is 'Sum of the speed scores.';
comment on column public.skill_stats.speed_count is 'Number of ratings with this score.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.score is 'Sort key of the order top: the mean with five additional ratings of 3 claws, in billionths; 0 when unrated.';
comment on column public.skill_stats.reliability_mean is 'Mean of the reliability scores, in billionths; -1 when there is none.';
comment on column public.skill_stats.security_mean is 'Mean of the security scores, in billionths; -1 when there is none.';
comment on column public.skill_stats.speed_mean is 'Mean of the speed scores, in billionths; -1 when there is none.';

alter table public.skill_stats enable row level security;
create policy "anyone reads aggregates" on public.skill_stats
  for select to anon, authenticated using (true);

revoke all on public.skill_stats from public, anon, authenticated, service_role;
grant select on public.skill_stats to anon, authenticated, service_role;

-- An index has only the sort keys of its order; a list reads the other columns from the row.
create index skill_stats_top on public.skill_stats (type, score desc, skill_id desc);
create index skill_stats_rating on public.skill_stats (type, avg_tenths desc, total_ratings desc, skill_id desc);
create index skill_stats_most_rated on public.skill_stats (type, total_ratings desc, score desc, skill_id desc);
create index skill_stats_reliability on public.skill_stats
  (type, reliability_mean desc, reliability_count desc, skill_id desc);
create index skill_stats_security on public.skill_stats (type, security_mean desc, security_count desc, skill_id desc);
create index skill_stats_speed on public.skill_stats (type, speed_mean desc, speed_count desc, skill_id desc);

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

-- A trigger function can only name the transition tables of its event, so each event has a function. They differ in the rows that
-- they count: new ratings are added, old ones subtracted.
do $do$
declare
  event record;
begin
  for event in
    values
      ('count_new_ratings', 'select 1 as sign, * from new_ratings'),
      ('count_replaced_ratings', 'select 1 as sign, * from new_ratings union all select -1, * from old_ratings'),
      ('count_deleted_ratings', 'select -1 as sign, * from old_ratings')
  loop
    execute format($create$
create function private.%1$s() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if not exists (%2$s) then
    return null;
  end if;

  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (select c.skill_id from (%2$s) as c)
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    total_ratings = s.total_ratings + change.total_ratings,
    claws_sum = s.claws_sum + change.claws_sum,
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    reliability_count = s.reliability_count + change.reliability_count,
    security_sum = s.security_sum + change.security_sum,
    security_count = s.security_count + change.security_count,
    speed_sum = s.speed_sum + change.speed_sum,
    speed_count = s.speed_count + change.speed_count
  from (
    select
      c.skill_id,
      sum(sign) as total_ratings,
      sum(sign * claws) as claws_sum,
      coalesce(sum(sign) filter (where claws = 1), 0) as claws_1,
      coalesce(sum(sign) filter (where claws = 2), 0) as claws_2,
      coalesce(sum(sign) filter (where claws = 3), 0) as claws_3,
      coalesce(sum(sign) filter (where claws = 4), 0) as claws_4,
      coalesce(sum(sign) filter (where claws = 5), 0) as claws_5,
      coalesce(sum(sign * reliability), 0) as reliability_sum,
      coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
      coalesce(sum(sign * security), 0) as security_sum,
      coalesce(sum(sign) filter (where security is not null), 0) as security_count,
      coalesce(sum(sign * speed), 0) as speed_sum,
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count
    from (%2$s) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;
  return null;
end
$$;
    $create$, event.column1, event.column2);
  end loop;
end
$do$;
comment on function private.count_new_ratings is 'Adds new ratings to the aggregates of their skills.';
comment on function private.count_replaced_ratings is 'Replaces ratings in the aggregates of their skills.';
comment on function private.count_deleted_ratings is 'Subtracts deleted ratings from the aggregates of their skills.';
create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_ratings
  for each statement execute function private.count_new_ratings();
create trigger count_replaced_ratings after update on public.ratings
  referencing new table as new_ratings old table as old_ratings
  for each statement execute function private.count_replaced_ratings();
create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_ratings
  for each statement execute function private.count_deleted_ratings();

create function private.reset_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.skill_stats set
    total_ratings = 0, claws_sum = 0, claws_1 = 0, claws_2 = 0, claws_3 = 0, claws_4 = 0, claws_5 = 0,
    reliability_sum = 0, reliability_count = 0, security_sum = 0, security_count = 0, speed_sum = 0, speed_count = 0;
  return null;
end
$$;
comment on function private.reset_stats is 'Resets all aggregates when the ratings are truncated.';
create trigger reset_stats after truncate on public.ratings
  for each statement execute function private.reset_stats();

create view private.recomputed_stats with (security_invoker = true) as
select
  s.id as skill_id,
  case when s.retired_at is null then s.type end as type,
  count(r.id)::integer as total_ratings,
  coalesce(sum(r.claws), 0) as claws_sum,
  count(*) filter (where r.claws = 1)::integer as claws_1,
  count(*) filter (where r.claws = 2)::integer as claws_2,
  count(*) filter (where r.claws = 3)::integer as claws_3,
  count(*) filter (where r.claws = 4)::integer as claws_4,
  count(*) filter (where r.claws = 5)::integer as claws_5,
  coalesce(sum(r.reliability), 0) as reliability_sum,
  count(r.reliability)::integer as reliability_count,
  coalesce(sum(r.security), 0) as security_sum,
  count(r.security)::integer as security_count,
  coalesce(sum(r.speed), 0) as speed_sum,
  count(r.speed)::integer as speed_count
from public.skills as s
left join public.ratings as r on r.skill_id = s.id
group by s.id;
comment on view private.recomputed_stats is 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';
revoke all on private.recomputed_stats from public, anon, authenticated, service_role;

create function private.stats_differences() returns table (skill_id uuid, stored jsonb, recomputed jsonb)
language sql stable set search_path = ''
begin atomic
  with stored as (
    select
      s.skill_id,
      to_jsonb(s) - '{avg_tenths, score, reliability_mean, security_mean, speed_mean}'::text[] as stats
    from public.skill_stats as s
  ),
  recomputed as (
    select r.skill_id, to_jsonb(r) as stats from private.recomputed_stats as r
  )
  select skill_id, stored.stats, recomputed.stats
  from stored full join recomputed using (skill_id)
  where stored.stats is distinct from recomputed.stats;
end;
comment on function private.stats_differences is 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty.';

create function private.lock_stats(skill uuid) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates, and a lock requires that privilege.
begin atomic
  select from public.skill_stats where skill_id = skill for no key update;
end;
comment on function private.lock_stats is 'Locks the aggregates of a skill until the end of the transaction.';
grant execute on function private.lock_stats to anon, authenticated;
