set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "admin"."skill_id"(text);

DROP FUNCTION "private"."resolve_skill"(text);

CREATE OR REPLACE FUNCTION admin.skill_id (
  id_or_slug text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted uuid := private.parse_uuid(id_or_slug);
  id uuid;
begin
  if wanted is not null then
    select s.id into id from public.skills as s where s.id = wanted;
  else
    select s.id into id from public.skills as s where s.slug = lower(id_or_slug);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', id_or_slug;
  end if;
  return id;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_skill (
  id_or_slug text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  trimmed text := private.trim_text(id_or_slug);
  wanted uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return skill;
end
$function$;

COMMENT ON FUNCTION "admin"."skill_id"(text) IS 'The id of the skill with this id or slug, even if it was merged into another. Raises if there is none.';

COMMENT ON FUNCTION "private"."resolve_skill"(text) IS 'The skill with this id or slug, without white space at its ends, or the skill that it was merged into. Raises PT404.';

REVOKE ALL ON FUNCTION "admin"."skill_id"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."skill_id"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."skill_id"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_skill"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_skill"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."resolve_skill"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_skill"(text) TO "postgres";
