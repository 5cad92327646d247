set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.install_of (
  skill uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select json_build_object('publisher', server.name, 'entries', server.install)
    from private.registry_servers as server
    join public.skills as s on s.id = server.skill_id
    where server.skill_id = skill
      and server.install is not null
      and server.status <> 'deleted'
      and s.retired_at is null
      and private.source_status(skill) is distinct from 'deleted'
  );
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
        select s.*, private.submitted_identifiers(s.id) as identifiers
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
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as shown
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', null, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r where r.id = e.id
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

CREATE OR REPLACE FUNCTION private.submitted_identifiers (
  skill uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return array(
    select i.identifier from private.skill_identifiers as i
    where i.skill_id = skill and 'submission' = any (i.origins) order by i.identifier
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
      where s.id = skill
    ) as page
  );
end
$function$;

COMMENT ON FUNCTION "private"."install_of"(uuid) IS 'How a skill in the catalogue is installed: publisher and entries; null if no import says so.';

COMMENT ON FUNCTION "private"."package_url_error"(text) IS 'Why a text is not an identifier that a submission can name; null if it is.';

COMMENT ON FUNCTION "private"."submitted_identifiers"(uuid) IS 'The identifiers that the submission of a skill named, sorted.';

REVOKE ALL ON FUNCTION "private"."install_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."install_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."install_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."submitted_identifiers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."submitted_identifiers"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."submitted_identifiers"(uuid) TO "postgres";
