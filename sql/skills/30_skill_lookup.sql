-- How a request names a skill: by id, slug or name.

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
  by_name uuid := case when key is not null then coalesce(
    private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
  ) end;
begin
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
