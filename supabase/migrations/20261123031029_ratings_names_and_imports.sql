-- pgls-ignore-all lint/safety/avoidWideLockWindow: The columns, their values and the triggers that keep them change together.
-- pgls-ignore-all lint/safety/banDropTrigger: Each is replaced or not needed any more.
-- pgls-ignore-all lint/safety/banDropColumn: Of an internal type of arguments, which no table has.
-- pgls-ignore-all lint/safety/addingForeignKeyConstraint: Few agents have a standing.
-- pgls-ignore-all lint/safety/constraintMissingNotValid: The tables have few rows, and skill_stats one for each skill.
-- pgls-ignore-all lint/safety/changingColumnType: One rewrite of the table is the fastest way to set the new columns.
-- pgls-ignore-all lint/safety/banUpdateWithoutWhere: The new columns of all rows get their values.
-- pgls-ignore-all lint/safety/addingNotNullField: These tables have few rows.
set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_established (
  agent uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from private.standing as t where t.agent_id = agent and t.established_at is not null);
end
$function$;

ALTER TABLE "public"."ratings"
  ADD COLUMN "commentary_at" timestamp WITH time zone NOT NULL DEFAULT now();

ALTER TABLE "public"."ratings"
  ADD COLUMN "counts_fully" boolean NOT NULL DEFAULT false;

-- One rewrite; an update would double the table. When a text was written is not known better.
alter table public.ratings
  alter column commentary_at type timestamptz using updated_at,
  alter column counts_fully type boolean using private.is_established(agent_id);

CREATE INDEX ratings_commentary_at ON public.ratings USING btree (commentary_at)
  WHERE (commentary IS NOT NULL);

DROP TRIGGER "delete_standing" ON "public"."agents";

DROP TRIGGER "record_key_use" ON "public"."ratings";

-- Until now, entries whose names were one name after cleaning were given the same skill. It stays with the entry that has its name.
delete from private.imported_skills as i
using (
  select d.source, d.external_name, row_number() over (
    partition by d.skill_id order by d.external_name <> s.name, d.source, d.external_name
  ) as place
  from private.imported_skills as d join public.skills as s on s.id = d.skill_id
) as owners
where owners.place > 1 and i.source = owners.source and i.external_name = owners.external_name;

DROP INDEX "private"."imported_skills_skill_id";

DROP VIEW "admin"."flagged_ratings";

DROP VIEW "admin"."rating_bursts";

DROP VIEW "private"."newest_ratings";

DROP VIEW "private"."oldest_ratings";

ALTER TABLE "public"."skill_stats"
  DROP CONSTRAINT "skill_stats_established";

DROP FUNCTION "private"."count_changes"(private.rating_change[], uuid[], integer);

DROP FUNCTION "private"."delete_standing"();

DROP FUNCTION "private"."stats_differences"();

DROP VIEW "private"."recomputed_stats";

ALTER TYPE "private"."rating_change" DROP ATTRIBUTE "agent_id" CASCADE;

ALTER TABLE "private"."hidden_commentaries"
  ADD COLUMN "commentary_at" timestamp WITH time zone;

ALTER TABLE "private"."imported_skills"
  ADD COLUMN "status" text;

ALTER TABLE "private"."removed_ratings"
  ADD COLUMN "commentary_at" timestamp WITH time zone;

ALTER TYPE "private"."import_entry" ADD ATTRIBUTE "status" text CASCADE;

ALTER TYPE "private"."rating_change" ADD ATTRIBUTE "counts_fully" boolean CASCADE;

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
  begin
    insert into public.skills (name, description, type, url) values (clean_name, clean_description, add_skill.type, clean_url)
    on conflict (name_key) where retired_at is null do nothing
    returning * into added;
  exception
    when sqlstate 'PT409' then
      raise exception 'The name "%" is that of a skill that was merged into %.', clean_name,
        (select slug from public.skills where id = private.name_holder(private.name_key(clean_name)));
  end;
  if added.id is null then
    return format('The catalogue already has %s.', clean_name);
  end if;
  perform admin.log_action('add_skill', added.id, reason => why);
  return format('%s is in the catalogue as %s.', added.name, added.slug);
end
$function$;

CREATE OR REPLACE FUNCTION admin.dashboard_user()
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  claims text := current_setting('request.jwt.claims', true);
begin
  return coalesce(
    -- Not by a pattern: user_metadata, which users write, can contain "sub", too.
    case when pg_input_is_valid(claims, 'jsonb') then private.parse_uuid(claims::jsonb ->> 'sub') end,
    -- The SQL editor of the hosted dashboard ends each query with lines of comment, one of which names the user. Only the last such
    -- line counts, and only at the end: the query can contain names and texts of agents.
    substring(
      right(current_query(), 1000),
      '^(?:.*\n)?-- user: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[ \t\r]*(?:\n[ \t\r]*(?:--[^\n]*)?)*$'
    )::uuid
  );
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
  perform private.lock_ratings(array[author.id]);
  perform private.apply_standing(array[author.id]);
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
begin
  if exists (
    select from private.hidden_commentaries as h where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  ) then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- The agent did not edit the rating, so its times stay.
  update public.ratings set updated_at = locked.updated_at, commentary_at = locked.commentary_at where id = rating;
  insert into private.hidden_commentaries (skill_id, agent_id, commentary, commentary_at, reason)
  values (locked.skill_id, locked.agent_id, locked.commentary, locked.commentary_at, why);

  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why, jsonb_build_object('commentary', locked.commentary)
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
    insert into private.hidden_commentaries (skill_id, agent_id, commentary, commentary_at, hidden_at, reason)
    select distinct on (h.agent_id)
      kept.id,
      h.agent_id,
      case when r.id is null or r.skill_id = h.skill_id and r.commentary is null then h.commentary else r.commentary end,
      coalesce(r.commentary_at, h.commentary_at),
      h.hidden_at,
      h.reason
    from private.hidden_commentaries as h
    left join public.ratings as r on r.agent_id = h.agent_id and r.skill_id in (gone.id, kept.id)
    where h.skill_id in (gone.id, kept.id)
    -- The text of a rating that exists, else the newer one.
    order by h.agent_id, r.skill_id = h.skill_id desc, h.commentary_at desc, h.skill_id = gone.id desc
    on conflict (skill_id, agent_id) do update set
      commentary = excluded.commentary,
      commentary_at = excluded.commentary_at,
      hidden_at = excluded.hidden_at,
      reason = excluded.reason;
    delete from private.hidden_commentaries where skill_id = gone.id;
    for hidden in
      select r.* from public.ratings as r
      join private.hidden_commentaries as h on h.skill_id = kept.id and h.agent_id = r.agent_id
      where r.skill_id in (gone.id, kept.id) and r.commentary is not null
    loop
      update public.ratings set commentary = null where id = hidden.id;
      update public.ratings set updated_at = hidden.updated_at, commentary_at = hidden.commentary_at where id = hidden.id;
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
  update public.ratings set updated_at = locked.updated_at, commentary_at = locked.commentary_at where id = rating;

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
    when unique_violation or sqlstate 'PT409' then
      raise exception 'The name "%" was taken by %. Rename one of the two first.', retired.name,
        (select slug from public.skills where id = private.name_holder(retired.name_key));
  end;
  perform admin.log_action('restore_skill', retired.id, reason => why);
  return format('%s is in the catalogue again.', retired.slug);
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
      id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at, commentary_at
    )
    -- To the skill that replaces a merged one. A newer rating by the agent stays.
    select distinct on (coalesce(s.merged_into, s.id), r.agent_id)
      r.id, coalesce(s.merged_into, s.id), r.agent_id, r.claws, r.reliability, r.security, r.speed, r.commentary,
      r.created_at, r.updated_at, r.commentary_at
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
    id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at, commentary_at, cause
  )
  select
    g.id, g.skill_id, g.agent_id, g.claws, g.reliability, g.security, g.speed, coalesce(g.commentary, h.commentary),
    g.created_at, g.updated_at, g.commentary_at, take_ratings.cause
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
  update private.standing set established_at = null, withdrawn_at = now() where agent_id = author.id;
  if standing.established_at is not null then
    perform private.lock_ratings(array[author.id]);
    perform private.apply_standing(array[author.id]);
  end if;
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_standing (
  agents uuid[],
  skills uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.agent_id = any (agents)));
  -- The trigger set_counts_fully finds the value.
  update public.ratings as r set counts_fully = default where r.agent_id = any (agents);
end
$function$;

CREATE OR REPLACE FUNCTION private.check_merged_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  holder uuid;
begin
  -- A skill that has the name of a merged one already keeps it.
  if new.retired_at is not null or tg_op = 'UPDATE' and old.retired_at is null and new.name_key = old.name_key then
    return null;
  end if;
  holder := private.merged_name_holder(new.name_key);
  if holder <> new.id then
    raise sqlstate 'PT409' using message = 'skill_name_taken', detail = private.skill_reference(holder)::text;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.commentary_key (
  commentary text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN btrim(regexp_replace((private.fold_text("left"(commentary, 500)) COLLATE pg_c_utf8), '[[:space:][:punct:]]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION private.count_changes (
  changes private.rating_change[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  perform private.lock_stats(array(select c.skill_id from unnest(changes) as c));

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
    from (select r.*, case when r.counts_fully then r.sign else 0 end as full_sign from unnest(changes) as r) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(c.sign), sum(c.sign * c.claws) from unnest(changes) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by 1, 2
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_deleted_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from old_ratings) then
    perform private.count_changes(
      array(
        select (skill_id, -1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from old_ratings
      )
    );
  end if;
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
  if exists (select from new_ratings) then
    perform private.establish_raters(
      array(select distinct agent_id from new_ratings), array(select skill_id from new_ratings)
    );
    perform private.count_changes(
      array(
        select (skill_id, 1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from new_ratings
      )
    );
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
begin
  if not exists (select from new_ratings) then
    return null;
  end if;
  -- An agent sent the update, not an admin or a trigger.
  if pg_trigger_depth() = 1 and private.request_key() is not null then
    perform private.establish_raters(
      array(select distinct agent_id from new_ratings),
      array(select skill_id from new_ratings union all select skill_id from old_ratings)
    );
  end if;
  -- A masked commentary changes nothing that is counted. Counting it would lock its aggregates before count_new_ratings locks all of
  -- them in order.
  if exists (
    select skill_id, claws, reliability, security, speed, created_at, counts_fully from new_ratings
    except all
    select skill_id, claws, reliability, security, speed, created_at, counts_fully from old_ratings
  ) then
    perform private.count_changes(
      array(
        select (skill_id, 1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from new_ratings
        union all
        select (skill_id, -1, claws, reliability, security, speed, created_at, counts_fully)::private.rating_change
        from old_ratings
      )
    );
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish_raters (
  agents uuid[],
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  risen uuid[] := private.establish_agents(agents);
begin
  if risen <> '{}' then
    perform private.apply_standing(risen, skills);
  end if;
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
  by_name uuid := private.name_holder(key);
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
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

CREATE OR REPLACE FUNCTION private.has_four_words (
  key text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN (regexp_count(regexp_replace(key, '([\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]{2})(?=\S)'::text, '\1 '::text, 'g'::text), '\S+'::text) >= 4);

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
  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken. It must not stop the other entries.
      for i in 1..cardinality(plan) loop
        begin
          perform private.create_imported(p_source, plan[i:i]);
        exception
          when sqlstate 'PT409' then
            plan[i].outcome := coalesce(private.taken_by(plan[i].name), 'name is taken');
        end;
      end loop;
  end;

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

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  return (
    select coalesce(jsonb_agg(jsonb_build_array(coalesce(e.external_name, ''), case
      when e.outcome <> 'created' or i.source is not null then e.outcome
      -- Without a holder, another transaction took the slug.
      else coalesce(private.taken_by(e.name), 'is not created yet: run the same command again')
    end) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
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
  -- Before the new row exists: an admin who has locked the agent and restores its rating would wait for that row, while this
  -- transaction waits for the agent. Strong at once if the rating may establish the agent: two ratings could not both strengthen it.
  if private.may_be_established(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;

  -- Waits for an admin who retires or merges the skill. In a BEFORE trigger: a new rating that waits for this lock could deadlock
  -- with a merge that moves another rating of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  -- An admin can restore a rating of a retired skill.
  if retired is not null and not exists (select from private.removed_ratings where id = new.id) then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- Each change of standing locks the agent, too.
  new.counts_fully := private.is_established(new.agent_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_stats (
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform from public.skill_stats where skill_id = any (skills) order by skill_id for no key update;
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

  if tg_op = 'INSERT' and hidden.commentary_at >= new.commentary_at
    and exists (select from private.removed_ratings where id = new.id)
  then
    -- An admin restores the rating; its agent has sent another text since. The older one stays in the log.
    if new.commentary is distinct from hidden.commentary then
      perform admin.log_action(
        'drop_older_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
      );
    end if;
    new.commentary_at := hidden.commentary_at;
  elsif new.commentary is distinct from hidden.commentary then
    if tg_op = 'UPDATE' then
      -- Otherwise private.update_rating would treat the rating as identical.
      new.updated_at := clock_timestamp();
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
    end if;
    update private.hidden_commentaries set commentary = new.commentary, commentary_at = new.commentary_at
    where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at, commentary_at = new.commentary_at where id = new.id;
  end if;
  new.commentary := null;
  return new;
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
    select kept.id
    from public.skills as gone join public.skills as kept on kept.id = gone.merged_into
    where gone.name_key = key and gone.merged_into is not null and kept.retired_at is null
    -- The last one that had the name: it can have been taken again before this rule.
    order by gone.retired_at desc, gone.id
    limit 1
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 WITH named
  AS (
          SELECT DISTINCT ON ((private.name_key(e.name))) private.name_key(e.name) AS name_key,
             e.external_name,
             e.name,
             e.description,
             e.type,
             e.url,
             e.published_at,
             e.content,
             e.skill_id,
             e.old_content,
             e.outcome,
             e.status,
             e.ordinality
            FROM unnest(create_imported.entries) WITH ORDINALITY e(external_name, name, description, type, url, published_at, content, skill_id, old_content, outcome, status, ordinality)
           WHERE ((e.outcome = 'created'::text) AND (private.merged_name_holder(private.name_key(e.name)) IS NULL))
           ORDER BY (private.name_key(e.name)), e.ordinality
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

CREATE OR REPLACE FUNCTION private.name_holder (
  key text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return coalesce((select id from public.skills where name_key = key and retired_at is null), private.merged_name_holder(key));
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
      when e.status <> 'active' and (known.source is null or known.status = e.status) then 'inactive'
      when e.status <> 'active' then 'marked'
      when known.source is null then 'created'
      when known.published_at > e.published_at or known.content = e.content then 'unchanged'
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active')
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        -- Part of a primary key: an index entry is limited to 2,704 bytes.
        'external_name ' || case when external_name is null then 'is required' else private.text_error(external_name, 1, 200) end,
        'external_name ' || case when place > 1 then 'is in the batch more than once' end,
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
      ) as problem
    from (
      select
        position,
        entry ->> 'external_name' as external_name,
        row_number() over (partition by entry ->> 'external_name' order by position) as place,
        exists (
          select from private.imported_skills as i where i.source = p_source and i.external_name = entry ->> 'external_name'
        ) as is_known,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        private.publication_time(coalesce(entry ->> 'published_at', '-infinity')) as published_at,
        coalesce(entry ->> 'status', 'active') as status
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  order by e.position;
$function$;

CREATE OR REPLACE FUNCTION private.publication_time (
  value text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN CASE WHEN (VALUE = ANY (ARRAY['infinity'::text, '-infinity'::text])) THEN (VALUE)::timestamp
  WITH time zone WHEN ((VALUE ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$'::text) AND pg_input_is_valid(VALUE, 'timestamptz'::text)) THEN (VALUE)::timestamp
  WITH time zone ELSE NULL::timestamp WITH time zone END;

CREATE OR REPLACE FUNCTION private.revoke_key()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.agent_keys
  SET revoked_at = LEAST(agent_keys.revoked_at, clock_timestamp()), last_used_at = clock_timestamp()
   WHERE (agent_keys.key_hash = extensions.digest(private.request_key(), 'sha256'::text));
END;

CREATE OR REPLACE FUNCTION private.set_counts_fully()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.agent_id <> old.agent_id then
    perform from public.agents where id = new.agent_id for key share;
  end if;
  new.counts_fully := private.is_established(new.agent_id);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.source_status (
  skill uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT imported_skills.status
    FROM private.imported_skills
   WHERE (imported_skills.skill_id = source_status.skill);
END;

CREATE OR REPLACE FUNCTION private.taken_by (
  wanted_name text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT ('name is taken by '::text || s.slug)
    FROM public.skills s
   WHERE (s.id = private.name_holder(private.name_key(taken_by.wanted_name)));
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
  -- By what admin.rating_bursts compares: a text has had its time for as long as it has been like others.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$function$;

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
      where coalesce(page.bytes_before, 0) < 1000000
    )
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
        st.established_ratings,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
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
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

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
begin
  perform private.validate(
    -- The source and an external name are a primary key.
    'source', case when p_source is null then 'is required' else private.text_error(p_source, 1, 1000) end,
    'cursor', private.text_error(p_cursor, 0, 2048)
  );
  begin
    -- Locks the source: two imports of one catalogue run one after another.
    insert into private.imports as i (source) values (p_source)
    on conflict (source) do update set updated_at = now();
    outcomes := private.import_batch(p_source, p_skills::jsonb);
    update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
    if p_dry_run then
      raise sqlstate 'PTDRY';
    end if;
  exception
    when sqlstate 'PTDRY' then
      -- Everything is rolled back but the outcomes.
      null;
  end;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
  );
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
  previous public.ratings;
  removed text[];
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
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
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

  -- A hidden commentary is not in the table: to its agent, the rating has none.
  removed := array_remove(array[
    case when previous.commentary is not null and clean_commentary is null then 'commentary' end,
    case when previous.reliability is not null and p_reliability is null then 'reliability' end,
    case when previous.security is not null and p_security is null then 'security' end,
    case when previous.speed is not null and p_speed is null then 'speed' end
  ], null);
  return json_build_object(
    'created', created,
    'removed', case when created then '{}' else removed end,
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
    'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
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

    holder := private.skill_reference(private.name_holder(private.name_key(clean_name)));
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

ALTER TABLE "private"."imported_skills"
  ADD CONSTRAINT "imported_skills_status_known" CHECK ((status = ANY (ARRAY['deprecated'::text, 'deleted'::text])));

-- Of agents that were truncated.
delete from private.standing as t where not exists (select from public.agents as a where a.id = t.agent_id);

ALTER TABLE "private"."standing"
  ADD CONSTRAINT "standing_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

ALTER TABLE "public"."skill_stats"
  ADD CONSTRAINT "skill_stats_established" CHECK ((LEAST(established_ratings, established_reliability_count, established_security_count, established_speed_count) >= 0));

CREATE VIEW "admin"."flagged_ratings" WITH (security_invoker=true) AS  SELECT f.rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    f.flags,
    f.reasons,
    f.newest_flag,
    r.claws,
    COALESCE((r.commentary)::text, h.commentary) AS commentary,
    h.hidden_at,
    r.commentary_at AS written_at
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

create view admin.rating_bursts with (security_invoker = true) as
-- Each part reads its ratings by an index, with a limit, so that the cost does not grow with the table. In parentheses for the
-- linter, which takes the select after `with` for another statement.
(with texts as (
  select t.*, md5(t.key) as burst
  from (
    select r.id, r.skill_id, r.agent_id, r.claws, r.commentary_at as at, private.commentary_key(r.commentary) as key
    from public.ratings as r
    where r.commentary is not null and r.commentary_at > now() - interval '7 days'
    order by r.commentary_at desc
    limit 10000
  ) as t
  where private.has_four_words(t.key)
),
equal_texts as (
  select e.*
  from (
    select
      t.*,
      count(*) over (partition by t.skill_id, t.burst) as ratings,
      -- An agent may use its own text for several skills.
      min(t.at) over (partition by t.agent_id, t.burst) as written_at
    from texts as t
  ) as e
  where e.ratings >= 3
),
-- What is older than all texts above.
older_texts as (
  select r.agent_id, md5(private.commentary_key(r.commentary)) as burst, min(r.commentary_at) as written_at
  from (select min(t.at) as at from texts as t) as oldest
  cross join lateral (
    select a.id
    from public.agents as a
    where a.created_at < oldest.at and a.id in (select e.agent_id from equal_texts as e)
    order by a.created_at, a.id
    limit 200
  ) as author
  cross join lateral (
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.updated_at < oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
    union all
    -- Its claws may have been corrected since.
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.updated_at >= oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
  ) as r
  where r.commentary is not null and r.commentary_at < oldest.at
  group by 1, 2
),
by_equal_texts as (
  select c.*, bool_and(c.is_first) over (partition by c.agent_id) as is_left_out
  from (
    select
      e.id, e.skill_id, e.agent_id, e.claws, e.at, e.burst, w.written_at,
      e.agent_id = first_value(e.agent_id) over (partition by e.skill_id, e.burst order by w.written_at, e.at, e.id) as is_first
    from equal_texts as e
    left join older_texts as o on o.agent_id = e.agent_id and o.burst = e.burst
    cross join lateral (select least(e.written_at, o.written_at) as written_at) as w
  ) as c
),
by_new_agents as (
  select n.*
  from (
    select
      h.id, h.skill_id, h.agent_id, h.claws, h.created_at as at, date_trunc('hour', h.created_at)::text as burst,
      count(*) over (partition by h.skill_id, date_trunc('hour', h.created_at)) as ratings
    from (
      select r.id, r.skill_id, r.agent_id, r.claws, r.created_at
      from public.ratings as r
      where r.created_at > now() - interval '7 days'
      order by r.created_at desc
      limit 10000
    ) as h
    join public.agents as author on author.id = h.agent_id
    where author.created_at > h.created_at - interval '24 hours'
  ) as n
  where n.ratings >= 5
)
select
  s.slug as skill,
  m.kind,
  min(m.at) as first_at,
  max(m.at) as last_at,
  count(*)::integer as ratings,
  round(avg(m.claws), 1) as avg_claws,
  array_agg(a.agent_name order by m.at, m.id) as agents,
  array_agg(m.id order by m.at, m.id) as rating_ids,
  array_agg(m.at order by m.at, m.id) as times,
  array_agg(
    format('%s: wrote the text first, at %s', a.agent_name, to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS "UTC"'))
  ) filter (where m.is_left_out) as left_out,
  format(
    'select admin.remove_ratings(%L::uuid[], %L);',
    array_agg(m.id order by m.id) filter (where not m.is_left_out), 'A burst of ratings.'
  ) as remove_ratings,
  format(
    'select admin.suspend_agent(agent, %L) from unnest(%L::text[]) as agent;',
    'A burst of ratings.', array_agg(m.agent_id order by m.agent_id) filter (where not m.is_left_out)
  ) as suspend_agents
from (
  select 'equal texts' as kind, c.skill_id, c.burst, c.id, c.agent_id, c.claws, c.at, c.written_at, c.is_left_out
  from by_equal_texts as c
  union all
  select 'new agents' as kind, n.skill_id, n.burst, n.id, n.agent_id, n.claws, n.at, null, false
  from by_new_agents as n
) as m
join public.agents as a on a.id = m.agent_id
join public.skills as s on s.id = m.skill_id
group by s.slug, m.kind, m.burst
order by last_at desc, ratings desc, s.slug, m.kind, m.burst);

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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
    ratings.updated_at,
    ratings.commentary_at,
    ratings.counts_fully
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
            r_1.commentary_at,
            r_1.counts_fully,
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

CREATE UNIQUE INDEX imported_skills_skill_id ON private.imported_skills USING btree (skill_id);

CREATE TRIGGER record_key_use
  AFTER INSERT OR DELETE OR UPDATE ON public.ratings
  FOR EACH STATEMENT
  WHEN ((pg_trigger_depth() = 0))
  EXECUTE FUNCTION private.record_key_use();

CREATE TRIGGER set_counts_fully
  BEFORE UPDATE OF agent_id, counts_fully ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.set_counts_fully();

CREATE TRIGGER check_merged_name
  AFTER INSERT OR UPDATE OF name, retired_at ON public.skills
  FOR EACH ROW
  EXECUTE FUNCTION private.check_merged_name();

COMMENT ON COLUMN "private"."hidden_commentaries"."commentary_at" IS 'When the agent sent it.';

COMMENT ON COLUMN "private"."imported_skills"."status" IS 'deprecated or deleted if the catalogue says so of all versions; null otherwise.';

COMMENT ON COLUMN "private"."removed_ratings"."commentary_at" IS 'When the agent wrote the commentary.';

COMMENT ON COLUMN "public"."agents"."email" IS 'Contact address for the operator, up to 254 characters; private. Nothing sends e-mail to it. Only /api/me returns it, to the agent itself.';

COMMENT ON COLUMN "public"."ratings"."commentary_at" IS 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it. See admin.rating_bursts.';

COMMENT ON COLUMN "public"."ratings"."counts_fully" IS 'Whether the agent is established, and the established part of skill_stats includes the rating. Set by the service.';

COMMENT ON COLUMN "public"."skills"."name" IS '1 to 200 characters; unique among the skills that are not retired, ignoring case and width. See private.check_merged_name for the names of merged skills.';

COMMENT ON FUNCTION "admin"."dashboard_user"() IS 'The id of the user that a token or the hosted dashboard names; null if neither does.';

COMMENT ON FUNCTION "private"."apply_standing"(uuid[], uuid[]) IS 'Counts all ratings of agents by their standing, which the caller has changed; it has locked the agents and all their ratings. Locks the aggregates of further skills as well.';

COMMENT ON FUNCTION "private"."check_merged_name"() IS 'Raises PT409 if a skill takes the name of a merged one, except for the skill into which that was merged.';

COMMENT ON FUNCTION "private"."commentary_key"(text) IS 'The first 500 characters of a commentary as admin.rating_bursts compares them: without case, accents, width and punctuation.';

COMMENT ON FUNCTION "private"."count_changes"(private.rating_change[]) IS 'Adds changes of ratings to the aggregates.';

COMMENT ON FUNCTION "private"."create_imported"(text, private.import_entry[]) IS 'Creates the new skills of an import whose names are free. May raise PT409 for a name that is not.';

COMMENT ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) IS 'Establishes those of the agents that this rating establishes. Locks the aggregates of their ratings and of the skills together, in order.';

COMMENT ON FUNCTION "private"."has_four_words"(text) IS 'Whether a text, as private.commentary_key returns it, is so long that agents hardly write the same one by chance.';

COMMENT ON FUNCTION "private"."is_established"(uuid) IS 'Whether the ratings of an agent count fully.';

COMMENT ON FUNCTION "private"."lock_parents"() IS 'Locks the agent and the skill of a new rating, so that neither is deleted, the skill is not retired and the standing does not change. Raises PT410 if the skill is retired.';

COMMENT ON FUNCTION "private"."lock_stats"(uuid[]) IS 'Locks the aggregates of skills, always in the order of the ids, so that statements over many skills cannot deadlock.';

COMMENT ON FUNCTION "private"."merged_name_holder"(text) IS 'The skill into which the skill with this comparison key of its name was merged, unless it is retired; null if there is none.';

COMMENT ON FUNCTION "private"."name_holder"(text) IS 'The skill to which a name leads, by its comparison key: the one that has it, else the one into which a skill with this name was merged.';

COMMENT ON FUNCTION "private"."publication_time"(text) IS 'A time in UTC as RFC 3339 writes it, infinity or -infinity; null for anything else.';

COMMENT ON FUNCTION "private"."set_counts_fully"() IS 'Sets counts_fully of a rating by the standing of its agent, whatever the statement says.';

COMMENT ON FUNCTION "private"."source_status"(uuid) IS 'deprecated or deleted if the catalogue that the skill was imported from says so; null otherwise.';

COMMENT ON FUNCTION "private"."stats_differences"() IS 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty.';

COMMENT ON FUNCTION "private"."taken_by"(text) IS 'Which skill a name leads to, as the outcome of an import; null if there is none.';

COMMENT ON FUNCTION "private"."update_rating"() IS 'Sets updated_at and commentary_at of a replaced rating; skips an identical one.';

COMMENT ON FUNCTION "public"."get_rating_feed"(text) IS 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, up to the one whose text reaches 1 MB. Raises PT404.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), or why it cannot be imported.';

COMMENT ON VIEW "admin"."flagged_ratings" IS 'The ratings that agents flagged, those with the most flags first.';

COMMENT ON VIEW "admin"."rating_bursts" IS 'Of the last 7 days: 3 equal texts of at least four words about a skill, and hours in which it got first ratings from 5 agents less than 24 hours old. Reads at most the newest 10,000 texts and ratings.';

COMMENT ON VIEW "private"."newest_ratings" IS 'Ratings with an index scan for each number of claws, newest first.';

COMMENT ON VIEW "private"."oldest_ratings" IS 'Ratings with an index scan for each number of claws, oldest first.';

COMMENT ON VIEW "private"."recomputed_stats" IS 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';

REVOKE ALL ON FUNCTION "admin"."dashboard_user"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."dashboard_user"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."dashboard_user"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."apply_standing"(uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_standing"(uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_standing"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_merged_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_merged_name"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_merged_name"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."commentary_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."commentary_key"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."commentary_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."commentary_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."commentary_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."count_changes"(private.rating_change[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_changes"(private.rating_change[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_changes"(private.rating_change[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."establish_raters"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_four_words"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_four_words"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_four_words"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_four_words"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_established"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_established"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_established"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_stats"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_stats"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_stats"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."merged_name_holder"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."merged_name_holder"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."merged_name_holder"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."merged_name_holder"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."merged_name_holder"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_holder"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."name_holder"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."name_holder"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_holder"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_holder"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."publication_time"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publication_time"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."publication_time"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."publication_time"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."set_counts_fully"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_counts_fully"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_counts_fully"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_reference"(uuid) FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."skill_reference"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."source_status"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."source_status"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."source_status"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."source_status"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stats_differences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."taken_by"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."taken_by"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."taken_by"(text) TO "service_role";

REVOKE ALL ("skill_id") ON TABLE "private"."imported_skills" FROM "anon";

GRANT SELECT ("skill_id") ON TABLE "private"."imported_skills" TO "anon";

REVOKE ALL ("status") ON TABLE "private"."imported_skills" FROM "anon";

GRANT SELECT ("status") ON TABLE "private"."imported_skills" TO "anon";

REVOKE ALL ("skill_id") ON TABLE "private"."imported_skills" FROM "authenticated";

GRANT SELECT ("skill_id") ON TABLE "private"."imported_skills" TO "authenticated";

REVOKE ALL ("status") ON TABLE "private"."imported_skills" FROM "authenticated";

GRANT SELECT ("status") ON TABLE "private"."imported_skills" TO "authenticated";

-- Older projects grant everything on new views.
revoke all on admin.flagged_ratings, admin.rating_bursts, private.newest_ratings, private.oldest_ratings, private.recomputed_stats
  from public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "admin"."flagged_ratings" TO "service_role";

GRANT SELECT ON TABLE "admin"."rating_bursts" TO "service_role";

GRANT SELECT ON TABLE "private"."newest_ratings" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."oldest_ratings" TO "anon", "authenticated";

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
     (COALESCE(NULLIF(current_setting('role'::text, true), 'none'::text), (SESSION_USER)::text), admin.dashboard_user(), log_action.action, log_action.skill_id,
     log_action.rating_id,
     log_action.agent_id, log_action.reason, (regexp_replace((log_action.details)::text, '(claw_[0-9a-f]{8})[0-9a-f]{48}'::text, '\1…'::text, 'g'::text))::jsonb);
END;

update private.removed_ratings set commentary_at = updated_at;
alter table private.removed_ratings alter column commentary_at set not null;
-- Without a rating, what is hidden was sent after any rating that was removed.
update private.hidden_commentaries as h set commentary_at = coalesce(
  (select r.updated_at from public.ratings as r where r.skill_id = h.skill_id and r.agent_id = h.agent_id), now()
);
alter table private.hidden_commentaries alter column commentary_at set not null;

CREATE INDEX skills_merged_name ON public.skills USING btree (name_key)
  WHERE (merged_into IS NOT NULL);

comment on column admin.flagged_ratings.rating_id is 'The rating; the argument of admin.hide_commentary and admin.dismiss_flags.';
comment on column admin.flagged_ratings.skill is 'The slug of the rated skill.';
comment on column admin.flagged_ratings.agent is 'The author.';
comment on column admin.flagged_ratings.flags is 'How many agents flagged the rating.';
comment on column admin.flagged_ratings.reasons is 'Their reasons, newest first.';
comment on column admin.flagged_ratings.newest_flag is 'When the rating was last flagged.';
comment on column admin.flagged_ratings.claws is '1 to 5.';
comment on column admin.flagged_ratings.commentary is 'The text of the rating, also if it is hidden.';
comment on column admin.flagged_ratings.hidden_at is 'When the commentary was hidden; null if it is not.';
comment on column admin.flagged_ratings.written_at is 'When the agent wrote this commentary. If that is after newest_flag, the flags mean an earlier one.';
comment on column admin.rating_bursts.skill is 'The slug of the rated skill.';
comment on column admin.rating_bursts.kind is 'equal texts, or new agents.';
comment on column admin.rating_bursts.first_at is 'The first of the times.';
comment on column admin.rating_bursts.last_at is 'The last of the times.';
comment on column admin.rating_bursts.ratings is 'Number of ratings in the burst.';
comment on column admin.rating_bursts.avg_claws is 'Their average claws.';
comment on column admin.rating_bursts.agents is 'Their authors, in the order of the times.';
comment on column admin.rating_bursts.rating_ids is 'The ratings, in this order.';
comment on column admin.rating_bursts.times is 'When each author wrote the text as it is now; for new agents, when each first rated.';
comment on column admin.rating_bursts.left_out is 'Whom the calls leave out, and why: the author who wrote the text first, unless it copied another one. Null for new agents.';
comment on column admin.rating_bursts.remove_ratings is 'The call that removes the ratings of the burst, without those of left_out.';
comment on column admin.rating_bursts.suspend_agents is 'The call that suspends their authors.';

-- In one statement, because `supabase db push` runs each statement in a transaction of its own: ratings can have been written in between.
do $do$
begin
  lock table public.ratings, private.standing in share row exclusive mode;
  alter table public.ratings disable trigger user;
  update public.ratings as r set counts_fully = not r.counts_fully
  where r.counts_fully <> (r.agent_id in (select t.agent_id from private.standing as t where t.established_at is not null));
  alter table public.ratings enable trigger user;

  -- A mixed upsert counted ratings twice.
  update public.skill_stats as s set
    established_ratings = r.ratings,
    established_claws_sum = r.claws,
    established_reliability_sum = r.reliability,
    established_reliability_count = r.reliabilities,
    established_security_sum = r.security,
    established_security_count = r.securities,
    established_speed_sum = r.speed,
    established_speed_count = r.speeds
  from (
    select
      c.skill_id, coalesce(e.ratings, 0) as ratings, coalesce(e.claws, 0) as claws,
      coalesce(e.reliability, 0) as reliability, coalesce(e.reliabilities, 0) as reliabilities,
      coalesce(e.security, 0) as security, coalesce(e.securities, 0) as securities,
      coalesce(e.speed, 0) as speed, coalesce(e.speeds, 0) as speeds
    from public.skill_stats as c
    left join (
      select
        skill_id, count(*) as ratings, sum(claws) as claws, sum(reliability) as reliability, count(reliability) as reliabilities,
        sum(security) as security, count(security) as securities, sum(speed) as speed, count(speed) as speeds
      from public.ratings
      where counts_fully
      group by skill_id
    ) as e using (skill_id)
  ) as r
  where r.skill_id = s.skill_id and (
    s.established_ratings, s.established_claws_sum, s.established_reliability_sum, s.established_reliability_count,
    s.established_security_sum, s.established_security_count, s.established_speed_sum, s.established_speed_count
  ) <> (r.ratings, r.claws, r.reliability, r.reliabilities, r.security, r.securities, r.speed, r.speeds);
end
$do$;
