-- Which names are valid: visible characters, one script a word; for agents, no reserved words and no ids. docs/api.md has all rules.

-- Each kind of characters is a letter:
--   x            rejected: control, invisible, bidirectional, unassigned
--   J Z          U+200C, U+200D
--   T E S Y I G  variation selectors: U+FE0E, U+FE0F, U+FE00-FE02, U+FE03-FE06, U+E0100-E01EF, Mongolian
--   l b g m      a letter of a script with joiners (b Myanmar, g Mongolian); a mark of one
--   p q r u !    Extended_Pictographic: emoji; no emoji; emoji and symbol; symbol; emoji and punctuation
--   t e d #      other emoji: skin tones; digits and regional indicators; 0; # and *
--   s h y ,      other characters with standardized variants; Han and Egyptian ones; punctuation
--   . a          other punctuation; everything else
create function private.is_plain_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Printable ASCII is always valid.
  if value !~ '[^ -~]' then
    return true;
  end if;
  return (
    select string_agg(c.kind, '' order by c.ordinal) from private.characters(value) as c
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
      select c.scripts, count(*) filter (where c.scripts is null) over (order by c.ordinal) as word
      from private.characters(translate(normalize(value, nfkc), E'\u200c\u200d', '')) as c
    ) as letters
    group by word
    having position(b'1' in bit_and(scripts)) = 0
  );
end
$$;
comment on function private.is_unmixed_name is 'Whether each word uses one script. Han, Kana, Bopomofo and Hangul count as one, also with Latin.';

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
      select string_agg(case when c.scripts is null then ' ' else c.symbol end, '' order by c.ordinal)
      from private.characters(private.remove_accents((
        select string_agg(
          case
            when normalize(s.symbol, nfkd) <> normalize(s.symbol, nfd) and normalize(s.symbol, nfkd) ~ sign then ' '
            else s.symbol
          end,
          '' order by s.ordinal
        )
        from string_to_table(value, null) with ordinality as s (symbol, ordinal)
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

create function private.is_import_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- By its comparison key: no spelling of it may keep an import from its name.
  return private.name_key(value) ~ '^[a-z0-9.-]*\.[a-z0-9.-]*/[a-z0-9._-]+$|\( ?mcp ?registry ?[0-9]* ?\) ?[0-9]*$';
end
$$;
comment on function private.is_import_name is 'Whether a name is reserved for imports: that of a server in the MCP Registry, with a dot in its namespace, or one that ends in (MCP Registry), with or without a number.';
