set local lock_timeout = '2s';

SET local check_function_bodies = off;

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
begin
  restore := coalesce(restore, false);
  -- All before the aggregates of any, and in the order of the ids, as in a merge.
  skill_ids := array(
    select s.id
    from private.skill_submitters as own join public.skills as s on s.id = own.skill_id
    where own.agent_id = submitter and case
      when not restore then s.retired_at is null
      -- Those whose name was taken would be the first of each call.
      else admin.was_retired_with(s, submitter) and private.name_holder(s.name_key) is null
    end
    order by s.id limit most + 1 for update of s
  );

  for skill in select s.* from public.skills as s where s.id = any (skill_ids[:most]) order by s.id loop
    if not restore then
      perform admin.retire(skill, why, submitter);
      changed := changed + 1;
      continue;
    end if;
    begin
      perform admin.restore(skill, why, submitter);
      changed := changed + 1;
    exception
      when unique_violation or sqlstate 'PT409' then
        -- Another of these skills had the same name, or one was just submitted.
        null;
    end;
  end loop;
  if restore then
    select count(*) into taken
    from private.skill_submitters as own join public.skills as s on s.id = own.skill_id
    where own.agent_id = submitter and admin.was_retired_with(s, submitter) and private.name_holder(s.name_key) is not null;
  end if;

  return case
    when restore then format('%s of this agent restored.', admin.number_of(changed, 'skill'))
    else format(
      '%s of this agent retired. Undo: select admin.retire_skills_of(%L, %L, restore => true);',
      admin.number_of(changed, 'skill'), submitter, 'A mistake.'
    )
  end
    || case when taken > 0 then format(' %s not: the name was taken.', admin.number_of(taken, 'skill')) else '' end
    || case when cardinality(skill_ids) > most then ' There are more: repeat the call.' else '' end;
end
$function$;

CREATE OR REPLACE FUNCTION admin.was_retired_with (
  skill     public.skills,
  submitter uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
RETURN (((skill).retired_at IS NOT NULL) AND ((skill).merged_into IS NULL) AND (NOT ((SELECT l.agent_id FROM admin.audit_log l
  WHERE ((l.skill_id = (was_retired_with.skill).id) AND (l.action = 'retire_skill'::text)) ORDER BY l.id DESC LIMIT 1) IS DISTINCT FROM submitter)));

CREATE OR REPLACE FUNCTION private.import_batch (
  p_source text,
  entries  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
  i integer;
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken.
      null;
  end;
  -- One by one, so that they do not stop each other: those with the name of another entry, or one that was taken meanwhile.
  for i in
    select e.ordinality from unnest(plan) with ordinality as e
    where e.outcome = 'created' and not exists (
      select from private.imported_skills as known where known.source = p_source and known.external_name = e.external_name
    )
  loop
    begin
      perform private.create_imported(p_source, plan[i:i]);
    exception
      when sqlstate 'PT409' then
        plan[i].outcome := 'name is taken';
    end;
  end loop;

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where
      e.outcome = 'updated' and s.id = e.skill_id and e.content <> e.old_content
      and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set
    published_at = e.published_at,
    content = case when e.outcome = 'kept' then i.content else e.content end
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or (e.outcome = 'kept' or i.content = e.content and e.outcome in ('updated', 'unchanged')) and i.published_at <> e.published_at
  );

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  -- Locks skills, so before their servers.
  perform private.set_identifiers(p_source, plan);
  perform private.store_servers(p_source, plan);
  -- The documents of new skills were marked as if all had a server.
  perform private.mark_again(array(
    select i.skill_id
    from unnest(plan) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.outcome = 'created' and e.type = 'mcp' and not exists (
      select from private.registry_servers as r where r.skill_id = i.skill_id
    )
  ));

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a skill, another transaction took the name or the slug.
        else coalesce(
          (
            select case when s.retired_at is null then 'name is taken by ' else 'was retired here as ' end || s.slug
            from public.skills as s
            where s.id = private.same_server(p_source, e.external_name, e.name)
          ),
          'is not created yet: run the same command again'
        )
      end,
      case
        when e.outcome not in ('created', 'updated', 'unchanged', 'kept') or i.skill_id is null then null
        when e.server_problem is not null then e.server_problem
        when r.source <> p_source then 'the registry serves the one from ' || r.source
      end,
      e.outcome = 'created' and i.skill_id is not null and private.has_submitted_twin(i.skill_id)
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.import_name (
  p_source      text,
  external_name text,
  name          text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  candidate text := name;
  number integer := 0;
begin
  -- Otherwise, a mirror would bring back what an admin retired.
  if private.same_server(p_source, external_name, name) is not null then
    return null;
  end if;
  -- Otherwise, anyone could keep a server out of the catalogue with skills of its names. The one with the name can be merged.
  while private.name_holder(private.name_key(candidate)) is not null loop
    number := number + 1;
    candidate := private.imported_name(name, number);
  end loop;
  return candidate;
end
$function$;

CREATE OR REPLACE FUNCTION private.name_in_source (
  skill_name  text,
  source_name text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  suffix constant text[] := regexp_match(skill_name, ' \(MCP Registry(?: ([0-9]{1,9}))?\)$');
begin
  return case
    when suffix is null or skill_name = source_name then skill_name
    when skill_name = private.imported_name(source_name, coalesce(suffix[1], '1')::integer) then source_name
    -- The catalogue gives it another name now. That before is this, unless it was cut.
    else regexp_replace(skill_name, ' \(MCP Registry[^()]*\)$', '')
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.same_server (
  p_source        text,
  p_external_name text,
  source_name     text
)
  RETURNS uuid
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select coalesce(s.merged_into, s.id)
    from private.imported_skills as i
    join public.skills as s on s.id = i.skill_id
    where i.external_name = p_external_name and i.source <> p_source
      and private.name_key(private.name_in_source(s.name, source_name)) = private.name_key(source_name)
    limit 1
  );
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
  trimmed text[];
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
  trimmed := array(select private.trim_text(s.value) from unnest(items) with ordinality as s (value, ordinal) order by s.ordinal);
  perform private.validate('identifiers', case
    when char_length(array_to_string(trimmed, '')) > 20000 then 'must have at most 20000 characters together'
  end);
  for i in 1..cardinality(items) loop
    -- Printable ASCII is common, and cleaning does not change it.
    is_plain := coalesce(octet_length(trimmed[i]) <= 2048 and trimmed[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then trimmed[i] else private.clean_text(trimmed[i], 2048) end;
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
        -- As the identifiers of a skill that its source deleted.
        exists (select from private.imported_skills as i where i.skill_id = s.id and i.status is distinct from 'deleted')
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

CREATE INDEX imported_skills_external_name ON private.imported_skills USING btree (external_name);

COMMENT ON FUNCTION "admin"."was_retired_with"(public.skills, uuid) IS 'Whether a skill was retired with all skills of an agent, and not merged.';

COMMENT ON FUNCTION "private"."name_in_source"(text, text) IS 'The name that an imported skill had in its catalogue when it was imported, also if it has one of private.imported_name: to compare what was imported.';

COMMENT ON FUNCTION "private"."same_server"(text, text, text) IS 'The skill of a server of this name that was imported from another catalogue, such as a mirror, and still has its name, also if it was retired; null if there is none.';

REVOKE ALL ON FUNCTION "admin"."was_retired_with"(public.skills, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."was_retired_with"(public.skills, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."was_retired_with"(public.skills, uuid) TO "postgres";
