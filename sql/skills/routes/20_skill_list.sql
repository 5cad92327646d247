-- The list of skills: GET /api/skills without `search`.

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
language plpgsql stable set search_path = ''
-- 2.1 ms of CPU instead of 2.2 for 100 skills.
set plan_cache_mode = force_generic_plan
as $$
begin
  select string_agg(json_start || json_ratings || json_end, ','), count(*)
  into items, count
  from (
    -- 4 for the header of each JSON value. octet_length does not read a long text.
    select s.*, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
      rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from unnest(page) with ordinality as p (skill, ordinal)
    -- Read one after the other, so the order of the page is kept without a sort.
    cross join lateral (
      select
        json_start, json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings, json_end
      from private.listed_skills where id = p.skill
      offset 0
    ) as s
  ) as item
  where coalesce(bytes_before, 0) < private.page_bytes();
end
$$;
comment on function private.skill_items is 'The JSON of skills as items of a list, in the order of the page, and how many fit into private.page_bytes. Each may have a match. The time zone must be UTC.';
grant execute on function private.skill_items to anon, authenticated;

create function public.list_skills(
  p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- See private.scan_in_order.
set plan_cache_mode = force_generic_plan
as $$
declare
  -- Only a search has relevance.
  sort constant text := coalesce(nullif(p_sort, 'relevance'), 'top');
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), private.max_limit());
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), '');
  after jsonb;
  skills uuid[];
begin
  -- Asked first, because most calls are valid.
  if p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders())
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;
  -- One skill more shows whether there is another page.
  skills := private.scan_in_order(sort, types, after, max_skills + 1);

  if max_skills <= 20 then
    -- So few fit into a page, however long they are. A list of 10 takes less time without a running sum.
    return '{"skills" : [' || coalesce((
      select string_agg((select json_start || json_ratings || json_end from private.listed_skills where id = p.skill), ',')
      from unnest(skills[:max_skills]) as p (skill)
    ), '') || (
      '], "count" : ' || cardinality(skills[:max_skills])
      || ', "next_cursor" : ' || coalesce(to_json(case
        when cardinality(skills) > max_skills
          then private.encode_cursor(private.position_in_order(sort, skills[max_skills]), list)
      end)::text, 'null')
      || ', "did_you_mean" : null, "suggestions" : [], "missing" : null}'
    );
  end if;
  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(case
          when cardinality(skills) > count then private.encode_cursor(private.position_in_order(sort, skills[count]), list)
        end)::text, 'null')
        || ', "did_you_mean" : null, "suggestions" : [], "missing" : null}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',') as items, count(*) as count
      from (
        select s.*, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from unnest(skills[:max_skills]) as p (skill)
        cross join lateral (
          select json_start, json_ratings, json_end from private.listed_skills where id = p.skill offset 0
        ) as s
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$$;
comment on function public.list_skills is 'GET /api/skills without `search`: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. Raises PT400.';
grant execute on function public.list_skills to anon, authenticated;
