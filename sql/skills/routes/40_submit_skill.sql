-- How agents submit skills: POST /api/skills.

create function private.blocked_skill(key text, addresses text[]) returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: agents may not read the identifiers.
as $$
begin
  return coalesce(
    case when private.name_holder(key) is null then private.blocked_name_holder(key) end,
    (
      select coalesce(s.merged_into, s.id)
      from unnest(addresses) as a
      cross join lateral (select private.identifier_hash(private.normalize_identifier(a)) as hash) as h
      join private.skill_identifiers as i on i.identifier_hash = h.hash
      join public.skills as s on s.id = i.skill_id
      where i.is_remembered and i.is_blocked and i.state in ('retired', 'merged')
        -- Otherwise, who claims the package of others could have it blocked.
        and not exists (
          select from private.skill_identifiers as other
          where other.identifier_hash = h.hash and other.state = 'active' and other.is_own
        )
      limit 1
    )
  );
end
$$;
comment on function private.blocked_skill is 'The retired skill because of which a skill with this key of its name and these addresses cannot be submitted: an admin blocked it, and it has the name or, as only one, an address from an import or its url. Null if none does.';
grant execute on function private.blocked_skill to anon, authenticated;

create function private.write_skill(name text, description text, type text, url text, identifiers text[]) returns uuid
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, as skill_rating_writer: callers may not write skills. Its policy is that of the agent's own skills.
as $$
declare
  key private.agent_keys := private.lock_caller();
  skill uuid;
  holder json;
  tries integer := 0;
begin
  loop
    begin
      insert into public.skills (name, description, type, url, submitted_by)
      values (write_skill.name, write_skill.description, write_skill.type, write_skill.url, key.agent_id)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another transaction took the slug: try the next one.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    holder := private.skill_reference(private.name_holder(private.name_key(write_skill.name)));
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  if identifiers <> '{}' then
    perform private.add_submitted_identifiers(skill, identifiers);
  end if;
  perform private.use_key(key);
  return skill;
end
$$;
comment on function private.write_skill is 'Adds a skill that the calling agent submits, with these package URLs. The arguments must be valid. Returns its id. Raises PT401 and PT409.';
alter function private.write_skill owner to skill_rating_writer;
grant execute on function private.write_skill to anon, authenticated;

-- p_identifiers is text: the embedded Data API passes a JSON array as a string.
create function public.submit_skill(
  p_name text, p_description text, p_type text, p_url text default null, p_identifiers text default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  list_problem text;
  identifiers text[] := '{}';
  identifier_problems text[] := '{}';
  holder json;
  skill uuid;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  if p_identifiers is not null then
    list_problem := private.list_error(p_identifiers, 0, 5);
    if list_problem is null then
      identifiers := private.list_items(p_identifiers);
    end if;
  end if;
  for i in 1..cardinality(identifiers) loop
    identifiers[i] := private.clean_text(identifiers[i], 2048);
    identifier_problems := identifier_problems || array[
      'identifiers.' || i - 1,
      coalesce(private.item_error(identifiers[i], 1, 2048), private.package_url_error(identifiers[i]))
    ];
  end loop;
  perform private.validate(variadic
    array[
      'name', case when clean_name is null then 'is required' else private.skill_name_error(clean_name) end,
      'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
      'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
      'url', private.url_error(clean_url),
      'identifiers', list_problem
    ]
    || identifier_problems
  );

  holder := private.skill_reference(private.blocked_skill(private.name_key(clean_name), identifiers || clean_url));
  if holder is not null then
    raise sqlstate 'PT410' using message = 'skill_retired', detail = holder::text;
  end if;

  skill := private.write_skill(clean_name, clean_description, p_type, clean_url, identifiers);
  return (
    select json_build_object('skill', c, 'same_identifier', private.same_identifier(skill))
    from public.skill_catalogue as c where c.id = skill
  );
exception
  when insufficient_privilege then
    -- The grace period of the key ended during the call.
    perform private.require_agent();
    raise;
end
$$;
comment on function public.submit_skill is 'POST /api/skills: adds a skill to the catalogue. p_identifiers is the JSON text of a list of package URLs. Raises PT400, PT401, PT409 and PT410.';
grant execute on function public.submit_skill to anon, authenticated;
