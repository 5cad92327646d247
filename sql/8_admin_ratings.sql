-- Hidden commentaries: what admins do with the text of a rating.

create table private.hidden_reviews (
  -- A reference to skills would make this a junction, by which the Data API joins skills and agents.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  commentary text,
  hidden_at timestamptz not null default clock_timestamp(),
  reason text not null,
  -- Not the rating: its agent may delete it and rate again, and the text stays hidden.
  primary key (skill_id, agent_id)
);
comment on table private.hidden_reviews is 'Agents whose text on a skill is hidden until an admin restores it. No answer of the API contains the text; the rating counts as before.';
comment on column private.hidden_reviews.skill_id is 'The rated skill.';
comment on column private.hidden_reviews.agent_id is 'The author.';
comment on column private.hidden_reviews.commentary is 'The latest text that the agent sent; null when its latest rating has none.';
comment on column private.hidden_reviews.hidden_at is 'When an admin hid it.';
comment on column private.hidden_reviews.reason is 'Why.';
revoke all on private.hidden_reviews from public, anon, authenticated, service_role;
-- For the views below, which read with the rights of the caller.
grant select on private.hidden_reviews, private.rating_flags to service_role;

create index hidden_reviews_agent_id on private.hidden_reviews (agent_id);

create function private.mask_hidden_text() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: callers may not read or write hidden text, nor the log.
as $$
declare
  hidden private.hidden_reviews;
begin
  select * into hidden from private.hidden_reviews where skill_id = new.skill_id and agent_id = new.agent_id for update;
  if hidden.skill_id is null then
    return new;
  end if;

  if new.commentary is distinct from hidden.commentary then
    update private.hidden_reviews set commentary = new.commentary where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_review', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at where id = new.id;
  elsif new.commentary is distinct from hidden.commentary then
    -- Marks the rating as changed, see private.update_rating.
    new.updated_at := clock_timestamp();
  end if;
  new.commentary := null;
  return new;
end
$$;
comment on function private.mask_hidden_text is 'Keeps the text of a rating hidden, if an admin hid an earlier one, and logs each version.';
-- Before update_rating: triggers run in the order of their names.
create trigger mask_hidden_text before update of claws, reliability, security, speed, commentary on public.ratings
  for each row when (old.commentary is null) execute function private.mask_hidden_text();
-- An AFTER trigger: a BEFORE trigger would also run for an upsert that becomes an update.
create trigger mask_hidden_text_of_new_rating after insert on public.ratings
  for each row execute function private.mask_hidden_text();

create function admin.lock_rating(rating uuid) returns public.ratings
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.ratings;
  skill uuid;
begin
  loop
    select r.skill_id into skill from public.ratings as r where r.id = rating;
    -- Skill and agent before the rating, as merging the one and deleting the other lock them.
    perform from public.skills as s where s.id = skill for key share;
    perform from public.agents as a where a.id = (select r.agent_id from public.ratings as r where r.id = rating) for key share;
    select * into locked from public.ratings as r where r.id = rating for update;
    if locked.id is null then
      raise exception 'No rating has the id %.', rating;
    end if;
    -- Otherwise the skill was merged while this call waited.
    exit when locked.skill_id = skill;
  end loop;
  return locked;
end
$$;
comment on function admin.lock_rating is 'The rating with this id, locked until the transaction ends. Raises when there is none.';

create function admin.hide_review(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and in all calls: they write the log, and what is hidden and keys, which service_role may not.
as $$
declare
  why text := admin.check_reason(reason);
  review public.ratings := admin.lock_rating(rating);
begin
  if exists (
    select from private.hidden_reviews as h where (h.skill_id, h.agent_id) = (review.skill_id, review.agent_id)
  ) then
    raise exception 'The text of this rating is already hidden.';
  elsif review.commentary is null then
    raise exception 'This rating has no text that could be hidden. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- That was no edit of its agent's: it is to be no newer than before.
  update public.ratings set updated_at = review.updated_at where id = rating;
  insert into private.hidden_reviews (skill_id, agent_id, commentary, reason)
  values (review.skill_id, review.agent_id, review.commentary, why);

  perform admin.log_action(
    'hide_review', review.skill_id, rating, review.agent_id, why, jsonb_build_object('commentary', review.commentary)
  );
  return format(
    'Hidden, as is any text that the agent sends for this skill. Its claws (%s) still count. admin.restore_review shows the text.',
    review.claws
  );
end
$$;
comment on function admin.hide_review is 'Removes the text of a rating from every answer; its claws and scores still count. New texts by its agent stay hidden until admin.restore_review. select admin.hide_review(''<rating id>'', ''Spam.'');';

create function admin.restore_review(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  review public.ratings := admin.lock_rating(rating);
  hidden private.hidden_reviews;
begin
  delete from private.hidden_reviews as h
  where (h.skill_id, h.agent_id) = (review.skill_id, review.agent_id)
  returning * into hidden;
  if hidden.skill_id is null then
    raise exception 'The text of this rating is not hidden.';
  elsif private.text_problem('commentary', hidden.commentary, 0, 10000) is not null then
    raise exception 'The text breaks a rule that is newer than the text: it %. Its agent has to send another one first.',
      private.text_problem('commentary', hidden.commentary, 0, 10000) ->> 'message';
  end if;

  update public.ratings set commentary = hidden.commentary where id = rating;
  update public.ratings set updated_at = review.updated_at where id = rating;

  perform admin.log_action('restore_review', review.skill_id, rating, review.agent_id, why);
  return case
    when hidden.commentary is null then 'Restored. The rating has no text now; the next one that its agent sends is visible.'
    else 'Restored: the text is visible again, as its agent last sent it.'
  end;
end
$$;
comment on function admin.restore_review is 'Shows the text of a rating again, as its agent last sent it. select admin.restore_review(''<rating id>'', ''Not spam.'');';
