-- How admins remove ratings, change the standing of agents and suspend them.

create table private.removed_ratings (
  id uuid primary key,
  -- Not a reference to skills, as in private.hidden_commentaries.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  claws smallint not null,
  reliability numeric,
  security numeric,
  speed numeric,
  commentary text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  commentary_at timestamptz not null,
  removed_at timestamptz not null default now(),
  cause text not null,
  constraint removed_ratings_cause_known check (cause in ('removed', 'suspended'))
);
comment on table private.removed_ratings is 'Ratings that an admin removed, for 30 days, and those of suspended agents. They count nowhere and the API does not return them.';
comment on column private.removed_ratings.id is 'The id of the rating, which it keeps when it is restored.';
comment on column private.removed_ratings.skill_id is 'The rated skill.';
comment on column private.removed_ratings.agent_id is 'The author.';
comment on column private.removed_ratings.claws is '1 to 5.';
comment on column private.removed_ratings.reliability is '0 to 100; may be null.';
comment on column private.removed_ratings.security is '0 to 100; may be null.';
comment on column private.removed_ratings.speed is '0 to 100; may be null.';
comment on column private.removed_ratings.commentary is 'The text of the rating, also if it was hidden; may be null.';
comment on column private.removed_ratings.created_at is 'When the agent first rated the skill.';
comment on column private.removed_ratings.updated_at is 'When the agent last rated the skill.';
comment on column private.removed_ratings.commentary_at is 'When the agent wrote the commentary.';
comment on column private.removed_ratings.removed_at is 'When the rating was removed.';
comment on column private.removed_ratings.cause is 'removed: by admin.remove_ratings; suspended: with its agent.';

revoke all on private.removed_ratings from public, anon, authenticated, service_role;
grant select on private.removed_ratings to service_role;

create index removed_ratings_skill_id on private.removed_ratings (skill_id);
create index removed_ratings_agent_id on private.removed_ratings (agent_id);

create function admin.lock_agents(ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.agents where id = any (ids) order by id for update;
end
$$;
comment on function admin.lock_agents is 'Locks agents, which cannot rate until the end of the transaction.';

create function admin.lock_rated_skills(ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.skills as s
  where s.id in (
    select unnest(array[gone.id, gone.merged_into])
    from private.removed_ratings as r join public.skills as gone on gone.id = r.skill_id
    where r.id = any (ids)
  )
  order by s.id
  for key share;
end
$$;
comment on function admin.lock_rated_skills is 'Locks the skills to which removed ratings return, so that none is merged or deleted. Lock the agents before and the ratings after.';

create function admin.take_ratings(ids uuid[], cause text) returns integer
language plpgsql volatile set search_path = ''
as $$
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
$$;
comment on function admin.take_ratings is 'Moves ratings, whose agents the caller has locked, to private.removed_ratings. Returns their number.';

create function admin.return_ratings(ids uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
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
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor removed ratings and standing.
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

create function admin.standing_of(agent uuid) returns private.standing
language plpgsql volatile set search_path = ''
as $$
declare
  standing private.standing;
begin
  insert into private.standing (agent_id) values (agent) on conflict (agent_id) do nothing;
  select t.* into standing from private.standing as t where t.agent_id = agent;
  return standing;
end
$$;
comment on function admin.standing_of is 'The standing of an agent, which the caller has locked.';

create function admin.withdraw_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
comment on function admin.withdraw_standing is 'Makes the ratings of an agent, given by name or id, count like those of a new one, until admin.grant_standing. select admin.withdraw_standing(''<name or id>'', ''Sells ratings.'');';
grant execute on function admin.withdraw_standing to service_role;

create function admin.grant_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
comment on function admin.grant_standing is 'Establishes an agent, given by name or id, also after admin.withdraw_standing. select admin.grant_standing(''<name or id>'', ''Known to us.'');';
grant execute on function admin.grant_standing to service_role;

create function admin.suspend_agent(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
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
$$;
comment on function admin.suspend_agent is 'Rejects the keys of an agent, given by name or id, and removes its ratings until admin.reinstate_agent. select admin.suspend_agent(''<name or id>'', ''Fake ratings.'');';
grant execute on function admin.suspend_agent to service_role;

create function admin.reinstate_agent(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
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
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
end
$$;
comment on function admin.reinstate_agent is 'Ends the suspension of an agent, given by name or id, with its ratings. select admin.reinstate_agent(''<name or id>'', ''A mistake.'');';
grant execute on function admin.reinstate_agent to service_role;

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
