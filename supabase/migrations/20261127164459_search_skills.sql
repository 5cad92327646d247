set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."find_matches"(private.search_term[], text[]);

DROP FUNCTION "private"."plan_search"(text, private.search_word[], boolean);

DROP FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer);

DROP FUNCTION "private"."search_terms"(private.search_word[]);

DROP FUNCTION "private"."suggest_names"(text, boolean);

DROP FUNCTION "private"."suspect_words"(private.search_word[]);

CREATE TYPE "private"."ranked_query" AS (
  "words"  private.search_word[],
  "skills" uuid[]
);

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  types    text[],
  searches integer,
  OUT      complete tid[],
  OUT      partial tid[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 500;
  max_pairs constant integer := 100;
  -- Synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  query tsquery;
  common tsquery[];
begin
  complete := private.find_documents(
    private.all_of(array(select finder from unnest(terms) where frequency is not null)), types, max_complete,
    (select min(frequency) from unnest(terms))
  );
  if cardinality(complete) >= enough then
    return;
  end if;
  select
    private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
    array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
  into query, common
  from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
  where finder is not null;
  partial := private.find_documents(query, types, max_partial, 0)
    -- Two of the rarest common words; the index reads the postings of the rarer one.
    || private.find_documents(common[1] && common[2], types, max_pairs, 0)
    || private.find_documents(common[1] && common[3], types, max_pairs, 0);
  if cardinality(complete || partial) = 0 then
    partial := private.find_documents(common[1], types, max_added, (select min(frequency) from unnest(terms)));
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  foreach query in array array[
    case when (select count(synonym_finder) > 0 from unnest(terms)) then
      private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms)))
    end,
    private.any_of(array(select distinct lone_finder from unnest(terms)))
  ] loop
    partial := partial || private.find_documents(query, types, max_added, 0);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.fuse_rankings (
  rankings private.ranked_query[],
  wanted   integer,
  OUT      skills uuid[],
  OUT      queries integer[]
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  -- Larger, and places decide less; benchmarks/results/search.md has the figures of others.
  k constant integer := 10;
begin
  select coalesce(array_agg(skill order by place), '{}'), coalesce(array_agg(query order by place), '{}')
  into skills, queries
  from (
    select
      s.skill, (array_agg(r.query order by s.rank, r.query))[1] as query,
      -- Integers, whose sum does not depend on their order.
      row_number() over (order by sum(1000000000000 / (k + s.rank)) desc, min(s.rank), s.skill desc) as place
    from unnest(rankings) with ordinality as r (words, skills, query)
    cross join lateral unnest(r.skills) with ordinality as s (skill, rank)
    group by s.skill
  ) as fused
  where place <= wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  search   text,
  carried  private.search_word[] DEFAULT NULL::private.search_word[],
  is_loose boolean               DEFAULT false,
  searches integer               DEFAULT 1
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  max_letters constant integer := 10000 / searches;
  -- A cursor is not signed: the words that it carries are used only if their corrections are those of this search.
  is_carried constant boolean := carried is not null
    and coalesce(private.is_spelling(private.search_words(search), carried), false);
  words private.search_word[];
  suspect text[];
  corrected private.search_word[];
  all_documents constant float8 := private.document_count();
  rare constant numeric := private.rarity(1000, all_documents);
begin
  if is_carried then
    corrected := array(select w from unnest(carried) as w where w.typed is not null);
  else
    words := private.weigh_words(private.search_words(search));
    suspect := private.suspect_words(words, searches);
    corrected := array(
      select row(near.word, w.word, null, null)::private.search_word
      from unnest(words) as w
      -- The words share the budget of a correction.
      cross join lateral (
        select * from private.correct_word(w.word, max_letters / cardinality(suspect)) where not is_loose
        union all
        select * from private.similar_word(w.word, max_letters / 2 / cardinality(suspect)) where is_loose
      ) as near
      where w.word = any (suspect)
        and (w.rarity is null or near.skills >= greatest(min_skills, min_ratio * private.frequency(w.rarity, all_documents)))
    );
  end if;
  if private.correct_search(search, corrected) is null then
    words := coalesce(words, private.weigh_words(private.search_words(search)));
  else
    words := array(
      select row(w.word, (select c.typed from unnest(corrected) as c where c.word = w.word limit 1), w.rarity, w.prefix_rarity)
      from unnest(private.weigh_words(private.search_words(private.correct_search(search, corrected)))) as w
    );
  end if;
  if is_carried then
    words := array(
      select row(
        w.word, w.typed,
        -- A cursor cannot make a word rare that more than 1,000 skills contain, or look up the words that begin with a common one: reading
        -- these posting lists would be expensive.
        least(case when w.rarity is not null then c.rarity end, case when w.rarity <= rare + 0.01 then w.rarity + 0.7 end),
        least(
          case when w.prefix_rarity is not null then c.prefix_rarity end,
          case when w.prefix_rarity <= rare + 0.01 then w.prefix_rarity + 0.7 end
        )
      )
      from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, place)
      left join unnest(carried) as c on c.word = w.word
      order by place
    );
  end if;
  return words;
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  wanted   integer,
  searches integer               DEFAULT 1
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
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, and for a name without other words.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  -- The maximum size of all ranked documents, those with all words first, then the shortest: 1,000 of the usual size. Reading long
  -- documents costs most.
  max_bytes constant integer := 600000 / searches;
  max_ranked constant integer := 1000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality of one claw, and that without ratings.
  claw constant float8 := 1e12;
  neutral constant bigint := private.quality(0, 0);
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(jsonb_typeof(after -> 1) = 'object', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  carried_cap constant bigint := case when not is_old then after #>> '{0,2}' end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.joined(private.fold_text(corrected)), ''), ':A');
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  complete tid[];
  partial tid[];
  candidates tid[];
begin
  select f.complete, f.partial into complete, partial from private.find_matches(terms, types, searches) as f;
  candidates := complete || partial || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null and d.type = any (types)
    order by s.name_key
    limit max_names
  );
  if max_bytes < (select sum(pg_column_size(d.words)) from private.skill_documents as d where d.ctid = any (candidates)) then
    candidates := array(
      select ctid
      from (
        select d.ctid, sum(pg_column_size(d.words)) over (
          order by d.name_key <> key, not c.is_complete, pg_column_size(d.words), d.ctid
        ) as bytes
        from (
          select ctid, bool_or(place <= cardinality(complete)) as is_complete
          from unnest(candidates) with ordinality as c (ctid, place) group by ctid
        ) as c
        join private.skill_documents as d on d.ctid = c.ctid
      ) as d
      where bytes <= max_bytes
    );
  end if;

  return array(
    with term as materialized (
      select t.weight, is_known, form, in_name, in_text, prefix, prefix_weight, synonyms from unnest(terms) as t
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + f.found
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        (unit * f.expanded)::bigint as expanded
      from (
        select
          skill_id, name_key, name_words, quality, text_score,
          -- Detoasts a long document once.
          case when pg_column_size(doc.words) > 1000 then doc.words || '' else doc.words end as words
        from private.skill_documents as doc where doc.ctid = any (candidates)
        offset 0
      ) as d
      cross join lateral (
        select
          coalesce(sum(case
            when d.words @@ t.form then t.weight * case
              when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost
            end
            when d.words @@ prefix then prefix_weight
          end), 0) as found,
          coalesce(sum(case
            when d.words @@ t.form or d.words @@ prefix then null
            when d.words @@ synonyms then t.weight * synonym_boost
          end), 0) as expanded,
          bool_and(d.words @@ t.form) filter (where is_known) as is_complete
        from term as t
      ) as f
    ),
    ranked as (
      select skill_id, cap, case
        when is_exact then exact_score
        when expanded = 0 then score
        -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
        -- has at least the score that it has without synonyms.
        else greatest(
          case when is_partial then score end,
          least(score + expanded, cap - 1 - (max_expanded_score - score - expanded) / 1000)
        )
      end as score
      from matched
      cross join (
        select coalesce(carried_cap, min(score) filter (where is_complete and not is_exact)) as cap from matched
      ) as c
      order by score desc, skill_id desc
      limit case when after_id is null then least(wanted, max_ranked) else max_ranked end
    )
    select case when cap is null then jsonb_build_array(score, skill_id) else jsonb_build_array(score, skill_id, cap) end
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit wanted
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.search_terms (
  words    private.search_word[],
  searches integer
)
  RETURNS private.search_term[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Of a long search only the rarest words, to bound its cost.
  max_terms constant integer := 24 / searches;
  -- The number of synonyms that find documents, the most telling first. The index reads all postings of each.
  max_finders constant integer := 8;
  -- A synonym in more skills finds none that contain nothing else: 100 of these at random are worth less than reading their postings.
  max_frequency constant integer := 1000;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  -- Of a prefix match of the last word, where the word itself is missing.
  prefix_boost constant float8 := 0.7;
  all_documents constant float8 := private.document_count();
begin
  return array(
    with synonym as materialized (
      select
        said, called, query, place <= max_finders as is_finder,
        place <= max_finders and exists (
          select from unnest(called) as stem left join private.common_words as c on c.word = stem collate "C"
          where coalesce(c.share * all_documents, 0) <= max_frequency
        ) as finds_alone
      from private.find_synonyms(array(select w.word from unnest(words) as w)) with ordinality as s (said, called, place)
      cross join lateral (select private.synonym_query(called)::tsquery as query offset 0) as q
    )
    select row(
      weight, coalesce(rarity > 0, false), f.frequency,
      form,
      private.word_query(word, ':AB', typed),
      private.word_query(word, ':CD', typed),
      case when prefix_rarity is not null then private.term(word, ':*AC') end,
      prefix_boost * prefix_rarity,
      case
        when prefix_rarity is null then form
        when f.frequency <= max_prefix_frequency then form || private.prefix_term(word)
      end,
      s.synonyms, s.synonym_finder, s.lone_finder
    )::private.search_term
    from unnest(words) as w
    cross join lateral coalesce(
      rarity, case when prefix_rarity is null then private.rarity(1, all_documents) else 0 end
    ) as weight
    cross join lateral private.word_query(word, '', typed) as form
    cross join lateral private.frequency(least(nullif(rarity, 0), prefix_rarity), all_documents) as f (frequency)
    cross join lateral private.stem(word) as stem
    cross join lateral (
      select
        private.any_of(array_agg(query)) as synonyms,
        private.any_of(array_agg(query) filter (where is_finder)) as synonym_finder,
        private.any_of(array_agg(query) filter (where finds_alone)) as lone_finder
      -- A synonym that contains the word never counts in its place.
      from synonym where stem = any (said) and stem <> all (called)
    ) as s
    where rarity > 0 or prefix_rarity is not null or s.synonyms is not null
    order by weight desc, word
    limit max_terms
  );
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
  select string_agg(json_start || json_ratings || json_end, ',' order by place), count(*)
  into items, count
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
          || ',"established_mean":' || coalesce(private.established_mean(st.established_ratings, st.established_claws)::text, 'null')
          || ',"sub_scores":' || st.sub_scores || ',"last_rated_at":' || coalesce(to_json(st.last_rated_at)::text, 'null')
          || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
        s.json_end
      from unnest(page) with ordinality as p (skill, place)
      join public.skills as s on s.id = p.skill
      join public.skill_stats as st on st.skill_id = p.skill
      -- So that json_ratings is computed once.
      offset 0
    ) as item
  ) as item
  where coalesce(bytes_before, 0) < private.page_bytes();
end
$function$;

CREATE OR REPLACE FUNCTION private.suggest_names (
  search   text,
  is_loose boolean,
  searches integer DEFAULT 1
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  most constant integer := 3;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 500;
  words private.search_word[] := private.plan_search(
    search, is_loose => suggest_names.is_loose, searches => suggest_names.searches
  );
  key text := private.name_key(search);
  corrected_key text := private.name_key(coalesce(private.correct_search(search, words), search));
  positions jsonb[] := private.rank_skills(search, words, private.skill_types(), null, max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      cross join lateral greatest(
        extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
        extensions.similarity(s.name_key, corrected_key)
      ) as similarity
      where similarity >= min_similarity
      order by similarity desc, s.name_key
      limit most
    ) as nearest
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.suspect_words (
  words    private.search_word[],
  searches integer
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- At most 3: a search with many unknown words is not misspelt. With 5, planted words made a search cost 15 lists of 100 instead of 10.
  max_words constant integer := 3 / searches;
  -- A word in more skills is not suspect.
  max_skills constant integer := 3;
  rare constant numeric := private.rarity(max_skills, private.document_count());
  with_synonyms text[];
begin
  if exists (select from unnest(words) as w where w.rarity is null and w.prefix_rarity is null) then
    with_synonyms := array(select unnest(s.said) from private.find_synonyms(array(select w.word from unnest(words) as w)) as s);
  end if;
  return array(
    select word
    from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, place)
    cross join lateral (select rarity is null and prefix_rarity is null as is_unknown) as u
    where case
      when is_unknown then private.stem(word) <> all (with_synonyms)
      else rarity >= rare and char_length(word) > 3 and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, place
    limit max_words
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
  words private.search_word[];
  positions jsonb[];
  page uuid[];
  matches jsonb[];
  did_you_mean text;
  suggestions json := '[]';
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
    -- All pages of a search rank by the same correction and rarities.
    words := private.plan_search(search, private.carried_words(after -> 1));
    positions := private.rank_skills(search, words, types, after, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    did_you_mean := coalesce(private.correct_search(search, words), private.find_imitated(search));
    if p_explain then
      matches := private.explain_matches(words, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  if page = '{}' and search is not null and p_cursor is null then
    suggestions := private.suggest_names(search, true);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], words::text)
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
      )
    from private.skill_items(page[:wanted - 1], matches)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.search_skills (
  p_queries text,
  p_type    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
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
  max_queries constant integer := 3;
  -- So many of each are fused, whatever the limit: a skill has the same place in a longer list.
  depth constant integer := 100;
  -- 100 long skills took a quarter of the CPU of the most expensive request.
  max_limit constant integer := 50;
  wanted constant integer := least(greatest(coalesce(p_limit, 20), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  queries text[];
  different integer;
  problems text[];
  words private.search_word[];
  ranked uuid[];
  rankings private.ranked_query[];
  did_you_mean text[];
  page uuid[];
  best integer[];
  places bigint[];
  explained jsonb[];
  matches jsonb[];
  suggestions json := '[]';
begin
  problems := array['queries', private.list_error(p_queries, 1, max_queries), 'type', private.choice_error(p_type, private.skill_types())];
  if problems[2] is null then
    queries := array(
      select private.clean_text(q.value, 200)
      from unnest(private.list_items(p_queries)) with ordinality as q (value, place)
      order by place
    );
    problems := problems || array(
      select e.field
      from unnest(queries) with ordinality as q (value, place)
      cross join lateral unnest(array['queries.' || q.place - 1, private.item_error(q.value, 1, 200)]) with ordinality as e (field, part)
      order by q.place, e.part
    );
  end if;
  perform private.validate(variadic problems);
  different := (select count(distinct q) from unnest(queries) as q);

  for i in 1..cardinality(queries) loop
    -- A query that is given twice counts once.
    if queries[i] = any (queries[:i - 1]) then
      did_you_mean[i] := did_you_mean[array_position(queries, queries[i])];
      continue;
    end if;
    words := private.plan_search(queries[i], searches => different);
    ranked := array(
      select (p ->> 1)::uuid
      from unnest(private.rank_skills(queries[i], words, types, null, depth, different)) with ordinality as r (p, place)
      order by place
    );
    rankings[i] := row(words, ranked);
    did_you_mean[i] := coalesce(private.correct_search(queries[i], words), private.find_imitated(queries[i]));
  end loop;
  select f.skills, f.queries into page, best from private.fuse_rankings(rankings, wanted) as f;

  if p_explain then
    for i in 1..cardinality(rankings) loop
      places := array_positions(best, i);
      explained := private.explain_matches(
        (rankings[i]).words, array(select page[place] from unnest(places) as place order by place)
      );
      for n in 1..cardinality(places) loop
        matches[places[n]] := explained[n];
      end loop;
    end loop;
  end if;
  if page = '{}' then
    suggestions := private.suggest_names(queries[1], true, different);
  end if;

  return (
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "did_you_mean" : ' || to_json(did_you_mean)
        || ', "suggestions" : ' || suggestions || '}'
      )
    from private.skill_items(page, matches)
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_skills"(text, text, integer, boolean) FROM PUBLIC, "service_role";

COMMENT ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) IS 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';

COMMENT ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) IS 'Reciprocal rank fusion: the best skills of several rankings, and the number of the ranking in which each is best.';

COMMENT ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) IS 'The words of a search after its correction, with their rarities; on later pages those that the cursor carries. If is_loose, misspelt words become those with similar trigrams. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) IS 'The positions of the 1,000 best matches of a search, after the position in a cursor: the score, the id, and, if a skill contains all words, the lowest score of such skills without synonyms. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."search_terms"(private.search_word[], integer) IS 'How the words of a search match: those that some skill contains, or that have synonyms.';

COMMENT ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) IS 'The JSON of skills as items of a list, in the order of the page, and how many fit into private.page_bytes. Each may have a match. The time zone must be UTC.';

COMMENT ON FUNCTION "private"."suggest_names"(text, boolean, integer) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams. If is_loose, of the results of private.plan_search with this argument.';

COMMENT ON FUNCTION "private"."suspect_words"(private.search_word[], integer) IS 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

COMMENT ON FUNCTION "public"."search_skills"(text, text, integer, boolean) IS 'POST /api/search: the JSON text of a list of 1 to 3 queries, whose rankings are fused. At most 50 skills and about private.page_bytes, without pages. With p_explain, each has `matched` (private.explain_matches), for the query in which it is best. Raises PT400.';

COMMENT ON TYPE "private"."ranked_query" IS 'One of several phrasings: its words after the correction, and the skills that it finds, best first.';

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_skills"(text, text, integer, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_skills"(text, text, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_skills"(text, text, integer, boolean) TO "postgres";
