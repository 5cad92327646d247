-- The rules for text and numbers that every table shares: what is kept, how it is compared, what is rejected.
-- The same rules stand in functions/_shared/schemas/requests.ts; tests/database/bounds.test.ts walks both.

create function private.trim_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
-- Unicode's White_Space and U+FEFF, the same characters as in functions/_shared/text/text.ts.
return btrim(
  value,
  E'\u0009\u000A\u000B\u000C\u000D\u0020\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
);
comment on function private.trim_text is 'Text without white space or U+FEFF at its ends.';

create function private.clean_text(value text, longest integer) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  trimmed text;
begin
  -- More than any request body may hold, and too long for every field.
  if octet_length(value) > 262144 then
    return value;
  end if;
  trimmed := private.trim_text(value);
  -- Composing makes at most four characters one, so text longer than four times the limit is too long in any case. It is not
  -- normalised, and neither is a long run of marks: sorting one takes quadratic time and cannot be cancelled.
  if char_length(trimmed) > longest * 4 or private.has_long_mark_run(trimmed) then
    return trimmed;
  end if;
  return normalize(trimmed, nfc);
end
$$;
comment on function private.clean_text is 'Text as it is kept: in NFC, trimmed.';

create function private.contains_api_key(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if value not like '%claw\_%' then
    return false;
  end if;
  return exists (
    select from regexp_matches(value, 'claw_[0-9a-f]{56}', 'g') as candidate
    where right(candidate[1], 8) = left(encode(extensions.digest(left(candidate[1], 53), 'sha256'), 'hex'), 8)
  );
end
$$;
comment on function private.contains_api_key is 'Whether a well-formed API key stands anywhere in a text.';

create function private.is_plain_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Printable ASCII breaks no rule for characters.
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- The kinds of characters, and this expression over them, are explained in functions/_shared/text/names.ts.
  return (
    select string_agg(c.kind, '' order by c.place) from private.characters(value) as c
  ) ~ '^(?:(?:gG?|[lbm])[JZ](?=[lbg])|[pqru!][tE]*Z(?=[pqru!])|[prted!#][TE]|[sdrubhy,]S|yY|hI|gG|[a-wyz!#,.])*$';
end
$$;
comment on function private.is_plain_name is 'Whether every character of a name may stand where it does: none that is invisible or unassigned, no joiner or variation selector without effect.';

create function private.is_unmixed_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- By the form that the comparison key has: a look-alike of compatibility is what it stands for.
  return not exists (
    select
    from (
      select c.scripts, count(*) filter (where c.scripts is null) over (order by c.place) as word
      from private.characters(translate(normalize(value, nfkc), E'\u200c\u200d', '')) as c
    ) as letters
    group by word
    having position(b'1' in bit_and(scripts)) = 0
  );
end
$$;
comment on function private.is_unmixed_name is 'Whether each word is in one script, or in Latin and one other that is not Greek or Cyrillic.';

create function private.name_key(name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  with compared as (
    select btrim(regexp_replace(
      lower(
        -- U+200C, U+200D and the variation selectors change how a name is drawn, not which name it is.
        -- No name has more than 200 characters; the bound keeps normalising cheap for any input.
        regexp_replace(normalize(left(name, 200), nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
        collate pg_catalog.pg_c_utf8
      ),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )) as key
  )
  -- NFKC can make 18 characters of one, and an index entry holds 2,704 bytes: a longer key ends in its own hash,
  -- so that equal names stay equal, others stay different, and the order stays that of the first 186 characters.
  select case
    when char_length(key) <= 250 then key
    else left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex')
  end
  from compared
$$;
comment on function private.name_key is 'What two names have in common when they are the same name: NFKC, invisible joiners removed, lower case, single spaces. At most 250 characters.';

create function private.is_reserved_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- Without spaces and punctuation.
  reduced text := (
    select string_agg(c.symbol, '' order by c.place) from private.characters(private.name_key(value)) as c
    where c.symbol <> ' ' and c.kind !~ '[.#!,]'
  );
begin
  return regexp_replace(coalesce(reduced, ''), 's$', '') in (
    'admin', 'administrator', 'moderator', 'official', 'root', 'skillratingservice', 'supabase', 'support', 'system'
  );
end
$$;
comment on function private.is_reserved_name is 'Whether an agent of this name would seem to speak for the service.';

create function private.fold_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
-- Starts from what name_key compares, so that a search finds whatever the key calls equal. Accents fall off decomposed letters;
-- unaccent knows the others (ø, ł, ß). The final sigma is the one letter whose lower case depends on its place in the word.
-- A name and a description have 5,201 characters together. Some characters fold to many: what folds to more than 6,000 is cut.
return left(
  translate(
    lower(
      extensions.unaccent(
        'extensions.unaccent'::regdictionary,
        normalize(
          regexp_replace(
            left(normalize(private.shorten_marks(left(value, 6000)), nfkd), 12000),
            '[\u0300-\u036f\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g'
          ),
          nfkc
        )
      )
      collate pg_catalog.pg_c_utf8
    ),
    'ς', 'σ'
  ),
  6000
);
comment on function private.fold_text is 'Text as the search compares it: without case, accents and width. At most 6,000 characters.';

create function private.slugify(name text) returns text
language sql immutable strict parallel safe set search_path = ''
return left(
  btrim(
    regexp_replace(
      lower(extensions.unaccent('extensions.unaccent'::regdictionary, name) collate pg_catalog.pg_c_utf8),
      '[^a-z0-9]+', '-', 'g'
    ),
    '-'
  ),
  80
);
comment on function private.slugify is 'A name as an address: unaccented, lower case, single hyphens, at most 80 characters; may be empty.';

create function private.is_email(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- The pattern of zod's z.email(), so that both ends take the same addresses.
return value ~ '^([A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$';
comment on function private.is_email is 'Whether the text is one e-mail address.';

create function private.is_http_url(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- The patterns of functions/_shared/text/text.ts: scheme, host name or IPv6 address, port, the rest. Without user name or password, white
-- space, and characters that cannot be seen.
return value ~* (
    '^https?://([^][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])'
    '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$'
  )
  and value !~ '[\u0001-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200b\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff]';
comment on function private.is_http_url is 'Whether the text is an http or https address without credentials.';

create function private.text_problem(path text, value text, shortest integer, longest integer) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when value is null and shortest > 0 then jsonb_build_object('path', path, 'message', 'is required')
    when char_length(value) not between shortest and longest then jsonb_build_object(
      'path', path, 'message', format('must have %s %s characters', case when shortest > 0 then shortest || ' to' else 'at most' end, longest)
    )
    when private.has_long_mark_run(value) then jsonb_build_object(
      'path', path, 'message', 'must not contain more than 30 combining marks in a row'
    )
    when private.contains_api_key(value) then jsonb_build_object('path', path, 'message', 'must not contain an API key')
  end;
end
$$;
comment on function private.text_problem is 'What is wrong with a text, as {path, message}; null when nothing is.';

create function private.name_problem(path text, value text, shortest integer, longest integer) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_problem(path, value, shortest, longest),
    case
      when not private.is_plain_name(value) then jsonb_build_object(
        'path', path, 'message',
        'must not contain control, invisible or unassigned characters, or joiners and variation selectors without effect'
      )
      when not private.is_unmixed_name(value) then jsonb_build_object(
        'path', path, 'message',
        'must not mix scripts within a word, except Latin and one other that is not Greek or Cyrillic'
      )
    end
  );
end
$$;
comment on function private.name_problem is 'What is wrong with a name, as {path, message}; null when nothing is.';

create function private.agent_name_problem(path text, value text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.name_problem(path, value, 2, 50),
    case when private.is_reserved_name(value) then jsonb_build_object('path', path, 'message', 'is reserved') end
  );
end
$$;
comment on function private.agent_name_problem is 'What is wrong with the name of an agent, as {path, message}; null when nothing is.';

create function private.url_problem(path text, value text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_problem(path, value, 0, 2048),
    case when not private.is_http_url(value) then jsonb_build_object(
      'path', path, 'message', 'must be an http or https address without user name or password'
    ) end
  );
end
$$;
comment on function private.url_problem is 'What is wrong with an address, as {path, message}; null when nothing is, or there is none.';

create function private.email_problem(path text, value text) returns jsonb
language sql immutable parallel safe set search_path = ''
return coalesce(
  private.text_problem(path, value, 0, 254),
  case when value <> '' and not private.is_email(value) then
    jsonb_build_object('path', path, 'message', 'must be one e-mail address')
  end
);
comment on function private.email_problem is 'What is wrong with an e-mail address, as {path, message}; null when nothing is, or there is none.';

create function private.score_problem(path text, value numeric) returns jsonb
language sql immutable parallel safe set search_path = ''
-- NaN compares as greater than every number, so it is out of range too. A JSON number read by JavaScript has at most
-- 324 decimals; the bound keeps a sum of many from growing without end.
return case when value not between 0 and 100 or scale(value) > 324 then jsonb_build_object(
  'path', path, 'message', 'must be a number from 0 to 100'
) end;
comment on function private.score_problem is 'What is wrong with a sub-score, as {path, message}; null when nothing is.';

create function private.choice_problem(path text, value text, choices text[]) returns jsonb
language sql immutable parallel safe set search_path = ''
return case when value <> all (choices) then jsonb_build_object(
  'path', path, 'message', 'must be one of ' || array_to_string(choices, ', ')
) end;
comment on function private.choice_problem is 'What is wrong with a value that is to be one of several, as {path, message}; null when nothing is.';

create function private.validate(variadic problems jsonb[]) returns void
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  problems := array_remove(problems, null);
  if cardinality(problems) > 0 then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = to_jsonb(problems)::text;
  end if;
end
$$;
comment on function private.validate is 'Raises PT400 with every problem that is not null; does nothing when all are.';

grant execute on all functions in schema private to anon, authenticated, service_role;
