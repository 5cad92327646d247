set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.plan_import (
  p_source text,
  entries  jsonb
)
  RETURNS SETOF private.import_entry
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, new.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when not e.is_final and not version.is_current then 'postponed'
      when known.content = new.content then case when served.changes then 'updated' else 'unchanged' end
      when s.retired_at is null
        and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active'),
    e.server, e.server_published_at, e.source_updated_at, e.status_changed_at, e.server_problem, served.changes, e.install
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        -- Part of a primary key: an index entry is limited to 2,704 bytes.
        'external_name ' || case when external_name is null then 'is required' else private.text_error(external_name, 1, 200) end,
        'external_name ' || case when occurrence > 1 then 'is in the batch more than once' end,
        'status ' || private.choice_error(status, '{active,deprecated,deleted}'),
        case when status = 'active' then nullif(concat_ws('; ',
          -- The name of a skill that was imported before is not changed, and can be older than a rule.
          'name ' || case
            when is_known then null
            when name is null then 'is required'
            else private.name_error(name, 1, 200)
          end,
          'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
          'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
          'url ' || private.url_error(url),
          'published_at ' || case when published_at is null then 'must be a time in UTC, infinity or -infinity' end
        ), '') end
      ) as problem,
      case when status = 'active' then coalesce(given_problem, private.server_error(server, external_name)) end as server_problem
    from (
      select
        position,
        entry ->> 'external_name' as external_name,
        row_number() over (partition by entry ->> 'external_name' order by position) as occurrence,
        exists (
          select from private.imported_skills as i where i.source = p_source and i.external_name = entry ->> 'external_name'
        ) as is_known,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        case
          when coalesce(entry ->> 'published_at', '-infinity') = '-infinity' then '-infinity'
          when entry ->> 'published_at' = 'infinity' then 'infinity'
          else private.parse_time(entry ->> 'published_at')
        end as published_at,
        coalesce(entry ->> 'status', 'active') as status,
        coalesce(entry -> 'is_final' <> 'false', true) as is_final,
        nullif(entry -> 'server', 'null') as server,
        nullif(entry -> 'install', 'null') as install,
        entry ->> 'server_problem' as given_problem,
        private.parse_time(entry ->> 'server_published_at') as server_published_at,
        private.parse_time(entry ->> 'source_updated_at') as source_updated_at,
        private.parse_time(entry ->> 'status_changed_at') as status_changed_at
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  left join private.registry_servers as r on r.name = e.external_name collate "C"
  -- Another name in the catalogue changes nothing here, and is no edit.
  cross join lateral (
    select case
      when known.content <> e.content then private.skill_content(private.name_in_source(s.name, e.name), e.description, e.url)
      else e.content
    end as content
  ) as new
  cross join lateral (
    select case
      when r.source is distinct from p_source then
        r.source is null and e.server_problem is null and e.server is not null and e.status = 'active' and known.skill_id is not null
      when e.server_problem is not null then true
      when e.status = 'active' and e.server is null then false
      else
        (r.status, r.source_updated_at, r.status_changed_at) is distinct from (e.status, e.source_updated_at, e.status_changed_at)
        or e.status = 'active' and (r.server, r.published_at, r.install) is distinct from (e.server, e.server_published_at, e.install)
    end as changes
  ) as served
  -- Whether it can replace what is stored before all versions were read: the same version, or one that is surely newer.
  cross join lateral (
    select case
      when e.published_at = 'infinity' then true
      when known.published_at > '-infinity' and e.published_at > known.published_at then true
      when r.source = p_source and e.server is not null then r.version = e.server ->> 'version'
      else known.published_at > '-infinity' and e.published_at = known.published_at
    end as is_current
  ) as version
  order by e.position;
$function$;

CREATE OR REPLACE FUNCTION private.servers_of_skills (
  skills uuid[],
  OUT    fitting uuid[],
  OUT    servers json
)
  RETURNS record
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
  -- Follows a search, which is expensive itself.
  max_bytes constant integer := private.page_bytes() / 4;
begin
  select
    coalesce(array_agg(s.id order by s.ordinal), '{}'),
    coalesce(
      json_agg(json_build_object('skill_id', s.id, 'updated_at', s.updated_at, 'server', s.server) order by s.ordinal)
        filter (where s.server is not null),
      '[]'
    )
  into fitting, servers
  from (
    select
      i.ordinal, i.id, r.updated_at, r.server,
      coalesce(sum(r.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from unnest(skills) with ordinality as i (id, ordinal)
    left join private.registry_servers as r on r.skill_id = i.id and r.is_listed
  ) as s
  where s.bytes_before < max_bytes;
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
  perform private.set_imported_identifiers(i.skill_id, named.checked, named.mentioned)
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  cross join lateral (
    select
      case when e.server_problem is null then e.server end as server,
      -- The catalogue is the publisher of its own page, which it names without a server.json.
      case when e.server is null and e.server_problem is null and starts_with(e.url, p_source || '/') then e.url end as own_page
  ) as s
  cross join lateral (
    select
      private.server_identifiers(s.server, e.external_name) || private.normalize_identifier(s.own_page) as checked,
      array[
        private.server_repository(s.server),
        -- Without the path that the server.json says.
        case when e.url is distinct from s.server #>> '{repository,url}' then private.normalize_identifier(e.url) end
      ] as mentioned
    where e.status is null and (
      e.outcome in ('created', 'updated')
      or e.outcome in ('unchanged', 'kept') and (
        e.changes_server
        -- Without a server here, nothing shows a change. Without a server.json, the name and url do, except of a skill that was edited, or
        -- deleted and listed again.
        or (e.outcome = 'kept' or e.server is not null or not exists (
          select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.is_imported
        )) and not exists (
          select from private.registry_servers as r where r.source = p_source and r.name = e.external_name collate "C"
        )
      )
    )
  ) as named
  where i.skill_id is not null
  order by i.skill_id;

  perform private.unverify_identifiers(array(
    select i.skill_id
    from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.status = 'deleted' and e.outcome in ('marked', 'inactive')
  ));
end
$function$;

CREATE OR REPLACE FUNCTION private.set_imported_identifiers (
  skill     uuid,
  checked   text[],
  mentioned text[] DEFAULT '{}'::text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- A registry knows the owner of a package or endpoint, but not of a repository, also if that is the address of a package.
  is_repository constant text := '^pkg:git(?:hub|lab)/';
  valid constant text[] := array(
    select i from unnest(checked) with ordinality as u (i, ordinal)
    where char_length(i) between 1 and 2048
    order by ordinal
    limit 100
  );
  imports constant text[] := array(select distinct i collate "C" from unnest(valid) as i where i !~ is_repository order by 1);
  mentions constant text[] := array(
    select distinct i collate "C" from unnest(array_remove(mentioned, null) || valid) as i
    where i ~ is_repository or i <> all (valid)
    order by 1
  );
begin
  -- Most are as the last import left them.
  if imports = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and 'import' = any (i.origins) order by 1
  ) and mentions = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and 'mention' = any (i.origins) order by 1
  ) then
    return;
  end if;
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(skill, imports, 'import');
  perform private.replace_identifiers(skill, mentions, 'mention');
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
  select w.ordinal, i.skill_id, f.state, r.is_whole and o.is_own, i.is_imported, i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  -- Each kind by itself, so that none hides another, nor is hidden by those in the catalogue. Of retired skills, one shows that there are.
  cross join (values (true), (false)) as o (is_own)
  cross join (values ('merged'::private.skill_state, 10), ('retired', 1)) as f (state, most)
  cross join lateral (
    select former.skill_id, former.is_imported, former.score, former.established_ratings
    from private.skill_identifiers as former
    where former.identifier_hash = r.hash and former.state = f.state and former.is_own = o.is_own
    order by former.is_imported desc, former.score desc, former.skill_id desc
    limit f.most
  ) as i;
end
$function$;

CREATE OR REPLACE FUNCTION private.unverify_forgotten()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.unverify_identifiers(array(select skill_id from forgotten));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.unverify_identifiers (
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  changed constant uuid[] := array(
    select distinct i.skill_id from private.skill_identifiers as i where i.skill_id = any (skills) and i.is_imported
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_identifiers as i set origins = array_replace(i.origins, 'import', 'mention')
    where i.skill_id = any (changed) and i.is_imported;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.get_server (
  p_name            text,
  p_version         text,
  p_include_deleted boolean DEFAULT false
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return private.find_server(
    p_name, nullif(coalesce(p_version, ''), 'latest'), coalesce(p_include_deleted, false)
  ) -> 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers (
  p_search          text    DEFAULT NULL::text,
  p_limit           integer DEFAULT NULL::integer,
  p_cursor          text    DEFAULT NULL::text,
  p_updated_since   text    DEFAULT NULL::text,
  p_version         text    DEFAULT NULL::text,
  p_include_deleted boolean DEFAULT NULL::boolean,
  p_skill_ids       uuid[]  DEFAULT NULL::uuid[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  version_text text := nullif(p_version, '');
  time_text text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_text);
  only_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  max_rows integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  cursor_position jsonb;
  after jsonb;
  words private.search_word[];
  names text[];
  positions jsonb[];
  ranked private.search_position[];
  page record;
  next_position jsonb;
begin
  cursor_position := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_text, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ), search is not null);
  if jsonb_array_length(cursor_position) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(cursor_position ->> 1, 200), ''));
    version_text := coalesce(version_text, cursor_position ->> 2);
    time_text := coalesce(time_text, cursor_position ->> 3);
    since := private.parse_time(time_text);
    with_deleted := coalesce(p_include_deleted, (cursor_position ->> 4)::boolean) or since is not null;
    if (search, version_text, since, with_deleted)
      is distinct from (
        cursor_position ->> 1, cursor_position ->> 2, private.parse_time(cursor_position ->> 3), (cursor_position ->> 4)::boolean
      )
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := cursor_position -> 0;
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> 0) = 'array') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
    perform private.reject_cursor();
  end if;
  if search is not null or time_text is not null or version_text is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_text, 0, 255),
      'updated_since', case when time_text is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  only_version := nullif(version_text, 'latest');

  -- For the functions of 2.0.0, which run until the deployment ends: the next release removes the argument.
  if p_skill_ids is not null then
    max_rows := 101;
    names := array(
      select r.name
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as r on r.skill_id = i.skill_id
      where r.is_listed
      order by i.ordinal
    );
  elsif search is not null then
    words := private.plan_search(search, private.cursor_words(after #> '{0,1}'));
    select f.names, f.positions into names, ranked
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      case when after is not null then array[
        row(after #>> '{0,0,0}', after #>> '{0,0,1}', after #>> '{0,0,2}')::private.search_position
      ] end || private.rank_skills(
        search, words, private.skill_types(), after -> 0, max_ranked,
        mark => private.server_mark(), named => private.servers_named(search)
      ),
      after ->> 1, only_version, since, with_deleted, max_rows
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), only_version, with_deleted, max_rows);
  else
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), only_version, max_rows
    ) as f;
  end if;

  select p.servers, p.count into page from private.server_page(names[:max_rows - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null then jsonb_build_array(private.search_cursor(ranked[page.count], words), names[page.count])
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_text, time_text, with_deleted);
  end if;
  return json_build_object('servers', page.servers, 'metadata', json_object(
    'count': page.count, 'nextCursor': private.encode_cursor(next_position, 'servers') absent on null
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.list_servers_of_skills (
  p_skill_ids uuid[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return json_build_object('servers', (select s.servers from private.servers_of_skills(p_skill_ids[:100]) as s));
end
$function$;

CREATE OR REPLACE FUNCTION public.search_entries (
  p_search  text,
  p_types   text[]  DEFAULT NULL::text[],
  p_servers boolean DEFAULT NULL::boolean,
  p_limit   integer DEFAULT NULL::integer,
  p_cursor  text    DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  max_limit constant integer := 100;
  -- One skill more than the page shows whether there is another page.
  max_rows constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit) + 1;
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  -- That of public.list_skills, of which the page tokens of 2.0.0 have the cursors.
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  after jsonb;
  words private.search_word[];
  positions private.search_position[];
  page record;
  listed record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  after := private.decode_cursor(p_cursor, list, private.cursor_types('relevance'));
  words := private.plan_search(search, private.cursor_words(after -> 1));
  positions := private.rank_skills(
    search, words, types, after, max_rows,
    mark => case when p_servers then private.listed_mark() when not p_servers then !!private.listed_mark() end,
    named => case when p_servers then private.servers_named(search) end
  );
  select s.* into listed
  from private.servers_of_skills(array(select p.skill_id from unnest(positions[:max_rows - 1]) as p)) as s;
  select i.items, i.count into page
  from private.skill_items(listed.fitting, private.explain_matches(words, listed.fitting)) as i;
  return format(
    '{"skills":[%s],"servers":%s,"next_cursor":%s}', page.items, listed.servers, coalesce(to_json(case
      when cardinality(positions) > page.count
        then private.encode_cursor(private.search_cursor(positions[page.count], words), list)
    end)::text, 'null')
  );
end
$function$;

CREATE TRIGGER unverify_forgotten
  AFTER DELETE ON private.imported_skills REFERENCING OLD TABLE AS forgotten
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.unverify_forgotten();

COMMENT ON FUNCTION "private"."servers_of_skills"(uuid[]) IS 'The first of these skills, until their server.json exceed a fourth of a page, and the servers of these that are listed, with the skill and the last change of each.';

COMMENT ON FUNCTION "private"."skills_with_identifiers"(bytea[], bytea[], uuid) IS 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, those that most established agents rated, and of each kind ten merged ones and a retired one. Reads no more, however many share it.';

COMMENT ON FUNCTION "private"."unverify_forgotten"() IS 'Calls private.unverify_identifiers for skills that an admin took out of an import, or with their whole catalogue.';

COMMENT ON FUNCTION "private"."unverify_identifiers"(uuid[]) IS 'The identifiers of skills that a registry checked are only mentioned from now on: it checks them no more, and others can have the package or endpoint.';

COMMENT ON FUNCTION "public"."list_servers_of_skills"(uuid[]) IS 'GET /registry/ard/agents/{identifier}: the servers of the first of these skills, at most 100, that are listed.';

COMMENT ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) IS 'POST /registry/ard/search: as a search by relevance with public.list_skills and p_explain, of some types (null: all), and only of skills whose server is listed, or with p_servers false of the others; with these servers, before which the page ends early. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."servers_of_skills"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."servers_of_skills"(uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."servers_of_skills"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."servers_of_skills"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unverify_forgotten"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unverify_forgotten"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unverify_forgotten"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."unverify_identifiers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unverify_identifiers"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unverify_identifiers"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."unverify_identifiers"(uuid[]) TO "service_role";
