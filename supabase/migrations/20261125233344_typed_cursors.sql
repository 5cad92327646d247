set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."cursor_pattern"(text);

DROP FUNCTION "private"."decode_cursor"(text, text, text);

DROP FUNCTION "private"."position_pattern"(text[]);

DROP FUNCTION "private"."server_list_position"(text, text);

CREATE DOMAIN "private"."carried_ranking" AS jsonb;

CREATE DOMAIN "private"."cursor_claws" AS smallint;

CREATE DOMAIN "private"."cursor_text" AS jsonb;

CREATE DOMAIN "private"."cursor_time" AS jsonb;

CREATE DOMAIN "private"."cursor_uuid" AS jsonb;

CREATE DOMAIN "private"."name_after" AS jsonb;

CREATE DOMAIN "private"."ranked_after" AS jsonb;

CREATE DOMAIN "private"."search_rank" AS jsonb;

CREATE DOMAIN "private"."server_filter" AS jsonb;

CREATE DOMAIN "private"."server_flag" AS jsonb;

CREATE DOMAIN "private"."server_position" AS jsonb;

CREATE OR REPLACE FUNCTION private.cursor_types (
  sort text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when sort = 'top' or sort = any (private.sub_scores()) then '{bigint,private.cursor_uuid}'
    when sort in ('rating', 'most_rated') then '{bigint,bigint,private.cursor_uuid}'
    when sort = 'newest' then '{private.cursor_time,private.cursor_uuid}'
    when sort = 'name' then '{private.cursor_text,private.cursor_uuid}'
    when sort = 'relevance' then '{private.search_rank,private.carried_ranking}'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor text,
  list   text,
  types  text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  cursor_position jsonb;
begin
  if cursor is null then
    return null;
  end if;
  cursor_position := private.parse_cursor(cursor, list, types);
  if cursor_position is null then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$function$;

CREATE OR REPLACE FUNCTION private.export_me (
  cursor text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  page_size constant integer := 500;
  agent uuid := private.require_agent();
  -- With the agent: a cursor is of no use to another.
  list text := 'export' || chr(31) || agent;
  after jsonb;
  positions jsonb[] := '{}';
  items json[] := '{}';
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_claws,private.cursor_time,private.cursor_uuid}');
  for part in coalesce((after ->> 0)::integer, 1)..5 loop
    -- One more than the page, to see whether there is another page.
    select positions || coalesce(array_agg(s.entry_position), '{}'), items || coalesce(array_agg(s.item), '{}') into positions, items
    from private.scan_export(
      agent, part, after, page_size + 1 - cardinality(items),
      -- At least 1, so that the next part shows whether there is another page.
      greatest(private.page_bytes() - (select coalesce(sum(pg_column_size(i)), 0) from unnest(items) as i), 1)
    ) as s;
    exit when cardinality(items) > page_size;
    after := null;
  end loop;

  page := private.cut_page(items[:page_size]);
  return (
    select json_build_object(
      'agent', (
        select row_to_json(account)
        from (
          select
            a.id, a.agent_name, a.agent_description, a.email, a.created_at,
            t.established_at, t.withdrawn_at as standing_withdrawn_at,
            coalesce(json_agg(e.item) filter (where e.part = 1), '[]') as keys
          from public.agents as a left join private.standing as t on t.agent_id = a.id
          where a.id = agent
        ) as account
      ),
      'skills', coalesce(json_agg(e.item) filter (where e.part = 2), '[]'),
      'ratings', coalesce(json_agg(e.item) filter (where e.part = 3), '[]'),
      'hidden_commentaries', coalesce(json_agg(e.item) filter (where e.part = 4), '[]'),
      'flags', coalesce(json_agg(e.item) filter (where e.part = 5), '[]'),
      'next_cursor', case when cardinality(items) > cardinality(page) then
        private.encode_cursor(positions[cardinality(page)], list)
      end
    )
    from (
      select p.item, (p.entry_position ->> 0)::integer as part
      from unnest(page, positions[:cardinality(page)]) as p (item, entry_position)
    ) as e
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.has_types (
  cursor_position text,
  types           text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- As json, which keeps numbers as text: as jsonb, a number of few characters can become megabytes of text.
  parts json[] := array(select part from json_array_elements(cursor_position::json) as part);
begin
  if cardinality(parts) <> cardinality(types) then
    return false;
  end if;
  for i in 1..cardinality(types) loop
    if not pg_input_is_valid(parts[i]::text, types[i]) then
      return false;
    end if;
  end loop;
  -- Otherwise it has other spaces, escapes or numbers than encode_cursor writes.
  return cursor_position::jsonb::text = cursor_position;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_carried_ranking (
  ranking jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- A check that is null accepts.
  return coalesce(jsonb_typeof(ranking -> 'weights') = 'object', false)
    and ranking - '{weights,replaced,correction}'::text[] = '{}'
    and not ranking ?& '{replaced,correction}'
    and coalesce(jsonb_typeof(ranking -> 'correction') = 'string', true)
    and coalesce(jsonb_typeof(ranking -> 'replaced') = 'object' and ranking -> 'replaced' <> '{}', true)
    and not exists (
      select from jsonb_each(ranking -> 'weights') as w (word, weight)
      where case
        when jsonb_typeof(weight) = 'number' then weight::numeric not between 0 and 99.99 or scale(weight::numeric) > 2
        else true
      end
    )
    and not exists (
      select from jsonb_each(coalesce(ranking -> 'replaced', '{}')) as r (typed, nearest) where jsonb_typeof(nearest) <> 'string'
    );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_search_position (
  value jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_array_length(value) = 2 and private.is_search_rank(value -> 0) and private.is_carried_ranking(value -> 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_search_rank (
  rank jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_array_length(rank) between 2 and 3
    and pg_input_is_valid((rank -> 0)::text, 'bigint')
    and pg_input_is_valid((rank -> 1)::text, 'private.cursor_uuid')
    and coalesce(pg_input_is_valid((rank -> 2)::text, 'bigint'), true);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_server_position (
  value jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- By name: the name. By relevance: the positions of the ranking and of the skill, and the name.
  return case jsonb_array_length(value)
    when 1 then jsonb_typeof(value -> 0) = 'string' and private.is_server_name(value ->> 0)
    when 2 then
      private.is_search_position(value -> 0)
      and jsonb_typeof(value -> 1) = 'string' and private.is_server_name(value ->> 1)
    else false
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_of_agent (
  kind    text,
  address text,
  wanted  integer,
  cursor  text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.resolve_agent(address);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(wanted, 100), 1), private.max_limit());
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_time,private.cursor_uuid}');
  -- One more than the page, to see whether there is another page.
  if kind = 'ratings' then
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_ratings(agent, after, page_size + 1, private.page_bytes()) as s;
  else
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_skills(agent, after, page_size + 1, private.page_bytes()) as s;
  end if;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.parse_cursor (
  cursor text,
  list   text,
  types  text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  cursor_position text;
begin
  -- No cursor is longer.
  if octet_length(cursor) <= 8000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
    -- The hash first. It is not a signature, so the position can be any text.
    if cursor = private.tag_position(cursor_position, list) and private.has_types(cursor_position, types) then
      return cursor_position;
    end if;
  end if;
  return null;
exception
  -- Not base64, UTF-8 or JSON, or JSON that is nested deeply.
  when data_exception or statement_too_complex then
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.server_list_position (
  p_cursor    text,
  list_before text,
  is_search   boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  cursor_position jsonb := private.parse_cursor(
    p_cursor, 'servers',
    '{private.server_position,private.server_filter,private.server_filter,private.server_filter,private.server_flag}'
  );
begin
  if cursor_position is not null then
    return cursor_position;
  end if;
  -- Version 1.1.0 wrote only the position, bound to the list.
  cursor_position := jsonb_build_array(private.decode_cursor(
    p_cursor, list_before,
    case when is_search then '{private.ranked_after,private.name_after}' else '{private.name_after}' end::text[]
  ));
  return case when p_cursor is not null then cursor_position end;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_ratings (
  p_skill       text,
  p_sort        text    DEFAULT NULL::text,
  p_claws       integer DEFAULT NULL::integer,
  p_limit       integer DEFAULT NULL::integer,
  p_cursor      text    DEFAULT NULL::text,
  p_version     text    DEFAULT NULL::text,
  p_established boolean DEFAULT NULL::boolean
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
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
  only_version text := private.clean_text(p_version, 100);
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

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT NULL::boolean
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  version_asked text := nullif(private.trim_text(p_version), '');
  time_asked text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_asked);
  wanted_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  continued jsonb;
  after jsonb;
  ranking jsonb;
  names text[];
  positions jsonb[];
  scanned_to text;
  page record;
  next_position jsonb;
begin
  continued := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_asked, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ), search is not null);
  if jsonb_array_length(continued) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(continued ->> 1, 200), ''));
    version_asked := coalesce(version_asked, continued ->> 2);
    time_asked := coalesce(time_asked, continued ->> 3);
    since := private.parse_time(time_asked);
    with_deleted := coalesce(p_include_deleted, (continued ->> 4)::boolean) or since is not null;
    if (search, version_asked, since, with_deleted)
      is distinct from (continued ->> 1, continued ->> 2, private.parse_time(continued ->> 3), (continued ->> 4)::boolean)
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := continued -> 0;
  -- A ranking has two parts.
  if (jsonb_array_length(after) = 2) <> (search is not null) then
    perform private.reject_cursor();
  end if;
  if search is not null or time_asked is not null or version_asked is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_asked, 0, 255),
      'updated_since', case when time_asked is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  wanted_version := nullif(version_asked, 'latest');

  if search is not null then
    ranking := private.plan_ranking(search, after #> '{0,1}');
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, ranking, private.skill_types(), after #> '{0,0}', max_ranked),
      after ->> 1, wanted_version, since, with_deleted, wanted
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), wanted_version, with_deleted, wanted);
  else
    select f.names, f.scanned_to into names, scanned_to
    from private.scan_changed_servers(coalesce(after ->> 0, ''), wanted_version, since, wanted) as f;
  end if;

  select p.items, p.count into page from private.server_page(names[:wanted - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is null then jsonb_build_array(names[page.count])
      else jsonb_build_array(
        jsonb_build_array(positions[page.count], ranking - '{correction,words}'::text[]), names[page.count]
      )
    end;
  elsif scanned_to is not null then
    next_position := jsonb_build_array(scanned_to);
  end if;
  if next_position is not null then
    next_position := jsonb_build_array(next_position, search, version_asked, time_asked, with_deleted);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, 'servers'))::text
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type    text    DEFAULT NULL::text,
  p_search  text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page. More than 100 explanations would cost as much as some searches.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  positions jsonb[];
  page uuid[];
  matches jsonb[];
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

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after -> 0, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    if p_explain then
      matches := private.explain_matches(search, ranking, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - '{correction,words}'::text[])
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null') || '}'
      )
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.place,
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"established_ratings":' || st.established_ratings
              || ',"established_mean":' || coalesce(private.established_mean(st)::text, 'null')
              || ',"sub_scores":' || st.sub_scores || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
          join public.skills as s on s.id = p.skill
          join public.skill_stats as st on st.skill_id = p.skill
          -- So that json_ratings is computed once.
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$function$;

ALTER DOMAIN "private"."cursor_claws"
  ADD CONSTRAINT "cursor_claws_valid" CHECK (((VALUE >= 1) AND (VALUE <= 5))) NOT VALID;

ALTER DOMAIN "private"."cursor_text"
  ADD CONSTRAINT "cursor_text_valid" CHECK ((jsonb_typeof(VALUE) = 'string'::text)) NOT VALID;

ALTER DOMAIN "private"."cursor_time"
  ADD CONSTRAINT "cursor_time_valid" CHECK (
CASE
    WHEN pg_input_is_valid((VALUE #>> '{}'::text[]), 'timestamptz'::text) THEN ((VALUE = to_jsonb(((VALUE #>> '{}'::text[]))::timestamp
      with time zone)) AND (((VALUE #>> '{}'::text[]))::timestamp with time zone >= '0001-01-01 00:00:00+00'::timestamp with time zone) AND (((VALUE #>> '{}'::text[]))::timestamp
      with time zone < '10000-01-01 00:00:00+00'::timestamp with time zone))
    ELSE false
END) NOT VALID;

ALTER DOMAIN "private"."cursor_uuid"
  ADD CONSTRAINT "cursor_uuid_valid" CHECK (
CASE
    WHEN pg_input_is_valid((VALUE #>> '{}'::text[]), 'uuid'::text) THEN (VALUE = to_jsonb(((VALUE #>> '{}'::text[]))::uuid))
    ELSE false
END) NOT VALID;

ALTER DOMAIN "private"."server_filter"
  ADD CONSTRAINT "server_filter_valid" CHECK ((jsonb_typeof(VALUE) = ANY (ARRAY['string'::text, 'null'::text]))) NOT VALID;

ALTER DOMAIN "private"."server_flag"
  ADD CONSTRAINT "server_flag_valid" CHECK ((jsonb_typeof(VALUE) = 'boolean'::text)) NOT VALID;

COMMENT ON DOMAIN "private"."carried_ranking" IS 'The JSON of how a search ranks.';

COMMENT ON DOMAIN "private"."cursor_claws" IS 'A number of claws, or the part of an export.';

COMMENT ON DOMAIN "private"."cursor_text" IS 'The JSON of a text.';

COMMENT ON DOMAIN "private"."cursor_time" IS 'The JSON of a time. The time zone must be UTC.';

COMMENT ON DOMAIN "private"."cursor_uuid" IS 'The JSON of a UUID.';

COMMENT ON DOMAIN "private"."name_after" IS 'The JSON of the name of a server.';

COMMENT ON DOMAIN "private"."ranked_after" IS 'The JSON of a position in a search: the first part of what version 1.1.0 wrote.';

COMMENT ON DOMAIN "private"."search_rank" IS 'The JSON of the position of a skill in a search by relevance.';

COMMENT ON DOMAIN "private"."server_filter" IS 'The JSON of a filter of the list: a text or null.';

COMMENT ON DOMAIN "private"."server_flag" IS 'The JSON of true or false.';

COMMENT ON DOMAIN "private"."server_position" IS 'The JSON of the position of a server by name or in a search.';

COMMENT ON FUNCTION "private"."cursor_types"(text) IS 'The types of the parts of a position in an order, or of a search by relevance.';

COMMENT ON FUNCTION "private"."decode_cursor"(text, text, text[]) IS 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null. Raises PT400 for anything else.';

COMMENT ON FUNCTION "private"."has_types"(text, text[]) IS 'Whether a text is the JSON of a position with parts of these types. Raises data_exception or statement_too_complex for some other texts.';

COMMENT ON FUNCTION "private"."is_carried_ranking"(jsonb) IS 'Whether JSON is how a search ranks, as a cursor carries it: the weights of its words, and the words that replace misspelt ones. Version 1.0.0 wrote the corrected search instead of these.';

COMMENT ON FUNCTION "private"."is_search_position"(jsonb) IS 'Whether JSON is a position in a search by relevance.';

COMMENT ON FUNCTION "private"."is_search_rank"(jsonb) IS 'Whether JSON is the position of a skill in a search by relevance: see private.rank_skills. Version 1.0.0 wrote no third key.';

COMMENT ON FUNCTION "private"."is_server_position"(jsonb) IS 'Whether JSON is the position of a server by name or in a search.';

COMMENT ON FUNCTION "private"."parse_cursor"(text, text, text[]) IS 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null and for anything else.';

COMMENT ON FUNCTION "private"."server_list_position"(text, text, boolean) IS 'Where a page of public.list_servers ended, and of which list: the position, search, version, updated_since and include_deleted; null for null. list_before is the list that a cursor of version 1.1.0 must have. Raises PT400 for anything else.';

REVOKE ALL ON FUNCTION "private"."cursor_types"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cursor_types"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."cursor_types"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cursor_types"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_types"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_types"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."has_types"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_types"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_carried_ranking"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_carried_ranking"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_carried_ranking"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_carried_ranking"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_search_position"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_search_position"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_search_position"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_search_position"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_search_rank"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_search_rank"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_search_rank"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_search_rank"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_server_position"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_server_position"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_server_position"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_server_position"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parse_cursor"(text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parse_cursor"(text, text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."parse_cursor"(text, text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parse_cursor"(text, text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text, boolean) TO "postgres";

ALTER DOMAIN "private"."carried_ranking"
  ADD CONSTRAINT "carried_ranking_valid" CHECK (private.is_carried_ranking(VALUE)) NOT VALID;

ALTER DOMAIN "private"."name_after"
  ADD CONSTRAINT "name_after_valid" CHECK (((jsonb_typeof(VALUE) = 'string'::text) AND private.is_server_name((VALUE #>> '{}'::text[])))) NOT VALID;

ALTER DOMAIN "private"."ranked_after"
  ADD CONSTRAINT "ranked_after_valid" CHECK (private.is_search_position(VALUE)) NOT VALID;

ALTER DOMAIN "private"."search_rank"
  ADD CONSTRAINT "search_rank_valid" CHECK (private.is_search_rank(VALUE)) NOT VALID;

ALTER DOMAIN "private"."server_position"
  ADD CONSTRAINT "server_position_valid" CHECK (private.is_server_position(VALUE)) NOT VALID;
