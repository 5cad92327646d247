set local lock_timeout = '2s';

-- In the order in which ratings and submissions lock them, and before all else, so that this cannot end in a deadlock with one.
-- In a block: the Supabase CLI sends the statements without BEGIN.
do $$
begin
  lock table public.skills in share row exclusive mode;
  lock table public.ratings, private.skill_documents, private.skill_identifiers, private.synonyms in access exclusive mode;
end
$$;

-- pgls-ignore lint/safety/renamingColumn: Only functions below and admins read it.
alter table private.synonyms rename column said to term;
-- pgls-ignore lint/safety/renamingColumn: Only functions below and admins read it.
alter table private.synonyms rename column called to synonyms;
-- pgls-ignore lint/safety/renamingColumn: Only functions below and admins read it.
alter view admin.synonyms rename column said to term;
-- pgls-ignore lint/safety/renamingColumn: Only functions below and admins read it.
alter view admin.synonyms rename column called to synonyms;

alter domain private.carried_ranking rename to cursor_ranking;
alter domain private.cursor_ranking rename constraint carried_ranking_valid to cursor_ranking_valid;

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "remove_words_of_changed" ON "private"."skill_documents";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "remove_words_of_deleted" ON "private"."skill_documents";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below; the migration holds the lock for milliseconds.
DROP TRIGGER "record_key_use" ON "public"."ratings";

DROP VIEW "admin"."duplicate_skills";

ALTER DOMAIN "private"."cursor_ranking"
  DROP CONSTRAINT "cursor_ranking_valid";

DROP FUNCTION "admin"."add_synonyms"(text, text, text);

DROP FUNCTION "admin"."check_synonyms"(text, text[]);

DROP FUNCTION "admin"."remove_synonyms"(text, text, text);

DROP FUNCTION "admin"."said_key"(text);

DROP FUNCTION "admin"."without"(text[], text[]);

DROP FUNCTION "private"."characters"(text);

DROP FUNCTION "private"."common_frequencies"(text[], text);

DROP FUNCTION "private"."common_lexemes"();

DROP FUNCTION "private"."common_shares"();

DROP FUNCTION "private"."common_words"(double precision);

DROP FUNCTION "private"."correct_search"(text, jsonb);

DROP FUNCTION "private"."correct_word"(text, integer, text[], double precision[], boolean);

DROP FUNCTION "private"."decode_percent"(text);

DROP FUNCTION "private"."evidence_for_version"(uuid, text);

DROP FUNCTION "private"."expand_words"(text[], jsonb);

DROP FUNCTION "private"."explain_matches"(text, jsonb, uuid[]);

DROP FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer);

DROP FUNCTION "private"."find_best_rated"(tsquery, text[]);

DROP FUNCTION "private"."find_complete"(text[], jsonb, text[]);

DROP FUNCTION "private"."find_documents"(tsquery, text[], integer);

DROP FUNCTION "private"."find_partial"(text[], jsonb, text[], tsquery[]);

DROP FUNCTION "private"."find_server"(text, text, boolean);

DROP FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer);

DROP FUNCTION "private"."find_skill"(uuid, text);

DROP FUNCTION "private"."find_synonyms"(text[]);

DROP FUNCTION "private"."frequency"(double precision);

DROP FUNCTION "private"."is_carried_ranking"(jsonb);

DROP FUNCTION "private"."is_spelling"(text[], jsonb);

DROP FUNCTION "private"."joined"(text);

DROP FUNCTION "private"."known_from"();

DROP FUNCTION "private"."list_of_agent"(text, text, integer, text);

DROP FUNCTION "private"."plan_ranking"(text, jsonb, boolean);

DROP FUNCTION "private"."rank_skills"(text, jsonb, text[], jsonb, integer);

DROP FUNCTION "private"."rarity"(double precision);

DROP FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer);

DROP FUNCTION "private"."remove_unused_words"(text[]);

DROP FUNCTION "private"."remove_words_of_changed"();

DROP FUNCTION "private"."remove_words_of_deleted"();

DROP FUNCTION "private"."required_words"(text[]);

DROP FUNCTION "private"."prefix_term"(text, text);

DROP FUNCTION "private"."resolve_agent"(text);

DROP FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer);

DROP FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer);

DROP FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer);

DROP FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint);

DROP FUNCTION "private"."scan_in_order"(text, text[], uuid[], jsonb, integer);

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer);

DROP FUNCTION "private"."scan_servers"(text, text, boolean, integer);

DROP FUNCTION "private"."search_terms"(text[], jsonb);

DROP FUNCTION "private"."similarity_constants"();

DROP FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid);

DROP FUNCTION "private"."stems"(text[]);

DROP FUNCTION "private"."suggest_names"(text);

DROP FUNCTION "private"."suspect_words"(text[], jsonb);

DROP FUNCTION "private"."synonym_query"(text[]);

DROP FUNCTION "private"."telling_words"(text[], boolean[], jsonb);

DROP FUNCTION "private"."weigh_words"(text[]);

DROP FUNCTION "private"."word_query"(text, text);

DROP FUNCTION "private"."word_weights"(text[], jsonb);

-- pgls-ignore lint/safety/banDropColumn: Nothing reads it any more.
ALTER TYPE "private"."telling_word" DROP ATTRIBUTE "with_synonyms" CASCADE;

CREATE TABLE "private"."common_words" (
  "word"        text                     COLLATE pg_catalog."C" NOT NULL,
  "share"       real                     NOT NULL,
  "analyzed_at" timestamp with time zone NOT NULL,
  CONSTRAINT "common_words_pkey" PRIMARY KEY (word)
);

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "private"."skill_documents"
  ADD COLUMN "text_score" real NOT NULL DEFAULT 0;

ALTER TABLE "private"."skill_documents"
  ADD COLUMN "is_proven" boolean NOT NULL DEFAULT false;

CREATE DOMAIN "private"."word_rarity" AS numeric(4,2);

CREATE TYPE "private"."search_term" AS (
  "weight"         double precision,
  "is_known"       boolean,
  "frequency"      double precision,
  "form"           tsquery,
  "in_name"        tsquery,
  "in_text"        tsquery,
  "prefix"         tsquery,
  "prefix_weight"  double precision,
  "finder"         tsquery,
  "synonyms"       tsquery,
  "synonym_finder" tsquery,
  "lone_finder"    tsquery
);

CREATE TYPE "private"."search_word" AS (
  "word"          text,
  "typed"         text,
  "rarity"        private.word_rarity,
  "prefix_rarity" private.word_rarity
);

CREATE TYPE "private"."ranked_query" AS (
  "words"  private.search_word[],
  "skills" uuid[]
);

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
  -- Those of the maintained list only return to it.
  entry.added := entry.added || admin.without(new_keys, entry.synonyms);
  if cardinality(entry.added) > max_added then
    raise exception '"%" would have % added synonyms: at most %.', term, cardinality(entry.added), max_added;
  end if;
  update private.synonyms as s set added = entry.added, removed = admin.without(entry.removed, new_keys) where s.term = key;
  perform admin.log_action('add_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', new_keys));
  return format('Searches for "%s" now also find skills with %s. Undo: admin.remove_synonyms.', term, admin.number_of(cardinality(new_keys), 'new synonym'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.authors (
  ids uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  unknown uuid := (
    select rating from unnest(ids) as rating where not exists (select from public.ratings as r where r.id = rating) limit 1
  );
begin
  if coalesce(ids, '{}') = '{}' then
    raise exception 'Give the ids of ratings, or an agent.';
  elsif unknown is not null then
    raise exception 'No rating has the id %.', unknown;
  end if;
  return array(select distinct r.agent_id from public.ratings as r where r.id = any (ids));
end
$function$;

CREATE OR REPLACE FUNCTION admin.check_synonyms (
  list       text,
  known_keys text[] DEFAULT '{}'::text[]
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  keys text[];
begin
  -- 20 phrases of 100 characters.
  if char_length(list) > 2100 then
    raise exception 'The list of synonyms has % characters: at most 2100.', char_length(list);
  end if;
  keys := array(
    select key
    from (
      select case when phrase = any (known_keys) then phrase else admin.check_synonym(phrase) end as key, ordinal
      from string_to_table(list, ',') with ordinality as l (item, ordinal) cross join lateral private.trim_text(item) as phrase
    ) as synonym
    group by key
    order by min(ordinal)
  );
  if keys = '{}' then
    raise exception 'Give synonyms, separated by commas.';
  elsif cardinality(keys) > 20 then
    raise exception '% synonyms are too many for one call: at most 20.', cardinality(keys);
  end if;
  return keys;
end
$function$;

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
  losing uuid[];
  hidden uuid[];
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- In the order of the ids, so that two merges cannot deadlock.
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

    -- Of two ratings by one agent, that which is not removed is kept, else the newer; of two with the same time, that of the skill that
    -- is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((source.id, target.id), (target.id, source.id))
      where (r.removed_at is null, r.updated_at, r.skill_id = target.id)
        < (other.removed_at is null, other.updated_at, other.skill_id = target.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (source.id, target.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings set commentary_hidden_at = now() where id = any (hidden) and skill_id = target.id;
    dropped := (select count(*) from public.ratings where id = any (losing) and removed_at is null);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    update public.ratings set removed_at = now(), removal_cause = 'removed' where id = any (losing) and removed_at is null;
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = source.id and removed_at is null);
    -- Each row once: a second update would check, and lock, its agent.
    update public.ratings set skill_id = target.id, commentary_hidden_at = now() where skill_id = source.id and id = any (hidden);
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
  authors uuid[] := admin.authors(ids);
  rating_ids uuid[];
  removed integer;
begin
  perform admin.lock_agents(authors);
  rating_ids := array(
    select r.id from public.ratings as r where r.id = any (ids) and r.removed_at is null order by r.id for update
  );
  if rating_ids = '{}' then
    return 'These ratings are already removed.';
  end if;
  -- SKIP LOCKED: a transaction that has locked one can wait for a rating that is locked here.
  delete from public.ratings as r where r.id in (
    select old.id from public.ratings as old
    where old.removal_cause = 'removed' and old.removed_at < now() - interval '30 days' for update skip locked
  );
  removed := admin.take_ratings(rating_ids, 'removed');
  perform admin.log_ratings('remove_ratings', rating_ids, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.remove_synonyms (
  term     text,
  synonyms text DEFAULT NULL::text,
  reason   text DEFAULT 'Removed by an admin.'::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  key text := admin.term_key(term);
  entry private.synonyms;
  current_keys text[];
  removed_keys text[];
  unknown_keys text[];
begin
  select s.* into entry from private.synonyms as s where s.term = key for update;
  current_keys := entry.added || admin.without(entry.synonyms, entry.removed || entry.added);
  if coalesce(current_keys, '{}') = '{}' then
    raise exception '"%" has no synonyms.', term;
  end if;
  removed_keys := case when synonyms is null then current_keys else admin.check_synonyms(synonyms, current_keys) end;
  unknown_keys := admin.without(removed_keys, current_keys);
  if unknown_keys <> '{}' then
    raise exception '"%" has no synonyms with these stems: %.', term, array_to_string(unknown_keys, ', ')
      using hint = format('It has: %s.', array_to_string(current_keys, ', '));
  end if;
  update private.synonyms as s set
    added = admin.without(s.added, removed_keys),
    -- So that loading the list does not restore them.
    removed = s.removed || admin.without(removed_keys, admin.without(removed_keys, s.synonyms))
  where s.term = key;
  delete from private.synonyms as s where s.term = key and s.synonyms = '{}' and s.added = '{}' and s.removed = '{}';
  perform admin.log_action('remove_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', removed_keys));
  return format('%s of "%s" removed. Undo: admin.add_synonyms.', admin.number_of(cardinality(removed_keys), 'synonym'), term);
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_ratings (
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
  -- private.accept_rating has deleted them.
  replaced uuid[] := array(
    select l.rating_id from admin.audit_log as l where l.rating_id = any (ids) and l.action = 'replace_removed_rating'
  );
  left_over uuid[] := array(select id from unnest(ids) as id where id <> all (replaced));
  authors uuid[];
  restorable_ids uuid[];
  restored integer := 0;
begin
  if left_over <> '{}' or replaced = '{}' then
    authors := admin.authors(left_over);
    perform admin.lock_agents(authors);
    if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
      raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
    end if;
    restorable_ids := array(
      select r.id from public.ratings as r
      where r.id = any (left_over) and r.removal_cause = 'removed' and r.removed_at > now() - interval '30 days'
      order by r.id for update
    );
    if restorable_ids = '{}' and replaced = '{}' then
      return 'None of these ratings was removed in the last 30 days.';
    end if;
    restored := admin.return_ratings(restorable_ids);
    perform admin.log_ratings('restore_ratings', restorable_ids, why);
  end if;
  return admin.number_of(restored, 'rating') || ' restored' || case
    when replaced = '{}' then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(replaced))
  end;
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
  left_over boolean;
begin
  restore := coalesce(restore, false);
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
    limit most + 1
  );
  left_over := cardinality(skill_ids) > most;

  -- All before the aggregates of any, and in the order of the ids, as in a merge.
  perform from public.skills as s where s.id = any (skill_ids[:most]) order by s.id for update;
  for skill in select s.* from public.skills as s where s.id = any (skill_ids[:most]) order by s.id loop
    continue when (skill.retired_at is null) = restore or skill.merged_into is not null;
    if not restore then
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
    || case when left_over then ' There are more: repeat the call.' else '' end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.skill_id (
  id_or_slug text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  parsed_id uuid := private.parse_uuid(id_or_slug);
  id uuid;
begin
  if parsed_id is not null then
    select s.id into id from public.skills as s where s.id = parsed_id;
  else
    select s.id into id from public.skills as s where s.slug = lower(id_or_slug);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', id_or_slug;
  end if;
  return id;
end
$function$;

CREATE OR REPLACE FUNCTION admin.term_key (
  term text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- Also as admin.synonyms shows it: the stem of a stem can be another one.
  return coalesce((select s.term from private.synonyms as s where s.term = term_key.term), admin.check_synonym(term));
end
$function$;

CREATE OR REPLACE FUNCTION admin.without (
  list  text[],
  items text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  STRICT
  SET search_path TO ''
RETURN ARRAY(SELECT l.item FROM unnest(without.list) WITH ORDINALITY l(item, ordinal) WHERE (l.item <> ALL (without.items)) ORDER BY l.ordinal);

CREATE OR REPLACE FUNCTION private.accept_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  standing private.standing;
  retired timestamptz;
  earlier record;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks. Strong at once if the
  -- rating may establish the agent: two ratings could not both strengthen it.
  if private.needs_establishing(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;
  -- Each change of standing locks the agent, too.
  select * into standing from private.standing as t where t.agent_id = new.agent_id;
  if standing.suspended_at is not null then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  new.established := standing.established_at is not null;

  -- Waits for an admin who retires or merges the skill.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- A removed rating gives way to a new one, and hands on that its commentary is hidden.
  select
    r.*, coalesce(r.commentary, (select h.commentary from private.hidden_commentaries as h where h.rating_id = r.id)) as text
  into earlier
  from public.ratings as r
  where (r.skill_id, r.agent_id) = (new.skill_id, new.agent_id) and r.removed_at is not null
  for update of r;
  if not found then
    return new;
  end if;
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.removal_cause = 'removed' then
    perform admin.log_action(
      'replace_removed_rating', earlier.skill_id, earlier.id, earlier.agent_id,
      details => jsonb_build_object('replaced_by', new.id, 'claws', earlier.claws, 'commentary', earlier.text)
    );
  end if;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.add_words (
  words text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  with entry as materialized (
    select e.word, e.deletion, is_crowded, row_number() over (partition by e.deletion order by e.word) as ordinal
    from private.deletions(words, 2) as e
    cross join lateral (
      select exists (select from private.crowded_deletions as c where c.deletion = e.deletion) as is_crowded
    ) as c
  ),
  -- Counts for a random sample of one entry in 16, which nobody can predict: a hash exceeds the maximum by a few dozen words.
  crowded as (
    insert into private.crowded_deletions (deletion)
    select distinct deletion
    from entry
    where random() < 1.0 / 16 and not is_crowded and private.crowd() <= (
      select count(*) from (
        select from private.vocabulary as v where v.deletions @> array[entry.deletion] limit private.crowd()
      ) as v
    )
    -- Ordered, here and below, so that two submissions with the same words cannot deadlock.
    order by deletion
    on conflict do nothing
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where not is_crowded and ordinal <= private.crowd()), '{}')
  from entry
  group by word
  order by word
  on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.all_of (
  queries tsquery[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return (select string_agg(format('(%s)', query), ' & ') from unnest(queries) as query where query is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.any_of (
  queries tsquery[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return (select string_agg(format('(%s)', query), ' | ') from unnest(queries) as query where query is not null);
end
$function$;

CREATE OR REPLACE FUNCTION private.beginning_frequency (
  prefix text
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
  of_common_words constant float8 := private.document_count() * (
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

CREATE OR REPLACE FUNCTION private.characters (
  value text
)
  RETURNS TABLE (
    ordinal bigint,
    symbol  text,
    kind    text,
    scripts bit
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return query
  select
    c.ordinal,
    c.symbol,
    ('{
x, a, ., #, a, ., #, s, ., d, e, ., s, ., a, ., a, ., a, ., s, ., s, x, a, ., a, ., a, p, a, ., s, x, p, a, s, a, ., a,
., a, ., a, s, a, s, a, x, a, x, a, ., a, x, a, ., a, x, a, x, a, x, a, s, a, x, a, x, a, ., a, ., x, a, x, a, ., a, .,
a, ., a, ., a, x, a, x, a, ., x, a, s, ., a, ., a, m, ., x, ., l, m, a, ., l, m, l, ., l, m, a, m, l, m, a, m, l, a, l,
a, l, ., x, a, l, m, l, m, x, l, a, x, a, l, m, l, a, ., l, x, m, a, x, ., x, a, x, ., x, l, x, l, a, l, x, a, x, m, l,
m, a, m, l, m, l, m, l, m, a, m, l, m, ., a, ., l, m, x, l, x, l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, l, x,
m, x, l, x, l, m, x, a, l, a, l, ., m, x, m, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, m, x, m, x, m, x, m, x, m, x,
l, x, l, x, a, m, l, m, ., x, m, x, l, x, l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, x, l, x, l, m, x, a, ., a,
x, l, m, x, m, x, l, x, l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, x, m, x, l, x, l, m, x, a, l, a, x, m, l, x,
l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, m, x, m, x, m, x, l, x, m, x, a, x, m, l, x, l, x, l, x, l, x, m,
l, m, x, m, x, m, x, m, x, l, x, l, x, l, m, x, a, x, ., a, l, m, ., l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m,
x, m, x, l, x, l, m, x, a, x, l, m, x, m, l, x, l, x, l, m, l, m, x, m, x, m, l, a, x, l, m, a, l, m, x, a, l, x, m, x,
l, x, l, x, l, x, l, x, l, x, m, x, m, x, m, x, m, x, a, x, m, ., x, a, x, a, ., a, ., x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, a, ., a, ., a, ., a, x, a, x, a, ., a, x, a, x, a, x, a, ., a, ., x, b, m, b, a, .,
b, m, b, m, b, m, b, m, b, m, b, m, b, m, a, m, a, x, a, x, a, x, a, ., a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., a, x, a, x, a, x, a, x, ., a, ., a, ., x, a, ., a, x, a, x,
a, ., x, a, x, a, x, a, x, a, x, l, x, m, ., l, ., a, l, m, x, a, x, a, x, ., G, x, G, a, x, g, x, g, m, g, m, g, x, a,
x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x, a, x, a, x, a, x, ., l, m, x, m, x, m, a, x, a, x, ., l, ., x, a, x, m,
l, m, l, x, a, ., a, m, a, ., x, m, l, m, l, a, l, a, x, ., a, x, ., a, x, a, ., a, x, a, x, a, ., x, m, ., m, l, m, l,
m, l, m, l, x, a, m, a, m, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, J, Z, x, ., x, a, ., !, ., s, ., !, ., s, ., a, x, a, x, a, s, ., a, s, ., x, a, x, a, x, a, m, x, a, s, a, p,
a, p, a, s, a, s, a, x, s, r, p, s, a, s, a, s, a, s, a, p, a, s, a, s, a, s, a, s, a, s, a, ., a, p, a, s, a, p, ., a,
s, a, q, a, s, a, p, a, s, a, p, a, p, a, x, a, x, a, p, a, p, a, p, s, a, p, s, a, s, r, s, p, q, a, q, p, q, p, q, a,
p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, u, q, p, q, p, q, a, q,
p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, a, p, q,
p, q, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, q, ., a, p, a, p, a, p, a, p, s,
., s, ., s, x, a, s, r, s, ., s, ., s, ., s, a, p, a, p, a, s, a, s, a, p, a, p, a, x, a, x, a, x, ., a, ., a, x, a, x,
a, x, a, x, a, ., x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., a, ., a, ., x, a, x, a, x, a, x, a,
",", ., a, h, a, ., a, ., a, !, a, h, a, !, a, x, a, x, a, ., a, ., a, x, a, x, a, x, a, x, a, x, a, x, a, p, a, p, a,
h, a, h, a, x, a, x, a, ., a, ., a, x, a, ., a, ., a, ., x, a, x, a, x, a, x, a, x, a, l, m, l, m, l, m, l, m, a, m, x,
a, x, s, ., x, m, l, m, x, ., a, x, m, l, ., l, ., l, m, a, ., a, x, ., a, x, m, l, m, ., x, l, a, x, ., b, m, b, a, b,
x, a, x, a, x, a, x, ., b, a, b, m, b, a, x, a, ., l, m, ., l, m, x, a, x, a, x, a, x, a, x, a, x, a, x, a, l, m, ., m,
x, a, x, a, x, a, x, a, x, a, h, x, h, x, a, x, a, x, a, s, a, x, a, x, a, x, a, x, a, x, a, l, a, x, l, ., a, l, x, l,
x, a, x, l, a, S, Y, x, T, E, ., x, a, ., x, ., s, ., s, x, ., a, ., x, l, x, l, x, ",", ., a, ., s, ",", ., ",", ., a,
",", s, ",", ., a, ., a, ., a, ., s, ., s, ., a, x, a, x, a, x, a, x, a, x, a, x, a, s, a, x, a, s, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, ., x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, m, a, x, a, x, a, x, a, x, a, x, .,
a, x, a, ., a, x, a, x, a, x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x, a, x, a, x, ., a, x, ., x, a, x, a, x, a,
l, m, x, m, x, m, l, x, l, x, l, x, m, x, m, a, x, ., x, a, ., a, x, s, a, s, a, x, a, ., x, a, x, ., a, x, a, x, a, x,
., x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., x, a, x, m, a, x, a, ., x, a, ., x, a, x, a, x, m, l, m, .,
x, a, m, l, m, l, x, m, l, m, ., a, ., m, x, a, x, a, x, a, x, m, l, m, x, a, ., l, m, l, x, a, ., a, x, m, l, m, l, .,
m, ., m, a, l, ., l, ., x, a, x, l, x, l, m, ., m, l, m, x, a, x, a, x, a, x, a, x, a, ., x, a, x, a, x, m, x, l, x, l,
x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, x, l, x, m, x, l, m, x, m, x, m, x, l, m, l, ., a, ., x, ., m, l, x, l,
m, l, ., l, x, a, x, l, m, x, m, ., l, m, x, l, m, ., l, x, a, x, ., x, l, m, l, ., x, a, x, a, x, a, x, a, ., a, x, l,
m, ., x, a, x, a, l, x, l, x, l, x, l, x, l, m, x, m, x, m, l, m, l, m, ., x, a, x, l, x, l, m, x, m, l, ., l, m, x, l,
m, l, m, l, m, ., m, x, l, m, l, m, ., l, ., x, a, x, ., x, l, x, l, m, x, m, l, ., x, a, x, ., a, x, a, x, a, x, l, x,
l, x, l, m, x, m, x, m, x, m, l, m, x, a, x, l, x, l, x, l, m, x, m, x, m, l, x, a, x, a, ., x, m, l, m, l, x, l, m, x,
m, ., a, x, a, x, a, x, ., a, x, a, x, ., x, a, x, a, ., x, y, a, y, a, x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x,
a, ., x, a, ., a, ., a, x, a, x, a, x, a, x, a, x, a, ., x, a, x, a, x, a, x, a, ., h, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., x, a, x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, x, a, ., x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, ., x, a, x, a, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l,
x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l,
x, s, x, q, p, q, x, q, x, q, x, q, x, q, p, x, q, x, a, q, a, q, a, q, p, a, p, a, p, a, p, a, q, x, e, a, p, x, a, p,
a, p, a, p, a, x, a, x, p, x, q, x, p, q, p, q, p, q, p, q, p, q, p, q, p, t, p, q, p, a, q, p, q, p, q, p, q, p, q, p,
q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, a, p, q, p, q, p, x, p,
q, p, q, p, x, p, q, p, x, a, q, x, q, a, q, x, p, x, p, x, a, x, a, x, a, x, a, x, a, x, q, x, a, p, a, p, a, p, q, x,
q, x, p, x, p, x, p, x, p, x, p, x, p, x, p, x, a, x, a, x, a, x, h, x, h, x, h, x, h, x, h, x, h, x, h, x, h, x, h, x,
I, x, a, x, a, x}'::"char"[])[
      width_bucket(ascii(c.symbol), '{
0, 32, 33, 35, 36, 37, 42, 43, 44, 48, 49, 58, 60, 63, 65, 91, 94, 95, 96, 123, 124, 125, 126, 127, 160, 161, 162, 167,
168, 169, 170, 171, 172, 173, 174, 175, 177, 178, 182, 184, 187, 188, 191, 192, 215, 216, 247, 248, 847, 848, 888, 890,
894, 895, 896, 900, 903, 904, 907, 908, 909, 910, 930, 931, 1014, 1015, 1328, 1329, 1367, 1369, 1370, 1376, 1417, 1419,
1421, 1424, 1425, 1470, 1471, 1472, 1473, 1475, 1476, 1478, 1479, 1480, 1488, 1515, 1519, 1523, 1525, 1536, 1542, 1545,
1547, 1548, 1550, 1552, 1563, 1564, 1565, 1568, 1611, 1632, 1642, 1646, 1648, 1649, 1748, 1749, 1750, 1757, 1759, 1765,
1767, 1769, 1770, 1774, 1776, 1786, 1789, 1791, 1792, 1806, 1807, 1808, 1809, 1810, 1840, 1867, 1869, 1920, 1970, 1984,
1994, 2027, 2036, 2038, 2039, 2042, 2043, 2045, 2046, 2094, 2096, 2111, 2112, 2140, 2142, 2143, 2144, 2155, 2160, 2184,
2185, 2191, 2192, 2194, 2200, 2208, 2250, 2274, 2275, 2308, 2362, 2365, 2366, 2384, 2385, 2387, 2389, 2392, 2402, 2404,
2406, 2416, 2417, 2433, 2436, 2437, 2445, 2447, 2449, 2451, 2473, 2474, 2481, 2482, 2483, 2486, 2490, 2492, 2493, 2494,
2501, 2503, 2505, 2507, 2510, 2511, 2519, 2520, 2524, 2526, 2527, 2530, 2532, 2534, 2544, 2546, 2556, 2557, 2558, 2559,
2561, 2564, 2565, 2571, 2575, 2577, 2579, 2601, 2602, 2609, 2610, 2612, 2613, 2615, 2616, 2618, 2620, 2621, 2622, 2627,
2631, 2633, 2635, 2638, 2641, 2642, 2649, 2653, 2654, 2655, 2662, 2672, 2674, 2677, 2678, 2679, 2689, 2692, 2693, 2702,
2703, 2706, 2707, 2729, 2730, 2737, 2738, 2740, 2741, 2746, 2748, 2749, 2750, 2758, 2759, 2762, 2763, 2766, 2768, 2769,
2784, 2786, 2788, 2790, 2800, 2801, 2802, 2809, 2810, 2816, 2817, 2820, 2821, 2829, 2831, 2833, 2835, 2857, 2858, 2865,
2866, 2868, 2869, 2874, 2876, 2877, 2878, 2885, 2887, 2889, 2891, 2894, 2901, 2904, 2908, 2910, 2911, 2914, 2916, 2918,
2929, 2930, 2936, 2946, 2947, 2948, 2949, 2955, 2958, 2961, 2962, 2966, 2969, 2971, 2972, 2973, 2974, 2976, 2979, 2981,
2984, 2987, 2990, 3002, 3006, 3011, 3014, 3017, 3018, 3022, 3024, 3025, 3031, 3032, 3046, 3067, 3072, 3077, 3085, 3086,
3089, 3090, 3113, 3114, 3130, 3132, 3133, 3134, 3141, 3142, 3145, 3146, 3150, 3157, 3159, 3160, 3163, 3165, 3166, 3168,
3170, 3172, 3174, 3184, 3191, 3192, 3200, 3201, 3204, 3205, 3213, 3214, 3217, 3218, 3241, 3242, 3252, 3253, 3258, 3260,
3261, 3262, 3269, 3270, 3273, 3274, 3278, 3285, 3287, 3293, 3295, 3296, 3298, 3300, 3302, 3312, 3313, 3315, 3316, 3328,
3332, 3341, 3342, 3345, 3346, 3387, 3389, 3390, 3397, 3398, 3401, 3402, 3406, 3407, 3408, 3412, 3415, 3416, 3423, 3426,
3428, 3430, 3450, 3456, 3457, 3460, 3461, 3479, 3482, 3506, 3507, 3516, 3517, 3518, 3520, 3527, 3530, 3531, 3535, 3541,
3542, 3543, 3544, 3552, 3558, 3568, 3570, 3572, 3573, 3585, 3643, 3647, 3663, 3664, 3674, 3676, 3713, 3715, 3716, 3717,
3718, 3723, 3724, 3748, 3749, 3750, 3751, 3774, 3776, 3781, 3782, 3783, 3784, 3791, 3792, 3802, 3804, 3808, 3840, 3844,
3859, 3860, 3861, 3898, 3902, 3912, 3913, 3949, 3953, 3973, 3974, 3992, 3993, 4029, 4030, 4045, 4046, 4048, 4053, 4057,
4059, 4096, 4139, 4159, 4160, 4170, 4176, 4182, 4186, 4190, 4193, 4194, 4197, 4199, 4206, 4209, 4213, 4226, 4238, 4239,
4240, 4250, 4254, 4294, 4295, 4296, 4301, 4302, 4304, 4347, 4348, 4447, 4449, 4681, 4682, 4686, 4688, 4695, 4696, 4697,
4698, 4702, 4704, 4745, 4746, 4750, 4752, 4785, 4786, 4790, 4792, 4799, 4800, 4801, 4802, 4806, 4808, 4823, 4824, 4881,
4882, 4886, 4888, 4955, 4957, 4960, 4969, 4989, 4992, 5018, 5024, 5110, 5112, 5118, 5120, 5121, 5742, 5743, 5787, 5789,
5792, 5867, 5870, 5881, 5888, 5910, 5919, 5941, 5943, 5952, 5972, 5984, 5997, 5998, 6001, 6002, 6004, 6016, 6068, 6070,
6100, 6103, 6104, 6107, 6108, 6109, 6110, 6112, 6122, 6128, 6138, 6144, 6155, 6158, 6159, 6160, 6170, 6176, 6265, 6272,
6277, 6279, 6313, 6314, 6315, 6320, 6390, 6400, 6431, 6432, 6444, 6448, 6460, 6464, 6465, 6468, 6470, 6510, 6512, 6517,
6528, 6572, 6576, 6602, 6608, 6619, 6622, 6684, 6686, 6688, 6741, 6751, 6752, 6781, 6783, 6784, 6794, 6800, 6810, 6816,
6823, 6824, 6830, 6832, 6863, 6912, 6917, 6964, 6981, 6989, 6992, 7002, 7009, 7019, 7028, 7037, 7039, 7040, 7043, 7073,
7086, 7088, 7098, 7104, 7156, 7164, 7168, 7224, 7227, 7232, 7242, 7245, 7294, 7296, 7305, 7312, 7355, 7357, 7360, 7368,
7376, 7379, 7380, 7401, 7405, 7406, 7412, 7413, 7415, 7418, 7419, 7424, 7672, 7673, 7674, 7675, 7958, 7960, 7966, 7968,
8006, 8008, 8014, 8016, 8024, 8025, 8026, 8027, 8028, 8029, 8030, 8031, 8062, 8064, 8117, 8118, 8133, 8134, 8148, 8150,
8156, 8157, 8176, 8178, 8181, 8182, 8191, 8192, 8203, 8204, 8205, 8206, 8208, 8232, 8239, 8240, 8252, 8253, 8260, 8261,
8265, 8266, 8274, 8275, 8287, 8288, 8304, 8306, 8308, 8314, 8317, 8319, 8330, 8333, 8335, 8336, 8349, 8352, 8385, 8400,
8432, 8433, 8448, 8472, 8473, 8482, 8483, 8505, 8506, 8512, 8517, 8523, 8524, 8588, 8592, 8596, 8597, 8602, 8604, 8608,
8609, 8611, 8612, 8614, 8615, 8617, 8619, 8622, 8623, 8654, 8656, 8658, 8659, 8660, 8661, 8692, 8960, 8968, 8972, 8986,
8988, 8992, 8994, 9000, 9001, 9003, 9084, 9085, 9096, 9097, 9115, 9140, 9167, 9168, 9180, 9186, 9193, 9204, 9208, 9211,
9255, 9280, 9291, 9312, 9410, 9411, 9642, 9644, 9654, 9655, 9656, 9664, 9665, 9666, 9720, 9723, 9727, 9728, 9733, 9734,
9735, 9742, 9743, 9745, 9746, 9747, 9748, 9750, 9752, 9753, 9757, 9758, 9760, 9761, 9762, 9764, 9766, 9767, 9770, 9771,
9774, 9776, 9784, 9787, 9792, 9793, 9794, 9795, 9800, 9812, 9823, 9825, 9827, 9828, 9829, 9831, 9832, 9833, 9839, 9840,
9851, 9852, 9854, 9856, 9862, 9872, 9874, 9880, 9881, 9882, 9883, 9885, 9888, 9890, 9895, 9896, 9898, 9900, 9904, 9906,
9917, 9919, 9924, 9926, 9928, 9929, 9934, 9936, 9937, 9938, 9939, 9941, 9961, 9963, 9968, 9974, 9975, 9979, 9981, 9982,
9986, 9987, 9989, 9990, 9992, 9998, 9999, 10000, 10002, 10003, 10004, 10005, 10006, 10007, 10013, 10014, 10017, 10018,
10024, 10025, 10035, 10037, 10052, 10053, 10055, 10056, 10060, 10061, 10062, 10063, 10067, 10070, 10071, 10072, 10083,
10085, 10088, 10102, 10133, 10136, 10145, 10146, 10160, 10161, 10175, 10176, 10181, 10183, 10214, 10224, 10240, 10241,
10496, 10548, 10550, 10627, 10649, 10712, 10716, 10748, 10750, 11008, 11013, 11016, 11035, 11037, 11056, 11077, 11079,
11085, 11088, 11089, 11093, 11094, 11124, 11126, 11158, 11159, 11508, 11513, 11517, 11518, 11520, 11558, 11559, 11560,
11565, 11566, 11568, 11624, 11631, 11632, 11633, 11647, 11671, 11680, 11687, 11688, 11695, 11696, 11703, 11704, 11711,
11712, 11719, 11720, 11727, 11728, 11735, 11736, 11743, 11744, 11776, 11823, 11824, 11856, 11858, 11870, 11904, 11930,
11931, 12020, 12032, 12246, 12272, 12289, 12291, 12292, 12293, 12294, 12296, 12306, 12308, 12320, 12336, 12337, 12347,
12348, 12349, 12350, 12352, 12353, 12439, 12441, 12448, 12449, 12539, 12540, 12544, 12549, 12592, 12593, 12644, 12645,
12687, 12688, 12772, 12783, 12831, 12832, 12951, 12952, 12953, 12954, 13312, 19904, 19968, 40960, 42125, 42128, 42183,
42192, 42238, 42240, 42509, 42512, 42540, 42560, 42611, 42612, 42622, 42623, 42738, 42744, 42752, 42955, 42960, 42962,
42963, 42964, 42965, 42970, 42994, 43008, 43010, 43011, 43014, 43015, 43019, 43020, 43043, 43048, 43052, 43053, 43056,
43066, 43072, 43124, 43128, 43136, 43138, 43188, 43206, 43214, 43216, 43226, 43232, 43250, 43256, 43259, 43260, 43261,
43263, 43264, 43310, 43312, 43348, 43359, 43360, 43389, 43392, 43396, 43443, 43457, 43470, 43471, 43472, 43482, 43486,
43488, 43493, 43494, 43504, 43514, 43519, 43520, 43575, 43584, 43598, 43600, 43610, 43612, 43616, 43639, 43642, 43643,
43646, 43648, 43715, 43739, 43742, 43744, 43755, 43760, 43762, 43765, 43767, 43777, 43783, 43785, 43791, 43793, 43799,
43808, 43815, 43816, 43823, 43824, 43884, 43888, 43968, 44003, 44011, 44012, 44014, 44016, 44026, 44032, 55204, 55216,
55239, 55243, 55292, 57344, 63744, 64110, 64112, 64218, 64256, 64263, 64275, 64280, 64285, 64297, 64298, 64311, 64312,
64317, 64318, 64319, 64320, 64322, 64323, 64325, 64326, 64336, 64434, 64451, 64467, 64830, 64832, 64848, 64912, 64914,
64968, 64975, 64976, 65008, 65020, 65024, 65027, 65031, 65038, 65039, 65040, 65050, 65056, 65072, 65107, 65108, 65122,
65123, 65124, 65127, 65128, 65129, 65130, 65132, 65136, 65141, 65142, 65277, 65281, 65282, 65284, 65285, 65291, 65292,
65293, 65294, 65295, 65296, 65306, 65308, 65311, 65312, 65313, 65339, 65342, 65343, 65344, 65371, 65372, 65373, 65374,
65375, 65382, 65440, 65441, 65471, 65474, 65480, 65482, 65488, 65490, 65496, 65498, 65501, 65504, 65506, 65507, 65511,
65512, 65513, 65517, 65519, 65532, 65534, 65536, 65548, 65549, 65575, 65576, 65595, 65596, 65598, 65599, 65614, 65616,
65630, 65664, 65787, 65792, 65795, 65799, 65844, 65847, 65935, 65936, 65949, 65952, 65953, 66000, 66046, 66176, 66205,
66208, 66257, 66272, 66273, 66300, 66304, 66340, 66349, 66379, 66384, 66427, 66432, 66462, 66463, 66464, 66500, 66504,
66512, 66513, 66518, 66560, 66718, 66720, 66730, 66736, 66772, 66776, 66812, 66816, 66856, 66864, 66916, 66927, 66928,
66939, 66940, 66955, 66956, 66963, 66964, 66966, 66967, 66978, 66979, 66994, 66995, 67002, 67003, 67005, 67072, 67383,
67392, 67414, 67424, 67432, 67456, 67462, 67463, 67505, 67506, 67515, 67584, 67590, 67592, 67593, 67594, 67638, 67639,
67641, 67644, 67645, 67647, 67670, 67671, 67672, 67743, 67751, 67760, 67808, 67827, 67828, 67830, 67835, 67868, 67871,
67872, 67898, 67903, 67904, 67968, 68024, 68028, 68048, 68050, 68096, 68097, 68100, 68101, 68103, 68108, 68112, 68116,
68117, 68120, 68121, 68150, 68152, 68155, 68159, 68160, 68169, 68176, 68185, 68192, 68223, 68224, 68256, 68288, 68296,
68297, 68325, 68327, 68331, 68336, 68343, 68352, 68406, 68409, 68416, 68438, 68440, 68467, 68472, 68498, 68505, 68509,
68521, 68528, 68608, 68681, 68736, 68787, 68800, 68851, 68858, 68904, 68912, 68922, 69216, 69247, 69248, 69290, 69291,
69293, 69294, 69296, 69298, 69373, 69376, 69416, 69424, 69461, 69466, 69488, 69510, 69514, 69552, 69580, 69600, 69623,
69632, 69635, 69688, 69703, 69710, 69714, 69744, 69745, 69747, 69749, 69750, 69759, 69763, 69808, 69819, 69821, 69822,
69826, 69827, 69837, 69838, 69840, 69865, 69872, 69882, 69888, 69891, 69927, 69941, 69942, 69952, 69956, 69957, 69959,
69960, 69968, 70004, 70006, 70007, 70016, 70019, 70067, 70081, 70085, 70089, 70093, 70094, 70096, 70106, 70107, 70108,
70109, 70112, 70113, 70133, 70144, 70162, 70163, 70188, 70200, 70206, 70207, 70209, 70210, 70272, 70279, 70280, 70281,
70282, 70286, 70287, 70302, 70303, 70313, 70314, 70320, 70379, 70384, 70394, 70400, 70404, 70405, 70413, 70415, 70417,
70419, 70441, 70442, 70449, 70450, 70452, 70453, 70458, 70459, 70461, 70462, 70469, 70471, 70473, 70475, 70478, 70480,
70481, 70487, 70488, 70493, 70498, 70500, 70502, 70509, 70512, 70517, 70656, 70709, 70727, 70731, 70736, 70746, 70748,
70749, 70750, 70751, 70754, 70784, 70832, 70852, 70854, 70855, 70856, 70864, 70874, 71040, 71087, 71094, 71096, 71105,
71128, 71132, 71134, 71168, 71216, 71233, 71236, 71237, 71248, 71258, 71264, 71277, 71296, 71339, 71352, 71353, 71354,
71360, 71370, 71424, 71451, 71453, 71468, 71472, 71484, 71487, 71495, 71680, 71724, 71739, 71740, 71840, 71923, 71935,
71936, 71943, 71945, 71946, 71948, 71956, 71957, 71959, 71960, 71984, 71990, 71991, 71993, 71995, 71999, 72000, 72001,
72002, 72004, 72007, 72016, 72026, 72096, 72104, 72106, 72145, 72152, 72154, 72161, 72162, 72163, 72164, 72165, 72192,
72193, 72203, 72243, 72250, 72251, 72255, 72263, 72264, 72272, 72273, 72284, 72330, 72346, 72349, 72350, 72355, 72368,
72441, 72448, 72458, 72704, 72713, 72714, 72751, 72759, 72760, 72768, 72769, 72774, 72784, 72813, 72816, 72818, 72848,
72850, 72872, 72873, 72887, 72960, 72967, 72968, 72970, 72971, 73009, 73015, 73018, 73019, 73020, 73022, 73023, 73030,
73031, 73032, 73040, 73050, 73056, 73062, 73063, 73065, 73066, 73098, 73103, 73104, 73106, 73107, 73112, 73113, 73120,
73130, 73440, 73463, 73465, 73472, 73474, 73475, 73476, 73489, 73490, 73524, 73531, 73534, 73539, 73552, 73562, 73648,
73649, 73664, 73714, 73727, 73728, 74650, 74752, 74863, 74864, 74869, 74880, 75076, 77712, 77809, 77811, 77824, 78896,
78913, 78919, 78934, 82944, 83527, 92160, 92729, 92736, 92767, 92768, 92778, 92782, 92784, 92863, 92864, 92874, 92880,
92910, 92912, 92917, 92918, 92928, 92983, 92988, 92996, 92997, 92998, 93008, 93018, 93019, 93026, 93027, 93048, 93053,
93072, 93760, 93847, 93851, 93952, 94027, 94031, 94088, 94095, 94112, 94176, 94178, 94179, 94180, 94181, 94192, 94194,
94208, 100344, 100352, 101590, 101632, 101641, 110576, 110580, 110581, 110588, 110589, 110591, 110592, 110883, 110898,
110899, 110928, 110931, 110933, 110934, 110948, 110952, 110960, 111356, 113664, 113771, 113776, 113789, 113792, 113801,
113808, 113818, 113820, 113823, 113824, 118528, 118574, 118576, 118599, 118608, 118724, 118784, 119030, 119040, 119079,
119081, 119155, 119163, 119275, 119296, 119366, 119488, 119508, 119520, 119540, 119552, 119639, 119648, 119673, 119808,
119893, 119894, 119965, 119966, 119968, 119970, 119971, 119973, 119975, 119977, 119981, 119982, 119994, 119995, 119996,
119997, 120004, 120005, 120070, 120071, 120075, 120077, 120085, 120086, 120093, 120094, 120122, 120123, 120127, 120128,
120133, 120134, 120135, 120138, 120145, 120146, 120486, 120488, 120513, 120514, 120539, 120540, 120571, 120572, 120597,
120598, 120629, 120630, 120655, 120656, 120687, 120688, 120713, 120714, 120745, 120746, 120771, 120772, 120780, 120782,
121479, 121484, 121499, 121504, 121505, 121520, 122624, 122655, 122661, 122667, 122880, 122887, 122888, 122905, 122907,
122914, 122915, 122917, 122918, 122923, 122928, 122990, 123023, 123024, 123136, 123181, 123184, 123198, 123200, 123210,
123214, 123216, 123536, 123567, 123584, 123642, 123647, 123648, 124112, 124154, 124896, 124903, 124904, 124908, 124909,
124911, 124912, 124927, 124928, 125125, 125127, 125143, 125184, 125260, 125264, 125274, 125278, 125280, 126065, 126133,
126209, 126270, 126464, 126468, 126469, 126496, 126497, 126499, 126500, 126501, 126503, 126504, 126505, 126515, 126516,
126520, 126521, 126522, 126523, 126524, 126530, 126531, 126535, 126536, 126537, 126538, 126539, 126540, 126541, 126544,
126545, 126547, 126548, 126549, 126551, 126552, 126553, 126554, 126555, 126556, 126557, 126558, 126559, 126560, 126561,
126563, 126564, 126565, 126567, 126571, 126572, 126579, 126580, 126584, 126585, 126589, 126590, 126591, 126592, 126602,
126603, 126620, 126625, 126628, 126629, 126634, 126635, 126652, 126704, 126706, 126976, 126980, 126981, 127020, 127024,
127124, 127136, 127151, 127153, 127168, 127169, 127183, 127184, 127185, 127222, 127232, 127245, 127248, 127279, 127280,
127340, 127344, 127346, 127358, 127360, 127374, 127375, 127377, 127387, 127405, 127406, 127462, 127488, 127489, 127491,
127504, 127514, 127515, 127535, 127536, 127538, 127547, 127548, 127552, 127561, 127568, 127570, 127584, 127590, 127744,
127778, 127780, 127892, 127894, 127896, 127897, 127900, 127902, 127985, 127987, 127990, 127991, 127995, 128000, 128254,
128255, 128318, 128326, 128329, 128335, 128336, 128360, 128367, 128369, 128371, 128379, 128391, 128392, 128394, 128398,
128400, 128401, 128405, 128407, 128420, 128422, 128424, 128425, 128433, 128435, 128444, 128445, 128450, 128453, 128465,
128468, 128476, 128479, 128481, 128482, 128483, 128484, 128488, 128489, 128495, 128496, 128499, 128500, 128506, 128592,
128640, 128710, 128715, 128723, 128725, 128728, 128732, 128742, 128745, 128746, 128747, 128749, 128752, 128753, 128755,
128765, 128768, 128884, 128887, 128891, 128896, 128981, 128986, 128992, 129004, 129008, 129009, 129024, 129036, 129040,
129096, 129104, 129114, 129120, 129160, 129168, 129198, 129200, 129202, 129280, 129292, 129339, 129340, 129350, 129351,
129536, 129620, 129632, 129646, 129648, 129661, 129664, 129673, 129680, 129726, 129727, 129734, 129742, 129756, 129760,
129769, 129776, 129785, 129792, 129939, 129940, 129995, 130032, 130042, 131072, 173792, 173824, 177978, 177984, 178206,
178208, 183970, 183984, 191457, 191472, 192094, 194560, 195102, 196608, 201547, 201552, 205744, 917760, 918000, 983040,
1048574, 1048576, 1114110}'::integer[])
    ]::text,
    ('{
xfffffffffffffffffffffffffffffffffffffff8, x0000000000000001000000000000000000000008,
x0000000000400000000000000000000000000000, x0000010000000000000000000000000000000000,
x0000001000000000000000000000000000000000, x0000001000000000000000000200000000000000,
x0000001002000000000000000000000000000000, x0000001000000001000000000000000000000008,
x0800000000000000000000000000000000000000, x0000000000008000000000000000000000000000,
x1000000000000000000000000000000000000000, x9000000000040000003000000010080210000000,
x1000000000000000000000000000000010000000, x1000000000000000000000000000000000020040,
x0000000000000000000000000000000010000000, x0000000000000000000000000000000000020000,
x0000000000000000000000020000000000000000, x0000000000000000000000000000010000000000,
x0000000000000000002000000000000000000000, x0000000400000000000000000000000000000000,
x0020000400a80201004000000008004000242008, x0020000400a80201004000000008000000242008,
x0000000500000400010000000000000000000000, x0020000000000000000000000000000000000000,
x0020100000000000000000000000000020000000, x0000000000080000000000000000000000000000,
x0000000000080000000001000000000000000000, x0000000000200000000000000000000000000000,
x0000000000200008000000000000000000000000, x0000000000000000000000000008000000000000,
x0000000000000000000000000000000000200000, x0000000000800000000000000000000000200000,
x0000000000000000000000000000000000040000, x0000000000000200000000000000000000000000,
x0000000000000200000000100000000000000000, x0000000000000000004000000000000000000000,
x0000000000000000000000000000000400000000, x0000000000000000000000000000000000010000,
x0000000000000002000000000000000000000000, x0000000000000000000000000000000000008000,
x0000000000000000000000800000000000000000, x0000100000000000000000800000000002000000,
x0000000004000000000000000000000000000000, x0000000000000000000000000000000000000008,
x0000000008000000000000000000000000000000, x0000040000000000000000000000000000000000,
x0000800000000000000000000000000000000000, x0000000000000000000000004000000000000000,
x0000000000000000000000000000020000000000, x0000000000000000000000000000000008000000,
x0000000000020000000000000000000000000000, x0001000000000000000000000000000000000000,
x0000000000000000000000000000000004000000, x0000000000000010000000000000000000000000,
x0000000000000000000004000000000000000000, x0000000000000000400000000000000000000000,
x0000000000000000000000000000000002000000, x0000000000000000000000080000000000000000,
x0002000000000000000000000000000000000000, x0000000000000000000000000000000001000000,
x0200000000000000000000000000000000000000, x0000000000000000000000000000000040000000,
x0040000000000000000000000000000000000000, x0000000000000000800000000000000000000000,
x0000000000000000000000002000000000000000, x0020000400800200000000000000000000000000,
x0020000400000000000000000000000000000000, x0000000400000000000000000000004000000000,
x0000000400000200004000000008000000240000, x0000000400000000000000100000000000000000,
x0020000400800200004000100008000400042000, x0000000400800000000000000000000000000000,
x0000000400800200000000000000000000000000, x0000000000000000000000100000000000000000,
x0000001000000000000000000000000010000000, x0000000400800001000000000000000000000008,
x0000000002000000000000000000000000000000, x0000000000000000000000000000000000004000,
x0000000000000000000000000000000000000020, x0000000000000000080000000000000000000000,
x0000000000000000000000000000000000000400, x0100000000000000000000000000000000000000,
x0000000000000000000000000000000020000000, x000000050028060c014008100000004000402000,
x000000050028060c010008100000004000402000, x0000000000000000000000000000200000000000,
x0000000000000000000000000000008000000000, x0000000400000000000000000000000000200000,
x0000000000000080000000000000000000000000, x0000000000000000000000000000040000000000,
x0000000000000800000000000000000000000000, x0002000000000800000000000000000000000000,
x0000080000000000000000000000000000000000, x0000000000000000000000000000000000800000,
x0000000000000000000100000000000000000000, x1000000000000000000000000000000000020000,
x0000000000000000100000000000000000000000, x0000004000000000300000000000000000000000,
x0000000000000000040000000000000000000000, x0000400000000000000000000000000000000000,
x1000010000000000000000000000000000000000, x0000000000000000000000000800000000000000,
x0000000001000000000000000000000000000000, x0000000000000000000000000200000000000000,
x0000000000000000000000000000000000000800, x0000000000000000000000000100000000000000,
x0000000800000000000000000000000000000000, x0000000000000000000000000000002000000000,
x0000000000000000000000000002000000000000, x0000000000000000000000000004000000000000,
x0000000020000000000000000000000000000000, x0000200000000000000000000000000000000000,
x0000000000000000000000000000000000000200, x0000000000000000200000000000000000000000,
x0000004000000000000000000000000000000000, x0000000000004000000000000000000000000000,
x0000000000000000000000000000800000000000, x0000000000000000000000400000000000000000,
x0000000000010000000000000000000000000000, x0000000000000000000000000000100000000000,
x0000000000000000020000000000000000000000, x0000000000000000000020000000000000000000,
x0000000000000000000040000000000000000000, x0000000000000040000000000000000000000000,
x0000000000000000000000000040000000000000, x0000000000000000000000000400000000000000,
x0000000000000000001000000000000000000000, x0400000000000000000000000000000000000000,
x0000000000001000000000000000000000000000, x0000000000002000000000000000000000000000,
x0000000000000000000000000000080000000000, x0000000000000000000000000020000000000000,
x0000000000000000000000001000000000000000, x0000000000040000000000000000000000000000,
x0000000000000000000000000000000000000040, x0000000000000000000000000080000000000000,
x0000000000000000000000000000000200000000, x0000000000000000000000000010000000000000,
x0000020000000000000000000000000000000000, x0000000010000000000000000000000000000000,
x0008000000000000000000000000000000000000, x0000000000000400000000000000000000000000,
x0000000000000000000000000000000100000000, x0000100000000000000000000000000000000000,
x0000000000000000010000000000000000000000, x0000000000000000000000000000004000000000,
x0000000000000008000000000000000000000000, x0000000000000000000001000000000000000000,
x0000000000000004000000000000000000000000, x0000000000800000000000000000000000000000,
x0000000000000000000000040000000000000000, x0000000000000000000000000000000000002000,
x0000000000000000000000000000001000000000, x0000000000000000000008000000000000000000,
x0000000000000000000000000000000000400000, x4000000000000000000000000000000000000000,
x0000000100000000000000000000000000000000, x0000000000000000000000000000000000000080,
x0000000200000000000000000000000000000000, x0000000000000000000000000000000000000010,
x0000000000000000000000000000000080000000, x0000000000000000000000000000400000000000,
x0010000000000000000000000000000000000000, x0000000000000000000800000000000000000000,
x0000000000000000000400000000000000000000, x0000000000100000000000000000000000000000,
x0000000000000000008000000000000000000000, x0000000000000100000000000000000000000000,
x0000008000000000000000000000000000000000, x0000002000000000000000000000000000000000,
x0000000040000000000000000000000000000000, x2000000000000000000000000000000000000000,
x0000000000000000000002000000000000000000, x0000000000000000000000000000000000100000,
x0080000000000000000000000000000000000000, x0000000000000000000000000001000000000000,
x0000000000000000000200000000000000000000, x0000000000000000000010000000000000000000,
x0000000000000000000000000000000000080000, x0000000000000000000000010000000000000000,
x0000000000000020000000000000000000000000, x0000000080000000000000000000000000000000,
x0000000000000000000000000000000800000000, x0000000000000000000000008000000000000000,
x0000000000000000000000000000000000001000, x0000000000000000000000000000000000000100,
x0000000000000000000000200000000000000000, x0000000000000000000080000000000000000000,
x8000000000000000000000000000000000000000}'::bit(160)[])[
      ('{
0, 1, 0, 2, 0, 2, 0, 2, 0, 1, 0, 1, 0, 1, 2, 0, 1, 0, 2, 0, 2, 0, 2, 1, 0, 1, 0, 2, 0, 1, 0, 1, 0, 1, 3, 1, 3, 1, 2, 3,
1, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 4, 3, 0, 3, 5, 0, 6, 7, 8, 7, 5, 0, 9, 0, 9, 0, 9, 0, 10, 0, 10, 0,
10, 0, 10, 0, 10, 0, 10, 0, 10, 0, 11, 0, 11, 12, 11, 13, 11, 14, 0, 11, 13, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 15, 0,
15, 11, 16, 0, 17, 0, 17, 0, 17, 0, 18, 0, 19, 0, 15, 0, 11, 0, 11, 0, 11, 0, 11, 20, 21, 22, 1, 20, 0, 23, 0, 20, 24,
0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 25, 24, 0, 24, 0, 24, 0, 24, 0,
26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 27, 26, 0, 28,
0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 29, 0, 28, 0, 30, 0, 30, 0, 30, 0, 30,
0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31,
0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 32, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33,
0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34,
0, 34, 0, 35, 0, 34, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37,
0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 38, 0, 38, 0, 38, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39,
0, 39, 0, 39, 0, 39, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 41, 42, 0,
41, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 44, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0,
45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 46, 0, 46, 0, 47, 0, 47, 0, 48, 0, 49, 0, 49, 0, 50, 0, 50, 51,
0, 52, 0, 53, 0, 53, 0, 53, 0, 54, 0, 54, 0, 54, 0, 54, 0, 54, 0, 55, 0, 55, 0, 55, 0, 55, 0, 47, 0, 56, 0, 56, 0, 56,
0, 56, 57, 0, 57, 0, 58, 0, 58, 0, 58, 0, 59, 0, 60, 0, 60, 0, 60, 0, 60, 0, 60, 0, 1, 0, 61, 0, 61, 0, 61, 0, 62, 63,
0, 64, 0, 64, 0, 64, 65, 0, 5, 0, 43, 0, 43, 0, 66, 20, 66, 0, 20, 67, 68, 67, 68, 69, 20, 68, 20, 68, 67, 20, 70, 67,
20, 67, 20, 71, 72, 73, 67, 24, 72, 74, 0, 2, 3, 5, 2, 3, 2, 3, 2, 5, 2, 3, 1, 75, 1, 15, 1, 2, 3, 0, 3, 0, 3, 0, 3, 0,
3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 1, 2, 0, 1, 0, 2, 1, 0, 2, 0,
1, 76, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1, 0, 2, 1, 0, 1, 2, 1, 0, 1, 0, 1, 0, 2, 0, 1, 2, 1, 0, 1, 0, 1,
0, 1, 0, 77, 2, 4, 0, 4, 0, 4, 0, 43, 0, 43, 0, 43, 0, 78, 0, 78, 0, 78, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45,
0, 45, 0, 45, 0, 5, 0, 1, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0,
44, 0, 44, 0, 1, 0, 1, 0, 44, 0, 1, 0, 44, 0, 44, 79, 0, 80, 0, 81, 0, 81, 0, 5, 7, 5, 0, 5, 0, 5, 82, 0, 1, 0, 2, 1,
0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 83, 0, 83, 0, 84, 85, 0, 86, 0, 87, 0, 87, 0, 20, 67, 20, 88, 20, 0, 20, 0, 20, 89, 0,
90, 0, 44, 0, 91, 0, 92, 91, 0, 41, 0, 93, 0, 93, 0, 93, 0, 41, 0, 41, 94, 0, 94, 0, 95, 0, 95, 0, 45, 0, 45, 0, 45, 0,
45, 0, 45, 0, 2, 0, 2, 3, 2, 0, 46, 95, 0, 95, 0, 95, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 2, 0, 9, 0, 10, 0, 10, 0,
10, 0, 10, 0, 10, 0, 10, 0, 10, 11, 0, 11, 0, 11, 0, 11, 0, 11, 96, 11, 0, 1, 0, 1, 5, 0, 11, 0, 11, 0, 1, 0, 2, 0, 2,
0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 97, 0, 97, 0, 97, 0, 97, 0, 97, 0, 97, 0, 97, 0, 98, 0, 3, 0, 3, 0, 1, 0, 99, 0,
100, 0, 101, 0, 102, 0, 102, 103, 0, 104, 0, 105, 0, 106, 0, 106, 0, 106, 0, 107, 108, 109, 0, 109, 0, 110, 0, 110, 0,
111, 0, 112, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 114, 0, 114, 0, 114, 0, 2, 0, 2, 0, 2,
0, 115, 0, 115, 0, 115, 0, 115, 0, 115, 0, 115, 116, 0, 116, 117, 0, 117, 118, 0, 118, 0, 119, 0, 119, 0, 119, 120, 0,
121, 0, 122, 123, 0, 123, 0, 123, 124, 0, 124, 0, 124, 0, 124, 0, 124, 0, 124, 0, 124, 0, 125, 0, 126, 0, 127, 0, 127,
0, 127, 0, 128, 0, 129, 0, 129, 130, 0, 130, 131, 0, 131, 0, 132, 0, 133, 0, 133, 0, 133, 134, 0, 134, 0, 11, 0, 135,
0, 135, 0, 135, 0, 11, 136, 0, 137, 0, 138, 0, 139, 0, 140, 0, 141, 0, 141, 0, 141, 142, 0, 142, 0, 143, 0, 143, 0,
144, 0, 144, 0, 144, 0, 145, 0, 145, 0, 146, 0, 146, 0, 146, 0, 146, 0, 37, 0, 147, 0, 147, 0, 147, 0, 148, 0, 148, 0,
148, 0, 148, 0, 148, 0, 149, 0, 149, 0, 150, 32, 150, 32, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 32, 150,
0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 151, 0, 151, 0, 151, 0, 152, 0, 152, 0, 152, 0, 153, 0, 153,
0, 153, 0, 154, 0, 154, 0, 154, 0, 155, 0, 155, 0, 156, 0, 156, 0, 156, 0, 156, 0, 157, 0, 158, 0, 158, 159, 0, 159, 0,
159, 0, 159, 0, 159, 0, 159, 0, 159, 0, 159, 0, 74, 0, 74, 0, 74, 0, 74, 0, 160, 0, 160, 0, 161, 0, 161, 0, 47, 162, 0,
163, 0, 163, 0, 163, 0, 163, 0, 164, 0, 164, 0, 164, 0, 165, 0, 165, 0, 165, 0, 165, 0, 165, 0, 165, 0, 165, 0, 166, 0,
166, 0, 166, 0, 166, 0, 166, 0, 166, 0, 167, 0, 168, 0, 168, 0, 168, 0, 168, 0, 80, 0, 31, 32, 31, 32, 31, 0, 169, 0,
169, 0, 169, 0, 170, 0, 171, 0, 171, 0, 172, 0, 82, 0, 173, 0, 173, 0, 174, 0, 174, 0, 175, 0, 175, 0, 176, 0, 176, 0,
176, 0, 176, 0, 176, 0, 176, 0, 177, 0, 178, 0, 178, 0, 178, 0, 179, 180, 0, 44, 181, 0, 44, 0, 179, 0, 179, 181, 0,
179, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 180, 0, 182, 0, 182, 0, 182, 0, 182, 0, 182, 0, 1, 0,
1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1, 0, 1, 0, 44, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
1, 0, 1, 0, 183, 0, 183, 0, 183, 0, 183, 0, 183, 0, 183, 0, 2, 0, 2, 0, 77, 0, 77, 0, 77, 0, 77, 0, 77, 0, 5, 0, 5, 0,
184, 0, 184, 0, 184, 0, 184, 0, 185, 0, 186, 0, 187, 0, 45, 0, 45, 0, 45, 0, 45, 0, 188, 0, 188, 0, 189, 0, 189, 0, 1,
0, 1, 0, 1, 0, 1, 0, 1, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0,
11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0,
11, 0, 11, 0, 11, 0, 1, 0, 1, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 1, 0}'::integer[])[
        width_bucket(ascii(c.symbol), '{
0, 48, 58, 65, 91, 97, 123, 170, 171, 178, 180, 181, 182, 185, 186, 187, 188, 191, 192, 215, 216, 247, 248, 697, 706,
710, 722, 736, 741, 748, 749, 750, 751, 768, 834, 835, 837, 838, 867, 880, 884, 885, 886, 888, 890, 894, 895, 896, 902,
903, 904, 907, 908, 909, 910, 930, 931, 994, 1008, 1014, 1015, 1024, 1154, 1155, 1156, 1157, 1159, 1160, 1328, 1329,
1367, 1369, 1370, 1376, 1417, 1425, 1470, 1471, 1472, 1473, 1475, 1476, 1478, 1479, 1480, 1488, 1515, 1519, 1523, 1552,
1563, 1568, 1600, 1601, 1611, 1622, 1632, 1642, 1646, 1648, 1649, 1748, 1749, 1757, 1759, 1769, 1770, 1789, 1791, 1792,
1808, 1867, 1869, 1872, 1920, 1970, 1984, 2038, 2042, 2043, 2045, 2046, 2048, 2094, 2112, 2140, 2144, 2155, 2160, 2184,
2185, 2191, 2200, 2274, 2275, 2304, 2385, 2386, 2387, 2389, 2404, 2406, 2416, 2417, 2432, 2436, 2437, 2445, 2447, 2449,
2451, 2473, 2474, 2481, 2482, 2483, 2486, 2490, 2492, 2501, 2503, 2505, 2507, 2511, 2519, 2520, 2524, 2526, 2527, 2532,
2534, 2544, 2546, 2548, 2554, 2556, 2557, 2558, 2559, 2561, 2564, 2565, 2571, 2575, 2577, 2579, 2601, 2602, 2609, 2610,
2612, 2613, 2615, 2616, 2618, 2620, 2621, 2622, 2627, 2631, 2633, 2635, 2638, 2641, 2642, 2649, 2653, 2654, 2655, 2662,
2672, 2678, 2689, 2692, 2693, 2702, 2703, 2706, 2707, 2729, 2730, 2737, 2738, 2740, 2741, 2746, 2748, 2758, 2759, 2762,
2763, 2766, 2768, 2769, 2784, 2788, 2790, 2800, 2809, 2816, 2817, 2820, 2821, 2829, 2831, 2833, 2835, 2857, 2858, 2865,
2866, 2868, 2869, 2874, 2876, 2885, 2887, 2889, 2891, 2894, 2901, 2904, 2908, 2910, 2911, 2916, 2918, 2928, 2929, 2936,
2946, 2948, 2949, 2955, 2958, 2961, 2962, 2966, 2969, 2971, 2972, 2973, 2974, 2976, 2979, 2981, 2984, 2987, 2990, 3002,
3006, 3011, 3014, 3017, 3018, 3022, 3024, 3025, 3031, 3032, 3046, 3059, 3072, 3085, 3086, 3089, 3090, 3113, 3114, 3130,
3132, 3141, 3142, 3145, 3146, 3150, 3157, 3159, 3160, 3163, 3165, 3166, 3168, 3172, 3174, 3184, 3192, 3199, 3200, 3204,
3205, 3213, 3214, 3217, 3218, 3241, 3242, 3252, 3253, 3258, 3260, 3269, 3270, 3273, 3274, 3278, 3285, 3287, 3293, 3295,
3296, 3300, 3302, 3312, 3313, 3316, 3328, 3341, 3342, 3345, 3346, 3397, 3398, 3401, 3402, 3407, 3412, 3428, 3430, 3449,
3450, 3456, 3457, 3460, 3461, 3479, 3482, 3506, 3507, 3516, 3517, 3518, 3520, 3527, 3530, 3531, 3535, 3541, 3542, 3543,
3544, 3552, 3558, 3568, 3570, 3572, 3585, 3643, 3648, 3663, 3664, 3674, 3713, 3715, 3716, 3717, 3718, 3723, 3724, 3748,
3749, 3750, 3751, 3774, 3776, 3781, 3782, 3783, 3784, 3791, 3792, 3802, 3804, 3808, 3840, 3841, 3864, 3866, 3872, 3892,
3893, 3894, 3895, 3896, 3897, 3898, 3902, 3912, 3913, 3949, 3953, 3973, 3974, 3992, 3993, 4029, 4038, 4039, 4096, 4160,
4170, 4176, 4254, 4256, 4294, 4295, 4296, 4301, 4302, 4304, 4347, 4348, 4352, 4608, 4681, 4682, 4686, 4688, 4695, 4696,
4697, 4698, 4702, 4704, 4745, 4746, 4750, 4752, 4785, 4786, 4790, 4792, 4799, 4800, 4801, 4802, 4806, 4808, 4823, 4824,
4881, 4882, 4886, 4888, 4955, 4957, 4960, 4969, 4989, 4992, 5008, 5024, 5110, 5112, 5118, 5121, 5741, 5743, 5760, 5761,
5787, 5792, 5867, 5870, 5881, 5888, 5910, 5919, 5920, 5941, 5952, 5972, 5984, 5997, 5998, 6001, 6002, 6004, 6016, 6100,
6103, 6104, 6108, 6110, 6112, 6122, 6128, 6138, 6155, 6158, 6159, 6170, 6176, 6265, 6272, 6315, 6320, 6390, 6400, 6431,
6432, 6444, 6448, 6460, 6470, 6480, 6510, 6512, 6517, 6528, 6572, 6576, 6602, 6608, 6619, 6656, 6684, 6688, 6751, 6752,
6781, 6783, 6794, 6800, 6810, 6823, 6824, 6832, 6863, 6912, 6989, 6992, 7002, 7019, 7028, 7040, 7104, 7156, 7168, 7224,
7232, 7242, 7245, 7248, 7294, 7296, 7305, 7312, 7355, 7357, 7360, 7376, 7377, 7378, 7379, 7380, 7381, 7383, 7384, 7385,
7386, 7387, 7388, 7390, 7392, 7393, 7394, 7401, 7402, 7403, 7405, 7406, 7410, 7411, 7412, 7413, 7415, 7416, 7418, 7419,
7424, 7462, 7467, 7468, 7517, 7522, 7526, 7531, 7544, 7545, 7615, 7618, 7672, 7673, 7674, 7675, 7680, 7936, 7958, 7960,
7966, 7968, 8006, 8008, 8014, 8016, 8024, 8025, 8026, 8027, 8028, 8029, 8030, 8031, 8062, 8064, 8117, 8118, 8125, 8126,
8127, 8130, 8133, 8134, 8141, 8144, 8148, 8150, 8156, 8160, 8173, 8178, 8181, 8182, 8189, 8304, 8305, 8306, 8308, 8314,
8319, 8320, 8330, 8336, 8349, 8400, 8432, 8433, 8450, 8451, 8455, 8456, 8458, 8468, 8469, 8470, 8473, 8478, 8484, 8485,
8486, 8487, 8488, 8489, 8490, 8492, 8494, 8495, 8498, 8499, 8506, 8508, 8512, 8517, 8522, 8526, 8527, 8528, 8544, 8585,
8586, 9312, 9372, 9450, 9472, 10102, 10132, 11264, 11360, 11392, 11493, 11499, 11508, 11517, 11518, 11520, 11558,
11559, 11560, 11565, 11566, 11568, 11624, 11631, 11632, 11647, 11648, 11671, 11680, 11687, 11688, 11695, 11696, 11703,
11704, 11711, 11712, 11719, 11720, 11727, 11728, 11735, 11736, 11743, 11744, 11776, 11823, 11824, 12293, 12296, 12321,
12336, 12337, 12342, 12344, 12349, 12353, 12439, 12441, 12443, 12445, 12448, 12449, 12539, 12540, 12544, 12549, 12592,
12593, 12687, 12690, 12694, 12704, 12736, 12784, 12800, 12832, 12842, 12872, 12880, 12881, 12896, 12928, 12938, 12977,
12992, 13312, 19904, 19968, 40960, 42125, 42192, 42238, 42240, 42509, 42512, 42540, 42560, 42607, 42608, 42611, 42612,
42622, 42623, 42656, 42738, 42775, 42784, 42786, 42888, 42889, 42891, 42955, 42960, 42962, 42963, 42964, 42965, 42970,
42994, 43008, 43048, 43052, 43053, 43056, 43059, 43062, 43072, 43124, 43136, 43206, 43216, 43226, 43232, 43249, 43250,
43251, 43252, 43256, 43259, 43260, 43261, 43264, 43310, 43312, 43348, 43360, 43389, 43392, 43457, 43471, 43472, 43482,
43488, 43519, 43520, 43575, 43584, 43598, 43600, 43610, 43616, 43639, 43642, 43648, 43715, 43739, 43742, 43744, 43760,
43762, 43767, 43777, 43783, 43785, 43791, 43793, 43799, 43808, 43815, 43816, 43823, 43824, 43867, 43868, 43877, 43878,
43882, 43888, 43968, 44011, 44012, 44014, 44016, 44026, 44032, 55204, 55216, 55239, 55243, 55292, 63744, 64110, 64112,
64218, 64256, 64263, 64275, 64280, 64285, 64297, 64298, 64311, 64312, 64317, 64318, 64319, 64320, 64322, 64323, 64325,
64326, 64336, 64434, 64467, 64830, 64848, 64912, 64914, 64968, 65008, 65010, 65011, 65020, 65024, 65040, 65056, 65070,
65072, 65136, 65141, 65142, 65277, 65296, 65306, 65313, 65339, 65345, 65371, 65382, 65471, 65474, 65480, 65482, 65488,
65490, 65496, 65498, 65501, 65536, 65548, 65549, 65575, 65576, 65595, 65596, 65598, 65599, 65614, 65616, 65630, 65664,
65787, 65799, 65844, 65856, 65913, 65930, 65932, 66045, 66046, 66176, 66205, 66208, 66257, 66272, 66300, 66304, 66340,
66349, 66352, 66379, 66384, 66427, 66432, 66462, 66464, 66500, 66504, 66512, 66513, 66518, 66560, 66640, 66688, 66718,
66720, 66730, 66736, 66772, 66776, 66812, 66816, 66856, 66864, 66916, 66928, 66939, 66940, 66955, 66956, 66963, 66964,
66966, 66967, 66978, 66979, 66994, 66995, 67002, 67003, 67005, 67072, 67383, 67392, 67414, 67424, 67432, 67456, 67462,
67463, 67505, 67506, 67515, 67584, 67590, 67592, 67593, 67594, 67638, 67639, 67641, 67644, 67645, 67647, 67648, 67670,
67672, 67680, 67703, 67705, 67712, 67743, 67751, 67760, 67808, 67827, 67828, 67830, 67835, 67840, 67868, 67872, 67898,
67968, 68000, 68024, 68028, 68048, 68050, 68096, 68100, 68101, 68103, 68108, 68116, 68117, 68120, 68121, 68150, 68152,
68155, 68159, 68169, 68192, 68223, 68224, 68256, 68288, 68296, 68297, 68327, 68331, 68336, 68352, 68406, 68416, 68438,
68440, 68448, 68467, 68472, 68480, 68498, 68521, 68528, 68608, 68681, 68736, 68787, 68800, 68851, 68858, 68864, 68904,
68912, 68922, 69216, 69247, 69248, 69290, 69291, 69293, 69296, 69298, 69373, 69376, 69416, 69424, 69461, 69488, 69510,
69552, 69580, 69600, 69623, 69632, 69703, 69714, 69750, 69759, 69760, 69819, 69826, 69827, 69840, 69865, 69872, 69882,
69888, 69941, 69942, 69952, 69956, 69960, 69968, 70004, 70006, 70007, 70016, 70085, 70089, 70093, 70094, 70107, 70108,
70109, 70113, 70133, 70144, 70162, 70163, 70200, 70206, 70210, 70272, 70279, 70280, 70281, 70282, 70286, 70287, 70302,
70303, 70313, 70320, 70379, 70384, 70394, 70400, 70401, 70402, 70403, 70404, 70405, 70413, 70415, 70417, 70419, 70441,
70442, 70449, 70450, 70452, 70453, 70458, 70459, 70461, 70469, 70471, 70473, 70475, 70478, 70480, 70481, 70487, 70488,
70493, 70500, 70502, 70509, 70512, 70517, 70656, 70731, 70736, 70746, 70750, 70754, 70784, 70854, 70855, 70856, 70864,
70874, 71040, 71094, 71096, 71105, 71128, 71134, 71168, 71233, 71236, 71237, 71248, 71258, 71296, 71353, 71360, 71370,
71424, 71451, 71453, 71468, 71472, 71484, 71488, 71495, 71680, 71739, 71840, 71923, 71935, 71936, 71943, 71945, 71946,
71948, 71956, 71957, 71959, 71960, 71990, 71991, 71993, 71995, 72004, 72016, 72026, 72096, 72104, 72106, 72152, 72154,
72162, 72163, 72165, 72192, 72255, 72263, 72264, 72272, 72346, 72349, 72350, 72368, 72384, 72441, 72704, 72713, 72714,
72759, 72760, 72769, 72784, 72813, 72818, 72848, 72850, 72872, 72873, 72887, 72960, 72967, 72968, 72970, 72971, 73015,
73018, 73019, 73020, 73022, 73023, 73032, 73040, 73050, 73056, 73062, 73063, 73065, 73066, 73103, 73104, 73106, 73107,
73113, 73120, 73130, 73440, 73463, 73472, 73489, 73490, 73531, 73534, 73539, 73552, 73562, 73648, 73649, 73664, 73680,
73682, 73683, 73684, 73685, 73728, 74650, 74752, 74863, 74880, 75076, 77712, 77809, 77824, 78896, 78912, 78934, 82944,
83527, 92160, 92729, 92736, 92767, 92768, 92778, 92784, 92863, 92864, 92874, 92880, 92910, 92912, 92917, 92928, 92983,
92992, 92996, 93008, 93018, 93019, 93026, 93027, 93048, 93053, 93072, 93760, 93847, 93952, 94027, 94031, 94088, 94095,
94112, 94176, 94177, 94178, 94179, 94180, 94181, 94192, 94194, 94208, 100344, 100352, 101120, 101590, 101632, 101641,
110576, 110580, 110581, 110588, 110589, 110591, 110592, 110883, 110898, 110899, 110928, 110931, 110933, 110934, 110948,
110952, 110960, 111356, 113664, 113771, 113776, 113789, 113792, 113801, 113808, 113818, 113821, 113823, 118528, 118574,
118576, 118599, 119141, 119146, 119149, 119155, 119163, 119171, 119173, 119180, 119210, 119214, 119362, 119365, 119488,
119508, 119520, 119540, 119648, 119666, 119673, 119808, 119893, 119894, 119965, 119966, 119968, 119970, 119971, 119973,
119975, 119977, 119981, 119982, 119994, 119995, 119996, 119997, 120004, 120005, 120070, 120071, 120075, 120077, 120085,
120086, 120093, 120094, 120122, 120123, 120127, 120128, 120133, 120134, 120135, 120138, 120145, 120146, 120486, 120488,
120513, 120514, 120539, 120540, 120571, 120572, 120597, 120598, 120629, 120630, 120655, 120656, 120687, 120688, 120713,
120714, 120745, 120746, 120771, 120772, 120780, 120782, 120832, 121344, 121399, 121403, 121453, 121461, 121462, 121476,
121477, 121499, 121504, 121505, 121520, 122624, 122655, 122661, 122667, 122880, 122887, 122888, 122905, 122907, 122914,
122915, 122917, 122918, 122923, 122928, 122990, 123023, 123024, 123136, 123181, 123184, 123198, 123200, 123210, 123214,
123215, 123536, 123567, 123584, 123642, 124112, 124154, 124896, 124903, 124904, 124908, 124909, 124911, 124912, 124927,
124928, 125125, 125127, 125143, 125184, 125260, 125264, 125274, 126065, 126124, 126125, 126128, 126129, 126133, 126209,
126254, 126255, 126270, 126464, 126468, 126469, 126496, 126497, 126499, 126500, 126501, 126503, 126504, 126505, 126515,
126516, 126520, 126521, 126522, 126523, 126524, 126530, 126531, 126535, 126536, 126537, 126538, 126539, 126540, 126541,
126544, 126545, 126547, 126548, 126549, 126551, 126552, 126553, 126554, 126555, 126556, 126557, 126558, 126559, 126560,
126561, 126563, 126564, 126565, 126567, 126571, 126572, 126579, 126580, 126584, 126585, 126589, 126590, 126591, 126592,
126602, 126603, 126620, 126625, 126628, 126629, 126634, 126635, 126652, 127232, 127245, 130032, 130042, 131072, 173792,
173824, 177978, 177984, 178206, 178208, 183970, 183984, 191457, 191472, 192094, 194560, 195102, 196608, 201547, 201552,
205744, 917760, 918000}'::integer[])
      ]
    ]
  from string_to_table(value, null) with ordinality as c (symbol, ordinal);
end
$function$;

CREATE OR REPLACE FUNCTION private.compare_candidates (
  skill          uuid,
  candidates     tid[],
  own_words      private.telling_word[],
  required_words integer,
  whole          double precision
)
  RETURNS TABLE (
    skill_id   uuid,
    type       text,
    words      tsvector,
    name       tsvector,
    weight     double precision,
    coverage   double precision,
    name_share double precision
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 20
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
#variable_conflict use_column
declare
  limits constant record := private.similarity_constants();
begin
  return query
  with telling as materialized (
    select term, weight from unnest(own_words)
  )
  select d.skill_id, d.type, d.words, n.name, f.weight, v.coverage, v.name_share
  from (
    select c.ctid, sum(bytes) over (order by bytes, c.ctid) as bytes
    from (select distinct ctid from unnest(candidates) as ctid) as c
    join private.skill_documents as doc on doc.ctid = c.ctid
    cross join lateral pg_column_size(doc.words) as bytes
  ) as c
  -- Detoasts a long document once.
  join lateral (
    select skill_id, type, name_words, doc.words || ''::tsvector as words
    from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= limits.max_bytes offset 0
  ) as d on d.skill_id <> skill
  cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
  cross join lateral (
    select
      sum(t.weight * case when t.in_name then 1 else least(1, sqrt(limits.usual_length / length(d.words))) end) as weight,
      count(*) as shared_words,
      count(*) filter (where t.in_name) as in_name
    from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
  ) as f
  cross join lateral (
    select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
  ) as v
  where f.shared_words >= required_words
  order by v.coverage + limits.name_share_boost * v.name_share desc, d.skill_id
  limit limits.max_compared;
end
$function$;

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
  wrong text;
  nearest text;
begin
  for wrong, nearest in select w.typed, w.word from unnest(words) as w where w.typed is not null loop
    if original is null then
      original := private.fold_text(search);
      if lower(search collate pg_catalog.pg_c_utf8) = original then
        original := search;
      end if;
      correction := original;
    end if;
    correction := regexp_replace(
      correction collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(wrong, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', nearest, 'gi'
    );
  end loop;
  return nullif(correction, original);
end
$function$;

CREATE OR REPLACE FUNCTION private.correct_word (
  wrong  text,
  budget integer
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
  for edits in 1..private.allowed_edits(wrong) loop
    return query (
      select near.word, usage.frequency
      from (
        select word
        from (
          -- In the order of the table, the oldest first: words that are added later cannot displace them.
          select v.word, v.ctid as location
          from private.vocabulary as v
          where v.deletions && array(select d.deletion from private.deletions(array[wrong], edits) as d)
          limit budget / char_length(wrong)
        ) as candidate
        where word <> wrong
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          and abs(char_length(word) - char_length(wrong)) <= edits
          -- Digits are not mistyped letters: contex7 is context7, and not context.
          and regexp_replace(word, '[^0-9]', '', 'g') = digits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and private.is_within(wrong, transposed, word, edits)
        order by location
        limit 50
      ) as near
      -- Evaluates the count once for each word.
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as usage
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
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
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    perform private.establish_raters(
      array(select distinct agent_id from new_rows),
      array(select id from new_rows),
      array(select skill_id from unnest(added || removed))
    );
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
  -- Before the statements that read the newest ratings, so that these see what other transactions wrote before this one got the locks.
  perform private.lock_stats(array(select skill_id from unnest(added || removed)));
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
    last_rated_at = private.last_rated_at(s.skill_id)
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

CREATE OR REPLACE FUNCTION private.count_written_row()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Apart, because a row of an upsert is an insert first, and may then become an update.
  counter text := case tg_op when 'INSERT' then 'private.inserted_rows' else 'private.changed_rows' end;
  -- The client's statement: all parts of it count together.
  statement text := extract(epoch from statement_timestamp());
  previous text[] := string_to_array(current_setting(counter, true), ' ');
  number integer := 1 + case when previous[1] = statement then previous[2]::integer else 0 end;
begin
  if number > 100 then
    raise sqlstate 'PT400' using
      message = 'too_many_rows', detail = 'One statement inserts, updates or deletes at most 100 ratings or skills.';
  end if;
  perform set_config(counter, statement || ' ' || number, true);
  return case tg_op when 'DELETE' then old else new end;
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
    when sort = 'relevance' then '{private.search_rank,private.cursor_ranking}'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.cursor_words (
  ranking jsonb
)
  RETURNS private.search_word[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case when jsonb_typeof(ranking) = 'string' then (ranking #>> '{}')::private.search_word[] end;
end
$function$;

CREATE OR REPLACE FUNCTION private.decode_percent (
  value text,
  kept  text[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  escaped text;
  decoded text;
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  -- A character for each byte, so that %c3 is \u00c3. What is kept begins with a % itself, \u0025.
  escaped := replace(convert_from(convert_to(value, 'UTF8'), 'LATIN1'), '\', '\\');
  for i in 1..cardinality(kept) loop
    escaped := replace(escaped, kept[i], '\u0025' || substr(kept[i], 2));
  end loop;
  decoded := private.normalize_nfc(convert_from(convert_to(unistr(replace(escaped, '%', '\u00')), 'LATIN1'), 'UTF8'));
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$function$;

CREATE OR REPLACE FUNCTION private.evidence_for_version (
  skill        uuid,
  only_version text
)
  RETURNS json
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
  return (
    select json_build_object(
      'version', only_version,
      'established_ratings', e.ratings,
      'established_mean', private.established_mean(e.ratings, e.claws),
      -- Of established agents if there are any: no new account makes old evidence look recent.
      'last_rated_at', coalesce(e.last_rated_at, o.last_rated_at)
    )
    from (
      select
        coalesce(sum(n.ratings), 0)::integer as ratings, sum(n.ratings * c.claws)::bigint as claws,
        max(n.last_rated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select count(*) as ratings, max(r.updated_at) as last_rated_at
        from (
          select updated_at from public.ratings
          where skill_id = skill and version = only_version and established and claws = c.claws and removed_at is null
          order by updated_at desc, id desc limit 1000
        ) as r
      ) as n
    ) as e
    cross join (
      select max(r.updated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select updated_at from public.ratings
        where skill_id = skill and version = only_version and not established and claws = c.claws and removed_at is null
        order by updated_at desc, id desc limit 1
      ) as r
    ) as o
    where e.last_rated_at is not null or o.last_rated_at is not null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.explain_matches (
  words  private.search_word[],
  skills uuid[]
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
  -- Of a long search only the rarest words, as in private.rank_skills.
  max_words constant integer := 24;
begin
  return array(
    with synonym as materialized (
      select term, private.synonym_query(synonym) as query
      from private.find_synonyms(array(select w.word from unnest(words) as w))
    ),
    typed as materialized (
      select
        coalesce(typed, word) as word, case when typed is not null then word end as nearest,
        private.forms_of(coalesce(typed, word), ordinal = cardinality(words)) as query,
        private.forms_of(case when typed is not null then word end, ordinal = cardinality(words)) as corrected_query,
        (select string_agg(s.query, ' | ')::tsquery from synonym as s where private.stem(rarest.word) = any (s.term)) as expanded_query
      from (
        select word, typed, ordinal
        from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
        -- Filler weighs nothing. Words that no skill contains are missing.
        where rarity is distinct from 0
        order by coalesce(rarity, prefix_rarity) desc nulls last, ordinal
        limit max_words
      ) as rarest
      order by ordinal
    )
    select (
      select jsonb_strip_nulls(jsonb_build_object(
        'found', jsonb_agg(word) filter (where kind = 'found'),
        'corrected', jsonb_agg(jsonb_build_object('word', word, 'correction', nearest)) filter (where kind = 'corrected'),
        'expanded', jsonb_agg(word) filter (where kind = 'expanded'),
        'missing', jsonb_agg(word) filter (where kind = 'missing')
      ))
      from (
        select
          word, nearest,
          case
            when d.words @@ query then 'found'
            when d.words @@ corrected_query then 'corrected'
            when d.words @@ expanded_query then 'expanded'
            else 'missing'
          end as kind
        from typed
        -- So that kind is computed once.
        offset 0
      ) as matched
      having count(*) > 0
    )
    from unnest(skills) with ordinality as s (skill, ordinal)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
    order by s.ordinal
  );
end
$function$;

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
  -- What the index is read for: without weights, so that it need not read the documents, too.
  finder constant tsquery := private.all_of(array(
    select
      private.any_of(array[private.word_query(word), case ordinal when cardinality(words) then private.prefix_term(word) end])
    from unnest(words) with ordinality as w (word, ordinal)
  ));
  all_documents constant float8 := greatest(private.document_count(), 1);
  -- As many as the rarest word has.
  matches float8 := (
    select min(case ordinal
      when cardinality(words) then greatest(private.word_frequency(word), private.beginning_frequency(word))
      else private.word_frequency(word)
    end)
    from unnest(words) with ordinality as w (word, ordinal)
  );
  steps float8 := 2 * max_rows * all_documents / greatest(matches, 1);
  page uuid[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select skill from unnest(private.scan_in_order(sort, types, after, steps::integer)) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows
    );
    if cardinality(page) = max_rows then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, all_documents * (cardinality(page) + 1) / steps);
    steps := greatest(2 * steps, 1.5 * max_rows * all_documents / greatest(matches, 1));
  end loop;
  return private.sort_matches(
    sort,
    array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ finder and d.type = any (types) and ts_match_vq(d.words, required)
    ),
    after, max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_candidates (
  own_words private.telling_word[]
)
  RETURNS tid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  query tsquery;
  candidates tid[] := '{}';
begin
  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these.
  foreach query in array array(
    select string_agg(term::text, ' | ')::tsquery
    from (select term, sum(frequency) over (order by frequency, term) as running_frequency from unnest(own_words)) as word
    where running_frequency <= limits.max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(own_words[:limits.max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:limits.max_paired_words]) with ordinality as b (term, weight, frequency, ordinal)
        on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= limits.max_frequency
      order by a.weight + b.weight desc, a.ordinal
    )
    union all
    select term from unnest(own_words[:1]) where frequency <= limits.max_frequency
  ) loop
    exit when cardinality(candidates) >= limits.enough_candidates;
    candidates := candidates || private.find_documents(query, private.skill_types(), limits.max_candidates, 0);
  end loop;
  return candidates;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_documents (
  query     tsquery,
  types     text[],
  most      integer,
  frequency double precision
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
  proven tid[] := '{}';
begin
  if frequency > common then
    proven := array(
      select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query and d.type = any (types) limit most
    );
    if cardinality(proven) = most then
      return proven;
    end if;
  end if;
  return proven || array(
    select d.ctid from private.skill_documents as d
    where d.words @@ query and d.type = any (types) and (proven = '{}' or not d.is_proven)
    limit most - cardinality(proven)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_imitated (
  search text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Nobody can plant many names with established ratings.
  max_compared constant integer := 2000;
  -- That of levenshtein().
  max_length constant integer := 255;
  key constant text := private.name_key(search);
  edits constant integer := private.allowed_edits(key);
  transposed constant text[] := private.transpositions(key);
  hashes integer[];
begin
  if edits = 0 or char_length(key) > max_length or not exists (
    select from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.name_key = key and s.retired_at is null and st.established_ratings = 0
  ) then
    return null;
  end if;
  hashes := private.name_hashes(key);
  return (
    select s.name
    from (
      select d.skill_id, d.name_key
      from private.skill_documents as d
      where d.is_proven and private.name_hashes(d.name_key) && hashes
      limit max_compared
    ) as d
    join public.skills as s on s.id = d.skill_id
    join public.skill_stats as st on st.skill_id = d.skill_id
    where abs(char_length(d.name_key) - char_length(key)) <= edits
      and d.name_key <> key
      -- Cheap, and counts a transposition as two.
      and extensions.levenshtein_less_equal(d.name_key, key, edits + 1) <= edits + 1
      and private.is_within(key, transposed, d.name_key, edits)
    order by st.established_ratings desc, d.name_key
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.find_matches (
  terms    private.search_term[],
  types    text[],
  searches integer,
  OUT      complete tid[],
  OUT      partial tid[]
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
  max_partial constant integer := 500;
  max_pairs constant integer := 100;
  -- Synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  query tsquery;
  common tsquery[];
begin
  complete := private.find_documents(
    private.all_of(array(select finder from unnest(terms) where frequency is not null)), types, max_complete,
    (select min(frequency) from unnest(terms))
  );
  if cardinality(complete) >= enough then
    return;
  end if;
  select
    private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
    array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
  into query, common
  from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
  where finder is not null;
  partial := private.find_documents(query, types, max_partial, 0)
    -- Two of the rarest common words; the index reads the postings of the rarer one.
    || private.find_documents(common[1] && common[2], types, max_pairs, 0)
    || private.find_documents(common[1] && common[3], types, max_pairs, 0);
  if cardinality(complete || partial) = 0 then
    partial := private.find_documents(common[1], types, max_added, (select min(frequency) from unnest(terms)));
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  foreach query in array array[
    case when (select count(synonym_finder) > 0 from unnest(terms)) then
      private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms)))
    end,
    private.any_of(array(select distinct lone_finder from unnest(terms)))
  ] loop
    partial := partial || private.find_documents(query, types, max_added, 0);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_server (
  server_name  text,
  only_version text,
  with_deleted boolean
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  items text;
begin
  select p.items into items
  from private.server_page(array(
    select r.name from private.registry_servers as r
    where r.name = private.trim_text(server_name)
      and (with_deleted or r.is_listed)
      and (only_version is null or r.version = only_version)
  )) as p;
  if items is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return items;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_servers (
  ranked_skills jsonb[],
  after         text,
  only_version  text,
  since         timestamp with time zone,
  with_deleted  boolean,
  max_rows      integer,
  OUT           names text[],
  OUT           positions jsonb[]
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Most skills have a server: a page seldom needs more.
  steps integer := 2 * max_rows;
  first integer := 1;
  found_names text[];
  found_positions jsonb[];
begin
  names := '{}';
  positions := '{}';
  while first <= cardinality(ranked_skills) and cardinality(names) < max_rows loop
    select array_agg(f.name order by f.ordinal, f.name), array_agg(f.skill order by f.ordinal, f.name)
    into found_names, found_positions
    from (
      select p.ordinal, p.skill, r.name
      from unnest(ranked_skills[first:first + steps - 1]) with ordinality as p (skill, ordinal)
      -- The skill, and those that were merged into it.
      cross join lateral (
        select (p.skill ->> 1)::uuid as id
        union all
        select m.id from public.skills as m where m.merged_into = (p.skill ->> 1)::uuid
      ) as s
      join private.registry_servers as r on r.skill_id = s.id
      where (after is null or first + p.ordinal > 2 or r.name > after)
        and (with_deleted or r.is_listed)
        and (only_version is null or r.version = only_version)
        and (since is null or r.updated_at >= since)
    ) as f;
    names := names || coalesce(found_names, '{}');
    positions := positions || coalesce(found_positions, '{}');
    first := first + steps;
    steps := 4 * steps;
  end loop;
  names := names[:max_rows];
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
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name) as word);
  whole := (select sum(weight) from unnest(own_words[:limits.max_weighed_words]));
  if whole is null then
    return '{}';
  end if;

  return array(
    select s.skill_id
    from (
      select
        c.skill_id, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + limits.name_share_boost * c.name_share)
          * case when c.type = own.type then limits.same_type_boost else 1 end as similarity
      from (
        select *, tsvector_to_array(name) as in_name, tsvector_to_array(ts_filter(words, '{c,d}')) as in_text
        from private.compare_candidates(
          skill, private.find_candidates(own_words), own_words, least(limits.min_shared_words, cardinality(own_stems)), whole
        )
        offset 0
      ) as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when stem = any (c.in_name) then limits.name_boost else 1 end as weight
          from unnest((tsvector_to_array(c.words))[:limits.max_compared_words]) as stem
          cross join lateral (
            select (select c.share from private.common_words as c where c.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit limits.max_weighed_words
        ) as w
      ) as o
    ) as s
    where s.similarity >= limits.min_similarity
    order by s.similarity + limits.similarity_of_claw / 1e12 * s.quality desc, s.skill_id desc
    limit limits.most
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
  by_name uuid := case when key is not null then coalesce(
    private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
  ) end;
begin
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
  -- 12 stems have 298 combinations of up to three, which are looked up.
  max_stems constant integer := 12;
  -- Each candidate of a search is compared with all of these.
  max_synonyms constant integer := 20;
  stems text[] := array(
    select stem from (
      select private.stem(word) as stem, min(ordinal) as ordinal
      from unnest(words) with ordinality as w (word, ordinal)
      group by stem
    ) as s
    order by ordinal
    limit max_stems
  );
begin
  return query
  with stem as materialized (
    select stem from unnest(stems) as stem
  ),
  combination (key) as (
    select stem from stem
    union all
    select concat_ws(' ', a.stem, b.stem) from stem as a join stem as b on a.stem < b.stem
    union all
    select concat_ws(' ', a.stem, b.stem, c.stem)
    from stem as a join stem as b on a.stem < b.stem join stem as c on b.stem < c.stem
  )
  select string_to_array(s.term, ' '), string_to_array(c.synonym, ' ')
  from combination join private.synonyms as s on s.term = combination.key
  cross join lateral unnest(s.added || s.synonyms) with ordinality as c (synonym, ordinal)
  where c.synonym <> all (s.removed)
  order by cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term
  limit max_synonyms;
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_identifier (
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
  folded text := lower(value collate pg_catalog.pg_c_utf8);
begin
  if octet_length(value) > char_length(value) then
    if value ~ ('[' || private.invisible_class() || '\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]') then
      return null;
    end if;
    -- Some letters compose only in lower case, and some have a mark only then.
    if folded <> value then
      folded := private.normalize_nfc(folded);
      if private.has_long_mark_run(folded) then
        return null;
      end if;
    end if;
  end if;
  -- A mark after %2f or %3f composed with the f.
  if strpos(folded, '%') > 0 and octet_length(folded) > char_length(folded) and folded ~ '%(?!2[035f]|3f|40)' then
    return null;
  end if;
  return folded;
end
$function$;

CREATE OR REPLACE FUNCTION private.frequency (
  rarity        double precision,
  all_documents double precision
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return greatest(all_documents, 1) / (exp(rarity * ln(1 + greatest(all_documents, 1)) / 12) - 1);
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
  k constant integer := 10;
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

CREATE OR REPLACE FUNCTION private.github_paths (
  skills uuid[]
)
  RETURNS TABLE (
    ordinal    bigint,
    skill_id   uuid,
    identifier text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return query
    select k.ordinal, i.skill_id, i.identifier
    from unnest(skills) with ordinality as k (skill, ordinal)
    join private.skill_identifiers as i on i.skill_id = k.skill
    where 'url' = any (i.origins)
      -- Nothing that a shell reads otherwise: people copy the name.
      and i.identifier ~ '^pkg:github/[^#]+#(?:.*/)?[a-z0-9._-]+$';
end
$function$;

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  edited uuid[];
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    edited := array(select id from new_skills);
  else
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.retired_at) is distinct from (o.name, o.description, o.type, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, text_score, quality, is_proven)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      w.words, private.text_score(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      text_score = excluded.text_score
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.words_beginning counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_cursor_ranking (
  ranking jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case jsonb_typeof(ranking)
    when 'string' then pg_input_is_valid(ranking #>> '{}', 'private.search_word[]')
    when 'object' then ranking ? 'weights'
    else false
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_install_entry (
  entry jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  kind constant text := entry ->> 'type';
  -- The package, which is the last argument.
  package constant text := entry -> 'args' ->> -1;
  passed jsonb;
begin
  -- Docker copies a variable without a value from the environment: only those that each configuration sets.
  select coalesce(jsonb_agg(argument order by ordinal, part), '[]') into passed
  from jsonb_path_query(entry, '$.env[*] ? (@.required == true).name') with ordinality as required (name, ordinal)
  cross join lateral (values (1, '"-e"'::jsonb), (2, required.name)) as pair (part, argument)
  where kind = 'docker';

  return jsonb_typeof(entry) = 'object'
    and entry = jsonb_build_object(
      'type', kind, 'transport', entry -> 'transport', 'command', entry -> 'command', 'args', entry -> 'args', 'url', entry -> 'url',
      'env', entry -> 'env', 'headers', entry -> 'headers'
    )
    and private.has_install_fields(entry -> 'env', '^[A-Z][A-Z0-9_]{0,99}$')
    and private.has_install_fields(entry -> 'headers', '^[A-Za-z][A-Za-z0-9_-]{0,99}$')
    and case kind
      when 'remote' then
        (entry -> 'command', entry -> 'args', entry -> 'env') = ('null', '[]', '[]')
        and entry ->> 'transport' in ('streamable-http', 'sse')
        and entry ->> 'url' ~ '^https://[A-Za-z0-9][A-Za-z0-9.:-]*(?:[/?][A-Za-z0-9._~@+=:,/&?%-]*)?$'
      else
        (entry -> 'transport', entry -> 'url', entry -> 'headers') = ('"stdio"', 'null', '[]')
        and package ~ '^[A-Za-z0-9@][A-Za-z0-9._@/:+!=-]*$'
        and (entry -> 'command', entry -> 'args') = (
          case kind when 'npm' then '"npx"' when 'pypi' then '"uvx"' when 'docker' then '"docker"' end::jsonb,
          case kind when 'npm' then '["-y"]' when 'pypi' then '[]' else '["run", "-i", "--rm"]' end::jsonb
            || passed || to_jsonb(array[package])
        )
    end;
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
begin
  -- Printable ASCII is always valid.
  if value !~ '[^ -~]' then
    return true;
  end if;
  return (
    select string_agg(c.kind, '' order by c.ordinal) from private.characters(value) as c
  ) ~ '^(?:(?:gG?|[lbm])[JZ](?=[lbg])|[pqru!][tE]*Z(?=[pqru!])|[prted!#][TE]|[sdrubhy,]S|yY|hI|gG|[a-wyz!#,.])*$';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_proven (
  established_ratings integer
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN (established_ratings >= 3);

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
    words := (
      select string_agg(case when c.scripts is null then ' ' else c.symbol end, '' order by c.ordinal)
      from private.characters(private.remove_accents((
        select string_agg(
          case
            when normalize(s.symbol, nfkd) <> normalize(s.symbol, nfd) and normalize(s.symbol, nfkd) ~ sign then ' '
            else s.symbol
          end,
          '' order by s.ordinal
        )
        from string_to_table(value, null) with ordinality as s (symbol, ordinal)
      ))) as c
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

CREATE OR REPLACE FUNCTION private.is_search_position (
  value jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_array_length(value) = 2 and private.is_search_rank(value -> 0) and private.is_cursor_ranking(value -> 1);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_spelling (
  typed text[],
  words private.search_word[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return words is not null and cardinality(words) <= 50 and (
    select count(*) <= 5 and coalesce(bool_and(
      w.typed = any (is_spelling.typed)
      and exists (select from private.vocabulary as v where v.word = w.word collate "C")
      and private.is_within(w.typed, private.transpositions(w.typed), w.word, private.allowed_edits(w.typed))
    ), true)
    from unnest(words) as w where w.typed is not null
  );
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
begin
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- In NFKC, as in the comparison key, so that a compatibility character has the script of its equivalent.
  return not exists (
    select
    from (
      select c.scripts, count(*) filter (where c.scripts is null) over (order by c.ordinal) as word
      from private.characters(translate(normalize(value, nfkc), E'\u200c\u200d', '')) as c
    ) as letters
    group by word
    having position(b'1' in bit_and(scripts)) = 0
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.join_words (
  folded text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return left(regexp_replace(folded collate pg_catalog.pg_c_utf8, '[^[:alnum:]]+', '', 'g'), 64);
end
$function$;

CREATE OR REPLACE FUNCTION private.last_rated_version (
  skill uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
begin
  return (
    with newest as materialized (
      select r.version, min(r.ordinal) as ordinal, private.semantic_version_key(r.version) as key
      from (
        select version, row_number() over (order by updated_at desc, id desc) as ordinal from public.ratings
        where skill_id = skill and established and version is not null and removed_at is null
        order by updated_at desc, id desc limit 100
      ) as r
      group by r.version
    )
    select n.version from newest as n
    -- If the newest has no semantic version, others cannot be compared with it.
    order by case when (select key from newest where ordinal = 1) is not null then n.key end collate "C" desc nulls last, n.ordinal
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.list_items (
  value text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- The parser is much faster than the expression.
  if pg_input_is_valid(value, 'json') then
    return array(
      select case when pg_input_is_valid(item::text, 'jsonb') then item #>> '{}' end
      from json_array_elements(value::json) with ordinality as e (item, ordinal)
      order by ordinal
    );
  end if;
  return array(
    select case when pg_input_is_valid(item[1], 'jsonb') then item[1]::jsonb #>> '{}' end
    from regexp_matches(value, '("(?:[^"\\]|\\.)*")', 'g') with ordinality as m (item, ordinal)
    order by ordinal
  );
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
  if kind = 'ratings' then
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_ratings(agent, after, page_size + 1, private.page_bytes()) as s;
  else
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_skills(agent, after, page_size + 1, private.page_bytes()) as s;
  end if;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.load_common_words()
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  documents constant oid := 'private.skill_documents'::pg_catalog.regclass;
  last_analyze constant timestamptz := greatest(
    pg_stat_get_last_analyze_time(documents), pg_stat_get_last_autoanalyze_time(documents)
  );
begin
  if last_analyze is null or last_analyze = (select analyzed_at from private.common_words limit 1)
    -- Another submission loads them.
    or not pg_try_advisory_xact_lock(hashtext('private.load_common_words'))
  then
    return;
  end if;
  delete from private.common_words;
  insert into private.common_words (word, share, analyzed_at)
  select c.word, c.share, last_analyze
  from pg_catalog.pg_stats as s
  -- No word contains a space. The frequencies end with the least, the greatest and that of null.
  cross join lateral unnest(
    string_to_array(array_to_string(s.most_common_elems, ' '), ' '), s.most_common_elem_freqs
  ) as c (word, share)
  where s.schemaname = 'private' and s.tablename = 'skill_documents' and s.attname = 'words' and c.word is not null;
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
  select array_agg(row(key, array_remove(keys, key), '{}', '{}')::private.synonyms) into entries
  from key join synonyms using (ordinal)
  where rank is null;

  select term into repeated_term from unnest(entries) group by term having count(*) > 1 limit 1;
  if found then
    raise exception 'The list of synonyms has two terms with the stems "%".', repeated_term;
  end if;
  -- Searches do not wait for this. Admins who change synonyms do.
  lock table private.synonyms in share row exclusive mode;
  merge into private.synonyms as s using unnest(entries) as l on s.term = l.term
  when matched and s.synonyms <> l.synonyms then update set synonyms = l.synonyms
  when not matched then insert (term, synonyms) values (l.term, l.synonyms)
  when not matched by source and s.synonyms <> '{}' then update set synonyms = '{}';
  get diagnostics changes = row_count;
  delete from private.synonyms where synonyms = '{}' and added = '{}' and removed = '{}';
  return changes;
end
$function$;

CREATE OR REPLACE FUNCTION private.load_vocabulary()
  RETURNS bigint
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  words bigint;
begin
  -- Submissions wait, searches do not.
  lock table private.vocabulary in share row exclusive mode;
  perform private.load_common_words();
  delete from private.vocabulary;
  delete from private.crowded_deletions;
  with hashed as materialized (
    select w.word, w.ndoc, d.deletion, row_number() over (partition by d.deletion order by w.ndoc desc, w.word) as ordinal
    from ts_stat($q$select ts_filter(words, '{a,c}') from private.skill_documents$q$) as w (word, ndoc, nentry)
    cross join lateral (select deletion from private.deletions(array[w.word], 2)) as d
    where char_length(w.word) > 2
  ),
  crowded as (
    insert into private.crowded_deletions (deletion) select deletion from hashed where ordinal = private.crowd() + 1
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where ordinal <= private.crowd()), '{}')
  from hashed
  group by word
  -- A correction reads the first ones.
  order by max(ndoc) desc, word;
  get diagnostics words = row_count;
  return words;
end
$function$;

CREATE OR REPLACE FUNCTION private.merged_name_holder (
  key text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select target.id
    from public.skills as source join public.skills as target on target.id = source.merged_into
    where source.name_key = key and source.merged_into is not null and target.retired_at is null
    -- The last one that had the name: it can have been taken again before this rule.
    order by source.retired_at desc, source.id
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.name_hashes (
  name_key text
)
  RETURNS integer[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return array(select d.deletion from private.deletions(array[private.join_words(name_key)], 2) as d);
end
$function$;

CREATE OR REPLACE FUNCTION private.name_words (
  name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  folded text := private.fold_text(name) collate pg_catalog.pg_c_utf8;
  -- fooBar as foo and bar, HTTPServer as http and server.
  spaced text := regexp_replace(
    name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])|([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1\2 ', 'g'
  );
  words text[] := private.split_words(folded, true);
begin
  if spaced <> name then
    words := words || private.split_words(private.fold_text(spaced), true);
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
$function$;

CREATE OR REPLACE FUNCTION private.normalize_package_url (
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
  -- The qualifiers are dropped, except the registry of an image, and the subpath, except that in a repository.
  kept text := split_part(value, '#', 1);
  subpath text := substr(value, char_length(kept) + 2);
  path text := ltrim(substr(split_part(kept, '?', 1), 5), '/');
  package_type text := lower(split_part(path, '/', 1) collate pg_catalog.pg_c_utf8);
  registry text;
begin
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or private.has_template(path) then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  if strpos(path, '@') > 0 then
    path := coalesce(left(path, private.version_position(path) - 1), path);
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := private.decode_percent(path, '{%20,%23,%25,%3f,%3F,%40}');
  if strpos(path, '//') > 0 then
    path := regexp_replace(path, '/+', '/', 'g');
  end if;
  path := replace(private.fold_identifier(btrim(path, '/')), '@', '%40');
  if path = '' or strpos('/' || path, '/.') > 0 and path ~ '(?:^|/)\.\.?(?:/|$)' then
    return null;
  end if;
  if left(path, 3) = '%40' then
    path := '@' || substr(path, 4);
    -- Without a scope or a name.
    if strpos(path, '/') < 3 then
      return null;
    end if;
  end if;

  if package_type in ('docker', 'oci') then
    -- Faster than an expression that captures the value.
    registry := split_part(kept, '?', 2);
    registry := split_part(substr(registry, nullif(regexp_instr(registry, '(?:^|&)repository_url=', 1, 1, 1, 'i'), 0)), '&', 1);
    registry := private.fold_identifier(private.decode_percent(registry, '{%20,%23,%25,%3f,%3F,%40}'));
    registry := rtrim(regexp_replace(registry, '^(?:https?|docker|oci)://', ''), '/');
    if registry <> '' and not (strpos(path, '/') > 0 and split_part(path, '/', 1) ~ '[.:]|^localhost$') then
      -- repository_url is the registry, or the whole repository with the name.
      path := case when right(registry, char_length(path) + 1) = '/' || path then registry else registry || '/' || path end;
    end if;
    return private.normalize_image(path);
  end if;
  if package_type = 'pypi' then
    path := regexp_replace(path, '[-_.]+', '-', 'g');
  elsif package_type in ('github', 'gitlab') and subpath <> '' then
    if private.has_template(subpath) then
      return null;
    end if;
    -- As in a URL, where these two are always encoded.
    subpath := private.decode_percent(replace(replace(subpath, '?', '%3f'), '#', '%23'), '{%20,%23,%25,%2f,%2F,%3f,%3F}');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(subpath));
    path := path || private.repository_subpath(subpath);
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_url (
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
  -- The query and the fragment are dropped.
  kept text := split_part(split_part(value, '#', 1), '?', 1);
  scheme text := 'ssh';
  authority text;
  address text[];
  host text;
  port text := '';
  path text;
begin
  -- Braces are a template: no address yet. Browsers read a backslash as a slash, other clients do not.
  if private.has_template(kept) then
    return null;
  end if;
  if lower(left(kept, 4)) = 'git@' then
    -- As scp reads it: what follows the colon is a path, never a port.
    authority := split_part(substr(kept, 5), ':', 1);
    path := '/' || ltrim(substr(kept, char_length(authority) + 6), '/');
    if path = '/' then
      return null;
    end if;
  else
    scheme := lower(split_part(kept, '://', 1) collate pg_catalog.pg_c_utf8);
    authority := split_part(substr(kept, char_length(scheme) + 4), '/', 1);
    path := substr(kept, char_length(scheme) + char_length(authority) + 4);
    -- The user name ends at the last @, as browsers read it.
    authority := split_part(authority, '@', -1);
  end if;
  address := regexp_match(authority, '^(\[[0-9a-f:.]+\]|[^][/@:<>^|%]+)(?::([0-9]*))?$', 'i');
  -- Postgres has no IDNA: a host in Unicode and its form in Punycode (xn--) differ.
  host := rtrim(private.fold_identifier(address[1]), '.');
  port := ltrim(address[2], '0');
  if coalesce(host, '') = '' or address[2] ~ '^0' and port = '' or char_length(port) > 5 or lpad(port, 5, '0') > '65535' then
    return null;
  end if;
  -- The normal form has the scheme https, so 443 is dropped in any case.
  if port is null or port in ('', '443') or port = '80' and scheme in ('http', 'git+http')
    or port = '22' and scheme in ('ssh', 'git+ssh')
  then
    port := '';
  else
    port := ':' || port;
  end if;

  if not private.is_percent_encoded(path) then
    return null;
  end if;
  path := private.remove_dot_segments(private.fold_identifier(private.decode_percent(path, '{%20,%23,%25,%2f,%2F,%3f,%3F}')));
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if host in ('github.com', 'www.github.com', 'gitlab.com', 'www.gitlab.com') and port = '' then
    host := right(host, 10);
    return coalesce(private.repository_purl(host, path), 'https://' || host || path);
  end if;
  return 'https://' || host || port || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.package_version (
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
  path text := ltrim(substr(split_part(split_part(value, '#', 1), '?', 1), 5), '/');
begin
  path := btrim(substr(path, strpos(path, '/') + 1), '/');
  return nullif(private.decode_percent(substr(path, private.version_position(path) + 1), '{}'), '');
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
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when not e.is_final and not version.is_current then 'postponed'
      when known.content = e.content then case when served.changes then 'updated' else 'unchanged' end
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
      else e.published_at >= known.published_at
    end as is_current
  ) as version
  order by e.position;
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
  max_letters constant integer := 10000 / searches;
  -- A cursor is not signed: the words that it carries are used only if their corrections are those of this search.
  has_cursor_words constant boolean := cursor_words is not null
    and coalesce(private.is_spelling(private.search_words(search), cursor_words), false);
  words private.search_word[];
  suspect text[];
  corrected private.search_word[];
  all_documents constant float8 := private.document_count();
  rare constant numeric := private.rarity(1000, all_documents);
begin
  if has_cursor_words then
    corrected := array(select w from unnest(cursor_words) as w where w.typed is not null);
  else
    words := private.weigh_words(private.search_words(search));
    suspect := private.suspect_words(words, searches);
    corrected := array(
      select row(near.word, w.word, null, null)::private.search_word
      from unnest(words) as w
      -- The words share the budget of a correction.
      cross join lateral (
        select * from private.correct_word(w.word, max_letters / cardinality(suspect)) where not is_loose
        union all
        select * from private.similar_word(w.word, max_letters / 2 / cardinality(suspect)) where is_loose
      ) as near
      where w.word = any (suspect)
        and (w.rarity is null or near.skills >= greatest(min_skills, min_ratio * private.frequency(w.rarity, all_documents)))
    );
  end if;
  if private.correct_search(search, corrected) is null then
    words := coalesce(words, private.weigh_words(private.search_words(search)));
  else
    words := array(
      select row(w.word, (select c.typed from unnest(corrected) as c where c.word = w.word limit 1), w.rarity, w.prefix_rarity)
      from unnest(private.weigh_words(private.search_words(private.correct_search(search, corrected)))) as w
    );
  end if;
  if has_cursor_words then
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

CREATE OR REPLACE FUNCTION private.position_in_order (
  sort  text,
  skill uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
begin
  return (
    select case sort
      when 'top' then jsonb_build_array(st.score, s.id)
      when 'rating' then jsonb_build_array(st.avg_tenths, st.total_ratings, s.id)
      when 'most_rated' then jsonb_build_array(st.total_ratings, st.score, s.id)
      when 'reliability' then jsonb_build_array(st.reliability_score, s.id)
      when 'security' then jsonb_build_array(st.security_score, s.id)
      when 'speed' then jsonb_build_array(st.speed_score, s.id)
      when 'newest' then jsonb_build_array(s.created_at, s.id)
      when 'name' then jsonb_build_array(s.name_key, s.id)
    end
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = skill
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.prefix_term (
  prefix text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  words text[] := private.words_beginning(prefix);
begin
  return case
    when words is null then private.term(prefix, ':*')
    else private.any_of(array(select private.term(word) from unnest(words) as word))
  end;
end
$function$;

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
  -- its words that are in the search, and for a name without other words.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  -- The maximum size of all ranked documents, those with all words first, then the shortest: 1,000 of the usual size. Reading long
  -- documents costs most.
  max_bytes constant integer := 600000 / searches;
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
  complete tid[];
  partial tid[];
  candidates tid[];
begin
  select f.complete, f.partial into complete, partial from private.find_matches(terms, types, searches) as f;
  candidates := complete || partial || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null and d.type = any (types)
    order by s.name_key
    limit max_names
  );
  if max_bytes < (select sum(pg_column_size(d.words)) from private.skill_documents as d where d.ctid = any (candidates)) then
    candidates := array(
      select ctid
      from (
        select d.ctid, sum(pg_column_size(d.words)) over (
          order by d.name_key <> key, not c.is_complete, pg_column_size(d.words), d.ctid
        ) as bytes
        from (
          select ctid, bool_or(ordinal <= cardinality(complete)) as is_complete
          from unnest(candidates) with ordinality as c (ctid, ordinal) group by ctid
        ) as c
        join private.skill_documents as d on d.ctid = c.ctid
      ) as d
      where bytes <= max_bytes
    );
  end if;

  return array(
    with term as materialized (
      select t.weight, is_known, form, in_name, in_text, prefix, prefix_weight, synonyms from unnest(terms) as t
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + f.found
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        (unit * f.expanded)::bigint as expanded
      from (
        select
          skill_id, name_key, name_words, quality, text_score,
          -- Detoasts a long document once.
          case when pg_column_size(doc.words) > 1000 then doc.words || '' else doc.words end as words
        from private.skill_documents as doc where doc.ctid = any (candidates)
        offset 0
      ) as d
      cross join lateral (
        select
          coalesce(sum(case
            when d.words @@ t.form then t.weight * case
              when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost
            end
            when d.words @@ prefix then prefix_weight
          end), 0) as found,
          coalesce(sum(case
            when d.words @@ t.form or d.words @@ prefix then null
            when d.words @@ synonyms then t.weight * synonym_boost
          end), 0) as expanded,
          bool_and(d.words @@ t.form) filter (where is_known) as is_complete
        from term as t
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
  all_of_them constant float8 := greatest(all_documents, documents);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_of_them / documents) / ln(1 + all_of_them))::numeric, 2);
end
$function$;

CREATE OR REPLACE FUNCTION private.ratings_in_order (
  skill            uuid,
  oldest_first     boolean,
  only_claws       integer,
  only_version     text,
  only_established boolean,
  after            jsonb,
  max_rows         integer
)
  RETURNS SETOF public.ratings
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET max_parallel_workers_per_gather TO '0'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
declare
  standings boolean[] := case when only_established is null then '{true,false}' else array[only_established] end;
  claws_counts smallint[] := case when only_claws is null then '{1,2,3,4,5}' else array[only_claws] end;
  after_time timestamptz := coalesce((after ->> 1)::timestamptz, case when oldest_first then '-infinity' else 'infinity' end::timestamptz);
  after_id uuid := coalesce(
    (after ->> 2)::uuid,
    case when oldest_first then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid
  );
begin
  if not oldest_first and only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) < (after_time, after_id)
        order by o.updated_at desc, o.id desc limit max_rows
      ) as k
      order by k.updated_at desc, k.id desc limit max_rows
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif not oldest_first and only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit max_rows
    ) as r
    order by r.updated_at desc, r.id desc limit max_rows;
  elsif not oldest_first then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit max_rows
    ) as r
    order by r.updated_at desc, r.id desc limit max_rows;
  elsif only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) > (after_time, after_id)
        order by o.updated_at, o.id limit max_rows
      ) as k
      order by k.updated_at, k.id limit max_rows
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit max_rows
    ) as r
    order by r.updated_at, r.id limit max_rows;
  else
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit max_rows
    ) as r
    order by r.updated_at, r.id limit max_rows;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_origin (
  skill       uuid,
  identifiers text[],
  origin      text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  delete from private.skill_identifiers as i
  where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
  update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
  where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

  insert into private.skill_identifiers as i (skill_id, identifier, origins, state, score)
  select s.id, entry.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into), st.score
  from public.skills as s
  join public.skill_stats as st on st.skill_id = s.id
  cross join (select distinct unnest(identifiers) as identifier) as entry
  where s.id = skill
  on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
    where not i.origins @> excluded.origins;
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
  if private.is_new_commentary(old.commentary, new.commentary) then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.required_words (
  words text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return private.all_of(array(
    select private.forms_of(word, ordinal = cardinality(words)) from unnest(words) with ordinality as w (word, ordinal)
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_agent (
  id_or_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  trimmed text := private.trim_text(id_or_name);
  agent uuid := (select id from public.agents where id = private.parse_uuid(trimmed));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(trimmed) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(trimmed);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_skill (
  id_or_slug text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  trimmed text := private.trim_text(id_or_slug);
  parsed_id uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if parsed_id is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = parsed_id;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return skill;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_agent_ratings (
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
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), row_to_json(entry)
  from (
    -- octet_length does not read a long text.
    select newest.*, sum(octet_length(newest.commentary)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, commentary
      from public.ratings
      where agent_id = agent and removed_at is null
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit max_rows
    ) as newest
  ) as own
  cross join lateral (
    select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id offset 0
  ) as entry
  where coalesce(own.bytes_before, 0) < bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_agent_skills (
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
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), row_to_json(entry)
  from (
    select newest.*, sum(octet_length(newest.description)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, description
      from public.skills
      where submitted_by = agent and retired_at is null
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit max_rows
    ) as newest
  ) as own
  cross join lateral (select c.* from public.skill_catalogue as c where c.id = own.id offset 0) as entry
  where coalesce(own.bytes_before, 0) < bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_changed_servers (
  after_time   timestamp with time zone,
  after_name   text,
  only_version text,
  max_rows     integer,
  OUT          names text[],
  OUT          positions jsonb[]
)
  RETURNS record
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
  select
    coalesce(array_agg(c.name order by c.updated_at, c.name), '{}'),
    coalesce(array_agg(to_jsonb(c.updated_at) order by c.updated_at, c.name), '{}')
  into names, positions
  from (
    -- Only one of the two branches has rows, and each has its index.
    (
      select r.updated_at, r.name from private.registry_servers as r
      where only_version is null and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit max_rows
    )
    union all
    (
      select r.updated_at, r.name from private.registry_servers as r
      where r.version = only_version and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit max_rows
    )
  ) as c;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_export (
  agent     uuid,
  only_part integer,
  after     jsonb,
  max_rows  integer,
  bytes     bigint
)
  RETURNS TABLE (
    entry_position jsonb,
    item           json
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
begin
  return query
  select jsonb_build_array(e.part, e.at, e.id), case e.part
    when 1 then (
      select json_build_object(
        'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
      )
      from private.agent_keys as k where k.id = e.id
    )
    when 2 then (
      select row_to_json(entry)
      from (
        select s.*, private.submitted_identifiers(s.id) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as entry
    )
    when 3 then (
      select row_to_json(entry)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as entry
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', null, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r where r.id = e.id
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from (
        select rating_id, null::uuid as skill_id, reason, created_at, updated_at
        from private.rating_flags where (rating_id, agent_id) = (e.id, e.agent_id)
        union all
        select null, skill_id, reason, created_at, updated_at
        from private.skill_flags where (skill_id, agent_id) = (e.id, e.agent_id)
      ) as f
      left join public.ratings as r on r.id = f.rating_id
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = only_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit max_rows
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_in_order (
  sort     text,
  types    text[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
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
  -- The position before the first skill.
  after := coalesce(after, case sort
    when 'newest' then '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]'::jsonb
    when 'name' then '["", "00000000-0000-0000-0000-000000000000"]'
    when 'rating' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    when 'most_rated' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    else '[9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
  end);

  -- Each list of all types merges one index scan for each type.
  case sort
    when 'top' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.score desc, k.skill_id desc limit max_rows
      );
    when 'rating' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.avg_tenths, s.total_ratings, s.skill_id from public.skill_stats as s
          where s.type = t.type
            and (s.avg_tenths, s.total_ratings, s.skill_id)
              < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit max_rows
        ) as k
        order by k.avg_tenths desc, k.total_ratings desc, k.skill_id desc limit max_rows
      );
    when 'most_rated' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.total_ratings, s.score, s.skill_id from public.skill_stats as s
          where s.type = t.type
            and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.total_ratings desc, s.score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.total_ratings desc, k.score desc, k.skill_id desc limit max_rows
      );
    when 'reliability' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.reliability_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.reliability_score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.reliability_score desc, k.skill_id desc limit max_rows
      );
    when 'security' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.security_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.security_score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.security_score desc, k.skill_id desc limit max_rows
      );
    when 'speed' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.speed_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.speed_score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.speed_score desc, k.skill_id desc limit max_rows
      );
    when 'newest' then
      return array(
        select k.id from unnest(types) as t (type) cross join lateral (
          select s.created_at, s.id from public.skills as s
          where s.type = t.type and s.retired_at is null
            and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
          order by s.created_at desc, s.id desc limit max_rows
        ) as k
        order by k.created_at desc, k.id desc limit max_rows
      );
    when 'name' then
      return array(
        select k.id from unnest(types) as t (type) cross join lateral (
          select s.name_key, s.id from public.skills as s
          where s.type = t.type and s.retired_at is null
            and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
          order by s.name_key, s.id limit max_rows
        ) as k
        order by k.name_key, k.id limit max_rows
      );
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill            uuid,
  oldest_first     boolean,
  only_claws       integer,
  only_version     text,
  only_established boolean,
  after            jsonb,
  max_rows         integer,
  bytes            integer
)
  RETURNS SETOF public.skill_ratings
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  AS $function$
#variable_conflict use_column
begin
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.established, r.agent_id, r.version, r.observed_calls, r.observed_failures
  from (
    -- octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(
      skill, oldest_first, only_claws, only_version, only_established, after, max_rows
    ) with ordinality
  ) as r
  -- Lateral, so that agents are looked up in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select agent_name from public.agents where id = r.agent_id offset 0) as a
  where coalesce(r.bytes_before, 0) < bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_servers (
  after        text,
  only_version text,
  with_deleted boolean,
  max_rows     integer
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
  if only_version is not null then
    return array(
      -- Merges one index scan for each value of is_listed.
      select k.name from unnest(case when with_deleted then array[true, false] else array[true] end) as l (is_listed)
      cross join lateral (
        select r.name from private.registry_servers as r
        where r.version = only_version and r.is_listed = l.is_listed and r.name > after
        order by r.name limit max_rows
      ) as k
      order by k.name limit max_rows
    );
  elsif with_deleted then
    return array(select r.name from private.registry_servers as r where r.name > after order by r.name limit max_rows);
  else
    return array(
      select r.name from private.registry_servers as r where r.is_listed and r.name > after order by r.name limit max_rows
    );
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_terms (
  words    private.search_word[],
  searches integer
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
  -- A synonym in more skills finds none that contain nothing else: 100 of these at random are worth less than reading their postings.
  max_frequency constant integer := 1000;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  -- Of a prefix match of the last word, where the word itself is missing.
  prefix_boost constant float8 := 0.7;
  all_documents constant float8 := private.document_count();
begin
  return array(
    with synonym as materialized (
      select
        term, synonym, query, ordinal <= max_finders as is_finder,
        ordinal <= max_finders and exists (
          select from unnest(synonym) as stem left join private.common_words as c on c.word = stem collate "C"
          where coalesce(c.share * all_documents, 0) <= max_frequency
        ) as finds_alone
      from private.find_synonyms(array(select w.word from unnest(words) as w)) with ordinality as s (term, synonym, ordinal)
      cross join lateral (select private.synonym_query(synonym)::tsquery as query offset 0) as q
    )
    select row(
      weight, coalesce(rarity > 0, false), f.frequency,
      form,
      private.word_query(word, ':AB', typed),
      private.word_query(word, ':CD', typed),
      case when prefix_rarity is not null then private.term(word, ':*AC') end,
      prefix_boost * prefix_rarity,
      case
        when prefix_rarity is null then form
        when f.frequency <= max_prefix_frequency then form || private.prefix_term(word)
      end,
      s.synonyms, s.synonym_finder, s.lone_finder
    )::private.search_term
    from unnest(words) as w
    cross join lateral coalesce(
      rarity, case when prefix_rarity is null then private.rarity(1, all_documents) else 0 end
    ) as weight
    cross join lateral private.word_query(word, '', typed) as form
    cross join lateral private.frequency(least(nullif(rarity, 0), prefix_rarity), all_documents) as f (frequency)
    cross join lateral private.stem(word) as stem
    cross join lateral (
      select
        private.any_of(array_agg(query)) as synonyms,
        private.any_of(array_agg(query) filter (where is_finder)) as synonym_finder,
        private.any_of(array_agg(query) filter (where finds_alone)) as lone_finder
      -- A synonym that contains the word never counts in its place.
      from synonym where stem = any (term) and stem <> all (synonym)
    ) as s
    where rarity > 0 or prefix_rarity is not null or s.synonyms is not null
    order by weight desc, word
    limit max_terms
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.search_words (
  search text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.semantic_version_key (
  version text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  parts text[] := regexp_match(
    version, '^v?([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$'
  );
  -- A version has at most 100 characters.
  numbers text := lpad(parts[1], 100, '0') || lpad(parts[2], 100, '0') || lpad(parts[3], 100, '0');
begin
  -- A release follows its pre-releases, and ~ all their characters.
  if parts[4] is null then
    return numbers || '~';
  end if;
  return numbers || (
    -- A number precedes other identifiers, and a space all their characters.
    select string_agg(case when i.part ~ '^[0-9]+$' then '0' || lpad(i.part, 100, '0') else '1' || i.part end, ' ' order by i.ordinal)
    from string_to_table(parts[4], '.') with ordinality as i (part, ordinal)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.server_page (
  names text[],
  OUT   items text,
  OUT   count integer
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
  -- More than the _meta of a server takes.
  meta_bytes constant integer := 1000;
begin
  select string_agg(format('{"server":%s,"_meta":%s}', r.server, m.meta), ',' order by fitting.ordinal), count(*)
  into items, server_page.count
  from (
    select sized.ordinal, sized.name
    from (
      select
        n.ordinal, r.name,
        sum(r.bytes + meta_bytes) over (order by n.ordinal rows between unbounded preceding and 1 preceding) as bytes_before
      from unnest(names) with ordinality as n (name, ordinal) join private.registry_servers as r on r.name = n.name
    ) as sized
    where coalesce(sized.bytes_before, 0) < private.page_bytes()
  ) as fitting
  join private.registry_servers as r on r.name = fitting.name
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_strip_nulls(json_build_object(
        'status', case when r.is_listed then r.status else 'deleted' end,
        'publishedAt', private.format_time(r.published_at),
        'updatedAt', private.format_time(r.source_updated_at),
        'statusChangedAt', private.format_time(r.status_changed_at),
        'isLatest', true
      )),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', private.established_mean(st.established_ratings, st.established_claws),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m;
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
begin
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.lock_stats(array[skill]);
  perform private.replace_origin(skill, array(select i from unnest(valid) as i where i !~ is_repository), 'import');
  perform private.replace_identifiers(
    skill, array(select i from unnest(array_remove(mentioned, null) || valid) as i where i ~ is_repository or i <> all (valid)), 'mention'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.similar_word (
  wrong  text,
  budget integer
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
  -- With a lower trigram similarity, nobody confuses two words.
  min_similarity constant float8 := 0.4;
begin
  return query (
    select near.word, usage.frequency
    from (
      select word, extensions.similarity(word, wrong) as similarity
      from (
        select v.word from private.vocabulary as v
        where v.deletions && array(select d.deletion from private.deletions(array[wrong], 2) as d)
        limit budget / char_length(wrong)
      ) as candidate
      where extensions.similarity(word, wrong) >= min_similarity
      order by similarity desc, word
      limit 10
    ) as near
    cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as usage
    where frequency > 0
    order by similarity desc, frequency desc, word
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.similarity_constants (
  OUT most integer,
  OUT min_shared_words integer,
  OUT min_similarity double precision,
  OUT name_boost double precision,
  OUT name_share_boost double precision,
  OUT max_counted integer,
  OUT max_telling_words integer,
  OUT max_weighed_words integer,
  OUT usual_length double precision,
  OUT same_type_boost double precision,
  OUT similarity_of_claw double precision,
  OUT max_candidates integer,
  OUT enough_candidates integer,
  OUT max_paired_words integer,
  OUT max_frequency double precision,
  OUT max_bytes integer,
  OUT max_compared integer,
  OUT max_compared_words integer
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  most := 10;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74. See
  -- private.least_frequency.
  max_counted := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw := 0.05;
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates := 300;
  enough_candidates := 60;
  max_paired_words := 5;
  max_frequency := 5000;
  max_bytes := 100000;
  max_compared := 20;
  max_compared_words := 30;
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
        p.ordinal,
        s.json_start,
        ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
          || ',"established_ratings":' || st.established_ratings
          || ',"established_mean":' || coalesce(private.established_mean(st.established_ratings, st.established_claws)::text, 'null')
          || ',"sub_scores":' || st.sub_scores || ',"last_rated_at":' || coalesce(to_json(st.last_rated_at)::text, 'null')
          || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings,
        s.json_end
      from unnest(page) with ordinality as p (skill, ordinal)
      join public.skills as s on s.id = p.skill
      join public.skill_stats as st on st.skill_id = p.skill
      -- So that json_ratings is computed once.
      offset 0
    ) as item
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
    values (w.hash, true, true, true), (w.hash, true, true, false), (w.hash, true, false, false),
      (w.repository_hash, false, true, false), (w.repository_hash, false, false, false)
  ) as r (hash, is_whole, is_own, is_imported)
  cross join lateral (
    select best.skill_id, best.state, best.is_own, best.is_imported, best.score
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    -- Of the repository, three more than those that have the path itself.
    limit 6
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

CREATE OR REPLACE FUNCTION private.skills_with_text (
  value text
)
  RETURNS TABLE (
    skill_id   uuid,
    precedence integer
  )
  LANGUAGE plpgsql
  STABLE
  STRICT
  ROWS 1
  SET search_path TO ''
  AS $function$
declare
  key text;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  if skill is not null then
    return query select skill, 1;
    return;
  end if;
  -- No name is longer, and no slug.
  if octet_length(value) > 800 or char_length(value) > 200 then
    return;
  end if;
  key := private.name_key(value);
  return query select s.id, 1 from public.skills as s where s.slug = key;
  -- The same skill as private.name_holder, but the merged one if its name leads to another.
  skill := coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select source.id from public.skills as source
      where source.name_key = key and source.merged_into = private.merged_name_holder(key)
      limit 1
    )
  );
  if skill is not null then
    return query select skill, 2;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.sort_matches (
  sort     text,
  matches  uuid[],
  after    jsonb,
  max_rows integer
)
  RETURNS uuid[]
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
  -- Each order reads one table: both would cost twice as much.
  if sort in ('name', 'newest') then
    return array(
      select s.id
      from public.skills as s
      where s.id = any (matches) and (after is null or case sort
        when 'name' then (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
        else (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
      end)
      order by
        case sort when 'name' then s.name_key end, case sort when 'name' then s.id end,
        case sort when 'newest' then s.created_at end desc, s.id desc
      limit max_rows
    );
  end if;
  return array(
    select s.skill_id
    from public.skill_stats as s
    cross join lateral (
      select
        case sort
          when 'top' then s.score when 'rating' then s.avg_tenths when 'most_rated' then s.total_ratings
          when 'reliability' then s.reliability_score when 'security' then s.security_score when 'speed' then s.speed_score
        end as first_key,
        case sort when 'rating' then s.total_ratings when 'most_rated' then s.score end as second_key
    ) as k
    where s.skill_id = any (matches) and (after is null or case
      when k.second_key is null then (k.first_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
      else (k.first_key, k.second_key, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
    end)
    order by k.first_key desc, k.second_key desc, s.skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.split_words (
  folded  text,
  singles boolean
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  words text[];
begin
  if octet_length(folded) = char_length(folded) then
    return array(
      select left(part[1], 64) from regexp_matches(folded, '([[:alnum:]]+(?:[+#]+(?![[:alnum:]]))?)', 'g') as part
    );
  end if;
  words := array(
    select left(part[1], case when part[1] ~ ('^[' || private.paired_class() || ']') then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([' || private.paired_class() || ']+|[' || private.symbol_class() || ']|(?:(?![' || private.paired_class()
      || '])[[:alnum:]' || private.mark_class() || '])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ ('[' || private.paired_class() || ']') then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, ordinal)
    cross join lateral (
      select 0, word where word !~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ ('^[' || private.paired_class() || ']')
    ) as terms (i, term)
    order by ordinal, i
  );
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
        s.established_speed_count, s.established_speed_sum
      )::private.stats_change as sums,
      s.type,
      s.last_rated_at,
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
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      (select max(c.rated_at) from unnest(r.ratings) as c) as last_rated_at,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, stored.last_rated_at, stored.months)
    is distinct from (actual.sums, actual.type, actual.last_rated_at, actual.months);
$function$;

CREATE OR REPLACE FUNCTION private.suggest_names (
  search   text,
  is_loose boolean,
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
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 500;
  words private.search_word[] := private.plan_search(
    search, is_loose => suggest_names.is_loose, searches => suggest_names.searches
  );
  key text := private.name_key(search);
  corrected_key text := private.name_key(coalesce(private.correct_search(search, words), search));
  positions jsonb[] := private.rank_skills(search, words, private.skill_types(), null, max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      cross join lateral greatest(
        extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
        extensions.similarity(s.name_key, corrected_key)
      ) as similarity
      where similarity >= min_similarity
      order by similarity desc, s.name_key
      limit most
    ) as nearest
  );
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
  rare constant numeric := private.rarity(max_skills, private.document_count());
  with_synonyms text[];
begin
  if exists (select from unnest(words) as w where w.rarity is null and w.prefix_rarity is null) then
    with_synonyms := array(select unnest(s.term) from private.find_synonyms(array(select w.word from unnest(words) as w)) as s);
  end if;
  return array(
    select word
    from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
    cross join lateral (select rarity is null and prefix_rarity is null as is_unknown) as u
    where case
      when is_unknown then private.stem(word) <> all (with_synonyms)
      else rarity >= rare and char_length(word) > 3 and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, ordinal
    limit max_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.synonym_query (
  synonym text[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return format('(''%s'')', array_to_string(synonym, ''' & '''));
end
$function$;

CREATE OR REPLACE FUNCTION private.telling_stems (
  name        text,
  description text
)
  RETURNS TABLE (
    stem    text,
    in_name boolean
  )
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  ROWS 16
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The beginning of a description says what a skill does. Both limits bound the cost.
  max_description constant integer := 400;
  max_stems constant integer := 24;
  -- Without the part of a name that says who publishes the skill: @scope/name, io.github.owner/name.
  own_name constant text := coalesce(nullif(regexp_replace(name, '^.*/', ''), ''), name);
  in_name constant text[] := (private.name_words(own_name))[:16];
begin
  return query
  select t.stem, bool_or(t.ordinal = 0) as in_name
  from (
    select word, 0 as ordinal
    from unnest(in_name) as word
    -- Not foobar of foo-bar: it would count the same words again.
    where not exists (
      select from unnest(in_name) as a cross join unnest(in_name) as b
      where word like a || '%' || b and word not in (a, b) and greatest(char_length(a), char_length(b)) > 1
    )
    union all
    select w.word, w.ordinal::integer
    from unnest(private.split_words(private.fold_text(left(description, max_description)), false))
      with ordinality as w (word, ordinal)
  ) as word
  cross join lateral (select (ts_lexize('pg_catalog.english_stem', word.word))[1] as stem, word.ordinal) as t
  -- Without stop words, which have no stem, single characters, numbers and symbols.
  where t.stem <> all (private.generic_stems()) and char_length(t.stem) > 1
    and t.stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
  group by t.stem
  order by min(t.ordinal)
  limit max_stems;
end
$function$;

CREATE OR REPLACE FUNCTION private.telling_words (
  stems   text[],
  in_name boolean[]
)
  RETURNS SETOF private.telling_word
  LANGUAGE plpgsql
  STABLE
  ROWS 12
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  AS $function$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
begin
  return query (
    select
      private.term(t.stem) as term,
      ln(1 + all_skills / greatest(f.frequency, least_frequency))
        * case when t.in_name then limits.name_boost else 1 end as weight,
      f.frequency
    from unnest(stems, in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), limits.max_counted)
      ) as frequency
      offset 0
    ) as f
    -- One of them is the skill itself.
    where f.frequency > 1
    order by weight desc, t.stem
    limit limits.max_telling_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.text_score (
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
  -- The skill says that it is for agents, who search here.
  agent_boost constant float8 := 4;
  agent_words constant tsquery := $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
  -- What a text loses that has e times as many words as a short one.
  length_malus constant float8 := 0.75;
  short_text constant float8 := 10;
begin
  return case when words @@ agent_words then agent_boost else 0 end
    - length_malus * ln(greatest(length(words), short_text) / short_text);
end
$function$;

CREATE OR REPLACE FUNCTION private.update_quality()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  update private.skill_documents as d set quality = n.quality, is_proven = n.is_proven
  from (
    select skill_id, private.quality(score, established_ratings) as quality, private.is_proven(established_ratings) as is_proven
    from new_stats
  ) as n
  where d.skill_id = n.skill_id and (d.quality, d.is_proven) <> (n.quality, n.is_proven);
  return null;
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
    cross join lateral (select private.word_frequency(word) as documents offset 0) as usage
    order by ordinal
  );
  if last <> all (fillers)
    and coalesce((weighed[cardinality(words)]).rarity > private.rarity(known_from, all_documents), true)
  then
    beginning := private.beginning_frequency(last);
    weighed[cardinality(words)].prefix_rarity := case when beginning > 0 then private.rarity(beginning, all_documents) end;
  end if;
  return weighed;
end
$function$;

CREATE OR REPLACE FUNCTION private.word_frequency (
  word text
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
      select c.share * private.document_count() from private.common_words as c
      where c.word = private.stem(word_frequency.word) collate "C"
    ),
    -- Words that are not among the most common ones are counted.
    private.count_documents(private.word_query(word), 1000)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.word_query (
  word   text,
  suffix text DEFAULT ''::text,
  typed  text DEFAULT NULL::text
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  query tsquery := private.term(private.stem(word), suffix);
  parts constant text[] := case when word like '%2%' then private.parts(word) end;
begin
  if parts is not null then
    query := query || (private.term(private.stem(parts[1]), suffix) && private.term(private.stem(parts[2]), suffix));
  end if;
  return case when typed is null then query else query || private.word_query(typed, suffix) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.words_beginning (
  prefix text
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 64;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit max_words + 1
  );
begin
  if cardinality(words) <= max_words then
    return null;
  end if;
  return array(
    select word
    from (
      select v.word, c.share
      from private.common_words as c
      -- Not the stems.
      join private.vocabulary as v on v.word = c.word
      where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
      union all
      select word, 0 from unnest(words[:expanded_words]) as word
    ) as word_with_share
    group by word
    order by max(share) desc, word
    limit expanded_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  remaining bigint;
  has_retried boolean := false;
begin
  perform private.require_agent();
  while remaining is null loop
    begin
      remaining := private.delete_me();
    exception
      -- With a direct deletion of several ratings, which locks each with its aggregates.
      when deadlock_detected then
        if has_retried then
          raise;
        end if;
        has_retried := true;
    end;
  end loop;
  perform private.touch_key();
  return json_build_object('remaining', remaining);
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
  best jsonb[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  best := private.rank_skills(search, private.plan_search(search), '{clawdbot}', null, 1000);
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', f.identifier)
    from private.github_paths(array(select (p ->> 1)::uuid from unnest(best) as p)) as f
    join public.skills as s on s.id = f.skill_id
    where owner = '' or starts_with(f.identifier, 'pkg:github/' || owner || '/')
    order by f.ordinal
    limit least(greatest(coalesce(p_limit, 20), 1), 100)
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."find_skills"(text, integer, text) FROM PUBLIC, "service_role";

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
          from private.scan_agent_ratings(agent, null, 10, private.page_bytes()) as newest
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

CREATE OR REPLACE FUNCTION public.get_sitemap (
  p_part text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
begin
  perform private.validate('part', private.choice_error(p_part, string_to_array('0123456789abcdef', null)));
  return json_build_object('slugs', array(
    select s.slug
    from public.skills as s
    where s.id between (coalesce(p_part, '0') || '0000000-0000-0000-0000-000000000000')::uuid
      and (coalesce(p_part, 'f') || 'fffffff-ffff-ffff-ffff-ffffffffffff')::uuid
      and s.retired_at is null
    order by s.id
    limit 10001
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_sitemap"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_ratings (
  p_skill       text,
  p_sort        text    DEFAULT NULL::text,
  p_claws       integer DEFAULT NULL::integer,
  p_limit       integer DEFAULT NULL::integer,
  p_cursor      text    DEFAULT NULL::text,
  p_version     text    DEFAULT NULL::text,
  p_established boolean DEFAULT NULL::boolean
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), private.max_limit());
  -- highest and lowest are one scan for each number of claws.
  scans integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  only_claws integer;
  only_version text := private.clean_text(p_version, 100);
  skill uuid;
  list text;
  after jsonb;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', private.choice_error(sort, private.rating_orders()),
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end,
    'version', coalesce(case when only_version = '' then 'must have 1 to 100 characters' end, private.version_error(only_version))
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version, chr(31) || p_established::text);
  after := private.decode_cursor(p_cursor, list, '{private.cursor_claws,private.cursor_time,private.cursor_uuid}');

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(
        skill, sort = 'oldest', only_claws, only_version, p_established, after, page_size + 1 - cardinality(page), bytes
      ) as s
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next scan shows whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(rating) from unnest(page[:page_size]) as rating));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
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

CREATE OR REPLACE FUNCTION public.list_similar_skills (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  similar_skills uuid[] := private.find_similar_skills(private.resolve_skill(p_skill));
begin
  return json_build_object('skills', (
    select coalesce(json_agg(c order by s.ordinal), '[]')
    from unnest(similar_skills) with ordinality as s (id, ordinal)
    join public.skill_catalogue as c on c.id = s.id
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skill_versions (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
declare
  max_read constant integer := 10000;
  max_versions constant integer := 50;
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    with by_established as materialized (
      select version, claws, observed_calls, observed_failures, updated_at from public.ratings
      where skill_id = skill and established and version is not null and removed_at is null
      order by updated_at desc, id desc limit max_read
    ),
    by_others as (
      select version, updated_at from public.ratings
      where skill_id = skill and not established and version is not null and removed_at is null
      -- What the others leave: new accounts can hide no evidence.
      order by updated_at desc, id desc limit max_read - (select count(*) from by_established)
    ),
    rating as (
      select version, true as established, claws, observed_calls, observed_failures, updated_at from by_established
      union all
      select version, false, null, null, null, updated_at from by_others
    ),
    version_counts as (
      select
        version,
        count(*) as total_ratings,
        count(*) filter (where established) as established_ratings,
        sum(claws) as established_claws,
        -- As in private.evidence_of: at most 1,000 calls of each rating, and only with the number of failures.
        coalesce(sum(least(observed_calls, 1000)) filter (where observed_failures is not null), 0) as observed_calls,
        coalesce(
          round(sum(observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0))), 0
        ) as observed_failures,
        max(updated_at) as last_rated_at,
        max(updated_at) filter (where established) as last_established_at
      from rating
      group by version
    ),
    listed_version as (
      select * from version_counts
      -- Ratings by others of old versions cannot displace those with newer evidence.
      order by last_established_at desc nulls last, last_rated_at desc limit max_versions
    )
    select json_build_object('versions', coalesce(
      json_agg(
        json_build_object(
          'version', version,
          'total_ratings', total_ratings,
          'established_ratings', established_ratings,
          'established_mean', private.established_mean(established_ratings::integer, established_claws),
          'observed_calls', observed_calls,
          'observed_failures', observed_failures,
          'last_rated_at', last_rated_at
        )
        order by established_ratings > 0 desc, last_rated_at desc, private.semantic_version_key(version) collate "C" desc nulls last,
          version collate "C" desc
      ),
      '[]'
    ))
    from listed_version
  );
end
$function$;

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

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and rarities.
    words := private.plan_search(search, private.cursor_words(after -> 1));
    positions := private.rank_skills(search, words, types, after, max_rows);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    did_you_mean := coalesce(private.correct_search(search, words), private.find_imitated(search));
    if p_explain then
      matches := private.explain_matches(words, page[:max_rows - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, after, max_rows);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, max_rows);
  end if;

  if page = '{}' and search is not null and p_cursor is null then
    suggestions := private.suggest_names(search, true);
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
    from private.skill_items(page[:max_rows - 1], matches)
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
    first_ranked as (
      select r.*, v.version
      from ranked as r join unnest(versions) with ordinality as v (version, ordinal) on v.ordinal = r.ordinal
      where r.rank <= 3
    ),
    last_rated as materialized (
      select s.skill_id, private.last_rated_version(s.skill_id) as version
      from (select distinct r.skill_id from first_ranked as r where r.version is not null) as s
    ),
    -- Many identifiers can be spellings of one.
    evidence as materialized (
      select v.skill_id, v.version, private.evidence_for_version(v.skill_id, v.version) as for_version
      from (select distinct r.skill_id, r.version from first_ranked as r where r.version is not null) as v
    ),
    shown_skills as (
      select
        r.ordinal,
        json_agg(
          (rtrim(json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type, 'url', s.url,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'established_mean', r.established_mean,
            'imported', r.is_imported, 'exact', r.is_exact
          )::text, '}') || case when r.version is null then '' else format(
            ',"last_rated_version":%s,"for_version":%s',
            coalesce(to_json(l.version)::text, 'null'), coalesce(e.for_version::text, 'null')
          ) end || '}')::json order by r.rank
        ) as skills
      from first_ranked as r
      join public.skills as s on s.id = r.skill_id
      left join last_rated as l on l.skill_id = r.skill_id
      left join evidence as e on (e.skill_id, e.version) = (r.skill_id, r.version)
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
    ranked := array(
      select (p ->> 1)::uuid
      from unnest(private.rank_skills(queries[i], words, types, null, depth, different)) with ordinality as r (p, ordinal)
      order by ordinal
    );
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
    suggestions := private.suggest_names(queries[1], true, different);
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

REVOKE ALL ON FUNCTION "public"."search_skills"(text, text, integer, boolean) FROM PUBLIC, "service_role";

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
    'observed_failures', private.observed_failures_error(p_observed_calls, p_observed_failures)
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
  suggestions json;
begin
  perform private.validate('name', private.text_error(clean_name, 0, 200));
  suggestions := private.suggest_names(clean_name, false);
  if suggestions::text = '[]' then
    suggestions := private.suggest_names(clean_name, true);
  end if;
  return json_build_object('suggestions', suggestions);
end
$function$;

ALTER DOMAIN "private"."word_rarity"
  ADD CONSTRAINT "word_rarity_valid" CHECK (((VALUE >= (0)::numeric) AND (VALUE <= 99.99))) NOT VALID;

create view admin.duplicate_skills with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with shared as (
  select
    i.identifier_hash,
    count(*)::integer as skills,
    bool_or(i.is_imported) and not bool_and(i.is_imported) as is_mixed
  from private.skill_identifiers as i
  -- A repository can hold many skills, also if it is only named by their server.json.
  where i.state = 'active' and i.is_own and not private.is_repository(i.identifier)
  group by i.identifier_hash
  -- Others are pages, unless a registry has checked that it is an endpoint.
  having count(*) > 1 and (bool_or(i.is_imported) or max(i.identifier) like 'pkg:%')
  -- An imported and a submitted skill are often the same.
  order by 3 desc, 2, 1
  limit 200
),
members as (
  select
    g.identifier_hash, g.skills, g.is_mixed, i.identifier, i.skill_id, i.is_imported,
    row_number() over (
      partition by g.identifier_hash
      order by
        st.established_ratings desc,
        -- Nobody can install what its source deleted.
        (m.skill_id is not null and m.status is distinct from 'deleted') desc, s.created_at, s.id
    ) as rank
  from shared as g
  cross join lateral (
    select i.skill_id, i.identifier, i.is_imported from private.skill_identifiers as i
    where i.identifier_hash = g.identifier_hash and i.state = 'active' and i.is_own
    order by i.is_own desc, i.is_imported desc, i.score desc, i.skill_id desc
    limit 20
  ) as i
  join public.skills as s on s.id = i.skill_id
  join public.skill_stats as st on st.skill_id = s.id
  left join private.imported_skills as m on m.skill_id = s.id
),
same_names as (
  -- The import gave the skill another name.
  select
    case when b.established_ratings > a.established_ratings then own.id else other.id end as duplicate,
    case when b.established_ratings > a.established_ratings then other.id else own.id end as keep,
    other.name_key as identifier,
    b.established_ratings > a.established_ratings as loses_import
  from private.imported_skills as i
  join public.skills as own on own.id = i.skill_id and own.retired_at is null
  join public.skill_stats as a on a.skill_id = own.id
  join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
  join public.skill_stats as b on b.skill_id = other.id
  where other.id <> own.id and i.status is distinct from 'deleted'
    and not exists (select from private.imported_skills as m where m.skill_id = other.id)
  order by other.created_at desc
  limit 200
),
pairs as (
  select d.skill_id as duplicate, k.skill_id as keep, d.identifier, d.skills, d.is_mixed, d.rank,
    d.is_imported and not k.is_imported as loses_import
  from members as d
  join members as k on k.identifier_hash = d.identifier_hash and k.rank = 1
  where d.rank > 1
  union all
  select n.duplicate, n.keep, n.identifier, 2, true, 2, n.loses_import from same_names as n
),
described as (
  select
    s.id, s.slug, st.total_ratings, st.established_ratings,
    exists (select from private.imported_skills as m where m.skill_id = s.id) as is_imported
  from public.skills as s
  join public.skill_stats as st on st.skill_id = s.id
  where s.id in (select p.duplicate from pairs as p union select p.keep from pairs as p)
)
select
  d.slug as duplicate,
  d.is_imported as duplicate_imported,
  d.total_ratings as duplicate_ratings,
  d.established_ratings as duplicate_established_ratings,
  k.slug as keep,
  k.is_imported as keep_imported,
  k.total_ratings as keep_ratings,
  k.established_ratings as keep_established_ratings,
  p.skills,
  p.identifiers,
  case
    when r.reason is null then format('select admin.merge_skills(%L, %L, %L);', d.slug, k.slug, 'They have the same package, endpoint or name.')
  end as merge_call,
  r.reason as no_call_reason
from (
  select
    p.duplicate, p.keep, max(p.skills) as skills, array_agg(p.identifier order by p.identifier) as identifiers,
    bool_or(p.is_mixed) as is_mixed, max(p.rank) as rank, bool_or(p.loses_import) as loses_import
  from pairs as p
  group by p.duplicate, p.keep
) as p
join described as d on d.id = p.duplicate
join described as k on k.id = p.keep
cross join lateral (
  select case
    when d.established_ratings > 0 then 'Established agents rated both: they may be different skills.'
    when p.loses_import then 'A registry checked the identifier of the duplicate, but not of the one to keep.'
    when k.established_ratings < 3 then 'Fewer than 3 ratings by established agents say which one to keep.'
  end as reason
) as r
order by p.is_mixed desc, p.skills, p.rank, d.slug
limit 500);

CREATE INDEX skill_documents_proven_words ON private.skill_documents USING gin (words)
  WITH (fastupdate=off)
  WHERE is_proven;

COMMENT ON COLUMN "private"."common_words"."analyzed_at" IS 'The time of that analyze, the same in all rows.';

COMMENT ON COLUMN "private"."common_words"."share" IS 'The share of the documents that contain the word, as the last analyze estimated it.';

COMMENT ON COLUMN "private"."skill_documents"."is_proven" IS 'Whether it has enough established ratings: private.is_proven. A search for common words finds these first, and one for an imitation of their name has it in did_you_mean.';

COMMENT ON COLUMN "private"."skill_documents"."text_score" IS 'What the text of the skill adds to its relevance, whatever is searched: private.text_score.';

COMMENT ON COLUMN "private"."synonyms"."term" IS 'Up to three stems in alphabetical order, separated by spaces (private.synonym_key). A search has the term if it contains all of them.';

COMMENT ON DOMAIN "private"."word_rarity" IS 'The rarity of a word: private.rarity.';

COMMENT ON FUNCTION "admin"."add_synonyms"(text, text, text) IS 'Adds up to 20 synonyms, separated by commas, for a term of searches, which has up to three words. select admin.add_synonyms(''jot down'', ''notes, note taking'');';

COMMENT ON FUNCTION "admin"."check_synonyms"(text, text[]) IS 'The keys of phrases that are separated by commas; a known key is returned as it is. Raises if one is invalid, or if there are none or more than 20.';

COMMENT ON FUNCTION "admin"."remove_synonyms"(text, text, text) IS 'Removes synonyms of a term, separated by commas, or all; also those of the maintained list, which stay removed. select admin.remove_synonyms(''jot down'', ''note taking'');';

COMMENT ON FUNCTION "admin"."term_key"(text) IS 'The key of a term, given as it is typed in searches or by its key.';

COMMENT ON FUNCTION "admin"."without"(text[], text[]) IS 'A list without some items, in its order.';

COMMENT ON FUNCTION "private"."all_of"(tsquery[]) IS 'The query for what matches all queries that are not null; null if there are none.';

COMMENT ON FUNCTION "private"."any_of"(tsquery[]) IS 'The query for what matches any of the queries that are not null; null if there are none.';

COMMENT ON FUNCTION "private"."beginning_frequency"(text) IS 'About how many skills contain words that begin with a prefix: at least 1,000 if they are more.';

COMMENT ON FUNCTION "private"."characters"(text) IS 'The characters of a text: what each may do in a name (a letter, see private.is_plain_name), and the scripts that it fits (null: it is in no word).';

COMMENT ON FUNCTION "private"."correct_search"(text, private.search_word[]) IS 'A search with its misspelt words replaced; null if that changes nothing.';

COMMENT ON FUNCTION "private"."correct_word"(text, integer) IS 'The nearest other word of the vocabulary within private.allowed_edits, and how many skills contain it; of several, the one with the highest document frequency; no row if there is none. Compares words with `budget` letters in total.';

COMMENT ON FUNCTION "private"."count_changed_ratings"() IS 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents; records the use of the key.';

COMMENT ON FUNCTION "private"."cursor_words"(jsonb) IS 'The words of a search, of what a cursor carries; null if version 1.1.0 wrote it.';

COMMENT ON FUNCTION "private"."decode_percent"(text, text[]) IS 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true, except what is kept: characters that would separate parts, with both cases of their digits. Null if the result has a long run of marks.';

COMMENT ON FUNCTION "private"."evidence_for_version"(uuid, text) IS 'What established agents say of a version of a skill, compared as text, with at most the 1,000 newest ratings of each number of claws; null if no rating names it.';

COMMENT ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) IS 'For each skill, the words of the search by how it matches them: {found, corrected, expanded, missing}, without those that are empty. found: as typed, inflected, or as the beginning of a word if it is the last one; corrected: only the correction, {word, correction}; expanded: only a synonym. Without stop words and filler, of the 24 rarest words.';

COMMENT ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) IS 'The skills that follow a position in an order and contain all words.';

COMMENT ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) IS 'Up to a maximum of documents of some types that match a query, by ctid, which is faster than by id and does not change within a snapshot. If about so many match that the maximum leaves most of them out, the proven ones come first.';

COMMENT ON FUNCTION "private"."find_imitated"(text) IS 'If a search is the name of a skill without established ratings: the name, within private.allowed_edits, of another one that is proven; else null.';

COMMENT ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) IS 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';

COMMENT ON FUNCTION "private"."find_server"(text, text, boolean) IS 'The server with this name, and with this version or any, as JSON. Raises PT404.';

COMMENT ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp with time zone, boolean, integer) IS 'The names of the servers of ranked skills, best first, and the position of the skill of each. after: of the first skill, only servers after this name.';

COMMENT ON FUNCTION "private"."find_skill"(uuid, text) IS 'Finds a skill by its id, its name, else its slug, or by both; for a merged skill, the one that replaced it. Raises PT400 if id and name are of different skills, PT404 if no skill has them, PT410 if the skill is retired.';

COMMENT ON FUNCTION "private"."find_synonyms"(text[]) IS 'The terms of up to three of the words and their synonyms, those of longer terms first: `term` and `synonym` are stems, and a skill must contain all of `synonym`.';

COMMENT ON FUNCTION "private"."fold_identifier"(text) IS 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

COMMENT ON FUNCTION "private"."frequency"(double precision, double precision) IS 'About how many skills contain a word of a rarity above 0.';

COMMENT ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) IS 'Reciprocal rank fusion: the best skills of several rankings, and the number of the ranking in which each is best.';

COMMENT ON FUNCTION "private"."github_paths"(uuid[]) IS 'Of these skills, those whose url is a path in a repository on github.com that can be typed as it is, and its normal form, in their order.';

COMMENT ON FUNCTION "private"."is_cursor_ranking"(jsonb) IS 'Whether JSON is how a search ranks, as a cursor has it: the text of an array of private.search_word. Version 1.1.0 wrote an object, which is not used.';

COMMENT ON FUNCTION "private"."is_proven"(integer) IS 'Whether a skill has as many established ratings as make a verdict.';

COMMENT ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) IS 'Whether what was typed are words of a search, and each correction is a word of the vocabulary within its edit distance; false without words.';

COMMENT ON FUNCTION "private"."join_words"(text) IS 'The letters and digits of a folded text, as one word.';

COMMENT ON FUNCTION "private"."list_of_agent"(text, text, integer, text) IS 'A page of the ratings or skills of an agent, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "private"."load_common_words"() IS 'Copies the most common words, if an analyze has found others. Each submission calls it.';

COMMENT ON FUNCTION "private"."load_synonyms"(text) IS 'Replaces the maintained list, which supabase/synonyms.sql has, and keeps what admins changed. Returns the number of terms whose synonyms changed.';

COMMENT ON FUNCTION "private"."load_vocabulary"() IS 'Writes the vocabulary again: without the words that no skill contains any more, and so that the most common words have the hashes that are crowded. Copies the common words, too. Returns the number of words.';

COMMENT ON FUNCTION "private"."name_hashes"(text) IS 'The private.deletions of a name as one word.';

COMMENT ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) IS 'The words of a search after its correction, with their rarities; on later pages those that the cursor carries. If is_loose, misspelt words become those with similar trigrams. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."prefix_term"(text) IS 'A prefix query for a word, for the index: if too many words begin with it, it is expanded to the most common of them. Also matches stems.';

COMMENT ON FUNCTION "private"."quality_differences"() IS 'The documents whose quality, or is_proven, is not that of the ratings of their skill. No rows is the right answer.';

COMMENT ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) IS 'The positions of the 1,000 best matches of a search, after the position in a cursor: the score, the id, and, if a skill contains all words, the lowest score of such skills without synonyms. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."rarity"(double precision, double precision) IS 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

COMMENT ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one, by all agents, by established or by other ones.';

COMMENT ON FUNCTION "private"."record_key_use"() IS 'Records the use of the key of a submission, including a direct write to the table. private.count_changed_ratings does so for ratings.';

COMMENT ON FUNCTION "private"."required_words"(text[]) IS 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

COMMENT ON FUNCTION "private"."resolve_agent"(text) IS 'The agent with this id, else with this name, without white space at its ends. Raises PT404, also if it is suspended.';

COMMENT ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) IS 'The ratings of an agent after a cursor position (null: from the first), last updated first, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) IS 'The skills in the catalogue that an agent submitted, like private.scan_agent_ratings.';

COMMENT ON FUNCTION "private"."scan_changed_servers"(timestamp with time zone, text, text, integer) IS 'The names of the servers that follow a time of change and a name, in this order, and the time of each: with a version or all. A server that changes during a walk moves to its end, so the walk has it there, too.';

COMMENT ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) IS 'The entries of private.export_entries as an export contains them: those of one part after a position (null: from the first), up to the entry after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) IS 'The skills of some types that follow a position (null: all) in an order.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) IS 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) IS 'The names of the servers that follow a name, in the order of the name: with a version or all, listed or all.';

COMMENT ON FUNCTION "private"."search_terms"(private.search_word[], integer) IS 'How the words of a search match: those that some skill contains, or that have synonyms.';

COMMENT ON FUNCTION "private"."similar_word"(text, integer) IS 'As private.correct_word, the word with the most similar trigrams, of those whose first letters are similar.';

COMMENT ON FUNCTION "private"."similarity_constants"() IS 'The boosts and limits of the functions below.';

COMMENT ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) IS 'The JSON of skills as items of a list, in the order of the page, and how many fit into private.page_bytes. Each may have a match. The time zone must be UTC.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, at most six of each kind, and ten merged or retired ones. Reads no more, however many share it.';

COMMENT ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) IS 'As private.scan_in_order, of these skills.';

COMMENT ON FUNCTION "private"."suggest_names"(text, boolean, integer) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams. If is_loose, of the results of private.plan_search with this argument.';

COMMENT ON FUNCTION "private"."suspect_words"(private.search_word[], integer) IS 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

COMMENT ON FUNCTION "private"."synonym_query"(text[]) IS 'The query for skills that contain all stems of a synonym, in parentheses.';

COMMENT ON FUNCTION "private"."telling_words"(text[], boolean[]) IS 'The words of a skill that are looked up, those of most weight first.';

COMMENT ON FUNCTION "private"."text_score"(tsvector) IS 'What the words of a skill add to its relevance, whatever is searched: more if they say that it is for agents, less if they are many.';

COMMENT ON FUNCTION "private"."weigh_words"(text[]) IS 'The words with their rarities.';

COMMENT ON FUNCTION "private"."word_frequency"(text) IS 'About how many skills contain a word or an inflection of it.';

COMMENT ON FUNCTION "private"."word_query"(text, text, text) IS 'A query for a word and its inflections, or both of its private.parts, or what was typed for it; the suffix restricts it to weights.';

COMMENT ON FUNCTION "public"."find_skills"(text, integer, text) IS 'GET /api/search: of the best 1,000 agent skills that match, those whose url is a path in a repository on github.com, best first, at most 100: slug, url and its normal form. Raises PT400.';

COMMENT ON FUNCTION "public"."get_sitemap"(text) IS 'GET /api/sitemap.xml: the slugs of the skills whose ids begin with a digit, or of all, without retired ones; at most 10,001, which shows whether there are more than a sitemap has. Raises PT400.';

COMMENT ON FUNCTION "public"."search_skills"(text, text, integer, boolean) IS 'POST /api/search: the JSON text of a list of 1 to 3 queries, whose rankings are fused. At most 50 skills and about private.page_bytes, without pages. With p_explain, each has `matched` (private.explain_matches), for the query in which it is best. Raises PT400.';

COMMENT ON TABLE "private"."common_words" IS 'The 3,000 most common words and stems of the documents, copied from pg_stats, which takes a search longer to read; written by private.load_common_words.';

COMMENT ON TABLE "private"."synonyms" IS 'The terms of searches and their synonyms in skills; filled by private.load_synonyms and admin.add_synonyms.';

COMMENT ON TABLE "private"."vocabulary" IS 'The words that skills contain or contained, for spelling correction; written by a trigger on public.skills and private.load_vocabulary.';

COMMENT ON TYPE "private"."ranked_query" IS 'One of several phrasings: its words after the correction, and the skills that it finds, best first.';

COMMENT ON TYPE "private"."search_term" IS 'How a word of a search matches documents, and what it weighs.';

COMMENT ON TYPE "private"."search_word" IS 'A word of a search, and how rare it is. The cursor of a search carries these.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server.';

COMMENT ON VIEW "admin"."synonyms" IS 'The terms of searches and their synonyms in skills, as stems. select * from admin.synonyms where term ~ ''memori'';';

REVOKE ALL ON FUNCTION "admin"."add_synonyms"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."add_synonyms"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."add_synonyms"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."add_synonyms"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."check_synonyms"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."check_synonyms"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."check_synonyms"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."remove_synonyms"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."remove_synonyms"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."remove_synonyms"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."remove_synonyms"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."term_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."term_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."term_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."without"(text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."without"(text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."without"(text[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."all_of"(tsquery[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."all_of"(tsquery[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."all_of"(tsquery[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."all_of"(tsquery[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."any_of"(tsquery[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."any_of"(tsquery[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."any_of"(tsquery[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."any_of"(tsquery[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."beginning_frequency"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."beginning_frequency"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."characters"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."characters"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."characters"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."characters"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."characters"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, private.search_word[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, private.search_word[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, private.search_word[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, private.search_word[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_word"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_word"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."cursor_words"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cursor_words"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."cursor_words"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cursor_words"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decode_percent"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_percent"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."evidence_for_version"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."evidence_for_version"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."evidence_for_version"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."evidence_for_version"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."filter_in_order"(text, text[], text[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_documents"(tsquery, text[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], text[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_server"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_server"(text, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_servers"(jsonb[], text, text, timestamp WITH time zone, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_skill"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_skill"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_skill"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_skill"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_synonyms"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_synonyms"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_synonyms"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_synonyms"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."frequency"(double precision, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."frequency"(double precision, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_cursor_ranking"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_cursor_ranking"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_cursor_ranking"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_cursor_ranking"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_proven"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_proven"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_spelling"(text[], private.search_word[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."join_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."join_words"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."join_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."join_words"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_of_agent"(text, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_of_agent"(text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_of_agent"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_of_agent"(text, text, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."load_common_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."load_common_words"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."load_common_words"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."load_vocabulary"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."load_vocabulary"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."load_vocabulary"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_hashes"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_hashes"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."name_hashes"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_hashes"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, private.search_word[], boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."prefix_term"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."prefix_term"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."prefix_term"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."prefix_term"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rarity"(double precision, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rarity"(double precision, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rarity"(double precision, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rarity"(double precision, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ratings_in_order"(uuid, boolean, integer, text, boolean, jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."required_words"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."required_words"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."required_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."required_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_changed_servers"(timestamp WITH time zone, text, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_servers"(text, text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."similar_word"(text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similar_word"(text, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."similar_word"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."similar_word"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."similarity_constants"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similarity_constants"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."similarity_constants"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."similarity_constants"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_items"(uuid[], jsonb[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sort_matches"(text, uuid[], jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."synonym_query"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."synonym_query"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."synonym_query"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."synonym_query"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."telling_words"(text[], boolean[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."telling_words"(text[], boolean[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."telling_words"(text[], boolean[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."telling_words"(text[], boolean[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_score"(tsvector) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_score"(tsvector) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_score"(tsvector) TO "postgres";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_frequency"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_frequency"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."word_query"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."word_query"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."find_skills"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_skills"(text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_sitemap"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sitemap"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_skills"(text, text, integer, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_skills"(text, text, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_skills"(text, text, integer, boolean) TO "postgres";

GRANT SELECT ON TABLE "private"."common_words" TO "anon", "authenticated";

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 WITH new_entry
  AS (
          SELECT e.external_name,
             n.name,
             private.name_key(n.name) AS name_key,
             e.description,
             e.type,
             e.url,
             e.published_at,
             e.content,
             e.ordinality
            FROM (unnest(create_imported.entries) WITH ORDINALITY e(external_name, name, description, type, url, published_at, content, skill_id, old_content, outcome, status, server, server_published_at, source_updated_at, status_changed_at, server_problem, changes_server, install, ordinality)
              CROSS JOIN LATERAL ( SELECT private.import_name(create_imported.p_source, e.external_name, e.name) AS name
                  OFFSET 0) n)
           WHERE ((e.outcome = 'created'::text) AND (n.name IS NOT NULL))
         ), named AS (
          SELECT DISTINCT ON (w.name_key) w.external_name,
             w.name,
             w.name_key,
             w.description,
             w.type,
             w.url,
             w.published_at,
             w.content,
             w.ordinality
            FROM new_entry w
           ORDER BY w.name_key, w.ordinality
         ), created AS (
          INSERT INTO public.skills (name, description, type, url)  SELECT n.name,
                     n.description,
                     n.type,
                     n.url
                    FROM named n ON CONFLICT DO NOTHING
           RETURNING skills.id,
             skills.name_key
         )
  INSERT INTO private.imported_skills (source, external_name, skill_id, published_at, content)  SELECT create_imported.p_source AS p_source,
             n.external_name,
             c.id,
             n.published_at,
             n.content
            FROM (named n
              JOIN created c ON ((c.name_key = (n.name_key COLLATE "C"))));
END;

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

ALTER DOMAIN "private"."cursor_ranking"
  ADD CONSTRAINT "cursor_ranking_valid" CHECK (private.is_cursor_ranking(VALUE)) NOT VALID;

CREATE INDEX skill_documents_proven_names ON private.skill_documents USING gin (private.name_hashes(name_key))
  WHERE is_proven;

comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';

comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, a registry checked the identifier of the duplicate only, or the one to keep has fewer than 3.';

-- The foreign key of identifiers was created before that of ratings, so that deleting a skill locked its identifiers first. A rating locks
-- the rating, then the aggregates, then the identifiers, whose score it changes: both could deadlock.
-- pgls-ignore lint/safety/addingForeignKeyConstraint: Checking some 100,000 identifiers takes less than a second.
-- pgls-ignore lint/safety/constraintMissingNotValid: The same.
-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
alter table private.skill_identifiers
  drop constraint skill_identifiers_skill_id_fkey,
  add constraint skill_identifiers_skill_id_fkey foreign key (skill_id) references public.skills on delete cascade;
