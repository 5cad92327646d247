set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.scan_ratings (
  skill        uuid,
  oldest_first boolean,
  only_claws   integer,
  after        jsonb,
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
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.counts_fully, r.agent_id
  from (
    -- One of the two scans is skipped. octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select * from private.newest_ratings
      where
        not oldest_first and skill_id = skill and (only_claws is null or listed_claws = only_claws)
        and (updated_at, id) < (
          coalesce((after ->> 1)::timestamptz, 'infinity'),
          coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
    union all
    select *, sum(octet_length(commentary)) over (
      order by updated_at, id rows between unbounded preceding and 2 preceding
    )
    from (
      select * from private.oldest_ratings
      where
        oldest_first and skill_id = skill and (only_claws is null or listed_claws = only_claws)
        and (updated_at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'),
          coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by updated_at, id
      limit wanted
    ) as oldest
  ) as r
  -- Lateral, so that agents are looked up in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select agent_name from public.agents where id = r.agent_id offset 0) as a
  where coalesce(r.bytes_before, 0) < bytes;
end
$function$;
