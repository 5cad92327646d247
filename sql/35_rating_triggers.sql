-- The triggers of public.ratings. Triggers of one kind run in the order of their names, which is their order in this file.

-- First, before anything is locked for a new row.
create trigger count_written_row before insert or update or delete on public.ratings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.count_written_row();

create function private.lock_parents() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
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
  new.counts_fully := exists (select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null);
  return new;
end
$$;
comment on function private.lock_parents is 'Locks the agent and the skill of a new rating, so that neither is deleted, the skill is not retired and the standing does not change. Raises PT410 if the skill is retired.';

create trigger lock_parents before insert on public.ratings
  for each row execute function private.lock_parents();

create function private.mask_hidden_commentary() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: callers may access neither hidden commentaries nor the audit log.
as $$
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
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
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
$$;
comment on function private.mask_hidden_commentary is 'Removes the commentary from a written rating if an admin hid an earlier one, and logs each version.';

-- Must run before update_rating: triggers run in the order of their names.
create trigger mask_hidden_commentary before update of commentary on public.ratings
  for each row when (old.commentary is null) execute function private.mask_hidden_commentary();

create function private.set_counts_fully() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
begin
  if new.agent_id <> old.agent_id then
    perform from public.agents where id = new.agent_id for key share;
  end if;
  new.counts_fully := exists (select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null);
  return new;
end
$$;
comment on function private.set_counts_fully is 'Sets counts_fully of a rating by the standing of its agent, whatever the statement says.';

create trigger set_counts_fully before update of agent_id, counts_fully on public.ratings
  for each row execute function private.set_counts_fully();

create function private.update_rating() returns trigger
language plpgsql set search_path = ''
as $$
declare
  written public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_agents sees rows only.
    return case when private.may_be_established(new.agent_id) then new end;
  end if;

  -- What agents do not write: a merge, a change of standing and a corrected time do not set updated_at.
  written.id := old.id;
  written.skill_id := old.skill_id;
  written.agent_id := old.agent_id;
  written.created_at := old.created_at;
  written.updated_at := old.updated_at;
  written.commentary_at := old.commentary_at;
  written.counts_fully := old.counts_fully;
  if written is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- Compared like in admin.rating_bursts: a change of case or punctuation alone keeps the time of the text.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$$;
comment on function private.update_rating is 'Sets updated_at and commentary_at of a replaced rating; skips an identical one.';

-- Must run after mask_hidden_commentary and set_counts_fully. Not when the standing of the agent changes, which can be in many rows.
create trigger update_rating before update on public.ratings
  for each row when (new.counts_fully = old.counts_fully) execute function private.update_rating();

-- AFTER: a BEFORE INSERT trigger also runs for an upsert that becomes an update.
create trigger mask_hidden_commentary_of_new_rating after insert on public.ratings
  for each row execute function private.mask_hidden_commentary();

-- What a rating adds to the aggregates depends only on its row. So their sum is exact whatever the order of the triggers, also when
-- a trigger changes ratings that another one of the same statement has not counted yet.
create function private.count_new_ratings() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the aggregates.
as $$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if exists (select from new_ratings) then
    perform private.establish_raters(
      array(select distinct agent_id from new_ratings), array(select skill_id from new_ratings)
    );
    perform private.count_ratings(array(select private.counted(n::public.ratings) from new_ratings as n), '{}');
  end if;
  return null;
end
$$;
comment on function private.count_new_ratings is 'Adds new ratings to the aggregates of their skills; may establish their agents.';

create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_ratings
  for each statement execute function private.count_new_ratings();
create trigger count_new_rows after insert on public.ratings
  referencing new table as new_rows for each statement execute function private.count_rows();

create function private.count_replaced_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added private.counted_rating[];
  removed private.counted_rating[];
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
  added := array(select private.counted(n::public.ratings) from new_ratings as n);
  removed := array(select private.counted(o::public.ratings) from old_ratings as o);
  -- A masked commentary changes nothing that is counted. Counting it would lock its aggregates before count_new_ratings locks all of
  -- them in order.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  return null;
end
$$;
comment on function private.count_replaced_ratings is 'Replaces ratings in the aggregates of their skills; may establish their agents.';

create trigger count_replaced_ratings after update on public.ratings
  referencing new table as new_ratings old table as old_ratings
  for each statement execute function private.count_replaced_ratings();

create function private.count_deleted_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from old_ratings) then
    perform private.count_ratings('{}', array(select private.counted(o::public.ratings) from old_ratings as o));
  end if;
  return null;
end
$$;
comment on function private.count_deleted_ratings is 'Subtracts deleted ratings from the aggregates of their skills.';

create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_ratings
  for each statement execute function private.count_deleted_ratings();
create trigger count_deleted_rows after delete on public.ratings
  referencing old table as old_rows for each statement execute function private.count_rows();

-- Triggers run in the order of their names, and this one must be the last: see private.touch_key.
-- Not for statements of triggers: they lock rows after it.
create trigger record_key_use after insert or update or delete on public.ratings
  for each statement when (pg_trigger_depth() = 0) execute function private.record_key_use();

create trigger count_truncated_rows after truncate on public.ratings
  for each statement execute function private.count_rows();

create function private.reset_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.skill_stats set
    counts = default, sums = default, established_counts = default, established_sums = default, claws_counts = default;
  delete from private.monthly_ratings;
  return null;
end
$$;
comment on function private.reset_stats is 'Resets all aggregates when the ratings are truncated.';

create trigger reset_stats after truncate on public.ratings
  for each statement execute function private.reset_stats();
