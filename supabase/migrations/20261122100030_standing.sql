set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP POLICY "an agent deletes its own rating" ON "public"."ratings";

DROP POLICY "an agent rates in its own name" ON "public"."ratings";

DROP POLICY "an agent replaces its own rating" ON "public"."ratings";

DROP POLICY "an agent submits skills in its own name" ON "public"."skills";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "lock_skill" ON "public"."ratings";

DROP INDEX "public"."ratings_agent_id";

DROP INDEX "public"."skill_stats_most_rated";

DROP INDEX "public"."skill_stats_reliability";

DROP INDEX "public"."skill_stats_security";

DROP INDEX "public"."skill_stats_speed";

DROP INDEX "public"."skill_stats_top";

DROP INDEX "public"."skills_submitted_by";

DROP VIEW "admin"."rating_bursts";

DROP FUNCTION "admin"."merge_skills"(text, text, text);

DROP FUNCTION "private"."lock_skill"();

DROP FUNCTION "private"."own_account"();

DROP FUNCTION "private"."rating_evidence"(public.skill_stats);

DROP FUNCTION "private"."revoke_key"();

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer);

DROP VIEW "public"."skill_ratings";

DROP FUNCTION "private"."stats_differences"();

DROP VIEW "private"."recomputed_stats";

DROP FUNCTION "private"."touch_key"();

DROP FUNCTION "private"."update_account"(text, text);

ALTER TABLE "public"."ratings"
  ALTER COLUMN "agent_id" DROP DEFAULT;

-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
ALTER TABLE "public"."skills"
  ALTER COLUMN "submitted_by" DROP DEFAULT;

DROP FUNCTION "private"."current_agent_id"();

DROP FUNCTION "private"."request_key"();

-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/banDropColumn: replaced by a column of another formula; no client reads it
ALTER TABLE "public"."skill_stats"
  DROP COLUMN "reliability_mean";

-- pgls-ignore lint/safety/banDropColumn: replaced by a column of another formula; no client reads it
ALTER TABLE "public"."skill_stats"
  DROP COLUMN "score";

-- pgls-ignore lint/safety/banDropColumn: replaced by a column of another formula; no client reads it
ALTER TABLE "public"."skill_stats"
  DROP COLUMN "security_mean";

-- pgls-ignore lint/safety/banDropColumn: replaced by a column of another formula; no client reads it
ALTER TABLE "public"."skill_stats"
  DROP COLUMN "speed_mean";

CREATE TABLE "private"."imported_skills" (
  "source"        text                     NOT NULL,
  "external_name" text                     NOT NULL,
  "skill_id"      uuid,
  "published_at"  timestamp with time zone NOT NULL,
  "content"       bytea                    NOT NULL,
  CONSTRAINT "imported_skills_pkey" PRIMARY KEY (source, external_name)
);

REVOKE ALL ON TABLE "private"."imported_skills" FROM public, anon, authenticated, service_role;

CREATE TABLE "private"."imports" (
  "source"     text                     NOT NULL,
  "cursor"     text,
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "imports_pkey" PRIMARY KEY (source)
);

REVOKE ALL ON TABLE "private"."imports" FROM public, anon, authenticated, service_role;

CREATE TABLE "private"."monthly_ratings" (
  "skill_id"      uuid    NOT NULL,
  "month"         date    NOT NULL,
  "total_ratings" integer NOT NULL,
  "claws_sum"     bigint  NOT NULL,
  CONSTRAINT "monthly_ratings_pkey" PRIMARY KEY (skill_id, month)
);

REVOKE ALL ON TABLE "private"."monthly_ratings" FROM public, anon, authenticated, service_role;

CREATE TABLE "private"."removed_ratings" (
  "id"          uuid                     NOT NULL,
  "skill_id"    uuid                     NOT NULL,
  "agent_id"    uuid                     NOT NULL,
  "claws"       smallint                 NOT NULL,
  "reliability" numeric,
  "security"    numeric,
  "speed"       numeric,
  "commentary"  text,
  "created_at"  timestamp with time zone NOT NULL,
  "updated_at"  timestamp with time zone NOT NULL,
  "removed_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "cause"       text                     NOT NULL,
  CONSTRAINT "removed_ratings_cause_known" CHECK ((cause = ANY (ARRAY['removed'::text, 'suspended'::text]))),
  CONSTRAINT "removed_ratings_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE "private"."removed_ratings" FROM public, anon, authenticated, service_role;

CREATE TABLE "private"."standing" (
  "agent_id"       uuid                     NOT NULL,
  "established_at" timestamp with time zone,
  "withdrawn_at"   timestamp with time zone,
  "suspended_at"   timestamp with time zone,
  CONSTRAINT "standing_established_or_withdrawn" CHECK (((established_at IS NULL) OR (withdrawn_at IS NULL))),
  CONSTRAINT "standing_pkey" PRIMARY KEY (agent_id)
);

REVOKE ALL ON TABLE "private"."standing" FROM public, anon, authenticated, service_role;

CREATE TABLE "private"."totals" (
  "id"      integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "skills"  bigint  NOT NULL DEFAULT 0,
  "ratings" bigint  NOT NULL DEFAULT 0,
  "agents"  bigint  NOT NULL DEFAULT 0,
  CONSTRAINT "totals_pkey" PRIMARY KEY (id)
);

REVOKE ALL ON TABLE "private"."totals" FROM public, anon, authenticated, service_role;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_ratings" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_claws_sum" bigint NOT NULL DEFAULT 0;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_reliability_sum" numeric NOT NULL DEFAULT 0;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_reliability_count" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_security_sum" numeric NOT NULL DEFAULT 0;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_security_count" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_speed_sum" numeric NOT NULL DEFAULT 0;

ALTER TABLE "public"."skill_stats"
  ADD COLUMN "established_speed_count" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."skills"
  ALTER COLUMN "slug" SET DEFAULT ''::text;

CREATE TYPE "private"."import_entry" AS (
  "external_name" text,
  "name"          text,
  "description"   text,
  "type"          text,
  "url"           text,
  "published_at"  timestamp WITH time zone,
  "content"       bytea,
  "skill_id"      uuid,
  "old_content"   bytea,
  "outcome"       text
);

CREATE OR REPLACE FUNCTION admin.add_skill (
  name        text,
  description text,
  type        text,
  url         text DEFAULT NULL::text,
  reason      text DEFAULT 'Added by an admin.'::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  clean_name text := private.clean_text(name, 200);
  clean_description text := private.clean_text(description, 5000);
  clean_url text := nullif(private.trim_text(url), '');
  wrong text := coalesce(
    'name ' || case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
    'description ' || case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
    'address ' || private.url_error(clean_url)
  );
  added public.skills;
begin
  if wrong is not null then
    raise exception 'The %.', wrong;
  end if;
  insert into public.skills (name, description, type, url) values (clean_name, clean_description, add_skill.type, clean_url)
  on conflict (name_key) where retired_at is null do nothing
  returning * into added;
  if added.id is null then
    return format('The catalogue already has %s.', clean_name);
  end if;
  perform admin.log_action('add_skill', added.id, reason => why);
  return format('%s is in the catalogue as %s.', added.name, added.slug);
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
  known jsonb := (
    select coalesce(jsonb_object_agg(r.id, r.agent_id), '{}')
    from (
      select id, agent_id from public.ratings where id = any (ids)
      union all select id, agent_id from private.removed_ratings where id = any (ids)
    ) as r
  );
  unknown uuid := (select id from unnest(ids) as id where not known ? id::text limit 1);
begin
  if coalesce(ids, '{}') = '{}' then
    raise exception 'Give the ids of ratings, or an agent.';
  elsif unknown is not null then
    raise exception 'No rating has the id %.', unknown;
  end if;
  return array(select distinct value::uuid from jsonb_each_text(known));
end
$function$;

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
  flagged public.ratings;
  dismissed integer;
begin
  select r.* into flagged from public.ratings as r where r.id = rating;
  if flagged.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  delete from private.rating_flags as f where f.rating_id = rating;
  get diagnostics dismissed = row_count;
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
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  update private.standing set established_at = now(), withdrawn_at = null where agent_id = author.id;
  perform private.move_ratings(array[author.id], 1);
  perform admin.log_action('grant_standing', agent_id => author.id, reason => why);
  return format('%s is established: its ratings count fully.', author.agent_name);
end
$function$;

CREATE OR REPLACE FUNCTION admin.key_use (
  agent uuid,
  OUT   valid_keys integer,
  OUT   last_used_at timestamp with time zone
)
  RETURNS record
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 SELECT (count(*) FILTER (WHERE ((k.revoked_at IS NULL) OR (k.revoked_at > now()))))::integer
  AS count,
     max(k.last_used_at) AS max
    FROM private.agent_keys k
   WHERE (k.agent_id = key_use.agent);
END;

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
  -- The agent before its keys, as in private.replace_key, so that no key is created in the meantime; and before its ratings, which
  -- wait for this lock.
  select * into locked from public.agents as a where a.id = private.parse_uuid(agent) for update;
  if locked.id is null then
    select * into locked from public.agents as a where a.name_key = private.name_key(agent) for update;
  end if;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_agents (
  ids uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- In the order in which a rating takes its locks. While they last, the agents cannot rate.
  perform from public.agents where id = any (ids) order by id for update;
  perform private.lock_ratings(ids);
end
$function$;

CREATE OR REPLACE FUNCTION admin.log_ratings (
  action text,
  ids    uuid[],
  reason text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 SELECT admin.log_action(log_ratings.action, agent_id => r.agent_id, reason => log_ratings.reason, details => jsonb_build_object('ratings', jsonb_agg(r.id)))
  AS log_action
    FROM ( SELECT ratings.id,
             ratings.agent_id
            FROM public.ratings
           WHERE (ratings.id = ANY (log_ratings.ids))
         UNION ALL
          SELECT removed_ratings.id,
             removed_ratings.agent_id
            FROM private.removed_ratings
           WHERE (removed_ratings.id = ANY (log_ratings.ids))) r
   GROUP BY r.agent_id;
END;

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
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  hidden public.ratings;
  dropped integer;
  moved integer;
  warnings text;
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

  warnings := concat(
    case when gone.type <> kept.type then format(' Their types differ: %s and %s.', gone.type, kept.type) end,
    case when gone.url <> kept.url then format(' Their addresses differ: %s and %s.', gone.url, kept.url) end
  );
  begin
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
      select r.* from public.ratings as r
      join private.hidden_commentaries as h on h.skill_id = kept.id and h.agent_id = r.agent_id
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

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        gone.slug, kept.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', gone.id, reason => why,
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', gone.slug, kept.slug, moved, dropped, warnings
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.number_of (
  count integer,
  what  text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
RETURN (((count || ' '::text) || what) || CASE count WHEN 1 THEN ''::text ELSE 's'::text END);

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
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  returned := admin.return_ratings(
    array(select id from private.removed_ratings where agent_id = author.id and cause = 'suspended')
  );
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
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
  ids uuid[] := array(select r.id from public.ratings as r where r.agent_id = author.id);
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
  wanted uuid[];
  removed integer;
begin
  perform admin.lock_agents(admin.authors(ids));
  wanted := array(select r.id from public.ratings as r where r.id = any (ids));
  if wanted = '{}' then
    return 'These ratings are already removed.';
  end if;
  delete from private.removed_ratings as r where r.cause = 'removed' and r.removed_at < now() - interval '30 days';
  removed := admin.take_ratings(wanted, 'removed');
  perform admin.log_ratings('remove_ratings', wanted, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_ratings (
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
  ids uuid[] := array(select r.id from private.removed_ratings as r where r.agent_id = author.id and r.cause = 'removed');
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no removed ratings.' else admin.restore_ratings(ids, reason)
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
  agents uuid[] := admin.authors(ids);
  wanted uuid[];
  restored integer;
begin
  perform admin.lock_agents(agents);
  if exists (select from private.standing as t where t.agent_id = any (agents) and t.suspended_at is not null) then
    raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
  end if;
  wanted := array(
    select r.id from private.removed_ratings as r
    where r.id = any (ids) and r.cause = 'removed' and r.removed_at > now() - interval '30 days'
  );
  if wanted = '{}' then
    return 'None of these ratings was removed in the last 30 days.';
  end if;
  restored := admin.return_ratings(wanted);
  perform admin.log_ratings('restore_ratings', wanted, why);
  return admin.number_of(restored, 'rating') || ' restored' || case
    when restored = cardinality(wanted) then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(wanted) - restored)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.return_ratings (
  ids uuid[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  returned uuid[];
begin
  with back as (
    insert into public.ratings (
      id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at
    )
    -- To the skill that replaces a merged one. A newer rating by the agent stays.
    select distinct on (coalesce(s.merged_into, s.id), r.agent_id)
      r.id, coalesce(s.merged_into, s.id), r.agent_id, r.claws, r.reliability, r.security, r.speed, r.commentary,
      r.created_at, r.updated_at
    from private.removed_ratings as r join public.skills as s on s.id = r.skill_id
    where r.id = any (ids)
    order by coalesce(s.merged_into, s.id), r.agent_id, r.updated_at desc
    on conflict (skill_id, agent_id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into returned from back;
  -- Not in the same statement: the triggers of the ratings see that these are restored.
  delete from private.removed_ratings where id = any (returned);
  return cardinality(returned);
end
$function$;

CREATE OR REPLACE FUNCTION admin.standing_of (
  agent uuid
)
  RETURNS private.standing
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  standing private.standing;
begin
  insert into private.standing (agent_id) values (agent) on conflict (agent_id) do nothing;
  select t.* into standing from private.standing as t where t.agent_id = agent;
  return standing;
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
  return format(
    '%s is suspended: its keys are rejected, and its %s count nowhere. Undo: admin.reinstate_agent.',
    author.agent_name, admin.number_of(taken, 'rating')
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.take_ratings (
  ids   uuid[],
  cause text
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  taken integer;
begin
  with gone as (delete from public.ratings where id = any (ids) returning *)
  insert into private.removed_ratings (
    id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at, cause
  )
  select
    g.id, g.skill_id, g.agent_id, g.claws, g.reliability, g.security, g.speed, coalesce(g.commentary, h.commentary),
    g.created_at, g.updated_at, take_ratings.cause
  from gone as g
  left join private.hidden_commentaries as h on (h.skill_id, h.agent_id) = (g.skill_id, g.agent_id);
  get diagnostics taken = row_count;
  return taken;
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
  if standing.established_at is not null then
    perform private.move_ratings(array[author.id], -1);
  end if;
  update private.standing set established_at = null, withdrawn_at = now() where agent_id = author.id;
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.add_to_totals (
  new_skills  bigint,
  new_ratings bigint,
  new_agents  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new_skills = 0 and new_ratings = 0 and new_agents = 0 then
    return;
  end if;
  update private.totals as t set
    skills = t.skills + new_skills,
    ratings = t.ratings + new_ratings,
    agents = t.agents + new_agents
  where t.id = (select free.id from private.totals as free limit 1 for no key update skip locked);
  if not found then
    -- There are never more rows than transactions that write at the same time.
    insert into private.totals (skills, ratings, agents) values (new_skills, new_ratings, new_agents);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.bayesian_average (
  established_count integer,
  established_sum   numeric,
  total_count       integer,
  total_sum         numeric,
  middle            integer
)
  RETURNS bigint
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  others integer := total_count - established_count;
  counted integer := private.counted_others(established_count, total_count);
begin
  return case
    when total_count = 0 then 0
    when counted = 0 then div((5 * middle + established_sum) * 1000000000, 5 + established_count)
    -- Multiplied by the number of others, so that nothing is rounded before.
    else div(
      ((5 * middle + established_sum) * others + counted * (total_sum - established_sum)) * 1000000000,
      (5 + established_count + counted) * others::numeric
    )
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_deleted_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The agents that this statement establishes: until the end of it, their ratings are counted like those of the others.
  risen uuid[] := '{}';
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if not exists (select -1 as sign, * from old_ratings) then
    return null;
  end if;

  if false then
    risen := private.establish_agents(array(select distinct c.agent_id from (select -1 as sign, * from old_ratings) as c));
  end if;

  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (
    select c.skill_id from (select -1 as sign, * from old_ratings) as c union all select r.skill_id from public.ratings as r where r.agent_id = any (risen)
  )
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
    speed_count = s.speed_count + change.speed_count,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws_sum = s.established_claws_sum + change.established_claws_sum,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count
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
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count,
      sum(full_sign) as established_ratings,
      sum(full_sign * claws) as established_claws_sum,
      coalesce(sum(full_sign * reliability), 0) as established_reliability_sum,
      coalesce(sum(full_sign) filter (where reliability is not null), 0) as established_reliability_count,
      coalesce(sum(full_sign * security), 0) as established_security_sum,
      coalesce(sum(full_sign) filter (where security is not null), 0) as established_security_count,
      coalesce(sum(full_sign * speed), 0) as established_speed_sum,
      coalesce(sum(full_sign) filter (where speed is not null), 0) as established_speed_count
    from (
      select c.*, case when t.established_at is not null and c.agent_id <> all (risen) then c.sign else 0 end as full_sign
      from (select -1 as sign, * from old_ratings) as c left join private.standing as t on t.agent_id = c.agent_id
    ) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(sign), sum(sign * claws) from (select -1 as sign, * from old_ratings) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills where id = c.skill_id)
  group by 1, 2
  having sum(sign) <> 0 or sum(sign * claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;

  if risen <> '{}' then
    perform private.move_ratings(risen, 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_listed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    change := (select count(*) from new_rows where retired_at is null);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    change := change - (select count(*) from old_rows where retired_at is null);
  elsif tg_op = 'TRUNCATE' then
    change := -(select coalesce(sum(skills), 0) from private.totals);
  end if;
  perform private.add_to_totals(change, 0, 0);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_new_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The agents that this statement establishes: until the end of it, their ratings are counted like those of the others.
  risen uuid[] := '{}';
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if not exists (select 1 as sign, * from new_ratings) then
    return null;
  end if;

  if true then
    risen := private.establish_agents(array(select distinct c.agent_id from (select 1 as sign, * from new_ratings) as c));
  end if;

  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (
    select c.skill_id from (select 1 as sign, * from new_ratings) as c union all select r.skill_id from public.ratings as r where r.agent_id = any (risen)
  )
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
    speed_count = s.speed_count + change.speed_count,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws_sum = s.established_claws_sum + change.established_claws_sum,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count
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
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count,
      sum(full_sign) as established_ratings,
      sum(full_sign * claws) as established_claws_sum,
      coalesce(sum(full_sign * reliability), 0) as established_reliability_sum,
      coalesce(sum(full_sign) filter (where reliability is not null), 0) as established_reliability_count,
      coalesce(sum(full_sign * security), 0) as established_security_sum,
      coalesce(sum(full_sign) filter (where security is not null), 0) as established_security_count,
      coalesce(sum(full_sign * speed), 0) as established_speed_sum,
      coalesce(sum(full_sign) filter (where speed is not null), 0) as established_speed_count
    from (
      select c.*, case when t.established_at is not null and c.agent_id <> all (risen) then c.sign else 0 end as full_sign
      from (select 1 as sign, * from new_ratings) as c left join private.standing as t on t.agent_id = c.agent_id
    ) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(sign), sum(sign * claws) from (select 1 as sign, * from new_ratings) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills where id = c.skill_id)
  group by 1, 2
  having sum(sign) <> 0 or sum(sign * claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;

  if risen <> '{}' then
    perform private.move_ratings(risen, 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_replaced_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  -- The agents that this statement establishes: until the end of it, their ratings are counted like those of the others.
  risen uuid[] := '{}';
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if not exists (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) then
    return null;
  end if;

  if pg_trigger_depth() = 1 and private.request_key() is not null then
    risen := private.establish_agents(array(select distinct c.agent_id from (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) as c));
  end if;

  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (
    select c.skill_id from (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) as c union all select r.skill_id from public.ratings as r where r.agent_id = any (risen)
  )
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
    speed_count = s.speed_count + change.speed_count,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws_sum = s.established_claws_sum + change.established_claws_sum,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count
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
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count,
      sum(full_sign) as established_ratings,
      sum(full_sign * claws) as established_claws_sum,
      coalesce(sum(full_sign * reliability), 0) as established_reliability_sum,
      coalesce(sum(full_sign) filter (where reliability is not null), 0) as established_reliability_count,
      coalesce(sum(full_sign * security), 0) as established_security_sum,
      coalesce(sum(full_sign) filter (where security is not null), 0) as established_security_count,
      coalesce(sum(full_sign * speed), 0) as established_speed_sum,
      coalesce(sum(full_sign) filter (where speed is not null), 0) as established_speed_count
    from (
      select c.*, case when t.established_at is not null and c.agent_id <> all (risen) then c.sign else 0 end as full_sign
      from (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) as c left join private.standing as t on t.agent_id = c.agent_id
    ) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(sign), sum(sign * claws) from (select 1 as sign, * from new_ratings union all select -1, * from old_ratings) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills where id = c.skill_id)
  group by 1, 2
  having sum(sign) <> 0 or sum(sign * claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;

  if risen <> '{}' then
    perform private.move_ratings(risen, 1);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then
    change := (select count(*) from new_rows);
  elsif tg_op = 'DELETE' then
    change := -(select count(*) from old_rows);
  elsif tg_table_name = 'ratings' then
    change := -(select coalesce(sum(ratings), 0) from private.totals);
  else
    change := -(select coalesce(sum(agents), 0) from private.totals);
  end if;
  if tg_table_name = 'ratings' then
    perform private.add_to_totals(0, change, 0);
  else
    perform private.add_to_totals(0, 0, change);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.counted_others (
  established_count integer,
  total_count       integer
)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return least(total_count - established_count, greatest(0, 3 - established_count));
end
$function$;

CREATE OR REPLACE FUNCTION private.current_agent_id()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select k.agent_id from private.agent_keys as k
    where k.key_hash = extensions.digest(private.request_key(), 'sha256')
      -- clock_timestamp(): a key that is revoked during a request is invalid for the rest of the request.
      and (k.revoked_at is null or k.revoked_at > clock_timestamp())
      and not exists (select from private.standing as t where t.agent_id = k.agent_id and t.suspended_at is not null)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_standing()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.standing where agent_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish_agents (
  agents uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
declare
  risen uuid[];
begin
  if exists (select from private.standing as t where t.agent_id = any (agents) and t.suspended_at is not null) then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;

  risen := array(select id from unnest(agents) as id where private.may_be_established(id));
  if risen = '{}' then
    return risen;
  end if;

  -- private.lock_parents has locked the agent. If it was bypassed, the lock must not be waited for: the next rating decides.
  risen := array(
    select a.id from public.agents as a
    where a.id = any (risen)
      and (select count(*) from (select from public.ratings as r where r.agent_id = a.id limit 3) as rated) = 3
      -- Not while an admin restores its ratings.
      and not exists (select from private.removed_ratings as d join public.ratings as r using (id) where d.agent_id = a.id)
    order by a.id for update skip locked
  );
  with written as (
    insert into private.standing as t (agent_id, established_at) select id, now() from unnest(risen) as id
    on conflict (agent_id) do update set established_at = excluded.established_at
    where t.established_at is null and t.withdrawn_at is null
    returning t.agent_id
  )
  select coalesce(array_agg(agent_id), '{}') into risen from written;
  perform private.lock_ratings(risen);
  return risen;
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
begin
  with created as (
    insert into public.skills (name, description, type, url)
    select e.name, e.description, e.type, e.url from unnest(plan) as e where e.outcome = 'created'
    on conflict (name_key) where retired_at is null do nothing
    returning id, name
  )
  insert into private.imported_skills (source, external_name, skill_id, published_at, content)
  select p_source, e.external_name, c.id, e.published_at, e.content
  from unnest(plan) as e join created as c on c.name = e.name where e.outcome = 'created';

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where e.outcome = 'updated' and s.id = e.skill_id and private.skill_content(s.name, s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set published_at = e.published_at, content = e.content
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or e.outcome = 'unchanged' and i.content = e.content and i.published_at < e.published_at
  );

  return (
    select coalesce(jsonb_agg(jsonb_build_array(e.external_name, case
      when e.outcome <> 'created' or i.source is not null then e.outcome
      else concat('name is taken by ', (
        select s.slug from public.skills as s where s.name_key = private.name_key(e.name) and s.retired_at is null
      ))
    end)), '[]')
    from unnest(plan) as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_parents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  retired timestamptz;
begin
  -- The first lock, and strong at once: two ratings by one agent could not both strengthen that of the foreign key.
  if private.may_be_established(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  end if;

  -- Waits for an admin who retires or merges the skill. In a BEFORE trigger: a new rating that waits for this lock could deadlock
  -- with a merge that moves another rating of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  -- An admin can restore a rating of a retired skill.
  if retired is not null and not exists (select from private.removed_ratings where id = new.id) then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_ratings (
  agents uuid[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 SELECT
    FROM public.ratings
   WHERE (ratings.agent_id = ANY (lock_ratings.agents))
   ORDER BY ratings.id
  FOR NO KEY UPDATE OF ratings;
END;

CREATE OR REPLACE FUNCTION private.may_be_established (
  agent uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return (
    select a.created_at <= now() - interval '7 days' and t.established_at is null and t.withdrawn_at is null
    from public.agents as a left join private.standing as t on t.agent_id = a.id
    where a.id = agent
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.month_of (
  at timestamp with time zone
)
  RETURNS date
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return date_trunc('month', at at time zone 'UTC');
end
$function$;

CREATE OR REPLACE FUNCTION private.move_ratings (
  agents uuid[],
  change integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.lock_ratings(agents);
  perform from public.skill_stats
  where skill_id in (select r.skill_id from public.ratings as r where r.agent_id = any (agents))
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    established_ratings = s.established_ratings + change * moved.ratings,
    established_claws_sum = s.established_claws_sum + change * moved.claws_sum,
    established_reliability_sum = s.established_reliability_sum + change * moved.reliability_sum,
    established_reliability_count = s.established_reliability_count + change * moved.reliability_count,
    established_security_sum = s.established_security_sum + change * moved.security_sum,
    established_security_count = s.established_security_count + change * moved.security_count,
    established_speed_sum = s.established_speed_sum + change * moved.speed_sum,
    established_speed_count = s.established_speed_count + change * moved.speed_count
  from (
    select
      r.skill_id,
      count(*) as ratings,
      sum(r.claws) as claws_sum,
      coalesce(sum(r.reliability), 0) as reliability_sum,
      count(r.reliability) as reliability_count,
      coalesce(sum(r.security), 0) as security_sum,
      count(r.security) as security_count,
      coalesce(sum(r.speed), 0) as speed_sum,
      count(r.speed) as speed_count
    from public.ratings as r
    where r.agent_id = any (agents)
    group by r.skill_id
  ) as moved
  where s.skill_id = moved.skill_id;
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
      when known.source is null then 'created'
      when known.published_at > e.published_at or known.content = e.content then 'unchanged'
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        'name ' || case when name is null then 'is required' else private.name_error(name, 1, 200) end,
        'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
        'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
        'url ' || private.url_error(url)
      ) as problem
    from (
      select
        entry ->> 'external_name' as external_name,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        coalesce((entry ->> 'published_at')::timestamptz, '-infinity') as published_at
      from jsonb_array_elements(entries) as entry
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id;
$function$;

CREATE OR REPLACE FUNCTION private.rating_evidence (
  stats public.skill_stats
)
  RETURNS double precision
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- 10 ratings count as much as 1.2 times the weight of the best word that 1 in 10 skills contain.
  return 0.5 * ln(
    1 + stats.established_ratings + private.counted_others(stats.established_ratings, stats.total_ratings)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.request_key()
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  -- After the first transaction of a connection, the setting is '' instead of null.
  return nullif(current_setting('request.headers', true), '')::json ->> 'x-api-key';
end
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

CREATE OR REPLACE FUNCTION private.reset_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.skill_stats set
    total_ratings = 0, claws_sum = 0, claws_1 = 0, claws_2 = 0, claws_3 = 0, claws_4 = 0, claws_5 = 0,
    reliability_sum = 0, reliability_count = 0, security_sum = 0, security_count = 0, speed_sum = 0, speed_count = 0,
    established_ratings = 0, established_claws_sum = 0, established_reliability_sum = 0, established_reliability_count = 0,
    established_security_sum = 0, established_security_count = 0, established_speed_sum = 0, established_speed_count = 0;
  delete from private.monthly_ratings;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_agent (
  address text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  agent uuid := (select id from public.agents where id = private.parse_uuid(address));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(address) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(address);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$function$;

CREATE OR REPLACE FUNCTION private.revoke_key()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.agent_keys
  SET revoked_at = LEAST(agent_keys.revoked_at, clock_timestamp())
   WHERE (agent_keys.key_hash = extensions.digest(private.request_key(), 'sha256'::text));
END;

CREATE OR REPLACE FUNCTION private.scan_in_order (
  sort    text,
  types   text[],
  matches uuid[],
  after   jsonb,
  wanted  integer
)
  RETURNS SETOF jsonb
  LANGUAGE plpgsql
  STABLE
  ROWS 100
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  case sort
    when 'top' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(score, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by score desc, id desc limit wanted
          ) as s order by score desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(score, id) from (
          select score, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by score desc, id desc limit wanted
        ) as s;
      end if;
    when 'rating' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(avg_tenths, total_ratings, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select avg_tenths, total_ratings, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (avg_tenths, total_ratings, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by avg_tenths desc, total_ratings desc, id desc limit wanted
          ) as s order by avg_tenths desc, total_ratings desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(avg_tenths, total_ratings, id) from (
          select avg_tenths, total_ratings, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (avg_tenths, total_ratings, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by avg_tenths desc, total_ratings desc, id desc limit wanted
        ) as s;
      end if;
    when 'most_rated' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(total_ratings, score, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select total_ratings, score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (total_ratings, score, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by total_ratings desc, score desc, id desc limit wanted
          ) as s order by total_ratings desc, score desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(total_ratings, score, id) from (
          select total_ratings, score, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (total_ratings, score, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by total_ratings desc, score desc, id desc limit wanted
        ) as s;
      end if;
    when 'reliability' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(reliability_score, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select reliability_score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (reliability_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by reliability_score desc, id desc limit wanted
          ) as s order by reliability_score desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(reliability_score, id) from (
          select reliability_score, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (reliability_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by reliability_score desc, id desc limit wanted
        ) as s;
      end if;
    when 'security' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(security_score, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select security_score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (security_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by security_score desc, id desc limit wanted
          ) as s order by security_score desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(security_score, id) from (
          select security_score, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (security_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by security_score desc, id desc limit wanted
        ) as s;
      end if;
    when 'speed' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(speed_score, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select speed_score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (speed_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by speed_score desc, id desc limit wanted
          ) as s order by speed_score desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(speed_score, id) from (
          select speed_score, id from (select skill_id as id, * from public.skill_stats) as s where id = any (matches) and (speed_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by speed_score desc, id desc limit wanted
        ) as s;
      end if;
    when 'newest' then
      after := coalesce(after, '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(created_at, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select created_at, id from (select * from public.skills where retired_at is null) as s where s.type = t.type and (created_at, id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid) order by created_at desc, id desc limit wanted
          ) as s order by created_at desc, id desc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(created_at, id) from (
          select created_at, id from (select * from public.skills where retired_at is null) as s where id = any (matches) and (created_at, id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid) order by created_at desc, id desc limit wanted
        ) as s;
      end if;
    when 'name' then
      after := coalesce(after, '["", "00000000-0000-0000-0000-000000000000"]');
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(name_key, id) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select name_key, id from (select * from public.skills where retired_at is null) as s where s.type = t.type and (name_key, id) > ((after ->> 0)::text, (after ->> 1)::uuid) order by name_key asc, id asc limit wanted
          ) as s order by name_key asc, id asc limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(name_key, id) from (
          select name_key, id from (select * from public.skills where retired_at is null) as s where id = any (matches) and (name_key, id) > ((after ->> 0)::text, (after ->> 1)::uuid) order by name_key asc, id asc limit wanted
        ) as s;
      end if;
  end case;
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
  if new.slug <> '' then
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

CREATE OR REPLACE FUNCTION private.skill_content (
  name        text,
  description text,
  url         text
)
  RETURNS bytea
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN extensions.digest((jsonb_build_array(name, description, url))::text, 'sha256'::text);

CREATE OR REPLACE FUNCTION private.totals_differences()
  RETURNS TABLE (
    total   text,
    stored  bigint,
    counted bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with totals as (
    select 'skills' as total, sum(t.skills) as stored, (select count(*) from public.skills where retired_at is null) as counted
    from private.totals as t
    union all
    select 'ratings', sum(t.ratings), (select count(*) from public.ratings) from private.totals as t
    union all
    select 'agents', sum(t.agents), (select count(*) from public.agents) from private.totals as t
  )
  select total, coalesce(stored, 0)::bigint, counted from totals where coalesce(stored, 0) <> counted;
$function$;

CREATE OR REPLACE FUNCTION private.touch_key()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update private.agent_keys set last_used_at = now()
  where id = (
    select id from private.agent_keys
    where key_hash = extensions.digest(private.request_key(), 'sha256')
      and (last_used_at is null or last_used_at < now() - interval '1 hour')
    for no key update skip locked
  );
end
$function$;

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
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_agents sees rows only.
    return case when private.may_be_established(new.agent_id) then new end;
  end if;
  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
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
        (select count(*) from public.ratings as r where r.agent_id = agent) as total_ratings,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest order by newest.updated_at desc, newest.id desc), '[]')
          from (
            select r.*, private.skill_reference(r.skill_id) as skill
            from (
              select id from public.ratings where agent_id = agent order by updated_at desc, id desc limit 10
            ) as own
            join public.skill_ratings as r on r.id = own.id
          ) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_agent"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.get_rating_feed (
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
  return json_build_object(
    'skill', (
      select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'created_at', s.created_at)
      from public.skills as s where s.id = skill
    ),
    'ratings', (
      select coalesce(json_agg(r order by r.updated_at desc, r.id desc), '[]')
      from (
        select id, sum(octet_length(commentary)) over (
          order by updated_at desc, id desc rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select id, updated_at, commentary from public.ratings
          where skill_id = skill and commentary is not null
          order by updated_at desc, id desc
          limit 50
        ) as newest
      ) as page
      join public.skill_ratings as r on r.id = page.id
      where coalesce(page.bytes_before, 0) < private.page_bytes()
    )
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_rating_feed"(text) FROM PUBLIC, "service_role";

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
        st.established_ratings,
        (
          select a.agent_name
          from public.skills as own
          join public.agents as a on a.id = own.submitted_by
          left join private.standing as t on t.agent_id = a.id
          where own.id = skill and t.suspended_at is null
        ) as submitted_by,
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
          from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_stats()
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT
   json_build_object('total_skills', COALESCE(sum(totals.skills), (0)::numeric), 'total_ratings', COALESCE(sum(totals.ratings), (0)::numeric), 'total_agents',
   COALESCE(sum(totals.agents), (0)::numeric))
  AS json_build_object
    FROM private.totals;
END;

REVOKE ALL ON FUNCTION "public"."get_stats"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.import_skills (
  p_source  text,
  p_skills  text    DEFAULT '[]'::text,
  p_cursor  text    DEFAULT NULL::text,
  p_dry_run boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  outcomes jsonb;
  tries integer := 0;
begin
  loop
    begin
      -- Locks the source: two imports of one catalogue run one after another.
      insert into private.imports as i (source) values (p_source)
      on conflict (source) do update set updated_at = now();
      outcomes := private.import_batch(p_source, p_skills::jsonb);
      update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
      if p_dry_run then
        raise sqlstate 'PTDRY';
      end if;
      exit;
    exception
      when sqlstate 'PTDRY' then
        -- Everything is rolled back but the outcomes.
        exit;
      when unique_violation then
        -- Another transaction took the slug of a skill.
        tries := tries + 1;
        if tries = 10 then
          raise;
        end if;
    end;
  end loop;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, text, boolean) FROM PUBLIC, "anon", "authenticated";

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new and empty
-- pgls-ignore lint/safety/constraintMissingNotValid: the table is new and empty
ALTER TABLE "private"."imported_skills"
  ADD CONSTRAINT "imported_skills_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new and empty
-- pgls-ignore lint/safety/constraintMissingNotValid: the table is new and empty
ALTER TABLE "private"."imported_skills"
  ADD CONSTRAINT "imported_skills_source_fkey" FOREIGN KEY (source) REFERENCES private.imports(source) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new and empty
-- pgls-ignore lint/safety/constraintMissingNotValid: the table is new and empty
ALTER TABLE "private"."monthly_ratings"
  ADD CONSTRAINT "monthly_ratings_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new and empty
-- pgls-ignore lint/safety/constraintMissingNotValid: the table is new and empty
ALTER TABLE "private"."removed_ratings"
  ADD CONSTRAINT "removed_ratings_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new and empty
-- pgls-ignore lint/safety/constraintMissingNotValid: the table is new and empty
ALTER TABLE "private"."removed_ratings"
  ADD CONSTRAINT "removed_ratings_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/constraintMissingNotValid: its columns are new
ALTER TABLE "public"."skill_stats"
  ADD CONSTRAINT "skill_stats_established"
    CHECK
    (((LEAST(established_ratings, established_reliability_count, established_security_count, established_speed_count) >= 0) AND (established_ratings <= total_ratings) AND
    (established_reliability_count <= reliability_count) AND (established_security_count <= security_count) AND (established_speed_count <= speed_count)));

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
          WHERE (r.agent_id = a.id)) AS ratings,
    ( SELECT (count(*))::integer AS count
           FROM private.removed_ratings r
          WHERE (r.agent_id = a.id)) AS removed_ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.skills s
          WHERE (s.submitted_by = a.id)) AS skills,
    ( SELECT (count(*))::integer AS count
           FROM (public.ratings r
             JOIN private.rating_flags f ON ((f.rating_id = r.id)))
          WHERE (r.agent_id = a.id)) AS flags_received,
    ( SELECT (count(*))::integer AS count
           FROM private.rating_flags f
          WHERE (f.agent_id = a.id)) AS flags_given,
    k.valid_keys,
    k.last_used_at AS keys_last_used_at
   FROM ((public.agents a
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     CROSS JOIN LATERAL admin.key_use(a.id) k(valid_keys, last_used_at));

REVOKE ALL ON TABLE "admin"."agent_overview" FROM public, anon, authenticated, service_role;

CREATE VIEW "admin"."daily" WITH (security_invoker=true) AS  SELECT (day)::date AS day,
    ( SELECT count(*) AS count
           FROM public.agents
          WHERE ((agents.created_at >= day.day) AND (agents.created_at < (day.day + '1 day'::interval)))) AS registrations,
    ( SELECT count(*) AS count
           FROM public.ratings
          WHERE ((ratings.created_at >= day.day) AND (ratings.created_at < (day.day + '1 day'::interval)))) AS ratings,
    ( SELECT count(*) AS count
           FROM public.skills
          WHERE ((skills.created_at >= day.day) AND (skills.created_at < (day.day + '1 day'::interval)))) AS skills,
    ( SELECT count(*) AS count
           FROM private.rating_flags
          WHERE ((rating_flags.created_at >= day.day) AND (rating_flags.created_at < (day.day + '1 day'::interval)))) AS flags
   FROM generate_series((date_trunc('day'::text, now()) - '89 days'::interval), date_trunc('day'::text, now()), '1 day'::interval) day(day)
  ORDER BY ((day)::date) DESC;

REVOKE ALL ON TABLE "admin"."daily" FROM public, anon, authenticated, service_role;

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
                      WHERE (ratings.created_at >= period.start))
                END AS count) AS ratings,
    ( SELECT count(*) AS count
           FROM public.skills
          WHERE ((skills.created_at >= period.start) AND (skills.retired_at IS NULL))) AS skills,
    ( SELECT count(*) AS count
           FROM private.rating_flags
          WHERE (rating_flags.created_at >= period.start)) AS flags,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.established_at >= period.start)) AS established_agents,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.suspended_at >= period.start)) AS suspended_agents
   FROM ( VALUES ('total'::text,'-infinity'::timestamp with time zone), ('last 7 days'::text,(now() - '7 days'::interval)), ('last 24 hours'::text,(now() - '24:00:00'::interval))) period(name, start);

REVOKE ALL ON TABLE "admin"."overview" FROM public, anon, authenticated, service_role;

CREATE VIEW "admin"."rating_bursts" WITH (security_invoker=true) AS  SELECT s.slug AS skill,
    j.hour,
    (count(*))::integer AS ratings,
    (count(*) FILTER (WHERE j.by_new_agent))::integer AS by_new_agents,
    (count(*) FILTER (WHERE j.is_alike))::integer AS alike,
    round(avg(j.claws), 1) AS avg_claws,
    (array_agg(j.agent_name ORDER BY j.created_at, j.id))[:20] AS agents,
    (array_agg(j.id ORDER BY j.created_at, j.id))[:20] AS rating_ids,
    format('select admin.remove_ratings(%L::uuid[], %L);'::text, array_agg(j.id ORDER BY j.id) FILTER (WHERE (j.by_new_agent OR j.is_alike)), 'A burst of ratings.') AS remove_ratings,
    format('select admin.suspend_agent(agent, %L) from unnest(%L::text[]) as agent;'::text, 'A burst of ratings.', array_agg(DISTINCT j.agent_id ORDER BY j.agent_id) FILTER (WHERE (j.by_new_agent OR j.is_alike))) AS suspend_agents
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

REVOKE ALL ON TABLE "admin"."rating_bursts" FROM public, anon, authenticated, service_role;

CREATE VIEW "admin"."ratings_with_names" WITH (security_invoker=true) AS  SELECT r.id AS rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    (t.established_at IS NOT NULL) AS established,
    r.created_at,
    r.updated_at
   FROM (((public.ratings r
     JOIN public.skills s ON ((s.id = r.skill_id)))
     JOIN public.agents a ON ((a.id = r.agent_id)))
     LEFT JOIN private.standing t ON ((t.agent_id = r.agent_id)));

REVOKE ALL ON TABLE "admin"."ratings_with_names" FROM public, anon, authenticated, service_role;

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
    (count(r.speed))::integer AS speed_count,
    (count(r.id) FILTER (WHERE r.is_full))::integer AS established_ratings,
    COALESCE(sum(r.claws) FILTER (WHERE r.is_full), (0)::bigint) AS established_claws_sum,
    COALESCE(sum((r.reliability)::numeric) FILTER (WHERE r.is_full), (0)::numeric) AS established_reliability_sum,
    (count(r.reliability) FILTER (WHERE r.is_full))::integer AS established_reliability_count,
    COALESCE(sum((r.security)::numeric) FILTER (WHERE r.is_full), (0)::numeric) AS established_security_sum,
    (count(r.security) FILTER (WHERE r.is_full))::integer AS established_security_count,
    COALESCE(sum((r.speed)::numeric) FILTER (WHERE r.is_full), (0)::numeric) AS established_speed_sum,
    (count(r.speed) FILTER (WHERE r.is_full))::integer AS established_speed_count,
    ( SELECT jsonb_object_agg(m.month, m.counts) AS jsonb_object_agg
           FROM ( SELECT private.month_of(ratings.created_at) AS month,
                    ARRAY[count(*), sum(ratings.claws)] AS counts
                   FROM public.ratings
                  WHERE (ratings.skill_id = s.id)
                  GROUP BY (private.month_of(ratings.created_at))) m) AS months
   FROM (public.skills s
     LEFT JOIN ( SELECT r_1.id,
            r_1.skill_id,
            r_1.agent_id,
            r_1.claws,
            r_1.reliability,
            r_1.security,
            r_1.speed,
            r_1.commentary,
            r_1.created_at,
            r_1.updated_at,
            (t.established_at IS NOT NULL) AS is_full
           FROM (public.ratings r_1
             LEFT JOIN private.standing t ON ((t.agent_id = r_1.agent_id)))) r ON ((r.skill_id = s.id)))
  GROUP BY s.id;

REVOKE ALL ON TABLE "private"."recomputed_stats" FROM public, anon, authenticated, service_role;

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
             ((to_jsonb(s.*) - '{avg_tenths,score,reliability_score,security_score,speed_score}'::text[]) || jsonb_build_object('months', ( SELECT jsonb_object_agg(m.month, ARRAY[(m.total_ratings)::bigint, m.claws_sum]) AS jsonb_object_agg
                    FROM private.monthly_ratings m
                   WHERE ((m.skill_id = s.skill_id) AND ((m.total_ratings <> 0) OR (m.claws_sum <> 0)))))) AS stats
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

CREATE VIEW "public"."skill_ratings" WITH (security_invoker=true) AS  SELECT r.id,
    r.skill_id,
    a.agent_name,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.created_at,
    r.updated_at,
    (t.established_at IS NOT NULL) AS established
   FROM ((public.ratings r
     JOIN public.agents a ON ((a.id = r.agent_id)))
     LEFT JOIN private.standing t ON ((t.agent_id = r.agent_id)));

REVOKE ALL ON TABLE "public"."skill_ratings" FROM public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  after        jsonb,
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
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
      t.established_at is not null
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at, id rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.oldest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) > (coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000'))
        order by updated_at, id
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    left join private.standing as t on t.agent_id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at, r.id;
  else
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
      t.established_at is not null
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.newest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) < (coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by updated_at desc, id desc
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    left join private.standing as t on t.agent_id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at desc, r.id desc;
  end if;
end
$function$;

CREATE INDEX imported_skills_skill_id ON private.imported_skills USING btree (skill_id);

CREATE INDEX removed_ratings_agent_id ON private.removed_ratings USING btree (agent_id);

CREATE INDEX removed_ratings_skill_id ON private.removed_ratings USING btree (skill_id);

CREATE INDEX ratings_agent_id ON public.ratings USING btree (agent_id, updated_at DESC, id DESC);

CREATE INDEX skills_submitted_by ON public.skills USING btree (submitted_by) INCLUDE (retired_at);

CREATE TRIGGER count_deleted_rows
  AFTER DELETE ON public.agents REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_new_rows
  AFTER INSERT ON public.agents REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_truncated_rows
  AFTER TRUNCATE ON public.agents
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE CONSTRAINT TRIGGER delete_standing
  AFTER DELETE ON public.agents DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW
  EXECUTE FUNCTION private.delete_standing();

CREATE TRIGGER count_deleted_rows
  AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_new_rows
  AFTER INSERT ON public.ratings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_truncated_rows
  AFTER TRUNCATE ON public.ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER lock_parents
  BEFORE INSERT ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.lock_parents();

CREATE TRIGGER count_changed_rows
  AFTER UPDATE ON public.skills REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

CREATE TRIGGER count_deleted_rows
  AFTER DELETE ON public.skills REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

CREATE TRIGGER count_new_rows
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

CREATE TRIGGER count_truncated_rows
  AFTER TRUNCATE ON public.skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

CREATE POLICY "an agent deletes its own rating" ON "public"."ratings"
  FOR DELETE
  TO "anon", "authenticated"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent rates in its own name" ON "public"."ratings"
  FOR INSERT
  TO "anon", "authenticated"
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent replaces its own rating" ON "public"."ratings"
  FOR UPDATE
  TO "anon", "authenticated"
  USING (((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)) AND (EXISTS ( SELECT
   FROM public.skills s
  WHERE ((s.id = ratings.skill_id) AND (s.retired_at IS NULL))))))
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "an agent submits skills in its own name" ON "public"."skills"
  FOR INSERT
  TO "anon", "authenticated"
  WITH CHECK ((submitted_by = ( SELECT private.current_agent_id() AS current_agent_id)));

COMMENT ON COLUMN "private"."imported_skills"."content" IS 'SHA-256 of the imported name, description and URL. If that of the skill differs, it was edited here, and imports do not change it.';

COMMENT ON COLUMN "private"."imported_skills"."external_name" IS 'The name in that catalogue, also after the skill got another name here.';

COMMENT ON COLUMN "private"."imported_skills"."published_at" IS 'When the imported version was published; -infinity if the catalogue does not say so.';

COMMENT ON COLUMN "private"."imported_skills"."skill_id" IS 'The skill; null if it was deleted since.';

COMMENT ON COLUMN "private"."imported_skills"."source" IS 'The URL of the catalogue.';

COMMENT ON COLUMN "private"."imports"."cursor" IS 'Where an interrupted import continues; null when the last one is complete.';

COMMENT ON COLUMN "private"."imports"."source" IS 'The URL of the catalogue.';

COMMENT ON COLUMN "private"."imports"."updated_at" IS 'When the last batch was imported.';

COMMENT ON COLUMN "private"."monthly_ratings"."claws_sum" IS 'Sum of their claws.';

COMMENT ON COLUMN "private"."monthly_ratings"."month" IS 'The first day of the month.';

COMMENT ON COLUMN "private"."monthly_ratings"."skill_id" IS 'The skill.';

COMMENT ON COLUMN "private"."monthly_ratings"."total_ratings" IS 'Number of ratings; may be 0 after deletions.';

COMMENT ON COLUMN "private"."removed_ratings"."agent_id" IS 'The author.';

COMMENT ON COLUMN "private"."removed_ratings"."cause" IS 'removed: by admin.remove_ratings; suspended: with its agent.';

COMMENT ON COLUMN "private"."removed_ratings"."claws" IS '1 to 5.';

COMMENT ON COLUMN "private"."removed_ratings"."commentary" IS 'The text of the rating, also if it was hidden; may be null.';

COMMENT ON COLUMN "private"."removed_ratings"."created_at" IS 'When the agent first rated the skill.';

COMMENT ON COLUMN "private"."removed_ratings"."id" IS 'The id of the rating, which it keeps when it is restored.';

COMMENT ON COLUMN "private"."removed_ratings"."reliability" IS '0 to 100; may be null.';

COMMENT ON COLUMN "private"."removed_ratings"."removed_at" IS 'When the rating was removed.';

COMMENT ON COLUMN "private"."removed_ratings"."security" IS '0 to 100; may be null.';

COMMENT ON COLUMN "private"."removed_ratings"."skill_id" IS 'The rated skill.';

COMMENT ON COLUMN "private"."removed_ratings"."speed" IS '0 to 100; may be null.';

COMMENT ON COLUMN "private"."removed_ratings"."updated_at" IS 'When the agent last rated the skill.';

COMMENT ON COLUMN "private"."standing"."agent_id" IS 'The agent.';

COMMENT ON COLUMN "private"."standing"."established_at" IS 'Since when the ratings of the agent count fully in the ranking; null if they do not.';

COMMENT ON COLUMN "private"."standing"."suspended_at" IS 'When an admin suspended the agent; null otherwise. See admin.suspend_agent.';

COMMENT ON COLUMN "private"."standing"."withdrawn_at" IS 'When an admin withdrew the standing, which lasts until admin.grant_standing; null otherwise.';

COMMENT ON COLUMN "private"."totals"."agents" IS 'Number of agents, likewise.';

COMMENT ON COLUMN "private"."totals"."id" IS 'Set by the service.';

COMMENT ON COLUMN "private"."totals"."ratings" IS 'Number of ratings, likewise.';

COMMENT ON COLUMN "private"."totals"."skills" IS 'Number of skills that are not retired, in the transactions of this row; may be negative.';

COMMENT ON COLUMN "public"."skill_stats"."established_claws_sum" IS 'Sum of their claws.';

COMMENT ON COLUMN "public"."skill_stats"."established_ratings" IS 'Number of ratings by established agents.';

COMMENT ON COLUMN "public"."skill_stats"."established_reliability_count" IS 'Number of them with this score.';

COMMENT ON COLUMN "public"."skill_stats"."established_reliability_sum" IS 'Sum of their reliability scores.';

COMMENT ON COLUMN "public"."skill_stats"."established_security_count" IS 'Number of them with this score.';

COMMENT ON COLUMN "public"."skill_stats"."established_security_sum" IS 'Sum of their security scores.';

COMMENT ON COLUMN "public"."skill_stats"."established_speed_count" IS 'Number of them with this score.';

COMMENT ON COLUMN "public"."skill_stats"."established_speed_sum" IS 'Sum of their speed scores.';

COMMENT ON FUNCTION "admin"."add_skill"(text, text, text, text, text) IS 'Adds a skill without a submitter. select admin.add_skill(''ripgrep'', ''Searches files.'', ''github'', ''https://github.com/BurntSushi/ripgrep'');';

COMMENT ON FUNCTION "admin"."authors"(uuid[]) IS 'The agents of ratings, removed or not. Raises if there are no ids or a rating does not exist.';

COMMENT ON FUNCTION "admin"."dismiss_flags"(uuid, text) IS 'Deletes the flags of a rating, which stays. select admin.dismiss_flags(''<rating id>'', ''Only critical.'');';

COMMENT ON FUNCTION "admin"."grant_standing"(text, text) IS 'Establishes an agent, given by name or id, also after admin.withdraw_standing. select admin.grant_standing(''<name or id>'', ''Known to us.'');';

COMMENT ON FUNCTION "admin"."key_use"(uuid) IS 'The number of valid keys of an agent, and when one was last used.';

COMMENT ON FUNCTION "admin"."lock_agents"(uuid[]) IS 'Locks agents and all their ratings until the end of the transaction.';

COMMENT ON FUNCTION "admin"."log_ratings"(text, uuid[], text) IS 'Logs an action on ratings, one row for each agent.';

COMMENT ON FUNCTION "admin"."merge_skills"(text, text, text, boolean) IS 'Moves the ratings of a duplicate to the skill that is kept, which replaces it; without confirm, only says what it would do. Cannot be undone. select admin.merge_skills(''<duplicate>'', ''<keep>'', ''The same repository.'', confirm => true);';

COMMENT ON FUNCTION "admin"."number_of"(integer, text) IS '1 rating, 2 ratings …';

COMMENT ON FUNCTION "admin"."reinstate_agent"(text, text) IS 'Ends the suspension of an agent, given by name or id, with its ratings. select admin.reinstate_agent(''<name or id>'', ''A mistake.'');';

COMMENT ON FUNCTION "admin"."remove_ratings"(text, text) IS 'Removes all ratings of an agent, given by name or id. select admin.remove_ratings(''<name or id>'', ''Fake.'');';

COMMENT ON FUNCTION "admin"."remove_ratings"(uuid[], text) IS 'Removes ratings, which then count nowhere; their agents may rate again. select admin.remove_ratings(''{<rating id>,<rating id>}''::uuid[], ''Fake.'');';

COMMENT ON FUNCTION "admin"."restore_ratings"(text, text) IS 'Restores the ratings of an agent, given by name or id, that were removed in the last 30 days. select admin.restore_ratings(''<name or id>'', ''Not fake.'');';

COMMENT ON FUNCTION "admin"."restore_ratings"(uuid[], text) IS 'Restores ratings that were removed in the last 30 days. select admin.restore_ratings(''{<rating id>}''::uuid[], ''Not fake.'');';

COMMENT ON FUNCTION "admin"."return_ratings"(uuid[]) IS 'Moves removed ratings, whose agents the caller has locked, back. Returns their number; ratings that their agents have replaced stay removed.';

COMMENT ON FUNCTION "admin"."standing_of"(uuid) IS 'The standing of an agent, which the caller has locked.';

COMMENT ON FUNCTION "admin"."suspend_agent"(text, text) IS 'Rejects the keys of an agent, given by name or id, and removes its ratings until admin.reinstate_agent. select admin.suspend_agent(''<name or id>'', ''Fake ratings.'');';

COMMENT ON FUNCTION "admin"."take_ratings"(uuid[], text) IS 'Moves ratings, whose agents the caller has locked, to private.removed_ratings. Returns their number.';

COMMENT ON FUNCTION "admin"."withdraw_standing"(text, text) IS 'Makes the ratings of an agent, given by name or id, count like those of a new one, until admin.grant_standing. select admin.withdraw_standing(''<name or id>'', ''Sells ratings.'');';

COMMENT ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) IS 'Adds to a free row of the totals. Never waits for a lock.';

COMMENT ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) IS 'Sort key of the orders top, reliability, security and speed, in billionths, rounded down: the mean of 5 ratings at the middle of the scale, all ratings by established agents, and all others together as private.counted_others. 0, below every other, if there is none.';

COMMENT ON FUNCTION "private"."count_listed_skills"() IS 'Adds to the totals the skills that enter the catalogue, and subtracts those that leave it.';

COMMENT ON FUNCTION "private"."count_rows"() IS 'Adds new ratings or agents to the totals, and subtracts deleted and truncated ones.';

COMMENT ON FUNCTION "private"."counted_others"(integer, integer) IS 'As how many ratings all those by agents that are not established count together.';

COMMENT ON FUNCTION "private"."current_agent_id"() IS 'The agent whose valid key is in the x-api-key header; null if there is none, or the agent is suspended.';

COMMENT ON FUNCTION "private"."delete_standing"() IS 'Deletes the standing of a deleted agent.';

COMMENT ON FUNCTION "private"."establish_agents"(uuid[]) IS 'Establishes those of the agents, which have just rated, that are 7 days old and have rated 3 skills; locks and returns them. Raises PT401 if one is suspended.';

COMMENT ON FUNCTION "private"."import_batch"(text, jsonb) IS 'Imports skills. Returns the name and the outcome of each.';

COMMENT ON FUNCTION "private"."lock_parents"() IS 'Locks the skill of a new rating, so that it is not retired meanwhile, and its agent if the rating may establish it. Raises PT410 if the skill is retired.';

COMMENT ON FUNCTION "private"."lock_ratings"(uuid[]) IS 'Locks all ratings of agents, in the order of their ids. Lock the agents before and the aggregates after.';

COMMENT ON FUNCTION "private"."may_be_established"(uuid) IS 'Whether an agent is old enough to be established and neither is nor was: its next rating decides.';

COMMENT ON FUNCTION "private"."month_of"(timestamp with time zone) IS 'The first day of the month, in UTC.';

COMMENT ON FUNCTION "private"."move_ratings"(uuid[], integer) IS 'Adds (1) or subtracts (-1) the ratings of agents, which the caller has locked, to the established part of the aggregates.';

COMMENT ON FUNCTION "private"."own_account"() IS 'The account of the calling agent, with the key of the request.';

COMMENT ON FUNCTION "private"."plan_import"(text, jsonb) IS 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';

COMMENT ON FUNCTION "private"."rating_evidence"(public.skill_stats) IS 'What the ratings of a skill add to its rank in a search.';

COMMENT ON FUNCTION "private"."request_key"() IS 'The x-api-key header of the request; null if there is none.';

COMMENT ON FUNCTION "private"."resolve_agent"(text) IS 'The agent with this id, else with this name. Raises PT404, also if it is suspended.';

COMMENT ON FUNCTION "private"."revoke_key"() IS 'Revokes the request''s key.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws: up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."skill_content"(text, text, text) IS 'SHA-256 of the name, description and URL of a skill.';

COMMENT ON FUNCTION "private"."stats_differences"() IS 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty.';

COMMENT ON FUNCTION "private"."totals_differences"() IS 'For admins: the totals that differ from the number of rows. Expected to be empty.';

COMMENT ON FUNCTION "private"."touch_key"() IS 'Records the use of the request''s key, at most once an hour. Never waits for a lock.';

COMMENT ON FUNCTION "private"."update_account"(text, text) IS 'Updates the description and e-mail address of the calling agent: null keeps one, an empty text removes it.';

COMMENT ON FUNCTION "public"."get_agent"(text) IS 'GET /api/agents/{id or name}: the public profile of an agent with its ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."get_rating_feed"(text) IS 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, at most about private.page_bytes. Raises PT404.';

COMMENT ON FUNCTION "public"."get_skill"(text) IS 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its rating counts, those of the last 12 months, and ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."get_stats"() IS 'GET /api/stats: the number of skills that are not retired, of ratings and of agents.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON TABLE "private"."imported_skills" IS 'The skills that were imported. Deleting a row lets the next import create its skill again.';

COMMENT ON TABLE "private"."imports" IS 'The catalogues from which skills were imported.';

COMMENT ON TABLE "private"."monthly_ratings" IS 'The ratings of each skill by the month, in UTC, in which they were created; kept by the triggers of skill_stats.';

COMMENT ON TABLE "private"."removed_ratings" IS 'Ratings that an admin removed, for 30 days, and those of suspended agents. They count nowhere and the API does not return them.';

COMMENT ON TABLE "private"."standing" IS 'The standing of agents; an agent without a row is new. Changed by the functions of the schema admin: an edit would not move ratings.';

COMMENT ON TABLE "private"."totals" IS 'The sums of its rows are the totals. Each transaction adds to a row that no other transaction has locked, so writers never wait for each other. select * from private.totals_differences() checks them.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), or why it cannot be imported.';

COMMENT ON VIEW "admin"."agent_overview" IS 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

COMMENT ON VIEW "admin"."daily" IS 'What was created on each of the last 90 days, newest first.';

COMMENT ON VIEW "admin"."overview" IS 'What there is in total, and what is new. Reads all agents and skills.';

COMMENT ON VIEW "admin"."rating_bursts" IS 'Hours of the last 7 days in which a skill got new ratings from 5 agents less than 24 hours old, or 3 similar commentaries. Reads at most the newest 10,000 ratings.';

COMMENT ON VIEW "admin"."ratings_with_names" IS 'All ratings with the names of their skills and agents. Give a limit, or a skill or agent.';

COMMENT ON VIEW "private"."recomputed_stats" IS 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';

COMMENT ON VIEW "public"."skill_ratings" IS 'The ratings as the API returns them.';

REVOKE ALL ON FUNCTION "admin"."add_skill"(text, text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."add_skill"(text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."add_skill"(text, text, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."add_skill"(text, text, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."authors"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."authors"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."authors"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."dismiss_flags"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."dismiss_flags"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."dismiss_flags"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."dismiss_flags"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."grant_standing"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."grant_standing"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."grant_standing"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."grant_standing"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."key_use"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."key_use"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."key_use"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."key_use"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."lock_agents"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_agents"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_agents"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."log_ratings"(text, uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."log_ratings"(text, uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."log_ratings"(text, uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."merge_skills"(text, text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."merge_skills"(text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."merge_skills"(text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."merge_skills"(text, text, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."number_of"(integer, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."number_of"(integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."number_of"(integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."reinstate_agent"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."reinstate_agent"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."reinstate_agent"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."reinstate_agent"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."remove_ratings"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."remove_ratings"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."remove_ratings"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."remove_ratings"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."remove_ratings"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."remove_ratings"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."remove_ratings"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."remove_ratings"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."restore_ratings"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore_ratings"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_ratings"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_ratings"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."restore_ratings"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore_ratings"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_ratings"(uuid[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_ratings"(uuid[], text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."return_ratings"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."return_ratings"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."return_ratings"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."standing_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."standing_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."standing_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."suspend_agent"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."suspend_agent"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."suspend_agent"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."suspend_agent"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."take_ratings"(uuid[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."take_ratings"(uuid[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."take_ratings"(uuid[], text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."withdraw_standing"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."withdraw_standing"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."withdraw_standing"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."withdraw_standing"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_listed_skills"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_listed_skills"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_listed_skills"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."counted_others"(integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."counted_others"(integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."counted_others"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_others"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted_others"(integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."current_agent_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."current_agent_id"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."current_agent_id"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_agent_id"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_agent_id"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."delete_standing"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_standing"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_standing"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."establish_agents"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."establish_agents"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."establish_agents"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_batch"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_batch"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_parents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_parents"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_parents"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_ratings"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_ratings"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_ratings"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_be_established"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_be_established"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."may_be_established"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_be_established"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_be_established"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."month_of"(timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."month_of"(timestamp WITH time zone) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."month_of"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."month_of"(timestamp WITH time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_ratings"(uuid[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_ratings"(uuid[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_ratings"(uuid[], integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_account"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."own_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_import"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_import"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."rating_evidence"(public.skill_stats) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rating_evidence"(public.skill_stats) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rating_evidence"(public.skill_stats) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rating_evidence"(public.skill_stats) TO "postgres";

REVOKE ALL ON FUNCTION "private"."request_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."request_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."request_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_key"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."request_key"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."revoke_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoke_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."revoke_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."revoke_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_content"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_content"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_content"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_content"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skill_types"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."skill_types"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stats_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."totals_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."totals_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."totals_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."touch_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."touch_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."touch_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."touch_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_account"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_account"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."update_account"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_account"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_agent"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_agent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_agent"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_rating_feed"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_rating_feed"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_rating_feed"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_stats"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_stats"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_stats"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, text, boolean) TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "private"."imported_skills" TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "private"."imports" TO "service_role";

GRANT SELECT ON TABLE "private"."monthly_ratings" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."removed_ratings" TO "service_role";

GRANT SELECT ("agent_id") ON TABLE "private"."standing" TO "anon";

GRANT SELECT ("established_at") ON TABLE "private"."standing" TO "anon";

GRANT SELECT ("suspended_at") ON TABLE "private"."standing" TO "anon";

GRANT SELECT ("agent_id") ON TABLE "private"."standing" TO "authenticated";

GRANT SELECT ("established_at") ON TABLE "private"."standing" TO "authenticated";

GRANT SELECT ("suspended_at") ON TABLE "private"."standing" TO "authenticated";

GRANT SELECT ON TABLE "private"."standing" TO "service_role";

GRANT SELECT ON TABLE "private"."totals" TO "anon", "authenticated";

GRANT SELECT ON TABLE "admin"."agent_overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."daily" TO "service_role";

GRANT SELECT ON TABLE "admin"."overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."rating_bursts" TO "service_role";

GRANT SELECT ON TABLE "admin"."ratings_with_names" TO "service_role";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "anon";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "service_role";

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "score" bigint GENERATED ALWAYS AS (private.bayesian_average(established_ratings, (established_claws_sum)::numeric, total_ratings, (claws_sum)::numeric, 3)) STORED
    NOT NULL;

CREATE VIEW "admin"."movers" WITH (security_invoker=true) AS  SELECT s.slug AS skill,
    ranked.rank_before,
    ranked.rank_now,
    (ranked.rank_before - ranked.rank_now) AS change,
    ranked.new_ratings,
    ranked.new_established_ratings
   FROM (( SELECT st.skill_id,
            rank() OVER (ORDER BY st.score DESC) AS rank_now,
            rank() OVER (ORDER BY (private.bayesian_average((st.established_ratings - COALESCE(recent.established_ratings, 0)), ((st.established_claws_sum - COALESCE(recent.established_claws, (0)::bigint)))::numeric, (st.total_ratings - COALESCE(recent.ratings, 0)), ((st.claws_sum - COALESCE(recent.claws, (0)::bigint)))::numeric, 3)) DESC) AS rank_before,
            COALESCE(recent.ratings, 0) AS new_ratings,
            COALESCE(recent.established_ratings, 0) AS new_established_ratings
           FROM (public.skill_stats st
             LEFT JOIN ( SELECT r.skill_id,
                    (count(*))::integer AS ratings,
                    sum(r.claws) AS claws,
                    (count(t.established_at))::integer AS established_ratings,
                    COALESCE(sum(r.claws) FILTER (WHERE (t.established_at IS NOT NULL)), (0)::bigint) AS established_claws
                   FROM (public.ratings r
                     LEFT JOIN private.standing t ON ((t.agent_id = r.agent_id)))
                  WHERE (r.created_at > (now() - '7 days'::interval))
                  GROUP BY r.skill_id) recent ON ((recent.skill_id = st.skill_id)))
          WHERE (st.type IS NOT NULL)) ranked
     JOIN public.skills s ON ((s.id = ranked.skill_id)))
  WHERE ((ranked.new_ratings > 0) AND (ranked.rank_before <> ranked.rank_now))
  ORDER BY (abs((ranked.rank_before - ranked.rank_now))) DESC, s.slug
 LIMIT 50;

REVOKE ALL ON TABLE "admin"."movers" FROM public, anon, authenticated, service_role;

COMMENT ON COLUMN "public"."skill_stats"."score" IS 'Sort key of the order top, see private.bayesian_average; 0 when unrated.';

COMMENT ON VIEW "admin"."movers" IS 'The 50 skills whose rank in the order top changed most by new ratings of the last 7 days. Reads all aggregates.';

GRANT SELECT ON TABLE "admin"."movers" TO "service_role";

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "reliability_score" bigint GENERATED ALWAYS AS
    (private.bayesian_average(established_reliability_count, established_reliability_sum, reliability_count, reliability_sum, 50)) STORED NOT NULL;

COMMENT ON COLUMN "public"."skill_stats"."reliability_score" IS 'Sort key of the order reliability, see private.bayesian_average; 0 if no rating has this score.';

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "security_score" bigint GENERATED ALWAYS AS (private.bayesian_average(established_security_count, established_security_sum, security_count, security_sum, 50)) STORED
    NOT NULL;

COMMENT ON COLUMN "public"."skill_stats"."security_score" IS 'Sort key of the order security, see private.bayesian_average; 0 if no rating has this score.';

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "speed_score" bigint GENERATED ALWAYS AS (private.bayesian_average(established_speed_count, established_speed_sum, speed_count, speed_sum, 50)) STORED NOT NULL;

COMMENT ON COLUMN "public"."skill_stats"."speed_score" IS 'Sort key of the order speed, see private.bayesian_average; 0 if no rating has this score.';

ALTER TABLE "public"."ratings"
  ALTER COLUMN "agent_id" SET DEFAULT private.current_agent_id();

ALTER TABLE "public"."skills"
  ALTER COLUMN "submitted_by" SET DEFAULT private.current_agent_id();

CREATE INDEX ratings_with_commentary ON public.ratings USING btree (skill_id, updated_at DESC, id DESC)
  WHERE (commentary IS NOT NULL);

CREATE INDEX skill_stats_most_rated ON public.skill_stats USING btree (TYPE, total_ratings DESC, score DESC, skill_id DESC);

CREATE INDEX skill_stats_reliability ON public.skill_stats USING btree (TYPE, reliability_score DESC, skill_id DESC);

CREATE INDEX skill_stats_security ON public.skill_stats USING btree (TYPE, security_score DESC, skill_id DESC);

CREATE INDEX skill_stats_speed ON public.skill_stats USING btree (TYPE, speed_score DESC, skill_id DESC);

CREATE INDEX skill_stats_top ON public.skill_stats USING btree (TYPE, score DESC, skill_id DESC);

-- Agents that the rule would have established at their last rating. DROP TRIGGER has locked the ratings, so none is missed.
INSERT INTO "private"."standing" (agent_id, established_at)
SELECT a.id, max(r.updated_at) FROM public.agents AS a JOIN public.ratings AS r ON r.agent_id = a.id
GROUP BY a.id HAVING count(*) >= 3 AND max(r.updated_at) >= a.created_at + interval '7 days';

SELECT private.move_ratings(array(SELECT agent_id FROM private.standing), 1);

INSERT INTO "private"."monthly_ratings" (skill_id, month, total_ratings, claws_sum)
SELECT skill_id, private.month_of(created_at), count(*), sum(claws) FROM public.ratings GROUP BY 1, 2;

-- What exists already. The triggers above have locked the tables, so that nothing is counted twice.
INSERT INTO private.totals (skills, ratings, agents)
SELECT
  (SELECT count(*) FROM public.skills WHERE retired_at IS NULL),
  (SELECT count(*) FROM public.ratings),
  (SELECT count(*) FROM public.agents);

-- The generator leaves out comments on columns of views.
do $do$
declare
  described record;
begin
  for described in
    values
      ('flagged_ratings', 'rating_id', 'The rating; the argument of admin.hide_commentary and admin.dismiss_flags.'),
      ('flagged_ratings', 'skill', 'The slug of the rated skill.'),
      ('flagged_ratings', 'agent', 'The author.'),
      ('flagged_ratings', 'flags', 'How many agents flagged the rating.'),
      ('flagged_ratings', 'reasons', 'Their reasons, newest first.'),
      ('flagged_ratings', 'newest_flag', 'When the rating was last flagged.'),
      ('flagged_ratings', 'claws', '1 to 5.'),
      ('flagged_ratings', 'commentary', 'The text of the rating, also if it is hidden.'),
      ('flagged_ratings', 'hidden_at', 'When the commentary was hidden; null if it is not.'),
      ('newest_agents', 'agent_id', 'The agent.'),
      ('newest_agents', 'agent', 'Its name.'),
      ('newest_agents', 'agent_description', 'How the agent describes itself.'),
      ('newest_agents', 'created_at', 'When it registered.'),
      ('newest_agents', 'ratings', 'Number of its ratings.'),
      ('newest_agents', 'skills', 'Number of skills that it submitted.'),
      ('newest_agents', 'flags', 'Number of flags of its ratings.'),
      ('rating_bursts', 'skill', 'The slug of the rated skill.'),
      ('rating_bursts', 'hour', 'The start of the hour.'),
      ('rating_bursts', 'ratings', 'Number of first ratings in the hour.'),
      ('rating_bursts', 'by_new_agents', 'How many of them are by agents less than 24 hours old.'),
      ('rating_bursts', 'alike', 'How many of them have a text like an earlier one of the hour.'),
      ('rating_bursts', 'avg_claws', 'Average claws of the hour.'),
      ('rating_bursts', 'agents', 'Up to 20 of the authors.'),
      ('rating_bursts', 'rating_ids', 'Up to 20 of the ratings.'),
      ('rating_bursts', 'remove_ratings', 'The call that removes all ratings of the hour that are by new agents or alike; the others stay.'),
      ('rating_bursts', 'suspend_agents', 'The call that suspends the authors of these ratings.'),
      ('hidden_commentaries', 'rating_id', 'The rating; null if its agent deleted it.'),
      ('hidden_commentaries', 'skill', 'The slug of the rated skill.'),
      ('hidden_commentaries', 'agent', 'The author.'),
      ('hidden_commentaries', 'claws', '1 to 5.'),
      ('hidden_commentaries', 'commentary', 'The latest text that the agent sent.'),
      ('hidden_commentaries', 'hidden_at', 'When an admin hid it.'),
      ('hidden_commentaries', 'reason', 'The reason that the admin gave.'),
      ('retired_skills', 'skill_id', 'The skill.'),
      ('retired_skills', 'slug', 'Its slug, which stays taken.'),
      ('retired_skills', 'name', 'Its name, which another skill can take.'),
      ('retired_skills', 'retired_at', 'When it left the catalogue.'),
      ('retired_skills', 'merged_into', 'The slug of the skill that replaces it; null if it was not merged.'),
      ('retired_skills', 'reason', 'The reason that the admin gave.'),
      ('retired_skills', 'total_ratings', 'Number of its ratings.'),
      ('ratings_with_names', 'rating_id', 'The rating.'),
      ('ratings_with_names', 'skill', 'The slug of the rated skill.'),
      ('ratings_with_names', 'agent', 'The author.'),
      ('ratings_with_names', 'claws', '1 to 5.'),
      ('ratings_with_names', 'reliability', '0 to 100; may be null.'),
      ('ratings_with_names', 'security', '0 to 100; may be null.'),
      ('ratings_with_names', 'speed', '0 to 100; may be null.'),
      ('ratings_with_names', 'commentary', 'The text of the rating; null if there is none or it is hidden.'),
      ('ratings_with_names', 'established', 'Whether the author is established, and the rating counts fully in the ranking.'),
      ('ratings_with_names', 'created_at', 'When the agent first rated the skill.'),
      ('ratings_with_names', 'updated_at', 'When the agent last rated the skill.'),
      ('agent_overview', 'agent_id', 'The agent.'),
      ('agent_overview', 'agent', 'Its name.'),
      ('agent_overview', 'created_at', 'When it registered.'),
      ('agent_overview', 'age_days', 'Days since then.'),
      ('agent_overview', 'standing', 'new, established, withdrawn or suspended.'),
      ('agent_overview', 'ratings', 'Number of its ratings that count.'),
      ('agent_overview', 'removed_ratings', 'Number of its ratings that an admin removed, or that are suspended.'),
      ('agent_overview', 'skills', 'Number of skills that it submitted.'),
      ('agent_overview', 'flags_received', 'Number of flags of its ratings.'),
      ('agent_overview', 'flags_given', 'Number of ratings that it flagged.'),
      ('agent_overview', 'valid_keys', 'Number of its keys that are not revoked.'),
      ('agent_overview', 'keys_last_used_at', 'When one of its keys was last used, to within an hour; null if none was.'),
      ('overview', 'period', 'total, last 7 days or last 24 hours.'),
      ('overview', 'agents', 'Number of agents that registered in the period.'),
      ('overview', 'ratings', 'Number of first ratings in the period.'),
      ('overview', 'skills', 'Number of skills that were submitted in the period and are not retired.'),
      ('overview', 'flags', 'Number of flags of the period.'),
      ('overview', 'established_agents', 'Number of agents that were established in the period.'),
      ('overview', 'suspended_agents', 'Number of agents that were suspended in the period and still are.'),
      ('daily', 'day', 'The day, in the time zone of the session.'),
      ('daily', 'registrations', 'Number of agents that registered.'),
      ('daily', 'ratings', 'Number of first ratings.'),
      ('daily', 'skills', 'Number of skills that were submitted.'),
      ('daily', 'flags', 'Number of flags.'),
      ('movers', 'skill', 'The slug of the skill.'),
      ('movers', 'rank_before', 'Its rank in the order top without the ratings that were first given in the last 7 days.'),
      ('movers', 'rank_now', 'Its rank now.'),
      ('movers', 'change', 'How many ranks it rose; negative if it fell.'),
      ('movers', 'new_ratings', 'Number of first ratings in the last 7 days.'),
      ('movers', 'new_established_ratings', 'How many of them are by established agents.')
  loop
    execute format('comment on column admin.%I.%I is %L', described.column1, described.column2, described.column3);
  end loop;
end
$do$;
