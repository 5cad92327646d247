set local lock_timeout = '2s';

-- Rows that only admins had added. The list is loaded after the migration.
delete from private.synonyms where synonyms = '{}';

-- The role of sql/agents/05_writer.sql. Roles belong to the cluster, so another database can have created it.
do $$
begin
  if to_regrole('skill_rating_writer') is null then
    create role skill_rating_writer nologin;
  end if;
end
$$;
comment on role skill_rating_writer is 'Owner of the functions by which agents write; of no table. Its policies say which rows.';
grant anon to skill_rating_writer;
grant skill_rating_writer to postgres;
grant create on schema private to skill_rating_writer;

-- Composite types whose members change are created anew: a row cannot be cast to a type that has lost one.
drop type private.ranked_query cascade;
drop type private.search_term cascade;
drop type private.search_word cascade;
drop type private.import_entry cascade;

SET local check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."add_flag"(uuid, uuid, text) FROM "postgres";

REVOKE ALL ON FUNCTION "private"."create_key"(interval) FROM "postgres";

REVOKE ALL ON FUNCTION "private"."current_agent_id"() FROM "service_role";

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM "postgres";

REVOKE ALL ON FUNCTION "private"."touch_key"() FROM "postgres";

REVOKE ALL ON TABLE "private"."synonyms" FROM "service_role";

REVOKE ALL ("claws") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("commentary") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("observed_calls") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("observed_failures") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("reliability") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("security") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("skill_id") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("speed") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("version") ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("claws") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("commentary") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("observed_calls") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("observed_failures") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("reliability") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("security") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("skill_id") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("speed") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("version") ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("description") ON TABLE "public"."skills" FROM "anon";

REVOKE ALL ("name") ON TABLE "public"."skills" FROM "anon";

REVOKE ALL ("type") ON TABLE "public"."skills" FROM "anon";

REVOKE ALL ("url") ON TABLE "public"."skills" FROM "anon";

REVOKE ALL ("description") ON TABLE "public"."skills" FROM "authenticated";

REVOKE ALL ("name") ON TABLE "public"."skills" FROM "authenticated";

REVOKE ALL ("type") ON TABLE "public"."skills" FROM "authenticated";

REVOKE ALL ("url") ON TABLE "public"."skills" FROM "authenticated";

DROP POLICY "an agent deletes its own rating" ON "public"."ratings";

DROP POLICY "an agent replaces its own rating" ON "public"."ratings";

DROP TRIGGER "before_1_count_written_row" ON "public"."ratings";

DROP TRIGGER "before_2_accept_rating" ON "public"."ratings";

DROP TRIGGER "before_2_keep_commentary_hidden" ON "public"."ratings";

DROP TRIGGER "before_3_replace_rating" ON "public"."ratings";

DROP TRIGGER "keep_hidden_ratings" ON "public"."ratings";

DROP TRIGGER "lock_caller" ON "public"."ratings";

DROP TRIGGER "count_written_row" ON "public"."skills";

DROP TRIGGER "record_key_use" ON "public"."skills";

DROP VIEW "admin"."daily";

DROP VIEW "admin"."duplicate_skills";

DROP VIEW "admin"."movers";

DROP VIEW "admin"."newest_agents";

DROP VIEW "admin"."agent_overview";

DROP VIEW "admin"."overview";

DROP VIEW "admin"."queue";

DROP VIEW "admin"."rating_bursts";

DROP VIEW "admin"."synonyms";

DROP VIEW "private"."copied_texts";

DROP VIEW "private"."ratings_by_new_agents";

DROP VIEW "private"."recent_texts";

ALTER TABLE "private"."flags"
  DROP CONSTRAINT "flags_pkey";

ALTER TABLE "private"."hidden_commentaries"
  DROP CONSTRAINT "hidden_commentaries_rating_id_fkey";

ALTER TABLE "private"."skill_identifiers"
  DROP CONSTRAINT "skill_identifiers_origins_known";

DROP FUNCTION "admin"."add_synonyms"(text, text, text);

DROP FUNCTION "admin"."check_synonym"(text);

DROP FUNCTION "admin"."check_synonyms"(text, text[]);

DROP FUNCTION "admin"."remove_synonyms"(text, text, text);

DROP FUNCTION "admin"."retire"(public.skills, text, uuid);

DROP FUNCTION "admin"."retire_skill"(text, text);

DROP FUNCTION "admin"."term_key"(text);

DROP FUNCTION "admin"."without"(text[], text[]);

DROP FUNCTION "private"."accept_rating"();

DROP FUNCTION "private"."characters"(text);

DROP FUNCTION "private"."count_written_row"();

DROP FUNCTION "private"."establish_raters"(uuid[], uuid[], uuid[]);

DROP FUNCTION "private"."find_servers"(private.search_position[], text, text, timestamp WITH time zone, boolean, integer);

DROP FUNCTION "private"."has_four_words"(text);

DROP FUNCTION "private"."has_submitted_twin"(uuid);

DROP FUNCTION "private"."import_batch"(text, jsonb);

DROP FUNCTION "private"."import_name"(text, text, text);

DROP FUNCTION "private"."imported_name"(text, integer);

DROP FUNCTION "private"."keep_commentary_hidden"();

DROP FUNCTION "private"."keep_hidden_ratings"();

DROP FUNCTION "private"."lock_caller"();

DROP FUNCTION "private"."lock_hidden"(uuid);

DROP FUNCTION "private"."log_hidden_commentary"(public.ratings);

DROP FUNCTION "private"."name_in_source"(text, text);

DROP FUNCTION "private"."needs_establishing"(uuid);

DROP FUNCTION "private"."rarity"(double precision, double precision);

DROP FUNCTION "private"."record_key_use"();

DROP FUNCTION "private"."replace_rating"();

DROP FUNCTION "private"."require_current_key"(uuid);

DROP FUNCTION "private"."revoke_current_key"();

DROP FUNCTION "private"."same_server"(text, text, text);

DROP FUNCTION "private"."server_list_position"(text, text, boolean);

DROP FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[]);

DROP FUNCTION "private"."skill_content"(text, text, text);

DROP FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid);

DROP FUNCTION "private"."suggest_names"(text, integer);

DROP FUNCTION "private"."text_score"(tsvector);

DROP FUNCTION "private"."update_me"(text, text);

DROP FUNCTION "public"."import_skills"(text, text, text, boolean);

DROP FUNCTION "public"."list_skills"(boolean, text, text, integer, text);

DROP FUNCTION "public"."list_skills"(text, text, text, integer, text, boolean);

DROP DOMAIN "private"."cursor_ranking";

DROP DOMAIN "private"."search_rank";

DROP DOMAIN "private"."word_rarity";

DROP TYPE "private"."search_position";

ALTER TABLE "private"."synonyms"
  ALTER COLUMN "synonyms" DROP DEFAULT;

ALTER TABLE "public"."ratings"
  ALTER COLUMN "agent_id" DROP DEFAULT;

ALTER TABLE "public"."skills"
  ALTER COLUMN "submitted_by" DROP DEFAULT;

ALTER TABLE "private"."imported_skills"
  DROP COLUMN "content";

ALTER TABLE "private"."imported_skills"
  DROP COLUMN "published_at";

ALTER TABLE "private"."imports"
  DROP COLUMN "cursor";

ALTER TABLE "private"."skill_documents"
  DROP COLUMN "text_score";

ALTER TABLE "private"."synonyms"
  DROP COLUMN "added";

ALTER TABLE "private"."synonyms"
  DROP COLUMN "removed";

ALTER TABLE "private"."agent_keys"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."flags"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."hidden_commentaries"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."standing"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."flags"
  ADD COLUMN "settled_at" timestamp WITH time zone;

ALTER TABLE "private"."imported_skills"
  ADD COLUMN "installed" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "private"."skill_documents"
  ADD COLUMN "name_share" real NOT NULL DEFAULT 1;

ALTER TABLE "private"."skill_documents"
  ADD COLUMN "text_share" real NOT NULL DEFAULT 1;

ALTER TABLE "private"."skill_documents"
  ADD COLUMN "is_for_agents" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "is_former" boolean GENERATED ALWAYS AS (('former'::text = ANY (origins))) STORED NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "is_blocked" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "written_path" text;

ALTER TABLE "public"."skills"
  ADD COLUMN "changed_at" timestamp WITH time zone;

ALTER TABLE "public"."skills"
  ADD COLUMN "is_blocked" boolean NOT NULL DEFAULT false;

CREATE DOMAIN "private"."cursor_place" AS smallint;

CREATE TYPE "private"."import_entry" AS (
  "external_name"       text,
  "name"                text,
  "description"         text,
  "type"                text,
  "url"                 text,
  "status"              text,
  "server"              jsonb,
  "install"             jsonb,
  "server_problem"      text,
  "server_published_at" timestamp WITH time zone,
  "source_updated_at"   timestamp WITH time zone,
  "status_changed_at"   timestamp WITH time zone
);

CREATE TYPE "private"."search_term" AS (
  "weight"         double precision,
  "is_known"       boolean,
  "frequency"      double precision,
  "form"           tsquery,
  "in_name"        tsquery,
  "in_text"        tsquery,
  "is_first"       tsquery,
  "prefix"         tsquery,
  "prefix_in_name" tsquery,
  "prefix_weight"  double precision,
  "finder"         tsquery,
  "synonyms"       tsquery,
  "synonym_finder" tsquery
);

CREATE TYPE "private"."search_word" AS (
  "word"          text,
  "typed"         text,
  "rarity"        double precision,
  "prefix_rarity" double precision
);

CREATE TYPE "private"."ranked_query" AS (
  "words"  private.search_word[],
  "skills" uuid[]
);

CREATE OR REPLACE FUNCTION admin.grant_standing (
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
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  insert into private.standing (agent_id, established_at) values (author.id, now())
  on conflict (agent_id) do update set established_at = excluded.established_at, withdrawn_at = null;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = true
  where r.agent_id = author.id and not r.established
    and not exists (select from public.skills as s where s.id = r.skill_id and s.submitted_by = author.id);
  perform admin.log_action('grant_standing', agent_id => author.id, reason => why);
  return format('%s is established: its ratings count fully.', author.agent_name);
end
$function$;

CREATE OR REPLACE FUNCTION admin.hide_commentary (
  rating uuid,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  dismissed integer;
begin
  if locked.commentary_hidden_at is not null then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  insert into private.hidden_commentaries (rating_id, commentary) values (rating, locked.commentary);
  update public.ratings set commentary_hidden_at = clock_timestamp(), commentary = null where id = rating;
  dismissed := admin.settle_flags(array[rating]);
  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why,
    jsonb_build_object('commentary', locked.commentary, 'flags', dismissed)
  );
  return format(
    'Hidden, as is any commentary that the agent sends for this skill. Its claws (%s) still count. Undo: admin.restore_commentary.',
    locked.claws
  );
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
    perform private.log_hidden_commentary(r, r.commentary)
    from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    insert into private.hidden_commentaries (rating_id, commentary)
    select r.id, r.commentary from public.ratings as r where r.id = any (hidden);
    update public.ratings as r set commentary_hidden_at = loser.commentary_hidden_at, commentary = null
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
    update public.skills set merged_into = target.id, retired_at = coalesce(retired_at, now()), is_blocked = false
      where id = source.id;
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

CREATE OR REPLACE FUNCTION admin.release_skill (
  skill  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  released public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if not released.is_blocked then
    raise exception '% is not blocked.', released.slug;
  end if;
  update public.skills as s set is_blocked = false where s.id = released.id;
  perform admin.log_action('release_skill', released.id, reason => why);
  return format('%s stays retired, and its name and addresses can be submitted again.', released.slug);
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore (
  skill     public.skills,
  why       text,
  submitter uuid          DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.skills as s set retired_at = null, is_blocked = false where s.id = skill.id;
  update private.skill_submitters as own set waits_for_review = true
  where own.skill_id = skill.id
    and not exists (select from admin.audit_log as l where l.skill_id = skill.id and l.action = 'review_skill');
  perform admin.log_action('restore_skill', skill.id, agent_id => submitter, reason => why);
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_commentary (
  rating uuid,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  hidden text := (select h.commentary from private.hidden_commentaries as h where h.rating_id = rating);
begin
  if locked.commentary_hidden_at is null then
    raise exception 'The commentary of this rating is not hidden.';
  elsif private.text_error(hidden, 1, 10000) is not null then
    raise exception 'The commentary violates a rule that is newer than it: it %. Its agent has to send another one first.',
      private.text_error(hidden, 1, 10000);
  end if;

  delete from private.hidden_commentaries as h where h.rating_id = rating;
  update public.ratings set commentary_hidden_at = null, commentary = hidden where id = rating;
  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
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
  -- private.write_rating has deleted them.
  replaced uuid[] := array(
    select l.rating_id from admin.audit_log as l where l.rating_id = any (ids) and l.action = 'replace_removed_rating'
  );
  left_over uuid[] := array(select id from unnest(ids) as id where id <> all (replaced));
  authors uuid[];
  restorable_ids uuid[];
  restored integer := 0;
begin
  if left_over <> '{}' or replaced = '{}' then
    authors := admin.lock_authors(left_over);
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
    restored := admin.set_removed(restorable_ids, null);
    perform admin.log_ratings('restore_ratings', restorable_ids, why);
  end if;
  return admin.number_of(restored, 'rating') || ' restored' || case
    when replaced = '{}' then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(replaced))
  end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.retire (
  skill     public.skills,
  why       text,
  submitter uuid          DEFAULT NULL::uuid,
  block     boolean       DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  dismissed integer;
begin
  update public.skills as s set retired_at = now(), is_blocked = block where s.id = skill.id;
  dismissed := admin.leave_queue(skill.id);
  perform admin.log_action(
    'retire_skill', skill.id, agent_id => submitter, reason => why,
    details => jsonb_build_object('flags', dismissed) || case when block then '{"block": true}' else '{}' end::jsonb
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.retire_skill (
  skill  text,
  reason text,
  block  boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  perform admin.retire(retired, why, block => coalesce(block, false));
  return format(
    '%s is retired: it is in no list, cannot be rated, and %s. Its page remains.', retired.slug,
    case when block then 'it cannot be submitted again: see admin.release_skill' else 'its name can be used again' end
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.settle_flags (
  subjects uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  settled integer;
begin
  -- Never waits: a flag that is locked is being deleted with its agent, which may wait for a lock of the caller.
  update private.flags as f set settled_at = clock_timestamp()
  where (f.subject_id, f.agent_id) in (
    select own.subject_id, own.agent_id from private.flags as own
    where own.subject_id = any (subjects) and own.settled_at is null for update skip locked
  );
  get diagnostics settled = row_count;
  return settled;
end
$function$;

CREATE OR REPLACE FUNCTION private.add_flag (
  rating     uuid,
  skill      uuid,
  new_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  -- The agent first. One flag of an agent after the other, so that each sees how many there are.
  key private.agent_keys := private.lock_caller();
  subject constant uuid := coalesce(rating, skill);
  flagged_at timestamptz;
  created boolean;
  known private.flags;
  written_at timestamptz;
begin
  -- Waits for an admin who removes the rating, or merges or retires the skill, which settles its flags.
  if rating is not null then
    select r.commentary_at into written_at from public.ratings as r where r.id = rating and r.removed_at is null for key share;
  else
    select s.updated_at into written_at from public.skills as s where s.id = skill and s.merged_into is null for key share;
  end if;
  if not found then
    return null;
  end if;

  select f.* into known from private.flags as f where f.subject_id = subject and f.agent_id = key.agent_id;
  if known.settled_at > written_at and known.reason = new_reason then
    -- An admin has decided about these words and this text.
    perform private.use_key(key);
    return json_build_object('created', false, 'flag', json_build_object(
      case when rating is null then 'skill_id' else 'rating_id' end, subject, 'reason', new_reason, 'created_at', known.created_at
    ));
  end if;
  if known.agent_id is null or known.settled_at is not null then
    perform private.check_flags_of(key.agent_id);
  end if;
  insert into private.flags as f (agent_id, rating_id, skill_id, reason)
  values (key.agent_id, rating, skill, new_reason)
  on conflict (subject_id, agent_id) do update set
    reason = excluded.reason,
    settled_at = null,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  perform private.use_key(key);
  return json_build_object('created', created, 'flag', json_build_object(
    case when rating is null then 'skill_id' else 'rating_id' end, subject, 'reason', new_reason, 'created_at', flagged_at
  ));
end
$function$;

ALTER FUNCTION "private"."add_flag"(uuid, uuid, text) OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.agent_rarity()
  RETURNS double precision
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.blocked_name_holder (
  key text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return (
    select blocked.id from public.skills as blocked where blocked.name_key = key and blocked.is_blocked
    union all
    select target.id
    from public.skills as source join public.skills as target on target.id = source.merged_into
    where source.name_key = key and source.merged_into is not null and target.is_blocked
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.blocked_skill (
  key       text,
  addresses text[]
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    case when private.name_holder(key) is null then private.blocked_name_holder(key) end,
    (
      select coalesce(s.merged_into, s.id)
      from unnest(addresses) as a
      cross join lateral (select private.identifier_hash(private.normalize_identifier(a)) as hash) as h
      join private.skill_identifiers as i on i.identifier_hash = h.hash
      join public.skills as s on s.id = i.skill_id
      where i.is_remembered and i.is_blocked and i.state in ('retired', 'merged')
        -- Otherwise, who claims the package of others could have it blocked.
        and not exists (
          select from private.skill_identifiers as other
          where other.identifier_hash = h.hash and other.state = 'active' and other.is_own
        )
      limit 1
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.change_of (
  skill uuid,
  OUT   changed_at timestamp with time zone,
  OUT   established_since_change integer
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  select s.changed_at, st.established_ratings into changed_at, established_since_change
  from public.skills as s join public.skill_stats as st on st.skill_id = s.id
  where s.id = skill;
  if changed_at is not null then
    established_since_change := (
      select count(*)
      from (
        select from public.ratings as r
        where r.skill_id = skill and r.established and r.removed_at is null and r.updated_at > change_of.changed_at
        -- So that no number of ratings makes a page slow.
        limit 10000
      ) as newer
    );
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_flags_of (
  agent uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  most constant integer := 20;
begin
  if not exists (select from private.standing as t where t.agent_id = agent and t.established_at is not null)
    and (
      select count(*) from (select from private.flags as f where f.agent_id = agent and f.settled_at is null limit most)
        as unsettled
    ) = most
  then
    raise sqlstate 'PT409' using message = 'too_many_flags';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_version (
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
  clean_value constant text := private.clean_text(value, 100);
  plain text;
begin
  if octet_length(clean_value) = char_length(clean_value) or private.version_error(clean_value) is not null then
    return clean_value;
  end if;
  plain := private.trim_text(regexp_replace(normalize(clean_value, nfkc), '[' || private.invisible_class() || ']', '', 'g'));
  -- NFKC can make a text longer.
  return case when char_length(plain) <= 100 then plain else clean_value end;
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
        where word <> wrong
          -- Typos are rarely in the first letter. A word that nobody knows is better missing than replaced by one of another meaning:
          -- beancount is not headcount, and osrm is not orm.
          and (left(word, 1) = left(wrong, 1) or left(word, 2) = reverse(left(wrong, 2)))
          and (char_length(word) > 3 or max_edits > private.allowed_edits(wrong))
          and case
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
      -- Anyone can submit a word often, so those of proven skills come first.
      order by
        exists (select from private.skill_documents as d where d.is_proven and d.words @@ private.term(word)) desc,
        frequency desc, word
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
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
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
        when removed = '{}' or change.last_rated_at >= s.last_rated_at then greatest(s.last_rated_at, change.last_rated_at)
        else private.last_rated_at(s.skill_id)
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
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source  text,
  catalogue text,
  e         private.import_entry
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
      candidate := private.imported_name(e.name, catalogue, number);
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
        candidate := private.imported_name(e.name, catalogue, number);
    end;
  end loop;
  raise exception 'No name for the skill % is free.', e.external_name;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_key (
  grace interval
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  current_key private.agent_keys := private.lock_caller();
  key text := private.generate_key();
  -- clock_timestamp() instead of now(): the keys are in the order in which the calls got the lock.
  made_at timestamptz := clock_timestamp();
  made_id uuid;
  ends timestamptz;
begin
  perform private.require_unreplaced(current_key);
  ends := clock_timestamp() + grace;

  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (current_key.agent_id, extensions.digest(key, 'sha256'), left(key, 13), made_at)
  returning id into made_id;
  -- Creating a key also counts as a use: older keys may not replace it.
  update private.agent_keys as k set last_used_at = clock_timestamp() where k.id = current_key.id;
  -- Last: without a grace period, the policies show nothing to this request afterwards.
  update private.agent_keys as k set revoked_at = ends
  where k.agent_id = current_key.agent_id and k.id <> made_id and (k.revoked_at is null or k.revoked_at > ends);

  return json_build_object(
    'api_key', key,
    'key', json_build_object('prefix', left(key, 13), 'created_at', made_at),
    'old_key', json_build_object('prefix', current_key.key_prefix, 'expires_at', least(current_key.revoked_at, ends))
  );
end
$function$;

ALTER FUNCTION "private"."create_key"(interval) OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.current_agent_id()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (private.current_key()).agent_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.current_key()
  RETURNS private.agent_keys
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  key private.agent_keys;
begin
  select k.* into key from private.agent_keys as k
  where k.key_hash = extensions.digest(private.request_key(), 'sha256')
    -- clock_timestamp(): a key that is revoked during a request is invalid for the rest of the request.
    and (k.revoked_at is null or k.revoked_at > clock_timestamp())
    and not exists (select from private.standing as t where t.agent_id = k.agent_id and t.suspended_at is not null);
  return key;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_me()
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Other agents that rate the same skills wait for a call.
  most constant integer := 1000;
  most_skills constant integer := 200;
  key private.agent_keys;
  agent uuid;
  submitted uuid[];
  rated uuid[];
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock, and so does
  -- what refers to the agent.
  perform from public.agents where id = private.current_agent_id() for update;
  key := private.lock_caller();
  agent := key.agent_id;
  perform private.require_unreplaced(key);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks. Between them the flags of
  -- the ratings: to delete a row of agents deletes its flags, and then waits for aggregates.
  -- Ratings with a hidden commentary go with the agent: as long as it can rate, what it writes there stays hidden.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and r.commentary_hidden_at is null order by r.updated_at, r.id limit most
  );
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform from private.flags as f where f.rating_id = any (rated) order by f.rating_id, f.agent_id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates.
  delete from private.flags as f
  where f.agent_id = agent and f.subject_id in (
    select own.subject_id from private.flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (
    select count(*) from public.ratings as r where r.agent_id = agent and r.commentary_hidden_at is null
  )
    + (select count(*) from private.flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and the ratings that were left out above.
    delete from public.agents as a where a.id = agent;
  else
    perform private.use_key(key);
  end if;
  return remaining;
end
$function$;

ALTER FUNCTION "private"."delete_me"() OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.delete_rating (
  id_or_slug text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  key private.agent_keys := private.lock_caller();
  skill uuid;
  own public.ratings;
begin
  for attempt in 1..3 loop
    skill := private.resolve_skill(id_or_slug);
    -- Waits for an admin who merges or deletes the skill. A merge takes the ratings along.
    perform from public.skills as s where s.id = skill and s.merged_into is null for key share;
    exit when found;
    if attempt = 3 then
      raise exception 'The skill % cannot be locked.', skill;
    end if;
  end loop;
  select * into own from public.ratings as r
  where r.skill_id = skill and r.agent_id = key.agent_id and r.removed_at is null for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'rating_not_found';
  end if;

  delete from public.ratings as r where r.id = own.id;
  if not found then
    -- The grace period of the key ended during the call.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  if own.commentary_hidden_at is not null then
    -- Without text and scores, so that the next rating of the skill by this agent is hidden, too.
    insert into public.ratings (id, skill_id, agent_id, claws, established, removed_at, removal_cause, commentary_hidden_at)
    values (own.id, own.skill_id, own.agent_id, own.claws, own.established, now(), 'deleted', own.commentary_hidden_at);
  end if;
  perform private.use_key(key);
end
$function$;

ALTER FUNCTION "private"."delete_rating"(text) OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.document_marks (
  skill uuid
)
  RETURNS tsvector
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  is_imported constant boolean := exists (
    select from private.imported_skills as i join public.skills as s on s.id = i.skill_id where i.skill_id = skill and s.type = 'mcp'
  );
  is_listed boolean := (select r.is_listed from private.registry_servers as r where r.skill_id = skill);
  has_server boolean := is_imported or is_listed is not null or exists (
    select from public.skills as m join private.registry_servers as r on r.skill_id = m.id where m.merged_into = skill
  );
  owner constant text := (
    select private.path_owner(private.normalize_identifier(s.url)) from public.skills as s where s.id = skill and s.type = 'clawdbot'
  );
begin
  -- An import stores the server after its skill, whose document need not be written twice.
  if is_imported and is_listed is null then
    is_listed := not exists (select from private.skill_documents as d where d.skill_id = skill)
      and exists (select from public.skills as s where s.id = skill and s.created_at = now());
  end if;
  return concat_ws(' ',
    case when exists (select from private.imported_skills as i where i.skill_id = skill) then private.mark('imported') end,
    case when has_server then private.mark('server') end, case when is_listed then private.mark('listed') end,
    private.path_mark(owner), case when owner <> '' then private.path_mark('') end
  )::tsvector;
end
$function$;

CREATE OR REPLACE FUNCTION private.document_words (
  name        text,
  description text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The first words say what a skill does.
  max_first constant integer := 20;
  in_name text[] := private.with_parts(private.name_words(name));
  in_text text[] := private.split_words(private.fold_text(description), true);
  first_stems text[];
  later_stems text[];
begin
  select array_agg(stem) filter (where ordinal <= max_first), array_agg(stem) filter (where ordinal > max_first)
  into first_stems, later_stems
  from (
    select
      coalesce(stems[1], part) as stem,
      -- Two characters of a script that is searched by pairs are about a word, and have four terms: two pairs and both characters.
      sum(case when octet_length(part) > 2 * char_length(part) then 0.25 else 1 end)
        over (order by w.ordinal rows unbounded preceding) as ordinal
    from unnest(in_text) with ordinality as w (word, ordinal)
    cross join lateral unnest(array[word] || case when word like '%2%' then private.parts(word) end) as part
    cross join lateral (select ts_lexize('pg_catalog.english_stem', part) as stems) as l
    -- Not stop words.
    where stems is distinct from '{}'
  ) as s;
  -- A lexeme keeps one weight for each position, so each weight has its own position. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name || private.other_stems(in_name), ':1A '), '') || ':1A',
    nullif(array_to_string(first_stems, ':2B '), '') || ':2B',
    nullif(array_to_string(later_stems, ':3C '), '') || ':3C',
    nullif(array_to_string(in_name || private.with_parts(in_text), ':4 '), '') || ':4'
  )::tsvector;
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

CREATE OR REPLACE FUNCTION private.establish (
  agent  uuid,
  skill  uuid,
  is_own boolean,
  OUT    is_established boolean,
  OUT    rated_skills integer
)
  RETURNS record
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  needed constant integer := 3;
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  standing private.standing;
  marked uuid[];
begin
  select * into standing from private.standing as t where t.agent_id = agent;
  is_established := standing.established_at is not null;
  rated_skills := needed;
  if not is_established then
    -- With the skill that it rates now. Ratings of its own skills count for nothing.
    rated_skills := (not is_own)::integer + (
      select count(*)
      from (
        select from public.ratings as r join public.skills as s on s.id = r.skill_id
        where r.agent_id = agent and r.skill_id <> skill and r.removed_at is null and s.submitted_by is distinct from agent
        limit needed - (not is_own)::integer
      ) as others
    );
    is_established := rated_skills = needed and standing.withdrawn_at is null
      and (select a.created_at <= now() - interval '7 days' from public.agents as a where a.id = agent);
    if not is_established then
      return;
    end if;
    insert into private.standing as t (agent_id, established_at) values (agent, now())
    on conflict (agent_id) do update set established_at = excluded.established_at;
  end if;

  -- The newest. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r join public.skills as s on s.id = r.skill_id
    where s.submitted_by is distinct from agent and r.id in (
      select newest.id from public.ratings as newest
      where newest.agent_id = agent and not newest.established
      order by newest.updated_at desc, newest.id desc
      limit maximum
    )
    order by r.id
    for no key update of r skip locked
  );
  if marked <> '{}' then
    -- With the skill whose rating is counted next, so that all are locked in order.
    perform private.lock_stats(skill || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
    update public.ratings as r set established = true where r.id = any (marked);
  end if;
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

CREATE OR REPLACE FUNCTION private.evidence_of (
  skill uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select json_build_object(
      'ratings', count(*),
      'recent_ratings', count(*) filter (where is_recent),
      'recent_mean', trim_scale(sum(claws) filter (where is_recent)::numeric / nullif(count(*) filter (where is_recent), 0)),
      'observers', count(*) filter (where has_use),
      -- Beside the sum, which one account can move.
      'failing_observers', count(*) filter (where has_use and failures > 0),
      'observed_calls', coalesce(sum(calls) filter (where has_use), 0),
      'observed_failures', coalesce(round(sum(failures) filter (where has_use)), 0),
      'failure_share', (sum(failures) filter (where has_use) / sum(calls) filter (where has_use))::float8
    )
    from (
      select
        claws,
        updated_at >= now() - interval '3 months' as is_recent,
        -- At most 1,000 calls of each agent: one that reports a billion must not decide alone.
        least(observed_calls, 1000) as calls,
        observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0) as failures,
        -- Calls without the number of failures say nothing of the share that failed.
        observed_calls > 0 and observed_failures is not null as has_use
      -- Only those by established agents: anyone can make others. A hundred, so that no number of ratings makes a page slow.
      from private.ratings_in_order(skill, false, null, null, true, null, 100)
    ) as newest
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
  transposed text[];
  hashes integer[];
  own public.skills;
begin
  if edits = 0 or char_length(key) > max_length then
    return null;
  end if;
  select s.* into own from public.skills as s join public.skill_stats as st on st.skill_id = s.id
  where s.name_key = key and s.retired_at is null and st.established_ratings = 0;
  if own.id is null then
    return null;
  end if;
  transposed := private.transpositions(key);
  hashes := private.name_hashes(key);
  return (
    select s.name
    from (
      select d.skill_id, d.name_key, d.created_at
      from private.skill_documents as d
      where d.is_proven and private.name_hashes(d.name_key) && hashes
      limit max_compared
    ) as d
    join public.skills as s on s.id = d.skill_id
    join public.skill_stats as st on st.skill_id = d.skill_id
    where abs(char_length(d.name_key) - char_length(key)) <= edits
      and d.name_key <> key
      -- Who imitates comes later.
      and d.created_at <= own.created_at
      -- Cheap, and counts a transposition as two.
      and extensions.levenshtein_less_equal(d.name_key, key, edits + 1) <= edits + 1
      and private.is_within(key, transposed, d.name_key, edits)
    order by st.established_ratings desc, d.name_key
    limit 1
  );
end
$function$;

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
      where d.ctid = any (matches) and d.name_share >= 0.5 and d.text_share >= 0.7
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
  return matches;
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
      cross join lateral (select ts_filter(d.words, '{a}') as name offset 0) as n
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
            * case when weights && '{A}' then name_boost else 1 end as weight
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
            and (share is not null or weights && '{B,C}')
          order by weight desc
          limit max_telling_words
        ) as w
      ) as o
    ),
    listed as (
      select r.skill_id, r.is_good, r.value
      from (
        select
          s.skill_id, s.is_proven, s.is_proven and s.quality >= private.quality(0, 0) as is_good, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from similar_skill as s
        cross join lateral (select s.similarity + similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > most_unproven, r.value desc, r.skill_id desc
      limit most
    )
    -- Copies of a text cost nothing: what established agents recommend comes first.
    select skill_id from listed order by is_good desc, value desc, skill_id desc
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
  -- Of the first eight, which find skills, three are of single words: a phrase has up to ten, and would leave no place for others.
  order by
    row_number() over (partition by s.term like '% %' order by cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term)
      > case when s.term like '% %' then 5 else 3 end,
    cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term
  limit max_synonyms;
end
$function$;

CREATE OR REPLACE FUNCTION private.forms_of (
  word    text,
  is_last boolean
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return private.word_query(word) || case when is_last then private.term(word, ':*D') else ''::tsquery end;
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

CREATE OR REPLACE FUNCTION private.has_hidden (
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
  return octet_length(value) <> char_length(value) and private.remove_hidden(value) <> value;
end
$function$;

CREATE OR REPLACE FUNCTION private.import_batch (
  p_source  text,
  catalogue text,
  list      jsonb
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
      select * into done from private.import_skill(p_source, catalogue, entries[item.ordinal]);
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
  p_source  text,
  catalogue text,
  e         private.import_entry,
  OUT       outcome text,
  OUT       server_problem text
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
    known.skill_id := private.create_imported(p_source, catalogue, e);
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
    perform private.withdraw_identifiers(known.skill_id);
  end if;
  is_changed := private.store_server(p_source, known.skill_id, e) or is_changed;
  if e.status = 'active' and e.server is not null and e.server_problem is null then
    perform private.note_installed(p_source, e.external_name, e.server, e.install);
  end if;

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

CREATE OR REPLACE FUNCTION private.imported_name (
  source_name text,
  catalogue   text,
  number      integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  suffix constant text := format(case number when 1 then ' (%s)' else ' (%s %s)' end, catalogue, number);
  -- At most 200 characters.
  start text := rtrim(left(source_name, 200 - length(suffix)));
begin
  -- Without what is only valid before the character that was cut, such as a joiner.
  while start <> source_name and start <> '' and private.name_error(start, 1, 200) is not null loop
    start := rtrim(left(start, -1));
  end loop;
  return start || suffix;
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
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds. The url is in a mark.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.url, n.created_at, n.retired_at)
        is distinct from (o.name, o.description, o.type, o.url, o.created_at, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select n.id from new_skills as n join unnest(edited) as e (id) using (id) where n.retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (
      skill_id, type, name_key, name_words, words, name_share, text_share, is_for_agents, quality, is_proven, created_at
    )
    select
      s.id, s.type, s.name_key, n.name_words, w.words || private.mark(s.type)::tsvector || private.document_marks(s.id),
      private.name_share(n.name_words), private.text_share(w.words), private.is_for_agents(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0)), s.created_at
    -- A restored skill has ratings.
    -- Joins, here and below: `= any` would compare each row with each id, which takes quadratic time in a large import.
    from new_skills as s join unnest(edited) as e (id) on e.id = s.id left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    cross join lateral (select regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+') as name_words) as n
    where s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      name_share = excluded.name_share, text_share = excluded.text_share, is_for_agents = excluded.is_for_agents,
      created_at = excluded.created_at
    where (d.type, d.name_key, d.words, d.created_at)
      is distinct from (excluded.type, excluded.name_key, excluded.words, excluded.created_at)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.prefix_term counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from unnest(changed) as c (id) join private.skill_documents as d on d.skill_id = c.id cross
          join lateral unnest(d.words) as w
        where 'D' = any (w.weights) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.install_identifier (
  entry jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  last_argument constant text := entry -> 'args' ->> -1;
begin
  return case entry ->> 'type'
    when 'npm' then private.package_identifier('npm', regexp_replace(last_argument, '(.)@[^@]*$', '\1'))
    when 'pypi' then private.package_identifier('pypi', split_part(last_argument, '==', 1))
    when 'docker' then private.package_identifier('oci', last_argument)
    when 'remote' then private.normalize_identifier(entry ->> 'url')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_for_agents (
  words tsvector
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return words @@ $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_identifier_name (
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
  return replace(private.name_key(value), ' ', '') ~ '^(?:pkg:|urn:|[a-z][a-z0-9+.-]*://|git@|api/skills/)';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_import_name (
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
  -- By its comparison key, with other slashes and without spaces at signs: no spelling may keep an import from its name.
  key constant text := regexp_replace(
    translate(private.name_key(value), E'\u2044\u2215\u29f8\\', '////'), ' ?([/.()]) ?', '\1', 'g'
  );
begin
  return key ~ '^[a-z0-9.-]*\.[a-z0-9.-]*/[a-z0-9._-]+$|\((?:mcp ?registry|clawhub) ?[0-9]*\) ?[0-9]*$';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_own_endpoint (
  url         text,
  server_name text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  host constant text := lower(substring(url from '^[A-Za-z]+://(?:[^/?#@]*@)?([^/?#:]+)'));
  namespace constant text := lower(split_part(server_name, '/', 1));
  domain constant text := (
    select string_agg(label, '.' order by ordinal desc) from string_to_table(namespace, '.') with ordinality as l (label, ordinal)
  );
begin
  -- A registry checks who owns the domain of a namespace, and no addresses.
  return coalesce(
    strpos(namespace, '.') > 0 and url !~ '[?#]' and (host = domain or right(host, length(domain) + 1) = '.' || domain), false
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_own_name (
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
  words constant text := (
    select string_agg(word, '')
    from regexp_split_to_table(
      private.remove_accents(normalize(value, nfkc)) collate pg_catalog.pg_c_utf8, '[^[:alnum:]]+'
    ) as word
    where word <> all ('{the,official,mcp,server,service,api}')
  );
begin
  return coalesce(words ~ '^(?:skills?ratings?|ratings?skills?)$', false);
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

CREATE OR REPLACE FUNCTION private.last_rated_at (
  skill uuid
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select max(newest.updated_at)
    from unnest('{true,false}'::boolean[]) as t (established) cross join lateral (
      select r.updated_at from public.ratings as r
      where r.skill_id = skill and r.established = t.established and r.removed_at is null
      order by r.updated_at desc, r.id desc limit 1
    ) as newest
  );
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
  line_format constant text := format('^%1$s(( \| %1$s)*|( / %1$s)*): %1$s(, %1$s)*$', phrase_format);
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
    raise exception 'The list of synonyms has an invalid line: "%". A line is "term | term: synonym, synonym" or "term / term: synonym".', left(invalid, 100);
  elsif lines = '{}' then
    raise exception 'The list of synonyms is empty.';
  end if;
  with line as (
    select ordinal, split_part(line, ': ', 1) as term, split_part(line, ': ', 2) as synonyms
    from unnest(lines) with ordinality as l (line, ordinal)
  ),
  phrase as (
    -- The words of the left side that mean the same have a rank as synonyms, too, before the others.
    select ordinal, null as rank, phrase from line cross join lateral regexp_split_to_table(term, ' [|/] ') as phrase
    union all
    select ordinal, t.rank - 1000, phrase from line cross join lateral string_to_table(term, ' | ') with ordinality as t (phrase, rank)
    where phrase not like '% %'
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
    select ordinal, array_agg(key order by rank) as keys
    from (select ordinal, key, min(rank) as rank from key where rank is not null group by ordinal, key) as distinct_key
    group by ordinal
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
  delete from private.vocabulary where true;
  delete from private.crowded_deletions where true;
  with hashed as materialized (
    select w.word, w.ndoc, d.deletion, row_number() over (partition by d.deletion order by w.ndoc desc, w.word) as ordinal
    from ts_stat($q$select ts_filter(words, '{d}') from private.skill_documents$q$) as w (word, ndoc, nentry)
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

CREATE OR REPLACE FUNCTION private.lock_caller()
  RETURNS private.agent_keys
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  key private.agent_keys;
begin
  -- The agent before its keys, skills and ratings: the order in which all functions take these locks. So the writes of an agent run one
  -- after another, and a change of its standing by an admin waits for them.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: the key may have been revoked, or the agent suspended or deleted, while this call waited.
  key := private.require_key();
  if not found then
    -- An admin reinstated it between the two statements.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  return key;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_ratings (
  agent uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.ratings where agent_id = agent order by id for no key update;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_hidden_commentary (
  rating  public.ratings,
  written text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform admin.log_action(
    'replace_hidden_commentary', rating.skill_id, rating.id, rating.agent_id,
    details => jsonb_build_object('commentary', written)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_established()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.established := exists (
    select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
  ) and not exists (select from public.skills as s where s.id = new.skill_id and s.submitted_by = new.agent_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.max_ranked()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 1000;

CREATE OR REPLACE FUNCTION private.missing_words (
  words  private.search_word[],
  skills uuid[]
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
  max_words constant integer := 24;
  max_missing constant integer := 5;
begin
  return (
    with synonym as materialized (
      select term, private.synonym_query(synonym) as query
      from private.find_synonyms(array(select w.word from unnest(words) as w))
    ),
    ranked as materialized (
      select
        w.word, w.ordinal, private.any_of(array[
          private.word_query(w.word, '', w.typed),
          case when w.ordinal = cardinality(words) then private.term(w.word, ':*D') end,
          -- Written together with the word before or after it.
          private.term(w.before || w.word), private.term(w.word || w.after),
          (select string_agg(s.query, ' | ')::tsquery from synonym as s where private.stem(w.word) = any (s.term))
        ]) as query
      from (
        select *, lag(word) over (order by ordinal) as before, lead(word) over (order by ordinal) as after
        from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
      ) as w
      -- Not filler, and no words that occur nowhere.
      where w.rarity > 0 or w.rarity is null and w.prefix_rarity is not null
      order by coalesce(w.rarity, w.prefix_rarity) desc, w.ordinal
      limit max_words
    )
    select coalesce(json_agg(array(
      select r.word from ranked as r where not d.words @@ r.query order by r.ordinal limit max_missing
    ) order by s.ordinal), '[]')
    from unnest(skills) with ordinality as s (skill, ordinal)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
  );
end
$function$;

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
  return least(1, 3.0 / greatest(name_words, 1));
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
  parts text[];
begin
  if spaced <> name then
    parts := private.split_words(private.fold_text(spaced), true);
    -- XcodeBuildMCP also as xcodebuild and buildmcp.
    words := words || parts || array(
      select left(parts[i] || parts[i + 1], 64) from generate_series(1, cardinality(parts) - 1) as i
    );
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

CREATE OR REPLACE FUNCTION private.note_installed (
  p_source        text,
  p_external_name text,
  server          jsonb,
  install         jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  known private.imported_skills;
  first_entry constant text := private.install_identifier(install -> 0);
  named constant text[] := array_remove(
    private.server_packages(server) || array(select private.normalize_identifier(r)
      from unnest(private.server_remotes(server)) as r) || first_entry,
    null
  );
begin
  select i.* into known from private.imported_skills as i where i.source = p_source and i.external_name = p_external_name;
  if known.installed @> named then
    return;
  end if;
  -- Not when it can be installed for the first time.
  if known.installed <> '{}' and first_entry <> all (known.installed) then
    update public.skills as s set changed_at = clock_timestamp() where s.id = known.skill_id;
  end if;
  update private.imported_skills as i set installed = array(
    select u.identifier
    from unnest(named || known.installed) with ordinality as u (identifier, ordinal)
    group by u.identifier
    order by min(u.ordinal)
    limit 200
  )
  where i.source = p_source and i.external_name = p_external_name;
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
  -- What a word counts in the name, what it adds there for being in the description, too, and what one in the description counts that is
  -- not among the first. These are multiplied by the name_share and the text_share of the skill.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 0.15;
  later_share constant float8 := 0.75;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, for a well rated skill whose name has only words of the search, such as a product that it names, and
  -- for a name that has the words of the search and no others.
  complete_boost constant float8 := 0.3;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  whole_name_boost constant float8 := 0.15;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  imported_mark constant tsquery := private.mark('imported')::tsquery;
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
  -- For a skill whose text says that it is for agents, who search here: less than a word of the search, and nothing in a catalogue in
  -- which all are for agents.
  agent_boost constant float8 := 0.7 * weight / greatest(cardinality(terms), 1) * private.agent_rarity();
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
          + case when d.is_for_agents then agent_boost * d.text_share else 0 end
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
            t.weight, t.is_known, t.synonyms, t.is_in_name,
            -- Null without the word.
            case
              when not coalesce(d.words @@ form, false) then
                case when d.words @@ prefix then prefix_weight * case when d.words @@ prefix_in_name then d.name_share else
                  d.text_share end end
              when t.is_in_name then t.weight * greatest(t.text_share, name_boost * d.name_share + both_boost * t.text_share)
              else t.weight * t.text_share
            end as gain
          from (
            select
              q.weight, q.is_known, q.synonyms, q.form, q.prefix, q.prefix_in_name, q.prefix_weight, d.words @@ q.in_name
                as is_in_name,
              d.text_share * case
                when d.words @@ q.is_first then 1 when d.words @@ q.in_text or not d.words @@ q.in_name then later_share else 0
              end as text_share
            from unnest(terms) as q
            -- So that these are computed once, as the gain and the score.
            offset 0
          ) as t
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
  e.name := private.clean_text(private.remove_hidden(entry ->> 'name'), 200);
  e.description := private.clean_text(private.remove_hidden(entry ->> 'description'), 5000);
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

CREATE OR REPLACE FUNCTION private.refuse_write()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise insufficient_privilege using message = format('permission denied for view %s', tg_table_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.remove_hidden (
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
  -- A flag of a region (of England, of Texas), and a variant of an ideograph.
  flag constant text := '\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f';
  variant constant text := '[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]';
begin
  if value !~ '[\U000e0000-\U000e01ef]' then
    return value;
  end if;
  return (
    select string_agg(coalesce(part[1], regexp_replace(part[2], '[\U000e0000-\U000e007f\U000e0100-\U000e01ef]', '', 'g')), '' order by n)
    from regexp_matches(value, format('(%s|%s)|([^\U000e0000-\U000e01ef]|[\U000e0000-\U000e01ef]+)', flag, variant), 'g')
      with ordinality as m (part, n)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_identifiers (
  skill       uuid,
  identifiers text[],
  origin      text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- Waits for a rating that is being counted, which does not see the identifiers that are added here.
  perform private.lock_stats(array[skill]);
  loop
    delete from private.skill_identifiers as i
    where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
    update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
    where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

    insert into private.skill_identifiers as i (skill_id, identifier, origins, state, is_blocked, score, established_ratings)
    select
      s.id, entry.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into),
      coalesce(target.is_blocked, s.is_blocked), st.score, st.established_ratings
    from public.skills as s
    left join public.skills as target on target.id = s.merged_into
    join public.skill_stats as st on st.skill_id = s.id
    cross join (select distinct unnest(identifiers) as identifier) as entry
    where s.id = skill
    on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
      where not i.origins @> excluded.origins;

    -- No repository has the origin import. After the others, the repositories of all.
    exit when origin in ('import', 'path');
    origin := 'path';
    identifiers := array(
      select private.repository_of(i.identifier) from private.skill_identifiers as i
      where i.skill_id = skill and private.repository_of(i.identifier) is not null
    );
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_agent()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (private.require_key()).agent_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_key()
  RETURNS private.agent_keys
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key private.agent_keys := private.current_key();
begin
  if key.id is null then
    raise sqlstate 'PT401' using message = case
      when private.request_key() is null then 'missing_api_key' else 'invalid_api_key'
    end;
  end if;
  return key;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_unreplaced (
  key private.agent_keys
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- Waits for a request that uses a newer key for the first time. Not the older ones, of which an agent can have any number.
  perform from private.agent_keys as k
  where k.agent_id = key.agent_id and k.created_at >= key.created_at order by k.id for no key update;
  -- A key in its grace period may replace a newer key that never reached the agent, but not a key in use: anyone with the old key
  -- could lock out the agent, or delete its account.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = key.agent_id and k.id <> key.id and k.created_at >= key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.revoke_current_key()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  key private.agent_keys := private.lock_caller();
begin
  -- Revoking a key is a use of it: a key in its grace period may not create another one then. See private.create_key.
  update private.agent_keys as k set revoked_at = least(k.revoked_at, clock_timestamp()), last_used_at = clock_timestamp()
  where k.id = key.id;
end
$function$;

ALTER FUNCTION "private"."revoke_current_key"() OWNER TO "skill_rating_writer";

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
  AS $function$
#variable_conflict use_column
begin
  return query
  select v.*
  from (
    -- octet_length does not read a long text.
    select id, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(
      skill, oldest_first, only_claws, only_version, only_established, after, max_rows
    ) with ordinality
  ) as r
  -- Lateral, so that ratings are read in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select * from public.skill_ratings where id = r.id offset 0) as v
  where coalesce(r.bytes_before, 0) < bytes;
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
      private.word_query(word, ':BC', typed),
      private.word_query(word, ':B', typed),
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

CREATE OR REPLACE FUNCTION private.server_identifiers (
  server        jsonb,
  external_name text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return array_remove(
    array[case when private.is_server_name(external_name) then lower(external_name collate "C") end]
    || private.server_packages(server)
    || array(
      select private.normalize_identifier(r) from unnest(private.server_remotes(server)) with ordinality as u (r, ordinal)
      where private.is_own_endpoint(r, external_name) order by u.ordinal
    ),
    null
  );
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

CREATE OR REPLACE FUNCTION private.server_packages (
  server jsonb
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return array(
    select found.identifier
    from jsonb_path_query_array(server, '$.packages[0 to 49]') as packages
    cross join jsonb_array_elements(packages) with ordinality as p (package, position)
    cross join lateral (
      select private.package_identifier(p.package ->> 'registryType', p.package ->> 'identifier') as identifier
    ) as found
    where found.identifier is not null
    order by p.position
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.server_remotes (
  server jsonb
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return array(
    select r.remote ->> 'url'
    from jsonb_path_query_array(server, '$.remotes[0 to 49]') as remotes
    cross join jsonb_array_elements(remotes) with ordinality as r (remote, position)
    where private.normalize_identifier(r.remote ->> 'url') is not null
    order by r.position
  );
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
      json_agg(
        json_build_object(
          'skill_id', s.id, 'updated_at', s.updated_at, 'changed_at', c.changed_at,
          'established_since_change', c.established_since_change, 'server', s.server
        ) order by s.ordinal
      ) filter (where s.server is not null),
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
  left join lateral private.change_of(s.id) as c on s.server is not null
  where s.bytes_before < max_bytes;
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
  remotes constant text[] := private.server_remotes(server);
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
    ] || array(select private.normalize_identifier(r) from unnest(remotes) as r where not private.is_own_endpoint(r,
      e.external_name)),
    array(select r from unnest(remotes) as r where private.is_own_endpoint(r, e.external_name))
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.set_imported_identifiers (
  skill     uuid,
  checked   text[],
  mentioned text[] DEFAULT '{}'::text[],
  endpoints text[] DEFAULT '{}'::text[]
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
  ) and not exists (
    select
    from unnest(endpoints) as e
    where not exists (
      select from private.skill_identifiers as i
      where i.skill_id = skill and i.identifier = private.normalize_identifier(e) and i.written_path = private.written_path(e)
    )
  ) then
    return;
  end if;
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(skill, imports, 'import');
  perform private.replace_identifiers(skill, '{}', 'former');
  perform private.replace_identifiers(skill, mentions, 'mention');
  update private.skill_identifiers as i set written_path = private.written_path(e)
  from unnest(endpoints) as e
  where i.skill_id = skill and i.identifier = private.normalize_identifier(e);
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

CREATE OR REPLACE FUNCTION private.skill_name_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.name_error(value, 1, 200),
    case
      when private.is_import_name(value) then 'has a form that is reserved for imports from the MCP Registry and ClawHub'
      when private.is_identifier_name(value) then 'must not have the form of an identifier: send that as url or in identifiers'
      when private.is_own_name(value) then 'is reserved'
    end
  );
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
    trust               integer,
    is_remembered       boolean,
    written_path        text,
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
  select
    w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, private.trust_of(i.is_imported, i.is_former), true,
      i.written_path, i.score,
    i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (
    -- No repository is imported.
    -- Of the repository, three more than those that have the path itself.
    values (w.hash, true, true, true, 3), (w.hash, true, true, false, 3), (w.hash, true, false, false, 3),
      (w.repository_hash, false, true, false, 6), (w.repository_hash, false, false, false, 6)
  ) as r (hash, is_whole, is_own, is_imported, most)
  cross join lateral (
    select
      best.skill_id, best.state, best.is_own, best.is_imported, best.is_former, best.written_path, best.score,
        best.established_ratings
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    limit r.most
  ) as i
  union all
  -- Again if it is one of these.
  select
    w.ordinal, i.skill_id, 'active', true, private.trust_of(r.is_imported, i.is_former), true, i.written_path, i.score,
      i.established_ratings
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (values (true), (false)) as r (is_imported)
  cross join lateral (
    select rated.skill_id, rated.is_former, rated.written_path, rated.score, rated.established_ratings
    from private.skill_identifiers as rated
    where rated.identifier_hash = w.hash and rated.state = 'active' and rated.is_own and rated.is_imported = r.is_imported
      and rated.established_ratings > 0 and rated.skill_id is distinct from other_than
    order by rated.established_ratings desc, rated.score desc, rated.skill_id desc
    limit 1
  ) as i
  union all
  -- Of those that their source deleted, which are behind the others, the most rated.
  select w.ordinal, i.skill_id, 'active', true, 1, true, i.written_path, i.score, i.established_ratings
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (
    select deleted.skill_id, deleted.written_path, deleted.score, deleted.established_ratings
    from private.skill_identifiers as deleted
    where deleted.identifier_hash = w.hash and deleted.state = 'active' and deleted.is_former
      and deleted.skill_id is distinct from other_than
    order by deleted.established_ratings desc, deleted.score desc, deleted.skill_id desc
    limit 3
  ) as i
  union all
  -- A retired skill counts only for what an import gave it, or what an admin blocked.
  select w.ordinal, i.skill_id, 'retired', true, 0, true, null, 0, 0
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (
    select retired.skill_id from private.skill_identifiers as retired
    where retired.identifier_hash = w.hash and retired.state = 'retired' and retired.is_remembered
    order by retired.skill_id
    limit 1
  ) as i
  union all
  select
    w.ordinal, i.skill_id, 'merged', r.is_whole and o.is_own, private.trust_of(i.is_imported, i.is_former), i.is_remembered,
      i.written_path,
    i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  -- Each kind by itself, so that none hides another, nor is hidden by those in the catalogue.
  cross join (values (true), (false)) as o (is_own)
  cross join lateral (
    select
      merged.skill_id, merged.is_imported, merged.is_former, merged.is_remembered, merged.written_path, merged.score,
      merged.established_ratings
    from private.skill_identifiers as merged
    where merged.identifier_hash = r.hash and merged.state = 'merged' and merged.is_own = o.is_own
    order by merged.is_imported desc, merged.score desc, merged.skill_id desc
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
  SET plan_cache_mode TO 'force_generic_plan'
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
  -- The same skill as private.name_holder, but the merged one if its name leads to another. Not with a call of private.merged_name_holder,
  -- because a request can look up 100 texts.
  skill := coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select source.id
      from public.skills as source join public.skills as target on target.id = source.merged_into
      where source.name_key = key and source.merged_into is not null and target.retired_at is null
      order by source.retired_at desc, source.id
      limit 1
    )
  );
  skill := coalesce(skill, private.blocked_name_holder(key));
  if skill is not null then
    return query select skill, 2;
  end if;
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
  searches integer DEFAULT 1,
  listed   uuid[]  DEFAULT '{}'::uuid[]
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
        where similarity >= min_similarity and s.id <> all (listed)
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
        and private.count_documents(private.term(private.stem(word), ':A'), 1) = 0
    end
    order by is_unknown desc, ordinal
    limit max_words
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.text_error (
  value    text,
  shortest integer,
  longest  integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case
    when char_length(value) not between shortest and longest then format(
      'must have %s %s characters', case when shortest > 0 then shortest || ' to' else 'at most' end, longest
    )
    when private.has_long_mark_run(value) then 'must not contain more than 30 combining marks in a row'
    when private.has_hidden(value) then 'must not contain Unicode tags or variation selectors that hide text'
    when private.contains_api_key(value) then 'must not contain an API key'
  end;
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
  -- A text that holds everything describes nothing. Descriptions of agent skills have 23 stems (median), a tenth more than 43.
  whole_words constant float8 := 20;
  steepness constant float8 := 1.3;
  described constant float8 := (
    -- As in private.document_words.
    select sum(case when octet_length(lexeme) > 2 * char_length(lexeme) then 0.25 else 1 end) from unnest(ts_filter(words, '{b,c}'))
  );
begin
  return least(1, (whole_words / nullif(described, 0)) ^ steepness);
end
$function$;

CREATE OR REPLACE FUNCTION private.touch_key()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.use_key(private.require_key());
end
$function$;

ALTER FUNCTION "private"."touch_key"() OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.trust_of (
  is_imported boolean,
  is_former   boolean
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN CASE WHEN is_imported THEN 2 WHEN is_former THEN 1 ELSE 0 END;

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
    select distinct i.skill_id from private.skill_identifiers as i where i.skill_id = any (skills) and (i.is_imported
      or i.is_former)
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_identifiers as i
    set origins = array_replace(array_replace(i.origins, 'import', 'mention'), 'former', 'mention')
    where i.skill_id = any (changed) and (i.is_imported or i.is_former);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_me (
  description text,
  address     text
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  key private.agent_keys := private.lock_caller();
begin
  -- Two updates: a column that is not given must not be checked by newer rules.
  if description is not null then
    update public.agents set agent_description = nullif(description, '') where id = key.agent_id;
  end if;
  if address is not null then
    update public.agents set email = nullif(address, '') where id = key.agent_id;
  end if;
  perform private.use_key(key);
end
$function$;

ALTER FUNCTION "private"."update_me"(text, text) OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.update_skill_identifiers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed record;
begin
  -- Before the identifiers, as when a rating is counted.
  perform private.lock_stats(array(
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.url, n.type, n.retired_at, n.merged_into, n.is_blocked)
      is distinct from (o.url, o.type, o.retired_at, o.merged_into, o.is_blocked)
  ));
  -- One by one, so that each is read by the index.
  for changed in
    select
      n.id, n.url, n.url is distinct from o.url as has_new_url, c.state, c.state <> c.old_state as has_new_state,
      n.is_blocked, n.is_blocked <> o.is_blocked as has_new_block
    from new_skills as n
    join old_skills as o using (id)
    cross join lateral (
      select
        private.skill_state(n.retired_at, n.merged_into) as state,
        private.skill_state(o.retired_at, o.merged_into) as old_state
    ) as c
    where n.url is distinct from o.url or c.state <> c.old_state or n.is_blocked <> o.is_blocked
    order by n.id
  loop
    if changed.has_new_state then
      update private.skill_identifiers as i set state = changed.state where i.skill_id = changed.id;
    end if;
    if changed.has_new_block then
      update private.skill_identifiers as i set is_blocked = changed.is_blocked
      where i.skill_id = changed.id or i.skill_id in (select m.id from public.skills as m where m.merged_into = changed.id);
    end if;
    if changed.has_new_url then
      perform private.replace_identifiers(
        changed.id, array_remove(array[private.normalize_identifier(changed.url)], null), 'url'
      );
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.use_key (
  key private.agent_keys
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if key.last_used_at >= now() - interval '1 hour' then
    return;
  end if;
  -- SKIP LOCKED: a request never waits to record its time.
  perform from private.agent_keys as k where k.id = key.id for no key update skip locked;
  if found then
    update private.agent_keys as k set last_used_at = now() where k.id = key.id;
  end if;
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

CREATE OR REPLACE FUNCTION private.withdraw_identifiers (
  skill uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from private.skill_identifiers as i where i.skill_id = skill and i.is_imported) then
    perform private.lock_stats(array[skill]);
    update private.skill_identifiers as i set origins = array_replace(i.origins, 'import', 'former')
    where i.skill_id = skill and i.is_imported;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_rating (
  wanted_id   uuid,
  wanted_name text,
  sent        public.ratings,
  OUT         rating uuid,
  OUT         skill uuid,
  OUT         created boolean,
  OUT         replaced public.ratings,
  OUT         own_skill boolean,
  OUT         rated_skills integer
)
  RETURNS record
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks.
  key private.agent_keys := private.lock_caller();
  changed_at timestamptz;
  is_established boolean;
  own public.ratings;
  written constant text := sent.commentary;
begin
  for attempt in 1..3 loop
    skill := private.find_skill(wanted_id, wanted_name);
    -- Waits for an admin who retires, merges or deletes the skill. The next attempt finds what became of it.
    select coalesce(s.submitted_by = key.agent_id, false), s.changed_at into own_skill, changed_at
    from public.skills as s where s.id = skill and s.retired_at is null for key share;
    exit when found;
    if attempt = 3 then
      raise exception 'The skill % cannot be locked.', skill;
    end if;
  end loop;
  select e.is_established, e.rated_skills into is_established, rated_skills
  from private.establish(key.agent_id, skill, own_skill) as e;
  sent.skill_id := skill;
  sent.agent_id := key.agent_id;
  -- Nobody vouches for an own skill.
  sent.established := is_established and not own_skill;

  -- Waits for an admin who hides, restores or removes the rating.
  select * into own from public.ratings as r where r.skill_id = skill and r.agent_id = key.agent_id for no key update;
  created := own.id is null or own.removed_at is not null;
  -- Each text stays hidden until an admin restores it.
  sent.commentary_hidden_at := own.commentary_hidden_at;

  if created then
    sent.id := gen_random_uuid();
    sent.created_at := now();
    sent.updated_at := now();
    sent.commentary_at := now();
    -- A removed rating gives way.
    if own.id is not null then
      perform private.log_replaced_rating(own, sent.id);
      delete from public.ratings as r where r.id = own.id;
    end if;
    sent.commentary := case when sent.commentary_hidden_at is null then written end;
    insert into public.ratings values (sent.*);
  else
    replaced := own;
    sent.id := own.id;
    sent.created_at := own.created_at;
    sent.updated_at := own.updated_at;
    sent.commentary_at := own.commentary_at;
    own.established := sent.established;
    if own.commentary_hidden_at is not null then
      own.commentary := (select h.commentary from private.hidden_commentaries as h where h.rating_id = own.id);
    end if;
    -- An identical rating changes nothing, unless it confirms what the skill installs since then.
    if sent is distinct from own or changed_at > own.updated_at then
      -- clock_timestamp() instead of now(): of two concurrent calls, the second to lock the agent is the newer.
      sent.updated_at := greatest(clock_timestamp(), own.updated_at);
      -- Compared as in bursts: a change of case or punctuation keeps the time of the text.
      if written is distinct from own.commentary
        and private.commentary_key(written) is distinct from private.commentary_key(own.commentary)
      then
        sent.commentary_at := sent.updated_at;
      end if;
      sent.commentary := case when sent.commentary_hidden_at is null then written end;
      update public.ratings as r set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures, updated_at, commentary_at,
        established
      ) = row(
        sent.claws, sent.reliability, sent.security, sent.speed, sent.commentary, sent.version, sent.observed_calls,
        sent.observed_failures, sent.updated_at, sent.commentary_at, sent.established
      )
      where r.id = own.id;
    end if;
  end if;

  if sent.commentary_hidden_at is not null and (created or written is distinct from own.commentary) then
    insert into private.hidden_commentaries as h (rating_id, commentary) values (sent.id, written)
    on conflict (rating_id) do update set commentary = excluded.commentary;
    perform private.log_hidden_commentary(sent, written);
  end if;
  perform private.use_key(key);
  rating := sent.id;
end
$function$;

ALTER FUNCTION "private"."write_rating"(uuid, text, public.ratings) OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.write_skill (
  name        text,
  description text,
  type        text,
  url         text,
  identifiers text[]
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  key private.agent_keys := private.lock_caller();
  skill uuid;
  holder json;
  tries integer := 0;
begin
  loop
    begin
      insert into public.skills (name, description, type, url, submitted_by)
      values (write_skill.name, write_skill.description, write_skill.type, write_skill.url, key.agent_id)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another transaction took the slug: try the next one.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    holder := private.skill_reference(private.name_holder(private.name_key(write_skill.name)));
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  if identifiers <> '{}' then
    perform private.add_submitted_identifiers(skill, identifiers);
  end if;
  perform private.use_key(key);
  return skill;
end
$function$;

ALTER FUNCTION "private"."write_skill"(text, text, text, text, text[]) OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.written_path (
  url text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return rtrim(substring(url from '^[A-Za-z0-9+.-]+://[^/?#]*([^?#]*)'), '/');
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return json_build_object('remaining', private.delete_me());
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_own_rating (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.delete_rating(p_skill);
  return json_build_object('deleted', true);
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
      mark => private.path_mark(owner)::tsquery, trusted_first => true
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

CREATE OR REPLACE FUNCTION public.flag_rating (
  p_skill  text,
  p_rating text,
  p_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  clean_reason text;
  skill uuid;
  rating uuid;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);

  -- Again if the rating was removed, deleted or moved in the meantime: the next round finds out which.
  for attempt in 1..3 loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    answer := private.add_flag(rating, null, clean_reason);
    exit when answer is not null;
  end loop;
  if answer is null then
    raise exception 'The rating % cannot be locked.', rating;
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.flag_skill (
  p_skill  text,
  p_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  clean_reason text;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);
  for attempt in 1..3 loop
    answer := private.add_flag(null, private.resolve_skill(p_skill), clean_reason);
    exit when answer is not null;
  end loop;
  if answer is null then
    raise exception 'The skill % cannot be locked.', p_skill;
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.touch_key();
  return private.get_me();
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
        change.changed_at,
        change.established_since_change,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        source.status as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        case when source.version is not null
          then (private.evidence_for_versions(array[skill], array[source.version]))[1]
        end as for_version,
        source.install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            date_trunc('month', now()) - interval '11 months', date_trunc('month', now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day::date
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_of(skill) as source
      cross join private.change_of(skill) as change
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.import_skills (
  p_source    text,
  p_skills    text    DEFAULT '[]'::text,
  p_dry_run   boolean DEFAULT false,
  p_catalogue text    DEFAULT 'MCP Registry'::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  outcomes jsonb;
begin
  -- The source and an external name are a primary key.
  perform private.validate(
    'source', case when p_source is null then 'is required' else private.text_error(p_source, 1, 1000) end,
    'catalogue', private.choice_error(p_catalogue, array['MCP Registry', 'ClawHub'])
  );
  begin
    -- Locks the source: two imports of one catalogue run one after another.
    insert into private.imports as i (source) values (p_source)
    on conflict (source) do update set updated_at = now();
    outcomes := private.import_batch(p_source, p_catalogue, p_skills::jsonb);
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

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, boolean, text) FROM PUBLIC, "anon", "authenticated";

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
  only_version text := private.clean_version(p_version);
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
      || ', "did_you_mean" : null, "suggestions" : [], "missing" : null}'
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
        || ', "did_you_mean" : null, "suggestions" : [], "missing" : null}'
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
  -- The paths of addresses as they are written.
  paths text[];
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
      paths[i] := private.written_path(clean_value);
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
    versions[i] := case when hashes[i] is not null
      and clean_value ~* '^pkg:' then private.clean_version(private.package_version(clean_value)) end;
  end loop;
  perform private.validate(variadic problems);

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select
        i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact,
        -- Another path is another endpoint, which can be that of another server.
        case when i.written_path <> paths[i.ordinal] then 0 else i.trust end as trust, i.is_remembered
      from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true, coalesce(imported.trust, 0),
        s.id = private.parse_uuid(t.value) or coalesce(target.is_blocked, s.is_blocked) or imported.trust is not null
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      left join public.skills as target on target.id = s.merged_into
      left join lateral (
        select case when i.status = 'deleted' then 1 else 2 end as trust from private.imported_skills as i where i.skill_id = s.id
      ) as imported on true
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      where c.state <> 'retired' or c.is_remembered
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        max(c.trust) as trust
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.trust
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.trust
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
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.trust desc, st.score desc, c.skill_id desc
        ) as rank,
        row_number() over (
          partition by c.ordinal, c.is_exact, c.trust > 0 order by st.established_ratings desc, st.score desc, c.skill_id desc
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
          order by least(r.rank, 3), r.is_exact desc, r.trust > 0 desc, r.is_exact and r.is_most_rated desc, r.rank
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
          p.established_mean, change.changed_at, change.established_since_change, p.trust > 0 as imported, p.is_exact as exact
        from private.change_of(s.id) as change
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
          when m.is_remembered then 'retired'
          else 'unknown'
        end as status,
        s.skills
      from (
        select m.ordinal, m.first_state, bool_or(m.is_remembered) as is_remembered from matches as m group by m.ordinal,
          m.first_state
      ) as m
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

CREATE OR REPLACE FUNCTION public.revoke_current_key()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.revoke_current_key();
  return json_build_object('revoked', true);
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
  missing json;
  -- With fewer results, names like the search can be what is meant.
  few constant integer := 5;
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
    if not p_explain then
      missing := private.missing_words(ranked.words, skills[:page.count::integer]);
    end if;
  else
    skills := private.filter_in_order(
      sort, types, private.search_words(search), private.decode_cursor(p_cursor, list, private.cursor_types(sort)), max_skills + 1
    );
    select i.items, i.count, case
      when cardinality(skills) > i.count then private.encode_cursor(private.position_in_order(sort, skills[i.count]), list)
    end as next_cursor
    into page from private.skill_items(skills[:max_skills], null) as i;
  end if;
  if p_cursor is null and (page.count = 0 or sort = 'relevance' and page.count < few) then
    suggestions := private.suggest_names(search, listed => skills);
  end if;
  return format(
    '{"skills" : [%s], "count" : %s, "next_cursor" : %s, "did_you_mean" : %s, "suggestions" : %s, "missing" : %s}',
    page.items, page.count, coalesce(to_json(page.next_cursor)::text, 'null'), coalesce(to_json(did_you_mean)::text, 'null'),
    suggestions, coalesce(missing::text, 'null')
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
  sent public.ratings;
  written record;
  previous public.ratings;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  p_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  p_version := nullif(private.clean_version(p_version), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(p_commentary, 0, 10000),
    'version', private.version_error(p_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', coalesce(private.use_count_error(p_observed_failures), case
      when p_observed_failures is not null and p_observed_calls is null then 'requires observed_calls'
      when private.use_count_error(p_observed_calls) is null and p_observed_failures > p_observed_calls
        then 'must not be greater than observed_calls'
    end)
  );
  sent.claws := p_claws;
  sent.reliability := p_reliability;
  sent.security := p_security;
  sent.speed := p_speed;
  sent.commentary := p_commentary;
  sent.version := p_version;
  sent.observed_calls := p_observed_calls;
  sent.observed_failures := p_observed_failures;

  begin
    written := private.write_rating(p_skill_id, clean_name, sent);
  exception
    when deadlock_detected then
      -- With an admin who wrote several rows by hand.
      written := private.write_rating(p_skill_id, clean_name, sent);
    when insufficient_privilege then
      -- The grace period of the key ended during the call.
      perform private.require_agent();
      raise;
  end;

  previous := written.replaced;
  return json_build_object(
    'created', written.created,
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and sent.commentary is null then 'commentary' end,
      case when previous.reliability is not null and sent.reliability is null then 'reliability' end,
      case when previous.security is not null and sent.security is null then 'security' end,
      case when previous.speed is not null and sent.speed is null then 'speed' end,
      case when previous.version is not null and sent.version is null then 'version' end,
      case when previous.observed_calls is not null and sent.observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and sent.observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = written.rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = written.skill),
    'own_skill', written.own_skill,
    'rated_skills', written.rated_skills
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_skill (
  p_name        text,
  p_description text,
  p_type        text,
  p_url         text DEFAULT NULL::text,
  p_identifiers text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  list_problem text;
  identifiers text[] := '{}';
  identifier_problems text[] := '{}';
  holder json;
  skill uuid;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  if p_identifiers is not null then
    list_problem := private.list_error(p_identifiers, 0, 5);
    if list_problem is null then
      identifiers := private.list_items(p_identifiers);
    end if;
  end if;
  for i in 1..cardinality(identifiers) loop
    identifiers[i] := private.clean_text(identifiers[i], 2048);
    identifier_problems := identifier_problems || array[
      'identifiers.' || i - 1,
      coalesce(private.item_error(identifiers[i], 1, 2048), private.package_url_error(identifiers[i]))
    ];
  end loop;
  perform private.validate(variadic
    array[
      'name', case when clean_name is null then 'is required' else private.skill_name_error(clean_name) end,
      'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
      'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
      'url', private.url_error(clean_url),
      'identifiers', list_problem
    ]
    || identifier_problems
  );

  holder := private.skill_reference(private.blocked_skill(private.name_key(clean_name), identifiers || clean_url));
  if holder is not null then
    raise sqlstate 'PT410' using message = 'skill_retired', detail = holder::text;
  end if;

  skill := private.write_skill(clean_name, clean_description, p_type, clean_url, identifiers);
  return (
    select json_build_object('skill', c, 'same_identifier', private.same_identifier(skill))
    from public.skill_catalogue as c where c.id = skill
  );
exception
  when insufficient_privilege then
    -- The grace period of the key ended during the call.
    perform private.require_agent();
    raise;
end
$function$;

CREATE OR REPLACE FUNCTION public.update_me (
  p_agent_description text DEFAULT NULL::text,
  p_email             text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  description text;
  address text;
begin
  perform private.require_agent();
  description := private.clean_text(p_agent_description, 2000);
  address := private.clean_text(p_email, 254);
  perform private.validate(
    'agent_description', private.text_error(description, 0, 2000),
    'email', private.email_error(nullif(address, ''))
  );
  perform private.update_me(description, address);
  return json_build_object('agent', private.get_me());
end
$function$;

ALTER DOMAIN "private"."cursor_place"
  ADD CONSTRAINT "cursor_place_valid" CHECK (((VALUE >= 1) AND (VALUE <= 999))) NOT VALID;

ALTER TABLE "private"."flags"
  ADD CONSTRAINT "flags_pkey" PRIMARY KEY (subject_id, agent_id);

ALTER TABLE "private"."hidden_commentaries"
  ADD CONSTRAINT "hidden_commentaries_rating_id_fkey" FOREIGN KEY (rating_id) REFERENCES public.ratings(id) ON DELETE CASCADE;

ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_origins_known" CHECK (((origins <@ '{url,submission,import,former,mention,path}'::text[]) AND (origins <> '{}'::text[])));

ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_blocked_retired" CHECK (((NOT is_blocked) OR ((retired_at IS NOT NULL) AND (merged_into IS NULL))));

CREATE VIEW "admin"."agent_overview" WITH (security_invoker=true) AS  SELECT a.id AS agent_id,
    a.agent_name AS agent,
    a.created_at,
    (EXTRACT(day FROM (now() - a.created_at)))::integer AS age_days,
        CASE
            WHEN (t.suspended_at IS NOT NULL) THEN 'suspended'::text
            WHEN (t.withdrawn_at IS NOT NULL) THEN 'withdrawn'::text
            WHEN (t.established_at IS NOT NULL) THEN 'established'::text
            ELSE 'new'::text
        END AS standing,
    ( SELECT (count(*))::integer AS count
           FROM public.ratings r
          WHERE ((r.agent_id = a.id) AND (r.removed_at IS NULL))) AS ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.ratings r
          WHERE ((r.agent_id = a.id) AND (r.removal_cause = ANY (ARRAY['removed'::text, 'suspended'::text])))) AS removed_ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.skills s
          WHERE (s.submitted_by = a.id)) AS skills,
    ( SELECT (count(*))::integer AS count
           FROM private.flags f
          WHERE ((f.settled_at IS NULL) AND (f.subject_id IN ( SELECT r.id
                   FROM public.ratings r
                  WHERE (r.agent_id = a.id)
                UNION ALL
                 SELECT s.id
                   FROM public.skills s
                  WHERE (s.submitted_by = a.id))))) AS flags_received,
    ( SELECT (count(*))::integer AS count
           FROM private.flags f
          WHERE (f.agent_id = a.id)) AS flags_given,
    k.valid_keys,
    k.last_used_at AS keys_last_used_at
   FROM ((public.agents a
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     CROSS JOIN LATERAL admin.key_use(a.id) k(valid_keys, last_used_at));

CREATE VIEW "admin"."duplicate_skills" WITH (security_invoker=true) AS  WITH shared AS (
         SELECT i.identifier_hash,
            (count(*))::integer AS skills,
            (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) AS is_mixed,
            bool_or(i.is_imported) AS has_imported
           FROM private.skill_identifiers i
          WHERE ((i.state = 'active'::private.skill_state) AND i.is_own AND (NOT private.is_repository(i.identifier)))
          GROUP BY i.identifier_hash
         HAVING ((count(*) > 1) AND (bool_or((i.is_imported OR i.is_former)) OR (max(i.identifier) ~~ 'pkg:%'::text)))
          ORDER BY LEAST(count(*) FILTER (WHERE (i.is_imported OR i.is_former OR (i.established_ratings > 0))), (2)::bigint) DESC, (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) DESC, ((count(*))::integer), i.identifier_hash
         LIMIT 200
        ), members AS (
         SELECT g.identifier_hash,
            g.skills,
            g.is_mixed,
            g.has_imported,
            i.identifier,
            i.skill_id,
            i.is_imported,
            i.is_former,
            row_number() OVER (PARTITION BY g.identifier_hash ORDER BY (i.is_former AND g.has_imported), st.established_ratings DESC, ((m.skill_id IS NOT NULL) AND (m.status IS DISTINCT FROM 'deleted'::text)) DESC, s.created_at, s.id) AS rank
           FROM ((((shared g
             CROSS JOIN LATERAL ( SELECT i_1.skill_id,
                    i_1.identifier,
                    i_1.is_imported,
                    i_1.is_former
                   FROM private.skill_identifiers i_1
                  WHERE ((i_1.identifier_hash = g.identifier_hash) AND (i_1.state = 'active'::private.skill_state) AND i_1.is_own)
                  ORDER BY i_1.is_former, i_1.established_ratings DESC, i_1.is_imported DESC, i_1.score DESC, i_1.skill_id DESC
                 LIMIT 20) i)
             JOIN public.skills s ON ((s.id = i.skill_id)))
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
             LEFT JOIN private.imported_skills m ON ((m.skill_id = s.id)))
        ), same_names AS (
         SELECT
                CASE
                    WHEN (b.established_ratings > a.established_ratings) THEN own.id
                    ELSE other.id
                END AS duplicate,
                CASE
                    WHEN (b.established_ratings > a.established_ratings) THEN other.id
                    ELSE own.id
                END AS keep,
            other.name_key AS identifier,
            (b.established_ratings > a.established_ratings) AS loses_import
           FROM ((((private.imported_skills i
             JOIN public.skills own ON (((own.id = i.skill_id) AND (own.retired_at IS NULL))))
             JOIN public.skill_stats a ON ((a.skill_id = own.id)))
             JOIN public.skills other ON (((other.name_key = private.name_key(i.external_name)) AND (other.retired_at IS NULL))))
             JOIN public.skill_stats b ON ((b.skill_id = other.id)))
          WHERE ((other.id <> own.id) AND (i.status IS DISTINCT FROM 'deleted'::text) AND (NOT (EXISTS ( SELECT
                   FROM private.imported_skills m
                  WHERE (m.skill_id = other.id)))))
          ORDER BY b.established_ratings DESC, other.created_at
         LIMIT 200
        ), pairs AS (
         SELECT d_1.skill_id AS duplicate,
            k_1.skill_id AS keep,
            d_1.identifier,
            d_1.skills,
            d_1.is_mixed,
            d_1.rank,
            ((d_1.is_imported OR d_1.is_former) AND (NOT (k_1.is_imported OR k_1.is_former))) AS loses_import,
            false AS is_moved
           FROM (members d_1
             JOIN members k_1 ON (((k_1.identifier_hash = d_1.identifier_hash) AND (k_1.rank = 1))))
          WHERE ((d_1.rank > 1) AND (NOT (d_1.is_former AND d_1.has_imported)))
        UNION ALL
         SELECT d_1.skill_id,
            k_1.skill_id,
            d_1.identifier,
            d_1.skills,
            d_1.is_mixed,
            d_1.rank,
            false,
            true
           FROM (members d_1
             CROSS JOIN LATERAL ( SELECT best.skill_id
                   FROM members best
                  WHERE ((best.identifier_hash = d_1.identifier_hash) AND best.is_imported)
                  ORDER BY best.rank
                 LIMIT 1) k_1)
          WHERE (d_1.is_former AND d_1.has_imported)
        UNION ALL
         SELECT n.duplicate,
            n.keep,
            n.identifier,
            2,
            true,
            2,
            n.loses_import,
            false
           FROM same_names n
        ), described AS (
         SELECT s.id,
            s.slug,
            s.created_at,
            private.normalize_identifier((s.url)::text) AS url,
            st.total_ratings,
            st.established_ratings,
            (EXISTS ( SELECT
                   FROM private.imported_skills m
                  WHERE (m.skill_id = s.id))) AS is_imported
           FROM (public.skills s
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
          WHERE (s.id IN ( SELECT p_1.duplicate
                   FROM pairs p_1
                UNION
                 SELECT p_1.keep
                   FROM pairs p_1))
        )
 SELECT d.slug AS duplicate,
    d.is_imported AS duplicate_imported,
    d.total_ratings AS duplicate_ratings,
    d.established_ratings AS duplicate_established_ratings,
    k.slug AS keep,
    k.is_imported AS keep_imported,
    k.total_ratings AS keep_ratings,
    k.established_ratings AS keep_established_ratings,
    p.skills,
    p.identifiers,
        CASE
            WHEN (r.reason IS NULL) THEN format('select admin.merge_skills(%L, %L, %L);'::text, d.slug, k.slug, 'They have the same package, endpoint or name.')
            ELSE NULL::text
        END AS merge_call,
    r.reason AS no_call_reason
   FROM (((( SELECT p_1.duplicate,
            p_1.keep,
            max(p_1.skills) AS skills,
            array_agg(p_1.identifier ORDER BY p_1.identifier) AS identifiers,
            bool_or(p_1.is_mixed) AS is_mixed,
            max(p_1.rank) AS rank,
            bool_or(p_1.loses_import) AS loses_import,
            bool_or(p_1.is_moved) AS is_moved
           FROM pairs p_1
          GROUP BY p_1.duplicate, p_1.keep) p
     JOIN described d ON ((d.id = p.duplicate)))
     JOIN described k ON ((k.id = p.keep)))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN p.is_moved THEN NULL::text
                    WHEN (d.established_ratings > 0) THEN 'Established agents rated both: they may be different skills.'::text
                    WHEN p.loses_import THEN 'A registry checked the identifier of the duplicate, but not of the one to keep.'::text
                    WHEN (k.established_ratings < 3) THEN 'Fewer than 3 ratings by established agents say which one to keep.'::text
                    WHEN ((d.url IS DISTINCT FROM k.url) AND (NOT d.is_imported) AND (NOT k.is_imported)) THEN 'Their addresses differ, and neither was imported.'::text
                    WHEN (k.created_at > d.created_at) THEN 'The one to keep is the younger one.'::text
                    ELSE NULL::text
                END AS reason) r)
  ORDER BY (d.is_imported OR (d.established_ratings > 0)) DESC, p.is_mixed DESC, p.skills, p.rank, d.slug
 LIMIT 500;

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
    r.version,
    twins.retired_twins,
    decided.decided_at
   FROM (((((((((( SELECT entries.subject_id,
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
                  WHERE ((st.suspended_at IS NULL) AND (f.settled_at IS NULL))
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
                  WHERE ((own.subject_id = e.subject_id) AND (own.settled_at IS NULL) AND (e.flags > 0) AND (known.suspended_at IS NULL))
                  ORDER BY (known.established_at IS NOT NULL) DESC, own.created_at, own.agent_id
                 LIMIT 10) x
             JOIN public.agents reporter ON ((reporter.id = x.agent_id)))
             JOIN private.flags f ON (((f.subject_id = e.subject_id) AND (f.agent_id = x.agent_id))))) first_flags ON (true))
     LEFT JOIN LATERAL ( SELECT array_agg(t_1.slug ORDER BY t_1.slug) AS retired_twins
           FROM ( SELECT t_2.slug
                   FROM public.skills t_2
                  WHERE ((t_2.name_key = s.name_key) AND (t_2.retired_at IS NOT NULL) AND (t_2.id <> s.id))
                UNION
                 SELECT t_2.slug
                   FROM ((private.skill_identifiers own
                     JOIN private.skill_identifiers other ON (((other.identifier_hash = own.identifier_hash) AND (other.state = 'retired'::private.skill_state) AND other.is_own)))
                     JOIN public.skills t_2 ON ((t_2.id = other.skill_id)))
                  WHERE ((own.skill_id = s.id) AND own.is_own)
         LIMIT 10) t_1) twins ON ((e.submitted_at IS NOT NULL)))
     LEFT JOIN LATERAL ( SELECT max(l.at) AS decided_at
           FROM admin.audit_log l
          WHERE ((l.action = ANY (ARRAY['dismiss_flags'::text, 'review_skill'::text])) AND (l.skill_id = s.id) AND (NOT (l.rating_id IS DISTINCT FROM r.id)))) decided ON (true))
  ORDER BY e.established_flags DESC, e.flags DESC, e.submitted_at DESC, e.since, e.subject_id;

CREATE INDEX flags_unsettled_of_agent ON private.flags USING btree (agent_id)
  WHERE (settled_at IS NULL);

CREATE INDEX flags_unsettled ON private.flags USING btree (subject_id, agent_id) INCLUDE (created_at)
  WHERE (settled_at IS NULL);

CREATE TRIGGER mark_established
  BEFORE INSERT OR UPDATE OF skill_id, agent_id ON public.ratings
  FOR EACH ROW
  WHEN ((CURRENT_USER <> 'skill_rating_writer'::name))
  EXECUTE FUNCTION private.mark_established();

CREATE TRIGGER refuse_write
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.skill_catalogue
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write();

CREATE TRIGGER refuse_write
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.skill_ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write();

CREATE POLICY "what an agent writes to a hidden or removed rating is logged" ON "admin"."audit_log"
  FOR INSERT
  TO "skill_rating_writer"
  WITH CHECK (((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)) AND (action = ANY (ARRAY['replace_hidden_commentary'::text, 'replace_removed_rating'::text]))));

CREATE POLICY "an agent creates, uses and revokes its own keys" ON "private"."agent_keys"
  FOR ALL
  TO "skill_rating_writer"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent deletes its own flags" ON "private"."flags"
  FOR DELETE
  TO "skill_rating_writer"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent flags in its own name" ON "private"."flags"
  FOR INSERT
  TO "skill_rating_writer"
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent updates its own flags, and locks those of its ratings" ON "private"."flags"
  FOR UPDATE
  TO "skill_rating_writer"
  USING (((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)) OR (EXISTS ( SELECT
   FROM public.ratings r
  WHERE ((r.id = flags.rating_id) AND (r.agent_id = ( SELECT private.current_agent_id() AS current_agent_id)))))))
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "functions of the writer read flags" ON "private"."flags"
  FOR SELECT
  TO "skill_rating_writer"
  USING (true);

CREATE POLICY "an agent replaces the hidden texts of its own ratings" ON "private"."hidden_commentaries"
  FOR ALL
  TO "skill_rating_writer"
  USING ((EXISTS ( SELECT
   FROM public.ratings r
  WHERE ((r.id = hidden_commentaries.rating_id) AND (r.agent_id = ( SELECT private.current_agent_id() AS current_agent_id))))));

CREATE POLICY "an agent becomes established" ON "private"."standing"
  FOR ALL
  TO "skill_rating_writer"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "anyone reads which agents are established or suspended" ON "private"."standing"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

CREATE POLICY "an agent edits and deletes itself" ON "public"."agents"
  FOR ALL
  TO "skill_rating_writer"
  USING ((id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent deletes its own ratings" ON "public"."ratings"
  FOR DELETE
  TO "skill_rating_writer"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

ALTER POLICY "an agent rates in its own name" ON "public"."ratings" TO "skill_rating_writer";

CREATE POLICY "an agent sees its own ratings" ON "public"."ratings"
  FOR SELECT
  TO "skill_rating_writer"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent updates its own ratings, and locks the one that it fla" ON "public"."ratings"
  FOR UPDATE
  TO "skill_rating_writer"
  USING (true)
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent locks skills, and leaves those that it submitted" ON "public"."skills"
  FOR UPDATE
  TO "skill_rating_writer"
  USING (true)
  WITH CHECK (((submitted_by IS NULL) AND (EXISTS ( SELECT
   FROM public.skills before
  WHERE ((before.id = skills.id) AND (before.submitted_by = ( SELECT private.current_agent_id() AS current_agent_id)))))));

ALTER POLICY "an agent submits skills in its own name" ON "public"."skills" TO "skill_rating_writer";

COMMENT ON COLUMN "private"."flags"."settled_at" IS 'When an admin decided; null if it waits. Kept, so that the same words about the same text do not come back.';

COMMENT ON COLUMN "private"."imported_skills"."installed" IS 'The packages and endpoints of its versions so far, in normal form, at most 200: see public.skills.changed_at.';

COMMENT ON COLUMN "private"."skill_documents"."is_for_agents" IS 'Whether the text says that it is for agents: private.is_for_agents.';

COMMENT ON COLUMN "private"."skill_documents"."name_share" IS 'What a word of the name counts: private.name_share.';

COMMENT ON COLUMN "private"."skill_documents"."text_share" IS 'What a word of the description counts: private.text_share.';

COMMENT ON COLUMN "private"."skill_documents"."words" IS 'Words and stems of the name (A), stems of the first words of the description (B) and of the others (C), and all words as written (D); and marks, which begin with ~ and are no words: of the type, and private.document_marks.';

COMMENT ON COLUMN "private"."skill_identifiers"."is_blocked" IS 'is_blocked of the skill, or of the one that it was merged into, for the index.';

COMMENT ON COLUMN "private"."skill_identifiers"."is_former" IS 'Whether a registry had checked it before the source deleted the skill.';

COMMENT ON COLUMN "private"."skill_identifiers"."origins" IS 'Where the skill has it from: its url, its submission, an import; former: an import whose source deleted the skill; mention: its server.json names it, but no registry checks it; path: it is the repository of another identifier of the skill.';

COMMENT ON COLUMN "private"."skill_identifiers"."written_path" IS 'Of an imported endpoint its path as the server.json has it: another case can be another server.';

COMMENT ON COLUMN "private"."synonyms"."synonyms" IS 'The most telling first. Each has up to three stems, which a skill must all contain.';

COMMENT ON COLUMN "public"."ratings"."commentary_at" IS 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it.';

COMMENT ON COLUMN "public"."ratings"."established" IS 'Whether the rating counts as one by an established agent. Set by the service, see private.establish.';

COMMENT ON COLUMN "public"."ratings"."removal_cause" IS 'removed: by admin.remove_ratings, for 30 days, longer if its commentary is hidden; suspended: with its agent; deleted: by its agent, kept because its commentary was hidden: see private.write_rating.';

COMMENT ON COLUMN "public"."skills"."changed_at" IS 'When an import gave the skill another package or endpoint to install, which ratings before do not mean; null if none did.';

COMMENT ON COLUMN "public"."skills"."is_blocked" IS 'Whether its name and what an import or its url gave it cannot be submitted again while it is retired. See admin.retire_skill.';

COMMENT ON DOMAIN "private"."cursor_place" IS 'The place in a ranking at which a page ended; less than private.max_ranked.';

COMMENT ON FUNCTION "admin"."release_skill"(text, text) IS 'Ends the block of a retired skill, which stays retired. select admin.release_skill(''<id or slug>'', ''Another project has the name now.'');';

COMMENT ON FUNCTION "admin"."retire"(public.skills, text, uuid, boolean) IS 'Retires a skill, which the caller has locked, and logs it. With a submitter if all of its skills are retired.';

COMMENT ON FUNCTION "admin"."retire_skill"(text, text, boolean) IS 'Removes a skill from all lists, settles its flags and frees its name; its page remains. With block, nobody can submit its name again, nor a package, endpoint or path that an import or its url gave it and no other skill has. select admin.retire_skill(''<id or slug>'', ''Gone.'');';

COMMENT ON FUNCTION "admin"."settle_flags"(uuid[]) IS 'Settles the flags of ratings or skills that wait. Returns their number.';

COMMENT ON FUNCTION "private"."add_flag"(uuid, uuid, text) IS 'Creates or replaces the calling agent''s flag of a rating or of a skill, unless an admin has decided about the same reason and text. Null if it was removed, merged or deleted in the meantime. Raises PT401 and PT409.';

COMMENT ON FUNCTION "private"."agent_rarity"() IS 'From 0 to 1: how rare the skills of the catalogue are that say that they are for agents.';

COMMENT ON FUNCTION "private"."blocked_name_holder"(text) IS 'The retired skill that keeps others from its name, or from that of a skill that was merged into it; null if none does.';

COMMENT ON FUNCTION "private"."blocked_skill"(text, text[]) IS 'The retired skill because of which a skill with this key of its name and these addresses cannot be submitted: an admin blocked it, and it has the name or, as only one, an address from an import or its url. Null if none does.';

COMMENT ON FUNCTION "private"."change_of"(uuid) IS 'When an import gave a skill something else to install, and how many of its established ratings are newer, at most 10,000; all of them if it never did.';

COMMENT ON FUNCTION "private"."clean_version"(text) IS 'A version as it is stored: in NFKC and without invisible characters, so that two that look the same are one.';

COMMENT ON FUNCTION "private"."commentary_key"(text) IS 'The first 500 characters of a commentary as bursts compare them: without case, accents, width and punctuation.';

COMMENT ON FUNCTION "private"."correct_search"(text, private.search_word[]) IS 'A search with its misspelt words replaced; null if that changes nothing, or makes it longer than a search can be.';

COMMENT ON FUNCTION "private"."count_changed_ratings"() IS 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills. Additions commute, and the newest rating is read anew where one is removed: statements and triggers may run this in any order.';

COMMENT ON FUNCTION "private"."create_imported"(text, text, private.import_entry) IS 'Creates the skill of an entry, with its own name or the first of private.imported_name that is free. Null if another source has one of this name.';

COMMENT ON FUNCTION "private"."current_key"() IS 'The valid key that is in the x-api-key header; null if there is none, or its agent is suspended.';

COMMENT ON FUNCTION "private"."delete_rating"(text) IS 'Deletes the calling agent''s rating of a skill. Raises PT401 and PT404.';

COMMENT ON FUNCTION "private"."encode_place"(text, text, bigint, text) IS 'The cursor of private.ranked_page for the skills after a place.';

COMMENT ON FUNCTION "private"."entry_error"(private.import_entry, boolean) IS 'Why an entry cannot be imported; null if it can.';

COMMENT ON FUNCTION "private"."establish"(uuid, uuid, boolean) IS 'Whether an agent, which the caller has locked and which rates a skill now, is established: it becomes so if it is 7 days old and has rated 3 skills that it did not submit. Marks the newest 2,000 of its ratings that are not marked yet. rated_skills is at most 3. Only for private.write_rating.';

COMMENT ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) IS 'For each skill, the words of the search by how it matches them: {found, corrected, expanded, missing}, without those that are empty. found: as typed, inflected, or as the beginning of a word if it is the last one; corrected: only the correction, {word, correction}; expanded: only a synonym. Without stop words and filler, of the 24 rarest words.';

COMMENT ON FUNCTION "private"."find_imitated"(text) IS 'If a search is the name of a skill without established ratings: the name, within private.allowed_edits, of an older one that is proven; else null.';

COMMENT ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) IS 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms.';

COMMENT ON FUNCTION "private"."find_servers"(uuid[], text, timestamp with time zone, boolean, integer) IS 'The names of the servers of ranked skills, best first.';

COMMENT ON FUNCTION "private"."find_similar_skills"(uuid) IS 'The skills that are most similar to a skill, at most 10: those with 3 established ratings and a mean of at least 3 first, each group best first; none for a retired skill.';

COMMENT ON FUNCTION "private"."find_synonyms"(text[]) IS 'The terms that some of the words make and their synonyms, those of longer terms first, but three of single words among the first eight: `term` and `synonym` are stems, and a skill must contain all of `synonym`.';

COMMENT ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) IS 'Reciprocal rank fusion: the best skills of several rankings, and the number of the ranking in which each is best.';

COMMENT ON FUNCTION "private"."has_hidden"(text) IS 'Whether a text has what private.remove_hidden removes.';

COMMENT ON FUNCTION "private"."import_batch"(text, text, jsonb) IS 'Imports skills. Returns the name and the outcome of each, and why its server.json is not served, if so.';

COMMENT ON FUNCTION "private"."import_skill"(text, text, private.import_entry) IS 'Imports an entry. outcome: created, updated (the skill or its server.json), unchanged, kept (retired, merged or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), or why it cannot be imported. server_problem: why its server.json is not served.';

COMMENT ON FUNCTION "private"."imported_name"(text, text, integer) IS 'The name of an imported skill if its name in the catalogue is taken: NAME (MCP Registry), NAME (MCP Registry 2) …, or with ClawHub.';

COMMENT ON FUNCTION "private"."install_identifier"(jsonb) IS 'The package or endpoint of a way to install a server, in normal form without its version.';

COMMENT ON FUNCTION "private"."is_for_agents"(tsvector) IS 'Whether the words of a skill say that it is for agents.';

COMMENT ON FUNCTION "private"."is_identifier_name"(text) IS 'Whether a name has the form of an identifier: it would be taken for what that identifies.';

COMMENT ON FUNCTION "private"."is_import_name"(text) IS 'Whether a name is reserved for imports: that of a server in the MCP Registry, with a dot in its namespace, or one that ends in (MCP Registry) or (ClawHub), with or without a number.';

COMMENT ON FUNCTION "private"."is_own_endpoint"(text, text) IS 'Whether the address of a remote server is at the domain of the namespace of its name or below it (com.example/…: example.com), without a query and a fragment.';

COMMENT ON FUNCTION "private"."is_own_name"(text) IS 'Whether a name is that of this service: its words, without the, official, mcp, server, service and api, are only skill and rating.';

COMMENT ON FUNCTION "private"."is_plain_name"(text) IS 'Whether a name has only visible, assigned characters, and joiners and variation selectors only in emoji and in scripts that need joiners.';

COMMENT ON FUNCTION "private"."is_unmixed_name"(text) IS 'Whether no word mixes letters that look alike: with a Latin letter it has no Cyrillic, Greek, Armenian, Cherokee or Lisu one, and with a Cyrillic letter no Greek one.';

COMMENT ON FUNCTION "private"."load_synonyms"(text) IS 'Replaces the list, which supabase/synonyms.sql has. Returns the number of terms whose synonyms changed.';

COMMENT ON FUNCTION "private"."lock_caller"() IS 'Locks the calling agent until the end of the transaction. Returns the key of the request. Raises PT401. Only for functions of skill_rating_writer.';

COMMENT ON FUNCTION "private"."log_hidden_commentary"(public.ratings, text) IS 'Logs a commentary that was hidden when its agent wrote it.';

COMMENT ON FUNCTION "private"."mark_established"() IS 'Sets whether a rating counts as one by an established agent when an admin adds it to the table or moves it. private.write_rating does so for agents.';

COMMENT ON FUNCTION "private"."max_ranked"() IS 'How many of its best matches a search by relevance can page through.';

COMMENT ON FUNCTION "private"."missing_words"(private.search_word[], uuid[]) IS 'For each skill, a list of up to five words of the search, of the 24 rarest, that it contains in no way: as an inflection, a beginning if it is the last one, written together with a neighbour, or as a synonym.';

COMMENT ON FUNCTION "private"."name_share"(integer) IS 'What each word of a name of so many words counts.';

COMMENT ON FUNCTION "private"."name_words"(text) IS 'The words of a name: as written, split where the case changes, each two neighbours of these, and joined.';

COMMENT ON FUNCTION "private"."note_installed"(text, text, jsonb, jsonb) IS 'Adds the packages and endpoints of a server.json to those of an imported skill. Sets changed_at of the skill if the first that it installs now is new.';

COMMENT ON FUNCTION "private"."plan_search"(text, text, boolean, integer) IS 'The words of a search after its correction, with their rarities. `corrected` is the corrected search, which the pages after the first get from their cursor: each of its words is for the word of the search in the same place. If is_loose, corrections can have one edit more. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[], boolean) IS 'The best matches of a search; with a mark, of those that have it. Other names can fill those that begin with the search before a mark is looked at: named has skills with it. With trusted_first, skills with all words and 3 established ratings with a mean of at least 3 come first, then the others with all words. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."ranked_page"(text, text[], text, text, integer, tsquery, uuid[]) IS 'The skills of a search by relevance after the place in a cursor, the words and the corrected search (null if nothing was corrected). All pages have the correction of the first one, and each ranks anew. With a mark, skills that have it: see private.rank_skills. Raises PT400 for the cursor of another list.';

COMMENT ON FUNCTION "private"."rarity"(double precision, double precision) IS 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

COMMENT ON FUNCTION "private"."read_entry"(jsonb) IS 'An entry of the JSON that public.import_skills takes.';

COMMENT ON FUNCTION "private"."refuse_write"() IS 'Makes a write to a view of several tables an error of the caller: without a trigger, Postgres looks at no privilege and answers 55000, which the Data API returns as 500.';

COMMENT ON FUNCTION "private"."remove_hidden"(text) IS 'Text without Unicode tags, except in flags of regions, and without supplementary variation selectors, except one directly after an ideograph: they can hide instructions to a model.';

COMMENT ON FUNCTION "private"."require_key"() IS 'The key of the request. Raises PT401 if it has no valid one.';

COMMENT ON FUNCTION "private"."require_unreplaced"(private.agent_keys) IS 'Locks a key and the newer ones of its agent, which the caller has locked. Raises PT401 if a newer key is in use.';

COMMENT ON FUNCTION "private"."revoke_current_key"() IS 'Revokes the request''s key. Raises PT401.';

COMMENT ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) IS 'How the words of a search match: those that some skill contains, or that have synonyms.';

COMMENT ON FUNCTION "private"."server_identifiers"(jsonb, text) IS 'The identifiers of an imported skill that its registry checks, in normal form, with repetitions: its name there, packages, and endpoints of its own domain. The server can be null.';

COMMENT ON FUNCTION "private"."server_list_position"(text, text) IS 'Where a page of public.list_servers ended, and of which list: the position, search, version, updated_since and include_deleted; null for null. list_before is the list that a cursor of version 1.1.0 must have. Raises PT400 for anything else.';

COMMENT ON FUNCTION "private"."server_packages"(jsonb) IS 'The first 50 packages of a server.json in normal form, with repetitions. The server can be null.';

COMMENT ON FUNCTION "private"."server_remotes"(jsonb) IS 'The first 50 endpoints of a server.json as they are written. The server can be null.';

COMMENT ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) IS 'Sets the identifiers that a skill has from an entry.';

COMMENT ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[], text[]) IS 'Replaces the identifiers that a skill has from an import with these, in normal form: those that its registry checks (its name there in lower case, packages, remotes), of which the first 100 are kept, and its repository and page; endpoints are its remotes as they are written. Drops null.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, those that most established agents rated, three that their source deleted, ten merged ones of each kind and a retired one that counts. Reads no more, however many share it.';

COMMENT ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) IS 'Stores the server.json of an entry, its status and times, if something changed, and returns whether it did. These follow the source also if the skill was retired here.';

COMMENT ON FUNCTION "private"."suggest_names"(text, integer, uuid[]) IS 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams, of what it finds and of the names of proven skills that begin alike. At most two are not proven if another one is similar. Without those that are listed.';

COMMENT ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) IS 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

COMMENT ON FUNCTION "private"."text_share"(tsvector) IS 'What each word of a description counts: less if it has many.';

COMMENT ON FUNCTION "private"."touch_key"() IS 'Records the use of the request''s key by a call that only reads. Raises PT401.';

COMMENT ON FUNCTION "private"."trust_of"(boolean, boolean) IS '2 for an identifier that a registry checked, 1 if its source has deleted the skill since, 0 for one that was submitted.';

COMMENT ON FUNCTION "private"."update_me"(text, text) IS 'Updates the description and e-mail address of the calling agent: null keeps one, an empty text removes it. Raises PT401.';

COMMENT ON FUNCTION "private"."use_key"(private.agent_keys) IS 'Records the use of a key, at most once an hour. Never waits for a lock. Call it last: a lock on the key must not be held while waiting for the agent, because deleting an agent takes these locks in the opposite order. Only for functions of skill_rating_writer.';

COMMENT ON FUNCTION "private"."weigh_words"(text[], double precision) IS 'The words with their rarities.';

COMMENT ON FUNCTION "private"."withdraw_identifiers"(uuid) IS 'The identifiers of a skill that its source deleted stay imported, after those of active ones: a publisher that moves to another name keeps its ratings.';

COMMENT ON FUNCTION "private"."write_rating"(uuid, text, public.ratings) IS 'Creates or replaces the calling agent''s rating of a skill, given by id, name or both. The fields of `sent` that an agent writes must be valid. Returns the id of the rating, its skill, whether it is new, and else what it replaced; whether the agent submitted the skill; and how many skills count for its standing, at most 3. Raises PT401, PT404 and PT410.';

COMMENT ON FUNCTION "private"."write_skill"(text, text, text, text, text[]) IS 'Adds a skill that the calling agent submits, with these package URLs. The arguments must be valid. Returns its id. Raises PT401 and PT409.';

COMMENT ON FUNCTION "private"."written_path"(text) IS 'The path of an address as it is written, without a final slash.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, boolean, text) IS 'npm run catalogue:import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, status, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}]. p_catalogue is in the names of skills whose own name is taken. Only for service_role.';

COMMENT ON FUNCTION "public"."search_catalogue"(text, text, text, integer, text, boolean) IS 'GET /api/skills with `search`: a page of the skills that match, at most private.max_limit and about private.page_bytes. With p_explain, at most 100, and each result by relevance has `matched` (private.explain_matches), otherwise each has a list in `missing` (private.missing_words). If less than five are found, `suggestions` (private.suggest_names). Raises PT400.';

COMMENT ON FUNCTION "public"."submit_skill"(text, text, text, text, text) IS 'POST /api/skills: adds a skill to the catalogue. p_identifiers is the JSON text of a list of package URLs. Raises PT400, PT401, PT409 and PT410.';

COMMENT ON TABLE "private"."hidden_commentaries" IS 'The texts of the ratings with commentary_hidden_at, which anyone could read in public.ratings. Written by private.write_rating and the functions of admins.';

COMMENT ON TABLE "private"."synonyms" IS 'The terms of searches and their synonyms in skills; filled by private.load_synonyms.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import, as its source has it. server_problem says why its server.json is not served.';

COMMENT ON TYPE "private"."ranked_query" IS 'One of several phrasings: its words after the correction, and the skills that it finds, best first.';

COMMENT ON TYPE "private"."search_term" IS 'How a word of a search matches documents, and what it weighs.';

COMMENT ON TYPE "private"."search_word" IS 'A word of a search, and how rare it is.';

COMMENT ON VIEW "admin"."agent_overview" IS 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server. Those that an established agent rated, or that were imported, come first.';

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';

REVOKE ALL ON FUNCTION "admin"."dashboard_user"() FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "admin"."dashboard_user"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "admin"."release_skill"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."release_skill"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."release_skill"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."release_skill"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."retire"(public.skills, text, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."retire"(public.skills, text, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire"(public.skills, text, uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."retire_skill"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."retire_skill"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire_skill"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire_skill"(text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."add_flag"(uuid, uuid, text) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."add_flag"(uuid, uuid, text) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."agent_rarity"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agent_rarity"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."agent_rarity"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."agent_rarity"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."blocked_name_holder"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."blocked_name_holder"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."blocked_name_holder"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."blocked_name_holder"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."blocked_skill"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."blocked_skill"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."blocked_skill"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."blocked_skill"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."change_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."change_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."change_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_flags_of"(uuid) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."check_flags_of"(uuid) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."clean_version"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_version"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."clean_version"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_version"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_version"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, private.search_word[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, private.search_word[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."correct_search"(text, private.search_word[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."correct_search"(text, private.search_word[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."create_imported"(text, text, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_imported"(text, text, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, text, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, text, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "private"."create_key"(interval) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."create_key"(interval) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."current_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."current_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."current_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."delete_me"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."delete_rating"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_rating"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_rating"(text) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."delete_rating"(text) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."encode_place"(text, text, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."encode_place"(text, text, bigint, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."encode_place"(text, text, bigint, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."encode_place"(text, text, bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."entry_error"(private.import_entry, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."entry_error"(private.import_entry, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entry_error"(private.import_entry, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."entry_error"(private.import_entry, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."establish"(uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."establish"(uuid, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."establish"(uuid, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."establish"(uuid, uuid, boolean) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."explain_matches"(private.search_word[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_matches"(private.search_term[], integer, double precision, tsquery) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_servers"(uuid[], text, timestamp WITH time zone, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."fuse_rankings"(private.ranked_query[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."generate_key"() FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."generate_key"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."has_hidden"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_hidden"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."has_hidden"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_hidden"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_hidden"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_batch"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_batch"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."import_skill"(text, text, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_skill"(text, text, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_skill"(text, text, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_skill"(text, text, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "private"."imported_name"(text, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."imported_name"(text, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_name"(text, text, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."imported_name"(text, text, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_identifier"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_identifier"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_identifier"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_identifier"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_for_agents"(tsvector) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_for_agents"(tsvector) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_for_agents"(tsvector) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_identifier_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_identifier_name"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_identifier_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_identifier_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_identifier_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_own_endpoint"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_own_endpoint"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_own_endpoint"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_own_endpoint"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_own_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_own_name"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_own_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_own_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_own_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_caller"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_caller"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."lock_stats"(uuid[]) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."lock_stats"(uuid[]) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."log_hidden_commentary"(public.ratings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_hidden_commentary"(public.ratings, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_hidden_commentary"(public.ratings, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_hidden_commentary"(public.ratings, text) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."log_replaced_rating"(public.ratings, uuid) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."log_replaced_rating"(public.ratings, uuid) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."mark_established"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_established"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_established"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."max_ranked"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."max_ranked"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."max_ranked"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."max_ranked"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."missing_words"(private.search_word[], uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."missing_words"(private.search_word[], uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."missing_words"(private.search_word[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."missing_words"(private.search_word[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_share"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_share"(integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_share"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_installed"(text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_installed"(text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_installed"(text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_installed"(text, text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, text, boolean, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."plan_search"(text, text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_search"(text, text, boolean, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[], boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], integer, integer, tsquery, uuid[], boolean) TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."refuse_write"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_write"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_write"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_hidden"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_hidden"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."remove_hidden"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_hidden"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_hidden"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."require_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_unreplaced"(private.agent_keys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_unreplaced"(private.agent_keys) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_unreplaced"(private.agent_keys) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_unreplaced"(private.agent_keys) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."revoke_current_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoke_current_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."revoke_current_key"() FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."revoke_current_key"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search_terms"(private.search_word[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."server_list_position"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_list_position"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_packages"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."server_packages"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_packages"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_packages"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."server_remotes"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."server_remotes"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_remotes"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_remotes"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_identifiers"(text, uuid, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[], text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[], text[], text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."store_server"(text, uuid, private.import_entry) TO "service_role";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, integer, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, integer, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suggest_names"(text, integer, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suggest_names"(text, integer, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."suspect_words"(private.search_word[], integer, double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_share"(tsvector) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."text_share"(tsvector) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_share"(tsvector) TO "postgres";

REVOKE ALL ON FUNCTION "private"."touch_key"() FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."touch_key"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."trust_of"(boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."trust_of"(boolean, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."trust_of"(boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."trust_of"(boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_me"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_me"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."update_me"(text, text) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."update_me"(text, text) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."use_key"(private.agent_keys) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_key"(private.agent_keys) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_key"(private.agent_keys) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_key"(private.agent_keys) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[], double precision) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[], double precision) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."weigh_words"(text[], double precision) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."weigh_words"(text[], double precision) TO "postgres";

REVOKE ALL ON FUNCTION "private"."withdraw_identifiers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_identifiers"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_identifiers"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_identifiers"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."write_rating"(uuid, text, public.ratings) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_rating"(uuid, text, public.ratings) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."write_rating"(uuid, text, public.ratings) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."write_rating"(uuid, text, public.ratings) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."write_skill"(text, text, text, text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_skill"(text, text, text, text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."write_skill"(text, text, text, text, text[]) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."write_skill"(text, text, text, text, text[]) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."written_path"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."written_path"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."written_path"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."written_path"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, boolean, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, boolean, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, boolean, text) TO "service_role";

REVOKE ALL ON SCHEMA "admin" FROM "skill_rating_writer";

GRANT USAGE ON SCHEMA "admin" TO "skill_rating_writer";

REVOKE ALL ON TABLE "admin"."audit_log" FROM "skill_rating_writer";

GRANT INSERT ON TABLE "admin"."audit_log" TO "skill_rating_writer";

REVOKE ALL ON TABLE "private"."agent_keys" FROM "skill_rating_writer";

REVOKE ALL ("agent_id") ON TABLE "private"."agent_keys" FROM "skill_rating_writer";

GRANT INSERT ("agent_id") ON TABLE "private"."agent_keys" TO "skill_rating_writer";

REVOKE ALL ("created_at") ON TABLE "private"."agent_keys" FROM "skill_rating_writer";

GRANT INSERT ("created_at") ON TABLE "private"."agent_keys" TO "skill_rating_writer";

REVOKE ALL ("key_hash") ON TABLE "private"."agent_keys" FROM "skill_rating_writer";

GRANT INSERT ("key_hash") ON TABLE "private"."agent_keys" TO "skill_rating_writer";

REVOKE ALL ("key_prefix") ON TABLE "private"."agent_keys" FROM "skill_rating_writer";

GRANT INSERT ("key_prefix") ON TABLE "private"."agent_keys" TO "skill_rating_writer";

REVOKE ALL ("last_used_at") ON TABLE "private"."agent_keys" FROM "skill_rating_writer";

GRANT UPDATE ("last_used_at") ON TABLE "private"."agent_keys" TO "skill_rating_writer";

REVOKE ALL ("revoked_at") ON TABLE "private"."agent_keys" FROM "skill_rating_writer";

GRANT UPDATE ("revoked_at") ON TABLE "private"."agent_keys" TO "skill_rating_writer";

GRANT SELECT ON TABLE "private"."agent_keys" TO "skill_rating_writer";

REVOKE ALL ON TABLE "private"."flags" FROM "skill_rating_writer";

REVOKE ALL ("agent_id") ON TABLE "private"."flags" FROM "skill_rating_writer";

GRANT INSERT ("agent_id") ON TABLE "private"."flags" TO "skill_rating_writer";

REVOKE ALL ("rating_id") ON TABLE "private"."flags" FROM "skill_rating_writer";

GRANT INSERT ("rating_id") ON TABLE "private"."flags" TO "skill_rating_writer";

REVOKE ALL ("reason") ON TABLE "private"."flags" FROM "skill_rating_writer";

GRANT INSERT ("reason"), UPDATE ("reason") ON TABLE "private"."flags" TO "skill_rating_writer";

REVOKE ALL ("settled_at") ON TABLE "private"."flags" FROM "skill_rating_writer";

GRANT UPDATE ("settled_at") ON TABLE "private"."flags" TO "skill_rating_writer";

REVOKE ALL ("skill_id") ON TABLE "private"."flags" FROM "skill_rating_writer";

GRANT INSERT ("skill_id") ON TABLE "private"."flags" TO "skill_rating_writer";

REVOKE ALL ("updated_at") ON TABLE "private"."flags" FROM "skill_rating_writer";

GRANT UPDATE ("updated_at") ON TABLE "private"."flags" TO "skill_rating_writer";

GRANT DELETE, SELECT ON TABLE "private"."flags" TO "skill_rating_writer";

REVOKE ALL ON TABLE "private"."hidden_commentaries" FROM "skill_rating_writer";

REVOKE ALL ("commentary") ON TABLE "private"."hidden_commentaries" FROM "skill_rating_writer";

GRANT UPDATE ("commentary") ON TABLE "private"."hidden_commentaries" TO "skill_rating_writer";

GRANT INSERT, SELECT ON TABLE "private"."hidden_commentaries" TO "skill_rating_writer";

REVOKE ALL ON TABLE "private"."standing" FROM "skill_rating_writer";

REVOKE ALL ("agent_id") ON TABLE "private"."standing" FROM "skill_rating_writer";

GRANT INSERT ("agent_id") ON TABLE "private"."standing" TO "skill_rating_writer";

REVOKE ALL ("established_at") ON TABLE "private"."standing" FROM "skill_rating_writer";

GRANT INSERT ("established_at"), UPDATE ("established_at") ON TABLE "private"."standing" TO "skill_rating_writer";

GRANT SELECT ON TABLE "private"."standing" TO "skill_rating_writer";

REVOKE ALL ON TABLE "public"."agents" FROM "skill_rating_writer";

REVOKE ALL ("agent_description") ON TABLE "public"."agents" FROM "skill_rating_writer";

GRANT UPDATE ("agent_description") ON TABLE "public"."agents" TO "skill_rating_writer";

REVOKE ALL ("email") ON TABLE "public"."agents" FROM "skill_rating_writer";

GRANT UPDATE ("email") ON TABLE "public"."agents" TO "skill_rating_writer";

GRANT DELETE ON TABLE "public"."agents" TO "skill_rating_writer";

REVOKE ALL ON TABLE "public"."ratings" FROM "anon";

GRANT SELECT ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ON TABLE "public"."ratings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ratings" TO "authenticated";

REVOKE ALL ON TABLE "public"."ratings" FROM "skill_rating_writer";

REVOKE ALL ("claws") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("claws") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("commentary_at") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("commentary_at") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("commentary") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("commentary") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("established") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("established") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("observed_calls") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("observed_calls") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("observed_failures") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("observed_failures") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("reliability") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("reliability") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("security") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("security") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("speed") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("speed") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("updated_at") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("updated_at") ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("version") ON TABLE "public"."ratings" FROM "skill_rating_writer";

GRANT UPDATE ("version") ON TABLE "public"."ratings" TO "skill_rating_writer";

GRANT DELETE, INSERT ON TABLE "public"."ratings" TO "skill_rating_writer";

REVOKE ALL ("description") ON TABLE "public"."skills" FROM "skill_rating_writer";

GRANT INSERT ("description") ON TABLE "public"."skills" TO "skill_rating_writer";

REVOKE ALL ("name") ON TABLE "public"."skills" FROM "skill_rating_writer";

GRANT INSERT ("name") ON TABLE "public"."skills" TO "skill_rating_writer";

REVOKE ALL ("submitted_by") ON TABLE "public"."skills" FROM "skill_rating_writer";

GRANT INSERT ("submitted_by"), UPDATE ("submitted_by") ON TABLE "public"."skills" TO "skill_rating_writer";

REVOKE ALL ("type") ON TABLE "public"."skills" FROM "skill_rating_writer";

GRANT INSERT ("type") ON TABLE "public"."skills" TO "skill_rating_writer";

REVOKE ALL ("url") ON TABLE "public"."skills" FROM "skill_rating_writer";

GRANT INSERT ("url") ON TABLE "public"."skills" TO "skill_rating_writer";

GRANT SELECT ON TABLE "admin"."agent_overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "is_remembered" boolean GENERATED ALWAYS AS
    (((origins && '{import,former}'::text[]) OR (is_blocked AND ('url'::text = ANY (origins)) AND (NOT COALESCE(private.is_repository(identifier), false))))) STORED NOT NULL;

COMMENT ON COLUMN "private"."skill_identifiers"."is_remembered" IS 'Whether it counts while its skill is retired: an import gave it, or the skill is blocked and its url, which is not a bare repository, did.';

ALTER TABLE "public"."ratings"
  ADD CONSTRAINT "ratings_hidden_without_text" CHECK (((commentary_hidden_at IS NULL) OR (commentary IS NULL)));

CREATE INDEX skill_identifiers_former ON private.skill_identifiers USING btree (identifier_hash, established_ratings DESC, score DESC, skill_id DESC)
  WHERE (is_former AND (state = 'active'::private.skill_state));

CREATE INDEX skill_identifiers_remembered ON private.skill_identifiers USING btree (identifier_hash, skill_id)
  WHERE (is_remembered AND (state = ANY (ARRAY['retired'::private.skill_state, 'merged'::private.skill_state])));

CREATE INDEX skills_blocked ON public.skills USING btree (name_key)
  WHERE is_blocked;

comment on column admin.queue.retired_twins is 'Of a new skill: retired skills that have its name, or a package, address or path of it.';

comment on column admin.queue.decided_at is 'When an admin last decided that it may stay.';

comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one. Of a server that its source deleted, the active one of the same package or endpoint.';

comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, a registry checked the identifier of the duplicate only, the one to keep has fewer than 3 or is the younger one, or their addresses differ and neither was imported. A server that its source deleted has a call in any case.';

comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';

comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';

comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

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

comment on column admin.queue.version is 'The version that the rating names, which is a text of its agent as well; not hidden with the commentary.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';

revoke create on schema private from skill_rating_writer;

-- An agent's rating of a skill that it submitted does not count as established. The triggers bring the aggregates up to date.
update public.ratings as r set established = false
from public.skills as s
where s.id = r.skill_id and s.submitted_by = r.agent_id and r.established;

-- What the imported skills install today is known: it is no change.
update private.imported_skills as i set installed = array(
  select u.identifier from unnest(array_remove(private.server_identifiers(r.server, null) || private.install_identifier(r.install -> 0), null))
    with ordinality as u (identifier, ordinal) group by 1 order by min(u.ordinal) limit 200
)
from private.registry_servers as r
where r.source = i.source and r.name = i.external_name collate "C" and i.installed = '{}';

-- What deleted servers were imported with counts as imported, after active ones.
update private.skill_identifiers as i set origins = array_replace(i.origins, 'mention', 'former')
from private.imported_skills as m
left join private.registry_servers as r on r.source = m.source and r.name = m.external_name collate "C"
where m.skill_id = i.skill_id and m.status = 'deleted' and 'mention' = any (i.origins)
  and i.identifier = any (private.server_identifiers(r.server, m.external_name));

-- Endpoints outside the domain of their namespace count as submitted, as after the next import.
update private.skill_identifiers as i set origins = array_replace(i.origins, 'import', 'mention')
from private.imported_skills as m
join private.registry_servers as r on r.source = m.source and r.name = m.external_name collate "C"
where m.skill_id = i.skill_id and i.is_imported
  and i.identifier = any (array(select private.normalize_identifier(u) from unnest(private.server_remotes(r.server)) as u))
  and i.identifier <> all (private.server_identifiers(r.server, m.external_name));
update private.skill_identifiers as i set written_path = private.written_path(u.url)
from private.imported_skills as m
join private.registry_servers as r on r.source = m.source and r.name = m.external_name collate "C"
cross join lateral unnest(private.server_remotes(r.server)) as u (url)
where m.skill_id = i.skill_id and i.is_imported and i.identifier = private.normalize_identifier(u.url);

-- Search documents have other weights.
update private.skill_documents as d
set
  words = w.words || private.mark(s.type)::tsvector || private.document_marks(s.id),
  name_share = private.name_share(d.name_words), text_share = private.text_share(w.words), is_for_agents = private.is_for_agents(w.words)
from public.skills as s
cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
where s.id = d.skill_id;
analyze private.skill_documents;
