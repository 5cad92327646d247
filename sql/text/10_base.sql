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

create function public.health() returns json
language sql stable set search_path = ''
return json_build_object('status', 'ok');
comment on function public.health is 'GET /api/health: succeeds if the database does.';
grant execute on function public.health to anon, authenticated;
