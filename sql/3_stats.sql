-- The aggregates of each skill, kept by triggers in the transaction that writes a rating.

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
  -- In integers, so that half is exactly half: (sum / n) * 10, rounded half up.
  avg_tenths integer not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum * 20 + total_ratings) / (total_ratings * 2) end
  ) stored,
  -- The mean as if five more agents had given 3 claws, in billionths. A new pair of constants is a migration.
  score bigint not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum + 15) * 1000000000 / (total_ratings + 5) end
  ) stored,
  -- The plain mean of each sub-score in whole billionths; below every score when nobody gave one.
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
comment on table public.skill_stats is 'What follows from the ratings of each skill, kept by triggers in the same transaction; do not edit. select * from private.stats_differences() checks it.';
comment on column public.skill_stats.skill_id is 'The skill.';
comment on column public.skill_stats.type is 'Its type, here so that each order of a type can be read from one index; empty when it is retired, and so in no order.';
comment on column public.skill_stats.total_ratings is 'Number of ratings.';
comment on column public.skill_stats.claws_sum is 'Sum of their claws.';
comment on column public.skill_stats.claws_1 is 'How many gave 1 claw.';
comment on column public.skill_stats.claws_2 is 'How many gave 2 claws.';
comment on column public.skill_stats.claws_3 is 'How many gave 3 claws.';
comment on column public.skill_stats.claws_4 is 'How many gave 4 claws.';
comment on column public.skill_stats.claws_5 is 'How many gave 5 claws.';
comment on column public.skill_stats.reliability_sum is 'Sum of the reliability scores.';
comment on column public.skill_stats.reliability_count is 'How many gave one.';
comment on column public.skill_stats.security_sum is 'Sum of the security scores.';
comment on column public.skill_stats.security_count is 'How many gave one.';
comment on column public.skill_stats.speed_sum is 'Sum of the speed scores.';
comment on column public.skill_stats.speed_count is 'How many gave one.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.score is 'What the default order sorts by: the mean with five ratings of 3 claws added, in billionths; 0 when unrated.';
comment on column public.skill_stats.reliability_mean is 'Mean of the reliability scores, in billionths; -1 without one.';
comment on column public.skill_stats.security_mean is 'Mean of the security scores, in billionths; -1 without one.';
comment on column public.skill_stats.speed_mean is 'Mean of the speed scores, in billionths; -1 without one.';

alter table public.skill_stats enable row level security;
create policy "anyone reads aggregates" on public.skill_stats
  for select to anon, authenticated using (true);

revoke all on public.skill_stats from public, anon, authenticated, service_role;
grant select on public.skill_stats to anon, authenticated, service_role;

-- An index holds what its order needs and no more: for what the list shows, a walk reads the row, one page of memory.
create index skill_stats_top on public.skill_stats (type, score desc, skill_id desc);
create index skill_stats_rating on public.skill_stats (type, avg_tenths desc, total_ratings desc, skill_id desc);
create index skill_stats_most_rated on public.skill_stats (type, total_ratings desc, score desc, skill_id desc);
create index skill_stats_reliability on public.skill_stats
  (type, reliability_mean desc, reliability_count desc, skill_id desc);
create index skill_stats_security on public.skill_stats (type, security_mean desc, security_count desc, skill_id desc);
create index skill_stats_speed on public.skill_stats (type, speed_mean desc, speed_count desc, skill_id desc);

create function private.create_stats() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: the aggregates are nobody's to write.
as $$
begin
  insert into public.skill_stats (skill_id, type) select id, case when retired_at is null then type end from new_skills;
  return null;
end
$$;
comment on function private.create_stats is 'Gives new skills their empty aggregates.';
create trigger create_stats after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.create_stats();

create function private.update_stats_type() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- In the order of private.count_ratings.
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
comment on function private.update_stats_type is 'Keeps the type beside the aggregates when an admin changes that of skills, retires them or restores them.';
create trigger update_stats_type after update on public.skills
  referencing new table as new_skills old table as old_skills
  for each statement execute function private.update_stats_type();

-- A trigger sees new_ratings, old_ratings or both, as its event has them. Where it lacks one, the empty view of that name
-- stands in, so that one statement serves inserts, updates and deletes.
create view private.new_ratings with (security_invoker = true) as select * from public.ratings where false;
create view private.old_ratings with (security_invoker = true) as select * from public.ratings where false;
comment on view private.new_ratings is 'Always empty; stands in for the transition table that a DELETE lacks.';
comment on view private.old_ratings is 'Always empty; stands in for the transition table that an INSERT lacks.';
revoke all on private.new_ratings, private.old_ratings from public, anon, authenticated, service_role;

create function private.count_ratings() returns trigger
language plpgsql security definer
-- pg_temp last: a temporary table must not stand in for a missing transition table.
set search_path = private, pg_temp
as $$
begin
  -- An upsert fires the triggers of both events, one of them with nothing to do.
  if not exists (select from new_ratings) and not exists (select from old_ratings) then
    return null;
  end if;

  -- In one order for everybody: statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (select skill_id from new_ratings union select skill_id from old_ratings)
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
      skill_id,
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
    from (
      select 1 as sign, skill_id, claws, reliability, security, speed from new_ratings
      union all
      select -1, skill_id, claws, reliability, security, speed from old_ratings
    ) as signed
    group by skill_id
  ) as change
  where s.skill_id = change.skill_id;
  return null;
end
$$;
comment on function private.count_ratings is 'Adds new ratings to the aggregates of their skills and takes old ones away.';
create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_ratings
  for each statement execute function private.count_ratings();
create trigger count_replaced_ratings after update on public.ratings
  referencing new table as new_ratings old table as old_ratings
  for each statement execute function private.count_ratings();
create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_ratings
  for each statement execute function private.count_ratings();

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
comment on function private.reset_stats is 'Empties every aggregate when an admin truncates the ratings.';
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
comment on view private.recomputed_stats is 'The aggregates of every skill, counted anew from the ratings. Slow: it reads them all.';
revoke all on private.recomputed_stats from public, anon, authenticated, service_role;

create function private.stats_differences() returns table (skill_id uuid, kept jsonb, recomputed jsonb)
language sql stable set search_path = ''
begin atomic
  with kept as (
    select
      s.skill_id,
      to_jsonb(s) - '{avg_tenths, score, reliability_mean, security_mean, speed_mean}'::text[] as stats
    from public.skill_stats as s
  ),
  recomputed as (
    select r.skill_id, to_jsonb(r) as stats from private.recomputed_stats as r
  )
  select skill_id, kept.stats, recomputed.stats
  from kept full join recomputed using (skill_id)
  where kept.stats is distinct from recomputed.stats;
end;
comment on function private.stats_differences is 'For admins: recomputes every aggregate from the ratings and gives the skills where what is kept differs (none, ever).';

create function private.lock_stats(skill uuid) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: the aggregates are nobody's to write, nor to lock.
begin atomic
  select from public.skill_stats where skill_id = skill for no key update;
end;
comment on function private.lock_stats is 'Keeps others from the aggregates of a skill until the transaction ends.';
grant execute on function private.lock_stats to anon, authenticated;
