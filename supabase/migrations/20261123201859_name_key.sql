set local lock_timeout = '2s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.name_key (
  name text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  STRICT
  SET search_path TO ''
  AS $function$
  with compared as (
    select btrim(regexp_replace(
      lower(
        -- U+200C, U+200D and the variation selectors only change how a name looks.
        -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
        regexp_replace(normalize(left(name, 200), nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
        collate pg_catalog.pg_c_utf8
      ),
      -- A single space is not replaced by itself: some characters expand to many.
      ' [\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'
      '|[\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]'
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*',
      ' ', 'g'
    )) as key
  )
  -- NFKC can expand one character to 18, and an index entry is limited to 2,704 bytes. A longer key therefore ends in its own
  -- hash: equal names stay equal, and the sort order is that of the first 186 characters.
  select case
    when char_length(key) <= 250 then key
    else left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex')
  end
  from compared
$function$;
