-- Who calls, and the policies of what an agent writes of itself.

create function private.request_key() returns text
language plpgsql stable set search_path = ''
-- In plpgsql, as what else each write calls: Postgres plans a SQL function at each call.
as $$
begin
  -- After the first transaction of a connection, the setting is '' instead of null.
  return nullif(current_setting('request.headers', true), '')::json ->> 'x-api-key';
end
$$;
comment on function private.request_key is 'The x-api-key header of the request; null if there is none.';
grant execute on function private.request_key to anon, authenticated, service_role;

create function private.current_key() returns private.agent_keys
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read keys. The lookup is by hash, so its time reveals nothing about a key.
as $$
declare
  key private.agent_keys;
begin
  select k.* into key from private.agent_keys as k
  where k.key_hash = extensions.digest(private.request_key(), 'sha256')
    -- clock_timestamp(): a key that is revoked during a request is invalid for the rest of the request.
    and (k.revoked_at is null or k.revoked_at > clock_timestamp())
    and not exists (select from private.standing as t where t.agent_id = k.agent_id and t.suspended_at is not null);
  return key;
end
$$;
comment on function private.current_key is 'The valid key that is in the x-api-key header; null if there is none, or its agent is suspended.';
grant execute on function private.current_key to anon, authenticated;

create function private.current_agent_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (private.current_key()).agent_id;
end
$$;
comment on function private.current_agent_id is 'The agent whose valid key is in the x-api-key header; null if there is none, or the agent is suspended.';
grant execute on function private.current_agent_id to anon, authenticated;

create function private.require_key() returns private.agent_keys
language plpgsql stable set search_path = ''
as $$
declare
  key private.agent_keys := private.current_key();
begin
  if key.id is null then
    raise sqlstate 'PT401' using message = case
      when private.request_key() is null then 'missing_api_key' else 'invalid_api_key'
    end;
  end if;
  return key;
end
$$;
comment on function private.require_key is 'The key of the request. Raises PT401 if it has no valid one.';
grant execute on function private.require_key to anon, authenticated;

create function private.require_agent() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (private.require_key()).agent_id;
end
$$;
comment on function private.require_agent is 'The calling agent. Raises PT401 if the request has no valid key.';
grant execute on function private.require_agent to anon, authenticated;

create policy "an agent edits and deletes itself" on public.agents
  to skill_rating_writer using (id = (select private.current_agent_id()));
create policy "an agent becomes established" on private.standing
  to skill_rating_writer using (agent_id = (select private.current_agent_id()));
create policy "an agent creates, uses and revokes its own keys" on private.agent_keys
  to skill_rating_writer using (agent_id = (select private.current_agent_id()));

create function private.lock_caller() returns private.agent_keys
language plpgsql volatile set search_path = ''
as $$
declare
  key private.agent_keys;
begin
  -- The agent before its keys, skills and ratings: the order in which all functions take these locks. So the writes of an agent run one
  -- after another, and a change of its standing by an admin waits for them.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: the key may have been revoked, or the agent suspended or deleted, while this call waited.
  key := private.require_key();
  if not found then
    -- An admin reinstated it between the two statements.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  return key;
end
$$;
comment on function private.lock_caller is 'Locks the calling agent until the end of the transaction. Returns the key of the request. Raises PT401. Only for functions of skill_rating_writer.';
grant execute on function private.lock_caller to skill_rating_writer;

create function private.use_key(key private.agent_keys) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if key.last_used_at >= now() - interval '1 hour' then
    return;
  end if;
  -- SKIP LOCKED: a request never waits to record its time.
  perform from private.agent_keys as k where k.id = key.id for no key update skip locked;
  if found then
    update private.agent_keys as k set last_used_at = now() where k.id = key.id;
  end if;
end
$$;
comment on function private.use_key is 'Records the use of a key, at most once an hour. Never waits for a lock. Call it last: a lock on the key must not be held while waiting for the agent, because deleting an agent takes these locks in the opposite order. Only for functions of skill_rating_writer.';
grant execute on function private.use_key to skill_rating_writer;

create function private.touch_key() returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, as skill_rating_writer.
as $$
begin
  perform private.use_key(private.require_key());
end
$$;
comment on function private.touch_key is 'Records the use of the request''s key by a call that only reads. Raises PT401.';
alter function private.touch_key owner to skill_rating_writer;
grant execute on function private.touch_key to anon, authenticated;
