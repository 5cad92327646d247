-- The list of a skill's ratings: GET /api/skills/{id or slug}/ratings.

create function private.scan_ratings(
  skill uuid, sort text, only_claws integer, after private.cursor_position, wanted integer, bytes integer
) returns setof public.skill_ratings
language plpgsql stable set search_path = ''
-- One generic plan for all calls: an index scan for each number of claws, and a look-up for each rating and agent on the page.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
begin
  return query
  with page as materialized (
    select
      h.id,
      row_number() over (
        order by c.rank desc, case when sort = 'oldest' then h.updated_at end, case when sort = 'oldest' then h.id end,
          h.updated_at desc, h.id desc
      ) as position
    from (
      -- Only highest and lowest depend on the claws. A branch before the cursor position is skipped, one after it starts at its first row.
      select
        claws,
        case sort when 'highest' then claws when 'lowest' then -claws else 0 end as rank,
        case sort when 'highest' then after.sort_key_1 when 'lowest' then -after.sort_key_1 else 0 end as after_rank
      from unnest(array[1, 2, 3, 4, 5]) as claws
      where only_claws is null or claws = only_claws
    ) as c
    cross join lateral (
      (
        select r.id, r.updated_at from public.ratings as r
        where sort <> 'oldest' and r.skill_id = skill and r.claws = c.claws and (after.id is null or c.rank <= c.after_rank)
          and (r.updated_at, r.id) < (
            case when c.rank = c.after_rank and after.id is not null then after.created_at else 'infinity' end,
            case when c.rank = c.after_rank and after.id is not null then after.id else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end
          )
        order by r.updated_at desc, r.id desc
        limit wanted
      )
      union all
      (
        select r.id, r.updated_at from public.ratings as r
        where sort = 'oldest' and r.skill_id = skill and r.claws = c.claws
          and (r.updated_at, r.id) > (
            coalesce(after.created_at, '-infinity'), coalesce(after.id, '00000000-0000-0000-0000-000000000000')
          )
        order by r.updated_at, r.id
        limit wanted
      )
    ) as h
    order by position
    limit wanted
  )
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
  from (
    -- octet_length does not read a long text.
    select r.*, p.position, sum(octet_length(r.commentary)) over (
      order by p.position rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from page as p
    join public.ratings as r on r.id = p.id
  ) as r
  join public.agents as a on a.id = r.agent_id
  where coalesce(r.bytes_before, 0) < bytes
  order by r.position;
end
$$;
comment on function private.scan_ratings is 'The ratings of a skill after a cursor position (null: from the first), with any number of claws or only one: at most `wanted`, and up to the one after that whose text reaches `bytes`.';
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
  skill uuid;
  bound text;
  after private.cursor_position;
  page public.skill_ratings[];
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', case when sort not in ('newest', 'oldest', 'highest', 'lowest') then
      'must be one of newest, oldest, highest, lowest'
    end,
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end
  );
  skill := private.resolve_skill(p_skill);
  bound := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, bound);
  end if;

  -- One more than the page, to see whether there is another page.
  page := array(select s from private.scan_ratings(skill, sort, p_claws, after, page_size + 1, private.page_bytes()) as s);
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
