set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_type_known";

CREATE OR REPLACE FUNCTION private.cursor_pattern (
  sort text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when sort = 'top' or sort = any (private.sub_scores()) then format('^%s$', private.position_pattern('{bigint,uuid}'))
    when sort in ('rating', 'most_rated') then format('^%s$', private.position_pattern('{bigint,bigint,uuid}'))
    when sort = 'newest' then format('^%s$', private.position_pattern('{timestamptz,uuid}'))
    when sort = 'name' then format('^%s$', private.position_pattern('{text,uuid}'))
    -- By relevance, a cursor also has how the search ranks: the weights of its words, and the words that replace misspelt ones. Version
    -- 1.0.0 wrote the corrected search instead of these, and positions without the third key (private.rank_skills).
    when sort = 'relevance' then format(
      '^\[(?:%s|%s), \{"weights": \{(?:%3$s(?:, %3$s)*)?\}(?:, "replaced": \{%4$s(?:, %4$s)*\}|, "correction": "(?:[^"\\]|\\.)*")?\}\]$',
      private.position_pattern('{bigint,uuid}'), private.position_pattern('{bigint,uuid,bigint}'),
      '"[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?', '"[^"\\]+": "[^"\\]+"'
    )
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_plain_name (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- Printable ASCII is always valid.
  if value !~ '[^ -~]' then
    return true;
  end if;
  return (
    select string_agg(c.kind, '' order by c.place) from private.characters(value) as c
  ) ~ '^(?:(?:gG?|[lbm])[JZ](?=[lbg])|[pqru!][tE]*Z(?=[pqru!])|[prted!#][TE]|[sdrubhy,]S|yY|hI|gG|[a-wyz!#,.])*$';
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
  after := private.decode_cursor(cursor, list, format('^%s$', private.position_pattern('{timestamptz,uuid}')));
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
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

CREATE OR REPLACE FUNCTION private.max_limit()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 500;

CREATE OR REPLACE FUNCTION private.rating_orders()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ARRAY['newest'::text, 'oldest'::text, 'highest'::text, 'lowest'::text];

CREATE OR REPLACE FUNCTION private.sub_scores()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ARRAY['reliability'::text, 'security'::text, 'speed'::text];

CREATE OR REPLACE FUNCTION private.skill_orders()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ((ARRAY['top'::text, 'rating'::text, 'most_rated'::text] || private.sub_scores()) || ARRAY['newest'::text, 'name'::text]);

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
  after := private.decode_cursor(p_cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));

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
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
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
    after := private.decode_cursor(p_cursor, list, private.cursor_pattern(sort));
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
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

COMMENT ON FUNCTION "private"."list_of_agent"(text, text, integer, text) IS 'A page of the ratings or skills of an agent, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "private"."max_limit"() IS 'The greatest number of skills or ratings in one page, as MAX_LIMIT in functions/_shared/schemas/options.ts.';

COMMENT ON FUNCTION "private"."rating_orders"() IS 'The sort orders of the ratings of a skill.';

COMMENT ON FUNCTION "private"."skill_types"() IS 'The types of skills, which skills_type_known checks.';

COMMENT ON FUNCTION "private"."sub_scores"() IS 'The sub-scores: columns of ratings, and orders of the catalogue.';

COMMENT ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text, boolean) IS 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'GET /api/skills: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). Raises PT400.';

REVOKE ALL ON FUNCTION "private"."max_limit"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."max_limit"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."max_limit"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."max_limit"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rating_orders"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rating_orders"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rating_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rating_orders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sub_scores"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sub_scores"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."sub_scores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sub_scores"() TO "postgres";

-- pgls-ignore lint/safety/constraintMissingNotValid: The migration holds the lock in any case.
ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_type_known" CHECK ((type = ANY (private.skill_types())));
