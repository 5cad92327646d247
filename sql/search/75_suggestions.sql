-- Suggestions: the skills with the nearest names, for a search that finds nothing and for a name that no skill has.

create function private.name_hashes(name_key text) returns integer[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(select d.deletion from private.deletions(array[private.join_words(name_key)], 2) as d);
end
$$;
comment on function private.name_hashes is 'The private.deletions of a name as one word.';

-- pgls-ignore lint/safety/lockTimeoutWarning: The table is new.
create index skill_documents_proven_names on private.skill_documents using gin (private.name_hashes(name_key)) where is_proven;

create function private.suggest_names(search text, searches integer default 1, listed uuid[] default '{}') returns json
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  most constant integer := 3;
  -- Anyone can submit names: those without established ratings leave a place to one that has them, and a name that has them comes before
  -- one that is a little nearer.
  most_unproven constant integer := 2;
  proven_boost constant float8 := 0.2;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 100;
  words private.search_word[] := private.plan_search(search, is_loose => true, searches => suggest_names.searches);
  key text := private.name_key(search);
  -- Null if nothing was corrected: a comparison costs as much as ranking a skill.
  corrected_key text := private.name_key(private.correct_search(search, words));
  hashes integer[] := private.name_hashes(key);
  ranked uuid[] := private.rank_skills(search, words, private.skill_types(), max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select id, name, slug
      from (
        select
          s.id, s.name, s.slug, s.name_key, d.is_proven,
          similarity + case when d.is_proven then proven_boost else 0 end as nearness,
          row_number() over (partition by d.is_proven order by similarity desc, s.name_key) as place
        from (
          select r.skill_id from unnest(ranked) as r (skill_id)
          union
          -- Planted names cannot displace these.
          (
            select p.skill_id from private.skill_documents as p
            where p.is_proven and private.name_hashes(p.name_key) && hashes limit max_compared
          )
        ) as candidate
        join public.skills as s on s.id = candidate.skill_id
        join private.skill_documents as d on d.skill_id = candidate.skill_id
        cross join lateral greatest(
          extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
          extensions.similarity(s.name_key, corrected_key)
        ) as similarity
        where similarity >= min_similarity and s.id <> all (listed)
      ) as near
      order by not is_proven and place > most_unproven, nearness desc, name_key
      limit most
    ) as nearest
  );
end
$$;
comment on function private.suggest_names is 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams, of what it finds and of the names of proven skills that begin alike. At most two are not proven if another one is similar. Without those that are listed.';

create function private.find_imitated(search text) returns text
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Nobody can plant many names with established ratings.
  max_compared constant integer := 2000;
  -- That of levenshtein().
  max_length constant integer := 255;
  key constant text := private.name_key(search);
  edits constant integer := private.allowed_edits(key);
  transposed text[];
  hashes integer[];
  own public.skills;
begin
  if edits = 0 or char_length(key) > max_length then
    return null;
  end if;
  select s.* into own from public.skills as s join public.skill_stats as st on st.skill_id = s.id
  where s.name_key = key and s.retired_at is null and st.established_ratings = 0;
  if own.id is null then
    return null;
  end if;
  transposed := private.transpositions(key);
  hashes := private.name_hashes(key);
  return (
    select s.name
    from (
      select d.skill_id, d.name_key, d.created_at
      from private.skill_documents as d
      where d.is_proven and private.name_hashes(d.name_key) && hashes
      limit max_compared
    ) as d
    join public.skills as s on s.id = d.skill_id
    join public.skill_stats as st on st.skill_id = d.skill_id
    where abs(char_length(d.name_key) - char_length(key)) <= edits
      and d.name_key <> key
      -- Who imitates comes later.
      and d.created_at <= own.created_at
      -- Cheap, and counts a transposition as two.
      and extensions.levenshtein_less_equal(d.name_key, key, edits + 1) <= edits + 1
      and private.is_within(key, transposed, d.name_key, edits)
    order by st.established_ratings desc, d.name_key
    limit 1
  );
end
$$;
comment on function private.find_imitated is 'If a search is the name of a skill without established ratings: the name, within private.allowed_edits, of an older one that is proven; else null.';

create function public.suggest_skills(p_name text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  clean_name text := coalesce(private.clean_text(p_name, 200), '');
begin
  perform private.validate('name', private.text_error(clean_name, 0, 200));
  return json_build_object('suggestions', private.suggest_names(clean_name));
end
$$;
comment on function public.suggest_skills is 'Up to three skills with similar names, for a name that no skill has: the functions ask for them after POST /api/ratings did not find it. Raises PT400.';

grant execute on function private.suggest_names, private.name_hashes, private.find_imitated, public.suggest_skills
  to anon, authenticated;
