-- The list of the catalogue: sort orders and pages by cursor. What a search finds is in 5_search.sql.

create type private.cursor_position as (
  sort_key_1 bigint,
  sort_key_2 bigint,
  name_key text,
  created_at timestamptz,
  id uuid,
  ranking jsonb
);
comment on type private.cursor_position is 'Where a page of a list ended: the sort keys and id of its last row; for a search by relevance also {correction, weights}, so that every page ranks alike.';

create function private.cursor_tag(cursor_position jsonb, bound text) returns text
language sql immutable parallel safe set search_path = ''
return left(encode(extensions.digest(bound || chr(31) || cursor_position::text, 'sha256'), 'hex'), 16);
comment on function private.cursor_tag is 'Binds a cursor position to its list: another list or a damaged cursor gives another tag.';
grant execute on function private.cursor_tag to anon, authenticated;

create function private.encode_cursor(cursor_position private.cursor_position, bound text) returns text
language sql immutable parallel safe set search_path = ''
begin atomic
  select translate(encode(convert_to(private.cursor_tag(held, bound) || held::text, 'UTF8'), 'base64'), E'+/=\n', '-_')
  from (select jsonb_strip_nulls(to_jsonb(cursor_position)) as held) as stripped;
end;
comment on function private.encode_cursor is 'Encodes a cursor position as opaque text, in base64url.';
grant execute on function private.encode_cursor to anon, authenticated;

create function private.reject_cursor() returns void
language sql stable parallel safe set search_path = ''
return private.validate('cursor', 'is not a cursor of this list, with this order and these filters');
comment on function private.reject_cursor is 'Raises PT400 for a cursor that encode_cursor did not write for this list.';
grant execute on function private.reject_cursor to anon, authenticated;

create function private.decode_cursor(cursor text, bound text) returns private.cursor_position
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  held text;
  cursor_position jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) > 4000 then
    raise data_exception;
  end if;
  held := convert_from(
    decode(translate(cursor, '-_', '+/') || repeat('=', (4 - length(cursor) % 4) % 4), 'base64'), 'UTF8'
  );
  cursor_position := substr(held, 17)::jsonb;
  if left(held, 16) <> private.cursor_tag(cursor_position, bound) then
    raise data_exception;
  end if;
  return jsonb_populate_record(null::private.cursor_position, cursor_position);
exception
  when data_exception then
    perform private.reject_cursor();
end
$$;
comment on function private.decode_cursor is 'Decodes what encode_cursor wrote. Raises PT400 for anything else.';
grant execute on function private.decode_cursor to anon, authenticated;

create function private.start_of_list() returns private.cursor_position
language sql immutable parallel safe set search_path = ''
return row(9223372036854775807, 9223372036854775807, '', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', null)::private.cursor_position;
comment on function private.start_of_list is 'The position before everything in every order.';
grant execute on function private.start_of_list to anon, authenticated;

create function private.scan_in_order(sort text, types text[], after private.cursor_position, steps integer)
returns setof private.cursor_position
language plpgsql stable rows 100 set search_path = ''
-- Planned once for all arguments, down the index of the order for each type: planning for the values at hand costs more than the scan.
-- `order by s.` names the column of the index; a bare name would be that of the result, cast.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  case sort
    when 'top' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select score::bigint, null::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s where s.type = t.type and (score, skill_id) < (after.sort_key_1, after.id)
        order by s.score desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 5 desc limit steps;
    when 'rating' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select avg_tenths::bigint, total_ratings::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s
        where s.type = t.type and (avg_tenths, total_ratings, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 2 desc, 5 desc limit steps;
    when 'most_rated' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select total_ratings::bigint, score::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s
        where s.type = t.type and (total_ratings, score, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by s.total_ratings desc, s.score desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 2 desc, 5 desc limit steps;
    when 'reliability' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select reliability_score::bigint, null::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s where s.type = t.type and (reliability_score, skill_id) < (after.sort_key_1, after.id)
        order by s.reliability_score desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 5 desc limit steps;
    when 'security' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select security_score::bigint, null::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s where s.type = t.type and (security_score, skill_id) < (after.sort_key_1, after.id)
        order by s.security_score desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 5 desc limit steps;
    when 'speed' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select speed_score::bigint, null::bigint, null::text, null::timestamptz, skill_id, null::jsonb
        from public.skill_stats as s where s.type = t.type and (speed_score, skill_id) < (after.sort_key_1, after.id)
        order by s.speed_score desc, s.skill_id desc limit steps
      ) as k order by 1 desc, 5 desc limit steps;
    when 'newest' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select null::bigint, null::bigint, null::text, created_at, id, null::jsonb
        from public.skills as s where s.type = t.type and retired_at is null and (created_at, id) < (after.created_at, after.id)
        order by s.created_at desc, s.id desc limit steps
      ) as k order by 4 desc, 5 desc limit steps;
    when 'name' then
      return query select k.* from unnest(types) as t (type) cross join lateral (
        select null::bigint, null::bigint, name_key, null::timestamptz, id, null::jsonb
        from public.skills as s where s.type = t.type and retired_at is null and (name_key, id) > (after.name_key, after.id)
        order by s.name_key, s.id limit steps
      ) as k order by 3, 5 limit steps;
  end case;
end
$$;
comment on function private.scan_in_order is 'The positions that follow one in an order, among the skills of some types.';
grant execute on function private.scan_in_order to anon, authenticated;

create function private.look_up(sort text, types text[], terms tsquery[], after private.cursor_position, wanted integer)
returns setof private.cursor_position
language plpgsql stable rows 100 set search_path = ''
-- From the index of words to the skills, each looked up by its id. The memory is for half a million finds.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set work_mem = '16MB'
as $$
declare
  all_terms tsquery := private.all_terms(terms);
  -- A prefix of one or two letters is in too many words to look up by, unless there is nothing else.
  indexed tsquery := coalesce(
    private.all_terms(array(select t from unnest(terms) as t where t::text !~ '''.{1,2}'':\*')), all_terms
  );
begin
  return query
  select k.*
  from (
    select
      case sort
        when 'top' then st.score
        when 'rating' then st.avg_tenths
        when 'most_rated' then st.total_ratings
        when 'reliability' then st.reliability_score
        when 'security' then st.security_score
        when 'speed' then st.speed_score
      end::bigint as sort_key_1,
      case sort
        when 'rating' then st.total_ratings
        when 'most_rated' then st.score
        else 0
      end::bigint as sort_key_2,
      case sort when 'name' then s.name_key end as name_key,
      case sort when 'newest' then s.created_at end as created_at,
      d.skill_id as id,
      null::jsonb
    from private.skill_documents as d
    left join public.skills as s on s.id = d.skill_id and sort in ('name', 'newest')
    left join public.skill_stats as st on st.skill_id = d.skill_id and sort not in ('name', 'newest')
    where d.words @@ indexed and ts_match_vq(d.words, all_terms) and d.type = any (types)
  ) as k
  where case sort
    when 'name' then (k.name_key, k.id) > (after.name_key, after.id)
    when 'newest' then (k.created_at, k.id) < (after.created_at, after.id)
    else (k.sort_key_1, k.sort_key_2, k.id) < (after.sort_key_1, coalesce(after.sort_key_2, 0), after.id)
  end
  order by k.sort_key_1 desc, k.sort_key_2 desc, k.created_at desc, k.name_key, case when sort <> 'name' then k.id end desc, k.id
  limit wanted;
end
$$;
comment on function private.look_up is 'As private.scan_in_order, of the skills that contain all terms, found by the terms.';
grant execute on function private.look_up to anon, authenticated;

create function private.filter_in_order(
  sort text, types text[], terms tsquery[], after private.cursor_position, wanted integer
) returns private.cursor_position[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  page private.cursor_position[] := '{}';
  last private.cursor_position := after;
  -- A short scan finds what is common, and tells how common it is.
  steps integer := 300;
  scanned integer := 0;
  share float8;
  known float8 := private.document_count();
  all_terms tsquery := private.all_terms(terms);
begin
  loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := page || array(
      select k from private.scan_in_order(sort, types, last, steps) as k
      where (select ts_match_vq(d.words, all_terms) from private.skill_documents as d where d.skill_id = k.id)
      limit wanted - cardinality(page)
    );
    exit when cardinality(page) = wanted;

    scanned := scanned + steps;
    if known <= scanned then
      -- The scan has seen the whole of a small catalogue, unless it has grown since the last vacuum.
      exit when scanned >= (select count(*) from (select from private.skill_documents limit scanned + 1) as documents);
    end if;

    -- On, for as many steps as should do, where looking up all finds would be more.
    share := (cardinality(page) + 1) / scanned::float8;
    steps := (wanted - cardinality(page)) / share * 1.2;
    if steps > share * known then
      return array(select f from private.look_up(sort, types, terms, after, wanted) as f);
    end if;
    if cardinality(page) > 0 then
      last := page[cardinality(page)];
    end if;
  end loop;
  return page;
end
$$;
comment on function private.filter_in_order is 'The positions of the skills that follow one in an order and contain all terms.';
grant execute on function private.filter_in_order to anon, authenticated;

create function private.page_bytes() returns integer
language sql immutable parallel safe set search_path = ''
return 1000000;
comment on function private.page_bytes is 'The size at which a page ends, in bytes of JSON.';
grant execute on function private.page_bytes to anon, authenticated;

create function private.cut_page(items json[]) returns json[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  item json;
  bytes bigint := 0;
  fitting integer := 0;
begin
  foreach item in array items loop
    exit when bytes >= private.page_bytes();
    bytes := bytes + octet_length(item::text);
    fitting := fitting + 1;
  end loop;
  return items[:fitting];
end
$$;
comment on function private.cut_page is 'The items of a page, up to the one that reaches private.page_bytes.';
grant execute on function private.cut_page to anon, authenticated;

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
    when p_sort = 'relevance' then 'top'
    else coalesce(p_sort, 'top')
  end;
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after private.cursor_position;
  ranking jsonb;
  page private.cursor_position[];
  item json;
  items json[] := '{}';
  bytes bigint := 0;
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(
      sort, '{relevance,top,rating,most_rated,reliability,security,speed,newest,name}'
    ),
    'search', private.text_error(search, 0, 200)
  );
  after := case when p_cursor is null then private.start_of_list() else private.decode_cursor(p_cursor, bound) end;

  -- One position further than the page, to see whether there is another page.
  if sort = 'relevance' then
    ranking := coalesce(after.ranking, private.plan_ranking(search));
    -- A cursor is only bound to its list, not signed.
    if jsonb_path_match(
      ranking, 'strict !exists($.weights[*] ? (@.type() != "number" || @ < 0 || @ > 5000))', silent => true
    ) is not true then
      perform private.reject_cursor();
    end if;
    page := private.rank_skills(search, ranking, types, after, page_size + 1);
  elsif search is null then
    page := array(select k from private.scan_in_order(sort, types, after, page_size + 1) as k);
  else
    page := private.filter_in_order(sort, types, private.search_terms(private.search_words(search)), after, page_size + 1);
  end if;

  -- As a loop, so that long descriptions beyond the page are not read; with a limit, Postgres sorts before it makes JSON.
  for item in
    select row_to_json(c)
    from unnest(page) with ordinality as p (key_1, key_2, key_3, key_4, id, ranking, place)
    join public.skill_catalogue as c on c.id = p.id
    order by p.place limit page_size
  loop
    items := items || item;
    bytes := bytes + octet_length(item::text);
    exit when bytes >= private.page_bytes();
  end loop;

  return json_build_object(
    'skills', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(page[cardinality(items)], bound)
    end,
    'did_you_mean', ranking ->> 'correction'
  );
end
$$;
comment on function public.list_skills is 'GET /api/skills: a page of the catalogue, at most 500 skills and about private.page_bytes. Raises PT400.';
revoke all on function public.list_skills from public, anon, authenticated, service_role;
grant execute on function public.list_skills to anon, authenticated;
