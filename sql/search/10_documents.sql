-- The documents of the search: the words of each skill, and those of a search.

create table private.skill_documents (
  skill_id uuid primary key references public.skills on delete cascade,
  type text not null,
  name_key text collate "C" not null,
  name_words integer not null,
  words tsvector not null,
  name_share real not null default 1,
  text_share real not null default 1,
  is_for_agents boolean not null default false,
  quality bigint not null default 3000000000000,
  is_proven boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table private.skill_documents is 'The words of each skill that is not retired, for search; written by triggers on public.skills.';
comment on column private.skill_documents.words is 'Words and stems of the name (A), stems of the first words of the description (B) and of the others (C), and all words as written (D); and marks, which begin with ~ and are no words: of the type, and private.document_marks.';
comment on column private.skill_documents.name_share is 'What a word of the name counts: private.name_share.';
comment on column private.skill_documents.text_share is 'What a word of the description counts: private.text_share.';
comment on column private.skill_documents.is_for_agents is 'Whether the text says that it is for agents: private.is_for_agents.';
comment on column private.skill_documents.quality is 'What the ratings of the skill add to its relevance: private.quality.';
comment on column private.skill_documents.is_proven is 'Whether it has enough established ratings: private.is_proven. A search for common words finds these first; so do corrections and suggestions, because anyone can submit names.';
comment on column private.skill_documents.created_at is 'When the skill was submitted, for a search in the order newest.';
-- Ratings change the quality: there is space for another version of a row of 1 kB on the page, and no index has it, so the update touches no
-- index.
alter table private.skill_documents set (fillfactor = 80);
-- 300 gives the 3,000 most common words to private.common_words (default: 1,000).
alter table private.skill_documents alter column words set statistics 300;
grant select on private.skill_documents to anon, authenticated;
-- fastupdate = off: each search would also scan the list of pending entries.
create index skill_documents_words on private.skill_documents using gin (words) with (fastupdate = off);
create index skill_documents_proven_words on private.skill_documents using gin (words) with (fastupdate = off) where is_proven;

create function private.stem(word text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- In PL/pgSQL, here and below: each query would plan a SQL function again, which costs a search more than the work itself.
  return coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
end
$$;
comment on function private.stem is 'The English stem of a word; of a stop word, the word itself.';

create function private.other_stems(words text[]) returns text[]
language sql immutable strict parallel safe set search_path = ''
return array(
  select stem from (select word, (ts_lexize('pg_catalog.english_stem', word))[1] as stem from unnest(words) as word) as s
  where stem <> word
);
comment on function private.other_stems is 'The stems of the words that differ from their stem.';

create function private.term(word text, suffix text default '') returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- No word contains a quote or a backslash.
  return ('''' || word || '''' || suffix)::tsquery;
end
$$;
comment on function private.term is 'A query for a word; the suffix restricts it to weights (:AC), or makes it a prefix query (:*).';

create function private.parts(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return regexp_match(word collate pg_catalog.pg_c_utf8, '^([[:alpha:]]{2,})2([[:alpha:]]{2,})$');
end
$$;
comment on function private.parts is 'Both words of one like html2pdf, which stands for html to pdf; null for other words.';

create function private.word_query(word text, suffix text default '', typed text default null) returns tsquery
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  query tsquery := private.term(private.stem(word), suffix);
  parts constant text[] := case when word like '%2%' then private.parts(word) end;
begin
  if parts is not null then
    query := query || (private.term(private.stem(parts[1]), suffix) && private.term(private.stem(parts[2]), suffix));
  end if;
  return case when typed is null then query else query || private.word_query(typed, suffix) end;
end
$$;
comment on function private.word_query is 'A query for a word and its inflections, or both of its private.parts, or what was typed for it; the suffix restricts it to weights.';

create function private.join_words(folded text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return left(regexp_replace(folded collate pg_catalog.pg_c_utf8, '[^[:alnum:]]+', '', 'g'), 64);
end
$$;
comment on function private.join_words is 'The letters and digits of a folded text, as one word.';

create function private.mark(name text) returns text
language sql immutable strict parallel safe set search_path = ''
return '''~' || name || '''';
comment on function private.mark is 'The text of a mark, as a query and as a tsvector. Documents have marks beside their words, so that the index finds those that pass a filter.';

create function private.any_of(queries tsquery[]) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  whole tsquery;
  one tsquery;
begin
  foreach one in array queries loop
    whole := coalesce(whole || one, one, whole);
  end loop;
  return whole;
end
$$;
comment on function private.any_of is 'The query for what matches any of the queries that are not null; null if there are none.';

create function private.all_of(queries tsquery[]) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  whole tsquery;
  one tsquery;
begin
  foreach one in array queries loop
    whole := coalesce(whole && one, one, whole);
  end loop;
  return whole;
end
$$;
comment on function private.all_of is 'The query for what matches all queries that are not null; null if there are none.';

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
  parts text[];
begin
  if spaced <> name then
    parts := private.split_words(private.fold_text(spaced), true);
    -- XcodeBuildMCP also as xcodebuild and buildmcp.
    words := words || parts || array(
      select left(parts[i] || parts[i + 1], 64) from generate_series(1, cardinality(parts) - 1) as i
    );
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar, Foo Bar MCP as foobarmcp.
  if folded ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]' then
    words := words || array(
      select private.join_words(part)
      from (
        select folded as part
        union all
        select unnest(array[part, substring(part from '[^/]*$')]) from string_to_table(folded, ' ') as part
        where part ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]'
      ) as parts
    );
  end if;
  return array_remove(words, '');
end
$$;
comment on function private.name_words is 'The words of a name: as written, split where the case changes, each two neighbours of these, and joined.';

create function private.with_parts(words text[]) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return words || array(
    select part from unnest(words) as word cross join lateral unnest(private.parts(word)) as part where word like '%2%'
  );
end
$$;
comment on function private.with_parts is 'The words and their private.parts.';

create function private.document_words(name text, description text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- The first words say what a skill does.
  max_first constant integer := 20;
  in_name text[] := private.with_parts(private.name_words(name));
  in_text text[] := private.split_words(private.fold_text(description), true);
  first_stems text[];
  later_stems text[];
begin
  select array_agg(stem) filter (where ordinal <= max_first), array_agg(stem) filter (where ordinal > max_first)
  into first_stems, later_stems
  from (
    select
      coalesce(stems[1], part) as stem,
      -- Two characters of a script that is searched by pairs are about a word, and have four terms: two pairs and both characters.
      sum(case when octet_length(part) > 2 * char_length(part) then 0.25 else 1 end)
        over (order by w.ordinal rows unbounded preceding) as ordinal
    from unnest(in_text) with ordinality as w (word, ordinal)
    cross join lateral unnest(array[word] || case when word like '%2%' then private.parts(word) end) as part
    cross join lateral (select ts_lexize('pg_catalog.english_stem', part) as stems) as l
    -- Not stop words.
    where stems is distinct from '{}'
  ) as s;
  -- A lexeme keeps one weight for each position, so each weight has its own position. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name || private.other_stems(in_name), ':1A '), '') || ':1A',
    nullif(array_to_string(first_stems, ':2B '), '') || ':2B',
    nullif(array_to_string(later_stems, ':3C '), '') || ':3C',
    nullif(array_to_string(in_name || private.with_parts(in_text), ':4 '), '') || ':4'
  )::tsvector;
end
$$;
comment on function private.document_words is 'The words of a skill with their weights: private.skill_documents.words.';

create function private.name_share(name_words integer) returns real
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- docs/search.md says what stuffed names and texts get with this and private.text_share.
  return least(1, 3.0 / greatest(name_words, 1)) ^ 2;
end
$$;
comment on function private.name_share is 'What each word of a name of so many words counts.';

create function private.text_share(words tsvector) returns real
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- The length normalisation of BM25 with b = 0.5: descriptions of agent skills have 25 stems on average (a tenth more than 43).
  average constant float8 := 25;
  -- A text that holds everything describes nothing: the more words beyond these, the less each counts.
  whole_words constant float8 := 29;
  described constant float8 := (
    -- As in private.document_words. A text that repeats its words after the first 20 is no shorter than these.
    select greatest(
      sum(case when octet_length(lexeme) > 2 * char_length(lexeme) then 0.25 else 1 end),
      case when ts_filter(words, '{c}') <> '' then 20 end
    )
    from unnest(ts_filter(words, '{b,c}'))
  );
begin
  return least(1, whole_words / nullif(described, 0)) ^ 2 / (0.5 + 0.5 * coalesce(described, 0) / average);
end
$$;
comment on function private.text_share is 'What each word of a description counts, in term frequencies: 1 at the average length, at most 2, and less the more it has.';

create function private.is_for_agents(words tsvector) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return words @@ $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
end
$$;
comment on function private.is_for_agents is 'Whether the words of a skill say that it is for agents.';

create function private.document_count() returns float8
language plpgsql stable set search_path = ''
as $$
declare
  -- The estimate of the last vacuum or analyze. A catalogue without one is small, and is counted.
  estimate constant float8 := (
    select reltuples from pg_catalog.pg_class where oid = 'private.skill_documents'::pg_catalog.regclass
  );
begin
  if estimate > 0 then
    return estimate;
  end if;
  return (select count(*) from (select from private.skill_documents limit 1000) as documents);
end
$$;
comment on function private.document_count is 'The number of documents, estimated.';

create function private.search_words(search text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  words text[] := private.split_words(private.fold_text(left(search, 250)), false);
begin
  return (
    with word as (
      select word, min(ordinal) as ordinal, coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as is_stop_word
      from unnest(words) with ordinality as w (word, ordinal)
      group by word
      order by ordinal
      -- Longer searches are truncated to bound their cost.
      limit 50
    )
    select array_agg(word order by ordinal) from word where not is_stop_word or (select bool_and(is_stop_word) from word)
  );
end
$$;
comment on function private.search_words is 'The distinct words of a search, without stop words if other words remain; null if there are none.';

create function private.count_documents(query tsquery, most integer) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  -- The query is a parameter: a call beside @@ would be evaluated again for each document that the index cannot decide about.
  return (select count(*) from (select from private.skill_documents as d where d.words @@ query limit most) as documents);
end
$$;
comment on function private.count_documents is 'How many documents match a query, counted up to a maximum.';

create function private.type_marks(types text[]) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case
    when not types @> private.skill_types()
      then coalesce(private.any_of(array(select private.mark(type)::tsquery from unnest(types) as type)), private.mark('')::tsquery)
  end;
end
$$;
comment on function private.type_marks is 'The query for documents of some types; null for all. That of no type matches nothing.';

create function private.find_documents(
  query tsquery, most integer, frequency float8, mark tsquery default null, expected float8 default null
) returns tid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- The index of all documents reads all postings of a word before the limit counts.
  common constant float8 := 5000;
  is_common constant boolean := coalesce(frequency > common, false);
  -- Common words that seldom meet: all documents with them are read, but not the index of the proven ones.
  is_seldom constant boolean := coalesce(is_common and expected < 2 * most, false);
  proven tid[] := '{}';
  short_ones tid[];
  long_ones tid[];
  found bigint;
begin
  if query is null then
    return null;
  end if;
  -- In the query, so that the index does not read the documents without the mark.
  query := coalesce(query && mark, query);
  if is_common and not is_seldom then
    proven := array(
      select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit most
    );
    if cardinality(proven) = most then
      return proven;
    end if;
  end if;
  select
    proven || array_agg(d.ctid) filter (where comes_first), array_agg(d.ctid) filter (where not comes_first and not is_long),
    array_agg(d.ctid) filter (where not comes_first and is_long), count(*)
  into proven, short_ones, long_ones, found
  from (
    select
      d.ctid, is_seldom and d.is_proven as comes_first,
      -- Postgres keeps the words of a long document apart, or compressed, and a search takes ten times as long to read them.
      pg_column_size(d.words) > 2000 or pg_column_compression(d.words) is not null as is_long
    from private.skill_documents as d
    where d.words @@ query and (is_seldom or not (is_common and d.is_proven))
    limit case when is_seldom then 2 * most else most - cardinality(proven) end
  ) as d;
  if is_seldom and found = 2 * most then
    -- They meet often.
    return private.find_documents(query, most, frequency);
  end if;
  return (proven || short_ones || long_ones[:most / 10])[:most];
end
$$;
comment on function private.find_documents is 'Up to a maximum of documents that match a query, and have the marks of another if it is given, by ctid, which is faster than by id and does not change within a snapshot. If words are so frequent that the maximum leaves most of them out, the proven ones come first; `expected` documents have all of the words. At most a tenth of the maximum are long documents, apart from proven ones.';
