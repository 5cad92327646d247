-- What a search finds and how it ranks; docs/search.md explains it. Every weight and limit of the search is in this file.

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
-- One row per skill, rarely updated. 300 gives the 3,000 most common words to private.document_frequencies (default: 1,000).
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
comment on column private.vocabulary.deletions is 'Hashes of what is left of its beginning after deleting letters (private.deletions): words that differ by few edits share one.';
revoke all on private.vocabulary from public, anon, authenticated, service_role;
grant select on private.vocabulary to anon, authenticated;
create index vocabulary_deletions on private.vocabulary using gin (deletions) with (fastupdate = off);

create function private.stem(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
comment on function private.stem is 'The English stem of a word; a stop word is its own.';
grant execute on function private.stem to anon, authenticated;

create function private.term(word text, suffix text default '') returns tsquery
language sql immutable strict parallel safe set search_path = ''
-- No word contains a quote or a backslash.
return ('''' || word || '''' || suffix)::tsquery;
comment on function private.term is 'A word as a tsquery; the suffix chooses weights, and * a prefix.';
grant execute on function private.term to anon, authenticated;

create function private.name_words(name text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := private.fold_text(name);
  -- fooBar as foo and bar, HTTPServer as http and server.
  split text := private.fold_text(regexp_replace(
    regexp_replace(name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])', '\1 ', 'g'),
    '([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1 ', 'g'
  ));
  words text[] := private.split_words(folded, true);
  part text;
begin
  if split <> folded then
    words := words || private.split_words(split, true);
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar.
  foreach part in array string_to_array(folded, ' ') || array(select regexp_matches[1]
  from regexp_matches(folded, '/([^/ ]+)(?: |$)', 'g')) loop
    words := words || left(array_to_string(private.split_words(part, false), ''), 64);
  end loop;
  return array_remove(words, '');
end
$$;
comment on function private.name_words is 'The words of a name: as written, split where the case changes, and joined where punctuation separates them.';

create function private.document_words(name text, description text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  in_name text[] := private.name_words(name);
  in_description text[] := private.split_words(private.fold_text(description), true);
begin
  return (
    select coalesce(string_agg('''' || word || ''':' || weight, ' '), '')::tsvector
    from (
      -- Each weight has a position of its own: of two at one position the lower weight is lost.
      select word, '1A' as weight from unnest(in_name) as word
      union all
      select private.stem(word), '2B' from unnest(in_name) as word where private.stem(word) <> word
      union all
      select word, '3C' from unnest(in_description) as word
      union all
      select private.stem(word), '4D' from unnest(in_description) as word where private.stem(word) <> word
    ) as weighted
  );
end
$$;
comment on function private.document_words is 'The words of a skill as private.skill_documents keeps them.';

create function private.deletions(word text, edits integer) returns integer[]
language sql immutable strict parallel safe set search_path = ''
-- The first 7 letters are enough to find candidates, and keep the index small: at most 29 entries per word.
begin atomic
  with whole as (
    select left(word, 7) as form
  ),
  once as (
    select overlay(form placing '' from i for 1) as form from whole, generate_series(1, char_length(form)) as i where edits >= 1
  ),
  twice as (
    select overlay(form placing '' from i for 1) from once, generate_series(1, char_length(form)) as i where edits >= 2
  )
  select array_agg(distinct hashtext(form)) from (table whole union all table once union all table twice) as forms;
end;
comment on function private.deletions is 'Hashes of the beginning of a word without up to so many letters.';
grant execute on function private.deletions to anon, authenticated;

create function private.allowed_edits(word text) returns integer
language sql immutable strict parallel safe set search_path = ''
return case when char_length(word) < 4 then 0 when char_length(word) < 8 then 1 else 2 end;
comment on function private.allowed_edits is 'How many edits a misspelt word of this length may be away from the right one.';
grant execute on function private.allowed_edits to anon, authenticated;

create function private.index_skills(ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from private.skill_documents as d using public.skills as s
  where s.id = any (ids) and s.retired_at is not null and d.skill_id = s.id;

  insert into private.skill_documents as d (skill_id, type, name_key, name_words, words)
  select
    id, type, name_key, coalesce(cardinality(private.search_words(name)), 0), private.document_words(name, description)
  from public.skills where id = any (ids) and retired_at is null
  order by id
  on conflict (skill_id) do update set
    type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
  where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words);

  insert into private.vocabulary (word, deletions)
  -- A word of 4 or 5 letters is only ever one edit away.
  select word, private.deletions(word, least(2, greatest(1, char_length(word) - 4)))
  from (
    select distinct w.lexeme collate "C" as word
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (ids) and char_length(w.lexeme) > 2
  ) as words
  where not exists (select from private.vocabulary as v where v.word = words.word)
  -- In one order for all, so that two submissions with the same new words cannot deadlock.
  order by word
  on conflict do nothing;
end
$$;
comment on function private.index_skills is 'Writes the documents of some skills, and the words that the vocabulary lacks.';

create function private.index_changed_skills() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: agents write skills, but not what is searched.
as $$
begin
  perform private.index_skills(array(select id from new_skills));
  return null;
end
$$;
comment on function private.index_changed_skills is 'Keeps search as it should be when skills are submitted, edited, retired or restored.';
create trigger index_new_skills after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();
create trigger index_edited_skills after update on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();

create function private.document_count() returns float8
language sql stable set search_path = ''
-- As the last vacuum or analyze counted them; a catalogue that has seen neither is small, and counted now.
return coalesce(
  (select nullif(greatest(reltuples, 0), 0) from pg_catalog.pg_class where oid = 'private.skill_documents'::pg_catalog.regclass),
  (select count(*) from (select from private.skill_documents limit 1000) as documents)
);
comment on function private.document_count is 'About how many skills a search looks at.';
grant execute on function private.document_count to anon, authenticated;

create function private.search_words(search text) returns text[]
language sql immutable parallel safe set search_path = ''
begin atomic
  with words as (
    select word, min(place) as place
    from unnest(private.split_words(private.fold_text(left(search, 250)), false)) with ordinality as w (word, place)
    group by word
    order by place
    -- The rest of a longer search is ignored, so that its cost is bounded.
    limit 50
  )
  select array_agg(word order by place)
  from words
  where ts_lexize('pg_catalog.english_stem', word) is distinct from '{}'
    or not exists (select from words as w where ts_lexize('pg_catalog.english_stem', w.word) is distinct from '{}');
end;
comment on function private.search_words is 'The words of a search, without stop words if other words remain; null when there are none.';
grant execute on function private.search_words to anon, authenticated;

create function private.search_terms(words text[]) returns tsquery[]
language sql immutable parallel safe set search_path = ''
return array(
  select case place
    when cardinality(words) then private.term(private.stem(word)) || private.term(word, ':*AC')
    else private.term(private.stem(word))
  end
  from unnest(words) with ordinality as w (word, place)
  order by place
);
comment on function private.search_terms is 'For each word of a search what a skill must contain: the word or an inflection; of the last one also a word that begins so.';
grant execute on function private.search_terms to anon, authenticated;

create function private.all_terms(terms tsquery[]) returns tsquery
language sql immutable parallel safe set search_path = ''
return (select string_agg(format('(%s)', term), ' & ') from unnest(terms) as term where term is not null)::tsquery;
comment on function private.all_terms is 'The condition that all terms are met; null when there are none.';
grant execute on function private.all_terms to anon, authenticated;

create function private.document_frequencies(words text[]) returns float8[]
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  total float8 := private.document_count();
  common text[];
  shares float4[];
begin
  -- No lexeme contains a space.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into common, shares
  from pg_catalog.pg_stats
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  return array(
    select coalesce(
      total * case
        when prefix then (select sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, term.word))
        else shares[array_position(common, stem)]
      end,
      -- Not common: counted, up to 1,000.
      (select count(*) from (select from private.skill_documents as d where d.words @@ query limit 1000) as found)
    )
    from (
      select word, stem, prefix, place, case when prefix then private.term(word, ':*AC') else private.term(stem) end as query
      from unnest(words || words[cardinality(words)]) with ordinality as w (word, place)
      cross join lateral (select private.stem(word) as stem, place > cardinality(words) as prefix) as p
      -- Computed once for each word.
      offset 0
    ) as term
    order by place
  );
end
$$;
comment on function private.document_frequencies is 'About how many skills contain each word or an inflection; at the end, how many the last one as a prefix.';
grant execute on function private.document_frequencies to anon, authenticated;

create function private.edit_distance(one text, other text) returns integer
language sql immutable strict parallel safe set search_path = ''
-- levenshtein() counts a transposition as two edits: tries each.
begin atomic
  select least(
    extensions.levenshtein(one, other),
    (
      select min(extensions.levenshtein(overlay(one placing reverse(substr(one, i, 2)) from i for 2), other)) + 1
      from generate_series(1, char_length(one) - 1) as i
    )
  );
end;
comment on function private.edit_distance is 'How many letters to insert, delete or replace, or to transpose with the next one.';
grant execute on function private.edit_distance to anon, authenticated;

create function private.correct_word(wrong text) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  edits integer := private.allowed_edits(wrong);
  shared integer[] := private.deletions(wrong, edits);
  nearest text[];
begin
  select array_agg(word order by word) filter (where distance = least_distance) into nearest
  from (
    select word, distance, min(distance) over () as least_distance
    from (
      select v.word, private.edit_distance(wrong, v.word) as distance
      from private.vocabulary as v
      where v.deletions && shared
        -- Cheap, and no more than double: a transposition is two edits to it.
        and extensions.levenshtein_less_equal(wrong, v.word, 2 * edits) <= 2 * edits
      offset 0
    ) as near
    where distance <= edits
  ) as nearest;
  return (
    select word
    from unnest(nearest[:50]) as word
    cross join lateral (
      select count(*) as frequency
      from (select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000) as found
    ) as counted
    -- A word whose skills are all gone is no correction. Few mistake the first letter.
    where frequency > 0
    order by frequency desc, left(word, 1) <> left(wrong, 1), word
    limit 1
  );
end
$$;
comment on function private.correct_word is 'The nearest known word within the allowed edits, the most frequent of several; null when there is none.';
grant execute on function private.correct_word to anon, authenticated;

create function private.plan_ranking(search text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- What people say around what they look for; no weight, unless there is nothing else.
  filler constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  words text[] := private.search_words(search);
  frequencies float8[] := private.document_frequencies(words);
  folded text := private.fold_text(search);
  correction text;
  corrected text;
  tried integer := 0;
begin
  for i in 1 .. coalesce(cardinality(words), 0) loop
    if frequencies[i] = 0 and private.allowed_edits(words[i]) > 0
      and not (i = cardinality(words) and frequencies[i + 1] > 0)
    then
      -- A search of many unknown words is not a misspelt one.
      tried := tried + 1;
      exit when tried > 8;
      corrected := private.correct_word(words[i]);
      if corrected is not null then
        correction := regexp_replace(
          coalesce(correction, case when lower(search collate pg_catalog.pg_c_utf8) = folded then search else folded end)
            collate pg_catalog.pg_c_utf8,
          '(?<![[:alnum:]])' || regexp_replace(words[i], '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', corrected, 'gi'
        );
      end if;
    end if;
  end loop;
  if correction is not null then
    words := private.search_words(correction);
    frequencies := private.document_frequencies(words);
  end if;
  -- The last one may be the beginning of another word.
  words := words || words[cardinality(words)];

  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'weights', (
      -- The rarer a word, the more it says: ln(1 + n / df), in hundredths. A word that occurs nowhere says nothing.
      select coalesce(jsonb_agg(case
        when f = 0 or word = any (filler) and not words <@ filler then 0
        else round(100 * ln(1 + greatest(private.document_count(), f) / f))
      end order by place), '[]')
      from unnest(words, frequencies) with ordinality as df (word, f, place)
    )
  ));
end
$$;
comment on function private.plan_ranking is 'How to rank for a search: {correction, weights}. The correction is left out when none was made; the last weight is that of the last word as a prefix.';
grant execute on function private.plan_ranking to anon, authenticated;

create function private.rating_evidence(stats public.skill_stats) returns float8
language sql immutable parallel safe set search_path = ''
-- 10 ratings count as much as 1.2 times the weight of the best word that 1 in 10 skills contain. As in private.bayesian_average,
-- others than established agents add little.
return 0.5 * ln(
  1 + stats.established_ratings
  + least(stats.total_ratings - stats.established_ratings, greatest(0, 3 - stats.established_ratings))
);
comment on function private.rating_evidence is 'What the ratings of a skill add to its rank in a search.';
grant execute on function private.rating_evidence to anon, authenticated;

create function private.find_candidates(words text[], weights integer[], types text[]) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- So many skills are looked up by their words. With 500 the right one is found as often; more than 1,000 fill a ranking.
  budget constant integer := 1500;
  -- While fewer were found, the more common half of the common words is left out.
  enough constant integer := 100;
  -- So many of the most rated skills are looked at where words are too common to look up all that contain them.
  scanned constant integer := 2000;
  rare tsquery;
  common tsquery[];
  -- The last word, when too many begin so to look them up.
  begun tsquery;
  required tsquery;
  found uuid[] := '{}';
begin
  -- The rarest words, as long as not too many skills are expected to contain one of them.
  select
    string_agg(term::text, ' | ') filter (where expected <= budget)::tsquery,
    array_agg(term order by expected) filter (where expected > budget and not is_last),
    (array_agg(term) filter (where expected > budget and is_last))[1]
  into rare, common, begun
  from (
    select term, is_last, sum(private.document_count() / (exp(weight / 100.0) - 1)) over (order by weight desc, place) as expected
    from unnest(private.search_terms(words)) with ordinality as t (term, place)
    cross join lateral (select place = cardinality(words) as is_last) as l
    -- Of the word and the prefix, what is in more skills.
    cross join lateral (
      select least(nullif(weights[place], 0), case when is_last then nullif(weights[place + 1], 0) end) as weight
    ) as w
    where weight is not null
  ) as known;

  if rare is not null then
    found := array(select d.skill_id from private.skill_documents as d
      where d.words @@ rare and d.type = any (types) limit budget);
  end if;

  for halvings in 0 .. 5 loop
    exit when cardinality(found) >= enough or coalesce(cardinality(common), 0) >> halvings = 0;
    required := private.all_terms(common[:cardinality(common) >> halvings]);
    found := found || array(
      select d.skill_id
      from (
        select skill_id, doc.words from private.skill_documents as doc
        where doc.words @@ required and type = any (types)
        limit 2 * budget
      ) as d
      where halvings > 0 or begun is null or d.words @@ begun
      limit budget
    );
  end loop;

  if rare is null and (common is not null or begun is not null) then
    required := case when cardinality(found) < enough then coalesce(common[1], begun) else private.all_terms(common || begun) end;
    found := found || array(
      select d.skill_id
      from private.scan_in_order('most_rated', types, private.start_of_list(), scanned) as k
      join private.skill_documents as d on d.skill_id = k.id
      where ts_match_vq(d.words, required)
    );
  end if;
  return found;
end
$$;
comment on function private.find_candidates is 'The skills that a search ranks: those with a rare word, or with as many of the common words as possible; of common words, also the most rated skills.';
grant execute on function private.find_candidates to anon, authenticated;

create function private.rank_skills(
  search text, ranking jsonb, types text[], after private.cursor_position, wanted integer
) returns private.cursor_position[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- A word that the name contains counts for so much of its weight, one with the same stem, and one that only begins so.
  name_word constant float8 := 1.1;
  name_stem constant float8 := 1;
  name_prefix constant float8 := 0.6;
  -- The same in the description, where the word itself and its inflections count alike.
  text_word constant float8 := 1;
  text_prefix constant float8 := 0.3;
  -- In addition to the name.
  text_too constant float8 := 0.15;
  -- For a name that begins with the search, and for one of exactly these words: so many times the weight of all words.
  name_start constant float8 := 1.5;
  same_words constant float8 := 1;
  -- A name of more than 3 words, and a description of more than 50 (stems included), lose this share per multiple.
  length_loss constant float8 := 0.1;
  key text := private.name_key(coalesce(ranking ->> 'correction', search));
  words text[] := private.search_words(coalesce(ranking ->> 'correction', search));
  weights integer[] := array(
    select weight::numeric::integer
    from jsonb_array_elements_text(ranking -> 'weights') with ordinality as w (weight, place) order by place
  );
  candidates uuid[] := private.find_candidates(words, weights, types) || array(
    -- Names that are the search or begin with it.
    select id from public.skills
    where name_key >= key and name_key < key || chr(1114111) and retired_at is null
    order by name_key
    limit 200
  );
begin
  return array(
    with term as materialized (
      select
        weight / 100.0::float8 as weight,
        case when is_last then weights[place + 1] / 100.0::float8 end as prefix_weight,
        private.term(word, ':A') as word_in_name,
        private.term(private.stem(word), ':AB') as stem_in_name,
        case when is_last then private.term(word, ':*A') end as prefix_in_name,
        private.term(word, ':C') || private.term(private.stem(word), ':CD') as word_in_text,
        case when is_last then private.term(word, ':*C') end as prefix_in_text
      from unnest(words) with ordinality as w (word, place)
      cross join lateral (select weights[place]::float8 as weight, place = cardinality(words) as is_last) as l
      -- The rarest words of a long search, to bound what it costs.
      order by weight desc
      limit 24
    ),
    score as (
      select
        d.skill_id,
        case when d.name_key = key then 9e12 else 1e6 * (
          of_words.score
          + whole.weight * (
            case when starts_with(d.name_key, key) then name_start else 0 end
            + case when of_words.in_name = whole.words and of_words.in_name >= d.name_words then same_words else 0 end
          )
          + private.rating_evidence(st)
        ) end::bigint as score
      from (select sum(weight) as weight, count(*) as words from term) as whole
      cross join (select distinct id from unnest(candidates) as id) as c
      -- A long document is stored apart, and so read once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.skill_id = c.id offset 0
      ) as d on d.type = any (types)
      join public.skill_stats as st on st.skill_id = d.skill_id
      cross join lateral (
        select
          coalesce(sum(
            n.score / (1 + length_loss * greatest(0, d.name_words / 3.0 - 1))
            + case
              when d.words @@ word_in_text then weight * case when n.score > 0 then text_too else text_word end
              when n.score = 0 and d.words @@ prefix_in_text then prefix_weight * text_prefix
              else 0
            end / (1 + length_loss * greatest(0, length(d.words) / 50.0 - 1))
          ), 0) as score,
          count(*) filter (where n.score >= weight * name_word) as in_name
        from (
          select *, case
            when d.words @@ word_in_name then weight * name_word
            when d.words @@ stem_in_name then weight * name_stem
            when d.words @@ prefix_in_name then prefix_weight * name_prefix
            else 0
          end as score
          from term offset 0
        ) as n
      ) as of_words
      order by score desc, skill_id desc
      limit 1000
    )
    select row(score, null, null, null, skill_id, ranking)::private.cursor_position
    from score
    where (score, skill_id) < (after.sort_key_1, after.id)
    order by score desc, skill_id desc
    limit wanted
  );
end
$$;
comment on function private.rank_skills is 'The positions that follow one among the best 1,000 matches of a search.';
grant execute on function private.rank_skills to anon, authenticated;

create function private.similar_skills(wanted text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  ranking jsonb := private.plan_ranking(wanted);
  key text := private.name_key(coalesce(ranking ->> 'correction', wanted));
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(private.rank_skills(wanted, ranking, private.skill_types(), private.start_of_list(), 50)) as p
      join public.skills as s on s.id = p.id
      -- Below this share of common trigrams nobody would take one name for the other.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$$;
comment on function private.similar_skills is 'Up to three skills that a search finds by a name that no skill has, the most alike first.';
grant execute on function private.similar_skills to anon, authenticated;
