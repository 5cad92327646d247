set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP INDEX "public"."ratings_agent_id";

DROP INDEX "public"."skills_submitted_by";

CREATE TABLE "private"."imported_skills" (
  "source"        text                     NOT NULL,
  "external_name" text                     NOT NULL,
  "skill_id"      uuid,
  "published_at"  timestamp with time zone NOT NULL,
  "content"       bytea                    NOT NULL,
  CONSTRAINT "imported_skills_pkey" PRIMARY KEY (source, external_name)
);

CREATE TABLE "private"."imports" (
  "source"     text                     NOT NULL,
  "cursor"     text,
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "imports_pkey" PRIMARY KEY (source)
);

CREATE TABLE "private"."totals" (
  "id"      integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  "skills"  bigint  NOT NULL DEFAULT 0,
  "ratings" bigint  NOT NULL DEFAULT 0,
  "agents"  bigint  NOT NULL DEFAULT 0,
  CONSTRAINT "totals_pkey" PRIMARY KEY (id)
);

CREATE TYPE "private"."import_entry" AS (
  "external_name" text,
  "name"          text,
  "description"   text,
  "type"          text,
  "url"           text,
  "published_at"  timestamp WITH time zone,
  "content"       bytea,
  "skill_id"      uuid,
  "old_content"   bytea,
  "outcome"       text
);

REVOKE ALL ON "private"."imported_skills", "private"."imports", "private"."totals" FROM public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.add_to_totals (
  new_skills  bigint,
  new_ratings bigint,
  new_agents  bigint
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new_skills = 0 and new_ratings = 0 and new_agents = 0 then
    return;
  end if;
  update private.totals as t set
    skills = t.skills + new_skills,
    ratings = t.ratings + new_ratings,
    agents = t.agents + new_agents
  where t.id = (select free.id from private.totals as free limit 1 for no key update skip locked);
  if not found then
    -- There are never more rows than transactions that write at the same time.
    insert into private.totals (skills, ratings, agents) values (new_skills, new_ratings, new_agents);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_listed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    change := (select count(*) from new_rows where retired_at is null);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    change := change - (select count(*) from old_rows where retired_at is null);
  elsif tg_op = 'TRUNCATE' then
    change := -(select coalesce(sum(skills), 0) from private.totals);
  end if;
  perform private.add_to_totals(change, 0, 0);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_rows()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then
    change := (select count(*) from new_rows);
  elsif tg_op = 'DELETE' then
    change := -(select count(*) from old_rows);
  elsif tg_table_name = 'ratings' then
    change := -(select coalesce(sum(ratings), 0) from private.totals);
  else
    change := -(select coalesce(sum(agents), 0) from private.totals);
  end if;
  if tg_table_name = 'ratings' then
    perform private.add_to_totals(0, change, 0);
  else
    perform private.add_to_totals(0, 0, change);
  end if;
  return null;
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
begin
  with created as (
    insert into public.skills (name, description, type, url)
    select e.name, e.description, e.type, e.url from unnest(plan) as e where e.outcome = 'created'
    on conflict (name_key) where retired_at is null do nothing
    returning id, name
  )
  insert into private.imported_skills (source, external_name, skill_id, published_at, content)
  select p_source, e.external_name, c.id, e.published_at, e.content
  from unnest(plan) as e join created as c on c.name = e.name where e.outcome = 'created';

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where e.outcome = 'updated' and s.id = e.skill_id and private.skill_content(s.name, s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set published_at = e.published_at, content = e.content
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or e.outcome = 'unchanged' and i.content = e.content and i.published_at < e.published_at
  );

  return (
    select coalesce(jsonb_agg(jsonb_build_array(e.external_name, case
      when e.outcome <> 'created' or i.source is not null then e.outcome
      else concat('name is taken by ', (
        select s.slug from public.skills as s where s.name_key = private.name_key(e.name) and s.retired_at is null
      ))
    end)), '[]')
    from unnest(plan) as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.plan_import (
  p_source text,
  entries  jsonb
)
  RETURNS SETOF private.import_entry
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when known.source is null then 'created'
      when known.published_at > e.published_at or known.content = e.content then 'unchanged'
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        'name ' || case when name is null then 'is required' else private.name_error(name, 1, 200) end,
        'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
        'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
        'url ' || private.url_error(url)
      ) as problem
    from (
      select
        entry ->> 'external_name' as external_name,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        coalesce((entry ->> 'published_at')::timestamptz, '-infinity') as published_at
      from jsonb_array_elements(entries) as entry
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id;
$function$;

CREATE OR REPLACE FUNCTION private.resolve_agent (
  address text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  agent uuid := (select id from public.agents where id = private.parse_uuid(address));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(address) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(address);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_content (
  name        text,
  description text,
  url         text
)
  RETURNS bytea
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN extensions.digest((jsonb_build_array(name, description, url))::text, 'sha256'::text);

CREATE OR REPLACE FUNCTION private.totals_differences()
  RETURNS TABLE (
    total   text,
    stored  bigint,
    counted bigint
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with totals as (
    select 'skills' as total, sum(t.skills) as stored, (select count(*) from public.skills where retired_at is null) as counted
    from private.totals as t
    union all
    select 'ratings', sum(t.ratings), (select count(*) from public.ratings) from private.totals as t
    union all
    select 'agents', sum(t.agents), (select count(*) from public.agents) from private.totals as t
  )
  select total, coalesce(stored, 0)::bigint, counted from totals where coalesce(stored, 0) <> counted;
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
        (select count(*) from public.ratings as r where r.agent_id = agent) as total_ratings,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest order by newest.updated_at desc, newest.id desc), '[]')
          from (
            select r.*, private.skill_reference(r.skill_id) as skill
            from (
              select id from public.ratings where agent_id = agent order by updated_at desc, id desc limit 10
            ) as own
            join public.skill_ratings as r on r.id = own.id
          ) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_agent"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.get_rating_feed (
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
  return json_build_object(
    'skill', (
      select row_to_json(named) from (select s.id, s.name, s.slug, s.created_at from public.skills as s where s.id = skill) as named
    ),
    'ratings', (
      select coalesce(json_agg(r order by r.updated_at desc, r.id desc), '[]')
      from (
        select id, sum(octet_length(commentary)) over (
          order by updated_at desc, id desc rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select id, updated_at, commentary from public.ratings
          where skill_id = skill and commentary is not null
          order by updated_at desc, id desc
          limit 50
        ) as newest
      ) as page
      join public.skill_ratings as r on r.id = page.id
      where coalesce(page.bytes_before, 0) < private.page_bytes()
    )
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."get_rating_feed"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.get_stats()
  RETURNS json
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT
   json_build_object('total_skills', COALESCE(sum(totals.skills), (0)::numeric), 'total_ratings', COALESCE(sum(totals.ratings), (0)::numeric), 'total_agents',
   COALESCE(sum(totals.agents), (0)::numeric))
  AS json_build_object
    FROM private.totals;
END;

REVOKE ALL ON FUNCTION "public"."get_stats"() FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.import_skills (
  p_source  text,
  p_skills  text    DEFAULT '[]'::text,
  p_cursor  text    DEFAULT NULL::text,
  p_dry_run boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  outcomes jsonb;
  tries integer := 0;
begin
  loop
    begin
      -- Locks the source: two imports of one catalogue run one after another.
      insert into private.imports as i (source) values (p_source)
      on conflict (source) do update set updated_at = now();
      outcomes := private.import_batch(p_source, p_skills::jsonb);
      update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
      if p_dry_run then
        raise sqlstate 'PTDRY';
      end if;
      exit;
    exception
      when sqlstate 'PTDRY' then
        -- Everything is rolled back but the outcomes.
        exit;
      when unique_violation then
        -- Another transaction took the slug of a skill.
        tries := tries + 1;
        if tries = 10 then
          raise;
        end if;
    end;
  end loop;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
  );
end
$function$;

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, text, boolean) FROM PUBLIC, "anon", "authenticated";

-- pgls-ignore lint/safety/addingForeignKeyConstraint: a new, empty table
-- pgls-ignore lint/safety/constraintMissingNotValid: a new, empty table
ALTER TABLE "private"."imported_skills"
  ADD CONSTRAINT "imported_skills_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE SET NULL;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: a new, empty table
-- pgls-ignore lint/safety/constraintMissingNotValid: a new, empty table
ALTER TABLE "private"."imported_skills"
  ADD CONSTRAINT "imported_skills_source_fkey" FOREIGN KEY (source) REFERENCES private.imports(source) ON DELETE CASCADE;

CREATE INDEX imported_skills_skill_id ON private.imported_skills USING btree (skill_id);

CREATE INDEX ratings_agent_id ON public.ratings USING btree (agent_id, updated_at DESC, id DESC);

CREATE INDEX skills_submitted_by ON public.skills USING btree (submitted_by) INCLUDE (retired_at);

CREATE TRIGGER count_deleted_rows
  AFTER DELETE ON public.agents REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_new_rows
  AFTER INSERT ON public.agents REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_truncated_rows
  AFTER TRUNCATE ON public.agents
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_deleted_rows
  AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_new_rows
  AFTER INSERT ON public.ratings REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_truncated_rows
  AFTER TRUNCATE ON public.ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_rows();

CREATE TRIGGER count_changed_rows
  AFTER UPDATE ON public.skills REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

CREATE TRIGGER count_deleted_rows
  AFTER DELETE ON public.skills REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

CREATE TRIGGER count_new_rows
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

CREATE TRIGGER count_truncated_rows
  AFTER TRUNCATE ON public.skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.count_listed_skills();

COMMENT ON COLUMN "private"."imported_skills"."content" IS 'SHA-256 of the imported name, description and URL. If that of the skill differs, it was edited here, and imports do not change it.';

COMMENT ON COLUMN "private"."imported_skills"."external_name" IS 'The name in that catalogue, also after the skill got another name here.';

COMMENT ON COLUMN "private"."imported_skills"."published_at" IS 'When the imported version was published; -infinity if the catalogue does not say so.';

COMMENT ON COLUMN "private"."imported_skills"."skill_id" IS 'The skill; null if it was deleted since.';

COMMENT ON COLUMN "private"."imported_skills"."source" IS 'The URL of the catalogue.';

COMMENT ON COLUMN "private"."imports"."cursor" IS 'Where an interrupted import continues; null when the last one is complete.';

COMMENT ON COLUMN "private"."imports"."source" IS 'The URL of the catalogue.';

COMMENT ON COLUMN "private"."imports"."updated_at" IS 'When the last batch was imported.';

COMMENT ON COLUMN "private"."totals"."agents" IS 'Number of agents, likewise.';

COMMENT ON COLUMN "private"."totals"."id" IS 'Set by the service.';

COMMENT ON COLUMN "private"."totals"."ratings" IS 'Number of ratings, likewise.';

COMMENT ON COLUMN "private"."totals"."skills" IS 'Number of skills that are not retired, in the transactions of this row; may be negative.';

COMMENT ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) IS 'Adds to a free row of the totals. Never waits for a lock.';

COMMENT ON FUNCTION "private"."count_listed_skills"() IS 'Adds to the totals the skills that enter the catalogue, and subtracts those that leave it.';

COMMENT ON FUNCTION "private"."count_rows"() IS 'Adds new ratings or agents to the totals, and subtracts deleted and truncated ones.';

COMMENT ON FUNCTION "private"."import_batch"(text, jsonb) IS 'Imports skills. Returns the name and the outcome of each.';

COMMENT ON FUNCTION "private"."plan_import"(text, jsonb) IS 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';

COMMENT ON FUNCTION "private"."resolve_agent"(text) IS 'The agent with this id, else with this name. Raises PT404, also if it is suspended.';

COMMENT ON FUNCTION "private"."skill_content"(text, text, text) IS 'SHA-256 of the name, description and URL of a skill.';

COMMENT ON FUNCTION "private"."totals_differences"() IS 'For admins: the totals that differ from the number of rows. Expected to be empty.';

COMMENT ON FUNCTION "public"."get_agent"(text) IS 'GET /api/agents/{id or name}: the public profile of an agent with its ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."get_rating_feed"(text) IS 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, at most about private.page_bytes. Raises PT404.';

COMMENT ON FUNCTION "public"."get_stats"() IS 'GET /api/stats: the number of skills that are not retired, of ratings and of agents.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON TABLE "private"."imported_skills" IS 'The skills that were imported. Deleting a row lets the next import create its skill again.';

COMMENT ON TABLE "private"."imports" IS 'The catalogues from which skills were imported.';

COMMENT ON TABLE "private"."totals" IS 'The sums of its rows are the totals. Each transaction adds to a row that no other transaction has locked, so writers never wait for each other. select * from private.totals_differences() checks them.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), or why it cannot be imported.';

REVOKE ALL ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_to_totals"(bigint, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_listed_skills"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_listed_skills"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_listed_skills"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_rows"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_batch"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_batch"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_batch"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."plan_import"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_import"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."resolve_agent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."resolve_agent"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skill_content"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."skill_content"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_content"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_content"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skill_types"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."skill_types"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."totals_differences"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."totals_differences"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."totals_differences"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_agent"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_agent"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_agent"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_rating_feed"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_rating_feed"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_rating_feed"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_stats"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_stats"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_stats"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."import_skills"(text, text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_skills"(text, text, text, boolean) TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "private"."imported_skills" TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "private"."imports" TO "service_role";

GRANT SELECT ON TABLE "private"."totals" TO "anon", "authenticated";

CREATE INDEX ratings_with_commentary ON public.ratings USING btree (skill_id, updated_at DESC, id DESC)
  WHERE (commentary IS NOT NULL);

-- What exists already. The triggers above have locked the tables, so that nothing is counted twice.
INSERT INTO private.totals (skills, ratings, agents)
SELECT
  (SELECT count(*) FROM public.skills WHERE retired_at IS NULL),
  (SELECT count(*) FROM public.ratings),
  (SELECT count(*) FROM public.agents);
