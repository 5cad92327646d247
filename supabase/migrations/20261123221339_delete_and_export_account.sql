-- pgls-ignore-all lint/safety/banDropTrigger: Each is replaced.
set local lock_timeout = '2s';

do $$
begin
  -- All at once or none: those who read and write take these locks in different orders, so waiting for one could deadlock.
  for attempt in 1..200 loop
    begin
      lock table public.agents in share row exclusive mode nowait;
      lock table public.skills, private.agent_keys, private.hidden_commentaries, private.rating_flags, private.skill_flags,
        admin.audit_log in access exclusive mode nowait;
      return;
    exception
      when lock_not_available then
        perform pg_sleep(0.05);
    end;
  end loop;
  raise lock_not_available using message = 'The tables are in use. Run the migration again.';
end $$;

SET local check_function_bodies = off;

DROP TRIGGER "reject_change" ON "admin"."audit_log";

DROP TRIGGER "index_edited_skills" ON "public"."skills";

DROP INDEX "private"."agent_keys_agent_id";

DROP INDEX "private"."hidden_commentaries_agent_id";

DROP INDEX "private"."rating_flags_agent_id";

DROP INDEX "private"."skill_flags_agent_id";

DROP INDEX "public"."skills_submitted_by";

CREATE TABLE "private"."deleted_names" (
  "name_hash" bytea NOT NULL,
  CONSTRAINT "deleted_names_name_hash_length" CHECK ((octet_length(name_hash) = 32)),
  CONSTRAINT "deleted_names_pkey" PRIMARY KEY (name_hash)
);

CREATE OR REPLACE FUNCTION admin.only_forgets (
  before admin.audit_log,
  after  admin.audit_log
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  before.details := before.details - 'commentary';
  return after is not distinct from before and not exists (select from public.agents where id = before.agent_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.check_deleted_name()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if exists (select from private.deleted_names where name_hash = private.name_hash(new.name_key)) then
    raise sqlstate 'PT409' using message = 'agent_name_taken';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_key (
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
  current_key private.agent_keys;
  made private.agent_keys;
  ends timestamptz;
  key text := private.generate_key();
begin
  -- The agent before its keys, as when an agent is deleted. Calls for one agent run one after another.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: the previous call may have revoked this key.
  agent := private.require_agent();
  current_key := private.require_current_key(agent);
  ends := clock_timestamp() + grace;

  -- clock_timestamp() instead of now(): the keys are in the order in which the calls got the lock.
  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (agent, extensions.digest(key, 'sha256'), left(key, 13), clock_timestamp())
  returning * into made;
  -- Creating a key also counts as a use: older keys may not replace it.
  update private.agent_keys as k set last_used_at = clock_timestamp() where k.id = current_key.id;
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

CREATE OR REPLACE FUNCTION private.delete_me()
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Other agents that rate the same skills wait for a call.
  most constant integer := 1000;
  most_skills constant integer := 200;
  agent uuid;
  submitted uuid[];
  rated uuid[];
  removed integer := 0;
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);

  -- Skills, ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks.
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id limit most_skills
  );
  perform from public.skills as s where s.id = any (submitted) order by s.id for no key update;
  rated := array(select r.id from public.ratings as r where r.agent_id = agent order by r.updated_at, r.id limit most);
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    removed := start + 199;
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  delete from private.removed_ratings as r where r.id in (
    select own.id from private.removed_ratings as own where own.agent_id = agent limit greatest(most - removed, 0)
  );
  -- SKIP LOCKED: a flag that is being deleted with its rating or skill must not be waited for, because that deletion may wait for
  -- the aggregates.
  delete from private.rating_flags as f
  where f.agent_id = agent and f.rating_id in (
    select own.rating_id from private.rating_flags as own where own.agent_id = agent limit most for update skip locked
  );
  delete from private.skill_flags as f
  where f.agent_id = agent and f.skill_id in (
    select own.skill_id from private.skill_flags as own where own.agent_id = agent limit most for update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (select count(*) from public.ratings as r where r.agent_id = agent)
    + (select count(*) from private.removed_ratings as r where r.agent_id = agent)
    + (select count(*) from private.rating_flags as f where f.agent_id = agent)
    + (select count(*) from private.skill_flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and its hidden commentaries: as long as the agent can rate, these stay hidden.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
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
  after := private.decode_cursor(cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));
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
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_agents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.deleted_names (name_hash) select private.name_hash(name_key) from old_rows
  on conflict (name_hash) do nothing;
  update admin.audit_log set details = details - 'commentary'
  where agent_id in (select id from old_rows) and details ? 'commentary';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  edited uuid[];
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    edited := array(select id from new_skills);
  else
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.retired_at) is distinct from (o.name, o.description, o.type, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform from public.skill_stats as s where s.skill_id = any (edited) order by s.skill_id for no key update;
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, quality)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      private.document_words(s.name, s.description), private.quality(coalesce(st.score, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  -- Locks the words that the vocabulary has: private.remove_unused_words, which does not see this document yet, would delete them. It
  -- never deletes common words.
  perform from private.vocabulary as v
  where v.word in (
    select w.lexeme collate "C"
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (changed) and not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
  )
  order by v.word
  for key share;
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.words_beginning counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_hash (
  name_key text
)
  RETURNS bytea
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return extensions.digest(name_key, 'sha256');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_current_key (
  agent uuid
)
  RETURNS private.agent_keys
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  current_key private.agent_keys;
begin
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');
  -- Waits for a request that uses a newer key for the first time.
  perform from private.agent_keys as k where k.agent_id = agent order by k.id for no key update;
  -- A key in its grace period may replace a newer key that never reached the agent, but not a key in use: anyone with the old key
  -- could lock out the agent, or delete its account.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = agent and k.id <> current_key.id and k.created_at >= current_key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  return current_key;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_export (
  agent       uuid,
  wanted_part integer,
  after       jsonb,
  wanted      integer,
  bytes       bigint
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
      select row_to_json(shown)
      from (
        select s.*, array(
          select i.identifier from private.skill_identifiers as i
          where i.skill_id = s.id and 'submission' = any (i.origins) order by i.identifier
        ) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as shown
    )
    when 3 then (
      select row_to_json(shown)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          h.hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        left join private.hidden_commentaries as h on (h.skill_id, h.agent_id) = (r.skill_id, r.agent_id)
        where r.id = e.id
      ) as shown
    )
    when 4 then (
      select json_build_object('skill', private.skill_reference(h.skill_id), 'commentary', h.commentary, 'hidden_at', h.hidden_at)
      from private.hidden_commentaries as h where (h.skill_id, h.agent_id) = (e.id, e.agent_id)
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from (
        select rating_id, null::uuid as skill_id, reason, created_at, updated_at
        from private.rating_flags where (rating_id, agent_id) = (e.id, e.agent_id)
        union all
        select null, skill_id, reason, created_at, updated_at
        from private.skill_flags where (skill_id, agent_id) = (e.id, e.agent_id)
      ) as f
      left join public.ratings as r on r.id = f.rating_id
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = wanted_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit wanted
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  remaining bigint;
begin
  perform private.require_agent();
  remaining := private.delete_me();
  perform private.touch_key();
  return json_build_object('remaining', remaining);
end
$function$;

REVOKE ALL ON FUNCTION "public"."delete_me"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.export_me (
  p_cursor text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  answer json;
begin
  perform private.require_agent();
  answer := private.export_me(p_cursor);
  perform private.touch_key();
  return answer;
end
$function$;

REVOKE ALL ON FUNCTION "public"."export_me"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.update_me (
  p_agent_description text DEFAULT NULL::text,
  p_email             text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  description text;
  address text;
begin
  perform private.require_agent();
  description := private.clean_text(p_agent_description, 2000);
  address := private.clean_text(p_email, 254);
  perform private.validate(
    'agent_description', private.text_error(description, 0, 2000),
    'email', private.email_error(nullif(address, ''))
  );
  perform private.update_me(description, address);
  -- Another call may have deleted the account in the meantime.
  perform private.require_agent();
  perform private.touch_key();
  return json_build_object('agent', private.get_me());
end
$function$;

CREATE VIEW "private"."export_entries" WITH (security_invoker=true) AS ( SELECT 1 AS part,
    agent_keys.agent_id,
    agent_keys.created_at AS at,
    agent_keys.id,
    0 AS text_bytes
   FROM private.agent_keys
  ORDER BY agent_keys.created_at, agent_keys.id)
UNION ALL
( SELECT 2 AS part,
    skills.submitted_by AS agent_id,
    skills.created_at AS at,
    skills.id,
    octet_length(skills.json_start) AS text_bytes
   FROM public.skills
  ORDER BY skills.created_at, skills.id)
UNION ALL
( SELECT 3 AS part,
    r.agent_id,
    r.updated_at AS at,
    r.id,
    COALESCE(octet_length((r.commentary)::text), ( SELECT octet_length(h.commentary) AS octet_length
           FROM private.hidden_commentaries h
          WHERE ((h.skill_id = r.skill_id) AND (h.agent_id = r.agent_id))), 0) AS text_bytes
   FROM public.ratings r
  ORDER BY r.updated_at, r.id)
UNION ALL
( SELECT 4 AS part,
    h.agent_id,
    h.hidden_at AS at,
    h.skill_id AS id,
    COALESCE(octet_length(h.commentary), 0) AS text_bytes
   FROM private.hidden_commentaries h
  WHERE (( SELECT r.id
           FROM public.ratings r
          WHERE ((r.skill_id = h.skill_id) AND (r.agent_id = h.agent_id))) IS NULL)
  ORDER BY h.hidden_at, h.skill_id)
UNION ALL
( SELECT 5 AS part,
    rating_flags.agent_id,
    rating_flags.created_at AS at,
    rating_flags.rating_id AS id,
    octet_length((rating_flags.reason)::text) AS text_bytes
   FROM private.rating_flags
  ORDER BY rating_flags.created_at, rating_flags.rating_id)
UNION ALL
( SELECT 5 AS part,
    skill_flags.agent_id,
    skill_flags.created_at AS at,
    skill_flags.skill_id AS id,
    octet_length((skill_flags.reason)::text) AS text_bytes
   FROM private.skill_flags
  ORDER BY skill_flags.created_at, skill_flags.skill_id);

CREATE INDEX audit_log_texts ON admin.audit_log USING btree (agent_id)
  WHERE (details ? 'commentary'::text);

CREATE INDEX agent_keys_agent_id ON private.agent_keys USING btree (agent_id, created_at, id);

CREATE INDEX hidden_commentaries_agent_id ON private.hidden_commentaries USING btree (agent_id, hidden_at, skill_id);

CREATE INDEX rating_flags_agent_id ON private.rating_flags USING btree (agent_id, created_at, rating_id);

CREATE INDEX skill_flags_agent_id ON private.skill_flags USING btree (agent_id, created_at, skill_id);

CREATE INDEX skills_submitted_by ON public.skills USING btree (submitted_by, created_at, id)
  WHERE (submitted_by IS NOT NULL);

CREATE TRIGGER reject_change
  BEFORE DELETE OR TRUNCATE ON admin.audit_log
  FOR EACH STATEMENT
  EXECUTE FUNCTION admin.reject_change();

CREATE TRIGGER reject_update
  BEFORE UPDATE ON admin.audit_log
  FOR EACH ROW
  WHEN ((NOT admin.only_forgets(old.*, new.*)))
  EXECUTE FUNCTION admin.reject_change();

CREATE TRIGGER check_deleted_name
  AFTER INSERT OR UPDATE OF agent_name ON public.agents
  FOR EACH ROW
  EXECUTE FUNCTION private.check_deleted_name();

CREATE TRIGGER forget_agents
  AFTER DELETE ON public.agents REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.forget_agents();

CREATE TRIGGER index_edited_skills
  AFTER UPDATE ON public.skills REFERENCING OLD TABLE AS old_skills NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.index_changed_skills();

COMMENT ON COLUMN "admin"."audit_log"."details" IS 'Depends on the action: numbers, the target of a merge, the prefix of a key, each version of a hidden commentary while its agent exists.';

COMMENT ON COLUMN "private"."deleted_names"."name_hash" IS 'SHA-256 of the comparison key of the name.';

COMMENT ON FUNCTION "admin"."only_forgets"(admin.audit_log, admin.audit_log) IS 'Whether a change of the audit log only removes the text of an agent that was deleted.';

COMMENT ON FUNCTION "admin"."reject_change"() IS 'Rejects each delete and truncate of the audit log, and updates: see admin.only_forgets.';

COMMENT ON FUNCTION "private"."check_deleted_name"() IS 'Raises PT409 if an agent takes the name of a deleted one.';

COMMENT ON FUNCTION "private"."delete_me"() IS 'Deletes a part of what belongs to the calling agent; with the last part the agent. Returns how many ratings, flags and submitted skills remain. Raises PT401, also if a newer key is in use.';

COMMENT ON FUNCTION "private"."export_me"(text) IS 'A page of what the service has about the calling agent, at most 500 entries and about private.page_bytes. Raises PT400 and PT401.';

COMMENT ON FUNCTION "private"."forget_agents"() IS 'Keeps the names of deleted agents taken, and removes their texts from the audit log.';

COMMENT ON FUNCTION "private"."name_hash"(text) IS 'SHA-256 of the comparison key of a name.';

COMMENT ON FUNCTION "private"."require_current_key"(uuid) IS 'The key of the request. Locks the keys of the agent, which the caller has locked. Raises PT401 if a newer key is in use.';

COMMENT ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) IS 'The entries of private.export_entries as an export contains them: those of one part after a position (null: from the first), up to the entry after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "public"."delete_me"() IS 'DELETE /api/me: deletes the calling agent, at most 1,000 of its ratings in one call. 0 remaining: it is deleted. Raises PT401.';

COMMENT ON FUNCTION "public"."export_me"(text) IS 'GET /api/me/export: a page of what the service has about the calling agent. Raises PT400 and PT401.';

COMMENT ON TABLE "admin"."audit_log" IS 'The actions of admins, and the texts that agents sent for hidden commentaries. Rows cannot be changed or deleted, except that the texts of a deleted agent are removed.';

COMMENT ON TABLE "private"."deleted_names" IS 'The names of deleted agents, which stay taken: nobody can take over the reputation of a deleted agent. To free one: delete from private.deleted_names where name_hash = private.name_hash(private.name_key(''<name>''));';

COMMENT ON VIEW "private"."export_entries" IS 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 hidden commentaries without a rating, 5 flags.';

REVOKE ALL ON FUNCTION "admin"."only_forgets"(admin.audit_log, admin.audit_log) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."only_forgets"(admin.audit_log, admin.audit_log) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."only_forgets"(admin.audit_log, admin.audit_log) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_deleted_name"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_deleted_name"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_deleted_name"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_me"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_me"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_me"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_me"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."export_me"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."export_me"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_agents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_agents"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_agents"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."name_hash"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_hash"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_hash"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_current_key"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_current_key"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_current_key"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_export"(uuid, integer, jsonb, integer, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_me"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_me"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_me"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."export_me"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."export_me"(text) TO "postgres";
