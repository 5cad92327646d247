-- Texts: how they are normalized, compared and folded.
-- functions/_shared/text/text.ts has the same rules for trimming, NFC and marks; tests/database/text/text.test.ts compares the two.

create function private.trim_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Unicode's White_Space and U+FEFF, as in functions/_shared/text/text.ts. A space first: btrim compares one after the other.
  return btrim(
    value,
    E'\u0020\u0009\u000A\u000B\u000C\u000D\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
  );
end
$$;
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
  -- ASCII is in NFC.
  if octet_length(trimmed) = char_length(trimmed) then
    return trimmed;
  end if;
  -- NFC composes at most four characters into one, so a text of more than four times the limit is too long in any case. Such a text
  -- and a long run of marks are not normalized: sorting marks takes quadratic time and cannot be cancelled.
  if char_length(trimmed) > longest * 4 or private.has_long_mark_run(trimmed) then
    return trimmed;
  end if;
  -- The check is ten times as fast as normalizing.
  return case when trimmed is nfc normalized then trimmed else normalize(trimmed, nfc) end;
end
$$;
comment on function private.clean_text is 'Text as it is stored: trimmed and in NFC.';

create function private.remove_hidden(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- A flag of a region (of England, of Texas), and a variant of an ideograph.
  flag constant text := '\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f';
  variant constant text := '[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff][\U000e0100-\U000e01ef]';
begin
  if value !~ '[\U000e0000-\U000e01ef]' then
    return value;
  end if;
  return (
    select string_agg(coalesce(part[1], regexp_replace(part[2], '[\U000e0000-\U000e007f\U000e0100-\U000e01ef]', '', 'g')), '' order by n)
    from regexp_matches(value, format('(%s|%s)|([^\U000e0000-\U000e01ef]|[\U000e0000-\U000e01ef]+)', flag, variant), 'g')
      with ordinality as m (part, n)
  );
end
$$;
comment on function private.remove_hidden is 'Text without Unicode tags, except in flags of regions, and without supplementary variation selectors, except one directly after an ideograph: they can hide instructions to a model.';

create function private.has_hidden(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return octet_length(value) <> char_length(value) and private.remove_hidden(value) <> value;
end
$$;
comment on function private.has_hidden is 'Whether a text has what private.remove_hidden removes.';

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

create function private.name_key(name text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
  key text := left(name, 200);
  -- U+200C, U+200D and the variation selectors, which only change how a name looks.
  joiners constant text := '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]';
  has_joiners boolean;
  has_long boolean := false;
  -- All white space but single spaces. Of other white space, NFKC makes spaces.
  spaces constant text := ' [\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]+'
    '|[\u0009-\u000d\u0085\u1680\u2028\u2029][\u0009-\u000d\u0020\u0085\u1680\u2028\u2029]*';
begin
  -- Of ASCII, which is common, NFKC changes nothing.
  if octet_length(key) = char_length(key) then
    key := lower(key collate "C");
  else
    -- Before the key gets longer: NFKC makes none.
    has_joiners := key ~ joiners;
    -- NFKC turns U+FDFA into 18 characters and U+FDFB into 8, and none of these composes with a neighbour. Until the end, each is replaced by
    -- a noncharacter, which no name contains. So a name full of them costs as little as any other.
    has_long := key ~ '[\ufdfa\ufdfb]';
    key := normalize(translate(key, E'\ufdfa\ufdfb', E'\ufdd0\ufdd1'), nfkc);
    if has_joiners then
      key := regexp_replace(key, joiners, '', 'g');
    end if;
    key := lower(key collate pg_catalog.pg_c_utf8);
  end if;
  if key ~ spaces then
    key := regexp_replace(key, spaces, ' ', 'g');
  end if;
  key := btrim(key);
  if has_long then
    key := replace(replace(key, E'\ufdd0', 'صلى الله عليه وسلم'), E'\ufdd1', 'جل جلاله');
  end if;
  -- NFKC can expand one character to 18, and an index entry is limited to 2,704 bytes. A longer key therefore ends in its own
  -- hash: equal names stay equal, and the sort order is that of the first 186 characters.
  if char_length(key) > 250 then
    key := left(key, 186) || encode(extensions.digest(key, 'sha256'), 'hex');
  end if;
  return key;
end
$$;
comment on function private.name_key is 'The comparison key of a name, at most 250 characters: NFKC, without joiners and variation selectors, in lower case, with single spaces. Names with the same key are the same name.';

create function private.fold_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Starts from what name_key compares, so that a search finds whatever the key calls equal. Accents fall off decomposed letters;
  -- unaccent knows the others (ø, ł, ß). The final sigma is the one letter whose lower case depends on its position in the word.
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
end
$$;
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

create function private.parse_uuid(value text) returns uuid
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
end
$$;
comment on function private.parse_uuid is 'Parses a UUID in its usual form, in either case; null if the text is not a UUID.';
grant execute on function private.parse_uuid to anon, authenticated;
