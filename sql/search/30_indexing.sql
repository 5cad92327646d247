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
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds. The url is in a mark.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.url, n.created_at, n.retired_at)
        is distinct from (o.name, o.description, o.type, o.url, o.created_at, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select n.id from new_skills as n join unnest(edited) as e (id) using (id) where n.retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (
      skill_id, type, name_key, name_words, words, name_share, text_share, is_for_agents, quality, is_proven, created_at
    )
    select
      s.id, s.type, s.name_key, n.name_words, w.words || private.mark(s.type)::tsvector || private.document_marks(s.id),
      private.name_share(n.name_words), private.text_share(w.words), private.is_for_agents(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0)), s.created_at
    -- A restored skill has ratings.
    -- Joins, here and below: `= any` would compare each row with each id, which takes quadratic time in a large import.
    from new_skills as s join unnest(edited) as e (id) on e.id = s.id left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    cross join lateral (select regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+') as name_words) as n
    where s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      name_share = excluded.name_share, text_share = excluded.text_share, is_for_agents = excluded.is_for_agents,
      created_at = excluded.created_at
    where (d.type, d.name_key, d.words, d.created_at)
      is distinct from (excluded.type, excluded.name_key, excluded.words, excluded.created_at)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.prefix_term counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from unnest(changed) as c (id) join private.skill_documents as d on d.skill_id = c.id cross
          join lateral unnest(d.words) as w
        where 'D' = any (w.weights) and char_length(w.lexeme) > 2
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

-- For searches, which run with the rights of their caller.
grant execute on function
  private.stem, private.term, private.parts, private.word_query, private.any_of, private.all_of,
  private.join_words, private.mark, private.type_marks,
  private.document_count, private.search_words, private.count_documents, private.find_documents
  to anon, authenticated;
