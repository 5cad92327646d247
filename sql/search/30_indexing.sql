-- How triggers keep the documents and the vocabulary up to date.

create function private.index_changed_skills() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: agents may write skills, but not documents and words.
as $$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  edited uuid[];
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    edited := array(select id from new_skills);
  else
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.retired_at) is distinct from (o.name, o.description, o.type, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, quality)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      private.document_words(s.name, s.description), private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  -- Locks the words that the vocabulary has: private.remove_unused_words, which does not see this document yet, would delete them. It
  -- never deletes common words.
  perform from private.vocabulary as v
  where v.word in (
    select w.lexeme collate "C"
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (changed) and not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
  )
  order by v.word
  for key share;
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.words_beginning counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$$;
comment on function private.index_changed_skills is 'Writes the documents of skills that are submitted, edited, retired or restored, and adds their new words to the vocabulary.';

create trigger index_new_skills after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();
create trigger index_edited_skills after update on public.skills
  referencing new table as new_skills old table as old_skills
  for each statement execute function private.index_changed_skills();

create function private.update_quality() returns trigger
language plpgsql set search_path = ''
-- One plan for one skill and for 10,000: Postgres caches the first.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update private.skill_documents as d set quality = private.quality(n.score, n.established_ratings)
  from new_stats as n
  where d.skill_id = n.skill_id and d.quality <> private.quality(n.score, n.established_ratings);
  return null;
end
$$;
comment on function private.update_quality is 'Keeps the quality of a skill in its document, so that a search need not compute it for each candidate.';

create trigger update_quality after update on public.skill_stats
  referencing new table as new_stats
  for each statement execute function private.update_quality();

create function private.quality_differences() returns table (skill_id uuid, stored bigint, recomputed bigint)
language sql stable set search_path = ''
begin atomic
  select d.skill_id, d.quality, private.quality(s.score, s.established_ratings)
  from private.skill_documents as d join public.skill_stats as s on s.skill_id = d.skill_id
  where d.quality <> private.quality(s.score, s.established_ratings);
end;
comment on function private.quality_differences is 'The documents whose quality is not that of the ratings of their skill. No rows is the right answer.';

create function private.remove_unused_words(words text[]) returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off
as $$
declare
  unused text[];
  freed integer[];
begin
  -- A word that is locked is in a document that is being written.
  unused := array(
    select v.word from private.vocabulary as v
    where v.word in (
      select w.word
      from unnest(words) as w (word)
      where not exists (select from private.common_words(1000) as c where c.word = w.word)
    )
      and private.count_documents(private.term(v.word, ':AC'), 1) = 0
    order by v.word
    for update skip locked
  );
  -- Checks again: another transaction may have written a document before the words were locked.
  with removed as (
    delete from private.vocabulary as v
    where v.word = any (unused)
      and private.count_documents(private.term(v.word, ':AC'), 1) = 0
    returning v.deletions
  )
  select array_agg(deletion) into freed from removed cross join lateral unnest(deletions) as deletion;
  -- private.add_words inserts a hash again if it is still crowded.
  delete from private.crowded_deletions where deletion in (
    select deletion from private.crowded_deletions where deletion = any (freed) order by deletion for update skip locked
  );
end
$$;
comment on function private.remove_unused_words is 'Removes those of the words that no document contains any more.';

create function private.remove_words_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: agents may write skills, but not documents and words.
as $$
begin
  perform private.remove_unused_words(array(
    select distinct w.lexeme from old_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
  ));
  return null;
end
$$;
comment on function private.remove_words_of_deleted is 'Removes the words of deleted documents that no document contains any more.';

create trigger remove_words_of_deleted after delete on private.skill_documents
  referencing old table as old_documents
  for each statement execute function private.remove_words_of_deleted();

create function private.remove_words_of_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_unused_words(array(
    select unnest(tsvector_to_array(ts_filter(old.words, '{a,c}')))
    except select unnest(tsvector_to_array(ts_filter(new.words, '{a,c}')))
  ));
  return null;
end
$$;
comment on function private.remove_words_of_changed is 'Removes the words of a changed document that no document contains any more.';

-- For each row, so that a rating, which changes only the quality, does not run it.
create trigger remove_words_of_changed after update of words on private.skill_documents
  for each row when (old.words <> new.words)
  execute function private.remove_words_of_changed();

-- For searches, which run with the rights of their caller.
grant execute on function
  private.quality, private.stem, private.term, private.parts, private.word_query, private.joined, private.document_count,
  private.search_words, private.count_documents, private.find_documents, private.common_lexemes
  to anon, authenticated;
