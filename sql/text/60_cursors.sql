-- Pages of a list: the cursor that continues after a page, and the size at which a page ends.

create function private.encode_cursor(cursor_position jsonb, list text) returns text
-- In PL/pgSQL like all functions that each request calls: a SQL function that is not inlined is planned again in each transaction.
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
comment on function private.encode_cursor is 'Encodes where a page of a list ended as opaque text: the position and its hash in base64url.';
grant execute on function private.encode_cursor to anon, authenticated;

-- The types of the parts of a position, beside bigint, for pg_input_is_valid: a domain rejects a text without an error. Each is
-- the JSON that encode_cursor writes and no other: a string is not a number.
create domain private.cursor_uuid as jsonb;
alter domain private.cursor_uuid add constraint cursor_uuid_valid
  check (case when pg_input_is_valid(value #>> '{}', 'uuid') then value = to_jsonb((value #>> '{}')::uuid) else false end) not valid;
comment on domain private.cursor_uuid is 'The JSON of a UUID.';

create domain private.cursor_time as jsonb;
alter domain private.cursor_time add constraint cursor_time_valid
  -- Not infinity, and no year that RFC 3339 cannot write.
  check (case
    when pg_input_is_valid(value #>> '{}', 'timestamptz') then
      value = to_jsonb((value #>> '{}')::timestamptz)
      and (value #>> '{}')::timestamptz >= '0001-01-01T00:00:00Z' and (value #>> '{}')::timestamptz < '10000-01-01T00:00:00Z'
    else false
  end) not valid;
comment on domain private.cursor_time is 'The JSON of a time. The time zone must be UTC.';

create domain private.cursor_text as jsonb;
alter domain private.cursor_text add constraint cursor_text_valid check (jsonb_typeof(value) = 'string') not valid;
comment on domain private.cursor_text is 'The JSON of a text.';

create domain private.cursor_claws as smallint;
alter domain private.cursor_claws add constraint cursor_claws_valid check (value between 1 and 5) not valid;
comment on domain private.cursor_claws is 'A number of claws, or the part of an export.';

create function private.has_types(cursor_position text, types text[]) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  parts json[] := array(select part from json_array_elements(cursor_position::json) as part);
begin
  -- As jsonb, a number of few characters can become megabytes of text, also within a part. encode_cursor writes no exponent.
  if cardinality(parts) <> cardinality(types) or regexp_replace(cursor_position, '"(?:[^"\\]|\\.)*"', '', 'g') ~* '[0-9]e' then
    return false;
  end if;
  for i in 1..cardinality(types) loop
    if not pg_input_is_valid(parts[i]::text, types[i]) then
      return false;
    end if;
  end loop;
  -- Otherwise it has other spaces, escapes or numbers than encode_cursor writes.
  return cursor_position::jsonb::text = cursor_position;
end
$$;
comment on function private.has_types is 'Whether a text is the JSON of a position with parts of these types. Raises data_exception or statement_too_complex for some other texts.';
grant execute on function private.has_types to anon, authenticated;

create function private.parse_cursor(cursor text, list text, types text[]) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  cursor_position text;
begin
  -- No cursor is longer.
  if octet_length(cursor) <= 8000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
    -- The position can be any text: anyone can compute the hash.
    if private.has_types(cursor_position, types) and cursor = private.encode_cursor(cursor_position::jsonb, list) then
      return cursor_position;
    end if;
  end if;
  return null;
exception
  -- Not base64, UTF-8 or JSON, or JSON that is nested deeply.
  when data_exception or statement_too_complex then
    return null;
end
$$;
comment on function private.parse_cursor is 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null and for anything else.';
grant execute on function private.parse_cursor to anon, authenticated;

create function private.reject_cursor() returns void
language sql stable parallel safe set search_path = ''
return private.validate('cursor', 'is not a cursor of this list, with this order and these filters');
comment on function private.reject_cursor is 'Raises PT400 for a cursor that encode_cursor did not write for this list.';
grant execute on function private.reject_cursor to anon, authenticated;

create function private.decode_cursor(cursor text, list text, types text[]) returns jsonb
language plpgsql stable strict set search_path = ''
as $$
declare
  cursor_position constant jsonb := private.parse_cursor(cursor, list, types);
begin
  if cursor_position is null then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$$;
comment on function private.decode_cursor is 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null. Raises PT400 for anything else.';
grant execute on function private.decode_cursor to anon, authenticated;

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
