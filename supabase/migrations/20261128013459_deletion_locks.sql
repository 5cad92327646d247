set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."delete_me"();

CREATE OR REPLACE FUNCTION private.delete_me (
  is_patient boolean
)
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
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

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks. Between them the flags of
  -- the ratings: to delete a row of agents deletes its flags, and then waits for aggregates.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and r.removal_cause is distinct from 'deleted' order by r.updated_at, r.id limit most
  );
  if is_patient then
    perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  else
    rated := array(select r.id from public.ratings as r where r.id = any (rated) for update skip locked);
  end if;
  perform from private.flags as f where f.rating_id = any (rated) order by f.rating_id, f.agent_id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates.
  delete from private.flags as f
  where f.agent_id = agent and f.subject_id in (
    select own.subject_id from private.flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (select count(*) from public.ratings as r where r.agent_id = agent and r.removal_cause is distinct from 'deleted')
    + (select count(*) from private.flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and what is kept of hidden ratings: as long as the agent can rate, these stay hidden.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$function$;

CREATE OR REPLACE FUNCTION private.derive_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return private.derived_stats(new);
end
$function$;

CREATE OR REPLACE FUNCTION private.derived_stats (
  s public.skill_stats
)
  RETURNS public.skill_stats
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.lock_own_rating (
  skill uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform from public.ratings
  where skill_id = skill and agent_id = private.current_agent_id() and removed_at is null for update;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
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
    select array(
      select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
    ) as ratings
  ) as r
  cross join lateral (
    select
      coalesce(
        (select change from private.sum_ratings(r.ratings, '{}') as change),
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      private.derived_stats(stored.stats) as stats,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, to_jsonb(stored.stats), stored.months)
    is distinct from (actual.sums, actual.type, to_jsonb(actual.stats), actual.months);
$function$;

CREATE OR REPLACE FUNCTION public.delete_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  remaining bigint;
begin
  perform private.require_agent();
  begin
    remaining := private.delete_me(is_patient => true);
  exception
    -- A direct update or deletion of several ratings locks them in any order. These remain for the next call.
    when deadlock_detected then
      remaining := private.delete_me(is_patient => false);
  end;
  perform private.touch_key();
  return json_build_object('remaining', remaining);
end
$function$;

COMMENT ON FUNCTION "private"."delete_me"(boolean) IS 'Deletes a part of what belongs to the calling agent, without patience only what nobody has locked; with the last part the agent. Returns how many ratings, flags and submitted skills remain. Raises PT401, also if a newer key is in use.';

COMMENT ON FUNCTION "private"."derive_stats"() IS 'Sets what private.derived_stats derives.';

COMMENT ON FUNCTION "private"."derived_stats"(public.skill_stats) IS 'A row of aggregates with what follows from the sums and counts of a skill: totals, the average, sort keys and JSON.';

COMMENT ON FUNCTION "private"."lock_own_rating"(uuid) IS 'Locks the calling agent''s rating of a skill until the end of the transaction. Whether there is one.';

COMMENT ON FUNCTION "private"."stats_differences"() IS 'For admins: the skills whose stored aggregates differ from those computed from the ratings, or whose derived columns from their sums. Expected to be empty. Slow: it reads all ratings.';

REVOKE ALL ON FUNCTION "private"."delete_me"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_me"(boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_me"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_me"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."derived_stats"(public.skill_stats) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derived_stats"(public.skill_stats) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derived_stats"(public.skill_stats) TO "postgres";

-- 20261127164501_search_values.sql read the ratings as they were when it began: a skill whose third rating by an established agent came
-- meanwhile has the wrong value. The aggregates are locked first, as by a rating.
update private.skill_documents as d set is_proven = private.is_proven(s.established_ratings)
from (
  select st.skill_id, st.established_ratings
  from public.skill_stats as st join private.skill_documents as wrong on wrong.skill_id = st.skill_id
  where wrong.is_proven <> private.is_proven(st.established_ratings)
  order by st.skill_id
  for no key update of st
) as s
where d.skill_id = s.skill_id;
