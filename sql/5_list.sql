-- The list of the catalogue: its orders and filters. What a search finds by relevance is in 5_search.sql.

-- All orders are defined here: name, direction, and the keys that sort before the id with their type. A position in an order is a JSON
-- array of these keys and the id. Each order has an index for each type, so that a page costs the same whatever the size of the catalogue.
do $do$
declare
  orders text[];
  patterns text[];
  branches text;
begin
  select
    array_agg(name),
    array_agg(format('^%s$', private.position_pattern(array_append(array_fill(type, array[n]), 'uuid')))),
    string_agg(format(
      $branch$
    when %1$s then
      after := coalesce(after, %2$s);
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(%3$s) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select %3$s from (%4$s) as s where s.type = t.type and (%3$s) %5$s (%6$s) order by %7$s limit wanted
          ) as s order by %7$s limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(%3$s) from (
          select %3$s from (%4$s) as s where id = any (matches) and (%3$s) %5$s (%6$s) order by %7$s limit wanted
        ) as s;
      end if;$branch$,
      quote_literal(name),
      -- The position before the first skill.
      quote_literal(to_jsonb(array_fill(
        case type || ' ' || direction
          when 'bigint desc' then '9223372036854775807' when 'bigint asc' then '-9223372036854775808'
          when 'timestamptz desc' then 'infinity' when 'timestamptz asc' then '-infinity'
          when 'text asc' then ''
        end, array[n]
      ) || case direction
        when 'desc' then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else '00000000-0000-0000-0000-000000000000'
      end)),
      array_to_string(keys || '{id}', ', '),
      case type
        when 'bigint' then 'select skill_id as id, * from public.skill_stats' else 'select * from public.skills where retired_at is null'
      end,
      case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('(after ->> %s)::%s', i, case i when n then 'uuid' else type end), ', ') from generate_series(0, n) as i),
      array_to_string(keys || '{id}', format(' %s, ', direction)) || ' ' || direction
    ), '')
  into orders, patterns, branches
  from (
    values
    ('top', 'desc', 'bigint', '{score}'::text[]),
    ('rating', 'desc', 'bigint', '{avg_tenths, total_ratings}'),
    ('most_rated', 'desc', 'bigint', '{total_ratings, score}'),
    ('reliability', 'desc', 'bigint', '{reliability_score}'),
    ('security', 'desc', 'bigint', '{security_score}'),
    ('speed', 'desc', 'bigint', '{speed_score}'),
    ('newest', 'desc', 'timestamptz', '{created_at}'),
    ('name', 'asc', 'text', '{name_key}')
  ) as o (name, direction, type, keys)
  cross join lateral cardinality(keys) as n;

  execute format(
    $function$
create function private.skill_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return %s::text[];

create function private.cursor_pattern(sort text) returns text
language sql immutable parallel safe set search_path = ''
-- By relevance, a cursor also has how the search ranks: the weights of its words, and the words that replace misspelt ones. Version
-- 1.0.0 wrote the corrected search instead of these.
return case sort when 'relevance' then %s else (%s::text[])[array_position(private.skill_orders(), sort)] end;

create function private.scan_in_order(sort text, types text[], matches uuid[], after jsonb, wanted integer) returns setof jsonb
language plpgsql stable rows 100 set search_path = ''
-- Planned once for all arguments: planning for the values at hand costs more than the scan.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $body$
begin
  case sort%s
  end case;
end
$body$$function$,
    quote_literal(orders),
    quote_literal(format(
      '^\[%s, \{"weights": \{(?:%2$s(?:, %2$s)*)?\}(?:, "replaced": \{%3$s(?:, %3$s)*\}|, "correction": "(?:[^"\\]|\\.)*")?\}\]$',
      private.position_pattern('{bigint,uuid}'), '"[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?', '"[^"\\]+": "[^"\\]+"'
    )),
    quote_literal(patterns),
    branches
  );
end
$do$;
comment on function private.skill_orders is 'The orders of the catalogue.';
comment on function private.cursor_pattern is 'The regular expression of the positions in an order, or of a search by relevance.';
comment on function private.scan_in_order is 'The positions that follow one (null: all) in an order, of all skills of some types or only of the matches.';
grant execute on function private.skill_orders, private.cursor_pattern, private.scan_in_order to anon, authenticated;

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
revoke all on function public.list_skills from public, anon, authenticated, service_role;
grant execute on function public.list_skills to anon, authenticated;
