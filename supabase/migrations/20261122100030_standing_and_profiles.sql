set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "lock_skill" ON "public"."ratings";

DROP INDEX "public"."ratings_agent_id";

DROP INDEX "public"."skill_stats_most_rated";

DROP INDEX "public"."skill_stats_reliability";

DROP INDEX "public"."skill_stats_security";

DROP INDEX "public"."skill_stats_speed";

DROP INDEX "public"."skill_stats_top";

DROP INDEX "public"."skills_submitted_by";

DROP FUNCTION "private"."lock_skill"();

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer);

DROP VIEW "public"."skill_ratings";

DROP FUNCTION "private"."stats_differences"();

DROP VIEW "private"."recomputed_stats";

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

CREATE TABLE "private"."imports" (
  "source"     text                     NOT NULL,
  "cursor"     text,
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "imports_pkey" PRIMARY KEY (source)
);

CREATE TABLE "private"."monthly_ratings" (
  "skill_id"      uuid    NOT NULL,
  "month"         date    NOT NULL,
  "total_ratings" integer NOT NULL,
  "claws_sum"     bigint  NOT NULL,
  CONSTRAINT "monthly_ratings_pkey" PRIMARY KEY (skill_id, month)
);

CREATE TABLE "private"."standing" (
  "agent_id"       uuid                     NOT NULL,
  "established_at" timestamp with time zone,
  "withdrawn_at"   timestamp with time zone,
  "suspended_at"   timestamp with time zone,
  CONSTRAINT "standing_established_or_withdrawn" CHECK (((established_at IS NULL) OR (withdrawn_at IS NULL))),
  CONSTRAINT "standing_pkey" PRIMARY KEY (agent_id)
);

CREATE TABLE "private"."totals" (
  "id"      integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "skills"  bigint  NOT NULL DEFAULT 0,
  "ratings" bigint  NOT NULL DEFAULT 0,
  "agents"  bigint  NOT NULL DEFAULT 0,
  CONSTRAINT "totals_pkey" PRIMARY KEY (id)
);

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
  counted integer := least(others, greatest(0, 3 - established_count));
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

CREATE OR REPLACE FUNCTION private.current_agent_id()
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 SELECT k.agent_id
    FROM private.agent_keys k
   WHERE ((k.key_hash = extensions.digest(private.request_key(), 'sha256'::text)) AND ((k.revoked_at IS NULL) OR (k.revoked_at > clock_timestamp())) AND (NOT (EXISTS ( SELECT
            FROM private.standing t
           WHERE ((t.agent_id = k.agent_id) AND (t.suspended_at IS NOT NULL))))));
END;

CREATE OR REPLACE FUNCTION private.delete_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.ratings where agent_id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish_agents (
  agents uuid[]
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
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
  if retired is not null then
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
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  ((0.5)::double precision * ln((((1 + (stats).established_ratings) + LEAST(((stats).total_ratings - (stats).established_ratings), GREATEST(0, (3 -
  (stats).established_ratings)))))::double precision));

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
      if matches is null then
        return query
        select jsonb_build_array(score, id) from unnest(types) as t (type) cross join lateral (
          select score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by score desc, id desc limit wanted
        ) as s order by score desc, id desc limit wanted;
      else
        return query
        select jsonb_build_array(score, id) from (select skill_id as id, * from public.skill_stats) as s
        where id = any (matches) and (score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by score desc, id desc limit wanted;
      end if;
    when 'rating' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      if matches is null then
        return query
        select jsonb_build_array(avg_tenths, total_ratings, id) from unnest(types) as t (type) cross join lateral (
          select avg_tenths, total_ratings, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (avg_tenths, total_ratings, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by avg_tenths desc, total_ratings desc, id desc limit wanted
        ) as s order by avg_tenths desc, total_ratings desc, id desc limit wanted;
      else
        return query
        select jsonb_build_array(avg_tenths, total_ratings, id) from (select skill_id as id, * from public.skill_stats) as s
        where id = any (matches) and (avg_tenths, total_ratings, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by avg_tenths desc, total_ratings desc, id desc limit wanted;
      end if;
    when 'most_rated' then
      after := coalesce(after, '["9223372036854775807", "9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      if matches is null then
        return query
        select jsonb_build_array(total_ratings, score, id) from unnest(types) as t (type) cross join lateral (
          select total_ratings, score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (total_ratings, score, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by total_ratings desc, score desc, id desc limit wanted
        ) as s order by total_ratings desc, score desc, id desc limit wanted;
      else
        return query
        select jsonb_build_array(total_ratings, score, id) from (select skill_id as id, * from public.skill_stats) as s
        where id = any (matches) and (total_ratings, score, id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid) order by total_ratings desc, score desc, id desc limit wanted;
      end if;
    when 'reliability' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      if matches is null then
        return query
        select jsonb_build_array(reliability_score, id) from unnest(types) as t (type) cross join lateral (
          select reliability_score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (reliability_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by reliability_score desc, id desc limit wanted
        ) as s order by reliability_score desc, id desc limit wanted;
      else
        return query
        select jsonb_build_array(reliability_score, id) from (select skill_id as id, * from public.skill_stats) as s
        where id = any (matches) and (reliability_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by reliability_score desc, id desc limit wanted;
      end if;
    when 'security' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      if matches is null then
        return query
        select jsonb_build_array(security_score, id) from unnest(types) as t (type) cross join lateral (
          select security_score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (security_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by security_score desc, id desc limit wanted
        ) as s order by security_score desc, id desc limit wanted;
      else
        return query
        select jsonb_build_array(security_score, id) from (select skill_id as id, * from public.skill_stats) as s
        where id = any (matches) and (security_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by security_score desc, id desc limit wanted;
      end if;
    when 'speed' then
      after := coalesce(after, '["9223372036854775807", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      if matches is null then
        return query
        select jsonb_build_array(speed_score, id) from unnest(types) as t (type) cross join lateral (
          select speed_score, id from (select skill_id as id, * from public.skill_stats) as s where s.type = t.type and (speed_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by speed_score desc, id desc limit wanted
        ) as s order by speed_score desc, id desc limit wanted;
      else
        return query
        select jsonb_build_array(speed_score, id) from (select skill_id as id, * from public.skill_stats) as s
        where id = any (matches) and (speed_score, id) < ((after ->> 0)::bigint, (after ->> 1)::uuid) order by speed_score desc, id desc limit wanted;
      end if;
    when 'newest' then
      after := coalesce(after, '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]');
      if matches is null then
        return query
        select jsonb_build_array(created_at, id) from unnest(types) as t (type) cross join lateral (
          select created_at, id from (select * from public.skills where retired_at is null) as s where s.type = t.type and (created_at, id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid) order by created_at desc, id desc limit wanted
        ) as s order by created_at desc, id desc limit wanted;
      else
        return query
        select jsonb_build_array(created_at, id) from (select * from public.skills where retired_at is null) as s
        where id = any (matches) and (created_at, id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid) order by created_at desc, id desc limit wanted;
      end if;
    when 'name' then
      after := coalesce(after, '["", "00000000-0000-0000-0000-000000000000"]');
      if matches is null then
        return query
        select jsonb_build_array(name_key, id) from unnest(types) as t (type) cross join lateral (
          select name_key, id from (select * from public.skills where retired_at is null) as s where s.type = t.type and (name_key, id) > ((after ->> 0)::text, (after ->> 1)::uuid) order by name_key asc, id asc limit wanted
        ) as s order by name_key asc, id asc limit wanted;
      else
        return query
        select jsonb_build_array(name_key, id) from (select * from public.skills where retired_at is null) as s
        where id = any (matches) and (name_key, id) > ((after ->> 0)::text, (after ->> 1)::uuid) order by name_key asc, id asc limit wanted;
      end if;
  end case;
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
      select row_to_json(named) from (select s.id, s.name, s.slug, s.created_at from public.skills as s where s.id = skill) as named
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
ALTER TABLE "private"."standing"
  ADD CONSTRAINT "standing_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/constraintMissingNotValid: its columns are new
ALTER TABLE "public"."skill_stats"
  ADD CONSTRAINT "skill_stats_established"
    CHECK
    (((LEAST(established_ratings, established_reliability_count, established_security_count, established_speed_count) >= 0) AND (established_ratings <= total_ratings) AND
    (established_reliability_count <= reliability_count) AND (established_security_count <= security_count) AND (established_speed_count <= speed_count)));

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

CREATE TRIGGER delete_ratings
  BEFORE DELETE ON public.agents
  FOR EACH ROW
  EXECUTE FUNCTION private.delete_ratings();

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

COMMENT ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) IS 'Adds to a free row of the totals. Never waits for a lock.';

COMMENT ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) IS 'Sort key of the orders top, reliability, security and speed, in billionths, rounded down: the mean of 5 ratings at the middle of the scale, all ratings by established agents, and all others together as min(their number, max(0, 3 - established)). 0, below every other, if there is none.';

COMMENT ON FUNCTION "private"."count_listed_skills"() IS 'Adds to the totals the skills that enter the catalogue, and subtracts those that leave it.';

COMMENT ON FUNCTION "private"."count_rows"() IS 'Adds new ratings or agents to the totals, and subtracts deleted and truncated ones.';

COMMENT ON FUNCTION "private"."current_agent_id"() IS 'The agent whose valid key is in the x-api-key header; null if there is none, or the agent is suspended.';

COMMENT ON FUNCTION "private"."delete_ratings"() IS 'Deletes the ratings of a deleted agent while its standing is known; the order of the foreign keys is not.';

COMMENT ON FUNCTION "private"."establish_agents"(uuid[]) IS 'Establishes those of the agents, which have just rated, that are 7 days old and have rated 3 skills; locks and returns them. Raises PT401 if one is suspended.';

COMMENT ON FUNCTION "private"."import_batch"(text, jsonb) IS 'Imports skills. Returns the name and the outcome of each.';

COMMENT ON FUNCTION "private"."lock_parents"() IS 'Locks the skill of a new rating, so that it is not retired meanwhile, and its agent if the rating may establish it. Raises PT410 if the skill is retired.';

COMMENT ON FUNCTION "private"."lock_ratings"(uuid[]) IS 'Locks all ratings of agents, in the order of their ids. Lock the agents before and the aggregates after.';

COMMENT ON FUNCTION "private"."may_be_established"(uuid) IS 'Whether an agent is old enough to be established and neither is nor was: its next rating decides.';

COMMENT ON FUNCTION "private"."month_of"(timestamp with time zone) IS 'The first day of the month, in UTC.';

COMMENT ON FUNCTION "private"."move_ratings"(uuid[], integer) IS 'Adds (1) or subtracts (-1) the ratings of agents, which the caller has locked, to the established part of the aggregates.';

COMMENT ON FUNCTION "private"."plan_import"(text, jsonb) IS 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';

COMMENT ON FUNCTION "private"."resolve_agent"(text) IS 'The agent with this id, else with this name. Raises PT404, also if it is suspended.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, jsonb, integer, integer) IS 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws: up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."skill_content"(text, text, text) IS 'SHA-256 of the name, description and URL of a skill.';

COMMENT ON FUNCTION "private"."stats_differences"() IS 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty.';

COMMENT ON FUNCTION "private"."totals_differences"() IS 'For admins: the totals that differ from the number of rows. Expected to be empty.';

COMMENT ON FUNCTION "public"."get_agent"(text) IS 'GET /api/agents/{id or name}: the public profile of an agent with its ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."get_rating_feed"(text) IS 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, at most about private.page_bytes. Raises PT404.';

COMMENT ON FUNCTION "public"."get_skill"(text) IS 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its rating counts, those of the last 12 months, and ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."get_stats"() IS 'GET /api/stats: the number of skills that are not retired, of ratings and of agents.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON TABLE "private"."imported_skills" IS 'The skills that were imported. Deleting a row lets the next import create its skill again.';

COMMENT ON TABLE "private"."imports" IS 'The catalogues from which skills were imported.';

COMMENT ON TABLE "private"."monthly_ratings" IS 'The ratings of each skill by the month, in UTC, in which they were created; kept by the triggers of skill_stats.';

COMMENT ON TABLE "private"."standing" IS 'The standing of agents; an agent without a row is new. Changed by the functions of the schema admin: an edit would not move ratings.';

COMMENT ON TABLE "private"."totals" IS 'The sums of its rows are the totals. Each transaction adds to a row that no other transaction has locked, so writers never wait for each other. select * from private.totals_differences() checks them.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), or why it cannot be imported.';

COMMENT ON VIEW "private"."recomputed_stats" IS 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';

COMMENT ON VIEW "public"."skill_ratings" IS 'The ratings as the API returns them.';

REVOKE ALL ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_listed_skills"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_listed_skills"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_listed_skills"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_ratings"() TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."plan_import"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_import"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "postgres";

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

GRANT SELECT ("agent_id") ON TABLE "private"."standing" TO "anon";

GRANT SELECT ("established_at") ON TABLE "private"."standing" TO "anon";

GRANT SELECT ("suspended_at") ON TABLE "private"."standing" TO "anon";

GRANT SELECT ("agent_id") ON TABLE "private"."standing" TO "authenticated";

GRANT SELECT ("established_at") ON TABLE "private"."standing" TO "authenticated";

GRANT SELECT ("suspended_at") ON TABLE "private"."standing" TO "authenticated";

GRANT SELECT ON TABLE "private"."standing" TO "service_role";

GRANT SELECT ON TABLE "private"."totals" TO "anon", "authenticated";

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

COMMENT ON COLUMN "public"."skill_stats"."score" IS 'Sort key of the order top, see private.bayesian_average; 0 when unrated.';

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "reliability_score" bigint GENERATED ALWAYS AS
    (private.bayesian_average(established_reliability_count, established_reliability_sum, reliability_count, reliability_sum, 50)) STORED NOT NULL;

COMMENT ON COLUMN "public"."skill_stats"."reliability_score" IS 'Sort key of the order reliability, see private.bayesian_average; 0 when there is no such score.';

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "security_score" bigint GENERATED ALWAYS AS (private.bayesian_average(established_security_count, established_security_sum, security_count, security_sum, 50)) STORED
    NOT NULL;

COMMENT ON COLUMN "public"."skill_stats"."security_score" IS 'Sort key of the order security, see private.bayesian_average; 0 when there is no such score.';

-- pgls-ignore lint/safety/addSerialColumn: generated, so every row has a value
-- pgls-ignore lint/safety/addingRequiredField: generated, so every row has a value
ALTER TABLE "public"."skill_stats"
  ADD COLUMN "speed_score" bigint GENERATED ALWAYS AS (private.bayesian_average(established_speed_count, established_speed_sum, speed_count, speed_sum, 50)) STORED NOT NULL;

COMMENT ON COLUMN "public"."skill_stats"."speed_score" IS 'Sort key of the order speed, see private.bayesian_average; 0 when there is no such score.';

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
