-- Synonyms: words that skills use for the terms of searches. A search for "remember things between sessions" also finds skills with
-- "memory". supabase/synonyms.sql has the list.

create table private.synonyms (
  term text primary key,
  synonyms text[] not null
);
comment on table private.synonyms is 'The terms of searches and their synonyms in skills; filled by private.load_synonyms.';
comment on column private.synonyms.term is 'Up to three stems in alphabetical order, separated by spaces (private.synonym_key). A search has the term if it contains all of them.';
comment on column private.synonyms.synonyms is 'The most telling first. Each has up to three stems, which a skill must all contain.';
grant select on private.synonyms to anon, authenticated;
create index synonyms_first_stem on private.synonyms (split_part(term, ' ', 1));

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
  line_format constant text := format('^%1$s(( \| %1$s)*|( / %1$s)*): %1$s(, %1$s)*$', phrase_format);
  lines constant text[] := array(
    select line from regexp_split_to_table(list, '\r?\n') as line where line <> '' and not starts_with(line, '#')
  );
  invalid text := (select line from unnest(lines) as line where line !~ line_format limit 1);
  entries private.synonyms[];
  repeated_term text;
  changes integer;
begin
  -- The list replaces the one before: what cannot be read would remove synonyms.
  if invalid is not null then
    raise exception 'The list of synonyms has an invalid line: "%". A line is "term | term: synonym, synonym" or "term / term: synonym".', left(invalid, 100);
  elsif lines = '{}' then
    raise exception 'The list of synonyms is empty.';
  end if;
  with line as (
    select ordinal, split_part(line, ': ', 1) as term, split_part(line, ': ', 2) as synonyms
    from unnest(lines) with ordinality as l (line, ordinal)
  ),
  phrase as (
    -- The words of the left side that mean the same have a rank as synonyms, too, before the others.
    select ordinal, null as rank, phrase from line cross join lateral regexp_split_to_table(term, ' [|/] ') as phrase
    union all
    select ordinal, t.rank - 1000, phrase from line cross join lateral string_to_table(term, ' | ') with ordinality as t (phrase, rank)
    where phrase not like '% %'
    union all
    select ordinal, rank, phrase from line cross join lateral string_to_table(synonyms, ', ') with ordinality as c (phrase, rank)
  ),
  word as materialized (
    select ordinal, rank, phrase, word from phrase cross join lateral string_to_table(phrase, ' ') as word
  ),
  -- As private.synonym_key, but each word is stemmed once. The list has no stop words, and needs no folding.
  stem as materialized (
    select word, private.stem(word) as stem from (select distinct word from word) as words
  ),
  key as materialized (
    select ordinal, rank, string_agg(distinct stem, ' ' order by stem) as key
    from word join stem using (word)
    group by ordinal, rank, phrase
  ),
  synonyms as (
    select ordinal, array_agg(key order by rank) as keys
    from (select ordinal, key, min(rank) as rank from key where rank is not null group by ordinal, key) as distinct_key
    group by ordinal
  )
  select array_agg(row(key, array_remove(keys, key))::private.synonyms) into entries
  from key join synonyms using (ordinal)
  where rank is null;

  select term into repeated_term from unnest(entries) group by term having count(*) > 1 limit 1;
  if found then
    raise exception 'The list of synonyms has two terms with the stems "%".', repeated_term;
  end if;
  -- Searches do not wait for this.
  lock table private.synonyms in share row exclusive mode;
  merge into private.synonyms as s using unnest(entries) as l on s.term = l.term
  when matched and s.synonyms <> l.synonyms then update set synonyms = l.synonyms
  when not matched then insert (term, synonyms) values (l.term, l.synonyms)
  when not matched by source then delete;
  get diagnostics changes = row_count;
  return changes;
end
$$;
comment on function private.load_synonyms is 'Replaces the list, which supabase/synonyms.sql has. Returns the number of terms whose synonyms changed.';

create function private.find_synonyms(words text[]) returns table (term text[], synonym text[])
language plpgsql stable rows 20 set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  -- Each candidate of a search is compared with all of these.
  max_synonyms constant integer := 20;
  stems constant text[] := array(select private.stem(word) from unnest(words) as word);
begin
  return query
  select string_to_array(s.term, ' '), string_to_array(c.synonym, ' ')
  from private.synonyms as s
  cross join lateral unnest(s.synonyms) with ordinality as c (synonym, ordinal)
  where split_part(s.term, ' ', 1) = any (stems) and string_to_array(s.term, ' ') <@ stems
  -- Of the first eight, which find skills, three are of single words: a phrase has up to ten, and would leave no place for others.
  order by
    row_number() over (partition by s.term like '% %' order by cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term)
      > case when s.term like '% %' then 5 else 3 end,
    cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term
  limit max_synonyms;
end
$$;
comment on function private.find_synonyms is 'The terms that some of the words make and their synonyms, those of longer terms first, but three of single words among the first eight: `term` and `synonym` are stems, and a skill must contain all of `synonym`.';

create function private.synonym_query(synonym text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return format('(''%s'')', array_to_string(synonym, ''' & '''));
end
$$;
comment on function private.synonym_query is 'The query for skills that contain all stems of a synonym, in parentheses.';

grant execute on function private.synonym_key, private.find_synonyms, private.synonym_query to anon, authenticated;
