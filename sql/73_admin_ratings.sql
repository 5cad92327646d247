-- How admins remove and restore ratings, and dismiss flags.

create function admin.take_ratings(ids uuid[], cause text) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  taken integer;
begin
  with gone as (delete from public.ratings where id = any (ids) returning *)
  insert into private.removed_ratings (id, skill_id, agent_id, rating, cause)
  select
    g.id, g.skill_id, g.agent_id,
    to_jsonb(g) || jsonb_build_object('commentary', coalesce(g.commentary, h.commentary)),
    take_ratings.cause
  from gone as g
  left join private.hidden_commentaries as h on (h.skill_id, h.agent_id) = (g.skill_id, g.agent_id);
  get diagnostics taken = row_count;
  return taken;
end
$$;
comment on function admin.take_ratings is 'Moves ratings, whose agents the caller has locked, to private.removed_ratings. Returns their number.';

create function admin.return_ratings(ids uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  returned uuid[];
begin
  with back as (
    insert into public.ratings
    -- A newer rating by the agent stays.
    select distinct on (rating.skill_id, rating.agent_id) rating.*
    from private.removed_ratings as r
    join public.skills as s on s.id = r.skill_id
    -- To the skill that replaces a merged one.
    cross join lateral jsonb_populate_record(
      null::public.ratings, r.rating || jsonb_build_object('skill_id', coalesce(s.merged_into, s.id))
    ) as rating
    where r.id = any (ids)
    order by rating.skill_id, rating.agent_id, rating.updated_at desc
    on conflict (skill_id, agent_id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into returned from back;
  -- Not in the same statement: the triggers of the ratings see that these are restored.
  delete from private.removed_ratings where id = any (returned);
  return cardinality(returned);
end
$$;
comment on function admin.return_ratings is 'Moves removed ratings, whose agents and skills the caller has locked, back. Returns their number; ratings that their agents have replaced stay removed.';

create function admin.authors(ids uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
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
$$;
comment on function admin.authors is 'The agents of ratings, removed or not. Raises if there are no ids or a rating does not exist.';

create function admin.log_ratings(action text, ids uuid[], reason text) returns void
language sql volatile set search_path = ''
begin atomic
  select admin.log_action(
    log_ratings.action, agent_id => r.agent_id, reason => log_ratings.reason, details => jsonb_build_object('ratings', jsonb_agg(r.id))
  )
  from (
    select id, agent_id from public.ratings where id = any (ids)
    union all select id, agent_id from private.removed_ratings where id = any (ids)
  ) as r
  group by r.agent_id;
end;
comment on function admin.log_ratings is 'Logs an action on ratings, one row for each agent.';

create function admin.number_of(count integer, what text) returns text
language sql immutable set search_path = ''
return count || ' ' || what || case count when 1 then '' else 's' end;
comment on function admin.number_of is '1 rating, 2 ratings …';

create function admin.remove_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor removed ratings and flags.
as $$
declare
  why text := admin.check_reason(reason);
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  removed integer;
begin
  perform admin.lock_agents(authors);
  perform private.lock_ratings(authors);
  wanted := array(select r.id from public.ratings as r where r.id = any (ids));
  if wanted = '{}' then
    return 'These ratings are already removed.';
  end if;
  delete from private.removed_ratings as r where r.cause = 'removed' and r.removed_at < now() - interval '30 days';
  removed := admin.take_ratings(wanted, 'removed');
  perform admin.log_ratings('remove_ratings', wanted, why);
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
  ids uuid[] := array(select r.id from public.ratings as r where r.agent_id = author.id);
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
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  restored integer;
begin
  -- In the order in which a rating and a merge take their locks.
  perform admin.lock_agents(authors);
  perform admin.lock_rated_skills(ids);
  perform private.lock_ratings(authors);
  if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
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
$$;
comment on function admin.restore_ratings(uuid[], text) is 'Restores ratings that were removed in the last 30 days. select admin.restore_ratings(''{<rating id>}''::uuid[], ''Not fake.'');';
grant execute on function admin.restore_ratings(uuid[], text) to service_role;

create function admin.restore_ratings(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(select r.id from private.removed_ratings as r where r.agent_id = author.id and r.cause = 'removed');
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
$$;
comment on function admin.dismiss_flags is 'Deletes the flags of a rating, which stays. select admin.dismiss_flags(''<rating id>'', ''Only critical.'');';
grant execute on function admin.dismiss_flags to service_role;
