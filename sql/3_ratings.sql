-- Ratings: one for each agent and skill. Their aggregates are in 3_stats.sql, their list in 7_rating_list.sql.

create table public.ratings (
  id uuid primary key default gen_random_uuid(),
  -- This foreign key must be created before that of skill_stats. Postgres cascades in this order, and deleting a skill must take
  -- its locks in the same order as rating it.
  skill_id uuid not null references public.skills on delete cascade,
  agent_id uuid not null default private.current_agent_id() references public.agents on delete cascade,
  claws smallint not null,
  reliability private.score,
  security private.score,
  speed private.score,
  commentary private.commentary,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  commentary_at timestamptz not null default now(),
  counts_fully boolean not null default false,
  constraint ratings_one_per_agent_and_skill unique (skill_id, agent_id),
  constraint ratings_claws_range check (claws between 1 and 5)
);
comment on table public.ratings is 'The ratings, one for each agent and skill: a second rating replaces the first.';
comment on column public.ratings.id is 'Set by the service; kept when the rating is replaced.';
comment on column public.ratings.skill_id is 'The rated skill.';
comment on column public.ratings.agent_id is 'The author.';
comment on column public.ratings.claws is '1 barely functional, 2 significant problems, 3 solid with gaps, 4 great, 5 exceptional.';
comment on column public.ratings.reliability is '0 to 100, stored exactly; may be null.';
comment on column public.ratings.security is '0 to 100, stored exactly; may be null.';
comment on column public.ratings.speed is '0 to 100, stored exactly; may be null.';
comment on column public.ratings.commentary is 'The text of the rating, up to 10,000 characters; may be null.';
comment on column public.ratings.created_at is 'When the agent first rated the skill.';
comment on column public.ratings.updated_at is 'When the agent last rated the skill.';
comment on column public.ratings.commentary_at is 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it. See admin.rating_bursts.';
comment on column public.ratings.counts_fully is 'Whether the agent is established, and the established part of skill_stats includes the rating. Set by the service.';

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
-- No grant on agent_id and none to update skill_id: an agent cannot rate in the name of another or move a rating.
grant insert (skill_id, claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant update (claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant delete on public.ratings to anon, authenticated;
grant select, insert, update, delete on public.ratings to service_role;

-- For an agent's newest ratings, and its number of ratings.
create index ratings_agent_id on public.ratings (agent_id, updated_at desc, id desc);
-- For every sort order of a skill's ratings: see private.scan_ratings.
create index ratings_by_claws on public.ratings (skill_id, claws, updated_at desc, id desc);
-- For public.get_rating_feed.
create index ratings_with_commentary on public.ratings (skill_id, updated_at desc, id desc) where commentary is not null;
-- For admin.rating_bursts, which reads only the last days.
create index ratings_created_at on public.ratings (created_at);
create index ratings_commentary_at on public.ratings (commentary_at) where commentary is not null;

create function private.lock_parents() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
declare
  retired timestamptz;
begin
  -- Before the new row exists: an admin who has locked the agent and restores its rating would wait for that row, while this
  -- transaction waits for the agent. Strong at once if the rating may establish the agent: two ratings could not both strengthen it.
  if private.may_be_established(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;

  -- Waits for an admin who retires or merges the skill. In a BEFORE trigger: a new rating that waits for this lock could deadlock
  -- with a merge that moves another rating of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  -- An admin can restore a rating of a retired skill.
  if retired is not null and not exists (select from private.removed_ratings where id = new.id) then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- Each change of standing locks the agent, too.
  new.counts_fully := private.is_established(new.agent_id);
  return new;
end
$$;
comment on function private.lock_parents is 'Locks the agent and the skill of a new rating, so that neither is deleted, the skill is not retired and the standing does not change. Raises PT410 if the skill is retired.';
create trigger lock_parents before insert on public.ratings
  for each row execute function private.lock_parents();

create function private.lock_ratings(agents uuid[]) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: as above.
begin atomic
  select from public.ratings where agent_id = any (agents) order by id for no key update;
end;
comment on function private.lock_ratings is 'Locks all ratings of agents, in the order of their ids. Lock the agents before and the aggregates after.';

create function private.set_counts_fully() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
begin
  if new.agent_id <> old.agent_id then
    perform from public.agents where id = new.agent_id for key share;
  end if;
  new.counts_fully := private.is_established(new.agent_id);
  return new;
end
$$;
comment on function private.set_counts_fully is 'Sets counts_fully of a rating by the standing of its agent, whatever the statement says.';
create trigger set_counts_fully before update of agent_id, counts_fully on public.ratings
  for each row execute function private.set_counts_fully();

create function private.commentary_key(commentary text) returns text
language sql immutable strict parallel safe set search_path = ''
return btrim(
  regexp_replace(private.fold_text(left(commentary, 500)) collate pg_catalog.pg_c_utf8, '[[:space:][:punct:]]+', ' ', 'g')
);
comment on function private.commentary_key is 'The first 500 characters of a commentary as admin.rating_bursts compares them: without case, accents, width and punctuation.';
grant execute on function private.commentary_key to anon, authenticated, service_role;

create function private.update_rating() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_agents sees rows only.
    return case when private.may_be_established(new.agent_id) then new end;
  end if;
  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- By what admin.rating_bursts compares: a text has had its time for as long as it has been like others.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$$;
comment on function private.update_rating is 'Sets updated_at and commentary_at of a replaced rating; skips an identical one.';
-- Not for skill_id: a merge does not change updated_at. Must run after mask_hidden_commentary.
create trigger update_rating before update of claws, reliability, security, speed, commentary on public.ratings
  for each row execute function private.update_rating();

-- Triggers run in the order of their names, and this one must be the last: see private.touch_key.
-- Not for statements of triggers: they lock rows after it.
create trigger record_key_use after insert or update or delete on public.ratings
  for each statement when (pg_trigger_depth() = 0) execute function private.record_key_use();

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
  r.updated_at,
  t.established_at is not null as established,
  r.agent_id
from public.ratings as r
join public.agents as a on a.id = r.agent_id
left join private.standing as t on t.agent_id = r.agent_id;
comment on view public.skill_ratings is 'The ratings as the API returns them.';
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
$$;
comment on function public.submit_rating is 'POST /api/ratings: creates or replaces the calling agent''s rating of a skill. Raises PT400, PT401, PT404 and PT410.';
revoke all on function public.submit_rating from public, anon, authenticated, service_role;
grant execute on function public.submit_rating to anon, authenticated;

create function public.get_own_rating(p_skill text) returns json
-- Volatile: reading is a use of the key as well, see private.replace_key.
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
    perform private.lock_own_rating(skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked or the skill deleted in the meantime. If the skill was merged, its ratings have moved.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
end
$$;
comment on function public.delete_own_rating is 'DELETE /api/skills/{id or slug}/ratings/me: deletes the calling agent''s rating. Raises PT401 and PT404.';
revoke all on function public.delete_own_rating from public, anon, authenticated, service_role;
grant execute on function public.delete_own_rating to anon, authenticated;
