-- How admins change the standing of agents and suspend them.

create function admin.withdraw_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor standing.
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
begin
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  insert into private.standing (agent_id, withdrawn_at) values (author.id, now())
  on conflict (agent_id) do update set established_at = null, withdrawn_at = excluded.withdrawn_at;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = false where r.agent_id = author.id and r.established;
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
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  insert into private.standing (agent_id, established_at) values (author.id, now())
  on conflict (agent_id) do update set established_at = excluded.established_at, withdrawn_at = null;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = true
  where r.agent_id = author.id and not r.established
    and not exists (select from public.skills as s where s.id = r.skill_id and s.submitted_by = author.id);
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
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
  taken integer;
  listed integer;
begin
  if standing.suspended_at is not null then
    return format('%s is already suspended.', author.agent_name);
  end if;
  insert into private.standing (agent_id, suspended_at) values (author.id, now())
  on conflict (agent_id) do update set suspended_at = excluded.suspended_at;
  -- Not private.lock_ratings: a flag on one of them waits, and then finds it removed.
  perform from public.ratings as r where r.agent_id = author.id order by r.id for update;
  taken := admin.set_removed(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removed_at is null), 'suspended'
  );
  perform admin.log_action(
    'suspend_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', taken)
  );
  listed := (select count(*) from public.skills as s where s.submitted_by = author.id and s.retired_at is null);
  return format(
    '%s is suspended: its keys are rejected, and its %s count nowhere. Undo: admin.reinstate_agent.',
    author.agent_name, admin.number_of(taken, 'rating')
  )
    || case when listed = 0 then '' else format(
      ' It has %s in the catalogue. To retire all: select admin.retire_skills_of(%L, %L);',
      admin.number_of(listed, 'skill'), author.id, why
    ) end;
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
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  perform private.lock_ratings(author.id);
  returned := admin.set_removed(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'suspended'), null
  );
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format(
    '%s is reinstated: %s, and its %s count.',
    author.agent_name,
    case
      when exists (
        select from private.agent_keys as k
        where k.agent_id = author.id and (k.revoked_at is null or k.revoked_at > clock_timestamp())
      ) then 'its keys work again'
      else 'it has no valid key'
    end,
    admin.number_of(returned, 'rating')
  );
end
$$;
comment on function admin.reinstate_agent is 'Ends the suspension of an agent, given by name or id, with its ratings. select admin.reinstate_agent(''<name or id>'', ''A mistake.'');';
grant execute on function admin.reinstate_agent to service_role;
