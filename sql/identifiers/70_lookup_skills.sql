-- Finds skills by what they are called elsewhere: POST /api/lookup.

create function private.trust_of(is_imported boolean, is_former boolean) returns integer
language sql immutable parallel safe set search_path = ''
return case when is_imported then 2 when is_former then 1 else 0 end;
comment on function private.trust_of is '2 for an identifier that a registry checked, 1 if its source has deleted the skill since, 0 for one that was submitted.';
grant execute on function private.trust_of to anon, authenticated;

create function private.skills_with_identifiers(hashes bytea[], repository_hashes bytea[], other_than uuid default null)
returns table (
  ordinal bigint, skill_id uuid, state private.skill_state, is_exact boolean, trust integer, is_remembered boolean,
    written_path text,
  score bigint, established_ratings integer
)
language plpgsql stable security definer rows 100 set search_path = ''
-- In the order of the index, which ends each scan: a sort would read all.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
-- SECURITY DEFINER: agents may not read the table. That a skill has an identifier is public.
as $$
begin
  return query
  select
    w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, private.trust_of(i.is_imported, i.is_former), true,
      i.written_path, i.score,
    i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (
    -- No repository is imported.
    -- Of the repository, three more than those that have the path itself.
    values (w.hash, true, true, true, 3), (w.hash, true, true, false, 3), (w.hash, true, false, false, 3),
      (w.repository_hash, false, true, false, 6), (w.repository_hash, false, false, false, 6)
  ) as r (hash, is_whole, is_own, is_imported, most)
  cross join lateral (
    select
      best.skill_id, best.state, best.is_own, best.is_imported, best.is_former, best.written_path, best.score,
        best.established_ratings
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    limit r.most
  ) as i
  union all
  -- Again if it is one of these.
  select
    w.ordinal, i.skill_id, 'active', true, private.trust_of(r.is_imported, i.is_former), true, i.written_path, i.score,
      i.established_ratings
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (values (true), (false)) as r (is_imported)
  cross join lateral (
    select rated.skill_id, rated.is_former, rated.written_path, rated.score, rated.established_ratings
    from private.skill_identifiers as rated
    where rated.identifier_hash = w.hash and rated.state = 'active' and rated.is_own and rated.is_imported = r.is_imported
      and rated.established_ratings > 0 and rated.skill_id is distinct from other_than
    order by rated.established_ratings desc, rated.score desc, rated.skill_id desc
    limit 1
  ) as i
  union all
  -- Of those that their source deleted, which are behind the others, the most rated.
  select w.ordinal, i.skill_id, 'active', true, 1, true, i.written_path, i.score, i.established_ratings
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (
    select deleted.skill_id, deleted.written_path, deleted.score, deleted.established_ratings
    from private.skill_identifiers as deleted
    where deleted.identifier_hash = w.hash and deleted.state = 'active' and deleted.is_former
      and deleted.skill_id is distinct from other_than
    order by deleted.established_ratings desc, deleted.score desc, deleted.skill_id desc
    limit 3
  ) as i
  union all
  -- A retired skill counts only for what an import gave it, or what an admin blocked.
  select w.ordinal, i.skill_id, 'retired', true, 0, true, null, 0, 0
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (
    select retired.skill_id from private.skill_identifiers as retired
    where retired.identifier_hash = w.hash and retired.state = 'retired' and retired.is_remembered
    order by retired.skill_id
    limit 1
  ) as i
  union all
  select
    w.ordinal, i.skill_id, 'merged', r.is_whole and o.is_own, private.trust_of(i.is_imported, i.is_former), i.is_remembered,
      i.written_path,
    i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  -- Each kind by itself, so that none hides another, nor is hidden by those in the catalogue.
  cross join (values (true), (false)) as o (is_own)
  cross join lateral (
    select
      merged.skill_id, merged.is_imported, merged.is_former, merged.is_remembered, merged.written_path, merged.score,
      merged.established_ratings
    from private.skill_identifiers as merged
    where merged.identifier_hash = r.hash and merged.state = 'merged' and merged.is_own = o.is_own
    order by merged.is_imported desc, merged.score desc, merged.skill_id desc
    limit 10
  ) as i;
end
$$;
comment on function private.skills_with_identifiers is 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, those that most established agents rated, three that their source deleted, ten merged ones of each kind and a retired one that counts. Reads no more, however many share it.';
grant execute on function private.skills_with_identifiers to anon, authenticated;

create function private.blocked_name_holder(key text) returns uuid
language plpgsql stable strict set search_path = ''
as $$
begin
  return (
    select blocked.id from public.skills as blocked where blocked.name_key = key and blocked.is_blocked
    union all
    select target.id
    from public.skills as source join public.skills as target on target.id = source.merged_into
    where source.name_key = key and source.merged_into is not null and target.is_blocked
    limit 1
  );
end
$$;
comment on function private.blocked_name_holder is 'The retired skill that keeps others from its name, or from that of a skill that was merged into it; null if none does.';
grant execute on function private.blocked_name_holder to anon, authenticated;

create function private.skills_with_text(value text) returns table (skill_id uuid, precedence integer)
language plpgsql stable strict rows 1 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  key text;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  if skill is not null then
    return query select skill, 1;
    return;
  end if;
  -- No name is longer, and no slug.
  if octet_length(value) > 800 or char_length(value) > 200 then
    return;
  end if;
  key := private.name_key(value);
  return query select s.id, 1 from public.skills as s where s.slug = key;
  -- The same skill as private.name_holder, but the merged one if its name leads to another. Not with a call of private.merged_name_holder,
  -- because a request can look up 100 texts.
  skill := coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select source.id
      from public.skills as source join public.skills as target on target.id = source.merged_into
      where source.name_key = key and source.merged_into is not null and target.retired_at is null
      order by source.retired_at desc, source.id
      limit 1
    )
  );
  skill := coalesce(skill, private.blocked_name_holder(key));
  if skill is not null then
    return query select skill, 2;
  end if;
end
$$;
comment on function private.skills_with_text is 'The skill with this id, else those with this slug and this name, ignoring case and width: with precedence 1 and 2.';
grant execute on function private.skills_with_text to anon, authenticated;

-- p_identifiers is text: the embedded Data API passes a JSON array as a string.
create function public.lookup_skills(p_identifiers text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
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
  -- The paths of addresses as they are written.
  paths text[];
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
      paths[i] := private.written_path(clean_value);
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
    versions[i] := case when hashes[i] is not null
      and clean_value ~* '^pkg:' then private.clean_version(private.package_version(clean_value)) end;
  end loop;
  perform private.validate(variadic problems);

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select
        i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact,
        -- Another path is another endpoint, which can be that of another server.
        case when i.written_path <> paths[i.ordinal] then 0 else i.trust end as trust, i.is_remembered
      from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true, coalesce(imported.trust, 0),
        s.id = private.parse_uuid(t.value) or coalesce(target.is_blocked, s.is_blocked) or imported.trust is not null
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      left join public.skills as target on target.id = s.merged_into
      left join lateral (
        select case when i.status = 'deleted' then 1 else 2 end as trust from private.imported_skills as i where i.skill_id = s.id
      ) as imported on true
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      where c.state <> 'retired' or c.is_remembered
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        max(c.trust) as trust
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.trust
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.trust
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
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.trust desc, st.score desc, c.skill_id desc
        ) as rank,
        row_number() over (
          partition by c.ordinal, c.is_exact, c.trust > 0 order by st.established_ratings desc, st.score desc, c.skill_id desc
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
          order by least(r.rank, 3), r.is_exact desc, r.trust > 0 desc, r.is_exact and r.is_most_rated desc, r.rank
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
          p.established_mean, change.changed_at, change.established_since_change, p.trust > 0 as imported, p.is_exact as exact
        from private.change_of(s.id) as change
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
          when m.is_remembered then 'retired'
          else 'unknown'
        end as status,
        s.skills
      from (
        select m.ordinal, m.first_state, bool_or(m.is_remembered) as is_remembered from matches as m group by m.ordinal,
          m.first_state
      ) as m
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
$$;
comment on function public.lookup_skills is 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Raises PT400.';
grant execute on function public.lookup_skills to anon, authenticated;

create function private.same_identifier(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
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
$$;
comment on function private.same_identifier is 'The first three other skills in the catalogue that share an identifier with a skill, in the order top.';
grant execute on function private.same_identifier to anon, authenticated;
