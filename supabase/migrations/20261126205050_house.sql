set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "count_deleted_ratings" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "count_new_ratings" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "update_identifier_scores" ON "public"."skill_stats";

DROP INDEX "private"."registry_servers_updated_at";

DROP INDEX "private"."registry_servers_version";

DROP INDEX "public"."ratings_agent_id";

DROP VIEW "public"."skill_catalogue";

DROP VIEW "private"."all_skills";

ALTER TABLE "private"."registry_servers"
  DROP CONSTRAINT "registry_servers_pkey";

ALTER DOMAIN "private"."score"
  DROP CONSTRAINT "score_valid";

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_type_known";

DROP FUNCTION "admin"."skill_id"(text);

DROP FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision);

DROP FUNCTION "private"."correct_word"(text, integer, text[], double precision[]);

DROP FUNCTION "private"."count_deleted_ratings"();

DROP FUNCTION "private"."count_new_ratings"();

DROP FUNCTION "private"."cursor_pattern"(text);

DROP FUNCTION "private"."decode_cursor"(text, text, text);

DROP FUNCTION "private"."east_asian_class"();

DROP FUNCTION "private"."established_mean"(public.skill_stats);

DROP FUNCTION "private"."is_score"(numeric);

DROP FUNCTION "private"."mark_established"(uuid[], integer, uuid[], uuid[]);

DROP FUNCTION "private"."plan_ranking"(text, jsonb);

DROP FUNCTION "private"."position_pattern"(text[]);

DROP FUNCTION "private"."quality_differences"();

DROP FUNCTION "private"."quality"(bigint);

DROP FUNCTION "private"."resolve_skill"(text);

DROP FUNCTION "private"."scan_changed_servers"(text, text, timestamp WITH time zone, integer);

DROP FUNCTION "private"."server_list_position"(text, text);

DROP FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean);

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "last_rated_at" timestamp WITH time zone;

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

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TYPE "private"."counted_rating" ADD ATTRIBUTE "rated_at" timestamp WITH time zone CASCADE;

CREATE OR REPLACE FUNCTION admin.skill_id (
  id_or_slug text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted uuid := private.parse_uuid(id_or_slug);
  id uuid;
begin
  if wanted is not null then
    select s.id into id from public.skills as s where s.id = wanted;
  else
    select s.id into id from public.skills as s where s.slug = lower(id_or_slug);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', id_or_slug;
  end if;
  return id;
end
$function$;

CREATE OR REPLACE FUNCTION private.compare_candidates (
  skill          uuid,
  candidates     tid[],
  own_words      private.telling_word[],
  required_words integer,
  whole          double precision
)
  RETURNS TABLE (
    skill_id   uuid,
    type       text,
    words      tsvector,
    name       tsvector,
    weight     double precision,
    coverage   double precision,
    name_share double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 20
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
#variable_conflict use_column
declare
  limits constant record := private.similarity_constants();
begin
  return query
  with telling as materialized (
    select term, coalesce(with_synonyms, term) as with_synonyms, weight from unnest(own_words)
  )
  select d.skill_id, d.type, d.words, n.name, f.weight, v.coverage, v.name_share
  from (
    select c.ctid, sum(bytes) over (order by bytes, c.ctid) as bytes
    from (select distinct ctid from unnest(candidates) as ctid) as c
    join private.skill_documents as doc on doc.ctid = c.ctid
    cross join lateral pg_column_size(doc.words) as bytes
  ) as c
  -- Detoasts a long document once.
  join lateral (
    select skill_id, type, name_words, doc.words || ''::tsvector as words
    from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= limits.max_bytes offset 0
  ) as d on d.skill_id <> skill
  cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
  cross join lateral (
    select
      sum(t.weight * case when t.in_name then 1 else least(1, sqrt(limits.usual_length / length(d.words))) end) as weight,
      count(*) as shared_words,
      count(*) filter (where t.in_name and t.is_same) as in_name
    from (
      select
        weight * case when m.is_same then 1 else limits.synonym_weight end as weight, m.is_same,
        n.name @@ case when m.is_same then term else with_synonyms end as in_name
      from telling cross join lateral (select d.words @@ term as is_same offset 0) as m
      where d.words @@ with_synonyms
      offset 0
    ) as t
  ) as f
  cross join lateral (
    select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
  ) as v
  where f.shared_words >= required_words
  order by v.coverage + limits.name_share_boost * v.name_share desc, d.skill_id
  limit limits.max_compared;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong       text,
  budget      integer,
  common      text[],
  frequencies double precision[],
  is_loose    boolean
)
  RETURNS TABLE (
    word   text,
    skills double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
declare
  max_edits constant integer := private.allowed_edits(wrong);
  transposed text[] := private.transpositions(wrong);
  digits constant text := regexp_replace(wrong, '[^0-9]', '', 'g');
  -- With a lower trigram similarity, nobody confuses two words.
  min_similarity constant float8 := 0.4;
  hashes integer[];
begin
  -- Once for all distances, with the cheap conditions first: there are 1,000 common words.
  select array_agg(c.word), array_agg(c.skills) into common, frequencies
  from unnest(common, frequencies) as c (word, skills)
  where position(left(c.word, 1) in left(wrong, 3)) > 0
    and abs(char_length(c.word) - char_length(wrong)) <= max_edits;

  for edits in 1..max_edits loop
    hashes := array(select d.deletion from private.deletions(array[wrong], edits) as d);
    return query (
      select near.word, counted.frequency
      from (
        select word, max(skills) as skills, min(location) as location
        from (
          -- In the order of the table, the oldest first: words that are added later cannot displace them.
          (
            select v.word, null::float8 as skills, v.ctid as location
            from private.vocabulary as v where v.deletions && hashes
            limit budget / char_length(wrong)
          )
          union all
          -- Common words that begin with one of its first three letters, which other words cannot displace. Stems are not in the vocabulary.
          select c.word, c.skills, v.ctid
          from unnest(common, frequencies) as c (word, skills) join private.vocabulary as v on v.word = c.word collate "C"
        ) as candidate
        where
          word <> wrong
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          and abs(char_length(word) - char_length(wrong)) <= edits
          -- Digits are not mistyped letters: contex7 is context7, and not context.
          and regexp_replace(word, '[^0-9]', '', 'g') = digits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and (
            extensions.levenshtein_less_equal(wrong, word, edits) <= edits
            or private.is_within(wrong, transposed, word, edits)
          )
        group by word
        order by max(skills) desc nulls last, min(location)
        limit 50
      ) as near
      cross join lateral (
        select case when skills >= 100 then skills else private.count_documents(private.term(word), 1000) end as frequency
        -- Evaluates the count once for each word.
        offset 0
      ) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    if found then
      return;
    end if;
  end loop;

  if is_loose then
    hashes := array(select d.deletion from private.deletions(array[wrong], 2) as d);
    return query (
      select near.word, counted.frequency
      from (
        select v.word, extensions.similarity(v.word, wrong) as similarity
        from (
          select v.word from private.vocabulary as v where v.deletions && hashes limit budget / char_length(wrong)
        ) as v
        where extensions.similarity(v.word, wrong) >= min_similarity
        order by similarity desc, v.word
        limit 50
      ) as near
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as counted
      where frequency > 0
      order by similarity desc, frequency desc, word
      limit 1
    );
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_changed_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    perform private.establish_raters(
      array(select distinct agent_id from new_rows),
      array(select id from new_rows),
      array(select skill_id from unnest(added || removed))
    );
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_ratings (
  added   private.counted_rating[],
  removed private.counted_rating[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change private.stats_change;
begin
  -- Before the statements that read the newest ratings, so that these see what other transactions wrote before this one got the locks.
  perform private.lock_stats(array(select skill_id from unnest(added || removed)));
  for change in select * from private.sum_ratings(added, removed) loop
    update public.skill_stats as s set
      claws_1 = s.claws_1 + change.claws_1,
      claws_2 = s.claws_2 + change.claws_2,
      claws_3 = s.claws_3 + change.claws_3,
      claws_4 = s.claws_4 + change.claws_4,
      claws_5 = s.claws_5 + change.claws_5,
      reliability_count = s.reliability_count + change.reliability_count,
      reliability_sum = s.reliability_sum + change.reliability_sum,
      security_count = s.security_count + change.security_count,
      security_sum = s.security_sum + change.security_sum,
      speed_count = s.speed_count + change.speed_count,
      speed_sum = s.speed_sum + change.speed_sum,
      established_ratings = s.established_ratings + change.established_ratings,
      established_claws = s.established_claws + change.established_claws,
      established_reliability_count = s.established_reliability_count + change.established_reliability_count,
      established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
      established_security_count = s.established_security_count + change.established_security_count,
      established_security_sum = s.established_security_sum + change.established_security_sum,
      established_speed_count = s.established_speed_count + change.established_speed_count,
      established_speed_sum = s.established_speed_sum + change.established_speed_sum,
      last_rated_at = private.last_rated_at(s.skill_id)
    where s.skill_id = change.skill_id;
  end loop;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by c.skill_id, c.month
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$function$;

CREATE OR REPLACE FUNCTION private.counted_rating (
  rating public.ratings
)
  RETURNS private.counted_rating
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    rating.skill_id, private.month_of(rating.created_at), rating.established,
    rating.claws::integer, rating.reliability::numeric, rating.security::numeric, rating.speed::numeric, rating.updated_at
  );
end
$function$;

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

CREATE OR REPLACE FUNCTION private.document_words (
  name        text,
  description text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  in_name text[] := private.with_parts(private.name_words(name));
  in_text text[] := private.with_parts(private.split_words(private.fold_text(description), true));
begin
  -- A lexeme keeps one weight for each position, so each weight has its own position. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name, ':1A '), '') || ':1A',
    nullif(array_to_string(private.other_stems(in_name), ':2B '), '') || ':2B',
    nullif(array_to_string(in_text, ':3C '), '') || ':3C',
    nullif(array_to_string(private.other_stems(in_text), ':4 '), '') || ':4'
  )::tsvector;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish_raters (
  agents     uuid[],
  rating_ids uuid[],
  skills     uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  candidates uuid[] := array(select id from unnest(agents) as id where private.needs_establishing(id));
  established_agents uuid[];
  marked uuid[];
begin
  if candidates = '{}' then
    return;
  end if;
  -- private.accept_rating has locked the agent. If it did not run, the lock must not be waited for: the next rating decides.
  candidates := array(
    select a.id from public.agents as a
    where a.id = any (candidates)
      and (
        exists (select from private.standing as t where t.agent_id = a.id and t.established_at is not null)
        or (
          select count(*) from (select from public.ratings as r where r.agent_id = a.id and r.removed_at is null limit 3) as rated
        ) = 3
      )
    order by a.id for update skip locked
  );
  insert into private.standing as t (agent_id, established_at) select id, now() from unnest(candidates) as id
  on conflict (agent_id) do update set established_at = excluded.established_at
  where t.established_at is null and t.withdrawn_at is null;
  established_agents := array(
    select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null
  );

  -- The new ratings and the newest of the others. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r
    where r.agent_id = any (established_agents) and not r.established and (
      r.id = any (rating_ids)
      or r.id in (
        select newest.id from public.ratings as newest
        where newest.agent_id = any (established_agents) and not newest.established
        order by newest.updated_at desc, newest.id desc
        limit maximum
      )
    )
    order by r.id
    for no key update skip locked
  );
  -- With the skills whose ratings the caller counts next, so that all are locked in order.
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$function$;

CREATE OR REPLACE FUNCTION private.established_mean (
  established_ratings integer,
  established_claws   bigint
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return established_claws::numeric / nullif(established_ratings, 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.evidence_for_version (
  skill          uuid,
  wanted_version text
)
  RETURNS json
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
  return (
    select json_build_object(
      'version', wanted_version,
      'established_ratings', e.ratings,
      'established_mean', private.established_mean(e.ratings, e.claws),
      -- Of established agents if there are any: no new account makes old evidence look recent.
      'last_rated_at', coalesce(e.last_rated_at, o.last_rated_at)
    )
    from (
      select
        coalesce(sum(n.ratings), 0)::integer as ratings, sum(n.ratings * c.claws)::bigint as claws,
        max(n.last_rated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select count(*) as ratings, max(r.updated_at) as last_rated_at
        from (
          select updated_at from public.ratings
          where skill_id = skill and version = wanted_version and established and claws = c.claws and removed_at is null
          order by updated_at desc, id desc limit 1000
        ) as r
      ) as n
    ) as e
    cross join (
      select max(r.updated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select updated_at from public.ratings
        where skill_id = skill and version = wanted_version and not established and claws = c.claws and removed_at is null
        order by updated_at desc, id desc limit 1
      ) as r
    ) as o
    where e.last_rated_at is not null or o.last_rated_at is not null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.expand_words (
  words   text[],
  weights jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The number of synonyms that retrieve candidates, the most telling first. The index reads all postings of each.
  max_retrieved constant integer := 8;
  -- A synonym in more skills retrieves none that contain nothing else: 100 at random of a million skills, for up to 50 ms. In a catalogue
  -- of less than 50 times as many skills, looking the frequencies up costs more than it saves.
  max_frequency constant integer := 5000;
begin
  return (
    with found as materialized (
      select * from private.find_synonyms(words) with ordinality as s (said, called, place)
    ),
    common as materialized (
      select case when private.document_count() > 50 * max_frequency then
        private.common_frequencies(array(select unnest(called) from found where place <= max_retrieved), null)
      end as frequencies
    ),
    synonym as materialized (
      select
        to_jsonb(said) as said, private.synonym_query(called) as query, place <= max_retrieved as is_retrieved,
        (select bool_and(coalesce((frequencies ->> stem)::float8, 0) > max_frequency) from unnest(called) as stem) as is_common
      from found cross join common
    ),
    by_word as (
      select
        word,
        string_agg(query, ' | ') as query,
        concat_ws(' | ', private.word_query(word), string_agg(query, ' | ') filter (where is_retrieved)) as retrieved
      from unnest(words, private.stems(words)) as w (word, stem)
      left join synonym on said ? stem
      where (weights ->> word)::numeric > 0 or weights ? (word || '*') or said is not null
      group by word, stem
    )
    select jsonb_build_object(
      'queries', jsonb_object_agg(word, query) filter (where query is not null),
      'any', (select string_agg(distinct query, ' | ') from synonym),
      -- Skills with each word or a synonym of it, then those with a rarer synonym of any word.
      'retrieved', jsonb_build_array(
        string_agg(format('(%s)', retrieved), ' & '),
        (select string_agg(distinct query, ' | ') from synonym where is_retrieved and not is_common)
      )
    )
    from by_word
    having exists (select from synonym)
  );
end
$function$;

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
  weights jsonb := ranking -> 'rarities';
begin
  return array(
    with synonym as materialized (
      select said, private.synonym_query(called) as query
      from private.find_synonyms(array(select jsonb_array_elements_text(ranking -> 'words')))
    ),
    typed as materialized (
      select
        word, nearest,
        private.forms_of(word, place = cardinality(words)) as query,
        private.forms_of(nearest, place = cardinality(words)) as corrected_query,
        (
          select string_agg(s.query, ' | ')::tsquery
          from synonym as s where private.stem(coalesce(nearest, word)) = any (s.said)
        ) as expanded_query
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
        'expanded', jsonb_agg(word) filter (where kind = 'expanded'),
        'missing', jsonb_agg(word) filter (where kind = 'missing')
      ))
      from (
        select
          word, nearest,
          case
            when d.words @@ query then 'found'
            when d.words @@ corrected_query then 'corrected'
            when d.words @@ expanded_query then 'expanded'
            else 'missing'
          end as kind
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

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort   text,
  types  text[],
  words  text[],
  after  jsonb,
  wanted integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  required tsquery := private.required_words(words);
  weights jsonb := private.weigh_words(words);
  -- A word that occurs nowhere has no weight.
  rarest float8 := (
    select max(coalesce(least((weights ->> word)::float8, (weights ->> (word || '*'))::float8), 100)) from unnest(words) as word
  );
  matches float8 := private.frequency(greatest(rarest, 0.01));
  skills_per_match float8 := greatest(private.document_count(), 1) / matches;
  steps float8 := 2 * wanted * skills_per_match;
  page uuid[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select skill from unnest(private.scan_in_order(sort, types, null, after, steps::integer)) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, private.document_count() * (cardinality(page) + 1) / steps);
    steps := 8 * steps;
  end loop;
  return private.scan_in_order(
    sort, types,
    array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, wanted
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_imitated (
  search text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- As many as make a verdict about a skill.
  min_established constant integer := 3;
  max_words constant integer := 50;
  max_letters constant integer := 10000;
  max_skills constant integer := 20;
  key constant text := private.name_key(search);
  edits constant integer := private.allowed_edits(key);
  joined constant text := private.joined(private.fold_text(search));
  hashes integer[];
begin
  if edits = 0 or joined = '' or not exists (
    select from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.name_key = key and s.retired_at is null and st.established_ratings = 0
  ) then
    return null;
  end if;
  hashes := array(select d.deletion from private.deletions(array[joined], edits) as d);
  return (
    with near as materialized (
      select word
      from (
        select v.word from private.vocabulary as v where v.deletions && hashes limit max_letters / char_length(joined)
      ) as v
      -- A transposition counts as two edits.
      where extensions.levenshtein_less_equal(word, joined, edits + 1) <= edits + 1
      limit max_words
    )
    select s.name
    from (
      select s.id from near join public.skills as s on s.name_key = near.word where s.retired_at is null
      union
      select d.skill_id
      from near cross join lateral (
        select d.skill_id from private.skill_documents as d where d.words @@ private.term(near.word, ':A') limit max_skills
      ) as d
    ) as found (id)
    join public.skills as s on s.id = found.id
    join public.skill_stats as st on st.skill_id = found.id
    where st.established_ratings >= min_established
      and s.name_key <> key
      and private.is_within(key, private.transpositions(key), s.name_key, edits)
    order by st.established_ratings desc, s.name_key
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_similar_skills (
  skill uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  shares constant jsonb := private.common_shares();
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name, shares) as word);
  whole := (select sum(weight) from unnest(own_words[:limits.max_weighed_words]));
  if whole is null then
    return '{}';
  end if;

  return array(
    select s.skill_id
    from (
      select
        c.skill_id, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + limits.name_share_boost * c.name_share)
          * case when c.type = own.type then limits.same_type_boost else 1 end as similarity
      from (
        select *, tsvector_to_array(name) as in_name, tsvector_to_array(ts_filter(words, '{c,d}')) as in_text
        from private.compare_candidates(
          skill, private.find_candidates(own_words), own_words, least(limits.min_shared_words, cardinality(own_stems)), whole
        )
        offset 0
      ) as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when stem = any (c.in_name) then limits.name_boost else 1 end as weight
          from unnest((tsvector_to_array(c.words))[:limits.max_compared_words]) as stem
          cross join lateral (select (shares ->> stem)::float8 as share offset 0) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit limits.max_weighed_words
        ) as w
      ) as o
    ) as s
    where s.similarity >= limits.min_similarity
    order by s.similarity + limits.similarity_of_claw / 1e12 * s.quality desc, s.skill_id desc
    limit limits.most
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
  return private.word_query(word) || case when is_last then private.term(word, ':*AC') else ''::tsquery end;
end
$function$;

CREATE OR REPLACE FUNCTION private.frequency (
  rarity double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  all_documents constant float8 := greatest(private.document_count(), 1);
begin
  return all_documents / (exp(rarity * ln(1 + all_documents) / 12) - 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.has_submitted_twin (
  skill uuid
)
  RETURNS boolean
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
  return exists (
    select from private.skill_identifiers as own
    -- For each identifier of the skill, at most one row: thousands can share one, and a join could begin with all of them.
    cross join lateral (
      select from private.skill_identifiers as other
      where other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
        and other.skill_id <> skill
      limit 1
    ) as twin
    where own.skill_id = skill and own.is_own
      -- A repository can hold many skills.
      and not private.is_repository(own.identifier)
  ) or exists (
    select from private.imported_skills as i
    join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
    where i.skill_id = skill and other.id <> skill
      and not exists (select from private.imported_skills as imported where imported.skill_id = other.id)
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
      where (n.name, n.description, n.type, n.retired_at) is distinct from (o.name, o.description, o.type, o.retired_at)
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
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, quality)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      private.document_words(s.name, s.description), private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  -- Locks the words that the vocabulary has: private.remove_unused_words, which does not see this document yet, would delete them. It
  -- never deletes common words.
  perform from private.vocabulary as v
  where v.word in (
    select w.lexeme collate "C"
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (changed) and not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
  )
  order by v.word
  for key share;
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.words_beginning counts the words of the vocabulary.
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

CREATE OR REPLACE FUNCTION private.install_of (
  skill uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select json_build_object('publisher', server.name, 'entries', server.install)
    from private.registry_servers as server
    join public.skills as s on s.id = server.skill_id
    where server.skill_id = skill
      and server.install is not null
      and server.status <> 'deleted'
      and s.retired_at is null
      and private.source_status(skill) is distinct from 'deleted'
  );
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
  return (coalesce(jsonb_typeof(ranking -> 'rarities') = 'object', false) or coalesce(jsonb_typeof(ranking -> 'weights') = 'object', false))
    and ranking - '{rarities,weights,replaced,correction}'::text[] = '{}'
    and not ranking ?& '{rarities,weights}'
    and not ranking ?& '{replaced,correction}'
    and coalesce(jsonb_typeof(ranking -> 'correction') = 'string', true)
    and coalesce(jsonb_typeof(ranking -> 'replaced') = 'object' and ranking -> 'replaced' <> '{}', true)
    and not exists (
      select from jsonb_each(coalesce(ranking -> 'rarities', ranking -> 'weights')) as w (word, weight)
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

CREATE OR REPLACE FUNCTION private.is_new_commentary (
  old_commentary text,
  new_commentary text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- The key takes time.
  return old_commentary is distinct from new_commentary
    and private.commentary_key(old_commentary) is distinct from private.commentary_key(new_commentary);
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
  -- By name: the name. By time of change: the time and the name. By relevance: the positions of the ranking and of the skill, and the name.
  return case jsonb_array_length(value)
    when 1 then pg_input_is_valid((value -> 0)::text, 'private.name_after')
    when 2 then
      (pg_input_is_valid((value -> 0)::text, 'private.cursor_time') or private.is_search_position(value -> 0))
      and pg_input_is_valid((value -> 1)::text, 'private.name_after')
    else false
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.joined (
  folded text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return left(regexp_replace(folded collate pg_catalog.pg_c_utf8, '[^[:alnum:]]+', '', 'g'), 64);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_commentary_hidden()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    if new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.is_new_commentary(hidden.commentary, new.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.last_rated_at (
  skill uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  AS $function$
begin
  return (
    select max(newest.updated_at)
    from unnest('{true,false}'::boolean[]) as t (established) cross join lateral (
      select r.updated_at from public.ratings as r
      where r.skill_id = skill and r.established = t.established and r.removed_at is null
      order by r.updated_at desc, r.id desc limit 1
    ) as newest
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.last_rated_version (
  skill uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
begin
  return (
    with newest as materialized (
      select r.version, min(r.place) as place, private.semantic_version_key(r.version) as key
      from (
        select version, row_number() over (order by updated_at desc, id desc) as place from public.ratings
        where skill_id = skill and established and version is not null and removed_at is null
        order by updated_at desc, id desc limit 100
      ) as r
      group by r.version
    )
    select n.version from newest as n
    -- If the newest has no semantic version, others cannot be compared with it.
    order by case when (select key from newest where place = 1) is not null then n.key end collate "C" desc nulls last, n.place
    limit 1
  );
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

CREATE OR REPLACE FUNCTION private.max_limit()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 500;

CREATE OR REPLACE FUNCTION private.name_words (
  name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  folded text := private.fold_text(name) collate pg_catalog.pg_c_utf8;
  -- fooBar as foo and bar, HTTPServer as http and server.
  spaced text := regexp_replace(
    name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])|([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1\2 ', 'g'
  );
  words text[] := private.split_words(folded, true);
begin
  if spaced <> name then
    words := words || private.split_words(private.fold_text(spaced), true);
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar, Foo Bar MCP as foobarmcp.
  if folded ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]' then
    words := words || array(
      select private.joined(part)
      from (
        select folded as part
        union all
        select unnest(array[part, substring(part from '[^/]*$')]) from string_to_table(folded, ' ') as part
        where part ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]'
      ) as parts
    );
  end if;
  return array_remove(words, '');
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_package_url (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- The qualifiers are dropped, except the registry of an image, and the subpath, except that in a repository.
  kept text := split_part(value, '#', 1);
  subpath text := substr(value, char_length(kept) + 2);
  path text := ltrim(substr(split_part(kept, '?', 1), 5), '/');
  package_type text := lower(split_part(path, '/', 1) collate pg_catalog.pg_c_utf8);
  registry text;
begin
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or private.has_template(path) then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  if strpos(path, '@') > 0 then
    path := coalesce(left(path, private.version_position(path) - 1), path);
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := replace(private.decode_percent(path), E'\u0004', '/');
  if strpos(path, '//') > 0 then
    path := regexp_replace(path, '/+', '/', 'g');
  end if;
  path := replace(private.fold_identifier(btrim(path, '/')), '@', '%40');
  if path = '' or strpos('/' || path, '/.') > 0 and path ~ '(?:^|/)\.\.?(?:/|$)' then
    return null;
  end if;
  if left(path, 3) = '%40' then
    path := '@' || substr(path, 4);
    -- Without a scope or a name.
    if strpos(path, '/') < 3 then
      return null;
    end if;
  end if;

  if package_type in ('docker', 'oci') then
    -- Faster than an expression that captures the value.
    registry := split_part(kept, '?', 2);
    registry := split_part(substr(registry, nullif(regexp_instr(registry, '(?:^|&)repository_url=', 1, 1, 1, 'i'), 0)), '&', 1);
    registry := private.fold_identifier(replace(private.decode_percent(registry), E'\u0004', '/'));
    registry := rtrim(regexp_replace(registry, '^(?:https?|docker|oci)://', ''), '/');
    if registry <> '' and not (strpos(path, '/') > 0 and split_part(path, '/', 1) ~ '[.:]|^localhost$') then
      -- repository_url is the registry, or the whole repository with the name.
      path := case when right(registry, char_length(path) + 1) = '/' || path then registry else registry || '/' || path end;
    end if;
    return private.normalize_image(path);
  end if;
  if package_type = 'pypi' then
    path := regexp_replace(path, '[-_.]+', '-', 'g');
  elsif package_type in ('github', 'gitlab') and subpath <> '' then
    if private.has_template(subpath) then
      return null;
    end if;
    -- As in a URL, where these two are always encoded.
    subpath := replace(replace(private.decode_percent(subpath), '?', E'\u0005'), '#', E'\u0002');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(replace(subpath, E'\u0006', '@')));
    path := path || private.repository_subpath(subpath);
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.package_version (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  path text := ltrim(substr(split_part(split_part(value, '#', 1), '?', 1), 5), '/');
  version text;
begin
  path := btrim(substr(path, strpos(path, '/') + 1), '/');
  version := private.decode_percent(substr(path, private.version_position(path) + 1));
  return nullif(translate(version, E'\u0001\u0002\u0003\u0004\u0005\u0006', ' #%/?@'), '');
end
$function$;

CREATE OR REPLACE FUNCTION private.paired_class()
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  '\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0e82\u0e84\u0e86-\u0e8a\u0e8c-\u0ea3\u0ea5\u0ea7-\u0ebd\u0ec0-\u0ec4\u0ec6\u0ec8-\u0ece\u0ed0-\u0ed9\u0edc-\u0edf\u1000-\u1049\u1050-\u109d\u1100-\u11ff\u1780-\u17d3\u17d7\u17dc-\u17dd\u17e0-\u17e9\u17f0-\u17f9\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\ua9e0-\ua9fe\uaa60-\uaa76\uaa7a-\uaa7f\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af'::text;

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

CREATE OR REPLACE FUNCTION private.parts (
  word text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return regexp_match(word collate pg_catalog.pg_c_utf8, '^([[:alpha:]]{2,})2([[:alpha:]]{2,})$');
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_ranking (
  search   text,
  carried  jsonb   DEFAULT NULL::jsonb,
  is_loose boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  words text[] := private.search_words(search);
  weights jsonb;
  replaced jsonb := carried -> 'replaced';
  correction text;
  suspect text[];
  common text[];
  frequencies float8[];
  -- The weight of a word in 1,000 skills.
  rare_weight numeric := private.rarity(1000);
begin
  -- A cursor is not signed: the ranking that it carries is used only if its correction is one of this search. Cursors of version 1.0.0
  -- have the corrected search, which could be any text.
  if carried is null or carried ? 'correction' or not private.is_spelling(words, replaced) then
    carried := null;
    replaced := null;
    weights := private.weigh_words(words);
    suspect := private.suspect_words(words, weights);
    if suspect <> '{}' then
      select array_agg(c.word), array_agg(c.skills) into common, frequencies
      from (select * from private.common_words(0) order by skills desc limit 1000) as c;
      replaced := (
        select jsonb_object_agg(wrong, near.word)
        from unnest(suspect) as wrong
        -- The words share the budget of a correction.
        cross join lateral private.correct_word(
          wrong, 10000 / greatest(cardinality(suspect), 1), common, frequencies, is_loose
        ) as near
        where near.skills >= case
          when weights ? wrong
            then greatest(min_skills, min_ratio * private.frequency((weights ->> wrong)::float8))
          else 1
        end
      );
    end if;
  end if;

  correction := private.correct_search(search, replaced);
  if correction is not null then
    words := private.search_words(correction);
  end if;
  if correction is not null or weights is null then
    weights := private.weigh_words(words);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'words', words,
    'replaced', case when correction is not null then replaced end,
    'rarities', coalesce((
      -- A cursor cannot make a word rare that more than 1,000 skills contain, or look up the words that begin with a common one: reading
      -- these posting lists would be expensive.
      select jsonb_object_agg(
        word, least(c.weight::numeric, case when current_weight <= rare_weight + 0.01 then current_weight + 0.7 end)
      )
      from jsonb_each_text(carried -> 'rarities') as c (word, weight)
      join lateral (select (weights ->> word)::numeric as current_weight) as current on current_weight is not null
    ), weights)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.quality (
  score               bigint,
  established_ratings integer
)
  RETURNS bigint
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- An unrated skill counts as 3 claws.
  neutral constant bigint := 3000000000;
  -- The score that new agents can reach is at most an eighth of a claw from neutral (private.bayesian_average). Within it, scores only
  -- decide between skills of the same relevance, so that no number of new accounts can buy a better one.
  free constant bigint := 125000000;
  -- The weight of evidence: benchmarks/results/search.md has the figures of others.
  evidence_weight constant float8 := 0.5;
  difference bigint := case score when 0 then 0 else score - neutral end;
begin
  return 1000 * neutral + round(
    sign(difference) * (1000 * greatest(abs(difference) - free, 0) + least(abs(difference), free))
    * (1 + evidence_weight * ln(1 + established_ratings::float8))
  )::bigint;
end
$function$;

CREATE OR REPLACE FUNCTION private.quality_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     bigint,
    recomputed bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT d.skill_id,
     d.quality,
     private.quality(s.score, s.established_ratings)
  AS quality
    FROM (private.skill_documents d
      JOIN public.skill_stats s ON ((s.skill_id = d.skill_id)))
   WHERE (d.quality <> private.quality(s.score, s.established_ratings));
END;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search  text,
  ranking jsonb,
  types   text[],
  after   jsonb,
  wanted  integer
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
  -- Of a prefix match of the last word, where the word itself is missing.
  prefix_boost constant float8 := 0.7;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, and for a name without other words.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  same_words_boost constant float8 := 0.25;
  -- For a skill that says that it is for agents, who search here.
  agent_boost constant float8 := 4;
  agent_words constant tsquery := $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
  -- What a text loses that has e times as many words as a short one.
  length_malus constant float8 := 0.75;
  short_text constant integer := 10;
  -- The maximum size of all ranked documents, those with all words first, then the shortest: 1,000 of the usual size. Reading long
  -- documents costs most.
  max_bytes constant integer := 600000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality without ratings, in trillionths of a claw.
  neutral constant bigint := private.quality(0, 0);
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 100;
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(after -> 1 ? 'weights', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  carried_cap constant bigint := case when not is_old then after #>> '{0,2}' end;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.joined(private.fold_text(corrected)), ''), ':A');
  words text[] := array(select jsonb_array_elements_text(ranking -> 'words'));
  weights jsonb := ranking -> 'rarities';
  complete tid[] := private.find_complete(words, ranking, types);
  candidates tid[] := complete;
  synonyms jsonb;
  any_synonym tsquery;
begin
  -- Otherwise skills with all words fill the ranking.
  if cardinality(complete) < enough then
    synonyms := private.expand_words(words, weights);
    any_synonym := synonyms ->> 'any';
    candidates := candidates || private.find_partial(
      words, ranking, types, array(select jsonb_array_elements_text(synonyms -> 'retrieved'))::tsquery[]
    );
  end if;
  candidates := candidates || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null
    order by s.name_key
    limit 50
  );
  if max_bytes < (select sum(pg_column_size(d.words)) from private.skill_documents as d where d.ctid = any (candidates)) then
    candidates := array(
      select ctid
      from (
        select d.ctid, sum(pg_column_size(d.words)) over (
          order by d.name_key <> key, d.ctid <> all (complete), pg_column_size(d.words), d.ctid
        ) as bytes
        from private.skill_documents as d where d.ctid = any (candidates)
      ) as d
      where bytes <= max_bytes
    );
  end if;

  return array(
    with term as materialized (
      select
        coalesce((weights ->> word)::float8, case when weights ? (word || '*') then 0 else private.rarity(1) end) as weight,
        weights ? word as is_known, spelling.name, spelling.text,
        prefix_boost * (weights ->> (word || '*'))::float8 as prefix_weight,
        case when weights ? (word || '*') then private.term(word, ':*AC') end as prefix,
        (synonyms #>> array['queries', word])::tsquery as synonyms_of_word
      from unnest(words) as word
      cross join lateral (
        select
          string_agg(private.word_query(form, ':AB')::text, ' | ')::tsquery as name,
          string_agg(private.word_query(form, ':CD')::text, ' | ')::tsquery as text
        from (
          select word as form
          union
          select typed from jsonb_each_text(ranking -> 'replaced') as r (typed, nearest) where nearest = word
        ) as s
      ) as spelling
      where weights ?| array[word, word || '*'] or synonyms -> 'queries' ? word
      -- Of a long search only the rarest words, to bound its cost.
      order by weight desc, word
      limit 24
    ),
    whole as materialized (
      select sum(weight) filter (where is_known) as weight, count(*) as words from term
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / 1e12
          + f.found
          + case when d.words @@ agent_words then agent_boost else 0 end
          - length_malus * ln(greatest(length(d.words), short_text)::float8 / short_text)
          + coalesce(whole.weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * whole.words / greatest(whole.words, d.name_words, 1)
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          ), 0)
        ))::bigint as score,
        (unit * f.expanded)::bigint as expanded
      from whole
      cross join (
        select
          skill_id, name_key, name_words, quality,
          -- Detoasts a long document once.
          case when pg_column_size(doc.words) > 1000 then doc.words || '' else doc.words end as words
        from private.skill_documents as doc where doc.ctid = any (candidates) and doc.type = any (types)
        offset 0
      ) as d
      cross join lateral (select d.words @@ any_synonym as has_synonym offset 0) as s
      cross join lateral (
        select
          coalesce(sum(case
            when in_name and in_text then weight * both_boost
            when in_name then weight * name_boost
            when in_text then weight
            when d.words @@ prefix then prefix_weight
            else 0
          end), 0) as found,
          coalesce(sum(case
            when in_name or in_text or has_synonym is not true or d.words @@ prefix then 0
            when d.words @@ synonyms_of_word then weight * synonym_boost
            else 0
          end), 0) as expanded,
          bool_and(in_name or in_text) filter (where is_known and weight > 0) as is_complete
        from (select *, d.words @@ name as in_name, d.words @@ text as in_text from term offset 0) as t
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
      limit 1000
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

CREATE OR REPLACE FUNCTION private.rarity (
  documents double precision
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  all_documents constant float8 := greatest(private.document_count(), documents);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_documents / documents) / ln(1 + all_documents))::numeric, 2);
end
$function$;

CREATE OR REPLACE FUNCTION private.rating_orders()
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN ARRAY['newest'::text, 'oldest'::text, 'highest'::text, 'lowest'::text];

CREATE OR REPLACE FUNCTION private.remove_words_of_changed()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.remove_unused_words(array(
    select unnest(tsvector_to_array(ts_filter(old.words, '{a,c}')))
    except select unnest(tsvector_to_array(ts_filter(new.words, '{a,c}')))
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  written public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_raters sees rows only.
    return case when private.needs_establishing(new.agent_id) then new end;
  end if;
  if new.agent_id <> old.agent_id then
    new.established := exists (
      select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
    );
  end if;

  -- What agents do not write: a merge and a corrected time do not set updated_at.
  written.id := old.id;
  written.skill_id := old.skill_id;
  written.agent_id := old.agent_id;
  written.created_at := old.created_at;
  written.updated_at := old.updated_at;
  written.commentary_at := old.commentary_at;
  if written is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  if private.is_new_commentary(old.commentary, new.commentary) then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.reset_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.skill_stats set
    claws_1 = default, claws_2 = default, claws_3 = default, claws_4 = default, claws_5 = default,
    reliability_count = default, reliability_sum = default,
    security_count = default, security_sum = default,
    speed_count = default, speed_sum = default,
    established_ratings = default, established_claws = default,
    established_reliability_count = default, established_reliability_sum = default,
    established_security_count = default, established_security_sum = default,
    established_speed_count = default, established_speed_sum = default,
    last_rated_at = default;
  delete from private.monthly_ratings;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_skill (
  id_or_slug text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  trimmed text := private.trim_text(id_or_slug);
  wanted uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return skill;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_changed_servers (
  after_time     timestamp with time zone,
  after_name     text,
  wanted_version text,
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
begin
  select
    coalesce(array_agg(c.name order by c.updated_at, c.name), '{}'),
    coalesce(array_agg(to_jsonb(c.updated_at) order by c.updated_at, c.name), '{}')
  into names, positions
  from (
    -- Only one of the two branches has rows, and each has its index.
    (
      select r.updated_at, r.name from private.registry_servers as r
      where wanted_version is null and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit wanted
    )
    union all
    (
      select r.updated_at, r.name from private.registry_servers as r
      where r.version = wanted_version and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit wanted
    )
  ) as c;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_export (
  agent       uuid,
  wanted_part integer,
  after       jsonb,
  wanted      integer,
  bytes       bigint
)
  RETURNS TABLE (
    entry_position jsonb,
    item           json
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  AS $function$
begin
  return query
  select jsonb_build_array(e.part, e.at, e.id), case e.part
    when 1 then (
      select json_build_object(
        'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
      )
      from private.agent_keys as k where k.id = e.id
    )
    when 2 then (
      select row_to_json(shown)
      from (
        select s.*, private.submitted_identifiers(s.id) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as shown
    )
    when 3 then (
      select row_to_json(shown)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as shown
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', null, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r where r.id = e.id
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from (
        select rating_id, null::uuid as skill_id, reason, created_at, updated_at
        from private.rating_flags where (rating_id, agent_id) = (e.id, e.agent_id)
        union all
        select null, skill_id, reason, created_at, updated_at
        from private.skill_flags where (skill_id, agent_id) = (e.id, e.agent_id)
      ) as f
      left join public.ratings as r on r.id = f.rating_id
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = wanted_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit wanted
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_terms (
  words   text[],
  ranking jsonb
)
  RETURNS TABLE (
    term           text,
    frequency      double precision,
    is_wide_prefix boolean
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 5
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
declare
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  weights jsonb := ranking -> 'rarities';
begin
  return query
  select
    -- Without weights: the index does not have them, so Postgres would recheck each document.
    format('(%s)', concat_ws(' | ',
      private.word_query(word),
      case when weights ? (word || '*') then private.prefix_term(word, '') end,
      (
        select string_agg(private.term(private.stem(typed))::text, ' | ')
        from jsonb_each_text(ranking -> 'replaced') as r (typed, nearest) where nearest = word
      )
    )),
    frequency,
    weights ? (word || '*') and frequency > max_prefix_frequency
  from unnest(words) as word
  cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
  cross join lateral private.frequency(weight) as frequency
  where weight > 0;
end
$function$;

CREATE OR REPLACE FUNCTION private.semantic_version_key (
  version text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  parts text[] := regexp_match(
    version, '^v?([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$'
  );
  -- A version has at most 100 characters.
  numbers text := lpad(parts[1], 100, '0') || lpad(parts[2], 100, '0') || lpad(parts[3], 100, '0');
begin
  -- A release follows its pre-releases, and ~ all their characters.
  if parts[4] is null then
    return numbers || '~';
  end if;
  return numbers || (
    -- A number precedes other identifiers, and a space all their characters.
    select string_agg(case when i.part ~ '^[0-9]+$' then '0' || lpad(i.part, 100, '0') else '1' || i.part end, ' ' order by i.place)
    from string_to_table(parts[4], '.') with ordinality as i (part, place)
  );
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
        'established_mean', private.established_mean(st.established_ratings, st.established_claws),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m;
end
$function$;

CREATE OR REPLACE FUNCTION private.similarity_constants (
  OUT most integer,
  OUT min_shared_words integer,
  OUT min_similarity double precision,
  OUT name_boost double precision,
  OUT name_share_boost double precision,
  OUT synonym_weight double precision,
  OUT max_synonyms integer,
  OUT max_counted integer,
  OUT max_telling_words integer,
  OUT max_weighed_words integer,
  OUT usual_length double precision,
  OUT same_type_boost double precision,
  OUT similarity_of_claw double precision,
  OUT max_candidates integer,
  OUT enough_candidates integer,
  OUT max_paired_words integer,
  OUT max_frequency double precision,
  OUT max_bytes integer,
  OUT max_compared integer,
  OUT max_compared_words integer
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  most := 10;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost := 0.2;
  -- The weight of a synonym. For 600 skills, 26 (14 similar) replaced 14 (5 similar) of the first four.
  synonym_weight := 0.5;
  -- The most telling synonyms of each word.
  max_synonyms := 4;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74. See
  -- private.least_frequency.
  max_counted := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw := 0.05;
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates := 300;
  enough_candidates := 60;
  max_paired_words := 5;
  max_frequency := 5000;
  max_bytes := 100000;
  max_compared := 20;
  max_compared_words := 30;
end
$function$;

CREATE OR REPLACE FUNCTION private.source_version (
  skill uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select server.version from private.registry_servers as server where server.skill_id = skill and server.status <> 'deleted');
end
$function$;

CREATE OR REPLACE FUNCTION private.split_words (
  folded  text,
  singles boolean
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  words text[];
begin
  if octet_length(folded) = char_length(folded) then
    return array(
      select left(part[1], 64) from regexp_matches(folded, '([[:alnum:]]+(?:[+#]+(?![[:alnum:]]))?)', 'g') as part
    );
  end if;
  words := array(
    select left(part[1], case when part[1] ~ ('^[' || private.paired_class() || ']') then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([' || private.paired_class() || ']+|[' || private.symbol_class() || ']|(?:(?![' || private.paired_class()
      || '])[[:alnum:]' || private.mark_class() || '])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ ('[' || private.paired_class() || ']') then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (
      select 0, word where word !~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ ('^[' || private.paired_class() || ']')
    ) as terms (i, term)
    order by place, i
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select stored.skill_id, to_jsonb(stored), to_jsonb(counted)
  from (
    select
      k.id as skill_id,
      (
        s.skill_id, s.claws_1, s.claws_2, s.claws_3, s.claws_4, s.claws_5, s.reliability_count, s.reliability_sum,
        s.security_count, s.security_sum, s.speed_count, s.speed_sum, s.established_ratings, s.established_claws,
        s.established_reliability_count, s.established_reliability_sum, s.established_security_count, s.established_security_sum,
        s.established_speed_count, s.established_speed_sum
      )::private.stats_change as sums,
      s.type,
      s.last_rated_at,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select array(
      select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
    ) as ratings
  ) as r
  cross join lateral (
    select
      coalesce(
        (select change from private.sum_ratings(r.ratings, '{}') as change),
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      (select max(c.rated_at) from unnest(r.ratings) as c) as last_rated_at,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as counted
  where (stored.sums, stored.type, stored.last_rated_at, stored.months)
    is distinct from (counted.sums, counted.type, counted.last_rated_at, counted.months);
$function$;

CREATE OR REPLACE FUNCTION private.sub_score_error (
  score numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- NaN compares as greater than every number, so it is out of range. A JSON number that JavaScript reads has at most 324 decimals;
  -- the limit bounds the size of a sum.
  return case when score < 0 or score > 100 or scale(score) > 324 then 'must be a number from 0 to 100' end;
end
$function$;

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

CREATE OR REPLACE FUNCTION private.submitted_identifiers (
  skill uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return array(
    select i.identifier from private.skill_identifiers as i
    where i.skill_id = skill and 'submission' = any (i.origins) order by i.identifier
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.suggest_names (
  search text
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
  ranking jsonb := private.plan_ranking(search, is_loose => true);
  key text := private.name_key(search);
  corrected_key text := private.name_key(coalesce(ranking ->> 'correction', search));
  positions jsonb[] := private.rank_skills(search, ranking, private.skill_types(), null, max_compared);
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

CREATE OR REPLACE FUNCTION private.telling_stems (
  name        text,
  description text
)
  RETURNS TABLE (
    stem    text,
    in_name boolean
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  ROWS 16
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The beginning of a description says what a skill does. Both limits bound the cost.
  max_description constant integer := 400;
  max_stems constant integer := 24;
  -- Without the part of a name that says who publishes the skill: @scope/name, io.github.owner/name.
  own_name constant text := coalesce(nullif(regexp_replace(name, '^.*/', ''), ''), name);
  in_name constant text[] := (private.name_words(own_name))[:16];
begin
  return query
  select t.stem, bool_or(t.place = 0) as in_name
  from (
    select word, 0 as place
    from unnest(in_name) as word
    -- Not foobar of foo-bar: it would count the same words again.
    where not exists (
      select from unnest(in_name) as a cross join unnest(in_name) as b
      where word like a || '%' || b and word not in (a, b) and greatest(char_length(a), char_length(b)) > 1
    )
    union all
    select w.word, w.place::integer
    from unnest(private.split_words(private.fold_text(left(description, max_description)), false))
      with ordinality as w (word, place)
  ) as word
  cross join lateral (select (ts_lexize('pg_catalog.english_stem', word.word))[1] as stem, word.place) as t
  -- Without stop words, which have no stem, single characters, numbers and symbols.
  where t.stem <> all (private.generic_stems()) and char_length(t.stem) > 1
    and t.stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
  group by t.stem
  order by min(t.place)
  limit max_stems;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_identifier_scores()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
begin
  update private.skill_identifiers as i set score = new.score where i.skill_id = new.skill_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_quality()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  update private.skill_documents as d set quality = private.quality(n.score, n.established_ratings)
  from new_stats as n
  where d.skill_id = n.skill_id and d.quality <> private.quality(n.score, n.established_ratings);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.version_position (
  path text
)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  position integer := char_length(path) - strpos(reverse(path), '@') + 1;
begin
  -- The version follows the last @, except that an @ at the start begins the scope of an npm package.
  return case when strpos(path, '@') > 0 and position > 1 then position end;
end
$function$;

CREATE OR REPLACE FUNCTION private.with_parts (
  words text[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return words || array(
    select part from unnest(words) as word cross join lateral unnest(private.parts(word)) as part where word like '%2%'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.word_query (
  word   text,
  suffix text DEFAULT ''::text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  query constant tsquery := private.term(private.stem(word), suffix);
  parts constant text[] := private.parts(word);
begin
  return case
    when parts is null then query
    else query || (private.term(private.stem(parts[1]), suffix) && private.term(private.stem(parts[2]), suffix))
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN
  (SELECT (string_agg(format('(%s)'::text, concat_ws(' | '::text, private.word_query(w.word), CASE w.place WHEN cardinality(required_words.words) THEN private.prefix_term(w.word)
  ELSE NULL::tsquery END)), ' & '::text))::tsquery AS string_agg FROM unnest(required_words.words) WITH ORDINALITY w(word, place));

CREATE OR REPLACE FUNCTION private.word_weights (
  words       text[],
  frequencies jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  -- None, if the search has no other words.
  fillers text[] := case when not words <@ more_stop_words then more_stop_words end;
  last text := words[cardinality(words)];
  beginning float8;
  weights jsonb;
begin
  weights := coalesce((
    select jsonb_object_agg(word, case when word = any (fillers) then 0 else private.rarity(documents) end)
    from unnest(words) as word cross join lateral private.stem(word) as stem
    -- The documents of other words are counted, up to 1,000.
    cross join lateral (
      select coalesce((frequencies ->> stem)::float8, private.count_documents(private.word_query(word), 1000)) as documents
      -- Evaluates the count once for each word.
      offset 0
    ) as frequency
    where documents > 0 or word = any (fillers)
  ), '{}');
  if frequencies ? (last || '*') and coalesce((weights ->> last)::numeric > private.rarity(private.known_from()), true) then
    beginning := (frequencies ->> (last || '*'))::float8;
    if beginning < 1000 then
      beginning := greatest(beginning, private.count_documents(private.prefix_term(last), 1000));
    end if;
    if beginning > 0 then
      weights := weights || jsonb_build_object(last || '*', private.rarity(beginning));
    end if;
  end if;
  return weights;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_agent (
  p_agent text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid := private.resolve_agent(p_agent);
begin
  return (
    select row_to_json(profile)
    from (
      select
        a.id,
        a.agent_name,
        a.agent_description,
        a.created_at,
        t.established_at is not null as established,
        counted.total_ratings,
        counted.claws_counts,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent_ratings(agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      cross join lateral (
        select
          count(*) as total_ratings,
          json_build_object(
            '1', count(*) filter (where r.claws = 1), '2', count(*) filter (where r.claws = 2),
            '3', count(*) filter (where r.claws = 3), '4', count(*) filter (where r.claws = 4),
            '5', count(*) filter (where r.claws = 5)
          ) as claws_counts
        from public.ratings as r where r.agent_id = agent and r.removed_at is null
      ) as counted
      where a.id = agent
    ) as profile
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5
        ) as rating_counts,
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        private.evidence_for_version(skill, source.version) as for_version,
        private.install_of(skill) as install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_version(skill) as source (version)
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_imported (
  p_source text,
  p_after  text DEFAULT ''::text
)
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(json_agg(page.external_name ORDER BY page.external_name), '[]'::json)
  AS "coalesce"
    FROM ( SELECT i.external_name
            FROM private.imported_skills i
           WHERE ((i.source = list_imported.p_source) AND (i.status IS NULL) AND (i.external_name > list_imported.p_after))
           ORDER BY i.external_name
          LIMIT 5000) page;
END;

REVOKE ALL ON FUNCTION "public"."list_imported"(text, text) FROM PUBLIC, "anon", "authenticated";

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
  p_include_deleted boolean DEFAULT NULL::boolean,
  p_skill_ids       uuid[]  DEFAULT NULL::uuid[]
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

  if p_skill_ids is not null then
    wanted := 101;
    names := array(
      select r.name
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, place)
      join private.registry_servers as r on r.skill_id = i.skill_id
      where r.is_listed
      order by i.place
    );
  elsif search is not null then
    ranking := private.plan_ranking(search, after #> '{0,1}');
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, ranking, private.skill_types(), after -> 0, max_ranked),
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

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_skill_versions (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
declare
  max_read constant integer := 10000;
  max_versions constant integer := 50;
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    with by_established as materialized (
      select version, claws, observed_calls, observed_failures, updated_at from public.ratings
      where skill_id = skill and established and version is not null and removed_at is null
      order by updated_at desc, id desc limit max_read
    ),
    by_others as (
      select version, updated_at from public.ratings
      where skill_id = skill and not established and version is not null and removed_at is null
      -- What the others leave: new accounts can hide no evidence.
      order by updated_at desc, id desc limit max_read - (select count(*) from by_established)
    ),
    rated as (
      select version, true as established, claws, observed_calls, observed_failures, updated_at from by_established
      union all
      select version, false, null, null, null, updated_at from by_others
    ),
    counted as (
      select
        version,
        count(*) as total_ratings,
        count(*) filter (where established) as established_ratings,
        sum(claws) as established_claws,
        -- As in private.evidence_of: at most 1,000 calls of each rating, and only with the number of failures.
        coalesce(sum(least(observed_calls, 1000)) filter (where observed_failures is not null), 0) as observed_calls,
        coalesce(
          round(sum(observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0))), 0
        ) as observed_failures,
        max(updated_at) as last_rated_at,
        max(updated_at) filter (where established) as last_established_at
      from rated
      group by version
    ),
    listed as (
      select * from counted
      -- Ratings by others of old versions cannot displace those with newer evidence.
      order by last_established_at desc nulls last, last_rated_at desc limit max_versions
    )
    select json_build_object('versions', coalesce(
      json_agg(
        json_build_object(
          'version', version,
          'total_ratings', total_ratings,
          'established_ratings', established_ratings,
          'established_mean', private.established_mean(established_ratings::integer, established_claws),
          'observed_calls', observed_calls,
          'observed_failures', observed_failures,
          'last_rated_at', last_rated_at
        )
        order by established_ratings > 0 desc, last_rated_at desc, private.semantic_version_key(version) collate "C" desc nulls last,
          version collate "C" desc
      ),
      '[]'
    ))
    from listed
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_skill_versions"(text) FROM PUBLIC, "service_role";

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
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    did_you_mean := coalesce(ranking ->> 'correction', private.find_imitated(search));
    if p_explain then
      matches := private.explain_matches(search, ranking, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  if page = '{}' and search is not null and p_cursor is null then
    suggestions := private.suggest_names(search);
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
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
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
              || ',"established_mean":' || coalesce(private.established_mean(st.established_ratings, st.established_claws)::text, 'null')
              || ',"sub_scores":' || st.sub_scores || ',"last_rated_at":' || coalesce(to_json(st.last_rated_at)::text, 'null')
              || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
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
  sent text[];
  -- Each is looked up once.
  wanted text[];
  places integer[];
  is_plain boolean;
  cleaned text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null for what is no path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  -- Null for what is no package URL with a version.
  versions text[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when (select sum(char_length(private.trim_text(s.value))) from unnest(sent) as s (value)) > 20000 then 'must have at most 20000 characters together'
  end);
  wanted := array(select distinct s.value collate "C" as wanted from unnest(sent) as s (value) order by wanted);
  places := array(
    select dense_rank() over (order by s.value collate "C")
    from unnest(sent) with ordinality as s (value, place)
    order by s.place
  );
  for i in 1..cardinality(wanted) loop
    -- Printable ASCII is common. Cleaning does not change it, and it is invalid only if it contains a key.
    is_plain := coalesce(octet_length(wanted[i]) <= 2048 and wanted[i] ~ '^[!-~]+$', false);
    cleaned := case when is_plain then wanted[i] else private.clean_text(wanted[i], 2048) end;
    if not is_plain or private.contains_api_key(cleaned) then
      problems[i] := private.item_error(cleaned, 1, 2048);
    end if;
    -- A malformed package URL or URL is not a name.
    if private.is_address(cleaned) then
      normal := private.normalize_cleaned(cleaned);
      texts[i] := null;
    else
      normal := case when private.is_server_name(cleaned) then lower(cleaned collate "C") end;
      texts[i] := cleaned;
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and cleaned ~* '^pkg:' then private.package_version(cleaned) end;
  end loop;
  if array_remove(problems, null) <> '{}' then
    perform private.validate(variadic array(
      select p.field
      from unnest(places) with ordinality as s (wanted_place, place)
      cross join lateral unnest(array['identifiers.' || s.place - 1, problems[s.wanted_place]]) with ordinality as p (field, part)
      order by s.place, p.part
    ));
  end if;

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    called as (
      select i.place, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.place, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, place)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.place <> all (array(select distinct i.place from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_place as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_place, min(c.state) over of_place) as first_state
      from called as c
      window of_place as (partition by c.place)
    ),
    candidates as (
      select
        c.place, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.place, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.place, kept.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as gone on gone.id = m.skill_id
        join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.place, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.place order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    first_ranked as (
      select r.*, v.version
      from ranked as r join unnest(versions) with ordinality as v (version, place) on v.place = r.place
      where r.rank <= 3
    ),
    last_rated as materialized (
      select s.skill_id, private.last_rated_version(s.skill_id) as version
      from (select distinct r.skill_id from first_ranked as r where r.version is not null) as s
    ),
    -- Many identifiers can be spellings of one.
    evidence as materialized (
      select v.skill_id, v.version, private.evidence_for_version(v.skill_id, v.version) as for_version
      from (select distinct r.skill_id, r.version from first_ranked as r where r.version is not null) as v
    ),
    shown as (
      select
        r.place,
        json_agg(
          (rtrim(json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type, 'url', s.url,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'established_mean', r.established_mean,
            'imported', r.is_imported, 'exact', r.is_exact
          )::text, '}') || case when r.version is null then '' else format(
            ',"last_rated_version":%s,"for_version":%s',
            coalesce(to_json(l.version)::text, 'null'), coalesce(e.for_version::text, 'null')
          ) end || '}')::json order by r.rank
        ) as skills
      from first_ranked as r
      join public.skills as s on s.id = r.skill_id
      left join last_rated as l on l.skill_id = r.skill_id
      left join evidence as e on (e.skill_id, e.version) = (r.skill_id, r.version)
      group by r.place
    ),
    results as materialized (
      select
        m.place,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.place, m.first_state from matches as m) as m
      left join shown as s on s.place = m.place
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.place
    ))
    from unnest(sent, places) with ordinality as u (identifier, wanted_place, place)
    left join results as r on r.place = u.wanted_place
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id          uuid    DEFAULT NULL::uuid,
  p_skill_name        text    DEFAULT NULL::text,
  p_claws             numeric DEFAULT NULL::numeric,
  p_reliability       numeric DEFAULT NULL::numeric,
  p_security          numeric DEFAULT NULL::numeric,
  p_speed             numeric DEFAULT NULL::numeric,
  p_commentary        text    DEFAULT NULL::text,
  p_version           text    DEFAULT NULL::text,
  p_observed_calls    numeric DEFAULT NULL::numeric,
  p_observed_failures numeric DEFAULT NULL::numeric
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_commentary text;
  clean_version text;
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  previous public.ratings;
  removed text[] := '{}';
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(clean_commentary, 0, 10000),
    'version', private.version_error(clean_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', private.observed_failures_error(p_observed_calls, p_observed_failures)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
      insert into public.ratings as r (
        skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      )
      values (
        skill, p_claws, p_reliability, p_security, p_speed, clean_commentary, clean_version, p_observed_calls, p_observed_failures
      )
      on conflict (skill_id, agent_id) do update set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      ) = row(
        excluded.claws, excluded.reliability, excluded.security, excluded.speed, excluded.commentary, excluded.version,
        excluded.observed_calls, excluded.observed_failures
      )
      returning r.id, r.xmax = 0 into rating, created;
      if rating is null then
        -- private.replace_rating skipped an identical rating.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired or merged in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was deleted or its key revoked in the meantime. Otherwise the rating was removed, and a new one is accepted.
        perform private.require_agent();
        if tried then
          raise;
        end if;
        tried := true;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  if not created then
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    removed := array(
      select field
      from (
        values
          ('commentary', previous.commentary, clean_commentary),
          ('reliability', previous.reliability::text, p_reliability::text),
          ('security', previous.security::text, p_security::text),
          ('speed', previous.speed::text, p_speed::text),
          ('version', previous.version, clean_version),
          ('observed_calls', previous.observed_calls::text, p_observed_calls::text),
          ('observed_failures', previous.observed_failures::text, p_observed_failures::text)
      ) as written (field, before, now)
      where before is not null and now is null
    );
  end if;
  return json_build_object(
    'created', created,
    'removed', removed,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.suggest_skills (
  p_name text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted text := coalesce(private.clean_text(p_name, 200), '');
begin
  perform private.validate('name', private.text_error(wanted, 0, 200));
  return json_build_object('suggestions', private.suggest_names(wanted));
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

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: The table has some thousand rows.
ALTER TABLE "private"."registry_servers"
  ADD CONSTRAINT "registry_servers_pkey" PRIMARY KEY (name);

ALTER DOMAIN "private"."server_filter"
  ADD CONSTRAINT "server_filter_valid" CHECK ((jsonb_typeof(VALUE) = ANY (ARRAY['string'::text, 'null'::text]))) NOT VALID;

ALTER DOMAIN "private"."server_flag"
  ADD CONSTRAINT "server_flag_valid" CHECK ((jsonb_typeof(VALUE) = 'boolean'::text)) NOT VALID;

CREATE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    st.established_ratings,
    private.established_mean(st.established_ratings, st.established_claws) AS established_mean,
    st.sub_scores,
    st.last_rated_at,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT id,
    name,
    slug,
    description,
    type,
    url,
    avg_claws,
    total_ratings,
    established_ratings,
    established_mean,
    sub_scores,
    last_rated_at,
    created_at,
    updated_at
   FROM private.all_skills
  WHERE (retired_at IS NULL);

CREATE INDEX registry_servers_updated_at ON private.registry_servers USING btree (updated_at, name);

CREATE INDEX registry_servers_version_updated_at ON private.registry_servers USING btree (VERSION, updated_at, name);

CREATE INDEX registry_servers_version ON private.registry_servers USING btree (VERSION, is_listed, name);

CREATE INDEX ratings_agent_id ON public.ratings USING btree (agent_id, updated_at DESC, id DESC) INCLUDE (removed_at, claws);

CREATE TRIGGER count_deleted_ratings
  AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_changed_ratings();

CREATE TRIGGER count_new_ratings
  AFTER INSERT ON public.ratings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_changed_ratings();

CREATE TRIGGER update_identifier_scores
  AFTER UPDATE ON public.skill_stats
  FOR EACH ROW
  WHEN ((new.score <> old.score))
  EXECUTE FUNCTION private.update_identifier_scores();

COMMENT ON COLUMN "private"."skill_documents"."quality" IS 'What the ratings of the skill add to its relevance: private.quality.';

COMMENT ON COLUMN "public"."ratings"."established" IS 'Whether the rating counts as one by an established agent. Set by the service, see private.establish_raters.';

COMMENT ON COLUMN "public"."skill_stats"."last_rated_at" IS 'When a rating of the skill was last given or changed; null when unrated.';

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

COMMENT ON DOMAIN "private"."server_position" IS 'The JSON of the position of a server by name, by time of change or in a search.';

COMMENT ON FUNCTION "admin"."skill_id"(text) IS 'The id of the skill with this id or slug, even if it was merged into another. Raises if there is none.';

COMMENT ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) IS 'The candidates that have most of the words of a skill: the weight of these words, its share of the whole, and the share of the words of the name.';

COMMENT ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) IS 'The nearest other word of the vocabulary within private.allowed_edits, and how many skills contain it; of several, the one with the highest document frequency; no row if there is none. If is_loose and there is none, the word with the most similar trigrams. Compares words with `budget` letters in total, and the given common words (private.common_words).';

COMMENT ON FUNCTION "private"."count_changed_ratings"() IS 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents.';

COMMENT ON FUNCTION "private"."count_ratings"(private.counted_rating[], private.counted_rating[]) IS 'Adds ratings to the aggregates of their skills and subtracts those that are removed. Additions commute, and the newest rating is read anew: statements and triggers may call this in any order.';

COMMENT ON FUNCTION "private"."cursor_types"(text) IS 'The types of the parts of a position in an order, or of a search by relevance.';

COMMENT ON FUNCTION "private"."decode_cursor"(text, text, text[]) IS 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null. Raises PT400 for anything else.';

COMMENT ON FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]) IS 'Establishes those of the agents, which have just rated, that are 7 days old and have rated 3 skills, and marks the given ratings and the newest 2,000 of their others as established.';

COMMENT ON FUNCTION "private"."established_mean"(integer, bigint) IS 'The mean of the claws of ratings by established agents; null if there are none.';

COMMENT ON FUNCTION "private"."evidence_for_version"(uuid, text) IS 'What established agents say of a version of a skill, compared as text, with at most the 1,000 newest ratings of each number of claws; null if no rating names it.';

COMMENT ON FUNCTION "private"."expand_words"(text[], jsonb) IS 'The synonyms of the words of a search: {queries, any, retrieved}; null if there are none. queries: for each word that has some, the query of those of itself and of phrases with it. any: the query of all. retrieved: the queries that retrieve candidates.';

COMMENT ON FUNCTION "private"."find_imitated"(text) IS 'If a search is the name of a skill without established ratings: the name, within private.allowed_edits, of another one that has at least three; else null.';

COMMENT ON FUNCTION "private"."frequency"(double precision) IS 'About how many skills contain a word of a rarity above 0.';

COMMENT ON FUNCTION "private"."has_types"(text, text[]) IS 'Whether a text is the JSON of a position with parts of these types. Raises data_exception or statement_too_complex for some other texts.';

COMMENT ON FUNCTION "private"."install_of"(uuid) IS 'How a skill in the catalogue is installed: publisher and entries; null if no import says so.';

COMMENT ON FUNCTION "private"."is_carried_ranking"(jsonb) IS 'Whether JSON is how a search ranks, as a cursor carries it: the rarities of its words, and the words that replace misspelt ones. Version 1.1.0 wrote weights on another scale, and 1.0.0 also the corrected search instead of the replaced words.';

COMMENT ON FUNCTION "private"."is_new_commentary"(text, text) IS 'Whether an agent wrote another commentary, which sets commentary_at. Compared like in admin.rating_bursts: a change of case or punctuation keeps the time of the text.';

COMMENT ON FUNCTION "private"."is_search_position"(jsonb) IS 'Whether JSON is a position in a search by relevance.';

COMMENT ON FUNCTION "private"."is_search_rank"(jsonb) IS 'Whether JSON is the position of a skill in a search by relevance: see private.rank_skills. Version 1.0.0 wrote no third key.';

COMMENT ON FUNCTION "private"."is_server_position"(jsonb) IS 'Whether JSON is the position of a server by name, by time of change or in a search. The time zone must be UTC.';

COMMENT ON FUNCTION "private"."joined"(text) IS 'The letters and digits of a folded text, as one word.';

COMMENT ON FUNCTION "private"."last_rated_at"(uuid) IS 'When a rating of a skill was last given or changed; null without ratings.';

COMMENT ON FUNCTION "private"."last_rated_version"(uuid) IS 'The last version that the 100 newest ratings of a skill by established agents with a version name: the highest semantic version, or that of the newest rating if it is none; null if there are none.';

COMMENT ON FUNCTION "private"."list_of_agent"(text, text, integer, text) IS 'A page of the ratings or skills of an agent, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "private"."max_limit"() IS 'The greatest number of skills or ratings in one page, as MAX_LIMIT in functions/_shared/schemas/options.ts.';

COMMENT ON FUNCTION "private"."name_words"(text) IS 'The words of a name: as written, split where the case changes, and joined.';

COMMENT ON FUNCTION "private"."package_url_error"(text) IS 'Why a text is not an identifier that a submission can name; null if it is.';

COMMENT ON FUNCTION "private"."package_version"(text) IS 'The version that a well-formed package URL names, decoded; null if it names none.';

COMMENT ON FUNCTION "private"."paired_class"() IS 'Letters, marks and numbers of Han, Kana, Hangul, Thai, Lao, Khmer and Burmese, which are searched by pairs of characters.';

COMMENT ON FUNCTION "private"."parse_cursor"(text, text, text[]) IS 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null and for anything else.';

COMMENT ON FUNCTION "private"."parts"(text) IS 'Both words of one like html2pdf, which stands for html to pdf; null for other words.';

COMMENT ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) IS 'How to rank the results of a search, on later pages as the cursor carries it: {correction, words, replaced, rarities}. correction is the corrected search, words has its words, and replaced has the correction of each misspelt word; correction and replaced are left out if there is none. If is_loose, words with more edits are corrected, too.';

COMMENT ON FUNCTION "private"."quality"(bigint, integer) IS 'What the ratings of a skill add to its relevance, in trillionths of a claw: how far its score in the order top (0 when unrated), in billionths, is from 3 claws, and more the more established ratings it has. Of as many of these, the better score has the better quality.';

COMMENT ON FUNCTION "private"."quality_differences"() IS 'The documents whose quality is not that of the ratings of their skill. No rows is the right answer.';

COMMENT ON FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer) IS 'The positions of the 1,000 best matches of a search, after the position in a cursor: the score, the id, and, if a skill contains all words, the lowest score of such skills without synonyms.';

COMMENT ON FUNCTION "private"."rarity"(double precision) IS 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

COMMENT ON FUNCTION "private"."rating_orders"() IS 'The sort orders of the ratings of a skill.';

COMMENT ON FUNCTION "private"."resolve_skill"(text) IS 'The skill with this id or slug, without white space at its ends, or the skill that it was merged into. Raises PT404.';

COMMENT ON FUNCTION "private"."scan_changed_servers"(timestamp with time zone, text, text, integer) IS 'The names of the servers that follow a time of change and a name, in this order, and the time of each: with a version or all. A server that changes during a walk moves to its end, so the walk has it there, too.';

COMMENT ON FUNCTION "private"."semantic_version_key"(text) IS 'A text that sorts semantic versions (https://semver.org) in the collation C; null for another version.';

COMMENT ON FUNCTION "private"."server_list_position"(text, text, boolean) IS 'Where a page of public.list_servers ended, and of which list: the position, search, version, updated_since and include_deleted; null for null. list_before is the list that a cursor of version 1.1.0 must have. Raises PT400 for anything else.';

COMMENT ON FUNCTION "private"."skill_types"() IS 'The types of skills, which skills_type_known checks.';

COMMENT ON FUNCTION "private"."source_version"(uuid) IS 'The newest version of a skill at the catalogue that it was imported from; null if that does not say so.';

COMMENT ON FUNCTION "private"."split_words"(text, boolean) IS 'The words of a folded text, in order: runs of letters and digits, which may end in + or #; symbols; of scripts that are searched by pairs, each pair of characters, and each one beside if singles are asked for. At most 64 characters each.';

COMMENT ON FUNCTION "private"."sub_scores"() IS 'The sub-scores: columns of ratings, and orders of the catalogue.';

COMMENT ON FUNCTION "private"."submitted_identifiers"(uuid) IS 'The identifiers that the submission of a skill named, sorted.';

COMMENT ON FUNCTION "private"."suggest_names"(text) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams.';

COMMENT ON FUNCTION "private"."update_identifier_scores"() IS 'Updates the score of the identifiers of a skill whose ratings changed.';

COMMENT ON FUNCTION "private"."update_quality"() IS 'Keeps the quality of a skill in its document, so that a search need not compute it for each candidate.';

COMMENT ON FUNCTION "private"."version_position"(text) IS 'Where the version of a package URL begins, with its @, in what follows the type; null if it has none.';

COMMENT ON FUNCTION "private"."with_parts"(text[]) IS 'The words and their private.parts.';

COMMENT ON FUNCTION "private"."word_query"(text, text) IS 'A query for a word and its inflections, or for both of its private.parts; the suffix restricts it to weights.';

COMMENT ON FUNCTION "public"."get_agent"(text) IS 'GET /api/agents/{id or name}: the public profile of an agent with its numbers of ratings by claws and its ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run catalogue:import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON FUNCTION "public"."list_imported"(text, text) IS 'npm run catalogue:import: the names of the skills of a source that are not marked, after one of them, at most 5,000, to find those that the source deleted. Only for service_role.';

COMMENT ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text, text, boolean) IS 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) IS 'GET /registry/v0.1/servers: a page of the imported servers by name, with p_updated_since by time of change, or of a search by relevance, at most 100 and about private.page_bytes. With p_skill_ids, only those of the first 100 of these skills, in their order; then nextCursor only says that some did not fit. Raises PT400.';

COMMENT ON FUNCTION "public"."list_skill_versions"(text) IS 'GET /api/skills/{id or slug}/versions: the versions that the 10,000 newest ratings of a skill name, at most 50: those with ratings by established agents first, then the last rated. Ratings by established agents are read first. Raises PT404.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'GET /api/skills: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). A search that finds nothing has `suggestions` (private.suggest_names). Raises PT400.';

COMMENT ON FUNCTION "public"."suggest_skills"(text) IS 'Up to three skills with similar names, for a name that no skill has: the functions ask for them after POST /api/ratings did not find it. Raises PT400.';

COMMENT ON VIEW "private"."all_skills" IS 'All skills as the API returns them, including retired ones.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'The skills that are not retired, as the API returns them.';

REVOKE ALL ON FUNCTION "admin"."skill_id"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."skill_id"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."skill_id"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."compare_candidates"(uuid, tid[], private.telling_word[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."cursor_types"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cursor_types"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."cursor_types"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cursor_types"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."established_mean"(integer, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."established_mean"(integer, bigint) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."established_mean"(integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_mean"(integer, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."established_mean"(integer, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "private"."evidence_for_version"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."evidence_for_version"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."evidence_for_version"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."evidence_for_version"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_imitated"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_imitated"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_imitated"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_imitated"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_types"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_types"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."has_types"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_types"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."install_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."install_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."install_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_carried_ranking"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_carried_ranking"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_carried_ranking"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_carried_ranking"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_new_commentary"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_new_commentary"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_new_commentary"(text, text) TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."joined"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."joined"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."joined"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."joined"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_rated_at"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."last_rated_at"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rated_at"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_rated_version"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_rated_version"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."last_rated_version"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."last_rated_version"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."max_limit"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."max_limit"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."max_limit"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."max_limit"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."package_version"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."package_version"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."package_version"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_version"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."package_version"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."paired_class"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."paired_class"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."paired_class"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."paired_class"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."paired_class"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."parse_cursor"(text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parse_cursor"(text, text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."parse_cursor"(text, text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parse_cursor"(text, text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parts"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parts"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."parts"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parts"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_ranking"(text, jsonb, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."quality"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."quality"(bigint, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."quality"(bigint, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quality"(bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quality_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rating_orders"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rating_orders"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rating_orders"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rating_orders"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_skill"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_skill"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."resolve_skill"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_skill"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."semantic_version_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."semantic_version_key"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."semantic_version_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."semantic_version_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."source_version"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."source_version"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."source_version"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."source_version"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sub_score_error"(numeric) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."sub_score_error"(numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."sub_scores"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sub_scores"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."sub_scores"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sub_scores"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."submitted_identifiers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."submitted_identifiers"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."submitted_identifiers"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."version_position"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."version_position"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."version_position"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_position"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."version_position"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."with_parts"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."with_parts"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."with_parts"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."list_imported"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imported"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_imported"(text, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skill_versions"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skill_versions"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skill_versions"(text) TO "postgres";

GRANT SELECT ON TABLE "private"."all_skills" TO "anon", "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

ALTER DOMAIN "private"."carried_ranking"
  ADD CONSTRAINT "carried_ranking_valid" CHECK (private.is_carried_ranking(VALUE)) NOT VALID;

ALTER DOMAIN "private"."name_after"
  ADD CONSTRAINT "name_after_valid" CHECK (((jsonb_typeof(VALUE) = 'string'::text) AND private.is_server_name((VALUE #>> '{}'::text[])))) NOT VALID;

ALTER DOMAIN "private"."ranked_after"
  ADD CONSTRAINT "ranked_after_valid" CHECK (private.is_search_position(VALUE)) NOT VALID;

ALTER DOMAIN "private"."score"
  ADD CONSTRAINT "score_valid" CHECK ((private.sub_score_error(VALUE) IS NULL)) NOT VALID;

ALTER DOMAIN "private"."search_rank"
  ADD CONSTRAINT "search_rank_valid" CHECK (private.is_search_rank(VALUE)) NOT VALID;

ALTER DOMAIN "private"."server_position"
  ADD CONSTRAINT "server_position_valid" CHECK (private.is_server_position(VALUE)) NOT VALID;

-- pgls-ignore lint/safety/constraintMissingNotValid: The migration holds the lock in any case.
ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_type_known" CHECK ((type = ANY (private.skill_types())));

CREATE INDEX ratings_with_version ON public.ratings USING btree (skill_id, established, updated_at DESC, id DESC) INCLUDE (VERSION, claws, observed_calls, observed_failures)
  WHERE ((VERSION IS NOT NULL) AND (removed_at IS NULL));

comment on column public.skill_catalogue.last_rated_at is 'When a rating was last given or changed; null when unrated.';

comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';

comment on column public.skill_catalogue.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';

comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';

-- Of the ratings so far.
update public.skill_stats set last_rated_at = private.last_rated_at(skill_id) where total_ratings > 0;

-- What the ratings add to the relevance now depends on their number, too. Names are also joined, and Thai, Lao, Khmer and Burmese are
-- split into pairs. Without the trigger, which would look up each word of each document; a search skips words that no skill contains.
-- pgls-ignore lint/safety/avoidEnableDisableTrigger: lock_timeout is set, and ratings wait for the lock above anyway
-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE private.skill_documents DISABLE TRIGGER remove_words_of_changed;

UPDATE private.skill_documents AS d SET words = n.words, quality = n.quality
FROM (
  SELECT s.id, private.document_words(s.name, s.description) AS words, private.quality(st.score, st.established_ratings) AS quality
  FROM public.skills AS s JOIN public.skill_stats AS st ON st.skill_id = s.id
  WHERE s.retired_at IS NULL
) AS n
WHERE n.id = d.skill_id AND (d.words, d.quality) IS DISTINCT FROM (n.words, n.quality);

-- pgls-ignore lint/safety/avoidEnableDisableTrigger: as above
ALTER TABLE private.skill_documents ENABLE TRIGGER remove_words_of_changed;

SELECT private.add_words(words) FROM (
  SELECT array_agg(word) AS words
  FROM (
    SELECT word, row_number() OVER (ORDER BY word) / 1000 AS batch
    FROM (
      SELECT DISTINCT w.word
      FROM private.skill_documents AS d JOIN public.skills AS s ON s.id = d.skill_id
      CROSS JOIN LATERAL unnest(private.name_words(s.name)) AS w (word)
      WHERE char_length(w.word) > 2 AND NOT EXISTS (SELECT FROM private.vocabulary AS v WHERE v.word = w.word COLLATE "C")
    ) AS new_words
  ) AS numbered
  GROUP BY batch
) AS batches;
