set local lock_timeout = '2s';

-- Skills, aggregates, then what refers to them, as a rating locks them. No skill is submitted between the new column and its trigger.
-- In a block: the Supabase CLI sends the statements without BEGIN.
do $$
begin
  lock table public.skills in share row exclusive mode;
  lock table public.skill_stats, private.monthly_ratings, private.flags, private.skill_documents in access exclusive mode;
end
$$;

SET local check_function_bodies = off;

ALTER TABLE "private"."flags"
  DROP CONSTRAINT "flags_skill_id_fkey";

-- pgls-ignore lint/safety/avoidWideLockWindow: All are locked at once above.
ALTER TABLE "private"."monthly_ratings"
  DROP CONSTRAINT "monthly_ratings_skill_id_fkey";

-- pgls-ignore lint/safety/avoidWideLockWindow: All are locked at once above.
ALTER TABLE "public"."skill_stats"
  DROP CONSTRAINT "skill_stats_pkey";

DROP FUNCTION "private"."skill_items"(uuid[], jsonb[]);

-- pgls-ignore lint/safety/avoidWideLockWindow: All are locked at once above.
ALTER TABLE "private"."skill_documents"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort     text,
  types    text[],
  words    text[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  required constant tsquery := private.required_words(words);
  required_of_types constant tsquery := coalesce(required && private.type_marks(types), required);
  all_documents constant float8 := greatest(private.document_count(), 1);
  last constant text := words[cardinality(words)];
  -- About as many as the rarest word has. A word that is not common is looked up: counting its skills would cost as much.
  most constant float8 := greatest(1, all_documents * least(1, (
    select min(greatest(0, c.share, case w.word when last then (
      select sum(p.share) from private.common_words as p
      where p.word >= last collate "C" and p.word < (last || chr(1114111)) collate "C"
    ) end))
    from unnest(words) as w (word) left join private.common_words as c on c.word = private.stem(w.word) collate "C"
  )));
  -- Of one word, at least those with the most common word that begins with it, wherever they are in the order.
  fewest constant float8 := case when cardinality(words) = 1 then all_documents * (
    select max(c.share) from private.common_words as c where c.word >= last collate "C" and c.word < (last || chr(1114111)) collate "C"
  ) end;
  -- A step of a scan costs as much as looking up so many matches: the documents have what two of the orders need.
  step_price constant float8 := case when sort in ('newest', 'name') then 8 else 2 end;
  matches float8 := most;
  steps float8;
  read integer := 0;
  -- Null until it is asked.
  is_rare_type boolean;
  scanned uuid[];
  found uuid[];
  page uuid[] := '{}';
begin
  if required is null then
    return page;
  end if;
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  loop
    -- A quarter more than are expected to fill the page, and as many as before: a scan costs as much as some steps.
    steps := greatest(read, ceil(1.25 * (max_rows - cardinality(page)) * all_documents / matches));
    exit when step_price * (read + steps) > matches;
    -- Other types can have nearly all of the matches. Not asked of a short scan, which costs less.
    if is_rare_type is null and read + steps > 200 then
      is_rare_type := required_of_types <> required and private.count_documents(required_of_types, 1000) < 1000;
    end if;
    exit when is_rare_type;
    scanned := private.scan_in_order(sort, types, after, steps::integer);
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    found := array(
      select skill from unnest(scanned) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows - cardinality(page)
    );
    page := page || found;
    if cardinality(scanned) < steps or cardinality(page) = max_rows then
      return page;
    end if;
    after := private.position_in_order(sort, scanned[cardinality(scanned)]);
    read := read + cardinality(scanned);
    -- Words that seldom meet have fewer matches than the rarest one. Here they can be rarer than elsewhere in the order.
    matches := greatest(least(most, all_documents * (4 + 1.5 * cardinality(found)) / steps), fewest);
  end loop;
  -- Reading 10,000 skills or their ratings costs more than the index of the words and the documents.
  if sort = 'newest' then
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
        and (after is null or (d.created_at, d.skill_id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid))
      order by d.created_at desc, d.skill_id desc
      limit max_rows - cardinality(page)
    );
  elsif sort = 'name' then
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
        and (after is null or (d.name_key, d.skill_id) > ((after ->> 0)::text, (after ->> 1)::uuid))
      order by d.name_key, d.skill_id
      limit max_rows - cardinality(page)
    );
  end if;
  return page || private.sort_matches(
    sort, array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
    ),
    after, max_rows - cardinality(page)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  edited uuid[];
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    edited := array(select id from new_skills);
  else
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.created_at, n.retired_at)
        is distinct from (o.name, o.description, o.type, o.created_at, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (
      skill_id, type, name_key, name_words, words, text_score, quality, is_proven, created_at
    )
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      w.words || private.mark(s.type)::tsvector || private.document_marks(s.id), private.text_score(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0)), s.created_at
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      text_score = excluded.text_score, created_at = excluded.created_at
    where (d.type, d.name_key, d.words, d.created_at)
      is distinct from (excluded.type, excluded.name_key, excluded.words, excluded.created_at)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.prefix_term counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_page_bytes()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 200000;

CREATE OR REPLACE FUNCTION private.skill_items (
  page      uuid[],
  matches   jsonb[],
  max_bytes integer,
  OUT       items text,
  OUT       count bigint
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
  select string_agg(json_start || json_ratings || json_end, ',' order by ordinal), count(*)
  into items, count
  from (
    -- 4 for the header of each JSON value. octet_length does not read a long text.
    select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
      order by ordinal rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from (
      select
        p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
        s.json_end
      from unnest(page) with ordinality as p (skill, ordinal)
      join private.listed_skills as s on s.id = p.skill
      -- So that json_ratings is computed once.
      offset 0
    ) as item
  ) as item
  where coalesce(bytes_before, 0) < max_bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.sort_matches (
  sort     text,
  matches  uuid[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
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
  return array(
    select k.skill_id
    from (
      select
        s.skill_id,
        case sort
          when 'top' then s.score when 'rating' then s.avg_tenths when 'most_rated' then s.total_ratings
          when 'reliability' then s.reliability_score when 'security' then s.security_score when 'speed' then s.speed_score
        end as first_key,
        case sort when 'rating' then s.total_ratings when 'most_rated' then s.score end as second_key
      from public.skill_stats as s
      where s.skill_id = any (matches)
      -- Of many skills with equal keys, such as unrated ones, the first ones come first: sorting them is then cheap.
      order by s.skill_id desc
      offset 0
    ) as k
    where after is null or case
      when k.second_key is null then (k.first_key, k.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
      else (k.first_key, k.second_key, k.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
    end
    order by k.first_key desc, k.second_key desc, k.skill_id desc
    limit max_rows
  );
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
  -- Anyone can submit names: those without established ratings leave a place to one that has them, and a name that has them comes before
  -- one that is a little nearer.
  most_unproven constant integer := 2;
  proven_boost constant float8 := 0.2;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 100;
  words private.search_word[] := private.plan_search(
    search, is_loose => suggest_names.is_loose, searches => suggest_names.searches
  );
  key text := private.name_key(search);
  -- Null if nothing was corrected: a comparison costs as much as ranking a skill.
  corrected_key text := private.name_key(private.correct_search(search, words));
  hashes integer[] := private.name_hashes(key);
  -- With half of the budgets: it follows a search that found nothing, and only the best are compared.
  positions private.search_position[] := private.rank_skills(
    search, words, private.skill_types(), null, max_compared, 2 * searches
  );
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select id, name, slug
      from (
        select
          s.id, s.name, s.slug, s.name_key, d.is_proven,
          similarity + case when d.is_proven then proven_boost else 0 end as nearness,
          row_number() over (partition by d.is_proven order by similarity desc, s.name_key) as place
        from (
          select p.skill_id from unnest(positions) as p
          union
          -- Planted names cannot displace these.
          (
            select p.skill_id from private.skill_documents as p
            where p.is_proven and private.name_hashes(p.name_key) && hashes limit max_compared
          )
        ) as candidate
        join public.skills as s on s.id = candidate.skill_id
        join private.skill_documents as d on d.skill_id = candidate.skill_id
        cross join lateral greatest(
          extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
          extensions.similarity(s.name_key, corrected_key)
        ) as similarity
        where similarity >= min_similarity
      ) as near
      order by not is_proven and place > most_unproven, nearness desc, name_key
      limit most
    ) as nearest
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.trim_text (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- Unicode's White_Space and U+FEFF, as in functions/_shared/text/text.ts. A space first: btrim compares one after the other.
  return btrim(
    value,
    E'\u0020\u0009\u000A\u000B\u000C\u000D\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers_of_skills (
  p_skill_ids uuid[]
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
  -- Follows a search.
  max_bytes constant integer := private.search_page_bytes();
begin
  return (
    select json_build_object(
      'servers', coalesce(
        json_agg(json_build_object('skill_id', r.skill_id, 'updated_at', r.updated_at, 'server', r.server) order by r.ordinal)
          filter (where r.fits),
        '[]'
      ),
      'is_cut', coalesce(not bool_and(r.fits), false)
    )
    from (
      select
        i.ordinal, s.*,
        coalesce(sum(s.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) < max_bytes as fits
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as s on s.skill_id = i.skill_id
      where s.is_listed
    ) as r
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
  max_rows integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  words private.search_word[];
  positions private.search_position[];
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

  if search is null then
    page := private.scan_in_order(sort, types, after, max_rows);
  else
    if sort = 'relevance' then
      -- All pages of a search rank by the same correction and rarities.
      words := private.plan_search(search, private.cursor_words(after -> 1));
      positions := private.rank_skills(search, words, types, after, max_rows);
      page := array(select p.skill_id from unnest(positions) as p);
      did_you_mean := coalesce(private.correct_search(search, words), private.find_imitated(search));
      if p_explain then
        matches := private.explain_matches(words, page[:max_rows - 1]);
      end if;
    else
      page := private.filter_in_order(sort, types, private.search_words(search), after, max_rows);
    end if;
    if page = '{}' and p_cursor is null then
      suggestions := private.suggest_names(search, true);
    end if;
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then private.search_cursor(positions[count], words)
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',' order by ordinal) as items, count(*) as count
      from (
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by ordinal rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:max_rows - 1]) with ordinality as p (skill, ordinal)
          join private.listed_skills as s on s.id = p.skill
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < case when search is null then private.page_bytes() else private.search_page_bytes() end
    ) as p
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.lookup_skills (
  p_identifiers text
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
  items text[];
  trimmed text[];
  is_plain boolean;
  clean_value text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null if the identifier is not a path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  -- Null if it is not a package URL with a version.
  versions text[];
  -- Pairs for private.validate.
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  trimmed := array(select private.trim_text(s.value) from unnest(items) with ordinality as s (value, ordinal) order by s.ordinal);
  perform private.validate('identifiers', case
    when char_length(array_to_string(trimmed, '')) > 20000 then 'must have at most 20000 characters together'
  end);
  for i in 1..cardinality(items) loop
    -- Printable ASCII is common, and cleaning does not change it.
    is_plain := coalesce(octet_length(trimmed[i]) <= 2048 and trimmed[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then trimmed[i] else private.clean_text(trimmed[i], 2048) end;
    -- A malformed package URL or URL is not a name.
    if private.is_address(clean_value) then
      normal := private.normalize_identifier(clean_value);
      texts[i] := null;
    else
      normal := case when private.is_server_name(clean_value) then lower(clean_value collate "C") end;
      texts[i] := clean_value;
    end if;
    -- Like printable ASCII, what has a normal form is invalid only if it contains a key.
    if normal is null and not is_plain or private.contains_api_key(clean_value) then
      problems := problems || array['identifiers.' || i - 1, private.item_error(clean_value, 1, 2048)];
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and clean_value ~* '^pkg:' then private.package_version(clean_value) end;
  end loop;
  perform private.validate(variadic problems);

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as source on source.id = m.skill_id
        join public.skills as target on target.id = source.merged_into and target.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.ordinal, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank,
        row_number() over (
          partition by c.ordinal, c.is_exact, c.is_imported order by st.established_ratings desc, st.score desc, c.skill_id desc
        ) = 1 as is_most_rated
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    placed as (
      select
        r.*,
        -- The third place goes to the skill that most established agents rated, if it would be behind the third and is like it, so that
        -- copies with a rating by a new account cannot hide it.
        row_number() over (
          partition by r.ordinal
          order by least(r.rank, 3), r.is_exact desc, r.is_imported desc, r.is_exact and r.is_most_rated desc, r.rank
        ) as place
      from ranked as r
    ),
    first_placed as materialized (
      select
        p.*, v.version,
        -- Of the version of a skill, which several identifiers can name.
        dense_rank() over (order by v.version is null, p.skill_id, v.version) as number
      from placed as p cross join lateral (select versions[p.ordinal] as version) as v
      where p.place <= 3
    ),
    -- A list by number of the version: without hash joins, a join would compare each with each.
    evidence as materialized (
      select private.evidence_for_versions(
        array_agg(d.skill_id order by d.number), array_agg(d.version order by d.number)
      ) as for_versions
      from (select distinct p.number, p.skill_id, p.version from first_placed as p where p.version is not null) as d
    ),
    shown_skills as (
      select
        p.ordinal,
        json_agg(case when p.version is null then row_to_json(shown) else row_to_json(versioned) end order by p.place) as skills
      from first_placed as p
      join public.skills as s on s.id = p.skill_id
      cross join lateral (
        select
          s.id, s.name, s.slug, s.type, s.url, p.avg_tenths / 10.0::float8 as avg_claws, p.total_ratings, p.established_ratings,
          p.established_mean, p.is_imported as imported, p.is_exact as exact
      ) as shown
      cross join lateral (
        select
          shown.*, case when p.established_ratings > 0 then private.last_rated_version(p.skill_id) end as last_rated_version,
          (select e.for_versions[p.number] from evidence as e) as for_version
      ) as versioned
      group by p.ordinal
    ),
    results as materialized (
      select
        m.ordinal,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.ordinal, m.first_state from matches as m) as m
      left join shown_skills as s on s.ordinal = m.ordinal
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.ordinal
    ))
    from unnest(items) with ordinality as u (identifier, ordinal)
    left join results as r on r.ordinal = u.ordinal
  );
end
$function$;

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
  -- One skill more than the page shows whether there is another page.
  max_rows constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit) + 1;
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  -- That of public.list_skills, of which the page tokens of 2.0.0 have the cursors.
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  after jsonb;
  words private.search_word[];
  positions private.search_position[];
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  after := private.decode_cursor(p_cursor, list, private.cursor_types('relevance'));
  words := private.plan_search(search, private.cursor_words(after -> 1));
  positions := private.rank_skills(
    search, words, types, after, max_rows, mark => case when p_servers then private.server_mark() end
  );
  select i.items, i.count into page
  from (select array(select p.skill_id from unnest(positions[:max_rows - 1]) as p) as ids) as s
  cross join lateral private.skill_items(s.ids, private.explain_matches(words, s.ids), private.search_page_bytes()) as i;
  return format(
    '{"skills":[%s],"next_cursor":%s}', page.items, coalesce(to_json(case
      when cardinality(positions) > page.count
        then private.encode_cursor(private.search_cursor(positions[page.count], words), list)
    end)::text, 'null')
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
  page_limit constant integer := least(greatest(coalesce(p_limit, 20), 1), max_limit);
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
      from unnest(private.list_items(p_queries)) with ordinality as q (value, ordinal)
      order by ordinal
    );
    problems := problems || array(
      select e.field
      from unnest(queries) with ordinality as q (value, ordinal)
      cross join lateral unnest(array['queries.' || q.ordinal - 1, private.item_error(q.value, 1, 200)]) with ordinality as e (field, part)
      order by q.ordinal, e.part
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
    ranked := array(select p.skill_id from unnest(private.rank_skills(queries[i], words, types, null, depth, different)) as p);
    rankings[i] := row(words, ranked);
    did_you_mean[i] := coalesce(private.correct_search(queries[i], words), private.find_imitated(queries[i]));
  end loop;
  select f.skills, f.queries into page, best from private.fuse_rankings(rankings, page_limit) as f;

  if p_explain then
    for i in 1..cardinality(rankings) loop
      places := array_positions(best, i);
      explained := private.explain_matches(
        (rankings[i]).words, array(select page[ordinal] from unnest(places) as ordinal order by ordinal)
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
    from private.skill_items(page, matches, private.page_bytes())
  );
end
$function$;

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: The migration holds the lock in any case.
ALTER TABLE "public"."skill_stats"
  ADD CONSTRAINT "skill_stats_pkey" PRIMARY KEY (skill_id) INCLUDE (score, avg_tenths, total_ratings, reliability_score, security_score, speed_score);

-- In the order in which a new database creates them: Postgres cascades in it.
ALTER TABLE "private"."monthly_ratings"
  ADD CONSTRAINT "monthly_ratings_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE NOT VALID;

ALTER TABLE "private"."flags"
  ADD CONSTRAINT "flags_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE NOT VALID;

COMMENT ON COLUMN "private"."skill_documents"."created_at" IS 'When the skill was submitted, for a search in the order newest.';

COMMENT ON FUNCTION "private"."search_page_bytes"() IS 'As private.page_bytes, of a page of a search, which is expensive itself.';

COMMENT ON FUNCTION "private"."skill_items"(uuid[], jsonb[], integer) IS 'The JSON of skills as items of a list, in the order of the page, and how many fit into about max_bytes. Each may have a match. The time zone must be UTC.';

COMMENT ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) IS 'As private.scan_in_order, of these skills, in an order by ratings.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'GET /api/skills: a page of the catalogue, at most private.max_limit skills and about private.page_bytes, of a search private.search_page_bytes. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). A search that finds nothing has `suggestions` (private.suggest_names). Raises PT400.';

REVOKE ALL ON FUNCTION "private"."search_page_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_page_bytes"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_page_bytes"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_page_bytes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[], integer) TO "postgres";
