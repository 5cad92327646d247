-- The ratings of a skill: its list, an agent's own, and flags.

-- One index serves every order, so that a rating costs no more to write: Postgres merges the branches of these views, and one whose
-- claws are not asked for costs nothing, since listed_claws is a constant in it.
create view private.newest_ratings with (security_invoker = true) as
(
  select 1 as listed_claws, *
  from public.ratings where claws = 1
  order by updated_at desc, id desc
)
union all
(
  select 2 as listed_claws, *
  from public.ratings where claws = 2
  order by updated_at desc, id desc
)
union all
(
  select 3 as listed_claws, *
  from public.ratings where claws = 3
  order by updated_at desc, id desc
)
union all
(
  select 4 as listed_claws, *
  from public.ratings where claws = 4
  order by updated_at desc, id desc
)
union all
(
  select 5 as listed_claws, *
  from public.ratings where claws = 5
  order by updated_at desc, id desc
);
comment on view private.newest_ratings is 'Ratings, newest first, by number of claws.';
create view private.oldest_ratings with (security_invoker = true) as
(
  select 1 as listed_claws, *
  from public.ratings where claws = 1
  order by updated_at, id
)
union all
(
  select 2 as listed_claws, *
  from public.ratings where claws = 2
  order by updated_at, id
)
union all
(
  select 3 as listed_claws, *
  from public.ratings where claws = 3
  order by updated_at, id
)
union all
(
  select 4 as listed_claws, *
  from public.ratings where claws = 4
  order by updated_at, id
)
union all
(
  select 5 as listed_claws, *
  from public.ratings where claws = 5
  order by updated_at, id
);
comment on view private.oldest_ratings is 'Ratings, oldest first, by number of claws.';
revoke all on private.newest_ratings, private.oldest_ratings from public, anon, authenticated, service_role;
grant select on private.newest_ratings, private.oldest_ratings to anon, authenticated;

create function private.scan_ratings(
  skill uuid, oldest_first boolean, only_claws integer, after private.cursor_position, wanted integer, bytes integer
) returns setof public.skill_ratings
language plpgsql stable set search_path = ''
-- Planned once, for whatever is asked, as private.scan_in_order is: down the index, with a look-up for each agent.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
set enable_sort = off set enable_incremental_sort = off set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
begin
  -- octet_length does not read a long text.
  if oldest_first then
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at, id rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.oldest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) > (coalesce(after.created_at, '-infinity'), coalesce(after.id, '00000000-0000-0000-0000-000000000000'))
        order by updated_at, id
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at, r.id;
  else
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.newest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) < (coalesce(after.created_at, 'infinity'), coalesce(after.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by updated_at desc, id desc
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at desc, r.id desc;
  end if;
end
$$;
comment on function private.scan_ratings is 'The ratings of a skill that follow a position (null: all), newest or oldest first, with any or one number of claws: up to the one whose text reaches so many bytes, and the next.';
grant execute on function private.scan_ratings to anon, authenticated;

create function public.list_ratings(
  p_skill text,
  p_sort text default null,
  p_claws integer default null,
  p_limit integer default null,
  p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  -- By claws is the newest of one number after the newest of another.
  turns integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  turn integer;
  skill uuid;
  bound text;
  after private.cursor_position;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    case when sort not in ('newest', 'oldest', 'highest', 'lowest') then
      '{"path": "sort", "message": "must be one of newest, oldest, highest, lowest"}'::jsonb
    end,
    case when p_claws not between 1 and 5 then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end
  );
  skill := private.resolve_skill(p_skill);
  bound := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, bound);
  end if;

  foreach turn in array turns loop
    -- Those before the place are over.
    continue when sort = 'highest' and turn > after.sort_key_1 or sort = 'lowest' and turn < after.sort_key_1;
    -- One rating further than the page, to see whether there is another page.
    part := array(
      select w from private.scan_ratings(skill, sort = 'oldest', turn, after, page_size + 1 - cardinality(page), bytes) as w
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next part tells whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(row(last.claws, null, null, last.updated_at, last.id, null)::private.cursor_position, bound)
    end
  );
end
$$;
comment on function public.list_ratings is 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';
revoke all on function public.list_ratings from public, anon, authenticated, service_role;
grant execute on function public.list_ratings to anon, authenticated;
