set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "update_quality" ON "public"."skill_stats";

DROP FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]);

DROP FUNCTION "private"."observed_failures_error"(numeric, numeric);

DROP FUNCTION "private"."quality_differences"();

DROP FUNCTION "private"."is_proven"(integer);

ALTER TYPE "private"."stats_change" ADD ATTRIBUTE "last_rated_at" timestamp WITH time zone CASCADE;

CREATE OR REPLACE FUNCTION private.count_changed_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
  raters uuid[];
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    raters := array(
      select agent_id from (select distinct agent_id from new_rows) as r where private.needs_establishing(agent_id)
    );
    if raters <> '{}' then
      perform private.establish_raters(raters, array(select skill_id from unnest(added || removed)));
    end if;
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_ratings (
  added   private.counted_rating[],
  removed private.counted_rating[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- In a statement of its own, so that the next ones see what other transactions wrote before this one got the locks. A single new
  -- rating needs neither: the update locks its row, and adds to what it finds then.
  if removed <> '{}' or cardinality(added) > 1 then
    perform private.lock_stats(array(select skill_id from unnest(added || removed)));
  end if;
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
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    last_rated_at = case
      when removed = '{}' then greatest(s.last_rated_at, change.last_rated_at) else private.last_rated_at(s.skill_id)
    end
  from private.sum_ratings(added, removed) as change
  where s.skill_id = change.skill_id;

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
$function$;

CREATE OR REPLACE FUNCTION private.establish_raters (
  agents uuid[],
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  candidates uuid[];
  established_agents uuid[];
  marked uuid[];
begin
  -- private.accept_rating has locked the agent. If it did not run, the lock must not be waited for: the next rating decides.
  candidates := array(
    select a.id from public.agents as a
    where a.id = any (agents)
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
  established_agents := array(
    select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null
  );

  -- SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r
    where not r.established and r.id in (
      select newest.id from public.ratings as newest
      where newest.agent_id = any (established_agents) and not newest.established
      order by newest.updated_at desc, newest.id desc
      limit maximum
    )
    order by r.id
    for no key update skip locked
  );
  -- With the skills whose ratings the caller counts next, so that all are locked in order.
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$function$;

CREATE OR REPLACE FUNCTION private.find_skill (
  skill_id   uuid,
  skill_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(skill_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid;
begin
  if key is not null then
    by_name := coalesce(
      private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
    );
  end if;
  select s.id, own.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  where own.id = skill_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if skill_id is null and skill_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif skill_id is not null and skill_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return coalesce(by_id, by_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_proven (
  established_ratings integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return established_ratings >= 3;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_stats (
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
begin
  perform from public.skill_stats where skill_id = any (skills) order by skill_id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.quality_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     bigint,
    recomputed bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT d.skill_id,
     d.quality,
     private.quality(s.score, s.established_ratings)
  AS quality
    FROM (private.skill_documents d
      JOIN public.skill_stats s ON ((s.skill_id = d.skill_id)))
   WHERE ((d.quality <> private.quality(s.score, s.established_ratings)) OR (d.is_proven <> private.is_proven(s.established_ratings)));
END;

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
      (
        s.skill_id, s.claws_1, s.claws_2, s.claws_3, s.claws_4, s.claws_5, s.reliability_count, s.reliability_sum,
        s.security_count, s.security_sum, s.speed_count, s.speed_sum, s.established_ratings, s.established_claws,
        s.established_reliability_count, s.established_reliability_sum, s.established_security_count, s.established_security_sum,
        s.established_speed_count, s.established_speed_sum, s.last_rated_at
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
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, stored.months) is distinct from (actual.sums, actual.type, actual.months);
$function$;

CREATE OR REPLACE FUNCTION private.sum_ratings (
  added   private.counted_rating[],
  removed private.counted_rating[]
)
  RETURNS SETOF private.stats_change
  LANGUAGE plpgsql
  IMMUTABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.touch_key()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  unused uuid;
begin
  select id into unused from private.agent_keys
  where key_hash = extensions.digest(private.request_key(), 'sha256')
    and (last_used_at is null or last_used_at < now() - interval '1 hour')
  for no key update skip locked;
  if found then
    update private.agent_keys set last_used_at = now() where id = unused;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_quality()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update private.skill_documents as d set
    quality = private.quality(new.score, new.established_ratings), is_proven = private.is_proven(new.established_ratings)
  where d.skill_id = new.skill_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id          uuid    DEFAULT NULL::uuid,
  p_skill_name        text    DEFAULT NULL::text,
  p_claws             numeric DEFAULT NULL::numeric,
  p_reliability       numeric DEFAULT NULL::numeric,
  p_security          numeric DEFAULT NULL::numeric,
  p_speed             numeric DEFAULT NULL::numeric,
  p_commentary        text    DEFAULT NULL::text,
  p_version           text    DEFAULT NULL::text,
  p_observed_calls    numeric DEFAULT NULL::numeric,
  p_observed_failures numeric DEFAULT NULL::numeric
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_commentary text;
  clean_version text;
  agent uuid := private.require_agent();
  skill uuid;
  created boolean;
  previous public.ratings;
  last_failure text;
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
    'observed_failures', coalesce(private.use_count_error(p_observed_failures), case
      when p_observed_failures is not null and p_observed_calls is null then 'requires observed_calls'
      when private.use_count_error(p_observed_calls) is null and p_observed_failures > p_observed_calls
        then 'must not be greater than observed_calls'
    end)
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
      returning r.xmax = 0 into created;
      exit;
    exception
      when foreign_key_violation or insufficient_privilege or deadlock_detected or sqlstate 'PT410' then
        -- The key was revoked, the skill deleted, retired or merged, or the previous rating removed in the meantime. Then the next try has
        -- another result.
        if last_failure = sqlstate || skill then
          raise;
        end if;
        last_failure := sqlstate || skill;
        perform private.require_agent();
        skill := private.find_skill(p_skill_id, clean_name);
    end;
  end loop;

  return json_build_object(
    -- Null if private.replace_rating skipped an identical rating.
    'created', coalesce(created, false),
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and clean_commentary is null then 'commentary' end,
      case when previous.reliability is not null and p_reliability is null then 'reliability' end,
      case when previous.security is not null and p_security is null then 'security' end,
      case when previous.speed is not null and p_speed is null then 'speed' end,
      case when previous.version is not null and clean_version is null then 'version' end,
      case when previous.observed_calls is not null and p_observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and p_observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.skill_id = skill and r.agent_id = agent),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

CREATE TRIGGER update_quality
  AFTER UPDATE ON public.skill_stats
  FOR EACH ROW
  WHEN (((new.score IS DISTINCT FROM old.score) OR (new.established_ratings IS DISTINCT FROM old.established_ratings)))
  EXECUTE FUNCTION private.update_quality();

COMMENT ON FUNCTION "private"."count_ratings"(private.counted_rating[], private.counted_rating[]) IS 'Adds ratings to the aggregates of their skills and subtracts those that are removed. Additions commute, and the newest rating is read anew where one is removed: statements and triggers may call this in any order.';

COMMENT ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) IS 'Establishes those of the agents, which need it and have just rated, that have rated 3 skills, and marks the newest 2,000 of their other ratings as established.';

COMMENT ON FUNCTION "private"."is_proven"(integer) IS 'Whether a skill has as many established ratings as make a verdict.';

COMMENT ON FUNCTION "private"."quality"(bigint, integer) IS 'What the ratings of a skill add to its relevance, in trillionths of a claw: how far its score in the order top (0 when unrated), in billionths, is from 3 claws, and more the more established ratings it has. Of as many of these, the better score has the better quality. A change must rewrite the column of private.skill_documents.';

COMMENT ON FUNCTION "private"."quality_differences"() IS 'The documents whose quality, or is_proven, is not that of the ratings of their skill. No rows is the right answer.';

COMMENT ON TYPE "private"."stats_change" IS 'What changes in a row of skill_stats. last_rated_at is that of the ratings that are added.';

REVOKE ALL ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_proven"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quality_differences"() TO "postgres";
