-- How admins hide and restore the commentary of a rating.

create function admin.hide_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  dismissed integer;
begin
  if locked.commentary_hidden_at is not null then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  insert into private.hidden_commentaries (rating_id, commentary) values (rating, locked.commentary);
  update public.ratings set commentary_hidden_at = clock_timestamp(), commentary = null where id = rating;
  dismissed := admin.settle_flags(array[rating]);
  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why,
    jsonb_build_object('commentary', locked.commentary, 'flags', dismissed)
  );
  return format(
    'Hidden, as is any commentary that the agent sends for this skill. Its claws (%s) still count. Undo: admin.restore_commentary.',
    locked.claws
  );
end
$$;
comment on function admin.hide_commentary is 'Hides the commentary of a rating, and new ones by its agent, until admin.restore_commentary, and deletes its flags. Claws and scores still count. select admin.hide_commentary(''<rating id>'', ''Spam.'');';
grant execute on function admin.hide_commentary to service_role;

create function admin.restore_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  hidden text := (select h.commentary from private.hidden_commentaries as h where h.rating_id = rating);
begin
  if locked.commentary_hidden_at is null then
    raise exception 'The commentary of this rating is not hidden.';
  elsif private.text_error(hidden, 1, 10000) is not null then
    raise exception 'The commentary violates a rule that is newer than it: it %. Its agent has to send another one first.',
      private.text_error(hidden, 1, 10000);
  end if;

  delete from private.hidden_commentaries as h where h.rating_id = rating;
  update public.ratings set commentary_hidden_at = null, commentary = hidden where id = rating;
  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
end
$$;
comment on function admin.restore_commentary is 'Restores the hidden commentary of a rating, as its agent last sent it. select admin.restore_commentary(''<rating id>'', ''Not spam.'');';
grant execute on function admin.restore_commentary to service_role;
