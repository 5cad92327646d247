set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.has_submitted_twin (
  skill uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return exists (
    select from private.skill_identifiers as own
    join private.skill_identifiers as other
      on other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
    where own.skill_id = skill and own.is_own and other.skill_id <> skill
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
