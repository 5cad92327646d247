set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- Until now, entries whose names were one name after cleaning were given the same skill. It stays with the entry that has its name.
delete from private.imported_skills as i
using (
  select d.source, d.external_name, row_number() over (
    partition by d.skill_id order by d.external_name <> s.name, d.source, d.external_name
  ) as place
  from private.imported_skills as d join public.skills as s on s.id = d.skill_id
) as owners
where owners.place > 1 and i.source = owners.source and i.external_name = owners.external_name;

DROP INDEX "private"."imported_skills_skill_id";

ALTER TABLE "private"."imported_skills"
  ADD COLUMN "status" text;

ALTER TYPE "private"."import_entry" ADD ATTRIBUTE "status" text CASCADE;

CREATE OR REPLACE FUNCTION private.create_imported (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
BEGIN ATOMIC
 WITH named
  AS (
          SELECT DISTINCT ON ((private.name_key(e.name))) private.name_key(e.name) AS name_key,
             e.external_name,
             e.name,
             e.description,
             e.type,
             e.url,
             e.published_at,
             e.content,
             e.skill_id,
             e.old_content,
             e.outcome,
             e.status,
             e.ordinality
            FROM unnest(create_imported.entries) WITH ORDINALITY e(external_name, name, description, type, url, published_at, content, skill_id, old_content, outcome, status, ordinality)
           WHERE (e.outcome = 'created'::text)
           ORDER BY (private.name_key(e.name)), e.ordinality
         ), created AS (
          INSERT INTO public.skills (name, description, type, url)  SELECT n.name,
                     n.description,
                     n.type,
                     n.url
                    FROM named n ON CONFLICT DO NOTHING
           RETURNING skills.id,
             skills.name_key
         )
  INSERT INTO private.imported_skills (source, external_name, skill_id, published_at, content)  SELECT create_imported.p_source AS p_source,
             n.external_name,
             c.id,
             n.published_at,
             n.content
            FROM (named n
              JOIN created c ON ((c.name_key = (n.name_key COLLATE "C"))));
END;

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
  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken. It must not stop the other entries.
      for i in 1..cardinality(plan) loop
        begin
          perform private.create_imported(p_source, plan[i:i]);
        exception
          when sqlstate 'PT409' then
            plan[i].outcome := concat_ws(' by ', 'name is taken', private.name_holder(plan[i].name));
        end;
      end loop;
  end;

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

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  return (
    select coalesce(jsonb_agg(jsonb_build_array(coalesce(e.external_name, ''), case
      when e.outcome <> 'created' or i.source is not null then e.outcome
      -- Without a holder, another transaction took the slug.
      else coalesce('name is taken by ' || private.name_holder(e.name), 'is not created yet: run the same command again')
    end) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.name_holder (
  wanted_name text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT COALESCE(( SELECT s.slug
            FROM public.skills s
           WHERE ((s.name_key = private.name_key(name_holder.wanted_name)) AND (s.retired_at IS NULL))), ( SELECT target.slug
            FROM (public.skills s
              JOIN public.skills target ON ((target.id = s.merged_into)))
           WHERE ((s.merged_into IS NOT NULL) AND (s.name_key = private.name_key(name_holder.wanted_name)))
          LIMIT 1))
  AS "coalesce";
END;

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
      when e.status <> 'active' and (known.source is null or known.status = e.status) then 'inactive'
      when e.status <> 'active' then 'marked'
      when known.source is null then 'created'
      when known.published_at > e.published_at or known.content = e.content then 'unchanged'
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active')
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        -- Part of a primary key: an index entry is limited to 2,704 bytes.
        'external_name ' || case when external_name is null then 'is required' else private.text_error(external_name, 1, 200) end,
        'external_name ' || case when place > 1 then 'is in the batch more than once' end,
        'status ' || private.choice_error(status, '{active,deprecated,deleted}'),
        case when status = 'active' then nullif(concat_ws('; ',
          'name ' || case when name is null then 'is required' else private.name_error(name, 1, 200) end,
          'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
          'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
          'url ' || private.url_error(url),
          'published_at ' || case when published_at is null then 'must be a time in UTC, infinity or -infinity' end
        ), '') end
      ) as problem
    from (
      select
        position,
        entry ->> 'external_name' as external_name,
        row_number() over (partition by entry ->> 'external_name' order by position) as place,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        private.publication_time(coalesce(entry ->> 'published_at', '-infinity')) as published_at,
        coalesce(entry ->> 'status', 'active') as status
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  order by e.position;
$function$;

CREATE OR REPLACE FUNCTION private.publication_time (
  value text
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN CASE WHEN (VALUE = ANY (ARRAY['infinity'::text, '-infinity'::text])) THEN (VALUE)::timestamp
  WITH time zone WHEN ((VALUE ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$'::text) AND pg_input_is_valid(VALUE, 'timestamptz'::text)) THEN (VALUE)::timestamp
  WITH time zone ELSE NULL::timestamp WITH time zone END;

CREATE OR REPLACE FUNCTION private.source_status (
  skill uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
BEGIN ATOMIC
 SELECT imported_skills.status
    FROM private.imported_skills
   WHERE (imported_skills.skill_id = source_status.skill);
END;

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
      select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'created_at', s.created_at)
      from public.skills as s where s.id = skill
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
      where coalesce(page.bytes_before, 0) < 1000000
    )
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
        st.established_ratings,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
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
          from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

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
begin
  perform private.validate(
    -- The source and an external name are a primary key.
    'source', case when p_source is null then 'is required' else private.text_error(p_source, 1, 1000) end,
    'cursor', private.text_error(p_cursor, 0, 2048)
  );
  begin
    -- Locks the source: two imports of one catalogue run one after another.
    insert into private.imports as i (source) values (p_source)
    on conflict (source) do update set updated_at = now();
    outcomes := private.import_batch(p_source, p_skills::jsonb);
    update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
    if p_dry_run then
      raise sqlstate 'PTDRY';
    end if;
  exception
    when sqlstate 'PTDRY' then
      -- Everything is rolled back but the outcomes.
      null;
  end;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
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
  clean_name text;
  clean_commentary text;
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  previous public.ratings;
  removed text[];
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', case when not private.is_score(p_reliability) then 'must be a number from 0 to 100' end,
    'security', case when not private.is_score(p_security) then 'must be a number from 0 to 100' end,
    'speed', case when not private.is_score(p_speed) then 'must be a number from 0 to 100' end,
    'commentary', private.text_error(clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
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
        -- private.update_rating skipped an identical rating.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired or merged in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was deleted or its key revoked in the meantime.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  -- A hidden commentary is not in the table: to its agent, the rating has none.
  removed := array_remove(array[
    case when previous.commentary is not null and clean_commentary is null then 'commentary' end,
    case when previous.reliability is not null and p_reliability is null then 'reliability' end,
    case when previous.security is not null and p_security is null then 'security' end,
    case when previous.speed is not null and p_speed is null then 'speed' end
  ], null);
  return json_build_object(
    'created', created,
    'removed', case when created then '{}' else removed end,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$function$;

ALTER TABLE "private"."imported_skills"
  ADD CONSTRAINT "imported_skills_status_known" CHECK ((status = ANY (ARRAY['deprecated'::text, 'deleted'::text])));

CREATE UNIQUE INDEX imported_skills_skill_id ON private.imported_skills USING btree (skill_id);

COMMENT ON COLUMN "private"."imported_skills"."status" IS 'deprecated or deleted if the catalogue says so of all versions; null otherwise.';

COMMENT ON COLUMN "public"."agents"."email" IS 'Contact address for the operator, up to 254 characters; private. Nothing sends e-mail to it. Only /api/me returns it, to the agent itself.';

COMMENT ON FUNCTION "private"."create_imported"(text, private.import_entry[]) IS 'Creates the new skills of an import whose names are free. May raise PT409 for a name that is not.';

COMMENT ON FUNCTION "private"."name_holder"(text) IS 'The slug of the skill that a name leads to, also the name of a skill that was merged into it; null if there is none.';

COMMENT ON FUNCTION "private"."publication_time"(text) IS 'A time in UTC as RFC 3339 writes it, infinity or -infinity; null for anything else.';

COMMENT ON FUNCTION "private"."source_status"(uuid) IS 'deprecated or deleted if the catalogue that the skill was imported from says so; null otherwise.';

COMMENT ON FUNCTION "public"."get_rating_feed"(text) IS 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, up to the one whose text reaches 1 MB. Raises PT404.';

COMMENT ON FUNCTION "public"."import_skills"(text, text, text, boolean) IS 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';

COMMENT ON TYPE "private"."import_entry" IS 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), or why it cannot be imported.';

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."create_imported"(text, private.import_entry[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."create_imported"(text, private.import_entry[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."name_holder"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."name_holder"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_holder"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."name_holder"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."publication_time"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."publication_time"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."publication_time"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."publication_time"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."source_status"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."source_status"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."source_status"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."source_status"(uuid) TO "postgres";

REVOKE ALL ("skill_id") ON TABLE "private"."imported_skills" FROM "anon";

GRANT SELECT ("skill_id") ON TABLE "private"."imported_skills" TO "anon";

REVOKE ALL ("status") ON TABLE "private"."imported_skills" FROM "anon";

GRANT SELECT ("status") ON TABLE "private"."imported_skills" TO "anon";

REVOKE ALL ("skill_id") ON TABLE "private"."imported_skills" FROM "authenticated";

GRANT SELECT ("skill_id") ON TABLE "private"."imported_skills" TO "authenticated";

REVOKE ALL ("status") ON TABLE "private"."imported_skills" FROM "authenticated";

GRANT SELECT ("status") ON TABLE "private"."imported_skills" TO "authenticated";
