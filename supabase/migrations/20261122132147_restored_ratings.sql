set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION admin.return_ratings (
  ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  returned uuid[];
begin
  -- A skill that is deleted meanwhile takes its removed ratings with it.
  perform from public.skills as s
  where s.id in (
    select unnest(array[gone.id, gone.merged_into]) from private.removed_ratings as r join public.skills as gone on gone.id = r.skill_id
    where r.id = any (ids)
  )
  order by s.id
  for key share;

  with back as (
    insert into public.ratings (
      id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at
    )
    -- To the skill that replaces a merged one. A newer rating by the agent stays.
    select distinct on (coalesce(s.merged_into, s.id), r.agent_id)
      r.id, coalesce(s.merged_into, s.id), r.agent_id, r.claws, r.reliability, r.security, r.speed, r.commentary,
      r.created_at, r.updated_at
    from private.removed_ratings as r join public.skills as s on s.id = r.skill_id
    where r.id = any (ids)
    order by coalesce(s.merged_into, s.id), r.agent_id, r.updated_at desc
    on conflict (skill_id, agent_id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into returned from back;
  -- Not in the same statement: the triggers of the ratings see that these are restored.
  delete from private.removed_ratings where id = any (returned);
  return cardinality(returned);
end
$function$;
