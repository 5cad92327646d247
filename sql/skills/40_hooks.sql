-- What the room `registry` adds to skills, as functions that it replaces. Without that room, skills have no identifiers and no way to
-- install them, and a lookup finds nothing.

create function private.package_url_error(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return null;
end
$$;

create function private.add_submitted_identifiers(skill uuid, identifiers text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
end
$$;

create function private.same_identifier(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return '[]';
end
$$;

create function private.identifiers_of(skill uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return '{}';
end
$$;

create function private.submitted_identifiers(skill uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return '{}';
end
$$;

create function private.source_of(skill uuid, out status text, out version text, out install json)
language plpgsql stable set search_path = ''
as $$
begin
end
$$;

create function private.document_marks(skill uuid) returns tsvector
language plpgsql stable set search_path = ''
as $$
begin
  return '';
end
$$;
comment on function private.package_url_error is 'Why a text is not an identifier that a submission can name; null if it is.';
comment on function private.add_submitted_identifiers is 'Adds the package URLs of a submission to its new skill.';
comment on function private.same_identifier is 'The first three other skills in the catalogue that share an identifier with a skill, in the order top.';
comment on function private.identifiers_of is 'The identifiers of a skill, sorted.';
comment on function private.submitted_identifiers is 'The identifiers that the submission of a skill named, sorted.';
comment on function private.document_marks is 'The marks of a skill for what a search can filter by beside its type: see private.mark.';
comment on function private.source_of is 'Of the catalogue that a skill was imported from: status, deprecated or deleted if it says so; version, the newest one; install, server and entries, if the skill is in our catalogue. Null if no import says so.';
grant execute on function
  private.package_url_error, private.add_submitted_identifiers, private.same_identifier, private.identifiers_of,
  private.source_of
  to anon, authenticated;

create function public.lookup_skills(p_identifiers text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  items text[];
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  perform private.validate(variadic array(
    select part
    from unnest(items) with ordinality as i (value, ordinal)
    cross join lateral unnest(
      array['identifiers.' || i.ordinal - 1, private.item_error(private.clean_text(i.value, 2048), 1, 2048)]
    ) with ordinality as e (part, number)
    order by i.ordinal, e.number
  ));
  return (
    select json_build_object('results', json_agg(
      json_build_object('identifier', i.value, 'status', 'unknown', 'skills', '[]'::json) order by i.ordinal
    ))
    from unnest(items) with ordinality as i (value, ordinal)
  );
end
$$;
comment on function public.lookup_skills is 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Raises PT400.';
grant execute on function public.lookup_skills to anon, authenticated;

create function public.find_skills(p_search text, p_limit integer default null, p_owner text default null) returns json
language plpgsql stable set search_path = ''
as $$
begin
  perform private.validate('search', private.text_error(coalesce(private.clean_text(p_search, 200), ''), 1, 200));
  return '{"skills":[]}';
end
$$;
comment on function public.find_skills is 'GET /api/search: the best agent skills that match whose url is a path in a repository on github.com, at most 100, of an owner there or of any: slug, url and its normal form. Raises PT400.';
grant execute on function public.find_skills to anon, authenticated;
