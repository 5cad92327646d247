-- Retired and merged skills.

create function admin.skill_id(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted uuid := private.parse_uuid(address);
  id uuid;
begin
  if wanted is not null then
    select s.id into id from public.skills as s where s.id = wanted;
  else
    select s.id into id from public.skills as s where s.slug = lower(address);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', address;
  end if;
  return id;
end
$$;
comment on function admin.skill_id is 'The skill with this id or slug: itself, even if it was merged into another. Raises when there is none.';

create function admin.lock_skill(id uuid) returns public.skills
language plpgsql volatile set search_path = ''
as $$
declare
  skill public.skills;
begin
  -- Whoever is rating it holds it as well: they are waited for, and the next ones wait.
  select s.* into skill from public.skills as s where s.id = lock_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted just now.';
  end if;
  return skill;
end
$$;
comment on function admin.lock_skill is 'The skill as it is, and stays until the transaction ends. Raises when it is gone.';

create function admin.retirement(skill public.skills) returns text
language sql stable set search_path = ''
return format(
  case when skill.merged_into is null then '%1$s was retired on %2$s' else '%1$s was merged into %3$s on %2$s' end,
  skill.slug,
  to_char(skill.retired_at at time zone 'UTC', 'YYYY-MM-DD'),
  (select s.slug from public.skills as s where s.id = skill.merged_into)
);
comment on function admin.retirement is 'What became of a skill that is not in the catalogue, as the beginning of a sentence.';

create function admin.retire_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  perform admin.log_action('retire_skill', retired.id, reason => why);
  return format('%s is retired: in no list, not to be rated, its name free. Its page says so.', retired.slug);
end
$$;
comment on function admin.retire_skill is 'Takes a skill out of every list and frees its name; its page stays. select admin.retire_skill(''<id or slug>'', ''Gone.'');';

create function admin.restore_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is null then
    raise exception '% is in the catalogue.', retired.slug;
  elsif retired.merged_into is not null then
    raise exception '%, where its ratings are now; that is for good.', admin.retirement(retired);
  end if;

  begin
    update public.skills set retired_at = null where id = retired.id;
  exception
    when unique_violation then
      raise exception 'The name "%" was taken by % since: give one of them another name first.', retired.name,
        (select slug from public.skills where name_key = retired.name_key and retired_at is null);
  end;
  perform admin.log_action('restore_skill', retired.id, reason => why);
  return format('%s is in the catalogue again.', retired.slug);
end
$$;
comment on function admin.restore_skill is 'Puts a retired skill back into the lists, if nobody took its name. select admin.restore_skill(''<id or slug>'', ''Maintained again.'');';

create function admin.merge_skills(duplicate text, keep text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  review public.ratings;
  dropped integer;
  moved integer;
begin
  -- The agents before skills and ratings, as deleting an agent locks them.
  perform from public.agents
  where id in (select h.agent_id from private.hidden_reviews as h where h.skill_id in (gone_id, kept_id))
  order by id
  for key share;
  -- Both in one order for everybody: two merges cannot lock each other up.
  perform from public.skills where id in (gone_id, kept_id) order by id for update;
  gone := admin.lock_skill(gone_id);
  kept := admin.lock_skill(kept_id);

  if gone.id = kept.id then
    raise exception 'Both are %: give two skills.', kept.slug;
  elsif gone.merged_into is not null then
    raise exception '%.', admin.retirement(gone);
  elsif kept.merged_into is not null then
    raise exception '%: give that one.', admin.retirement(kept);
  elsif kept.retired_at is not null then
    raise exception '%: restore it first.', admin.retirement(kept);
  end if;

  perform from public.ratings where skill_id in (gone.id, kept.id) order by id for update;
  perform from public.skill_stats where skill_id in (gone.id, kept.id) order by skill_id for no key update;

  -- Of two ratings by one agent the newer stays; of two of the same moment that of the skill that is kept.
  delete from public.ratings as r
  using public.ratings as other
  where r.agent_id = other.agent_id
    and (r.skill_id, other.skill_id) in ((gone.id, kept.id), (kept.id, gone.id))
    and (r.updated_at, r.skill_id = kept.id) < (other.updated_at, other.skill_id = kept.id);
  get diagnostics dropped = row_count;

  -- An agent whose text is hidden for one of the skills stays so for the one that is kept, with the text of the rating that stays.
  insert into private.hidden_reviews (skill_id, agent_id, commentary, hidden_at, reason)
  select distinct on (h.agent_id)
    kept.id,
    h.agent_id,
    case when r.id is null or r.skill_id = h.skill_id and r.commentary is null then h.commentary else r.commentary end,
    h.hidden_at,
    h.reason
  from private.hidden_reviews as h
  left join public.ratings as r on r.agent_id = h.agent_id and r.skill_id in (gone.id, kept.id)
  where h.skill_id in (gone.id, kept.id)
  order by h.agent_id, r.skill_id = h.skill_id desc, h.skill_id = gone.id desc
  on conflict (skill_id, agent_id) do update set
    commentary = excluded.commentary,
    hidden_at = excluded.hidden_at,
    reason = excluded.reason;
  delete from private.hidden_reviews where skill_id = gone.id;
  for review in
    select r.* from public.ratings as r join private.hidden_reviews as h on h.skill_id = kept.id and h.agent_id = r.agent_id
    where r.skill_id in (gone.id, kept.id) and r.commentary is not null
  loop
    update public.ratings set commentary = null where id = review.id;
    update public.ratings set updated_at = review.updated_at where id = review.id;
    perform admin.log_action(
      'replace_hidden_review', kept.id, review.id, review.agent_id, details => jsonb_build_object('commentary', review.commentary)
    );
  end loop;

  update public.ratings set skill_id = kept.id where skill_id = gone.id;
  get diagnostics moved = row_count;

  -- What was merged into it goes with it: whatever was merged leads to a skill in one step.
  update public.skills set merged_into = kept.id where merged_into = gone.id;
  update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;

  perform admin.log_action(
    'merge_skills', gone.id, reason => why,
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
  );
  return format(
    '%s is %s now: %s ratings moved, %s dropped for a newer one by the same agent.', gone.slug, kept.slug, moved, dropped
  );
end
$$;
comment on function admin.merge_skills is 'Moves the ratings of a duplicate to the skill that is kept, which answers in its place from then on; for good. select admin.merge_skills(''<duplicate>'', ''<keep>'', ''The same repository.'');';
