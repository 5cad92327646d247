-- Finds skills by what they are called elsewhere: POST /api/lookup.

create function private.skills_with_text(value text) returns table (skill_id uuid, state private.skill_state, is_imported boolean)
language plpgsql stable rows 1 set search_path = ''
as $$
declare
  -- No name is longer, and name_key reads no more.
  key text := case when char_length(value) <= 200 then private.name_key(value) end;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  if skill is null then
    -- A name in a registry is only stored by an import.
    return query
    select i.skill_id, i.state, i.is_imported
    from private.skills_with_identifier(private.identifier_hash(lower(value))) as i
    where i.is_imported;
    if found then
      return;
    end if;
    -- The same skill as private.name_holder, but the merged one if its name leads to another.
    skill := coalesce(
      (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
      (
        select gone.id from public.skills as gone
        where gone.name_key = key and gone.merged_into = private.merged_name_holder(key)
        limit 1
      ),
      (select s.id from public.skills as s where s.slug = value)
    );
  end if;
  return query
  select
    s.id, private.skill_state(s.retired_at, s.merged_into),
    exists (select from private.imported_skills as i where i.skill_id = s.id)
  from public.skills as s where s.id = skill;
end
$$;
comment on function private.skills_with_text is 'The skill with this id, else those with this name in a registry, else the one with this name or slug.';

create function private.skills_with_identifiers(hashes bytea[])
returns table (place bigint, skill_id uuid, state private.skill_state, is_imported boolean)
language plpgsql stable security definer rows 100 set search_path = ''
-- In the order of the index, as private.skills_with_identifier.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off set enable_incremental_sort = off set plan_cache_mode = force_generic_plan
-- SECURITY DEFINER: agents may not read the table. That a skill has an identifier is public.
as $$
begin
  return query
  with active as materialized (
    select w.place, ranked.skill_id, ranked.is_imported
    from unnest(hashes) with ordinality as w (hash, place)
    cross join lateral (
      select first.skill_id, first.is_imported
      from (
        select i.skill_id, i.is_imported
        from private.skill_identifiers as i
        where i.identifier_hash = w.hash and i.state = 'active'
        order by i.is_imported desc, i.id
        limit 90
      ) as first
      join public.skill_stats as st on st.skill_id = first.skill_id
      order by first.is_imported desc, st.score desc, first.skill_id desc
      limit 3
    ) as ranked
  )
  select a.place, a.skill_id, 'active'::private.skill_state, a.is_imported from active as a
  union all
  select w.place, other.skill_id, other.state, other.is_imported
  from unnest(hashes) with ordinality as w (hash, place)
  cross join lateral (
    select i.skill_id, i.state, i.is_imported
    from private.skill_identifiers as i
    where i.identifier_hash = w.hash and i.state > 'active'
    order by i.state, i.is_imported desc, i.id
    -- Beside 90 in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as other;
end
$$;
comment on function private.skills_with_identifiers is 'For each hash, the first three skills in the catalogue, in the order of public.lookup_skills, and up to ten merged or retired ones. Reads at most 100 for each.';

grant execute on function private.skills_with_text, private.skills_with_identifiers to anon, authenticated;

-- p_identifiers is text: the embedded Data API passes a JSON array as a string.
create function public.lookup_skills(p_identifiers text) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  sent text[];
  cleaned text[] := '{}';
  -- Each is looked up once.
  wanted text[];
  places integer[];
  is_text boolean[];
  -- Null for texts and what is malformed.
  hashes bytea[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  for i in 1..cardinality(sent) loop
    cleaned[i] := private.clean_text(sent[i], 2048);
    problems := problems || array['identifiers.' || i - 1, private.item_error(cleaned[i], 1, 2048)];
  end loop;
  perform private.validate(variadic problems);
  wanted := array(select distinct c.value collate "C" as wanted from unnest(cleaned) as c (value) order by wanted);
  places := array(
    select dense_rank() over (order by c.value collate "C")
    from unnest(cleaned) with ordinality as c (value, place)
    order by c.place
  );
  for i in 1..cardinality(wanted) loop
    -- A malformed package URL or URL is not a name.
    is_text[i] := wanted[i] !~* '^(?:pkg:|(?:git\+)?(?:https?|ssh)://|git@)';
    hashes[i] := case when not is_text[i] then private.identifier_hash(private.normalize_cleaned(wanted[i])) end;
  end loop;

  return (
    with called as (
      select i.place, i.skill_id, i.state, i.is_imported from private.skills_with_identifiers(hashes) as i
      union all
      select w.place, t.skill_id, t.state, t.is_imported
      from unnest(wanted, is_text) with ordinality as w (value, is_text, place)
      cross join lateral private.skills_with_text(w.value) as t
      where w.is_text
    ),
    matches as materialized (
      select c.*, min(c.state) over (partition by c.place) as first_state from called as c
    ),
    candidates as (
      select c.place, c.skill_id, bool_or(c.is_imported) as is_imported
      from (
        select m.place, m.skill_id, m.is_imported from matches as m where m.state = 'active'
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.place, kept.id, exists (select from private.imported_skills as i where i.skill_id = kept.id)
        from matches as m
        join public.skills as gone on gone.id = m.skill_id
        join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
        where m.state = 'merged'
      ) as c
      group by c.place, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        row_number() over (partition by c.place order by c.is_imported desc, st.score desc, c.skill_id desc) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    shown as (
      select
        r.place,
        json_agg(
          json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'imported', r.is_imported
          ) order by r.rank
        ) as skills
      from ranked as r join public.skills as s on s.id = r.skill_id
      where r.rank <= 3
      group by r.place
    ),
    results as materialized (
      select
        m.place,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.place, m.first_state from matches as m) as m
      left join shown as s on s.place = m.place
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.place
    ))
    from unnest(sent, places) with ordinality as u (identifier, wanted_place, place)
    left join results as r on r.place = u.wanted_place
  );
end
$$;
comment on function public.lookup_skills is 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Reads at most 100 skills for each. Raises PT400.';
grant execute on function public.lookup_skills to anon, authenticated;
