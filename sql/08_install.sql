-- How an imported server is installed: its server.json, written by strangers, as commands of a closed grammar. What does not fit is left
-- out, and nothing is repaired. docs/install.md has the rules. A migration that changes one ends with
-- `update private.registry_servers set server = server`, because the result is stored.

create function private.json_text(value jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
end
$$;
comment on function private.json_text is 'The text of a JSON string; null for all other values.';

create function private.first_items(items jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- A path of JSON reads no further than the last item that it returns.
  return case when jsonb_typeof(items) = 'array' then jsonb_path_query_array(items, '$[0 to 19]') else '[]' end;
end
$$;
comment on function private.first_items is 'The first 20 items of an array; an empty array for all other values.';

create function private.is_public_host(host text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- The last label starts with a letter, so it is no IP address in any notation. Lower-cased as ASCII: "C" has no other letters.
  return length(host) <= 253
    and host ~ '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
    and lower(host collate "C") !~ '(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$';
end
$$;
comment on function private.is_public_host is 'Whether a text is the ASCII name of a host with a dot that is neither an IP address nor reserved for private networks. It can still resolve to a private address.';

create function private.is_port(port text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when port ~ '^[1-9][0-9]{0,4}$' then port::integer <= 65535 else false end;
end
$$;
comment on function private.is_port is 'Whether a text is the number of a port.';

create function private.npm_argument(name text, version text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- npm takes names and versions that end like an archive for files, user/repository for GitHub, and text before a colon for a protocol.
  -- It takes numbers above 2^53 for the name of a tag.
  return case when length(name) <= 214 and length(version) <= 256
    and name ~ '^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$'
    and name !~ '\.(tgz|tar|tar\.gz)$' and name not in ('node_modules', 'favicon.ico')
    and version ~ (
      '^(0|[1-9][0-9]{0,14})(\.(0|[1-9][0-9]{0,14})){2}'
      '(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?'
      '(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$'
    )
    and lower(version collate "C") !~ '\.(tgz|tar|tar\.gz)$'
    then name || '@' || version end;
end
$$;
comment on function private.npm_argument is 'NAME@VERSION for npx: a name that npm accepts for new packages and a semantic version; null otherwise.';

create function private.pypi_argument(name text, version text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- uvx runs an interpreter for python, python3.12 or pypy. After @, it would take what is no version, also a number above 2^64, for a
  -- path; after ==, that is an error. PyPI has no local versions (1.0+x).
  return case when length(name) <= 214 and length(version) <= 100
    and name ~ '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$'
    and lower(name collate "C") !~ '\.(py|whl|zip|tgz|tar|tar\.[a-z0-9]+)$'
    and lower(name collate "C") !~ '^(pythonw?|cpython|pypy|graalpy|pyodide)([0-9]|$)'
    and lower(version collate "C") ~ (
      '^v?([0-9]{1,15}!)?[0-9]{1,15}(\.[0-9]{1,15})*'
      '([._-]?(a|b|c|rc|alpha|beta|pre|preview)([._-]?[0-9]{1,15})?)?'
      '(-[0-9]{1,15}|[._-]?(post|rev|r)([._-]?[0-9]{1,15})?)?'
      '([._-]?dev([._-]?[0-9]{1,15})?)?$'
    )
    then name || '==' || version end;
end
$$;
comment on function private.pypi_argument is 'NAME==VERSION for uvx: a name by PEP 508 and a public version by PEP 440; null otherwise.';

create function private.docker_image(identifier text, version text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  component constant text := '[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*';
  reference constant text[] := regexp_match(
    left(identifier, 600), '^([^:@]+(?::[0-9]+(?=/))?[^:@]*)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$'
  );
  path text := reference[1];
  registry text;
begin
  -- Docker takes a first part with a dot or a colon for the address of a registry.
  if path ~ '^[^/]*[.:][^/]*/' then
    registry := split_part(path, '/', 1);
    path := substr(path, length(registry) + 2);
    if not private.is_public_host(split_part(registry, ':', 1)) then return null; end if;
    if registry like '%:%' and not private.is_port(split_part(registry, ':', 2)) then return null; end if;
  end if;
  return case when length(identifier) <= 512 and length(reference[1]) <= 255
    and path ~ ('^' || component || '(/' || component || ')*$') and path <> 'localhost' and path not like 'localhost/%'
    then case
      when version is null and num_nonnulls(reference[2], reference[3]) > 0 then identifier
      when version !~ '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$' then null
      when reference[2] = version or (reference[2] is null and reference[3] is not null) then identifier
      when reference[2] is null then identifier || ':' || version
    end
  end;
end
$$;
comment on function private.docker_image is 'The reference of an image with a tag or digest, which is in the identifier, or a tag from the version if the identifier has neither; null if it is none, or if both have different tags.';

create function private.is_default_registry(base_url jsonb, kind text, identifier text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  host constant text := (regexp_match(private.json_text(base_url), '^https://([a-z0-9.-]+)/?$'))[1];
begin
  return case
    when coalesce(base_url, 'null') = 'null' then true
    when kind = 'npm' then host = 'registry.npmjs.org'
    when kind = 'pypi' then host = 'pypi.org'
    else host in ('docker.io', 'index.docker.io', 'hub.docker.com') or host = split_part(identifier, '/', 1)
  end;
end
$$;
comment on function private.is_default_registry is 'Whether the command, which names no registry, gets the package from the registry that registryBaseUrl names: in another registry, the same name can be the package of a stranger.';

create function private.is_variable_name(name text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Whole families, because a list of names is never complete. Their sources are in docs/decisions/0031-install.md.
  return length(name) <= 100 and name ~ '^[A-Z][A-Z0-9_]*$' and (
    -- Many servers read it, and it loads nothing.
    name = 'NODE_ENV'
    or split_part(name, '_', 1) <> all (array[
      'LD', 'LDR', 'DYLD', 'MALLOC', 'GCONV', 'GLIBC', 'BASH', 'XDG', 'KRB5', 'SUDO', 'GIT',
      'NODE', 'ELECTRON', 'BUN', 'DENO', 'TSX', 'CONDA', 'GEM', 'BUNDLE', 'LUA', 'JULIA', 'ERL', 'GUILE', 'JAVA', 'JDK', 'MAVEN', 'GRADLE',
      'SBT', 'DOTNET', 'CORECLR', 'COR', 'COMPLUS', 'CARGO', 'RUSTUP', 'YARN', 'PNPM', 'COREPACK', 'UV', 'PIP', 'PIPX', 'POETRY', 'DOCKER',
      'COMPOSE', 'BUILDKIT', 'PODMAN', 'OPENSSL', 'GTK', 'GIO', 'GST', 'QT'
    ])
    and name <> all (array[
      -- The loader and the C library.
      'LIBPATH', 'SHLIB_PATH', 'LOCPATH', 'NLSPATH', 'NIS_PATH', 'PATH_LOCALE', 'LOCALDOMAIN', 'HOSTALIASES', 'RES_OPTIONS',
      'RESOLV_HOST_CONF', 'GETCONF_DIR', 'TERMCAP', 'TERMPATH', 'AUTHSTATE',
      -- What shells read or run, and where programs find their settings.
      'PATH', 'PATHEXT', 'CDPATH', 'FPATH', 'MANPATH', 'ENV', 'IFS', 'PS0', 'PS1', 'PS2', 'PS3', 'PS4', 'PROMPT_COMMAND', 'SHELL',
      'SHELLOPTS', 'COMSPEC', 'PSMODULEPATH', 'ZDOTDIR', 'INPUTRC', 'GLOBIGNORE', 'NULLCMD', 'READNULLCMD', 'TMPPREFIX', 'HOME',
      'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'SYSTEMROOT', 'WINDIR', 'BASHOPTS',
      -- Programs that other programs start.
      'EDITOR', 'VISUAL', 'PAGER', 'MANPAGER', 'BROWSER', 'LESSOPEN', 'LESSCLOSE', 'SSH_AUTH_SOCK',
      -- Interpreters, libraries and trusted certificates.
      'VIRTUAL_ENV', 'PHPRC', 'TCLLIBPATH', 'CLASSPATH', 'R_HOME', 'GOFLAGS', 'GOPATH', 'GOROOT', 'GOPROXY', 'GOENV', 'GOTOOLCHAIN',
      'GOSUMDB', 'GONOSUMDB', 'GONOSUMCHECK', 'GOINSECURE', 'LADSPA_PATH', 'SSLKEYLOGFILE'
    ])
    and not name like any (array[
      'PYTHON%', 'PERL%', 'RUBY%', 'RUSTC%', 'TERMINFO%', 'TS\_NODE%', 'NPM\_CONFIG%', 'PHP\_INI%', 'R\_PROFILE%', 'R\_ENVIRON%', 'R\_LIBS%',
      'SSH\_ASKPASS%', 'SSH\_SK\_%', 'ASPNETCORE\_HOSTINGSTARTUP%', 'CONTAINER\_HOST%', 'CONTAINERS\_%', 'SSL\_CERT\_%', '%CA\_BUNDLE'
    ])
  );
end
$$;
comment on function private.is_variable_name is 'Whether a name is one that a server may ask for as a variable of the environment: capitals, digits and underscores, and none that makes programs load or run code, or trust other certificates.';

create function private.is_header_name(name text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- A subset of the tokens of RFC 9110. The names are those that the Fetch standard forbids, and those of HTTP and MCP itself.
  return length(name) <= 100 and name ~ '^[A-Za-z][A-Za-z0-9_-]*$' and lower(name collate "C") !~ (
    '^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|expect|date|dnt|origin|referer|cookie2?|set-cookie2?'
    '|proxy-.*|sec-.*|content-.*|accept(-.*)?|access-control-.*|if-.*|range|forwarded|x-forwarded-.*|x-real-ip'
    '|x-http-method(-override)?|x-method-override|http2-settings|permissions-policy|feature-policy|mcp-.*|last-event-id)$'
  );
end
$$;
comment on function private.is_header_name is 'Whether a name is one that a server may ask for as a header of requests: a token of letters, digits, - and _, and none that controls the connection, the protocol or cookies.';

create function private.install_inputs(inputs jsonb, is_header boolean) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  input jsonb;
  input_name text;
  names text[] := '{}';
  accepted jsonb := '[]';
begin
  if coalesce(inputs, 'null') = 'null' then return '[]'; end if;
  if jsonb_typeof(inputs) <> 'array' then return null; end if;
  if jsonb_array_length(inputs) > 50 then return null; end if;
  for input in select value from jsonb_array_elements(inputs) loop
    input_name := private.json_text(input -> 'name');
    if (case when is_header then private.is_header_name(input_name) else private.is_variable_name(input_name) end) is not true
      or lower(input_name collate "C") = any (names)
      or jsonb_typeof(input -> 'isRequired') not in ('boolean', 'null')
      or jsonb_typeof(input -> 'isSecret') not in ('boolean', 'null')
    then
      return null;
    end if;
    names := names || lower(input_name collate "C");
    accepted := accepted || jsonb_build_object(
      'name', input_name,
      'required', coalesce(input -> 'isRequired' = 'true', false),
      'secret', coalesce(input -> 'isSecret' = 'true', false)
    );
  end loop;
  return accepted;
end
$$;
comment on function private.install_inputs is 'The names of environmentVariables or headers, with required and secret; null if one does not fit, is there twice, or if there are more than 50. Values, defaults and descriptions are never read.';

create function private.install_package(package jsonb) returns jsonb
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  kind constant text := private.json_text(package -> 'registryType');
  identifier constant text := private.json_text(package -> 'identifier');
  version constant text := private.json_text(package -> 'version');
  variables constant jsonb := private.install_inputs(package -> 'environmentVariables', false);
  argument constant text := case kind
    when 'npm' then private.npm_argument(identifier, version)
    when 'pypi' then private.pypi_argument(identifier, version)
    when 'oci' then private.docker_image(identifier, version)
  end;
  args jsonb := case kind when 'npm' then '["-y"]' when 'pypi' then '[]' else '["run", "-i", "--rm"]' end;
begin
  if argument is null or variables is null
    or package #> '{transport,type}' is distinct from '"stdio"'
    or (version is null and coalesce(package -> 'version', 'null') <> 'null')
    or private.is_default_registry(package -> 'registryBaseUrl', kind, identifier) is not true
  then
    return null;
  end if;
  if kind = 'oci' then
    for i in 0..jsonb_array_length(variables) - 1 loop
      args := args || '"-e"' || (variables #> array[i::text, 'name']);
    end loop;
  end if;
  return jsonb_build_object(
    'type', case kind when 'oci' then 'docker' else kind end,
    'transport', 'stdio',
    'command', case kind when 'npm' then 'npx' when 'pypi' then 'uvx' else 'docker' end,
    'args', args || to_jsonb(argument),
    'url', null,
    'env', variables,
    'headers', '[]'::jsonb
  );
end
$$;
comment on function private.install_package is 'The command that runs a package, from its type, identifier, version and transport and the names of its variables; null if any of them does not fit. It never reads runtimeHint, runtimeArguments and packageArguments.';

create function private.install_remote(remote jsonb) returns jsonb
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  url constant text := private.json_text(remote -> 'url');
  transport constant text := private.json_text(remote -> 'type');
  headers constant jsonb := private.install_inputs(remote -> 'headers', true);
  -- The characters of a path and a query without quotes, braces and white space. Percent-encoded control characters do not fit.
  address constant text[] := regexp_match(
    left(url, 2049),
    '^https://([A-Za-z0-9.-]+)(?::([0-9]+))?(?:/(?:[A-Za-z0-9._~@+=:,/-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?'
    '(?:\?(?:[A-Za-z0-9._~@+=:,/&-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?$'
  );
begin
  if address is null or headers is null or length(url) > 2048
    or transport is null or transport not in ('streamable-http', 'sse')
    or not private.is_public_host(address[1])
    or (address[2] is not null and not private.is_port(address[2]))
  then
    return null;
  end if;
  return jsonb_build_object(
    'type', 'remote',
    'transport', transport,
    'command', null,
    'args', '[]'::jsonb,
    'url', url,
    'env', '[]'::jsonb,
    'headers', headers
  );
end
$$;
comment on function private.install_remote is 'The address of a remote server, from its type, URL and the names of its headers; null if any of them does not fit.';

create function private.install_entries(server jsonb) returns jsonb
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  entry jsonb;
  entries jsonb[] := '{}';
begin
  for entry in
    select case part when 'packages' then private.install_package(item) else private.install_remote(item) end
    from unnest(array['packages', 'remotes']) with ordinality as parts (part, part_number),
      jsonb_array_elements(private.first_items(server -> part)) with ordinality as items (item, item_number)
    order by part_number, item_number
  loop
    if entry is not null and entry <> all (entries) then
      entries := entries || entry;
    end if;
  end loop;
  return to_jsonb(nullif(entries[1:10], '{}'));
end
$$;
comment on function private.install_entries is 'How a server is installed: at most 10 different entries of the first 20 packages and 20 remotes of its server.json, packages first; null if none fits. Never raises, whatever the JSON is.';

-- The import writes servers as service_role.
grant execute on function private.json_text, private.first_items, private.is_public_host, private.is_port, private.npm_argument,
  private.pypi_argument, private.docker_image, private.is_default_registry, private.is_variable_name, private.is_header_name,
  private.install_inputs, private.install_package, private.install_remote, private.install_entries to service_role;
