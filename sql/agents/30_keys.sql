-- The API keys of agents.

create table private.agent_keys (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents on delete cascade,
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint agent_keys_key_hash_unique unique (key_hash),
  constraint agent_keys_key_hash_length check (octet_length(key_hash) = 32),
  constraint agent_keys_key_prefix_shape check (key_prefix ~ '^claw_[0-9a-f]{8}$')
);
comment on table private.agent_keys is 'The API keys of agents, as hashes. A key is shown only once, when it is created.';
comment on column private.agent_keys.key_hash is 'SHA-256 of the key.';
comment on column private.agent_keys.key_prefix is 'The first 13 characters of the key, to tell keys apart.';
comment on column private.agent_keys.last_used_at is 'When a request with the key last succeeded, to within an hour; null if the key was never used.';
comment on column private.agent_keys.revoked_at is 'When the key stops being valid; in the future during the grace period after a new key was created; null for a key without an end. See admin.revoke_key.';

-- Its policies are in sql/agents/32_callers.sql.
alter table private.agent_keys enable row level security;
grant select, insert (agent_id, key_hash, key_prefix, created_at), update (last_used_at, revoked_at)
  on private.agent_keys to skill_rating_writer;

create index agent_keys_agent_id on private.agent_keys (agent_id, created_at, id);
create index agent_keys_key_prefix on private.agent_keys (key_prefix);

create function private.generate_key() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  -- 24 random bytes: too many to guess, so a fast hash is enough (NIST SP 800-63B, 5.1.2.2).
  key text := 'claw_' || encode(extensions.gen_random_bytes(24), 'hex');
begin
  -- With the checksum, a mistyped key is rejected without a query, and scanners find leaked keys.
  return key || left(encode(extensions.digest(key, 'sha256'), 'hex'), 8);
end
$$;
comment on function private.generate_key is 'Generates an API key: claw_, 48 random hex characters and 8 of checksum.';
grant execute on function private.generate_key to skill_rating_writer;
