-- The list of skills: GET /api/skills.

create function private.filter_in_order(sort text, types text[], words text[], after jsonb, wanted integer) returns jsonb[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '16MB'
as $$
declare
  required tsquery := private.required_words(words);
  weights jsonb := private.word_weights(words);
  -- A word that occurs nowhere has no weight.
  rarest float8 := (
    select max(coalesce(least((weights ->> word)::float8, (weights ->> (word || '*'))::float8), 100)) from unnest(words) as word
  );
  -- The weight is ln(1 + skills / matches).
  skills_per_match float8 := exp(greatest(rarest, 0.01)) - 1;
  matches float8 := private.document_count() / skills_per_match;
  steps float8 := 2 * wanted * skills_per_match;
  page jsonb[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select k from private.scan_in_order(sort, types, null, after, steps::integer) as k
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = (k ->> -1)::uuid)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, private.document_count() * (cardinality(page) + 1) / steps);
    steps := 8 * steps;
  end loop;
  return array(select private.scan_in_order(
    sort, types,
    array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, wanted
  ));
end
$$;
comment on function private.filter_in_order is 'The positions of the skills that follow one in an order and contain all words.';
grant execute on function private.filter_in_order to anon, authenticated;

create function public.list_skills(
  p_type text default null,
  p_search text default null,
  p_sort text default null,
  p_limit integer default null,
  p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), 500) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  page jsonb[];
  item json;
  items json[] := '{}';
  bytes bigint := 0;
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 0, 200)
  );
  after := private.decode_cursor(p_cursor, list, private.cursor_pattern(sort));

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    page := private.rank_skills(search, ranking, types, after -> 0, wanted);
  elsif search is null then
    page := array(select private.scan_in_order(sort, types, null, after, wanted));
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  -- As a loop, so that long descriptions beyond the page are not read. Lateral, so that each skill is looked up in the order of the page.
  for item in
    select c.item
    from unnest(page) with ordinality as p (skill, place)
    cross join lateral (select (p.skill ->> -1)::uuid as id offset 0) as u
    cross join lateral (
      select row_to_json(c) as item from public.skill_catalogue as c where c.id = u.id offset 0
    ) as c
    order by p.place limit wanted - 1
  loop
    items := items || item;
    bytes := bytes + pg_column_size(item);
    exit when bytes >= private.page_bytes();
  end loop;

  return json_build_object(
    'skills', items,
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.encode_cursor(
      case
        when ranking is null then page[cardinality(items)]
        else jsonb_build_array(page[cardinality(items)], ranking - 'correction')
      end,
      list
    ) end,
    'did_you_mean', ranking ->> 'correction'
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function public.list_skills is 'GET /api/skills: a page of the catalogue, at most 500 skills and about private.page_bytes. Raises PT400.';
grant execute on function public.list_skills to anon, authenticated;
