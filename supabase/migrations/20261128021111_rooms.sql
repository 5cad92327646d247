set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.server_list_position (
  p_cursor    text,
  list_before text,
  is_search   boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  cursor_position jsonb;
begin
  if p_cursor is null then
    return null;
  end if;
  cursor_position := coalesce(
    private.parse_cursor(p_cursor, 'servers', '{jsonb,jsonb,jsonb,jsonb,boolean}'),
    -- Version 1.1.0 wrote only the position, bound to the list.
    jsonb_build_array(private.parse_cursor(p_cursor, list_before, case when is_search then '{jsonb,jsonb}' else '{jsonb}' end::text[]))
  );
  if private.is_server_position(cursor_position -> 0) is not true
    or exists (
      select from jsonb_array_elements(cursor_position) with ordinality as e (element, ordinal)
      where ordinal between 2 and 4 and jsonb_typeof(element) not in ('string', 'null')
    )
    -- Postgres reads 1 and "yes" as a boolean, too.
    or jsonb_typeof(cursor_position -> 4) <> 'boolean'
  then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$function$;
