set local lock_timeout = '2s';

-- Rows that only admins had added. The list is loaded after the migration.
delete from private.synonyms where synonyms = '{}';

SET local check_function_bodies = off;

REVOKE ALL ON TABLE "private"."synonyms" FROM "service_role";

DROP VIEW "admin"."daily";

DROP VIEW "admin"."movers";

DROP VIEW "admin"."newest_agents";

DROP VIEW "admin"."overview";

DROP VIEW "admin"."rating_bursts";

DROP VIEW "admin"."synonyms";

DROP VIEW "private"."copied_texts";

DROP VIEW "private"."ratings_by_new_agents";

DROP VIEW "private"."recent_texts";

DROP FUNCTION "admin"."add_synonyms"(text, text, text);

DROP FUNCTION "admin"."check_synonym"(text);

DROP FUNCTION "admin"."check_synonyms"(text, text[]);

DROP FUNCTION "admin"."remove_synonyms"(text, text, text);

DROP FUNCTION "admin"."term_key"(text);

DROP FUNCTION "admin"."without"(text[], text[]);

DROP FUNCTION "private"."characters"(text);

DROP FUNCTION "private"."create_imported"(text, private.import_entry[]);

DROP FUNCTION "private"."cursor_words"(jsonb);

DROP FUNCTION "private"."find_servers"(private.search_position[], text, text, timestamp WITH time zone, boolean, integer);

DROP FUNCTION "private"."has_four_words"(text);

DROP FUNCTION "private"."has_submitted_twin"(uuid);

DROP FUNCTION "private"."import_batch"(text, jsonb);

DROP FUNCTION "private"."import_name"(text, text, text);

DROP FUNCTION "private"."is_spelling"(text[], private.search_word[]);

DROP FUNCTION "private"."name_in_source"(text, text);

DROP FUNCTION "private"."plan_import"(text, jsonb);

DROP FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer);

DROP FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery, uuid[]);

DROP FUNCTION "private"."rarity"(double precision, double precision);

DROP FUNCTION "private"."same_server"(text, text, text);

DROP FUNCTION "private"."search_cursor"(private.search_position, private.search_word[]);

DROP FUNCTION "private"."search_positions"(text, text[], text, text, integer, tsquery, uuid[]);

DROP FUNCTION "private"."server_list_position"(text, text, boolean);

DROP FUNCTION "private"."set_identifiers"(text, private.import_entry[]);

DROP FUNCTION "private"."skill_content"(text, text, text);

DROP FUNCTION "private"."store_servers"(text, private.import_entry[]);

DROP FUNCTION "public"."import_skills"(text, text, text, boolean);

DROP FUNCTION "public"."list_skills"(boolean, text, text, integer, text);

DROP FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean);

DROP DOMAIN "private"."cursor_ranking";

DROP DOMAIN "private"."search_rank";

DROP TYPE "private"."search_position";

ALTER TYPE "private"."import_entry" DROP ATTRIBUTE "changes_server" CASCADE;

ALTER TYPE "private"."import_entry" DROP ATTRIBUTE "content" CASCADE;

ALTER TYPE "private"."import_entry" DROP ATTRIBUTE "old_content" CASCADE;

ALTER TYPE "private"."import_entry" DROP ATTRIBUTE "outcome" CASCADE;

ALTER TYPE "private"."import_entry" DROP ATTRIBUTE "published_at" CASCADE;

ALTER TYPE "private"."import_entry" DROP ATTRIBUTE "skill_id" CASCADE;

ALTER TABLE "private"."synonyms"
  ALTER COLUMN "synonyms" DROP DEFAULT;

ALTER TABLE "private"."imported_skills"
  DROP COLUMN "content";

ALTER TABLE "private"."imported_skills"
  DROP COLUMN "published_at";

ALTER TABLE "private"."imports"
  DROP COLUMN "cursor";

ALTER TABLE "private"."synonyms"
  DROP COLUMN "added";

ALTER TABLE "private"."synonyms"
  DROP COLUMN "removed";

CREATE DOMAIN "private"."cursor_place" AS smallint;

ALTER TYPE "private"."search_word" ALTER ATTRIBUTE "prefix_rarity" TYPE double precision CASCADE;

ALTER TYPE "private"."search_word" ALTER ATTRIBUTE "rarity" TYPE double precision CASCADE;

DROP DOMAIN "private"."word_rarity";

CREATE OR REPLACE FUNCTION private.correct_search (
  search text,
  words  private.search_word[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source text,
  e        private.import_entry
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  candidate text := e.name;
  number integer := 0;
  created uuid;
begin
  for tries in 1..100 loop
    -- Of one name in two sources, the first wins: also one that was imported while this waited for it.
    if exists (select from private.imported_skills as i where i.external_name = e.external_name) then
      return null;
    end if;
    -- Otherwise, anyone could keep a server out of the catalogue with skills of its names. The one with the name can be merged.
    while private.name_holder(private.name_key(candidate)) is not null loop
      number := number + 1;
      candidate := private.imported_name(e.name, number);
    end loop;
    begin
      -- In one statement, at whose end triggers see both rows.
      with skill as (
        insert into public.skills (name, description, type, url) values (candidate, e.description, e.type, e.url) returning id
      )
      insert into private.imported_skills (source, external_name, skill_id)
      select p_source, e.external_name, skill.id from skill
      returning skill_id into created;
      return created;
    exception
      when unique_violation then
        -- Another transaction took the name, which is found now, or the slug.
        null;
      when sqlstate 'PT409' then
        -- A trigger can also know that a name is taken.
        number := number + 1;
        candidate := private.imported_name(e.name, number);
    end;
  end loop;
  raise exception 'No name for the skill % is free.', e.external_name;
end
$function$;

CREATE OR REPLACE FUNCTION private.encode_place (
  search    text,
  corrected text,
  place     bigint,
  list      text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return private.encode_cursor(jsonb_build_array(coalesce(corrected, search), place), list);
end
$function$;

CREATE OR REPLACE FUNCTION private.entry_error (
  e        private.import_entry,
  is_known boolean
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return nullif(concat_ws('; ',
    -- Part of a primary key: an index entry is limited to 2,704 bytes.
    'external_name ' || case when e.external_name is null then 'is required' else private.text_error(e.external_name, 1, 200) end,
    'status ' || private.choice_error(e.status, '{active,deprecated,deleted}'),
    case when e.status = 'active' then nullif(concat_ws('; ',
      -- The name of a skill that was imported before is not changed, and can be older than a rule.
      'name ' || case when is_known then null when e.name is null then 'is required' else private.name_error(e.name, 1, 200) end,
      'description ' || case when e.description is null then 'is required' else private.text_error(e.description, 1, 5000) end,
      'type ' || private.choice_error(coalesce(e.type, ''), private.skill_types()),
      'url ' || private.url_error(e.url)
    ), '') end
  ), '');
end
$function$;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms         private.search_term[],
  searches      integer,
  all_documents double precision,
  mark          tsquery,
  OUT           matches tid[],
  OUT           are_complete boolean
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 400;
  -- Pairs of common words, synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  lowest float8;
  -- How many skills have all words, if words meet by chance.
  expected float8;
  complete tsquery;
  query tsquery;
  common tsquery[];
begin
  select
    private.all_of(array_agg(finder)), min(frequency),
    exp(greatest(sum(ln(frequency)) - (count(*) - 1) * ln(greatest(all_documents, 1)), 0))
  into complete, lowest, expected
  from unnest(terms) where frequency is not null;
  matches := private.find_documents(complete, max_complete, lowest, mark, expected);
  are_complete := coalesce(cardinality(matches) >= enough, false);
  if are_complete then
    return;
  end if;
  if cardinality(terms) > 1 then
    select
      private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
      array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
    into query, common
    from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
    where finder is not null;
    matches := matches || private.find_documents(query, max_partial, 0, mark);
    if cardinality(terms) > 2 then
      -- Two of the rarest common words; the index reads the postings of the rarest one.
      matches := matches || private.find_documents(common[1] && private.any_of(common[2:3]), 2 * max_added, 0, mark);
    end if;
    if matches = '{}' then
      matches := private.find_documents(common[1], max_added, lowest, mark);
    end if;
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  if exists (select from unnest(terms) where synonym_finder is not null) then
    matches := matches
      || private.find_documents(
        private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms))), max_added, 0, mark
      )
      || private.find_documents(private.any_of(array(select distinct synonym_finder from unnest(terms))), max_added, 0, mark);
  end if;
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(private.any_of(array(select distinct synonyms from unnest(terms))), max_added, 0, mark);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_servers (
  ranked_skills uuid[],
  only_version  text,
  since         timestamp with time zone,
  with_deleted  boolean,
  max_rows      integer
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return array(
    select r.name
    from unnest(ranked_skills) with ordinality as p (skill_id, ordinal)
    -- The skill, and those that were merged into it.
    cross join lateral (
      select p.skill_id as id
      union all
      select m.id from public.skills as m where m.merged_into = p.skill_id
    ) as s
    join private.registry_servers as r on r.skill_id = s.id
    where (with_deleted or r.is_listed)
      and (only_version is null or r.version = only_version)
      and (since is null or r.updated_at >= since)
    order by p.ordinal, r.name
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_synonyms (
  words text[]
)
  RETURNS TABLE (
    term    text[],
    synonym text[]
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 20
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
#variable_conflict use_column
declare
  -- Each candidate of a search is compared with all of these.
  max_synonyms constant integer := 20;
  stems constant text[] := array(select private.stem(word) from unnest(words) as word);
begin
  return query
  select string_to_array(s.term, ' '), string_to_array(c.synonym, ' ')
  from private.synonyms as s
  cross join lateral unnest(s.synonyms) with ordinality as c (synonym, ordinal)
  where split_part(s.term, ' ', 1) = any (stems) and string_to_array(s.term, ' ') <@ stems
  order by cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term
  limit max_synonyms;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_batch (
  p_source text,
  list     jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  entries constant private.import_entry[] := array(
    select private.read_entry(l.value) from jsonb_array_elements(list) with ordinality as l (value, ordinal) order by l.ordinal
  );
  outcomes jsonb := jsonb_build_array();
  item record;
  done record;
begin
  -- The skills that change before their servers and in the order of their ids, as when an admin retires or merges skills.
  perform
  from public.skills as s
  join private.imported_skills as i on i.skill_id = s.id
  join unnest(entries) as e on i.source = p_source and i.external_name = e.external_name
  left join private.registry_servers as r on r.source = p_source and r.name = e.external_name collate "C"
  where (s.description, s.url, r.server, coalesce(i.status, 'active')) is distinct from (e.description, e.url, e.server, e.status)
  order by s.id
  for no key update of s;

  -- In the order of the names, so that imports of several registries wait for each other and do not deadlock.
  for item in
    select
      e.ordinality::integer as ordinal, e.external_name,
      row_number() over (partition by e.external_name order by e.ordinality) > 1 as is_repeated
    from unnest(entries) with ordinality as e
    order by e.external_name collate "C", e.ordinality
  loop
    if item.is_repeated and item.external_name is not null then
      select 'external_name is in the batch more than once' as outcome, null as server_problem into done;
    else
      select * into done from private.import_skill(p_source, entries[item.ordinal]);
    end if;
    outcomes := outcomes || jsonb_build_array(
      jsonb_build_array(item.ordinal, coalesce(item.external_name, ''), done.outcome, done.server_problem)
    );
  end loop;

  -- The documents of new skills were marked as if all had a server.
  perform private.mark_again(array(
    select i.skill_id
    from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    join public.skills as s on s.id = i.skill_id
    where s.type = 'mcp' and s.created_at = now() and not exists (
      select from private.registry_servers as r where r.skill_id = i.skill_id
    )
  ));
  return (
    select coalesce(jsonb_agg(o - 0 order by (o ->> 0)::integer), '[]') from jsonb_array_elements(outcomes) as o
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.import_skill (
  p_source text,
  e        private.import_entry,
  OUT      outcome text,
  OUT      server_problem text
)
  RETURNS record
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  known private.imported_skills;
  retired timestamptz;
  is_marked boolean := false;
  is_changed boolean := false;
begin
  select i.* into known from private.imported_skills as i where i.source = p_source and i.external_name = e.external_name;
  outcome := private.entry_error(e, known.source is not null);
  if outcome is not null then
    return;
  end if;

  if known.source is null then
    if e.status <> 'active' then
      outcome := 'inactive';
      return;
    end if;
    known.skill_id := private.create_imported(p_source, e);
    if known.skill_id is null then
      select 'is imported from ' || i.source into outcome
      from private.imported_skills as i where i.external_name = e.external_name limit 1;
      return;
    end if;
    outcome := 'created';
  else
    update private.imported_skills as i set status = nullif(e.status, 'active')
    where i.source = p_source and i.external_name = e.external_name and i.status is distinct from nullif(e.status, 'active');
    is_marked := found;
    if known.skill_id is null then
      outcome := case when e.status = 'active' then 'kept' else 'inactive' end;
      return;
    end if;
    select s.retired_at into retired from public.skills as s where s.id = known.skill_id;
    update public.skills as s set description = e.description, url = e.url
    where s.id = known.skill_id and e.status = 'active' and s.retired_at is null
      and (s.description, s.url) is distinct from (e.description, e.url);
    is_changed := found;
  end if;

  -- Locks the skill, so before its server.
  if e.status = 'active' then
    perform private.set_identifiers(p_source, known.skill_id, e);
  elsif e.status = 'deleted' then
    perform private.unverify_identifiers(array[known.skill_id]);
  end if;
  is_changed := private.store_server(p_source, known.skill_id, e) or is_changed;

  if outcome is null then
    outcome := case
      when e.status <> 'active' then case when is_marked then 'marked' else 'inactive' end
      when retired is not null then 'kept'
      when is_changed then 'updated'
      else 'unchanged'
    end;
  end if;
  if e.status = 'active' then
    server_problem := coalesce(e.server_problem, (
      select 'the registry serves the one from ' || r.source from private.registry_servers as r
      where r.name = e.external_name collate "C" and r.source <> p_source
    ));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_plain_name (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  emoji constant text := private.symbol_class();
  rest text := value;
begin
  -- Printable ASCII is always valid.
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- First without the joiners and variation selectors that are allowed: in scripts that need joiners, and in emoji.
  if value ~ '[\u200c\u200d\ufe0e\ufe0f]' then
    rest := regexp_replace(
      rest collate pg_catalog.pg_c_utf8,
      '(?<=[\u0600-\U0010ffff])(?<=[[:alpha:]' || private.mark_class() || '])[\u200c\u200d]'
      '(?=[\u0600-\U0010ffff])(?=[[:alpha:]' || private.mark_class() || '])',
      '', 'g'
    );
    rest := regexp_replace(rest, '([' || emoji || '])\ufe0f?\u200d(?=[' || emoji || '])', '\1', 'g');
    rest := regexp_replace(rest, '([0-9#*' || emoji || '])[\ufe0e\ufe0f](?!\u200d)', '\1', 'g');
  end if;
  -- Of these, Postgres calls control and private-use characters assigned.
  return unicode_assigned(rest) and rest !~ (
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\ue000-\uf8ff\U000f0000-\U0010ffff' || private.invisible_class() || ']'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_reserved_name (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  sign text;
  words text;
begin
  -- What is a sign in a name like "Official™", by its NFKD form: first what spells no reserved name, then every character that only
  -- NFKD decomposes. Such characters can also be letters, as in "Ⓐdmin".
  foreach sign in array array['[0-9]|^(?:TM|SM)$', ''] loop
    -- A space for each character that is in no word.
    words := regexp_replace(
      private.remove_accents((
        select string_agg(
          case
            when normalize(s.symbol, nfkd) <> normalize(s.symbol, nfd) and normalize(s.symbol, nfkd) ~ sign then ' '
            else s.symbol
          end,
          '' order by s.ordinal
        )
        from string_to_table(value, null) with ordinality as s (symbol, ordinal)
      )) collate pg_catalog.pg_c_utf8,
      '[^[:alnum:]]', ' ', 'g'
    );
    if replace(words, ' ', '')
        ~ '^(?:(?:admin|administrator|moderator|official|root|skillratingservice|supabase|support|system)s?)+$'
      or words ~ '(?:^| )(?:admin|administrator|moderator|official|supabase)s?(?: |$)'
    then
      return true;
    end if;
  end loop;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_server_position (
  value jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- By name: the name. By time of change: the time and the name. By relevance: the corrected search and the place in the ranking.
  return case
    when jsonb_typeof(value) <> 'array' or jsonb_array_length(value) > 2 then false
    when jsonb_typeof(value -> -1) = 'number' then
      jsonb_typeof(value -> 0) = 'string' and private.text_error(private.clean_text(value ->> 0, 200), 1, 200) is null
      and pg_input_is_valid((value -> 1)::text, 'private.cursor_place')
    when jsonb_typeof(value -> -1) <> 'string' or not private.is_server_name(value ->> -1) then false
    else jsonb_array_length(value) = 1 or pg_input_is_valid((value -> 0)::text, 'private.cursor_time')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_unmixed_name (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  latin constant text :=
    '[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u1d00-\u1d25\u1d2c-\u1d77\u1d79-\u1dbf\u1e00-\u1eff'
    '\u2132\u214e\u2183\u2184\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab64\uab66-\uab68\U00010780-\U000107ba\U0001df00-\U0001df2a]';
  greek constant text := '\u0370-\u03ff\u1d26-\u1d2a\u1f00-\u1fff\uab65';
  cyrillic constant text := '[\u0400-\u052f\u1c80-\u1c8f\u1d2b\u1d78\u2de0-\u2dff\ua640-\ua69f]';
  armenian constant text := '\u0531-\u0588';
  cherokee constant text := '\u13a0-\u13fd\uab70-\uabbf';
  lisu constant text := '\ua4d0-\ua4fd\U00011fb0';
  -- What has letters that look Latin.
  other constant text := '(?:' || cyrillic || '|[' || greek || armenian || cherokee || lisu || '])';
  -- The rest of a word.
  rest constant text := '[[:alnum:]' || private.mark_class() || ']*';
begin
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- In NFKC, as in the comparison key, so that a compatibility character is in the range of its equivalent.
  return translate(normalize(value, nfkc), E'\u200c\u200d', '') collate pg_catalog.pg_c_utf8 !~ (
    latin || rest || other || '|' || other || rest || latin
    || '|' || cyrillic || rest || '[' || greek || ']|[' || greek || ']' || rest || cyrillic
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.load_synonyms (
  list text
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  SET lock_timeout TO '2s'
  AS $function$
declare
  phrase_format constant text := '[a-z0-9+#]+( [a-z0-9+#]+){0,2}';
  line_format constant text := format('^%1$s( \| %1$s)*: %1$s(, %1$s)*$', phrase_format);
  lines constant text[] := array(
    select line from regexp_split_to_table(list, '\r?\n') as line where line <> '' and not starts_with(line, '#')
  );
  invalid text := (select line from unnest(lines) as line where line !~ line_format limit 1);
  entries private.synonyms[];
  repeated_term text;
  changes integer;
begin
  -- The list replaces the one before: what cannot be read would remove synonyms.
  if invalid is not null then
    raise exception 'The list of synonyms has an invalid line: "%". A line is "term | term: synonym, synonym".', left(invalid, 100);
  elsif lines = '{}' then
    raise exception 'The list of synonyms is empty.';
  end if;
  with line as (
    select ordinal, split_part(line, ': ', 1) as term, split_part(line, ': ', 2) as synonyms
    from unnest(lines) with ordinality as l (line, ordinal)
  ),
  phrase as (
    select ordinal, null as rank, phrase from line cross join lateral string_to_table(term, ' | ') as phrase
    union all
    select ordinal, rank, phrase from line cross join lateral string_to_table(synonyms, ', ') with ordinality as c (phrase, rank)
  ),
  word as materialized (
    select ordinal, rank, phrase, word from phrase cross join lateral string_to_table(phrase, ' ') as word
  ),
  -- As private.synonym_key, but each word is stemmed once. The list has no stop words, and needs no folding.
  stem as materialized (
    select word, private.stem(word) as stem from (select distinct word from word) as words
  ),
  key as materialized (
    select ordinal, rank, string_agg(distinct stem, ' ' order by stem) as key
    from word join stem using (word)
    group by ordinal, rank, phrase
  ),
  synonyms as (
    select ordinal, array_agg(key order by rank) as keys from key where rank is not null group by ordinal
  )
  select array_agg(row(key, array_remove(keys, key))::private.synonyms) into entries
  from key join synonyms using (ordinal)
  where rank is null;

  select term into repeated_term from unnest(entries) group by term having count(*) > 1 limit 1;
  if found then
    raise exception 'The list of synonyms has two terms with the stems "%".', repeated_term;
  end if;
  -- Searches do not wait for this.
  lock table private.synonyms in share row exclusive mode;
  merge into private.synonyms as s using unnest(entries) as l on s.term = l.term
  when matched and s.synonyms <> l.synonyms then update set synonyms = l.synonyms
  when not matched then insert (term, synonyms) values (l.term, l.synonyms)
  when not matched by source then delete;
  get diagnostics changes = row_count;
  return changes;
end
$function$;

CREATE OR REPLACE FUNCTION private.max_ranked()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 1000;

CREATE OR REPLACE FUNCTION private.name_error (
  value    text,
  shortest integer,
  longest  integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.text_error(value, shortest, longest),
    case
      when not private.is_plain_name(value) then
        'must not contain control, invisible, private-use or unassigned characters, or joiners and variation selectors without effect'
      when not private.is_unmixed_name(value) then
        'must not mix letters that look alike within a word, such as Latin with Cyrillic or Greek'
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  search    text,
  corrected text    DEFAULT NULL::text,
  is_loose  boolean DEFAULT false,
  searches  integer DEFAULT 1
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  -- A third for another edit, because it follows a search that found nothing.
  max_letters constant integer := 10000 / searches / case when is_loose then 3 else 1 end;
  -- A cursor can have any text as the corrected search.
  max_corrections constant integer := 3;
  all_documents constant float8 := private.document_count();
  words private.search_word[];
  suspect text[];
begin
  if corrected is null then
    words := private.weigh_words(private.search_words(search), all_documents);
    suspect := private.suspect_words(words, searches, all_documents);
    if suspect <> '{}' then
      corrected := private.correct_search(search, array(
        select row(near.word, w.word, null, null)::private.search_word
        from unnest(words) as w
        -- The words share the budget of a correction.
        cross join lateral private.correct_word(
          w.word, private.allowed_edits(w.word) + is_loose::integer, max_letters / cardinality(suspect)
        ) as near
        where w.word = any (suspect)
          and (w.rarity is null or near.skills >= greatest(min_skills, min_ratio * private.frequency(w.rarity, all_documents)))
      ));
    end if;
    if corrected is null then
      return words;
    end if;
  end if;
  return array(
    with correction as materialized (
      select c.word, t.word as typed
      from unnest(private.split_words(private.fold_text(corrected), false)) with ordinality as c (word, ordinal)
      join unnest(private.split_words(private.fold_text(search), false)) with ordinality as t (word, ordinal) using (ordinal)
      where c.word <> t.word
      order by ordinal
      limit max_corrections
    )
    select row(w.word, (select c.typed from correction as c where c.word = w.word limit 1), w.rarity, w.prefix_rarity)
    from unnest(private.weigh_words(private.search_words(corrected), all_documents)) with ordinality
      as w (word, typed, rarity, prefix_rarity, ordinal)
    order by ordinal
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  max_rows integer,
  searches integer               DEFAULT 1,
  mark     tsquery               DEFAULT NULL::tsquery,
  named    uuid[]                DEFAULT NULL::uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, for a well rated skill whose name has only words of the search, such as a product that it names, and
  -- for a name that has the words of the search and no others.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  whole_name_boost constant float8 := 0.15;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality of one claw, and that without ratings.
  claw constant float8 := 1e12;
  neutral constant bigint := private.quality(0, 0);
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  -- Names that begin with the search are below this. starts_with() takes longer. Null for a search of joiners, which would begin each name.
  end_of_key constant text := nullif(key, '') || chr(1114111);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  all_documents constant float8 := private.document_count();
  terms constant private.search_term[] := private.search_terms(words, searches, all_documents);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  is_short boolean;
  candidates tid[];
  are_complete boolean;
begin
  select m.matches, m.are_complete into candidates, are_complete
  from private.find_matches(terms, searches, all_documents, private.all_of(array[mark, private.type_marks(types)])) as m;
  -- The best of common words are none of the skills whose ratings and names place them too low, whatever their words add: these are left
  -- out first, because matching the words costs most.
  is_short := are_complete and cardinality(candidates) > 100 + 2 * max_rows
    and not exists (select from unnest(terms) as t where t.prefix is not null or not t.is_known);
  if is_short then
    candidates := array(
      with rated as materialized (
        select
          d.ctid, d.name_words,
          (d.quality - neutral) / claw + d.text_score + weight * case
            when d.name_key >= key and d.name_key < end_of_key
              then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
            else 0
          end as score
        from private.skill_documents as d where d.ctid = any (candidates)
      )
      select r.ctid from rated as r
      -- The words of a skill add at most this much more than those of another.
      where r.score + weight * (both_boost - 1 + case
        when r.name_words > greatest(key_words, cardinality(terms)) then 0 else whole_name_boost + same_words_boost
      end) >= (select l.score from rated as l order by l.score desc offset max_rows - 1 limit 1)
    );
  end if;
  candidates := candidates || array(
    -- Names that begin with the search. Of each type, so that names of other types are not read, however many there are.
    select d.ctid
    from (
      select n.id
      from unnest(types) as t (type) cross join lateral (
        select s.id, s.name_key from public.skills as s
        where s.type = t.type and s.retired_at is null and s.name_key >= key and s.name_key < end_of_key
        order by s.name_key limit max_names
      ) as n
      order by n.name_key
      limit max_names
    ) as n
    join private.skill_documents as d on d.skill_id = n.id
    where mark is null or d.words @@ mark
  );
  if named is not null then
    candidates := candidates || array(
      select d.ctid from private.skill_documents as d
      -- A function, so that the index of the words is not used.
      where d.skill_id = any (named) and ts_match_vq(d.words, mark) and d.type = any (types)
    );
  end if;
  return array(
    with matched as (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when d.name_key >= key and d.name_key < end_of_key
                then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
              else 0
            end
            -- Only for what established agents recommend: anyone can submit names with the words of a search.
            + case
              when d.is_proven and d.quality > neutral and f.name_terms >= greatest(d.name_words, 1) then whole_name_boost
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        coalesce((unit * f.expanded)::bigint, 0) as expanded
      from (
        select
          skill_id, name_key, name_words, quality, is_proven, text_score,
          -- Detoasts a long document once.
          case
            when pg_column_size(doc.words) > 2000 or pg_column_compression(doc.words) is not null then doc.words || ''
            else doc.words
          end as words
        from private.skill_documents as doc where doc.ctid = any (candidates)
        offset 0
      ) as d
      cross join lateral (
        select
          sum(gain) as found,
          sum(case when gain is null and d.words @@ synonyms then synonym_boost * g.weight end) as expanded,
          bool_and(gain is not null) filter (where is_known) as is_complete,
          -- Only a known word in the name gains more than its weight.
          sum((is_known and gain > g.weight)::integer) as name_terms
        from (
          select
            t.weight, t.is_known, t.synonyms,
            -- Null without the word.
            case
              when d.words @@ form then t.weight * case
                when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost
              end
              when d.words @@ prefix then prefix_weight
            end as gain
          from unnest(terms) as t
          -- So that it is computed once, as the score.
          offset 0
        ) as g
      ) as f
      offset 0
    ),
    ranked as (
      select skill_id, case
        when is_exact then exact_score
        when expanded = 0 then score
        -- The skills with all words that were left out are above it.
        when is_short then case when is_partial then score end
        -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
        -- has at least the score that it has without synonyms.
        else greatest(
          case when is_partial then score end,
          least(score + expanded, cap - 1 - (max_expanded_score - score - expanded) / 1000)
        )
      end as score
      from (
        select *, min(score) filter (where is_complete and not is_exact) over () as cap from matched
      ) as m
    )
    select skill_id from ranked order by score desc nulls last, skill_id desc limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.ranked_page (
  search   text,
  types    text[],
  cursor   text,
  list     text,
  max_rows integer,
  mark     tsquery                     DEFAULT NULL::tsquery,
  named    uuid[]                      DEFAULT NULL::uuid[],
  OUT      words private.search_word[],
  OUT      corrected text,
  OUT      place integer,
  OUT      skills uuid[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  after constant jsonb := private.decode_cursor(cursor, list, '{private.cursor_text,private.cursor_place}');
begin
  -- The cursor is not signed.
  if after is not null and private.text_error(private.clean_text(after ->> 0, 200), 1, 200) is not null then
    perform private.reject_cursor();
  end if;
  words := private.plan_search(search, after ->> 0);
  corrected := private.correct_search(search, words);
  place := coalesce((after ->> 1)::integer, 0);
  skills := (private.rank_skills(
    search, words, types, least(place + max_rows, private.max_ranked()), mark => mark, named => named
  ))[place + 1:];
end
$function$;

CREATE OR REPLACE FUNCTION private.rarity (
  documents     double precision,
  all_documents double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- At least 1: the share of a common word can be older than the deletion of most skills.
  known constant float8 := greatest(documents, 1);
  all_of_them constant float8 := greatest(all_documents, known);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return 12 * ln(1 + all_of_them / known) / ln(1 + all_of_them);
end
$function$;

CREATE OR REPLACE FUNCTION private.read_entry (
  entry jsonb
)
  RETURNS private.import_entry
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  e private.import_entry;
begin
  e.external_name := entry ->> 'external_name';
  e.name := private.clean_text(entry ->> 'name', 200);
  e.description := private.clean_text(entry ->> 'description', 5000);
  e.type := entry ->> 'type';
  e.url := nullif(private.trim_text(entry ->> 'url'), '');
  e.status := coalesce(entry ->> 'status', 'active');
  e.server := nullif(entry -> 'server', 'null');
  e.install := nullif(entry -> 'install', 'null');
  if e.status = 'active' then
    e.server_problem := coalesce(entry ->> 'server_problem', private.server_error(e.server, e.external_name));
  end if;
  e.server_published_at := private.parse_time(entry ->> 'server_published_at');
  e.source_updated_at := private.parse_time(entry ->> 'source_updated_at');
  e.status_changed_at := private.parse_time(entry ->> 'status_changed_at');
  return e;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sent_row public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_raters sees rows only.
    return case when private.needs_establishing(new.agent_id) then new end;
  end if;
  if new.agent_id <> old.agent_id then
    new.established := exists (
      select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
    );
  end if;

  -- What agents do not write: a merge and a corrected time do not set updated_at.
  sent_row.id := old.id;
  sent_row.skill_id := old.skill_id;
  sent_row.agent_id := old.agent_id;
  sent_row.created_at := old.created_at;
  sent_row.updated_at := old.updated_at;
  sent_row.commentary_at := old.commentary_at;
  if sent_row is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- Compared as in bursts: a change of case or punctuation keeps the time of the text. The key takes time.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.server_list_position (
  p_cursor    text,
  list_before text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  cursor_position jsonb;
begin
  if p_cursor is null then
    return null;
  end if;
  cursor_position := coalesce(
    private.parse_cursor(p_cursor, 'servers', '{jsonb,jsonb,jsonb,jsonb,boolean}'),
    -- Version 1.1.0 wrote only the position, bound to the list.
    jsonb_build_array(private.parse_cursor(p_cursor, list_before, '{jsonb}'))
  );
  if private.is_server_position(cursor_position -> 0) is not true
    or exists (
      select from jsonb_array_elements(cursor_position) with ordinality as e (element, ordinal)
      where ordinal between 2 and 4 and jsonb_typeof(element) not in ('string', 'null')
    )
    -- Postgres reads 1 and "yes" as a boolean, too.
    or jsonb_typeof(cursor_position -> 4) <> 'boolean'
  then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_identifiers (
  p_source text,
  skill    uuid,
  e        private.import_entry
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  server constant jsonb := case when e.server_problem is null then e.server end;
begin
  perform private.set_imported_identifiers(
    skill,
    private.server_identifiers(server, e.external_name)
      -- The catalogue is the publisher of its own page, which it names without a server.json.
      || case
        when e.server is null and e.server_problem is null and starts_with(e.url, p_source || '/')
        then private.normalize_identifier(e.url)
      end,
    array[
      private.server_repository(server),
      -- Without the path that the server.json says.
      case when e.url is distinct from server #>> '{repository,url}' then private.normalize_identifier(e.url) end
    ]
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.store_server (
  p_source text,
  skill    uuid,
  e        private.import_entry
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  known private.registry_servers;
begin
  select r.* into known from private.registry_servers as r where r.name = e.external_name collate "C";
  -- The first import of a name wins.
  if known.source <> p_source then
    return false;
  elsif e.server_problem is not null then
    delete from private.registry_servers as r where r.name = known.name;
    return found;
  elsif e.status = 'active' and e.server is null or e.status <> 'active' and known.source is null then
    return false;
  elsif (known.status, known.source_updated_at, known.status_changed_at)
    is not distinct from (e.status, e.source_updated_at, e.status_changed_at) and (
      e.status <> 'active'
      or (known.server, known.published_at, known.install) is not distinct from (e.server, e.server_published_at, e.install)
    )
  then
    return false;
  elsif e.status <> 'active' then
    update private.registry_servers as r set
      status = e.status,
      source_updated_at = e.source_updated_at,
      status_changed_at = e.status_changed_at,
      updated_at = greatest(clock_timestamp(), r.updated_at)
    where r.name = known.name;
    return true;
  end if;
  insert into private.registry_servers as r (
    name, source, skill_id, server, install, published_at, source_updated_at, status_changed_at
  ) values (
    e.external_name, p_source, skill, e.server, e.install, e.server_published_at, e.source_updated_at, e.status_changed_at
  )
  on conflict (name) do update set
    server = excluded.server,
    install = excluded.install,
    status = 'active',
    published_at = excluded.published_at,
    source_updated_at = excluded.source_updated_at,
    status_changed_at = excluded.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  where r.source = excluded.source;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.suggest_names (
  search   text,
  searches integer DEFAULT 1
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  most constant integer := 3;
  -- Anyone can submit names: those without established ratings leave a place to one that has them, and a name that has them comes before
  -- one that is a little nearer.
  most_unproven constant integer := 2;
  proven_boost constant float8 := 0.2;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 100;
  words private.search_word[] := private.plan_search(search, is_loose => true, searches => suggest_names.searches);
  key text := private.name_key(search);
  -- Null if nothing was corrected: a comparison costs as much as ranking a skill.
  corrected_key text := private.name_key(private.correct_search(search, words));
  hashes integer[] := private.name_hashes(key);
  ranked uuid[] := private.rank_skills(search, words, private.skill_types(), max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select id, name, slug
      from (
        select
          s.id, s.name, s.slug, s.name_key, d.is_proven,
          similarity + case when d.is_proven then proven_boost else 0 end as nearness,
          row_number() over (partition by d.is_proven order by similarity desc, s.name_key) as place
        from (
          select r.skill_id from unnest(ranked) as r (skill_id)
          union
          -- Planted names cannot displace these.
          (
            select p.skill_id from private.skill_documents as p
            where p.is_proven and private.name_hashes(p.name_key) && hashes limit max_compared
          )
        ) as candidate
        join public.skills as s on s.id = candidate.skill_id
        join private.skill_documents as d on d.skill_id = candidate.skill_id
        cross join lateral greatest(
          extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
          extensions.similarity(s.name_key, corrected_key)
        ) as similarity
        where similarity >= min_similarity
      ) as near
      order by not is_proven and place > most_unproven, nearness desc, name_key
      limit most
    ) as nearest
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.suspect_words (
  words         private.search_word[],
  searches      integer,
  all_documents double precision
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- At most 3: a search with many unknown words is not misspelt. With 5, planted words made a search cost 15 lists of 100 instead of 10.
  max_words constant integer := 3 / searches;
  -- A word in more skills is not suspect.
  max_skills constant integer := 3;
  rare constant float8 := private.rarity(max_skills, all_documents);
begin
  return array(
    select word
    from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
    cross join lateral (select rarity is null and prefix_rarity is null as is_unknown) as u
    -- The synonyms are asked for once, and only if they are needed.
    where case
      when is_unknown then private.stem(word) <> all (array(
        select unnest(s.term) from private.find_synonyms(array(select w.word from unnest(words) as w)) as s
      ))
      else char_length(word) > 3 and rarity >= rare
        and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, ordinal
    limit max_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.find_skills (
  p_search text,
  p_limit  integer DEFAULT NULL::integer,
  p_owner  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best uuid[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  -- Of all agent skills that match, only these are ranked, however many others there are. No owner has other characters.
  if owner ~ '^[a-z0-9_.-]{0,100}$' then
    best := private.rank_skills(
      search, private.plan_search(search), '{clawdbot}', least(greatest(coalesce(p_limit, 20), 1), 100),
      mark => private.path_mark(owner)::tsquery
    );
  end if;
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', private.github_path(s.id))
    from unnest(best) with ordinality as p (skill_id, ordinal)
    join public.skills as s on s.id = p.skill_id
    order by p.ordinal
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.import_skills (
  p_source  text,
  p_skills  text    DEFAULT '[]'::text,
  p_dry_run boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  outcomes jsonb;
begin
  -- The source and an external name are a primary key.
  perform private.validate('source', case when p_source is null then 'is required' else private.text_error(p_source, 1, 1000) end);
  begin
    -- Locks the source: two imports of one catalogue run one after another.
    insert into private.imports as i (source) values (p_source)
    on conflict (source) do update set updated_at = now();
    outcomes := private.import_batch(p_source, p_skills::jsonb);
    if p_dry_run then
      raise sqlstate 'PTDRY';
    end if;
  exception
    when sqlstate 'PTDRY' then
      -- Everything is rolled back but the outcomes.
      null;
  end;
  return json_build_object('outcomes', outcomes);
end
$function$;

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT NULL::boolean,
  p_skill_ids       uuid[]  DEFAULT NULL::uuid[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  -- Without the mark that functions/_shared/database.ts adds in a query. Other white space is part of a version.
  version_text text := nullif(ltrim(p_version, E'\u0085'), '');
  time_text text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_text);
  only_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  max_rows integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  cursor_position jsonb;
  after jsonb;
  words private.search_word[];
  names text[];
  positions jsonb[];
  place integer;
  page record;
  next_position jsonb;
begin
  cursor_position := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_text, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ));
  if jsonb_array_length(cursor_position) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(cursor_position ->> 1, 200), ''));
    version_text := coalesce(version_text, cursor_position ->> 2);
    time_text := coalesce(time_text, cursor_position ->> 3);
    since := private.parse_time(time_text);
    with_deleted := coalesce(p_include_deleted, (cursor_position ->> 4)::boolean) or since is not null;
    if (search, version_text, since, with_deleted)
      is distinct from (
        cursor_position ->> 1, cursor_position ->> 2, private.parse_time(cursor_position ->> 3), (cursor_position ->> 4)::boolean
      )
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := cursor_position -> 0;
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> -1) = 'number') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
    perform private.reject_cursor();
  end if;
  if search is not null or time_text is not null or version_text is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_text, 0, 255),
      'updated_since', case when time_text is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  only_version := nullif(version_text, 'latest');

  -- For the functions of 2.0.0, which run until the deployment ends: the next release removes the argument.
  if p_skill_ids is not null then
    max_rows := 101;
    names := array(
      select r.name
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as r on r.skill_id = i.skill_id
      where r.is_listed
      order by i.ordinal
    );
  elsif search is not null then
    words := private.plan_search(search, after ->> 0);
    place := coalesce((after ->> 1)::integer, 0);
    names := (private.find_servers(
      private.rank_skills(
        search, words, private.skill_types(), private.max_ranked(),
        mark => private.server_mark(), named => private.servers_named(search)
      ),
      only_version, since, with_deleted, least(place + max_rows, private.max_ranked())
    ))[place + 1:];
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), only_version, with_deleted, max_rows);
  else
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), only_version, max_rows
    ) as f;
  end if;

  select p.servers, p.count into page from private.server_page(names[:max_rows - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null
        then jsonb_build_array(coalesce(private.correct_search(search, words), search), place + page.count)
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_text, time_text, with_deleted);
  end if;
  return json_build_object('servers', page.servers, 'metadata', json_object(
    'count': page.count, 'nextCursor': private.encode_cursor(next_position, 'servers') absent on null
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.search_catalogue (
  p_search  text,
  p_type    text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  sort constant text := coalesce(p_sort, 'relevance');
  -- More than 100 explanations would cost as much as some searches.
  max_limit constant integer := case when p_explain then 100 else private.max_limit() end;
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), search);
  skills uuid[];
  ranked record;
  page record;
  did_you_mean text;
  suggestions json := '[]';
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 1, 200)
  );
  if sort = 'relevance' then
    select * into ranked from private.ranked_page(search, types, p_cursor, list, max_skills + 1);
    skills := ranked.skills[:max_skills];
    select i.items, i.count, case
      when cardinality(ranked.skills) > i.count
        then private.encode_place(search, ranked.corrected, ranked.place + i.count, list)
    end as next_cursor
    into page from private.skill_items(skills, case when p_explain then private.explain_matches(ranked.words, skills) end) as i;
    did_you_mean := coalesce(ranked.corrected, private.find_imitated(search));
  else
    skills := private.filter_in_order(
      sort, types, private.search_words(search), private.decode_cursor(p_cursor, list, private.cursor_types(sort)), max_skills + 1
    );
    select i.items, i.count, case
      when cardinality(skills) > i.count then private.encode_cursor(private.position_in_order(sort, skills[i.count]), list)
    end as next_cursor
    into page from private.skill_items(skills[:max_skills], null) as i;
  end if;
  if page.count = 0 and p_cursor is null then
    suggestions := private.suggest_names(search);
  end if;
  return format(
    '{"skills" : [%s], "count" : %s, "next_cursor" : %s, "did_you_mean" : %s, "suggestions" : %s}',
    page.items, page.count, coalesce(to_json(page.next_cursor)::text, 'null'), coalesce(to_json(did_you_mean)::text, 'null'),
    suggestions
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.search_entries (
  p_search  text,
  p_types   text[]  DEFAULT NULL::text[],
  p_servers boolean DEFAULT NULL::boolean,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_limit constant integer := 100;
  max_skills constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit);
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  ranked record;
  listed record;
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  select * into ranked
  from private.ranked_page(
    search, types, p_cursor, list, max_skills + 1,
    mark => case when p_servers then private.listed_mark() when not p_servers then !!private.listed_mark() end,
    named => case when p_servers then private.servers_named(search) end
  );
  select s.* into listed
  from private.servers_of_skills(ranked.skills[:max_skills]) as s;
  select i.items, i.count into page
  from private.skill_items(listed.fitting, private.explain_matches(ranked.words, listed.fitting)) as i;
  return format(
    '{"skills":[%s],"servers":%s,"next_cursor":%s}', page.items, listed.servers, coalesce(to_json(case
      when cardinality(ranked.skills) > page.count
        then private.encode_place(search, ranked.corrected, ranked.place + page.count, list)
    end)::text, 'null')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.search_skills (
  p_queries text,
  p_type    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_explain boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  max_queries constant integer := 3;
  -- So many of each are fused, whatever the limit: a skill has the same place in a longer list.
  depth constant integer := 100;
  -- 100 long skills took a quarter of the CPU of the most expensive request.
  max_limit constant integer := 50;
  page_limit constant integer := least(greatest(coalesce(p_limit, 20), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  queries text[];
  different integer;
  problems text[];
  words private.search_word[];
  ranked uuid[];
  rankings private.ranked_query[];
  did_you_mean text[];
  page uuid[];
  best integer[];
  places bigint[];
  explained jsonb[];
  matches jsonb[];
  suggestions json := '[]';
begin
  problems := array['queries', private.list_error(p_queries, 1, max_queries), 'type', private.choice_error(p_type, private.skill_types())];
  if problems[2] is null then
    queries := array(
      select private.clean_text(q.value, 200)
      from unnest(private.list_items(p_queries)) with ordinality as q (value, ordinal)
      order by ordinal
    );
    problems := problems || array(
      select e.field
      from unnest(queries) with ordinality as q (value, ordinal)
      cross join lateral unnest(array['queries.' || q.ordinal - 1, private.item_error(q.value, 1, 200)]) with ordinality as e (field, part)
      order by q.ordinal, e.part
    );
  end if;
  perform private.validate(variadic problems);
  different := (select count(distinct q) from unnest(queries) as q);

  for i in 1..cardinality(queries) loop
    -- A query that is given twice counts once.
    if queries[i] = any (queries[:i - 1]) then
      did_you_mean[i] := did_you_mean[array_position(queries, queries[i])];
      continue;
    end if;
    words := private.plan_search(queries[i], searches => different);
    ranked := private.rank_skills(queries[i], words, types, depth, different);
    rankings[i] := row(words, ranked);
    did_you_mean[i] := coalesce(private.correct_search(queries[i], words), private.find_imitated(queries[i]));
  end loop;
  select f.skills, f.queries into page, best from private.fuse_rankings(rankings, page_limit) as f;

  if p_explain then
    for i in 1..cardinality(rankings) loop
      places := array_positions(best, i);
      explained := private.explain_matches(
        (rankings[i]).words, array(select page[ordinal] from unnest(places) as ordinal order by ordinal)
      );
      for n in 1..cardinality(places) loop
        matches[places[n]] := explained[n];
      end loop;
    end loop;
  end if;
  if page = '{}' then
    suggestions := private.suggest_names(queries[1], different);
  end if;

  return (
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "did_you_mean" : ' || to_json(did_you_mean)
        || ', "suggestions" : ' || suggestions || '}'
      )
    from private.skill_items(page, matches)
  );
end
$function$;

ALTER DOMAIN "private"."cursor_place"
  ADD CONSTRAINT "cursor_place_valid" CHECK (((VALUE >= 1) AND (VALUE <= 999))) NOT VALID;

COMMENT ON COLUMN "private"."synonyms"."synonyms" IS 'The most telling first. Each has up to three stems, which a skill must all contain.';

COMMENT ON COLUMN "public"."ratings"."commentary_at" IS 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it.';

COMMENT ON DOMAIN "private"."cursor_place" IS 'The place in a ranking at which a page ended; less than private.max_ranked.';

COMMENT ON FUNCTION "private"."commentary_key"(text) IS 'The first 500 characters of a commentary as bursts compare them: without case, accents, width and punctuation.';

COMMENT ON FUNCTION "private"."correct_search"(text, private.search_word[]) IS 'A search with its misspelt words replaced; null if that changes nothing, or makes it longer than a search can be.';

COMMENT ON FUNCTION "private"."create_imported"(text, private.import_entry) IS 'Creates the skill of an entry, with its own name or the first of private.imported_name that is free. Null if another source has one of this name.';

COMMENT ON FUNCTION "private"."encode_place"(text, text, bigint, text) IS 'The cursor of private.ranked_page for the skills after a place.';

COMMENT ON FUNCTION "private"."entry_error"(private.import_entry, boolean) IS 'Why an entry cannot be imported; null if it can.';

COMMENT ON FUNCTION "private"."find_servers"(uuid[], text, timestamp with time zone, boolean, integer) IS 'The names of the servers of ranked skills, best first.';

COMMENT ON FUNCTION "private"."import_batch"(text, jsonb) IS 'Imports skills. Returns the name and the outcome of each, and why its server.json is not served, if so.';

COMMENT ON FUNCTION "private"."import_skill"(text, private.import_entry) IS 'Imports an entry. outcome: created, updated (the skill or its server.json), unchanged, kept (retired, merged or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), or why it cannot be imported. server_problem: why its server.json is not served.';

COMMENT ON FUNCTION "private"."is_plain_name"(text) IS 'Whether a name has only visible, assigned characters, and joiners and variation selectors only in emoji and in scripts that need joiners.';

COMMENT ON FUNCTION "private"."is_unmixed_name"(text) IS 'Whether no word mixes letters that look alike: with a Latin letter it has no Cyrillic, Greek, Armenian, Cherokee or Lisu one, and with a Cyrillic letter no Greek one.';

COMMENT ON FUNCTION "private"."load_synonyms"(text) IS 'Replaces the list, which supabase/synonyms.sql has. Returns the number of terms whose synonyms changed.';

COMMENT ON FUNCTION "private"."max_ranked"() IS 'How many of its best matches a search by relevance can page through.';

COMMENT ON FUNCTION "private"."plan_search"(text, text, boolean, integer) IS 'The words of a search after its correction, with their rarities. `corrected` is the corrected search, which the pages after the first get from their cursor: each of its words is for the word of the search in the same place. If is_loose, corrections can have one edit more. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[]) IS 'The best matches of a search; with a mark, of those that have it. Other names can fill those that begin with the search before a mark is looked at: named has skills with it. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."ranked_page"(text, text[], text, text, integer, tsquery, uuid[]) IS 'The skills of a search by relevance after the place in a cursor, the words and the corrected search (null if nothing was corrected). All pages have the correction of the first one, and each ranks anew. With a mark, skills that have it: see private.rank_skills. Raises PT400 for the cursor of another list.';

COMMENT ON FUNCTION "private"."rarity"(double precision, double precision) IS 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

COMMENT ON FUNCTION "private"."read_entry"(jsonb) IS 'An entry of the JSON that public.import_skills takes.';

COMMENT ON FUNCTION "private"."server_list_position"(text, text) IS 'Where a page of public.list_servers ended, and of which list: the position, search, version, updated_since and include_deleted; null for null. list_before is the list that a cursor of version 1.1.0 must have. Raises PT400 for anything else.';

COMMENT ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) IS 'Sets the identifiers that a skill has from an entry.';

COMMENT ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) IS 'Stores the server.json of an entry, its status and times, if something changed, and returns whether it did. These follow the source also if the skill was retired here.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, boolean) IS 'npm run catalogue:import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, status, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}]. Only for service_role.';

COMMENT ON TABLE "private"."synonyms" IS 'The terms of searches and their synonyms in skills; filled by private.load_synonyms.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import, as its source has it. server_problem says why its server.json is not served.';

COMMENT ON TYPE "private"."search_word" IS 'A word of a search, and how rare it is.';

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "private"."encode_place"(text, text, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."encode_place"(text, text, bigint, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."encode_place"(text, text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."encode_place"(text, text, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_error"(private.import_entry, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_error"(private.import_entry, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entry_error"(private.import_entry, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entry_error"(private.import_entry, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_batch"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_batch"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_skill"(text, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_skill"(text, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_skill"(text, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_skill"(text, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "private"."max_ranked"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."max_ranked"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."max_ranked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."max_ranked"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ranked_page"(text, text[], text, text, integer, tsquery, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ranked_page"(text, text[], text, text, integer, tsquery, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."ranked_page"(text, text[], text, text, integer, tsquery, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranked_page"(text, text[], text, text, integer, tsquery, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rarity"(double precision, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rarity"(double precision, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rarity"(double precision, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rarity"(double precision, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_entry"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."read_entry"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_entry"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."read_entry"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, boolean) TO "service_role";
