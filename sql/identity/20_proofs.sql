-- The proofs of agents: POST, GET and DELETE /identity/proofs.
--
-- The function identity verifies tokens and calls these functions with the secret key: what anon may not forge, it cannot call. The key of
-- the agent travels in x-api-key, as everywhere.

create table private.proofs (
  agent_id uuid primary key references public.agents on delete cascade,
  issuer text not null references private.issuers,
  subject text not null,
  counted_claims text[] not null,
  created_at timestamptz not null default now(),
  constraint proofs_subject_length check (char_length(subject) between 1 and 255),
  constraint proofs_counted_claims_number check (cardinality(counted_claims) between 1 and 5)
);
comment on table private.proofs is 'Who runs an agent, by a token of an issuer. Nothing else of the token is stored. Deleted with the agent.';
comment on column private.proofs.subject is 'The value of the first counted claim. Only the agent itself and admins see it.';
comment on column private.proofs.counted_claims is 'The counted claims of the issuer with their values, as name=value.';

alter table private.proofs enable row level security;
create policy "anyone reads which issuer says who runs an agent" on private.proofs
  for select to anon, authenticated, service_role using (true);
create policy "an agent proves who runs it" on private.proofs
  to skill_rating_writer
  using (agent_id = (select private.current_agent_id())) with check (agent_id = (select private.current_agent_id()));

-- For proved_by.
grant select (agent_id, issuer) on private.proofs to anon, authenticated;
grant select on private.proofs to service_role;
grant select, insert, update (issuer, subject, counted_claims, created_at), delete on private.proofs to skill_rating_writer;
grant select on private.issuers to skill_rating_writer;

create index proofs_counted_claims on private.proofs using gin (counted_claims);
create index proofs_issuer on private.proofs (issuer);

create table private.used_tokens (
  token_hash bytea primary key,
  -- Stays used when the agent is deleted.
  agent_id uuid references public.agents on delete set null,
  expires_at timestamptz not null,
  constraint used_tokens_token_hash_length check (octet_length(token_hash) = 32)
);
comment on table private.used_tokens is 'The tokens that wrote a proof, until they are too old to be accepted anyway.';
comment on column private.used_tokens.token_hash is 'SHA-256 of the header and payload as sent: a signature has several spellings.';

alter table private.used_tokens enable row level security;
create policy "a token that wrote something is known to all agents" on private.used_tokens
  for select to skill_rating_writer using (true);
create policy "an agent uses a token" on private.used_tokens
  for insert to skill_rating_writer with check (agent_id = (select private.current_agent_id()));
create policy "tokens that are too old are forgotten" on private.used_tokens
  for delete to skill_rating_writer using (expires_at < now());
grant select, insert, delete on private.used_tokens to skill_rating_writer;

create index used_tokens_expires_at on private.used_tokens (expires_at);
create index used_tokens_agent_id on private.used_tokens (agent_id);

create function private.lock_claims(issuer text, claims text[]) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  claim text;
begin
  -- In one order, so that two agents with the same claims cannot deadlock. Until the end of the transaction.
  for claim in select c from unnest(claims) as c order by c collate "C" loop
    perform pg_advisory_xact_lock(hashtextextended(issuer || ' ' || claim, 0));
  end loop;
end
$$;
comment on function private.lock_claims is 'Locks an identity, so that the agents that share it are counted one after the other.';
grant execute on function private.lock_claims to skill_rating_writer;

create function private.proof_of(agent uuid) returns json
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read subjects.
as $$
begin
  return (
    select json_build_object('issuer', p.issuer, 'name', i.name, 'subject', p.subject, 'created_at', p.created_at)
    from private.proofs as p join private.issuers as i on i.issuer = p.issuer
    where p.agent_id = agent
  );
end
$$;
comment on function private.proof_of is 'The proof of an agent as it sees it itself; null if it has none.';
grant execute on function private.proof_of to skill_rating_writer;

create function private.proved_by(agent uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select i.name
    from private.proofs as p join private.issuers as i on i.issuer = p.issuer
    where p.agent_id = agent and i.distrusted_at is null
  );
end
$$;
comment on function private.proved_by is 'The name of the issuer that says who runs an agent; null if none that is trusted does.';
grant execute on function private.proved_by to anon, authenticated, service_role;

create function private.create_proof(
  p_issuer text, p_counted_claims text[], p_values text[], p_token_hash bytea, p_issued_at timestamptz
) returns json
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below, as skill_rating_writer: no role of the Data API may write these tables.
as $$
declare
  key private.agent_keys := private.lock_caller();
  agent constant uuid := key.agent_id;
  known private.proofs;
  claims constant text[] := array(
    select c.name || '=' || c.value from unnest(p_counted_claims, p_values) with ordinality as c (name, value, i) order by c.i
  );
  user_of_token uuid;
begin
  select p.* into known
  from private.proofs as p join private.issuers as i on i.issuer = p.issuer
  where p.agent_id = agent and i.distrusted_at is null;
  select t.agent_id into user_of_token from private.used_tokens as t where t.token_hash = p_token_hash;
  if found and (user_of_token is distinct from agent or known.agent_id is null) then
    raise sqlstate 'PT400' using message = 'invalid_token';
  elsif known.issuer = p_issuer and known.subject = p_values[1] then
    perform private.use_key(key);
    return json_build_object('created', false, 'proof', private.proof_of(agent));
  elsif known.agent_id is not null then
    raise sqlstate 'PT409' using message = 'already_proved';
  end if;

  delete from private.used_tokens where expires_at < now();
  insert into private.used_tokens (token_hash, agent_id, expires_at)
  values (p_token_hash, agent, p_issued_at + interval '11 minutes') on conflict (token_hash) do nothing;
  if not found then
    -- Another agent was faster.
    raise sqlstate 'PT400' using message = 'invalid_token';
  end if;
  perform private.lock_claims(p_issuer, claims);
  insert into private.proofs as p (agent_id, issuer, subject, counted_claims)
  values (agent, p_issuer, p_values[1], claims)
  -- That of an issuer that is not trusted any more.
  on conflict (agent_id) do update set
    issuer = excluded.issuer, subject = excluded.subject, counted_claims = excluded.counted_claims,
    created_at = excluded.created_at;
  -- After the insert, which waits for an admin who changes the issuer now.
  if not exists (
    select from private.issuers as i
    where i.issuer = p_issuer and i.distrusted_at is null and i.counted_claims = p_counted_claims
  ) then
    raise sqlstate 'PT400' using message = 'invalid_token';
  end if;
  perform private.use_key(key);
  return json_build_object('created', true, 'proof', private.proof_of(agent));
end
$$;
comment on function private.create_proof is 'Stores who runs the calling agent, as a verified token says. The same subject again changes nothing. Raises PT400, PT401 and PT409.';
alter function private.create_proof owner to skill_rating_writer;
grant execute on function private.create_proof to service_role;

create function public.create_proof(
  p_issuer text, p_counted_claims text[], p_values text[], p_token_hash text, p_issued_at timestamptz
) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  return private.create_proof(p_issuer, p_counted_claims, p_values, decode(p_token_hash, 'hex'), p_issued_at);
end
$$;
comment on function public.create_proof is 'POST /identity/proofs. Only the function identity calls this, with the secret key. Raises PT400, PT401 and PT409.';
grant execute on function public.create_proof to service_role;

create function private.get_proof() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  agent uuid := private.require_agent();
begin
  perform private.touch_key();
  return json_build_object('proof', private.proof_of(agent));
end
$$;
comment on function private.get_proof is 'The proof of the calling agent, or null. Raises PT401.';
alter function private.get_proof owner to skill_rating_writer;
grant execute on function private.get_proof to service_role;

create function public.get_proof() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  return private.get_proof();
end
$$;
comment on function public.get_proof is 'GET /identity/proofs. Only the function identity calls this, with the secret key. Raises PT401.';
grant execute on function public.get_proof to service_role;

create function private.delete_proof() returns json
language plpgsql volatile security definer set search_path = ''
as $$
declare
  key private.agent_keys := private.lock_caller();
  agent constant uuid := key.agent_id;
begin
  -- Else one identity could establish agents one after the other. A proof that does not count holds no place.
  if private.requires_proof()
    and exists (
      select from private.standing as t where t.agent_id = agent and (t.established_at is not null or t.withdrawn_at is not null)
    )
    and exists (
      select from private.proofs as p join private.issuers as i on i.issuer = p.issuer
      where p.agent_id = agent and i.distrusted_at is null
    )
  then
    raise sqlstate 'PT409' using message = 'proof_in_use';
  end if;
  delete from private.proofs where agent_id = agent;
  perform private.use_key(key);
  return json_build_object('deleted', true);
end
$$;
comment on function private.delete_proof is 'Deletes the proof of the calling agent, if it has one. Raises PT401, and PT409 if its standing needs it.';
alter function private.delete_proof owner to skill_rating_writer;
grant execute on function private.delete_proof to service_role;

create function public.delete_proof() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  return private.delete_proof();
end
$$;
comment on function public.delete_proof is 'DELETE /identity/proofs. Only the function identity calls this, with the secret key. Raises PT401 and PT409.';
grant execute on function public.delete_proof to service_role;
