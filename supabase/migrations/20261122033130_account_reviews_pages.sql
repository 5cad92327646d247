set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- pgls-ignore lint/safety/banDropTrigger: mask_hidden_text takes its place, in the same transaction
DROP TRIGGER "drop_hidden_text" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: update_rating takes its place, in the same transaction
DROP TRIGGER "edit_rating" ON "public"."ratings";

DROP VIEW "admin"."flagged_reviews";

DROP VIEW "admin"."hidden_reviews";

ALTER TABLE "private"."hidden_reviews"
  DROP CONSTRAINT "hidden_reviews_pkey";

ALTER TABLE "private"."hidden_reviews"
  DROP CONSTRAINT "hidden_reviews_rating_id_fkey";

DROP FUNCTION "admin"."merge_skills"(text, text);

DROP FUNCTION "admin"."restore_review"(uuid);

DROP FUNCTION "admin"."restore_skill"(text);

DROP FUNCTION "admin"."revoke_keys"(text);

DROP FUNCTION "private"."drop_hidden_text"();

DROP FUNCTION "private"."revoke_key"(text);

DROP FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer);

ALTER TABLE "private"."hidden_reviews"
  ADD COLUMN "skill_id" uuid;

ALTER TABLE "private"."hidden_reviews"
  ADD COLUMN "agent_id" uuid;

-- What is hidden stays hidden, and its text is kept in the log from now on.
UPDATE private.hidden_reviews AS h SET skill_id = r.skill_id, agent_id = r.agent_id
FROM public.ratings AS r
WHERE r.id = h.rating_id;

INSERT INTO admin.audit_log (role, action, skill_id, rating_id, agent_id, reason, details)
SELECT current_user, 'hide_review', skill_id, rating_id, agent_id, reason, jsonb_build_object(
  'commentary', regexp_replace(commentary, '(claw_[0-9a-f]{8})[0-9a-f]{48}', '\1…', 'g')
)
FROM private.hidden_reviews;

-- pgls-ignore lint/safety/banDropColumn: no client reads it; skill and agent take its place
ALTER TABLE "private"."hidden_reviews"
  DROP COLUMN "rating_id";

-- pgls-ignore lint/safety/addingNotNullField: filled above; a small table that only admins write
ALTER TABLE "private"."hidden_reviews"
  ALTER COLUMN "skill_id" SET NOT NULL;

-- pgls-ignore lint/safety/addingNotNullField: filled above; a small table that only admins write
ALTER TABLE "private"."hidden_reviews"
  ALTER COLUMN "agent_id" SET NOT NULL;

-- pgls-ignore lint/safety/banDropNotNull: only admin calls read it
ALTER TABLE "private"."hidden_reviews"
  ALTER COLUMN "commentary" DROP NOT NULL;

CREATE OR REPLACE FUNCTION admin.hide_review (
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
begin
  if exists (
    select from private.hidden_reviews as h where (h.skill_id, h.agent_id) = (review.skill_id, review.agent_id)
  ) then
    raise exception 'The text of this rating is already hidden.';
  elsif review.commentary is null then
    raise exception 'This rating has no text that could be hidden. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- That was no edit of its agent's: it is to be no newer than before.
  update public.ratings set updated_at = review.updated_at where id = rating;
  insert into private.hidden_reviews (skill_id, agent_id, commentary, reason)
  values (review.skill_id, review.agent_id, review.commentary, why);

  perform admin.log_action(
    'hide_review', review.skill_id, rating, review.agent_id, why, jsonb_build_object('commentary', review.commentary)
  );
  return format(
    'Hidden, as is any text that the agent sends for this skill. Its claws (%s) still count. admin.restore_review shows the text.',
    review.claws
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_agent (
  agent text
)
  RETURNS public.agents
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  locked public.agents;
begin
  -- The agent before its keys, as in private.replace_key, so that no key is created meanwhile.
  select * into locked from public.agents as a where a.id = private.as_uuid(agent) for no key update;
  if locked.id is null then
    select * into locked from public.agents as a where a.name_key = private.name_key(agent) for no key update;
  end if;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_rating (
  rating uuid
)
  RETURNS public.ratings
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  locked public.ratings;
  skill uuid;
begin
  loop
    select r.skill_id into skill from public.ratings as r where r.id = rating;
    -- Skill and agent before the rating, as merging the one and deleting the other lock them.
    perform from public.skills as s where s.id = skill for key share;
    perform from public.agents as a where a.id = (select r.agent_id from public.ratings as r where r.id = rating) for key share;
    select * into locked from public.ratings as r where r.id = rating for update;
    if locked.id is null then
      raise exception 'No rating has the id %.', rating;
    end if;
    -- Otherwise the skill was merged while this call waited.
    exit when locked.skill_id = skill;
  end loop;
  return locked;
end
$function$;

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
  dropped integer;
  moved integer;
begin
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
  update public.ratings set skill_id = kept.id where skill_id = gone.id;
  get diagnostics moved = row_count;
  -- Hidden texts move as well, unless the rating that stays has a visible one.
  insert into private.hidden_reviews (skill_id, agent_id, commentary, hidden_at, reason)
  select kept.id, h.agent_id, h.commentary, h.hidden_at, h.reason from private.hidden_reviews as h where h.skill_id = gone.id
  on conflict (skill_id, agent_id) do nothing;
  delete from private.hidden_reviews as h
  where h.skill_id = gone.id or h.skill_id = kept.id and exists (
    select from public.ratings as r where r.skill_id = kept.id and r.agent_id = h.agent_id and r.commentary is not null
  );

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
  delete from private.hidden_reviews as h where (h.skill_id, h.agent_id) = (review.skill_id, review.agent_id) returning * into hidden;
  if hidden.skill_id is null then
    raise exception 'The text of this rating is not hidden.';
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

CREATE OR REPLACE FUNCTION admin.restore_skill (
  skill  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.reason_of(reason);
  retired public.skills := admin.held_skill(admin.skill_id(skill));
begin
  if retired.retired_at is null then
    raise exception '% is in the catalogue.', retired.slug;
  elsif retired.merged_into is not null then
    raise exception '%, where its ratings are now; that is for good.', admin.retirement(retired);
  end if;

  begin
    update public.skills set retired_at = null where id = retired.id;
  exception
    when unique_violation then
      raise exception 'The name "%" was taken by % since: give one of them another name first.', retired.name,
        (select slug from public.skills where name_key = retired.name_key and retired_at is null);
  end;
  perform admin.log_action('restore_skill', retired.id, reason => why);
  return format('%s is in the catalogue again.', retired.slug);
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
  why text := admin.reason_of(reason);
  revoked private.agent_keys;
  owner public.agents;
begin
  if revoke_key.key !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the first 13 characters of the key, as private.agent_keys shows them, or the whole key.';
  end if;
  -- Two keys with the same prefix are unlikely, but possible: the whole key tells them apart.
  select k.* into strict revoked from private.agent_keys as k
  where k.key_prefix = left(revoke_key.key, 13)
    and (length(revoke_key.key) = 13 or k.key_hash = extensions.digest(revoke_key.key, 'sha256'));
  owner := admin.lock_agent(revoked.agent_id::text);

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.id = revoked.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  if not found then
    raise exception 'The key % of % is already revoked.', revoked.key_prefix, owner.agent_name;
  end if;
  perform admin.log_action(
    'revoke_key', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', revoked.key_prefix)
  );
  return format('%s: key %s revoked. The next request with it is refused.', owner.agent_name, revoked.key_prefix);
exception
  when no_data_found then
    raise exception 'No key begins with %.', left(revoke_key.key, 13);
  when too_many_rows then
    raise exception 'Several keys begin with %. Give the whole key.', left(revoke_key.key, 13);
end
$function$;

CREATE OR REPLACE FUNCTION admin.revoke_keys (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.reason_of(reason);
  owner public.agents := admin.lock_agent(agent);
  revoked integer;
begin
  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  get diagnostics revoked = row_count;
  if revoked = 0 then
    raise exception '% has no key that is still valid.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, reason => why, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. The next request with one is refused; ratings and skills stay.', owner.agent_name,
    case revoked when 1 then '1 key' else revoked || ' keys' end);
end
$function$;

CREATE OR REPLACE FUNCTION private.cut_page (
  items json[]
)
  RETURNS json[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  item json;
  bytes bigint := 0;
  fitting integer := 0;
begin
  foreach item in array items loop
    exit when bytes >= private.page_bytes();
    bytes := bytes + octet_length(item::text);
    fitting := fitting + 1;
  end loop;
  return items[:fitting];
end
$function$;

CREATE OR REPLACE FUNCTION private.edit_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included.
    return null;
  end if;
  -- The clock and not now(): of two that replace one another, the later to get the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_in_order (
  sort      text,
  only_type text,
  after     private.place,
  wanted    integer
)
  RETURNS private.listed_skill[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  page private.listed_skill[] := '{}';
  part private.listed_skill[];
  place private.place := after;
  size integer;
begin
  -- In parts, so that long descriptions beyond the page are not read.
  loop
    size := least(wanted - cardinality(page), 101);
    part := array(select w from private.walk(sort, only_type, null, place, size, size) as w);
    page := page || part;
    exit when cardinality(part) < size or cardinality(page) = wanted or (
      select sum(octet_length(p.description)) from unnest(page[:cardinality(page) - 1]) as p
    ) >= private.page_bytes();
    place := private.place_after(sort, page[cardinality(page)], after.pinned);
  end loop;
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION private.mask_hidden_text()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden private.hidden_reviews;
begin
  select * into hidden from private.hidden_reviews where skill_id = new.skill_id and agent_id = new.agent_id for update;
  if hidden.skill_id is null then
    return new;
  end if;

  if new.commentary is distinct from hidden.commentary then
    update private.hidden_reviews set commentary = new.commentary where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_review', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at where id = new.id;
  elsif new.commentary is distinct from hidden.commentary then
    -- Marks the rating as changed, see private.edit_rating.
    new.updated_at := clock_timestamp();
  end if;
  new.commentary := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.page_bytes()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 1000000;

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

  -- A key in its grace period may replace a newer key that was lost on its way, but not one in use: whoever found an old key could
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

CREATE OR REPLACE FUNCTION private.set_slug()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  base text := private.slug_of(new.name);
  low integer := 1;
  high integer;
  middle integer;
begin
  if new.slug is not null then
    return new;
  end if;

  if base = '' or base ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    base := 'skill-' || left(new.id::text, 8);
  end if;

  -- Without a lock, so that one statement can insert any number of skills: of two that take one slug at once the later one meets
  -- the unique index, and public.submit_skill tries again.
  new.slug := base;
  while low < 100 and exists (select from public.skills where slug = new.slug) loop
    low := low + 1;
    new.slug := base || '-' || low;
  end loop;

  -- A hundred are taken: from here by doubling and halving, so that the thousandth costs no more than twenty looks.
  if low = 100 and exists (select from public.skills where slug = new.slug) then
    high := 200;
    while exists (select from public.skills where slug = base || '-' || high) loop
      low := high;
      high := high * 2;
    end loop;
    while high - low > 1 loop
      middle := (low + high) / 2;
      if exists (select from public.skills where slug = base || '-' || middle) then
        low := middle;
      else
        high := middle;
      end if;
    end loop;
    new.slug := base || '-' || high;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.walk_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  after        private.place,
  wanted       integer,
  bytes        integer
)
  RETURNS SETOF public.skill_reviews
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET max_parallel_workers_per_gather TO '0'
  AS $function$
#variable_conflict use_column
begin
  -- octet_length does not read a long text.
  if oldest_first then
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at, id rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.oldest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) > (coalesce(after.created_at, '-infinity'), coalesce(after.id, '00000000-0000-0000-0000-000000000000'))
        order by updated_at, id
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at, r.id;
  else
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.newest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) < (coalesce(after.created_at, 'infinity'), coalesce(after.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by updated_at desc, id desc
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at desc, r.id desc;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.require_agent();
  perform private.touch_key();
  return private.own_account();
end
$function$;

CREATE OR REPLACE FUNCTION public.get_own_rating (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid := private.require_agent();
  skill uuid := private.skill_at(p_skill);
  answer json;
begin
  select row_to_json(r) into answer from public.skill_reviews as r
  where r.id = (select own.id from public.ratings as own where own.skill_id = skill and own.agent_id = agent);
  if answer is null then
    raise sqlstate 'PT404' using message = 'rating_not_found';
  end if;
  perform private.touch_key();
  return answer;
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
    'ratings', (select coalesce(json_agg(newest), '[]') from private.walk_ratings(skill, false, null, null, 10, private.page_bytes()) as newest)
  ) into answer
  from private.every_skill as e
  join public.skill_stats as st on st.skill_id = e.id
  where e.id = skill;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_ratings (
  p_skill  text,
  p_sort   text    DEFAULT NULL::text,
  p_claws  integer DEFAULT NULL::integer,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  -- By claws is the newest of one number after the newest of another.
  turns integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  turn integer;
  skill uuid;
  bound text;
  after private.place;
  part public.skill_reviews[];
  page public.skill_reviews[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_reviews;
begin
  perform private.refuse(
    case when sort not in ('newest', 'oldest', 'highest', 'lowest') then
      '{"path": "sort", "message": "must be one of newest, oldest, highest, lowest"}'::jsonb
    end,
    case when p_claws not between 1 and 5 then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end
  );
  skill := private.skill_at(p_skill);
  bound := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  if p_cursor is not null then
    after := private.read_cursor(p_cursor, bound);
  end if;

  foreach turn in array turns loop
    -- Those before the place are over.
    continue when sort = 'highest' and turn > after.number_1 or sort = 'lowest' and turn < after.number_1;
    -- One rating further than the page, to see whether there is another page.
    part := array(
      select w from private.walk_ratings(skill, sort = 'oldest', turn, after, page_size + 1 - cardinality(page), bytes) as w
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next part tells whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.write_cursor(row(last.claws, null, null, last.updated_at, last.id, null)::private.place, bound)
    end
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type   text    DEFAULT NULL::text,
  p_search text    DEFAULT NULL::text,
  p_sort   text    DEFAULT NULL::text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := coalesce(p_sort, 'top');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  bound text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  words text[];
  after private.place;
  page private.listed_skill[];
  pinned private.listed_skill;
  last private.listed_skill;
  next private.place;
  items json[];
begin
  perform private.refuse(
    case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    case when sort not in ('top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name') then
      '{"path": "sort", "message": "must be one of top, rating, most_rated, reliability, security, speed, newest, name"}'::jsonb
    end,
    private.text_problem('search', search, 0, 200)
  );
  words := private.search_words(search);

  if p_cursor is not null then
    after := private.read_cursor(p_cursor, bound);
  elsif search is not null then
    select id into after.pinned from public.skills
    where name_key = private.name_key(search) and retired_at is null and (p_type is null or type = p_type);
  end if;
  if after.id is null then
    -- Before everything in every order.
    after := row(
      9223372036854775807, 9223372036854775807, '', 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', after.pinned
    );
  end if;

  -- One skill further than the page, to see whether there is another page.
  if words is null then
    page := private.list_in_order(sort, p_type, after, page_size + 1);
  else
    page := private.search(sort, p_type, words, after, page_size + 1);
  end if;

  if p_cursor is null and after.pinned is not null then
    select
      s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
      st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
      st.speed_sum, st.speed_count, null, null
    into pinned
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = after.pinned;
    page := pinned || page;
  end if;

  items := private.cut_page(
    array(
      select row_to_json(shown)
      from (
        select
          id, name, slug, description, type, url,
          avg_tenths / 10.0::float8 as avg_claws, total_ratings,
          json_build_object(
            'reliability', json_build_object(
              'mean', trim_scale(reliability_sum / nullif(reliability_count, 0)), 'count', reliability_count
            ),
            'security', json_build_object(
              'mean', trim_scale(security_sum / nullif(security_count, 0)), 'count', security_count
            ),
            'speed', json_build_object(
              'mean', trim_scale(speed_sum / nullif(speed_count, 0)), 'count', speed_count
            )
          ) as sub_scores,
          created_at, updated_at
        from unnest(page[:page_size])
      ) as shown
    )
  );

  if cardinality(page) > cardinality(items) then
    last := page[cardinality(items)];
    -- A page that holds the first skill alone ends before everything else.
    next := case
      when last.id = after.pinned then row(null, null, null, null, null, after.pinned)::private.place
      else private.place_after(sort, last, after.pinned)
    end;
  end if;

  return json_build_object(
    'skills', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.write_cursor(next, bound) end
  );
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
  clean_name text := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary text := nullif(private.clean_text(p_commentary, 10000), '');
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  perform private.refuse(
    private.name_problem('skill_name', clean_name, 0, 200),
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

  perform private.touch_key();
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
  clean_name text := private.clean_text(p_name, 200);
  clean_description text := private.clean_text(p_description, 5000);
  clean_url text := nullif(private.trim_text(p_url), '');
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  perform private.refuse(
    private.name_problem('name', clean_name, 1, 200),
    private.text_problem('description', clean_description, 1, 5000),
    case when p_type is null or p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    coalesce(
      private.text_problem('url', clean_url, 0, 2048),
      case when not private.is_web_address(clean_url) then
        '{"path": "url", "message": "must be an http or https address without user name or password"}'::jsonb
      end
    )
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

  perform private.touch_key();
  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked just now; or else it is what it says.
    perform private.require_agent();
    raise;
end
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: a small table that only admins write
-- pgls-ignore lint/safety/constraintMissingNotValid: a small table that only admins write
ALTER TABLE "private"."hidden_reviews"
  ADD CONSTRAINT "hidden_reviews_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingPrimaryKeyConstraint: a small table that only admins write
ALTER TABLE "private"."hidden_reviews"
  ADD CONSTRAINT "hidden_reviews_pkey" PRIMARY KEY (skill_id, agent_id);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: a small table that only admins write
-- pgls-ignore lint/safety/constraintMissingNotValid: a small table that only admins write
ALTER TABLE "private"."hidden_reviews"
  ADD CONSTRAINT "hidden_reviews_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE;

CREATE VIEW "admin"."flagged_reviews" WITH (security_invoker=true) AS  SELECT f.rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    f.flags,
    f.reasons,
    f.newest_flag,
    r.claws,
    COALESCE(r.commentary, h.commentary) AS commentary,
    h.hidden_at
   FROM ((((( SELECT rating_flags.rating_id,
            (count(*))::integer AS flags,
            array_agg(rating_flags.reason ORDER BY rating_flags.updated_at DESC, rating_flags.agent_id) AS reasons,
            max(rating_flags.updated_at) AS newest_flag
           FROM private.rating_flags
          GROUP BY rating_flags.rating_id) f
     JOIN public.ratings r ON ((r.id = f.rating_id)))
     JOIN public.skills s ON ((s.id = r.skill_id)))
     JOIN public.agents a ON ((a.id = r.agent_id)))
     LEFT JOIN private.hidden_reviews h ON (((h.skill_id = r.skill_id) AND (h.agent_id = r.agent_id))))
  ORDER BY f.flags DESC, f.newest_flag DESC, f.rating_id;

CREATE VIEW "admin"."hidden_reviews" WITH (security_invoker=true) AS  SELECT r.id AS rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    r.claws,
    h.commentary,
    h.hidden_at,
    h.reason
   FROM (((private.hidden_reviews h
     JOIN public.skills s ON ((s.id = h.skill_id)))
     JOIN public.agents a ON ((a.id = h.agent_id)))
     LEFT JOIN public.ratings r ON (((r.skill_id = h.skill_id) AND (r.agent_id = h.agent_id))))
  ORDER BY h.hidden_at DESC, s.slug, a.agent_name;

CREATE INDEX hidden_reviews_agent_id ON private.hidden_reviews USING btree (agent_id);

CREATE TRIGGER mask_hidden_text_of_new_rating
  AFTER INSERT ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.mask_hidden_text();

CREATE TRIGGER mask_hidden_text
  BEFORE UPDATE OF claws, reliability, SECURITY, speed, commentary ON public.ratings
  FOR EACH ROW
  WHEN ((old.commentary IS NULL))
  EXECUTE FUNCTION private.mask_hidden_text();

CREATE TRIGGER update_rating
  BEFORE UPDATE OF claws, reliability, SECURITY, speed, commentary ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.edit_rating();

COMMENT ON COLUMN "admin"."audit_log"."details" IS 'Numbers, the skill that one was merged into, the prefix of a key, and every version of a hidden text.';

COMMENT ON COLUMN "private"."agent_keys"."last_used_at" IS 'When a request with the key last succeeded, to within an hour; null when none did.';

COMMENT ON COLUMN "private"."agent_keys"."revoked_at" IS 'When the key stops being accepted, which may lie ahead when another has taken its place; empty while nothing is set. See admin.revoke_key.';

COMMENT ON COLUMN "private"."hidden_reviews"."agent_id" IS 'The author.';

COMMENT ON COLUMN "private"."hidden_reviews"."commentary" IS 'The latest text that the agent sent; null when its latest rating has none.';

COMMENT ON COLUMN "private"."hidden_reviews"."hidden_at" IS 'When an admin hid it.';

COMMENT ON COLUMN "private"."hidden_reviews"."skill_id" IS 'The rated skill.';

COMMENT ON FUNCTION "admin"."hide_review"(uuid, text) IS 'Removes the text of a rating from every answer; its claws and scores still count. New texts by its agent stay hidden until admin.restore_review. select admin.hide_review(''<rating id>'', ''Spam.'');';

COMMENT ON FUNCTION "admin"."lock_agent"(text) IS 'The agent with this id or name, locked until the transaction ends. Raises when there is none.';

COMMENT ON FUNCTION "admin"."lock_rating"(uuid) IS 'The rating with this id, locked until the transaction ends. Raises when there is none.';

COMMENT ON FUNCTION "admin"."merge_skills"(text, text, text) IS 'Moves the ratings of a duplicate to the skill that is kept, which answers in its place from then on; for good. select admin.merge_skills(''<duplicate>'', ''<keep>'', ''The same repository.'');';

COMMENT ON FUNCTION "admin"."restore_review"(uuid, text) IS 'Shows the text of a rating again, as its agent last sent it. select admin.restore_review(''<rating id>'', ''Not spam.'');';

COMMENT ON FUNCTION "admin"."restore_skill"(text, text) IS 'Puts a retired skill back into the lists, if nobody took its name. select admin.restore_skill(''<id or slug>'', ''Maintained again.'');';

COMMENT ON FUNCTION "admin"."revoke_key"(text, text) IS 'Revokes one key, given by its first 13 characters or whole; the next request with it is refused. select admin.revoke_key(''claw_01234567'', ''Leaked.'');';

COMMENT ON FUNCTION "admin"."revoke_keys"(text, text) IS 'Revokes every key of an agent, given by name or id. One leaked key: admin.revoke_key. select admin.revoke_keys(''<name or id>'', ''Spam.'');';

COMMENT ON FUNCTION "private"."cut_page"(json[]) IS 'The items of a page, up to the one that reaches private.page_bytes.';

COMMENT ON FUNCTION "private"."edit_rating"() IS 'Sets when a rating was replaced; skips the update when it is identical.';

COMMENT ON FUNCTION "private"."list_in_order"(text, text, private.place, integer) IS 'The skills that follow a position in an order: as many as wanted, or one more than fit into private.page_bytes.';

COMMENT ON FUNCTION "private"."mask_hidden_text"() IS 'Keeps the text of a rating hidden, if an admin hid an earlier one, and logs each version.';

COMMENT ON FUNCTION "private"."page_bytes"() IS 'The size at which a page ends, in bytes of JSON.';

COMMENT ON FUNCTION "private"."replace_key"(interval) IS 'Creates a key for the calling agent and ends all its others after the grace. Raises PT401, also for a key that a newer key in use has replaced.';

COMMENT ON FUNCTION "private"."touch_key"() IS 'Notes that the request''s key was used, at most once an hour; never waits for a lock.';

COMMENT ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer, integer) IS 'The ratings of a skill that follow a position (null: all), newest or oldest first, with any or one number of claws: up to the one whose text reaches so many bytes, and the next.';

COMMENT ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text) IS 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "public"."list_skills"(text, text, text, integer, text) IS 'GET /api/skills: a page of the catalogue, at most 500 skills and about private.page_bytes. Raises PT400.';

COMMENT ON FUNCTION "public"."make_key"(numeric) IS 'POST /api/me/keys: creates a key and shows it only once; the old ones end p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';

COMMENT ON TABLE "admin"."audit_log" IS 'What admins did by the calls of this schema, and the texts that agents sent for hidden reviews. Rows are only added, never changed or deleted.';

COMMENT ON TABLE "private"."hidden_reviews" IS 'Agents whose text on a skill is hidden until an admin restores it. No answer of the API contains the text; the rating counts as before.';

COMMENT ON VIEW "admin"."flagged_reviews" IS 'The reviews that agents flagged, those with the most flags first. Flags alone hide nothing.';

COMMENT ON VIEW "admin"."hidden_reviews" IS 'The reviews that are hidden now, with their latest text, newest first. Without rating_id: the agent deleted its rating; a new text stays hidden.';

REVOKE ALL ON FUNCTION "admin"."lock_agent"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_agent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_agent"(text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."lock_rating"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_rating"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_rating"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."merge_skills"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."merge_skills"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."merge_skills"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."merge_skills"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."restore_review"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore_review"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_review"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_review"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."restore_skill"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore_skill"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_skill"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_skill"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."revoke_key"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."revoke_key"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."revoke_key"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."revoke_key"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."revoke_keys"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."revoke_keys"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."revoke_keys"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."revoke_keys"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."cut_page"(json[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cut_page"(json[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."cut_page"(json[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cut_page"(json[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_in_order"(text, text, private.place, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_in_order"(text, text, private.place, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_in_order"(text, text, private.place, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_in_order"(text, text, private.place, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mask_hidden_text"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mask_hidden_text"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mask_hidden_text"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."page_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."page_bytes"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."page_bytes"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."page_bytes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer, integer) TO "postgres";

REVOKE ALL ON "admin"."flagged_reviews", "admin"."hidden_reviews" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "admin"."flagged_reviews" TO "service_role";

GRANT SELECT ON TABLE "admin"."hidden_reviews" TO "service_role";
