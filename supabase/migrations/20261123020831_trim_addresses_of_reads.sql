set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.resolve_agent (
  address text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trimmed text := private.trim_text(address);
  agent uuid := (select id from public.agents where id = private.parse_uuid(trimmed));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(trimmed) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(trimmed);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_skill (
  address text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  trimmed text := private.trim_text(address);
  wanted uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return skill;
end
$function$;

COMMENT ON FUNCTION "private"."resolve_agent"(text) IS 'The agent with this id, else with this name, without white space at its ends. Raises PT404, also if it is suspended.';

COMMENT ON FUNCTION "private"."resolve_skill"(text) IS 'The skill with this id or slug, without white space at its ends, or the skill that it was merged into. Raises PT404.';
