-- The triggers that count ratings, whoever writes them.

-- What a rating adds to the aggregates depends only on its row, so the triggers below can run in any order, also when one of them changes
-- ratings that another one of the same statement has not counted yet.

create function private.count_changed_ratings() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates.
as $$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    -- In a statement of its own, so that the next ones see what other transactions wrote before this one got the locks. A single new
    -- rating needs neither: the update locks its row, and adds to what it finds then.
    if removed <> '{}' or cardinality(added) > 1 then
      perform private.lock_stats(array(select skill_id from unnest(added || removed)));
    end if;
    update public.skill_stats as s set
      claws_1 = s.claws_1 + change.claws_1,
      claws_2 = s.claws_2 + change.claws_2,
      claws_3 = s.claws_3 + change.claws_3,
      claws_4 = s.claws_4 + change.claws_4,
      claws_5 = s.claws_5 + change.claws_5,
      reliability_count = s.reliability_count + change.reliability_count,
      reliability_sum = s.reliability_sum + change.reliability_sum,
      security_count = s.security_count + change.security_count,
      security_sum = s.security_sum + change.security_sum,
      speed_count = s.speed_count + change.speed_count,
      speed_sum = s.speed_sum + change.speed_sum,
      established_ratings = s.established_ratings + change.established_ratings,
      established_claws = s.established_claws + change.established_claws,
      established_reliability_count = s.established_reliability_count + change.established_reliability_count,
      established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
      established_security_count = s.established_security_count + change.established_security_count,
      established_security_sum = s.established_security_sum + change.established_security_sum,
      established_speed_count = s.established_speed_count + change.established_speed_count,
      established_speed_sum = s.established_speed_sum + change.established_speed_sum,
      last_rated_at = case
        when removed = '{}' or change.last_rated_at >= s.last_rated_at then greatest(s.last_rated_at, change.last_rated_at)
        else private.last_rated_at(s.skill_id)
      end
    from private.sum_ratings(added, removed) as change
    where s.skill_id = change.skill_id;

    insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
    select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
    from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
    -- Those of a deleted skill are deleted with it.
    where exists (select from public.skills as s where s.id = c.skill_id)
    group by c.skill_id, c.month
    having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
    on conflict (skill_id, month) do update set
      total_ratings = m.total_ratings + excluded.total_ratings,
      claws_sum = m.claws_sum + excluded.claws_sum;
  end if;
  return null;
end
$$;
comment on function private.count_changed_ratings is 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills. Additions commute, and the newest rating is read anew where one is removed: statements and triggers may run this in any order.';

-- A trigger with rows before and after the statement is for one event.
create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_rows
  for each statement execute function private.count_changed_ratings();
create trigger count_changed_ratings after update on public.ratings
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.count_changed_ratings();
create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_rows
  for each statement execute function private.count_changed_ratings();

create function private.delete_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.ratings where true;
  return null;
end
$$;
comment on function private.delete_ratings is 'Deletes the ratings before they are truncated, which counts them.';

create trigger delete_ratings before truncate on public.ratings
  for each statement execute function private.delete_ratings();
