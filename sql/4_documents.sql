-- The words by which each skill is found. What a search does with them is in 5_search.sql.

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

create function private.index_changed_skills() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: agents write skills, but not what is searched.
as $$
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
    returning d.words
  )
  insert into private.vocabulary (word, deletions)
  select word, deletions
  from private.deletions(array(
    select distinct w.lexeme collate "C"
    from document cross join lateral unnest(ts_filter(words, '{a,c}')) as w
    where char_length(w.lexeme) > 2 and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
  ))
  -- In one order for all, so that two submissions with the same new words cannot deadlock.
  order by word
  on conflict do nothing;
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

-- For searches, which run with the rights of their caller.
grant execute on function private.stem, private.term, private.deletions to anon, authenticated;
