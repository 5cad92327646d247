set local lock_timeout = '2s';

-- By hand: all locks at once, or none, so that no call can wait for a lock of this migration and hold another that it needs.
do $$
begin
  for attempt in 1..200 loop
    begin
      lock table
        admin.queue, admin.submitted_skills, private.export_entries, admin.agent_overview, admin.newest_agents, admin.overview, admin.daily,
        public.agents, public.skills, public.ratings, public.skill_stats, private.rating_flags, private.skill_flags,
        private.skill_submitters, private.unreviewed_skills
        in access exclusive mode nowait;
      return;
    exception
      when lock_not_available then
        perform pg_sleep(0.01);
    end;
  end loop;
  raise sqlstate '55P03' using message = 'The tables are in use. Repeat the migration.';
end
$$;

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: Its work is done by keep_submitters.
DROP TRIGGER "queue_for_review" ON "public"."skills";

DROP VIEW "admin"."agent_overview";

DROP VIEW "admin"."daily";

DROP VIEW "admin"."newest_agents";

DROP VIEW "admin"."overview";

DROP VIEW "admin"."queue";

DROP VIEW "admin"."submitted_skills";

DROP VIEW "private"."export_entries";

ALTER TABLE "private"."rating_flags"
  DROP CONSTRAINT "rating_flags_agent_id_fkey";

ALTER TABLE "private"."rating_flags"
  DROP CONSTRAINT "rating_flags_rating_id_fkey";

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "private"."skill_flags"
  DROP CONSTRAINT "skill_flags_agent_id_fkey";

ALTER TABLE "private"."skill_flags"
  DROP CONSTRAINT "skill_flags_skill_id_fkey";

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "private"."unreviewed_skills"
  DROP CONSTRAINT "unreviewed_skills_skill_id_fkey";

DROP FUNCTION "admin"."authors"(uuid[]);

DROP FUNCTION "admin"."flags_received"(uuid);

DROP FUNCTION "admin"."lock_agents"(uuid[]);

DROP FUNCTION "admin"."return_ratings"(uuid[]);

DROP FUNCTION "admin"."standing_of"(uuid);

DROP FUNCTION "admin"."take_ratings"(uuid[], text);

DROP FUNCTION "private"."flag_rating"(uuid, text);

DROP FUNCTION "private"."flag_skill"(uuid, text);

DROP FUNCTION "private"."lock_caller"();

DROP FUNCTION "private"."queue_for_review"();

CREATE TABLE "private"."flags" (
  "agent_id"   uuid                     NOT NULL,
  "rating_id"  uuid,
  "skill_id"   uuid,
  "subject_id" uuid                     GENERATED ALWAYS AS (COALESCE(rating_id, skill_id)) STORED NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "flags_of_one_subject" CHECK (((rating_id IS NULL) OR (skill_id IS NULL))),
  CONSTRAINT "flags_pkey" PRIMARY KEY (subject_id, agent_id) INCLUDE (created_at),
  "reason"     private.reason           NOT NULL
);

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "private"."skill_submitters"
  ADD COLUMN "submitted_at" timestamp WITH time zone NOT NULL DEFAULT now();

ALTER TABLE "private"."skill_submitters"
  ADD COLUMN "waits_for_review" boolean NOT NULL DEFAULT true;

-- pgls-ignore lint/safety/banDropNotNull: Nothing relies on it.
ALTER TABLE "private"."skill_submitters"
  ALTER COLUMN "agent_id" DROP NOT NULL;

-- By hand: what the three tables have. The submitters of some new skills deleted their accounts before they were stored.
insert into private.flags (agent_id, rating_id, reason, created_at, updated_at)
select agent_id, rating_id, reason, created_at, updated_at from private.rating_flags;

insert into private.flags (agent_id, skill_id, reason, created_at, updated_at)
select agent_id, skill_id, reason, created_at, updated_at from private.skill_flags;

update private.skill_submitters as own set submitted_at = s.created_at, waits_for_review = false
from public.skills as s where s.id = own.skill_id;

insert into private.skill_submitters (skill_id, submitted_at) select skill_id, submitted_at from private.unreviewed_skills
on conflict (skill_id) do update set submitted_at = excluded.submitted_at, waits_for_review = true;

-- pgls-ignore lint/safety/banDropTable: Its rows were copied above.
DROP TABLE "private"."rating_flags";

-- pgls-ignore lint/safety/banDropTable: Its rows were copied above.
DROP TABLE "private"."skill_flags";

-- pgls-ignore lint/safety/banDropTable: Its rows were copied above.
DROP TABLE "private"."unreviewed_skills";

CREATE OR REPLACE FUNCTION admin.dismiss_flags (
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
  flagged public.ratings := admin.lock_rating(rating);
  dismissed integer := admin.settle_flags(array[rating]);
begin
  if dismissed = 0 then
    return 'This rating has no flags.';
  end if;
  perform admin.log_action(
    'dismiss_flags', flagged.skill_id, rating, flagged.agent_id, why, jsonb_build_object('flags', dismissed)
  );
  return format('%s dismissed. The rating stays.', admin.number_of(dismissed, 'flag'));
end
$function$;

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
  update public.ratings as r set established = true where r.agent_id = author.id and not r.established;
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

  update public.ratings set commentary_hidden_at = clock_timestamp() where id = rating;
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

CREATE OR REPLACE FUNCTION admin.leave_queue (
  skill uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update private.skill_submitters as own set waits_for_review = false where own.skill_id = skill and own.waits_for_review;
  return admin.settle_flags(array[skill]);
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_authors (
  ids uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
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
  return array(
    select a.id from public.agents as a
    where a.id in (select r.agent_id from public.ratings as r where r.id = any (ids))
    order by a.id for update
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
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    dropped := admin.set_removed(losing, 'removed');
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
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
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
  removed := admin.set_removed(rating_ids, 'removed');
  perform admin.log_ratings('remove_ratings', rating_ids, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
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
  update public.skills as s set retired_at = null where s.id = skill.id;
  update private.skill_submitters as own set waits_for_review = true
  where own.skill_id = skill.id
    and not exists (select from admin.audit_log as l where l.skill_id = skill.id and l.action = 'review_skill');
  perform admin.log_action('restore_skill', skill.id, agent_id => submitter, reason => why);
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
    order by s.id limit most + 1 for update of s
  );

  for skill in select s.* from public.skills as s where s.id = any (skill_ids[:most]) order by s.id loop
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
    || case when cardinality(skill_ids) > most then ' There are more: repeat the call.' else '' end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.review_skill (
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
  reviewed uuid := admin.skill_id(skill);
  is_new boolean := exists (
    select from private.skill_submitters as own where own.skill_id = reviewed and own.waits_for_review
  );
  dismissed integer := admin.leave_queue(reviewed);
begin
  if dismissed = 0 and not is_new then
    return 'This skill is not in the queue.';
  end if;
  perform admin.log_action('review_skill', reviewed, reason => why, details => jsonb_build_object('flags', dismissed));
  return format('Reviewed: the skill stays as it is. %s dismissed.', admin.number_of(dismissed, 'flag'));
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
    admin.number_of(revoked, 'key'));
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
  update public.ratings set removed_at = case when cause is not null then now() end, removal_cause = cause
  where id = any (ids) and (removed_at is null) = (cause is not null);
  get diagnostics changed = row_count;
  perform admin.settle_flags(ids);
  return changed;
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
  delete from private.flags as f
  where (f.subject_id, f.agent_id) in (
    select own.subject_id, own.agent_id from private.flags as own where own.subject_id = any (subjects) for update skip locked
  );
  get diagnostics settled = row_count;
  return settled;
end
$function$;

CREATE OR REPLACE FUNCTION admin.suspend_agent (
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
  taken integer;
  listed integer;
begin
  if standing.suspended_at is not null then
    return format('%s is already suspended.', author.agent_name);
  end if;
  insert into private.standing (agent_id, suspended_at) values (author.id, now())
  on conflict (agent_id) do update set suspended_at = excluded.suspended_at;
  -- Not private.lock_ratings: a flag on one of them waits, and then finds it removed.
  perform from public.ratings as r where r.agent_id = author.id order by r.id for update;
  taken := admin.set_removed(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removed_at is null), 'suspended'
  );
  perform admin.log_action(
    'suspend_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', taken)
  );
  listed := (select count(*) from public.skills as s where s.submitted_by = author.id and s.retired_at is null);
  return format(
    '%s is suspended: its keys are rejected, and its %s count nowhere. Undo: admin.reinstate_agent.',
    author.agent_name, admin.number_of(taken, 'rating')
  )
    || case when listed = 0 then '' else format(
      ' It has %s in the catalogue. To retire all: select admin.retire_skills_of(%L, %L);',
      admin.number_of(listed, 'skill'), author.id, why
    ) end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.withdraw_standing (
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
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  insert into private.standing (agent_id, withdrawn_at) values (author.id, now())
  on conflict (agent_id) do update set established_at = null, withdrawn_at = excluded.withdrawn_at;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = false where r.agent_id = author.id and r.established;
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
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
  subject constant uuid := coalesce(rating, skill);
  agent uuid;
  flagged_at timestamptz;
  created boolean;
begin
  -- The agent first, as when an agent is deleted. One flag of an agent after the other, so that each sees how many there are.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: an admin may have suspended the agent.
  agent := private.require_agent();
  -- Waits for an admin who removes the rating, or merges or retires the skill, which settles its flags.
  if rating is not null then
    perform from public.ratings as r where r.id = rating and r.removed_at is null for key share;
  else
    perform from public.skills as s where s.id = skill and s.merged_into is null for key share;
  end if;
  if not found then
    return null;
  end if;

  if not exists (select from private.flags as f where f.subject_id = subject and f.agent_id = agent) then
    perform private.check_flags_of(agent);
  end if;
  insert into private.flags as f (agent_id, rating_id, skill_id, reason)
  values (agent, rating, skill, new_reason)
  on conflict (subject_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object('created', created, 'flag', json_build_object(
    case when rating is null then 'skill_id' else 'rating_id' end, subject, 'reason', new_reason, 'created_at', flagged_at
  ));
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
    and (select count(*) from (select from private.flags as f where f.agent_id = agent limit most) as unsettled) = most
  then
    raise sqlstate 'PT409' using message = 'too_many_flags';
  end if;
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
  agent uuid;
  submitted uuid[];
  rated uuid[];
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and r.removal_cause is distinct from 'deleted' order by r.updated_at, r.id limit most
  );
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
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

  remaining := (select count(*) from public.ratings as r where r.agent_id = agent and r.removal_cause is distinct from 'deleted')
    + (select count(*) from private.flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and what is kept of hidden ratings: as long as the agent can rate, these stay hidden.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_hidden_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Not if the skill or the agent is deleted, which deletes the rating as well.
  if not exists (select from public.skills as s where s.id = old.skill_id)
    or not exists (select from public.agents as a where a.id = old.agent_id)
  then
    return old;
  end if;
  -- An update: a new row would lock the skill, which all functions lock before ratings.
  update public.ratings set
    removed_at = now(), removal_cause = 'deleted',
    reliability = null, security = null, speed = null, version = null, observed_calls = null, observed_failures = null
  where id = old.id;
  delete from private.hidden_commentaries as h where h.rating_id = old.id;
  delete from private.flags as f where f.subject_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_submitters()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.skill_submitters (skill_id, agent_id, submitted_at)
  select id, submitted_by, created_at from new_skills where submitted_by is not null;
  return null;
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
      from private.flags as f left join public.ratings as r on r.id = f.rating_id
      where (f.subject_id, f.agent_id) = (e.id, e.agent_id)
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
  while answer is null loop
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
  end loop;
  perform private.touch_key();
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
  while answer is null loop
    answer := private.add_flag(null, private.resolve_skill(p_skill), clean_reason);
  end loop;
  perform private.touch_key();
  return answer;
end
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: The table is new.
-- pgls-ignore lint/safety/constraintMissingNotValid: The table is new.
ALTER TABLE "private"."flags"
  ADD CONSTRAINT "flags_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: The table is new.
-- pgls-ignore lint/safety/constraintMissingNotValid: The table is new.
ALTER TABLE "private"."flags"
  ADD CONSTRAINT "flags_rating_id_fkey" FOREIGN KEY (rating_id) REFERENCES public.ratings(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: The table is new.
-- pgls-ignore lint/safety/constraintMissingNotValid: The table is new.
ALTER TABLE "private"."flags"
  ADD CONSTRAINT "flags_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE;

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
          WHERE (f.subject_id IN ( SELECT r.id
                   FROM public.ratings r
                  WHERE (r.agent_id = a.id)
                UNION ALL
                 SELECT s.id
                   FROM public.skills s
                  WHERE (s.submitted_by = a.id)))) AS flags_received,
    ( SELECT (count(*))::integer AS count
           FROM private.flags f
          WHERE (f.agent_id = a.id)) AS flags_given,
    k.valid_keys,
    k.last_used_at AS keys_last_used_at
   FROM ((public.agents a
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     CROSS JOIN LATERAL admin.key_use(a.id) k(valid_keys, last_used_at));

CREATE VIEW "admin"."daily" WITH (security_invoker=true) AS  SELECT (days.start)::date AS day,
    count(*) FILTER (WHERE (created.what = 'agent'::text)) AS registrations,
    count(*) FILTER (WHERE (created.what = 'rating'::text)) AS ratings,
    count(*) FILTER (WHERE (created.what = 'skill'::text)) AS skills,
    count(*) FILTER (WHERE (created.what = 'flag'::text)) AS flags
   FROM (generate_series((date_trunc('day'::text, now()) - '89 days'::interval), date_trunc('day'::text, now()), '1 day'::interval) days(start)
     LEFT JOIN ( SELECT 'agent'::text AS what,
            agents.created_at
           FROM public.agents
        UNION ALL
         SELECT 'rating'::text AS what,
            ratings.created_at
           FROM public.ratings
          WHERE (ratings.removed_at IS NULL)
        UNION ALL
         SELECT 'skill'::text AS what,
            skills.created_at
           FROM public.skills
        UNION ALL
         SELECT 'flag'::text AS what,
            flags.created_at
           FROM private.flags) created ON (((date_trunc('day'::text, created.created_at) = days.start) AND (created.created_at >= (date_trunc('day'::text, now()) - '89 days'::interval)))))
  GROUP BY days.start
  ORDER BY days.start DESC;

CREATE VIEW "admin"."newest_agents" WITH (security_invoker=true) AS  SELECT o.agent_id,
    o.agent,
    a.agent_description,
    o.created_at,
    o.ratings,
    o.skills,
    o.flags_received AS flags
   FROM (( SELECT agents.id,
            agents.agent_name,
            agents.agent_description,
            agents.email,
            agents.created_at,
            agents.name_key
           FROM public.agents
          ORDER BY agents.created_at DESC, agents.id
         LIMIT 200) a
     JOIN admin.agent_overview o ON ((o.agent_id = a.id)))
  ORDER BY a.created_at DESC, a.id;

CREATE VIEW "admin"."overview" WITH (security_invoker=true) AS  SELECT name AS period,
    ( SELECT count(*) AS count
           FROM public.agents
          WHERE (agents.created_at >= period.start)) AS agents,
    ( SELECT
                CASE
                    WHEN (period.start = '-infinity'::timestamp with time zone) THEN ( SELECT sum(skill_stats.total_ratings) AS sum
                       FROM public.skill_stats)
                    ELSE ( SELECT count(*) AS count
                       FROM public.ratings
                      WHERE ((ratings.created_at >= period.start) AND (ratings.removed_at IS NULL)))
                END AS count) AS ratings,
    ( SELECT count(*) AS count
           FROM public.skills
          WHERE ((skills.created_at >= period.start) AND (skills.retired_at IS NULL))) AS skills,
    ( SELECT count(*) AS count
           FROM private.flags
          WHERE (flags.created_at >= period.start)) AS flags,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.established_at >= period.start)) AS established_agents,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.suspended_at >= period.start)) AS suspended_agents
   FROM ( VALUES ('total'::text,'-infinity'::timestamp with time zone), ('last 7 days'::text,(now() - '7 days'::interval)), ('last 24 hours'::text,(now() - '24:00:00'::interval))) period(name, start);

CREATE VIEW "admin"."submitted_skills" WITH (security_invoker=true) AS  SELECT (own.agent_id)::text AS submitter_id,
    a.agent_name AS agent,
    s.slug AS skill,
    s.name,
    s.url,
    s.created_at,
    s.retired_at,
    st.total_ratings,
    st.established_ratings
   FROM (((private.skill_submitters own
     JOIN public.skills s ON ((s.id = own.skill_id)))
     JOIN public.skill_stats st ON ((st.skill_id = s.id)))
     LEFT JOIN public.agents a ON ((a.id = s.submitted_by)))
  WHERE (own.agent_id IS NOT NULL)
  ORDER BY s.created_at DESC, s.id;

CREATE INDEX flags_agent_id ON private.flags USING btree (agent_id, created_at, subject_id);

CREATE INDEX flags_rating_id ON private.flags USING btree (rating_id)
  WHERE (rating_id IS NOT NULL);

CREATE INDEX flags_skill_id ON private.flags USING btree (skill_id)
  WHERE (skill_id IS NOT NULL);

CREATE INDEX skill_submitters_unreviewed ON private.skill_submitters USING btree (submitted_at DESC, skill_id)
  WHERE waits_for_review;

COMMENT ON COLUMN "private"."flags"."agent_id" IS 'The agent that flagged the rating or skill.';

COMMENT ON COLUMN "private"."flags"."subject_id" IS 'The rating or skill.';

COMMENT ON COLUMN "private"."skill_submitters"."agent_id" IS 'The id of the agent. After its deletion a pseudonym: the name, texts and address that belonged to it are gone. Null if it was deleted before this was stored.';

COMMENT ON COLUMN "private"."skill_submitters"."waits_for_review" IS 'Whether the skill is in admin.queue: until an admin reviews, retires or merges it.';

COMMENT ON FUNCTION "admin"."leave_queue"(uuid) IS 'Takes a skill out of admin.queue: marks it as reviewed and deletes its flags, whose number it returns.';

COMMENT ON FUNCTION "admin"."lock_authors"(uuid[]) IS 'The agents of ratings, removed or not. Locks them, so that they cannot rate until the end of the transaction. Raises if there are no ids or a rating does not exist.';

COMMENT ON FUNCTION "admin"."set_removed"(uuid[], text) IS 'Removes ratings, which the caller has locked, for a cause, and settles their flags; without a cause, restores them. Returns their number.';

COMMENT ON FUNCTION "admin"."settle_flags"(uuid[]) IS 'Deletes the flags of ratings or skills. Returns their number.';

COMMENT ON FUNCTION "private"."add_flag"(uuid, uuid, text) IS 'Creates or replaces the calling agent''s flag of a rating or of a skill. Null if it was removed, merged or deleted in the meantime. Raises PT401 and PT409.';

COMMENT ON FUNCTION "private"."keep_submitters"() IS 'Stores who submitted new skills, and shows them to the admins. Not those of an import or of admin.add_skill.';

COMMENT ON TABLE "private"."flags" IS 'Ratings and skills that agents reported to admins, one row for each agent and rating or skill. A flag hides nothing.';

COMMENT ON VIEW "admin"."agent_overview" IS 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

COMMENT ON VIEW "admin"."daily" IS 'What was created on each of the last 90 days, newest first.';

COMMENT ON VIEW "admin"."newest_agents" IS 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

COMMENT ON VIEW "admin"."overview" IS 'What there is in total, and what is new. Reads all agents and skills.';

COMMENT ON VIEW "admin"."submitted_skills" IS 'The skills that agents submitted, newest first, with who submitted each, also after the account was deleted. Give a limit, a submitter or a skill.';

REVOKE ALL ON FUNCTION "admin"."lock_authors"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_authors"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_authors"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."set_removed"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."set_removed"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."set_removed"(uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."settle_flags"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."settle_flags"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."settle_flags"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_flag"(uuid, uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_flag"(uuid, uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."add_flag"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_flag"(uuid, uuid, text) TO "postgres";

GRANT SELECT ON TABLE "private"."flags" TO "service_role";

GRANT SELECT ON TABLE "admin"."agent_overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."daily" TO "service_role";

GRANT SELECT ON TABLE "admin"."newest_agents" TO "service_role";

GRANT SELECT ON TABLE "admin"."overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."submitted_skills" TO "service_role";

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
        END AS retire_all
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

CREATE VIEW "private"."export_entries" WITH (security_invoker=true) AS ( SELECT 1 AS part,
    agent_keys.agent_id,
    agent_keys.created_at AS at,
    agent_keys.id,
    0 AS text_bytes
   FROM private.agent_keys
  ORDER BY agent_keys.created_at, agent_keys.id)
UNION ALL
( SELECT 2 AS part,
    skills.submitted_by AS agent_id,
    skills.created_at AS at,
    skills.id,
    octet_length(skills.json_start) AS text_bytes
   FROM public.skills
  ORDER BY skills.created_at, skills.id)
UNION ALL
( SELECT 3 AS part,
    r.agent_id,
    r.updated_at AS at,
    r.id,
    COALESCE(octet_length((r.commentary)::text), ( SELECT octet_length(h.commentary) AS octet_length
           FROM private.hidden_commentaries h
          WHERE (h.rating_id = r.id)), 0) AS text_bytes
   FROM public.ratings r
  WHERE (r.removed_at IS NULL)
  ORDER BY r.updated_at, r.id)
UNION ALL
( SELECT 4 AS part,
    r.agent_id,
    r.commentary_hidden_at AS at,
    r.id,
    0 AS text_bytes
   FROM public.ratings r
  WHERE (r.removal_cause = 'deleted'::text)
  ORDER BY r.commentary_hidden_at, r.id)
UNION ALL
( SELECT 5 AS part,
    flags.agent_id,
    flags.created_at AS at,
    flags.subject_id AS id,
    octet_length((flags.reason)::text) AS text_bytes
   FROM private.flags
  ORDER BY flags.created_at, flags.subject_id);

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';

COMMENT ON VIEW "private"."export_entries" IS 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 what is kept of deleted ratings whose commentary was hidden, 5 flags.';

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';

comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';

comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

comment on column admin.overview.ratings is 'Number of first ratings in the period.';

comment on column admin.overview.skills is 'Number of skills that were submitted in the period and are not retired.';

comment on column admin.overview.suspended_agents is 'Number of agents that were suspended in the period and still are.';

comment on column admin.daily.day is 'In the time zone of the session.';

comment on column admin.daily.ratings is 'Number of first ratings.';

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

comment on column admin.submitted_skills.submitter_id is 'The id of the agent, the same for all of its skills: for admin.retire_skills_of.';

comment on column admin.submitted_skills.agent is 'Null if the agent was deleted.';
