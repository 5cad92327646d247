-- What the functions of 2.0.0 call: they run until a deployment has replaced them, and again if it is undone (docs/operations.md).
-- Remove these with the release after the next one.

create function public.list_skills(
  p_search text, p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null,
  p_explain boolean default false
) returns json
language plpgsql stable set search_path = ''
as $$
begin
  if private.clean_text(p_search, 200) <> '' then
    return public.search_catalogue(p_search, p_type, p_sort, p_limit, p_cursor, p_explain);
  end if;
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$$;
comment on function public.list_skills(text, text, text, integer, text, boolean) is 'As public.search_catalogue; as public.list_skills without p_search if that is empty.';

create function public.list_skills(
  p_explain boolean, p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null
) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$$;
comment on function public.list_skills(boolean, text, text, integer, text) is 'As public.list_skills without p_explain, for the MCP server.';
grant execute on function
  public.list_skills(text, text, text, integer, text, boolean), public.list_skills(boolean, text, text, integer, text)
  to anon, authenticated;
