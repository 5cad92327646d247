-- The schema of 2.0.1: the files of sql/ in their order. It replaces the 26 migrations up to this version, which a database of 2.0.1 has
-- recorded.


-- sql/text/10_base.sql

-- Default privileges, extensions, the private schema and what every file uses.

-- No privilege comes from a default: each is granted beside its table or function. Only the functions of texts, which all roles need, are
-- granted together, at the end of sql/text/50_validation.sql. Hosted projects may have default privileges, globally and for the schema public.
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

create function public.health() returns json
language sql stable set search_path = ''
return json_build_object('status', 'ok');
comment on function public.health is 'GET /api/health: succeeds if the database does.';
grant execute on function public.health to anon, authenticated;


-- sql/text/20_characters.sql

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

create function private.paired_class() returns text
language sql immutable parallel safe set search_path = ''
return
  '\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e81-\u0e82\u0e84\u0e86-\u0e8a\u0e8c-\u0ea3\u0ea5\u0ea7-\u0ebd'
  '\u0ec0-\u0ec4\u0ec6\u0ec8-\u0ece\u0ed0-\u0ed9\u0edc-\u0edf\u1000-\u1049\u1050-\u109d\u1100-\u11ff\u1780-\u17d3'
  '\u17d7\u17dc-\u17dd\u17e0-\u17e9\u17f0-\u17f9\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096'
  '\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229'
  '\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\ua9e0-\ua9fe\uaa60-\uaa76\uaa7a-\uaa7f\uac00-\ud7a3'
  '\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7'
  '\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe'
  '\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371'
  '\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0'
  '\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af';
comment on function private.paired_class is 'Letters, marks and numbers of Han, Kana, Hangul, Thai, Lao, Khmer and Burmese, which are searched by pairs of characters.';

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
    select left(part[1], case when part[1] ~ ('^[' || private.paired_class() || ']') then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([' || private.paired_class() || ']+|[' || private.symbol_class() || ']|(?:(?![' || private.paired_class()
      || '])[[:alnum:]' || private.mark_class() || '])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ ('[' || private.paired_class() || ']') then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, ordinal)
    cross join lateral (
      select 0, word where word !~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ ('^[' || private.paired_class() || ']')
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ ('^[' || private.paired_class() || ']')
    ) as terms (i, term)
    order by ordinal, i
  );
end
$$;
comment on function private.split_words is 'The words of a folded text, in order: runs of letters and digits, which may end in + or #; symbols; of scripts that are searched by pairs, each pair of characters, and each one beside if singles are asked for. At most 64 characters each.';

create function private.characters(value text) returns table (ordinal bigint, symbol text, kind text, scripts bit(160))
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return query
  select
    c.ordinal,
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
  from string_to_table(value, null) with ordinality as c (symbol, ordinal);
end
$$;
comment on function private.characters is 'The characters of a text: what each may do in a name (a letter, see private.is_plain_name), and the scripts that it fits (null: it is in no word).';


-- sql/text/30_text.sql

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


-- sql/text/40_names.sql

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


-- sql/text/50_validation.sql

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

create function private.skill_name_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.name_error(value, 1, 200),
    case when private.is_import_name(value) then 'has a form that is reserved for imports from the MCP Registry' end
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


-- sql/text/60_cursors.sql

-- Pages of a list: the cursor that continues after a page, and the size at which a page ends.

create function private.encode_cursor(cursor_position jsonb, list text) returns text
-- In PL/pgSQL like all functions that each request calls: a SQL function that is not inlined is planned again in each transaction.
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
comment on function private.encode_cursor is 'Encodes where a page of a list ended as opaque text: the position and its hash in base64url.';
grant execute on function private.encode_cursor to anon, authenticated;

-- The types of the parts of a position, beside bigint, for pg_input_is_valid: a domain rejects a text without an error. Each is
-- the JSON that encode_cursor writes and no other: a string is not a number.
create domain private.cursor_uuid as jsonb;
alter domain private.cursor_uuid add constraint cursor_uuid_valid
  check (case when pg_input_is_valid(value #>> '{}', 'uuid') then value = to_jsonb((value #>> '{}')::uuid) else false end) not valid;
comment on domain private.cursor_uuid is 'The JSON of a UUID.';

create domain private.cursor_time as jsonb;
alter domain private.cursor_time add constraint cursor_time_valid
  -- Not infinity, and no year that RFC 3339 cannot write.
  check (case
    when pg_input_is_valid(value #>> '{}', 'timestamptz') then
      value = to_jsonb((value #>> '{}')::timestamptz)
      and (value #>> '{}')::timestamptz >= '0001-01-01T00:00:00Z' and (value #>> '{}')::timestamptz < '10000-01-01T00:00:00Z'
    else false
  end) not valid;
comment on domain private.cursor_time is 'The JSON of a time. The time zone must be UTC.';

create domain private.cursor_text as jsonb;
alter domain private.cursor_text add constraint cursor_text_valid check (jsonb_typeof(value) = 'string') not valid;
comment on domain private.cursor_text is 'The JSON of a text.';

create domain private.cursor_claws as smallint;
alter domain private.cursor_claws add constraint cursor_claws_valid check (value between 1 and 5) not valid;
comment on domain private.cursor_claws is 'A number of claws, or the part of an export.';

create function private.has_types(cursor_position text, types text[]) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  parts json[] := array(select part from json_array_elements(cursor_position::json) as part);
begin
  -- As jsonb, a number of few characters can become megabytes of text, also within a part. encode_cursor writes no exponent.
  if cardinality(parts) <> cardinality(types) or regexp_replace(cursor_position, '"(?:[^"\\]|\\.)*"', '', 'g') ~* '[0-9]e' then
    return false;
  end if;
  for i in 1..cardinality(types) loop
    if not pg_input_is_valid(parts[i]::text, types[i]) then
      return false;
    end if;
  end loop;
  -- Otherwise it has other spaces, escapes or numbers than encode_cursor writes.
  return cursor_position::jsonb::text = cursor_position;
end
$$;
comment on function private.has_types is 'Whether a text is the JSON of a position with parts of these types. Raises data_exception or statement_too_complex for some other texts.';
grant execute on function private.has_types to anon, authenticated;

create function private.parse_cursor(cursor text, list text, types text[]) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  cursor_position text;
begin
  -- No cursor is longer.
  if octet_length(cursor) <= 8000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
    -- The position can be any text: anyone can compute the hash.
    if private.has_types(cursor_position, types) and cursor = private.encode_cursor(cursor_position::jsonb, list) then
      return cursor_position;
    end if;
  end if;
  return null;
exception
  -- Not base64, UTF-8 or JSON, or JSON that is nested deeply.
  when data_exception or statement_too_complex then
    return null;
end
$$;
comment on function private.parse_cursor is 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null and for anything else.';
grant execute on function private.parse_cursor to anon, authenticated;

create function private.reject_cursor() returns void
language sql stable parallel safe set search_path = ''
return private.validate('cursor', 'is not a cursor of this list, with this order and these filters');
comment on function private.reject_cursor is 'Raises PT400 for a cursor that encode_cursor did not write for this list.';
grant execute on function private.reject_cursor to anon, authenticated;

create function private.decode_cursor(cursor text, list text, types text[]) returns jsonb
language plpgsql stable strict set search_path = ''
as $$
declare
  cursor_position constant jsonb := private.parse_cursor(cursor, list, types);
begin
  if cursor_position is null then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$$;
comment on function private.decode_cursor is 'Decodes what encode_cursor wrote for this list, with parts of these types; null for null. Raises PT400 for anything else.';
grant execute on function private.decode_cursor to anon, authenticated;

create function private.max_limit() returns integer
language sql immutable parallel safe set search_path = ''
return 500;
comment on function private.max_limit is 'The greatest number of skills or ratings in one page, as MAX_LIMIT in functions/_shared/schemas/options.ts.';
grant execute on function private.max_limit to anon, authenticated;

create function private.page_bytes() returns integer
language sql immutable parallel safe set search_path = ''
return 800000;
comment on function private.page_bytes is 'A page ends after the item that reaches this size, in bytes of JSON; with that item, it stays below 1 MB.';
grant execute on function private.page_bytes to anon, authenticated;


-- sql/agents/10_agents.sql

-- Agents. Their keys are in sql/agents/30_keys.sql, their account in sql/pages/10_account.sql.

create table public.agents (
  id uuid primary key default gen_random_uuid(),
  agent_name private.agent_name not null,
  agent_description private.agent_description,
  email private.email,
  created_at timestamptz not null default now(),
  name_key text collate "C" not null generated always as (private.name_key(agent_name)) stored,
  constraint agents_name_key_unique unique (name_key),
  -- Here, in public.skills and in public.ratings: RFC 3339 has neither infinity nor other years, and no cursor has such a time.
  constraint agents_times_valid check (created_at >= '0001-01-01T00:00:00Z' and created_at < '10000-01-01T00:00:00Z')
);
comment on table public.agents is 'The registered AI agents. Deleting an agent also deletes its keys and ratings; its skills remain.';
comment on column public.agents.agent_name is 'Public name, 2 to 50 characters; unique, ignoring case and width.';
comment on column public.agents.email is 'Contact address for the operator, up to 254 characters; private. Nothing sends e-mail to it. Only /api/me returns it, to the agent itself.';

alter table public.agents enable row level security;
-- Its policy is in sql/agents/20_standing.sql.

grant select (id, agent_name, agent_description, created_at) on public.agents to anon, authenticated;
-- The table editor of the embedded Studio acts as service_role.
grant select, insert, update, delete on public.agents to service_role;


-- sql/agents/20_standing.sql

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


-- sql/agents/30_keys.sql

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


-- sql/agents/32_callers.sql

-- Who calls, and what each write of a caller does.

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
declare
  unused uuid;
begin
  select id into unused from private.agent_keys
  where key_hash = extensions.digest(private.request_key(), 'sha256')
    and (last_used_at is null or last_used_at < now() - interval '1 hour')
  for no key update skip locked;
  if found then
    update private.agent_keys set last_used_at = now() where id = unused;
  end if;
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
comment on function private.record_key_use is 'Records the use of the key of a submission, including a direct write to the table. private.count_changed_ratings does so for ratings.';

-- How many ratings and skills one statement of a caller can write: a statement over thousands of rows locks their aggregates for seconds,
-- and everyone who rates one of these skills waits.

create function private.count_written_row() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Apart, because a row of an upsert is an insert first, and may then become an update.
  counter text := case tg_op when 'INSERT' then 'private.inserted_rows' else 'private.changed_rows' end;
  -- The client's statement: all parts of it count together.
  statement text := extract(epoch from statement_timestamp());
  previous text[] := string_to_array(current_setting(counter, true), ' ');
  number integer := 1 + case when previous[1] = statement then previous[2]::integer else 0 end;
begin
  if number > 100 then
    raise sqlstate 'PT400' using
      message = 'too_many_rows', detail = 'One statement inserts, updates or deletes at most 100 ratings or skills.';
  end if;
  perform set_config(counter, statement || ' ' || number, true);
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.count_written_row is 'Counts the rows that a statement of a caller writes. Raises PT400 for the 101st.';


-- sql/agents/35_own_keys.sql

-- How agents replace and revoke their keys: POST /api/me/keys, DELETE /api/me/keys/current.

create function private.require_current_key(agent uuid) returns private.agent_keys
language plpgsql volatile set search_path = ''
as $$
declare
  current_key private.agent_keys;
begin
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');
  -- Waits for a request that uses a newer key for the first time. Not the older ones, of which an agent can have any number.
  perform from private.agent_keys as k
  where k.agent_id = agent and k.created_at >= current_key.created_at order by k.id for no key update;
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
comment on function private.require_current_key is 'The key of the request. Locks it and the newer keys of the agent, which the caller has locked. Raises PT401 if a newer key is in use.';

-- A new key revokes all others of its agent, so an agent that suspects a leak needs one simple action. The other keys can stay valid for a
-- grace period, because only the hash of the new key is stored: a lost response would lock the agent out. Until it ends, a thief can
-- write, too. revoked_at is compared with the clock on every request, so no job has to run when the period ends.
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


-- sql/agents/40_audit_log.sql

-- The schema for admins and its audit log. The functions and views of admins are in the room `moderation`.

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


-- sql/agents/50_deleted_agents.sql

-- What remains when an agent is deleted, by itself (sql/pages/40_delete_account.sql) or by an admin: its name, as a hash, and the audit log
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


-- sql/agents/70_register_agent.sql

-- How agents register: POST /api/register.

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


-- sql/skills/10_skills.sql

-- Skills: the table, slugs and names.

create function private.skill_types() returns text[]
language sql immutable parallel safe set search_path = ''
return array['mcp', 'clawdbot', 'github', 'other'];
comment on function private.skill_types is 'The types of skills, which skills_type_known checks.';
grant execute on function private.skill_types to anon, authenticated, service_role;

-- A list does not build the JSON of its skills: it joins parts of each. json_start has the columns from id to url, json_end has
-- created_at and updated_at, and between them are json_ratings, sub_scores and last_rated_at of public.skill_stats.
-- To escape the texts and to format the times again for each request costs more than to read them: a list of 100 keeps only 0.72 to 0.75
-- of its rate without these columns (decision 0006).
-- They are generated, so no writer can leave them wrong, and a rating does not write json_start and json_end.
-- The price is that the texts are stored twice, and that a new field of the JSON rewrites the table (docs/add-a-field.md).
-- The limit of bytes of a page is a running sum of octet_length, which does not read long values.
-- Only private.listed_skills joins the parts; private.export_entries reads their length. Other functions take skills from
-- private.all_skills, and tests/database/search/catalogue.test.ts compares it with the list.
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
  constraint skills_type_known check (type = any (private.skill_types())),
  constraint skills_slug_unique unique (slug),
  constraint skills_merged_retired check (merged_into is null or retired_at is not null and merged_into <> id),
  constraint skills_times_valid check (
    least(created_at, updated_at, retired_at) >= '0001-01-01T00:00:00Z'
    and greatest(created_at, updated_at, retired_at) < '10000-01-01T00:00:00Z'
  )
);
comment on table public.skills is 'The catalogue of tools that agents rate. Deleting a skill also deletes its ratings.';
comment on column public.skills.name is '1 to 200 characters; unique among the skills that are not retired, ignoring case and width. See private.check_merged_name for the names of merged skills.';
comment on column public.skills.slug is 'The name of the skill in URLs, generated from its first name; never changes.';
comment on column public.skills.url is 'Documentation or repository, up to 2,048 characters; may be null.';
comment on column public.skills.submitted_by is 'The agent that submitted the skill; null if an admin did or the agent was deleted. See private.skill_submitters.';
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

create trigger count_written_row before insert on public.skills
  for each row when (current_user in ('anon', 'authenticated')) execute function private.count_written_row();
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

create function private.skill_reference(skill_id uuid) returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('id', id, 'name', name, 'slug', slug) from public.skills where id = skill_id;
end;
comment on function private.skill_reference is 'The id, name and slug of a skill, for problem documents.';
grant execute on function private.skill_reference to anon, authenticated, service_role;

create table private.skill_submitters (
  skill_id uuid primary key references public.skills on delete cascade,
  -- Not a reference: it outlives the agent.
  agent_id uuid,
  submitted_at timestamptz not null default now(),
  waits_for_review boolean not null default true
);
comment on table private.skill_submitters is 'Which skills one agent submitted, also after it deleted its account: for admin.retire_skills_of. Only admins can read it.';
comment on column private.skill_submitters.agent_id is 'The id of the agent. After its deletion a pseudonym: the name, texts and address that belonged to it are gone. Null if it was deleted before this was stored.';
comment on column private.skill_submitters.waits_for_review is 'Whether the skill is in admin.queue: until an admin reviews, retires or merges it.';

create index skill_submitters_agent_id on private.skill_submitters (agent_id, skill_id);
create index skill_submitters_unreviewed on private.skill_submitters (submitted_at desc, skill_id) where waits_for_review;

-- For the views of admins, which run with the privileges of the caller.
grant select on private.skill_submitters to service_role;

create function private.keep_submitters() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write the table.
as $$
begin
  insert into private.skill_submitters (skill_id, agent_id, submitted_at)
  select id, submitted_by, created_at from new_skills where submitted_by is not null;
  return null;
end
$$;
comment on function private.keep_submitters is 'Stores who submitted new skills, and shows them to the admins. Not those of an import or of admin.add_skill.';

create trigger keep_submitters after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.keep_submitters();


-- sql/skills/20_skill_stats.sql

-- A row for each skill with the aggregates of its ratings, which lists and orders read and the room `ratings` counts, and a skill with them
-- as the API returns it.

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
comment on function private.bayesian_average is 'Sort key of the order top and of those by a sub-score, in billionths, rounded down: the mean of 5 ratings at the middle of the scale and all ratings by established agents; if there is none, of these 5 and less than a third of a rating at the mean of the others. 0, below every other, without ratings. A change must write all rows of skill_stats anew.';
-- For admin.movers.
grant execute on function private.bayesian_average to service_role;

create function private.sub_score(count integer, sum numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- 15 digits, as many as a float8 shows with any extra_float_digits: Supabase has 0.
  return '{"mean":' || coalesce(round(sum / nullif(count, 0), 13)::float8::text, 'null') || ',"count":' || count || '}';
end
$$;
comment on function private.sub_score is 'The mean of a sub-score, rounded to 13 decimals, and the number of ratings that contain it, as JSON.';

create function private.established_mean(established_ratings integer, established_claws bigint) returns float8
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- See private.sub_score.
  return round(established_claws::numeric / nullif(established_ratings, 0), 14);
end
$$;
comment on function private.established_mean is 'The mean of the claws of ratings by established agents, rounded to 14 decimals; null if there are none.';
grant execute on function private.established_mean to anon, authenticated, service_role;

-- pgls-ignore lint/safety/preferJsonb: sub_scores is only returned, as text.
create table public.skill_stats (
  -- References skills: see sql/ratings/10_ratings.sql.
  skill_id uuid primary key,
  type text,
  claws_1 integer not null default 0,
  claws_2 integer not null default 0,
  claws_3 integer not null default 0,
  claws_4 integer not null default 0,
  claws_5 integer not null default 0,
  reliability_count integer not null default 0,
  reliability_sum numeric not null default 0,
  security_count integer not null default 0,
  security_sum numeric not null default 0,
  speed_count integer not null default 0,
  speed_sum numeric not null default 0,
  established_ratings integer not null default 0,
  established_claws bigint not null default 0,
  established_reliability_count integer not null default 0,
  established_reliability_sum numeric not null default 0,
  established_security_count integer not null default 0,
  established_security_sum numeric not null default 0,
  established_speed_count integer not null default 0,
  established_speed_sum numeric not null default 0,
  last_rated_at timestamptz,
  -- Derived by private.derived_stats.
  total_ratings integer not null,
  total_claws bigint not null,
  avg_tenths integer not null,
  sub_scores json not null,
  json_ratings text not null,
  score bigint not null,
  reliability_score bigint not null,
  security_score bigint not null,
  speed_score bigint not null,
  constraint skill_stats_not_negative check (least(claws_1, claws_2, claws_3, claws_4, claws_5, established_ratings) >= 0)
);
comment on table public.skill_stats is 'The aggregates of the ratings of each skill, kept by triggers; do not edit. select * from private.stats_differences() checks them.';
comment on column public.skill_stats.type is 'The type of the skill, so that an index can have both type and sort key; null when the skill is retired.';
comment on column public.skill_stats.claws_1 is 'The number of ratings with 1 claw.';
comment on column public.skill_stats.reliability_count is 'The number of ratings that contain the sub-score.';
comment on column public.skill_stats.reliability_sum is 'The sum of the sub-score in these ratings.';
comment on column public.skill_stats.established_ratings is 'As total_ratings, of the ratings by established agents; likewise what else begins with established_.';
comment on column public.skill_stats.last_rated_at is 'When a rating of the skill was last given or changed; null when unrated.';
comment on column public.skill_stats.total_claws is 'The sum of the claws of all ratings.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
comment on column public.skill_stats.json_ratings is 'The JSON of the skill in lists from its avg_claws up to its sub_scores, so that a list of many skills is fast.';
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

create function private.derived_stats(s public.skill_stats) returns public.skill_stats
language plpgsql immutable set search_path = ''
as $$
begin
  s.total_ratings := s.claws_1 + s.claws_2 + s.claws_3 + s.claws_4 + s.claws_5;
  s.total_claws := s.claws_1 + s.claws_2 * 2::bigint + s.claws_3 * 3::bigint + s.claws_4 * 4::bigint
    + s.claws_5 * 5::bigint;
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  s.avg_tenths := coalesce((s.total_claws * 20 + s.total_ratings) / nullif(s.total_ratings * 2::bigint, 0), 0);
  s.sub_scores := '{"reliability":' || private.sub_score(s.reliability_count, s.reliability_sum)
    || ',"security":' || private.sub_score(s.security_count, s.security_sum)
    || ',"speed":' || private.sub_score(s.speed_count, s.speed_sum) || '}';
  s.json_ratings := ',"avg_claws":' || s.avg_tenths / 10.0::float8
    || ',"total_ratings":' || s.total_ratings
    || ',"established_ratings":' || s.established_ratings
    || ',"established_mean":'
    || coalesce(private.established_mean(s.established_ratings, s.established_claws)::text, 'null')
    || ',"sub_scores":';
  s.score := private.bayesian_average(s.established_ratings, s.established_claws, s.total_ratings, s.total_claws, 3);
  s.reliability_score := private.bayesian_average(
    s.established_reliability_count, s.established_reliability_sum, s.reliability_count, s.reliability_sum, 50
  );
  s.security_score := private.bayesian_average(
    s.established_security_count, s.established_security_sum, s.security_count, s.security_sum, 50
  );
  s.speed_score := private.bayesian_average(
    s.established_speed_count, s.established_speed_sum, s.speed_count, s.speed_sum, 50
  );
  return s;
end
$$;
comment on function private.derived_stats is 'A row of aggregates with what follows from the sums and counts of a skill: totals, the average, sort keys and JSON.';

create function private.derive_stats() returns trigger
language plpgsql set search_path = ''
-- Not generated columns: Postgres reads and plans their expressions anew for each rating.
as $$
begin
  return private.derived_stats(new);
end
$$;
comment on function private.derive_stats is 'Sets what private.derived_stats derives.';

create trigger derive_stats before insert or update on public.skill_stats
  for each row execute function private.derive_stats();
-- Also for rows that a replica or a loader writes, as for a generated column.
alter table public.skill_stats enable always trigger derive_stats;

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
  private.established_mean(st.established_ratings, st.established_claws) as established_mean,
  st.sub_scores,
  st.last_rated_at,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'All skills as the API returns them, including retired ones.';
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select
  id, name, slug, description, type, url, avg_claws, total_ratings, established_ratings, established_mean, sub_scores,
  last_rated_at, created_at, updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'The skills that are not retired, as the API returns them.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.established_mean is 'The mean of the claws of ratings by established agents; null if there are none.';
comment on column public.skill_catalogue.sub_scores is 'For each sub-score its mean and the number of ratings that contain it; mean is null when count is 0.';
comment on column public.skill_catalogue.last_rated_at is 'When a rating was last given or changed; null when unrated.';
grant select on public.skill_catalogue to anon, authenticated, service_role;


-- sql/skills/30_skill_lookup.sql

-- Which skill has an id, a slug or a name. A merged skill leads to the one that replaced it.

create function private.merged_name_holder(key text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select target.id
    from public.skills as source join public.skills as target on target.id = source.merged_into
    where source.name_key = key and source.merged_into is not null and target.retired_at is null
    -- The last one that had the name: it can have been taken again before this rule.
    order by source.retired_at desc, source.id
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

create function private.resolve_skill(id_or_slug text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  trimmed text := private.trim_text(id_or_slug);
  parsed_id uuid := private.parse_uuid(trimmed);
  skill uuid;
begin
  if parsed_id is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = parsed_id;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = trimmed;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return skill;
end
$$;
comment on function private.resolve_skill is 'The skill with this id or slug, without white space at its ends, or the skill that it was merged into. Raises PT404.';
grant execute on function private.resolve_skill to anon, authenticated;

create function private.find_skill(skill_id uuid, skill_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(skill_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid;
begin
  if key is not null then
    by_name := coalesce(
      private.name_holder(key), (select coalesce(s.merged_into, s.id) from public.skills as s where s.slug = key)
    );
  end if;
  select s.id, own.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as own join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  where own.id = skill_id;
  -- Also of a retired skill: its name, or that of a skill that was merged into it, if no other skill has taken the name.
  if by_name is null and own_key = key then
    by_name := by_id;
  end if;

  if skill_id is null and skill_name is null then
    perform private.validate('skill_id', 'is required unless skill_name is given');
  elsif skill_id is not null and skill_name is not null and (by_id = by_name) is not true then
    perform private.validate('skill_name', 'does not name the skill that skill_id identifies');
  elsif is_retired then
    raise sqlstate 'PT410' using message = 'skill_retired';
  elsif by_id is null and by_name is null then
    raise sqlstate 'PT404' using message = 'skill_not_found';
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'Finds a skill by its id, its name, else its slug, or by both; for a merged skill, the one that replaced it. Raises PT400 if id and name are of different skills, PT404 if no skill has them, PT410 if the skill is retired.';
grant execute on function private.find_skill to anon, authenticated;


-- sql/skills/40_hooks.sql

-- What the room `registry` adds to skills, as functions that it replaces. Without that room, skills have no identifiers and no way to
-- install them, and a lookup finds nothing.

create function private.package_url_error(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return null;
end
$$;

create function private.add_submitted_identifiers(skill uuid, identifiers text[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
end
$$;

create function private.same_identifier(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return '[]';
end
$$;

create function private.identifiers_of(skill uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return '{}';
end
$$;

create function private.submitted_identifiers(skill uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return '{}';
end
$$;

create function private.source_of(skill uuid, out status text, out version text, out install json)
language plpgsql stable set search_path = ''
as $$
begin
end
$$;

create function private.document_marks(skill uuid) returns tsvector
language plpgsql stable set search_path = ''
as $$
begin
  return '';
end
$$;
comment on function private.package_url_error is 'Why a text is not an identifier that a submission can name; null if it is.';
comment on function private.add_submitted_identifiers is 'Adds the package URLs of a submission to its new skill.';
comment on function private.same_identifier is 'The first three other skills in the catalogue that share an identifier with a skill, in the order top.';
comment on function private.identifiers_of is 'The identifiers of a skill, sorted.';
comment on function private.submitted_identifiers is 'The identifiers that the submission of a skill named, sorted.';
comment on function private.document_marks is 'The marks of a skill for what a search can filter by beside its type: see private.mark.';
comment on function private.source_of is 'Of the catalogue that a skill was imported from: status, deprecated or deleted if it says so; version, the newest one; install, publisher and entries, if the skill is in our catalogue. Null if no import says so.';
grant execute on function
  private.package_url_error, private.add_submitted_identifiers, private.same_identifier, private.identifiers_of,
  private.source_of
  to anon, authenticated;

create function public.lookup_skills(p_identifiers text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  items text[];
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  perform private.validate(variadic array(
    select part
    from unnest(items) with ordinality as i (value, ordinal)
    cross join lateral unnest(
      array['identifiers.' || i.ordinal - 1, private.item_error(private.clean_text(i.value, 2048), 1, 2048)]
    ) with ordinality as e (part, number)
    order by i.ordinal, e.number
  ));
  return (
    select json_build_object('results', json_agg(
      json_build_object('identifier', i.value, 'status', 'unknown', 'skills', '[]'::json) order by i.ordinal
    ))
    from unnest(items) with ordinality as i (value, ordinal)
  );
end
$$;
comment on function public.lookup_skills is 'POST /api/lookup: for each of 1 to 100 identifiers, the JSON text of a list, its status and the first three skills. Raises PT400.';
grant execute on function public.lookup_skills to anon, authenticated;

create function public.find_skills(p_search text, p_limit integer default null, p_owner text default null) returns json
language plpgsql stable set search_path = ''
as $$
begin
  perform private.validate('search', private.text_error(coalesce(private.clean_text(p_search, 200), ''), 1, 200));
  return '{"skills":[]}';
end
$$;
comment on function public.find_skills is 'GET /api/search: the best agent skills that match whose url is a path in a repository on github.com, at most 100, of an owner there or of any: slug, url and its normal form. Raises PT400.';
grant execute on function public.find_skills to anon, authenticated;


-- sql/skills/50_submit_skill.sql

-- How agents submit skills: POST /api/skills.

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
      'name', case when clean_name is null then 'is required' else private.skill_name_error(clean_name) end,
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


-- sql/ratings/10_ratings.sql

-- Ratings: the table, and the view that the API returns.
--
-- The state of a rating is in its row: it is shown and counts while removed_at is null, and its commentary is shown while
-- commentary_hidden_at is null.

create function private.sub_scores() returns text[]
language sql immutable parallel safe set search_path = ''
return array['reliability', 'security', 'speed'];
comment on function private.sub_scores is 'The sub-scores: columns of ratings, and orders of the catalogue.';
grant execute on function private.sub_scores to anon, authenticated;

create table public.ratings (
  id uuid primary key default gen_random_uuid(),
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
  established boolean not null default false,
  version private.version,
  observed_calls private.use_count,
  observed_failures private.use_count,
  removed_at timestamptz,
  removal_cause text,
  commentary_hidden_at timestamptz,
  constraint ratings_one_per_agent_and_skill unique (skill_id, agent_id),
  constraint ratings_claws_range check (claws between 1 and 5),
  constraint ratings_observed_use check (coalesce(observed_failures <= observed_calls, observed_failures is null)),
  constraint ratings_removal_cause_known check (removal_cause in ('removed', 'suspended', 'deleted')),
  constraint ratings_removed_for_a_cause check ((removed_at is null) = (removal_cause is null)),
  constraint ratings_times_valid check (
    least(created_at, updated_at) >= '0001-01-01T00:00:00Z' and greatest(created_at, updated_at) < '10000-01-01T00:00:00Z'
  )
);
-- Created after the foreign key of ratings: deleting a skill cascades in the order in which the keys were created, and must lock ratings,
-- their aggregates and what follows from these in the order in which a rating does.
-- pgls-ignore lint/safety/addingForeignKeyConstraint: The table is new.
-- pgls-ignore lint/safety/constraintMissingNotValid: The table is new.
-- pgls-ignore lint/safety/lockTimeoutWarning: The table is new.
alter table public.skill_stats
  add constraint skill_stats_skill_id_fkey foreign key (skill_id) references public.skills on delete cascade;
comment on table public.ratings is 'The ratings, one for each agent and skill: a second rating replaces the first.';
comment on column public.ratings.id is 'Set by the service; kept when the rating is replaced.';
comment on column public.ratings.claws is '1 barely functional, 2 significant problems, 3 solid with gaps, 4 great, 5 exceptional.';
comment on column public.ratings.commentary_at is 'When the agent wrote the commentary, shown or hidden: neither other claws nor other case or punctuation change it. See admin.rating_bursts.';
comment on column public.ratings.established is 'Whether the rating counts as one by an established agent. Set by the service, see private.establish_raters.';
comment on column public.ratings.version is 'The version of the skill that the agent used; null if it did not say so.';
comment on column public.ratings.observed_calls is 'How many calls of the skill the agent''s own tools counted before it rated: what the agent reports, no proof. Changes no rank.';
comment on column public.ratings.observed_failures is 'How many of observed_calls failed.';
comment on column public.ratings.removed_at is 'Since when the rating counts nowhere and the API does not return it; null for the others.';
comment on column public.ratings.removal_cause is 'removed: by admin.remove_ratings, for 30 days, longer if its commentary is hidden; suspended: with its agent; deleted: by its agent, kept because its commentary was hidden: see private.accept_rating.';
comment on column public.ratings.commentary_hidden_at is 'Since when an admin hides the commentary and those that the agent writes later, which are in private.hidden_commentaries; null otherwise.';

alter table public.ratings enable row level security;
create policy "anyone reads the ratings that are not removed" on public.ratings
  for select to anon, authenticated using (removed_at is null);
create policy "an agent rates in its own name" on public.ratings
  for insert to anon, authenticated with check (agent_id = (select private.current_agent_id()));
create policy "an agent replaces its own rating" on public.ratings
  for update to anon, authenticated
  using (
    removed_at is null
    and agent_id = (select private.current_agent_id())
    and exists (select from public.skills as s where s.id = skill_id and s.retired_at is null)
  )
  with check (agent_id = (select private.current_agent_id()));
create policy "an agent deletes its own rating" on public.ratings
  for delete to anon, authenticated using (removed_at is null and agent_id = (select private.current_agent_id()));

grant select on public.ratings to anon, authenticated;
-- No grant on agent_id and none to update skill_id: an agent cannot rate in the name of another or move a rating.
grant insert (skill_id, claws, reliability, security, speed, commentary, version, observed_calls, observed_failures)
  on public.ratings to anon, authenticated;
grant update (claws, reliability, security, speed, commentary, version, observed_calls, observed_failures)
  on public.ratings to anon, authenticated;
grant delete on public.ratings to anon, authenticated;
grant select, insert, update, delete on public.ratings to service_role;

-- For an agent's newest ratings, and its numbers of ratings by claws.
create index ratings_agent_id on public.ratings (agent_id, updated_at desc, id desc) include (removed_at, claws);
-- For every sort order and filter of a skill's ratings: see private.ratings_in_order.
create index ratings_of_skill on public.ratings (skill_id, established, updated_at desc, id desc) where removed_at is null;
create index ratings_of_claws on public.ratings (skill_id, claws, established, updated_at desc, id desc) where removed_at is null;
create index ratings_of_version on public.ratings (skill_id, version, established, claws, updated_at desc, id desc)
  where version is not null and removed_at is null;
-- For public.list_skill_versions, which reads thousands of entries and no ratings.
create index ratings_with_version on public.ratings (skill_id, established, updated_at desc, id desc)
  include (version, claws, observed_calls, observed_failures) where version is not null and removed_at is null;
-- For private.establish_raters.
create index ratings_not_established on public.ratings (agent_id, updated_at desc, id desc) where not established;
-- For admin.remove_ratings, which deletes old ones.
create index ratings_removed on public.ratings (removal_cause, removed_at) where removed_at is not null;
-- For private.lock_hidden, and public.export_me.
create index ratings_hidden_of_agent on public.ratings (agent_id, commentary_hidden_at, id)
  where commentary_hidden_at is not null;
-- For admin.hidden_commentaries.
create index ratings_hidden on public.ratings (commentary_hidden_at) where commentary_hidden_at is not null;
-- For public.get_rating_feed.
create index ratings_with_commentary on public.ratings (skill_id, updated_at desc, id desc)
  where commentary is not null and removed_at is null;
-- For admin.rating_bursts, which reads only the last days.
create index ratings_created_at on public.ratings (created_at);
create index ratings_commentary_at on public.ratings (commentary_at) where commentary is not null;

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
  r.established,
  r.agent_id,
  r.version,
  r.observed_calls,
  r.observed_failures
from public.ratings as r
join public.agents as a on a.id = r.agent_id
where r.removed_at is null;
comment on view public.skill_ratings is 'The ratings as the API returns them.';
grant select on public.skill_ratings to anon, authenticated, service_role;

create table private.hidden_commentaries (
  -- Deferred: private.accept_rating writes the text before Postgres writes the rating.
  rating_id uuid primary key references public.ratings on delete cascade deferrable initially deferred,
  -- Not private.commentary: a text can be older than a rule.
  commentary text
);
comment on table private.hidden_commentaries is 'The texts of the ratings with commentary_hidden_at, which anyone could read in public.ratings.';
comment on column private.hidden_commentaries.commentary is 'The latest commentary that the agent wrote; null if its latest rating has none.';
-- For the views of admins, which run with the privileges of the caller.
grant select on private.hidden_commentaries to service_role;


-- sql/ratings/20_aggregates.sql

-- The aggregates of each skill, which the lists and orders read: sums and counts of its ratings.

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

create type private.counted_rating as (
  skill_id uuid,
  month date,
  established boolean,
  claws integer,
  reliability numeric,
  security numeric,
  speed numeric,
  rated_at timestamptz
);
comment on type private.counted_rating is 'What the aggregates count of a rating.';

create function private.counted_rating(rating public.ratings) returns private.counted_rating
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    rating.skill_id, date_trunc('month', rating.created_at at time zone 'UTC')::date, rating.established,
    rating.claws::integer, rating.reliability::numeric, rating.security::numeric, rating.speed::numeric, rating.updated_at
  );
end
$$;
comment on function private.counted_rating is 'What the aggregates count of a rating. It depends only on the row, so that the order in which changes are counted does not matter.';

create type private.stats_change as (
  skill_id uuid,
  claws_1 integer,
  claws_2 integer,
  claws_3 integer,
  claws_4 integer,
  claws_5 integer,
  reliability_count integer,
  reliability_sum numeric,
  security_count integer,
  security_sum numeric,
  speed_count integer,
  speed_sum numeric,
  established_ratings integer,
  established_claws bigint,
  established_reliability_count integer,
  established_reliability_sum numeric,
  established_security_count integer,
  established_security_sum numeric,
  established_speed_count integer,
  established_speed_sum numeric,
  last_rated_at timestamptz
);
comment on type private.stats_change is 'What changes in a row of skill_stats. last_rated_at is that of the ratings that are added.';

create function private.sum_ratings(added private.counted_rating[], removed private.counted_rating[])
returns setof private.stats_change
language plpgsql immutable rows 1 set search_path = ''
as $$
begin
  return query
  select
    c.skill_id,
    coalesce(sum(c.sign) filter (where c.claws = 1), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 2), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 3), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 4), 0)::integer,
    coalesce(sum(c.sign) filter (where c.claws = 5), 0)::integer,
    coalesce(sum(c.sign) filter (where c.reliability is not null), 0)::integer,
    coalesce(sum(c.sign * c.reliability), 0),
    coalesce(sum(c.sign) filter (where c.security is not null), 0)::integer,
    coalesce(sum(c.sign * c.security), 0),
    coalesce(sum(c.sign) filter (where c.speed is not null), 0)::integer,
    coalesce(sum(c.sign * c.speed), 0),
    coalesce(sum(c.sign) filter (where c.established), 0)::integer,
    coalesce(sum(c.sign * c.claws) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.reliability is not null), 0)::integer,
    coalesce(sum(c.sign * c.reliability) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.security is not null), 0)::integer,
    coalesce(sum(c.sign * c.security) filter (where c.established), 0),
    coalesce(sum(c.sign) filter (where c.established and c.speed is not null), 0)::integer,
    coalesce(sum(c.sign * c.speed) filter (where c.established), 0),
    max(c.rated_at) filter (where c.sign = 1)
  from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
  group by c.skill_id
  order by c.skill_id;
end
$$;
comment on function private.sum_ratings is 'What ratings that are added and removed change in the aggregates of each skill, in the order of the skills. All sums of skill_stats are defined here, for counting and for checking.';

create function private.lock_stats(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- One generic plan for all calls: to plan for one id takes 0.1 ms, and to lock its row 0.03.
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  perform from public.skill_stats where skill_id = any (skills) order by skill_id for no key update;
end
$$;
comment on function private.lock_stats is 'Locks the aggregates of skills in the order of the ids, as all do that lock several, so that statements over many skills cannot deadlock.';

create function private.last_rated_at(skill uuid) returns timestamptz
language plpgsql stable set search_path = ''
-- One generic plan for all calls: the first entry of the index for each standing.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
begin
  return (
    select max(newest.updated_at)
    from unnest('{true,false}'::boolean[]) as t (established) cross join lateral (
      select r.updated_at from public.ratings as r
      where r.skill_id = skill and r.established = t.established and r.removed_at is null
      order by r.updated_at desc, r.id desc limit 1
    ) as newest
  );
end
$$;
comment on function private.last_rated_at is 'When a rating of a skill was last given or changed; null without ratings.';

create function private.stats_differences() returns table (skill_id uuid, stored jsonb, recomputed jsonb)
language sql stable set search_path = ''
as $$
  select stored.skill_id, to_jsonb(stored), to_jsonb(actual)
  from (
    select
      k.id as skill_id,
      jsonb_populate_record(null::private.stats_change, to_jsonb(s)) as sums,
      s.type,
      s as stats,
      (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      ) as months
    from public.skills as k left join public.skill_stats as s on s.skill_id = k.id
  ) as stored
  cross join lateral (
    select
      array(
        select private.counted_rating(r) from public.ratings as r where r.skill_id = stored.skill_id and r.removed_at is null
      ) as ratings,
      array[jsonb_populate_record(null::private.counted_rating, jsonb_build_object('skill_id', stored.skill_id))] as none
  ) as r
  cross join lateral (
    select
      -- With a rating that is added and removed: a skill without ratings has a row of zeros.
      (select change from private.sum_ratings(r.ratings || r.none, r.none) as change) as sums,
      (select case when k.retired_at is null then k.type end from public.skills as k where k.id = stored.skill_id) as type,
      private.derived_stats(stored.stats) as stats,
      (
        select jsonb_object_agg(m.month, m.counts)
        from (select c.month, array[count(*), sum(c.claws)] as counts from unnest(r.ratings) as c group by c.month) as m
      ) as months
  ) as actual
  where (stored.sums, stored.type, to_jsonb(stored.stats), stored.months)
    is distinct from (actual.sums, actual.type, to_jsonb(actual.stats), actual.months);
$$;
comment on function private.stats_differences is 'For admins: the skills whose stored aggregates differ from those computed from the ratings, or whose derived columns from their sums. Expected to be empty. Slow: it reads all ratings.';


-- sql/ratings/30_establishing.sql

-- How an agent becomes established by rating, and how its ratings then count.

create function private.needs_establishing(agent uuid) returns boolean
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read all columns. In plpgsql: Postgres plans a SQL function at each call.
as $$
begin
  return (
    select case
      when t.established_at is not null
        then exists (select from public.ratings as r where r.agent_id = agent and not r.established)
      else t.withdrawn_at is null and a.created_at <= now() - interval '7 days'
    end
    from public.agents as a left join private.standing as t on t.agent_id = a.id
    where a.id = agent
  );
end
$$;
comment on function private.needs_establishing is 'Whether the next rating of an agent may establish it, or marks more of its earlier ratings as established.';
grant execute on function private.needs_establishing to anon, authenticated, service_role;

create function private.lock_ratings(agent uuid) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: a lock on a row requires the privilege to update it.
as $$
begin
  perform from public.ratings where agent_id = agent order by id for no key update;
end
$$;
comment on function private.lock_ratings is 'Locks all ratings of an agent in the order of their ids, as a merge does. Lock the agent before.';

create function private.establish_raters(agents uuid[], rating_ids uuid[], skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may write neither standing nor the column.
as $$
declare
  -- So that no write takes longer than a second. An agent with more ratings needs several.
  maximum constant integer := 2000;
  candidates uuid[];
  established_agents uuid[];
  marked uuid[];
begin
  -- Of two statements of an agent, the second waits here, and sees the ratings of the first. Both have locked the agent before their
  -- ratings, less strongly.
  candidates := array(select a.id from public.agents as a where a.id = any (agents) order by a.id for no key update);
  insert into private.standing as t (agent_id, established_at)
  select c.id, now() from unnest(candidates) as c (id)
  where (
    select count(*) from (select from public.ratings as r where r.agent_id = c.id and r.removed_at is null limit 3) as rated
  ) = 3
  on conflict (agent_id) do update set established_at = excluded.established_at
  where t.established_at is null and t.withdrawn_at is null;
  established_agents := array(
    select t.agent_id from private.standing as t where t.agent_id = any (candidates) and t.established_at is not null
  );

  -- The new ratings and the newest of the others. SKIP LOCKED: a rating that an admin changes at the moment is marked by the next write.
  marked := array(
    select r.id from public.ratings as r
    where r.agent_id = any (established_agents) and not r.established and (
      r.id = any (rating_ids)
      or r.id in (
        select newest.id from public.ratings as newest
        where newest.agent_id = any (established_agents) and not newest.established
        order by newest.updated_at desc, newest.id desc
        limit maximum
      )
    )
    order by r.id
    for no key update skip locked
  );
  -- With the skills whose ratings the caller counts next, so that all are locked in order.
  perform private.lock_stats(skills || array(select r.skill_id from public.ratings as r where r.id = any (marked)));
  update public.ratings as r set established = true where r.id = any (marked);
end
$$;
comment on function private.establish_raters is 'Establishes those of the agents, which need it and have just rated, that have rated 3 skills, and marks the given ratings and the newest 2,000 of their others as established.';


-- sql/ratings/40_totals.sql

-- How many skills, ratings and agents there are: GET /api/stats.

create table private.totals (
  is_only boolean primary key default true,
  skills bigint not null default 0,
  ratings bigint not null default 0,
  agents bigint not null default 0,
  counted_at timestamptz not null default '-infinity',
  constraint totals_one_row check (is_only)
);
comment on table private.totals is 'One row: the totals as they were last counted.';
comment on column private.totals.skills is 'Number of skills that are not retired.';
comment on column private.totals.ratings is 'Number of ratings that are not removed.';

grant select on private.totals to anon, authenticated;

create function private.count_totals() returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write the totals.
as $$
begin
  if not exists (select from private.totals) then
    insert into private.totals default values on conflict do nothing;
  end if;
  -- A GET request to the Data API cannot write: it returns what is stored.
  if current_setting('transaction_read_only') = 'on' then
    return;
  end if;
  -- SKIP LOCKED: while one call counts, the others return what is stored.
  perform from private.totals where counted_at < clock_timestamp() - interval '60 seconds' for update skip locked;
  if found then
    update private.totals set
      skills = (select count(*) from public.skills where retired_at is null),
      ratings = (select coalesce(sum(total_ratings), 0) from public.skill_stats),
      agents = (select count(*) from public.agents),
      counted_at = clock_timestamp()
    where is_only;
  end if;
end
$$;
comment on function private.count_totals is 'Counts the totals if they are more than 60 seconds old, so that no number of calls counts more often.';
grant execute on function private.count_totals to anon, authenticated;

create function public.get_stats() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.count_totals();
  return (select json_build_object('total_skills', skills, 'total_ratings', ratings, 'total_agents', agents) from private.totals);
end
$$;
comment on function public.get_stats is 'GET /api/stats: the number of skills that are not retired, of ratings and of agents, at most 60 seconds old.';
grant execute on function public.get_stats to anon, authenticated;


-- sql/ratings/50_rating_triggers.sql

-- The triggers of public.ratings: which ratings are accepted, and how they are counted.

create function private.lock_hidden(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform from public.skills as s
  where s.id in (select r.skill_id from public.ratings as r where r.agent_id = agent and r.commentary_hidden_at is not null)
  order by s.id for key share;
end
$$;
comment on function private.lock_hidden is 'Locks the skills of which an agent has ratings with a hidden commentary: see private.keep_hidden_ratings.';

create function private.lock_caller() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: callers may lock neither agents nor skills, and not read hidden commentaries.
as $$
declare
  agent uuid := private.current_agent_id();
begin
  perform from public.agents where id = agent for key share;
  if tg_op = 'DELETE' then
    perform private.lock_hidden(agent);
  end if;
  return null;
end
$$;
comment on function private.lock_caller is 'Locks the calling agent before any of its ratings: the order in which the functions of admins take these locks.';

create trigger lock_caller before update or delete on public.ratings
  for each statement when (current_user in ('anon', 'authenticated')) execute function private.lock_caller();

-- Postgres runs the triggers of a row in the order of their names, so these begin with a number. First, before anything is locked for
-- a new row:
create trigger before_1_count_written_row before insert or update or delete on public.ratings
  for each row when (current_user in ('anon', 'authenticated')) execute function private.count_written_row();

create function private.log_replaced_rating(rating public.ratings, replacement uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- That of a suspended agent was not removed for what it says.
  if rating.removal_cause = 'removed' then
    perform admin.log_action(
      'replace_removed_rating', rating.skill_id, rating.id, rating.agent_id,
      details => jsonb_build_object(
        'replaced_by', replacement, 'claws', rating.claws,
        'commentary', coalesce(rating.commentary, (select h.commentary from private.hidden_commentaries as h where h.rating_id = rating.id))
      )
    );
  end if;
end
$$;
comment on function private.log_replaced_rating is 'Logs a rating that an admin removed and that gives way to another by its agent: admin.restore_ratings says so.';

create function private.accept_rating() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  standing private.standing;
  retired timestamptz;
  earlier public.ratings;
begin
  -- The agent, then the skill, then ratings, then aggregates: the order in which all functions take these locks.
  perform from public.agents where id = new.agent_id for key share;
  -- Each change of standing by an admin locks the agent, too.
  select * into standing from private.standing as t where t.agent_id = new.agent_id;
  if standing.suspended_at is not null then
    -- It was suspended while its request was running.
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
  new.established := standing.established_at is not null;

  -- Waits for an admin who retires or merges the skill.
  select s.retired_at into retired from public.skills as s where s.id = new.skill_id for key share;
  if retired is not null then
    raise sqlstate 'PT410' using message = 'skill_retired';
  end if;

  -- A removed rating gives way to a new one, and hands on that its commentary is hidden.
  select * into earlier from public.ratings as r
  where (r.skill_id, r.agent_id) = (new.skill_id, new.agent_id) and r.removed_at is not null
  for update;
  if not found then
    return new;
  end if;
  perform private.log_replaced_rating(earlier, new.id);
  delete from public.ratings as r where r.id = earlier.id;
  if earlier.commentary_hidden_at is not null then
    new.commentary_hidden_at := earlier.commentary_hidden_at;
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    perform private.log_hidden_commentary(new);
    new.commentary := null;
  end if;
  return new;
end
$$;
comment on function private.accept_rating is 'Locks the agent and the skill of a new rating, so that neither is deleted, the skill is not retired and the standing does not change; sets what the service decides. Raises PT401 if the agent is suspended, PT410 if the skill is retired.';

create trigger before_2_accept_rating before insert on public.ratings
  for each row when (new.removed_at is null) execute function private.accept_rating();

create function private.log_hidden_commentary(rating public.ratings) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform admin.log_action(
    'replace_hidden_commentary', rating.skill_id, rating.id, rating.agent_id,
    details => jsonb_build_object('commentary', rating.commentary)
  );
end
$$;
comment on function private.log_hidden_commentary is 'Logs a commentary that was hidden when its agent wrote it.';

create function private.keep_commentary_hidden() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hidden private.hidden_commentaries;
begin
  if old.commentary_hidden_at is null then
    insert into private.hidden_commentaries (rating_id, commentary) values (new.id, new.commentary);
    new.commentary := null;
  elsif new.commentary_hidden_at is null then
    delete from private.hidden_commentaries as h where h.rating_id = new.id returning h.commentary into new.commentary;
  else
    select * into hidden from private.hidden_commentaries as h where h.rating_id = new.id;
    -- An admin who corrects the time does not write a text.
    if new.commentary_hidden_at = old.commentary_hidden_at and new.commentary is distinct from hidden.commentary then
      -- Otherwise private.replace_rating would treat the rating as identical.
      new.updated_at := greatest(clock_timestamp(), old.updated_at);
      if private.commentary_key(new.commentary) is distinct from private.commentary_key(hidden.commentary) then
        new.commentary_at := new.updated_at;
      end if;
      update private.hidden_commentaries as h set commentary = new.commentary where h.rating_id = new.id;
      perform private.log_hidden_commentary(new);
    end if;
    new.commentary := null;
  end if;
  return new;
end
$$;
comment on function private.keep_commentary_hidden is 'Moves the commentary when an admin hides or restores it, and keeps hidden what the agent writes in between; logs each version.';

-- Before the next one. Only if the statement sets one of the columns: an update of others does not change the hidden commentary.
create trigger before_2_keep_commentary_hidden before update of commentary, commentary_hidden_at on public.ratings
  for each row when (old.commentary_hidden_at is not null or new.commentary_hidden_at is not null)
  execute function private.keep_commentary_hidden();

create function private.replace_rating() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sent_row public.ratings := new;
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_raters sees rows only.
    return case when private.needs_establishing(new.agent_id) then new end;
  end if;
  if new.agent_id <> old.agent_id then
    new.established := exists (
      select from private.standing as t where t.agent_id = new.agent_id and t.established_at is not null
    );
  end if;

  -- What agents do not write: a merge and a corrected time do not set updated_at.
  sent_row.id := old.id;
  sent_row.skill_id := old.skill_id;
  sent_row.agent_id := old.agent_id;
  sent_row.created_at := old.created_at;
  sent_row.updated_at := old.updated_at;
  sent_row.commentary_at := old.commentary_at;
  if sent_row is not distinct from old then
    return new;
  end if;

  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  -- Compared like in admin.rating_bursts: a change of case or punctuation keeps the time of the text. The key takes time.
  if new.commentary is distinct from old.commentary
    and private.commentary_key(new.commentary) is distinct from private.commentary_key(old.commentary)
  then
    new.commentary_at := new.updated_at;
  end if;
  return new;
end
$$;
comment on function private.replace_rating is 'Sets updated_at and commentary_at of a replaced rating; skips an identical one.';

-- Not for a change of state.
create trigger before_3_replace_rating before update on public.ratings
  for each row when (
    (new.established, new.removed_at, new.commentary_hidden_at)
    is not distinct from (old.established, old.removed_at, old.commentary_hidden_at)
  )
  execute function private.replace_rating();

-- What a rating adds to the aggregates depends only on its row, so the triggers below can run in any order, also when one of them changes
-- ratings that another one of the same statement has not counted yet.

create function private.count_changed_ratings() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates.
as $$
declare
  added private.counted_rating[] := '{}';
  removed private.counted_rating[] := '{}';
  raters uuid[];
begin
  if tg_op <> 'DELETE' then
    added := array(select private.counted_rating(n::public.ratings) from new_rows as n where n.removed_at is null);
  end if;
  if tg_op <> 'INSERT' then
    removed := array(select private.counted_rating(o::public.ratings) from old_rows as o where o.removed_at is null);
  end if;
  -- An update only if an agent sent it, not an admin or a trigger. An upsert fires the triggers of both events, one of them without rows.
  if added <> '{}' and (tg_op = 'INSERT' or pg_trigger_depth() = 1 and private.request_key() is not null) then
    raters := array(
      select agent_id from (select distinct agent_id from new_rows) as r where private.needs_establishing(agent_id)
    );
    if raters <> '{}' then
      perform private.establish_raters(
        raters, array(select id from new_rows), array(select skill_id from unnest(added || removed))
      );
    end if;
  end if;
  -- To hide or restore a text keeps the time of the rating: it counts nothing, and locks nothing.
  if added <> removed then
    -- In a statement of its own, so that the next ones see what other transactions wrote before this one got the locks. A single new
    -- rating needs neither: the update locks its row, and adds to what it finds then.
    if removed <> '{}' or cardinality(added) > 1 then
      perform private.lock_stats(array(select skill_id from unnest(added || removed)));
    end if;
    update public.skill_stats as s set
      claws_1 = s.claws_1 + change.claws_1,
      claws_2 = s.claws_2 + change.claws_2,
      claws_3 = s.claws_3 + change.claws_3,
      claws_4 = s.claws_4 + change.claws_4,
      claws_5 = s.claws_5 + change.claws_5,
      reliability_count = s.reliability_count + change.reliability_count,
      reliability_sum = s.reliability_sum + change.reliability_sum,
      security_count = s.security_count + change.security_count,
      security_sum = s.security_sum + change.security_sum,
      speed_count = s.speed_count + change.speed_count,
      speed_sum = s.speed_sum + change.speed_sum,
      established_ratings = s.established_ratings + change.established_ratings,
      established_claws = s.established_claws + change.established_claws,
      established_reliability_count = s.established_reliability_count + change.established_reliability_count,
      established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
      established_security_count = s.established_security_count + change.established_security_count,
      established_security_sum = s.established_security_sum + change.established_security_sum,
      established_speed_count = s.established_speed_count + change.established_speed_count,
      established_speed_sum = s.established_speed_sum + change.established_speed_sum,
      last_rated_at = case
        when removed = '{}' or change.last_rated_at >= s.last_rated_at then greatest(s.last_rated_at, change.last_rated_at)
        else private.last_rated_at(s.skill_id)
      end
    from private.sum_ratings(added, removed) as change
    where s.skill_id = change.skill_id;

    insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
    select c.skill_id, c.month, sum(c.sign), sum(c.sign * c.claws)
    from (select 1 as sign, a.* from unnest(added) as a union all select -1, r.* from unnest(removed) as r) as c
    -- Those of a deleted skill are deleted with it.
    where exists (select from public.skills as s where s.id = c.skill_id)
    group by c.skill_id, c.month
    having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
    on conflict (skill_id, month) do update set
      total_ratings = m.total_ratings + excluded.total_ratings,
      claws_sum = m.claws_sum + excluded.claws_sum;
  end if;
  -- After all locks that can be waited for: see private.touch_key. An upsert calls this twice, for updated and for inserted rows, but
  -- private.accept_rating has locked its agents. Statements of triggers lock rows afterwards.
  if pg_trigger_depth() = 1 then
    perform private.touch_key();
  end if;
  return null;
end
$$;
comment on function private.count_changed_ratings is 'Adds the difference that new, changed and deleted ratings make to the aggregates of their skills; may establish their agents; records the use of the key. Additions commute, and the newest rating is read anew where one is removed: statements and triggers may run this in any order.';

-- A trigger with rows before and after the statement is for one event.
create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_rows
  for each statement execute function private.count_changed_ratings();
create trigger count_changed_ratings after update on public.ratings
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.count_changed_ratings();
create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_rows
  for each statement execute function private.count_changed_ratings();

create function private.keep_hidden_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.ratings (id, skill_id, agent_id, claws, established, removed_at, removal_cause, commentary_hidden_at)
  select o.id, o.skill_id, o.agent_id, o.claws, o.established, now(), 'deleted', o.commentary_hidden_at
  from old_rows as o
  where o.removed_at is null and o.commentary_hidden_at is not null
    -- Unless the skill or the agent is deleted, which deletes the rating as well.
    and exists (select from public.skills as s where s.id = o.skill_id)
    and exists (select from public.agents as a where a.id = o.agent_id);
  return null;
end
$$;
comment on function private.keep_hidden_ratings is 'Leaves a removed row without text and scores of each deleted rating whose commentary is hidden, so that the next rating of the skill by this agent is hidden, too: see private.accept_rating.';

create trigger keep_hidden_ratings after delete on public.ratings
  referencing old table as old_rows
  for each statement execute function private.keep_hidden_ratings();

create function private.delete_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.ratings where true;
  return null;
end
$$;
comment on function private.delete_ratings is 'Deletes the ratings before they are truncated, which counts them.';

create trigger delete_ratings before truncate on public.ratings
  for each statement execute function private.delete_ratings();


-- sql/ratings/60_rating_list.sql

-- The list of a skill's ratings: GET /api/skills/{id or slug}/ratings.

create function private.rating_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return array['newest', 'oldest', 'highest', 'lowest'];
comment on function private.rating_orders is 'The sort orders of the ratings of a skill.';
grant execute on function private.rating_orders to anon, authenticated;

-- A statement for each index and direction. Each merges the scans of a standing (ratings_of_skill, ratings_of_claws) or of a standing and
-- a number of claws (ratings_of_version), and each scan reads at most `max_rows` ratings. So no filter costs more for a skill with more
-- ratings. Ten scans read only the keys of ratings that are not on the page. Dynamic SQL would be planned at each call: 300 µs, as much as
-- the scans of a hundred ratings take.
create function private.ratings_in_order(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb, max_rows integer
) returns setof public.ratings
language plpgsql stable set search_path = ''
-- One generic plan for all calls: down the index.
set plan_cache_mode = force_generic_plan set max_parallel_workers_per_gather = 0
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  standings boolean[] := case when only_established is null then '{true,false}' else array[only_established] end;
  claws_counts smallint[] := case when only_claws is null then '{1,2,3,4,5}' else array[only_claws] end;
  after_time timestamptz := coalesce((after ->> 1)::timestamptz, case when oldest_first then '-infinity' else 'infinity' end::timestamptz);
  after_id uuid := coalesce(
    (after ->> 2)::uuid,
    case when oldest_first then '00000000-0000-0000-0000-000000000000' else 'ffffffff-ffff-ffff-ffff-ffffffffffff' end::uuid
  );
begin
  if not oldest_first and only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) < (after_time, after_id)
        order by o.updated_at desc, o.id desc limit max_rows
      ) as k
      order by k.updated_at desc, k.id desc limit max_rows
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif not oldest_first and only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit max_rows
    ) as r
    order by r.updated_at desc, r.id desc limit max_rows;
  elsif not oldest_first then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) < (after_time, after_id)
      order by o.updated_at desc, o.id desc limit max_rows
    ) as r
    order by r.updated_at desc, r.id desc limit max_rows;
  elsif only_version is not null then
    return query
    select r.*
    from (
      select k.id
      from unnest(standings) as t (established) cross join unnest(claws_counts) as c (claws) cross join lateral (
        select o.updated_at, o.id from public.ratings as o
        where o.skill_id = skill and o.version = only_version and o.established = t.established and o.claws = c.claws
          and o.removed_at is null and (o.updated_at, o.id) > (after_time, after_id)
        order by o.updated_at, o.id limit max_rows
      ) as k
      order by k.updated_at, k.id limit max_rows
    ) as page
    cross join lateral (select * from public.ratings as o where o.id = page.id offset 0) as r;
  elsif only_claws is not null then
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.claws = only_claws and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit max_rows
    ) as r
    order by r.updated_at, r.id limit max_rows;
  else
    return query
    select r.*
    from unnest(standings) as t (established) cross join lateral (
      select * from public.ratings as o
      where o.skill_id = skill and o.established = t.established and o.removed_at is null
        and (o.updated_at, o.id) > (after_time, after_id)
      order by o.updated_at, o.id limit max_rows
    ) as r
    order by r.updated_at, r.id limit max_rows;
  end if;
end
$$;
comment on function private.ratings_in_order is 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws, of all versions or one, by all agents, by established or by other ones.';
grant execute on function private.ratings_in_order to anon, authenticated;

create function private.scan_ratings(
  skill uuid, oldest_first boolean, only_claws integer, only_version text, only_established boolean, after jsonb,
  max_rows integer, bytes integer
) returns setof public.skill_ratings
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
#variable_conflict use_column
begin
  return query
  select
    r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
    r.established, r.agent_id, r.version, r.observed_calls, r.observed_failures
  from (
    -- octet_length does not read a long text.
    select *, sum(octet_length(commentary)) over (
      order by ordinality rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from private.ratings_in_order(
      skill, oldest_first, only_claws, only_version, only_established, after, max_rows
    ) with ordinality
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
  page_size integer := least(greatest(coalesce(p_limit, 100), 1), private.max_limit());
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
    'sort', private.choice_error(sort, private.rating_orders()),
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end,
    'version', coalesce(case when only_version = '' then 'must have 1 to 100 characters' end, private.version_error(only_version))
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''), only_version, chr(31) || p_established::text);
  after := private.decode_cursor(p_cursor, list, '{private.cursor_claws,private.cursor_time,private.cursor_uuid}');

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

  items := private.cut_page(array(select row_to_json(rating) from unnest(page[:page_size]) as rating));
  last := page[cardinality(items)];
  return json_build_object(
    'ratings', array_to_json(items),
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then
      private.encode_cursor(jsonb_build_array(last.claws, last.updated_at, last.id), list)
    end
  );
end
$$;
comment on function public.list_ratings is 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';
grant execute on function public.list_ratings to anon, authenticated;


-- sql/ratings/65_versions.sql

-- What ratings say of the versions of a skill: GET /api/skills/{id or slug}/versions, and the evidence for one version.

create function private.semantic_version_key(version text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  parts text[] := regexp_match(
    version, '^v?([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$'
  );
  -- A version has at most 100 characters.
  numbers text := lpad(parts[1], 100, '0') || lpad(parts[2], 100, '0') || lpad(parts[3], 100, '0');
begin
  -- A release follows its pre-releases, and ~ all their characters.
  if parts[4] is null then
    return numbers || '~';
  end if;
  return numbers || (
    -- A number precedes other identifiers, and a space all their characters.
    select string_agg(case when i.part ~ '^[0-9]+$' then '0' || lpad(i.part, 100, '0') else '1' || i.part end, ' ' order by i.ordinal)
    from string_to_table(parts[4], '.') with ordinality as i (part, ordinal)
  );
end
$$;
comment on function private.semantic_version_key is 'A text that sorts semantic versions (https://semver.org) in the collation C; null for another version.';

create function private.last_rated_version(skill uuid) returns text
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  return (
    with newest as materialized (
      select r.version, min(r.ordinal) as ordinal, private.semantic_version_key(r.version) as key
      from (
        select version, row_number() over (order by updated_at desc, id desc) as ordinal from public.ratings
        where skill_id = skill and established and version is not null and removed_at is null
        order by updated_at desc, id desc limit 100
      ) as r
      group by r.version
    )
    select n.version from newest as n
    -- If the newest has no semantic version, others cannot be compared with it.
    order by case when (select key from newest where ordinal = 1) is not null then n.key end collate "C" desc nulls last, n.ordinal
    limit 1
  );
end
$$;
comment on function private.last_rated_version is 'The last version that the 100 newest ratings of a skill by established agents with a version name: the highest semantic version, or that of the newest rating if it is none; null if there are none.';

create function private.evidence_for_versions(skills uuid[], versions text[]) returns json[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return array(
    select case when e.last_rated_at is not null or o.last_rated_at is not null then json_build_object(
      'version', v.version,
      'established_ratings', e.ratings,
      'established_mean', private.established_mean(e.ratings, e.claws),
      -- Of established agents if there are any: no new account makes old evidence look recent.
      'last_rated_at', coalesce(e.last_rated_at, o.last_rated_at)
    ) end
    from unnest(skills, versions) with ordinality as v (skill, version, ordinal)
    cross join lateral (
      select
        coalesce(sum(n.ratings), 0)::integer as ratings, sum(n.ratings * c.claws)::bigint as claws,
        max(n.last_rated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select count(*) as ratings, max(r.updated_at) as last_rated_at
        from (
          select updated_at from public.ratings
          where skill_id = v.skill and version = v.version and established and claws = c.claws and removed_at is null
          order by updated_at desc, id desc limit 1000
        ) as r
      ) as n
    ) as e
    cross join lateral (
      select max(r.updated_at) as last_rated_at
      from generate_series(1, 5) as c (claws) cross join lateral (
        select updated_at from public.ratings
        where skill_id = v.skill and version = v.version and not established and claws = c.claws and removed_at is null
        order by updated_at desc, id desc limit 1
      ) as r
    ) as o
    order by v.ordinal
  );
end
$$;
comment on function private.evidence_for_versions is 'For each of these skills, what established agents say of this version of it, compared as text, with at most the 1,000 newest ratings of each number of claws; null if no rating names it.';

create function public.list_skill_versions(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  max_read constant integer := 10000;
  max_versions constant integer := 50;
  skill uuid := private.resolve_skill(p_skill);
begin
  return (
    with by_established as materialized (
      select version, claws, observed_calls, observed_failures, updated_at from public.ratings
      where skill_id = skill and established and version is not null and removed_at is null
      order by updated_at desc, id desc limit max_read
    ),
    by_others as (
      select version, updated_at from public.ratings
      where skill_id = skill and not established and version is not null and removed_at is null
      -- What the others leave: new accounts can hide no evidence.
      order by updated_at desc, id desc limit max_read - (select count(*) from by_established)
    ),
    rating as (
      select version, true as established, claws, observed_calls, observed_failures, updated_at from by_established
      union all
      select version, false, null, null, null, updated_at from by_others
    ),
    version_counts as (
      select
        version,
        count(*) as total_ratings,
        count(*) filter (where established) as established_ratings,
        sum(claws) as established_claws,
        -- As in private.evidence_of: at most 1,000 calls of each rating, and only with the number of failures.
        coalesce(sum(least(observed_calls, 1000)) filter (where observed_failures is not null), 0) as observed_calls,
        coalesce(
          round(sum(observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0))), 0
        ) as observed_failures,
        max(updated_at) as last_rated_at,
        max(updated_at) filter (where established) as last_established_at
      from rating
      group by version
    ),
    listed_version as (
      select * from version_counts
      -- Ratings by others of old versions cannot displace those with newer evidence.
      order by last_established_at desc nulls last, last_rated_at desc limit max_versions
    )
    select json_build_object('versions', coalesce(
      json_agg(
        json_build_object(
          'version', version,
          'total_ratings', total_ratings,
          'established_ratings', established_ratings,
          'established_mean', private.established_mean(established_ratings::integer, established_claws),
          'observed_calls', observed_calls,
          'observed_failures', observed_failures,
          'last_rated_at', last_rated_at
        )
        order by established_ratings > 0 desc, last_rated_at desc, private.semantic_version_key(version) collate "C" desc nulls last,
          version collate "C" desc
      ),
      '[]'
    ))
    from listed_version
  );
end
$$;
comment on function public.list_skill_versions is 'GET /api/skills/{id or slug}/versions: the versions that the 10,000 newest ratings of a skill name, at most 50: those with ratings by established agents first, then the last rated. Ratings by established agents are read first. Raises PT404.';

grant execute on function private.semantic_version_key, private.last_rated_version, private.evidence_for_versions
  to anon, authenticated;
grant execute on function public.list_skill_versions to anon, authenticated;


-- sql/ratings/70_rating_feed.sql

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
          where skill_id = skill and commentary is not null and removed_at is null
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


-- sql/ratings/80_submit_rating.sql

-- How agents rate: POST /api/ratings, and their own rating of a skill.

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
  agent uuid := private.require_agent();
  skill uuid;
  created boolean;
  previous public.ratings;
  last_failure text;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  clean_version := nullif(private.clean_text(p_version, 100), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', private.sub_score_error(p_reliability),
    'security', private.sub_score_error(p_security),
    'speed', private.sub_score_error(p_speed),
    'commentary', private.text_error(clean_commentary, 0, 10000),
    'version', private.version_error(clean_version),
    'observed_calls', private.use_count_error(p_observed_calls),
    'observed_failures', coalesce(private.use_count_error(p_observed_failures), case
      when p_observed_failures is not null and p_observed_calls is null then 'requires observed_calls'
      when private.use_count_error(p_observed_calls) is null and p_observed_failures > p_observed_calls
        then 'must not be greater than observed_calls'
    end)
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
      returning r.xmax = 0 into created;
      exit;
    exception
      when foreign_key_violation or insufficient_privilege or deadlock_detected or sqlstate 'PT410' then
        -- The key was revoked, the skill deleted, retired or merged, or the previous rating removed in the meantime. Then the next try has
        -- another result.
        if last_failure = sqlstate || skill then
          raise;
        end if;
        last_failure := sqlstate || skill;
        perform private.require_agent();
        skill := private.find_skill(p_skill_id, clean_name);
    end;
  end loop;

  return json_build_object(
    -- Null if private.replace_rating skipped an identical rating.
    'created', coalesce(created, false),
    -- A hidden commentary is not in the table: to its agent, the rating has none.
    'removed', array_remove(array[
      case when previous.commentary is not null and clean_commentary is null then 'commentary' end,
      case when previous.reliability is not null and p_reliability is null then 'reliability' end,
      case when previous.security is not null and p_security is null then 'security' end,
      case when previous.speed is not null and p_speed is null then 'speed' end,
      case when previous.version is not null and clean_version is null then 'version' end,
      case when previous.observed_calls is not null and p_observed_calls is null then 'observed_calls' end,
      case when previous.observed_failures is not null and p_observed_failures is null then 'observed_failures' end
    ], null),
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.skill_id = skill and r.agent_id = agent),
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

create function public.delete_own_rating(p_skill text) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  agent uuid := private.require_agent();
  skill uuid;
begin
  loop
    skill := private.resolve_skill(p_skill);
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


-- sql/ratings/90_skill_orders.sql

-- The sort orders of the catalogue. Lists page through them by keyset pagination: a position is a JSON array of a skill's sort keys and
-- its id, and a page has the skills after a position. Each order has one index, led by the type.

create function private.skill_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return array['top', 'rating', 'most_rated'] || private.sub_scores() || array['newest', 'name'];
comment on function private.skill_orders is 'The sort orders of the catalogue.';

create function private.cursor_types(sort text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when sort = 'top' or sort = any (private.sub_scores()) then '{bigint,private.cursor_uuid}'
    when sort in ('rating', 'most_rated') then '{bigint,bigint,private.cursor_uuid}'
    when sort = 'newest' then '{private.cursor_time,private.cursor_uuid}'
    when sort = 'name' then '{private.cursor_text,private.cursor_uuid}'
  end;
end
$$;
comment on function private.cursor_types is 'The types of the parts of a position in an order.';

create function private.scan_in_order(sort text, types text[], after jsonb, max_rows integer) returns uuid[]
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
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.score desc, k.skill_id desc limit max_rows
      );
    when 'rating' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.avg_tenths, s.total_ratings, s.skill_id from public.skill_stats as s
          where s.type = t.type
            and (s.avg_tenths, s.total_ratings, s.skill_id)
              < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.avg_tenths desc, s.total_ratings desc, s.skill_id desc limit max_rows
        ) as k
        order by k.avg_tenths desc, k.total_ratings desc, k.skill_id desc limit max_rows
      );
    when 'most_rated' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.total_ratings, s.score, s.skill_id from public.skill_stats as s
          where s.type = t.type
            and (s.total_ratings, s.score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::bigint, (after ->> 2)::uuid)
          order by s.total_ratings desc, s.score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.total_ratings desc, k.score desc, k.skill_id desc limit max_rows
      );
    when 'reliability' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.reliability_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.reliability_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.reliability_score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.reliability_score desc, k.skill_id desc limit max_rows
      );
    when 'security' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.security_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.security_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.security_score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.security_score desc, k.skill_id desc limit max_rows
      );
    when 'speed' then
      return array(
        select k.skill_id from unnest(types) as t (type) cross join lateral (
          select s.speed_score, s.skill_id from public.skill_stats as s
          where s.type = t.type and (s.speed_score, s.skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
          order by s.speed_score desc, s.skill_id desc limit max_rows
        ) as k
        order by k.speed_score desc, k.skill_id desc limit max_rows
      );
    when 'newest' then
      return array(
        select k.id from unnest(types) as t (type) cross join lateral (
          select s.created_at, s.id from public.skills as s
          where s.type = t.type and s.retired_at is null
            and (s.created_at, s.id) < ((after ->> 0)::timestamptz, (after ->> 1)::uuid)
          order by s.created_at desc, s.id desc limit max_rows
        ) as k
        order by k.created_at desc, k.id desc limit max_rows
      );
    when 'name' then
      return array(
        select k.id from unnest(types) as t (type) cross join lateral (
          select s.name_key, s.id from public.skills as s
          where s.type = t.type and s.retired_at is null
            and (s.name_key, s.id) > ((after ->> 0)::text, (after ->> 1)::uuid)
          order by s.name_key, s.id limit max_rows
        ) as k
        order by k.name_key, k.id limit max_rows
      );
  end case;
end
$$;
comment on function private.scan_in_order is 'The skills of some types that follow a position (null: all) in an order.';

create function private.sort_matches(sort text, matches uuid[], after jsonb, max_rows integer) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan
-- Without index scans, which read a page for each match: bitmaps sort 6,500 of 22,000 skills in 7 ms for 15 with 32 MB of shared_buffers.
set enable_seqscan = off set enable_indexscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- The position, which is not read for each match.
  after_first constant bigint := after ->> 0;
  after_second constant bigint := case when sort in ('rating', 'most_rated') then after ->> 1 end;
  after_id constant uuid := after ->> -1;
begin
  return array(
    select s.skill_id
    from public.skill_stats as s
    cross join lateral (
      select
        case sort
          when 'top' then s.score when 'rating' then s.avg_tenths when 'most_rated' then s.total_ratings
          when 'reliability' then s.reliability_score when 'security' then s.security_score when 'speed' then s.speed_score
        end as first_key,
        case sort when 'rating' then s.total_ratings when 'most_rated' then s.score end as second_key
    ) as k
    where s.skill_id = any (matches) and (after_id is null or case
      when k.second_key is null then (k.first_key, s.skill_id) < (after_first, after_id)
      else (k.first_key, k.second_key, s.skill_id) < (after_first, after_second, after_id)
    end)
    order by k.first_key desc, k.second_key desc, s.skill_id desc
    limit max_rows
  );
end
$$;
comment on function private.sort_matches is 'As private.scan_in_order, of these skills, in an order by ratings.';

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

grant execute on function
  private.skill_orders, private.cursor_types, private.scan_in_order, private.sort_matches, private.position_in_order
  to anon, authenticated;


-- sql/ratings/95_skill_list.sql

-- The list of skills: GET /api/skills without `search`.

create view private.listed_skills with (security_invoker = true) as
select
  s.id,
  s.json_start,
  st.json_ratings || st.sub_scores || ',"last_rated_at":' || coalesce(to_json(st.last_rated_at)::text, 'null') as json_ratings,
  s.json_end
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.listed_skills is 'The JSON of skills as items of a list, in three parts. The time zone must be UTC.';
grant select on private.listed_skills to anon, authenticated;

create function private.skill_items(page uuid[], matches jsonb[], out items text, out count bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  select string_agg(json_start || json_ratings || json_end, ','), count(*)
  into items, count
  from (
    -- 4 for the header of each JSON value. octet_length does not read a long text.
    select s.*, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
      rows between unbounded preceding and 1 preceding
    ) as bytes_before
    from unnest(page) with ordinality as p (skill, ordinal)
    -- Read one after the other, so the order of the page is kept without a sort.
    cross join lateral (
      select
        json_start, json_ratings || coalesce(',"matched":' || matches[p.ordinal]::text, '') as json_ratings, json_end
      from private.listed_skills where id = p.skill
      offset 0
    ) as s
  ) as item
  where coalesce(bytes_before, 0) < private.page_bytes();
end
$$;
comment on function private.skill_items is 'The JSON of skills as items of a list, in the order of the page, and how many fit into private.page_bytes. Each may have a match. The time zone must be UTC.';
grant execute on function private.skill_items to anon, authenticated;

create function public.list_skills(
  p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Only a search has relevance.
  sort constant text := coalesce(nullif(p_sort, 'relevance'), 'top');
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), private.max_limit());
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), '');
  after jsonb;
  skills uuid[];
begin
  -- Asked first, because most calls are valid.
  if p_type <> all (private.skill_types()) or sort <> all (private.skill_orders()) then
    perform private.validate(
      'type', private.choice_error(p_type, private.skill_types()),
      'sort', private.choice_error(sort, '{relevance}' || private.skill_orders())
    );
  end if;
  if p_cursor is not null then
    after := private.decode_cursor(p_cursor, list, private.cursor_types(sort));
  end if;
  -- One skill more shows whether there is another page.
  skills := private.scan_in_order(sort, types, after, max_skills + 1);

  if max_skills <= 20 then
    -- So few fit into a page, however long they are. A list of 10 takes less time without a running sum.
    return '{"skills" : [' || coalesce((
      select string_agg((select json_start || json_ratings || json_end from private.listed_skills where id = p.skill), ',')
      from unnest(skills[:max_skills]) as p (skill)
    ), '') || (
      '], "count" : ' || cardinality(skills[:max_skills])
      || ', "next_cursor" : ' || coalesce(to_json(case
        when cardinality(skills) > max_skills
          then private.encode_cursor(private.position_in_order(sort, skills[max_skills]), list)
      end)::text, 'null')
      || ', "did_you_mean" : null, "suggestions" : []}'
    );
  end if;
  return (
    -- In parentheses, so that the items are copied only twice.
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "next_cursor" : ' || coalesce(to_json(case
          when cardinality(skills) > count then private.encode_cursor(private.position_in_order(sort, skills[count]), list)
        end)::text, 'null')
        || ', "did_you_mean" : null, "suggestions" : []}'
      )
    from (
      -- As private.skill_items: to copy the items as part of a record costs a tenth of a list of 100.
      select string_agg(json_start || json_ratings || json_end, ',') as items, count(*) as count
      from (
        select s.*, sum(octet_length(json_start) + octet_length(json_ratings) + octet_length(json_end) + 4) over (
          rows between unbounded preceding and 1 preceding
        ) as bytes_before
        from unnest(skills[:max_skills]) as p (skill)
        cross join lateral (
          select json_start, json_ratings, json_end from private.listed_skills where id = p.skill offset 0
        ) as s
      ) as item
      where coalesce(bytes_before, 0) < private.page_bytes()
    ) as p
  );
end
$$;
comment on function public.list_skills is 'GET /api/skills without `search`: a page of the catalogue, at most private.max_limit skills and about private.page_bytes. Raises PT400.';
grant execute on function public.list_skills to anon, authenticated;


-- sql/search/10_documents.sql

-- The documents of the search: the words of each skill, and those of a search.

create table private.skill_documents (
  skill_id uuid primary key references public.skills on delete cascade,
  type text not null,
  name_key text collate "C" not null,
  name_words integer not null,
  words tsvector not null,
  text_score real not null default 0,
  quality bigint not null default 3000000000000,
  is_proven boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table private.skill_documents is 'The words of each skill that is not retired, for search; written by triggers on public.skills.';
comment on column private.skill_documents.words is 'Words of the name (A) and their stems (B), of the description (C) and their stems (D); and marks, which begin with ~ and are no words: of the type, and private.document_marks.';
comment on column private.skill_documents.text_score is 'What the text of the skill adds to its relevance, whatever is searched: private.text_score.';
comment on column private.skill_documents.quality is 'What the ratings of the skill add to its relevance: private.quality.';
comment on column private.skill_documents.is_proven is 'Whether it has enough established ratings: private.is_proven. A search for common words finds these first; so do corrections and suggestions, because anyone can submit names.';
comment on column private.skill_documents.created_at is 'When the skill was submitted, for a search in the order newest.';
-- Ratings change the quality: there is space for another version of a row of 1 kB on the page, and no index has it, so the update touches no
-- index.
alter table private.skill_documents set (fillfactor = 80);
-- 300 gives the 3,000 most common words to private.common_words (default: 1,000).
alter table private.skill_documents alter column words set statistics 300;
grant select on private.skill_documents to anon, authenticated;
-- fastupdate = off: each search would also scan the list of pending entries.
create index skill_documents_words on private.skill_documents using gin (words) with (fastupdate = off);
create index skill_documents_proven_words on private.skill_documents using gin (words) with (fastupdate = off) where is_proven;

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

create function private.parts(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return regexp_match(word collate pg_catalog.pg_c_utf8, '^([[:alpha:]]{2,})2([[:alpha:]]{2,})$');
end
$$;
comment on function private.parts is 'Both words of one like html2pdf, which stands for html to pdf; null for other words.';

create function private.word_query(word text, suffix text default '', typed text default null) returns tsquery
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  query tsquery := private.term(private.stem(word), suffix);
  parts constant text[] := case when word like '%2%' then private.parts(word) end;
begin
  if parts is not null then
    query := query || (private.term(private.stem(parts[1]), suffix) && private.term(private.stem(parts[2]), suffix));
  end if;
  return case when typed is null then query else query || private.word_query(typed, suffix) end;
end
$$;
comment on function private.word_query is 'A query for a word and its inflections, or both of its private.parts, or what was typed for it; the suffix restricts it to weights.';

create function private.join_words(folded text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return left(regexp_replace(folded collate pg_catalog.pg_c_utf8, '[^[:alnum:]]+', '', 'g'), 64);
end
$$;
comment on function private.join_words is 'The letters and digits of a folded text, as one word.';

create function private.mark(name text) returns text
language sql immutable strict parallel safe set search_path = ''
return '''~' || name || '''';
comment on function private.mark is 'The text of a mark, as a query and as a tsvector. Documents have marks beside their words, so that the index finds those that pass a filter.';

create function private.any_of(queries tsquery[]) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  whole tsquery;
  one tsquery;
begin
  foreach one in array queries loop
    whole := coalesce(whole || one, one, whole);
  end loop;
  return whole;
end
$$;
comment on function private.any_of is 'The query for what matches any of the queries that are not null; null if there are none.';

create function private.all_of(queries tsquery[]) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  whole tsquery;
  one tsquery;
begin
  foreach one in array queries loop
    whole := coalesce(whole && one, one, whole);
  end loop;
  return whole;
end
$$;
comment on function private.all_of is 'The query for what matches all queries that are not null; null if there are none.';

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
  -- foo-bar also as foobar, @scope/foo-bar as scopefoobar and foobar, Foo Bar MCP as foobarmcp.
  if folded ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]' then
    words := words || array(
      select private.join_words(part)
      from (
        select folded as part
        union all
        select unnest(array[part, substring(part from '[^/]*$')]) from string_to_table(folded, ' ') as part
        where part ~ '[[:alnum:]][^[:alnum:]]+[[:alnum:]]'
      ) as parts
    );
  end if;
  return array_remove(words, '');
end
$$;
comment on function private.name_words is 'The words of a name: as written, split where the case changes, and joined.';

create function private.with_parts(words text[]) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return words || array(
    select part from unnest(words) as word cross join lateral unnest(private.parts(word)) as part where word like '%2%'
  );
end
$$;
comment on function private.with_parts is 'The words and their private.parts.';

create function private.document_words(name text, description text) returns tsvector
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  in_name text[] := private.with_parts(private.name_words(name));
  in_text text[] := private.with_parts(private.split_words(private.fold_text(description), true));
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

create function private.text_score(words tsvector) returns real
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- The skill says that it is for agents, who search here.
  agent_boost constant float8 := 4;
  agent_words constant tsquery := $q$'mcp' | 'agent' | 'claud' | 'llm' | 'ai'$q$;
  -- What a text loses that has e times as many words as a short one.
  length_malus constant float8 := 0.75;
  short_text constant float8 := 10;
begin
  return case when words @@ agent_words then agent_boost else 0 end
    - length_malus * ln(greatest(length(words), short_text) / short_text);
end
$$;
comment on function private.text_score is 'What the words of a skill add to its relevance, whatever is searched: more if they say that it is for agents, less if they are many.';

create function private.document_count() returns float8
language plpgsql stable set search_path = ''
as $$
declare
  -- The estimate of the last vacuum or analyze. A catalogue without one is small, and is counted.
  estimate constant float8 := (
    select reltuples from pg_catalog.pg_class where oid = 'private.skill_documents'::pg_catalog.regclass
  );
begin
  if estimate > 0 then
    return estimate;
  end if;
  return (select count(*) from (select from private.skill_documents limit 1000) as documents);
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
      select word, min(ordinal) as ordinal, coalesce(ts_lexize('pg_catalog.english_stem', word) = '{}', false) as is_stop_word
      from unnest(words) with ordinality as w (word, ordinal)
      group by word
      order by ordinal
      -- Longer searches are truncated to bound their cost.
      limit 50
    )
    select array_agg(word order by ordinal) from word where not is_stop_word or (select bool_and(is_stop_word) from word)
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

create function private.type_marks(types text[]) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case
    when not types @> private.skill_types()
      then coalesce(private.any_of(array(select private.mark(type)::tsquery from unnest(types) as type)), private.mark('')::tsquery)
  end;
end
$$;
comment on function private.type_marks is 'The query for documents of some types; null for all. That of no type matches nothing.';

create function private.find_documents(
  query tsquery, most integer, frequency float8, mark tsquery default null, expected float8 default null
) returns tid[]
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- The index of all documents reads all postings of a word before the limit counts.
  common constant float8 := 5000;
  is_common constant boolean := coalesce(frequency > common, false);
  -- Common words that seldom meet: all documents with them are read, but not the index of the proven ones.
  is_seldom constant boolean := coalesce(is_common and expected < 2 * most, false);
  proven tid[] := '{}';
  short_ones tid[];
  long_ones tid[];
  found bigint;
begin
  if query is null then
    return null;
  end if;
  -- In the query, so that the index does not read the documents without the mark.
  query := coalesce(query && mark, query);
  if is_common and not is_seldom then
    proven := array(
      select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit most
    );
    if cardinality(proven) = most then
      return proven;
    end if;
  end if;
  select
    proven || array_agg(d.ctid) filter (where comes_first), array_agg(d.ctid) filter (where not comes_first and not is_long),
    array_agg(d.ctid) filter (where not comes_first and is_long), count(*)
  into proven, short_ones, long_ones, found
  from (
    select
      d.ctid, is_seldom and d.is_proven as comes_first,
      -- Postgres keeps the words of a long document apart, or compressed, and a search takes ten times as long to read them.
      pg_column_size(d.words) > 2000 or pg_column_compression(d.words) is not null as is_long
    from private.skill_documents as d
    where d.words @@ query and (is_seldom or not (is_common and d.is_proven))
    limit case when is_seldom then 2 * most else most - cardinality(proven) end
  ) as d;
  if is_seldom and found = 2 * most then
    -- They meet often.
    return private.find_documents(query, most, frequency);
  end if;
  return (proven || short_ones || long_ones[:most / 10])[:most];
end
$$;
comment on function private.find_documents is 'Up to a maximum of documents that match a query, and have the marks of another if it is given, by ctid, which is faster than by id and does not change within a snapshot. If words are so frequent that the maximum leaves most of them out, the proven ones come first; `expected` documents have all of the words. At most a tenth of the maximum are long documents, apart from proven ones.';


-- sql/search/20_vocabulary.sql

-- The vocabulary: the distinct words of all documents, and their document frequencies.

create table private.vocabulary (
  word text collate "C" primary key,
  deletions integer[] not null
);
comment on table private.vocabulary is 'The words that skills contain or contained, for spelling correction; written by a trigger on public.skills and private.load_vocabulary.';
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
  where i <= char_length(word) and j < greatest(i, 1) and (i = 0 or most > 0) and (j = 0 or char_length(word) > 5 and most > 1);
end
$$;
comment on function private.deletions is 'Each word with the hashes of its first letters: as they are, with one deleted unless `most` is 0, and with two deleted if it is 2.';

create table private.common_words (
  word text collate "C" primary key,
  share real not null,
  analyzed_at timestamptz not null
);
comment on table private.common_words is 'The 3,000 most common words and stems of the documents, copied from pg_stats, which takes a search longer to read; written by private.load_common_words.';
comment on column private.common_words.share is 'The share of the documents that contain the word, as the last analyze estimated it.';
comment on column private.common_words.analyzed_at is 'The time of that analyze, the same in all rows.';
grant select on private.common_words to anon, authenticated;

create function private.load_common_words() returns void
language plpgsql volatile set search_path = ''
as $$
declare
  documents constant oid := 'private.skill_documents'::pg_catalog.regclass;
  last_analyze constant timestamptz := greatest(
    pg_stat_get_last_analyze_time(documents), pg_stat_get_last_autoanalyze_time(documents)
  );
begin
  if last_analyze is null or last_analyze = (select analyzed_at from private.common_words limit 1)
    -- Another submission loads them.
    or not pg_try_advisory_xact_lock(hashtext('private.load_common_words'))
  then
    return;
  end if;
  delete from private.common_words where true;
  insert into private.common_words (word, share, analyzed_at)
  select c.word, c.share, last_analyze
  from pg_catalog.pg_stats as s
  -- No word contains a space. The frequencies end with the least, the greatest and that of null.
  cross join lateral unnest(
    string_to_array(array_to_string(s.most_common_elems, ' '), ' '), s.most_common_elem_freqs
  ) as c (word, share)
  where s.schemaname = 'private' and s.tablename = 'skill_documents' and s.attname = 'words' and c.word is not null;
end
$$;
comment on function private.load_common_words is 'Copies the most common words, if an analyze has found others. Each submission calls it.';

create function private.prefix_term(prefix text) returns tsquery
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- For a prefix, the index reads the posting lists of all words that begin with it. A prefix with more words than this is expanded.
  max_words constant integer := 1000;
  expanded_words constant integer := 16;
  words text[] := array(
    select v.word from private.vocabulary as v
    where v.word >= prefix collate "C" and v.word < (prefix || chr(1114111)) collate "C"
    order by v.word
    limit max_words + 1
  );
begin
  if cardinality(words) <= max_words then
    return private.term(prefix, ':*');
  end if;
  return private.any_of(array(
    select private.term(word)
    from (
      select v.word, c.share
      from private.common_words as c
      -- Not the stems.
      join private.vocabulary as v on v.word = c.word
      where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
      union all
      select word, 0 from unnest(words[:expanded_words]) as word
    ) as word_with_share
    group by word
    order by max(share) desc, word
    limit expanded_words
  ));
end
$$;
comment on function private.prefix_term is 'A prefix query for a word, for the index, which also matches stems. If more than 1,000 words of the vocabulary begin with it, it is expanded to 16 of them: the most common, then the first in order.';

create function private.beginning_frequency(prefix text, all_documents float8) returns float8
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Words that begin with it and are not common are counted, up to this.
  max_counted constant integer := 1000;
  of_common_words constant float8 := all_documents * (
    select sum(c.share) from private.common_words as c
    where c.word >= prefix collate "C" and c.word < (prefix || chr(1114111)) collate "C"
  );
begin
  return case
    when of_common_words >= max_counted then of_common_words
    else greatest(of_common_words, private.count_documents(private.prefix_term(prefix), max_counted))
  end;
end
$$;
comment on function private.beginning_frequency is 'About how many of all skills contain words that begin with a prefix: at least 1,000 if they are more.';

create function private.add_words(words text[]) returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
begin
  with entry as materialized (
    select e.word, e.deletion, is_crowded, row_number() over (partition by e.deletion order by e.word) as ordinal
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
  select word, coalesce(array_agg(deletion) filter (where not is_crowded and ordinal <= private.crowd()), '{}')
  from entry
  group by word
  order by word
  on conflict do nothing;
end
$$;
comment on function private.add_words is 'Adds words to the vocabulary.';

create function private.load_vocabulary() returns bigint
language plpgsql volatile set search_path = ''
as $$
declare
  words bigint;
begin
  -- Submissions wait, searches do not.
  lock table private.vocabulary in share row exclusive mode;
  perform private.load_common_words();
  delete from private.vocabulary where true;
  delete from private.crowded_deletions where true;
  with hashed as materialized (
    select w.word, w.ndoc, d.deletion, row_number() over (partition by d.deletion order by w.ndoc desc, w.word) as ordinal
    from ts_stat($q$select ts_filter(words, '{a,c}') from private.skill_documents$q$) as w (word, ndoc, nentry)
    cross join lateral (select deletion from private.deletions(array[w.word], 2)) as d
    where char_length(w.word) > 2
  ),
  crowded as (
    insert into private.crowded_deletions (deletion) select deletion from hashed where ordinal = private.crowd() + 1
  )
  insert into private.vocabulary (word, deletions)
  select word, coalesce(array_agg(deletion) filter (where ordinal <= private.crowd()), '{}')
  from hashed
  group by word
  -- A correction reads the first ones.
  order by max(ndoc) desc, word;
  get diagnostics words = row_count;
  return words;
end
$$;
comment on function private.load_vocabulary is 'Writes the vocabulary again: without the words that no skill contains any more, and so that the most common words have the hashes that are crowded. Copies the common words, too. Returns the number of words.';


-- sql/search/25_quality.sql

-- What the ratings of a skill add to its relevance, which its document keeps.

create function private.quality(score bigint, established_ratings integer) returns bigint
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- An unrated skill counts as 3 claws.
  neutral constant bigint := 3000000000;
  -- The score that new agents can reach is at most an eighth of a claw from neutral (private.bayesian_average). Within it, scores only
  -- decide between skills of the same relevance, so that no number of new accounts can buy a better one.
  free constant bigint := 125000000;
  -- The weight of evidence: benchmarks/results/search.md has the figures of others.
  evidence_weight constant float8 := 0.5;
  difference bigint := case score when 0 then 0 else score - neutral end;
begin
  return 1000 * neutral + round(
    sign(difference) * (1000 * greatest(abs(difference) - free, 0) + least(abs(difference), free))
    * (1 + evidence_weight * ln(1 + established_ratings::float8))
  )::bigint;
end
$$;
comment on function private.quality is 'What the ratings of a skill add to its relevance, in trillionths of a claw: how far its score in the order top (0 when unrated), in billionths, is from 3 claws, and more the more established ratings it has. Of as many of these, the better score has the better quality. A change must rewrite the column of private.skill_documents.';

create function private.is_proven(established_ratings integer) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return established_ratings >= 3;
end
$$;
comment on function private.is_proven is 'Whether a skill has as many established ratings as make a verdict.';

-- For searches, which run with the rights of their caller.
grant execute on function private.quality to anon, authenticated;

create function private.update_quality() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update private.skill_documents as d set
    quality = private.quality(new.score, new.established_ratings), is_proven = private.is_proven(new.established_ratings)
  where d.skill_id = new.skill_id;
  return null;
end
$$;
comment on function private.update_quality is 'Keeps the quality of a skill in its document, so that a search need not compute it for each candidate.';

create trigger update_quality after update on public.skill_stats
  for each row when ((new.score, new.established_ratings) is distinct from (old.score, old.established_ratings))
  execute function private.update_quality();

create function private.quality_differences() returns table (skill_id uuid, stored bigint, recomputed bigint)
language sql stable set search_path = ''
begin atomic
  select d.skill_id, d.quality, private.quality(s.score, s.established_ratings)
  from private.skill_documents as d join public.skill_stats as s on s.skill_id = d.skill_id
  where (d.quality, d.is_proven) <> (private.quality(s.score, s.established_ratings), private.is_proven(s.established_ratings));
end;
comment on function private.quality_differences is 'The documents whose quality, or is_proven, is not that of the ratings of their skill. No rows is the right answer.';


-- sql/search/30_indexing.sql

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
    -- Not for other columns, such as submitted_by: the words of a long description take milliseconds. The url is in a mark.
    edited := array(
      select n.id from new_skills as n join old_skills as o using (id)
      where (n.name, n.description, n.type, n.url, n.created_at, n.retired_at)
        is distinct from (o.name, o.description, o.type, o.url, o.created_at, o.retired_at)
    );
  end if;
  if edited = '{}' then
    return null;
  end if;

  -- Before the documents, in the order in which a rating locks both. A rating that waits for this changes the quality afterwards.
  perform private.lock_stats(edited);
  if tg_op = 'UPDATE' then
    delete from private.skill_documents
    where skill_id in (select id from new_skills where id = any (edited) and retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (
      skill_id, type, name_key, name_words, words, text_score, quality, is_proven, created_at
    )
    select
      s.id, s.type, s.name_key, regexp_count(s.name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'),
      w.words || private.mark(s.type)::tsvector || private.document_marks(s.id), private.text_score(w.words),
      private.quality(coalesce(st.score, 0), coalesce(st.established_ratings, 0)),
      private.is_proven(coalesce(st.established_ratings, 0)), s.created_at
    -- A restored skill has ratings.
    from new_skills as s left join public.skill_stats as st on st.skill_id = s.id
    cross join lateral (select private.document_words(s.name, s.description) as words offset 0) as w
    where s.id = any (edited) and s.retired_at is null
    order by s.id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words,
      text_score = excluded.text_score, created_at = excluded.created_at
    where (d.type, d.name_key, d.words, d.created_at)
      is distinct from (excluded.type, excluded.name_key, excluded.words, excluded.created_at)
    returning d.skill_id
  )
  select array_agg(skill_id) into changed from document;
  if changed is null then
    return null;
  end if;

  perform private.load_common_words();
  perform private.add_words(array(
    -- In random order, so that nobody can choose which words are left out: private.prefix_term counts the words of the vocabulary.
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

-- For searches, which run with the rights of their caller.
grant execute on function
  private.stem, private.term, private.parts, private.word_query, private.any_of, private.all_of,
  private.join_words, private.mark, private.type_marks,
  private.document_count, private.search_words, private.count_documents, private.find_documents
  to anon, authenticated;


-- sql/search/40_spelling.sql

-- Spelling correction: the nearest word of the vocabulary to a word that no skill contains.

create function private.allowed_edits(word text) returns integer
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when char_length(word) < 4 then 0 when char_length(word) < 8 then 1 else 2 end;
end
$$;
comment on function private.allowed_edits is 'The maximum edit distance of the correction of a word: 1 for 4 to 7 letters, 2 for more; shorter words are not corrected.';

create function private.transpositions(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(
    select overlay(word placing reverse(substr(word, i, 2)) from i for 2) from generate_series(1, char_length(word) - 1) as i
  );
end
$$;
comment on function private.transpositions is 'The word with each pair of adjacent letters transposed.';

create function private.is_within(word text, transposed text[], other text, edits integer) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- levenshtein() counts a transposition as two edits, so each is tried.
  return extensions.levenshtein_less_equal(word, other, edits) <= edits or case edits
    when 1 then other = any (transposed)
    else exists (select from unnest(transposed) as t where extensions.levenshtein_less_equal(t, other, edits - 1) < edits)
  end;
end
$$;
comment on function private.is_within is 'Whether two words are within an edit distance, in which one transposition of adjacent letters is one edit. Takes the transpositions of the first word, so that they are computed once for many words.';

create function private.correct_word(wrong text, max_edits integer, budget integer) returns table (word text, skills float8)
language plpgsql stable rows 1 set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  transposed text[] := private.transpositions(wrong);
  digits constant text := regexp_replace(wrong, '[^0-9]', '', 'g');
begin
  for edits in 1..max_edits loop
    return query (
      select near.word, usage.frequency
      from (
        select word
        from (
          -- For an edit more than is usual, also those with the same first letters: many others share some letters by chance.
          select v.word, v.location
          from unnest(case when edits > private.allowed_edits(wrong) then array[0, edits] else array[edits] end) as deleted
          cross join lateral (
            -- In the order of the table, the oldest first: words that are added later cannot displace them.
            select v.word, v.ctid as location
            from private.vocabulary as v
            where v.deletions && array(select d.deletion from private.deletions(array[wrong], deleted) as d)
            limit budget / char_length(wrong)
          ) as v
        ) as candidate
        -- Cheap conditions first, in this order; with one edit more, because levenshtein() counts a transposition as two.
        where word <> wrong and case
          when abs(char_length(word) - char_length(wrong)) <= edits
            and extensions.levenshtein_less_equal(wrong, word, edits + 1) <= edits + 1
            -- Digits are not mistyped letters: contex7 is context7, and not context.
            then regexp_replace(word, '[^0-9]', '', 'g') = digits and private.is_within(wrong, transposed, word, edits)
        end
        order by location
        limit 50
      ) as near
      -- Evaluates the count once for each word.
      cross join lateral (select private.count_documents(private.term(word), 1000)::float8 as frequency offset 0) as usage
      -- Skips words that no skill contains.
      where frequency > 0
      -- Anyone can submit a word often, so those of proven skills come first. Typos are rarely in the first letter.
      order by
        exists (select from private.skill_documents as d where d.is_proven and d.words @@ private.term(word)) desc,
        frequency desc, left(word, 1) <> left(wrong, 1), word
      limit 1
    );
    exit when found;
  end loop;
end
$$;
comment on function private.correct_word is 'The nearest other word of the vocabulary within an edit distance, and how many skills contain it; of several, one that a proven skill contains, then the one with the highest document frequency; no row if there is none. Compares words with `budget` letters in total.';

create domain private.word_rarity as numeric(4, 2);
alter domain private.word_rarity add constraint word_rarity_valid check (value between 0 and 99.99) not valid;
comment on domain private.word_rarity is 'The rarity of a word: private.rarity.';

create type private.search_word as (
  word text,
  -- What was typed, if it was corrected.
  typed text,
  -- Null if no skill contains it, 0 if it is filler.
  rarity private.word_rarity,
  -- Of the words that begin with it, if it is rare and last.
  prefix_rarity private.word_rarity
);
comment on type private.search_word is 'A word of a search, and how rare it is. The cursor of a search carries these.';

create function private.correct_search(search text, words private.search_word[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  original text;
  correction text;
  one private.search_word;
begin
  foreach one in array words loop
    continue when one.typed is null;
    if original is null then
      original := private.fold_text(search);
      if lower(search collate pg_catalog.pg_c_utf8) = original then
        original := search;
      end if;
      correction := original;
    end if;
    correction := regexp_replace(
      correction collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(one.typed, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', one.word, 'gi'
    );
  end loop;
  return nullif(correction, original);
end
$$;
comment on function private.correct_search is 'A search with its misspelt words replaced; null if that changes nothing.';

create function private.is_spelling(typed text[], words private.search_word[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return words is not null and cardinality(words) <= 50 and (
    select count(*) <= 5 and coalesce(bool_and(
      w.typed = any (is_spelling.typed)
      and exists (select from private.vocabulary as v where v.word = w.word collate "C")
      and private.is_within(w.typed, private.transpositions(w.typed), w.word, private.allowed_edits(w.typed))
    ), true)
    from unnest(words) as w where w.typed is not null
  );
end
$$;
comment on function private.is_spelling is 'Whether what was typed are words of a search, and each correction is a word of the vocabulary within its edit distance; false without words.';

-- For searches, which run with the rights of their caller.
grant execute on function
  private.deletions, private.prefix_term, private.allowed_edits, private.transpositions,
  private.is_within, private.correct_word, private.is_spelling, private.correct_search
  to anon, authenticated;


-- sql/search/50_search_cursors.sql

-- What the cursor of a search by relevance carries: the position of a skill, and how the search ranks.

create domain private.search_rank as jsonb;
alter domain private.search_rank add constraint search_rank_valid check (
  jsonb_array_length(value) in (2, 3)
  and pg_input_is_valid((value -> 0)::text, 'bigint')
  and pg_input_is_valid((value -> 1)::text, 'private.cursor_uuid')
  and coalesce(pg_input_is_valid(value ->> 2, 'bigint'), true)
) not valid;
comment on domain private.search_rank is 'The JSON of a private.search_position. Version 1.0.0 wrote no third part, and it can be null.';

create domain private.cursor_ranking as jsonb;
alter domain private.cursor_ranking add constraint cursor_ranking_valid check (case jsonb_typeof(value)
  when 'string' then pg_input_is_valid(value #>> '{}', 'private.search_word[]')
  when 'object' then value ? 'weights'
  else false
end) not valid;
comment on domain private.cursor_ranking is 'The JSON of how a search ranks: the text of an array of private.search_word. Version 1.1.0 wrote an object, which is not used.';

create function private.cursor_words(ranking jsonb) returns private.search_word[]
language plpgsql stable strict set search_path = ''
as $$
begin
  return case when jsonb_typeof(ranking) = 'string' then (ranking #>> '{}')::private.search_word[] end;
end
$$;
comment on function private.cursor_words is 'The words of a search, of what a cursor carries; null if version 1.1.0 wrote it.';

grant execute on function private.cursor_words to anon, authenticated;


-- sql/search/60_synonyms.sql

-- Synonyms: words that skills use for the terms of searches. A search for "remember things between sessions" also finds skills with
-- "memory". supabase/synonyms.sql has the maintained list, and admins can add to it (sql/moderation/80_synonyms.sql).

create table private.synonyms (
  term text primary key,
  synonyms text[] not null default '{}',
  added text[] not null default '{}',
  removed text[] not null default '{}'
);
comment on table private.synonyms is 'The terms of searches and their synonyms in skills; filled by private.load_synonyms and admin.add_synonyms.';
comment on column private.synonyms.term is 'Up to three stems in alphabetical order, separated by spaces (private.synonym_key). A search has the term if it contains all of them.';
comment on column private.synonyms.synonyms is 'Synonyms of the maintained list, the most telling first. Each has up to three stems, which a skill must all contain.';
comment on column private.synonyms.added is 'Synonyms that admins added, the newest first.';
comment on column private.synonyms.removed is 'Synonyms that admins removed, so that loading the list again does not restore them.';
-- service_role reads admin.synonyms.
grant select on private.synonyms to anon, authenticated, service_role;
create index synonyms_first_stem on private.synonyms (split_part(term, ' ', 1));

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

create function private.load_synonyms(list text) returns integer
language plpgsql volatile set search_path = '' set lock_timeout = '2s'
as $$
declare
  phrase_format constant text := '[a-z0-9+#]+( [a-z0-9+#]+){0,2}';
  line_format constant text := format('^%1$s( \| %1$s)*: %1$s(, %1$s)*$', phrase_format);
  lines constant text[] := array(
    select line from regexp_split_to_table(list, '\r?\n') as line where line <> '' and not starts_with(line, '#')
  );
  invalid text := (select line from unnest(lines) as line where line !~ line_format limit 1);
  entries private.synonyms[];
  repeated_term text;
  changes integer;
begin
  -- The list replaces the one before: what cannot be read would remove synonyms.
  if invalid is not null then
    raise exception 'The list of synonyms has an invalid line: "%". A line is "term | term: synonym, synonym".', left(invalid, 100);
  elsif lines = '{}' then
    raise exception 'The list of synonyms is empty.';
  end if;
  with line as (
    select ordinal, split_part(line, ': ', 1) as term, split_part(line, ': ', 2) as synonyms
    from unnest(lines) with ordinality as l (line, ordinal)
  ),
  phrase as (
    select ordinal, null as rank, phrase from line cross join lateral string_to_table(term, ' | ') as phrase
    union all
    select ordinal, rank, phrase from line cross join lateral string_to_table(synonyms, ', ') with ordinality as c (phrase, rank)
  ),
  word as materialized (
    select ordinal, rank, phrase, word from phrase cross join lateral string_to_table(phrase, ' ') as word
  ),
  -- As private.synonym_key, but each word is stemmed once. The list has no stop words, and needs no folding.
  stem as materialized (
    select word, private.stem(word) as stem from (select distinct word from word) as words
  ),
  key as materialized (
    select ordinal, rank, string_agg(distinct stem, ' ' order by stem) as key
    from word join stem using (word)
    group by ordinal, rank, phrase
  ),
  synonyms as (
    select ordinal, array_agg(key order by rank) as keys from key where rank is not null group by ordinal
  )
  select array_agg(row(key, array_remove(keys, key), '{}', '{}')::private.synonyms) into entries
  from key join synonyms using (ordinal)
  where rank is null;

  select term into repeated_term from unnest(entries) group by term having count(*) > 1 limit 1;
  if found then
    raise exception 'The list of synonyms has two terms with the stems "%".', repeated_term;
  end if;
  -- Searches do not wait for this. Admins who change synonyms do.
  lock table private.synonyms in share row exclusive mode;
  merge into private.synonyms as s using unnest(entries) as l on s.term = l.term
  when matched and s.synonyms <> l.synonyms then update set synonyms = l.synonyms
  when not matched then insert (term, synonyms) values (l.term, l.synonyms)
  when not matched by source and s.synonyms <> '{}' then update set synonyms = '{}';
  get diagnostics changes = row_count;
  delete from private.synonyms where synonyms = '{}' and added = '{}' and removed = '{}';
  return changes;
end
$$;
comment on function private.load_synonyms is 'Replaces the maintained list, which supabase/synonyms.sql has, and keeps what admins changed. Returns the number of terms whose synonyms changed.';

create function private.find_synonyms(words text[]) returns table (term text[], synonym text[])
language plpgsql stable rows 20 set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  -- Each candidate of a search is compared with all of these.
  max_synonyms constant integer := 20;
  stems constant text[] := array(select private.stem(word) from unnest(words) as word);
begin
  return query
  select string_to_array(s.term, ' '), string_to_array(c.synonym, ' ')
  from private.synonyms as s
  cross join lateral unnest(s.added || s.synonyms) with ordinality as c (synonym, ordinal)
  where split_part(s.term, ' ', 1) = any (stems) and string_to_array(s.term, ' ') <@ stems
    and c.synonym <> all (s.removed)
  order by cardinality(string_to_array(s.term, ' ')) desc, c.ordinal, s.term
  limit max_synonyms;
end
$$;
comment on function private.find_synonyms is 'The terms that some of the words make and their synonyms, those of longer terms first: `term` and `synonym` are stems, and a skill must contain all of `synonym`.';

create function private.synonym_query(synonym text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return format('(''%s'')', array_to_string(synonym, ''' & '''));
end
$$;
comment on function private.synonym_query is 'The query for skills that contain all stems of a synonym, in parentheses.';

grant execute on function private.synonym_key, private.find_synonyms, private.synonym_query to anon, authenticated;


-- sql/search/70_relevance.sql

-- Relevance: which skills a search retrieves and how it ranks them; docs/search.md explains it. The boosts and limits are here;
-- sql/search/10_documents.sql writes the words of each skill, sql/search/40_spelling.sql corrects those of a search.

create type private.search_term as (
  weight float8,
  is_known boolean,
  frequency float8,
  -- The word or what was typed: anywhere, in the name, and in the description.
  form tsquery,
  in_name tsquery,
  in_text tsquery,
  -- The words that begin with it, if it is rare and last.
  prefix tsquery,
  prefix_weight float8,
  -- What finds documents with either, unless too many words begin with it.
  finder tsquery,
  -- Its synonyms, and those of phrases with it; the most telling ones, which find documents.
  synonyms tsquery,
  synonym_finder tsquery
);
comment on type private.search_term is 'How a word of a search matches documents, and what it weighs.';

create type private.search_position as (
  score bigint,
  skill_id uuid,
  -- The lowest score, without synonyms, of skills that contain all words; null if there is none.
  cap bigint
);
comment on type private.search_position is 'The position of a skill in a search by relevance.';

create function private.search_cursor(place private.search_position, words private.search_word[]) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return jsonb_build_array(jsonb_build_array(place.score, place.skill_id, place.cap), words::text);
end
$$;
comment on function private.search_cursor is 'What a cursor says of a page of a search that ends at this position: private.search_rank and private.cursor_ranking check it, private.rank_skills goes on after it.';

create function private.forms_of(word text, is_last boolean) returns tsquery
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return private.word_query(word) || case when is_last then private.term(word, ':*AC') else ''::tsquery end;
end
$$;
comment on function private.forms_of is 'A query for a word and its inflections; for the last word of a search also as a prefix.';

create function private.required_words(words text[]) returns tsquery
language plpgsql immutable set search_path = ''
as $$
begin
  -- Without weights, so that the index need not read the documents, too.
  return private.all_of(array(
    select
      case ordinal when cardinality(words) then private.word_query(word) || private.term(word, ':*') else private.word_query(word) end
    from unnest(words) with ordinality as w (word, ordinal)
  ));
end
$$;
comment on function private.required_words is 'The query for skills that contain all words or inflections of them; for the last word also as a prefix.';

create function private.rarity(documents float8, all_documents float8) returns numeric
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- At least 1: the share of a common word can be older than the deletion of most skills, and private.word_rarity ends at 99.99.
  known constant float8 := greatest(documents, 1);
  all_of_them constant float8 := greatest(all_documents, known);
begin
  -- On one scale for catalogues of any size, so that the boosts of private.rank_skills fit all of them.
  return round((12 * ln(1 + all_of_them / known) / ln(1 + all_of_them))::numeric, 2);
end
$$;
comment on function private.rarity is 'The inverse document frequency of a word that so many skills contain, ln(1 + skills / skills with the word), on a scale on which a word in one skill has 12.';

create function private.frequency(rarity float8, all_documents float8) returns float8
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return greatest(all_documents, 1) / (exp(rarity * ln(1 + greatest(all_documents, 1)) / 12) - 1);
end
$$;
comment on function private.frequency is 'About how many skills contain a word of a rarity above 0.';

create function private.weigh_words(words text[], all_documents float8) returns private.search_word[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Further stop words: their weight is 0 if a search has other words.
  more_stop_words constant text[] := '{
    need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like
  }';
  fillers constant text[] := case when words <@ more_stop_words then '{}' else more_stop_words end;
  -- A last word in fewer skills may be unfinished: it is also tried as a prefix.
  known_from constant integer := 100;
  last constant text := words[cardinality(words)];
  weighed private.search_word[];
  beginning float8;
begin
  if words is null then
    return '{}';
  end if;
  weighed := array(
    select row(
      word, null, case when word = any (fillers) then 0 when documents > 0 then private.rarity(documents, all_documents) end, null
    )
    from unnest(words) with ordinality as w (word, ordinal)
    cross join lateral (
      select coalesce(
        (select c.share * all_documents from private.common_words as c where c.word = private.stem(w.word) collate "C"),
        -- Words that are not among the most common ones are counted, once for each word.
        private.count_documents(private.word_query(w.word), 1000)
      ) as documents
      offset 0
    ) as usage
    order by ordinal
  );
  if last <> all (fillers)
    and coalesce((weighed[cardinality(words)]).rarity > private.rarity(known_from, all_documents), true)
  then
    beginning := private.beginning_frequency(last, all_documents);
    weighed[cardinality(words)].prefix_rarity := case when beginning > 0 then private.rarity(beginning, all_documents) end;
  end if;
  return weighed;
end
$$;
comment on function private.weigh_words is 'The words with their rarities.';

create function private.suspect_words(words private.search_word[], searches integer, all_documents float8) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- At most 3: a search with many unknown words is not misspelt. With 5, planted words made a search cost 15 lists of 100 instead of 10.
  max_words constant integer := 3 / searches;
  -- A word in more skills is not suspect.
  max_skills constant integer := 3;
  rare constant numeric := private.rarity(max_skills, all_documents);
begin
  return array(
    select word
    from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
    cross join lateral (select rarity is null and prefix_rarity is null as is_unknown) as u
    -- The synonyms are asked for once, and only if they are needed.
    where case
      when is_unknown then private.stem(word) <> all (array(
        select unnest(s.term) from private.find_synonyms(array(select w.word from unnest(words) as w)) as s
      ))
      else char_length(word) > 3 and rarity >= rare
        and private.count_documents(private.term(private.stem(word), ':AB'), 1) = 0
    end
    order by is_unknown desc, ordinal
    limit max_words
  );
end
$$;
comment on function private.suspect_words is 'The words of a search that may be misspelt: those in no skill, unless they have synonyms, then those in no name and at most 3 descriptions.';

create function private.plan_search(
  search text, cursor_words private.search_word[] default null, is_loose boolean default false, searches integer default 1
) returns private.search_word[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- A word that some skill contains is only replaced by a word in at least so many skills, and so many times as many.
  min_skills constant integer := 20;
  min_ratio constant integer := 8;
  -- A third for another edit, because it follows a search that found nothing.
  max_letters constant integer := 10000 / searches / case when is_loose then 3 else 1 end;
  -- A cursor is not signed: the words that it carries are used only if their corrections are those of this search.
  has_cursor_words constant boolean := cursor_words is not null
    and coalesce(private.is_spelling(private.search_words(search), cursor_words), false);
  all_documents constant float8 := private.document_count();
  words private.search_word[];
  suspect text[];
  corrected private.search_word[];
  rare numeric;
begin
  if has_cursor_words then
    corrected := array(select w from unnest(cursor_words) as w where w.typed is not null);
  else
    words := private.weigh_words(private.search_words(search), all_documents);
    suspect := private.suspect_words(words, searches, all_documents);
    if suspect = '{}' then
      return words;
    end if;
    corrected := array(
      select row(near.word, w.word, null, null)::private.search_word
      from unnest(words) as w
      -- The words share the budget of a correction.
      cross join lateral private.correct_word(
        w.word, private.allowed_edits(w.word) + is_loose::integer, max_letters / cardinality(suspect)
      ) as near
      where w.word = any (suspect)
        and (w.rarity is null or near.skills >= greatest(min_skills, min_ratio * private.frequency(w.rarity, all_documents)))
    );
  end if;
  if private.correct_search(search, corrected) is null then
    words := coalesce(words, private.weigh_words(private.search_words(search), all_documents));
  else
    words := array(
      select row(w.word, (select c.typed from unnest(corrected) as c where c.word = w.word limit 1), w.rarity, w.prefix_rarity)
      from unnest(private.weigh_words(private.search_words(private.correct_search(search, corrected)), all_documents)) as w
    );
  end if;
  if has_cursor_words then
    rare := private.rarity(1000, all_documents);
    words := array(
      select row(
        w.word, w.typed,
        -- A cursor cannot make a word rare that more than 1,000 skills contain, or look up the words that begin with a common one: reading
        -- these posting lists would be expensive.
        least(case when w.rarity is not null then c.rarity end, case when w.rarity <= rare + 0.01 then w.rarity + 0.7 end),
        -- Without tolerance: with it, a prefix above max_prefix_frequency of private.search_terms is looked up. 0 is for filler.
        nullif(least(
          case when w.prefix_rarity is not null then c.prefix_rarity end,
          case when w.prefix_rarity <= rare + 0.01 then w.prefix_rarity end
        ), 0)
      )
      from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
      left join unnest(cursor_words) as c on c.word = w.word
      order by ordinal
    );
  end if;
  return words;
end
$$;
comment on function private.plan_search is 'The words of a search after its correction, with their rarities; on later pages those that the cursor carries. If is_loose, corrections can have one edit more. Several searches of one request share the budgets of one.';

create function private.search_terms(words private.search_word[], searches integer, all_documents float8)
returns private.search_term[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Of a long search only the rarest words, to bound its cost.
  max_terms constant integer := 24 / searches;
  -- The number of synonyms that find documents, the most telling first. The index reads all postings of each.
  max_finders constant integer := 8;
  -- A synonym in more skills finds some only if nothing else does: 100 of these at random are worth less than reading their postings.
  max_frequency constant integer := 1000;
  -- A prefix with a higher expected document frequency is not looked up: the index would read all its postings.
  max_prefix_frequency constant integer := 20000;
  -- Of a prefix match of the last word, where the word itself is missing.
  prefix_boost constant float8 := 0.7;
begin
  return array(
    with synonym as materialized (
      select
        term, synonym, private.synonym_query(synonym) as query,
        ordinal <= max_finders and exists (
          select from unnest(synonym) as stem left join private.common_words as c on c.word = stem collate "C"
          where coalesce(c.share * all_documents, 0) <= max_frequency
        ) as is_finder
      from private.find_synonyms(array(select w.word from unnest(words) as w)) with ordinality as s (term, synonym, ordinal)
    )
    select row(
      weight, coalesce(rarity > 0, false), frequency,
      -- Not of a word that no skill contains.
      case when rarity > 0 then form end,
      private.word_query(word, ':AB', typed),
      private.word_query(word, ':CD', typed),
      case when prefix_rarity is not null then private.term(word, ':*AC') end,
      prefix_boost * prefix_rarity,
      case
        when prefix_rarity is null then form
        when frequency <= max_prefix_frequency then form || private.prefix_term(word)
      end,
      s.synonyms::tsquery, s.synonym_finder::tsquery
    )::private.search_term
    from (
      select
        *,
        coalesce(rarity, case when prefix_rarity is null then private.rarity(1, all_documents) else 0 end) as weight,
        private.word_query(word, '', typed) as form,
        private.frequency(least(nullif(rarity, 0), prefix_rarity), all_documents) as frequency,
        private.stem(word) as stem
      from unnest(words)
      -- So that these are computed once.
      offset 0
    ) as w
    cross join lateral (
      select
        string_agg(distinct query, ' | ') as synonyms,
        string_agg(distinct query, ' | ') filter (where is_finder) as synonym_finder
      -- A synonym that contains the word never counts in its place.
      from synonym where w.stem = any (term) and w.stem <> all (synonym)
    ) as s
    where rarity > 0 or prefix_rarity is not null or s.synonyms is not null
    order by weight desc, word
    limit max_terms
  );
end
$$;
comment on function private.search_terms is 'How the words of a search match: those that some skill contains, or that have synonyms.';

create function private.find_matches(
  terms private.search_term[], searches integer, all_documents float8, mark tsquery, out matches tid[], out are_complete boolean
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- A ranking has at most 1,000 skills.
  max_complete constant integer := 1000 / searches;
  -- With so many skills that contain all words, no others are ranked.
  enough constant integer := 30;
  max_partial constant integer := 400;
  -- Pairs of common words, synonyms, and a common word if there is nothing else, add few candidates.
  max_added constant integer := 100;
  lowest float8;
  -- How many skills have all words, if words meet by chance.
  expected float8;
  complete tsquery;
  query tsquery;
  common tsquery[];
begin
  select
    private.all_of(array_agg(finder)), min(frequency),
    -- At least 1: exp() of less than -745 is an error, and a cursor is not signed.
    exp(greatest(sum(ln(frequency)) - (count(*) - 1) * ln(greatest(all_documents, 1)), 0))
  into complete, lowest, expected
  from unnest(terms) where frequency is not null;
  matches := private.find_documents(complete, max_complete, lowest, mark, expected);
  are_complete := coalesce(cardinality(matches) >= enough, false);
  if are_complete then
    return;
  end if;
  if cardinality(terms) > 1 then
    select
      private.any_of(array_agg(finder) filter (where running_frequency <= max_partial)),
      array_agg(finder order by running_frequency) filter (where running_frequency > max_partial)
    into query, common
    from (select finder, sum(frequency) over (order by frequency, finder::text) as running_frequency from unnest(terms)) as t
    where finder is not null;
    matches := matches || private.find_documents(query, max_partial, 0, mark);
    if cardinality(terms) > 2 then
      -- Two of the rarest common words; the index reads the postings of the rarest one.
      matches := matches || private.find_documents(common[1] && private.any_of(common[2:3]), 2 * max_added, 0, mark);
    end if;
    if matches = '{}' then
      matches := private.find_documents(common[1], max_added, lowest, mark);
    end if;
  end if;
  -- Skills with each word or a synonym of it, then those with a synonym of any word.
  if exists (select from unnest(terms) where synonym_finder is not null) then
    matches := matches
      || private.find_documents(
        private.all_of(array(select private.any_of(array[finder, synonym_finder]) from unnest(terms))), max_added, 0, mark
      )
      || private.find_documents(private.any_of(array(select distinct synonym_finder from unnest(terms))), max_added, 0, mark);
  end if;
  if coalesce(cardinality(matches), 0) = 0 then
    -- Synonyms in many skills, rather than nothing.
    matches := private.find_documents(private.any_of(array(select distinct synonyms from unnest(terms))), max_added, 0, mark);
  end if;
end
$$;
comment on function private.find_matches is 'Documents by ctid: up to 1,000 that contain all words; if these are few, those that contain some words, or synonyms. are_complete: all contain all words.';

create function private.rank_skills(
  search text, words private.search_word[], types text[], after jsonb, max_rows integer, searches integer default 1,
  mark tsquery default null, named uuid[] default null
) returns private.search_position[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- The constants were chosen on the dev searches; benchmarks/results/search.md has the figures of others.
  -- Boosts of a word in the name, and in both name and description. In the description only, it has none.
  name_boost constant float8 := 1.05;
  both_boost constant float8 := 1.2;
  -- Where a word is missing, of a synonym of it, or of a phrase with it.
  synonym_boost constant float8 := 0.6;
  -- Boosts as shares of the weight of all words: for all words of the search, for a name that begins with the search, for the share of
  -- its words that are in the search, for a well rated skill whose name has only words of the search, such as a product that it names, and
  -- for a name that has the words of the search and no others.
  complete_boost constant float8 := 0.1;
  name_prefix_boost constant float8 := 1.5;
  name_share_boost constant float8 := 0.25;
  whole_name_boost constant float8 := 0.15;
  same_words_boost constant float8 := 0.25;
  max_names constant integer := 50;
  max_ranked constant integer := 1000;
  -- The score of a relevance of 1, so fine that two scores are only equal if relevance and quality are.
  unit constant float8 := 5e14;
  exact_score constant bigint := 1800 * unit;
  -- No skill gets so much from synonyms.
  max_expanded_score constant bigint := 400 * unit;
  -- The quality of one claw, and that without ratings.
  claw constant float8 := 1e12;
  neutral constant bigint := private.quality(0, 0);
  -- The scores of version 1.1.0 were others: after its cursors, the ranking continues after the same skill, or starts again without it.
  is_old constant boolean := coalesce(jsonb_typeof(after -> 1) = 'object', false);
  after_id constant uuid := after #>> '{0,1}';
  after_score constant bigint := case when not is_old then after #>> '{0,0}' end;
  -- No score is lower or higher. A cursor is not signed: beyond them, the subtraction below would overflow.
  cursor_cap constant bigint := case
    when not is_old and (after #>> '{0,2}')::bigint between -exact_score and exact_score then after #>> '{0,2}'
  end;
  corrected constant text := coalesce(private.correct_search(search, words), search);
  key constant text := private.name_key(corrected);
  -- Names that begin with the search are below this. starts_with() takes longer. Null for a search of joiners, which would begin each name.
  end_of_key constant text := nullif(key, '') || chr(1114111);
  key_words constant integer := regexp_count(key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+');
  joined_key constant tsquery := private.term(nullif(private.join_words(private.fold_text(corrected)), ''), ':A');
  all_documents constant float8 := private.document_count();
  terms constant private.search_term[] := private.search_terms(words, searches, all_documents);
  -- Of the words that some skill contains.
  weight constant float8 := (select coalesce(sum(t.weight) filter (where t.is_known), 0) from unnest(terms) as t);
  is_short boolean;
  candidates tid[];
  are_complete boolean;
begin
  select m.matches, m.are_complete into candidates, are_complete
  from private.find_matches(terms, searches, all_documents, private.all_of(array[mark, private.type_marks(types)])) as m;
  -- The first page of common words has none of the skills whose ratings and names place them too low, whatever their words add: these
  -- are left out first, because matching the words costs most.
  is_short := are_complete and after_id is null and cardinality(candidates) > 100 + 2 * max_rows
    and not exists (select from unnest(terms) as t where t.prefix is not null or not t.is_known);
  if is_short then
    candidates := array(
      with rated as materialized (
        select
          d.ctid, d.name_words,
          (d.quality - neutral) / claw + d.text_score + weight * case
            when d.name_key >= key and d.name_key < end_of_key
              then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
            else 0
          end as score
        from private.skill_documents as d where d.ctid = any (candidates)
      )
      select r.ctid from rated as r
      -- The words of a skill add at most this much more than those of another.
      where r.score + weight * (both_boost - 1 + case
        when r.name_words > greatest(key_words, cardinality(terms)) then 0 else whole_name_boost + same_words_boost
      end) >= (select l.score from rated as l order by l.score desc offset max_rows - 1 limit 1)
    );
  end if;
  candidates := candidates || array(
    -- Names that begin with the search. Of each type, so that names of other types are not read, however many there are.
    select d.ctid
    from (
      select n.id
      from unnest(types) as t (type) cross join lateral (
        select s.id, s.name_key from public.skills as s
        where s.type = t.type and s.retired_at is null and s.name_key >= key and s.name_key < end_of_key
        order by s.name_key limit max_names
      ) as n
      order by n.name_key
      limit max_names
    ) as n
    join private.skill_documents as d on d.skill_id = n.id
    where mark is null or d.words @@ mark
  );
  if named is not null then
    candidates := candidates || array(
      select d.ctid from private.skill_documents as d
      -- A function, so that the index of the words is not used.
      where d.skill_id = any (named) and ts_match_vq(d.words, mark) and d.type = any (types)
    );
  end if;
  return array(
    with matched as (
      select
        d.skill_id, d.name_key = key as is_exact, f.is_complete, f.found > 0 as is_partial,
        1000 * neutral + (unit * (
          (d.quality - neutral) / claw
          + coalesce(f.found, 0)
          + d.text_score
          + weight * (
            case when f.is_complete then complete_boost else 0 end
            + case
              when d.name_key >= key and d.name_key < end_of_key
                then name_prefix_boost + name_share_boost * cardinality(terms) / greatest(cardinality(terms), d.name_words, 1)
              else 0
            end
            -- Only for what established agents recommend: anyone can submit names with the words of a search.
            + case
              when d.is_proven and d.quality > neutral and f.name_terms >= greatest(d.name_words, 1) then whole_name_boost
              else 0
            end
            + case when d.name_words <= key_words and d.words @@ joined_key then same_words_boost else 0 end
          )
        ))::bigint as score,
        coalesce((unit * f.expanded)::bigint, 0) as expanded
      from (
        select
          skill_id, name_key, name_words, quality, is_proven, text_score,
          -- Detoasts a long document once.
          case
            when pg_column_size(doc.words) > 2000 or pg_column_compression(doc.words) is not null then doc.words || ''
            else doc.words
          end as words
        from private.skill_documents as doc where doc.ctid = any (candidates)
        offset 0
      ) as d
      cross join lateral (
        select
          sum(gain) as found,
          sum(case when gain is null and d.words @@ synonyms then synonym_boost * g.weight end) as expanded,
          bool_and(gain is not null) filter (where is_known) as is_complete,
          -- Only a known word in the name gains more than its weight.
          sum((is_known and gain > g.weight)::integer) as name_terms
        from (
          select
            t.weight, t.is_known, t.synonyms,
            -- Null without the word.
            case
              when d.words @@ form then t.weight * case
                when not d.words @@ in_name then 1 when d.words @@ in_text then both_boost else name_boost
              end
              when d.words @@ prefix then prefix_weight
            end as gain
          from unnest(terms) as t
          -- So that it is computed once, as the score.
          offset 0
        ) as g
      ) as f
      offset 0
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
      from (
        select *, coalesce(cursor_cap, min(score) filter (where is_complete and not is_exact) over ()) as cap from matched
      ) as m
      order by score desc, skill_id desc
      limit case when after_id is null then least(max_rows, max_ranked) else max_ranked end
    )
    -- The next page finds the cap: this one has only some of the skills with all words.
    select row(score, skill_id, case when not is_short then cap end)::private.search_position
    from ranked
    where after_id is null or (score, skill_id) < (
      coalesce(after_score, (select r.score from ranked as r where r.skill_id = after_id), 9223372036854775807), after_id
    )
    order by score desc, skill_id desc
    limit max_rows
  );
end
$$;
comment on function private.rank_skills is 'The positions of the 1,000 best matches of a search, after the position in a cursor; with a mark, of those that have it. Other names can fill those that begin with the search before a mark is looked at: named has skills with it. Several searches of one request share the budgets of one.';

-- A function of the API runs with the rights of its caller, so this is what search_catalogue, and a rating by name, call.
grant execute on function
  private.forms_of, private.required_words, private.rarity, private.frequency, private.beginning_frequency,
  private.weigh_words, private.search_cursor,
  private.suspect_words, private.plan_search, private.search_terms, private.find_matches, private.rank_skills
  to anon, authenticated;


-- sql/search/75_suggestions.sql

-- Suggestions: the skills with the nearest names, for a search that finds nothing and for a name that no skill has.

create function private.name_hashes(name_key text) returns integer[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return array(select d.deletion from private.deletions(array[private.join_words(name_key)], 2) as d);
end
$$;
comment on function private.name_hashes is 'The private.deletions of a name as one word.';

-- pgls-ignore lint/safety/lockTimeoutWarning: The table is new.
create index skill_documents_proven_names on private.skill_documents using gin (private.name_hashes(name_key)) where is_proven;

create function private.suggest_names(search text, searches integer default 1) returns json
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  most constant integer := 3;
  -- Anyone can submit names: those without established ratings leave a place to one that has them, and a name that has them comes before
  -- one that is a little nearer.
  most_unproven constant integer := 2;
  proven_boost constant float8 := 0.2;
  -- With a lower trigram similarity, nobody confuses two names.
  min_similarity constant float8 := 0.3;
  max_compared constant integer := 100;
  words private.search_word[] := private.plan_search(search, is_loose => true, searches => suggest_names.searches);
  key text := private.name_key(search);
  -- Null if nothing was corrected: a comparison costs as much as ranking a skill.
  corrected_key text := private.name_key(private.correct_search(search, words));
  hashes integer[] := private.name_hashes(key);
  positions private.search_position[] := private.rank_skills(search, words, private.skill_types(), null, max_compared, searches);
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select id, name, slug
      from (
        select
          s.id, s.name, s.slug, s.name_key, d.is_proven,
          similarity + case when d.is_proven then proven_boost else 0 end as nearness,
          row_number() over (partition by d.is_proven order by similarity desc, s.name_key) as place
        from (
          select p.skill_id from unnest(positions) as p
          union
          -- Planted names cannot displace these.
          (
            select p.skill_id from private.skill_documents as p
            where p.is_proven and private.name_hashes(p.name_key) && hashes limit max_compared
          )
        ) as candidate
        join public.skills as s on s.id = candidate.skill_id
        join private.skill_documents as d on d.skill_id = candidate.skill_id
        cross join lateral greatest(
          extensions.similarity(s.name_key, key), extensions.similarity(s.slug, key),
          extensions.similarity(s.name_key, corrected_key)
        ) as similarity
        where similarity >= min_similarity
      ) as near
      order by not is_proven and place > most_unproven, nearness desc, name_key
      limit most
    ) as nearest
  );
end
$$;
comment on function private.suggest_names is 'Up to three skills {id, name, slug} whose names or slugs are nearest to a search by their trigrams, of what it finds and of the names of proven skills that begin alike. At most two are not proven if another one is similar.';

create function private.find_imitated(search text) returns text
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Nobody can plant many names with established ratings.
  max_compared constant integer := 2000;
  -- That of levenshtein().
  max_length constant integer := 255;
  key constant text := private.name_key(search);
  edits constant integer := private.allowed_edits(key);
  transposed text[];
  hashes integer[];
begin
  if edits = 0 or char_length(key) > max_length or not exists (
    select from public.skills as s join public.skill_stats as st on st.skill_id = s.id
    where s.name_key = key and s.retired_at is null and st.established_ratings = 0
  ) then
    return null;
  end if;
  transposed := private.transpositions(key);
  hashes := private.name_hashes(key);
  return (
    select s.name
    from (
      select d.skill_id, d.name_key
      from private.skill_documents as d
      where d.is_proven and private.name_hashes(d.name_key) && hashes
      limit max_compared
    ) as d
    join public.skills as s on s.id = d.skill_id
    join public.skill_stats as st on st.skill_id = d.skill_id
    where abs(char_length(d.name_key) - char_length(key)) <= edits
      and d.name_key <> key
      -- Cheap, and counts a transposition as two.
      and extensions.levenshtein_less_equal(d.name_key, key, edits + 1) <= edits + 1
      and private.is_within(key, transposed, d.name_key, edits)
    order by st.established_ratings desc, d.name_key
    limit 1
  );
end
$$;
comment on function private.find_imitated is 'If a search is the name of a skill without established ratings: the name, within private.allowed_edits, of another one that is proven; else null.';

create function public.suggest_skills(p_name text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  clean_name text := coalesce(private.clean_text(p_name, 200), '');
begin
  perform private.validate('name', private.text_error(clean_name, 0, 200));
  return json_build_object('suggestions', private.suggest_names(clean_name));
end
$$;
comment on function public.suggest_skills is 'Up to three skills with similar names, for a name that no skill has: the functions ask for them after POST /api/ratings did not find it. Raises PT400.';

grant execute on function private.suggest_names, private.name_hashes, private.find_imitated, public.suggest_skills
  to anon, authenticated;


-- sql/search/80_matches.sql

-- Why a result matched a search: which words of the search each skill of a page contains.

create function private.explain_matches(words private.search_word[], skills uuid[]) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Of a long search only the rarest words, as in private.rank_skills.
  max_words constant integer := 24;
begin
  return array(
    with synonym as materialized (
      select term, private.synonym_query(synonym) as query
      from private.find_synonyms(array(select w.word from unnest(words) as w))
    ),
    typed as materialized (
      select
        coalesce(typed, word) as word, case when typed is not null then word end as nearest,
        private.forms_of(coalesce(typed, word), ordinal = cardinality(words)) as query,
        private.forms_of(case when typed is not null then word end, ordinal = cardinality(words)) as corrected_query,
        (select string_agg(s.query, ' | ')::tsquery from synonym as s where private.stem(rarest.word) = any (s.term)) as expanded_query
      from (
        select word, typed, ordinal
        from unnest(words) with ordinality as w (word, typed, rarity, prefix_rarity, ordinal)
        -- Filler weighs nothing. Words that no skill contains are missing.
        where rarity is distinct from 0
        order by coalesce(rarity, prefix_rarity) desc nulls last, ordinal
        limit max_words
      ) as rarest
      order by ordinal
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
    from unnest(skills) with ordinality as s (skill, ordinal)
    -- Detoasts a long document once.
    left join lateral (
      select doc.words || ''::tsvector as words from private.skill_documents as doc where doc.skill_id = s.skill offset 0
    ) as d on true
    order by s.ordinal
  );
end
$$;
comment on function private.explain_matches is 'For each skill, the words of the search by how it matches them: {found, corrected, expanded, missing}, without those that are empty. found: as typed, inflected, or as the beginning of a word if it is the last one; corrected: only the correction, {word, correction}; expanded: only a synonym. Without stop words and filler, of the 24 rarest words.';

grant execute on function private.explain_matches to anon, authenticated;


-- sql/search/85_search_catalogue.sql

-- A search of the catalogue: GET /api/skills with `search`. Without it, public.list_skills lists the skills.

create function private.filter_in_order(sort text, types text[], words text[], after jsonb, max_rows integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '16MB'
as $$
declare
  required constant tsquery := private.required_words(words);
  required_of_types constant tsquery := coalesce(required && private.type_marks(types), required);
  all_documents constant float8 := greatest(private.document_count(), 1);
  last constant text := words[cardinality(words)];
  -- About as many as the rarest word has. A word that is not common is looked up: counting its skills would cost as much.
  most constant float8 := greatest(1, all_documents * least(1, (
    select min(greatest(0, c.share, case w.word when last then (
      select sum(p.share) from private.common_words as p
      where p.word >= last collate "C" and p.word < (last || chr(1114111)) collate "C"
    ) end))
    from unnest(words) as w (word) left join private.common_words as c on c.word = private.stem(w.word) collate "C"
  )));
  -- Of one word, at least those with the most common word that begins with it, wherever they are in the order.
  fewest constant float8 := case when cardinality(words) = 1 then all_documents * (
    select max(c.share) from private.common_words as c where c.word >= last collate "C" and c.word < (last || chr(1114111)) collate "C"
  ) end;
  -- A step of a scan costs as much as looking up so many matches: the documents have what two of the orders need.
  step_price constant float8 := case when sort in ('newest', 'name') then 8 else 2 end;
  matches float8 := most;
  steps float8;
  read integer := 0;
  -- Null until it is asked.
  is_rare_type boolean;
  scanned uuid[];
  found uuid[];
  page uuid[] := '{}';
  after_time timestamptz;
  after_name text;
  after_id uuid;
begin
  if required is null then
    return page;
  end if;
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  loop
    -- A quarter more than are expected to fill the page, and as many as before: a scan costs as much as some steps.
    steps := greatest(read, ceil(1.25 * (max_rows - cardinality(page)) * all_documents / matches));
    exit when step_price * (read + steps) > matches;
    -- Other types can have nearly all of the matches. Not asked of a short scan, which costs less.
    if is_rare_type is null and read + steps > 200 then
      is_rare_type := required_of_types <> required and private.count_documents(required_of_types, 1000) < 1000;
    end if;
    exit when is_rare_type;
    scanned := private.scan_in_order(sort, types, after, steps::integer);
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    found := array(
      select skill from unnest(scanned) as skill
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = skill)
      limit max_rows - cardinality(page)
    );
    page := page || found;
    if cardinality(scanned) < steps or cardinality(page) = max_rows then
      return page;
    end if;
    after := private.position_in_order(sort, scanned[cardinality(scanned)]);
    read := read + cardinality(scanned);
    -- Words that seldom meet have fewer matches than the rarest one. Here they can be rarer than elsewhere in the order.
    matches := greatest(least(most, all_documents * (4 + 1.5 * cardinality(found)) / steps), fewest);
  end loop;
  -- Reading 10,000 skills or their ratings costs more than the index of the words and the documents. The position is not read for each.
  after_id := after ->> -1;
  if sort = 'newest' then
    after_time := after ->> 0;
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
        and (after_id is null or (d.created_at, d.skill_id) < (after_time, after_id))
      order by d.created_at desc, d.skill_id desc
      limit max_rows - cardinality(page)
    );
  elsif sort = 'name' then
    after_name := after ->> 0;
    return page || array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
        and (after_id is null or (d.name_key, d.skill_id) > (after_name, after_id))
      order by d.name_key, d.skill_id
      limit max_rows - cardinality(page)
    );
  end if;
  return page || private.sort_matches(
    sort, array(
      select d.skill_id from private.skill_documents as d
      where d.words @@ required_of_types
    ),
    after, max_rows - cardinality(page)
  );
end
$$;
comment on function private.filter_in_order is 'The skills that follow a position in an order and contain all words.';
grant execute on function private.filter_in_order to anon, authenticated;

create function private.search_positions(
  search text, types text[], cursor text, list text, max_rows integer, mark tsquery default null, named uuid[] default null,
  out words private.search_word[], out positions private.search_position[]
)
language plpgsql stable set search_path = ''
as $$
declare
  after constant jsonb := private.decode_cursor(cursor, list, '{private.search_rank,private.cursor_ranking}');
begin
  -- All pages of a search rank by the same correction and rarities.
  words := private.plan_search(search, private.cursor_words(after -> 1));
  positions := private.rank_skills(search, words, types, after, max_rows, mark => mark, named => named);
end
$$;
comment on function private.search_positions is 'The words of a search after the correction, and the skills that follow a position by relevance. With a mark, of those that have it: see private.rank_skills. Raises PT400 for the cursor of another list.';

create function public.search_catalogue(
  p_search text, p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null,
  p_explain boolean default false
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  sort constant text := coalesce(p_sort, 'relevance');
  -- More than 100 explanations would cost as much as some searches.
  max_limit constant integer := case when p_explain then 100 else private.max_limit() end;
  max_skills constant integer := least(greatest(coalesce(p_limit, 100), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  list constant text := concat_ws(chr(31), sort, coalesce(p_type, ''), search);
  skills uuid[];
  ranked record;
  page record;
  did_you_mean text;
  suggestions json := '[]';
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 1, 200)
  );
  if sort = 'relevance' then
    select * into ranked from private.search_positions(search, types, p_cursor, list, max_skills + 1);
    skills := array(select p.skill_id from unnest(ranked.positions[:max_skills]) as p);
    select i.items, i.count, case
      when cardinality(ranked.positions) > i.count
        then private.encode_cursor(private.search_cursor(ranked.positions[i.count], ranked.words), list)
    end as next_cursor
    into page from private.skill_items(skills, case when p_explain then private.explain_matches(ranked.words, skills) end) as i;
    did_you_mean := coalesce(private.correct_search(search, ranked.words), private.find_imitated(search));
  else
    skills := private.filter_in_order(
      sort, types, private.search_words(search), private.decode_cursor(p_cursor, list, private.cursor_types(sort)), max_skills + 1
    );
    select i.items, i.count, case
      when cardinality(skills) > i.count then private.encode_cursor(private.position_in_order(sort, skills[i.count]), list)
    end as next_cursor
    into page from private.skill_items(skills[:max_skills], null) as i;
  end if;
  if page.count = 0 and p_cursor is null then
    suggestions := private.suggest_names(search);
  end if;
  return format(
    '{"skills" : [%s], "count" : %s, "next_cursor" : %s, "did_you_mean" : %s, "suggestions" : %s}',
    page.items, page.count, coalesce(to_json(page.next_cursor)::text, 'null'), coalesce(to_json(did_you_mean)::text, 'null'),
    suggestions
  );
end
$$;
comment on function public.search_catalogue is 'GET /api/skills with `search`: a page of the skills that match, at most private.max_limit and about private.page_bytes. With p_explain, at most 100, and each result by relevance has `matched` (private.explain_matches). If nothing is found, `suggestions` (private.suggest_names). Raises PT400.';

-- A function of the API runs with the rights of its caller, so this is what search_catalogue calls.
grant execute on function private.search_positions, public.search_catalogue to anon, authenticated;


-- sql/search/87_search_skills.sql

-- Several phrasings of one need: POST /api/search.

create type private.ranked_query as (
  words private.search_word[],
  skills uuid[]
);
comment on type private.ranked_query is 'One of several phrasings: its words after the correction, and the skills that it finds, best first.';

create function private.fuse_rankings(rankings private.ranked_query[], max_rows integer, out skills uuid[], out queries integer[])
language plpgsql immutable set search_path = ''
as $$
declare
  -- Larger, and places decide less; benchmarks/results/search.md has the figures of others.
  k constant integer := 5;
begin
  select coalesce(array_agg(skill order by ordinal), '{}'), coalesce(array_agg(query order by ordinal), '{}')
  into skills, queries
  from (
    select
      s.skill, (array_agg(r.query order by s.rank, r.query))[1] as query,
      -- Integers, whose sum does not depend on their order.
      row_number() over (order by sum(1000000000000 / (k + s.rank)) desc, min(s.rank), s.skill desc) as ordinal
    from unnest(rankings) with ordinality as r (words, skills, query)
    cross join lateral unnest(r.skills) with ordinality as s (skill, rank)
    group by s.skill
  ) as fused
  where ordinal <= max_rows;
end
$$;
comment on function private.fuse_rankings is 'Reciprocal rank fusion: the best skills of several rankings, and the number of the ranking in which each is best.';

create function public.search_skills(
  p_queries text, p_type text default null, p_limit integer default null, p_explain boolean default false
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  max_queries constant integer := 3;
  -- So many of each are fused, whatever the limit: a skill has the same place in a longer list.
  depth constant integer := 100;
  -- 100 long skills took a quarter of the CPU of the most expensive request.
  max_limit constant integer := 50;
  page_limit constant integer := least(greatest(coalesce(p_limit, 20), 1), max_limit);
  types constant text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  queries text[];
  different integer;
  problems text[];
  words private.search_word[];
  ranked uuid[];
  rankings private.ranked_query[];
  did_you_mean text[];
  page uuid[];
  best integer[];
  places bigint[];
  explained jsonb[];
  matches jsonb[];
  suggestions json := '[]';
begin
  problems := array['queries', private.list_error(p_queries, 1, max_queries), 'type', private.choice_error(p_type, private.skill_types())];
  if problems[2] is null then
    queries := array(
      select private.clean_text(q.value, 200)
      from unnest(private.list_items(p_queries)) with ordinality as q (value, ordinal)
      order by ordinal
    );
    problems := problems || array(
      select e.field
      from unnest(queries) with ordinality as q (value, ordinal)
      cross join lateral unnest(array['queries.' || q.ordinal - 1, private.item_error(q.value, 1, 200)]) with ordinality as e (field, part)
      order by q.ordinal, e.part
    );
  end if;
  perform private.validate(variadic problems);
  different := (select count(distinct q) from unnest(queries) as q);

  for i in 1..cardinality(queries) loop
    -- A query that is given twice counts once.
    if queries[i] = any (queries[:i - 1]) then
      did_you_mean[i] := did_you_mean[array_position(queries, queries[i])];
      continue;
    end if;
    words := private.plan_search(queries[i], searches => different);
    ranked := array(select p.skill_id from unnest(private.rank_skills(queries[i], words, types, null, depth, different)) as p);
    rankings[i] := row(words, ranked);
    did_you_mean[i] := coalesce(private.correct_search(queries[i], words), private.find_imitated(queries[i]));
  end loop;
  select f.skills, f.queries into page, best from private.fuse_rankings(rankings, page_limit) as f;

  if p_explain then
    for i in 1..cardinality(rankings) loop
      places := array_positions(best, i);
      explained := private.explain_matches(
        (rankings[i]).words, array(select page[ordinal] from unnest(places) as ordinal order by ordinal)
      );
      for n in 1..cardinality(places) loop
        matches[places[n]] := explained[n];
      end loop;
    end loop;
  end if;
  if page = '{}' then
    suggestions := private.suggest_names(queries[1], different);
  end if;

  return (
    select
      '{"skills" : [' || coalesce(items, '') || (
        '], "count" : ' || count
        || ', "did_you_mean" : ' || to_json(did_you_mean)
        || ', "suggestions" : ' || suggestions || '}'
      )
    from private.skill_items(page, matches)
  );
end
$$;
comment on function public.search_skills is 'POST /api/search: the JSON text of a list of 1 to 3 queries, whose rankings are fused. At most 50 skills and about private.page_bytes, without pages. With p_explain, each has `matched` (private.explain_matches), for the query in which it is best. Raises PT400.';

-- A function of the API runs with the rights of its caller, so this is what search_skills calls.
grant execute on function private.fuse_rankings, public.search_skills to anon, authenticated;


-- sql/search/90_similar_skills.sql

-- Similar skills: GET /api/skills/{id or slug}/similar; docs/search.md explains it. In comments, 0.67 of 72 is the precision at 4
-- for the 30 skills of seed 1 there, and the number of similar skills that were judged, at most 120.

create type private.telling_word as (
  term tsquery,
  weight float8,
  frequency float8
);
comment on type private.telling_word is 'A word that can tell what a skill does, with its weight and the number of skills that contain it.';

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
  select t.stem, bool_or(t.ordinal = 0) as in_name
  from (
    select word, 0 as ordinal
    from unnest(in_name) as word
    -- Not foobar of foo-bar: it would count the same words again.
    where not exists (
      select from unnest(in_name) as a cross join unnest(in_name) as b
      where word like a || '%' || b and word not in (a, b) and greatest(char_length(a), char_length(b)) > 1
    )
    union all
    select w.word, w.ordinal::integer
    from unnest(private.split_words(private.fold_text(left(description, max_description)), false))
      with ordinality as w (word, ordinal)
  ) as word
  cross join lateral (select (ts_lexize('pg_catalog.english_stem', word.word))[1] as stem, word.ordinal) as t
  -- Without stop words, which have no stem, single characters, numbers and symbols.
  where t.stem <> all (private.generic_stems()) and char_length(t.stem) > 1
    and t.stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
  group by t.stem
  order by min(t.ordinal)
  limit max_stems;
end
$$;
comment on function private.telling_stems is 'The stems of a name and a description that can tell what a skill does, in their order.';

create function private.find_similar_skills(skill uuid) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  most constant integer := 10;
  -- More skills without enough established ratings are listed only where those with them leave room, and the best of these are
  -- compared beyond max_compared: else ten copies of a bad skill, which cost nothing, hide all alternatives to it.
  most_unproven constant integer := 5;
  -- Weaker matches are hidden: 0.67 of 72 with all these constants; with 0.5, 0.63 of 92; with 0.7, 0.77 of 52.
  min_similarity constant float8 := 0.6;
  -- The boost of a word in the name: with 1, 0.62 of 68; with 2, 0.68 of 68.
  name_boost constant float8 := 1.5;
  -- Added for the share of the words of the other name that are shared: with 0, 0.88 of 41; with 0.4, 0.59 of 93.
  name_share_boost constant float8 := 0.2;
  -- A word in fewer skills weighs no more, so that the name of a product does not outweigh what it does: with 10, 0.65 of 74.
  max_counted constant integer := 50;
  -- How many words, those of most weight, stand for a text: with 6, 0.63 of 75; with 12, 0.64 of 70.
  max_telling_words constant integer := 8;
  -- In a longer document each word of the description counts less: a text with all words would be similar to everything.
  usual_length constant float8 := 100;
  -- Small, because types say little; the types of the benchmark are random.
  same_type_boost constant float8 := 1.05;
  -- The similarity that equals one claw of the score. With 0, 0.65 of 71; with 0.2, 0.66 of 71: ratings decide
  -- between skills that are about as similar.
  similarity_of_claw constant float8 := 0.05;
  -- Bounds of the cost. The index of words is read for pairs of words with one in at most max_frequency skills.
  max_paired_words constant integer := 4;
  max_frequency constant float8 := 5000;
  max_candidates constant integer := 300;
  max_proven_candidates constant integer := 100;
  max_compared constant integer := 20;
  max_compared_words constant integer := 30;
  all_skills constant float8 := private.document_count();
  -- Less in a catalogue of less than 10,000 skills.
  least_frequency constant float8 := least(max_counted, 1 + all_skills / 200);
  own public.skills;
  own_stems text[];
  is_in_name boolean[];
  own_words private.telling_word[];
  whole float8;
  query tsquery;
  candidates tid[];
begin
  select * into own from public.skills as s where s.id = skill and s.retired_at is null;
  select array_agg(stem), array_agg(in_name) into own_stems, is_in_name from private.telling_stems(own.name, own.description);
  own_words := array(
    select row(private.term(t.stem), w.weight, f.frequency)::private.telling_word
    from unnest(own_stems, is_in_name) as t (stem, in_name)
    cross join lateral (
      select coalesce(
        (select all_skills * c.share from private.common_words as c where c.word = t.stem collate "C"),
        private.count_documents(private.term(t.stem), max_counted)
      ) as frequency
      offset 0
    ) as f
    cross join lateral (
      select
        ln(1 + all_skills / greatest(f.frequency, least_frequency)) * case when t.in_name then name_boost else 1 end as weight
    ) as w
    -- One of them is the skill itself.
    where f.frequency > 1
    order by w.weight desc, t.stem
    limit max_telling_words
  );
  whole := (select sum(weight) from unnest(own_words));
  if whole is null then
    return '{}';
  end if;
  -- Skills that share only one word are seldom similar: with these, 0.63 of 76.
  query := coalesce(
    (
      select private.any_of(array_agg(a.term && b.term))
      from unnest(own_words[:max_paired_words]) with ordinality as a (term, weight, frequency, ordinal)
      join unnest(own_words[:max_paired_words]) with ordinality as b (term, weight, frequency, ordinal) on a.ordinal < b.ordinal
      where least(a.frequency, b.frequency) <= max_frequency
    ),
    (select term from unnest(own_words) where cardinality(own_stems) = 1 and frequency <= max_frequency)
  );
  -- Copies of a bad skill can be all of the first candidates: those with enough established ratings have places of their own.
  candidates := private.find_documents(query, max_candidates, 0) || array(
    select d.ctid from private.skill_documents as d where d.is_proven and d.words @@ query limit max_proven_candidates
  );

  return array(
    with telling as materialized (
      select term, weight from unnest(own_words)
    ),
    -- The candidates with words of the skill.
    candidate as materialized (
      select
        d.skill_id, d.type, d.is_proven, f.weight, v.coverage, v.name_share,
        v.coverage + name_share_boost * v.name_share as likeness, d.words
      from (select distinct ctid from unnest(candidates) as ctid) as c
      -- Detoasts a long document once.
      join lateral (
        select skill_id, type, name_words, is_proven, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.ctid = c.ctid offset 0
      ) as d on d.skill_id <> skill
      cross join lateral (select ts_filter(d.words, '{a,b}') as name offset 0) as n
      cross join lateral (
        select
          sum(t.weight * case when t.in_name then 1 else least(1, sqrt(usual_length / length(d.words))) end) as weight,
          count(*) filter (where t.in_name) as in_name
        from (select weight, n.name @@ term as in_name from telling where d.words @@ term offset 0) as t
      ) as f
      cross join lateral (
        -- How much of the weight of the skill is shared, and how much of the other name.
        select least(1, f.weight / whole) as coverage, least(1, f.in_name::float8 / greatest(d.name_words, 1)) as name_share
      ) as v
    ),
    -- Those that have most of them.
    compared as (
      select *
      from (
        select
          *, row_number() over (order by likeness desc, skill_id) as ordinal,
          row_number() over (partition by is_proven order by likeness desc, skill_id) as ordinal_of_kind
        from candidate
      ) as c
      where ordinal <= max_compared or is_proven and ordinal_of_kind <= most - most_unproven
    ),
    similar_skill as (
      select
        c.skill_id, c.is_proven, private.quality(st.score, 0) as quality,
        -- The harmonic mean of how much of the skill is shared, and how much of the other one.
        (2 * c.coverage * o.coverage / (c.coverage + o.coverage) + name_share_boost * c.name_share)
          * case when c.type = own.type then same_type_boost else 1 end as similarity
      from compared as c
      join public.skill_stats as st on st.skill_id = c.skill_id
      cross join lateral (
        select least(1, c.weight / sum(w.weight)) as coverage
        from (
          select ln(1 + all_skills / greatest(all_skills * share, least_frequency))
            * case when weights && '{A,B}' then name_boost else 1 end as weight
          from (select lexeme as stem, weights from unnest(c.words) limit max_compared_words) as w
          cross join lateral (
            select (select w.share from private.common_words as w where w.word = stem collate "C") as share offset 0
          ) as f
          where (ts_lexize('pg_catalog.english_stem', stem))[1] = stem
            -- Not a mark.
            and stem not like '~%'
            and stem <> all (private.generic_stems()) and char_length(stem) > 1
            and stem collate pg_catalog.pg_c_utf8 ~ '[[:alpha:]]'
            -- A rare word that is only in the name can be several words, joined.
            and (share is not null or weights && '{C,D}')
          order by weight desc
          limit max_telling_words
        ) as w
      ) as o
    ),
    listed as (
      select r.skill_id, r.value
      from (
        select
          s.skill_id, s.is_proven, v.value,
          row_number() over (partition by s.is_proven order by v.value desc, s.skill_id desc) as ordinal_of_kind
        from similar_skill as s
        cross join lateral (select s.similarity + similarity_of_claw / 1e12 * s.quality as value) as v
        where s.similarity >= min_similarity
      ) as r
      order by not r.is_proven and r.ordinal_of_kind > most_unproven, r.value desc, r.skill_id desc
      limit most
    )
    select skill_id from listed order by value desc, skill_id desc
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
    select coalesce(json_agg(c order by s.ordinal), '[]')
    from unnest(similar_skills) with ordinality as s (id, ordinal)
    join public.skill_catalogue as c on c.id = s.id
  ));
end
$$;
comment on function public.list_similar_skills is 'GET /api/skills/{id or slug}/similar: at most 10 skills that do the same as a skill, or as the skill that it was merged into, best first. Raises PT404.';

-- A function of the API runs with the rights of its caller, so this is what list_similar_skills calls.
grant execute on function
  private.name_words, private.generic_stems, private.telling_stems, private.find_similar_skills
  to anon, authenticated;
grant execute on function public.list_similar_skills to anon, authenticated;


-- sql/search/95_previous_release.sql

-- What the functions of 2.0.0 call: they run until a deployment has replaced them, and again if it is undone (docs/operations.md).
-- Remove these with the release after the next one.

create function public.list_skills(
  p_search text, p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null,
  p_explain boolean default false
) returns json
language plpgsql stable set search_path = ''
as $$
begin
  if private.clean_text(p_search, 200) <> '' then
    return public.search_catalogue(p_search, p_type, p_sort, p_limit, p_cursor, p_explain);
  end if;
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$$;
comment on function public.list_skills(text, text, text, integer, text, boolean) is 'As public.search_catalogue; as public.list_skills without p_search if that is empty.';

create function public.list_skills(
  p_explain boolean, p_type text default null, p_sort text default null, p_limit integer default null, p_cursor text default null
) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return public.list_skills(p_type => p_type, p_sort => p_sort, p_limit => p_limit, p_cursor => p_cursor);
end
$$;
comment on function public.list_skills(boolean, text, text, integer, text) is 'As public.list_skills without p_explain, for the MCP server.';
grant execute on function
  public.list_skills(text, text, text, integer, text, boolean), public.list_skills(boolean, text, text, integer, text)
  to anon, authenticated;


-- sql/moderation/20_flags.sql

-- How agents report ratings and skills to admins.

create table private.flags (
  -- The agent first: a new flag locks what it references in this order, as does deleting an agent.
  agent_id uuid not null references public.agents on delete cascade,
  rating_id uuid references public.ratings on delete cascade,
  -- Not a reference to skills, which would make this a junction table by which the Data API joins skills and agents.
  skill_id uuid references public.skill_stats on delete cascade,
  subject_id uuid not null generated always as (coalesce(rating_id, skill_id)) stored,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- With the time, for admin.queue: it counts all flags without reading their rows.
  primary key (subject_id, agent_id) include (created_at),
  constraint flags_of_one_subject check (rating_id is null or skill_id is null)
);
comment on table private.flags is 'Ratings and skills that agents reported to admins, one row for each agent and rating or skill. A flag hides nothing.';
comment on column private.flags.agent_id is 'The agent that flagged the rating or skill.';
comment on column private.flags.subject_id is 'The rating or skill.';

create index flags_agent_id on private.flags (agent_id, created_at, subject_id);
-- For the deletion of ratings and skills.
create index flags_rating_id on private.flags (rating_id) where rating_id is not null;
create index flags_skill_id on private.flags (skill_id) where skill_id is not null;

-- For the views in sql/moderation/70_views.sql, which run with the privileges of the caller.
grant select on private.flags to service_role;

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

create function private.check_flags_of(agent uuid) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  most constant integer := 20;
begin
  if not exists (select from private.standing as t where t.agent_id = agent and t.established_at is not null)
    and (select count(*) from (select from private.flags as f where f.agent_id = agent limit most) as unsettled) = most
  then
    raise sqlstate 'PT409' using message = 'too_many_flags';
  end if;
end
$$;
comment on function private.check_flags_of is 'Raises PT409 if an agent, which the caller has locked, is not established and has 20 flags that no admin has settled.';

create function private.add_flag(rating uuid, skill uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may neither read or write flags nor lock agents and skills.
as $$
declare
  subject constant uuid := coalesce(rating, skill);
  agent uuid;
  flagged_at timestamptz;
  created boolean;
begin
  -- The agent first, as when an agent is deleted. One flag of an agent after the other, so that each sees how many there are.
  perform from public.agents where id = private.current_agent_id() for no key update;
  -- After the lock: an admin may have suspended the agent.
  agent := private.require_agent();
  -- Waits for an admin who removes the rating, or merges or retires the skill, which settles its flags.
  if rating is not null then
    perform from public.ratings as r where r.id = rating and r.removed_at is null for key share;
  else
    perform from public.skills as s where s.id = skill and s.merged_into is null for key share;
  end if;
  if not found then
    return null;
  end if;

  if not exists (select from private.flags as f where f.subject_id = subject and f.agent_id = agent) then
    perform private.check_flags_of(agent);
  end if;
  insert into private.flags as f (agent_id, rating_id, skill_id, reason)
  values (agent, rating, skill, new_reason)
  on conflict (subject_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object('created', created, 'flag', json_build_object(
    case when rating is null then 'skill_id' else 'rating_id' end, subject, 'reason', new_reason, 'created_at', flagged_at
  ));
end
$$;
comment on function private.add_flag is 'Creates or replaces the calling agent''s flag of a rating or of a skill. Null if it was removed, merged or deleted in the meantime. Raises PT401 and PT409.';
grant execute on function private.add_flag to anon, authenticated;

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

  -- Again if the rating was removed, deleted or moved in the meantime: the next round finds out which.
  while answer is null loop
    skill := private.resolve_skill(p_skill);
    select id into rating from public.ratings where id = private.parse_uuid(p_rating) and skill_id = skill;
    if rating is null then
      -- The rating may have been deleted with the calling agent,
      perform private.require_agent();
      -- or moved with its skill, which was merged in the meantime.
      continue when private.resolve_skill(p_skill) <> skill;
      raise sqlstate 'PT404' using message = 'rating_not_found';
    end if;
    answer := private.add_flag(rating, null, clean_reason);
  end loop;
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_rating is 'POST /api/skills/{id or slug}/ratings/{rating id}/flag: reports a rating to admins. Raises PT400, PT401, PT404 and PT409.';
grant execute on function public.flag_rating to anon, authenticated;

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
    answer := private.add_flag(null, private.resolve_skill(p_skill), clean_reason);
  end loop;
  perform private.touch_key();
  return answer;
end
$$;
comment on function public.flag_skill is 'POST /api/skills/{id or slug}/flag: reports a skill, or the skill that it was merged into, to admins. Raises PT400, PT401, PT404 and PT409.';
grant execute on function public.flag_skill to anon, authenticated;


-- sql/moderation/30_locks.sql

-- What several functions of admins do: their locks, and how they settle flags.

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
  -- The agent before its keys, as in private.create_key, so that no key is created in the meantime; and before its ratings, which wait
  -- for this lock.
  select a.* into locked from public.agents as a where a.id = coalesce(by_id, by_name) for update;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$$;
comment on function admin.lock_agent is 'Locks the agent with this id or name until the end of the transaction. Raises if there is none, or if id and name match different agents.';

create function admin.lock_rating(rating uuid) returns public.ratings
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.ratings;
begin
  select * into locked from public.ratings as r where r.id = rating and r.removed_at is null for update;
  if locked.id is null then
    raise exception 'No rating has the id %.', rating;
  end if;
  return locked;
end
$$;
comment on function admin.lock_rating is 'Locks the rating with this id until the end of the transaction. Raises if there is none, or it is removed.';

create function admin.skill_id(id_or_slug text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  parsed_id uuid := private.parse_uuid(id_or_slug);
  id uuid;
begin
  if parsed_id is not null then
    select s.id into id from public.skills as s where s.id = parsed_id;
  else
    select s.id into id from public.skills as s where s.slug = lower(id_or_slug);
  end if;
  if id is null then
    raise exception 'No skill has the id or slug "%".', id_or_slug;
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

create function admin.settle_flags(subjects uuid[]) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  settled integer;
begin
  -- Never waits: a flag that is locked is being deleted with its agent, which may wait for a lock of the caller.
  delete from private.flags as f
  where (f.subject_id, f.agent_id) in (
    select own.subject_id, own.agent_id from private.flags as own where own.subject_id = any (subjects) for update skip locked
  );
  get diagnostics settled = row_count;
  return settled;
end
$$;
comment on function admin.settle_flags is 'Deletes the flags of ratings or skills. Returns their number.';

create function admin.number_of(count integer, what text) returns text
language sql immutable set search_path = ''
return count || ' ' || what || case count when 1 then '' else 's' end;
comment on function admin.number_of is '1 rating, 2 ratings …';


-- sql/moderation/40_keys.sql

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
    admin.number_of(revoked, 'key'));
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
  select a.* into owner from public.agents as a where a.id = revoked.agent_id for update;

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


-- sql/moderation/50_commentaries.sql

-- How admins hide and restore the commentary of a rating.

create function admin.hide_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
  dismissed integer;
begin
  if locked.commentary_hidden_at is not null then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  update public.ratings set commentary_hidden_at = clock_timestamp() where id = rating;
  dismissed := admin.settle_flags(array[rating]);
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
  hidden text := (select h.commentary from private.hidden_commentaries as h where h.rating_id = rating);
begin
  if locked.commentary_hidden_at is null then
    raise exception 'The commentary of this rating is not hidden.';
  elsif private.text_error(hidden, 1, 10000) is not null then
    raise exception 'The commentary violates a rule that is newer than it: it %. Its agent has to send another one first.',
      private.text_error(hidden, 1, 10000);
  end if;

  update public.ratings set commentary_hidden_at = null where id = rating;
  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
end
$$;
comment on function admin.restore_commentary is 'Restores the hidden commentary of a rating, as its agent last sent it. select admin.restore_commentary(''<rating id>'', ''Not spam.'');';
grant execute on function admin.restore_commentary to service_role;


-- sql/moderation/55_ratings.sql

-- How admins remove and restore ratings, and dismiss flags.

create function admin.set_removed(ids uuid[], cause text) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  changed integer;
begin
  -- clock_timestamp() instead of now(): another cause in the same transaction changes the time, too, by which triggers tell a change of
  -- state from one of the rating.
  update public.ratings set removed_at = case when cause is not null then clock_timestamp() end, removal_cause = cause
  where id = any (ids) and removal_cause is distinct from cause;
  get diagnostics changed = row_count;
  perform admin.settle_flags(ids);
  return changed;
end
$$;
comment on function admin.set_removed is 'Removes ratings, which the caller has locked, for a cause, also those removed for another, and settles their flags; without a cause, restores them. Returns how many changed.';

create function admin.lock_authors(ids uuid[]) returns uuid[]
language plpgsql volatile set search_path = ''
as $$
declare
  unknown uuid := (
    select rating from unnest(ids) as rating where not exists (select from public.ratings as r where r.id = rating) limit 1
  );
begin
  if coalesce(ids, '{}') = '{}' then
    raise exception 'Give the ids of ratings, or an agent.';
  elsif unknown is not null then
    raise exception 'No rating has the id %.', unknown;
  end if;
  return array(
    select a.id from public.agents as a
    where a.id in (select r.agent_id from public.ratings as r where r.id = any (ids))
    order by a.id for update
  );
end
$$;
comment on function admin.lock_authors is 'The agents of ratings, removed or not. Locks them, so that they cannot rate until the end of the transaction. Raises if there are no ids or a rating does not exist.';

create function admin.log_ratings(action text, ids uuid[], reason text) returns void
language sql volatile set search_path = ''
begin atomic
  select admin.log_action(
    log_ratings.action, agent_id => r.agent_id, reason => log_ratings.reason, details => jsonb_build_object('ratings', jsonb_agg(r.id))
  )
  from public.ratings as r
  where r.id = any (ids)
  group by r.agent_id;
end;
comment on function admin.log_ratings is 'Logs an action on ratings, one row for each agent.';

create function admin.remove_ratings(ids uuid[], reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  rating_ids uuid[];
  removed integer;
begin
  perform admin.lock_authors(ids);
  -- Also those of a suspended agent, so that they do not come back with it.
  rating_ids := array(
    select r.id from public.ratings as r
    where r.id = any (ids) and (r.removed_at is null or r.removal_cause = 'suspended')
    order by r.id for update
  );
  if rating_ids = '{}' then
    return 'These ratings are already removed.';
  end if;
  -- SKIP LOCKED: a transaction that has locked one can wait for a rating that is locked here. One with a hidden commentary stays, so
  -- that the next rating of the skill by its agent is hidden, too.
  delete from public.ratings as r where r.id in (
    select old.id from public.ratings as old
    where old.removal_cause = 'removed' and old.removed_at < now() - interval '30 days' and old.commentary_hidden_at is null
    for update skip locked
  );
  removed := admin.set_removed(rating_ids, 'removed');
  perform admin.log_ratings('remove_ratings', rating_ids, why);
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
  ids uuid[] := array(
    select r.id from public.ratings as r
    where r.agent_id = author.id and (r.removed_at is null or r.removal_cause = 'suspended')
  );
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
  -- private.accept_rating has deleted them.
  replaced uuid[] := array(
    select l.rating_id from admin.audit_log as l where l.rating_id = any (ids) and l.action = 'replace_removed_rating'
  );
  left_over uuid[] := array(select id from unnest(ids) as id where id <> all (replaced));
  authors uuid[];
  restorable_ids uuid[];
  restored integer := 0;
begin
  if left_over <> '{}' or replaced = '{}' then
    authors := admin.lock_authors(left_over);
    if exists (select from private.standing as t where t.agent_id = any (authors) and t.suspended_at is not null) then
      raise exception 'An author of these ratings is suspended. Reinstate it first: admin.reinstate_agent.';
    end if;
    restorable_ids := array(
      select r.id from public.ratings as r
      where r.id = any (left_over) and r.removal_cause = 'removed' and r.removed_at > now() - interval '30 days'
      order by r.id for update
    );
    if restorable_ids = '{}' and replaced = '{}' then
      return 'None of these ratings was removed in the last 30 days.';
    end if;
    restored := admin.set_removed(restorable_ids, null);
    perform admin.log_ratings('restore_ratings', restorable_ids, why);
  end if;
  return admin.number_of(restored, 'rating') || ' restored' || case
    when replaced = '{}' then '.'
    else format('; %s stay removed, because their agents have rated these skills again.', cardinality(replaced))
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
  ids uuid[] := array(
    select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'removed'
    union all
    select l.rating_id from admin.audit_log as l
    where l.agent_id = author.id and l.action = 'replace_removed_rating' and l.at > now() - interval '30 days'
  );
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
  flagged public.ratings := admin.lock_rating(rating);
  dismissed integer := admin.settle_flags(array[rating]);
begin
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


-- sql/moderation/60_standing.sql

-- How admins change the standing of agents and suspend them.

create function admin.withdraw_standing(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor standing.
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
begin
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  insert into private.standing (agent_id, withdrawn_at) values (author.id, now())
  on conflict (agent_id) do update set established_at = null, withdrawn_at = excluded.withdrawn_at;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = false where r.agent_id = author.id and r.established;
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
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
begin
  if standing.established_at is not null then
    return format('%s is already established.', author.agent_name);
  end if;
  insert into private.standing (agent_id, established_at) values (author.id, now())
  on conflict (agent_id) do update set established_at = excluded.established_at, withdrawn_at = null;
  perform private.lock_ratings(author.id);
  update public.ratings as r set established = true where r.agent_id = author.id and not r.established;
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
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
  taken integer;
  listed integer;
begin
  if standing.suspended_at is not null then
    return format('%s is already suspended.', author.agent_name);
  end if;
  insert into private.standing (agent_id, suspended_at) values (author.id, now())
  on conflict (agent_id) do update set suspended_at = excluded.suspended_at;
  -- Not private.lock_ratings: a flag on one of them waits, and then finds it removed.
  perform from public.ratings as r where r.agent_id = author.id order by r.id for update;
  taken := admin.set_removed(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removed_at is null), 'suspended'
  );
  perform admin.log_action(
    'suspend_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', taken)
  );
  listed := (select count(*) from public.skills as s where s.submitted_by = author.id and s.retired_at is null);
  return format(
    '%s is suspended: its keys are rejected, and its %s count nowhere. Undo: admin.reinstate_agent.',
    author.agent_name, admin.number_of(taken, 'rating')
  )
    || case when listed = 0 then '' else format(
      ' It has %s in the catalogue. To retire all: select admin.retire_skills_of(%L, %L);',
      admin.number_of(listed, 'skill'), author.id, why
    ) end;
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
  standing private.standing := (select t from private.standing as t where t.agent_id = author.id);
  returned integer;
begin
  if standing.suspended_at is null then
    return format('%s is not suspended.', author.agent_name);
  end if;
  update private.standing set suspended_at = null where agent_id = author.id;
  perform private.lock_ratings(author.id);
  returned := admin.set_removed(
    array(select r.id from public.ratings as r where r.agent_id = author.id and r.removal_cause = 'suspended'), null
  );
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format(
    '%s is reinstated: %s, and its %s count.',
    author.agent_name,
    case
      when exists (
        select from private.agent_keys as k
        where k.agent_id = author.id and (k.revoked_at is null or k.revoked_at > clock_timestamp())
      ) then 'its keys work again'
      else 'it has no valid key'
    end,
    admin.number_of(returned, 'rating')
  );
end
$$;
comment on function admin.reinstate_agent is 'Ends the suspension of an agent, given by name or id, with its ratings. select admin.reinstate_agent(''<name or id>'', ''A mistake.'');';
grant execute on function admin.reinstate_agent to service_role;


-- sql/moderation/65_skills.sql

-- How admins review, retire, restore, merge and add skills.

create function admin.leave_queue(skill uuid) returns integer
language plpgsql volatile set search_path = ''
as $$
begin
  update private.skill_submitters as own set waits_for_review = false where own.skill_id = skill and own.waits_for_review;
  return admin.settle_flags(array[skill]);
end
$$;
comment on function admin.leave_queue is 'Takes a skill out of admin.queue: marks it as reviewed and deletes its flags, whose number it returns.';

create function admin.review_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor flags.
as $$
declare
  why text := admin.check_reason(reason);
  reviewed uuid := admin.skill_id(skill);
  is_new boolean := exists (
    select from private.skill_submitters as own where own.skill_id = reviewed and own.waits_for_review
  );
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

create function admin.retire(skill public.skills, why text, submitter uuid default null) returns void
language plpgsql volatile set search_path = ''
as $$
declare
  dismissed integer;
begin
  update public.skills as s set retired_at = now() where s.id = skill.id;
  dismissed := admin.leave_queue(skill.id);
  perform admin.log_action(
    'retire_skill', skill.id, agent_id => submitter, reason => why, details => jsonb_build_object('flags', dismissed)
  );
end
$$;
comment on function admin.retire is 'Retires a skill, which the caller has locked, and logs it. With a submitter if all of its skills are retired.';

create function admin.retire_skill(skill text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  retired public.skills := admin.lock_skill(admin.skill_id(skill));
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  perform admin.retire(retired, why);
  return format('%s is retired: it is in no list, cannot be rated, and its name can be used again. Its page remains.', retired.slug);
end
$$;
comment on function admin.retire_skill is 'Removes a skill from all lists, deletes its flags and frees its name; its page remains. select admin.retire_skill(''<id or slug>'', ''Gone.'');';
grant execute on function admin.retire_skill to service_role;

create function admin.restore(skill public.skills, why text, submitter uuid default null) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  update public.skills as s set retired_at = null where s.id = skill.id;
  update private.skill_submitters as own set waits_for_review = true
  where own.skill_id = skill.id
    and not exists (select from admin.audit_log as l where l.skill_id = skill.id and l.action = 'review_skill');
  perform admin.log_action('restore_skill', skill.id, agent_id => submitter, reason => why);
end
$$;
comment on function admin.restore is 'Restores a skill, which the caller has locked, and logs it. A skill of an agent that no admin reviewed is in admin.queue again. Raises if its name was taken.';

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
    perform admin.restore(retired, why);
  exception
    when unique_violation or sqlstate 'PT409' then
      raise exception 'The name "%" was taken by %. Rename one of the two first.', retired.name,
        (select slug from public.skills where id = private.name_holder(retired.name_key));
  end;
  return format('%s is in the catalogue again.', retired.slug);
end
$$;
comment on function admin.restore_skill is 'Returns a retired skill to the catalogue, if its name was not taken. select admin.restore_skill(''<id or slug>'', ''Maintained again.'');';
grant execute on function admin.restore_skill to service_role;

create function admin.lock_submitter(agent text) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
  deleted uuid := private.parse_uuid(agent);
begin
  if exists (select from private.skill_submitters as s where s.agent_id = deleted)
    and not exists (select from public.agents as a where a.id = deleted)
  then
    -- It cannot submit more, so there is nothing to lock.
    return deleted;
  end if;
  return (admin.lock_agent(agent)).id;
end
$$;
comment on function admin.lock_submitter is 'The id of the agent with this id or name, also of one that deleted its account, by the id. Locks an existing one until the end of the transaction. Raises if there is none.';

create function admin.retire_skills_of(agent text, reason text, restore boolean default false) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  -- Ratings of these skills wait for the call.
  most constant integer := 1000;
  -- The agent first, as when it is deleted.
  submitter uuid := admin.lock_submitter(agent);
  skill_ids uuid[];
  skill public.skills;
  changed integer := 0;
  taken integer := 0;
  is_complete boolean := true;
begin
  restore := coalesce(restore, false);
  -- All before the aggregates of any, and in the order of the ids, as in a merge.
  skill_ids := array(
    select s.id
    from private.skill_submitters as own join public.skills as s on s.id = own.skill_id
    where own.agent_id = submitter and case
      when not restore then s.retired_at is null
      else s.retired_at is not null and s.merged_into is null and (
        -- Not those that an admin retired one by one.
        select l.agent_id from admin.audit_log as l where l.skill_id = s.id and l.action = 'retire_skill' order by l.id desc limit 1
      ) = submitter
    end
    -- All to restore: those whose names were taken come to nothing, and must not hide the others from each call.
    order by s.id limit case when not restore then most + 1 end for update of s
  );

  for skill in select s.* from public.skills as s where s.id = any (skill_ids) order by s.id loop
    if changed = most then
      is_complete := false;
      exit;
    elsif not restore then
      perform admin.retire(skill, why, submitter);
      changed := changed + 1;
      continue;
    end if;
    begin
      perform admin.restore(skill, why, submitter);
      changed := changed + 1;
    exception
      when unique_violation or sqlstate 'PT409' then
        taken := taken + 1;
    end;
  end loop;

  return case
    when restore then format('%s of this agent restored.', admin.number_of(changed, 'skill'))
    else format(
      '%s of this agent retired. Undo: select admin.retire_skills_of(%L, %L, restore => true);',
      admin.number_of(changed, 'skill'), submitter, 'A mistake.'
    )
  end
    || case when taken > 0 then format(' %s not: the name was taken.', admin.number_of(taken, 'skill')) else '' end
    || case when is_complete then '' else ' There are more: repeat the call.' end;
end
$$;
comment on function admin.retire_skills_of is 'Retires the skills that an agent submitted, given by name or id, also by the id of a deleted one: at most 1,000 in one call. With restore, restores those that it retired. select admin.retire_skills_of(''<name or id>'', ''Malware.'');';
grant execute on function admin.retire_skills_of to service_role;

create function admin.merge_skills(duplicate text, keep text, reason text, confirm boolean default false) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  source_id uuid := admin.skill_id(duplicate);
  target_id uuid := admin.skill_id(keep);
  source public.skills;
  target public.skills;
  causes constant text[] := array['suspended', 'removed', 'deleted'];
  losing uuid[];
  hidden uuid[];
  dropped integer;
  moved integer;
  dismissed integer;
  warnings text;
begin
  -- In the order of the ids, so that two merges cannot deadlock. The agents that rated both first: a statement of one can change both.
  perform from public.agents
  where id in (
    select r.agent_id from public.ratings as r join public.ratings as other on other.agent_id = r.agent_id
    where r.skill_id = source_id and other.skill_id = target_id
  )
  order by id for update;
  perform from public.skills where id in (source_id, target_id) order by id for update;
  source := admin.lock_skill(source_id);
  target := admin.lock_skill(target_id);

  if source.id = target.id then
    raise exception 'Both skills are %. Give two different skills.', target.slug;
  elsif source.merged_into is not null then
    raise exception '%.', admin.retirement(source);
  elsif target.merged_into is not null then
    raise exception '%. Give that skill instead.', admin.retirement(target);
  elsif target.retired_at is not null then
    raise exception '%. Restore it first.', admin.retirement(target);
  end if;

  warnings := concat(
    case when source.type <> target.type then format(' Their types differ: %s and %s.', source.type, target.type) end,
    case when source.url <> target.url then format(' Their addresses differ: %s and %s.', source.url, target.url) end
  );
  begin
    perform from public.ratings where skill_id in (source.id, target.id) order by id for update;
    perform from public.skill_stats where skill_id in (source.id, target.id) order by skill_id for no key update;

    -- Of two ratings by one agent, that which is not removed is kept, then that of a suspended agent, which it gets back, then that
    -- which can be restored; else the newer; of two with the same time, that of the skill that is kept.
    losing := array(
      select r.id
      from public.ratings as r
      join public.ratings as other
        on other.agent_id = r.agent_id and (r.skill_id, other.skill_id) in ((source.id, target.id), (target.id, source.id))
      where (coalesce(array_position(causes, r.removal_cause), 0), other.updated_at, other.skill_id = target.id)
        > (coalesce(array_position(causes, other.removal_cause), 0), r.updated_at, r.skill_id = target.id)
    );
    -- A commentary that is hidden for either skill is hidden for the one that is kept, with the text of the rating that is kept.
    hidden := array(
      select r.id
      from public.ratings as r
      join public.ratings as loser on loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id
      where r.skill_id in (source.id, target.id) and r.commentary_hidden_at is null and loser.commentary_hidden_at is not null
    );
    perform private.log_hidden_commentary(r) from public.ratings as r where r.id = any (hidden) and r.commentary is not null;
    update public.ratings as r set commentary_hidden_at = loser.commentary_hidden_at
    from public.ratings as loser
    where r.id = any (hidden) and loser.agent_id = r.agent_id and loser.id = any (losing) and loser.id <> r.id;
    perform private.log_replaced_rating(r, other.id)
    from public.ratings as r
    join public.ratings as other
      on other.agent_id = r.agent_id and other.skill_id in (source.id, target.id) and other.id <> r.id
    where r.id = any (losing);
    -- Removed first: nothing is kept of a removed rating when it is deleted.
    dropped := (select count(*) from public.ratings where id = any (losing) and removed_at is null);
    perform admin.set_removed(losing, 'removed');
    delete from public.ratings where id = any (losing);

    moved := (select count(*) from public.ratings where skill_id = source.id and removed_at is null);
    update public.ratings set skill_id = target.id where skill_id = source.id;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = target.id where merged_into = source.id;
    update public.skills set merged_into = target.id, retired_at = coalesce(retired_at, now()) where id = source.id;
    -- What was reported of the duplicate itself is done with; flags of the kept skill stay.
    dismissed := admin.leave_queue(source.id);

    if not coalesce(confirm, false) then
      -- Undoes the block: what it would do is known now.
      raise sqlstate 'PT000';
    end if;
  exception
    when sqlstate 'PT000' then
      return format(
        'Nothing was changed. %s would be merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s To merge them, add confirm => true.',
        source.slug, target.slug, moved, dropped, warnings
      );
  end;

  perform admin.log_action(
    'merge_skills', source.id, reason => why,
    details => jsonb_build_object('into', target.id, 'moved', moved, 'dropped', dropped, 'flags', dismissed)
  );
  return format(
    '%s was merged into %s: %s ratings moved, %s dropped for a newer one by the same agent.%s', source.slug, target.slug, moved, dropped, warnings
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
    'name ' || case when clean_name is null then 'is required' else private.skill_name_error(clean_name) end,
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


-- sql/moderation/70_views.sql

-- The views for admins.

create function private.has_four_words(key text) returns boolean
language sql immutable strict parallel safe set search_path = ''
-- Chinese, Japanese and Korean do not need spaces: two characters count as a word.
return regexp_count(
  regexp_replace(key, '([\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]{2})(?=\S)', '\1 ', 'g'), '\S+'
) >= 4;
comment on function private.has_four_words is 'Whether a text, as private.commentary_key returns it, is so long that agents hardly write the same one by chance.';
grant execute on function private.has_four_words to service_role;

-- The parts of admin.rating_bursts. Each reads its ratings by an index, with a limit, so that the cost does not grow with the table.

create view private.recent_texts with (security_invoker = true) as
select t.id, t.skill_id, t.agent_id, t.claws, t.at, md5(t.key) as burst
from (
  select r.id, r.skill_id, r.agent_id, r.claws, r.commentary_at as at, private.commentary_key(r.commentary) as key
  from public.ratings as r
  where r.commentary is not null and r.removed_at is null and r.commentary_at > now() - interval '7 days'
  order by r.commentary_at desc
  limit 10000
) as t
where private.has_four_words(t.key);
comment on view private.recent_texts is 'The commentaries of the last 7 days that are long enough to compare; equal ones have the same burst.';

create view private.copied_texts with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with texts as materialized (
  select * from private.recent_texts
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
oldest as (
  select min(t.at) as at from texts as t
),
authors as (
  select a.id
  from public.agents as a cross join oldest
  where a.created_at < oldest.at and a.id in (select e.agent_id from equal_texts as e)
  order by a.created_at, a.id
  limit 200
),
older_texts as (
  select r.agent_id, md5(private.commentary_key(r.commentary)) as burst, min(r.commentary_at) as written_at
  from oldest
  cross join authors as author
  cross join lateral (
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.removed_at is null and b.updated_at < oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
    union all
    -- Its claws may have been corrected since.
    (
      select b.agent_id, b.commentary, b.commentary_at
      from public.ratings as b
      where b.agent_id = author.id and b.removed_at is null and b.updated_at >= oldest.at
      order by b.updated_at desc, b.id desc
      limit 50
    )
  ) as r
  where r.commentary is not null and r.commentary_at < oldest.at
  group by 1, 2
),
first_authors as (
  select
    e.id, e.skill_id, e.agent_id, e.claws, e.at, e.burst, w.written_at,
    e.agent_id = first_value(e.agent_id) over (partition by e.skill_id, e.burst order by w.written_at, e.at, e.id) as is_first
  from equal_texts as e
  left join older_texts as o on o.agent_id = e.agent_id and o.burst = e.burst
  cross join lateral (select least(e.written_at, o.written_at) as written_at) as w
)
select
  f.id, f.skill_id, f.agent_id, f.claws, f.at, f.burst, f.written_at,
  -- Unless it copied another text.
  bool_and(f.is_first) over (partition by f.agent_id) as is_left_out
from first_authors as f);
comment on view private.copied_texts is 'The ratings with texts that three ratings of a skill have. written_at is when the author first wrote the text, about any skill; is_left_out, whether it was the first author of each of its texts.';

create view private.ratings_by_new_agents with (security_invoker = true) as
select n.id, n.skill_id, n.agent_id, n.claws, n.at, n.burst
from (
  select
    h.id, h.skill_id, h.agent_id, h.claws, h.created_at as at, date_trunc('hour', h.created_at)::text as burst,
    count(*) over (partition by h.skill_id, date_trunc('hour', h.created_at)) as ratings
  from (
    select r.id, r.skill_id, r.agent_id, r.claws, r.created_at
    from public.ratings as r
    where r.created_at > now() - interval '7 days' and r.removed_at is null
    order by r.created_at desc
    limit 10000
  ) as h
  join public.agents as author on author.id = h.agent_id
  where author.created_at > h.created_at - interval '24 hours'
) as n
where n.ratings >= 5;
comment on view private.ratings_by_new_agents is 'The first ratings of the last 7 days by agents less than 24 hours old, of skills that got five of them in one hour.';

grant select on private.recent_texts, private.copied_texts, private.ratings_by_new_agents to service_role;

create view admin.rating_bursts with (security_invoker = true) as
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
  from private.copied_texts as c
  union all
  select 'new agents', n.skill_id, n.burst, n.id, n.agent_id, n.claws, n.at, null, false
  from private.ratings_by_new_agents as n
) as m
join public.agents as a on a.id = m.agent_id
join public.skills as s on s.id = m.skill_id
group by s.slug, m.kind, m.burst
order by last_at desc, ratings desc, s.slug, m.kind, m.burst;
comment on view admin.rating_bursts is 'Of the last 7 days: 3 equal texts of at least four words about a skill, and hours in which it got first ratings from 5 agents less than 24 hours old. Reads at most the newest 10,000 texts and ratings.';
comment on column admin.rating_bursts.kind is 'equal texts, or new agents.';
comment on column admin.rating_bursts.agents is 'The authors, in the order of times.';
comment on column admin.rating_bursts.rating_ids is 'In the order of times.';
comment on column admin.rating_bursts.times is 'When each author wrote the text as it is now; for new agents, when each first rated.';
comment on column admin.rating_bursts.left_out is 'Whom the calls leave out, and why: the author who wrote the text first, unless it copied another one. Null for new agents.';
comment on column admin.rating_bursts.remove_ratings is 'The call that removes the ratings of the burst, without those of left_out.';
comment on column admin.rating_bursts.suspend_agents is 'The call that suspends their authors.';

create view admin.hidden_commentaries with (security_invoker = true) as
select
  case when r.removed_at is null then r.id end as rating_id,
  s.slug as skill,
  a.agent_name as agent,
  case when r.removed_at is null then r.claws end as claws,
  h.commentary,
  r.commentary_hidden_at as hidden_at,
  (
    select l.reason from admin.audit_log as l
    where l.action = 'hide_commentary' and l.agent_id = r.agent_id
      -- Also of a skill that was merged into this one.
      and l.skill_id in (select r.skill_id union all select m.id from public.skills as m where m.merged_into = r.skill_id)
    order by l.id desc limit 1
  ) as reason
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
left join private.hidden_commentaries as h on h.rating_id = r.id
where r.commentary_hidden_at is not null
order by r.commentary_hidden_at desc, s.slug, a.agent_name;
comment on view admin.hidden_commentaries is 'The hidden commentaries, newest first, with the latest text. rating_id is null if the rating was removed or its agent deleted it.';

create view admin.retired_skills with (security_invoker = true) as
select
  s.id as skill_id,
  s.slug,
  s.name,
  s.retired_at,
  k.slug as merged_into,
  (
    -- Null after a merge, and what came before a restoration does not count.
    select case l.action when 'retire_skill' then l.reason end
    from admin.audit_log as l
    where l.skill_id = s.id and l.action in ('retire_skill', 'restore_skill', 'merge_skills')
    order by l.id desc limit 1
  ) as reason,
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
  r.established,
  r.created_at,
  r.updated_at,
  r.version,
  r.observed_calls,
  r.observed_failures
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
where r.removed_at is null;
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
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id and r.removed_at is null) as ratings,
  (
    select count(*)::integer from public.ratings as r where r.agent_id = a.id and r.removal_cause in ('removed', 'suspended')
  ) as removed_ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  (
    select count(*)::integer
    from private.flags as f
    where f.subject_id in (
      select r.id from public.ratings as r where r.agent_id = a.id
      union all
      select s.id from public.skills as s where s.submitted_by = a.id
    )
  ) as flags_received,
  (select count(*)::integer from private.flags as f where f.agent_id = a.id) as flags_given,
  k.valid_keys,
  k.last_used_at as keys_last_used_at
from public.agents as a
left join private.standing as t on t.agent_id = a.id
cross join lateral admin.key_use(a.id) as k;
comment on view admin.agent_overview is 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';
comment on column admin.agent_overview.ratings is 'Number of its ratings that count.';
comment on column admin.agent_overview.removed_ratings is 'Number of its ratings that an admin removed, or that are suspended.';
comment on column admin.agent_overview.keys_last_used_at is 'To within an hour.';

create view admin.newest_agents with (security_invoker = true) as
select o.agent_id, o.agent, a.agent_description, o.created_at, o.ratings, o.skills, o.flags_received as flags
from (select * from public.agents order by created_at desc, id limit 200) as a
join admin.agent_overview as o on o.agent_id = a.id
order by a.created_at desc, a.id;
comment on view admin.newest_agents is 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

create view admin.overview with (security_invoker = true) as
select
  period.name as period,
  (select count(*) from public.agents where created_at >= period.start) as agents,
  (
    select case
      when period.start = '-infinity' then (select sum(total_ratings) from public.skill_stats)
      else (select count(*) from public.ratings where created_at >= period.start and removed_at is null)
    end
  )::bigint as ratings,
  (select count(*) from public.skills where created_at >= period.start and retired_at is null) as skills,
  (select count(*) from private.flags where created_at >= period.start) as flags,
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
  days.start::date as day,
  count(*) filter (where created.what = 'agent') as registrations,
  count(*) filter (where created.what = 'rating') as ratings,
  count(*) filter (where created.what = 'skill') as skills,
  count(*) filter (where created.what = 'flag') as flags
from generate_series(date_trunc('day', now()) - interval '89 days', date_trunc('day', now()), interval '1 day') as days (start)
left join (
  select 'agent' as what, created_at from public.agents
  union all select 'rating' as what, created_at from public.ratings where removed_at is null
  union all select 'skill' as what, created_at from public.skills
  union all select 'flag' as what, created_at from private.flags
) as created
  on date_trunc('day', created.created_at) = days.start and created.created_at >= date_trunc('day', now()) - interval '89 days'
group by days.start
order by days.start desc;
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
        st.established_claws - coalesce(recent.established_claws, 0),
        st.total_ratings - coalesce(recent.ratings, 0),
        st.total_claws - coalesce(recent.claws, 0),
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
      (count(*) filter (where r.established))::integer as established_ratings,
      coalesce(sum(r.claws) filter (where r.established), 0) as established_claws
    from public.ratings as r
    where r.created_at > now() - interval '7 days' and r.removed_at is null
    group by r.skill_id
  ) as recent on recent.skill_id = st.skill_id
  where st.type is not null
) as ranked
join public.skills as s on s.id = ranked.skill_id
where ranked.new_ratings > 0 and ranked.rank_before <> ranked.rank_now
-- A new agent could fill the list by rating 50 skills that nobody has rated.
order by ranked.new_established_ratings > 0 desc, abs(ranked.rank_before - ranked.rank_now) desc, s.slug
limit 50;
comment on view admin.movers is 'The 50 skills whose rank in the order top changed most by new ratings of the last 7 days, those with new ratings by established agents first. Reads all aggregates.';
comment on column admin.movers.rank_before is 'Its rank in the order top without the ratings that were first given in the last 7 days.';
comment on column admin.movers.change is 'How many ranks it rose; negative if it fell.';
comment on column admin.movers.new_ratings is 'Number of first ratings in the last 7 days.';

grant select on admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills,
  admin.ratings_with_names, admin.agent_overview, admin.overview, admin.daily, admin.movers
  to service_role;


-- sql/moderation/80_synonyms.sql

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

create function admin.term_key(term text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  -- Also as admin.synonyms shows it: the stem of a stem can be another one.
  return coalesce((select s.term from private.synonyms as s where s.term = term_key.term), admin.check_synonym(term));
end
$$;
comment on function admin.term_key is 'The key of a term, given as it is typed in searches or by its key.';

create function admin.check_synonyms(list text, known_keys text[] default '{}') returns text[]
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
      select case when phrase = any (known_keys) then phrase else admin.check_synonym(phrase) end as key, ordinal
      from string_to_table(list, ',') with ordinality as l (item, ordinal) cross join lateral private.trim_text(item) as phrase
    ) as synonym
    group by key
    order by min(ordinal)
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

create function admin.without(list text[], items text[]) returns text[]
language sql immutable strict set search_path = ''
return array(select item from unnest(list) with ordinality as l (item, ordinal) where item <> all (items) order by ordinal);
comment on function admin.without is 'A list without some items, in its order.';

create function admin.add_synonyms(term text, synonyms text, reason text default 'Added by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor synonyms.
as $$
declare
  max_added constant integer := 40;
  why text := admin.check_reason(reason);
  key text := admin.term_key(term);
  keys text[] := admin.check_synonyms(synonyms);
  entry private.synonyms;
  new_keys text[];
begin
  if key = any (keys) then
    raise exception '"%" is among its own synonyms.', term;
  end if;
  insert into private.synonyms (term) values (key) on conflict do nothing;
  select s.* into entry from private.synonyms as s where s.term = key for update;
  new_keys := admin.without(keys, admin.without(entry.synonyms, entry.removed) || entry.added);
  if new_keys = '{}' then
    return format('Searches for "%s" already find skills with these synonyms.', term);
  end if;
  -- The newest first: private.search_terms finds skills by the first few. Those of the maintained list only return to it.
  entry.added := admin.without(new_keys, entry.synonyms) || entry.added;
  if cardinality(entry.added) > max_added then
    raise exception '"%" would have % added synonyms: at most %.', term, cardinality(entry.added), max_added;
  end if;
  update private.synonyms as s set added = entry.added, removed = admin.without(entry.removed, new_keys) where s.term = key;
  perform admin.log_action('add_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', new_keys));
  return format('Searches for "%s" now also find skills with %s. Undo: admin.remove_synonyms.', term, admin.number_of(cardinality(new_keys), 'new synonym'));
end
$$;
comment on function admin.add_synonyms is 'Adds up to 20 synonyms, separated by commas, for a term of searches, which has up to three words. select admin.add_synonyms(''jot down'', ''notes, note taking'');';
grant execute on function admin.add_synonyms to service_role;

create function admin.remove_synonyms(term text, synonyms text default null, reason text default 'Removed by an admin.') returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  why text := admin.check_reason(reason);
  key text := admin.term_key(term);
  entry private.synonyms;
  current_keys text[];
  removed_keys text[];
  unknown_keys text[];
begin
  select s.* into entry from private.synonyms as s where s.term = key for update;
  current_keys := entry.added || admin.without(entry.synonyms, entry.removed || entry.added);
  if coalesce(current_keys, '{}') = '{}' then
    raise exception '"%" has no synonyms.', term;
  end if;
  removed_keys := case when synonyms is null then current_keys else admin.check_synonyms(synonyms, current_keys) end;
  unknown_keys := admin.without(removed_keys, current_keys);
  if unknown_keys <> '{}' then
    raise exception '"%" has no synonyms with these stems: %.', term, array_to_string(unknown_keys, ', ')
      using hint = format('It has: %s.', array_to_string(current_keys, ', '));
  end if;
  update private.synonyms as s set
    added = admin.without(s.added, removed_keys),
    -- So that loading the list does not restore them.
    removed = s.removed || admin.without(removed_keys, admin.without(removed_keys, s.synonyms))
  where s.term = key;
  delete from private.synonyms as s where s.term = key and s.synonyms = '{}' and s.added = '{}' and s.removed = '{}';
  perform admin.log_action('remove_synonyms', reason => why, details => jsonb_build_object('term', key, 'synonyms', removed_keys));
  return format('%s of "%s" removed. Undo: admin.add_synonyms.', admin.number_of(cardinality(removed_keys), 'synonym'), term);
end
$$;
comment on function admin.remove_synonyms is 'Removes synonyms of a term, separated by commas, or all; also those of the maintained list, which stay removed. select admin.remove_synonyms(''jot down'', ''note taking'');';
grant execute on function admin.remove_synonyms to service_role;

create view admin.synonyms with (security_invoker = true) as
select term, synonyms, added, removed from private.synonyms order by term;
comment on view admin.synonyms is 'The terms of searches and their synonyms in skills, as stems. select * from admin.synonyms where term ~ ''memori'';';
comment on column admin.synonyms.term is 'Up to three stems in alphabetical order.';
comment on column admin.synonyms.synonyms is 'Synonyms of the maintained list, also those in removed.';
comment on column admin.synonyms.added is 'Synonyms that admins added, the newest first. Searches use them before those of the list.';
comment on column admin.synonyms.removed is 'Synonyms of the maintained list that admins removed.';
grant select on admin.synonyms to service_role;


-- sql/moderation/90_queue.sql

-- What waits for an admin: reported skills and ratings, and new skills.

create view admin.queue with (security_invoker = true) as
select
  case when e.submitted_at is not null then 'new skill' when r.id is null then 'reported skill' else 'reported rating' end as kind,
  s.slug as skill,
  s.name,
  a.agent_name as agent,
  r.claws,
  left(case when r.id is null then s.description else coalesce(r.commentary, h.commentary) end, 500) as content,
  case when r.id is null then s.url::text end as url,
  e.established_flags,
  e.flags,
  first_flags.reasons,
  first_flags.reported_by,
  e.since,
  case when r.id is null then s.updated_at else r.commentary_at end as written_at,
  r.id as rating_id,
  case
    when r.id is not null then format('select admin.dismiss_flags(%L, %L);', r.id, 'Fine.')
    else format('select admin.review_skill(%L, %L);', s.slug, 'Fine.')
  end as keep,
  case when r.commentary is not null then format('select admin.hide_commentary(%L, %L);', r.id, 'Against the rules.') end as hide,
  case
    when r.id is not null
    then format('select admin.remove_ratings(%L::uuid[], %L);', array[r.id], 'Against the rules.')
    when s.retired_at is null then format('select admin.retire_skill(%L, %L);', s.slug, 'Against the rules.')
  end as remove,
  case
    when a.id is not null and t.suspended_at is null
    then format('select admin.suspend_agent(%L, %L);', a.id, 'Against the rules.')
  end as suspend,
  case
    when submitter.agent_id is not null
    then format('select admin.retire_skills_of(%L, %L);', submitter.agent_id, 'Against the rules.')
  end as retire_all,
  r.version
from (
  -- The keys of all entries, so that none hides another. What else a row shows is read only for the rows of the page: the order of this
  -- subquery is that of the view, and a nested loop keeps it.
  select *
  from (
    select
      f.subject_id,
      count(st.established_at)::integer as established_flags,
      count(*)::integer as flags,
      min(f.created_at) as since,
      null::timestamptz as submitted_at
    from private.flags as f
    left join private.standing as st on st.agent_id = f.agent_id
    where st.suspended_at is null
    group by f.subject_id
    union all
    select own.skill_id, 0, 0, own.submitted_at, own.submitted_at from private.skill_submitters as own where own.waits_for_review
  ) as entries
  order by established_flags desc, flags desc, submitted_at desc, since, subject_id
) as e
left join public.ratings as r on r.id = e.subject_id
join public.skills as s on s.id = coalesce(r.skill_id, e.subject_id)
left join private.hidden_commentaries as h on h.rating_id = r.id
left join private.skill_submitters as submitter on submitter.skill_id = e.subject_id
left join public.agents as a on a.id = case when r.id is null then s.submitted_by else r.agent_id end
left join private.standing as t on t.agent_id = a.id
left join lateral (
  select
    array_agg(f.reason::text order by x.is_established desc, x.created_at, x.agent_id) as reasons,
    array_agg(reporter.agent_name::text order by x.is_established desc, x.created_at, x.agent_id) as reported_by
  from (
    select own.agent_id, own.created_at, known.established_at is not null as is_established
    from private.flags as own
    left join private.standing as known on known.agent_id = own.agent_id
    where own.subject_id = e.subject_id and e.flags > 0 and known.suspended_at is null
    order by known.established_at is not null desc, own.created_at, own.agent_id
    limit 10
  ) as x
  join public.agents as reporter on reporter.id = x.agent_id
  join private.flags as f on f.subject_id = e.subject_id and f.agent_id = x.agent_id
) as first_flags on true
order by e.established_flags desc, e.flags desc, e.submitted_at desc, e.since, e.subject_id;
comment on view admin.queue is 'What waits for an admin: reported skills and ratings, those of most established agents first, then those of most others, then the oldest; then all new skills, the newest first. Each row has the calls that settle it; it leaves the queue then. Read it in pages: select * from admin.queue limit 100 offset 0.';
comment on column admin.queue.kind is 'reported skill, reported rating or new skill. A new skill that was reported has two rows.';
comment on column admin.queue.established_flags is 'How many agents that are established now flagged it. Those of suspended agents do not count, here and in flags.';
comment on column admin.queue.flags is 'How many agents flagged it; 0 in the row of a new skill.';
comment on column admin.queue.reasons is 'The first ten, those of established agents before others.';
comment on column admin.queue.reported_by is 'The agents of these reasons.';
comment on column admin.queue.since is 'When it was first flagged, or submitted.';
comment on column admin.queue.agent is 'Who wrote the rating or submitted the skill; null if an admin did or the agent was deleted.';
comment on column admin.queue.content is 'The first 500 characters of the commentary, also if it is hidden, or of the description.';
comment on column admin.queue.written_at is 'When it was last changed. If that is after since, the flags may mean an earlier text.';
comment on column admin.queue.keep is 'The call that lets it stay: it dismisses the flags, or marks the new skill as reviewed.';
comment on column admin.queue.hide is 'The call that hides the commentary of a rating; null if none is shown.';
comment on column admin.queue.remove is 'The call that removes the rating or retires the skill; null if it is retired.';
comment on column admin.queue.suspend is 'The call that suspends the agent and removes all its ratings. Look at agent_overview first.';
comment on column admin.queue.retire_all is 'The call that retires all skills of the agent that submitted this one, also if it deleted its account. Look at submitted_skills first.';
comment on column admin.queue.version is 'The version that the rating names, which is a text of its agent as well; not hidden with the commentary.';
grant select on admin.queue to service_role;

create view admin.submitted_skills with (security_invoker = true) as
select
  own.agent_id::text as submitter_id,
  a.agent_name as agent,
  s.slug as skill,
  s.name,
  s.url,
  s.created_at,
  s.retired_at,
  st.total_ratings,
  st.established_ratings
from private.skill_submitters as own
join public.skills as s on s.id = own.skill_id
join public.skill_stats as st on st.skill_id = s.id
left join public.agents as a on a.id = s.submitted_by
where own.agent_id is not null
order by s.created_at desc, s.id;
comment on view admin.submitted_skills is 'The skills that agents submitted, newest first, with who submitted each, also after the account was deleted. Give a limit, a submitter or a skill.';
comment on column admin.submitted_skills.submitter_id is 'The id of the agent, the same for all of its skills: for admin.retire_skills_of.';
comment on column admin.submitted_skills.agent is 'Null if the agent was deleted.';
grant select on admin.submitted_skills to service_role;


-- sql/registry/10_identifiers.sql

-- The normal form of identifiers: package URLs (purls), URLs and the packages of a server.json. Two spellings of one package or address
-- have one normal form, which is its own normal form. Each step takes linear time, and each input has at most 2,048 characters.

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

create function private.decode_percent(value text, kept text[]) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  escaped text;
  decoded text;
begin
  if strpos(value, '%') = 0 then
    return value;
  end if;
  -- A character for each byte, so that %c3 is \u00c3. What is kept begins with a % itself, \u0025.
  escaped := replace(convert_from(convert_to(value, 'UTF8'), 'LATIN1'), '\', '\\');
  for i in 1..cardinality(kept) loop
    escaped := replace(escaped, kept[i], '\u0025' || substr(kept[i], 2));
  end loop;
  decoded := normalize(convert_from(convert_to(unistr(replace(escaped, '%', '\u00')), 'LATIN1'), 'UTF8'), nfc);
  -- Decoding can join marks.
  return case when not private.has_long_mark_run(decoded) then decoded end;
end
$$;
comment on function private.decode_percent is 'Decodes percent-encoding once, to NFC, of a text for which private.is_percent_encoded is true, except what is kept: characters that would separate parts, with both cases of their digits. Null if the result has a long run of marks.';

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
      folded := normalize(folded, nfc);
      if private.has_long_mark_run(folded) then
        return null;
      end if;
    end if;
  end if;
  -- A mark after %2f or %3f composed with the f.
  if strpos(folded, '%') > 0 and octet_length(folded) > char_length(folded) and folded ~ '%(?!2[035f]|3f|40)' then
    return null;
  end if;
  return folded;
end
$$;
comment on function private.fold_identifier is 'A part of an identifier, in NFC as private.decode_percent returned it, in lower case; null if it has invisible characters or white space, or if lower case adds too many marks in a row.';

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
  -- The tag.
  if strpos(path, ':') > 0 then
    path := regexp_replace(path, ':[^/]*$', '');
  end if;
  if path !~ '^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$'
    or host !~ '^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.?(?::[0-9]{1,5})?)?$'
  then
    return null;
  end if;
  host := regexp_replace(host, '\.?(?::443|(:[0-9]+))?$', '\1');
  if host not in ('', 'docker.io', 'index.docker.io', 'registry-1.docker.io', 'registry.hub.docker.com') then
    return 'pkg:docker/' || host || '/' || path;
  end if;
  return case
    when strpos(path, '/') = 0 then 'pkg:docker/library/' || path
    -- It would read as a host.
    when split_part(path, '/', 1) ~ '\.|^localhost$' then null
    else 'pkg:docker/' || path
  end;
end
$$;
comment on function private.normalize_image is 'The normal form of a container image, of its reference in lower case without a digest: a purl of type docker, with the host of its registry unless that is Docker Hub; null if the reference is malformed.';

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

create function private.repository_subpath(path text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- An encoded slash separates, too, but not in the name of a branch before the path.
  path := private.remove_dot_segments(replace(path, '%2f', '/'));
  -- All that may end it at once: what is left could end in one again.
  path := regexp_replace(regexp_replace(path, '/+', '/', 'g'), '(?:/|(?<!\.)\.git|/(?:skill|readme)\.md)+$', '');
  return case when path = '' then '' else '#' || substr(path, 2) end;
end
$$;
comment on function private.repository_subpath is 'The subpath of a purl from a path in a repository, which starts with / and is in lower case: without a final SKILL.md or README.md. Empty for the repository itself.';

create function private.version_position(path text) returns integer
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  position integer := char_length(path) - strpos(reverse(path), '@') + 1;
begin
  -- The version follows the last @, except that an @ at the start begins the scope of an npm package.
  return case when strpos(path, '@') > 0 and position > 1 then position end;
end
$$;
comment on function private.version_position is 'Where the version of a package URL begins, with its @, in what follows the type; null if it has none.';

create function private.package_version(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  path text := ltrim(substr(split_part(split_part(value, '#', 1), '?', 1), 5), '/');
begin
  path := btrim(substr(path, strpos(path, '/') + 1), '/');
  return nullif(private.decode_percent(substr(path, private.version_position(path) + 1), '{}'), '');
end
$$;
comment on function private.package_version is 'The version that a well-formed package URL names, decoded; null if it names none.';

create function private.normalize_package_url(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  -- The qualifiers are dropped, except the registry of an image, and the subpath, except that in a repository.
  kept text := split_part(value, '#', 1);
  subpath text := substr(value, char_length(kept) + 2);
  path text := ltrim(substr(split_part(kept, '?', 1), 5), '/');
  package_type text := lower(split_part(path, '/', 1) collate pg_catalog.pg_c_utf8);
  registry text;
begin
  -- Here and below, braces are a template, and only some clients read a backslash as a slash.
  if package_type !~ '^[a-z][a-z0-9.-]*$' or not private.is_percent_encoded(value) or path <> translate(path, '{}\', '') then
    return null;
  end if;
  path := btrim(substr(path, char_length(package_type) + 2), '/');
  if strpos(path, '@') > 0 then
    path := coalesce(left(path, private.version_position(path) - 1), path);
  end if;
  -- Here, %2F separates too: many clients encode @scope/name as one component.
  path := private.decode_percent(path, '{%20,%23,%25,%3f,%3F,%40}');
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
    registry := private.fold_identifier(private.decode_percent(registry, '{%20,%23,%25,%3f,%3F,%40}'));
    registry := rtrim(regexp_replace(registry, '^(?:https?|docker|oci)://', ''), '/');
    if registry <> '' and not (strpos(path, '/') > 0 and split_part(path, '/', 1) ~ '[.:]|^localhost$') then
      -- repository_url is the registry, or the whole repository with the name.
      path := case when right(registry, char_length(path) + 1) = '/' || path then registry else registry || '/' || path end;
    end if;
    return private.normalize_image(path);
  end if;
  if package_type = 'pypi' then
    path := regexp_replace(path, '[-_.]+', '-', 'g');
  elsif package_type in ('github', 'gitlab') and subpath <> '' then
    if subpath <> translate(subpath, '{}\', '') then
      return null;
    end if;
    -- As in a URL, where these two are always encoded.
    subpath := private.decode_percent(replace(replace(subpath, '?', '%3f'), '#', '%23'), '{%20,%23,%25,%2f,%2F,%3f,%3F}');
    subpath := private.remove_dot_segments('/' || private.fold_identifier(subpath));
    path := path || private.repository_subpath(subpath);
  end if;
  return 'pkg:' || package_type || '/' || path;
end
$$;
comment on function private.normalize_package_url is 'The normal form of a package URL: pkg:type/namespace/name in lower case, without version, qualifiers and, except on GitHub and GitLab, subpath; null if it is malformed. See private.normalize_identifier.';

create function private.repository_purl(host text, path text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  is_github constant boolean := host = 'github.com';
  repository constant text := case
    when is_github then '^/[a-z0-9_][a-z0-9_.-]*/[a-z0-9_.-]+$' else '^(?:/[a-z0-9_][a-z0-9_.-]*){2,}$'
  end;
  -- The first segment of pages of the site itself. On GitHub, mcp has a page for each server, below the owner.
  pages constant text[] := case
    when is_github then '{apps,collections,features,login,marketplace,mcp,orgs,search,settings,sponsors,topics,users}'
    else '{admin,api,dashboard,explore,groups,help,projects,search,snippets,users}'
  end;
  owner constant text := split_part(path, '/', 2);
  -- Behind the second segment.
  position integer := char_length(owner) + char_length(split_part(path, '/', 3)) + 3;
  rest text := '';
begin
  if not is_github then
    -- A repository of GitLab can be in nested groups. Its pages follow a segment that no group or project can have as its name
    -- (https://docs.gitlab.com/user/reserved_names/); the list of owners is from the top-level names there.
    position := regexp_instr(
      path,
      '/(?:-|badges|blame|blob|builds|commits|create|create_dir|edit|files|find_file|new|preview|raw|refs|tree|update|wikis)(?:/|$)',
      position
    );
  end if;
  if position > 0 then
    rest := substr(path, position);
    path := left(path, position - 1);
  end if;
  if path like '%/' or path like '%.git' then
    path := regexp_replace(path, '(?:/|(?<!\.)\.git)+$', '');
  end if;
  if path !~ repository or owner = any (pages) then
    return null;
  end if;
  if not is_github then
    rest := regexp_replace(rest, '^/-', '');
  end if;
  return 'pkg:' || left(host, 6) || path || private.repository_subpath(regexp_replace(rest, '^/+(?:tree|blob)/+[^/]+', ''));
end
$$;
comment on function private.repository_purl is 'The purl of the repository that a path on github.com or gitlab.com, in lower case, is or is below, with the path in the repository, without tree/REF or blob/REF, as its subpath; null if it is not.';

create function private.is_repository(identifier text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return identifier ~ '^pkg:git(?:hub|lab)/[^#]*$';
end
$$;
comment on function private.is_repository is 'Whether an identifier in normal form is a whole repository, not a path in it.';

create function private.repository_of(identifier text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- No other normal form has a #.
  return case when strpos(identifier, '#') > 0 then split_part(identifier, '#', 1) end;
end
$$;
comment on function private.repository_of is 'The repository of an identifier in normal form that is a path in a repository; null for any other.';

create function private.path_owner(identifier text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  -- Nothing that a shell reads otherwise: people copy the name.
  return substring(identifier from '^pkg:github/([^/#]{1,100})/[^#]+#(?:.*/)?[a-z0-9._-]+$');
end
$$;
comment on function private.path_owner is 'The owner of the repository on github.com in which an identifier in normal form is a path whose last part can be typed as it is; null for any other.';

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
  -- A template is not an address yet.
  if kept <> translate(kept, '{}\', '') then
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
  path := private.remove_dot_segments(private.fold_identifier(private.decode_percent(path, '{%20,%23,%25,%2f,%2F,%3f,%3F}')));
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

create function private.normalize_identifier(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  cleaned constant text := private.clean_text(value, 2048);
  normal text;
begin
  if not private.is_address(cleaned) or octet_length(cleaned) > 2048 and char_length(cleaned) > 2048
    or cleaned ~ '[\u0001-\u0020\u007f]' or private.has_long_mark_run(cleaned)
  then
    return null;
  elsif lower(left(cleaned, 4)) = 'pkg:' then
    normal := private.normalize_package_url(cleaned);
  else
    normal := private.normalize_url(cleaned);
  end if;
  -- A normal form can be longer than what it is made of, and it is published: a key in it was percent-encoded, or in capitals.
  return case
    when (octet_length(normal) <= 2048 or char_length(normal) <= 2048) and not private.contains_api_key(normal) then normal
  end;
end
$$;
comment on function private.normalize_identifier is 'The normal form of a package URL (pkg:…) or URL (http:, https:, ssh:, each also with git+, or git@host:path), at most 2,048 characters; null if the text is neither, or is malformed. A URL keeps the prefix https://, whatever its scheme: without it, an address would read as the name of a server in a registry.';

create or replace function private.package_url_error(value text) returns text
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

grant execute on function private.is_percent_encoded, private.decode_percent, private.fold_identifier,
  private.normalize_image, private.version_position, private.package_version,
  private.normalize_package_url, private.remove_dot_segments, private.repository_subpath, private.repository_purl,
  private.is_repository, private.repository_of, private.normalize_url, private.is_address, private.normalize_identifier,
  private.package_url_error, private.package_identifier to anon, authenticated, service_role;


-- sql/registry/20_install.sql

-- How an imported server is installed. The importer builds the entries of a closed grammar (scripts/registry/install.ts); here is the shape
-- that everything relies on which shows them: fixed commands, and nothing that a program could read as an option.

create function private.has_install_fields(fields jsonb, name_pattern text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case when jsonb_typeof(fields) = 'array' then not exists (
    select from jsonb_array_elements(fields) as f (field)
    where (
      jsonb_typeof(f.field) = 'object'
      and f.field = jsonb_build_object('name', f.field -> 'name', 'required', f.field -> 'required', 'secret', f.field -> 'secret')
      and jsonb_typeof(f.field -> 'required') = 'boolean'
      and jsonb_typeof(f.field -> 'secret') = 'boolean'
      and f.field ->> 'name' ~ name_pattern
    ) is not true
  ) end;
end
$$;
comment on function private.has_install_fields is 'Whether a JSON value is a list of {name, required, secret}, with names of this form.';

create function private.is_install_entry(entry jsonb) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  kind constant text := entry ->> 'type';
  -- The package, which is the last argument.
  package constant text := entry -> 'args' ->> -1;
  passed jsonb;
begin
  -- Docker copies a variable without a value from the environment: only those that each configuration sets.
  select coalesce(jsonb_agg(argument order by ordinal, part), '[]') into passed
  from jsonb_path_query(entry, '$.env[*] ? (@.required == true).name') with ordinality as required (name, ordinal)
  cross join lateral (values (1, '"-e"'::jsonb), (2, required.name)) as pair (part, argument)
  where kind = 'docker';

  return jsonb_typeof(entry) = 'object'
    and entry = jsonb_build_object(
      'type', kind, 'transport', entry -> 'transport', 'command', entry -> 'command', 'args', entry -> 'args', 'url', entry -> 'url',
      'env', entry -> 'env', 'headers', entry -> 'headers'
    )
    and private.has_install_fields(entry -> 'env', '^[A-Z][A-Z0-9_]{0,99}$')
    and private.has_install_fields(entry -> 'headers', '^[A-Za-z][A-Za-z0-9_-]{0,99}$')
    and case kind
      when 'remote' then
        (entry -> 'command', entry -> 'args', entry -> 'env') = ('null', '[]', '[]')
        and entry ->> 'transport' in ('streamable-http', 'sse')
        and entry ->> 'url' ~ '^https://[A-Za-z0-9][A-Za-z0-9.:-]*(?:[/?][A-Za-z0-9._~@+=:,/&?%-]*)?$'
      else
        (entry -> 'transport', entry -> 'url', entry -> 'headers') = ('"stdio"', 'null', '[]')
        and package ~ '^[A-Za-z0-9@][A-Za-z0-9._@/:+!=-]*$'
        and (entry -> 'command', entry -> 'args') = (
          case kind when 'npm' then '"npx"' when 'pypi' then '"uvx"' when 'docker' then '"docker"' end::jsonb,
          case kind when 'npm' then '["-y"]' when 'pypi' then '[]' else '["run", "-i", "--rm"]' end::jsonb
            || passed || to_jsonb(array[package])
        )
    end;
end
$$;
comment on function private.is_install_entry is 'Whether a JSON value has the shape of a way to install a server.';

create function private.is_install(entries jsonb) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(entries) = 'array' and octet_length(entries::text) <= 262144 then
      jsonb_array_length(entries) between 1 and 10
      and not exists (select from jsonb_array_elements(entries) as e (entry) where private.is_install_entry(e.entry) is not true)
    else false
  end;
end
$$;
comment on function private.is_install is 'Whether a JSON value has the shape of 1 to 10 ways to install a server. Never raises, whatever the JSON is.';

-- The import writes servers as service_role.
grant execute on function private.has_install_fields, private.is_install_entry, private.is_install to service_role;


-- sql/registry/30_imported_skills.sql

-- Where skills were imported from. The import itself is in sql/registry/90_import.sql.

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
-- For private.same_server.
create index imported_skills_external_name on private.imported_skills (external_name);

create function private.check_import_name() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Only a new name: one that is older than this rule must not stop other changes.
  if (tg_op = 'INSERT' or new.name <> old.name) and private.is_import_name(new.name)
    and not exists (select from private.imported_skills as i where i.skill_id = new.id)
  then
    perform private.validate('name', private.skill_name_error(new.name));
  end if;
  return null;
end
$$;
comment on function private.check_import_name is 'Raises PT400 if a skill that was not imported gets a name that is reserved for imports.';

-- AFTER: an import adds its row in the same statement.
create trigger check_import_name after insert or update of name on public.skills
  for each row execute function private.check_import_name();


-- sql/registry/40_registry_servers.sql

-- The imported servers as their registry describes them, for the edge function `registry` and for how a skill is installed.

create function private.is_server_name(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
as $$
begin
  return octet_length(value) between 3 and 200 and value ~ '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$';
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
grant execute on function private.is_server_name, private.parse_time to anon, authenticated, service_role;

create function private.server_error(server jsonb, external_name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- The importer validates the rest of the schema. Here is what those who read the table rely on.
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
comment on function private.server_error is 'Why a server.json with this name is not stored; null if it is.';
grant execute on function private.server_error to service_role;

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
  install jsonb,
  primary key (name),
  foreign key (source, name) references private.imported_skills (source, external_name) on delete cascade,
  constraint registry_servers_status_known check (status in ('active', 'deprecated', 'deleted')),
  constraint registry_servers_server_valid check (private.server_error(server, name) is null),
  constraint registry_servers_install_shape check (private.is_install(install))
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
comment on column private.registry_servers.install is 'How the server is installed, as the importer built it from server; null if no entry of it fits.';

revoke all on private.registry_servers from anon, authenticated, service_role;
grant select on private.registry_servers to anon, authenticated;
grant select, insert, update, delete on private.registry_servers to service_role;

create unique index registry_servers_skill_id on private.registry_servers (skill_id);
create index registry_servers_source on private.registry_servers (source, name);
-- The lists of private.scan_servers, and, with updated_at, those of private.scan_changed_servers.
create index registry_servers_listed on private.registry_servers (name) where is_listed;
-- For private.servers_named.
create index registry_servers_lower_name on private.registry_servers (lower(name));
create index registry_servers_version on private.registry_servers (version, is_listed, name);
create index registry_servers_updated_at on private.registry_servers (updated_at, name);
create index registry_servers_version_updated_at on private.registry_servers (version, updated_at, name);

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

create function private.server_mark() returns tsquery
language sql immutable parallel safe set search_path = ''
return private.mark('server')::tsquery;
comment on function private.server_mark is 'The query for the documents of all skills that have a server, or into which one with a server was merged, and of few others.';

create function private.listed_mark() returns tsquery
language sql immutable parallel safe set search_path = ''
return private.mark('listed')::tsquery;
comment on function private.listed_mark is 'The query for the documents of the skills that have a server that is listed.';
grant execute on function private.server_mark, private.listed_mark to anon, authenticated;

create function private.path_mark(owner text) returns text
language sql immutable strict parallel safe set search_path = ''
return private.mark('path/' || owner);
comment on function private.path_mark is 'The mark of the documents of agent skills whose url is a path in a repository of an owner on github.com; of any, if the owner is empty.';
grant execute on function private.path_mark to anon, authenticated;

create or replace function private.document_marks(skill uuid) returns tsvector
language plpgsql stable set search_path = ''
as $$
declare
  is_imported constant boolean := exists (
    select from private.imported_skills as i join public.skills as s on s.id = i.skill_id where i.skill_id = skill and s.type = 'mcp'
  );
  is_listed boolean := (select r.is_listed from private.registry_servers as r where r.skill_id = skill);
  has_server boolean := is_imported or is_listed is not null or exists (
    select from public.skills as m join private.registry_servers as r on r.skill_id = m.id where m.merged_into = skill
  );
  owner constant text := (
    select private.path_owner(private.normalize_identifier(s.url)) from public.skills as s where s.id = skill and s.type = 'clawdbot'
  );
begin
  -- An import stores the server after its skill, whose document need not be written twice.
  if is_imported and is_listed is null then
    is_listed := not exists (select from private.skill_documents as d where d.skill_id = skill)
      and exists (select from public.skills as s where s.id = skill and s.created_at = now());
  end if;
  return concat_ws(' ',
    case when has_server then private.mark('server') end, case when is_listed then private.mark('listed') end,
    private.path_mark(owner), case when owner <> '' then private.path_mark('') end
  )::tsvector;
end
$$;

create function private.mark_again(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: imports and admins need no right to write documents.
as $$
declare
  -- Those of new servers are right already.
  changed constant uuid[] := array(
    select d.skill_id
    from private.skill_documents as d left join private.registry_servers as r on r.skill_id = d.skill_id
    where d.skill_id = any (skills)
      and (not d.words @@ private.server_mark() or (d.words @@ private.listed_mark()) <> coalesce(r.is_listed, false))
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_documents as d
    set words = ts_delete(d.words, '~listed') || private.document_marks(d.skill_id)
    where d.skill_id = any (changed);
  end if;
end
$$;
comment on function private.mark_again is 'Brings the marks of servers in the documents of skills up to date.';
grant execute on function private.mark_again to service_role;

create function private.mark_documents() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: those who edit servers need not be able to call this.
as $$
begin
  perform private.mark_again(array(
    select own.id from changed as r join public.skills as own on own.id = r.skill_id
    union
    select own.merged_into from changed as r join public.skills as own on own.id = r.skill_id where own.merged_into is not null
  ));
  return null;
end
$$;
comment on function private.mark_documents is 'Marks the documents of skills that get or lose a server, whose server is listed or not any more, or that are merged with one that has it: private.touch_registry_server updates the servers of these.';

create trigger mark_documents_of_new after insert on private.registry_servers
  referencing new table as changed
  for each statement execute function private.mark_documents();
create trigger mark_documents after update on private.registry_servers
  referencing new table as changed
  for each statement execute function private.mark_documents();
create trigger mark_documents_of_deleted after delete on private.registry_servers
  referencing old table as changed
  for each statement execute function private.mark_documents();

create or replace function private.source_of(skill uuid, out status text, out version text, out install json)
language plpgsql stable set search_path = ''
as $$
begin
  select i.status into status from private.imported_skills as i where i.skill_id = skill;
  select
    server.version,
    case when server.install is not null and source_of.status is distinct from 'deleted' and s.retired_at is null
      then json_build_object('publisher', server.name, 'entries', server.install)
    end
  into version, install
  from private.registry_servers as server join public.skills as s on s.id = server.skill_id
  where server.skill_id = skill and server.status <> 'deleted';
end
$$;


-- sql/registry/50_skill_identifiers.sql

-- What skills are called elsewhere, by which clients find them: URLs, packages, and names in registries.
-- The normal form of an identifier is in sql/registry/10_identifiers.sql.

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
  is_own boolean not null generated always as (origins <> '{path}') stored,
  is_imported boolean not null generated always as ('import' = any (origins)) stored,
  state private.skill_state not null,
  score bigint not null default 0,
  established_ratings integer not null default 0,
  primary key (skill_id, identifier_hash),
  constraint skill_identifiers_origins_known check (origins <@ '{url,submission,import,mention,path}' and origins <> '{}')
);
comment on table private.skill_identifiers is 'The identifiers of skills in normal form, kept by triggers, submissions and imports. Skills can share an identifier.';
comment on column private.skill_identifiers.origins is 'Where the skill has it from: its url, its submission, an import; mention: its server.json names it, but no registry checks it; path: it is the repository of another identifier of the skill.';
comment on column private.skill_identifiers.is_own is 'Whether it is an identifier of the skill; otherwise only the repository of one.';
comment on column private.skill_identifiers.is_imported is 'Whether a registry has checked it.';
comment on column private.skill_identifiers.state is 'The state of the skill, for the index.';
comment on column private.skill_identifiers.score is 'The score of the skill in skill_stats, for the index.';
comment on column private.skill_identifiers.established_ratings is 'Those of the skill in skill_stats, for the index.';

-- Agents write and read it only through the functions below.
grant select on private.skill_identifiers to service_role;

-- In the order in which private.skills_with_identifiers reads it: the best skill is the first, however many share an identifier.
create index skill_identifiers_best
  on private.skill_identifiers (identifier_hash, state, is_own desc, is_imported desc, score desc, skill_id desc);
-- For the same function: the skill that most established agents rated.
create index skill_identifiers_most_rated
  on private.skill_identifiers (identifier_hash, is_imported, established_ratings desc, score desc, skill_id desc)
  where state = 'active' and is_own and established_ratings > 0;

create function private.replace_identifiers(skill uuid, identifiers text[], origin text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- Waits for a rating that is being counted, which does not see the identifiers that are added here.
  perform private.lock_stats(array[skill]);
  loop
    delete from private.skill_identifiers as i
    where i.skill_id = skill and i.origins = array[origin] and i.identifier <> all (identifiers);
    update private.skill_identifiers as i set origins = array_remove(i.origins, origin)
    where i.skill_id = skill and origin = any (i.origins) and i.identifier <> all (identifiers);

    insert into private.skill_identifiers as i (skill_id, identifier, origins, state, score, established_ratings)
    select
      s.id, entry.identifier, array[origin], private.skill_state(s.retired_at, s.merged_into), st.score, st.established_ratings
    from public.skills as s
    join public.skill_stats as st on st.skill_id = s.id
    cross join (select distinct unnest(identifiers) as identifier) as entry
    where s.id = skill
    on conflict (skill_id, identifier_hash) do update set origins = i.origins || excluded.origins
      where not i.origins @> excluded.origins;

    -- No repository has the origin import. After the others, the repositories of all.
    exit when origin in ('import', 'path');
    origin := 'path';
    identifiers := array(
      select private.repository_of(i.identifier) from private.skill_identifiers as i
      where i.skill_id = skill and private.repository_of(i.identifier) is not null
    );
  end loop;
end
$$;
comment on function private.replace_identifiers is 'Replaces the identifiers of a skill from one origin, and with them their repositories; they must be in normal form and not null. Only for the functions below.';

create function private.add_url_identifiers() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER, here and below: no role may write the identifiers.
as $$
begin
  insert into private.skill_identifiers (skill_id, identifier, origins, state)
  select n.id, added.identifier, array[added.origin], private.skill_state(n.retired_at, n.merged_into)
  from new_skills as n
  cross join lateral (select private.normalize_identifier(n.url) as identifier offset 0) as u
  cross join lateral (values (u.identifier, 'url'), (private.repository_of(u.identifier), 'path')) as added (identifier, origin)
  where added.identifier is not null;
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
  -- Before the identifiers, as when a rating is counted.
  perform private.lock_stats(array(
    select n.id from new_skills as n join old_skills as o using (id)
    where (n.url, n.type, n.retired_at, n.merged_into) is distinct from (o.url, o.type, o.retired_at, o.merged_into)
  ));
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

create function private.update_identifier_scores() returns trigger
language plpgsql security definer set search_path = '' set enable_seqscan = off
as $$
begin
  update private.skill_identifiers as i set score = new.score, established_ratings = new.established_ratings
  where i.skill_id = new.skill_id;
  return null;
end
$$;
comment on function private.update_identifier_scores is 'Updates what the identifiers of a skill keep of its ratings.';

create trigger update_identifier_scores after update on public.skill_stats
  for each row when ((new.score, new.established_ratings) is distinct from (old.score, old.established_ratings))
  execute function private.update_identifier_scores();

create function private.set_imported_identifiers(skill uuid, checked text[], mentioned text[] default '{}') returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- A registry knows the owner of a package or endpoint, but not of a repository, also if that is the address of a package.
  is_repository constant text := '^pkg:git(?:hub|lab)/';
  valid constant text[] := array(
    select i from unnest(checked) with ordinality as u (i, ordinal)
    where char_length(i) between 1 and 2048
    order by ordinal
    limit 100
  );
  imports constant text[] := array(select distinct i collate "C" from unnest(valid) as i where i !~ is_repository order by 1);
  mentions constant text[] := array(
    select distinct i collate "C" from unnest(array_remove(mentioned, null) || valid) as i
    where i ~ is_repository or i <> all (valid)
    order by 1
  );
begin
  -- Most are as the last import left them.
  if imports = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and i.is_imported order by 1
  ) and mentions = array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and 'mention' = any (i.origins) order by 1
  ) then
    return;
  end if;
  -- Waits for a transaction that retires the skill, which does not see the identifiers that are added here.
  perform from public.skills as s where s.id = skill for share;
  perform private.replace_identifiers(skill, imports, 'import');
  perform private.replace_identifiers(skill, mentions, 'mention');
end
$$;
comment on function private.set_imported_identifiers is 'Replaces the identifiers that a skill has from an import with these, in normal form: those that its registry checks (its name there in lower case, packages, remotes), of which the first 100 are kept, and its repository and page. Drops null.';
grant execute on function private.set_imported_identifiers to service_role;

create function private.unverify_identifiers(skills uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changed constant uuid[] := array(
    select distinct i.skill_id from private.skill_identifiers as i where i.skill_id = any (skills) and i.is_imported
  );
begin
  if changed <> '{}' then
    perform private.lock_stats(changed);
    update private.skill_identifiers as i set origins = array_replace(i.origins, 'import', 'mention')
    where i.skill_id = any (changed) and i.is_imported;
  end if;
end
$$;
comment on function private.unverify_identifiers is 'The identifiers of skills that a registry checked are only mentioned from now on: it checks them no more, and others can have the package or endpoint.';
grant execute on function private.unverify_identifiers to service_role;

create function private.unverify_forgotten() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.unverify_identifiers(array(select skill_id from forgotten));
  return null;
end
$$;
comment on function private.unverify_forgotten is 'Calls private.unverify_identifiers for skills that an admin took out of an import, or with their whole catalogue.';

create trigger unverify_forgotten after delete on private.imported_skills
  referencing old table as forgotten
  for each statement execute function private.unverify_forgotten();

create or replace function private.add_submitted_identifiers(skill uuid, identifiers text[]) returns void
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

create or replace function private.identifiers_of(skill uuid) returns text[]
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: agents may not read the table. That a skill has an identifier is public.
as $$
begin
  return array(
    select i.identifier from private.skill_identifiers as i where i.skill_id = skill and i.is_own order by i.identifier
  );
end
$$;

create or replace function private.submitted_identifiers(skill uuid) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select i.identifier from private.skill_identifiers as i
    where i.skill_id = skill and 'submission' = any (i.origins) order by i.identifier
  );
end
$$;


-- sql/registry/60_registry.sql

-- The imported servers in the format of the MCP Registry API v0.1, for the edge function `registry`.

create function private.server_page(names text[], out servers json, out count integer)
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- More than the _meta of a server takes.
  meta_bytes constant integer := 1000;
  -- RFC 3339 has neither infinity nor other years.
  years constant tstzrange := '[0001-01-01T00:00:00Z,10000-01-01T00:00:00Z)';
begin
  -- Not concatenated as text: Postgres would parse it, which costs a large page a fifth.
  select coalesce(json_agg(json_build_object('server', r.server, '_meta', m.meta) order by r.ordinal), '[]'), count(*)
  into servers, server_page.count
  from (
    select
      n.ordinal, named.*,
      sum(named.bytes + meta_bytes) over (order by n.ordinal rows between unbounded preceding and 1 preceding) as bytes_before
    from unnest(names) with ordinality as n (name, ordinal) join private.registry_servers as named on named.name = n.name
  ) as r
  join public.skills as own on own.id = r.skill_id
  join public.skills as s on s.id = coalesce(own.merged_into, own.id)
  join public.skill_stats as st on st.skill_id = s.id
  cross join lateral (
    select json_build_object(
      'io.modelcontextprotocol.registry/official', json_object(
        'status': case when r.is_listed then r.status else 'deleted' end,
        'publishedAt': case when r.published_at <@ years then r.published_at end,
        'updatedAt': case when r.source_updated_at <@ years then r.source_updated_at end,
        'statusChangedAt': case when r.status_changed_at <@ years then r.status_changed_at end,
        'isLatest': true
        absent on null
      ),
      'io.github.skill-rating-service/ratings', json_build_object(
        'skill_id', s.id,
        'avg_claws', st.avg_tenths / 10.0::float8,
        'total_ratings', st.total_ratings,
        'established_ratings', st.established_ratings,
        'established_mean', private.established_mean(st.established_ratings, st.established_claws),
        'sub_scores', st.sub_scores,
        'updated_at', r.updated_at,
        'slug', s.slug
      )
    ) as meta
  ) as m
  where coalesce(r.bytes_before, 0) < private.page_bytes();
end
$$;
comment on function private.server_page is 'The servers with these names as JSON, in this order, up to about private.page_bytes; the edge function turns the slug into the address of a page. A server of a merged skill has the ratings of the skill that replaced it.';

create function private.scan_servers(after text, only_version text, with_deleted boolean, max_rows integer) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if only_version is not null then
    return array(
      -- Merges one index scan for each value of is_listed.
      select k.name from unnest(case when with_deleted then array[true, false] else array[true] end) as l (is_listed)
      cross join lateral (
        select r.name from private.registry_servers as r
        where r.version = only_version and r.is_listed = l.is_listed and r.name > after
        order by r.name limit max_rows
      ) as k
      order by k.name limit max_rows
    );
  elsif with_deleted then
    return array(select r.name from private.registry_servers as r where r.name > after order by r.name limit max_rows);
  else
    return array(
      select r.name from private.registry_servers as r where r.is_listed and r.name > after order by r.name limit max_rows
    );
  end if;
end
$$;
comment on function private.scan_servers is 'The names of the servers that follow a name, in the order of the name: with a version or all, listed or all.';

create function private.scan_changed_servers(
  after_time timestamptz, after_name text, only_version text, max_rows integer, out names text[], out positions jsonb[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  select
    coalesce(array_agg(c.name order by c.updated_at, c.name), '{}'),
    coalesce(array_agg(to_jsonb(c.updated_at) order by c.updated_at, c.name), '{}')
  into names, positions
  from (
    -- Only one of the two branches has rows, and each has its index.
    (
      select r.updated_at, r.name from private.registry_servers as r
      where only_version is null and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit max_rows
    )
    union all
    (
      select r.updated_at, r.name from private.registry_servers as r
      where r.version = only_version and (r.updated_at, r.name) > (after_time, after_name)
      order by r.updated_at, r.name limit max_rows
    )
  ) as c;
end
$$;
comment on function private.scan_changed_servers is 'The names of the servers that follow a time of change and a name, in this order, and the time of each: with a version or all. A server that changes during a walk moves to its end, so the walk has it there, too.';

create function private.servers_named(search text) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off
as $$
declare
  start constant text := lower(search collate "C");
begin
  return array(
    select coalesce(s.merged_into, s.id)
    from private.registry_servers as r join public.skills as s on s.id = r.skill_id
    where lower(r.name) >= start and lower(r.name) < start || chr(1114111)
    order by lower(r.name) limit 50
  );
end
$$;
comment on function private.servers_named is 'The skills of the first 50 servers whose name begins with a search, whatever the skills are called here, or those that they were merged into: nobody can plant one.';

create function private.find_servers(
  ranked_skills private.search_position[], after text, only_version text, since timestamptz, with_deleted boolean,
  max_rows integer, out names text[], out positions private.search_position[]
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Most skills have a server: a page seldom needs more.
  steps integer := 2 * max_rows;
  first integer := 1;
  found_names text[];
  found_positions private.search_position[];
begin
  names := '{}';
  positions := '{}';
  while first <= cardinality(ranked_skills) and cardinality(names) < max_rows loop
    select array_agg(f.name order by f.ordinal, f.name), array_agg(f.skill order by f.ordinal, f.name)
    into found_names, found_positions
    from (
      select p.ordinal, row(p.score, p.skill_id, p.cap)::private.search_position as skill, r.name
      from unnest(ranked_skills[first:first + steps - 1]) with ordinality as p (score, skill_id, cap, ordinal)
      -- The skill, and those that were merged into it.
      cross join lateral (
        select p.skill_id as id
        union all
        select m.id from public.skills as m where m.merged_into = p.skill_id
      ) as s
      join private.registry_servers as r on r.skill_id = s.id
      where (after is null or first + p.ordinal > 2 or r.name > after)
        and (with_deleted or r.is_listed)
        and (only_version is null or r.version = only_version)
        and (since is null or r.updated_at >= since)
    ) as f;
    names := names || coalesce(found_names, '{}');
    positions := positions || coalesce(found_positions, '{}');
    first := first + steps;
    steps := 4 * steps;
  end loop;
  names := names[:max_rows];
end
$$;
comment on function private.find_servers is 'The names of the servers of ranked skills, best first, and the position of the skill of each. after: of the first skill, only servers after this name.';

create function private.is_server_position(value jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- By name: the name. By time of change: the time and the name. By relevance: the positions of the ranking and of the skill, and the name.
  return case
    when jsonb_typeof(value) <> 'array' or jsonb_typeof(value -> -1) <> 'string' or not private.is_server_name(value ->> -1) then false
    when jsonb_array_length(value) <> 2 then jsonb_array_length(value) = 1
    when jsonb_typeof(value -> 0) <> 'array' then pg_input_is_valid((value -> 0)::text, 'private.cursor_time')
    when jsonb_typeof(value #> '{0,0}') = 'array' then
      jsonb_array_length(value -> 0) = 2
      and pg_input_is_valid((value #> '{0,0}')::text, 'private.search_rank')
      and pg_input_is_valid((value #> '{0,1}')::text, 'private.cursor_ranking')
  end;
end
$$;
comment on function private.is_server_position is 'Whether JSON is the position of a server by name, by time of change or in a search; null for some that is not. The time zone must be UTC.';

create function private.server_list_position(p_cursor text, list_before text, is_search boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  cursor_position jsonb;
begin
  if p_cursor is null then
    return null;
  end if;
  cursor_position := coalesce(
    private.parse_cursor(p_cursor, 'servers', '{jsonb,jsonb,jsonb,jsonb,boolean}'),
    -- Version 1.1.0 wrote only the position, bound to the list.
    jsonb_build_array(private.parse_cursor(p_cursor, list_before, case when is_search then '{jsonb,jsonb}' else '{jsonb}' end::text[]))
  );
  if private.is_server_position(cursor_position -> 0) is not true
    or exists (
      select from jsonb_array_elements(cursor_position) with ordinality as e (element, ordinal)
      where ordinal between 2 and 4 and jsonb_typeof(element) not in ('string', 'null')
    )
    -- Postgres reads 1 and "yes" as a boolean, too.
    or jsonb_typeof(cursor_position -> 4) <> 'boolean'
  then
    perform private.reject_cursor();
  end if;
  return cursor_position;
end
$$;
comment on function private.server_list_position is 'Where a page of public.list_servers ended, and of which list: the position, search, version, updated_since and include_deleted; null for null. list_before is the list that a cursor of version 1.1.0 must have. Raises PT400 for anything else.';

create function public.list_servers(
  p_search text default null,
  p_limit integer default null,
  p_cursor text default null,
  p_updated_since text default null,
  p_version text default null,
  p_include_deleted boolean default null,
  p_skill_ids uuid[] default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  max_ranked constant integer := 1000;
  search text := nullif(private.clean_text(p_search, 200), '');
  -- Without the mark that functions/_shared/database.ts adds in a query. Other white space is part of a version.
  version_text text := nullif(ltrim(p_version, E'\u0085'), '');
  time_text text := nullif(private.trim_text(p_updated_since), '');
  since timestamptz := private.parse_time(time_text);
  only_version text;
  with_deleted boolean := coalesce(p_include_deleted, false) or since is not null;
  -- One server more than the page shows whether there is another page.
  max_rows integer := least(greatest(coalesce(p_limit, 30), 1), 100) + 1;
  cursor_position jsonb;
  after jsonb;
  words private.search_word[];
  names text[];
  positions jsonb[];
  ranked private.search_position[];
  page record;
  next_position jsonb;
begin
  cursor_position := private.server_list_position(p_cursor, concat_ws(
    chr(31), 'servers', coalesce(version_text, ''), coalesce(since::text, ''), with_deleted, coalesce(search, '')
  ), search is not null);
  if jsonb_array_length(cursor_position) > 1 then
    -- What is left out beside a cursor is that of the cursor: VS Code sends only the cursor. It is not signed, so it can have any texts.
    search := coalesce(search, nullif(private.clean_text(cursor_position ->> 1, 200), ''));
    version_text := coalesce(version_text, cursor_position ->> 2);
    time_text := coalesce(time_text, cursor_position ->> 3);
    since := private.parse_time(time_text);
    with_deleted := coalesce(p_include_deleted, (cursor_position ->> 4)::boolean) or since is not null;
    if (search, version_text, since, with_deleted)
      is distinct from (
        cursor_position ->> 1, cursor_position ->> 2, private.parse_time(cursor_position ->> 3), (cursor_position ->> 4)::boolean
      )
    then
      perform private.reject_cursor();
    end if;
  end if;
  after := cursor_position -> 0;
  -- Version 1.1.0 listed changes by name: its cursors have no time, and start again.
  if (jsonb_typeof(after -> 0) = 'array') <> (search is not null)
    or (search is null and since is null and jsonb_array_length(after) > 1)
  then
    perform private.reject_cursor();
  end if;
  if search is not null or time_text is not null or version_text is not null then
    perform private.validate(
      'search', private.text_error(search, 0, 200),
      'version', private.text_error(version_text, 0, 255),
      'updated_since', case when time_text is not null and since is null then 'must be a time as in 2026-01-31T12:00:00Z (RFC 3339)' end
    );
  end if;
  only_version := nullif(version_text, 'latest');

  -- For the functions of 2.0.0, which run until the deployment ends: the next release removes the argument.
  if p_skill_ids is not null then
    max_rows := 101;
    names := array(
      select r.name
      from unnest(p_skill_ids[:100]) with ordinality as i (skill_id, ordinal)
      join private.registry_servers as r on r.skill_id = i.skill_id
      where r.is_listed
      order by i.ordinal
    );
  elsif search is not null then
    words := private.plan_search(search, private.cursor_words(after #> '{0,1}'));
    select f.names, f.positions into names, ranked
    from private.find_servers(
      -- The skill at which the page before ended can have more servers.
      case when after is not null then array[
        row(after #>> '{0,0,0}', after #>> '{0,0,1}', after #>> '{0,0,2}')::private.search_position
      ] end || private.rank_skills(
        search, words, private.skill_types(), after -> 0, max_ranked,
        mark => private.server_mark(), named => private.servers_named(search)
      ),
      after ->> 1, only_version, since, with_deleted, max_rows
    ) as f;
  elsif since is null then
    names := private.scan_servers(coalesce(after ->> 0, ''), only_version, with_deleted, max_rows);
  else
    select f.names, f.positions into names, positions
    from private.scan_changed_servers(
      case when after ->> 1 is null then since else (after ->> 0)::timestamptz end,
      coalesce(after ->> 1, ''), only_version, max_rows
    ) as f;
  end if;

  select p.servers, p.count into page from private.server_page(names[:max_rows - 1]) as p;
  if page.count < cardinality(names) then
    next_position := case
      when search is not null then jsonb_build_array(private.search_cursor(ranked[page.count], words), names[page.count])
      when since is not null then jsonb_build_array(positions[page.count], names[page.count])
      else jsonb_build_array(names[page.count])
    end;
    next_position := jsonb_build_array(next_position, search, version_text, time_text, with_deleted);
  end if;
  return json_build_object('servers', page.servers, 'metadata', json_object(
    'count': page.count, 'nextCursor': private.encode_cursor(next_position, 'servers') absent on null
  ));
end
$$;
comment on function public.list_servers is 'GET /registry/v0.1/servers: a page of the imported servers by name, with p_updated_since by time of change, or of a search by relevance, at most 100 and about private.page_bytes. With p_skill_ids, only those of the first 100 of these skills, in their order; then nextCursor only says that some did not fit. Raises PT400.';

create function private.servers_of_skills(skills uuid[], out fitting uuid[], out servers json)
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- Follows a search, which is expensive itself.
  max_bytes constant integer := private.page_bytes() / 4;
begin
  select
    coalesce(array_agg(s.id order by s.ordinal), '{}'),
    coalesce(
      json_agg(json_build_object('skill_id', s.id, 'updated_at', s.updated_at, 'server', s.server) order by s.ordinal)
        filter (where s.server is not null),
      '[]'
    )
  into fitting, servers
  from (
    select
      i.ordinal, i.id, r.updated_at, r.server,
      coalesce(sum(r.bytes) over (order by i.ordinal rows between unbounded preceding and 1 preceding), 0) as bytes_before
    from unnest(skills) with ordinality as i (id, ordinal)
    left join private.registry_servers as r on r.skill_id = i.id and r.is_listed
  ) as s
  where s.bytes_before < max_bytes;
end
$$;
comment on function private.servers_of_skills is 'The first of these skills, until their server.json exceed a fourth of a page, and the servers of these that are listed, with the skill and the last change of each.';

create function public.list_servers_of_skills(p_skill_ids uuid[]) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object('servers', (select s.servers from private.servers_of_skills(p_skill_ids[:100]) as s));
end
$$;
comment on function public.list_servers_of_skills is 'GET /registry/ard/agents/{identifier}: the servers of the first of these skills, at most 100, that are listed.';

create function public.search_entries(
  p_search text, p_types text[] default null, p_servers boolean default null, p_limit integer default null,
  p_cursor text default null
) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  max_limit constant integer := 100;
  max_skills constant integer := least(greatest(coalesce(p_limit, max_limit), 1), max_limit);
  search constant text := coalesce(private.clean_text(p_search, 200), '');
  types constant text[] := array(select t from unnest(private.skill_types()) as t where p_types is null or t = any (p_types));
  -- That of public.search_catalogue, of which the page tokens of 2.0.0 have the cursors.
  list constant text := concat_ws(chr(31), 'relevance', case when cardinality(types) = 1 then types[1] else '' end, search);
  ranked record;
  listed record;
  page record;
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  select * into ranked
  from private.search_positions(
    search, types, p_cursor, list, max_skills + 1,
    mark => case when p_servers then private.listed_mark() when not p_servers then !!private.listed_mark() end,
    named => case when p_servers then private.servers_named(search) end
  );
  select s.* into listed
  from private.servers_of_skills(array(select p.skill_id from unnest(ranked.positions[:max_skills]) as p)) as s;
  select i.items, i.count into page
  from private.skill_items(listed.fitting, private.explain_matches(ranked.words, listed.fitting)) as i;
  return format(
    '{"skills":[%s],"servers":%s,"next_cursor":%s}', page.items, listed.servers, coalesce(to_json(case
      when cardinality(ranked.positions) > page.count
        then private.encode_cursor(private.search_cursor(ranked.positions[page.count], ranked.words), list)
    end)::text, 'null')
  );
end
$$;
comment on function public.search_entries is 'POST /registry/ard/search: as a search by relevance with public.search_catalogue and p_explain, of some types (null: all), and only of skills whose server is listed, or with p_servers false of the others; with their servers. The page ends after the skill whose server.json exceeds a fourth of private.page_bytes. Raises PT400.';

create function private.find_server(server_name text, only_version text, with_deleted boolean) returns json
language plpgsql stable set search_path = ''
as $$
declare
  servers json;
begin
  select p.servers into servers
  from private.server_page(array(
    select r.name from private.registry_servers as r
    where r.name = private.trim_text(server_name)
      and (with_deleted or r.is_listed)
      and (only_version is null or r.version = only_version)
  )) as p
  where p.count > 0;
  if servers is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return servers;
end
$$;
comment on function private.find_server is 'The server with this name, and with this version or any, as a list of one. Raises PT404.';

create function public.list_server_versions(p_name text, p_include_deleted boolean default false) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object(
    'servers', private.find_server(p_name, null, coalesce(p_include_deleted, false)), 'metadata', json_build_object('count', 1)
  );
end
$$;
comment on function public.list_server_versions is 'GET /registry/v0.1/servers/{name}/versions: a server in its only version, the newest. Raises PT404.';

create function public.get_server(p_name text, p_version text, p_include_deleted boolean default false) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return private.find_server(
    -- As in public.list_servers.
    p_name, nullif(ltrim(coalesce(p_version, ''), E'\u0085'), 'latest'), coalesce(p_include_deleted, false)
  ) -> 0;
end
$$;
comment on function public.get_server is 'GET /registry/v0.1/servers/{name}/versions/{version}: a server, if it has this version, or the latest. Raises PT404.';

-- A function of the API runs with the rights of its caller, so this is what these functions call.
grant execute on function
  private.is_server_position, private.server_list_position, private.server_page, private.scan_servers,
  private.scan_changed_servers, private.servers_named, private.find_servers, private.servers_of_skills, private.find_server
to anon, authenticated;
grant execute on function
  public.list_servers, public.search_entries, public.list_servers_of_skills, public.list_server_versions, public.get_server
to anon, authenticated;


-- sql/registry/70_lookup_skills.sql

-- Finds skills by what they are called elsewhere: POST /api/lookup.

create function private.skills_with_identifiers(hashes bytea[], repository_hashes bytea[], other_than uuid default null)
returns table (
  ordinal bigint, skill_id uuid, state private.skill_state, is_exact boolean, is_imported boolean, score bigint,
  established_ratings integer
)
language plpgsql stable security definer rows 100 set search_path = ''
-- In the order of the index, which ends each scan: a sort would read all.
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
-- SECURITY DEFINER: agents may not read the table. That a skill has an identifier is public.
as $$
begin
  return query
  select w.ordinal, i.skill_id, i.state, r.is_whole and i.is_own, i.is_imported, i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (
    -- No repository is imported.
    -- Of the repository, three more than those that have the path itself.
    values (w.hash, true, true, true, 3), (w.hash, true, true, false, 3), (w.hash, true, false, false, 3),
      (w.repository_hash, false, true, false, 6), (w.repository_hash, false, false, false, 6)
  ) as r (hash, is_whole, is_own, is_imported, most)
  cross join lateral (
    select best.skill_id, best.state, best.is_own, best.is_imported, best.score, best.established_ratings
    from private.skill_identifiers as best
    where best.identifier_hash = r.hash and best.state = 'active' and best.is_own = r.is_own and best.is_imported = r.is_imported
      and best.skill_id is distinct from other_than
    order by best.score desc, best.skill_id desc
    limit r.most
  ) as i
  union all
  -- Again if it is one of these.
  select w.ordinal, i.skill_id, 'active', true, r.is_imported, i.score, i.established_ratings
  from unnest(hashes) with ordinality as w (hash, ordinal)
  cross join lateral (values (true), (false)) as r (is_imported)
  cross join lateral (
    select rated.skill_id, rated.score, rated.established_ratings
    from private.skill_identifiers as rated
    where rated.identifier_hash = w.hash and rated.state = 'active' and rated.is_own and rated.is_imported = r.is_imported
      and rated.established_ratings > 0 and rated.skill_id is distinct from other_than
    order by rated.established_ratings desc, rated.score desc, rated.skill_id desc
    limit 1
  ) as i
  union all
  select w.ordinal, i.skill_id, f.state, r.is_whole and o.is_own, i.is_imported, i.score, i.established_ratings
  from unnest(hashes, repository_hashes) with ordinality as w (hash, repository_hash, ordinal)
  cross join lateral (values (w.hash, true), (w.repository_hash, false)) as r (hash, is_whole)
  -- Each kind by itself, so that none hides another, nor is hidden by those in the catalogue. Of retired skills, one shows that there are.
  cross join (values (true), (false)) as o (is_own)
  cross join (values ('merged'::private.skill_state, 10), ('retired', 1)) as f (state, most)
  cross join lateral (
    select former.skill_id, former.is_imported, former.score, former.established_ratings
    from private.skill_identifiers as former
    where former.identifier_hash = r.hash and former.state = f.state and former.is_own = o.is_own
    order by former.is_imported desc, former.score desc, former.skill_id desc
    limit f.most
  ) as i;
end
$$;
comment on function private.skills_with_identifiers is 'For each hash of an identifier, and of its repository if it is a path in one: the best skills in the catalogue that have it, three of each kind or six, those that most established agents rated, and of each kind ten merged ones and a retired one. Reads no more, however many share it.';
grant execute on function private.skills_with_identifiers to anon, authenticated;

create function private.skills_with_text(value text) returns table (skill_id uuid, precedence integer)
language plpgsql stable strict rows 1 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  key text;
  skill uuid := (select s.id from public.skills as s where s.id = private.parse_uuid(value));
begin
  if skill is not null then
    return query select skill, 1;
    return;
  end if;
  -- No name is longer, and no slug.
  if octet_length(value) > 800 or char_length(value) > 200 then
    return;
  end if;
  key := private.name_key(value);
  return query select s.id, 1 from public.skills as s where s.slug = key;
  -- The same skill as private.name_holder, but the merged one if its name leads to another. Not with a call of private.merged_name_holder,
  -- because a request can look up 100 texts.
  skill := coalesce(
    (select s.id from public.skills as s where s.name_key = key and s.retired_at is null),
    (
      select source.id
      from public.skills as source join public.skills as target on target.id = source.merged_into
      where source.name_key = key and source.merged_into is not null and target.retired_at is null
      order by source.retired_at desc, source.id
      limit 1
    )
  );
  if skill is not null then
    return query select skill, 2;
  end if;
end
$$;
comment on function private.skills_with_text is 'The skill with this id, else those with this slug and this name, ignoring case and width: with precedence 1 and 2.';
grant execute on function private.skills_with_text to anon, authenticated;

-- p_identifiers is text: the embedded Data API passes a JSON array as a string.
create or replace function public.lookup_skills(p_identifiers text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  items text[];
  trimmed text[];
  is_plain boolean;
  clean_value text;
  normal text;
  -- Null for what is malformed, or neither an address nor a name in a registry.
  hashes bytea[];
  -- Null if the identifier is not a path in a repository.
  repository_hashes bytea[];
  -- Null for addresses.
  texts text[];
  -- Null if it is not a package URL with a version.
  versions text[];
  -- Pairs for private.validate.
  problems text[] := '{}';
begin
  perform private.validate('identifiers', private.list_error(p_identifiers, 1, 100));
  items := private.list_items(p_identifiers);
  trimmed := array(select private.trim_text(s.value) from unnest(items) with ordinality as s (value, ordinal) order by s.ordinal);
  perform private.validate('identifiers', case
    when char_length(array_to_string(trimmed, '')) > 20000 then 'must have at most 20000 characters together'
  end);
  for i in 1..cardinality(items) loop
    -- Printable ASCII is common, and cleaning does not change it.
    is_plain := coalesce(octet_length(trimmed[i]) <= 2048 and trimmed[i] ~ '^[!-~]+$', false);
    clean_value := case when is_plain then trimmed[i] else private.clean_text(trimmed[i], 2048) end;
    -- A malformed package URL or URL is not a name.
    if private.is_address(clean_value) then
      normal := private.normalize_identifier(clean_value);
      texts[i] := null;
    else
      normal := case when private.is_server_name(clean_value) then lower(clean_value collate "C") end;
      texts[i] := clean_value;
    end if;
    -- Like printable ASCII, what has a normal form is invalid only if it contains a key.
    if normal is null and not is_plain or private.contains_api_key(clean_value) then
      problems := problems || array['identifiers.' || i - 1, private.item_error(clean_value, 1, 2048)];
    end if;
    hashes[i] := private.identifier_hash(normal);
    repository_hashes[i] := private.identifier_hash(private.repository_of(normal));
    versions[i] := case when hashes[i] is not null and clean_value ~* '^pkg:' then private.package_version(clean_value) end;
  end loop;
  perform private.validate(variadic problems);

  return (
    with identified as materialized (
      select i.* from private.skills_with_identifiers(hashes, repository_hashes) as i
    ),
    holders as (
      select i.ordinal, i.skill_id, i.state, 1 as precedence, i.is_exact, i.is_imported from identified as i
      union all
      select
        t.ordinal, s.id, private.skill_state(s.retired_at, s.merged_into), found.precedence, true,
        -- As the identifiers of a skill that its source deleted.
        exists (select from private.imported_skills as i where i.skill_id = s.id and i.status is distinct from 'deleted')
      from unnest(texts) with ordinality as t (value, ordinal)
      cross join lateral private.skills_with_text(t.value) as found
      join public.skills as s on s.id = found.skill_id
      where t.ordinal <> all (array(select distinct i.ordinal from identified as i))
    ),
    matches as materialized (
      -- What has the identifier itself decides before what only has its repository.
      select
        c.*, bool_or(c.is_exact) over of_identifier as has_exact,
        coalesce(min(c.state) filter (where c.is_exact) over of_identifier, min(c.state) over of_identifier) as first_state
      from holders as c
      window of_identifier as (partition by c.ordinal)
    ),
    candidates as (
      select
        c.ordinal, c.skill_id, min(c.precedence) as precedence, bool_or(c.is_exact) as is_exact,
        bool_or(c.is_imported) as is_imported
      from (
        select m.ordinal, m.skill_id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        where m.state = 'active' and (m.first_state = 'active' or m.is_exact = m.has_exact)
        union all
        -- Also beside skills that have the identifier: to submit that of a merged skill does not replace what it was merged into.
        select m.ordinal, target.id, m.precedence, m.is_exact, m.is_imported
        from matches as m
        join public.skills as source on source.id = m.skill_id
        join public.skills as target on target.id = source.merged_into and target.retired_at is null
        where m.state = 'merged' and (m.first_state = 'active' or m.is_exact = m.has_exact)
      ) as c
      group by c.ordinal, c.skill_id
    ),
    ranked as (
      select
        c.*, st.avg_tenths, st.total_ratings, st.established_ratings,
        private.established_mean(st.established_ratings, st.established_claws) as established_mean,
        row_number() over (
          partition by c.ordinal order by c.precedence, c.is_exact desc, c.is_imported desc, st.score desc, c.skill_id desc
        ) as rank,
        row_number() over (
          partition by c.ordinal, c.is_exact, c.is_imported order by st.established_ratings desc, st.score desc, c.skill_id desc
        ) = 1 as is_most_rated
      from candidates as c join public.skill_stats as st on st.skill_id = c.skill_id
    ),
    placed as (
      select
        r.*,
        -- The third place goes to the skill that most established agents rated, if it would be behind the third and is like it, so that
        -- copies with a rating by a new account cannot hide it.
        row_number() over (
          partition by r.ordinal
          order by least(r.rank, 3), r.is_exact desc, r.is_imported desc, r.is_exact and r.is_most_rated desc, r.rank
        ) as place
      from ranked as r
    ),
    first_placed as materialized (
      select
        p.*, v.version,
        -- Of the version of a skill, which several identifiers can name.
        dense_rank() over (order by v.version is null, p.skill_id, v.version) as number
      from placed as p cross join lateral (select versions[p.ordinal] as version) as v
      where p.place <= 3
    ),
    -- A list by number of the version: without hash joins, a join would compare each with each.
    evidence as materialized (
      select private.evidence_for_versions(
        array_agg(d.skill_id order by d.number), array_agg(d.version order by d.number)
      ) as for_versions
      from (select distinct p.number, p.skill_id, p.version from first_placed as p where p.version is not null) as d
    ),
    shown_skills as (
      select
        p.ordinal,
        json_agg(case when p.version is null then row_to_json(shown) else row_to_json(versioned) end order by p.place) as skills
      from first_placed as p
      join public.skills as s on s.id = p.skill_id
      cross join lateral (
        select
          s.id, s.name, s.slug, s.type, s.url, p.avg_tenths / 10.0::float8 as avg_claws, p.total_ratings, p.established_ratings,
          p.established_mean, p.is_imported as imported, p.is_exact as exact
      ) as shown
      cross join lateral (
        select
          shown.*, case when p.established_ratings > 0 then private.last_rated_version(p.skill_id) end as last_rated_version,
          (select e.for_versions[p.number] from evidence as e) as for_version
      ) as versioned
      group by p.ordinal
    ),
    results as materialized (
      select
        m.ordinal,
        case
          when m.first_state = 'active' then 'found'
          when s.skills is not null then 'merged'
          else 'retired'
        end as status,
        s.skills
      from (select distinct m.ordinal, m.first_state from matches as m) as m
      left join shown_skills as s on s.ordinal = m.ordinal
    )
    select json_build_object('results', json_agg(
      json_build_object(
        'identifier', u.identifier, 'status', coalesce(r.status, 'unknown'), 'skills', coalesce(r.skills, '[]')
      ) order by u.ordinal
    ))
    from unnest(items) with ordinality as u (identifier, ordinal)
    left join results as r on r.ordinal = u.ordinal
  );
end
$$;

create or replace function private.same_identifier(skill uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(json_agg(private.skill_reference(s.skill_id) order by s.rank), '[]')
    from (
      select o.skill_id, o.rank
      from (
        select
          other.skill_id,
          row_number() over (order by other.score desc, other.skill_id desc) as rank,
          row_number() over (order by other.established_ratings desc, other.score desc, other.skill_id desc) = 1 as is_most_rated
        from private.skills_with_identifiers(
          array(select private.identifier_hash(own.identifier) from unnest(private.identifiers_of(skill)) as own (identifier)),
          -- Others of the same repository are hardly the same skill.
          repository_hashes => '{}', other_than => skill
        ) as other
        where other.state = 'active' and other.is_exact
        group by other.skill_id, other.score, other.established_ratings
      ) as o
      -- As in a lookup.
      order by least(o.rank, 3), o.is_most_rated desc, o.rank
      limit 3
    ) as s
  );
end
$$;


-- sql/registry/75_find_skills.sql

-- What the command `skills` can install: GET /api/search.

create function private.github_path(skill uuid) returns text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
-- SECURITY DEFINER: no role may read the identifiers. To normalize a long url again takes 0.6 ms.
as $$
begin
  return (
    select i.identifier from private.skill_identifiers as i
    where i.skill_id = skill and 'url' = any (i.origins) and private.path_owner(i.identifier) is not null
  );
end
$$;
comment on function private.github_path is 'The normal form of the url of a skill, if that is a path in a repository on github.com; null otherwise.';
grant execute on function private.github_path to anon, authenticated;

create or replace function public.find_skills(p_search text, p_limit integer default null, p_owner text default null) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  search text := coalesce(private.clean_text(p_search, 200), '');
  owner text := lower(private.trim_text(coalesce(p_owner, '')));
  best private.search_position[];
begin
  perform private.validate('search', private.text_error(search, 1, 200));
  -- Of all agent skills that match, only these are ranked, however many others there are. No owner has other characters.
  if owner ~ '^[a-z0-9_.-]{0,100}$' then
    best := private.rank_skills(
      search, private.plan_search(search), '{clawdbot}', null, least(greatest(coalesce(p_limit, 20), 1), 100),
      mark => private.path_mark(owner)::tsquery
    );
  end if;
  return json_build_object('skills', array(
    select json_build_object('slug', s.slug, 'url', s.url, 'identifier', private.github_path(s.id))
    from unnest(best) with ordinality as p (score, skill_id, cap, ordinal)
    join public.skills as s on s.id = p.skill_id
    order by p.ordinal
  ));
end
$$;


-- sql/registry/80_duplicate_skills.sql

-- Skills that share an identifier or the name of a server, for admins.

create view admin.duplicate_skills with (security_invoker = true) as
-- In parentheses for the linter, which takes the select after `with` for another statement.
(with shared as (
  select
    i.identifier_hash,
    count(*)::integer as skills,
    bool_or(i.is_imported) and not bool_and(i.is_imported) as is_mixed
  from private.skill_identifiers as i
  -- A repository can hold many skills, also if it is only named by their server.json.
  where i.state = 'active' and i.is_own and not private.is_repository(i.identifier)
  group by i.identifier_hash
  -- Others are pages, unless a registry has checked that it is an endpoint.
  having count(*) > 1 and (bool_or(i.is_imported) or max(i.identifier) like 'pkg:%')
  order by
    -- First what nobody plants for free: two skills that a registry checked or an established agent rated.
    least(count(*) filter (where i.is_imported or i.established_ratings > 0), 2) desc,
    -- An imported and a submitted skill are often the same.
    3 desc, 2, 1
  limit 200
),
members as (
  select
    g.identifier_hash, g.skills, g.is_mixed, i.identifier, i.skill_id, i.is_imported,
    row_number() over (
      partition by g.identifier_hash
      order by
        st.established_ratings desc,
        -- Nobody can install what its source deleted.
        (m.skill_id is not null and m.status is distinct from 'deleted') desc, s.created_at, s.id
    ) as rank
  from shared as g
  cross join lateral (
    select i.skill_id, i.identifier, i.is_imported from private.skill_identifiers as i
    where i.identifier_hash = g.identifier_hash and i.state = 'active' and i.is_own
    order by i.established_ratings desc, i.is_imported desc, i.score desc, i.skill_id desc
    limit 20
  ) as i
  join public.skills as s on s.id = i.skill_id
  join public.skill_stats as st on st.skill_id = s.id
  left join private.imported_skills as m on m.skill_id = s.id
),
same_names as (
  -- The import gave the skill another name.
  select
    case when b.established_ratings > a.established_ratings then own.id else other.id end as duplicate,
    case when b.established_ratings > a.established_ratings then other.id else own.id end as keep,
    other.name_key as identifier,
    b.established_ratings > a.established_ratings as loses_import
  from private.imported_skills as i
  join public.skills as own on own.id = i.skill_id and own.retired_at is null
  join public.skill_stats as a on a.skill_id = own.id
  join public.skills as other on other.name_key = private.name_key(i.external_name) and other.retired_at is null
  join public.skill_stats as b on b.skill_id = other.id
  where other.id <> own.id and i.status is distinct from 'deleted'
    and not exists (select from private.imported_skills as m where m.skill_id = other.id)
  -- The oldest first: what is planted later comes last.
  order by b.established_ratings desc, other.created_at
  limit 200
),
pairs as (
  select d.skill_id as duplicate, k.skill_id as keep, d.identifier, d.skills, d.is_mixed, d.rank,
    d.is_imported and not k.is_imported as loses_import
  from members as d
  join members as k on k.identifier_hash = d.identifier_hash and k.rank = 1
  where d.rank > 1
  union all
  select n.duplicate, n.keep, n.identifier, 2, true, 2, n.loses_import from same_names as n
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
  p.skills,
  p.identifiers,
  case
    when r.reason is null then format('select admin.merge_skills(%L, %L, %L);', d.slug, k.slug, 'They have the same package, endpoint or name.')
  end as merge_call,
  r.reason as no_call_reason
from (
  select
    p.duplicate, p.keep, max(p.skills) as skills, array_agg(p.identifier order by p.identifier) as identifiers,
    bool_or(p.is_mixed) as is_mixed, max(p.rank) as rank, bool_or(p.loses_import) as loses_import
  from pairs as p
  group by p.duplicate, p.keep
) as p
join described as d on d.id = p.duplicate
join described as k on k.id = p.keep
cross join lateral (
  select case
    when d.established_ratings > 0 then 'Established agents rated both: they may be different skills.'
    when p.loses_import then 'A registry checked the identifier of the duplicate, but not of the one to keep.'
    when k.established_ratings < 3 then 'Fewer than 3 ratings by established agents say which one to keep.'
  end as reason
) as r
order by d.is_imported or d.established_ratings > 0 desc, p.is_mixed desc, p.skills, p.rank, d.slug
limit 500);
comment on view admin.duplicate_skills is 'Pairs of skills in the catalogue that share a package, an endpoint that was imported, a name in a registry, or a path in a repository: of the 200 identifiers that are most likely of duplicates, 20 skills each; and up to 200 submitted skills with the name of an imported server. Those that an established agent rated, or that were imported, come first.';
comment on column admin.duplicate_skills.keep is 'The one with more ratings by established agents; of two with as many, the imported one, unless its source deleted it, then the older one.';
comment on column admin.duplicate_skills.skills is 'How many skills share the identifier; many are hardly duplicates.';
comment on column admin.duplicate_skills.merge_call is 'Says what a merge would do. It merges with confirm => true as the last argument. Null if there is a no_call_reason.';
comment on column admin.duplicate_skills.no_call_reason is 'Why there is no merge_call: both skills have ratings by established agents, a registry checked the identifier of the duplicate only, or the one to keep has fewer than 3.';
grant select on admin.duplicate_skills to service_role;


-- sql/registry/90_import.sql

-- The import of skills from other catalogues: `npm run catalogue:import`. Its tables are in sql/registry/30_imported_skills.sql.

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
  changes_server boolean,
  install jsonb
);
comment on type private.import_entry is 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated (the skill or its server.json), unchanged, kept (edited, retired or deleted here), marked (as deprecated or deleted), inactive (already marked, or not imported), postponed (until no later entry can have a newer version), or why it cannot be imported. server_problem says why its server.json is not served.';

create function private.imported_name(source_name text, number integer) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  suffix constant text := case number when 1 then ' (MCP Registry)' else format(' (MCP Registry %s)', number) end;
  -- At most 200 characters.
  start text := rtrim(left(source_name, 200 - length(suffix)));
begin
  -- Without what is only valid before the character that was cut, such as a joiner.
  while start <> source_name and start <> '' and private.name_error(start, 1, 200) is not null loop
    start := rtrim(left(start, -1));
  end loop;
  return start || suffix;
end
$$;
comment on function private.imported_name is 'The name of an imported skill if its name in the catalogue is taken: NAME (MCP Registry), NAME (MCP Registry 2) …';

create function private.name_in_source(skill_name text, source_name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  suffix constant text[] := regexp_match(skill_name, ' \(MCP Registry(?: ([0-9]{1,9}))?\)$');
begin
  return case
    when suffix is null or skill_name = source_name then skill_name
    when skill_name = private.imported_name(source_name, coalesce(suffix[1], '1')::integer) then source_name
    -- The catalogue gives it another name now. That before is this, unless it was cut.
    else regexp_replace(skill_name, ' \(MCP Registry[^()]*\)$', '')
  end;
end
$$;
comment on function private.name_in_source is 'The name that an imported skill had in its catalogue when it was imported, also if it has one of private.imported_name: to compare what was imported.';

create function private.same_server(p_source text, p_external_name text, source_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(s.merged_into, s.id)
    from private.imported_skills as i
    join public.skills as s on s.id = i.skill_id
    where i.external_name = p_external_name and i.source <> p_source
      and private.name_key(private.name_in_source(s.name, source_name)) = private.name_key(source_name)
    limit 1
  );
end
$$;
comment on function private.same_server is 'The skill of a server of this name that was imported from another catalogue, such as a mirror, and still has its name, also if it was retired; null if there is none.';

create function private.import_name(p_source text, external_name text, name text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  candidate text := name;
  number integer := 0;
begin
  -- Otherwise, a mirror would bring back what an admin retired.
  if private.same_server(p_source, external_name, name) is not null then
    return null;
  end if;
  -- Otherwise, anyone could keep a server out of the catalogue with skills of its names. The one with the name can be merged.
  while private.name_holder(private.name_key(candidate)) is not null loop
    number := number + 1;
    candidate := private.imported_name(name, number);
  end loop;
  return candidate;
end
$$;
comment on function private.import_name is 'The name that a new skill gets from an import: its own, or the first of private.imported_name that is free; null if it was imported from another catalogue.';
grant execute on function private.imported_name, private.name_in_source, private.same_server, private.import_name to service_role;

create function private.plan_import(p_source text, entries jsonb) returns setof private.import_entry
language sql stable set search_path = ''
as $$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, new.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when e.status <> 'active' and (known.source is null or known.status = e.status and not served.changes) then 'inactive'
      when e.status <> 'active' and not e.is_final then 'postponed'
      when e.status <> 'active' then case when known.status = e.status then 'inactive' else 'marked' end
      when known.source is null then 'created'
      when not e.is_final and not version.is_current then 'postponed'
      when known.content = new.content then case when served.changes then 'updated' else 'unchanged' end
      when s.retired_at is null
        and private.skill_content(private.name_in_source(s.name, e.name), s.description, s.url) = known.content then 'updated'
      else 'kept'
    end,
    nullif(e.status, 'active'),
    e.server, e.server_published_at, e.source_updated_at, e.status_changed_at, e.server_problem, served.changes, e.install
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        -- Part of a primary key: an index entry is limited to 2,704 bytes.
        'external_name ' || case when external_name is null then 'is required' else private.text_error(external_name, 1, 200) end,
        'external_name ' || case when occurrence > 1 then 'is in the batch more than once' end,
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
        row_number() over (partition by entry ->> 'external_name' order by position) as occurrence,
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
        nullif(entry -> 'install', 'null') as install,
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
  -- A new name in the catalogue changes nothing here, and is not an edit.
  cross join lateral (
    select case
      when known.content <> e.content then private.skill_content(private.name_in_source(s.name, e.name), e.description, e.url)
      else e.content
    end as content
  ) as new
  cross join lateral (
    select case
      when r.source is distinct from p_source then
        r.source is null and e.server_problem is null and e.server is not null and e.status = 'active' and known.skill_id is not null
      when e.server_problem is not null then true
      when e.status = 'active' and e.server is null then false
      else
        (r.status, r.source_updated_at, r.status_changed_at) is distinct from (e.status, e.source_updated_at, e.status_changed_at)
        or e.status = 'active' and (r.server, r.published_at, r.install) is distinct from (e.server, e.server_published_at, e.install)
    end as changes
  ) as served
  -- Whether it can replace what is stored before all versions were read: the same version, or one that is surely newer.
  cross join lateral (
    select case
      when e.published_at = 'infinity' then true
      when known.published_at > '-infinity' and e.published_at > known.published_at then true
      when r.source = p_source and e.server is not null then r.version = e.server ->> 'version'
      else known.published_at > '-infinity' and e.published_at = known.published_at
    end as is_current
  ) as version
  order by e.position;
$$;
comment on function private.plan_import is 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';
grant execute on function private.plan_import to service_role;

create function private.create_imported(p_source text, entries private.import_entry[]) returns void
language sql volatile set search_path = ''
begin atomic
  with new_entry as (
    select
      e.external_name, n.name, private.name_key(n.name) as name_key, e.description, e.type, e.url, e.published_at, e.content,
      e.ordinality
    from unnest(entries) with ordinality as e
    cross join lateral (select private.import_name(p_source, e.external_name, e.name) as name offset 0) as n
    where e.outcome = 'created' and n.name is not null
  ), named as (
    -- Of two entries with one name, only the first gets a skill: private.import_batch calls this again for the others.
    select distinct on (w.name_key) w.* from new_entry as w order by w.name_key, w.ordinality
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
    name, source, skill_id, server, install, published_at, source_updated_at, status_changed_at
  )
  select
    e.external_name, p_source, i.skill_id, e.server, e.install, e.server_published_at, e.source_updated_at, e.status_changed_at
  from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  where
    e.status is null and e.server is not null and e.server_problem is null and i.skill_id is not null
    and (e.outcome = 'created' or e.changes_server and e.outcome in ('updated', 'unchanged', 'kept'))
  order by e.external_name collate "C"
  on conflict (name) do update set
    skill_id = excluded.skill_id,
    server = excluded.server,
    install = excluded.install,
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
      select 2, p.position, private.package_identifier(p.package ->> 'registryType', p.package ->> 'identifier')
      from jsonb_path_query_array(server, '$.packages[0 to 49]') as packages
      cross join jsonb_array_elements(packages) with ordinality as p (package, position)
      union all
      select 3, r.position, private.normalize_identifier(r.remote ->> 'url')
      from jsonb_path_query_array(server, '$.remotes[0 to 49]') as remotes
      cross join jsonb_array_elements(remotes) with ordinality as r (remote, position)
    ) as found
    where found.identifier is not null
    order by found.part, found.position
  );
end
$$;
comment on function private.server_identifiers is 'The identifiers of an imported skill that its registry checks, in normal form, with repetitions: its name there, and its first 50 packages and remotes. The server can be null.';
grant execute on function private.server_identifiers to service_role;

create function private.server_repository(server jsonb) returns text
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  normal text := private.normalize_identifier(server #>> '{repository,url}');
  -- A path, which is not percent-encoded.
  folder text := btrim(replace(replace(server #>> '{repository,subfolder}', '%', '%25'), ' ', '%20'), '/');
begin
  return case
    when folder <> '' and private.is_repository(normal) then private.normalize_identifier(normal || '#' || folder)
    else normal
  end;
end
$$;
comment on function private.server_repository is 'The normal form of the repository of a server.json, with its subfolder on GitHub and GitLab; null if it has none, or if it is malformed.';
grant execute on function private.server_repository to service_role;

create function private.set_identifiers(p_source text, entries private.import_entry[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.set_imported_identifiers(i.skill_id, named.checked, named.mentioned)
  from unnest(entries) as e
  join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  cross join lateral (
    select
      case when e.server_problem is null then e.server end as server,
      -- The catalogue is the publisher of its own page, which it names without a server.json.
      case when e.server is null and e.server_problem is null and starts_with(e.url, p_source || '/') then e.url end as own_page
  ) as s
  cross join lateral (
    select
      private.server_identifiers(s.server, e.external_name) || private.normalize_identifier(s.own_page) as checked,
      array[
        private.server_repository(s.server),
        -- Without the path that the server.json says.
        case when e.url is distinct from s.server #>> '{repository,url}' then private.normalize_identifier(e.url) end
      ] as mentioned
    where e.status is null and (
      e.outcome in ('created', 'updated')
      or e.outcome in ('unchanged', 'kept') and (
        e.changes_server
        -- Without a server here, nothing shows a change. Without a server.json, the name and url do, except of a skill that was edited, or
        -- deleted and listed again.
        or (e.outcome = 'kept' or e.server is not null or not exists (
          select from private.skill_identifiers as known where known.skill_id = i.skill_id and known.is_imported
        )) and not exists (
          select from private.registry_servers as r where r.source = p_source and r.name = e.external_name collate "C"
        )
      )
    )
  ) as named
  where i.skill_id is not null
  order by i.skill_id;

  perform private.unverify_identifiers(array(
    select i.skill_id
    from unnest(entries) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.status = 'deleted' and e.outcome in ('marked', 'inactive')
  ));
end
$$;
comment on function private.set_identifiers is 'Sets the identifiers of skills that were imported, where something changed. Those of a skill that its source deleted are only mentioned.';
grant execute on function private.set_identifiers to service_role;

create function private.has_submitted_twin(skill uuid) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return exists (
    select from private.skill_identifiers as own
    -- For each identifier of the skill, at most one row: thousands can share one, and a join could begin with all of them.
    cross join lateral (
      select from private.skill_identifiers as other
      where other.identifier_hash = own.identifier_hash and other.state = 'active' and other.is_own and not other.is_imported
        and other.skill_id <> skill
      limit 1
    ) as twin
    where own.skill_id = skill and own.is_own
      -- A repository can hold many skills.
      and not private.is_repository(own.identifier)
  ) or exists (
    select from public.skills as other
    -- The name first: a join can compute its key for each skill of the catalogue.
    where other.name_key = (select private.name_key(i.external_name) from private.imported_skills as i where i.skill_id = skill)
      and other.retired_at is null and other.id <> skill
      and not exists (select from private.imported_skills as imported where imported.skill_id = other.id)
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
  i integer;
begin
  -- Skills before their servers, as when an admin retires or merges skills.
  perform from public.skills as s
  where s.id in (select e.skill_id from unnest(plan) as e where e.outcome = 'updated' or e.changes_server)
  order by s.id for no key update;

  begin
    perform private.create_imported(p_source, plan);
  exception
    when sqlstate 'PT409' then
      -- A trigger can also know that a name is taken.
      null;
  end;
  -- One by one, so that they do not stop each other: those with the name of another entry, or one that was taken meanwhile.
  for i in
    select e.ordinality from unnest(plan) with ordinality as e
    where e.outcome = 'created' and not exists (
      select from private.imported_skills as known where known.source = p_source and known.external_name = e.external_name
    )
  loop
    begin
      perform private.create_imported(p_source, plan[i:i]);
    exception
      when sqlstate 'PT409' then
        plan[i].outcome := 'name is taken';
    end;
  end loop;

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
  -- The documents of new skills were marked as if all had a server.
  perform private.mark_again(array(
    select i.skill_id
    from unnest(plan) as e join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
    where e.outcome = 'created' and e.type = 'mcp' and not exists (
      select from private.registry_servers as r where r.skill_id = i.skill_id
    )
  ));

  return (
    select coalesce(jsonb_agg(jsonb_build_array(
      coalesce(e.external_name, ''),
      case
        when e.outcome <> 'created' or i.source is not null then e.outcome
        -- Without a skill, another transaction took the name or the slug.
        else coalesce(
          (
            select case when s.retired_at is null then 'name is taken by ' else 'was retired here as ' end || s.slug
            from public.skills as s
            where s.id = private.same_server(p_source, e.external_name, e.name)
          ),
          'is not created yet: run the same command again'
        )
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
comment on function public.import_skills is 'npm run catalogue:import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at, status, is_final, server, install, server_problem, server_published_at, source_updated_at, status_changed_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';
grant execute on function public.import_skills to service_role;

create function public.list_imported(p_source text, p_after text default '') returns json
language sql stable set search_path = ''
begin atomic
  select coalesce(json_agg(page.external_name order by page.external_name), '[]')
  from (
    select i.external_name from private.imported_skills as i
    where i.source = p_source and i.status is null and i.external_name > p_after
    order by i.external_name
    limit 5000
  ) as page;
end;
comment on function public.list_imported is 'npm run catalogue:import: the names of the skills of a source that are not marked, after one of them, at most 5,000, to find those that the source deleted. Only for service_role.';
grant execute on function public.list_imported to service_role;


-- sql/pages/10_account.sql

-- The account of the calling agent: GET and PATCH /api/me. 40_delete_account.sql deletes it, 50_export.sql exports it.

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
    'total_ratings', (select count(*) from public.ratings as r where r.agent_id = a.id and r.removed_at is null),
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


-- sql/pages/20_skill_page.sql

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
      'observed_calls', coalesce(sum(calls) filter (where has_use), 0),
      'observed_failures', coalesce(round(sum(failures) filter (where has_use)), 0),
      'failure_share', (sum(failures) filter (where has_use) / sum(calls) filter (where has_use))::float8
    )
    from (
      select
        claws,
        updated_at >= now() - interval '3 months' as is_recent,
        -- At most 1,000 calls of each agent: one that reports a billion must not decide alone.
        least(observed_calls, 1000) as calls,
        observed_failures::numeric * least(observed_calls, 1000) / nullif(observed_calls, 0) as failures,
        -- Calls without the number of failures say nothing of the share that failed.
        observed_calls > 0 and observed_failures is not null as has_use
      -- Only those by established agents: anyone can make others. A hundred, so that no number of ratings makes a page slow.
      from private.ratings_in_order(skill, false, null, null, true, null, 100)
    ) as newest
  );
end
$$;
comment on function private.evidence_of is 'What the 100 newest ratings of a skill by established agents say together: their number, those of the last 3 months, the calls that their agents counted, at most 1,000 of each rating, and how many of these failed, in proportion.';
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
          '1', st.claws_1, '2', st.claws_2, '3', st.claws_3, '4', st.claws_4, '5', st.claws_5
        ) as rating_counts,
        private.evidence_of(skill) as evidence,
        private.identifiers_of(skill) as identifiers,
        submitter.agent_name as submitted_by,
        submitter.id as submitted_by_id,
        source.status as source_status,
        source.version as source_version,
        private.last_rated_version(skill) as last_rated_version,
        case when source.version is not null
          then (private.evidence_for_versions(array[skill], array[source.version]))[1]
        end as for_version,
        source.install,
        (
          select json_agg(
            json_build_object(
              'month', to_char(first_day, 'YYYY-MM'),
              'count', coalesce(m.total_ratings, 0),
              'mean', trim_scale(m.claws_sum::numeric / nullif(m.total_ratings, 0))
            ) order by first_day
          )
          from generate_series(
            date_trunc('month', now()) - interval '11 months', date_trunc('month', now()), interval '1 month'
          ) as first_day
          left join private.monthly_ratings as m on m.skill_id = skill and m.month = first_day::date
        ) as rating_history,
        (
          select coalesce(json_agg(newest), '[]')
          from private.scan_ratings(skill, false, null, null, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      left join (public.skills as own join public.agents as submitter on submitter.id = own.submitted_by) on own.id = s.id
      cross join private.source_of(skill) as source
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
      'name', s.name, 'avg_claws', s.avg_claws, 'total_ratings', s.total_ratings,
      'established_ratings', s.established_ratings, 'established_mean', s.established_mean, 'retired', s.retired_at is not null
    )
    from private.all_skills as s where s.id = skill
  );
end
$$;
comment on function public.get_badge is 'GET /api/skills/{id or slug}/badge.svg: what the badge of a skill shows. Raises PT404.';
grant execute on function public.get_badge to anon, authenticated;


-- sql/pages/30_agent_profile.sql

-- What is public of an agent: its profile, ratings and skills, GET /api/agents/{id or name}.

create function private.resolve_agent(id_or_name text) returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read the comparison keys of names.
as $$
declare
  trimmed text := private.trim_text(id_or_name);
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

create function private.scan_agent(kind text, agent uuid, after jsonb, max_rows integer, bytes integer)
returns table (cursor_position jsonb, item json)
language plpgsql stable set search_path = '' set timezone = 'UTC'
-- One generic plan for all calls: down the index of the kind.
set plan_cache_mode = force_generic_plan set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
set enable_bitmapscan = off set enable_sort = off
as $$
declare
  after_time timestamptz := coalesce((after ->> 0)::timestamptz, 'infinity');
  after_id uuid := coalesce((after ->> 1)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return query
  select jsonb_build_array(own.updated_at, own.id), case kind
    when 'ratings' then (
      select row_to_json(entry)
      from (select r.*, private.skill_reference(r.skill_id) as skill from public.skill_ratings as r where r.id = own.id) as entry
    )
    else (select row_to_json(entry) from public.skill_catalogue as entry where entry.id = own.id)
  end
  from (
    select newest.*, sum(newest.text_bytes) over (
      order by newest.updated_at desc, newest.id desc rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      -- Only one of the two branches has rows. octet_length does not read a long text.
      (
        select id, updated_at, octet_length(commentary) as text_bytes from public.ratings
        where kind = 'ratings' and agent_id = agent and removed_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
      union all
      (
        select id, updated_at, octet_length(description) from public.skills
        where kind = 'skills' and submitted_by = agent and retired_at is null and (updated_at, id) < (after_time, after_id)
        order by updated_at desc, id desc
        limit max_rows
      )
    ) as newest
  ) as own
  where coalesce(own.bytes_before, 0) < bytes
  order by own.updated_at desc, own.id desc;
end
$$;
comment on function private.scan_agent is 'The ratings of an agent, or the skills in the catalogue that it submitted, after a cursor position (null: from the first), last updated first, up to the one after that whose text reaches `bytes`.';
grant execute on function private.scan_agent to anon, authenticated;

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
        counts.total_ratings,
        counts.claws_counts,
        (select count(*) from public.skills as s where s.submitted_by = agent and s.retired_at is null) as total_skills,
        (
          select coalesce(json_agg(newest.item), '[]')
          from private.scan_agent('ratings', agent, null, 10, private.page_bytes()) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      cross join lateral (
        select
          count(*) as total_ratings,
          json_build_object(
            '1', count(*) filter (where r.claws = 1), '2', count(*) filter (where r.claws = 2),
            '3', count(*) filter (where r.claws = 3), '4', count(*) filter (where r.claws = 4),
            '5', count(*) filter (where r.claws = 5)
          ) as claws_counts
        from public.ratings as r where r.agent_id = agent and r.removed_at is null
      ) as counts
      where a.id = agent
    ) as profile
  );
end
$$;
comment on function public.get_agent is 'GET /api/agents/{id or name}: the public profile of an agent with its numbers of ratings by claws and its ten newest ratings. Raises PT404.';
grant execute on function public.get_agent to anon, authenticated;

create function private.list_of_agent(kind text, id_or_name text, page_limit integer, cursor text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  agent uuid := private.resolve_agent(id_or_name);
  list text := concat_ws(chr(31), 'agent', kind, agent);
  page_size integer := least(greatest(coalesce(page_limit, 100), 1), private.max_limit());
  after jsonb;
  positions jsonb[];
  items json[];
  page json[];
begin
  after := private.decode_cursor(cursor, list, '{private.cursor_time,private.cursor_uuid}');
  -- One more than the page, to see whether there is another page.
  select array_agg(s.cursor_position), array_agg(s.item) into positions, items
  from private.scan_agent(kind, agent, after, page_size + 1, private.page_bytes()) as s;
  page := private.cut_page(coalesce(items[:page_size], '{}'));
  return json_build_object(
    kind, array_to_json(page),
    'count', cardinality(page),
    'next_cursor', case when cardinality(items) > cardinality(page) then private.encode_cursor(positions[cardinality(page)], list) end
  );
end
$$;
comment on function private.list_of_agent is 'A page of the ratings or skills of an agent, at most private.max_limit and about private.page_bytes. Raises PT400 and PT404.';
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


-- sql/pages/40_delete_account.sql

-- How an agent deletes its account: DELETE /api/me. What then remains is in sql/agents/50_deleted_agents.sql.

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
  remaining bigint;
begin
  -- The agent before its keys and ratings. Its own writes, a change of its standing and another deletion wait for this lock.
  perform from public.agents where id = private.current_agent_id() for update;
  -- After the lock: another call may have deleted the account.
  agent := private.require_agent();
  perform private.require_current_key(agent);
  perform private.lock_hidden(agent);

  -- Ratings and aggregates, each in the order of the ids: the order in which a merge takes these locks. Between them the flags of
  -- the ratings: to delete a row of agents deletes its flags, and then waits for aggregates.
  -- Removed ratings with a hidden commentary go with the agent: as long as it can rate, what it writes there stays hidden.
  rated := array(
    select r.id from public.ratings as r
    where r.agent_id = agent and (r.removed_at is null or r.commentary_hidden_at is null) order by r.updated_at, r.id limit most
  );
  perform from public.ratings as r where r.id = any (rated) order by r.id for update;
  perform from private.flags as f where f.rating_id = any (rated) order by f.rating_id, f.agent_id for update;
  perform private.lock_stats(array(select r.skill_id from public.ratings as r where r.id = any (rated)));

  -- In parts, to end early where it takes long: a slow database, or a lock that was waited for.
  for start in 1..cardinality(rated) by 200 loop
    delete from public.ratings as r where r.id = any (rated[start:start + 199]);
    exit when clock_timestamp() > statement_timestamp() + interval '0.25 seconds';
  end loop;
  -- SKIP LOCKED, here and below: what others change or delete must not be waited for, because they may wait for the aggregates.
  delete from private.flags as f
  where f.agent_id = agent and f.subject_id in (
    select own.subject_id from private.flags as own where own.agent_id = agent limit most for update skip locked
  );
  submitted := array(
    select s.id from public.skills as s where s.submitted_by = agent order by s.created_at, s.id
    limit most_skills for no key update skip locked
  );
  update public.skills as s set submitted_by = null where s.id = any (submitted);

  remaining := (
    select count(*) from public.ratings as r
    where r.agent_id = agent and (r.removed_at is null or r.commentary_hidden_at is null)
  )
    + (select count(*) from private.flags as f where f.agent_id = agent)
    + (select count(*) from public.skills as s where s.submitted_by = agent);
  if remaining = 0 then
    -- With its keys, its standing and the ratings that were left out above.
    delete from public.agents as a where a.id = agent;
  end if;
  return remaining;
end
$$;
comment on function private.delete_me is 'Deletes a part of what belongs to the calling agent, and with the last part the agent. Returns how many ratings, flags and submitted skills remain. Raises PT401, also if a newer key is in use.';
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


-- sql/pages/50_export.sql

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
      select octet_length(h.commentary) from private.hidden_commentaries as h where h.rating_id = r.id
    ), 0)
  from public.ratings as r
  where r.removed_at is null
  order by r.updated_at, r.id
)
union all
(
  select
    4, r.agent_id, r.commentary_hidden_at, r.id,
    coalesce((select octet_length(h.commentary) from private.hidden_commentaries as h where h.rating_id = r.id), 0)
  from public.ratings as r
  where r.removed_at is not null and r.commentary_hidden_at is not null
  order by r.commentary_hidden_at, r.id
)
union all
(select 5, agent_id, created_at, subject_id, octet_length(reason) from private.flags order by created_at, subject_id);
comment on view private.export_entries is 'The entries of an export: 1 keys, 2 submitted skills, 3 ratings, 4 hidden commentaries of ratings that were deleted or removed, 5 flags.';

create function private.scan_export(agent uuid, only_part integer, after jsonb, max_rows integer, bytes bigint)
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
      select row_to_json(entry)
      from (
        select s.*, private.submitted_identifiers(s.id) as identifiers
        from private.all_skills as s where s.id = e.id
      ) as entry
    )
    when 3 then (
      select row_to_json(entry)
      from (
        select
          r.id, r.skill_id, r.agent_id, r.agent_name, r.claws, r.reliability, r.security, r.speed,
          coalesce(r.commentary, h.commentary) as commentary,
          r.created_at, r.updated_at, r.established, r.version, r.observed_calls, r.observed_failures,
          own.commentary_hidden_at as hidden_at,
          private.skill_reference(r.skill_id) as skill
        from public.skill_ratings as r
        join public.ratings as own on own.id = r.id
        left join private.hidden_commentaries as h on h.rating_id = r.id
        where r.id = e.id
      ) as entry
    )
    when 4 then (
      select json_build_object(
        'skill', private.skill_reference(r.skill_id), 'commentary', h.commentary, 'hidden_at', r.commentary_hidden_at
      )
      from public.ratings as r left join private.hidden_commentaries as h on h.rating_id = r.id where r.id = e.id
    )
    when 5 then (
      select json_build_object(
        'rating_id', f.rating_id, 'skill', private.skill_reference(coalesce(f.skill_id, r.skill_id)),
        'reason', f.reason, 'created_at', f.created_at, 'updated_at', f.updated_at
      )
      from private.flags as f left join public.ratings as r on r.id = f.rating_id
      where (f.subject_id, f.agent_id) = (e.id, e.agent_id)
    )
  end
  from (
    select oldest.*, sum(oldest.text_bytes) over (
      order by oldest.at, oldest.id rows between unbounded preceding and 2 preceding
    ) as bytes_before
    from (
      select part, agent_id, at, id, text_bytes
      from private.export_entries
      where part = only_part and agent_id = agent
        and (at, id) > (
          coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000')
        )
      order by at, id
      limit max_rows
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
  after := private.decode_cursor(cursor, list, '{private.cursor_claws,private.cursor_time,private.cursor_uuid}');
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


-- sql/pages/60_sitemap.sql

-- The pages of skills for search engines: GET /api/sitemap.xml.

create function public.get_sitemap(p_part text default null) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off
as $$
begin
  perform private.validate('part', private.choice_error(p_part, string_to_array('0123456789abcdef', null)));
  return json_build_object('slugs', array(
    select s.slug
    from public.skills as s
    where s.id between (coalesce(p_part, '0') || '0000000-0000-0000-0000-000000000000')::uuid
      and (coalesce(p_part, 'f') || 'fffffff-ffff-ffff-ffff-ffffffffffff')::uuid
      and s.retired_at is null
    order by s.id
    limit 10001
  ));
end
$$;
comment on function public.get_sitemap is 'GET /api/sitemap.xml: the slugs of the skills whose ids begin with a digit, or of all, without retired ones; at most 10,001, which shows whether there are more than a sitemap has. Raises PT400.';
grant execute on function public.get_sitemap to anon, authenticated;

