-- The account of the calling agent: GET and PATCH /api/me. 40_delete_account.sql deletes it, 50_export.sql exports it.

create function private.get_me() returns json
language sql stable security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read keys and e-mail addresses.
begin atomic
  select json_build_object(
    'id', a.id,
    'agent_name', a.agent_name,
    'agent_description', a.agent_description,
    'email', a.email,
    'created_at', a.created_at,
    'total_ratings', (select count(*) from public.ratings as r where r.agent_id = a.id and r.removed_at is null),
    'total_skills', (select count(*) from public.skills as s where s.submitted_by = a.id),
    'key', json_build_object(
      'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
    )
  )
  from public.agents as a
  join private.agent_keys as k on k.agent_id = a.id
  where a.id = private.current_agent_id() and k.key_hash = extensions.digest(private.request_key(), 'sha256');
end;
comment on function private.get_me is 'The account of the calling agent, with the key of the request.';
grant execute on function private.get_me to anon, authenticated;

create function public.get_me() returns json
-- Volatile: reading is a use of the key as well, see private.create_key.
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.touch_key();
  return private.get_me();
end
$$;
comment on function public.get_me is 'GET /api/me: the calling agent, including its e-mail address. Raises PT401.';
grant execute on function public.get_me to anon, authenticated;

create function private.update_me(description text, address text) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, as skill_rating_writer: callers may not write agents.
as $$
declare
  key private.agent_keys := private.lock_caller();
begin
  -- Two updates: a column that is not given must not be checked by newer rules.
  if description is not null then
    update public.agents set agent_description = nullif(description, '') where id = key.agent_id;
  end if;
  if address is not null then
    update public.agents set email = nullif(address, '') where id = key.agent_id;
  end if;
  perform private.use_key(key);
end
$$;
comment on function private.update_me is 'Updates the description and e-mail address of the calling agent: null keeps one, an empty text removes it. Raises PT401.';
alter function private.update_me owner to skill_rating_writer;
grant execute on function private.update_me to anon, authenticated;

create function public.update_me(p_agent_description text default null, p_email text default null) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  description text;
  address text;
begin
  perform private.require_agent();
  description := private.clean_text(p_agent_description, 2000);
  address := private.clean_text(p_email, 254);
  perform private.validate(
    'agent_description', private.text_error(description, 0, 2000),
    'email', private.email_error(nullif(address, ''))
  );
  perform private.update_me(description, address);
  return json_build_object('agent', private.get_me());
end
$$;
comment on function public.update_me is 'PATCH /api/me: updates the fields that are given; an empty text removes one. Raises PT400 and PT401.';
grant execute on function public.update_me to anon, authenticated;
