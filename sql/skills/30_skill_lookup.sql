-- Which skill has an id, a slug or a name. A merged skill leads to the one that replaced it.

create function private.merged_name_holder(key text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select target.id
    from public.skills as source join public.skills as target on target.id = source.merged_into
    where source.name_key = key and source.merged_into is not null and target.retired_at is null
    -- The last one that had the name: it can have been taken again before this rule.
    order by source.retired_at desc, source.id
    limit 1
  );
end
$$;
comment on function private.merged_name_holder is 'The skill into which the skill with this comparison key of its name was merged, unless it is retired; null if there is none.';
grant execute on function private.merged_name_holder to anon, authenticated, service_role;

create function private.name_holder(key text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select id from public.skills where name_key = key and retired_at is null), private.merged_name_holder(key));
end
$$;
comment on function private.name_holder is 'The skill to which a name leads, by its comparison key: the one that has it, else the one into which a skill with this name was merged.';
grant execute on function private.name_holder to anon, authenticated, service_role;

create function private.check_merged_name() returns trigger
language plpgsql set search_path = ''
as $$
declare
  holder uuid;
begin
  -- A skill that has the name of a merged one already keeps it.
  if new.retired_at is not null or tg_op = 'UPDATE' and old.retired_at is null and new.name_key = old.name_key then
    return null;
  end if;
  holder := private.merged_name_holder(new.name_key);
  if holder <> new.id then
    raise sqlstate 'PT409' using message = 'skill_name_taken', detail = private.skill_reference(holder)::text;
  end if;
  return null;
end
$$;
comment on function private.check_merged_name is 'Raises PT409 if a skill takes the name of a merged one, except for the skill into which that was merged.';

-- AFTER: an insert that waited on skills_name_key_unique for a merge sees it then.
create trigger check_merged_name after insert or update of name, retired_at on public.skills
  for each row execute function private.check_merged_name();

create function private.resolve_skill(id_or_slug text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  trimmed text := private.trim_text(id_or_slug);
  parsed_id uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if parsed_id is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = parsed_id;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return skill;
end
$$;
comment on function private.resolve_skill is 'The skill with this id or slug, without white space at its ends, or the skill that it was merged into. Raises PT404.';
grant execute on function private.resolve_skill to anon, authenticated;

create function private.find_skill(skill_id uuid, skill_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(skill_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid;
begin
  if key is not null then
    by_name := coalesce(
      private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
    );
  end if;
  select s.id, own.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  where own.id = skill_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if skill_id is null and skill_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif skill_id is not null and skill_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'Finds a skill by its id, its name, else its slug, or by both; for a merged skill, the one that replaced it. Raises PT400 if id and name are of different skills, PT404 if no skill has them, PT410 if the skill is retired.';
grant execute on function private.find_skill to anon, authenticated;
