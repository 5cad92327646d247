set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP POLICY "an agent replaces its own rating" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: it is made again below, in the same transaction
DROP TRIGGER "edit_rating" ON "public"."ratings";

DROP INDEX "public"."skills_by_name";

DROP INDEX "public"."skills_newest";

DROP INDEX "public"."skills_reversed_name";

DROP VIEW "private"."by_age";

DROP VIEW "private"."by_name";

DROP VIEW "public"."skill_catalogue";

ALTER TABLE "public"."skills"
  DROP CONSTRAINT "skills_name_key_unique";

DROP FUNCTION "private"."stats_differences"();

DROP VIEW "private"."recomputed_stats";

CREATE SCHEMA "admin";

CREATE TABLE "admin"."audit_log" (
  "id"             bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "at"             timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "role"           text                     NOT NULL,
  "dashboard_user" uuid,
  "action"         text                     NOT NULL,
  "skill_id"       uuid,
  "rating_id"      uuid,
  "agent_id"       uuid,
  "reason"         text,
  "details"        jsonb                    NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT "audit_log_pkey" PRIMARY KEY (id),
  CONSTRAINT "audit_log_reason_discreet" CHECK ((reason !~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}'::text)),
  CONSTRAINT "audit_log_reason_length" CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT "audit_log_reason_clean" CHECK ((reason = private.clean_text(reason, 1000)))
);

ALTER TABLE "admin"."audit_log"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."hidden_reviews" (
  "rating_id"  uuid                     NOT NULL,
  "commentary" text                     NOT NULL,
  "hidden_at"  timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  "reason"     text                     NOT NULL,
  CONSTRAINT "hidden_reviews_pkey" PRIMARY KEY (rating_id)
);

ALTER TABLE "public"."skills"
  ADD COLUMN "retired_at" timestamp WITH time zone;

ALTER TABLE "public"."skills"
  ADD COLUMN "merged_into" uuid;

-- pgls-ignore lint/safety/avoidWideLockWindow: for the moments of this migration
-- pgls-ignore lint/safety/banDropNotNull: only what is retired has none, and no client reads it
ALTER TABLE "public"."skill_stats"
  ALTER COLUMN "type" DROP NOT NULL;

CREATE OR REPLACE FUNCTION admin.held_skill (
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
  select s.* into skill from public.skills as s where s.id = held_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted just now.';
  end if;
  return skill;
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
  why text := admin.reason_of(reason);
  review public.ratings;
begin
  select * into review from public.ratings where id = rating for update;
  if review.id is null then
    raise exception 'No rating has the id %.', rating;
  elsif exists (select from private.hidden_reviews where rating_id = rating) then
    raise exception 'The text of this rating is hidden already.';
  elsif review.commentary is null then
    raise exception 'This rating has no text that could be hidden. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- That was no edit of its agent's: it is to be no newer than before.
  update public.ratings set updated_at = review.updated_at where id = rating;
  insert into private.hidden_reviews (rating_id, commentary, reason) values (rating, review.commentary, why);

  perform admin.log_action('hide_review', review.skill_id, rating, review.agent_id, why);
  return format('Hidden. Its claws (%s) count as before; admin.restore_review shows the text again.', review.claws);
end
$function$;

CREATE OR REPLACE FUNCTION admin.keep_log()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'What stands in admin.audit_log stays as it is: rows are added by the calls of this schema alone.';
end
$function$;

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
     log_action.action, log_action.skill_id, log_action.rating_id, log_action.agent_id, log_action.reason, log_action.details);
END;

CREATE OR REPLACE FUNCTION admin.merge_skills (
  duplicate text,
  keep      text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
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

  -- What was merged into it goes with it: whatever was merged leads to a skill in one step.
  update public.skills set merged_into = kept.id where merged_into = gone.id;
  update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;

  perform admin.log_action(
    'merge_skills', gone.id, details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
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
  elsif reason ~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}' then
    raise exception 'The reason holds an API key or an e-mail address, and is kept for good: say it without.';
  end if;
  return reason;
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_review (
  rating uuid
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  review public.ratings;
  text_of text;
begin
  select * into review from public.ratings where id = rating for update;
  if review.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  select commentary into text_of from private.hidden_reviews where rating_id = rating;
  if text_of is null then
    raise exception 'The text of this rating is not hidden. If it was, its agent has replaced the rating since.';
  end if;

  update public.ratings set commentary = text_of where id = rating;
  update public.ratings set updated_at = review.updated_at where id = rating;

  perform admin.log_action('restore_review', review.skill_id, rating, review.agent_id);
  return 'Restored, to the letter.';
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_skill (
  skill text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
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
  perform admin.log_action('restore_skill', retired.id);
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
  why text := admin.reason_of(reason);
  retired public.skills := admin.held_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  perform admin.log_action('retire_skill', retired.id, reason => why);
  return format('%s is retired: in no list, not to be rated, its name free. Its page says so.', retired.slug);
end
$function$;

CREATE OR REPLACE FUNCTION admin.retirement (
  skill public.skills
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN
  format(CASE WHEN ((skill).merged_into IS NULL) THEN '%1$s was retired on %2$s'::text ELSE '%1$s was merged into %3$s on %2$s'::text END, (skill).slug, to_char(((skill).retired_at
  AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD'::text), (SELECT s.slug FROM public.skills s WHERE (s.id = (retirement.skill).merged_into)));

CREATE OR REPLACE FUNCTION admin.revoke_keys (
  agent text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  owner public.agents;
  revoked integer;
begin
  -- The agent first, as making a key does, so that none is made meanwhile.
  select * into owner from public.agents as a where a.id = private.as_uuid(agent) for no key update;
  if owner.id is null then
    select * into owner from public.agents as a where a.name_key = private.name_key(agent) for no key update;
  end if;
  if owner.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  get diagnostics revoked = row_count;
  if revoked = 0 then
    raise exception '% has no key that is still accepted.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. The next request with one is refused; its ratings and skills stay.', owner.agent_name,
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
  wanted uuid := private.as_uuid(address);
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

CREATE OR REPLACE FUNCTION private.add_stats()
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

CREATE OR REPLACE FUNCTION private.drop_hidden_text()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from private.hidden_reviews where rating_id = new.id;
  return null;
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
    perform private.refuse('{"path": "skill_id", "message": "give skill_id or skill_name"}');
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

CREATE OR REPLACE FUNCTION private.hold_skill()
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

CREATE OR REPLACE FUNCTION private.look_up (
  sort      text,
  only_type text,
  words     text[],
  after     private.place,
  wanted    integer
)
  RETURNS SETOF private.listed
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET work_mem TO '16MB'
  AS $function$
declare
  ranked text := case
    when sort in ('newest', 'name') then 'found'
    else '(select f.id, f.type, st.avg_tenths, st.total_ratings, st.score from found as f join public.skill_stats as st on st.skill_id = f.id)'
  end;
  keys text := case sort
    when 'top' then 'p.score, p.id'
    when 'rating' then 'p.avg_tenths, p.total_ratings, p.id'
    when 'most_rated' then 'p.total_ratings, p.score, p.id'
    when 'newest' then 'p.created_at, p.id'
    when 'name' then 'p.name_key, p.id'
  end;
  place text := case sort
    when 'top' then '($1).number_1, ($1).id'
    when 'newest' then '($1).created_at, ($1).id'
    when 'name' then '($1).name_key, ($1).id'
    else '($1).number_1, ($1).number_2, ($1).id'
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
        st.avg_tenths, st.total_ratings, st.score
      from page as p join public.skills as s on s.id = p.id join public.skill_stats as st on st.skill_id = p.id
      order by %6$s
    $query$,
    private.holds_words(words),
    ranked,
    keys,
    case sort when 'name' then '>' else '<' end,
    place,
    case sort when 'name' then keys else replace(keys, ',', ' desc,') || ' desc' end
  )
  using after, only_type, wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_stats()
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

CREATE OR REPLACE FUNCTION private.skill_at (
  address text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  wanted uuid := private.as_uuid(address);
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
  -- From the tables: a retired skill is in no catalogue, but has its page.
  select json_build_object(
    'id', s.id,
    'name', s.name,
    'slug', s.slug,
    'description', s.description,
    'type', s.type,
    'url', s.url,
    'avg_claws', st.avg_tenths / 10.0::float8,
    'total_ratings', st.total_ratings,
    'created_at', s.created_at,
    'updated_at', s.updated_at,
    'retired_at', s.retired_at,
    'rating_counts', json_build_object('1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5),
    'sub_scores', json_build_object(
      'reliability', private.mean(st.reliability_sum, st.reliability_count),
      'security', private.mean(st.security_sum, st.security_count),
      'speed', private.mean(st.speed_sum, st.speed_count)
    ),
    'ratings', (select coalesce(json_agg(newest), '[]') from private.walk_ratings(skill, false, null, null, 10) as newest)
  ) into answer
  from public.skills as s
  join public.skill_stats as st on st.skill_id = s.id
  where s.id = skill;
  return answer;
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
  page private.listed[];
  pinned private.listed;
  last private.listed;
  next private.place;
begin
  perform private.refuse(
    case when p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    case when sort not in ('top', 'rating', 'most_rated', 'newest', 'name') then
      '{"path": "sort", "message": "must be one of top, rating, most_rated, newest, name"}'::jsonb
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
    page := array(select w from private.walk(sort, p_type, null, after, page_size + 1, page_size + 1) as w);
  else
    page := private.search(sort, p_type, words, after, page_size + 1);
  end if;

  if p_cursor is null and after.pinned is not null then
    select
      s.id, s.name, s.slug, s.description, s.type, s.url, s.created_at, s.updated_at, s.name_key,
      st.avg_tenths, st.total_ratings, st.score
    into pinned
    from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.id = after.pinned;
    page := pinned || page;
  end if;

  if cardinality(page) > page_size then
    last := page[page_size];
    -- A page that holds the first skill alone ends before everything else.
    next := case
      when last.id = after.pinned then row(null, null, null, null, null, after.pinned)::private.place
      else private.place_after(sort, last, after.pinned)
    end;
  end if;

  return json_build_object(
    'skills', (
      select coalesce(json_agg(row_to_json(shown)), '[]')
      from (
        select
          id, name, slug, description, type, url,
          avg_tenths / 10.0::float8 as avg_claws, total_ratings, created_at, updated_at
        from unnest(page[:page_size])
      ) as shown
    ),
    'count', least(cardinality(page), page_size),
    'next_cursor', case when cardinality(page) > page_size then private.write_cursor(next, bound) end
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
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  perform private.require_agent();
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
    insert into public.skills (name, description, type, url)
    values (clean_name, clean_description, p_type, clean_url)
    on conflict (name_key) where retired_at is null do nothing
    returning id into skill;
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

-- pgls-ignore lint/safety/addingForeignKeyConstraint: a new, empty table
-- pgls-ignore lint/safety/constraintMissingNotValid: a new, empty table
ALTER TABLE "private"."hidden_reviews"
  ADD CONSTRAINT "hidden_reviews_rating_id_fkey" FOREIGN KEY (rating_id) REFERENCES public.ratings(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: all rows are empty there: one look over the table
-- pgls-ignore lint/safety/constraintMissingNotValid: all rows are empty there: one look over the table
ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_merged_into_fkey" FOREIGN KEY (merged_into) REFERENCES public.skills(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/constraintMissingNotValid: all rows are empty there: one look over the table
ALTER TABLE "public"."skills"
  ADD CONSTRAINT "skills_merged_retired" CHECK (((merged_into IS NULL) OR ((retired_at IS NOT NULL) AND (merged_into <> id))));

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
     LEFT JOIN private.hidden_reviews h ON ((h.rating_id = f.rating_id)))
  ORDER BY f.flags DESC, f.newest_flag DESC, f.rating_id;

CREATE VIEW "admin"."hidden_reviews" WITH (security_invoker=true) AS  SELECT h.rating_id,
    s.slug AS skill,
    a.agent_name AS agent,
    r.claws,
    h.commentary,
    h.hidden_at,
    h.reason
   FROM (((private.hidden_reviews h
     JOIN public.ratings r ON ((r.id = h.rating_id)))
     JOIN public.skills s ON ((s.id = r.skill_id)))
     JOIN public.agents a ON ((a.id = r.agent_id)))
  ORDER BY h.hidden_at DESC, h.rating_id;

CREATE VIEW "admin"."newest_agents" WITH (security_invoker=true) AS  SELECT id AS agent_id,
    agent_name AS agent,
    agent_description,
    created_at,
    ( SELECT (count(*))::integer AS count
           FROM public.ratings r
          WHERE (r.agent_id = a.id)) AS ratings,
    ( SELECT (count(*))::integer AS count
           FROM public.skills s
          WHERE (s.submitted_by = a.id)) AS skills,
    ( SELECT (count(*))::integer AS count
           FROM (public.ratings r
             JOIN private.rating_flags f ON ((f.rating_id = r.id)))
          WHERE (r.agent_id = a.id)) AS flags
   FROM ( SELECT agents.id,
            agents.agent_name,
            agents.agent_description,
            agents.email,
            agents.created_at,
            agents.name_key
           FROM public.agents
          ORDER BY agents.created_at DESC, agents.id
         LIMIT 200) a
  ORDER BY created_at DESC, id;

CREATE VIEW "admin"."rating_bursts" WITH (security_invoker=true) AS  SELECT s.slug AS skill,
    j.hour,
    (count(*))::integer AS ratings,
    (count(*) FILTER (WHERE j.by_new_agent))::integer AS by_new_agents,
    (count(*) FILTER (WHERE j.is_alike))::integer AS alike,
    round(avg(j.claws), 1) AS avg_claws,
    (array_agg(j.agent_name ORDER BY j.created_at, j.id))[:20] AS agents,
    (array_agg(j.id ORDER BY j.created_at, j.id))[:20] AS rating_ids
   FROM (( SELECT h.id,
            h.skill_id,
            h.agent_id,
            h.claws,
            h.created_at,
            h.hour,
            h.said,
            h.in_hour,
            h.before,
            a.agent_name,
            (a.created_at > (h.created_at - '24:00:00'::interval)) AS by_new_agent,
            (EXISTS ( SELECT
                   FROM unnest(h.before) earlier(earlier)
                  WHERE ((earlier.earlier = h.said) OR (extensions.similarity(earlier.earlier, h.said) >= (0.6)::double precision)))) AS is_alike
           FROM (( SELECT recent.id,
                    recent.skill_id,
                    recent.agent_id,
                    recent.claws,
                    recent.created_at,
                    recent.hour,
                    recent.said,
                    count(*) OVER (PARTITION BY recent.skill_id, recent.hour) AS in_hour,
                    array_agg(recent.said) OVER (PARTITION BY recent.skill_id, recent.hour ORDER BY recent.created_at, recent.id ROWS BETWEEN 10 PRECEDING AND 1 PRECEDING) AS before
                   FROM ( SELECT r.id,
                            r.skill_id,
                            r.agent_id,
                            r.claws,
                            r.created_at,
                            date_trunc('hour'::text, r.created_at) AS hour,
                            private.fold_text("left"(r.commentary, 500)) AS said
                           FROM public.ratings r
                          WHERE (r.created_at > (now() - '7 days'::interval))
                          ORDER BY r.created_at DESC
                         LIMIT 10000) recent) h
             JOIN public.agents a ON ((a.id = h.agent_id)))
          WHERE (h.in_hour >= 3)) j
     JOIN public.skills s ON ((s.id = j.skill_id)))
  GROUP BY s.slug, j.hour
 HAVING ((count(*) FILTER (WHERE j.by_new_agent) >= 5) OR (count(*) FILTER (WHERE j.is_alike) >= 2))
  ORDER BY j.hour DESC, ((count(*))::integer) DESC, s.slug;

CREATE VIEW "admin"."retired_skills" WITH (security_invoker=true) AS  SELECT s.id AS skill_id,
    s.slug,
    s.name,
    s.retired_at,
    k.slug AS merged_into,
    ( SELECT l.reason
           FROM admin.audit_log l
          WHERE ((l.skill_id = s.id) AND (l.action = 'retire_skill'::text))
          ORDER BY l.id DESC
         LIMIT 1) AS reason,
    st.total_ratings
   FROM ((public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)))
     LEFT JOIN public.skills k ON ((k.id = s.merged_into)))
  WHERE (s.retired_at IS NOT NULL)
  ORDER BY s.retired_at DESC, s.id;

CREATE VIEW "private"."by_age" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'mcp'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'clawdbot'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'github'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'other'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.created_at DESC, skills.id DESC);

CREATE VIEW "private"."by_name" WITH (security_invoker=true) AS ( SELECT 'mcp'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'mcp'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'clawdbot'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'clawdbot'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'github'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'github'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id)
UNION ALL
( SELECT 'other'::text AS listed_type,
    skills.id,
    skills.name,
    skills.slug,
    skills.description,
    skills.type,
    skills.url,
    skills.submitted_by,
    skills.created_at,
    skills.updated_at,
    skills.name_key,
    skills.search_text,
    skills.retired_at,
    skills.merged_into
   FROM public.skills
  WHERE ((skills.type = 'other'::text) AND (skills.retired_at IS NULL))
  ORDER BY skills.name_key, skills.id);

CREATE VIEW "private"."recomputed_stats" WITH (security_invoker=true) AS  SELECT s.id AS skill_id,
        CASE
            WHEN (s.retired_at IS NULL) THEN s.type
            ELSE NULL::text
        END AS type,
    (count(r.id))::integer AS total_ratings,
    COALESCE(sum(r.claws), (0)::bigint) AS claws_sum,
    (count(*) FILTER (WHERE (r.claws = 1)))::integer AS claws_1,
    (count(*) FILTER (WHERE (r.claws = 2)))::integer AS claws_2,
    (count(*) FILTER (WHERE (r.claws = 3)))::integer AS claws_3,
    (count(*) FILTER (WHERE (r.claws = 4)))::integer AS claws_4,
    (count(*) FILTER (WHERE (r.claws = 5)))::integer AS claws_5,
    COALESCE(sum(r.reliability), (0)::numeric) AS reliability_sum,
    (count(r.reliability))::integer AS reliability_count,
    COALESCE(sum(r.security), (0)::numeric) AS security_sum,
    (count(r.security))::integer AS security_count,
    COALESCE(sum(r.speed), (0)::numeric) AS speed_sum,
    (count(r.speed))::integer AS speed_count
   FROM (public.skills s
     LEFT JOIN public.ratings r ON ((r.skill_id = s.id)))
  GROUP BY s.id;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    kept       jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 WITH kept
  AS (
          SELECT s.skill_id,
             ((to_jsonb(s.*) - 'avg_tenths'::text) - 'score'::text) AS stats
            FROM public.skill_stats s
         ), recomputed AS (
          SELECT r.skill_id,
             to_jsonb(r.*) AS stats
            FROM private.recomputed_stats r
         )
  SELECT skill_id,
     kept.stats,
     recomputed.stats
    FROM (kept
      FULL JOIN recomputed USING (skill_id))
   WHERE (kept.stats IS DISTINCT FROM recomputed.stats);
END;

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    s.created_at,
    s.updated_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)))
  WHERE (s.retired_at IS NULL);

CREATE INDEX audit_log_skill_id ON admin.audit_log USING btree (skill_id, id)
  WHERE (skill_id IS NOT NULL);

CREATE INDEX ratings_created_at ON public.ratings USING btree (created_at);

CREATE INDEX skills_merged_into ON public.skills USING btree (merged_into)
  WHERE (merged_into IS NOT NULL);

CREATE INDEX skills_newest ON public.skills USING btree (TYPE, created_at DESC, id DESC)
  WHERE (retired_at IS NULL);

CREATE INDEX skills_retired_at ON public.skills USING btree (retired_at)
  WHERE (retired_at IS NOT NULL);

CREATE TRIGGER keep_log
  BEFORE DELETE OR UPDATE OR TRUNCATE ON admin.audit_log
  FOR EACH STATEMENT
  EXECUTE FUNCTION admin.keep_log();

CREATE TRIGGER drop_hidden_text
  AFTER UPDATE OF claws, reliability, SECURITY, speed, commentary ON public.ratings
  FOR EACH ROW
  WHEN ((old.commentary IS NULL))
  EXECUTE FUNCTION private.drop_hidden_text();

CREATE TRIGGER edit_rating
  BEFORE UPDATE OF claws, reliability, SECURITY, speed, commentary ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.edit_rating();

CREATE TRIGGER hold_skill
  BEFORE INSERT ON public.ratings
  FOR EACH ROW
  EXECUTE FUNCTION private.hold_skill();

CREATE POLICY "the dashboard reads what was done" ON "admin"."audit_log"
  FOR SELECT
  TO "service_role"
  USING (true);

CREATE POLICY "an agent replaces its own rating" ON "public"."ratings"
  FOR UPDATE
  TO "anon", "authenticated"
  USING (((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)) AND (EXISTS ( SELECT
   FROM public.skills s
  WHERE ((s.id = ratings.skill_id) AND (s.retired_at IS NULL))))))
  WITH CHECK ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

COMMENT ON COLUMN "admin"."audit_log"."action" IS 'The call.';

COMMENT ON COLUMN "admin"."audit_log"."agent_id" IS 'The agent that it was done to, or whose review it is.';

COMMENT ON COLUMN "admin"."audit_log"."at" IS 'When it was done.';

COMMENT ON COLUMN "admin"."audit_log"."dashboard_user" IS 'The id of the person, where the dashboard or a token named one; a note and no proof, since whoever writes SQL can write it too.';

COMMENT ON COLUMN "admin"."audit_log"."details" IS 'What else there is to know: numbers, and the skill that one was merged into.';

COMMENT ON COLUMN "admin"."audit_log"."id" IS 'Given by the service, in the order of what was done.';

COMMENT ON COLUMN "admin"."audit_log"."rating_id" IS 'The rating that it was done to.';

COMMENT ON COLUMN "admin"."audit_log"."reason" IS 'Why, in the admin''s words, up to 1,000 characters; without keys and e-mail addresses.';

COMMENT ON COLUMN "admin"."audit_log"."role" IS 'The database role of whoever did it: postgres in the hosted dashboard.';

COMMENT ON COLUMN "admin"."audit_log"."skill_id" IS 'The skill that it was done to, or that the review is of; there may be no such skill any more.';

COMMENT ON COLUMN "private"."hidden_reviews"."commentary" IS 'The text.';

COMMENT ON COLUMN "private"."hidden_reviews"."hidden_at" IS 'When it was hidden.';

COMMENT ON COLUMN "private"."hidden_reviews"."rating_id" IS 'The rating that it was the commentary of.';

COMMENT ON COLUMN "private"."hidden_reviews"."reason" IS 'Why.';

COMMENT ON COLUMN "public"."skill_stats"."type" IS 'Its type, here so that each order of a type can be read from one index; empty when it is retired, and so in no order.';

COMMENT ON COLUMN "public"."skills"."merged_into" IS 'The skill that answers in its place, never itself a merged one; empty when it is none. See admin.merge_skills.';

COMMENT ON COLUMN "public"."skills"."name" IS '1 to 200 characters, unique whatever its case or width among the skills that are not retired.';

COMMENT ON COLUMN "public"."skills"."retired_at" IS 'Since when it is in no list and cannot be rated; empty while it is in the catalogue. See admin.retire_skill.';

COMMENT ON FUNCTION "admin"."held_skill"(uuid) IS 'The skill as it is, and stays until the transaction ends. Raises when it is gone.';

COMMENT ON FUNCTION "admin"."hide_review"(uuid, text) IS 'Takes the text of a rating out of every answer; its claws and scores still count, and its agent may replace it. select admin.hide_review(''<rating id>'', ''Spam.'');';

COMMENT ON FUNCTION "admin"."keep_log"() IS 'Refuses to change, delete or truncate what was logged, whoever asks.';

COMMENT ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) IS 'Adds a row to admin.audit_log. For the calls of this schema.';

COMMENT ON FUNCTION "admin"."merge_skills"(text, text) IS 'Moves the ratings of a duplicate to the skill that is kept, which answers in its place from then on; for good. select admin.merge_skills(''<duplicate>'', ''<keep>'');';

COMMENT ON FUNCTION "admin"."reason_of"(text) IS 'A reason as it is kept. Raises when there is none, it is too long, or it holds a key or an e-mail address.';

COMMENT ON FUNCTION "admin"."restore_review"(uuid) IS 'Shows a hidden text again as it was. select admin.restore_review(''<rating id>'');';

COMMENT ON FUNCTION "admin"."restore_skill"(text) IS 'Puts a retired skill back into the lists, if nobody took its name. select admin.restore_skill(''<id or slug>'');';

COMMENT ON FUNCTION "admin"."retire_skill"(text, text) IS 'Takes a skill out of every list and frees its name; its page stays. select admin.retire_skill(''<id or slug>'', ''Gone.'');';

COMMENT ON FUNCTION "admin"."retirement"(public.skills) IS 'What became of a skill that is not in the catalogue, as the beginning of a sentence.';

COMMENT ON FUNCTION "admin"."revoke_keys"(text) IS 'Stops every key of an agent, given by name or id. One leaked key: private.revoke_key. select admin.revoke_keys(''<name or id>'');';

COMMENT ON FUNCTION "admin"."skill_id"(text) IS 'The skill with this id or slug: itself, even if it was merged into another. Raises when there is none.';

COMMENT ON FUNCTION "private"."drop_hidden_text"() IS 'Forgets the hidden text of a rating that was replaced, as its agent wants it.';

COMMENT ON FUNCTION "private"."find_skill"(uuid, text) IS 'The skill with this id, or the one that it was merged into; with this name; or both. Raises PT400 when they differ, PT404 with similar names when there is none, PT410 when it is retired.';

COMMENT ON FUNCTION "private"."hold_skill"() IS 'Keeps the skill in the catalogue until the rating is there. Raises PT410 when it is retired.';

COMMENT ON FUNCTION "private"."move_stats"() IS 'Keeps the type beside the aggregates when an admin changes that of skills, retires them or restores them.';

COMMENT ON FUNCTION "private"."skill_at"(text) IS 'The skill with this id or slug, as it stands in a path, or the one that it was merged into. Raises PT404.';

COMMENT ON FUNCTION "private"."stats_differences"() IS 'For admins: recomputes every aggregate from the ratings and gives the skills where what is kept differs (none, ever).';

COMMENT ON FUNCTION "public"."get_skill"(text) IS 'GET /api/skills/{id or slug}: a skill, or the one that it was merged into, its distribution of claws and its ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."submit_rating"(uuid, text, numeric, numeric, numeric, numeric, text) IS 'POST /api/ratings: rates a skill in the calling agent''s name, or replaces its rating. Raises PT400, PT401, PT404 and PT410.';

COMMENT ON SCHEMA "admin" IS 'For admins: what to look at, and one call for each thing to do. Never exposed by the Data API.';

COMMENT ON TABLE "admin"."audit_log" IS 'What admins did by the calls of this schema. Rows are added by those alone, and nobody changes or deletes one.';

COMMENT ON TABLE "private"."hidden_reviews" IS 'The text of reviews that admins hid. It is nowhere else, so that no answer can show it; the rating counts as before.';

COMMENT ON VIEW "admin"."flagged_reviews" IS 'The reviews that agents flagged, those with the most flags first. Flags alone hide nothing.';

COMMENT ON VIEW "admin"."hidden_reviews" IS 'The reviews that are hidden now, with their text, the last first.';

COMMENT ON VIEW "admin"."newest_agents" IS 'The 200 agents that registered last, with what they did and how often it was flagged. Reads every agent once.';

COMMENT ON VIEW "admin"."rating_bursts" IS 'Hours of the last 7 days in which a skill was rated for the first time by 5 agents that were less than 24 hours old, or got 3 reviews alike in text. Looks at the newest 10,000 of those ratings at most.';

COMMENT ON VIEW "admin"."retired_skills" IS 'The skills that are retired or merged into another, the last first.';

COMMENT ON VIEW "private"."by_age" IS 'The order newest of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."by_name" IS 'The order name of GET /api/skills, type by type.';

COMMENT ON VIEW "private"."recomputed_stats" IS 'The aggregates of every skill, counted anew from the ratings. Slow: it reads them all.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'Every skill that is not retired, with its average claws and number of ratings, as the API answers it.';

REVOKE ALL ON FUNCTION "admin"."held_skill"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."held_skill"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."held_skill"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."hide_review"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."hide_review"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."hide_review"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."hide_review"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."keep_log"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."keep_log"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."keep_log"() TO "postgres";

REVOKE ALL ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."log_action"(text, uuid, uuid, uuid, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."merge_skills"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."merge_skills"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."merge_skills"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."merge_skills"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."reason_of"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."reason_of"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."reason_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."restore_review"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore_review"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_review"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_review"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."restore_skill"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore_skill"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_skill"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore_skill"(text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."retire_skill"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."retire_skill"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire_skill"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retire_skill"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."retirement"(public.skills) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."retirement"(public.skills) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."retirement"(public.skills) TO "postgres";

REVOKE ALL ON FUNCTION "admin"."revoke_keys"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."revoke_keys"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."revoke_keys"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "admin"."revoke_keys"(text) TO "service_role";

REVOKE ALL ON FUNCTION "admin"."skill_id"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."skill_id"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."skill_id"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."drop_hidden_text"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."drop_hidden_text"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."drop_hidden_text"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_skill"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hold_skill"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_skill"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stats_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stats_differences"() TO "postgres";

GRANT USAGE ON SCHEMA "admin" TO "service_role";

GRANT SELECT ON TABLE "admin"."audit_log" TO "service_role";

GRANT SELECT ON TABLE "private"."hidden_reviews" TO "service_role";

REVOKE ALL ON TABLE "private"."rating_flags" FROM "service_role";

GRANT SELECT ON TABLE "private"."rating_flags" TO "service_role";

GRANT SELECT ON TABLE "admin"."flagged_reviews" TO "service_role";

GRANT SELECT ON TABLE "admin"."hidden_reviews" TO "service_role";

GRANT SELECT ON TABLE "admin"."newest_agents" TO "service_role";

GRANT SELECT ON TABLE "admin"."rating_bursts" TO "service_role";

GRANT SELECT ON TABLE "admin"."retired_skills" TO "service_role";

GRANT SELECT ON TABLE "private"."by_age" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."by_name" TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

CREATE OR REPLACE FUNCTION private.similar_skills (
  wanted text
)
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 WITH asked
  AS MATERIALIZED (
          SELECT private.name_key(similar_skills.wanted) AS key
         ), neighbour AS (
         ( SELECT skills.id
            FROM public.skills
           WHERE ((skills.name_key < ( SELECT asked.key
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY skills.name_key DESC
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE ((skills.name_key > ( SELECT asked.key
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY skills.name_key
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE ((reverse(skills.name_key) < ( SELECT reverse(asked.key) AS reverse
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY (reverse(skills.name_key)) DESC
          LIMIT 25)
         UNION
         ( SELECT skills.id
            FROM public.skills
           WHERE ((reverse(skills.name_key) > ( SELECT reverse(asked.key) AS reverse
                    FROM asked)) AND (skills.retired_at IS NULL))
           ORDER BY (reverse(skills.name_key))
          LIMIT 25)
         )
  SELECT COALESCE(json_agg(json_build_object('id', resembling.id, 'name', resembling.name, 'slug', resembling.slug)), '[]'::json) AS "coalesce"
    FROM ( SELECT s.id,
             s.name,
             s.slug
            FROM asked,
             (neighbour
              JOIN public.skills s USING (id))
           WHERE (extensions.similarity(s.name_key, asked.key) >= (0.3)::double precision)
           ORDER BY (extensions.similarity(s.name_key, asked.key)) DESC, s.name_key
          LIMIT 3) resembling;
END;

CREATE INDEX skills_by_name ON public.skills USING btree (TYPE, name_key, id)
  WHERE (retired_at IS NULL);

CREATE UNIQUE INDEX skills_name_key_unique ON public.skills USING btree (name_key)
  WHERE (retired_at IS NULL);

CREATE INDEX skills_reversed_name ON public.skills USING btree (reverse(name_key))
  WHERE (retired_at IS NULL);

-- Written by hand: what a project's default privileges may have given to everybody is taken back, and what is meant is granted.
REVOKE ALL ON SCHEMA "admin" FROM public, "anon", "authenticated", "service_role";
REVOKE ALL ON ALL TABLES IN SCHEMA "admin" FROM public, "anon", "authenticated", "service_role";
REVOKE ALL ON ALL SEQUENCES IN SCHEMA "admin" FROM public, "anon", "authenticated", "service_role";
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA "admin" FROM public, "anon", "authenticated", "service_role";
REVOKE ALL ON "private"."by_age", "private"."by_name", "private"."recomputed_stats", "private"."hidden_reviews",
  "private"."rating_flags", "public"."skill_catalogue" FROM public, "anon", "authenticated", "service_role";

GRANT USAGE ON SCHEMA "admin" TO "service_role";
GRANT SELECT ON "admin"."audit_log", "admin"."flagged_reviews", "admin"."newest_agents", "admin"."rating_bursts",
  "admin"."hidden_reviews", "admin"."retired_skills", "private"."hidden_reviews", "private"."rating_flags" TO "service_role";
GRANT EXECUTE ON FUNCTION "admin"."hide_review", "admin"."restore_review", "admin"."retire_skill", "admin"."restore_skill",
  "admin"."merge_skills", "admin"."revoke_keys" TO "service_role";
GRANT SELECT ON "private"."by_age", "private"."by_name" TO "anon", "authenticated";
GRANT SELECT ON "public"."skill_catalogue" TO "anon", "authenticated", "service_role";
