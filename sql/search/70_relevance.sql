-- Relevance: which skills a search retrieves and how it ranks them; docs/search.md explains it. The boosts and limits are here;
-- sql/search/10_documents.sql writes the words of each skill, sql/search/40_spelling.sql corrects those of a search.

create type private.search_term as (
  weight float8,
  is_known boolean,
  frequency float8,
  -- The word or what was typed: anywhere, in the name, among the first words of the description, and after them.
  form tsquery,
  in_name tsquery,
  in_first tsquery,
  in_later tsquery,
  -- The words that begin with it, if it is rare and last: anywhere, and in the name.
  prefix tsquery,
  prefix_in_name tsquery,
  prefix_weight float8,
  -- What finds documents with either, unless too many words begin with it.
  finder tsquery,
  -- Its synonyms, and those of phrases with it; the most telling ones, which find documents.
  synonyms tsquery,
  synonym_finder tsquery
);
comment on type private.search_term is 'How a word of a search matches documents, and what it weighs.';

create function private.agent_rarity() returns float8
language plpgsql stable set search_path = ''
as $$
declare
  -- From this share of skills on, the words say nothing; up to the other one, they count in whole_from.
  most constant float8 := 0.2;
  whole_from constant float8 := 0.025;
  share constant float8 := (
    select coalesce(sum(c.share), 0) from private.common_words as c where c.word in ('mcp', 'agent', 'claud', 'llm', 'ai')
  );
begin
  return case when share <= whole_from then 1 when share >= most then 0 else ln(most / share) / ln(most / whole_from) end;
end
$$;
comment on function private.agent_rarity is 'From 0 to 1: how rare the skills of the catalogue are that say that they are for agents.';

create function private.forms_of(word text, is_last boolean) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return private.word_query(word) || case when is_last then private.term(word, ':*D') else ''::tsquery end;
end
$$;
comment on function private.forms_of is 'A query for a word and its inflections; for the last word of a search also as a prefix.';

create function private.required_words(words text[]) returns tsquery
language plpgsql immutable set search_path = ''
as $$
begin
  -- Without weights, so that the index need not read the documents, too.
  return private.all_of(array(
    select
      case ordinal when cardinality(words) then private.word_query(word) || private.term(word, ':*') else private.word_query(word) end
    from unnest(words) with ordinality as w (word, ordinal)
  ));
end
$$;
comment on function private.required_words is 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

create function private.rarity(documents float8, all_documents float8) returns float8
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- At least 1: the share of a common word can be older than the deletion of most skills.
  known constant float8 := greatest(documents, 1);
  all_of_them constant float8 := greatest(all_documents, known);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return 12 * ln(1 + all_of_them / known) / ln(1 + all_of_them);
end
$$;
comment on function private.rarity is 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

create function private.frequency(rarity float8, all_documents float8) returns float8
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return greatest(all_documents, 1) / (exp(rarity * ln(1 + greatest(all_documents, 1)) / 12) - 1);
end
$$;
comment on function private.frequency is 'About how many skills contain a word of a rarity above 0.';

create function private.weigh_words(words text[], all_documents float8) returns private.search_word[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{
    need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like
  }';
  fillers constant text[] := case when words <@ more_stop_words then '{}' else more_stop_words end;
  -- A last word in fewer skills may be unfinished: it is also tried as a prefix.
  known_from constant integer := 100;
  last constant text := words[cardinality(words)];
  weighed private.search_word[];
  beginning float8;
begin
  if words is null then
    return '{}';
  end if;
  weighed := array(
    select row(
      word, null, case when word = any (fillers) then 0 when documents > 0 then private.rarity(documents, all_documents) end, null
    )
    from unnest(words) with ordinality as w (word, ordinal)
    cross join lateral (
      select coalesce(
        (select c.share * all_documents from private.common_words as c where c.word = private.stem(w.word) collate "C"),
        -- Words that are not among the most common ones are counted, once for each word.
        private.count_documents(private.word_query(w.word), 1000)
      ) as documents
      offset 0
    ) as usage
    order by ordinal
  );
  if last <> all (fillers)
    and coalesce((weighed[cardinality(words)]).rarity > private.rarity(known_from, all_documents), true)
  then
    beginning := private.beginning_frequency(last, all_documents);
    weighed[cardinality(words)].prefix_rarity := case when beginning > 0 then private.rarity(beginning, all_documents) end;
  end if;
  return weighed;
end
$$;
comment on function private.weigh_words is 'The words with their rarities.';

create function private.suspect_words(words private.search_word[], searches integer, all_documents float8) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
        and private.count_documents(private.term(private.stem(word), ':A'), 1) = 0
    end
    order by is_unknown desc, ordinal
    limit max_words
  );
end
$$;
comment on function private.suspect_words is 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

create function private.plan_search(
  search text, corrected text default null, is_loose boolean default false, searches integer default 1
) returns private.search_word[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
$$;
comment on function private.plan_search is 'The words of a search after its correction, with their rarities. `corrected` is the corrected search, which the pages after the first get from their cursor: each of its words is for the word of the search in the same place. If is_loose, corrections can have one edit more. Several searches of one request share the budgets of one.';

create function private.search_terms(words private.search_word[], searches integer, all_documents float8)
returns private.search_term[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Of a long search only the rarest words, to bound its cost.
  max_terms constant integer := 24 / searches;
  -- The number of synonyms that find documents, the most telling first. The index reads all postings of each.
  max_finders constant integer := 8;
  -- A synonym in more skills finds some only if nothing else does: 100 of these at random are worth less than reading their postings.
  max_frequency constant integer := 1000;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  -- Of a prefix match of the last word, where the word itself is missing.
  prefix_boost constant float8 := 0.7;
begin
  return array(
    with synonym as materialized (
      select
        term, synonym, private.synonym_query(synonym) as query,
        ordinal <= max_finders and exists (
          select from unnest(synonym) as stem left join private.common_words as c on c.word = stem collate "C"
          where coalesce(c.share * all_documents, 0) <= max_frequency
        ) as is_finder
      from private.find_synonyms(array(select w.word from unnest(words) as w)) with ordinality as s (term, synonym, ordinal)
    )
    select row(
      weight, coalesce(rarity > 0, false), frequency,
      -- Not of a word that no skill contains.
      case when rarity > 0 then form end,
      private.word_query(word, ':A', typed),
      private.word_query(word, ':B', typed),
      private.word_query(word, ':C', typed),
      case when prefix_rarity is not null then private.term(word, ':*D') end,
      case when prefix_rarity is not null then private.term(word, ':*A') end,
      prefix_boost * prefix_rarity,
      case
        when prefix_rarity is null then form
        when frequency <= max_prefix_frequency then form || private.prefix_term(word)
      end,
      s.synonyms::tsquery, s.synonym_finder::tsquery
    )::private.search_term
    from (
      select
        *,
        coalesce(rarity, case when prefix_rarity is null then private.rarity(1, all_documents) else 0 end) as weight,
        private.word_query(word, '', typed) as form,
        private.frequency(least(nullif(rarity, 0), prefix_rarity), all_documents) as frequency,
        private.stem(word) as stem
      from unnest(words)
      -- So that these are computed once.
      offset 0
    ) as w
    cross join lateral (
      select
        string_agg(distinct query, ' | ') as synonyms,
        string_agg(distinct query, ' | ') filter (where is_finder) as synonym_finder
      -- A synonym that contains the word never counts in its place.
      from synonym where w.stem = any (term) and w.stem <> all (synonym)
    ) as s
    where rarity > 0 or prefix_rarity is not null or s.synonyms is not null
    order by weight desc, word
    limit max_terms
  );
end
$$;
comment on function private.search_terms is 'How the words of a search match: those that some skill contains, or that have synonyms.';

create function private.find_matches(
  terms private.search_term[], searches integer, all_documents float8, mark tsquery
) returns tid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words and have short texts, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 400;
  -- Pairs of common words, synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  matches tid[];
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
  if cardinality(matches) >= enough and enough = (
    select count(*)
    from (
      -- Not of long names and texts: some of these, planted with the words of many searches, would displace all other candidates.
      select from private.skill_documents as d
      where d.ctid = any (matches) and d.name_share >= 0.25 and d.text_share >= 0.8
      limit enough
    ) as d
  ) then
    return matches;
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
  matches := matches
    || private.find_documents(private.any_of(array(select distinct synonym_finder from unnest(terms))), max_added, 0, mark);
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(private.any_of(array(select distinct synonyms from unnest(terms))), max_added, 0, mark);
  end if;
  return matches;
end
$$;
comment on function private.find_matches is 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';

create function private.rank_skills(
  search text, words private.search_word[], types text[], max_rows integer, searches integer default 1, mark tsquery default null,
  named uuid[] default null, trusted_first boolean default false
) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- BM25F: how often a word counts that is in the name, × name_share, among the first words of the description, × text_share, and after
  -- them, × text_share. The sum tf adds weight × (1 + saturation) × tf / (tf + saturation): of 1 1, of 2 1.29, never more than 1.8.
  name_count constant float8 := 2.5;
  first_count constant float8 := 1;
  later_count constant float8 := 0.9;
  saturation constant float8 := 0.8;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.5;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, for a well rated skill whose name has only words of the search, such as a product that it names, and
  -- for a name that has the words of the search and no others.
  complete_boost constant float8 := 0.3;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  whole_name_boost constant float8 := 0.2;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  imported_mark constant tsquery := private.mark('imported')::tsquery;
  -- The quality that adds as much as a weight of 1, and that without ratings.
  claw constant float8 := 8e11;
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
  -- For a skill whose text says that it is for agents, who search here: less than a word of the search after the first ones of the same
  -- text, so not above later_count, and nothing in a catalogue in which all are for agents.
  agent_boost constant float8 := 0.9 * weight / greatest(cardinality(terms), 1) * private.agent_rarity();
  candidates tid[];
begin
  candidates := private.find_matches(terms, searches, all_documents, private.all_of(array[mark, private.type_marks(types)]));
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
        d.skill_id, d.is_proven, d.is_proven or d.words @@ imported_mark as is_trusted, d.name_key = key as is_exact,
        d.quality >= neutral as is_good, coalesce(f.is_complete, false) as is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + case
            when d.is_for_agents then agent_boost * (1 + saturation) * (1 - saturation / (saturation + d.text_share))
            else 0
          end
          + case when f.is_complete then complete_boost * least(f.found, weight) else 0 end
          -- Only for what established agents recommend: anyone can submit names with the words of a search.
          + case
            when d.is_proven and d.quality > neutral and f.name_terms >= greatest(d.name_words, 1) then weight * whole_name_boost
            else 0
          end
        ))::bigint as score,
        -- For a name that begins with the search, or has its words and no others.
        (unit * weight * (
          case
            when d.name_key >= key and d.name_key < end_of_key
              then name_prefix_boost * d.name_share + name_share_boost * cardinality(terms) / greatest(cardinality(terms),
                d.name_words, 1)
            else 0
          end
          + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
        ))::bigint as of_name,
        coalesce((unit * d.text_share * f.expanded)::bigint, 0) as expanded
      from (
        select
          skill_id, name_key, name_words, name_share, text_share, is_for_agents, quality, is_proven,
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
          sum((is_known and is_in_name)::integer) as name_terms
        from (
          select
            q.weight, q.is_known, q.synonyms, q.is_in_name,
            -- Null without the word.
            case
              when q.is_in_name is not null then q.weight * (1 + saturation) * (1 - saturation / (
                saturation
                + case when q.is_in_name then name_count * d.name_share else 0 end
                + d.text_share * case
                  when d.words @@ q.in_first then first_count + case when d.words @@ q.in_later then later_count else 0 end
                  when not q.is_in_name or d.words @@ q.in_later then later_count
                  else 0
                end
              ))
              when d.words @@ q.prefix then
                q.prefix_weight * case when d.words @@ q.prefix_in_name then d.name_share else least(1, d.text_share) end
            end as gain
          from (
            -- Null without the word, so that nothing else is asked about it.
            select *, case when d.words @@ t.form then d.words @@ t.in_name end as is_in_name from unnest(terms) as t
            offset 0
          ) as q
          -- So that the gain is computed once.
          offset 0
        ) as g
      ) as f
      offset 0
    ),
    plain as (
      select
        *, case
          when expanded = 0 then score
          -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
          -- has at least the score that it has without synonyms.
          else greatest(
            case when is_partial then score end,
            least(score + expanded, lowest_complete - 1 - (max_expanded_score - score - expanded) / 1000)
          )
        end as plain_score
      from (
        select
          *, min(score) filter (where is_complete) over () as lowest_complete,
          max(score + of_name) filter (where is_complete and is_proven and not is_exact) over () as best_proven
        from matched
      ) as m
    ),
    named as (
      select
        *, case
          when is_trusted then plain_score + of_name
          -- Anyone can submit what is searched as a name, which places no skill above a proven one that contains all words.
          when is_exact and corrected = search then
            greatest(plain_score, case when best_proven is not null then least(plain_score + of_name, best_proven - 1) end)
          else plain_score + of_name
        end as named_score
      from plain
    )
    select skill_id
    from (
      select *, count(*) filter (where is_proven and not is_exact and place <= 10) over () > 0 as has_proven
      from (
        select *, row_number() over (order by named_score desc nulls last, skill_id desc) as place from named
      ) as n
    ) as r
    order by
      case when trusted_first then is_complete::integer + (is_complete and is_proven and is_good)::integer end desc,
      is_exact and (is_trusted or not has_proven) desc, place
    limit max_rows
  );
end
$$;
comment on function private.rank_skills is 'The best matches of a search; with a mark, of those that have it. Other names can fill those that begin with the search before a mark is looked at: named has skills with it. With trusted_first, skills with all words and 3 established ratings with a mean of at least 3 come first, then the others with all words. Several searches of one request share the budgets of one.';

-- A function of the API runs with the rights of its caller, so this is what search_catalogue, and a rating by name, call.
grant execute on function
  private.agent_rarity, private.forms_of, private.required_words, private.rarity, private.frequency, private.beginning_frequency,
  private.weigh_words, private.suspect_words, private.plan_search, private.search_terms, private.find_matches, private.rank_skills
  to anon, authenticated;
