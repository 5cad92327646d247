-- What a server.json says of its packages and endpoints. What a skill installs can become something else, which nobody has rated.

create function private.server_packages(server jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select found.identifier
    from jsonb_path_query_array(server, '$.packages[0 to 49]') as packages
    cross join jsonb_array_elements(packages) with ordinality as p (package, position)
    cross join lateral (
      select private.package_identifier(p.package ->> 'registryType', p.package ->> 'identifier') as identifier
    ) as found
    where found.identifier is not null
    order by p.position
  );
end
$$;
comment on function private.server_packages is 'The first 50 packages of a server.json in normal form, with repetitions. The server can be null.';

create function private.server_remotes(server jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select r.remote ->> 'url'
    from jsonb_path_query_array(server, '$.remotes[0 to 49]') as remotes
    cross join jsonb_array_elements(remotes) with ordinality as r (remote, position)
    where private.normalize_identifier(r.remote ->> 'url') is not null
    order by r.position
  );
end
$$;
comment on function private.server_remotes is 'The first 50 endpoints of a server.json as they are written. The server can be null.';

create function private.is_own_endpoint(url text, server_name text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  host constant text := lower(substring(url from '^[A-Za-z]+://(?:[^/?#@]*@)?([^/?#:]+)'));
  namespace constant text := lower(split_part(server_name, '/', 1));
  domain constant text := (
    select string_agg(label, '.' order by ordinal desc) from string_to_table(namespace, '.') with ordinality as l (label, ordinal)
  );
begin
  -- A registry checks who owns the domain of a namespace, and no addresses.
  return coalesce(
    strpos(namespace, '.') > 0 and url !~ '[?#]' and (host = domain or right(host, length(domain) + 1) = '.' || domain), false
  );
end
$$;
comment on function private.is_own_endpoint is 'Whether the address of a remote server is at the domain of the namespace of its name or below it (com.example/…: example.com), without a query and a fragment.';

create function private.server_identifiers(server jsonb, external_name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array_remove(
    array[case when private.is_server_name(external_name) then lower(external_name collate "C") end]
    || private.server_packages(server)
    || array(
      select private.normalize_identifier(r) from unnest(private.server_remotes(server)) with ordinality as u (r, ordinal)
      where private.is_own_endpoint(r, external_name) order by u.ordinal
    ),
    null
  );
end
$$;
comment on function private.server_identifiers is 'The identifiers of an imported skill that its registry checks, in normal form, with repetitions: its name there, packages, and endpoints of its own domain. The server can be null.';
grant execute on function
  private.server_packages, private.server_remotes, private.is_own_endpoint, private.server_identifiers
  to service_role;

create function private.install_identifier(entry jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  last_argument constant text := entry -> 'args' ->> -1;
begin
  return case entry ->> 'type'
    when 'npm' then private.package_identifier('npm', regexp_replace(last_argument, '(.)@[^@]*$', '\1'))
    when 'pypi' then private.package_identifier('pypi', split_part(last_argument, '==', 1))
    when 'docker' then private.package_identifier('oci', last_argument)
    when 'remote' then private.normalize_identifier(entry ->> 'url')
  end;
end
$$;
comment on function private.install_identifier is 'The package or endpoint of a way to install a server, in normal form without its version.';

create function private.note_installed(p_source text, p_external_name text, server jsonb, install jsonb) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  known private.imported_skills;
  first_entry constant text := private.install_identifier(install -> 0);
  named constant text[] := array_remove(
    private.server_packages(server) || array(select private.normalize_identifier(r)
      from unnest(private.server_remotes(server)) as r) || first_entry,
    null
  );
begin
  select i.* into known from private.imported_skills as i where i.source = p_source and i.external_name = p_external_name;
  if known.installed @> named then
    return;
  end if;
  -- Not when it can be installed for the first time.
  if known.installed <> '{}' and first_entry <> all (known.installed) then
    update public.skills as s set changed_at = clock_timestamp() where s.id = known.skill_id;
  end if;
  update private.imported_skills as i set installed = array(
    select u.identifier
    from unnest(named || known.installed) with ordinality as u (identifier, ordinal)
    group by u.identifier
    order by min(u.ordinal)
    limit 200
  )
  where i.source = p_source and i.external_name = p_external_name;
end
$$;
comment on function private.note_installed is 'Adds the packages and endpoints of a server.json to those of an imported skill. Sets changed_at of the skill if the first that it installs now is new.';

create function private.change_of(skill uuid, out changed_at timestamptz, out established_since_change integer)
language plpgsql stable set search_path = ''
as $$
begin
  select s.changed_at, st.established_ratings into changed_at, established_since_change
  from public.skills as s join public.skill_stats as st on st.skill_id = s.id
  where s.id = skill;
  if changed_at is not null then
    established_since_change := (
      select count(*)
      from (
        select from public.ratings as r
        where r.skill_id = skill and r.established and r.removed_at is null and r.updated_at > change_of.changed_at
        -- So that no number of ratings makes a page slow.
        limit 10000
      ) as newer
    );
  end if;
end
$$;
comment on function private.change_of is 'When an import gave a skill something else to install, and how many of its established ratings are newer, at most 10,000; all of them if it never did.';

grant execute on function private.install_identifier, private.note_installed to service_role;
grant execute on function private.change_of to anon, authenticated;
