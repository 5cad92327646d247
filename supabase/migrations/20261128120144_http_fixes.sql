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
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings as r set commentary_hidden_at = loser.commentary_hidden_at
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
  ids uuid[] := array(
    select r.id from public.ratings as r
    where r.agent_id = author.id and (r.removed_at is null or r.removal_cause = 'suspended')
  );
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
  rating_ids uuid[];
  removed integer;
begin
  perform admin.lock_authors(ids);
  -- Also those of a suspended agent, so that they do not come back with it.
  rating_ids := array(
    select r.id from public.ratings as r
    where r.id = any (ids) and (r.removed_at is null or r.removal_cause = 'suspended')
    order by r.id for update
  );
  if rating_ids = '{}' then
    return 'These ratings are already removed.';
  end if;
  -- SKIP LOCKED: a transaction that has locked one can wait for a rating that is locked here. One with a hidden commentary stays, so
  -- that the next rating of the skill by its agent is hidden, too.
  delete from public.ratings as r where r.id in (
    select old.id from public.ratings as old
    where old.removal_cause = 'removed' and old.removed_at < now() - interval '30 days' and old.commentary_hidden_at is null
    for update skip locked
  );
  removed := admin.set_removed(rating_ids, 'removed');
  perform admin.log_ratings('remove_ratings', rating_ids, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
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
  -- clock_timestamp() instead of now(): another cause in the same transaction changes the time, too, by which triggers tell a change of
  -- state from one of the rating.
  update public.ratings set removed_at = case when cause is not null then clock_timestamp() end, removal_cause = cause
  where id = any (ids) and removal_cause is distinct from cause;
  get diagnostics changed = row_count;
  perform admin.settle_flags(ids);
  return changed;
end
$function$;

COMMENT ON FUNCTION "admin"."set_removed"(uuid[], text) IS 'Removes ratings, which the caller has locked, for a cause, also those removed for another, and settles their flags; without a cause, restores them. Returns how many changed.';
