set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "count_deleted_ratings" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "count_new_ratings" ON "public"."ratings";

ALTER DOMAIN "private"."score"
  DROP CONSTRAINT "score_valid";

DROP FUNCTION "private"."count_deleted_ratings"();

DROP FUNCTION "private"."count_new_ratings"();

DROP FUNCTION "private"."is_score"(numeric);

DROP FUNCTION "private"."mark_established"(uuid[], integer, uuid[], uuid[]);

CREATE OR REPLACE FUNCTION private.count_changed_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    perform private.establish_raters(
      array(select distinct agent_id from new_rows),
      array(select id from new_rows),
      array(select skill_id from unnest(added || removed))
    );
  end if;
  -- A change of text or time counts nothing, and locks nothing.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
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
  candidates uuid[] := array(select id from unnest(agents) as id where private.needs_establishing(id));
  established_agents uuid[];
  marked uuid[];
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

CREATE OR REPLACE FUNCTION private.sub_score_error (
  score numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- NaN compares as greater than every number, so it is out of range. A JSON number that JavaScript reads has at most 324 decimals;
  -- the limit bounds the size of a sum.
  return case when score < 0 or score > 100 or scale(score) > 324 then 'must be a number from 0 to 100' end;
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
        -- private.replace_rating skipped an identical rating.
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
$function$;

CREATE TRIGGER count_deleted_ratings
  AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_changed_ratings();

CREATE TRIGGER count_new_ratings
  AFTER INSERT ON public.ratings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_changed_ratings();

COMMENT ON COLUMN "public"."ratings"."established" IS 'Whether the rating counts as one by an established agent. Set by the service, see private.establish_raters.';

COMMENT ON FUNCTION "private"."count_changed_ratings"() IS 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents.';

COMMENT ON FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]) IS 'Establishes those of the agents, which have just rated, that are 7 days old and have rated 3 skills, and marks the given ratings and the newest 2,000 of their others as established.';

REVOKE ALL ON FUNCTION "private"."sub_score_error"(numeric) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."sub_score_error"(numeric) TO "service_role";

ALTER DOMAIN "private"."score"
  ADD CONSTRAINT "score_valid" CHECK ((private.sub_score_error(VALUE) IS NULL)) NOT VALID;
