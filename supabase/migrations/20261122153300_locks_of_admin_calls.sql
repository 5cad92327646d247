set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "admin"."lock_skills"(uuid[]);

CREATE OR REPLACE FUNCTION admin.lock_agents (
  ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.agents where id = any (ids) order by id for update;
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_rated_skills (
  ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.skills as s
  where s.id in (
    select unnest(array[gone.id, gone.merged_into])
    from private.removed_ratings as r join public.skills as gone on gone.id = r.skill_id
    where r.id = any (ids)
  )
  order by s.id
  for key share;
end
$function$;

CREATE OR REPLACE FUNCTION admin.reinstate_agent (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
  ids uuid[];
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  ids := array(select id from private.removed_ratings where agent_id = author.id and cause = 'suspended');
  perform admin.lock_rated_skills(ids);
  returned := admin.return_ratings(ids);
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.remove_ratings (
  ids    uuid[],
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  removed integer;
begin
  perform admin.lock_agents(authors);
  perform private.lock_ratings(authors);
  wanted := array(select r.id from public.ratings as r where r.id = any (ids));
  if wanted = '{}' then
    return 'These ratings are already removed.';
  end if;
  delete from private.removed_ratings as r where r.cause = 'removed' and r.removed_at < now() - interval '30 days';
  removed := admin.take_ratings(wanted, 'removed');
  perform admin.log_ratings('remove_ratings', wanted, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_ratings (
  ids    uuid[],
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  restored integer;
begin
  -- In the order in which a rating and a merge take their locks.
  perform admin.lock_agents(authors);
  perform admin.lock_rated_skills(ids);
  perform private.lock_ratings(authors);
  if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
    raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
  end if;
  wanted := array(
    select r.id from private.removed_ratings as r
    where r.id = any (ids) and r.cause = 'removed' and r.removed_at > now() - interval '30 days'
  );
  if wanted = '{}' then
    return 'None of these ratings was removed in the last 30 days.';
  end if;
  restored := admin.return_ratings(wanted);
  perform admin.log_ratings('restore_ratings', wanted, why);
  return admin.number_of(restored, 'rating') || ' restored' || case
    when restored = cardinality(wanted) then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(wanted) - restored)
  end;
end
$function$;

COMMENT ON FUNCTION "admin"."lock_agents"(uuid[]) IS 'Locks agents, which cannot rate until the end of the transaction.';

COMMENT ON FUNCTION "admin"."lock_rated_skills"(uuid[]) IS 'Locks the skills to which removed ratings return, so that none is merged or deleted. Lock the agents before and the ratings after.';

REVOKE ALL ON FUNCTION "admin"."lock_rated_skills"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_rated_skills"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_rated_skills"(uuid[]) TO "postgres";
