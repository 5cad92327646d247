-- Spelling correction: the nearest word of the vocabulary to a word that no skill contains.

create function private.allowed_edits(word text) returns integer
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when char_length(word) < 4 then 0 when char_length(word) < 8 then 1 else 2 end;
end
$$;
comment on function private.allowed_edits is 'The maximum edit distance of the correction of a word: 1 for 4 to 7 letters, 2 for more; shorter words are not corrected.';

create function private.transpositions(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(
    select overlay(word placing reverse(substr(word, i, 2)) from i for 2) from generate_series(1, char_length(word) - 1) as i
  );
end
$$;
comment on function private.transpositions is 'The word with each pair of adjacent letters transposed.';

create function private.is_within(word text, transposed text[], other text, edits integer) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- levenshtein() counts a transposition as two edits, so each is tried.
  return extensions.levenshtein_less_equal(word, other, edits) <= edits or case edits
    when 1 then other = any (transposed)
    else exists (select from unnest(transposed) as t where extensions.levenshtein_less_equal(t, other, edits - 1) < edits)
  end;
end
$$;
comment on function private.is_within is 'Whether two words are within an edit distance, in which one transposition of adjacent letters is one edit. Takes the transpositions of the first word, so that they are computed once for many words.';

create function private.correct_word(wrong text, max_edits integer, budget integer) returns table (word text, skills float8)
language plpgsql stable rows 1 set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  transposed text[] := private.transpositions(wrong);
  digits constant text := regexp_replace(wrong, '[^0-9]', '', 'g');
begin
  for edits in 1..max_edits loop
    return query (
      select near.word, usage.frequency
      from (
        select word
        from (
          -- For an edit more than is usual, also those with the same first letters: many others share some letters by chance.
          select v.word, v.location
          from unnest(case when edits > private.allowed_edits(wrong) then array[0, edits] else array[edits] end) as deleted
          cross join lateral (
            -- In the order of the table, the oldest first: words that are added later cannot displace them.
            select v.word, v.ctid as location
            from private.vocabulary as v
            where v.deletions && array(select d.deletion from private.deletions(array[wrong], deleted) as d)
            limit budget / char_length(wrong)
          ) as v
        ) as candidate
        -- Cheap conditions first, in this order; with one edit more, because levenshtein() counts a transposition as two.
        where word <> wrong
          -- Typos are rarely in the first letter. A word that nobody knows is better missing than replaced by one of another meaning:
          -- beancount is not headcount, and osrm is not orm.
          and (left(word, 1) = left(wrong, 1) or left(word, 2) = reverse(left(wrong, 2)))
          and (char_length(word) > 3 or max_edits > private.allowed_edits(wrong))
          and case
            when abs(char_length(word) - char_length(wrong)) <= edits
              and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
              -- Digits are not mistyped letters: contex7 is context7, and not context.
              then regexp_replace(word, '[^0-9]', '', 'g') = digits and private.is_within(wrong, transposed, word, edits)
          end
        order by location
        limit 50
      ) as near
      -- Evaluates the count once for each word.
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as usage
      -- Skips words that no skill contains.
      where frequency > 0
      -- Anyone can submit a word often, so those of proven skills come first.
      order by
        exists (select from private.skill_documents as d where d.is_proven and d.words @@ private.term(word)) desc,
        frequency desc, word
      limit 1
    );
    exit when found;
  end loop;
end
$$;
comment on function private.correct_word is 'The nearest other word of the vocabulary within an edit distance, and how many skills contain it; of several, one that a proven skill contains, then the one with the highest document frequency; no row if there is none. Compares words with `budget` letters in total.';

create type private.search_word as (
  word text,
  -- What was typed, if it was corrected.
  typed text,
  -- Null if no skill contains it, 0 if it is filler.
  rarity float8,
  -- Of the words that begin with it, if it is rare and last.
  prefix_rarity float8
);
comment on type private.search_word is 'A word of a search, and how rare it is.';

create function private.correct_search(search text, words private.search_word[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  original text;
  correction text;
  one private.search_word;
begin
  foreach one in array words loop
    continue when one.typed is null;
    if original is null then
      original := private.fold_text(search);
      if lower(search collate pg_catalog.pg_c_utf8) = original then
        original := search;
      end if;
      correction := original;
    end if;
    correction := regexp_replace(
      correction collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(one.typed, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', one.word, 'gi'
    );
  end loop;
  -- A cursor carries the corrected search, which has to be a valid one.
  return case when char_length(correction) <= 200 then nullif(correction, original) end;
end
$$;
comment on function private.correct_search is 'A search with its misspelt words replaced; null if that changes nothing, or makes it longer than a search can be.';

-- For searches, which run with the rights of their caller.
grant execute on function
  private.deletions, private.prefix_term, private.allowed_edits, private.transpositions,
  private.is_within, private.correct_word, private.correct_search
  to anon, authenticated;
