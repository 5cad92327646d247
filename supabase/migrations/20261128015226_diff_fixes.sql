set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
    perform private.log_replaced_rating(r, other.id)
    from public.ratings as r
    join public.ratings as other
      on other.agent_id = r.agent_id and other.skill_id in (source.id, target.id) and other.id <> r.id
    where r.id = any (losing);
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

CREATE OR REPLACE FUNCTION private.accept_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  standing private.standing;
  retired timestamptz;
  earlier public.ratings;
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
  select * into earlier from public.ratings as r
  where (r.skill_id, r.agent_id) = (new.skill_id, new.agent_id) and r.removed_at is not null
  for update;
  if not found then
    return new;
  end if;
  perform private.log_replaced_rating(earlier, new.id);
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_totals()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not exists (select from private.totals) then
    insert into private.totals default values on conflict do nothing;
  end if;
  -- A GET request to the Data API cannot write: it returns what is stored.
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  -- SKIP LOCKED: while one call counts, the others return what is stored.
  perform from private.totals where counted_at < clock_timestamp() - interval '60 seconds' for update skip locked;
  if found then
    update private.totals set
      skills = (select count(*) from public.skills where retired_at is null),
      ratings = (select coalesce(sum(total_ratings), 0) from public.skill_stats),
      agents = (select count(*) from public.agents),
      counted_at = clock_timestamp();
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_replaced_rating (
  rating      public.ratings,
  replacement uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- That of a suspended agent was not removed for what it says.
  if rating.removal_cause = 'removed' then
    perform admin.log_action(
      'replace_removed_rating', rating.skill_id, rating.id, rating.agent_id,
      details => jsonb_build_object(
        'replaced_by', replacement, 'claws', rating.claws,
        'commentary', coalesce(rating.commentary, (select h.commentary from private.hidden_commentaries as h where h.rating_id = rating.id))
      )
    );
  end if;
end
$function$;

COMMENT ON FUNCTION "private"."log_replaced_rating"(public.ratings, uuid) IS 'Logs a rating that an admin removed and that gives way to another by its agent: admin.restore_ratings says so.';

REVOKE ALL ON FUNCTION "private"."log_replaced_rating"(public.ratings, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_replaced_rating"(public.ratings, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_replaced_rating"(public.ratings, uuid) TO "postgres";
