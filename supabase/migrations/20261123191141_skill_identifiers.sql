set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE TABLE "private"."skill_identifiers" (
  "skill_id"   uuid NOT NULL,
  "identifier" text COLLATE pg_catalog."C" NOT NULL
);

CREATE TYPE "private"."skill_state" AS ENUM (
  'active',
  'merged',
  'retired'
);

CREATE OR REPLACE FUNCTION private.add_submitted_identifiers (
  skill       uuid,
  identifiers text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Only for a skill that the calling agent submits in this transaction.
  if exists (
    select from public.skills as s where s.id = skill and s.submitted_by = private.current_agent_id() and s.created_at = now()
  ) then
    perform private.replace_identifiers(
      skill,
      array(
        select private.normalize_identifier(i) from unnest(identifiers[:5]) as i
        where private.package_url_error(i) is null and private.normalize_identifier(i) is not null
      ),
      'submission'
    );
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.add_url_identifiers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, u.identifier, '{url}', private.skill_state(n.retired_at, n.merged_into)
  from new_skills as n cross join lateral (select private.normalize_identifier(n.url) as identifier offset 0) as u
  where u.identifier is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.identifier_hash (
  identifier text
)
  RETURNS bytea
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return substring(extensions.digest(identifier, 'sha256') for 16);
end
$function$;

CREATE OR REPLACE FUNCTION private.identifiers_of (
  skill uuid
)
  RETURNS text[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return array(select i.identifier from private.skill_identifiers as i where i.skill_id = skill order by i.identifier);
end
$function$;

CREATE OR REPLACE FUNCTION private.item_error (
  value    text,
  shortest integer,
  longest  integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when value is null then 'must not hold NUL or lone surrogates'
    else private.text_error(value, shortest, longest)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_error (
  value  text,
  fewest integer,
  most   integer
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case
    when value is null then 'is required'
    -- No request body is longer.
    when octet_length(value) > 262144 then 'must have at most 262144 bytes'
    -- A pattern, because a deeply nested text cannot be parsed.
    when value !~ '^\s*\[\s*("([^"\\]|\\.)*"\s*(,\s*"([^"\\]|\\.)*"\s*)*)?\]\s*$' then 'must be a list of strings'
    when regexp_count(value, '"([^"\\]|\\.)*"') not between fewest and most then format('must have %s to %s items', fewest, most)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.list_items (
  value text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return array(
    select case when pg_input_is_valid(item[1], 'jsonb') then item[1]::jsonb #>> '{}' end
    from regexp_matches(value, '("(?:[^"\\]|\\.)*")', 'g') with ordinality as m (item, place)
    order by place
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
  delete from private.skill_identifiers as i
  where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
  update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
  where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

  insert into private.skill_identifiers as i (skill_id, identifier, origins, state)
  select s.id, wanted.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into)
  from public.skills as s cross join (select distinct unnest(identifiers) as identifier) as wanted
  where s.id = skill
  -- An identifier that stays keeps its place in the order of addition.
  on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
    where not i.origins @> excluded.origins;
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
    select coalesce(json_agg(private.skill_reference(s.skill_id) order by s.score desc, s.skill_id desc), '[]')
    from (
      select st.skill_id, st.score
      from (
        select distinct other.skill_id
        from unnest(private.identifiers_of(skill)) as own (identifier)
        cross join lateral private.skills_with_identifier(private.identifier_hash(own.identifier)) as other
        where other.state = 'active' and other.skill_id <> skill
      ) as other
      join public.skill_stats as st on st.skill_id = other.skill_id
      order by st.score desc, st.skill_id desc
      limit 3
    ) as s
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.set_imported_identifiers (
  skill       uuid,
  identifiers text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(
    skill,
    array(
      select i from unnest(identifiers) with ordinality as u (i, place)
      where char_length(i) between 1 and 2048
      order by place
      limit 100
    ),
    'import'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.skill_state (
  retired_at  timestamp with time zone,
  merged_into uuid
)
  RETURNS private.skill_state
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  return case when retired_at is null then 'active' when merged_into is null then 'retired' else 'merged' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_called (
  value text
)
  RETURNS TABLE (
    skill_id    uuid,
    state       private.skill_state,
    is_imported boolean
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_identifier (
  hash bytea
)
  RETURNS TABLE (
    skill_id    uuid,
    state       private.skill_state,
    is_imported boolean
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 10
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  SET enable_incremental_sort TO 'off'
  SET plan_cache_mode TO 'force_generic_plan'
  AS $function$
begin
  return query
  select i.skill_id, i.state, i.is_imported
  from private.skill_identifiers as i
  where i.identifier_hash = hash
  order by i.state, i.is_imported desc, i.id
  limit 100;
end
$function$;

CREATE OR REPLACE FUNCTION private.skills_with_text (
  value text
)
  RETURNS TABLE (
    skill_id    uuid,
    state       private.skill_state,
    is_imported boolean
  )
  LANGUAGE plpgsql
  STABLE
  ROWS 1
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.update_skill_identifiers()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed record;
begin
  -- One by one, so that each is read by the index.
  for changed in
    select n.id, n.url, n.url is distinct from o.url as has_new_url, c.state, c.state <> c.old_state as has_new_state
    from new_skills as n
    join old_skills as o using (id)
    cross join lateral (
      select
        private.skill_state(n.retired_at, n.merged_into) as state,
        private.skill_state(o.retired_at, o.merged_into) as old_state
    ) as c
    where n.url is distinct from o.url or c.state <> c.old_state
    order by n.id
  loop
    if changed.has_new_state then
      update private.skill_identifiers as i set state = changed.state where i.skill_id = changed.id;
    end if;
    if changed.has_new_url then
      perform private.replace_identifiers(
        changed.id, array_remove(array[private.normalize_identifier(changed.url)], null), 'url'
      );
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_counts[1], '2', st.claws_counts[2], '3', st.claws_counts[3], '4', st.claws_counts[4], '5', st.claws_counts[5]
        ) as rating_counts,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.list_skills (
  p_type    text    DEFAULT NULL::text,
  p_search  text    DEFAULT NULL::text,
  p_sort    text    DEFAULT NULL::text,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text,
  p_explain boolean DEFAULT false
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
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page. 500 explanations would cost as much as some searches.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else 500 end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  positions jsonb[];
  page uuid[];
  matches jsonb[];
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_pattern(sort));
  end if;

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after -> 0, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    if p_explain then
      matches := private.explain_matches(search, ranking, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - '{correction,words}'::text[])
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null') || '}'
      )
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.place,
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"established_ratings":' || st.established_ratings || ',"sub_scores":' || st.sub_scores || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
          join public.skills as s on s.id = p.skill
          join public.skill_stats as st on st.skill_id = p.skill
          -- So that json_ratings is computed once.
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$function$;

CREATE OR REPLACE FUNCTION public.lookup_skills (
  p_identifiers text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
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
      select m.place, m.skill_id, m.is_imported from matches as m where m.state = 'active'
      union all
      select distinct m.place, kept.id, exists (select from private.imported_skills as i where i.skill_id = kept.id)
      from matches as m
      join public.skills as gone on gone.id = m.skill_id
      join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
      where m.state = 'merged' and m.first_state = 'merged'
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
$function$;

REVOKE ALL ON FUNCTION "public"."lookup_skills"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.submit_skill (
  p_name        text,
  p_description text,
  p_type        text,
  p_url         text DEFAULT NULL::text,
  p_identifiers text DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  list_problem text;
  identifiers text[] := '{}';
  identifier_problems text[] := '{}';
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  if p_identifiers is not null then
    list_problem := private.list_error(p_identifiers, 0, 5);
    if list_problem is null then
      identifiers := private.list_items(p_identifiers);
    end if;
  end if;
  for i in 1..cardinality(identifiers) loop
    identifiers[i] := private.clean_text(identifiers[i], 2048);
    identifier_problems := identifier_problems || array[
      'identifiers.' || i - 1,
      coalesce(private.item_error(identifiers[i], 1, 2048), private.package_url_error(identifiers[i]))
    ];
  end loop;
  perform private.validate(variadic
    array[
      'name', case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
      'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
      'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
      'url', private.url_error(clean_url),
      'identifiers', list_problem
    ]
    || identifier_problems
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another transaction took the slug: try the next one.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    holder := private.skill_reference(private.name_holder(private.name_key(clean_name)));
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  if identifiers <> '{}' then
    perform private.add_submitted_identifiers(skill, identifiers);
  end if;
  return (
    select json_build_object('skill', c, 'same_identifier', private.same_identifier(skill))
    from public.skill_catalogue as c where c.id = skill
  );
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked in the meantime.
    perform private.require_agent();
    raise;
end
$function$;

REVOKE ALL ON FUNCTION "public"."submit_skill"(text, text, text, text, text) FROM PUBLIC, "service_role";

COMMENT ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) IS 'Adds the package URLs of a submission to its new skill.';

COMMENT ON FUNCTION "private"."add_url_identifiers"() IS 'Adds the identifiers of new skills from their URLs.';

COMMENT ON FUNCTION "private"."identifier_hash"(text) IS 'The first 16 bytes of SHA-256: an index entry is limited to 2,704 bytes, and an identifier is longer. Nobody finds a text with the hash of another.';

COMMENT ON FUNCTION "private"."identifiers_of"(uuid) IS 'The identifiers of a skill, sorted.';

COMMENT ON FUNCTION "private"."item_error"(text, integer, integer) IS 'Why an item of private.list_items, cleaned, is invalid; null when it is valid.';

COMMENT ON FUNCTION "private"."list_error"(text, integer, integer) IS 'Why a text is not the JSON of a list of strings with so many items; null when it is.';

COMMENT ON FUNCTION "private"."list_items"(text) IS 'The items of the JSON of a list of strings, without private.list_error. Null for what Postgres cannot store: NUL and lone surrogates.';

COMMENT ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) IS 'Replaces the identifiers of a skill from one origin; they must be in normal form and not null. Only for the functions below.';

COMMENT ON FUNCTION "private"."same_identifier"(uuid) IS 'The first three other skills in the catalogue that share an identifier with a skill, in the order top.';

COMMENT ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) IS 'Replaces the identifiers that a skill has from an import with these, in normal form: its name in the registry in lower case, packages, repository, remotes. Drops null, and keeps the first 100.';

COMMENT ON FUNCTION "private"."skill_state"(timestamp with time zone, uuid) IS 'The state of a skill with these columns.';

COMMENT ON FUNCTION "private"."skills_called"(text) IS 'The skills to which a package URL, a URL or a text leads, also retired and merged ones, at most 100.';

COMMENT ON FUNCTION "private"."skills_with_identifier"(bytea) IS 'The skills that have an identifier, at most 100 whatever shares it: skills in the catalogue before others, imported identifiers first, then in the order of addition, so that nobody can displace a skill by adding others.';

COMMENT ON FUNCTION "private"."skills_with_text"(text) IS 'The skill with this id, else those with this name in a registry, else the one with this name or slug.';

COMMENT ON FUNCTION "private"."update_skill_identifiers"() IS 'Updates the identifiers of skills that have another URL, or were retired, restored or merged.';

COMMENT ON FUNCTION "public"."get_skill"(text) IS 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its identifiers, its rating counts, those of the last 12 months, and ten newest ratings. Raises PT404.';

COMMENT ON FUNCTION "public"."lookup_skills"(text) IS 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Reads at most 100 skills for each. Raises PT400.';

COMMENT ON FUNCTION "public"."submit_skill"(text, text, text, text, text) IS 'POST /api/skills: adds a skill to the catalogue. p_identifiers is the JSON text of a list of package URLs. Raises PT400, PT401 and PT409.';

COMMENT ON TABLE "private"."skill_identifiers" IS 'The identifiers of skills in normal form, kept by triggers, submissions and imports. Skills can share an identifier.';

COMMENT ON TYPE "private"."skill_state" IS 'Whether a skill is in the catalogue. The order is that in which skills are read for an identifier.';

REVOKE ALL ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_submitted_identifiers"(uuid, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_url_identifiers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_url_identifiers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_url_identifiers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."identifier_hash"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."identifier_hash"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."identifier_hash"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."identifier_hash"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."identifiers_of"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."identifiers_of"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."identifiers_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."identifiers_of"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."item_error"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."item_error"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."item_error"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."item_error"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."item_error"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_error"(text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_error"(text, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_error"(text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_error"(text, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_error"(text, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "private"."list_items"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_items"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."list_items"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_items"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."list_items"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."replace_identifiers"(uuid, text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."same_identifier"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."same_identifier"(uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."same_identifier"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."same_identifier"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_imported_identifiers"(uuid, text[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skill_state"(timestamp WITH time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_called"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_called"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_called"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_called"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_identifier"(bytea) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifier"(bytea) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_identifier"(bytea) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_identifier"(bytea) TO "postgres";

REVOKE ALL ON FUNCTION "private"."skills_with_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."skills_with_text"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."skills_with_text"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."skills_with_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."update_skill_identifiers"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_skill_identifiers"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_skill_identifiers"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."lookup_skills"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."lookup_skills"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."lookup_skills"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_skill"(text, text, text, text, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."submit_skill"(text, text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."submit_skill"(text, text, text, text, text) TO "postgres";

GRANT SELECT ON TABLE "private"."skill_identifiers" TO "service_role";

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "identifier_hash" bytea GENERATED ALWAYS AS (private.identifier_hash(identifier)) STORED NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "origins" text[] NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "is_imported" boolean GENERATED ALWAYS AS (('import'::text = ANY (origins))) STORED NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "state" private.skill_state NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD COLUMN "id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL;

ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_origins_known" CHECK (((origins <@ '{url,submission,import}'::text[]) AND (origins <> '{}'::text[])));

CREATE VIEW "admin"."duplicate_skills" WITH (security_invoker=true) AS  WITH shared AS (
         SELECT i.identifier_hash,
            (count(*))::integer AS skills,
            (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) AS is_mixed
           FROM private.skill_identifiers i
          WHERE (i.state = 'active'::private.skill_state)
          GROUP BY i.identifier_hash
         HAVING (count(*) > 1)
          ORDER BY (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) DESC, ((count(*))::integer), i.identifier_hash
         LIMIT 200
        ), members AS (
         SELECT g.identifier_hash,
            g.skills,
            g.is_mixed,
            i.identifier,
            s.id,
            s.slug,
            st.total_ratings,
            st.established_ratings,
            (m.skill_id IS NOT NULL) AS is_imported,
            row_number() OVER (PARTITION BY g.identifier_hash ORDER BY (m.skill_id IS NOT NULL) DESC, st.established_ratings DESC, s.created_at, s.id) AS place
           FROM ((((shared g
             CROSS JOIN LATERAL ( SELECT i_1.skill_id,
                    i_1.identifier,
                    i_1.identifier_hash,
                    i_1.origins,
                    i_1.is_imported,
                    i_1.state,
                    i_1.id
                   FROM private.skill_identifiers i_1
                  WHERE ((i_1.identifier_hash = g.identifier_hash) AND (i_1.state = 'active'::private.skill_state))
                  ORDER BY i_1.state, i_1.is_imported DESC, i_1.id
                 LIMIT 20) i)
             JOIN public.skills s ON ((s.id = i.skill_id)))
             JOIN public.skill_stats st ON ((st.skill_id = s.id)))
             LEFT JOIN private.imported_skills m ON ((m.skill_id = s.id)))
        )
 SELECT d.slug AS duplicate,
    d.is_imported AS duplicate_imported,
    d.total_ratings AS duplicate_ratings,
    d.established_ratings AS duplicate_established_ratings,
    k.slug AS keep,
    k.is_imported AS keep_imported,
    k.total_ratings AS keep_ratings,
    k.established_ratings AS keep_established_ratings,
    max(d.skills) AS skills,
    array_agg(d.identifier ORDER BY d.identifier) AS identifiers,
    format('select admin.merge_skills(%L, %L, %L);'::text, d.slug, k.slug, 'They have the same package or URL.') AS merge_call
   FROM (members d
     JOIN members k ON (((k.identifier_hash = d.identifier_hash) AND (k.place = 1))))
  WHERE (d.place > 1)
  GROUP BY d.slug, d.is_imported, d.total_ratings, d.established_ratings, k.slug, k.is_imported, k.total_ratings, k.established_ratings
  ORDER BY (bool_or(d.is_mixed)) DESC, (max(d.skills)), (max(d.place)), d.slug
 LIMIT 500;

COMMENT ON COLUMN "private"."skill_identifiers"."id" IS 'The order in which identifiers were added.';

COMMENT ON COLUMN "private"."skill_identifiers"."origins" IS 'Where the skill has it from: its url, its submission, or an import.';

COMMENT ON COLUMN "private"."skill_identifiers"."state" IS 'The state of the skill, for the index.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share an identifier: of the 200 identifiers that are most likely of duplicates, 20 skills each. Not all are duplicates: a repository can hold several skills.';

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_pkey" PRIMARY KEY (skill_id, identifier_hash);

CREATE INDEX skill_identifiers_of_hash ON private.skill_identifiers USING btree (identifier_hash, state, is_imported DESC, id) INCLUDE (skill_id);

comment on column admin.duplicate_skills.keep is 'The imported skill; of two, the one with more ratings by established agents, then the older one.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument.';

-- Hand-written from here on: the identifiers of skills that exist. Everything that blocks others follows: a million take a minute.
create function pg_temp.add_identifiers(changed_since timestamptz) returns void
language plpgsql
as $$
begin
  create temporary table normal_forms on commit drop as
  select s.id, s.created_at, private.skill_state(s.retired_at, s.merged_into) as state,
    private.normalize_identifier(s.url) as identifier, lower(i.external_name) as external_name
  from public.skills as s left join private.imported_skills as i on i.skill_id = s.id
  where greatest(s.created_at, s.updated_at, s.retired_at) >= changed_since;

  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, n.identifier, case when n.external_name is null then '{url}' else '{url,import}' end::text[], n.state
  from normal_forms as n where n.identifier is not null
  order by n.created_at, n.id;
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, n.external_name, '{import}', n.state
  from normal_forms as n where n.external_name is not null
  order by n.created_at, n.id
  on conflict do nothing;
  drop table normal_forms;
end
$$;
select pg_temp.add_identifiers('-infinity');

lock table public.skills in share row exclusive mode;

-- What changed in the meantime; no transaction takes an hour.
delete from private.skill_identifiers as i
where not exists (
  select from public.skills as s
  where s.id = i.skill_id and greatest(s.created_at, s.updated_at, s.retired_at) < now() - interval '1 hour'
);
select pg_temp.add_identifiers(now() - interval '1 hour');
-- A merge of a skill that was retired before.
update private.skill_identifiers as i set state = 'merged'
from public.skills as s where s.id = i.skill_id and s.merged_into is not null and i.state <> 'merged';

ALTER TABLE "private"."skill_identifiers"
  ADD CONSTRAINT "skill_identifiers_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES public.skills(id) ON DELETE CASCADE;

CREATE TRIGGER add_url_identifiers
  AFTER INSERT ON public.skills REFERENCING NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.add_url_identifiers();

CREATE TRIGGER update_skill_identifiers
  AFTER UPDATE ON public.skills REFERENCING OLD TABLE AS old_skills NEW TABLE AS new_skills
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.update_skill_identifiers();

DROP VIEW "public"."skill_catalogue";

DROP VIEW "private"."all_skills";

CREATE VIEW "private"."all_skills" WITH (security_invoker=true) AS  SELECT s.id,
    s.name,
    s.slug,
    s.description,
    s.type,
    s.url,
    ((st.avg_tenths)::double precision / (10.0)::double precision) AS avg_claws,
    st.total_ratings,
    st.established_ratings,
    st.sub_scores,
    s.created_at,
    s.updated_at,
    s.retired_at
   FROM (public.skills s
     JOIN public.skill_stats st ON ((st.skill_id = s.id)));

CREATE VIEW "public"."skill_catalogue" WITH (security_invoker=true) AS  SELECT id,
    name,
    slug,
    description,
    type,
    url,
    avg_claws,
    total_ratings,
    established_ratings,
    sub_scores,
    created_at,
    updated_at
   FROM private.all_skills
  WHERE (retired_at IS NULL);

COMMENT ON VIEW "private"."all_skills" IS 'All skills as the API returns them, including retired ones.';

COMMENT ON VIEW "public"."skill_catalogue" IS 'The skills that are not retired, as the API returns them.';

GRANT SELECT ON TABLE "private"."all_skills" TO "anon", "authenticated", "service_role";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "anon";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "anon";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "authenticated";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "authenticated";

REVOKE ALL ON TABLE "public"."skill_catalogue" FROM "service_role";

GRANT SELECT ON TABLE "public"."skill_catalogue" TO "service_role";

comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';

comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';

DROP FUNCTION "public"."submit_skill"(text, text, text, text);
