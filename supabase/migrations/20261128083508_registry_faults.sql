set local lock_timeout = '2s';

SET local check_function_bodies = off;

DROP FUNCTION "private"."github_paths"(uuid[], text, integer);

CREATE OR REPLACE FUNCTION private.document_marks (
  skill uuid
)
  RETURNS tsvector
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  has_server constant boolean :=
    exists (select from private.registry_servers as r where r.skill_id = skill)
    or exists (
      select from public.skills as m join private.registry_servers as r on r.skill_id = m.id where m.merged_into = skill
    )
    -- An import stores the server after its skill, whose document need not be written twice.
    or exists (
      select from private.imported_skills as i join public.skills as s on s.id = i.skill_id
      where i.skill_id = skill and s.type = 'mcp'
    );
  owner constant text := (
    select private.path_owner(private.normalize_identifier(s.url)) from public.skills as s where s.id = skill and s.type = 'clawdbot'
  );
begin
  return concat_ws(' ',
    case when has_server then private.mark('server') end, private.path_mark(owner), case when owner <> '' then private.path_mark('') end
  )::tsvector;
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

COMMENT ON FUNCTION "private"."path_mark"(text) IS 'The mark of the documents of agent skills whose url is a path in a repository of an owner on github.com; of any, if the owner is empty.';

COMMENT ON FUNCTION "private"."path_owner"(text) IS 'The owner of the repository on github.com in which an identifier in normal form is a path whose last part can be typed as it is; null for any other.';

COMMENT ON FUNCTION "public"."find_skills"(text, integer, text) IS 'GET /api/search: the best agent skills that match whose url is a path in a repository on github.com, at most 100, of an owner there or of any: slug, url and its normal form. Raises PT400.';

REVOKE ALL ON FUNCTION "private"."path_mark"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."path_mark"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "private"."path_mark"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."path_mark"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."path_owner"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."path_owner"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."path_owner"(text) TO "postgres";

-- The marks of the documents of agent skills that have a path in a repository on github.com.
update private.skill_documents as d set words = d.words || private.document_marks(d.skill_id)
from public.skills as s
where s.id = d.skill_id and s.type = 'clawdbot' and private.path_owner(private.normalize_identifier(s.url)) is not null;
