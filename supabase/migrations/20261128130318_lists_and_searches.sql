set local lock_timeout = '2s';

SET local check_function_bodies = off;

ALTER DOMAIN "private"."cursor_ranking"
  DROP CONSTRAINT "cursor_ranking_valid";

ALTER DOMAIN "private"."search_rank"
  DROP CONSTRAINT "search_rank_valid";

DROP FUNCTION "private"."beginning_frequency"(text);

DROP FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery);

DROP FUNCTION "private"."is_cursor_ranking"(jsonb);

DROP FUNCTION "private"."is_search_position"(jsonb);

DROP FUNCTION "private"."is_search_rank"(jsonb);

DROP FUNCTION "private"."tag_position"(text, text);

DROP FUNCTION "private"."word_frequency"(text);

DROP FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean);

CREATE OR REPLACE FUNCTION admin.merge_skills (
  duplicate text,
  keep      text,
  reason    text,
  confirm   boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  source_id uuid := admin.skill_id(duplicate);
  target_id uuid := admin.skill_id(keep);
  source public.skills;
  target public.skills;
  causes constant text[] := array['suspended', 'removed', 'deleted'];
  losing uuid[];
  hidden uuid[];
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- In the order of the ids, so that two merges cannot deadlock. The agents that rated both first: a statement of one can change both.
  perform from public.agents
  where id in (
    select r.agent_id from public.ratings as r join public.ratings as other on other.agent_id = r.agent_id
    where r.skill_id = source_id and other.skill_id = target_id
  )
  order by id for update;
  perform from public.skills where id in (source_id, target_id) order by id for update;
  source := admin.lock_skill(source_id);
  target := admin.lock_skill(target_id);

  if source.id = target.id then
    raise exception 'Both skills are %. Give two different skills.', target.slug;
  elsif source.merged_into is not null then
    raise exception '%.', admin.retirement(source);
  elsif target.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(target);
  elsif target.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(target);
  end if;

  warnings := concat(
    case when source.type <> target.type then format(' Their types differ: %s and %s.', source.type, target.type) end,
    case when source.url <> target.url then format(' Their addresses differ: %s and %s.', source.url, target.url) end
  );
  begin
    perform from public.ratings where skill_id in (source.id, target.id) order by id for update;
    perform from public.skill_stats where skill_id in (source.id, target.id) order by skill_id for no key update;

    -- Of two ratings by one agent, that which is not removed is kept, then that of a suspended agent, which it gets back, then that
    -- which can be restored; else the newer; of two with the same time, that of the skill that is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((source.id, target.id), (target.id, source.id))
      where (coalesce(array_position(causes, r.removal_cause), 0), other.updated_at, other.skill_id = target.id)
        > (coalesce(array_position(causes, other.removal_cause), 0), r.updated_at, r.skill_id = target.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (source.id, target.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings as r set commentary_hidden_at = loser.commentary_hidden_at
    from public.ratings as loser
    where r.id = any (hidden) and loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id;
    perform private.log_replaced_rating(r, other.id)
    from public.ratings as r
    join public.ratings as other
      on other.agent_id = r.agent_id and other.skill_id in (source.id, target.id) and other.id <> r.id
    where r.id = any (losing);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    dropped := (select count(*) from public.ratings where id = any (losing) and removed_at is null);
    perform admin.set_removed(losing, 'removed');
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = source.id and removed_at is null);
    update public.ratings set skill_id = target.id where skill_id = source.id;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = target.id where merged_into = source.id;
    update public.skills set merged_into = target.id, retired_at = coalesce(retired_at, now()) where id = source.id;
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(source.id);

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        source.slug, target.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', source.id, reason => why,
    details => jsonb_build_object('into', target.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', source.slug, target.slug, moved, dropped, warnings
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.remove_ratings (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(
    select r.id from public.ratings as r
    where r.agent_id = author.id and (r.removed_at is null or r.removal_cause = 'suspended')
  );
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no ratings.' else admin.remove_ratings(ids, reason)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.remove_ratings (
  ids    uuid[],
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  rating_ids uuid[];
  removed integer;
begin
  perform admin.lock_authors(ids);
  -- Also those of a suspended agent, so that they do not come back with it.
  rating_ids := array(
    select r.id from public.ratings as r
    where r.id = any (ids) and (r.removed_at is null or r.removal_cause = 'suspended')
    order by r.id for update
  );
  if rating_ids = '{}' then
    return 'These ratings are already removed.';
  end if;
  -- SKIP LOCKED: a transaction that has locked one can wait for a rating that is locked here. One with a hidden commentary stays, so
  -- that the next rating of the skill by its agent is hidden, too.
  delete from public.ratings as r where r.id in (
    select old.id from public.ratings as old
    where old.removal_cause = 'removed' and old.removed_at < now() - interval '30 days' and old.commentary_hidden_at is null
    for update skip locked
  );
  removed := admin.set_removed(rating_ids, 'removed');
  perform admin.log_ratings('remove_ratings', rating_ids, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.set_removed (
  ids   uuid[],
  cause text
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  changed integer;
begin
  -- clock_timestamp() instead of now(): another cause in the same transaction changes the time, too, by which triggers tell a change of
  -- state from one of the rating.
  update public.ratings set removed_at = case when cause is not null then clock_timestamp() end, removal_cause = cause
  where id = any (ids) and removal_cause is distinct from cause;
  get diagnostics changed = row_count;
  perform admin.settle_flags(ids);
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION private.beginning_frequency (
  prefix        text,
  all_documents double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- Words that begin with it and are not common are counted, up to this.
  max_counted constant integer := 1000;
  of_common_words constant float8 := all_documents * (
    select sum(c.share) from private.common_words as c
    where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
  );
begin
  return case
    when of_common_words >= max_counted then of_common_words
    else greatest(of_common_words, private.count_documents(private.prefix_term(prefix), max_counted))
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.cursor_types (
  sort text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when sort = 'top' or sort = any (private.sub_scores()) then '{bigint,private.cursor_uuid}'
    when sort in ('rating', 'most_rated') then '{bigint,bigint,private.cursor_uuid}'
    when sort = 'newest' then '{private.cursor_time,private.cursor_uuid}'
    when sort = 'name' then '{private.cursor_text,private.cursor_uuid}'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.encode_cursor (
  cursor_position jsonb,
  list            text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- The hash binds a position to its list and detects damage. It is not a signature, so a position can contain anything.
  return translate(
    encode(
      convert_to(left(encode(sha256(convert_to(list || cursor_position, 'UTF8')), 'hex'), 16) || cursor_position, 'UTF8'), 'base64'
    ),
    E'+/=\n', '-_'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_documents (
  query     tsquery,
  most      integer,
  frequency double precision,
  mark      tsquery          DEFAULT NULL::tsquery,
  expected  double precision DEFAULT NULL::double precision
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  searches integer,
  mark     tsquery,
  OUT      matches tid[],
  OUT      are_complete boolean
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
    exp(greatest(sum(ln(frequency)) - (count(*) - 1) * ln(greatest(private.document_count(), 1)), 0))
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

CREATE OR REPLACE FUNCTION private.is_server_position (
  value jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- By name: the name. By time of change: the time and the name. By relevance: the positions of the ranking and of the skill, and the name.
  return case
    when jsonb_typeof(value) <> 'array' or jsonb_typeof(value -> -1) <> 'string' or not private.is_server_name(value ->> -1) then false
    when jsonb_array_length(value) <> 2 then jsonb_array_length(value) = 1
    when jsonb_typeof(value -> 0) <> 'array' then pg_input_is_valid((value -> 0)::text, 'private.cursor_time')
    when jsonb_typeof(value #> '{0,0}') = 'array' then
      jsonb_array_length(value -> 0) = 2
      and pg_input_is_valid((value #> '{0,0}')::text, 'private.search_rank')
      and pg_input_is_valid((value #> '{0,1}')::text, 'private.cursor_ranking')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.parse_cursor (
  cursor text,
  list   text,
  types  text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  cursor_position text;
begin
  -- No cursor is longer.
  if octet_length(cursor) <= 8000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
    -- The position can be any text: anyone can compute the hash.
    if private.has_types(cursor_position, types) and cursor = private.encode_cursor(cursor_position::jsonb, list) then
      return cursor_position;
    end if;
  end if;
  return null;
exception
  -- Not base64, UTF-8 or JSON, or JSON that is nested deeply.
  when data_exception or statement_too_complex then
    return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_import (
  p_source text,
  entries  jsonb
)
  RETURNS SETOF private.import_entry
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, new.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when not e.is_final and not version.is_current then 'postponed'
      when known.content = new.content then case when served.changes then 'updated' else 'unchanged' end
      when s.retired_at is null
        and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active'),
    e.server, e.server_published_at, e.source_updated_at, e.status_changed_at, e.server_problem, served.changes, e.install
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        -- Part of a primary key: an index entry is limited to 2,704 bytes.
        'external_name ' || case when external_name is null then 'is required' else private.text_error(external_name, 1, 200) end,
        'external_name ' || case when occurrence > 1 then 'is in the batch more than once' end,
        'status ' || private.choice_error(status, '{active,deprecated,deleted}'),
        case when status = 'active' then nullif(concat_ws('; ',
          -- The name of a skill that was imported before is not changed, and can be older than a rule.
          'name ' || case
            when is_known then null
            when name is null then 'is required'
            else private.name_error(name, 1, 200)
          end,
          'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
          'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
          'url ' || private.url_error(url),
          'published_at ' || case when published_at is null then 'must be a time in UTC, infinity or -infinity' end
        ), '') end
      ) as problem,
      case when status = 'active' then coalesce(given_problem, private.server_error(server, external_name)) end as server_problem
    from (
      select
        position,
        entry ->> 'external_name' as external_name,
        row_number() over (partition by entry ->> 'external_name' order by position) as occurrence,
        exists (
          select from private.imported_skills as i where i.source = p_source and i.external_name = entry ->> 'external_name'
        ) as is_known,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        case
          when coalesce(entry ->> 'published_at', '-infinity') = '-infinity' then '-infinity'
          when entry ->> 'published_at' = 'infinity' then 'infinity'
          else private.parse_time(entry ->> 'published_at')
        end as published_at,
        coalesce(entry ->> 'status', 'active') as status,
        coalesce(entry -> 'is_final' <> 'false', true) as is_final,
        nullif(entry -> 'server', 'null') as server,
        nullif(entry -> 'install', 'null') as install,
        entry ->> 'server_problem' as given_problem,
        private.parse_time(entry ->> 'server_published_at') as server_published_at,
        private.parse_time(entry ->> 'source_updated_at') as source_updated_at,
        private.parse_time(entry ->> 'status_changed_at') as status_changed_at
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  left join private.registry_servers as r on r.name = e.external_name collate "C"
  -- A new name in the catalogue changes nothing here, and is not an edit.
  cross join lateral (
    select case
      when known.content <> e.content then private.skill_content(private.name_in_source(s.name, e.name), e.description, e.url)
      else e.content
    end as content
  ) as new
  cross join lateral (
    select case
      when r.source is distinct from p_source then
        r.source is null and e.server_problem is null and e.server is not null and e.status = 'active' and known.skill_id is not null
      when e.server_problem is not null then true
      when e.status = 'active' and e.server is null then false
      else
        (r.status, r.source_updated_at, r.status_changed_at) is distinct from (e.status, e.source_updated_at, e.status_changed_at)
        or e.status = 'active' and (r.server, r.published_at, r.install) is distinct from (e.server, e.server_published_at, e.install)
    end as changes
  ) as served
  -- Whether it can replace what is stored before all versions were read: the same version, or one that is surely newer.
  cross join lateral (
    select case
      when e.published_at = 'infinity' then true
      when known.published_at > '-infinity' and e.published_at > known.published_at then true
      when r.source = p_source and e.server is not null then r.version = e.server ->> 'version'
      else known.published_at > '-infinity' and e.published_at = known.published_at
    end as is_current
  ) as version
  order by e.position;
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
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  is_short boolean;
  candidates tid[];
  are_complete boolean;
begin
  select m.matches, m.are_complete into candidates, are_complete
  from private.find_matches(terms, searches, private.all_of(array[mark, private.type_marks(types)])) as m;
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
  ) || array(
    select d.ctid from private.skill_documents as d
    -- A function, so that the index of the words is not used.
    where d.skill_id = any (named) and ts_match_vq(d.words, mark) and d.type = any (types)
      and d.name_key >= key and d.name_key < end_of_key
  );
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

CREATE OR REPLACE FUNCTION private.search_positions (
  search   text,
  types    text[],
  cursor   text,
  list     text,
  max_rows integer,
  mark     tsquery                             DEFAULT NULL::tsquery,
  named    uuid[]                              DEFAULT NULL::uuid[],
  OUT      words private.search_word[],
  OUT      positions private.search_position[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  after constant jsonb := private.decode_cursor(cursor, list, '{private.search_rank,private.cursor_ranking}');
begin
  -- All pages of a search rank by the same correction and rarities.
  words := private.plan_search(search, private.cursor_words(after -> 1));
  positions := private.rank_skills(search, words, types, after, max_rows, mark => mark, named => named);
end
$function$;

CREATE OR REPLACE FUNCTION private.servers_of_skills (
  skills uuid[],
  OUT    fitting uuid[],
  OUT    servers json
)
  RETURNS record
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
  -- Follows a search, which is expensive itself.
  max_bytes constant integer := private.page_bytes() / 4;
begin
  select
    coalesce(array_agg(s.id order by s.ordinal), '{}'),
    coalesce(
      json_agg(json_build_object('skill_id', s.id, 'updated_at', s.updated_at, 'server', s.server) order by s.ordinal)
        filter (where s.server is not null),
      '[]'
    )
  into fitting, servers
  from (
    select
      i.ordinal, i.id, r.updated_at, r.server,
      coalesce(sum(r.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from unnest(skills) with ordinality as i (id, ordinal)
    left join private.registry_servers as r on r.skill_id = i.id and r.is_listed
  ) as s
  where s.bytes_before < max_bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_identifiers (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.set_imported_identifiers(i.skill_id, named.checked, named.mentioned)
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  cross join lateral (
    select
      case when e.server_problem is null then e.server end as server,
      -- The catalogue is the publisher of its own page, which it names without a server.json.
      case when e.server is null and e.server_problem is null and starts_with(e.url, p_source || '/') then e.url end as own_page
  ) as s
  cross join lateral (
    select
      private.server_identifiers(s.server, e.external_name) || private.normalize_identifier(s.own_page) as checked,
      array[
        private.server_repository(s.server),
        -- Without the path that the server.json says.
        case when e.url is distinct from s.server #>> '{repository,url}' then private.normalize_identifier(e.url) end
      ] as mentioned
    where e.status is null and (
      e.outcome in ('created', 'updated')
      or e.outcome in ('unchanged', 'kept') and (
        e.changes_server
        -- Without a server here, nothing shows a change. Without a server.json, the name and url do, except of a skill that was edited, or
        -- deleted and listed again.
        or (e.outcome = 'kept' or e.server is not null or not exists (
          select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.is_imported
        )) and not exists (
          select from private.registry_servers as r where r.source = p_source and r.name = e.external_name collate "C"
        )
      )
    )
  ) as named
  where i.skill_id is not null
  order by i.skill_id;

  perform private.unverify_identifiers(array(
    select i.skill_id
    from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.status = 'deleted' and e.outcome in ('marked', 'inactive')
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.set_imported_identifiers (
  skill     uuid,
  checked   text[],
  mentioned text[] DEFAULT '{}'::text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- A registry knows the owner of a package or endpoint, but not of a repository, also if that is the address of a package.
  is_repository constant text := '^pkg:git(?:hub|lab)/';
  valid constant text[] := array(
    select i from unnest(checked) with ordinality as u (i, ordinal)
    where char_length(i) between 1 and 2048
    order by ordinal
    limit 100
  );
  imports constant text[] := array(select distinct i collate "C" from unnest(valid) as i where i !~ is_repository order by 1);
  mentions constant text[] := array(
    select distinct i collate "C" from unnest(array_remove(mentioned, null) || valid) as i
    where i ~ is_repository or i <> all (valid)
    order by 1
  );
begin
  -- Most are as the last import left them.
  if imports = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and i.is_imported order by 1
  ) and mentions = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and 'mention' = any (i.origins) order by 1
  ) then
    return;
  end if;
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(skill, imports, 'import');
  perform private.replace_identifiers(skill, mentions, 'mention');
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_items (
  page    uuid[],
  matches jsonb[],
  OUT     items text,
  OUT     count bigint
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  select string_agg(json_start || json_ratings || json_end, ','), count(*)
  into items, count
  from (
    -- 4 for the header of each JSON value. octet_length does not read a long text.
    select s.*, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
      rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from unnest(page) with ordinality as p (skill, ordinal)
    -- Read one after the other, so the order of the page is kept without a sort.
    cross join lateral (
      select
        json_start, json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings, json_end
      from private.listed_skills where id = p.skill
      offset 0
    ) as s
  ) as item
  where coalesce(bytes_before, 0) < private.page_bytes();
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifiers (
  hashes            bytea[],
  repository_hashes bytea[],
  other_than        uuid    DEFAULT NULL::uuid
)
  RETURNS TABLE (
    ordinal             bigint,
    skill_id            uuid,
    state               private.skill_state,
    is_exact            boolean,
    is_imported         boolean,
    score               bigint,
    established_ratings integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (
    -- No repository is imported.
    -- Of the repository, three more than those that have the path itself.
    values (w.hash, true, true, true, 3), (w.hash, true, true, false, 3), (w.hash, true, false, false, 3),
      (w.repository_hash, false, true, false, 6), (w.repository_hash, false, false, false, 6)
  ) as r (hash, is_whole, is_own, is_imported, most)
  cross join lateral (
    select best.skill_id, best.state, best.is_own, best.is_imported, best.score, best.established_ratings
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    limit r.most
  ) as i
  union all
  -- Again if it is one of these.
  select w.ordinal, i.skill_id, 'active', true, r.is_imported, i.score, i.established_ratings
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (values (true), (false)) as r (is_imported)
  cross join lateral (
    select rated.skill_id, rated.score, rated.established_ratings
    from private.skill_identifiers as rated
    where rated.identifier_hash = w.hash and rated.state = 'active' and rated.is_own and rated.is_imported = r.is_imported
      and rated.established_ratings > 0 and rated.skill_id is distinct from other_than
    order by rated.established_ratings desc, rated.score desc, rated.skill_id desc
    limit 1
  ) as i
  union all
  select w.ordinal, i.skill_id, f.state, r.is_whole and o.is_own, i.is_imported, i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  -- Each kind by itself, so that none hides another, nor is hidden by those in the catalogue. Of retired skills, one shows that there are.
  cross join (values (true), (false)) as o (is_own)
  cross join (values ('merged'::private.skill_state, 10), ('retired', 1)) as f (state, most)
  cross join lateral (
    select former.skill_id, former.is_imported, former.score, former.established_ratings
    from private.skill_identifiers as former
    where former.identifier_hash = r.hash and former.state = f.state and former.is_own = o.is_own
    order by former.is_imported desc, former.score desc, former.skill_id desc
    limit f.most
  ) as i;
end
$function$;

CREATE OR REPLACE FUNCTION private.sub_score (
  count integer,
  sum   numeric
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  mean numeric := sum / nullif(count, 0);
begin
  -- float8 has at most 17 digits. As numeric, one score of 5e-324 would give the mean 324 digits in each list. A smaller mean cannot be
  -- converted to float8.
  return '{"mean":' || coalesce(case when mean < 5e-324 then 0 else mean::float8 end::text, 'null') || ',"count":' || count || '}';
end
$function$;

CREATE OR REPLACE FUNCTION private.suspect_words (
  words    private.search_word[],
  searches integer
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
begin
  return array(
    select word
    from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
    cross join lateral (select rarity is null and prefix_rarity is null as is_unknown) as u
    -- What does not depend on the word is asked once, and only if it is needed.
    where case
      when is_unknown then private.stem(word) <> all (array(
        select unnest(s.term) from private.find_synonyms(array(select w.word from unnest(words) as w)) as s
      ))
      else char_length(word) > 3 and rarity >= (select private.rarity(max_skills, private.document_count()))
        and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, ordinal
    limit max_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.unverify_forgotten()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.unverify_identifiers(array(select skill_id from forgotten));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.unverify_identifiers (
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed constant uuid[] := array(
    select distinct i.skill_id from private.skill_identifiers as i where i.skill_id = any (skills) and i.is_imported
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_identifiers as i set origins = array_replace(i.origins, 'import', 'mention')
    where i.skill_id = any (changed) and i.is_imported;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.weigh_words (
  words text[]
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
  all_documents constant float8 := private.document_count();
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
    -- Evaluates the count once for each word.
    cross join lateral (select private.word_frequency(word, all_documents) as documents offset 0) as usage
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

CREATE OR REPLACE FUNCTION private.word_frequency (
  word          text,
  all_documents double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return coalesce(
    (
      select c.share * all_documents from private.common_words as c
      where c.word = private.stem(word_frequency.word) collate "C"
    ),
    -- Words that are not among the most common ones are counted.
    private.count_documents(private.word_query(word), 1000)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_server (
  p_name            text,
  p_version         text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.find_server(
    -- As in public.list_servers.
    p_name, nullif(ltrim(coalesce(p_version, ''), E'\u0085'), 'latest'), coalesce(p_include_deleted, false)
  ) -> 0;
end
$function$;

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
  max_ranked constant integer := 1000;
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
  ranked private.search_position[];
  page record;
  next_position jsonb;
begin
  cursor_position := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_text, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ), search is not null);
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
  if (jsonb_typeof(after -> 0) = 'array') <> (search is not null)
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
    words := private.plan_search(search, private.cursor_words(after #> '{0,1}'));
    select f.names, f.positions into names, ranked
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      case when after is not null then array[
        row(after #>> '{0,0,0}', after #>> '{0,0,1}', after #>> '{0,0,2}')::private.search_position
      ] end || private.rank_skills(
        search, words, private.skill_types(), after -> 0, max_ranked,
        mark => private.server_mark(), named => private.servers_named(search)
      ),
      after ->> 1, only_version, since, with_deleted, max_rows
    ) as f;
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
      when search is not null then jsonb_build_array(private.search_cursor(ranked[page.count], words), names[page.count])
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

CREATE OR REPLACE FUNCTION public.list_servers_of_skills (
  p_skill_ids uuid[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return json_build_object('servers', (select s.servers from private.servers_of_skills(p_skill_ids[:100]) as s));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_explain boolean,
  p_type    text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type   text    DEFAULT NULL::text,
  p_sort   text    DEFAULT NULL::text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
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
  -- Only a search has relevance.
  sort constant text := coalesce(nullif(p_sort, 'relevance'), 'top');
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), private.max_limit());
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), '');
  after jsonb;
  skills uuid[];
begin
  -- Asked first, because most calls are valid.
  if p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders())
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;
  -- One skill more shows whether there is another page.
  skills := private.scan_in_order(sort, types, after, max_skills + 1);

  if max_skills <= 20 then
    -- So few fit into a page, however long they are. A list of 10 takes less time without a running sum.
    return '{"skills" : [' || coalesce((
      select string_agg((select json_start || json_ratings || json_end from private.listed_skills where id = p.skill), ',')
      from unnest(skills[:max_skills]) as p (skill)
    ), '') || (
      '], "count" : ' || cardinality(skills[:max_skills])
      || ', "next_cursor" : ' || coalesce(to_json(case
        when cardinality(skills) > max_skills
          then private.encode_cursor(private.position_in_order(sort, skills[max_skills]), list)
      end)::text, 'null')
      || ', "did_you_mean" : null, "suggestions" : []}'
    );
  end if;
  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(case
          when cardinality(skills) > count then private.encode_cursor(private.position_in_order(sort, skills[count]), list)
        end)::text, 'null')
        || ', "did_you_mean" : null, "suggestions" : []}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',') as items, count(*) as count
      from (
        select s.*, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from unnest(skills[:max_skills]) as p (skill)
        cross join lateral (
          select json_start, json_ratings, json_end from private.listed_skills where id = p.skill offset 0
        ) as s
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_skills (
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
  AS $function$
begin
  if private.clean_text(p_search, 200) <> '' then
    return public.search_catalogue(p_search, p_type, p_sort, p_limit, p_cursor, p_explain);
  end if;
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) FROM PUBLIC, "service_role";

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
    suggestions := private.suggest_names(search, true);
  end if;
  return format(
    '{"skills" : [%s], "count" : %s, "next_cursor" : %s, "did_you_mean" : %s, "suggestions" : %s}',
    page.items, page.count, coalesce(to_json(page.next_cursor)::text, 'null'), coalesce(to_json(did_you_mean)::text, 'null'),
    suggestions
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) FROM PUBLIC, "service_role";

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
  -- That of public.search_catalogue, of which the page tokens of 2.0.0 have the cursors.
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  ranked record;
  listed record;
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  select * into ranked
  from private.search_positions(
    search, types, p_cursor, list, max_skills + 1,
    mark => case when p_servers then private.listed_mark() when not p_servers then !!private.listed_mark() end,
    named => case when p_servers then private.servers_named(search) end
  );
  select s.* into listed
  from private.servers_of_skills(array(select p.skill_id from unnest(ranked.positions[:max_skills]) as p)) as s;
  select i.items, i.count into page
  from private.skill_items(listed.fitting, private.explain_matches(ranked.words, listed.fitting)) as i;
  return format(
    '{"skills":[%s],"servers":%s,"next_cursor":%s}', page.items, listed.servers, coalesce(to_json(case
      when cardinality(ranked.positions) > page.count
        then private.encode_cursor(private.search_cursor(ranked.positions[page.count], ranked.words), list)
    end)::text, 'null')
  );
end
$function$;

ALTER DOMAIN "private"."cursor_ranking"
  ADD CONSTRAINT "cursor_ranking_valid" CHECK (
CASE jsonb_typeof(VALUE)
    WHEN 'string'::text THEN pg_input_is_valid((VALUE #>> '{}'::text[]), 'private.search_word[]'::text)
    WHEN 'object'::text THEN (VALUE ? 'weights'::text)
    ELSE false
END) NOT VALID;

ALTER DOMAIN "private"."search_rank"
  ADD CONSTRAINT "search_rank_valid"
    CHECK
    (((jsonb_array_length(VALUE) = ANY (ARRAY[2, 3])) AND pg_input_is_valid(((VALUE -> 0))::text, 'bigint'::text) AND pg_input_is_valid(((VALUE -> 1))::text,
    'private.cursor_uuid'::text) AND COALESCE(pg_input_is_valid((VALUE ->> 2), 'bigint'::text), true))) NOT VALID;

CREATE TRIGGER unverify_forgotten
  AFTER DELETE ON private.imported_skills REFERENCING OLD TABLE AS forgotten
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.unverify_forgotten();

COMMENT ON DOMAIN "private"."cursor_ranking" IS 'The JSON of how a search ranks: the text of an array of private.search_word. Version 1.1.0 wrote an object, which is not used.';

COMMENT ON DOMAIN "private"."search_rank" IS 'The JSON of a private.search_position. Version 1.0.0 wrote no third part, and it can be null.';

COMMENT ON FUNCTION "admin"."set_removed"(uuid[], text) IS 'Removes ratings, which the caller has locked, for a cause, also those removed for another, and settles their flags; without a cause, restores them. Returns how many changed.';

COMMENT ON FUNCTION "private"."beginning_frequency"(text, double precision) IS 'About how many of all skills contain words that begin with a prefix: at least 1,000 if they are more.';

COMMENT ON FUNCTION "private"."cursor_types"(text) IS 'The types of the parts of a position in an order.';

COMMENT ON FUNCTION "private"."encode_cursor"(jsonb, text) IS 'Encodes where a page of a list ended as opaque text: the position and its hash in base64url.';

COMMENT ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) IS 'Up to a maximum of documents that match a query, and have the marks of another if it is given, by ctid, which is faster than by id and does not change within a snapshot. If words are so frequent that the maximum leaves most of them out, the proven ones come first; `expected` documents have all of the words. At most a tenth of the maximum are long documents, apart from proven ones.';

COMMENT ON FUNCTION "private"."search_cursor"(private.search_position, private.search_word[]) IS 'What a cursor says of a page of a search that ends at this position: private.search_rank and private.cursor_ranking check it, private.rank_skills goes on after it.';

COMMENT ON FUNCTION "private"."search_positions"(text, text[], text, text, integer, tsquery, uuid[]) IS 'The words of a search after the correction, and the skills that follow a position by relevance. With a mark, of those that have it: see private.rank_skills. Raises PT400 for the cursor of another list.';

COMMENT ON FUNCTION "private"."servers_of_skills"(uuid[]) IS 'The first of these skills, until their server.json exceed a fourth of a page, and the servers of these that are listed, with the skill and the last change of each.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, those that most established agents rated, and of each kind ten merged ones and a retired one. Reads no more, however many share it.';

COMMENT ON FUNCTION "private"."unverify_forgotten"() IS 'Calls private.unverify_identifiers for skills that an admin took out of an import, or with their whole catalogue.';

COMMENT ON FUNCTION "private"."unverify_identifiers"(uuid[]) IS 'The identifiers of skills that a registry checked are only mentioned from now on: it checks them no more, and others can have the package or endpoint.';

COMMENT ON FUNCTION "private"."word_frequency"(text, double precision) IS 'About how many of all skills contain a word or an inflection of it.';

COMMENT ON FUNCTION "public"."list_servers_of_skills"(uuid[]) IS 'GET /registry/ard/agents/{identifier}: the servers of the first of these skills, at most 100, that are listed.';

COMMENT ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) IS 'As public.list_skills without p_explain, for the MCP server.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, integer, text) IS 'GET /api/skills without `search`: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. Raises PT400.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) IS 'As public.search_catalogue; as public.list_skills without p_search if that is empty.';

COMMENT ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) IS 'GET /api/skills with `search`: a page of the skills that match, at most private.max_limit and about private.page_bytes. With p_explain, at most 100, and each result by relevance has `matched` (private.explain_matches). If nothing is found, `suggestions` (private.suggest_names). Raises PT400.';

COMMENT ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) IS 'POST /registry/ard/search: as a search by relevance with public.search_catalogue and p_explain, of some types (null: all), and only of skills whose server is listed, or with p_servers false of the others; with their servers. The page ends after the skill whose server.json exceeds a fourth of private.page_bytes. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, integer, double precision, tsquery, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_positions"(text, text[], text, text, integer, tsquery, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_positions"(text, text[], text, text, integer, tsquery, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_positions"(text, text[], text, text, integer, tsquery, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_positions"(text, text[], text, text, integer, tsquery, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."servers_of_skills"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."servers_of_skills"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."servers_of_skills"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."servers_of_skills"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unverify_forgotten"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unverify_forgotten"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unverify_forgotten"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."unverify_identifiers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unverify_identifiers"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unverify_identifiers"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."unverify_identifiers"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text, double precision) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(boolean, text, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) TO "postgres";
