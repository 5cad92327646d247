set local lock_timeout = '2s';

-- Revoked at the end.
grant create on schema private to skill_rating_writer;

SET local check_function_bodies = off;

DROP VIEW "admin"."agent_overview";

DROP VIEW "admin"."queue";

DROP FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer);

DROP VIEW "public"."skill_ratings";

DROP FUNCTION "public"."search_entries"(text, text[], boolean, integer, text);

CREATE TABLE "private"."issuers" (
  "issuer"         text                     NOT NULL,
  "name"           text                     NOT NULL,
  "audience"       text,
  "counted_claims" text[]                   NOT NULL,
  "jwks_uri"       text,
  "trusted_at"     timestamp with time zone NOT NULL DEFAULT now(),
  "distrusted_at"  timestamp with time zone,
  CONSTRAINT "issuers_audience_valid" CHECK (((char_length(audience) >= 1) AND (char_length(audience) <= 500))),
  CONSTRAINT "issuers_counted_claims_valid"
    CHECK
    (((cardinality(counted_claims) >= 1) AND (cardinality(counted_claims) <= 5) AND (array_to_string(counted_claims, ' '::text, ''::text) ~
    '^[A-Za-z_][A-Za-z0-9_.:/-]{0,99}( [A-Za-z_][A-Za-z0-9_.:/-]{0,99})*$'::text))),
  CONSTRAINT "issuers_name_valid" CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 100)) AND (name !~ '[[:cntrl:]]'::text))),
  CONSTRAINT "issuers_pkey" PRIMARY KEY (issuer)
);

CREATE TABLE "private"."proof_rule" (
  "is_required" boolean                  NOT NULL,
  "since"       timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "proof_rule_one_row" CHECK (is_required),
  CONSTRAINT "proof_rule_pkey" PRIMARY KEY (is_required)
);

CREATE TABLE "private"."proofs" (
  "agent_id"       uuid                     NOT NULL,
  "issuer"         text                     NOT NULL,
  "subject"        text                     NOT NULL,
  "counted_claims" text[]                   NOT NULL,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "proofs_counted_claims_number" CHECK (((cardinality(counted_claims) >= 1) AND (cardinality(counted_claims) <= 5))),
  CONSTRAINT "proofs_pkey" PRIMARY KEY (agent_id),
  CONSTRAINT "proofs_subject_length" CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);

ALTER TABLE "private"."proofs"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."used_tokens" (
  "token_hash" bytea                    NOT NULL,
  "agent_id"   uuid,
  "expires_at" timestamp with time zone NOT NULL,
  CONSTRAINT "used_tokens_pkey" PRIMARY KEY (token_hash),
  CONSTRAINT "used_tokens_token_hash_length" CHECK ((octet_length(token_hash) = 32))
);

ALTER TABLE "private"."used_tokens"
  ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION admin.create_key_for (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION admin.delete_proof (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION admin.distrust_issuer (
  issuer text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION admin.require_proof (
  required boolean
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION admin.trust_issuer (
  issuer         text,
  name           text,
  audience       text   DEFAULT NULL::text,
  counted_claims text[] DEFAULT '{sub}'::text[],
  jwks_uri       text   DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.create_proof (
  p_issuer         text,
  p_counted_claims text[],
  p_values         text[],
  p_token_hash     bytea,
  p_issued_at      timestamp with time zone
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

ALTER FUNCTION "private"."create_proof"(text, text[], text[], bytea, timestamp WITH time zone) OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.delete_proof()
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

ALTER FUNCTION "private"."delete_proof"() OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.entry_mark (
  kinds text[]
)
  RETURNS tsquery
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  is_skill constant tsquery := private.path_mark('')::tsquery && !!private.listed_mark();
  mark tsquery;
begin
  if kinds @> '{server,skill,page}' then
    return null;
  end if;
  if 'server' = any (kinds) then
    mark := private.listed_mark();
  end if;
  if 'skill' = any (kinds) then
    mark := coalesce(mark || is_skill, is_skill);
  end if;
  if 'page' = any (kinds) then
    mark := coalesce(mark || (!!private.listed_mark() && !!is_skill), !!private.listed_mark() && !!is_skill);
  end if;
  return mark;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish (
  agent  uuid,
  skill  uuid,
  is_own boolean,
  OUT    is_established boolean,
  OUT    rated_skills integer
)
  RETURNS record
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  needed constant integer := 3;
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  standing private.standing;
  marked uuid[];
begin
  select * into standing from private.standing as t where t.agent_id = agent;
  is_established := standing.established_at is not null;
  rated_skills := needed;
  if not is_established then
    -- With the skill that it rates now. Ratings of its own skills count for nothing.
    rated_skills := (not is_own)::integer + (
      select count(*)
      from (
        select from public.ratings as r join public.skills as s on s.id = r.skill_id
        where r.agent_id = agent and r.skill_id <> skill and r.removed_at is null and s.submitted_by is distinct from agent
        limit needed - (not is_own)::integer
      ) as others
    );
    is_established := rated_skills = needed and standing.withdrawn_at is null
      and (select a.created_at <= now() - interval '7 days' from public.agents as a where a.id = agent)
      and private.may_become_established(agent);
    if not is_established then
      return;
    end if;
    insert into private.standing as t (agent_id, established_at) values (agent, now())
    on conflict (agent_id) do update set established_at = excluded.established_at;
  end if;

  -- The newest. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r join public.skills as s on s.id = r.skill_id
    where s.submitted_by is distinct from agent and r.id in (
      select newest.id from public.ratings as newest
      where newest.agent_id = agent and not newest.established
      order by newest.updated_at desc, newest.id desc
      limit maximum
    )
    order by r.id
    for no key update of r skip locked
  );
  if marked <> '{}' then
    -- With the skill whose rating is counted next, so that all are locked in order.
    perform private.lock_stats(skill || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
    update public.ratings as r set established = true where r.id = any (marked);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.export_me (
  cursor text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  page_size constant integer := 500;
  agent uuid := private.require_agent();
  -- With the agent: a cursor is of no use to another.
  list text := 'export' || chr(31) || agent;
  after jsonb;
  positions jsonb[] := '{}';
  items json[] := '{}';
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_claws,private.cursor_time,private.cursor_uuid}');
  for part in coalesce((after ->> 0)::integer, 1)..5 loop
    -- One more than the page, to see whether there is another page.
    select positions || coalesce(array_agg(s.entry_position), '{}'), items || coalesce(array_agg(s.item), '{}') into positions, items
    from private.scan_export(
      agent, part, after, page_size + 1 - cardinality(items),
      -- At least 1, so that the next part shows whether there is another page.
      greatest(private.page_bytes() - (select coalesce(sum(pg_column_size(i)), 0) from unnest(items) as i), 1)
    ) as s;
    exit when cardinality(items) > page_size;
    after := null;
  end loop;

  page := private.cut_page(items[:page_size]);
  return (
    select json_build_object(
      'agent', (
        select row_to_json(account)
        from (
          select
            a.id, a.agent_name, a.agent_description, a.email, a.created_at,
            t.established_at, t.withdrawn_at as standing_withdrawn_at,
            private.proof_of(a.id) as proof,
            coalesce(json_agg(e.item) filter (where e.part = 1), '[]') as keys
          from public.agents as a left join private.standing as t on t.agent_id = a.id
          where a.id = agent
        ) as account
      ),
      'skills', coalesce(json_agg(e.item) filter (where e.part = 2), '[]'),
      'ratings', coalesce(json_agg(e.item) filter (where e.part = 3), '[]'),
      'hidden_commentaries', coalesce(json_agg(e.item) filter (where e.part = 4), '[]'),
      'flags', coalesce(json_agg(e.item) filter (where e.part = 5), '[]'),
      'next_cursor', case when cardinality(items) > cardinality(page) then
        private.encode_cursor(positions[cardinality(page)], list)
      end
    )
    from (
      select p.item, (p.entry_position ->> 0)::integer as part
      from unnest(page, positions[:cardinality(page)]) as p (item, entry_position)
    ) as e
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.get_proof()
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.require_agent();
begin
  perform private.touch_key();
  return json_build_object('proof', private.proof_of(agent));
end
$function$;

ALTER FUNCTION "private"."get_proof"() OWNER TO "skill_rating_writer";

CREATE OR REPLACE FUNCTION private.github_paths (
  skills uuid[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(json_agg(json_build_object('skill_id', s.id, 'identifier', p.identifier)), '[]')
    from public.skills as s cross join lateral (select private.github_path(s.id) as identifier) as p
    where s.id = any (skills) and s.type = 'clawdbot' and p.identifier is not null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_issuer_url (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.issuer_rows()
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.lock_claims (
  issuer text,
  claims text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  claim text;
begin
  -- In one order, so that two agents with the same claims cannot deadlock. Until the end of the transaction.
  for claim in select c from unnest(claims) as c order by c collate "C" loop
    perform pg_advisory_xact_lock(hashtextextended(issuer || ' ' || claim, 0));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.may_become_established (
  agent uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.proof_needed (
  agent uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.proof_needed_by_rater (
  agent uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select private.proof_needed(agent)
    where private.requires_proof()
      and not exists (select from private.standing as t where t.agent_id = agent and t.established_at is not null)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.proof_of (
  agent uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
begin
  return (
    select json_build_object('issuer', p.issuer, 'name', i.name, 'subject', p.subject, 'created_at', p.created_at)
    from private.proofs as p join private.issuers as i on i.issuer = p.issuer
    where p.agent_id = agent
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.proved_by (
  agent uuid
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select i.name
    from private.proofs as p join private.issuers as i on i.issuer = p.issuer
    where p.agent_id = agent and i.distrusted_at is null
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.publisher_of (
  skill uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- It lets only the owner of an account on GitHub use io.github.ACCOUNT, and of a domain its name in reverse.
  official constant text := 'https://registry.modelcontextprotocol.io';
  namespace text;
begin
  namespace := (
    select split_part(i.external_name, '/', 1) from private.imported_skills as i
    where i.skill_id = skill and i.source = official and i.status is distinct from 'deleted'
      and private.is_server_name(i.external_name)
  );
  return case
    when namespace is null then null
    else json_build_object(
      'name', coalesce(
        substring(namespace from '^io\.github\.(.+)$'),
        (
          select string_agg(part, '.' order by i desc)
          from string_to_table(namespace, '.') with ordinality as p (part, i)
        )
      ),
      'proved_by', 'MCP Registry'
    )
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.requires_proof()
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return exists (select from private.proof_rule);
end
$function$;

CREATE OR REPLACE FUNCTION private.same_identity (
  agent uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.scan_export (
  agent     uuid,
  only_part integer,
  after     jsonb,
  max_rows  integer,
  bytes     bigint
)
  RETURNS TABLE (
    entry_position jsonb,
    item           json
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  AS $function$
begin
  return query
  select jsonb_build_array(e.part, e.at, e.id), case e.part
    when 1 then (
      select json_build_object(
        'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
      )
      from private.agent_keys as k where k.id = e.id
    )
    when 2 then (
      select row_to_json(entry)
      from (
        select s.*, private.submitted_identifiers(s.id) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as entry
    )
    when 3 then (
      select row_to_json(entry)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          r.proved_by,
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as entry
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', h.commentary, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r left join private.hidden_commentaries as h on h.rating_id = r.id where r.id = e.id
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from private.flags as f left join public.ratings as r on r.id = f.rating_id
      where (f.subject_id, f.agent_id) = (e.id, e.agent_id)
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = only_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit max_rows
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.source_of (
  skill uuid,
  OUT   status text,
  OUT   version text,
  OUT   install json
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  select i.status into status from private.imported_skills as i where i.skill_id = skill;
  select
    server.version,
    case when server.install is not null and source_of.status is distinct from 'deleted' and s.retired_at is null
      then json_build_object('server', server.name, 'entries', server.install)
    end
  into version, install
  from private.registry_servers as server join public.skills as s on s.id = server.skill_id
  where server.skill_id = skill and server.status <> 'deleted';
end
$function$;

CREATE OR REPLACE FUNCTION public.create_proof (
  p_issuer         text,
  p_counted_claims text[],
  p_values         text[],
  p_token_hash     text,
  p_issued_at      timestamp with time zone
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return private.create_proof(p_issuer, p_counted_claims, p_values, decode(p_token_hash, 'hex'), p_issued_at);
end
$function$;

REVOKE ALL ON FUNCTION "public"."create_proof"(text, text[], text[], text, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.delete_proof()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return private.delete_proof();
end
$function$;

REVOKE ALL ON FUNCTION "public"."delete_proof"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.get_agent (
  p_agent text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid := private.resolve_agent(p_agent);
begin
  return (
    select row_to_json(profile)
    from (
      select
        a.id,
        a.agent_name,
        a.agent_description,
        a.created_at,
        t.established_at is not null as established,
        private.proved_by(a.id) as proved_by,
        counts.total_ratings,
        counts.claws_counts,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent('ratings', agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      cross join lateral (
        select
          count(*) as total_ratings,
          json_build_object(
            '1', count(*) filter (where r.claws = 1), '2', count(*) filter (where r.claws = 2),
            '3', count(*) filter (where r.claws = 3), '4', count(*) filter (where r.claws = 4),
            '5', count(*) filter (where r.claws = 5)
          ) as claws_counts
        from public.ratings as r where r.agent_id = agent and r.removed_at is null
      ) as counts
      where a.id = agent
    ) as profile
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.get_proof()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  return private.get_proof();
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_proof"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5
        ) as rating_counts,
        private.evidence_of(skill) as evidence,
        change.changed_at,
        change.established_since_change,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        source.status as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        case when source.version is not null
          then (private.evidence_for_versions(array[skill], array[source.version]))[1]
        end as for_version,
        private.publisher_of(skill) as publisher,
        source.install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            date_trunc('month', now()) - interval '11 months', date_trunc('month', now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day::date
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_of(skill) as source
      cross join private.change_of(skill) as change
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_issuers()
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return json_build_object('issuers', private.issuer_rows());
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_issuers"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_servers_of_skills (
  p_skill_ids uuid[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return json_build_object(
    'servers', (select s.servers from private.servers_of_skills(p_skill_ids[:100]) as s),
    'paths', private.github_paths(p_skill_ids[:100])
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.search_entries (
  p_search   text,
  p_types    text[]  DEFAULT NULL::text[],
  p_kinds    text[]  DEFAULT NULL::text[],
  p_attested boolean DEFAULT NULL::boolean,
  p_limit    integer DEFAULT NULL::integer,
  p_cursor   text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_limit constant integer := 100;
  max_skills constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit);
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  ranked record;
  skills uuid[];
  places bigint[];
  listed record;
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  select * into ranked
  from private.ranked_page(
    search, types, p_cursor, list, case when p_attested then private.max_ranked() else max_skills + 1 end,
    mark => private.entry_mark(coalesce(p_kinds, '{server,skill,page}')),
    named => case when p_kinds = '{server}' then private.servers_named(search) end
  );
  select coalesce(array_agg(p.id order by p.place), '{}'), coalesce(array_agg(p.place order by p.place), '{}') into skills, places
  from (
    select r.id, r.place
    from unnest(ranked.skills) with ordinality as r (id, place)
    where p_attested is not true or exists (
      select from public.skill_stats as st cross join lateral private.change_of(r.id) as c
      where st.skill_id = r.id and st.established_ratings >= 3
        and (c.changed_at is null or c.established_since_change >= 3)
    )
    order by r.place
    limit max_skills + 1
  ) as p;
  select s.* into listed
  from private.servers_of_skills(skills[:max_skills]) as s;
  select i.items, i.count into page
  from private.skill_items(listed.fitting, private.explain_matches(ranked.words, listed.fitting)) as i;
  return format(
    '{"skills":[%s],"servers":%s,"paths":%s,"next_cursor":%s}',
    page.items, listed.servers, private.github_paths(listed.fitting), coalesce(to_json(case
      when cardinality(skills) > page.count
        then private.encode_place(search, ranked.corrected, ranked.place + places[page.count], list)
    end)::text, 'null')
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."search_entries"(text, text[], text[], boolean, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id          uuid    DEFAULT NULL::uuid,
  p_skill_name        text    DEFAULT NULL::text,
  p_claws             numeric DEFAULT NULL::numeric,
  p_reliability       numeric DEFAULT NULL::numeric,
  p_security          numeric DEFAULT NULL::numeric,
  p_speed             numeric DEFAULT NULL::numeric,
  p_commentary        text    DEFAULT NULL::text,
  p_version           text    DEFAULT NULL::text,
  p_observed_calls    numeric DEFAULT NULL::numeric,
  p_observed_failures numeric DEFAULT NULL::numeric
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  sent public.ratings;
  written record;
  previous public.ratings;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  p_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  p_version := nullif(private.clean_version(p_version), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(p_commentary, 0, 10000),
    'version', private.version_error(p_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', coalesce(private.use_count_error(p_observed_failures), case
      when p_observed_failures is not null and p_observed_calls is null then 'requires observed_calls'
      when private.use_count_error(p_observed_calls) is null and p_observed_failures > p_observed_calls
        then 'must not be greater than observed_calls'
    end)
  );
  sent.claws := p_claws;
  sent.reliability := p_reliability;
  sent.security := p_security;
  sent.speed := p_speed;
  sent.commentary := p_commentary;
  sent.version := p_version;
  sent.observed_calls := p_observed_calls;
  sent.observed_failures := p_observed_failures;

  begin
    written := private.write_rating(p_skill_id, clean_name, sent);
  exception
    when deadlock_detected then
      -- With an admin who wrote several rows by hand.
      written := private.write_rating(p_skill_id, clean_name, sent);
    when insufficient_privilege then
      -- The grace period of the key ended during the call.
      perform private.require_agent();
      raise;
  end;

  previous := written.replaced;
  return json_build_object(
    'created', written.created,
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and sent.commentary is null then 'commentary' end,
      case when previous.reliability is not null and sent.reliability is null then 'reliability' end,
      case when previous.security is not null and sent.security is null then 'security' end,
      case when previous.speed is not null and sent.speed is null then 'speed' end,
      case when previous.version is not null and sent.version is null then 'version' end,
      case when previous.observed_calls is not null and sent.observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and sent.observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = written.rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = written.skill),
    'own_skill', written.own_skill,
    'rated_skills', written.rated_skills,
    'proof_needed', (select private.proof_needed_by_rater(r.agent_id) from public.ratings as r where r.id = written.rating)
  );
end
$function$;

ALTER TABLE "private"."proofs"
  ADD CONSTRAINT "proofs_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

ALTER TABLE "private"."proofs"
  ADD CONSTRAINT "proofs_issuer_fkey" FOREIGN KEY (issuer) REFERENCES private.issuers(issuer);

ALTER TABLE "private"."used_tokens"
  ADD CONSTRAINT "used_tokens_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE SET NULL;

CREATE VIEW "admin"."agent_overview" WITH (security_invoker=true) AS  SELECT a.id AS agent_id,
    a.agent_name AS agent,
    a.created_at,
    (EXTRACT(day FROM (now() - a.created_at)))::integer AS age_days,
        CASE
            WHEN (t.suspended_at IS NOT NULL) THEN 'suspended'::text
            WHEN (t.withdrawn_at IS NOT NULL) THEN 'withdrawn'::text
            WHEN (t.established_at IS NOT NULL) THEN 'established'::text
            ELSE 'new'::text
        END AS standing,
    ( SELECT (count(*))::integer AS count
           FROM public.ratings r
          WHERE ((r.agent_id = a.id) AND (r.removed_at IS NULL))) AS ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.ratings r
          WHERE ((r.agent_id = a.id) AND (r.removal_cause = ANY (ARRAY['removed'::text, 'suspended'::text])))) AS removed_ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.skills s
          WHERE (s.submitted_by = a.id)) AS skills,
    ( SELECT (count(*))::integer AS count
           FROM private.flags f
          WHERE ((f.settled_at IS NULL) AND (f.subject_id IN ( SELECT r.id
                   FROM public.ratings r
                  WHERE (r.agent_id = a.id)
                UNION ALL
                 SELECT s.id
                   FROM public.skills s
                  WHERE (s.submitted_by = a.id))))) AS flags_received,
    ( SELECT (count(*))::integer AS count
           FROM private.flags f
          WHERE (f.agent_id = a.id)) AS flags_given,
    k.valid_keys,
    k.last_used_at AS keys_last_used_at,
    private.proved_by(a.id) AS proved_by,
    private.same_identity(a.id) AS same_identity
   FROM ((public.agents a
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     CROSS JOIN LATERAL admin.key_use(a.id) k(valid_keys, last_used_at));

CREATE VIEW "admin"."queue" WITH (security_invoker=true) AS  SELECT
        CASE
            WHEN (e.submitted_at IS NOT NULL) THEN 'new skill'::text
            WHEN (r.id IS NULL) THEN 'reported skill'::text
            ELSE 'reported rating'::text
        END AS kind,
    s.slug AS skill,
    s.name,
    a.agent_name AS agent,
    r.claws,
    "left"(
        CASE
            WHEN (r.id IS NULL) THEN (s.description)::text
            ELSE COALESCE((r.commentary)::text, h.commentary)
        END, 500) AS content,
        CASE
            WHEN (r.id IS NULL) THEN (s.url)::text
            ELSE NULL::text
        END AS url,
    e.established_flags,
    e.flags,
    first_flags.reasons,
    first_flags.reported_by,
    e.since,
        CASE
            WHEN (r.id IS NULL) THEN s.updated_at
            ELSE r.commentary_at
        END AS written_at,
    r.id AS rating_id,
        CASE
            WHEN (r.id IS NOT NULL) THEN format('select admin.dismiss_flags(%L, %L);'::text, r.id, 'Fine.')
            ELSE format('select admin.review_skill(%L, %L);'::text, s.slug, 'Fine.')
        END AS keep,
        CASE
            WHEN (r.commentary IS NOT NULL) THEN format('select admin.hide_commentary(%L, %L);'::text, r.id, 'Against the rules.')
            ELSE NULL::text
        END AS hide,
        CASE
            WHEN (r.id IS NOT NULL) THEN format('select admin.remove_ratings(%L::uuid[], %L);'::text, ARRAY[r.id], 'Against the rules.')
            WHEN (s.retired_at IS NULL) THEN format('select admin.retire_skill(%L, %L);'::text, s.slug, 'Against the rules.')
            ELSE NULL::text
        END AS remove,
        CASE
            WHEN ((a.id IS NOT NULL) AND (t.suspended_at IS NULL)) THEN format('select admin.suspend_agent(%L, %L);'::text, a.id, 'Against the rules.')
            ELSE NULL::text
        END AS suspend,
        CASE
            WHEN (submitter.agent_id IS NOT NULL) THEN format('select admin.retire_skills_of(%L, %L);'::text, submitter.agent_id, 'Against the rules.')
            ELSE NULL::text
        END AS retire_all,
    r.version,
    twins.retired_twins,
    decided.decided_at,
    private.proved_by(a.id) AS proved_by,
    private.same_identity(a.id) AS same_identity
   FROM (((((((((( SELECT entries.subject_id,
            entries.established_flags,
            entries.flags,
            entries.since,
            entries.submitted_at
           FROM ( SELECT f.subject_id,
                    (count(st.established_at))::integer AS established_flags,
                    (count(*))::integer AS flags,
                    min(f.created_at) AS since,
                    NULL::timestamp with time zone AS submitted_at
                   FROM (private.flags f
                     LEFT JOIN private.standing st ON ((st.agent_id = f.agent_id)))
                  WHERE ((st.suspended_at IS NULL) AND (f.settled_at IS NULL))
                  GROUP BY f.subject_id
                UNION ALL
                 SELECT own.skill_id,
                    0,
                    0,
                    own.submitted_at,
                    own.submitted_at
                   FROM private.skill_submitters own
                  WHERE own.waits_for_review) entries
          ORDER BY entries.established_flags DESC, entries.flags DESC, entries.submitted_at DESC, entries.since, entries.subject_id) e
     LEFT JOIN public.ratings r ON ((r.id = e.subject_id)))
     JOIN public.skills s ON ((s.id = COALESCE(r.skill_id, e.subject_id))))
     LEFT JOIN private.hidden_commentaries h ON ((h.rating_id = r.id)))
     LEFT JOIN private.skill_submitters submitter ON ((submitter.skill_id = e.subject_id)))
     LEFT JOIN public.agents a ON ((a.id =
        CASE
            WHEN (r.id IS NULL) THEN s.submitted_by
            ELSE r.agent_id
        END)))
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     LEFT JOIN LATERAL ( SELECT array_agg((f.reason)::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reasons,
            array_agg((reporter.agent_name)::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reported_by
           FROM ((( SELECT own.agent_id,
                    own.created_at,
                    (known.established_at IS NOT NULL) AS is_established
                   FROM (private.flags own
                     LEFT JOIN private.standing known ON ((known.agent_id = own.agent_id)))
                  WHERE ((own.subject_id = e.subject_id) AND (own.settled_at IS NULL) AND (e.flags > 0) AND (known.suspended_at IS NULL))
                  ORDER BY (known.established_at IS NOT NULL) DESC, own.created_at, own.agent_id
                 LIMIT 10) x
             JOIN public.agents reporter ON ((reporter.id = x.agent_id)))
             JOIN private.flags f ON (((f.subject_id = e.subject_id) AND (f.agent_id = x.agent_id))))) first_flags ON (true))
     LEFT JOIN LATERAL ( SELECT array_agg(t_1.slug ORDER BY t_1.slug) AS retired_twins
           FROM ( SELECT t_2.slug
                   FROM public.skills t_2
                  WHERE ((t_2.name_key = s.name_key) AND (t_2.retired_at IS NOT NULL) AND (t_2.id <> s.id))
                UNION
                 SELECT t_2.slug
                   FROM ((private.skill_identifiers own
                     JOIN private.skill_identifiers other ON (((other.identifier_hash = own.identifier_hash) AND (other.state = 'retired'::private.skill_state) AND other.is_own)))
                     JOIN public.skills t_2 ON ((t_2.id = other.skill_id)))
                  WHERE ((own.skill_id = s.id) AND own.is_own)
         LIMIT 10) t_1) twins ON ((e.submitted_at IS NOT NULL)))
     LEFT JOIN LATERAL ( SELECT max(l.at) AS decided_at
           FROM admin.audit_log l
          WHERE ((l.action = ANY (ARRAY['dismiss_flags'::text, 'review_skill'::text])) AND (l.skill_id = s.id) AND (NOT (l.rating_id IS DISTINCT FROM r.id)))) decided ON (true))
  ORDER BY e.established_flags DESC, e.flags DESC, e.submitted_at DESC, e.since, e.subject_id;

CREATE VIEW "public"."skill_ratings" WITH (security_invoker=true) AS  SELECT r.id,
    r.skill_id,
    a.agent_name,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.created_at,
    r.updated_at,
    r.established,
    r.agent_id,
    r.version,
    r.observed_calls,
    r.observed_failures,
    i.name AS proved_by
   FROM (((public.ratings r
     JOIN public.agents a ON ((a.id = r.agent_id)))
     LEFT JOIN private.proofs p ON ((p.agent_id = r.agent_id)))
     LEFT JOIN private.issuers i ON (((i.issuer = p.issuer) AND (i.distrusted_at IS NULL))))
  WHERE (r.removed_at IS NULL);

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill            uuid,
  oldest_first     boolean,
  only_claws       integer,
  only_version     text,
  only_established boolean,
  after            jsonb,
  max_rows         integer,
  bytes            integer
)
  RETURNS SETOF public.skill_ratings
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
#variable_conflict use_column
begin
  return query
  select v.*
  from (
    -- octet_length does not read a long text.
    select id, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(
      skill, oldest_first, only_claws, only_version, only_established, after, max_rows
    ) with ordinality
  ) as r
  -- Lateral, so that ratings are read in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select * from public.skill_ratings where id = r.id offset 0) as v
  where coalesce(r.bytes_before, 0) < bytes;
end
$function$;

CREATE INDEX proofs_counted_claims ON private.proofs USING gin (counted_claims);

CREATE INDEX proofs_issuer ON private.proofs USING btree (issuer);

CREATE INDEX used_tokens_agent_id ON private.used_tokens USING btree (agent_id);

CREATE INDEX used_tokens_expires_at ON private.used_tokens USING btree (expires_at);

CREATE TRIGGER refuse_write
  INSTEAD OF INSERT OR DELETE OR UPDATE ON public.skill_ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.refuse_write();

CREATE POLICY "an agent proves who runs it" ON "private"."proofs"
  FOR ALL
  TO "skill_rating_writer"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)))
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "anyone reads which issuer says who runs an agent" ON "private"."proofs"
  FOR SELECT
  TO "anon", "authenticated", "service_role"
  USING (true);

CREATE POLICY "a token that wrote something is known to all agents" ON "private"."used_tokens"
  FOR SELECT
  TO "skill_rating_writer"
  USING (true);

CREATE POLICY "an agent uses a token" ON "private"."used_tokens"
  FOR INSERT
  TO "skill_rating_writer"
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

CREATE POLICY "tokens that are too old are forgotten" ON "private"."used_tokens"
  FOR DELETE
  TO "skill_rating_writer"
  USING ((expires_at < now()));

COMMENT ON COLUMN "private"."issuers"."audience" IS 'The aud of its tokens; null for the origin of this service.';

COMMENT ON COLUMN "private"."issuers"."counted_claims" IS 'The claims by which identities are counted, which the issuer never changes. The first is the subject of a proof.';

COMMENT ON COLUMN "private"."issuers"."distrusted_at" IS 'Since when its tokens are refused and its proofs do not count; null while it is trusted.';

COMMENT ON COLUMN "private"."issuers"."issuer" IS 'Its address, as iss of its tokens.';

COMMENT ON COLUMN "private"."issuers"."jwks_uri" IS 'The address of its keys; null to find it by discovery.';

COMMENT ON COLUMN "private"."issuers"."name" IS 'What a profile and a rating show: proved_by.';

COMMENT ON COLUMN "private"."proofs"."counted_claims" IS 'The counted claims of the issuer with their values, as name=value.';

COMMENT ON COLUMN "private"."proofs"."subject" IS 'The value of the first counted claim. Only the agent itself and admins see it.';

COMMENT ON COLUMN "private"."used_tokens"."token_hash" IS 'SHA-256 of the header and payload as sent: a signature has several spellings.';

COMMENT ON FUNCTION "admin"."create_key_for"(text, text) IS 'Creates a key for an agent, given by name or id, that lost its own, and revokes all others. Be sure whom you give it to. select admin.create_key_for(''<name or id>'', ''Lost its key; called back.'');';

COMMENT ON FUNCTION "admin"."delete_proof"(text, text) IS 'Deletes the proof of an agent, given by name or id, and withdraws no standing. select admin.delete_proof(''<name or id>'', ''The account was stolen.'');';

COMMENT ON FUNCTION "admin"."distrust_issuer"(text) IS 'Refuses the tokens of an issuer. Its proofs stay, count no longer, and can be deleted or replaced. select admin.distrust_issuer(''https://id.example.com'');';

COMMENT ON FUNCTION "admin"."require_proof"(boolean) IS 'Whether an agent becomes established only with a proof, and only if fewer than three others of its identity are. select admin.require_proof(true);';

COMMENT ON FUNCTION "admin"."trust_issuer"(text, text, text, text[], text) IS 'Accepts the ID tokens of an issuer of OpenID Connect as proofs, or changes what is known of it. select admin.trust_issuer(''https://id.example.com'', ''Example'', counted_claims => ''{sub}'');';

COMMENT ON FUNCTION "private"."create_proof"(text, text[], text[], bytea, timestamp with time zone) IS 'Stores who runs the calling agent, as a verified token says. The same subject again changes nothing. Raises PT400, PT401 and PT409.';

COMMENT ON FUNCTION "private"."delete_proof"() IS 'Deletes the proof of the calling agent, if it has one. Raises PT401, and PT409 if its standing needs it.';

COMMENT ON FUNCTION "private"."entry_mark"(text[]) IS 'The query for the documents of skills that are entries of these kinds; null for all: server (its server is listed), skill (an agent skill with a path on github.com), page (all others).';

COMMENT ON FUNCTION "private"."get_proof"() IS 'The proof of the calling agent, or null. Raises PT401.';

COMMENT ON FUNCTION "private"."github_paths"(uuid[]) IS 'The agent skills among these whose url is a path in a repository on github.com, each with the normal form of that.';

COMMENT ON FUNCTION "private"."is_issuer_url"(text) IS 'Whether a text can be the address of an issuer or of its keys: https with the name of a host, or a port of 127.0.0.1.';

COMMENT ON FUNCTION "private"."issuer_rows"() IS 'The trusted issuers, with what the function identity needs to verify their tokens.';

COMMENT ON FUNCTION "private"."lock_claims"(text, text[]) IS 'Locks an identity, so that the agents that share it are counted one after the other.';

COMMENT ON FUNCTION "private"."may_become_established"(uuid) IS 'Whether proofs let an agent become established. If so, its identity is locked until the end of the transaction, in which the caller writes its standing; lock the agent before, and aggregates after it.';

COMMENT ON FUNCTION "private"."proof_needed"(uuid) IS 'What an agent lacks to become established: proof; or identity, if three agents that share one of its counted claims are established, suspended or withdrawn; null for neither, or if no proof is required.';

COMMENT ON FUNCTION "private"."proof_needed_by_rater"(uuid) IS 'private.proof_needed of an agent that is not established: what the answer to its rating says.';

COMMENT ON FUNCTION "private"."proof_of"(uuid) IS 'The proof of an agent as it sees it itself; null if it has none.';

COMMENT ON FUNCTION "private"."proved_by"(uuid) IS 'The name of the issuer that says who runs an agent; null if none that is trusted does.';

COMMENT ON FUNCTION "private"."publisher_of"(uuid) IS 'The owner that the namespace of a skill names, if it was imported from the official MCP Registry and is not deleted there; null otherwise.';

COMMENT ON FUNCTION "private"."requires_proof"() IS 'Whether agents become established only with a proof.';

COMMENT ON FUNCTION "private"."same_identity"(uuid) IS 'The first 20 other agents that share a counted claim with an agent; null if there are none.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) IS 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "public"."create_proof"(text, text[], text[], text, timestamp with time zone) IS 'POST /identity/proofs. Only the function identity calls this, with the secret key. Raises PT400, PT401 and PT409.';

COMMENT ON FUNCTION "public"."delete_proof"() IS 'DELETE /identity/proofs. Only the function identity calls this, with the secret key. Raises PT401 and PT409.';

COMMENT ON FUNCTION "public"."get_proof"() IS 'GET /identity/proofs. Only the function identity calls this, with the secret key. Raises PT401.';

COMMENT ON FUNCTION "public"."list_issuers"() IS 'GET /identity/issuers: the trusted issuers. Only the function identity calls this, with the secret key.';

COMMENT ON FUNCTION "public"."list_servers_of_skills"(uuid[]) IS 'GET /registry/ard/agents/{identifier}: the servers of the first of these skills, at most 100, that are listed, and their paths on github.com.';

COMMENT ON FUNCTION "public"."search_entries"(text, text[], text[], boolean, integer, text) IS 'POST /registry/ard/search: as a search by relevance with public.search_catalogue and p_explain, of some types (null: all) and of some kinds of entry (null: all, see private.entry_mark), with p_attested only skills with 3 established ratings, of the 1,000 best; with their servers and paths on github.com. The page ends after the skill whose server.json exceeds a fourth of private.page_bytes. Raises PT400.';

COMMENT ON TABLE "private"."issuers" IS 'The issuers whose tokens the function identity verifies. Changed by admin.trust_issuer and admin.distrust_issuer.';

COMMENT ON TABLE "private"."proof_rule" IS 'Has a row while agents become established only with a proof: see admin.require_proof.';

COMMENT ON TABLE "private"."proofs" IS 'Who runs an agent, by a token of an issuer. Nothing else of the token is stored. Deleted with the agent.';

COMMENT ON TABLE "private"."used_tokens" IS 'The tokens that wrote a proof, until they are too old to be accepted anyway.';

COMMENT ON VIEW "admin"."agent_overview" IS 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';

COMMENT ON VIEW "public"."skill_ratings" IS 'The ratings as the API returns them.';

REVOKE ALL ON FUNCTION "admin"."create_key_for"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."create_key_for"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."create_key_for"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."create_key_for"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."delete_proof"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."delete_proof"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."delete_proof"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."delete_proof"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."distrust_issuer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."distrust_issuer"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."distrust_issuer"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."distrust_issuer"(text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."require_proof"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."require_proof"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."require_proof"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."require_proof"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."trust_issuer"(text, text, text, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."trust_issuer"(text, text, text, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."trust_issuer"(text, text, text, text[], text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."trust_issuer"(text, text, text, text[], text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."create_proof"(text, text[], text[], bytea, timestamp WITH time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_proof"(text, text[], text[], bytea, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."create_proof"(text, text[], text[], bytea, timestamp WITH time zone) FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."create_proof"(text, text[], text[], bytea, timestamp WITH time zone) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."delete_proof"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_proof"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."delete_proof"() FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."delete_proof"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."entry_mark"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entry_mark"(text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."entry_mark"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."entry_mark"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."get_proof"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."get_proof"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."get_proof"() FROM "skill_rating_writer";

GRANT EXECUTE ON FUNCTION "private"."get_proof"() TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."github_paths"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."github_paths"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_issuer_url"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_issuer_url"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_issuer_url"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."issuer_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."issuer_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."issuer_rows"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."issuer_rows"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."lock_claims"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_claims"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_claims"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_claims"(text, text[]) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."may_become_established"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_become_established"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_become_established"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_become_established"(uuid) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."proof_needed"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proof_needed"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."proof_needed"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."proof_needed"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."proof_needed"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."proof_needed_by_rater"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proof_needed_by_rater"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."proof_needed_by_rater"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."proof_needed_by_rater"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proof_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."proof_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."proof_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."proof_of"(uuid) TO "skill_rating_writer";

REVOKE ALL ON FUNCTION "private"."proved_by"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proved_by"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."proved_by"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."proved_by"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."proved_by"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."publisher_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."publisher_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."publisher_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."publisher_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."requires_proof"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."requires_proof"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."requires_proof"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."requires_proof"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."requires_proof"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."same_identity"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."same_identity"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."same_identity"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."same_identity"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, text, boolean, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."create_proof"(text, text[], text[], text, timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_proof"(text, text[], text[], text, timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_proof"(text, text[], text[], text, timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."delete_proof"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_proof"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_proof"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_proof"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_proof"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_proof"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_issuers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_issuers"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_issuers"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."search_entries"(text, text[], text[], boolean, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."search_entries"(text, text[], text[], boolean, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."search_entries"(text, text[], text[], boolean, integer, text) TO "postgres";

GRANT SELECT ("distrusted_at") ON TABLE "private"."issuers" TO "anon";

GRANT SELECT ("issuer") ON TABLE "private"."issuers" TO "anon";

GRANT SELECT ("name") ON TABLE "private"."issuers" TO "anon";

GRANT SELECT ("distrusted_at") ON TABLE "private"."issuers" TO "authenticated";

GRANT SELECT ("issuer") ON TABLE "private"."issuers" TO "authenticated";

GRANT SELECT ("name") ON TABLE "private"."issuers" TO "authenticated";

GRANT SELECT ON TABLE "private"."issuers" TO "service_role", "skill_rating_writer";

GRANT SELECT ("agent_id") ON TABLE "private"."proofs" TO "anon";

GRANT SELECT ("issuer") ON TABLE "private"."proofs" TO "anon";

GRANT SELECT ("agent_id") ON TABLE "private"."proofs" TO "authenticated";

GRANT SELECT ("issuer") ON TABLE "private"."proofs" TO "authenticated";

GRANT SELECT ON TABLE "private"."proofs" TO "service_role";

GRANT UPDATE ("counted_claims") ON TABLE "private"."proofs" TO "skill_rating_writer";

GRANT UPDATE ("created_at") ON TABLE "private"."proofs" TO "skill_rating_writer";

GRANT UPDATE ("issuer") ON TABLE "private"."proofs" TO "skill_rating_writer";

GRANT UPDATE ("subject") ON TABLE "private"."proofs" TO "skill_rating_writer";

GRANT DELETE, INSERT, SELECT ON TABLE "private"."proofs" TO "skill_rating_writer";

GRANT DELETE, INSERT, SELECT ON TABLE "private"."used_tokens" TO "skill_rating_writer";

GRANT SELECT ON TABLE "admin"."agent_overview" TO "service_role";

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "anon";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "service_role";

CREATE OR REPLACE FUNCTION private.get_me()
  RETURNS json
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
BEGIN ATOMIC
 SELECT
   json_build_object('id', a.id, 'agent_name', a.agent_name, 'agent_description', a.agent_description, 'email', a.email, 'created_at', a.created_at, 'total_ratings', ( SELECT
   count(*) AS count
            FROM public.ratings r
           WHERE ((r.agent_id = a.id) AND (r.removed_at IS NULL))), 'total_skills', ( SELECT count(*) AS count
            FROM public.skills s
           WHERE (s.submitted_by = a.id)),
             'established',
             (t.established_at IS NOT NULL),
             'proof',
             private.proof_of(a.id),
             'proof_needed',
             private.proof_needed_by_rater(a.id),
             'key', json_build_object('prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at))
  AS json_build_object
    FROM ((public.agents a
      JOIN private.agent_keys k ON ((k.agent_id = a.id)))
      LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
   WHERE ((a.id = private.current_agent_id()) AND (k.key_hash = extensions.digest(private.request_key(), 'sha256'::text)));
END;

comment on column admin.agent_overview.proved_by is 'The issuer that says who runs it; null without a proof.';

comment on column admin.agent_overview.same_identity is 'Other agents of the same person or organisation, by a counted claim of their proofs.';

comment on column admin.queue.proved_by is 'The issuer that says who runs the agent; null without a proof.';

comment on column admin.queue.same_identity is 'Other agents of the same person or organisation, by a counted claim of their proofs.';

comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';

comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';

comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

comment on column admin.queue.kind is 'reported skill, reported rating or new skill. A new skill that was reported has two rows.';

comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill; null if an admin did or the agent was deleted.';

comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';

comment on column admin.queue.established_flags is 'How many agents that are established now flagged it. Those of suspended agents do not count, here and in flags.';

comment on column admin.queue.flags is 'How many agents flagged it; 0 in the row of a new skill.';

comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';

comment on column admin.queue.reported_by is 'The agents of these reasons.';

comment on column admin.queue.since is 'When it was first flagged, or submitted.';

comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';

comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';

comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';

comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';

comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';

comment on column admin.queue.retire_all is 'The call that retires all skills of the agent that submitted this one, also if it deleted its account. Look at submitted_skills first.';

comment on column admin.queue.version is 'The version that the rating names, which is a text of its agent as well; not hidden with the commentary.';

comment on column admin.queue.retired_twins is 'Of a new skill: retired skills that have its name, or a package, address or path of it.';

comment on column admin.queue.decided_at is 'When an admin last decided that it may stay.';

revoke create on schema private from skill_rating_writer;

insert into private.issuers (issuer, name, counted_claims)
values ('https://token.actions.githubusercontent.com', 'GitHub', '{repository_owner_id,actor_id}')
on conflict (issuer) do nothing;
