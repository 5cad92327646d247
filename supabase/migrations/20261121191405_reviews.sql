set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."rating_flags" (
  "agent_id"   uuid                     NOT NULL,
  "rating_id"  uuid                     NOT NULL,
  "reason"     text                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "rating_flags_pkey" PRIMARY KEY (rating_id, agent_id),
  -- Moved here by hand: a new table has no rows to look over.
  CONSTRAINT "rating_flags_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE,
  CONSTRAINT "rating_flags_rating_id_fkey" FOREIGN KEY (rating_id) REFERENCES public.ratings(id) ON DELETE CASCADE,
  CONSTRAINT "rating_flags_reason_length" CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 1000))),
  CONSTRAINT "rating_flags_reason_clean" CHECK ((reason = private.clean_text(reason, 1000)))
);

CREATE OR REPLACE FUNCTION private.as_uuid (
  value text
)
  RETURNS uuid
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN CASE WHEN (VALUE ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text) THEN (VALUE)::uuid ELSE NULL::uuid END;

CREATE OR REPLACE FUNCTION private.hold_stats (
  skill uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
BEGIN ATOMIC
 SELECT
    FROM public.skill_stats
   WHERE (skill_stats.skill_id = hold_stats.skill)
  FOR NO KEY UPDATE OF skill_stats;
END;

CREATE OR REPLACE FUNCTION private.read_cursor (
  cursor text,
  bound  text
)
  RETURNS private.place
  LANGUAGE plpgsql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  held text;
  place jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) > 4000 then
    raise data_exception;
  end if;
  held := convert_from(
    decode(translate(cursor, '-_', '+/') || repeat('=', (4 - length(cursor) % 4) % 4), 'base64'), 'UTF8'
  );
  place := substr(held, 17)::jsonb;
  if left(held, 16) <> private.cursor_tag(place, bound) then
    raise data_exception;
  end if;
  return jsonb_populate_record(null::private.place, place);
exception
  when data_exception then
    perform private.refuse('{"path": "cursor", "message": "is not a cursor of this list, with this order and these filters"}');
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
    select id into skill from public.skills where id = wanted;
  else
    select id into skill from public.skills where slug = address;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return skill;
end
$function$;

CREATE OR REPLACE FUNCTION private.walk_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  after        private.place,
  wanted       integer
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
  if oldest_first then
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select * from private.oldest_ratings
      where
        skill_id = skill and (only_claws is null or listed_claws = only_claws)
        and (updated_at, id)
          > (coalesce(after.created_at, '-infinity'), coalesce(after.id, '00000000-0000-0000-0000-000000000000'))
      order by updated_at, id
      limit wanted
    ) as r
    join public.agents as a on a.id = r.agent_id
    order by r.updated_at, r.id;
  else
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at
    from (
      select * from private.newest_ratings
      where
        skill_id = skill and (only_claws is null or listed_claws = only_claws)
        and (updated_at, id)
          < (coalesce(after.created_at, 'infinity'), coalesce(after.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by updated_at desc, id desc
      limit wanted
    ) as r
    join public.agents as a on a.id = r.agent_id
    order by r.updated_at desc, r.id desc;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.write_flag (
  rating     uuid,
  new_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  flagged_at timestamptz;
  created boolean;
begin
  insert into private.rating_flags as f (agent_id, rating_id, reason)
  values (private.require_agent(), rating, new_reason)
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('rating_id', rating, 'reason', new_reason, 'created_at', flagged_at)
  );
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
  perform private.touch_key();
  return json_build_object('deleted', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."delete_own_rating"(text) FROM PUBLIC, "service_role";

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
  clean_reason text := private.clean_text(p_reason, 1000);
  skill uuid;
  rating uuid;
  answer json;
begin
  perform private.require_agent();
  perform private.refuse(private.text_problem('reason', clean_reason, 1, 1000));

  loop
    skill := private.skill_at(p_skill);
    select id into rating from public.ratings where id = private.as_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- With its agent, perhaps, which is the one that asks.
      perform private.require_agent();
      -- With its skill, perhaps, which was merged in between.
      continue when private.skill_at(p_skill) <> skill;
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

REVOKE ALL ON FUNCTION "public"."flag_rating"(text, text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.get_own_rating (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
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
  return answer;
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_own_rating"(text) FROM PUBLIC, "service_role";

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
    'id', c.id,
    'name', c.name,
    'slug', c.slug,
    'description', c.description,
    'type', c.type,
    'url', c.url,
    'avg_claws', c.avg_claws,
    'total_ratings', c.total_ratings,
    'created_at', c.created_at,
    'updated_at', c.updated_at,
    'rating_counts', json_build_object('1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5),
    'sub_scores', json_build_object(
      'reliability', private.mean(st.reliability_sum, st.reliability_count),
      'security', private.mean(st.security_sum, st.security_count),
      'speed', private.mean(st.speed_sum, st.speed_count)
    ),
    'ratings', (select coalesce(json_agg(newest), '[]') from private.walk_ratings(skill, false, null, null, 10) as newest)
  ) into answer
  from public.skill_catalogue as c
  join public.skill_stats as st on st.skill_id = c.id
  where c.id = skill;
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
  page public.skill_reviews[] := '{}';
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
    page := page || array(
      select w from private.walk_ratings(skill, sort = 'oldest', turn, after, page_size + 1 - cardinality(page)) as w
    );
    exit when cardinality(page) > page_size;
    after := null;
  end loop;

  last := page[page_size];
  return json_build_object(
    'ratings', (select coalesce(json_agg(shown), '[]') from unnest(page[:page_size]) as shown),
    'count', least(cardinality(page), page_size),
    'next_cursor', case when cardinality(page) > page_size then
      private.write_cursor(row(last.claws, null, null, last.updated_at, last.id, null)::private.place, bound)
    end
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text) FROM PUBLIC, "service_role";

CREATE VIEW "private"."newest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at DESC, ratings.id DESC)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at DESC, ratings.id DESC);

CREATE VIEW "private"."oldest_ratings" WITH (security_invoker=true) AS ( SELECT 1 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 1)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 2 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 2)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 3 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 3)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 4 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 4)
  ORDER BY ratings.updated_at, ratings.id)
UNION ALL
( SELECT 5 AS listed_claws,
    ratings.id,
    ratings.skill_id,
    ratings.agent_id,
    ratings.claws,
    ratings.reliability,
    ratings.security,
    ratings.speed,
    ratings.commentary,
    ratings.created_at,
    ratings.updated_at
   FROM public.ratings
  WHERE (ratings.claws = 5)
  ORDER BY ratings.updated_at, ratings.id);

CREATE INDEX rating_flags_agent_id ON private.rating_flags USING btree (agent_id);

CREATE INDEX ratings_by_claws ON public.ratings USING btree (skill_id, claws, updated_at DESC, id DESC);

-- Moved here by hand: dropping it first would keep readers out while the other is built.
DROP INDEX "public"."ratings_newest";

CREATE POLICY "an agent takes back its own rating" ON "public"."ratings"
  FOR DELETE
  TO "anon", "authenticated"
  USING ((agent_id = ( SELECT private.current_agent_id() AS current_agent_id)));

COMMENT ON COLUMN "private"."rating_flags"."agent_id" IS 'The agent that finds fault.';

COMMENT ON COLUMN "private"."rating_flags"."created_at" IS 'When the agent first flagged the rating.';

COMMENT ON COLUMN "private"."rating_flags"."rating_id" IS 'The rating.';

COMMENT ON COLUMN "private"."rating_flags"."reason" IS 'What is wrong with it, 1 to 1,000 characters.';

COMMENT ON COLUMN "private"."rating_flags"."updated_at" IS 'When it last did.';

COMMENT ON FUNCTION "private"."as_uuid"(text) IS 'The UUID that a text is in its usual form, in either case; null when it is none.';

COMMENT ON FUNCTION "private"."hold_stats"(uuid) IS 'Keeps others from the aggregates of a skill until the transaction ends.';

COMMENT ON FUNCTION "private"."skill_at"(text) IS 'The skill with this id or slug, as it stands in a path. Raises PT404.';

COMMENT ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer) IS 'The ratings of a skill that follow a place (null: all), newest or oldest first, of any number of claws or of one alone.';

COMMENT ON FUNCTION "private"."write_flag"(uuid, text) IS 'Flags a rating in the calling agent''s name, or changes the reason. Raises PT401.';

COMMENT ON FUNCTION "public"."delete_own_rating"(text) IS 'DELETE /api/skills/{id or slug}/ratings/me: takes the calling agent''s rating back. Raises PT401 and PT404.';

COMMENT ON FUNCTION "public"."flag_rating"(text, text, text) IS 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: tells admins what is wrong with a rating. Raises PT400, PT401 and PT404.';

COMMENT ON FUNCTION "public"."get_own_rating"(text) IS 'GET /api/skills/{id or slug}/ratings/me: the calling agent''s rating. Raises PT401 and PT404.';

COMMENT ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text) IS 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500. Raises PT400 and PT404.';

COMMENT ON TABLE "private"."rating_flags" IS 'Ratings that agents find fault with, one row for each agent and rating, for admins to look at. A flag by itself hides nothing.';

COMMENT ON TYPE "private"."place" IS 'Where a page of the catalogue, or of a skill''s ratings, ended: the sort keys and id of its last row (no id: before the first), and the skill that was put first for its name.';

COMMENT ON VIEW "private"."newest_ratings" IS 'Ratings, newest first, by number of claws.';

COMMENT ON VIEW "private"."oldest_ratings" IS 'Ratings, oldest first, by number of claws.';

REVOKE ALL ON FUNCTION "private"."as_uuid"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."as_uuid"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."as_uuid"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."as_uuid"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hold_stats"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hold_stats"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."hold_stats"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hold_stats"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_at"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_at"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_at"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_at"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."walk_ratings"(uuid, boolean, integer, private.place, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."write_flag"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."write_flag"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."write_flag"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."write_flag"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_own_rating"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."delete_own_rating"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."delete_own_rating"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."flag_rating"(text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."flag_rating"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."flag_rating"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_own_rating"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_own_rating"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_own_rating"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_ratings"(text, text, integer, integer, text) TO "postgres";

REVOKE ALL ON TABLE "public"."ratings" FROM "anon";

REVOKE ALL ("claws") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("claws"), UPDATE ("claws") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("commentary") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("commentary"), UPDATE ("commentary") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("reliability") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("reliability"), UPDATE ("reliability") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("security") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("security"), UPDATE ("security") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("skill_id") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("skill_id") ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ("speed") ON TABLE "public"."ratings" FROM "anon";

GRANT INSERT ("speed"), UPDATE ("speed") ON TABLE "public"."ratings" TO "anon";

GRANT DELETE, SELECT ON TABLE "public"."ratings" TO "anon";

REVOKE ALL ON TABLE "public"."ratings" FROM "authenticated";

REVOKE ALL ("claws") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("claws"), UPDATE ("claws") ON TABLE "public"."ratings" TO "authenticated";

REVOKE ALL ("commentary") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("commentary"), UPDATE ("commentary") ON TABLE "public"."ratings" TO "authenticated";

REVOKE ALL ("reliability") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("reliability"), UPDATE ("reliability") ON TABLE "public"."ratings" TO "authenticated";

REVOKE ALL ("security") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("security"), UPDATE ("security") ON TABLE "public"."ratings" TO "authenticated";

REVOKE ALL ("skill_id") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("skill_id") ON TABLE "public"."ratings" TO "authenticated";

REVOKE ALL ("speed") ON TABLE "public"."ratings" FROM "authenticated";

GRANT INSERT ("speed"), UPDATE ("speed") ON TABLE "public"."ratings" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "public"."ratings" TO "authenticated";

GRANT SELECT ON TABLE "private"."newest_ratings" TO "anon", "authenticated";

GRANT SELECT ON TABLE "private"."oldest_ratings" TO "anon", "authenticated";

-- Written by hand: what a project's default privileges may have given to everybody is taken back, and what is meant is granted.
REVOKE ALL ON "private"."rating_flags", "private"."newest_ratings", "private"."oldest_ratings"
  FROM PUBLIC, "anon", "authenticated", "service_role";

GRANT SELECT ON "private"."newest_ratings", "private"."oldest_ratings" TO "anon", "authenticated";
