-- A deleted rating whose commentary an admin hid leaves a row, so that a new rating does not show the text again.

create function private.keep_hidden_rating() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write hidden commentaries and flags.
as $$
begin
  -- Not if the skill or the agent is deleted, which deletes the rating as well.
  if not exists (select from public.skills as s where s.id = old.skill_id)
    or not exists (select from public.agents as a where a.id = old.agent_id)
  then
    return old;
  end if;
  -- An update: a new row would lock the skill, which all functions lock before ratings.
  update public.ratings set
    removed_at = now(), removal_cause = 'deleted',
    reliability = null, security = null, speed = null, version = null, observed_calls = null, observed_failures = null
  where id = old.id;
  delete from private.hidden_commentaries as h where h.rating_id = old.id;
  delete from private.flags as f where f.subject_id = old.id;
  return null;
end
$$;
comment on function private.keep_hidden_rating is 'Keeps a row without text and scores of a deleted rating whose commentary is hidden, so that the next rating of the skill by this agent is hidden, too: see private.accept_rating.';

create trigger before_2_keep_hidden_rating before delete on public.ratings
  for each row when (old.removed_at is null and old.commentary_hidden_at is not null)
  execute function private.keep_hidden_rating();
