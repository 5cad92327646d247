set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION admin.log_action (
  action    text,
  skill_id  uuid  DEFAULT NULL::uuid,
  rating_id uuid  DEFAULT NULL::uuid,
  agent_id  uuid  DEFAULT NULL::uuid,
  reason    text  DEFAULT NULL::text,
  details   jsonb DEFAULT '{}'::jsonb
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 INSERT INTO admin.audit_log (ROLE, dashboard_user, action, skill_id, rating_id, agent_id, reason, details)
   VALUES
     (COALESCE(NULLIF(current_setting('role'::text, true), 'none'::text), (SESSION_USER)::text), (COALESCE("substring"(current_setting('request.jwt.claims'::text, true),
     '"sub" *: *"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'::text),
     "substring"(current_query(), '-- user: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'::text)))::uuid,
     log_action.action,
     log_action.skill_id,
     log_action.rating_id,
     log_action.agent_id, log_action.reason, (regexp_replace((log_action.details)::text, '(claw_[0-9a-f]{8})[0-9a-f]{48}'::text, '\1…'::text, 'g'::text))::jsonb);
END;

CREATE OR REPLACE FUNCTION admin.merge_skills (
  duplicate text,
  keep      text,
  reason    text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.reason_of(reason);
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  review public.ratings;
  dropped integer;
  moved integer;
begin
  -- The agents before skills and ratings, as deleting an agent locks them.
  perform from public.agents
  where id in (select h.agent_id from private.hidden_reviews as h where h.skill_id in (gone_id, kept_id))
  order by id
  for key share;
  -- Both in one order for everybody: two merges cannot lock each other up.
  perform from public.skills where id in (gone_id, kept_id) order by id for update;
  gone := admin.held_skill(gone_id);
  kept := admin.held_skill(kept_id);

  if gone.id = kept.id then
    raise exception 'Both are %: give two skills.', kept.slug;
  elsif gone.merged_into is not null then
    raise exception '%.', admin.retirement(gone);
  elsif kept.merged_into is not null then
    raise exception '%: give that one.', admin.retirement(kept);
  elsif kept.retired_at is not null then
    raise exception '%: restore it first.', admin.retirement(kept);
  end if;

  perform from public.ratings where skill_id in (gone.id, kept.id) order by id for update;
  perform from public.skill_stats where skill_id in (gone.id, kept.id) order by skill_id for no key update;

  -- Of two ratings by one agent the newer stays; of two of the same moment that of the skill that is kept.
  delete from public.ratings as r
  using public.ratings as other
  where r.agent_id = other.agent_id
    and (r.skill_id, other.skill_id) in ((gone.id, kept.id), (kept.id, gone.id))
    and (r.updated_at, r.skill_id = kept.id) < (other.updated_at, other.skill_id = kept.id);
  get diagnostics dropped = row_count;

  -- An agent whose text is hidden for one of the skills stays so for the one that is kept, with the text of the rating that stays.
  insert into private.hidden_reviews (skill_id, agent_id, commentary, hidden_at, reason)
  select distinct on (h.agent_id)
    kept.id,
    h.agent_id,
    case when r.id is null or r.skill_id = h.skill_id and r.commentary is null then h.commentary else r.commentary end,
    h.hidden_at,
    h.reason
  from private.hidden_reviews as h
  left join public.ratings as r on r.agent_id = h.agent_id and r.skill_id in (gone.id, kept.id)
  where h.skill_id in (gone.id, kept.id)
  order by h.agent_id, r.skill_id = h.skill_id desc, h.skill_id = gone.id desc
  on conflict (skill_id, agent_id) do update set
    commentary = excluded.commentary,
    hidden_at = excluded.hidden_at,
    reason = excluded.reason;
  delete from private.hidden_reviews where skill_id = gone.id;
  for review in
    select r.* from public.ratings as r join private.hidden_reviews as h on h.skill_id = kept.id and h.agent_id = r.agent_id
    where r.skill_id in (gone.id, kept.id) and r.commentary is not null
  loop
    update public.ratings set commentary = null where id = review.id;
    update public.ratings set updated_at = review.updated_at where id = review.id;
    perform admin.log_action(
      'replace_hidden_review', kept.id, review.id, review.agent_id, details => jsonb_build_object('commentary', review.commentary)
    );
  end loop;

  update public.ratings set skill_id = kept.id where skill_id = gone.id;
  get diagnostics moved = row_count;

  -- What was merged into it goes with it: whatever was merged leads to a skill in one step.
  update public.skills set merged_into = kept.id where merged_into = gone.id;
  update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;

  perform admin.log_action(
    'merge_skills', gone.id, reason => why,
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
  );
  return format(
    '%s is %s now: %s ratings moved, %s dropped for a newer one by the same agent.', gone.slug, kept.slug, moved, dropped
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.reason_of (
  said text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  reason text := nullif(private.clean_text(said, 1000), '');
begin
  if reason is null then
    raise exception 'Give a reason: it is kept in admin.audit_log.';
  elsif char_length(reason) > 1000 then
    raise exception 'The reason has more than 1,000 characters; a sentence will do.';
  elsif private.has_long_mark_run(reason) then
    raise exception 'The reason has more than 30 combining marks in a row.';
  elsif reason ~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}' then
    raise exception 'The reason holds an API key or an e-mail address, and is kept for good: say it without.';
  end if;
  return reason;
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_review (
  rating uuid,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.reason_of(reason);
  review public.ratings := admin.lock_rating(rating);
  hidden private.hidden_reviews;
begin
  delete from private.hidden_reviews as h
  where (h.skill_id, h.agent_id) = (review.skill_id, review.agent_id)
  returning * into hidden;
  if hidden.skill_id is null then
    raise exception 'The text of this rating is not hidden.';
  elsif private.text_problem('commentary', hidden.commentary, 0, 10000) is not null then
    raise exception 'The text breaks a rule that is newer than the text: it %. Its agent has to send another one first.',
      private.text_problem('commentary', hidden.commentary, 0, 10000) ->> 'message';
  end if;

  update public.ratings set commentary = hidden.commentary where id = rating;
  update public.ratings set updated_at = review.updated_at where id = rating;

  perform admin.log_action('restore_review', review.skill_id, rating, review.agent_id, why);
  return case
    when hidden.commentary is null then 'Restored. The rating has no text now; the next one that its agent sends is visible.'
    else 'Restored: the text is visible again, as its agent last sent it.'
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.find_skill (
  wanted_id   uuid,
  wanted_name text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := (select id from public.skills where name_key = key and retired_at is null);
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- One that was merged is still known by its own name, beside its id, while nobody else has the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if wanted_id is null and wanted_name is null then
    perform private.refuse('{"path": "skill_id", "message": "is required unless skill_name is given"}');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.refuse('{"path": "skill_name", "message": "does not name the skill that skill_id identifies"}');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = case
      when wanted_name is null then 'null' else private.similar_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_reserved_name (
  value text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  -- Without spaces and punctuation.
  reduced text := (
    select string_agg(c.symbol, '' order by c.place) from private.characters(private.name_key(value)) as c
    where c.symbol <> ' ' and c.kind !~ '[.#!,]'
  );
begin
  return regexp_replace(coalesce(reduced, ''), 's$', '') in (
    'admin', 'administrator', 'moderator', 'official', 'root', 'skillratingservice', 'supabase', 'support', 'system'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  with compared as (
    select btrim(regexp_replace(
      lower(
        -- U+200C, U+200D and the variation selectors change how a name is drawn, not which name it is.
        -- No name has more than 200 characters; the bound keeps normalising cheap for any input.
        regexp_replace(normalize(left(name, 200), nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
        collate pg_catalog.pg_c_utf8
      ),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )) as key
  )
  -- NFKC can make 18 characters of one, and an index entry holds 2,704 bytes: a longer key ends in its own hash,
  -- so that equal names stay equal, others stay different, and the order stays that of the first 186 characters.
  select case
    when char_length(key) <= 250 then key
    else left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex')
  end
  from compared
$function$;

CREATE OR REPLACE FUNCTION private.record_key_use()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.touch_key();
  return null;
end
$function$;

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
  current_key private.agent_keys;
  made private.agent_keys;
  ends timestamptz;
  key text := private.new_key();
begin
  -- The agent first, as deleting it does; and one call at a time: the key of another must not outlast this one.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- Only now: the call that this one had to wait for may have ended its key.
  agent := private.require_agent();
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');

  -- A request that is using a newer key for the first time is waited for.
  perform from private.agent_keys as k where k.agent_id = agent order by k.id for no key update;
  -- A key in its grace period may replace a newer key that was lost on its way, but not one in use: anyone with the old key could
  -- lock out the agent.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = agent and k.id <> current_key.id and k.created_at >= current_key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  ends := clock_timestamp() + grace;

  -- By the clock and not now(): the order of keys is that in which the calls got the lock.
  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (agent, extensions.digest(key, 'sha256'), left(key, 13), clock_timestamp())
  returning * into made;
  -- Creating a key is a use as well: the keys before this one may not replace it.
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

CREATE OR REPLACE FUNCTION private.search (
  sort      text,
  only_type text,
  words     text[],
  after     private.place,
  wanted    integer
)
  RETURNS private.listed_skill[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  patterns text[] := private.like_patterns(words);
  page private.listed_skill[] := '{}';
  place private.place := after;
  -- A short walk finds what is common, and tells how common it is.
  steps integer := 300;
  walked integer := 0;
  share float8;
  -- How many skills the last vacuum counted.
  known float8 := (select reltuples from pg_catalog.pg_class where oid = 'public.skills'::pg_catalog.regclass);
begin
  loop
    page := page || array(
      select w from private.walk(sort, only_type, patterns, place, steps, wanted - cardinality(page)) as w
    );
    exit when cardinality(page) = wanted;

    walked := walked + steps;
    if known <= walked then
      -- The walk has seen the whole of a small catalogue, unless it has grown since the last vacuum.
      exit when walked >= (
        select count(*) from (select from public.skills where retired_at is null limit walked + 1) as skills
      );
    end if;

    -- On, for as many steps as should do, where looking up all finds would be more.
    share := (cardinality(page) + 1) / walked::float8;
    steps := (wanted - cardinality(page)) / share * 1.2;
    if steps > share * known then
      page := array(select f from private.look_up(sort, only_type, words, after, wanted) as f);
      exit;
    end if;
    if cardinality(page) > 0 then
      place := private.place_after(sort, page[cardinality(page)], after.pinned);
    end if;
  end loop;
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_own_rating (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.require_agent();
  skill uuid;
begin
  loop
    skill := private.skill_at(p_skill);
    -- The rating, the aggregates, and then its flags, which go with it: so does deleting an agent that rated and flagged here.
    perform from public.ratings where skill_id = skill and agent_id = agent for update;
    perform private.hold_stats(skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked just now, or the skill deleted: then that is what to say. If it was merged, the rating has
    -- gone with it.
    perform private.require_agent();
    if private.skill_at(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
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
  skill uuid := private.skill_at(p_skill);
  answer json;
begin
  select json_build_object(
    'id', e.id,
    'name', e.name,
    'slug', e.slug,
    'description', e.description,
    'type', e.type,
    'url', e.url,
    'avg_claws', e.avg_claws,
    'total_ratings', e.total_ratings,
    'sub_scores', e.sub_scores,
    'created_at', e.created_at,
    'updated_at', e.updated_at,
    'retired_at', e.retired_at,
    'rating_counts', json_build_object('1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5),
    'ratings', (
      select coalesce(json_agg(newest), '[]')
      from private.walk_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
    )
  ) into answer
  from private.every_skill as e
  join public.skill_stats as st on st.skill_id = e.id
  where e.id = skill;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_rating (
  p_skill_id    uuid    DEFAULT NULL::uuid,
  p_skill_name  text    DEFAULT NULL::text,
  p_claws       numeric DEFAULT NULL::numeric,
  p_reliability numeric DEFAULT NULL::numeric,
  p_security    numeric DEFAULT NULL::numeric,
  p_speed       numeric DEFAULT NULL::numeric,
  p_commentary  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_commentary text;
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  -- Only now that the key is checked: cleaning takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  perform private.refuse(
    -- Looked up and nothing more, so it need not be a valid name.
    private.text_problem('skill_name', clean_name, 0, 200),
    case when p_claws is null or p_claws not in (1, 2, 3, 4, 5) then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end,
    private.score_problem('reliability', p_reliability),
    private.score_problem('security', p_security),
    private.score_problem('speed', p_speed),
    private.text_problem('commentary', clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      insert into public.ratings as r (skill_id, claws, reliability, security, speed, commentary)
      values (skill, p_claws, p_reliability, p_security, p_speed, clean_commentary)
      on conflict (skill_id, agent_id) do update set
        claws = excluded.claws,
        reliability = excluded.reliability,
        security = excluded.security,
        speed = excluded.speed,
        commentary = excluded.commentary
      returning r.id, r.xmax = 0 into rating, created;
      if rating is null then
        -- An identical rating, which private.edit_rating left as it is.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted while we rated: a skill is not found now, and an agent not when we try again.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired while we rated, and is refused now; or merged, and is rated where it went.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was gone, or its key revoked, before we rated: the policy saw nobody.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  return json_build_object(
    'created', created,
    'rating', (select row_to_json(r) from public.skill_reviews as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.submit_skill (
  p_name        text,
  p_description text,
  p_type        text,
  p_url         text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- Only now: cleaning takes time, and a key costs nothing to check.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  perform private.refuse(
    private.name_problem('name', clean_name, 1, 200),
    private.text_problem('description', clean_description, 1, 5000),
    case when p_type is null or p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    private.url_problem('url', clean_url)
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another name took the same slug meanwhile; the next try sees it.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    select private.skill_reference(id) into holder from public.skills
    where name_key = private.name_key(clean_name) and retired_at is null;
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The one that had the name was deleted or retired just now: it is free.
  end loop;

  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked just now; or else it is what it says.
    perform private.require_agent();
    raise;
end
$function$;

CREATE TRIGGER record_key_use
  AFTER INSERT OR DELETE OR UPDATE ON public.ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.record_key_use();

CREATE TRIGGER record_key_use
  AFTER INSERT ON public.skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.record_key_use();

COMMENT ON FUNCTION "private"."record_key_use"() IS 'Records that the key of a write was used, also of a write to a table that bypasses the functions.';

COMMENT ON FUNCTION "private"."touch_key"() IS 'Records that the request''s key was used, at most once an hour; never waits for a lock.';

REVOKE ALL ON FUNCTION "private"."record_key_use"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."record_key_use"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."record_key_use"() TO "postgres";
