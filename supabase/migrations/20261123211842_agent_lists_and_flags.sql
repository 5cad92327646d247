-- pgls-ignore-all lint/safety/addingForeignKeyConstraint: The tables are new.
-- pgls-ignore-all lint/safety/constraintMissingNotValid: The tables are new.
set local lock_timeout = '2s';

do $$
begin
  -- All at once or none: those who write take these locks in different orders, so waiting for one could deadlock. Reads do not wait.
  for attempt in 1..200 loop
    begin
      lock table public.agents, public.skills, public.skill_stats in share row exclusive mode nowait;
      return;
    exception
      when lock_not_available then
        perform pg_sleep(0.05);
    end;
  end loop;
  raise lock_not_available using message = 'The tables are in use. Run the migration again.';
end $$;

SET local check_function_bodies = off;

CREATE TABLE "private"."skill_flags" (
  "agent_id"   uuid                     NOT NULL,
  "skill_id"   uuid                     NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "skill_flags_pkey" PRIMARY KEY (skill_id, agent_id),
  "reason"     private.reason           NOT NULL
);

CREATE OR REPLACE FUNCTION private.clean_flag_reason (
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  clean_reason text := private.clean_text(reason, 1000);
begin
  perform private.validate(
    'reason', case when clean_reason is null then 'is required' else private.text_error(clean_reason, 1, 1000) end
  );
  return clean_reason;
end
$function$;

CREATE OR REPLACE FUNCTION private.flag_skill (
  skill      uuid,
  new_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  agent uuid;
  flagged_at timestamptz;
  created boolean;
begin
  -- The agent first, as when an agent is deleted.
  perform from public.agents where id = private.current_agent_id() for key share;
  -- After the lock: an admin may have suspended the agent.
  agent := private.require_agent();
  -- Waits for an admin who merges or retires the skill, which deletes its flags.
  perform from public.skills where id = skill and merged_into is null for key share;
  if not found then
    return null;
  end if;

  insert into private.skill_flags as f (agent_id, skill_id, reason)
  values (agent, skill, new_reason)
  on conflict (skill_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('skill_id', skill, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.list_of_agent (
  kind    text,
  address text,
  wanted  integer,
  cursor  text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.resolve_agent(address);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(wanted, 100), 1), 500);
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, format('^%s$', private.position_pattern('{timestamptz,uuid}')));
  -- One more than the page, to see whether there is another page.
  if kind = 'ratings' then
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_ratings(agent, after, page_size + 1, private.page_bytes()) as s;
  else
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_skills(agent, after, page_size + 1, private.page_bytes()) as s;
  end if;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
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

CREATE OR REPLACE FUNCTION private.scan_agent_ratings (
  agent  uuid,
  after  jsonb,
  wanted integer,
  bytes  integer
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
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), row_to_json(shown)
  from (
    -- octet_length does not read a long text.
    select newest.*, sum(octet_length(newest.commentary)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, commentary
      from public.ratings
      where agent_id = agent
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
  ) as own
  cross join lateral (
    select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id offset 0
  ) as shown
  where coalesce(own.bytes_before, 0) < bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.scan_agent_skills (
  agent  uuid,
  after  jsonb,
  wanted integer,
  bytes  integer
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
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), row_to_json(shown)
  from (
    select newest.*, sum(octet_length(newest.description)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, description
      from public.skills
      where submitted_by = agent and retired_at is null
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
  ) as own
  cross join lateral (select c.* from public.skill_catalogue as c where c.id = own.id offset 0) as shown
  where coalesce(own.bytes_before, 0) < bytes;
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
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.flag_rating(rating, clean_reason);
      exit;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted in the meantime: the next round finds out which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION public.flag_skill (
  p_skill  text,
  p_reason text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  clean_reason text;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);
  while answer is null loop
    answer := private.flag_skill(private.resolve_skill(p_skill), clean_reason);
  end loop;
  perform private.touch_key();
  return answer;
end
$function$;

REVOKE ALL ON FUNCTION "public"."flag_skill"(text, text) FROM PUBLIC, "service_role";

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
        (select count(*) from public.ratings as r where r.agent_id = agent) as total_ratings,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent_ratings(agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_agent_ratings (
  p_agent  text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.list_of_agent('ratings', p_agent, p_limit, p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_agent_ratings"(text, integer, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.list_agent_skills (
  p_agent  text,
  p_limit  integer DEFAULT NULL::integer,
  p_cursor text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.list_of_agent('skills', p_agent, p_limit, p_cursor);
end
$function$;

REVOKE ALL ON FUNCTION "public"."list_agent_skills"(text, integer, text) FROM PUBLIC, "service_role";

ALTER TABLE "private"."skill_flags"
  ADD CONSTRAINT "skill_flags_agent_id_fkey" FOREIGN KEY (agent_id) REFERENCES public.agents(id) ON DELETE CASCADE;

ALTER TABLE "private"."skill_flags"
  ADD CONSTRAINT "skill_flags_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skill_stats(skill_id) ON DELETE CASCADE;

CREATE INDEX skill_flags_agent_id ON private.skill_flags USING btree (agent_id);

CREATE INDEX skills_of_agent ON public.skills USING btree (submitted_by, updated_at DESC, id DESC)
  WHERE (retired_at IS NULL);

COMMENT ON COLUMN "private"."skill_flags"."agent_id" IS 'The agent that flagged the skill.';

COMMENT ON FUNCTION "private"."clean_flag_reason"(text) IS 'The reason of a flag, normalized. Raises PT400 if there is none or it is invalid.';

COMMENT ON FUNCTION "private"."flag_skill"(uuid, text) IS 'Creates or replaces the calling agent''s flag of a skill. Null if the skill was merged or deleted in the meantime. Raises PT401.';

COMMENT ON FUNCTION "private"."list_of_agent"(text, text, integer, text) IS 'A page of the ratings or skills of an agent, at most 500 and about private.page_bytes. Raises PT400 and PT404.';

COMMENT ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) IS 'The ratings of an agent after a cursor position (null: from the first), last updated first, up to the rating after the one whose text reaches `bytes`.';

COMMENT ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) IS 'The skills in the catalogue that an agent submitted, like private.scan_agent_ratings.';

COMMENT ON FUNCTION "public"."flag_skill"(text, text) IS 'POST /api/skills/{id or slug}/flag: reports a skill, or the skill that it was merged into, to admins. Raises PT400, PT401 and PT404.';

COMMENT ON FUNCTION "public"."list_agent_ratings"(text, integer, text) IS 'GET /api/agents/{id or name}/ratings: a page of an agent''s ratings. Raises PT400 and PT404.';

COMMENT ON FUNCTION "public"."list_agent_skills"(text, integer, text) IS 'GET /api/agents/{id or name}/skills: a page of the skills in the catalogue that an agent submitted. Raises PT400 and PT404.';

COMMENT ON TABLE "private"."skill_flags" IS 'Skills that agents reported to admins, one row for each agent and skill. A flag hides nothing.';

REVOKE ALL ON FUNCTION "private"."clean_flag_reason"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."clean_flag_reason"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."clean_flag_reason"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clean_flag_reason"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."flag_skill"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."flag_skill"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."flag_skill"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."flag_skill"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."list_of_agent"(text, text, integer, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_of_agent"(text, text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_of_agent"(text, text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_of_agent"(text, text, integer, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent_ratings"(uuid, jsonb, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."scan_agent_skills"(uuid, jsonb, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."flag_skill"(text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."flag_skill"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."flag_skill"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_ratings"(text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_agent_ratings"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_ratings"(text, integer, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_skills"(text, integer, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."list_agent_skills"(text, integer, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_agent_skills"(text, integer, text) TO "postgres";

GRANT SELECT ON TABLE "private"."skill_flags" TO "service_role";
