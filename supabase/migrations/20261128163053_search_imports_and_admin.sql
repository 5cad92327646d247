set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "admin"."movers";

DROP VIEW "admin"."queue";

DROP FUNCTION "private"."correct_word"(text, integer);

DROP FUNCTION "private"."find_candidates"(private.telling_word[]);

DROP FUNCTION "private"."find_matches"(private.search_term[], integer, tsquery);

DROP FUNCTION "private"."search_terms"(private.search_word[], integer);

DROP FUNCTION "private"."similar_word"(text, integer);

DROP FUNCTION "private"."suggest_names"(text, boolean, integer);

DROP FUNCTION "private"."suspect_words"(private.search_word[], integer);

DROP FUNCTION "private"."weigh_words"(text[]);

DROP FUNCTION "private"."word_frequency"(text, double precision);

CREATE OR REPLACE FUNCTION admin.add_synonyms (
  term     text,
  synonyms text,
  reason   text DEFAULT 'Added by an admin.'::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  max_added constant integer := 40;
  why text := admin.check_reason(reason);
  key text := admin.term_key(term);
  keys text[] := admin.check_synonyms(synonyms);
  entry private.synonyms;
  new_keys text[];
begin
  if key = any (keys) then
    raise exception '"%" is among its own synonyms.', term;
  end if;
  insert into private.synonyms (term) values (key) on conflict do nothing;
  select s.* into entry from private.synonyms as s where s.term = key for update;
  new_keys := admin.without(keys, admin.without(entry.synonyms, entry.removed) || entry.added);
  if new_keys = '{}' then
    return format('Searches for "%s" already find skills with these synonyms.', term);
  end if;
  -- The newest first: private.search_terms finds skills by the first few. Those of the maintained list only return to it.
  entry.added := admin.without(new_keys, entry.synonyms) || entry.added;
  if cardinality(entry.added) > max_added then
    raise exception '"%" would have % added synonyms: at most %.', term, cardinality(entry.added), max_added;
  end if;
  update private.synonyms as s set added = entry.added, removed = admin.without(entry.removed, new_keys) where s.term = key;
  perform admin.log_action('add_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', new_keys));
  return format('Searches for "%s" now also find skills with %s. Undo: admin.remove_synonyms.', term, admin.number_of(cardinality(new_keys), 'new synonym'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.reinstate_agent (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  perform private.lock_ratings(author.id);
  returned := admin.set_removed(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'suspended'), null
  );
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format(
    '%s is reinstated: %s, and its %s count.',
    author.agent_name,
    case
      when exists (
        select from private.agent_keys as k
        where k.agent_id = author.id and (k.revoked_at is null or k.revoked_at > clock_timestamp())
      ) then 'its keys work again'
      else 'it has no valid key'
    end,
    admin.number_of(returned, 'rating')
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.retire_skills_of (
  agent   text,
  reason  text,
  restore boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  -- Ratings of these skills wait for the call.
  most constant integer := 1000;
  -- The agent first, as when it is deleted.
  submitter uuid := admin.lock_submitter(agent);
  skill_ids uuid[];
  skill public.skills;
  changed integer := 0;
  taken integer := 0;
  is_complete boolean := true;
begin
  restore := coalesce(restore, false);
  -- All before the aggregates of any, and in the order of the ids, as in a merge.
  skill_ids := array(
    select s.id
    from private.skill_submitters as own join public.skills as s on s.id = own.skill_id
    where own.agent_id = submitter and case
      when not restore then s.retired_at is null
      else s.retired_at is not null and s.merged_into is null and (
        -- Not those that an admin retired one by one.
        select l.agent_id from admin.audit_log as l where l.skill_id = s.id and l.action = 'retire_skill' order by l.id desc limit 1
      ) = submitter
    end
    -- All to restore: those whose names were taken come to nothing, and must not hide the others from each call.
    order by s.id limit case when not restore then most + 1 end for update of s
  );

  for skill in select s.* from public.skills as s where s.id = any (skill_ids) order by s.id loop
    if changed = most then
      is_complete := false;
      exit;
    elsif not restore then
      perform admin.retire(skill, why, submitter);
      changed := changed + 1;
      continue;
    end if;
    begin
      perform admin.restore(skill, why, submitter);
      changed := changed + 1;
    exception
      when unique_violation or sqlstate 'PT409' then
        taken := taken + 1;
    end;
  end loop;

  return case
    when restore then format('%s of this agent restored.', admin.number_of(changed, 'skill'))
    else format(
      '%s of this agent retired. Undo: select admin.retire_skills_of(%L, %L, restore => true);',
      admin.number_of(changed, 'skill'), submitter, 'A mistake.'
    )
  end
    || case when taken > 0 then format(' %s not: the name was taken.', admin.number_of(taken, 'skill')) else '' end
    || case when is_complete then '' else ' There are more: repeat the call.' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.all_of (
  queries tsquery[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  whole tsquery;
  one tsquery;
begin
  foreach one in array queries loop
    whole := coalesce(whole && one, one, whole);
  end loop;
  return whole;
end
$function$;

CREATE OR REPLACE FUNCTION private.any_of (
  queries tsquery[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  whole tsquery;
  one tsquery;
begin
  foreach one in array queries loop
    whole := coalesce(whole || one, one, whole);
  end loop;
  return whole;
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong     text,
  max_edits integer,
  budget    integer
)
  RETURNS TABLE (
    word   text,
    skills double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
#variable_conflict use_column
declare
  transposed text[] := private.transpositions(wrong);
  digits constant text := regexp_replace(wrong, '[^0-9]', '', 'g');
begin
  for edits in 1..max_edits loop
    return query (
      select near.word, usage.frequency
      from (
        select word
        from (
          -- For an edit more than is usual, also those with the same first letters: many others share some letters by chance.
          select v.word, v.location
          from unnest(case when edits > private.allowed_edits(wrong) then array[0, edits] else array[edits] end) as deleted
          cross join lateral (
            -- In the order of the table, the oldest first: words that are added later cannot displace them.
            select v.word, v.ctid as location
            from private.vocabulary as v
            where v.deletions && array(select d.deletion from private.deletions(array[wrong], deleted) as d)
            limit budget / char_length(wrong)
          ) as v
        ) as candidate
        -- Cheap conditions first, in this order; with one edit more, because levenshtein() counts a transposition as two.
        where word <> wrong and case
          when abs(char_length(word) - char_length(wrong)) <= edits
            and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
            -- Digits are not mistyped letters: contex7 is context7, and not context.
            then regexp_replace(word, '[^0-9]', '', 'g') = digits and private.is_within(wrong, transposed, word, edits)
        end
        order by location
        limit 50
      ) as near
      -- Evaluates the count once for each word.
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as usage
      -- Skips words that no skill contains.
      where frequency > 0
      -- Anyone can submit a word often, so those of proven skills come first. Typos are rarely in the first letter.
      order by
        exists (select from private.skill_documents as d where d.is_proven and d.words @@ private.term(word)) desc,
        frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.cursor_words (
  ranking jsonb
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case when jsonb_typeof(ranking) = 'string' then (ranking #>> '{}')::private.search_word[] end;
end
$function$;

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor text,
  list   text,
  types  text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  cursor_position constant jsonb := private.parse_cursor(cursor, list, types);
begin
  if cursor_position is null then
    perform private.reject_cursor();
  end if;
  return cursor_position;
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
    -- At least 1: exp() of less than -745 is an error, and a cursor is not signed.
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

CREATE OR REPLACE FUNCTION private.find_similar_skills (
  skill uuid
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
  most constant integer := 10;
  -- More skills without enough established ratings are listed only where those with them leave room, and the best of these are
  -- compared beyond max_compared: else ten copies of a bad skill, which cost nothing, hide all alternatives to it.
  most_unproven constant integer := 5;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity constant float8 := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost constant float8 := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost constant float8 := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74.
  max_counted constant integer := 50;
  -- How many words, those of most weight, stand for a text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_telling_words constant integer := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length constant float8 := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost constant float8 := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw constant float8 := 0.05;
  -- Bounds of the cost. The index of words is read for pairs of words with one in at most max_frequency skills.
  max_paired_words constant integer := 4;
  max_frequency constant float8 := 5000;
  max_candidates constant integer := 300;
  max_proven_candidates constant integer := 100;
  max_compared constant integer := 20;
  max_compared_words constant integer := 30;
  all_skills constant float8 := private.document_count();
  -- Less in a catalogue of less than 10,000 skills.
  least_frequency constant float8 := least(max_counted, 1 + all_skills / 200);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
  query tsquery;
  candidates tid[];
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(
    select row(private.term(t.stem), w.weight, f.frequency)::private.telling_word
    from unnest(own_stems, is_in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), max_counted)
      ) as frequency
      offset 0
    ) as f
    cross join lateral (
      select
        ln(1 + all_skills / greatest(f.frequency, least_frequency)) * case when t.in_name then name_boost else 1 end as weight
    ) as w
    -- One of them is the skill itself.
    where f.frequency > 1
    order by w.weight desc, t.stem
    limit max_telling_words
  );
  whole := (select sum(weight) from unnest(own_words));
  if whole is null then
    return '{}';
  end if;
  -- Skills that share only one word are seldom similar: with these, 0.63 of 76.
  query := coalesce(
    (
      select private.any_of(array_agg(a.term && b.term))
      from unnest(own_words[:max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:max_paired_words]) with ordinality as b (term, weight, frequency, ordinal) on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= max_frequency
    ),
    (select term from unnest(own_words) where cardinality(own_stems) = 1 and frequency <= max_frequency)
  );
  -- Copies of a bad skill can be all of the first candidates: those with enough established ratings have places of their own.
  candidates := private.find_documents(query, max_candidates, 0) || array(
    select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit max_proven_candidates
  );

  return array(
    with telling as materialized (
      select term, weight from unnest(own_words)
    ),
    -- The candidates with words of the skill.
    candidate as materialized (
      select
        d.skill_id, d.type, d.is_proven, f.weight, v.coverage, v.name_share,
        v.coverage + name_share_boost * v.name_share as likeness, d.words
      from (select distinct ctid from unnest(candidates) as ctid) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_words, is_proven, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid offset 0
      ) as d on d.skill_id <> skill
      cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
      cross join lateral (
        select
          sum(t.weight * case when t.in_name then 1 else least(1, sqrt(usual_length / length(d.words))) end) as weight,
          count(*) filter (where t.in_name) as in_name
        from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
      ) as f
      cross join lateral (
        -- How much of the weight of the skill is shared, and how much of the other name.
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / greatest(d.name_words, 1)) as name_share
      ) as v
    ),
    -- Those that have most of them.
    compared as (
      select *
      from (
        select
          *, row_number() over (order by likeness desc, skill_id) as ordinal,
          row_number() over (partition by is_proven order by likeness desc, skill_id) as ordinal_of_kind
        from candidate
      ) as c
      where ordinal <= max_compared or is_proven and ordinal_of_kind <= most - most_unproven
    ),
    similar_skill as (
      select
        c.skill_id, c.is_proven, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + name_share_boost * c.name_share)
          * case when c.type = own.type then same_type_boost else 1 end as similarity
      from compared as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when weights && '{A,B}' then name_boost else 1 end as weight
          from (select lexeme as stem, weights from unnest(c.words) limit max_compared_words) as w
          cross join lateral (
            select (select w.share from private.common_words as w where w.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            -- Not a mark.
            and stem not like '~%'
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or weights && '{C,D}')
          order by weight desc
          limit max_telling_words
        ) as w
      ) as o
    ),
    listed as (
      select r.skill_id, r.value
      from (
        select
          s.skill_id, s.is_proven, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from similar_skill as s
        cross join lateral (select s.similarity + similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > most_unproven, r.value desc, r.skill_id desc
      limit most
    )
    select skill_id from listed order by value desc, skill_id desc
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
  cross join lateral unnest(s.added || s.synonyms) with ordinality as c (synonym, ordinal)
  where split_part(s.term, ' ', 1) = any (stems) and string_to_array(s.term, ' ') <@ stems
    and c.synonym <> all (s.removed)
  order by cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term
  limit max_synonyms;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_batch (
  p_source text,
  entries  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
  i integer;
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken.
      null;
  end;
  -- One by one, so that they do not stop each other: those with the name of another entry, or one that was taken meanwhile.
  for i in
    select e.ordinality from unnest(plan) with ordinality as e
    where e.outcome = 'created' and not exists (
      select from private.imported_skills as known where known.source = p_source and known.external_name = e.external_name
    )
  loop
    begin
      perform private.create_imported(p_source, plan[i:i]);
    exception
      when sqlstate 'PT409' then
        plan[i].outcome := 'name is taken';
    end;
  end loop;

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where
      e.outcome = 'updated' and s.id = e.skill_id and e.content <> e.old_content
      and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set
    published_at = e.published_at,
    content = case when e.outcome = 'kept' then i.content else e.content end
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or (e.outcome = 'kept' or i.content = e.content and e.outcome in ('updated', 'unchanged')) and i.published_at <> e.published_at
  );

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  -- Locks skills, so before their servers.
  perform private.set_identifiers(p_source, plan);
  perform private.store_servers(p_source, plan);
  -- The documents of new skills were marked as if all had a server.
  perform private.mark_again(array(
    select i.skill_id
    from unnest(plan) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.outcome = 'created' and e.type = 'mcp' and not exists (
      select from private.registry_servers as r where r.skill_id = i.skill_id
    )
  ));

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a skill, another transaction took the name or the slug.
        else coalesce(
          (
            select case when s.retired_at is null then 'name is taken by ' else 'was retired here as ' end || s.slug
            from public.skills as s
            where s.id = private.same_server(p_source, e.external_name, e.name)
          ),
          'is not created yet: run the same command again'
        )
      end,
      case
        when e.outcome not in ('created', 'updated', 'unchanged', 'kept') or i.skill_id is null then null
        when e.server_problem is not null then e.server_problem
        when r.source <> p_source then 'the registry serves the one from ' || r.source
      end,
      e.outcome = 'created' and i.skill_id is not null and private.has_submitted_twin(i.skill_id)
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.import_name (
  p_source      text,
  external_name text,
  name          text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  candidate text := name;
  number integer := 0;
begin
  -- Otherwise, a mirror would bring back what an admin retired.
  if private.same_server(p_source, external_name, name) is not null then
    return null;
  end if;
  -- Otherwise, anyone could keep a server out of the catalogue with skills of its names. The one with the name can be merged.
  while private.name_holder(private.name_key(candidate)) is not null loop
    number := number + 1;
    candidate := private.imported_name(name, number);
  end loop;
  return candidate;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_commentary_hidden()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    -- An admin who corrects the time does not write a text.
    if new.commentary_hidden_at = old.commentary_hidden_at and new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_in_source (
  skill_name  text,
  source_name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  suffix constant text[] := regexp_match(skill_name, ' \(MCP Registry(?: ([0-9]{1,9}))?\)$');
begin
  return case
    when suffix is null or skill_name = source_name then skill_name
    when skill_name = private.imported_name(source_name, coalesce(suffix[1], '1')::integer) then source_name
    -- The catalogue gives it another name now. That before is this, unless it was cut.
    else regexp_replace(skill_name, ' \(MCP Registry[^()]*\)$', '')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_search (
  search       text,
  cursor_words private.search_word[] DEFAULT NULL::private.search_word[],
  is_loose     boolean               DEFAULT false,
  searches     integer               DEFAULT 1
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
  -- A cursor is not signed: the words that it carries are used only if their corrections are those of this search.
  has_cursor_words constant boolean := cursor_words is not null
    and coalesce(private.is_spelling(private.search_words(search), cursor_words), false);
  all_documents constant float8 := private.document_count();
  words private.search_word[];
  suspect text[];
  corrected private.search_word[];
  rare numeric;
begin
  if has_cursor_words then
    corrected := array(select w from unnest(cursor_words) as w where w.typed is not null);
  else
    words := private.weigh_words(private.search_words(search), all_documents);
    suspect := private.suspect_words(words, searches, all_documents);
    if suspect = '{}' then
      return words;
    end if;
    corrected := array(
      select row(near.word, w.word, null, null)::private.search_word
      from unnest(words) as w
      -- The words share the budget of a correction.
      cross join lateral private.correct_word(
        w.word, private.allowed_edits(w.word) + is_loose::integer, max_letters / cardinality(suspect)
      ) as near
      where w.word = any (suspect)
        and (w.rarity is null or near.skills >= greatest(min_skills, min_ratio * private.frequency(w.rarity, all_documents)))
    );
  end if;
  if private.correct_search(search, corrected) is null then
    words := coalesce(words, private.weigh_words(private.search_words(search), all_documents));
  else
    words := array(
      select row(w.word, (select c.typed from unnest(corrected) as c where c.word = w.word limit 1), w.rarity, w.prefix_rarity)
      from unnest(private.weigh_words(private.search_words(private.correct_search(search, corrected)), all_documents)) as w
    );
  end if;
  if has_cursor_words then
    rare := private.rarity(1000, all_documents);
    words := array(
      select row(
        w.word, w.typed,
        -- A cursor cannot make a word rare that more than 1,000 skills contain, or look up the words that begin with a common one: reading
        -- these posting lists would be expensive.
        least(case when w.rarity is not null then c.rarity end, case when w.rarity <= rare + 0.01 then w.rarity + 0.7 end),
        -- Without tolerance: with it, a prefix above max_prefix_frequency of private.search_terms is looked up. 0 is for filler.
        nullif(least(
          case when w.prefix_rarity is not null then c.prefix_rarity end,
          case when w.prefix_rarity <= rare + 0.01 then w.prefix_rarity end
        ), 0)
      )
      from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
      left join unnest(cursor_words) as c on c.word = w.word
      order by ordinal
    );
  end if;
  return words;
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1,
  mark     tsquery               DEFAULT NULL::tsquery,
  named    uuid[]                DEFAULT NULL::uuid[]
)
  RETURNS private.search_position[]
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
  max_ranked constant integer := 1000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality of one claw, and that without ratings.
  claw constant float8 := 1e12;
  neutral constant bigint := private.quality(0, 0);
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(jsonb_typeof(after -> 1) = 'object', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  -- No score is lower or higher. A cursor is not signed: beyond them, the subtraction below would overflow.
  cursor_cap constant bigint := case
    when not is_old and (after #>> '{0,2}')::bigint between -exact_score and exact_score then after #>> '{0,2}'
  end;
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
  -- The first page of common words has none of the skills whose ratings and names place them too low, whatever their words add: these
  -- are left out first, because matching the words costs most.
  is_short := are_complete and after_id is null and cardinality(candidates) > 100 + 2 * max_rows
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
      select skill_id, cap, case
        when is_exact then exact_score
        when expanded = 0 then score
        -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
        -- has at least the score that it has without synonyms.
        else greatest(
          case when is_partial then score end,
          least(score + expanded, cap - 1 - (max_expanded_score - score - expanded) / 1000)
        )
      end as score
      from (
        select *, coalesce(cursor_cap, min(score) filter (where is_complete and not is_exact) over ()) as cap from matched
      ) as m
      order by score desc, skill_id desc
      limit case when after_id is null then least(max_rows, max_ranked) else max_ranked end
    )
    -- The next page finds the cap: this one has only some of the skills with all words.
    select row(score, skill_id, case when not is_short then cap end)::private.search_position
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.rarity (
  documents     double precision,
  all_documents double precision
)
  RETURNS numeric
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- At least 1: the share of a common word can be older than the deletion of most skills, and private.word_rarity ends at 99.99.
  known constant float8 := greatest(documents, 1);
  all_of_them constant float8 := greatest(all_documents, known);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_of_them / known) / ln(1 + all_of_them))::numeric, 2);
end
$function$;

CREATE OR REPLACE FUNCTION private.same_server (
  p_source        text,
  p_external_name text,
  source_name     text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(s.merged_into, s.id)
    from private.imported_skills as i
    join public.skills as s on s.id = i.skill_id
    where i.external_name = p_external_name and i.source <> p_source
      and private.name_key(private.name_in_source(s.name, source_name)) = private.name_key(source_name)
    limit 1
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
      private.word_query(word, ':AB', typed),
      private.word_query(word, ':CD', typed),
      case when prefix_rarity is not null then private.term(word, ':*AC') end,
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

CREATE OR REPLACE FUNCTION private.servers_named (
  search text
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
declare
  start constant text := lower(search collate "C");
begin
  return array(
    select coalesce(s.merged_into, s.id)
    from private.registry_servers as r join public.skills as s on s.id = r.skill_id
    where lower(r.name) >= start and lower(r.name) < start || chr(1114111)
    order by lower(r.name) limit 50
  );
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
  positions private.search_position[] := private.rank_skills(search, words, private.skill_types(), null, max_compared, searches);
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
          select p.skill_id from unnest(positions) as p
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
  rare constant numeric := private.rarity(max_skills, all_documents);
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

CREATE OR REPLACE FUNCTION private.weigh_words (
  words         text[],
  all_documents double precision
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.lookup_skills (
  p_identifiers text
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
  items text[];
  trimmed text[];
  is_plain boolean;
  clean_value text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null if the identifier is not a path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  -- Null if it is not a package URL with a version.
  versions text[];
  -- Pairs for private.validate.
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  trimmed := array(select private.trim_text(s.value) from unnest(items) with ordinality as s (value, ordinal) order by s.ordinal);
  perform private.validate('identifiers', case
    when char_length(array_to_string(trimmed, '')) > 20000 then 'must have at most 20000 characters together'
  end);
  for i in 1..cardinality(items) loop
    -- Printable ASCII is common, and cleaning does not change it.
    is_plain := coalesce(octet_length(trimmed[i]) <= 2048 and trimmed[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then trimmed[i] else private.clean_text(trimmed[i], 2048) end;
    -- A malformed package URL or URL is not a name.
    if private.is_address(clean_value) then
      normal := private.normalize_identifier(clean_value);
      texts[i] := null;
    else
      normal := case when private.is_server_name(clean_value) then lower(clean_value collate "C") end;
      texts[i] := clean_value;
    end if;
    -- Like printable ASCII, what has a normal form is invalid only if it contains a key.
    if normal is null and not is_plain or private.contains_api_key(clean_value) then
      problems := problems || array['identifiers.' || i - 1, private.item_error(clean_value, 1, 2048)];
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and clean_value ~* '^pkg:' then private.package_version(clean_value) end;
  end loop;
  perform private.validate(variadic problems);

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        -- As the identifiers of a skill that its source deleted.
        exists (select from private.imported_skills as i where i.skill_id = s.id and i.status is distinct from 'deleted')
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as source on source.id = m.skill_id
        join public.skills as target on target.id = source.merged_into and target.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.ordinal, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank,
        row_number() over (
          partition by c.ordinal, c.is_exact, c.is_imported order by st.established_ratings desc, st.score desc, c.skill_id desc
        ) = 1 as is_most_rated
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    placed as (
      select
        r.*,
        -- The third place goes to the skill that most established agents rated, if it would be behind the third and is like it, so that
        -- copies with a rating by a new account cannot hide it.
        row_number() over (
          partition by r.ordinal
          order by least(r.rank, 3), r.is_exact desc, r.is_imported desc, r.is_exact and r.is_most_rated desc, r.rank
        ) as place
      from ranked as r
    ),
    first_placed as materialized (
      select
        p.*, v.version,
        -- Of the version of a skill, which several identifiers can name.
        dense_rank() over (order by v.version is null, p.skill_id, v.version) as number
      from placed as p cross join lateral (select versions[p.ordinal] as version) as v
      where p.place <= 3
    ),
    -- A list by number of the version: without hash joins, a join would compare each with each.
    evidence as materialized (
      select private.evidence_for_versions(
        array_agg(d.skill_id order by d.number), array_agg(d.version order by d.number)
      ) as for_versions
      from (select distinct p.number, p.skill_id, p.version from first_placed as p where p.version is not null) as d
    ),
    shown_skills as (
      select
        p.ordinal,
        json_agg(case when p.version is null then row_to_json(shown) else row_to_json(versioned) end order by p.place) as skills
      from first_placed as p
      join public.skills as s on s.id = p.skill_id
      cross join lateral (
        select
          s.id, s.name, s.slug, s.type, s.url, p.avg_tenths / 10.0::float8 as avg_claws, p.total_ratings, p.established_ratings,
          p.established_mean, p.is_imported as imported, p.is_exact as exact
      ) as shown
      cross join lateral (
        select
          shown.*, case when p.established_ratings > 0 then private.last_rated_version(p.skill_id) end as last_rated_version,
          (select e.for_versions[p.number] from evidence as e) as for_version
      ) as versioned
      group by p.ordinal
    ),
    results as materialized (
      select
        m.ordinal,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.ordinal, m.first_state from matches as m) as m
      left join shown_skills as s on s.ordinal = m.ordinal
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.ordinal
    ))
    from unnest(items) with ordinality as u (identifier, ordinal)
    left join results as r on r.ordinal = u.ordinal
  );
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
    select * into ranked from private.search_positions(search, types, p_cursor, list, max_skills + 1);
    skills := array(select p.skill_id from unnest(ranked.positions[:max_skills]) as p);
    select i.items, i.count, case
      when cardinality(ranked.positions) > i.count
        then private.encode_cursor(private.search_cursor(ranked.positions[i.count], ranked.words), list)
    end as next_cursor
    into page from private.skill_items(skills, case when p_explain then private.explain_matches(ranked.words, skills) end) as i;
    did_you_mean := coalesce(private.correct_search(search, ranked.words), private.find_imitated(search));
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
    ranked := array(select p.skill_id from unnest(private.rank_skills(queries[i], words, types, null, depth, different)) as p);
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

CREATE OR REPLACE FUNCTION public.suggest_skills (
  p_name text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  clean_name text := coalesce(private.clean_text(p_name, 200), '');
begin
  perform private.validate('name', private.text_error(clean_name, 0, 200));
  return json_build_object('suggestions', private.suggest_names(clean_name));
end
$function$;

CREATE VIEW "admin"."movers" WITH (security_invoker=true) AS  SELECT s.slug AS skill,
    ranked.rank_before,
    ranked.rank_now,
    (ranked.rank_before - ranked.rank_now) AS change,
    ranked.new_ratings,
    ranked.new_established_ratings
   FROM (( SELECT st.skill_id,
            rank() OVER (ORDER BY st.score DESC) AS rank_now,
            rank() OVER (ORDER BY (private.bayesian_average((st.established_ratings - COALESCE(recent.established_ratings, 0)), ((st.established_claws - COALESCE(recent.established_claws, (0)::bigint)))::numeric, (st.total_ratings - COALESCE(recent.ratings, 0)), ((st.total_claws - COALESCE(recent.claws, (0)::bigint)))::numeric, 3)) DESC) AS rank_before,
            COALESCE(recent.ratings, 0) AS new_ratings,
            COALESCE(recent.established_ratings, 0) AS new_established_ratings
           FROM (public.skill_stats st
             LEFT JOIN ( SELECT r.skill_id,
                    (count(*))::integer AS ratings,
                    sum(r.claws) AS claws,
                    (count(*) FILTER (WHERE r.established))::integer AS established_ratings,
                    COALESCE(sum(r.claws) FILTER (WHERE r.established), (0)::bigint) AS established_claws
                   FROM public.ratings r
                  WHERE ((r.created_at > (now() - '7 days'::interval)) AND (r.removed_at IS NULL))
                  GROUP BY r.skill_id) recent ON ((recent.skill_id = st.skill_id)))
          WHERE (st.type IS NOT NULL)) ranked
     JOIN public.skills s ON ((s.id = ranked.skill_id)))
  WHERE ((ranked.new_ratings > 0) AND (ranked.rank_before <> ranked.rank_now))
  ORDER BY (ranked.new_established_ratings > 0) DESC, (abs((ranked.rank_before - ranked.rank_now))) DESC, s.slug
 LIMIT 50;

CREATE VIEW "admin"."queue" WITH (security_invoker=true) AS  SELECT
        CASE
            WHEN (e.submitted_at IS NOT NULL) THEN 'new skill'::text
            WHEN (r.id IS NULL) THEN 'reported skill'::text
            ELSE 'reported rating'::text
        END AS kind,
    s.slug AS skill,
    s.name,
    a.agent_name AS agent,
    r.claws,
    "left"(
        CASE
            WHEN (r.id IS NULL) THEN (s.description)::text
            ELSE COALESCE((r.commentary)::text, h.commentary)
        END, 500) AS content,
        CASE
            WHEN (r.id IS NULL) THEN (s.url)::text
            ELSE NULL::text
        END AS url,
    e.established_flags,
    e.flags,
    first_flags.reasons,
    first_flags.reported_by,
    e.since,
        CASE
            WHEN (r.id IS NULL) THEN s.updated_at
            ELSE r.commentary_at
        END AS written_at,
    r.id AS rating_id,
        CASE
            WHEN (r.id IS NOT NULL) THEN format('select admin.dismiss_flags(%L, %L);'::text, r.id, 'Fine.')
            ELSE format('select admin.review_skill(%L, %L);'::text, s.slug, 'Fine.')
        END AS keep,
        CASE
            WHEN (r.commentary IS NOT NULL) THEN format('select admin.hide_commentary(%L, %L);'::text, r.id, 'Against the rules.')
            ELSE NULL::text
        END AS hide,
        CASE
            WHEN (r.id IS NOT NULL) THEN format('select admin.remove_ratings(%L::uuid[], %L);'::text, ARRAY[r.id], 'Against the rules.')
            WHEN (s.retired_at IS NULL) THEN format('select admin.retire_skill(%L, %L);'::text, s.slug, 'Against the rules.')
            ELSE NULL::text
        END AS remove,
        CASE
            WHEN ((a.id IS NOT NULL) AND (t.suspended_at IS NULL)) THEN format('select admin.suspend_agent(%L, %L);'::text, a.id, 'Against the rules.')
            ELSE NULL::text
        END AS suspend,
        CASE
            WHEN (submitter.agent_id IS NOT NULL) THEN format('select admin.retire_skills_of(%L, %L);'::text, submitter.agent_id, 'Against the rules.')
            ELSE NULL::text
        END AS retire_all,
    r.version
   FROM (((((((( SELECT entries.subject_id,
            entries.established_flags,
            entries.flags,
            entries.since,
            entries.submitted_at
           FROM ( SELECT f.subject_id,
                    (count(st.established_at))::integer AS established_flags,
                    (count(*))::integer AS flags,
                    min(f.created_at) AS since,
                    NULL::timestamp with time zone AS submitted_at
                   FROM (private.flags f
                     LEFT JOIN private.standing st ON ((st.agent_id = f.agent_id)))
                  WHERE (st.suspended_at IS NULL)
                  GROUP BY f.subject_id
                UNION ALL
                 SELECT own.skill_id,
                    0,
                    0,
                    own.submitted_at,
                    own.submitted_at
                   FROM private.skill_submitters own
                  WHERE own.waits_for_review) entries
          ORDER BY entries.established_flags DESC, entries.flags DESC, entries.submitted_at DESC, entries.since, entries.subject_id) e
     LEFT JOIN public.ratings r ON ((r.id = e.subject_id)))
     JOIN public.skills s ON ((s.id = COALESCE(r.skill_id, e.subject_id))))
     LEFT JOIN private.hidden_commentaries h ON ((h.rating_id = r.id)))
     LEFT JOIN private.skill_submitters submitter ON ((submitter.skill_id = e.subject_id)))
     LEFT JOIN public.agents a ON ((a.id =
        CASE
            WHEN (r.id IS NULL) THEN s.submitted_by
            ELSE r.agent_id
        END)))
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     LEFT JOIN LATERAL ( SELECT array_agg((f.reason)::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reasons,
            array_agg((reporter.agent_name)::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reported_by
           FROM ((( SELECT own.agent_id,
                    own.created_at,
                    (known.established_at IS NOT NULL) AS is_established
                   FROM (private.flags own
                     LEFT JOIN private.standing known ON ((known.agent_id = own.agent_id)))
                  WHERE ((own.subject_id = e.subject_id) AND (e.flags > 0) AND (known.suspended_at IS NULL))
                  ORDER BY (known.established_at IS NOT NULL) DESC, own.created_at, own.agent_id
                 LIMIT 10) x
             JOIN public.agents reporter ON ((reporter.id = x.agent_id)))
             JOIN private.flags f ON (((f.subject_id = e.subject_id) AND (f.agent_id = x.agent_id))))) first_flags ON (true))
  ORDER BY e.established_flags DESC, e.flags DESC, e.submitted_at DESC, e.since, e.subject_id;

CREATE INDEX imported_skills_external_name ON private.imported_skills USING btree (external_name);

CREATE INDEX synonyms_first_stem ON private.synonyms USING btree (split_part(term, ' '::text, 1));

COMMENT ON COLUMN "private"."synonyms"."added" IS 'Synonyms that admins added, the newest first.';

COMMENT ON FUNCTION "private"."correct_word"(text, integer, integer) IS 'The nearest other word of the vocabulary within an edit distance, and how many skills contain it; of several, one that a proven skill contains, then the one with the highest document frequency; no row if there is none. Compares words with `budget` letters in total.';

COMMENT ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) IS 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms. are_complete: all contain all words.';

COMMENT ON FUNCTION "private"."find_synonyms"(text[]) IS 'The terms that some of the words make and their synonyms, those of longer terms first: `term` and `synonym` are stems, and a skill must contain all of `synonym`.';

COMMENT ON FUNCTION "private"."name_in_source"(text, text) IS 'The name that an imported skill had in its catalogue when it was imported, also if it has one of private.imported_name: to compare what was imported.';

COMMENT ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) IS 'The words of a search after its correction, with their rarities; on later pages those that the cursor carries. If is_loose, corrections can have one edit more. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."same_server"(text, text, text) IS 'The skill of a server of this name that was imported from another catalogue, such as a mirror, and still has its name, also if it was retired; null if there is none.';

COMMENT ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) IS 'How the words of a search match: those that some skill contains, or that have synonyms.';

COMMENT ON FUNCTION "private"."servers_named"(text) IS 'The skills of the first 50 servers whose name begins with a search, whatever the skills are called here, or those that they were merged into: nobody can plant one.';

COMMENT ON FUNCTION "private"."suggest_names"(text, integer) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams, of what it finds and of the names of proven skills that begin alike. At most two are not proven if another one is similar.';

COMMENT ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) IS 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

COMMENT ON FUNCTION "private"."weigh_words"(text[], double precision) IS 'The words with their rarities.';

COMMENT ON VIEW "admin"."movers" IS 'The 50 skills whose rank in the order top changed most by new ratings of the last 7 days, those with new ratings by established agents first. Reads all aggregates.';

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[], double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[], double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[], double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[], double precision) TO "postgres";

GRANT SELECT ON TABLE "admin"."movers" TO "service_role";

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

comment on column admin.synonyms.added is 'Synonyms that admins added, the newest first. Searches use them before those of the list.';

comment on column admin.queue.version is 'The version that the rating names, which is a text of its agent as well; not hidden with the commentary.';

comment on column admin.movers.rank_before is 'Its rank in the order top without the ratings that were first given in the last 7 days.';

comment on column admin.movers.change is 'How many ranks it rose; negative if it fell.';

comment on column admin.movers.new_ratings is 'Number of first ratings in the last 7 days.';

comment on column admin.queue.kind is 'reported skill, reported rating or new skill. A new skill that was reported has two rows.';

comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill; null if an admin did or the agent was deleted.';

comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';

comment on column admin.queue.established_flags is 'How many agents that are established now flagged it. Those of suspended agents do not count, here and in flags.';

comment on column admin.queue.flags is 'How many agents flagged it; 0 in the row of a new skill.';

comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';

comment on column admin.queue.reported_by is 'The agents of these reasons.';

comment on column admin.queue.since is 'When it was first flagged, or submitted.';

comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';

comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';

comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';

comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';

comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';

comment on column admin.queue.retire_all is 'The call that retires all skills of the agent that submitted this one, also if it deleted its account. Look at submitted_skills first.';

-- The newest first, as admin.add_synonyms adds them now.
update private.synonyms set added = array(select s.synonym from unnest(added) with ordinality as s (synonym, ordinal) order by s.ordinal desc)
where cardinality(added) > 1;
