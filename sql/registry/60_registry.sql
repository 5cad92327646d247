-- The imported servers in the format of the MCP Registry API v0.1, for the edge function `registry`.

create function private.server_page(names text[], out servers json, out count integer)
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- More than the _meta of a server takes.
  meta_bytes constant integer := 1000;
  -- RFC 3339 has neither infinity nor other years.
  years constant tstzrange := '[0001-01-01T00:00:00Z,10000-01-01T00:00:00Z)';
begin
  -- Not concatenated as text: Postgres would parse it, which costs a large page a fifth.
  select coalesce(json_agg(json_build_object('server', r.server, '_meta', m.meta) order by r.ordinal), '[]'), count(*)
  into servers, server_page.count
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
$$;
comment on function private.server_page is 'The servers with these names as JSON, in this order, up to about private.page_bytes; the edge function turns the slug into the address of a page. A server of a merged skill has the ratings of the skill that replaced it.';

create function private.scan_servers(after text, only_version text, with_deleted boolean, max_rows integer) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if only_version is not null then
    return array(
      -- Merges one index scan for each value of is_listed.
      select k.name from unnest(case when with_deleted then array[true, false] else array[true] end) as l (is_listed)
      cross join lateral (
        select r.name from private.registry_servers as r
        where r.version = only_version and r.is_listed = l.is_listed and r.name > after
        order by r.name limit max_rows
      ) as k
      order by k.name limit max_rows
    );
  elsif with_deleted then
    return array(select r.name from private.registry_servers as r where r.name > after order by r.name limit max_rows);
  else
    return array(
      select r.name from private.registry_servers as r where r.is_listed and r.name > after order by r.name limit max_rows
    );
  end if;
end
$$;
comment on function private.scan_servers is 'The names of the servers that follow a name, in the order of the name: with a version or all, listed or all.';

create function private.scan_changed_servers(
  after_time timestamptz, after_name text, only_version text, max_rows integer, out names text[], out positions jsonb[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  select
    coalesce(array_agg(c.name order by c.updated_at, c.name), '{}'),
    coalesce(array_agg(to_jsonb(c.updated_at) order by c.updated_at, c.name), '{}')
  into names, positions
  from (
    -- Only one of the two branches has rows, and each has its index.
    (
      select r.updated_at, r.name from private.registry_servers as r
      where only_version is null and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit max_rows
    )
    union all
    (
      select r.updated_at, r.name from private.registry_servers as r
      where r.version = only_version and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit max_rows
    )
  ) as c;
end
$$;
comment on function private.scan_changed_servers is 'The names of the servers that follow a time of change and a name, in this order, and the time of each: with a version or all. A server that changes during a walk moves to its end, so the walk has it there, too.';

create function private.servers_named(search text) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  start constant text := lower(search collate "C");
begin
  return array(
    select coalesce(s.merged_into, s.id)
    from private.registry_servers as r join public.skills as s on s.id = r.skill_id
    where lower(r.name) >= start and lower(r.name) < start || chr(1114111)
    order by lower(r.name) limit 50
  );
end
$$;
comment on function private.servers_named is 'The skills of the first 50 servers whose name begins with a search, whatever the skills are called here, or those that they were merged into: nobody can plant one.';

create function private.find_servers(
  ranked_skills uuid[], only_version text, since timestamptz, with_deleted boolean, max_rows integer
) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return array(
    select r.name
    from unnest(ranked_skills) with ordinality as p (skill_id, ordinal)
    -- The skill, and those that were merged into it.
    cross join lateral (
      select p.skill_id as id
      union all
      select m.id from public.skills as m where m.merged_into = p.skill_id
    ) as s
    join private.registry_servers as r on r.skill_id = s.id
    where (with_deleted or r.is_listed)
      and (only_version is null or r.version = only_version)
      and (since is null or r.updated_at >= since)
    order by p.ordinal, r.name
    limit max_rows
  );
end
$$;
comment on function private.find_servers is 'The names of the servers of ranked skills, best first.';

create function private.is_server_position(value jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- By name: the name. By time of change: the time and the name. By relevance: the corrected search and the place in the ranking.
  return case
    when jsonb_typeof(value) <> 'array' or jsonb_array_length(value) > 2 then false
    when jsonb_typeof(value -> -1) = 'number' then
      jsonb_typeof(value -> 0) = 'string' and private.text_error(private.clean_text(value ->> 0, 200), 1, 200) is null
      and pg_input_is_valid((value -> 1)::text, 'private.cursor_place')
    when jsonb_typeof(value -> -1) <> 'string' or not private.is_server_name(value ->> -1) then false
    else jsonb_array_length(value) = 1 or pg_input_is_valid((value -> 0)::text, 'private.cursor_time')
  end;
end
$$;
comment on function private.is_server_position is 'Whether JSON is the position of a server by name, by time of change or in a search; null for some that is not. The time zone must be UTC.';

create function private.server_list_position(p_cursor text, list_before text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  cursor_position jsonb;
begin
  if p_cursor is null then
    return null;
  end if;
  cursor_position := coalesce(
    private.parse_cursor(p_cursor, 'servers', '{jsonb,jsonb,jsonb,jsonb,boolean}'),
    -- Version 1.1.0 wrote only the position, bound to the list.
    jsonb_build_array(private.parse_cursor(p_cursor, list_before, '{jsonb}'))
  );
  if private.is_server_position(cursor_position -> 0) is not true
    or exists (
      select from jsonb_array_elements(cursor_position) with ordinality as e (element, ordinal)
      where ordinal between 2 and 4 and jsonb_typeof(element) not in ('string', 'null')
    )
    -- Postgres reads 1 and "yes" as a boolean, too.
    or jsonb_typeof(cursor_position -> 4) <> 'boolean'
  then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$$;
comment on function private.server_list_position is 'Where a page of public.list_servers ended, and of which list: the position, search, version, updated_since and include_deleted; null for null. list_before is the list that a cursor of version 1.1.0 must have. Raises PT400 for anything else.';

create function public.list_servers(
  p_search text default null,
  p_limit integer default null,
  p_cursor text default null,
  p_updated_since text default null,
  p_version text default null,
  p_include_deleted boolean default null,
  p_skill_ids uuid[] default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  -- Without the mark that functions/_shared/database.ts adds in a query. Other white space is part of a version.
  version_text text := nullif(ltrim(p_version, E'\u0085'), '');
  time_text text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_text);
  only_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  max_rows integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  cursor_position jsonb;
  after jsonb;
  words private.search_word[];
  names text[];
  positions jsonb[];
  place integer;
  page record;
  next_position jsonb;
begin
  cursor_position := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_text, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ));
  if jsonb_array_length(cursor_position) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(cursor_position ->> 1, 200), ''));
    version_text := coalesce(version_text, cursor_position ->> 2);
    time_text := coalesce(time_text, cursor_position ->> 3);
    since := private.parse_time(time_text);
    with_deleted := coalesce(p_include_deleted, (cursor_position ->> 4)::boolean) or since is not null;
    if (search, version_text, since, with_deleted)
      is distinct from (
        cursor_position ->> 1, cursor_position ->> 2, private.parse_time(cursor_position ->> 3), (cursor_position ->> 4)::boolean
      )
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := cursor_position -> 0;
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> -1) = 'number') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
    perform private.reject_cursor();
  end if;
  if search is not null or time_text is not null or version_text is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_text, 0, 255),
      'updated_since', case when time_text is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  only_version := nullif(version_text, 'latest');

  -- For the functions of 2.0.0, which run until the deployment ends: the next release removes the argument.
  if p_skill_ids is not null then
    max_rows := 101;
    names := array(
      select r.name
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as r on r.skill_id = i.skill_id
      where r.is_listed
      order by i.ordinal
    );
  elsif search is not null then
    words := private.plan_search(search, after ->> 0);
    place := coalesce((after ->> 1)::integer, 0);
    names := (private.find_servers(
      private.rank_skills(
        search, words, private.skill_types(), private.max_ranked(),
        mark => private.server_mark(), named => private.servers_named(search)
      ),
      only_version, since, with_deleted, least(place + max_rows, private.max_ranked())
    ))[place + 1:];
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), only_version, with_deleted, max_rows);
  else
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), only_version, max_rows
    ) as f;
  end if;

  select p.servers, p.count into page from private.server_page(names[:max_rows - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null
        then jsonb_build_array(coalesce(private.correct_search(search, words), search), place + page.count)
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_text, time_text, with_deleted);
  end if;
  return json_build_object('servers', page.servers, 'metadata', json_object(
    'count': page.count, 'nextCursor': private.encode_cursor(next_position, 'servers') absent on null
  ));
end
$$;
comment on function public.list_servers is 'GET /registry/v0.1/servers: a page of the imported servers by name, with p_updated_since by time of change, or of a search by relevance, at most 100 and about private.page_bytes. With p_skill_ids, only those of the first 100 of these skills, in their order; then nextCursor only says that some did not fit. Raises PT400.';

create function private.servers_of_skills(skills uuid[], out fitting uuid[], out servers json)
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Follows a search, which is expensive itself.
  max_bytes constant integer := private.page_bytes() / 4;
begin
  select
    coalesce(array_agg(s.id order by s.ordinal), '{}'),
    coalesce(
      json_agg(
        json_build_object(
          'skill_id', s.id, 'updated_at', s.updated_at, 'changed_at', c.changed_at,
          'established_since_change', c.established_since_change, 'server', s.server
        ) order by s.ordinal
      ) filter (where s.server is not null),
      '[]'
    )
  into fitting, servers
  from (
    select
      i.ordinal, i.id, r.updated_at, r.server,
      coalesce(sum(r.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from unnest(skills) with ordinality as i (id, ordinal)
    left join private.registry_servers as r on r.skill_id = i.id and r.is_listed
  ) as s
  left join lateral private.change_of(s.id) as c on s.server is not null
  where s.bytes_before < max_bytes;
end
$$;
comment on function private.servers_of_skills is 'The first of these skills, until their server.json exceed a fourth of a page, and the servers of these that are listed, with the skill and the last change of each.';

create function public.list_servers_of_skills(p_skill_ids uuid[]) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object('servers', (select s.servers from private.servers_of_skills(p_skill_ids[:100]) as s));
end
$$;
comment on function public.list_servers_of_skills is 'GET /registry/ard/agents/{identifier}: the servers of the first of these skills, at most 100, that are listed.';

create function public.search_entries(
  p_search text, p_types text[] default null, p_servers boolean default null, p_limit integer default null,
  p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  max_limit constant integer := 100;
  max_skills constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit);
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  ranked record;
  listed record;
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  select * into ranked
  from private.ranked_page(
    search, types, p_cursor, list, max_skills + 1,
    mark => case when p_servers then private.listed_mark() when not p_servers then !!private.listed_mark() end,
    named => case when p_servers then private.servers_named(search) end
  );
  select s.* into listed
  from private.servers_of_skills(ranked.skills[:max_skills]) as s;
  select i.items, i.count into page
  from private.skill_items(listed.fitting, private.explain_matches(ranked.words, listed.fitting)) as i;
  return format(
    '{"skills":[%s],"servers":%s,"next_cursor":%s}', page.items, listed.servers, coalesce(to_json(case
      when cardinality(ranked.skills) > page.count
        then private.encode_place(search, ranked.corrected, ranked.place + page.count, list)
    end)::text, 'null')
  );
end
$$;
comment on function public.search_entries is 'POST /registry/ard/search: as a search by relevance with public.search_catalogue and p_explain, of some types (null: all), and only of skills whose server is listed, or with p_servers false of the others; with their servers. The page ends after the skill whose server.json exceeds a fourth of private.page_bytes. Raises PT400.';

create function private.find_server(server_name text, only_version text, with_deleted boolean) returns json
language plpgsql stable set search_path = ''
as $$
declare
  servers json;
begin
  select p.servers into servers
  from private.server_page(array(
    select r.name from private.registry_servers as r
    where r.name = private.trim_text(server_name)
      and (with_deleted or r.is_listed)
      and (only_version is null or r.version = only_version)
  )) as p
  where p.count > 0;
  if servers is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return servers;
end
$$;
comment on function private.find_server is 'The server with this name, and with this version or any, as a list of one. Raises PT404.';

create function public.list_server_versions(p_name text, p_include_deleted boolean default false) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'servers', private.find_server(p_name, null, coalesce(p_include_deleted, false)), 'metadata', json_build_object('count', 1)
  );
end
$$;
comment on function public.list_server_versions is 'GET /registry/v0.1/servers/{name}/versions: a server in its only version, the newest. Raises PT404.';

create function public.get_server(p_name text, p_version text, p_include_deleted boolean default false) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return private.find_server(
    -- As in public.list_servers.
    p_name, nullif(ltrim(coalesce(p_version, ''), E'\u0085'), 'latest'), coalesce(p_include_deleted, false)
  ) -> 0;
end
$$;
comment on function public.get_server is 'GET /registry/v0.1/servers/{name}/versions/{version}: a server, if it has this version, or the latest. Raises PT404.';

-- A function of the API runs with the rights of its caller, so this is what these functions call.
grant execute on function
  private.is_server_position, private.server_list_position, private.server_page, private.scan_servers,
  private.scan_changed_servers, private.servers_named, private.find_servers, private.servers_of_skills, private.find_server
to anon, authenticated;
grant execute on function
  public.list_servers, public.search_entries, public.list_servers_of_skills, public.list_server_versions, public.get_server
to anon, authenticated;
