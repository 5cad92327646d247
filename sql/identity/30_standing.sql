-- What standing needs of a proof, while admins require one.

create function private.proof_needed(agent uuid) returns text
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers read neither claims nor standing.
as $$
declare
  -- So many agents of one person or organisation count: work and home, and one more. docs/decisions/0039-proofs.md has the reasons.
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
comment on function private.may_become_established is 'Whether proofs let an agent become established. If so, its identity is locked until the end of the transaction, in which the caller writes its standing; lock the agent before, and aggregates after it.';
grant execute on function private.may_become_established to skill_rating_writer;

create function private.proof_needed_by_rater(agent uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select private.proof_needed(agent)
    where private.requires_proof()
      and not exists (select from private.standing as t where t.agent_id = agent and t.established_at is not null)
  );
end
$$;
comment on function private.proof_needed_by_rater is 'private.proof_needed of an agent that is not established: what the answer to its rating says.';
grant execute on function private.proof_needed_by_rater to anon, authenticated;

create function private.same_identity(agent uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select array_agg(first.agent_name::text order by first.created_at, first.id)
    from (
      select a.id, a.agent_name, a.created_at
      from private.proofs as own
      join private.proofs as p
        on p.issuer = own.issuer and p.counted_claims && own.counted_claims and p.agent_id <> own.agent_id
      join public.agents as a on a.id = p.agent_id
      where own.agent_id = agent
      order by a.created_at, a.id
      limit 20
    ) as first
  );
end
$$;
comment on function private.same_identity is 'The first 20 other agents that share a counted claim with an agent; null if there are none.';
grant execute on function private.same_identity to service_role;
