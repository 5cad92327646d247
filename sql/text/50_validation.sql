-- Which values are invalid, the error that reports them, and the domains of columns.
-- functions/_shared/schemas/requests.ts has the same rules, except those for the characters of names and addresses;
-- tests/database/bounds.test.ts compares the two.

create function private.text_error(value text, shortest integer, longest integer) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case
    when char_length(value) not between shortest and longest then format(
      'must have %s %s characters', case when shortest > 0 then shortest || ' to' else 'at most' end, longest
    )
    when private.has_long_mark_run(value) then 'must not contain more than 30 combining marks in a row'
    when private.has_hidden(value) then 'must not contain Unicode tags or variation selectors that hide text'
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
        'must not contain control, invisible, private-use or unassigned characters, or joiners and variation selectors without effect'
      when not private.is_unmixed_name(value) then
        'must not mix letters that look alike within a word, such as Latin with Cyrillic or Greek'
    end
  );
end
$$;
comment on function private.name_error is 'Why a name is invalid; null when it is valid or null.';

create function private.skill_name_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.name_error(value, 1, 200),
    case
      when private.is_import_name(value) then 'has a form that is reserved for imports from the MCP Registry and ClawHub'
      when private.is_identifier_name(value) then 'must not have the form of an identifier: send that as url or in identifiers'
      when private.is_own_name(value) then 'is reserved'
    end
  );
end
$$;
comment on function private.skill_name_error is 'Why a skill cannot be submitted with a name; null when it can.';

create function private.agent_name_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.name_error(value, 2, 50),
    case
      -- In any spelling that Postgres accepts.
      when pg_input_is_valid(private.name_key(value), 'uuid') then 'must not be a UUID: it could be the id of another agent'
      when private.is_reserved_name(value) then 'is reserved'
    end
  );
end
$$;
comment on function private.agent_name_error is 'Why the name of an agent is invalid; null when it is valid or null.';

create function private.url_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  -- The pattern of functions/_shared/text/text.ts: scheme, host name or IPv6 address, port, rest; without user name and password.
  address constant text := '^https?://([^][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])'
    '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$';
begin
  return coalesce(
    private.text_error(value, 0, 2048),
    case
      -- Only SQL rejects white space, control and invisible characters.
      when value !~* address or private.has_invisible(value)
        or value ~ '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]'
      then 'must be an http or https address without user name, password, white space and invisible characters'
    end
  );
end
$$;
comment on function private.url_error is 'Why a URL is invalid; null when it is valid or null.';

create function private.email_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_error(value, 0, 254),
    -- The pattern of zod's z.email(), so that TypeScript and SQL accept the same addresses.
    case when value !~ '^([A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'
      then 'must be one e-mail address'
    end
  );
end
$$;
comment on function private.email_error is 'Why an e-mail address is invalid; null when it is valid or null.';

create function private.sub_score_error(score numeric) returns text
language plpgsql immutable strict parallel safe set search_path = ''
-- In plpgsql, as what else each write calls: Postgres plans a SQL function at each call.
as $$
begin
  -- NaN compares as greater than every number, so it is out of range. A JSON number that JavaScript reads has at most 324 decimals;
  -- the limit bounds the size of a sum.
  return case when score < 0 or score > 100 or scale(score) > 324 then 'must be a number from 0 to 100' end;
end
$$;
comment on function private.sub_score_error is 'Why a sub-score is invalid; null when it is valid or null.';

create function private.clean_version(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  clean_value constant text := private.clean_text(value, 100);
  plain text;
begin
  if octet_length(clean_value) = char_length(clean_value) or private.version_error(clean_value) is not null then
    return clean_value;
  end if;
  plain := private.trim_text(regexp_replace(normalize(clean_value, nfkc), '[' || private.invisible_class() || ']', '', 'g'));
  -- NFKC can make a text longer.
  return case when char_length(plain) <= 100 then plain else clean_value end;
end
$$;
comment on function private.clean_version is 'A version as it is stored: in NFKC and without invisible characters, so that two that look the same are one.';

create function private.version_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_error(value, 0, 100),
    case when value ~ '[\u0001-\u001f\u007f-\u009f]' then 'must not contain control characters' end
  );
end
$$;
comment on function private.version_error is 'Why the version of a skill is invalid; null when it is valid or null.';

create function private.use_count_error(value numeric) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case
    when value not between 0 and 1000000000 or value <> trunc(value) then 'must be a whole number from 0 to 1000000000'
  end;
end
$$;
comment on function private.use_count_error is 'Why a number of calls is invalid; null when it is valid or null.';

create function private.choice_error(value text, choices text[]) returns text
-- Strict, so that an absent value costs no call.
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when value <> all (choices) then 'must be one of ' || array_to_string(choices, ', ') end;
end
$$;
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

create function private.count_strings(value text) returns integer
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  unescaped text := case when strpos(value, '\') = 0 then value else replace(replace(value, '\\', ''), '\"', '') end;
begin
  return (octet_length(unescaped) - octet_length(replace(unescaped, '"', ''))) / 2;
end
$$;
comment on function private.count_strings is 'How many strings the JSON of a list of strings has.';

create function private.list_error(value text, fewest integer, most integer) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when value is null then 'is required'
    -- No request body is longer.
    when octet_length(value) > 262144 then 'must have at most 262144 bytes'
    -- A pattern, because a deeply nested text cannot be parsed.
    when value !~ '^\s*\[\s*("([^"\\]|\\.)*"\s*(,\s*"([^"\\]|\\.)*"\s*)*)?\]\s*$' then 'must be a list of strings'
    when private.count_strings(value) not between fewest and most then format('must have %s to %s items', fewest, most)
  end;
end
$$;
comment on function private.list_error is 'Why a text is not the JSON of a list of strings with so many items; null when it is.';

create function private.list_items(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- The parser is much faster than the expression.
  if pg_input_is_valid(value, 'json') then
    return array(
      select case when pg_input_is_valid(item::text, 'jsonb') then item #>> '{}' end
      from json_array_elements(value::json) with ordinality as e (item, ordinal)
      order by ordinal
    );
  end if;
  return array(
    select case when pg_input_is_valid(item[1], 'jsonb') then item[1]::jsonb #>> '{}' end
    from regexp_matches(value, '("(?:[^"\\]|\\.)*")', 'g') with ordinality as m (item, ordinal)
    order by ordinal
  );
end
$$;
comment on function private.list_items is 'The items of the JSON of a list of strings, without private.list_error. Null for what Postgres cannot store: NUL and lone surrogates.';

create function private.item_error(value text, shortest integer, longest integer) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when value is null then 'must not hold NUL or lone surrogates'
    else private.text_error(value, shortest, longest)
  end;
end
$$;
comment on function private.item_error is 'Why an item of private.list_items, cleaned, is invalid; null when it is valid.';

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
create domain private.version as text;
create domain private.use_count as integer;
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
  check (private.sub_score_error(value) is null) not valid;
alter domain private.version add constraint version_valid
  check (value = private.clean_text(value, 100) and value <> '' and private.version_error(value) is null) not valid;
alter domain private.use_count add constraint use_count_valid
  check (private.use_count_error(value) is null) not valid;
comment on domain private.agent_name is 'The name of an agent, 2 to 50 characters.';
comment on domain private.agent_description is 'How an agent describes itself, 1 to 2,000 characters.';
comment on domain private.email is 'One e-mail address of at most 254 characters.';
comment on domain private.skill_name is 'The name of a skill, 1 to 200 characters.';
comment on domain private.description is 'The description of a skill, 1 to 5,000 characters.';
comment on domain private.url is 'An http or https address of at most 2,048 characters.';
comment on domain private.commentary is 'The text of a rating, 1 to 10,000 characters.';
comment on domain private.reason is 'Why an agent flags a rating or an admin acts, 1 to 1,000 characters.';
comment on domain private.score is 'A sub-score, 0 to 100, stored exactly.';
comment on domain private.version is 'The version of a skill, 1 to 100 characters.';
comment on domain private.use_count is 'A number of calls, 0 to 1,000,000,000.';
