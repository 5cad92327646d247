-- pgls-ignore-all lint/safety/addSerialColumn: The table has no rows yet: the import that fills it comes with the same release.
set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.docker_image (
  identifier text,
  version    text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.first_items (
  items jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
begin
  -- A path of JSON reads no further than the last item that it returns.
  return case when jsonb_typeof(items) = 'array' then jsonb_path_query_array(items, '$[0 to 19]') else '[]' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.install_entries (
  server jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.install_inputs (
  inputs    jsonb,
  is_header boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.install_package (
  package jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.install_remote (
  remote jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_default_registry (
  base_url   jsonb,
  kind       text,
  identifier text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.is_header_name (
  name text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- A subset of the tokens of RFC 9110. The names are those that the Fetch standard forbids, and those of HTTP and MCP itself.
  return length(name) <= 100 and name ~ '^[A-Za-z][A-Za-z0-9_-]*$' and lower(name collate "C") !~ (
    '^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|expect|date|dnt|origin|referer|cookie2?|set-cookie2?'
    '|proxy-.*|sec-.*|content-.*|accept(-.*)?|access-control-.*|if-.*|range|forwarded|x-forwarded-.*|x-real-ip'
    '|x-http-method(-override)?|x-method-override|http2-settings|permissions-policy|feature-policy|mcp-.*|last-event-id)$'
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.is_port (
  port text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case when port ~ '^[1-9][0-9]{0,4}$' then port::integer <= 65535 else false end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_public_host (
  host text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  -- The last label starts with a letter, so it is no IP address in any notation. Lower-cased as ASCII: "C" has no other letters.
  return length(host) <= 253
    and host ~ '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
    and lower(host collate "C") !~ '(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$';
end
$function$;

CREATE OR REPLACE FUNCTION private.is_variable_name (
  name text
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.json_text (
  value jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
begin
  return case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION private.npm_argument (
  name    text,
  version text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.pypi_argument (
  name    text,
  version text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.get_skill (
  p_skill text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET "TimeZone" TO 'UTC'
  AS $function$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_counts[1], '2', st.claws_counts[2], '3', st.claws_counts[3], '4', st.claws_counts[4], '5', st.claws_counts[5]
        ) as rating_counts,
        st.established_ratings,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        (
          select json_build_object('publisher', server.name, 'entries', server.install)
          from private.registry_servers as server
          where server.skill_id = skill
            and server.install is not null
            and server.status <> 'deleted'
            and s.retired_at is null
            and private.source_status(skill) is distinct from 'deleted'
        ) as install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$function$;

COMMENT ON FUNCTION "private"."docker_image"(text, text) IS 'The reference of an image with a tag or digest, which is in the identifier, or a tag from the version if the identifier has neither; null if it is none, or if both have different tags.';

COMMENT ON FUNCTION "private"."first_items"(jsonb) IS 'The first 20 items of an array; an empty array for all other values.';

COMMENT ON FUNCTION "private"."install_entries"(jsonb) IS 'How a server is installed: at most 10 different entries of the first 20 packages and 20 remotes of its server.json, packages first; null if none fits. Never raises, whatever the JSON is.';

COMMENT ON FUNCTION "private"."install_inputs"(jsonb, boolean) IS 'The names of environmentVariables or headers, with required and secret; null if one does not fit, is there twice, or if there are more than 50. Values, defaults and descriptions are never read.';

COMMENT ON FUNCTION "private"."install_package"(jsonb) IS 'The command that runs a package, from its type, identifier, version and transport and the names of its variables; null if any of them does not fit. It never reads runtimeHint, runtimeArguments and packageArguments.';

COMMENT ON FUNCTION "private"."install_remote"(jsonb) IS 'The address of a remote server, from its type, URL and the names of its headers; null if any of them does not fit.';

COMMENT ON FUNCTION "private"."is_default_registry"(jsonb, text, text) IS 'Whether the command, which names no registry, gets the package from the registry that registryBaseUrl names: in another registry, the same name can be the package of a stranger.';

COMMENT ON FUNCTION "private"."is_header_name"(text) IS 'Whether a name is one that a server may ask for as a header of requests: a token of letters, digits, - and _, and none that controls the connection, the protocol or cookies.';

COMMENT ON FUNCTION "private"."is_port"(text) IS 'Whether a text is the number of a port.';

COMMENT ON FUNCTION "private"."is_public_host"(text) IS 'Whether a text is the ASCII name of a host with a dot that is neither an IP address nor reserved for private networks. It can still resolve to a private address.';

COMMENT ON FUNCTION "private"."is_variable_name"(text) IS 'Whether a name is one that a server may ask for as a variable of the environment: capitals, digits and underscores, and none that makes programs load or run code, or trust other certificates.';

COMMENT ON FUNCTION "private"."json_text"(jsonb) IS 'The text of a JSON string; null for all other values.';

COMMENT ON FUNCTION "private"."npm_argument"(text, text) IS 'NAME@VERSION for npx: a name that npm accepts for new packages and a semantic version; null otherwise.';

COMMENT ON FUNCTION "private"."pypi_argument"(text, text) IS 'NAME==VERSION for uvx: a name by PEP 508 and a public version by PEP 440; null otherwise.';

COMMENT ON FUNCTION "public"."get_skill"(text) IS 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its rating counts, those of the last 12 months, ten newest ratings, and how to install it. Raises PT404.';

REVOKE ALL ON FUNCTION "private"."docker_image"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."docker_image"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."docker_image"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."docker_image"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."first_items"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_items"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_items"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_items"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_entries"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_entries"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_entries"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_entries"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_inputs"(jsonb, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_inputs"(jsonb, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_inputs"(jsonb, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_inputs"(jsonb, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_package"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_package"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_package"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_package"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."install_remote"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."install_remote"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_remote"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."install_remote"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_default_registry"(jsonb, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_default_registry"(jsonb, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_default_registry"(jsonb, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_default_registry"(jsonb, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_header_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_header_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_header_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_header_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_port"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_port"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_port"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_port"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_public_host"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_public_host"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_public_host"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_public_host"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."is_variable_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_variable_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_variable_name"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_variable_name"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."json_text"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."json_text"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."json_text"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."json_text"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."npm_argument"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."npm_argument"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."npm_argument"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."npm_argument"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."pypi_argument"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."pypi_argument"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."pypi_argument"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."pypi_argument"(text, text) TO "service_role";

ALTER TABLE "private"."registry_servers"
  ADD COLUMN "install" jsonb GENERATED ALWAYS AS (private.install_entries(SERVER)) STORED;

COMMENT ON COLUMN "private"."registry_servers"."install" IS 'How the server is installed, computed from server; null if no entry of it fits.';
