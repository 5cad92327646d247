set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP VIEW "admin"."duplicate_skills";

CREATE OR REPLACE FUNCTION admin.restore (
  skill     public.skills,
  why       text,
  submitter uuid          DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.skills as s set retired_at = null where s.id = skill.id;
  insert into private.unreviewed_skills (skill_id, submitted_at)
  select skill.id, skill.created_at
  where exists (select from private.skill_submitters as own where own.skill_id = skill.id)
    and not exists (select from admin.audit_log as l where l.skill_id = skill.id and l.action = 'review_skill')
  on conflict do nothing;
  perform admin.log_action('restore_skill', skill.id, agent_id => submitter, reason => why);
end
$function$;

CREATE OR REPLACE FUNCTION admin.restore_skill (
  skill  text,
  reason text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  wanted uuid[];
  skill public.skills;
  changed integer := 0;
  taken integer := 0;
  left_over boolean;
begin
  restore := coalesce(restore, false);
  wanted := array(
    select s.id
    from private.skill_submitters as own join public.skills as s on s.id = own.skill_id
    where own.agent_id = submitter and case
      when not restore then s.retired_at is null
      else s.retired_at is not null and s.merged_into is null and (
        -- Not those that an admin retired one by one.
        select l.agent_id from admin.audit_log as l where l.skill_id = s.id and l.action = 'retire_skill' order by l.id desc limit 1
      ) = submitter
    end
    limit most + 1
  );
  left_over := cardinality(wanted) > most;

  -- All before the aggregates of any, and in the order of the ids, as in a merge.
  perform from public.skills as s where s.id = any (wanted[:most]) order by s.id for update;
  for skill in select s.* from public.skills as s where s.id = any (wanted[:most]) order by s.id loop
    continue when (skill.retired_at is null) = restore or skill.merged_into is not null;
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
    || case when left_over then ' There are more: repeat the call.' else '' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_submitted_twin (
  skill uuid
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_hashjoin TO 'off'
  SET enable_mergejoin TO 'off'
  AS $function$
begin
  return exists (
    select from private.skill_identifiers as own
    join private.skill_identifiers as other
      on other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
    where own.skill_id = skill and own.is_own and other.skill_id <> skill
      -- A repository can hold many skills.
      and not private.is_repository(own.identifier)
  ) or exists (
    select from private.imported_skills as i
    join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
    where i.skill_id = skill and other.id <> skill
      and not exists (select from private.imported_skills as imported where imported.skill_id = other.id)
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.repository_subpath (
  path text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- An encoded slash separates, too, but not in the name of a branch before the path.
  path := private.remove_dot_segments(replace(path, '%2f', '/'));
  -- All that may end it at once: what is left could end in one again.
  path := regexp_replace(regexp_replace(path, '/+', '/', 'g'), '(?:/|(?<!\.)\.git|/(?:skill|readme)\.md)+$', '');
  return case when path = '' then '' else '#' || substr(path, 2) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.server_repository (
  server jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  normal text := private.normalize_identifier(server #>> '{repository,url}');
  -- A path, which is not percent-encoded.
  folder text := btrim(replace(replace(server #>> '{repository,subfolder}', '%', '%25'), ' ', '%20'), '/');
begin
  return case
    when folder <> '' and private.is_repository(normal) then private.normalize_identifier(normal || '#' || folder)
    else normal
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.set_identifiers (
  p_source text,
  entries  private.import_entry[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform private.set_imported_identifiers(
    i.skill_id,
    private.server_identifiers(case when e.server_problem is null then e.server end, e.external_name),
    array[
      case when e.server_problem is null then private.server_repository(e.server) end,
      -- Without the path that the server.json says.
      case
        when e.server_problem is not null or e.url is distinct from e.server #>> '{repository,url}' then private.normalize_identifier(e.url)
      end
    ]
  )
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    i.skill_id is not null and e.status is null and (
      e.outcome = 'created'
      or e.outcome in ('updated', 'unchanged', 'kept') and (
        e.outcome = 'updated' or e.changes_server
        -- Of an import before there were identifiers.
        or not exists (select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.origins && '{import,mention}')
      )
    )
  order by i.skill_id;
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
  -- Each is looked up once.
  wanted text[];
  places integer[];
  is_plain boolean;
  cleaned text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null for what is no path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  perform private.validate('identifiers', case
    when (select sum(char_length(private.trim_text(s.value))) from unnest(sent) as s (value)) > 20000 then 'must have at most 20000 characters together'
  end);
  wanted := array(select distinct s.value collate "C" as wanted from unnest(sent) as s (value) order by wanted);
  places := array(
    select dense_rank() over (order by s.value collate "C")
    from unnest(sent) with ordinality as s (value, place)
    order by s.place
  );
  for i in 1..cardinality(wanted) loop
    -- Printable ASCII is common. Cleaning does not change it, and it is invalid only if it contains a key.
    is_plain := coalesce(octet_length(wanted[i]) <= 2048 and wanted[i] ~ '^[!-~]+$', false);
    cleaned := case when is_plain then wanted[i] else private.clean_text(wanted[i], 2048) end;
    if not is_plain or private.contains_api_key(cleaned) then
      problems[i] := private.item_error(cleaned, 1, 2048);
    end if;
    -- A malformed package URL or URL is not a name.
    if private.is_address(cleaned) then
      normal := private.normalize_cleaned(cleaned);
      texts[i] := null;
    else
      normal := case when private.is_server_name(cleaned) then lower(cleaned collate "C") end;
      texts[i] := cleaned;
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
  end loop;
  if array_remove(problems, null) <> '{}' then
    perform private.validate(variadic array(
      select p.field
      from unnest(places) with ordinality as s (wanted_place, place)
      cross join lateral unnest(array['identifiers.' || s.place - 1, problems[s.wanted_place]]) with ordinality as p (field, part)
      order by s.place, p.part
    ));
  end if;

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    called as (
      select i.place, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.place, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, place)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.place <> all (array(select distinct i.place from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_place as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_place, min(c.state) over of_place) as first_state
      from called as c
      window of_place as (partition by c.place)
    ),
    candidates as (
      select
        c.place, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.place, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.place, kept.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as gone on gone.id = m.skill_id
        join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.place, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings, private.established_mean(st) as established_mean,
        row_number() over (
          partition by c.place order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    shown as (
      select
        r.place,
        json_agg(
          json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type, 'url', s.url,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'established_mean', r.established_mean,
            'imported', r.is_imported, 'exact', r.is_exact
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

CREATE VIEW "admin"."duplicate_skills" WITH (security_invoker=true) AS (WITH shared AS (
         SELECT i.identifier_hash,
            (count(*))::integer AS skills,
            (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) AS is_mixed
           FROM private.skill_identifiers i
          WHERE ((i.state = 'active'::private.skill_state) AND i.is_own AND (NOT private.is_repository(i.identifier)))
          GROUP BY i.identifier_hash
         HAVING ((count(*) > 1) AND (bool_or(i.is_imported) OR (max(i.identifier) ~~ 'pkg:%'::text)))
          ORDER BY (bool_or(i.is_imported) AND (NOT bool_and(i.is_imported))) DESC, ((count(*))::integer), i.identifier_hash
         LIMIT 200
        ), members AS (
         SELECT g.identifier_hash,
            g.skills,
            g.is_mixed,
            i.identifier,
            i.skill_id,
            i.is_imported,
            row_number() OVER (PARTITION BY g.identifier_hash ORDER BY st.established_ratings DESC, ((m.skill_id IS NOT NULL) AND (m.status IS DISTINCT FROM 'deleted'::text)) DESC, s.created_at, s.id) AS place
           FROM ((((shared g
             CROSS JOIN LATERAL ( SELECT i_1.skill_id,
                    i_1.identifier,
                    i_1.is_imported
                   FROM private.skill_identifiers i_1
                  WHERE ((i_1.identifier_hash = g.identifier_hash) AND (i_1.state = 'active'::private.skill_state) AND i_1.is_own)
                  ORDER BY i_1.is_own DESC, i_1.is_imported DESC, i_1.score DESC, i_1.skill_id DESC
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
          ORDER BY other.created_at DESC
         LIMIT 200
        ), pairs AS (
         SELECT d_1.skill_id AS duplicate,
            k_1.skill_id AS keep,
            d_1.identifier,
            d_1.skills,
            d_1.is_mixed,
            d_1.place,
            (d_1.is_imported AND (NOT k_1.is_imported)) AS loses_import
           FROM (members d_1
             JOIN members k_1 ON (((k_1.identifier_hash = d_1.identifier_hash) AND (k_1.place = 1))))
          WHERE (d_1.place > 1)
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
            max(p_1.place) AS place,
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
  ORDER BY p.is_mixed DESC, p.skills, p.place, d.slug
 LIMIT 500);

COMMENT ON FUNCTION "admin"."restore"(public.skills, text, uuid) IS 'Restores a skill, which the caller has locked, and logs it. A skill of an agent that no admin reviewed is in admin.queue again. Raises if its name was taken.';

COMMENT ON FUNCTION "private"."server_repository"(jsonb) IS 'The normal form of the repository of a server.json, with its subfolder on GitHub and GitLab; null if it has none, or if it is malformed.';

COMMENT ON VIEW "admin"."duplicate_skills" IS 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server.';

REVOKE ALL ON FUNCTION "admin"."restore"(public.skills, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "admin"."restore"(public.skills, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "admin"."restore"(public.skills, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."server_repository"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."server_repository"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_repository"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."server_repository"(jsonb) TO "service_role";

GRANT SELECT ON TABLE "admin"."duplicate_skills" TO "service_role";

comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, a registry checked the identifier of the duplicate only, or the one to keep has fewer than 3.';

comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one.';

comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';

comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';

-- Data:

-- The page of the folder that the server.json names, which the whole repository stood for. As in scripts/import/mcp-registry.ts.
with folders as (
  select
    i.source, i.external_name, s.id, s.name, s.description, s.url,
    regexp_replace(s.url, '(\.git)?/*$', '', 'i') || case when s.url ~* '//(www\.)?gitlab' then '/-' else '' end || '/tree/HEAD/'
      || replace(replace(btrim(r.server #>> '{repository,subfolder}', '/'), '%', '%25'), ' ', '%20') as folder_url
  from private.registry_servers as r
  join private.imported_skills as i on i.source = r.source and i.external_name = r.name
  join public.skills as s on s.id = i.skill_id
  where s.url = r.server #>> '{repository,url}' and s.url ~* '^https?://(www\.)?git(hub|lab)\.com/[^?#]*$'
    and btrim(r.server #>> '{repository,subfolder}', '/') <> ''
),
linked as (
  select * from folders as f where private.url_error(f.folder_url) is null
),
moved as (
  update public.skills as s set url = v.folder_url from linked as v where s.id = v.id
)
update private.imported_skills as i
set content = private.skill_content(private.name_in_source(v.name, v.external_name), v.description, v.folder_url)
from linked as v
where i.source = v.source and i.external_name = v.external_name
  and i.content = private.skill_content(private.name_in_source(v.name, v.external_name), v.description, v.url);

do $$
begin
  perform private.set_imported_identifiers(
    s.id, private.server_identifiers(r.server, r.name),
    array[private.server_repository(r.server), private.normalize_identifier(s.url)]
  )
  from private.registry_servers as r
  join private.imported_skills as i on i.source = r.source and i.external_name = r.name
  join public.skills as s on s.id = i.skill_id
  where r.server #>> '{repository,subfolder}' <> ''
  order by s.id;
end
$$;

-- Encoded slashes in paths of repositories.
with encoded as (
  delete from private.skill_identifiers as i
  where i.identifier ~ '^pkg:git(hub|lab)/.*#.*%2f'
  returning i.skill_id, private.normalize_identifier(i.identifier) as identifier, i.origins, i.state, i.score
)
insert into private.skill_identifiers as i (skill_id, identifier, origins, state, score)
select o.skill_id, o.identifier, array_agg(distinct origin), min(o.state), max(o.score)
from encoded as o cross join lateral unnest(o.origins) as origin
where o.identifier is not null
group by o.skill_id, o.identifier
on conflict (skill_id, identifier_hash) do update
set origins = array(select distinct o from unnest(i.origins || excluded.origins) as o);
