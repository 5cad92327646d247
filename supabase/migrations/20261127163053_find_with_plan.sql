set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
  best jsonb[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  best := private.rank_skills(search, private.plan_search(search), '{clawdbot}', null, 1000);
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', f.identifier)
    from private.github_paths(array(select (p ->> 1)::uuid from unnest(best) as p)) as f
    join public.skills as s on s.id = f.skill_id
    where coalesce(p_owner, '') = '' or starts_with(f.identifier, 'pkg:github/' || lower(p_owner) || '/')
    order by f.place
    limit least(greatest(coalesce(p_limit, 20), 1), 100)
  ));
end
$function$;
