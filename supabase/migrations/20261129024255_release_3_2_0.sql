set local lock_timeout = '2s';

alter type private.search_term rename attribute in_text to in_first;
alter type private.search_term rename attribute is_first to in_later;

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms         private.search_term[],
  searches      integer,
  all_documents double precision,
  mark          tsquery
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.name_share (
  name_words integer
)
  RETURNS real
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- docs/search.md says what stuffed names and texts get with this and private.text_share.
  return least(1, 3.0 / greatest(name_words, 1)) ^ 2;
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search        text,
  words         private.search_word[],
  types         text[],
  max_rows      integer,
  searches      integer               DEFAULT 1,
  mark          tsquery               DEFAULT NULL::tsquery,
  named         uuid[]                DEFAULT NULL::uuid[],
  trusted_first boolean               DEFAULT false
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
$function$;

CREATE OR REPLACE FUNCTION private.search_terms (
  words         private.search_word[],
  searches      integer,
  all_documents double precision
)
  RETURNS private.search_term[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.text_share (
  words tsvector
)
  RETURNS real
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

COMMENT ON FUNCTION "private"."text_share"(tsvector) IS 'What each word of a description counts, in term frequencies: 1 at the average length, at most 2, and less the more it has.';

-- What a word counts in each document, by the new functions. No index has these columns.
update private.skill_documents as d set
  name_share = private.name_share(d.name_words), text_share = private.text_share(d.words)
where true;
