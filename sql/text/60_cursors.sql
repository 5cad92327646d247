-- Pages of a list: the cursor that continues after a page, and the size at which a page ends.

create function private.tag_position(cursor_position text, list text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- The hash binds a position to its list and detects damage. It is not a signature, so a position can contain anything.
  return translate(
    encode(
      convert_to(left(encode(sha256(convert_to(list || cursor_position, 'UTF8')), 'hex'), 16) || cursor_position, 'UTF8'), 'base64'
    ),
    E'+/=\n', '-_'
  );
end
$$;
comment on function private.tag_position is 'A position and its hash as opaque text, in base64url.';
grant execute on function private.tag_position to anon, authenticated;

create function private.encode_cursor(cursor_position jsonb, list text) returns text
-- In PL/pgSQL like all functions that each request calls: a SQL function that is not inlined is planned again in each transaction.
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.tag_position(cursor_position::text, list);
end
$$;
comment on function private.encode_cursor is 'Encodes where a page of a list ended as opaque text.';
grant execute on function private.encode_cursor to anon, authenticated;

create function private.decode_cursor(cursor text, list text, pattern text) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  cursor_position text;
begin
  if cursor is null then
    return null;
  end if;
  -- No cursor is longer.
  if octet_length(cursor) <= 8000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
  end if;
  -- As text: JSON is parsed only if it has the shape of a position, because a number of few characters can take megabytes.
  if cursor is distinct from private.tag_position(cursor_position, list) or cursor_position !~ pattern then
    raise data_exception;
  end if;
  return cursor_position::jsonb;
end
$$;
comment on function private.decode_cursor is 'Decodes what encode_cursor wrote for this list; null for null. Raises data_exception for anything else, and for a position that does not match the pattern.';
grant execute on function private.decode_cursor to anon, authenticated;

create function private.position_pattern(keys text[]) returns text
language sql immutable strict parallel safe set search_path = ''
return '\[' || (
  select string_agg(case key
    when 'claws' then '[1-5]'
    when 'bigint' then '-?[0-9]{1,18}'
    when 'timestamptz' then '"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?\+00:00"'
    when 'text' then '"(?:[^"\\]|\\.)*"'
    when 'uuid' then '"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"'
  end, ', ' order by place)
  from unnest(keys) with ordinality as k (key, place)
) || '\]';
comment on function private.position_pattern is 'The regular expression of a position with keys of these types.';
grant execute on function private.position_pattern to anon, authenticated;

create function private.reject_cursor() returns void
language sql stable parallel safe set search_path = ''
return private.validate('cursor', 'is not a cursor of this list, with this order and these filters');
comment on function private.reject_cursor is 'Raises PT400 for a cursor that encode_cursor did not write for this list.';
grant execute on function private.reject_cursor to anon, authenticated;

create function private.max_limit() returns integer
language sql immutable parallel safe set search_path = ''
return 500;
comment on function private.max_limit is 'The greatest number of skills or ratings in one page, as MAX_LIMIT in functions/_shared/schemas/options.ts.';
grant execute on function private.max_limit to anon, authenticated;

create function private.page_bytes() returns integer
language sql immutable parallel safe set search_path = ''
return 800000;
comment on function private.page_bytes is 'A page ends after the item that reaches this size, in bytes of JSON; with that item, it stays below 1 MB.';
grant execute on function private.page_bytes to anon, authenticated;
