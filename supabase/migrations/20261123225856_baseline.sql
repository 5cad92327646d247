-- The schema of 1.1.0: the files of sql/ in their order. It replaces the 29 migrations up to this version, which a database of 1.1.0 has
-- recorded.


-- sql/00_base.sql

-- Default privileges, extensions, the private schema and what every file uses.

-- No privilege comes from a default: each is granted beside its table or function. Only the functions of texts, which all roles need, are
-- granted together, at the end of 04_validation.sql. Hosted projects may have default privileges, globally and for the schema public.
alter default privileges revoke all on schemas from public, anon, authenticated, service_role;
alter default privileges revoke all on tables from public, anon, authenticated, service_role;
alter default privileges revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges revoke all on functions from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create schema private;
comment on schema private is 'Keys, identity and internal functions. The Data API does not expose it.';
grant usage on schema private to anon, authenticated, service_role;

create function private.parse_uuid(value text) returns uuid
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
end
$$;
comment on function private.parse_uuid is 'Parses a UUID in its usual form, in either case; null if the text is not a UUID.';
grant execute on function private.parse_uuid to anon, authenticated;

create function public.health() returns json
language sql stable set search_path = ''
return json_build_object('status', 'ok');
comment on function public.health is 'GET /api/health: succeeds if the database does.';
grant execute on function public.health to anon, authenticated;


-- sql/01_characters.sql

-- Written by `npm run generate -- unicode` from @unicode/unicode-15.1.0: what Postgres 17 itself does not tell of characters.

-- Classes of characters, as they stand between the brackets of a regular expression. A pattern is folded into one constant when a
-- function that uses it is planned. All functions below are in PL/pgSQL, which keeps its plan: the classes and tables are read once in
-- a session.
create function private.mark_class() returns text
language sql immutable parallel safe set search_path = ''
return
  '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
  '\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd'
  '\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u0903'
  '\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd'
  '\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75'
  '\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c'
  '\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd'
  '\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc'
  '\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44'
  '\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3'
  '\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f'
  '\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064'
  '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753'
  '\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b'
  '\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad'
  '\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0'
  '\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1'
  '\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953'
  '\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8'
  '\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f'
  '\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f'
  '\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010eab-\U00010eac'
  '\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046'
  '\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102'
  '\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0'
  '\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea'
  '\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d'
  '\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U00011435-\U00011446\U0001145e'
  '\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640'
  '\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938'
  '\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4'
  '\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b'
  '\U00011a8a-\U00011a99\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6'
  '\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e'
  '\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03'
  '\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00013440\U00013447-\U00013455\U00016af0-\U00016af4'
  '\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1'
  '\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172'
  '\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36'
  '\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006'
  '\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f'
  '\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6'
  '\U0001e944-\U0001e94a\U000e0100-\U000e01ef';
comment on function private.mark_class is 'General_Category M.';

create function private.symbol_class() returns text
language sql immutable parallel safe set search_path = ''
return
  '\u00a6\u00a9\u00ae\u00b0\u0482\u058d-\u058e\u060e-\u060f\u06de\u06e9\u06fd-\u06fe\u07f6\u09fa\u0b70'
  '\u0bf3-\u0bf8\u0bfa\u0c7f\u0d4f\u0d79\u0f01-\u0f03\u0f13\u0f15-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38'
  '\u0fbe-\u0fc5\u0fc7-\u0fcc\u0fce-\u0fcf\u0fd5-\u0fd8\u109e-\u109f\u1390-\u1399\u166d\u1940\u19de-\u19ff'
  '\u1b61-\u1b6a\u1b74-\u1b7c\u203c\u2049\u2100-\u2101\u2103-\u2106\u2108-\u2109\u2114\u2116-\u2117\u211e-\u2123'
  '\u2125\u2127\u2129\u212e\u2139-\u213b\u214a\u214c-\u214d\u214f\u218a-\u218b\u2194-\u2199\u219c-\u219f'
  '\u21a1-\u21a2\u21a4-\u21a5\u21a7-\u21ad\u21af-\u21cd\u21d0-\u21d1\u21d3\u21d5-\u21f3\u2300-\u2307\u230c-\u231f'
  '\u2322-\u2328\u232b-\u237b\u237d-\u239a\u23b4-\u23db\u23e2-\u2426\u2440-\u244a\u249c-\u24e9\u2500-\u25b6'
  '\u25b8-\u25c0\u25c2-\u25f7\u25fb-\u25fe\u2600-\u2767\u2794-\u27bf\u2800-\u28ff\u2934-\u2935\u2b00-\u2b2f'
  '\u2b45-\u2b46\u2b4d-\u2b73\u2b76-\u2b95\u2b97-\u2bff\u2ce5-\u2cea\u2e50-\u2e51\u2e80-\u2e99\u2e9b-\u2ef3'
  '\u2f00-\u2fd5\u2ff0-\u2fff\u3004\u3012-\u3013\u3020\u3030\u3036-\u3037\u303d-\u303f\u3190-\u3191\u3196-\u319f'
  '\u31c0-\u31e3\u31ef\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff\u4dc0-\u4dff'
  '\ua490-\ua4c6\ua828-\ua82b\ua836-\ua837\ua839\uaa77-\uaa79\ufd40-\ufd4f\ufdcf\ufdfd-\ufdff\uffe4\uffe8'
  '\uffed-\uffee\ufffc-\ufffd\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U0001018e\U00010190-\U0001019c'
  '\U000101a0\U000101d0-\U000101fc\U00010877-\U00010878\U00010ac8\U0001173f\U00011fd5-\U00011fdc'
  '\U00011fe1-\U00011ff1\U00016b3c-\U00016b3f\U00016b45\U0001bc9c\U0001cf50-\U0001cfc3\U0001d000-\U0001d0f5'
  '\U0001d100-\U0001d126\U0001d129-\U0001d164\U0001d16a-\U0001d16c\U0001d183-\U0001d184\U0001d18c-\U0001d1a9'
  '\U0001d1ae-\U0001d1ea\U0001d200-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff'
  '\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da86\U0001e14f\U0001ecac'
  '\U0001ed2e\U0001f000-\U0001f0ff\U0001f10d-\U0001fb92\U0001fb94-\U0001fbca\U0001fc00-\U0001fffd';
comment on function private.symbol_class is 'What is a word by itself: General_Category So, emoji and their modifiers.';

create function private.east_asian_class() returns text
language sql immutable parallel safe set search_path = ''
return
  '\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f'
  '\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf'
  '\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe'
  '\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3'
  '\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155'
  '\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d'
  '\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a'
  '\U00031350-\U000323af';
comment on function private.east_asian_class is 'Letters, marks and numbers of Han, Kana and Hangul, which are written without spaces.';

create function private.invisible_class() returns text
language sql immutable parallel safe set search_path = ''
return
  '\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
  '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff';
comment on function private.invisible_class is 'Default_Ignorable_Code_Point and bidirectional controls.';

create function private.has_long_mark_run(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
-- Takes linear time.
as $$
begin
  return octet_length(value) <> char_length(value) and value ~ ('[' || private.mark_class() || ']{31}');
end
$$;
comment on function private.has_long_mark_run is 'Whether more than 30 characters of General_Category M follow one another: normalize() sorts them in quadratic time.';

create function private.has_invisible(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return octet_length(value) <> char_length(value) and value ~ ('[' || private.invisible_class() || ']');
end
$$;
comment on function private.has_invisible is 'Whether a text contains a Default_Ignorable_Code_Point or a bidirectional control.';

create function private.remove_accents(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
-- Only for texts without long runs of marks: see private.has_long_mark_run.
as $$
begin
  return translate(
    lower(
      regexp_replace(normalize(value, nfkd), '[' || private.mark_class() || '\u200c\u200d]', '', 'g') collate pg_catalog.pg_c_utf8
    ),
    'øđħıłŧƀƃƈƌƒƙƚƞƥƫƭƴƶǥȡȥȴȵȶȼȿɀɇɉɋɍɏɓɕɖɗɠɢɦɨɪɫɬɭɱɲɳɴɼɽɾʀʂʈʋʏʐʑʙ'
    'ʛʜʝʟʠᴀᴄᴅᴇᴊᴋᴌᴍᴏᴘᴛᴜᴠᴡᴢᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵽᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶑᶒᶖᶙỿⱡⱥⱦⱨⱪⱬⱱⱳ'
    'ⱴⱸⱺꜰꜱꝁꝃꝅꝉꝋꝍꝑꝓꝕꝗꝙꝟꞎꞑꞓꞔꞕꞗꞙꞡꞣꞥꞧꞩꞯꞹꟈꟊꬴꬷꬸꬹꬺꬻꭆꭉꭎꭒꭖꭗꭘꭙꭚ𝼄𝼉𝼑𝼓𝼖𝼚𝼛𝼝'
    '𝼞𝼥𝼦𝼧𝼨𝼩𝼪',
    'odhiltbbcdfklnpttyzgdzlntcszejqrybcddgghiilllmnnnrrrrstvyzzb'
    'ghjlqacdejklmoptuvwzbdfmnprrstzpbdfgklmnprsvxzadeiuylathkzvw'
    'veofskkkloopppqqvlncchbfgknrsqudselllmnrruuxxxxyltllriocsdln'
    'rst'
  );
end
$$;
comment on function private.remove_accents is 'Text in NFKD and lower case, without marks and joiners, and with the base of letters such as ø and ᴀ.';

create function private.shorten_marks(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
-- U+FF9E and U+FF9F are letters of which NFKC and NFKD make marks.
as $$
begin
  return case
    when octet_length(value) = char_length(value) then value
    else regexp_replace(
      value,
      '([' || private.mark_class() || '\uff9e\uff9f]{30})[' || private.mark_class() || '\uff9e\uff9f]+',
      '\1',
      'g'
    )
  end;
end
$$;
comment on function private.shorten_marks is 'Text in which no more than 30 characters that NFKC makes marks of follow one another, so that normalising it is cheap.';

create function private.split_words(folded text, singles boolean) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
-- Planned once for all arguments: the patterns would be folded again in each plan.
set plan_cache_mode = force_generic_plan
-- Postgres's own parser is not used: it makes "c" of "c++" and "c#", and finds no word in emoji.
as $$
declare
  words text[];
begin
  if octet_length(folded) = char_length(folded) then
    return array(
      select left(part[1], 64) from regexp_matches(folded, '([[:alnum:]]+(?:[+#]+(?![[:alnum:]]))?)', 'g') as part
    );
  end if;
  words := array(
    select left(part[1], case when part[1] ~ ('^[' || private.east_asian_class() || ']') then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([' || private.east_asian_class() || ']+|[' || private.symbol_class() || ']|(?:(?![' || private.east_asian_class()
      || '])[[:alnum:]' || private.mark_class() || '])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ ('[' || private.east_asian_class() || ']') then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (
      select 0, word where word !~ ('^[' || private.east_asian_class() || ']')
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ ('^[' || private.east_asian_class() || ']')
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ ('^[' || private.east_asian_class() || ']')
    ) as terms (i, term)
    order by place, i
  );
end
$$;
comment on function private.split_words is 'The words of a folded text, in order: runs of letters and digits, which may end in + or #; symbols; of Chinese, Japanese and Korean, each pair of characters, and each one beside if singles are asked for. At most 64 characters each.';

create function private.characters(value text) returns table (place bigint, symbol text, kind text, scripts bit(160))
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return query
  select
    c.place,
    c.symbol,
    ('{
x, a, ., #, a, ., #, s, ., d, e, ., s, ., a, ., a, ., a, ., s, ., s, x, a, ., a, ., a, p, a, ., s, x, p, a, s, a, ., a,
., a, ., a, s, a, s, a, x, a, x, a, ., a, x, a, ., a, x, a, x, a, x, a, s, a, x, a, x, a, ., a, ., x, a, x, a, ., a, .,
a, ., a, ., a, x, a, x, a, ., x, a, s, ., a, ., a, m, ., x, ., l, m, a, ., l, m, l, ., l, m, a, m, l, m, a, m, l, a, l,
a, l, ., x, a, l, m, l, m, x, l, a, x, a, l, m, l, a, ., l, x, m, a, x, ., x, a, x, ., x, l, x, l, a, l, x, a, x, m, l,
m, a, m, l, m, l, m, l, m, a, m, l, m, ., a, ., l, m, x, l, x, l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, l, x,
m, x, l, x, l, m, x, a, l, a, l, ., m, x, m, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, m, x, m, x, m, x, m, x, m, x,
l, x, l, x, a, m, l, m, ., x, m, x, l, x, l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, x, l, x, l, m, x, a, ., a,
x, l, m, x, m, x, l, x, l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, x, m, x, l, x, l, m, x, a, l, a, x, m, l, x,
l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, m, x, m, x, m, x, l, x, m, x, a, x, m, l, x, l, x, l, x, l, x, m,
l, m, x, m, x, m, x, m, x, l, x, l, x, l, m, x, a, x, ., a, l, m, ., l, x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m,
x, m, x, l, x, l, m, x, a, x, l, m, x, m, l, x, l, x, l, m, l, m, x, m, x, m, l, a, x, l, m, a, l, m, x, a, l, x, m, x,
l, x, l, x, l, x, l, x, l, x, m, x, m, x, m, x, m, x, a, x, m, ., x, a, x, a, ., a, ., x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, a, ., a, ., a, ., a, x, a, x, a, ., a, x, a, x, a, x, a, ., a, ., x, b, m, b, a, .,
b, m, b, m, b, m, b, m, b, m, b, m, b, m, a, m, a, x, a, x, a, x, a, ., a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., a, x, a, x, a, x, a, x, ., a, ., a, ., x, a, ., a, x, a, x,
a, ., x, a, x, a, x, a, x, a, x, l, x, m, ., l, ., a, l, m, x, a, x, a, x, ., G, x, G, a, x, g, x, g, m, g, m, g, x, a,
x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x, a, x, a, x, a, x, ., l, m, x, m, x, m, a, x, a, x, ., l, ., x, a, x, m,
l, m, l, x, a, ., a, m, a, ., x, m, l, m, l, a, l, a, x, ., a, x, ., a, x, a, ., a, x, a, x, a, ., x, m, ., m, l, m, l,
m, l, m, l, x, a, m, a, m, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, J, Z, x, ., x, a, ., !, ., s, ., !, ., s, ., a, x, a, x, a, s, ., a, s, ., x, a, x, a, x, a, m, x, a, s, a, p,
a, p, a, s, a, s, a, x, s, r, p, s, a, s, a, s, a, s, a, p, a, s, a, s, a, s, a, s, a, s, a, ., a, p, a, s, a, p, ., a,
s, a, q, a, s, a, p, a, s, a, p, a, p, a, x, a, x, a, p, a, p, a, p, s, a, p, s, a, s, r, s, p, q, a, q, p, q, p, q, a,
p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, u, q, p, q, p, q, a, q,
p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, a, p, q,
p, q, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, a, p, q, ., a, p, a, p, a, p, a, p, s,
., s, ., s, x, a, s, r, s, ., s, ., s, ., s, a, p, a, p, a, s, a, s, a, p, a, p, a, x, a, x, a, x, ., a, ., a, x, a, x,
a, x, a, x, a, ., x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., a, ., a, ., x, a, x, a, x, a, x, a,
",", ., a, h, a, ., a, ., a, !, a, h, a, !, a, x, a, x, a, ., a, ., a, x, a, x, a, x, a, x, a, x, a, x, a, p, a, p, a,
h, a, h, a, x, a, x, a, ., a, ., a, x, a, ., a, ., a, ., x, a, x, a, x, a, x, a, x, a, l, m, l, m, l, m, l, m, a, m, x,
a, x, s, ., x, m, l, m, x, ., a, x, m, l, ., l, ., l, m, a, ., a, x, ., a, x, m, l, m, ., x, l, a, x, ., b, m, b, a, b,
x, a, x, a, x, a, x, ., b, a, b, m, b, a, x, a, ., l, m, ., l, m, x, a, x, a, x, a, x, a, x, a, x, a, x, a, l, m, ., m,
x, a, x, a, x, a, x, a, x, a, h, x, h, x, a, x, a, x, a, s, a, x, a, x, a, x, a, x, a, x, a, l, a, x, l, ., a, l, x, l,
x, a, x, l, a, S, Y, x, T, E, ., x, a, ., x, ., s, ., s, x, ., a, ., x, l, x, l, x, ",", ., a, ., s, ",", ., ",", ., a,
",", s, ",", ., a, ., a, ., a, ., s, ., s, ., a, x, a, x, a, x, a, x, a, x, a, x, a, s, a, x, a, s, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, ., x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, m, a, x, a, x, a, x, a, x, a, x, .,
a, x, a, ., a, x, a, x, a, x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x, a, x, a, x, ., a, x, ., x, a, x, a, x, a,
l, m, x, m, x, m, l, x, l, x, l, x, m, x, m, a, x, ., x, a, ., a, x, s, a, s, a, x, a, ., x, a, x, ., a, x, a, x, a, x,
., x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., x, a, x, m, a, x, a, ., x, a, ., x, a, x, a, x, m, l, m, .,
x, a, m, l, m, l, x, m, l, m, ., a, ., m, x, a, x, a, x, a, x, m, l, m, x, a, ., l, m, l, x, a, ., a, x, m, l, m, l, .,
m, ., m, a, l, ., l, ., x, a, x, l, x, l, m, ., m, l, m, x, a, x, a, x, a, x, a, x, a, ., x, a, x, a, x, m, x, l, x, l,
x, l, x, l, x, l, x, l, x, m, l, m, x, m, x, m, x, l, x, m, x, l, m, x, m, x, m, x, l, m, l, ., a, ., x, ., m, l, x, l,
m, l, ., l, x, a, x, l, m, x, m, ., l, m, x, l, m, ., l, x, a, x, ., x, l, m, l, ., x, a, x, a, x, a, x, a, ., a, x, l,
m, ., x, a, x, a, l, x, l, x, l, x, l, x, l, m, x, m, x, m, l, m, l, m, ., x, a, x, l, x, l, m, x, m, l, ., l, m, x, l,
m, l, m, l, m, ., m, x, l, m, l, m, ., l, ., x, a, x, ., x, l, x, l, m, x, m, l, ., x, a, x, ., a, x, a, x, a, x, l, x,
l, x, l, m, x, m, x, m, x, m, l, m, x, a, x, l, x, l, x, l, m, x, m, x, m, l, x, a, x, a, ., x, m, l, m, l, x, l, m, x,
m, ., a, x, a, x, a, x, ., a, x, a, x, ., x, a, x, a, ., x, y, a, y, a, x, a, x, a, x, a, x, a, x, ., a, x, a, x, a, x,
a, ., x, a, ., a, ., a, x, a, x, a, x, a, x, a, x, a, ., x, a, x, a, x, a, x, a, ., h, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, ., x, a, x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x,
a, x, a, x, a, x, a, x, a, x, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, s, a, x, a, ., x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a, x, a,
x, a, x, a, x, a, x, a, x, ., x, a, x, a, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l,
x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l, x, l,
x, s, x, q, p, q, x, q, x, q, x, q, x, q, p, x, q, x, a, q, a, q, a, q, p, a, p, a, p, a, p, a, q, x, e, a, p, x, a, p,
a, p, a, p, a, x, a, x, p, x, q, x, p, q, p, q, p, q, p, q, p, q, p, q, p, t, p, q, p, a, q, p, q, p, q, p, q, p, q, p,
q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, q, p, a, p, q, p, q, p, x, p,
q, p, q, p, x, p, q, p, x, a, q, x, q, a, q, x, p, x, p, x, a, x, a, x, a, x, a, x, a, x, q, x, a, p, a, p, a, p, q, x,
q, x, p, x, p, x, p, x, p, x, p, x, p, x, p, x, a, x, a, x, a, x, h, x, h, x, h, x, h, x, h, x, h, x, h, x, h, x, h, x,
I, x, a, x, a, x}'::"char"[])[
      width_bucket(ascii(c.symbol), '{
0, 32, 33, 35, 36, 37, 42, 43, 44, 48, 49, 58, 60, 63, 65, 91, 94, 95, 96, 123, 124, 125, 126, 127, 160, 161, 162, 167,
168, 169, 170, 171, 172, 173, 174, 175, 177, 178, 182, 184, 187, 188, 191, 192, 215, 216, 247, 248, 847, 848, 888, 890,
894, 895, 896, 900, 903, 904, 907, 908, 909, 910, 930, 931, 1014, 1015, 1328, 1329, 1367, 1369, 1370, 1376, 1417, 1419,
1421, 1424, 1425, 1470, 1471, 1472, 1473, 1475, 1476, 1478, 1479, 1480, 1488, 1515, 1519, 1523, 1525, 1536, 1542, 1545,
1547, 1548, 1550, 1552, 1563, 1564, 1565, 1568, 1611, 1632, 1642, 1646, 1648, 1649, 1748, 1749, 1750, 1757, 1759, 1765,
1767, 1769, 1770, 1774, 1776, 1786, 1789, 1791, 1792, 1806, 1807, 1808, 1809, 1810, 1840, 1867, 1869, 1920, 1970, 1984,
1994, 2027, 2036, 2038, 2039, 2042, 2043, 2045, 2046, 2094, 2096, 2111, 2112, 2140, 2142, 2143, 2144, 2155, 2160, 2184,
2185, 2191, 2192, 2194, 2200, 2208, 2250, 2274, 2275, 2308, 2362, 2365, 2366, 2384, 2385, 2387, 2389, 2392, 2402, 2404,
2406, 2416, 2417, 2433, 2436, 2437, 2445, 2447, 2449, 2451, 2473, 2474, 2481, 2482, 2483, 2486, 2490, 2492, 2493, 2494,
2501, 2503, 2505, 2507, 2510, 2511, 2519, 2520, 2524, 2526, 2527, 2530, 2532, 2534, 2544, 2546, 2556, 2557, 2558, 2559,
2561, 2564, 2565, 2571, 2575, 2577, 2579, 2601, 2602, 2609, 2610, 2612, 2613, 2615, 2616, 2618, 2620, 2621, 2622, 2627,
2631, 2633, 2635, 2638, 2641, 2642, 2649, 2653, 2654, 2655, 2662, 2672, 2674, 2677, 2678, 2679, 2689, 2692, 2693, 2702,
2703, 2706, 2707, 2729, 2730, 2737, 2738, 2740, 2741, 2746, 2748, 2749, 2750, 2758, 2759, 2762, 2763, 2766, 2768, 2769,
2784, 2786, 2788, 2790, 2800, 2801, 2802, 2809, 2810, 2816, 2817, 2820, 2821, 2829, 2831, 2833, 2835, 2857, 2858, 2865,
2866, 2868, 2869, 2874, 2876, 2877, 2878, 2885, 2887, 2889, 2891, 2894, 2901, 2904, 2908, 2910, 2911, 2914, 2916, 2918,
2929, 2930, 2936, 2946, 2947, 2948, 2949, 2955, 2958, 2961, 2962, 2966, 2969, 2971, 2972, 2973, 2974, 2976, 2979, 2981,
2984, 2987, 2990, 3002, 3006, 3011, 3014, 3017, 3018, 3022, 3024, 3025, 3031, 3032, 3046, 3067, 3072, 3077, 3085, 3086,
3089, 3090, 3113, 3114, 3130, 3132, 3133, 3134, 3141, 3142, 3145, 3146, 3150, 3157, 3159, 3160, 3163, 3165, 3166, 3168,
3170, 3172, 3174, 3184, 3191, 3192, 3200, 3201, 3204, 3205, 3213, 3214, 3217, 3218, 3241, 3242, 3252, 3253, 3258, 3260,
3261, 3262, 3269, 3270, 3273, 3274, 3278, 3285, 3287, 3293, 3295, 3296, 3298, 3300, 3302, 3312, 3313, 3315, 3316, 3328,
3332, 3341, 3342, 3345, 3346, 3387, 3389, 3390, 3397, 3398, 3401, 3402, 3406, 3407, 3408, 3412, 3415, 3416, 3423, 3426,
3428, 3430, 3450, 3456, 3457, 3460, 3461, 3479, 3482, 3506, 3507, 3516, 3517, 3518, 3520, 3527, 3530, 3531, 3535, 3541,
3542, 3543, 3544, 3552, 3558, 3568, 3570, 3572, 3573, 3585, 3643, 3647, 3663, 3664, 3674, 3676, 3713, 3715, 3716, 3717,
3718, 3723, 3724, 3748, 3749, 3750, 3751, 3774, 3776, 3781, 3782, 3783, 3784, 3791, 3792, 3802, 3804, 3808, 3840, 3844,
3859, 3860, 3861, 3898, 3902, 3912, 3913, 3949, 3953, 3973, 3974, 3992, 3993, 4029, 4030, 4045, 4046, 4048, 4053, 4057,
4059, 4096, 4139, 4159, 4160, 4170, 4176, 4182, 4186, 4190, 4193, 4194, 4197, 4199, 4206, 4209, 4213, 4226, 4238, 4239,
4240, 4250, 4254, 4294, 4295, 4296, 4301, 4302, 4304, 4347, 4348, 4447, 4449, 4681, 4682, 4686, 4688, 4695, 4696, 4697,
4698, 4702, 4704, 4745, 4746, 4750, 4752, 4785, 4786, 4790, 4792, 4799, 4800, 4801, 4802, 4806, 4808, 4823, 4824, 4881,
4882, 4886, 4888, 4955, 4957, 4960, 4969, 4989, 4992, 5018, 5024, 5110, 5112, 5118, 5120, 5121, 5742, 5743, 5787, 5789,
5792, 5867, 5870, 5881, 5888, 5910, 5919, 5941, 5943, 5952, 5972, 5984, 5997, 5998, 6001, 6002, 6004, 6016, 6068, 6070,
6100, 6103, 6104, 6107, 6108, 6109, 6110, 6112, 6122, 6128, 6138, 6144, 6155, 6158, 6159, 6160, 6170, 6176, 6265, 6272,
6277, 6279, 6313, 6314, 6315, 6320, 6390, 6400, 6431, 6432, 6444, 6448, 6460, 6464, 6465, 6468, 6470, 6510, 6512, 6517,
6528, 6572, 6576, 6602, 6608, 6619, 6622, 6684, 6686, 6688, 6741, 6751, 6752, 6781, 6783, 6784, 6794, 6800, 6810, 6816,
6823, 6824, 6830, 6832, 6863, 6912, 6917, 6964, 6981, 6989, 6992, 7002, 7009, 7019, 7028, 7037, 7039, 7040, 7043, 7073,
7086, 7088, 7098, 7104, 7156, 7164, 7168, 7224, 7227, 7232, 7242, 7245, 7294, 7296, 7305, 7312, 7355, 7357, 7360, 7368,
7376, 7379, 7380, 7401, 7405, 7406, 7412, 7413, 7415, 7418, 7419, 7424, 7672, 7673, 7674, 7675, 7958, 7960, 7966, 7968,
8006, 8008, 8014, 8016, 8024, 8025, 8026, 8027, 8028, 8029, 8030, 8031, 8062, 8064, 8117, 8118, 8133, 8134, 8148, 8150,
8156, 8157, 8176, 8178, 8181, 8182, 8191, 8192, 8203, 8204, 8205, 8206, 8208, 8232, 8239, 8240, 8252, 8253, 8260, 8261,
8265, 8266, 8274, 8275, 8287, 8288, 8304, 8306, 8308, 8314, 8317, 8319, 8330, 8333, 8335, 8336, 8349, 8352, 8385, 8400,
8432, 8433, 8448, 8472, 8473, 8482, 8483, 8505, 8506, 8512, 8517, 8523, 8524, 8588, 8592, 8596, 8597, 8602, 8604, 8608,
8609, 8611, 8612, 8614, 8615, 8617, 8619, 8622, 8623, 8654, 8656, 8658, 8659, 8660, 8661, 8692, 8960, 8968, 8972, 8986,
8988, 8992, 8994, 9000, 9001, 9003, 9084, 9085, 9096, 9097, 9115, 9140, 9167, 9168, 9180, 9186, 9193, 9204, 9208, 9211,
9255, 9280, 9291, 9312, 9410, 9411, 9642, 9644, 9654, 9655, 9656, 9664, 9665, 9666, 9720, 9723, 9727, 9728, 9733, 9734,
9735, 9742, 9743, 9745, 9746, 9747, 9748, 9750, 9752, 9753, 9757, 9758, 9760, 9761, 9762, 9764, 9766, 9767, 9770, 9771,
9774, 9776, 9784, 9787, 9792, 9793, 9794, 9795, 9800, 9812, 9823, 9825, 9827, 9828, 9829, 9831, 9832, 9833, 9839, 9840,
9851, 9852, 9854, 9856, 9862, 9872, 9874, 9880, 9881, 9882, 9883, 9885, 9888, 9890, 9895, 9896, 9898, 9900, 9904, 9906,
9917, 9919, 9924, 9926, 9928, 9929, 9934, 9936, 9937, 9938, 9939, 9941, 9961, 9963, 9968, 9974, 9975, 9979, 9981, 9982,
9986, 9987, 9989, 9990, 9992, 9998, 9999, 10000, 10002, 10003, 10004, 10005, 10006, 10007, 10013, 10014, 10017, 10018,
10024, 10025, 10035, 10037, 10052, 10053, 10055, 10056, 10060, 10061, 10062, 10063, 10067, 10070, 10071, 10072, 10083,
10085, 10088, 10102, 10133, 10136, 10145, 10146, 10160, 10161, 10175, 10176, 10181, 10183, 10214, 10224, 10240, 10241,
10496, 10548, 10550, 10627, 10649, 10712, 10716, 10748, 10750, 11008, 11013, 11016, 11035, 11037, 11056, 11077, 11079,
11085, 11088, 11089, 11093, 11094, 11124, 11126, 11158, 11159, 11508, 11513, 11517, 11518, 11520, 11558, 11559, 11560,
11565, 11566, 11568, 11624, 11631, 11632, 11633, 11647, 11671, 11680, 11687, 11688, 11695, 11696, 11703, 11704, 11711,
11712, 11719, 11720, 11727, 11728, 11735, 11736, 11743, 11744, 11776, 11823, 11824, 11856, 11858, 11870, 11904, 11930,
11931, 12020, 12032, 12246, 12272, 12289, 12291, 12292, 12293, 12294, 12296, 12306, 12308, 12320, 12336, 12337, 12347,
12348, 12349, 12350, 12352, 12353, 12439, 12441, 12448, 12449, 12539, 12540, 12544, 12549, 12592, 12593, 12644, 12645,
12687, 12688, 12772, 12783, 12831, 12832, 12951, 12952, 12953, 12954, 13312, 19904, 19968, 40960, 42125, 42128, 42183,
42192, 42238, 42240, 42509, 42512, 42540, 42560, 42611, 42612, 42622, 42623, 42738, 42744, 42752, 42955, 42960, 42962,
42963, 42964, 42965, 42970, 42994, 43008, 43010, 43011, 43014, 43015, 43019, 43020, 43043, 43048, 43052, 43053, 43056,
43066, 43072, 43124, 43128, 43136, 43138, 43188, 43206, 43214, 43216, 43226, 43232, 43250, 43256, 43259, 43260, 43261,
43263, 43264, 43310, 43312, 43348, 43359, 43360, 43389, 43392, 43396, 43443, 43457, 43470, 43471, 43472, 43482, 43486,
43488, 43493, 43494, 43504, 43514, 43519, 43520, 43575, 43584, 43598, 43600, 43610, 43612, 43616, 43639, 43642, 43643,
43646, 43648, 43715, 43739, 43742, 43744, 43755, 43760, 43762, 43765, 43767, 43777, 43783, 43785, 43791, 43793, 43799,
43808, 43815, 43816, 43823, 43824, 43884, 43888, 43968, 44003, 44011, 44012, 44014, 44016, 44026, 44032, 55204, 55216,
55239, 55243, 55292, 57344, 63744, 64110, 64112, 64218, 64256, 64263, 64275, 64280, 64285, 64297, 64298, 64311, 64312,
64317, 64318, 64319, 64320, 64322, 64323, 64325, 64326, 64336, 64434, 64451, 64467, 64830, 64832, 64848, 64912, 64914,
64968, 64975, 64976, 65008, 65020, 65024, 65027, 65031, 65038, 65039, 65040, 65050, 65056, 65072, 65107, 65108, 65122,
65123, 65124, 65127, 65128, 65129, 65130, 65132, 65136, 65141, 65142, 65277, 65281, 65282, 65284, 65285, 65291, 65292,
65293, 65294, 65295, 65296, 65306, 65308, 65311, 65312, 65313, 65339, 65342, 65343, 65344, 65371, 65372, 65373, 65374,
65375, 65382, 65440, 65441, 65471, 65474, 65480, 65482, 65488, 65490, 65496, 65498, 65501, 65504, 65506, 65507, 65511,
65512, 65513, 65517, 65519, 65532, 65534, 65536, 65548, 65549, 65575, 65576, 65595, 65596, 65598, 65599, 65614, 65616,
65630, 65664, 65787, 65792, 65795, 65799, 65844, 65847, 65935, 65936, 65949, 65952, 65953, 66000, 66046, 66176, 66205,
66208, 66257, 66272, 66273, 66300, 66304, 66340, 66349, 66379, 66384, 66427, 66432, 66462, 66463, 66464, 66500, 66504,
66512, 66513, 66518, 66560, 66718, 66720, 66730, 66736, 66772, 66776, 66812, 66816, 66856, 66864, 66916, 66927, 66928,
66939, 66940, 66955, 66956, 66963, 66964, 66966, 66967, 66978, 66979, 66994, 66995, 67002, 67003, 67005, 67072, 67383,
67392, 67414, 67424, 67432, 67456, 67462, 67463, 67505, 67506, 67515, 67584, 67590, 67592, 67593, 67594, 67638, 67639,
67641, 67644, 67645, 67647, 67670, 67671, 67672, 67743, 67751, 67760, 67808, 67827, 67828, 67830, 67835, 67868, 67871,
67872, 67898, 67903, 67904, 67968, 68024, 68028, 68048, 68050, 68096, 68097, 68100, 68101, 68103, 68108, 68112, 68116,
68117, 68120, 68121, 68150, 68152, 68155, 68159, 68160, 68169, 68176, 68185, 68192, 68223, 68224, 68256, 68288, 68296,
68297, 68325, 68327, 68331, 68336, 68343, 68352, 68406, 68409, 68416, 68438, 68440, 68467, 68472, 68498, 68505, 68509,
68521, 68528, 68608, 68681, 68736, 68787, 68800, 68851, 68858, 68904, 68912, 68922, 69216, 69247, 69248, 69290, 69291,
69293, 69294, 69296, 69298, 69373, 69376, 69416, 69424, 69461, 69466, 69488, 69510, 69514, 69552, 69580, 69600, 69623,
69632, 69635, 69688, 69703, 69710, 69714, 69744, 69745, 69747, 69749, 69750, 69759, 69763, 69808, 69819, 69821, 69822,
69826, 69827, 69837, 69838, 69840, 69865, 69872, 69882, 69888, 69891, 69927, 69941, 69942, 69952, 69956, 69957, 69959,
69960, 69968, 70004, 70006, 70007, 70016, 70019, 70067, 70081, 70085, 70089, 70093, 70094, 70096, 70106, 70107, 70108,
70109, 70112, 70113, 70133, 70144, 70162, 70163, 70188, 70200, 70206, 70207, 70209, 70210, 70272, 70279, 70280, 70281,
70282, 70286, 70287, 70302, 70303, 70313, 70314, 70320, 70379, 70384, 70394, 70400, 70404, 70405, 70413, 70415, 70417,
70419, 70441, 70442, 70449, 70450, 70452, 70453, 70458, 70459, 70461, 70462, 70469, 70471, 70473, 70475, 70478, 70480,
70481, 70487, 70488, 70493, 70498, 70500, 70502, 70509, 70512, 70517, 70656, 70709, 70727, 70731, 70736, 70746, 70748,
70749, 70750, 70751, 70754, 70784, 70832, 70852, 70854, 70855, 70856, 70864, 70874, 71040, 71087, 71094, 71096, 71105,
71128, 71132, 71134, 71168, 71216, 71233, 71236, 71237, 71248, 71258, 71264, 71277, 71296, 71339, 71352, 71353, 71354,
71360, 71370, 71424, 71451, 71453, 71468, 71472, 71484, 71487, 71495, 71680, 71724, 71739, 71740, 71840, 71923, 71935,
71936, 71943, 71945, 71946, 71948, 71956, 71957, 71959, 71960, 71984, 71990, 71991, 71993, 71995, 71999, 72000, 72001,
72002, 72004, 72007, 72016, 72026, 72096, 72104, 72106, 72145, 72152, 72154, 72161, 72162, 72163, 72164, 72165, 72192,
72193, 72203, 72243, 72250, 72251, 72255, 72263, 72264, 72272, 72273, 72284, 72330, 72346, 72349, 72350, 72355, 72368,
72441, 72448, 72458, 72704, 72713, 72714, 72751, 72759, 72760, 72768, 72769, 72774, 72784, 72813, 72816, 72818, 72848,
72850, 72872, 72873, 72887, 72960, 72967, 72968, 72970, 72971, 73009, 73015, 73018, 73019, 73020, 73022, 73023, 73030,
73031, 73032, 73040, 73050, 73056, 73062, 73063, 73065, 73066, 73098, 73103, 73104, 73106, 73107, 73112, 73113, 73120,
73130, 73440, 73463, 73465, 73472, 73474, 73475, 73476, 73489, 73490, 73524, 73531, 73534, 73539, 73552, 73562, 73648,
73649, 73664, 73714, 73727, 73728, 74650, 74752, 74863, 74864, 74869, 74880, 75076, 77712, 77809, 77811, 77824, 78896,
78913, 78919, 78934, 82944, 83527, 92160, 92729, 92736, 92767, 92768, 92778, 92782, 92784, 92863, 92864, 92874, 92880,
92910, 92912, 92917, 92918, 92928, 92983, 92988, 92996, 92997, 92998, 93008, 93018, 93019, 93026, 93027, 93048, 93053,
93072, 93760, 93847, 93851, 93952, 94027, 94031, 94088, 94095, 94112, 94176, 94178, 94179, 94180, 94181, 94192, 94194,
94208, 100344, 100352, 101590, 101632, 101641, 110576, 110580, 110581, 110588, 110589, 110591, 110592, 110883, 110898,
110899, 110928, 110931, 110933, 110934, 110948, 110952, 110960, 111356, 113664, 113771, 113776, 113789, 113792, 113801,
113808, 113818, 113820, 113823, 113824, 118528, 118574, 118576, 118599, 118608, 118724, 118784, 119030, 119040, 119079,
119081, 119155, 119163, 119275, 119296, 119366, 119488, 119508, 119520, 119540, 119552, 119639, 119648, 119673, 119808,
119893, 119894, 119965, 119966, 119968, 119970, 119971, 119973, 119975, 119977, 119981, 119982, 119994, 119995, 119996,
119997, 120004, 120005, 120070, 120071, 120075, 120077, 120085, 120086, 120093, 120094, 120122, 120123, 120127, 120128,
120133, 120134, 120135, 120138, 120145, 120146, 120486, 120488, 120513, 120514, 120539, 120540, 120571, 120572, 120597,
120598, 120629, 120630, 120655, 120656, 120687, 120688, 120713, 120714, 120745, 120746, 120771, 120772, 120780, 120782,
121479, 121484, 121499, 121504, 121505, 121520, 122624, 122655, 122661, 122667, 122880, 122887, 122888, 122905, 122907,
122914, 122915, 122917, 122918, 122923, 122928, 122990, 123023, 123024, 123136, 123181, 123184, 123198, 123200, 123210,
123214, 123216, 123536, 123567, 123584, 123642, 123647, 123648, 124112, 124154, 124896, 124903, 124904, 124908, 124909,
124911, 124912, 124927, 124928, 125125, 125127, 125143, 125184, 125260, 125264, 125274, 125278, 125280, 126065, 126133,
126209, 126270, 126464, 126468, 126469, 126496, 126497, 126499, 126500, 126501, 126503, 126504, 126505, 126515, 126516,
126520, 126521, 126522, 126523, 126524, 126530, 126531, 126535, 126536, 126537, 126538, 126539, 126540, 126541, 126544,
126545, 126547, 126548, 126549, 126551, 126552, 126553, 126554, 126555, 126556, 126557, 126558, 126559, 126560, 126561,
126563, 126564, 126565, 126567, 126571, 126572, 126579, 126580, 126584, 126585, 126589, 126590, 126591, 126592, 126602,
126603, 126620, 126625, 126628, 126629, 126634, 126635, 126652, 126704, 126706, 126976, 126980, 126981, 127020, 127024,
127124, 127136, 127151, 127153, 127168, 127169, 127183, 127184, 127185, 127222, 127232, 127245, 127248, 127279, 127280,
127340, 127344, 127346, 127358, 127360, 127374, 127375, 127377, 127387, 127405, 127406, 127462, 127488, 127489, 127491,
127504, 127514, 127515, 127535, 127536, 127538, 127547, 127548, 127552, 127561, 127568, 127570, 127584, 127590, 127744,
127778, 127780, 127892, 127894, 127896, 127897, 127900, 127902, 127985, 127987, 127990, 127991, 127995, 128000, 128254,
128255, 128318, 128326, 128329, 128335, 128336, 128360, 128367, 128369, 128371, 128379, 128391, 128392, 128394, 128398,
128400, 128401, 128405, 128407, 128420, 128422, 128424, 128425, 128433, 128435, 128444, 128445, 128450, 128453, 128465,
128468, 128476, 128479, 128481, 128482, 128483, 128484, 128488, 128489, 128495, 128496, 128499, 128500, 128506, 128592,
128640, 128710, 128715, 128723, 128725, 128728, 128732, 128742, 128745, 128746, 128747, 128749, 128752, 128753, 128755,
128765, 128768, 128884, 128887, 128891, 128896, 128981, 128986, 128992, 129004, 129008, 129009, 129024, 129036, 129040,
129096, 129104, 129114, 129120, 129160, 129168, 129198, 129200, 129202, 129280, 129292, 129339, 129340, 129350, 129351,
129536, 129620, 129632, 129646, 129648, 129661, 129664, 129673, 129680, 129726, 129727, 129734, 129742, 129756, 129760,
129769, 129776, 129785, 129792, 129939, 129940, 129995, 130032, 130042, 131072, 173792, 173824, 177978, 177984, 178206,
178208, 183970, 183984, 191457, 191472, 192094, 194560, 195102, 196608, 201547, 201552, 205744, 917760, 918000, 983040,
1048574, 1048576, 1114110}'::integer[])
    ]::text,
    ('{
xfffffffffffffffffffffffffffffffffffffff8, x0000000000000001000000000000000000000008,
x0000000000400000000000000000000000000000, x0000010000000000000000000000000000000000,
x0000001000000000000000000000000000000000, x0000001000000000000000000200000000000000,
x0000001002000000000000000000000000000000, x0000001000000001000000000000000000000008,
x0800000000000000000000000000000000000000, x0000000000008000000000000000000000000000,
x1000000000000000000000000000000000000000, x9000000000040000003000000010080210000000,
x1000000000000000000000000000000010000000, x1000000000000000000000000000000000020040,
x0000000000000000000000000000000010000000, x0000000000000000000000000000000000020000,
x0000000000000000000000020000000000000000, x0000000000000000000000000000010000000000,
x0000000000000000002000000000000000000000, x0000000400000000000000000000000000000000,
x0020000400a80201004000000008004000242008, x0020000400a80201004000000008000000242008,
x0000000500000400010000000000000000000000, x0020000000000000000000000000000000000000,
x0020100000000000000000000000000020000000, x0000000000080000000000000000000000000000,
x0000000000080000000001000000000000000000, x0000000000200000000000000000000000000000,
x0000000000200008000000000000000000000000, x0000000000000000000000000008000000000000,
x0000000000000000000000000000000000200000, x0000000000800000000000000000000000200000,
x0000000000000000000000000000000000040000, x0000000000000200000000000000000000000000,
x0000000000000200000000100000000000000000, x0000000000000000004000000000000000000000,
x0000000000000000000000000000000400000000, x0000000000000000000000000000000000010000,
x0000000000000002000000000000000000000000, x0000000000000000000000000000000000008000,
x0000000000000000000000800000000000000000, x0000100000000000000000800000000002000000,
x0000000004000000000000000000000000000000, x0000000000000000000000000000000000000008,
x0000000008000000000000000000000000000000, x0000040000000000000000000000000000000000,
x0000800000000000000000000000000000000000, x0000000000000000000000004000000000000000,
x0000000000000000000000000000020000000000, x0000000000000000000000000000000008000000,
x0000000000020000000000000000000000000000, x0001000000000000000000000000000000000000,
x0000000000000000000000000000000004000000, x0000000000000010000000000000000000000000,
x0000000000000000000004000000000000000000, x0000000000000000400000000000000000000000,
x0000000000000000000000000000000002000000, x0000000000000000000000080000000000000000,
x0002000000000000000000000000000000000000, x0000000000000000000000000000000001000000,
x0200000000000000000000000000000000000000, x0000000000000000000000000000000040000000,
x0040000000000000000000000000000000000000, x0000000000000000800000000000000000000000,
x0000000000000000000000002000000000000000, x0020000400800200000000000000000000000000,
x0020000400000000000000000000000000000000, x0000000400000000000000000000004000000000,
x0000000400000200004000000008000000240000, x0000000400000000000000100000000000000000,
x0020000400800200004000100008000400042000, x0000000400800000000000000000000000000000,
x0000000400800200000000000000000000000000, x0000000000000000000000100000000000000000,
x0000001000000000000000000000000010000000, x0000000400800001000000000000000000000008,
x0000000002000000000000000000000000000000, x0000000000000000000000000000000000004000,
x0000000000000000000000000000000000000020, x0000000000000000080000000000000000000000,
x0000000000000000000000000000000000000400, x0100000000000000000000000000000000000000,
x0000000000000000000000000000000020000000, x000000050028060c014008100000004000402000,
x000000050028060c010008100000004000402000, x0000000000000000000000000000200000000000,
x0000000000000000000000000000008000000000, x0000000400000000000000000000000000200000,
x0000000000000080000000000000000000000000, x0000000000000000000000000000040000000000,
x0000000000000800000000000000000000000000, x0002000000000800000000000000000000000000,
x0000080000000000000000000000000000000000, x0000000000000000000000000000000000800000,
x0000000000000000000100000000000000000000, x1000000000000000000000000000000000020000,
x0000000000000000100000000000000000000000, x0000004000000000300000000000000000000000,
x0000000000000000040000000000000000000000, x0000400000000000000000000000000000000000,
x1000010000000000000000000000000000000000, x0000000000000000000000000800000000000000,
x0000000001000000000000000000000000000000, x0000000000000000000000000200000000000000,
x0000000000000000000000000000000000000800, x0000000000000000000000000100000000000000,
x0000000800000000000000000000000000000000, x0000000000000000000000000000002000000000,
x0000000000000000000000000002000000000000, x0000000000000000000000000004000000000000,
x0000000020000000000000000000000000000000, x0000200000000000000000000000000000000000,
x0000000000000000000000000000000000000200, x0000000000000000200000000000000000000000,
x0000004000000000000000000000000000000000, x0000000000004000000000000000000000000000,
x0000000000000000000000000000800000000000, x0000000000000000000000400000000000000000,
x0000000000010000000000000000000000000000, x0000000000000000000000000000100000000000,
x0000000000000000020000000000000000000000, x0000000000000000000020000000000000000000,
x0000000000000000000040000000000000000000, x0000000000000040000000000000000000000000,
x0000000000000000000000000040000000000000, x0000000000000000000000000400000000000000,
x0000000000000000001000000000000000000000, x0400000000000000000000000000000000000000,
x0000000000001000000000000000000000000000, x0000000000002000000000000000000000000000,
x0000000000000000000000000000080000000000, x0000000000000000000000000020000000000000,
x0000000000000000000000001000000000000000, x0000000000040000000000000000000000000000,
x0000000000000000000000000000000000000040, x0000000000000000000000000080000000000000,
x0000000000000000000000000000000200000000, x0000000000000000000000000010000000000000,
x0000020000000000000000000000000000000000, x0000000010000000000000000000000000000000,
x0008000000000000000000000000000000000000, x0000000000000400000000000000000000000000,
x0000000000000000000000000000000100000000, x0000100000000000000000000000000000000000,
x0000000000000000010000000000000000000000, x0000000000000000000000000000004000000000,
x0000000000000008000000000000000000000000, x0000000000000000000001000000000000000000,
x0000000000000004000000000000000000000000, x0000000000800000000000000000000000000000,
x0000000000000000000000040000000000000000, x0000000000000000000000000000000000002000,
x0000000000000000000000000000001000000000, x0000000000000000000008000000000000000000,
x0000000000000000000000000000000000400000, x4000000000000000000000000000000000000000,
x0000000100000000000000000000000000000000, x0000000000000000000000000000000000000080,
x0000000200000000000000000000000000000000, x0000000000000000000000000000000000000010,
x0000000000000000000000000000000080000000, x0000000000000000000000000000400000000000,
x0010000000000000000000000000000000000000, x0000000000000000000800000000000000000000,
x0000000000000000000400000000000000000000, x0000000000100000000000000000000000000000,
x0000000000000000008000000000000000000000, x0000000000000100000000000000000000000000,
x0000008000000000000000000000000000000000, x0000002000000000000000000000000000000000,
x0000000040000000000000000000000000000000, x2000000000000000000000000000000000000000,
x0000000000000000000002000000000000000000, x0000000000000000000000000000000000100000,
x0080000000000000000000000000000000000000, x0000000000000000000000000001000000000000,
x0000000000000000000200000000000000000000, x0000000000000000000010000000000000000000,
x0000000000000000000000000000000000080000, x0000000000000000000000010000000000000000,
x0000000000000020000000000000000000000000, x0000000080000000000000000000000000000000,
x0000000000000000000000000000000800000000, x0000000000000000000000008000000000000000,
x0000000000000000000000000000000000001000, x0000000000000000000000000000000000000100,
x0000000000000000000000200000000000000000, x0000000000000000000080000000000000000000,
x8000000000000000000000000000000000000000}'::bit(160)[])[
      ('{
0, 1, 0, 2, 0, 2, 0, 2, 0, 1, 0, 1, 0, 1, 2, 0, 1, 0, 2, 0, 2, 0, 2, 1, 0, 1, 0, 2, 0, 1, 0, 1, 0, 1, 3, 1, 3, 1, 2, 3,
1, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 4, 3, 0, 3, 5, 0, 6, 7, 8, 7, 5, 0, 9, 0, 9, 0, 9, 0, 10, 0, 10, 0,
10, 0, 10, 0, 10, 0, 10, 0, 10, 0, 11, 0, 11, 12, 11, 13, 11, 14, 0, 11, 13, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 15, 0,
15, 11, 16, 0, 17, 0, 17, 0, 17, 0, 18, 0, 19, 0, 15, 0, 11, 0, 11, 0, 11, 0, 11, 20, 21, 22, 1, 20, 0, 23, 0, 20, 24,
0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 25, 24, 0, 24, 0, 24, 0, 24, 0,
26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 27, 26, 0, 28,
0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 29, 0, 28, 0, 30, 0, 30, 0, 30, 0, 30,
0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 30, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31,
0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 32, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33,
0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 33, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34,
0, 34, 0, 35, 0, 34, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 36, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37,
0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 38, 0, 38, 0, 38, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39, 0, 39,
0, 39, 0, 39, 0, 39, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 40, 0, 41, 42, 0,
41, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 44, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0,
45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 46, 0, 46, 0, 47, 0, 47, 0, 48, 0, 49, 0, 49, 0, 50, 0, 50, 51,
0, 52, 0, 53, 0, 53, 0, 53, 0, 54, 0, 54, 0, 54, 0, 54, 0, 54, 0, 55, 0, 55, 0, 55, 0, 55, 0, 47, 0, 56, 0, 56, 0, 56,
0, 56, 57, 0, 57, 0, 58, 0, 58, 0, 58, 0, 59, 0, 60, 0, 60, 0, 60, 0, 60, 0, 60, 0, 1, 0, 61, 0, 61, 0, 61, 0, 62, 63,
0, 64, 0, 64, 0, 64, 65, 0, 5, 0, 43, 0, 43, 0, 66, 20, 66, 0, 20, 67, 68, 67, 68, 69, 20, 68, 20, 68, 67, 20, 70, 67,
20, 67, 20, 71, 72, 73, 67, 24, 72, 74, 0, 2, 3, 5, 2, 3, 2, 3, 2, 5, 2, 3, 1, 75, 1, 15, 1, 2, 3, 0, 3, 0, 3, 0, 3, 0,
3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 1, 2, 0, 1, 0, 2, 1, 0, 2, 0,
1, 76, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1, 0, 2, 1, 0, 1, 2, 1, 0, 1, 0, 1, 0, 2, 0, 1, 2, 1, 0, 1, 0, 1,
0, 1, 0, 77, 2, 4, 0, 4, 0, 4, 0, 43, 0, 43, 0, 43, 0, 78, 0, 78, 0, 78, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45, 0, 45,
0, 45, 0, 45, 0, 5, 0, 1, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0,
44, 0, 44, 0, 1, 0, 1, 0, 44, 0, 1, 0, 44, 0, 44, 79, 0, 80, 0, 81, 0, 81, 0, 5, 7, 5, 0, 5, 0, 5, 82, 0, 1, 0, 2, 1,
0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 83, 0, 83, 0, 84, 85, 0, 86, 0, 87, 0, 87, 0, 20, 67, 20, 88, 20, 0, 20, 0, 20, 89, 0,
90, 0, 44, 0, 91, 0, 92, 91, 0, 41, 0, 93, 0, 93, 0, 93, 0, 41, 0, 41, 94, 0, 94, 0, 95, 0, 95, 0, 45, 0, 45, 0, 45, 0,
45, 0, 45, 0, 2, 0, 2, 3, 2, 0, 46, 95, 0, 95, 0, 95, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 2, 0, 9, 0, 10, 0, 10, 0,
10, 0, 10, 0, 10, 0, 10, 0, 10, 11, 0, 11, 0, 11, 0, 11, 0, 11, 96, 11, 0, 1, 0, 1, 5, 0, 11, 0, 11, 0, 1, 0, 2, 0, 2,
0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 97, 0, 97, 0, 97, 0, 97, 0, 97, 0, 97, 0, 97, 0, 98, 0, 3, 0, 3, 0, 1, 0, 99, 0,
100, 0, 101, 0, 102, 0, 102, 103, 0, 104, 0, 105, 0, 106, 0, 106, 0, 106, 0, 107, 108, 109, 0, 109, 0, 110, 0, 110, 0,
111, 0, 112, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 113, 0, 114, 0, 114, 0, 114, 0, 2, 0, 2, 0, 2,
0, 115, 0, 115, 0, 115, 0, 115, 0, 115, 0, 115, 116, 0, 116, 117, 0, 117, 118, 0, 118, 0, 119, 0, 119, 0, 119, 120, 0,
121, 0, 122, 123, 0, 123, 0, 123, 124, 0, 124, 0, 124, 0, 124, 0, 124, 0, 124, 0, 124, 0, 125, 0, 126, 0, 127, 0, 127,
0, 127, 0, 128, 0, 129, 0, 129, 130, 0, 130, 131, 0, 131, 0, 132, 0, 133, 0, 133, 0, 133, 134, 0, 134, 0, 11, 0, 135,
0, 135, 0, 135, 0, 11, 136, 0, 137, 0, 138, 0, 139, 0, 140, 0, 141, 0, 141, 0, 141, 142, 0, 142, 0, 143, 0, 143, 0,
144, 0, 144, 0, 144, 0, 145, 0, 145, 0, 146, 0, 146, 0, 146, 0, 146, 0, 37, 0, 147, 0, 147, 0, 147, 0, 148, 0, 148, 0,
148, 0, 148, 0, 148, 0, 149, 0, 149, 0, 150, 32, 150, 32, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 32, 150,
0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 150, 0, 151, 0, 151, 0, 151, 0, 152, 0, 152, 0, 152, 0, 153, 0, 153,
0, 153, 0, 154, 0, 154, 0, 154, 0, 155, 0, 155, 0, 156, 0, 156, 0, 156, 0, 156, 0, 157, 0, 158, 0, 158, 159, 0, 159, 0,
159, 0, 159, 0, 159, 0, 159, 0, 159, 0, 159, 0, 74, 0, 74, 0, 74, 0, 74, 0, 160, 0, 160, 0, 161, 0, 161, 0, 47, 162, 0,
163, 0, 163, 0, 163, 0, 163, 0, 164, 0, 164, 0, 164, 0, 165, 0, 165, 0, 165, 0, 165, 0, 165, 0, 165, 0, 165, 0, 166, 0,
166, 0, 166, 0, 166, 0, 166, 0, 166, 0, 167, 0, 168, 0, 168, 0, 168, 0, 168, 0, 80, 0, 31, 32, 31, 32, 31, 0, 169, 0,
169, 0, 169, 0, 170, 0, 171, 0, 171, 0, 172, 0, 82, 0, 173, 0, 173, 0, 174, 0, 174, 0, 175, 0, 175, 0, 176, 0, 176, 0,
176, 0, 176, 0, 176, 0, 176, 0, 177, 0, 178, 0, 178, 0, 178, 0, 179, 180, 0, 44, 181, 0, 44, 0, 179, 0, 179, 181, 0,
179, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 180, 0, 182, 0, 182, 0, 182, 0, 182, 0, 182, 0, 1, 0,
1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1, 0, 1, 0, 44, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0,
1, 0, 1, 0, 183, 0, 183, 0, 183, 0, 183, 0, 183, 0, 183, 0, 2, 0, 2, 0, 77, 0, 77, 0, 77, 0, 77, 0, 77, 0, 5, 0, 5, 0,
184, 0, 184, 0, 184, 0, 184, 0, 185, 0, 186, 0, 187, 0, 45, 0, 45, 0, 45, 0, 45, 0, 188, 0, 188, 0, 189, 0, 189, 0, 1,
0, 1, 0, 1, 0, 1, 0, 1, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0,
11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0,
11, 0, 11, 0, 11, 0, 1, 0, 1, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 44, 0, 1, 0}'::integer[])[
        width_bucket(ascii(c.symbol), '{
0, 48, 58, 65, 91, 97, 123, 170, 171, 178, 180, 181, 182, 185, 186, 187, 188, 191, 192, 215, 216, 247, 248, 697, 706,
710, 722, 736, 741, 748, 749, 750, 751, 768, 834, 835, 837, 838, 867, 880, 884, 885, 886, 888, 890, 894, 895, 896, 902,
903, 904, 907, 908, 909, 910, 930, 931, 994, 1008, 1014, 1015, 1024, 1154, 1155, 1156, 1157, 1159, 1160, 1328, 1329,
1367, 1369, 1370, 1376, 1417, 1425, 1470, 1471, 1472, 1473, 1475, 1476, 1478, 1479, 1480, 1488, 1515, 1519, 1523, 1552,
1563, 1568, 1600, 1601, 1611, 1622, 1632, 1642, 1646, 1648, 1649, 1748, 1749, 1757, 1759, 1769, 1770, 1789, 1791, 1792,
1808, 1867, 1869, 1872, 1920, 1970, 1984, 2038, 2042, 2043, 2045, 2046, 2048, 2094, 2112, 2140, 2144, 2155, 2160, 2184,
2185, 2191, 2200, 2274, 2275, 2304, 2385, 2386, 2387, 2389, 2404, 2406, 2416, 2417, 2432, 2436, 2437, 2445, 2447, 2449,
2451, 2473, 2474, 2481, 2482, 2483, 2486, 2490, 2492, 2501, 2503, 2505, 2507, 2511, 2519, 2520, 2524, 2526, 2527, 2532,
2534, 2544, 2546, 2548, 2554, 2556, 2557, 2558, 2559, 2561, 2564, 2565, 2571, 2575, 2577, 2579, 2601, 2602, 2609, 2610,
2612, 2613, 2615, 2616, 2618, 2620, 2621, 2622, 2627, 2631, 2633, 2635, 2638, 2641, 2642, 2649, 2653, 2654, 2655, 2662,
2672, 2678, 2689, 2692, 2693, 2702, 2703, 2706, 2707, 2729, 2730, 2737, 2738, 2740, 2741, 2746, 2748, 2758, 2759, 2762,
2763, 2766, 2768, 2769, 2784, 2788, 2790, 2800, 2809, 2816, 2817, 2820, 2821, 2829, 2831, 2833, 2835, 2857, 2858, 2865,
2866, 2868, 2869, 2874, 2876, 2885, 2887, 2889, 2891, 2894, 2901, 2904, 2908, 2910, 2911, 2916, 2918, 2928, 2929, 2936,
2946, 2948, 2949, 2955, 2958, 2961, 2962, 2966, 2969, 2971, 2972, 2973, 2974, 2976, 2979, 2981, 2984, 2987, 2990, 3002,
3006, 3011, 3014, 3017, 3018, 3022, 3024, 3025, 3031, 3032, 3046, 3059, 3072, 3085, 3086, 3089, 3090, 3113, 3114, 3130,
3132, 3141, 3142, 3145, 3146, 3150, 3157, 3159, 3160, 3163, 3165, 3166, 3168, 3172, 3174, 3184, 3192, 3199, 3200, 3204,
3205, 3213, 3214, 3217, 3218, 3241, 3242, 3252, 3253, 3258, 3260, 3269, 3270, 3273, 3274, 3278, 3285, 3287, 3293, 3295,
3296, 3300, 3302, 3312, 3313, 3316, 3328, 3341, 3342, 3345, 3346, 3397, 3398, 3401, 3402, 3407, 3412, 3428, 3430, 3449,
3450, 3456, 3457, 3460, 3461, 3479, 3482, 3506, 3507, 3516, 3517, 3518, 3520, 3527, 3530, 3531, 3535, 3541, 3542, 3543,
3544, 3552, 3558, 3568, 3570, 3572, 3585, 3643, 3648, 3663, 3664, 3674, 3713, 3715, 3716, 3717, 3718, 3723, 3724, 3748,
3749, 3750, 3751, 3774, 3776, 3781, 3782, 3783, 3784, 3791, 3792, 3802, 3804, 3808, 3840, 3841, 3864, 3866, 3872, 3892,
3893, 3894, 3895, 3896, 3897, 3898, 3902, 3912, 3913, 3949, 3953, 3973, 3974, 3992, 3993, 4029, 4038, 4039, 4096, 4160,
4170, 4176, 4254, 4256, 4294, 4295, 4296, 4301, 4302, 4304, 4347, 4348, 4352, 4608, 4681, 4682, 4686, 4688, 4695, 4696,
4697, 4698, 4702, 4704, 4745, 4746, 4750, 4752, 4785, 4786, 4790, 4792, 4799, 4800, 4801, 4802, 4806, 4808, 4823, 4824,
4881, 4882, 4886, 4888, 4955, 4957, 4960, 4969, 4989, 4992, 5008, 5024, 5110, 5112, 5118, 5121, 5741, 5743, 5760, 5761,
5787, 5792, 5867, 5870, 5881, 5888, 5910, 5919, 5920, 5941, 5952, 5972, 5984, 5997, 5998, 6001, 6002, 6004, 6016, 6100,
6103, 6104, 6108, 6110, 6112, 6122, 6128, 6138, 6155, 6158, 6159, 6170, 6176, 6265, 6272, 6315, 6320, 6390, 6400, 6431,
6432, 6444, 6448, 6460, 6470, 6480, 6510, 6512, 6517, 6528, 6572, 6576, 6602, 6608, 6619, 6656, 6684, 6688, 6751, 6752,
6781, 6783, 6794, 6800, 6810, 6823, 6824, 6832, 6863, 6912, 6989, 6992, 7002, 7019, 7028, 7040, 7104, 7156, 7168, 7224,
7232, 7242, 7245, 7248, 7294, 7296, 7305, 7312, 7355, 7357, 7360, 7376, 7377, 7378, 7379, 7380, 7381, 7383, 7384, 7385,
7386, 7387, 7388, 7390, 7392, 7393, 7394, 7401, 7402, 7403, 7405, 7406, 7410, 7411, 7412, 7413, 7415, 7416, 7418, 7419,
7424, 7462, 7467, 7468, 7517, 7522, 7526, 7531, 7544, 7545, 7615, 7618, 7672, 7673, 7674, 7675, 7680, 7936, 7958, 7960,
7966, 7968, 8006, 8008, 8014, 8016, 8024, 8025, 8026, 8027, 8028, 8029, 8030, 8031, 8062, 8064, 8117, 8118, 8125, 8126,
8127, 8130, 8133, 8134, 8141, 8144, 8148, 8150, 8156, 8160, 8173, 8178, 8181, 8182, 8189, 8304, 8305, 8306, 8308, 8314,
8319, 8320, 8330, 8336, 8349, 8400, 8432, 8433, 8450, 8451, 8455, 8456, 8458, 8468, 8469, 8470, 8473, 8478, 8484, 8485,
8486, 8487, 8488, 8489, 8490, 8492, 8494, 8495, 8498, 8499, 8506, 8508, 8512, 8517, 8522, 8526, 8527, 8528, 8544, 8585,
8586, 9312, 9372, 9450, 9472, 10102, 10132, 11264, 11360, 11392, 11493, 11499, 11508, 11517, 11518, 11520, 11558,
11559, 11560, 11565, 11566, 11568, 11624, 11631, 11632, 11647, 11648, 11671, 11680, 11687, 11688, 11695, 11696, 11703,
11704, 11711, 11712, 11719, 11720, 11727, 11728, 11735, 11736, 11743, 11744, 11776, 11823, 11824, 12293, 12296, 12321,
12336, 12337, 12342, 12344, 12349, 12353, 12439, 12441, 12443, 12445, 12448, 12449, 12539, 12540, 12544, 12549, 12592,
12593, 12687, 12690, 12694, 12704, 12736, 12784, 12800, 12832, 12842, 12872, 12880, 12881, 12896, 12928, 12938, 12977,
12992, 13312, 19904, 19968, 40960, 42125, 42192, 42238, 42240, 42509, 42512, 42540, 42560, 42607, 42608, 42611, 42612,
42622, 42623, 42656, 42738, 42775, 42784, 42786, 42888, 42889, 42891, 42955, 42960, 42962, 42963, 42964, 42965, 42970,
42994, 43008, 43048, 43052, 43053, 43056, 43059, 43062, 43072, 43124, 43136, 43206, 43216, 43226, 43232, 43249, 43250,
43251, 43252, 43256, 43259, 43260, 43261, 43264, 43310, 43312, 43348, 43360, 43389, 43392, 43457, 43471, 43472, 43482,
43488, 43519, 43520, 43575, 43584, 43598, 43600, 43610, 43616, 43639, 43642, 43648, 43715, 43739, 43742, 43744, 43760,
43762, 43767, 43777, 43783, 43785, 43791, 43793, 43799, 43808, 43815, 43816, 43823, 43824, 43867, 43868, 43877, 43878,
43882, 43888, 43968, 44011, 44012, 44014, 44016, 44026, 44032, 55204, 55216, 55239, 55243, 55292, 63744, 64110, 64112,
64218, 64256, 64263, 64275, 64280, 64285, 64297, 64298, 64311, 64312, 64317, 64318, 64319, 64320, 64322, 64323, 64325,
64326, 64336, 64434, 64467, 64830, 64848, 64912, 64914, 64968, 65008, 65010, 65011, 65020, 65024, 65040, 65056, 65070,
65072, 65136, 65141, 65142, 65277, 65296, 65306, 65313, 65339, 65345, 65371, 65382, 65471, 65474, 65480, 65482, 65488,
65490, 65496, 65498, 65501, 65536, 65548, 65549, 65575, 65576, 65595, 65596, 65598, 65599, 65614, 65616, 65630, 65664,
65787, 65799, 65844, 65856, 65913, 65930, 65932, 66045, 66046, 66176, 66205, 66208, 66257, 66272, 66300, 66304, 66340,
66349, 66352, 66379, 66384, 66427, 66432, 66462, 66464, 66500, 66504, 66512, 66513, 66518, 66560, 66640, 66688, 66718,
66720, 66730, 66736, 66772, 66776, 66812, 66816, 66856, 66864, 66916, 66928, 66939, 66940, 66955, 66956, 66963, 66964,
66966, 66967, 66978, 66979, 66994, 66995, 67002, 67003, 67005, 67072, 67383, 67392, 67414, 67424, 67432, 67456, 67462,
67463, 67505, 67506, 67515, 67584, 67590, 67592, 67593, 67594, 67638, 67639, 67641, 67644, 67645, 67647, 67648, 67670,
67672, 67680, 67703, 67705, 67712, 67743, 67751, 67760, 67808, 67827, 67828, 67830, 67835, 67840, 67868, 67872, 67898,
67968, 68000, 68024, 68028, 68048, 68050, 68096, 68100, 68101, 68103, 68108, 68116, 68117, 68120, 68121, 68150, 68152,
68155, 68159, 68169, 68192, 68223, 68224, 68256, 68288, 68296, 68297, 68327, 68331, 68336, 68352, 68406, 68416, 68438,
68440, 68448, 68467, 68472, 68480, 68498, 68521, 68528, 68608, 68681, 68736, 68787, 68800, 68851, 68858, 68864, 68904,
68912, 68922, 69216, 69247, 69248, 69290, 69291, 69293, 69296, 69298, 69373, 69376, 69416, 69424, 69461, 69488, 69510,
69552, 69580, 69600, 69623, 69632, 69703, 69714, 69750, 69759, 69760, 69819, 69826, 69827, 69840, 69865, 69872, 69882,
69888, 69941, 69942, 69952, 69956, 69960, 69968, 70004, 70006, 70007, 70016, 70085, 70089, 70093, 70094, 70107, 70108,
70109, 70113, 70133, 70144, 70162, 70163, 70200, 70206, 70210, 70272, 70279, 70280, 70281, 70282, 70286, 70287, 70302,
70303, 70313, 70320, 70379, 70384, 70394, 70400, 70401, 70402, 70403, 70404, 70405, 70413, 70415, 70417, 70419, 70441,
70442, 70449, 70450, 70452, 70453, 70458, 70459, 70461, 70469, 70471, 70473, 70475, 70478, 70480, 70481, 70487, 70488,
70493, 70500, 70502, 70509, 70512, 70517, 70656, 70731, 70736, 70746, 70750, 70754, 70784, 70854, 70855, 70856, 70864,
70874, 71040, 71094, 71096, 71105, 71128, 71134, 71168, 71233, 71236, 71237, 71248, 71258, 71296, 71353, 71360, 71370,
71424, 71451, 71453, 71468, 71472, 71484, 71488, 71495, 71680, 71739, 71840, 71923, 71935, 71936, 71943, 71945, 71946,
71948, 71956, 71957, 71959, 71960, 71990, 71991, 71993, 71995, 72004, 72016, 72026, 72096, 72104, 72106, 72152, 72154,
72162, 72163, 72165, 72192, 72255, 72263, 72264, 72272, 72346, 72349, 72350, 72368, 72384, 72441, 72704, 72713, 72714,
72759, 72760, 72769, 72784, 72813, 72818, 72848, 72850, 72872, 72873, 72887, 72960, 72967, 72968, 72970, 72971, 73015,
73018, 73019, 73020, 73022, 73023, 73032, 73040, 73050, 73056, 73062, 73063, 73065, 73066, 73103, 73104, 73106, 73107,
73113, 73120, 73130, 73440, 73463, 73472, 73489, 73490, 73531, 73534, 73539, 73552, 73562, 73648, 73649, 73664, 73680,
73682, 73683, 73684, 73685, 73728, 74650, 74752, 74863, 74880, 75076, 77712, 77809, 77824, 78896, 78912, 78934, 82944,
83527, 92160, 92729, 92736, 92767, 92768, 92778, 92784, 92863, 92864, 92874, 92880, 92910, 92912, 92917, 92928, 92983,
92992, 92996, 93008, 93018, 93019, 93026, 93027, 93048, 93053, 93072, 93760, 93847, 93952, 94027, 94031, 94088, 94095,
94112, 94176, 94177, 94178, 94179, 94180, 94181, 94192, 94194, 94208, 100344, 100352, 101120, 101590, 101632, 101641,
110576, 110580, 110581, 110588, 110589, 110591, 110592, 110883, 110898, 110899, 110928, 110931, 110933, 110934, 110948,
110952, 110960, 111356, 113664, 113771, 113776, 113789, 113792, 113801, 113808, 113818, 113821, 113823, 118528, 118574,
118576, 118599, 119141, 119146, 119149, 119155, 119163, 119171, 119173, 119180, 119210, 119214, 119362, 119365, 119488,
119508, 119520, 119540, 119648, 119666, 119673, 119808, 119893, 119894, 119965, 119966, 119968, 119970, 119971, 119973,
119975, 119977, 119981, 119982, 119994, 119995, 119996, 119997, 120004, 120005, 120070, 120071, 120075, 120077, 120085,
120086, 120093, 120094, 120122, 120123, 120127, 120128, 120133, 120134, 120135, 120138, 120145, 120146, 120486, 120488,
120513, 120514, 120539, 120540, 120571, 120572, 120597, 120598, 120629, 120630, 120655, 120656, 120687, 120688, 120713,
120714, 120745, 120746, 120771, 120772, 120780, 120782, 120832, 121344, 121399, 121403, 121453, 121461, 121462, 121476,
121477, 121499, 121504, 121505, 121520, 122624, 122655, 122661, 122667, 122880, 122887, 122888, 122905, 122907, 122914,
122915, 122917, 122918, 122923, 122928, 122990, 123023, 123024, 123136, 123181, 123184, 123198, 123200, 123210, 123214,
123215, 123536, 123567, 123584, 123642, 124112, 124154, 124896, 124903, 124904, 124908, 124909, 124911, 124912, 124927,
124928, 125125, 125127, 125143, 125184, 125260, 125264, 125274, 126065, 126124, 126125, 126128, 126129, 126133, 126209,
126254, 126255, 126270, 126464, 126468, 126469, 126496, 126497, 126499, 126500, 126501, 126503, 126504, 126505, 126515,
126516, 126520, 126521, 126522, 126523, 126524, 126530, 126531, 126535, 126536, 126537, 126538, 126539, 126540, 126541,
126544, 126545, 126547, 126548, 126549, 126551, 126552, 126553, 126554, 126555, 126556, 126557, 126558, 126559, 126560,
126561, 126563, 126564, 126565, 126567, 126571, 126572, 126579, 126580, 126584, 126585, 126589, 126590, 126591, 126592,
126602, 126603, 126620, 126625, 126628, 126629, 126634, 126635, 126652, 127232, 127245, 130032, 130042, 131072, 173792,
173824, 177978, 177984, 178206, 178208, 183970, 183984, 191457, 191472, 192094, 194560, 195102, 196608, 201547, 201552,
205744, 917760, 918000}'::integer[])
      ]
    ]
  from string_to_table(value, null) with ordinality as c (symbol, place);
end
$$;
comment on function private.characters is 'The characters of a text: what each may do in a name (a letter, see private.is_plain_name), and the scripts that it fits (null: it is in no word).';


-- sql/02_text.sql

-- Texts: how they are normalized, compared and folded.
-- functions/_shared/schemas/requests.ts has the same rules; tests/database/bounds.test.ts compares the two.

create function private.trim_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Unicode's White_Space and U+FEFF, as in functions/_shared/text/text.ts.
  return btrim(
    value,
    E'\u0009\u000A\u000B\u000C\u000D\u0020\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
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
  -- ASCII is in NFC, which normalize() does not see fast.
  if octet_length(trimmed) = char_length(trimmed) then
    return trimmed;
  end if;
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

create function private.name_key(name text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- No name has more than 200 characters; the limit keeps normalizing cheap for any input.
  key text := left(name, 200);
begin
  -- Of ASCII, which is common, NFKC changes nothing.
  if octet_length(key) = char_length(key) then
    key := lower(key collate "C");
  else
    -- U+200C, U+200D and the variation selectors only change how a name looks.
    key := lower(
      regexp_replace(normalize(key, nfkc), '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]', '', 'g')
      collate pg_catalog.pg_c_utf8
    );
  end if;
  key := btrim(regexp_replace(
    key,
    -- A single space is not replaced by itself: some characters expand to many.
    ' [\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'
    '|[\u0009-\u000d\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]'
    '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*',
    ' ', 'g'
  ));
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


-- sql/03_names.sql

-- Which names are valid: visible characters, one script a word, no reserved words.

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


-- sql/04_validation.sql

-- Which values are invalid, the error that reports them, and the domains of columns.
-- functions/_shared/schemas/requests.ts has the same rules; tests/database/bounds.test.ts compares the two.

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
language plpgsql immutable strict parallel safe set search_path = ''
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
language plpgsql immutable strict parallel safe set search_path = ''
-- In plpgsql, as what else each write calls: Postgres plans a SQL function at each call.
as $$
begin
  -- NaN compares as greater than every number, so it is out of range. A JSON number that JavaScript reads has at most 324 decimals;
  -- the limit bounds the size of a sum.
  return score >= 0 and score <= 100 and scale(score) <= 324;
end
$$;
comment on function private.is_score is 'Whether a number is a valid sub-score, 0 to 100.';

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
      from json_array_elements(value::json) with ordinality as e (item, place)
      order by place
    );
  end if;
  return array(
    select case when pg_input_is_valid(item[1], 'jsonb') then item[1]::jsonb #>> '{}' end
    from regexp_matches(value, '("(?:[^"\\]|\\.)*")', 'g') with ordinality as m (item, place)
    order by place
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
  check (private.is_score(value)) not valid;
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


-- sql/05_cursors.sql

-- Pages of a list: the cursor that continues after a page, and the size at which a page ends.

create function private.tag_position(cursor_position text, list text) returns text
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
comment on function private.tag_position is 'A position and its hash as opaque text, in base64url.';
grant execute on function private.tag_position to anon, authenticated;

create function private.encode_cursor(cursor_position jsonb, list text) returns text
-- In PL/pgSQL like all functions that each request calls: a SQL function that is not inlined is planned again in each transaction.
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.tag_position(cursor_position::text, list);
end
$$;
comment on function private.encode_cursor is 'Encodes where a page of a list ended as opaque text.';
grant execute on function private.encode_cursor to anon, authenticated;

create function private.decode_cursor(cursor text, list text, pattern text) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  cursor_position text;
begin
  if cursor is null then
    return null;
  end if;
  -- No cursor is longer.
  if octet_length(cursor) <= 4000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
  end if;
  -- As text: JSON is parsed only if it has the shape of a position, because a number of few characters can take megabytes.
  if cursor is distinct from private.tag_position(cursor_position, list) or cursor_position !~ pattern then
    raise data_exception;
  end if;
  return cursor_position::jsonb;
end
$$;
comment on function private.decode_cursor is 'Decodes what encode_cursor wrote for this list; null for null. Raises data_exception for anything else, and for a position that does not match the pattern.';
grant execute on function private.decode_cursor to anon, authenticated;

create function private.position_pattern(keys text[]) returns text
language sql immutable strict parallel safe set search_path = ''
return '\[' || (
  select string_agg(case key
    when 'claws' then '[1-5]'
    when 'bigint' then '-?[0-9]{1,18}'
    when 'timestamptz' then '"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?\+00:00"'
    when 'text' then '"(?:[^"\\]|\\.)*"'
    when 'uuid' then '"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"'
  end, ', ' order by place)
  from unnest(keys) with ordinality as k (key, place)
) || '\]';
comment on function private.position_pattern is 'The regular expression of a position with keys of these types.';
grant execute on function private.position_pattern to anon, authenticated;

create function private.reject_cursor() returns void
language sql stable parallel safe set search_path = ''
return private.validate('cursor', 'is not a cursor of this list, with this order and these filters');
comment on function private.reject_cursor is 'Raises PT400 for a cursor that encode_cursor did not write for this list.';
grant execute on function private.reject_cursor to anon, authenticated;

create function private.page_bytes() returns integer
language sql immutable parallel safe set search_path = ''
return 800000;
comment on function private.page_bytes is 'A page ends after the item that reaches this size, in bytes of JSON; with that item, it stays below 1 MB.';
grant execute on function private.page_bytes to anon, authenticated;


-- sql/06_audit_log.sql

-- The schema for admins and its audit log. The functions and views of admins are in files 70 to 79.

create schema admin;
comment on schema admin is 'Views and functions for admins. The Data API does not expose it.';
-- The embedded Studio acts as service_role, the hosted dashboard as postgres, which owns the schema.
grant usage on schema admin to service_role;

create table admin.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  role text not null,
  dashboard_user uuid,
  action text not null,
  skill_id uuid,
  rating_id uuid,
  agent_id uuid,
  reason private.reason,
  details jsonb not null default '{}',
  constraint audit_log_reason_discreet check (reason !~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}')
);
comment on table admin.audit_log is 'The actions of admins, and the texts that agents sent for hidden commentaries. Rows cannot be changed or deleted, except that the texts of a deleted agent are removed.';
comment on column admin.audit_log.role is 'The database role that performed it: postgres in the hosted dashboard.';
comment on column admin.audit_log.dashboard_user is 'The id of the user, if the dashboard or a token named one. Not proof: anyone who can write SQL can set it.';
comment on column admin.audit_log.action is 'The name of the function.';
comment on column admin.audit_log.skill_id is 'The skill, which may have been deleted since.';
comment on column admin.audit_log.rating_id is 'The rating, which may have been deleted since.';
comment on column admin.audit_log.agent_id is 'The agent, or the author of the rating; may have been deleted since.';
comment on column admin.audit_log.reason is 'The reason that the admin gave, up to 1,000 characters, without keys and e-mail addresses.';
comment on column admin.audit_log.details is 'Depends on the action: numbers, the target of a merge, the prefix of a key, each version of a hidden commentary while its agent exists.';

-- Only admins have access to the schema; row-level security is a second barrier.
alter table admin.audit_log enable row level security;
create policy "the dashboard reads the audit log" on admin.audit_log
  for select to service_role using (true);
grant select on admin.audit_log to service_role;

create index audit_log_skill_id on admin.audit_log (skill_id, id) where skill_id is not null;
-- For private.forget_agents.
create index audit_log_texts on admin.audit_log (agent_id) where details ? 'commentary';

create function admin.reject_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Rows of admin.audit_log cannot be changed or deleted.';
end
$$;
comment on function admin.reject_change is 'Rejects each delete and truncate of the audit log, and updates: see admin.only_forgets.';
create trigger reject_change before delete or truncate on admin.audit_log
  for each statement execute function admin.reject_change();

create function admin.dashboard_user() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  claims text := current_setting('request.jwt.claims', true);
begin
  return coalesce(
    -- Not by a pattern: user_metadata, which users write, can contain "sub", too.
    case when pg_input_is_valid(claims, 'jsonb') then private.parse_uuid(claims::jsonb ->> 'sub') end,
    -- The SQL editor of the hosted dashboard ends each query with lines of comment, one of which names the user. Only the last such
    -- line counts, and only at the end: the query can contain names and texts of agents.
    substring(
      right(current_query(), 1000),
      '^(?:.*\n)?-- user: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[ \t\r]*(?:\n[ \t\r]*(?:--[^\n]*)?)*$'
    )::uuid
  );
end
$$;
comment on function admin.dashboard_user is 'The id of the user that a token or the hosted dashboard names; null if neither does.';

create function admin.log_action(
  action text,
  skill_id uuid default null,
  rating_id uuid default null,
  agent_id uuid default null,
  reason text default null,
  details jsonb default '{}'
) returns void
language sql volatile set search_path = ''
begin atomic
  insert into admin.audit_log (role, dashboard_user, action, skill_id, rating_id, agent_id, reason, details)
  values (
    -- The role of the caller: the function itself runs as its owner.
    coalesce(nullif(current_setting('role', true), 'none'), session_user),
    admin.dashboard_user(),
    log_action.action, log_action.skill_id, log_action.rating_id, log_action.agent_id, log_action.reason,
    -- A text that is older than the rule against keys may contain one: only its prefix is logged.
    regexp_replace(log_action.details::text, '(claw_[0-9a-f]{8})[0-9a-f]{48}', '\1…', 'g')::jsonb
  );
end;
comment on function admin.log_action is 'Adds a row to admin.audit_log.';

create function admin.check_reason(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  reason text := nullif(private.clean_text(value, 1000), '');
begin
  if reason is null then
    raise exception 'Give a reason. It is stored in admin.audit_log.';
  elsif private.text_error(reason, 1, 1000) is not null then
    raise exception 'The reason %.', private.text_error(reason, 1, 1000);
  elsif reason ~* 'claw_[0-9a-f]{9}|[^\s@<>]@[^\s@<>]+\.[a-z]{2}' then
    raise exception 'The reason contains an API key or an e-mail address. It is stored permanently, so leave these out.';
  end if;
  return reason;
end
$$;
comment on function admin.check_reason is 'Normalizes and checks a reason. Raises if there is none or it is invalid.';


-- sql/07_identifiers.sql

-- The normal form of identifiers: package URLs (purls), URLs and the packages of a server.json. Two spellings of one package or address
-- have one normal form, which is its own normal form. Each step takes linear time, and each input has at most 2,048 characters.

create function private.normalize_nfc(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- The check is ten times as fast as normalizing.
  return case when value is nfc normalized then value else normalize(value, nfc) end;
end
$$;
comment on function private.normalize_nfc is 'A text in NFC, fast if it is already. It must not be long or have a long run of marks.';

create function private.is_percent_encoded(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- UTF-8 without control characters, backslashes and braces, which are malformed in each spelling. Compared before it is decoded: an
  -- exception for invalid bytes would need a subtransaction.
  return strpos(value, '%') = 0 or value ~* (
    '^(?:[^%]|%(?:[2346][0-9a-f]|5[0-9abd-f]|7[0-9ace]|(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]'
    '|(?:e0%[ab]|e[1-9a-cef]%[89ab]|ed%[89])[0-9a-f]%[89ab][0-9a-f]'
    '|(?:f0%[9ab]|f[1-3]%[89ab]|f4%8)[0-9a-f]%[89ab][0-9a-f]%[89ab][0-9a-f]))*$'
  );
end
$$;
comment on function private.is_percent_encoded is 'Whether each % of a text begins an encoded character. A part between separators is if the whole text is.';

create function private.decode_percent(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  marked text;
  decoded text;
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  marked := replace(replace(replace(replace(value, '%20', '%01'), '%23', '%02'), '%25', '%03'), '%40', '%06');
  marked := replace(replace(replace(replace(marked, '%2f', '%04'), '%2F', '%04'), '%3f', '%05'), '%3F', '%05');
  -- A JSON string with a character for each byte, because its escapes are decoded fast: \u00c3 is %c3.
  marked := replace(replace(convert_from(convert_to(marked, 'UTF8'), 'LATIN1'), '\', '\\'), '"', '\"');
  marked := ('"' || replace(marked, '%', '\u00') || '"')::json #>> '{}';
  decoded := private.normalize_nfc(convert_from(convert_to(marked, 'LATIN1'), 'UTF8'));
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$$;
comment on function private.decode_percent is 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true; null if the result has a long run of marks. U+0001 to U+0006 stand for an encoded space, #, %, /, ? and @, which are not what separates parts. The value itself must not contain control characters.';

create function private.fold_identifier(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := lower(value collate pg_catalog.pg_c_utf8);
begin
  if octet_length(value) > char_length(value) then
    if value ~ ('[' || private.invisible_class() || '\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]') then
      return null;
    end if;
    -- Some letters compose only in lower case, and some have a mark only then.
    if folded <> value then
      folded := private.normalize_nfc(folded);
      if private.has_long_mark_run(folded) then
        return null;
      end if;
    end if;
  end if;
  -- Faster than a regular expression.
  if strpos(folded, E'\u0001') + strpos(folded, E'\u0002') + strpos(folded, E'\u0003') + strpos(folded, E'\u0004')
    + strpos(folded, E'\u0005') + strpos(folded, E'\u0006') > 0
  then
    folded := replace(replace(replace(folded, E'\u0001', '%20'), E'\u0002', '%23'), E'\u0003', '%25');
    folded := replace(replace(replace(folded, E'\u0004', '%2f'), E'\u0005', '%3f'), E'\u0006', '%40');
    -- A mark after %2f or %3f composes with the f.
    if octet_length(folded) > char_length(folded) and folded is not nfc normalized then
      return null;
    end if;
  end if;
  return folded;
end
$$;
comment on function private.fold_identifier is 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case, with what it marked encoded again; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

create function private.has_template(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Faster than a regular expression.
  return strpos(value, '{') > 0 or strpos(value, '}') > 0 or strpos(value, '\') > 0;
end
$$;
comment on function private.has_template is 'Whether a part of an identifier is a template, with braces, or has a backslash, which only some clients read as a slash.';

create function private.normalize_image(reference text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  host text := split_part(reference, '/', 1);
  path text := substr(reference, char_length(host) + 2);
begin
  -- As Docker reads a reference: a first segment that cannot be a name on Docker Hub is a host.
  if path = '' or host !~ '[.:]' and host <> 'localhost' then
    path := reference;
    host := '';
  end if;
  if host <> '' then
    if host !~ '^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?(?::[0-9]{1,5})?$' then
      return null;
    end if;
    host := regexp_replace(host, '\.?(?::443|(:[0-9]+))?$', '\1') || '/';
  end if;
  -- The tag.
  if strpos(path, ':') > 0 then
    path := regexp_replace(path, ':[^/]*$', '');
  end if;
  if path !~ '^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$' then
    return null;
  end if;
  if host in ('docker.io/', 'index.docker.io/', 'registry-1.docker.io/', 'registry.hub.docker.com/') then
    host := '';
  end if;
  if host = '' then
    if strpos(path, '/') = 0 then
      path := 'library/' || path;
    elsif split_part(path, '/', 1) ~ '\.|^localhost$' then
      -- It would read as a host.
      return null;
    end if;
  end if;
  return 'pkg:docker/' || host || path;
end
$$;
comment on function private.normalize_image is 'The normal form of a container image, of its reference in lower case without a digest: a purl of type docker, with the host of its registry unless that is Docker Hub; null if the reference is malformed.';

create function private.normalize_package_url(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- The subpath and the qualifiers are dropped, except the registry of an image.
  kept text := split_part(value, '#', 1);
  path text := ltrim(substr(split_part(kept, '?', 1), 5), '/');
  package_type text := lower(split_part(path, '/', 1) collate pg_catalog.pg_c_utf8);
  registry text;
  version_start integer;
begin
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or private.has_template(path) then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  -- The version follows the last @, except that an @ at the start begins the scope of an npm package.
  if strpos(path, '@') > 0 then
    version_start := char_length(path) - strpos(reverse(path), '@') + 1;
    if version_start > 1 then
      path := left(path, version_start - 1);
    end if;
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := replace(private.decode_percent(path), E'\u0004', '/');
  if strpos(path, '//') > 0 then
    path := regexp_replace(path, '/+', '/', 'g');
  end if;
  path := replace(private.fold_identifier(btrim(path, '/')), '@', '%40');
  if path = '' or strpos('/' || path, '/.') > 0 and path ~ '(?:^|/)\.\.?(?:/|$)' then
    return null;
  end if;
  if left(path, 3) = '%40' then
    path := '@' || substr(path, 4);
    -- Without a scope or a name.
    if strpos(path, '/') < 3 then
      return null;
    end if;
  end if;

  if package_type in ('docker', 'oci') then
    -- Faster than an expression that captures the value.
    registry := split_part(kept, '?', 2);
    registry := split_part(substr(registry, nullif(regexp_instr(registry, '(?:^|&)repository_url=', 1, 1, 1, 'i'), 0)), '&', 1);
    registry := private.fold_identifier(replace(private.decode_percent(registry), E'\u0004', '/'));
    registry := rtrim(regexp_replace(registry, '^(?:https?|docker|oci)://', ''), '/');
    if registry <> '' and not (strpos(path, '/') > 0 and split_part(path, '/', 1) ~ '[.:]|^localhost$') then
      -- repository_url is the registry, or the whole repository with the name.
      path := case when right(registry, char_length(path) + 1) = '/' || path then registry else registry || '/' || path end;
    end if;
    return private.normalize_image(path);
  end if;
  if package_type = 'pypi' then
    path := regexp_replace(path, '[-_.]+', '-', 'g');
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$$;
comment on function private.normalize_package_url is 'The normal form of a package URL: pkg:type/namespace/name in lower case, without version, qualifiers and subpath; null if it is malformed. See private.normalize_identifier.';

create function private.remove_dot_segments(path text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  segments text[];
  segment text;
  kept text[] := '{}';
  depth integer := 0;
begin
  if strpos(path, '/.') = 0 or path !~ '/\.\.?(?:/|$)' then
    return path;
  end if;
  segments := string_to_array(substr(path, 2), '/');
  if cardinality(segments) > 100 then
    return null;
  end if;
  foreach segment in array segments loop
    if segment = '..' then
      depth := greatest(depth - 1, 0);
    elsif segment <> '.' then
      depth := depth + 1;
      kept[depth] := segment;
    end if;
  end loop;
  return '/' || array_to_string(kept[:depth], '/');
end
$$;
comment on function private.remove_dot_segments is 'A path, which starts with /, without the segments . and .., as RFC 3986 removes them; null if it has them and more than 100 segments, because a loop in PL/pgSQL is slow.';

create function private.repository_purl(host text, path text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  owner text := split_part(path, '/', 2);
  name text := split_part(path, '/', 3);
  page integer;
begin
  if owner !~ '^[a-z0-9_][a-z0-9_.-]*$' or name = '' then
    return null;
  end if;
  if host = 'github.com' then
    if name like '%.git' then
      name := regexp_replace(name, '(?:(?<!\.)\.git)+$', '');
    end if;
    -- Pages of GitHub itself. mcp has a page for each server, below the owner.
    if name !~ '^[a-z0-9_.-]+$' or owner in (
      'apps', 'collections', 'features', 'login', 'marketplace', 'mcp', 'orgs', 'search', 'settings', 'sponsors', 'topics', 'users'
    ) then
      return null;
    end if;
    return 'pkg:github/' || owner || '/' || name;
  end if;
  -- A repository of GitLab can be in nested groups. Its pages follow a segment that no group or project can have as its name
  -- (https://docs.gitlab.com/user/reserved_names/); the list of owners is from the top-level names there.
  page := regexp_instr(
    path,
    '/(?:-|badges|blame|blob|builds|commits|create|create_dir|edit|files|find_file|new|preview|raw|refs|tree|update|wikis)(?:/|$)',
    char_length(owner) + char_length(name) + 3
  );
  if page > 0 then
    path := left(path, page - 1);
  end if;
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if path !~ '^(?:/[a-z0-9_][a-z0-9_.-]*){2,}$'
    or owner in ('admin', 'api', 'dashboard', 'explore', 'groups', 'help', 'projects', 'search', 'snippets', 'users')
  then
    return null;
  end if;
  return 'pkg:gitlab' || path;
end
$$;
comment on function private.repository_purl is 'The purl of the repository that a path on github.com or gitlab.com, in lower case, is or is below; null if it is not.';

create function private.normalize_url(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- The query and the fragment are dropped.
  kept text := split_part(split_part(value, '#', 1), '?', 1);
  scheme text := 'ssh';
  authority text;
  address text[];
  host text;
  port text := '';
  path text;
begin
  -- Braces are a template: no address yet. Browsers read a backslash as a slash, other clients do not.
  if private.has_template(kept) then
    return null;
  end if;
  if lower(left(kept, 4)) = 'git@' then
    -- As scp reads it: what follows the colon is a path, never a port.
    authority := split_part(substr(kept, 5), ':', 1);
    path := '/' || ltrim(substr(kept, char_length(authority) + 6), '/');
    if path = '/' then
      return null;
    end if;
  else
    scheme := lower(split_part(kept, '://', 1) collate pg_catalog.pg_c_utf8);
    authority := split_part(substr(kept, char_length(scheme) + 4), '/', 1);
    path := substr(kept, char_length(scheme) + char_length(authority) + 4);
    -- The user name ends at the last @, as browsers read it.
    authority := split_part(authority, '@', -1);
  end if;
  address := regexp_match(authority, '^(\[[0-9a-f:.]+\]|[^][/@:<>^|%]+)(?::([0-9]*))?$', 'i');
  -- Postgres has no IDNA: a host in Unicode and its form in Punycode (xn--) differ.
  host := rtrim(private.fold_identifier(address[1]), '.');
  port := ltrim(address[2], '0');
  if coalesce(host, '') = '' or address[2] ~ '^0' and port = '' or char_length(port) > 5 or lpad(port, 5, '0') > '65535' then
    return null;
  end if;
  -- The normal form has the scheme https, so 443 is dropped in any case.
  if port is null or port in ('', '443') or port = '80' and scheme in ('http', 'git+http')
    or port = '22' and scheme in ('ssh', 'git+ssh')
  then
    port := '';
  else
    port := ':' || port;
  end if;

  if not private.is_percent_encoded(path) then
    return null;
  end if;
  path := private.remove_dot_segments(private.fold_identifier(replace(private.decode_percent(path), E'\u0006', '@')));
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if host in ('github.com', 'www.github.com', 'gitlab.com', 'www.gitlab.com') and port = '' then
    host := right(host, 10);
    return coalesce(private.repository_purl(host, path), 'https://' || host || path);
  end if;
  return 'https://' || host || port || path;
end
$$;
comment on function private.normalize_url is 'The normal form of a URL: https://host:port/path in lower case, or the purl of a repository on GitHub or GitLab; null if it is malformed. See private.normalize_identifier.';

create function private.is_address(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return left(value, 12) ~* '^(?:pkg:|(?:git\+)?(?:https?|ssh)://|git@)';
end
$$;
comment on function private.is_address is 'Whether a text begins as a package URL or URL, also a malformed one, and not as a name.';

create function private.normalize_cleaned(cleaned text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
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
  -- A normal form can be longer than what it is made of.
  return case when octet_length(normal) <= 2048 or char_length(normal) <= 2048 then normal end;
end
$$;
comment on function private.normalize_cleaned is 'private.normalize_identifier of a text that is trimmed, in NFC and without a long run of marks.';

create function private.normalize_identifier(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  trimmed text;
  cleaned text;
begin
  -- As private.clean_text, which checks NFC more slowly.
  if octet_length(value) > 32768 then
    return null;
  end if;
  trimmed := private.trim_text(value);
  cleaned := trimmed;
  if octet_length(trimmed) > char_length(trimmed) then
    if char_length(trimmed) > 8192 or private.has_long_mark_run(trimmed) then
      return null;
    end if;
    cleaned := private.normalize_nfc(trimmed);
    -- Some characters have more marks in NFC.
    if cleaned <> trimmed and private.has_long_mark_run(cleaned) then
      return null;
    end if;
  end if;
  return private.normalize_cleaned(cleaned);
end
$$;
comment on function private.normalize_identifier is 'The normal form of a package URL (pkg:…) or URL (http:, https:, ssh:, each also with git+, or git@host:path), at most 2,048 characters; null if the text is neither, or is malformed. A URL keeps the prefix https://, whatever its scheme: without it, an address would read as the name of a server in a registry.';

create function private.package_url_error(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_error(value, 1, 2048),
    case
      when value !~* '^pkg:' or private.normalize_identifier(value) is null then
        'must be a package URL, such as pkg:npm/%40playwright/mcp or pkg:pypi/mcp-server-git'
    end
  );
end
$$;
comment on function private.package_url_error is 'Why a package URL is invalid; null when it is valid or null.';

create function private.package_identifier(registry_type text, identifier text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  grammar text;
begin
  if char_length(identifier) > 2048 then
    return null;
  end if;
  -- The addresses of packages in the bundle format.
  if registry_type = 'mcpb' then
    return case when identifier ~* '^https?://' then private.normalize_identifier(identifier) end;
  end if;
  if registry_type = 'oci' then
    return case
      when identifier ~ '^[A-Za-z0-9][A-Za-z0-9._/:-]*(?:@[A-Za-z0-9]+:[A-Za-z0-9]+)?$' then
        private.normalize_identifier('pkg:docker/' || identifier)
    end;
  end if;
  -- None has a character that a purl would encode, except the @ of a scope.
  grammar := case registry_type
    when 'npm' then '^(?:@[a-z0-9~_-][a-z0-9~._-]*/)?[a-z0-9~_-][a-z0-9~._-]*$'
    when 'pypi' then '^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$'
    when 'nuget' then '^[a-z0-9_]+(?:[.-][a-z0-9_]+)*$'
    when 'cargo' then '^[a-z0-9_-]+$'
  end;
  return case
    when identifier ~* grammar then private.normalize_identifier('pkg:' || registry_type || '/' || identifier)
  end;
end
$$;
comment on function private.package_identifier is 'The normal form of a package of a server.json, of its registryType and identifier; null if the type is unknown or the identifier is not one of its registry.';

grant execute on function private.normalize_nfc, private.is_percent_encoded, private.decode_percent, private.fold_identifier,
  private.has_template, private.normalize_image, private.normalize_package_url, private.remove_dot_segments,
  private.repository_purl, private.normalize_url, private.is_address, private.normalize_cleaned, private.normalize_identifier,
  private.package_url_error, private.package_identifier to anon, authenticated, service_role;


-- sql/08_install.sql

-- How an imported server is installed: its server.json, written by strangers, as commands of a closed grammar. What does not fit is left
-- out, and nothing is repaired. docs/install.md has the rules. A migration that changes one ends with
-- `update private.registry_servers set server = server`, because the result is stored.

create function private.json_text(value jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when jsonb_typeof(value) = 'string' then value #>> '{}' end;
end
$$;
comment on function private.json_text is 'The text of a JSON string; null for all other values.';

create function private.first_items(items jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- A path of JSON reads no further than the last item that it returns.
  return case when jsonb_typeof(items) = 'array' then jsonb_path_query_array(items, '$[0 to 19]') else '[]' end;
end
$$;
comment on function private.first_items is 'The first 20 items of an array; an empty array for all other values.';

create function private.is_public_host(host text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- The last label starts with a letter, so it is no IP address in any notation. Lower-cased as ASCII: "C" has no other letters.
  return length(host) <= 253
    and host ~ '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$'
    and lower(host collate "C") !~ '(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa)$';
end
$$;
comment on function private.is_public_host is 'Whether a text is the ASCII name of a host with a dot that is neither an IP address nor reserved for private networks. It can still resolve to a private address.';

create function private.is_port(port text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when port ~ '^[1-9][0-9]{0,4}$' then port::integer <= 65535 else false end;
end
$$;
comment on function private.is_port is 'Whether a text is the number of a port.';

create function private.npm_argument(name text, version text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- npm takes names and versions that end like an archive for files, user/repository for GitHub, and text before a colon for a protocol.
  -- It takes numbers above 2^53 for the name of a tag.
  return case when length(name) <= 214 and length(version) <= 256
    and name ~ '^(@[a-z0-9][a-z0-9._-]*/)?[a-z0-9][a-z0-9._-]*$'
    and name !~ '\.(tgz|tar|tar\.gz)$' and name not in ('node_modules', 'favicon.ico')
    and version ~ (
      '^(0|[1-9][0-9]{0,14})(\.(0|[1-9][0-9]{0,14})){2}'
      '(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?'
      '(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$'
    )
    and lower(version collate "C") !~ '\.(tgz|tar|tar\.gz)$'
    then name || '@' || version end;
end
$$;
comment on function private.npm_argument is 'NAME@VERSION for npx: a name that npm accepts for new packages and a semantic version; null otherwise.';

create function private.pypi_argument(name text, version text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- uvx runs an interpreter for python, python3.12 or pypy. After @, it would take what is no version, also a number above 2^64, for a
  -- path; after ==, that is an error. PyPI has no local versions (1.0+x).
  return case when length(name) <= 214 and length(version) <= 100
    and name ~ '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$'
    and lower(name collate "C") !~ '\.(py|whl|zip|tgz|tar|tar\.[a-z0-9]+)$'
    and lower(name collate "C") !~ '^(pythonw?|cpython|pypy|graalpy|pyodide)([0-9]|$)'
    and lower(version collate "C") ~ (
      '^v?([0-9]{1,15}!)?[0-9]{1,15}(\.[0-9]{1,15})*'
      '([._-]?(a|b|c|rc|alpha|beta|pre|preview)([._-]?[0-9]{1,15})?)?'
      '(-[0-9]{1,15}|[._-]?(post|rev|r)([._-]?[0-9]{1,15})?)?'
      '([._-]?dev([._-]?[0-9]{1,15})?)?$'
    )
    then name || '==' || version end;
end
$$;
comment on function private.pypi_argument is 'NAME==VERSION for uvx: a name by PEP 508 and a public version by PEP 440; null otherwise.';

create function private.docker_image(identifier text, version text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  component constant text := '[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*';
  reference constant text[] := regexp_match(
    left(identifier, 600), '^([^:@]+(?::[0-9]+(?=/))?[^:@]*)(?::([A-Za-z0-9_][A-Za-z0-9_.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$'
  );
  path text := reference[1];
  registry text;
begin
  -- Docker takes a first part with a dot or a colon for the address of a registry.
  if path ~ '^[^/]*[.:][^/]*/' then
    registry := split_part(path, '/', 1);
    path := substr(path, length(registry) + 2);
    if not private.is_public_host(split_part(registry, ':', 1)) then return null; end if;
    if registry like '%:%' and not private.is_port(split_part(registry, ':', 2)) then return null; end if;
  end if;
  return case when length(identifier) <= 512 and length(reference[1]) <= 255
    and path ~ ('^' || component || '(/' || component || ')*$') and path <> 'localhost' and path not like 'localhost/%'
    then case
      when version is null and num_nonnulls(reference[2], reference[3]) > 0 then identifier
      when version !~ '^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$' then null
      when reference[2] = version or (reference[2] is null and reference[3] is not null) then identifier
      when reference[2] is null then identifier || ':' || version
    end
  end;
end
$$;
comment on function private.docker_image is 'The reference of an image with a tag or digest, which is in the identifier, or a tag from the version if the identifier has neither; null if it is none, or if both have different tags.';

create function private.is_default_registry(base_url jsonb, kind text, identifier text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  host constant text := (regexp_match(private.json_text(base_url), '^https://([a-z0-9.-]+)/?$'))[1];
begin
  return case
    when coalesce(base_url, 'null') = 'null' then true
    when kind = 'npm' then host = 'registry.npmjs.org'
    when kind = 'pypi' then host = 'pypi.org'
    else host in ('docker.io', 'index.docker.io', 'hub.docker.com') or host = split_part(identifier, '/', 1)
  end;
end
$$;
comment on function private.is_default_registry is 'Whether the command, which names no registry, gets the package from the registry that registryBaseUrl names: in another registry, the same name can be the package of a stranger.';

create function private.is_variable_name(name text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Whole families, because a list of names is never complete. Their sources are in docs/decisions/0031-install.md.
  return length(name) <= 100 and name ~ '^[A-Z][A-Z0-9_]*$' and (
    -- Many servers read it, and it loads nothing.
    name = 'NODE_ENV'
    or split_part(name, '_', 1) <> all (array[
      'LD', 'LDR', 'DYLD', 'MALLOC', 'GCONV', 'GLIBC', 'BASH', 'XDG', 'KRB5', 'SUDO', 'GIT',
      'NODE', 'ELECTRON', 'BUN', 'DENO', 'TSX', 'CONDA', 'GEM', 'BUNDLE', 'LUA', 'JULIA', 'ERL', 'GUILE', 'JAVA', 'JDK', 'MAVEN', 'GRADLE',
      'SBT', 'DOTNET', 'CORECLR', 'COR', 'COMPLUS', 'CARGO', 'RUSTUP', 'YARN', 'PNPM', 'COREPACK', 'UV', 'PIP', 'PIPX', 'POETRY', 'DOCKER',
      'COMPOSE', 'BUILDKIT', 'PODMAN', 'OPENSSL', 'GTK', 'GIO', 'GST', 'QT'
    ])
    and name <> all (array[
      -- The loader and the C library.
      'LIBPATH', 'SHLIB_PATH', 'LOCPATH', 'NLSPATH', 'NIS_PATH', 'PATH_LOCALE', 'LOCALDOMAIN', 'HOSTALIASES', 'RES_OPTIONS',
      'RESOLV_HOST_CONF', 'GETCONF_DIR', 'TERMCAP', 'TERMPATH', 'AUTHSTATE',
      -- What shells read or run, and where programs find their settings.
      'PATH', 'PATHEXT', 'CDPATH', 'FPATH', 'MANPATH', 'ENV', 'IFS', 'PS0', 'PS1', 'PS2', 'PS3', 'PS4', 'PROMPT_COMMAND', 'SHELL',
      'SHELLOPTS', 'COMSPEC', 'PSMODULEPATH', 'ZDOTDIR', 'INPUTRC', 'GLOBIGNORE', 'NULLCMD', 'READNULLCMD', 'TMPPREFIX', 'HOME',
      'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'SYSTEMROOT', 'WINDIR', 'BASHOPTS',
      -- Programs that other programs start.
      'EDITOR', 'VISUAL', 'PAGER', 'MANPAGER', 'BROWSER', 'LESSOPEN', 'LESSCLOSE', 'SSH_AUTH_SOCK',
      -- Interpreters, libraries and trusted certificates.
      'VIRTUAL_ENV', 'PHPRC', 'TCLLIBPATH', 'CLASSPATH', 'R_HOME', 'GOFLAGS', 'GOPATH', 'GOROOT', 'GOPROXY', 'GOENV', 'GOTOOLCHAIN',
      'GOSUMDB', 'GONOSUMDB', 'GONOSUMCHECK', 'GOINSECURE', 'LADSPA_PATH', 'SSLKEYLOGFILE'
    ])
    and not name like any (array[
      'PYTHON%', 'PERL%', 'RUBY%', 'RUSTC%', 'TERMINFO%', 'TS\_NODE%', 'NPM\_CONFIG%', 'PHP\_INI%', 'R\_PROFILE%', 'R\_ENVIRON%', 'R\_LIBS%',
      'SSH\_ASKPASS%', 'SSH\_SK\_%', 'ASPNETCORE\_HOSTINGSTARTUP%', 'CONTAINER\_HOST%', 'CONTAINERS\_%', 'SSL\_CERT\_%', '%CA\_BUNDLE'
    ])
  );
end
$$;
comment on function private.is_variable_name is 'Whether a name is one that a server may ask for as a variable of the environment: capitals, digits and underscores, and none that makes programs load or run code, or trust other certificates.';

create function private.is_header_name(name text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- A subset of the tokens of RFC 9110. The names are those that the Fetch standard forbids, and those of HTTP and MCP itself.
  return length(name) <= 100 and name ~ '^[A-Za-z][A-Za-z0-9_-]*$' and lower(name collate "C") !~ (
    '^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|via|expect|date|dnt|origin|referer|cookie2?|set-cookie2?'
    '|proxy-.*|sec-.*|content-.*|accept(-.*)?|access-control-.*|if-.*|range|forwarded|x-forwarded-.*|x-real-ip'
    '|x-http-method(-override)?|x-method-override|http2-settings|permissions-policy|feature-policy|mcp-.*|last-event-id)$'
  );
end
$$;
comment on function private.is_header_name is 'Whether a name is one that a server may ask for as a header of requests: a token of letters, digits, - and _, and none that controls the connection, the protocol or cookies.';

create function private.install_inputs(inputs jsonb, is_header boolean) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  input jsonb;
  input_name text;
  names text[] := '{}';
  accepted jsonb := '[]';
begin
  if coalesce(inputs, 'null') = 'null' then return '[]'; end if;
  if jsonb_typeof(inputs) <> 'array' then return null; end if;
  if jsonb_array_length(inputs) > 50 then return null; end if;
  for input in select value from jsonb_array_elements(inputs) loop
    input_name := private.json_text(input -> 'name');
    if (case when is_header then private.is_header_name(input_name) else private.is_variable_name(input_name) end) is not true
      or lower(input_name collate "C") = any (names)
      or jsonb_typeof(input -> 'isRequired') not in ('boolean', 'null')
      or jsonb_typeof(input -> 'isSecret') not in ('boolean', 'null')
    then
      return null;
    end if;
    names := names || lower(input_name collate "C");
    accepted := accepted || jsonb_build_object(
      'name', input_name,
      'required', coalesce(input -> 'isRequired' = 'true', false),
      'secret', coalesce(input -> 'isSecret' = 'true', false)
    );
  end loop;
  return accepted;
end
$$;
comment on function private.install_inputs is 'The names of environmentVariables or headers, with required and secret; null if one does not fit, is there twice, or if there are more than 50. Values, defaults and descriptions are never read.';

create function private.install_package(package jsonb) returns jsonb
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  kind constant text := private.json_text(package -> 'registryType');
  identifier constant text := private.json_text(package -> 'identifier');
  version constant text := private.json_text(package -> 'version');
  variables constant jsonb := private.install_inputs(package -> 'environmentVariables', false);
  argument constant text := case kind
    when 'npm' then private.npm_argument(identifier, version)
    when 'pypi' then private.pypi_argument(identifier, version)
    when 'oci' then private.docker_image(identifier, version)
  end;
  args jsonb := case kind when 'npm' then '["-y"]' when 'pypi' then '[]' else '["run", "-i", "--rm"]' end;
begin
  if argument is null or variables is null
    or package #> '{transport,type}' is distinct from '"stdio"'
    or (version is null and coalesce(package -> 'version', 'null') <> 'null')
    or private.is_default_registry(package -> 'registryBaseUrl', kind, identifier) is not true
  then
    return null;
  end if;
  if kind = 'oci' then
    for i in 0..jsonb_array_length(variables) - 1 loop
      args := args || '"-e"' || (variables #> array[i::text, 'name']);
    end loop;
  end if;
  return jsonb_build_object(
    'type', case kind when 'oci' then 'docker' else kind end,
    'transport', 'stdio',
    'command', case kind when 'npm' then 'npx' when 'pypi' then 'uvx' else 'docker' end,
    'args', args || to_jsonb(argument),
    'url', null,
    'env', variables,
    'headers', '[]'::jsonb
  );
end
$$;
comment on function private.install_package is 'The command that runs a package, from its type, identifier, version and transport and the names of its variables; null if any of them does not fit. It never reads runtimeHint, runtimeArguments and packageArguments.';

create function private.install_remote(remote jsonb) returns jsonb
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  url constant text := private.json_text(remote -> 'url');
  transport constant text := private.json_text(remote -> 'type');
  headers constant jsonb := private.install_inputs(remote -> 'headers', true);
  -- The characters of a path and a query without quotes, braces and white space. Percent-encoded control characters do not fit.
  address constant text[] := regexp_match(
    left(url, 2049),
    '^https://([A-Za-z0-9.-]+)(?::([0-9]+))?(?:/(?:[A-Za-z0-9._~@+=:,/-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?'
    '(?:\?(?:[A-Za-z0-9._~@+=:,/&-]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e]|%[89A-Fa-f][0-9A-Fa-f])*)?$'
  );
begin
  if address is null or headers is null or length(url) > 2048
    or transport is null or transport not in ('streamable-http', 'sse')
    or not private.is_public_host(address[1])
    or (address[2] is not null and not private.is_port(address[2]))
  then
    return null;
  end if;
  return jsonb_build_object(
    'type', 'remote',
    'transport', transport,
    'command', null,
    'args', '[]'::jsonb,
    'url', url,
    'env', '[]'::jsonb,
    'headers', headers
  );
end
$$;
comment on function private.install_remote is 'The address of a remote server, from its type, URL and the names of its headers; null if any of them does not fit.';

create function private.install_entries(server jsonb) returns jsonb
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  entry jsonb;
  entries jsonb[] := '{}';
begin
  for entry in
    select case part when 'packages' then private.install_package(item) else private.install_remote(item) end
    from unnest(array['packages', 'remotes']) with ordinality as parts (part, part_number),
      jsonb_array_elements(private.first_items(server -> part)) with ordinality as items (item, item_number)
    order by part_number, item_number
  loop
    if entry is not null and entry <> all (entries) then
      entries := entries || entry;
    end if;
  end loop;
  return to_jsonb(nullif(entries[1:10], '{}'));
end
$$;
comment on function private.install_entries is 'How a server is installed: at most 10 different entries of the first 20 packages and 20 remotes of its server.json, packages first; null if none fits. Never raises, whatever the JSON is.';

-- The import writes servers as service_role.
grant execute on function private.json_text, private.first_items, private.is_public_host, private.is_port, private.npm_argument,
  private.pypi_argument, private.docker_image, private.is_default_registry, private.is_variable_name, private.is_header_name,
  private.install_inputs, private.install_package, private.install_remote, private.install_entries to service_role;


-- sql/10_agents.sql

-- Agents. Their keys are in 12_keys.sql, their account in 60_account.sql.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  agent_name private.agent_name not null,
  agent_description private.agent_description,
  email private.email,
  created_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (private.name_key(agent_name)) stored,
  constraint agents_name_key_unique unique (name_key)
);
comment on table public.agents is 'The registered AI agents. Deleting an agent also deletes its keys and ratings; its skills remain.';
comment on column public.agents.agent_name is 'Public name, 2 to 50 characters; unique, ignoring case and width.';
comment on column public.agents.email is 'Contact address for the operator, up to 254 characters; private. Nothing sends e-mail to it. Only /api/me returns it, to the agent itself.';

alter table public.agents enable row level security;
-- Its policy is in 11_standing.sql.

grant select (id, agent_name, agent_description, created_at) on public.agents to anon, authenticated;
-- The table editor of the embedded Studio acts as service_role.
grant select, insert, update, delete on public.agents to service_role;


-- sql/11_standing.sql

-- The standing of agents: new, established, withdrawn or suspended.

create table private.standing (
  agent_id uuid primary key references public.agents on delete cascade,
  established_at timestamptz,
  withdrawn_at timestamptz,
  suspended_at timestamptz,
  constraint standing_established_or_withdrawn check (established_at is null or withdrawn_at is null)
);
comment on table private.standing is 'The standing of agents; an agent without a row is new. Changed by the functions of the schema admin: an edit would not move ratings.';
comment on column private.standing.established_at is 'Since when the ratings of the agent count fully in the ranking; null if they do not.';
comment on column private.standing.withdrawn_at is 'When an admin withdrew the standing, which lasts until admin.grant_standing; null otherwise.';
comment on column private.standing.suspended_at is 'When an admin suspended the agent; null otherwise. See admin.suspend_agent.';

-- For the views and the policy of public.agents, which run with the privileges of the caller.
grant select (agent_id, established_at, suspended_at) on private.standing to anon, authenticated;
grant select on private.standing to service_role;

-- For the policy, which looks here for each agent that is read. Few agents are suspended.
create index standing_suspended on private.standing (agent_id) where suspended_at is not null;

create policy "anyone reads the public columns of agents" on public.agents
  for select to anon, authenticated
  using (not exists (select from private.standing as t where t.agent_id = agents.id and t.suspended_at is not null));

create function private.may_be_established(agent uuid) returns boolean
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read all columns. In plpgsql, here and below: Postgres plans a SQL function at each call.
as $$
begin
  return (
    select a.created_at <= now() - interval '7 days' and t.established_at is null and t.withdrawn_at is null
    from public.agents as a left join private.standing as t on t.agent_id = a.id
    where a.id = agent
  );
end
$$;
comment on function private.may_be_established is 'Whether an agent is old enough to be established and neither is nor was: its next rating decides.';
grant execute on function private.may_be_established to anon, authenticated, service_role;


-- sql/12_keys.sql

-- The API keys of agents.

create table private.agent_keys (
  id uuid primary key default gen_random_uuid(),
  agent_id uuid not null references public.agents on delete cascade,
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint agent_keys_key_hash_unique unique (key_hash),
  constraint agent_keys_key_hash_length check (octet_length(key_hash) = 32),
  constraint agent_keys_key_prefix_shape check (key_prefix ~ '^claw_[0-9a-f]{8}$')
);
comment on table private.agent_keys is 'The API keys of agents, as hashes. A key is shown only once, when it is created.';
comment on column private.agent_keys.key_hash is 'SHA-256 of the key.';
comment on column private.agent_keys.key_prefix is 'The first 13 characters of the key, to tell keys apart.';
comment on column private.agent_keys.last_used_at is 'When a request with the key last succeeded, to within an hour; null if the key was never used.';
comment on column private.agent_keys.revoked_at is 'When the key stops being valid; in the future during the grace period after a new key was created; null for a key without an end. See admin.revoke_key.';

create index agent_keys_agent_id on private.agent_keys (agent_id, created_at, id);
create index agent_keys_key_prefix on private.agent_keys (key_prefix);

create function private.generate_key() returns text
language plpgsql volatile set search_path = ''
as $$
declare
  -- 24 random bytes: too many to guess, so a fast hash is enough (NIST SP 800-63B, 5.1.2.2).
  key text := 'claw_' || encode(extensions.gen_random_bytes(24), 'hex');
begin
  -- With the checksum, a mistyped key is rejected without a query, and scanners find leaked keys.
  return key || left(encode(extensions.digest(key, 'sha256'), 'hex'), 8);
end
$$;
comment on function private.generate_key is 'Generates an API key: claw_, 48 random hex characters and 8 of checksum.';

create function private.request_key() returns text
language plpgsql stable set search_path = ''
-- In plpgsql, as what else each write calls: Postgres plans a SQL function at each call.
as $$
begin
  -- After the first transaction of a connection, the setting is '' instead of null.
  return nullif(current_setting('request.headers', true), '')::json ->> 'x-api-key';
end
$$;
comment on function private.request_key is 'The x-api-key header of the request; null if there is none.';
grant execute on function private.request_key to anon, authenticated, service_role;

create function private.current_agent_id() returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read keys. The lookup is by hash, so its time reveals nothing about a key.
as $$
begin
  return (
    select k.agent_id from private.agent_keys as k
    where k.key_hash = extensions.digest(private.request_key(), 'sha256')
      -- clock_timestamp(): a key that is revoked during a request is invalid for the rest of the request.
      and (k.revoked_at is null or k.revoked_at > clock_timestamp())
      and not exists (select from private.standing as t where t.agent_id = k.agent_id and t.suspended_at is not null)
  );
end
$$;
comment on function private.current_agent_id is 'The agent whose valid key is in the x-api-key header; null if there is none, or the agent is suspended.';
grant execute on function private.current_agent_id to anon, authenticated, service_role;

create function private.require_agent() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  agent uuid := private.current_agent_id();
begin
  if agent is null then
    raise sqlstate 'PT401' using message = case
      when private.request_key() is null then 'missing_api_key' else 'invalid_api_key'
    end;
  end if;
  return agent;
end
$$;
comment on function private.require_agent is 'The calling agent. Raises PT401 if the request has no valid key.';
grant execute on function private.require_agent to anon, authenticated;

create function private.touch_key() returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write keys. SKIP LOCKED: a request never waits to record its time. Call it last: a lock
-- on the key must not be held while waiting for the agent, because deleting an agent takes these locks in the opposite order.
as $$
begin
  update private.agent_keys set last_used_at = now()
  where id = (
    select id from private.agent_keys
    where key_hash = extensions.digest(private.request_key(), 'sha256')
      and (last_used_at is null or last_used_at < now() - interval '1 hour')
    for no key update skip locked
  );
end
$$;
comment on function private.touch_key is 'Records the use of the request''s key, at most once an hour. Never waits for a lock.';
grant execute on function private.touch_key to anon, authenticated;

create function private.record_key_use() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: roles that write without a key, such as service_role, may not call touch_key.
as $$
begin
  perform private.touch_key();
  return null;
end
$$;
comment on function private.record_key_use is 'Records the use of the key of each write, including direct writes to a table.';

create function private.require_current_key(agent uuid) returns private.agent_keys
language plpgsql volatile set search_path = ''
as $$
declare
  current_key private.agent_keys;
begin
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');
  -- Waits for a request that uses a newer key for the first time.
  perform from private.agent_keys as k where k.agent_id = agent order by k.id for no key update;
  -- A key in its grace period may replace a newer key that never reached the agent, but not a key in use: anyone with the old key
  -- could lock out the agent, or delete its account.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = agent and k.id <> current_key.id and k.created_at >= current_key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  return current_key;
end
$$;
comment on function private.require_current_key is 'The key of the request. Locks the keys of the agent, which the caller has locked. Raises PT401 if a newer key is in use.';

create function private.create_key(grace interval) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not write keys.
as $$
declare
  agent uuid;
  current_key private.agent_keys;
  made private.agent_keys;
  ends timestamptz;
  key text := private.generate_key();
begin
  -- The agent before its keys, as when an agent is deleted. Calls for one agent run one after another.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: the previous call may have revoked this key.
  agent := private.require_agent();
  current_key := private.require_current_key(agent);
  ends := clock_timestamp() + grace;

  -- clock_timestamp() instead of now(): the keys are in the order in which the calls got the lock.
  insert into private.agent_keys (agent_id, key_hash, key_prefix, created_at)
  values (agent, extensions.digest(key, 'sha256'), left(key, 13), clock_timestamp())
  returning * into made;
  -- Creating a key also counts as a use: older keys may not replace it.
  update private.agent_keys as k set last_used_at = clock_timestamp() where k.id = current_key.id;
  update private.agent_keys as k set revoked_at = ends
  where k.agent_id = agent and k.id <> made.id and (k.revoked_at is null or k.revoked_at > ends);

  return json_build_object(
    'api_key', key,
    'key', json_build_object('prefix', made.key_prefix, 'created_at', made.created_at),
    'old_key', (
      select json_build_object('prefix', k.key_prefix, 'expires_at', k.revoked_at)
      from private.agent_keys as k where k.key_hash = extensions.digest(private.request_key(), 'sha256')
    )
  );
end
$$;
comment on function private.create_key is 'Creates a key for the calling agent and revokes its other keys after the grace period. Raises PT401, also if a newer key is in use.';
grant execute on function private.create_key to anon, authenticated;

create function public.create_key(p_grace_seconds numeric default 0) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  seconds numeric := coalesce(p_grace_seconds, 0);
begin
  perform private.require_agent();
  perform private.validate(
    'grace_seconds',
    case when seconds not between 0 and 86400 or seconds <> trunc(seconds) then 'must be a whole number from 0 to 86400' end
  );
  return private.create_key(make_interval(secs => seconds::float8));
end
$$;
comment on function public.create_key is 'POST /api/me/keys: creates a key, which is shown only once. The other keys are revoked p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';
grant execute on function public.create_key to anon, authenticated;

create function private.revoke_current_key() returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write keys.
begin atomic
  -- Revoking a key is a use of it: a key in its grace period may not create another one then. See private.create_key.
  update private.agent_keys set revoked_at = least(revoked_at, clock_timestamp()), last_used_at = clock_timestamp()
  where key_hash = extensions.digest(private.request_key(), 'sha256');
end;
comment on function private.revoke_current_key is 'Revokes the request''s key.';
grant execute on function private.revoke_current_key to anon, authenticated;

create function public.revoke_current_key() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_agent();
  perform private.revoke_current_key();
  return json_build_object('revoked', true);
end
$$;
comment on function public.revoke_current_key is 'DELETE /api/me/keys/current: revokes the key of this request. Raises PT401.';
grant execute on function public.revoke_current_key to anon, authenticated;


-- sql/13_deleted_agents.sql

-- What remains when an agent is deleted, by itself (64_delete_account.sql) or by an admin: its name, as a hash, and the audit log
-- without its texts.

-- As a hash, so that the name of a deleted agent cannot be read. It stays valid: NFKC of assigned characters never changes.
create table private.deleted_names (
  name_hash bytea primary key,
  constraint deleted_names_name_hash_length check (octet_length(name_hash) = 32)
);
comment on table private.deleted_names is 'The names of deleted agents, which stay taken: nobody can take over the reputation of a deleted agent. To free one: delete from private.deleted_names where name_hash = private.name_hash(private.name_key(''<name>''));';
comment on column private.deleted_names.name_hash is 'SHA-256 of the comparison key of the name.';

create function private.name_hash(name_key text) returns bytea
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return extensions.digest(name_key, 'sha256');
end
$$;
comment on function private.name_hash is 'SHA-256 of the comparison key of a name.';

create function private.check_deleted_name() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may read or write these tables.
as $$
begin
  if exists (select from private.deleted_names where name_hash = private.name_hash(new.name_key)) then
    raise sqlstate 'PT409' using message = 'agent_name_taken';
  end if;
  return null;
end
$$;
comment on function private.check_deleted_name is 'Raises PT409 if an agent takes the name of a deleted one.';

-- AFTER: an insert that waited on agents_name_key_unique for a deletion sees it then.
create trigger check_deleted_name after insert or update of agent_name on public.agents
  for each row execute function private.check_deleted_name();

create function private.forget_agents() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.deleted_names (name_hash) select private.name_hash(name_key) from old_rows
  on conflict (name_hash) do nothing;
  update admin.audit_log set details = details - 'commentary'
  where agent_id in (select id from old_rows) and details ? 'commentary';
  return null;
end
$$;
comment on function private.forget_agents is 'Keeps the names of deleted agents taken, and removes their texts from the audit log.';

create trigger forget_agents after delete on public.agents
  referencing old table as old_rows for each statement execute function private.forget_agents();

create function admin.only_forgets(before admin.audit_log, after admin.audit_log) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  before.details := before.details - 'commentary';
  return after is not distinct from before and not exists (select from public.agents where id = before.agent_id);
end
$$;
comment on function admin.only_forgets is 'Whether a change of the audit log only removes the text of an agent that was deleted.';

create trigger reject_update before update on admin.audit_log
  for each row when (not admin.only_forgets(old, new)) execute function admin.reject_change();


-- sql/20_skills.sql

-- Skills: the table, slugs and names.

create function private.skill_json_start(id uuid, name text, slug text, description text, type text, url text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select rtrim(row_to_json(s)::text, '}') from (select id, name, slug, description, type, url) as s);
end
$$;
comment on function private.skill_json_start is 'The JSON of a skill up to its url.';

create function private.skill_json_end(created_at timestamptz, updated_at timestamptz) returns text
language plpgsql immutable parallel safe set search_path = '' set timezone = 'UTC'
as $$
begin
  return ',"created_at":' || to_json(created_at) || ',"updated_at":' || to_json(updated_at) || '}';
end
$$;
comment on function private.skill_json_end is 'The JSON of a skill from its created_at.';
-- A generated column is computed with the rights of the role that writes the row.
grant execute on function private.skill_json_start, private.skill_json_end to anon, authenticated, service_role;

create table public.skills (
  id uuid primary key default gen_random_uuid(),
  name private.skill_name not null,
  -- The default is for table editors, which ask for columns without one.
  slug text not null default '',
  description private.description not null,
  type text not null,
  url private.url,
  submitted_by uuid default private.current_agent_id() references public.agents on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  retired_at timestamptz,
  merged_into uuid references public.skills on delete cascade,
  name_key text collate "C" not null generated always as (private.name_key(name)) stored,
  json_start text not null generated always as (private.skill_json_start(id, name, slug, description, type, url)) stored,
  json_end text not null generated always as (private.skill_json_end(created_at, updated_at)) stored,
  constraint skills_slug_shape check (slug ~ '^[a-z0-9-]{1,100}$'),
  constraint skills_type_known check (type in ('mcp', 'clawdbot', 'github', 'other')),
  constraint skills_slug_unique unique (slug),
  constraint skills_merged_retired check (merged_into is null or retired_at is not null and merged_into <> id)
);
comment on table public.skills is 'The catalogue of tools that agents rate. Deleting a skill also deletes its ratings.';
comment on column public.skills.name is '1 to 200 characters; unique among the skills that are not retired, ignoring case and width. See private.check_merged_name for the names of merged skills.';
comment on column public.skills.slug is 'The name of the skill in URLs, generated from its first name; never changes.';
comment on column public.skills.url is 'Documentation or repository, up to 2,048 characters; may be null.';
comment on column public.skills.submitted_by is 'The agent that submitted the skill; null if an admin did or the agent was deleted.';
comment on column public.skills.updated_at is 'When the skill was last edited; ratings do not change it.';
comment on column public.skills.json_start is 'The JSON of the skill in lists up to its url; generated, so that a list of many skills is fast.';
comment on column public.skills.json_end is 'The JSON of the skill in lists from its created_at; generated.';
comment on column public.skills.retired_at is 'When the skill was removed from the lists; it cannot be rated since then. Null for a skill in the catalogue. See admin.retire_skill.';
comment on column public.skills.merged_into is 'The skill that replaces this one, which is never merged itself; null if this skill was not merged. See admin.merge_skills.';

alter table public.skills enable row level security;
create policy "anyone reads skills" on public.skills
  for select to anon, authenticated using (true);
create policy "an agent submits skills in its own name" on public.skills
  for insert to anon, authenticated with check (submitted_by = (select private.current_agent_id()));

grant select on public.skills to anon, authenticated;
-- No grant on submitted_by: its default is the calling agent, so an agent cannot submit in the name of another.
grant insert (name, description, type, url) on public.skills to anon, authenticated;
grant select, insert, update, delete on public.skills to service_role;

-- For private.export_entries and private.delete_me.
create index skills_submitted_by on public.skills (submitted_by, created_at, id) where submitted_by is not null;
-- For public.list_agent_skills, and to count the skills of an agent without reading them.
create index skills_of_agent on public.skills (submitted_by, updated_at desc, id desc) where retired_at is null;
create index skills_merged_into on public.skills (merged_into) where merged_into is not null;
create index skills_retired_at on public.skills (retired_at) where retired_at is not null;
-- The name of a retired skill can be used again, unless the skill was merged: see private.check_merged_name. Its slug cannot.
create unique index skills_name_key_unique on public.skills (name_key) where retired_at is null;
create index skills_merged_name on public.skills (name_key) where merged_into is not null;
-- By type; a list of all types merges the lists of each type.
create index skills_newest on public.skills (type, created_at desc, id desc) where retired_at is null;
create index skills_by_name on public.skills (type, name_key, id) where retired_at is null;

create function private.skill_types() returns text[]
language sql immutable parallel safe set search_path = ''
return array['mcp', 'clawdbot', 'github', 'other'];
comment on function private.skill_types is 'The types of skills, as skills_type_known has them.';
grant execute on function private.skill_types to anon, authenticated, service_role;

create function private.set_slug() returns trigger
language plpgsql set search_path = ''
as $$
declare
  base text := private.slugify(new.name);
  low integer := 1;
  high integer;
  middle integer;
begin
  if new.slug <> '' then
    return new;
  end if;

  if base = '' or base ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    base := 'skill-' || left(new.id::text, 8);
  end if;

  -- Without a lock, so that one statement can insert any number of skills. If two transactions take one slug, the second one fails
  -- on the unique index, and public.submit_skill tries again.
  new.slug := base;
  while low < 100 and exists (select from public.skills where slug = new.slug) loop
    low := low + 1;
    new.slug := base || '-' || low;
  end loop;

  -- More than a hundred are taken: a binary search finds a free one in a few steps.
  if low = 100 and exists (select from public.skills where slug = new.slug) then
    high := 200;
    while exists (select from public.skills where slug = base || '-' || high) loop
      low := high;
      high := high * 2;
    end loop;
    while high - low > 1 loop
      middle := (low + high) / 2;
      if exists (select from public.skills where slug = base || '-' || middle) then
        low := middle;
      else
        high := middle;
      end if;
    end loop;
    new.slug := base || '-' || high;
  end if;
  return new;
end
$$;
comment on function private.set_slug is 'Sets the slug of a new skill to the first free one of its name: foo, foo-2, foo-3 …';

create trigger set_slug before insert on public.skills
  for each row execute function private.set_slug();

create function private.update_skill() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform private.validate('slug', case when new.slug is distinct from old.slug then 'never changes: links depend on it' end);
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$$;
comment on function private.update_skill is 'Sets updated_at of an edited skill. Raises PT400 if the slug was changed.';

create trigger update_skill before update of name, slug, description, type, url on public.skills
  for each row execute function private.update_skill();

-- Triggers run in the order of their names, and this one must be the last: see private.touch_key.
create trigger record_key_use after insert on public.skills
  for each statement execute function private.record_key_use();

create function private.merged_name_holder(key text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select kept.id
    from public.skills as gone join public.skills as kept on kept.id = gone.merged_into
    where gone.name_key = key and gone.merged_into is not null and kept.retired_at is null
    -- The last one that had the name: it can have been taken again before this rule.
    order by gone.retired_at desc, gone.id
    limit 1
  );
end
$$;
comment on function private.merged_name_holder is 'The skill into which the skill with this comparison key of its name was merged, unless it is retired; null if there is none.';
grant execute on function private.merged_name_holder to anon, authenticated, service_role;

create function private.name_holder(key text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select id from public.skills where name_key = key and retired_at is null), private.merged_name_holder(key));
end
$$;
comment on function private.name_holder is 'The skill to which a name leads, by its comparison key: the one that has it, else the one into which a skill with this name was merged.';
grant execute on function private.name_holder to anon, authenticated, service_role;

create function private.skill_reference(skill_id uuid) returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('id', id, 'name', name, 'slug', slug) from public.skills where id = skill_id;
end;
comment on function private.skill_reference is 'The id, name and slug of a skill, for problem documents.';
grant execute on function private.skill_reference to anon, authenticated, service_role;

create function private.check_merged_name() returns trigger
language plpgsql set search_path = ''
as $$
declare
  holder uuid;
begin
  -- A skill that has the name of a merged one already keeps it.
  if new.retired_at is not null or tg_op = 'UPDATE' and old.retired_at is null and new.name_key = old.name_key then
    return null;
  end if;
  holder := private.merged_name_holder(new.name_key);
  if holder <> new.id then
    raise sqlstate 'PT409' using message = 'skill_name_taken', detail = private.skill_reference(holder)::text;
  end if;
  return null;
end
$$;
comment on function private.check_merged_name is 'Raises PT409 if a skill takes the name of a merged one, except for the skill into which that was merged.';

-- AFTER: an insert that waited on skills_name_key_unique for a merge sees it then.
create trigger check_merged_name after insert or update of name, retired_at on public.skills
  for each row execute function private.check_merged_name();


-- sql/21_imported_skills.sql

-- Where skills were imported from. The import itself is in 80_import.sql.

create table private.imports (
  source text primary key,
  cursor text,
  updated_at timestamptz not null default now()
);
comment on table private.imports is 'The catalogues from which skills were imported.';
comment on column private.imports.source is 'The URL of the catalogue.';
comment on column private.imports.cursor is 'Where an interrupted import continues; null when the last one is complete.';

create table private.imported_skills (
  source text not null references private.imports on delete cascade,
  external_name text not null,
  skill_id uuid references public.skills on delete set null,
  published_at timestamptz not null,
  content bytea not null,
  status text,
  primary key (source, external_name),
  constraint imported_skills_status_known check (status in ('deprecated', 'deleted'))
);
comment on table private.imported_skills is 'The skills that were imported. Deleting a row lets the next import create its skill again.';
comment on column private.imported_skills.external_name is 'The name in that catalogue, also after the skill got another name here.';
comment on column private.imported_skills.skill_id is 'The skill; null if it was deleted since.';
comment on column private.imported_skills.published_at is 'When the imported version was published; -infinity if the catalogue does not say so.';
comment on column private.imported_skills.content is 'SHA-256 of the imported name, description and URL. If that of the skill differs, it was edited here, and imports do not change it.';
comment on column private.imported_skills.status is 'deprecated or deleted if the catalogue says so of all versions; null otherwise.';

grant select, insert, update on private.imports, private.imported_skills to service_role;
-- For the page of a skill.
grant select (skill_id, status) on private.imported_skills to anon, authenticated;

-- Only one entry may change a skill.
create unique index imported_skills_skill_id on private.imported_skills (skill_id);

create function private.source_status(skill uuid) returns text
language sql stable set search_path = ''
begin atomic
  select status from private.imported_skills where skill_id = skill;
end;
comment on function private.source_status is 'deprecated or deleted if the catalogue that the skill was imported from says so; null otherwise.';
grant execute on function private.source_status to anon, authenticated;


-- sql/22_registry_servers.sql

-- The imported servers as their registry describes them, for the edge function `registry` and for how a skill is installed.

create function private.server_name_pattern() returns text
language sql immutable parallel safe set search_path = ''
return '[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+';
comment on function private.server_name_pattern is 'The form of the name of a server in a registry, as a regular expression: namespace/server.';

create function private.is_server_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return octet_length(value) between 3 and 200 and value ~ ('^' || private.server_name_pattern() || '$');
end
$$;
comment on function private.is_server_name is 'Whether a text can be the name of a server in a registry: 3 to 200 characters, namespace/server.';

create function private.parse_time(value text) returns timestamptz
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- Postgres also reads words such as now, other formats, and 24:00.
  return case
    when octet_length(value) <= 50
      and value ~ '^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$'
      and pg_input_is_valid(value, 'timestamptz') then value::timestamptz
  end;
end
$$;
comment on function private.parse_time is 'A time as RFC 3339 writes it; null for anything else.';
-- For the registry and the import.
grant execute on function private.server_name_pattern, private.is_server_name, private.parse_time
  to anon, authenticated, service_role;

create table private.registry_servers (
  name text collate "C" not null,
  source text not null,
  skill_id uuid not null references public.skills on delete cascade,
  server jsonb not null,
  version text collate "C" not null generated always as (server ->> 'version') stored,
  bytes integer not null generated always as (octet_length(server::text)) stored,
  status text not null default 'active',
  is_listed boolean not null default true,
  published_at timestamptz,
  source_updated_at timestamptz,
  status_changed_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Stored: the page of a skill is read far more often than its server changes.
  install jsonb generated always as (private.install_entries(server)) stored,
  -- With updated_at, so that private.scan_servers reads only the index.
  primary key (name) include (updated_at),
  foreign key (source, name) references private.imported_skills (source, external_name) on delete cascade,
  constraint registry_servers_status_known check (status in ('active', 'deprecated', 'deleted')),
  constraint registry_servers_name_shape check (private.is_server_name(name)),
  constraint registry_servers_name_equal check (server ->> 'name' = name),
  constraint registry_servers_version_length check (char_length(server ->> 'version') between 1 and 255),
  -- 64 KiB.
  constraint registry_servers_server_size check (octet_length(server::text) <= 65536),
  constraint registry_servers_server_depth check (not jsonb_path_exists(server, '$.**{33}'))
);
comment on table private.registry_servers is 'The newest active version of each imported server whose server.json is valid by the schema of the MCP Registry; of one name in two sources, the first that was imported.';
comment on column private.registry_servers.name is 'The name in the registry, as server has it.';
comment on column private.registry_servers.source is 'The registry that it was imported from first.';
comment on column private.registry_servers.server is 'The server.json, at most 64 KiB as jsonb writes it, and 32 levels deep.';
comment on column private.registry_servers.bytes is 'The size of server as text; generated, so that a page ends before it reads what does not fit.';
comment on column private.registry_servers.status is 'The status at the source.';
comment on column private.registry_servers.is_listed is 'Whether the server is listed: the source did not delete it, and its skill, or the one into which that was merged, is not retired. A server that is not listed is served as deleted. Kept by triggers.';
comment on column private.registry_servers.published_at is 'publishedAt of the source; null if it does not say so. So are source_updated_at and status_changed_at.';
comment on column private.registry_servers.updated_at is 'The last change here: import, retirement or restoration of the skill, or a merge; not ratings.';
comment on column private.registry_servers.install is 'How the server is installed, computed from server; null if no entry of it fits.';

revoke all on private.registry_servers from anon, authenticated, service_role;
grant select on private.registry_servers to anon, authenticated;
grant select, insert, update, delete on private.registry_servers to service_role;

create unique index registry_servers_skill_id on private.registry_servers (skill_id);
create index registry_servers_source on private.registry_servers (source, name);
-- The lists of private.scan_servers. What is included is compared without reading the row.
create index registry_servers_listed on private.registry_servers (name) where is_listed;
create index registry_servers_version on private.registry_servers (version, is_listed, name) include (updated_at);
create index registry_servers_updated_at on private.registry_servers (updated_at) include (name, version);

create function private.set_server_listed() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a skill needs the right to change it, which imports need not have.
as $$
begin
  -- The lock waits for a retirement that does not see this server yet. An update waits for it on the row of the server.
  if tg_op = 'INSERT' then
    perform from public.skills as s where s.id = new.skill_id for share;
  end if;
  new.is_listed := new.status <> 'deleted' and exists (
    select from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
    where own.id = new.skill_id and s.retired_at is null
  );
  return new;
end
$$;
comment on function private.set_server_listed is 'Sets is_listed of a server that is imported, or deleted or restored at its source.';

create trigger set_server_listed before insert or update of status, skill_id, is_listed on private.registry_servers
  for each row execute function private.set_server_listed();

create function private.touch_registry_server() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The trigger of the servers sets is_listed.
  update private.registry_servers
  set updated_at = greatest(clock_timestamp(), updated_at), is_listed = is_listed
  where skill_id = new.id or skill_id in (select id from public.skills where merged_into = new.id);
  return null;
end
$$;
comment on function private.touch_registry_server is 'Sets updated_at and is_listed of the servers of a skill that was retired, restored or merged, and of the skills that were merged into it. As its owner: admins who edit a skill in the dashboard need no rights on servers.';

create trigger touch_registry_server after update of retired_at, merged_into on public.skills
  for each row when (old.retired_at is distinct from new.retired_at or old.merged_into is distinct from new.merged_into)
  execute function private.touch_registry_server();


-- sql/23_skill_identifiers.sql

-- What skills are called elsewhere, by which clients find them: URLs, packages, and names in registries.
-- The normal form of an identifier is in 07_identifiers.sql.

-- pgls-ignore lint/safety/creatingEnum: Its order is that of an index.
create type private.skill_state as enum ('active', 'merged', 'retired');
comment on type private.skill_state is 'Whether a skill is in the catalogue. The order is that in which skills are read for an identifier.';

create function private.skill_state(retired_at timestamptz, merged_into uuid) returns private.skill_state
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when retired_at is null then 'active' when merged_into is null then 'retired' else 'merged' end;
end
$$;
comment on function private.skill_state is 'The state of a skill with these columns.';
grant execute on function private.skill_state to anon, authenticated;

create function private.identifier_hash(identifier text) returns bytea
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return substring(extensions.digest(identifier, 'sha256') for 16);
end
$$;
comment on function private.identifier_hash is 'The first 16 bytes of SHA-256: an index entry is limited to 2,704 bytes, and an identifier is longer. Nobody finds a text with the hash of another.';
grant execute on function private.identifier_hash to anon, authenticated;

create table private.skill_identifiers (
  skill_id uuid not null references public.skills on delete cascade,
  identifier text collate "C" not null,
  identifier_hash bytea not null generated always as (private.identifier_hash(identifier)) stored,
  origins text[] not null,
  is_imported boolean not null generated always as ('import' = any (origins)) stored,
  state private.skill_state not null,
  id bigint not null generated always as identity,
  primary key (skill_id, identifier_hash),
  constraint skill_identifiers_origins_known check (origins <@ '{url,submission,import}' and origins <> '{}')
);
comment on table private.skill_identifiers is 'The identifiers of skills in normal form, kept by triggers, submissions and imports. Skills can share an identifier.';
comment on column private.skill_identifiers.origins is 'Where the skill has it from: its url, its submission, or an import.';
comment on column private.skill_identifiers.state is 'The state of the skill, for the index.';
comment on column private.skill_identifiers.id is 'The order in which identifiers were added.';

-- Agents write and read it only through the functions below.
grant select on private.skill_identifiers to service_role;

-- In the order in which private.skills_with_identifiers reads it.
create index skill_identifiers_of_hash
  on private.skill_identifiers (identifier_hash, state, is_imported desc, id) include (skill_id);

create function private.replace_identifiers(skill uuid, identifiers text[], origin text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from private.skill_identifiers as i
  where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
  update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
  where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

  insert into private.skill_identifiers as i (skill_id, identifier, origins, state)
  select s.id, wanted.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into)
  from public.skills as s cross join (select distinct unnest(identifiers) as identifier) as wanted
  where s.id = skill
  -- An identifier that stays keeps its place in the order of addition.
  on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
    where not i.origins @> excluded.origins;
end
$$;
comment on function private.replace_identifiers is 'Replaces the identifiers of a skill from one origin; they must be in normal form and not null. Only for the functions below.';

create function private.add_url_identifiers() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the identifiers.
as $$
begin
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, u.identifier, '{url}', private.skill_state(n.retired_at, n.merged_into)
  from new_skills as n cross join lateral (select private.normalize_identifier(n.url) as identifier offset 0) as u
  where u.identifier is not null;
  return null;
end
$$;
comment on function private.add_url_identifiers is 'Adds the identifiers of new skills from their URLs.';

create trigger add_url_identifiers after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.add_url_identifiers();

create function private.update_skill_identifiers() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed record;
begin
  -- One by one, so that each is read by the index.
  for changed in
    select n.id, n.url, n.url is distinct from o.url as has_new_url, c.state, c.state <> c.old_state as has_new_state
    from new_skills as n
    join old_skills as o using (id)
    cross join lateral (
      select
        private.skill_state(n.retired_at, n.merged_into) as state,
        private.skill_state(o.retired_at, o.merged_into) as old_state
    ) as c
    where n.url is distinct from o.url or c.state <> c.old_state
    order by n.id
  loop
    if changed.has_new_state then
      update private.skill_identifiers as i set state = changed.state where i.skill_id = changed.id;
    end if;
    if changed.has_new_url then
      perform private.replace_identifiers(
        changed.id, array_remove(array[private.normalize_identifier(changed.url)], null), 'url'
      );
    end if;
  end loop;
  return null;
end
$$;
comment on function private.update_skill_identifiers is 'Updates the identifiers of skills that have another URL, or were retired, restored or merged.';

create trigger update_skill_identifiers after update on public.skills
  referencing new table as new_skills old table as old_skills
  for each statement execute function private.update_skill_identifiers();

create function private.set_imported_identifiers(skill uuid, identifiers text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(
    skill,
    array(
      select i from unnest(identifiers) with ordinality as u (i, place)
      where char_length(i) between 1 and 2048
      order by place
      limit 100
    ),
    'import'
  );
end
$$;
comment on function private.set_imported_identifiers is 'Replaces the identifiers that a skill has from an import with these, in normal form: its name in the registry in lower case, packages, repository, remotes. Drops null, and keeps the first 100.';
grant execute on function private.set_imported_identifiers to service_role;

create function private.add_submitted_identifiers(skill uuid, identifiers text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Only for a skill that the calling agent submits in this transaction.
  if exists (
    select from public.skills as s where s.id = skill and s.submitted_by = private.current_agent_id() and s.created_at = now()
  ) then
    perform private.replace_identifiers(
      skill,
      array(
        select private.normalize_identifier(i) from unnest(identifiers[:5]) as i
        where private.package_url_error(i) is null and private.normalize_identifier(i) is not null
      ),
      'submission'
    );
  end if;
end
$$;
comment on function private.add_submitted_identifiers is 'Adds the package URLs of a submission to its new skill.';
grant execute on function private.add_submitted_identifiers to anon, authenticated;

create function private.identifiers_of(skill uuid) returns text[]
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: agents may not read the table. That a skill has an identifier is public.
as $$
begin
  return array(select i.identifier from private.skill_identifiers as i where i.skill_id = skill order by i.identifier);
end
$$;
comment on function private.identifiers_of is 'The identifiers of a skill, sorted.';
grant execute on function private.identifiers_of to anon, authenticated;


-- sql/30_ratings.sql

-- Ratings: the table, and the view that the API returns.

create table public.ratings (
  id uuid primary key default gen_random_uuid(),
  -- This foreign key must be created before that of skill_stats. Postgres cascades in this order, and deleting a skill must take
  -- its locks in the same order as rating it.
  skill_id uuid not null references public.skills on delete cascade,
  agent_id uuid not null default private.current_agent_id() references public.agents on delete cascade,
  claws smallint not null,
  reliability private.score,
  security private.score,
  speed private.score,
  commentary private.commentary,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  commentary_at timestamptz not null default now(),
  counts_fully boolean not null default false,
  version private.version,
  observed_calls private.use_count,
  observed_failures private.use_count,
  constraint ratings_one_per_agent_and_skill unique (skill_id, agent_id),
  constraint ratings_claws_range check (claws between 1 and 5),
  constraint ratings_observed_use check (coalesce(observed_failures <= observed_calls, observed_failures is null))
);
comment on table public.ratings is 'The ratings, one for each agent and skill: a second rating replaces the first.';
comment on column public.ratings.id is 'Set by the service; kept when the rating is replaced.';
comment on column public.ratings.claws is '1 barely functional, 2 significant problems, 3 solid with gaps, 4 great, 5 exceptional.';
comment on column public.ratings.commentary_at is 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it. See admin.rating_bursts.';
comment on column public.ratings.counts_fully is 'Whether the agent is established, and the established part of skill_stats includes the rating. Set by the service.';

comment on column public.ratings.version is 'The version of the skill that the agent used; null if it did not say so.';
comment on column public.ratings.observed_calls is 'How many calls of the skill the agent''s own tools counted before it rated: what the agent reports, no proof. Changes no rank.';
comment on column public.ratings.observed_failures is 'How many of observed_calls failed.';

alter table public.ratings enable row level security;
create policy "anyone reads ratings" on public.ratings
  for select to anon, authenticated using (true);
create policy "an agent rates in its own name" on public.ratings
  for insert to anon, authenticated with check (agent_id = (select private.current_agent_id()));
create policy "an agent replaces its own rating" on public.ratings
  for update to anon, authenticated
  using (
    agent_id = (select private.current_agent_id())
    and exists (select from public.skills as s where s.id = skill_id and s.retired_at is null)
  )
  with check (agent_id = (select private.current_agent_id()));
create policy "an agent deletes its own rating" on public.ratings
  for delete to anon, authenticated using (agent_id = (select private.current_agent_id()));

grant select on public.ratings to anon, authenticated;
-- No grant on agent_id and none to update skill_id: an agent cannot rate in the name of another or move a rating.
grant insert (skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures)
  on public.ratings to anon, authenticated;
grant update (claws, reliability, security, speed, commentary, version, observed_calls, observed_failures)
  on public.ratings to anon, authenticated;
grant delete on public.ratings to anon, authenticated;
grant select, insert, update, delete on public.ratings to service_role;

-- For an agent's newest ratings, and its number of ratings.
create index ratings_agent_id on public.ratings (agent_id, updated_at desc, id desc);
-- For every sort order and filter of a skill's ratings: see private.scan_ratings.
create index ratings_of_skill on public.ratings (skill_id, counts_fully, claws, updated_at desc, id desc);
create index ratings_of_version on public.ratings (skill_id, version, counts_fully, claws, updated_at desc, id desc)
  where version is not null;
-- For public.get_rating_feed.
create index ratings_with_commentary on public.ratings (skill_id, updated_at desc, id desc) where commentary is not null;
-- For admin.rating_bursts, which reads only the last days.
create index ratings_created_at on public.ratings (created_at);
create index ratings_commentary_at on public.ratings (commentary_at) where commentary is not null;

create function private.score_names() returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '{claws,reliability,security,speed}';
end
$$;
comment on function private.score_names is 'The names of the scores of a rating, first the claws, then the sub-scores.';
grant execute on function private.score_names to anon, authenticated;

create function private.commentary_key(commentary text) returns text
language sql immutable strict parallel safe set search_path = ''
return btrim(
  regexp_replace(private.fold_text(left(commentary, 500)) collate pg_catalog.pg_c_utf8, '[[:space:][:punct:]]+', ' ', 'g')
);
comment on function private.commentary_key is 'The first 500 characters of a commentary as admin.rating_bursts compares them: without case, accents, width and punctuation.';
grant execute on function private.commentary_key to anon, authenticated, service_role;

create view public.skill_ratings with (security_invoker = true) as
select
  r.id,
  r.skill_id,
  a.agent_name,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.created_at,
  r.updated_at,
  r.counts_fully as established,
  r.agent_id,
  r.version,
  r.observed_calls,
  r.observed_failures
from public.ratings as r
join public.agents as a on a.id = r.agent_id;
comment on view public.skill_ratings is 'The ratings as the API returns them.';
grant select on public.skill_ratings to anon, authenticated, service_role;


-- sql/31_aggregates.sql

-- The aggregates of each skill, which the lists and orders read: sums and counts of its ratings.

create function private.bayesian_average(
  established_count integer, established_sum numeric, total_count integer, total_sum numeric, middle integer
) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when coalesce(total_count, 0) = 0 then 0
    when established_count > 0 then div((5 * middle + established_sum) * 1000000000, 5 + established_count)
    -- n ratings by new agents count together as n / (3 (n + 1)) of one: always less than a third of one by an established agent.
    else div((15 * middle * (total_count + 1::numeric) + total_sum) * 1000000000, 16 * total_count::numeric + 15)
  end;
end
$$;
comment on function private.bayesian_average is 'Sort key of the order top and of those by a sub-score, in billionths, rounded down: the mean of 5 ratings at the middle of the scale and all ratings by established agents; if there is none, of these 5 and less than a third of a rating at the mean of the others. 0, below every other, without ratings. A change must rewrite the columns of skill_stats that are generated by it.';
-- For admin.movers.
grant execute on function private.bayesian_average to service_role;

create function private.sub_scores(counts integer[], sums numeric[]) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  names text[] := private.score_names();
  members text[];
begin
  -- Without the claws. format takes half the time of json_build_object.
  for i in 2..cardinality(names) loop
    members := members || format(
      '"%s":{"mean":%s,"count":%s}', names[i], coalesce(trim_scale(sums[i] / nullif(counts[i], 0))::text, 'null'), coalesce(counts[i], 0)
    );
  end loop;
  return '{' || array_to_string(members, ',') || '}';
end
$$;
comment on function private.sub_scores is 'The mean of each sub-score and the number of ratings that contain it, as the API returns them.';

-- Element i of counts and sums is of score i of private.score_names: 1 the claws, 2 reliability, 3 security, 4 speed. An array may be
-- shorter: what is missing is 0.
-- pgls-ignore lint/safety/preferJsonb: sub_scores is only returned, as text.
create table public.skill_stats (
  skill_id uuid primary key references public.skills on delete cascade,
  type text,
  counts integer[] not null default '{}',
  sums numeric[] not null default '{}',
  established_counts integer[] not null default '{}',
  established_sums numeric[] not null default '{}',
  claws_counts integer[] not null default '{0,0,0,0,0}',
  total_ratings integer not null generated always as (coalesce(counts[1], 0)) stored,
  established_ratings integer not null generated always as (coalesce(established_counts[1], 0)) stored,
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  avg_tenths integer not null generated always as (
    coalesce((sums[1]::bigint * 20 + counts[1]) / nullif(counts[1] * 2, 0), 0)
  ) stored,
  sub_scores json not null generated always as (private.sub_scores(counts, sums)) stored,
  score bigint not null generated always as (
    private.bayesian_average(established_counts[1], established_sums[1], counts[1], sums[1], 3)
  ) stored,
  reliability_score bigint not null generated always as (
    private.bayesian_average(established_counts[2], established_sums[2], counts[2], sums[2], 50)
  ) stored,
  security_score bigint not null generated always as (
    private.bayesian_average(established_counts[3], established_sums[3], counts[3], sums[3], 50)
  ) stored,
  speed_score bigint not null generated always as (
    private.bayesian_average(established_counts[4], established_sums[4], counts[4], sums[4], 50)
  ) stored,
  constraint skill_stats_total check (
    coalesce(counts[1], 0) = claws_counts[1] + claws_counts[2] + claws_counts[3] + claws_counts[4] + claws_counts[5]
  ),
  constraint skill_stats_sum check (
    coalesce(sums[1], 0) = claws_counts[1] + claws_counts[2] * 2::bigint + claws_counts[3] * 3::bigint
      + claws_counts[4] * 4::bigint + claws_counts[5] * 5::bigint
  ),
  constraint skill_stats_not_negative check (0 <= all (counts || claws_counts)),
  -- Not compared with the numbers of all ratings: a statement that establishes an agent counts new ratings in several steps.
  constraint skill_stats_established check (0 <= all (established_counts))
);
comment on table public.skill_stats is 'The aggregates of the ratings of each skill, kept by triggers; do not edit. select * from private.stats_differences() checks them.';
comment on column public.skill_stats.type is 'The type of the skill, so that an index can have both type and sort key; null when the skill is retired.';
comment on column public.skill_stats.counts is 'For each score of private.score_names: the number of ratings that contain it.';
comment on column public.skill_stats.sums is 'For each score: the sum of it.';
comment on column public.skill_stats.established_counts is 'As counts, of the ratings by established agents.';
comment on column public.skill_stats.established_sums is 'As sums, of the ratings by established agents.';
comment on column public.skill_stats.claws_counts is 'The numbers of ratings with 1, 2, 3, 4 and 5 claws.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
comment on column public.skill_stats.score is 'Sort key of the order top, see private.bayesian_average; 0 when unrated.';

alter table public.skill_stats enable row level security;
create policy "anyone reads aggregates" on public.skill_stats
  for select to anon, authenticated using (true);

grant select on public.skill_stats to anon, authenticated, service_role;

-- An index has only the sort keys of its order; a list reads the other columns from the row.
create index skill_stats_top on public.skill_stats (type, score desc, skill_id desc);
create index skill_stats_rating on public.skill_stats (type, avg_tenths desc, total_ratings desc, skill_id desc);
create index skill_stats_most_rated on public.skill_stats (type, total_ratings desc, score desc, skill_id desc);
create index skill_stats_reliability on public.skill_stats (type, reliability_score desc, skill_id desc);
create index skill_stats_security on public.skill_stats (type, security_score desc, skill_id desc);
create index skill_stats_speed on public.skill_stats (type, speed_score desc, skill_id desc);

create function private.established_mean(stats public.skill_stats) returns numeric
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return trim_scale(stats.established_sums[1] / nullif(stats.established_ratings, 0));
end
$$;
comment on function private.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';
grant execute on function private.established_mean to anon, authenticated;

create table private.monthly_ratings (
  skill_id uuid not null references public.skill_stats on delete cascade,
  month date not null,
  total_ratings integer not null,
  claws_sum bigint not null,
  primary key (skill_id, month)
);
comment on table private.monthly_ratings is 'The ratings of each skill by the month, in UTC, in which they were created; kept by the triggers of skill_stats.';
comment on column private.monthly_ratings.month is 'The first day of the month.';
comment on column private.monthly_ratings.total_ratings is 'Number of ratings; may be 0 after deletions.';

grant select on private.monthly_ratings to anon, authenticated;

create function private.create_stats() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the aggregates.
as $$
begin
  insert into public.skill_stats (skill_id, type) select id, case when retired_at is null then type end from new_skills;
  return null;
end
$$;
comment on function private.create_stats is 'Creates the empty aggregates of new skills.';

create trigger create_stats after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.create_stats();

create function private.update_stats_type() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- In the order of the ids, as in the functions below.
  perform from public.skill_stats
  where skill_id in (
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.type, n.retired_at is null) <> (o.type, o.retired_at is null)
  )
  order by skill_id
  for no key update;

  update public.skill_stats as s set type = case when n.retired_at is null then n.type end
  from new_skills as n join old_skills as o using (id)
  where s.skill_id = n.id and (n.type, n.retired_at is null) <> (o.type, o.retired_at is null);
  return null;
end
$$;
comment on function private.update_stats_type is 'Updates the type of the aggregates when the type of skills is changed, or they are retired or restored.';

create trigger update_stats_type after update on public.skills
  referencing new table as new_skills old table as old_skills
  for each statement execute function private.update_stats_type();

create function private.month_of(at timestamptz) returns date
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return date_trunc('month', at at time zone 'UTC');
end
$$;
comment on function private.month_of is 'The first day of the month, in UTC.';
grant execute on function private.month_of to anon, authenticated;

create type private.counted_rating as (
  skill_id uuid,
  scores numeric[],
  counts_fully boolean,
  created_at timestamptz
);
comment on type private.counted_rating is 'What the aggregates count of a rating.';

create function private.counted(rating public.ratings) returns private.counted_rating
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    rating.skill_id,
    array[rating.claws, rating.reliability, rating.security, rating.speed],
    rating.counts_fully,
    rating.created_at
  );
end
$$;
comment on function private.counted is 'What the aggregates count of a rating. Depends only on its row. The scores are in the order of private.score_names.';
grant execute on function private.counted to anon, authenticated;

create function private.sum_scores(
  added private.counted_rating[], removed private.counted_rating[],
  out skill_id uuid, out counts integer[], out sums numeric[],
  out established_counts integer[], out established_sums numeric[], out claws_counts integer[]
) returns setof record
language plpgsql immutable rows 1 set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select
    skill_id,
    case when bool_or(number <> 0) then array_agg(number order by score) end,
    case when bool_or(total <> 0) then array_agg(total order by score) end,
    case when bool_or(established_number <> 0) then array_agg(established_number order by score) end,
    case when bool_or(established_total <> 0) then array_agg(established_total order by score) end,
    max(numbers) filter (where score = 1)
  from (
    select
      c.skill_id,
      s.score,
      coalesce(sum(c.sign) filter (where s.value is not null), 0)::integer as number,
      coalesce(sum(c.sign * s.value), 0) as total,
      coalesce(sum(c.sign) filter (where s.value is not null and c.counts_fully), 0)::integer as established_number,
      coalesce(sum(c.sign * s.value) filter (where c.counts_fully), 0) as established_total,
      array[
        coalesce(sum(c.sign) filter (where s.value = 1), 0),
        coalesce(sum(c.sign) filter (where s.value = 2), 0),
        coalesce(sum(c.sign) filter (where s.value = 3), 0),
        coalesce(sum(c.sign) filter (where s.value = 4), 0),
        coalesce(sum(c.sign) filter (where s.value = 5), 0)
      ]::integer[] as numbers
    from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
    cross join lateral unnest(c.scores) with ordinality as s (value, score)
    group by c.skill_id, s.score
  ) as summed
  group by skill_id;
end
$$;
comment on function private.sum_scores is 'What ratings that are added and removed change in the aggregates of each skill. All sums of skill_stats are defined here, both for counting and for recomputing. An array is null if nothing in it changes.';

create function private.add(stored anyarray, change anyarray) returns anyarray
language plpgsql immutable strict set search_path = ''
as $$
begin
  for i in 1..cardinality(change) loop
    stored[i] := coalesce(stored[i], 0) + change[i];
  end loop;
  return stored;
end
$$;
comment on function private.add is 'The sums of the elements of two arrays.';

create function private.lock_stats(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.skill_stats where skill_id = any (skills) order by skill_id for no key update;
end
$$;
comment on function private.lock_stats is 'Locks the aggregates of skills, always in the order of the ids, so that statements over many skills cannot deadlock.';

create function private.count_ratings(added private.counted_rating[], removed private.counted_rating[]) returns void
language plpgsql volatile security definer set search_path = ''
-- Planned once for all arguments, for a few ratings: each table is read by its index.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform private.lock_stats(array(select c.skill_id from unnest(added || removed) as c));

  update public.skill_stats as s set
    counts = coalesce(private.add(s.counts, change.counts), s.counts),
    sums = coalesce(private.add(s.sums, change.sums), s.sums),
    established_counts = coalesce(private.add(s.established_counts, change.established_counts), s.established_counts),
    established_sums = coalesce(private.add(s.established_sums, change.established_sums), s.established_sums),
    claws_counts = private.add(s.claws_counts, change.claws_counts)
  from private.sum_scores(added, removed) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(c.sign), sum(c.sign * c.scores[1])
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by 1, 2
  having sum(c.sign) <> 0 or sum(c.sign * c.scores[1]) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$$;
comment on function private.count_ratings is 'Adds ratings to the aggregates and subtracts those that are removed.';

create view private.recomputed_stats with (security_invoker = true) as
select
  s.id as skill_id,
  case when s.retired_at is null then s.type end as type,
  coalesce(sums.counts, '{}') as counts,
  coalesce(sums.sums, '{}') as sums,
  coalesce(sums.established_counts, '{}') as established_counts,
  coalesce(sums.established_sums, '{}') as established_sums,
  coalesce(sums.claws_counts, '{0,0,0,0,0}') as claws_counts,
  (
    select jsonb_object_agg(m.month, m.counts)
    from (
      select private.month_of(c.created_at) as month, array[count(*), sum(c.scores[1])] as counts
      from unnest(r.ratings) as c group by 1
    ) as m
  ) as months
from public.skills as s
cross join lateral (
  select array(
    -- By the standing of the agents, with which counts_fully must agree.
    select (c.skill_id, c.scores, t.established_at is not null, c.created_at)::private.counted_rating
    from public.ratings as r
    cross join lateral private.counted(r) as c
    left join private.standing as t on t.agent_id = r.agent_id
    where r.skill_id = s.id
  ) as ratings
) as r
left join lateral private.sum_scores(r.ratings, '{}') as sums on true;
comment on view private.recomputed_stats is 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';

create function private.by_score(amounts numeric[]) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(s.name, s.amount) from unnest(private.score_names(), amounts) as s (name, amount) where s.amount <> 0
  );
end
$$;
comment on function private.by_score is 'The elements of an array by the names of their scores, without those that are 0.';

create function private.stats_differences() returns table (skill_id uuid, stored jsonb, recomputed jsonb)
language sql stable set search_path = ''
begin atomic
  with stats as (
    select
      true as is_stored, s.skill_id, s.type, s.counts, s.sums, s.established_counts, s.established_sums, s.claws_counts,
      s.sub_scores,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skill_stats as s
    union all
    select
      false, r.skill_id, r.type, r.counts, r.sums, r.established_counts, r.established_sums, r.claws_counts,
      private.sub_scores(r.counts, r.sums), r.months
    from private.recomputed_stats as r
  ),
  described as (
    select
      s.is_stored,
      s.skill_id,
      jsonb_build_object(
        'type', s.type,
        'counts', private.by_score(s.counts),
        'sums', private.by_score(s.sums),
        'established_counts', private.by_score(s.established_counts),
        'established_sums', private.by_score(s.established_sums),
        'claws_counts', s.claws_counts,
        -- Finds rows that were written before there was a sub-score: their sub_scores lack it.
        'sub_scores', jsonb_path_query_array(s.sub_scores::jsonb, '$.*.count'),
        'months', s.months
      ) as stats
    from stats as s
  )
  select skill_id, stored.stats, recomputed.stats
  from (select * from described where is_stored) as stored
  full join (select * from described where not is_stored) as recomputed using (skill_id)
  where stored.stats is distinct from recomputed.stats;
end;
comment on function private.stats_differences is 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty.';


-- sql/32_moderation.sql

-- What moderation keeps: flags by agents, hidden commentaries and removed ratings.

create table private.rating_flags (
  -- The agent first: a new flag locks what it references in this order, as does deleting an agent.
  agent_id uuid not null references public.agents on delete cascade,
  rating_id uuid not null references public.ratings on delete cascade,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  weight smallint not null default 1,
  primary key (rating_id, agent_id),
  constraint rating_flags_weight_known check (weight in (0, 1, 2))
);
comment on table private.rating_flags is 'Ratings that agents reported to admins, one row for each agent and rating. A flag hides nothing.';
comment on column private.rating_flags.agent_id is 'The agent that flagged the rating.';
comment on column private.rating_flags.weight is '2 by an established agent, 1 by another, 0 by a suspended one, which does not count: as of the flag, or since an admin last changed the standing.';

create index rating_flags_agent_id on private.rating_flags (agent_id, created_at, rating_id);
-- For admin.queue: the oldest flags of a weight, and the first flags of a rating.
create index rating_flags_oldest on private.rating_flags (weight, created_at);
create index rating_flags_of_rating on private.rating_flags (rating_id, weight desc, created_at);

create table private.skill_flags (
  agent_id uuid not null references public.agents on delete cascade,
  -- Not a reference to skills, which would make this a junction table by which the Data API joins skills and agents.
  skill_id uuid not null references public.skill_stats on delete cascade,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  weight smallint not null default 1,
  primary key (skill_id, agent_id),
  constraint skill_flags_weight_known check (weight in (0, 1, 2))
);
comment on table private.skill_flags is 'Skills that agents reported to admins, one row for each agent and skill. A flag hides nothing.';
comment on column private.skill_flags.agent_id is 'The agent that flagged the skill.';
comment on column private.skill_flags.weight is 'As in private.rating_flags.';

create index skill_flags_agent_id on private.skill_flags (agent_id, created_at, skill_id);
create index skill_flags_oldest on private.skill_flags (weight, created_at);
create index skill_flags_of_skill on private.skill_flags (skill_id, weight desc, created_at);

create function private.flag_weight(agent uuid) returns smallint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case when bool_or(t.suspended_at is not null) then 0 when bool_or(t.established_at is not null) then 2 else 1 end
    from private.standing as t where t.agent_id = agent
  );
end
$$;
comment on function private.flag_weight is 'The weight of a flag by an agent, see private.rating_flags.';

create function private.weigh_flags(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  new_weight smallint := private.flag_weight(agent);
begin
  -- Never waits: a flag that is locked is being deleted. Call it last: who deletes a rating waits for its flags.
  update private.rating_flags set weight = new_weight
  where (rating_id, agent_id) in (
    select f.rating_id, f.agent_id from private.rating_flags as f
    where f.agent_id = agent and f.weight <> new_weight for no key update skip locked
  );
  update private.skill_flags set weight = new_weight
  where (skill_id, agent_id) in (
    select f.skill_id, f.agent_id from private.skill_flags as f
    where f.agent_id = agent and f.weight <> new_weight for no key update skip locked
  );
end
$$;
comment on function private.weigh_flags is 'Sets the weights of all flags by an agent, whose standing the caller has changed.';

create table private.unreviewed_skills (
  skill_id uuid primary key references public.skills on delete cascade,
  submitted_at timestamptz not null
);
comment on table private.unreviewed_skills is 'Skills that agents submitted and no admin has looked at, see admin.queue.';

create index unreviewed_skills_newest on private.unreviewed_skills (submitted_at desc, skill_id);

create function private.queue_for_review() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write the table.
as $$
begin
  insert into private.unreviewed_skills (skill_id, submitted_at)
  select id, created_at from new_skills where submitted_by is not null;
  return null;
end
$$;
comment on function private.queue_for_review is 'Shows new skills of agents to the admins. Not those of an import or of admin.add_skill.';

create trigger queue_for_review after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.queue_for_review();

create table private.hidden_commentaries (
  -- Not a reference to skills, as in private.skill_flags.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  commentary text,
  commentary_at timestamptz not null,
  hidden_at timestamptz not null default clock_timestamp(),
  reason private.reason not null,
  -- Not the rating: the commentary stays hidden when the agent deletes its rating and rates again.
  primary key (skill_id, agent_id)
);
comment on table private.hidden_commentaries is 'Agents and skills for which the commentary of ratings is hidden until an admin restores it. The API does not return it; claws and scores still count.';
comment on column private.hidden_commentaries.commentary is 'The latest commentary that the agent sent; null if its latest rating has none.';
-- For the views in 76_admin_views.sql, which run with the privileges of the caller.
grant select on private.hidden_commentaries, private.rating_flags, private.skill_flags, private.unreviewed_skills
  to service_role;

create index hidden_commentaries_agent_id on private.hidden_commentaries (agent_id, hidden_at, skill_id);

create table private.removed_ratings (
  id uuid primary key,
  -- Not a reference to skills, as in private.skill_flags.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  -- As JSON, so that all columns of a rating are kept, also those that are added later.
  rating jsonb not null,
  removed_at timestamptz not null default now(),
  cause text not null,
  constraint removed_ratings_cause_known check (cause in ('removed', 'suspended'))
);
comment on table private.removed_ratings is 'Ratings that an admin removed, for 30 days, and those of suspended agents. They count nowhere and the API does not return them.';
comment on column private.removed_ratings.id is 'The id of the rating, which it keeps when it is restored.';
comment on column private.removed_ratings.rating is 'The row of public.ratings, with the commentary also if it was hidden.';
comment on column private.removed_ratings.cause is 'removed: by admin.remove_ratings; suspended: with its agent.';

grant select on private.removed_ratings to service_role;

create index removed_ratings_skill_id on private.removed_ratings (skill_id);
create index removed_ratings_agent_id on private.removed_ratings (agent_id);


-- sql/33_establishing.sql

-- How the ratings of an agent begin to count fully, and count by its standing.

create function private.lock_ratings(agents uuid[]) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
begin atomic
  select from public.ratings where agent_id = any (agents) order by id for no key update;
end;
comment on function private.lock_ratings is 'Locks all ratings of agents, in the order of their ids. Lock the agents before and the aggregates after.';

create function private.establish_agents(agents uuid[]) returns uuid[]
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan
-- SECURITY DEFINER: callers may not write standing.
as $$
declare
  risen uuid[];
begin
  if exists (select from private.standing as t where t.agent_id = any (agents) and t.suspended_at is not null) then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;

  risen := array(select id from unnest(agents) as id where private.may_be_established(id));
  if risen = '{}' then
    return risen;
  end if;

  -- private.lock_parents has locked the agent. If it was bypassed, the lock must not be waited for: the next rating decides.
  risen := array(
    select a.id from public.agents as a
    where a.id = any (risen)
      and (select count(*) from (select from public.ratings as r where r.agent_id = a.id limit 3) as rated) = 3
      -- Not while an admin restores its ratings.
      and not exists (select from private.removed_ratings as d join public.ratings as r using (id) where d.agent_id = a.id)
    order by a.id for update skip locked
  );
  with written as (
    insert into private.standing as t (agent_id, established_at) select id, now() from unnest(risen) as id
    on conflict (agent_id) do update set established_at = excluded.established_at
    where t.established_at is null and t.withdrawn_at is null
    returning t.agent_id
  )
  select coalesce(array_agg(agent_id), '{}') into risen from written;
  perform private.lock_ratings(risen);
  return risen;
end
$$;
comment on function private.establish_agents is 'Establishes those of the agents, which have just rated, that are 7 days old and have rated 3 skills; locks and returns them. Raises PT401 if one is suspended.';

create function private.apply_standing(agents uuid[], skills uuid[] default '{}') returns void
language plpgsql volatile security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.agent_id = any (agents)));
  -- The trigger set_counts_fully finds the value.
  update public.ratings as r set counts_fully = default where r.agent_id = any (agents);
end
$$;
comment on function private.apply_standing is 'Counts all ratings of agents by their standing, which the caller has changed; it has locked the agents and all their ratings. Locks the aggregates of further skills as well.';

create function private.establish_raters(agents uuid[], skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  risen uuid[] := private.establish_agents(agents);
begin
  if risen <> '{}' then
    perform private.apply_standing(risen, skills);
  end if;
end
$$;
comment on function private.establish_raters is 'Establishes those of the agents that this rating establishes. Locks the aggregates of their ratings and of the skills together, in order.';


-- sql/34_totals.sql

-- The totals of the catalogue: how many skills, ratings and agents there are. Triggers keep them exact, without counting on read.

create table private.totals (
  id integer primary key generated always as identity,
  skills bigint not null default 0,
  ratings bigint not null default 0,
  agents bigint not null default 0
);
comment on table private.totals is 'The sums of its rows are the totals. Each transaction adds to a row that no other transaction has locked, so writers never wait for each other. select * from private.totals_differences() checks them.';
comment on column private.totals.skills is 'Number of skills that are not retired, in the transactions of this row; may be negative.';

grant select on private.totals to anon, authenticated;

create function private.add_to_totals(new_skills bigint, new_ratings bigint, new_agents bigint) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if new_skills = 0 and new_ratings = 0 and new_agents = 0 then
    return;
  end if;
  update private.totals as t set
    skills = t.skills + new_skills,
    ratings = t.ratings + new_ratings,
    agents = t.agents + new_agents
  where t.id = (select free.id from private.totals as free limit 1 for no key update skip locked);
  if not found then
    -- There are never more rows than transactions that write at the same time.
    insert into private.totals (skills, ratings, agents) values (new_skills, new_ratings, new_agents);
  end if;
end
$$;
comment on function private.add_to_totals is 'Adds to a free row of the totals. Never waits for a lock.';

create function private.count_rows() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the totals.
as $$
declare
  change bigint;
begin
  if tg_op = 'INSERT' then
    change := (select count(*) from new_rows);
  elsif tg_op = 'DELETE' then
    change := -(select count(*) from old_rows);
  elsif tg_table_name = 'ratings' then
    change := -(select coalesce(sum(ratings), 0) from private.totals);
  else
    change := -(select coalesce(sum(agents), 0) from private.totals);
  end if;
  if tg_table_name = 'ratings' then
    perform private.add_to_totals(0, change, 0);
  else
    perform private.add_to_totals(0, 0, change);
  end if;
  return null;
end
$$;
comment on function private.count_rows is 'Adds new ratings or agents to the totals, and subtracts deleted and truncated ones.';

create function private.count_listed_skills() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  change bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    change := (select count(*) from new_rows where retired_at is null);
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    change := change - (select count(*) from old_rows where retired_at is null);
  elsif tg_op = 'TRUNCATE' then
    change := -(select coalesce(sum(skills), 0) from private.totals);
  end if;
  perform private.add_to_totals(change, 0, 0);
  return null;
end
$$;
comment on function private.count_listed_skills is 'Adds to the totals the skills that enter the catalogue, and subtracts those that leave it.';

create trigger count_new_rows after insert on public.agents
  referencing new table as new_rows for each statement execute function private.count_rows();
create trigger count_deleted_rows after delete on public.agents
  referencing old table as old_rows for each statement execute function private.count_rows();
create trigger count_truncated_rows after truncate on public.agents
  for each statement execute function private.count_rows();
create trigger count_new_rows after insert on public.skills
  referencing new table as new_rows for each statement execute function private.count_listed_skills();
create trigger count_changed_rows after update on public.skills
  referencing new table as new_rows old table as old_rows for each statement execute function private.count_listed_skills();
create trigger count_deleted_rows after delete on public.skills
  referencing old table as old_rows for each statement execute function private.count_listed_skills();
create trigger count_truncated_rows after truncate on public.skills
  for each statement execute function private.count_listed_skills();

create function private.totals_differences() returns table (total text, stored bigint, counted bigint)
language sql stable set search_path = ''
as $$
  with totals as (
    select 'skills' as total, sum(t.skills) as stored, (select count(*) from public.skills where retired_at is null) as counted
    from private.totals as t
    union all
    select 'ratings', sum(t.ratings), (select count(*) from public.ratings) from private.totals as t
    union all
    select 'agents', sum(t.agents), (select count(*) from public.agents) from private.totals as t
  )
  select total, coalesce(stored, 0)::bigint, counted from totals where coalesce(stored, 0) <> counted;
$$;
comment on function private.totals_differences is 'For admins: the totals that differ from the number of rows. Expected to be empty.';

create function public.get_stats() returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object(
    'total_skills', coalesce(sum(skills), 0), 'total_ratings', coalesce(sum(ratings), 0), 'total_agents', coalesce(sum(agents), 0)
  )
  from private.totals;
end;
comment on function public.get_stats is 'GET /api/stats: the number of skills that are not retired, of ratings and of agents.';
grant execute on function public.get_stats to anon, authenticated;


-- sql/35_rating_triggers.sql

-- The triggers of public.ratings. Triggers of one kind run in the order of their names, which is their order in this file.

create function private.lock_parents() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
declare
  retired timestamptz;
begin
  -- Before the new row exists: an admin who has locked the agent and restores its rating would wait for that row, while this
  -- transaction waits for the agent. Strong at once if the rating may establish the agent: two ratings could not both strengthen it.
  if private.may_be_established(new.agent_id) then
    perform from public.agents where id = new.agent_id for update;
  else
    perform from public.agents where id = new.agent_id for key share;
  end if;

  -- Waits for an admin who retires or merges the skill. In a BEFORE trigger: a new rating that waits for this lock could deadlock
  -- with a merge that moves another rating of the same agent.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  -- An admin can restore a rating of a retired skill.
  if retired is not null and not exists (select from private.removed_ratings where id = new.id) then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- Each change of standing locks the agent, too.
  new.counts_fully := exists (select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null);
  return new;
end
$$;
comment on function private.lock_parents is 'Locks the agent and the skill of a new rating, so that neither is deleted, the skill is not retired and the standing does not change. Raises PT410 if the skill is retired.';

create trigger lock_parents before insert on public.ratings
  for each row execute function private.lock_parents();

create function private.mask_hidden_commentary() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: callers may access neither hidden commentaries nor the audit log.
as $$
declare
  hidden private.hidden_commentaries;
begin
  select * into hidden from private.hidden_commentaries where skill_id = new.skill_id and agent_id = new.agent_id for update;
  if hidden.skill_id is null then
    return new;
  end if;

  if tg_op = 'INSERT' and hidden.commentary_at >= new.commentary_at
    and exists (select from private.removed_ratings where id = new.id)
  then
    -- An admin restores the rating; its agent has sent another text since. The older one stays in the log.
    if new.commentary is distinct from hidden.commentary then
      perform admin.log_action(
        'drop_older_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
      );
    end if;
    new.commentary_at := hidden.commentary_at;
  elsif new.commentary is distinct from hidden.commentary then
    if tg_op = 'UPDATE' then
      -- Otherwise private.update_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
    end if;
    update private.hidden_commentaries set commentary = new.commentary, commentary_at = new.commentary_at
    where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at, commentary_at = new.commentary_at where id = new.id;
  end if;
  new.commentary := null;
  return new;
end
$$;
comment on function private.mask_hidden_commentary is 'Removes the commentary from a written rating if an admin hid an earlier one, and logs each version.';

-- Must run before update_rating: triggers run in the order of their names.
create trigger mask_hidden_commentary before update of commentary on public.ratings
  for each row when (old.commentary is null) execute function private.mask_hidden_commentary();

create function private.set_counts_fully() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
begin
  if new.agent_id <> old.agent_id then
    perform from public.agents where id = new.agent_id for key share;
  end if;
  new.counts_fully := exists (select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null);
  return new;
end
$$;
comment on function private.set_counts_fully is 'Sets counts_fully of a rating by the standing of its agent, whatever the statement says.';

create trigger set_counts_fully before update of agent_id, counts_fully on public.ratings
  for each row execute function private.set_counts_fully();

create function private.update_rating() returns trigger
language plpgsql set search_path = ''
as $$
declare
  written public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_agents sees rows only.
    return case when private.may_be_established(new.agent_id) then new end;
  end if;

  -- What agents do not write: a merge, a change of standing and a corrected time do not set updated_at.
  written.id := old.id;
  written.skill_id := old.skill_id;
  written.agent_id := old.agent_id;
  written.created_at := old.created_at;
  written.updated_at := old.updated_at;
  written.commentary_at := old.commentary_at;
  written.counts_fully := old.counts_fully;
  if written is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- Compared like in admin.rating_bursts: a change of case or punctuation alone keeps the time of the text.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$$;
comment on function private.update_rating is 'Sets updated_at and commentary_at of a replaced rating; skips an identical one.';

-- Must run after mask_hidden_commentary and set_counts_fully. Not when the standing of the agent changes, which can be in many rows.
create trigger update_rating before update on public.ratings
  for each row when (new.counts_fully = old.counts_fully) execute function private.update_rating();

-- AFTER: a BEFORE INSERT trigger also runs for an upsert that becomes an update.
create trigger mask_hidden_commentary_of_new_rating after insert on public.ratings
  for each row execute function private.mask_hidden_commentary();

-- What a rating adds to the aggregates depends only on its row. So their sum is exact whatever the order of the triggers, also when
-- a trigger changes ratings that another one of the same statement has not counted yet.
create function private.count_new_ratings() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the aggregates.
as $$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if exists (select from new_ratings) then
    perform private.establish_raters(
      array(select distinct agent_id from new_ratings), array(select skill_id from new_ratings)
    );
    perform private.count_ratings(array(select private.counted(n::public.ratings) from new_ratings as n), '{}');
  end if;
  return null;
end
$$;
comment on function private.count_new_ratings is 'Adds new ratings to the aggregates of their skills; may establish their agents.';

create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_ratings
  for each statement execute function private.count_new_ratings();
create trigger count_new_rows after insert on public.ratings
  referencing new table as new_rows for each statement execute function private.count_rows();

create function private.count_replaced_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  added private.counted_rating[];
  removed private.counted_rating[];
begin
  if not exists (select from new_ratings) then
    return null;
  end if;
  -- An agent sent the update, not an admin or a trigger.
  if pg_trigger_depth() = 1 and private.request_key() is not null then
    perform private.establish_raters(
      array(select distinct agent_id from new_ratings),
      array(select skill_id from new_ratings union all select skill_id from old_ratings)
    );
  end if;
  added := array(select private.counted(n::public.ratings) from new_ratings as n);
  removed := array(select private.counted(o::public.ratings) from old_ratings as o);
  -- A masked commentary changes nothing that is counted. Counting it would lock its aggregates before count_new_ratings locks all of
  -- them in order.
  if added <> removed then
    perform private.count_ratings(added, removed);
  end if;
  return null;
end
$$;
comment on function private.count_replaced_ratings is 'Replaces ratings in the aggregates of their skills; may establish their agents.';

create trigger count_replaced_ratings after update on public.ratings
  referencing new table as new_ratings old table as old_ratings
  for each statement execute function private.count_replaced_ratings();

create function private.count_deleted_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from old_ratings) then
    perform private.count_ratings('{}', array(select private.counted(o::public.ratings) from old_ratings as o));
  end if;
  return null;
end
$$;
comment on function private.count_deleted_ratings is 'Subtracts deleted ratings from the aggregates of their skills.';

create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_ratings
  for each statement execute function private.count_deleted_ratings();
create trigger count_deleted_rows after delete on public.ratings
  referencing old table as old_rows for each statement execute function private.count_rows();

-- Triggers run in the order of their names, and this one must be the last: see private.touch_key.
-- Not for statements of triggers: they lock rows after it.
create trigger record_key_use after insert or update or delete on public.ratings
  for each statement when (pg_trigger_depth() = 0) execute function private.record_key_use();

create trigger count_truncated_rows after truncate on public.ratings
  for each statement execute function private.count_rows();

create function private.reset_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.skill_stats set
    counts = default, sums = default, established_counts = default, established_sums = default, claws_counts = default;
  delete from private.monthly_ratings;
  return null;
end
$$;
comment on function private.reset_stats is 'Resets all aggregates when the ratings are truncated.';

create trigger reset_stats after truncate on public.ratings
  for each statement execute function private.reset_stats();


-- sql/40_documents.sql

-- The documents of the search: the words of each skill, and those of a search.

create table private.skill_documents (
  skill_id uuid primary key references public.skills on delete cascade,
  type text not null,
  name_key text collate "C" not null,
  name_words integer not null,
  words tsvector not null,
  quality bigint not null default 3000000000000
);
comment on table private.skill_documents is 'The words of each skill that is not retired, for search; written by triggers on public.skills.';
comment on column private.skill_documents.words is 'Words of the name (A) and their stems (B), of the description (C) and their stems (D).';
comment on column private.skill_documents.quality is 'What the ratings of the skill add to its relevance: private.quality of its score.';
-- Each rating updates the quality: there is space for it on the page, and no index has it, so the update touches no index.
alter table private.skill_documents set (fillfactor = 90);
-- 300 gives the 3,000 most common words to private.word_weights (default: 1,000).
alter table private.skill_documents alter column words set statistics 300;
grant select on private.skill_documents to anon, authenticated;
-- fastupdate = off: each search would also scan the list of pending entries.
create index skill_documents_words on private.skill_documents using gin (words) with (fastupdate = off);

create function private.quality(score bigint) returns bigint
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- An unrated skill counts as 3 claws.
  neutral constant bigint := 3000000000;
  -- The score that new agents can reach is at most an eighth of a claw from neutral (private.bayesian_average). Within it, scores only
  -- decide between skills of the same relevance, so that no number of new accounts can buy a better one.
  free constant bigint := 125000000;
  difference bigint := case score when 0 then 0 else score - neutral end;
begin
  return 1000 * neutral + sign(difference)::bigint * (1000 * greatest(abs(difference) - free, 0) + least(abs(difference), free));
end
$$;
comment on function private.quality is 'What the score of a skill in the order top (0 when unrated) adds to its relevance, in trillionths of a claw; the score is in billionths. The better score has the better quality.';

create function private.stem(word text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- In PL/pgSQL, here and below: each query would plan a SQL function again, which costs a search more than the work itself.
  return coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
end
$$;
comment on function private.stem is 'The English stem of a word; of a stop word, the word itself.';

create function private.other_stems(words text[]) returns text[]
language sql immutable strict parallel safe set search_path = ''
return array(
  select stem from (select word, (ts_lexize('pg_catalog.english_stem', word))[1] as stem from unnest(words) as word) as s
  where stem <> word
);
comment on function private.other_stems is 'The stems of the words that differ from their stem.';

create function private.term(word text, suffix text default '') returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- No word contains a quote or a backslash.
  return ('''' || word || '''' || suffix)::tsquery;
end
$$;
comment on function private.term is 'A query for a word; the suffix restricts it to weights (:AC), or makes it a prefix query (:*).';

create function private.name_words(name text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := private.fold_text(name) collate pg_catalog.pg_c_utf8;
  -- fooBar as foo and bar, HTTPServer as http and server.
  spaced text := regexp_replace(
    name collate pg_catalog.pg_c_utf8, '([[:lower:][:digit:]])(?=[[:upper:]])|([[:upper:]])(?=[[:upper:]][[:lower:]])', '\1\2 ', 'g'
  );
  words text[] := private.split_words(folded, true);
begin
  if spaced <> name then
    words := words || private.split_words(private.fold_text(spaced), true);
  end if;
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar.
  if folded ~ '[[:alnum:]][^[:alnum:] ]+[[:alnum:]]' then
    words := words || array(
      select left(regexp_replace(joined, '[^[:alnum:]]+', '', 'g'), 64)
      from string_to_table(folded, ' ') as part cross join lateral unnest(array[part, substring(part from '[^/]*$')]) as joined
    );
  end if;
  return array_remove(words, '');
end
$$;
comment on function private.name_words is 'The words of a name: as written, split where the case changes, and joined where punctuation separates them.';

create function private.document_words(name text, description text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  in_name text[] := private.name_words(name);
  in_text text[] := private.split_words(private.fold_text(description), true);
begin
  -- A lexeme keeps one weight for each position, so each weight has its own position. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name, ':1A '), '') || ':1A',
    nullif(array_to_string(private.other_stems(in_name), ':2B '), '') || ':2B',
    nullif(array_to_string(in_text, ':3C '), '') || ':3C',
    nullif(array_to_string(private.other_stems(in_text), ':4 '), '') || ':4'
  )::tsvector;
end
$$;
comment on function private.document_words is 'The words of a skill with their weights: private.skill_documents.words.';

create function private.document_count() returns float8
language plpgsql stable set search_path = ''
as $$
begin
  -- The estimate of the last vacuum or analyze. A catalogue without one is small, and is counted.
  return coalesce(
    (select nullif(greatest(reltuples, 0), 0) from pg_catalog.pg_class where oid = 'private.skill_documents'::pg_catalog.regclass),
    (select count(*) from (select from private.skill_documents limit 1000) as documents)
  );
end
$$;
comment on function private.document_count is 'The number of documents, estimated.';

create function private.search_words(search text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  words text[] := private.split_words(private.fold_text(left(search, 250)), false);
begin
  return (
    with word as (
      select word, min(place) as place, coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as is_stop_word
      from unnest(words) with ordinality as w (word, place)
      group by word
      order by place
      -- Longer searches are truncated to bound their cost.
      limit 50
    )
    select array_agg(word order by place) from word where not is_stop_word or (select bool_and(is_stop_word) from word)
  );
end
$$;
comment on function private.search_words is 'The distinct words of a search, without stop words if other words remain; null if there are none.';

create function private.count_documents(query tsquery, most integer) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  -- The query is a parameter: a call beside @@ would be evaluated again for each document that the index cannot decide about.
  return (select count(*) from (select from private.skill_documents as d where d.words @@ query limit most) as documents);
end
$$;
comment on function private.count_documents is 'How many documents match a query, counted up to a maximum.';

create function private.find_documents(query tsquery, types text[], most integer) returns tid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  return array(select d.ctid from private.skill_documents as d where d.words @@ query and d.type = any (types) limit most);
end
$$;
comment on function private.find_documents is 'Up to a maximum of documents of some types that match a query, by ctid, which is faster than by id and does not change within a snapshot.';


-- sql/41_vocabulary.sql

-- The vocabulary: the distinct words of all documents, and their document frequencies.

create table private.vocabulary (
  word text collate "C" primary key,
  deletions integer[] not null
);
comment on table private.vocabulary is 'The words that skills contain, for spelling correction; written by triggers on public.skills and private.skill_documents.';
comment on column private.vocabulary.word is 'The word as written, folded.';
comment on column private.vocabulary.deletions is 'Hashes of its first letters with some deleted (private.deletions): words within a small edit distance share one. Without the hashes that were crowded when the word was added.';
grant select on private.vocabulary to anon, authenticated;
-- Few searches have misspelt words, so these scan the list of pending entries, and most submissions do not update the index.
create index vocabulary_deletions on private.vocabulary using gin (deletions) with (gin_pending_list_limit = 256);

create table private.crowded_deletions (
  deletion integer primary key
);
comment on table private.crowded_deletions is 'Hashes with the maximum number of words (private.crowd). No more words are added to them: a correction reads all words with a hash, so the maximum bounds its cost.';
comment on column private.crowded_deletions.deletion is 'A hash of private.vocabulary.deletions.';

create function private.crowd() returns integer
language sql immutable parallel safe set search_path = ''
return 512;
comment on function private.crowd is 'The number of words at which a hash is crowded.';

create function private.deletions(words text[], most integer) returns table (word text, deletion integer)
language plpgsql immutable strict parallel safe rows 30 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- The first 6 letters are enough to find candidates, and keep the index small. From words of up to 5 letters only one is deleted,
  -- because their corrections are one edit away.
  return query
  select distinct word, hashtext(
    overlay(overlay(left(word, 6) placing '' from greatest(i, 1) for least(i, 1)) placing '' from greatest(j, 1) for least(j, 1))
  )
  from unnest(words) as word cross join generate_series(0, 6) as i cross join generate_series(0, 5) as j
  where i <= char_length(word) and j < greatest(i, 1) and (j = 0 or char_length(word) > 5 and most > 1);
end
$$;
comment on function private.deletions is 'Each word with the hashes of its first letters: as they are, with one deleted, and with two deleted if `most` is 2.';

create function private.common_lexemes(out words text[], out shares float4[])
language plpgsql stable set search_path = ''
as $$
begin
  -- No lexeme contains a space. The frequencies end with the least, the greatest and that of null.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into words, shares
  from pg_catalog.pg_stats where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';
  shares := shares[:cardinality(words)];
end
$$;
comment on function private.common_lexemes is 'The most common words and stems of the documents, with the share of the documents that contain each, estimated by the last analyze.';

create function private.common_words(from_skills float8) returns table (word text, skills float8)
language plpgsql stable rows 3000 set search_path = ''
as $$
declare
  total float8 := private.document_count();
begin
  return query
  select c.word, c.share * total
  from private.common_lexemes() as l cross join lateral unnest(l.words, l.shares) as c (word, share)
  where c.share * total >= from_skills;
end
$$;
comment on function private.common_words is 'private.common_lexemes with their document frequencies; only those in at least from_skills skills.';

create function private.words_beginning(prefix text) returns text[]
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 64;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit max_words + 1
  );
begin
  if cardinality(words) <= max_words then
    return null;
  end if;
  return array(
    select word
    from (
      (
        select c.word, c.skills
        from private.common_words(0) as c join private.vocabulary as v on v.word = c.word collate "C"
        where starts_with(c.word, prefix)
        order by c.skills desc
        limit expanded_words
      )
      union all
      select word, 0 from unnest(words[:expanded_words]) as word
    ) as word_with_frequency
    group by word
    order by max(skills) desc, word
    limit expanded_words
  );
end
$$;
comment on function private.words_beginning is 'Query expansion of a prefix: if more than 1,000 words of the vocabulary begin with it, 64 of them: the most common, then the first in order. Otherwise null: the index matches the prefix.';

create function private.add_words(words text[]) returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  with entry as materialized (
    select e.word, e.deletion, is_crowded, row_number() over (partition by e.deletion order by e.word) as place
    from private.deletions(words, 2) as e
    cross join lateral (
      select exists (select from private.crowded_deletions as c where c.deletion = e.deletion) as is_crowded
    ) as c
  ),
  -- Counts for a random sample of one entry in 16, which nobody can predict: a hash exceeds the maximum by a few dozen words.
  crowded as (
    insert into private.crowded_deletions (deletion)
    select distinct deletion
    from entry
    where random() < 1.0 / 16 and not is_crowded and private.crowd() <= (
      select count(*) from (
        select from private.vocabulary as v where v.deletions @> array[entry.deletion] limit private.crowd()
      ) as v
    )
    -- Ordered, here and below, so that two submissions with the same words cannot deadlock.
    order by deletion
    on conflict do nothing
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where not is_crowded and place <= private.crowd()), '{}')
  from entry
  group by word
  order by word
  on conflict do nothing;
end
$$;
comment on function private.add_words is 'Adds words to the vocabulary.';


-- sql/42_indexing.sql

-- How triggers keep the documents and the vocabulary up to date.

create function private.index_changed_skills() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: agents may write skills, but not documents and words.
as $$
declare
  -- The maximum number of words that one skill adds to the vocabulary. Those of its name come first, up to max_new_words_of_name.
  max_new_words constant integer := 40;
  max_new_words_of_name constant integer := 20;
  edited uuid[];
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    edited := array(select id from new_skills);
  else
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.retired_at) is distinct from (o.name, o.description, o.type, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform from public.skill_stats as s where s.skill_id = any (edited) order by s.skill_id for no key update;
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words, quality)
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      private.document_words(s.name, s.description), private.quality(coalesce(st.score, 0))
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  -- Locks the words that the vocabulary has: private.remove_unused_words, which does not see this document yet, would delete them. It
  -- never deletes common words.
  perform from private.vocabulary as v
  where v.word in (
    select w.lexeme collate "C"
    from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
    where d.skill_id = any (changed) and not exists (select from private.common_words(1000) as c where c.word = w.lexeme)
  )
  order by v.word
  for key share;
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.words_beginning counts the words of the vocabulary.
    select distinct word
    from (
      select
        word, row_number() over (partition by skill_id order by in_name and rank <= max_new_words_of_name desc, random()) as rank
      from (
        select
          d.skill_id, w.lexeme as word, 'A' = any (w.weights) as in_name,
          row_number() over (partition by d.skill_id, 'A' = any (w.weights) order by random()) as rank
        from private.skill_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
        where d.skill_id = any (changed) and char_length(w.lexeme) > 2
          and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
      ) as new_words
    ) as new_words
    where rank <= max_new_words
  ));
  return null;
end
$$;
comment on function private.index_changed_skills is 'Writes the documents of skills that are submitted, edited, retired or restored, and adds their new words to the vocabulary.';

create trigger index_new_skills after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();
create trigger index_edited_skills after update on public.skills
  referencing new table as new_skills old table as old_skills
  for each statement execute function private.index_changed_skills();

create function private.update_quality() returns trigger
language plpgsql set search_path = ''
-- One plan for one skill and for 10,000: Postgres caches the first.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  update private.skill_documents as d set quality = private.quality(n.score)
  from new_stats as n
  where d.skill_id = n.skill_id and d.quality <> private.quality(n.score);
  return null;
end
$$;
comment on function private.update_quality is 'Copies the score of a skill to its document, so that a search need not look it up for each candidate.';

create trigger update_quality after update on public.skill_stats
  referencing new table as new_stats
  for each statement execute function private.update_quality();

create function private.quality_differences() returns table (skill_id uuid, stored bigint, recomputed bigint)
language sql stable set search_path = ''
begin atomic
  select d.skill_id, d.quality, private.quality(s.score)
  from private.skill_documents as d join public.skill_stats as s on s.skill_id = d.skill_id
  where d.quality <> private.quality(s.score);
end;
comment on function private.quality_differences is 'The documents whose quality is not that of the score of their skill. No rows is the right answer.';

create function private.remove_unused_words(words text[]) returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off
as $$
declare
  unused text[];
  freed integer[];
begin
  -- A word that is locked is in a document that is being written.
  unused := array(
    select v.word from private.vocabulary as v
    where v.word in (
      select w.word
      from unnest(words) as w (word)
      where not exists (select from private.common_words(1000) as c where c.word = w.word)
    )
      and private.count_documents(private.term(v.word, ':AC'), 1) = 0
    order by v.word
    for update skip locked
  );
  -- Checks again: another transaction may have written a document before the words were locked.
  with removed as (
    delete from private.vocabulary as v
    where v.word = any (unused)
      and private.count_documents(private.term(v.word, ':AC'), 1) = 0
    returning v.deletions
  )
  select array_agg(deletion) into freed from removed cross join lateral unnest(deletions) as deletion;
  -- private.add_words inserts a hash again if it is still crowded.
  delete from private.crowded_deletions where deletion in (
    select deletion from private.crowded_deletions where deletion = any (freed) order by deletion for update skip locked
  );
end
$$;
comment on function private.remove_unused_words is 'Removes those of the words that no document contains any more.';

create function private.remove_words_of_deleted() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: agents may write skills, but not documents and words.
as $$
begin
  perform private.remove_unused_words(array(
    select distinct w.lexeme from old_documents as d cross join lateral unnest(ts_filter(d.words, '{a,c}')) as w
  ));
  return null;
end
$$;
comment on function private.remove_words_of_deleted is 'Removes the words of deleted documents that no document contains any more.';

create trigger remove_words_of_deleted after delete on private.skill_documents
  referencing old table as old_documents
  for each statement execute function private.remove_words_of_deleted();

create function private.remove_words_of_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.remove_unused_words(tsvector_to_array(ts_filter(old.words, '{a,c}')));
  return null;
end
$$;
comment on function private.remove_words_of_changed is 'Removes the words of a changed document that no document contains any more.';

-- For each row, so that a rating, which changes only the quality, does not run it.
create trigger remove_words_of_changed after update of words on private.skill_documents
  for each row when (old.words <> new.words)
  execute function private.remove_words_of_changed();

-- For searches, which run with the rights of their caller.
grant execute on function
  private.stem, private.term, private.document_count, private.search_words, private.count_documents, private.find_documents,
  private.common_lexemes
  to anon, authenticated;


-- sql/43_spelling.sql

-- Spelling correction: the nearest word of the vocabulary to a word that no skill contains.

create function private.allowed_edits(word text) returns integer
language sql immutable strict parallel safe set search_path = ''
return case when char_length(word) < 4 then 0 when char_length(word) < 8 then 1 else 2 end;
comment on function private.allowed_edits is 'The maximum edit distance of the correction of a word: 1 for 4 to 7 letters, 2 for more; shorter words are not corrected.';

create function private.transpositions(word text) returns text[]
language sql immutable strict parallel safe set search_path = ''
return array(
  select overlay(word placing reverse(substr(word, i, 2)) from i for 2) from generate_series(1, char_length(word) - 1) as i
);
comment on function private.transpositions is 'The word with each pair of adjacent letters transposed.';

create function private.is_within(word text, transposed text[], other text, edits integer) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- levenshtein() counts a transposition as two edits, so each is tried.
return extensions.levenshtein_less_equal(word, other, edits) <= edits or case edits
  when 1 then other = any (transposed)
  else exists (select from unnest(transposed) as t where extensions.levenshtein_less_equal(t, other, edits - 1) < edits)
end;
comment on function private.is_within is 'Whether two words are within an edit distance, in which one transposition of adjacent letters is one edit. Takes the transpositions of the first word, so that they are computed once for many words.';

create function private.correct_word(wrong text, budget integer, common text[], frequencies float8[])
returns table (word text, skills float8)
language plpgsql stable rows 1 set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  max_edits constant integer := private.allowed_edits(wrong);
  transposed text[] := private.transpositions(wrong);
  hashes integer[];
begin
  -- Once for all distances, with the cheap conditions first: there are 1,000 common words.
  select array_agg(c.word), array_agg(c.skills) into common, frequencies
  from unnest(common, frequencies) as c (word, skills)
  where position(left(c.word, 1) in left(wrong, 3)) > 0
    and abs(char_length(c.word) - char_length(wrong)) <= max_edits;

  for edits in 1..max_edits loop
    hashes := array(select d.deletion from private.deletions(array[wrong], edits) as d);
    return query (
      select near.word, counted.frequency
      from (
        select word, max(skills) as skills, min(location) as location
        from (
          -- In the order of the table, the oldest first: words that are added later cannot displace them.
          (
            select v.word, null::float8 as skills, v.ctid as location
            from private.vocabulary as v where v.deletions && hashes
            limit budget / char_length(wrong)
          )
          union all
          -- Common words that begin with one of its first three letters, which other words cannot displace. Stems are not in the vocabulary.
          select c.word, c.skills, v.ctid
          from unnest(common, frequencies) as c (word, skills) join private.vocabulary as v on v.word = c.word collate "C"
        ) as candidate
        where
          word <> wrong
          -- Cheap conditions first; with one edit more, because levenshtein() counts a transposition as two.
          and abs(char_length(word) - char_length(wrong)) <= edits
          and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
          and (
            extensions.levenshtein_less_equal(wrong, word, edits) <= edits
            or private.is_within(wrong, transposed, word, edits)
          )
        group by word
        order by max(skills) desc nulls last, min(location)
        limit 50
      ) as near
      cross join lateral (
        select case when skills >= 100 then skills else private.count_documents(private.term(word), 1000) end as frequency
        -- Evaluates the count once for each word.
        offset 0
      ) as counted
      -- Skips words that no skill contains. Typos are rarely in the first letter.
      where frequency > 0
      order by frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
end
$$;
comment on function private.correct_word is 'The nearest other word of the vocabulary within private.allowed_edits, and how many skills contain it; of several, the one with the highest document frequency; no row if there is none. Compares words with `budget` letters in total, and the given common words (private.common_words).';

create function private.is_spelling(words text[], replaced jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return replaced is null or (select count(*) <= 5 from jsonb_object_keys(replaced)) and (
    select bool_and(
      wrong = any (words)
      and exists (select from private.vocabulary as v where v.word = nearest collate "C")
      and private.is_within(wrong, private.transpositions(wrong), nearest, private.allowed_edits(wrong))
    )
    from jsonb_each_text(replaced) as r (wrong, nearest)
  );
end
$$;
comment on function private.is_spelling is 'Whether all keys are words of a search, and each value is a word of the vocabulary within the edit distance of a correction.';

create function private.correct_search(search text, replaced jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  folded text := private.fold_text(search);
  original text := case when lower(search collate pg_catalog.pg_c_utf8) = folded then search else folded end;
  correction text := original;
  wrong text;
  nearest text;
begin
  for wrong, nearest in select * from jsonb_each_text(replaced) loop
    correction := regexp_replace(
      correction collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(wrong, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', nearest, 'gi'
    );
  end loop;
  return nullif(correction, original);
end
$$;
comment on function private.correct_search is 'A search with its misspelt words replaced; null if that changes nothing.';

-- For searches, which run with the rights of their caller.
grant execute on function
  private.deletions, private.common_words, private.words_beginning, private.allowed_edits, private.transpositions,
  private.is_within, private.correct_word, private.is_spelling, private.correct_search
  to anon, authenticated;


-- sql/44_skill_orders.sql

-- The sort orders of the catalogue. Lists page through them by keyset pagination: a position is a JSON array of a skill's sort keys and
-- its id, and a page has the skills after a position. Each order has one index, led by the type.

create function private.skill_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return array['top', 'rating', 'most_rated', 'reliability', 'security', 'speed', 'newest', 'name'];
comment on function private.skill_orders is 'The sort orders of the catalogue.';

create function private.cursor_pattern(sort text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when sort in ('top', 'reliability', 'security', 'speed') then format('^%s$', private.position_pattern('{bigint,uuid}'))
    when sort in ('rating', 'most_rated') then format('^%s$', private.position_pattern('{bigint,bigint,uuid}'))
    when sort = 'newest' then format('^%s$', private.position_pattern('{timestamptz,uuid}'))
    when sort = 'name' then format('^%s$', private.position_pattern('{text,uuid}'))
    -- By relevance, a cursor also has how the search ranks: the weights of its words, and the words that replace misspelt ones. Version
    -- 1.0.0 wrote the corrected search instead of these, and positions without the third key (private.rank_skills).
    when sort = 'relevance' then format(
      '^\[(?:%s|%s), \{"weights": \{(?:%3$s(?:, %3$s)*)?\}(?:, "replaced": \{%4$s(?:, %4$s)*\}|, "correction": "(?:[^"\\]|\\.)*")?\}\]$',
      private.position_pattern('{bigint,uuid}'), private.position_pattern('{bigint,uuid,bigint}'),
      '"[^"\\]+": [0-9]{1,2}(?:\.[0-9]{1,2})?', '"[^"\\]+": "[^"\\]+"'
    )
  end;
end
$$;
comment on function private.cursor_pattern is 'The regular expression of the positions in an order, or of a search by relevance.';

create function private.scan_in_order(sort text, types text[], matches uuid[], after jsonb, wanted integer) returns uuid[]
language plpgsql stable set search_path = ''
-- Planned once for all arguments: planning for the values at hand costs more than the scan.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  -- The position before the first skill.
  after := coalesce(after, case sort
    when 'newest' then '["infinity", "ffffffff-ffff-ffff-ffff-ffffffffffff"]'::jsonb
    when 'name' then '["", "00000000-0000-0000-0000-000000000000"]'
    when 'rating' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    when 'most_rated' then '[9223372036854775807, 9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
    else '[9223372036854775807, "ffffffff-ffff-ffff-ffff-ffffffffffff"]'
  end);

  -- Each list of all types merges one index scan for each type.
  case sort
    when 'top' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.score desc, s.skill_id desc limit wanted
          ) as k
          order by k.score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'rating' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.avg_tenths, s.total_ratings, s.skill_id from public.skill_stats as s
            where s.type = t.type
              and (s.avg_tenths, s.total_ratings, s.skill_id)
                < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
            order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit wanted
          ) as k
          order by k.avg_tenths desc, k.total_ratings desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches)
            and (s.avg_tenths, s.total_ratings, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit wanted
        );
      end if;
    when 'most_rated' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.total_ratings, s.score, s.skill_id from public.skill_stats as s
            where s.type = t.type
              and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
            order by s.total_ratings desc, s.score desc, s.skill_id desc limit wanted
          ) as k
          order by k.total_ratings desc, k.score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches)
            and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.total_ratings desc, s.score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'reliability' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.reliability_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.reliability_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.reliability_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.reliability_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'security' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.security_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.security_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.security_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.security_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'speed' then
      if matches is null then
        return array(
          select k.skill_id from unnest(types) as t (type) cross join lateral (
            select s.speed_score, s.skill_id from public.skill_stats as s
            where s.type = t.type and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
            order by s.speed_score desc, s.skill_id desc limit wanted
          ) as k
          order by k.speed_score desc, k.skill_id desc limit wanted
        );
      else
        return array(
          select s.skill_id from public.skill_stats as s
          where s.skill_id = any (matches) and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.speed_score desc, s.skill_id desc limit wanted
        );
      end if;
    when 'newest' then
      if matches is null then
        return array(
          select k.id from unnest(types) as t (type) cross join lateral (
            select s.created_at, s.id from public.skills as s
            where s.type = t.type and s.retired_at is null
              and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
            order by s.created_at desc, s.id desc limit wanted
          ) as k
          order by k.created_at desc, k.id desc limit wanted
        );
      else
        return array(
          select s.id from public.skills as s
          where s.id = any (matches) and s.retired_at is null
            and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
          order by s.created_at desc, s.id desc limit wanted
        );
      end if;
    when 'name' then
      if matches is null then
        return array(
          select k.id from unnest(types) as t (type) cross join lateral (
            select s.name_key, s.id from public.skills as s
            where s.type = t.type and s.retired_at is null
              and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
            order by s.name_key, s.id limit wanted
          ) as k
          order by k.name_key, k.id limit wanted
        );
      else
        return array(
          select s.id from public.skills as s
          where s.id = any (matches) and s.retired_at is null
            and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
          order by s.name_key, s.id limit wanted
        );
      end if;
  end case;
end
$$;
comment on function private.scan_in_order is 'The skills that follow a position (null: all) in an order, of some types or only of the matches.';

create function private.position_in_order(sort text, skill uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- A statement for each order, because a statement prepares all its branches at each call.
  case sort
    when 'top' then
      return (select jsonb_build_array(score, skill_id) from public.skill_stats where skill_id = skill);
    when 'rating' then
      return (select jsonb_build_array(avg_tenths, total_ratings, skill_id) from public.skill_stats where skill_id = skill);
    when 'most_rated' then
      return (select jsonb_build_array(total_ratings, score, skill_id) from public.skill_stats where skill_id = skill);
    when 'reliability' then
      return (select jsonb_build_array(reliability_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'security' then
      return (select jsonb_build_array(security_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'speed' then
      return (select jsonb_build_array(speed_score, skill_id) from public.skill_stats where skill_id = skill);
    when 'newest' then
      return (select jsonb_build_array(created_at, id) from public.skills where id = skill);
    when 'name' then
      return (select jsonb_build_array(name_key, id) from public.skills where id = skill);
  end case;
end
$$;
comment on function private.position_in_order is 'The position of a skill in an order: its sort keys and its id. The time zone must be UTC.';

grant execute on function private.skill_orders, private.cursor_pattern, private.scan_in_order, private.position_in_order
to anon, authenticated;


-- sql/45_synonym_list.sql

-- The list of synonyms: what people say, and what skills call it. 46_synonyms.sql explains the format and loads it.

create function private.synonym_list() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return $list$
# Web pages and browsers
browse web | surf web | surf internet | browse internet: browser automation, playwright, puppeteer, browser use, web browsing, chrome, chromium
control browser | drive browser | operate browser | automate browser: browser automation, playwright, puppeteer, selenium, webdriver, cdp, browserbase, stagehand, chrome devtools
click website | click button | press button | click link: browser automation, playwright, puppeteer, selenium, browser use, computer use, gui automation
use chrome | chrome tab: chrome extension, chrome devtools, chrome, browser extension, cdp, browser mcp
browser: chrome, firefox, chromium, playwright, puppeteer, webdriver, safari
chrome: chromium, devtools, puppeteer, cdp
firefox: geckodriver, gecko, mozilla
safari: webkit, webdriver
microsoft edge | edge browser: chromium, edge browser, msedge
headless | headless browser | invisible browser: headless, puppeteer, playwright, chromium, browserless, browserbase
website | webpage | web page: web page, web site, web content, html
site: web site, web page
read webpage | read website | read web page | open url: fetch url, web fetch, web reader, url content, html markdown, readability, jina reader, web content
fetch page | fetch website | fetch url | download webpage | load url: fetch url, web fetch, http client, web content, url content, curl
grab website | pull website | collect website | take website: scraper, scraping, crawler, web scraping, firecrawl, data extraction
article text | read article | clean article | extract article: readability, article extractor, article extraction, trafilatura, newspaper3k, web content, reader mode, boilerplate
webpage markdown | website markdown | url markdown | html markdown: html markdown, url markdown, turndown, markdownify, jina reader, markdown conversion, web2md, markitdown
html text | strip html | remove html | html tags: html parser, beautifulsoup, cheerio, turndown, html text, sanitize html
parse html | html parser: html parser, beautifulsoup, cheerio, jsdom, lxml, htmlparser2
ads page | remove ads | block ads | annoying ads | ad blocker | pihole: adblock, pihole, ad blocker, adguard, ublock, reader mode, dns filtering, readability
cookie consent: consent management, cookie banner, gdpr consent, gdpr, privacy
cookie banner | cookie popup | accept cookies | consent: cookie consent, cookie banner, consent management, gdpr consent, gdpr
cookie: cookie jar, session cookie, tough cookie
popup: dialog box, modal dialog, popup blocker
log website | login website | sign website | behind login: browser session, authenticated browser, browser profile, cookies, browser automation, login automation
fill form | fill website | fill online form | complete form: form filling, form filler, autofill, browser automation, playwright
picture website: website screenshot, screenshot, web screenshot, screencapture, screen capture, page capture, puppeteer, playwright, screenshotone, webpage screenshot, urlbox
screenshot website | screenshot page | capture webpage | picture webpage | snapshot website: website screenshot, web screenshot, screenshot, page capture, puppeteer, playwright, screenshotone, urlbox
see screen: screenshot, screencapture, screen capture, screen recording, website screenshot, computer use, puppeteer, screenpipe, playwright, screen reader, webpage screenshot, screenshotone
screenshot | screen shot | screen grab | screen capture: screenshot, screencapture, screen capture, website screenshot, puppeteer, playwright, webpage screenshot, screenshotone
webpage pdf | website pdf | webpage print | save website pdf: html pdf, url pdf, web pdf, wkhtmltopdf, puppeteer, weasyprint, print pdf
look screen | watch screen: screenshot, screen capture, screen recording, computer use, screenpipe, screen reader
use computer | control computer | control desktop | control mouse | operate computer | use mouse keyboard | click screen | desktop automation: computer use, desktop automation, gui automation, pyautogui, robotjs, mouse keyboard, screen control
mouse | keyboard: mouse keyboard, pyautogui, keystroke, hotkey, desktop automation, nutjs
bookmark | favourite page | favorite page | saved links: bookmark, raindrop, pinboard, linkding, karakeep, hoarder, link manager
keep link | collect links | remember link: bookmark, raindrop, linkding, link manager, karakeep
read later | save article | article later: read later, instapaper, readwise, omnivore, wallabag, karakeep, bookmark
sites visited: browser history, web analytics, browsing history, google analytics, chrome history, ga4, history sqlite, plausible, matomo, umami, posthog, traffic analytics
browser history | pages visited | visited website: browser history, browsing history, chrome history, history sqlite
open tabs | many tabs | browser tabs: tab manager, browser tabs, chrome tabs
short link | shorten link | shorten url | long url | link shorter | tiny link: url shortener, link shortener, bitly link, short url, short link, tinyurl, dub
expand link | unshorten | real link: unshorten, url expander, redirect chain, resolve redirects
qr | qr code | scan code phone: qr code, qrcode, barcode, qr generator, qr reader
dead link | broken link | links work | link check | 404: broken link, link checker, dead link, link validation, crawler, linkcheck, 404, lychee
archive website | archive webpage | save copy website | keep copy webpage: web archive, wayback, archivebox, singlefile, warc, internet archive
old version website | website used look | deleted webpage | past website | old webpage | deleted website | website years ago: wayback, wayback machine, internet archive, web archive, archive today, archive org
mirror website | whole website | download entire website | copy site | website offline: httrack, site mirror, website downloader, crawler, wget, offline website, warc
sitemap: schema org, site map, crawler, jsonld, url discovery, schema markup, site crawler, json ld, structured data, meta tags, microdata
list pages | pages site | structure site: sitemap, site map, crawler, url discovery, site crawler
web page changes | page changed | monitor website | watch website | watch page | website changed | page updated | notice change website: change detection, website monitor, page monitor, changedetection, watch url, visualping, url monitor
website unreachable | site offline | server unreachable | website available | uptime | ping website: uptime, uptime monitor, uptime kuma, uptimerobot, health check, website monitor, healthcheck, status page, status check, pingdom, betterstack
page load: lighthouse, network requests, page speed, mitmproxy, pagespeed, devtools, web vitals, request interception, web performance, http proxy, core vitals, webpagetest
slow website | slow page | page speed | website speed | site slow | loads slowly | web vitals | website loads slowly: lighthouse, page speed, pagespeed, web vitals, web performance, core vitals, webpagetest, performance audit
google ranking | found google | higher google | seo | search ranking | google position | search engine optimisation | search engine optimization: seo, search console, keyword research, serp, ahrefs, sitemap, meta tags, semrush, seo audit, backlink
keywords rank | keyword research | people search google | search volume | people search: keyword research, google trends, search volume, seo, dataforseo, ahrefs, semrush, keyword planner, serp, google ads
backlink | domain authority: ahrefs, backlinks, seo, domain authority, moz, majestic, link building
meta tags: open graph, schema org, thumbnail, sitemap, jsonld, og image, schema markup, link preview, json ld, cover image, structured data
link preview | social preview | og image | thumbnail | cover image | banner: open graph, thumbnail, meta tags, og image, link preview, cover image, opengraph, banner, unfurl, social card
structured data | schema org | rich snippet | open graph: schema org, sitemap, jsonld, schema markup, json ld, structured data, meta tags, microdata, open graph, robots txt
website disabled people | accessibility audit | accessibility check | accessibility issues | blind users | screen reader | wcag | a11y | disabled user: a11y, wcag, axe core, screen reader, lighthouse, pa11y
website colours | website style | copy design website | clone website | website look like | screenshot code: website clone, screenshot code, website cloner, design code, design extraction, css extraction, design tokens, image code, image html
visitors website | website traffic | people visit | many visitors | web analytics | page views: web analytics, google analytics, ga4, plausible, matomo, umami, posthog, traffic analytics, similarweb
analytics: google analytics, ga4, plausible, posthog, matomo, mixpanel, amplitude, web analytics
cms: wappalyzer, builtwith, wordpress, tech stack, blog, technology detection, woocommerce, technology lookup, elementor, headless cms, wp cli
website technology | website built | framework website | tech stack website: wappalyzer, builtwith, tech stack, technology detection, technology lookup
owns website | domain owner | domain registered | whois | domain name | free domain | domain available | buy domain | name website: whois, domain availability, rdap, domain name, domain lookup, domain registration, domain search, domain info
dns | nameserver | domain records | name resolution: dns, dns records, cloudflare, nameserver, route53, dns lookup, godaddy, namecheap
ip address | ip location: geoip, ip geolocation, ipinfo, ip address, ip lookup, maxmind, ip api
console errors | browser errors | debug page | browser console | devtools | console error browser | inspect browser | network requests browser: chrome devtools, devtools, console logs, browser logs, browser debugging, cdp, browser tools
intercept requests: network requests, wireshark, mitmproxy, tshark, devtools, packet capture, pcap, http proxy, tcpdump, burp, charles proxy
network requests | requests page: network requests, mitmproxy, devtools, request interception, http proxy
user agent | pretend phone | mobile browser: user agent, device emulation, mobile emulation
captcha | robot check | prove human: captcha, captcha solver, recaptcha, turnstile, 2captcha, hcaptcha
blocked website | blocks bot | anti bot | detected bot | cloudflare blocks: anti detect, stealth browser, undetected, bot detection, antibot, residential proxy, cloudscraper, camoufox, patchright
proxy | different country | change ip | another ip | rotate ip: proxy, residential proxy, rotating proxy, socks5, socks, bright data, brightdata, vpn
vpn | private network: wireguard, vpn, openvpn, tailscale, zerotier, headscale
browser extension | chrome extension | browser plugin | browser addon | firefox addon: browser extension, chrome extension, webextension, wxt, firefox addon, manifest v3, plasmo, firefox
user script | userscript | tweak website | modify website: userscript, tampermonkey, greasemonkey, user script
test website | check website works | test webpage | end end test | e2e | test web app | test user flow | click app: playwright, cypress, e2e, selenium, e2e testing, browser automation, browser testing, puppeteer, webdriverio, webdriver, ui testing
visual difference website | looks identical | compare screenshots | layout broken | visual regression | layout changed | looks different: visual regression, screenshot diff, visual testing, pixelmatch, percy, backstopjs, chromatic
record browser | record clicks | replay clicks | repeat clicks: browser recorder, session replay, codegen, action recorder, playwright codegen, macro recorder, rrweb
repeat website task | boring website task: browser automation, rpa, workflow automation, playwright
rpa | robotic process: rpa, uipath, browser automation, robotic process, process automation
build website | make website | create website | website builder | create web page | homepage: website builder, static site, wordpress, site generator, webflow, landing page, wix, squarespace, astro, web development, hugo, site builder
landing page: website builder, page builder, conversion optimization, cro, conversion rate, ab testing, unbounce
small business website | simple website: website builder, static site, landing page, carrd, wix, squarespace
content management | edit website content | blog | wordpress | blog post | wp: cms, wordpress, blog, woocommerce, elementor, headless cms, wp cli, ghost cms, ghost, blogger, contentful cms, medium article
publish blog: wordpress, substack, ghost cms, newsletter, hashnode, mailchimp, medium article, beehiiv, devto, buttondown, ghost
put article online | publish article: wordpress, ghost cms, hashnode, medium article, devto, blog publishing, substack
host website | put website online | website live | publish website | web hosting: static hosting, web hosting, netlify, vercel, github pages, cloudflare pages, deploy website, hostinger, cpanel, s3
newsletter | medium article | substack | write newsletter | newsletter sender | send newsletter: substack, newsletter, mailchimp, beehiiv, buttondown, ghost, listmonk, convertkit, email campaign, email marketing, blog publishing
comment website | comments section: comment system, disqus, giscus
web component | widget website | embed widget: web component, web widget, embeddable, iframe
cache page: web cache, http cache
http request | call url | rest call | web request | call api | rest api | call endpoint | send request | use web service: http client, http request, rest api, curl, rest client, postman, api client, openapi, api gateway
curl | wget: curl, wget, http client
webhook | callback url | receive event | call event: webhook, event trigger, svix, hookdeck, webhook receiver, webhook relay
websocket | live connection | real time updates | real time connection | live updates: websocket, socket io, sse, realtime, server sent, pusher, ably
pages change price | price drop | price watch | cheaper later | track price | price history | price alert | price falls: price tracker, price monitor, keepa, price drop, camelcamelcamel, price comparison, price alert, price history
back stock | product available: stock alert, restock, availability monitor, inventory monitor, change detection
ticket available | appointment available | slot free online: availability monitor, change detection, appointment checker, ticket alert, slot checker
mdn | web standard | browser support feature: mdn, caniuse, web platform, browser compatibility
accessibility tree | page structure agent: accessibility tree, dom, browser automation, aria snapshot

# Scraping and data extraction
scrape | crawl | extract website | web scraping: scraper, crawler, spider, web scraping, html parser, firecrawl, puppeteer, playwright, cheerio, scrapy
scraper | crawler: scraping, crawling, spider, firecrawl, scrapy, apify, crawl4ai, crawlee
data website | info website | information website | website spreadsheet | copy website: scraper, scraping, web scraping, data extraction, firecrawl, apify, crawl4ai
table webpage | table website | html table: html table, table extraction, table scraper, scraping, readhtml
extract data | pull data | pull information | extract information: data extraction, structured extraction, information extraction, structured data, langextract
structured json: structured output, json schema, structured extraction, ajv, schema validation, structured data, zod, pydantic, json validator
structured output | unstructured structured | text json: structured output, structured extraction, json schema, structured data, pydantic
javascript page | dynamic page | page empty scrape | rendered page: headless browser, puppeteer, playwright, javascript rendering, dynamic content
css selector | xpath | select element: css selector, xpath, dom query, cheerio
product prices: price scraper, pricing strategy, price comparison, price optimization, price monitor, competitor pricing, product data, ecommerce scraper, amazon scraper, price tracker
shop prices | prices online | competitor price: price scraper, price comparison, price monitor, product data, ecommerce scraper, amazon scraper, price tracker
amazon products: amazon scraper, amazon, amazon seller, keepa, selling partner, rainforest, product data, amazon reviews, asin, seller central
amazon prices | amazon reviews: amazon scraper, amazon product, keepa, rainforest, amazon reviews
google maps businesses | local businesses | shops near | business leads map | place nearby | restaurant near | find shop near | points interest: google maps, google places, places api, nearby places, maps scraper, points interest, yelp
linkedin | linkedin profile | linkedin people | professional network: linkedin, linkedin post, linkedin scraper, linkedin profile, proxycurl, unipile
scrape twitter | tweets | x posts | twitter: twitter, tweet, x api, tweepy, x twitter, nitter, twitter scraper, xquik
scrape instagram | instagram: instagram, instaloader, instagram scraper, instagram graph
facebook: meta graph, facebook graph, facebook ads
tiktok: tiktok scraper, short video
reddit | subreddit: reddit, subreddit, praw, reddit api, pushshift
hacker news | hackernews | hn | tech news | startup news: hacker news, hackernews, tech news, algolia hn, techcrunch, lobsters, product hunt
youtube | video site: youtube, youtube transcript, yt dlp, youtube api, invidious, youtube data, youtube video
youtube transcript | video says | youtube text | video subtitles | summary youtube | summarize video | video transcript | said video | without watching: youtube transcript, video transcript, youtube captions, video summary, transcript, subtitles
download video | save video | youtube download | keep video | save youtube: yt dlp, video downloader, youtube downloader, youtube dl, media downloader
download images website | save pictures website: image downloader, image scraper, gallery dl, image crawler, bulk download
download many | bulk download | download everything | download list: bulk download, batch download, download manager, downloader, aria2, wget
download: download manager, wget, curl, aria2, yt dlp
job ads | job listing | find job | job openings | job search | vacancy | job offer: job search, job board, indeed, job scraper, linkedin jobs, job listings, jobspy, glassdoor, job postings, job application, careers, vacancies
flats rent | apartments rent: real estate, rental, zillow, rental apartments, property listings, rightmove, immoscout, property data, rental listings, attom, wg gesucht, airbnb
find flat: real estate, rental, zillow, rental apartments, property listings, rightmove, property management, property data, attom, immoscout, airbnb, landlord
house listings | property listings | find apartment | buy property | property data: real estate, zillow, property listings, rightmove, property data, attom, airbnb, mls, rental listings, redfin, idealista
second hand | used items | small ads | sell used | ebay | classified ads | secondhand | marketplace listing: ebay, craigslist, online marketplace, classifieds, vinted, facebook marketplace, gumtree, kleinanzeigen, mercari, olx
reviews product | customer reviews | read reviews | reviewers think | buyers think: reviews scraper, product reviews, trustpilot, customer reviews, review analysis, google reviews, yelp, yotpo, app reviews
app store reviews | app reviews | app ranking | app store optimization: app store, aso, google play, app reviews, play scraper, play store, appfollow, appfigures, sensor tower
public records: company registry, foia, companies house, opencorporates, muckrock, business registry, sec edgar, handelsregister, company data, company registration
company records | company registration | company register | company owner | commercial register: company registry, companies house, opencorporates, business registry, sec edgar, handelsregister, company data, company registration
find email addresses: email finder, hunter io, email extractor, contact enrichment, contact finder, apollo io, rocketreach, lead enrichment, people data, prospecting, snov, clearbit
email addresses website | find email person | email finder | email company: email finder, hunter io, email extractor, contact finder, apollo io, lead enrichment, prospecting
rss | feed | follow site | new posts site | follow blog | feed reader | subscribe blog | atom feed | new posts: rss, atom feed, feed reader, miniflux, feedparser, freshrss, rss feed, rss aggregator
feed without rss | make feed | site feed: rss generator, rsshub, rss bridge, feed generator
many requests: rate limit, load testing, throttling, k6, backoff, jmeter, api gateway, locust, gatling, stress testing, artillery, performance testing
rate limit | throttle: rate limit, throttling, backoff, api gateway
robots txt | allowed scrape: robots txt, robots parser, crawler policy
llms txt: llms full, generative engine, llmstxt, aeo, ai visibility, answer engine, llm seo
website api | site without api | official api missing: web scraping, scraper, browser automation, unofficial api, api reverse, data extraction
youtube channel | video views | subscribers | youtube comments | video statistics: youtube analytics, youtube data, youtube api, channel statistics, vidiq, tubebuddy

# Web search and research
web search | search internet | look internet | look online | find online: web search, brave search, tavily, exa, serpapi, duckduckgo, searxng, google search, bing search, perplexity
google: google search, serpapi, custom search, serper, web search, gemini, google workspace
search google | google results | search results page: google search, serpapi, serper, serp, custom search, web search
duckduckgo | search privately: duckduckgo, searxng, brave search, private search, kagi, metasearch
bing: bing search, web search
search engine | selfhosted search | elasticsearch | full text index | opensearch: searxng, elasticsearch, opensearch, metasearch, meilisearch, typesense, algolia, solr, yacy, full text, search index, web search
current information | latest information | recent information | knowledge cutoff: web search, real time, realtime search, tavily, brave search, google news, perplexity
lookup: search engine, dictionary, wikipedia
find answer | answer question: question answering, web search, perplexity, research assistant, deep research, wolfram
learn topic: deep research, tutor, research assistant, eli5, gpt researcher, feynman, research agent, learning path, web research, multi source, literature review, tavily
research | investigate topic | dig topic | deep research | thorough research | research report | research topic: deep research, research assistant, gpt researcher, research agent, web research, multi source, literature review, tavily
write report topic | report sources | report citations: deep research, research report, report generation, citations, gpt researcher
facts true | fact check | check claim | really true | verify claim | fake news | misinformation: fact check, claim verification, factcheck, misinformation, source verification, hallucination detection, snopes
cite source | proof source: citation, provenance, source attribution
citation | cite | bibliography | references list | bibtex: citation, bibliography, zotero, bibtex, crossref, citation style, csl, mendeley, citation manager, doi
scientific papers | academic papers | research papers | find papers | scholarly articles | academic article | academic literature | studies topic | scholarly: arxiv, semantic scholar, pubmed, google scholar, openalex, crossref, academic papers
scientific article: arxiv, scholarly, academic paper, research paper, semantic scholar
medical studies | medical research | health studies | medical papers | clinical trial: pubmed, clinical trials, clinicaltrials, biomedical literature, medrxiv, medical research, europe pmc, ncbi
preprint | arxiv: arxiv, biorxiv, preprint, medrxiv, academic papers
literature review | review papers | papers field | state art | systematic review | related work | state research | survey papers: literature review, systematic review, semantic scholar, arxiv, openalex, paper search, academic research, elicit
read paper | understand paper | explain paper | summarise paper | summarize paper: paper summary, paper reader, paper analysis, arxiv, research assistant, paper summarization, scientific pdf, research paper
doi | paper doi: doi, crossref, unpaywall, openalex
free paper pdf | paper paywall | open access | full text paper | download paper | pdf article: unpaywall, open access, sci hub, core ac, paper download, full text, doi, arxiv
paywall | behind paywall: paywall, archive today, unpaywall, bypass paywall
zotero | reference manager: zotero, mendeley, reference manager, bibtex, citation, papis, bibliography, citation manager
encyclopedia | encyclopaedia | wikipedia | look fact | general knowledge: wikipedia, mediawiki, wikidata, encyclopedia, wikimedia, kiwix, fact checking
trivia: wikipedia, wikidata, quiz, knowledge graph, open trivia, dbpedia
news headlines | world news | news today | breaking news | happened today | current events | local news: newsapi, news aggregator, headlines, rss, gdelt, google news, hacker news, breaking news
morning news | news digest | daily digest | daily briefing | morning briefing: news digest, daily briefing, daily digest, morning briefing, news aggregator, rss
trending | viral: google trends, trending, trending topics, trend analysis, hot search, hot topics, trendradar, viral
competitor | rival | watch competitors | market research | competitive analysis | market size | industry analysis: competitor analysis, market research, competitive intelligence, industry analysis, competitor research, market analysis
company information | info company | research company | company data | company profile | enrich company: company research, company data, company enrichment, crunchbase, firmographic, clearbit, company lookup, opencorporates, apollo io, company search
background check: people search, kyc, people data, sanctions screening, osint, aml, linkedin, identity verification, opensanctions, proxycurl, ofac
find people | someone online: people search, people data, osint, linkedin, background check, proxycurl
osint | find everything person | username search | open source intelligence | investigate person | background research person: osint, sherlock, reconnaissance, maltego, shodan, people search, spiderfoot
patent | invention exists | prior art | invention | trademark: patent, uspto, patents search, google patents, prior art, trademark, epo, intellectual property
law cases: legal research, courtlistener, court, legislation, court decisions, statute, pacer, court opinions, legal search, judgments, docket
court cases | legal research: legal research, case law, courtlistener, legislation, statute, court opinions, legal search
government data | open data | public data | public statistics | official statistics | census: open data, data gov, government data, ckan, census, eurostat, world bank, public datasets, public data, official statistics, socrata
country population: world bank, rest countries, fred, country data, census, eurostat, geography, imf, oecd, economic data
gdp: world bank, fred, economic data, census, treasury, eurostat, imf, macroeconomic, oecd, yield curve, ecb, economic indicators
statistics country | economic data: world bank, fred, census, eurostat, imf, oecd, economic data
data training: dataset, data labeling, kaggle, label studio, hf datasets, annotation, huggingface, argilla, open data, data gov, labelbox, dataset search
dataset | find dataset | open dataset | public dataset | download dataset: dataset, kaggle, hf datasets, huggingface, open data, data gov, dataset search, ckan
image search | find pictures | stock photo | free pictures | find photos | royalty free | photo article: image search, unsplash, pexels, stock photos, pixabay, google images, stock images, wikimedia commons, shutterstock, getty, openverse
reverse image | source picture | find similar picture | picture elsewhere: reverse image, image similarity, tineye, google lens, image search, visual search
find video | search videos: video search, youtube search, youtube, vimeo
tool exists | tool directory | discover tools: tool discovery, tool search, mcp registry, tool registry, tool catalog, smithery, skill finder, awesome list, mcp discovery
mcp servers list | discover mcp: mcp registry, mcp discovery, mcp marketplace, smithery, glama, mcp hub, mcp directory, mcp installer
skill exists | discover skills | agent skills list: skill finder, skills registry, skill marketplace, skill discovery, find skills, skill installer, awesome skills
install mcp | set mcp: mcp installer, mcp manager, mcp hub, mcp cli, mcp config
recommend | suggestion | suggest something: recommender, recommender system
compare products | best product: product comparison, decision matrix, product research, price comparison, pros cons
pros cons | weigh options | help decide | hard decision | make decision | game theory | choose options: decision making, decision matrix, decision support, game theory, pros cons, decision analysis, mcda, decision framework, tradeoff
search several engines | many search engines | combine search | several sources: metasearch, searxng, multi engine, aggregated search, federated search, omnisearch
china search | baidu | chinese search: baidu, bocha, chinese search, metaso, zhihu
chinese social | xiaohongshu | weibo | wechat articles | bilibili | zhihu: xiaohongshu, weibo, wechat, bilibili, zhihu, douyin, rednote
russian search | yandex: yandex, yandex search
podcast | find podcast | listen podcast | episode: podcast, podcast index, podcast generation, listen notes, podcast transcript, rss
book read: open library, reading list, isbn, goodreads, google books, book tracker, readwise, book search, gutenberg, books api, calibre
book search | find book | isbn | book information: open library, isbn, google books, goodreads, book search, gutenberg, books api, calibre
find place | places near: google maps, openstreetmap, mapbox, geocoding, nominatim, overpass, nearby places
gps coordinates | latitude longitude | map coordinates | coordinates city | longitude: geocoding, address lookup, reverse geocoding, nominatim, geolocation, address validation

# E-mail
email | mail | e mail | inbox: email, gmail, imap, outlook, smtp, mailbox, mail server
read email | check email | check mail | look inbox: gmail, imap, outlook, email client, mailbox, himalaya, fastmail
send email | send mail | mail someone | email someone | email people: smtp, sendgrid, resend, mailgun, nodemailer, send email, gmail, postmark, ses, email sender
write email | draft email | compose email | email wording | polite email: email writer, email draft, email composer, email assistant, email copywriting
reply email | answer email | respond email | answer mail | reply customer: email reply, auto reply, email assistant, email responder, draft replies, autoresponder
many emails | full inbox | inbox mess | drowning email | email overload | inbox zero: inbox zero, email triage, email management, inbox management, email cleanup, email organizer, email filter
sort email | organise email | organize email | email folders | label email | tidy inbox | clean inbox: email triage, email classification, email organizer, gmail labels, inbox management, email filter, email rules
important email | urgent email | prioritise email | prioritize email | miss email: email triage, email priority, inbox triage, priority inbox, email classification
summary email | summarise email | summarize inbox | email digest: email summary, email summarization, email digest, inbox summary
unsubscribe | stop newsletter | unwanted email: unsubscribe, email cleanup, newsletter cleanup, mailing list, inbox cleaner
spam: spam filter, spam detection, anti spam, antispam, captcha, spamassassin, rspamd, akismet, turnstile
junk mail | junk email: spam filter, spam detection, antispam, spamassassin, rspamd, spam
phishing | scam email | fake email | suspicious email | suspicious message | scam | fraud email: phishing, phishing detection, scam detection, anti phishing, email security, dmarc, spam filter
old emails | find email | search email | lost email: email search, gmail, imap, mail search, notmuch, mailbox search, email archive
email attachment | attached file | attachment: attachment, email attachment, imap, mime
export email | backup email | email archive | save emails: mbox, eml, email archive, email backup, email export, imapsync, maildir
move email | migrate email | switch email provider | change email provider: imapsync, email migration, imap, mailbox migration
eml | msg file | mbox: eml, mbox, msg, mime, email parser, outlook msg
parse email | data email | extract email | receipts email | invoices email: email parser, email parsing, email extraction, mailparser, inbound email, receipt extraction
gmail | google mail: gmail, google workspace, google mail
outlook | hotmail | office mail | microsoft email: outlook, microsoft graph, office 365, microsoft 365, ms365
exchange server | microsoft mail: ews, microsoft graph, outlook
apple mail | icloud mail | mac mail: apple mail, icloud mail, mail app, applescript
proton mail | protonmail | encrypted email | private email: protonmail, proton mail, pgp, encrypted email, tutanota, proton bridge
imap | smtp | pop3: imap, smtp, email, mail server, mailbox
mail server | host email: mail server, postfix, dovecot, mailcow, mailu, smtp server
disposable email | temporary email | throwaway email | fake address signup | temp mail: disposable email, temporary email, tempmail, temp mail, email alias, mailinator, mail tm
email address agent | agent inbox | agent email: agentmail, agent email, agent inbox, email inbox, inbound email
alias email | hide email address: email alias, simplelogin, anonaddy, addy io, email forwarding
email valid | check email address | verify email address | email exists | verify email: email verification, email validation, email checker, zerobounce, neverbounce, email verifier, deliverability
email delivered | emails land spam | mail goes spam | deliverability | email arrives spam | dmarc | spf: deliverability, dmarc, spf, dkim, email deliverability, email authentication, mail tester, mxtoolbox
mass email | bulk email | email everyone | mail merge | email list | many recipients | email campaign | marketing email | mailing list: mail merge, email marketing, bulk email, mailchimp, klaviyo, email campaign, sendgrid, brevo, hubspot, mailgun
cold email | outreach | contact strangers | sales email | prospecting | follow email | sales script: cold email, outreach, sales outreach, lemlist, email sequence, smartlead, sales copy, prospecting, apollo io, lead generation
nobody replied | remind reply: followup, email followup, email tracking, email sequence
email opened | track email: email tracking, open tracking, read receipt
email template | pretty email | html email | email design: email template, mjml, react email, html email, maizzle
email signature: signature generator, html signature
login code: otp, totp, verification code, 2fa, email otp, otp extraction, two factor, mfa, authenticator, one time
confirmation code email | verification code | otp email: otp, verification code, email otp, otp extraction, totp
email notification | email result | email alert | report email: email notification, email alert, smtp, send email
forward email | route email: email forwarding, email routing, inbound email, forwardemail
save attachments | download attachments | attachments folder: email attachment, attachment download, imap, gmail attachments
vacation reply | office reply | away message: autoresponder, vacation responder, auto reply
team inbox | shared mailbox | group inbox: shared inbox, help scout, front app, zendesk
email task | email todo | mail task: email task, task extraction, todoist, gmail tasks
long thread | email thread | email conversation: email thread, thread summary, email summarization, gmail threads

# Calendar and meetings
calendar | agenda | diary dates: calendar, google calendar, caldav, ical, outlook calendar, ics
calendar entry | add calendar | put calendar | event calendar | create event: google calendar, calendar event, caldav, ics, outlook calendar, apple calendar
appointment | book appointment | make appointment | fix appointment: appointment, appointment booking, scheduling, calendly, booking system, cal com
schedule meeting | book meeting | arrange meeting | set meeting | plan meeting: meeting scheduler, google calendar, calendly, scheduling, cal com, outlook calendar
free time | free slot | time everyone | everyone free: free busy, availability, calendar availability, find time, google calendar, calendly, scheduling
double booked | calendar conflict | two appointments: calendar conflict, conflict detection, scheduling conflict, calendar
plan day | plan week | daily plan | organise day | organize day: daily planner, day planner, daily planning, time blocking, calendar, sunsama, weekly planning
time block | focus time: time blocking, focus time, reclaim ai, calendar blocking, pomodoro
meeting: zoom, google meet, teams meeting, calendar, meeting notes, webex
record meeting: meeting notes, meeting minutes, meeting transcription, meeting bot, fireflies, recall ai, otter, meeting summary, whisper, vexa, call recording
meeting notes | meeting minutes | said meeting | protocol meeting | summary meeting | meeting transcript | summarize meeting: meeting notes, meeting minutes, meeting transcript, fireflies, otter, meeting summary, meeting recorder
record call: meeting recorder, call transcription, meeting transcription, meeting bot, conversation intelligence, recall ai, call analysis, fireflies, sales calls, otter, whisper
transcribe meeting: meeting recorder, meeting transcription, meeting bot, recall ai, fireflies, otter, whisper, vexa, call recording
join meeting | attend meeting | bot meeting | go meeting: meeting bot, recall ai, meeting agent, vexa, meeting attendee, google meet
action items | tasks meeting | next steps meeting: action items, meeting notes, meeting summary, task extraction
prepare meeting | meeting prep: meeting prep, meeting brief, meeting preparation, agenda
video call | video conference | online meeting | teams meeting: zoom, google meet, jitsi, microsoft teams, video conference, webex, video conferencing, meeting bot, webrtc, livekit, video meeting, daily co
zoom: zoom meetings, video conferencing
google meet: google workspace
ms teams: microsoft teams, microsoft graph
let people book | customers book | booking page | clients book | book time slot: calendly, cal com, booking system, appointment booking, scheduling, acuity
calendly: calendar, cal com, google calendar, scheduling link, caldav, ical, outlook calendar, ics
ical | ics | calendar file: ics, ical, icalendar, caldav, calendar
apple calendar | icloud calendar | mac calendar: apple calendar, icloud, eventkit, caldav, ical, icalbuddy
google calendar | gcal: google calendar, gcal, google workspace
outlook calendar | office calendar: outlook calendar, microsoft graph, outlook
sync calendars | several calendars | merge calendars | combine calendars: calendar sync, caldav, calendar aggregation, multi calendar, vdirsyncer
caldav | nextcloud calendar: caldav, nextcloud, radicale, carddav
birthday | anniversary | remember birthday: birthday, birthday reminder, contacts, reminder
holiday: travel, public holidays, trip planner, holiday calendar, itinerary, vacation, flights, business days, travel planner, leave management, hotels
working days: holiday, date calculation, public holidays, date math, holiday calendar, datetime, vacation, date arithmetic, business days, date fns, leave management, countdown
bank holiday | public holiday | business day: holiday, public holidays, holiday calendar, vacation, business days, leave management, working days, nager
leave request | vacation request | absence | sick leave | vacation days: leave management, pto, absence, hr, bamboohr
time zone | timezone | time difference | time abroad | time country | meeting time zones: timezone, time zone, world clock, timezone conversion, current time, time converter, moment timezone, datetime
current time | today date | current date | day today: current time, datetime, time server, current date, timezone, date time
date calculate | count days | many days | date difference | add days | date arithmetic | age calculate: date calculation, date math, datetime, date arithmetic, date fns, countdown, business days, dayjs, luxon
parse date: date parser, timestamp, chrono, datetime, date language, unix time, dateparser, date formatting
next tuesday | understand dates: date parser, chrono, date parsing, date language, dateparser
countdown | deadline close | alarm | timer | stopwatch: countdown, alarm, timer app, stopwatch, egg timer, deadline
pomodoro | concentrate | distraction | procrastinate: pomodoro, focus timer, website blocker, distraction
remind | forget things | keep forgetting | nudge: reminder, apple reminders, scheduler, alert, todoist, cron
every day | every hour: cron, scheduler, scheduled task, recurring task, cron job, crontab, job scheduler, celery, systemd timer
recurring | every week | every morning | repeat daily | nightly: cron, scheduler, scheduled task, recurring task, cron job, job scheduler
schedule: cron, calendar, scheduled task, timetable
run later | delay task | certain time: scheduler, scheduled task, cron, delayed job, job queue
staff rota: shift scheduling, timetabling, roster, timefold, workforce, scheduling optimization, shift planning, constraint solver, employee scheduling
roster | duty plan | work schedule | work schedule staff: shift scheduling, roster, workforce, shift planning, employee scheduling, timetable
timetable | school schedule | class schedule: timetable, class schedule, course schedule, scheduling
find events | concerts near | things weekend: eventbrite, ticketmaster, event discovery, meetup, event search, concerts, luma
invitation: greeting card, event planning, rsvp, card maker, wedding, ecard, calendar invite, guest list, eventbrite, luma
event planning: invitation, event management, rsvp, party planner, wedding, eventbrite, calendar invite, guest list, luma
invite people | guest list | rsvp | organise party | wedding: invitation, event planning, rsvp, wedding, calendar invite, guest list, eventbrite, luma
room booking | meeting room: room booking, meeting room, room scheduler, resource booking
sunrise | sunset | moon phase | tide | sun position: sunrise sunset, astronomy, moon phase, tide times, solar, solar position, ephemeris
alarm clock | set alarm | egg timer: alarm, countdown, clock app
delay seconds | wait seconds | delay: wait tool, sleep timer, delay tool
calendar week | leap year | day week: calendar calculator, datetime, date calculator, iso week
bored | free evening | weekend idea: local events, activity ideas, event discovery, movie recommendation

# Contacts and CRM
phone numbers: contacts, address book, phone validation, carddav, twilio lookup, google contacts, libphonenumber, vcard, numverify, people api, caller id
contact | address book | people know | phone book: contacts, address book, carddav, google contacts, vcard, people api, apple contacts
vcard | vcf | business card | digital card: vcard, business card, vcf, digital card, carddav, card scanner, contacts
scan business card | read business card: business card, ocr, contact extraction, card scanner
crm: salesforce, pipedrive, hubspot, zoho, customer data, customer relationship, client management, attio, sales pipeline, odoo, deal pipeline
customer relations | manage customers | customer database | clients list | keep track customers: crm, salesforce, hubspot, pipedrive, zoho, customer relationship, attio, odoo
sales leads: crm, lead generation, pipedrive, apollo io, hubspot, prospecting, salesforce, lead finder, customer data, zoominfo, client management, lead enrichment
customer records | client data | customer list | sales pipeline | track deals | customer relationship: crm, pipedrive, hubspot, salesforce, customer data, client management, sales pipeline, deal pipeline, zoho, close crm, attio
salesforce | sfdc: salesforce, soql, sfdx
hubspot: crm, hubspot crm
find leads | new customers | potential customers | lead generation | find clients | new clients: lead generation, apollo io, prospecting, lead finder, zoominfo, lead enrichment, clay enrichment, hunter io, sales intelligence, b2b data
enrich contact | info contacts | fill missing contact: data enrichment, clearbit, apollo io, people data, lead enrichment, contact enrichment
lead score | best leads | customers likely: lead scoring, lead qualification, sales intelligence, predictive scoring
personal crm | stay touch | keep touch friends: personal crm, contacts, relationship management, clay crm
network relationship: relationship graph, social graph, linkedin, network analysis
duplicate contacts | merge contacts | contacts twice: contact deduplication, deduplication, contacts, entity resolution, record linkage
customer support | help desk | helpdesk | support tickets | customer questions | answer customers | customer service: zendesk, helpdesk, intercom, freshdesk, customer support, ticketing, support tickets, help scout, customer service, gorgias
service ticket: zendesk, ticketing, freshdesk, servicenow, jira service, support ticket
live chat website | chat widget | chat visitors | chatbot website | bot answers customers: live chat, chatbot, customer support, intercom, rasa, chatwoot, botpress, chat widget, dialogflow, tawk, crisp, voiceflow
phone agent: call center, telegram bot, voice agent, remote control, vapi, mobile client, twilio, whatsapp, retell, slack bot, contact center, remote agent
call centre | call center | phone calls customers | answer phone | ai answers calls | voice bot: call center, voice agent, vapi, twilio, retell, contact center, bland ai, telephony, voice ai, ivr
customer unhappy | complaint | angry customers | customers leave | churn | customer churn | retain customers: churn, customer feedback, customer success, sentiment analysis, churn prediction, gainsight, complaints
customer feedback | user feedback | users think | feedback | nps | feature request | satisfaction | happy customers: user feedback, nps, customer feedback, customer satisfaction, csat, feedback collection, sentiment analysis, canny, feature requests
quote customer | offer customer | proposal | write proposal | estimate price | tender response | offer document: proposal, quotation, rfp response, quote generator, proposal generator, cpq, pandadoc, invoice
fundraising: crunchbase, nonprofit, pitchbook, donor, venture capital, charity, propublica nonprofit, pitch deck, 990, investors, donation
donors | nonprofit | charity | non profit: fundraising, nonprofit, donor, charity, propublica nonprofit, 990, donation
job applicant: recruiting, cover letter, applicant tracking, greenhouse, auto apply, hiring, application tracker, candidate screening, career, ashby, candidates
recruit | hire people | candidates | hiring: recruiting, applicant tracking, greenhouse, hiring, candidate screening, ashby, candidates
cv | write resume | curriculum vitae | lebenslauf | improve resume | tailor resume | resume pdf: resume, resume builder, cv, resume tailoring, json resume, applicant tracking, resume parser, resume generator, cover letter
cover letter | apply jobs: cover letter, job application, auto apply, application tracker, career
interview | prepare interview | interview question: interview prep, interview preparation, mock interview, interview questions, interview coach, coding interview
call notes | sales call | customer said | sales conversation: call transcription, call recording, conversation intelligence, call analysis, sales calls, fireflies
famous quote | inspirational quote: famous quotes, quote generator, quotable
customer interview | user interview: user interviews, user research, customer discovery, dovetail
account research | prepare sales meeting | research prospect: account research, sales intelligence, prospect research, linkedin, lead enrichment
phone contacts | contact list: contacts app, address book, carddav, google contacts, vcard
users complain | customers complain | bad reviews: customer feedback, review analysis, sentiment analysis, app reviews, support tickets

# Team chat, messaging and notifications
chat | message: slack, discord, telegram, whatsapp, messenger, matrix chat
messenger: slack, telegram, facebook messenger, discord, instagram messaging, whatsapp, sms, imessage, twilio, microsoft teams
send message | message someone | message team | post message | text someone | chat message | message friend | message colleague: slack, telegram, discord, whatsapp, sms, imessage, twilio, microsoft teams
slack: slack bot, slack workspace
slack summary | catch slack | missed messages | unread messages: slack summary, channel summary, unread messages, slack, message digest, chat summary
discord: discord bot, discordjs
telegram: telegram bot, telethon, mtproto, grammy, telegraf
whatsapp | whats app: whatsapp, whatsapp business, baileys, whatsapp web, waha, wuzapi, evolution api
signal messenger | matrix chat | viber | line messenger | element chat: signal cli, matrix chat, signal messenger, element matrix, viber, line messenger
imessage | apple messages | text iphone: imessage, messages app, apple messages, bluebubbles
sms | text message | send text | phone message | texting: sms, twilio, text message, vonage, messagebird, plivo, sms gateway, imessage, textbelt
dingtalk: mattermost, feishu, qq bot, rocketchat, kakaotalk, lark, line bot, rocket chat, line messaging, larksuite, wecom
mattermost | rocket chat | zulip | feishu | lark: mattermost, feishu, rocketchat, lark, rocket chat, larksuite, zulip, dingtalk
wechat | weixin: wechat, weixin, wecom, wechaty, wechat official
qq | kakao: dingtalk, qq bot, kakaotalk, line bot, line messaging, wecom
irc: irc bot, weechat
fb messenger: messenger, facebook messenger, instagram messaging
group chat | team chat | chat colleagues | talk team: slack, mattermost, microsoft teams, discord, zulip, group chat, rocket chat
bot chat | build chatbot: chatbot, telegram bot, discord bot, slack bot, botpress, rasa, chat ui
talk agent phone | message agent phone | control agent remotely | reach agent away: telegram bot, remote control, mobile client, whatsapp, slack bot, remote agent, happy coder, chat bridge, openclaw
agent ask | ask human | wait answer | agent needs input: human loop, human feedback, ask human, ask user, human approval, interactive feedback, user input, hitl
approve | confirm action | approve action | human approval: approval, human loop, human approval, approval workflow, permission prompt, gatekeeper, hitl, approval gate
ping: notification, traceroute, push notification, network diagnostics, alert, network troubleshooting, pushover, mtr, ntfy, globalping, fcm, apns
notify | notification | let know | push message | notify phone | push notification | phone alert | buzz phone: notification, push notification, alert, pushover, ntfy, fcm, apns, desktop notification, onesignal, telegram, gotify, pushbullet
done sound: desktop notification, completion notification, node notifier, sound notification, ntfy, toast notification, notifier, notify send, notification hook, system notification, task completion, terminal notifier
notify finished | tell finished | task finished | agent finished: desktop notification, completion notification, sound notification, ntfy, notifier, notification hook
desktop notification | toast notification | popup computer | beep: desktop notification, node notifier, notification sound, toast notification, notify send, system notification, task completion, terminal notifier
make phone call | call someone | phone someone | ring someone | phone | telephone | phone call | call somebody | make call: phone call, telephony, twilio, voice call, voip, vapi, sip, android, vonage, iphone, outbound call
voice memo: voice message, transcription, speech text, voice note, whisper, transcribe, diarization, audio message, stt, deepgram, assemblyai
voice message | voice note: voice message, voice memo, voice note, speech text, whisper, audio message
emoji | smiley | reaction | sticker: emoji, emoticon, sticker, slackmoji, emoji search, gitmoji
gif | funny gif | meme | funny picture | animated picture: gif, meme, giphy, animated gif, imgflip, gif maker, meme generator
export chat | chat history | chat backup | save conversation | old chats: chat export, chat history, conversation history, conversation export, chat archive, transcript
forward messages | connect chats | bridge chats: message bridge, matrix bridge, matterbridge, chat bridge, message relay
auto reply | answer messages automatically | reply automatically: auto reply, autoresponder, chatbot, auto responder
social media | post social | social network | schedule post | publish posts | plan posts | post regularly | posts automatically: social media, social scheduler, twitter, buffer social, hootsuite, postiz, linkedin, bluesky, post scheduling
tweet write: social media, content generation, content creation, copywriting, hashtag, linkedin post, caption generator, tweet, tweet generator, post generator, ghostwriter
caption: social media, subtitle, content generation, srt, copywriting, linkedin post, whisper, caption generator, subtitle generator, tweet generator, vtt
write post | linkedin post | social text: social media, content generation, copywriting, linkedin post, caption generator, tweet generator, ghostwriter
bluesky | mastodon | fediverse: bluesky, mastodon, fediverse, atproto, activitypub, pixelfed, lemmy, nostr
forum | discussion board | community forum | discourse: discourse, forum, phpbb, reddit, flarum
mention | mentions brand | people say | brand watch | brand monitoring | social listening | reputation: social listening, brand monitoring, mention tracking, brandwatch, brand mentions, sentiment analysis
influencer | content creators | grow audience: influencer, influencer marketing, audience growth, creator economy, social analytics, youtube, tiktok
mood: sentiment analysis, mental health, sentiment, meditation, vader, mood tracking, nlp, therapy, emotion detection, journaling, text classification, cbt
sentiment | positive negative | people feel | tone comments | mood text | opinion text: sentiment analysis, sentiment, vader, nlp, emotion detection, text classification, opinion mining
many messages | many notifications | notification overload: message digest, notification filter, channel summary, notification management
read channel | channel history | channel messages: slack, discord, channel history, telegram
mobile app | phone app | app development: mobile app, react native, flutter, expo, ios android, swiftui, kotlin, mobile development
react native | expo: react native, expo, mobile app
valid phone | number lookup: phone number, phone validation, twilio lookup, libphonenumber, numverify, caller id
microsoft teams: ms graph, ms teams, microsoft graph
find phone | lost phone | find device: device location, lost device, airtag
call agent | outgoing call | reserve phone | call restaurant: outbound call, voice agent, twilio, phone call, vapi, bland ai
missed call | voicemail | phone system: voicemail, phone system, pbx, asterisk, 3cx, ringcentral
send letter | postcard | postal mail: lob mail, postal mail, postcard, click2mail

# Tasks, projects and time
task | todo | list tasks | list chores | checklist: todo, task management, todoist, todo list, checklist, things 3, ticktick, taskwarrior
todoist | ticktick: todoist, ticktick, things 3, microsoft todo, task management
apple reminders | iphone reminders: apple reminders, reminders, eventkit
google tasks: google workspace, task management
gtd | getting things done: gtd, getting done, omnifocus, task management, todoist
task first | prioritise | prioritize | priority: prioritization, task management, eisenhower, next task
overwhelmed | lose overview | lose track | cannot keep: task management, prioritization, gtd
keep track | track progress | progress: progress tracker, progress tracking, dashboard, status tracking
tasks agent | agent todo | agent work list | remember tasks agent: taskmaster, task manager, task queue, beads, shrimp task, task orchestration, agent tasks, backlog md
project management: jira, asana, trello, linear issue, monday com, clickup, basecamp, openproject, kanban
jira: atlassian, issue tracking, jira cloud
linear app | linear issues | linear tickets: linear issue, issue tracking
trello | kanban | board cards | task board: kanban, trello, kanban board, planka, wekan, vibe kanban, focalboard
asana | clickup | monday com | basecamp: asana, clickup, monday com, basecamp, project management, wrike
bug report | ticket | github issues | gitlab issues | file ticket: issue tracking, github issues, jira, gitlab issues, issue tracker, linear issue, bug report, bug tracker, github, redmine, gitlab, ticketing
issue error | create ticket | file bug | tickets automatically: issue creation, create issue, jira, linear issue, github issues, bug report, sentry
sort issues | triage | many issues | backlog: triage, issue triage, backlog, backlog grooming, backlog md, issue labeling
sprint | scrum | agile | standup | daily scrum: scrum, sprint, agile, sprint planning, daily standup, retrospective
retrospective | retro | went well: retrospective, retro, post mortem, postmortem
done yesterday | status update | weekly update | status report: status report, work log, activity summary, weekly report, status update, changelog
roadmap | product plan | product manager: roadmap, product management, prd, productboard, product roadmap
user story | acceptance criteria: user stories, acceptance criteria, gherkin
gantt | timeline | project timeline | milestones | timeline chart: gantt, milestone, mermaid, ms project, project schedule, project planning
task dependencies | order tasks: dependency graph, task dependencies, dag, topological, beads
assign | give task colleague | workload: task assignment, resource planning, team management
deadline | due date | late tasks | overdue: deadline, due date, reminder, task management, overdue
habit | routine | streak | build habit | daily routine: habit tracker, habit, habitica, streak
project template | start project | new project | project skeleton | start new project | scaffold project | boilerplate | bootstrap project | starter kit: scaffold, boilerplate, project template, project generator, cookiecutter, yeoman, create app
change log | release notes | changed release | changelog | whats new | changed versions: changelog, release notes, conventional commits, semantic release, changelog generator, conventional changelog, git cliff, changesets
teamwork | work together | collaborate: team collaboration, shared workspace, collaborative, team workspace
onboard | new employee | new colleague | new team member: onboarding, employee onboarding, hr, knowledge base, onboarding guide
employee | staff | hr | human resources: hr, hris, human resources, bamboohr, workday, employee, personio, payroll, gusto, rippling, onboarding, people management
salary: payroll, gusto, salary data, compensation, adp, levels fyi, deel, glassdoor, rippling, wage
payroll | wages | pay staff | salary payment | pay employees: payroll, gusto, salary, adp, deel, rippling
servicenow | itsm: servicenow, itsm, service desk, jira service
azure devops | ado | tfs: azure devops, work items, azure boards, azure pipelines
redmine | youtrack: redmine, youtrack, plane project, openproject, issue tracker
motivation | accountability partner | stick plan: habit tracker, motivation
life organised | life organized | household | chores: chores, family organizer, home management, grocy
shopping list | grocery list | groceries | supermarket: shopping list, grocery, supermarket, grocy, instacart, meal planning, kroger, grocery delivery
wedding plan | party plan | organise event: event planning, event management, party planner, eventbrite
inventory home: homebox, grocy, inventory, snipeit
packing list | pack suitcase: travel planner, packing list, checklist, travel checklist
process documentation | standard procedure | sop | runbook: sop, runbook, standard operating, playbook, process documentation
notes tasks | text tasks: task extraction, action items, todo extraction, todoist
todo comments | todos code: todo comments, todo scanner, leasot, code annotations
sync jira | jira github | tickets tools: issue sync, jira github, bidirectional sync, unito
freelancer | outsource | find freelancers | hire freelancer: upwork, freelance, fiverr, gig
spend project | project cost | project budget: project budget, cost estimation, budget tracking
time tracking | hours worked | log hours | timesheet | time spent | long worked | track hours: time tracking, toggl track, clockify, timesheet, harvest timesheet, wakatime, time tracker, activitywatch, kimai
toggl time | clockify | harvest time: toggl track, clockify, harvest timesheet, time tracking
time goes | screen time | computer time: activitywatch, rescuetime, screen time, time tracker, wakatime, activity tracking
coding time: wakatime, wakapi
bill hours | billable | invoice hours | client hours: billable hours, harvest timesheet, time tracking, freshbooks, invoicing, timesheet
punch clock | attendance: attendance, time clock, timesheet
family: family organizer, family calendar, genealogy

# Forms and surveys
questionnaire: form builder, survey, google forms, typeform, jotform, surveymonkey, tally form, tally, formbricks, poll, react form
form | online form | web form | make form | collect responses | signup form: form builder, google forms, typeform, jotform, tally form, tally, formbricks, survey, react form
opinion poll: survey, polling, google forms, strawpoll, typeform, slido, surveymonkey, form builder, jotform, tally, questionnaire, formspree
contact form: survey, google forms, formspree, typeform, form backend, surveymonkey, netlify forms, form builder, web3forms, jotform, poll
survey | poll | ask people | vote | collect answers | form builder: survey, google forms, typeform, surveymonkey, form builder, jotform, poll, tally, questionnaire, formspree, qualtrics, limesurvey
form answers | form responses | survey results | analyse survey | analyze survey: survey analysis, form responses, google forms, typeform, survey responses, survey results
website form | form without backend: contact form, formspree, form backend, netlify forms, web3forms
sign form | signup | waiting list | waitlist | collect emails: signup form, waitlist, newsletter signup, lead capture, registration form
registration | event registration | sign people: event registration, eventbrite, signup
form validation | check input | wrong input: form validation, zod, yup, react form, input validation
google forms: form builder, google workspace
typeform | jotform | tally: typeform, jotform, tally form, form builder
choose date together | doodle poll | find date group: doodle, date poll, rallly, meeting poll, scheduling poll
signature pad | sign screen: signature pad, signature capture, esignature
payment form | order form: payment form, stripe checkout, checkout form, order form
file upload form | collect files: file upload, upload form, file request, filestack
ask people opinion | vote online: polling, strawpoll, slido

# Files and folders
files disk | read file | write file | access files | local files: filesystem, file system, file operations, file access, file reader, file manager, desktop commander
filesystem | file system: filesystem, file operations, file manager
folder | directory: directory, filesystem, directory tree, folder tree
find file | lost file | search files | search computer | search disk: file search, everything search, ripgrep, spotlight search, fd, find files, fuzzy finder, desktop search, recoll, glob
find text files | search inside files | search content files | file contains: ripgrep, grep, full text, content search, code search, ugrep, ast grep
grep | regex search: grep, ripgrep, regex, ugrep
organise files | organize files | tidy files | sort files | messy folder | tidy folder | clean downloads | messy downloads: file organizer, file sorting, folder organizer, declutter, auto organize
rename files | rename many | file names | bulk rename | rename photos: bulk rename, batch rename, file renamer, renaming, mass rename
duplicate photos: duplicate finder, duplicate images, deduplication, image similarity, dedupe, perceptual hash, duplicate files, fdupes, phash, czkawka, imagededup
duplicate files | file twice | double files | identical files: duplicate finder, deduplication, dedupe, duplicate files, fdupes, czkawka, dupeguru, rmlint
disk full | disk space | free space | hard drive full | storage full | takes space: disk usage, disk cleanup, ncdu, disk analyzer, disk space, storage analyzer, disk dust
large files | big files | biggest files | huge files: disk usage, large files, ncdu, disk dust, disk analyzer, git lfs
cleanup | declutter | junk files: cleanup, prune, declutter, garbage collection
tidy: file organizer, cleanup, declutter, formatter
copy files | move files | transfer files: rsync, file transfer, rclone, sftp, file copy, scp
sync files | files two computers | keep folders | folders sync | synchronise files | mirror folder | synchronize folder: syncthing, rsync, rclone, file sync, nextcloud, unison, dropbox
sync | synchronise | synchronize: file synchronization, syncthing, rsync, rclone
share file | send file | send big file | large file someone: file sharing, file transfer, wetransfer, magic wormhole, croc, file upload, transfer sh, send anywhere
put online: uploader, deployment, file upload, vercel, s3, netlify, tus, heroku, uppy, ci cd, multer, railway
upload | upload file: uploader, file upload, s3, tus, uppy, multer
rar: zip, archive, 7zip, unrar, compression, gzip, unzip, decompress, jszip
zip | unzip | compress files | archive files | unpack | pack files | compress folder | extract archive: zip, archive, 7zip, compression, gzip, unzip, decompress, jszip, rar
7z | tar gz: rar, 7zip, unrar
split file | split big file | file pieces: file splitter, chunking, split files
watch folder | folder changes | file changes | new file appears | file appears: file watcher, fswatch, chokidar, watchman, inotify, folder monitor, file monitor, watchdog
compare files | spot differences: diff, file comparison, difftastic, diff viewer, jsdiff
compare folders | folders differ: directory diff, folder comparison, meld, diff, rsync
recover file | deleted file | undelete | accidentally deleted | file back: data recovery, undelete, photorec, testdisk, file recovery, trash, backup restore
remove files | trash | recycle bin: trash, rimraf, delete files, recycle bin, safe delete
securely delete | wipe file | destroy data: secure delete, data erasure
lock file | password file | protect file: file encryption, encryption, password protect, file lock, age encryption, gpg
file type | kind file | unknown file | open strange file: file type, mime type, magic bytes, magika, libmagic, format detection
convert file | change format | file format | different format | wrong format: file conversion, pandoc, ffmpeg, imagemagick, format conversion, cloudconvert, libreoffice
convert | turn file another: format conversion, pandoc
file size | smaller file | shrink file | reduce size: compression, minify, file size, resize
metadata file | file properties | exif | photo date | photo taken | picture metadata | camera settings: exif, exiftool, metadata extraction, image metadata, file metadata, iptc
remove metadata | hide location photo | strip exif: metadata removal, exiftool, mat2, exif remover, metadata stripping
file history: version control, git log, git history, git, version history, checkpoint, time machine, git blame
older version file | earlier version | previous version: version control, file history, git, checkpoint, time machine
undo | revert | roll back | go back | mistake undo | take back: undo, rollback, revert, checkpoint, backup restore, version control
backup | safe copy | lose data | restore backup: backup, restic, borg, borgbackup, rclone, duplicati, velero, kopia, disaster recovery
restore | recovery | recover | get back data: backup restore, data recovery, backup, rollback
encoding | strange characters | wrong characters | umlauts broken | garbled text | character set | unicode | mojibake: utf8, unicode, utf 8, encoding detection, charset, mojibake, iconv, character encoding, ftfy
line endings | crlf: line endings, crlf, dos2unix, eol
file edit | modify file | replace files: file editing, text editor, search replace, sed, str replace
many files | batch files | whole folder: batch processing, batch operations, glob
file permission | access denied | permission denied: file permissions, chmod, acl, access control
network drive | nas | synology | home server: nas, synology, smb, samba, truenas, sshfs, unraid, nfs, qnap, webdav
ftp | sftp | transfer file server | copy server | upload server: ftp, sftp, scp, file transfer, rsync, lftp, ssh
clipboard | copy paste | copied text history: clipboard, clipboard manager, pasteboard, clipboardy, clipboard history, copy paste
folder structure | overview files: directory tree, tree view, file tree, folder structure
tag files | label files | categorise files | categorize files: file tagging, tmsu, auto tag, classification
json file | read json | query json | json | big json: jq, jsonpath, json parser, json query, jmespath, json editor
xml | read xml: xml, xpath, xml parser, xslt, xsd, fast xml
yaml | yml: yaml, yml, yq, yaml parser, yamllint
csv | comma separated | csv file | tsv: csv, papaparse, tabular data, pandas, csv parser, tsv, duckdb, spreadsheet, xsv
big csv: parquet, duckdb, csv, polars, pandas, columnar, csv query, excel, avro, xsv, spreadsheet
parquet | huge csv: parquet, duckdb, polars, columnar, csv, avro, xsv
log file | read logs | search log | analyse logs | analyze logs: log analysis, log parser, loki, log viewer, elasticsearch, splunk, log files, kibana, cloudwatch, log search, graylog, observability
sort photos | organise photos | organize photos | photo library | photo album | photo cloud | google photos | photo collection: photo organizer, google photos, immich, exiftool, photoprism, apple photos, photo management, photo library, digikam
checksum | file damaged | file unchanged | file integrity | hash | md5 | sha256: checksum, hash, sha256, md5, file hash, integrity check, crypto hash
heic | iphone photos open | convert image | png jpg | webp | image format: heic, image conversion, heic converter, image converter, webp, libheif, imagemagick, png jpg, avif

# Cloud storage
store online: cloud storage, shopify, s3, ecommerce, google drive, woocommerce, object storage, magento, dropbox, onedrive, bigcommerce
cloud drive: cloud storage, rclone, s3, multi cloud, google drive, object storage, cloud sync, dropbox, onedrive, box storage, minio, nextcloud
cloud storage | files cloud | online storage | store files cloud: cloud storage, s3, google drive, object storage, dropbox, onedrive, box storage, minio, nextcloud, r2
google drive | gdrive | g drive: google drive, gdrive, google workspace, drive api
dropbox: cloud storage
onedrive | sharepoint | one drive: onedrive, sharepoint, microsoft graph, microsoft 365, office 365
icloud: apple icloud, icloud drive, pyicloud
nextcloud | owncloud | private cloud | self hosted cloud: nextcloud, owncloud, seafile, webdav, self hosted
s3 | bucket | object storage | blob storage: s3, minio, object storage, aws s3, r2, bucket, blob storage, backblaze, gcs, boto3
minio | r2: minio, cloudflare r2, s3 compatible
many clouds | several clouds: rclone, multi cloud, cloud storage, cloud sync
webdav: nextcloud, caldav
google workspace | google apps | gsuite | g suite: google workspace, gsuite, gmail, google drive, google docs, google calendar, gws
microsoft 365 | office 365 | m365 | o365: microsoft 365, office 365, microsoft graph, outlook, sharepoint, onedrive, ms365
share link file | public link | temporary link file: presigned url, file sharing, signed url, share link, file hosting
paste online | pastebin | share snippet: pastebin, gist, snippet
ipfs | decentralised storage | decentralized storage: ipfs, arweave, filecoin, pinata, decentralized storage

# Documents and PDF
doc file: pdf, docx, google docs, libreoffice, markitdown
read docs | technical docs: documentation search, docs mcp, context7, devdocs
read document | open document | understand document | documents agent read: document parser, document reader, document processing, docling, markitdown, unstructured, pdf reader, tika, document loader
document markdown | docx markdown | pdf markdown | office markdown | files markdown: markitdown, docling, pandoc, pdf markdown, marker pdf, document conversion, markdown converter, mineru
document text | extract text: text extraction, document parser, tika, markitdown, docling, unstructured, textract, ocr
pdf: pdfjs, pypdf, pdf lib, pdfkit, pymupdf, acrobat
read pdf | pdf text | open pdf | inside pdf | extract pdf: pdf reader, pdf parser, pdf extraction, pdf text, pymupdf, pdfplumber, pypdf, pdf parse, poppler, docling
pdf table | tables document | extract table | table image: table extraction, camelot, pdf tables, tabula, pdfplumber, document parsing, document extraction, ocr
pdf excel | pdf spreadsheet | pdf csv: pdf excel, table extraction, tabula, camelot, pdf converter
pdf word | pdf docx: pdf docx, pdf word, pdf converter, pdf2docx, document conversion
create pdf | save pdf | generate pdf: pdf generation, pdf converter, pdfkit, puppeteer, weasyprint, reportlab, libreoffice, wkhtmltopdf, typst
md pdf: markdown pdf, pandoc, pdf generator, mdpdf, typst
merge pdf | join pdf | combine pdf | several pdf | put pdf together: pdf merge, pdf toolkit, qpdf, pdftk, pdf lib, pypdf, pdf manipulation, stirling pdf
split pdf | pages pdf | separate pdf | cut pdf: pdf split, pdf pages, qpdf, pdftk, pdf manipulation, stirling pdf
pdf smaller | compress pdf | shrink pdf | pdf big | reduce pdf: pdf compression, ghostscript, pdf optimizer, pdf toolkit, qpdf
rotate pdf | turn page pdf | pages order: pdf toolkit, pdf manipulation, rotate pdf, qpdf, pdf editor
edit pdf | change pdf | write pdf: pdf editor, pdf manipulation, pdf toolkit, pdf lib, edit pdf, stirling pdf
fill pdf | pdf form | fillable: pdf form, form filling, acroform, fill pdf, pdftk
digital signature: electronic signature, docusign, gpg, esignature, cryptographic signature, e signature, sigstore, pki, pandadoc, hellosign, dropbox sign
sign document | sign pdf | contract signed | electronic signature | e sign | esign | e signature: electronic signature, docusign, esignature, e signature, digital signature, pandadoc, hellosign, dropbox sign, adobe sign, documenso
password pdf | unlock pdf | locked pdf | protected pdf: pdf password, pdf encryption, qpdf, unlock pdf, pdf security
redact: pii redaction, anonymization, pii, data masking, pdf redaction, presidio, pii detection, deidentification
hide names document | censor document | blacken: redaction, anonymization, pii, pdf redaction, presidio
watermark | stamp document: watermark, pdf watermark
annotate pdf | highlight pdf | comment pdf | pdf notes: pdf annotation, pdf highlights, annotations, zotero
chat pdf | ask pdf | question document | ask document | talk documents | ask files | chat files | chat documents | talk files: pdf chat, rag, document qa, document chat, retrieval augmented, question answering, private gpt, anythingllm, notebooklm
pdf images: ocr, pdf2image, ocrmypdf, img2pdf, tesseract, pdf png, pdf ocr, pdfimages, scanned pdf, poppler, textract
pictures pdf | pdf jpg: pdf image, pdf2image, img2pdf, pdf png, pdfimages, poppler, pdf converter
photos pdf: image pdf, img2pdf, pdf converter
pdf accessible | pdf archive: pdf accessibility, pdfa, pdf ua, verapdf
print | printer | print document | print page | paper printer: printer, printing, cups, receipt printer, print job, thermal printer, print server, ipp
scan document | scanner | paper documents | paper digital | digitise paper: document scanner, ocr, paperless, naps2
document archive: paperless, archive search, paperless ngx, europeana, document management, internet archive, dms, wayback, docspell, mayan edms
paperless | file papers | paper mess | store documents: paperless, paperless ngx, document management, dms, docspell, mayan edms
word document | docx | word file | microsoft word: docx, word document, microsoft word, python docx, docxjs, mammoth
write word | create word | make docx | fill word template: docx, docx generator, docxtemplater, python docx, word document, document generation
track changes | compare documents | compare contracts | contract differences | redline | contract versions: redline, tracked changes, document comparison, docx, document diff, diff
google docs | google document: google docs, google workspace, gdocs
libreoffice | open office | odt: libreoffice, odt, openoffice, odf, onlyoffice
office files | microsoft office | office documents: docx, xlsx, pptx, libreoffice, microsoft 365, onlyoffice, openxml
homework: google classroom, assignments, canvas lms, moodle, blackboard, academic writing, essay
latex | tex | essay | thesis | dissertation | academic writing | write paper | write essay: latex, academic writing, tex, essay, overleaf, typst, essay writing, tectonic, thesis, katex, grammarly, scientific writing
typeset | nice document | professional document | beautiful document: typst, latex, document generation, quarto, pandoc, typesetting
document template | letter template | letter many | fill template: document generation, template engine, docxtemplater, mail merge, document template, carbone
letter | write letter | formal letter: letter writing, letter generator, letter template, cover letter, document generation
read contract | agreement | check contract | understand contract | contract clause | terms service | nda: contract review, contract analysis, legal document, legal ai, legal contract, nda, contract management, ironclad, terms service
terms conditions | privacy policy | small print | imprint website | legal page website: privacy policy, terms service, legal document, policy generator, gdpr, tosdr, cookie policy
invoice | bill customer | write invoice | billing | send bill | create invoice: invoice, billing, stripe, xero, invoice generator, quickbooks, freshbooks, zugferd, e invoice
extract invoice: receipt, document extraction, receipt scanner, receipt ocr, document ai, intelligent document, expense tracker, textract, ocr, key value, invoice parsing
receipt | scan receipt | expense receipts | read invoice: receipt, receipt scanner, receipt ocr, invoice extraction, expense tracker, ocr, invoice parsing, expense tracking, document ai
ebook | e book | kindle | epub: epub, ebook, calibre, kindle, mobi, ebook reader, epub reader, gutenberg
write book | novel | write story | fiction: novel, story generator, creative writing, book writing, storytelling, fiction writing, manuscript
long document | long read | tldr | tl dr | summary | summarise | summarize: summarization, summarise, digest, tldr
short version | key points | main points | gist text: summarization, key points, key takeaways
convert document | document format | pandoc: pandoc, document converter, document conversion, libreoffice, markitdown, gotenberg, docling
document layout | layout analysis | complicated pdf: layout analysis, docling, document parsing, mineru, marker pdf, layoutlm, unstructured, llamaparse
fields document: document extraction, structured extraction, invoice extraction, data extraction, document ai, entity extraction, intelligent document, structured output, textract, langextract, key value, information extraction
data documents | information documents: document extraction, invoice extraction, document ai, intelligent document, textract, key value, idp, form recognizer
sort documents | classify documents | kind document: document classification, classifier, paperless, document management, categorization
markdown | md file: markdown, mdx, remark, markdown converter, obsidian, commonmark, markdown editor
render markdown | show markdown: markdown html, markdown renderer, remark, markdown preview, showdown
html pdf: puppeteer, wkhtmltopdf, weasyprint, gotenberg, print pdf
user manual | user guide | instruction manual | handbook: documentation, user manual, user guide, handbook, docs generator
write documentation | documentation project | document code | docs missing | generate documentation | code comments | docstring: documentation generator, docs generator, docstring, docusaurus, jsdoc, mkdocs, typedoc, technical writing, sphinx
readme | describe project: readme generator, readme, documentation, project description
diagram | flowchart | flow chart | draw process | architecture drawing | sketch process | boxes arrows | visualise process | visualize process: diagram, mermaid, flowchart, drawio, draw io, plantuml, excalidraw, graphviz, d2
org chart | family tree | hierarchy chart | history event | ancestor | genealogy | organisation chart: org chart, genealogy, organization chart, family tree, historical events, gedcom, familysearch, ancestry
certificate template | award certificate | diploma: certificate generator, certificate template, diploma
table contents | contents page: table contents, toc, toc generator, doctoc
send paper letter | postal letter | fax: letter mailing, fax, postal mail, print mail
page numbers | header footer: page numbers, pdf stamp, pdf toolkit, docx

# Spreadsheets and tables
spreadsheet | excel | xlsx | excel file | xls | workbook: excel, xlsx, spreadsheet, google sheets, openpyxl, sheetjs, workbook, exceljs, csv
google sheets | google spreadsheet | gsheet: google sheets, gsheets, google spreadsheet, spreadsheet, gspread, sheets api, google workspace
read excel | open spreadsheet | excel data: excel, xlsx, openpyxl, sheetjs, spreadsheet, pandas, excel reader
write excel | create spreadsheet | make excel | make spreadsheet: excel, xlsx, exceljs, openpyxl, spreadsheet generation, xlsxwriter, sheetjs
pivot table: excel formula, spreadsheet formula, aggregation, hyperformula, pandas, duckdb, excel, spreadsheet
excel formula | spreadsheet formula | formula cell | vlookup: excel formula, spreadsheet formula, hyperformula, pivot table, excel, spreadsheet
macro excel | vba: vba, excel macro, xlwings, office automation
csv excel: xlsx, csv converter, sheetjs
csv json: data conversion, excel json, format converter, csv parser, file converter, sheetjs, data transformation, json converter, pandoc
excel json | spreadsheet json: csv json, excel json, csv parser, sheetjs, json converter
spreadsheet database: airtable, csv import, nocodb, duckdb, baserow, sqlite utils, grist table, csv sqlite, smartsuite, data import, notion database, grist
airtable | table database | nocode database | code database: airtable, nocodb, baserow, grist table, smartsuite, notion database, grist, smartsheet, teable, seatable
rows columns | tabular: data table, csv, spreadsheet, dataframe, tabular data
clean data | messy data | dirty data | wrong data | tidy data | data quality | bad data | validate data: data cleaning, data quality, data cleansing, pandas, great expectations, openrefine, data validation, deduplication, data wrangling, pandera
duplicate rows | duplicates list | remove duplicates | entry twice | duplicate record | customer twice | deduplicate: deduplication, dedupe, duplicate detection, entity resolution, data cleaning, record linkage, fuzzy matching
similar names | match lists | fuzzy match | names spelled differently | approximate match | misspelled names: fuzzy matching, record linkage, fuzzy search, entity resolution, levenshtein, string similarity, rapidfuzz, fuse search
merge tables | join lists | combine spreadsheets | combine lists: data merge, csv merge, join tables, pandas, duckdb, data integration
analyse data | analyze data | understand numbers | look numbers | insights data | numbers say | data analysis | find trend | explore data: data analysis, data analytics, pandas, exploratory data, analytics, eda, data exploration, statistical analysis
sum column | column totals: pivot table, aggregation, pandas, duckdb
chart | bar chart: matplotlib, data visualization, plotly, echarts, vega, chartjs, vega lite, antv, quickchart, d3
graph numbers: matplotlib, chart extraction, plotly, plot digitizer, echarts, data extraction, vega, chartjs, antv
visualize data: matplotlib, plotly, echarts, vega, chartjs, vega lite, antv, quickchart, d3
draw graph: matplotlib, chart, plotly, echarts, vega, data visualization, chartjs, antv, vega lite
visualise: matplotlib, plotly, echarts, vega, chartjs, antv
dashboard | overview numbers | kpi: dashboard, grafana, metabase, kpi, apache superset, superset, bi, business intelligence, tableau, looker, power bi, streamlit
power bi | tableau | looker: power bi, tableau, looker, business intelligence, dax
question database | ask database: text2sql, text sql, natural language, language sql, sql query, nl2sql, database mcp, data analyst, postgres, sql generation, sqlite, chat data
data plain english | talk data | sql text: text2sql, text sql, language sql, nl2sql, data analyst, sql generation, chat data
report numbers | monthly report | weekly report | regular report | report data | automatic report: report generation, dashboard, automated report, jasper, analytics report
compare spreadsheets | two lists | compare lists: spreadsheet diff, csv diff, daff, excel compare, list comparison
csv database | load csv: csv import, duckdb, sqlite utils, csv sqlite, data import
outlier | strange values | anomaly | unusual numbers | unusual value | strange pattern: anomaly detection, outlier detection, data quality, anomalies, time series
tabular file | open table file | query csv | question spreadsheet: duckdb, csv, pandas, csv query, excel, polars, spreadsheet
merge spreadsheets | combine tables | join tables | merge csv: pandas, csv merge, duckdb, excel, data wrangling

# Slides
slideshow: powerpoint, pptx, ffmpeg, slides, video generator, presentation, remotion video, google slides, photo video, reveal js, marp
slide | presentation | powerpoint | pptx | ppt | keynote: powerpoint, pptx, slides, presentation, google slides, reveal js, marp, slidev, gamma, python pptx
make presentation | create slides | talk slides: presentation generator, slide generator, pptx, marp, slidev, google slides, slide deck, powerpoint generation, gamma
google slides: slides api, google workspace
pitch deck | investor presentation: pitch deck, slide deck, slides, powerpoint
presentation text | read powerpoint | pptx text: pptx, markitdown, python pptx, powerpoint, presentation parser
speaker notes | rehearse talk | give talk: speaker notes, presentation coach, public speaking
poster | flyer | brochure | leaflet: flyer, infographic, canva, brochure, graphic design, adobe express, poster design
canva: design tool, adobe express
infographic: flyer, data visualization, antv, canva, brochure, graphic design, adobe express, poster design
whiteboard | brainstorm board | sticky notes | sketch board | canvas drawing | hand drawn: whiteboard, excalidraw, miro, tldraw, figjam, lucidchart
mind map | mindmap | structure ideas | brainstorm visually | idea map: mind map, mindmap, markmap, xmind, freemind, brainstorming, concept map
presentation design | slide images: slides, powerpoint, canva, gamma

# Text recognition, scans and bar codes
read text image | screenshot text: ocr, tesseract, text recognition, paddleocr, image text, text extraction, easyocr, textract, vision model, handwriting, vision ocr
scan text: ocr, tesseract, ocrmypdf, text recognition, paddleocr, pdf ocr, text extraction, scanned pdf, easyocr, textract, handwriting, vision ocr
handwriting: ocr, tesseract, handwriting recognition, text recognition, handwritten, paddleocr, htr, text extraction, trocr, easyocr, textract
ocr | text recognition | recognise text | recognize text | text photo: ocr, tesseract, text recognition, paddleocr, text extraction, easyocr, textract, handwriting, vision ocr
extract text image | read text picture | read text photo | read picture | words picture | copy text image: ocr, tesseract, text recognition, image text, paddleocr, easyocr, vision model
scanned pdf | pdf select text: ocr, ocrmypdf, tesseract, pdf ocr, scanned pdf, textract, paddleocr
scan: ocr, document scan
handwritten: handwriting, handwriting recognition, htr, trocr, ocr
handwritten notes | notes paper | photo notes: handwriting recognition, handwritten, ocr, remarkable, note scanner
table picture | table photo | table screenshot | picture spreadsheet: table extraction, table recognition, ocr, image table, table ocr
formula picture | equation image | math image | math photo: mathpix, latex ocr, equation ocr, formula recognition, pix2tex, math ocr
barcode | scan barcode | ean | product code scan | bar code: barcode, zxing, barcode scanner, qr code, ean, upc, barcode generator, zbar
passport: id verification, visa requirements, mrz, travel advisory, document verification, visa, kyc, immigration, identity verification
id card | identity document | driving licence | license scan: id verification, passport, mrz, document verification, kyc, identity verification
number plate | license plate | licence plate | vin: license plate, vin decoder, alpr, anpr, vehicle history, plate recognition, nhtsa
straighten scan | crooked scan | skewed: deskew, document scanner, image preprocessing, opencv, perspective correction
describe image | see image: image captioning, image analysis, vision model, image recognition, image description, object detection, vlm, image understanding, ocr, multimodal
picture shows | describe picture | understand image: image captioning, vision model, image description, image analysis, image recognition, vlm, image understanding, multimodal
picture | photo: image, photo, picture, png, photography, jpeg, jpg, illustration
image: picture, photo, png, jpg, jpeg
library catalogue | library catalog | borrow book: library catalog, worldcat, open library, libby, koha
text picture | text image: ocr, image generation, text image, text recognition
chart image: chart extraction, plot digitizer, data extraction
scan qr | read qr | qr picture: qr reader, qrcode, qr code, zxing, barcode scanner
wifi qr | link qr: qr generator, qr code, wifi qr
ean product | product barcode: barcode lookup, upc, open food, ean, gtin

# Notes and knowledge bases
note | take notes | jot: notes, note taking, obsidian, notion, apple notes, evernote, joplin, onenote, markdown notes, bear notes
notion: notion database, notion workspace
obsidian | vault notes: obsidian, obsidian vault, markdown notes
onenote: microsoft graph
apple notes | mac notes | iphone notes: apple notes, notes app, bear notes, macos notes
google keep | keep notes: google keep, gkeep
logseq | roam: logseq, roam, roam research
joplin | standard notes: joplin, standard notes
find notes | search notes | old notes: note search, obsidian, semantic search, knowledge base, second brain, personal knowledge
organise notes | organize notes | messy notes | tidy notes | connect notes: zettelkasten, obsidian, note organization, knowledge management, second brain, pkm, para method, backlinks
second brain | personal knowledge | everything know | pkm: second brain, pkm, personal knowledge, zettelkasten, obsidian, knowledge management, knowledge base, basic memory
zettelkasten: obsidian, second brain, atomic notes
knowledge base | company knowledge | team knowledge | internal documentation | company wiki: knowledge base, confluence, wiki, notion, bookstack, knowledge management
wiki: confluence, mediawiki, bookstack, dokuwiki, wikijs, deepwiki, gitbook
confluence: atlassian, wiki
ask company documents | ask knowledge | employees ask: enterprise search, knowledge base, rag, internal search, document qa, onyx, confluence
faq | common questions | frequently asked: faq, knowledge base, help center, question answering
journal | diary | daily notes | daily log | write daily: journal, diary, daily notes, day one, daily log
idea | capture idea | ideas forget | quick thought: idea capture, quick capture, brainstorm
brainstorm | come ideas | need ideas | need inspiration: brainstorming, ideation, creative thinking, idea generation
flashcard | memorise | memorize | learn heart | vocabulary cards | anki | spaced repetition: anki, flashcards, spaced repetition, srs, quizlet, ankiconnect
learn | study | understand subject: tutor, flashcards, quiz
teach | tutor | explain like child | lesson | student: tutor, lesson plan, e learning, course generator, quiz, curriculum, flashcards
quiz | exam questions | test knowledge | practice questions | multiple choice | practice exam: quiz, quiz generator, flashcards, exam, question generator, trivia, kahoot
highlights | kindle highlights | book highlights: readwise, kindle highlights, highlights, annotations
web clipper | clip page | save page notes: web clipper, obsidian clipper, bookmark, singlefile
reading list | track reading: reading list, goodreads, book tracker, readwise
recipe collection | cooking notes: recipe, mealie, tandoor, recipe manager
lessons learned | learn mistakes | repeat mistakes: lessons learned, reflexion, continuous learning, self improvement, retrospective
decision log | decision rationale | remember decisions | past decisions | architecture decision | record decision: decision log, adr, architecture decision, decision record, decision memory
glossary | terms list | terminology | company terms: glossary, terminology, termbase, ontology
snippets | text blocks | reuse text | standard replies | canned response: snippet, text expander, espanso, canned responses, snippet manager
code snippets | save snippet | reuse code | boilerplate piece: snippet manager, snippet, gist, code snippets
classify: classification, machine learning, scikit, labeling, scikit learn, categorization, pytorch, taxonomy, tensorflow, auto tagging, automl
tag | label | categorise | categorize | sort categories: classification, classifier, labeling, categorization, taxonomy, auto tagging
knowledge graph | things related | relations facts: knowledge graph, neo4j, graph database, entity relationship, graphrag, ontology, graphiti, triples
publish notes | notes website | digital garden: digital garden, quartz, obsidian publish, static site
sync notes | notes phone | notes devices: obsidian sync, joplin, notes sync, livesync
kb: knowledge base, wiki

# Writing and text
grammar | spelling | spell check | spelling mistakes | typos | correct text | proofread | proof read: grammar, languagetool, spell check, proofreading, spellcheck, hunspell, cspell, vale, harper grammar
write text: writing assistant, copywriting, content writing
write better | improve text | better wording | polish text | rewrite | reword | rephrase | sounds bad: rewriting, paraphrase, copyediting, writing assistant, text improvement, style guide
paraphrase | say differently | words text: paraphrase, rewriter
sounds ai | ai text human | humanise | humanize text | less robotic | ai slop | sounds robot: text humanizer, ai detection, ai writing, deslop, slop, writing style, natural writing
written ai | ai detector | detect ai text | chatgpt wrote | deepfake | fake picture | ai generated text | detect ai: ai detection, deepfake detection, ai detector, gptzero, content authenticity, image forensics, c2pa
plagiarism | copied text | stolen text | original text: plagiarism, plagiarism detection, plagiarism checker, copyscape, similarity check, text similarity
brand voice | voice writing | brand | logo name | company name ideas: brand voice, brand guidelines, writing style, brand identity, style guide, voice tone, brand assets, voice profile, name generator, style transfer, ghostwriter
tone | friendlier | formal tone | politer tone: tone adjustment, rewriting, style transfer, writing assistant, politeness
write article | content writing | text website | seo text: content generation, content writing, article writer, blog writing, copywriting, content creation, seo content
product description: copywriting, ad copy, product catalog, marketing copy, product listing, landing page, ecommerce, pim, slogan, headline, content writing
advert text | ad copy | sales text | slogan | copywriter | write ad | marketing text | landing page text: copywriting, ad copy, marketing copy, landing page, product description, slogan, headline, content writing
headline | title ideas | catchy title: headline, title generator, copywriting, headline generator
name ideas | product name | company name | name startup: name generator, brand name, domain name
fairy tale | poem | lyrics | song text | words song: story generator, lyrics, creative writing, lrclib, poetry, musixmatch, poem, song lyrics, storytelling, songwriting
script video: screenwriting, screenplay, scriptwriting, script writing, storyboard, youtube script
screenplay | film script: screenwriting, screenplay, script writing, video script
technical writing | write docs: technical writing, documentation, style guide, vale
press release | contact journalists | pr media: pr newswire, press release, public relations, media outreach
readability | hard read | reading level | text complicated | word count | many words | character count | text length | text statistics: readability, word count, reading level, word counter, flesch, text simplification, character count, hemingway
text tools: text processing, text manipulation, text analysis, string utilities
replace text | search replace | find replace | swap words: find replace, search replace, sed, text replacement, regex
regex | regular expression | text pattern | match pattern | match pattern text: regex, regular expression, regexp, pattern matching, regex tester, regex101
uppercase | lowercase | change case | camel case | capital letters: case conversion, change case, camelcase, text transform, string manipulation
format text | align text | indent: formatter, prettier, text formatting, pretty print
compare text | two texts | text changed: text diff, diff, jsdiff, diff match, text comparison
topics text: keyword extraction, clustering, topic modeling, keybert, categorization, topic extraction, bertopic, text analysis, embeddings, tf idf, kmeans, umap
keywords text | important words: keyword extraction, topic modeling, keybert, topic extraction, text analysis, tf idf
names text | places text | extract names | people mentioned: named entity, ner, spacy, entity extraction, entity recognition
classify text | sort text | text categories: text classification, classifier, zero shot, categorization, sentiment
sort list | alphabetical | list order: sort list, natural sort, alphabetize
slug | url friendly: slug, slugify
lorem ipsum | dummy text | placeholder text: lorem ipsum, placeholder text, faker, dummy text
ascii art | big letters | text banner | figlet: ascii art, figlet, ascii, banner, text art
swear words | bad words | offensive | insulting | toxic comments: profanity, profanity filter, content moderation, toxicity, moderation, hate speech
moderate | moderate comments | toxic | hate speech | content moderation | nsfw: moderation, content moderation, perspective api, toxicity, nsfw, hate speech
write together | edit together | collaborate document: collaborative editing, crdt, yjs, etherpad, hocuspocus, realtime collaboration, google docs
text editor | rich text | editor website: text editor, rich text, tiptap, prosemirror, wysiwyg, ckeditor, monaco
legal text | legalese | lawyer | law | legal | legal question | statute | legislation: legal writing, law, legal ai, legislation, lawyer, legal research, statutes, case law, regulations, eur lex
markdown table | text table: markdown table, table generator, table formatter
bullet points | bullet list: bullet points, outline generator, summarization, note formatting
text variables | placeholders template | fill placeholders: handlebars, mustache, jinja, template engine, nunjucks
footnote | references word: footnotes, citation, bibliography, zotero
nlu | intent | user wants: intent detection, nlu, intent classification, intent recognition
spell check code | typo code: cspell, typos, codespell, spell checker

# Translation and languages
foreign language: translation, language learning, deepl, vocabulary, google translate, flashcards, libretranslate, duolingo, argos translate, anki, machine translation, language tutor
translate | another language | translate german | translate english: translation, deepl, google translate, libretranslate, argos translate, machine translation
deepl: translation
translate document | translate pdf | translate file | translate word: document translation, pdf translation, deepl, pdfmathtranslate, translator, babeldoc
translate website | multilingual website | website languages | app languages | localise: i18n, internationalization, l10n, i18next, translation management, crowdin, lokalise, weblate
i18n | l10n | translation strings | translate app | translate interface | localize app | several languages app: i18n, i18next, lokalise, l10n, crowdin, translation keys, translation files, internationalization, gettext
translate subtitles | translate video | subtitles language | dub: subtitle translation, dubbing, video translation, subtitle, srt, lip sync, rask, video dubbing
translate speech | live interpreter | live translation | understand foreigner | live captions | interpreter: speech translation, live captions, live translation, interpreter, realtime translation
translate offline | translate privately: argos translate, libretranslate, offline translation, nllb, marian
detect language | language unknown: language detection, langdetect, language identification, fasttext
understand foreign text | chinese text | japanese text: translation, furigana, pinyin
dictionary | meaning word | definition | define word | definition word | synonym | thesaurus | another word | rhyme: dictionary, thesaurus, wiktionary, synonym, datamuse, definition, wordnet, word definition, rhyme, merriam webster, lexicon
learn language | practise english | practice spanish | vocabulary | duolingo | practise language | practice speaking: language learning, vocabulary, flashcards, duolingo, anki, language tutor, pronunciation, grammar
pronounce | pronunciation | phonetic | ipa: pronunciation, ipa, phonetic, text speech, forvo, phoneme
transliterate | cyrillic | pinyin | romanise: transliteration, pinyin, romanization, cyrillic
dialect | british american | spelling british: british english, spelling, language variant
plain language | easy language | simple words | simple english | easier read: plain language, readability, simplification, text simplification, simplify, leichte sprache
natural language | language processing | nlp: nlp, natural language, spacy, nltk, text analysis, hugging face, tokenization

# Memory of agents
remember | memorise facts | keep mind: memory, persistent memory, knowledge graph, long term, mem0, reminder
memory | agent memory | ai memory | memory llm: mem0, knowledge graph, persistent memory, letta, zep, long term, memory bank, graphiti, cognee
remember sessions | remember conversation | remember next time | last session | previous session: persistent memory, session memory, long term, memory bank, cross session, conversation memory, mem0, claude mem, context persistence
forget everything | forgets | start every | explain every | agent forgets | goldfish | amnesia: persistent memory, long term, memory, memory bank, context persistence, session memory, mem0
long term memory | persistent memory | permanent memory | lasting memory: long term, persistent memory, mem0, letta, memgpt, zep, memory layer, supermemory, knowledge graph
short term memory | working memory: working memory, scratchpad, session memory, short term, buffer memory
remember preferences | preferences | learn preferences: user memory, user preferences, user profile, preference learning, openmemory
remember project | project context | know project | remember codebase | project knowledge: memory bank, project memory, project context, codebase memory, claude md, agents md, serena, context engineering
share memory | memory several agents | memory tools | memory across tools: shared memory, openmemory, memory sync, cross agent, agents memory, memory hub, team memory
memory local | memory files | memory markdown | memory machine: local memory, markdown memory, sqlite memory, file memory, basic memory
store facts | save facts | keep facts | remember facts: knowledge graph, fact store, entity memory, semantic memory, fact extraction
recall | bring back | remember said: memory retrieval, conversation search, conversation history, episodic memory, chat history
continue left | resume work: session resume, session continuity, handoff, checkpoint, session management, context persistence
handover | pass work next | handoff: handoff, session handoff, context transfer, handover, agent handoff
conversation long | context full | context window | runs context | context overflow: context management, context compression, context window, compaction, token optimization, context compaction, summarization, context pruning
many tokens: token optimization, token counter, token reduction, tiktoken, token saving, tokenizer, context compression, token counting, prompt compression, token usage, token efficient, token saver
token usage: token optimization, token reduction, ccusage, token saving, token counter, context compression, cost tracking, prompt compression, usage tracking, token efficient, llm cost
save tokens | fewer tokens | token cost | reduce tokens | waste tokens: token optimization, token reduction, token saving, context compression, prompt compression, token efficient, token saver, prompt caching, toon
count tokens: token counter, tiktoken, tokenizer, token usage
compress prompt | shorter prompt | shrink context | smaller context: prompt compression, context compression, llmlingua, token reduction, compaction
give context | right context | context agent | context engineering: context engineering, context provider, context management, context server, repomix, context7
whole codebase prompt | repo one file | pack repo | code prompt: repomix, gitingest, code2prompt, repo packer, codebase context, files prompt
old conversations | past conversations | search chats | earlier conversation | previous chats: conversation history, conversation search, chat history, session search, conversation archive, transcript search, session history
remove memory | outdated memory | stale memory | clean memory: memory decay, memory pruning, forgetting, memory consolidation, memory management, memory cleanup
many tools | tools fill context | tool overload | tools eat context: tool search, progressive disclosure, tool filtering, lazy loading, mcp proxy, mcp gateway, tool router, code mode, dynamic tools
rules agent | instructions agent | agent conventions | follow rules | claude md | agents md: agents md, claude md, cursor rules, cursorrules, steering
agent ignores instructions | breaks rules: guardrails, rule enforcement, instruction following, policy enforcement
learn time | gets better | self improving: self improving, continuous learning, self evolving, skill learning, experience replay
time travel: checkpoint, state management, time machine
state snapshot | save state | checkpoint: checkpoint, state management
key value: redis, kv store, valkey, memcached, sqlite, leveldb, upstash, keyv, caching, localstorage
store value | simple store | remember value: key value, kv store, redis, sqlite, leveldb, keyv, localstorage
export memory | move memory | switch assistant memory: memory export, memory migration, memory portability, memory sync
facts change | truth time | outdated facts: temporal knowledge, graphiti, zep, bitemporal, temporal graph
memory encrypted | private memory: encrypted memory, local memory, memory vault
coding conventions: coding standards, linter, claude md, code quality, agents md, static analysis, preference learning, project memory, sonarqube, code review, eslint, style guide
remember code style | coding preferences: coding standards, claude md, agents md, preference learning, project memory
remember bug | already solved | seen error: solution memory, error memory, lessons learned, debugging memory, knowledge base

# Retrieval and embeddings
rag | retrieval augmented | retrieval augmented generation: rag, retrieval augmented, vector database, llamaindex, langchain, embeddings, ragflow, graphrag, lightrag, vector store
documents ai | private documents ai | feed documents | train documents | teach documents: rag, retrieval augmented, document ingestion, knowledge base, local rag, embeddings, anythingllm
search meaning | find similar meaning | semantic search | exact words: semantic search, vector search, embeddings, similarity search, neural search, hybrid search, faiss
vectorize: embedding, svg, sentence transformers, vector graphics, illustrator, openai embeddings, inkscape, voyage, fastembed, svgo, text embedding
embedding | text vector | vectorise: embedding, sentence transformers, vector, openai embeddings, voyage, fastembed, text embedding
vector database | vector db | vector store | store embeddings | similarity search | nearest neighbour | nearest neighbor | vector search: vector database, vector search, pinecone, similarity search, qdrant, faiss, chroma, hnsw, weaviate, milvus
pinecone | qdrant | chroma | weaviate | milvus: vector database, vector store, embeddings, similarity search
similar items | similar text | similar documents: similarity search, semantic similarity, embeddings, vector search
chunk | split text | split document | cut text pieces | text pieces: chunking, text splitter, chunker, semantic chunking, text chunking
rerank | search results better | order results | best results first: reranker, cohere, cross encoder, colbert
hybrid search | keyword meaning: hybrid search, bm25, vector search, reciprocal rank, full text
full text search | index text | search text: full text, meilisearch, elasticsearch, typesense, lucene, bm25, opensearch, fts5, minisearch, tantivy
index files | index documents | index folder: document index, file index, rag, local search
understand codebase: code search, code explanation, codebase indexing, codebase analysis, ripgrep, explain code, semantic code, code understanding, sourcegraph, code analysis, code index, repo map
index code | search codebase | find code | grep code | look code: code search, codebase indexing, ripgrep, semantic code, sourcegraph, code index, code graph, codebase search, code context, ast grep, ast, zoekt
graph rag | graphrag | knowledge graph documents: graphrag, knowledge graph, lightrag, neo4j, graph retrieval
answers wrong | invents things | hallucinate | made answers: hallucination, hallucination detection, fact checking, rag, citations, guardrails, groundedness
grounded answers | answers sources: rag, citations, source attribution
ingest | documents rag | load documents | feed data: document loader, data loader, etl, unstructured, document ingestion
evaluate rag | rag quality | retrieval quality: ragas, rag evaluation, deepeval, trulens, retrieval evaluation
multimodal search | search images text | find photo description | search photos words: openclip, multimodal, image search, visual search, image embedding, multimodal rag
video search content | find moment video | scene video: video search, video understanding, twelvelabs, scene detection, video indexing
notebooklm | notebook lm: notebooklm, ai notebook, research assistant, open notebook, document qa
local rag | rag computer | private rag: local rag, ollama, anythingllm, private gpt, chroma, lancedb
crawl docs rag | website chatbot knowledge: crawl4ai, firecrawl, rag crawler, site crawler, docs crawler

# Language models
llm | language model | ai model | large language model: llm, openai, anthropic, claude, gemini, gpt, ollama, language model, mistral, llama
artificial intelligence: llm, machine learning, openai, claude, gpt
chatgpt | gpt | openai: openai, chatgpt, gpt, azure openai, codex
claude | anthropic: claude, anthropic, claude code, claude desktop
gemini | google ai: gemini, google ai, vertex, gemini cli
mistral | llama | qwen | deepseek: mistral, llama, qwen, deepseek, open model, ollama
grok | xai: grok, xai, x ai
ask another ai | another model | second opinion | different ai | another llm | ask chatgpt: multi model, multi llm, second opinion, llm council, openrouter, llm bridge, multi provider, zen mcp, consensus, model delegation
several models | many models | compare models | multiple ai | models together | model best: multi model, model comparison, openrouter, litellm, llm council, benchmark, llm arena, model router
switch model | change provider | one api models | unified api: litellm, openrouter, llm gateway, multi provider, llm proxy, unified api, model router, ai gateway, portkey
llm cost: token usage, cost tracking, ccusage, model router, token counter, llm router, cost optimization, usage tracking, openrouter, helicone, model routing
cheap model | cheapest model | cheaper ai | ai cost | ai expensive: llm cost, cost tracking, model router, llm router, cost optimization, openrouter, token usage, model routing
ai bill | usage claude | usage ai | tokens used | usage limit: token usage, cost tracking, usage tracker, ccusage, usage monitor, llm cost, cost monitor, budget
free ai | free llm | free model | ai without paying: free llm, free tier, ollama, local llm, free api, openrouter, gpt4free
local ai | local llm | local model | ai offline | ai computer | llm machine | run model locally | llm laptop: ollama, local llm, llama cpp, lm studio, gguf, vllm, localai, mlx, offline llm, gpt4all
ollama: local llm, llama
lm studio | llama cpp | gguf | vllm: llama cpp, lm studio, gguf, vllm, local llm, inference server
host model | serve model | model server | deploy model: vllm, model serving, inference server, tgi, triton, bentoml, replicate model, sglang, ray serve
huggingface | hugging face | find model | model hub: huggingface, hugging face, hf transformers, model hub, gradio, hf
train model: fine tuning, machine learning, finetuning, scikit, lora, scikit learn, unsloth, pytorch, peft, tensorflow, huggingface, automl
fine tune | finetune | custom model | lora | train llm: fine tuning, finetuning, lora, unsloth, peft, huggingface, axolotl, model training, sft, qlora, llm training, trl
predict: machine learning, forecasting, scikit, time series, scikit learn, prophet forecasting, pytorch, predictive model, tensorflow, timegpt, automl, xgboost
machine learning | train classifier | ml model: machine learning, scikit, scikit learn, pytorch, tensorflow, automl, xgboost, mlflow, forecasting, model training, huggingface
training data ai | synthetic data | generate training | data without privacy: synthetic data, dataset generation, data generator, data annotation, faker, data labeling, sdv, distilabel
label data | annotate data: data labeling, label studio, annotation, argilla, dataset, labelbox
test prompt: evals, prompt versioning, benchmark, promptfoo, llm evaluation, prompt management, deepeval, langfuse, promptlayer, llm judge, prompt evaluation
evaluate agent: evals, benchmark, agent testing, promptfoo, llm evaluation, agent benchmark, deepeval, langfuse, llm judge, ragas, lm eval
benchmark model | test model | model quality | evaluate llm | eval | llm eval | model output quality: evals, benchmark, promptfoo, llm evaluation, deepeval, langfuse, llm judge, ragas, lm eval, braintrust
watch llm calls | see ai | trace llm | llm logs | monitor agent: llm observability, langfuse, langsmith, observability, helicone, arize phoenix, agent monitoring, opentelemetry
cache llm | question llm | repeated prompts: prompt caching, semantic cache, llm cache, gptcache
ai gateway | llm proxy | hide llm key: ai gateway, llm gateway, litellm, llm proxy, portkey, kong gateway
openai compatible | openai api local: openai compatible, litellm, localai, vllm, llm proxy
azure openai | bedrock | vertex ai: bedrock, azure openai, vertex, azure ai, sagemaker
gpu | graphics card | rent gpu | train model cloud: gpu, cuda, runpod, modal labs, nvidia, vast ai, lambda labs, nvidia smi
vision model | image understanding ai | see pictures ai: vision model, vlm, multimodal, image understanding, gpt 4o, llava
generate image | create picture | ai picture | draw picture | create image | make picture | paint picture | ai art: image generation, dall e, text image, stable diffusion, midjourney, comfyui, imagen, gpt image, nano banana, replicate model
tokens per second | model speed | faster model | groq: groq, cerebras, fast inference, throughput
embedding local: fastembed, sentence transformers, ollama, transformers js, onnx
model fails | fallback model | provider unavailable: llm fallback, litellm, llm gateway, failover, model router
quantize | model smaller | model big: quantization, gguf, gptq, awq, bitsandbytes
stream answer | answer word word: streaming llm, sse, vercel ai, token streaming
model phone | browser model | device model: webllm, transformers js, mlx, onnx
ml: machine learning, model training
genai | generative ai: generative ai, llm, genai, image generation

# Prompts
prompt: prompt engineering, prompt library, prompt template
better prompt | improve prompt | prompt engineering | write prompt | good prompt: prompt engineering, prompt optimizer, prompt enhancer, prompt improvement, prompt generator, dspy
prompt library | save prompts | reuse prompts | collection prompts: prompt library, prompt manager, prompt template, prompt collection, prompt store, prompthub, awesome prompts
prompt version | prompt changes | compare prompts: prompt versioning, promptfoo, prompt testing, prompt management, langfuse, promptlayer, prompt evaluation
role play: system prompt, dnd, personas, dungeons dragons, roleplay, tabletop, soul md, rpg, foundry vtt, d20, dungeon master
system prompt | persona | character ai: system prompt, personas, roleplay, soul md
prompt injection | trick ai | hijack agent | jailbreak | malicious instructions | poisoned | agent security | protect agent | malicious prompt: prompt injection, jailbreak, guardrails, llm security, ai firewall, injection detection, agent security
image prompt | prompt picture: image prompt, prompt generator, midjourney, prompt enhancer, prompt engineering
slash command | custom commands | shortcuts agent: slash command, custom commands, claude commands
question unclear | clarify | ask back | vague request: clarification, clarifying questions, requirements elicitation, prompt enhancer, grill
safe ai | ai guardrail | block bad answers | unsafe output: guardrails, content safety, content moderation, llm guard, nemo guardrails, moderation, safety filter

# Agents and orchestration
ai agent: autonomous agent, ai assistant, agent framework
build agent | develop agent | agent framework | agent sdk: agent framework, langchain, langgraph, crewai, agent sdk, autogen, openai agents, pydantic ai, mastra, smolagents
several agents | many agents | team agents | agents together | multiple agents | agents work together | multi agent: multi agent, crewai, swarm, autogen, orchestration, agent team, agent swarm, langgraph, agent collaboration
subagent | sub agent | delegate | helper agent | split work agents | hand task: subagent, delegation, task delegation, orchestrator, multi agent, agent spawn, worker agent
agents communicate | agent message agent | a2a: a2a, agent2agent, agent communication, agent messaging, agent protocol, agent network, agent mail
agents time | parallel agents | several claude | many claude: parallel agents, worktree, multi agent, claude squad, agent orchestrator, tmux, concurrent agents, vibe kanban
agents conflict | agents overwrite | agents file: file locking, worktree, agent coordination, conflict prevention, file reservation
orchestrate | coordinate agents: orchestration, langgraph, multi agent, temporal workflow
autonomous | alone overnight | unattended: autonomous, autonomous agent, ralph, agent loop, unattended, autopilot, background agent, auto mode
loop done | keep going | keep trying | dont stop: ralph, agent loop, autonomous loop, retry
long running | long task | takes hours | background task: background task, background jobs, long running, job queue, durable execution, async task, temporal workflow, daemon
agent stuck | error loop | going circles | infinite loop agent: loop detection, stuck detection, watchdog, circuit breaker
watch agents | agents overview | manage agents | agent dashboard | see agents: agent dashboard, agent monitoring, agent management, mission control, observability, session manager, kanban agents
workflow | automate: n8n, zapier, workflow automation, activepieces, node red, ifttt
connect apps | connect services | link apps | ifttt | glue apps | integrate apps | automate apps: zapier, n8n, app integration, make com, ipaas, pipedream, composio, workflow automation, ifttt, integration platform, activepieces, connectors
n8n | zapier: n8n, zapier, workflow automation, pipedream
low code: nocode, visual builder, retool, drag drop, appsmith, flowise, bubble io, dify, budibase, langflow, tooljet
without programming | without coding | nocode: nocode, low code, visual builder, drag drop, flowise, dify, langflow
tool calling: claude hooks, function calling, pre tool, mcp server, post tool, composio, lifecycle hooks, tool use
function calling: tool calling, language server, lsp, mcp server, code navigation, composio, symbol search, tool use, serena, ctags, tree sitter
give agent tools | agent use api: tool calling, function calling, mcp server, composio, tool use
api mcp | api tool agent | turn api mcp | openapi mcp | api usable agent | api tool | wrap api | existing api agent: openapi mcp, mcp generator, api mcp, openapi, swagger mcp, fastmcp, fastapi mcp, mcp gateway
build mcp | develop mcp | program mcp: fastmcp, mcp sdk, mcp framework, mcp builder, mcp template, mcp generator, mcp boilerplate, create mcp
debug mcp | mcp works | inspect mcp: mcp inspector, mcp testing, mcp tester, mcp debug, mcp validator
model context protocol: mcp, mcp server, model context, mcp client, fastmcp
mcp one place | combine mcp | many mcp | many mcp servers | mcp aggregator | mcp proxy: mcp gateway, mcp proxy, mcp hub, mcp aggregator, mcp router, metamcp, mcp manager, mcpjungle
mcp remote | mcp http | stdio http: mcp remote, mcp proxy, supergateway, mcp bridge, streamable http, sse
mcp command line | mcp terminal | call mcp script: mcp cli, mcporter, mcp client, mcptools
check skill safe: mcp scan, skill scanner, mcp security, skill security, mcp scanner, skill audit, skill vetter, tool poisoning, mcp guard, security scanner, mcp audit
mcp safe | mcp dangerous | trust mcp | mcp security | mcp server safe | malicious mcp | tool poisoning: mcp scan, mcp security, mcp scanner, skill scanner, tool poisoning, mcp guard, security scanner, mcp audit, skill security
build skill | author skill: skill creator, skill builder, skill authoring, skill development, writing skills, skill generator
skill | agent skill | claude skill: agent skill, claude skills
skill malicious | trust skill | scan skill: skill scanner, skill security, skill audit, skill vetter
plugin claude | claude code plugin | extend claude: claude plugin, claude code, plugin marketplace, claude marketplace
hook agent | every edit: claude hooks, pre tool, post tool, lifecycle hooks
voice assistant: voice agent, livekit, voice interface, pipecat, speech recognition, vapi, elevenlabs, voice mode, alexa, voice chat, voice conversation
talk agent: voice assistant, voice agent, livekit, voice interface, pipecat, speech recognition, vapi, elevenlabs, voice mode, alexa, voice chat, voice conversation
talk ai | speak assistant | like siri | like alexa: voice assistant, voice agent, livekit, pipecat, vapi, elevenlabs, voice mode, alexa
personal assistant | secretary | butler | jarvis: personal assistant, executive assistant, ai assistant, openclaw, productivity assistant
execute code: sandbox, e2b, code interpreter, microvm, docker, firecracker, code runner, jupyter, judge0, gvisor, repl
sandbox | run code safely | safe place code | isolate | untrusted code | isolate agent | safe environment agent: sandbox, e2b, microvm, docker, firecracker, code execution, code interpreter, gvisor, docker sandbox, microsandbox
run python | execute python | code interpreter | calculate python | python script: code interpreter, python interpreter, python execution, code execution, python repl, python sandbox, jupyter, python executor, repl, pyodide, e2b, sandbox
run command | terminal command | shell | command line | bash: terminal emulator, shell command, shell, cli, command execution, bash, desktop commander, tmux, command line, powershell, zsh
destructive command: guardrails, command guard, command filter, permission hooks, safety net, safety hooks, sandbox, approval, command blocker, policy engine, dcg
agent dangerous | agent deletes | stop agent destroying | rm rf: guardrails, command guard, destructive command, safety net, sandbox, approval, policy engine
agent allowed | limit agent | restrict agent | agent permissions: access control, policy engine, guardrails, allowlist, least privilege, agent governance
agent pays | agent money | agent wallet | agent buy | machine pays | micropayment | pay per call: agent payments, x402, agent wallet, micropayments, agentic commerce, stripe, usdc, l402, lightning network, skyfire
agent identity: verifiable credentials, agent auth, agent trust, credential vault, agent registry, oauth, erc 8004, agent credentials, secrets management
prove agent | trust agent | agent reputation: agent identity, verifiable credentials, agent trust, agent registry, erc 8004
agent register | agent marketplace | hire agent: agent marketplace, agent registry, agent discovery, agent directory, a2a
audit agent | record agent: audit trail, audit log, agent logs, session recording, provenance, observability
agent reliable: agent evaluation, agent testing, evals, agent benchmark, deepeval
coding agent | ai programmer | ai coding | write code | pair programming | programming partner | generate code | coding assistant: coding agent, code generation, claude code, pair programming, codegen, codex, aider, copilot, cursor, opencode, cline
cursor | windsurf | cline | aider: cursor, windsurf, cline, aider, coding agent
claude another program | call claude code | claude headless: claude code, agent sdk, claude cli, claude mcp
codex | gemini cli | opencode: codex, gemini cli, opencode, codex cli, coding agent
langchain | langgraph | llamaindex: langchain, langgraph, llamaindex, llm framework
chat interface | chat ui | chat frontend: chat ui, open webui, librechat, chat interface, lobechat, chainlit, assistant ui
simulate people | pretend users | fake users | focus group: persona simulation, synthetic users, agent simulation, user simulation
game agents | agents play | agents world: game agent, multi agent, virtual world
agent every day | schedule agent | agent night: scheduled agent, cron, agent cron, scheduled tasks
config tools | share config agents | sync rules: rules sync, config sync, rulesync, dotfiles, agent config, ruler
ready made agents | agent collection | agent templates: agent collection, agent templates, awesome agents, subagents collection, claude agents
status line | statusline: statusline, claude statusline, status bar
manage sessions | many terminals | session list: session manager, tmux, claude squad, terminal multiplexer, zellij
agent budget | agent overspends: budget limit, cost control, spend limit, llm cost, agent budget
repetitive | boring work | tedious | annoying work: workflow automation, rpa, batch processing

# Reasoning and planning
think | think first | think step | reason: sequential thinking, chain thought, reasoning, think tool, step reasoning, thought process, tree thoughts, structured thinking
think harder | think deeper | deep thinking | complicated problem | complex problem | hard problem: sequential thinking, deep thinking, reasoning, problem solving, extended thinking, tree thoughts, structured reasoning, first principles
split task | smaller steps | big task: task decomposition, sequential thinking, task breakdown, step reasoning, subtasks, taskmaster, work breakdown
plan | make plan | plan first: plan mode, implementation plan, task planning, roadmap, task decomposition
plan feature: implementation plan, spec driven, project planning, prd, spec kit, product requirements, roadmap, openspec, taskmaster, user stories, technical spec
plan project | implementation plan: implementation plan, project planning, spec driven, prd, roadmap, taskmaster, spec kit
spec | write specification | write requirements | project requirements | prd | requirement document | spec coding | product requirements: spec driven, prd, spec kit, product requirements, openspec, user stories, technical spec
double check | check answer | check work | verify answer | second look: self review, verifier, quality check, cross check, self critique, fact checking
different viewpoints | another perspective | devils advocate | counterargument | challenge idea | criticise idea | criticize plan: devils advocate, debate, critical thinking, multi perspective, red team, critique, adversarial review, six hats
debate | discuss agents | vote agents | agents agree: debate, agents debate, consensus, llm council, deliberation, majority vote
first principles | mental model | thinking methods: mental models, first principles, clear thought, thinking frameworks, decision framework
bias | blind spots | wrong assumptions | assumption: cognitive bias, assumption, critical thinking, bias detection, fallacy
logic | prove | theorem | formal proof | prove theorem | verify proof: theorem prover, lean prover, formal verification, z3, coq, isabelle, prolog, proof assistant, logic solver, lean4, smt, formal proof
math | calculate | arithmetic | sum numbers: calculator, math, wolfram, arithmetic, sympy, mathematics, wolfram alpha, mathjs, math evaluation, math expression
equation | solve equation | algebra | solve integral | calculus | symbolic math: sympy, equation solver, symbolic math, wolfram, wolfram alpha, algebra, computer algebra, calculus, mathematica, sagemath
inches cm | miles km | convert units | celsius fahrenheit | fahrenheit | miles | unit conversion | kilograms: unit converter, unit conversion, measurement converter
odds: statistical analysis, betting odds, bayesian, sports betting, monte carlo, odds api, probability, sportsbook, scipy, bookmaker, pymc
statistics: statistical analysis, bayesian, scipy, monte carlo, hypothesis testing, probability, regression, r language, pymc, statsmodels, descriptive statistics
probability | bayesian | odds calculate: statistical analysis, bayesian, monte carlo, probability, scipy, pymc
best combination: solver, constraint solver, linear programming, ortools, minizinc, optimization solver, pulp, genetic algorithm, gurobi, constraint programming, timefold
optimise | optimize | cheapest route | solver: solver, linear programming, ortools, constraint solver, minizinc, genetic algorithm
forecast | predict future | happen next | trend future | predict sales | estimate future: forecasting, time series, prophet forecasting, predictive model, timegpt
estimate | long take | guess effort: estimation, effort estimation, story points, planning poker
root cause | find reason | fix bug | find cause | something broken | keeps failing | troubleshoot: root cause, debugging, five whys, troubleshooting, systematic debugging, rca, bug fix, incident analysis
scenario | simulate outcome: scenario analysis, scenario planning, monte carlo
business plan | business idea | startup idea | validate idea | business model: business strategy, business plan, idea validation, swot, lean canvas, business model, market validation
swot | strengths weaknesses | risk analysis | risks project: swot, risk assessment, risk analysis, premortem, risk management
okr: goal tracking, performance review, goal setting, 15five, habit tracker
goal | reach goal | sales targets: goal tracking, okr, goal setting, habit tracker
random | random number | dice | roll dice | pick random | random value | coin flip: random number, dice, randomizer, random generator, rng, uuid, dice roller, coin flip
tarot | horoscope | fortune teller | astrology | zodiac: tarot, astrology, horoscope, iching, natal chart, bazi, zodiac, birth chart, numerology
grill plan | question plan | review plan | plan good: plan review, grill, critique, design review, adversarial review
really done | claims done | says finished: completion check, quality gate, done definition, verifier
rubber duck | think loud: rubber duck, thinking partner, socratic, sequential thinking
simplify | overengineered: simplify, simplification, yagni, refactor, code simplifier

# Source code
code search: code examples, codebase indexing, github search, ripgrep, code snippets, semantic code, grep app, sourcegraph, context7, code index, code graph
find code examples | example code | others code | example usage library | sample code: code search, code examples, github search, code snippets, grep app, context7, sourcegraph
desktop apps: desktop automation, electron app, desktop commander, tauri, computer use, macos, qt, applescript, wpf, gtk
explain code | learn codebase | unfamiliar code | understand code: code explanation, codebase analysis, explain code, code understanding, code analysis, repo map, deepwiki, codebase qa, code documentation, repomix
function defined | definition symbol | jump definition | find references | function used: language server, lsp, code navigation, symbol search, serena, ctags, tree sitter, call graph
codebase graph | code relationship | dependency file | code structure | architecture codebase: code graph, knowledge graph, dependency graph, call graph, ast, tree sitter, codebase map, code analysis
repository prompt | pack repository | codebase one file | repo text | code context: repomix, gitingest, code2prompt, repo context, codebase context, repo packer
syntax tree | parse code | parse source: ast, tree sitter, abstract syntax, ast grep
codebase: repository, source code, code analysis, codebase index
source code: github, code analysis
count line code | lines code | size codebase: cloc, scc, tokei, code metrics, code statistics
code complexity | complicated function | maintainability code: cyclomatic complexity, code metrics, code quality, lizard, sonarqube, codescene, technical debt
technical debt | tech debt | messy code | ugly code | spaghetti code | clean code: refactoring, code quality, code smell, technical debt, sonarqube, clean code, code cleanup
unused code | dead code | code nobody uses | unused import | unused function | unused export: dead code, knip, vulture, unused dependencies, unused exports, ts prune, tree shaking
duplicate code | copied code | repeated code | copy paste code: code duplication, jscpd, duplicate detection, clone detection
translate code | convert code language | port code | rewrite another language | code another language: code migration, transpiler, code translation, code conversion
legacy code | old code | modernize code | cobol: legacy modernization, code migration, legacy code, refactoring, mainframe, cobol
upgrade framework | migrate framework | migrate version | new major version | breaking change: migration guide, codemod, upgrade guide, openrewrite, breaking changes, framework migration, jscodeshift
compare code | difference file | compare two file | diff: diff, file comparison, code diff, difftastic, text compare
apply patch | edit file code | change many files | replace across file | bulk edit code: find replace, multi edit, codemod, ast grep, comby, search replace, file edit
reverse engineer | decompile | disassemble | look inside binary | understand binary: ghidra, ida pro, decompiler, radare2, reverse engineering, disassembler, binary ninja, jadx, binary analysis
obfuscated code | deobfuscate | minified code | unreadable javascript: deobfuscator, beautifier, unminify, source map, obfuscation
minify | smaller javascript | bundle size | reduce bundle: minifier, bundler, esbuild, terser, webpack, bundle analyzer, rollup, tree shaking
bundle javascript | bundler | build javascript: webpack, vite, rollup, esbuild, turbopack, rspack
monorepo | many packages repo | workspace packages: nx, turborepo, lerna, pnpm workspace, monorepo, bazel, rushjs
compile | build fails | compile error: compiler, build tool, gcc, llvm, clang, cmake, build error, webassembly
wasm | run binary browser: webassembly, wasm, wasi, emscripten
online compiler | run code | try code safely | run untrusted code: code execution, code interpreter, sandbox, e2b, code runner, jupyter, judge0, repl
run javascript | execute javascript | javascript sandbox: javascript execution, node sandbox, code runner, deno, quickjs, v8 isolate
unclear name | better variable name: naming convention, code style, clean code
design pattern | software architecture | architecture advice | structure project: design patterns, software architecture, clean architecture, ddd, architecture review, solid principles
big system design | scale system | design large system: system design, software architecture, scalability, architecture diagram
microservice | split monolith | distributed system: microservices, distributed systems, service mesh, event driven, ddd
tutorial code | onboarding codebase | teach codebase: code tutorial, codebase onboarding, deepwiki, code walkthrough, documentation generator
vscode | visual studio code | editor extension | ide plugin: vscode, vs code, ide, editor extension, cursor, jetbrains
autocomplete code | code completion: code completion, copilot, autocomplete, tabnine, language server
prototype quickly | vibe coding | app description | app prompt: app builder, vibe coding, lovable, bolt new, v0, replit, prototyping
config file | configuration wrong | settings format: config parser, configuration validation, yaml, toml, schema validation
electron app | tauri: electron app, tauri, desktop app, qt, wpf, gtk
build terminal tool | build cli: cli framework, cli builder, typer, argparse, oclif
text user interface | tui: tui, textual, ratatui, terminal ui, bubbletea
desktop program | cross platform desktop: electron app, tauri, desktop app, qt

# Code quality
js | javascript: javascript, nodejs, typescript, npm
ts | typescript: typescript, tsc, ts, type definitions, type checker
py | python: python, py, uv, pip, pypi, django
refactor | restructure code | improve code | tidy code | cleaner code: refactoring, code cleanup, code quality, code simplifier, codemod, code improvement
rename variable | rename symbol | rename function: refactoring, lsp, rename symbol, language server, code refactoring
code review | check code | critique code | second opinion code: code review, pr review, pull request, coderabbit, static analysis, sonarqube
code quality | bad practice | best practice code | code standard: linter, code quality, static analysis, coding standards, sonarqube, code review, eslint, style guide
lint | linter | style error | syntax check: eslint, linter, ruff, pylint, stylelint, golangci, rubocop, static analysis
python lint | python style | pep8: ruff, flake8, pylint, black formatter, pycodestyle
javascript lint | typescript lint: eslint, oxlint, prettier
format code | prettify code | indent code | beautify code: prettier, formatter, code formatter, black formatter, beautifier, clang format, gofmt, dprint
static analysis | bug without running | find bug code | spot mistake code: static analysis, sonarqube, semgrep, codeql, linter, bug detection, code analyzer
type error | type check | type safety | wrong type | typing python: typescript, type checker, mypy, pyright, tsc, type checking, type inference, pyrefly
type definition | generate type | types json: type generation, quicktype, typescript types, codegen, json schema
golang | go language: golang, gopls
java: jvm, maven, gradle, spring boot, kotlin
c# | csharp | dotnet: dotnet, c#, nuget, roslyn, csharp, asp net
c++ | cpp: c++, cpp, clang, cmake, conan
php: laravel, symfony, phpstan
ruby: ruby rails, rubygems, rubocop, bundler
react: jsx, nextjs, react component, react hooks
css | style page | stylesheet: css, tailwind, stylesheet, sass, postcss, stylelint
commit check | pre commit: pre commit, git hooks, husky, lefthook, lint staged

# Documentation of code and libraries
library documentation | latest docs: context7, documentation search, library docs, docs mcp, api documentation, api reference, devdocs, docs fetch, deepwiki, package docs, ref tools
current docs | api docs | outdated docs: context7, documentation search, docs mcp, library docs, api documentation, devdocs, deepwiki, ref tools
stack overflow | programming question | stackoverflow | developer question: stackoverflow, stack overflow, stackexchange, stack exchange, developer documentation, programming qa
date docs | official docs | docs package | current documentation | api outdated: context7, library docs, documentation search, docs mcp, api reference, docs fetch, package docs, devdocs
hallucinated api | invents function | outdated library | deprecated api: context7, library docs, version docs, api reference, documentation
documentation site | docs website | publish docs | manual website: mkdocs, docusaurus, vitepress, mintlify, gitbook, static site, readthedocs, starlight, sphinx
api documentation | describe endpoint: openapi, swagger, api docs, redoc, api reference, postman, mintlify
version number | bump version | semantic version: semver, semantic release, version bump, changesets, release please
release software | publish release | ship version: release automation, semantic release, goreleaser, github releases, changesets, release management
explain line | code readable: code comments, code explanation, docstring, documentation

# Packages and dependencies
update dependency | outdated package | upgrade package | update library | dependencies old | bump dependency: dependabot, renovate, dependency update, npm check, package version, dependency upgrade
latest version package | newest version | version library | current version package: package version, npm registry, pypi, version check, package registry, dependency version
find library | find package | search npm | pick package: npm search, package search, npm registry, pypi, libraries io, package registry
npm | node package: npm, package registry, node modules, pnpm, yarn
pip | pypi | python package: pypi, pip, uv, poetry, python package, conda
install package | package manager | install software | install program: package manager, homebrew, apt, winget, chocolatey, npm, pip, nix
homebrew | brew install: homebrew, brew, package manager
python environment | virtual environment | venv | python version: virtualenv, uv, conda, poetry, pyenv, venv
node version | switch node: nvm, fnm, volta, node version, asdf, mise
dependency conflict | version conflict | dependency hell | incompatible package: dependency resolution, dependency graph, lockfile, package manager, dependency analysis
dependency vulnerability | vulnerable package | insecure dependency | safe package | malicious package | supply chain: snyk, npm audit, osv, dependency scanning, software composition, supply chain, trivy, sbom, vulnerability scanner
bill materials | sbom | list components: sbom, cyclonedx, spdx, syft, software composition
open source license | license compatible | license check: license checker, license compliance, spdx, fossa, license scanner, scancode
reproducible environment | works machine | dev environment | setup machine development: nix, devcontainer, dev container, docker, devbox, vagrant, dotfiles, codespaces, mise

# Git and pull requests
pr | pull request | merge request: pull request, code review, pr review, merge request, github pr, github, gitlab, bitbucket
repo | repository: github, repository, git, gitlab, bitbucket
git | version control: git, github, gitlab, version control, bitbucket
github: octokit, gh cli, pull request, github actions
gitea | self hosted git | forgejo | codeberg: gitea, forgejo, gogs, git server
svn | subversion | perforce | mercurial: svn, subversion, perforce, mercurial, version control
changed line | blame line | wrote line | author code: git blame, git history, git log, code authorship
code history | earlier version file | previous version file: git log, git history, version history, file history, git blame
undo change | revert change | go back version | restore earlier version | rollback code: git revert, checkpoint, rollback, version control, git reset
commit message | describe change | write commit: commit message, conventional commits, git commit, commitizen, aicommits, commitlint
commit change: git commit, git, conventional commits, version control
branch | git branch | switch branch: git branch, git workflow, git worktree, branch management
worktree | parallel branch | several agents repo: git worktree, worktrees, parallel agents, parallel development, worktree manager
merge conflict | resolve conflict | rebase conflict: merge conflict, conflict resolution, git merge, git rebase, mergetool
review pull request | review pr | review merge request | approve pr: pr review, code review, pull request, coderabbit, pr agent, github pr
open pull request | submit change | create pr | propose change: pull request, create pr, github, gh cli, pr description
pr description | describe pull request | summarize pr: pr description, pr summary, pull request, pr template
answer review comment | reviewer comments | address feedback pr: pr comments, review comments, pull request, code review
bug tracker | issue tracker | track bug: issue tracker, jira, linear app, github issues, bugzilla, redmine, youtrack, mantisbt
triage issue | sort bug reports | label issue: issue triage, github issues, issue labeling, linear app, triage
squash | rewrite history | interactive rebase | clean commits: git rebase, git history, interactive rebase, stacked commits
stacked pr | stacked diff | dependent pull request: stacked prs, git spice, stacked diffs
large file git | git lfs | repo big: git lfs, repo size, bfg, git filter
clone repository | download repository | get repo: git clone, github, gitingest
github star | trending repository | popular project | popular repo: github trending, trending repositories, github stars, star history, awesome list
contributor statistics | team activity code | developer productivity: git analytics, contributor stats, dora metrics, engineering metrics, git statistics, commit activity
open source contribution | good first issue | contribute project: good first, open source, github issues, contribution guide
last touched file | introduced bug | bug appeared | bisect: git bisect, git blame, git history, git log, regression

# Tests
write test | generate test | unit test | add tests | missing test: unit test, test generation, pytest, jest, vitest, tdd, junit
run test | execute test | test suite | tests pass: test runner, pytest, jest, vitest, test execution, mocha, junit, playwright
failing test | broken test | tests red: test failure, debugging, test runner, fix tests, test debugging
flaky test | test sometimes fails | unstable test | intermittent test: flaky tests, test retry, test stability, test reliability, playwright
test first | test driven | tdd: tdd, test driven, red green, unit test
test coverage | untested code | much tested | code coverage: codecov, test coverage, coveralls, code coverage
mutation testing | good tests | weak tests: mutation testing, stryker, mutmut, test quality, pitest
mobile test | test phone app | test android app | test ios app: appium, maestro, detox, espresso, ios simulator, mobile testing, mobile automation, xcuitest
api test | test endpoint | test rest | check api works: postman, api testing, newman, bruno, httpie, insomnia, rest client, contract testing
load test | stress test | many users | handle traffic | performance test: load testing, k6, jmeter, locust, gatling, stress testing, artillery, performance testing, benchmark
cross browser | different browsers | works safari: browserstack, saucelabs, lambdatest, cross browser, playwright
test data | fake data | dummy data | sample data | mock data | placeholder data | example data: faker, mock data, synthetic data, test data, data generator, fixtures, seed data, mockaroo
fuzz | random input crash: fuzzing, fuzzer, afl, property testing, libfuzzer
property based | invariant test: property testing, hypothesis, quickcheck, fast check
behaviour test | behavior test | cucumber | gherkin: cucumber, bdd, gherkin, specflow
test plan | test case management | qa plan | manual testing | exploratory test: test plan, testrail, test cases, zephyr, qa, quality assurance
qa | quality assurance: qa, quality assurance, test automation, playwright
colour contrast | color contrast | readable colors: contrast checker, wcag, color contrast

# Debugging and performance
debug | debugger | step code | breakpoint | program crash | find bug | bug: debugger, debugging, issue tracker, breakpoint, bug report, root cause, error tracking, gdb, bug fix, lldb, dap, debug adapter
stack trace | traceback | exception | error message: stack trace, sentry, error tracking, exception tracking, debugging, traceback, error analysis
crash report | app crash | crash phone app: crash reporting, crashlytics, sentry, bugsnag, crash dump, windbg
error tracking | production error | errors users see | exception monitoring: sentry, error tracking, bugsnag, rollbar, error monitoring, glitchtip, honeybadger, raygun
memory leak | much memory: memory profiler, heap snapshot, memory leak, valgrind, heap dump, profiling
performance problem | slow code | slow program | make faster | speed code | bottleneck: profiler, performance optimization, flamegraph, benchmark, performance analysis, py spy, pprof
cpu usage | high cpu | computer slow | system resources | ram usage: system monitor, htop, cpu usage, resource monitor, system metrics, process monitor, system info, glances, psutil
benchmark | measure speed: benchmark, hyperfine, performance testing
network traffic | packet | sniff network | capture traffic: wireshark, tshark, packet capture, pcap, mitmproxy, tcpdump, http proxy, burp, charles proxy, packet analysis
race condition | deadlock | concurrency bug: concurrency, deadlock, race detector, thread sanitizer, thread dump
distributed trace | trace request | follow request services: opentelemetry, jaeger, distributed tracing, zipkin, tempo, datadog, honeycomb
memory error | memory exhausted | oom: memory profiler, memory leak, oom, heap dump, memory usage
broken code | code fails | script working | program working: debugging, code fix, error analysis, troubleshooting, root cause
error | crash | fails: debugging, error tracking, stack trace, sentry, error handling, bugsnag
ebpf | system call | strace: ebpf, strace, bpftrace, dtrace, perf
app slow | app freezes | program freezes: profiler, debugging, performance analysis, thread dump, deadlock
broke production | production broken | site broken: rollback, incident response, error tracking, sentry

# Logs, monitoring and alerts
monitor server | server health | watch server: prometheus, grafana, datadog, zabbix, nagios, observability, new relic, server monitoring, netdata
observe: monitoring, opentelemetry, alert, prometheus, grafana, datadog, new relic, dynatrace, honeycomb, telemetry, signoz
telemetry | metrics: observability, opentelemetry, prometheus, grafana, datadog, new relic, dynatrace, honeycomb, telemetry, signoz
splunk | siem log: splunk, siem, log analysis, elastic
apm | application performance: apm, new relic, datadog, dynatrace, application monitoring, appdynamics
status page | service outage | outage: status page, statuspage, downdetector, outage, service status
incident | emergency production | postmortem: pagerduty, opsgenie, incident management, incident response, oncall, postmortem, incident io, runbook
notify problem | threshold alert: alerting, alertmanager, pagerduty, price alert
certificate expires | ssl expiry | domain expires | tls certificate | https certificate: ssl certificate, tls, certificate monitoring, letsencrypt, ssl checker, certbot, domain expiry, x509, acme
heartbeat | cron job failed | scheduled job missed: healthchecks, cron monitoring, cronitor, heartbeat
much tokens | api spend model: token usage, ccusage, token counter, cost tracking, usage tracking, llm cost, helicone, langfuse
trace agent | agent observability | log agent: langfuse, langsmith, agent observability, llm observability, opentelemetry, arize phoenix, agent traces
monitor server status | monitor service | monitor infrastructure | monitor application: prometheus, grafana, datadog, uptime kuma, zabbix, observability
alert: alertmanager, pagerduty
wake engineer | page engineer | escalation: pagerduty, opsgenie, oncall, incident management, escalation
error log | log entries | log message: log analysis, loki, log viewer, elasticsearch, splunk, cloudwatch, kibana
service unavailable | 500 error | internal server error | bad gateway: error tracking, log analysis, sentry, uptime, http status, apm
server slow | server overloaded | much load: server monitoring, apm, load balancer, autoscaling, performance analysis

# Deployment and hosting
ci | ci cd | continuous integration | build pipeline | build server | automatic build: ci, github actions, cicd, continuous integration, jenkins, gitlab ci, circleci, buildkite, teamcity, ci pipeline, travis
pipeline failed | ci broken | ci red: github actions, ci logs, jenkins, circleci, build logs, ci failure, ci pipeline, workflow runs
deploy | go live | ship app | publish app | release production | put live | release app: deployment, vercel, netlify, heroku, ci cd, railway, docker, cloudflare, coolify
self host | homelab | selfhosted: self hosted, docker compose, selfhosted, coolify, docker, homelab, proxmox, onprem, portainer, unraid, truenas, dokploy
rollback deployment | deployment went wrong | undo release: rollback, argo rollouts, deployment, canary, blue green
feature flag | feature toggle | gradual rollout | enable feature users: feature flags, launchdarkly, unleash, feature toggle, flagsmith, growthbook, statsig, posthog, configcat
ab test | split test | version converts | experiment variants: ab testing, growthbook, statsig, vwo, posthog, split testing
preview deployment | preview environment: preview deployment, staging environment, vercel, ephemeral environment
app store | publish ios app | app review apple | testflight: app store, appstore connect, testflight, fastlane, asc
google play | play store | publish android app: google play, play store, play console, fastlane, android publisher
static site | blog generator | site markdown: hugo, jekyll, astro, eleventy, static site, gatsby, hexo
staging environment | test environment | copy production: staging environment, preview deployment, ephemeral environment
zero downtime | deployment strategy | canary: blue green, canary, argo rollouts, rolling update, zero downtime

# Containers, clouds and networks
k8s | kubernetes | kubectl: kubernetes, k8s, kubectl, helm, k3s, openshift, cluster management, rancher, eks, gke
docker | container image | containerize: docker, docker container, podman, docker compose, dockerfile, portainer, containerd
dockerfile | build image container | smaller docker image: dockerfile, docker build, buildkit, hadolint, container image, docker image
container registry | docker hub | push image: docker hub, container registry, ecr, ghcr
several containers: docker compose, podman, portainer
pod crash | pods failing | kubernetes troubleshooting | crashloop: k8sgpt, kubectl, kubernetes diagnostics, kubernetes, pod logs, crashloopbackoff
gitops | argo: argocd, gitops, argo workflows
service mesh | istio: istio, service mesh, linkerd, envoy, consul
cloud | cloud provider | cloud resources: aws, azure, gcp, google cloud, cloudflare, digitalocean, hetzner, cloud infrastructure
aws | amazon cloud | amazon web services: aws, amazon, ec2, s3, lambda, cloudformation, cdk, boto3, bedrock
azure | microsoft cloud: azure, microsoft azure, bicep, entra, aks, azure cli
gcp | google cloud: gcp, google cloud, gcloud, cloud run, bigquery, firebase
digitalocean | droplet | hetzner | vps | linode | rent server | cheap server: digitalocean, hetzner, vps, linode, vultr, droplet, ovh, contabo
cloud bill | cloud cost | aws bill | spend cloud | cloud expensive: cost explorer, finops, cloud cost, aws cost, infracost, billing, kubecost, cost optimization
serverless | lambda | cloud function | function without server: serverless, lambda, cloud functions, cloudflare workers, aws lambda, vercel functions, edge functions, sst, openfaas
infrastructure code | terraform | provision infrastructure | define infrastructure: terraform, pulumi, infrastructure code, opentofu, cloudformation, cdk, iac, terragrunt, crossplane, ansible
ansible | configure servers | configuration management | many servers: ansible, puppet, saltstack, playbook, configuration management
virtual machine | vm | hypervisor: virtual machine, vm, virtualbox, vmware, proxmox, qemu, hyper v, vsphere, libvirt, multipass
load balancer | reverse proxy | nginx | web server: nginx, caddy, traefik, haproxy, reverse proxy, load balancer, apache
cdn | cache website | edge cache: cdn, cloudflare, akamai, cloudfront, bunny cdn
expose localhost | tunnel | share local server | public url local: ngrok, tunnel, cloudflared, localtunnel, tailscale, port forwarding, reverse tunnel
firewall | wifi | home network: unifi network, opnsense, pfsense, firewall, mikrotik, openwrt, wifi, network management, fritzbox
network device | switch configuration | cisco: cisco, netmiko, network automation, netbox, junos, snmp, arista, meraki
scan network | open ports: nmap, port scanner, network scanner, masscan, port scan, shodan
port use | kill port | process port: kill port, port manager, lsof, process manager
internet speed | speed test | bandwidth: speedtest, speed test, bandwidth, network diagnostics, iperf
network problem | connection problem | traceroute | latency: traceroute, network diagnostics, network troubleshooting, mtr, globalping
disaster recovery | server died: disaster recovery, backup, failover
ssl | https: ssl, tls, letsencrypt, certbot
cluster kubernetes | container orchestration: kubernetes, k8s, cluster management, docker swarm, openshift
docker compose | container logs | container keeps restarting: docker, docker compose, container logs, portainer, container management
autoscale | scale server automatically: autoscaling, kubernetes, keda, load balancer, serverless
wifi router | home router | router settings: openwrt, unifi network, mikrotik, fritzbox, opnsense
open firewall | block ip | ban ip: firewall, fail2ban, ufw, iptables, crowdsec, waf
ddos | attack website | waf: waf, ddos, cloudflare, modsecurity, crowdsec

# Command line and computers
program mac | mac | macos | apple computer | mac computer | control mac | automate mac: macos, applescript, osascript, apple shortcuts, mac automation, swift, jxa
windows pc | windows | microsoft windows: powershell, win32, winget, windows automation
linux | ubuntu | debian: ubuntu, linux, bash, systemd, debian, linux administration
powershell | windows command | cmd: powershell, command execution, cmd, wsl
windows computer | control windows | automate windows: windows automation, powershell, win32, windows control, ui automation, autohotkey, pywinauto
remember command | forgot command: tldr, cheat sheet, shell history, command suggestion, man pages, thefuck, cheatsheet
keep command running | long running command | background process | dev server running | run background: background process, tmux, process manager, pm2, long running, daemon
tmux | terminal multiplexer | several terminals: tmux, zellij, terminal multiplexer, terminal session
hanging program: process manager, profiler, htop, debugging, kill process, performance analysis, system monitor, thread dump, pm2, deadlock, task manager, task killer
kill process | running programs | task manager | hanging process | running processes | stop program: process manager, htop, kill process, system monitor, pm2, task manager, task killer
remote server | ssh | log server | remote machine | remote command: ssh, remote execution, sftp, remote server, remote shell, putty, ssh manager, paramiko
remote desktop | control another computer | see remote screen | rdp | vnc | remote computer | another computer | control pc: remote desktop, vnc, ssh, rdp, anydesk, rustdesk, teamviewer, remote control, computer use, guacamole
cron | schedule job | run periodically | recurring task | scheduled task: cron, scheduler, scheduled tasks, cron job, crontab, celery, systemd timer
environment variable | dotenv | config variables: dotenv, environment variables, env, env file, direnv, doppler
dotfiles | shell config | new computer setup | terminal prompt: dotfiles, chezmoi, stow, starship, zsh
bash script | shell script | script check: shellcheck, bash scripting, shell script, shfmt
system info | computer specs | hardware info: system information, hardware info, system info, neofetch, hwinfo
service starting | systemd | restart service: systemd, systemctl, journalctl, service management
serial port | usb device | com port | uart: serial port, uart, usb, minicom
dangerous command | delete accident | safe commands agent: guardrails, command filter, permission hooks, safety hooks, sandbox, command blocker, dcg, allowlist

# Databases
db | database: database, postgres, mysql, sqlite, mongodb, supabase, sql, database mcp
sql | query database | write sql | sql statement | db query | read database | connect database: postgres, sql query, text sql, mysql, sqlite, database query, dbhub, database client, sql generator, mssql, toolbox databases
talk database | database plain english | query natural language: text sql, natural language, sql query, database mcp, postgres, sqlite, mysql, nl2sql, dbhub
postgres | postgresql | psql: postgres, postgresql, neon postgres, supabase, pgvector, psql, timescale
mysql | mariadb: mysql, mariadb, planetscale, tidb, percona
sqlite | local database | small database | database file: sqlite, duckdb, libsql, turso, sqlite database
sql server | mssql | microsoft database: mssql, sql server, tsql, azure sql
oracle database | oracle sql: oracle, plsql, oracle database, sqlcl
mongodb | mongo | document database | nosql: mongodb, nosql, mongo, couchdb, dynamodb, firestore, couchbase, mongoose
firebase | firestore: firebase, firestore, realtime database
supabase | backend service | ready made backend: supabase, firebase, appwrite, pocketbase, convex, nhost, backend service
redis | cache | memory store: redis, valkey, memcached, key value, upstash, caching
graph database | neo4j | relationships data | connected data: neo4j, graph database, cypher, memgraph, arangodb, falkordb, knowledge graph, neptune, kuzu, sparql
sparql | linked data | rdf | ontology: sparql, rdf, linked data, wikidata, ontology, triplestore, owl ontology
time series | sensor history | influx: influxdb, timescale, time series, questdb, prometheus, victoriametrics, tdengine, iotdb
data warehouse | big data | snowflake | bigquery | analytics database: snowflake, bigquery, redshift, clickhouse, databricks, data warehouse, trino, duckdb, motherduck
databricks | spark | lakehouse: databricks, spark, pyspark, delta lake, unity catalog, iceberg
slow query | sql slow | optimize query | database slow: explain analyze, query optimizer, index advisor, query performance, pganalyze, query tuning, slow query, database performance
database index | missing index: index advisor, index tuning, query optimizer, database performance, hypopg
schema | table structure | database design | design tables | data model: database schema, schema design, schema inspection, erd, entity relationship, dbml, data modeling, prisma
er diagram | draw database | database diagram: erd, entity relationship, dbml, schema diagram, mermaid, dbdiagram
database migration | change schema | alter table | add column: schema migration, flyway, liquibase, alembic, prisma migrate, database migration
orm | map objects tables: orm, prisma, sqlalchemy, typeorm, sequelize, hibernate, django orm, activerecord
move data database | copy database | sync database | replicate data: etl, data migration, replication, airbyte, cdc, debezium, database sync, pgloader
etl | data pipeline | load data warehouse: etl, airbyte, dbt, airflow, dagster, data pipeline, fivetran, prefect, dlt, elt
airflow | orchestrate job | dag: airflow, dagster, prefect, workflow orchestration, dag, temporal workflow
workflow durable | retry step | long running workflow: temporal workflow, durable execution, inngest, workflow engine, restate, step functions, trigger dev
queue | message broker | job queue | background job | event stream: rabbitmq, kafka, message queue, bullmq, sqs, nats, celery, pubsub, sidekiq, pulsar
kafka: confluent, redpanda, event streaming, schema registry
mqtt | message device: mqtt, mosquitto, emqx, iot, hivemq
data lineage | data catalog | data comes | find dataset company: data catalog, data lineage, datahub, openmetadata, amundsen, collibra, data governance
database gui | look tables | browse database: dbeaver, database client, adminer, pgadmin, database browser, datagrip, tableplus, prisma studio
generate id | unique id | uuid | random id: uuid, ulid, nanoid, id generator, snowflake id
database unreachable | database health | locks database: database monitoring, pg stat, dba, database health, connection pool, percona
database backup | dump database | restore database: database backup, pg dump, mysqldump, pitr
seed database | fill database: seed data, faker, fixtures, database seeding
safe database access | agent database safely: readonly, database mcp, dbhub, sql guard, postgres
access database | ms access | old database file: access database, mdb, odbc, jdbc, dbase

# Data formats
validate json | json schema: json schema, ajv, schema validation, zod, pydantic, json validator
repair json | broken json | invalid json: json repair, json fixer, jsonrepair, json parser
toml | ini | config format: toml, ini, config parser, yaml
convert format | convert data: data conversion, format converter, file converter, data transformation, pandoc, csv json
structured data text | extract fields: structured extraction, data extraction, entity extraction, structured output, langextract, information extraction
base64: encoder, decoder, url encode, cyberchef, hex
hex | binary file: hex editor, hexdump, binary parser, hex viewer, kaitai
protobuf | grpc: protobuf, grpc, protocol buffers, grpcurl
html: html parser, dom, beautifulsoup, html converter, cheerio
encode text | decode text | decode string | encode url: base64, url encode, cyberchef, encoder, decoder
log parser | parse text file | extract log: log parser, grok, regex, text extraction

# Data analysis and charts
dataframe | pandas: pandas, dataframe, polars, duckdb, data analysis
graph data | visualise data | draw chart | pie chart: data visualization, plotly, echarts, matplotlib, vega lite, antv, quickchart, d3
business intelligence | bi | management report: power bi, tableau, metabase, looker, apache superset, business intelligence, qlik, analytics, redash
statistical test | correlation | linear regression: statistical analysis, scipy, hypothesis testing, regression, r language, statsmodels, descriptive statistics
spss | stata | r language | rstats | rstudio: stata, rstudio, spss, r language, econometrics
causal | cause effect | real cause: causal inference, causal analysis, causal discovery, dowhy
experiment tracking | training run | compare runs: mlflow, wandb, experiment tracking, weights biases, neptune, tensorboard
notebook | jupyter | ipynb | colab: jupyter, notebook, ipynb, jupyterlab, colab, marimo, ipykernel
streamlit | quick app data | python web app: streamlit, gradio
group similar | topic model | cluster | belong together: clustering, topic modeling, categorization, bertopic, embeddings, kmeans, umap
product analytics | user behaviour | user behavior | funnel | retention users: posthog, mixpanel, amplitude, product analytics, funnel analysis, pendo
session recording | heatmap | watch users click: session replay, heatmap, hotjar, fullstory, logrocket, posthog
simulation | model scenario | imitate | mimic | fake: monte carlo, simulator, agent based, emulator, faker, scenario analysis, mocking, simulink, digital twin
plot data | plot numbers | line graph | histogram | scatter: chart, plotly, matplotlib, data visualization, echarts, vega lite
sales forecast | forecast revenue | forecast demand | forecast numbers: forecasting, time series, demand forecasting
statistical significance | standard deviation | average numbers: scipy, regression, statistical analysis, descriptive statistics
cluster data | cluster text | cluster documents: clustering, topic modeling, embeddings, kmeans, bertopic
numbers meaning | sales dropped | explain metrics | number changed: root cause, data analysis, analytics, business intelligence, key drivers
graph: knowledge graph, graph database, data visualization, plotly
sankey | treemap | network graph | graph visualization: graph visualization, sankey, cytoscape, gephi, d3, networkx, treemap
geographic chart | choropleth | data map: choropleth, kepler, map visualization, mapbox, folium, deckgl
live data | real time data | stream data: streaming data, kafka, realtime, websocket, flink
linear fit | curve fit: regression, scipy, curve fitting

# APIs and integrations
postman | insomnia | bruno: postman, insomnia, bruno, api client, api testing, hoppscotch
openapi | swagger | api specification: openapi, swagger, api specification, api docs, openapi mcp
design api | good rest: api design, openapi, rest api, api guidelines, spectral, swagger
generate client | api client code | sdk: sdk generator, openapi generator, api client, codegen, speakeasy, sdk
graphql: apollo graphql, hasura, graphql schema, graphql introspection
mock api | fake api | api ready | stub server | simulate api: mock server, api mocking, msw, wiremock, mockoon, json server, stub
free api | public api list: public apis, api directory, rapidapi, api catalog, apis guru
api gateway | route api: api gateway, kong, apisix, tyk, reverse proxy
workflow automation | code automation: n8n, zapier, workflow automation, make com, activepieces, node red, pipedream, ifttt, automation platform, power automate
web framework | backend framework | make backend | build api server: fastapi, expressjs, django, flask, nestjs, spring boot, backend framework, ruby rails, laravel, hono
ecommerce api | sap | erp: sap, erp, odoo, netsuite, dynamics 365, erpnext
internal tool | admin panel | app without coding | build app without: low code, nocode, retool, appsmith, bubble io, budibase, tooljet, internal tools, lovable
http status | check headers | response code: http status, http headers, curl, security headers, http client

# Security and privacy
security check code | secure code | code safe | security review | security bug | audit code: security audit, sast, semgrep, codeql, snyk, vulnerability scanner, security review, code security, security scanning
vulnerability | security hole | weak spot | exploit | security flaw: vulnerability scanner, cve, vulnerability, snyk, trivy, nvd, security scanning, exploit, nessus, osv
cve | known vulnerability: cve, nvd, vulnerability database, epss, osv, kev
hack | pentest | penetration test | attack site | ethical hacking | red team: pentest, penetration testing, metasploit, kali, burp suite, nmap, offensive security, red team, nuclei, bug bounty
bug bounty | hackerone: bug bounty, hackerone, bugcrowd, recon, vulnerability research
sql injection | xss | web vulnerability | test website security: owasp, zap, sqlmap, burp suite, nuclei, web security, dast, xss, sql injection
subdomain | recon | attack surface: subdomain enumeration, recon, amass, subfinder, attack surface, shodan, osint, censys
internet connected devices | exposed server | shodan: shodan, censys, fofa, exposed services, zoomeye
password leaked: secret scanning, haveibeenpwned, gitleaks, hibp, trufflehog, data breach, secret detection, breach check, ggshield, breach monitoring, dark web, gitguardian
leaked secret | api key code | secrets code | password repo | credential leak code | leaked key | key git: secret scanning, gitleaks, trufflehog, secret detection, ggshield, haveibeenpwned, gitguardian, leak detection
store secret | api key safe | keep api key | manage secret | secret agent key: secrets management, doppler, infisical, 1password, keychain, hashicorp vault, credential vault, sops
secret | api key | keys safe | keep secret: secrets management, secret scanning, hashicorp vault, doppler, dotenv, infisical, keychain
credential | password | login details | password manager | passwords safe: secrets management, password manager, 1password, bitwarden, keychain, keepass, password generator, hashicorp vault, lastpass, credentials, vaultwarden, proton pass
strong password | generate password | new password: password generator, passphrase, password strength, random password
password stolen | data breach | email leaked: haveibeenpwned, hibp, data breach, breach check, breach monitoring, dark web
authenticate: totp, 2fa, oauth, otp, auth0, two factor, login, mfa, clerk, auth, one time
two factor | 2fa | one time code | mfa: totp, 2fa, otp, two factor, mfa, authenticator, one time
login | user accounts | register users: authentication, oauth, auth0, login, clerk, auth, sso, keycloak, better auth, supabase auth, jwt
single sign | sso | saml | company login: sso, saml, oidc, okta, keycloak, entra, identity provider, workos, ldap
oauth | login google: oauth, oauth2, oidc, pkce, openid
jwt | access token | decode token: jwt, json web, token decoder, oauth
active directory | ldap | directory users | user management company: active directory, ldap, entra, okta, azure ad, identity management, jumpcloud
permission | access control | role access | allowed see | allow | access rights: rbac, access control, openfga, acl, policy engine, iam, opa
encrypt | decrypt | protect file password | cipher | secret message | scramble | unreadable others: encryption, gpg, pgp, aes, openssl, age encryption, cryptography, decrypt, libsodium
sign document hash | signed message: digital signature, gpg, cryptographic signature, sigstore, pki
malware | virus | infected file | suspicious file | trojan: malware analysis, virustotal, antivirus, malware, yara, clamav, sandbox analysis, malware scanner, threat intelligence, hybrid analysis
suspicious link | safe url | dangerous website | check link safe: url scanner, urlscan, virustotal, phishing, safe browsing, url reputation, link safety
fraud | fraud detection | suspicious transaction: fraud detection, fraud, anti fraud, aml, risk scoring, stripe radar
block spam | bots form: spam filter, anti spam, captcha, spam detection, akismet, turnstile
threat | threat intelligence | attacker | ioc: threat intelligence, ioc, mitre attack, misp, otx, virustotal, greynoise, abuseipdb, opencti
security alert | soc | siem | intrusion: siem, wazuh, splunk, soc, intrusion detection, crowdstrike, microsoft sentinel, elastic security, edr, suricata
forensics | investigate attack | memory dump: forensics, volatility, digital forensics, dfir, autopsy, incident response, velociraptor
cloud security | misconfigured cloud | aws security: cloud security, prowler, cspm, wiz, scoutsuite, security posture, cloudtrail, guardduty
container security | scan image vulnerability: trivy, grype, container scanning, container security, image scanning, clair
compliance | soc2 | iso27001 | audit company | hipaa: compliance, soc2, iso 27001, gdpr, hipaa, vanta, grc, drata
personal data: privacy, anonymization, gdpr, pii, redaction, data protection, presidio, ccpa, pseudonymization, privacy policy, masking, data masking
privacy: local first, gdpr, privacy first, pii, privacy focused, data protection, self hosted, ccpa, encrypted, privacy policy, onprem
gdpr | data protection: privacy, gdpr, pii, data protection, ccpa, privacy policy, anonymization, dsgvo
anonymise | hide names: pii redaction, anonymization, pii, data masking, redaction, presidio, pseudonymization, pii detection, masking, deidentification, gdpr, dlp
anonymize: pii redaction, pii, data masking, redaction, presidio, pseudonymization, pii detection, masking, deidentification, gdpr, dlp
remove personal data | mask data | pseudonymize: pii redaction, anonymization, data masking, presidio, redaction, pii detection, deidentification, pii
smart contract | solidity contract | contract audit: smart contract, solidity contract, hardhat, slither, contract audit, evm, openzeppelin
steganography | ctf | hidden message: ctf, steganography, capture flag, cyberchef
browser fingerprint | tracked online: privacy, cookie consent, fingerprint, tracker blocker, cookie banner, anti detect
temporary phone | receive sms code | verification sms: sms verification, virtual number, receive sms, phone verification, otp
security headers | website security grade: security headers, mozilla observatory, ssl labs, csp
sensitive columns | database personal data: data masking, pii detection, data classification, anonymization
sign account | registration page | user registration | login page: authentication, clerk, auth0, login, supabase auth, better auth, keycloak, firebase auth
roles rights | user rights | privilege: rbac, access control, iam, openfga
agent credentials | agent password: agent identity, agent auth, credential vault, oauth, agent credentials, secrets management
hidden text | invisible characters: unicode, hidden text, invisible characters, prompt injection, zero width
phone hacked | computer infected | clean computer: malware removal, antivirus, malwarebytes, forensics, clamav
secure message | encrypted chat | private message: end encryption, signal messenger, matrix chat, encrypted, pgp
delete data | data broker | remove internet: data broker, data removal, privacy, gdpr request, optery
security policy | security training: security policy, compliance, security awareness, grc
ransomware | breach | incident security: incident response, ransomware, threat intelligence, forensics
risk | risk assessment: risk assessment, risk analysis, risk management, threat modeling
threat model | attack scenario | stride: threat modeling, attack tree
signed receipt | tamper proof | audit trail | prove happened: audit trail, audit log, tamper evident, attestation, provenance, signed receipts, immutable log

# Money, payments and accounting
currency | exchange rate | euro dollar | foreign money | convert currency | forex: exchange rate, currency, currency conversion, currency converter, forex, fx rates, ecb, frankfurter
spending | household money: payment, budget, personal finance, currency, ynab, expense tracker, actual budget, banking, monarch money, firefly iii, invoice, lunch money
budget: personal finance, ynab, expense tracker, actual budget, monarch money, budgeting, firefly iii, lunch money
money | travel expenses | track expenses | monthly expenses: payment, budget, currency, expense tracker, personal finance, banking, ynab, invoice, firefly iii, actual budget, plaid
payment | pay | accept payment | take money | charge card | credit card | take payments: payment, stripe, paypal, checkout, adyen, square payments, mollie, braintree, razorpay
subscription billing | recurring payment | charge monthly | saas billing: subscriptions, billing, stripe, chargebee, recurly, lemon squeezy, revenuecat, recurring billing
payment link | donate | tip jar: payment link, donations, stripe, patreon, ko fi
refund | chargeback | dispute payment: refund, chargeback, stripe, payment disputes
expense report | business trip cost | reimburse: expense tracker, expense tracking, expensify, expense report, brex, splitwise
split bill | share cost friends: splitwise, expense sharing, split bills
accounting software | bookkeeping | ledger | accounts books | business accounting | company accounts | books balance: accounting software, bookkeeping, quickbooks, xero, ledger, beancount, double entry, freshbooks, general ledger, odoo, datev
tax | tax return | income tax | vat | sales tax: tax, vat, tax calculator, tax filing, irs, sales tax, vat validation, taxjar, avalara, elster
vat number | company tax number: vat validation, vies, vat number, tax id
iban | bic | bank transfer: iban, swift, sepa, bank transfer, iban validation
save money: budget, cost optimization, personal finance, low cost, ynab, free tier, expense tracker, price comparison, actual budget, coupon, monarch money, affordable
personal finance | money goes: budget, personal finance, ynab, expense tracker, actual budget, monarch money, firefly iii, lunch money, spending tracker
loan | mortgage | interest rate | monthly payment: mortgage calculator, loan calculator, amortization, interest rates, loan, compound interest, debt
retirement | pension | compound interest | savings plan: retirement planning, compound interest, financial planning, pension, fire calculator
financial report company | balance sheet | company earnings | annual report | sec filing: sec edgar, financial statements, 10k, sec filings, xbrl, financial data, annual report
insurance | claim insurance: insurance, insurance quotes, policy management
investor | startup funding | venture capital: crunchbase, pitchbook, venture capital, fundraising, pitch deck, investors, startup funding
financial model | valuation | dcf | company worth: dcf, valuation, financial modeling, financial analysis, lbo
personal debt | pay debt | repay: debt payoff, loan calculator, debt snowball, amortization
bank | bank account | bank transactions | account balance | bank balance | spending bank: open banking, banking, plaid, bank transactions, bank account, bank statement, gocardless, truelayer, sepa, personal finance, nordigen, monzo
bank statement | statement pdf | import bank: bank statement, ofx, mt940, camt, statement parser, bank transactions
debit card | virtual card: virtual card, card issuing, stripe issuing, lithic, privacy com
cash flow | financial plan: cash flow, financial planning, fpa, budget, financial model
point sale | cash register | restaurant pos: pos, point sale, square payments, lightspeed
return product | warranty | order status: order tracking, warranty, order management, rma
pay less | cut costs: cost optimization, price comparison, finops, cost analysis
lost money | fees | bank charges: fee calculator, expense tracker, budget, bank transactions

# Stocks and crypto
invest: stock market, portfolio tracker, yahoo finance, stocks, portfolio analysis, alpha vantage, dividend, stock prices, brokerage, trading, etf
stock market | stock price | stock | share price: stock market, yahoo finance, stocks, alpha vantage, stock prices, trading, market data, investment, finnhub, portfolio tracker, equities, polygon io
crypto | bitcoin | coin price | cryptocurrency | ethereum: crypto, bitcoin, cryptocurrency, coingecko, ethereum, blockchain, coinmarketcap, binance, ccxt, defi
portfolio | dividend: portfolio tracker, investment, portfolio analysis, dividend, brokerage, etf, asset allocation
trade stock | buy stock | trading | place order broker: trading, alpaca, interactive brokers, broker, metatrader, algorithmic trading, zerodha, robinhood, trading bot, ibkr
trading strategy | backtest | test strategy past: backtesting, trading strategy, quant, backtrader, vectorbt, quantconnect, algorithmic trading
technical analysis | chart pattern | moving average: technical analysis, technical indicators, tradingview, ta lib, rsi, candlestick
option trading | options chain | greeks: options chain, derivatives trading, options trading, futures trading, black scholes, tastytrade
bond | treasury | yield curve | central bank rate | inflation | economy numbers: fred, economic data, treasury, world bank, macroeconomic, imf, yield curve, ecb, economic indicators
gold price | oil price | commodity: commodities, gold price, oil price, commodity prices
crypto wallet | send crypto | token balance | wallet address: wallet, ethereum wallet, metamask, onchain, token balance, solana, coinbase, evm, walletconnect
blockchain | smart contract read | transaction hash: blockchain, onchain, etherscan, evm, web3, alchemy, ethereum, block explorer, rpc
defi | swap token | yield farming | liquidity: defi, uniswap, dex, token swap, liquidity, defillama, aave
crypto exchange | buy bitcoin | trade crypto: ccxt, binance, coinbase, kraken, crypto trading, bybit, exchange api, okx, hyperliquid
prediction market | bet events | betting odds event: polymarket, prediction market, kalshi, manifold markets, metaculus
financial news | market news | market sentiment | fear greed: financial news, market news, market sentiment, fear greed, stock news
company shares | stock quote | ticker: stock market, stock price, yahoo finance, alpha vantage, market data
stock broker | brokerage account: brokerage, alpaca, interactive brokers, trading, schwab
futures contract | derivative price: futures trading, derivatives trading, options trading, cme
crypto news | coin news: crypto news, crypto sentiment, coindesk, cryptopanic

# Shopping and logistics
car | vehicle | car buy | used car | car price: tesla, car listings, automotive, vehicle data, obd, vin decoder, vin, used cars, autotrader
gift | birthday present | present idea: gift ideas, gift recommendation, gift finder, gift cards
purchase: shopping, procurement, ecommerce, supply chain, amazon, alibaba, checkout, purchase orders, product search, vendor management, online store, shopify
buy | shop | order online | buy online: shopping, ecommerce, amazon, checkout, product search, online store, shopify, ebay
cheaper: price comparison, cost optimization, product search, low cost, google shopping, free tier, price tracker, shopping, coupon, idealo, affordable, keepa
find product | compare price | cheapest | best price | price comparison | bargain: price comparison, product search, google shopping, price tracker, shopping, idealo, keepa
discount | coupon | voucher | promo code | sale offer: coupon, promo code, voucher, cashback
amazon seller | sell amazon | amazon listing: amazon, amazon seller, selling partner, product data, keepa, asin, seller central
online shop | web shop | sell online | ecommerce | storefront | sell | store online sell: shopify, ecommerce, woocommerce, magento, online store, bigcommerce, medusa, e commerce, etsy, prestashop, amazon seller, saleor
shopping cart: checkout, ecommerce, ucp
product listing | catalogue products: product description, product catalog, product listing, ecommerce, pim
stock level | inventory | items left: inventory management, inventory, warehouse, wms, stock levels, erp
shipping cost: package tracking, shippo, shipping label, easypost, parcel tracking, shipping rates, shipment tracking, shipment, shipstation, 17track, sendcloud, fedex
track parcel | package tracking | delivery tracking | shipment | parcel | package arrives | shipping label: package tracking, shipping label, parcel tracking, shipment tracking, shipment, 17track, fedex, dhl, tracking number, usps
ship order | print shipping label | postage: shippo, easypost, shipping rates, shipping label, shipstation, sendcloud, postage
delivery route | vehicle routing | route planning deliveries | courier: route optimization, vehicle routing, logistics, last mile, fleet
supply chain planning | procurement | supplier: procurement, supply chain, alibaba, purchase orders, vendor management
vessel | ship position | ships sea: ais, vessel tracking, marine traffic, ship tracking, maritime
ev charging | charging station | electric car | fuel price | petrol price | gas station: ev charging, charging stations, tesla, fuel prices, gas prices, open charge
tesla | connected car: tesla, teslamate, connected car, vehicle api, smartcar
fashion | clothes | outfit: fashion, outfit, clothing, wardrobe, virtual try, stylist
purchase order | order processing: purchase orders, order management, procurement, erp
warehouse items | stock count: inventory management, wms, warehouse, stock levels

# Travel, places and weather
holiday plan: travel, trip planner, itinerary, travel planning, flights, travel planner, trip planning, hotels, wanderlog, tripadvisor
itinerary: travel, trip planner, travel planning, flights, travel planner, trip planning, hotels, wanderlog, tripadvisor
travel | trip | vacation | journey: travel, trip planner, itinerary, flights, travel planner, hotels, tripadvisor, travel planning
plan trip | plan vacation | travel plan: trip planner, itinerary, travel planning, travel planner, trip planning, wanderlog
flight | plane ticket | cheap flight | airline | airfare | book flight: flights, flight search, google flights, amadeus, skyscanner, kiwi, airline, duffel, kiwi flights, airfare, flight booking
flight delayed | flight status | track plane | aircraft | plane overhead: flight tracking, flightradar24, flight status, opensky, flightaware, adsb, aviationstack, aviation
hotel | place stay | accommodation | overnight stay | lodging | book hotel: hotels, airbnb, booking com, hotel search, accommodation, expedia, hotel booking, hostel, trivago
airbnb | holiday rental | vacation rental | holiday home: airbnb, vacation rental, vrbo, short term
railway: train timetable, public transport, public transit, deutsche bahn, train ticket, sncf, gtfs, amtrak, bus timetable, 12306, timetable
train connection | train ticket: train timetable, railway, deutsche bahn, sncf, amtrak, 12306, sbb, national rail
train times: public transport, train timetable, public transit, railway, train ticket, deutsche bahn, gtfs, amtrak, bus timetable, sncf, timetable, 12306
tram | public transport | subway | underground | metro | transit timetable: public transport, public transit, train ticket, gtfs, bus timetable, timetable, deutsche bahn, departures, rail, subway, citymapper, 12306
taxi | uber | cab | ride home | book ride: uber, taxi, ride hailing, lyft, rideshare
car rental | rent car: car rental, car hire
bicycle | bike share | cycling route | bike: bike share, cycling training, citybikes, bike route, komoot, gbfs
driving time: driving directions, route planning, google maps, osrm, openrouteservice, route planner, mapbox, travel time, valhalla, graphhopper
calculate distance: distance matrix, haversine, geodistance, google maps, travel time
sights | tourist attraction | visit city | sightseeing: tripadvisor, attractions, viator, sightseeing, tourism, getyourguide, travel guide
order food: opentable, food delivery, yelp, doordash, resy, uber eats, restaurant search, table reservation, swiggy, zomato, google places
restaurant | table reservation | book table | dinner place | places eat: opentable, yelp, resy, restaurant search, table reservation, food delivery, google places, doordash, dining
visa | travel requirement | entry rules country: visa requirements, passport, travel advisory, visa, immigration
travel safety | travel warning | dangerous country: travel advisory, travel safety, country risk, acled
country information | country facts: rest countries, country data, geography, country info, world bank
hiking | mountain route | walk outdoors | camping: hiking, hiking trails, alltrails, gpx, komoot, campsite, camping
ski | snow | avalanche: ski resort, avalanche, snow report
weather | rain | temperature outside | forecast weather | umbrella | sunny | storm | rain tomorrow: weather, open meteo, openweathermap, forecast, accuweather, meteorology, nws, weather api, weather alerts, noaa, met office
weather history | past weather | climate data: historical weather, climate data, noaa, open meteo, era5, climate
air quality | pollution | pollen | smog: air quality, aqi, pollen, openaq, pollution, waqi
earthquake | volcano | natural disaster | flood | wildfire | hurricane: earthquake, usgs, disaster, wildfire, gdacs, flood, hurricane, natural disasters
sailing | sea weather | boat: surf forecast, marine weather, tide times, sailing, stormglass
traffic jam | road traffic | roadworks: traffic data, road traffic, tomtom, waze, road conditions
park car | parking space | parking lot | free parking: parking spots, parking availability
event nearby | concert | tickets event | events city: ticketmaster, event discovery, concerts, eventbrite, meetup, luma, songkick, bandsintown
cinema | movie times | theatre: cinema, showtimes, movie tickets, theatre
driving directions | walking directions | directions address | best route | plan route | get car: driving directions, route planning, google maps, osrm, openrouteservice, mapbox, graphhopper, route planner
long drive | commute | reachable minutes: travel time, isochrone, distance matrix, route planning, google maps
nearby | nearby shop: nearby places, google places, places api, yelp, foursquare, points interest
street view | see street: street view, mapillary, google maps, panorama
train station | train schedule | next train: train timetable, railway, deutsche bahn, amtrak, sncf, 12306
bus stop | bus times | next bus | bus connection | local transport: public transport, gtfs, public transit, bus timetable, timetable
long distance bus | flixbus | ferry | cruise: flixbus, ferry, cruise, bus tickets, ferryhopper
surf forecast | surf waves | waves sea: surf forecast, marine weather, stormglass, surfline, tide times
hotel price | cheap hotel | hostel: hotel search, hotels, booking com, hotel prices, hostel, trivago
travel budget | trip cost: travel budget, trip cost, travel planner, cost living
national park | beach: national parks, nps, beaches
weather tomorrow | weather weekend | cold today | heat wave: weather, forecast, open meteo, openweathermap, weather alerts
severe weather | weather warning | tornado: weather alerts, severe weather, nws, weather warnings, noaa
capital city | flag country: rest countries, country data, world bank, geography
translate menu | tourist phrase: translation, phrasebook, menu translation, deepl

# Maps and geodata
show map | draw map | interactive map: interactive map, google maps, openstreetmap, mapbox, leaflet, maplibre, geojson, gis, map visualization
address coordinates | geocode | latitude | find address: geocoding, nominatim, reverse geocoding, google maps, address lookup, what3words
postcode | zip code | postal code | address validation | correct address: postal code, zip code, address validation, postcode, address autocomplete, smarty
gis | geodata | geospatial | shapefile | spatial data | geographic data: gis, geospatial, qgis, postgis, geojson, gdal, arcgis, shapefile, geopandas, earth engine
openstreetmap | osm: openstreetmap, osm, overpass, nominatim
satellite image | satellite picture | aerial photo | remote sensing: satellite imagery, earth engine, remote sensing, landsat, planetary computer, copernicus, stac, earth observation
gps | gpx track | track location | location | current position: gps, geolocation, gpx, location tracking, ip geolocation, location services, owntracks, traccar
elevation | altitude | height terrain: elevation, terrain, topography, altitude
land parcel | cadastre | property boundary | zoning: cadastre, parcel data, zoning, land registry
world photo | photo location: geolocation, exif, photo location
city map | street map | show location | map location: google maps, openstreetmap, mapbox, leaflet, static map
current location | user location | position phone: geolocation, gps, ip geolocation, location services

# Food, health and sport
recipe | cook | meal | dinner | dinner idea | ingredients | fridge: recipe, meal planning, spoonacular, mealie, themealdb, nutrition, ingredients, howtocook
diet | calories | nutrition | food nutrients | eat healthy: nutrition, calorie, diet, usda, food database, food data, open food, macro tracker, nutritionix, calorie tracking, fatsecret
fitness training | gym | workout | exercise | marathon training | fitness tracking | training plan | strength training: workout tracker, workout, strava, exercise, garmin, hevy, apple health, training plan, gym, strength training, exercise database
medicine: health data, drug, healthcare, medication, medical literature, openfda, symptom checker, fda, pubmed, drug interaction, fhir, pharmacy
symptoms | doctor | medical | illness | disease: health data, healthcare, medical literature, symptom checker, pubmed, fhir, diagnosis, drug information, apple health, icd 10
football results: sports, football, soccer, nba, football data, live scores, espn, openligadb, fifa, sports data, nfl, fixtures
sport | match results | football | soccer | sport score | league table | live score: sports, football, nba, soccer, espn, live scores, sports data, nfl, fixtures, premier league, api football
meal plan | weekly meals | eat week: meal planning, meal planner, recipes, nutrition, mealie
lose weight | body fat | bmi: weight tracking, bmi, weight loss, calorie tracking, workout tracker, body composition
food delivery | pizza | takeaway | takeout: food delivery, doordash, uber eats, food ordering, swiggy, zomato, deliveroo, dominos
coffee | wine | beer | cocktail: cocktail, wine, beer, coffee, thecocktaildb, brewery, untappd
allergy | vegan | gluten: allergens, dietary, vegan, food allergy
health data | apple watch | apple health | wearable | health app data: apple health, healthkit, health data, garmin, fitbit, oura, whoop, wearable, health connect, google fit
drug | pill | side effect | drug interaction: drug, medication, openfda, fda, drug interaction, pharmacy, rxnorm, dailymed, drugbank, pharmaceutical
medical record | patient record | hospital data | fhir: fhir, ehr, hl7, emr, patient records, healthcare, medical records, openemr
medical image | x ray | mri | ct scan | dicom: dicom, medical imaging, radiology, orthanc, pacs, pathology
medical code | icd | diagnosis code: icd 10, snomed, medical coding, loinc, cpt codes
gene | dna | genome | protein | genetics | biology: bioinformatics, genomics, ensembl, uniprot, ncbi, gene, protein, alphafold, biomedical
protein structure | molecule 3d | pdb structure: protein structure, alphafold, pdb, pymol, molecular docking, rcsb
mental health | anxiety | feel sad | depression: mental health, meditation, mood tracking, therapy, journaling, cbt
meditation | mindfulness exercise: meditation, breathing, relaxation
sleep | slept badly: sleep tracking, oura, whoop, eight sleep
pregnancy | baby | cycle tracking: cycle tracking, pregnancy, baby tracker, fertility
jogging | marathon: strava, garmin, training plan, intervals icu, marathon
strava | garmin | fitbit: strava, garmin, fitbit, garmin connect, fitness data, intervals icu
heart rate | activity data: fitbit, garmin, heart rate, health data, google fit, apple health
nba | nfl | baseball | mlb | nhl | basketball | hockey: nba, nfl, mlb, nhl, sports data, espn, baseball, basketball, sports statistics
formula 1 | f1 | motorsport: f1, formula one, fastf1, openf1, motorsport
cricket | tennis | golf | cycling race: cricket, tennis, golf, sports data, live scores
fantasy football | fantasy team: fantasy football, fantasy sports, sleeper fantasy, fpl, yahoo fantasy
bet: betting odds, forecasting, sports betting, prediction market, odds api, polymarket, sportsbook, odds, bookmaker
gambling: betting odds, sports betting, odds api, sportsbook, bookmaker
chess: lichess, stockfish, chess com, pgn
pet | dog | cat: pet, dog, veterinary, pet adoption
plant | garden | houseplant | water plants: gardening, plant care, plant identification, trefle, inaturalist, irrigation
bird | species | wildlife | identify animal | biodiversity: inaturalist, gbif, ebird, biodiversity, birdnet, wildlife
farm | agriculture | soil: agriculture, farming, crop, soil data, precision agriculture, agritech
healthy food | food label | nutrition label | food barcode: open food, nutrition, food facts, usda, nutritionix
cook tonight | recipe website | save recipe: recipes, mealie, recipe scraper, meal planning, tandoor
restaurant menu | lunch menu | canteen: restaurant menu, mensa, canteen, dining
body weight | personal health | health question | health advice: health tracking, health data, workout tracker
headache | sick person | fever: symptom checker, diagnosis
find doctor | hospital nearby | doctor appointment | medical appointment: doctor search, npi, healthcare provider, medical appointment, doctolib, hospital
lab result | blood test | glucose | diabetes: blood test, glucose, nightscout, dexcom, lab results, cgm, diabetes
health insurance | medicare: health insurance, medicare, cms
first aid | emergency help: first aid, defibrillator, emergency services
public health | epidemic | covid: public health, epidemiology, covid, cdc
mutation gene | clinical genetics: clinvar, gnomad, genomics, vep
feel stress | reduce stress | burnout | lonely: mental health, meditation, therapy, stress
running plan | running pace | run outside: strava, garmin, training plan, intervals icu, running coach
count steps | daily steps: fitbit, step count, apple health, garmin, google fit
yoga | stretching: yoga, stretching, posture, workout
champions league | bundesliga | world cup: football, soccer, football data, live scores, openligadb, fifa
olympics | athlete | player transfer: olympics, athletes, sports data, transfermarkt
animal care | vet | dog food: veterinary, pet care, pet
identify plant | mushroom | sick plant: plant identification, plantnet, mushroom, plant disease, inaturalist
crop field | tractor: agriculture, crop, farming, ndvi
cannot sleep | tired: sleep tracking, meditation, relaxation, sleep sounds

# Education and science
kids | children: kids education, bedtime stories, parental control, family organizer
teach class | online course | lesson plan | curriculum: lms, moodle, canvas lms, curriculum, lesson plan, udemy, coursera, google classroom, courseware
assignment school | school portal: canvas lms, moodle, google classroom, homework, assignments, blackboard, brightspace, gradescope
learn programming | learn code | coding exercise | practice coding | leetcode: leetcode, coding practice, exercism, codewars, coding challenge, programming tutor, codeforces, competitive programming
child learning | toddler: bedtime stories
college admission | school search: college university, college, higher education, admissions
medical literature | pubmed: pubmed, medline, europe pmc, ncbi, biomedical literature
peer review | referee: peer review, paper review, openreview
physics | simulate physics | engineering calculation: physics simulation, physics, finite element, fea, comsol, openfoam, cfd, ansys
chemistry | molecule | chemical | chemical formula: chemistry, pubchem, rdkit, chembl, molecule, cheminformatics, molecular
material science | crystal: materials project, materials science, crystal structure, dft
astronomy | planet | telescope | nasa: nasa, astronomy, telescope, apod, exoplanet, stellarium, astropy, ephemeris
satellite overhead | iss | rocket launch: satellite tracking, n2yo, iss, spacex, tle, rocket launches
pcb | schematic | electronic component: kicad, pcb, electronics, circuit, spice, schematic, eda, ltspice, digikey, altium
fpga | verilog | chip design | hardware design: verilog, fpga, vhdl, eda, rtl, vivado, hardware design
matlab | simulink: matlab, simulink, octave, numerical computing
quantum: quantum computing, qiskit, quantum circuit, pennylane
experiment protocol | lab notebook: lab notebook, benchling, eln, lims, lab automation, opentrons, protocols io
scientific figure | publication plot: scientific visualization, matplotlib, publication figures, scientific figures
research funding | scholarship: grant funding, grants gov, research funding, scholarship, nih, nsf, grant writing
education | school | classroom: education, google classroom, lms, tutor
teacher | grade homework | grade essays | worksheet: grading, rubric, worksheet generator, lesson plan, essay grading
understand topic | explain simply | explain like five: tutor, eli5, feynman, learning path
study exam | study plan | exam preparation: study plan, exam prep, quiz, flashcards, anki, study guide
learning path | learning plan: learning path, roadmap, learning plan, curriculum
grammar exercise | learn english | learn german | learn japanese | learn chinese: language learning, vocabulary, jlpt, hsk, language tutor, anki
university degree | study abroad: college university, admissions, scholarship, higher education
newest research | follow research | research alerts | new papers: arxiv, paper alerts, semantic scholar, paper recommendation, huggingface papers, daily papers
citation graph | influential papers: citation graph, semantic scholar, openalex, connected papers, opencitations
scientist profile | h index | orcid: orcid, google scholar, openalex, author profile, h index
submit paper | conference deadline: journal, journal finder, conference deadlines, scimago, paper submission
research idea | hypothesis | plan experiment | scientific discovery: hypothesis generation, research ideas, ai scientist, experiment design, scientific discovery
research data | data repository science: zenodo, figshare, dataverse, research data, dryad
bible verse | church | religious text: bible, scripture, religious texts, bible verses
scientific journal: journal finder, crossref, doaj, journals, impact factor

# Mathematics and units
optimize schedule | constraint solver | linear programming | assign optimally | optimal plan | shift planning: constraint solver, linear programming, minizinc, optimization solver, pulp, gurobi, constraint programming, timefold
logic puzzle | sat solver | satisfy constraints | logic reasoning: z3, sat solver, smt solver, prolog, constraint solver, minizinc, clingo, answer set
vector math | linear algebra: numpy, linear algebra, numerical computing, scipy, octave
geometry | draw function | graph function: geogebra, desmos, geometry, function plotter, graphing calculator
unix timestamp | date format: timestamp, date parser, datetime, unix time, date formatting
lunar calendar | chinese calendar | hebrew date | islamic date | prayer times | bible | quran: lunar calendar, bible, quran, prayer times, hijri, hebrew calendar, sefaria, scripture
pause agent: sleep tracking, scheduler
mathematical proof | mathlib: lean4, theorem prover, mathlib, coq, formal proof
calculate integral | differentiate function | simplify expression | factor polynomial: sympy, computer algebra, symbolic math, wolfram alpha
matrix multiply | eigenvalue | numerical method: numpy, linear algebra, scipy, matlab, julia
prime number | number sequence | oeis: oeis, number theory, sagemath, pari
percentage | tip calculate | big number: calculator, percentage, arithmetic, math
measure convert | cups grams | size conversion | pounds kilos: unit conversion, unit converter, cooking units
travelling salesman | pack boxes | knapsack: route optimization, vehicle routing, bin packing, optimization solver
timetable school | assign people | seating plan: timetabling, timefold, scheduling optimization, constraint solver

# News and social media
joke | funny | humour | humor | laugh: joke, humor, meme, dad jokes, comedy
product hunt | launch product: product hunt, product launch
google trends | search interest: google trends, search trends, pytrends, keyword trends
pinterest | snapchat | tumblr: pinterest, snapchat, tumblr
newspaper | news journalism: newspaper, newsapi, new york
whats trending | trending topic | viral video: trending, google trends, hot search, viral
follow feed | website without feed | feed page: rss, rsshub, rss generator, rss bridge
gain followers | follower count: audience growth, social analytics, influencer
social media post | write linkedin post | hashtag | caption post: social media, content creation, hashtag, linkedin post, tweet, post generator
repurpose | turn article posts | blog tweets: content repurposing, social media, content creation
schedule tweets | autopost | crosspost: postiz, buffer social, cross posting, social scheduler
customer persona | target group | target audience: audience research, customer persona, icp, buyer persona
viral post | write hook | attention headline: copywriting, headline, viral, hook generator

# Marketing and sales
promote product | campaign | get customers | advertise: marketing automation, campaign, hubspot, advertising, content marketing
google search console | indexed google: search console, google indexing, gsc, indexnow, sitemap
mentioned chatgpt | visible ai | ai search visibility: generative engine, aeo, llms txt, ai visibility, answer engine, llm seo
google ads | adwords | ad campaign | online advertising | online ads: google ads, meta ads, facebook ads, advertising, ad campaign, ppc, tiktok ads, linkedin ads, ad performance, bing ads
facebook ads | meta ads | instagram ads: meta ads, facebook ads, ads manager, marketing api
competitor ads | ad library | ads others run: ad library, competitor ads, facebook ads, ads transparency, ad intelligence
website converts: landing page, conversion optimization, cro, conversion rate, ab testing, unbounce
contact details person | email person | phone number company: email finder, hunter io, contact enrichment, apollo io, rocketreach, people data, snov, clearbit, contact data
pricing strategy: price optimization, competitor pricing
affiliate | referral | commission: affiliate marketing, affiliate, referral program
google business | google review | local seo | business profile: google business, gbp, local seo, google reviews, business profile
content calendar | content plan | content ideas: content calendar, content strategy, content planning, editorial calendar, content ideas
marketing plan | marketing idea | marketing strategy | marketing campaign: marketing strategy, marketing plan, growth marketing, marketing skills, campaign, hubspot

# Jobs and staff
much earn | pay level: salary, salary data, compensation, levels fyi, glassdoor, wage
hire human | human task | ask human expert | real person: human loop, human task, mechanical turk, crowdsourcing, rentahuman
performance review | feedback employee | goals team: performance review, okr, 15five
career | career advice | change profession: career, career coach, career planning, skills assessment
skills gap | occupation | profession data: onet, esco, occupation, labor market, bls
remote job | new job | job alerts | jobs near: job search, remote jobs, indeed, linkedin jobs, job listings, remoteok
job description | job advert | write job posting: job description, job posting, recruiting, applicant tracking
rate applicants | screen cv | compare candidates: resume screening, candidate screening, applicant tracking, resume parser, recruiting
find expert | find developer | find talent: talent search, recruiting, github users, linkedin, toptal, upwork
employee shift: shift scheduling, employee scheduling, workforce
seeking work | lost job: job search, job board, career coach, resume builder

# Law and government
court | judgment | lawsuit | court decision | legal precedent: case law, courtlistener, court, court decisions, pacer, legal research, judgments, docket
copyright | intellectual property: copyright, intellectual property, trademark, dmca
parliament | congress | politician | vote record | senate: congress, parliament, legislation, govinfo, bundestag, openstates, politicians
election | polling politics: election, polling data, fec
public tender | government contract | bid tender: tenders, sam gov, procurement, government contracts, rfp, usaspending
sanctions | kyc | identity check | know customer: kyc, sanctions screening, aml, identity verification, opensanctions, ofac, background check
immigration | residence permit: immigration, visa, uscis, residence permit
freedom information | foia: foia, public records, muckrock
iso norm: iso standards, din, regulatory compliance
regulation | regulatory | rules apply | eu ai act: regulatory compliance, regulations, ai act, federal register, compliance, regulatory
import duty | tariff | export control: customs duty, tariff, hs code, import duty, trade data, export control, comtrade, trade compliance
economics | labour market | unemployment: fred, bls, economic data, eurostat, oecd, labor statistics
legal contract | review contract | rental contract | employment contract: contract review, legal documents, contract analysis, legal ai
legal advice | sue | tenant rights | consumer rights: legal advice, legal research, lawyer, consumer rights, small claims
draft legal | legal letter: legal drafting, legal documents, legal letter
customs duty | hs code: hs code, customs duty, tariff, trade data
official form | apply permit | bureaucracy: government forms, egovernment, government services
german law | swiss law | eu law | french law: eur lex, gesetze, fedlex, legifrance, legislation, german law, swiss law
american law | federal law | federal register: federal register, us code, cfr, govinfo, congress, courtlistener
representative district | contact politician: legislators, congress, openstates, civic information
budget government | public spending: usaspending, government spending, public spending, treasury
eurostat | national statistics | statistics office: eurostat, official statistics, destatis, bfs, insee, oecd, sdmx

# Real estate
apartment | real estate | home sale: real estate, real property, zillow, rental apartments, rightmove, redfin, property listings, housing, immobilien, realtor
rental apartment | landlord: rental, rental apartments, real estate, property management, zillow, immoscout, landlord
property value | house price | home worth: property valuation, home value, house prices, zillow, avm, real estate, land registry, zestimate
property management: appfolio, buildium, yardi, facility management
renovation | build house | construction | handyman: construction, renovation, procore, home improvement, contractor, bim
relocate | neighbourhood | neighborhood: neighborhood, relocation, cost living, walk score
cost living | city compare: cost living, numbeo, city comparison
find house | buy house | buy flat | house sale: real estate, zillow, property listings, rightmove, redfin, immoscout
rent house | shared flat: rental, rental apartments, zillow, immoscout, rental listings, wg gesucht
real estate investment | rental yield | rental income: estate investment, rental yield, cap rate, property investment

# Images
pic | snapshot: image, screenshot, photo, picture
colour | color | palette | color scheme | colours match: color, color palette, colour, color scheme, palette, coolors, contrast, color picker, hex color, color converter
font | typeface | typography: font, typography, google fonts, fontawesome, typeface, font pairing
icon | symbol | symbol set | pictogram: icon, svg, lucide, iconify, favicon, font awesome, icon library, fontawesome, svg icons, icon generator, material icons
logo | brand logo | company logo | design logo | brand logo company: logo, brandfetch, brand assets, logo api, logo design, clearbit, brand identity, company logo, brand logo, logo dev, logo generator, svglogo
avatar | profile picture | portrait: avatar, profile picture, gravatar, headshot, dicebear
wallpaper | background picture: wallpaper, unsplash, background image
cartoon | comic | manga | storyboard: comic, cartoon, manga, anime, comic generator, storyboard, myanimelist, anilist
paint: image generation, museum, drawing, artwork, illustration, metropolitan museum, diagram, art collection, sketch, rijksmuseum, procreate, wikiart
draw | sketch: image generation, drawing, illustration, diagram, sketch, procreate, excalidraw, krita, svg, tldraw
edit picture | edit photo | change image | retouch | photoshop | modify image: image editing, photoshop, gimp, inpainting, imagemagick, photo editing, pillow, image manipulation
resize image | smaller picture | shrink image | scale image | rotate image: image resize, image processing, imagemagick, crop, thumbnail, image optimization, pillow
compress image | image large | reduce photo size | optimize image | smaller image file: image compression, image optimization, tinypng, webp, squoosh, imagemin
remove background | transparent background | background photo: background removal, rembg, remove bg, image segmentation
upscale | sharpen | blurry picture | higher resolution | enhance photo | low quality image: upscale, image upscaler, super resolution, esrgan, image enhancement, topaz
look image | understand picture | image recognition | caption image: image analysis, image recognition, image captioning, vision model, object detection, image understanding, ocr, multimodal
detect object | count objects picture | recognise object | recognize object | yolo: object detection, yolo, computer vision, image segmentation, opencv, roboflow
face photo | recognize face | recognise person: face recognition, face detection, facial recognition, face swap, deepface
similar pictures: duplicate images, image similarity, perceptual hash, duplicate photos, phash, imagededup
svg | vector graphic: svg, vector graphics, illustrator, inkscape, vectorize, svgo, vector image
illustrator | indesign | adobe: adobe, photoshop, illustrator, indesign, creative cloud, premiere
greeting card | birthday card: greeting card, invitation, card maker, ecard
pixel art | sprite | game graphics: pixel art, aseprite, sprite, sprite sheet, game assets
museum | artwork | art history: museum, artwork, metropolitan museum, art collection, rijksmuseum, wikiart, europeana
favicon | app icon: favicon, app icon, icon generator
crop image | crop picture | crop photo | thumbnail size: image resize, crop, imagemagick, pillow, thumbnail
old photo | restore photo | black white photo: photo restoration, colorization, image restoration, upscale
remove object picture | erase person photo | inpaint: inpainting, object removal, image editing, generative fill
many images | batch images | folder pictures: batch image, imagemagick, image processing, bulk image
product photo | mockup product | packshot: product photography, product mockup, background removal, image generation
consistent character | character images: character consistency, lora, reference image
local image model | comfyui | stable diffusion: comfyui, stable diffusion, automatic1111, diffusers, lora
picture description | alt text: image captioning, alt text, ocr, image description
blur face | hide face photo: face blur, anonymization, image redaction, face detection
collage | combine pictures | picture grid: collage, image montage, imagemagick, image grid
face recognition | find person photos: face recognition, face detection, facial recognition, deepface
historical photo: archive search, europeana, internet archive, wayback
picture looks bad | photo dark: image enhancement, photo editing, upscale, image editing

# Diagrams and design
ui | user interface | gui | interface design | frontend | screen design: user interface, ui design, frontend, ui components, shadcn, figma, component library, react components, ux, tailwind, frontend design
ux | usability | user experience | confusing interface | user research: ux, user experience, user research, ux review, heuristic evaluation, ux audit, user testing
moving picture | moving graphics: motion graphics, lottie, gif, remotion video, gsap, framer motion, manim, aftereffects
uml | class diagram | sequence diagram: uml, plantuml, mermaid, class diagram, sequence diagram, kroki
architecture diagram | draw cloud architecture | system diagram: architecture diagram, c4 model, diagrams, structurizr, mermaid, draw io, aws diagram, system design
bpmn | business process | process model: bpmn, business process, camunda, process modeling, process mining
beautiful page | looks nice | pretty website | design | make pretty | nicer | ugly: ui design, figma, frontend design, canva, web design, design system, ux, graphic design, tailwind
figma | design file | design code | mockup code | designer handed: figma, design code, figma mcp, design tokens, sketch, penpot, html figma
ui component | button component | component library | ready components: shadcn, component library, ui components, radix, material ui, 21st dev, magic ui, daisyui, chakra, storybook
wireframe | mockup | prototype | clickable prototype: wireframe, mockup, prototyping, figma, ui mockup, balsamiq, uizard
design system | design token | consistent look: design system, design tokens, style dictionary, component library, style guide, figma variables
interior design | furniture | room layout | floor plan: interior design, floor plan, room design, home design, furniture
design page | design app | modern look | ugly interface: ui design, frontend design, figma, ux, design system, shadcn
ai looking design | generic design | design taste: frontend design, design taste, impeccable, ui design, anti slop
dark mode | theme website: dark mode, theming, design tokens, tailwind, color palette
page mobile | mobile layout | responsive layout: responsive design, viewport, tailwind, mobile layout

# 3D and CAD
3d | 3d model | three dimensional | 3d object: 3d, blender, 3d model, threejs, gltf, 3d mesh, meshy, tripo, sketchfab
cad | technical drawing | engineering drawing | mechanical part | construct part: cad, freecad, openscad, solidworks, autocad, fusion 360, cadquery, onshape, build123d
autocad | dwg | dxf: autocad, dxf, dwg, cad
bim | revit: revit, bim, ifc, archicad, sketchup, grasshopper
3d print | 3d printer | stl | slice model: 3d printing, octoprint, 3d printer, stl, bambu, slicer, klipper, gcode, prusa, orcaslicer
cnc | milling machine | laser cutter | gcode: gcode, cnc, laser cutter, grbl
3d browser | 3d website | webgl | threejs: threejs, webgl, three js, babylonjs, webgpu, shader
picture 3d | text 3d: 3d generation, text 3d, image 3d, meshy, hunyuan3d, tripo, rodin
augmented reality | virtual reality | vr: virtual reality, augmented reality, vr, webxr, arkit, xr
point cloud | lidar | photogrammetry: point cloud, lidar, photogrammetry, gaussian splatting, nerf
generate 3d object | 3d scene: text 3d, meshy, blender, 3d generation, tripo, threejs
3d printer status | start print | print failed: octoprint, bambu, klipper, moonraker, 3d printer

# Video
vid | video | film: video, ffmpeg, mp4, video editing, video processing, youtube
presentation video: explainer video, heygen, remotion video, avatar video, manim, synthesia, video generation, talking head, programmatic video, lip sync, motion graphics, d id
explain video | video code | math animation | programmatic video: explainer video, remotion video, manim, video generation, programmatic video, motion graphics, hyperframes
movies: tmdb, video player, movie recommendation, plex, jellyfin, imdb, tv shows, omdb, media server, trakt, letterboxd
film recommend | tv series | film information | series tonight | actor: tmdb, movie recommendation, movie, imdb, tv shows, omdb, trakt, letterboxd, justwatch, film
cut audio: video editing, audio editing, ffmpeg, audacity, video editor, noise reduction, video trim, davinci resolve, audio processing, video cutter, audio cleanup, premiere
edit video | cut video | trim video | join clips | merge videos: video editing, ffmpeg, video editor, video trim, davinci resolve, video cutter, premiere, moviepy, capcut, audio trim, kdenlive, video cut
convert video | video format | mp4 | compress video | video large | transcode: ffmpeg, video conversion, transcode, handbrake, video converter, video compression, mp4
generate video | create video | video text | ai video | make video | animate photo: video generation, text video, veo, kling, sora, heygen, remotion video
talking avatar | digital human | lip sync: heygen, avatar video, synthesia, talking head, lip sync, d id, digital human
short video | clips long video | highlights video: short video, video clipping, opus clip, clip extraction, tiktok
understand video | happens video | watch video | search inside video: video analysis, video understanding, twelve labs, video search, frame extraction, gemini video, scene detection
frame video | extract frames | still video: frame extraction, ffmpeg, keyframes, video frames, opencv
screen recording | record demo | product demo | screen video | film screen: screen recording, obs studio, screencast, demo recording, loom video, asciinema, ffmpeg, vhs
live stream | twitch | broadcast: twitch, live streaming, obs studio, livestream, rtmp
webcam | camera | take photo | security camera | surveillance: webcam, camera, frigate, security camera, rtsp, onvif, ip camera, nvr, blue iris, unifi protect
video hosting | vimeo | stream video: vimeo, video hosting, cloudinary, wistia, video streaming
media server | plex | jellyfin | home cinema: plex, jellyfin, emby, media server, sonarr, radarr, kodi
tv | television | smart tv | remote control tv: smart tv, android tv, samsung tv, roku, chromecast, apple tv, webos, tv control, epg
video thumbnail | video title | youtube seo: thumbnail, youtube seo, vidiq, tubebuddy
silent parts video | filler words | rough cut: silence removal, auto editor, jump cut, filler words, video editing
photos video: slideshow, ffmpeg, video generator, remotion video
gif video: gif, ffmpeg, gif maker, gifski
video quality | upscale video | stabilize video: video upscaling, topaz, video enhancement, video stabilization, real esrgan
video ideas | storytelling video: video script, scriptwriting, storyboard, youtube script
security video | motion detected | person door: frigate, motion detection, security camera, object detection, doorbell
play video tv | cast video: chromecast, android tv, apple tv, airplay, plex

# Audio, music and speech
dictate: speech text, transcription, whisper, speech recognition, transcribe, stt, diarization, deepgram, assemblyai, voice input
transcribe: speech text, transcription, whisper, speech recognition, stt, diarization, dictation, deepgram, assemblyai, voice input
type speaking | stt | spoken words: speech text, whisper, transcription, speech recognition, stt, dictation, deepgram, assemblyai, transcribe, voice input
tts | read aloud | speak text | say loud | listen article | text aloud | read loud | voice output | narrate: text speech, tts, elevenlabs, speech synthesis, voice synthesis, kokoro, piper, voice generation, edge tts, openai tts, narration
voice text | audio text: text speech, transcription, tts, whisper, stt, transcribe, speech recognition, diarization, speech synthesis, deepgram, elevenlabs, assemblyai
speech text: tts, transcription, stt, speech recognition, speech synthesis, whisper, elevenlabs
asr | speech recognition: speech recognition, asr, whisper, transcription, deepgram, vosk
interview recording text | recording text | transcript | write recording: transcription, speech text, whisper, transcribe, diarization, stt, deepgram, assemblyai, speech recognition
speakers apart | separate speakers | identify speaker | speaker recognition: diarization, speaker diarization, pyannote, speaker identification, whisperx
subtitle | captions video | closed captions | srt | subtitles film: subtitle, srt, captions, whisper, subtitle generator, vtt, opensubtitles, closed captions, subtitle translation
clone voice | voice like | imitate voice | voice actor: voice cloning, elevenlabs, tts, voice synthesis, voice conversion, xtts, coqui, fish audio
audiobook | book audio | listen book: audiobook, audible, tts, audiobookshelf, libation, epub audio, librivox
article podcast | make podcast | documents podcast | podcast text: podcast generator, podcast creation, podcastfy, tts, notebooklm, audio overview
sound | audio | mp3 | sound file | convert audio | wav: audio, ffmpeg, mp3, audio conversion, audio processing, wav, audio converter, flac
listen music: music, internet radio, spotify, playlist, radio, apple music, lyrics, radio browser, audio player, sdr, sonos, ham radio
song | playlist | music | album | play music | play song: music, spotify, playlist, apple music, lyrics, audio player, sonos, youtube music, music player, last fm, musicbrainz, tidal
edit audio | trim mp3 | noise audio | clean recording | remove noise: audio editing, audacity, noise reduction, ffmpeg, audio processing, audio cleanup, denoise
sound effect | noise sound | ambient sound | notification sound: sound effects, freesound, audio generation, sfx, soundboard
speak computer | voice control | voice conversation | hands free: voice assistant, voice agent, voice interface, speech recognition, livekit, voice mode, pipecat, voice chat, vapi, voice conversation
voice: tts, voice assistant, elevenlabs
generate music | make song | create music | background music: music generation, suno, ai music, music composition, midi, udio, song generation, musicgen, lyria
recognise song | recognize song | identify music | shazam: shazam, music recognition, audio fingerprint, acrcloud, song identification, chromaprint
sheet music | midi | score music | chord: midi, sheet music, musicxml, chords, lilypond, music theory, musescore, abc notation
music production | ableton | daw | make beats | synthesizer: ableton, daw, music production, logic pro, fl studio, synthesizer, supercollider, strudel, sonic pi
separate vocals | karaoke | stems | remove vocals: stem separation, vocal remover, demucs, spleeter, karaoke, source separation
radio | radio station | listen radio: internet radio, music, radio, spotify, radio browser, sdr, ham radio, audio player, apple music
sonos | speaker room | music home | multiroom: sonos, music assistant, multiroom, airplay
mute | louder: volume control, audio control, sonos
bpm | tempo | audio analysis | music analysis: audio analysis, librosa, bpm, music analysis, audio features, essentia
audio video | video mp3 | extract audio: ffmpeg, audio extraction, mp3, yt dlp
compose music | melody | musical idea: music generation, midi, music composition, suno, music theory
music track | music recommendation | discover music | concert music: spotify, last fm, music recommendation, musicbrainz, apple music
sound volume | volume louder | headphones: volume control, audio control, airpods, audio device
local transcription | offline transcription: whisper, whisper cpp, faster whisper, local transcription, parakeet
agent speak | spoken answer | voice reply: tts, text speech, voice mode, kokoro, elevenlabs

# Games
game | video game: game engine, steam, unity, minecraft, godot, game development, chess
make game | game development | create game | game engine | gamedev: unity, godot, unreal engine, game development, game engine, phaser, roblox, pygame, gamedev, unreal
steam | game library | game prices: steam, steam games, gog, igdb, game library, rawg, isthereanydeal
game statistics | league legends | player stats | esports: riot games, league legends, op gg, esports, player stats, valorant, dota, opendota
board game | card game: board game, boardgamegeek, card game, bgg
dungeons dragons | rpg | tabletop: dnd, dungeons dragons, tabletop, rpg, foundry vtt, d20, roleplaying, dungeon master
magic gathering | pokemon | trading cards: pokemon, pokeapi, scryfall, magic gathering, mtg, trading card
puzzle | sudoku | crossword | wordle | riddle: puzzle, sudoku, wordle, crossword
quiz game: trivia, quiz, open trivia
retro game | old game console: emulator, retroarch, retro gaming, gameboy, nes
background music game | game sound: sound effects, music generation, game audio
game character | npc | game story: npc, game design, character generator, game narrative
game idea | level design | game balance: game design, level design, game development

# Home, devices and robots
android phone | android | control phone | phone automation | use phone | tap screen phone: android, adb, kotlin, mobile automation, android studio, appium, android emulator, mobile mcp, gradle, android control, phone control, scrcpy
iphone | ios app | ipad | ios device | ios simulator | swift | xcode: ios app, swift, iphone, xcode, ios simulator, swiftui, ios device, xcodebuild, idb, appium, apple shortcuts
smart home: home assistant, philips hue, home automation, smart lights, homekit, openhab, lifx, hass, smartthings, govee, hubitat
home automation | home assistant: home assistant, smart home, home automation, homekit, openhab, hass, smartthings, hubitat, homey, iot
turn lights: philips hue, home assistant, smart lights, smart home, wake lan, lifx, homekit, lighting control, wled, govee, yeelight
lamp | dim light: philips hue, smart lights, home assistant, lifx, lighting control, wled, govee, yeelight
heating: thermostat, philips hue, nest thermostat, home assistant, ecobee, smart lights, hvac, smart home, climate control, lifx, tado, homekit
thermostat | room temperature | air conditioner | warm room: thermostat, nest thermostat, ecobee, hvac, climate control, tado, air conditioner, home assistant
door lock | garage door | doorbell | alarm system: smart lock, doorbell, ring doorbell, garage door, alarm system, home security
vacuum | robot vacuum | clean floor: robot vacuum, roomba, roborock, vacuum
switch device | smart plug: smart plug, tasmota, shelly, kasa, tapo, tuya, smart switch
alexa | google home | siri: alexa, google home, siri, voice assistant, google assistant
zigbee | z wave | esphome: zigbee2mqtt, zigbee, esphome, z wave
iot | internet things | connected device: iot, mqtt, aws iot, thingsboard, esp32, node red, device management, tuya
sensor | measure temperature | humidity | read sensor: iot, mqtt, sensor data, home assistant, esp32, temperature sensor
electricity price | energy use | solar panel | power consumption | electricity bill | energy: energy monitoring, solar, electricity prices, energy consumption, photovoltaic, smart meter, tibber, grid carbon, enphase, octopus energy
carbon footprint | co2 | emissions: carbon footprint, carbon emissions, sustainability, climate data, co2, esg, carbon intensity
arduino | microcontroller | esp32 | firmware: arduino, esp32, microcontroller, platformio, firmware, micropython, esp idf, stm32, embedded debugger
raspberry pi | gpio: raspberry pi, gpio, single board
robot | robot arm | move robot | ros: ros, robot, ros2, robot arm, lerobot, mujoco, isaac sim, robot control
drone | quadcopter: drone, mavlink, px4, ardupilot, dji, uav
plc | industrial machine | modbus | scada: modbus, plc, opc ua, scada, industrial automation, siemens, manufacturing, mes
label printer | thermal printer: label printer, zpl, thermal printer, zebra, escpos
scanner document | scan paper: document scanner, paperless, ocr
bluetooth | ble: bluetooth, ble, bluetooth low
sauna | irrigation | lawn: irrigation, sprinkler, lawn mower
lego | wood project | diy: diy, woodworking, lego
room light | light bulb | smart light | light color | devices house: philips hue, home assistant, smart lights, smart home, lifx, homekit, govee, mqtt, wled, zigbee, tuya
turn device | power socket | switch socket: smart plug, tasmota, shelly, kasa, tuya, home assistant
washing machine | dishwasher | appliance | oven: home appliances, smartthings, home connect, miele, lg thinq
amazon echo | smart speaker: alexa, amazon echo, smart speaker, google home
swimming pool | lawn mower | garden watering: irrigation, lawn mower, pool control, sprinkler
solar | battery home | photovoltaic: solar, photovoltaic, home battery, enphase, solaredge, powerwall
gps tracker | track vehicle | fleet: gps tracking, traccar, fleet, telematics, samsara
machine maintenance | predictive maintenance | equipment failure: predictive maintenance, cmms, condition monitoring
digital twin | factory data | production line: digital twin, mes, manufacturing, opc ua
flash firmware | program chip | jtag: jtag, openocd, firmware, probe rs, stm32, embedded debugger
simulate robot | train robot: mujoco, isaac sim, gazebo, robotics, lerobot, pybullet
receipt paper | sticky label: thermal printer, receipt printer, label printer, escpos
electronic circuit | electronic schematic: circuit design, kicad, pcb, electronics, digikey, spice
embedded system | embedded device: embedded systems, firmware, microcontroller, esp32, platformio

# General verbs and adjectives
make smaller | smaller | shrink | reduce | squeeze: compress, shrink, resize, minify, thumbnail
bigger | enlarge | make larger: upscale, enlarge, resize, super resolution, esrgan
compress: gzip, zip, minify, brotli, zstd, tinypng
resize: crop, thumbnail, imagemagick
crop | trim: crop, image crop
split | divide | separate: chunking
join | merge | combine | put together: concat, concatenate
compare | comparison | see difference | versus: diff, benchmark
watch | keep eye | keep watch | monitor: monitoring, alert, observability
warn: alert, pagerduty
explain | explanation | understand | make sense: explainer, tutor, walkthrough, explain code, eli5
describe: caption, image description, alt text
record: screen recording, audio recorder, screen capture
play video | watch film: video player, plex, jellyfin, movie, tmdb, media server
share | show others | make public: file sharing, share link, public link, screen sharing
share terminal | share screen | show screen: screen sharing, terminal sharing, tmate, webrtc, upterm
send: smtp, file transfer, send message, send email, send notification
incoming message | receive messages | react incoming: webhook, inbound webhook, message listener
publish: wordpress, npm publish, release automation, content publishing
test | tester | works correctly: test runner, unit test, test automation, playwright, jest, pytest, qa, vitest
check | verify | validate: linter, verifier, health check
fix | repair | solve problem | broken | doesnt work | mend: troubleshooting, autofix, auto fix, debugging, debugger, error fix, bug fix
speedup | faster | slow | make fast | bad performance: performance optimization, profiler, benchmark
fast | quicker | quick: blazing fast, lightweight, high performance, low latency, ultra fast
retry | fails sometimes | flaky: retry, backoff, flaky, circuit breaker
launch | open program | open app | start program: launcher, app launcher, open app, autostart, raycast, alfred
install | setup: installer, package manager
update | upgrade | newer version | latest version | outdated: renovate, dependabot, version check
uninstall | get rid | remove program: uninstaller, app cleaner, bloatware
hide | conceal | invisible: obfuscate, redaction, masking, steganography, data masking
lock: file lock, mutex, encryption, access control
unlock: decrypt, password recovery, smart lock
protect | secure | keep safe: encryption, firewall, guardrails, security scanner, hardening, data protection
pii | sensitive data: anonymization, pii, redaction, presidio, pseudonymization, masking, data masking, gdpr, pii detection, dlp
private | nobody sees | confidential: local first, privacy first, privacy focused, self hosted, encrypted, onprem, zero knowledge
offline | without internet | internet unavailable | local machine: local first, self hosted, ollama
cheap | low cost | inexpensive: cost optimization, low cost, free tier, price comparison, coupon, affordable
free | without paying | gratis | pay nothing: open source, free tier, keyless, free api
open source | foss: open source, mit license, foss, apache license
safe | safer | danger: sandbox, guardrails, security scanner, safety check
trust | trustworthy | reliable: trust score, security audit, reputation score, trust layer
easy | easier | simple | beginner: lightweight, zero config, user friendly, beginner friendly, one click, nocode
small | lightweight | minimal | tiny: lightweight, small footprint, zero dependency, minimalist, micro library
huge | enormous: large files, big data, large scale
legacy | ancient: legacy code, code migration, legacy system, refactor
new releases | latest release | new version: release monitor, release notes, new releases, version checker, changelog
duplicate | twice: deduplication, dedupe, duplicate finder
missing | lost | cannot find | disappeared: data recovery, file recovery, undelete, gap analysis, file search
unused | longer needed: dead code, knip, prune, depcheck
incorrect | mistake: error detection, error correction, linter, proofreading
similar | alike | resembles: semantic similarity
identical copies: duplicate finder, deduplication, checksum, diff
better | improve | enhance: refactor, self improvement
bulk | mass: batch processing, mass update
batch: batch processing
parallel | simultaneously: concurrency, multithreading, worker pool
real time | realtime | instantly: realtime, real time, live data, websocket, live updates
count: word count, token count, statistics tool
measure: benchmark, profiler
audit record | keep record | log everything: audit log, audit trail, activity log, event log
collect information | gather | bring together: aggregator, scraper, curation, data collection, collection tool
filter | sift: content filter, relevance filter, filter rules, relevance ranking
seek | hunt: search engine, full text, semantic search, search tool
replace | swap: find replace, search replace, string replace, drop replacement
rename: bulk rename
clone | make copy: file copy, replicate data, git clone
migrate | switch provider | transfer data: migration, data migration, import export
import data | import file | import list: data import, csv import
export | download everything mine: data export, backup, takeout
upload photos | photos online: photo upload, immich, flickr, google photos, cloudinary, image hosting
store data | keep | save | preserve: persistent storage, key value, data store, local storage
archive: backup, long storage
delete | remove | erase | throw away: eraser, delete files, removal tool
clean | dirty | messy | mess: sanitize, file organizer
organise stuff | organize stuff | arrange | put order: file organizer, auto organize, declutter
connect | link together | integrate service: app integration, connectors, api integration, zapier, n8n, composio
remote | afar: ssh, remote access, tunnel, remote desktop, remote control
make available internet | expose local | localhost public | local server public: tunnel, ngrok, cloudflared, localtunnel, tailscale, cloudflare tunnel, frp
subscription | cancel subscription | subscriptions pay: subscription tracker, recurring payments, billing, wallos
guess | predict outcome: forecasting, prediction market, polymarket, odds
decide | choose | choice: decision making, decision support, decision matrix, decision helper
learn examples | demonstrate: fewshot, code examples, walkthrough, tutorial
guide | tutorial | instructions: tutorial, walkthrough, howto, documentation, step guide
limit | restrict | maximum: limiter, rate limit, throttle, spending limit, usage limit
block | prevent | forbid: firewall, blocklist, ad blocker, website blocker, guardrails
switch lights | wake computer: home assistant, smart home, wake lan, homekit, philips hue
easiest way | without hassle | less effort: one click, zero config, nocode
weird | strange | suspicious | unusual: anomaly detection, fraud detection, anomaly, scam detection, outlier
blurry | blurred | sharper: sharpen, deblur, upscaler, super resolution, image enhancement
$list$;
end
$$;
comment on function private.synonym_list is 'The list of synonyms. A line has what people say, alternatives separated by |, a colon, and what skills call it, separated by commas. # starts a heading. To change it, edit sql/45_synonym_list.sql; the migration must call private.load_synonyms().';


-- sql/46_synonyms.sql

-- Synonyms: words that skills use for what people say in searches. A search for "remember things between sessions" also finds skills with
-- "memory". 45_synonym_list.sql has the maintained list, and admins can add to it (77_admin_synonyms.sql).

create table private.synonyms (
  said text primary key,
  called text[] not null default '{}',
  added text[] not null default '{}',
  removed text[] not null default '{}'
);
comment on table private.synonyms is 'What people say in searches, and what skills call it; filled by private.load_synonyms and admin.add_synonyms.';
comment on column private.synonyms.said is 'Up to three stems in alphabetical order, separated by spaces (private.synonym_key). A search says it if it contains all of them.';
comment on column private.synonyms.called is 'Synonyms of the maintained list, the most telling first. Each has up to three stems, which a skill must all contain.';
comment on column private.synonyms.added is 'Synonyms that admins added.';
comment on column private.synonyms.removed is 'Synonyms that admins removed, so that loading the list again does not restore them.';
-- service_role reads admin.synonyms.
grant select on private.synonyms to anon, authenticated, service_role;

create function private.synonym_key(words text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return (
    select string_agg(stem, ' ' order by stem)
    from (
      select distinct private.stem(word) as stem from unnest(words) as word
      where coalesce(ts_lexize('pg_catalog.english_stem', word) <> '{}', true)
    ) as stems
  );
end
$$;
comment on function private.synonym_key is 'The distinct stems of words in alphabetical order, separated by spaces, without stop words; null if there are none.';

create function private.load_synonyms() returns void
language plpgsql volatile set search_path = ''
as $$
begin
  with line as (
    select place, split_part(line, ':', 1) as said, split_part(line, ':', 2) as called
    from string_to_table(private.synonym_list(), E'\n') with ordinality as l (line, place)
    where line like '%:%' and not starts_with(line, '#')
  ),
  phrase as materialized (
    select place, null as rank, phrase from line cross join lateral string_to_table(said, '|') as phrase
    union all
    select place, rank, phrase from line cross join lateral string_to_table(called, ',') with ordinality as c (phrase, rank)
  ),
  -- As private.synonym_key, but each word is stemmed once. The list has no stop words, and needs no folding.
  stem as materialized (
    select word, private.stem(word) as stem
    from (select distinct word from phrase cross join lateral string_to_table(phrase, ' ') as word where word <> '') as words
  ),
  key as materialized (
    select place, rank, string_agg(distinct stem, ' ' order by stem) as key
    from phrase cross join lateral string_to_table(phrase, ' ') as w (word) join stem using (word)
    group by place, rank, phrase
  ),
  synonyms as (
    select said, array_agg(called order by rank, place) as called
    from (
      select said.key as said, called.key as called, min(called.rank) as rank, min(place) as place
      from key as said join key as called using (place)
      where said.rank is null and called.rank is not null and said.key <> called.key
      group by 1, 2
    ) as pair
    group by said
  )
  merge into private.synonyms as s using synonyms as listed on s.said = listed.said
  when matched and s.called <> listed.called then update set called = listed.called
  when not matched then insert (said, called) values (listed.said, listed.called)
  when not matched by source and s.called <> '{}' then update set called = '{}';
  delete from private.synonyms where called = '{}' and added = '{}' and removed = '{}';
end
$$;
comment on function private.load_synonyms is 'Loads private.synonym_list and keeps what admins changed. Each migration that changes the list calls it.';
select private.load_synonyms();

create function private.find_synonyms(words text[]) returns table (said text[], called text[])
language plpgsql stable rows 20 set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  -- 12 stems have 298 combinations of up to three, which are looked up.
  max_stems constant integer := 12;
  -- Each candidate of a search is compared with all of these.
  max_synonyms constant integer := 20;
  stems text[] := array(
    select stem from (
      select private.stem(word) as stem, min(place) as place from unnest(words) with ordinality as w (word, place) group by stem
    ) as s
    order by place
    limit max_stems
  );
begin
  return query
  with stem as materialized (
    select stem from unnest(stems) as stem
  ),
  combination (key) as (
    select stem from stem
    union all
    select concat_ws(' ', a.stem, b.stem) from stem as a join stem as b on a.stem < b.stem
    union all
    select concat_ws(' ', a.stem, b.stem, c.stem)
    from stem as a join stem as b on a.stem < b.stem join stem as c on b.stem < c.stem
  )
  select string_to_array(s.said, ' '), string_to_array(c.term, ' ')
  from combination join private.synonyms as s on s.said = combination.key
  cross join lateral unnest(s.added || s.called) with ordinality as c (term, place)
  where c.term <> all (s.removed)
  order by cardinality(string_to_array(s.said, ' ')) desc, c.place, s.said
  limit max_synonyms;
end
$$;
comment on function private.find_synonyms is 'The synonyms of up to three of the words that are said together, those of longer phrases first: `said` and `called` are stems, and a skill must contain all of `called`.';

create function private.synonym_query(called text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return format('(''%s'')', array_to_string(called, ''' & '''));
end
$$;
comment on function private.synonym_query is 'The query for skills that contain all stems of a synonym, in parentheses.';

grant execute on function private.synonym_key, private.find_synonyms, private.synonym_query to anon, authenticated;


-- sql/47_relevance.sql

-- Relevance: which skills a search retrieves and how it ranks them; docs/search.md explains it. The boosts and limits are here;
-- 40_documents.sql writes the words of each skill, 43_spelling.sql corrects those of a search.

create function private.prefix_term(prefix text, weights text default 'AC') returns tsquery
language plpgsql stable set search_path = ''
as $$
declare
  words text[] := private.words_beginning(prefix);
begin
  return case
    when words is null then private.term(prefix, ':*' || weights)
    else (select string_agg(private.term(word, ':' || weights)::text, ' | ')::tsquery from unnest(words) as word)
  end;
end
$$;
comment on function private.prefix_term is 'A prefix query for a word. If too many words begin with it, it is expanded to the most common of them. AC: only words as written, without stems.';

create function private.required_words(words text[]) returns tsquery
language sql stable set search_path = ''
return (
  select string_agg(format('(%s)', concat_ws(
    ' | ', private.term(private.stem(word)), case place when cardinality(words) then private.prefix_term(word) end
  )), ' & ')::tsquery
  from unnest(words) with ordinality as w (word, place)
);
comment on function private.required_words is 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

create function private.rarity(documents float8) returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return round(ln(1 + greatest(private.document_count(), documents) / documents)::numeric, 2);
end
$$;
comment on function private.rarity is 'The inverse document frequency of a word that so many skills contain: ln(1 + skills / skills with the word).';

create function private.known_from() returns integer
language sql immutable parallel safe set search_path = ''
return 100;
comment on function private.known_from is 'The number of skills from which a word is common enough to be the end of what was typed: a rarer last word is also tried as a prefix.';

create function private.common_frequencies(stems text[], prefix text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  all_documents float8 := private.document_count();
  common text[];
  shares float4[];
  frequencies jsonb;
begin
  select l.words, l.shares into common, shares from private.common_lexemes() as l;
  frequencies := coalesce((
    select jsonb_object_agg(stem, all_documents * shares[place])
    from (select stem, array_position(common, stem) as place from unnest(stems) as stem) as s
    where place is not null
  ), '{}');
  if prefix is not null and coalesce((frequencies ->> private.stem(prefix))::float8, 0) < private.known_from() then
    frequencies := frequencies || (
      select jsonb_build_object(prefix || '*', all_documents * coalesce(sum(share), 0))
      from unnest(common, shares) as c (word, share)
      where starts_with(word, prefix)
    );
  end if;
  return frequencies;
end
$$;
comment on function private.common_frequencies is 'The estimated document frequencies of those stems that are among the most common words, and of the common words that begin with the prefix, with *, unless it is a common word.';

create function private.word_weights(words text[], frequencies jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  -- None, if the search has no other words.
  fillers text[] := case when not words <@ more_stop_words then more_stop_words end;
  last text := words[cardinality(words)];
  beginning float8;
  weights jsonb;
begin
  weights := coalesce((
    select jsonb_object_agg(word, case when word = any (fillers) then 0 else private.rarity(documents) end)
    from unnest(words) as word cross join lateral private.stem(word) as stem
    -- The documents of other words are counted, up to 1,000.
    cross join lateral (
      select coalesce((frequencies ->> stem)::float8, private.count_documents(private.term(stem), 1000)) as documents
      -- Evaluates the count once for each word.
      offset 0
    ) as frequency
    where documents > 0 or word = any (fillers)
  ), '{}');
  if frequencies ? (last || '*') and coalesce((weights ->> last)::numeric > private.rarity(private.known_from()), true) then
    beginning := (frequencies ->> (last || '*'))::float8;
    if beginning < 1000 then
      beginning := greatest(beginning, private.count_documents(private.prefix_term(last), 1000));
    end if;
    if beginning > 0 then
      weights := weights || jsonb_build_object(last || '*', private.rarity(beginning));
    end if;
  end if;
  return weights;
end
$$;
comment on function private.word_weights is 'The rarity of each word that some skill contains, and of a rare last word as a prefix, with *. Takes private.common_frequencies.';

create function private.stems(words text[]) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(select private.stem(word) from unnest(words) as word);
end
$$;
comment on function private.stems is 'The stem of each word.';

create function private.weigh_words(words text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return private.word_weights(words, private.common_frequencies(private.stems(words), words[cardinality(words)]));
end
$$;
comment on function private.weigh_words is 'private.word_weights with the current frequencies.';

create function private.expand_words(words text[], weights jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- The number of synonyms that retrieve candidates, the most telling first. The index reads all postings of each.
  max_retrieved constant integer := 8;
  -- A synonym in more skills retrieves none that contain nothing else: 100 at random of a million skills, for up to 50 ms. In a catalogue
  -- of less than 50 times as many skills, looking the frequencies up costs more than it saves.
  max_frequency constant integer := 5000;
begin
  return (
    with found as materialized (
      select * from private.find_synonyms(words) with ordinality as s (said, called, place)
    ),
    common as materialized (
      select case when private.document_count() > 50 * max_frequency then
        private.common_frequencies(array(select unnest(called) from found where place <= max_retrieved), null)
      end as frequencies
    ),
    synonym as materialized (
      select
        to_jsonb(said) as said, private.synonym_query(called) as query, place <= max_retrieved as is_retrieved,
        (select bool_and(coalesce((frequencies ->> stem)::float8, 0) > max_frequency) from unnest(called) as stem) as is_common
      from found cross join common
    ),
    by_word as (
      select
        word,
        string_agg(query, ' | ') filter (where jsonb_array_length(said) > 1) as of_phrase,
        string_agg(query, ' | ') filter (where jsonb_array_length(said) = 1) as of_word,
        concat_ws(' | ', format('''%s''', stem), string_agg(query, ' | ') filter (where is_retrieved)) as retrieved
      from unnest(words, private.stems(words)) as w (word, stem)
      left join synonym on said ? stem
      where (weights ->> word)::numeric > 0 or weights ? (word || '*') or said is not null
      group by word, stem
    )
    select jsonb_build_object(
      'queries', jsonb_object_agg(word, jsonb_build_object('of_phrase', of_phrase, 'of_word', of_word))
        filter (where of_phrase is not null or of_word is not null),
      'any', (select string_agg(distinct query, ' | ') from synonym),
      -- Skills with each word or a synonym of it, then those with a rarer synonym of any word.
      'retrieved', jsonb_build_array(
        string_agg(format('(%s)', retrieved), ' & '),
        (select string_agg(distinct query, ' | ') from synonym where is_retrieved and not is_common)
      )
    )
    from by_word
    having exists (select from synonym)
  );
end
$$;
comment on function private.expand_words is 'The synonyms of the words of a search: {queries, any, retrieved}; null if there are none. queries: for each word that has some, the query of those of phrases with it (of_phrase) and of itself (of_word). any: the query of all. retrieved: the queries that retrieve candidates.';

create function private.suspect_words(words text[], weights jsonb) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- At most 3: a search with many unknown words is not misspelt. With 5, planted words made a search cost 15 lists of 100 instead of 10.
  max_words constant integer := 3;
  -- A word in more skills is not suspect.
  max_skills constant integer := 3;
begin
  return array(
    select word
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (select not weights ?| array[word, word || '*'] as is_unknown) as u
    where case
      when is_unknown then not exists (select from private.find_synonyms(words) as s where private.stem(word) = any (s.said))
      else (weights ->> word)::numeric >= private.rarity(max_skills) and char_length(word) > 3
        and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, place
    limit max_words
  );
end
$$;
comment on function private.suspect_words is 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

create function private.plan_ranking(search text, carried jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  words text[] := private.search_words(search);
  weights jsonb;
  replaced jsonb := carried -> 'replaced';
  correction text;
  suspect text[];
  common text[];
  frequencies float8[];
  -- The weight of a word in 1,000 skills.
  rare_weight numeric := private.rarity(1000);
begin
  -- A cursor is not signed: the ranking that it carries is used only if its correction is one of this search. Cursors of version 1.0.0
  -- have the corrected search, which could be any text.
  if carried is null or carried ? 'correction' or not private.is_spelling(words, replaced) then
    carried := null;
    replaced := null;
    weights := private.weigh_words(words);
    suspect := private.suspect_words(words, weights);
    if suspect <> '{}' then
      select array_agg(c.word), array_agg(c.skills) into common, frequencies
      from (select * from private.common_words(0) order by skills desc limit 1000) as c;
      replaced := (
        select jsonb_object_agg(wrong, near.word)
        from unnest(suspect) as wrong
        -- The words share the budget of a correction.
        cross join lateral private.correct_word(wrong, 10000 / greatest(cardinality(suspect), 1), common, frequencies) as near
        where near.skills >= case
          when weights ? wrong
            then greatest(min_skills, min_ratio * private.document_count() / (exp((weights ->> wrong)::float8) - 1))
          else 1
        end
      );
    end if;
  end if;

  correction := private.correct_search(search, replaced);
  if correction is not null then
    words := private.search_words(correction);
  end if;
  if correction is not null or weights is null then
    weights := private.weigh_words(words);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'words', words,
    'replaced', case when correction is not null then replaced end,
    'weights', coalesce((
      -- A cursor cannot make a word rare that more than 1,000 skills contain, or look up the words that begin with a common one: reading
      -- these posting lists would be expensive.
      select jsonb_object_agg(
        word, least(c.weight::numeric, case when current_weight <= rare_weight + 0.01 then current_weight + 0.7 end)
      )
      from jsonb_each_text(carried -> 'weights') as c (word, weight)
      join lateral (select (weights ->> word)::numeric as current_weight) as current on current_weight is not null
    ), weights)
  ));
end
$$;
comment on function private.plan_ranking is 'How to rank the results of a search, on later pages as the cursor carries it: {correction, words, replaced, weights}. correction is the corrected search, words has its words, and replaced has the correction of each misspelt word; correction and replaced are left out if there is none.';

create function private.search_terms(words text[], ranking jsonb)
returns table (term text, frequency float8, is_wide_prefix boolean)
language plpgsql stable rows 5 set search_path = ''
as $$
#variable_conflict use_column
declare
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  weights jsonb := ranking -> 'weights';
begin
  return query
  select
    -- Without weights: the index does not have them, so Postgres would recheck each document.
    format('(%s)', concat_ws(' | ',
      private.term(private.stem(word)),
      case when weights ? (word || '*') then private.prefix_term(word, '') end,
      (
        select string_agg(private.term(private.stem(typed))::text, ' | ')
        from jsonb_each_text(ranking -> 'replaced') as r (typed, nearest) where nearest = word
      )
    )),
    f.frequency,
    weights ? (word || '*') and f.frequency > max_prefix_frequency
  from unnest(words) as word
  cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
  cross join lateral (select private.document_count() / (exp(weight) - 1) as frequency) as f
  where weight > 0;
end
$$;
comment on function private.search_terms is 'For each word that weighs something, the query of its stem, of the words that it begins if it is last, and of what was typed if it is a correction; with its expected document frequency.';

create function private.find_best_rated(query tsquery, types text[]) returns tid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- New accounts hardly change which skills these are.
  best_rated constant integer := 100;
begin
  return array(
    select d.ctid
    from unnest(private.scan_in_order('top', types, null, null, best_rated)) as skill
    join private.skill_documents as d on d.skill_id = skill
    where ts_match_vq(d.words, query)
  );
end
$$;
comment on function private.find_best_rated is 'The documents of the best rated skills that match a query, by ctid.';

create function private.find_complete(words text[], ranking jsonb, types text[]) returns tid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- A ranking has at most 1,000 skills.
  max_candidates constant integer := 1000;
  query tsquery := (select string_agg(term, ' & ') from private.search_terms(words, ranking) where not is_wide_prefix);
  found tid[] := private.find_documents(query, types, max_candidates);
begin
  return found || case when cardinality(found) = max_candidates then private.find_best_rated(query, types) end;
end
$$;
comment on function private.find_complete is 'Documents that contain all words of a search, by ctid: up to 1,000, and if there are more, those among the best rated skills.';

create function private.find_partial(words text[], ranking jsonb, types text[], expansions tsquery[]) returns tid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- The maximum number of candidates with a rare word.
  max_candidates constant integer := 500;
  -- With `enough` of them, the common words are not tried. These, and synonyms, add few candidates.
  enough constant integer := 100;
  max_added constant integer := 100;
  rare text;
  common text[];
  query tsquery;
  found tid[];
begin
  select
    string_agg(term, ' | ') filter (where running_frequency <= max_candidates),
    array_agg(term order by frequency) filter (where running_frequency > max_candidates and not is_wide_prefix)
  into rare, common
  from (
    select *, sum(frequency) over (order by frequency, term) as running_frequency from private.search_terms(words, ranking)
  ) as t;

  found := private.find_documents(rare::tsquery, types, max_candidates);
  if cardinality(found) < enough then
    found := found || private.find_documents(common[1]::tsquery, types, max_added);
    if rare is null then
      found := found || private.find_best_rated(common[1]::tsquery, types);
    end if;
  end if;
  foreach query in array coalesce(expansions, '{}') loop
    found := found || private.find_documents(query, types, max_added);
  end loop;
  return found;
end
$$;
comment on function private.find_partial is 'Documents that contain some words of a search, or synonyms, by ctid: those with a rare word; if they are few, also with the rarest common word.';

create function private.rank_skills(search text, ranking jsonb, types text[], after jsonb, wanted integer) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Figures are of `npm run bench -- search`, with one constant changed and the others near their present values: the condensed nDCG@10
  -- of the judged searches, which was 0.279, or the MRR@10 of known items.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Of a prefix match of the last word, where the word itself is missing. 0.4: 0.323, 0.7: 0.324.
  prefix_boost constant float8 := 0.7;
  -- Where a word is missing, of a synonym of a phrase with it (0.5: 0.348, 0.7: 0.358, 0.8: 0.355, 0.9: 0.350), and of the word
  -- (none: 0.287, 0.35: 0.315, 0.5: 0.323; 0.7: 0.335, but 0.305 instead of 0.306 if what nobody judged counts as irrelevant).
  phrase_synonym_boost constant float8 := 0.7;
  word_synonym_boost constant float8 := 0.5;
  -- Boosts as shares of the weight of all words: for a name that begins with the search, for the share of its words that are in the
  -- search, and for a name without other words. name_share_boost 0.25: MRR of prefixes 0.761, 0.4: 0.765; same_words_boost changes
  -- no figure between 0.25 and 0.8, and the least gives least to names made for one search.
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.4;
  same_words_boost constant float8 := 0.25;
  -- For a skill that says that it is for agents, who search here. 0: 0.339, 1: 0.343, 1.5: 0.355, 2: 0.361.
  agent_boost constant float8 := 2;
  agent_words constant tsquery := $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
  -- The relevance that equals one claw of quality. 1.5: 0.312, 2.5: 0.323, 3.5: 0.325. From 2 on, the MRR of name words falls: 0.968,
  -- 2.5: 0.960, 3: 0.954.
  relevance_of_claw constant float8 := 2;
  -- The maximum size of all ranked documents, those with all words first, then the shortest: 1,000 of the usual size. Reading long
  -- documents costs most.
  max_bytes constant integer := 600000;
  -- The unit of scores, so fine that two scores are only equal if relevance and quality are.
  claw constant float8 := 1e15;
  exact_score constant bigint := 900 * claw;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 200 * claw;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 100;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  words text[] := array(select jsonb_array_elements_text(ranking -> 'words'));
  weights jsonb := ranking -> 'weights';
  complete tid[] := private.find_complete(words, ranking, types);
  candidates tid[] := complete;
  synonyms jsonb;
  any_synonym tsquery;
begin
  -- Otherwise skills with all words fill the ranking.
  if cardinality(complete) < enough then
    synonyms := private.expand_words(words, weights);
    any_synonym := synonyms ->> 'any';
    candidates := candidates || private.find_partial(
      words, ranking, types, array(select jsonb_array_elements_text(synonyms -> 'retrieved'))::tsquery[]
    );
  end if;
  candidates := candidates || array(
    -- Names that begin with the search.
    select d.ctid from public.skills as s join private.skill_documents as d on d.skill_id = s.id
    where s.name_key >= key and s.name_key < key || chr(1114111) and s.retired_at is null
    order by s.name_key
    limit 50
  );
  if max_bytes < (select sum(pg_column_size(d.words)) from private.skill_documents as d where d.ctid = any (candidates)) then
    candidates := array(
      select ctid
      from (
        select d.ctid, sum(pg_column_size(d.words)) over (
          order by d.name_key <> key, d.ctid <> all (complete), pg_column_size(d.words), d.ctid
        ) as bytes
        from private.skill_documents as d where d.ctid = any (candidates)
      ) as d
      where bytes <= max_bytes
    );
  end if;

  return array(
    with term as materialized (
      select
        coalesce((weights ->> word)::float8, case when weights ? (word || '*') then 0 else private.rarity(1) end) as weight,
        weights ? word as is_known, spelling.name, spelling.text,
        prefix_boost * (weights ->> (word || '*'))::float8 as prefix_weight,
        case when weights ? (word || '*') then private.term(word, ':*AC') end as prefix,
        (synonyms #>> array['queries', word, 'of_phrase'])::tsquery as of_phrase,
        (synonyms #>> array['queries', word, 'of_word'])::tsquery as of_word
      from unnest(words) as word
      cross join lateral (
        select
          string_agg(private.term(stem, ':AB')::text, ' | ')::tsquery as name,
          string_agg(private.term(stem, ':CD')::text, ' | ')::tsquery as text
        from (
          select private.stem(word) as stem
          union
          select private.stem(typed) from jsonb_each_text(ranking -> 'replaced') as r (typed, nearest) where nearest = word
        ) as s
      ) as spelling
      where weights ?| array[word, word || '*'] or synonyms -> 'queries' ? word
      -- Of a long search only the rarest words, to bound its cost.
      order by weight desc, word
      limit 24
    ),
    whole as materialized (
      select sum(weight) filter (where is_known) as weight, count(*) as words from term
    ),
    matched as materialized (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * d.quality + (claw / relevance_of_claw * (
          f.found
          + case when d.words @@ agent_words then agent_boost else 0 end
          + coalesce(whole.weight * (
            case
              when starts_with(d.name_key, key)
                then name_prefix_boost + name_share_boost * whole.words / greatest(whole.words, d.name_words, 1)
              else 0
            end
            + case when f.found_in_name = whole.words and whole.words >= d.name_words then same_words_boost else 0 end
          ), 0)
        ))::bigint as score,
        (claw / relevance_of_claw * f.expanded)::bigint as expanded
      from whole
      cross join (
        select
          skill_id, name_key, name_words, quality,
          -- Detoasts a long document once.
          case when pg_column_size(doc.words) > 1000 then doc.words || '' else doc.words end as words
        from private.skill_documents as doc where doc.ctid = any (candidates) and doc.type = any (types)
        offset 0
      ) as d
      cross join lateral (select d.words @@ any_synonym as has_synonym offset 0) as s
      cross join lateral (
        select
          coalesce(sum(case
            when in_name and in_text then weight * both_boost
            when in_name then weight * name_boost
            when in_text then weight
            when d.words @@ prefix then prefix_weight
            else 0
          end), 0) as found,
          coalesce(sum(case
            when in_name or in_text or has_synonym is not true or d.words @@ prefix then 0
            when d.words @@ of_phrase then weight * phrase_synonym_boost
            when d.words @@ of_word then weight * word_synonym_boost
            else 0
          end), 0) as expanded,
          count(*) filter (where in_name) as found_in_name,
          bool_and(in_name or in_text) filter (where is_known and weight > 0) as is_complete
        from (select *, d.words @@ name as in_name, d.words @@ text as in_text from term offset 0) as t
      ) as f
    ),
    ranked as (
      select skill_id, cap, case
        when is_exact then exact_score
        when expanded = 0 then score
        -- Synonyms place no skill above one that contains all words. Below these, they keep their order. A skill with some of the words
        -- has at least the score that it has without synonyms.
        else greatest(
          case when is_partial then score end,
          least(score + expanded, cap - 1 - (max_expanded_score - score - expanded) / 1000)
        )
      end as score
      from matched
      cross join (
        select coalesce((after ->> 2)::bigint, min(score) filter (where is_complete and not is_exact)) as cap from matched
      ) as c
      order by score desc, skill_id desc
      limit 1000
    )
    select case when cap is null then jsonb_build_array(score, skill_id) else jsonb_build_array(score, skill_id, cap) end
    from ranked
    where after is null or (score, skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
    order by score desc, skill_id desc
    limit wanted
  );
end
$$;
comment on function private.rank_skills is 'The positions of the 1,000 best matches of a search, after a position: the score, the id, and, if a skill contains all words, the lowest score of such skills without synonyms.';

-- A function of the API runs with the rights of its caller, so this is what list_skills, and a rating by name, call.
grant execute on function
  private.prefix_term, private.required_words, private.rarity, private.known_from, private.common_frequencies,
  private.word_weights, private.stems, private.weigh_words, private.expand_words, private.suspect_words, private.plan_ranking,
  private.search_terms, private.find_best_rated, private.find_complete, private.find_partial, private.rank_skills
  to anon, authenticated;


-- sql/48_suggestions.sql

-- Suggestions for a name that no skill has.

create function private.suggest_skills(wanted text) returns json
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  ranking jsonb := private.plan_ranking(wanted);
  key text := private.name_key(coalesce(ranking ->> 'correction', wanted));
  positions jsonb[] := private.rank_skills(wanted, ranking, private.skill_types(), null, 500);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(positions) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      -- With a lower trigram similarity, nobody confuses two names.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$$;
comment on function private.suggest_skills is 'Up to three search results for a name that no skill has, those with the most similar names first.';
grant execute on function private.suggest_skills to anon, authenticated;


-- sql/49_matches.sql

-- Why a result matched a search: which words of the search each skill of a page contains.

create function private.forms_of(word text, is_last boolean) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return private.term(private.stem(word)) || case when is_last then private.term(word, ':*AC') else ''::tsquery end;
end
$$;
comment on function private.forms_of is 'A query for a word and its inflections; for the last word of a search also as a prefix.';

create function private.explain_matches(search text, ranking jsonb, skills uuid[]) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Of a long search only the rarest words, as in private.rank_skills.
  max_words constant integer := 24;
  words text[] := private.search_words(search);
  weights jsonb := ranking -> 'weights';
begin
  return array(
    with synonym as materialized (
      select said, private.synonym_query(called) as query
      from private.find_synonyms(array(select jsonb_array_elements_text(ranking -> 'words')))
    ),
    typed as materialized (
      select
        word, nearest,
        private.forms_of(word, place = cardinality(words)) as query,
        private.forms_of(nearest, place = cardinality(words)) as corrected_query,
        (
          select string_agg(s.query, ' | ')::tsquery
          from synonym as s where private.stem(coalesce(nearest, word)) = any (s.said)
        ) as expanded_query
      from (
        select word, place, nearest
        from unnest(words) with ordinality as w (word, place)
        cross join lateral (select ranking #>> array['replaced', word] as nearest) as r
        cross join lateral coalesce(weights ->> word, weights ->> nearest, weights ->> (word || '*')) as weight
        -- Filler weighs nothing. Words that no skill contains have no weight: they are missing.
        where weight::float8 is distinct from 0
        order by weight::float8 desc nulls last, place
        limit max_words
      ) as rarest
      order by place
    )
    select (
      select jsonb_strip_nulls(jsonb_build_object(
        'found', jsonb_agg(word) filter (where kind = 'found'),
        'corrected', jsonb_agg(jsonb_build_object('word', word, 'correction', nearest)) filter (where kind = 'corrected'),
        'expanded', jsonb_agg(word) filter (where kind = 'expanded'),
        'missing', jsonb_agg(word) filter (where kind = 'missing')
      ))
      from (
        select
          word, nearest,
          case
            when d.words @@ query then 'found'
            when d.words @@ corrected_query then 'corrected'
            when d.words @@ expanded_query then 'expanded'
            else 'missing'
          end as kind
        from typed
        -- So that kind is computed once.
        offset 0
      ) as matched
      having count(*) > 0
    )
    from unnest(skills) with ordinality as s (skill, place)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
    order by s.place
  );
end
$$;
comment on function private.explain_matches is 'For each skill, the words of the search by how it matches them: {found, corrected, expanded, missing}, without those that are empty. found: as typed, inflected, or as the beginning of a word if it is the last one; corrected: only the correction, {word, correction}; expanded: only a synonym. Without stop words and filler, of the 24 rarest words.';

grant execute on function private.forms_of, private.explain_matches to anon, authenticated;


-- sql/50_skill_views.sql

-- A skill as the API returns it.

create view private.all_skills with (security_invoker = true) as
select
  s.id,
  s.name,
  s.slug,
  s.description,
  s.type,
  s.url,
  -- float8 instead of numeric, which some clients read as text. It is exact enough for one decimal.
  st.avg_tenths / 10.0::float8 as avg_claws,
  st.total_ratings,
  st.established_ratings,
  st.sub_scores,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'All skills as the API returns them, including retired ones.';
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select id, name, slug, description, type, url, avg_claws, total_ratings, established_ratings, sub_scores, created_at, updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'The skills that are not retired, as the API returns them.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
grant select on public.skill_catalogue to anon, authenticated, service_role;


-- sql/51_skill_lookup.sql

-- How a request names a skill: by id, slug or name.

create function private.resolve_skill(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  trimmed text := private.trim_text(address);
  wanted uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return skill;
end
$$;
comment on function private.resolve_skill is 'The skill with this id or slug, without white space at its ends, or the skill that it was merged into. Raises PT404.';
grant execute on function private.resolve_skill to anon, authenticated;

create function private.find_skill(wanted_id uuid, wanted_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := case when key is not null then private.name_holder(key) end;
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if wanted_id is null and wanted_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif wanted_id is not null and wanted_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = case
      when wanted_name is null then 'null' else private.suggest_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'Finds a skill by its id, its name or both; for a merged skill, the one that replaced it. Raises PT400 if id and name are of different skills, PT404 with similar names if no skill has them, PT410 if the skill is retired.';
grant execute on function private.find_skill to anon, authenticated;


-- sql/52_skill_list.sql

-- The list of skills: GET /api/skills.

create function private.filter_in_order(sort text, types text[], words text[], after jsonb, wanted integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '16MB'
as $$
declare
  required tsquery := private.required_words(words);
  weights jsonb := private.weigh_words(words);
  -- A word that occurs nowhere has no weight.
  rarest float8 := (
    select max(coalesce(least((weights ->> word)::float8, (weights ->> (word || '*'))::float8), 100)) from unnest(words) as word
  );
  -- The weight is ln(1 + skills / matches).
  skills_per_match float8 := exp(greatest(rarest, 0.01)) - 1;
  matches float8 := private.document_count() / skills_per_match;
  steps float8 := 2 * wanted * skills_per_match;
  page uuid[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select skill from unnest(private.scan_in_order(sort, types, null, after, steps::integer)) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, private.document_count() * (cardinality(page) + 1) / steps);
    steps := 8 * steps;
  end loop;
  return private.scan_in_order(
    sort, types,
    array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, wanted
  );
end
$$;
comment on function private.filter_in_order is 'The skills that follow a position in an order and contain all words.';
grant execute on function private.filter_in_order to anon, authenticated;

create function public.list_skills(
  p_type text default null,
  p_search text default null,
  p_sort text default null,
  p_limit integer default null,
  p_cursor text default null,
  p_explain boolean default false
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  search text := nullif(private.clean_text(p_search, 200), '');
  sort text := case
    when search is not null then coalesce(p_sort, 'relevance')
    else coalesce(nullif(p_sort, 'relevance'), 'top')
  end;
  -- One skill more than the page shows whether there is another page. 500 explanations would cost as much as some searches.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), case when p_explain then 100 else 500 end) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  positions jsonb[];
  page uuid[];
  matches jsonb[];
begin
  -- Asked first, because most calls are valid and have no search.
  if search is not null or p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
      'search', private.text_error(search, 0, 200)
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_pattern(sort));
  end if;

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := private.plan_ranking(search, after -> 1);
    positions := private.rank_skills(search, ranking, types, after -> 0, wanted);
    page := array(select (p ->> 1)::uuid from unnest(positions) as p);
    if p_explain then
      matches := private.explain_matches(search, ranking, page[:wanted - 1]);
    end if;
  elsif search is null then
    page := private.scan_in_order(sort, types, null, after, wanted);
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(
          case when cardinality(page) > count then private.encode_cursor(
            case
              when sort = 'relevance' then jsonb_build_array(positions[count], ranking - '{correction,words}'::text[])
              else private.position_in_order(sort, page[count])
            end,
            list
          ) end
        )::text, 'null')
        || ', "did_you_mean" : ' || coalesce(to_json(ranking ->> 'correction')::text, 'null') || '}'
      )
    from (
      select string_agg(json_start || json_ratings || json_end, ',' order by place) as items, count(*) as count
      from (
        -- 4 for the header of each JSON value. octet_length does not read a long text.
        select *, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          order by place rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select
            p.place,
            s.json_start,
            ',"avg_claws":' || st.avg_tenths / 10.0::float8 || ',"total_ratings":' || st.total_ratings
              || ',"established_ratings":' || st.established_ratings || ',"sub_scores":' || st.sub_scores || coalesce(',"matched":' || matches[p.place]::text, '') as json_ratings,
            s.json_end
          from unnest(page[:wanted - 1]) with ordinality as p (skill, place)
          join public.skills as s on s.id = p.skill
          join public.skill_stats as st on st.skill_id = p.skill
          -- So that json_ratings is computed once.
          offset 0
        ) as item
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function public.list_skills is 'GET /api/skills: a page of the catalogue, at most 500 skills and about private.page_bytes. With p_explain, at most 100 skills, and each result of a search by relevance has `matched` (private.explain_matches). Raises PT400.';
grant execute on function public.list_skills to anon, authenticated;


-- sql/53_rating_list.sql

-- The list of a skill's ratings: GET /api/skills/{id or slug}/ratings.

-- The index ratings_of_skill has standing and claws before updated_at, so that it serves every sort order and filter. In these views
-- Postgres merges an index scan for each standing and number of claws; a filter on listed_established or listed_claws, which are
-- constants in each branch, skips the other branches.
create view private.newest_ratings with (security_invoker = true) as
(
  select true as listed_established, 1 as listed_claws, *
  from public.ratings where counts_fully and claws = 1 order by updated_at desc, id desc
)
union all
(select true, 2, * from public.ratings where counts_fully and claws = 2 order by updated_at desc, id desc)
union all
(select true, 3, * from public.ratings where counts_fully and claws = 3 order by updated_at desc, id desc)
union all
(select true, 4, * from public.ratings where counts_fully and claws = 4 order by updated_at desc, id desc)
union all
(select true, 5, * from public.ratings where counts_fully and claws = 5 order by updated_at desc, id desc)
union all
(select false, 1, * from public.ratings where not counts_fully and claws = 1 order by updated_at desc, id desc)
union all
(select false, 2, * from public.ratings where not counts_fully and claws = 2 order by updated_at desc, id desc)
union all
(select false, 3, * from public.ratings where not counts_fully and claws = 3 order by updated_at desc, id desc)
union all
(select false, 4, * from public.ratings where not counts_fully and claws = 4 order by updated_at desc, id desc)
union all
(select false, 5, * from public.ratings where not counts_fully and claws = 5 order by updated_at desc, id desc);

create view private.oldest_ratings with (security_invoker = true) as
(
  select true as listed_established, 1 as listed_claws, *
  from public.ratings where counts_fully and claws = 1 order by updated_at, id
)
union all
(select true, 2, * from public.ratings where counts_fully and claws = 2 order by updated_at, id)
union all
(select true, 3, * from public.ratings where counts_fully and claws = 3 order by updated_at, id)
union all
(select true, 4, * from public.ratings where counts_fully and claws = 4 order by updated_at, id)
union all
(select true, 5, * from public.ratings where counts_fully and claws = 5 order by updated_at, id)
union all
(select false, 1, * from public.ratings where not counts_fully and claws = 1 order by updated_at, id)
union all
(select false, 2, * from public.ratings where not counts_fully and claws = 2 order by updated_at, id)
union all
(select false, 3, * from public.ratings where not counts_fully and claws = 3 order by updated_at, id)
union all
(select false, 4, * from public.ratings where not counts_fully and claws = 4 order by updated_at, id)
union all
(select false, 5, * from public.ratings where not counts_fully and claws = 5 order by updated_at, id);
comment on view private.newest_ratings is 'Ratings with an index scan for each standing and number of claws, newest first.';
comment on view private.oldest_ratings is 'Ratings with an index scan for each standing and number of claws, oldest first.';
grant select on private.newest_ratings, private.oldest_ratings to anon, authenticated;

create function private.ratings_in_order(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb, wanted integer
) returns setof private.newest_ratings
language plpgsql stable set search_path = ''
-- One generic plan for all calls: down the index.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
set enable_sort = off set enable_incremental_sort = off set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
begin
  -- A statement for each index and direction, so that a call only pays for one.
  if not oldest_first and only_version is null then
    return query
    select * from private.newest_ratings
    where
      skill_id = skill and (only_claws is null or listed_claws = only_claws)
      and (only_established is null or listed_established = only_established)
      and (updated_at, id) < (
        coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by updated_at desc, id desc
    limit wanted;
  elsif not oldest_first then
    return query
    select * from private.newest_ratings
    where
      skill_id = skill and version = only_version and (only_claws is null or listed_claws = only_claws)
      and (only_established is null or listed_established = only_established)
      and (updated_at, id) < (
        coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      )
    order by updated_at desc, id desc
    limit wanted;
  elsif only_version is null then
    return query
    select * from private.oldest_ratings
    where
      skill_id = skill and (only_claws is null or listed_claws = only_claws)
      and (only_established is null or listed_established = only_established)
      and (updated_at, id) > (
        coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by updated_at, id
    limit wanted;
  else
    return query
    select * from private.oldest_ratings
    where
      skill_id = skill and version = only_version and (only_claws is null or listed_claws = only_claws)
      and (only_established is null or listed_established = only_established)
      and (updated_at, id) > (
        coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
      )
    order by updated_at, id
    limit wanted;
  end if;
end
$$;
comment on function private.ratings_in_order is 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one, by all agents, by established or by other ones.';
grant execute on function private.ratings_in_order to anon, authenticated;

create function private.scan_ratings(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb, wanted integer,
  bytes integer
) returns setof public.skill_ratings
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.counts_fully, r.agent_id, r.version, r.observed_calls, r.observed_failures
  from (
    -- octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(skill, oldest_first, only_claws, only_version, only_established, after, wanted) with ordinality
  ) as r
  -- Lateral, so that agents are looked up in the order of the scan: a join could read a small table of agents first.
  cross join lateral (select agent_name from public.agents where id = r.agent_id offset 0) as a
  where coalesce(r.bytes_before, 0) < bytes;
end
$$;
comment on function private.scan_ratings is 'The page of private.ratings_in_order, up to the rating after the one whose text reaches `bytes`.';
grant execute on function private.scan_ratings to anon, authenticated;

create function private.cut_page(items json[]) returns json[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  item json;
  bytes bigint := 0;
  fitting integer := 0;
begin
  foreach item in array items loop
    exit when bytes >= private.page_bytes();
    bytes := bytes + pg_column_size(item);
    fitting := fitting + 1;
  end loop;
  return items[:fitting];
end
$$;
comment on function private.cut_page is 'The items of a page, up to the one that reaches private.page_bytes.';
grant execute on function private.cut_page to anon, authenticated;

create function public.list_ratings(
  p_skill text,
  p_sort text default null,
  p_claws integer default null,
  p_limit integer default null,
  p_cursor text default null,
  p_version text default null,
  p_established boolean default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  sort text := coalesce(p_sort, 'newest');
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), 500);
  -- highest and lowest are one scan for each number of claws.
  scans integer[] := case
    when p_claws is not null then array[p_claws]
    when sort = 'highest' then array[5, 4, 3, 2, 1]
    when sort = 'lowest' then array[1, 2, 3, 4, 5]
    else array[null::integer]
  end;
  only_claws integer;
  only_version text := private.clean_text(p_version, 100);
  skill uuid;
  list text;
  after jsonb;
  part public.skill_ratings[];
  page public.skill_ratings[] := '{}';
  bytes integer := private.page_bytes();
  items json[];
  last public.skill_ratings;
begin
  perform private.validate(
    'sort', private.choice_error(sort, '{newest,oldest,highest,lowest}'),
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end,
    'version', coalesce(case when only_version = '' then 'must have 1 to 100 characters' end, private.version_error(only_version))
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version, chr(31) || p_established::text);
  after := private.decode_cursor(p_cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(
        skill, sort = 'oldest', only_claws, only_version, p_established, after, page_size + 1 - cardinality(page), bytes
      ) as s
    );
    page := page || part;
    exit when cardinality(page) > page_size;
    -- At least 1, so that the next scan shows whether there is another page.
    bytes := greatest(bytes - (select coalesce(sum(octet_length(p.commentary)), 0) from unnest(part) as p), 1);
    after := null;
  end loop;

  items := private.cut_page(array(select row_to_json(shown) from unnest(page[:page_size]) as shown));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function public.list_ratings is 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';
grant execute on function public.list_ratings to anon, authenticated;


-- sql/54_skill_page.sql

-- The page of a skill and its badge: GET /api/skills/{id or slug}.

create function private.evidence_of(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select json_build_object(
      'ratings', count(*),
      'recent_ratings', count(*) filter (where is_recent),
      'recent_mean', trim_scale(sum(claws) filter (where is_recent)::numeric / nullif(count(*) filter (where is_recent), 0)),
      'observers', count(*) filter (where has_use),
      'observed_calls', coalesce(sum(observed_calls) filter (where has_use), 0),
      'observed_failures', coalesce(sum(observed_failures) filter (where has_use), 0),
      -- At most 1,000 calls of each agent: one that reports a billion must not decide alone.
      'failure_share',
        sum(observed_failures::float8 / observed_calls * least(observed_calls, 1000)) filter (where has_use)
        / sum(least(observed_calls, 1000)) filter (where has_use)
    )
    from (
      select
        claws, observed_calls, observed_failures,
        updated_at >= now() - interval '3 months' as is_recent,
        -- Calls without the number of failures say nothing of the share that failed.
        observed_calls > 0 and observed_failures is not null as has_use
      -- Only those by established agents: anyone can make others. A hundred, so that no number of ratings makes a page slow.
      from private.ratings_in_order(skill, false, null, null, true, null, 100)
    ) as newest
  );
end
$$;
comment on function private.evidence_of is 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, the calls that their agents counted, and the share of them that failed.';
grant execute on function private.evidence_of to anon, authenticated;

create function public.get_skill(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select row_to_json(page)
    from (
      select
        s.*,
        json_build_object(
          '1', st.claws_counts[1], '2', st.claws_counts[2], '3', st.claws_counts[3], '4', st.claws_counts[4], '5', st.claws_counts[5]
        ) as rating_counts,
        private.established_mean(st) as established_mean,
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        private.source_status(skill) as source_status,
        (
          select json_build_object('publisher', server.name, 'entries', server.install)
          from private.registry_servers as server
          where server.skill_id = skill
            and server.install is not null
            and server.status <> 'deleted'
            and s.retired_at is null
            and private.source_status(skill) is distinct from 'deleted'
        ) as install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            private.month_of(now()) - interval '11 months', private.month_of(now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      where s.id = skill
    ) as page
  );
end
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its identifiers, its rating counts, those of the last 12 months, ten newest ratings, and how to install it. Raises PT404.';
grant execute on function public.get_skill to anon, authenticated;

create function public.get_badge(p_skill text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    select json_build_object(
      'name', s.name, 'avg_claws', s.avg_claws, 'total_ratings', s.total_ratings, 'retired', s.retired_at is not null
    )
    from private.all_skills as s where s.id = skill
  );
end
$$;
comment on function public.get_badge is 'GET /api/skills/{id or slug}/badge.svg: what the badge of a skill shows. Raises PT404.';
grant execute on function public.get_badge to anon, authenticated;


-- sql/55_rating_feed.sql

-- The feed of a skill's ratings: GET /api/skills/{id or slug}/feed.atom. The feed of new skills is a list of skills.

create function public.get_rating_feed(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- Texts of 1 MB: the feed has at most that, and counts what it sends (functions/api/routes/feeds.ts).
as $$
declare
  skill uuid := private.resolve_skill(p_skill);
begin
  return json_build_object(
    'skill', (
      select json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'created_at', s.created_at)
      from public.skills as s where s.id = skill
    ),
    'ratings', (
      select coalesce(json_agg(r order by r.updated_at desc, r.id desc), '[]')
      from (
        select id, sum(octet_length(commentary)) over (
          order by updated_at desc, id desc rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from (
          select id, updated_at, commentary from public.ratings
          where skill_id = skill and commentary is not null
          order by updated_at desc, id desc
          limit 50
        ) as newest
      ) as page
      join public.skill_ratings as r on r.id = page.id
      where coalesce(page.bytes_before, 0) < 1000000
    )
  );
end
$$;
comment on function public.get_rating_feed is 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, up to the one whose text reaches 1 MB. Raises PT404.';
grant execute on function public.get_rating_feed to anon, authenticated;


-- sql/56_agent_profile.sql

-- What is public of an agent: its profile, ratings and skills, GET /api/agents/{id or name}.

create function private.resolve_agent(address text) returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read the comparison keys of names.
as $$
declare
  trimmed text := private.trim_text(address);
  agent uuid := (select id from public.agents where id = private.parse_uuid(trimmed));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(trimmed) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(trimmed);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$$;
comment on function private.resolve_agent is 'The agent with this id, else with this name, without white space at its ends. Raises PT404, also if it is suspended.';
grant execute on function private.resolve_agent to anon, authenticated;

create function private.scan_agent_ratings(agent uuid, after jsonb, wanted integer, bytes integer)
returns table (cursor_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- One generic plan for all calls: down the index.
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set enable_bitmapscan = off set enable_sort = off
as $$
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), row_to_json(shown)
  from (
    -- octet_length does not read a long text.
    select newest.*, sum(octet_length(newest.commentary)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, commentary
      from public.ratings
      where agent_id = agent
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
  ) as own
  cross join lateral (
    select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id offset 0
  ) as shown
  where coalesce(own.bytes_before, 0) < bytes;
end
$$;
comment on function private.scan_agent_ratings is 'The ratings of an agent after a cursor position (null: from the first), last updated first, up to the rating after the one whose text reaches `bytes`.';
grant execute on function private.scan_agent_ratings to anon, authenticated;

create function private.scan_agent_skills(agent uuid, after jsonb, wanted integer, bytes integer)
returns table (cursor_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set enable_bitmapscan = off set enable_sort = off
as $$
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), row_to_json(shown)
  from (
    select newest.*, sum(octet_length(newest.description)) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select id, updated_at, description
      from public.skills
      where submitted_by = agent and retired_at is null
        and (updated_at, id) < (
          coalesce((after ->> 0)::timestamptz, 'infinity'), coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        )
      order by updated_at desc, id desc
      limit wanted
    ) as newest
  ) as own
  cross join lateral (select c.* from public.skill_catalogue as c where c.id = own.id offset 0) as shown
  where coalesce(own.bytes_before, 0) < bytes;
end
$$;
comment on function private.scan_agent_skills is 'The skills in the catalogue that an agent submitted, like private.scan_agent_ratings.';
grant execute on function private.scan_agent_skills to anon, authenticated;

create function public.get_agent(p_agent text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  agent uuid := private.resolve_agent(p_agent);
begin
  return (
    select row_to_json(profile)
    from (
      select
        a.id,
        a.agent_name,
        a.agent_description,
        a.created_at,
        t.established_at is not null as established,
        (select count(*) from public.ratings as r where r.agent_id = agent) as total_ratings,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent_ratings(agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$$;
comment on function public.get_agent is 'GET /api/agents/{id or name}: the public profile of an agent with its ten newest ratings. Raises PT404.';
grant execute on function public.get_agent to anon, authenticated;

create function private.list_of_agent(kind text, address text, wanted integer, cursor text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  agent uuid := private.resolve_agent(address);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(wanted, 100), 1), 500);
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, format('^%s$', private.position_pattern('{timestamptz,uuid}')));
  -- One more than the page, to see whether there is another page.
  if kind = 'ratings' then
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_ratings(agent, after, page_size + 1, private.page_bytes()) as s;
  else
    select array_agg(s.cursor_position), array_agg(s.item) into positions, items
    from private.scan_agent_skills(agent, after, page_size + 1, private.page_bytes()) as s;
  end if;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function private.list_of_agent is 'A page of the ratings or skills of an agent, at most 500 and about private.page_bytes. Raises PT400 and PT404.';
grant execute on function private.list_of_agent to anon, authenticated;

create function public.list_agent_ratings(p_agent text, p_limit integer default null, p_cursor text default null) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return private.list_of_agent('ratings', p_agent, p_limit, p_cursor);
end
$$;
comment on function public.list_agent_ratings is 'GET /api/agents/{id or name}/ratings: a page of an agent''s ratings. Raises PT400 and PT404.';
grant execute on function public.list_agent_ratings to anon, authenticated;

create function public.list_agent_skills(p_agent text, p_limit integer default null, p_cursor text default null) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return private.list_of_agent('skills', p_agent, p_limit, p_cursor);
end
$$;
comment on function public.list_agent_skills is 'GET /api/agents/{id or name}/skills: a page of the skills in the catalogue that an agent submitted. Raises PT400 and PT404.';
grant execute on function public.list_agent_skills to anon, authenticated;


-- sql/57_similar_skills.sql

-- Similar skills: GET /api/skills/{id or slug}/similar; docs/search.md explains it. In comments, 0.67 of 72 is the precision at 4
-- of `npm run bench -- similar` for the 30 skills of seed 1, and the number of similar skills that were judged, at most 120.

create type private.telling_word as (
  term tsquery,
  -- The term or a synonym; null if there are none.
  with_synonyms tsquery,
  weight float8,
  frequency float8
);
comment on type private.telling_word is 'A word that can tell what a skill does, with its weight and the number of skills that contain it.';

create function private.similarity_constants(
  out most integer, out min_shared_words integer, out min_similarity float8, out name_boost float8, out name_share_boost float8,
  out synonym_weight float8, out max_synonyms integer, out max_counted integer, out max_telling_words integer,
  out max_weighed_words integer, out usual_length float8, out same_type_boost float8, out similarity_of_claw float8,
  out max_candidates integer, out enough_candidates integer, out max_paired_words integer, out max_frequency float8,
  out max_bytes integer, out max_compared integer, out max_compared_words integer
)
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  most := 10;
  -- Skills that share only one word are seldom similar: with 1, 0.63 of 76.
  min_shared_words := 2;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost := 0.2;
  -- The weight of a synonym. For 600 skills, 26 (14 similar) replaced 14 (5 similar) of the first four.
  synonym_weight := 0.5;
  -- The most telling synonyms of each word.
  max_synonyms := 4;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74. See
  -- private.least_frequency.
  max_counted := 50;
  -- How many of the words of most weight are looked up.
  max_telling_words := 12;
  -- How many of these make the weight of the whole text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_weighed_words := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost := 1.05;
  -- The similarity that equals one claw of quality (private.quality). With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw := 0.05;
  -- Bounds of the cost. The index of words is read for words, or pairs with one, in at most max_frequency skills.
  max_candidates := 300;
  enough_candidates := 60;
  max_paired_words := 5;
  max_frequency := 5000;
  max_bytes := 100000;
  max_compared := 20;
  max_compared_words := 30;
end
$$;
comment on function private.similarity_constants is 'The boosts and limits of the functions below.';

create function private.least_frequency(all_skills float8) returns float8
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return least((private.similarity_constants()).max_counted, 1 + all_skills / 200);
end
$$;
comment on function private.least_frequency is 'The number of skills below which a rarer word weighs no more: less in a catalogue of less than 10,000 skills.';

create function private.generic_stems() returns text[]
language sql immutable parallel safe set search_path = ''
return '{
  mcp,server,tool,agent,skill,api,librari,lib,plugin,packag,modul,util,helper,sdk,npm,io,app,applic,project,core,framework,
  wrapper,bot,softwar,ai,llm,model,context,protocol,assist,claud,chatgpt,gpt,node,nodej,javascript,js,typescript,ts,code,
  program,develop,open,sourc,use,provid,support,base,implement,definit,type,common,function,work,get,set,make,help,allow,
  enabl,let,includ,creat,handl,manag,built,build,collect,featur,interfac,system,standard,depend,perform,simpl,easi,easili,
  fast,quick,quickli,lightweight,tini,small,minim,minimalist,modern,power,high,best,new,wip,free,offici,friend,awesom,
  popular,advanc,robust,flexibl,reusabl,custom,configur,modular,portabl,univers,extens,extend,agnost,interact,complet,fulli,
  basic,general,generic,primari,main,varieti,various,multipl,differ,zero,one,two,way,thing,need,like,also,can,via,etc,just,
  without
}'::text[];
comment on function private.generic_stems is 'Stems that do not tell skills apart: what most of them are, and praise.';

create function private.telling_stems(name text, description text) returns table (stem text, in_name boolean)
language plpgsql immutable parallel safe rows 16 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- The beginning of a description says what a skill does. Both limits bound the cost.
  max_description constant integer := 400;
  max_stems constant integer := 24;
  -- Without the part of a name that says who publishes the skill: @scope/name, io.github.owner/name.
  own_name constant text := coalesce(nullif(regexp_replace(name, '^.*/', ''), ''), name);
  in_name constant text[] := (private.name_words(own_name))[:16];
begin
  return query
  select t.stem, bool_or(t.place = 0) as in_name
  from (
    select word, 0 as place
    from unnest(in_name) as word
    -- Not foobar of foo-bar: it would count the same words again.
    where not exists (
      select from unnest(in_name) as a cross join unnest(in_name) as b
      where word like a || '%' || b and word not in (a, b) and char_length(a) > 1 and char_length(b) > 1
    )
    union all
    select w.word, w.place::integer
    from unnest(private.split_words(private.fold_text(left(description, max_description)), false))
      with ordinality as w (word, place)
  ) as word
  cross join lateral (select (ts_lexize('pg_catalog.english_stem', word.word))[1] as stem, word.place) as t
  -- Without stop words, which have no stem, single characters, numbers and symbols.
  where t.stem <> all (private.generic_stems()) and char_length(t.stem) > 1
    and t.stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
  group by t.stem
  order by min(t.place)
  limit max_stems;
end
$$;
comment on function private.telling_stems is 'The stems of a name and a description that can tell what a skill does, in their order.';

create function private.common_shares() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select jsonb_object(words, shares::text[]) from private.common_lexemes());
end
$$;
comment on function private.common_shares is 'private.common_lexemes as an object, in which words are looked up fast.';

create function private.telling_words(stems text[], in_name boolean[], shares jsonb) returns setof private.telling_word
language plpgsql stable rows 12 set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
begin
  return query (
    select term, with_synonyms, weight, frequency
    from (
      select
        t.stem, private.term(t.stem) as term, f.frequency,
        ln(1 + all_skills / greatest(f.frequency, least_frequency))
          * case when t.in_name then limits.name_boost else 1 end as weight
      from unnest(stems, in_name) as t (stem, in_name)
      cross join lateral (
        select coalesce(
          all_skills * (shares ->> t.stem)::float8, private.count_documents(private.term(t.stem), limits.max_counted)
        ) as frequency
        offset 0
      ) as f
      -- One of them is the skill itself.
      where f.frequency > 1
      order by weight desc, t.stem
      limit limits.max_telling_words
    ) as word
    cross join lateral (
      -- Synonyms of phrases gained nothing: 10 (5 similar) replaced 7 (4 similar).
      select term || string_agg(synonym, ' | ')::tsquery as with_synonyms
      from (
        select private.synonym_query(string_to_array(c.synonym, ' ')) as synonym
        from private.synonyms as s cross join lateral unnest(s.added || s.called) with ordinality as c (synonym, place)
        where s.said = stem and c.synonym <> all (s.removed) and stem <> all (string_to_array(c.synonym, ' '))
        order by place
        limit limits.max_synonyms
      ) as s
    ) as s
    order by weight desc, stem
  );
end
$$;
comment on function private.telling_words is 'The words of a skill that are looked up, those of most weight first. Takes private.common_shares.';

create function private.find_candidates(own_words private.telling_word[]) returns tid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
  limits constant record := private.similarity_constants();
  query tsquery;
  candidates tid[] := '{}';
begin
  -- Skills with one of the rare words; if these are few, with two of the words of most weight; then with the first of these. Synonyms
  -- find no more: a skill that shares no word is not similar enough.
  foreach query in array array(
    select string_agg(term::text, ' | ')::tsquery
    from (select term, sum(frequency) over (order by frequency, term) as running_frequency from unnest(own_words)) as word
    where running_frequency <= limits.max_candidates
    having count(*) > 0
    union all
    (
      select a.term && b.term
      from unnest(own_words[:limits.max_paired_words]) with ordinality as a (term, with_synonyms, weight, frequency, place)
      join unnest(own_words[:limits.max_paired_words]) with ordinality as b (term, with_synonyms, weight, frequency, place)
        on a.place < b.place
      where least(a.frequency, b.frequency) <= limits.max_frequency
      order by a.weight + b.weight desc, a.place
    )
    union all
    select term from unnest(own_words[:1]) where frequency <= limits.max_frequency
  ) loop
    exit when cardinality(candidates) >= limits.enough_candidates;
    candidates := candidates || private.find_documents(query, private.skill_types(), limits.max_candidates);
  end loop;
  return candidates;
end
$$;
comment on function private.find_candidates is 'The documents that may be similar.';

create function private.compare_candidates(
  skill uuid, candidates tid[], own_words private.telling_word[], required_words integer, whole float8
)
returns table (
  skill_id uuid, type text, quality bigint, words tsvector, name tsvector, weight float8, coverage float8, name_share float8
)
language plpgsql stable rows 20 set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  limits constant record := private.similarity_constants();
begin
  return query
  with telling as materialized (
    select term, coalesce(with_synonyms, term) as with_synonyms, weight from unnest(own_words)
  )
  select d.skill_id, d.type, d.quality, d.words, n.name, f.weight, v.coverage, v.name_share
  from (
    select c.ctid, sum(bytes) over (order by bytes, c.ctid) as bytes
    from (select distinct ctid from unnest(candidates) as ctid) as c
    join private.skill_documents as doc on doc.ctid = c.ctid
    cross join lateral pg_column_size(doc.words) as bytes
  ) as c
  -- Detoasts a long document once.
  join lateral (
    select skill_id, type, name_words, quality, doc.words || ''::tsvector as words
    from private.skill_documents as doc where doc.ctid = c.ctid and c.bytes <= limits.max_bytes offset 0
  ) as d on d.skill_id <> skill
  cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
  cross join lateral (
    select
      sum(t.weight * case when t.in_name then 1 else least(1, sqrt(limits.usual_length / length(d.words))) end) as weight,
      count(*) as shared_words,
      count(*) filter (where t.in_name and t.is_same) as in_name
    from (
      select
        weight * case when m.is_same then 1 else limits.synonym_weight end as weight, m.is_same,
        n.name @@ case when m.is_same then term else with_synonyms end as in_name
      from telling cross join lateral (select d.words @@ term as is_same offset 0) as m
      where d.words @@ with_synonyms
      offset 0
    ) as t
  ) as f
  cross join lateral (
    select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / d.name_words) as name_share
  ) as v
  where f.shared_words >= required_words
  order by v.coverage + limits.name_share_boost * v.name_share desc, d.skill_id
  limit limits.max_compared;
end
$$;
comment on function private.compare_candidates is 'The candidates that have most of the words of a skill: the weight of these words, its share of the whole, and the share of the words of the name.';

create function private.find_similar_skills(skill uuid) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  limits constant record := private.similarity_constants();
  all_skills constant float8 := private.document_count();
  least_frequency constant float8 := private.least_frequency(all_skills);
  shares constant jsonb := private.common_shares();
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(select word from private.telling_words(own_stems, is_in_name, shares) as word);
  whole := (select sum(weight) from unnest(own_words[:limits.max_weighed_words]));
  if whole is null then
    return '{}';
  end if;

  return array(
    select s.skill_id
    from (
      select
        c.skill_id, c.quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + limits.name_share_boost * c.name_share)
          * case when c.type = own.type then limits.same_type_boost else 1 end as similarity
      from (
        select *, tsvector_to_array(name) as in_name, tsvector_to_array(ts_filter(words, '{c,d}')) as in_text
        from private.compare_candidates(
          skill, private.find_candidates(own_words), own_words, least(limits.min_shared_words, cardinality(own_stems)), whole
        )
        offset 0
      ) as c
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when stem = any (c.in_name) then limits.name_boost else 1 end as weight
          from unnest((tsvector_to_array(c.words))[:limits.max_compared_words]) as stem
          cross join lateral (select (shares ->> stem)::float8 as share offset 0) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or stem = any (c.in_text))
          order by weight desc
          limit limits.max_weighed_words
        ) as w
      ) as o
    ) as s
    where s.similarity >= limits.min_similarity
    order by s.similarity + limits.similarity_of_claw / 1e12 * s.quality desc, s.skill_id desc
    limit limits.most
  );
end
$$;
comment on function private.find_similar_skills is 'The skills that are most similar to a skill, best first, at most 10; none for a retired skill.';

create function public.list_similar_skills(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  similar_skills uuid[] := private.find_similar_skills(private.resolve_skill(p_skill));
begin
  return json_build_object('skills', (
    select coalesce(json_agg(c order by s.place), '[]')
    from unnest(similar_skills) with ordinality as s (id, place)
    join public.skill_catalogue as c on c.id = s.id
  ));
end
$$;
comment on function public.list_similar_skills is 'GET /api/skills/{id or slug}/similar: at most 10 skills that do the same as a skill, or as the skill that it was merged into, best first. Raises PT404.';

-- A function of the API runs with the rights of its caller, so this is what list_similar_skills calls.
grant execute on function
  private.name_words, private.similarity_constants, private.least_frequency, private.generic_stems, private.telling_stems,
  private.common_shares, private.telling_words, private.find_candidates, private.compare_candidates, private.find_similar_skills
  to anon, authenticated;
grant execute on function public.list_similar_skills to anon, authenticated;


-- sql/58_registry.sql

-- The imported servers in the format of the MCP Registry API v0.1, for the edge function `registry`.

create function private.format_time(value timestamptz) returns text
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  -- RFC 3339 has neither infinity nor years before 1 or after 9999.
  return case when value >= '0001-01-01T00:00:00Z' and value < '10000-01-01T00:00:00Z' then to_json(value) #>> '{}' end;
end
$$;
comment on function private.format_time is 'A time as RFC 3339 writes it; null if it cannot. The time zone must be UTC.';

create function private.server_page(names text[], out items text, out count integer)
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- More than the _meta of a server takes.
  meta_bytes constant integer := 1000;
begin
  select string_agg(format('{"server":%s,"_meta":%s}', r.server, m.meta), ',' order by fitting.place), count(*)
  into items, server_page.count
  from (
    select sized.place, sized.name
    from (
      select
        n.place, r.name,
        sum(r.bytes + meta_bytes) over (order by n.place rows between unbounded preceding and 1 preceding) as bytes_before
      from unnest(names) with ordinality as n (name, place) join private.registry_servers as r on r.name = n.name
    ) as sized
    where coalesce(sized.bytes_before, 0) < private.page_bytes()
  ) as fitting
  join private.registry_servers as r on r.name = fitting.name
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_strip_nulls(json_build_object(
        'status', case when r.is_listed then r.status else 'deleted' end,
        'publishedAt', private.format_time(r.published_at),
        'updatedAt', private.format_time(r.source_updated_at),
        'statusChangedAt', private.format_time(r.status_changed_at),
        'isLatest', true
      )),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', private.established_mean(st),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m;
end
$$;
comment on function private.server_page is 'The servers with these names as JSON, in this order, up to about private.page_bytes; the edge function turns the slug into the address of a page. A server of a merged skill has the ratings of the skill that replaced it.';

create function private.scan_servers(after text, wanted_version text, with_deleted boolean, wanted integer) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if wanted_version is not null then
    return array(
      -- Merges one index scan for each value of is_listed.
      select k.name from unnest(case when with_deleted then array[true, false] else array[true] end) as l (is_listed)
      cross join lateral (
        select r.name from private.registry_servers as r
        where r.version = wanted_version and r.is_listed = l.is_listed and r.name > after
        order by r.name limit wanted
      ) as k
      order by k.name limit wanted
    );
  elsif with_deleted then
    return array(select r.name from private.registry_servers as r where r.name > after order by r.name limit wanted);
  else
    return array(
      select r.name from private.registry_servers as r where r.is_listed and r.name > after order by r.name limit wanted
    );
  end if;
end
$$;
comment on function private.scan_servers is 'The names of the servers that follow a name, in the order of the name: with a version or all, listed or all.';

create function private.scan_changed_servers(
  after text, wanted_version text, since timestamptz, wanted integer, out names text[], out scanned_to text
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Up to so many changes are sorted by name. If there are more, up to max_scanned servers are read in the order of the name: no index
  -- has both, and anyone can ask for a time before which most servers, or those of the first names, were changed last.
  max_sorted constant integer := 2000;
  max_scanned constant integer := 10000;
  steps integer := 2 * wanted;
  scanned integer := 0;
  found text[];
  rows_read integer;
  last text;
begin
  select
    array_agg(c.name order by c.name) filter (where c.name > after and (wanted_version is null or c.version = wanted_version)),
    count(*)
  into found, rows_read
  from (
    select r.name, r.version from private.registry_servers as r where r.updated_at >= since
    order by r.updated_at limit max_sorted + 1
  ) as c;
  if rows_read <= max_sorted then
    names := coalesce(found[:wanted], '{}');
    return;
  end if;

  names := '{}';
  loop
    if wanted_version is null then
      select array_agg(k.name order by k.name) filter (where k.updated_at >= since), count(*), max(k.name)
      into found, rows_read, last
      from (
        select r.name, r.updated_at from private.registry_servers as r where r.name > after order by r.name limit steps
      ) as k;
    else
      select array_agg(k.name order by k.name) filter (where k.updated_at >= since), count(*), max(k.name)
      into found, rows_read, last
      from (
        select m.name, m.updated_at from unnest(array[true, false]) as l (is_listed)
        cross join lateral (
          select r.name, r.updated_at from private.registry_servers as r
          where r.version = wanted_version and r.is_listed = l.is_listed and r.name > after
          order by r.name limit steps
        ) as m
        order by m.name limit steps
      ) as k;
    end if;
    names := (names || coalesce(found, '{}'))[:wanted];
    scanned := scanned + rows_read;
    -- The page is full, or the list ends here.
    exit when cardinality(names) = wanted or rows_read < steps;
    after := last;
    if max_scanned <= scanned then
      scanned_to := last;
      exit;
    end if;
    steps := least(4 * steps, max_scanned - scanned);
  end loop;
end
$$;
comment on function private.scan_changed_servers is 'The names of the servers that follow a name and changed since a time, in the order of the name: with a version or all. scanned_to is the name after which the next page continues if there can be more; these names are then fewer than wanted, or none.';

create function private.find_servers(
  ranked jsonb[], after text, wanted_version text, since timestamptz, with_deleted boolean, wanted integer,
  out names text[], out positions jsonb[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Most skills have a server: a page seldom needs more.
  steps integer := 2 * wanted;
  first integer := 1;
  found_names text[];
  found_positions jsonb[];
begin
  names := '{}';
  positions := '{}';
  while first <= cardinality(ranked) and cardinality(names) < wanted loop
    select array_agg(f.name order by f.place, f.name), array_agg(f.skill order by f.place, f.name)
    into found_names, found_positions
    from (
      select p.place, p.skill, r.name
      from unnest(ranked[first:first + steps - 1]) with ordinality as p (skill, place)
      -- The skill, and those that were merged into it.
      cross join lateral (
        select (p.skill ->> 1)::uuid as id
        union all
        select m.id from public.skills as m where m.merged_into = (p.skill ->> 1)::uuid
      ) as s
      join private.registry_servers as r on r.skill_id = s.id
      where (after is null or first + p.place > 2 or r.name > after)
        and (with_deleted or r.is_listed)
        and (wanted_version is null or r.version = wanted_version)
        and (since is null or r.updated_at >= since)
    ) as f;
    names := names || coalesce(found_names, '{}');
    positions := positions || coalesce(found_positions, '{}');
    first := first + steps;
    steps := 4 * steps;
  end loop;
  names := names[:wanted];
end
$$;
comment on function private.find_servers is 'The names of the servers of ranked skills, best first, and the position of the skill of each. after: of the first skill, only servers after this name.';

create function public.list_servers(
  p_search text default null,
  p_limit integer default null,
  p_cursor text default null,
  p_updated_since text default null,
  p_version text default null,
  p_include_deleted boolean default false
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  version_asked text := nullif(private.trim_text(p_version), '');
  time_asked text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_asked);
  wanted_version text := nullif(version_asked, 'latest');
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  list text := concat_ws(
    chr(31), 'servers', coalesce(version_asked, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  );
  -- The position of a server by name, or of one in a ranking: those of the ranking and of the skill, and the name.
  name_pattern constant text := format('"%s"', private.server_name_pattern());
  after jsonb;
  ranking jsonb;
  names text[];
  positions jsonb[];
  scanned_to text;
  page record;
  next_position jsonb;
begin
  if search is not null or time_asked is not null or version_asked is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_asked, 0, 255),
      'updated_since', case when time_asked is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  after := private.decode_cursor(p_cursor, list, case
    when search is null then format('^\[%s\]$', name_pattern)
    else format('^\[%s, %s\]$', trim(both '^$' from private.cursor_pattern('relevance')), name_pattern)
  end);

  if search is not null then
    ranking := private.plan_ranking(search, after #> '{0,1}');
    select f.names, f.positions into names, positions
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      array_remove(array[after #> '{0,0}'], null)
        || private.rank_skills(search, ranking, private.skill_types(), after #> '{0,0}', max_ranked),
      after ->> 1, wanted_version, since, with_deleted, wanted
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), wanted_version, with_deleted, wanted);
  else
    select f.names, f.scanned_to into names, scanned_to
    from private.scan_changed_servers(coalesce(after ->> 0, ''), wanted_version, since, wanted) as f;
  end if;

  select p.items, p.count into page from private.server_page(names[:wanted - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is null then jsonb_build_array(names[page.count])
      else jsonb_build_array(
        jsonb_build_array(positions[page.count], ranking - '{correction,words}'::text[]), names[page.count]
      )
    end;
  elsif scanned_to is not null then
    next_position := jsonb_build_array(scanned_to);
  end if;
  return format(
    '{"servers":[%s],"metadata":{"count":%s%s}}', page.items, page.count,
    ',"nextCursor":' || to_json(private.encode_cursor(next_position, list))::text
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function public.list_servers is 'GET /registry/v0.1/servers: a page of the imported servers by name, or of a search by relevance, at most 100 and about private.page_bytes. With p_updated_since, a page can have fewer servers than asked, also none, although nextCursor leads to more. Raises PT400.';

create function private.find_server(wanted_name text, wanted_version text, with_deleted boolean) returns text
language plpgsql stable set search_path = ''
as $$
declare
  items text;
begin
  select p.items into items
  from private.server_page(array(
    select r.name from private.registry_servers as r
    where r.name = private.trim_text(wanted_name)
      and (with_deleted or r.is_listed)
      and (wanted_version is null or r.version = wanted_version)
  )) as p;
  if items is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return items;
end
$$;
comment on function private.find_server is 'The server with this name, and with this version or any, as JSON. Raises PT404.';

create function public.list_server_versions(p_name text, p_include_deleted boolean default false) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return format(
    '{"servers":[%s],"metadata":{"count":1}}', private.find_server(p_name, null, coalesce(p_include_deleted, false))
  );
end
$$;
comment on function public.list_server_versions is 'GET /registry/v0.1/servers/{name}/versions: a server in its only version, the newest. Raises PT404.';

create function public.get_server(p_name text, p_version text, p_include_deleted boolean default false) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return private.find_server(
    p_name, nullif(private.trim_text(coalesce(p_version, '')), 'latest'), coalesce(p_include_deleted, false)
  );
end
$$;
comment on function public.get_server is 'GET /registry/v0.1/servers/{name}/versions/{version}: a server, if it has this version, or the latest. Raises PT404.';

-- A function of the API runs with the rights of its caller, so this is what these functions call.
grant execute on function
  private.format_time, private.server_page, private.scan_servers, private.scan_changed_servers, private.find_servers,
  private.find_server
to anon, authenticated;
grant execute on function public.list_servers, public.list_server_versions, public.get_server to anon, authenticated;


-- sql/59_lookup_skills.sql

-- Finds skills by what they are called elsewhere: POST /api/lookup.

create function private.skills_with_identifiers(
  hashes bytea[], other_than uuid default null, is_imported_first boolean default true
)
returns table (place bigint, skill_id uuid, state private.skill_state, is_imported boolean)
language plpgsql stable security definer rows 100 set search_path = ''
-- In the order of the index, which ends each scan: a sort would read all.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set enable_sort = off set enable_incremental_sort = off set plan_cache_mode = force_generic_plan
-- SECURITY DEFINER: agents may not read the table. That a skill has an identifier is public.
as $$
begin
  return query
  select w.place, ranked.skill_id, 'active'::private.skill_state, ranked.is_imported
  from unnest(hashes) with ordinality as w (hash, place)
  cross join lateral (
    select first.skill_id, first.is_imported
    from (
      select i.skill_id, i.is_imported
      from private.skill_identifiers as i
      where i.identifier_hash = w.hash and i.state = 'active'
      order by i.is_imported desc, i.id
      limit 40
    ) as first
    join public.skill_stats as st on st.skill_id = first.skill_id
    where first.skill_id is distinct from other_than
    order by is_imported_first and first.is_imported desc, st.score desc, first.skill_id desc
    limit 3
  ) as ranked
  union all
  select w.place, other.skill_id, other.state, other.is_imported
  from unnest(hashes) with ordinality as w (hash, place)
  cross join lateral (
    select i.skill_id, i.state, i.is_imported
    from private.skill_identifiers as i
    where i.identifier_hash = w.hash and i.state > 'active'
    order by i.state, i.is_imported desc, i.id
    -- Beside 40 in the catalogue: nobody can displace a merged skill by submitting others.
    limit 10
  ) as other;
end
$$;
comment on function private.skills_with_identifiers is 'For each hash of an identifier, the first three skills in the catalogue: imported before submitted, then in the order top, or only in that order; and up to ten merged or retired ones. Reads at most 50 for each, whatever shares it: imported ones, then in the order of addition, so that nobody can displace a skill by adding others.';
grant execute on function private.skills_with_identifiers to anon, authenticated;

create function private.skill_with_text(value text) returns uuid
language plpgsql stable strict set search_path = ''
as $$
declare
  key text;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  -- No name is longer, and no slug.
  if skill is not null or octet_length(value) > 800 or char_length(value) > 200 then
    return skill;
  end if;
  key := private.name_key(value);
  -- The same skill as private.name_holder, but the merged one if its name leads to another.
  return coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select gone.id from public.skills as gone
      where gone.name_key = key and gone.merged_into = private.merged_name_holder(key)
      limit 1
    ),
    (select s.id from public.skills as s where s.slug = value)
  );
end
$$;
comment on function private.skill_with_text is 'The skill with this id, else the one with this name, else the one with this slug.';
grant execute on function private.skill_with_text to anon, authenticated;

-- p_identifiers is text: the embedded Data API passes a JSON array as a string.
create function public.lookup_skills(p_identifiers text) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  sent text[];
  -- Each is looked up once.
  wanted text[];
  places integer[];
  is_plain boolean;
  cleaned text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null for addresses.
  texts text[];
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  sent := private.list_items(p_identifiers);
  wanted := array(select distinct s.value collate "C" as wanted from unnest(sent) as s (value) order by wanted);
  places := array(
    select dense_rank() over (order by s.value collate "C")
    from unnest(sent) with ordinality as s (value, place)
    order by s.place
  );
  for i in 1..cardinality(wanted) loop
    -- Printable ASCII is common. Cleaning does not change it, and it is invalid only if it contains a key.
    is_plain := coalesce(octet_length(wanted[i]) <= 2048 and wanted[i] ~ '^[!-~]+$', false);
    cleaned := case when is_plain then wanted[i] else private.clean_text(wanted[i], 2048) end;
    if not is_plain or private.contains_api_key(cleaned) then
      problems[i] := private.item_error(cleaned, 1, 2048);
    end if;
    -- A malformed package URL or URL is not a name.
    if private.is_address(cleaned) then
      texts[i] := null;
      hashes[i] := private.identifier_hash(private.normalize_cleaned(cleaned));
    else
      texts[i] := cleaned;
      hashes[i] := case when private.is_server_name(cleaned) then private.identifier_hash(lower(cleaned collate "C")) end;
    end if;
  end loop;
  if array_remove(problems, null) <> '{}' then
    perform private.validate(variadic array(
      select p.field
      from unnest(places) with ordinality as s (wanted_place, place)
      cross join lateral unnest(array['identifiers.' || s.place - 1, problems[s.wanted_place]]) with ordinality as p (field, part)
      order by s.place, p.part
    ));
  end if;

  return (
    with identified as materialized (
      select i.place, i.skill_id, i.state, i.is_imported from private.skills_with_identifiers(hashes) as i
    ),
    called as (
      select i.place, i.skill_id, i.state, i.is_imported from identified as i
      union all
      select
        t.place, s.id, private.skill_state(s.retired_at, s.merged_into),
        exists (select from private.imported_skills as i where i.skill_id = s.id)
      from unnest(texts) with ordinality as t (value, place)
      join public.skills as s on s.id = private.skill_with_text(t.value)
      where t.place <> all (array(select distinct i.place from identified as i))
    ),
    matches as materialized (
      select c.*, min(c.state) over (partition by c.place) as first_state from called as c
    ),
    candidates as (
      select c.place, c.skill_id, bool_or(c.is_imported) as is_imported
      from (
        select m.place, m.skill_id, m.is_imported from matches as m where m.state = 'active'
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.place, kept.id, exists (select from private.imported_skills as i where i.skill_id = kept.id)
        from matches as m
        join public.skills as gone on gone.id = m.skill_id
        join public.skills as kept on kept.id = gone.merged_into and kept.retired_at is null
        where m.state = 'merged'
      ) as c
      group by c.place, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        row_number() over (partition by c.place order by c.is_imported desc, st.score desc, c.skill_id desc) as rank
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    shown as (
      select
        r.place,
        json_agg(
          json_build_object(
            'id', s.id, 'name', s.name, 'slug', s.slug, 'type', s.type,
            'avg_claws', r.avg_tenths / 10.0::float8, 'total_ratings', r.total_ratings,
            'established_ratings', r.established_ratings, 'imported', r.is_imported
          ) order by r.rank
        ) as skills
      from ranked as r join public.skills as s on s.id = r.skill_id
      where r.rank <= 3
      group by r.place
    ),
    results as materialized (
      select
        m.place,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.place, m.first_state from matches as m) as m
      left join shown as s on s.place = m.place
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.place
    ))
    from unnest(sent, places) with ordinality as u (identifier, wanted_place, place)
    left join results as r on r.place = u.wanted_place
  );
end
$$;
comment on function public.lookup_skills is 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Reads at most 50 skills for each. Raises PT400.';
grant execute on function public.lookup_skills to anon, authenticated;


-- sql/60_account.sql

-- An agent's account: registration, GET and PATCH /api/me. 64_delete_account.sql deletes it, 65_export.sql exports it.

create function private.register_agent(agent_name text, agent_description text, email text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may write neither agents nor keys; both are created together.
as $$
declare
  agent public.agents;
  key text := private.generate_key();
begin
  insert into public.agents (agent_name, agent_description, email)
  values (register_agent.agent_name, register_agent.agent_description, register_agent.email)
  on conflict (name_key) do nothing
  returning * into agent;

  if agent.id is null then
    raise sqlstate 'PT409' using message = 'agent_name_taken';
  end if;

  insert into private.agent_keys (agent_id, key_hash, key_prefix)
  values (agent.id, extensions.digest(key, 'sha256'), left(key, 13));

  return json_build_object(
    'api_key', key,
    'agent', json_build_object('id', agent.id, 'agent_name', agent.agent_name, 'created_at', agent.created_at)
  );
end
$$;
comment on function private.register_agent is 'Creates an agent and its first key. Raises PT409 if the name is taken.';
grant execute on function private.register_agent to anon, authenticated;

create function public.register_agent(p_agent_name text, p_agent_description text default null, p_email text default null)
returns json
language plpgsql volatile set search_path = ''
as $$
declare
  name text := private.clean_text(p_agent_name, 50);
  description text := nullif(private.clean_text(p_agent_description, 2000), '');
  address text := nullif(private.clean_text(p_email, 254), '');
begin
  perform private.validate(
    'agent_name', case when name is null then 'is required' else private.agent_name_error(name) end,
    'agent_description', private.text_error(description, 0, 2000),
    'email', private.email_error(address)
  );
  return private.register_agent(name, description, address);
end
$$;
comment on function public.register_agent is 'POST /api/register: creates an agent and its key, which is shown only once. Raises PT400 and PT409.';
grant execute on function public.register_agent to anon, authenticated;

create function private.get_me() returns json
language sql stable security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read keys and e-mail addresses.
begin atomic
  select json_build_object(
    'id', a.id,
    'agent_name', a.agent_name,
    'agent_description', a.agent_description,
    'email', a.email,
    'created_at', a.created_at,
    'total_ratings', (select count(*) from public.ratings as r where r.agent_id = a.id),
    'total_skills', (select count(*) from public.skills as s where s.submitted_by = a.id),
    'key', json_build_object(
      'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
    )
  )
  from public.agents as a
  join private.agent_keys as k on k.agent_id = a.id
  where a.id = private.current_agent_id() and k.key_hash = extensions.digest(private.request_key(), 'sha256');
end;
comment on function private.get_me is 'The account of the calling agent, with the key of the request.';
grant execute on function private.get_me to anon, authenticated;

create function public.get_me() returns json
-- Volatile: reading is a use of the key as well, see private.create_key.
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_agent();
  perform private.touch_key();
  return private.get_me();
end
$$;
comment on function public.get_me is 'GET /api/me: the calling agent, including its e-mail address. Raises PT401.';
grant execute on function public.get_me to anon, authenticated;

create function private.update_me(description text, address text) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write agents. Two updates: a column that is not given must not be checked by newer rules.
begin atomic
  update public.agents set agent_description = nullif(description, '')
  where id = private.current_agent_id() and description is not null;
  update public.agents set email = nullif(address, '')
  where id = private.current_agent_id() and address is not null;
end;
comment on function private.update_me is 'Updates the description and e-mail address of the calling agent: null keeps one, an empty text removes it.';
grant execute on function private.update_me to anon, authenticated;

create function public.update_me(p_agent_description text default null, p_email text default null) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  description text;
  address text;
begin
  perform private.require_agent();
  description := private.clean_text(p_agent_description, 2000);
  address := private.clean_text(p_email, 254);
  perform private.validate(
    'agent_description', private.text_error(description, 0, 2000),
    'email', private.email_error(nullif(address, ''))
  );
  perform private.update_me(description, address);
  -- Another call may have deleted the account in the meantime.
  perform private.require_agent();
  perform private.touch_key();
  return json_build_object('agent', private.get_me());
end
$$;
comment on function public.update_me is 'PATCH /api/me: updates the fields that are given; an empty text removes one. Raises PT400 and PT401.';
grant execute on function public.update_me to anon, authenticated;


-- sql/61_submit_skill.sql

-- How agents submit skills: POST /api/skills.

create function private.same_identifier(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(json_agg(private.skill_reference(s.skill_id) order by s.score desc, s.skill_id desc), '[]')
    from (
      select distinct st.score, st.skill_id
      from private.skills_with_identifiers(
        array(select private.identifier_hash(own.identifier) from unnest(private.identifiers_of(skill)) as own (identifier)),
        other_than => skill, is_imported_first => false
      ) as other
      join public.skill_stats as st on st.skill_id = other.skill_id
      where other.state = 'active'
      order by st.score desc, st.skill_id desc
      limit 3
    ) as s
  );
end
$$;
comment on function private.same_identifier is 'The first three other skills in the catalogue that share an identifier with a skill, in the order top.';
grant execute on function private.same_identifier to anon, authenticated;

-- p_identifiers is text: the embedded Data API passes a JSON array as a string.
create function public.submit_skill(
  p_name text, p_description text, p_type text, p_url text default null, p_identifiers text default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  list_problem text;
  identifiers text[] := '{}';
  identifier_problems text[] := '{}';
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  if p_identifiers is not null then
    list_problem := private.list_error(p_identifiers, 0, 5);
    if list_problem is null then
      identifiers := private.list_items(p_identifiers);
    end if;
  end if;
  for i in 1..cardinality(identifiers) loop
    identifiers[i] := private.clean_text(identifiers[i], 2048);
    identifier_problems := identifier_problems || array[
      'identifiers.' || i - 1,
      coalesce(private.item_error(identifiers[i], 1, 2048), private.package_url_error(identifiers[i]))
    ];
  end loop;
  perform private.validate(variadic
    array[
      'name', case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
      'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
      'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
      'url', private.url_error(clean_url),
      'identifiers', list_problem
    ]
    || identifier_problems
  );

  loop
    begin
      insert into public.skills (name, description, type, url)
      values (clean_name, clean_description, p_type, clean_url)
      on conflict (name_key) where retired_at is null do nothing
      returning id into skill;
    exception
      when unique_violation then
        -- Another transaction took the slug: try the next one.
        tries := tries + 1;
        if tries = 100 then
          raise;
        end if;
        continue;
    end;
    exit when skill is not null;

    holder := private.skill_reference(private.name_holder(private.name_key(clean_name)));
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  if identifiers <> '{}' then
    perform private.add_submitted_identifiers(skill, identifiers);
  end if;
  return (
    select json_build_object('skill', c, 'same_identifier', private.same_identifier(skill))
    from public.skill_catalogue as c where c.id = skill
  );
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked in the meantime.
    perform private.require_agent();
    raise;
end
$$;
comment on function public.submit_skill is 'POST /api/skills: adds a skill to the catalogue. p_identifiers is the JSON text of a list of package URLs. Raises PT400, PT401 and PT409.';
grant execute on function public.submit_skill to anon, authenticated;


-- sql/62_own_rating.sql

-- How agents rate: POST /api/ratings, and their own rating of a skill.

create function private.score_errors(scores numeric[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  names text[] := private.score_names();
  fields text[] := array[
    names[1], case when (scores[1] in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end
  ];
begin
  for i in 2..cardinality(names) loop
    fields := fields || array[names[i], case when not private.is_score(scores[i]) then 'must be a number from 0 to 100' end];
  end loop;
  return fields;
end
$$;
comment on function private.score_errors is 'Takes scores in the order of private.score_names. The fields and why they are invalid, for private.validate.';
grant execute on function private.score_errors to anon, authenticated;

create function private.observed_failures_error(calls numeric, failures numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(private.use_count_error(failures), case
    when failures is not null and calls is null then 'requires observed_calls'
    when private.use_count_error(calls) is null and failures > calls then 'must not be greater than observed_calls'
  end);
end
$$;
comment on function private.observed_failures_error is 'Why a number of failed calls is invalid; null when it is valid or null.';
grant execute on function private.observed_failures_error to anon, authenticated;

create function private.missing_scores(previous numeric[], scores numeric[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select s.name from unnest(private.score_names(), previous, scores) as s (name, before, now)
    where s.before is not null and s.now is null
  );
end
$$;
comment on function private.missing_scores is 'The names of the scores that a previous rating had and a new one does not contain.';
grant execute on function private.missing_scores to anon, authenticated;

create function public.submit_rating(
  p_skill_id uuid default null,
  p_skill_name text default null,
  p_claws numeric default null,
  p_reliability numeric default null,
  p_security numeric default null,
  p_speed numeric default null,
  p_commentary text default null,
  p_version text default null,
  p_observed_calls numeric default null,
  p_observed_failures numeric default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_commentary text;
  clean_version text;
  -- In the order of private.score_names.
  scores numeric[] := array[p_claws, p_reliability, p_security, p_speed];
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  previous public.ratings;
  removed text[] := '{}';
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(variadic
    -- Only looked up, so it need not be a valid name.
    array['skill_name', private.text_error(clean_name, 0, 200)]
    || private.score_errors(scores)
    || array[
      'commentary', private.text_error(clean_commentary, 0, 10000),
      'version', private.version_error(clean_version),
      'observed_calls', private.use_count_error(p_observed_calls),
      'observed_failures', private.observed_failures_error(p_observed_calls, p_observed_failures)
    ]
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      -- Only for the message: not locked, because the triggers lock the agent first. Empty if this is the first rating.
      select * into previous from public.ratings as r where r.skill_id = skill and r.agent_id = agent;
      insert into public.ratings as r (
        skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      )
      values (
        skill, p_claws, p_reliability, p_security, p_speed, clean_commentary, clean_version, p_observed_calls, p_observed_failures
      )
      on conflict (skill_id, agent_id) do update set (
        claws, reliability, security, speed, commentary, version, observed_calls, observed_failures
      ) = row(
        excluded.claws, excluded.reliability, excluded.security, excluded.speed, excluded.commentary, excluded.version,
        excluded.observed_calls, excluded.observed_failures
      )
      returning r.id, r.xmax = 0 into rating, created;
      if rating is null then
        -- private.update_rating skipped an identical rating.
        select r.id, false into rating, created from public.ratings as r
        where r.skill_id = skill and r.agent_id = agent;
      end if;
      exit;
    exception
      when foreign_key_violation then
        -- The skill or the agent was deleted in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when sqlstate 'PT410' then
        -- The skill was retired or merged in the meantime.
        skill := private.find_skill(p_skill_id, clean_name);
      when insufficient_privilege then
        -- The agent was deleted or its key revoked in the meantime.
        perform private.require_agent();
        raise;
      when deadlock_detected then
        if tried then
          raise;
        end if;
        tried := true;
    end;
  end loop;

  if not created then
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    removed := case when previous.commentary is not null and clean_commentary is null then '{commentary}'::text[] end
      || private.missing_scores((private.counted(previous)).scores, scores)
      || case when previous.version is not null and clean_version is null then '{version}'::text[] end
      || case when previous.observed_calls is not null and p_observed_calls is null then '{observed_calls}'::text[] end
      || case when previous.observed_failures is not null and p_observed_failures is null then '{observed_failures}'::text[] end;
  end if;
  return json_build_object(
    'created', created,
    'removed', removed,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$$;
comment on function public.submit_rating is 'POST /api/ratings: creates or replaces the calling agent''s rating of a skill. Raises PT400, PT401, PT404 and PT410.';
grant execute on function public.submit_rating to anon, authenticated;

create function public.get_own_rating(p_skill text) returns json
-- Volatile: reading is a use of the key as well, see private.create_key.
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  agent uuid := private.require_agent();
  skill uuid := private.resolve_skill(p_skill);
  answer json;
begin
  select row_to_json(r) into answer from public.skill_ratings as r
  where r.id = (select own.id from public.ratings as own where own.skill_id = skill and own.agent_id = agent);
  if answer is null then
    raise sqlstate 'PT404' using message = 'rating_not_found';
  end if;
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.get_own_rating is 'GET /api/skills/{id or slug}/ratings/me: the calling agent''s rating. Raises PT401 and PT404.';
grant execute on function public.get_own_rating to anon, authenticated;

create function private.lock_own_rating(skill uuid) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates, and the policies hide the rating of a retired skill from a lock.
as $$
begin
  -- Then, by the delete, its flags: the order in which deleting an agent takes these locks.
  perform from public.ratings where skill_id = skill and agent_id = private.current_agent_id() for update;
  -- Not if its skill was merged in the meantime: the caller then locks the rating of the other skill first.
  if found then
    perform from public.skill_stats where skill_id = skill for no key update;
  end if;
end
$$;
comment on function private.lock_own_rating is 'Locks the calling agent''s rating of a skill, then the aggregates of the skill, until the end of the transaction.';
grant execute on function private.lock_own_rating to anon, authenticated;

create function public.delete_own_rating(p_skill text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  agent uuid := private.require_agent();
  skill uuid;
begin
  loop
    skill := private.resolve_skill(p_skill);
    perform private.lock_own_rating(skill);
    delete from public.ratings where skill_id = skill and agent_id = agent;
    exit when found;

    -- The key may have been revoked or the skill deleted in the meantime. If the skill was merged, its ratings have moved.
    perform private.require_agent();
    if private.resolve_skill(p_skill) = skill then
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
  end loop;
  return json_build_object('deleted', true);
end
$$;
comment on function public.delete_own_rating is 'DELETE /api/skills/{id or slug}/ratings/me: deletes the calling agent''s rating. Raises PT401 and PT404.';
grant execute on function public.delete_own_rating to anon, authenticated;


-- sql/63_flags.sql

-- How agents report ratings and skills to admins.

create function private.clean_flag_reason(reason text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  clean_reason text := private.clean_text(reason, 1000);
begin
  perform private.validate(
    'reason', case when clean_reason is null then 'is required' else private.text_error(clean_reason, 1, 1000) end
  );
  return clean_reason;
end
$$;
comment on function private.clean_flag_reason is 'The reason of a flag, normalized. Raises PT400 if there is none or it is invalid.';
grant execute on function private.clean_flag_reason to anon, authenticated;

create function private.lock_caller() returns uuid
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.agents where id = private.current_agent_id() for key share;
  -- After the lock: an admin may have suspended the agent.
  return private.require_agent();
end
$$;
comment on function private.lock_caller is 'Locks the calling agent, so that it is not deleted and its standing does not change until the end of the transaction. Raises PT401.';

create function private.flag_rating(rating uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read or write flags.
as $$
declare
  agent uuid := private.lock_caller();
  flagged_at timestamptz;
  created boolean;
begin
  insert into private.rating_flags as f (agent_id, rating_id, reason, weight)
  values (agent, rating, new_reason, private.flag_weight(agent))
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    weight = excluded.weight,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('rating_id', rating, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$$;
comment on function private.flag_rating is 'Creates or replaces the calling agent''s flag of a rating. Raises PT401.';
grant execute on function private.flag_rating to anon, authenticated;

create function public.flag_rating(p_skill text, p_rating text, p_reason text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  clean_reason text;
  skill uuid;
  rating uuid;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);

  loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    begin
      answer := private.flag_rating(rating, clean_reason);
      exit;
    exception
      when foreign_key_violation then
        -- The rating or the agent was deleted in the meantime: the next round finds out which.
        null;
    end;
  end loop;

  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_rating is 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: reports a rating to admins. Raises PT400, PT401 and PT404.';
grant execute on function public.flag_rating to anon, authenticated;

create function private.flag_skill(skill uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may neither read or write flags nor lock agents and skills.
as $$
declare
  -- The agent first, as when an agent is deleted.
  agent uuid := private.lock_caller();
  flagged_at timestamptz;
  created boolean;
begin
  -- Waits for an admin who merges or retires the skill, which deletes its flags.
  perform from public.skills where id = skill and merged_into is null for key share;
  if not found then
    return null;
  end if;

  insert into private.skill_flags as f (agent_id, skill_id, reason, weight)
  values (agent, skill, new_reason, private.flag_weight(agent))
  on conflict (skill_id, agent_id) do update set
    reason = excluded.reason,
    weight = excluded.weight,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('skill_id', skill, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$$;
comment on function private.flag_skill is 'Creates or replaces the calling agent''s flag of a skill. Null if the skill was merged or deleted in the meantime. Raises PT401.';
grant execute on function private.flag_skill to anon, authenticated;

create function public.flag_skill(p_skill text, p_reason text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  clean_reason text;
  answer json;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_reason := private.clean_flag_reason(p_reason);
  while answer is null loop
    answer := private.flag_skill(private.resolve_skill(p_skill), clean_reason);
  end loop;
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_skill is 'POST /api/skills/{id or slug}/flag: reports a skill, or the skill that it was merged into, to admins. Raises PT400, PT401 and PT404.';
grant execute on function public.flag_skill to anon, authenticated;


-- sql/64_delete_account.sql

-- How an agent deletes its account: DELETE /api/me. What then remains is in 13_deleted_agents.sql.

create function private.delete_me() returns bigint
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may write neither agents nor keys, flags and submitted_by.
-- Planned once for any number of rows: each table is read by its index.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Other agents that rate the same skills wait for a call.
  most constant integer := 1000;
  most_skills constant integer := 200;
  agent uuid;
  submitted uuid[];
  rated uuid[];
  removed integer := 0;
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks.
  rated := array(select r.id from public.ratings as r where r.agent_id = agent order by r.updated_at, r.id limit most);
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    removed := start + 199;
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates: an
  -- admin who removes ratings deletes old ones of any agent, and one who merges a skill changes those that it replaced.
  delete from private.removed_ratings as r where r.id in (
    select own.id from private.removed_ratings as own
    where own.agent_id = agent limit greatest(most - removed, 0) for update skip locked
  );
  delete from private.rating_flags as f
  where f.agent_id = agent and f.rating_id in (
    select own.rating_id from private.rating_flags as own where own.agent_id = agent limit most for update skip locked
  );
  delete from private.skill_flags as f
  where f.agent_id = agent and f.skill_id in (
    select own.skill_id from private.skill_flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (select count(*) from public.ratings as r where r.agent_id = agent)
    + (select count(*) from private.removed_ratings as r where r.agent_id = agent)
    + (select count(*) from private.rating_flags as f where f.agent_id = agent)
    + (select count(*) from private.skill_flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and its hidden commentaries: as long as the agent can rate, these stay hidden.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$$;
comment on function private.delete_me is 'Deletes a part of what belongs to the calling agent; with the last part the agent. Returns how many ratings, flags and submitted skills remain. Raises PT401, also if a newer key is in use.';
grant execute on function private.delete_me to anon, authenticated;

create function public.delete_me() returns json
language plpgsql volatile set search_path = ''
as $$
declare
  remaining bigint;
begin
  perform private.require_agent();
  remaining := private.delete_me();
  perform private.touch_key();
  return json_build_object('remaining', remaining);
end
$$;
comment on function public.delete_me is 'DELETE /api/me: deletes the calling agent, at most 1,000 of its ratings in one call. 0 remaining: it is deleted. Raises PT401.';
grant execute on function public.delete_me to anon, authenticated;


-- sql/65_export.sql

-- What the service has about an agent: GET /api/me/export.

-- What belongs to agents, oldest first in each part. Each part has an index on agent_id, at and id: without one, Postgres would sort all
-- entries of a part for each page. The time of a rating is that of its last change: one that is replaced during a walk moves to the end,
-- so that none is left out.
create view private.export_entries with (security_invoker = true) as
(select 1 as part, agent_id, created_at as at, id, 0 as text_bytes from private.agent_keys order by created_at, id)
union all
(select 2, submitted_by, created_at, id, octet_length(json_start) from public.skills order by created_at, id)
union all
(
  select
    3, r.agent_id, r.updated_at, r.id,
    -- octet_length does not read a long text.
    coalesce(octet_length(r.commentary), (
      select octet_length(h.commentary) from private.hidden_commentaries as h
      where (h.skill_id, h.agent_id) = (r.skill_id, r.agent_id)
    ), 0)
  from public.ratings as r
  order by r.updated_at, r.id
)
union all
(
  select 4, h.agent_id, h.hidden_at, h.skill_id, coalesce(octet_length(h.commentary), 0)
  from private.hidden_commentaries as h
  -- Those of ratings are in part 3. These are of ratings that the agent has deleted. A scalar subquery is never joined, so that the
  -- order of the index is kept.
  where (select r.id from public.ratings as r where (r.skill_id, r.agent_id) = (h.skill_id, h.agent_id)) is null
  order by h.hidden_at, h.skill_id
)
union all
(select 5, agent_id, created_at, rating_id, octet_length(reason) from private.rating_flags order by created_at, rating_id)
union all
(select 5, agent_id, created_at, skill_id, octet_length(reason) from private.skill_flags order by created_at, skill_id);
comment on view private.export_entries is 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 hidden commentaries without a rating, 5 flags.';

create function private.scan_export(agent uuid, wanted_part integer, after jsonb, wanted integer, bytes bigint)
returns table (entry_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- One generic plan for all calls: down the index of the part.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
begin
  return query
  select jsonb_build_array(e.part, e.at, e.id), case e.part
    when 1 then (
      select json_build_object(
        'prefix', k.key_prefix, 'created_at', k.created_at, 'last_used_at', k.last_used_at, 'expires_at', k.revoked_at
      )
      from private.agent_keys as k where k.id = e.id
    )
    when 2 then (
      select row_to_json(shown)
      from (
        select s.*, array(
          select i.identifier from private.skill_identifiers as i
          where i.skill_id = s.id and 'submission' = any (i.origins) order by i.identifier
        ) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as shown
    )
    when 3 then (
      select row_to_json(shown)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          h.hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        left join private.hidden_commentaries as h on (h.skill_id, h.agent_id) = (r.skill_id, r.agent_id)
        where r.id = e.id
      ) as shown
    )
    when 4 then (
      select json_build_object('skill', private.skill_reference(h.skill_id), 'commentary', h.commentary, 'hidden_at', h.hidden_at)
      from private.hidden_commentaries as h where (h.skill_id, h.agent_id) = (e.id, e.agent_id)
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from (
        select rating_id, null::uuid as skill_id, reason, created_at, updated_at
        from private.rating_flags where (rating_id, agent_id) = (e.id, e.agent_id)
        union all
        select null, skill_id, reason, created_at, updated_at
        from private.skill_flags where (skill_id, agent_id) = (e.id, e.agent_id)
      ) as f
      left join public.ratings as r on r.id = f.rating_id
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = wanted_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit wanted
    ) as oldest
  ) as e
  where coalesce(e.bytes_before, 0) < bytes
  order by e.at, e.id;
end
$$;
comment on function private.scan_export is 'The entries of private.export_entries as an export contains them: those of one part after a position (null: from the first), up to the entry after the one whose text reaches `bytes`.';

create function private.export_me(cursor text) returns json
-- Stable, so that all parts are read as of one moment.
language plpgsql stable security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read keys, e-mail addresses, hidden commentaries and flags.
as $$
declare
  page_size constant integer := 500;
  agent uuid := private.require_agent();
  -- With the agent: a cursor is of no use to another.
  list text := 'export' || chr(31) || agent;
  after jsonb;
  positions jsonb[] := '{}';
  items json[] := '{}';
  page json[];
begin
  after := private.decode_cursor(cursor, list, format('^%s$', private.position_pattern('{claws,timestamptz,uuid}')));
  for part in coalesce((after ->> 0)::integer, 1)..5 loop
    -- One more than the page, to see whether there is another page.
    select positions || coalesce(array_agg(s.entry_position), '{}'), items || coalesce(array_agg(s.item), '{}') into positions, items
    from private.scan_export(
      agent, part, after, page_size + 1 - cardinality(items),
      -- At least 1, so that the next part shows whether there is another page.
      greatest(private.page_bytes() - (select coalesce(sum(pg_column_size(i)), 0) from unnest(items) as i), 1)
    ) as s;
    exit when cardinality(items) > page_size;
    after := null;
  end loop;

  page := private.cut_page(items[:page_size]);
  return (
    select json_build_object(
      'agent', (
        select row_to_json(account)
        from (
          select
            a.id, a.agent_name, a.agent_description, a.email, a.created_at,
            t.established_at, t.withdrawn_at as standing_withdrawn_at,
            coalesce(json_agg(e.item) filter (where e.part = 1), '[]') as keys
          from public.agents as a left join private.standing as t on t.agent_id = a.id
          where a.id = agent
        ) as account
      ),
      'skills', coalesce(json_agg(e.item) filter (where e.part = 2), '[]'),
      'ratings', coalesce(json_agg(e.item) filter (where e.part = 3), '[]'),
      'hidden_commentaries', coalesce(json_agg(e.item) filter (where e.part = 4), '[]'),
      'flags', coalesce(json_agg(e.item) filter (where e.part = 5), '[]'),
      'next_cursor', case when cardinality(items) > cardinality(page) then
        private.encode_cursor(positions[cardinality(page)], list)
      end
    )
    from (
      select p.item, (p.entry_position ->> 0)::integer as part
      from unnest(page, positions[:cardinality(page)]) as p (item, entry_position)
    ) as e
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have any values of the right shape, such as the 31st of February.
    if cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function private.export_me is 'A page of what the service has about the calling agent, at most 500 entries and about private.page_bytes. Raises PT400 and PT401.';
grant execute on function private.export_me to anon, authenticated;

create function public.export_me(p_cursor text default null) returns json
-- Volatile: reading is a use of the key as well, see private.create_key.
language plpgsql volatile set search_path = ''
as $$
declare
  answer json;
begin
  perform private.require_agent();
  answer := private.export_me(p_cursor);
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.export_me is 'GET /api/me/export: a page of what the service has about the calling agent. Raises PT400 and PT401.';
grant execute on function public.export_me to anon, authenticated;


-- sql/70_admin_locks.sql

-- The locks that the functions of admins take.

create function admin.lock_agent_row(agent_id uuid) returns public.agents
language sql volatile set search_path = ''
-- The agent before its keys, as in private.create_key, so that no key is created in the meantime; and before its ratings, which wait
-- for this lock.
begin atomic
  select a from public.agents as a where a.id = lock_agent_row.agent_id for update;
end;
comment on function admin.lock_agent_row is 'Locks the agent with this id until the end of the transaction. Null if there is none.';

create function admin.lock_agent(agent text) returns public.agents
language plpgsql volatile set search_path = ''
as $$
declare
  key text := private.name_key(agent);
  by_id uuid;
  by_name uuid := (select a.id from public.agents as a where a.name_key = key);
  locked public.agents;
begin
  -- A statement of its own: Postgres may evaluate the cast when it plans one that tests and casts.
  if pg_input_is_valid(key, 'uuid') then
    by_id := (select a.id from public.agents as a where a.id = key::uuid);
  end if;
  -- A name from before the rule against UUIDs can be the id of another agent.
  if by_id <> by_name then
    raise exception '"%" is the id of one agent and the name of another.', agent
      using hint = format('Give the name of the first, "%s", or the id of the second, %s.',
        (select a.agent_name from public.agents as a where a.id = by_id), by_name);
  end if;
  locked := admin.lock_agent_row(coalesce(by_id, by_name));
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$$;
comment on function admin.lock_agent is 'Locks the agent with this id or name until the end of the transaction. Raises if there is none, or if id and name match different agents.';

create function admin.lock_agents(ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.agents where id = any (ids) order by id for update;
end
$$;
comment on function admin.lock_agents is 'Locks agents, which cannot rate until the end of the transaction.';

create function admin.lock_rating(rating uuid) returns public.ratings
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.ratings;
  skill uuid;
begin
  loop
    select r.skill_id into skill from public.ratings as r where r.id = rating;
    -- Skill and agent before the rating, as when a skill is merged or an agent deleted.
    perform from public.skills as s where s.id = skill for key share;
    perform from public.agents as a where a.id = (select r.agent_id from public.ratings as r where r.id = rating) for key share;
    select * into locked from public.ratings as r where r.id = rating for update;
    if locked.id is null then
      raise exception 'No rating has the id %.', rating;
    end if;
    -- Otherwise the skill was merged in the meantime.
    exit when locked.skill_id = skill;
  end loop;
  return locked;
end
$$;
comment on function admin.lock_rating is 'Locks the rating with this id until the end of the transaction. Raises if there is none.';

create function admin.lock_rated_skills(ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.skills as s
  where s.id in (
    select unnest(array[gone.id, gone.merged_into])
    from private.removed_ratings as r join public.skills as gone on gone.id = r.skill_id
    where r.id = any (ids)
  )
  order by s.id
  for key share;
end
$$;
comment on function admin.lock_rated_skills is 'Locks the skills to which removed ratings return, so that none is merged or deleted. Lock the agents before and the ratings after.';

create function admin.skill_id(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted uuid := private.parse_uuid(address);
  id uuid;
begin
  if wanted is not null then
    select s.id into id from public.skills as s where s.id = wanted;
  else
    select s.id into id from public.skills as s where s.slug = lower(address);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', address;
  end if;
  return id;
end
$$;
comment on function admin.skill_id is 'The id of the skill with this id or slug, even if it was merged into another. Raises if there is none.';

create function admin.lock_skill(id uuid) returns public.skills
language plpgsql volatile set search_path = ''
as $$
declare
  skill public.skills;
begin
  -- Ratings of the skill take a weaker lock: those in progress are waited for, new ones wait.
  select s.* into skill from public.skills as s where s.id = lock_skill.id for update;
  if skill.id is null then
    raise exception 'The skill was deleted in the meantime.';
  end if;
  return skill;
end
$$;
comment on function admin.lock_skill is 'Locks a skill until the end of the transaction. Raises if it was deleted.';


-- sql/71_admin_keys.sql

-- How admins revoke keys.

create function admin.revoke_keys(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor keys.
as $$
declare
  why text := admin.check_reason(reason);
  owner public.agents := admin.lock_agent(agent);
  revoked integer;
begin
  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.agent_id = owner.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  get diagnostics revoked = row_count;
  if revoked = 0 then
    raise exception '% has no valid key.', owner.agent_name;
  end if;
  perform admin.log_action('revoke_keys', agent_id => owner.id, reason => why, details => jsonb_build_object('keys', revoked));
  return format('%s: %s revoked. Requests with these keys are rejected from now on; ratings and skills remain.', owner.agent_name,
    case revoked when 1 then '1 key' else revoked || ' keys' end);
end
$$;
comment on function admin.revoke_keys is 'Revokes all keys of an agent, given by name or id. For one leaked key: admin.revoke_key. select admin.revoke_keys(''<name or id>'', ''Spam.'');';
grant execute on function admin.revoke_keys to service_role;

create function admin.revoke_key(key text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  revoked private.agent_keys;
  owner public.agents;
begin
  if revoke_key.key !~ '^claw_([0-9a-f]{8}|[0-9a-f]{56})$' then
    raise exception 'Give the first 13 characters of the key, as in private.agent_keys, or the whole key.';
  end if;
  -- Two keys can have the same prefix; then the whole key is required.
  select k.* into strict revoked from private.agent_keys as k
  where k.key_prefix = left(revoke_key.key, 13)
    and (length(revoke_key.key) = 13 or k.key_hash = extensions.digest(revoke_key.key, 'sha256'));
  owner := admin.lock_agent_row(revoked.agent_id);

  update private.agent_keys as k set revoked_at = clock_timestamp()
  where k.id = revoked.id and (k.revoked_at is null or k.revoked_at > clock_timestamp());
  if not found then
    raise exception 'The key % of % is already revoked.', revoked.key_prefix, owner.agent_name;
  end if;
  perform admin.log_action(
    'revoke_key', agent_id => owner.id, reason => why, details => jsonb_build_object('key_prefix', revoked.key_prefix)
  );
  return format('%s: key %s revoked. Requests with it are rejected from now on.', owner.agent_name, revoked.key_prefix);
exception
  when no_data_found then
    raise exception 'No key starts with %.', left(revoke_key.key, 13);
  when too_many_rows then
    raise exception 'Several keys start with %. Give the whole key.', left(revoke_key.key, 13);
end
$$;
comment on function admin.revoke_key is 'Revokes one key, given whole or by its first 13 characters. select admin.revoke_key(''claw_01234567'', ''Leaked.'');';
grant execute on function admin.revoke_key to service_role;


-- sql/72_admin_commentaries.sql

-- How admins hide and restore the commentary of a rating.

create function admin.hide_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor hidden commentaries.
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  dismissed integer;
begin
  if exists (
    select from private.hidden_commentaries as h where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  ) then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- The agent did not edit the rating, so its times stay.
  update public.ratings set updated_at = locked.updated_at, commentary_at = locked.commentary_at where id = rating;
  insert into private.hidden_commentaries (skill_id, agent_id, commentary, commentary_at, reason)
  values (locked.skill_id, locked.agent_id, locked.commentary, locked.commentary_at, why);

  delete from private.rating_flags as f where f.rating_id = hide_commentary.rating;
  get diagnostics dismissed = row_count;

  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why,
    jsonb_build_object('commentary', locked.commentary, 'flags', dismissed)
  );
  return format(
    'Hidden, as is any commentary that the agent sends for this skill. Its claws (%s) still count. Undo: admin.restore_commentary.',
    locked.claws
  );
end
$$;
comment on function admin.hide_commentary is 'Hides the commentary of a rating, and new ones by its agent, until admin.restore_commentary, and deletes its flags. Claws and scores still count. select admin.hide_commentary(''<rating id>'', ''Spam.'');';
grant execute on function admin.hide_commentary to service_role;

create function admin.restore_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  hidden private.hidden_commentaries;
begin
  delete from private.hidden_commentaries as h
  where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  returning * into hidden;
  if hidden.skill_id is null then
    raise exception 'The commentary of this rating is not hidden.';
  elsif private.text_error(hidden.commentary, 1, 10000) is not null then
    raise exception 'The commentary violates a rule that is newer than it: it %. Its agent has to send another one first.',
      private.text_error(hidden.commentary, 1, 10000);
  end if;

  update public.ratings set commentary = hidden.commentary where id = rating;
  update public.ratings set updated_at = locked.updated_at, commentary_at = locked.commentary_at where id = rating;

  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden.commentary is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
end
$$;
comment on function admin.restore_commentary is 'Restores the hidden commentary of a rating, as its agent last sent it. select admin.restore_commentary(''<rating id>'', ''Not spam.'');';
grant execute on function admin.restore_commentary to service_role;


-- sql/73_admin_ratings.sql

-- How admins remove and restore ratings, and dismiss flags.

create function admin.take_ratings(ids uuid[], cause text) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  taken integer;
begin
  with gone as (delete from public.ratings where id = any (ids) returning *)
  insert into private.removed_ratings (id, skill_id, agent_id, rating, cause)
  select
    g.id, g.skill_id, g.agent_id,
    to_jsonb(g) || jsonb_build_object('commentary', coalesce(g.commentary, h.commentary)),
    take_ratings.cause
  from gone as g
  left join private.hidden_commentaries as h on (h.skill_id, h.agent_id) = (g.skill_id, g.agent_id);
  get diagnostics taken = row_count;
  return taken;
end
$$;
comment on function admin.take_ratings is 'Moves ratings, whose agents the caller has locked, to private.removed_ratings. Returns their number.';

create function admin.return_ratings(ids uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  returned uuid[];
begin
  with back as (
    insert into public.ratings
    -- A newer rating by the agent stays.
    select distinct on (rating.skill_id, rating.agent_id) rating.*
    from private.removed_ratings as r
    join public.skills as s on s.id = r.skill_id
    -- To the skill that replaces a merged one.
    cross join lateral jsonb_populate_record(
      null::public.ratings, r.rating || jsonb_build_object('skill_id', coalesce(s.merged_into, s.id))
    ) as rating
    where r.id = any (ids)
    order by rating.skill_id, rating.agent_id, rating.updated_at desc
    on conflict (skill_id, agent_id) do nothing
    returning id
  )
  select coalesce(array_agg(id), '{}') into returned from back;
  -- Not in the same statement: the triggers of the ratings see that these are restored.
  delete from private.removed_ratings where id = any (returned);
  return cardinality(returned);
end
$$;
comment on function admin.return_ratings is 'Moves removed ratings, whose agents and skills the caller has locked, back. Returns their number; ratings that their agents have replaced stay removed.';

create function admin.authors(ids uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  known jsonb := (
    select coalesce(jsonb_object_agg(r.id, r.agent_id), '{}')
    from (
      select id, agent_id from public.ratings where id = any (ids)
      union all select id, agent_id from private.removed_ratings where id = any (ids)
    ) as r
  );
  unknown uuid := (select id from unnest(ids) as id where not known ? id::text limit 1);
begin
  if coalesce(ids, '{}') = '{}' then
    raise exception 'Give the ids of ratings, or an agent.';
  elsif unknown is not null then
    raise exception 'No rating has the id %.', unknown;
  end if;
  return array(select distinct value::uuid from jsonb_each_text(known));
end
$$;
comment on function admin.authors is 'The agents of ratings, removed or not. Raises if there are no ids or a rating does not exist.';

create function admin.log_ratings(action text, ids uuid[], reason text) returns void
language sql volatile set search_path = ''
begin atomic
  select admin.log_action(
    log_ratings.action, agent_id => r.agent_id, reason => log_ratings.reason, details => jsonb_build_object('ratings', jsonb_agg(r.id))
  )
  from (
    select id, agent_id from public.ratings where id = any (ids)
    union all select id, agent_id from private.removed_ratings where id = any (ids)
  ) as r
  group by r.agent_id;
end;
comment on function admin.log_ratings is 'Logs an action on ratings, one row for each agent.';

create function admin.number_of(count integer, what text) returns text
language sql immutable set search_path = ''
return count || ' ' || what || case count when 1 then '' else 's' end;
comment on function admin.number_of is '1 rating, 2 ratings …';

create function admin.remove_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor removed ratings and flags.
as $$
declare
  why text := admin.check_reason(reason);
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  removed integer;
begin
  perform admin.lock_agents(authors);
  perform private.lock_ratings(authors);
  wanted := array(select r.id from public.ratings as r where r.id = any (ids));
  if wanted = '{}' then
    return 'These ratings are already removed.';
  end if;
  delete from private.removed_ratings as r where r.cause = 'removed' and r.removed_at < now() - interval '30 days';
  removed := admin.take_ratings(wanted, 'removed');
  perform admin.log_ratings('remove_ratings', wanted, why);
  return format('%s removed. Undo within 30 days: admin.restore_ratings.', admin.number_of(removed, 'rating'));
end
$$;
comment on function admin.remove_ratings(uuid[], text) is 'Removes ratings, which then count nowhere; their agents may rate again. select admin.remove_ratings(''{<rating id>,<rating id>}''::uuid[], ''Fake.'');';
grant execute on function admin.remove_ratings(uuid[], text) to service_role;

create function admin.remove_ratings(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(select r.id from public.ratings as r where r.agent_id = author.id);
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no ratings.' else admin.remove_ratings(ids, reason)
  end;
end
$$;
comment on function admin.remove_ratings(text, text) is 'Removes all ratings of an agent, given by name or id. select admin.remove_ratings(''<name or id>'', ''Fake.'');';
grant execute on function admin.remove_ratings(text, text) to service_role;

create function admin.restore_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  authors uuid[] := admin.authors(ids);
  wanted uuid[];
  restored integer;
begin
  -- In the order in which a rating and a merge take their locks.
  perform admin.lock_agents(authors);
  perform admin.lock_rated_skills(ids);
  perform private.lock_ratings(authors);
  if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
    raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
  end if;
  wanted := array(
    select r.id from private.removed_ratings as r
    where r.id = any (ids) and r.cause = 'removed' and r.removed_at > now() - interval '30 days'
  );
  if wanted = '{}' then
    return 'None of these ratings was removed in the last 30 days.';
  end if;
  restored := admin.return_ratings(wanted);
  perform admin.log_ratings('restore_ratings', wanted, why);
  return admin.number_of(restored, 'rating') || ' restored' || case
    when restored = cardinality(wanted) then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(wanted) - restored)
  end;
end
$$;
comment on function admin.restore_ratings(uuid[], text) is 'Restores ratings that were removed in the last 30 days. select admin.restore_ratings(''{<rating id>}''::uuid[], ''Not fake.'');';
grant execute on function admin.restore_ratings(uuid[], text) to service_role;

create function admin.restore_ratings(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  author public.agents := admin.lock_agent(agent);
  ids uuid[] := array(select r.id from private.removed_ratings as r where r.agent_id = author.id and r.cause = 'removed');
begin
  perform admin.check_reason(reason);
  return author.agent_name || ': ' || case
    when ids = '{}' then 'it has no removed ratings.' else admin.restore_ratings(ids, reason)
  end;
end
$$;
comment on function admin.restore_ratings(text, text) is 'Restores the ratings of an agent, given by name or id, that were removed in the last 30 days. select admin.restore_ratings(''<name or id>'', ''Not fake.'');';
grant execute on function admin.restore_ratings(text, text) to service_role;

create function admin.dismiss_flags(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  flagged public.ratings;
  dismissed integer;
begin
  select r.* into flagged from public.ratings as r where r.id = rating;
  if flagged.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  delete from private.rating_flags as f where f.rating_id = rating;
  get diagnostics dismissed = row_count;
  if dismissed = 0 then
    return 'This rating has no flags.';
  end if;
  perform admin.log_action(
    'dismiss_flags', flagged.skill_id, rating, flagged.agent_id, why, jsonb_build_object('flags', dismissed)
  );
  return format('%s dismissed. The rating stays.', admin.number_of(dismissed, 'flag'));
end
$$;
comment on function admin.dismiss_flags is 'Deletes the flags of a rating, which stays. select admin.dismiss_flags(''<rating id>'', ''Only critical.'');';
grant execute on function admin.dismiss_flags to service_role;


-- sql/74_admin_standing.sql

-- How admins change the standing of agents and suspend them.

create function admin.standing_of(agent uuid) returns private.standing
language plpgsql volatile set search_path = ''
as $$
declare
  standing private.standing;
begin
  insert into private.standing (agent_id) values (agent) on conflict (agent_id) do nothing;
  select t.* into standing from private.standing as t where t.agent_id = agent;
  return standing;
end
$$;
comment on function admin.standing_of is 'The standing of an agent, which the caller has locked.';

create function admin.withdraw_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor standing.
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  update private.standing set established_at = null, withdrawn_at = now() where agent_id = author.id;
  if standing.established_at is not null then
    perform private.lock_ratings(array[author.id]);
    perform private.apply_standing(array[author.id]);
  end if;
  perform private.weigh_flags(author.id);
  perform admin.log_action('withdraw_standing', agent_id => author.id, reason => why);
  return format('%s: its ratings count like those of a new agent until admin.grant_standing.', author.agent_name);
end
$$;
comment on function admin.withdraw_standing is 'Makes the ratings of an agent, given by name or id, count like those of a new one, until admin.grant_standing. select admin.withdraw_standing(''<name or id>'', ''Sells ratings.'');';
grant execute on function admin.withdraw_standing to service_role;

create function admin.grant_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  update private.standing set established_at = now(), withdrawn_at = null where agent_id = author.id;
  perform private.lock_ratings(array[author.id]);
  perform private.apply_standing(array[author.id]);
  perform private.weigh_flags(author.id);
  perform admin.log_action('grant_standing', agent_id => author.id, reason => why);
  return format('%s is established: its ratings count fully.', author.agent_name);
end
$$;
comment on function admin.grant_standing is 'Establishes an agent, given by name or id, also after admin.withdraw_standing. select admin.grant_standing(''<name or id>'', ''Known to us.'');';
grant execute on function admin.grant_standing to service_role;

create function admin.suspend_agent(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
  taken integer;
begin
  if standing.suspended_at is not null then
    return format('%s is already suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = now() where agent_id = author.id;
  perform private.lock_ratings(array[author.id]);
  taken := admin.take_ratings(array(select id from public.ratings where agent_id = author.id), 'suspended');
  perform private.weigh_flags(author.id);
  perform admin.log_action(
    'suspend_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', taken)
  );
  return format(
    '%s is suspended: its keys are rejected, and its %s count nowhere. Undo: admin.reinstate_agent.',
    author.agent_name, admin.number_of(taken, 'rating')
  );
end
$$;
comment on function admin.suspend_agent is 'Rejects the keys of an agent, given by name or id, and removes its ratings until admin.reinstate_agent. select admin.suspend_agent(''<name or id>'', ''Fake ratings.'');';
grant execute on function admin.suspend_agent to service_role;

create function admin.reinstate_agent(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
  ids uuid[];
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  ids := array(select id from private.removed_ratings where agent_id = author.id and cause = 'suspended');
  perform admin.lock_rated_skills(ids);
  returned := admin.return_ratings(ids);
  perform private.weigh_flags(author.id);
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
end
$$;
comment on function admin.reinstate_agent is 'Ends the suspension of an agent, given by name or id, with its ratings. select admin.reinstate_agent(''<name or id>'', ''A mistake.'');';
grant execute on function admin.reinstate_agent to service_role;


-- sql/75_admin_skills.sql

-- How admins review, retire, restore, merge and add skills.

create function admin.leave_queue(skill uuid) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  dismissed integer;
begin
  delete from private.unreviewed_skills as u where u.skill_id = skill;
  -- Never waits: a flag that is locked is being deleted with its agent, which may wait for a lock of the caller.
  delete from private.skill_flags as f
  where (f.skill_id, f.agent_id) in (
    select own.skill_id, own.agent_id from private.skill_flags as own where own.skill_id = skill for update skip locked
  );
  get diagnostics dismissed = row_count;
  return dismissed;
end
$$;
comment on function admin.leave_queue is 'Takes a skill out of admin.queue: deletes its flags, whose number it returns, and marks it as reviewed.';

create function admin.review_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  reviewed uuid := admin.skill_id(skill);
  is_new boolean := exists (select from private.unreviewed_skills as u where u.skill_id = reviewed);
  dismissed integer := admin.leave_queue(reviewed);
begin
  if dismissed = 0 and not is_new then
    return 'This skill is not in the queue.';
  end if;
  perform admin.log_action('review_skill', reviewed, reason => why, details => jsonb_build_object('flags', dismissed));
  return format('Reviewed: the skill stays as it is. %s dismissed.', admin.number_of(dismissed, 'flag'));
end
$$;
comment on function admin.review_skill is 'Marks a skill as reviewed and deletes its flags; it stays as it is. select admin.review_skill(''<id or slug>'', ''Fine.'');';
grant execute on function admin.review_skill to service_role;

create function admin.retirement(skill public.skills) returns text
language sql stable set search_path = ''
return format(
  case when skill.merged_into is null then '%1$s was retired on %2$s' else '%1$s was merged into %3$s on %2$s' end,
  skill.slug,
  to_char(skill.retired_at at time zone 'UTC', 'YYYY-MM-DD'),
  (select s.slug from public.skills as s where s.id = skill.merged_into)
);
comment on function admin.retirement is 'How and when a skill left the catalogue, as the start of a sentence.';

create function admin.retire_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
  dismissed integer;
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  dismissed := admin.leave_queue(retired.id);
  perform admin.log_action('retire_skill', retired.id, reason => why, details => jsonb_build_object('flags', dismissed));
  return format('%s is retired: it is in no list, cannot be rated, and its name can be used again. Its page remains.', retired.slug);
end
$$;
comment on function admin.retire_skill is 'Removes a skill from all lists, deletes its flags and frees its name; its page remains. select admin.retire_skill(''<id or slug>'', ''Gone.'');';
grant execute on function admin.retire_skill to service_role;

create function admin.restore_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is null then
    raise exception '% is in the catalogue.', retired.slug;
  elsif retired.merged_into is not null then
    raise exception '%, which has its ratings now. A merge cannot be undone.', admin.retirement(retired);
  end if;

  begin
    update public.skills set retired_at = null where id = retired.id;
  exception
    when unique_violation or sqlstate 'PT409' then
      raise exception 'The name "%" was taken by %. Rename one of the two first.', retired.name,
        (select slug from public.skills where id = private.name_holder(retired.name_key));
  end;
  perform admin.log_action('restore_skill', retired.id, reason => why);
  return format('%s is in the catalogue again.', retired.slug);
end
$$;
comment on function admin.restore_skill is 'Returns a retired skill to the catalogue, if its name was not taken. select admin.restore_skill(''<id or slug>'', ''Maintained again.'');';
grant execute on function admin.restore_skill to service_role;

create function admin.merge_skills(duplicate text, keep text, reason text, confirm boolean default false) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  gone_id uuid := admin.skill_id(duplicate);
  kept_id uuid := admin.skill_id(keep);
  gone public.skills;
  kept public.skills;
  hidden public.ratings;
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- Agents before skills and ratings, as when an agent is deleted.
  perform from public.agents
  where id in (select h.agent_id from private.hidden_commentaries as h where h.skill_id in (gone_id, kept_id))
  order by id
  for key share;
  -- In the order of the ids, so that two merges cannot deadlock.
  perform from public.skills where id in (gone_id, kept_id) order by id for update;
  gone := admin.lock_skill(gone_id);
  kept := admin.lock_skill(kept_id);

  if gone.id = kept.id then
    raise exception 'Both skills are %. Give two different skills.', kept.slug;
  elsif gone.merged_into is not null then
    raise exception '%.', admin.retirement(gone);
  elsif kept.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(kept);
  elsif kept.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(kept);
  end if;

  warnings := concat(
    case when gone.type <> kept.type then format(' Their types differ: %s and %s.', gone.type, kept.type) end,
    case when gone.url <> kept.url then format(' Their addresses differ: %s and %s.', gone.url, kept.url) end
  );
  begin
    perform from public.ratings where skill_id in (gone.id, kept.id) order by id for update;
    perform from public.skill_stats where skill_id in (gone.id, kept.id) order by skill_id for no key update;

    -- Of two ratings by one agent, the newer is kept; of two with the same time, that of the skill that is kept.
    delete from public.ratings as r
    using public.ratings as other
    where r.agent_id = other.agent_id
      and (r.skill_id, other.skill_id) in ((gone.id, kept.id), (kept.id, gone.id))
      and (r.updated_at, r.skill_id = kept.id) < (other.updated_at, other.skill_id = kept.id);
    get diagnostics dropped = row_count;

    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    insert into private.hidden_commentaries (skill_id, agent_id, commentary, commentary_at, hidden_at, reason)
    select distinct on (h.agent_id)
      kept.id,
      h.agent_id,
      case when r.id is null or r.skill_id = h.skill_id and r.commentary is null then h.commentary else r.commentary end,
      coalesce(r.commentary_at, h.commentary_at),
      h.hidden_at,
      h.reason
    from private.hidden_commentaries as h
    left join public.ratings as r on r.agent_id = h.agent_id and r.skill_id in (gone.id, kept.id)
    where h.skill_id in (gone.id, kept.id)
    -- The text of a rating that exists, else the newer one.
    order by h.agent_id, r.skill_id = h.skill_id desc, h.commentary_at desc, h.skill_id = gone.id desc
    on conflict (skill_id, agent_id) do update set
      commentary = excluded.commentary,
      commentary_at = excluded.commentary_at,
      hidden_at = excluded.hidden_at,
      reason = excluded.reason;
    delete from private.hidden_commentaries where skill_id = gone.id;
    for hidden in
      select r.* from public.ratings as r
      join private.hidden_commentaries as h on h.skill_id = kept.id and h.agent_id = r.agent_id
      where r.skill_id in (gone.id, kept.id) and r.commentary is not null
    loop
      update public.ratings set commentary = null where id = hidden.id;
      update public.ratings set updated_at = hidden.updated_at, commentary_at = hidden.commentary_at where id = hidden.id;
      perform admin.log_action(
        'replace_hidden_commentary', kept.id, hidden.id, hidden.agent_id, details => jsonb_build_object('commentary', hidden.commentary)
      );
    end loop;

    update public.ratings set skill_id = kept.id where skill_id = gone.id;
    get diagnostics moved = row_count;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = kept.id where merged_into = gone.id;
    update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(gone.id);

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        gone.slug, kept.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', gone.id, reason => why,
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', gone.slug, kept.slug, moved, dropped, warnings
  );
end
$$;
comment on function admin.merge_skills is 'Moves the ratings of a duplicate to the skill that is kept, which replaces it; without confirm, only says what it would do. Cannot be undone. select admin.merge_skills(''<duplicate>'', ''<keep>'', ''The same repository.'', confirm => true);';
grant execute on function admin.merge_skills to service_role;

create function admin.add_skill(
  name text, description text, type text, url text default null, reason text default 'Added by an admin.'
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  clean_name text := private.clean_text(name, 200);
  clean_description text := private.clean_text(description, 5000);
  clean_url text := nullif(private.trim_text(url), '');
  wrong text := coalesce(
    'name ' || case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
    'description ' || case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
    'address ' || private.url_error(clean_url)
  );
  added public.skills;
begin
  if wrong is not null then
    raise exception 'The %.', wrong;
  end if;
  begin
    insert into public.skills (name, description, type, url) values (clean_name, clean_description, add_skill.type, clean_url)
    on conflict (name_key) where retired_at is null do nothing
    returning * into added;
  exception
    when sqlstate 'PT409' then
      raise exception 'The name "%" is that of a skill that was merged into %.', clean_name,
        (select slug from public.skills where id = private.name_holder(private.name_key(clean_name)));
  end;
  if added.id is null then
    return format('The catalogue already has %s.', clean_name);
  end if;
  perform admin.log_action('add_skill', added.id, reason => why);
  return format('%s is in the catalogue as %s.', added.name, added.slug);
end
$$;
comment on function admin.add_skill is 'Adds a skill without a submitter. select admin.add_skill(''ripgrep'', ''Searches files.'', ''github'', ''https://github.com/BurntSushi/ripgrep'');';
grant execute on function admin.add_skill to service_role;


-- sql/76_admin_views.sql

-- The views for admins.

create function admin.flags_received(agent uuid) returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return (
    (select count(*) from public.ratings as r join private.rating_flags as f on f.rating_id = r.id where r.agent_id = agent)
    + (select count(*) from public.skills as s join private.skill_flags as f on f.skill_id = s.id where s.submitted_by = agent)
  );
end
$$;
comment on function admin.flags_received is 'The number of flags of the ratings and skills of an agent.';
grant execute on function admin.flags_received to service_role;

create view admin.newest_agents with (security_invoker = true) as
select
  a.id as agent_id,
  a.agent_name as agent,
  a.agent_description,
  a.created_at,
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id) as ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  admin.flags_received(a.id) as flags
from (select * from public.agents order by created_at desc, id limit 200) as a
order by a.created_at desc, a.id;
comment on view admin.newest_agents is 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

create function private.has_four_words(key text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- Chinese, Japanese and Korean do not need spaces: two characters count as a word.
return regexp_count(
  regexp_replace(key, '([\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]{2})(?=\S)', '\1 ', 'g'), '\S+'
) >= 4;
comment on function private.has_four_words is 'Whether a text, as private.commentary_key returns it, is so long that agents hardly write the same one by chance.';
grant execute on function private.has_four_words to service_role;

create view admin.rating_bursts with (security_invoker = true) as
-- Each part reads its ratings by an index, with a limit, so that the cost does not grow with the table. In parentheses for the
-- linter, which takes the select after `with` for another statement.
(with texts as (
  select t.*, md5(t.key) as burst
  from (
    select r.id, r.skill_id, r.agent_id, r.claws, r.commentary_at as at, private.commentary_key(r.commentary) as key
    from public.ratings as r
    where r.commentary is not null and r.commentary_at > now() - interval '7 days'
    order by r.commentary_at desc
    limit 10000
  ) as t
  where private.has_four_words(t.key)
),
equal_texts as (
  select e.*
  from (
    select
      t.*,
      count(*) over (partition by t.skill_id, t.burst) as ratings,
      -- An agent may use its own text for several skills.
      min(t.at) over (partition by t.agent_id, t.burst) as written_at
    from texts as t
  ) as e
  where e.ratings >= 3
),
-- What is older than all texts above.
older_texts as (
  select r.agent_id, md5(private.commentary_key(r.commentary)) as burst, min(r.commentary_at) as written_at
  from (select min(t.at) as at from texts as t) as oldest
  cross join lateral (
    select a.id
    from public.agents as a
    where a.created_at < oldest.at and a.id in (select e.agent_id from equal_texts as e)
    order by a.created_at, a.id
    limit 200
  ) as author
  cross join lateral (
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.updated_at < oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
    union all
    -- Its claws may have been corrected since.
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.updated_at >= oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
  ) as r
  where r.commentary is not null and r.commentary_at < oldest.at
  group by 1, 2
),
by_equal_texts as (
  select c.*, bool_and(c.is_first) over (partition by c.agent_id) as is_left_out
  from (
    select
      e.id, e.skill_id, e.agent_id, e.claws, e.at, e.burst, w.written_at,
      e.agent_id = first_value(e.agent_id) over (partition by e.skill_id, e.burst order by w.written_at, e.at, e.id) as is_first
    from equal_texts as e
    left join older_texts as o on o.agent_id = e.agent_id and o.burst = e.burst
    cross join lateral (select least(e.written_at, o.written_at) as written_at) as w
  ) as c
),
by_new_agents as (
  select n.*
  from (
    select
      h.id, h.skill_id, h.agent_id, h.claws, h.created_at as at, date_trunc('hour', h.created_at)::text as burst,
      count(*) over (partition by h.skill_id, date_trunc('hour', h.created_at)) as ratings
    from (
      select r.id, r.skill_id, r.agent_id, r.claws, r.created_at
      from public.ratings as r
      where r.created_at > now() - interval '7 days'
      order by r.created_at desc
      limit 10000
    ) as h
    join public.agents as author on author.id = h.agent_id
    where author.created_at > h.created_at - interval '24 hours'
  ) as n
  where n.ratings >= 5
)
select
  s.slug as skill,
  m.kind,
  min(m.at) as first_at,
  max(m.at) as last_at,
  count(*)::integer as ratings,
  round(avg(m.claws), 1) as avg_claws,
  array_agg(a.agent_name order by m.at, m.id) as agents,
  array_agg(m.id order by m.at, m.id) as rating_ids,
  array_agg(m.at order by m.at, m.id) as times,
  array_agg(
    format('%s: wrote the text first, at %s', a.agent_name, to_char(m.written_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS "UTC"'))
  ) filter (where m.is_left_out) as left_out,
  format(
    'select admin.remove_ratings(%L::uuid[], %L);',
    array_agg(m.id order by m.id) filter (where not m.is_left_out), 'A burst of ratings.'
  ) as remove_ratings,
  format(
    'select admin.suspend_agent(agent, %L) from unnest(%L::text[]) as agent;',
    'A burst of ratings.', array_agg(m.agent_id order by m.agent_id) filter (where not m.is_left_out)
  ) as suspend_agents
from (
  select 'equal texts' as kind, c.skill_id, c.burst, c.id, c.agent_id, c.claws, c.at, c.written_at, c.is_left_out
  from by_equal_texts as c
  union all
  select 'new agents' as kind, n.skill_id, n.burst, n.id, n.agent_id, n.claws, n.at, null, false
  from by_new_agents as n
) as m
join public.agents as a on a.id = m.agent_id
join public.skills as s on s.id = m.skill_id
group by s.slug, m.kind, m.burst
order by last_at desc, ratings desc, s.slug, m.kind, m.burst);
comment on view admin.rating_bursts is 'Of the last 7 days: 3 equal texts of at least four words about a skill, and hours in which it got first ratings from 5 agents less than 24 hours old. Reads at most the newest 10,000 texts and ratings.';
comment on column admin.rating_bursts.kind is 'equal texts, or new agents.';
comment on column admin.rating_bursts.agents is 'The authors, in the order of times.';
comment on column admin.rating_bursts.rating_ids is 'In the order of times.';
comment on column admin.rating_bursts.times is 'When each author wrote the text as it is now; for new agents, when each first rated.';
comment on column admin.rating_bursts.left_out is 'Whom the calls leave out, and why: the author who wrote the text first, unless it copied another one. Null for new agents.';
comment on column admin.rating_bursts.remove_ratings is 'The call that removes the ratings of the burst, without those of left_out.';
comment on column admin.rating_bursts.suspend_agents is 'The call that suspends their authors.';

create view admin.hidden_commentaries with (security_invoker = true) as
select r.id as rating_id, s.slug as skill, a.agent_name as agent, r.claws, h.commentary, h.hidden_at, h.reason
from private.hidden_commentaries as h
join public.skills as s on s.id = h.skill_id
join public.agents as a on a.id = h.agent_id
left join public.ratings as r on r.skill_id = h.skill_id and r.agent_id = h.agent_id
order by h.hidden_at desc, s.slug, a.agent_name;
comment on view admin.hidden_commentaries is 'The hidden commentaries, newest first, with the latest text. rating_id is null if the agent deleted its rating.';

create view admin.retired_skills with (security_invoker = true) as
select
  s.id as skill_id,
  s.slug,
  s.name,
  s.retired_at,
  k.slug as merged_into,
  (select l.reason from admin.audit_log as l where l.skill_id = s.id and l.action = 'retire_skill' order by l.id desc limit 1) as reason,
  st.total_ratings
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id
left join public.skills as k on k.id = s.merged_into
where s.retired_at is not null
order by s.retired_at desc, s.id;
comment on view admin.retired_skills is 'The retired and merged skills, newest first.';
comment on column admin.retired_skills.slug is 'Stays taken.';
comment on column admin.retired_skills.name is 'Another skill can take it unless this one was merged.';
comment on column admin.retired_skills.merged_into is 'The slug of the skill that replaces it.';

create view admin.ratings_with_names with (security_invoker = true) as
select
  r.id as rating_id,
  s.slug as skill,
  a.agent_name as agent,
  r.claws,
  r.reliability,
  r.security,
  r.speed,
  r.commentary,
  r.counts_fully as established,
  r.created_at,
  r.updated_at,
  r.version,
  r.observed_calls,
  r.observed_failures
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id;
comment on view admin.ratings_with_names is 'All ratings with the names of their skills and agents. Give a limit, or a skill or agent.';
comment on column admin.ratings_with_names.commentary is 'Null if there is none or it is hidden.';
comment on column admin.ratings_with_names.established is 'Whether the author is established, and the rating counts fully in the ranking.';

create function admin.key_use(agent uuid, out valid_keys integer, out last_used_at timestamptz)
language sql stable security definer set search_path = ''
-- SECURITY DEFINER: no role may read keys.
begin atomic
  select count(*) filter (where k.revoked_at is null or k.revoked_at > now())::integer, max(k.last_used_at)
  from private.agent_keys as k where k.agent_id = agent;
end;
comment on function admin.key_use is 'The number of valid keys of an agent, and when one was last used.';
grant execute on function admin.key_use to service_role;

create view admin.agent_overview with (security_invoker = true) as
select
  a.id as agent_id,
  a.agent_name as agent,
  a.created_at,
  extract(day from now() - a.created_at)::integer as age_days,
  case
    when t.suspended_at is not null then 'suspended'
    when t.withdrawn_at is not null then 'withdrawn'
    when t.established_at is not null then 'established'
    else 'new'
  end as standing,
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id) as ratings,
  (select count(*)::integer from private.removed_ratings as r where r.agent_id = a.id) as removed_ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  admin.flags_received(a.id) as flags_received,
  (
    (select count(*) from private.rating_flags as f where f.agent_id = a.id)
    + (select count(*) from private.skill_flags as f where f.agent_id = a.id)
  )::integer as flags_given,
  k.valid_keys,
  k.last_used_at as keys_last_used_at
from public.agents as a
left join private.standing as t on t.agent_id = a.id
cross join lateral admin.key_use(a.id) as k;
comment on view admin.agent_overview is 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';
comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';
comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';
comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

create view admin.overview with (security_invoker = true) as
select
  period.name as period,
  (select count(*) from public.agents where created_at >= period.start) as agents,
  (
    select case
      when period.start = '-infinity' then (select sum(total_ratings) from public.skill_stats)
      else (select count(*) from public.ratings where created_at >= period.start)
    end
  )::bigint as ratings,
  (select count(*) from public.skills where created_at >= period.start and retired_at is null) as skills,
  (select count(*) from private.rating_flags where created_at >= period.start)
    + (select count(*) from private.skill_flags where created_at >= period.start) as flags,
  (select count(*) from private.standing where established_at >= period.start) as established_agents,
  (select count(*) from private.standing where suspended_at >= period.start) as suspended_agents
from (
  values ('total', '-infinity'::timestamptz), ('last 7 days', now() - interval '7 days'), ('last 24 hours', now() - interval '24 hours')
) as period (name, start);
comment on view admin.overview is 'What there is in total, and what is new. Reads all agents and skills.';
comment on column admin.overview.ratings is 'Number of first ratings in the period.';
comment on column admin.overview.skills is 'Number of skills that were submitted in the period and are not retired.';
comment on column admin.overview.suspended_agents is 'Number of agents that were suspended in the period and still are.';

create view admin.daily with (security_invoker = true) as
select
  day::date as day,
  (select count(*) from public.agents where created_at >= day and created_at < day + interval '1 day') as registrations,
  (select count(*) from public.ratings where created_at >= day and created_at < day + interval '1 day') as ratings,
  (select count(*) from public.skills where created_at >= day and created_at < day + interval '1 day') as skills,
  (select count(*) from private.rating_flags where created_at >= day and created_at < day + interval '1 day')
    + (select count(*) from private.skill_flags where created_at >= day and created_at < day + interval '1 day') as flags
from generate_series(date_trunc('day', now()) - interval '89 days', date_trunc('day', now()), interval '1 day') as day
order by 1 desc;
comment on view admin.daily is 'What was created on each of the last 90 days, newest first.';
comment on column admin.daily.day is 'In the time zone of the session.';
comment on column admin.daily.ratings is 'Number of first ratings.';

create view admin.movers with (security_invoker = true) as
select
  s.slug as skill,
  ranked.rank_before,
  ranked.rank_now,
  ranked.rank_before - ranked.rank_now as change,
  ranked.new_ratings,
  ranked.new_established_ratings
from (
  select
    st.skill_id,
    rank() over (order by st.score desc) as rank_now,
    rank() over (
      order by private.bayesian_average(
        st.established_ratings - coalesce(recent.established_ratings, 0),
        st.established_sums[1] - coalesce(recent.established_claws, 0),
        st.total_ratings - coalesce(recent.ratings, 0),
        st.sums[1] - coalesce(recent.claws, 0),
        3
      ) desc
    ) as rank_before,
    coalesce(recent.ratings, 0) as new_ratings,
    coalesce(recent.established_ratings, 0) as new_established_ratings
  from public.skill_stats as st
  left join (
    select
      r.skill_id,
      count(*)::integer as ratings,
      sum(r.claws) as claws,
      (count(*) filter (where r.counts_fully))::integer as established_ratings,
      coalesce(sum(r.claws) filter (where r.counts_fully), 0) as established_claws
    from public.ratings as r
    where r.created_at > now() - interval '7 days'
    group by r.skill_id
  ) as recent on recent.skill_id = st.skill_id
  where st.type is not null
) as ranked
join public.skills as s on s.id = ranked.skill_id
where ranked.new_ratings > 0 and ranked.rank_before <> ranked.rank_now
order by abs(ranked.rank_before - ranked.rank_now) desc, s.slug
limit 50;
comment on view admin.movers is 'The 50 skills whose rank in the order top changed most by new ratings of the last 7 days. Reads all aggregates.';
comment on column admin.movers.rank_before is 'Its rank in the order top without the ratings that were first given in the last 7 days.';
comment on column admin.movers.change is 'How many ranks it rose; negative if it fell.';
comment on column admin.movers.new_ratings is 'Number of first ratings in the last 7 days.';

grant select on admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills,
  admin.ratings_with_names, admin.agent_overview, admin.overview, admin.daily, admin.movers
  to service_role;


-- sql/77_admin_synonyms.sql

-- How admins add and remove synonyms.

create function admin.check_synonym(phrase text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  key text;
begin
  if char_length(phrase) > 100 then
    raise exception '"%…" is too long: at most 100 characters.', left(phrase, 50);
  elsif strpos(phrase, '|') > 0 then
    raise exception '"%" contains "|". Call the function once for each phrase.', phrase;
  end if;
  key := private.synonym_key(private.split_words(private.fold_text(phrase), false));
  if key is null then
    raise exception '"%" has no words that a search compares: stop words do not count.', coalesce(phrase, '');
  elsif cardinality(string_to_array(key, ' ')) > 3 then
    raise exception '"%" has % words without stop words: at most 3.', phrase, cardinality(string_to_array(key, ' '));
  end if;
  return key;
end
$$;
comment on function admin.check_synonym is 'The key of a phrase, as in private.synonyms. Raises if it has none, or more than three words without stop words.';

create function admin.said_key(said text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Also as admin.synonyms shows it: the stem of a stem can be another one.
  return coalesce((select s.said from private.synonyms as s where s.said = said_key.said), admin.check_synonym(said));
end
$$;
comment on function admin.said_key is 'The key of a phrase that people say, given as it is said or by its key.';

create function admin.check_synonyms(list text, known text[] default '{}') returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  keys text[];
begin
  -- 20 phrases of 100 characters.
  if char_length(list) > 2100 then
    raise exception 'The list of synonyms has % characters: at most 2100.', char_length(list);
  end if;
  keys := array(
    select key
    from (
      select case when phrase = any (known) then phrase else admin.check_synonym(phrase) end as key, place
      from string_to_table(list, ',') with ordinality as l (item, place) cross join lateral private.trim_text(item) as phrase
    ) as synonym
    group by key
    order by min(place)
  );
  if keys = '{}' then
    raise exception 'Give synonyms, separated by commas.';
  elsif cardinality(keys) > 20 then
    raise exception '% synonyms are too many for one call: at most 20.', cardinality(keys);
  end if;
  return keys;
end
$$;
comment on function admin.check_synonyms is 'The keys of phrases that are separated by commas; a known key is returned as it is. Raises if one is invalid, or if there are none or more than 20.';

create function admin.without(list text[], gone text[]) returns text[]
language sql immutable strict set search_path = ''
return array(select item from unnest(list) with ordinality as l (item, place) where item <> all (gone) order by place);
comment on function admin.without is 'A list without some items, in its order.';

create function admin.add_synonyms(said text, called text, reason text default 'Added by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor synonyms.
as $$
declare
  max_added constant integer := 40;
  why text := admin.check_reason(reason);
  key text := admin.said_key(said);
  keys text[] := admin.check_synonyms(called);
  known private.synonyms;
  fresh text[];
begin
  if key = any (keys) then
    raise exception '"%" is among its own synonyms.', said;
  end if;
  insert into private.synonyms (said) values (key) on conflict do nothing;
  select s.* into known from private.synonyms as s where s.said = key for update;
  fresh := admin.without(keys, admin.without(known.called, known.removed) || known.added);
  if fresh = '{}' then
    return format('Searches for "%s" already find skills with these synonyms.', said);
  end if;
  -- Those of the maintained list only return to it.
  known.added := known.added || admin.without(fresh, known.called);
  if cardinality(known.added) > max_added then
    raise exception '"%" would have % added synonyms: at most %.', said, cardinality(known.added), max_added;
  end if;
  update private.synonyms as s set added = known.added, removed = admin.without(known.removed, fresh) where s.said = key;
  perform admin.log_action('add_synonyms', reason => why, details => jsonb_build_object('said', key, 'called', fresh));
  return format('Searches for "%s" now also find skills with %s. Undo: admin.remove_synonyms.', said, admin.number_of(cardinality(fresh), 'new synonym'));
end
$$;
comment on function admin.add_synonyms is 'Adds what skills call something that people say in searches: a phrase of up to three words, and up to 20 synonyms, separated by commas. select admin.add_synonyms(''jot down'', ''notes, note taking'');';
grant execute on function admin.add_synonyms to service_role;

create function admin.remove_synonyms(said text, called text default null, reason text default 'Removed by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  key text := admin.said_key(said);
  known private.synonyms;
  current_keys text[];
  gone text[];
  unknown_keys text[];
begin
  select s.* into known from private.synonyms as s where s.said = key for update;
  current_keys := known.added || admin.without(known.called, known.removed || known.added);
  if coalesce(current_keys, '{}') = '{}' then
    raise exception '"%" has no synonyms.', said;
  end if;
  gone := case when called is null then current_keys else admin.check_synonyms(called, current_keys) end;
  unknown_keys := admin.without(gone, current_keys);
  if unknown_keys <> '{}' then
    raise exception '"%" has no synonyms with these stems: %.', said, array_to_string(unknown_keys, ', ')
      using hint = format('It has: %s.', array_to_string(current_keys, ', '));
  end if;
  update private.synonyms as s set
    added = admin.without(s.added, gone),
    -- So that loading the list does not restore them.
    removed = s.removed || admin.without(gone, admin.without(gone, s.called))
  where s.said = key;
  delete from private.synonyms as s where s.said = key and s.called = '{}' and s.added = '{}' and s.removed = '{}';
  perform admin.log_action('remove_synonyms', reason => why, details => jsonb_build_object('said', key, 'called', gone));
  return format('%s of "%s" removed. Undo: admin.add_synonyms.', admin.number_of(cardinality(gone), 'synonym'), said);
end
$$;
comment on function admin.remove_synonyms is 'Removes synonyms of a phrase, separated by commas, or all; also those of the maintained list, which stay removed. select admin.remove_synonyms(''jot down'', ''note taking'');';
grant execute on function admin.remove_synonyms to service_role;

create view admin.synonyms with (security_invoker = true) as
select said, called, added, removed from private.synonyms order by said;
comment on view admin.synonyms is 'What people say in searches, and what skills call it, as stems. select * from admin.synonyms where said ~ ''memori'';';
comment on column admin.synonyms.said is 'Up to three stems in alphabetical order.';
comment on column admin.synonyms.called is 'Synonyms of the maintained list, also those in removed.';
comment on column admin.synonyms.added is 'Synonyms that admins added.';
comment on column admin.synonyms.removed is 'Synonyms of the maintained list that admins removed.';
grant select on admin.synonyms to service_role;


-- sql/78_duplicate_skills.sql

-- Skills that share an identifier or the name of a server, for admins.

create view admin.duplicate_skills with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with shared as (
  -- One scan of the index, whatever is shared.
  select
    i.identifier_hash,
    count(*)::integer as skills,
    bool_or(i.is_imported) and not bool_and(i.is_imported) as is_mixed
  from private.skill_identifiers as i
  where i.state = 'active'
  group by i.identifier_hash
  having count(*) > 1
  -- An imported and a submitted skill are often the same. A repository with many skills seldom has duplicates.
  order by 3 desc, 2, 1
  limit 200
),
members as (
  select
    g.identifier_hash, g.skills, g.is_mixed, i.identifier, i.skill_id,
    row_number() over (
      partition by g.identifier_hash
      -- Nobody can install what its source deleted.
      order by (m.skill_id is not null and m.status is distinct from 'deleted') desc, st.established_ratings desc, s.created_at, s.id
    ) as place
  from shared as g
  cross join lateral (
    select * from private.skill_identifiers as i
    where i.identifier_hash = g.identifier_hash and i.state = 'active'
    order by i.state, i.is_imported desc, i.id
    limit 20
  ) as i
  join public.skills as s on s.id = i.skill_id
  join public.skill_stats as st on st.skill_id = s.id
  left join private.imported_skills as m on m.skill_id = s.id
),
same_names as (
  -- The import gave the skill another name.
  select other.id as duplicate, own.id as keep, other.name_key as identifier
  from private.imported_skills as i
  join public.skills as own on own.id = i.skill_id and own.retired_at is null
  join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
  where other.id <> own.id and i.status is distinct from 'deleted'
    and not exists (select from private.imported_skills as m where m.skill_id = other.id)
  order by other.created_at desc
  limit 200
),
pairs as (
  select d.skill_id as duplicate, k.skill_id as keep, d.identifier, d.skills, d.is_mixed, d.place
  from members as d
  join members as k on k.identifier_hash = d.identifier_hash and k.place = 1
  where d.place > 1
  union all
  select n.duplicate, n.keep, n.identifier, 2, true, 2 from same_names as n
),
described as (
  select
    s.id, s.slug, st.total_ratings, st.established_ratings,
    exists (select from private.imported_skills as m where m.skill_id = s.id) as is_imported
  from public.skills as s
  join public.skill_stats as st on st.skill_id = s.id
  where s.id in (select p.duplicate from pairs as p union select p.keep from pairs as p)
)
select
  d.slug as duplicate,
  d.is_imported as duplicate_imported,
  d.total_ratings as duplicate_ratings,
  d.established_ratings as duplicate_established_ratings,
  k.slug as keep,
  k.is_imported as keep_imported,
  k.total_ratings as keep_ratings,
  k.established_ratings as keep_established_ratings,
  max(p.skills) as skills,
  array_agg(p.identifier order by p.identifier) as identifiers,
  case
    when k.established_ratings > 0 or k.is_imported <= d.is_imported or d.established_ratings = 0
      then format('select admin.merge_skills(%L, %L, %L);', d.slug, k.slug, 'They have the same package, URL or name.')
  end as merge_call,
  case
    when k.established_ratings = 0 and k.is_imported > d.is_imported and d.established_ratings > 0
      then 'The imported skill has no ratings by established agents. Anyone can publish an entry that names the repository of another.'
  end as no_call_reason
from pairs as p
join described as d on d.id = p.duplicate
join described as k on k.id = p.keep
group by 1, 2, 3, 4, 5, 6, 7, 8
order by bool_or(p.is_mixed) desc, max(p.skills), max(p.place), d.slug
limit 500);
comment on view admin.duplicate_skills is 'Pairs of skills in the catalogue that share an identifier: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server. Not all are duplicates: a repository can hold several skills.';
comment on column admin.duplicate_skills.keep is 'The imported skill, unless its source deleted it; of two, the one with more ratings by established agents, then the older one.';
comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';
comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';
comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: the submitted skill has ratings by established agents, and the imported one has none.';
grant select on admin.duplicate_skills to service_role;


-- sql/79_admin_queue.sql

-- What waits for an admin: reported skills and ratings, and new skills.

-- Each part reads by an index, with a limit, so that the cost does not grow with the tables. The oldest flags of each weight: new agents
-- can push out neither the flags of established ones nor earlier flags.
-- A function, not a view: the Data API of the local stack takes a view with the keys of ratings and agents for a table that joins both.
create function private.reported()
returns table (
  rating_id uuid, skill_id uuid, established_flags integer, flags integer, reasons text[], reported_by text[], since timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select
    t.rating_id,
    t.skill_id,
    (count(*) filter (where f.weight = 2))::integer as established_flags,
    count(*)::integer as flags,
    (array_agg(f.reason::text order by f.weight desc, f.created_at, f.agent_id))[:10] as reasons,
    (array_agg(a.agent_name::text order by f.weight desc, f.created_at, f.agent_id))[:10] as reported_by,
    min(f.created_at) as since
  from (
    select o.rating_id, o.skill_id
    from (
      (
        select f.rating_id, null::uuid as skill_id
        from private.rating_flags as f where f.weight = 2 order by f.created_at limit 500
      )
      union all
      (select null::uuid, f.skill_id from private.skill_flags as f where f.weight = 2 order by f.created_at limit 500)
      union all
      (select f.rating_id, null::uuid from private.rating_flags as f where f.weight = 1 order by f.created_at limit 500)
      union all
      (select null::uuid, f.skill_id from private.skill_flags as f where f.weight = 1 order by f.created_at limit 500)
    ) as o
    group by o.rating_id, o.skill_id
  ) as t
  cross join lateral (
    (
      select r.agent_id, r.reason, r.weight, r.created_at
      from private.rating_flags as r
      where r.rating_id = t.rating_id and r.weight > 0
      order by r.weight desc, r.created_at
      limit 100
    )
    union all
    (
      select k.agent_id, k.reason, k.weight, k.created_at
      from private.skill_flags as k
      where k.skill_id = t.skill_id and k.weight > 0
      order by k.weight desc, k.created_at
      limit 100
    )
  ) as f
  join public.agents as a on a.id = f.agent_id
  group by t.rating_id, t.skill_id;
end
$$;
comment on function private.reported is 'The ratings and skills of the oldest flags, with at most 100 flags of each.';
grant execute on function private.reported to service_role;

create view admin.queue with (security_invoker = true) as
select
  e.kind,
  s.slug as skill,
  s.name,
  a.agent_name as agent,
  e.claws,
  left(e.content, 500) as content,
  e.url,
  e.established_flags,
  e.flags,
  e.reasons,
  e.reported_by,
  e.since,
  e.written_at,
  e.rating_id,
  case
    when e.rating_id is not null then format('select admin.dismiss_flags(%L, %L);', e.rating_id, 'Fine.')
    else format('select admin.review_skill(%L, %L);', s.slug, 'Fine.')
  end as keep,
  case when e.can_hide then format('select admin.hide_commentary(%L, %L);', e.rating_id, 'Against the rules.') end as hide,
  case
    when e.rating_id is not null
    then format('select admin.remove_ratings(%L::uuid[], %L);', array[e.rating_id], 'Against the rules.')
    when s.retired_at is null then format('select admin.retire_skill(%L, %L);', s.slug, 'Against the rules.')
  end as remove,
  case
    when a.id is not null and t.suspended_at is null
    then format('select admin.suspend_agent(%L, %L);', a.id, 'Against the rules.')
  end as suspend
from (
  select
    'reported rating' as kind, c.established_flags, c.flags, c.reasons, c.reported_by, c.since,
    r.skill_id, r.id as rating_id, r.agent_id, r.claws, coalesce(r.commentary, h.commentary)::text as content,
    null::text as url, r.commentary_at as written_at, r.commentary is not null as can_hide
  from private.reported() as c
  join public.ratings as r on r.id = c.rating_id
  left join private.hidden_commentaries as h on h.skill_id = r.skill_id and h.agent_id = r.agent_id
  union all
  select
    'reported skill' as kind, c.established_flags, c.flags, c.reasons, c.reported_by, c.since,
    k.id as skill_id, null::uuid as rating_id, k.submitted_by as agent_id, null::smallint as claws,
    k.description::text as content, k.url::text as url, k.updated_at as written_at, false as can_hide
  from private.reported() as c
  join public.skills as k on k.id = c.skill_id
  union all
  select
    'new skill' as kind, 0 as established_flags, 0 as flags, null::text[] as reasons, null::text[] as reported_by,
    n.submitted_at as since,
    k.id as skill_id, null::uuid as rating_id, k.submitted_by as agent_id, null::smallint as claws,
    k.description::text as content, k.url::text as url, k.updated_at as written_at, false as can_hide
  from (
    select u.skill_id, u.submitted_at from private.unreviewed_skills as u order by u.submitted_at desc, u.skill_id limit 500
  ) as n
  join public.skills as k on k.id = n.skill_id
  where not exists (select from private.skill_flags as f where f.skill_id = n.skill_id and f.weight > 0)
) as e
join public.skills as s on s.id = e.skill_id
left join public.agents as a on a.id = e.agent_id
left join private.standing as t on t.agent_id = a.id
order by
  e.established_flags desc, e.flags desc,
  -- Reports oldest first, new skills newest first.
  case when e.flags = 0 then e.since end desc, e.since, e.rating_id, e.skill_id;
comment on view admin.queue is 'What waits for an admin: reported skills and ratings, those of most established agents first, then new skills. Each row has the calls that settle it; it leaves the queue then. Reads the 500 oldest flags of ratings and of skills by established agents, those of others, and the 500 newest skills.';
comment on column admin.queue.kind is 'reported skill, reported rating or new skill.';
comment on column admin.queue.established_flags is 'How many established agents flagged it, of the first 100. Those of suspended agents do not count, here and in flags.';
comment on column admin.queue.flags is 'How many agents flagged it, at most 100.';
comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';
comment on column admin.queue.reported_by is 'The agents of these reasons.';
comment on column admin.queue.since is 'When it was first flagged, or submitted.';
comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill.';
comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';
comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';
comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';
comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';
comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';
comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';
grant select on admin.queue to service_role;


-- sql/80_import.sql

-- The import of skills from other catalogues: `npm run import`. Its tables are in 21_imported_skills.sql.

create function private.skill_content(name text, description text, url text) returns bytea
language sql immutable parallel safe set search_path = ''
return extensions.digest(jsonb_build_array(name, description, url)::text, 'sha256');
comment on function private.skill_content is 'SHA-256 of the name, description and URL of a skill.';
grant execute on function private.skill_content to service_role;

create type private.import_entry as (
  external_name text,
  name text,
  description text,
  type text,
  url text,
  published_at timestamptz,
  content bytea,
  skill_id uuid,
  old_content bytea,
  outcome text,
  status text,
  server jsonb,
  server_published_at timestamptz,
  source_updated_at timestamptz,
  status_changed_at timestamptz,
  server_problem text,
  changes_server boolean
);
comment on type private.import_entry is 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated (the skill or its server.json), unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), postponed (until no later entry can have a newer version), or why it cannot be imported. server_problem says why its server.json is not served.';

create function private.server_error(server jsonb, external_name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- The importer validates the rest of the schema. Here is what the table and those who read it rely on.
  return case
    when server is null then null
    when jsonb_typeof(server) <> 'object' then 'must be an object'
    when octet_length(server::text) > 65536 then 'must have at most 65536 bytes'
    when jsonb_path_exists(server, '$.**{33}') then 'must have at most 32 levels'
    when server ->> 'name' is distinct from external_name then 'must have the name of the entry'
    when not private.is_server_name(external_name) then 'must have a name of the form namespace/server'
    when jsonb_typeof(server -> 'version') is distinct from 'string' then 'must have a version'
    -- The published schema allows an empty one, which has no address.
    when length(server ->> 'version') not between 1 and 255 then 'must have a version of 1 to 255 characters'
    when private.contains_api_key(server::text) then 'must not contain an API key'
  end;
end
$$;
comment on function private.server_error is 'Why the server.json of an entry is not stored; null if it is.';
grant execute on function private.server_error to service_role;

create function private.second_name(name text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- At most 200 characters.
  return rtrim(left(name, 185)) || ' (MCP Registry)';
end
$$;
comment on function private.second_name is 'The name of an imported skill if its name is taken by one that was submitted.';

create function private.name_in_source(skill_name text, source_name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when skill_name = private.second_name(source_name) then source_name else skill_name end;
end
$$;
comment on function private.name_in_source is 'The name of an imported skill, or its name in the catalogue it was imported from if it has the second one: to compare what was imported.';

create function private.import_name(name text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(name);
  holder uuid := private.name_holder(key);
  second text := private.second_name(name);
begin
  if holder is null then
    return name;
  end if;
  -- Otherwise, anyone could keep a server out of the catalogue with a skill of its name. The one with the name can be merged.
  return case
    when
      not exists (
        select from private.imported_skills as i
        where i.skill_id in (
          select s.id from public.skills as s where s.name_key = key and s.retired_at is null
          union all
          select s.id from public.skills as s where s.name_key = key and s.merged_into = holder
        )
      )
      and private.name_error(second, 1, 200) is null and private.name_holder(private.name_key(second)) is null
    then second
  end;
end
$$;
comment on function private.import_name is 'The name that a new skill gets from an import: its own, or the second one if a skill that was submitted has that; null if an imported skill has it, or the second name is taken, too.';
grant execute on function private.second_name, private.name_in_source, private.import_name to service_role;

create function private.plan_import(p_source text, entries jsonb) returns setof private.import_entry
language sql stable set search_path = ''
as $$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when known.published_at > e.published_at and not e.is_final then 'postponed'
      when known.content = e.content then case when served.changes then 'updated' else 'unchanged' end
      when s.retired_at is null
        and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active'),
    e.server, e.server_published_at, e.source_updated_at, e.status_changed_at, e.server_problem, served.changes
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        -- Part of a primary key: an index entry is limited to 2,704 bytes.
        'external_name ' || case when external_name is null then 'is required' else private.text_error(external_name, 1, 200) end,
        'external_name ' || case when place > 1 then 'is in the batch more than once' end,
        'status ' || private.choice_error(status, '{active,deprecated,deleted}'),
        case when status = 'active' then nullif(concat_ws('; ',
          -- The name of a skill that was imported before is not changed, and can be older than a rule.
          'name ' || case
            when is_known then null
            when name is null then 'is required'
            else private.name_error(name, 1, 200)
          end,
          'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
          'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
          'url ' || private.url_error(url),
          'published_at ' || case when published_at is null then 'must be a time in UTC, infinity or -infinity' end
        ), '') end
      ) as problem,
      case when status = 'active' then coalesce(given_problem, private.server_error(server, external_name)) end as server_problem
    from (
      select
        position,
        entry ->> 'external_name' as external_name,
        row_number() over (partition by entry ->> 'external_name' order by position) as place,
        exists (
          select from private.imported_skills as i where i.source = p_source and i.external_name = entry ->> 'external_name'
        ) as is_known,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        case
          when coalesce(entry ->> 'published_at', '-infinity') = '-infinity' then '-infinity'
          when entry ->> 'published_at' = 'infinity' then 'infinity'
          else private.parse_time(entry ->> 'published_at')
        end as published_at,
        coalesce(entry ->> 'status', 'active') as status,
        coalesce(entry -> 'is_final' <> 'false', true) as is_final,
        nullif(entry -> 'server', 'null') as server,
        entry ->> 'server_problem' as given_problem,
        private.parse_time(entry ->> 'server_published_at') as server_published_at,
        private.parse_time(entry ->> 'source_updated_at') as source_updated_at,
        private.parse_time(entry ->> 'status_changed_at') as status_changed_at
      from jsonb_array_elements(entries) with ordinality as e (entry, position)
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id
  left join private.registry_servers as r on r.name = e.external_name collate "C"
  cross join lateral (
    select case
      when r.source is distinct from p_source then
        r.source is null and e.server_problem is null and e.server is not null and e.status = 'active' and known.skill_id is not null
      when e.server_problem is not null then true
      when e.status = 'active' and e.server is null then false
      else
        (r.status, r.source_updated_at, r.status_changed_at) is distinct from (e.status, e.source_updated_at, e.status_changed_at)
        or e.status = 'active' and (r.server, r.published_at) is distinct from (e.server, e.server_published_at)
    end as changes
  ) as served
  order by e.position;
$$;
comment on function private.plan_import is 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';
grant execute on function private.plan_import to service_role;

create function private.create_imported(p_source text, entries private.import_entry[]) returns void
language sql volatile set search_path = ''
begin atomic
  with wanted as (
    select
      e.external_name, n.name, private.name_key(n.name) as name_key, e.description, e.type, e.url, e.published_at, e.content,
      e.ordinality
    from unnest(entries) with ordinality as e
    cross join lateral (select private.import_name(e.name) as name offset 0) as n
    where e.outcome = 'created' and n.name is not null
  ), named as (
    -- Of two entries with one name, only the first gets the skill.
    select distinct on (w.name_key) w.* from wanted as w order by w.name_key, w.ordinality
  ), created as (
    insert into public.skills (name, description, type, url)
    select n.name, n.description, n.type, n.url from named as n
    on conflict do nothing
    returning id, name_key
  )
  insert into private.imported_skills (source, external_name, skill_id, published_at, content)
  select p_source, n.external_name, c.id, n.published_at, n.content
  from named as n join created as c on c.name_key = n.name_key collate "C";
end;
comment on function private.create_imported is 'Creates the new skills of an import for which private.import_name has a name. May raise PT409 for a name that is taken meanwhile.';
grant execute on function private.create_imported to service_role;

create function private.taken_by(wanted_name text) returns text
language sql stable set search_path = ''
begin atomic
  select 'name is taken by ' || s.slug from public.skills as s where s.id = private.name_holder(private.name_key(wanted_name));
end;
comment on function private.taken_by is 'Which skill a name leads to, as the outcome of an import; null if there is none.';
grant execute on function private.taken_by to service_role;

create function private.store_servers(p_source text, entries private.import_entry[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  delete from private.registry_servers as r
  using unnest(entries) as e
  where
    r.source = p_source and r.name = e.external_name collate "C" and e.server_problem is not null
    and e.outcome in ('created', 'updated', 'unchanged', 'kept');

  -- In the order of the names, so that imports of several registries wait for each other and do not deadlock.
  insert into private.registry_servers as r (
    name, source, skill_id, server, published_at, source_updated_at, status_changed_at
  )
  select e.external_name, p_source, i.skill_id, e.server, e.server_published_at, e.source_updated_at, e.status_changed_at
  from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    e.status is null and e.server is not null and e.server_problem is null and i.skill_id is not null
    and (e.outcome = 'created' or e.changes_server and e.outcome in ('updated', 'unchanged', 'kept'))
  order by e.external_name collate "C"
  on conflict (name) do update set
    skill_id = excluded.skill_id,
    server = excluded.server,
    status = 'active',
    published_at = excluded.published_at,
    source_updated_at = excluded.source_updated_at,
    status_changed_at = excluded.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  -- The first import of a name wins.
  where r.source = excluded.source;

  update private.registry_servers as r set
    status = e.status,
    source_updated_at = e.source_updated_at,
    status_changed_at = e.status_changed_at,
    updated_at = greatest(clock_timestamp(), r.updated_at)
  from unnest(entries) as e
  where r.source = p_source and r.name = e.external_name collate "C" and e.changes_server and e.outcome in ('marked', 'inactive');
end
$$;
comment on function private.store_servers is 'Stores the server.json of skills that were imported, where something changed. Its status and times follow the source, also if the skill was edited or retired here.';
grant execute on function private.store_servers to service_role;

create function private.server_identifiers(server jsonb, external_name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select found.identifier from (
      select
        1 as part, 0::bigint as position,
        case when private.is_server_name(external_name) then lower(external_name collate "C") end as identifier
      union all
      select 2, 0, private.normalize_identifier(server #>> '{repository,url}')
      union all
      select 3, p.position, private.package_identifier(p.package ->> 'registryType', p.package ->> 'identifier')
      from jsonb_path_query_array(server, '$.packages[0 to 49]') as packages
      cross join jsonb_array_elements(packages) with ordinality as p (package, position)
      union all
      select 4, r.position, private.normalize_identifier(r.remote ->> 'url')
      from jsonb_path_query_array(server, '$.remotes[0 to 49]') as remotes
      cross join jsonb_array_elements(remotes) with ordinality as r (remote, position)
    ) as found
    where found.identifier is not null
    order by found.part, found.position
  );
end
$$;
comment on function private.server_identifiers is 'The identifiers of an imported skill in normal form, with repetitions: its name in the registry, its repository, and its first 50 packages and remotes. The server can be null.';
grant execute on function private.server_identifiers to service_role;

create function private.set_identifiers(p_source text, entries private.import_entry[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.set_imported_identifiers(
    i.skill_id,
    private.server_identifiers(case when e.server_problem is null then e.server end, e.external_name)
      || private.normalize_identifier(e.url)
  )
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    i.skill_id is not null and e.status is null and (
      e.outcome = 'created'
      or e.outcome in ('updated', 'unchanged', 'kept') and (
        e.outcome = 'updated' or e.changes_server
        -- Of an import before there were identifiers.
        or not exists (select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.is_imported)
      )
    )
  order by i.skill_id;
end
$$;
comment on function private.set_identifiers is 'Sets the identifiers of skills that were imported, where something changed.';
grant execute on function private.set_identifiers to service_role;

create function private.has_submitted_twin(skill uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from private.skill_identifiers as own
    join private.skill_identifiers as other
      on other.identifier_hash = own.identifier_hash and other.state = 'active' and not other.is_imported
    where own.skill_id = skill and other.skill_id <> skill
  ) or exists (
    select from private.imported_skills as i
    join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
    where i.skill_id = skill and other.id <> skill
  );
end
$$;
comment on function private.has_submitted_twin is 'Whether another skill of the catalogue, which was submitted, has an identifier of this imported one, or its name in the registry.';
grant execute on function private.has_submitted_twin to service_role;

create function private.import_batch(p_source text, entries jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken. It must not stop the other entries.
      for i in 1..cardinality(plan) loop
        begin
          perform private.create_imported(p_source, plan[i:i]);
        exception
          when sqlstate 'PT409' then
            plan[i].outcome := coalesce(private.taken_by(plan[i].name), 'name is taken');
        end;
      end loop;
  end;

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where
      e.outcome = 'updated' and s.id = e.skill_id and e.content <> e.old_content
      and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set
    published_at = e.published_at,
    content = case when e.outcome = 'kept' then i.content else e.content end
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or (e.outcome = 'kept' or i.content = e.content and e.outcome in ('updated', 'unchanged')) and i.published_at <> e.published_at
  );

  -- An active version removes the mark.
  update private.imported_skills as i set status = e.status
  from unnest(plan) as e
  where
    i.source = p_source and i.external_name = e.external_name and i.status is distinct from e.status
    and e.outcome in ('marked', 'updated', 'unchanged', 'kept');

  -- Locks skills, so before their servers.
  perform private.set_identifiers(p_source, plan);
  perform private.store_servers(p_source, plan);

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a holder, another transaction took the slug.
        else coalesce(private.taken_by(e.name), 'is not created yet: run the same command again')
      end,
      case
        when e.outcome not in ('created', 'updated', 'unchanged', 'kept') or i.skill_id is null then null
        when e.server_problem is not null then e.server_problem
        when r.source <> p_source then 'the registry serves the one from ' || r.source
      end,
      e.outcome = 'created' and i.skill_id is not null and private.has_submitted_twin(i.skill_id)
    ) order by e.ordinality), '[]')
    from unnest(plan) with ordinality as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    left join private.registry_servers as r on r.name = e.external_name collate "C"
  );
end
$$;
comment on function private.import_batch is 'Imports skills. Returns the name and the outcome of each, and why its server.json is not served, if so.';
grant execute on function private.import_batch to service_role;

-- p_skills is text: the embedded Data API passes a JSON array as a string.
create function public.import_skills(
  p_source text, p_skills text default '[]', p_cursor text default null, p_dry_run boolean default false
) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  outcomes jsonb;
begin
  perform private.validate(
    -- The source and an external name are a primary key.
    'source', case when p_source is null then 'is required' else private.text_error(p_source, 1, 1000) end,
    'cursor', private.text_error(p_cursor, 0, 2048)
  );
  begin
    -- Locks the source: two imports of one catalogue run one after another.
    insert into private.imports as i (source) values (p_source)
    on conflict (source) do update set updated_at = now();
    outcomes := private.import_batch(p_source, p_skills::jsonb);
    update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
    if p_dry_run then
      raise sqlstate 'PTDRY';
    end if;
  exception
    when sqlstate 'PTDRY' then
      -- Everything is rolled back but the outcomes.
      null;
  end;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
  );
end
$$;
comment on function public.import_skills is 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';
grant execute on function public.import_skills to service_role;
