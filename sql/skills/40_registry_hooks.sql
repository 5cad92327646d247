-- What the room `registry` adds to skills, as functions that it replaces. Without that room, skills have no identifiers and no way to
-- install them.

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
comment on function private.package_url_error is 'Why a text is not an identifier that a submission can name; null if it is.';
comment on function private.add_submitted_identifiers is 'Adds the package URLs of a submission to its new skill.';
comment on function private.same_identifier is 'The first three other skills in the catalogue that share an identifier with a skill, in the order top.';
comment on function private.identifiers_of is 'The identifiers of a skill, sorted.';
comment on function private.submitted_identifiers is 'The identifiers that the submission of a skill named, sorted.';
comment on function private.source_of is 'Of the catalogue that a skill was imported from: status, deprecated or deleted if it says so; version, the newest one; install, publisher and entries, if the skill is in our catalogue. Null if no import says so.';
grant execute on function
  private.package_url_error, private.add_submitted_identifiers, private.same_identifier, private.identifiers_of,
  private.source_of
  to anon, authenticated;
