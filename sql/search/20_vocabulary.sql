-- The vocabulary: the distinct words of all documents, and their document frequencies.

create table private.vocabulary (
  word text collate "C" primary key,
  deletions integer[] not null
);
comment on table private.vocabulary is 'The words that skills contain, for spelling correction; written by triggers on public.skills and private.skill_documents.';
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
  where i <= char_length(word) and j < greatest(i, 1) and (j = 0 or char_length(word) > 5 and most > 1);
end
$$;
comment on function private.deletions is 'Each word with the hashes of its first letters: as they are, with one deleted, and with two deleted if `most` is 2.';

create function private.common_lexemes(out words text[], out shares float4[])
language plpgsql stable set search_path = ''
as $$
begin
  -- No lexeme contains a space. The frequencies end with the least, the greatest and that of null.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into words, shares
  from pg_catalog.pg_stats where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';
  shares := shares[:cardinality(words)];
end
$$;
comment on function private.common_lexemes is 'The most common words and stems of the documents, with the share of the documents that contain each, estimated by the last analyze.';

create function private.common_words(from_skills float8) returns table (word text, skills float8)
language plpgsql stable rows 3000 set search_path = ''
as $$
declare
  total float8 := private.document_count();
begin
  return query
  select c.word, c.share * total
  from private.common_lexemes() as l cross join lateral unnest(l.words, l.shares) as c (word, share)
  where c.share * total >= from_skills;
end
$$;
comment on function private.common_words is 'private.common_lexemes with their document frequencies; only those in at least from_skills skills.';

create function private.words_beginning(prefix text) returns text[]
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
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
      (
        select c.word, c.skills
        from private.common_words(0) as c join private.vocabulary as v on v.word = c.word collate "C"
        where starts_with(c.word, prefix)
        order by c.skills desc
        limit expanded_words
      )
      union all
      select word, 0 from unnest(words[:expanded_words]) as word
    ) as word_with_frequency
    group by word
    order by max(skills) desc, word
    limit expanded_words
  );
end
$$;
comment on function private.words_beginning is 'Query expansion of a prefix: if more than 1,000 words of the vocabulary begin with it, 64 of them: the most common, then the first in order. Otherwise null: the index matches the prefix.';

create function private.add_words(words text[]) returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  with entry as materialized (
    select e.word, e.deletion, is_crowded, row_number() over (partition by e.deletion order by e.word) as place
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
  select word, coalesce(array_agg(deletion) filter (where not is_crowded and place <= private.crowd()), '{}')
  from entry
  group by word
  order by word
  on conflict do nothing;
end
$$;
comment on function private.add_words is 'Adds words to the vocabulary.';
