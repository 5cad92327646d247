-- What is public of an agent: its profile, ratings and skills, GET /api/agents/{id or name}.

create function private.resolve_agent(id_or_name text) returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read the comparison keys of names.
as $$
declare
  trimmed text := private.trim_text(id_or_name);
  agent uuid := (select id from public.agents where id = private.parse_uuid(trimmed));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(trimmed) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(trimmed);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$$;
comment on function private.resolve_agent is 'The agent with this id, else with this name, without white space at its ends. Raises PT404, also if it is suspended.';
grant execute on function private.resolve_agent to anon, authenticated;

create function private.scan_agent(kind text, agent uuid, after jsonb, max_rows integer, bytes integer)
returns table (cursor_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- One generic plan for all calls: down the index of the kind. 5.7 ms of CPU instead of 12.1 for 100 of 10,000 ratings before the first analyze.
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set enable_bitmapscan = off set enable_sort = off
as $$
declare
  after_time timestamptz := coalesce((after ->> 0)::timestamptz, 'infinity');
  after_id uuid := coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), case kind
    when 'ratings' then (
      select row_to_json(entry)
      from (select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id) as entry
    )
    else (select row_to_json(entry) from public.skill_catalogue as entry where entry.id = own.id)
  end
  from (
    select newest.*, sum(newest.text_bytes) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      -- Only one of the two branches has rows. octet_length does not read a long text.
      (
        select id, updated_at, octet_length(commentary) as text_bytes from public.ratings
        where kind = 'ratings' and agent_id = agent and removed_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
      union all
      (
        select id, updated_at, octet_length(description) from public.skills
        where kind = 'skills' and submitted_by = agent and retired_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
    ) as newest
  ) as own
  where coalesce(own.bytes_before, 0) < bytes
  order by own.updated_at desc, own.id desc;
end
$$;
comment on function private.scan_agent is 'The ratings of an agent, or the skills in the catalogue that it submitted, after a cursor position (null: from the first), last updated first, up to the one after that whose text reaches `bytes`.';
grant execute on function private.scan_agent to anon, authenticated;

create function public.get_agent(p_agent text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
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
        private.proved_by(a.id) as proved_by,
        counts.total_ratings,
        counts.claws_counts,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent('ratings', agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      cross join lateral (
        select
          count(*) as total_ratings,
          json_build_object(
            '1', count(*) filter (where r.claws = 1), '2', count(*) filter (where r.claws = 2),
            '3', count(*) filter (where r.claws = 3), '4', count(*) filter (where r.claws = 4),
            '5', count(*) filter (where r.claws = 5)
          ) as claws_counts
        from public.ratings as r where r.agent_id = agent and r.removed_at is null
      ) as counts
      where a.id = agent
    ) as profile
  );
end
$$;
comment on function public.get_agent is 'GET /api/agents/{id or name}: the public profile of an agent with its numbers of ratings by claws and its ten newest ratings. Raises PT404.';
grant execute on function public.get_agent to anon, authenticated;

create function private.list_of_agent(kind text, id_or_name text, page_limit integer, cursor text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  agent uuid := private.resolve_agent(id_or_name);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(page_limit, 100), 1), private.max_limit());
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_time,private.cursor_uuid}');
  -- One more than the page, to see whether there is another page.
  select array_agg(s.cursor_position), array_agg(s.item) into positions, items
  from private.scan_agent(kind, agent, after, page_size + 1, private.page_bytes()) as s;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
  );
end
$$;
comment on function private.list_of_agent is 'A page of the ratings or skills of an agent, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';
grant execute on function private.list_of_agent to anon, authenticated;

create function public.list_agent_ratings(p_agent text, p_limit integer default null, p_cursor text default null) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return private.list_of_agent('ratings', p_agent, p_limit, p_cursor);
end
$$;
comment on function public.list_agent_ratings is 'GET /api/agents/{id or name}/ratings: a page of an agent''s ratings. Raises PT400 and PT404.';
grant execute on function public.list_agent_ratings to anon, authenticated;

create function public.list_agent_skills(p_agent text, p_limit integer default null, p_cursor text default null) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return private.list_of_agent('skills', p_agent, p_limit, p_cursor);
end
$$;
comment on function public.list_agent_skills is 'GET /api/agents/{id or name}/skills: a page of the skills in the catalogue that an agent submitted. Raises PT400 and PT404.';
grant execute on function public.list_agent_skills to anon, authenticated;
