-- Who publishes a skill, where somebody checked it.

create function private.publisher_of(skill uuid) returns json
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read sources.
as $$
declare
  -- It lets only the owner of an account on GitHub use io.github.ACCOUNT, and of a domain its name in reverse.
  official constant text := 'https://registry.modelcontextprotocol.io';
  namespace text;
begin
  namespace := (
    select split_part(i.external_name, '/', 1) from private.imported_skills as i
    where i.skill_id = skill and i.source = official and i.status is distinct from 'deleted'
      and private.is_server_name(i.external_name)
  );
  return case
    when namespace is null then null
    else json_build_object(
      'name', coalesce(
        substring(namespace from '^io\.github\.(.+)$'),
        (
          select string_agg(part, '.' order by i desc)
          from string_to_table(namespace, '.') with ordinality as p (part, i)
        )
      ),
      'proved_by', 'MCP Registry'
    )
  end;
end
$$;
comment on function private.publisher_of is 'The owner that the namespace of a skill names, if it was imported from the official MCP Registry and is not deleted there; null otherwise.';
grant execute on function private.publisher_of to anon, authenticated;
