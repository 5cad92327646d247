-- Spelling correction: the nearest word of the vocabulary to a word that no skill contains.

create function private.allowed_edits(word text) returns integer
language sql immutable strict parallel safe set search_path = ''
return case when char_length(word) < 4 then 0 when char_length(word) < 8 then 1 else 2 end;
comment on function private.allowed_edits is 'How many edits the correction of a word may be away: 1 of 4 to 7 letters, 2 of more.';

create function private.transpositions(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
return array(
  select overlay(word placing reverse(substr(word, i, 2)) from i for 2) from generate_series(1, char_length(word) - 1) as i
);
comment on function private.transpositions is 'The word with each two letters that follow one another transposed.';

create function private.is_within(word text, transposed text[], other text, edits integer) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- levenshtein() counts a transposition as two edits: tries each.
return extensions.levenshtein_less_equal(word, other, edits) <= edits or case edits
  when 1 then other = any (transposed)
  else exists (select from unnest(transposed) as t where extensions.levenshtein_less_equal(t, other, edits - 1) < edits)
end;
comment on function private.is_within is 'Whether a word becomes another one by inserting, deleting or replacing a letter, or once transposing two, so many times. Takes its transpositions, so that they are made once for many words.';

create function private.correct_word(wrong text, budget integer, common text[], frequencies float8[]) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  allowed constant integer := private.allowed_edits(wrong);
  transposed text[] := private.transpositions(wrong);
  shared integer[];
  nearest text;
begin
  -- Once for all edits, with the cheap conditions first: there are 1,000.
  select array_agg(c.word), array_agg(c.skills) into common, frequencies
  from unnest(common, frequencies) as c (word, skills)
  where position(left(c.word, 1) in left(wrong, 3)) > 0
    and abs(char_length(c.word) - char_length(wrong)) <= allowed;

  for edits in 1..allowed loop
    shared := array(select d.deletion from private.deletions(array[wrong], edits) as d);
    nearest := (
      select word
      from (
        select word, max(skills) as skills, min(place) as place
        from (
          -- The oldest words, as they are in the table: those that are added later displace none.
          (
            select v.word, null::float8 as skills, v.ctid as place
            from private.vocabulary as v where v.deletions && shared
            limit budget / char_length(wrong)
          )
          union all
          -- Common words that begin with one of its first letters: no number of others displaces them. Not their stems, which nobody wrote.
          select c.word, c.skills, v.ctid
          from unnest(common, frequencies) as c (word, skills) join private.vocabulary as v on v.word = c.word collate "C"
        ) as candidate
        where
          -- Cheap, and one more: a transposition is two edits to it.
          abs(char_length(word) - char_length(wrong)) <= edits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and (
            extensions.levenshtein_less_equal(wrong, word, edits) <= edits
            or private.is_within(wrong, transposed, word, edits)
          )
        group by word
        order by max(skills) desc nulls last, min(place)
        limit 50
      ) as near
      cross join lateral (
        select coalesce(case when skills >= 1000 then skills end, (
          select count(*) from (
            select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000
          ) as d
        )) as frequency
        -- So that a word is counted once.
        offset 0
      ) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when nearest is not null;
  end loop;
  return nearest;
end
$$;
comment on function private.correct_word is 'The nearest known word, at most private.allowed_edits away; the most frequent of several; null when there is none. Compares words of `budget` letters together, and those common words (private.common_words).';

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
comment on function private.is_spelling is 'Whether all keys are words of a search, and each value is a known word so near that it could be the correction.';

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
comment on function private.correct_search is 'A search with words replaced; null if there is nothing to replace.';

-- For searches, which run with the rights of their caller.
grant execute on function
  private.deletions, private.common_words, private.words_beginning, private.allowed_edits, private.transpositions,
  private.is_within, private.correct_word, private.is_spelling, private.correct_search
  to anon, authenticated;
