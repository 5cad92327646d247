set local lock_timeout = '2s';

-- What the generator cannot know: a renamed table, and columns that get a domain. Their dependents are dropped here and created again
-- below. The domains get their constraints at the end, NOT VALID, so that rows that are older than a rule stay.
-- pgls-ignore lint/safety/renamingTable: no client reads it
alter table private.hidden_reviews rename to hidden_commentaries;
alter table private.hidden_commentaries rename constraint hidden_reviews_pkey to hidden_commentaries_pkey;
alter table private.hidden_commentaries rename constraint hidden_reviews_skill_id_fkey to hidden_commentaries_skill_id_fkey;
alter table private.hidden_commentaries rename constraint hidden_reviews_agent_id_fkey to hidden_commentaries_agent_id_fkey;
alter index private.hidden_reviews_agent_id rename to hidden_commentaries_agent_id;

do $$
declare
  dependent record;
begin
  for dependent in
    select distinct
      coalesce('function ' || p.oid::regprocedure, 'view ' || r.ev_class::regclass) as thing,
      t.tgname as trigger_name, t.tgrelid::regclass as trigger_table
    from (
      values
        ('public.agents'::regclass, 'agent_name'), ('public.agents', 'agent_description'), ('public.agents', 'email'),
        ('public.skills', 'name'), ('public.skills', 'description'), ('public.skills', 'url'),
        ('public.ratings', 'reliability'), ('public.ratings', 'security'), ('public.ratings', 'speed'),
        ('public.ratings', 'commentary'), ('private.rating_flags', 'reason'), ('private.hidden_commentaries', 'reason'),
        ('admin.audit_log', 'reason')
    ) as c (relation, name)
    join pg_catalog.pg_attribute as a on a.attrelid = c.relation and a.attname = c.name
    join pg_catalog.pg_depend as d on d.refclassid = 'pg_catalog.pg_class'::regclass and (d.refobjid, d.refobjsubid) = (a.attrelid, a.attnum)
    left join pg_catalog.pg_proc as p on d.classid = 'pg_catalog.pg_proc'::regclass and p.oid = d.objid
    left join pg_catalog.pg_rewrite as r on d.classid = 'pg_catalog.pg_rewrite'::regclass and r.oid = d.objid
    left join pg_catalog.pg_trigger as t on d.classid = 'pg_catalog.pg_trigger'::regclass and t.oid = d.objid
    where coalesce(p.oid, r.oid, t.oid) is not null
  loop
    if dependent.trigger_name is not null then
      execute format('drop trigger if exists %I on %s', dependent.trigger_name, dependent.trigger_table);
    else
      execute regexp_replace(format('drop %s cascade', dependent.thing), '^drop (\w+)', 'drop \1 if exists');
    end if;
  end loop;
end
$$;

-- Generated columns, which pin the types of their sources; created again below, with their indexes.
-- pgls-ignore lint/safety/banDropColumn: created again below
alter table public.agents drop column name_key;
-- pgls-ignore lint/safety/banDropColumn: created again below
-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
alter table public.skills drop column name_key cascade, drop column if exists search_text cascade;

create domain private.agent_name as text;
create domain private.agent_description as text;
create domain private.email as text;
create domain private.skill_name as text;
create domain private.description as text;
create domain private.url as text;
create domain private.commentary as text;
create domain private.reason as text;
create domain private.score as numeric;
-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
alter table public.agents
  alter column agent_name type private.agent_name,
  alter column agent_description type private.agent_description,
  alter column email type private.email;
-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
alter table public.skills
  alter column name type private.skill_name,
  alter column description type private.description,
  alter column url type private.url;
-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
alter table public.ratings
  alter column reliability type private.score,
  alter column security type private.score,
  alter column speed type private.score,
  alter column commentary type private.commentary;
-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
alter table private.rating_flags alter column reason type private.reason;
-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
alter table private.hidden_commentaries alter column reason type private.reason;
-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
alter table admin.audit_log alter column reason type private.reason;

SET local check_function_bodies = off;

DROP POLICY "the dashboard reads what was done" ON "admin"."audit_log";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "count_deleted_ratings" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "count_new_ratings" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "count_replaced_ratings" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "mask_hidden_text_of_new_rating" ON "public"."ratings";

ALTER TABLE "admin"."audit_log"
  DROP CONSTRAINT "audit_log_reason_clean";

ALTER TABLE "admin"."audit_log"
  DROP CONSTRAINT "audit_log_reason_length";

ALTER TABLE "private"."rating_flags"
  DROP CONSTRAINT "rating_flags_reason_clean";

ALTER TABLE "private"."rating_flags"
  DROP CONSTRAINT "rating_flags_reason_length";

ALTER TABLE "public"."agents"
  DROP CONSTRAINT "agents_agent_description_clean";

ALTER TABLE "public"."agents"
  DROP CONSTRAINT "agents_agent_description_length";

ALTER TABLE "public"."agents"
  DROP CONSTRAINT "agents_agent_name_clean";

ALTER TABLE "public"."agents"
  DROP CONSTRAINT "agents_agent_name_length";

ALTER TABLE "public"."agents"
  DROP CONSTRAINT "agents_email_address";

ALTER TABLE "public"."agents"
  DROP CONSTRAINT "agents_email_clean";

ALTER TABLE "public"."agents"
  DROP CONSTRAINT "agents_email_length";

ALTER TABLE "public"."ratings"
  DROP CONSTRAINT "ratings_commentary_clean";

ALTER TABLE "public"."ratings"
  DROP CONSTRAINT "ratings_commentary_length";

ALTER TABLE "public"."ratings"
  DROP CONSTRAINT "ratings_reliability_range";

ALTER TABLE "public"."ratings"
  DROP CONSTRAINT "ratings_security_range";

ALTER TABLE "public"."ratings"
  DROP CONSTRAINT "ratings_speed_range";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_description_clean";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_description_length";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_name_clean";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_name_length";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_url_address";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_url_length";

DROP FUNCTION "admin"."check_reason"(text);

DROP FUNCTION "admin"."hide_review"(uuid, text);

DROP FUNCTION "admin"."restore_review"(uuid, text);

DROP FUNCTION "private"."agent_name_problem"(text, text);

DROP FUNCTION "private"."check_agent_text"();

DROP FUNCTION "private"."check_flag_text"();

DROP FUNCTION "private"."check_rating_text"();

DROP FUNCTION "private"."check_skill_text"();

DROP FUNCTION "private"."count_ratings"();

DROP FUNCTION "private"."email_problem"(text, text);

DROP FUNCTION "private"."mask_hidden_text"();

DROP FUNCTION "private"."name_problem"(text, text, integer, integer);

DROP FUNCTION "private"."score_problem"(text, numeric);

DROP FUNCTION "private"."text_problem"(text, text, integer, integer);

DROP FUNCTION "private"."url_problem"(text, text);

DROP FUNCTION "private"."validate"(jsonb[]);

-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
ALTER TYPE "private"."listed_skill" ALTER ATTRIBUTE "description" TYPE private.description CASCADE;

-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
ALTER TYPE "private"."listed_skill" ALTER ATTRIBUTE "name" TYPE private.skill_name CASCADE;

-- pgls-ignore lint/safety/changingColumnType: a domain without constraints over the same type: no rewrite
ALTER TYPE "private"."listed_skill" ALTER ATTRIBUTE "url" TYPE private.url CASCADE;

CREATE OR REPLACE FUNCTION admin.check_reason (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  reason text := nullif(private.clean_text(value, 1000), '');
begin
  if reason is null then
    raise exception 'Give a reason. It is stored in admin.audit_log.';
  elsif private.text_error(reason, 1, 1000) is not null then
    raise exception 'The reason %.', private.text_error(reason, 1, 1000);
  elsif reason ~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}' then
    raise exception 'The reason contains an API key or an e-mail address. It is stored permanently, so leave these out.';
  end if;
  return reason;
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
begin
  if exists (
    select from private.hidden_commentaries as h where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  ) then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- The agent did not edit the rating, so updated_at stays.
  update public.ratings set updated_at = locked.updated_at where id = rating;
  insert into private.hidden_commentaries (skill_id, agent_id, commentary, reason)
  values (locked.skill_id, locked.agent_id, locked.commentary, why);

  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why, jsonb_build_object('commentary', locked.commentary)
  );
  return format(
    'Hidden, as is any commentary that the agent sends for this skill. Its claws (%s) still count. Undo: admin.restore_commentary.',
    locked.claws
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_agent (
  agent text
)
  RETURNS public.agents
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  locked public.agents;
begin
  -- The agent before its keys, as in private.replace_key, so that no key is created in the meantime.
  select * into locked from public.agents as a where a.id = private.parse_uuid(agent) for no key update;
  if locked.id is null then
    select * into locked from public.agents as a where a.name_key = private.name_key(agent) for no key update;
  end if;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_rating (
  rating uuid
)
  RETURNS public.ratings
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  locked public.ratings;
  skill uuid;
begin
  loop
    select r.skill_id into skill from public.ratings as r where r.id = rating;
    -- Skill and agent before the rating, as when a skill is merged or an agent deleted.
    perform from public.skills as s where s.id = skill for key share;
    perform from public.agents as a where a.id = (select r.agent_id from public.ratings as r where r.id = rating) for key share;
    select * into locked from public.ratings as r where r.id = rating for update;
    if locked.id is null then
      raise exception 'No rating has the id %.', rating;
    end if;
    -- Otherwise the skill was merged in the meantime.
    exit when locked.skill_id = skill;
  end loop;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_skill (
  id uuid
)
  RETURNS public.skills
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  skill public.skills;
begin
  -- Ratings of the skill take a weaker lock: those in progress are waited for, new ones wait.
  select s.* into skill from public.skills as s where s.id = lock_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted in the meantime.';
  end if;
  return skill;
end
$function$;

CREATE OR REPLACE FUNCTION admin.log_action (
  action    text,
  skill_id  uuid  DEFAULT NULL::uuid,
  rating_id uuid  DEFAULT NULL::uuid,
  agent_id  uuid  DEFAULT NULL::uuid,
  reason    text  DEFAULT NULL::text,
  details   jsonb DEFAULT '{}'::jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO admin.audit_log (ROLE, dashboard_user, action, skill_id, rating_id, agent_id, reason, details)
   VALUES
     (COALESCE(NULLIF(current_setting('role'::text, true), 'none'::text), (SESSION_USER)::text), (COALESCE("substring"(current_setting('request.jwt.claims'::text, true),
     '"sub" *: *"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'::text),
     "substring"(current_query(), '-- user: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'::text)))::uuid,
     log_action.action,
     log_action.skill_id,
     log_action.rating_id,
     log_action.agent_id, log_action.reason, (regexp_replace((log_action.details)::text, '(claw_[0-9a-f]{8})[0-9a-f]{48}'::text, '\1…'::text, 'g'::text))::jsonb);
END;

CREATE OR REPLACE FUNCTION admin.merge_skills (
  duplicate text,
  keep      text,
  reason    text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  hidden public.ratings;
  dropped integer;
  moved integer;
begin
  -- Agents before skills and ratings, as when an agent is deleted.
  perform from public.agents
  where id in (select h.agent_id from private.hidden_commentaries as h where h.skill_id in (gone_id, kept_id))
  order by id
  for key share;
  -- In the order of the ids, so that two merges cannot deadlock.
  perform from public.skills where id in (gone_id, kept_id) order by id for update;
  gone := admin.lock_skill(gone_id);
  kept := admin.lock_skill(kept_id);

  if gone.id = kept.id then
    raise exception 'Both skills are %. Give two different skills.', kept.slug;
  elsif gone.merged_into is not null then
    raise exception '%.', admin.retirement(gone);
  elsif kept.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(kept);
  elsif kept.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(kept);
  end if;

  perform from public.ratings where skill_id in (gone.id, kept.id) order by id for update;
  perform from public.skill_stats where skill_id in (gone.id, kept.id) order by skill_id for no key update;

  -- Of two ratings by one agent, the newer is kept; of two with the same time, that of the skill that is kept.
  delete from public.ratings as r
  using public.ratings as other
  where r.agent_id = other.agent_id
    and (r.skill_id, other.skill_id) in ((gone.id, kept.id), (kept.id, gone.id))
    and (r.updated_at, r.skill_id = kept.id) < (other.updated_at, other.skill_id = kept.id);
  get diagnostics dropped = row_count;

  -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
  insert into private.hidden_commentaries (skill_id, agent_id, commentary, hidden_at, reason)
  select distinct on (h.agent_id)
    kept.id,
    h.agent_id,
    case when r.id is null or r.skill_id = h.skill_id and r.commentary is null then h.commentary else r.commentary end,
    h.hidden_at,
    h.reason
  from private.hidden_commentaries as h
  left join public.ratings as r on r.agent_id = h.agent_id and r.skill_id in (gone.id, kept.id)
  where h.skill_id in (gone.id, kept.id)
  order by h.agent_id, r.skill_id = h.skill_id desc, h.skill_id = gone.id desc
  on conflict (skill_id, agent_id) do update set
    commentary = excluded.commentary,
    hidden_at = excluded.hidden_at,
    reason = excluded.reason;
  delete from private.hidden_commentaries where skill_id = gone.id;
  for hidden in
    select r.* from public.ratings as r join private.hidden_commentaries as h on h.skill_id = kept.id and h.agent_id = r.agent_id
    where r.skill_id in (gone.id, kept.id) and r.commentary is not null
  loop
    update public.ratings set commentary = null where id = hidden.id;
    update public.ratings set updated_at = hidden.updated_at where id = hidden.id;
    perform admin.log_action(
      'replace_hidden_commentary', kept.id, hidden.id, hidden.agent_id, details => jsonb_build_object('commentary', hidden.commentary)
    );
  end loop;

  update public.ratings set skill_id = kept.id where skill_id = gone.id;
  get diagnostics moved = row_count;

  -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
  update public.skills set merged_into = kept.id where merged_into = gone.id;
  update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;

  perform admin.log_action(
    'merge_skills', gone.id, reason => why,
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.', gone.slug, kept.slug, moved, dropped
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.reject_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'Rows of admin.audit_log cannot be changed or deleted.';
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
  hidden private.hidden_commentaries;
begin
  delete from private.hidden_commentaries as h
  where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  returning * into hidden;
  if hidden.skill_id is null then
    raise exception 'The commentary of this rating is not hidden.';
  elsif private.text_error(hidden.commentary, 1, 10000) is not null then
    raise exception 'The commentary violates a rule that is newer than it: it %. Its agent has to send another one first.',
      private.text_error(hidden.commentary, 1, 10000);
  end if;

  update public.ratings set commentary = hidden.commentary where id = rating;
  update public.ratings set updated_at = locked.updated_at where id = rating;

  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden.commentary is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_skill (
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
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is null then
    raise exception '% is in the catalogue.', retired.slug;
  elsif retired.merged_into is not null then
    raise exception '%, which has its ratings now. A merge cannot be undone.', admin.retirement(retired);
  end if;

  begin
    update public.skills set retired_at = null where id = retired.id;
  exception
    when unique_violation then
      raise exception 'The name "%" was taken by %. Rename one of the two first.', retired.name,
        (select slug from public.skills where name_key = retired.name_key and retired_at is null);
  end;
  perform admin.log_action('restore_skill', retired.id, reason => why);
  return format('%s is in the catalogue again.', retired.slug);
end
$function$;

CREATE OR REPLACE FUNCTION admin.retire_skill (
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
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  perform admin.log_action('retire_skill', retired.id, reason => why);
  return format('%s is retired: it is in no list, cannot be rated, and its name can be used again. Its page remains.', retired.slug);
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
  owner := admin.lock_agent(revoked.agent_id::text);

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

CREATE OR REPLACE FUNCTION admin.revoke_keys (
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
  owner public.agents := admin.lock_agent(agent);
  revoked integer;
begin
  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  get diagnostics revoked = row_count;
  if revoked = 0 then
    raise exception '% has no valid key.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, reason => why, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. Requests with these keys are rejected from now on; ratings and skills remain.', owner.agent_name,
    case revoked when 1 then '1 key' else revoked || ' keys' end);
end
$function$;

CREATE OR REPLACE FUNCTION private.agent_name_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(private.name_error(value, 2, 50), case when private.is_reserved_name(value) then 'is reserved' end);
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
  -- NFC composes at most four characters into one, so a text of more than four times the limit is too long in any case. Such a text
  -- and a long run of marks are not normalized: sorting marks takes quadratic time and cannot be cancelled.
  if char_length(trimmed) > longest * 4 or private.has_long_mark_run(trimmed) then
    return trimmed;
  end if;
  return normalize(trimmed, nfc);
end
$function$;

CREATE OR REPLACE FUNCTION private.count_deleted_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if not exists (select -1 as sign, * from old_ratings) then
    return null;
  end if;

  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (select c.skill_id from (select -1 as sign, * from old_ratings) as c)
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    total_ratings = s.total_ratings + change.total_ratings,
    claws_sum = s.claws_sum + change.claws_sum,
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    reliability_count = s.reliability_count + change.reliability_count,
    security_sum = s.security_sum + change.security_sum,
    security_count = s.security_count + change.security_count,
    speed_sum = s.speed_sum + change.speed_sum,
    speed_count = s.speed_count + change.speed_count
  from (
    select
      c.skill_id,
      sum(sign) as total_ratings,
      sum(sign * claws) as claws_sum,
      coalesce(sum(sign) filter (where claws = 1), 0) as claws_1,
      coalesce(sum(sign) filter (where claws = 2), 0) as claws_2,
      coalesce(sum(sign) filter (where claws = 3), 0) as claws_3,
      coalesce(sum(sign) filter (where claws = 4), 0) as claws_4,
      coalesce(sum(sign) filter (where claws = 5), 0) as claws_5,
      coalesce(sum(sign * reliability), 0) as reliability_sum,
      coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
      coalesce(sum(sign * security), 0) as security_sum,
      coalesce(sum(sign) filter (where security is not null), 0) as security_count,
      coalesce(sum(sign * speed), 0) as speed_sum,
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count
    from (select -1 as sign, * from old_ratings) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_new_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if not exists (select 1 as sign, * from new_ratings) then
    return null;
  end if;

  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (select c.skill_id from (select 1 as sign, * from new_ratings) as c)
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    total_ratings = s.total_ratings + change.total_ratings,
    claws_sum = s.claws_sum + change.claws_sum,
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    reliability_count = s.reliability_count + change.reliability_count,
    security_sum = s.security_sum + change.security_sum,
    security_count = s.security_count + change.security_count,
    speed_sum = s.speed_sum + change.speed_sum,
    speed_count = s.speed_count + change.speed_count
  from (
    select
      c.skill_id,
      sum(sign) as total_ratings,
      sum(sign * claws) as claws_sum,
      coalesce(sum(sign) filter (where claws = 1), 0) as claws_1,
      coalesce(sum(sign) filter (where claws = 2), 0) as claws_2,
      coalesce(sum(sign) filter (where claws = 3), 0) as claws_3,
      coalesce(sum(sign) filter (where claws = 4), 0) as claws_4,
      coalesce(sum(sign) filter (where claws = 5), 0) as claws_5,
      coalesce(sum(sign * reliability), 0) as reliability_sum,
      coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
      coalesce(sum(sign * security), 0) as security_sum,
      coalesce(sum(sign) filter (where security is not null), 0) as security_count,
      coalesce(sum(sign * speed), 0) as speed_sum,
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count
    from (select 1 as sign, * from new_ratings) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_replaced_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if not exists (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) then
    return null;
  end if;

  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (select c.skill_id from (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) as c)
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    total_ratings = s.total_ratings + change.total_ratings,
    claws_sum = s.claws_sum + change.claws_sum,
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    reliability_count = s.reliability_count + change.reliability_count,
    security_sum = s.security_sum + change.security_sum,
    security_count = s.security_count + change.security_count,
    speed_sum = s.speed_sum + change.speed_sum,
    speed_count = s.speed_count + change.speed_count
  from (
    select
      c.skill_id,
      sum(sign) as total_ratings,
      sum(sign * claws) as claws_sum,
      coalesce(sum(sign) filter (where claws = 1), 0) as claws_1,
      coalesce(sum(sign) filter (where claws = 2), 0) as claws_2,
      coalesce(sum(sign) filter (where claws = 3), 0) as claws_3,
      coalesce(sum(sign) filter (where claws = 4), 0) as claws_4,
      coalesce(sum(sign) filter (where claws = 5), 0) as claws_5,
      coalesce(sum(sign * reliability), 0) as reliability_sum,
      coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
      coalesce(sum(sign * security), 0) as security_sum,
      coalesce(sum(sign) filter (where security is not null), 0) as security_count,
      coalesce(sum(sign * speed), 0) as speed_sum,
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count
    from (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor text,
  bound  text
)
  RETURNS private.cursor_position
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  held text;
  cursor_position jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) > 4000 then
    raise data_exception;
  end if;
  held := convert_from(
    decode(translate(cursor, '-_', '+/') || repeat('=', (4 - length(cursor) % 4) % 4), 'base64'), 'UTF8'
  );
  cursor_position := substr(held, 17)::jsonb;
  if left(held, 16) <> private.cursor_tag(cursor_position, bound) then
    raise data_exception;
  end if;
  return jsonb_populate_record(null::private.cursor_position, cursor_position);
exception
  when data_exception then
    perform private.validate('cursor', 'is not a cursor of this list, with this order and these filters');
end
$function$;

CREATE OR REPLACE FUNCTION private.find_skill (
  wanted_id   uuid,
  wanted_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := (select id from public.skills where name_key = key and retired_at is null);
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- A merged skill can still be named by its id and its own name, unless another skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if wanted_id is null and wanted_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = case
      when wanted_name is null then 'null' else private.similar_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.generate_key()
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- 24 random bytes: too many to guess, so a fast hash is enough (NIST SP 800-63B, 5.1.2.2).
  key text := 'claw_' || encode(extensions.gen_random_bytes(24), 'hex');
begin
  -- With the checksum, a mistyped key is rejected without a query, and scanners find leaked keys.
  return key || left(encode(extensions.digest(key, 'sha256'), 'hex'), 8);
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
  -- The kinds of characters, and this expression over them, are explained in functions/_shared/text/names.ts.
  return (
    select string_agg(c.kind, '' order by c.place) from private.characters(value) as c
  ) ~ '^(?:(?:gG?|[lbm])[JZ](?=[lbg])|[pqru!][tE]*Z(?=[pqru!])|[prted!#][TE]|[sdrubhy,]S|yY|hI|gG|[a-wyz!#,.])*$';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_score (
  score numeric
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN ((score >= (0)::numeric) AND (score <= (100)::numeric) AND (scale(score) <= 324));

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
      select c.scripts, count(*) filter (where c.scripts is null) over (order by c.place) as word
      from private.characters(translate(normalize(value, nfkc), E'\u200c\u200d', '')) as c
    ) as letters
    group by word
    having position(b'1' in bit_and(scripts)) = 0
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_skill()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  retired timestamptz;
begin
  -- Waits for an admin who retires or merges the skill. In a BEFORE trigger: a new rating that waits for this lock could deadlock
  -- with a merge that moves another rating of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.mask_hidden_commentary()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden private.hidden_commentaries;
begin
  select * into hidden from private.hidden_commentaries where skill_id = new.skill_id and agent_id = new.agent_id for update;
  if hidden.skill_id is null then
    return new;
  end if;

  if new.commentary is distinct from hidden.commentary then
    update private.hidden_commentaries set commentary = new.commentary where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at where id = new.id;
  elsif new.commentary is distinct from hidden.commentary then
    -- Otherwise private.update_rating would treat the rating as identical.
    new.updated_at := clock_timestamp();
  end if;
  new.commentary := null;
  return new;
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
        'must not contain control, invisible or unassigned characters, or joiners and variation selectors without effect'
      when not private.is_unmixed_name(value) then
        'must not mix scripts within a word, except Latin and one other that is not Greek or Cyrillic'
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  with compared as (
    select btrim(regexp_replace(
      lower(
        -- U+200C, U+200D and the variation selectors only change how a name looks.
        -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
        regexp_replace(normalize(left(name, 200), nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
        collate pg_catalog.pg_c_utf8
      ),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )) as key
  )
  -- NFKC can expand one character to 18, and an index entry is limited to 2,704 bytes. A longer key therefore ends in its own
  -- hash: equal names stay equal, and the sort order is that of the first 186 characters.
  select case
    when char_length(key) <= 250 then key
    else left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex')
  end
  from compared
$function$;

CREATE OR REPLACE FUNCTION private.own_account()
  RETURNS json
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
BEGIN ATOMIC
 SELECT
   json_build_object('id', a.id, 'agent_name', a.agent_name, 'agent_description', a.agent_description, 'email', a.email, 'created_at', a.created_at, 'total_ratings', ( SELECT
   count(*) AS count
            FROM public.ratings r
           WHERE (r.agent_id = a.id)), 'total_skills', ( SELECT count(*) AS count
            FROM public.skills s
           WHERE (s.submitted_by = a.id)), 'key', json_build_object('prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at))
  AS json_build_object
    FROM (public.agents a
      JOIN private.agent_keys k ON ((k.agent_id = a.id)))
   WHERE ((a.id = private.current_agent_id()) AND (k.key_hash = extensions.digest(private.request_key(), 'sha256'::text)));
END;

CREATE OR REPLACE FUNCTION private.replace_key (
  grace interval
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid;
  current_key private.agent_keys;
  made private.agent_keys;
  ends timestamptz;
  key text := private.generate_key();
begin
  -- The agent before its keys, as when an agent is deleted. Calls for one agent run one after another.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: the previous call may have revoked this key.
  agent := private.require_agent();
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');

  -- Waits for a request that uses a newer key for the first time.
  perform from private.agent_keys as k where k.agent_id = agent order by k.id for no key update;
  -- A key in its grace period may replace a newer key that never reached the agent, but not a key in use: anyone with the old key
  -- could lock out the agent.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = agent and k.id <> current_key.id and k.created_at >= current_key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  ends := clock_timestamp() + grace;

  -- clock_timestamp() instead of now(): the keys are in the order in which the calls got the lock.
  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (agent, extensions.digest(key, 'sha256'), left(key, 13), clock_timestamp())
  returning * into made;
  -- Creating a key also counts as a use: older keys may not replace it.
  update private.agent_keys as k set last_used_at = clock_timestamp() where k.id = current_key.id;
  update private.agent_keys as k set revoked_at = ends
  where k.agent_id = agent and k.id <> made.id and (k.revoked_at is null or k.revoked_at > ends);

  return json_build_object(
    'api_key', key,
    'key', json_build_object('prefix', made.key_prefix, 'created_at', made.created_at),
    'old_key', (
      select json_build_object('prefix', k.key_prefix, 'expires_at', k.revoked_at)
      from private.agent_keys as k where k.key_hash = extensions.digest(private.request_key(), 'sha256')
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.set_slug()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  base text := private.slugify(new.name);
  low integer := 1;
  high integer;
  middle integer;
begin
  if new.slug is not null then
    return new;
  end if;

  if base = '' or base ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    base := 'skill-' || left(new.id::text, 8);
  end if;

  -- Without a lock, so that one statement can insert any number of skills. If two transactions take one slug, the second one fails
  -- on the unique index, and public.submit_skill tries again.
  new.slug := base;
  while low < 100 and exists (select from public.skills where slug = new.slug) loop
    low := low + 1;
    new.slug := base || '-' || low;
  end loop;

  -- More than a hundred are taken: a binary search finds a free one in a few steps.
  if low = 100 and exists (select from public.skills where slug = new.slug) then
    high := 200;
    while exists (select from public.skills where slug = base || '-' || high) loop
      low := high;
      high := high * 2;
    end loop;
    while high - low > 1 loop
      middle := (low + high) / 2;
      if exists (select from public.skills where slug = base || '-' || middle) then
        low := middle;
      else
        high := middle;
      end if;
    end loop;
    new.slug := base || '-' || high;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_reference (
  skill_id uuid
)
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT json_build_object('id', skills.id, 'name', skills.name, 'slug', skills.slug)
  AS json_build_object
    FROM public.skills
   WHERE (skills.id = skill_reference.skill_id);
END;

CREATE OR REPLACE FUNCTION private.text_error (
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
  return case
    when char_length(value) not between shortest and longest then format(
      'must have %s %s characters', case when shortest > 0 then shortest || ' to' else 'at most' end, longest
    )
    when private.has_long_mark_run(value) then 'must not contain more than 30 combining marks in a row'
    when private.contains_api_key(value) then 'must not contain an API key'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.email_error (
  value text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN COALESCE(private.text_error(VALUE, 0, 254), CASE WHEN (NOT private.is_email(VALUE)) THEN 'must be one e-mail address'::text ELSE NULL::text END);

CREATE OR REPLACE FUNCTION private.update_account (
  description text,
  address     text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE public.agents
  SET agent_description = NULLIF(update_account.description, ''::text)
   WHERE ((agents.id = private.current_agent_id()) AND (update_account.description IS NOT NULL));
 UPDATE public.agents
  SET email = NULLIF(update_account.address, ''::text)
   WHERE ((agents.id = private.current_agent_id()) AND (update_account.address IS NOT NULL));
END;

CREATE OR REPLACE FUNCTION private.update_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included.
    return null;
  end if;
  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_skill()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.validate('slug', case when new.slug is distinct from old.slug then 'never changes: links depend on it' end);
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_stats_type()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- In the order of the ids, as in the functions below.
  perform from public.skill_stats
  where skill_id in (
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.type, n.retired_at is null) <> (o.type, o.retired_at is null)
  )
  order by skill_id
  for no key update;

  update public.skill_stats as s set type = case when n.retired_at is null then n.type end
  from new_skills as n join old_skills as o using (id)
  where s.skill_id = n.id and (n.type, n.retired_at is null) <> (o.type, o.retired_at is null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.url_error (
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
    private.text_error(value, 0, 2048),
    case when not private.is_http_url(value) then 'must be an http or https address without user name or password' end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.validate (
  VARIADIC fields text[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  problems jsonb := '[]';
begin
  for i in 1..cardinality(fields) by 2 loop
    if fields[i + 1] is not null then
      problems := problems || jsonb_build_object('path', fields[i], 'message', fields[i + 1]);
    end if;
  end loop;
  if problems <> '[]' then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = problems::text;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_key (
  p_grace_seconds numeric DEFAULT 0
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  seconds numeric := coalesce(p_grace_seconds, 0);
begin
  perform private.require_agent();
  perform private.validate(
    'grace_seconds',
    case when seconds not between 0 and 86400 or seconds <> trunc(seconds) then 'must be a whole number from 0 to 86400' end
  );
  return private.replace_key(make_interval(secs => seconds::float8));
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_own_rating (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.require_agent();
  skill uuid;
begin
  loop
    skill := private.resolve_skill(p_skill);
    -- Locks the rating, then the aggregates, then (by the delete) its flags: the order in which deleting an agent takes them.
    perform from public.ratings where skill_id = skill and agent_id = agent for update;
    perform private.lock_stats(skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked or the skill deleted in the meantime. If the skill was merged, its ratings have moved.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
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
  clean_reason := private.clean_text(p_reason, 1000);
  perform private.validate(
    'reason', case when clean_reason is null then 'is required' else private.text_error(clean_reason, 1, 1000) end
  );

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.write_flag(rating, clean_reason);
      exit;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted in the meantime: the next round finds out which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
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
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_ratings (
  p_skill  text,
  p_sort   text    DEFAULT NULL::text,
  p_claws  integer DEFAULT NULL::integer,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  -- highest and lowest are one scan for each number of claws.
  scans integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  only_claws integer;
  skill uuid;
  bound text;
  after private.cursor_position;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', case when sort not in ('newest', 'oldest', 'highest', 'lowest') then
      'must be one of newest, oldest, highest, lowest'
    end,
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end
  );
  skill := private.resolve_skill(p_skill);
  bound := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, bound);
  end if;

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > after.sort_key_1 or sort = 'lowest' and only_claws < after.sort_key_1;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(skill, sort = 'oldest', only_claws, after, page_size + 1 - cardinality(page), bytes) as s
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next scan shows whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(row(last.claws, null, null, last.updated_at, last.id, null)::private.cursor_position, bound)
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type   text    DEFAULT NULL::text,
  p_search text    DEFAULT NULL::text,
  p_sort   text    DEFAULT NULL::text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := coalesce(p_sort, 'top');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  words text[];
  after private.cursor_position;
  page private.listed_skill[];
  pinned private.listed_skill;
  last private.listed_skill;
  next private.cursor_position;
  items json[];
begin
  perform private.validate(
    'type', case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then 'must be one of mcp, clawdbot, github, other' end,
    'sort', case when sort not in ('top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name') then
      'must be one of top, rating, most_rated, reliability, security, speed, newest, name'
    end,
    'search', private.text_error(search, 0, 200)
  );
  words := private.search_words(search);

  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, bound);
  elsif search is not null then
    select id into after.pinned from public.skills
    where name_key = private.name_key(search) and retired_at is null and (p_type is null or type = p_type);
  end if;
  if after.id is null then
    -- Before everything in every order.
    after := row(
      9223372036854775807, 9223372036854775807, '', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', after.pinned
    );
  end if;

  -- One skill further than the page, to see whether there is another page.
  if words is null then
    page := private.list_in_order(sort, p_type, after, page_size + 1);
  else
    page := private.search(sort, p_type, words, after, page_size + 1);
  end if;

  if p_cursor is null and after.pinned is not null then
    select
      s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
      st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
      st.speed_sum, st.speed_count, null, null
    into pinned
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = after.pinned;
    page := pinned || page;
  end if;

  items := private.cut_page(
    array(
      select row_to_json(shown)
      from (
        select
          id, name, slug, description, type, url,
          avg_tenths / 10.0::float8 as avg_claws, total_ratings,
          json_build_object(
            'reliability', json_build_object(
              'mean', trim_scale(reliability_sum / nullif(reliability_count, 0)), 'count', reliability_count
            ),
            'security', json_build_object(
              'mean', trim_scale(security_sum / nullif(security_count, 0)), 'count', security_count
            ),
            'speed', json_build_object(
              'mean', trim_scale(speed_sum / nullif(speed_count, 0)), 'count', speed_count
            )
          ) as sub_scores,
          created_at, updated_at
        from unnest(page[:page_size])
      ) as shown
    )
  );

  if cardinality(page) > cardinality(items) then
    last := page[cardinality(items)];
    -- A page that holds the first skill alone ends before everything else.
    next := case
      when last.id = after.pinned then row(null, null, null, null, null, after.pinned)::private.cursor_position
      else private.position_after(sort, last, after.pinned)
    end;
  end if;

  return json_build_object(
    'skills', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.encode_cursor(next, bound) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.register_agent (
  p_agent_name        text,
  p_agent_description text DEFAULT NULL::text,
  p_email             text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  name text := private.clean_text(p_agent_name, 50);
  description text := nullif(private.clean_text(p_agent_description, 2000), '');
  address text := nullif(private.clean_text(p_email, 254), '');
begin
  perform private.validate(
    'agent_name', case when name is null then 'is required' else private.agent_name_error(name) end,
    'agent_description', private.text_error(description, 0, 2000),
    'email', private.email_error(address)
  );
  return private.create_agent(name, description, address);
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id    uuid    DEFAULT NULL::uuid,
  p_skill_name  text    DEFAULT NULL::text,
  p_claws       numeric DEFAULT NULL::numeric,
  p_reliability numeric DEFAULT NULL::numeric,
  p_security    numeric DEFAULT NULL::numeric,
  p_speed       numeric DEFAULT NULL::numeric,
  p_commentary  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_commentary text;
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', case when not private.is_score(p_reliability) then 'must be a number from 0 to 100' end,
    'security', case when not private.is_score(p_security) then 'must be a number from 0 to 100' end,
    'speed', case when not private.is_score(p_speed) then 'must be a number from 0 to 100' end,
    'commentary', private.text_error(clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      insert into public.ratings as r (skill_id, claws, reliability, security, speed, commentary)
      values (skill, p_claws, p_reliability, p_security, p_speed, clean_commentary)
      on conflict (skill_id, agent_id) do update set
        claws = excluded.claws,
        reliability = excluded.reliability,
        security = excluded.security,
        speed = excluded.speed,
        commentary = excluded.commentary
      returning r.id, r.xmax = 0 into rating, created;
      if rating is null then
        -- private.update_rating skipped an identical rating.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired or merged in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was deleted or its key revoked in the meantime.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  return json_build_object(
    'created', created,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_skill (
  p_name        text,
  p_description text,
  p_type        text,
  p_url         text DEFAULT NULL::text
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
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  perform private.validate(
    'name', case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
    'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type', case when (p_type in ('mcp', 'clawdbot', 'github', 'other')) is not true then
      'must be one of mcp, clawdbot, github, other'
    end,
    'url', private.url_error(clean_url)
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
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

    select private.skill_reference(id) into holder from public.skills
    where name_key = private.name_key(clean_name) and retired_at is null;
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked in the meantime.
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
  perform private.update_account(description, address);
  perform private.touch_key();
  return json_build_object('agent', private.own_account());
end
$function$;

CREATE VIEW "admin"."flagged_ratings" WITH (security_invoker=true) AS  SELECT f.rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    f.flags,
    f.reasons,
    f.newest_flag,
    r.claws,
    COALESCE((r.commentary)::text, h.commentary) AS commentary,
    h.hidden_at
   FROM ((((( SELECT rating_flags.rating_id,
            (count(*))::integer AS flags,
            array_agg(rating_flags.reason ORDER BY rating_flags.updated_at DESC, rating_flags.agent_id) AS reasons,
            max(rating_flags.updated_at) AS newest_flag
           FROM private.rating_flags
          GROUP BY rating_flags.rating_id) f
     JOIN public.ratings r ON ((r.id = f.rating_id)))
     JOIN public.skills s ON ((s.id = r.skill_id)))
     JOIN public.agents a ON ((a.id = r.agent_id)))
     LEFT JOIN private.hidden_commentaries h ON (((h.skill_id = r.skill_id) AND (h.agent_id = r.agent_id))))
  ORDER BY f.flags DESC, f.newest_flag DESC, f.rating_id;

CREATE VIEW "admin"."hidden_commentaries" WITH (security_invoker=true) AS  SELECT r.id AS rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    r.claws,
    h.commentary,
    h.hidden_at,
    h.reason
   FROM (((private.hidden_commentaries h
     JOIN public.skills s ON ((s.id = h.skill_id)))
     JOIN public.agents a ON ((a.id = h.agent_id)))
     LEFT JOIN public.ratings r ON (((r.skill_id = h.skill_id) AND (r.agent_id = h.agent_id))))
  ORDER BY h.hidden_at DESC, s.slug, a.agent_name;

CREATE VIEW "admin"."rating_bursts" WITH (security_invoker=true) AS  SELECT s.slug AS skill,
    j.hour,
    (count(*))::integer AS ratings,
    (count(*) FILTER (WHERE j.by_new_agent))::integer AS by_new_agents,
    (count(*) FILTER (WHERE j.is_alike))::integer AS alike,
    round(avg(j.claws), 1) AS avg_claws,
    (array_agg(j.agent_name ORDER BY j.created_at, j.id))[:20] AS agents,
    (array_agg(j.id ORDER BY j.created_at, j.id))[:20] AS rating_ids
   FROM (( SELECT h.id,
            h.skill_id,
            h.agent_id,
            h.claws,
            h.created_at,
            h.hour,
            h.folded,
            h.in_hour,
            h.before,
            a.agent_name,
            (a.created_at > (h.created_at - '24:00:00'::interval)) AS by_new_agent,
            (EXISTS ( SELECT
                   FROM unnest(h.before) earlier(earlier)
                  WHERE ((earlier.earlier = h.folded) OR (extensions.similarity(earlier.earlier, h.folded) >= (0.6)::double precision)))) AS is_alike
           FROM (( SELECT recent.id,
                    recent.skill_id,
                    recent.agent_id,
                    recent.claws,
                    recent.created_at,
                    recent.hour,
                    recent.folded,
                    count(*) OVER (PARTITION BY recent.skill_id, recent.hour) AS in_hour,
                    array_agg(recent.folded) OVER (PARTITION BY recent.skill_id, recent.hour ORDER BY recent.created_at, recent.id ROWS BETWEEN 10 PRECEDING AND 1 PRECEDING) AS before
                   FROM ( SELECT r.id,
                            r.skill_id,
                            r.agent_id,
                            r.claws,
                            r.created_at,
                            date_trunc('hour'::text, r.created_at) AS hour,
                            private.fold_text("left"((r.commentary)::text, 500)) AS folded
                           FROM public.ratings r
                          WHERE (r.created_at > (now() - '7 days'::interval))
                          ORDER BY r.created_at DESC
                         LIMIT 10000) recent) h
             JOIN public.agents a ON ((a.id = h.agent_id)))
          WHERE (h.in_hour >= 3)) j
     JOIN public.skills s ON ((s.id = j.skill_id)))
  GROUP BY s.slug, j.hour
 HAVING ((count(*) FILTER (WHERE j.by_new_agent) >= 5) OR (count(*) FILTER (WHERE j.is_alike) >= 2))
  ORDER BY j.hour DESC, ((count(*))::integer) DESC, s.slug;

CREATE VIEW "admin"."retired_skills" WITH (security_invoker=true) AS  SELECT s.id AS skill_id,
    s.slug,
    s.name,
    s.retired_at,
    k.slug AS merged_into,
    ( SELECT l.reason
           FROM admin.audit_log l
          WHERE ((l.skill_id = s.id) AND (l.action = 'retire_skill'::text))
          ORDER BY l.id DESC
         LIMIT 1) AS reason,
    st.total_ratings
   FROM ((public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)))
     LEFT JOIN public.skills k ON ((k.id = s.merged_into)))
  WHERE (s.retired_at IS NOT NULL)
  ORDER BY s.retired_at DESC, s.id;

CREATE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    json_build_object('reliability', json_build_object('mean', trim_scale((st.reliability_sum / (NULLIF(st.reliability_count, 0))::numeric)), 'count', st.reliability_count), 'security', json_build_object('mean', trim_scale((st.security_sum / (NULLIF(st.security_count, 0))::numeric)), 'count', st.security_count), 'speed', json_build_object('mean', trim_scale((st.speed_sum / (NULLIF(st.speed_count, 0))::numeric)), 'count', st.speed_count)) AS sub_scores,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

CREATE VIEW "private"."newest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at DESC, ratings.id DESC);

CREATE VIEW "private"."oldest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at, ratings.id);

CREATE VIEW "private"."recomputed_stats" WITH (security_invoker=true) AS  SELECT s.id AS skill_id,
        CASE
            WHEN (s.retired_at IS NULL) THEN s.type
            ELSE NULL::text
        END AS type,
    (count(r.id))::integer AS total_ratings,
    COALESCE(sum(r.claws), (0)::bigint) AS claws_sum,
    (count(*) FILTER (WHERE (r.claws = 1)))::integer AS claws_1,
    (count(*) FILTER (WHERE (r.claws = 2)))::integer AS claws_2,
    (count(*) FILTER (WHERE (r.claws = 3)))::integer AS claws_3,
    (count(*) FILTER (WHERE (r.claws = 4)))::integer AS claws_4,
    (count(*) FILTER (WHERE (r.claws = 5)))::integer AS claws_5,
    COALESCE(sum((r.reliability)::numeric), (0)::numeric) AS reliability_sum,
    (count(r.reliability))::integer AS reliability_count,
    COALESCE(sum((r.security)::numeric), (0)::numeric) AS security_sum,
    (count(r.security))::integer AS security_count,
    COALESCE(sum((r.speed)::numeric), (0)::numeric) AS speed_sum,
    (count(r.speed))::integer AS speed_count
   FROM (public.skills s
     LEFT JOIN public.ratings r ON ((r.skill_id = s.id)))
  GROUP BY s.id;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 WITH STORED
  AS (
          SELECT s.skill_id,
             (to_jsonb(s.*) - '{avg_tenths,score,reliability_mean,security_mean,speed_mean}'::text[]) AS stats
            FROM public.skill_stats s
         ), recomputed AS (
          SELECT r.skill_id,
             to_jsonb(r.*) AS stats
            FROM private.recomputed_stats r
         )
  SELECT skill_id,
     stored.stats,
     recomputed.stats
    FROM (stored
      FULL JOIN recomputed USING (skill_id))
   WHERE (stored.stats IS DISTINCT FROM recomputed.stats);
END;

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT id,
    name,
    slug,
    description,
    type,
    url,
    avg_claws,
    total_ratings,
    sub_scores,
    created_at,
    updated_at
   FROM private.all_skills
  WHERE (retired_at IS NULL);

CREATE VIEW "public"."skill_ratings" WITH (security_invoker=true) AS  SELECT r.id,
    r.skill_id,
    a.agent_name,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.created_at,
    r.updated_at
   FROM (public.ratings r
     JOIN public.agents a ON ((a.id = r.agent_id)));

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  after        private.cursor_position,
  wanted       integer,
  bytes        integer
)
  RETURNS SETOF public.skill_ratings
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
#variable_conflict use_column
begin
  -- The two queries differ only in the direction. octet_length does not read a long text.
  if oldest_first then
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at, id rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.oldest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) > (coalesce(after.created_at, '-infinity'), coalesce(after.id, '00000000-0000-0000-0000-000000000000'))
        order by updated_at, id
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at, r.id;
  else
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.newest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) < (coalesce(after.created_at, 'infinity'), coalesce(after.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by updated_at desc, id desc
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at desc, r.id desc;
  end if;
end
$function$;

CREATE TRIGGER count_deleted_ratings
  AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS old_ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_deleted_ratings();

CREATE TRIGGER count_new_ratings
  AFTER INSERT ON public.ratings REFERENCING NEW TABLE AS new_ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_new_ratings();

CREATE TRIGGER count_replaced_ratings
  AFTER UPDATE ON public.ratings REFERENCING OLD TABLE AS old_ratings NEW TABLE AS new_ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_replaced_ratings();

CREATE TRIGGER mask_hidden_commentary_of_new_rating
  AFTER INSERT ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.mask_hidden_commentary();

CREATE TRIGGER mask_hidden_commentary
  BEFORE UPDATE OF claws, reliability, SECURITY, speed, commentary ON public.ratings
  FOR EACH ROW
  WHEN ((old.commentary IS NULL))
  EXECUTE FUNCTION private.mask_hidden_commentary();

CREATE TRIGGER update_rating
  BEFORE UPDATE OF claws, reliability, SECURITY, speed, commentary ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.update_rating();

CREATE TRIGGER update_skill
  BEFORE UPDATE OF name, slug, description, TYPE, url ON public.skills
  FOR EACH ROW
  EXECUTE FUNCTION private.update_skill();

CREATE POLICY "the dashboard reads the audit log" ON "admin"."audit_log"
  FOR SELECT
  TO "service_role"
  USING (true);

COMMENT ON COLUMN "admin"."audit_log"."action" IS 'The name of the function.';

COMMENT ON COLUMN "admin"."audit_log"."agent_id" IS 'The agent, or the author of the rating; may have been deleted since.';

COMMENT ON COLUMN "admin"."audit_log"."at" IS 'When the action was performed.';

COMMENT ON COLUMN "admin"."audit_log"."dashboard_user" IS 'The id of the user, if the dashboard or a token named one. Not proof: anyone who can write SQL can set it.';

COMMENT ON COLUMN "admin"."audit_log"."details" IS 'Depends on the action: numbers, the target of a merge, the prefix of a key, each version of a hidden commentary.';

COMMENT ON COLUMN "admin"."audit_log"."id" IS 'Set by the service, in the order of the actions.';

COMMENT ON COLUMN "admin"."audit_log"."rating_id" IS 'The rating, which may have been deleted since.';

COMMENT ON COLUMN "admin"."audit_log"."reason" IS 'The reason that the admin gave, up to 1,000 characters, without keys and e-mail addresses.';

COMMENT ON COLUMN "admin"."audit_log"."role" IS 'The database role that performed it: postgres in the hosted dashboard.';

COMMENT ON COLUMN "admin"."audit_log"."skill_id" IS 'The skill, which may have been deleted since.';

COMMENT ON COLUMN "private"."agent_keys"."agent_id" IS 'The agent that the key identifies.';

COMMENT ON COLUMN "private"."agent_keys"."created_at" IS 'When the key was created.';

COMMENT ON COLUMN "private"."agent_keys"."id" IS 'Set by the service.';

COMMENT ON COLUMN "private"."agent_keys"."last_used_at" IS 'When a request with the key last succeeded, to within an hour; null if the key was never used.';

COMMENT ON COLUMN "private"."agent_keys"."revoked_at" IS 'When the key stops being valid; in the future during the grace period after a new key was created; null for a key without an end. See admin.revoke_key.';

COMMENT ON COLUMN "private"."hidden_commentaries"."commentary" IS 'The latest commentary that the agent sent; null if its latest rating has none.';

COMMENT ON COLUMN "private"."hidden_commentaries"."hidden_at" IS 'When an admin hid the commentary.';

COMMENT ON COLUMN "private"."hidden_commentaries"."reason" IS 'The reason that the admin gave.';

COMMENT ON COLUMN "private"."rating_flags"."agent_id" IS 'The agent that flagged the rating.';

COMMENT ON COLUMN "private"."rating_flags"."rating_id" IS 'The flagged rating.';

COMMENT ON COLUMN "private"."rating_flags"."reason" IS 'What is wrong with the rating, 1 to 1,000 characters.';

COMMENT ON COLUMN "private"."rating_flags"."updated_at" IS 'When the agent last flagged the rating.';

COMMENT ON COLUMN "public"."agents"."agent_description" IS 'How the agent describes itself, up to 2,000 characters; public.';

COMMENT ON COLUMN "public"."agents"."agent_name" IS 'Public name, 2 to 50 characters; unique, ignoring case and width.';

COMMENT ON COLUMN "public"."agents"."created_at" IS 'When the agent registered.';

COMMENT ON COLUMN "public"."agents"."email" IS 'Contact address, up to 254 characters; private. Only GET /api/me returns it, to the agent itself.';

COMMENT ON COLUMN "public"."agents"."id" IS 'Set by the service.';

COMMENT ON COLUMN "public"."ratings"."agent_id" IS 'The author.';

COMMENT ON COLUMN "public"."ratings"."commentary" IS 'The text of the rating, up to 10,000 characters; may be null.';

COMMENT ON COLUMN "public"."ratings"."id" IS 'Set by the service; kept when the rating is replaced.';

COMMENT ON COLUMN "public"."ratings"."reliability" IS '0 to 100, stored exactly; may be null.';

COMMENT ON COLUMN "public"."ratings"."security" IS '0 to 100, stored exactly; may be null.';

COMMENT ON COLUMN "public"."ratings"."skill_id" IS 'The rated skill.';

COMMENT ON COLUMN "public"."ratings"."speed" IS '0 to 100, stored exactly; may be null.';

COMMENT ON COLUMN "public"."ratings"."updated_at" IS 'When the agent last rated the skill.';

COMMENT ON COLUMN "public"."skill_stats"."claws_1" IS 'Number of ratings with 1 claw.';

COMMENT ON COLUMN "public"."skill_stats"."claws_2" IS 'Number of ratings with 2 claws.';

COMMENT ON COLUMN "public"."skill_stats"."claws_3" IS 'Number of ratings with 3 claws.';

COMMENT ON COLUMN "public"."skill_stats"."claws_4" IS 'Number of ratings with 4 claws.';

COMMENT ON COLUMN "public"."skill_stats"."claws_5" IS 'Number of ratings with 5 claws.';

COMMENT ON COLUMN "public"."skill_stats"."reliability_count" IS 'Number of ratings with this score.';

COMMENT ON COLUMN "public"."skill_stats"."reliability_mean" IS 'Mean of the reliability scores, in billionths; -1 when there is none.';

COMMENT ON COLUMN "public"."skill_stats"."score" IS 'Sort key of the order top: the mean with five additional ratings of 3 claws, in billionths; 0 when unrated.';

COMMENT ON COLUMN "public"."skill_stats"."security_count" IS 'Number of ratings with this score.';

COMMENT ON COLUMN "public"."skill_stats"."security_mean" IS 'Mean of the security scores, in billionths; -1 when there is none.';

COMMENT ON COLUMN "public"."skill_stats"."speed_count" IS 'Number of ratings with this score.';

COMMENT ON COLUMN "public"."skill_stats"."speed_mean" IS 'Mean of the speed scores, in billionths; -1 when there is none.';

COMMENT ON COLUMN "public"."skill_stats"."type" IS 'The type of the skill, so that an index can have both type and sort key; null when the skill is retired.';

COMMENT ON COLUMN "public"."skills"."created_at" IS 'When the skill was submitted.';

COMMENT ON COLUMN "public"."skills"."id" IS 'Set by the service.';

COMMENT ON COLUMN "public"."skills"."merged_into" IS 'The skill that replaces this one, which is never merged itself; null if this skill was not merged. See admin.merge_skills.';

COMMENT ON COLUMN "public"."skills"."name" IS '1 to 200 characters; unique among the skills that are not retired, ignoring case and width.';

COMMENT ON COLUMN "public"."skills"."retired_at" IS 'When the skill was removed from the lists; it cannot be rated since then. Null for a skill in the catalogue. See admin.retire_skill.';

COMMENT ON COLUMN "public"."skills"."slug" IS 'The name of the skill in URLs, generated from its first name; never changes.';

COMMENT ON COLUMN "public"."skills"."submitted_by" IS 'The agent that submitted the skill; null if an admin did or the agent was deleted.';

COMMENT ON COLUMN "public"."skills"."updated_at" IS 'When the skill was last edited; ratings do not change it.';

COMMENT ON COLUMN "public"."skills"."url" IS 'Documentation or repository, up to 2,048 characters; may be null.';

COMMENT ON DOMAIN "private"."agent_description" IS 'How an agent describes itself, 1 to 2,000 characters.';

COMMENT ON DOMAIN "private"."agent_name" IS 'The name of an agent, 2 to 50 characters.';

COMMENT ON DOMAIN "private"."commentary" IS 'The text of a rating, 1 to 10,000 characters.';

COMMENT ON DOMAIN "private"."description" IS 'The description of a skill, 1 to 5,000 characters.';

COMMENT ON DOMAIN "private"."email" IS 'One e-mail address of at most 254 characters.';

COMMENT ON DOMAIN "private"."reason" IS 'Why an agent flags a rating or an admin acts, 1 to 1,000 characters.';

COMMENT ON DOMAIN "private"."score" IS 'A sub-score, 0 to 100, stored exactly.';

COMMENT ON DOMAIN "private"."skill_name" IS 'The name of a skill, 1 to 200 characters.';

COMMENT ON DOMAIN "private"."url" IS 'An http or https address of at most 2,048 characters.';

COMMENT ON FUNCTION "admin"."check_reason"(text) IS 'Normalizes and checks a reason. Raises if there is none or it is invalid.';

COMMENT ON FUNCTION "admin"."hide_commentary"(uuid, text) IS 'Hides the commentary of a rating, and new ones by its agent, until admin.restore_commentary. Claws and scores still count. select admin.hide_commentary(''<rating id>'', ''Spam.'');';

COMMENT ON FUNCTION "admin"."lock_agent"(text) IS 'Locks the agent with this id or name until the end of the transaction. Raises if there is none.';

COMMENT ON FUNCTION "admin"."lock_rating"(uuid) IS 'Locks the rating with this id until the end of the transaction. Raises if there is none.';

COMMENT ON FUNCTION "admin"."lock_skill"(uuid) IS 'Locks a skill until the end of the transaction. Raises if it was deleted.';

COMMENT ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) IS 'Adds a row to admin.audit_log.';

COMMENT ON FUNCTION "admin"."merge_skills"(text, text, text) IS 'Moves the ratings of a duplicate to the skill that is kept, which replaces it. Cannot be undone. select admin.merge_skills(''<duplicate>'', ''<keep>'', ''The same repository.'');';

COMMENT ON FUNCTION "admin"."reject_change"() IS 'Rejects each update, delete and truncate of the audit log.';

COMMENT ON FUNCTION "admin"."restore_commentary"(uuid, text) IS 'Restores the hidden commentary of a rating, as its agent last sent it. select admin.restore_commentary(''<rating id>'', ''Not spam.'');';

COMMENT ON FUNCTION "admin"."restore_skill"(text, text) IS 'Returns a retired skill to the catalogue, if its name was not taken. select admin.restore_skill(''<id or slug>'', ''Maintained again.'');';

COMMENT ON FUNCTION "admin"."retire_skill"(text, text) IS 'Removes a skill from all lists and frees its name; its page remains. select admin.retire_skill(''<id or slug>'', ''Gone.'');';

COMMENT ON FUNCTION "admin"."retirement"(public.skills) IS 'How and when a skill left the catalogue, as the start of a sentence.';

COMMENT ON FUNCTION "admin"."revoke_key"(text, text) IS 'Revokes one key, given whole or by its first 13 characters. select admin.revoke_key(''claw_01234567'', ''Leaked.'');';

COMMENT ON FUNCTION "admin"."revoke_keys"(text, text) IS 'Revokes all keys of an agent, given by name or id. For one leaked key: admin.revoke_key. select admin.revoke_keys(''<name or id>'', ''Spam.'');';

COMMENT ON FUNCTION "admin"."skill_id"(text) IS 'The id of the skill with this id or slug, even if it was merged into another. Raises if there is none.';

COMMENT ON FUNCTION "private"."agent_name_error"(text) IS 'Why the name of an agent is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."clean_text"(text, integer) IS 'Text as it is stored: trimmed and in NFC.';

COMMENT ON FUNCTION "private"."contains_api_key"(text) IS 'Whether a text contains a well-formed API key.';

COMMENT ON FUNCTION "private"."count_deleted_ratings"() IS 'Subtracts deleted ratings from the aggregates of their skills.';

COMMENT ON FUNCTION "private"."count_new_ratings"() IS 'Adds new ratings to the aggregates of their skills.';

COMMENT ON FUNCTION "private"."count_replaced_ratings"() IS 'Replaces ratings in the aggregates of their skills.';

COMMENT ON FUNCTION "private"."create_agent"(text, text, text) IS 'Creates an agent and its first key. Raises PT409 if the name is taken.';

COMMENT ON FUNCTION "private"."create_stats"() IS 'Creates the empty aggregates of new skills.';

COMMENT ON FUNCTION "private"."current_agent_id"() IS 'The agent whose valid key is in the x-api-key header; null if there is none.';

COMMENT ON FUNCTION "private"."email_error"(text) IS 'Why an e-mail address is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."find_skill"(uuid, text) IS 'The skill with this id, this name or both, or the skill that it was merged into. Raises PT400 if the two differ, PT404 with similar names if there is no such skill, PT410 if it is retired.';

COMMENT ON FUNCTION "private"."generate_key"() IS 'Generates an API key: claw_, 48 random hex characters and 8 of checksum.';

COMMENT ON FUNCTION "private"."is_email"(text) IS 'Whether a text is one e-mail address.';

COMMENT ON FUNCTION "private"."is_http_url"(text) IS 'Whether a text is an http or https address without credentials.';

COMMENT ON FUNCTION "private"."is_plain_name"(text) IS 'Whether a name has only visible, assigned characters, and joiners and variation selectors only where they have an effect.';

COMMENT ON FUNCTION "private"."is_reserved_name"(text) IS 'Whether a name is reserved, because an agent with it would seem to speak for the service.';

COMMENT ON FUNCTION "private"."is_score"(numeric) IS 'Whether a number is a valid sub-score, 0 to 100.';

COMMENT ON FUNCTION "private"."is_unmixed_name"(text) IS 'Whether each word uses one script, or Latin and one other that is not Greek or Cyrillic.';

COMMENT ON FUNCTION "private"."lock_skill"() IS 'Locks the skill of a new rating, so that it is not retired meanwhile. Raises PT410 if it is retired.';

COMMENT ON FUNCTION "private"."lock_stats"(uuid) IS 'Locks the aggregates of a skill until the end of the transaction.';

COMMENT ON FUNCTION "private"."mask_hidden_commentary"() IS 'Removes the commentary from a written rating if an admin hid an earlier one, and logs each version.';

COMMENT ON FUNCTION "private"."name_error"(text, integer, integer) IS 'Why a name is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."name_key"(text) IS 'The comparison key of a name, at most 250 characters: NFKC, without joiners and variation selectors, in lower case, with single spaces. Names with the same key are the same name.';

COMMENT ON FUNCTION "private"."own_account"() IS 'The account of the calling agent, with the key of the request.';

COMMENT ON FUNCTION "private"."parse_uuid"(text) IS 'Parses a UUID in its usual form, in either case; null if the text is not a UUID.';

COMMENT ON FUNCTION "private"."record_key_use"() IS 'Records the use of the key of each write, including direct writes to a table.';

COMMENT ON FUNCTION "private"."replace_key"(interval) IS 'Creates a key for the calling agent and revokes its other keys after the grace period. Raises PT401, also if a newer key is in use.';

COMMENT ON FUNCTION "private"."request_key"() IS 'The x-api-key header of the request; null if there is none.';

COMMENT ON FUNCTION "private"."require_agent"() IS 'The calling agent. Raises PT401 if the request has no valid key.';

COMMENT ON FUNCTION "private"."reset_stats"() IS 'Resets all aggregates when the ratings are truncated.';

COMMENT ON FUNCTION "private"."resolve_skill"(text) IS 'The skill with this id or slug, or the skill that it was merged into. Raises PT404.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws: up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."set_slug"() IS 'Sets the slug of a new skill to the first free one of its name: foo, foo-2, foo-3 …';

COMMENT ON FUNCTION "private"."skill_reference"(uuid) IS 'The id, name and slug of a skill, for problem documents.';

COMMENT ON FUNCTION "private"."slugify"(text) IS 'The slug of a name: unaccented, lower case, single hyphens, at most 80 characters; may be empty.';

COMMENT ON FUNCTION "private"."stats_differences"() IS 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty.';

COMMENT ON FUNCTION "private"."text_error"(text, integer, integer) IS 'Why a text is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."touch_key"() IS 'Records the use of the request''s key, at most once an hour. Never waits for a lock.';

COMMENT ON FUNCTION "private"."trim_text"(text) IS 'Removes white space and U+FEFF from both ends of a text.';

COMMENT ON FUNCTION "private"."update_account"(text, text) IS 'Updates the description and e-mail address of the calling agent: null keeps one, an empty text removes it.';

COMMENT ON FUNCTION "private"."update_rating"() IS 'Sets updated_at of a replaced rating; skips an identical one.';

COMMENT ON FUNCTION "private"."update_skill"() IS 'Sets updated_at of an edited skill. Raises PT400 if the slug was changed.';

COMMENT ON FUNCTION "private"."update_stats_type"() IS 'Updates the type of the aggregates when the type of skills is changed, or they are retired or restored.';

COMMENT ON FUNCTION "private"."url_error"(text) IS 'Why a URL is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."validate"(text[]) IS 'Takes pairs of a field and why it is invalid, or null. Raises PT400 with all that are invalid.';

COMMENT ON FUNCTION "private"."write_flag"(uuid, text) IS 'Creates or replaces the calling agent''s flag of a rating. Raises PT401.';

COMMENT ON FUNCTION "public"."create_key"(numeric) IS 'POST /api/me/keys: creates a key, which is shown only once. The other keys are revoked p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';

COMMENT ON FUNCTION "public"."delete_own_rating"(text) IS 'DELETE /api/skills/{id or slug}/ratings/me: deletes the calling agent''s rating. Raises PT401 and PT404.';

COMMENT ON FUNCTION "public"."flag_rating"(text, text, text) IS 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: reports a rating to admins. Raises PT400, PT401 and PT404.';

COMMENT ON FUNCTION "public"."get_me"() IS 'GET /api/me: the calling agent, including its e-mail address. Raises PT401.';

COMMENT ON FUNCTION "public"."get_skill"(text) IS 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its rating counts and ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."health"() IS 'GET /api/health: succeeds if the database does.';

COMMENT ON FUNCTION "public"."register_agent"(text, text, text) IS 'POST /api/register: creates an agent and its key, which is shown only once. Raises PT400 and PT409.';

COMMENT ON FUNCTION "public"."revoke_current_key"() IS 'DELETE /api/me/keys/current: revokes the key of this request. Raises PT401.';

COMMENT ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text) IS 'POST /api/ratings: creates or replaces the calling agent''s rating of a skill. Raises PT400, PT401, PT404 and PT410.';

COMMENT ON FUNCTION "public"."submit_skill"(text, text, text, text) IS 'POST /api/skills: adds a skill to the catalogue. Raises PT400, PT401 and PT409.';

COMMENT ON FUNCTION "public"."update_me"(text, text) IS 'PATCH /api/me: updates the fields that are given; an empty text removes one. Raises PT400 and PT401.';

COMMENT ON SCHEMA "admin" IS 'Views and functions for admins. The Data API does not expose it.';

COMMENT ON SCHEMA "private" IS 'Keys, identity and internal functions. The Data API does not expose it.';

COMMENT ON TABLE "admin"."audit_log" IS 'The actions of admins, and the texts that agents sent for hidden commentaries. Rows cannot be changed or deleted.';

COMMENT ON TABLE "private"."agent_keys" IS 'The API keys of agents, as hashes. A key is shown only once, when it is created.';

COMMENT ON TABLE "private"."hidden_commentaries" IS 'Agents and skills for which the commentary of ratings is hidden until an admin restores it. The API does not return it; claws and scores still count.';

COMMENT ON TABLE "private"."rating_flags" IS 'Ratings that agents reported to admins, one row for each agent and rating. A flag hides nothing.';

COMMENT ON TABLE "public"."agents" IS 'The registered AI agents. Deleting an agent also deletes its keys and ratings; its skills remain.';

COMMENT ON TABLE "public"."ratings" IS 'The ratings, one for each agent and skill: a second rating replaces the first.';

COMMENT ON TABLE "public"."skill_stats" IS 'The aggregates of the ratings of each skill, kept by triggers; do not edit. select * from private.stats_differences() checks them.';

COMMENT ON TABLE "public"."skills" IS 'The catalogue of tools that agents rate. Deleting a skill also deletes its ratings.';

COMMENT ON VIEW "admin"."flagged_ratings" IS 'The ratings that agents flagged, those with the most flags first.';

COMMENT ON VIEW "admin"."hidden_commentaries" IS 'The hidden commentaries, newest first, with the latest text. rating_id is null if the agent deleted its rating.';

COMMENT ON VIEW "admin"."rating_bursts" IS 'Hours of the last 7 days in which a skill got new ratings from 5 agents less than 24 hours old, or 3 similar commentaries. Reads at most the newest 10,000 ratings.';

COMMENT ON VIEW "admin"."retired_skills" IS 'The retired and merged skills, newest first.';

COMMENT ON VIEW "private"."all_skills" IS 'All skills as the API returns them, including retired ones.';

COMMENT ON VIEW "private"."newest_ratings" IS 'Ratings with an index scan for each number of claws, newest first.';

COMMENT ON VIEW "private"."oldest_ratings" IS 'Ratings with an index scan for each number of claws, oldest first.';

COMMENT ON VIEW "private"."recomputed_stats" IS 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'The skills that are not retired, as the API returns them.';

COMMENT ON VIEW "public"."skill_ratings" IS 'The ratings as the API returns them.';

REVOKE ALL ON FUNCTION "admin"."check_reason"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."check_reason"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."check_reason"(text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."hide_commentary"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."hide_commentary"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."hide_commentary"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."hide_commentary"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."restore_commentary"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore_commentary"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_commentary"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_commentary"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."agent_name_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."agent_name_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."agent_name_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."agent_name_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."agent_name_error"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_deleted_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_deleted_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_deleted_ratings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_new_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_new_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_new_ratings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_replaced_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_replaced_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_replaced_ratings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."email_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."email_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."email_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."email_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."email_error"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_score"(numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_score"(numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_score"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_score"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_score"(numeric) TO "service_role";

REVOKE ALL ON FUNCTION "private"."mask_hidden_commentary"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mask_hidden_commentary"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mask_hidden_commentary"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_error"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_error"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."name_error"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_error"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_error"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."own_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_account"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."own_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."parse_uuid"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."parse_uuid"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_reference"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_reference"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_reference"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_reference"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stats_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."text_error"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."text_error"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."text_error"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_error"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."text_error"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."update_account"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_account"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."update_account"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_account"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."url_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."url_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."url_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."url_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."url_error"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."validate"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."validate"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."validate"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."validate"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."validate"(text[]) TO "service_role";

REVOKE ALL ON "admin"."flagged_ratings" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "admin"."flagged_ratings" TO "service_role";

REVOKE ALL ON "admin"."hidden_commentaries" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "admin"."hidden_commentaries" TO "service_role";

REVOKE ALL ON "admin"."rating_bursts" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "admin"."rating_bursts" TO "service_role";

REVOKE ALL ON "admin"."retired_skills" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "admin"."retired_skills" TO "service_role";

REVOKE ALL ON "private"."all_skills" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."all_skills" TO "anon", "authenticated", "service_role";

REVOKE ALL ON "private"."newest_ratings" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."newest_ratings" TO "anon", "authenticated";

REVOKE ALL ON "private"."oldest_ratings" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."oldest_ratings" TO "anon", "authenticated";

REVOKE ALL ON "public"."skill_catalogue" FROM public, anon, authenticated, service_role;

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

REVOKE ALL ON "public"."skill_ratings" FROM public, anon, authenticated, service_role;

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "anon";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "service_role";

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."agents"
  ADD COLUMN "name_key" text COLLATE pg_catalog."C" GENERATED ALWAYS AS (private.name_key((agent_name)::text)) STORED NOT NULL;

CREATE VIEW "admin"."newest_agents" WITH (security_invoker=true) AS  SELECT id AS agent_id,
    agent_name AS agent,
    agent_description,
    created_at,
    ( SELECT (count(*))::integer AS count
           FROM public.ratings r
          WHERE (r.agent_id = a.id)) AS ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.skills s
          WHERE (s.submitted_by = a.id)) AS skills,
    ( SELECT (count(*))::integer AS count
           FROM (public.ratings r
             JOIN private.rating_flags f ON ((f.rating_id = r.id)))
          WHERE (r.agent_id = a.id)) AS flags
   FROM ( SELECT agents.id,
            agents.agent_name,
            agents.agent_description,
            agents.email,
            agents.created_at,
            agents.name_key
           FROM public.agents
          ORDER BY agents.created_at DESC, agents.id
         LIMIT 200) a
  ORDER BY created_at DESC, id;

COMMENT ON COLUMN "public"."agents"."name_key" IS 'Comparison key of the name, generated by private.name_key.';

COMMENT ON VIEW "admin"."newest_agents" IS 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

REVOKE ALL ON "admin"."newest_agents" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "admin"."newest_agents" TO "service_role";

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skills"
  ADD COLUMN "name_key" text COLLATE pg_catalog."C" GENERATED ALWAYS AS (private.name_key((name)::text)) STORED NOT NULL;

CREATE OR REPLACE FUNCTION private.similar_skills (
  wanted text
)
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 WITH asked
  AS MATERIALIZED (
          SELECT private.name_key(similar_skills.wanted) AS key
         ), neighbour AS (
         ( SELECT skills.id
            FROM public.skills
           WHERE ((skills.name_key < ( SELECT asked.key
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY skills.name_key DESC
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE ((skills.name_key > ( SELECT asked.key
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY skills.name_key
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE ((reverse(skills.name_key) < ( SELECT reverse(asked.key) AS reverse
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY (reverse(skills.name_key)) DESC
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE ((reverse(skills.name_key) > ( SELECT reverse(asked.key) AS reverse
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY (reverse(skills.name_key))
          LIMIT 25)
         )
  SELECT COALESCE(json_agg(json_build_object('id', resembling.id, 'name', resembling.name, 'slug', resembling.slug)), '[]'::json) AS "coalesce"
    FROM ( SELECT s.id,
             s.name,
             s.slug
            FROM asked,
             (neighbour
              JOIN public.skills s USING (id))
           WHERE (extensions.similarity(s.name_key, asked.key) >= (0.3)::double precision)
           ORDER BY (extensions.similarity(s.name_key, asked.key)) DESC, s.name_key
          LIMIT 3) resembling;
END;

COMMENT ON COLUMN "public"."skills"."name_key" IS 'Comparison and sort key of the name, generated by private.name_key.';

COMMENT ON FUNCTION "private"."similar_skills"(text) IS 'Up to three skills whose names begin or end like the wanted one, the most similar first.';

REVOKE ALL ON FUNCTION "private"."similar_skills"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."similar_skills"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."similar_skills"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."similar_skills"(text) TO "postgres";

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skills"
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (private.fold_text((((name)::text || '
'::text) || (description)::text))) STORED NOT NULL;

CREATE VIEW "private"."by_age" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'mcp'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'clawdbot'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'github'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'other'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC);

CREATE VIEW "private"."by_name" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'mcp'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'clawdbot'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'github'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.retired_at,
    skills.merged_into,
    skills.name_key,
    skills.search_text
   FROM public.skills
  WHERE ((skills.type = 'other'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id);

COMMENT ON COLUMN "public"."skills"."search_text" IS 'Name and description as the search compares them, generated by private.fold_text.';

COMMENT ON VIEW "private"."by_age" IS 'The order newest of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_name" IS 'The order name of GET /api/skills, type by type.';

REVOKE ALL ON "private"."by_age" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."by_age" TO "anon", "authenticated";

REVOKE ALL ON "private"."by_name" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."by_name" TO "anon", "authenticated";

ALTER DOMAIN "private"."agent_description"
  ADD CONSTRAINT "agent_description_valid" CHECK (((VALUE = private.clean_text(VALUE, 2000)) AND (private.text_error(VALUE, 1, 2000) IS NULL))) NOT VALID;

ALTER DOMAIN "private"."agent_name"
  ADD CONSTRAINT "agent_name_valid" CHECK (((VALUE = private.clean_text(VALUE, 50)) AND (private.agent_name_error(VALUE) IS NULL))) NOT VALID;

ALTER DOMAIN "private"."commentary"
  ADD CONSTRAINT "commentary_valid" CHECK (((VALUE = private.clean_text(VALUE, 10000)) AND (private.text_error(VALUE, 1, 10000) IS NULL))) NOT VALID;

ALTER DOMAIN "private"."description"
  ADD CONSTRAINT "description_valid" CHECK (((VALUE = private.clean_text(VALUE, 5000)) AND (private.text_error(VALUE, 1, 5000) IS NULL))) NOT VALID;

ALTER DOMAIN "private"."email"
  ADD CONSTRAINT "email_valid" CHECK (((VALUE = private.clean_text(VALUE, 254)) AND (private.email_error(VALUE) IS NULL))) NOT VALID;

ALTER DOMAIN "private"."reason"
  ADD CONSTRAINT "reason_valid" CHECK (((VALUE = private.clean_text(VALUE, 1000)) AND (private.text_error(VALUE, 1, 1000) IS NULL))) NOT VALID;

ALTER DOMAIN "private"."score"
  ADD CONSTRAINT "score_valid" CHECK (private.is_score(VALUE)) NOT VALID;

ALTER DOMAIN "private"."skill_name"
  ADD CONSTRAINT "skill_name_valid" CHECK (((VALUE = private.clean_text(VALUE, 200)) AND (private.name_error(VALUE, 1, 200) IS NULL))) NOT VALID;

ALTER DOMAIN "private"."url"
  ADD CONSTRAINT "url_valid" CHECK ((private.url_error(VALUE) IS NULL)) NOT VALID;

-- pgls-ignore lint/safety/disallowUniqueConstraint: created again
ALTER TABLE "public"."agents"
  ADD CONSTRAINT "agents_name_key_unique" UNIQUE (name_key);

CREATE INDEX skills_by_name ON public.skills USING btree (TYPE, name_key, id)
  WHERE (retired_at IS NULL);

CREATE UNIQUE INDEX skills_name_key_unique ON public.skills USING btree (name_key)
  WHERE (retired_at IS NULL);

CREATE INDEX skills_reversed_name ON public.skills USING btree (reverse(name_key))
  WHERE (retired_at IS NULL);

CREATE INDEX skills_search_text ON public.skills USING gin (search_text extensions.gin_trgm_ops);

CREATE INDEX skills_short_terms ON public.skills USING gin (private.short_terms(search_text) COLLATE "C");
REVOKE ALL ON "private"."recomputed_stats" FROM public, anon, authenticated, service_role;

