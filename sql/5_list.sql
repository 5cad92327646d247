-- The list of the catalogue: eight orders, pages by cursor, search.

create type private.cursor_position as (
  sort_key_1 bigint,
  sort_key_2 bigint,
  name_key text,
  created_at timestamptz,
  id uuid,
  pinned uuid
);
comment on type private.cursor_position is 'Where a page of a list ended: the sort keys and id of its last row (no id: before the first row), and the skill that was put first because its name equals the search.';

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
    perform private.validate('{"path": "cursor", "message": "is not a cursor of this list, with this order and these filters"}');
end
$$;
comment on function private.decode_cursor is 'Decodes what encode_cursor wrote. Raises PT400 for anything else.';
grant execute on function private.decode_cursor to anon, authenticated;

create type private.listed_skill as (
  id uuid,
  name text,
  slug text,
  description text,
  type text,
  url text,
  created_at timestamptz,
  updated_at timestamptz,
  name_key text,
  avg_tenths integer,
  total_ratings integer,
  reliability_sum numeric,
  reliability_count integer,
  security_sum numeric,
  security_count integer,
  speed_sum numeric,
  speed_count integer,
  sort_key_1 bigint,
  sort_key_2 bigint
);
comment on type private.listed_skill is 'A skill with all that the list shows of it, and the one or two numbers by which it was sorted, if any.';

create function private.position_after(sort text, skill private.listed_skill, pinned uuid) returns private.cursor_position
language sql immutable parallel safe set search_path = ''
return row(
  skill.sort_key_1,
  skill.sort_key_2,
  case sort when 'name' then skill.name_key end,
  case sort when 'newest' then skill.created_at end,
  skill.id,
  pinned
)::private.cursor_position;
comment on function private.position_after is 'The cursor position of a skill in a sort order.';
grant execute on function private.position_after to anon, authenticated;

-- Each order has one index, by type. Through these views it serves one type and all of them alike: Postgres merges the branches, and
-- one whose type is not asked for costs nothing, since listed_type is a constant in it.
create view private.by_score with (security_invoker = true) as
(
  select
    'mcp' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'mcp'
  order by score desc, skill_id desc
)
union all
(
  select
    'clawdbot' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'clawdbot'
  order by score desc, skill_id desc
)
union all
(
  select
    'github' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'github'
  order by score desc, skill_id desc
)
union all
(
  select
    'other' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'other'
  order by score desc, skill_id desc
);
comment on view private.by_score is 'The order top of GET /api/skills, type by type.';
create view private.by_average with (security_invoker = true) as
(
  select
    'mcp' as listed_type, skill_id, avg_tenths, total_ratings,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'mcp'
  order by avg_tenths desc, total_ratings desc, skill_id desc
)
union all
(
  select
    'clawdbot' as listed_type, skill_id, avg_tenths, total_ratings,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'clawdbot'
  order by avg_tenths desc, total_ratings desc, skill_id desc
)
union all
(
  select
    'github' as listed_type, skill_id, avg_tenths, total_ratings,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'github'
  order by avg_tenths desc, total_ratings desc, skill_id desc
)
union all
(
  select
    'other' as listed_type, skill_id, avg_tenths, total_ratings,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'other'
  order by avg_tenths desc, total_ratings desc, skill_id desc
);
comment on view private.by_average is 'The order rating of GET /api/skills, type by type.';
create view private.by_number with (security_invoker = true) as
(
  select
    'mcp' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'mcp'
  order by total_ratings desc, score desc, skill_id desc
)
union all
(
  select
    'clawdbot' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'clawdbot'
  order by total_ratings desc, score desc, skill_id desc
)
union all
(
  select
    'github' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'github'
  order by total_ratings desc, score desc, skill_id desc
)
union all
(
  select
    'other' as listed_type, skill_id, avg_tenths, total_ratings, score,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'other'
  order by total_ratings desc, score desc, skill_id desc
);
comment on view private.by_number is 'The order most_rated of GET /api/skills, type by type.';
create view private.by_reliability with (security_invoker = true) as
(
  select
    'mcp' as listed_type, skill_id, avg_tenths, total_ratings, reliability_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'mcp'
  order by reliability_mean desc, reliability_count desc, skill_id desc
)
union all
(
  select
    'clawdbot' as listed_type, skill_id, avg_tenths, total_ratings, reliability_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'clawdbot'
  order by reliability_mean desc, reliability_count desc, skill_id desc
)
union all
(
  select
    'github' as listed_type, skill_id, avg_tenths, total_ratings, reliability_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'github'
  order by reliability_mean desc, reliability_count desc, skill_id desc
)
union all
(
  select
    'other' as listed_type, skill_id, avg_tenths, total_ratings, reliability_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'other'
  order by reliability_mean desc, reliability_count desc, skill_id desc
);
comment on view private.by_reliability is 'The order reliability of GET /api/skills, type by type.';
create view private.by_security with (security_invoker = true) as
(
  select
    'mcp' as listed_type, skill_id, avg_tenths, total_ratings, security_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'mcp'
  order by security_mean desc, security_count desc, skill_id desc
)
union all
(
  select
    'clawdbot' as listed_type, skill_id, avg_tenths, total_ratings, security_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'clawdbot'
  order by security_mean desc, security_count desc, skill_id desc
)
union all
(
  select
    'github' as listed_type, skill_id, avg_tenths, total_ratings, security_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'github'
  order by security_mean desc, security_count desc, skill_id desc
)
union all
(
  select
    'other' as listed_type, skill_id, avg_tenths, total_ratings, security_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'other'
  order by security_mean desc, security_count desc, skill_id desc
);
comment on view private.by_security is 'The order security of GET /api/skills, type by type.';
create view private.by_speed with (security_invoker = true) as
(
  select
    'mcp' as listed_type, skill_id, avg_tenths, total_ratings, speed_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'mcp'
  order by speed_mean desc, speed_count desc, skill_id desc
)
union all
(
  select
    'clawdbot' as listed_type, skill_id, avg_tenths, total_ratings, speed_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'clawdbot'
  order by speed_mean desc, speed_count desc, skill_id desc
)
union all
(
  select
    'github' as listed_type, skill_id, avg_tenths, total_ratings, speed_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'github'
  order by speed_mean desc, speed_count desc, skill_id desc
)
union all
(
  select
    'other' as listed_type, skill_id, avg_tenths, total_ratings, speed_mean,
    reliability_sum, reliability_count, security_sum, security_count, speed_sum, speed_count
  from public.skill_stats where type = 'other'
  order by speed_mean desc, speed_count desc, skill_id desc
);
comment on view private.by_speed is 'The order speed of GET /api/skills, type by type.';
create view private.by_age with (security_invoker = true) as
(
  select 'mcp' as listed_type, *
  from public.skills where type = 'mcp' and retired_at is null
  order by created_at desc, id desc
)
union all
(
  select 'clawdbot' as listed_type, *
  from public.skills where type = 'clawdbot' and retired_at is null
  order by created_at desc, id desc
)
union all
(
  select 'github' as listed_type, *
  from public.skills where type = 'github' and retired_at is null
  order by created_at desc, id desc
)
union all
(
  select 'other' as listed_type, *
  from public.skills where type = 'other' and retired_at is null
  order by created_at desc, id desc
);
comment on view private.by_age is 'The order newest of GET /api/skills, type by type.';
create view private.by_name with (security_invoker = true) as
(
  select 'mcp' as listed_type, *
  from public.skills where type = 'mcp' and retired_at is null
  order by name_key, id
)
union all
(
  select 'clawdbot' as listed_type, *
  from public.skills where type = 'clawdbot' and retired_at is null
  order by name_key, id
)
union all
(
  select 'github' as listed_type, *
  from public.skills where type = 'github' and retired_at is null
  order by name_key, id
)
union all
(
  select 'other' as listed_type, *
  from public.skills where type = 'other' and retired_at is null
  order by name_key, id
);
comment on view private.by_name is 'The order name of GET /api/skills, type by type.';
revoke all on
  private.by_score, private.by_average, private.by_number, private.by_reliability, private.by_security, private.by_speed,
  private.by_age, private.by_name
  from public, anon, authenticated, service_role;
grant select on
  private.by_score, private.by_average, private.by_number, private.by_reliability, private.by_security, private.by_speed,
  private.by_age, private.by_name
  to anon, authenticated;

create function private.scan_in_order(
  sort text, only_type text, patterns text[], after private.cursor_position, steps integer, wanted integer
) returns setof private.listed_skill
language plpgsql stable set search_path = ''
-- Planned once, for whatever is asked: down the index of the order, with a look-up for each skill. A plan made for the values at
-- hand costs more than the list itself, and is a bad one when they are misjudged.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
set enable_sort = off set enable_incremental_sort = off set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
begin
  case sort
    when 'top' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.score, null::bigint
      from (
        select * from private.by_score
        where (only_type is null or listed_type = only_type) and (score, skill_id) < (after.sort_key_1, after.id)
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
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.avg_tenths::bigint, st.total_ratings::bigint
      from (
        select * from private.by_average
        where
          (only_type is null or listed_type = only_type)
          and (avg_tenths, total_ratings, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
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
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.total_ratings::bigint, st.score
      from (
        select * from private.by_number
        where
          (only_type is null or listed_type = only_type)
          and (total_ratings, score, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by total_ratings desc, score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.total_ratings desc, st.score desc, st.skill_id desc
      limit wanted;
    when 'reliability' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.reliability_mean, st.reliability_count::bigint
      from (
        select * from private.by_reliability
        where
          (only_type is null or listed_type = only_type)
          and (reliability_mean, reliability_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by reliability_mean desc, reliability_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.reliability_mean desc, st.reliability_count desc, st.skill_id desc
      limit wanted;
    when 'security' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.security_mean, st.security_count::bigint
      from (
        select * from private.by_security
        where
          (only_type is null or listed_type = only_type)
          and (security_mean, security_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by security_mean desc, security_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.security_mean desc, st.security_count desc, st.skill_id desc
      limit wanted;
    when 'speed' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.speed_mean, st.speed_count::bigint
      from (
        select * from private.by_speed
        where
          (only_type is null or listed_type = only_type)
          and (speed_mean, speed_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by speed_mean desc, speed_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.speed_mean desc, st.speed_count desc, st.skill_id desc
      limit wanted;
    when 'newest' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, null::bigint, null::bigint
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
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, null::bigint, null::bigint
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
$$;
comment on function private.scan_in_order is 'The skills after a cursor position in a sort order that match all patterns, among the next `steps` skills.';
grant execute on function private.scan_in_order to anon, authenticated;

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

create function private.search_words(search text) returns text[]
language sql immutable parallel safe set search_path = ''
-- Bounded, because a search without a key may be compared with thousands of long texts: the beginning of a long word does.
begin atomic
  select array_agg(distinct left(word, 64))
  from (
    select word
    from regexp_split_to_table(
      left(private.fold_text(search), 200),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'
    ) as word
    where word <> ''
    limit 50
  ) as words;
end;
comment on function private.search_words is 'The words of a search as search_text holds them; null when there is none.';
grant execute on function private.search_words to anon, authenticated;

create function private.like_patterns(words text[]) returns text[]
language sql immutable parallel safe set search_path = ''
return array(select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) as word);
comment on function private.like_patterns is 'Each word as a pattern of LIKE that finds it anywhere.';
grant execute on function private.like_patterns to anon, authenticated;

create function private.holds_words(words text[]) returns text
language sql stable set search_path = ''
-- Three Latin letters or digits in a row make a trigram in every locale. For a word without them the other index is asked.
begin atomic
  select concat_ws(
    ' and ',
    (select string_agg(format('s.search_text like %L', pattern), ' and ') from unnest(private.like_patterns(words)) as pattern),
    (
      select format('private.short_terms(s.search_text) collate "C" @> %L', array_agg(distinct term))
      from unnest(words) as word cross join unnest(private.short_terms(word)) as term
      where word !~ '[a-z0-9]{3}' and (char_length(term) = 2 or char_length(word) = 1)
      having count(*) > 0
    )
  );
end;
comment on function private.holds_words is 'The condition that a skill s holds all words, in SQL that its indexes can answer.';
grant execute on function private.holds_words to anon, authenticated;

create function private.look_up(
  sort text, only_type text, words text[], after private.cursor_position, wanted integer
) returns setof private.listed_skill
language plpgsql stable set search_path = ''
-- Always from the words' index to the skills, each looked up by its id. The memory is for half a million finds.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set work_mem = '16MB'
as $$
declare
  -- Named as in private.cursor_position, with which they are compared; null if the order uses columns of skills only.
  numbers text := case sort
    when 'top' then 'st.score as sort_key_1, null::bigint as sort_key_2'
    when 'rating' then 'st.avg_tenths::bigint as sort_key_1, st.total_ratings::bigint as sort_key_2'
    when 'most_rated' then 'st.total_ratings::bigint as sort_key_1, st.score as sort_key_2'
    when 'reliability' then 'st.reliability_mean as sort_key_1, st.reliability_count::bigint as sort_key_2'
    when 'security' then 'st.security_mean as sort_key_1, st.security_count::bigint as sort_key_2'
    when 'speed' then 'st.speed_mean as sort_key_1, st.speed_count::bigint as sort_key_2'
  end;
  keys text := case sort
    when 'top' then 'p.sort_key_1, p.id'
    when 'newest' then 'p.created_at, p.id'
    when 'name' then 'p.name_key, p.id'
    else 'p.sort_key_1, p.sort_key_2, p.id'
  end;
begin
  return query execute format(
    $query$
      with found as materialized (
        -- In the order of their ids, so that neighbours are looked up one after another.
        select s.id, s.type, s.name_key, s.created_at from public.skills as s where %1$s and s.retired_at is null order by s.id
      ),
      page as (
        select * from %2$s as p
        where ($2 is null or p.type = $2) and (($1).pinned is null or p.id <> ($1).pinned) and (%3$s) %4$s (%5$s)
        order by %6$s
        limit $3
      )
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, p.sort_key_1, p.sort_key_2
      from page as p join public.skills as s on s.id = p.id join public.skill_stats as st on st.skill_id = p.id
      order by %6$s
    $query$,
    private.holds_words(words),
    case
      when numbers is null then '(select *, null::bigint as sort_key_1, null::bigint as sort_key_2 from found)'
      else format(
        '(select f.id, f.type, %s from found as f join public.skill_stats as st on st.skill_id = f.id)', numbers
      )
    end,
    keys,
    case sort when 'name' then '>' else '<' end,
    replace(keys, 'p.', '($1).'),
    case sort when 'name' then keys else replace(keys, ',', ' desc,') || ' desc' end
  )
  using after, only_type, wanted;
end
$$;
comment on function private.look_up is 'The skills after a cursor position in a sort order that contain all words, found by the indexes of words.';
grant execute on function private.look_up to anon, authenticated;

create function private.search(
  sort text, only_type text, words text[], after private.cursor_position, wanted integer
) returns private.listed_skill[]
language plpgsql stable set search_path = ''
as $$
declare
  patterns text[] := private.like_patterns(words);
  page private.listed_skill[] := '{}';
  cursor_position private.cursor_position := after;
  -- A short walk finds what is common, and tells how common it is.
  steps integer := 300;
  walked integer := 0;
  share float8;
  -- How many skills the last vacuum counted.
  known float8 := (select reltuples from pg_catalog.pg_class where oid = 'public.skills'::pg_catalog.regclass);
begin
  loop
    page := page || array(
      select w from private.scan_in_order(sort, only_type, patterns, cursor_position, steps, wanted - cardinality(page)) as w
    );
    exit when cardinality(page) = wanted;

    walked := walked + steps;
    if known <= walked then
      -- The walk has seen the whole of a small catalogue, unless it has grown since the last vacuum.
      exit when walked >= (
        select count(*) from (select from public.skills where retired_at is null limit walked + 1) as skills
      );
    end if;

    -- On, for as many steps as should do, where looking up all finds would be more.
    share := (cardinality(page) + 1) / walked::float8;
    steps := (wanted - cardinality(page)) / share * 1.2;
    if steps > share * known then
      page := array(select f from private.look_up(sort, only_type, words, after, wanted) as f);
      exit;
    end if;
    if cardinality(page) > 0 then
      cursor_position := private.position_after(sort, page[cardinality(page)], after.pinned);
    end if;
  end loop;
  return page;
end
$$;
comment on function private.search is 'The skills after a cursor position in a sort order that contain all words.';
grant execute on function private.search to anon, authenticated;

create function private.list_in_order(
  sort text, only_type text, after private.cursor_position, wanted integer
) returns private.listed_skill[]
language plpgsql stable set search_path = ''
as $$
declare
  page private.listed_skill[] := '{}';
  part private.listed_skill[];
  cursor_position private.cursor_position := after;
  size integer;
begin
  -- In parts, so that long descriptions beyond the page are not read.
  loop
    size := least(wanted - cardinality(page), 101);
    part := array(select w from private.scan_in_order(sort, only_type, null, cursor_position, size, size) as w);
    page := page || part;
    exit when cardinality(part) < size or cardinality(page) = wanted or (
      select sum(octet_length(p.description)) from unnest(page[:cardinality(page) - 1]) as p
    ) >= private.page_bytes();
    cursor_position := private.position_after(sort, page[cardinality(page)], after.pinned);
  end loop;
  return page;
end
$$;
comment on function private.list_in_order is 'The skills that follow a position in an order: as many as wanted, or one more than fit into private.page_bytes.';
grant execute on function private.list_in_order to anon, authenticated;

create function public.list_skills(
  p_type text default null,
  p_search text default null,
  p_sort text default null,
  p_limit integer default null,
  p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := coalesce(p_sort, 'top');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  words text[];
  after private.cursor_position;
  page private.listed_skill[];
  pinned private.listed_skill;
  last private.listed_skill;
  next private.cursor_position;
  items json[];
begin
  perform private.validate(
    case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    case when sort not in ('top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name') then
      '{"path": "sort", "message": "must be one of top, rating, most_rated, reliability, security, speed, newest, name"}'::jsonb
    end,
    private.text_problem('search', search, 0, 200)
  );
  words := private.search_words(search);

  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, bound);
  elsif search is not null then
    select id into after.pinned from public.skills
    where name_key = private.name_key(search) and retired_at is null and (p_type is null or type = p_type);
  end if;
  if after.id is null then
    -- Before everything in every order.
    after := row(
      9223372036854775807, 9223372036854775807, '', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', after.pinned
    );
  end if;

  -- One skill further than the page, to see whether there is another page.
  if words is null then
    page := private.list_in_order(sort, p_type, after, page_size + 1);
  else
    page := private.search(sort, p_type, words, after, page_size + 1);
  end if;

  if p_cursor is null and after.pinned is not null then
    select
      s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
      st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
      st.speed_sum, st.speed_count, null, null
    into pinned
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = after.pinned;
    page := pinned || page;
  end if;

  items := private.cut_page(
    array(
      select row_to_json(shown)
      from (
        select
          id, name, slug, description, type, url,
          avg_tenths / 10.0::float8 as avg_claws, total_ratings,
          json_build_object(
            'reliability', json_build_object(
              'mean', trim_scale(reliability_sum / nullif(reliability_count, 0)), 'count', reliability_count
            ),
            'security', json_build_object(
              'mean', trim_scale(security_sum / nullif(security_count, 0)), 'count', security_count
            ),
            'speed', json_build_object(
              'mean', trim_scale(speed_sum / nullif(speed_count, 0)), 'count', speed_count
            )
          ) as sub_scores,
          created_at, updated_at
        from unnest(page[:page_size])
      ) as shown
    )
  );

  if cardinality(page) > cardinality(items) then
    last := page[cardinality(items)];
    -- A page that holds the first skill alone ends before everything else.
    next := case
      when last.id = after.pinned then row(null, null, null, null, null, after.pinned)::private.cursor_position
      else private.position_after(sort, last, after.pinned)
    end;
  end if;

  return json_build_object(
    'skills', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.encode_cursor(next, bound) end
  );
end
$$;
comment on function public.list_skills is 'GET /api/skills: a page of the catalogue, at most 500 skills and about private.page_bytes. Raises PT400.';
revoke all on function public.list_skills from public, anon, authenticated, service_role;
grant execute on function public.list_skills to anon, authenticated;
