set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.count_totals()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from private.totals) then
    insert into private.totals default values on conflict do nothing;
  end if;
  -- A GET request to the Data API cannot write: it returns what is stored.
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  -- SKIP LOCKED: while one call counts, the others return what is stored.
  perform from private.totals where counted_at < clock_timestamp() - interval '60 seconds' for update skip locked;
  if found then
    update private.totals set
      skills = (select count(*) from public.skills where retired_at is null),
      ratings = (select coalesce(sum(total_ratings), 0) from public.skill_stats),
      agents = (select count(*) from public.agents),
      counted_at = clock_timestamp()
    where is_only;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.ratings where true;
  return null;
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
  -- See private.sub_score.
  return round(established_claws::numeric / nullif(established_ratings, 0), 14);
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
  delete from private.common_words where true;
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
  delete from private.vocabulary where true;
  delete from private.crowded_deletions where true;
  with hashed as materialized (
    select w.word, w.ndoc, d.deletion, row_number() over (partition by d.deletion order by w.ndoc desc, w.word) as ordinal
    from ts_stat($q$select ts_filter(words, '{a,c}') from private.skill_documents$q$) as w (word, ndoc, nentry)
    cross join lateral (select deletion from private.deletions(array[w.word], 2)) as d
    where char_length(w.word) > 2
  ),
  crowded as (
    insert into private.crowded_deletions (deletion) select deletion from hashed where ordinal = private.crowd() + 1
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where ordinal <= private.crowd()), '{}')
  from hashed
  group by word
  -- A correction reads the first ones.
  order by max(ndoc) desc, word;
  get diagnostics words = row_count;
  return words;
end
$function$;

CREATE OR REPLACE FUNCTION private.sub_score (
  count integer,
  sum   numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- 15 digits, as many as a float8 shows with any extra_float_digits: Supabase has 0.
  return '{"mean":' || coalesce(round(sum / nullif(count, 0), 13)::float8::text, 'null') || ',"count":' || count || '}';
end
$function$;

COMMENT ON FUNCTION "private"."established_mean"(integer, bigint) IS 'The mean of the claws of ratings by established agents, rounded to 14 decimals; null if there are none.';

COMMENT ON FUNCTION "private"."sub_score"(integer, numeric) IS 'The mean of a sub-score, rounded to 13 decimals, and the number of ratings that contain it, as JSON.';

-- Ratings of these skills wait until it ends. A trigger writes the means anew, with at most 15 digits.
update public.skill_stats set type = type where sub_scores::text || json_ratings ~ '[.][0-9]{14}|e-';
