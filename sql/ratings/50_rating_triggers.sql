-- The triggers of public.ratings: which ratings are accepted, and how they are counted.

create function private.lock_hidden(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.skills as s
  where s.id in (select r.skill_id from public.ratings as r where r.agent_id = agent and r.commentary_hidden_at is not null)
  order by s.id for key share;
end
$$;
comment on function private.lock_hidden is 'Locks the skills of which an agent has ratings with a hidden commentary: see private.keep_hidden_ratings.';

create function private.lock_caller() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: callers may lock neither agents nor skills, and not read hidden commentaries.
as $$
declare
  agent uuid := private.current_agent_id();
begin
  perform from public.agents where id = agent for key share;
  if tg_op = 'DELETE' then
    perform private.lock_hidden(agent);
  end if;
  return null;
end
$$;
comment on function private.lock_caller is 'Locks the calling agent before any of its ratings: the order in which the functions of admins take these locks.';

create trigger lock_caller before update or delete on public.ratings
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.lock_caller();

-- Postgres runs the triggers of a row in the order of their names, so these begin with a number. First, before anything is locked for
-- a new row:
create trigger before_1_count_written_row before insert or update or delete on public.ratings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.count_written_row();

create function private.log_replaced_rating(rating public.ratings, replacement uuid) returns void
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function private.log_replaced_rating is 'Logs a rating that an admin removed and that gives way to another by its agent: admin.restore_ratings says so.';

create function private.accept_rating() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  standing private.standing;
  retired timestamptz;
  earlier public.ratings;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks.
  perform from public.agents where id = new.agent_id for key share;
  -- Each change of standing by an admin locks the agent, too.
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
$$;
comment on function private.accept_rating is 'Locks the agent and the skill of a new rating, so that neither is deleted, the skill is not retired and the standing does not change; sets what the service decides. Raises PT401 if the agent is suspended, PT410 if the skill is retired.';

create trigger before_2_accept_rating before insert on public.ratings
  for each row when (new.removed_at is null) execute function private.accept_rating();

create function private.log_hidden_commentary(rating public.ratings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform admin.log_action(
    'replace_hidden_commentary', rating.skill_id, rating.id, rating.agent_id,
    details => jsonb_build_object('commentary', rating.commentary)
  );
end
$$;
comment on function private.log_hidden_commentary is 'Logs a commentary that was hidden when its agent wrote it.';

create function private.keep_commentary_hidden() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    -- An admin who corrects the time does not write a text.
    if new.commentary_hidden_at = old.commentary_hidden_at and new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$$;
comment on function private.keep_commentary_hidden is 'Moves the commentary when an admin hides or restores it, and keeps hidden what the agent writes in between; logs each version.';

-- Before the next one. Only if the statement sets one of the columns: an update of others does not change the hidden commentary.
create trigger before_2_keep_commentary_hidden before update of commentary, commentary_hidden_at on public.ratings
  for each row when (old.commentary_hidden_at is not null or new.commentary_hidden_at is not null)
  execute function private.keep_commentary_hidden();

create function private.replace_rating() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sent_row public.ratings := new;
begin
  if new is not distinct from old then
    -- An honest agent confirms its rating of what the skill installs now by sending it again.
    if exists (select from public.skills as s where s.id = new.skill_id and s.changed_at > old.updated_at) then
      new.updated_at := clock_timestamp();
      return new;
    end if;
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_raters sees rows only.
    return case when private.needs_establishing(new.agent_id) then new end;
  end if;
  if new.agent_id <> old.agent_id then
    new.established := exists (
      select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
    );
  end if;

  -- What agents do not write: a merge and a corrected time do not set updated_at.
  sent_row.id := old.id;
  sent_row.skill_id := old.skill_id;
  sent_row.agent_id := old.agent_id;
  sent_row.created_at := old.created_at;
  sent_row.updated_at := old.updated_at;
  sent_row.commentary_at := old.commentary_at;
  if sent_row is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- Compared as in bursts: a change of case or punctuation keeps the time of the text. The key takes time.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$$;
comment on function private.replace_rating is 'Sets updated_at and commentary_at of a replaced rating; skips an identical one.';

-- Not for a change of state.
create trigger before_3_replace_rating before update on public.ratings
  for each row when (
    (new.established, new.removed_at, new.commentary_hidden_at)
    is not distinct from (old.established, old.removed_at, old.commentary_hidden_at)
  )
  execute function private.replace_rating();

-- What a rating adds to the aggregates depends only on its row, so the triggers below can run in any order, also when one of them changes
-- ratings that another one of the same statement has not counted yet.

create function private.count_changed_ratings() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates.
as $$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
  raters uuid[];
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    raters := array(
      select agent_id from (select distinct agent_id from new_rows) as r where private.needs_establishing(agent_id)
    );
    if raters <> '{}' then
      perform private.establish_raters(
        raters, array(select id from new_rows), array(select skill_id from unnest(added || removed))
      );
    end if;
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    -- In a statement of its own, so that the next ones see what other transactions wrote before this one got the locks. A single new
    -- rating needs neither: the update locks its row, and adds to what it finds then.
    if removed <> '{}' or cardinality(added) > 1 then
      perform private.lock_stats(array(select skill_id from unnest(added || removed)));
    end if;
    update public.skill_stats as s set
      claws_1 = s.claws_1 + change.claws_1,
      claws_2 = s.claws_2 + change.claws_2,
      claws_3 = s.claws_3 + change.claws_3,
      claws_4 = s.claws_4 + change.claws_4,
      claws_5 = s.claws_5 + change.claws_5,
      reliability_count = s.reliability_count + change.reliability_count,
      reliability_sum = s.reliability_sum + change.reliability_sum,
      security_count = s.security_count + change.security_count,
      security_sum = s.security_sum + change.security_sum,
      speed_count = s.speed_count + change.speed_count,
      speed_sum = s.speed_sum + change.speed_sum,
      established_ratings = s.established_ratings + change.established_ratings,
      established_claws = s.established_claws + change.established_claws,
      established_reliability_count = s.established_reliability_count + change.established_reliability_count,
      established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
      established_security_count = s.established_security_count + change.established_security_count,
      established_security_sum = s.established_security_sum + change.established_security_sum,
      established_speed_count = s.established_speed_count + change.established_speed_count,
      established_speed_sum = s.established_speed_sum + change.established_speed_sum,
      last_rated_at = case
        when removed = '{}' or change.last_rated_at >= s.last_rated_at then greatest(s.last_rated_at, change.last_rated_at)
        else private.last_rated_at(s.skill_id)
      end
    from private.sum_ratings(added, removed) as change
    where s.skill_id = change.skill_id;

    insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
    select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
    from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
    -- Those of a deleted skill are deleted with it.
    where exists (select from public.skills as s where s.id = c.skill_id)
    group by c.skill_id, c.month
    having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
    on conflict (skill_id, month) do update set
      total_ratings = m.total_ratings + excluded.total_ratings,
      claws_sum = m.claws_sum + excluded.claws_sum;
  end if;
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$$;
comment on function private.count_changed_ratings is 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents; records the use of the key. Additions commute, and the newest rating is read anew where one is removed: statements and triggers may run this in any order.';

-- A trigger with rows before and after the statement is for one event.
create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_rows
  for each statement execute function private.count_changed_ratings();
create trigger count_changed_ratings after update on public.ratings
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.count_changed_ratings();
create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_rows
  for each statement execute function private.count_changed_ratings();

create function private.keep_hidden_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.ratings (id, skill_id, agent_id, claws, established, removed_at, removal_cause, commentary_hidden_at)
  select o.id, o.skill_id, o.agent_id, o.claws, o.established, now(), 'deleted', o.commentary_hidden_at
  from old_rows as o
  where o.removed_at is null and o.commentary_hidden_at is not null
    -- Unless the skill or the agent is deleted, which deletes the rating as well.
    and exists (select from public.skills as s where s.id = o.skill_id)
    and exists (select from public.agents as a where a.id = o.agent_id);
  return null;
end
$$;
comment on function private.keep_hidden_ratings is 'Leaves a removed row without text and scores of each deleted rating whose commentary is hidden, so that the next rating of the skill by this agent is hidden, too: see private.accept_rating.';

create trigger keep_hidden_ratings after delete on public.ratings
  referencing old table as old_rows
  for each statement execute function private.keep_hidden_ratings();

create function private.delete_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.ratings where true;
  return null;
end
$$;
comment on function private.delete_ratings is 'Deletes the ratings before they are truncated, which counts them.';

create trigger delete_ratings before truncate on public.ratings
  for each statement execute function private.delete_ratings();
