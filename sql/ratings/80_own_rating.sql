-- How agents rate, POST /api/ratings, and read and delete their own rating of a skill.

create function private.log_replaced_rating(rating public.ratings, replacement uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- That of a suspended agent was not removed for what it says.
  if rating.removal_cause = 'removed' then
    perform admin.log_action(
      'replace_removed_rating', rating.skill_id, rating.id, rating.agent_id,
      details => jsonb_build_object(
        'replaced_by', replacement, 'claws', rating.claws,
        'commentary', coalesce(rating.commentary, (select h.commentary from private.hidden_commentaries as h where h.rating_id = rating.id))
      )
    );
  end if;
end
$$;
comment on function private.log_replaced_rating is 'Logs a rating that an admin removed and that gives way to another by its agent: admin.restore_ratings says so.';

create function private.log_hidden_commentary(rating public.ratings, written text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform admin.log_action(
    'replace_hidden_commentary', rating.skill_id, rating.id, rating.agent_id,
    details => jsonb_build_object('commentary', written)
  );
end
$$;
comment on function private.log_hidden_commentary is 'Logs a commentary that was hidden when its agent wrote it.';
grant execute on function private.log_replaced_rating, private.log_hidden_commentary to skill_rating_writer;

create function private.write_rating(
  wanted_id uuid, wanted_name text, sent public.ratings,
  out rating uuid, out skill uuid, out created boolean, out replaced public.ratings,
  out own_skill boolean, out rated_skills integer
)
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, as skill_rating_writer: callers may not write ratings. Its policies are those of the agent's own rows.
as $$
declare
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks.
  key private.agent_keys := private.lock_caller();
  changed_at timestamptz;
  is_established boolean;
  own public.ratings;
  written constant text := sent.commentary;
begin
  for attempt in 1..3 loop
    skill := private.find_skill(wanted_id, wanted_name);
    -- Waits for an admin who retires, merges or deletes the skill. The next attempt finds what became of it.
    select coalesce(s.submitted_by = key.agent_id, false), s.changed_at into own_skill, changed_at
    from public.skills as s where s.id = skill and s.retired_at is null for key share;
    exit when found;
    if attempt = 3 then
      raise exception 'The skill % cannot be locked.', skill;
    end if;
  end loop;
  select e.is_established, e.rated_skills into is_established, rated_skills
  from private.establish(key.agent_id, skill, own_skill) as e;
  sent.skill_id := skill;
  sent.agent_id := key.agent_id;
  -- Nobody vouches for an own skill.
  sent.established := is_established and not own_skill;

  -- Waits for an admin who hides, restores or removes the rating.
  select * into own from public.ratings as r where r.skill_id = skill and r.agent_id = key.agent_id for no key update;
  created := own.id is null or own.removed_at is not null;
  -- Each text stays hidden until an admin restores it.
  sent.commentary_hidden_at := own.commentary_hidden_at;

  if created then
    sent.id := gen_random_uuid();
    sent.created_at := now();
    sent.updated_at := now();
    sent.commentary_at := now();
    -- A removed rating gives way.
    if own.id is not null then
      perform private.log_replaced_rating(own, sent.id);
      delete from public.ratings as r where r.id = own.id;
    end if;
    sent.commentary := case when sent.commentary_hidden_at is null then written end;
    insert into public.ratings values (sent.*);
  else
    replaced := own;
    sent.id := own.id;
    sent.created_at := own.created_at;
    sent.updated_at := own.updated_at;
    sent.commentary_at := own.commentary_at;
    own.established := sent.established;
    if own.commentary_hidden_at is not null then
      own.commentary := (select h.commentary from private.hidden_commentaries as h where h.rating_id = own.id);
    end if;
    -- An identical rating changes nothing, unless it confirms what the skill installs since then.
    if sent is distinct from own or changed_at > own.updated_at then
      -- clock_timestamp() instead of now(): of two concurrent calls, the second to lock the agent is the newer.
      sent.updated_at := greatest(clock_timestamp(), own.updated_at);
      -- Compared as in bursts: a change of case or punctuation keeps the time of the text.
      if written is distinct from own.commentary
        and private.commentary_key(written) is distinct from private.commentary_key(own.commentary)
      then
        sent.commentary_at := sent.updated_at;
      end if;
      sent.commentary := case when sent.commentary_hidden_at is null then written end;
      update public.ratings as r set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures, updated_at, commentary_at,
        established
      ) = row(
        sent.claws, sent.reliability, sent.security, sent.speed, sent.commentary, sent.version, sent.observed_calls,
        sent.observed_failures, sent.updated_at, sent.commentary_at, sent.established
      )
      where r.id = own.id;
    end if;
  end if;

  if sent.commentary_hidden_at is not null and (created or written is distinct from own.commentary) then
    insert into private.hidden_commentaries as h (rating_id, commentary) values (sent.id, written)
    on conflict (rating_id) do update set commentary = excluded.commentary;
    perform private.log_hidden_commentary(sent, written);
  end if;
  perform private.use_key(key);
  rating := sent.id;
end
$$;
comment on function private.write_rating is 'Creates or replaces the calling agent''s rating of a skill, given by id, name or both. The fields of `sent` that an agent writes must be valid. Returns the id of the rating, its skill, whether it is new, and else what it replaced; whether the agent submitted the skill; and how many skills count for its standing, at most 3. Raises PT401, PT404 and PT410.';
alter function private.write_rating owner to skill_rating_writer;
grant execute on function private.write_rating to anon, authenticated;

create function public.submit_rating(
  p_skill_id uuid default null,
  p_skill_name text default null,
  p_claws numeric default null,
  p_reliability numeric default null,
  p_security numeric default null,
  p_speed numeric default null,
  p_commentary text default null,
  p_version text default null,
  p_observed_calls numeric default null,
  p_observed_failures numeric default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  sent public.ratings;
  written record;
  previous public.ratings;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  p_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  p_version := nullif(private.clean_version(p_version), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(p_commentary, 0, 10000),
    'version', private.version_error(p_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', coalesce(private.use_count_error(p_observed_failures), case
      when p_observed_failures is not null and p_observed_calls is null then 'requires observed_calls'
      when private.use_count_error(p_observed_calls) is null and p_observed_failures > p_observed_calls
        then 'must not be greater than observed_calls'
    end)
  );
  sent.claws := p_claws;
  sent.reliability := p_reliability;
  sent.security := p_security;
  sent.speed := p_speed;
  sent.commentary := p_commentary;
  sent.version := p_version;
  sent.observed_calls := p_observed_calls;
  sent.observed_failures := p_observed_failures;

  begin
    written := private.write_rating(p_skill_id, clean_name, sent);
  exception
    when deadlock_detected then
      -- With an admin who wrote several rows by hand.
      written := private.write_rating(p_skill_id, clean_name, sent);
    when insufficient_privilege then
      -- The grace period of the key ended during the call.
      perform private.require_agent();
      raise;
  end;

  previous := written.replaced;
  return json_build_object(
    'created', written.created,
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and sent.commentary is null then 'commentary' end,
      case when previous.reliability is not null and sent.reliability is null then 'reliability' end,
      case when previous.security is not null and sent.security is null then 'security' end,
      case when previous.speed is not null and sent.speed is null then 'speed' end,
      case when previous.version is not null and sent.version is null then 'version' end,
      case when previous.observed_calls is not null and sent.observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and sent.observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = written.rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = written.skill),
    'own_skill', written.own_skill,
    'rated_skills', written.rated_skills
  );
end
$$;
comment on function public.submit_rating is 'POST /api/ratings: creates or replaces the calling agent''s rating of a skill. Raises PT400, PT401, PT404 and PT410.';
grant execute on function public.submit_rating to anon, authenticated;

create function public.get_own_rating(p_skill text) returns json
-- Volatile: reading is a use of the key as well, see private.create_key.
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  agent uuid := private.require_agent();
  skill uuid := private.resolve_skill(p_skill);
  answer json;
begin
  select row_to_json(r) into answer from public.skill_ratings as r
  where r.id = (select own.id from public.ratings as own where own.skill_id = skill and own.agent_id = agent);
  if answer is null then
    raise sqlstate 'PT404' using message = 'rating_not_found';
  end if;
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.get_own_rating is 'GET /api/skills/{id or slug}/ratings/me: the calling agent''s rating. Raises PT401 and PT404.';
grant execute on function public.get_own_rating to anon, authenticated;

create function private.delete_rating(id_or_slug text) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, as skill_rating_writer: callers may not write ratings.
as $$
declare
  key private.agent_keys := private.lock_caller();
  skill uuid;
  own public.ratings;
begin
  for attempt in 1..3 loop
    skill := private.resolve_skill(id_or_slug);
    -- Waits for an admin who merges or deletes the skill. A merge takes the ratings along.
    perform from public.skills as s where s.id = skill and s.merged_into is null for key share;
    exit when found;
    if attempt = 3 then
      raise exception 'The skill % cannot be locked.', skill;
    end if;
  end loop;
  select * into own from public.ratings as r
  where r.skill_id = skill and r.agent_id = key.agent_id and r.removed_at is null for update;
  if own.id is null then
    raise sqlstate 'PT404' using message = 'rating_not_found';
  end if;

  delete from public.ratings as r where r.id = own.id;
  if not found then
    -- The grace period of the key ended during the call.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  if own.commentary_hidden_at is not null then
    -- Without text and scores, so that the next rating of the skill by this agent is hidden, too.
    insert into public.ratings (id, skill_id, agent_id, claws, established, removed_at, removal_cause, commentary_hidden_at)
    values (own.id, own.skill_id, own.agent_id, own.claws, own.established, now(), 'deleted', own.commentary_hidden_at);
  end if;
  perform private.use_key(key);
end
$$;
comment on function private.delete_rating is 'Deletes the calling agent''s rating of a skill. Raises PT401 and PT404.';
alter function private.delete_rating owner to skill_rating_writer;
grant execute on function private.delete_rating to anon, authenticated;

create function public.delete_own_rating(p_skill text) returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.delete_rating(p_skill);
  return json_build_object('deleted', true);
end
$$;
comment on function public.delete_own_rating is 'DELETE /api/skills/{id or slug}/ratings/me: deletes the calling agent''s rating. Raises PT401 and PT404.';
grant execute on function public.delete_own_rating to anon, authenticated;
