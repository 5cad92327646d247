set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "private"."registry_servers_updated_at";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_pkey";

ALTER TABLE "private"."registry_servers"
  ADD COLUMN "bytes" integer GENERATED ALWAYS AS (octet_length((SERVER)::text)) STORED NOT NULL;

ALTER TABLE "private"."registry_servers"
  ADD COLUMN "is_listed" boolean NOT NULL DEFAULT true;

CREATE OR REPLACE FUNCTION private.find_server (
  wanted_name    text,
  wanted_version text,
  with_deleted   boolean
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  items text;
begin
  select p.items into items
  from private.server_page(array(
    select r.name from private.registry_servers as r
    where r.name = private.trim_text(wanted_name)
      and (with_deleted or r.is_listed)
      and (wanted_version is null or r.version = wanted_version)
  )) as p;
  if items is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return items;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_servers (
  ranked         jsonb[],
  after          text,
  wanted_version text,
  since          timestamp with time zone,
  with_deleted   boolean,
  wanted         integer,
  OUT            names text[],
  OUT            positions jsonb[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Most skills have a server: a page seldom needs more.
  steps integer := 2 * wanted;
  first integer := 1;
  found_names text[];
  found_positions jsonb[];
begin
  names := '{}';
  positions := '{}';
  while first <= cardinality(ranked) and cardinality(names) < wanted loop
    select array_agg(f.name order by f.place, f.name), array_agg(f.skill order by f.place, f.name)
    into found_names, found_positions
    from (
      select p.place, p.skill, r.name
      from unnest(ranked[first:first + steps - 1]) with ordinality as p (skill, place)
      -- The skill, and those that were merged into it.
      cross join lateral (
        select (p.skill ->> 1)::uuid as id
        union all
        select m.id from public.skills as m where m.merged_into = (p.skill ->> 1)::uuid
      ) as s
      join private.registry_servers as r on r.skill_id = s.id
      where (after is null or first + p.place > 2 or r.name > after)
        and (with_deleted or r.is_listed)
        and (wanted_version is null or r.version = wanted_version)
        and (since is null or r.updated_at >= since)
    ) as f;
    names := names || coalesce(found_names, '{}');
    positions := positions || coalesce(found_positions, '{}');
    first := first + steps;
    steps := 4 * steps;
  end loop;
  names := names[:wanted];
end
$function$;

CREATE OR REPLACE FUNCTION private.format_time (
  value timestamp with time zone
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
begin
  -- RFC 3339 has neither infinity nor years before 1 or after 9999.
  return case when value >= '0001-01-01T00:00:00Z' and value < '10000-01-01T00:00:00Z' then to_json(value) #>> '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.parse_time (
  value text
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- Postgres also reads words such as now, other formats, and 24:00.
  return case
    when octet_length(value) <= 50
      and value ~ '^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$'
      and pg_input_is_valid(value, 'timestamptz') then value::timestamptz
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_changed_servers (
  after          text,
  wanted_version text,
  since          timestamp with time zone,
  wanted         integer,
  OUT            names text[],
  OUT            scanned_to text
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Up to so many changes are sorted by name. If there are more, up to max_scanned servers are read in the order of the name: no index
  -- has both, and anyone can ask for a time before which most servers, or those of the first names, were changed last.
  max_sorted constant integer := 5000;
  max_scanned constant integer := 10000;
  steps integer := 2 * wanted;
  scanned integer := 0;
  found text[];
  rows_read integer;
  last text;
begin
  select
    array_agg(c.name order by c.name) filter (where c.name > after and (wanted_version is null or c.version = wanted_version)),
    count(*)
  into found, rows_read
  from (
    select r.name, r.version from private.registry_servers as r where r.updated_at >= since
    order by r.updated_at limit max_sorted + 1
  ) as c;
  if rows_read <= max_sorted then
    names := coalesce(found[:wanted], '{}');
    return;
  end if;

  names := '{}';
  loop
    if wanted_version is null then
      select array_agg(k.name order by k.name) filter (where k.updated_at >= since), count(*), max(k.name)
      into found, rows_read, last
      from (
        select r.name, r.updated_at from private.registry_servers as r where r.name > after order by r.name limit steps
      ) as k;
    else
      select array_agg(k.name order by k.name) filter (where k.updated_at >= since), count(*), max(k.name)
      into found, rows_read, last
      from (
        select m.name, m.updated_at from unnest(array[true, false]) as l (is_listed)
        cross join lateral (
          select r.name, r.updated_at from private.registry_servers as r
          where r.version = wanted_version and r.is_listed = l.is_listed and r.name > after
          order by r.name limit steps
        ) as m
        order by m.name limit steps
      ) as k;
    end if;
    names := (names || coalesce(found, '{}'))[:wanted];
    scanned := scanned + rows_read;
    -- The page is full, or the list ends here.
    exit when cardinality(names) = wanted or rows_read < steps;
    after := last;
    if max_scanned <= scanned then
      scanned_to := last;
      exit;
    end if;
    steps := least(4 * steps, max_scanned - scanned);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_servers (
  after          text,
  wanted_version text,
  with_deleted   boolean,
  wanted         integer
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  if wanted_version is not null then
    return array(
      -- Merges one index scan for each value of is_listed.
      select k.name from unnest(case when with_deleted then array[true, false] else array[true] end) as l (is_listed)
      cross join lateral (
        select r.name from private.registry_servers as r
        where r.version = wanted_version and r.is_listed = l.is_listed and r.name > after
        order by r.name limit wanted
      ) as k
      order by k.name limit wanted
    );
  elsif with_deleted then
    return array(select r.name from private.registry_servers as r where r.name > after order by r.name limit wanted);
  else
    return array(
      select r.name from private.registry_servers as r where r.is_listed and r.name > after order by r.name limit wanted
    );
  end if;
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
begin
  select string_agg(format('{"server":%s,"_meta":%s}', r.server, m.meta), ',' order by fitting.place), count(*)
  into items, server_page.count
  from (
    select sized.place, sized.name
    from (
      select
        n.place, r.name,
        sum(r.bytes + meta_bytes) over (order by n.place rows between unbounded preceding and 1 preceding) as bytes_before
      from unnest(names) with ordinality as n (name, place) join private.registry_servers as r on r.name = n.name
    ) as sized
    where coalesce(sized.bytes_before, 0) < private.page_bytes()
  ) as fitting
  join private.registry_servers as r on r.name = fitting.name
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_strip_nulls(json_build_object(
        'status', case when r.is_listed then r.status else 'deleted' end,
        'publishedAt', private.format_time(r.published_at),
        'updatedAt', private.format_time(r.source_updated_at),
        'statusChangedAt', private.format_time(r.status_changed_at),
        'isLatest', true
      )),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', trim_scale(st.established_sums[1] / nullif(st.established_ratings, 0)),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_server_listed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- The lock waits for a retirement that does not see this server yet. An update waits for it on the row of the server.
  if tg_op = 'INSERT' then
    perform from public.skills as s where s.id = new.skill_id for share;
  end if;
  new.is_listed := new.status <> 'deleted' and exists (
    select from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
    where own.id = new.skill_id and s.retired_at is null
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.touch_registry_server()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- The trigger of the servers sets is_listed.
  update private.registry_servers
  set updated_at = greatest(clock_timestamp(), updated_at), is_listed = is_listed
  where skill_id = new.id or skill_id in (select id from public.skills where merged_into = new.id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_server (
  p_name            text,
  p_version         text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.find_server(
    p_name, nullif(private.trim_text(coalesce(p_version, '')), 'latest'), coalesce(p_include_deleted, false)
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_server"(text, text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_server_versions (
  p_name            text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return format(
    '{"servers":[%s],"metadata":{"count":1}}', private.find_server(p_name, null, coalesce(p_include_deleted, false))
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_server_versions"(text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT false
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
  wanted_version text := nullif(version_asked, 'latest');
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  list text := concat_ws(
    chr(31), 'servers', coalesce(version_asked, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  );
  -- The position of a server by name, or of one in a ranking: those of the ranking and of the skill, and the name.
  name_pattern constant text := '"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+"';
  after jsonb;
  ranking jsonb;
  names text[];
  positions jsonb[];
  scanned_to text;
  page record;
  next_position jsonb;
begin
  if search is not null or time_asked is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'updated_since', case when time_asked is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  after := private.decode_cursor(p_cursor, list, case
    when search is null then format('^\[%s\]$', name_pattern)
    else format('^\[%s, %s\]$', trim(both '^$' from private.cursor_pattern('relevance')), name_pattern)
  end);

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
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, list))::text
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM PUBLIC, "service_role";

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_pkey" PRIMARY KEY (name) INCLUDE (updated_at);

ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_version_length" CHECK (((char_length((server ->> 'version'::text)) >= 1) AND (char_length((server ->> 'version'::text)) <= 255)));

CREATE INDEX registry_servers_listed ON private.registry_servers USING btree (name)
  WHERE is_listed;

CREATE INDEX registry_servers_source ON private.registry_servers USING btree (source, name);

CREATE INDEX registry_servers_updated_at ON private.registry_servers USING btree (updated_at) INCLUDE (name, VERSION);

CREATE INDEX registry_servers_version ON private.registry_servers USING btree (VERSION, is_listed, name) INCLUDE (updated_at);

CREATE TRIGGER set_server_listed
  BEFORE INSERT OR UPDATE OF status, skill_id, is_listed ON private.registry_servers
  FOR EACH ROW
  EXECUTE FUNCTION private.set_server_listed();

COMMENT ON COLUMN "private"."registry_servers"."bytes" IS 'The size of server as text; generated, so that a page ends before it reads what does not fit.';

COMMENT ON COLUMN "private"."registry_servers"."is_listed" IS 'Whether the server is listed: the source did not delete it, and its skill, or the one into which that was merged, is not retired. A server that is not listed is served as deleted. Kept by triggers.';

COMMENT ON COLUMN "private"."registry_servers"."status" IS 'The status at the source.';

COMMENT ON FUNCTION "private"."find_server"(text, text, boolean) IS 'The server with this name, and with this version or any, as JSON. Raises PT404.';

COMMENT ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp with time zone, boolean, integer) IS 'The names of the servers of ranked skills, best first, and the position of the skill of each. after: of the first skill, only servers after this name.';

COMMENT ON FUNCTION "private"."format_time"(timestamp with time zone) IS 'A time as RFC 3339 writes it, in UTC; null if it cannot.';

COMMENT ON FUNCTION "private"."parse_time"(text) IS 'A time as RFC 3339 writes it; null for anything else.';

COMMENT ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp with time zone, integer) IS 'The names of the servers that follow a name and changed since a time, in the order of the name: with a version or all. scanned_to is the name after which the next page continues if there can be more; these names are then fewer than wanted, or none.';

COMMENT ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) IS 'The names of the servers that follow a name, in the order of the name: with a version or all, listed or all.';

COMMENT ON FUNCTION "private"."server_page"(text[]) IS 'The servers with these names as JSON, in this order, up to about private.page_bytes; the edge function turns the slug into the address of a page. A server of a merged skill has the ratings of the skill that replaced it.';

COMMENT ON FUNCTION "private"."set_server_listed"() IS 'Sets is_listed of a server that is imported, or deleted or restored at its source.';

COMMENT ON FUNCTION "private"."touch_registry_server"() IS 'Sets updated_at and is_listed of the servers of a skill that was retired, restored or merged, and of the skills that were merged into it. As its owner: admins who edit a skill in the dashboard need no rights on servers.';

COMMENT ON FUNCTION "public"."get_server"(text, text, boolean) IS 'GET /registry/v0.1/servers/{name}/versions/{version}: a server, if it has this version, or the latest. Raises PT404.';

COMMENT ON FUNCTION "public"."list_server_versions"(text, boolean) IS 'GET /registry/v0.1/servers/{name}/versions: a server in its only version, the newest. Raises PT404.';

COMMENT ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) IS 'GET /registry/v0.1/servers: a page of the imported servers by name, or of a search by relevance, at most 100 and about private.page_bytes. With p_updated_since, a page can have fewer servers than asked, also none, although nextCursor leads to more. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."format_time"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."format_time"(timestamp WITH time zone) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."format_time"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."format_time"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parse_time"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parse_time"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."parse_time"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parse_time"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_page"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_page"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_page"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_page"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_server_listed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_server_listed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_server_listed"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_server"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_server"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_server"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_server_versions"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_server_versions"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_server_versions"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "postgres";
