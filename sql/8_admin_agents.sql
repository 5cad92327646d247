-- What admins do with agents and their keys.

create function admin.lock_agent(agent text) returns public.agents
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.agents;
begin
  -- The agent before its keys, as in private.replace_key, so that no key is created meanwhile.
  select * into locked from public.agents as a where a.id = private.parse_uuid(agent) for no key update;
  if locked.id is null then
    select * into locked from public.agents as a where a.name_key = private.name_key(agent) for no key update;
  end if;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$$;
comment on function admin.lock_agent is 'The agent with this id or name, locked until the transaction ends. Raises when there is none.';

create function admin.revoke_keys(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
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
    raise exception '% has no key that is still valid.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, reason => why, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. The next request with one is refused; ratings and skills stay.', owner.agent_name,
    case revoked when 1 then '1 key' else revoked || ' keys' end);
end
$$;
comment on function admin.revoke_keys is 'Revokes every key of an agent, given by name or id. One leaked key: admin.revoke_key. select admin.revoke_keys(''<name or id>'', ''Spam.'');';

create function admin.revoke_key(key text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  revoked private.agent_keys;
  owner public.agents;
begin
  if revoke_key.key !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the first 13 characters of the key, as private.agent_keys shows them, or the whole key.';
  end if;
  -- Two keys with the same prefix are unlikely, but possible: the whole key tells them apart.
  select k.* into strict revoked from private.agent_keys as k
  where k.key_prefix = left(revoke_key.key, 13)
    and (length(revoke_key.key) = 13 or k.key_hash = extensions.digest(revoke_key.key, 'sha256'));
  owner := admin.lock_agent(revoked.agent_id::text);

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.id = revoked.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  if not found then
    raise exception 'The key % of % is already revoked.', revoked.key_prefix, owner.agent_name;
  end if;
  perform admin.log_action(
    'revoke_key', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', revoked.key_prefix)
  );
  return format('%s: key %s revoked. The next request with it is refused.', owner.agent_name, revoked.key_prefix);
exception
  when no_data_found then
    raise exception 'No key begins with %.', left(revoke_key.key, 13);
  when too_many_rows then
    raise exception 'Several keys begin with %. Give the whole key.', left(revoke_key.key, 13);
end
$$;
comment on function admin.revoke_key is 'Revokes one key, given by its first 13 characters or whole; the next request with it is refused. select admin.revoke_key(''claw_01234567'', ''Leaked.'');';
