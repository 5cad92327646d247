set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> 0) = 'array') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
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
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), wanted_version, wanted
    ) as f;
  end if;

  select p.items, p.count into page from private.server_page(names[:wanted - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null then jsonb_build_array(
        jsonb_build_array(positions[page.count], ranking - '{correction,words}'::text[]), names[page.count]
      )
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_asked, time_asked, with_deleted);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, 'servers'))::text
  );
end
$function$;
