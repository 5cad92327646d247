-- What standing needs of a proof, while admins require one.

create function private.proof_needed(agent uuid) returns text
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers read neither claims nor standing.
as $$
declare
  -- So many agents of one person or organisation count: work and home, and one more. docs/decisions/0035-proofs.md has the figures.
  maximum constant integer := 3;
  proof private.proofs;
  claim text;
begin
  if not private.requires_proof() then
    return null;
  end if;
  select p.* into proof
  from private.proofs as p join private.issuers as i on i.issuer = p.issuer
  where p.agent_id = agent and i.distrusted_at is null;
  if proof.agent_id is null then
    return 'proof';
  end if;
  foreach claim in array proof.counted_claims loop
    if (
      select count(*) from (
        select
        from private.proofs as p join private.standing as t on t.agent_id = p.agent_id
        where p.counted_claims @> array[claim] and p.issuer = proof.issuer and p.agent_id <> agent
          and (t.established_at is not null or t.suspended_at is not null or t.withdrawn_at is not null)
        limit maximum
      ) as others
    ) = maximum then
      return 'identity';
    end if;
  end loop;
  return null;
end
$$;
comment on function private.proof_needed is 'What an agent lacks to become established: proof; or identity, if three agents that share one of its counted claims are established, suspended or withdrawn; null for neither, or if no proof is required.';
grant execute on function private.proof_needed to anon, authenticated, service_role;

create function private.may_become_established(agent uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  proof private.proofs;
begin
  if not private.requires_proof() then
    return true;
  end if;
  select p.* into proof from private.proofs as p where p.agent_id = agent;
  if proof.agent_id is not null then
    perform private.lock_claims(proof.issuer, proof.counted_claims);
  end if;
  -- After the lock, so that it counts what another transaction has written.
  return private.proof_needed(agent) is null;
end
$$;
comment on function private.may_become_established is 'Whether proofs let an agent become established. If so, its identity is locked until the end of the transaction, in which the caller writes its standing; lock the agent before, and skills after it.';
