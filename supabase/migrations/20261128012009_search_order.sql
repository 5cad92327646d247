set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.filter_in_order (
  sort     text,
  types    text[],
  words    text[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET work_mem TO '16MB'
  AS $function$
declare
  required constant tsquery := private.required_words(words);
  all_documents constant float8 := greatest(private.document_count(), 1);
  last constant text := words[cardinality(words)];
  -- About as many as the rarest word has.
  most constant float8 := greatest(1, least(all_documents, (
    select min(case word
      when last then greatest(private.word_frequency(word), private.beginning_frequency(word))
      else private.word_frequency(word)
    end)
    from unnest(words) as word
  )));
  -- Of one word, at least those with the most common word that begins with it, wherever they are in the order.
  fewest constant float8 := case when cardinality(words) = 1 then all_documents * (
    select max(c.share) from private.common_words as c where c.word >= last collate "C" and c.word < (last || chr(1114111)) collate "C"
  ) end;
  matches float8 := most;
  steps integer;
  read integer := 0;
  scanned uuid[];
  page uuid[] := '{}';
begin
  if required is null then
    return page;
  end if;
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  loop
    -- A quarter more than are expected to fill the page.
    steps := 1 + 1.25 * (max_rows - cardinality(page)) * all_documents / matches;
    exit when 1.5 * (read + steps) > matches;
    scanned := private.scan_in_order(sort, types, after, steps);
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := page || array(
      select skill from unnest(scanned) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows - cardinality(page)
    );
    if cardinality(scanned) < steps or cardinality(page) = max_rows then
      return page;
    end if;
    after := private.position_in_order(sort, scanned[steps]);
    read := read + steps;
    -- Words that seldom meet have fewer matches than the rarest one. Here they can be rarer than elsewhere in the order.
    matches := greatest(least(most, 4 * all_documents * (cardinality(page) + 1) / read), fewest);
  end loop;
  -- The documents have the names: reading 10,000 skills costs more than the index of the words.
  if sort = 'name' then
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required and d.type = any (types)
        and (after is null or (d.name_key, d.skill_id) > ((after ->> 0)::text, (after ->> 1)::uuid))
      order by d.name_key, d.skill_id
      limit max_rows - cardinality(page)
    );
  end if;
  return page || private.sort_matches(
    sort, array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, max_rows - cardinality(page)
  );
end
$function$;
