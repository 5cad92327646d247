-- The state of ratings moves into their columns: see docs/decisions/0006-rating-aggregates.md.
set local lock_timeout = '2s';

-- What names the old columns and tables; most is created again below.
drop function
  private.lock_parents, private.mask_hidden_commentary, private.set_counts_fully, private.update_rating, private.count_new_ratings,
  private.count_replaced_ratings, private.count_deleted_ratings, private.reset_stats, private.count_rows,
  private.count_listed_skills
  cascade;
drop view public.skill_ratings, private.newest_ratings, private.oldest_ratings, private.recomputed_stats, private.export_entries cascade;
drop view if exists private.all_skills cascade;
drop view if exists admin.rating_bursts, admin.hidden_commentaries, admin.queue, admin.agent_overview, admin.movers, admin.ratings_with_names cascade;
drop function if exists
  private.stats_differences, private.totals_differences, public.get_stats, private.add_to_totals, private.counted,
  private.sum_scores, private.count_ratings, private.by_score, private.sub_scores, private.score_names, private.lock_ratings,
  private.establish_agents, private.apply_standing, private.establish_raters, private.may_be_established, private.established_mean
  cascade;
drop type private.counted_rating cascade;

-- Ratings
-- pgls-ignore lint/safety/renamingColumn: Only SQL of this schema names it.
alter table public.ratings rename column counts_fully to established;
alter table public.ratings
  add column removed_at timestamptz,
  add column removal_cause text,
  add column commentary_hidden_at timestamptz;
-- pgls-ignore lint/safety/renamingTable: It is dropped below.
alter table private.hidden_commentaries rename to old_hidden_commentaries;
create table private.hidden_commentaries (
  rating_id uuid constraint hidden_commentaries_of_rating primary key references public.ratings on delete cascade deferrable initially deferred,
  commentary text
);

-- A removed rating returns to the table, unless its agent has rated the skill again.
create temporary table returning_ratings on commit drop as
select
  rating.*, d.removed_at as taken_at, d.cause,
  coalesce(s.merged_into, s.id) as target,
  row_number() over (partition by coalesce(s.merged_into, s.id), d.agent_id order by d.removed_at desc, d.id) as rank
from private.removed_ratings as d
join public.skills as s on s.id = d.skill_id
cross join lateral jsonb_populate_record(null::public.ratings, d.rating) as rating;
create temporary table replaced_ratings on commit drop as
select r.* from returning_ratings as r
where r.rank > 1 or exists (select from public.ratings as o where (o.skill_id, o.agent_id) = (r.target, r.agent_id));
insert into admin.audit_log (role, action, skill_id, rating_id, agent_id, details)
select 'postgres', 'replace_removed_rating', target, id, agent_id, jsonb_build_object('claws', claws, 'commentary', commentary)
from replaced_ratings;
insert into public.ratings (
  id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at, commentary_at, established, version,
  observed_calls, observed_failures, removed_at, removal_cause
)
select
  r.id, r.target, r.agent_id, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
  coalesce(r.commentary_at, r.updated_at),
  exists (select from private.standing as t where t.agent_id = r.agent_id and t.established_at is not null),
  r.version, r.observed_calls, r.observed_failures, r.taken_at, r.cause
from returning_ratings as r
where r.id not in (select id from replaced_ratings);

-- Hidden commentaries belong to ratings. For those of deleted ratings, a row without text remains; nothing reads its claws.
insert into public.ratings (skill_id, agent_id, claws, established, removed_at, removal_cause, commentary_hidden_at)
select
  h.skill_id, h.agent_id, 1,
  exists (select from private.standing as t where t.agent_id = h.agent_id and t.established_at is not null),
  h.hidden_at, 'deleted', h.hidden_at
from private.old_hidden_commentaries as h
where not exists (select from public.ratings as r where (r.skill_id, r.agent_id) = (h.skill_id, h.agent_id));
insert into private.hidden_commentaries (rating_id, commentary)
select r.id, coalesce(r.commentary, h.commentary)
from private.old_hidden_commentaries as h join public.ratings as r using (skill_id, agent_id)
where r.removal_cause is distinct from 'deleted';
update public.ratings as r
set commentary = null, commentary_hidden_at = h.hidden_at, commentary_at = h.commentary_at
from private.old_hidden_commentaries as h
where (r.skill_id, r.agent_id) = (h.skill_id, h.agent_id);
-- pgls-ignore lint/safety/banDropTable: Their rows are in public.ratings now.
drop table private.removed_ratings, private.old_hidden_commentaries cascade;
alter table private.hidden_commentaries rename constraint hidden_commentaries_of_rating to hidden_commentaries_pkey;
-- pgls-ignore lint/safety/constraintMissingNotValid: The migration holds the lock in any case.
alter table public.ratings
  add constraint ratings_removal_cause_known check (removal_cause in ('removed', 'suspended', 'deleted')),
  add constraint ratings_removed_for_a_cause check ((removed_at is null) = (removal_cause is null));
-- Otherwise the table cannot be altered further in this transaction.
set constraints all immediate;

-- Aggregates
-- pgls-ignore lint/safety/avoidWideLockWindow: One short lock on both tables.
alter table public.skill_stats
  add column claws_1 integer not null default 0,
  add column claws_2 integer not null default 0,
  add column claws_3 integer not null default 0,
  add column claws_4 integer not null default 0,
  add column claws_5 integer not null default 0,
  add column reliability_count integer not null default 0,
  add column reliability_sum numeric not null default 0,
  add column security_count integer not null default 0,
  add column security_sum numeric not null default 0,
  add column speed_count integer not null default 0,
  add column speed_sum numeric not null default 0,
  add column established_claws bigint not null default 0,
  add column established_reliability_count integer not null default 0,
  add column established_reliability_sum numeric not null default 0,
  add column established_security_count integer not null default 0,
  add column established_security_sum numeric not null default 0,
  add column established_speed_count integer not null default 0,
  add column established_speed_sum numeric not null default 0,
  add column established_number integer not null default 0;
update public.skill_stats set
  claws_1 = claws_counts[1],
  claws_2 = claws_counts[2],
  claws_3 = claws_counts[3],
  claws_4 = claws_counts[4],
  claws_5 = claws_counts[5],
  reliability_count = coalesce(counts[2], 0),
  reliability_sum = coalesce(sums[2], 0),
  security_count = coalesce(counts[3], 0),
  security_sum = coalesce(sums[3], 0),
  speed_count = coalesce(counts[4], 0),
  speed_sum = coalesce(sums[4], 0),
  established_number = coalesce(established_counts[1], 0),
  established_claws = coalesce(established_sums[1], 0),
  established_reliability_count = coalesce(established_counts[2], 0),
  established_reliability_sum = coalesce(established_sums[2], 0),
  established_security_count = coalesce(established_counts[3], 0),
  established_security_sum = coalesce(established_sums[3], 0),
  established_speed_count = coalesce(established_counts[4], 0),
  established_speed_sum = coalesce(established_sums[4], 0)
where total_ratings > 0;
-- pgls-ignore lint/safety/banDropColumn: The columns above replace them.
alter table public.skill_stats
  drop column if exists established_ratings cascade, drop column if exists total_ratings cascade, drop column if exists avg_tenths cascade,
  drop column if exists sub_scores cascade, drop column if exists score cascade, drop column if exists reliability_score cascade,
  drop column if exists security_score cascade, drop column if exists speed_score cascade,
  drop column if exists counts cascade, drop column if exists sums cascade, drop column if exists established_counts cascade, drop column if exists established_sums cascade,
  drop column if exists claws_counts cascade;
-- pgls-ignore lint/safety/renamingColumn: Added above.
alter table public.skill_stats rename column established_number to established_ratings;

create function private.sub_score(count integer, sum numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '{"mean":' || coalesce(trim_scale(sum / nullif(count, 0))::text, 'null') || ',"count":' || count || '}';
end
$$;
-- Generated columns, as in sql/31_aggregates.sql.
-- pgls-ignore lint/safety/addSerialColumn: The table has one row for each skill.
-- pgls-ignore lint/safety/addingRequiredField: These are generated.
-- pgls-ignore lint/safety/preferJsonb: sub_scores is only returned, as text.
-- pgls-ignore lint/safety/constraintMissingNotValid: The table is rewritten in any case.
alter table public.skill_stats
  add column total_ratings integer not null generated always as (claws_1 + claws_2 + claws_3 + claws_4 + claws_5) stored,
  add column total_claws bigint not null generated always as (
    claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint
  ) stored,
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  add column avg_tenths integer not null generated always as (
    coalesce(
      (
        (claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint) * 20
        + claws_1 + claws_2 + claws_3 + claws_4 + claws_5
      ) / nullif((claws_1 + claws_2 + claws_3 + claws_4 + claws_5) * 2::bigint, 0),
      0
    )
  ) stored,
  add column sub_scores json not null generated always as ((
    '{"reliability":' || private.sub_score(reliability_count, reliability_sum)
    || ',"security":' || private.sub_score(security_count, security_sum)
    || ',"speed":' || private.sub_score(speed_count, speed_sum) || '}'
  )::json) stored,
  add column score bigint not null generated always as (
    private.bayesian_average(
      established_ratings, established_claws,
      claws_1 + claws_2 + claws_3 + claws_4 + claws_5,
      claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint, 3
    )
  ) stored,
  add column reliability_score bigint not null generated always as (
    private.bayesian_average(established_reliability_count, established_reliability_sum, reliability_count, reliability_sum, 50)
  ) stored,
  add column security_score bigint not null generated always as (
    private.bayesian_average(established_security_count, established_security_sum, security_count, security_sum, 50)
  ) stored,
  add column speed_score bigint not null generated always as (
    private.bayesian_average(established_speed_count, established_speed_sum, speed_count, speed_sum, 50)
  ) stored,
  add constraint skill_stats_not_negative check (least(claws_1, claws_2, claws_3, claws_4, claws_5, established_ratings) >= 0);

-- What is replaced or gone.
-- pgls-ignore lint/safety/banDropTrigger: It has another name now.
drop trigger count_written_row on public.ratings;
drop policy "anyone reads ratings" on public.ratings;
drop policy "an agent replaces its own rating" on public.ratings;
drop policy "an agent deletes its own rating" on public.ratings;
drop index public.ratings_agent_id, public.ratings_of_skill, public.ratings_of_version, public.ratings_with_commentary;
drop function
  admin.lock_rated_skills, private.add, private.missing_scores, private.score_errors, private.suggest_skills, admin.take_ratings,
  admin.return_ratings, private.lock_own_rating;
drop view admin.newest_agents, admin.daily;
-- pgls-ignore lint/safety/banDropTable: Its sums are counted anew.
drop table private.totals;

-- sql/30_ratings.sql

comment on column public.ratings.commentary_at is 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it. See admin.rating_bursts.';
comment on column public.ratings.established is 'Whether the rating counts as one by an established agent. Set by the service, see private.mark_established.';
comment on column public.ratings.removed_at is 'Since when the rating counts nowhere and the API does not return it; null for the others.';
comment on column public.ratings.removal_cause is 'removed: by admin.remove_ratings, for 30 days; suspended: with its agent; deleted: by its agent, kept because its commentary was hidden: see private.accept_rating.';
comment on column public.ratings.commentary_hidden_at is 'Since when an admin hides the commentary and those that the agent writes later, which are in private.hidden_commentaries; null otherwise.';

create policy "anyone reads the ratings that are not removed" on public.ratings
  for select to anon, authenticated using (removed_at is null);

create policy "an agent replaces its own rating" on public.ratings
  for update to anon, authenticated
  using (
    removed_at is null
    and agent_id = (select private.current_agent_id())
    and exists (select from public.skills as s where s.id = skill_id and s.retired_at is null)
  )
  with check (agent_id = (select private.current_agent_id()));

create policy "an agent deletes its own rating" on public.ratings
  for delete to anon, authenticated using (removed_at is null and agent_id = (select private.current_agent_id()));

create index ratings_agent_id on public.ratings (agent_id, updated_at desc, id desc) include (removed_at);

create index ratings_of_skill on public.ratings (skill_id, established, updated_at desc, id desc) where removed_at is null;

create index ratings_of_claws on public.ratings (skill_id, claws, established, updated_at desc, id desc) where removed_at is null;

create index ratings_of_version on public.ratings (skill_id, version, established, claws, updated_at desc, id desc)
  where version is not null and removed_at is null;

create index ratings_not_established on public.ratings (agent_id, updated_at desc, id desc) where not established;

create index ratings_removed on public.ratings (removal_cause, removed_at) where removed_at is not null;

create index ratings_deleted on public.ratings (agent_id, commentary_hidden_at, id) where removal_cause = 'deleted';

create index ratings_hidden on public.ratings (commentary_hidden_at) where commentary_hidden_at is not null;

create index ratings_with_commentary on public.ratings (skill_id, updated_at desc, id desc)
  where commentary is not null and removed_at is null;
comment on function private.commentary_key is 'The first 500 characters of a commentary as admin.rating_bursts compares them: without case, accents, width and punctuation.';

create view public.skill_ratings with (security_invoker = true) as
select
  r.id,
  r.skill_id,
  a.agent_name,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.created_at,
  r.updated_at,
  r.established,
  r.agent_id,
  r.version,
  r.observed_calls,
  r.observed_failures
from public.ratings as r
join public.agents as a on a.id = r.agent_id
where r.removed_at is null;
comment on view public.skill_ratings is 'The ratings as the API returns them.';
grant select on public.skill_ratings to anon, authenticated, service_role;
comment on table private.hidden_commentaries is 'The texts of the ratings with commentary_hidden_at, which anyone could read in public.ratings.';
comment on column private.hidden_commentaries.commentary is 'The latest commentary that the agent wrote; null if its latest rating has none.';
grant select on private.hidden_commentaries to service_role;

-- sql/31_aggregates.sql

comment on function private.sub_score is 'The mean of a sub-score and the number of ratings that contain it, as JSON.';
comment on table public.skill_stats is 'The aggregates of the ratings of each skill, kept by triggers; do not edit. select * from private.stats_differences() checks them.';
comment on column public.skill_stats.claws_1 is 'The number of ratings with 1 claw.';
comment on column public.skill_stats.reliability_count is 'The number of ratings that contain the sub-score.';
comment on column public.skill_stats.reliability_sum is 'The sum of the sub-score in these ratings.';
comment on column public.skill_stats.established_ratings is 'As total_ratings, of the ratings by established agents; likewise what else begins with established_.';
comment on column public.skill_stats.total_claws is 'The sum of the claws of all ratings.';

create index skill_stats_top on public.skill_stats (type, score desc, skill_id desc);

create index skill_stats_rating on public.skill_stats (type, avg_tenths desc, total_ratings desc, skill_id desc);

create index skill_stats_most_rated on public.skill_stats (type, total_ratings desc, score desc, skill_id desc);

create index skill_stats_reliability on public.skill_stats (type, reliability_score desc, skill_id desc);

create index skill_stats_security on public.skill_stats (type, security_score desc, skill_id desc);

create index skill_stats_speed on public.skill_stats (type, speed_score desc, skill_id desc);

create or replace function private.established_mean(stats public.skill_stats) returns float8
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return stats.established_claws::numeric / nullif(stats.established_ratings, 0);
end
$$;
comment on function private.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';
grant execute on function private.established_mean to anon, authenticated, service_role;

create type private.counted_rating as (
  skill_id uuid,
  month date,
  established boolean,
  claws integer,
  reliability numeric,
  security numeric,
  speed numeric
);
comment on type private.counted_rating is 'What the aggregates count of a rating.';

create or replace function private.counted_rating(rating public.ratings) returns private.counted_rating
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    rating.skill_id, private.month_of(rating.created_at), rating.established,
    rating.claws::integer, rating.reliability::numeric, rating.security::numeric, rating.speed::numeric
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
  established_speed_sum numeric
);
comment on type private.stats_change is 'What changes in a row of skill_stats.';

create or replace function private.sum_ratings(added private.counted_rating[], removed private.counted_rating[])
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
    coalesce(sum(c.sign * c.speed) filter (where c.established), 0)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  group by c.skill_id
  order by c.skill_id;
end
$$;
comment on function private.sum_ratings is 'What ratings that are added and removed change in the aggregates of each skill, in the order of the skills. All sums of skill_stats are defined here, for counting and for checking.';
comment on function private.lock_stats is 'Locks the aggregates of skills in the order of the ids, as all do that lock several, so that statements over many skills cannot deadlock.';

create or replace function private.count_ratings(added private.counted_rating[], removed private.counted_rating[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  change private.stats_change;
begin
  -- One skill after another, in the order of the ids: the order of private.lock_stats.
  for change in select * from private.sum_ratings(added, removed) loop
    update public.skill_stats as s set
      claws_1 = s.claws_1 + change.claws_1,
      claws_2 = s.claws_2 + change.claws_2,
      claws_3 = s.claws_3 + change.claws_3,
      claws_4 = s.claws_4 + change.claws_4,
      claws_5 = s.claws_5 + change.claws_5,
      reliability_count = s.reliability_count + change.reliability_count,
      reliability_sum = s.reliability_sum + change.reliability_sum,
      security_count = s.security_count + change.security_count,
      security_sum = s.security_sum + change.security_sum,
      speed_count = s.speed_count + change.speed_count,
      speed_sum = s.speed_sum + change.speed_sum,
      established_ratings = s.established_ratings + change.established_ratings,
      established_claws = s.established_claws + change.established_claws,
      established_reliability_count = s.established_reliability_count + change.established_reliability_count,
      established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
      established_security_count = s.established_security_count + change.established_security_count,
      established_security_sum = s.established_security_sum + change.established_security_sum,
      established_speed_count = s.established_speed_count + change.established_speed_count,
      established_speed_sum = s.established_speed_sum + change.established_speed_sum
    where s.skill_id = change.skill_id;
  end loop;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by c.skill_id, c.month
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$$;
comment on function private.count_ratings is 'Adds ratings to the aggregates of their skills and subtracts those that are removed. Additions commute: statements and triggers may call this in any order.';

create or replace function private.stats_differences() returns table (skill_id uuid, stored jsonb, recomputed jsonb)
language sql stable set search_path = ''
as $$
  select stored.skill_id, to_jsonb(stored), to_jsonb(counted)
  from (
    select
      k.id as skill_id,
      (
        s.skill_id, s.claws_1, s.claws_2, s.claws_3, s.claws_4, s.claws_5, s.reliability_count, s.reliability_sum,
        s.security_count, s.security_sum, s.speed_count, s.speed_sum, s.established_ratings, s.established_claws,
        s.established_reliability_count, s.established_reliability_sum, s.established_security_count, s.established_security_sum,
        s.established_speed_count, s.established_speed_sum
      )::private.stats_change as sums,
      s.type,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select array(
      select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
    ) as ratings
  ) as r
  cross join lateral (
    select
      coalesce(
        (select change from private.sum_ratings(r.ratings, '{}') as change),
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as counted
  where (stored.sums, stored.type, stored.months) is distinct from (counted.sums, counted.type, counted.months);
$$;
comment on function private.stats_differences is 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty. Slow: it reads all ratings.';

-- sql/32_moderation.sql

comment on table private.unreviewed_skills is 'Skills that agents submitted and no admin has looked at, see admin.queue.';
grant select on private.rating_flags, private.skill_flags, private.unreviewed_skills to service_role;

-- sql/33_establishing.sql

create or replace function private.needs_establishing(agent uuid) returns boolean
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read all columns. In plpgsql: Postgres plans a SQL function at each call.
as $$
begin
  return (
    select case
      when t.established_at is not null
        then exists (select from public.ratings as r where r.agent_id = agent and not r.established)
      else t.withdrawn_at is null and a.created_at <= now() - interval '7 days'
    end
    from public.agents as a left join private.standing as t on t.agent_id = a.id
    where a.id = agent
  );
end
$$;
comment on function private.needs_establishing is 'Whether the next rating of an agent may establish it, or marks more of its earlier ratings as established.';
grant execute on function private.needs_establishing to anon, authenticated, service_role;

create or replace function private.lock_ratings(agent uuid) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
begin
  perform from public.ratings where agent_id = agent order by id for no key update;
end
$$;
comment on function private.lock_ratings is 'Locks all ratings of an agent in the order of their ids, as a merge does. Lock the agent before.';

create or replace function private.mark_established(agents uuid[], maximum integer, rating_ids uuid[], skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: callers may write neither standing nor this column.
as $$
declare
  -- SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked uuid[] := array(
    select r.id from public.ratings as r
    where r.agent_id = any (agents) and not r.established and (
      r.id = any (rating_ids)
      or r.id in (
        select newest.id from public.ratings as newest
        where newest.agent_id = any (agents) and not newest.established
        order by newest.updated_at desc, newest.id desc
        limit maximum
      )
    )
    order by r.id
    for no key update skip locked
  );
begin
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$$;
comment on function private.mark_established is 'Marks the given ratings of established agents, and the newest `maximum` of the others, as established. Locks the aggregates of further skills as well, in order.';

create or replace function private.establish_raters(agents uuid[], rating_ids uuid[], skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  candidates uuid[] := array(select id from unnest(agents) as id where private.needs_establishing(id));
begin
  if candidates = '{}' then
    return;
  end if;
  -- private.accept_rating has locked the agent. If it did not run, the lock must not be waited for: the next rating decides.
  candidates := array(
    select a.id from public.agents as a
    where a.id = any (candidates)
      and (
        exists (select from private.standing as t where t.agent_id = a.id and t.established_at is not null)
        or (
          select count(*) from (select from public.ratings as r where r.agent_id = a.id and r.removed_at is null limit 3) as rated
        ) = 3
      )
    order by a.id for update skip locked
  );
  insert into private.standing as t (agent_id, established_at) select id, now() from unnest(candidates) as id
  on conflict (agent_id) do update set established_at = excluded.established_at
  where t.established_at is null and t.withdrawn_at is null;
  perform private.mark_established(
    array(select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null),
    maximum, rating_ids, skills
  );
end
$$;
comment on function private.establish_raters is 'Establishes those of the agents, which have just rated, that are 7 days old and have rated 3 skills, and marks their ratings.';

-- sql/34_totals.sql

create table private.totals (
  is_only boolean primary key default true,
  skills bigint not null default 0,
  ratings bigint not null default 0,
  agents bigint not null default 0,
  counted_at timestamptz not null default '-infinity',
  constraint totals_one_row check (is_only)
);
comment on table private.totals is 'One row: the totals as they were last counted.';
comment on column private.totals.skills is 'Number of skills that are not retired.';
comment on column private.totals.ratings is 'Number of ratings that are not removed.';
grant select on private.totals to anon, authenticated;

create or replace function private.count_totals() returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write the totals.
as $$
begin
  if not exists (select from private.totals) then
    insert into private.totals default values on conflict do nothing;
  end if;
  -- SKIP LOCKED: while one call counts, the others return what is stored.
  perform from private.totals where counted_at < clock_timestamp() - interval '60 seconds' for update skip locked;
  if found then
    update private.totals set
      skills = (select count(*) from public.skills where retired_at is null),
      ratings = (select coalesce(sum(total_ratings), 0) from public.skill_stats),
      agents = (select count(*) from public.agents),
      counted_at = clock_timestamp();
  end if;
end
$$;
comment on function private.count_totals is 'Counts the totals if they are more than 60 seconds old, so that no number of calls counts more often.';
grant execute on function private.count_totals to anon, authenticated;

create or replace function public.get_stats() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.count_totals();
  return (select json_build_object('total_skills', skills, 'total_ratings', ratings, 'total_agents', agents) from private.totals);
end
$$;
comment on function public.get_stats is 'GET /api/stats: the number of skills that are not retired, of ratings and of agents, at most 60 seconds old.';
grant execute on function public.get_stats to anon, authenticated;

-- sql/35_rating_triggers.sql

create trigger before_1_count_written_row before insert or update or delete on public.ratings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.count_written_row();

create or replace function private.accept_rating() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: callers may lock neither agents nor skills, and not read hidden commentaries.
as $$
declare
  standing private.standing;
  retired timestamptz;
  earlier public.ratings;
  earlier_text text;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks. Strong at once if the
  -- rating may establish the agent: two ratings could not both strengthen it.
  if private.needs_establishing(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;
  -- Each change of standing locks the agent, too.
  select * into standing from private.standing as t where t.agent_id = new.agent_id;
  if standing.suspended_at is not null then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  new.established := standing.established_at is not null;

  -- Waits for an admin who retires or merges the skill.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- A removed rating gives way to a new one, and hands on that its commentary is hidden.
  select * into earlier from public.ratings as r
  where (r.skill_id, r.agent_id) = (new.skill_id, new.agent_id) and r.removed_at is not null
  for update;
  if earlier.id is null then
    return new;
  end if;
  earlier_text := coalesce(
    earlier.commentary, (select h.commentary from private.hidden_commentaries as h where h.rating_id = earlier.id)
  );
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.removal_cause = 'removed' then
    perform admin.log_action(
      'replace_removed_rating', earlier.skill_id, earlier.id, earlier.agent_id,
      details => jsonb_build_object('replaced_by', new.id, 'claws', earlier.claws, 'commentary', earlier_text)
    );
  end if;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$$;
comment on function private.accept_rating is 'Locks the agent and the skill of a new rating, so that neither is deleted, the skill is not retired and the standing does not change; sets what the service decides. Raises PT401 if the agent is suspended, PT410 if the skill is retired.';

create trigger before_2_accept_rating before insert on public.ratings
  for each row execute function private.accept_rating();

create or replace function private.log_hidden_commentary(rating public.ratings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform admin.log_action(
    'replace_hidden_commentary', rating.skill_id, rating.id, rating.agent_id,
    details => jsonb_build_object('commentary', rating.commentary)
  );
end
$$;
comment on function private.log_hidden_commentary is 'Logs a commentary that was hidden when its agent wrote it.';

create or replace function private.keep_commentary_hidden() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    if new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$$;
comment on function private.keep_commentary_hidden is 'Moves the commentary when an admin hides or restores it, and keeps hidden what the agent writes in between; logs each version.';

create trigger before_2_keep_commentary_hidden before update of commentary, commentary_hidden_at on public.ratings
  for each row when (old.commentary_hidden_at is not null or new.commentary_hidden_at is not null)
  execute function private.keep_commentary_hidden();

create or replace function private.replace_rating() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_raters sees rows only.
    return case when private.needs_establishing(new.agent_id) then new end;
  end if;
  if new.agent_id <> old.agent_id then
    new.established := exists (
      select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
    );
  end if;

  -- What agents do not write: a merge and a corrected time do not set updated_at.
  written.id := old.id;
  written.skill_id := old.skill_id;
  written.agent_id := old.agent_id;
  written.created_at := old.created_at;
  written.updated_at := old.updated_at;
  written.commentary_at := old.commentary_at;
  if written is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- Compared like in admin.rating_bursts: a change of case or punctuation keeps the time of the text.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$$;
comment on function private.replace_rating is 'Sets updated_at and commentary_at of a replaced rating; skips an identical one.';

create trigger before_3_replace_rating before update on public.ratings
  for each row when (
    (new.established, new.removed_at, new.commentary_hidden_at)
    is not distinct from (old.established, old.removed_at, old.commentary_hidden_at)
  )
  execute function private.replace_rating();

create or replace function private.keep_hidden_rating() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Not if the skill or the agent is deleted, which deletes the rating as well.
  if not exists (select from public.skills as s where s.id = old.skill_id)
    or not exists (select from public.agents as a where a.id = old.agent_id)
  then
    return old;
  end if;
  -- An update: a new row would lock the skill, which all functions lock before ratings.
  update public.ratings set
    removed_at = now(), removal_cause = 'deleted',
    reliability = null, security = null, speed = null, version = null, observed_calls = null, observed_failures = null
  where id = old.id;
  delete from private.hidden_commentaries as h where h.rating_id = old.id;
  delete from private.rating_flags as f where f.rating_id = old.id;
  return null;
end
$$;
comment on function private.keep_hidden_rating is 'Keeps a row without text and scores of a deleted rating whose commentary is hidden, so that the next rating of the skill by this agent is hidden, too: see private.accept_rating.';

create trigger before_2_keep_hidden_rating before delete on public.ratings
  for each row when (old.removed_at is null and old.commentary_hidden_at is not null)
  execute function private.keep_hidden_rating();

create or replace function private.count_new_ratings() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the aggregates.
as $$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if exists (select from new_rows where removed_at is null) then
    perform private.establish_raters(
      array(select distinct agent_id from new_rows), array(select id from new_rows), array(select skill_id from new_rows)
    );
    perform private.count_ratings(
      array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null), '{}'
    );
  end if;
  return null;
end
$$;
comment on function private.count_new_ratings is 'Adds new ratings to the aggregates of their skills; may establish their agents.';

create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_rows
  for each statement execute function private.count_new_ratings();

create or replace function private.count_changed_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added private.counted_rating[];
  removed private.counted_rating[];
begin
  if not exists (select from new_rows) then
    return null;
  end if;
  -- An agent sent the update, not an admin or a trigger.
  if pg_trigger_depth() = 1 and private.request_key() is not null then
    perform private.establish_raters(
      array(select distinct agent_id from new_rows),
      array(select id from new_rows),
      array(select skill_id from new_rows union all select skill_id from old_rows)
    );
  end if;
  added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  -- A change of text or time counts nothing, and locks nothing.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  return null;
end
$$;
comment on function private.count_changed_ratings is 'Counts the difference that changed ratings make to the aggregates of their skills; may establish their agents.';

create trigger count_changed_ratings after update on public.ratings
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.count_changed_ratings();

create or replace function private.count_deleted_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.count_ratings(
    '{}',
    array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null)
  );
  return null;
end
$$;
comment on function private.count_deleted_ratings is 'Subtracts deleted ratings from the aggregates of their skills.';

create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_rows
  for each statement execute function private.count_deleted_ratings();

create or replace function private.reset_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.skill_stats set
    claws_1 = default, claws_2 = default, claws_3 = default, claws_4 = default, claws_5 = default,
    reliability_count = default, reliability_sum = default,
    security_count = default, security_sum = default,
    speed_count = default, speed_sum = default,
    established_ratings = default, established_claws = default,
    established_reliability_count = default, established_reliability_sum = default,
    established_security_count = default, established_security_sum = default,
    established_speed_count = default, established_speed_sum = default;
  delete from private.monthly_ratings;
  return null;
end
$$;
comment on function private.reset_stats is 'Resets all aggregates when the ratings are truncated.';

-- sql/42_indexing.sql

create or replace function private.quality_differences() returns table (skill_id uuid, stored bigint, recomputed bigint)
language sql stable set search_path = ''
begin atomic
  select d.skill_id, d.quality, private.quality(s.score)
  from private.skill_documents as d join public.skill_stats as s on s.skill_id = d.skill_id
  where d.quality <> private.quality(s.score);
end;
comment on function private.quality_differences is 'The documents whose quality is not that of the score of their skill. No rows is the right answer.';

-- sql/48_suggestions.sql

create or replace function public.suggest_skills(p_name text) returns json
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  wanted text := coalesce(private.clean_text(p_name, 200), '');
  ranking jsonb;
  key text;
  positions jsonb[];
begin
  perform private.validate('name', private.text_error(wanted, 0, 200));
  ranking := private.plan_ranking(wanted);
  key := private.name_key(coalesce(ranking ->> 'correction', wanted));
  positions := private.rank_skills(wanted, ranking, private.skill_types(), null, 500);
  return (
    select json_build_object('suggestions', coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]'))
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      -- With a lower trigram similarity, nobody confuses two names.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$$;
comment on function public.suggest_skills is 'Up to three search results for a name that no skill has, those with the most similar names first.';
grant execute on function public.suggest_skills to anon, authenticated;

-- sql/50_skill_views.sql

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
  private.established_mean(st) as established_mean,
  st.sub_scores,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'All skills as the API returns them, including retired ones.';
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select
  id, name, slug, description, type, url, avg_claws, total_ratings, established_ratings, established_mean, sub_scores, created_at,
  updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'The skills that are not retired, as the API returns them.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';
comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
grant select on public.skill_catalogue to anon, authenticated, service_role;

-- sql/51_skill_lookup.sql

create or replace function private.resolve_skill(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  trimmed text := private.trim_text(address);
  wanted uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return skill;
end
$$;

create or replace function private.find_skill(wanted_id uuid, wanted_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := case when key is not null then coalesce(
    private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
  ) end;
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if wanted_id is null and wanted_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'Finds a skill by its id, its name, else its slug, or by both; for a merged skill, the one that replaced it. Raises PT400 if id and name are of different skills, PT404 if no skill has them, PT410 if the skill is retired.';

-- sql/53_rating_list.sql

create or replace function private.ratings_in_order(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb, wanted integer
) returns setof public.ratings
language plpgsql stable set search_path = ''
-- One generic plan for all calls: down the index.
set plan_cache_mode = force_generic_plan set max_parallel_workers_per_gather = 0
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  standings boolean[] := case when only_established is null then '{true,false}' else array[only_established] end;
  claws_counts smallint[] := case when only_claws is null then '{1,2,3,4,5}' else array[only_claws] end;
  after_time timestamptz := coalesce((after ->> 1)::timestamptz, case when oldest_first then '-infinity' else 'infinity' end::timestamptz);
  after_id uuid := coalesce(
    (after ->> 2)::uuid,
    case when oldest_first then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid
  );
begin
  if not oldest_first and only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) < (after_time, after_id)
        order by o.updated_at desc, o.id desc limit wanted
      ) as k
      order by k.updated_at desc, k.id desc limit wanted
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif not oldest_first and only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit wanted
    ) as r
    order by r.updated_at desc, r.id desc limit wanted;
  elsif not oldest_first then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit wanted
    ) as r
    order by r.updated_at desc, r.id desc limit wanted;
  elsif only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) > (after_time, after_id)
        order by o.updated_at, o.id limit wanted
      ) as k
      order by k.updated_at, k.id limit wanted
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit wanted
    ) as r
    order by r.updated_at, r.id limit wanted;
  else
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit wanted
    ) as r
    order by r.updated_at, r.id limit wanted;
  end if;
end
$$;
comment on function private.ratings_in_order is 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one, by all agents, by established or by other ones.';
grant execute on function private.ratings_in_order to anon, authenticated;

create or replace function private.scan_ratings(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb, wanted integer,
  bytes integer
) returns setof public.skill_ratings
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.established, r.agent_id, r.version, r.observed_calls, r.observed_failures
  from (
    -- octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(skill, oldest_first, only_claws, only_version, only_established, after, wanted) with ordinality
  ) as r
  -- Lateral, so that agents are looked up in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select agent_name from public.agents where id = r.agent_id offset 0) as a
  where coalesce(r.bytes_before, 0) < bytes;
end
$$;
comment on function private.scan_ratings is 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';
grant execute on function private.scan_ratings to anon, authenticated;

create or replace function public.list_ratings(
  p_skill text,
  p_sort text default null,
  p_claws integer default null,
  p_limit integer default null,
  p_cursor text default null,
  p_version text default null,
  p_established boolean default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  -- highest and lowest are one scan for each number of claws.
  scans integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  only_claws integer;
  only_version text := private.clean_text(p_version, 100);
  skill uuid;
  list text;
  after jsonb;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', private.choice_error(sort, '{newest,oldest,highest,lowest}'),
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end,
    'version', coalesce(case when only_version = '' then 'must have 1 to 100 characters' end, private.version_error(only_version))
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version, chr(31) || p_established::text);
  after := private.decode_cursor(p_cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(
        skill, sort = 'oldest', only_claws, only_version, p_established, after, page_size + 1 - cardinality(page), bytes
      ) as s
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next scan shows whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function public.list_ratings is 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';
grant execute on function public.list_ratings to anon, authenticated;

-- sql/54_skill_page.sql

create or replace function private.evidence_of(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select json_build_object(
      'ratings', count(*),
      'recent_ratings', count(*) filter (where is_recent),
      'recent_mean', trim_scale(sum(claws) filter (where is_recent)::numeric / nullif(count(*) filter (where is_recent), 0)),
      'observers', count(*) filter (where has_use),
      'observed_calls', coalesce(sum(calls) filter (where has_use), 0),
      'observed_failures', coalesce(round(sum(failures) filter (where has_use)), 0),
      'failure_share', (sum(failures) filter (where has_use) / sum(calls) filter (where has_use))::float8
    )
    from (
      select
        claws,
        updated_at >= now() - interval '3 months' as is_recent,
        -- At most 1,000 calls of each agent: one that reports a billion must not decide alone.
        least(observed_calls, 1000) as calls,
        observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0) as failures,
        -- Calls without the number of failures say nothing of the share that failed.
        observed_calls > 0 and observed_failures is not null as has_use
      -- Only those by established agents: anyone can make others. A hundred, so that no number of ratings makes a page slow.
      from private.ratings_in_order(skill, false, null, null, true, null, 100)
    ) as newest
  );
end
$$;
comment on function private.evidence_of is 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, the calls that their agents counted, at most 1,000 of each rating, and how many of these failed, in proportion.';
grant execute on function private.evidence_of to anon, authenticated;

create or replace function public.get_skill(p_skill text) returns json
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
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        (
          select json_build_object('publisher', server.name, 'entries', server.install)
          from private.registry_servers as server
          where server.skill_id = skill
            and server.install is not null
            and server.status <> 'deleted'
            and s.retired_at is null
            and private.source_status(skill) is distinct from 'deleted'
        ) as install,
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
      where s.id = skill
    ) as page
  );
end
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its identifiers, its rating counts, those of the last 12 months, ten newest ratings, and how to install it. Raises PT404.';
grant execute on function public.get_skill to anon, authenticated;

-- sql/55_rating_feed.sql

create or replace function public.get_rating_feed(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- Texts of 1 MB: the feed has at most that, and counts what it sends (functions/api/routes/feeds.ts).
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return json_build_object(
    'skill', (
      select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'created_at', s.created_at)
      from public.skills as s where s.id = skill
    ),
    'ratings', (
      select coalesce(json_agg(r order by r.updated_at desc, r.id desc), '[]')
      from (
        select id, sum(octet_length(commentary)) over (
          order by updated_at desc, id desc rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select id, updated_at, commentary from public.ratings
          where skill_id = skill and commentary is not null and removed_at is null
          order by updated_at desc, id desc
          limit 50
        ) as newest
      ) as page
      join public.skill_ratings as r on r.id = page.id
      where coalesce(page.bytes_before, 0) < 1000000
    )
  );
end
$$;

-- sql/56_agent_profile.sql

create or replace function private.scan_agent_ratings(agent uuid, after jsonb, wanted integer, bytes integer)
returns table (cursor_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- One generic plan for all calls: down the index.
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set enable_bitmapscan = off set enable_sort = off
as $$
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), row_to_json(shown)
  from (
    -- octet_length does not read a long text.
    select newest.*, sum(octet_length(newest.commentary)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, commentary
      from public.ratings
      where agent_id = agent and removed_at is null
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
  ) as own
  cross join lateral (
    select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id offset 0
  ) as shown
  where coalesce(own.bytes_before, 0) < bytes;
end
$$;

create or replace function public.get_agent(p_agent text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  agent uuid := private.resolve_agent(p_agent);
begin
  return (
    select row_to_json(profile)
    from (
      select
        a.id,
        a.agent_name,
        a.agent_description,
        a.created_at,
        t.established_at is not null as established,
        (select count(*) from public.ratings as r where r.agent_id = agent and r.removed_at is null) as total_ratings,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent_ratings(agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$$;

-- sql/60_account.sql

create or replace function private.get_me() returns json
language sql stable security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read keys and e-mail addresses.
begin atomic
  select json_build_object(
    'id', a.id,
    'agent_name', a.agent_name,
    'agent_description', a.agent_description,
    'email', a.email,
    'created_at', a.created_at,
    'total_ratings', (select count(*) from public.ratings as r where r.agent_id = a.id and r.removed_at is null),
    'total_skills', (select count(*) from public.skills as s where s.submitted_by = a.id),
    'key', json_build_object(
      'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
    )
  )
  from public.agents as a
  join private.agent_keys as k on k.agent_id = a.id
  where a.id = private.current_agent_id() and k.key_hash = extensions.digest(private.request_key(), 'sha256');
end;

-- sql/62_own_rating.sql

create or replace function private.sub_score_error(score numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when not private.is_score(score) then 'must be a number from 0 to 100' end;
end
$$;
comment on function private.sub_score_error is 'Why a sub-score is invalid; null when it is valid or null.';
grant execute on function private.sub_score_error to anon, authenticated;

create or replace function public.submit_rating(
  p_skill_id uuid default null,
  p_skill_name text default null,
  p_claws numeric default null,
  p_reliability numeric default null,
  p_security numeric default null,
  p_speed numeric default null,
  p_commentary text default null,
  p_version text default null,
  p_observed_calls numeric default null,
  p_observed_failures numeric default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_commentary text;
  clean_version text;
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  previous public.ratings;
  removed text[] := '{}';
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(clean_commentary, 0, 10000),
    'version', private.version_error(clean_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', private.observed_failures_error(p_observed_calls, p_observed_failures)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
      insert into public.ratings as r (
        skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      )
      values (
        skill, p_claws, p_reliability, p_security, p_speed, clean_commentary, clean_version, p_observed_calls, p_observed_failures
      )
      on conflict (skill_id, agent_id) do update set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      ) = row(
        excluded.claws, excluded.reliability, excluded.security, excluded.speed, excluded.commentary, excluded.version,
        excluded.observed_calls, excluded.observed_failures
      )
      returning r.id, r.xmax = 0 into rating, created;
      if rating is null then
        -- private.update_rating skipped an identical rating.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired or merged in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was deleted or its key revoked in the meantime. Otherwise the rating was removed, and a new one is accepted.
        perform private.require_agent();
        if tried then
          raise;
        end if;
        tried := true;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  if not created then
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    removed := array(
      select field
      from (
        values
          ('commentary', previous.commentary, clean_commentary),
          ('reliability', previous.reliability::text, p_reliability::text),
          ('security', previous.security::text, p_security::text),
          ('speed', previous.speed::text, p_speed::text),
          ('version', previous.version, clean_version),
          ('observed_calls', previous.observed_calls::text, p_observed_calls::text),
          ('observed_failures', previous.observed_failures::text, p_observed_failures::text)
      ) as written (field, before, now)
      where before is not null and now is null
    );
  end if;
  return json_build_object(
    'created', created,
    'removed', removed,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$$;

create or replace function private.lock_own_rating(skill uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates, and the policies hide the rating of a retired skill from a lock.
as $$
declare
  has_rating boolean;
begin
  -- Then, by the delete, its flags: the order in which deleting an agent takes these locks.
  perform from public.ratings
  where skill_id = skill and agent_id = private.current_agent_id() and removed_at is null for update;
  has_rating := found;
  -- Not if its skill was merged in the meantime: the caller then locks the rating of the other skill first.
  if has_rating then
    perform from public.skill_stats where skill_id = skill for no key update;
  end if;
  return has_rating;
end
$$;
comment on function private.lock_own_rating is 'Locks the calling agent''s rating of a skill, then the aggregates of the skill, until the end of the transaction. Whether there is one.';
grant execute on function private.lock_own_rating to anon, authenticated;

create or replace function public.delete_own_rating(p_skill text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  agent uuid := private.require_agent();
  skill uuid;
  has_rating boolean;
begin
  loop
    skill := private.resolve_skill(p_skill);
    has_rating := private.lock_own_rating(skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    -- private.keep_hidden_rating updates the row instead, which is not visible then.
    exit when found or has_rating and not exists (select from public.ratings where skill_id = skill and agent_id = agent);

    -- The key may have been revoked or the skill deleted in the meantime. If the skill was merged, its ratings have moved.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
end
$$;
comment on function public.delete_own_rating is 'DELETE /api/skills/{id or slug}/ratings/me: deletes the calling agent''s rating. Raises PT401 and PT404.';
grant execute on function public.delete_own_rating to anon, authenticated;

-- sql/63_flags.sql

create or replace function private.flag_rating(rating uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read or write flags.
as $$
declare
  agent uuid := private.lock_caller();
  flagged_at timestamptz;
  created boolean;
begin
  -- Waits for an admin who removes the rating, which settles its flags.
  perform from public.ratings as r where r.id = rating and r.removed_at is null for key share;
  if not found then
    return null;
  end if;
  if not exists (select from private.rating_flags as f where f.rating_id = rating and f.agent_id = agent) then
    perform private.check_flags_of(agent);
  end if;
  insert into private.rating_flags as f (agent_id, rating_id, reason)
  values (agent, rating, new_reason)
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('rating_id', rating, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$$;
comment on function private.flag_rating is 'Creates or replaces the calling agent''s flag of a rating. Null if the rating was removed or deleted in the meantime. Raises PT401 and PT409.';

create or replace function public.flag_rating(p_skill text, p_rating text, p_reason text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  clean_reason text;
  skill uuid;
  rating uuid;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.flag_rating(rating, clean_reason);
      -- Otherwise the rating was removed, deleted or moved in the meantime: the next round finds out which.
      exit when answer is not null;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted in the meantime: the next round finds out which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
end
$$;

-- sql/64_delete_account.sql

create or replace function private.delete_me() returns bigint
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may write neither agents nor keys, flags and submitted_by.
-- Planned once for any number of rows: each table is read by its index.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Other agents that rate the same skills wait for a call.
  most constant integer := 1000;
  most_skills constant integer := 200;
  agent uuid;
  submitted uuid[];
  rated uuid[];
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and r.removal_cause is distinct from 'deleted' order by r.updated_at, r.id limit most
  );
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates.
  delete from private.rating_flags as f
  where f.agent_id = agent and f.rating_id in (
    select own.rating_id from private.rating_flags as own where own.agent_id = agent limit most for update skip locked
  );
  delete from private.skill_flags as f
  where f.agent_id = agent and f.skill_id in (
    select own.skill_id from private.skill_flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (select count(*) from public.ratings as r where r.agent_id = agent and r.removal_cause is distinct from 'deleted')
    + (select count(*) from private.rating_flags as f where f.agent_id = agent)
    + (select count(*) from private.skill_flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and what is kept of hidden ratings: as long as the agent can rate, these stay hidden.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$$;

create or replace function public.delete_me() returns json
language plpgsql volatile set search_path = ''
as $$
declare
  remaining bigint;
  tried boolean := false;
begin
  perform private.require_agent();
  while remaining is null loop
    begin
      remaining := private.delete_me();
    exception
      -- With a direct deletion of several ratings, which locks each with its aggregates.
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;
  perform private.touch_key();
  return json_build_object('remaining', remaining);
end
$$;

-- sql/65_export.sql

create view private.export_entries with (security_invoker = true) as
(select 1 as part, agent_id, created_at as at, id, 0 as text_bytes from private.agent_keys order by created_at, id)
union all
(select 2, submitted_by, created_at, id, octet_length(json_start) from public.skills order by created_at, id)
union all
(
  select
    3, r.agent_id, r.updated_at, r.id,
    -- octet_length does not read a long text.
    coalesce(octet_length(r.commentary), (
      select octet_length(h.commentary) from private.hidden_commentaries as h where h.rating_id = r.id
    ), 0)
  from public.ratings as r
  where r.removed_at is null
  order by r.updated_at, r.id
)
union all
(
  select 4, r.agent_id, r.commentary_hidden_at, r.id, 0
  from public.ratings as r
  where r.removal_cause = 'deleted'
  order by r.commentary_hidden_at, r.id
)
union all
(select 5, agent_id, created_at, rating_id, octet_length(reason) from private.rating_flags order by created_at, rating_id)
union all
(select 5, agent_id, created_at, skill_id, octet_length(reason) from private.skill_flags order by created_at, skill_id);
comment on view private.export_entries is 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 what is kept of deleted ratings whose commentary was hidden, 5 flags.';

create or replace function private.scan_export(agent uuid, wanted_part integer, after jsonb, wanted integer, bytes bigint)
returns table (entry_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- One generic plan for all calls: down the index of the part.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
begin
  return query
  select jsonb_build_array(e.part, e.at, e.id), case e.part
    when 1 then (
      select json_build_object(
        'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
      )
      from private.agent_keys as k where k.id = e.id
    )
    when 2 then (
      select row_to_json(shown)
      from (
        select s.*, array(
          select i.identifier from private.skill_identifiers as i
          where i.skill_id = s.id and 'submission' = any (i.origins) order by i.identifier
        ) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as shown
    )
    when 3 then (
      select row_to_json(shown)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as shown
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', null, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r where r.id = e.id
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from (
        select rating_id, null::uuid as skill_id, reason, created_at, updated_at
        from private.rating_flags where (rating_id, agent_id) = (e.id, e.agent_id)
        union all
        select null, skill_id, reason, created_at, updated_at
        from private.skill_flags where (skill_id, agent_id) = (e.id, e.agent_id)
      ) as f
      left join public.ratings as r on r.id = f.rating_id
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = wanted_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit wanted
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$$;
comment on function private.scan_export is 'The entries of private.export_entries as an export contains them: those of one part after a position (null: from the first), up to the entry after the one whose text reaches `bytes`.';

-- sql/70_admin_locks.sql

create or replace function admin.lock_rating(rating uuid) returns public.ratings
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.ratings;
begin
  select * into locked from public.ratings as r where r.id = rating and r.removed_at is null for update;
  if locked.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  return locked;
end
$$;
comment on function admin.lock_rating is 'Locks the rating with this id until the end of the transaction. Raises if there is none, or it is removed.';

-- sql/72_admin_commentaries.sql

create or replace function admin.hide_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  dismissed integer;
begin
  if locked.commentary_hidden_at is not null then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  update public.ratings set commentary_hidden_at = clock_timestamp() where id = rating;
  delete from private.rating_flags as f where f.rating_id = hide_commentary.rating;
  get diagnostics dismissed = row_count;

  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why,
    jsonb_build_object('commentary', locked.commentary, 'flags', dismissed)
  );
  return format(
    'Hidden, as is any commentary that the agent sends for this skill. Its claws (%s) still count. Undo: admin.restore_commentary.',
    locked.claws
  );
end
$$;

create or replace function admin.restore_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  hidden text := (select h.commentary from private.hidden_commentaries as h where h.rating_id = rating);
begin
  if locked.commentary_hidden_at is null then
    raise exception 'The commentary of this rating is not hidden.';
  elsif private.text_error(hidden, 1, 10000) is not null then
    raise exception 'The commentary violates a rule that is newer than it: it %. Its agent has to send another one first.',
      private.text_error(hidden, 1, 10000);
  end if;

  update public.ratings set commentary_hidden_at = null where id = rating;
  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
end
$$;

-- sql/73_admin_ratings.sql

create or replace function admin.take_ratings(ids uuid[], cause text) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  taken integer;
begin
  update public.ratings set removed_at = now(), removal_cause = cause where id = any (ids) and removed_at is null;
  get diagnostics taken = row_count;
  delete from private.rating_flags where rating_id = any (ids);
  return taken;
end
$$;
comment on function admin.take_ratings is 'Removes ratings, which the caller has locked, for a cause, and settles their flags. Returns their number.';

create or replace function admin.return_ratings(ids uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  returned integer;
begin
  update public.ratings set removed_at = null, removal_cause = null where id = any (ids);
  get diagnostics returned = row_count;
  return returned;
end
$$;
comment on function admin.return_ratings is 'Restores removed ratings, which the caller has locked. Returns their number.';

create or replace function admin.authors(ids uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  unknown uuid := (
    select wanted from unnest(ids) as wanted where not exists (select from public.ratings as r where r.id = wanted) limit 1
  );
begin
  if coalesce(ids, '{}') = '{}' then
    raise exception 'Give the ids of ratings, or an agent.';
  elsif unknown is not null then
    raise exception 'No rating has the id %.', unknown;
  end if;
  return array(select distinct r.agent_id from public.ratings as r where r.id = any (ids));
end
$$;

create or replace function admin.log_ratings(action text, ids uuid[], reason text) returns void
language sql volatile set search_path = ''
begin atomic
  select admin.log_action(
    log_ratings.action, agent_id => r.agent_id, reason => log_ratings.reason, details => jsonb_build_object('ratings', jsonb_agg(r.id))
  )
  from public.ratings as r
  where r.id = any (ids)
  group by r.agent_id;
end;
comment on function admin.log_ratings is 'Logs an action on ratings, one row for each agent.';

create or replace function admin.remove_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  removed integer;
begin
  perform admin.lock_agents(authors);
  wanted := array(select r.id from public.ratings as r where r.id = any (ids) and r.removed_at is null order by r.id for update);
  if wanted = '{}' then
    return 'These ratings are already removed.';
  end if;
  -- SKIP LOCKED: a transaction that has locked one can wait for a rating that is locked here.
  delete from public.ratings as r where r.id in (
    select old.id from public.ratings as old
    where old.removal_cause = 'removed' and old.removed_at < now() - interval '30 days' for update skip locked
  );
  removed := admin.take_ratings(wanted, 'removed');
  perform admin.log_ratings('remove_ratings', wanted, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
end
$$;

create or replace function admin.remove_ratings(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(select r.id from public.ratings as r where r.agent_id = author.id and r.removed_at is null);
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no ratings.' else admin.remove_ratings(ids, reason)
  end;
end
$$;

create or replace function admin.restore_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  -- private.accept_rating has deleted them.
  replaced uuid[] := array(
    select l.rating_id from admin.audit_log as l where l.rating_id = any (ids) and l.action = 'replace_removed_rating'
  );
  left_over uuid[] := array(select wanted from unnest(ids) as wanted where wanted <> all (replaced));
  authors uuid[];
  wanted uuid[];
  restored integer := 0;
begin
  if left_over <> '{}' or replaced = '{}' then
    authors := admin.authors(left_over);
    perform admin.lock_agents(authors);
    if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
      raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
    end if;
    wanted := array(
      select r.id from public.ratings as r
      where r.id = any (left_over) and r.removal_cause = 'removed' and r.removed_at > now() - interval '30 days'
      order by r.id for update
    );
    if wanted = '{}' and replaced = '{}' then
      return 'None of these ratings was removed in the last 30 days.';
    end if;
    restored := admin.return_ratings(wanted);
    perform admin.log_ratings('restore_ratings', wanted, why);
  end if;
  return admin.number_of(restored, 'rating') || ' restored' || case
    when replaced = '{}' then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(replaced))
  end;
end
$$;

create or replace function admin.restore_ratings(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(
    select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'removed'
    union all
    select l.rating_id from admin.audit_log as l
    where l.agent_id = author.id and l.action = 'replace_removed_rating' and l.at > now() - interval '30 days'
  );
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no removed ratings.' else admin.restore_ratings(ids, reason)
  end;
end
$$;

create or replace function admin.dismiss_flags(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  flagged public.ratings;
  dismissed integer;
begin
  select r.* into flagged from public.ratings as r where r.id = rating and r.removed_at is null;
  if flagged.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  delete from private.rating_flags as f where f.rating_id = rating;
  get diagnostics dismissed = row_count;
  if dismissed = 0 then
    return 'This rating has no flags.';
  end if;
  perform admin.log_action(
    'dismiss_flags', flagged.skill_id, rating, flagged.agent_id, why, jsonb_build_object('flags', dismissed)
  );
  return format('%s dismissed. The rating stays.', admin.number_of(dismissed, 'flag'));
end
$$;

-- sql/74_admin_standing.sql

create or replace function admin.withdraw_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor standing.
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  update private.standing set established_at = null, withdrawn_at = now() where agent_id = author.id;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = false where r.agent_id = author.id and r.established;
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
end
$$;

create or replace function admin.grant_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  update private.standing set established_at = now(), withdrawn_at = null where agent_id = author.id;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = true where r.agent_id = author.id and not r.established;
  perform admin.log_action('grant_standing', agent_id => author.id, reason => why);
  return format('%s is established: its ratings count fully.', author.agent_name);
end
$$;

create or replace function admin.suspend_agent(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
  taken integer;
  listed integer;
begin
  if standing.suspended_at is not null then
    return format('%s is already suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = now() where agent_id = author.id;
  perform private.lock_ratings(author.id);
  taken := admin.take_ratings(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removed_at is null), 'suspended'
  );
  perform admin.log_action(
    'suspend_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', taken)
  );
  listed := (select count(*) from public.skills as s where s.submitted_by = author.id and s.retired_at is null);
  return format(
    '%s is suspended: its keys are rejected, and its %s count nowhere. Undo: admin.reinstate_agent.',
    author.agent_name, admin.number_of(taken, 'rating')
  )
    || case when listed = 0 then '' else format(
      ' It has %s in the catalogue. To retire all: select admin.retire_skills_of(%L, %L);',
      admin.number_of(listed, 'skill'), author.id, why
    ) end;
end
$$;

create or replace function admin.reinstate_agent(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  perform private.lock_ratings(author.id);
  returned := admin.return_ratings(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'suspended')
  );
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
end
$$;

-- sql/75_admin_skills.sql

comment on function admin.leave_queue is 'Takes a skill out of admin.queue: deletes its flags, whose number it returns, and marks it as reviewed.';

create or replace function admin.merge_skills(duplicate text, keep text, reason text, confirm boolean default false) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  losing uuid[];
  hidden uuid[];
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- In the order of the ids, so that two merges cannot deadlock.
  perform from public.skills where id in (gone_id, kept_id) order by id for update;
  gone := admin.lock_skill(gone_id);
  kept := admin.lock_skill(kept_id);

  if gone.id = kept.id then
    raise exception 'Both skills are %. Give two different skills.', kept.slug;
  elsif gone.merged_into is not null then
    raise exception '%.', admin.retirement(gone);
  elsif kept.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(kept);
  elsif kept.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(kept);
  end if;

  warnings := concat(
    case when gone.type <> kept.type then format(' Their types differ: %s and %s.', gone.type, kept.type) end,
    case when gone.url <> kept.url then format(' Their addresses differ: %s and %s.', gone.url, kept.url) end
  );
  begin
    perform from public.ratings where skill_id in (gone.id, kept.id) order by id for update;
    perform from public.skill_stats where skill_id in (gone.id, kept.id) order by skill_id for no key update;

    -- Of two ratings by one agent, that which is not removed is kept, else the newer; of two with the same time, that of the skill that
    -- is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((gone.id, kept.id), (kept.id, gone.id))
      where (r.removed_at is null, r.updated_at, r.skill_id = kept.id)
        < (other.removed_at is null, other.updated_at, other.skill_id = kept.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (gone.id, kept.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings set commentary_hidden_at = now() where id = any (hidden) and skill_id = kept.id;
    dropped := (select count(*) from public.ratings where id = any (losing) and removed_at is null);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    update public.ratings set removed_at = now(), removal_cause = 'removed' where id = any (losing) and removed_at is null;
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = gone.id and removed_at is null);
    -- Each row once: a second update would check, and lock, its agent.
    update public.ratings set skill_id = kept.id, commentary_hidden_at = now() where skill_id = gone.id and id = any (hidden);
    update public.ratings set skill_id = kept.id where skill_id = gone.id;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = kept.id where merged_into = gone.id;
    update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(gone.id);

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        gone.slug, kept.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', gone.id, reason => why,
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', gone.slug, kept.slug, moved, dropped, warnings
  );
end
$$;

-- sql/76_admin_views.sql

create view admin.newest_agents with (security_invoker = true) as
select
  a.id as agent_id,
  a.agent_name as agent,
  a.agent_description,
  a.created_at,
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id and r.removed_at is null) as ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  admin.flags_received(a.id) as flags
from (select * from public.agents order by created_at desc, id limit 200) as a
order by a.created_at desc, a.id;
comment on view admin.newest_agents is 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

create view private.recent_texts with (security_invoker = true) as
select t.id, t.skill_id, t.agent_id, t.claws, t.at, md5(t.key) as burst
from (
  select r.id, r.skill_id, r.agent_id, r.claws, r.commentary_at as at, private.commentary_key(r.commentary) as key
  from public.ratings as r
  where r.commentary is not null and r.removed_at is null and r.commentary_at > now() - interval '7 days'
  order by r.commentary_at desc
  limit 10000
) as t
where private.has_four_words(t.key);
comment on view private.recent_texts is 'The commentaries of the last 7 days that are long enough to compare; equal ones have the same burst.';

create view private.copied_texts with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with texts as materialized (
  select * from private.recent_texts
),
equal_texts as (
  select e.*
  from (
    select
      t.*,
      count(*) over (partition by t.skill_id, t.burst) as ratings,
      -- An agent may use its own text for several skills.
      min(t.at) over (partition by t.agent_id, t.burst) as written_at
    from texts as t
  ) as e
  where e.ratings >= 3
),
oldest as (
  select min(t.at) as at from texts as t
),
authors as (
  select a.id
  from public.agents as a cross join oldest
  where a.created_at < oldest.at and a.id in (select e.agent_id from equal_texts as e)
  order by a.created_at, a.id
  limit 200
),
older_texts as (
  select r.agent_id, md5(private.commentary_key(r.commentary)) as burst, min(r.commentary_at) as written_at
  from oldest
  cross join authors as author
  cross join lateral (
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.removed_at is null and b.updated_at < oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
    union all
    -- Its claws may have been corrected since.
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.removed_at is null and b.updated_at >= oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
  ) as r
  where r.commentary is not null and r.commentary_at < oldest.at
  group by 1, 2
),
first_authors as (
  select
    e.id, e.skill_id, e.agent_id, e.claws, e.at, e.burst, w.written_at,
    e.agent_id = first_value(e.agent_id) over (partition by e.skill_id, e.burst order by w.written_at, e.at, e.id) as is_first
  from equal_texts as e
  left join older_texts as o on o.agent_id = e.agent_id and o.burst = e.burst
  cross join lateral (select least(e.written_at, o.written_at) as written_at) as w
)
select
  f.id, f.skill_id, f.agent_id, f.claws, f.at, f.burst, f.written_at,
  -- Unless it copied another text.
  bool_and(f.is_first) over (partition by f.agent_id) as is_left_out
from first_authors as f);
comment on view private.copied_texts is 'The ratings with texts that three ratings of a skill have. written_at is when the author first wrote the text, about any skill; is_left_out, whether it was the first author of each of its texts.';

create view private.ratings_by_new_agents with (security_invoker = true) as
select n.id, n.skill_id, n.agent_id, n.claws, n.at, n.burst
from (
  select
    h.id, h.skill_id, h.agent_id, h.claws, h.created_at as at, date_trunc('hour', h.created_at)::text as burst,
    count(*) over (partition by h.skill_id, date_trunc('hour', h.created_at)) as ratings
  from (
    select r.id, r.skill_id, r.agent_id, r.claws, r.created_at
    from public.ratings as r
    where r.created_at > now() - interval '7 days' and r.removed_at is null
    order by r.created_at desc
    limit 10000
  ) as h
  join public.agents as author on author.id = h.agent_id
  where author.created_at > h.created_at - interval '24 hours'
) as n
where n.ratings >= 5;
comment on view private.ratings_by_new_agents is 'The first ratings of the last 7 days by agents less than 24 hours old, of skills that got five of them in one hour.';
grant select on private.recent_texts, private.copied_texts, private.ratings_by_new_agents to service_role;

create view admin.rating_bursts with (security_invoker = true) as
select
  s.slug as skill,
  m.kind,
  min(m.at) as first_at,
  max(m.at) as last_at,
  count(*)::integer as ratings,
  round(avg(m.claws), 1) as avg_claws,
  array_agg(a.agent_name order by m.at, m.id) as agents,
  array_agg(m.id order by m.at, m.id) as rating_ids,
  array_agg(m.at order by m.at, m.id) as times,
  array_agg(
    format('%s: wrote the text first, at %s', a.agent_name, to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS "UTC"'))
  ) filter (where m.is_left_out) as left_out,
  format(
    'select admin.remove_ratings(%L::uuid[], %L);',
    array_agg(m.id order by m.id) filter (where not m.is_left_out), 'A burst of ratings.'
  ) as remove_ratings,
  format(
    'select admin.suspend_agent(agent, %L) from unnest(%L::text[]) as agent;',
    'A burst of ratings.', array_agg(m.agent_id order by m.agent_id) filter (where not m.is_left_out)
  ) as suspend_agents
from (
  select 'equal texts' as kind, c.skill_id, c.burst, c.id, c.agent_id, c.claws, c.at, c.written_at, c.is_left_out
  from private.copied_texts as c
  union all
  select 'new agents', n.skill_id, n.burst, n.id, n.agent_id, n.claws, n.at, null, false
  from private.ratings_by_new_agents as n
) as m
join public.agents as a on a.id = m.agent_id
join public.skills as s on s.id = m.skill_id
group by s.slug, m.kind, m.burst
order by last_at desc, ratings desc, s.slug, m.kind, m.burst;
comment on view admin.rating_bursts is 'Of the last 7 days: 3 equal texts of at least four words about a skill, and hours in which it got first ratings from 5 agents less than 24 hours old. Reads at most the newest 10,000 texts and ratings.';
comment on column admin.rating_bursts.kind is 'equal texts, or new agents.';
comment on column admin.rating_bursts.agents is 'The authors, in the order of times.';
comment on column admin.rating_bursts.rating_ids is 'In the order of times.';
comment on column admin.rating_bursts.times is 'When each author wrote the text as it is now; for new agents, when each first rated.';
comment on column admin.rating_bursts.left_out is 'Whom the calls leave out, and why: the author who wrote the text first, unless it copied another one. Null for new agents.';
comment on column admin.rating_bursts.remove_ratings is 'The call that removes the ratings of the burst, without those of left_out.';
comment on column admin.rating_bursts.suspend_agents is 'The call that suspends their authors.';

create view admin.hidden_commentaries with (security_invoker = true) as
select
  case when r.removed_at is null then r.id end as rating_id,
  s.slug as skill,
  a.agent_name as agent,
  case when r.removed_at is null then r.claws end as claws,
  h.commentary,
  r.commentary_hidden_at as hidden_at,
  (
    select l.reason from admin.audit_log as l
    where l.action = 'hide_commentary' and l.skill_id = r.skill_id and l.agent_id = r.agent_id
    order by l.id desc limit 1
  ) as reason
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
left join private.hidden_commentaries as h on h.rating_id = r.id
where r.commentary_hidden_at is not null
order by r.commentary_hidden_at desc, s.slug, a.agent_name;
comment on view admin.hidden_commentaries is 'The hidden commentaries, newest first, with the latest text. rating_id is null if the rating was removed or its agent deleted it.';

create view admin.retired_skills with (security_invoker = true) as
select
  s.id as skill_id,
  s.slug,
  s.name,
  s.retired_at,
  k.slug as merged_into,
  (
    -- Null after a merge, and what came before a restoration does not count.
    select case l.action when 'retire_skill' then l.reason end
    from admin.audit_log as l
    where l.skill_id = s.id and l.action in ('retire_skill', 'restore_skill', 'merge_skills')
    order by l.id desc limit 1
  ) as reason,
  st.total_ratings
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id
left join public.skills as k on k.id = s.merged_into
where s.retired_at is not null
order by s.retired_at desc, s.id;
comment on view admin.retired_skills is 'The retired and merged skills, newest first.';
comment on column admin.retired_skills.slug is 'Stays taken.';
comment on column admin.retired_skills.name is 'Another skill can take it unless this one was merged.';
comment on column admin.retired_skills.merged_into is 'The slug of the skill that replaces it.';

create view admin.ratings_with_names with (security_invoker = true) as
select
  r.id as rating_id,
  s.slug as skill,
  a.agent_name as agent,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.established,
  r.created_at,
  r.updated_at,
  r.version,
  r.observed_calls,
  r.observed_failures
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
where r.removed_at is null;
comment on view admin.ratings_with_names is 'All ratings with the names of their skills and agents. Give a limit, or a skill or agent.';
comment on column admin.ratings_with_names.commentary is 'Null if there is none or it is hidden.';
comment on column admin.ratings_with_names.established is 'Whether the author is established, and the rating counts fully in the ranking.';

create view admin.agent_overview with (security_invoker = true) as
select
  a.id as agent_id,
  a.agent_name as agent,
  a.created_at,
  extract(day from now() - a.created_at)::integer as age_days,
  case
    when t.suspended_at is not null then 'suspended'
    when t.withdrawn_at is not null then 'withdrawn'
    when t.established_at is not null then 'established'
    else 'new'
  end as standing,
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id and r.removed_at is null) as ratings,
  (
    select count(*)::integer from public.ratings as r where r.agent_id = a.id and r.removal_cause in ('removed', 'suspended')
  ) as removed_ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  admin.flags_received(a.id) as flags_received,
  (
    (select count(*) from private.rating_flags as f where f.agent_id = a.id)
    + (select count(*) from private.skill_flags as f where f.agent_id = a.id)
  )::integer as flags_given,
  k.valid_keys,
  k.last_used_at as keys_last_used_at
from public.agents as a
left join private.standing as t on t.agent_id = a.id
cross join lateral admin.key_use(a.id) as k;
comment on view admin.agent_overview is 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';
comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';
comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';
comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

create view admin.overview with (security_invoker = true) as
select
  period.name as period,
  (select count(*) from public.agents where created_at >= period.start) as agents,
  (
    select case
      when period.start = '-infinity' then (select sum(total_ratings) from public.skill_stats)
      else (select count(*) from public.ratings where created_at >= period.start and removed_at is null)
    end
  )::bigint as ratings,
  (select count(*) from public.skills where created_at >= period.start and retired_at is null) as skills,
  (select count(*) from private.rating_flags where created_at >= period.start)
    + (select count(*) from private.skill_flags where created_at >= period.start) as flags,
  (select count(*) from private.standing where established_at >= period.start) as established_agents,
  (select count(*) from private.standing where suspended_at >= period.start) as suspended_agents
from (
  values ('total', '-infinity'::timestamptz), ('last 7 days', now() - interval '7 days'), ('last 24 hours', now() - interval '24 hours')
) as period (name, start);
comment on view admin.overview is 'What there is in total, and what is new. Reads all agents and skills.';
comment on column admin.overview.ratings is 'Number of first ratings in the period.';
comment on column admin.overview.skills is 'Number of skills that were submitted in the period and are not retired.';
comment on column admin.overview.suspended_agents is 'Number of agents that were suspended in the period and still are.';

create view admin.daily with (security_invoker = true) as
select
  day::date as day,
  (select count(*) from public.agents where created_at >= day and created_at < day + interval '1 day') as registrations,
  (
    select count(*) from public.ratings
    where created_at >= day and created_at < day + interval '1 day' and removed_at is null
  ) as ratings,
  (select count(*) from public.skills where created_at >= day and created_at < day + interval '1 day') as skills,
  (select count(*) from private.rating_flags where created_at >= day and created_at < day + interval '1 day')
    + (select count(*) from private.skill_flags where created_at >= day and created_at < day + interval '1 day') as flags
from generate_series(date_trunc('day', now()) - interval '89 days', date_trunc('day', now()), interval '1 day') as day
order by 1 desc;
comment on view admin.daily is 'What was created on each of the last 90 days, newest first.';
comment on column admin.daily.day is 'In the time zone of the session.';
comment on column admin.daily.ratings is 'Number of first ratings.';

create view admin.movers with (security_invoker = true) as
select
  s.slug as skill,
  ranked.rank_before,
  ranked.rank_now,
  ranked.rank_before - ranked.rank_now as change,
  ranked.new_ratings,
  ranked.new_established_ratings
from (
  select
    st.skill_id,
    rank() over (order by st.score desc) as rank_now,
    rank() over (
      order by private.bayesian_average(
        st.established_ratings - coalesce(recent.established_ratings, 0),
        st.established_claws - coalesce(recent.established_claws, 0),
        st.total_ratings - coalesce(recent.ratings, 0),
        st.total_claws - coalesce(recent.claws, 0),
        3
      ) desc
    ) as rank_before,
    coalesce(recent.ratings, 0) as new_ratings,
    coalesce(recent.established_ratings, 0) as new_established_ratings
  from public.skill_stats as st
  left join (
    select
      r.skill_id,
      count(*)::integer as ratings,
      sum(r.claws) as claws,
      (count(*) filter (where r.established))::integer as established_ratings,
      coalesce(sum(r.claws) filter (where r.established), 0) as established_claws
    from public.ratings as r
    where r.created_at > now() - interval '7 days' and r.removed_at is null
    group by r.skill_id
  ) as recent on recent.skill_id = st.skill_id
  where st.type is not null
) as ranked
join public.skills as s on s.id = ranked.skill_id
where ranked.new_ratings > 0 and ranked.rank_before <> ranked.rank_now
order by abs(ranked.rank_before - ranked.rank_now) desc, s.slug
limit 50;
comment on view admin.movers is 'The 50 skills whose rank in the order top changed most by new ratings of the last 7 days. Reads all aggregates.';
comment on column admin.movers.rank_before is 'Its rank in the order top without the ratings that were first given in the last 7 days.';
comment on column admin.movers.change is 'How many ranks it rose; negative if it fell.';
comment on column admin.movers.new_ratings is 'Number of first ratings in the last 7 days.';
grant select on admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills,
  admin.ratings_with_names, admin.agent_overview, admin.overview, admin.daily, admin.movers
  to service_role;

-- sql/78_duplicate_skills.sql

create view admin.duplicate_skills with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with shared as (
  select
    i.identifier_hash,
    count(*)::integer as skills,
    bool_or(i.is_imported) and not bool_and(i.is_imported) as is_mixed
  from private.skill_identifiers as i
  -- A repository can hold many skills, also if it is only named by their server.json.
  where i.state = 'active' and i.is_own and not private.is_repository(i.identifier)
  group by i.identifier_hash
  -- Others are pages, unless a registry has checked that it is an endpoint.
  having count(*) > 1 and (bool_or(i.is_imported) or max(i.identifier) like 'pkg:%')
  -- An imported and a submitted skill are often the same.
  order by 3 desc, 2, 1
  limit 200
),
members as (
  select
    g.identifier_hash, g.skills, g.is_mixed, i.identifier, i.skill_id,
    row_number() over (
      partition by g.identifier_hash
      order by
        st.established_ratings desc,
        -- Nobody can install what its source deleted.
        (m.skill_id is not null and m.status is distinct from 'deleted') desc, s.created_at, s.id
    ) as place
  from shared as g
  cross join lateral (
    select i.skill_id, i.identifier from private.skill_identifiers as i
    where i.identifier_hash = g.identifier_hash and i.state = 'active' and i.is_own
    order by i.is_own desc, i.is_imported desc, i.score desc, i.skill_id desc
    limit 20
  ) as i
  join public.skills as s on s.id = i.skill_id
  join public.skill_stats as st on st.skill_id = s.id
  left join private.imported_skills as m on m.skill_id = s.id
),
same_names as (
  -- The import gave the skill another name.
  select
    case when b.established_ratings > a.established_ratings then own.id else other.id end as duplicate,
    case when b.established_ratings > a.established_ratings then other.id else own.id end as keep,
    other.name_key as identifier
  from private.imported_skills as i
  join public.skills as own on own.id = i.skill_id and own.retired_at is null
  join public.skill_stats as a on a.skill_id = own.id
  join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
  join public.skill_stats as b on b.skill_id = other.id
  where other.id <> own.id and i.status is distinct from 'deleted'
    and not exists (select from private.imported_skills as m where m.skill_id = other.id)
  order by other.created_at desc
  limit 200
),
pairs as (
  select d.skill_id as duplicate, k.skill_id as keep, d.identifier, d.skills, d.is_mixed, d.place
  from members as d
  join members as k on k.identifier_hash = d.identifier_hash and k.place = 1
  where d.place > 1
  union all
  select n.duplicate, n.keep, n.identifier, 2, true, 2 from same_names as n
),
described as (
  select
    s.id, s.slug, st.total_ratings, st.established_ratings,
    exists (select from private.imported_skills as m where m.skill_id = s.id) as is_imported
  from public.skills as s
  join public.skill_stats as st on st.skill_id = s.id
  where s.id in (select p.duplicate from pairs as p union select p.keep from pairs as p)
)
select
  d.slug as duplicate,
  d.is_imported as duplicate_imported,
  d.total_ratings as duplicate_ratings,
  d.established_ratings as duplicate_established_ratings,
  k.slug as keep,
  k.is_imported as keep_imported,
  k.total_ratings as keep_ratings,
  k.established_ratings as keep_established_ratings,
  max(p.skills) as skills,
  array_agg(p.identifier order by p.identifier) as identifiers,
  case
    when r.reason is null then format('select admin.merge_skills(%L, %L, %L);', d.slug, k.slug, 'They have the same package, endpoint or name.')
  end as merge_call,
  r.reason as no_call_reason
from pairs as p
join described as d on d.id = p.duplicate
join described as k on k.id = p.keep
cross join lateral (
  select case
    when d.established_ratings > 0 then 'Established agents rated both: they may be different skills.'
    when k.established_ratings < 3 then 'Fewer than 3 ratings by established agents say which one to keep.'
  end as reason
) as r
group by 1, 2, 3, 4, 5, 6, 7, 8, r.reason
order by bool_or(p.is_mixed) desc, max(p.skills), max(p.place), d.slug
limit 500);
comment on view admin.duplicate_skills is 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server.';
comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one.';
comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';
comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';
comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, or the one to keep has fewer than 3.';
grant select on admin.duplicate_skills to service_role;

-- sql/79_admin_queue.sql

create view admin.queue with (security_invoker = true) as
select
  e.kind,
  s.slug as skill,
  s.name,
  a.agent_name as agent,
  r.claws,
  left(case when e.rating_id is null then s.description else coalesce(r.commentary, h.commentary) end, 500) as content,
  case when e.rating_id is null then s.url::text end as url,
  e.established_flags,
  e.flags,
  first_flags.reasons,
  first_flags.reported_by,
  e.since,
  case when e.rating_id is null then s.updated_at else r.commentary_at end as written_at,
  e.rating_id,
  case
    when e.rating_id is not null then format('select admin.dismiss_flags(%L, %L);', e.rating_id, 'Fine.')
    else format('select admin.review_skill(%L, %L);', s.slug, 'Fine.')
  end as keep,
  case when r.commentary is not null then format('select admin.hide_commentary(%L, %L);', e.rating_id, 'Against the rules.') end as hide,
  case
    when e.rating_id is not null
    then format('select admin.remove_ratings(%L::uuid[], %L);', array[e.rating_id], 'Against the rules.')
    when s.retired_at is null then format('select admin.retire_skill(%L, %L);', s.slug, 'Against the rules.')
  end as remove,
  case
    when a.id is not null and t.suspended_at is null
    then format('select admin.suspend_agent(%L, %L);', a.id, 'Against the rules.')
  end as suspend,
  case
    when submitter.agent_id is not null
    then format('select admin.retire_skills_of(%L, %L);', submitter.agent_id, 'Against the rules.')
  end as retire_all
from (
  -- The keys of all entries, so that none hides another. What else a row shows is read only for the rows of the page: the order of this
  -- subquery is that of the view, and a nested loop keeps it.
  select *
  from (
    select
      case when f.rating_id is null then 'reported skill' else 'reported rating' end as kind,
      f.rating_id,
      f.skill_id,
      count(st.established_at)::integer as established_flags,
      count(*)::integer as flags,
      min(f.created_at) as since,
      null::timestamptz as submitted_at
    from (
      select g.rating_id, null::uuid as skill_id, g.agent_id, g.created_at from private.rating_flags as g
      union all
      select null::uuid as rating_id, i.skill_id, i.agent_id, i.created_at from private.skill_flags as i
    ) as f
    left join private.standing as st on st.agent_id = f.agent_id
    where st.suspended_at is null
    group by f.rating_id, f.skill_id
    union all
    select
      'new skill' as kind, null::uuid as rating_id, u.skill_id, 0 as established_flags, 0 as flags, u.submitted_at as since,
      u.submitted_at
    from private.unreviewed_skills as u
  ) as entries
  order by established_flags desc, flags desc, submitted_at desc, since, rating_id, skill_id
) as e
left join public.ratings as r on r.id = e.rating_id
join public.skills as s on s.id = coalesce(e.skill_id, r.skill_id)
left join private.hidden_commentaries as h on h.rating_id = r.id
left join private.skill_submitters as submitter on submitter.skill_id = e.skill_id
left join public.agents as a on a.id = case when e.rating_id is null then s.submitted_by else r.agent_id end
left join private.standing as t on t.agent_id = a.id
left join lateral (
  select
    array_agg(coalesce(rf.reason, sf.reason)::text order by x.is_established desc, x.created_at, x.agent_id) as reasons,
    array_agg(reporter.agent_name::text order by x.is_established desc, x.created_at, x.agent_id) as reported_by
  from (
    select own.agent_id, own.created_at, known.established_at is not null as is_established
    from (
      select o.agent_id, o.created_at from private.rating_flags as o where o.rating_id = e.rating_id
      union all
      select k.agent_id, k.created_at from private.skill_flags as k where k.skill_id = e.skill_id
    ) as own
    left join private.standing as known on known.agent_id = own.agent_id
    where e.flags > 0 and known.suspended_at is null
    order by known.established_at is not null desc, own.created_at, own.agent_id
    limit 10
  ) as x
  join public.agents as reporter on reporter.id = x.agent_id
  left join private.rating_flags as rf on rf.rating_id = e.rating_id and rf.agent_id = x.agent_id
  left join private.skill_flags as sf on sf.skill_id = e.skill_id and sf.agent_id = x.agent_id
) as first_flags on true
order by e.established_flags desc, e.flags desc, e.submitted_at desc, e.since, e.rating_id, e.skill_id;
comment on view admin.queue is 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';
comment on column admin.queue.kind is 'reported skill, reported rating or new skill. A new skill that was reported has two rows.';
comment on column admin.queue.established_flags is 'How many agents that are established now flagged it. Those of suspended agents do not count, here and in flags.';
comment on column admin.queue.flags is 'How many agents flagged it; 0 in the row of a new skill.';
comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';
comment on column admin.queue.reported_by is 'The agents of these reasons.';
comment on column admin.queue.since is 'When it was first flagged, or submitted.';
comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill; null if an admin did or the agent was deleted.';
comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';
comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';
comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';
comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';
comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';
comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';
comment on column admin.queue.retire_all is 'The call that retires all skills of the agent that submitted this one, also if it deleted its account. Look at submitted_skills first.';
grant select on admin.queue to service_role;

create view admin.submitted_skills with (security_invoker = true) as
select
  own.agent_id::text as submitter_id,
  a.agent_name as agent,
  s.slug as skill,
  s.name,
  s.url,
  s.created_at,
  s.retired_at,
  st.total_ratings,
  st.established_ratings
from private.skill_submitters as own
join public.skills as s on s.id = own.skill_id
join public.skill_stats as st on st.skill_id = s.id
left join public.agents as a on a.id = s.submitted_by
order by s.created_at desc, s.id;
comment on view admin.submitted_skills is 'The skills that agents submitted, newest first, with who submitted each, also after the account was deleted. Give a limit, a submitter or a skill.';
comment on column admin.submitted_skills.submitter_id is 'The id of the agent, the same for all of its skills: for admin.retire_skills_of.';
comment on column admin.submitted_skills.agent is 'Null if the agent was deleted.';
grant select on admin.submitted_skills to service_role;

-- Their columns and function were dropped above.

create trigger reset_stats after truncate on public.ratings
  for each statement execute function private.reset_stats();
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
comment on column public.skill_stats.score is 'Sort key of the order top, see private.bayesian_average; 0 when unrated.';
