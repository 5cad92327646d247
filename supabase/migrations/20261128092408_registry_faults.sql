set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."github_paths"(uuid[], text, integer);

DROP FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery);

CREATE OR REPLACE FUNCTION private.document_marks (
  skill uuid
)
  RETURNS tsvector
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  is_imported constant boolean := exists (
    select from private.imported_skills as i join public.skills as s on s.id = i.skill_id where i.skill_id = skill and s.type = 'mcp'
  );
  is_listed boolean := (select r.is_listed from private.registry_servers as r where r.skill_id = skill);
  has_server boolean := is_imported or is_listed is not null or exists (
    select from public.skills as m join private.registry_servers as r on r.skill_id = m.id where m.merged_into = skill
  );
  owner constant text := (
    select private.path_owner(private.normalize_identifier(s.url)) from public.skills as s where s.id = skill and s.type = 'clawdbot'
  );
begin
  -- An import stores the server after its skill, whose document need not be written twice.
  if is_imported and is_listed is null then
    is_listed := not exists (select from private.skill_documents as d where d.skill_id = skill)
      and exists (select from public.skills as s where s.id = skill and s.created_at = now());
  end if;
  return concat_ws(' ',
    case when has_server then private.mark('server') end, case when is_listed then private.mark('listed') end,
    private.path_mark(owner), case when owner <> '' then private.path_mark('') end
  )::tsvector;
end
$function$;

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
          'name is taken by ' || (select s.slug from public.skills as s where s.id = private.same_server(p_source, e.external_name, e.name)),
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

CREATE OR REPLACE FUNCTION private.index_changed_skills()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  edited uuid[];
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    edited := array(select id from new_skills);
  else
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds. The url is in a mark.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.url, n.retired_at)
        is distinct from (o.name, o.description, o.type, o.url, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, text_score, quality, is_proven)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      w.words || private.mark(s.type)::tsvector || private.document_marks(s.id), private.text_score(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      text_score = excluded.text_score
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.prefix_term counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.listed_mark()
  RETURNS tsquery
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN (private.mark('listed'::text))::tsquery;

CREATE OR REPLACE FUNCTION private.mark_again (
  skills uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- Those of new servers are right already.
  changed constant uuid[] := array(
    select d.skill_id
    from private.skill_documents as d left join private.registry_servers as r on r.skill_id = d.skill_id
    where d.skill_id = any (skills)
      and (not d.words @@ private.server_mark() or (d.words @@ private.listed_mark()) <> coalesce(r.is_listed, false))
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_documents as d
    set words = ts_delete(d.words, '~listed') || private.document_marks(d.skill_id)
    where d.skill_id = any (changed);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.mark_documents()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform private.mark_again(array(
    select own.id from changed as r join public.skills as own on own.id = r.skill_id
    union
    select own.merged_into from changed as r join public.skills as own on own.id = r.skill_id where own.merged_into is not null
  ));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.path_mark (
  owner text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
RETURN private.mark(('path/'::text || OWNER));

CREATE OR REPLACE FUNCTION private.path_owner (
  identifier text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- Nothing that a shell reads otherwise: people copy the name.
  return substring(identifier from '^pkg:github/([^/#]{1,100})/[^#]+#(?:.*/)?[a-z0-9._-]+$');
end
$function$;

CREATE OR REPLACE FUNCTION private.rank_skills (
  search   text,
  words    private.search_word[],
  types    text[],
  after    jsonb,
  max_rows integer,
  searches integer               DEFAULT 1,
  mark     tsquery               DEFAULT NULL::tsquery,
  named    uuid[]                DEFAULT NULL::uuid[]
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
  ) || array(
    select d.ctid from private.skill_documents as d
    where d.skill_id = any (named) and d.words @@ mark and d.type = any (types) and d.name_key >= key and d.name_key < end_of_key
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

CREATE OR REPLACE FUNCTION private.servers_named (
  search text
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_generic_plan'
  SET enable_seqscan TO 'off'
  SET enable_bitmapscan TO 'off'
  AS $function$
declare
  start constant text := lower(search collate "C");
begin
  return array(
    select r.skill_id from private.registry_servers as r
    where lower(r.name) >= start and lower(r.name) < start || chr(1114111)
    order by lower(r.name) limit 50
  );
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
        -- Of an import before there were identifiers, or deleted and listed again.
        or not exists (
          select from private.skill_identifiers as known
          where known.skill_id = i.skill_id
            and known.origins && case when coalesce(e.server::text, s.own_page) is null then '{import,mention}' else '{import}' end::text[]
        )
      )
    )
    union all
    -- The registry checks nothing any more of what it deleted: others can have the package or endpoint.
    select '{}', array_agg(known.identifier)
    from private.skill_identifiers as known
    where e.status = 'deleted' and e.outcome in ('marked', 'inactive')
      and known.skill_id = i.skill_id and known.origins && '{import,mention}'
    having bool_or(known.is_imported)
  ) as named
  where i.skill_id is not null
  order by i.skill_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.find_skills (
  p_search text,
  p_limit  integer DEFAULT NULL::integer,
  p_owner  text    DEFAULT NULL::text
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
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best private.search_position[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  -- Of all agent skills that match, only these are ranked, however many others there are. No owner has other characters.
  if owner ~ '^[a-z0-9_.-]{0,100}$' then
    best := private.rank_skills(
      search, private.plan_search(search), '{clawdbot}', null, least(greatest(coalesce(p_limit, 20), 1), 100),
      mark => private.path_mark(owner)::tsquery
    );
  end if;
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', private.normalize_identifier(s.url))
    from unnest(best) with ordinality as p (score, skill_id, cap, ordinal)
    join public.skills as s on s.id = p.skill_id
    order by p.ordinal
  ));
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
  version_text text := nullif(private.trim_text(p_version), '');
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
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  after := private.decode_cursor(p_cursor, list, private.cursor_types('relevance'));
  words := private.plan_search(search, private.cursor_words(after -> 1));
  positions := private.rank_skills(
    search, words, types, after, max_rows,
    mark => case when p_servers then private.listed_mark() when not p_servers then !!private.listed_mark() end,
    named => case when p_servers then private.servers_named(search) end
  );
  select i.items, i.count into page
  from (select array(select p.skill_id from unnest(positions[:max_rows - 1]) as p) as ids) as s
  cross join lateral private.skill_items(s.ids, private.explain_matches(words, s.ids)) as i;
  return format(
    '{"skills":[%s],"next_cursor":%s}', page.items, coalesce(to_json(case
      when cardinality(positions) > page.count
        then private.encode_cursor(private.search_cursor(positions[page.count], words), list)
    end)::text, 'null')
  );
end
$function$;

CREATE INDEX registry_servers_lower_name ON private.registry_servers USING btree (lower(name));

CREATE TRIGGER mark_documents_of_deleted
  AFTER DELETE ON private.registry_servers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT
  EXECUTE FUNCTION private.mark_documents();

COMMENT ON FUNCTION "private"."listed_mark"() IS 'The query for the documents of the skills that have a server that is listed.';

COMMENT ON FUNCTION "private"."mark_again"(uuid[]) IS 'Brings the marks of servers in the documents of skills up to date.';

COMMENT ON FUNCTION "private"."mark_documents"() IS 'Marks the documents of skills that get or lose a server, whose server is listed or not any more, or that are merged with one that has it: private.touch_registry_server updates the servers of these.';

COMMENT ON FUNCTION "private"."path_mark"(text) IS 'The mark of the documents of agent skills whose url is a path in a repository of an owner on github.com; of any, if the owner is empty.';

COMMENT ON FUNCTION "private"."path_owner"(text) IS 'The owner of the repository on github.com in which an identifier in normal form is a path whose last part can be typed as it is; null for any other.';

COMMENT ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery, uuid[]) IS 'The positions of the 1,000 best matches of a search, after the position in a cursor; with a mark, of those that have it. Other names can fill those that begin with the search before a mark is looked at: named has skills with it. Several searches of one request share the budgets of one.';

COMMENT ON FUNCTION "private"."servers_named"(text) IS 'The skills of the first 50 servers whose name begins with a search: nobody can plant one.';

COMMENT ON FUNCTION "public"."find_skills"(text, integer, text) IS 'GET /api/search: the best agent skills that match whose url is a path in a repository on github.com, at most 100, of an owner there or of any: slug, url and its normal form. Raises PT400.';

COMMENT ON FUNCTION "public"."search_entries"(text, text[], boolean, integer, text) IS 'POST /registry/ard/search: as a search by relevance with public.list_skills and p_explain, of some types (null: all), and only of skills whose server is listed, or with p_servers false of the others. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."listed_mark"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."listed_mark"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."listed_mark"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."listed_mark"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."mark_again"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."mark_again"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_again"(uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."mark_again"(uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "private"."path_mark"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."path_mark"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."path_mark"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."path_mark"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."path_owner"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."path_owner"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."path_owner"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery, uuid[]) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rank_skills"(text, private.search_word[], text[], jsonb, integer, integer, tsquery, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."servers_named"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."servers_named"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."servers_named"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."servers_named"(text) TO "postgres";

-- The marks of the documents of agent skills that have a path in a repository on github.com.
update private.skill_documents as d set words = d.words || private.document_marks(d.skill_id)
from public.skills as s
where s.id = d.skill_id and s.type = 'clawdbot' and private.path_owner(private.normalize_identifier(s.url)) is not null;

-- The mark of skills with a server that is listed.
update private.skill_documents as d set words = d.words || private.document_marks(d.skill_id)
from private.registry_servers as r
where r.skill_id = d.skill_id and r.is_listed;
