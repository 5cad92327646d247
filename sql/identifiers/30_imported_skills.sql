-- Where skills were imported from. The import itself is in sql/registry/90_import.sql.

create table private.imports (
  source text primary key,
  updated_at timestamptz not null default now()
);
comment on table private.imports is 'The catalogues from which skills were imported.';
comment on column private.imports.source is 'The URL of the catalogue.';

create table private.imported_skills (
  source text not null references private.imports on delete cascade,
  external_name text not null,
  skill_id uuid references public.skills on delete set null,
  status text,
  installed text[] not null default '{}',
  primary key (source, external_name),
  constraint imported_skills_status_known check (status in ('deprecated', 'deleted'))
);
comment on table private.imported_skills is 'The skills that were imported. Deleting a row lets the next import create its skill again.';
comment on column private.imported_skills.external_name is 'The name in that catalogue, also after the skill got another name here.';
comment on column private.imported_skills.skill_id is 'The skill; null if it was deleted since.';
comment on column private.imported_skills.installed is 'The packages and endpoints of its versions so far, in normal form, at most 200: see public.skills.changed_at.';
comment on column private.imported_skills.status is 'deprecated or deleted if the catalogue says so of all versions; null otherwise.';

grant select, insert, update on private.imports, private.imported_skills to service_role;
-- For the page of a skill.
grant select (skill_id, status) on private.imported_skills to anon, authenticated;

-- Only one entry may change a skill.
create unique index imported_skills_skill_id on private.imported_skills (skill_id);
-- Of one name in two sources, the first wins.
create index imported_skills_external_name on private.imported_skills (external_name);

create function private.check_import_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Only a new name: one that is older than this rule must not stop other changes.
  if (tg_op = 'INSERT' or new.name <> old.name) and private.is_import_name(new.name)
    and not exists (select from private.imported_skills as i where i.skill_id = new.id)
  then
    perform private.validate('name', private.skill_name_error(new.name));
  end if;
  return null;
end
$$;
comment on function private.check_import_name is 'Raises PT400 if a skill that was not imported gets a name that is reserved for imports.';

-- AFTER: an import adds its row in the same statement.
create trigger check_import_name after insert or update of name on public.skills
  for each row execute function private.check_import_name();
