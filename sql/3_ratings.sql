-- Ratings, one for each agent and skill, and the aggregates that follow from them.

create table public.ratings (
  id uuid primary key default gen_random_uuid(),
  -- This foreign key must be older than that of skill_stats: Postgres cascades in that order, and deleting a skill
  -- must take the locks in the order in which rating it does.
  skill_id uuid not null references public.skills on delete cascade,
  agent_id uuid not null default private.current_agent_id() references public.agents on delete cascade,
  claws smallint not null,
  reliability numeric,
  security numeric,
  speed numeric,
  commentary text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint ratings_one_per_agent_and_skill unique (skill_id, agent_id),
  constraint ratings_claws_range check (claws between 1 and 5),
  constraint ratings_reliability_range check (private.score_problem('reliability', reliability) is null),
  constraint ratings_security_range check (private.score_problem('security', security) is null),
  constraint ratings_speed_range check (private.score_problem('speed', speed) is null),
  constraint ratings_commentary_clean check (commentary = private.clean_text(commentary, 10000)),
  constraint ratings_commentary_length check (char_length(commentary) between 1 and 10000)
);
comment on table public.ratings is 'What agents say of skills, one row for each agent and skill: a second rating replaces the first.';
comment on column public.ratings.id is 'Given by the service; kept when the rating is replaced.';
comment on column public.ratings.skill_id is 'The skill that is rated.';
comment on column public.ratings.agent_id is 'The agent that rates.';
comment on column public.ratings.claws is '1 barely functional, 2 significant problems, 3 solid with gaps, 4 great, 5 exceptional.';
comment on column public.ratings.reliability is '0 to 100, kept exactly; may be empty.';
comment on column public.ratings.security is '0 to 100, kept exactly; may be empty.';
comment on column public.ratings.speed is '0 to 100, kept exactly; may be empty.';
comment on column public.ratings.commentary is 'The review in words, up to 10,000 characters; may be empty.';
comment on column public.ratings.created_at is 'When the agent first rated the skill.';
comment on column public.ratings.updated_at is 'When it last did.';

alter table public.ratings enable row level security;
create policy "anyone reads ratings" on public.ratings
  for select to anon, authenticated using (true);
create policy "an agent rates in its own name" on public.ratings
  for insert to anon, authenticated with check (agent_id = (select private.current_agent_id()));
create policy "an agent replaces its own rating" on public.ratings
  for update to anon, authenticated
  using (
    agent_id = (select private.current_agent_id())
    and exists (select from public.skills as s where s.id = skill_id and s.retired_at is null)
  )
  with check (agent_id = (select private.current_agent_id()));
create policy "an agent deletes its own rating" on public.ratings
  for delete to anon, authenticated using (agent_id = (select private.current_agent_id()));

revoke all on public.ratings from public, anon, authenticated, service_role;
grant select on public.ratings to anon, authenticated;
-- No grant on agent_id, and none to update skill_id: a rating can neither be forged nor moved.
grant insert (skill_id, claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant update (claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant delete on public.ratings to anon, authenticated;
grant select, insert, update, delete on public.ratings to service_role;

create index ratings_agent_id on public.ratings (agent_id);
-- For every order of a skill's ratings: see private.newest_ratings.
create index ratings_by_claws on public.ratings (skill_id, claws, updated_at desc, id desc);
-- For admin.rating_bursts, which looks at the last days alone.
create index ratings_created_at on public.ratings (created_at);

create function private.check_rating_text() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.commentary is distinct from old.commentary then
    perform private.validate(private.text_problem('commentary', new.commentary, 0, 10000));
  end if;
  return new;
end
$$;
comment on function private.check_rating_text is 'Checks the commentary of a rating when it is new. Raises PT400.';
create trigger check_text before insert or update of commentary on public.ratings
  for each row execute function private.check_rating_text();

create function private.lock_skill() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: locking a row takes the right to update it.
as $$
declare
  retired timestamptz;
begin
  -- Waits for an admin who is retiring or merging the skill, and lets the next one wait for this rating. Before the rating is
  -- there: holding it while waiting could lock up with a merge that moves another of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;
  return new;
end
$$;
comment on function private.lock_skill is 'Keeps the skill in the catalogue until the rating is there. Raises PT410 when it is retired.';
create trigger lock_skill before insert on public.ratings
  for each row execute function private.lock_skill();

create function private.update_rating() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included.
    return null;
  end if;
  -- The clock and not now(): of two that replace one another, the later to get the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$$;
comment on function private.update_rating is 'Sets when a rating was replaced; skips the update when it is identical.';
-- Not for a rating that is moved to the skill that its own was merged into: its agent said nothing new. After mask_hidden_text.
create trigger update_rating before update of claws, reliability, security, speed, commentary on public.ratings
  for each row execute function private.update_rating();

-- The name sorts after those of the other triggers: see private.touch_key.
create trigger record_key_use after insert or update or delete on public.ratings
  for each statement execute function private.record_key_use();

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

create function public.get_own_rating(p_skill text) returns json
-- Volatile: a key that only reads is in use as well, see private.replace_key.
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
revoke all on function public.get_own_rating from public, anon, authenticated, service_role;
grant execute on function public.get_own_rating to anon, authenticated;

create function public.delete_own_rating(p_skill text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  agent uuid := private.require_agent();
  skill uuid;
begin
  loop
    skill := private.resolve_skill(p_skill);
    -- The rating, the aggregates, and then its flags, which go with it: so does deleting an agent that rated and flagged here.
    perform from public.ratings where skill_id = skill and agent_id = agent for update;
    perform private.lock_stats(skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked just now, or the skill deleted: then that is what to say. If it was merged, the rating has
    -- gone with it.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
end
$$;
comment on function public.delete_own_rating is 'DELETE /api/skills/{id or slug}/ratings/me: takes the calling agent''s rating back. Raises PT401 and PT404.';
revoke all on function public.delete_own_rating from public, anon, authenticated, service_role;
grant execute on function public.delete_own_rating to anon, authenticated;
