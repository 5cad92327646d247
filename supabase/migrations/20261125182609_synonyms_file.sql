set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."load_synonyms"();

DROP FUNCTION "private"."synonym_list"();

CREATE OR REPLACE FUNCTION private.load_synonyms (
  list text
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '2s'
  AS $function$
declare
  phrase_format constant text := '[a-z0-9+#]+( [a-z0-9+#]+){0,2}';
  line_format constant text := format('^%1$s( \| %1$s)*: %1$s(, %1$s)*$', phrase_format);
  lines constant text[] := array(
    select line from regexp_split_to_table(list, '\r?\n') as line where line <> '' and not starts_with(line, '#')
  );
  invalid text := (select line from unnest(lines) as line where line !~ line_format limit 1);
  listed private.synonyms[];
  repeated text;
  changed integer;
begin
  -- The list replaces the one before: what cannot be read would remove synonyms.
  if invalid is not null then
    raise exception 'The list of synonyms has an invalid line: "%". A line is "say | alternative: synonym, synonym".', left(invalid, 100);
  elsif lines = '{}' then
    raise exception 'The list of synonyms is empty.';
  end if;
  with line as (
    select place, split_part(line, ': ', 1) as said, split_part(line, ': ', 2) as called
    from unnest(lines) with ordinality as l (line, place)
  ),
  phrase as (
    select place, null as rank, phrase from line cross join lateral string_to_table(said, ' | ') as phrase
    union all
    select place, rank, phrase from line cross join lateral string_to_table(called, ', ') with ordinality as c (phrase, rank)
  ),
  word as materialized (
    select place, rank, phrase, word from phrase cross join lateral string_to_table(phrase, ' ') as word
  ),
  -- As private.synonym_key, but each word is stemmed once. The list has no stop words, and needs no folding.
  stem as materialized (
    select word, private.stem(word) as stem from (select distinct word from word) as words
  ),
  key as materialized (
    select place, rank, string_agg(distinct stem, ' ' order by stem) as key
    from word join stem using (word)
    group by place, rank, phrase
  ),
  called as (
    select place, array_agg(key order by rank) as keys from key where rank is not null group by place
  )
  select array_agg(row(key, array_remove(keys, key), '{}', '{}')::private.synonyms) into listed
  from key join called using (place)
  where rank is null;

  select said into repeated from unnest(listed) group by said having count(*) > 1 limit 1;
  if found then
    raise exception 'The list of synonyms has two phrases with the stems "%".', repeated;
  end if;
  -- Searches do not wait for this. Admins who change synonyms do.
  lock table private.synonyms in share row exclusive mode;
  merge into private.synonyms as s using unnest(listed) as l on s.said = l.said
  when matched and s.called <> l.called then update set called = l.called
  when not matched then insert (said, called) values (l.said, l.called)
  when not matched by source and s.called <> '{}' then update set called = '{}';
  get diagnostics changed = row_count;
  delete from private.synonyms where called = '{}' and added = '{}' and removed = '{}';
  return changed;
end
$function$;

COMMENT ON FUNCTION "private"."load_synonyms"(text) IS 'Replaces the maintained list, which supabase/synonyms.sql has, and keeps what admins changed. Returns the number of phrases whose synonyms changed.';

REVOKE ALL ON FUNCTION "private"."load_synonyms"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."load_synonyms"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."load_synonyms"(text) TO "postgres";
