set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.normalize_cleaned (
  cleaned text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
declare
  start text;
  normal text;
begin
  start := left(cleaned, 12);
  if not private.is_address(start) or octet_length(cleaned) > 2048 and char_length(cleaned) > 2048
    or cleaned ~ '[\u0001-\u0020\u007f]'
  then
    return null;
  elsif lower(left(start, 4)) = 'pkg:' then
    normal := private.normalize_package_url(cleaned);
  else
    normal := private.normalize_url(cleaned);
  end if;
  -- A normal form can be longer than what it is made of, and it is published: a key in it was percent-encoded, or in capitals.
  return case
    when (octet_length(normal) <= 2048 or char_length(normal) <= 2048) and not private.contains_api_key(normal) then normal
  end;
end
$function$;
