-- How admins remove and restore ratings, and dismiss flags.

create function admin.set_removed(ids uuid[], cause text) returns integer
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function admin.set_removed is 'Removes ratings, which the caller has locked, for a cause, also those removed for another, and settles their flags; without a cause, restores them. Returns how many changed.';

create function admin.lock_authors(ids uuid[]) returns uuid[]
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function admin.lock_authors is 'The agents of ratings, removed or not. Locks them, so that they cannot rate until the end of the transaction. Raises if there are no ids or a rating does not exist.';

create function admin.log_ratings(action text, ids uuid[], reason text) returns void
language sql volatile set search_path = ''
begin atomic
  select admin.log_action(
    log_ratings.action, agent_id => r.agent_id, reason => log_ratings.reason, details => jsonb_build_object('ratings', jsonb_agg(r.id))
  )
  from public.ratings as r
  where r.id = any (ids)
  group by r.agent_id;
end;
comment on function admin.log_ratings is 'Logs an action on ratings, one row for each agent.';

create function admin.remove_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
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
$$;
comment on function admin.remove_ratings(uuid[], text) is 'Removes ratings, which then count nowhere; their agents may rate again. select admin.remove_ratings(''{<rating id>,<rating id>}''::uuid[], ''Fake.'');';
grant execute on function admin.remove_ratings(uuid[], text) to service_role;

create function admin.remove_ratings(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
comment on function admin.remove_ratings(text, text) is 'Removes all ratings of an agent, given by name or id. select admin.remove_ratings(''<name or id>'', ''Fake.'');';
grant execute on function admin.remove_ratings(text, text) to service_role;

create function admin.restore_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  -- private.write_rating has deleted them.
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
$$;
comment on function admin.restore_ratings(uuid[], text) is 'Restores ratings that were removed in the last 30 days. select admin.restore_ratings(''{<rating id>}''::uuid[], ''Not fake.'');';
grant execute on function admin.restore_ratings(uuid[], text) to service_role;

create function admin.restore_ratings(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(
    select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'removed'
    union all
    select l.rating_id from admin.audit_log as l
    where l.agent_id = author.id and l.action = 'replace_removed_rating' and l.at > now() - interval '30 days'
  );
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no removed ratings.' else admin.restore_ratings(ids, reason)
  end;
end
$$;
comment on function admin.restore_ratings(text, text) is 'Restores the ratings of an agent, given by name or id, that were removed in the last 30 days. select admin.restore_ratings(''<name or id>'', ''Not fake.'');';
grant execute on function admin.restore_ratings(text, text) to service_role;

create function admin.dismiss_flags(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
comment on function admin.dismiss_flags is 'Deletes the flags of a rating, which stays. select admin.dismiss_flags(''<rating id>'', ''Only critical.'');';
grant execute on function admin.dismiss_flags to service_role;
