-- The list of a skill's ratings: GET /api/skills/{id or slug}/ratings.

create function private.rating_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return array['newest', 'oldest', 'highest', 'lowest'];
comment on function private.rating_orders is 'The sort orders of the ratings of a skill.';
grant execute on function private.rating_orders to anon, authenticated;

-- A statement for each index and direction. Each merges the scans of a standing (ratings_of_skill, ratings_of_claws) or of a standing and
-- a number of claws (ratings_of_version), and each scan reads at most `max_rows` ratings. So no filter costs more for a skill with more
-- ratings. Ten scans read only the keys of ratings that are not on the page. Dynamic SQL would be planned at each call: 300 µs, as much as
-- the scans of a hundred ratings take.
create function private.ratings_in_order(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb, max_rows integer
) returns setof public.ratings
language plpgsql stable set search_path = ''
as $$
declare
  standings boolean[] := case when only_established is null then '{true,false}' else array[only_established] end;
  claws_counts smallint[] := case when only_claws is null then '{1,2,3,4,5}' else array[only_claws] end;
  after_time timestamptz := coalesce((after ->> 1)::timestamptz, case when oldest_first then '-infinity' else 'infinity' end::timestamptz);
  after_id uuid := coalesce(
    (after ->> 2)::uuid,
    case when oldest_first then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid
  );
begin
  if not oldest_first and only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) < (after_time, after_id)
        order by o.updated_at desc, o.id desc limit max_rows
      ) as k
      order by k.updated_at desc, k.id desc limit max_rows
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif not oldest_first and only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit max_rows
    ) as r
    order by r.updated_at desc, r.id desc limit max_rows;
  elsif not oldest_first then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit max_rows
    ) as r
    order by r.updated_at desc, r.id desc limit max_rows;
  elsif only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) > (after_time, after_id)
        order by o.updated_at, o.id limit max_rows
      ) as k
      order by k.updated_at, k.id limit max_rows
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit max_rows
    ) as r
    order by r.updated_at, r.id limit max_rows;
  else
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit max_rows
    ) as r
    order by r.updated_at, r.id limit max_rows;
  end if;
end
$$;
comment on function private.ratings_in_order is 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one, by all agents, by established or by other ones.';
grant execute on function private.ratings_in_order to anon, authenticated;

create function private.scan_ratings(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb,
  max_rows integer, bytes integer
) returns setof public.skill_ratings
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select v.*
  from (
    -- octet_length does not read a long text.
    select id, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(
      skill, oldest_first, only_claws, only_version, only_established, after, max_rows
    ) with ordinality
  ) as r
  -- Lateral, so that ratings are read in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select * from public.skill_ratings where id = r.id offset 0) as v
  where coalesce(r.bytes_before, 0) < bytes;
end
$$;
comment on function private.scan_ratings is 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';
grant execute on function private.scan_ratings to anon, authenticated;

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
    bytes := bytes + pg_column_size(item);
    fitting := fitting + 1;
  end loop;
  return items[:fitting];
end
$$;
comment on function private.cut_page is 'The items of a page, up to the one that reaches private.page_bytes.';
grant execute on function private.cut_page to anon, authenticated;

create function public.list_ratings(
  p_skill text,
  p_sort text default null,
  p_claws integer default null,
  p_limit integer default null,
  p_cursor text default null,
  p_version text default null,
  p_established boolean default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), private.max_limit());
  -- highest and lowest are one scan for each number of claws.
  scans integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  only_claws integer;
  only_version text := private.clean_version(p_version);
  skill uuid;
  list text;
  after jsonb;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', private.choice_error(sort, private.rating_orders()),
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end,
    'version', coalesce(case when only_version = '' then 'must have 1 to 100 characters' end, private.version_error(only_version))
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version, chr(31) || p_established::text);
  after := private.decode_cursor(p_cursor, list, '{private.cursor_claws,private.cursor_time,private.cursor_uuid}');

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(
        skill, sort = 'oldest', only_claws, only_version, p_established, after, page_size + 1 - cardinality(page), bytes
      ) as s
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next scan shows whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(rating) from unnest(page[:page_size]) as rating));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
  );
end
$$;
comment on function public.list_ratings is 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';
grant execute on function public.list_ratings to anon, authenticated;
