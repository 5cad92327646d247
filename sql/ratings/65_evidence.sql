-- What ratings by established agents say together: of a skill, and of its versions, GET /api/skills/{id or slug}/versions.

create function private.evidence_of(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select json_build_object(
      'ratings', count(*),
      'recent_ratings', count(*) filter (where is_recent),
      'recent_mean', trim_scale(sum(claws) filter (where is_recent)::numeric / nullif(count(*) filter (where is_recent), 0)),
      'observers', count(*) filter (where has_use),
      -- Beside the sum, which one account can move.
      'failing_observers', count(*) filter (where has_use and failures > 0),
      'observed_calls', coalesce(sum(calls) filter (where has_use), 0),
      'observed_failures', coalesce(round(sum(failures) filter (where has_use)), 0),
      'failure_share', (sum(failures) filter (where has_use) / sum(calls) filter (where has_use))::float8
    )
    from (
      select
        claws,
        updated_at >= now() - interval '3 months' as is_recent,
        -- At most 1,000 calls of each agent: one that reports a billion must not decide alone.
        least(observed_calls, 1000) as calls,
        observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0) as failures,
        -- Calls without the number of failures say nothing of the share that failed.
        observed_calls > 0 and observed_failures is not null as has_use
      -- Only those by established agents: anyone can make others. A hundred, so that no number of ratings makes a page slow.
      from private.ratings_in_order(skill, false, null, null, true, null, 100)
    ) as newest
  );
end
$$;
comment on function private.evidence_of is 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, the calls that their agents counted, at most 1,000 of each rating, and how many of these failed, in proportion.';
grant execute on function private.evidence_of to anon, authenticated;

create function private.semantic_version_key(version text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  parts text[] := regexp_match(
    version, '^v?([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$'
  );
  -- A version has at most 100 characters.
  numbers text := lpad(parts[1], 100, '0') || lpad(parts[2], 100, '0') || lpad(parts[3], 100, '0');
begin
  -- A release follows its pre-releases, and ~ all their characters.
  if parts[4] is null then
    return numbers || '~';
  end if;
  return numbers || (
    -- A number precedes other identifiers, and a space all their characters.
    select string_agg(case when i.part ~ '^[0-9]+$' then '0' || lpad(i.part, 100, '0') else '1' || i.part end, ' ' order by i.ordinal)
    from string_to_table(parts[4], '.') with ordinality as i (part, ordinal)
  );
end
$$;
comment on function private.semantic_version_key is 'A text that sorts semantic versions (https://semver.org) in the collation C; null for another version.';

create function private.last_rated_version(skill uuid) returns text
language plpgsql stable set search_path = ''
-- 0.8 ms of CPU instead of 1.3 with 10,000 ratings.
set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with newest as materialized (
      select r.version, min(r.ordinal) as ordinal, private.semantic_version_key(r.version) as key
      from (
        select version, row_number() over (order by updated_at desc, id desc) as ordinal from public.ratings
        where skill_id = skill and established and version is not null and removed_at is null
        order by updated_at desc, id desc limit 100
      ) as r
      group by r.version
    )
    select n.version from newest as n
    -- If the newest has no semantic version, others cannot be compared with it.
    order by case when (select key from newest where ordinal = 1) is not null then n.key end collate "C" desc nulls last, n.ordinal
    limit 1
  );
end
$$;
comment on function private.last_rated_version is 'The last version that the 100 newest ratings of a skill by established agents with a version name: the highest semantic version, or that of the newest rating if it is none; null if there are none.';

create function private.evidence_for_versions(skills uuid[], versions text[]) returns json[]
language plpgsql stable set search_path = ''
-- 9.4 ms of CPU instead of 10.1 with 10,000 ratings.
set plan_cache_mode = force_generic_plan
as $$
begin
  return array(
    select case when e.last_rated_at is not null or o.last_rated_at is not null then json_build_object(
      'version', v.version,
      'established_ratings', e.ratings,
      'established_mean', private.established_mean(e.ratings, e.claws),
      -- Of established agents if there are any: no new account makes old evidence look recent.
      'last_rated_at', coalesce(e.last_rated_at, o.last_rated_at)
    ) end
    from unnest(skills, versions) with ordinality as v (skill, version, ordinal)
    cross join lateral (
      select
        coalesce(sum(n.ratings), 0)::integer as ratings, sum(n.ratings * c.claws)::bigint as claws,
        max(n.last_rated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select count(*) as ratings, max(r.updated_at) as last_rated_at
        from (
          select updated_at from public.ratings
          where skill_id = v.skill and version = v.version and established and claws = c.claws and removed_at is null
          order by updated_at desc, id desc limit 1000
        ) as r
      ) as n
    ) as e
    cross join lateral (
      select max(r.updated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select updated_at from public.ratings
        where skill_id = v.skill and version = v.version and not established and claws = c.claws and removed_at is null
        order by updated_at desc, id desc limit 1
      ) as r
    ) as o
    order by v.ordinal
  );
end
$$;
comment on function private.evidence_for_versions is 'For each of these skills, what established agents say of this version of it, compared as text, with at most the 1,000 newest ratings of each number of claws; null if no rating names it.';

create function public.list_skill_versions(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- Only the index, 10,000 entries: otherwise Postgres reads the ratings of a popular skill (version-plans.nightly.test.ts).
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  max_read constant integer := 10000;
  max_versions constant integer := 50;
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    with by_established as materialized (
      select version, claws, observed_calls, observed_failures, updated_at from public.ratings
      where skill_id = skill and established and version is not null and removed_at is null
      order by updated_at desc, id desc limit max_read
    ),
    by_others as (
      select version, updated_at from public.ratings
      where skill_id = skill and not established and version is not null and removed_at is null
      -- What the others leave: new accounts can hide no evidence.
      order by updated_at desc, id desc limit max_read - (select count(*) from by_established)
    ),
    rating as (
      select version, true as established, claws, observed_calls, observed_failures, updated_at from by_established
      union all
      select version, false, null, null, null, updated_at from by_others
    ),
    version_counts as (
      select
        version,
        count(*) as total_ratings,
        count(*) filter (where established) as established_ratings,
        sum(claws) as established_claws,
        -- As in private.evidence_of: at most 1,000 calls of each rating, and only with the number of failures.
        coalesce(sum(least(observed_calls, 1000)) filter (where observed_failures is not null), 0) as observed_calls,
        coalesce(
          round(sum(observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0))), 0
        ) as observed_failures,
        max(updated_at) as last_rated_at,
        max(updated_at) filter (where established) as last_established_at
      from rating
      group by version
    ),
    listed_version as (
      select * from version_counts
      -- Ratings by others of old versions cannot displace those with newer evidence.
      order by last_established_at desc nulls last, last_rated_at desc limit max_versions
    )
    select json_build_object('versions', coalesce(
      json_agg(
        json_build_object(
          'version', version,
          'total_ratings', total_ratings,
          'established_ratings', established_ratings,
          'established_mean', private.established_mean(established_ratings::integer, established_claws),
          'observed_calls', observed_calls,
          'observed_failures', observed_failures,
          'last_rated_at', last_rated_at
        )
        order by established_ratings > 0 desc, last_rated_at desc, private.semantic_version_key(version) collate "C" desc nulls last,
          version collate "C" desc
      ),
      '[]'
    ))
    from listed_version
  );
end
$$;
comment on function public.list_skill_versions is 'GET /api/skills/{id or slug}/versions: the versions that the 10,000 newest ratings of a skill name, at most 50: those with ratings by established agents first, then the last rated. Ratings by established agents are read first. Raises PT404.';

grant execute on function private.semantic_version_key, private.last_rated_version, private.evidence_for_versions
  to anon, authenticated;
grant execute on function public.list_skill_versions to anon, authenticated;
