-- How admins review, retire, restore, merge and add skills.

create function admin.leave_queue(skill uuid) returns integer
language plpgsql volatile set search_path = ''
as $$
begin
  update private.skill_submitters as own set waits_for_review = false where own.skill_id = skill and own.waits_for_review;
  return admin.settle_flags(array[skill]);
end
$$;
comment on function admin.leave_queue is 'Takes a skill out of admin.queue: marks it as reviewed and deletes its flags, whose number it returns.';

create function admin.review_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  reviewed uuid := admin.skill_id(skill);
  is_new boolean := exists (
    select from private.skill_submitters as own where own.skill_id = reviewed and own.waits_for_review
  );
  dismissed integer := admin.leave_queue(reviewed);
begin
  if dismissed = 0 and not is_new then
    return 'This skill is not in the queue.';
  end if;
  perform admin.log_action('review_skill', reviewed, reason => why, details => jsonb_build_object('flags', dismissed));
  return format('Reviewed: the skill stays as it is. %s dismissed.', admin.number_of(dismissed, 'flag'));
end
$$;
comment on function admin.review_skill is 'Marks a skill as reviewed and deletes its flags; it stays as it is. select admin.review_skill(''<id or slug>'', ''Fine.'');';
grant execute on function admin.review_skill to service_role;

create function admin.retirement(skill public.skills) returns text
language sql stable set search_path = ''
return format(
  case when skill.merged_into is null then '%1$s was retired on %2$s' else '%1$s was merged into %3$s on %2$s' end,
  skill.slug,
  to_char(skill.retired_at at time zone 'UTC', 'YYYY-MM-DD'),
  (select s.slug from public.skills as s where s.id = skill.merged_into)
);
comment on function admin.retirement is 'How and when a skill left the catalogue, as the start of a sentence.';

create function admin.retire(skill public.skills, why text, submitter uuid default null, block boolean default false) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  dismissed integer;
begin
  update public.skills as s set retired_at = now(), is_blocked = block where s.id = skill.id;
  dismissed := admin.leave_queue(skill.id);
  perform admin.log_action(
    'retire_skill', skill.id, agent_id => submitter, reason => why,
    details => jsonb_build_object('flags', dismissed) || case when block then '{"block": true}' else '{}' end::jsonb
  );
end
$$;
comment on function admin.retire is 'Retires a skill, which the caller has locked, and logs it. With a submitter if all of its skills are retired.';

create function admin.retire_skill(skill text, reason text, block boolean default false) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  perform admin.retire(retired, why, block => coalesce(block, false));
  return format(
    '%s is retired: it is in no list, cannot be rated, and %s. Its page remains.', retired.slug,
    case when block then 'it cannot be submitted again: see admin.release_skill' else 'its name can be used again' end
  );
end
$$;
comment on function admin.retire_skill is 'Removes a skill from all lists, settles its flags and frees its name; its page remains. With block, nobody can submit its name again, nor a package, endpoint or path that an import or its url gave it and no other skill has. select admin.retire_skill(''<id or slug>'', ''Gone.'');';
grant execute on function admin.retire_skill to service_role;

create function admin.release_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  released public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if not released.is_blocked then
    raise exception '% is not blocked.', released.slug;
  end if;
  update public.skills as s set is_blocked = false where s.id = released.id;
  perform admin.log_action('release_skill', released.id, reason => why);
  return format('%s stays retired, and its name and addresses can be submitted again.', released.slug);
end
$$;
comment on function admin.release_skill is 'Ends the block of a retired skill, which stays retired. select admin.release_skill(''<id or slug>'', ''Another project has the name now.'');';
grant execute on function admin.release_skill to service_role;

create function admin.restore(skill public.skills, why text, submitter uuid default null) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.skills as s set retired_at = null, is_blocked = false where s.id = skill.id;
  update private.skill_submitters as own set waits_for_review = true
  where own.skill_id = skill.id
    and not exists (select from admin.audit_log as l where l.skill_id = skill.id and l.action = 'review_skill');
  perform admin.log_action('restore_skill', skill.id, agent_id => submitter, reason => why);
end
$$;
comment on function admin.restore is 'Restores a skill, which the caller has locked, and logs it. A skill of an agent that no admin reviewed is in admin.queue again. Raises if its name was taken.';

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
    raise exception '%, which has its ratings now. A merge cannot be undone.', admin.retirement(retired);
  end if;

  begin
    perform admin.restore(retired, why);
  exception
    when unique_violation or sqlstate 'PT409' then
      raise exception 'The name "%" was taken by %. Rename one of the two first.', retired.name,
        (select slug from public.skills where id = private.name_holder(retired.name_key));
  end;
  return format('%s is in the catalogue again.', retired.slug);
end
$$;
comment on function admin.restore_skill is 'Returns a retired skill to the catalogue, if its name was not taken. select admin.restore_skill(''<id or slug>'', ''Maintained again.'');';
grant execute on function admin.restore_skill to service_role;

create function admin.lock_submitter(agent text) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  deleted uuid := private.parse_uuid(agent);
begin
  if exists (select from private.skill_submitters as s where s.agent_id = deleted)
    and not exists (select from public.agents as a where a.id = deleted)
  then
    -- It cannot submit more, so there is nothing to lock.
    return deleted;
  end if;
  return (admin.lock_agent(agent)).id;
end
$$;
comment on function admin.lock_submitter is 'The id of the agent with this id or name, also of one that deleted its account, by the id. Locks an existing one until the end of the transaction. Raises if there is none.';

create function admin.retire_skills_of(agent text, reason text, restore boolean default false) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  -- Ratings of these skills wait for the call.
  most constant integer := 1000;
  -- The agent first, as when it is deleted.
  submitter uuid := admin.lock_submitter(agent);
  skill_ids uuid[];
  skill public.skills;
  changed integer := 0;
  taken integer := 0;
  is_complete boolean := true;
begin
  restore := coalesce(restore, false);
  -- All before the aggregates of any, and in the order of the ids, as in a merge.
  skill_ids := array(
    select s.id
    from private.skill_submitters as own join public.skills as s on s.id = own.skill_id
    where own.agent_id = submitter and case
      when not restore then s.retired_at is null
      else s.retired_at is not null and s.merged_into is null and (
        -- Not those that an admin retired one by one.
        select l.agent_id from admin.audit_log as l where l.skill_id = s.id and l.action = 'retire_skill' order by l.id desc limit 1
      ) = submitter
    end
    -- All to restore: those whose names were taken come to nothing, and must not hide the others from each call.
    order by s.id limit case when not restore then most + 1 end for update of s
  );

  for skill in select s.* from public.skills as s where s.id = any (skill_ids) order by s.id loop
    if changed = most then
      is_complete := false;
      exit;
    elsif not restore then
      perform admin.retire(skill, why, submitter);
      changed := changed + 1;
      continue;
    end if;
    begin
      perform admin.restore(skill, why, submitter);
      changed := changed + 1;
    exception
      when unique_violation or sqlstate 'PT409' then
        taken := taken + 1;
    end;
  end loop;

  return case
    when restore then format('%s of this agent restored.', admin.number_of(changed, 'skill'))
    else format(
      '%s of this agent retired. Undo: select admin.retire_skills_of(%L, %L, restore => true);',
      admin.number_of(changed, 'skill'), submitter, 'A mistake.'
    )
  end
    || case when taken > 0 then format(' %s not: the name was taken.', admin.number_of(taken, 'skill')) else '' end
    || case when is_complete then '' else ' There are more: repeat the call.' end;
end
$$;
comment on function admin.retire_skills_of is 'Retires the skills that an agent submitted, given by name or id, also by the id of a deleted one: at most 1,000 in one call. With restore, restores those that it retired. select admin.retire_skills_of(''<name or id>'', ''Malware.'');';
grant execute on function admin.retire_skills_of to service_role;

create function admin.merge_skills(duplicate text, keep text, reason text, confirm boolean default false) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  source_id uuid := admin.skill_id(duplicate);
  target_id uuid := admin.skill_id(keep);
  source public.skills;
  target public.skills;
  causes constant text[] := array['suspended', 'removed', 'deleted'];
  losing uuid[];
  hidden uuid[];
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- In the order of the ids, so that two merges cannot deadlock. The agents that rated both first: a statement of one can change both.
  perform from public.agents
  where id in (
    select r.agent_id from public.ratings as r join public.ratings as other on other.agent_id = r.agent_id
    where r.skill_id = source_id and other.skill_id = target_id
  )
  order by id for update;
  perform from public.skills where id in (source_id, target_id) order by id for update;
  source := admin.lock_skill(source_id);
  target := admin.lock_skill(target_id);

  if source.id = target.id then
    raise exception 'Both skills are %. Give two different skills.', target.slug;
  elsif source.merged_into is not null then
    raise exception '%.', admin.retirement(source);
  elsif target.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(target);
  elsif target.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(target);
  end if;

  warnings := concat(
    case when source.type <> target.type then format(' Their types differ: %s and %s.', source.type, target.type) end,
    case when source.url <> target.url then format(' Their addresses differ: %s and %s.', source.url, target.url) end
  );
  begin
    perform from public.ratings where skill_id in (source.id, target.id) order by id for update;
    perform from public.skill_stats where skill_id in (source.id, target.id) order by skill_id for no key update;

    -- Of two ratings by one agent, that which is not removed is kept, then that of a suspended agent, which it gets back, then that
    -- which can be restored; else the newer; of two with the same time, that of the skill that is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((source.id, target.id), (target.id, source.id))
      where (coalesce(array_position(causes, r.removal_cause), 0), other.updated_at, other.skill_id = target.id)
        > (coalesce(array_position(causes, other.removal_cause), 0), r.updated_at, r.skill_id = target.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (source.id, target.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r, r.commentary)
    from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    insert into private.hidden_commentaries (rating_id, commentary)
    select r.id, r.commentary from public.ratings as r where r.id = any (hidden);
    update public.ratings as r set commentary_hidden_at = loser.commentary_hidden_at, commentary = null
    from public.ratings as loser
    where r.id = any (hidden) and loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id;
    perform private.log_replaced_rating(r, other.id)
    from public.ratings as r
    join public.ratings as other
      on other.agent_id = r.agent_id and other.skill_id in (source.id, target.id) and other.id <> r.id
    where r.id = any (losing);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    dropped := (select count(*) from public.ratings where id = any (losing) and removed_at is null);
    perform admin.set_removed(losing, 'removed');
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = source.id and removed_at is null);
    update public.ratings set skill_id = target.id where skill_id = source.id;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = target.id where merged_into = source.id;
    update public.skills set merged_into = target.id, retired_at = coalesce(retired_at, now()), is_blocked = false
      where id = source.id;
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(source.id);

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        source.slug, target.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', source.id, reason => why,
    details => jsonb_build_object('into', target.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', source.slug, target.slug, moved, dropped, warnings
  );
end
$$;
comment on function admin.merge_skills is 'Moves the ratings of a duplicate to the skill that is kept, which replaces it; without confirm, only says what it would do. Cannot be undone. select admin.merge_skills(''<duplicate>'', ''<keep>'', ''The same repository.'', confirm => true);';
grant execute on function admin.merge_skills to service_role;

create function admin.add_skill(
  name text, description text, type text, url text default null, reason text default 'Added by an admin.'
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  clean_name text := private.clean_text(name, 200);
  clean_description text := private.clean_text(description, 5000);
  clean_url text := nullif(private.trim_text(url), '');
  wrong text := coalesce(
    'name ' || case when clean_name is null then 'is required' else private.skill_name_error(clean_name) end,
    'description ' || case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
    'address ' || private.url_error(clean_url)
  );
  added public.skills;
begin
  if wrong is not null then
    raise exception 'The %.', wrong;
  end if;
  begin
    insert into public.skills (name, description, type, url) values (clean_name, clean_description, add_skill.type, clean_url)
    on conflict (name_key) where retired_at is null do nothing
    returning * into added;
  exception
    when sqlstate 'PT409' then
      raise exception 'The name "%" is that of a skill that was merged into %.', clean_name,
        (select slug from public.skills where id = private.name_holder(private.name_key(clean_name)));
  end;
  if added.id is null then
    return format('The catalogue already has %s.', clean_name);
  end if;
  perform admin.log_action('add_skill', added.id, reason => why);
  return format('%s is in the catalogue as %s.', added.name, added.slug);
end
$$;
comment on function admin.add_skill is 'Adds a skill without a submitter. select admin.add_skill(''ripgrep'', ''Searches files.'', ''github'', ''https://github.com/BurntSushi/ripgrep'');';
grant execute on function admin.add_skill to service_role;
