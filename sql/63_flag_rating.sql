-- How agents report ratings to admins.

create function private.flag_rating(rating uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read or write flags.
as $$
declare
  flagged_at timestamptz;
  created boolean;
begin
  insert into private.rating_flags as f (agent_id, rating_id, reason)
  values (private.require_agent(), rating, new_reason)
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('rating_id', rating, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$$;
comment on function private.flag_rating is 'Creates or replaces the calling agent''s flag of a rating. Raises PT401.';
grant execute on function private.flag_rating to anon, authenticated;

create function public.flag_rating(p_skill text, p_rating text, p_reason text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  clean_reason text;
  skill uuid;
  rating uuid;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_text(p_reason, 1000);
  perform private.validate(
    'reason', case when clean_reason is null then 'is required' else private.text_error(clean_reason, 1, 1000) end
  );

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.flag_rating(rating, clean_reason);
      exit;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted in the meantime: the next round finds out which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_rating is 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: reports a rating to admins. Raises PT400, PT401 and PT404.';
grant execute on function public.flag_rating to anon, authenticated;
