-- Why a result matched a search: which words of the search each skill of a page contains.

create function private.explain_matches(words private.search_word[], skills uuid[]) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Of a long search only the rarest words, as in private.rank_skills.
  max_words constant integer := 24;
begin
  return array(
    with synonym as materialized (
      select term, private.synonym_query(synonym) as query
      from private.find_synonyms(array(select w.word from unnest(words) as w))
    ),
    typed as materialized (
      select
        coalesce(typed, word) as word, case when typed is not null then word end as nearest,
        private.forms_of(coalesce(typed, word), ordinal = cardinality(words)) as query,
        private.forms_of(case when typed is not null then word end, ordinal = cardinality(words)) as corrected_query,
        (select string_agg(s.query, ' | ')::tsquery from synonym as s where private.stem(rarest.word) = any (s.term)) as expanded_query
      from (
        select word, typed, ordinal
        from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
        -- Filler weighs nothing. Words that no skill contains are missing.
        where rarity is distinct from 0
        order by coalesce(rarity, prefix_rarity) desc nulls last, ordinal
        limit max_words
      ) as rarest
      order by ordinal
    )
    select (
      select jsonb_strip_nulls(jsonb_build_object(
        'found', jsonb_agg(word) filter (where kind = 'found'),
        'corrected', jsonb_agg(jsonb_build_object('word', word, 'correction', nearest)) filter (where kind = 'corrected'),
        'expanded', jsonb_agg(word) filter (where kind = 'expanded'),
        'missing', jsonb_agg(word) filter (where kind = 'missing')
      ))
      from (
        select
          word, nearest,
          case
            when d.words @@ query then 'found'
            when d.words @@ corrected_query then 'corrected'
            when d.words @@ expanded_query then 'expanded'
            else 'missing'
          end as kind
        from typed
        -- So that kind is computed once.
        offset 0
      ) as matched
      having count(*) > 0
    )
    from unnest(skills) with ordinality as s (skill, ordinal)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
    order by s.ordinal
  );
end
$$;
comment on function private.explain_matches is 'For each skill, the words of the search by how it matches them: {found, corrected, expanded, missing}, without those that are empty. found: as typed, inflected, or as the beginning of a word if it is the last one; corrected: only the correction, {word, correction}; expanded: only a synonym. Without stop words and filler, of the 24 rarest words.';

create function private.missing_words(words private.search_word[], skills uuid[]) returns json
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  max_words constant integer := 24;
  max_missing constant integer := 5;
begin
  return (
    with synonym as materialized (
      select term, private.synonym_query(synonym) as query
      from private.find_synonyms(array(select w.word from unnest(words) as w))
    ),
    ranked as materialized (
      select
        w.word, w.ordinal, private.any_of(array[
          private.word_query(w.word, '', w.typed),
          case when w.ordinal = cardinality(words) then private.term(w.word, ':*D') end,
          -- Written together with the word before or after it.
          private.term(w.before || w.word), private.term(w.word || w.after),
          (select string_agg(s.query, ' | ')::tsquery from synonym as s where private.stem(w.word) = any (s.term))
        ]) as query
      from (
        select *, lag(word) over (order by ordinal) as before, lead(word) over (order by ordinal) as after
        from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
      ) as w
      -- Not filler, and no words that occur nowhere.
      where w.rarity > 0 or w.rarity is null and w.prefix_rarity is not null
      order by coalesce(w.rarity, w.prefix_rarity) desc, w.ordinal
      limit max_words
    )
    select coalesce(json_agg(array(
      select r.word from ranked as r where not d.words @@ r.query order by r.ordinal limit max_missing
    ) order by s.ordinal), '[]')
    from unnest(skills) with ordinality as s (skill, ordinal)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
  );
end
$$;
comment on function private.missing_words is 'For each skill, a list of up to five words of the search, of the 24 rarest, that it contains in no way: as an inflection, a beginning if it is the last one, written together with a neighbour, or as a synonym.';

grant execute on function private.explain_matches, private.missing_words to anon, authenticated;
