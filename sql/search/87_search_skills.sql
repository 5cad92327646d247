-- Several phrasings of one need: POST /api/search.

create type private.ranked_query as (
  words private.search_word[],
  skills uuid[]
);
comment on type private.ranked_query is 'One of several phrasings: its words after the correction, and the skills that it finds, best first.';

create function private.fuse_rankings(rankings private.ranked_query[], max_rows integer, out skills uuid[], out queries integer[])
language plpgsql immutable set search_path = ''
as $$
declare
  -- Larger, and places decide less; benchmarks/results/search.md has the figures of others.
  k constant integer := 5;
begin
  select coalesce(array_agg(skill order by ordinal), '{}'), coalesce(array_agg(query order by ordinal), '{}')
  into skills, queries
  from (
    select
      s.skill, (array_agg(r.query order by s.rank, r.query))[1] as query,
      -- Integers, whose sum does not depend on their order.
      row_number() over (order by sum(1000000000000 / (k + s.rank)) desc, min(s.rank), s.skill desc) as ordinal
    from unnest(rankings) with ordinality as r (words, skills, query)
    cross join lateral unnest(r.skills) with ordinality as s (skill, rank)
    group by s.skill
  ) as fused
  where ordinal <= max_rows;
end
$$;
comment on function private.fuse_rankings is 'Reciprocal rank fusion: the best skills of several rankings, and the number of the ranking in which each is best.';

create function public.search_skills(
  p_queries text, p_type text default null, p_limit integer default null, p_explain boolean default false
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  max_queries constant integer := 3;
  -- So many of each are fused, whatever the limit: a skill has the same place in a longer list.
  depth constant integer := 100;
  -- 100 long skills took a quarter of the CPU of the most expensive request.
  max_limit constant integer := 50;
  page_limit constant integer := least(greatest(coalesce(p_limit, 20), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  queries text[];
  different integer;
  problems text[];
  words private.search_word[];
  ranked uuid[];
  rankings private.ranked_query[];
  did_you_mean text[];
  page uuid[];
  best integer[];
  places bigint[];
  explained jsonb[];
  matches jsonb[];
  suggestions json := '[]';
begin
  problems := array['queries', private.list_error(p_queries, 1, max_queries), 'type', private.choice_error(p_type, private.skill_types())];
  if problems[2] is null then
    queries := array(
      select private.clean_text(q.value, 200)
      from unnest(private.list_items(p_queries)) with ordinality as q (value, ordinal)
      order by ordinal
    );
    problems := problems || array(
      select e.field
      from unnest(queries) with ordinality as q (value, ordinal)
      cross join lateral unnest(array['queries.' || q.ordinal - 1, private.item_error(q.value, 1, 200)]) with ordinality as e (field, part)
      order by q.ordinal, e.part
    );
  end if;
  perform private.validate(variadic problems);
  different := (select count(distinct q) from unnest(queries) as q);

  for i in 1..cardinality(queries) loop
    -- A query that is given twice counts once.
    if queries[i] = any (queries[:i - 1]) then
      did_you_mean[i] := did_you_mean[array_position(queries, queries[i])];
      continue;
    end if;
    words := private.plan_search(queries[i], searches => different);
    ranked := private.rank_skills(queries[i], words, types, depth, different);
    rankings[i] := row(words, ranked);
    did_you_mean[i] := coalesce(private.correct_search(queries[i], words), private.find_imitated(queries[i]));
  end loop;
  select f.skills, f.queries into page, best from private.fuse_rankings(rankings, page_limit) as f;

  if p_explain then
    for i in 1..cardinality(rankings) loop
      places := array_positions(best, i);
      explained := private.explain_matches(
        (rankings[i]).words, array(select page[ordinal] from unnest(places) as ordinal order by ordinal)
      );
      for n in 1..cardinality(places) loop
        matches[places[n]] := explained[n];
      end loop;
    end loop;
  end if;
  if page = '{}' then
    suggestions := private.suggest_names(queries[1], different);
  end if;

  return (
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "did_you_mean" : ' || to_json(did_you_mean)
        || ', "suggestions" : ' || suggestions || '}'
      )
    from private.skill_items(page, matches)
  );
end
$$;
comment on function public.search_skills is 'POST /api/search: the JSON text of a list of 1 to 3 queries, whose rankings are fused. At most 50 skills and about private.page_bytes, without pages. With p_explain, each has `matched` (private.explain_matches), for the query in which it is best. Raises PT400.';

-- A function of the API runs with the rights of its caller, so this is what search_skills calls.
grant execute on function private.fuse_rankings, public.search_skills to anon, authenticated;
