-- What the command `skills` can install: GET /api/search.

create function public.find_skills(p_search text) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
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
$$;
comment on function public.find_skills is 'GET /api/search: of the best 1,000 agent skills that match, those whose url is a path in a repository on github.com, best first: slug, url and its normal form. Raises PT400.';
grant execute on function public.find_skills to anon, authenticated;
