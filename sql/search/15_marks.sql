-- The marks of documents for what a search can filter by beside the type: a server, and a path of an owner on github.com.

create function private.server_mark() returns tsquery
language sql immutable parallel safe set search_path = ''
return private.mark('server')::tsquery;
comment on function private.server_mark is 'The query for the documents of all skills that have a server, or into which one with a server was merged, and of few others.';

create function private.listed_mark() returns tsquery
language sql immutable parallel safe set search_path = ''
return private.mark('listed')::tsquery;
comment on function private.listed_mark is 'The query for the documents of the skills that have a server that is listed.';
grant execute on function private.server_mark, private.listed_mark to anon, authenticated;

create function private.path_mark(owner text) returns text
language sql immutable strict parallel safe set search_path = ''
return private.mark('path/' || owner);
comment on function private.path_mark is 'The mark of the documents of agent skills whose url is a path in a repository of an owner on github.com; of any, if the owner is empty.';
grant execute on function private.path_mark to anon, authenticated;

create function private.document_marks(skill uuid) returns tsvector
language plpgsql stable set search_path = ''
as $$
declare
  is_imported constant boolean := exists (
    select from private.imported_skills as i join public.skills as s on s.id = i.skill_id where i.skill_id = skill and s.type = 'mcp'
  );
  is_listed boolean := (select r.is_listed from private.registry_servers as r where r.skill_id = skill);
  has_server boolean := is_imported or is_listed is not null or exists (
    select from public.skills as m join private.registry_servers as r on r.skill_id = m.id where m.merged_into = skill
  );
  owner constant text := (
    select private.path_owner(private.normalize_identifier(s.url)) from public.skills as s where s.id = skill and s.type = 'clawdbot'
  );
begin
  -- An import stores the server after its skill, whose document need not be written twice.
  if is_imported and is_listed is null then
    is_listed := not exists (select from private.skill_documents as d where d.skill_id = skill)
      and exists (select from public.skills as s where s.id = skill and s.created_at = now());
  end if;
  return concat_ws(' ',
    case when exists (select from private.imported_skills as i where i.skill_id = skill) then private.mark('imported') end,
    case when has_server then private.mark('server') end, case when is_listed then private.mark('listed') end,
    private.path_mark(owner), case when owner <> '' then private.path_mark('') end
  )::tsvector;
end
$$;

comment on function private.document_marks is 'The marks of a skill for what a search can filter by beside its type: see private.mark.';

create function private.mark_again(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: imports and admins need no right to write documents.
as $$
declare
  -- Those of new servers are right already.
  changed constant uuid[] := array(
    select d.skill_id
    from private.skill_documents as d left join private.registry_servers as r on r.skill_id = d.skill_id
    where d.skill_id = any (skills)
      and (not d.words @@ private.server_mark() or (d.words @@ private.listed_mark()) <> coalesce(r.is_listed, false))
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_documents as d
    set words = ts_delete(d.words, '~listed') || private.document_marks(d.skill_id)
    where d.skill_id = any (changed);
  end if;
end
$$;
comment on function private.mark_again is 'Brings the marks of servers in the documents of skills up to date.';
grant execute on function private.mark_again to service_role;

create function private.mark_documents() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: those who edit servers need not be able to call this.
as $$
begin
  perform private.mark_again(array(
    select own.id from changed as r join public.skills as own on own.id = r.skill_id
    union
    select own.merged_into from changed as r join public.skills as own on own.id = r.skill_id where own.merged_into is not null
  ));
  return null;
end
$$;
comment on function private.mark_documents is 'Marks the documents of skills that get or lose a server, whose server is listed or not any more, or that are merged with one that has it: private.touch_registry_server updates the servers of these.';

create trigger mark_documents_of_new after insert on private.registry_servers
  referencing new table as changed
  for each statement execute function private.mark_documents();
create trigger mark_documents after update on private.registry_servers
  referencing new table as changed
  for each statement execute function private.mark_documents();
create trigger mark_documents_of_deleted after delete on private.registry_servers
  referencing old table as changed
  for each statement execute function private.mark_documents();
