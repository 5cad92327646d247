-- Synonyms: words that skills use for what people say in searches. A search for "remember things between sessions" also finds skills with
-- "memory". supabase/synonyms.sql has the maintained list, and admins can add to it (sql/moderation/80_synonyms.sql).

create table private.synonyms (
  said text primary key,
  called text[] not null default '{}',
  added text[] not null default '{}',
  removed text[] not null default '{}'
);
comment on table private.synonyms is 'What people say in searches, and what skills call it; filled by private.load_synonyms and admin.add_synonyms.';
comment on column private.synonyms.said is 'Up to three stems in alphabetical order, separated by spaces (private.synonym_key). A search says it if it contains all of them.';
comment on column private.synonyms.called is 'Synonyms of the maintained list, the most telling first. Each has up to three stems, which a skill must all contain.';
comment on column private.synonyms.added is 'Synonyms that admins added.';
comment on column private.synonyms.removed is 'Synonyms that admins removed, so that loading the list again does not restore them.';
-- service_role reads admin.synonyms.
grant select on private.synonyms to anon, authenticated, service_role;

create function private.synonym_key(words text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return (
    select string_agg(stem, ' ' order by stem)
    from (
      select distinct private.stem(word) as stem from unnest(words) as word
      where coalesce(ts_lexize('pg_catalog.english_stem', word) <> '{}', true)
    ) as stems
  );
end
$$;
comment on function private.synonym_key is 'The distinct stems of words in alphabetical order, separated by spaces, without stop words; null if there are none.';

create function private.load_synonyms(list text) returns integer
language plpgsql volatile set search_path = '' set lock_timeout = '2s'
as $$
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
$$;
comment on function private.load_synonyms is 'Replaces the maintained list, which supabase/synonyms.sql has, and keeps what admins changed. Returns the number of phrases whose synonyms changed.';

create function private.find_synonyms(words text[]) returns table (said text[], called text[])
language plpgsql stable rows 20 set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  -- 12 stems have 298 combinations of up to three, which are looked up.
  max_stems constant integer := 12;
  -- Each candidate of a search is compared with all of these.
  max_synonyms constant integer := 20;
  stems text[] := array(
    select stem from (
      select private.stem(word) as stem, min(place) as place from unnest(words) with ordinality as w (word, place) group by stem
    ) as s
    order by place
    limit max_stems
  );
begin
  return query
  with stem as materialized (
    select stem from unnest(stems) as stem
  ),
  combination (key) as (
    select stem from stem
    union all
    select concat_ws(' ', a.stem, b.stem) from stem as a join stem as b on a.stem < b.stem
    union all
    select concat_ws(' ', a.stem, b.stem, c.stem)
    from stem as a join stem as b on a.stem < b.stem join stem as c on b.stem < c.stem
  )
  select string_to_array(s.said, ' '), string_to_array(c.term, ' ')
  from combination join private.synonyms as s on s.said = combination.key
  cross join lateral unnest(s.added || s.called) with ordinality as c (term, place)
  where c.term <> all (s.removed)
  order by cardinality(string_to_array(s.said, ' ')) desc, c.place, s.said
  limit max_synonyms;
end
$$;
comment on function private.find_synonyms is 'The synonyms of up to three of the words that are said together, those of longer phrases first: `said` and `called` are stems, and a skill must contain all of `called`.';

create function private.synonym_query(called text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return format('(''%s'')', array_to_string(called, ''' & '''));
end
$$;
comment on function private.synonym_query is 'The query for skills that contain all stems of a synonym, in parentheses.';

grant execute on function private.synonym_key, private.find_synonyms, private.synonym_query to anon, authenticated;
