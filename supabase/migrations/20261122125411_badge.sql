set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.get_badge (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select json_build_object(
      'name', s.name, 'avg_claws', s.avg_claws, 'total_ratings', s.total_ratings, 'retired', s.retired_at is not null
    )
    from private.all_skills as s where s.id = skill
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_badge"(text) FROM PUBLIC, "service_role";

COMMENT ON FUNCTION "public"."get_badge"(text) IS 'GET /api/skills/{id or slug}/badge.svg: what the badge of a skill shows. Raises PT404.';

GRANT EXECUTE ON FUNCTION "public"."get_badge"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_badge"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_badge"(text) TO "postgres";
