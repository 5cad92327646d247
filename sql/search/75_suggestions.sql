-- Suggestions: the skills with the nearest names, for a search that finds nothing and for a name that no skill has.

create function private.suggest_names(search text) returns json
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  most constant integer := 3;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 500;
  ranking jsonb := private.plan_ranking(search, is_loose => true);
  key text := private.name_key(search);
  corrected_key text := private.name_key(coalesce(ranking ->> 'correction', search));
  positions jsonb[] := private.rank_skills(search, ranking, private.skill_types(), null, max_compared);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      cross join lateral greatest(
        extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
        extensions.similarity(s.name_key, corrected_key)
      ) as similarity
      where similarity >= min_similarity
      order by similarity desc, s.name_key
      limit most
    ) as nearest
  );
end
$$;
comment on function private.suggest_names is 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams.';

create function public.suggest_skills(p_name text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  wanted text := coalesce(private.clean_text(p_name, 200), '');
begin
  perform private.validate('name', private.text_error(wanted, 0, 200));
  return json_build_object('suggestions', private.suggest_names(wanted));
end
$$;
comment on function public.suggest_skills is 'Up to three skills with similar names, for a name that no skill has: the functions ask for them after POST /api/ratings did not find it. Raises PT400.';

grant execute on function private.suggest_names, public.suggest_skills to anon, authenticated;
