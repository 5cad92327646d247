set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below.
DROP TRIGGER "update_quality" ON "public"."skill_stats";

DROP FUNCTION "admin"."lock_agent_row"(uuid);

DROP FUNCTION "private"."evidence_for_version"(uuid, text);

DROP FUNCTION "private"."observed_failures_error"(numeric, numeric);

DROP FUNCTION "private"."quality_differences"();

DROP FUNCTION "private"."is_proven"(integer);

DROP FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer);

DROP FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer);

ALTER TYPE "private"."stats_change" ADD ATTRIBUTE "last_rated_at" timestamp WITH time zone CASCADE;

CREATE OR REPLACE FUNCTION admin.lock_agent (
  agent text
)
  RETURNS public.agents
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(agent);
  by_id uuid;
  by_name uuid := (select a.id from public.agents as a where a.name_key = key);
  locked public.agents;
begin
  -- A statement of its own: Postgres may evaluate the cast when it plans one that tests and casts.
  if pg_input_is_valid(key, 'uuid') then
    by_id := (select a.id from public.agents as a where a.id = key::uuid);
  end if;
  -- A name from before the rule against UUIDs can be the id of another agent.
  if by_id <> by_name then
    raise exception '"%" is the id of one agent and the name of another.', agent
      using hint = format('Give the name of the first, "%s", or the id of the second, %s.',
        (select a.agent_name from public.agents as a where a.id = by_id), by_name);
  end if;
  -- The agent before its keys, as in private.create_key, so that no key is created in the meantime; and before its ratings, which wait
  -- for this lock.
  select a.* into locked from public.agents as a where a.id = coalesce(by_id, by_name) for update;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION admin.revoke_key (
  key    text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  revoked private.agent_keys;
  owner public.agents;
begin
  if revoke_key.key !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the first 13 characters of the key, as in private.agent_keys, or the whole key.';
  end if;
  -- Two keys can have the same prefix; then the whole key is required.
  select k.* into strict revoked from private.agent_keys as k
  where k.key_prefix = left(revoke_key.key, 13)
    and (length(revoke_key.key) = 13 or k.key_hash = extensions.digest(revoke_key.key, 'sha256'));
  select a.* into owner from public.agents as a where a.id = revoked.agent_id for update;

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.id = revoked.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  if not found then
    raise exception 'The key % of % is already revoked.', revoked.key_prefix, owner.agent_name;
  end if;
  perform admin.log_action(
    'revoke_key', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', revoked.key_prefix)
  );
  return format('%s: key %s revoked. Requests with it are rejected from now on.', owner.agent_name, revoked.key_prefix);
exception
  when no_data_found then
    raise exception 'No key starts with %.', left(revoke_key.key, 13);
  when too_many_rows then
    raise exception 'Several keys start with %. Give the whole key.', left(revoke_key.key, 13);
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_text (
  value   text,
  longest integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  trimmed text;
begin
  -- Longer than any request body, so too long for every field.
  if octet_length(value) > 262144 then
    return value;
  end if;
  trimmed := private.trim_text(value);
  -- ASCII is in NFC.
  if octet_length(trimmed) = char_length(trimmed) then
    return trimmed;
  end if;
  -- NFC composes at most four characters into one, so a text of more than four times the limit is too long in any case. Such a text
  -- and a long run of marks are not normalized: sorting marks takes quadratic time and cannot be cancelled.
  if char_length(trimmed) > longest * 4 or private.has_long_mark_run(trimmed) then
    return trimmed;
  end if;
  return private.normalize_nfc(trimmed);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_changed_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
  raters uuid[];
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    raters := array(
      select agent_id from (select distinct agent_id from new_rows) as r where private.needs_establishing(agent_id)
    );
    if raters <> '{}' then
      perform private.establish_raters(
        raters, array(select id from new_rows), array(select skill_id from unnest(added || removed))
      );
    end if;
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_ratings (
  added   private.counted_rating[],
  removed private.counted_rating[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- In a statement of its own, so that the next ones see what other transactions wrote before this one got the locks. A single new
  -- rating needs neither: the update locks its row, and adds to what it finds then.
  if removed <> '{}' or cardinality(added) > 1 then
    perform private.lock_stats(array(select skill_id from unnest(added || removed)));
  end if;
  update public.skill_stats as s set
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_count = s.reliability_count + change.reliability_count,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    security_count = s.security_count + change.security_count,
    security_sum = s.security_sum + change.security_sum,
    speed_count = s.speed_count + change.speed_count,
    speed_sum = s.speed_sum + change.speed_sum,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws = s.established_claws + change.established_claws,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    last_rated_at = case
      when removed = '{}' then greatest(s.last_rated_at, change.last_rated_at) else private.last_rated_at(s.skill_id)
    end
  from private.sum_ratings(added, removed) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by c.skill_id, c.month
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish_raters (
  agents     uuid[],
  rating_ids uuid[],
  skills     uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  candidates uuid[];
  established_agents uuid[];
  marked uuid[];
begin
  -- private.accept_rating has locked the agent. If it did not run, the lock must not be waited for: the next rating decides.
  candidates := array(
    select a.id from public.agents as a
    where a.id = any (agents)
      and (
        exists (select from private.standing as t where t.agent_id = a.id and t.established_at is not null)
        or (
          select count(*) from (select from public.ratings as r where r.agent_id = a.id and r.removed_at is null limit 3) as rated
        ) = 3
      )
    order by a.id for update skip locked
  );
  insert into private.standing as t (agent_id, established_at) select id, now() from unnest(candidates) as id
  on conflict (agent_id) do update set established_at = excluded.established_at
  where t.established_at is null and t.withdrawn_at is null;
  established_agents := array(
    select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null
  );

  -- The new ratings and the newest of the others. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r
    where r.agent_id = any (established_agents) and not r.established and (
      r.id = any (rating_ids)
      or r.id in (
        select newest.id from public.ratings as newest
        where newest.agent_id = any (established_agents) and not newest.established
        order by newest.updated_at desc, newest.id desc
        limit maximum
      )
    )
    order by r.id
    for no key update skip locked
  );
  -- With the skills whose ratings the caller counts next, so that all are locked in order.
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$function$;

CREATE OR REPLACE FUNCTION private.evidence_for_versions (
  skills   uuid[],
  versions text[]
)
  RETURNS json[]
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
    select case when e.last_rated_at is not null or o.last_rated_at is not null then json_build_object(
      'version', v.version,
      'established_ratings', e.ratings,
      'established_mean', private.established_mean(e.ratings, e.claws),
      -- Of established agents if there are any: no new account makes old evidence look recent.
      'last_rated_at', coalesce(e.last_rated_at, o.last_rated_at)
    ) end
    from unnest(skills, versions) with ordinality as v (skill, version, ordinal)
    cross join lateral (
      select
        coalesce(sum(n.ratings), 0)::integer as ratings, sum(n.ratings * c.claws)::bigint as claws,
        max(n.last_rated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select count(*) as ratings, max(r.updated_at) as last_rated_at
        from (
          select updated_at from public.ratings
          where skill_id = v.skill and version = v.version and established and claws = c.claws and removed_at is null
          order by updated_at desc, id desc limit 1000
        ) as r
      ) as n
    ) as e
    cross join lateral (
      select max(r.updated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select updated_at from public.ratings
        where skill_id = v.skill and version = v.version and not established and claws = c.claws and removed_at is null
        order by updated_at desc, id desc limit 1
      ) as r
    ) as o
    order by v.ordinal
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_skill (
  skill_id   uuid,
  skill_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(skill_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid;
begin
  if key is not null then
    by_name := coalesce(
      private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
    );
  end if;
  select s.id, own.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  where own.id = skill_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if skill_id is null and skill_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif skill_id is not null and skill_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return coalesce(by_id, by_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.fuse_rankings (
  rankings private.ranked_query[],
  max_rows integer,
  OUT      skills uuid[],
  OUT      queries integer[]
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  -- Larger, and places decide less; benchmarks/results/search.md has the figures of others.
  k constant integer := 5;
begin
  select coalesce(array_agg(skill order by ordinal), '{}'), coalesce(array_agg(query order by ordinal), '{}')
  into skills, queries
  from (
    select
      s.skill, (array_agg(r.query order by s.rank, r.query))[1] as query,
      -- Integers, whose sum does not depend on their order.
      row_number() over (order by sum(1000000000000 / (k + s.rank)) desc, min(s.rank), s.skill desc) as ordinal
    from unnest(rankings) with ordinality as r (words, skills, query)
    cross join lateral unnest(r.skills) with ordinality as s (skill, rank)
    group by s.skill
  ) as fused
  where ordinal <= max_rows;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_proven (
  established_ratings integer
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return established_ratings >= 3;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_of_agent (
  kind       text,
  id_or_name text,
  page_limit integer,
  cursor     text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.resolve_agent(id_or_name);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(page_limit, 100), 1), private.max_limit());
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_time,private.cursor_uuid}');
  -- One more than the page, to see whether there is another page.
  select array_agg(s.cursor_position), array_agg(s.item) into positions, items
  from private.scan_agent(kind, agent, after, page_size + 1, private.page_bytes()) as s;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_stats (
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
begin
  perform from public.skill_stats where skill_id = any (skills) order by skill_id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
  key text := left(name, 200);
  -- U+200C, U+200D and the variation selectors, which only change how a name looks.
  joiners constant text := '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]';
  has_joiners boolean;
  has_long boolean := false;
  -- All white space but single spaces. Of other white space, NFKC makes spaces.
  spaces constant text := ' [\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]+'
    '|[\u0009-\u000d\u0085\u1680\u2028\u2029][\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]*';
begin
  -- Of ASCII, which is common, NFKC changes nothing.
  if octet_length(key) = char_length(key) then
    key := lower(key collate "C");
  else
    -- Before the key gets longer: NFKC makes none.
    has_joiners := key ~ joiners;
    -- NFKC turns U+FDFA into 18 characters and U+FDFB into 8, and none of these composes with a neighbour. Until the end, each is replaced by
    -- a noncharacter, which no name contains. So a name full of them costs as little as any other.
    has_long := key ~ '[\ufdfa\ufdfb]';
    key := normalize(translate(key, E'\ufdfa\ufdfb', E'\ufdd0\ufdd1'), nfkc);
    if has_joiners then
      key := regexp_replace(key, joiners, '', 'g');
    end if;
    key := lower(key collate pg_catalog.pg_c_utf8);
  end if;
  if key ~ spaces then
    key := regexp_replace(key, spaces, ' ', 'g');
  end if;
  key := btrim(key);
  if has_long then
    key := replace(replace(key, E'\ufdd0', 'صلى الله عليه وسلم'), E'\ufdd1', 'جل جلاله');
  end if;
  -- NFKC can expand one character to 18, and an index entry is limited to 2,704 bytes. A longer key therefore ends in its own
  -- hash: equal names stay equal, and the sort order is that of the first 186 characters.
  if char_length(key) > 250 then
    key := left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex');
  end if;
  return key;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_identifier (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  cleaned text := private.clean_text(value, 2048);
begin
  return case when not private.has_long_mark_run(cleaned) then private.normalize_cleaned(cleaned) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.position_in_order (
  sort  text,
  skill uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- A statement for each order, because a statement prepares all its branches at each call.
  case sort
    when 'top' then
      return (select jsonb_build_array(score, skill_id) from public.skill_stats where skill_id = skill);
    when 'rating' then
      return (select jsonb_build_array(avg_tenths, total_ratings, skill_id) from public.skill_stats where skill_id = skill);
    when 'most_rated' then
      return (select jsonb_build_array(total_ratings, score, skill_id) from public.skill_stats where skill_id = skill);
    when 'reliability' then
      return (select jsonb_build_array(reliability_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'security' then
      return (select jsonb_build_array(security_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'speed' then
      return (select jsonb_build_array(speed_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'newest' then
      return (select jsonb_build_array(created_at, id) from public.skills where id = skill);
    when 'name' then
      return (select jsonb_build_array(name_key, id) from public.skills where id = skill);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.quality_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     bigint,
    recomputed bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT d.skill_id,
     d.quality,
     private.quality(s.score, s.established_ratings)
  AS quality
    FROM (private.skill_documents d
      JOIN public.skill_stats s ON ((s.skill_id = d.skill_id)))
   WHERE ((d.quality <> private.quality(s.score, s.established_ratings)) OR (d.is_proven <> private.is_proven(s.established_ratings)));
END;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1
)
  RETURNS jsonb[]
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
  -- No score is lower. A cursor is not signed: with a lower one, the subtraction below would overflow.
  cursor_cap constant bigint := case when not is_old and (after #>> '{0,2}')::bigint > -exact_score then after #>> '{0,2}' end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  candidates constant tid[] := private.find_matches(terms, types, searches) || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null and d.type = any (types)
    order by s.name_key
    limit max_names
  );
begin
  return array(
    with term as materialized (
      select t.weight, is_known, form, in_name, in_text, prefix, prefix_weight, synonyms from unnest(terms) as t
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when starts_with(d.name_key, key)
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
          -- A name with more words than the search is not whole in it.
          count(*) filter (where d.name_words <= cardinality(terms) and is_named) as name_terms
        from (
          select
            n.weight, is_known, synonyms, is_named,
            case
              when is_named is not null
                then n.weight * case when not is_named then 1 when d.words @@ in_text then both_boost else name_boost end
              when d.words @@ prefix then prefix_weight
            end as gain
          from (
            -- Null without the word.
            select t.*, case when d.words @@ form then d.words @@ in_name end as is_named from term as t
            -- So that it is computed once, here and below.
            offset 0
          ) as n
          offset 0
        ) as g
      ) as f
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
      from matched
      cross join (
        select coalesce(cursor_cap, min(score) filter (where is_complete and not is_exact)) as cap from matched
      ) as c
      order by score desc, skill_id desc
      limit case when after_id is null then least(max_rows, max_ranked) else max_ranked end
    )
    select case when cap is null then jsonb_build_array(score, skill_id) else jsonb_build_array(score, skill_id, cap) end
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_agent (
  kind     text,
  agent    uuid,
  after    jsonb,
  max_rows integer,
  bytes    integer
)
  RETURNS TABLE (
    cursor_position jsonb,
    item            json
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  AS $function$
declare
  after_time timestamptz := coalesce((after ->> 0)::timestamptz, 'infinity');
  after_id uuid := coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), case kind
    when 'ratings' then (
      select row_to_json(entry)
      from (select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id) as entry
    )
    else (select row_to_json(entry) from public.skill_catalogue as entry where entry.id = own.id)
  end
  from (
    select newest.*, sum(newest.text_bytes) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      -- Only one of the two branches has rows. octet_length does not read a long text.
      (
        select id, updated_at, octet_length(commentary) as text_bytes from public.ratings
        where kind = 'ratings' and agent_id = agent and removed_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
      union all
      (
        select id, updated_at, octet_length(description) from public.skills
        where kind = 'skills' and submitted_by = agent and retired_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
    ) as newest
  ) as own
  where coalesce(own.bytes_before, 0) < bytes
  order by own.updated_at desc, own.id desc;
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
  select string_agg(json_start || json_ratings || json_end, ',' order by ordinal), count(*)
  into items, count
  from (
    -- 4 for the header of each JSON value. octet_length does not read a long text.
    select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
      order by ordinal rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from (
      select
        p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
        s.json_end
      from unnest(page) with ordinality as p (skill, ordinal)
      join private.listed_skills as s on s.id = p.skill
      -- So that json_ratings is computed once.
      offset 0
    ) as item
  ) as item
  where coalesce(bytes_before, 0) < private.page_bytes();
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_json_ratings (
  claws_1             integer,
  claws_2             integer,
  claws_3             integer,
  claws_4             integer,
  claws_5             integer,
  established_ratings integer,
  established_claws   bigint
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  total_ratings constant bigint := claws_1 + claws_2 + claws_3 + claws_4 + claws_5;
  total_claws constant bigint := claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint;
begin
  -- The average as in avg_tenths: one generated column cannot read another.
  return ',"avg_claws":' || coalesce((total_claws * 20 + total_ratings) / nullif(total_ratings * 2, 0), 0) / 10.0::float8
    || ',"total_ratings":' || total_ratings
    || ',"established_ratings":' || established_ratings
    || ',"established_mean":' || coalesce(private.established_mean(established_ratings, established_claws)::text, 'null')
    || ',"sub_scores":';
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifiers (
  hashes            bytea[],
  repository_hashes bytea[],
  other_than        uuid    DEFAULT NULL::uuid
)
  RETURNS TABLE (
    ordinal     bigint,
    skill_id    uuid,
    state       private.skill_state,
    is_exact    boolean,
    is_imported boolean,
    score       bigint
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
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (
    -- No repository is imported.
    -- Of the repository, three more than those that have the path itself.
    values (w.hash, true, true, true, 3), (w.hash, true, true, false, 3), (w.hash, true, false, false, 3),
      (w.repository_hash, false, true, false, 6), (w.repository_hash, false, false, false, 6)
  ) as r (hash, is_whole, is_own, is_imported, most)
  cross join lateral (
    select best.skill_id, best.state, best.is_own, best.is_imported, best.score
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    limit r.most
  ) as i
  union all
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  cross join lateral (
    select former.skill_id, former.state, former.is_own, former.is_imported, former.score
    from private.skill_identifiers as former
    where former.identifier_hash = r.hash and former.state > 'active'
    order by former.state
    -- Beside those in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as i;
end
$function$;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select stored.skill_id, to_jsonb(stored), to_jsonb(actual)
  from (
    select
      k.id as skill_id,
      (
        s.skill_id, s.claws_1, s.claws_2, s.claws_3, s.claws_4, s.claws_5, s.reliability_count, s.reliability_sum,
        s.security_count, s.security_sum, s.speed_count, s.speed_sum, s.established_ratings, s.established_claws,
        s.established_reliability_count, s.established_reliability_sum, s.established_security_count, s.established_security_sum,
        s.established_speed_count, s.established_speed_sum, s.last_rated_at
      )::private.stats_change as sums,
      s.type,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select array(
      select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
    ) as ratings
  ) as r
  cross join lateral (
    select
      coalesce(
        (select change from private.sum_ratings(r.ratings, '{}') as change),
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, stored.months) is distinct from (actual.sums, actual.type, actual.months);
$function$;

CREATE OR REPLACE FUNCTION private.sub_scores_json (
  reliability_count integer,
  reliability_sum   numeric,
  security_count    integer,
  security_sum      numeric,
  speed_count       integer,
  speed_sum         numeric
)
  RETURNS json
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return '{"reliability":' || private.sub_score(reliability_count, reliability_sum)
    || ',"security":' || private.sub_score(security_count, security_sum)
    || ',"speed":' || private.sub_score(speed_count, speed_sum) || '}';
end
$function$;

CREATE OR REPLACE FUNCTION private.sum_ratings (
  added   private.counted_rating[],
  removed private.counted_rating[]
)
  RETURNS SETOF private.stats_change
  LANGUAGE plpgsql
  IMMUTABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
begin
  return query
  select
    c.skill_id,
    coalesce(sum(c.sign) filter (where c.claws = 1), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 2), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 3), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 4), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 5), 0)::integer,
    coalesce(sum(c.sign) filter (where c.reliability is not null), 0)::integer,
    coalesce(sum(c.sign * c.reliability), 0),
    coalesce(sum(c.sign) filter (where c.security is not null), 0)::integer,
    coalesce(sum(c.sign * c.security), 0),
    coalesce(sum(c.sign) filter (where c.speed is not null), 0)::integer,
    coalesce(sum(c.sign * c.speed), 0),
    coalesce(sum(c.sign) filter (where c.established), 0)::integer,
    coalesce(sum(c.sign * c.claws) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.reliability is not null), 0)::integer,
    coalesce(sum(c.sign * c.reliability) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.security is not null), 0)::integer,
    coalesce(sum(c.sign * c.security) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.speed is not null), 0)::integer,
    coalesce(sum(c.sign * c.speed) filter (where c.established), 0),
    max(c.rated_at) filter (where c.sign = 1)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  group by c.skill_id
  order by c.skill_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.touch_key()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  unused uuid;
begin
  select id into unused from private.agent_keys
  where key_hash = extensions.digest(private.request_key(), 'sha256')
    and (last_used_at is null or last_used_at < now() - interval '1 hour')
  for no key update skip locked;
  if found then
    update private.agent_keys set last_used_at = now() where id = unused;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_quality()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update private.skill_documents as d set
    quality = private.quality(new.score, new.established_ratings), is_proven = private.is_proven(new.established_ratings)
  where d.skill_id = new.skill_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_agent (
  p_agent text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid := private.resolve_agent(p_agent);
begin
  return (
    select row_to_json(profile)
    from (
      select
        a.id,
        a.agent_name,
        a.agent_description,
        a.created_at,
        t.established_at is not null as established,
        counts.total_ratings,
        counts.claws_counts,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent('ratings', agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      cross join lateral (
        select
          count(*) as total_ratings,
          json_build_object(
            '1', count(*) filter (where r.claws = 1), '2', count(*) filter (where r.claws = 2),
            '3', count(*) filter (where r.claws = 3), '4', count(*) filter (where r.claws = 4),
            '5', count(*) filter (where r.claws = 5)
          ) as claws_counts
        from public.ratings as r where r.agent_id = agent and r.removed_at is null
      ) as counts
      where a.id = agent
    ) as profile
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5
        ) as rating_counts,
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        case when source.version is not null
          then (private.evidence_for_versions(array[skill], array[source.version]))[1]
        end as for_version,
        private.install_of(skill) as install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_version(skill) as source (version)
      where s.id = skill
    ) as page
  );
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
  version_text text := nullif(private.trim_text(p_version), '');
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
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, words, private.skill_types(), after -> 0, max_ranked),
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

  select p.items, p.count into page from private.server_page(names[:max_rows - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null then jsonb_build_array(
        jsonb_build_array(positions[page.count], words::text), names[page.count]
      )
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_text, time_text, with_deleted);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, 'servers'))::text
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_servers_of_skills (
  p_skill_ids uuid[]
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
  -- Follows a search, which is expensive itself.
  max_bytes constant integer := private.page_bytes() / 4;
begin
  return (
    select json_build_object(
      'servers', coalesce(
        json_agg(json_build_object('skill_id', r.skill_id, 'updated_at', r.updated_at, 'server', r.server) order by sized.ordinal)
          filter (where sized.fits),
        '[]'
      ),
      'is_cut', coalesce(not bool_and(sized.fits), false)
    )
    from (
      select
        i.ordinal, s.name,
        coalesce(sum(s.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) < max_bytes as fits
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as s on s.skill_id = i.skill_id
      where s.is_listed
    ) as sized
    join private.registry_servers as r on r.name = sized.name
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_servers_of_skills"(uuid[]) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type    text    DEFAULT NULL::text,
  p_search  text    DEFAULT NULL::text,
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
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page. More than 100 explanations would cost as much as some searches.
  max_rows integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else private.max_limit() end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  words private.search_word[];
  positions jsonb[];
  page uuid[];
  matches jsonb[];
  did_you_mean text;
  suggestions json := '[]';
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;

  if search is null then
    page := private.scan_in_order(sort, types, after, max_rows);
  else
    if sort = 'relevance' then
      -- All pages of a search rank by the same correction and rarities.
      words := private.plan_search(search, private.cursor_words(after -> 1));
      positions := private.rank_skills(search, words, types, after, max_rows);
      page := array(select (p ->> 1)::uuid from unnest(positions) as p);
      did_you_mean := coalesce(private.correct_search(search, words), private.find_imitated(search));
      if p_explain then
        matches := private.explain_matches(words, page[:max_rows - 1]);
      end if;
    else
      page := private.filter_in_order(sort, types, private.search_words(search), after, max_rows);
    end if;
    if page = '{}' and p_cursor is null then
      suggestions := private.suggest_names(search, true);
    end if;
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], words::text)
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(did_you_mean)::text, 'null')
        || ', "suggestions" : ' || suggestions || '}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',' order by ordinal) as items, count(*) as count
      from (
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by ordinal rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.ordinal, s.json_start, s.json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:max_rows - 1]) with ordinality as p (skill, ordinal)
          join private.listed_skills as s on s.id = p.skill
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
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
  -- Each is looked up once.
  distinct_values text[];
  distinct_ordinals integer[];
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
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when (select sum(char_length(private.trim_text(s.value))) from unnest(items) as s (value)) > 20000 then 'must have at most 20000 characters together'
  end);
  distinct_values := array(select distinct s.value collate "C" as item from unnest(items) as s (value) order by item);
  distinct_ordinals := array(
    select dense_rank() over (order by s.value collate "C")
    from unnest(items) with ordinality as s (value, ordinal)
    order by s.ordinal
  );
  for i in 1..cardinality(distinct_values) loop
    -- Printable ASCII is common. Cleaning does not change it, and it is invalid only if it contains a key.
    is_plain := coalesce(octet_length(distinct_values[i]) <= 2048 and distinct_values[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then distinct_values[i] else private.clean_text(distinct_values[i], 2048) end;
    if not is_plain or private.contains_api_key(clean_value) then
      problems[i] := private.item_error(clean_value, 1, 2048);
    end if;
    -- A malformed package URL or URL is not a name.
    if private.is_address(clean_value) then
      normal := private.normalize_cleaned(clean_value);
      texts[i] := null;
    else
      normal := case when private.is_server_name(clean_value) then lower(clean_value collate "C") end;
      texts[i] := clean_value;
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and clean_value ~* '^pkg:' then private.package_version(clean_value) end;
  end loop;
  if array_remove(problems, null) <> '{}' then
    perform private.validate(variadic array(
      select p.field
      from unnest(distinct_ordinals) with ordinality as s (distinct_ordinal, ordinal)
      cross join lateral unnest(array['identifiers.' || s.ordinal - 1, problems[s.distinct_ordinal]]) with ordinality as p (field, part)
      order by s.ordinal, p.part
    ));
  end if;

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
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
        ) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    first_ranked as materialized (
      select r.*, versions[r.ordinal] as version, count(versions[r.ordinal]) over (order by r.ordinal, r.rank) as number
      from ranked as r
      where r.rank <= 3
    ),
    -- A list by number of the version: without hash joins, a join would compare each with each.
    evidence as materialized (
      select private.evidence_for_versions(
        array_agg(r.skill_id order by r.number), array_agg(r.version order by r.number)
      ) as for_versions
      from first_ranked as r
      where r.version is not null
    ),
    shown_skills as (
      select
        r.ordinal,
        json_agg(case when r.version is null then row_to_json(shown) else row_to_json(versioned) end order by r.rank) as skills
      from first_ranked as r
      join public.skills as s on s.id = r.skill_id
      cross join lateral (
        select
          s.id, s.name, s.slug, s.type, s.url, r.avg_tenths / 10.0::float8 as avg_claws, r.total_ratings, r.established_ratings,
          r.established_mean, r.is_imported as imported, r.is_exact as exact
      ) as shown
      cross join lateral (
        select
          shown.*, case when r.established_ratings > 0 then private.last_rated_version(r.skill_id) end as last_rated_version,
          (select e.for_versions[r.number] from evidence as e) as for_version
      ) as versioned
      group by r.ordinal
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
    from unnest(items, distinct_ordinals) with ordinality as u (identifier, distinct_ordinal, ordinal)
    left join results as r on r.ordinal = u.distinct_ordinal
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id          uuid    DEFAULT NULL::uuid,
  p_skill_name        text    DEFAULT NULL::text,
  p_claws             numeric DEFAULT NULL::numeric,
  p_reliability       numeric DEFAULT NULL::numeric,
  p_security          numeric DEFAULT NULL::numeric,
  p_speed             numeric DEFAULT NULL::numeric,
  p_commentary        text    DEFAULT NULL::text,
  p_version           text    DEFAULT NULL::text,
  p_observed_calls    numeric DEFAULT NULL::numeric,
  p_observed_failures numeric DEFAULT NULL::numeric
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_commentary text;
  clean_version text;
  agent uuid := private.require_agent();
  skill uuid;
  created boolean;
  previous public.ratings;
  last_failure text;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(clean_commentary, 0, 10000),
    'version', private.version_error(clean_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', coalesce(private.use_count_error(p_observed_failures), case
      when p_observed_failures is not null and p_observed_calls is null then 'requires observed_calls'
      when private.use_count_error(p_observed_calls) is null and p_observed_failures > p_observed_calls
        then 'must not be greater than observed_calls'
    end)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
      insert into public.ratings as r (
        skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      )
      values (
        skill, p_claws, p_reliability, p_security, p_speed, clean_commentary, clean_version, p_observed_calls, p_observed_failures
      )
      on conflict (skill_id, agent_id) do update set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      ) = row(
        excluded.claws, excluded.reliability, excluded.security, excluded.speed, excluded.commentary, excluded.version,
        excluded.observed_calls, excluded.observed_failures
      )
      returning r.xmax = 0 into created;
      exit;
    exception
      when foreign_key_violation or insufficient_privilege or deadlock_detected or sqlstate 'PT410' then
        -- The key was revoked, the skill deleted, retired or merged, or the previous rating removed in the meantime. Then the next try has
        -- another result.
        if last_failure = sqlstate || skill then
          raise;
        end if;
        last_failure := sqlstate || skill;
        perform private.require_agent();
        skill := private.find_skill(p_skill_id, clean_name);
    end;
  end loop;

  return json_build_object(
    -- Null if private.replace_rating skipped an identical rating.
    'created', coalesce(created, false),
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and clean_commentary is null then 'commentary' end,
      case when previous.reliability is not null and p_reliability is null then 'reliability' end,
      case when previous.security is not null and p_security is null then 'security' end,
      case when previous.speed is not null and p_speed is null then 'speed' end,
      case when previous.version is not null and clean_version is null then 'version' end,
      case when previous.observed_calls is not null and p_observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and p_observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.skill_id = skill and r.agent_id = agent),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

CREATE TRIGGER update_quality
  AFTER UPDATE ON public.skill_stats
  FOR EACH ROW
  WHEN (((new.score IS DISTINCT FROM old.score) OR (new.established_ratings IS DISTINCT FROM old.established_ratings)))
  EXECUTE FUNCTION private.update_quality();

COMMENT ON FUNCTION "private"."count_ratings"(private.counted_rating[], private.counted_rating[]) IS 'Adds ratings to the aggregates of their skills and subtracts those that are removed. Additions commute, and the newest rating is read anew where one is removed: statements and triggers may call this in any order.';

COMMENT ON FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]) IS 'Establishes those of the agents, which need it and have just rated, that have rated 3 skills, and marks the given ratings and the newest 2,000 of their others as established.';

COMMENT ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) IS 'For each of these skills, what established agents say of this version of it, compared as text, with at most the 1,000 newest ratings of each number of claws; null if no rating names it.';

COMMENT ON FUNCTION "private"."is_proven"(integer) IS 'Whether a skill has as many established ratings as make a verdict.';

COMMENT ON FUNCTION "private"."quality"(bigint, integer) IS 'What the ratings of a skill add to its relevance, in trillionths of a claw: how far its score in the order top (0 when unrated), in billionths, is from 3 claws, and more the more established ratings it has. Of as many of these, the better score has the better quality. A change must rewrite the column of private.skill_documents.';

COMMENT ON FUNCTION "private"."quality_differences"() IS 'The documents whose quality, or is_proven, is not that of the ratings of their skill. No rows is the right answer.';

COMMENT ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) IS 'The ratings of an agent, or the skills in the catalogue that it submitted, after a cursor position (null: from the first), last updated first, up to the one after that whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) IS 'The JSON of a skill from its avg_claws up to its sub_scores.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, and ten merged or retired ones. Reads no more, however many share it.';

COMMENT ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) IS 'For each sub-score its mean and the number of ratings that contain it, as JSON.';

COMMENT ON FUNCTION "public"."list_servers_of_skills"(uuid[]) IS 'POST /registry/ard/search: the servers of the first 100 of these skills that fit, in their order, with the skill and the last change of each, and whether some did not fit.';

COMMENT ON TYPE "private"."stats_change" IS 'What changes in a row of skill_stats. last_rated_at is that of the ratings that are added.';

REVOKE ALL ON FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_proven"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."quality_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."quality_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers_of_skills"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers_of_skills"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers_of_skills"(uuid[]) TO "postgres";

-- Both at once, so that the table is rewritten once. The views of sub_scores stay: a request that had locked one of them, and waits for
-- the table, would end in a deadlock with its DROP.
-- pgls-ignore lint/safety/addSerialColumn: docs/operations.md says that some migrations rewrite a table.
-- pgls-ignore lint/safety/addingRequiredField: It is generated.
-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "public"."skill_stats"
  ALTER COLUMN "sub_scores"
    SET EXPRESSION AS (private.sub_scores_json(reliability_count, reliability_sum, security_count, security_sum, speed_count, speed_sum)),
  ADD COLUMN "json_ratings" text GENERATED ALWAYS AS (private.skill_json_ratings(claws_1, claws_2, claws_3, claws_4, claws_5, established_ratings, established_claws)) STORED
    NOT NULL;

CREATE VIEW "private"."listed_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.json_start,
    (((st.json_ratings || st.sub_scores) || ',"last_rated_at":'::text) || COALESCE((to_json(st.last_rated_at))::text, 'null'::text)) AS json_ratings,
    s.json_end
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

COMMENT ON COLUMN "public"."skill_stats"."json_ratings" IS 'The JSON of the skill in lists from its avg_claws up to its sub_scores; generated, so that a list of many skills is fast.';

COMMENT ON VIEW "private"."listed_skills" IS 'The JSON of skills as items of a list, in three parts. The time zone must be UTC.';

GRANT SELECT ON TABLE "private"."listed_skills" TO "anon", "authenticated";
