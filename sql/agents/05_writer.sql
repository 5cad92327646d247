-- The role that writes for agents. The functions that agents call for a write run with its rights (SECURITY DEFINER), so that its policies
-- decide which rows they write: those of the calling agent. docs/architecture.md lists the policies.

-- A role belongs to the cluster, not to the database: another database of the cluster, or a dump of roles, can have created it.
do $$
begin
  if to_regrole('skill_rating_writer') is null then
    create role skill_rating_writer nologin;
  end if;
end
$$;
comment on role skill_rating_writer is 'Owner of the functions by which agents write; of no table. Its policies say which rows.';

-- It reads and calls what every caller does, and has in addition what its tables and functions grant to it by name.
grant anon to skill_rating_writer;
-- To give functions to it, and to replace them later.
grant skill_rating_writer to postgres;
-- The owner of a function needs it while `alter function … owner to` runs. sql/pages/90_writer.sql revokes it.
grant create on schema private to skill_rating_writer;

create function private.refuse_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using message = format('permission denied for view %s', tg_table_name);
end
$$;
comment on function private.refuse_write is 'Makes a write to a view of several tables an error of the caller: without a trigger, Postgres looks at no privilege and answers 55000, which the Data API returns as 500.';
