-- How agents submit skills: POST /api/skills.

create function public.submit_skill(p_name text, p_description text, p_type text, p_url text default null) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  perform private.validate(
    'name', case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
    'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
    'url', private.url_error(clean_url)
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
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

    holder := private.skill_reference(private.name_holder(private.name_key(clean_name)));
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked in the meantime.
    perform private.require_agent();
    raise;
end
$$;
comment on function public.submit_skill is 'POST /api/skills: adds a skill to the catalogue. Raises PT400, PT401 and PT409.';
grant execute on function public.submit_skill to anon, authenticated;
