-- Relevance: which skills a search retrieves and how it ranks them; docs/search.md explains it. The boosts and limits are here;
-- 40_documents.sql writes the words of each skill, 43_spelling.sql corrects those of a search.

create function private.prefix_term(prefix text, weights text default 'AC') returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  words text[] := private.words_beginning(prefix);
begin
  return case
    when words is null then private.term(prefix, ':*' || weights)
    else (select string_agg(private.term(word, ':' || weights)::text, ' | ')::tsquery from unnest(words) as word)
  end;
end
$$;
comment on function private.prefix_term is 'A prefix query for a word. If too many words begin with it, it is expanded to the most common of them. AC: only words as written, without stems.';

create function private.required_words(words text[]) returns tsquery
language sql stable set search_path = ''
return (
  select string_agg(format('(%s)', concat_ws(
    ' | ', private.term(private.stem(word)), case place when cardinality(words) then private.prefix_term(word) end
  )), ' & ')::tsquery
  from unnest(words) with ordinality as w (word, place)
);
comment on function private.required_words is 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

create function private.word_weights(words text[]) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  all_documents float8 := private.document_count();
  common text[];
  shares float4[];
begin
  -- No lexeme contains a space.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into common, shares
  from pg_catalog.pg_stats
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  return (
    select coalesce(jsonb_object_agg(word, case
      when word = any (more_stop_words) and not words <@ more_stop_words then 0
      else round(ln(1 + greatest(all_documents, documents) / documents)::numeric, 2)
    end), '{}')
    from (
      select word, private.term(stem) as term, all_documents * shares[array_position(common, stem)] as estimated
      from unnest(words) as word cross join lateral private.stem(word) as stem
      union all
      select word || '*', private.prefix_term(word), (
        select all_documents * sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, last.word)
      )
      from unnest(words[cardinality(words):]) as last (word)
    ) as terms
    -- The documents of other words are counted, up to 1,000.
    cross join lateral (
      select coalesce(estimated, (
        select count(*) from (select from private.skill_documents as d where d.words @@ term limit 1000) as d
      )) as documents
      -- Evaluates the count once for each word.
      offset 0
    ) as frequency
    where documents > 0
  );
end
$$;
comment on function private.word_weights is 'The inverse document frequency of each word that some skill contains, and of the last word as a prefix, with *: ln(1 + skills / skills with the word).';

create function private.plan_ranking(search text, carried jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  words text[] := private.search_words(search);
  weights jsonb;
  replaced jsonb := carried -> 'replaced';
  correction text;
  unknown text[];
  common text[];
  frequencies float8[];
  -- The weight of a word in 1,000 skills.
  rare_weight float8 := ln(1 + private.document_count() / 1000);
begin
  -- A cursor is not signed: the ranking that it carries is used only if its correction is one of this search. Cursors of version 1.0.0
  -- have the corrected search, which could be any text.
  if carried is null or carried ? 'correction' or not private.is_spelling(words, replaced) then
    carried := null;
    replaced := null;
    weights := private.word_weights(words);
    -- At most 5: a search with many unknown words is not misspelt.
    unknown := array(
      select word from unnest(words) with ordinality as w (word, place) where not weights ?| array[word, word || '*']
      order by place limit 5
    );
    if unknown <> '{}' then
      select array_agg(c.word), array_agg(c.skills) into common, frequencies
      from (select * from private.common_words(0) order by skills desc limit 1000) as c;
      replaced := (
        select jsonb_object_agg(word, near)
        from unnest(unknown) as word
        -- The words share the budget of a correction.
        cross join lateral private.correct_word(word, 10000 / greatest(cardinality(unknown), 1), common, frequencies) as near
        where near is not null
      );
    end if;
  end if;

  correction := private.correct_search(search, replaced);
  if correction is not null or weights is null then
    weights := private.word_weights(private.search_words(coalesce(correction, search)));
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'replaced', case when correction is not null then replaced end,
    'weights', coalesce((
      -- A cursor cannot make a word rare that more than 1,000 skills contain: reading its posting list would be expensive.
      select jsonb_object_agg(
        word, least(c.weight::numeric, case when current_weight <= rare_weight + 0.01 then current_weight + 0.7 end)
      )
      from jsonb_each_text(carried -> 'weights') as c (word, weight)
      cross join lateral (select (weights ->> word)::numeric as current_weight) as current
    ), weights)
  ));
end
$$;
comment on function private.plan_ranking is 'How to rank the results of a search, on later pages as the cursor carries it: {correction, replaced, weights}. correction is the corrected search and replaced has the correction of each misspelt word; both are left out if there is none.';

create function private.find_candidates(words text[], weights jsonb, types text[]) returns tid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- The maximum number of candidates from the first query with a match. A ranking has at most 1,000; recall is the same with 500.
  max_candidates constant integer := 1000;
  -- With `enough` candidates, wider queries are not tried. These add few candidates, because their matches have none of the rare words.
  enough constant integer := 100;
  max_added constant integer := 200;
  -- The number of best rated skills that are matched with common words: new accounts hardly change their order.
  best_rated constant integer := 500;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  rare text;
  common text[];
  terms text[];
  query tsquery;
  found tid[] := '{}';
begin
  select
    string_agg(term, ' | ') filter (where running_frequency <= max_candidates),
    array_agg(term order by expected_frequency) filter (
      where running_frequency > max_candidates and not (expected_frequency > max_prefix_frequency and has_prefix)
    ),
    array_agg(term order by expected_frequency)
  into rare, common, terms
  from (
    select
      format('(%s)', concat_ws(
        -- Without weights: the index does not have them, so Postgres would recheck each document.
        ' | ', private.term(private.stem(word)), case when weights ? (word || '*') then private.prefix_term(word, '') end
      )) as term,
      weights ? (word || '*') as has_prefix,
      expected_frequency,
      sum(expected_frequency) over (order by expected_frequency, word) as running_frequency
    from unnest(words) as word
    cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
    cross join lateral (select private.document_count() / (exp(weight) - 1) as expected_frequency) as e
    where weight > 0
  ) as known;

  -- From the narrowest query to the widest: a rare word, all common words, the rarest of the common words.
  foreach query in array array[rare, array_to_string(common, ' & '), common[1]]::tsquery[] loop
    found := found || array(
      select d.ctid from private.skill_documents as d where d.words @@ query and d.type = any (types)
      limit case found when '{}' then max_candidates else max_added end
    );
    exit when cardinality(found) >= enough;
  end loop;

  if rare is null then
    query := coalesce(query, terms[1]::tsquery);
    found := found || array(
      select d.ctid
      from unnest(private.scan_in_order('top', types, null, null, best_rated)) as skill
      join private.skill_documents as d on d.skill_id = skill
      where ts_match_vq(d.words, query)
    );
  end if;
  return found;
end
$$;
comment on function private.find_candidates is 'The candidates that a search ranks, by ctid, which is faster than by id and does not change within a snapshot: documents with a rare word or with all common words; without a rare word, also the best rated skills.';

create function private.rank_skills(search text, ranking jsonb, types text[], after jsonb, wanted integer) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- The boost of a prefix match of the last word.
  prefix_boost constant float8 := 0.4;
  -- Boosts as shares of the weight of all words: for a name that begins with the search, for the share of its words that are in the
  -- search, and for a name without other words.
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  same_words_boost constant float8 := 0.25;
  -- The relevance that equals one claw of the order top. An unrated skill ranks as one with 3 claws.
  relevance_of_claw constant float8 := 1.5;
  -- The maximum size of all ranked documents, the shortest first: 1,000 of the usual size. Reading long documents costs most.
  max_bytes constant integer := 600000;
  unrated_score constant bigint := 3000000000;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  words text[] := private.search_words(corrected);
  weights jsonb := ranking -> 'weights';
  candidates tid[] := private.find_candidates(words, weights, types) || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null
    order by s.name_key
    limit 200
  );
begin
  return array(
    with term as materialized (
      (
        select
          (weights ->> word)::float8 as weight, 1 as words, private.term(stem, ':AB') as name, private.term(stem, ':CD') as text
        from unnest(words) as word cross join lateral private.stem(word) as stem
        -- Of a long search only the rarest words, to bound its cost.
        order by weight desc nulls last
        limit 24
      )
      union all
      select prefix_boost * (weights ->> (word || '*'))::float8, 0, private.term(word, ':*A'), private.term(word, ':*C')
      from unnest(words[cardinality(words):]) as word
    ),
    whole as materialized (
      select sum(weight * t.words) as weight, sum(t.words) as words from term as t
    ),
    score as (
      select d.skill_id, case when d.name_key = key then 9e12::bigint else
        -- In billionths of a claw. Integers keep the order of scores of documents with the same relevance, however close.
        (1e9 / relevance_of_claw * (
          f.score + coalesce(whole.weight * (
            case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * whole.words / greatest(whole.words, d.name_words)
              else 0
            end
            + case when f.matched_in_name = whole.words and whole.words >= d.name_words then same_words_boost else 0 end
          ), 0)
        ))::bigint + case st.total_ratings when 0 then unrated_score else st.score end
      end as score
      from whole
      cross join (
        select c.ctid, sum(bytes) over (order by doc.name_key <> key, bytes, c.ctid) as bytes
        from (select distinct ctid from unnest(candidates) as ctid) as c
        join private.skill_documents as doc on doc.ctid = c.ctid
        cross join lateral pg_column_size(doc.words) as bytes
      ) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= max_bytes offset 0
      ) as d on d.type = any (types)
      join public.skill_stats as st on st.skill_id = d.skill_id
      cross join lateral (
        select
          coalesce(sum(t.weight * case
            when in_name and in_description then both_boost when in_name then name_boost when in_description then 1 else 0
          end), 0) as score,
          sum(t.words) filter (where in_name) as matched_in_name
        from (select weight, term.words, d.words @@ name as in_name, d.words @@ text as in_description from term offset 0) as t
      ) as f
      order by score desc, skill_id desc
      limit 1000
    )
    select jsonb_build_array(score, skill_id)
    from score
    where after is null or (score, skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
    order by score desc, skill_id desc
    limit wanted
  );
end
$$;
comment on function private.rank_skills is 'The positions of the 1,000 best matches of a search, after a position.';

-- A function of the API runs with the rights of its caller, so this is what list_skills, and a rating by name, call.
grant execute on function
  private.prefix_term, private.required_words, private.word_weights, private.plan_ranking,
  private.find_candidates, private.rank_skills
  to anon, authenticated;
