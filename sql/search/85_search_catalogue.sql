-- A search of the catalogue: GET /api/skills with `search`. Without it, public.list_skills lists the skills.

create function private.filter_in_order(sort text, types text[], words text[], after jsonb, max_rows integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '16MB'
as $$
declare
  required constant tsquery := private.required_words(words);
  required_of_types constant tsquery := coalesce(required && private.type_marks(types), required);
  all_documents constant float8 := greatest(private.document_count(), 1);
  last constant text := words[cardinality(words)];
  -- About as many as the rarest word has. A word that is not common is looked up: counting its skills would cost as much.
  most constant float8 := greatest(1, all_documents * least(1, (
    select min(greatest(0, c.share, case w.word when last then (
      select sum(p.share) from private.common_words as p
      where p.word >= last collate "C" and p.word < (last || chr(1114111)) collate "C"
    ) end))
    from unnest(words) as w (word) left join private.common_words as c on c.word = private.stem(w.word) collate "C"
  )));
  -- Of one word, at least those with the most common word that begins with it, wherever they are in the order.
  fewest constant float8 := case when cardinality(words) = 1 then all_documents * (
    select max(c.share) from private.common_words as c where c.word >= last collate "C" and c.word < (last || chr(1114111)) collate "C"
  ) end;
  -- A step of a scan costs as much as looking up so many matches: the documents have what two of the orders need.
  step_price constant float8 := case when sort in ('newest', 'name') then 8 else 2 end;
  matches float8 := most;
  steps float8;
  read integer := 0;
  -- Null until it is asked.
  is_rare_type boolean;
  scanned uuid[];
  found uuid[];
  page uuid[] := '{}';
  after_time timestamptz;
  after_name text;
  after_id uuid;
begin
  if required is null then
    return page;
  end if;
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  loop
    -- A quarter more than are expected to fill the page, and as many as before: a scan costs as much as some steps.
    steps := greatest(read, ceil(1.25 * (max_rows - cardinality(page)) * all_documents / matches));
    exit when step_price * (read + steps) > matches;
    -- Other types can have nearly all of the matches. Not asked of a short scan, which costs less.
    if is_rare_type is null and read + steps > 200 then
      is_rare_type := required_of_types <> required and private.count_documents(required_of_types, 1000) < 1000;
    end if;
    exit when is_rare_type;
    scanned := private.scan_in_order(sort, types, after, steps::integer);
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    found := array(
      select skill from unnest(scanned) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows - cardinality(page)
    );
    page := page || found;
    if cardinality(scanned) < steps or cardinality(page) = max_rows then
      return page;
    end if;
    after := private.position_in_order(sort, scanned[cardinality(scanned)]);
    read := read + cardinality(scanned);
    -- Words that seldom meet have fewer matches than the rarest one. Here they can be rarer than elsewhere in the order.
    matches := greatest(least(most, all_documents * (4 + 1.5 * cardinality(found)) / steps), fewest);
  end loop;
  -- Reading 10,000 skills or their ratings costs more than the index of the words and the documents. The position is not read for each.
  after_id := after ->> -1;
  if sort = 'newest' then
    after_time := after ->> 0;
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
        and (after_id is null or (d.created_at, d.skill_id) < (after_time, after_id))
      order by d.created_at desc, d.skill_id desc
      limit max_rows - cardinality(page)
    );
  elsif sort = 'name' then
    after_name := after ->> 0;
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
        and (after_id is null or (d.name_key, d.skill_id) > (after_name, after_id))
      order by d.name_key, d.skill_id
      limit max_rows - cardinality(page)
    );
  end if;
  return page || private.sort_matches(
    sort, array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
    ),
    after, max_rows - cardinality(page)
  );
end
$$;
comment on function private.filter_in_order is 'The skills that follow a position in an order and contain all words.';
grant execute on function private.filter_in_order to anon, authenticated;

create function private.max_ranked() returns integer
language sql immutable parallel safe set search_path = ''
return 1000;
comment on function private.max_ranked is 'How many of its best matches a search by relevance can page through.';

create domain private.cursor_place as smallint;
alter domain private.cursor_place add constraint cursor_place_valid check (value between 1 and 999) not valid;
comment on domain private.cursor_place is 'The place in a ranking at which a page ended; less than private.max_ranked.';

create function private.ranked_page(
  search text, types text[], cursor text, list text, max_rows integer, mark tsquery default null, named uuid[] default null,
  out words private.search_word[], out corrected text, out place integer, out skills uuid[]
)
language plpgsql stable set search_path = ''
as $$
declare
  after constant jsonb := private.decode_cursor(cursor, list, '{private.cursor_text,private.cursor_place}');
begin
  -- The cursor is not signed.
  if after is not null and private.text_error(private.clean_text(after ->> 0, 200), 1, 200) is not null then
    perform private.reject_cursor();
  end if;
  words := private.plan_search(search, after ->> 0);
  corrected := private.correct_search(search, words);
  place := coalesce((after ->> 1)::integer, 0);
  skills := (private.rank_skills(
    search, words, types, least(place + max_rows, private.max_ranked()), mark => mark, named => named
  ))[place + 1:];
end
$$;
comment on function private.ranked_page is 'The skills of a search by relevance after the place in a cursor, the words and the corrected search (null if nothing was corrected). All pages have the correction of the first one, and each ranks anew. With a mark, skills that have it: see private.rank_skills. Raises PT400 for the cursor of another list.';

create function private.encode_place(search text, corrected text, place bigint, list text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.encode_cursor(jsonb_build_array(coalesce(corrected, search), place), list);
end
$$;
comment on function private.encode_place is 'The cursor of private.ranked_page for the skills after a place.';

create function public.search_catalogue(
  p_search text, p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null,
  p_explain boolean default false
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  sort constant text := coalesce(p_sort, 'relevance');
  -- More than 100 explanations would cost as much as some searches.
  max_limit constant integer := case when p_explain then 100 else private.max_limit() end;
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), search);
  skills uuid[];
  ranked record;
  page record;
  did_you_mean text;
  suggestions json := '[]';
  missing json;
  -- With fewer results, names like the search can be what is meant.
  few constant integer := 5;
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 1, 200)
  );
  if sort = 'relevance' then
    select * into ranked from private.ranked_page(search, types, p_cursor, list, max_skills + 1);
    skills := ranked.skills[:max_skills];
    select i.items, i.count, case
      when cardinality(ranked.skills) > i.count
        then private.encode_place(search, ranked.corrected, ranked.place + i.count, list)
    end as next_cursor
    into page from private.skill_items(skills, case when p_explain then private.explain_matches(ranked.words, skills) end) as i;
    did_you_mean := coalesce(ranked.corrected, private.find_imitated(search));
    if not p_explain then
      missing := private.missing_words(ranked.words, skills[:page.count::integer]);
    end if;
  else
    skills := private.filter_in_order(
      sort, types, private.search_words(search), private.decode_cursor(p_cursor, list, private.cursor_types(sort)), max_skills + 1
    );
    select i.items, i.count, case
      when cardinality(skills) > i.count then private.encode_cursor(private.position_in_order(sort, skills[i.count]), list)
    end as next_cursor
    into page from private.skill_items(skills[:max_skills], null) as i;
  end if;
  if p_cursor is null and (page.count = 0 or sort = 'relevance' and page.count < few) then
    suggestions := private.suggest_names(search, listed => skills);
  end if;
  return format(
    '{"skills" : [%s], "count" : %s, "next_cursor" : %s, "did_you_mean" : %s, "suggestions" : %s, "missing" : %s}',
    page.items, page.count, coalesce(to_json(page.next_cursor)::text, 'null'), coalesce(to_json(did_you_mean)::text, 'null'),
    suggestions, coalesce(missing::text, 'null')
  );
end
$$;
comment on function public.search_catalogue is 'GET /api/skills with `search`: a page of the skills that match, at most private.max_limit and about private.page_bytes. With p_explain, at most 100, and each result by relevance has `matched` (private.explain_matches), otherwise each has a list in `missing` (private.missing_words). If less than five are found, `suggestions` (private.suggest_names). Raises PT400.';

-- A function of the API runs with the rights of its caller, so this is what search_catalogue calls.
grant execute on function private.max_ranked, private.ranked_page, private.encode_place, public.search_catalogue
  to anon, authenticated;
