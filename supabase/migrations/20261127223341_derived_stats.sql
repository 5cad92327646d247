set local lock_timeout = '2s';

-- By hand, before other locks.
ALTER TABLE "private"."skill_documents"
  SET (fillfactor=80);

-- By hand: the columns keep their values, which the trigger below sets from now on.
-- pgls-ignore lint/safety/avoidWideLockWindow: The lock for the statement above stops neither reads nor writes.
alter table public.skill_stats
  alter column total_ratings drop expression,
  alter column total_claws drop expression,
  alter column avg_tenths drop expression,
  alter column sub_scores drop expression,
  alter column json_ratings drop expression,
  alter column score drop expression,
  alter column reliability_score drop expression,
  alter column security_score drop expression,
  alter column speed_score drop expression;

SET local check_function_bodies = off;

ALTER DOMAIN "private"."email"
  DROP CONSTRAINT "email_valid";

DROP FUNCTION "private"."count_ratings"(private.counted_rating[], private.counted_rating[]);

DROP FUNCTION "private"."email_error"(text);

DROP FUNCTION "private"."install_of"(uuid);

DROP FUNCTION "private"."is_email"(text);

DROP FUNCTION "private"."is_http_url"(text);

DROP FUNCTION "private"."is_new_commentary"(text, text);

DROP FUNCTION "private"."is_uuid_name"(text);

DROP FUNCTION "private"."month_of"(timestamp WITH time zone);

DROP FUNCTION "private"."normalize_nfc"(text);

DROP FUNCTION "private"."skill_json_ratings"(integer, integer, integer, integer, integer, integer, bigint);

DROP FUNCTION "private"."source_status"(uuid);

DROP FUNCTION "private"."source_version"(uuid);

DROP FUNCTION "private"."sub_scores_json"(integer, numeric, integer, numeric, integer, numeric);

CREATE OR REPLACE FUNCTION private.agent_name_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.name_error(value, 2, 50),
    case
      -- In any spelling that Postgres accepts.
      when pg_input_is_valid(private.name_key(value), 'uuid') then 'must not be a UUID: it could be the id of another agent'
      when private.is_reserved_name(value) then 'is reserved'
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.clean_text (
  value   text,
  longest integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  trimmed text;
begin
  -- Longer than any request body, so too long for every field.
  if octet_length(value) > 262144 then
    return value;
  end if;
  trimmed := private.trim_text(value);
  -- ASCII is in NFC.
  if octet_length(trimmed) = char_length(trimmed) then
    return trimmed;
  end if;
  -- NFC composes at most four characters into one, so a text of more than four times the limit is too long in any case. Such a text
  -- and a long run of marks are not normalized: sorting marks takes quadratic time and cannot be cancelled.
  if char_length(trimmed) > longest * 4 or private.has_long_mark_run(trimmed) then
    return trimmed;
  end if;
  -- The check is ten times as fast as normalizing.
  return case when trimmed is nfc normalized then trimmed else normalize(trimmed, nfc) end;
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
  raters uuid[];
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    raters := array(
      select agent_id from (select distinct agent_id from new_rows) as r where private.needs_establishing(agent_id)
    );
    if raters <> '{}' then
      perform private.establish_raters(
        raters, array(select id from new_rows), array(select skill_id from unnest(added || removed))
      );
    end if;
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    -- In a statement of its own, so that the next ones see what other transactions wrote before this one got the locks. A single new
    -- rating needs neither: the update locks its row, and adds to what it finds then.
    if removed <> '{}' or cardinality(added) > 1 then
      perform private.lock_stats(array(select skill_id from unnest(added || removed)));
    end if;
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
      last_rated_at = case
        when removed = '{}' then greatest(s.last_rated_at, change.last_rated_at) else private.last_rated_at(s.skill_id)
      end
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
  end if;
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.counted_rating (
  rating public.ratings
)
  RETURNS private.counted_rating
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    rating.skill_id, date_trunc('month', rating.created_at at time zone 'UTC')::date, rating.established,
    rating.claws::integer, rating.reliability::numeric, rating.security::numeric, rating.speed::numeric, rating.updated_at
  );
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
  decoded := normalize(convert_from(convert_to(unistr(replace(escaped, '%', '\u00')), 'LATIN1'), 'UTF8'), nfc);
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$function$;

CREATE OR REPLACE FUNCTION private.derive_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  new.total_ratings := new.claws_1 + new.claws_2 + new.claws_3 + new.claws_4 + new.claws_5;
  new.total_claws := new.claws_1 + new.claws_2 * 2::bigint + new.claws_3 * 3::bigint + new.claws_4 * 4::bigint
    + new.claws_5 * 5::bigint;
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  new.avg_tenths := coalesce((new.total_claws * 20 + new.total_ratings) / nullif(new.total_ratings * 2::bigint, 0), 0);
  new.sub_scores := '{"reliability":' || private.sub_score(new.reliability_count, new.reliability_sum)
    || ',"security":' || private.sub_score(new.security_count, new.security_sum)
    || ',"speed":' || private.sub_score(new.speed_count, new.speed_sum) || '}';
  new.json_ratings := ',"avg_claws":' || new.avg_tenths / 10.0::float8
    || ',"total_ratings":' || new.total_ratings
    || ',"established_ratings":' || new.established_ratings
    || ',"established_mean":'
    || coalesce(private.established_mean(new.established_ratings, new.established_claws)::text, 'null')
    || ',"sub_scores":';
  new.score := private.bayesian_average(new.established_ratings, new.established_claws, new.total_ratings, new.total_claws, 3);
  new.reliability_score := private.bayesian_average(
    new.established_reliability_count, new.established_reliability_sum, new.reliability_count, new.reliability_sum, 50
  );
  new.security_score := private.bayesian_average(
    new.established_security_count, new.established_security_sum, new.security_count, new.security_sum, 50
  );
  new.speed_score := private.bayesian_average(
    new.established_speed_count, new.established_speed_sum, new.speed_count, new.speed_sum, 50
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.email_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.text_error(value, 0, 254),
    -- The pattern of zod's z.email(), so that TypeScript and SQL accept the same addresses.
    case when value !~ '^([A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'
      then 'must be one e-mail address'
    end
  );
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
      folded := normalize(folded, nfc);
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

CREATE OR REPLACE FUNCTION private.keep_commentary_hidden()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    if new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  sent_row public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_raters sees rows only.
    return case when private.needs_establishing(new.agent_id) then new end;
  end if;
  if new.agent_id <> old.agent_id then
    new.established := exists (
      select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
    );
  end if;

  -- What agents do not write: a merge and a corrected time do not set updated_at.
  sent_row.id := old.id;
  sent_row.skill_id := old.skill_id;
  sent_row.agent_id := old.agent_id;
  sent_row.created_at := old.created_at;
  sent_row.updated_at := old.updated_at;
  sent_row.commentary_at := old.commentary_at;
  if sent_row is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- Compared like in admin.rating_bursts: a change of case or punctuation keeps the time of the text. The key takes time.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
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
      then json_build_object('publisher', server.name, 'entries', server.install)
    end
  into version, install
  from private.registry_servers as server join public.skills as s on s.id = server.skill_id
  where server.skill_id = skill and server.status <> 'deleted';
end
$function$;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select stored.skill_id, to_jsonb(stored), to_jsonb(actual)
  from (
    select
      k.id as skill_id,
      jsonb_populate_record(null::private.stats_change, to_jsonb(s)) as sums,
      s.type,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select array(
      select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
    ) as ratings
  ) as r
  cross join lateral (
    select
      coalesce(
        (select change from private.sum_ratings(r.ratings, '{}') as change),
        (stored.skill_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null)::private.stats_change
      ) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, stored.months) is distinct from (actual.sums, actual.type, actual.months);
$function$;

CREATE OR REPLACE FUNCTION private.url_error (
  value text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  -- The pattern of functions/_shared/text/text.ts: scheme, host name or IPv6 address, port, rest; without user name and password.
  address constant text := '^https?://([^][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])'
    '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$';
begin
  return coalesce(
    private.text_error(value, 0, 2048),
    case
      -- Only SQL rejects white space, control and invisible characters.
      when value !~* address or private.has_invisible(value)
        or value ~ '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]'
      then 'must be an http or https address without user name, password, white space and invisible characters'
    end
  );
end
$function$;

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
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        source.status as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        case when source.version is not null
          then (private.evidence_for_versions(array[skill], array[source.version]))[1]
        end as for_version,
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
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE TRIGGER derive_stats
  BEFORE INSERT OR UPDATE ON public.skill_stats
  FOR EACH ROW
  EXECUTE FUNCTION private.derive_stats();

ALTER TABLE "public"."skill_stats"
  ENABLE ALWAYS TRIGGER "derive_stats";

COMMENT ON COLUMN "public"."skill_stats"."json_ratings" IS 'The JSON of the skill in lists from its avg_claws up to its sub_scores, so that a list of many skills is fast.';

COMMENT ON FUNCTION "private"."bayesian_average"(integer, numeric, integer, numeric, integer) IS 'Sort key of the order top and of those by a sub-score, in billionths, rounded down: the mean of 5 ratings at the middle of the scale and all ratings by established agents; if there is none, of these 5 and less than a third of a rating at the mean of the others. 0, below every other, without ratings. A change must write all rows of skill_stats anew.';

COMMENT ON FUNCTION "private"."count_changed_ratings"() IS 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents; records the use of the key. Additions commute, and the newest rating is read anew where one is removed: statements and triggers may run this in any order.';

COMMENT ON FUNCTION "private"."derive_stats"() IS 'Sets what follows from the sums and counts of a skill: totals, the average, sort keys and JSON.';

COMMENT ON FUNCTION "private"."email_error"(text) IS 'Why an e-mail address is invalid; null when it is valid or null.';

COMMENT ON FUNCTION "private"."source_of"(uuid) IS 'Of the catalogue that a skill was imported from: status, deprecated or deleted if it says so; version, the newest one; install, publisher and entries, if the skill is in our catalogue. Null if no import says so.';

REVOKE ALL ON FUNCTION "private"."derive_stats"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."derive_stats"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."derive_stats"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."email_error"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."email_error"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."email_error"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."email_error"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."email_error"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."source_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."source_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."source_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."source_of"(uuid) TO "postgres";

ALTER DOMAIN "private"."email"
  ADD CONSTRAINT "email_valid" CHECK (((VALUE = private.clean_text(VALUE, 254)) AND (private.email_error(VALUE) IS NULL))) NOT VALID;
