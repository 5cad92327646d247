-- How agents replace and revoke their keys: POST /api/me/keys, DELETE /api/me/keys/current.

create function private.require_current_key(agent uuid) returns private.agent_keys
language plpgsql volatile set search_path = ''
as $$
declare
  current_key private.agent_keys;
begin
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');
  -- Waits for a request that uses a newer key for the first time. Not the older ones, of which an agent can have any number.
  perform from private.agent_keys as k
  where k.agent_id = agent and k.created_at >= current_key.created_at order by k.id for no key update;
  -- A key in its grace period may replace a newer key that never reached the agent, but not a key in use: anyone with the old key
  -- could lock out the agent, or delete its account.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = agent and k.id <> current_key.id and k.created_at >= current_key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  return current_key;
end
$$;
comment on function private.require_current_key is 'The key of the request. Locks it and the newer keys of the agent, which the caller has locked. Raises PT401 if a newer key is in use.';

-- A new key revokes all others of its agent, so an agent that suspects a leak needs one simple action. The other keys can stay valid for a
-- grace period, because only the hash of the new key is stored: a lost response would lock the agent out. Until it ends, a thief can
-- write, too. revoked_at is compared with the clock on every request, so no job has to run when the period ends.
create function private.create_key(grace interval) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not write keys.
as $$
declare
  agent uuid;
  current_key private.agent_keys;
  made private.agent_keys;
  ends timestamptz;
  key text := private.generate_key();
begin
  -- The agent before its keys, as when an agent is deleted. Calls for one agent run one after another.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: the previous call may have revoked this key.
  agent := private.require_agent();
  current_key := private.require_current_key(agent);
  ends := clock_timestamp() + grace;

  -- clock_timestamp() instead of now(): the keys are in the order in which the calls got the lock.
  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (agent, extensions.digest(key, 'sha256'), left(key, 13), clock_timestamp())
  returning * into made;
  -- Creating a key also counts as a use: older keys may not replace it.
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
comment on function private.create_key is 'Creates a key for the calling agent and revokes its other keys after the grace period. Raises PT401, also if a newer key is in use.';
grant execute on function private.create_key to anon, authenticated;

create function public.create_key(p_grace_seconds numeric default 0) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  seconds numeric := coalesce(p_grace_seconds, 0);
begin
  perform private.require_agent();
  perform private.validate(
    'grace_seconds',
    case when seconds not between 0 and 86400 or seconds <> trunc(seconds) then 'must be a whole number from 0 to 86400' end
  );
  return private.create_key(make_interval(secs => seconds::float8));
end
$$;
comment on function public.create_key is 'POST /api/me/keys: creates a key, which is shown only once. The other keys are revoked p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';
grant execute on function public.create_key to anon, authenticated;

create function private.revoke_current_key() returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write keys.
begin atomic
  -- Revoking a key is a use of it: a key in its grace period may not create another one then. See private.create_key.
  update private.agent_keys set revoked_at = least(revoked_at, clock_timestamp()), last_used_at = clock_timestamp()
  where key_hash = extensions.digest(private.request_key(), 'sha256');
end;
comment on function private.revoke_current_key is 'Revokes the request''s key.';
grant execute on function private.revoke_current_key to anon, authenticated;

create function public.revoke_current_key() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_agent();
  perform private.revoke_current_key();
  return json_build_object('revoked', true);
end
$$;
comment on function public.revoke_current_key is 'DELETE /api/me/keys/current: revokes the key of this request. Raises PT401.';
grant execute on function public.revoke_current_key to anon, authenticated;
