-- What remains when an agent is deleted, by itself (sql/pages/40_delete_account.sql) or by an admin: its name, as a hash, and the audit log
-- without its texts.

-- As a hash, so that the name of a deleted agent cannot be read. It stays valid: NFKC of assigned characters never changes.
create table private.deleted_names (
  name_hash bytea primary key,
  constraint deleted_names_name_hash_length check (octet_length(name_hash) = 32)
);
comment on table private.deleted_names is 'The names of deleted agents, which stay taken: nobody can take over the reputation of a deleted agent. To free one: delete from private.deleted_names where name_hash = private.name_hash(private.name_key(''<name>''));';
comment on column private.deleted_names.name_hash is 'SHA-256 of the comparison key of the name.';

create function private.name_hash(name_key text) returns bytea
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return extensions.digest(name_key, 'sha256');
end
$$;
comment on function private.name_hash is 'SHA-256 of the comparison key of a name.';

create function private.check_deleted_name() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may read or write these tables.
as $$
begin
  if exists (select from private.deleted_names where name_hash = private.name_hash(new.name_key)) then
    raise sqlstate 'PT409' using message = 'agent_name_taken';
  end if;
  return null;
end
$$;
comment on function private.check_deleted_name is 'Raises PT409 if an agent takes the name of a deleted one.';

-- AFTER: an insert that waited on agents_name_key_unique for a deletion sees it then.
create trigger check_deleted_name after insert or update of agent_name on public.agents
  for each row execute function private.check_deleted_name();

create function private.forget_agents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.deleted_names (name_hash) select private.name_hash(name_key) from old_rows
  on conflict (name_hash) do nothing;
  update admin.audit_log set details = details - 'commentary'
  where agent_id in (select id from old_rows) and details ? 'commentary';
  return null;
end
$$;
comment on function private.forget_agents is 'Keeps the names of deleted agents taken, and removes their texts from the audit log.';

create trigger forget_agents after delete on public.agents
  referencing old table as old_rows for each statement execute function private.forget_agents();

create function admin.only_forgets(before admin.audit_log, after admin.audit_log) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  before.details := before.details - 'commentary';
  return after is not distinct from before and not exists (select from public.agents where id = before.agent_id);
end
$$;
comment on function admin.only_forgets is 'Whether a change of the audit log only removes the text of an agent that was deleted.';

create trigger reject_update before update on admin.audit_log
  for each row when (not admin.only_forgets(old, new)) execute function admin.reject_change();
