-- How admins trust issuers, require proofs, and help an agent that lost its key.

create function admin.trust_issuer(
  issuer text, name text, audience text default null, counted_claims text[] default '{sub}', jwks_uri text default null
) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor these tables.
as $$
declare
  address constant text := btrim(trust_issuer.issuer);
  known private.issuers;
begin
  if not coalesce(private.is_issuer_url(address), false) then
    raise exception 'The issuer must be an https address whose host is a name, as iss of its tokens has it.'
      using hint = 'No IP address, localhost, .local or .internal.';
  elsif trust_issuer.jwks_uri is not null and not private.is_issuer_url(trust_issuer.jwks_uri) then
    raise exception 'The address of the keys must be https with the name of a host.';
  end if;
  select i.* into known from private.issuers as i where i.issuer = address for update;
  if known.counted_claims <> trust_issuer.counted_claims
    and exists (select from private.proofs as p where p.issuer = address)
  then
    raise exception 'The claims of % cannot change while it has proofs: they count by %.',
      known.name, array_to_string(known.counted_claims, ' and ');
  end if;
  insert into private.issuers as i (issuer, name, audience, counted_claims, jwks_uri)
  values (address, btrim(trust_issuer.name), trust_issuer.audience, trust_issuer.counted_claims, trust_issuer.jwks_uri)
  on conflict on constraint issuers_pkey do update set
    name = excluded.name, audience = excluded.audience, counted_claims = excluded.counted_claims, jwks_uri = excluded.jwks_uri,
    distrusted_at = null;
  perform admin.log_action('trust_issuer', details => jsonb_build_object(
    'issuer', address, 'name', btrim(trust_issuer.name), 'audience', trust_issuer.audience,
    'counted_claims', trust_issuer.counted_claims, 'jwks_uri', trust_issuer.jwks_uri
  ));
  return format(
    '%s is trusted: agents are counted by %s. Be sure that it never changes these claims of anybody.',
    btrim(trust_issuer.name), array_to_string(trust_issuer.counted_claims, ' and ')
  );
end
$$;
comment on function admin.trust_issuer is 'Accepts the ID tokens of an issuer of OpenID Connect as proofs, or changes what is known of it. select admin.trust_issuer(''https://id.example.com'', ''Example'', counted_claims => ''{sub}'');';
grant execute on function admin.trust_issuer to service_role;

create function admin.distrust_issuer(issuer text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  known private.issuers;
  proofs integer;
begin
  select i.* into known from private.issuers as i where i.issuer = btrim(distrust_issuer.issuer) for update;
  if known.issuer is null then
    raise exception 'No issuer has the address "%".', btrim(distrust_issuer.issuer);
  elsif known.distrusted_at is not null then
    return format('%s is not trusted already.', known.name);
  end if;
  update private.issuers as i set distrusted_at = now() where i.issuer = known.issuer;
  proofs := (select count(*) from private.proofs as p where p.issuer = known.issuer);
  perform admin.log_action(
    'distrust_issuer', details => jsonb_build_object('issuer', known.issuer, 'name', known.name, 'proofs', proofs)
  );
  return format(
    '%s is not trusted any more: its tokens are refused, and its %s count no longer. Standing stays.',
    known.name, admin.number_of(proofs, 'proof')
  );
end
$$;
comment on function admin.distrust_issuer is 'Refuses the tokens of an issuer. Its proofs stay, count no longer, and can be deleted or replaced. select admin.distrust_issuer(''https://id.example.com'');';
grant execute on function admin.distrust_issuer to service_role;

create function admin.require_proof(required boolean) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if required is null then
    raise exception 'Say true or false.';
  end if;
  if required then
    insert into private.proof_rule (is_required) values (true) on conflict (is_required) do nothing;
  else
    delete from private.proof_rule where is_required;
  end if;
  if not found then
    return case when required then 'Proofs are required already.' else 'Proofs are not required.' end;
  end if;
  perform admin.log_action('require_proof', details => jsonb_build_object('required', required));
  return case
    when required then 'From now on an agent becomes established only with a proof. Those that are established stay so.'
    else 'From now on agents become established without a proof.'
  end;
end
$$;
comment on function admin.require_proof is 'Whether an agent becomes established only with a proof, and only if fewer than three others of its identity are. select admin.require_proof(true);';
grant execute on function admin.require_proof to service_role;

create function admin.delete_proof(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  owner public.agents := admin.lock_agent(agent);
begin
  delete from private.proofs as p where p.agent_id = owner.id;
  if not found then
    raise exception '% has no proof.', owner.agent_name;
  end if;
  perform admin.log_action('delete_proof', agent_id => owner.id, reason => why);
  return format('%s: its proof is deleted. Its standing is as before: see admin.withdraw_standing.', owner.agent_name);
end
$$;
comment on function admin.delete_proof is 'Deletes the proof of an agent, given by name or id, and withdraws no standing. select admin.delete_proof(''<name or id>'', ''The account was stolen.'');';
grant execute on function admin.delete_proof to service_role;

create function admin.create_key_for(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  owner public.agents := admin.lock_agent(agent);
  key text := private.generate_key();
begin
  if exists (select from private.standing as t where t.agent_id = owner.id and t.suspended_at is not null) then
    raise exception '% is suspended: its keys are rejected until admin.reinstate_agent.', owner.agent_name;
  end if;
  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (owner.id, extensions.digest(key, 'sha256'), left(key, 13), clock_timestamp());
  perform admin.log_action(
    'create_key_for', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', left(key, 13))
  );
  return format('The new key of %s: %s. It is shown only once. All its other keys have ended.', owner.agent_name, key);
end
$$;
comment on function admin.create_key_for is 'Creates a key for an agent, given by name or id, that lost its own, and revokes all others. Be sure whom you give it to. select admin.create_key_for(''<name or id>'', ''Lost its key; called back.'');';
grant execute on function admin.create_key_for to service_role;
