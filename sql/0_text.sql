-- The rules for texts and scores: how they are normalized and compared, and which are invalid.
-- functions/_shared/schemas/requests.ts has the same rules; tests/database/bounds.test.ts compares the two.

create function private.trim_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
-- Unicode's White_Space and U+FEFF, as in functions/_shared/text/text.ts.
return btrim(
  value,
  E'\u0009\u000A\u000B\u000C\u000D\u0020\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
);
comment on function private.trim_text is 'Removes white space and U+FEFF from both ends of a text.';

create function private.clean_text(value text, longest integer) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  trimmed text;
begin
  -- Longer than any request body, so too long for every field.
  if octet_length(value) > 262144 then
    return value;
  end if;
  trimmed := private.trim_text(value);
  -- NFC composes at most four characters into one, so a text of more than four times the limit is too long in any case. Such a text
  -- and a long run of marks are not normalized: sorting marks takes quadratic time and cannot be cancelled.
  if char_length(trimmed) > longest * 4 or private.has_long_mark_run(trimmed) then
    return trimmed;
  end if;
  return normalize(trimmed, nfc);
end
$$;
comment on function private.clean_text is 'Text as it is stored: trimmed and in NFC.';

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
comment on function private.contains_api_key is 'Whether a text contains a well-formed API key.';

create function private.is_plain_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Printable ASCII is always valid.
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- The kinds of characters, and this expression over them, are explained in functions/_shared/text/names.ts.
  return (
    select string_agg(c.kind, '' order by c.place) from private.characters(value) as c
  ) ~ '^(?:(?:gG?|[lbm])[JZ](?=[lbg])|[pqru!][tE]*Z(?=[pqru!])|[prted!#][TE]|[sdrubhy,]S|yY|hI|gG|[a-wyz!#,.])*$';
end
$$;
comment on function private.is_plain_name is 'Whether a name has only visible, assigned characters, and joiners and variation selectors only where they have an effect.';

create function private.is_unmixed_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- In NFKC, as in the comparison key, so that a compatibility character has the script of its equivalent.
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
comment on function private.is_unmixed_name is 'Whether each word uses one script. Han, Kana, Bopomofo and Hangul count as one, also with Latin.';

create function private.name_key(name text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  with compared as (
    select btrim(regexp_replace(
      lower(
        -- U+200C, U+200D and the variation selectors only change how a name looks.
        -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
        regexp_replace(normalize(left(name, 200), nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
        collate pg_catalog.pg_c_utf8
      ),
      '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'
    )) as key
  )
  -- NFKC can expand one character to 18, and an index entry is limited to 2,704 bytes. A longer key therefore ends in its own
  -- hash: equal names stay equal, and the sort order is that of the first 186 characters.
  select case
    when char_length(key) <= 250 then key
    else left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex')
  end
  from compared
$$;
comment on function private.name_key is 'The comparison key of a name, at most 250 characters: NFKC, without joiners and variation selectors, in lower case, with single spaces. Names with the same key are the same name.';

create function private.is_reserved_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  sign text;
  words text;
begin
  -- What is a sign in a name like "Official™", by its NFKD form: first what spells no reserved name, then every character that only
  -- NFKD decomposes. Such characters can also be letters, as in "Ⓐdmin".
  foreach sign in array array['[0-9]|^(?:TM|SM)$', ''] loop
    -- A space for each character that is in no word.
    words := (
      select string_agg(case when c.scripts is null then ' ' else c.symbol end, '' order by c.place)
      from private.characters(private.remove_accents((
        select string_agg(
          case
            when normalize(s.symbol, nfkd) <> normalize(s.symbol, nfd) and normalize(s.symbol, nfkd) ~ sign then ' '
            else s.symbol
          end,
          '' order by s.place
        )
        from string_to_table(value, null) with ordinality as s (symbol, place)
      ))) as c
    );
    if replace(words, ' ', '')
        ~ '^(?:(?:admin|administrator|moderator|official|root|skillratingservice|supabase|support|system)s?)+$'
      or words ~ '(?:^| )(?:admin|administrator|moderator|official|supabase)s?(?: |$)'
    then
      return true;
    end if;
  end loop;
  return false;
end
$$;
comment on function private.is_reserved_name is 'Whether a name is reserved, because an agent with it would seem to speak for the service: it consists of reserved names, or one of its words is reserved.';

create function private.is_uuid_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return pg_input_is_valid(private.name_key(value), 'uuid');
end
$$;
comment on function private.is_uuid_name is 'Whether the comparison key of a name is a UUID, in any spelling that Postgres accepts: it could be the id of another agent.';

create function private.fold_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
-- Starts from what name_key compares, so that a search finds whatever the key calls equal. Accents fall off decomposed letters;
-- unaccent knows the others (ø, ł, ß). The final sigma is the one letter whose lower case depends on its place in the word.
-- A name and a description have 5,201 characters together. Some characters fold to many: what folds to more than 6,000 is cut.
-- Of ASCII, which is common, only the case has to be folded.
return case when octet_length(value) = char_length(value) then lower(left(value, 6000) collate pg_catalog.pg_c_utf8) else left(
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
) end;
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
comment on function private.slugify is 'The slug of a name: unaccented, lower case, single hyphens, at most 80 characters; may be empty.';

create function private.is_email(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- The pattern of zod's z.email(), so that TypeScript and SQL accept the same addresses.
return value ~ '^([A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$';
comment on function private.is_email is 'Whether a text is one e-mail address.';

create function private.is_http_url(value text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- The patterns of functions/_shared/text/text.ts: scheme, host name or IPv6 address, port, rest; without user name, password, white
-- space and control characters.
return value ~* (
    '^https?://([^][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])'
    '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$'
  )
  and value !~ '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]'
  and not private.has_invisible(value);
comment on function private.is_http_url is 'Whether a text is an http or https address without credentials, white space and invisible characters.';

create function private.text_error(value text, shortest integer, longest integer) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when char_length(value) not between shortest and longest then format(
      'must have %s %s characters', case when shortest > 0 then shortest || ' to' else 'at most' end, longest
    )
    when private.has_long_mark_run(value) then 'must not contain more than 30 combining marks in a row'
    when private.contains_api_key(value) then 'must not contain an API key'
  end;
end
$$;
comment on function private.text_error is 'Why a text is invalid; null when it is valid or null.';

create function private.name_error(value text, shortest integer, longest integer) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_error(value, shortest, longest),
    case
      when not private.is_plain_name(value) then
        'must not contain control, invisible or unassigned characters, or joiners and variation selectors without effect'
      when not private.is_unmixed_name(value) then
        'must not mix scripts within a word, except Latin with Chinese, Japanese and Korean'
    end
  );
end
$$;
comment on function private.name_error is 'Why a name is invalid; null when it is valid or null.';

create function private.agent_name_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.name_error(value, 2, 50),
    case
      when private.is_uuid_name(value) then 'must not be a UUID: it could be the id of another agent'
      when private.is_reserved_name(value) then 'is reserved'
    end
  );
end
$$;
comment on function private.agent_name_error is 'Why the name of an agent is invalid; null when it is valid or null.';

create function private.url_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_error(value, 0, 2048),
    case when not private.is_http_url(value) then 'must be an http or https address without user name, password, white space and invisible characters' end
  );
end
$$;
comment on function private.url_error is 'Why a URL is invalid; null when it is valid or null.';

create function private.email_error(value text) returns text
language sql immutable parallel safe set search_path = ''
return coalesce(
  private.text_error(value, 0, 254),
  case when not private.is_email(value) then 'must be one e-mail address' end
);
comment on function private.email_error is 'Why an e-mail address is invalid; null when it is valid or null.';

create function private.is_score(score numeric) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- NaN compares as greater than every number, so it is out of range. A JSON number that JavaScript reads has at most 324 decimals;
-- the limit bounds the size of a sum.
return score >= 0 and score <= 100 and scale(score) <= 324;
comment on function private.is_score is 'Whether a number is a valid sub-score, 0 to 100.';

create function private.choice_error(value text, choices text[]) returns text
language sql immutable parallel safe set search_path = ''
return case when value <> all (choices) then 'must be one of ' || array_to_string(choices, ', ') end;
comment on function private.choice_error is 'Why a value is not one of the choices; null when it is, or is null.';

create function private.validate(variadic fields text[]) returns void
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  problems jsonb := '[]';
begin
  for i in 1..cardinality(fields) by 2 loop
    if fields[i + 1] is not null then
      problems := problems || jsonb_build_object('path', fields[i], 'message', fields[i + 1]);
    end if;
  end loop;
  if problems <> '[]' then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = problems::text;
  end if;
end
$$;
comment on function private.validate is 'Takes pairs of a field and why it is invalid, or null. Raises PT400 with all that are invalid.';

grant execute on all functions in schema private to anon, authenticated, service_role;

-- The domains of columns. A domain checks a value when it is written and NOT VALID skips existing values, so rows that are older than a
-- rule survive a migration, a restored backup and updates of other columns.
create domain private.agent_name as text;
create domain private.agent_description as text;
create domain private.email as text;
create domain private.skill_name as text;
create domain private.description as text;
create domain private.url as text;
create domain private.commentary as text;
create domain private.reason as text;
create domain private.score as numeric;
alter domain private.agent_name add constraint agent_name_valid
  check (value = private.clean_text(value, 50) and private.agent_name_error(value) is null) not valid;
alter domain private.agent_description add constraint agent_description_valid
  check (value = private.clean_text(value, 2000) and private.text_error(value, 1, 2000) is null) not valid;
alter domain private.email add constraint email_valid
  check (value = private.clean_text(value, 254) and private.email_error(value) is null) not valid;
alter domain private.skill_name add constraint skill_name_valid
  check (value = private.clean_text(value, 200) and private.name_error(value, 1, 200) is null) not valid;
alter domain private.description add constraint description_valid
  check (value = private.clean_text(value, 5000) and private.text_error(value, 1, 5000) is null) not valid;
alter domain private.url add constraint url_valid
  check (private.url_error(value) is null) not valid;
alter domain private.commentary add constraint commentary_valid
  check (value = private.clean_text(value, 10000) and private.text_error(value, 1, 10000) is null) not valid;
alter domain private.reason add constraint reason_valid
  check (value = private.clean_text(value, 1000) and private.text_error(value, 1, 1000) is null) not valid;
alter domain private.score add constraint score_valid
  check (private.is_score(value)) not valid;
comment on domain private.agent_name is 'The name of an agent, 2 to 50 characters.';
comment on domain private.agent_description is 'How an agent describes itself, 1 to 2,000 characters.';
comment on domain private.email is 'One e-mail address of at most 254 characters.';
comment on domain private.skill_name is 'The name of a skill, 1 to 200 characters.';
comment on domain private.description is 'The description of a skill, 1 to 5,000 characters.';
comment on domain private.url is 'An http or https address of at most 2,048 characters.';
comment on domain private.commentary is 'The text of a rating, 1 to 10,000 characters.';
comment on domain private.reason is 'Why an agent flags a rating or an admin acts, 1 to 1,000 characters.';
comment on domain private.score is 'A sub-score, 0 to 100, stored exactly.';
