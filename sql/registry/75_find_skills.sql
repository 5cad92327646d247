-- What the command `skills` can install: GET /api/search.

create function private.github_paths(skills uuid[], owner text, most integer)
returns table (ordinal bigint, skill_id uuid, identifier text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
-- SECURITY DEFINER: no role may read the identifiers.
as $$
begin
  return query
    select k.ordinal, i.skill_id, i.identifier
    from unnest(skills) with ordinality as k (skill, ordinal)
    join private.skill_identifiers as i on i.skill_id = k.skill
    where 'url' = any (i.origins)
      -- Nothing that a shell reads otherwise: people copy the name.
      and i.identifier ~ '^pkg:github/[^#]+#(?:.*/)?[a-z0-9._-]+$'
      and (owner = '' or starts_with(i.identifier, 'pkg:github/' || owner || '/'))
    order by k.ordinal
    -- Here, so that the identifiers of the other skills are not read: 1,000 long ones took 20 ms.
    limit most;
end
$$;
comment on function private.github_paths is 'Of these skills, the first ones whose url is a path in a repository on github.com that can be typed as it is, of an owner there (empty: any), and its normal form, in their order.';
grant execute on function private.github_paths to anon, authenticated;

create or replace function public.find_skills(p_search text, p_limit integer default null, p_owner text default null) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best private.search_position[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  best := private.rank_skills(search, private.plan_search(search), '{clawdbot}', null, 1000);
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', f.identifier)
    from private.github_paths(
      array(select p.skill_id from unnest(best) as p), owner, least(greatest(coalesce(p_limit, 20), 1), 100)
    ) as f
    join public.skills as s on s.id = f.skill_id
    order by f.ordinal
  ));
end
$$;
