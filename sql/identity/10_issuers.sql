-- The issuers of OpenID Connect whose ID tokens prove who runs an agent, and whether a proof is required.

create table private.issuers (
  issuer text primary key,
  name text not null,
  audience text,
  counted_claims text[] not null,
  jwks_uri text,
  trusted_at timestamptz not null default now(),
  distrusted_at timestamptz,
  constraint issuers_name_valid check (name = btrim(name) and char_length(name) between 1 and 100 and name !~ '[[:cntrl:]]'),
  constraint issuers_audience_valid check (char_length(audience) between 1 and 500),
  constraint issuers_counted_claims_valid check (
    cardinality(counted_claims) >= 1 and cardinality(counted_claims) <= 5
    and array_to_string(counted_claims, ' ', '') ~ '^[A-Za-z_][A-Za-z0-9_.:/-]{0,99}( [A-Za-z_][A-Za-z0-9_.:/-]{0,99})*$'
  )
);
comment on table private.issuers is 'The issuers whose tokens the function identity verifies. Changed by admin.trust_issuer and admin.distrust_issuer.';
comment on column private.issuers.issuer is 'Its address, as iss of its tokens.';
comment on column private.issuers.name is 'What a profile and a rating show: proved_by.';
comment on column private.issuers.audience is 'The aud of its tokens; null for the origin of this service.';
comment on column private.issuers.counted_claims is 'The claims by which identities are counted, which the issuer never changes. The first is the subject of a proof.';
comment on column private.issuers.jwks_uri is 'The address of its keys; null to find it by discovery.';
comment on column private.issuers.distrusted_at is 'Since when its tokens are refused and its proofs do not count; null while it is trusted.';

-- For proved_by: the views of the API run with the privileges of the caller.
grant select (issuer, name, distrusted_at) on private.issuers to anon, authenticated;
-- For admin.agent_overview in the embedded Studio.
grant select on private.issuers to service_role;

create table private.proof_rule (
  is_required boolean primary key,
  since timestamptz not null default now(),
  constraint proof_rule_one_row check (is_required)
);
comment on table private.proof_rule is 'Has a row while agents become established only with a proof: see admin.require_proof.';

create function private.requires_proof() returns boolean
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER, as the tables of this room: callers read none of them.
as $$
begin
  return exists (select from private.proof_rule);
end
$$;
comment on function private.requires_proof is 'Whether agents become established only with a proof.';
grant execute on function private.requires_proof to anon, authenticated, service_role;

create function private.is_issuer_url(value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  host constant text := lower(substring(value from '^https://([^/?#:@]+)(?::[0-9]{1,5})?(?:/[^?#[:space:]]*)?$'));
begin
  return char_length(value) <= 500 and (
    -- A name with a top-level domain of letters, so no address; not a name that resolves inside a network.
    coalesce(
      host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$'
        and host !~ '(^|\.)(localhost|local|internal|localdomain|home\.arpa)$',
      false
    )
    -- For tests and development: the function identity accepts it only with IDENTITY_ALLOW_LOOPBACK=1.
    or value ~ '^http://127\.0\.0\.1:[0-9]{1,5}(/[^?#[:space:]]*)?$'
  );
end
$$;
comment on function private.is_issuer_url is 'Whether a text can be the address of an issuer or of its keys: https with the name of a host, or a port of 127.0.0.1.';

create function private.issuer_rows() returns json
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(
      json_agg(
        json_build_object(
          'issuer', i.issuer, 'name', i.name, 'audience', i.audience, 'counted_claims', i.counted_claims, 'jwks_uri', i.jwks_uri
        ) order by i.trusted_at, i.issuer
      ),
      '[]'
    )
    from private.issuers as i where i.distrusted_at is null
  );
end
$$;
comment on function private.issuer_rows is 'The trusted issuers, with what the function identity needs to verify their tokens.';
grant execute on function private.issuer_rows to service_role;

create function public.list_issuers() returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object('issuers', private.issuer_rows());
end
$$;
comment on function public.list_issuers is 'GET /identity/issuers: the trusted issuers. Only the function identity calls this, with the secret key.';
grant execute on function public.list_issuers to service_role;

-- GitHub Actions, counted by the accounts of the owner and of the person: an organisation costs nothing. Ids, because names can change hands.
insert into private.issuers (issuer, name, counted_claims)
values ('https://token.actions.githubusercontent.com', 'GitHub', '{repository_owner_id,actor_id}');
