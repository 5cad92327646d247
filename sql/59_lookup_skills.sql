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

create function private.skills_called(value text) returns table (skill_id uuid, state private.skill_state, is_imported boolean)
language plpgsql stable rows 1 set search_path = ''
as $$
begin
  -- A malformed package URL or URL is not a name.
  if value ~* '^(?:pkg:|(?:git\+)?(?:https?|ssh)://|git@)' then
    return query
    select i.skill_id, i.state, i.is_imported
    from private.skills_with_identifier(private.identifier_hash(private.normalize_identifier(value))) as i;
  else
    return query select t.skill_id, t.state, t.is_imported from private.skills_with_text(value) as t;
  end if;
end
$$;
comment on function private.skills_called is 'The skills to which a package URL, a URL or a text leads, also retired and merged ones, at most 100.';

grant execute on function private.skills_with_text, private.skills_called to anon, authenticated;

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
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  for i in 1..cardinality(sent) loop
    cleaned[i] := private.clean_text(sent[i], 2048);
    problems := problems || array['identifiers.' || i - 1, private.item_error(cleaned[i], 1, 2048)];
  end loop;
  perform private.validate(variadic problems);
  wanted := array(select distinct c.value collate "C" from unnest(cleaned) as c (value));
  places := array(
    select array_position(wanted, c.value collate "C") from unnest(cleaned) with ordinality as c (value, place) order by c.place
  );

  return (
    with matches as materialized (
      select w.place, m.skill_id, m.state, m.is_imported, min(m.state) over (partition by w.place) as first_state
      from unnest(wanted) with ordinality as w (value, place)
      cross join lateral private.skills_called(w.value) as m
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
