set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.current_agent_id()
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 SELECT agent_keys.agent_id
    FROM private.agent_keys
   WHERE ((agent_keys.key_hash = extensions.digest(private.request_key(), 'sha256'::text)) AND ((agent_keys.revoked_at IS NULL) OR (agent_keys.revoked_at > clock_timestamp())));
END;

CREATE OR REPLACE FUNCTION private.edit_account (
  description text,
  address     text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE public.agents
  SET agent_description = NULLIF(COALESCE(edit_account.description, agents.agent_description), ''::text), email = NULLIF(COALESCE(edit_account.address, agents.email), ''::text)
   WHERE (agents.id = private.current_agent_id());
END;

CREATE OR REPLACE FUNCTION private.email_problem (
  path  text,
  value text
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  COALESCE(private.text_problem(path, VALUE, 0, 254), CASE WHEN ((VALUE <> ''::text) AND (NOT private.is_email(VALUE))) THEN jsonb_build_object('path', path, 'message',
  'must be one e-mail address') ELSE NULL::jsonb END);

CREATE OR REPLACE FUNCTION private.end_key()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.agent_keys
  SET revoked_at = LEAST(agent_keys.revoked_at, clock_timestamp())
   WHERE (agent_keys.key_hash = extensions.digest(private.request_key(), 'sha256'::text));
END;

CREATE OR REPLACE FUNCTION private.own_account()
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
           WHERE (r.agent_id = a.id)), 'total_skills', ( SELECT count(*) AS count
            FROM public.skills s
           WHERE (s.submitted_by = a.id)), 'key', json_build_object('prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at))
  AS json_build_object
    FROM (public.agents a
      JOIN private.agent_keys k ON ((k.agent_id = a.id)))
   WHERE ((a.id = private.current_agent_id()) AND (k.key_hash = extensions.digest(private.request_key(), 'sha256'::text)));
END;

CREATE OR REPLACE FUNCTION private.replace_key (
  grace interval
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid;
  made private.agent_keys;
  ends timestamptz;
  key text := private.new_key();
begin
  -- The agent first, as deleting it does; and one call at a time: the key of another must not outlast this one.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- Only now: the call that this one had to wait for may have ended its key.
  agent := private.require_agent();
  ends := clock_timestamp() + grace;

  insert into private.agent_keys (agent_id, key_hash, key_prefix)
  values (agent, extensions.digest(key, 'sha256'), left(key, 13))
  returning * into made;
  update private.agent_keys as k set revoked_at = ends
  where k.agent_id = agent and k.id <> made.id and (k.revoked_at is null or k.revoked_at > ends);

  return json_build_object(
    'api_key', key,
    'key', json_build_object('prefix', made.key_prefix, 'created_at', made.created_at),
    'old_key', (
      select json_build_object('prefix', k.key_prefix, 'expires_at', k.revoked_at)
      from private.agent_keys as k where k.key_hash = extensions.digest(private.request_key(), 'sha256')
    )
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.revoke_key (
  leaked text
)
  RETURNS TABLE (
    agent_name text,
    key_prefix text,
    revoked_at timestamp with time zone
  )
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if leaked !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the whole key, or its first 13 characters as private.agent_keys shows them.';
  end if;

  return query
  update private.agent_keys as k set revoked_at = least(k.revoked_at, now())
  from public.agents as a
  where a.id = k.agent_id
    and k.key_prefix = left(leaked, 13)
    and (length(leaked) = 13 or k.key_hash = extensions.digest(leaked, 'sha256'))
  returning a.agent_name, k.key_prefix, k.revoked_at;

  if not found then
    raise exception 'No key begins with %.', left(leaked, 13);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_me (
  p_agent_description text DEFAULT NULL::text,
  p_email             text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  description text := private.clean_text(p_agent_description, 2000);
  address text := private.clean_text(p_email, 254);
begin
  perform private.require_agent();
  perform private.refuse(
    private.text_problem('agent_description', description, 0, 2000),
    private.email_problem('email', address)
  );
  perform private.edit_account(description, address);
  perform private.touch_key();
  return json_build_object('agent', private.own_account());
end
$function$;

REVOKE ALL ON FUNCTION "public"."edit_me"(text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.get_me()
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  perform private.require_agent();
  return private.own_account();
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_me"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.make_key (
  p_grace_seconds numeric DEFAULT 0
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  seconds numeric := coalesce(p_grace_seconds, 0);
begin
  perform private.require_agent();
  perform private.refuse(
    case when seconds not between 0 and 86400 or seconds <> trunc(seconds) then
      '{"path": "grace_seconds", "message": "must be a whole number from 0 to 86400"}'::jsonb
    end
  );
  return private.replace_key(make_interval(secs => seconds::float8));
end
$function$;

REVOKE ALL ON FUNCTION "public"."make_key"(numeric) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.register_agent (
  p_agent_name        text,
  p_agent_description text DEFAULT NULL::text,
  p_email             text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  name text := private.clean_text(p_agent_name, 50);
  description text := nullif(private.clean_text(p_agent_description, 2000), '');
  address text := nullif(private.clean_text(p_email, 254), '');
begin
  -- Checked before inserting: a failed CHECK would write the whole row, address included, into the server's log.
  perform private.refuse(
    private.name_problem('agent_name', name, 2, 50),
    private.text_problem('agent_description', description, 0, 2000),
    private.email_problem('email', address)
  );
  return private.create_agent(name, description, address);
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_current_key()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.require_agent();
  perform private.end_key();
  return json_build_object('revoked', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."revoke_current_key"() FROM PUBLIC, "service_role";

COMMENT ON COLUMN "private"."agent_keys"."revoked_at" IS 'When the key stops being accepted, which may lie ahead when another has taken its place; empty while nothing is set. See private.revoke_key.';

COMMENT ON COLUMN "public"."agents"."email" IS 'Contact for notifications, up to 254 characters. Private: GET /api/me shows it to the agent itself, and no other answer of the API holds it.';

COMMENT ON FUNCTION "private"."edit_account"(text, text) IS 'Changes the calling agent''s description and e-mail address: null leaves one as it is, an empty text removes it.';

COMMENT ON FUNCTION "private"."email_problem"(text, text) IS 'What is wrong with an e-mail address, as {path, message}; null when nothing is, or there is none.';

COMMENT ON FUNCTION "private"."end_key"() IS 'Revokes the request''s key.';

COMMENT ON FUNCTION "private"."own_account"() IS 'The calling agent as it may see itself, with the key that it called by.';

COMMENT ON FUNCTION "private"."replace_key"(interval) IS 'Makes a key for the calling agent, and ends all its others after the grace. Raises PT401.';

COMMENT ON FUNCTION "public"."edit_me"(text, text) IS 'PATCH /api/me: changes what is given; an empty text removes. Raises PT400 and PT401.';

COMMENT ON FUNCTION "public"."get_me"() IS 'GET /api/me: the calling agent, its e-mail address included. Raises PT401.';

COMMENT ON FUNCTION "public"."make_key"(numeric) IS 'POST /api/me/keys: a new key, shown this once; the old ones end p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';

COMMENT ON FUNCTION "public"."revoke_current_key"() IS 'DELETE /api/me/keys/current: the key of this request is refused from the next one on. Raises PT401.';

REVOKE ALL ON FUNCTION "private"."edit_account"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."edit_account"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."edit_account"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."edit_account"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."email_problem"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."email_problem"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."email_problem"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."email_problem"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."email_problem"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."end_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."end_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_account"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."own_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."own_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."replace_key"(interval) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."replace_key"(interval) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."replace_key"(interval) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_key"(interval) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_me"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."edit_me"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_me"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_me"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_me"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_key"(numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."make_key"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_key"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_current_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."revoke_current_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."revoke_current_key"() TO "postgres";
