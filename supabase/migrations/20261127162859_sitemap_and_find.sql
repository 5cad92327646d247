set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.github_paths (
  skills uuid[]
)
  RETURNS TABLE (
    place      bigint,
    skill_id   uuid,
    identifier text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return query
    select k.place, i.skill_id, i.identifier
    from unnest(skills) with ordinality as k (skill, place)
    join private.skill_identifiers as i on i.skill_id = k.skill
    where 'url' = any (i.origins)
      -- Nothing that a shell reads otherwise: people copy the name.
      and i.identifier ~ '^pkg:github/[^#]+#(?:.*/)?[a-z0-9._-]+$';
end
$function$;

CREATE OR REPLACE FUNCTION public.find_skills (
  p_search text,
  p_limit  integer DEFAULT NULL::integer,
  p_owner  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best jsonb[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  best := private.rank_skills(search, private.plan_ranking(search), '{clawdbot}', null, 1000);
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', f.identifier)
    from private.github_paths(array(select (p ->> 1)::uuid from unnest(best) as p)) as f
    join public.skills as s on s.id = f.skill_id
    where owner = '' or starts_with(f.identifier, 'pkg:github/' || owner || '/')
    order by f.place
    limit least(greatest(coalesce(p_limit, 20), 1), 100)
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_skills"(text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.get_sitemap (
  p_part text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
begin
  perform private.validate('part', private.choice_error(p_part, string_to_array('0123456789abcdef', null)));
  return json_build_object('slugs', array(
    select s.slug
    from public.skills as s
    where s.id between (coalesce(p_part, '0') || '0000000-0000-0000-0000-000000000000')::uuid
      and (coalesce(p_part, 'f') || 'fffffff-ffff-ffff-ffff-ffffffffffff')::uuid
      and s.retired_at is null
    order by s.id
    limit 10001
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_sitemap"(text) FROM PUBLIC, "service_role";

COMMENT ON FUNCTION "private"."github_paths"(uuid[]) IS 'Of these skills, those whose url is a path in a repository on github.com that can be typed as it is, and its normal form, in their order.';

COMMENT ON FUNCTION "public"."find_skills"(text, integer, text) IS 'GET /api/search: of the best 1,000 agent skills that match, those whose url is a path in a repository on github.com, best first, at most 100: slug, url and its normal form. Raises PT400.';

COMMENT ON FUNCTION "public"."get_sitemap"(text) IS 'GET /api/sitemap.xml: the slugs of the skills whose ids begin with a digit, or of all, without retired ones; at most 10,001, which shows whether there are more than a sitemap has. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."find_skills"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_sitemap"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "postgres";
