set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.has_submitted_twin (
  skill uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return exists (
    select from private.skill_identifiers as own
    -- For each identifier of the skill, at most one row: thousands can share one, and a join could begin with all of them.
    cross join lateral (
      select from private.skill_identifiers as other
      where other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
        and other.skill_id <> skill
      limit 1
    ) as twin
    where own.skill_id = skill and own.is_own
      -- A repository can hold many skills.
      and not private.is_repository(own.identifier)
  ) or exists (
    select from private.imported_skills as i
    join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
    where i.skill_id = skill and other.id <> skill
      and not exists (select from private.imported_skills as imported where imported.skill_id = other.id)
  );
end
$function$;
