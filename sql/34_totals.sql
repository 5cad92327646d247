-- The totals of the catalogue: how many skills, ratings and agents there are. Triggers keep them exact, without counting on read.

create table private.totals (
  id integer primary key generated always as identity,
  skills bigint not null default 0,
  ratings bigint not null default 0,
  agents bigint not null default 0
);
comment on table private.totals is 'The sums of its rows are the totals. Each transaction adds to a row that no other transaction has locked, so writers never wait for each other. select * from private.totals_differences() checks them.';
comment on column private.totals.skills is 'Number of skills that are not retired, in the transactions of this row; may be negative.';

grant select on private.totals to anon, authenticated;

create function private.add_to_totals(new_skills bigint, new_ratings bigint, new_agents bigint) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if new_skills = 0 and new_ratings = 0 and new_agents = 0 then
    return;
  end if;
  update private.totals as t set
    skills = t.skills + new_skills,
    ratings = t.ratings + new_ratings,
    agents = t.agents + new_agents
  where t.id = (select free.id from private.totals as free limit 1 for no key update skip locked);
  if not found then
    -- There are never more rows than transactions that write at the same time.
    insert into private.totals (skills, ratings, agents) values (new_skills, new_ratings, new_agents);
  end if;
end
$$;
comment on function private.add_to_totals is 'Adds to a free row of the totals. Never waits for a lock.';

create function private.count_rows() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the totals.
as $$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then
    change := (select count(*) from new_rows);
  elsif tg_op = 'DELETE' then
    change := -(select count(*) from old_rows);
  elsif tg_table_name = 'ratings' then
    change := -(select coalesce(sum(ratings), 0) from private.totals);
  else
    change := -(select coalesce(sum(agents), 0) from private.totals);
  end if;
  if tg_table_name = 'ratings' then
    perform private.add_to_totals(0, change, 0);
  else
    perform private.add_to_totals(0, 0, change);
  end if;
  return null;
end
$$;
comment on function private.count_rows is 'Adds new ratings or agents to the totals, and subtracts deleted and truncated ones.';

create function private.count_listed_skills() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  change bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    change := (select count(*) from new_rows where retired_at is null);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    change := change - (select count(*) from old_rows where retired_at is null);
  elsif tg_op = 'TRUNCATE' then
    change := -(select coalesce(sum(skills), 0) from private.totals);
  end if;
  perform private.add_to_totals(change, 0, 0);
  return null;
end
$$;
comment on function private.count_listed_skills is 'Adds to the totals the skills that enter the catalogue, and subtracts those that leave it.';

create trigger count_new_rows after insert on public.agents
  referencing new table as new_rows for each statement execute function private.count_rows();
create trigger count_deleted_rows after delete on public.agents
  referencing old table as old_rows for each statement execute function private.count_rows();
create trigger count_truncated_rows after truncate on public.agents
  for each statement execute function private.count_rows();
create trigger count_new_rows after insert on public.skills
  referencing new table as new_rows for each statement execute function private.count_listed_skills();
create trigger count_changed_rows after update on public.skills
  referencing new table as new_rows old table as old_rows for each statement execute function private.count_listed_skills();
create trigger count_deleted_rows after delete on public.skills
  referencing old table as old_rows for each statement execute function private.count_listed_skills();
create trigger count_truncated_rows after truncate on public.skills
  for each statement execute function private.count_listed_skills();

create function private.totals_differences() returns table (total text, stored bigint, counted bigint)
language sql stable set search_path = ''
as $$
  with totals as (
    select 'skills' as total, sum(t.skills) as stored, (select count(*) from public.skills where retired_at is null) as counted
    from private.totals as t
    union all
    select 'ratings', sum(t.ratings), (select count(*) from public.ratings) from private.totals as t
    union all
    select 'agents', sum(t.agents), (select count(*) from public.agents) from private.totals as t
  )
  select total, coalesce(stored, 0)::bigint, counted from totals where coalesce(stored, 0) <> counted;
$$;
comment on function private.totals_differences is 'For admins: the totals that differ from the number of rows. Expected to be empty.';

create function public.get_stats() returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object(
    'total_skills', coalesce(sum(skills), 0), 'total_ratings', coalesce(sum(ratings), 0), 'total_agents', coalesce(sum(agents), 0)
  )
  from private.totals;
end;
comment on function public.get_stats is 'GET /api/stats: the number of skills that are not retired, of ratings and of agents.';
grant execute on function public.get_stats to anon, authenticated;
