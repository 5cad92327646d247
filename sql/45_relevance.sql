-- What a search finds and how it ranks; docs/search.md explains it. The weights and limits of a search
-- are here; 40_documents.sql makes the words of each skill, 43_spelling.sql corrects those of a search.

create function private.search_words(search text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  words text[] := private.split_words(private.fold_text(left(search, 250)), false);
begin
  return (
    with word as (
      select word, min(place) as place, coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as is_stop_word
      from unnest(words) with ordinality as w (word, place)
      group by word
      order by place
      -- The rest of a longer search is ignored, so that its cost is bounded.
      limit 50
    )
    select array_agg(word order by place) from word where not is_stop_word or (select bool_and(is_stop_word) from word)
  );
end
$$;
comment on function private.search_words is 'The words of a search, without stop words if other words remain; null when there are none.';

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
comment on function private.prefix_term is 'What begins with a word, as a tsquery: the prefix, or if too many words begin with it, the most common of them. AC: only words as written, not stems.';

create function private.required_words(words text[]) returns tsquery
language sql stable set search_path = ''
return (
  select string_agg(format('(%s)', concat_ws(
    ' | ', private.term(private.stem(word)), case place when cardinality(words) then private.prefix_term(word) end
  )), ' & ')::tsquery
  from unnest(words) with ordinality as w (word, place)
);
comment on function private.required_words is 'The condition that a skill contains all words or inflections, or of the last one a word that begins so.';

create function private.word_weights(words text[]) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- What people say around what they look for; no weight, unless there is nothing else.
  filler constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  total float8 := private.document_count();
  common text[];
  shares float4[];
begin
  -- No lexeme contains a space.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into common, shares
  from pg_catalog.pg_stats
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  return (
    select coalesce(jsonb_object_agg(word, case
      when word = any (filler) and not words <@ filler then 0 else round(ln(1 + greatest(total, n) / n)::numeric, 2)
    end), '{}')
    from (
      select word, private.term(stem) as term, total * shares[array_position(common, stem)] as estimate
      from unnest(words) as word cross join lateral private.stem(word) as stem
      union all
      select word || '*', private.prefix_term(word), (
        select total * sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, last.word)
      )
      from unnest(words[cardinality(words):]) as last (word)
    ) as terms
    -- What is not common is counted, up to 1,000.
    cross join lateral (
      select coalesce(estimate, (
        select count(*) from (select from private.skill_documents as d where d.words @@ term limit 1000) as d
      )) as n
      -- So that a word is counted once.
      offset 0
    ) as frequency
    where n > 0
  );
end
$$;
comment on function private.word_weights is 'The weight of each word that some skill contains, and of the last word with * as a prefix: the rarer a word, the more it says, ln(1 + skills / skills with the word).';

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
  -- The weight of a word that 1,000 skills contain.
  rare float8 := ln(1 + private.document_count() / 1000);
begin
  -- A cursor is not signed. What it carries is planned again unless it is a correction of this search. Version 1.0.0 wrote the corrected
  -- search, which could be any text.
  if carried is null or carried ? 'correction' or not private.is_spelling(words, replaced) then
    carried := null;
    replaced := null;
    weights := private.word_weights(words);
    -- A search of many unknown words is not a misspelt one.
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
        -- The words share what a correction may cost.
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
      -- A word that more than 1,000 skills contain does not become rare by what a cursor carries: looking it up would be expensive.
      select jsonb_object_agg(word, least(c.weight::numeric, case when now <= rare + 0.01 then now + 0.7 end))
      from jsonb_each_text(carried -> 'weights') as c (word, weight)
      cross join lateral (select (weights ->> word)::numeric as now) as today
    ), weights)
  ));
end
$$;
comment on function private.plan_ranking is 'How to rank for a search, as on the page before if its cursor carries that: {correction, replaced, weights}. correction, the corrected search, and replaced, the words for misspelt ones, are left out when no correction was made.';

create function private.find_candidates(words text[], weights jsonb, types text[]) returns tid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- So many skills are looked up for each condition; more than 1,000 fill a ranking. With 500 the right one is found as often.
  budget constant integer := 1000;
  -- A wider condition is not tried when so many were found, and adds few, because its matches contain none of the rare words.
  enough constant integer := 100;
  added constant integer := 200;
  -- So many of the best rated skills are compared with common words: an order that new accounts hardly change.
  scanned constant integer := 500;
  -- What begins with the last word is not looked up if so many skills are expected to contain it: the index would read them all.
  too_many constant integer := 20000;
  rare text;
  common text[];
  terms text[];
  condition tsquery;
  found tid[] := '{}';
begin
  select
    string_agg(term, ' | ') filter (where so_far <= budget),
    array_agg(term order by expected) filter (where so_far > budget and not (expected > too_many and has_prefix)),
    array_agg(term order by expected)
  into rare, common, terms
  from (
    select
      format('(%s)', concat_ws(
        -- Without weights: the index cannot tell them, so that Postgres would read each document.
        ' | ', private.term(private.stem(word)), case when weights ? (word || '*') then private.prefix_term(word, '') end
      )) as term,
      weights ? (word || '*') as has_prefix,
      expected,
      sum(expected) over (order by expected, word) as so_far
    from unnest(words) as word
    cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
    cross join lateral (select private.document_count() / (exp(weight) - 1) as expected) as e
    where weight > 0
  ) as known;

  -- From narrow to wide: a rare word, all common words, the rarest of the common words.
  foreach condition in array array[rare, array_to_string(common, ' & '), common[1]]::tsquery[] loop
    found := found || array(
      select d.ctid from private.skill_documents as d where d.words @@ condition and d.type = any (types)
      limit case found when '{}' then budget else added end
    );
    exit when cardinality(found) >= enough;
  end loop;

  if rare is null then
    condition := coalesce(condition, terms[1]::tsquery);
    found := found || array(
      select d.ctid
      from private.scan_in_order('top', types, null, null, scanned) as k
      join private.skill_documents as d on d.skill_id = (k ->> -1)::uuid
      where ts_match_vq(d.words, condition)
    );
  end if;
  return found;
end
$$;
comment on function private.find_candidates is 'The documents that a search ranks, by their place in the table, which is faster than by id and stays the same for a snapshot: those with a rare word or with all common words; of common words, also the best rated skills.';

create function private.rank_skills(search text, ranking jsonb, types text[], after jsonb, wanted integer) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- A word counts so many times its weight in the name, and in name and description. (In the description: once.)
  in_name constant float8 := 1.05;
  in_both constant float8 := 1.2;
  -- What only begins with the last word of the search.
  prefix constant float8 := 0.4;
  -- So many times the weight of all words: for a name that begins with the search, the more the fewer other words it has, and for a
  -- name of these words only.
  name_start constant float8 := 1.5;
  name_share constant float8 := 0.25;
  same_words constant float8 := 0.25;
  -- What a claw of the order top counts. An unrated skill ranks as one with 3 claws.
  claw constant float8 := 1.5;
  -- Documents of so many bytes together are ranked, the shortest first: 1,000 of the usual size. Reading long ones is what costs most.
  most_bytes constant integer := 600000;
  neutral constant bigint := 3000000000;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  words text[] := private.search_words(corrected);
  weights jsonb := ranking -> 'weights';
  candidates tid[] := private.find_candidates(words, weights, types) || array(
    -- Names that are the search or begin with it.
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
        -- The rarest words of a long search, to bound what it costs.
        order by weight desc nulls last
        limit 24
      )
      union all
      select prefix * (weights ->> (word || '*'))::float8, 0, private.term(word, ':*A'), private.term(word, ':*C')
      from unnest(words[cardinality(words):]) as word
    ),
    whole as materialized (
      select sum(weight * t.words) as weight, sum(t.words) as words from term as t
    ),
    score as (
      select d.skill_id, case when d.name_key = key then 9e12::bigint else
        -- In billionths of a claw. Adding the score in integers keeps the order of equal texts, however close.
        (1e9 / claw * (
          f.score + coalesce(whole.weight * (
            case
              when starts_with(d.name_key, key) then name_start + name_share * whole.words / greatest(whole.words, d.name_words)
              else 0
            end
            + case when f.words_in_name = whole.words and whole.words >= d.name_words then same_words else 0 end
          ), 0)
        ))::bigint + case st.total_ratings when 0 then neutral else st.score end
      end as score
      from whole
      cross join (
        select c.ctid, sum(bytes) over (order by doc.name_key <> key, bytes, c.ctid) as bytes
        from (select distinct ctid from unnest(candidates) as ctid) as c
        join private.skill_documents as doc on doc.ctid = c.ctid
        cross join lateral pg_column_size(doc.words) as bytes
      ) as c
      -- A long document is stored apart, and so read once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= most_bytes offset 0
      ) as d on d.type = any (types)
      join public.skill_stats as st on st.skill_id = d.skill_id
      cross join lateral (
        select
          coalesce(sum(t.weight * case
            when named and described then in_both when named then in_name when described then 1 else 0
          end), 0) as score,
          sum(t.words) filter (where named) as words_in_name
        from (select weight, term.words, d.words @@ name as named, d.words @@ text as described from term offset 0) as t
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
comment on function private.rank_skills is 'The positions that follow one among the best 1,000 matches of a search.';

-- A function of the API runs with the rights of its caller, so this is what list_skills, and a rating by name, call.
grant execute on function
  private.search_words, private.prefix_term, private.required_words, private.word_weights, private.plan_ranking,
  private.find_candidates, private.rank_skills
  to anon, authenticated;
