set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."tag_position"(text, text);

DROP FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean);

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
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.encode_cursor (
  cursor_position jsonb,
  list            text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- The hash binds a position to its list and detects damage. It is not a signature, so a position can contain anything.
  return translate(
    encode(
      convert_to(left(encode(sha256(convert_to(list || cursor_position, 'UTF8')), 'hex'), 16) || cursor_position, 'UTF8'), 'base64'
    ),
    E'+/=\n', '-_'
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
    -- The position can be any text: anyone can compute the hash.
    if private.has_types(cursor_position, types) and cursor = private.encode_cursor(cursor_position::jsonb, list) then
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

CREATE OR REPLACE FUNCTION private.search_page (
  search       text,
  types        text[],
  cursor       text,
  list         text,
  max_skills   integer,
  is_explained boolean,
  mark         tsquery                     DEFAULT NULL::tsquery,
  named        uuid[]                      DEFAULT NULL::uuid[],
  OUT          words private.search_word[],
  OUT          items text,
  OUT          count bigint,
  OUT          next_cursor text
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
  after constant jsonb := private.decode_cursor(cursor, list, '{private.search_rank,private.cursor_ranking}');
  positions private.search_position[];
  page uuid[];
begin
  -- All pages of a search rank by the same correction and rarities.
  words := private.plan_search(search, private.cursor_words(after -> 1));
  -- One skill more shows whether there is another page.
  positions := private.rank_skills(search, words, types, after, max_skills + 1, mark => mark, named => named);
  page := array(select p.skill_id from unnest(positions[:max_skills]) as p);
  select i.items, i.count into items, count
  from private.skill_items(page, case when is_explained then private.explain_matches(words, page) end) as i;
  if cardinality(positions) > count then
    next_cursor := private.encode_cursor(private.search_cursor(positions[count], words), list);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_items (
  page    uuid[],
  matches jsonb[],
  OUT     items text,
  OUT     count bigint
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_explain boolean,
  p_type    text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type   text    DEFAULT NULL::text,
  p_sort   text    DEFAULT NULL::text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
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
    -- So few fit into a page, however long they are. Without a running sum, a list of 10 takes a tenth less time.
    return '{"skills" : [' || coalesce((
      select string_agg((select json_start || json_ratings || json_end from private.listed_skills where id = p.skill), ',')
      from unnest(skills[:max_skills]) as p (skill)
    ), '') || (
      '], "count" : ' || cardinality(skills[:max_skills])
      || ', "next_cursor" : ' || coalesce(to_json(case
        when cardinality(skills) > max_skills
          then private.encode_cursor(private.position_in_order(sort, skills[max_skills]), list)
      end)::text, 'null')
      || ', "did_you_mean" : null, "suggestions" : []}'
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
        || ', "did_you_mean" : null, "suggestions" : []}'
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
$function$;

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_skills (
  p_search  text,
  p_type    text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if private.clean_text(p_search, 200) <> '' then
    return public.search_catalogue(p_search, p_type, p_sort, p_limit, p_cursor, p_explain);
  end if;
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.search_catalogue (
  p_search  text,
  p_type    text    DEFAULT NULL::text,
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
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  sort constant text := coalesce(p_sort, 'relevance');
  -- More than 100 explanations would cost as much as some searches.
  max_limit constant integer := case when p_explain then 100 else private.max_limit() end;
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), search);
  skills uuid[];
  page record;
  did_you_mean text;
  suggestions json := '[]';
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 1, 200)
  );
  if sort = 'relevance' then
    select * into page from private.search_page(search, types, p_cursor, list, max_skills, p_explain);
    did_you_mean := coalesce(private.correct_search(search, page.words), private.find_imitated(search));
  else
    skills := private.filter_in_order(
      sort, types, private.search_words(search), private.decode_cursor(p_cursor, list, private.cursor_types(sort)), max_skills + 1
    );
    select i.items, i.count, case
      when cardinality(skills) > i.count then private.encode_cursor(private.position_in_order(sort, skills[i.count]), list)
    end as next_cursor
    into page from private.skill_items(skills[:max_skills], null) as i;
  end if;
  if page.count = 0 and p_cursor is null then
    suggestions := private.suggest_names(search, true);
  end if;
  return format(
    '{"skills" : [%s], "count" : %s, "next_cursor" : %s, "did_you_mean" : %s, "suggestions" : %s}',
    page.items, page.count, coalesce(to_json(page.next_cursor)::text, 'null'), coalesce(to_json(did_you_mean)::text, 'null'),
    suggestions
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.search_entries (
  p_search  text,
  p_types   text[]  DEFAULT NULL::text[],
  p_servers boolean DEFAULT NULL::boolean,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_limit constant integer := 100;
  max_skills constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit);
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  -- That of public.search_catalogue, of which the page tokens of 2.0.0 have the cursors.
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  select * into page
  from private.search_page(
    search, types, p_cursor, list, max_skills, true,
    mark => case when p_servers then private.listed_mark() when not p_servers then !!private.listed_mark() end,
    named => case when p_servers then private.servers_named(search) end
  );
  return format('{"skills":[%s],"next_cursor":%s}', page.items, coalesce(to_json(page.next_cursor)::text, 'null'));
end
$function$;

COMMENT ON FUNCTION "private"."cursor_types"(text) IS 'The types of the parts of a position in an order.';

COMMENT ON FUNCTION "private"."encode_cursor"(jsonb, text) IS 'Encodes where a page of a list ended as opaque text: the position and its hash in base64url.';

COMMENT ON FUNCTION "private"."search_page"(text, text[], text, text, integer, boolean, tsquery, uuid[]) IS 'A page of a search by relevance: the words after the correction, the JSON of the skills, how many, and the cursor of the next page. With a mark, of those that have it: see private.rank_skills. Raises PT400 for the cursor of another list.';

COMMENT ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) IS 'As public.list_skills without p_explain, for the MCP server.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, integer, text) IS 'GET /api/skills without `search`: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. Raises PT400.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'As public.search_catalogue; as public.list_skills without p_search if that is empty.';

COMMENT ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) IS 'GET /api/skills with `search`: a page of the skills that match, at most private.max_limit and about private.page_bytes. With p_explain, at most 100, and each result by relevance has `matched` (private.explain_matches). If nothing is found, `suggestions` (private.suggest_names). Raises PT400.';

COMMENT ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) IS 'POST /registry/ard/search: as a search by relevance with public.search_catalogue and p_explain, of some types (null: all), and only of skills whose server is listed, or with p_servers false of the others. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."search_page"(text, text[], text, text, integer, boolean, tsquery, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_page"(text, text[], text, text, integer, boolean, tsquery, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_page"(text, text[], text, text, integer, boolean, tsquery, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_page"(text, text[], text, text, integer, boolean, tsquery, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) TO "postgres";
