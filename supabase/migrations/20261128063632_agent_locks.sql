set local lock_timeout = '2s';

SET local check_function_bodies = off;

-- Ratings before aggregates, and these before identifiers: the order in which a rating locks them.
-- pgls-ignore lint/safety/banDropTrigger: It is created again below.
DROP TRIGGER "before_2_accept_rating" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: Its work is done by keep_hidden_ratings.
DROP TRIGGER "before_2_keep_hidden_rating" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: Its work is done by delete_ratings.
DROP TRIGGER "reset_stats" ON "public"."ratings";

-- pgls-ignore lint/safety/banDropTrigger: It is created again below.
DROP TRIGGER "update_identifier_scores" ON "public"."skill_stats";

DROP INDEX "public"."ratings_deleted";

DROP VIEW "admin"."duplicate_skills";

DROP VIEW "private"."export_entries";

DROP FUNCTION "private"."delete_me"(boolean);

DROP FUNCTION "private"."keep_hidden_rating"();

DROP FUNCTION "private"."lock_own_rating"(uuid);

DROP FUNCTION "private"."reset_stats"();

DROP FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid);

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "established_ratings" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION admin.merge_skills (
  duplicate text,
  keep      text,
  reason    text,
  confirm   boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  source_id uuid := admin.skill_id(duplicate);
  target_id uuid := admin.skill_id(keep);
  source public.skills;
  target public.skills;
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

    -- Of two ratings by one agent, that which is not removed is kept, else the newer; of two with the same time, that of the skill that
    -- is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((source.id, target.id), (target.id, source.id))
      where (r.removed_at is null, r.updated_at, r.skill_id = target.id)
        < (other.removed_at is null, other.updated_at, other.skill_id = target.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (source.id, target.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings set commentary_hidden_at = now() where id = any (hidden) and skill_id = target.id;
    perform private.log_replaced_rating(r, other.id)
    from public.ratings as r
    join public.ratings as other
      on other.agent_id = r.agent_id and other.skill_id in (source.id, target.id) and other.id <> r.id
    where r.id = any (losing);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    dropped := admin.set_removed(losing, 'removed');
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = source.id and removed_at is null);
    -- Each row once: a second update would check, and lock, its agent.
    update public.ratings set skill_id = target.id, commentary_hidden_at = now() where skill_id = source.id and id = any (hidden);
    update public.ratings set skill_id = target.id where skill_id = source.id;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = target.id where merged_into = source.id;
    update public.skills set merged_into = target.id, retired_at = coalesce(retired_at, now()) where id = source.id;
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
$function$;

CREATE OR REPLACE FUNCTION private.accept_rating()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  standing private.standing;
  retired timestamptz;
  earlier public.ratings;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks.
  perform from public.agents where id = new.agent_id for key share;
  -- Each change of standing by an admin locks the agent, too.
  select * into standing from private.standing as t where t.agent_id = new.agent_id;
  if standing.suspended_at is not null then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  new.established := standing.established_at is not null;

  -- Waits for an admin who retires or merges the skill.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- A removed rating gives way to a new one, and hands on that its commentary is hidden.
  select * into earlier from public.ratings as r
  where (r.skill_id, r.agent_id) = (new.skill_id, new.agent_id) and r.removed_at is not null
  for update;
  if not found then
    return new;
  end if;
  perform private.log_replaced_rating(earlier, new.id);
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.count_changed_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
  raters uuid[];
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    raters := array(
      select agent_id from (select distinct agent_id from new_rows) as r where private.needs_establishing(agent_id)
    );
    if raters <> '{}' then
      perform private.establish_raters(
        raters, array(select id from new_rows), array(select skill_id from unnest(added || removed))
      );
    end if;
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
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_me()
  RETURNS bigint
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- Other agents that rate the same skills wait for a call.
  most constant integer := 1000;
  most_skills constant integer := 200;
  agent uuid;
  submitted uuid[];
  rated uuid[];
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);
  perform private.lock_hidden(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks. Between them the flags of
  -- the ratings: to delete a row of agents deletes its flags, and then waits for aggregates.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and r.removal_cause is distinct from 'deleted' order by r.updated_at, r.id limit most
  );
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform from private.flags as f where f.rating_id = any (rated) order by f.rating_id, f.agent_id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates.
  delete from private.flags as f
  where f.agent_id = agent and f.subject_id in (
    select own.subject_id from private.flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (select count(*) from public.ratings as r where r.agent_id = agent and r.removal_cause is distinct from 'deleted')
    + (select count(*) from private.flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and what is kept of hidden ratings: as long as the agent can rate, these stay hidden.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$function$;

CREATE OR REPLACE FUNCTION private.delete_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.ratings;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.establish_raters (
  agents     uuid[],
  rating_ids uuid[],
  skills     uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  candidates uuid[];
  established_agents uuid[];
  marked uuid[];
begin
  -- Of two statements of an agent, the second waits here, and sees the ratings of the first. Both have locked the agent before their
  -- ratings, less strongly.
  candidates := array(select a.id from public.agents as a where a.id = any (agents) order by a.id for no key update);
  insert into private.standing as t (agent_id, established_at)
  select c.id, now() from unnest(candidates) as c (id)
  where (
    select count(*) from (select from public.ratings as r where r.agent_id = c.id and r.removed_at is null limit 3) as rated
  ) = 3
  on conflict (agent_id) do update set established_at = excluded.established_at
  where t.established_at is null and t.withdrawn_at is null;
  established_agents := array(
    select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null
  );

  -- The new ratings and the newest of the others. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r
    where r.agent_id = any (established_agents) and not r.established and (
      r.id = any (rating_ids)
      or r.id in (
        select newest.id from public.ratings as newest
        where newest.agent_id = any (established_agents) and not newest.established
        order by newest.updated_at desc, newest.id desc
        limit maximum
      )
    )
    order by r.id
    for no key update skip locked
  );
  -- With the skills whose ratings the caller counts next, so that all are locked in order.
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_hidden_ratings()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.ratings (id, skill_id, agent_id, claws, established, removed_at, removal_cause, commentary_hidden_at)
  select o.id, o.skill_id, o.agent_id, o.claws, o.established, now(), 'deleted', o.commentary_hidden_at
  from old_rows as o
  where o.removed_at is null and o.commentary_hidden_at is not null
    -- Unless the skill or the agent is deleted, which deletes the rating as well.
    and exists (select from public.skills as s where s.id = o.skill_id)
    and exists (select from public.agents as a where a.id = o.agent_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_caller()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.current_agent_id();
begin
  perform from public.agents where id = agent for key share;
  if tg_op = 'DELETE' then
    perform private.lock_hidden(agent);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_hidden (
  agent uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform from public.skills as s
  where s.id in (select r.skill_id from public.ratings as r where r.agent_id = agent and r.commentary_hidden_at is not null)
  order by s.id for key share;
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1,
  mark     tsquery               DEFAULT NULL::tsquery
)
  RETURNS private.search_position[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, for a well rated skill whose name has only words of the search, such as a product that it names, and
  -- for a name that has the words of the search and no others.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  whole_name_boost constant float8 := 0.15;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  max_ranked constant integer := 1000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality of one claw, and that without ratings.
  claw constant float8 := 1e12;
  neutral constant bigint := private.quality(0, 0);
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(jsonb_typeof(after -> 1) = 'object', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  -- No score is lower or higher. A cursor is not signed: beyond them, the subtraction below would overflow.
  cursor_cap constant bigint := case
    when not is_old and (after #>> '{0,2}')::bigint between -exact_score and exact_score then after #>> '{0,2}'
  end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  -- Names that begin with the search are below this. starts_with() takes longer.
  end_of_key constant text := key || chr(1114111);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  terms constant private.search_term[] := private.search_terms(words, searches);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  candidates constant tid[] := private.find_matches(
    terms, types, searches, private.all_of(array[mark, private.type_marks(types)])
  ) || array(
    -- Names that begin with the search. Of each type, so that names of other types are not read, however many there are.
    select d.ctid
    from (
      select n.id
      from unnest(types) as t (type) cross join lateral (
        select s.id, s.name_key from public.skills as s
        where s.type = t.type and s.retired_at is null and s.name_key >= key and s.name_key < end_of_key
        order by s.name_key limit max_names
      ) as n
      order by n.name_key
      limit max_names
    ) as n
    join private.skill_documents as d on d.skill_id = n.id
    where mark is null or d.words @@ mark
  );
begin
  return array(
    with matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when d.name_key >= key and d.name_key < end_of_key
                then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
              else 0
            end
            -- Only for what established agents recommend: anyone can submit names with the words of a search.
            + case
              when d.is_proven and d.quality > neutral and f.name_terms >= greatest(d.name_words, 1) then whole_name_boost
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        coalesce((unit * f.expanded)::bigint, 0) as expanded
      from (
        select
          skill_id, name_key, name_words, quality, is_proven, text_score,
          -- Detoasts a long document once.
          case
            when pg_column_size(doc.words) > 2000 or pg_column_compression(doc.words) is not null then doc.words || ''
            else doc.words
          end as words
        from private.skill_documents as doc where doc.ctid = any (candidates)
        offset 0
      ) as d
      cross join lateral (
        select
          sum(gain) as found,
          sum(case when gain is null and d.words @@ synonyms then synonym_boost * g.weight end) as expanded,
          bool_and(gain is not null) filter (where is_known) as is_complete,
          -- Only a known word in the name gains more than its weight.
          sum((is_known and gain > g.weight)::integer) as name_terms
        from (
          select
            t.weight, t.is_known, t.synonyms,
            -- Null without the word.
            case
              when d.words @@ form then t.weight * case
                when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost
              end
              when d.words @@ prefix then prefix_weight
            end as gain
          from unnest(terms) as t
          -- So that it is computed once.
          offset 0
        ) as g
      ) as f
    ),
    ranked as (
      select skill_id, cap, case
        when is_exact then exact_score
        when expanded = 0 then score
        -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
        -- has at least the score that it has without synonyms.
        else greatest(
          case when is_partial then score end,
          least(score + expanded, cap - 1 - (max_expanded_score - score - expanded) / 1000)
        )
      end as score
      from matched
      cross join (
        select coalesce(cursor_cap, min(score) filter (where is_complete and not is_exact)) as cap from matched
      ) as c
      order by score desc, skill_id desc
      limit case when after_id is null then least(max_rows, max_ranked) else max_ranked end
    )
    select row(score, skill_id, cap)::private.search_position
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.replace_identifiers (
  skill       uuid,
  identifiers text[],
  origin      text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  -- Waits for a rating that is being counted, which does not see the identifiers that are added here.
  perform private.lock_stats(array[skill]);
  loop
    delete from private.skill_identifiers as i
    where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
    update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
    where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

    insert into private.skill_identifiers as i (skill_id, identifier, origins, state, score, established_ratings)
    select
      s.id, entry.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into), st.score, st.established_ratings
    from public.skills as s
    join public.skill_stats as st on st.skill_id = s.id
    cross join (select distinct unnest(identifiers) as identifier) as entry
    where s.id = skill
    on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
      where not i.origins @> excluded.origins;

    -- No repository has the origin import. After the others, the repositories of all.
    exit when origin in ('import', 'path');
    origin := 'path';
    identifiers := array(
      select private.repository_of(i.identifier) from private.skill_identifiers as i
      where i.skill_id = skill and private.repository_of(i.identifier) is not null
    );
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.same_identifier (
  skill uuid
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(json_agg(private.skill_reference(s.skill_id) order by s.rank), '[]')
    from (
      select o.skill_id, o.rank
      from (
        select
          other.skill_id,
          row_number() over (order by other.score desc, other.skill_id desc) as rank,
          row_number() over (order by other.established_ratings desc, other.score desc, other.skill_id desc) = 1 as is_most_rated
        from private.skills_with_identifiers(
          array(select private.identifier_hash(own.identifier) from unnest(private.identifiers_of(skill)) as own (identifier)),
          -- Others of the same repository are hardly the same skill.
          repository_hashes => '{}', other_than => skill
        ) as other
        where other.state = 'active' and other.is_exact
        group by other.skill_id, other.score, other.established_ratings
      ) as o
      -- As in a lookup.
      order by least(o.rank, 3), o.is_most_rated desc, o.rank
      limit 3
    ) as s
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifiers (
  hashes            bytea[],
  repository_hashes bytea[],
  other_than        uuid    DEFAULT NULL::uuid
)
  RETURNS TABLE (
    ordinal             bigint,
    skill_id            uuid,
    state               private.skill_state,
    is_exact            boolean,
    is_imported         boolean,
    score               bigint,
    established_ratings integer
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 100
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (
    -- No repository is imported.
    -- Of the repository, three more than those that have the path itself.
    values (w.hash, true, true, true, 3), (w.hash, true, true, false, 3), (w.hash, true, false, false, 3),
      (w.repository_hash, false, true, false, 6), (w.repository_hash, false, false, false, 6)
  ) as r (hash, is_whole, is_own, is_imported, most)
  cross join lateral (
    select best.skill_id, best.state, best.is_own, best.is_imported, best.score, best.established_ratings
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    limit r.most
  ) as i
  union all
  -- Again if it is one of these.
  select w.ordinal, i.skill_id, 'active', true, r.is_imported, i.score, i.established_ratings
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (values (true), (false)) as r (is_imported)
  cross join lateral (
    select rated.skill_id, rated.score, rated.established_ratings
    from private.skill_identifiers as rated
    where rated.identifier_hash = w.hash and rated.state = 'active' and rated.is_own and rated.is_imported = r.is_imported
      and rated.established_ratings > 0 and rated.skill_id is distinct from other_than
    order by rated.established_ratings desc, rated.score desc, rated.skill_id desc
    limit 1
  ) as i
  union all
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  cross join lateral (
    select former.skill_id, former.state, former.is_own, former.is_imported, former.score, former.established_ratings
    from private.skill_identifiers as former
    where former.identifier_hash = r.hash and former.state > 'active'
    order by former.state
    -- Beside those in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as i;
end
$function$;

CREATE OR REPLACE FUNCTION private.stats_differences()
  RETURNS TABLE (
    skill_id   uuid,
    stored     jsonb,
    recomputed jsonb
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select stored.skill_id, to_jsonb(stored), to_jsonb(actual)
  from (
    select
      k.id as skill_id,
      jsonb_populate_record(null::private.stats_change, to_jsonb(s)) as sums,
      s.type,
      s as stats,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select
      array(
        select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
      ) as ratings,
      array[jsonb_populate_record(null::private.counted_rating, jsonb_build_object('skill_id', stored.skill_id))] as none
  ) as r
  cross join lateral (
    select
      -- With a rating that is added and removed: a skill without ratings has a row of zeros.
      (select change from private.sum_ratings(r.ratings || r.none, r.none) as change) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      private.derived_stats(stored.stats) as stats,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, to_jsonb(stored.stats), stored.months)
    is distinct from (actual.sums, actual.type, to_jsonb(actual.stats), actual.months);
$function$;

CREATE OR REPLACE FUNCTION private.update_identifier_scores()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
begin
  update private.skill_identifiers as i set score = new.score, established_ratings = new.established_ratings
  where i.skill_id = new.skill_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_me()
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  remaining bigint;
begin
  perform private.require_agent();
  remaining := private.delete_me();
  perform private.touch_key();
  return json_build_object('remaining', remaining);
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_own_rating (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  agent uuid := private.require_agent();
  skill uuid;
begin
  loop
    skill := private.resolve_skill(p_skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked or the skill deleted in the meantime. If the skill was merged, its ratings have moved.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.lookup_skills (
  p_identifiers text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
declare
  items text[];
  is_plain boolean;
  clean_value text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null if the identifier is not a path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  -- Null if it is not a package URL with a version.
  versions text[];
  -- Pairs for private.validate.
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when (select sum(char_length(private.trim_text(s.value))) from unnest(items) as s (value)) > 20000 then 'must have at most 20000 characters together'
  end);
  for i in 1..cardinality(items) loop
    -- Printable ASCII is common, and cleaning does not change it.
    is_plain := coalesce(octet_length(items[i]) <= 2048 and items[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then items[i] else private.clean_text(items[i], 2048) end;
    -- A malformed package URL or URL is not a name.
    if private.is_address(clean_value) then
      normal := private.normalize_identifier(clean_value);
      texts[i] := null;
    else
      normal := case when private.is_server_name(clean_value) then lower(clean_value collate "C") end;
      texts[i] := clean_value;
    end if;
    -- Like printable ASCII, what has a normal form is invalid only if it contains a key.
    if normal is null and not is_plain or private.contains_api_key(clean_value) then
      problems := problems || array['identifiers.' || i - 1, private.item_error(clean_value, 1, 2048)];
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and clean_value ~* '^pkg:' then private.package_version(clean_value) end;
  end loop;
  perform private.validate(variadic problems);

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as source on source.id = m.skill_id
        join public.skills as target on target.id = source.merged_into and target.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.ordinal, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank,
        row_number() over (
          partition by c.ordinal, c.is_exact, c.is_imported order by st.established_ratings desc, st.score desc, c.skill_id desc
        ) = 1 as is_most_rated
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    placed as (
      select
        r.*,
        -- The third place goes to the skill that most established agents rated, if it would be behind the third and is like it, so that
        -- copies with a rating by a new account cannot hide it.
        row_number() over (
          partition by r.ordinal
          order by least(r.rank, 3), r.is_exact desc, r.is_imported desc, r.is_exact and r.is_most_rated desc, r.rank
        ) as place
      from ranked as r
    ),
    first_placed as materialized (
      select
        p.*, v.version,
        -- Of the version of a skill, which several identifiers can name.
        dense_rank() over (order by v.version is null, p.skill_id, v.version) as number
      from placed as p cross join lateral (select versions[p.ordinal] as version) as v
      where p.place <= 3
    ),
    -- A list by number of the version: without hash joins, a join would compare each with each.
    evidence as materialized (
      select private.evidence_for_versions(
        array_agg(d.skill_id order by d.number), array_agg(d.version order by d.number)
      ) as for_versions
      from (select distinct p.number, p.skill_id, p.version from first_placed as p where p.version is not null) as d
    ),
    shown_skills as (
      select
        p.ordinal,
        json_agg(case when p.version is null then row_to_json(shown) else row_to_json(versioned) end order by p.place) as skills
      from first_placed as p
      join public.skills as s on s.id = p.skill_id
      cross join lateral (
        select
          s.id, s.name, s.slug, s.type, s.url, p.avg_tenths / 10.0::float8 as avg_claws, p.total_ratings, p.established_ratings,
          p.established_mean, p.is_imported as imported, p.is_exact as exact
      ) as shown
      cross join lateral (
        select
          shown.*, case when p.established_ratings > 0 then private.last_rated_version(p.skill_id) end as last_rated_version,
          (select e.for_versions[p.number] from evidence as e) as for_version
      ) as versioned
      group by p.ordinal
    ),
    results as materialized (
      select
        m.ordinal,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.ordinal, m.first_state from matches as m) as m
      left join shown_skills as s on s.ordinal = m.ordinal
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.ordinal
    ))
    from unnest(items) with ordinality as u (identifier, ordinal)
    left join results as r on r.ordinal = u.ordinal
  );
end
$function$;

CREATE VIEW "admin"."duplicate_skills" WITH (security_invoker=true) AS (WITH shared AS (
         SELECT i.identifier_hash,
            (count(*))::integer AS skills,
            (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) AS is_mixed
           FROM private.skill_identifiers i
          WHERE ((i.state = 'active'::private.skill_state) AND i.is_own AND (NOT private.is_repository(i.identifier)))
          GROUP BY i.identifier_hash
         HAVING ((count(*) > 1) AND (bool_or(i.is_imported) OR (max(i.identifier) ~~ 'pkg:%'::text)))
          ORDER BY LEAST(count(*) FILTER (WHERE (i.is_imported OR (i.established_ratings > 0))), (2)::bigint) DESC, (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) DESC, ((count(*))::integer), i.identifier_hash
         LIMIT 200
        ), members AS (
         SELECT g.identifier_hash,
            g.skills,
            g.is_mixed,
            i.identifier,
            i.skill_id,
            i.is_imported,
            row_number() OVER (PARTITION BY g.identifier_hash ORDER BY st.established_ratings DESC, ((m.skill_id IS NOT NULL) AND (m.status IS DISTINCT FROM 'deleted'::text)) DESC, s.created_at, s.id) AS rank
           FROM ((((shared g
             CROSS JOIN LATERAL ( SELECT i_1.skill_id,
                    i_1.identifier,
                    i_1.is_imported
                   FROM private.skill_identifiers i_1
                  WHERE ((i_1.identifier_hash = g.identifier_hash) AND (i_1.state = 'active'::private.skill_state) AND i_1.is_own)
                  ORDER BY i_1.established_ratings DESC, i_1.is_imported DESC, i_1.score DESC, i_1.skill_id DESC
                 LIMIT 20) i)
             JOIN public.skills s ON ((s.id = i.skill_id)))
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
             LEFT JOIN private.imported_skills m ON ((m.skill_id = s.id)))
        ), same_names AS (
         SELECT
                CASE
                    WHEN (b.established_ratings > a.established_ratings) THEN own.id
                    ELSE other.id
                END AS duplicate,
                CASE
                    WHEN (b.established_ratings > a.established_ratings) THEN other.id
                    ELSE own.id
                END AS keep,
            other.name_key AS identifier,
            (b.established_ratings > a.established_ratings) AS loses_import
           FROM ((((private.imported_skills i
             JOIN public.skills own ON (((own.id = i.skill_id) AND (own.retired_at IS NULL))))
             JOIN public.skill_stats a ON ((a.skill_id = own.id)))
             JOIN public.skills other ON (((other.name_key = private.name_key(i.external_name)) AND (other.retired_at IS NULL))))
             JOIN public.skill_stats b ON ((b.skill_id = other.id)))
          WHERE ((other.id <> own.id) AND (i.status IS DISTINCT FROM 'deleted'::text) AND (NOT (EXISTS ( SELECT
                   FROM private.imported_skills m
                  WHERE (m.skill_id = other.id)))))
          ORDER BY b.established_ratings DESC, other.created_at
         LIMIT 200
        ), pairs AS (
         SELECT d_1.skill_id AS duplicate,
            k_1.skill_id AS keep,
            d_1.identifier,
            d_1.skills,
            d_1.is_mixed,
            d_1.rank,
            (d_1.is_imported AND (NOT k_1.is_imported)) AS loses_import
           FROM (members d_1
             JOIN members k_1 ON (((k_1.identifier_hash = d_1.identifier_hash) AND (k_1.rank = 1))))
          WHERE (d_1.rank > 1)
        UNION ALL
         SELECT n.duplicate,
            n.keep,
            n.identifier,
            2,
            true,
            2,
            n.loses_import
           FROM same_names n
        ), described AS (
         SELECT s.id,
            s.slug,
            st.total_ratings,
            st.established_ratings,
            (EXISTS ( SELECT
                   FROM private.imported_skills m
                  WHERE (m.skill_id = s.id))) AS is_imported
           FROM (public.skills s
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
          WHERE (s.id IN ( SELECT p_1.duplicate
                   FROM pairs p_1
                UNION
                 SELECT p_1.keep
                   FROM pairs p_1))
        )
 SELECT d.slug AS duplicate,
    d.is_imported AS duplicate_imported,
    d.total_ratings AS duplicate_ratings,
    d.established_ratings AS duplicate_established_ratings,
    k.slug AS keep,
    k.is_imported AS keep_imported,
    k.total_ratings AS keep_ratings,
    k.established_ratings AS keep_established_ratings,
    p.skills,
    p.identifiers,
        CASE
            WHEN (r.reason IS NULL) THEN format('select admin.merge_skills(%L, %L, %L);'::text, d.slug, k.slug, 'They have the same package, endpoint or name.')
            ELSE NULL::text
        END AS merge_call,
    r.reason AS no_call_reason
   FROM (((( SELECT p_1.duplicate,
            p_1.keep,
            max(p_1.skills) AS skills,
            array_agg(p_1.identifier ORDER BY p_1.identifier) AS identifiers,
            bool_or(p_1.is_mixed) AS is_mixed,
            max(p_1.rank) AS rank,
            bool_or(p_1.loses_import) AS loses_import
           FROM pairs p_1
          GROUP BY p_1.duplicate, p_1.keep) p
     JOIN described d ON ((d.id = p.duplicate)))
     JOIN described k ON ((k.id = p.keep)))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (d.established_ratings > 0) THEN 'Established agents rated both: they may be different skills.'::text
                    WHEN p.loses_import THEN 'A registry checked the identifier of the duplicate, but not of the one to keep.'::text
                    WHEN (k.established_ratings < 3) THEN 'Fewer than 3 ratings by established agents say which one to keep.'::text
                    ELSE NULL::text
                END AS reason) r)
  ORDER BY (d.is_imported OR (d.established_ratings > 0)) DESC, p.is_mixed DESC, p.skills, p.rank, d.slug
 LIMIT 500);

CREATE VIEW "private"."export_entries" WITH (security_invoker=true) AS ( SELECT 1 AS part,
    agent_keys.agent_id,
    agent_keys.created_at AS at,
    agent_keys.id,
    0 AS text_bytes
   FROM private.agent_keys
  ORDER BY agent_keys.created_at, agent_keys.id)
UNION ALL
( SELECT 2 AS part,
    skills.submitted_by AS agent_id,
    skills.created_at AS at,
    skills.id,
    octet_length(skills.json_start) AS text_bytes
   FROM public.skills
  ORDER BY skills.created_at, skills.id)
UNION ALL
( SELECT 3 AS part,
    r.agent_id,
    r.updated_at AS at,
    r.id,
    COALESCE(octet_length((r.commentary)::text), ( SELECT octet_length(h.commentary) AS octet_length
           FROM private.hidden_commentaries h
          WHERE (h.rating_id = r.id)), 0) AS text_bytes
   FROM public.ratings r
  WHERE (r.removed_at IS NULL)
  ORDER BY r.updated_at, r.id)
UNION ALL
( SELECT 4 AS part,
    r.agent_id,
    r.commentary_hidden_at AS at,
    r.id,
    0 AS text_bytes
   FROM public.ratings r
  WHERE ((r.removal_cause = 'deleted'::text) AND (r.commentary_hidden_at IS NOT NULL))
  ORDER BY r.commentary_hidden_at, r.id)
UNION ALL
( SELECT 5 AS part,
    flags.agent_id,
    flags.created_at AS at,
    flags.subject_id AS id,
    octet_length((flags.reason)::text) AS text_bytes
   FROM private.flags
  ORDER BY flags.created_at, flags.subject_id);

CREATE INDEX ratings_hidden_of_agent ON public.ratings USING btree (agent_id, commentary_hidden_at, id)
  WHERE (commentary_hidden_at IS NOT NULL);

CREATE TRIGGER before_2_accept_rating
  BEFORE INSERT ON public.ratings
  FOR EACH ROW
  WHEN ((new.removed_at IS NULL))
  EXECUTE FUNCTION private.accept_rating();

CREATE TRIGGER delete_ratings
  BEFORE TRUNCATE ON public.ratings
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.delete_ratings();

CREATE TRIGGER keep_hidden_ratings
  AFTER DELETE ON public.ratings REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.keep_hidden_ratings();

CREATE TRIGGER lock_caller
  BEFORE DELETE OR UPDATE ON public.ratings
  FOR EACH STATEMENT
  WHEN ((CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))
  EXECUTE FUNCTION private.lock_caller();

CREATE TRIGGER update_identifier_scores
  AFTER UPDATE ON public.skill_stats
  FOR EACH ROW
  WHEN (((new.score IS DISTINCT FROM old.score) OR (new.established_ratings IS DISTINCT FROM old.established_ratings)))
  EXECUTE FUNCTION private.update_identifier_scores();

COMMENT ON COLUMN "private"."skill_identifiers"."established_ratings" IS 'Those of the skill in skill_stats, for the index.';

COMMENT ON FUNCTION "private"."delete_me"() IS 'Deletes a part of what belongs to the calling agent, and with the last part the agent. Returns how many ratings, flags and submitted skills remain. Raises PT401, also if a newer key is in use.';

COMMENT ON FUNCTION "private"."delete_ratings"() IS 'Deletes the ratings before they are truncated, which counts them.';

COMMENT ON FUNCTION "private"."keep_hidden_ratings"() IS 'Leaves a removed row without text and scores of each deleted rating whose commentary is hidden, so that the next rating of the skill by this agent is hidden, too: see private.accept_rating.';

COMMENT ON FUNCTION "private"."lock_caller"() IS 'Locks the calling agent before any of its ratings: the order in which the functions of admins take these locks.';

COMMENT ON FUNCTION "private"."lock_hidden"(uuid) IS 'Locks the skills of which an agent has ratings with a hidden commentary: see private.keep_hidden_ratings.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, those that most established agents rated, and ten merged or retired ones. Reads no more, however many share it.';

COMMENT ON FUNCTION "private"."update_identifier_scores"() IS 'Updates what the identifiers of a skill keep of its ratings.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server. Those that an established agent rated, or that were imported, come first.';

COMMENT ON VIEW "private"."export_entries" IS 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 what is kept of deleted ratings whose commentary was hidden, 5 flags.';

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_me"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."delete_me"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_me"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_ratings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_hidden_ratings"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_hidden_ratings"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_hidden_ratings"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_caller"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_caller"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_hidden"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_hidden"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_hidden"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) TO "postgres";

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

CREATE INDEX skill_identifiers_most_rated ON private.skill_identifiers USING btree (identifier_hash, is_imported, established_ratings DESC, score DESC, skill_id DESC)
  WHERE ((state = 'active'::private.skill_state) AND is_own AND (established_ratings > 0));

comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';

comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, a registry checked the identifier of the duplicate only, or the one to keep has fewer than 3.';

-- By hand, after the lock for the trigger above.
update private.skill_identifiers as i set established_ratings = s.established_ratings
from public.skill_stats as s
where s.skill_id = i.skill_id and s.established_ratings > 0;
