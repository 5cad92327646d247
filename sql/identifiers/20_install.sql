-- How an imported server is installed. The importer builds the entries of a closed grammar (scripts/registry/install.ts); here is the shape
-- that everything relies on which shows them: fixed commands, and nothing that a program could read as an option.

create function private.has_install_fields(fields jsonb, name_pattern text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when jsonb_typeof(fields) = 'array' then not exists (
    select from jsonb_array_elements(fields) as f (field)
    where (
      jsonb_typeof(f.field) = 'object'
      and f.field = jsonb_build_object('name', f.field -> 'name', 'required', f.field -> 'required', 'secret', f.field -> 'secret')
      and jsonb_typeof(f.field -> 'required') = 'boolean'
      and jsonb_typeof(f.field -> 'secret') = 'boolean'
      and f.field ->> 'name' ~ name_pattern
    ) is not true
  ) end;
end
$$;
comment on function private.has_install_fields is 'Whether a JSON value is a list of {name, required, secret}, with names of this form.';

create function private.is_install_entry(entry jsonb) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  kind constant text := entry ->> 'type';
  -- The package, which is the last argument.
  package constant text := entry -> 'args' ->> -1;
  passed jsonb;
begin
  -- Docker copies a variable without a value from the environment: only those that each configuration sets.
  select coalesce(jsonb_agg(argument order by ordinal, part), '[]') into passed
  from jsonb_path_query(entry, '$.env[*] ? (@.required == true).name') with ordinality as required (name, ordinal)
  cross join lateral (values (1, '"-e"'::jsonb), (2, required.name)) as pair (part, argument)
  where kind = 'docker';

  return jsonb_typeof(entry) = 'object'
    and entry = jsonb_build_object(
      'type', kind, 'transport', entry -> 'transport', 'command', entry -> 'command', 'args', entry -> 'args', 'url', entry -> 'url',
      'env', entry -> 'env', 'headers', entry -> 'headers'
    )
    and private.has_install_fields(entry -> 'env', '^[A-Z][A-Z0-9_]{0,99}$')
    and private.has_install_fields(entry -> 'headers', '^[A-Za-z][A-Za-z0-9_-]{0,99}$')
    and case kind
      when 'remote' then
        (entry -> 'command', entry -> 'args', entry -> 'env') = ('null', '[]', '[]')
        and entry ->> 'transport' in ('streamable-http', 'sse')
        and entry ->> 'url' ~ '^https://[A-Za-z0-9][A-Za-z0-9.:-]*(?:[/?][A-Za-z0-9._~@+=:,/&?%-]*)?$'
      else
        (entry -> 'transport', entry -> 'url', entry -> 'headers') = ('"stdio"', 'null', '[]')
        and package ~ '^[A-Za-z0-9@][A-Za-z0-9._@/:+!=-]*$'
        and (entry -> 'command', entry -> 'args') = (
          case kind when 'npm' then '"npx"' when 'pypi' then '"uvx"' when 'docker' then '"docker"' end::jsonb,
          case kind when 'npm' then '["-y"]' when 'pypi' then '[]' else '["run", "-i", "--rm"]' end::jsonb
            || passed || to_jsonb(array[package])
        )
    end;
end
$$;
comment on function private.is_install_entry is 'Whether a JSON value has the shape of a way to install a server.';

create function private.is_install(entries jsonb) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(entries) = 'array' and octet_length(entries::text) <= 262144 then
      jsonb_array_length(entries) between 1 and 10
      and not exists (select from jsonb_array_elements(entries) as e (entry) where private.is_install_entry(e.entry) is not true)
    else false
  end;
end
$$;
comment on function private.is_install is 'Whether a JSON value has the shape of 1 to 10 ways to install a server. Never raises, whatever the JSON is.';

-- The import writes servers as service_role.
grant execute on function private.has_install_fields, private.is_install_entry, private.is_install to service_role;
