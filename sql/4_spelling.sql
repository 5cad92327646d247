-- The spelling of searches: every word of the catalogue, and the nearest one to a word that no skill contains.

create table private.vocabulary (
  word text collate "C" primary key,
  deletions integer[] not null
);
comment on table private.vocabulary is 'Every word that a skill contains or once contained, to correct spelling by; never updated.';
comment on column private.vocabulary.word is 'The word as written, folded.';
comment on column private.vocabulary.deletions is 'Hashes of its beginning after deleting letters (private.deletions): words that differ by few edits share one.';
revoke all on private.vocabulary from public, anon, authenticated, service_role;
grant select on private.vocabulary to anon, authenticated;
-- Few searches are misspelt, so they read a list of pending entries, and most submissions do not pay for the index.
create index vocabulary_deletions on private.vocabulary using gin (deletions) with (gin_pending_list_limit = 256);

create function private.deletions(words text[]) returns table (word text, deletions integer[])
language plpgsql immutable strict parallel safe rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- The first 6 letters are enough to find candidates, and keep the index small. A word of up to 5 letters is only ever one edit away.
  return query
  select word, array_agg(distinct hashtext(
    overlay(overlay(left(word, 6) placing '' from greatest(i, 1) for least(i, 1)) placing '' from greatest(j, 1) for least(j, 1))
  ))
  from unnest(words) as word cross join generate_series(0, 6) as i cross join generate_series(0, 5) as j
  where i <= char_length(word) and j < greatest(i, 1) and (j = 0 or char_length(word) > 5)
  group by word;
end
$$;
comment on function private.deletions is 'Each word with hashes of its beginning as it is and without one or two letters.';

create function private.edit_distance(one text, other text) returns integer
language sql immutable strict parallel safe set search_path = ''
-- levenshtein() counts a transposition as two edits: tries each.
return least(
  extensions.levenshtein(one, other),
  (
    select min(extensions.levenshtein(overlay(one placing reverse(substr(one, i, 2)) from i for 2), other)) + 1
    from generate_series(1, char_length(one) - 1) as i
  )
);
comment on function private.edit_distance is 'How many letters to insert, delete or replace, or to transpose with the next one.';

create function private.correct_word(wrong text) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  edits integer := case when char_length(wrong) < 4 then 0 when char_length(wrong) < 8 then 1 else 2 end;
  shared integer[] := (select d.deletions from private.deletions(array[wrong]) as d);
begin
  return (
    select word
    from (
      select v.word, distance
      from private.vocabulary as v cross join lateral private.edit_distance(wrong, v.word) as distance
      where v.deletions && shared and edits > 0
        -- Cheap, and no more than double: a transposition is two edits to it.
        and extensions.levenshtein_less_equal(wrong, v.word, 2 * edits) <= 2 * edits
        and distance <= edits
      order by distance, word
      limit 50
    ) as near
    cross join lateral (
      select count(*) as frequency
      from (select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000) as d
    ) as counted
    -- Skips words that no skill contains any more. Typos are rarely in the first letter.
    where frequency > 0
    order by distance, frequency desc, left(word, 1) <> left(wrong, 1), word
    limit 1
  );
end
$$;
comment on function private.correct_word is 'The nearest known word, at most 1 edit away from 4 to 7 letters and 2 from more; the most frequent of several; null when there is none.';

-- For searches, which run with the rights of their caller.
grant execute on function private.deletions, private.edit_distance, private.correct_word to anon, authenticated;
