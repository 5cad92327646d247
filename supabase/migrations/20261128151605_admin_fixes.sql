set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "admin"."movers";

DROP VIEW "admin"."queue";

CREATE OR REPLACE FUNCTION admin.add_synonyms (
  term     text,
  synonyms text,
  reason   text DEFAULT 'Added by an admin.'::text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  max_added constant integer := 40;
  why text := admin.check_reason(reason);
  key text := admin.term_key(term);
  keys text[] := admin.check_synonyms(synonyms);
  entry private.synonyms;
  new_keys text[];
begin
  if key = any (keys) then
    raise exception '"%" is among its own synonyms.', term;
  end if;
  insert into private.synonyms (term) values (key) on conflict do nothing;
  select s.* into entry from private.synonyms as s where s.term = key for update;
  new_keys := admin.without(keys, admin.without(entry.synonyms, entry.removed) || entry.added);
  if new_keys = '{}' then
    return format('Searches for "%s" already find skills with these synonyms.', term);
  end if;
  -- The newest first: private.search_terms finds skills by the first few. Those of the maintained list only return to it.
  entry.added := admin.without(new_keys, entry.synonyms) || entry.added;
  if cardinality(entry.added) > max_added then
    raise exception '"%" would have % added synonyms: at most %.', term, cardinality(entry.added), max_added;
  end if;
  update private.synonyms as s set added = entry.added, removed = admin.without(entry.removed, new_keys) where s.term = key;
  perform admin.log_action('add_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', new_keys));
  return format('Searches for "%s" now also find skills with %s. Undo: admin.remove_synonyms.', term, admin.number_of(cardinality(new_keys), 'new synonym'));
end
$function$;

CREATE OR REPLACE FUNCTION admin.reinstate_agent (
  agent  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  perform private.lock_ratings(author.id);
  returned := admin.set_removed(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'suspended'), null
  );
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format(
    '%s is reinstated: %s, and its %s count.',
    author.agent_name,
    case
      when exists (
        select from private.agent_keys as k
        where k.agent_id = author.id and (k.revoked_at is null or k.revoked_at > clock_timestamp())
      ) then 'its keys work again'
      else 'it has no valid key'
    end,
    admin.number_of(returned, 'rating')
  );
end
$function$;

CREATE OR REPLACE FUNCTION admin.retire_skills_of (
  agent   text,
  reason  text,
  restore boolean DEFAULT false
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.keep_commentary_hidden()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    -- An admin who corrects the time does not write a text.
    if new.commentary_hidden_at = old.commentary_hidden_at and new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$function$;

CREATE VIEW "admin"."movers" WITH (security_invoker=true) AS  SELECT s.slug AS skill,
    ranked.rank_before,
    ranked.rank_now,
    (ranked.rank_before - ranked.rank_now) AS change,
    ranked.new_ratings,
    ranked.new_established_ratings
   FROM (( SELECT st.skill_id,
            rank() OVER (ORDER BY st.score DESC) AS rank_now,
            rank() OVER (ORDER BY (private.bayesian_average((st.established_ratings - COALESCE(recent.established_ratings, 0)), ((st.established_claws - COALESCE(recent.established_claws, (0)::bigint)))::numeric, (st.total_ratings - COALESCE(recent.ratings, 0)), ((st.total_claws - COALESCE(recent.claws, (0)::bigint)))::numeric, 3)) DESC) AS rank_before,
            COALESCE(recent.ratings, 0) AS new_ratings,
            COALESCE(recent.established_ratings, 0) AS new_established_ratings
           FROM (public.skill_stats st
             LEFT JOIN ( SELECT r.skill_id,
                    (count(*))::integer AS ratings,
                    sum(r.claws) AS claws,
                    (count(*) FILTER (WHERE r.established))::integer AS established_ratings,
                    COALESCE(sum(r.claws) FILTER (WHERE r.established), (0)::bigint) AS established_claws
                   FROM public.ratings r
                  WHERE ((r.created_at > (now() - '7 days'::interval)) AND (r.removed_at IS NULL))
                  GROUP BY r.skill_id) recent ON ((recent.skill_id = st.skill_id)))
          WHERE (st.type IS NOT NULL)) ranked
     JOIN public.skills s ON ((s.id = ranked.skill_id)))
  WHERE ((ranked.new_ratings > 0) AND (ranked.rank_before <> ranked.rank_now))
  ORDER BY (ranked.new_established_ratings > 0) DESC, (abs((ranked.rank_before - ranked.rank_now))) DESC, s.slug
 LIMIT 50;

CREATE VIEW "admin"."queue" WITH (security_invoker=true) AS  SELECT
        CASE
            WHEN (e.submitted_at IS NOT NULL) THEN 'new skill'::text
            WHEN (r.id IS NULL) THEN 'reported skill'::text
            ELSE 'reported rating'::text
        END AS kind,
    s.slug AS skill,
    s.name,
    a.agent_name AS agent,
    r.claws,
    "left"(
        CASE
            WHEN (r.id IS NULL) THEN (s.description)::text
            ELSE COALESCE((r.commentary)::text, h.commentary)
        END, 500) AS content,
        CASE
            WHEN (r.id IS NULL) THEN (s.url)::text
            ELSE NULL::text
        END AS url,
    e.established_flags,
    e.flags,
    first_flags.reasons,
    first_flags.reported_by,
    e.since,
        CASE
            WHEN (r.id IS NULL) THEN s.updated_at
            ELSE r.commentary_at
        END AS written_at,
    r.id AS rating_id,
        CASE
            WHEN (r.id IS NOT NULL) THEN format('select admin.dismiss_flags(%L, %L);'::text, r.id, 'Fine.')
            ELSE format('select admin.review_skill(%L, %L);'::text, s.slug, 'Fine.')
        END AS keep,
        CASE
            WHEN (r.commentary IS NOT NULL) THEN format('select admin.hide_commentary(%L, %L);'::text, r.id, 'Against the rules.')
            ELSE NULL::text
        END AS hide,
        CASE
            WHEN (r.id IS NOT NULL) THEN format('select admin.remove_ratings(%L::uuid[], %L);'::text, ARRAY[r.id], 'Against the rules.')
            WHEN (s.retired_at IS NULL) THEN format('select admin.retire_skill(%L, %L);'::text, s.slug, 'Against the rules.')
            ELSE NULL::text
        END AS remove,
        CASE
            WHEN ((a.id IS NOT NULL) AND (t.suspended_at IS NULL)) THEN format('select admin.suspend_agent(%L, %L);'::text, a.id, 'Against the rules.')
            ELSE NULL::text
        END AS suspend,
        CASE
            WHEN (submitter.agent_id IS NOT NULL) THEN format('select admin.retire_skills_of(%L, %L);'::text, submitter.agent_id, 'Against the rules.')
            ELSE NULL::text
        END AS retire_all,
    r.version
   FROM (((((((( SELECT entries.subject_id,
            entries.established_flags,
            entries.flags,
            entries.since,
            entries.submitted_at
           FROM ( SELECT f.subject_id,
                    (count(st.established_at))::integer AS established_flags,
                    (count(*))::integer AS flags,
                    min(f.created_at) AS since,
                    NULL::timestamp with time zone AS submitted_at
                   FROM (private.flags f
                     LEFT JOIN private.standing st ON ((st.agent_id = f.agent_id)))
                  WHERE (st.suspended_at IS NULL)
                  GROUP BY f.subject_id
                UNION ALL
                 SELECT own.skill_id,
                    0,
                    0,
                    own.submitted_at,
                    own.submitted_at
                   FROM private.skill_submitters own
                  WHERE own.waits_for_review) entries
          ORDER BY entries.established_flags DESC, entries.flags DESC, entries.submitted_at DESC, entries.since, entries.subject_id) e
     LEFT JOIN public.ratings r ON ((r.id = e.subject_id)))
     JOIN public.skills s ON ((s.id = COALESCE(r.skill_id, e.subject_id))))
     LEFT JOIN private.hidden_commentaries h ON ((h.rating_id = r.id)))
     LEFT JOIN private.skill_submitters submitter ON ((submitter.skill_id = e.subject_id)))
     LEFT JOIN public.agents a ON ((a.id =
        CASE
            WHEN (r.id IS NULL) THEN s.submitted_by
            ELSE r.agent_id
        END)))
     LEFT JOIN private.standing t ON ((t.agent_id = a.id)))
     LEFT JOIN LATERAL ( SELECT array_agg((f.reason)::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reasons,
            array_agg((reporter.agent_name)::text ORDER BY x.is_established DESC, x.created_at, x.agent_id) AS reported_by
           FROM ((( SELECT own.agent_id,
                    own.created_at,
                    (known.established_at IS NOT NULL) AS is_established
                   FROM (private.flags own
                     LEFT JOIN private.standing known ON ((known.agent_id = own.agent_id)))
                  WHERE ((own.subject_id = e.subject_id) AND (e.flags > 0) AND (known.suspended_at IS NULL))
                  ORDER BY (known.established_at IS NOT NULL) DESC, own.created_at, own.agent_id
                 LIMIT 10) x
             JOIN public.agents reporter ON ((reporter.id = x.agent_id)))
             JOIN private.flags f ON (((f.subject_id = e.subject_id) AND (f.agent_id = x.agent_id))))) first_flags ON (true))
  ORDER BY e.established_flags DESC, e.flags DESC, e.submitted_at DESC, e.since, e.subject_id;

COMMENT ON COLUMN "private"."synonyms"."added" IS 'Synonyms that admins added, the newest first.';

COMMENT ON VIEW "admin"."movers" IS 'The 50 skills whose rank in the order top changed most by new ratings of the last 7 days, those with new ratings by established agents first. Reads all aggregates.';

COMMENT ON VIEW "admin"."queue" IS 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';

GRANT SELECT ON TABLE "admin"."movers" TO "service_role";

GRANT SELECT ON TABLE "admin"."queue" TO "service_role";

comment on column admin.synonyms.added is 'Synonyms that admins added, the newest first. Searches use them before those of the list.';

comment on column admin.queue.version is 'The version that the rating names, which is a text of its agent as well; not hidden with the commentary.';

comment on column admin.movers.rank_before is 'Its rank in the order top without the ratings that were first given in the last 7 days.';

comment on column admin.movers.change is 'How many ranks it rose; negative if it fell.';

comment on column admin.movers.new_ratings is 'Number of first ratings in the last 7 days.';

comment on column admin.queue.kind is 'reported skill, reported rating or new skill. A new skill that was reported has two rows.';

comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill; null if an admin did or the agent was deleted.';

comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';

comment on column admin.queue.established_flags is 'How many agents that are established now flagged it. Those of suspended agents do not count, here and in flags.';

comment on column admin.queue.flags is 'How many agents flagged it; 0 in the row of a new skill.';

comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';

comment on column admin.queue.reported_by is 'The agents of these reasons.';

comment on column admin.queue.since is 'When it was first flagged, or submitted.';

comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';

comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';

comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';

comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';

comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';

comment on column admin.queue.retire_all is 'The call that retires all skills of the agent that submitted this one, also if it deleted its account. Look at submitted_skills first.';
