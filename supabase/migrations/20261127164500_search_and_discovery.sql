set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "remove_words_of_changed" ON "private"."skill_documents";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "remove_words_of_deleted" ON "private"."skill_documents";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "record_key_use" ON "public"."ratings";

DROP FUNCTION "private"."common_frequencies"(text[], text);

DROP FUNCTION "private"."common_lexemes"();

DROP FUNCTION "private"."common_shares"();

DROP FUNCTION "private"."common_words"(double precision);

DROP FUNCTION "private"."correct_search"(text, jsonb);

DROP FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean);

DROP FUNCTION "private"."decode_percent"(text);

DROP FUNCTION "private"."expand_words"(text[], jsonb);

DROP FUNCTION "private"."explain_matches"(text, jsonb, uuid[]);

DROP FUNCTION "private"."find_best_rated"(tsquery, text[]);

DROP FUNCTION "private"."find_complete"(text[], jsonb, text[]);

DROP FUNCTION "private"."find_documents"(tsquery, text[], integer);

DROP FUNCTION "private"."find_partial"(text[], jsonb, text[], tsquery[]);

DROP FUNCTION "private"."frequency"(double precision);

DROP FUNCTION "private"."is_spelling"(text[], jsonb);

DROP FUNCTION "private"."known_from"();

DROP FUNCTION "private"."plan_ranking"(text, jsonb, boolean);

DROP FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer);

DROP FUNCTION "private"."rarity"(double precision);

DROP FUNCTION "private"."remove_unused_words"(text[]);

DROP FUNCTION "private"."remove_words_of_changed"();

DROP FUNCTION "private"."remove_words_of_deleted"();

DROP FUNCTION "private"."required_words"(text[]);

DROP FUNCTION "private"."prefix_term"(text, text);

DROP FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer);

DROP FUNCTION "private"."search_terms"(text[], jsonb);

DROP FUNCTION "private"."similarity_constants"();

DROP FUNCTION "private"."stems"(text[]);

DROP FUNCTION "private"."suggest_names"(text);

DROP FUNCTION "private"."suspect_words"(text[], jsonb);

DROP FUNCTION "private"."telling_words"(text[], boolean[], jsonb);

DROP FUNCTION "private"."weigh_words"(text[]);

DROP FUNCTION "private"."word_query"(text, text);

DROP FUNCTION "private"."word_weights"(text[], jsonb);

-- pgls-ignore lint/safety/banDropColumn: Nothing reads it any more.
ALTER TYPE "private"."telling_word" DROP ATTRIBUTE "with_synonyms" CASCADE;

CREATE TABLE "private"."common_words" (
  "word"        text                     COLLATE pg_catalog."C" NOT NULL,
  "share"       real                     NOT NULL,
  "analyzed_at" timestamp with time zone NOT NULL,
  CONSTRAINT "common_words_pkey" PRIMARY KEY (word)
);

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "private"."skill_documents"
  ADD COLUMN "text_score" real NOT NULL DEFAULT 0;

ALTER TABLE "private"."skill_documents"
  ADD COLUMN "is_proven" boolean NOT NULL DEFAULT false;

CREATE DOMAIN "private"."word_rarity" AS numeric(4,2);

CREATE TYPE "private"."search_term" AS (
  "weight"         double precision,
  "is_known"       boolean,
  "frequency"      double precision,
  "form"           tsquery,
  "in_name"        tsquery,
  "in_text"        tsquery,
  "prefix"         tsquery,
  "prefix_weight"  double precision,
  "finder"         tsquery,
  "synonyms"       tsquery,
  "synonym_finder" tsquery,
  "lone_finder"    tsquery
);

CREATE TYPE "private"."search_word" AS (
  "word"          text,
  "typed"         text,
  "rarity"        private.word_rarity,
  "prefix_rarity" private.word_rarity
);

CREATE TYPE "private"."ranked_query" AS (
  "words"  private.search_word[],
  "skills" uuid[]
);

CREATE OR REPLACE FUNCTION private.accept_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  standing private.standing;
  retired timestamptz;
  earlier record;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks. Strong at once if the
  -- rating may establish the agent: two ratings could not both strengthen it.
  if private.needs_establishing(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;
  -- Each change of standing locks the agent, too.
  select * into standing from private.standing as t where t.agent_id = new.agent_id;
  if standing.suspended_at is not null then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  new.established := standing.established_at is not null;

  -- Waits for an admin who retires or merges the skill.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- A removed rating gives way to a new one, and hands on that its commentary is hidden.
  select
    r.*, coalesce(r.commentary, (select h.commentary from private.hidden_commentaries as h where h.rating_id = r.id)) as text
  into earlier
  from public.ratings as r
  where (r.skill_id, r.agent_id) = (new.skill_id, new.agent_id) and r.removed_at is not null
  for update of r;
  if not found then
    return new;
  end if;
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.removal_cause = 'removed' then
    perform admin.log_action(
      'replace_removed_rating', earlier.skill_id, earlier.id, earlier.agent_id,
      details => jsonb_build_object('replaced_by', new.id, 'claws', earlier.claws, 'commentary', earlier.text)
    );
  end if;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.all_of (
  queries tsquery[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return (select string_agg(format('(%s)', query), ' & ') from unnest(queries) as query where query is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.any_of (
  queries tsquery[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return (select string_agg(format('(%s)', query), ' | ') from unnest(queries) as query where query is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.beginning_frequency (
  prefix text
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Words that begin with it and are not common are counted, up to this.
  max_counted constant integer := 1000;
  of_common_words constant float8 := private.document_count() * (
    select sum(c.share) from private.common_words as c
    where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
  );
begin
  return case
    when of_common_words >= max_counted then of_common_words
    else greatest(of_common_words, private.count_documents(private.prefix_term(prefix), max_counted))
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.carried_words (
  ranking jsonb
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case when jsonb_typeof(ranking) = 'string' then (ranking #>> '{}')::private.search_word[] end;
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
    select term, weight from unnest(own_words)
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
      count(*) filter (where t.in_name) as in_name
    from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
  ) as f
  cross join lateral (
    select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
  ) as v
  where f.shared_words >= required_words
  order by v.coverage + limits.name_share_boost * v.name_share desc, d.skill_id
  limit limits.max_compared;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_search (
  search text,
  words  private.search_word[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  original text;
  correction text;
  wrong text;
  nearest text;
begin
  for wrong, nearest in select w.typed, w.word from unnest(words) as w where w.typed is not null loop
    if original is null then
      original := private.fold_text(search);
      if lower(search collate pg_catalog.pg_c_utf8) = original then
        original := search;
      end if;
      correction := original;
    end if;
    correction := regexp_replace(
      correction collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(wrong, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', nearest, 'gi'
    );
  end loop;
  return nullif(correction, original);
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong  text,
  budget integer
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
  transposed text[] := private.transpositions(wrong);
  digits constant text := regexp_replace(wrong, '[^0-9]', '', 'g');
begin
  for edits in 1..private.allowed_edits(wrong) loop
    return query (
      select near.word, counted.frequency
      from (
        select word
        from (
          -- In the order of the table, the oldest first: words that are added later cannot displace them.
          select v.word, v.ctid as location
          from private.vocabulary as v
          where v.deletions && array(select d.deletion from private.deletions(array[wrong], edits) as d)
          limit budget / char_length(wrong)
        ) as candidate
        where word <> wrong
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          and abs(char_length(word) - char_length(wrong)) <= edits
          -- Digits are not mistyped letters: contex7 is context7, and not context.
          and regexp_replace(word, '[^0-9]', '', 'g') = digits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and private.is_within(wrong, transposed, word, edits)
        order by location
        limit 50
      ) as near
      -- Evaluates the count once for each word.
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
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
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
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
begin
  -- Before the statements that read the newest ratings, so that these see what other transactions wrote before this one got the locks.
  perform private.lock_stats(array(select skill_id from unnest(added || removed)));
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
  from private.sum_ratings(added, removed) as change
  where s.skill_id = change.skill_id;

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

CREATE OR REPLACE FUNCTION private.decode_percent (
  value text,
  kept  text[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  escaped text;
  decoded text;
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  -- A character for each byte, so that %c3 is \u00c3. What is kept begins with a % itself, \u0025.
  escaped := replace(convert_from(convert_to(value, 'UTF8'), 'LATIN1'), '\', '\\');
  for i in 1..cardinality(kept) loop
    escaped := replace(escaped, kept[i], '\u0025' || substr(kept[i], 2));
  end loop;
  decoded := private.normalize_nfc(convert_from(convert_to(unistr(replace(escaped, '%', '\u00')), 'LATIN1'), 'UTF8'));
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_matches (
  words  private.search_word[],
  skills uuid[]
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
begin
  return array(
    with synonym as materialized (
      select said, private.synonym_query(called) as query
      from private.find_synonyms(array(select w.word from unnest(words) as w))
    ),
    typed as materialized (
      select
        coalesce(typed, word) as word, case when typed is not null then word end as nearest,
        private.forms_of(coalesce(typed, word), place = cardinality(words)) as query,
        private.forms_of(case when typed is not null then word end, place = cardinality(words)) as corrected_query,
        (select string_agg(s.query, ' | ')::tsquery from synonym as s where private.stem(rarest.word) = any (s.said)) as expanded_query
      from (
        select word, typed, place
        from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, place)
        -- Filler weighs nothing. Words that no skill contains are missing.
        where rarity is distinct from 0
        order by coalesce(rarity, prefix_rarity) desc nulls last, place
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
  required constant tsquery := private.required_words(words);
  -- What the index is read for: without weights, so that it need not read the documents, too.
  finder constant tsquery := private.all_of(array(
    select private.any_of(array[private.word_query(word), case place when cardinality(words) then private.prefix_term(word) end])
    from unnest(words) with ordinality as w (word, place)
  ));
  all_documents constant float8 := greatest(private.document_count(), 1);
  -- As many as the rarest word has.
  matches float8 := (
    select min(case place
      when cardinality(words) then greatest(private.word_frequency(word), private.beginning_frequency(word))
      else private.word_frequency(word)
    end)
    from unnest(words) with ordinality as w (word, place)
  );
  steps float8 := 2 * wanted * all_documents / greatest(matches, 1);
  page uuid[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select skill from unnest(private.scan_in_order(sort, types, after, steps::integer)) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, all_documents * (cardinality(page) + 1) / steps);
    steps := greatest(2 * steps, 1.5 * wanted * all_documents / greatest(matches, 1));
  end loop;
  return private.sort_matches(
    sort,
    array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ finder and d.type = any (types) and ts_match_vq(d.words, required)
    ),
    after, wanted
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  own_words private.telling_word[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  query tsquery;
  candidates tid[] := '{}';
begin
  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these.
  foreach query in array array(
    select string_agg(term::text, ' | ')::tsquery
    from (select term, sum(frequency) over (order by frequency, term) as running_frequency from unnest(own_words)) as word
    where running_frequency <= limits.max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(own_words[:limits.max_paired_words]) with ordinality as a (term, weight, frequency, place)
      join unnest(own_words[:limits.max_paired_words]) with ordinality as b (term, weight, frequency, place)
        on a.place < b.place
      where least(a.frequency, b.frequency) <= limits.max_frequency
      order by a.weight + b.weight desc, a.place
    )
    union all
    select term from unnest(own_words[:1]) where frequency <= limits.max_frequency
  ) loop
    exit when cardinality(candidates) >= limits.enough_candidates;
    candidates := candidates || private.find_documents(query, private.skill_types(), limits.max_candidates, 0);
  end loop;
  return candidates;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_documents (
  query     tsquery,
  types     text[],
  most      integer,
  frequency double precision
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The index of all documents reads all postings of a word before the limit counts.
  common constant float8 := 5000;
  proven tid[] := '{}';
begin
  if frequency > common then
    proven := array(
      select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query and d.type = any (types) limit most
    );
    if cardinality(proven) = most then
      return proven;
    end if;
  end if;
  return proven || array(
    select d.ctid from private.skill_documents as d
    where d.words @@ query and d.type = any (types) and (proven = '{}' or not d.is_proven)
    limit most - cardinality(proven)
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
  -- Nobody can plant many names with established ratings.
  max_compared constant integer := 2000;
  -- That of levenshtein().
  max_length constant integer := 255;
  key constant text := private.name_key(search);
  edits constant integer := private.allowed_edits(key);
  transposed constant text[] := private.transpositions(key);
  hashes integer[];
begin
  if edits = 0 or char_length(key) > max_length or not exists (
    select from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.name_key = key and s.retired_at is null and st.established_ratings = 0
  ) then
    return null;
  end if;
  hashes := private.name_hashes(key);
  return (
    select s.name
    from (
      select d.skill_id, d.name_key
      from private.skill_documents as d
      where d.is_proven and private.name_hashes(d.name_key) && hashes
      limit max_compared
    ) as d
    join public.skills as s on s.id = d.skill_id
    join public.skill_stats as st on st.skill_id = d.skill_id
    where abs(char_length(d.name_key) - char_length(key)) <= edits
      and d.name_key <> key
      -- Cheap, and counts a transposition as two.
      and extensions.levenshtein_less_equal(d.name_key, key, edits + 1) <= edits + 1
      and private.is_within(key, transposed, d.name_key, edits)
    order by st.established_ratings desc, d.name_key
    limit 1
  );
end
$function$;

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

CREATE OR REPLACE FUNCTION private.find_similar_skills (
  skill uuid
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name) as word);
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
          cross join lateral (
            select (select c.share from private.common_words as c where c.word = stem collate "C") as share offset 0
          ) as f
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

CREATE OR REPLACE FUNCTION private.fold_identifier (
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
  folded text := lower(value collate pg_catalog.pg_c_utf8);
begin
  if octet_length(value) > char_length(value) then
    if value ~ ('[' || private.invisible_class() || '\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]') then
      return null;
    end if;
    -- Some letters compose only in lower case, and some have a mark only then.
    if folded <> value then
      folded := private.normalize_nfc(folded);
      if private.has_long_mark_run(folded) then
        return null;
      end if;
    end if;
  end if;
  -- A mark after %2f or %3f composed with the f.
  if strpos(folded, '%') > 0 and octet_length(folded) > char_length(folded) and folded ~ '%(?!2[035f]|3f|40)' then
    return null;
  end if;
  return folded;
end
$function$;

CREATE OR REPLACE FUNCTION private.frequency (
  rarity        double precision,
  all_documents double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return greatest(all_documents, 1) / (exp(rarity * ln(1 + greatest(all_documents, 1)) / 12) - 1);
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

CREATE OR REPLACE FUNCTION private.github_paths (
  skills uuid[]
)
  RETURNS TABLE (
    place      bigint,
    skill_id   uuid,
    identifier text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return query
    select k.place, i.skill_id, i.identifier
    from unnest(skills) with ordinality as k (skill, place)
    join private.skill_identifiers as i on i.skill_id = k.skill
    where 'url' = any (i.origins)
      -- Nothing that a shell reads otherwise: people copy the name.
      and i.identifier ~ '^pkg:github/[^#]+#(?:.*/)?[a-z0-9._-]+$';
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
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, text_score, quality, is_proven)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      w.words, private.text_score(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      text_score = excluded.text_score
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
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

CREATE OR REPLACE FUNCTION private.is_carried_ranking (
  ranking jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case jsonb_typeof(ranking)
    when 'string' then pg_input_is_valid(ranking #>> '{}', 'private.search_word[]')
    when 'object' then ranking ? 'weights'
    else false
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_proven (
  established_ratings integer
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN (established_ratings >= 3);

CREATE OR REPLACE FUNCTION private.is_spelling (
  typed text[],
  words private.search_word[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return words is not null and cardinality(words) <= 50 and (
    select count(*) <= 5 and coalesce(bool_and(
      w.typed = any (is_spelling.typed)
      and exists (select from private.vocabulary as v where v.word = w.word collate "C")
      and private.is_within(w.typed, private.transpositions(w.typed), w.word, private.allowed_edits(w.typed))
    ), true)
    from unnest(words) as w where w.typed is not null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.load_common_words()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  documents constant oid := 'private.skill_documents'::pg_catalog.regclass;
  last_analyze constant timestamptz := greatest(
    pg_stat_get_last_analyze_time(documents), pg_stat_get_last_autoanalyze_time(documents)
  );
begin
  if last_analyze is null or last_analyze = (select analyzed_at from private.common_words limit 1)
    -- Another submission loads them.
    or not pg_try_advisory_xact_lock(hashtext('private.load_common_words'))
  then
    return;
  end if;
  delete from private.common_words;
  insert into private.common_words (word, share, analyzed_at)
  select c.word, c.share, last_analyze
  from pg_catalog.pg_stats as s
  -- No word contains a space. The frequencies end with the least, the greatest and that of null.
  cross join lateral unnest(
    string_to_array(array_to_string(s.most_common_elems, ' '), ' '), s.most_common_elem_freqs
  ) as c (word, share)
  where s.schemaname = 'private' and s.tablename = 'skill_documents' and s.attname = 'words' and c.word is not null;
end
$function$;

CREATE OR REPLACE FUNCTION private.load_vocabulary()
  RETURNS bigint
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  words bigint;
begin
  -- Submissions wait, searches do not.
  lock table private.vocabulary in share row exclusive mode;
  perform private.load_common_words();
  delete from private.vocabulary;
  delete from private.crowded_deletions;
  with hashed as materialized (
    select w.word, w.ndoc, d.deletion, row_number() over (partition by d.deletion order by w.ndoc desc, w.word) as place
    from ts_stat($q$select ts_filter(words, '{a,c}') from private.skill_documents$q$) as w (word, ndoc, nentry)
    cross join lateral (select deletion from private.deletions(array[w.word], 2)) as d
    where char_length(w.word) > 2
  ),
  crowded as (
    insert into private.crowded_deletions (deletion) select deletion from hashed where place = private.crowd() + 1
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where place <= private.crowd()), '{}')
  from hashed
  group by word
  -- A correction reads the first ones.
  order by max(ndoc) desc, word;
  get diagnostics words = row_count;
  return words;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_hashes (
  name_key text
)
  RETURNS integer[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return array(select d.deletion from private.deletions(array[private.joined(name_key)], 2) as d);
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
  path := private.decode_percent(path, '{%20,%23,%25,%3f,%3F,%40}');
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
    registry := private.fold_identifier(private.decode_percent(registry, '{%20,%23,%25,%3f,%3F,%40}'));
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
    subpath := private.decode_percent(replace(replace(subpath, '?', '%3f'), '#', '%23'), '{%20,%23,%25,%2f,%2F,%3f,%3F}');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(subpath));
    path := path || private.repository_subpath(subpath);
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_url (
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
  -- The query and the fragment are dropped.
  kept text := split_part(split_part(value, '#', 1), '?', 1);
  scheme text := 'ssh';
  authority text;
  address text[];
  host text;
  port text := '';
  path text;
begin
  -- Braces are a template: no address yet. Browsers read a backslash as a slash, other clients do not.
  if private.has_template(kept) then
    return null;
  end if;
  if lower(left(kept, 4)) = 'git@' then
    -- As scp reads it: what follows the colon is a path, never a port.
    authority := split_part(substr(kept, 5), ':', 1);
    path := '/' || ltrim(substr(kept, char_length(authority) + 6), '/');
    if path = '/' then
      return null;
    end if;
  else
    scheme := lower(split_part(kept, '://', 1) collate pg_catalog.pg_c_utf8);
    authority := split_part(substr(kept, char_length(scheme) + 4), '/', 1);
    path := substr(kept, char_length(scheme) + char_length(authority) + 4);
    -- The user name ends at the last @, as browsers read it.
    authority := split_part(authority, '@', -1);
  end if;
  address := regexp_match(authority, '^(\[[0-9a-f:.]+\]|[^][/@:<>^|%]+)(?::([0-9]*))?$', 'i');
  -- Postgres has no IDNA: a host in Unicode and its form in Punycode (xn--) differ.
  host := rtrim(private.fold_identifier(address[1]), '.');
  port := ltrim(address[2], '0');
  if coalesce(host, '') = '' or address[2] ~ '^0' and port = '' or char_length(port) > 5 or lpad(port, 5, '0') > '65535' then
    return null;
  end if;
  -- The normal form has the scheme https, so 443 is dropped in any case.
  if port is null or port in ('', '443') or port = '80' and scheme in ('http', 'git+http')
    or port = '22' and scheme in ('ssh', 'git+ssh')
  then
    port := '';
  else
    port := ':' || port;
  end if;

  if not private.is_percent_encoded(path) then
    return null;
  end if;
  path := private.remove_dot_segments(private.fold_identifier(private.decode_percent(path, '{%20,%23,%25,%2f,%2F,%3f,%3F}')));
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if host in ('github.com', 'www.github.com', 'gitlab.com', 'www.gitlab.com') and port = '' then
    host := right(host, 10);
    return coalesce(private.repository_purl(host, path), 'https://' || host || path);
  end if;
  return 'https://' || host || port || path;
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
begin
  path := btrim(substr(path, strpos(path, '/') + 1), '/');
  return nullif(private.decode_percent(substr(path, private.version_position(path) + 1), '{}'), '');
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

CREATE OR REPLACE FUNCTION private.position_in_order (
  sort  text,
  skill uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
begin
  return (
    select case sort
      when 'top' then jsonb_build_array(st.score, s.id)
      when 'rating' then jsonb_build_array(st.avg_tenths, st.total_ratings, s.id)
      when 'most_rated' then jsonb_build_array(st.total_ratings, st.score, s.id)
      when 'reliability' then jsonb_build_array(st.reliability_score, s.id)
      when 'security' then jsonb_build_array(st.security_score, s.id)
      when 'speed' then jsonb_build_array(st.speed_score, s.id)
      when 'newest' then jsonb_build_array(s.created_at, s.id)
      when 'name' then jsonb_build_array(s.name_key, s.id)
    end
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = skill
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.prefix_term (
  prefix text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  words text[] := private.words_beginning(prefix);
begin
  return case
    when words is null then private.term(prefix, ':*')
    else private.any_of(array(select private.term(word) from unnest(words) as word))
  end;
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

CREATE OR REPLACE FUNCTION private.rarity (
  documents     double precision,
  all_documents double precision
)
  RETURNS numeric
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  all_of_them constant float8 := greatest(all_documents, documents);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_of_them / documents) / ln(1 + all_of_them))::numeric, 2);
end
$function$;

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return private.all_of(array(
    select private.forms_of(word, place = cardinality(words)) from unnest(words) with ordinality as w (word, place)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_in_order (
  sort   text,
  types  text[],
  after  jsonb,
  wanted integer
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
  -- The position before the first skill.
  after := coalesce(after, case sort
    when 'newest' then '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]'::jsonb
    when 'name' then '["", "00000000-0000-0000-0000-000000000000"]'
    when 'rating' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    when 'most_rated' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    else '[9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
  end);

  -- Each list of all types merges one index scan for each type.
  case sort
    when 'top' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.score desc, s.skill_id desc limit wanted
        ) as k
        order by k.score desc, k.skill_id desc limit wanted
      );
    when 'rating' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.avg_tenths, s.total_ratings, s.skill_id from public.skill_stats as s
          where s.type = t.type
            and (s.avg_tenths, s.total_ratings, s.skill_id)
              < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit wanted
        ) as k
        order by k.avg_tenths desc, k.total_ratings desc, k.skill_id desc limit wanted
      );
    when 'most_rated' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.total_ratings, s.score, s.skill_id from public.skill_stats as s
          where s.type = t.type
            and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.total_ratings desc, s.score desc, s.skill_id desc limit wanted
        ) as k
        order by k.total_ratings desc, k.score desc, k.skill_id desc limit wanted
      );
    when 'reliability' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.reliability_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.reliability_score desc, s.skill_id desc limit wanted
        ) as k
        order by k.reliability_score desc, k.skill_id desc limit wanted
      );
    when 'security' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.security_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.security_score desc, s.skill_id desc limit wanted
        ) as k
        order by k.security_score desc, k.skill_id desc limit wanted
      );
    when 'speed' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.speed_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.speed_score desc, s.skill_id desc limit wanted
        ) as k
        order by k.speed_score desc, k.skill_id desc limit wanted
      );
    when 'newest' then
      return array(
        select k.id from unnest(types) as t (type) cross join lateral (
          select s.created_at, s.id from public.skills as s
          where s.type = t.type and s.retired_at is null
            and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
          order by s.created_at desc, s.id desc limit wanted
        ) as k
        order by k.created_at desc, k.id desc limit wanted
      );
    when 'name' then
      return array(
        select k.id from unnest(types) as t (type) cross join lateral (
          select s.name_key, s.id from public.skills as s
          where s.type = t.type and s.retired_at is null
            and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
          order by s.name_key, s.id limit wanted
        ) as k
        order by k.name_key, k.id limit wanted
      );
  end case;
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

CREATE OR REPLACE FUNCTION private.similar_word (
  wrong  text,
  budget integer
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
  -- With a lower trigram similarity, nobody confuses two words.
  min_similarity constant float8 := 0.4;
begin
  return query (
    select near.word, counted.frequency
    from (
      select word, extensions.similarity(word, wrong) as similarity
      from (
        select v.word from private.vocabulary as v
        where v.deletions && array(select d.deletion from private.deletions(array[wrong], 2) as d)
        limit budget / char_length(wrong)
      ) as candidate
      where extensions.similarity(word, wrong) >= min_similarity
      order by similarity desc, word
      limit 10
    ) as near
    cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as counted
    where frequency > 0
    order by similarity desc, frequency desc, word
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.similarity_constants (
  OUT most integer,
  OUT min_shared_words integer,
  OUT min_similarity double precision,
  OUT name_boost double precision,
  OUT name_share_boost double precision,
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

CREATE OR REPLACE FUNCTION private.sort_matches (
  sort    text,
  matches uuid[],
  after   jsonb,
  wanted  integer
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
  -- Each order reads one table: both would cost twice as much.
  if sort in ('name', 'newest') then
    return array(
      select s.id
      from public.skills as s
      where s.id = any (matches) and (after is null or case sort
        when 'name' then (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
        else (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
      end)
      order by
        case sort when 'name' then s.name_key end, case sort when 'name' then s.id end,
        case sort when 'newest' then s.created_at end desc, s.id desc
      limit wanted
    );
  end if;
  return array(
    select s.skill_id
    from public.skill_stats as s
    cross join lateral (
      select
        case sort
          when 'top' then s.score when 'rating' then s.avg_tenths when 'most_rated' then s.total_ratings
          when 'reliability' then s.reliability_score when 'security' then s.security_score when 'speed' then s.speed_score
        end as first_key,
        case sort when 'rating' then s.total_ratings when 'most_rated' then s.score end as second_key
    ) as k
    where s.skill_id = any (matches) and (after is null or case
      when k.second_key is null then (k.first_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
      else (k.first_key, k.second_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
    end)
    order by k.first_key desc, k.second_key desc, s.skill_id desc
    limit wanted
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

CREATE OR REPLACE FUNCTION private.telling_words (
  stems   text[],
  in_name boolean[]
)
  RETURNS SETOF private.telling_word
  LANGUAGE plpgsql
  STABLE
  ROWS 12
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
begin
  return query (
    select
      private.term(t.stem) as term,
      ln(1 + all_skills / greatest(f.frequency, least_frequency))
        * case when t.in_name then limits.name_boost else 1 end as weight,
      f.frequency
    from unnest(stems, in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), limits.max_counted)
      ) as frequency
      offset 0
    ) as f
    -- One of them is the skill itself.
    where f.frequency > 1
    order by weight desc, t.stem
    limit limits.max_telling_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.text_score (
  words tsvector
)
  RETURNS real
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- The skill says that it is for agents, who search here.
  agent_boost constant float8 := 4;
  agent_words constant tsquery := $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
  -- What a text loses that has e times as many words as a short one.
  length_malus constant float8 := 0.75;
  short_text constant float8 := 10;
begin
  return case when words @@ agent_words then agent_boost else 0 end
    - length_malus * ln(greatest(length(words), short_text) / short_text);
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
  update private.skill_documents as d set quality = n.quality, is_proven = n.is_proven
  from (
    select skill_id, private.quality(score, established_ratings) as quality, private.is_proven(established_ratings) as is_proven
    from new_stats
  ) as n
  where d.skill_id = n.skill_id and (d.quality, d.is_proven) <> (n.quality, n.is_proven);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.weigh_words (
  words text[]
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{
    need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like
  }';
  fillers constant text[] := case when words <@ more_stop_words then '{}' else more_stop_words end;
  -- A last word in fewer skills may be unfinished: it is also tried as a prefix.
  known_from constant integer := 100;
  all_documents constant float8 := private.document_count();
  last constant text := words[cardinality(words)];
  weighed private.search_word[];
  beginning float8;
begin
  if words is null then
    return '{}';
  end if;
  weighed := array(
    select row(
      word, null, case when word = any (fillers) then 0 when documents > 0 then private.rarity(documents, all_documents) end, null
    )
    from unnest(words) with ordinality as w (word, place)
    -- Evaluates the count once for each word.
    cross join lateral (select private.word_frequency(word) as documents offset 0) as counted
    order by place
  );
  if last <> all (fillers)
    and coalesce((weighed[cardinality(words)]).rarity > private.rarity(known_from, all_documents), true)
  then
    beginning := private.beginning_frequency(last);
    weighed[cardinality(words)].prefix_rarity := case when beginning > 0 then private.rarity(beginning, all_documents) end;
  end if;
  return weighed;
end
$function$;

CREATE OR REPLACE FUNCTION private.word_frequency (
  word text
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return coalesce(
    (
      select c.share * private.document_count() from private.common_words as c
      where c.word = private.stem(word_frequency.word) collate "C"
    ),
    -- Words that are not among the most common ones are counted.
    private.count_documents(private.word_query(word), 1000)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.word_query (
  word   text,
  suffix text DEFAULT ''::text,
  typed  text DEFAULT NULL::text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  query tsquery := private.term(private.stem(word), suffix);
  parts constant text[] := case when word like '%2%' then private.parts(word) end;
begin
  if parts is not null then
    query := query || (private.term(private.stem(parts[1]), suffix) && private.term(private.stem(parts[2]), suffix));
  end if;
  return case when typed is null then query else query || private.word_query(typed, suffix) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.words_beginning (
  prefix text
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 64;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit max_words + 1
  );
begin
  if cardinality(words) <= max_words then
    return null;
  end if;
  return array(
    select word
    from (
      select v.word, c.share
      from private.common_words as c
      -- Not the stems.
      join private.vocabulary as v on v.word = c.word
      where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
      union all
      select word, 0 from unnest(words[:expanded_words]) as word
    ) as word_with_share
    group by word
    order by max(share) desc, word
    limit expanded_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.find_skills (
  p_search text,
  p_limit  integer DEFAULT NULL::integer,
  p_owner  text    DEFAULT NULL::text
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
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best jsonb[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  best := private.rank_skills(search, private.plan_search(search), '{clawdbot}', null, 1000);
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', f.identifier)
    from private.github_paths(array(select (p ->> 1)::uuid from unnest(best) as p)) as f
    join public.skills as s on s.id = f.skill_id
    where owner = '' or starts_with(f.identifier, 'pkg:github/' || owner || '/')
    order by f.place
    limit least(greatest(coalesce(p_limit, 20), 1), 100)
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_skills"(text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.get_sitemap (
  p_part text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
begin
  perform private.validate('part', private.choice_error(p_part, string_to_array('0123456789abcdef', null)));
  return json_build_object('slugs', array(
    select s.slug
    from public.skills as s
    where s.id between (coalesce(p_part, '0') || '0000000-0000-0000-0000-000000000000')::uuid
      and (coalesce(p_part, 'f') || 'fffffff-ffff-ffff-ffff-ffffffffffff')::uuid
      and s.retired_at is null
    order by s.id
    limit 10001
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_sitemap"(text) FROM PUBLIC, "service_role";

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
  words private.search_word[];
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
    words := private.plan_search(search, private.carried_words(after #> '{0,1}'));
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, words, private.skill_types(), after -> 0, max_ranked),
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
        jsonb_build_array(positions[page.count], words::text), names[page.count]
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
  created boolean;
  previous public.ratings;
  last_error text;
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
      returning r.xmax = 0 into created;
      exit;
    exception
      when foreign_key_violation or insufficient_privilege or deadlock_detected or sqlstate 'PT410' then
        -- The key was revoked, the skill deleted, retired or merged, or the previous rating removed in the meantime. Then the next try has
        -- another result.
        if last_error = sqlstate then
          raise;
        end if;
        last_error := sqlstate;
        perform private.require_agent();
        skill := private.find_skill(p_skill_id, clean_name);
    end;
  end loop;

  return json_build_object(
    -- Null if private.replace_rating skipped an identical rating.
    'created', coalesce(created, false),
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and clean_commentary is null then 'commentary' end,
      case when previous.reliability is not null and p_reliability is null then 'reliability' end,
      case when previous.security is not null and p_security is null then 'security' end,
      case when previous.speed is not null and p_speed is null then 'speed' end,
      case when previous.version is not null and clean_version is null then 'version' end,
      case when previous.observed_calls is not null and p_observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and p_observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.skill_id = skill and r.agent_id = agent),
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
  suggestions json;
begin
  perform private.validate('name', private.text_error(wanted, 0, 200));
  suggestions := private.suggest_names(wanted, false);
  if suggestions::text = '[]' then
    suggestions := private.suggest_names(wanted, true);
  end if;
  return json_build_object('suggestions', suggestions);
end
$function$;

ALTER DOMAIN "private"."word_rarity"
  ADD CONSTRAINT "word_rarity_valid" CHECK (((VALUE >= (0)::numeric) AND (VALUE <= 99.99))) NOT VALID;

CREATE INDEX skill_documents_proven_words ON private.skill_documents USING gin (words)
  WITH (fastupdate=off)
  WHERE is_proven;

COMMENT ON COLUMN "private"."common_words"."analyzed_at" IS 'The time of that analyze, the same in all rows.';

COMMENT ON COLUMN "private"."common_words"."share" IS 'The share of the documents that contain the word, as the last analyze estimated it.';

COMMENT ON COLUMN "private"."skill_documents"."is_proven" IS 'Whether it has enough established ratings: private.is_proven. A search for common words finds these first, and imitations of their names are told.';

COMMENT ON COLUMN "private"."skill_documents"."text_score" IS 'What the text of the skill adds to its relevance, whatever is searched: private.text_score.';

COMMENT ON DOMAIN "private"."word_rarity" IS 'The rarity of a word: private.rarity.';

COMMENT ON FUNCTION "private"."all_of"(tsquery[]) IS 'The query for what matches all queries that are not null; null if there are none.';

COMMENT ON FUNCTION "private"."any_of"(tsquery[]) IS 'The query for what matches any of the queries that are not null; null if there are none.';

COMMENT ON FUNCTION "private"."beginning_frequency"(text) IS 'About how many skills contain words that begin with a prefix: at least 1,000 if they are more.';

COMMENT ON FUNCTION "private"."carried_words"(jsonb) IS 'The words of a search, of what a cursor carries; null if version 1.1.0 wrote it.';

COMMENT ON FUNCTION "private"."correct_search"(text, private.search_word[]) IS 'A search with its misspelt words replaced; null if that changes nothing.';

COMMENT ON FUNCTION "private"."correct_word"(text, integer) IS 'The nearest other word of the vocabulary within private.allowed_edits, and how many skills contain it; of several, the one with the highest document frequency; no row if there is none. Compares words with `budget` letters in total.';

COMMENT ON FUNCTION "private"."count_changed_ratings"() IS 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents; records the use of the key.';

COMMENT ON FUNCTION "private"."decode_percent"(text, text[]) IS 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true, except what is kept: characters that would separate parts, with both cases of their digits. Null if the result has a long run of marks.';

COMMENT ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) IS 'For each skill, the words of the search by how it matches them: {found, corrected, expanded, missing}, without those that are empty. found: as typed, inflected, or as the beginning of a word if it is the last one; corrected: only the correction, {word, correction}; expanded: only a synonym. Without stop words and filler, of the 24 rarest words.';

COMMENT ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) IS 'Up to a maximum of documents of some types that match a query, by ctid, which is faster than by id and does not change within a snapshot. If about so many match that the maximum leaves most of them out, the proven ones come first.';

COMMENT ON FUNCTION "private"."find_imitated"(text) IS 'If a search is the name of a skill without established ratings: the name, within private.allowed_edits, of another one that is proven; else null.';

COMMENT ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) IS 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';

COMMENT ON FUNCTION "private"."fold_identifier"(text) IS 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

COMMENT ON FUNCTION "private"."frequency"(double precision, double precision) IS 'About how many skills contain a word of a rarity above 0.';

COMMENT ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) IS 'Reciprocal rank fusion: the best skills of several rankings, and the number of the ranking in which each is best.';

COMMENT ON FUNCTION "private"."github_paths"(uuid[]) IS 'Of these skills, those whose url is a path in a repository on github.com that can be typed as it is, and its normal form, in their order.';

COMMENT ON FUNCTION "private"."is_carried_ranking"(jsonb) IS 'Whether JSON is how a search ranks, as a cursor carries it: the text of an array of private.search_word. Version 1.1.0 wrote an object, which is not used.';

COMMENT ON FUNCTION "private"."is_proven"(integer) IS 'Whether a skill has as many established ratings as make a verdict.';

COMMENT ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) IS 'Whether what was typed are words of a search, and each correction is a word of the vocabulary within its edit distance; false without words.';

COMMENT ON FUNCTION "private"."load_common_words"() IS 'Copies the most common words, if an analyze has found others. Each submission calls it.';

COMMENT ON FUNCTION "private"."load_vocabulary"() IS 'Writes the vocabulary again: without the words that no skill contains any more, and so that the most common words have the hashes that are crowded. Copies the common words, too. Returns the number of words.';

COMMENT ON FUNCTION "private"."name_hashes"(text) IS 'The private.deletions of a name as one word.';

COMMENT ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) IS 'The words of a search after its correction, with their rarities; on later pages those that the cursor carries. If is_loose, misspelt words become those with similar trigrams. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."prefix_term"(text) IS 'A prefix query for a word, for the index: if too many words begin with it, it is expanded to the most common of them. Also matches stems.';

COMMENT ON FUNCTION "private"."quality_differences"() IS 'The documents whose quality, or is_proven, is not that of the ratings of their skill. No rows is the right answer.';

COMMENT ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) IS 'The positions of the 1,000 best matches of a search, after the position in a cursor: the score, the id, and, if a skill contains all words, the lowest score of such skills without synonyms. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."rarity"(double precision, double precision) IS 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

COMMENT ON FUNCTION "private"."required_words"(text[]) IS 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

COMMENT ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) IS 'The skills of some types that follow a position (null: all) in an order.';

COMMENT ON FUNCTION "private"."search_terms"(private.search_word[], integer) IS 'How the words of a search match: those that some skill contains, or that have synonyms.';

COMMENT ON FUNCTION "private"."similar_word"(text, integer) IS 'As private.correct_word, the word with the most similar trigrams, of those whose first letters are similar.';

COMMENT ON FUNCTION "private"."similarity_constants"() IS 'The boosts and limits of the functions below.';

COMMENT ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) IS 'The JSON of skills as items of a list, in the order of the page, and how many fit into private.page_bytes. Each may have a match. The time zone must be UTC.';

COMMENT ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) IS 'As private.scan_in_order, of these skills.';

COMMENT ON FUNCTION "private"."suggest_names"(text, boolean, integer) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams. If is_loose, of the results of private.plan_search with this argument.';

COMMENT ON FUNCTION "private"."suspect_words"(private.search_word[], integer) IS 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

COMMENT ON FUNCTION "private"."telling_words"(text[], boolean[]) IS 'The words of a skill that are looked up, those of most weight first.';

COMMENT ON FUNCTION "private"."text_score"(tsvector) IS 'What the words of a skill add to its relevance, whatever is searched: more if they say that it is for agents, less if they are many.';

COMMENT ON FUNCTION "private"."weigh_words"(text[]) IS 'The words with their rarities.';

COMMENT ON FUNCTION "private"."word_frequency"(text) IS 'About how many skills contain a word or an inflection of it.';

COMMENT ON FUNCTION "private"."word_query"(text, text, text) IS 'A query for a word and its inflections, or both of its private.parts, or what was typed for it; the suffix restricts it to weights.';

COMMENT ON FUNCTION "public"."find_skills"(text, integer, text) IS 'GET /api/search: of the best 1,000 agent skills that match, those whose url is a path in a repository on github.com, best first, at most 100: slug, url and its normal form. Raises PT400.';

COMMENT ON FUNCTION "public"."get_sitemap"(text) IS 'GET /api/sitemap.xml: the slugs of the skills whose ids begin with a digit, or of all, without retired ones; at most 10,001, which shows whether there are more than a sitemap has. Raises PT400.';

COMMENT ON FUNCTION "public"."search_skills"(text, text, integer, boolean) IS 'POST /api/search: the JSON text of a list of 1 to 3 queries, whose rankings are fused. At most 50 skills and about private.page_bytes, without pages. With p_explain, each has `matched` (private.explain_matches), for the query in which it is best. Raises PT400.';

COMMENT ON TABLE "private"."common_words" IS 'The 3,000 most common words and stems of the documents, copied from pg_stats, which takes a search longer to read; written by private.load_common_words.';

COMMENT ON TABLE "private"."vocabulary" IS 'The words that skills contain or contained, for spelling correction; written by a trigger on public.skills and private.load_vocabulary.';

COMMENT ON TYPE "private"."ranked_query" IS 'One of several phrasings: its words after the correction, and the skills that it finds, best first.';

COMMENT ON TYPE "private"."search_term" IS 'How a word of a search matches documents, and what it weighs.';

COMMENT ON TYPE "private"."search_word" IS 'A word of a search, and how rare it is. The cursor of a search carries these.';

REVOKE ALL ON FUNCTION "private"."all_of"(tsquery[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."all_of"(tsquery[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."all_of"(tsquery[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."all_of"(tsquery[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."any_of"(tsquery[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."any_of"(tsquery[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."any_of"(tsquery[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."any_of"(tsquery[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."carried_words"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."carried_words"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."carried_words"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."carried_words"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, private.search_word[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, private.search_word[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, private.search_word[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, private.search_word[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decode_percent"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_percent"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_proven"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."load_common_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."load_common_words"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."load_common_words"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."load_vocabulary"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."load_vocabulary"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."load_vocabulary"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_hashes"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_hashes"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."name_hashes"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_hashes"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."prefix_term"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prefix_term"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."prefix_term"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."prefix_term"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rarity"(double precision, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rarity"(double precision, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rarity"(double precision, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rarity"(double precision, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."required_words"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."required_words"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."required_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."required_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."similar_word"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similar_word"(text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."similar_word"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."similar_word"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."similarity_constants"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similarity_constants"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."similarity_constants"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."similarity_constants"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."telling_words"(text[], boolean[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."telling_words"(text[], boolean[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."telling_words"(text[], boolean[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."telling_words"(text[], boolean[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_score"(tsvector) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_score"(tsvector) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_score"(tsvector) TO "postgres";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."find_skills"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_sitemap"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_skills"(text, text, integer, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_skills"(text, text, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_skills"(text, text, integer, boolean) TO "postgres";

GRANT SELECT ON TABLE "private"."common_words" TO "anon", "authenticated";

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
   WHERE ((d.quality <> private.quality(s.score, s.established_ratings)) OR (d.is_proven <> private.is_proven(s.established_ratings)));
END;

CREATE INDEX skill_documents_proven_names ON private.skill_documents USING gin (private.name_hashes(name_key))
  WHERE is_proven;

-- The foreign key of identifiers was created before that of ratings, so that deleting a skill locked its identifiers first. A rating locks
-- the rating, then the aggregates, then the identifiers, whose score it changes: both could deadlock.
-- pgls-ignore lint/safety/addingForeignKeyConstraint: Checking some 100,000 identifiers takes less than a second.
-- pgls-ignore lint/safety/constraintMissingNotValid: The same.
-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
alter table private.skill_identifiers
  drop constraint skill_identifiers_skill_id_fkey,
  add constraint skill_identifiers_skill_id_fkey foreign key (skill_id) references public.skills on delete cascade;

-- The new columns have the values of skills without words and ratings.
update private.skill_documents as d
set text_score = private.text_score(d.words), is_proven = private.is_proven(s.established_ratings)
from public.skill_stats as s
where s.skill_id = d.skill_id;

select private.load_vocabulary();
