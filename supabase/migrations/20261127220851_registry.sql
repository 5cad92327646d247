set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."format_time"(timestamp WITH time zone);

DROP DOMAIN "private"."name_after";

DROP DOMAIN "private"."ranked_after";

DROP DOMAIN "private"."server_filter";

DROP DOMAIN "private"."server_flag";

DROP DOMAIN "private"."server_position";

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
  parts json[] := array(select part from json_array_elements(cursor_position::json) as part);
begin
  -- As jsonb, a number of few characters can become megabytes of text, also within a part. encode_cursor writes no exponent.
  if cardinality(parts) <> cardinality(types) or regexp_replace(cursor_position, '"(?:[^"\\]|\\.)*"', '', 'g') ~* '[0-9]e' then
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

CREATE OR REPLACE FUNCTION private.is_server_position (
  value jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- By name: the name. By time of change: the time and the name. By relevance: the positions of the ranking and of the skill, and the name.
  return case
    when jsonb_typeof(value) <> 'array' or jsonb_typeof(value -> -1) <> 'string' or not private.is_server_name(value ->> -1) then false
    when jsonb_array_length(value) <> 2 then jsonb_array_length(value) = 1
    when jsonb_typeof(value -> 0) <> 'array' then pg_input_is_valid((value -> 0)::text, 'private.cursor_time')
    when jsonb_typeof(value #> '{0,0}') = 'array' then private.is_search_position(value -> 0)
  end;
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
  cursor_position jsonb;
begin
  if p_cursor is null then
    return null;
  end if;
  cursor_position := coalesce(
    private.parse_cursor(p_cursor, 'servers', '{jsonb,jsonb,jsonb,jsonb,boolean}'),
    -- Version 1.1.0 wrote only the position, bound to the list.
    jsonb_build_array(private.parse_cursor(p_cursor, list_before, case when is_search then '{jsonb,jsonb}' else '{jsonb}' end::text[]))
  );
  if private.is_server_position(cursor_position -> 0) is not true
    or jsonb_path_exists(cursor_position, '$[1 to 3] ? (@.type() != "string" && @ != null)')
  then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$function$;

CREATE OR REPLACE FUNCTION private.server_page (
  names text[],
  OUT   items text,
  OUT   count integer
)
  RETURNS record
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
  -- More than the _meta of a server takes.
  meta_bytes constant integer := 1000;
  -- RFC 3339 has neither infinity nor other years.
  years constant tstzrange := '[0001-01-01T00:00:00Z,10000-01-01T00:00:00Z)';
begin
  select string_agg(format('{"server":%s,"_meta":%s}', r.server, m.meta), ',' order by r.ordinal), count(*)
  into items, server_page.count
  from (
    select
      n.ordinal, named.*,
      sum(named.bytes + meta_bytes) over (order by n.ordinal rows between unbounded preceding and 1 preceding) as bytes_before
    from unnest(names) with ordinality as n (name, ordinal) join private.registry_servers as named on named.name = n.name
  ) as r
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_object(
        'status': case when r.is_listed then r.status else 'deleted' end,
        'publishedAt': case when r.published_at <@ years then r.published_at end,
        'updatedAt': case when r.source_updated_at <@ years then r.source_updated_at end,
        'statusChangedAt': case when r.status_changed_at <@ years then r.status_changed_at end,
        'isLatest': true
        absent on null
      ),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', private.established_mean(st.established_ratings, st.established_claws),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m
  where coalesce(r.bytes_before, 0) < private.page_bytes();
end
$function$;

COMMENT ON FUNCTION "private"."is_server_position"(jsonb) IS 'Whether JSON is the position of a server by name, by time of change or in a search; null for some that is not. The time zone must be UTC.';
