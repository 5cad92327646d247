set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."lock_stats"(uuid);

CREATE OR REPLACE FUNCTION private.lock_own_rating (
  skill uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Then, by the delete, its flags: the order in which deleting an agent takes these locks.
  perform from public.ratings where skill_id = skill and agent_id = private.current_agent_id() for update;
  perform from public.skill_stats where skill_id = skill for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_parents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  retired timestamptz;
begin
  -- The first lock, before that of the new row: an admin who locks the agent restores its ratings. Strong at once if the rating may
  -- establish the agent: two ratings by one agent could not both strengthen it.
  if private.may_be_established(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;

  -- Waits for an admin who retires or merges the skill. In a BEFORE trigger: a new rating that waits for this lock could deadlock
  -- with a merge that moves another rating of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  -- An admin can restore a rating of a retired skill.
  if retired is not null and not exists (select from private.removed_ratings where id = new.id) then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;
  return new;
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
    perform private.lock_own_rating(skill);
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

COMMENT ON FUNCTION "private"."lock_own_rating"(uuid) IS 'Locks the calling agent''s rating of a skill, then the aggregates of the skill, until the end of the transaction.';

COMMENT ON FUNCTION "private"."lock_parents"() IS 'Locks the agent and the skill of a new rating, so that neither changes meanwhile. Raises PT410 if the skill is retired.';

REVOKE ALL ON FUNCTION "private"."lock_own_rating"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_own_rating"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_own_rating"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_own_rating"(uuid) TO "postgres";
