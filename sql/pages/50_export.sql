-- What the service has about an agent: GET /api/me/export.

-- What belongs to agents, oldest first in each part. Each part has an index on agent_id, at and id: without one, Postgres would sort all
-- entries of a part for each page. The time of a rating is that of its last change: one that is replaced during a walk moves to the end,
-- so that none is left out.
create view private.export_entries with (security_invoker = true) as
(select 1 as part, agent_id, created_at as at, id, 0 as text_bytes from private.agent_keys order by created_at, id)
union all
(select 2, submitted_by, created_at, id, octet_length(json_start) from public.skills order by created_at, id)
union all
(
  select
    3, r.agent_id, r.updated_at, r.id,
    -- octet_length does not read a long text.
    coalesce(octet_length(r.commentary), (
      select octet_length(h.commentary) from private.hidden_commentaries as h where h.rating_id = r.id
    ), 0)
  from public.ratings as r
  where r.removed_at is null
  order by r.updated_at, r.id
)
union all
(
  select
    4, r.agent_id, r.commentary_hidden_at, r.id,
    coalesce((select octet_length(h.commentary) from private.hidden_commentaries as h where h.rating_id = r.id), 0)
  from public.ratings as r
  where r.removed_at is not null and r.commentary_hidden_at is not null
  order by r.commentary_hidden_at, r.id
)
union all
(select 5, agent_id, created_at, subject_id, octet_length(reason) from private.flags order by created_at, subject_id);
comment on view private.export_entries is 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 hidden commentaries of ratings that were deleted or removed, 5 flags.';

create function private.scan_export(agent uuid, only_part integer, after jsonb, max_rows integer, bytes bigint)
returns table (entry_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- One generic plan for all calls: down the index of the part. 28 ms of CPU instead of 42 for 500 of 10,000 ratings before the first analyze.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
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
      select row_to_json(entry)
      from (
        select s.*, private.submitted_identifiers(s.id) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as entry
    )
    when 3 then (
      select row_to_json(entry)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          r.proved_by,
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as entry
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', h.commentary, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r left join private.hidden_commentaries as h on h.rating_id = r.id where r.id = e.id
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from private.flags as f left join public.ratings as r on r.id = f.rating_id
      where (f.subject_id, f.agent_id) = (e.id, e.agent_id)
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = only_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit max_rows
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$$;
comment on function private.scan_export is 'The entries of private.export_entries as an export contains them: those of one part after a position (null: from the first), up to the entry after the one whose text reaches `bytes`.';

create function private.export_me(cursor text) returns json
-- Stable, so that all parts are read as of one moment.
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read keys, e-mail addresses, hidden commentaries and flags.
as $$
declare
  page_size constant integer := 500;
  agent uuid := private.require_agent();
  -- With the agent: a cursor is of no use to another.
  list text := 'export' || chr(31) || agent;
  after jsonb;
  positions jsonb[] := '{}';
  items json[] := '{}';
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_claws,private.cursor_time,private.cursor_uuid}');
  for part in coalesce((after ->> 0)::integer, 1)..5 loop
    -- One more than the page, to see whether there is another page.
    select positions || coalesce(array_agg(s.entry_position), '{}'), items || coalesce(array_agg(s.item), '{}') into positions, items
    from private.scan_export(
      agent, part, after, page_size + 1 - cardinality(items),
      -- At least 1, so that the next part shows whether there is another page.
      greatest(private.page_bytes() - (select coalesce(sum(pg_column_size(i)), 0) from unnest(items) as i), 1)
    ) as s;
    exit when cardinality(items) > page_size;
    after := null;
  end loop;

  page := private.cut_page(items[:page_size]);
  return (
    select json_build_object(
      'agent', (
        select row_to_json(account)
        from (
          select
            a.id, a.agent_name, a.agent_description, a.email, a.created_at,
            t.established_at, t.withdrawn_at as standing_withdrawn_at,
            private.proof_of(a.id) as proof,
            coalesce(json_agg(e.item) filter (where e.part = 1), '[]') as keys
          from public.agents as a left join private.standing as t on t.agent_id = a.id
          where a.id = agent
        ) as account
      ),
      'skills', coalesce(json_agg(e.item) filter (where e.part = 2), '[]'),
      'ratings', coalesce(json_agg(e.item) filter (where e.part = 3), '[]'),
      'hidden_commentaries', coalesce(json_agg(e.item) filter (where e.part = 4), '[]'),
      'flags', coalesce(json_agg(e.item) filter (where e.part = 5), '[]'),
      'next_cursor', case when cardinality(items) > cardinality(page) then
        private.encode_cursor(positions[cardinality(page)], list)
      end
    )
    from (
      select p.item, (p.entry_position ->> 0)::integer as part
      from unnest(page, positions[:cardinality(page)]) as p (item, entry_position)
    ) as e
  );
end
$$;
comment on function private.export_me is 'A page of what the service has about the calling agent, at most 500 entries and about private.page_bytes. Raises PT400 and PT401.';
grant execute on function private.export_me to anon, authenticated;

create function public.export_me(p_cursor text default null) returns json
-- Volatile: reading is a use of the key as well, see private.create_key.
language plpgsql volatile set search_path = ''
as $$
declare
  answer json;
begin
  perform private.require_agent();
  answer := private.export_me(p_cursor);
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.export_me is 'GET /api/me/export: a page of what the service has about the calling agent. Raises PT400 and PT401.';
grant execute on function public.export_me to anon, authenticated;
