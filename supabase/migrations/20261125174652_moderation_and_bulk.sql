set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "private"."rating_flags_of_rating";

DROP INDEX "private"."rating_flags_oldest";

DROP INDEX "private"."skill_flags_of_skill";

DROP INDEX "private"."skill_flags_oldest";

DROP VIEW "admin"."queue";

ALTER TABLE "private"."rating_flags"
  DROP CONSTRAINT "rating_flags_pkey";

ALTER TABLE "private"."rating_flags"
  DROP CONSTRAINT "rating_flags_weight_known";

-- pgls-ignore lint/safety/avoidWideLockWindow: One transaction, with a lock timeout.
ALTER TABLE "private"."skill_flags"
  DROP CONSTRAINT "skill_flags_pkey";

ALTER TABLE "private"."skill_flags"
  DROP CONSTRAINT "skill_flags_weight_known";

DROP FUNCTION "private"."flag_weight"(uuid);

DROP FUNCTION "private"."reported"();

DROP FUNCTION "private"."weigh_flags"(uuid);

-- pgls-ignore lint/safety/banDropColumn: Nothing reads it any more.
ALTER TABLE "private"."rating_flags"
  DROP COLUMN "weight";

-- pgls-ignore lint/safety/banDropColumn: Nothing reads it any more.
ALTER TABLE "private"."skill_flags"
  DROP COLUMN "weight";

CREATE TABLE "private"."skill_submitters" (
  "skill_id" uuid NOT NULL,
  "agent_id" uuid NOT NULL,
  CONSTRAINT "skill_submitters_pkey" PRIMARY KEY (skill_id)
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
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  update private.standing set established_at = now(), withdrawn_at = null where agent_id = author.id;
  perform private.lock_ratings(array[author.id]);
  perform private.apply_standing(array[author.id]);
  perform admin.log_action('grant_standing', agent_id => author.id, reason => why);
  return format('%s is established: its ratings count fully.', author.agent_name);
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_submitter (
  agent text
)
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  deleted uuid := private.parse_uuid(agent);
begin
  if exists (select from private.skill_submitters as s where s.agent_id = deleted)
    and not exists (select from public.agents as a where a.id = deleted)
  then
    -- It cannot submit more, so there is nothing to lock.
    return deleted;
  end if;
  return (admin.lock_agent(agent)).id;
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
  standing private.standing := admin.standing_of(author.id);
  ids uuid[];
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  ids := array(select id from private.removed_ratings where agent_id = author.id and cause = 'suspended');
  perform admin.lock_rated_skills(ids);
  returned := admin.return_ratings(ids);
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.retire (
  skill     public.skills,
  why       text,
  submitter uuid          DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  dismissed integer;
begin
  update public.skills as s set retired_at = now() where s.id = skill.id;
  dismissed := admin.leave_queue(skill.id);
  perform admin.log_action(
    'retire_skill', skill.id, agent_id => submitter, reason => why, details => jsonb_build_object('flags', dismissed)
  );
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
  perform admin.retire(retired, why);
  return format('%s is retired: it is in no list, cannot be rated, and its name can be used again. Its page remains.', retired.slug);
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
  wanted uuid[];
  skill public.skills;
  changed integer := 0;
  taken integer := 0;
  left_over boolean;
begin
  restore := coalesce(restore, false);
  wanted := array(
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
  left_over := cardinality(wanted) > most;

  -- All before the aggregates of any, and in the order of the ids, as in a merge.
  perform from public.skills as s where s.id = any (wanted[:most]) order by s.id for update;
  for skill in select s.* from public.skills as s where s.id = any (wanted[:most]) order by s.id loop
    continue when (skill.retired_at is null) = restore or skill.merged_into is not null;
    if not restore then
      perform admin.retire(skill, why, submitter);
      changed := changed + 1;
      continue;
    end if;
    begin
      update public.skills as s set retired_at = null where s.id = skill.id;
      perform admin.log_action('restore_skill', skill.id, agent_id => submitter, reason => why);
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
  standing private.standing := admin.standing_of(author.id);
  taken integer;
  listed integer;
begin
  if standing.suspended_at is not null then
    return format('%s is already suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = now() where agent_id = author.id;
  perform private.lock_ratings(array[author.id]);
  taken := admin.take_ratings(array(select id from public.ratings where agent_id = author.id), 'suspended');
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
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  update private.standing set established_at = null, withdrawn_at = now() where agent_id = author.id;
  if standing.established_at is not null then
    perform private.lock_ratings(array[author.id]);
    perform private.apply_standing(array[author.id]);
  end if;
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
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
  flags integer := (
    select count(*) from (
      (select from private.rating_flags as f where f.agent_id = agent limit most)
      union all
      (select from private.skill_flags as f where f.agent_id = agent limit most)
    ) as unsettled
  );
begin
  if flags >= most and not exists (
    select from private.standing as t where t.agent_id = agent and t.established_at is not null
  ) then
    raise sqlstate 'PT409' using message = 'too_many_flags';
  end if;
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
  counted text[] := string_to_array(current_setting(counter, true), ' ');
  number integer := 1 + case when counted[1] = statement then counted[2]::integer else 0 end;
begin
  if number > 100 then
    raise sqlstate 'PT400' using
      message = 'too_many_rows', detail = 'One statement inserts, updates or deletes at most 100 ratings or skills.';
  end if;
  perform set_config(counter, statement || ' ' || number, true);
  return case tg_op when 'DELETE' then old else new end;
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

CREATE OR REPLACE FUNCTION private.flag_rating (
  rating     uuid,
  new_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid := private.lock_caller();
  flagged_at timestamptz;
  created boolean;
begin
  if not exists (select from private.rating_flags as f where f.rating_id = rating and f.agent_id = agent) then
    perform private.check_flags_of(agent);
  end if;
  insert into private.rating_flags as f (agent_id, rating_id, reason)
  values (agent, rating, new_reason)
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('rating_id', rating, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.flag_skill (
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
  -- The agent first, as when an agent is deleted.
  agent uuid := private.lock_caller();
  flagged_at timestamptz;
  created boolean;
begin
  -- Waits for an admin who merges or retires the skill, which deletes its flags.
  perform from public.skills where id = skill and merged_into is null for key share;
  if not found then
    return null;
  end if;

  if not exists (select from private.skill_flags as f where f.skill_id = skill and f.agent_id = agent) then
    perform private.check_flags_of(agent);
  end if;
  insert into private.skill_flags as f (agent_id, skill_id, reason)
  values (agent, skill, new_reason)
  on conflict (skill_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('skill_id', skill, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_submitters()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.skill_submitters (skill_id, agent_id)
  select id, submitted_by from new_skills where submitted_by is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_caller()
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- One flag of an agent after the other, so that each sees how many there are.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: an admin may have suspended the agent.
  return private.require_agent();
end
$function$;

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: The table is new.
ALTER TABLE "private"."rating_flags"
  ADD CONSTRAINT "rating_flags_pkey" PRIMARY KEY (rating_id, agent_id) INCLUDE (created_at);

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: The table is new.
ALTER TABLE "private"."skill_flags"
  ADD CONSTRAINT "skill_flags_pkey" PRIMARY KEY (skill_id, agent_id) INCLUDE (created_at);

-- pgls-ignore lint/safety/constraintMissingNotValid: The migration holds the lock in any case.
-- pgls-ignore lint/safety/addingForeignKeyConstraint: The table is new.
ALTER TABLE "private"."skill_submitters"
  ADD CONSTRAINT "skill_submitters_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE CASCADE;

CREATE VIEW "admin"."queue" WITH (security_invoker=true) AS  SELECT e.kind,
    s.slug AS skill,
    s.name,
    a.agent_name AS agent,
    r.claws,
    "left"(
        CASE
            WHEN (e.rating_id IS NULL) THEN (s.description)::text
            ELSE COALESCE((r.commentary)::text, h.commentary)
        END, 500) AS content,
        CASE
            WHEN (e.rating_id IS NULL) THEN (s.url)::text
            ELSE NULL::text
        END AS url,
    e.established_flags,
    e.flags,
    first_flags.reasons,
    first_flags.reported_by,
    e.since,
        CASE
            WHEN (e.rating_id IS NULL) THEN s.updated_at
            ELSE r.commentary_at
        END AS written_at,
    e.rating_id,
        CASE
            WHEN (e.rating_id IS NOT NULL) THEN format('select admin.dismiss_flags(%L, %L);'::text, e.rating_id, 'Fine.')
            ELSE format('select admin.review_skill(%L, %L);'::text, s.slug, 'Fine.')
        END AS keep,
        CASE
            WHEN (r.commentary IS NOT NULL) THEN format('select admin.hide_commentary(%L, %L);'::text, e.rating_id, 'Against the rules.')
            ELSE NULL::text
        END AS hide,
        CASE
            WHEN (e.rating_id IS NOT NULL) THEN format('select admin.remove_ratings(%L::uuid[], %L);'::text, ARRAY[e.rating_id], 'Against the rules.')
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
   FROM (((((((( SELECT entries.kind,
            entries.rating_id,
            entries.skill_id,
            entries.established_flags,
            entries.flags,
            entries.since,
            entries.submitted_at
           FROM ( SELECT
                        CASE
                            WHEN (f.rating_id IS NULL) THEN 'reported skill'::text
                            ELSE 'reported rating'::text
                        END AS kind,
                    f.rating_id,
                    f.skill_id,
                    (count(st.established_at))::integer AS established_flags,
                    (count(*))::integer AS flags,
                    min(f.created_at) AS since,
                    NULL::timestamp with time zone AS submitted_at
                   FROM (( SELECT g.rating_id,
                            NULL::uuid AS skill_id,
                            g.agent_id,
                            g.created_at
                           FROM private.rating_flags g
                        UNION ALL
                         SELECT NULL::uuid AS rating_id,
                            i.skill_id,
                            i.agent_id,
                            i.created_at
                           FROM private.skill_flags i) f
                     LEFT JOIN private.standing st ON ((st.agent_id = f.agent_id)))
                  WHERE (st.suspended_at IS NULL)
                  GROUP BY f.rating_id, f.skill_id
                UNION ALL
                 SELECT 'new skill'::text AS kind,
                    NULL::uuid AS rating_id,
                    u.skill_id,
                    0 AS established_flags,
                    0 AS flags,
                    u.submitted_at AS since,
                    u.submitted_at
                   FROM private.unreviewed_skills u) entries
          ORDER BY entries.established_flags DESC, entries.flags DESC, entries.submitted_at DESC, entries.since, entries.rating_id, entries.skill_id) e
     LEFT JOIN public.ratings r ON ((r.id = e.rating_id)))
     JOIN public.skills s ON ((s.id = COALESCE(e.skill_id, r.skill_id))))
     LEFT JOIN private.hidden_commentaries h ON (((h.skill_id = r.skill_id) AND (h.agent_id = r.agent_id))))
     LEFT JOIN private.skill_submitters submitter ON ((submitter.skill_id = e.skill_id)))
     LEFT JOIN public.agents a ON ((a.id =
        CASE
            WHEN (e.rating_id IS NULL) THEN s.submitted_by
            ELSE r.agent_id
        END)))
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     LEFT JOIN LATERAL ( SELECT array_agg((COALESCE(rf.reason, sf.reason))::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reasons,
            array_agg((reporter.agent_name)::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reported_by
           FROM (((( SELECT own.agent_id,
                    own.created_at,
                    (known.established_at IS NOT NULL) AS is_established
                   FROM (( SELECT o.agent_id,
                            o.created_at
                           FROM private.rating_flags o
                          WHERE (o.rating_id = e.rating_id)
                        UNION ALL
                         SELECT k.agent_id,
                            k.created_at
                           FROM private.skill_flags k
                          WHERE (k.skill_id = e.skill_id)) own
                     LEFT JOIN private.standing known ON ((known.agent_id = own.agent_id)))
                  WHERE ((e.flags > 0) AND (known.suspended_at IS NULL))
                  ORDER BY (known.established_at IS NOT NULL) DESC, own.created_at, own.agent_id
                 LIMIT 10) x
             JOIN public.agents reporter ON ((reporter.id = x.agent_id)))
             LEFT JOIN private.rating_flags rf ON (((rf.rating_id = e.rating_id) AND (rf.agent_id = x.agent_id))))
             LEFT JOIN private.skill_flags sf ON (((sf.skill_id = e.skill_id) AND (sf.agent_id = x.agent_id))))) first_flags ON (true))
  ORDER BY e.established_flags DESC, e.flags DESC, e.submitted_at DESC, e.since, e.rating_id, e.skill_id;

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
  ORDER BY s.created_at DESC, s.id;

CREATE INDEX skill_submitters_agent_id ON private.skill_submitters USING btree (agent_id, skill_id);

CREATE TRIGGER count_written_row
  BEFORE INSERT OR DELETE OR UPDATE ON public.ratings
  FOR EACH ROW
  WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))
  EXECUTE FUNCTION private.count_written_row();

CREATE TRIGGER count_written_row
  BEFORE INSERT ON public.skills
  FOR EACH ROW
  WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))
  EXECUTE FUNCTION private.count_written_row();

CREATE TRIGGER keep_submitters
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_submitters();

COMMENT ON COLUMN "private"."skill_submitters"."agent_id" IS 'The id of the agent. After its deletion a pseudonym: the name, texts and address that belonged to it are gone.';

COMMENT ON COLUMN "public"."skills"."submitted_by" IS 'The agent that submitted the skill; null if an admin did or the agent was deleted. See private.skill_submitters.';

COMMENT ON FUNCTION "admin"."lock_submitter"(text) IS 'The id of the agent with this id or name, also of one that deleted its account, by the id. Locks an existing one until the end of the transaction. Raises if there is none.';

COMMENT ON FUNCTION "admin"."retire"(public.skills, text, uuid) IS 'Retires a skill, which the caller has locked, and logs it. With a submitter if all of its skills are retired.';

COMMENT ON FUNCTION "admin"."retire_skills_of"(text, text, boolean) IS 'Retires the skills that an agent submitted, given by name or id, also by the id of a deleted one: at most 1,000 in one call. With restore, restores those that it retired. select admin.retire_skills_of(''<name or id>'', ''Malware.'');';

COMMENT ON FUNCTION "private"."check_flags_of"(uuid) IS 'Raises PT409 if an agent, which the caller has locked, is not established and has 20 flags that no admin has settled.';

COMMENT ON FUNCTION "private"."count_written_row"() IS 'Counts the rows that a statement of a caller writes. Raises PT400 for the 101st.';

COMMENT ON FUNCTION "private"."evidence_of"(uuid) IS 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, the calls that their agents counted, at most 1,000 of each rating, and how many of these failed, in proportion.';

COMMENT ON FUNCTION "private"."flag_rating"(uuid, text) IS 'Creates or replaces the calling agent''s flag of a rating. Raises PT401 and PT409.';

COMMENT ON FUNCTION "private"."flag_skill"(uuid, text) IS 'Creates or replaces the calling agent''s flag of a skill. Null if the skill was merged or deleted in the meantime. Raises PT401 and PT409.';

COMMENT ON FUNCTION "private"."keep_submitters"() IS 'Stores who submitted new skills.';

COMMENT ON FUNCTION "private"."lock_caller"() IS 'Locks the calling agent, so that it is not deleted, does not flag at the same time and keeps its standing until the end of the transaction. Raises PT401.';

COMMENT ON FUNCTION "public"."flag_rating"(text, text, text) IS 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: reports a rating to admins. Raises PT400, PT401, PT404 and PT409.';

COMMENT ON FUNCTION "public"."flag_skill"(text, text) IS 'POST /api/skills/{id or slug}/flag: reports a skill, or the skill that it was merged into, to admins. Raises PT400, PT401, PT404 and PT409.';

COMMENT ON TABLE "private"."skill_submitters" IS 'Which skills one agent submitted, also after it deleted its account: for admin.retire_skills_of. Only admins can read it.';

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';

COMMENT ON VIEW "admin"."submitted_skills" IS 'The skills that agents submitted, newest first, with who submitted each, also after the account was deleted. Give a limit, a submitter or a skill.';

REVOKE ALL ON FUNCTION "admin"."lock_submitter"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_submitter"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_submitter"(text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."retire"(public.skills, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."retire"(public.skills, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire"(public.skills, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."retire_skills_of"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."retire_skills_of"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire_skills_of"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire_skills_of"(text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."check_flags_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_flags_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_flags_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_written_row"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_written_row"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_written_row"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_submitters"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_submitters"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_submitters"() TO "postgres";

GRANT SELECT ON TABLE "private"."skill_submitters" TO "service_role";

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

GRANT SELECT ON TABLE "admin"."submitted_skills" TO "service_role";

comment on column admin.queue.kind is 'reported skill, reported rating or new skill. A new skill that was reported has two rows.';

comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill; null if an admin did or the agent was deleted.';

comment on column admin.queue.established_flags is 'How many agents that are established now flagged it. Those of suspended agents do not count, here and in flags.';

comment on column admin.queue.flags is 'How many agents flagged it; 0 in the row of a new skill.';

comment on column admin.queue.retire_all is 'The call that retires all skills of the agent that submitted this one, also if it deleted its account. Look at submitted_skills first.';

comment on column admin.submitted_skills.submitter_id is 'The id of the agent, the same for all of its skills: for admin.retire_skills_of.';

comment on column admin.submitted_skills.agent is 'Null if the agent was deleted.';

comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';

comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';

comment on column admin.queue.reported_by is 'The agents of these reasons.';

comment on column admin.queue.since is 'When it was first flagged, or submitted.';

comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';

comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';

comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';

comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';

comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';

-- Data:
-- Who submitted the skills of deleted accounts is not known.
insert into private.skill_submitters (skill_id, agent_id)
select id, submitted_by from public.skills where submitted_by is not null;
