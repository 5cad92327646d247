-- How many skills, ratings and agents there are: GET /api/stats.

create table private.totals (
  is_only boolean primary key default true,
  skills bigint not null default 0,
  ratings bigint not null default 0,
  agents bigint not null default 0,
  counted_at timestamptz not null default '-infinity',
  constraint totals_one_row check (is_only)
);
comment on table private.totals is 'One row: the totals as they were last counted.';
comment on column private.totals.skills is 'Number of skills that are not retired.';
comment on column private.totals.ratings is 'Number of ratings that are not removed.';

grant select on private.totals to anon, authenticated;

create function private.count_totals() returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write the totals.
as $$
begin
  if not exists (select from private.totals) then
    insert into private.totals default values on conflict do nothing;
  end if;
  -- A GET request to the Data API cannot write: it returns what is stored.
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  -- SKIP LOCKED: while one call counts, the others return what is stored.
  perform from private.totals where counted_at < clock_timestamp() - interval '60 seconds' for update skip locked;
  if found then
    update private.totals set
      skills = (select count(*) from public.skills where retired_at is null),
      ratings = (select coalesce(sum(total_ratings), 0) from public.skill_stats),
      agents = (select count(*) from public.agents),
      counted_at = clock_timestamp()
    where is_only;
  end if;
end
$$;
comment on function private.count_totals is 'Counts the totals if they are more than 60 seconds old, so that no number of calls counts more often.';
grant execute on function private.count_totals to anon, authenticated;

create function public.get_stats() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.count_totals();
  return (select json_build_object('total_skills', skills, 'total_ratings', ratings, 'total_agents', agents) from private.totals);
end
$$;
comment on function public.get_stats is 'GET /api/stats: the number of skills that are not retired, of ratings and of agents, at most 60 seconds old.';
grant execute on function public.get_stats to anon, authenticated;
