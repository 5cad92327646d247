-- The vocabulary: the distinct words of all documents, and their document frequencies.

create table private.vocabulary (
  word text collate "C" primary key,
  deletions integer[] not null
);
comment on table private.vocabulary is 'The words that skills contain or contained, for spelling correction; written by a trigger on public.skills and private.load_vocabulary.';
comment on column private.vocabulary.word is 'The word as written, folded.';
comment on column private.vocabulary.deletions is 'Hashes of its first letters with some deleted (private.deletions): words within a small edit distance share one. Without the hashes that were crowded when the word was added.';
grant select on private.vocabulary to anon, authenticated;
-- Few searches have misspelt words, so these scan the list of pending entries, and most submissions do not update the index.
create index vocabulary_deletions on private.vocabulary using gin (deletions) with (gin_pending_list_limit = 256);

create table private.crowded_deletions (
  deletion integer primary key
);
comment on table private.crowded_deletions is 'Hashes with the maximum number of words (private.crowd). No more words are added to them: a correction reads all words with a hash, so the maximum bounds its cost.';
comment on column private.crowded_deletions.deletion is 'A hash of private.vocabulary.deletions.';

create function private.crowd() returns integer
language sql immutable parallel safe set search_path = ''
return 512;
comment on function private.crowd is 'The number of words at which a hash is crowded.';

create function private.deletions(words text[], most integer) returns table (word text, deletion integer)
language plpgsql immutable strict parallel safe rows 30 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- The first 6 letters are enough to find candidates, and keep the index small. From words of up to 5 letters only one is deleted,
  -- because their corrections are one edit away.
  return query
  select distinct word, hashtext(
    overlay(overlay(left(word, 6) placing '' from greatest(i, 1) for least(i, 1)) placing '' from greatest(j, 1) for least(j, 1))
  )
  from unnest(words) as word cross join generate_series(0, 6) as i cross join generate_series(0, 5) as j
  where i <= char_length(word) and j < greatest(i, 1) and (i = 0 or most > 0) and (j = 0 or char_length(word) > 5 and most > 1);
end
$$;
comment on function private.deletions is 'Each word with the hashes of its first letters: as they are, with one deleted unless `most` is 0, and with two deleted if it is 2.';

create table private.common_words (
  word text collate "C" primary key,
  share real not null,
  analyzed_at timestamptz not null
);
comment on table private.common_words is 'The 3,000 most common words and stems of the documents, copied from pg_stats, which takes a search longer to read; written by private.load_common_words.';
comment on column private.common_words.share is 'The share of the documents that contain the word, as the last analyze estimated it.';
comment on column private.common_words.analyzed_at is 'The time of that analyze, the same in all rows.';
grant select on private.common_words to anon, authenticated;

create function private.load_common_words() returns void
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function private.load_common_words is 'Copies the most common words, if an analyze has found others. Each submission calls it.';

create function private.prefix_term(prefix text) returns tsquery
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 16;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit max_words + 1
  );
begin
  if cardinality(words) <= max_words then
    return private.term(prefix, ':*');
  end if;
  return private.any_of(array(
    select private.term(word)
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
  ));
end
$$;
comment on function private.prefix_term is 'A prefix query for a word, for the index, which also matches stems. If more than 1,000 words of the vocabulary begin with it, it is expanded to 16 of them: the most common, then the first in order.';

create function private.beginning_frequency(prefix text, all_documents float8) returns float8
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Words that begin with it and are not common are counted, up to this.
  max_counted constant integer := 1000;
  of_common_words constant float8 := all_documents * (
    select sum(c.share) from private.common_words as c
    where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
  );
begin
  return case
    when of_common_words >= max_counted then of_common_words
    else greatest(of_common_words, private.count_documents(private.prefix_term(prefix), max_counted))
  end;
end
$$;
comment on function private.beginning_frequency is 'About how many of all skills contain words that begin with a prefix: at least 1,000 if they are more.';

create function private.add_words(words text[]) returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  with entry as materialized (
    select e.word, e.deletion, is_crowded, row_number() over (partition by e.deletion order by e.word) as ordinal
    from private.deletions(words, 2) as e
    cross join lateral (
      select exists (select from private.crowded_deletions as c where c.deletion = e.deletion) as is_crowded
    ) as c
  ),
  -- Counts for a random sample of one entry in 16, which nobody can predict: a hash exceeds the maximum by a few dozen words.
  crowded as (
    insert into private.crowded_deletions (deletion)
    select distinct deletion
    from entry
    where random() < 1.0 / 16 and not is_crowded and private.crowd() <= (
      select count(*) from (
        select from private.vocabulary as v where v.deletions @> array[entry.deletion] limit private.crowd()
      ) as v
    )
    -- Ordered, here and below, so that two submissions with the same words cannot deadlock.
    order by deletion
    on conflict do nothing
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where not is_crowded and ordinal <= private.crowd()), '{}')
  from entry
  group by word
  order by word
  on conflict do nothing;
end
$$;
comment on function private.add_words is 'Adds words to the vocabulary.';

create function private.load_vocabulary() returns bigint
language plpgsql volatile set search_path = ''
as $$
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
    from ts_stat($q$select ts_filter(words, '{d}') from private.skill_documents$q$) as w (word, ndoc, nentry)
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
$$;
comment on function private.load_vocabulary is 'Writes the vocabulary again: without the words that no skill contains any more, and so that the most common words have the hashes that are crowded. Copies the common words, too. Returns the number of words.';
