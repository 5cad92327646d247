-- What the API reads and calls: a skill and a rating as it answers them, and one function for each route.

create view private.all_skills with (security_invoker = true) as
select
  s.id,
  s.name,
  s.slug,
  s.description,
  s.type,
  s.url,
  -- float8 and not numeric: a number to every reader, and exact enough for one decimal.
  st.avg_tenths / 10.0::float8 as avg_claws,
  st.total_ratings,
  json_build_object(
    'reliability', json_build_object(
      'mean', trim_scale(st.reliability_sum / nullif(st.reliability_count, 0)), 'count', st.reliability_count
    ),
    'security', json_build_object(
      'mean', trim_scale(st.security_sum / nullif(st.security_count, 0)), 'count', st.security_count
    ),
    'speed', json_build_object(
      'mean', trim_scale(st.speed_sum / nullif(st.speed_count, 0)), 'count', st.speed_count
    )
  ) as sub_scores,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'Every skill as the API answers it, retired ones included.';
revoke all on private.all_skills from public, anon, authenticated, service_role;
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select id, name, slug, description, type, url, avg_claws, total_ratings, sub_scores, created_at, updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'Every skill that is not retired, with its average claws, number of ratings and sub-scores, as the API answers it.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.total_ratings is 'Number of ratings.';
comment on column public.skill_catalogue.sub_scores is '{reliability, security, speed: {mean, count}}: the mean of the scores that were given, and how many they are; null when there is none.';
revoke all on public.skill_catalogue from public, anon, authenticated, service_role;
grant select on public.skill_catalogue to anon, authenticated, service_role;

create view public.skill_ratings with (security_invoker = true) as
select
  r.id,
  r.skill_id,
  a.agent_name,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.created_at,
  r.updated_at
from public.ratings as r
join public.agents as a on a.id = r.agent_id;
comment on view public.skill_ratings is 'Every rating with the name of its agent, as the API answers it.';
revoke all on public.skill_ratings from public, anon, authenticated, service_role;
grant select on public.skill_ratings to anon, authenticated, service_role;

create function private.skill_reference(skill_id uuid) returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('id', id, 'name', name, 'slug', slug) from public.skills where id = skill_id;
end;
comment on function private.skill_reference is 'A skill in brief, {id, name, slug}, for problem documents.';
grant execute on function private.skill_reference to anon, authenticated;

create function private.similar_skills(wanted text) returns json
language sql stable set search_path = ''
begin atomic
  -- Compared with its neighbours alone, in the order of names and in that of names read backwards: comparing it with every
  -- name that shares some letters takes seconds where thousands end in "server".
  with asked as materialized (
    select private.name_key(wanted) as key
  ),
  neighbour as (
    (
      select id from public.skills
      where name_key < (select key from asked) and retired_at is null
      order by name_key desc limit 25
    )
    union
    (
      select id from public.skills
      where name_key > (select key from asked) and retired_at is null
      order by name_key limit 25
    )
    union
    (
      select id from public.skills
      where reverse(name_key) < (select reverse(key) from asked) and retired_at is null
      order by reverse(name_key) desc limit 25
    )
    union
    (
      select id from public.skills
      where reverse(name_key) > (select reverse(key) from asked) and retired_at is null
      order by reverse(name_key) limit 25
    )
  )
  select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
  from (
    select s.id, s.name, s.slug
    from asked, neighbour join public.skills as s using (id)
    where extensions.similarity(s.name_key, key) >= 0.3
    order by extensions.similarity(s.name_key, key) desc, s.name_key
    limit 3
  ) as resembling;
end;
comment on function private.similar_skills is 'Up to three skills whose names begin or end like the one that was not found, the most alike first.';
grant execute on function private.similar_skills to anon, authenticated;

create function public.health() returns json
language sql stable set search_path = ''
return json_build_object('status', 'ok');
comment on function public.health is 'GET /api/health: answers, so the database does.';
revoke all on function public.health from public, anon, authenticated, service_role;
grant execute on function public.health to anon, authenticated;

create function public.submit_skill(p_name text, p_description text, p_type text, p_url text default null) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- Only now: cleaning takes time, and a key costs nothing to check.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  perform private.validate(
    private.name_problem('name', clean_name, 1, 200),
    private.text_problem('description', clean_description, 1, 5000),
    case when p_type is null or p_type not in ('mcp', 'clawdbot', 'github', 'other') then
      '{"path": "type", "message": "must be one of mcp, clawdbot, github, other"}'::jsonb
    end,
    private.url_problem('url', clean_url)
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another name took the same slug meanwhile; the next try sees it.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    select private.skill_reference(id) into holder from public.skills
    where name_key = private.name_key(clean_name) and retired_at is null;
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The one that had the name was deleted or retired just now: it is free.
  end loop;

  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked just now; or else it is what it says.
    perform private.require_agent();
    raise;
end
$$;
comment on function public.submit_skill is 'POST /api/skills: adds a skill in the calling agent''s name. Raises PT400, PT401 and PT409.';
revoke all on function public.submit_skill from public, anon, authenticated, service_role;
grant execute on function public.submit_skill to anon, authenticated;

create function private.parse_uuid(value text) returns uuid
language sql immutable strict parallel safe set search_path = ''
return case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
comment on function private.parse_uuid is 'The UUID that a text is in its usual form, in either case; null when it is none.';
grant execute on function private.parse_uuid to anon, authenticated;

create function private.resolve_skill(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted uuid := private.parse_uuid(address);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = address;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return skill;
end
$$;
comment on function private.resolve_skill is 'The skill with this id or slug, as it stands in a path, or the one that it was merged into. Raises PT404.';
grant execute on function private.resolve_skill to anon, authenticated;

create function private.find_skill(wanted_id uuid, wanted_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := (select id from public.skills where name_key = key and retired_at is null);
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- One that was merged is still known by its own name, beside its id, while nobody else has the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if wanted_id is null and wanted_name is null then
    perform private.validate('{"path": "skill_id", "message": "is required unless skill_name is given"}');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.validate('{"path": "skill_name", "message": "does not name the skill that skill_id identifies"}');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = case
      when wanted_name is null then 'null' else private.similar_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'The skill with this id, or the one that it was merged into; with this name; or both. Raises PT400 when they differ, PT404 with similar names when there is none, PT410 when it is retired.';
grant execute on function private.find_skill to anon, authenticated;

create function public.submit_rating(
  p_skill_id uuid default null,
  p_skill_name text default null,
  p_claws numeric default null,
  p_reliability numeric default null,
  p_security numeric default null,
  p_speed numeric default null,
  p_commentary text default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_commentary text;
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  -- Only now that the key is checked: cleaning takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  perform private.validate(
    -- Looked up and nothing more, so it need not be a valid name.
    private.text_problem('skill_name', clean_name, 0, 200),
    case when p_claws is null or p_claws not in (1, 2, 3, 4, 5) then
      '{"path": "claws", "message": "must be a whole number from 1 to 5"}'::jsonb
    end,
    private.score_problem('reliability', p_reliability),
    private.score_problem('security', p_security),
    private.score_problem('speed', p_speed),
    private.text_problem('commentary', clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
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
        -- An identical rating, which private.update_rating left as it is.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted while we rated: a skill is not found now, and an agent not when we try again.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired while we rated, and is refused now; or merged, and is rated where it went.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was gone, or its key revoked, before we rated: the policy saw nobody.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  return json_build_object(
    'created', created,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$$;
comment on function public.submit_rating is 'POST /api/ratings: rates a skill in the calling agent''s name, or replaces its rating. Raises PT400, PT401, PT404 and PT410.';
revoke all on function public.submit_rating from public, anon, authenticated, service_role;
grant execute on function public.submit_rating to anon, authenticated;

create function public.get_skill(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
  answer json;
begin
  select json_build_object(
    'id', e.id,
    'name', e.name,
    'slug', e.slug,
    'description', e.description,
    'type', e.type,
    'url', e.url,
    'avg_claws', e.avg_claws,
    'total_ratings', e.total_ratings,
    'sub_scores', e.sub_scores,
    'created_at', e.created_at,
    'updated_at', e.updated_at,
    'retired_at', e.retired_at,
    'rating_counts', json_build_object('1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5),
    'ratings', (
      select coalesce(json_agg(newest), '[]')
      from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
    )
  ) into answer
  from private.all_skills as e
  join public.skill_stats as st on st.skill_id = e.id
  where e.id = skill;
  return answer;
end
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, or the one that it was merged into, its distribution of claws and its ten newest ratings. Raises PT404.';
revoke all on function public.get_skill from public, anon, authenticated, service_role;
grant execute on function public.get_skill to anon, authenticated;
