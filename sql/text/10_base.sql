-- Default privileges, extensions, the private schema and what every file uses.

-- No privilege comes from a default: each is granted beside its table or function. Only the functions of texts, which all roles need, are
-- granted together, at the end of sql/text/50_validation.sql. Hosted projects may have default privileges, globally and for the schema public.
alter default privileges revoke all on schemas from public, anon, authenticated, service_role;
alter default privileges revoke all on tables from public, anon, authenticated, service_role;
alter default privileges revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges revoke all on functions from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create schema private;
comment on schema private is 'Keys, identity and internal functions. The Data API does not expose it.';
grant usage on schema private to anon, authenticated, service_role;

create function private.parse_uuid(value text) returns uuid
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
end
$$;
comment on function private.parse_uuid is 'Parses a UUID in its usual form, in either case; null if the text is not a UUID.';
grant execute on function private.parse_uuid to anon, authenticated;

create function public.health() returns json
language sql stable set search_path = ''
return json_build_object('status', 'ok');
comment on function public.health is 'GET /api/health: succeeds if the database does.';
grant execute on function public.health to anon, authenticated;
