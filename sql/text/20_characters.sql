-- Classes of characters of Unicode 15.1, the version of Postgres 17, which itself only tells what is assigned, a letter or a digit.
-- tests/database/text/unicode.nightly.test.ts compares them with Unicode's properties.

-- Each class is what stands between the brackets of a regular expression. A pattern is folded into one constant when a function that uses
-- it is planned. All functions below are in PL/pgSQL, which keeps its plan: the classes are read once in a session.
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
