set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.page_bytes()
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
RETURN 900000;

COMMENT ON FUNCTION "private"."page_bytes"() IS 'A page ends after the item that reaches this size, in bytes of JSON; with that item, it stays below 1 MB.';
