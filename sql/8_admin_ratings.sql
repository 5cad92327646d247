-- Hidden commentaries: admins hide and restore the text of a rating.

create table private.hidden_commentaries (
  -- Not a reference to skills, which would make this a junction table by which the Data API joins skills and agents.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  commentary text,
  commentary_at timestamptz not null,
  hidden_at timestamptz not null default clock_timestamp(),
  reason private.reason not null,
  -- Not the rating: the commentary stays hidden when the agent deletes its rating and rates again.
  primary key (skill_id, agent_id)
);
comment on table private.hidden_commentaries is 'Agents and skills for which the commentary of ratings is hidden until an admin restores it. The API does not return it; claws and scores still count.';
comment on column private.hidden_commentaries.skill_id is 'The rated skill.';
comment on column private.hidden_commentaries.agent_id is 'The author.';
comment on column private.hidden_commentaries.commentary is 'The latest commentary that the agent sent; null if its latest rating has none.';
comment on column private.hidden_commentaries.commentary_at is 'When the agent sent it.';
comment on column private.hidden_commentaries.hidden_at is 'When an admin hid the commentary.';
comment on column private.hidden_commentaries.reason is 'The reason that the admin gave.';
revoke all on private.hidden_commentaries from public, anon, authenticated, service_role;
-- For the views in 8_admin_views.sql, which run with the privileges of the caller.
grant select on private.hidden_commentaries, private.rating_flags to service_role;

create index hidden_commentaries_agent_id on private.hidden_commentaries (agent_id);

create function private.mask_hidden_commentary() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: callers may access neither hidden commentaries nor the audit log.
as $$
declare
  hidden private.hidden_commentaries;
begin
  select * into hidden from private.hidden_commentaries where skill_id = new.skill_id and agent_id = new.agent_id for update;
  if hidden.skill_id is null then
    return new;
  end if;

  if tg_op = 'INSERT' and hidden.commentary_at >= new.commentary_at
    and exists (select from private.removed_ratings where id = new.id)
  then
    -- An admin restores the rating; its agent has sent another text since. The older one stays in the log.
    if new.commentary is distinct from hidden.commentary then
      perform admin.log_action(
        'drop_older_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
      );
    end if;
    new.commentary_at := hidden.commentary_at;
  elsif new.commentary is distinct from hidden.commentary then
    if tg_op = 'UPDATE' then
      -- Otherwise private.update_rating would treat the rating as identical.
      new.updated_at := clock_timestamp();
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
    end if;
    update private.hidden_commentaries set commentary = new.commentary, commentary_at = new.commentary_at
    where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at, commentary_at = new.commentary_at where id = new.id;
  end if;
  new.commentary := null;
  return new;
end
$$;
comment on function private.mask_hidden_commentary is 'Removes the commentary from a written rating if an admin hid an earlier one, and logs each version.';
-- Must run before update_rating: triggers run in the order of their names.
create trigger mask_hidden_commentary before update of claws, reliability, security, speed, commentary on public.ratings
  for each row when (old.commentary is null) execute function private.mask_hidden_commentary();
-- AFTER: a BEFORE INSERT trigger also runs for an upsert that becomes an update.
create trigger mask_hidden_commentary_of_new_rating after insert on public.ratings
  for each row execute function private.mask_hidden_commentary();

create function admin.lock_rating(rating uuid) returns public.ratings
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.ratings;
  skill uuid;
begin
  loop
    select r.skill_id into skill from public.ratings as r where r.id = rating;
    -- Skill and agent before the rating, as when a skill is merged or an agent deleted.
    perform from public.skills as s where s.id = skill for key share;
    perform from public.agents as a where a.id = (select r.agent_id from public.ratings as r where r.id = rating) for key share;
    select * into locked from public.ratings as r where r.id = rating for update;
    if locked.id is null then
      raise exception 'No rating has the id %.', rating;
    end if;
    -- Otherwise the skill was merged in the meantime.
    exit when locked.skill_id = skill;
  end loop;
  return locked;
end
$$;
comment on function admin.lock_rating is 'Locks the rating with this id until the end of the transaction. Raises if there is none.';

create function admin.hide_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may not write the audit log, hidden commentaries and keys.
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
begin
  if exists (
    select from private.hidden_commentaries as h where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  ) then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- The agent did not edit the rating, so its times stay.
  update public.ratings set updated_at = locked.updated_at, commentary_at = locked.commentary_at where id = rating;
  insert into private.hidden_commentaries (skill_id, agent_id, commentary, commentary_at, reason)
  values (locked.skill_id, locked.agent_id, locked.commentary, locked.commentary_at, why);

  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why, jsonb_build_object('commentary', locked.commentary)
  );
  return format(
    'Hidden, as is any commentary that the agent sends for this skill. Its claws (%s) still count. Undo: admin.restore_commentary.',
    locked.claws
  );
end
$$;
comment on function admin.hide_commentary is 'Hides the commentary of a rating, and new ones by its agent, until admin.restore_commentary. Claws and scores still count. select admin.hide_commentary(''<rating id>'', ''Spam.'');';
grant execute on function admin.hide_commentary to service_role;

create function admin.restore_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  hidden private.hidden_commentaries;
begin
  delete from private.hidden_commentaries as h
  where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  returning * into hidden;
  if hidden.skill_id is null then
    raise exception 'The commentary of this rating is not hidden.';
  elsif private.text_error(hidden.commentary, 1, 10000) is not null then
    raise exception 'The commentary violates a rule that is newer than it: it %. Its agent has to send another one first.',
      private.text_error(hidden.commentary, 1, 10000);
  end if;

  update public.ratings set commentary = hidden.commentary where id = rating;
  update public.ratings set updated_at = locked.updated_at, commentary_at = locked.commentary_at where id = rating;

  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden.commentary is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
end
$$;
comment on function admin.restore_commentary is 'Restores the hidden commentary of a rating, as its agent last sent it. select admin.restore_commentary(''<rating id>'', ''Not spam.'');';
grant execute on function admin.restore_commentary to service_role;
