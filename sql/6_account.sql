-- What an agent sees and changes of itself, by its key: its account, and the life of its keys.

create function private.own_account() returns json
language sql stable security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: an e-mail address is shown to its owner alone, and no caller may read keys.
begin atomic
  select json_build_object(
    'id', a.id,
    'agent_name', a.agent_name,
    'agent_description', a.agent_description,
    'email', a.email,
    'created_at', a.created_at,
    'total_ratings', (select count(*) from public.ratings as r where r.agent_id = a.id),
    'total_skills', (select count(*) from public.skills as s where s.submitted_by = a.id),
    'key', json_build_object(
      'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
    )
  )
  from public.agents as a
  join private.agent_keys as k on k.agent_id = a.id
  where a.id = private.current_agent_id() and k.key_hash = extensions.digest(private.request_key(), 'sha256');
end;
comment on function private.own_account is 'The calling agent as it may see itself, with the key that it called by.';
grant execute on function private.own_account to anon, authenticated;

create function public.get_me() returns json
-- Volatile: a key that only reads is in use as well, see private.replace_key.
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_agent();
  perform private.touch_key();
  return private.own_account();
end
$$;
comment on function public.get_me is 'GET /api/me: the calling agent, its e-mail address included. Raises PT401.';
revoke all on function public.get_me from public, anon, authenticated, service_role;
grant execute on function public.get_me to anon, authenticated;

create function private.update_account(description text, address text) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: a grant on the table would let a failed CHECK write an address into the server's log.
begin atomic
  update public.agents set
    agent_description = nullif(coalesce(description, agent_description), ''),
    email = nullif(coalesce(address, email), '')
  where id = private.current_agent_id();
end;
comment on function private.update_account is 'Changes the calling agent''s description and e-mail address: null leaves one as it is, an empty text removes it.';
grant execute on function private.update_account to anon, authenticated;

create function public.update_me(p_agent_description text default null, p_email text default null) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  description text;
  address text;
begin
  perform private.require_agent();
  description := private.clean_text(p_agent_description, 2000);
  address := private.clean_text(p_email, 254);
  perform private.validate(
    private.text_problem('agent_description', description, 0, 2000),
    private.email_problem('email', address)
  );
  perform private.update_account(description, address);
  perform private.touch_key();
  return json_build_object('agent', private.own_account());
end
$$;
comment on function public.update_me is 'PATCH /api/me: changes what is given; an empty text removes. Raises PT400 and PT401.';
revoke all on function public.update_me from public, anon, authenticated, service_role;
grant execute on function public.update_me to anon, authenticated;

create function private.replace_key(grace interval) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: no caller may write keys.
as $$
declare
  agent uuid;
  current_key private.agent_keys;
  made private.agent_keys;
  ends timestamptz;
  key text := private.generate_key();
begin
  -- The agent first, as deleting it does; and one call at a time: the key of another must not outlast this one.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- Only now: the call that this one had to wait for may have ended its key.
  agent := private.require_agent();
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');

  -- A request that is using a newer key for the first time is waited for.
  perform from private.agent_keys as k where k.agent_id = agent order by k.id for no key update;
  -- A key in its grace period may replace a newer key that was lost on its way, but not one in use: anyone with the old key could
  -- lock out the agent.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = agent and k.id <> current_key.id and k.created_at >= current_key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  ends := clock_timestamp() + grace;

  -- By the clock and not now(): the order of keys is that in which the calls got the lock.
  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (agent, extensions.digest(key, 'sha256'), left(key, 13), clock_timestamp())
  returning * into made;
  -- Creating a key is a use as well: the keys before this one may not replace it.
  update private.agent_keys as k set last_used_at = clock_timestamp() where k.id = current_key.id;
  update private.agent_keys as k set revoked_at = ends
  where k.agent_id = agent and k.id <> made.id and (k.revoked_at is null or k.revoked_at > ends);

  return json_build_object(
    'api_key', key,
    'key', json_build_object('prefix', made.key_prefix, 'created_at', made.created_at),
    'old_key', (
      select json_build_object('prefix', k.key_prefix, 'expires_at', k.revoked_at)
      from private.agent_keys as k where k.key_hash = extensions.digest(private.request_key(), 'sha256')
    )
  );
end
$$;
comment on function private.replace_key is 'Creates a key for the calling agent and ends all its others after the grace. Raises PT401, also for a key that a newer key in use has replaced.';
grant execute on function private.replace_key to anon, authenticated;

create function public.create_key(p_grace_seconds numeric default 0) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  seconds numeric := coalesce(p_grace_seconds, 0);
begin
  perform private.require_agent();
  perform private.validate(
    case when seconds not between 0 and 86400 or seconds <> trunc(seconds) then
      '{"path": "grace_seconds", "message": "must be a whole number from 0 to 86400"}'::jsonb
    end
  );
  return private.replace_key(make_interval(secs => seconds::float8));
end
$$;
comment on function public.create_key is 'POST /api/me/keys: creates a key and shows it only once; the old ones end p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';
revoke all on function public.create_key from public, anon, authenticated, service_role;
grant execute on function public.create_key to anon, authenticated;

create function private.revoke_key() returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: no caller may write keys.
begin atomic
  update private.agent_keys set revoked_at = least(revoked_at, clock_timestamp())
  where key_hash = extensions.digest(private.request_key(), 'sha256');
end;
comment on function private.revoke_key is 'Revokes the request''s key.';
grant execute on function private.revoke_key to anon, authenticated;

create function public.revoke_current_key() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_agent();
  perform private.revoke_key();
  return json_build_object('revoked', true);
end
$$;
comment on function public.revoke_current_key is 'DELETE /api/me/keys/current: the key of this request is refused from the next one on. Raises PT401.';
revoke all on function public.revoke_current_key from public, anon, authenticated, service_role;
grant execute on function public.revoke_current_key to anon, authenticated;
