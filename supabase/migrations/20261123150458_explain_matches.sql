set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "public"."list_skills"(text, text, text, integer, text);

CREATE OR REPLACE FUNCTION private.explain_matches (
  search  text,
  ranking jsonb,
  skills  uuid[]
)
  RETURNS jsonb[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Of a long search only the rarest words, as in private.rank_skills.
  max_words constant integer := 24;
  words text[] := private.search_words(search);
  weights jsonb := ranking -> 'weights';
begin
  return array(
    with typed as materialized (
      select
        word, nearest,
        private.forms_of(word, place = cardinality(words)) as query,
        private.forms_of(nearest, place = cardinality(words)) as corrected_query
      from (
        select word, place, nearest
        from unnest(words) with ordinality as w (word, place)
        cross join lateral (select ranking #>> array['replaced', word] as nearest) as r
        cross join lateral coalesce(weights ->> word, weights ->> nearest, weights ->> (word || '*')) as weight
        -- Filler weighs nothing. Words that no skill contains have no weight: they are missing.
        where weight::float8 is distinct from 0
        order by weight::float8 desc nulls last, place
        limit max_words
      ) as rarest
      order by place
    )
    select (
      select jsonb_strip_nulls(jsonb_build_object(
        'found', jsonb_agg(word) filter (where kind = 'found'),
        'corrected', jsonb_agg(jsonb_build_object('word', word, 'correction', nearest)) filter (where kind = 'corrected'),
        'missing', jsonb_agg(word) filter (where kind = 'missing')
      ))
      from (
        select
          word, nearest, case when d.words @@ query then 'found' when d.words @@ corrected_query then 'corrected' else 'missing' end as kind
        from typed
        -- So that kind is computed once.
        offset 0
      ) as matched
      having count(*) > 0
    )
    from unnest(skills) with ordinality as s (skill, place)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
    order by s.place
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.forms_of (
  word    text,
  is_last boolean
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return private.term(private.stem(word)) || case when is_last then private.term(word, ':*AC') else ''::tsquery end;
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
  -- One skill more than the page shows whether there is another page. 500 explanations would cost as much as some searches.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else 500 end) + 1;
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
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - 'correction')
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

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) FROM PUBLIC, "service_role";

COMMENT ON FUNCTION "private"."explain_matches"(text, jsonb, uuid[]) IS 'For each skill, the words of the search by how it matches them: {found, corrected, missing}, without those that are empty. found: as typed, inflected, or as the beginning of a word if it is the last one; corrected: only the correction, {word, correction}. Without stop words and filler, of the 24 rarest words.';

COMMENT ON FUNCTION "private"."forms_of"(text, boolean) IS 'A query for a word and its inflections; for the last word of a search also as a prefix.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'GET /api/skills: a page of the catalogue, at most 500 skills and about private.page_bytes. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). Raises PT400.';

REVOKE ALL ON FUNCTION "private"."explain_matches"(text, jsonb, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(text, jsonb, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."explain_matches"(text, jsonb, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(text, jsonb, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forms_of"(text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forms_of"(text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."forms_of"(text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forms_of"(text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) TO "postgres";
