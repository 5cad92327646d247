set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_replaced_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Neither by an admin, nor by the trigger that masks the commentary of a new rating.
  by_agent boolean := pg_trigger_depth() = 1 and private.request_key() is not null;
begin
  -- A masked commentary changes nothing that is counted: locks now would be before those of count_new_ratings.
  if exists (select from new_ratings) and (by_agent or exists (
    select skill_id, agent_id, claws, reliability, security, speed from new_ratings
    except
    select skill_id, agent_id, claws, reliability, security, speed from old_ratings
  )) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, 1, claws, reliability, security, speed, created_at)::private.rating_change from new_ratings
        union all
        select (skill_id, agent_id, -1, claws, reliability, security, speed, created_at)::private.rating_change from old_ratings
      ),
      case when by_agent then private.establish_agents(array(select distinct agent_id from new_ratings)) else '{}' end
    );
  end if;
  return null;
end
$function$;
