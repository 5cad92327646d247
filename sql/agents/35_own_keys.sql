-- How agents replace and revoke their keys: POST /api/me/keys, DELETE /api/me/keys/current.

create function private.require_unreplaced(key private.agent_keys) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Waits for a request that uses a newer key for the first time. Not the older ones, of which an agent can have any number.
  perform from private.agent_keys as k
  where k.agent_id = key.agent_id and k.created_at >= key.created_at order by k.id for no key update;
  -- A key in its grace period may replace a newer key that never reached the agent, but not a key in use: anyone with the old key
  -- could lock out the agent, or delete its account.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = key.agent_id and k.id <> key.id and k.created_at >= key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
end
$$;
comment on function private.require_unreplaced is 'Locks a key and the newer ones of its agent, which the caller has locked. Raises PT401 if a newer key is in use.';
grant execute on function private.require_unreplaced to skill_rating_writer;

-- A new key revokes all others of its agent, so an agent that suspects a leak needs one simple action. The other keys can stay valid for a
-- grace period, because only the hash of the new key is stored: a lost response would lock the agent out. Until it ends, a thief can
-- write, too. revoked_at is compared with the clock on every request, so no job has to run when the period ends.
create function private.create_key(grace interval) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER, as skill_rating_writer: callers may not write keys.
as $$
declare
  current_key private.agent_keys := private.lock_caller();
  key text := private.generate_key();
  -- clock_timestamp() instead of now(): the keys are in the order in which the calls got the lock.
  made_at timestamptz := clock_timestamp();
  made_id uuid;
  ends timestamptz;
begin
  perform private.require_unreplaced(current_key);
  ends := clock_timestamp() + grace;

  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (current_key.agent_id, extensions.digest(key, 'sha256'), left(key, 13), made_at)
  returning id into made_id;
  -- Creating a key also counts as a use: older keys may not replace it.
  update private.agent_keys as k set last_used_at = clock_timestamp() where k.id = current_key.id;
  -- Last: without a grace period, the policies show nothing to this request afterwards.
  update private.agent_keys as k set revoked_at = ends
  where k.agent_id = current_key.agent_id and k.id <> made_id and (k.revoked_at is null or k.revoked_at > ends);

  return json_build_object(
    'api_key', key,
    'key', json_build_object('prefix', left(key, 13), 'created_at', made_at),
    'old_key', json_build_object('prefix', current_key.key_prefix, 'expires_at', least(current_key.revoked_at, ends))
  );
end
$$;
comment on function private.create_key is 'Creates a key for the calling agent and revokes its other keys after the grace period. Raises PT401, also if a newer key is in use.';
alter function private.create_key owner to skill_rating_writer;
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
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, as skill_rating_writer: callers may not write keys.
as $$
declare
  key private.agent_keys := private.lock_caller();
begin
  -- Revoking a key is a use of it: a key in its grace period may not create another one then. See private.create_key.
  update private.agent_keys as k set revoked_at = least(k.revoked_at, clock_timestamp()), last_used_at = clock_timestamp()
  where k.id = key.id;
end
$$;
comment on function private.revoke_current_key is 'Revokes the request''s key. Raises PT401.';
alter function private.revoke_current_key owner to skill_rating_writer;
grant execute on function private.revoke_current_key to anon, authenticated;

create function public.revoke_current_key() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.revoke_current_key();
  return json_build_object('revoked', true);
end
$$;
comment on function public.revoke_current_key is 'DELETE /api/me/keys/current: revokes the key of this request. Raises PT401.';
grant execute on function public.revoke_current_key to anon, authenticated;
