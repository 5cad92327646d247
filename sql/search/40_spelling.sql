-- Spelling correction: the nearest word of the vocabulary to a word that no skill contains.

create function private.allowed_edits(word text) returns integer
language sql immutable strict parallel safe set search_path = ''
return case when char_length(word) < 4 then 0 when char_length(word) < 8 then 1 else 2 end;
comment on function private.allowed_edits is 'The maximum edit distance of the correction of a word: 1 for 4 to 7 letters, 2 for more; shorter words are not corrected.';

create function private.transpositions(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
return array(
  select overlay(word placing reverse(substr(word, i, 2)) from i for 2) from generate_series(1, char_length(word) - 1) as i
);
comment on function private.transpositions is 'The word with each pair of adjacent letters transposed.';

create function private.is_within(word text, transposed text[], other text, edits integer) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- levenshtein() counts a transposition as two edits, so each is tried.
return extensions.levenshtein_less_equal(word, other, edits) <= edits or case edits
  when 1 then other = any (transposed)
  else exists (select from unnest(transposed) as t where extensions.levenshtein_less_equal(t, other, edits - 1) < edits)
end;
comment on function private.is_within is 'Whether two words are within an edit distance, in which one transposition of adjacent letters is one edit. Takes the transpositions of the first word, so that they are computed once for many words.';

create function private.correct_word(wrong text, budget integer, common text[], frequencies float8[], is_loose boolean)
returns table (word text, skills float8)
language plpgsql stable rows 1 set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
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
$$;
comment on function private.correct_word is 'The nearest other word of the vocabulary within private.allowed_edits, and how many skills contain it; of several, the one with the highest document frequency; no row if there is none. If is_loose and there is none, the word with the most similar trigrams. Compares words with `budget` letters in total, and the given common words (private.common_words).';

create function private.is_spelling(words text[], replaced jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return replaced is null or (select count(*) <= 5 from jsonb_object_keys(replaced)) and (
    select bool_and(
      wrong = any (words)
      and exists (select from private.vocabulary as v where v.word = nearest collate "C")
      and private.is_within(wrong, private.transpositions(wrong), nearest, private.allowed_edits(wrong))
    )
    from jsonb_each_text(replaced) as r (wrong, nearest)
  );
end
$$;
comment on function private.is_spelling is 'Whether all keys are words of a search, and each value is a word of the vocabulary within the edit distance of a correction.';

create function private.correct_search(search text, replaced jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := private.fold_text(search);
  original text := case when lower(search collate pg_catalog.pg_c_utf8) = folded then search else folded end;
  correction text := original;
  wrong text;
  nearest text;
begin
  for wrong, nearest in select * from jsonb_each_text(replaced) loop
    correction := regexp_replace(
      correction collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(wrong, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', nearest, 'gi'
    );
  end loop;
  return nullif(correction, original);
end
$$;
comment on function private.correct_search is 'A search with its misspelt words replaced; null if that changes nothing.';

-- For searches, which run with the rights of their caller.
grant execute on function
  private.deletions, private.common_words, private.words_beginning, private.allowed_edits, private.transpositions,
  private.is_within, private.correct_word, private.is_spelling, private.correct_search
  to anon, authenticated;
