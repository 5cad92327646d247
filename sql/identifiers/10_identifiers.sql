-- The normal form of identifiers: package URLs (purls), URLs and the packages of a server.json. Two spellings of one package or address
-- have one normal form, which is its own normal form. Each step takes linear time, and each input has at most 2,048 characters.

create function private.is_percent_encoded(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- UTF-8 without control characters, backslashes and braces, which are malformed in each spelling. Compared before it is decoded: an
  -- exception for invalid bytes would need a subtransaction.
  return strpos(value, '%') = 0 or value ~* (
    '^(?:[^%]|%(?:[2346][0-9a-f]|5[0-9abd-f]|7[0-9ace]|(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
    '|(?:e0%[ab]|e[1-9a-cef]%[89ab]|ed%[89])[0-9a-f]%[89ab][0-9a-f]'
    '|(?:f0%[9ab]|f[1-3]%[89ab]|f4%8)[0-9a-f]%[89ab][0-9a-f]%[89ab][0-9a-f]))*$'
  );
end
$$;
comment on function private.is_percent_encoded is 'Whether each % of a text begins an encoded character. A part between separators is if the whole text is.';

create function private.decode_percent(value text, kept text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  escaped text;
  decoded text;
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  -- A character for each byte, so that %c3 is \u00c3. What is kept begins with a % itself, \u0025.
  escaped := replace(convert_from(convert_to(value, 'UTF8'), 'LATIN1'), '\', '\\');
  for i in 1..cardinality(kept) loop
    escaped := replace(escaped, kept[i], '\u0025' || substr(kept[i], 2));
  end loop;
  decoded := normalize(convert_from(convert_to(unistr(replace(escaped, '%', '\u00')), 'LATIN1'), 'UTF8'), nfc);
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$$;
comment on function private.decode_percent is 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true, except what is kept: characters that would separate parts, with both cases of their digits. Null if the result has a long run of marks.';

create function private.fold_identifier(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := lower(value collate pg_catalog.pg_c_utf8);
begin
  if octet_length(value) > char_length(value) then
    if value ~ ('[' || private.invisible_class() || '\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]') then
      return null;
    end if;
    -- Some letters compose only in lower case, and some have a mark only then.
    if folded <> value then
      folded := normalize(folded, nfc);
      if private.has_long_mark_run(folded) then
        return null;
      end if;
    end if;
  end if;
  -- A mark after %2f or %3f composed with the f.
  if strpos(folded, '%') > 0 and octet_length(folded) > char_length(folded) and folded ~ '%(?!2[035f]|3f|40)' then
    return null;
  end if;
  return folded;
end
$$;
comment on function private.fold_identifier is 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

create function private.normalize_image(reference text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  host text := split_part(reference, '/', 1);
  path text := substr(reference, char_length(host) + 2);
begin
  -- As Docker reads a reference: a first segment that cannot be a name on Docker Hub is a host.
  if path = '' or host !~ '[.:]' and host <> 'localhost' then
    path := reference;
    host := '';
  end if;
  -- The tag.
  if strpos(path, ':') > 0 then
    path := regexp_replace(path, ':[^/]*$', '');
  end if;
  if path !~ '^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$'
    or host !~ '^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?(?::[0-9]{1,5})?)?$'
  then
    return null;
  end if;
  host := regexp_replace(host, '\.?(?::443|(:[0-9]+))?$', '\1');
  if host not in ('', 'docker.io', 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com') then
    return 'pkg:docker/' || host || '/' || path;
  end if;
  return case
    when strpos(path, '/') = 0 then 'pkg:docker/library/' || path
    -- It would read as a host.
    when split_part(path, '/', 1) ~ '\.|^localhost$' then null
    else 'pkg:docker/' || path
  end;
end
$$;
comment on function private.normalize_image is 'The normal form of a container image, of its reference in lower case without a digest: a purl of type docker, with the host of its registry unless that is Docker Hub; null if the reference is malformed.';

create function private.remove_dot_segments(path text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  segments text[];
  segment text;
  kept text[] := '{}';
  depth integer := 0;
begin
  if strpos(path, '/.') = 0 or path !~ '/\.\.?(?:/|$)' then
    return path;
  end if;
  segments := string_to_array(substr(path, 2), '/');
  if cardinality(segments) > 100 then
    return null;
  end if;
  foreach segment in array segments loop
    if segment = '..' then
      depth := greatest(depth - 1, 0);
    elsif segment <> '.' then
      depth := depth + 1;
      kept[depth] := segment;
    end if;
  end loop;
  return '/' || array_to_string(kept[:depth], '/');
end
$$;
comment on function private.remove_dot_segments is 'A path, which starts with /, without the segments . and .., as RFC 3986 removes them; null if it has them and more than 100 segments, because a loop in PL/pgSQL is slow.';

create function private.repository_subpath(path text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- An encoded slash separates, too, but not in the name of a branch before the path.
  path := private.remove_dot_segments(replace(path, '%2f', '/'));
  -- All that may end it at once: what is left could end in one again.
  path := regexp_replace(regexp_replace(path, '/+', '/', 'g'), '(?:/|(?<!\.)\.git|/(?:skill|readme)\.md)+$', '');
  return case when path = '' then '' else '#' || substr(path, 2) end;
end
$$;
comment on function private.repository_subpath is 'The subpath of a purl from a path in a repository, which starts with / and is in lower case: without a final SKILL.md or README.md. Empty for the repository itself.';

create function private.version_position(path text) returns integer
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  position integer := char_length(path) - strpos(reverse(path), '@') + 1;
begin
  -- The version follows the last @, except that an @ at the start begins the scope of an npm package.
  return case when strpos(path, '@') > 0 and position > 1 then position end;
end
$$;
comment on function private.version_position is 'Where the version of a package URL begins, with its @, in what follows the type; null if it has none.';

create function private.package_version(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  path text := ltrim(substr(split_part(split_part(value, '#', 1), '?', 1), 5), '/');
begin
  path := btrim(substr(path, strpos(path, '/') + 1), '/');
  return nullif(private.decode_percent(substr(path, private.version_position(path) + 1), '{}'), '');
end
$$;
comment on function private.package_version is 'The version that a well-formed package URL names, decoded; null if it names none.';

create function private.normalize_package_url(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- The qualifiers are dropped, except the registry of an image, and the subpath, except that in a repository.
  kept text := split_part(value, '#', 1);
  subpath text := substr(value, char_length(kept) + 2);
  path text := ltrim(substr(split_part(kept, '?', 1), 5), '/');
  package_type text := lower(split_part(path, '/', 1) collate pg_catalog.pg_c_utf8);
  registry text;
begin
  -- Here and below, braces are a template, and only some clients read a backslash as a slash.
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or path <> translate(path, '{}\', '') then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  if strpos(path, '@') > 0 then
    path := coalesce(left(path, private.version_position(path) - 1), path);
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := private.decode_percent(path, '{%20,%23,%25,%3f,%3F,%40}');
  if strpos(path, '//') > 0 then
    path := regexp_replace(path, '/+', '/', 'g');
  end if;
  path := replace(private.fold_identifier(btrim(path, '/')), '@', '%40');
  if path = '' or strpos('/' || path, '/.') > 0 and path ~ '(?:^|/)\.\.?(?:/|$)' then
    return null;
  end if;
  if left(path, 3) = '%40' then
    path := '@' || substr(path, 4);
    -- Without a scope or a name.
    if strpos(path, '/') < 3 then
      return null;
    end if;
  end if;

  if package_type in ('docker', 'oci') then
    -- Faster than an expression that captures the value.
    registry := split_part(kept, '?', 2);
    registry := split_part(substr(registry, nullif(regexp_instr(registry, '(?:^|&)repository_url=', 1, 1, 1, 'i'), 0)), '&', 1);
    registry := private.fold_identifier(private.decode_percent(registry, '{%20,%23,%25,%3f,%3F,%40}'));
    registry := rtrim(regexp_replace(registry, '^(?:https?|docker|oci)://', ''), '/');
    if registry <> '' and not (strpos(path, '/') > 0 and split_part(path, '/', 1) ~ '[.:]|^localhost$') then
      -- repository_url is the registry, or the whole repository with the name.
      path := case when right(registry, char_length(path) + 1) = '/' || path then registry else registry || '/' || path end;
    end if;
    return private.normalize_image(path);
  end if;
  if package_type = 'pypi' then
    path := regexp_replace(path, '[-_.]+', '-', 'g');
  elsif package_type in ('github', 'gitlab') and subpath <> '' then
    if subpath <> translate(subpath, '{}\', '') then
      return null;
    end if;
    -- As in a URL, where these two are always encoded.
    subpath := private.decode_percent(replace(replace(subpath, '?', '%3f'), '#', '%23'), '{%20,%23,%25,%2f,%2F,%3f,%3F}');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(subpath));
    path := path || private.repository_subpath(subpath);
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$$;
comment on function private.normalize_package_url is 'The normal form of a package URL: pkg:type/namespace/name in lower case, without version, qualifiers and, except on GitHub and GitLab, subpath; null if it is malformed. See private.normalize_identifier.';

create function private.repository_purl(host text, path text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  is_github constant boolean := host = 'github.com';
  repository constant text := case
    when is_github then '^/[a-z0-9_][a-z0-9_.-]*/[a-z0-9_.-]+$' else '^(?:/[a-z0-9_][a-z0-9_.-]*){2,}$'
  end;
  -- The first segment of pages of the site itself. On GitHub, mcp has a page for each server, below the owner.
  pages constant text[] := case
    when is_github then '{apps,collections,features,login,marketplace,mcp,orgs,search,settings,sponsors,topics,users}'
    else '{admin,api,dashboard,explore,groups,help,projects,search,snippets,users}'
  end;
  owner constant text := split_part(path, '/', 2);
  -- Behind the second segment.
  position integer := char_length(owner) + char_length(split_part(path, '/', 3)) + 3;
  rest text := '';
begin
  if not is_github then
    -- A repository of GitLab can be in nested groups. Its pages follow a segment that no group or project can have as its name
    -- (https://docs.gitlab.com/user/reserved_names/); the list of owners is from the top-level names there.
    position := regexp_instr(
      path,
      '/(?:-|badges|blame|blob|builds|commits|create|create_dir|edit|files|find_file|new|preview|raw|refs|tree|update|wikis)(?:/|$)',
      position
    );
  end if;
  if position > 0 then
    rest := substr(path, position);
    path := left(path, position - 1);
  end if;
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if path !~ repository or owner = any (pages) then
    return null;
  end if;
  if not is_github then
    rest := regexp_replace(rest, '^/-', '');
  end if;
  return 'pkg:' || left(host, 6) || path || private.repository_subpath(regexp_replace(rest, '^/+(?:tree|blob)/+[^/]+', ''));
end
$$;
comment on function private.repository_purl is 'The purl of the repository that a path on github.com or gitlab.com, in lower case, is or is below, with the path in the repository, without tree/REF or blob/REF, as its subpath; null if it is not.';

create function private.is_repository(identifier text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return identifier ~ '^pkg:git(?:hub|lab)/[^#]*$';
end
$$;
comment on function private.is_repository is 'Whether an identifier in normal form is a whole repository, not a path in it.';

create function private.repository_of(identifier text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- No other normal form has a #.
  return case when strpos(identifier, '#') > 0 then split_part(identifier, '#', 1) end;
end
$$;
comment on function private.repository_of is 'The repository of an identifier in normal form that is a path in a repository; null for any other.';

create function private.path_owner(identifier text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Nothing that a shell reads otherwise: people copy the name.
  return substring(identifier from '^pkg:github/([^/#]{1,100})/[^#]+#(?:.*/)?[a-z0-9._-]+$');
end
$$;
comment on function private.path_owner is 'The owner of the repository on github.com in which an identifier in normal form is a path whose last part can be typed as it is; null for any other.';

create function private.normalize_url(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- The query and the fragment are dropped.
  kept text := split_part(split_part(value, '#', 1), '?', 1);
  scheme text := 'ssh';
  authority text;
  address text[];
  host text;
  port text := '';
  path text;
begin
  -- A template is not an address yet.
  if kept <> translate(kept, '{}\', '') then
    return null;
  end if;
  if lower(left(kept, 4)) = 'git@' then
    -- As scp reads it: what follows the colon is a path, never a port.
    authority := split_part(substr(kept, 5), ':', 1);
    path := '/' || ltrim(substr(kept, char_length(authority) + 6), '/');
    if path = '/' then
      return null;
    end if;
  else
    scheme := lower(split_part(kept, '://', 1) collate pg_catalog.pg_c_utf8);
    authority := split_part(substr(kept, char_length(scheme) + 4), '/', 1);
    path := substr(kept, char_length(scheme) + char_length(authority) + 4);
    -- The user name ends at the last @, as browsers read it.
    authority := split_part(authority, '@', -1);
  end if;
  address := regexp_match(authority, '^(\[[0-9a-f:.]+\]|[^][/@:<>^|%]+)(?::([0-9]*))?$', 'i');
  -- Postgres has no IDNA: a host in Unicode and its form in Punycode (xn--) differ.
  host := rtrim(private.fold_identifier(address[1]), '.');
  port := ltrim(address[2], '0');
  if coalesce(host, '') = '' or address[2] ~ '^0' and port = '' or char_length(port) > 5 or lpad(port, 5, '0') > '65535' then
    return null;
  end if;
  -- The normal form has the scheme https, so 443 is dropped in any case.
  if port is null or port in ('', '443') or port = '80' and scheme in ('http', 'git+http')
    or port = '22' and scheme in ('ssh', 'git+ssh')
  then
    port := '';
  else
    port := ':' || port;
  end if;

  if not private.is_percent_encoded(path) then
    return null;
  end if;
  path := private.remove_dot_segments(private.fold_identifier(private.decode_percent(path, '{%20,%23,%25,%2f,%2F,%3f,%3F}')));
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if host in ('github.com', 'www.github.com', 'gitlab.com', 'www.gitlab.com') and port = '' then
    host := right(host, 10);
    return coalesce(private.repository_purl(host, path), 'https://' || host || path);
  end if;
  return 'https://' || host || port || path;
end
$$;
comment on function private.normalize_url is 'The normal form of a URL: https://host:port/path in lower case, or the purl of a repository on GitHub or GitLab; null if it is malformed. See private.normalize_identifier.';

create function private.is_address(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return left(value, 12) ~* '^(?:pkg:|(?:git\+)?(?:https?|ssh)://|git@)';
end
$$;
comment on function private.is_address is 'Whether a text begins as a package URL or URL, also a malformed one, and not as a name.';

create function private.normalize_identifier(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  cleaned constant text := private.clean_text(value, 2048);
  normal text;
begin
  if not private.is_address(cleaned) or octet_length(cleaned) > 2048 and char_length(cleaned) > 2048
    or cleaned ~ '[\u0001-\u0020\u007f]' or private.has_long_mark_run(cleaned)
  then
    return null;
  elsif lower(left(cleaned, 4)) = 'pkg:' then
    normal := private.normalize_package_url(cleaned);
  else
    normal := private.normalize_url(cleaned);
  end if;
  -- A normal form can be longer than what it is made of, and it is published: a key in it was percent-encoded, or in capitals.
  return case
    when (octet_length(normal) <= 2048 or char_length(normal) <= 2048) and not private.contains_api_key(normal) then normal
  end;
end
$$;
comment on function private.normalize_identifier is 'The normal form of a package URL (pkg:…) or URL (http:, https:, ssh:, each also with git+, or git@host:path), at most 2,048 characters; null if the text is neither, or is malformed. A URL keeps the prefix https://, whatever its scheme: without it, an address would read as the name of a server in a registry.';

create function private.package_url_error(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_error(value, 1, 2048),
    case
      when value !~* '^pkg:' or private.normalize_identifier(value) is null then
        'must be a package URL, such as pkg:npm/%40playwright/mcp or pkg:pypi/mcp-server-git'
    end
  );
end
$$;
comment on function private.package_url_error is 'Why a text is not an identifier that a submission can name; null if it is.';

create function private.package_identifier(registry_type text, identifier text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  grammar text;
begin
  if char_length(identifier) > 2048 then
    return null;
  end if;
  -- The addresses of packages in the bundle format.
  if registry_type = 'mcpb' then
    return case when identifier ~* '^https?://' then private.normalize_identifier(identifier) end;
  end if;
  if registry_type = 'oci' then
    return case
      when identifier ~ '^[A-Za-z0-9][A-Za-z0-9._/:-]*(?:@[A-Za-z0-9]+:[A-Za-z0-9]+)?$' then
        private.normalize_identifier('pkg:docker/' || identifier)
    end;
  end if;
  -- None has a character that a purl would encode, except the @ of a scope.
  grammar := case registry_type
    when 'npm' then '^(?:@[a-z0-9~_-][a-z0-9~._-]*/)?[a-z0-9~_-][a-z0-9~._-]*$'
    when 'pypi' then '^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$'
    when 'nuget' then '^[a-z0-9_]+(?:[.-][a-z0-9_]+)*$'
    when 'cargo' then '^[a-z0-9_-]+$'
  end;
  return case
    when identifier ~* grammar then private.normalize_identifier('pkg:' || registry_type || '/' || identifier)
  end;
end
$$;
comment on function private.package_identifier is 'The normal form of a package of a server.json, of its registryType and identifier; null if the type is unknown or the identifier is not one of its registry.';

grant execute on function private.is_percent_encoded, private.decode_percent, private.fold_identifier,
  private.normalize_image, private.version_position, private.package_version,
  private.normalize_package_url, private.remove_dot_segments, private.repository_subpath, private.repository_purl,
  private.is_repository, private.repository_of, private.normalize_url, private.is_address, private.normalize_identifier,
  private.package_url_error, private.package_identifier to anon, authenticated, service_role;
