set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "before_2_accept_rating" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: Its work is done by keep_hidden_ratings.
DROP TRIGGER "before_2_keep_hidden_rating" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: Its work is done by delete_ratings.
DROP TRIGGER "reset_stats" ON "public"."ratings";

DROP INDEX "public"."ratings_deleted";

DROP VIEW "private"."export_entries";

DROP FUNCTION "private"."delete_me"(boolean);

DROP FUNCTION "private"."keep_hidden_rating"();

DROP FUNCTION "private"."lock_own_rating"(uuid);

DROP FUNCTION "private"."reset_stats"();

CREATE OR REPLACE FUNCTION admin.merge_skills (
  duplicate text,
  keep      text,
  reason    text,
  confirm   boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  source_id uuid := admin.skill_id(duplicate);
  target_id uuid := admin.skill_id(keep);
  source public.skills;
  target public.skills;
  losing uuid[];
  hidden uuid[];
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- In the order of the ids, so that two merges cannot deadlock. The agents that rated both first: a statement of one can change both.
  perform from public.agents
  where id in (
    select r.agent_id from public.ratings as r join public.ratings as other on other.agent_id = r.agent_id
    where r.skill_id = source_id and other.skill_id = target_id
  )
  order by id for update;
  perform from public.skills where id in (source_id, target_id) order by id for update;
  source := admin.lock_skill(source_id);
  target := admin.lock_skill(target_id);

  if source.id = target.id then
    raise exception 'Both skills are %. Give two different skills.', target.slug;
  elsif source.merged_into is not null then
    raise exception '%.', admin.retirement(source);
  elsif target.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(target);
  elsif target.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(target);
  end if;

  warnings := concat(
    case when source.type <> target.type then format(' Their types differ: %s and %s.', source.type, target.type) end,
    case when source.url <> target.url then format(' Their addresses differ: %s and %s.', source.url, target.url) end
  );
  begin
    perform from public.ratings where skill_id in (source.id, target.id) order by id for update;
    perform from public.skill_stats where skill_id in (source.id, target.id) order by skill_id for no key update;

    -- Of two ratings by one agent, that which is not removed is kept, else the newer; of two with the same time, that of the skill that
    -- is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((source.id, target.id), (target.id, source.id))
      where (r.removed_at is null, r.updated_at, r.skill_id = target.id)
        < (other.removed_at is null, other.updated_at, other.skill_id = target.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (source.id, target.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings set commentary_hidden_at = now() where id = any (hidden) and skill_id = target.id;
    perform private.log_replaced_rating(r, other.id)
    from public.ratings as r
    join public.ratings as other
      on other.agent_id = r.agent_id and other.skill_id in (source.id, target.id) and other.id <> r.id
    where r.id = any (losing);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    dropped := admin.set_removed(losing, 'removed');
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = source.id and removed_at is null);
    -- Each row once: a second update would check, and lock, its agent.
    update public.ratings set skill_id = target.id, commentary_hidden_at = now() where skill_id = source.id and id = any (hidden);
    update public.ratings set skill_id = target.id where skill_id = source.id;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = target.id where merged_into = source.id;
    update public.skills set merged_into = target.id, retired_at = coalesce(retired_at, now()) where id = source.id;
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(source.id);

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        source.slug, target.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', source.id, reason => why,
    details => jsonb_build_object('into', target.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', source.slug, target.slug, moved, dropped, warnings
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.accept_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  standing private.standing;
  retired timestamptz;
  earlier public.ratings;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks.
  perform from public.agents where id = new.agent_id for key share;
  -- Each change of standing by an admin locks the agent, too.
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
  if not found then
    return new;
  end if;
  perform private.log_replaced_rating(earlier, new.id);
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$function$;

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
      perform private.establish_raters(
        raters, array(select id from new_rows), array(select skill_id from unnest(added || removed))
      );
    end if;
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
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
        when removed = '{}' or change.last_rated_at >= s.last_rated_at then greatest(s.last_rated_at, change.last_rated_at)
        else private.last_rated_at(s.skill_id)
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
  end if;
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_me()
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
  perform private.lock_hidden(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks. Between them the flags of
  -- the ratings: to delete a row of agents deletes its flags, and then waits for aggregates.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and r.removal_cause is distinct from 'deleted' order by r.updated_at, r.id limit most
  );
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
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

CREATE OR REPLACE FUNCTION private.delete_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.ratings;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish_raters (
  agents     uuid[],
  rating_ids uuid[],
  skills     uuid[]
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
  -- Of two statements of an agent, the second waits here, and sees the ratings of the first. Both have locked the agent before their
  -- ratings, less strongly.
  candidates := array(select a.id from public.agents as a where a.id = any (agents) order by a.id for no key update);
  insert into private.standing as t (agent_id, established_at)
  select c.id, now() from unnest(candidates) as c (id)
  where (
    select count(*) from (select from public.ratings as r where r.agent_id = c.id and r.removed_at is null limit 3) as rated
  ) = 3
  on conflict (agent_id) do update set established_at = excluded.established_at
  where t.established_at is null and t.withdrawn_at is null;
  established_agents := array(
    select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null
  );

  -- The new ratings and the newest of the others. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r
    where r.agent_id = any (established_agents) and not r.established and (
      r.id = any (rating_ids)
      or r.id in (
        select newest.id from public.ratings as newest
        where newest.agent_id = any (established_agents) and not newest.established
        order by newest.updated_at desc, newest.id desc
        limit maximum
      )
    )
    order by r.id
    for no key update skip locked
  );
  -- With the skills whose ratings the caller counts next, so that all are locked in order.
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_hidden_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.ratings (id, skill_id, agent_id, claws, established, removed_at, removal_cause, commentary_hidden_at)
  select o.id, o.skill_id, o.agent_id, o.claws, o.established, now(), 'deleted', o.commentary_hidden_at
  from old_rows as o
  where o.removed_at is null and o.commentary_hidden_at is not null
    -- Unless the skill or the agent is deleted, which deletes the rating as well.
    and exists (select from public.skills as s where s.id = o.skill_id)
    and exists (select from public.agents as a where a.id = o.agent_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_caller()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.current_agent_id();
begin
  perform from public.agents where id = agent for key share;
  if tg_op = 'DELETE' then
    perform private.lock_hidden(agent);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_hidden (
  agent uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.skills as s
  where s.id in (select r.skill_id from public.ratings as r where r.agent_id = agent and r.commentary_hidden_at is not null)
  order by s.id for key share;
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
  remaining := private.delete_me();
  perform private.touch_key();
  return json_build_object('remaining', remaining);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_own_rating (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.require_agent();
  skill uuid;
begin
  loop
    skill := private.resolve_skill(p_skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked or the skill deleted in the meantime. If the skill was merged, its ratings have moved.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
end
$function$;

CREATE VIEW "private"."export_entries" WITH (security_invoker=true) AS ( SELECT 1 AS part,
    agent_keys.agent_id,
    agent_keys.created_at AS at,
    agent_keys.id,
    0 AS text_bytes
   FROM private.agent_keys
  ORDER BY agent_keys.created_at, agent_keys.id)
UNION ALL
( SELECT 2 AS part,
    skills.submitted_by AS agent_id,
    skills.created_at AS at,
    skills.id,
    octet_length(skills.json_start) AS text_bytes
   FROM public.skills
  ORDER BY skills.created_at, skills.id)
UNION ALL
( SELECT 3 AS part,
    r.agent_id,
    r.updated_at AS at,
    r.id,
    COALESCE(octet_length((r.commentary)::text), ( SELECT octet_length(h.commentary) AS octet_length
           FROM private.hidden_commentaries h
          WHERE (h.rating_id = r.id)), 0) AS text_bytes
   FROM public.ratings r
  WHERE (r.removed_at IS NULL)
  ORDER BY r.updated_at, r.id)
UNION ALL
( SELECT 4 AS part,
    r.agent_id,
    r.commentary_hidden_at AS at,
    r.id,
    0 AS text_bytes
   FROM public.ratings r
  WHERE ((r.removal_cause = 'deleted'::text) AND (r.commentary_hidden_at IS NOT NULL))
  ORDER BY r.commentary_hidden_at, r.id)
UNION ALL
( SELECT 5 AS part,
    flags.agent_id,
    flags.created_at AS at,
    flags.subject_id AS id,
    octet_length((flags.reason)::text) AS text_bytes
   FROM private.flags
  ORDER BY flags.created_at, flags.subject_id);

CREATE INDEX ratings_hidden_of_agent ON public.ratings USING btree (agent_id, commentary_hidden_at, id)
  WHERE (commentary_hidden_at IS NOT NULL);

CREATE TRIGGER before_2_accept_rating
  BEFORE INSERT ON public.ratings
  FOR EACH ROW
  WHEN ((new.removed_at IS NULL))
  EXECUTE FUNCTION private.accept_rating();

CREATE TRIGGER delete_ratings
  BEFORE TRUNCATE ON public.ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.delete_ratings();

CREATE TRIGGER keep_hidden_ratings
  AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_hidden_ratings();

CREATE TRIGGER lock_caller
  BEFORE DELETE OR UPDATE ON public.ratings
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))
  EXECUTE FUNCTION private.lock_caller();

COMMENT ON FUNCTION "private"."delete_me"() IS 'Deletes a part of what belongs to the calling agent, and with the last part the agent. Returns how many ratings, flags and submitted skills remain. Raises PT401, also if a newer key is in use.';

COMMENT ON FUNCTION "private"."delete_ratings"() IS 'Deletes the ratings before they are truncated, which counts them.';

COMMENT ON FUNCTION "private"."keep_hidden_ratings"() IS 'Leaves a removed row without text and scores of each deleted rating whose commentary is hidden, so that the next rating of the skill by this agent is hidden, too: see private.accept_rating.';

COMMENT ON FUNCTION "private"."lock_caller"() IS 'Locks the calling agent before any of its ratings: the order in which the functions of admins take these locks.';

COMMENT ON FUNCTION "private"."lock_hidden"(uuid) IS 'Locks the skills of which an agent has ratings with a hidden commentary: see private.keep_hidden_ratings.';

COMMENT ON VIEW "private"."export_entries" IS 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 what is kept of deleted ratings whose commentary was hidden, 5 flags.';

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_me"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_me"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_ratings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_hidden_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_hidden_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_hidden_ratings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_caller"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_hidden"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_hidden"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_hidden"(uuid) TO "postgres";
