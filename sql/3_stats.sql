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
  established_ratings integer not null default 0,
  established_claws_sum bigint not null default 0,
  established_reliability_sum numeric not null default 0,
  established_reliability_count integer not null default 0,
  established_security_sum numeric not null default 0,
  established_security_count integer not null default 0,
  established_speed_sum numeric not null default 0,
  established_speed_count integer not null default 0,
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  avg_tenths integer not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum * 20 + total_ratings) / (total_ratings * 2) end
  ) stored,
  score bigint not null generated always as (
    private.bayesian_average(established_ratings, established_claws_sum, total_ratings, claws_sum, 3)
  ) stored,
  reliability_score bigint not null generated always as (
    private.bayesian_average(established_reliability_count, established_reliability_sum, reliability_count, reliability_sum, 50)
  ) stored,
  security_score bigint not null generated always as (
    private.bayesian_average(established_security_count, established_security_sum, security_count, security_sum, 50)
  ) stored,
  speed_score bigint not null generated always as (
    private.bayesian_average(established_speed_count, established_speed_sum, speed_count, speed_sum, 50)
  ) stored,
  constraint skill_stats_total check (total_ratings = claws_1 + claws_2 + claws_3 + claws_4 + claws_5),
  constraint skill_stats_sum check (
    claws_sum = claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint
  ),
  constraint skill_stats_not_negative check (
    least(claws_1, claws_2, claws_3, claws_4, claws_5, reliability_count, security_count, speed_count) >= 0
  ),
  -- Not compared with the numbers of all ratings: a statement that establishes an agent counts new ratings in several steps.
  constraint skill_stats_established check (
    least(established_ratings, established_reliability_count, established_security_count, established_speed_count) >= 0
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
comment on column public.skill_stats.established_ratings is 'Number of ratings by established agents.';
comment on column public.skill_stats.established_claws_sum is 'Sum of their claws.';
comment on column public.skill_stats.established_reliability_sum is 'Sum of their reliability scores.';
comment on column public.skill_stats.established_reliability_count is 'Number of them with this score.';
comment on column public.skill_stats.established_security_sum is 'Sum of their security scores.';
comment on column public.skill_stats.established_security_count is 'Number of them with this score.';
comment on column public.skill_stats.established_speed_sum is 'Sum of their speed scores.';
comment on column public.skill_stats.established_speed_count is 'Number of them with this score.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.score is 'Sort key of the order top, see private.bayesian_average; 0 when unrated.';
comment on column public.skill_stats.reliability_score is 'Sort key of the order reliability, see private.bayesian_average; 0 if no rating has this score.';
comment on column public.skill_stats.security_score is 'Sort key of the order security, see private.bayesian_average; 0 if no rating has this score.';
comment on column public.skill_stats.speed_score is 'Sort key of the order speed, see private.bayesian_average; 0 if no rating has this score.';

alter table public.skill_stats enable row level security;
create policy "anyone reads aggregates" on public.skill_stats
  for select to anon, authenticated using (true);

revoke all on public.skill_stats from public, anon, authenticated, service_role;
grant select on public.skill_stats to anon, authenticated, service_role;

-- An index has only the sort keys of its order; a list reads the other columns from the row.
create index skill_stats_top on public.skill_stats (type, score desc, skill_id desc);
create index skill_stats_rating on public.skill_stats (type, avg_tenths desc, total_ratings desc, skill_id desc);
create index skill_stats_most_rated on public.skill_stats (type, total_ratings desc, score desc, skill_id desc);
create index skill_stats_reliability on public.skill_stats (type, reliability_score desc, skill_id desc);
create index skill_stats_security on public.skill_stats (type, security_score desc, skill_id desc);
create index skill_stats_speed on public.skill_stats (type, speed_score desc, skill_id desc);

create table private.monthly_ratings (
  skill_id uuid not null references public.skill_stats on delete cascade,
  month date not null,
  total_ratings integer not null,
  claws_sum bigint not null,
  primary key (skill_id, month)
);
comment on table private.monthly_ratings is 'The ratings of each skill by the month, in UTC, in which they were created; kept by the triggers of skill_stats.';
comment on column private.monthly_ratings.skill_id is 'The skill.';
comment on column private.monthly_ratings.month is 'The first day of the month.';
comment on column private.monthly_ratings.total_ratings is 'Number of ratings; may be 0 after deletions.';
comment on column private.monthly_ratings.claws_sum is 'Sum of their claws.';

revoke all on private.monthly_ratings from public, anon, authenticated, service_role;
grant select on private.monthly_ratings to anon, authenticated;

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

create function private.month_of(at timestamptz) returns date
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return date_trunc('month', at at time zone 'UTC');
end
$$;
comment on function private.month_of is 'The first day of the month, in UTC.';
grant execute on function private.month_of to anon, authenticated;

create type private.rating_change as (
  skill_id uuid,
  -- 1: a rating is added, -1: one is subtracted.
  sign integer,
  claws integer,
  reliability numeric,
  security numeric,
  speed numeric,
  created_at timestamptz,
  counts_fully boolean
);
comment on type private.rating_change is 'A rating that is added or subtracted.';

create function private.lock_stats(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.skill_stats where skill_id = any (skills) order by skill_id for no key update;
end
$$;
comment on function private.lock_stats is 'Locks the aggregates of skills, always in the order of the ids, so that statements over many skills cannot deadlock.';

create function private.count_changes(changes private.rating_change[]) returns void
language plpgsql volatile security definer set search_path = ''
-- Planned once for all arguments, for a few ratings: each table is read by its index.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform private.lock_stats(array(select c.skill_id from unnest(changes) as c));

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
    speed_count = s.speed_count + change.speed_count,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws_sum = s.established_claws_sum + change.established_claws_sum,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count
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
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count,
      sum(full_sign) as established_ratings,
      sum(full_sign * claws) as established_claws_sum,
      coalesce(sum(full_sign * reliability), 0) as established_reliability_sum,
      coalesce(sum(full_sign) filter (where reliability is not null), 0) as established_reliability_count,
      coalesce(sum(full_sign * security), 0) as established_security_sum,
      coalesce(sum(full_sign) filter (where security is not null), 0) as established_security_count,
      coalesce(sum(full_sign * speed), 0) as established_speed_sum,
      coalesce(sum(full_sign) filter (where speed is not null), 0) as established_speed_count
    from (select r.*, case when r.counts_fully then r.sign else 0 end as full_sign from unnest(changes) as r) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(c.sign), sum(c.sign * c.claws) from unnest(changes) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by 1, 2
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$$;
comment on function private.count_changes is 'Adds changes of ratings to the aggregates.';

-- What a rating adds to the aggregates depends only on its row. So their sum is exact whatever the order of the triggers, also when
-- a trigger changes ratings that another one of the same statement has not counted yet.
create function private.count_new_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if exists (select from new_ratings) then
    perform private.establish_raters(
      array(select distinct agent_id from new_ratings), array(select skill_id from new_ratings)
    );
    perform private.count_changes(
      array(
        select (skill_id, 1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from new_ratings
      )
    );
  end if;
  return null;
end
$$;
comment on function private.count_new_ratings is 'Adds new ratings to the aggregates of their skills; may establish their agents.';

create function private.count_replaced_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from new_ratings) then
    return null;
  end if;
  -- An agent sent the update, not an admin or a trigger.
  if pg_trigger_depth() = 1 and private.request_key() is not null then
    perform private.establish_raters(
      array(select distinct agent_id from new_ratings),
      array(select skill_id from new_ratings union all select skill_id from old_ratings)
    );
  end if;
  -- A masked commentary changes nothing that is counted. Counting it would lock its aggregates before count_new_ratings locks all of
  -- them in order.
  if exists (
    select skill_id, claws, reliability, security, speed, created_at, counts_fully from new_ratings
    except all
    select skill_id, claws, reliability, security, speed, created_at, counts_fully from old_ratings
  ) then
    perform private.count_changes(
      array(
        select (skill_id, 1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from new_ratings
        union all
        select (skill_id, -1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from old_ratings
      )
    );
  end if;
  return null;
end
$$;
comment on function private.count_replaced_ratings is 'Replaces ratings in the aggregates of their skills; may establish their agents.';

create function private.count_deleted_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from old_ratings) then
    perform private.count_changes(
      array(
        select (skill_id, -1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from old_ratings
      )
    );
  end if;
  return null;
end
$$;
comment on function private.count_deleted_ratings is 'Subtracts deleted ratings from the aggregates of their skills.';

create function private.apply_standing(agents uuid[], skills uuid[] default '{}') returns void
language plpgsql volatile security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.agent_id = any (agents)));
  -- The trigger set_counts_fully finds the value.
  update public.ratings as r set counts_fully = default where r.agent_id = any (agents);
end
$$;
comment on function private.apply_standing is 'Counts all ratings of agents by their standing, which the caller has changed; it has locked the agents and all their ratings. Locks the aggregates of further skills as well.';

create function private.establish_raters(agents uuid[], skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  risen uuid[] := private.establish_agents(agents);
begin
  if risen <> '{}' then
    perform private.apply_standing(risen, skills);
  end if;
end
$$;
comment on function private.establish_raters is 'Establishes those of the agents that this rating establishes. Locks the aggregates of their ratings and of the skills together, in order.';
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
    reliability_sum = 0, reliability_count = 0, security_sum = 0, security_count = 0, speed_sum = 0, speed_count = 0,
    established_ratings = 0, established_claws_sum = 0, established_reliability_sum = 0, established_reliability_count = 0,
    established_security_sum = 0, established_security_count = 0, established_speed_sum = 0, established_speed_count = 0;
  delete from private.monthly_ratings;
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
  count(r.speed)::integer as speed_count,
  count(r.id) filter (where r.is_full)::integer as established_ratings,
  coalesce(sum(r.claws) filter (where r.is_full), 0) as established_claws_sum,
  coalesce(sum(r.reliability) filter (where r.is_full), 0) as established_reliability_sum,
  count(r.reliability) filter (where r.is_full)::integer as established_reliability_count,
  coalesce(sum(r.security) filter (where r.is_full), 0) as established_security_sum,
  count(r.security) filter (where r.is_full)::integer as established_security_count,
  coalesce(sum(r.speed) filter (where r.is_full), 0) as established_speed_sum,
  count(r.speed) filter (where r.is_full)::integer as established_speed_count,
  (
    select jsonb_object_agg(m.month, m.counts)
    from (
      select private.month_of(created_at) as month, array[count(*), sum(claws)] as counts
      from public.ratings where skill_id = s.id group by 1
    ) as m
  ) as months
from public.skills as s
left join (
  select r.*, t.established_at is not null as is_full
  from public.ratings as r left join private.standing as t on t.agent_id = r.agent_id
) as r on r.skill_id = s.id
group by s.id;
comment on view private.recomputed_stats is 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';
revoke all on private.recomputed_stats from public, anon, authenticated, service_role;

create function private.stats_differences() returns table (skill_id uuid, stored jsonb, recomputed jsonb)
language sql stable set search_path = ''
begin atomic
  with stored as (
    select
      s.skill_id,
      to_jsonb(s) - '{avg_tenths, score, reliability_score, security_score, speed_score}'::text[] || jsonb_build_object('months', (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      )) as stats
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

create function private.lock_own_rating(skill uuid) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates, and the policies hide the rating of a retired skill from a lock.
as $$
begin
  -- Then, by the delete, its flags: the order in which deleting an agent takes these locks.
  perform from public.ratings where skill_id = skill and agent_id = private.current_agent_id() for update;
  -- Not if its skill was merged in the meantime: the caller then locks the rating of the other skill first.
  if found then
    perform from public.skill_stats where skill_id = skill for no key update;
  end if;
end
$$;
comment on function private.lock_own_rating is 'Locks the calling agent''s rating of a skill, then the aggregates of the skill, until the end of the transaction.';
grant execute on function private.lock_own_rating to anon, authenticated;
