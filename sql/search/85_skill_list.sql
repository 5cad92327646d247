-- The list of skills: GET /api/skills.

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

create view private.listed_skills with (security_invoker = true) as
select
  s.id,
  s.json_start,
  st.json_ratings || st.sub_scores || ',"last_rated_at":' || coalesce(to_json(st.last_rated_at)::text, 'null') as json_ratings,
  s.json_end
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.listed_skills is 'The JSON of skills as items of a list, in three parts. The time zone must be UTC.';
grant select on private.listed_skills to anon, authenticated;

create function private.skill_items(page uuid[], matches jsonb[], out items text, out count bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  select string_agg(json_start || json_ratings || json_end, ',' order by ordinal), count(*)
  into items, count
  from (
    -- 4 for the header of each JSON value. octet_length does not read a long text.
    select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
      order by ordinal rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from (
      select
        p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
        s.json_end
      from unnest(page) with ordinality as p (skill, ordinal)
      join private.listed_skills as s on s.id = p.skill
      -- So that json_ratings is computed once.
      offset 0
    ) as item
  ) as item
  where coalesce(bytes_before, 0) < private.page_bytes();
end
$$;
comment on function private.skill_items is 'The JSON of skills as items of a list, in the order of the page, and how many fit into private.page_bytes. Each may have a match. The time zone must be UTC.';
grant execute on function private.skill_items to anon, authenticated;

create function public.list_skills(
  p_type text default null,
  p_search text default null,
  p_sort text default null,
  p_limit integer default null,
  p_cursor text default null,
  p_explain boolean default false
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
  -- One skill more than the page shows whether there is another page. More than 100 explanations would cost as much as some searches.
  max_rows integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  words private.search_word[];
  positions private.search_position[];
  page uuid[];
  matches jsonb[];
  did_you_mean text;
  suggestions json := '[]';
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;

  if search is null then
    page := private.scan_in_order(sort, types, after, max_rows);
  else
    if sort = 'relevance' then
      -- All pages of a search rank by the same correction and rarities.
      words := private.plan_search(search, private.cursor_words(after -> 1));
      positions := private.rank_skills(search, words, types, after, max_rows);
      page := array(select p.skill_id from unnest(positions) as p);
      did_you_mean := coalesce(private.correct_search(search, words), private.find_imitated(search));
      if p_explain then
        matches := private.explain_matches(words, page[:max_rows - 1]);
      end if;
    else
      page := private.filter_in_order(sort, types, private.search_words(search), after, max_rows);
    end if;
    if page = '{}' and p_cursor is null then
      suggestions := private.suggest_names(search, true);
    end if;
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then private.search_cursor(positions[count], words)
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',' order by ordinal) as items, count(*) as count
      from (
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by ordinal rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:max_rows - 1]) with ordinality as p (skill, ordinal)
          join private.listed_skills as s on s.id = p.skill
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$$;
comment on function public.list_skills is 'GET /api/skills: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). A search that finds nothing has `suggestions` (private.suggest_names). Raises PT400.';
grant execute on function public.list_skills to anon, authenticated;
