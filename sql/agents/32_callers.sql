-- Who calls, and what each write of a caller does.

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

create function private.current_agent_id() returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read keys. The lookup is by hash, so its time reveals nothing about a key.
as $$
begin
  return (
    select k.agent_id from private.agent_keys as k
    where k.key_hash = extensions.digest(private.request_key(), 'sha256')
      -- clock_timestamp(): a key that is revoked during a request is invalid for the rest of the request.
      and (k.revoked_at is null or k.revoked_at > clock_timestamp())
      and not exists (select from private.standing as t where t.agent_id = k.agent_id and t.suspended_at is not null)
  );
end
$$;
comment on function private.current_agent_id is 'The agent whose valid key is in the x-api-key header; null if there is none, or the agent is suspended.';
grant execute on function private.current_agent_id to anon, authenticated, service_role;

create function private.require_agent() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  agent uuid := private.current_agent_id();
begin
  if agent is null then
    raise sqlstate 'PT401' using message = case
      when private.request_key() is null then 'missing_api_key' else 'invalid_api_key'
    end;
  end if;
  return agent;
end
$$;
comment on function private.require_agent is 'The calling agent. Raises PT401 if the request has no valid key.';
grant execute on function private.require_agent to anon, authenticated;

create function private.touch_key() returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write keys. SKIP LOCKED: a request never waits to record its time. Call it last: a lock
-- on the key must not be held while waiting for the agent, because deleting an agent takes these locks in the opposite order.
as $$
declare
  unused uuid;
begin
  select id into unused from private.agent_keys
  where key_hash = extensions.digest(private.request_key(), 'sha256')
    and (last_used_at is null or last_used_at < now() - interval '1 hour')
  for no key update skip locked;
  if found then
    update private.agent_keys set last_used_at = now() where id = unused;
  end if;
end
$$;
comment on function private.touch_key is 'Records the use of the request''s key, at most once an hour. Never waits for a lock.';
grant execute on function private.touch_key to anon, authenticated;

create function private.record_key_use() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: roles that write without a key, such as service_role, may not call touch_key.
as $$
begin
  perform private.touch_key();
  return null;
end
$$;
comment on function private.record_key_use is 'Records the use of the key of a submission, including a direct write to the table. private.count_changed_ratings does so for ratings.';

-- How many ratings and skills one statement of a caller can write: a statement over thousands of rows locks their aggregates for seconds,
-- and everyone who rates one of these skills waits.

create function private.count_written_row() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Apart, because a row of an upsert is an insert first, and may then become an update.
  counter text := case tg_op when 'INSERT' then 'private.inserted_rows' else 'private.changed_rows' end;
  -- The client's statement: all parts of it count together.
  statement text := extract(epoch from statement_timestamp());
  previous text[] := string_to_array(current_setting(counter, true), ' ');
  number integer := 1 + case when previous[1] = statement then previous[2]::integer else 0 end;
begin
  if number > 100 then
    raise sqlstate 'PT400' using
      message = 'too_many_rows', detail = 'One statement inserts, updates or deletes at most 100 ratings or skills.';
  end if;
  perform set_config(counter, statement || ' ' || number, true);
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.count_written_row is 'Counts the rows that a statement of a caller writes. Raises PT400 for the 101st.';
