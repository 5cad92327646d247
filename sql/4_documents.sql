-- The words by which each skill is found. 4_spelling.sql corrects them, 5_search.sql searches them.

create table private.skill_documents (
  skill_id uuid primary key references public.skills on delete cascade,
  type text not null,
  name_key text collate "C" not null,
  name_words integer not null,
  words tsvector not null
);
comment on table private.skill_documents is 'The words of each skill that is not retired, for search; written by triggers on public.skills.';
comment on column private.skill_documents.skill_id is 'The skill.';
comment on column private.skill_documents.type is 'Its type.';
comment on column private.skill_documents.name_key is 'Its name as private.name_key compares it.';
comment on column private.skill_documents.name_words is 'Number of words in its name.';
comment on column private.skill_documents.words is 'Words of the name (A) and their stems (B), of the description (C) and their stems (D).';
-- One row per skill, rarely updated. 300 gives the 3,000 most common words to private.word_weights (default: 1,000).
alter table private.skill_documents alter column words set statistics 300;
revoke all on private.skill_documents from public, anon, authenticated, service_role;
grant select on private.skill_documents to anon, authenticated;
-- Without a list of pending entries: a search would have to read it.
create index skill_documents_words on private.skill_documents using gin (words) with (fastupdate = off);

create function private.stem(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
comment on function private.stem is 'The English stem of a word; a stop word is its own.';

create function private.other_stems(words text[]) returns text[]
language sql immutable strict parallel safe set search_path = ''
return array(
  select stem from (select word, (ts_lexize('pg_catalog.english_stem', word))[1] as stem from unnest(words) as word) as s
  where stem <> word
);
comment on function private.other_stems is 'The stems of those words that are not stems themselves.';

create function private.term(word text, suffix text default '') returns tsquery
language sql immutable strict parallel safe set search_path = ''
-- No word contains a quote or a backslash.
return ('''' || word || '''' || suffix)::tsquery;
comment on function private.term is 'A word as a tsquery; the suffix chooses weights, and * a prefix.';

create function private.name_words(name text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := private.fold_text(name) collate pg_catalog.pg_c_utf8;
  -- fooBar as foo and bar, HTTPServer as http and server.
  spaced text := regexp_replace(
    name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])|([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1\2 ', 'g'
  );
  words text[] := private.split_words(folded, true);
begin
  if spaced <> name then
    words := words || private.split_words(private.fold_text(spaced), true);
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar.
  if folded ~ '[[:alnum:]][^[:alnum:] ]+[[:alnum:]]' then
    words := words || array(
      select left(regexp_replace(joined, '[^[:alnum:]]+', '', 'g'), 64)
      from string_to_table(folded, ' ') as part cross join lateral unnest(array[part, substring(part from '[^/]*$')]) as joined
    );
  end if;
  return array_remove(words, '');
end
$$;
comment on function private.name_words is 'The words of a name: as written, split where the case changes, and joined where punctuation separates them.';

create function private.document_words(name text, description text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  in_name text[] := private.name_words(name);
  in_text text[] := private.split_words(private.fold_text(description), true);
begin
  -- Each weight has a position of its own: of two at one position the lower weight is lost. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name, ':1A '), '') || ':1A',
    nullif(array_to_string(private.other_stems(in_name), ':2B '), '') || ':2B',
    nullif(array_to_string(in_text, ':3C '), '') || ':3C',
    nullif(array_to_string(private.other_stems(in_text), ':4 '), '') || ':4'
  )::tsvector;
end
$$;
comment on function private.document_words is 'The words of a skill as private.skill_documents keeps them.';

create function private.document_count() returns float8
language sql stable set search_path = ''
-- As the last vacuum or analyze counted them; a catalogue that has seen neither is small, and counted now.
return coalesce(
  (select nullif(greatest(reltuples, 0), 0) from pg_catalog.pg_class where oid = 'private.skill_documents'::pg_catalog.regclass),
  (select count(*) from (select from private.skill_documents limit 1000) as documents)
);
comment on function private.document_count is 'About how many skills a search looks at.';

create function private.index_changed_skills() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: agents write skills, but not what is searched.
as $$
declare
  -- So many words that the vocabulary lacks are added to it for one skill, up to so many of its name first: an honest skill has few.
  most constant integer := 40;
  most_of_name constant integer := 20;
  changed uuid[];
begin
  if tg_op = 'UPDATE' then
    delete from private.skill_documents where skill_id in (select id from new_skills where retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words)
    select
      id, type, name_key, regexp_count(name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'), private.document_words(name, description)
    from new_skills where retired_at is null
    order by id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  -- Locks known words, so that private.remove_unused_words, which does not see this document yet, keeps them. It keeps common ones.
  perform from private.vocabulary as v
  where v.word in (
    select w.lexeme collate "C"
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (changed) and not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
  )
  order by v.word
  for key share;
  perform private.add_words(array(
    -- At random, so that nobody can choose which words stay unknown: private.words_beginning counts the known ones.
    select distinct word
    from (
      select word, row_number() over (partition by skill_id order by in_name and place <= most_of_name desc, random()) as place
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as place
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as lacking
    ) as lacking
    where place <= most
  ));
  return null;
end
$$;
comment on function private.index_changed_skills is 'Writes the documents of skills that are submitted, edited, retired or restored, and the words that the vocabulary lacks.';
create trigger index_new_skills after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();
create trigger index_edited_skills after update on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();

create function private.remove_unused_words() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off
-- SECURITY DEFINER: agents write skills, but not what is searched.
as $$
declare
  unused text[];
  freed integer[];
begin
  -- A word that is locked is in a document that is being written.
  unused := array(
    select v.word from private.vocabulary as v
    where v.word in (
      select w.lexeme
      from old_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
      where not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
    )
      and not exists (select from private.skill_documents as d where d.words @@ private.term(v.word, ':AC'))
    order by v.word
    for update skip locked
  );
  -- Looks again: a document can have been written before the words were locked.
  with removed as (
    delete from private.vocabulary as v
    where v.word = any (unused)
      and not exists (select from private.skill_documents as d where d.words @@ private.term(v.word, ':AC'))
    returning v.deletions
  )
  select array_agg(deletion) into freed from removed cross join lateral unnest(deletions) as deletion;
  -- The hash is found to be crowded again if it still is.
  delete from private.crowded_deletions where deletion in (
    select deletion from private.crowded_deletions where deletion = any (freed) order by deletion for update skip locked
  );
  return null;
end
$$;
comment on function private.remove_unused_words is 'Removes the words that only documents contained which were deleted or changed.';
create trigger remove_words_of_deleted after delete on private.skill_documents
  referencing old table as old_documents
  for each statement execute function private.remove_unused_words();
create trigger remove_words_of_changed after update on private.skill_documents
  referencing old table as old_documents
  for each statement execute function private.remove_unused_words();

-- For searches, which run with the rights of their caller.
grant execute on function private.stem, private.term, private.document_count to anon, authenticated;
