set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.find_skills (
  p_search text
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
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', u.identifier)
    from unnest(private.rank_skills(search, private.plan_ranking(search), '{clawdbot}', null, 1000)) with ordinality as p (position, place)
    join public.skills as s on s.id = (p.position ->> 1)::uuid
    -- The first condition only saves time.
    cross join lateral (select case when s.url ~* 'github\.com/' then private.normalize_identifier(s.url) end as identifier offset 0) as u
    where u.identifier like 'pkg:github/%#%'
    order by p.place
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_skills"(text) FROM PUBLIC, "service_role";

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

COMMENT ON FUNCTION "public"."find_skills"(text) IS 'GET /api/search: of the best 1,000 agent skills that match, those whose url is a path in a repository on github.com, best first: slug, url and its normal form. Raises PT400.';

COMMENT ON FUNCTION "public"."get_sitemap"(text) IS 'GET /api/sitemap.xml: the slugs of the skills whose ids begin with a digit, or of all, without retired ones; at most 10,001, which shows whether there are more than a sitemap has. Raises PT400.';

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."find_skills"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_sitemap"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "postgres";
