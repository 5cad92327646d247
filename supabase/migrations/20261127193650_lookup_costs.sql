set local lock_timeout = '2s';

create or replace view private.copied_texts with (security_invoker = true) as
select
  f.id, f.skill_id, f.agent_id, f.claws, f.at, f.burst, f.written_at,
  -- Unless it copied another text.
  bool_and(f.is_first) over (partition by f.agent_id) as is_left_out
from (
  select
    e.*, e.agent_id = first_value(e.agent_id) over (partition by e.skill_id, e.burst order by e.written_at, e.at, e.id) as is_first
  from (
    select
      t.id, t.skill_id, t.agent_id, t.claws, t.at, k.burst,
      count(*) over (partition by t.skill_id, k.burst) as ratings,
      -- An agent may use its own text for several skills.
      min(t.at) over (partition by t.agent_id, k.burst) as written_at
    from (
      select
        r.id, r.skill_id, r.agent_id, r.claws, r.commentary_at as at, private.commentary_key(r.commentary) as key
      from public.ratings as r
      where r.commentary is not null and r.removed_at is null and r.commentary_at > now() - interval '7 days'
      order by r.commentary_at desc
      limit 10000
    ) as t
    cross join lateral (select md5(t.key) as burst) as k
    where private.has_four_words(t.key)
  ) as e
  where e.ratings >= 3
) as f;
comment on view private.copied_texts is 'The ratings of the last 7 days with texts that three ratings of a skill have, and that are long enough to compare. written_at is when the author first wrote the text in these days, about any skill; is_left_out, whether it was the first author of each of its texts.';

drop view private.recent_texts;

comment on column admin.rating_bursts.left_out is 'Whom the calls leave out, and why: the author who wrote the text first, unless it copied another one. Null for new agents.';

SET local check_function_bodies = off;

DROP VIEW "admin"."agent_overview";

DROP VIEW "admin"."newest_agents";

DROP FUNCTION "admin"."flags_received"(uuid);

DROP FUNCTION "admin"."lock_agent_row"(uuid);

DROP FUNCTION "private"."evidence_for_version"(uuid, text);

DROP FUNCTION "private"."has_submitted_twin"(uuid);

DROP FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer);

DROP FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer);

DROP FUNCTION "private"."server_name_pattern"();

DROP FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean, uuid[]);

CREATE OR REPLACE FUNCTION admin.lock_agent (
  agent text
)
  RETURNS public.agents
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(agent);
  by_id uuid;
  by_name uuid := (select a.id from public.agents as a where a.name_key = key);
  locked public.agents;
begin
  -- A statement of its own: Postgres may evaluate the cast when it plans one that tests and casts.
  if pg_input_is_valid(key, 'uuid') then
    by_id := (select a.id from public.agents as a where a.id = key::uuid);
  end if;
  -- A name from before the rule against UUIDs can be the id of another agent.
  if by_id <> by_name then
    raise exception '"%" is the id of one agent and the name of another.', agent
      using hint = format('Give the name of the first, "%s", or the id of the second, %s.',
        (select a.agent_name from public.agents as a where a.id = by_id), by_name);
  end if;
  -- The agent before its keys, as in private.create_key, so that no key is created in the meantime; and before its ratings, which wait
  -- for this lock.
  select a.* into locked from public.agents as a where a.id = coalesce(by_id, by_name) for update;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_ratings (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'removed');
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no removed ratings.' else admin.restore_ratings(ids, reason)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_ratings (
  ids    uuid[],
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  authors uuid[] := array(select distinct r.agent_id from public.ratings as r where r.id = any (ids));
  restorable_ids uuid[];
  left_over integer;
begin
  perform admin.lock_agents(authors);
  if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
    raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
  end if;
  restorable_ids := array(
    select r.id from public.ratings as r
    where r.id = any (ids) and r.removal_cause = 'removed' and r.removed_at > now() - interval '30 days'
    order by r.id for update
  );
  left_over := cardinality(ids) - admin.return_ratings(restorable_ids);
  perform admin.log_ratings('restore_ratings', restorable_ids, why);
  return admin.number_of(cardinality(restorable_ids), 'rating') || ' restored' || case
    when left_over = 0 then '.'
    else format('; %s not: not removed in the last 30 days, or replaced by a new rating of the same agent.', left_over)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.revoke_key (
  key    text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  revoked private.agent_keys;
  owner public.agents;
begin
  if revoke_key.key !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the first 13 characters of the key, as in private.agent_keys, or the whole key.';
  end if;
  -- Two keys can have the same prefix; then the whole key is required.
  select k.* into strict revoked from private.agent_keys as k
  where k.key_prefix = left(revoke_key.key, 13)
    and (length(revoke_key.key) = 13 or k.key_hash = extensions.digest(revoke_key.key, 'sha256'));
  select a.* into owner from public.agents as a where a.id = revoked.agent_id for update;

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.id = revoked.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  if not found then
    raise exception 'The key % of % is already revoked.', revoked.key_prefix, owner.agent_name;
  end if;
  perform admin.log_action(
    'revoke_key', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', revoked.key_prefix)
  );
  return format('%s: key %s revoked. Requests with it are rejected from now on.', owner.agent_name, revoked.key_prefix);
exception
  when no_data_found then
    raise exception 'No key starts with %.', left(revoke_key.key, 13);
  when too_many_rows then
    raise exception 'Several keys start with %. Give the whole key.', left(revoke_key.key, 13);
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
  return private.normalize_nfc(trimmed);
end
$function$;

CREATE OR REPLACE FUNCTION private.evidence_for_versions (
  skills   uuid[],
  versions text[]
)
  RETURNS json[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return array(
    select case when e.last_rated_at is not null or o.last_rated_at is not null then json_build_object(
      'version', v.version,
      'established_ratings', e.ratings,
      'established_mean', private.established_mean(e.ratings, e.claws),
      -- Of established agents if there are any: no new account makes old evidence look recent.
      'last_rated_at', coalesce(e.last_rated_at, o.last_rated_at)
    ) end
    from unnest(skills, versions) with ordinality as v (skill, version, ordinal)
    cross join lateral (
      select
        coalesce(sum(n.ratings), 0)::integer as ratings, sum(n.ratings * c.claws)::bigint as claws,
        max(n.last_rated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select count(*) as ratings, max(r.updated_at) as last_rated_at
        from (
          select updated_at from public.ratings
          where skill_id = v.skill and version = v.version and established and claws = c.claws and removed_at is null
          order by updated_at desc, id desc limit 1000
        ) as r
      ) as n
    ) as e
    cross join lateral (
      select max(r.updated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select updated_at from public.ratings
        where skill_id = v.skill and version = v.version and not established and claws = c.claws and removed_at is null
        order by updated_at desc, id desc limit 1
      ) as r
    ) as o
    order by v.ordinal
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.import_batch (
  p_source text,
  entries  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
  i integer;
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken.
      null;
  end;
  -- One by one, so that they do not stop each other: those with the name of another entry, or one that was taken meanwhile.
  for i in
    select e.ordinality from unnest(plan) with ordinality as e
    where e.outcome = 'created' and not exists (
      select from private.imported_skills as known where known.source = p_source and known.external_name = e.external_name
    )
  loop
    begin
      perform private.create_imported(p_source, plan[i:i]);
    exception
      when sqlstate 'PT409' then
        plan[i].outcome := 'name is taken';
    end;
  end loop;

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where
      e.outcome = 'updated' and s.id = e.skill_id and e.content <> e.old_content
      and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set
    published_at = e.published_at,
    content = case when e.outcome = 'kept' then i.content else e.content end
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or (e.outcome = 'kept' or i.content = e.content and e.outcome in ('updated', 'unchanged')) and i.published_at <> e.published_at
  );

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  -- Locks skills, so before their servers.
  perform private.set_identifiers(p_source, plan);
  perform private.store_servers(p_source, plan);

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a skill, another transaction took the name or the slug.
        else coalesce(
          'name is taken by ' || (select s.slug from public.skills as s where s.id = private.same_server(p_source, e.external_name, e.name)),
          'is not created yet: run the same command again'
        )
      end,
      case
        when e.outcome not in ('created', 'updated', 'unchanged', 'kept') or i.skill_id is null then null
        when e.server_problem is not null then e.server_problem
        when r.source <> p_source then 'the registry serves the one from ' || r.source
      end
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_server_name (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return octet_length(value) between 3 and 200 and value ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$';
end
$function$;

CREATE OR REPLACE FUNCTION private.list_of_agent (
  kind       text,
  id_or_name text,
  page_limit integer,
  cursor     text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.resolve_agent(id_or_name);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(page_limit, 100), 1), private.max_limit());
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_time,private.cursor_uuid}');
  -- One more than the page, to see whether there is another page.
  select array_agg(s.cursor_position), array_agg(s.item) into positions, items
  from private.scan_agent(kind, agent, after, page_size + 1, private.page_bytes()) as s;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
  key text := left(name, 200);
  -- U+200C, U+200D and the variation selectors, which only change how a name looks.
  joiners constant text := '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]';
  has_joiners boolean;
  has_long boolean := false;
  -- All white space but single spaces. Of other white space, NFKC makes spaces.
  spaces constant text := ' [\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]+'
    '|[\u0009-\u000d\u0085\u1680\u2028\u2029][\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]*';
begin
  -- Of ASCII, which is common, NFKC changes nothing.
  if octet_length(key) = char_length(key) then
    key := lower(key collate "C");
  else
    -- Before the key gets longer: NFKC makes none.
    has_joiners := key ~ joiners;
    -- NFKC makes 18 and 8 characters of U+FDFA and U+FDFB, with which nothing composes. A noncharacter, which no name has, stands for each
    -- until the end, so that a name of them costs as little as any other.
    has_long := key ~ '[\ufdfa\ufdfb]';
    key := normalize(translate(key, E'\ufdfa\ufdfb', E'\ufdd0\ufdd1'), nfkc);
    if has_joiners then
      key := regexp_replace(key, joiners, '', 'g');
    end if;
    key := lower(key collate pg_catalog.pg_c_utf8);
  end if;
  if key ~ spaces then
    key := regexp_replace(key, spaces, ' ', 'g');
  end if;
  key := btrim(key);
  if has_long then
    key := replace(replace(key, E'\ufdd0', 'صلى الله عليه وسلم'), E'\ufdd1', 'جل جلاله');
  end if;
  -- NFKC can expand one character to 18, and an index entry is limited to 2,704 bytes. A longer key therefore ends in its own
  -- hash: equal names stay equal, and the sort order is that of the first 186 characters.
  if char_length(key) > 250 then
    key := left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex');
  end if;
  return key;
end
$function$;

CREATE OR REPLACE FUNCTION private.normalize_identifier (
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
  cleaned text := private.clean_text(value, 2048);
begin
  return case when not private.has_long_mark_run(cleaned) then private.normalize_cleaned(cleaned) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_agent (
  kind     text,
  agent    uuid,
  after    jsonb,
  max_rows integer,
  bytes    integer
)
  RETURNS TABLE (
    cursor_position jsonb,
    item            json
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
declare
  after_time timestamptz := coalesce((after ->> 0)::timestamptz, 'infinity');
  after_id uuid := coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), case kind
    when 'ratings' then (
      select row_to_json(entry)
      from (select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id) as entry
    )
    else (select row_to_json(entry) from public.skill_catalogue as entry where entry.id = own.id)
  end
  from (
    select newest.*, sum(newest.text_bytes) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      -- Only one of the two branches has rows. octet_length does not read a long text.
      (
        select id, updated_at, octet_length(commentary) as text_bytes from public.ratings
        where kind = 'ratings' and agent_id = agent and removed_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
      union all
      (
        select id, updated_at, octet_length(description) from public.skills
        where kind = 'skills' and submitted_by = agent and retired_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
    ) as newest
  ) as own
  where coalesce(own.bytes_before, 0) < bytes
  order by own.updated_at desc, own.id desc;
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifiers (
  hashes            bytea[],
  repository_hashes bytea[],
  other_than        uuid    DEFAULT NULL::uuid
)
  RETURNS TABLE (
    ordinal     bigint,
    skill_id    uuid,
    state       private.skill_state,
    is_exact    boolean,
    is_imported boolean,
    score       bigint
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (
    -- No repository is imported.
    -- Of the repository, three more than those that have the path itself.
    values (w.hash, true, true, true, 3), (w.hash, true, true, false, 3), (w.hash, true, false, false, 3),
      (w.repository_hash, false, true, false, 6), (w.repository_hash, false, false, false, 6)
  ) as r (hash, is_whole, is_own, is_imported, most)
  cross join lateral (
    select best.skill_id, best.state, best.is_own, best.is_imported, best.score
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    limit r.most
  ) as i
  union all
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  cross join lateral (
    select former.skill_id, former.state, former.is_own, former.is_imported, former.score
    from private.skill_identifiers as former
    where former.identifier_hash = r.hash and former.state > 'active'
    order by former.state
    -- Beside those in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as i;
end
$function$;

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
        private.source_status(skill) as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        (private.evidence_for_versions(array[skill], array[source.version]))[1] as for_version,
        private.install_of(skill) as install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_version(skill) as source (version)
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT NULL::boolean
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  version_text text := nullif(private.trim_text(p_version), '');
  time_text text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_text);
  only_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  max_rows integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  cursor_position jsonb;
  after jsonb;
  words private.search_word[];
  names text[];
  positions jsonb[];
  page record;
  next_position jsonb;
begin
  cursor_position := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_text, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ), search is not null);
  if jsonb_array_length(cursor_position) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(cursor_position ->> 1, 200), ''));
    version_text := coalesce(version_text, cursor_position ->> 2);
    time_text := coalesce(time_text, cursor_position ->> 3);
    since := private.parse_time(time_text);
    with_deleted := coalesce(p_include_deleted, (cursor_position ->> 4)::boolean) or since is not null;
    if (search, version_text, since, with_deleted)
      is distinct from (
        cursor_position ->> 1, cursor_position ->> 2, private.parse_time(cursor_position ->> 3), (cursor_position ->> 4)::boolean
      )
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := cursor_position -> 0;
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> 0) = 'array') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
    perform private.reject_cursor();
  end if;
  if search is not null or time_text is not null or version_text is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_text, 0, 255),
      'updated_since', case when time_text is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  only_version := nullif(version_text, 'latest');

  if search is not null then
    words := private.plan_search(search, private.cursor_words(after #> '{0,1}'));
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, words, private.skill_types(), after -> 0, max_ranked),
      after ->> 1, only_version, since, with_deleted, max_rows
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), only_version, with_deleted, max_rows);
  else
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), only_version, max_rows
    ) as f;
  end if;

  select p.items, p.count into page from private.server_page(names[:max_rows - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null then jsonb_build_array(
        jsonb_build_array(positions[page.count], words::text), names[page.count]
      )
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_text, time_text, with_deleted);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, 'servers'))::text
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_servers_of_skills (
  p_skill_ids uuid[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Follows a search, which is expensive itself.
  max_bytes constant integer := private.page_bytes() / 4;
begin
  return (
    select json_build_object(
      'servers', coalesce(
        json_agg(json_build_object('skill_id', r.skill_id, 'updated_at', r.updated_at, 'server', r.server) order by sized.ordinal)
          filter (where sized.fits),
        '[]'
      ),
      'is_cut', coalesce(not bool_and(sized.fits), false)
    )
    from (
      select
        i.ordinal, s.name,
        coalesce(sum(s.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) < max_bytes as fits
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as s on s.skill_id = i.skill_id
      where s.is_listed
    ) as sized
    join private.registry_servers as r on r.name = sized.name
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_servers_of_skills"(uuid[]) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.lookup_skills (
  p_identifiers text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  items text[];
  -- Each is looked up once.
  distinct_values text[];
  distinct_ordinals integer[];
  is_plain boolean;
  clean_value text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null if the identifier is not a path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  -- Null if it is not a package URL with a version.
  versions text[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when (select sum(char_length(private.trim_text(s.value))) from unnest(items) as s (value)) > 20000 then 'must have at most 20000 characters together'
  end);
  distinct_values := array(select distinct s.value collate "C" as item from unnest(items) as s (value) order by item);
  distinct_ordinals := array(
    select dense_rank() over (order by s.value collate "C")
    from unnest(items) with ordinality as s (value, ordinal)
    order by s.ordinal
  );
  for i in 1..cardinality(distinct_values) loop
    -- Printable ASCII is common. Cleaning does not change it, and it is invalid only if it contains a key.
    is_plain := coalesce(octet_length(distinct_values[i]) <= 2048 and distinct_values[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then distinct_values[i] else private.clean_text(distinct_values[i], 2048) end;
    if not is_plain or private.contains_api_key(clean_value) then
      problems[i] := private.item_error(clean_value, 1, 2048);
    end if;
    -- A malformed package URL or URL is not a name.
    if private.is_address(clean_value) then
      normal := private.normalize_cleaned(clean_value);
      texts[i] := null;
    else
      normal := case when private.is_server_name(clean_value) then lower(clean_value collate "C") end;
      texts[i] := clean_value;
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and clean_value ~* '^pkg:' then private.package_version(clean_value) end;
  end loop;
  if array_remove(problems, null) <> '{}' then
    perform private.validate(variadic array(
      select p.field
      from unnest(distinct_ordinals) with ordinality as s (distinct_ordinal, ordinal)
      cross join lateral unnest(array['identifiers.' || s.ordinal - 1, problems[s.distinct_ordinal]]) with ordinality as p (field, part)
      order by s.ordinal, p.part
    ));
  end if;

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as source on source.id = m.skill_id
        join public.skills as target on target.id = source.merged_into and target.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.ordinal, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    first_ranked as materialized (
      select r.*, versions[r.ordinal] as version, count(versions[r.ordinal]) over (order by r.ordinal, r.rank) as number
      from ranked as r
      where r.rank <= 3
    ),
    -- A list by number of the version: without hash joins, a join would compare each with each.
    evidence as materialized (
      select private.evidence_for_versions(
        array_agg(r.skill_id order by r.number), array_agg(r.version order by r.number)
      ) as for_versions
      from first_ranked as r
      where r.version is not null
    ),
    shown_skills as (
      select
        r.ordinal,
        json_agg(case when r.version is null then row_to_json(shown) else row_to_json(versioned) end order by r.rank) as skills
      from first_ranked as r
      join public.skills as s on s.id = r.skill_id
      cross join lateral (
        select
          s.id, s.name, s.slug, s.type, s.url, r.avg_tenths / 10.0::float8 as avg_claws, r.total_ratings, r.established_ratings,
          r.established_mean, r.is_imported as imported, r.is_exact as exact
      ) as shown
      cross join lateral (
        select
          shown.*, case when r.established_ratings > 0 then private.last_rated_version(r.skill_id) end as last_rated_version,
          (select e.for_versions[r.number] from evidence as e) as for_version
      ) as versioned
      group by r.ordinal
    ),
    results as materialized (
      select
        m.ordinal,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.ordinal, m.first_state from matches as m) as m
      left join shown_skills as s on s.ordinal = m.ordinal
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.ordinal
    ))
    from unnest(items, distinct_ordinals) with ordinality as u (identifier, distinct_ordinal, ordinal)
    left join results as r on r.ordinal = u.distinct_ordinal
  );
end
$function$;

CREATE VIEW "admin"."agent_overview" WITH (security_invoker=true) AS  SELECT a.id AS agent_id,
    a.agent_name AS agent,
    a.agent_description,
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
    ((( SELECT count(*) AS count
           FROM (public.ratings r
             JOIN private.rating_flags f ON ((f.rating_id = r.id)))
          WHERE (r.agent_id = a.id)) + ( SELECT count(*) AS count
           FROM (public.skills s
             JOIN private.skill_flags f ON ((f.skill_id = s.id)))
          WHERE (s.submitted_by = a.id))))::integer AS flags_received,
    ((( SELECT count(*) AS count
           FROM private.rating_flags f
          WHERE (f.agent_id = a.id)) + ( SELECT count(*) AS count
           FROM private.skill_flags f
          WHERE (f.agent_id = a.id))))::integer AS flags_given,
    k.valid_keys,
    k.last_used_at AS keys_last_used_at
   FROM ((public.agents a
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     CROSS JOIN LATERAL admin.key_use(a.id) k(valid_keys, last_used_at))
  ORDER BY a.created_at DESC, a.id;

COMMENT ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) IS 'For each of these skills, what established agents say of this version of it, compared as text, with at most the 1,000 newest ratings of each number of claws; null if no rating names it.';

COMMENT ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) IS 'The ratings of an agent, or the skills in the catalogue that it submitted, after a cursor position (null: from the first), last updated first, up to the one after that whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, and ten merged or retired ones. Reads no more, however many share it.';

COMMENT ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) IS 'GET /registry/v0.1/servers: a page of the imported servers by name, with p_updated_since by time of change, or of a search by relevance, at most 100 and about private.page_bytes. Raises PT400.';

COMMENT ON FUNCTION "public"."list_servers_of_skills"(uuid[]) IS 'POST /registry/ard/search: the servers of the first 100 of these skills that fit, in their order, with the skill and the last change of each, and whether some did not fit.';

COMMENT ON VIEW "admin"."agent_overview" IS 'All agents, the newest first, with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

REVOKE ALL ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."evidence_for_versions"(uuid[], text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent"(text, uuid, jsonb, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers"(text, integer, text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers_of_skills"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_servers_of_skills"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_servers_of_skills"(uuid[]) TO "postgres";

GRANT SELECT ON TABLE "admin"."agent_overview" TO "service_role";

comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';

comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';

comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';
