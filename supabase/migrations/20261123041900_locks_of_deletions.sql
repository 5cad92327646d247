set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
  -- Not if its skill was merged in the meantime: the caller then locks the rating of the other skill first.
  if found then
    perform from public.skill_stats where skill_id = skill for no key update;
  end if;
end
$function$;
