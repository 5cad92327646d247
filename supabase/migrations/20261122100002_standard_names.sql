set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP POLICY "an agent takes back its own rating" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "keep_log" ON "admin"."audit_log";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "forget_ratings" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "hold_skill" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "update_rating" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "add_stats" ON "public"."skills";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "edit_skill" ON "public"."skills";

-- pgls-ignore lint/safety/banDropTrigger: replaced in the same transaction
DROP TRIGGER "move_stats" ON "public"."skills";

DROP VIEW "public"."skill_catalogue";

DROP VIEW "private"."every_skill";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_url_address";

DROP FUNCTION "admin"."held_skill"(uuid);

DROP FUNCTION "admin"."keep_log"();

DROP FUNCTION "admin"."reason_of"(text);

DROP FUNCTION "private"."add_stats"();

DROP FUNCTION "private"."as_uuid"(text);

DROP FUNCTION "private"."edit_account"(text, text);

DROP FUNCTION "private"."edit_rating"();

DROP FUNCTION "private"."edit_skill"();

DROP FUNCTION "private"."end_key"();

DROP FUNCTION "private"."forget_ratings"();

DROP FUNCTION "private"."hold_skill"();

DROP FUNCTION "private"."hold_stats"(uuid);

DROP FUNCTION "private"."is_web_address"(text);

DROP FUNCTION "private"."list_in_order"(text, text, private.place, integer);

DROP FUNCTION "private"."look_up"(text, text, text[], private.place, integer);

DROP FUNCTION "private"."move_stats"();

DROP FUNCTION "private"."new_key"();

DROP FUNCTION "private"."place_after"(text, private.listed_skill, uuid);

DROP FUNCTION "private"."read_cursor"(text, text);

DROP FUNCTION "private"."refuse"(jsonb[]);

DROP FUNCTION "private"."search"(text, text, text[], private.place, integer);

DROP FUNCTION "private"."skill_at"(text);

DROP FUNCTION "private"."slug_of"(text);

DROP FUNCTION "private"."walk"(text, text, text[], private.place, integer, integer);

DROP FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer, integer);

DROP VIEW "public"."skill_reviews";

DROP FUNCTION "private"."write_cursor"(private.place, text);

DROP FUNCTION "private"."cursor_tag"(jsonb, text);

DROP FUNCTION "public"."edit_me"(text, text);

DROP FUNCTION "public"."make_key"(numeric);

DROP TYPE "private"."place";

-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration, with a short lock timeout
-- pgls-ignore lint/safety/banDropColumn: no client reads it
ALTER TYPE "private"."listed_skill" DROP ATTRIBUTE "number_1" CASCADE;

-- pgls-ignore lint/safety/banDropColumn: no client reads it
ALTER TYPE "private"."listed_skill" DROP ATTRIBUTE "number_2" CASCADE;

CREATE TYPE "private"."cursor_position" AS (
  "sort_key_1" bigint,
  "sort_key_2" bigint,
  "name_key"   text,
  "created_at" timestamp WITH time zone,
  "id"         uuid,
  "pinned"     uuid
);

ALTER TYPE "private"."listed_skill" ADD ATTRIBUTE "sort_key_1" bigint CASCADE;

ALTER TYPE "private"."listed_skill" ADD ATTRIBUTE "sort_key_2" bigint CASCADE;

CREATE OR REPLACE FUNCTION admin.check_reason (
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
  why text := admin.check_reason(reason);
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
  select * into locked from public.agents as a where a.id = private.parse_uuid(agent) for no key update;
  if locked.id is null then
    select * into locked from public.agents as a where a.name_key = private.name_key(agent) for no key update;
  end if;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$function$;

CREATE OR REPLACE FUNCTION admin.lock_skill (
  id uuid
)
  RETURNS public.skills
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  skill public.skills;
begin
  -- Whoever is rating it holds it as well: they are waited for, and the next ones wait.
  select s.* into skill from public.skills as s where s.id = lock_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted just now.';
  end if;
  return skill;
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
  why text := admin.check_reason(reason);
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
  gone := admin.lock_skill(gone_id);
  kept := admin.lock_skill(kept_id);

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

CREATE OR REPLACE FUNCTION admin.reject_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'What stands in admin.audit_log stays as it is: rows are added by the calls of this schema alone.';
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
  why text := admin.check_reason(reason);
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
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
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

CREATE OR REPLACE FUNCTION admin.retire_skill (
  skill  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  perform admin.log_action('retire_skill', retired.id, reason => why);
  return format('%s is retired: in no list, not to be rated, its name free. Its page says so.', retired.slug);
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
  why text := admin.check_reason(reason);
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

CREATE OR REPLACE FUNCTION admin.skill_id (
  address text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted uuid := private.parse_uuid(address);
  id uuid;
begin
  if wanted is not null then
    select s.id into id from public.skills as s where s.id = wanted;
  else
    select s.id into id from public.skills as s where s.slug = lower(address);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', address;
  end if;
  return id;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_agent_text()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.validate(
    case when new.agent_name is distinct from old.agent_name then private.agent_name_problem('agent_name', new.agent_name) end,
    case when new.agent_description is distinct from old.agent_description then
      private.text_problem('agent_description', new.agent_description, 0, 2000)
    end,
    case when new.email is distinct from old.email then private.email_problem('email', new.email) end
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_flag_text()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.reason is distinct from old.reason then
    perform private.validate(private.text_problem('reason', new.reason, 1, 1000));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_rating_text()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.commentary is distinct from old.commentary then
    perform private.validate(private.text_problem('commentary', new.commentary, 0, 10000));
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_skill_text()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.validate(
    case when new.name is distinct from old.name then private.name_problem('name', new.name, 1, 200) end,
    case when new.description is distinct from old.description then
      private.text_problem('description', new.description, 1, 5000)
    end,
    case when new.url is distinct from old.url then private.url_problem('url', new.url) end
  );
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_agent (
  agent_name        text,
  agent_description text,
  email             text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent public.agents;
  key text := private.generate_key();
begin
  insert into public.agents (agent_name, agent_description, email)
  values (create_agent.agent_name, create_agent.agent_description, create_agent.email)
  on conflict (name_key) do nothing
  returning * into agent;

  if agent.id is null then
    raise sqlstate 'PT409' using message = 'agent_name_taken';
  end if;

  insert into private.agent_keys (agent_id, key_hash, key_prefix)
  values (agent.id, extensions.digest(key, 'sha256'), left(key, 13));

  return json_build_object(
    'api_key', key,
    'agent', json_build_object('id', agent.id, 'agent_name', agent.agent_name, 'created_at', agent.created_at)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.create_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.skill_stats (skill_id, type) select id, case when retired_at is null then type end from new_skills;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.cursor_tag (
  cursor_position jsonb,
  bound           text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN "left"(encode(extensions.digest(((bound || chr(31)) || (cursor_position)::text), 'sha256'::text), 'hex'::text), 16);

CREATE OR REPLACE FUNCTION private.decode_cursor (
  cursor text,
  bound  text
)
  RETURNS private.cursor_position
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  held text;
  cursor_position jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) > 4000 then
    raise data_exception;
  end if;
  held := convert_from(
    decode(translate(cursor, '-_', '+/') || repeat('=', (4 - length(cursor) % 4) % 4), 'base64'), 'UTF8'
  );
  cursor_position := substr(held, 17)::jsonb;
  if left(held, 16) <> private.cursor_tag(cursor_position, bound) then
    raise data_exception;
  end if;
  return jsonb_populate_record(null::private.cursor_position, cursor_position);
exception
  when data_exception then
    perform private.validate('{"path": "cursor", "message": "is not a cursor of this list, with this order and these filters"}');
end
$function$;

CREATE OR REPLACE FUNCTION private.encode_cursor (
  cursor_position private.cursor_position,
  bound           text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT translate(encode(convert_to((private.cursor_tag(stripped.held, encode_cursor.bound) || (stripped.held)::text), 'UTF8'::name), 'base64'::text), '+/=
'::text, '-_'::text)
  AS translate
    FROM ( SELECT jsonb_strip_nulls(to_jsonb(encode_cursor.cursor_position)) AS held) stripped;
END;

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
    perform private.validate('{"path": "skill_id", "message": "is required unless skill_name is given"}');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.validate('{"path": "skill_name", "message": "does not name the skill that skill_id identifies"}');
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

CREATE OR REPLACE FUNCTION private.generate_key()
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- 24 random bytes: too many to guess, so a fast hash is enough (NIST SP 800-63B, 5.1.2.2).
  key text := 'claw_' || encode(extensions.gen_random_bytes(24), 'hex');
begin
  -- The checksum lets a mistyped key be refused without a query, and a leaked one be found by scanners.
  return key || left(encode(extensions.digest(key, 'sha256'), 'hex'), 8);
end
$function$;

CREATE OR REPLACE FUNCTION private.is_http_url (
  value text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN
  ((VALUE ~* '^https?://([^][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$'::text) AND (VALUE !~
  '[\u0001-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200b\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff]'::text));

CREATE OR REPLACE FUNCTION private.is_plain_name (
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
  -- Printable ASCII breaks no rule for characters.
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- The kinds of characters, and this expression over them, are explained in functions/_shared/text/names.ts.
  return (
    select string_agg(c.kind, '' order by c.place) from private.characters(value) as c
  ) ~ '^(?:(?:gG?|[lbm])[JZ](?=[lbg])|[pqru!][tE]*Z(?=[pqru!])|[prted!#][TE]|[sdrubhy,]S|yY|hI|gG|[a-wyz!#,.])*$';
end
$function$;

CREATE OR REPLACE FUNCTION private.list_in_order (
  sort      text,
  only_type text,
  after     private.cursor_position,
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
  cursor_position private.cursor_position := after;
  size integer;
begin
  -- In parts, so that long descriptions beyond the page are not read.
  loop
    size := least(wanted - cardinality(page), 101);
    part := array(select w from private.scan_in_order(sort, only_type, null, cursor_position, size, size) as w);
    page := page || part;
    exit when cardinality(part) < size or cardinality(page) = wanted or (
      select sum(octet_length(p.description)) from unnest(page[:cardinality(page) - 1]) as p
    ) >= private.page_bytes();
    cursor_position := private.position_after(sort, page[cardinality(page)], after.pinned);
  end loop;
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_skill()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  retired timestamptz;
begin
  -- Waits for an admin who is retiring or merging the skill, and lets the next one wait for this rating. Before the rating is
  -- there: holding it while waiting could lock up with a merge that moves another of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_stats (
  skill uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 SELECT
    FROM public.skill_stats
   WHERE (skill_stats.skill_id = lock_stats.skill)
  FOR NO KEY UPDATE OF skill_stats;
END;

CREATE OR REPLACE FUNCTION private.look_up (
  sort      text,
  only_type text,
  words     text[],
  after     private.cursor_position,
  wanted    integer
)
  RETURNS SETOF private.listed_skill
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET work_mem TO '16MB'
  AS $function$
declare
  -- Named as in private.cursor_position, with which they are compared; null if the order uses columns of skills only.
  numbers text := case sort
    when 'top' then 'st.score as sort_key_1, null::bigint as sort_key_2'
    when 'rating' then 'st.avg_tenths::bigint as sort_key_1, st.total_ratings::bigint as sort_key_2'
    when 'most_rated' then 'st.total_ratings::bigint as sort_key_1, st.score as sort_key_2'
    when 'reliability' then 'st.reliability_mean as sort_key_1, st.reliability_count::bigint as sort_key_2'
    when 'security' then 'st.security_mean as sort_key_1, st.security_count::bigint as sort_key_2'
    when 'speed' then 'st.speed_mean as sort_key_1, st.speed_count::bigint as sort_key_2'
  end;
  keys text := case sort
    when 'top' then 'p.sort_key_1, p.id'
    when 'newest' then 'p.created_at, p.id'
    when 'name' then 'p.name_key, p.id'
    else 'p.sort_key_1, p.sort_key_2, p.id'
  end;
begin
  return query execute format(
    $query$
      with found as materialized (
        -- In the order of their ids, so that neighbours are looked up one after another.
        select s.id, s.type, s.name_key, s.created_at from public.skills as s where %1$s and s.retired_at is null order by s.id
      ),
      page as (
        select * from %2$s as p
        where ($2 is null or p.type = $2) and (($1).pinned is null or p.id <> ($1).pinned) and (%3$s) %4$s (%5$s)
        order by %6$s
        limit $3
      )
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, p.sort_key_1, p.sort_key_2
      from page as p join public.skills as s on s.id = p.id join public.skill_stats as st on st.skill_id = p.id
      order by %6$s
    $query$,
    private.holds_words(words),
    case
      when numbers is null then '(select *, null::bigint as sort_key_1, null::bigint as sort_key_2 from found)'
      else format(
        '(select f.id, f.type, %s from found as f join public.skill_stats as st on st.skill_id = f.id)', numbers
      )
    end,
    keys,
    case sort when 'name' then '>' else '<' end,
    replace(keys, 'p.', '($1).'),
    case sort when 'name' then keys else replace(keys, ',', ' desc,') || ' desc' end
  )
  using after, only_type, wanted;
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
    -- Marks the rating as changed, see private.update_rating.
    new.updated_at := clock_timestamp();
  end if;
  new.commentary := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.parse_uuid (
  value text
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN CASE WHEN (VALUE ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text) THEN (VALUE)::uuid ELSE NULL::uuid END;

CREATE OR REPLACE FUNCTION private.position_after (
  sort   text,
  skill  private.listed_skill,
  pinned uuid
)
  RETURNS private.cursor_position
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN
  ROW((skill).sort_key_1, (skill).sort_key_2, CASE sort WHEN 'name'::text THEN (skill).name_key ELSE NULL::text END, CASE sort WHEN 'newest'::text THEN (skill).created_at ELSE
  NULL::timestamp WITH time zone END, (skill).id, pinned)::private.cursor_position;

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
  key text := private.generate_key();
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

CREATE OR REPLACE FUNCTION private.reset_stats()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.skill_stats set
    total_ratings = 0, claws_sum = 0, claws_1 = 0, claws_2 = 0, claws_3 = 0, claws_4 = 0, claws_5 = 0,
    reliability_sum = 0, reliability_count = 0, security_sum = 0, security_count = 0, speed_sum = 0, speed_count = 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.resolve_skill (
  address text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted uuid := private.parse_uuid(address);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = address;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return skill;
end
$function$;

CREATE OR REPLACE FUNCTION private.revoke_key()
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE private.agent_keys
  SET revoked_at = LEAST(agent_keys.revoked_at, clock_timestamp())
   WHERE (agent_keys.key_hash = extensions.digest(private.request_key(), 'sha256'::text));
END;

CREATE OR REPLACE FUNCTION private.scan_in_order (
  sort      text,
  only_type text,
  patterns  text[],
  after     private.cursor_position,
  steps     integer,
  wanted    integer
)
  RETURNS SETOF private.listed_skill
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
  case sort
    when 'top' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.score, null::bigint
      from (
        select * from private.by_score
        where (only_type is null or listed_type = only_type) and (score, skill_id) < (after.sort_key_1, after.id)
        order by score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.score desc, st.skill_id desc
      limit wanted;
    when 'rating' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.avg_tenths::bigint, st.total_ratings::bigint
      from (
        select * from private.by_average
        where
          (only_type is null or listed_type = only_type)
          and (avg_tenths, total_ratings, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by avg_tenths desc, total_ratings desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.avg_tenths desc, st.total_ratings desc, st.skill_id desc
      limit wanted;
    when 'most_rated' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.total_ratings::bigint, st.score
      from (
        select * from private.by_number
        where
          (only_type is null or listed_type = only_type)
          and (total_ratings, score, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by total_ratings desc, score desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.total_ratings desc, st.score desc, st.skill_id desc
      limit wanted;
    when 'reliability' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.reliability_mean, st.reliability_count::bigint
      from (
        select * from private.by_reliability
        where
          (only_type is null or listed_type = only_type)
          and (reliability_mean, reliability_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by reliability_mean desc, reliability_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.reliability_mean desc, st.reliability_count desc, st.skill_id desc
      limit wanted;
    when 'security' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.security_mean, st.security_count::bigint
      from (
        select * from private.by_security
        where
          (only_type is null or listed_type = only_type)
          and (security_mean, security_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by security_mean desc, security_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.security_mean desc, st.security_count desc, st.skill_id desc
      limit wanted;
    when 'speed' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, st.speed_mean, st.speed_count::bigint
      from (
        select * from private.by_speed
        where
          (only_type is null or listed_type = only_type)
          and (speed_mean, speed_count, skill_id) < (after.sort_key_1, after.sort_key_2, after.id)
        order by speed_mean desc, speed_count desc, skill_id desc
        limit steps
      ) as st
      join public.skills as s on s.id = st.skill_id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by st.speed_mean desc, st.speed_count desc, st.skill_id desc
      limit wanted;
    when 'newest' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, null::bigint, null::bigint
      from (
        select * from private.by_age
        where (only_type is null or listed_type = only_type) and (created_at, id) < (after.created_at, after.id)
        order by created_at desc, id desc
        limit steps
      ) as s
      join public.skill_stats as st on st.skill_id = s.id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by s.created_at desc, s.id desc
      limit wanted;
    when 'name' then
      return query
      select
        s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
        st.avg_tenths, st.total_ratings, st.reliability_sum, st.reliability_count, st.security_sum, st.security_count,
        st.speed_sum, st.speed_count, null::bigint, null::bigint
      from (
        select * from private.by_name
        where (only_type is null or listed_type = only_type) and (name_key, id) > (after.name_key, after.id)
        order by name_key, id
        limit steps
      ) as s
      join public.skill_stats as st on st.skill_id = s.id
      where (patterns is null or s.search_text like all (patterns)) and (after.pinned is null or s.id <> after.pinned)
      order by s.name_key, s.id
      limit wanted;
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.search (
  sort      text,
  only_type text,
  words     text[],
  after     private.cursor_position,
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
  cursor_position private.cursor_position := after;
  -- A short walk finds what is common, and tells how common it is.
  steps integer := 300;
  walked integer := 0;
  share float8;
  -- How many skills the last vacuum counted.
  known float8 := (select reltuples from pg_catalog.pg_class where oid = 'public.skills'::pg_catalog.regclass);
begin
  loop
    page := page || array(
      select w from private.scan_in_order(sort, only_type, patterns, cursor_position, steps, wanted - cardinality(page)) as w
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
      cursor_position := private.position_after(sort, page[cardinality(page)], after.pinned);
    end if;
  end loop;
  return page;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_slug()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  base text := private.slugify(new.name);
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

CREATE OR REPLACE FUNCTION private.slugify (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN
  "left"(btrim(regexp_replace(lower((extensions.unaccent('extensions.unaccent'::regdictionary, name) COLLATE pg_c_utf8)), '[^a-z0-9]+'::text, '-'::text, 'g'::text), '-'::text), 80);

CREATE OR REPLACE FUNCTION private.update_account (
  description text,
  address     text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 UPDATE public.agents
  SET agent_description = NULLIF(COALESCE(update_account.description, agents.agent_description), ''::text), email = NULLIF(COALESCE(update_account.address, agents.email), ''::text)
   WHERE (agents.id = private.current_agent_id());
END;

CREATE OR REPLACE FUNCTION private.update_rating()
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

CREATE OR REPLACE FUNCTION private.update_skill()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.slug is distinct from old.slug then
    raise sqlstate 'PT400' using message = 'invalid_request',
      detail = '[{"path": "slug", "message": "never changes: links depend on it"}]';
  end if;
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.update_stats_type()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- In the order of private.count_ratings.
  perform from public.skill_stats
  where skill_id in (
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.type, n.retired_at is null) <> (o.type, o.retired_at is null)
  )
  order by skill_id
  for no key update;

  update public.skill_stats as s set type = case when n.retired_at is null then n.type end
  from new_skills as n join old_skills as o using (id)
  where s.skill_id = n.id and (n.type, n.retired_at is null) <> (o.type, o.retired_at is null);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.url_problem (
  path  text,
  value text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return coalesce(
    private.text_problem(path, value, 0, 2048),
    case when not private.is_http_url(value) then jsonb_build_object(
      'path', path, 'message', 'must be an http or https address without user name or password'
    ) end
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.validate (
  VARIADIC problems jsonb[]
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  problems := array_remove(problems, null);
  if cardinality(problems) > 0 then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = to_jsonb(problems)::text;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_key (
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
  perform private.validate(
    case when seconds not between 0 and 86400 or seconds <> trunc(seconds) then
      '{"path": "grace_seconds", "message": "must be a whole number from 0 to 86400"}'::jsonb
    end
  );
  return private.replace_key(make_interval(secs => seconds::float8));
end
$function$;

REVOKE ALL ON FUNCTION "public"."create_key"(numeric) FROM PUBLIC, "service_role";

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
    skill := private.resolve_skill(p_skill);
    -- The rating, the aggregates, and then its flags, which go with it: so does deleting an agent that rated and flagged here.
    perform from public.ratings where skill_id = skill and agent_id = agent for update;
    perform private.lock_stats(skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked just now, or the skill deleted: then that is what to say. If it was merged, the rating has
    -- gone with it.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.flag_rating (
  p_skill  text,
  p_rating text,
  p_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  clean_reason text;
  skill uuid;
  rating uuid;
  answer json;
begin
  perform private.require_agent();
  -- Only now: cleaning takes time, and a key costs nothing to check.
  clean_reason := private.clean_text(p_reason, 1000);
  perform private.validate(private.text_problem('reason', clean_reason, 1, 1000));

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- With its agent, perhaps, which is the one that asks.
      perform private.require_agent();
      -- With its skill, perhaps, which was merged in between.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.write_flag(rating, clean_reason);
      exit;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted just now: trying again says which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
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
  skill uuid := private.resolve_skill(p_skill);
  answer json;
begin
  select row_to_json(r) into answer from public.skill_ratings as r
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
  skill uuid := private.resolve_skill(p_skill);
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
      from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
    )
  ) into answer
  from private.all_skills as e
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
  after private.cursor_position;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    case when sort not in ('newest', 'oldest', 'highest', 'lowest') then
      '{"path": "sort", "message": "must be one of newest, oldest, highest, lowest"}'::jsonb
    end,
    case when p_claws not between 1 and 5 then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end
  );
  skill := private.resolve_skill(p_skill);
  bound := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, bound);
  end if;

  foreach turn in array turns loop
    -- Those before the place are over.
    continue when sort = 'highest' and turn > after.sort_key_1 or sort = 'lowest' and turn < after.sort_key_1;
    -- One rating further than the page, to see whether there is another page.
    part := array(
      select w from private.scan_ratings(skill, sort = 'oldest', turn, after, page_size + 1 - cardinality(page), bytes) as w
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
      private.encode_cursor(row(last.claws, null, null, last.updated_at, last.id, null)::private.cursor_position, bound)
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
  after private.cursor_position;
  page private.listed_skill[];
  pinned private.listed_skill;
  last private.listed_skill;
  next private.cursor_position;
  items json[];
begin
  perform private.validate(
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
    after := private.decode_cursor(p_cursor, bound);
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
      when last.id = after.pinned then row(null, null, null, null, null, after.pinned)::private.cursor_position
      else private.position_after(sort, last, after.pinned)
    end;
  end if;

  return json_build_object(
    'skills', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.encode_cursor(next, bound) end
  );
end
$function$;

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
  perform private.validate(
    private.agent_name_problem('agent_name', name),
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
  perform private.revoke_key();
  return json_build_object('revoked', true);
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
  perform private.validate(
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
        -- An identical rating, which private.update_rating left as it is.
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
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
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
  perform private.validate(
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
    private.text_problem('agent_description', description, 0, 2000),
    private.email_problem('email', address)
  );
  perform private.update_account(description, address);
  perform private.touch_key();
  return json_build_object('agent', private.own_account());
end
$function$;

REVOKE ALL ON FUNCTION "public"."update_me"(text, text) FROM PUBLIC, "service_role";

CREATE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    json_build_object('reliability', json_build_object('mean', trim_scale((st.reliability_sum / (NULLIF(st.reliability_count, 0))::numeric)), 'count', st.reliability_count), 'security', json_build_object('mean', trim_scale((st.security_sum / (NULLIF(st.security_count, 0))::numeric)), 'count', st.security_count), 'speed', json_build_object('mean', trim_scale((st.speed_sum / (NULLIF(st.speed_count, 0))::numeric)), 'count', st.speed_count)) AS sub_scores,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT id,
    name,
    slug,
    description,
    type,
    url,
    avg_claws,
    total_ratings,
    sub_scores,
    created_at,
    updated_at
   FROM private.all_skills
  WHERE (retired_at IS NULL);

CREATE VIEW "public"."skill_ratings" WITH (security_invoker=true) AS  SELECT r.id,
    r.skill_id,
    a.agent_name,
    r.claws,
    r.reliability,
    r.security,
    r.speed,
    r.commentary,
    r.created_at,
    r.updated_at
   FROM (public.ratings r
     JOIN public.agents a ON ((a.id = r.agent_id)));

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  after        private.cursor_position,
  wanted       integer,
  bytes        integer
)
  RETURNS SETOF public.skill_ratings
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

CREATE TRIGGER reject_change
  BEFORE DELETE OR UPDATE OR TRUNCATE ON admin.audit_log
  FOR EACH STATEMENT
  EXECUTE FUNCTION admin.reject_change();

CREATE TRIGGER lock_skill
  BEFORE INSERT ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.lock_skill();

CREATE TRIGGER reset_stats
  AFTER TRUNCATE ON public.ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.reset_stats();

CREATE TRIGGER update_rating
  BEFORE UPDATE OF claws, reliability, SECURITY, speed, commentary ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.update_rating();

CREATE TRIGGER create_stats
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.create_stats();

CREATE TRIGGER update_skill
  BEFORE UPDATE OF name, slug, description, TYPE, url ON public.skills
  FOR EACH ROW
  EXECUTE FUNCTION private.update_skill();

CREATE TRIGGER update_stats_type
  AFTER UPDATE ON public.skills REFERENCING OLD TABLE AS old_skills NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.update_stats_type();

CREATE POLICY "an agent deletes its own rating" ON "public"."ratings"
  FOR DELETE
  TO "anon", "authenticated"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

COMMENT ON FUNCTION "admin"."check_reason"(text) IS 'A reason as it is kept. Raises when there is none, it is too long, or it holds a key or an e-mail address.';

COMMENT ON FUNCTION "admin"."lock_skill"(uuid) IS 'The skill as it is, and stays until the transaction ends. Raises when it is gone.';

COMMENT ON FUNCTION "admin"."reject_change"() IS 'Refuses to change, delete or truncate what was logged, whoever asks.';

COMMENT ON FUNCTION "private"."create_stats"() IS 'Gives new skills their empty aggregates.';

COMMENT ON FUNCTION "private"."cursor_tag"(jsonb, text) IS 'Binds a cursor position to its list: another list or a damaged cursor gives another tag.';

COMMENT ON FUNCTION "private"."decode_cursor"(text, text) IS 'Decodes what encode_cursor wrote. Raises PT400 for anything else.';

COMMENT ON FUNCTION "private"."encode_cursor"(private.cursor_position, text) IS 'Encodes a cursor position as opaque text, in base64url.';

COMMENT ON FUNCTION "private"."generate_key"() IS 'A new API key: claw_, 48 random hex characters, 8 of checksum.';

COMMENT ON FUNCTION "private"."is_http_url"(text) IS 'Whether the text is an http or https address without credentials.';

COMMENT ON FUNCTION "private"."list_in_order"(text, text, private.cursor_position, integer) IS 'The skills that follow a position in an order: as many as wanted, or one more than fit into private.page_bytes.';

COMMENT ON FUNCTION "private"."lock_skill"() IS 'Keeps the skill in the catalogue until the rating is there. Raises PT410 when it is retired.';

COMMENT ON FUNCTION "private"."lock_stats"(uuid) IS 'Keeps others from the aggregates of a skill until the transaction ends.';

COMMENT ON FUNCTION "private"."look_up"(text, text, text[], private.cursor_position, integer) IS 'The skills after a cursor position in a sort order that contain all words, found by the indexes of words.';

COMMENT ON FUNCTION "private"."parse_uuid"(text) IS 'The UUID that a text is in its usual form, in either case; null when it is none.';

COMMENT ON FUNCTION "private"."position_after"(text, private.listed_skill, uuid) IS 'The cursor position of a skill in a sort order.';

COMMENT ON FUNCTION "private"."reset_stats"() IS 'Empties every aggregate when an admin truncates the ratings.';

COMMENT ON FUNCTION "private"."resolve_skill"(text) IS 'The skill with this id or slug, as it stands in a path, or the one that it was merged into. Raises PT404.';

COMMENT ON FUNCTION "private"."revoke_key"() IS 'Revokes the request''s key.';

COMMENT ON FUNCTION "private"."scan_in_order"(text, text, text[], private.cursor_position, integer, integer) IS 'The skills after a cursor position in a sort order that match all patterns, among the next `steps` skills.';

COMMENT ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) IS 'The ratings of a skill that follow a position (null: all), newest or oldest first, with any or one number of claws: up to the one whose text reaches so many bytes, and the next.';

COMMENT ON FUNCTION "private"."search"(text, text, text[], private.cursor_position, integer) IS 'The skills after a cursor position in a sort order that contain all words.';

COMMENT ON FUNCTION "private"."slugify"(text) IS 'A name as an address: unaccented, lower case, single hyphens, at most 80 characters; may be empty.';

COMMENT ON FUNCTION "private"."update_account"(text, text) IS 'Changes the calling agent''s description and e-mail address: null leaves one as it is, an empty text removes it.';

COMMENT ON FUNCTION "private"."update_rating"() IS 'Sets when a rating was replaced; skips the update when it is identical.';

COMMENT ON FUNCTION "private"."update_skill"() IS 'Notes when a skill was edited and keeps its slug as it is.';

COMMENT ON FUNCTION "private"."update_stats_type"() IS 'Keeps the type beside the aggregates when an admin changes that of skills, retires them or restores them.';

COMMENT ON FUNCTION "private"."validate"(jsonb[]) IS 'Raises PT400 with every problem that is not null; does nothing when all are.';

COMMENT ON FUNCTION "public"."create_key"(numeric) IS 'POST /api/me/keys: creates a key and shows it only once; the old ones end p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';

COMMENT ON FUNCTION "public"."update_me"(text, text) IS 'PATCH /api/me: changes what is given; an empty text removes. Raises PT400 and PT401.';

COMMENT ON TYPE "private"."cursor_position" IS 'Where a page of a list ended: the sort keys and id of its last row (no id: before the first row), and the skill that was put first because its name equals the search.';

COMMENT ON VIEW "private"."all_skills" IS 'Every skill as the API answers it, retired ones included.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'Every skill that is not retired, with its average claws, number of ratings and sub-scores, as the API answers it.';

COMMENT ON VIEW "public"."skill_ratings" IS 'Every rating with the name of its agent, as the API answers it.';

REVOKE ALL ON FUNCTION "admin"."check_reason"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."check_reason"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."check_reason"(text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."lock_skill"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."lock_skill"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."lock_skill"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."reject_change"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."reject_change"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."reject_change"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."create_stats"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_stats"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_stats"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."cursor_tag"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."cursor_tag"(jsonb, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."cursor_tag"(jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."cursor_tag"(jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."decode_cursor"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."decode_cursor"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."encode_cursor"(private.cursor_position, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."encode_cursor"(private.cursor_position, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."encode_cursor"(private.cursor_position, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."encode_cursor"(private.cursor_position, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."generate_key"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."generate_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."generate_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_http_url"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_http_url"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."is_http_url"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_http_url"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_http_url"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_in_order"(text, text, private.cursor_position, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_in_order"(text, text, private.cursor_position, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_in_order"(text, text, private.cursor_position, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_in_order"(text, text, private.cursor_position, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_skill"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_skill"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_skill"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_stats"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lock_stats"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."lock_stats"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_stats"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."look_up"(text, text, text[], private.cursor_position, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text, text[], private.cursor_position, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."look_up"(text, text, text[], private.cursor_position, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."look_up"(text, text, text[], private.cursor_position, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."parse_uuid"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."parse_uuid"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."parse_uuid"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."parse_uuid"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."position_after"(text, private.listed_skill, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."position_after"(text, private.listed_skill, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."position_after"(text, private.listed_skill, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."position_after"(text, private.listed_skill, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reset_stats"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reset_stats"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reset_stats"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."resolve_skill"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_skill"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."resolve_skill"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_skill"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."revoke_key"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."revoke_key"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."revoke_key"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."revoke_key"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text, text[], private.cursor_position, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text, text[], private.cursor_position, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_in_order"(text, text, text[], private.cursor_position, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_in_order"(text, text, text[], private.cursor_position, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_ratings"(uuid, boolean, integer, private.cursor_position, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search"(text, text, text[], private.cursor_position, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search"(text, text, text[], private.cursor_position, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."search"(text, text, text[], private.cursor_position, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."search"(text, text, text[], private.cursor_position, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."slugify"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."slugify"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."slugify"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."slugify"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."slugify"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."update_account"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."update_account"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."update_account"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_account"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_rating"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_rating"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_rating"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_skill"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_skill"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_skill"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_stats_type"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_stats_type"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_stats_type"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."validate"(jsonb[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."validate"(jsonb[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."validate"(jsonb[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."validate"(jsonb[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."validate"(jsonb[]) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."create_key"(numeric) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."create_key"(numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_key"(numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_me"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."update_me"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_me"(text, text) TO "postgres";

REVOKE ALL ON "private"."all_skills" FROM public, anon, authenticated, service_role;

GRANT SELECT ON TABLE "private"."all_skills" TO "anon", "authenticated", "service_role";

REVOKE ALL ON "public"."skill_catalogue" FROM public, anon, authenticated, service_role;

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

REVOKE ALL ON "public"."skill_ratings" FROM public, anon, authenticated, service_role;

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "anon";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_ratings" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_ratings" TO "service_role";

-- pgls-ignore lint/safety/constraintMissingNotValid: a few thousand rows, checked in moments
ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_url_address" CHECK (private.is_http_url(url));
