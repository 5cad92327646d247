-- Suggestions for a name that no skill has: the functions ask for them after POST /api/ratings did not find it.

create function public.suggest_skills(p_name text) returns json
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  wanted text := coalesce(private.clean_text(p_name, 200), '');
  ranking jsonb;
  key text;
  positions jsonb[];
begin
  perform private.validate('name', private.text_error(wanted, 0, 200));
  ranking := private.plan_ranking(wanted);
  key := private.name_key(coalesce(ranking ->> 'correction', wanted));
  positions := private.rank_skills(wanted, ranking, private.skill_types(), null, 500);
  return (
    select json_build_object('suggestions', coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]'))
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      -- With a lower trigram similarity, nobody confuses two names.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$$;
comment on function public.suggest_skills is 'Up to three search results for a name that no skill has, those with the most similar names first.';
grant execute on function public.suggest_skills to anon, authenticated;
