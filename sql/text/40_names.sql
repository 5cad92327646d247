-- Which names are valid: visible characters, no look-alikes in a word; for agents, no reserved words and no ids. docs/api.md has all rules.

create function private.is_plain_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  emoji constant text := private.symbol_class();
  rest text := value;
begin
  -- Printable ASCII is always valid.
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- First without the joiners and variation selectors that are allowed: in scripts that need joiners, and in emoji.
  if value ~ '[\u200c\u200d\ufe0e\ufe0f]' then
    rest := regexp_replace(
      rest collate pg_catalog.pg_c_utf8,
      '(?<=[\u0600-\U0010ffff])(?<=[[:alpha:]' || private.mark_class() || '])[\u200c\u200d]'
      '(?=[\u0600-\U0010ffff])(?=[[:alpha:]' || private.mark_class() || '])',
      '', 'g'
    );
    rest := regexp_replace(rest, '([' || emoji || '])\ufe0f?\u200d(?=[' || emoji || '])', '\1', 'g');
    rest := regexp_replace(rest, '([0-9#*' || emoji || '])[\ufe0e\ufe0f](?!\u200d)', '\1', 'g');
  end if;
  -- Of these, Postgres calls control and private-use characters assigned.
  return unicode_assigned(rest) and rest !~ (
    '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\ue000-\uf8ff\U000f0000-\U0010ffff' || private.invisible_class() || ']'
  );
end
$$;
comment on function private.is_plain_name is 'Whether a name has only visible, assigned characters, and joiners and variation selectors only in emoji and in scripts that need joiners.';

create function private.is_unmixed_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  latin constant text :=
    '[A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u1d00-\u1d25\u1d2c-\u1d77\u1d79-\u1dbf\u1e00-\u1eff'
    '\u2132\u214e\u2183\u2184\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab64\uab66-\uab68\U00010780-\U000107ba\U0001df00-\U0001df2a]';
  greek constant text := '\u0370-\u03ff\u1d26-\u1d2a\u1f00-\u1fff\uab65';
  cyrillic constant text := '[\u0400-\u052f\u1c80-\u1c8f\u1d2b\u1d78\u2de0-\u2dff\ua640-\ua69f]';
  armenian constant text := '\u0531-\u0588';
  cherokee constant text := '\u13a0-\u13fd\uab70-\uabbf';
  lisu constant text := '\ua4d0-\ua4fd\U00011fb0';
  -- What has letters that look Latin.
  other constant text := '(?:' || cyrillic || '|[' || greek || armenian || cherokee || lisu || '])';
  -- The rest of a word.
  rest constant text := '[[:alnum:]' || private.mark_class() || ']*';
begin
  if value !~ '[^ -~]' then
    return true;
  end if;
  -- In NFKC, as in the comparison key, so that a compatibility character is in the range of its equivalent.
  return translate(normalize(value, nfkc), E'\u200c\u200d', '') collate pg_catalog.pg_c_utf8 !~ (
    latin || rest || other || '|' || other || rest || latin
    || '|' || cyrillic || rest || '[' || greek || ']|[' || greek || ']' || rest || cyrillic
  );
end
$$;
comment on function private.is_unmixed_name is 'Whether no word mixes letters that look alike: with a Latin letter it has no Cyrillic, Greek, Armenian, Cherokee or Lisu one, and with a Cyrillic letter no Greek one.';

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
    words := regexp_replace(
      private.remove_accents((
        select string_agg(
          case
            when normalize(s.symbol, nfkd) <> normalize(s.symbol, nfd) and normalize(s.symbol, nfkd) ~ sign then ' '
            else s.symbol
          end,
          '' order by s.ordinal
        )
        from string_to_table(value, null) with ordinality as s (symbol, ordinal)
      )) collate pg_catalog.pg_c_utf8,
      '[^[:alnum:]]', ' ', 'g'
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

create function private.is_import_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- By its comparison key, with other slashes and without spaces at signs: no spelling may keep an import from its name.
  key constant text := regexp_replace(
    translate(private.name_key(value), E'\u2044\u2215\u29f8\\', '////'), ' ?([/.()]) ?', '\1', 'g'
  );
begin
  return key ~ '^[a-z0-9.-]*\.[a-z0-9.-]*/[a-z0-9._-]+$|\((?:mcp ?registry|clawhub) ?[0-9]*\) ?[0-9]*$';
end
$$;
comment on function private.is_import_name is 'Whether a name is reserved for imports: that of a server in the MCP Registry, with a dot in its namespace, or one that ends in (MCP Registry) or (ClawHub), with or without a number.';

create function private.is_identifier_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return replace(private.name_key(value), ' ', '') ~ '^(?:pkg:|urn:|[a-z][a-z0-9+.-]*://|git@|api/skills/)';
end
$$;
comment on function private.is_identifier_name is 'Whether a name has the form of an identifier: it would be taken for what that identifies.';

create function private.is_own_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  words constant text := (
    select string_agg(word, '')
    from regexp_split_to_table(
      private.remove_accents(normalize(value, nfkc)) collate pg_catalog.pg_c_utf8, '[^[:alnum:]]+'
    ) as word
    where word <> all ('{the,official,mcp,server,service,api}')
  );
begin
  return coalesce(words ~ '^(?:skills?ratings?|ratings?skills?)$', false);
end
$$;
comment on function private.is_own_name is 'Whether a name is that of this service: its words, without the, official, mcp, server, service and api, are only skill and rating.';
