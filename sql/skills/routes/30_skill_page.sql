-- The page of a skill and its badge: GET /api/skills/{id or slug}.

create function public.get_skill(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
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
        change.changed_at,
        change.established_since_change,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        source.status as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        case when source.version is not null
          then (private.evidence_for_versions(array[skill], array[source.version]))[1]
        end as for_version,
        source.install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            date_trunc('month', now()) - interval '11 months', date_trunc('month', now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day::date
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_of(skill) as source
      cross join private.change_of(skill) as change
      where s.id = skill
    ) as page
  );
end
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its identifiers, its rating counts, those of the last 12 months, ten newest ratings, and how to install it. Raises PT404.';
grant execute on function public.get_skill to anon, authenticated;

create function public.get_badge(p_skill text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select json_build_object(
      'name', s.name, 'avg_claws', s.avg_claws, 'total_ratings', s.total_ratings,
      'established_ratings', s.established_ratings, 'established_mean', s.established_mean, 'retired', s.retired_at is not null
    )
    from private.all_skills as s where s.id = skill
  );
end
$$;
comment on function public.get_badge is 'GET /api/skills/{id or slug}/badge.svg: what the badge of a skill shows. Raises PT404.';
grant execute on function public.get_badge to anon, authenticated;
