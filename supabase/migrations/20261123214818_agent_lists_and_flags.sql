-- pgls-ignore-all lint/safety/addingForeignKeyConstraint: The tables are new.
-- pgls-ignore-all lint/safety/constraintMissingNotValid: The tables are new, or have few rows.
set local lock_timeout = '2s';

do $$
begin
  -- All at once or none: those who write take these locks in different orders, so waiting for one could deadlock. Reads do not wait.
  for attempt in 1..200 loop
    begin
      lock table public.agents, public.skills, public.skill_stats in share row exclusive mode nowait;
      lock table private.rating_flags in access exclusive mode nowait;
      return;
    exception
      when lock_not_available then
        perform pg_sleep(0.05);
    end;
  end loop;
  raise lock_not_available using message = 'The tables are in use. Run the migration again.';
end $$;

SET local check_function_bodies = off;

DROP VIEW "admin"."agent_overview";

DROP VIEW "admin"."daily";

DROP VIEW "admin"."flagged_ratings";

DROP VIEW "admin"."newest_agents";

DROP VIEW "admin"."overview";

CREATE TABLE "private"."skill_flags" (
  "agent_id"   uuid                     NOT NULL,
  "skill_id"   uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "weight"     smallint                 NOT NULL DEFAULT 1,
  CONSTRAINT "skill_flags_pkey" PRIMARY KEY (skill_id, agent_id),
  CONSTRAINT "skill_flags_weight_known" CHECK ((weight = ANY (ARRAY[0, 1, 2]))),
  "reason"     private.reason           NOT NULL
);

CREATE TABLE "private"."unreviewed_skills" (
  "skill_id"     uuid                     NOT NULL,
  "submitted_at" timestamp with time zone NOT NULL,
  CONSTRAINT "unreviewed_skills_pkey" PRIMARY KEY (skill_id)
);

ALTER TABLE "private"."rating_flags"
  ADD COLUMN "weight" smallint NOT NULL DEFAULT 1;

CREATE OR REPLACE FUNCTION admin.flags_received (
  agent uuid
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    (select count(*) from public.ratings as r join private.rating_flags as f on f.rating_id = r.id where r.agent_id = agent)
    + (select count(*) from public.skills as s join private.skill_flags as f on f.skill_id = s.id where s.submitted_by = agent)
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
  perform private.weigh_flags(author.id);
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

  delete from private.rating_flags as f where f.rating_id = hide_commentary.rating;
  get diagnostics dismissed = row_count;

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
declare
  dismissed integer;
begin
  delete from private.unreviewed_skills as u where u.skill_id = skill;
  -- Never waits: a flag that is locked is being deleted with its agent, which may wait for a lock of the caller.
  delete from private.skill_flags as f
  where (f.skill_id, f.agent_id) in (
    select own.skill_id, own.agent_id from private.skill_flags as own where own.skill_id = skill for update skip locked
  );
  get diagnostics dismissed = row_count;
  return dismissed;
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
  dismissed integer;
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
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(gone.id);

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
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', gone.slug, kept.slug, moved, dropped, warnings
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
  perform private.weigh_flags(author.id);
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
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
  dismissed integer;
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  dismissed := admin.leave_queue(retired.id);
  perform admin.log_action('retire_skill', retired.id, reason => why, details => jsonb_build_object('flags', dismissed));
  return format('%s is retired: it is in no list, cannot be rated, and its name can be used again. Its page remains.', retired.slug);
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
  is_new boolean := exists (select from private.unreviewed_skills as u where u.skill_id = reviewed);
  dismissed integer := admin.leave_queue(reviewed);
begin
  if dismissed = 0 and not is_new then
    return 'This skill is not in the queue.';
  end if;
  perform admin.log_action('review_skill', reviewed, reason => why, details => jsonb_build_object('flags', dismissed));
  return format('Reviewed: the skill stays as it is. %s dismissed.', admin.number_of(dismissed, 'flag'));
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
  perform private.weigh_flags(author.id);
  perform admin.log_action(
    'suspend_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', taken)
  );
  return format(
    '%s is suspended: its keys are rejected, and its %s count nowhere. Undo: admin.reinstate_agent.',
    author.agent_name, admin.number_of(taken, 'rating')
  );
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
  perform private.weigh_flags(author.id);
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_flag_reason (
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  clean_reason text := private.clean_text(reason, 1000);
begin
  perform private.validate(
    'reason', case when clean_reason is null then 'is required' else private.text_error(clean_reason, 1, 1000) end
  );
  return clean_reason;
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
  insert into private.rating_flags as f (agent_id, rating_id, reason, weight)
  values (agent, rating, new_reason, private.flag_weight(agent))
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    weight = excluded.weight,
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

  insert into private.skill_flags as f (agent_id, skill_id, reason, weight)
  values (agent, skill, new_reason, private.flag_weight(agent))
  on conflict (skill_id, agent_id) do update set
    reason = excluded.reason,
    weight = excluded.weight,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('skill_id', skill, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.flag_weight (
  agent uuid
)
  RETURNS smallint
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select case when bool_or(t.suspended_at is not null) then 0 when bool_or(t.established_at is not null) then 2 else 1 end
    from private.standing as t where t.agent_id = agent
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.list_of_agent (
  kind    text,
  address text,
  wanted  integer,
  cursor  text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.resolve_agent(address);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(wanted, 100), 1), 500);
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, format('^%s$', private.position_pattern('{timestamptz,uuid}')));
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
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_caller()
  RETURNS uuid
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.agents where id = private.current_agent_id() for key share;
  -- After the lock: an admin may have suspended the agent.
  return private.require_agent();
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_for_review()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.unreviewed_skills (skill_id, submitted_at)
  select id, created_at from new_skills where submitted_by is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_agent_ratings (
  agent  uuid,
  after  jsonb,
  wanted integer,
  bytes  integer
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
  select jsonb_build_array(own.updated_at, own.id), row_to_json(shown)
  from (
    -- octet_length does not read a long text.
    select newest.*, sum(octet_length(newest.commentary)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, commentary
      from public.ratings
      where agent_id = agent
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
  ) as own
  cross join lateral (
    select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id offset 0
  ) as shown
  where coalesce(own.bytes_before, 0) < bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_agent_skills (
  agent  uuid,
  after  jsonb,
  wanted integer,
  bytes  integer
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
  select jsonb_build_array(own.updated_at, own.id), row_to_json(shown)
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
      limit wanted
    ) as newest
  ) as own
  cross join lateral (select c.* from public.skill_catalogue as c where c.id = own.id offset 0) as shown
  where coalesce(own.bytes_before, 0) < bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.weigh_flags (
  agent uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  new_weight smallint := private.flag_weight(agent);
begin
  -- Never waits: a flag that is locked is being deleted. Call it last: who deletes a rating waits for its flags.
  update private.rating_flags set weight = new_weight
  where (rating_id, agent_id) in (
    select f.rating_id, f.agent_id from private.rating_flags as f
    where f.agent_id = agent and f.weight <> new_weight for no key update skip locked
  );
  update private.skill_flags set weight = new_weight
  where (skill_id, agent_id) in (
    select f.skill_id, f.agent_id from private.skill_flags as f
    where f.agent_id = agent and f.weight <> new_weight for no key update skip locked
  );
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
      answer := private.flag_rating(rating, clean_reason);
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
    answer := private.flag_skill(private.resolve_skill(p_skill), clean_reason);
  end loop;
  perform private.touch_key();
  return answer;
end
$function$;

REVOKE ALL ON FUNCTION "public"."flag_skill"(text, text) FROM PUBLIC, "service_role";

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
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent_ratings(agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_agent_ratings (
  p_agent  text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.list_of_agent('ratings', p_agent, p_limit, p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_agent_ratings"(text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_agent_skills (
  p_agent  text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.list_of_agent('skills', p_agent, p_limit, p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_agent_skills"(text, integer, text) FROM PUBLIC, "service_role";

ALTER TABLE "private"."rating_flags"
  ADD CONSTRAINT "rating_flags_weight_known" CHECK ((weight = ANY (ARRAY[0, 1, 2])));

ALTER TABLE "private"."skill_flags"
  ADD CONSTRAINT "skill_flags_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

ALTER TABLE "private"."skill_flags"
  ADD CONSTRAINT "skill_flags_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE;

ALTER TABLE "private"."unreviewed_skills"
  ADD CONSTRAINT "unreviewed_skills_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE CASCADE;

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
    admin.flags_received(id) AS flags
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

CREATE INDEX rating_flags_of_rating ON private.rating_flags USING btree (rating_id, weight DESC, created_at);

CREATE INDEX rating_flags_oldest ON private.rating_flags USING btree (weight, created_at);

CREATE INDEX skill_flags_agent_id ON private.skill_flags USING btree (agent_id);

CREATE INDEX skill_flags_of_skill ON private.skill_flags USING btree (skill_id, weight DESC, created_at);

CREATE INDEX skill_flags_oldest ON private.skill_flags USING btree (weight, created_at);

CREATE INDEX unreviewed_skills_newest ON private.unreviewed_skills USING btree (submitted_at DESC, skill_id);

CREATE INDEX skills_of_agent ON public.skills USING btree (submitted_by, updated_at DESC, id DESC)
  WHERE (retired_at IS NULL);

CREATE TRIGGER queue_for_review
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.queue_for_review();

COMMENT ON COLUMN "private"."rating_flags"."weight" IS '2 by an established agent, 1 by another, 0 by a suspended one, which does not count: as of the flag, or since an admin last changed the standing.';

COMMENT ON COLUMN "private"."skill_flags"."agent_id" IS 'The agent that flagged the skill.';

COMMENT ON COLUMN "private"."skill_flags"."weight" IS 'As in private.rating_flags.';

COMMENT ON FUNCTION "admin"."flags_received"(uuid) IS 'The number of flags of the ratings and skills of an agent.';

COMMENT ON FUNCTION "admin"."hide_commentary"(uuid, text) IS 'Hides the commentary of a rating, and new ones by its agent, until admin.restore_commentary, and deletes its flags. Claws and scores still count. select admin.hide_commentary(''<rating id>'', ''Spam.'');';

COMMENT ON FUNCTION "admin"."leave_queue"(uuid) IS 'Takes a skill out of admin.queue: deletes its flags, whose number it returns, and marks it as reviewed.';

COMMENT ON FUNCTION "admin"."retire_skill"(text, text) IS 'Removes a skill from all lists, deletes its flags and frees its name; its page remains. select admin.retire_skill(''<id or slug>'', ''Gone.'');';

COMMENT ON FUNCTION "admin"."review_skill"(text, text) IS 'Marks a skill as reviewed and deletes its flags; it stays as it is. select admin.review_skill(''<id or slug>'', ''Fine.'');';

COMMENT ON FUNCTION "private"."clean_flag_reason"(text) IS 'The reason of a flag, normalized. Raises PT400 if there is none or it is invalid.';

COMMENT ON FUNCTION "private"."flag_skill"(uuid, text) IS 'Creates or replaces the calling agent''s flag of a skill. Null if the skill was merged or deleted in the meantime. Raises PT401.';

COMMENT ON FUNCTION "private"."flag_weight"(uuid) IS 'The weight of a flag by an agent, see private.rating_flags.';

COMMENT ON FUNCTION "private"."list_of_agent"(text, text, integer, text) IS 'A page of the ratings or skills of an agent, at most 500 and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "private"."lock_caller"() IS 'Locks the calling agent, so that it is not deleted and its standing does not change until the end of the transaction. Raises PT401.';

COMMENT ON FUNCTION "private"."queue_for_review"() IS 'Shows new skills of agents to the admins. Not those of an import or of admin.add_skill.';

COMMENT ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) IS 'The ratings of an agent after a cursor position (null: from the first), last updated first, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) IS 'The skills in the catalogue that an agent submitted, like private.scan_agent_ratings.';

COMMENT ON FUNCTION "private"."weigh_flags"(uuid) IS 'Sets the weights of all flags by an agent, whose standing the caller has changed.';

COMMENT ON FUNCTION "public"."flag_skill"(text, text) IS 'POST /api/skills/{id or slug}/flag: reports a skill, or the skill that it was merged into, to admins. Raises PT400, PT401 and PT404.';

COMMENT ON FUNCTION "public"."list_agent_ratings"(text, integer, text) IS 'GET /api/agents/{id or name}/ratings: a page of an agent''s ratings. Raises PT400 and PT404.';

COMMENT ON FUNCTION "public"."list_agent_skills"(text, integer, text) IS 'GET /api/agents/{id or name}/skills: a page of the skills in the catalogue that an agent submitted. Raises PT400 and PT404.';

COMMENT ON TABLE "private"."skill_flags" IS 'Skills that agents reported to admins, one row for each agent and skill. A flag hides nothing.';

COMMENT ON TABLE "private"."unreviewed_skills" IS 'Skills that agents submitted and no admin has looked at, see admin.queue.';

COMMENT ON VIEW "admin"."newest_agents" IS 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

REVOKE ALL ON FUNCTION "admin"."flags_received"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."flags_received"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."flags_received"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."flags_received"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."leave_queue"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."leave_queue"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."leave_queue"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."review_skill"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."review_skill"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."review_skill"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."review_skill"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."clean_flag_reason"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_flag_reason"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."clean_flag_reason"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_flag_reason"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."flag_skill"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."flag_skill"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."flag_skill"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_skill"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."flag_weight"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."flag_weight"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_weight"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_of_agent"(text, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_of_agent"(text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_of_agent"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_of_agent"(text, text, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_caller"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_for_review"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."queue_for_review"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."queue_for_review"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."weigh_flags"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."weigh_flags"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."weigh_flags"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."flag_skill"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."flag_skill"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."flag_skill"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_ratings"(text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_agent_ratings"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_ratings"(text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_skills"(text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_agent_skills"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_skills"(text, integer, text) TO "postgres";

GRANT SELECT ON TABLE "private"."skill_flags" TO "service_role";

GRANT SELECT ON TABLE "private"."unreviewed_skills" TO "service_role";

GRANT SELECT ON TABLE "admin"."newest_agents" TO "service_role";

CREATE VIEW "private"."flags" WITH (security_invoker=true) AS  SELECT rating_flags.agent_id,
    rating_flags.rating_id,
    NULL::uuid AS skill_id,
    rating_flags.reason,
    rating_flags.weight,
    rating_flags.created_at,
    rating_flags.updated_at
   FROM private.rating_flags
UNION ALL
 SELECT skill_flags.agent_id,
    NULL::uuid AS rating_id,
    skill_flags.skill_id,
    skill_flags.reason,
    skill_flags.weight,
    skill_flags.created_at,
    skill_flags.updated_at
   FROM private.skill_flags;

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
    admin.flags_received(a.id) AS flags_received,
    ( SELECT (count(*))::integer AS count
           FROM private.flags f
          WHERE (f.agent_id = a.id)) AS flags_given,
    k.valid_keys,
    k.last_used_at AS keys_last_used_at
   FROM ((public.agents a
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     CROSS JOIN LATERAL admin.key_use(a.id) k(valid_keys, last_used_at));

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
           FROM private.flags
          WHERE ((flags.created_at >= day.day) AND (flags.created_at < (day.day + '1 day'::interval)))) AS flags
   FROM generate_series((date_trunc('day'::text, now()) - '89 days'::interval), date_trunc('day'::text, now()), '1 day'::interval) day(day)
  ORDER BY ((day)::date) DESC;

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
           FROM private.flags
          WHERE (flags.created_at >= period.start)) AS flags,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.established_at >= period.start)) AS established_agents,
    ( SELECT count(*) AS count
           FROM private.standing
          WHERE (standing.suspended_at >= period.start)) AS suspended_agents
   FROM ( VALUES ('total'::text,'-infinity'::timestamp with time zone), ('last 7 days'::text,(now() - '7 days'::interval)), ('last 24 hours'::text,(now() - '24:00:00'::interval))) period(name, start);

CREATE VIEW "private"."reported" WITH (security_invoker=true) AS  SELECT t.rating_id,
    t.skill_id,
    (count(*) FILTER (WHERE (f.weight = 2)))::integer AS established_flags,
    (count(*))::integer AS flags,
    (array_agg((f.reason)::text ORDER BY f.weight DESC, f.created_at, f.agent_id))[:10] AS reasons,
    (array_agg((a.agent_name)::text ORDER BY f.weight DESC, f.created_at, f.agent_id))[:10] AS reported_by,
    min(f.created_at) AS since
   FROM ((( SELECT o.rating_id,
            o.skill_id
           FROM (( SELECT f_1.rating_id,
                    f_1.skill_id
                   FROM private.flags f_1
                  WHERE (f_1.weight = 2)
                  ORDER BY f_1.created_at
                 LIMIT 500)
                UNION ALL
                ( SELECT f_1.rating_id,
                    f_1.skill_id
                   FROM private.flags f_1
                  WHERE (f_1.weight = 1)
                  ORDER BY f_1.created_at
                 LIMIT 500)) o
          GROUP BY o.rating_id, o.skill_id) t
     CROSS JOIN LATERAL (( SELECT r.agent_id,
            r.reason,
            r.weight,
            r.created_at
           FROM private.rating_flags r
          WHERE ((r.rating_id = t.rating_id) AND (r.weight > 0))
          ORDER BY r.weight DESC, r.created_at
         LIMIT 100)
        UNION ALL
        ( SELECT k.agent_id,
            k.reason,
            k.weight,
            k.created_at
           FROM private.skill_flags k
          WHERE ((k.skill_id = t.skill_id) AND (k.weight > 0))
          ORDER BY k.weight DESC, k.created_at
         LIMIT 100)) f)
     JOIN public.agents a ON ((a.id = f.agent_id)))
  GROUP BY t.rating_id, t.skill_id;

CREATE VIEW "admin"."queue" WITH (security_invoker=true) AS  SELECT e.kind,
    s.slug AS skill,
    s.name,
    a.agent_name AS agent,
    e.claws,
    "left"(e.content, 500) AS content,
    e.url,
    e.established_flags,
    e.flags,
    e.reasons,
    e.reported_by,
    e.since,
    e.written_at,
    e.rating_id,
        CASE
            WHEN (e.rating_id IS NOT NULL) THEN format('select admin.dismiss_flags(%L, %L);'::text, e.rating_id, 'Fine.')
            ELSE format('select admin.review_skill(%L, %L);'::text, s.slug, 'Fine.')
        END AS keep,
        CASE
            WHEN e.can_hide THEN format('select admin.hide_commentary(%L, %L);'::text, e.rating_id, 'Against the rules.')
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
        END AS suspend
   FROM (((( SELECT 'reported rating'::text AS kind,
            c.established_flags,
            c.flags,
            c.reasons,
            c.reported_by,
            c.since,
            r.skill_id,
            r.id AS rating_id,
            r.agent_id,
            r.claws,
            COALESCE((r.commentary)::text, h.commentary) AS content,
            NULL::text AS url,
            r.commentary_at AS written_at,
            (r.commentary IS NOT NULL) AS can_hide
           FROM ((private.reported c
             JOIN public.ratings r ON ((r.id = c.rating_id)))
             LEFT JOIN private.hidden_commentaries h ON (((h.skill_id = r.skill_id) AND (h.agent_id = r.agent_id))))
        UNION ALL
         SELECT 'reported skill'::text AS kind,
            c.established_flags,
            c.flags,
            c.reasons,
            c.reported_by,
            c.since,
            k.id AS skill_id,
            NULL::uuid AS rating_id,
            k.submitted_by AS agent_id,
            NULL::smallint AS claws,
            (k.description)::text AS content,
            (k.url)::text AS url,
            k.updated_at AS written_at,
            false AS can_hide
           FROM (private.reported c
             JOIN public.skills k ON ((k.id = c.skill_id)))
        UNION ALL
         SELECT 'new skill'::text AS kind,
            0 AS established_flags,
            0 AS flags,
            NULL::text[] AS reasons,
            NULL::text[] AS reported_by,
            n.submitted_at AS since,
            k.id AS skill_id,
            NULL::uuid AS rating_id,
            k.submitted_by AS agent_id,
            NULL::smallint AS claws,
            (k.description)::text AS content,
            (k.url)::text AS url,
            k.updated_at AS written_at,
            false AS can_hide
           FROM (( SELECT u.skill_id,
                    u.submitted_at
                   FROM private.unreviewed_skills u
                  ORDER BY u.submitted_at DESC, u.skill_id
                 LIMIT 500) n
             JOIN public.skills k ON ((k.id = n.skill_id)))
          WHERE (NOT (EXISTS ( SELECT
                   FROM private.skill_flags f
                  WHERE ((f.skill_id = n.skill_id) AND (f.weight > 0)))))) e
     JOIN public.skills s ON ((s.id = e.skill_id)))
     LEFT JOIN public.agents a ON ((a.id = e.agent_id)))
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
  ORDER BY e.established_flags DESC, e.flags DESC,
        CASE
            WHEN (e.flags = 0) THEN e.since
            ELSE NULL::timestamp with time zone
        END DESC, e.since, e.rating_id, e.skill_id;

COMMENT ON VIEW "admin"."agent_overview" IS 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

COMMENT ON VIEW "admin"."daily" IS 'What was created on each of the last 90 days, newest first.';

COMMENT ON VIEW "admin"."overview" IS 'What there is in total, and what is new. Reads all agents and skills.';

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then new skills. Each row has the calls that settle it; it leaves the queue then. Reads the 500 oldest flags by established agents, of others, and the 500 newest skills.';

COMMENT ON VIEW "private"."flags" IS 'All flags, of ratings and of skills.';

COMMENT ON VIEW "private"."reported" IS 'The ratings and skills of the oldest flags, with at most 100 flags of each.';

GRANT SELECT ON TABLE "admin"."agent_overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."daily" TO "service_role";

GRANT SELECT ON TABLE "admin"."overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

GRANT SELECT ON TABLE "private"."flags" TO "service_role";

GRANT SELECT ON TABLE "private"."reported" TO "service_role";

comment on column admin.queue.kind is 'reported skill, reported rating or new skill.';

comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill.';

comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';

comment on column admin.queue.established_flags is 'How many established agents flagged it, of the first 100. Those of suspended agents do not count, here and in flags.';

comment on column admin.queue.flags is 'How many agents flagged it, at most 100.';

comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';

comment on column admin.queue.reported_by is 'The agents of these reasons.';

comment on column admin.queue.since is 'When it was first flagged, or submitted.';

comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';

comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';

comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';

comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';

comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';

comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';

comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';

comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

comment on column admin.overview.ratings is 'Number of first ratings in the period.';

comment on column admin.overview.skills is 'Number of skills that were submitted in the period and are not retired.';

comment on column admin.overview.suspended_agents is 'Number of agents that were suspended in the period and still are.';

comment on column admin.daily.day is 'In the time zone of the session.';

comment on column admin.daily.ratings is 'Number of first ratings.';

-- written by hand: the weights of the flags until now.
update private.rating_flags as f set weight = private.flag_weight(f.agent_id)
where f.weight <> private.flag_weight(f.agent_id);
