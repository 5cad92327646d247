-- What the command `skills` can install: GET /api/search.

create function private.github_path(skill uuid) returns text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
-- SECURITY DEFINER: no role may read the identifiers. To normalize a long url again takes 0.6 ms.
as $$
begin
  return (
    select i.identifier from private.skill_identifiers as i
    where i.skill_id = skill and 'url' = any (i.origins) and private.path_owner(i.identifier) is not null
  );
end
$$;
comment on function private.github_path is 'The normal form of the url of a skill, if that is a path in a repository on github.com; null otherwise.';
grant execute on function private.github_path to anon, authenticated;

create function public.find_skills(p_search text, p_limit integer default null, p_owner text default null) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best uuid[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  -- Of all agent skills that match, only these are ranked, however many others there are. No owner has other characters.
  if owner ~ '^[a-z0-9_.-]{0,100}$' then
    best := private.rank_skills(
      search, private.plan_search(search), '{clawdbot}', least(greatest(coalesce(p_limit, 20), 1), 100),
      mark => private.path_mark(owner)::tsquery, trusted_first => true
    );
  end if;
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', private.github_path(s.id))
    from unnest(best) with ordinality as p (skill_id, ordinal)
    join public.skills as s on s.id = p.skill_id
    order by p.ordinal
  ));
end
$$;
comment on function public.find_skills is 'GET /api/search: the best agent skills that match whose url is a path in a repository on github.com, at most 100, of an owner there or of any: slug, url and its normal form. Raises PT400.';
grant execute on function public.find_skills to anon, authenticated;
