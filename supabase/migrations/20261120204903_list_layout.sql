set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.walk (
  sort      text,
  only_type text,
  patterns  text[],
  after     private.place,
  steps     integer,
  wanted    integer
)
  RETURNS SETOF private.listed
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
#variable_conflict use_column
begin
  case sort
    when 'top' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.score
      from (
        select * from private.by_score
        where (only_type is null or listed_type = only_type) and (score, skill_id) < (after.number_1, after.id)
        order by score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.score desc, st.skill_id desc
      limit wanted;
    when 'rating' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, null::bigint
      from (
        select * from private.by_average
        where
          (only_type is null or listed_type = only_type)
          and (avg_tenths, total_ratings, skill_id) < (after.number_1, after.number_2, after.id)
        order by avg_tenths desc, total_ratings desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.avg_tenths desc, st.total_ratings desc, st.skill_id desc
      limit wanted;
    when 'most_rated' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.score
      from (
        select * from private.by_number
        where
          (only_type is null or listed_type = only_type)
          and (total_ratings, score, skill_id) < (after.number_1, after.number_2, after.id)
        order by total_ratings desc, score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.total_ratings desc, st.score desc, st.skill_id desc
      limit wanted;
    when 'newest' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.score
      from (
        select * from private.by_age
        where (only_type is null or listed_type = only_type) and (created_at, id) < (after.created_at, after.id)
        order by created_at desc, id desc
        limit steps
      ) as s
      join public.skill_stats as st on st.skill_id = s.id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by s.created_at desc, s.id desc
      limit wanted;
    when 'name' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.score
      from (
        select * from private.by_name
        where (only_type is null or listed_type = only_type) and (name_key, id) > (after.name_key, after.id)
        order by name_key, id
        limit steps
      ) as s
      join public.skill_stats as st on st.skill_id = s.id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by s.name_key, s.id
      limit wanted;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type   text    DEFAULT NULL::text,
  p_search text    DEFAULT NULL::text,
  p_sort   text    DEFAULT NULL::text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := coalesce(p_sort, 'top');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  words text[];
  after private.place;
  page private.listed[];
  pinned private.listed;
  last private.listed;
  next private.place;
begin
  perform private.refuse(
    case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    case when sort not in ('top', 'rating', 'most_rated', 'newest', 'name') then
      '{"path": "sort", "message": "must be one of top, rating, most_rated, newest, name"}'::jsonb
    end,
    private.text_problem('search', search, 0, 200)
  );
  words := private.search_words(search);

  if p_cursor is not null then
    after := private.read_cursor(p_cursor, bound);
  elsif search is not null then
    select id into after.pinned from public.skills
    where name_key = private.name_key(search) and (p_type is null or type = p_type);
  end if;
  if after.id is null then
    -- Before everything in every order.
    after := row(
      9223372036854775807, 9223372036854775807, '', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', after.pinned
    );
  end if;

  -- One skill further than the page, to see whether there is another page.
  if words is null then
    page := array(select w from private.walk(sort, p_type, null, after, page_size + 1, page_size + 1) as w);
  else
    page := private.search(sort, p_type, words, after, page_size + 1);
  end if;

  if p_cursor is null and after.pinned is not null then
    select
      s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
      st.avg_tenths, st.total_ratings, st.score
    into pinned
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = after.pinned;
    page := pinned || page;
  end if;

  if cardinality(page) > page_size then
    last := page[page_size];
    -- A page that holds the first skill alone ends before everything else.
    next := case
      when last.id = after.pinned then row(null, null, null, null, null, after.pinned)::private.place
      else private.place_after(sort, last, after.pinned)
    end;
  end if;

  return json_build_object(
    'skills', (
      select coalesce(json_agg(row_to_json(shown)), '[]')
      from (
        select
          id, name, slug, description, type, url,
          avg_tenths / 10.0::float8 as avg_claws, total_ratings, created_at, updated_at
        from unnest(page[:page_size])
      ) as shown
    ),
    'count', least(cardinality(page), page_size),
    'next_cursor', case when cardinality(page) > page_size then private.write_cursor(next, bound) end
  );
end
$function$;
