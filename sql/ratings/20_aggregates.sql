-- The aggregates of each skill, which the lists and orders read: sums and counts of its ratings.

create table private.monthly_ratings (
  skill_id uuid not null references public.skill_stats on delete cascade,
  month date not null,
  total_ratings integer not null,
  claws_sum bigint not null,
  primary key (skill_id, month)
);
comment on table private.monthly_ratings is 'The ratings of each skill by the month, in UTC, in which they were created; kept by the triggers of skill_stats.';
comment on column private.monthly_ratings.month is 'The first day of the month.';
comment on column private.monthly_ratings.total_ratings is 'Number of ratings; may be 0 after deletions.';

grant select on private.monthly_ratings to anon, authenticated;

create type private.counted_rating as (
  skill_id uuid,
  month date,
  established boolean,
  claws integer,
  reliability numeric,
  security numeric,
  speed numeric,
  rated_at timestamptz
);
comment on type private.counted_rating is 'What the aggregates count of a rating.';

create function private.counted_rating(rating public.ratings) returns private.counted_rating
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    rating.skill_id, date_trunc('month', rating.created_at at time zone 'UTC')::date, rating.established,
    rating.claws::integer, rating.reliability::numeric, rating.security::numeric, rating.speed::numeric, rating.updated_at
  );
end
$$;
comment on function private.counted_rating is 'What the aggregates count of a rating. It depends only on the row, so that the order in which changes are counted does not matter.';

create type private.stats_change as (
  skill_id uuid,
  claws_1 integer,
  claws_2 integer,
  claws_3 integer,
  claws_4 integer,
  claws_5 integer,
  reliability_count integer,
  reliability_sum numeric,
  security_count integer,
  security_sum numeric,
  speed_count integer,
  speed_sum numeric,
  established_ratings integer,
  established_claws bigint,
  established_reliability_count integer,
  established_reliability_sum numeric,
  established_security_count integer,
  established_security_sum numeric,
  established_speed_count integer,
  established_speed_sum numeric,
  last_rated_at timestamptz
);
comment on type private.stats_change is 'What changes in a row of skill_stats. last_rated_at is that of the ratings that are added.';

create function private.sum_ratings(added private.counted_rating[], removed private.counted_rating[])
returns setof private.stats_change
language plpgsql immutable rows 1 set search_path = ''
as $$
begin
  return query
  select
    c.skill_id,
    coalesce(sum(c.sign) filter (where c.claws = 1), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 2), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 3), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 4), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 5), 0)::integer,
    coalesce(sum(c.sign) filter (where c.reliability is not null), 0)::integer,
    coalesce(sum(c.sign * c.reliability), 0),
    coalesce(sum(c.sign) filter (where c.security is not null), 0)::integer,
    coalesce(sum(c.sign * c.security), 0),
    coalesce(sum(c.sign) filter (where c.speed is not null), 0)::integer,
    coalesce(sum(c.sign * c.speed), 0),
    coalesce(sum(c.sign) filter (where c.established), 0)::integer,
    coalesce(sum(c.sign * c.claws) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.reliability is not null), 0)::integer,
    coalesce(sum(c.sign * c.reliability) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.security is not null), 0)::integer,
    coalesce(sum(c.sign * c.security) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.speed is not null), 0)::integer,
    coalesce(sum(c.sign * c.speed) filter (where c.established), 0),
    max(c.rated_at) filter (where c.sign = 1)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  group by c.skill_id
  order by c.skill_id;
end
$$;
comment on function private.sum_ratings is 'What ratings that are added and removed change in the aggregates of each skill, in the order of the skills. All sums of skill_stats are defined here, for counting and for checking.';

create function private.lock_stats(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates.
-- One generic plan for all calls: to plan for one id takes 0.1 ms, and to lock its row 0.03.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  perform from public.skill_stats where skill_id = any (skills) order by skill_id for no key update;
end
$$;
comment on function private.lock_stats is 'Locks the aggregates of skills in the order of the ids, as all do that lock several, so that statements over many skills cannot deadlock.';
grant execute on function private.lock_stats to skill_rating_writer;

create function private.last_rated_at(skill uuid) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select max(newest.updated_at)
    from unnest('{true,false}'::boolean[]) as t (established) cross join lateral (
      select r.updated_at from public.ratings as r
      where r.skill_id = skill and r.established = t.established and r.removed_at is null
      order by r.updated_at desc, r.id desc limit 1
    ) as newest
  );
end
$$;
comment on function private.last_rated_at is 'When a rating of a skill was last given or changed; null without ratings.';

create function private.stats_differences() returns table (skill_id uuid, stored jsonb, recomputed jsonb)
language sql stable set search_path = ''
as $$
  select stored.skill_id, to_jsonb(stored), to_jsonb(actual)
  from (
    select
      k.id as skill_id,
      jsonb_populate_record(null::private.stats_change, to_jsonb(s)) as sums,
      s.type,
      s as stats,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select
      array(
        select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
      ) as ratings,
      array[jsonb_populate_record(null::private.counted_rating, jsonb_build_object('skill_id', stored.skill_id))] as none
  ) as r
  cross join lateral (
    select
      -- With a rating that is added and removed: a skill without ratings has a row of zeros.
      (select change from private.sum_ratings(r.ratings || r.none, r.none) as change) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      private.derived_stats(stored.stats) as stats,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, to_jsonb(stored.stats), stored.months)
    is distinct from (actual.sums, actual.type, to_jsonb(actual.stats), actual.months);
$$;
comment on function private.stats_differences is 'For admins: the skills whose stored aggregates differ from those computed from the ratings, or whose derived columns from their sums. Expected to be empty. Slow: it reads all ratings.';
