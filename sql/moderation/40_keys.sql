-- How admins revoke keys.

create function admin.revoke_keys(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor keys.
as $$
declare
  why text := admin.check_reason(reason);
  owner public.agents := admin.lock_agent(agent);
  revoked integer;
begin
  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  get diagnostics revoked = row_count;
  if revoked = 0 then
    raise exception '% has no valid key.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, reason => why, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. Requests with these keys are rejected from now on; ratings and skills remain.', owner.agent_name,
    admin.number_of(revoked, 'key'));
end
$$;
comment on function admin.revoke_keys is 'Revokes all keys of an agent, given by name or id. For one leaked key: admin.revoke_key. select admin.revoke_keys(''<name or id>'', ''Spam.'');';
grant execute on function admin.revoke_keys to service_role;

create function admin.revoke_key(key text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  revoked private.agent_keys;
  owner public.agents;
begin
  if revoke_key.key !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the first 13 characters of the key, as in private.agent_keys, or the whole key.';
  end if;
  -- Two keys can have the same prefix; then the whole key is required.
  select k.* into strict revoked from private.agent_keys as k
  where k.key_prefix = left(revoke_key.key, 13)
    and (length(revoke_key.key) = 13 or k.key_hash = extensions.digest(revoke_key.key, 'sha256'));
  select a.* into owner from public.agents as a where a.id = revoked.agent_id for update;

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.id = revoked.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  if not found then
    raise exception 'The key % of % is already revoked.', revoked.key_prefix, owner.agent_name;
  end if;
  perform admin.log_action(
    'revoke_key', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', revoked.key_prefix)
  );
  return format('%s: key %s revoked. Requests with it are rejected from now on.', owner.agent_name, revoked.key_prefix);
exception
  when no_data_found then
    raise exception 'No key starts with %.', left(revoke_key.key, 13);
  when too_many_rows then
    raise exception 'Several keys start with %. Give the whole key.', left(revoke_key.key, 13);
end
$$;
comment on function admin.revoke_key is 'Revokes one key, given whole or by its first 13 characters. select admin.revoke_key(''claw_01234567'', ''Leaked.'');';
grant execute on function admin.revoke_key to service_role;
