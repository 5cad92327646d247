set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: private.count_changed_ratings does what it did.
DROP TRIGGER "record_key_use" ON "public"."ratings";

DROP FUNCTION "private"."decode_percent"(text);

CREATE OR REPLACE FUNCTION private.accept_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  standing private.standing;
  retired timestamptz;
  earlier record;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks. Strong at once if the
  -- rating may establish the agent: two ratings could not both strengthen it.
  if private.needs_establishing(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;
  -- Each change of standing locks the agent, too.
  select * into standing from private.standing as t where t.agent_id = new.agent_id;
  if standing.suspended_at is not null then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  new.established := standing.established_at is not null;

  -- Waits for an admin who retires or merges the skill.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- A removed rating gives way to a new one, and hands on that its commentary is hidden.
  select
    r.*, coalesce(r.commentary, (select h.commentary from private.hidden_commentaries as h where h.rating_id = r.id)) as text
  into earlier
  from public.ratings as r
  where (r.skill_id, r.agent_id) = (new.skill_id, new.agent_id) and r.removed_at is not null
  for update of r;
  if not found then
    return new;
  end if;
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.removal_cause = 'removed' then
    perform admin.log_action(
      'replace_removed_rating', earlier.skill_id, earlier.id, earlier.agent_id,
      details => jsonb_build_object('replaced_by', new.id, 'claws', earlier.claws, 'commentary', earlier.text)
    );
  end if;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_changed_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    perform private.establish_raters(
      array(select distinct agent_id from new_rows),
      array(select id from new_rows),
      array(select skill_id from unnest(added || removed))
    );
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_ratings (
  added   private.counted_rating[],
  removed private.counted_rating[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Before the statements that read the newest ratings, so that these see what other transactions wrote before this one got the locks.
  perform private.lock_stats(array(select skill_id from unnest(added || removed)));
  update public.skill_stats as s set
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_count = s.reliability_count + change.reliability_count,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    security_count = s.security_count + change.security_count,
    security_sum = s.security_sum + change.security_sum,
    speed_count = s.speed_count + change.speed_count,
    speed_sum = s.speed_sum + change.speed_sum,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws = s.established_claws + change.established_claws,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    last_rated_at = private.last_rated_at(s.skill_id)
  from private.sum_ratings(added, removed) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by c.skill_id, c.month
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$function$;

CREATE OR REPLACE FUNCTION private.decode_percent (
  value text,
  kept  text[]
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  escaped text;
  decoded text;
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  -- A character for each byte, so that %c3 is \u00c3. What is kept begins with a % itself, \u0025.
  escaped := replace(convert_from(convert_to(value, 'UTF8'), 'LATIN1'), '\', '\\');
  for i in 1..cardinality(kept) loop
    escaped := replace(escaped, kept[i], '\u0025' || substr(kept[i], 2));
  end loop;
  decoded := private.normalize_nfc(convert_from(convert_to(unistr(replace(escaped, '%', '\u00')), 'LATIN1'), 'UTF8'));
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$function$;

CREATE OR REPLACE FUNCTION private.fold_identifier (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  folded text := lower(value collate pg_catalog.pg_c_utf8);
begin
  if octet_length(value) > char_length(value) then
    if value ~ ('[' || private.invisible_class() || '\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]') then
      return null;
    end if;
    -- Some letters compose only in lower case, and some have a mark only then.
    if folded <> value then
      folded := private.normalize_nfc(folded);
      if private.has_long_mark_run(folded) then
        return null;
      end if;
    end if;
  end if;
  -- A mark after %2f or %3f composed with the f.
  if strpos(folded, '%') > 0 and octet_length(folded) > char_length(folded) and folded ~ '%(?!2[035f]|3f|40)' then
    return null;
  end if;
  return folded;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_package_url (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- The qualifiers are dropped, except the registry of an image, and the subpath, except that in a repository.
  kept text := split_part(value, '#', 1);
  subpath text := substr(value, char_length(kept) + 2);
  path text := ltrim(substr(split_part(kept, '?', 1), 5), '/');
  package_type text := lower(split_part(path, '/', 1) collate pg_catalog.pg_c_utf8);
  registry text;
begin
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or private.has_template(path) then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  if strpos(path, '@') > 0 then
    path := coalesce(left(path, private.version_position(path) - 1), path);
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := private.decode_percent(path, '{%20,%23,%25,%3f,%3F,%40}');
  if strpos(path, '//') > 0 then
    path := regexp_replace(path, '/+', '/', 'g');
  end if;
  path := replace(private.fold_identifier(btrim(path, '/')), '@', '%40');
  if path = '' or strpos('/' || path, '/.') > 0 and path ~ '(?:^|/)\.\.?(?:/|$)' then
    return null;
  end if;
  if left(path, 3) = '%40' then
    path := '@' || substr(path, 4);
    -- Without a scope or a name.
    if strpos(path, '/') < 3 then
      return null;
    end if;
  end if;

  if package_type in ('docker', 'oci') then
    -- Faster than an expression that captures the value.
    registry := split_part(kept, '?', 2);
    registry := split_part(substr(registry, nullif(regexp_instr(registry, '(?:^|&)repository_url=', 1, 1, 1, 'i'), 0)), '&', 1);
    registry := private.fold_identifier(private.decode_percent(registry, '{%20,%23,%25,%3f,%3F,%40}'));
    registry := rtrim(regexp_replace(registry, '^(?:https?|docker|oci)://', ''), '/');
    if registry <> '' and not (strpos(path, '/') > 0 and split_part(path, '/', 1) ~ '[.:]|^localhost$') then
      -- repository_url is the registry, or the whole repository with the name.
      path := case when right(registry, char_length(path) + 1) = '/' || path then registry else registry || '/' || path end;
    end if;
    return private.normalize_image(path);
  end if;
  if package_type = 'pypi' then
    path := regexp_replace(path, '[-_.]+', '-', 'g');
  elsif package_type in ('github', 'gitlab') and subpath <> '' then
    if private.has_template(subpath) then
      return null;
    end if;
    -- As in a URL, where these two are always encoded.
    subpath := private.decode_percent(replace(replace(subpath, '?', '%3f'), '#', '%23'), '{%20,%23,%25,%2f,%2F,%3f,%3F}');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(subpath));
    path := path || private.repository_subpath(subpath);
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_url (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- The query and the fragment are dropped.
  kept text := split_part(split_part(value, '#', 1), '?', 1);
  scheme text := 'ssh';
  authority text;
  address text[];
  host text;
  port text := '';
  path text;
begin
  -- Braces are a template: no address yet. Browsers read a backslash as a slash, other clients do not.
  if private.has_template(kept) then
    return null;
  end if;
  if lower(left(kept, 4)) = 'git@' then
    -- As scp reads it: what follows the colon is a path, never a port.
    authority := split_part(substr(kept, 5), ':', 1);
    path := '/' || ltrim(substr(kept, char_length(authority) + 6), '/');
    if path = '/' then
      return null;
    end if;
  else
    scheme := lower(split_part(kept, '://', 1) collate pg_catalog.pg_c_utf8);
    authority := split_part(substr(kept, char_length(scheme) + 4), '/', 1);
    path := substr(kept, char_length(scheme) + char_length(authority) + 4);
    -- The user name ends at the last @, as browsers read it.
    authority := split_part(authority, '@', -1);
  end if;
  address := regexp_match(authority, '^(\[[0-9a-f:.]+\]|[^][/@:<>^|%]+)(?::([0-9]*))?$', 'i');
  -- Postgres has no IDNA: a host in Unicode and its form in Punycode (xn--) differ.
  host := rtrim(private.fold_identifier(address[1]), '.');
  port := ltrim(address[2], '0');
  if coalesce(host, '') = '' or address[2] ~ '^0' and port = '' or char_length(port) > 5 or lpad(port, 5, '0') > '65535' then
    return null;
  end if;
  -- The normal form has the scheme https, so 443 is dropped in any case.
  if port is null or port in ('', '443') or port = '80' and scheme in ('http', 'git+http')
    or port = '22' and scheme in ('ssh', 'git+ssh')
  then
    port := '';
  else
    port := ':' || port;
  end if;

  if not private.is_percent_encoded(path) then
    return null;
  end if;
  path := private.remove_dot_segments(private.fold_identifier(private.decode_percent(path, '{%20,%23,%25,%2f,%2F,%3f,%3F}')));
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if host in ('github.com', 'www.github.com', 'gitlab.com', 'www.gitlab.com') and port = '' then
    host := right(host, 10);
    return coalesce(private.repository_purl(host, path), 'https://' || host || path);
  end if;
  return 'https://' || host || port || path;
end
$function$;

CREATE OR REPLACE FUNCTION private.package_version (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  path text := ltrim(substr(split_part(split_part(value, '#', 1), '?', 1), 5), '/');
begin
  path := btrim(substr(path, strpos(path, '/') + 1), '/');
  return nullif(private.decode_percent(substr(path, private.version_position(path) + 1), '{}'), '');
end
$function$;

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
  clean_commentary text;
  clean_version text;
  agent uuid := private.require_agent();
  skill uuid;
  created boolean;
  previous public.ratings;
  last_error text;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(clean_commentary, 0, 10000),
    'version', private.version_error(clean_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', private.observed_failures_error(p_observed_calls, p_observed_failures)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
      insert into public.ratings as r (
        skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      )
      values (
        skill, p_claws, p_reliability, p_security, p_speed, clean_commentary, clean_version, p_observed_calls, p_observed_failures
      )
      on conflict (skill_id, agent_id) do update set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      ) = row(
        excluded.claws, excluded.reliability, excluded.security, excluded.speed, excluded.commentary, excluded.version,
        excluded.observed_calls, excluded.observed_failures
      )
      returning r.xmax = 0 into created;
      exit;
    exception
      when foreign_key_violation or insufficient_privilege or deadlock_detected or sqlstate 'PT410' then
        -- The key was revoked, the skill deleted, retired or merged, or the previous rating removed in the meantime. Then the next try has
        -- another result.
        if last_error = sqlstate then
          raise;
        end if;
        last_error := sqlstate;
        perform private.require_agent();
        skill := private.find_skill(p_skill_id, clean_name);
    end;
  end loop;

  return json_build_object(
    -- Null if private.replace_rating skipped an identical rating.
    'created', coalesce(created, false),
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and clean_commentary is null then 'commentary' end,
      case when previous.reliability is not null and p_reliability is null then 'reliability' end,
      case when previous.security is not null and p_security is null then 'security' end,
      case when previous.speed is not null and p_speed is null then 'speed' end,
      case when previous.version is not null and clean_version is null then 'version' end,
      case when previous.observed_calls is not null and p_observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and p_observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.skill_id = skill and r.agent_id = agent),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

COMMENT ON FUNCTION "private"."count_changed_ratings"() IS 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents; records the use of the key.';

COMMENT ON FUNCTION "private"."decode_percent"(text, text[]) IS 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true, except what is kept: characters that would separate parts, with both cases of their digits. Null if the result has a long run of marks.';

COMMENT ON FUNCTION "private"."fold_identifier"(text) IS 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

REVOKE ALL ON FUNCTION "private"."decode_percent"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_percent"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_percent"(text, text[]) TO "service_role";
