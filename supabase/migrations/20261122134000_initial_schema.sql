-- The schema of 1.0.0: the files of sql/ in their order.

-- Default privileges, extensions, the private schema and helpers that every file uses.

-- No privilege comes from a default: each is granted by name, beside its table or function.
-- `in schema` cannot revoke a global default, so functions are revoked without it.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create schema private;
comment on schema private is 'Keys, identity and internal functions. The Data API does not expose it.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

create function private.parse_uuid(value text) returns uuid
language sql immutable strict parallel safe set search_path = ''
return case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
comment on function private.parse_uuid is 'Parses a UUID in its usual form, in either case; null if the text is not a UUID.';
grant execute on function private.parse_uuid to anon, authenticated;

create function public.health() returns json
language sql stable set search_path = ''
return json_build_object('status', 'ok');
comment on function public.health is 'GET /api/health: succeeds if the database does.';
revoke all on function public.health from public, anon, authenticated, service_role;
grant execute on function public.health to anon, authenticated;

-- Written by `npm run unicode` from @unicode/unicode-15.1.0: what Postgres 17 itself does not tell of characters.

create function private.has_long_mark_run(value text) returns boolean
language plpgsql immutable strict parallel safe set search_path = ''
-- Takes linear time. In PL/pgSQL, here and below, which keeps its plan: the tables are read once in a session.
as $$
begin
  return octet_length(value) <> char_length(value) and value ~ '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010eab-\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00013440\U00013447-\U00013455\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef]{31}';
end
$$;
comment on function private.has_long_mark_run is 'Whether more than 30 characters of General_Category M follow one another: normalize() sorts them in quadratic time.';

create function private.shorten_marks(value text) returns text
language plpgsql immutable strict parallel safe set search_path = ''
-- U+FF9E and U+FF9F are letters of which NFKC and NFKD make marks.
as $$
begin
  return case
    when octet_length(value) = char_length(value) then value
    else regexp_replace(value, '([\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010eab-\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00013440\U00013447-\U00013455\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef\uff9e\uff9f]{30})[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010eab-\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00013440\U00013447-\U00013455\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef\uff9e\uff9f]+', '\1', 'g')
  end;
end
$$;
comment on function private.shorten_marks is 'Text in which no more than 30 characters that NFKC makes marks of follow one another, so that normalising it is cheap.';

create function private.split_words(folded text, singles boolean) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
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
    select left(part[1], case when part[1] ~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]' then 6000 else 64 end)
    from regexp_matches(
      folded collate pg_catalog.pg_c_utf8,
      '([\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]+|[\u00a6\u00a9\u00ae\u00b0\u0482\u058d-\u058e\u060e-\u060f\u06de\u06e9\u06fd-\u06fe\u07f6\u09fa\u0b70\u0bf3-\u0bf8\u0bfa\u0c7f\u0d4f\u0d79\u0f01-\u0f03\u0f13\u0f15-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0fbe-\u0fc5\u0fc7-\u0fcc\u0fce-\u0fcf\u0fd5-\u0fd8\u109e-\u109f\u1390-\u1399\u166d\u1940\u19de-\u19ff\u1b61-\u1b6a\u1b74-\u1b7c\u203c\u2049\u2100-\u2101\u2103-\u2106\u2108-\u2109\u2114\u2116-\u2117\u211e-\u2123\u2125\u2127\u2129\u212e\u2139-\u213b\u214a\u214c-\u214d\u214f\u218a-\u218b\u2194-\u2199\u219c-\u219f\u21a1-\u21a2\u21a4-\u21a5\u21a7-\u21ad\u21af-\u21cd\u21d0-\u21d1\u21d3\u21d5-\u21f3\u2300-\u2307\u230c-\u231f\u2322-\u2328\u232b-\u237b\u237d-\u239a\u23b4-\u23db\u23e2-\u2426\u2440-\u244a\u249c-\u24e9\u2500-\u25b6\u25b8-\u25c0\u25c2-\u25f7\u25fb-\u25fe\u2600-\u2767\u2794-\u27bf\u2800-\u28ff\u2934-\u2935\u2b00-\u2b2f\u2b45-\u2b46\u2b4d-\u2b73\u2b76-\u2b95\u2b97-\u2bff\u2ce5-\u2cea\u2e50-\u2e51\u2e80-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5\u2ff0-\u2fff\u3004\u3012-\u3013\u3020\u3030\u3036-\u3037\u303d-\u303f\u3190-\u3191\u3196-\u319f\u31c0-\u31e3\u31ef\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff\u4dc0-\u4dff\ua490-\ua4c6\ua828-\ua82b\ua836-\ua837\ua839\uaa77-\uaa79\ufd40-\ufd4f\ufdcf\ufdfd-\ufdff\uffe4\uffe8\uffed-\uffee\ufffc-\ufffd\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U0001018e\U00010190-\U0001019c\U000101a0\U000101d0-\U000101fc\U00010877-\U00010878\U00010ac8\U0001173f\U00011fd5-\U00011fdc\U00011fe1-\U00011ff1\U00016b3c-\U00016b3f\U00016b45\U0001bc9c\U0001cf50-\U0001cfc3\U0001d000-\U0001d0f5\U0001d100-\U0001d126\U0001d129-\U0001d164\U0001d16a-\U0001d16c\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d1ea\U0001d200-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da86\U0001e14f\U0001ecac\U0001ed2e\U0001f000-\U0001f0ff\U0001f10d-\U0001fb92\U0001fb94-\U0001fbca\U0001fc00-\U0001fffd]|(?:(?![\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af])[[:alnum:]\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0898-\u089f\u08ca-\u08e1\u08e3-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1ace\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27\U00010eab-\U00010eac\U00010efd-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c\U00011370-\U00011374\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00013440\U00013447-\U00013455\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0100-\U000e01ef])+(?:[+#]+(?![[:alnum:]]))?)',
      'g'
    ) as part
  );
  if folded !~ '[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]' then
    return words;
  end if;
  return array(
    select term
    from unnest(words) with ordinality as w (word, place)
    cross join lateral (
      select 0, word where word !~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]'
      union all
      select i, substr(word, i, 2) from generate_series(1, greatest(char_length(word) - 1, 1)) as i
      where word ~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]'
      union all
      select i, substr(word, i, 1) from generate_series(1, char_length(word)) as i
      where singles and char_length(word) > 1 and word ~ '^[\u1100-\u11ff\u3005-\u3007\u3021-\u302f\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3131-\u318e\u3192-\u3195\u31f0-\u31ff\u3220-\u3229\u3280-\u3289\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7c6\ud7cb-\ud7fb\uf900-\ufa6d\ufa70-\ufad9\uff66-\uffbe\uffc2-\uffc7\uffca-\uffcf\uffd2-\uffd7\uffda-\uffdc\U00016fe3\U00016ff0-\U00016ff1\U0001aff0-\U0001aff3\U0001aff5-\U0001affb\U0001affd-\U0001affe\U0001b000-\U0001b122\U0001b132\U0001b150-\U0001b152\U0001b155\U0001b164-\U0001b167\U0001d360-\U0001d371\U00020000-\U0002a6df\U0002a700-\U0002b739\U0002b740-\U0002b81d\U0002b820-\U0002cea1\U0002ceb0-\U0002ebe0\U0002ebf0-\U0002ee5d\U0002f800-\U0002fa1d\U00030000-\U0003134a\U00031350-\U000323af]'
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
xfffffffffffffffffffffffffffffffffffffff8, xffffffefffbffffffffffffffffffffffffffff8,
x0000000000400000000000000000000000000000, x0000010000000000000000000000000000000000,
x0000001000000000000000000000000000000000, x0000001000000000000000000200000000000000,
x0000001002000000000000000000000000000000, xffffffffffbffffffffffffffffffffffffffff8,
x0800000000000000000000000000000000000000, x0000000000008000000000000000000000000000,
x1000000000000000000000000000000000000000, x9000000000040000003000000010080210000000,
x1000000000000000000000000000000010000000, x1000000000000000000000000000000000020040,
x0000000000000000000000000000000010000000, x0000000000000000000000000000000000020000,
x0000000000000000000000020000000000000000, x0000000000000000000000000000010000000000,
x0000000000000000002000000000000000000000, x0000000400000000000000000000000000000000,
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
x0000001000000000000000000000000010000000, x0000000002000000000000000000000000000000,
x0000000000000000000000000000000000004000, x0000000000000000000000000000000000000020,
x0000000000000000080000000000000000000000, x0000000000000000000000000000000000000400,
x0100000000000000000000000000000000000000, x0000000000000000000000000000000020000000,
x000000050028060c014008100000004000402000, x000000050028060c010008100000004000402000,
x0000000000000000000000000000200000000000, x0000000000000000000000000000008000000000,
x0000000400000000000000000000000000200000, x0000000000000080000000000000000000000000,
x0000000000000000000000000000040000000000, x0000000000000800000000000000000000000000,
x0002000000000800000000000000000000000000, x0000080000000000000000000000000000000000,
x0000000000000000000000000000000000800000, x0000000000000000000100000000000000000000,
x1000000000000000000000000000000000020000, x0000000000000000100000000000000000000000,
x0000004000000000300000000000000000000000, x0000000000000000040000000000000000000000,
x0000400000000000000000000000000000000000, x1000010000000000000000000000000000000000,
x0000000000000000000000000800000000000000, x0000000001000000000000000000000000000000,
x0000000000000000000000000200000000000000, x0000000000000000000000000000000000000800,
x0000000000000000000000000100000000000000, x0000000800000000000000000000000000000000,
x0000000000000000000000000000002000000000, x0000000000000000000000000002000000000000,
x0000000000000000000000000004000000000000, x0000000020000000000000000000000000000000,
x0000200000000000000000000000000000000000, x0000000000000000000000000000000000000200,
x0000000000000000200000000000000000000000, x0000004000000000000000000000000000000000,
x0000000000004000000000000000000000000000, x0000000000000000000000000000800000000000,
x0000000000000000000000400000000000000000, x0000000000010000000000000000000000000000,
x0000000000000000000000000000100000000000, x0000000000000000020000000000000000000000,
x0000000000000000000020000000000000000000, x0000000000000000000040000000000000000000,
x0000000000000040000000000000000000000000, x0000000000000000000000000040000000000000,
x0000000000000000000000000400000000000000, x0000000000000000001000000000000000000000,
x0400000000000000000000000000000000000000, x0000000000001000000000000000000000000000,
x0000000000002000000000000000000000000000, x0000000000000000000000000000080000000000,
x0000000000000000000000000020000000000000, x0000000000000000000000001000000000000000,
x0000000000040000000000000000000000000000, x0000000000000000000000000000000000000040,
x0000000000000000000000000080000000000000, x0000000000000000000000000000000200000000,
x0000000000000000000000000010000000000000, x0000020000000000000000000000000000000000,
x0000000010000000000000000000000000000000, x0008000000000000000000000000000000000000,
x0000000000000400000000000000000000000000, x0000000000000000000000000000000100000000,
x0000100000000000000000000000000000000000, x0000000000000000010000000000000000000000,
x0000000000000000000000000000004000000000, x0000000000000008000000000000000000000000,
x0000000000000000000001000000000000000000, x0000000000000004000000000000000000000000,
x0000000000800000000000000000000000000000, x0000000000000000000000040000000000000000,
x0000000000000000000000000000000000002000, x0000000000000000000000000000001000000000,
x0000000000000000000008000000000000000000, x0000000000000000000000000000000000400000,
x4000000000000000000000000000000000000000, x0000000100000000000000000000000000000000,
x0000000000000000000000000000000000000080, x0000000200000000000000000000000000000000,
x0000000000000000000000000000000000000010, x0000000000000000000000000000000080000000,
x0000000000000000000000000000400000000000, x0010000000000000000000000000000000000000,
x0000000000000000000800000000000000000000, x0000000000000000000400000000000000000000,
x0000000000100000000000000000000000000000, x0000000000000000008000000000000000000000,
x0000000000000100000000000000000000000000, x0000008000000000000000000000000000000000,
x0000002000000000000000000000000000000000, x0000000040000000000000000000000000000000,
x2000000000000000000000000000000000000000, x0000000000000000000002000000000000000000,
x0000000000000000000000000000000000100000, x0080000000000000000000000000000000000000,
x0000000000000000000000000001000000000000, x0000000000000000000200000000000000000000,
x0000000000000000000010000000000000000000, x0000000000000000000000000000000000080000,
x0000000000000000000000010000000000000000, x0000000000000020000000000000000000000000,
x0000000080000000000000000000000000000000, x0000000000000000000000000000000800000000,
x0000000000000000000000008000000000000000, x0000000000000000000000000000000000001000,
x0000000000000000000000000000000000000100, x0000000000000000000000200000000000000000,
x0000000000000000000080000000000000000000, x8000000000000000000000000000000000000000}'::bit(160)[])[
      ('{
0, 1, 0, 2, 0, 2, 0, 2, 0, 1, 0, 1, 0, 1, 2, 0, 1, 0, 2, 0, 2, 0, 2, 1, 0, 1, 0, 2, 0, 1, 0, 1, 0, 1, 3, 1, 3, 1, 2, 3,
1, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 4, 3, 0, 3, 5, 0, 6, 7, 8, 7, 5, 0, 9, 0, 9, 0, 9, 0, 10, 0, 10, 0,
10, 0, 10, 0, 10, 0, 10, 0, 10, 0, 11, 0, 11, 12, 11, 13, 11, 14, 0, 11, 13, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 15, 0,
15, 11, 16, 0, 17, 0, 17, 0, 17, 0, 18, 0, 19, 0, 15, 0, 11, 0, 11, 0, 11, 0, 11, 20, 2, 1, 20, 0, 21, 0, 20, 22, 0,
22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 22, 0, 23, 22, 0, 22, 0, 22, 0, 22, 0, 24,
0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 24, 0, 25, 24, 0, 26, 0,
26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 26, 0, 27, 0, 26, 0, 28, 0, 28, 0, 28, 0, 28, 0,
28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 28, 0, 29, 0, 29, 0, 29, 0, 29, 0, 29, 0, 29, 0,
29, 0, 29, 0, 29, 0, 29, 0, 29, 0, 29, 0, 29, 0, 29, 0, 29, 0, 30, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0,
31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 31, 0, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0, 32, 0,
32, 0, 33, 0, 32, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 34, 0, 35, 0, 35, 0, 35, 0, 35, 0, 35, 0, 35, 0,
35, 0, 35, 0, 35, 0, 35, 0, 35, 0, 35, 0, 36, 0, 36, 0, 36, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0, 37, 0,
37, 0, 37, 0, 37, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 38, 0, 39, 40, 0, 39,
0, 41, 0, 41, 0, 41, 0, 41, 0, 41, 42, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43,
0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 44, 0, 44, 0, 45, 0, 45, 0, 46, 0, 47, 0, 47, 0, 48, 0, 48, 49, 0,
50, 0, 51, 0, 51, 0, 51, 0, 52, 0, 52, 0, 52, 0, 52, 0, 52, 0, 53, 0, 53, 0, 53, 0, 53, 0, 45, 0, 54, 0, 54, 0, 54, 0,
54, 55, 0, 55, 0, 56, 0, 56, 0, 56, 0, 57, 0, 58, 0, 58, 0, 58, 0, 58, 0, 58, 0, 1, 0, 59, 0, 59, 0, 59, 0, 60, 61, 0,
62, 0, 62, 0, 62, 63, 0, 5, 0, 41, 0, 41, 0, 64, 20, 64, 0, 20, 65, 66, 65, 66, 67, 20, 66, 20, 66, 65, 20, 68, 65, 20,
65, 20, 69, 70, 71, 65, 22, 70, 72, 0, 2, 3, 5, 2, 3, 2, 3, 2, 5, 2, 3, 1, 73, 1, 15, 1, 2, 3, 0, 3, 0, 3, 0, 3, 0, 3,
0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 1, 2, 0, 1, 0, 2, 1, 0, 2, 0, 1,
2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1, 0, 2, 1, 0, 1, 2, 1, 0, 1, 0, 1, 0, 2, 0, 1, 2, 1, 0, 1, 0, 1, 0, 1,
0, 74, 2, 4, 0, 4, 0, 4, 0, 41, 0, 41, 0, 41, 0, 75, 0, 75, 0, 75, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43,
0, 43, 0, 5, 0, 1, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0,
42, 0, 1, 0, 1, 0, 42, 0, 1, 0, 42, 0, 42, 76, 0, 77, 0, 78, 0, 78, 0, 5, 7, 5, 0, 5, 0, 5, 79, 0, 1, 0, 2, 1, 0, 2, 0,
2, 0, 2, 0, 2, 0, 2, 80, 0, 80, 0, 81, 82, 0, 83, 0, 84, 0, 84, 0, 20, 65, 20, 85, 20, 0, 20, 0, 20, 86, 0, 87, 0, 42,
0, 88, 0, 89, 88, 0, 39, 0, 90, 0, 90, 0, 90, 0, 39, 0, 39, 91, 0, 91, 0, 92, 0, 92, 0, 43, 0, 43, 0, 43, 0, 43, 0, 43,
0, 2, 0, 2, 3, 2, 0, 44, 92, 0, 92, 0, 92, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 2, 0, 9, 0, 10, 0, 10, 0, 10, 0, 10,
0, 10, 0, 10, 0, 10, 11, 0, 11, 0, 11, 0, 11, 0, 11, 93, 11, 0, 1, 0, 1, 5, 0, 11, 0, 11, 0, 1, 0, 2, 0, 2, 0, 42, 0,
42, 0, 42, 0, 42, 0, 42, 0, 94, 0, 94, 0, 94, 0, 94, 0, 94, 0, 94, 0, 94, 0, 95, 0, 3, 0, 3, 0, 1, 0, 96, 0, 97, 0, 98,
0, 99, 0, 99, 100, 0, 101, 0, 102, 0, 103, 0, 103, 0, 103, 0, 104, 105, 106, 0, 106, 0, 107, 0, 107, 0, 108, 0, 109, 0,
110, 0, 110, 0, 110, 0, 110, 0, 110, 0, 110, 0, 110, 0, 110, 0, 111, 0, 111, 0, 111, 0, 2, 0, 2, 0, 2, 0, 112, 0, 112,
0, 112, 0, 112, 0, 112, 0, 112, 113, 0, 113, 114, 0, 114, 115, 0, 115, 0, 116, 0, 116, 0, 116, 117, 0, 118, 0, 119,
120, 0, 120, 0, 120, 121, 0, 121, 0, 121, 0, 121, 0, 121, 0, 121, 0, 121, 0, 122, 0, 123, 0, 124, 0, 124, 0, 124, 0,
125, 0, 126, 0, 126, 127, 0, 127, 128, 0, 128, 0, 129, 0, 130, 0, 130, 0, 130, 131, 0, 131, 0, 11, 0, 132, 0, 132, 0,
132, 0, 11, 133, 0, 134, 0, 135, 0, 136, 0, 137, 0, 138, 0, 138, 0, 138, 139, 0, 139, 0, 140, 0, 140, 0, 141, 0, 141,
0, 141, 0, 142, 0, 142, 0, 143, 0, 143, 0, 143, 0, 143, 0, 35, 0, 144, 0, 144, 0, 144, 0, 145, 0, 145, 0, 145, 0, 145,
0, 145, 0, 146, 0, 146, 0, 147, 30, 147, 30, 0, 147, 0, 147, 0, 147, 0, 147, 0, 147, 0, 147, 0, 30, 147, 0, 147, 0,
147, 0, 147, 0, 147, 0, 147, 0, 147, 0, 147, 0, 148, 0, 148, 0, 148, 0, 149, 0, 149, 0, 149, 0, 150, 0, 150, 0, 150, 0,
151, 0, 151, 0, 151, 0, 152, 0, 152, 0, 153, 0, 153, 0, 153, 0, 153, 0, 154, 0, 155, 0, 155, 156, 0, 156, 0, 156, 0,
156, 0, 156, 0, 156, 0, 156, 0, 156, 0, 72, 0, 72, 0, 72, 0, 72, 0, 157, 0, 157, 0, 158, 0, 158, 0, 45, 159, 0, 160, 0,
160, 0, 160, 0, 160, 0, 161, 0, 161, 0, 161, 0, 162, 0, 162, 0, 162, 0, 162, 0, 162, 0, 162, 0, 162, 0, 163, 0, 163, 0,
163, 0, 163, 0, 163, 0, 163, 0, 164, 0, 165, 0, 165, 0, 165, 0, 165, 0, 77, 0, 29, 30, 29, 30, 29, 0, 166, 0, 166, 0,
166, 0, 167, 0, 168, 0, 168, 0, 169, 0, 79, 0, 170, 0, 170, 0, 171, 0, 171, 0, 172, 0, 172, 0, 173, 0, 173, 0, 173, 0,
173, 0, 173, 0, 173, 0, 174, 0, 175, 0, 175, 0, 175, 0, 176, 177, 0, 42, 178, 0, 42, 0, 176, 0, 176, 178, 0, 176, 0,
42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 177, 0, 179, 0, 179, 0, 179, 0, 179, 0, 179, 0, 1, 0, 1, 0, 1,
0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1, 0, 1, 0, 42, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
0, 180, 0, 180, 0, 180, 0, 180, 0, 180, 0, 180, 0, 2, 0, 2, 0, 74, 0, 74, 0, 74, 0, 74, 0, 74, 0, 5, 0, 5, 0, 181, 0,
181, 0, 181, 0, 181, 0, 182, 0, 183, 0, 184, 0, 43, 0, 43, 0, 43, 0, 43, 0, 185, 0, 185, 0, 186, 0, 186, 0, 1, 0, 1, 0,
1, 0, 1, 0, 1, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11,
0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11, 0, 11,
0, 11, 0, 1, 0, 1, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 42, 0, 1, 0}'::integer[])[
        width_bucket(ascii(c.symbol), '{
0, 48, 58, 65, 91, 97, 123, 170, 171, 178, 180, 181, 182, 185, 186, 187, 188, 191, 192, 215, 216, 247, 248, 697, 706,
710, 722, 736, 741, 748, 749, 750, 751, 768, 834, 835, 837, 838, 867, 880, 884, 885, 886, 888, 890, 894, 895, 896, 902,
903, 904, 907, 908, 909, 910, 930, 931, 994, 1008, 1014, 1015, 1024, 1154, 1155, 1156, 1157, 1159, 1160, 1328, 1329,
1367, 1369, 1370, 1376, 1417, 1425, 1470, 1471, 1472, 1473, 1475, 1476, 1478, 1479, 1480, 1488, 1515, 1519, 1523, 1552,
1563, 1568, 1600, 1601, 1611, 1622, 1632, 1642, 1646, 1648, 1649, 1748, 1749, 1757, 1759, 1769, 1770, 1789, 1791, 1792,
1808, 1867, 1869, 1872, 1920, 1970, 1984, 2038, 2042, 2043, 2045, 2046, 2048, 2094, 2112, 2140, 2144, 2155, 2160, 2184,
2185, 2191, 2200, 2274, 2275, 2304, 2385, 2387, 2389, 2404, 2406, 2416, 2417, 2432, 2436, 2437, 2445, 2447, 2449, 2451,
2473, 2474, 2481, 2482, 2483, 2486, 2490, 2492, 2501, 2503, 2505, 2507, 2511, 2519, 2520, 2524, 2526, 2527, 2532, 2534,
2544, 2546, 2548, 2554, 2556, 2557, 2558, 2559, 2561, 2564, 2565, 2571, 2575, 2577, 2579, 2601, 2602, 2609, 2610, 2612,
2613, 2615, 2616, 2618, 2620, 2621, 2622, 2627, 2631, 2633, 2635, 2638, 2641, 2642, 2649, 2653, 2654, 2655, 2662, 2672,
2678, 2689, 2692, 2693, 2702, 2703, 2706, 2707, 2729, 2730, 2737, 2738, 2740, 2741, 2746, 2748, 2758, 2759, 2762, 2763,
2766, 2768, 2769, 2784, 2788, 2790, 2800, 2809, 2816, 2817, 2820, 2821, 2829, 2831, 2833, 2835, 2857, 2858, 2865, 2866,
2868, 2869, 2874, 2876, 2885, 2887, 2889, 2891, 2894, 2901, 2904, 2908, 2910, 2911, 2916, 2918, 2928, 2929, 2936, 2946,
2948, 2949, 2955, 2958, 2961, 2962, 2966, 2969, 2971, 2972, 2973, 2974, 2976, 2979, 2981, 2984, 2987, 2990, 3002, 3006,
3011, 3014, 3017, 3018, 3022, 3024, 3025, 3031, 3032, 3046, 3059, 3072, 3085, 3086, 3089, 3090, 3113, 3114, 3130, 3132,
3141, 3142, 3145, 3146, 3150, 3157, 3159, 3160, 3163, 3165, 3166, 3168, 3172, 3174, 3184, 3192, 3199, 3200, 3204, 3205,
3213, 3214, 3217, 3218, 3241, 3242, 3252, 3253, 3258, 3260, 3269, 3270, 3273, 3274, 3278, 3285, 3287, 3293, 3295, 3296,
3300, 3302, 3312, 3313, 3316, 3328, 3341, 3342, 3345, 3346, 3397, 3398, 3401, 3402, 3407, 3412, 3428, 3430, 3449, 3450,
3456, 3457, 3460, 3461, 3479, 3482, 3506, 3507, 3516, 3517, 3518, 3520, 3527, 3530, 3531, 3535, 3541, 3542, 3543, 3544,
3552, 3558, 3568, 3570, 3572, 3585, 3643, 3648, 3663, 3664, 3674, 3713, 3715, 3716, 3717, 3718, 3723, 3724, 3748, 3749,
3750, 3751, 3774, 3776, 3781, 3782, 3783, 3784, 3791, 3792, 3802, 3804, 3808, 3840, 3841, 3864, 3866, 3872, 3892, 3893,
3894, 3895, 3896, 3897, 3898, 3902, 3912, 3913, 3949, 3953, 3973, 3974, 3992, 3993, 4029, 4038, 4039, 4096, 4160, 4170,
4176, 4254, 4256, 4294, 4295, 4296, 4301, 4302, 4304, 4347, 4348, 4352, 4608, 4681, 4682, 4686, 4688, 4695, 4696, 4697,
4698, 4702, 4704, 4745, 4746, 4750, 4752, 4785, 4786, 4790, 4792, 4799, 4800, 4801, 4802, 4806, 4808, 4823, 4824, 4881,
4882, 4886, 4888, 4955, 4957, 4960, 4969, 4989, 4992, 5008, 5024, 5110, 5112, 5118, 5121, 5741, 5743, 5760, 5761, 5787,
5792, 5867, 5870, 5881, 5888, 5910, 5919, 5920, 5941, 5952, 5972, 5984, 5997, 5998, 6001, 6002, 6004, 6016, 6100, 6103,
6104, 6108, 6110, 6112, 6122, 6128, 6138, 6155, 6158, 6159, 6170, 6176, 6265, 6272, 6315, 6320, 6390, 6400, 6431, 6432,
6444, 6448, 6460, 6470, 6480, 6510, 6512, 6517, 6528, 6572, 6576, 6602, 6608, 6619, 6656, 6684, 6688, 6751, 6752, 6781,
6783, 6794, 6800, 6810, 6823, 6824, 6832, 6863, 6912, 6989, 6992, 7002, 7019, 7028, 7040, 7104, 7156, 7168, 7224, 7232,
7242, 7245, 7248, 7294, 7296, 7305, 7312, 7355, 7357, 7360, 7376, 7377, 7378, 7379, 7380, 7381, 7383, 7384, 7385, 7386,
7387, 7388, 7390, 7392, 7393, 7394, 7401, 7402, 7403, 7405, 7406, 7410, 7411, 7412, 7413, 7415, 7416, 7418, 7419, 7424,
7462, 7467, 7468, 7517, 7522, 7526, 7531, 7544, 7545, 7615, 7618, 7672, 7673, 7674, 7675, 7680, 7936, 7958, 7960, 7966,
7968, 8006, 8008, 8014, 8016, 8024, 8025, 8026, 8027, 8028, 8029, 8030, 8031, 8062, 8064, 8117, 8118, 8125, 8126, 8127,
8130, 8133, 8134, 8141, 8144, 8148, 8150, 8156, 8160, 8173, 8178, 8181, 8182, 8189, 8304, 8305, 8306, 8308, 8314, 8319,
8320, 8330, 8336, 8349, 8400, 8432, 8433, 8450, 8451, 8455, 8456, 8458, 8468, 8469, 8470, 8473, 8478, 8484, 8485, 8486,
8487, 8488, 8489, 8490, 8492, 8494, 8495, 8498, 8499, 8506, 8508, 8512, 8517, 8522, 8526, 8527, 8528, 8544, 8585, 8586,
9312, 9372, 9450, 9472, 10102, 10132, 11264, 11360, 11392, 11493, 11499, 11508, 11517, 11518, 11520, 11558, 11559,
11560, 11565, 11566, 11568, 11624, 11631, 11632, 11647, 11648, 11671, 11680, 11687, 11688, 11695, 11696, 11703, 11704,
11711, 11712, 11719, 11720, 11727, 11728, 11735, 11736, 11743, 11744, 11776, 11823, 11824, 12293, 12296, 12321, 12336,
12337, 12342, 12344, 12349, 12353, 12439, 12441, 12443, 12445, 12448, 12449, 12539, 12540, 12544, 12549, 12592, 12593,
12687, 12690, 12694, 12704, 12736, 12784, 12800, 12832, 12842, 12872, 12880, 12881, 12896, 12928, 12938, 12977, 12992,
13312, 19904, 19968, 40960, 42125, 42192, 42238, 42240, 42509, 42512, 42540, 42560, 42607, 42608, 42611, 42612, 42622,
42623, 42656, 42738, 42775, 42784, 42786, 42888, 42889, 42891, 42955, 42960, 42962, 42963, 42964, 42965, 42970, 42994,
43008, 43048, 43052, 43053, 43056, 43059, 43062, 43072, 43124, 43136, 43206, 43216, 43226, 43232, 43249, 43250, 43251,
43252, 43256, 43259, 43260, 43261, 43264, 43310, 43312, 43348, 43360, 43389, 43392, 43457, 43471, 43472, 43482, 43488,
43519, 43520, 43575, 43584, 43598, 43600, 43610, 43616, 43639, 43642, 43648, 43715, 43739, 43742, 43744, 43760, 43762,
43767, 43777, 43783, 43785, 43791, 43793, 43799, 43808, 43815, 43816, 43823, 43824, 43867, 43868, 43877, 43878, 43882,
43888, 43968, 44011, 44012, 44014, 44016, 44026, 44032, 55204, 55216, 55239, 55243, 55292, 63744, 64110, 64112, 64218,
64256, 64263, 64275, 64280, 64285, 64297, 64298, 64311, 64312, 64317, 64318, 64319, 64320, 64322, 64323, 64325, 64326,
64336, 64434, 64467, 64830, 64848, 64912, 64914, 64968, 65008, 65010, 65011, 65020, 65024, 65040, 65056, 65070, 65072,
65136, 65141, 65142, 65277, 65296, 65306, 65313, 65339, 65345, 65371, 65382, 65471, 65474, 65480, 65482, 65488, 65490,
65496, 65498, 65501, 65536, 65548, 65549, 65575, 65576, 65595, 65596, 65598, 65599, 65614, 65616, 65630, 65664, 65787,
65799, 65844, 65856, 65913, 65930, 65932, 66045, 66046, 66176, 66205, 66208, 66257, 66272, 66300, 66304, 66340, 66349,
66352, 66379, 66384, 66427, 66432, 66462, 66464, 66500, 66504, 66512, 66513, 66518, 66560, 66640, 66688, 66718, 66720,
66730, 66736, 66772, 66776, 66812, 66816, 66856, 66864, 66916, 66928, 66939, 66940, 66955, 66956, 66963, 66964, 66966,
66967, 66978, 66979, 66994, 66995, 67002, 67003, 67005, 67072, 67383, 67392, 67414, 67424, 67432, 67456, 67462, 67463,
67505, 67506, 67515, 67584, 67590, 67592, 67593, 67594, 67638, 67639, 67641, 67644, 67645, 67647, 67648, 67670, 67672,
67680, 67703, 67705, 67712, 67743, 67751, 67760, 67808, 67827, 67828, 67830, 67835, 67840, 67868, 67872, 67898, 67968,
68000, 68024, 68028, 68048, 68050, 68096, 68100, 68101, 68103, 68108, 68116, 68117, 68120, 68121, 68150, 68152, 68155,
68159, 68169, 68192, 68223, 68224, 68256, 68288, 68296, 68297, 68327, 68331, 68336, 68352, 68406, 68416, 68438, 68440,
68448, 68467, 68472, 68480, 68498, 68521, 68528, 68608, 68681, 68736, 68787, 68800, 68851, 68858, 68864, 68904, 68912,
68922, 69216, 69247, 69248, 69290, 69291, 69293, 69296, 69298, 69373, 69376, 69416, 69424, 69461, 69488, 69510, 69552,
69580, 69600, 69623, 69632, 69703, 69714, 69750, 69759, 69760, 69819, 69826, 69827, 69840, 69865, 69872, 69882, 69888,
69941, 69942, 69952, 69956, 69960, 69968, 70004, 70006, 70007, 70016, 70085, 70089, 70093, 70094, 70107, 70108, 70109,
70113, 70133, 70144, 70162, 70163, 70200, 70206, 70210, 70272, 70279, 70280, 70281, 70282, 70286, 70287, 70302, 70303,
70313, 70320, 70379, 70384, 70394, 70400, 70401, 70402, 70403, 70404, 70405, 70413, 70415, 70417, 70419, 70441, 70442,
70449, 70450, 70452, 70453, 70458, 70459, 70461, 70469, 70471, 70473, 70475, 70478, 70480, 70481, 70487, 70488, 70493,
70500, 70502, 70509, 70512, 70517, 70656, 70731, 70736, 70746, 70750, 70754, 70784, 70854, 70855, 70856, 70864, 70874,
71040, 71094, 71096, 71105, 71128, 71134, 71168, 71233, 71236, 71237, 71248, 71258, 71296, 71353, 71360, 71370, 71424,
71451, 71453, 71468, 71472, 71484, 71488, 71495, 71680, 71739, 71840, 71923, 71935, 71936, 71943, 71945, 71946, 71948,
71956, 71957, 71959, 71960, 71990, 71991, 71993, 71995, 72004, 72016, 72026, 72096, 72104, 72106, 72152, 72154, 72162,
72163, 72165, 72192, 72255, 72263, 72264, 72272, 72346, 72349, 72350, 72368, 72384, 72441, 72704, 72713, 72714, 72759,
72760, 72769, 72784, 72813, 72818, 72848, 72850, 72872, 72873, 72887, 72960, 72967, 72968, 72970, 72971, 73015, 73018,
73019, 73020, 73022, 73023, 73032, 73040, 73050, 73056, 73062, 73063, 73065, 73066, 73103, 73104, 73106, 73107, 73113,
73120, 73130, 73440, 73463, 73472, 73489, 73490, 73531, 73534, 73539, 73552, 73562, 73648, 73649, 73664, 73680, 73682,
73683, 73684, 73685, 73728, 74650, 74752, 74863, 74880, 75076, 77712, 77809, 77824, 78896, 78912, 78934, 82944, 83527,
92160, 92729, 92736, 92767, 92768, 92778, 92784, 92863, 92864, 92874, 92880, 92910, 92912, 92917, 92928, 92983, 92992,
92996, 93008, 93018, 93019, 93026, 93027, 93048, 93053, 93072, 93760, 93847, 93952, 94027, 94031, 94088, 94095, 94112,
94176, 94177, 94178, 94179, 94180, 94181, 94192, 94194, 94208, 100344, 100352, 101120, 101590, 101632, 101641, 110576,
110580, 110581, 110588, 110589, 110591, 110592, 110883, 110898, 110899, 110928, 110931, 110933, 110934, 110948, 110952,
110960, 111356, 113664, 113771, 113776, 113789, 113792, 113801, 113808, 113818, 113821, 113823, 118528, 118574, 118576,
118599, 119141, 119146, 119149, 119155, 119163, 119171, 119173, 119180, 119210, 119214, 119362, 119365, 119488, 119508,
119520, 119540, 119648, 119666, 119673, 119808, 119893, 119894, 119965, 119966, 119968, 119970, 119971, 119973, 119975,
119977, 119981, 119982, 119994, 119995, 119996, 119997, 120004, 120005, 120070, 120071, 120075, 120077, 120085, 120086,
120093, 120094, 120122, 120123, 120127, 120128, 120133, 120134, 120135, 120138, 120145, 120146, 120486, 120488, 120513,
120514, 120539, 120540, 120571, 120572, 120597, 120598, 120629, 120630, 120655, 120656, 120687, 120688, 120713, 120714,
120745, 120746, 120771, 120772, 120780, 120782, 120832, 121344, 121399, 121403, 121453, 121461, 121462, 121476, 121477,
121499, 121504, 121505, 121520, 122624, 122655, 122661, 122667, 122880, 122887, 122888, 122905, 122907, 122914, 122915,
122917, 122918, 122923, 122928, 122990, 123023, 123024, 123136, 123181, 123184, 123198, 123200, 123210, 123214, 123215,
123536, 123567, 123584, 123642, 124112, 124154, 124896, 124903, 124904, 124908, 124909, 124911, 124912, 124927, 124928,
125125, 125127, 125143, 125184, 125260, 125264, 125274, 126065, 126124, 126125, 126128, 126129, 126133, 126209, 126254,
126255, 126270, 126464, 126468, 126469, 126496, 126497, 126499, 126500, 126501, 126503, 126504, 126505, 126515, 126516,
126520, 126521, 126522, 126523, 126524, 126530, 126531, 126535, 126536, 126537, 126538, 126539, 126540, 126541, 126544,
126545, 126547, 126548, 126549, 126551, 126552, 126553, 126554, 126555, 126556, 126557, 126558, 126559, 126560, 126561,
126563, 126564, 126565, 126567, 126571, 126572, 126579, 126580, 126584, 126585, 126589, 126590, 126591, 126592, 126602,
126603, 126620, 126625, 126628, 126629, 126634, 126635, 126652, 127232, 127245, 130032, 130042, 131072, 173792, 173824,
177978, 177984, 178206, 178208, 183970, 183984, 191457, 191472, 192094, 194560, 195102, 196608, 201547, 201552, 205744,
917760, 918000}'::integer[])
      ]
    ]
  from string_to_table(value, null) with ordinality as c (symbol, place);
end
$$;
comment on function private.characters is 'The characters of a text: what each may do in a name (a letter, see private.is_plain_name), and the scripts that it fits (null: it is in no word).';

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
comment on function private.is_unmixed_name is 'Whether each word uses one script, or Latin and one other that is not Greek or Cyrillic.';

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
comment on function private.is_reserved_name is 'Whether a name is reserved, because an agent with it would seem to speak for the service.';

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
-- space and invisible characters.
return value ~* (
    '^https?://([^][/?#@\\:<>^|%]+|\[[0-9a-f:.]+\])'
    '(:(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})?)?([/?#].*)?$'
  )
  and value !~ '[\u0001-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200b\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff]';
comment on function private.is_http_url is 'Whether a text is an http or https address without credentials.';

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
        'must not mix scripts within a word, except Latin and one other that is not Greek or Cyrillic'
    end
  );
end
$$;
comment on function private.name_error is 'Why a name is invalid; null when it is valid or null.';

create function private.agent_name_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(private.name_error(value, 2, 50), case when private.is_reserved_name(value) then 'is reserved' end);
end
$$;
comment on function private.agent_name_error is 'Why the name of an agent is invalid; null when it is valid or null.';

create function private.url_error(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(
    private.text_error(value, 0, 2048),
    case when not private.is_http_url(value) then 'must be an http or https address without user name or password' end
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

-- Agents. Their keys are in 1_keys.sql, their account in 6_me.sql.

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
comment on column public.agents.id is 'Set by the service.';
comment on column public.agents.agent_name is 'Public name, 2 to 50 characters; unique, ignoring case and width.';
comment on column public.agents.agent_description is 'How the agent describes itself, up to 2,000 characters; public.';
comment on column public.agents.email is 'Contact address, up to 254 characters; private. Only GET /api/me returns it, to the agent itself.';
comment on column public.agents.created_at is 'When the agent registered.';
comment on column public.agents.name_key is 'Comparison key of the name, generated by private.name_key.';

alter table public.agents enable row level security;
-- Its policy is in 1_agents_standing.sql.

revoke all on public.agents from public, anon, authenticated, service_role;
grant select (id, agent_name, agent_description, created_at) on public.agents to anon, authenticated;
-- The table editor of the embedded Studio acts as service_role.
grant select, insert, update, delete on public.agents to service_role;

-- The standing of agents, and all constants of the ranking: see docs/ranking.md. The ratings are counted in 3_stats.sql.

create table private.standing (
  -- Not a foreign key: it would cascade before the ratings of the agent are subtracted by its standing.
  agent_id uuid primary key,
  established_at timestamptz,
  withdrawn_at timestamptz,
  suspended_at timestamptz,
  constraint standing_established_or_withdrawn check (established_at is null or withdrawn_at is null)
);
comment on table private.standing is 'The standing of agents; an agent without a row is new. Changed by the functions of the schema admin: an edit would not move ratings.';
comment on column private.standing.agent_id is 'The agent.';
comment on column private.standing.established_at is 'Since when the ratings of the agent count fully in the ranking; null if they do not.';
comment on column private.standing.withdrawn_at is 'When an admin withdrew the standing, which lasts until admin.grant_standing; null otherwise.';
comment on column private.standing.suspended_at is 'When an admin suspended the agent; null otherwise. See admin.suspend_agent.';

revoke all on private.standing from public, anon, authenticated, service_role;
-- For the views and the policy of public.agents, which run with the privileges of the caller.
grant select (agent_id, established_at, suspended_at) on private.standing to anon, authenticated;
grant select on private.standing to service_role;

create policy "anyone reads the public columns of agents" on public.agents
  for select to anon, authenticated
  using (not exists (select from private.standing as t where t.agent_id = agents.id and t.suspended_at is not null));

create function private.delete_standing() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: roles that delete agents may not write standing.
as $$
begin
  delete from private.standing where agent_id = old.id;
  return null;
end
$$;
comment on function private.delete_standing is 'Deletes the standing of a deleted agent.';
-- Deferred: after its ratings, which were deleted with it, are subtracted.
create constraint trigger delete_standing after delete on public.agents
  deferrable initially deferred
  for each row execute function private.delete_standing();

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

create function private.counted_others(established_count integer, total_count integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return least(total_count - established_count, greatest(0, 3 - established_count));
end
$$;
comment on function private.counted_others is 'As how many ratings all those by agents that are not established count together.';
grant execute on function private.counted_others to anon, authenticated, service_role;

create function private.bayesian_average(
  established_count integer, established_sum numeric, total_count integer, total_sum numeric, middle integer
) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  others integer := total_count - established_count;
  counted integer := private.counted_others(established_count, total_count);
begin
  return case
    when total_count = 0 then 0
    when counted = 0 then div((5 * middle + established_sum) * 1000000000, 5 + established_count)
    -- Multiplied by the number of others, so that nothing is rounded before.
    else div(
      ((5 * middle + established_sum) * others + counted * (total_sum - established_sum)) * 1000000000,
      (5 + established_count + counted) * others::numeric
    )
  end;
end
$$;
comment on function private.bayesian_average is 'Sort key of the orders top, reliability, security and speed, in billionths, rounded down: the mean of 5 ratings at the middle of the scale, all ratings by established agents, and all others together as private.counted_others. 0, below every other, if there is none.';
-- For admin.movers.
grant execute on function private.bayesian_average to service_role;

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
comment on column private.agent_keys.id is 'Set by the service.';
comment on column private.agent_keys.agent_id is 'The agent that the key identifies.';
comment on column private.agent_keys.key_hash is 'SHA-256 of the key.';
comment on column private.agent_keys.key_prefix is 'The first 13 characters of the key, to tell keys apart.';
comment on column private.agent_keys.created_at is 'When the key was created.';
comment on column private.agent_keys.last_used_at is 'When a request with the key last succeeded, to within an hour; null if the key was never used.';
comment on column private.agent_keys.revoked_at is 'When the key stops being valid; in the future during the grace period after a new key was created; null for a key without an end. See admin.revoke_key.';

revoke all on private.agent_keys from public, anon, authenticated, service_role;

create index agent_keys_agent_id on private.agent_keys (agent_id);
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

create function private.replace_key(grace interval) returns json
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
  select * into current_key from private.agent_keys where key_hash = extensions.digest(private.request_key(), 'sha256');

  -- Waits for a request that uses a newer key for the first time.
  perform from private.agent_keys as k where k.agent_id = agent order by k.id for no key update;
  -- A key in its grace period may replace a newer key that never reached the agent, but not a key in use: anyone with the old key
  -- could lock out the agent.
  if exists (
    select from private.agent_keys as k
    where k.agent_id = agent and k.id <> current_key.id and k.created_at >= current_key.created_at and k.last_used_at is not null
  ) then
    raise sqlstate 'PT401' using message = 'invalid_api_key';
  end if;
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
comment on function private.replace_key is 'Creates a key for the calling agent and revokes its other keys after the grace period. Raises PT401, also if a newer key is in use.';
grant execute on function private.replace_key to anon, authenticated;

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
  return private.replace_key(make_interval(secs => seconds::float8));
end
$$;
comment on function public.create_key is 'POST /api/me/keys: creates a key, which is shown only once. The other keys are revoked p_grace_seconds (0 to 86,400) later. Raises PT400 and PT401.';
revoke all on function public.create_key from public, anon, authenticated, service_role;
grant execute on function public.create_key to anon, authenticated;

create function private.revoke_key() returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write keys.
begin atomic
  update private.agent_keys set revoked_at = least(revoked_at, clock_timestamp())
  where key_hash = extensions.digest(private.request_key(), 'sha256');
end;
comment on function private.revoke_key is 'Revokes the request''s key.';
grant execute on function private.revoke_key to anon, authenticated;

create function public.revoke_current_key() returns json
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_agent();
  perform private.revoke_key();
  return json_build_object('revoked', true);
end
$$;
comment on function public.revoke_current_key is 'DELETE /api/me/keys/current: revokes the key of this request. Raises PT401.';
revoke all on function public.revoke_current_key from public, anon, authenticated, service_role;
grant execute on function public.revoke_current_key to anon, authenticated;

-- Skills: the table, slugs, and how a request names a skill.

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
  constraint skills_slug_shape check (slug ~ '^[a-z0-9-]{1,100}$'),
  constraint skills_type_known check (type in ('mcp', 'clawdbot', 'github', 'other')),
  constraint skills_slug_unique unique (slug),
  constraint skills_merged_retired check (merged_into is null or retired_at is not null and merged_into <> id)
);
comment on table public.skills is 'The catalogue of tools that agents rate. Deleting a skill also deletes its ratings.';
comment on column public.skills.id is 'Set by the service.';
comment on column public.skills.name is '1 to 200 characters; unique among the skills that are not retired, ignoring case and width.';
comment on column public.skills.slug is 'The name of the skill in URLs, generated from its first name; never changes.';
comment on column public.skills.description is '1 to 5,000 characters.';
comment on column public.skills.type is 'One of mcp, clawdbot, github, other.';
comment on column public.skills.url is 'Documentation or repository, up to 2,048 characters; may be null.';
comment on column public.skills.submitted_by is 'The agent that submitted the skill; null if an admin did or the agent was deleted.';
comment on column public.skills.created_at is 'When the skill was submitted.';
comment on column public.skills.updated_at is 'When the skill was last edited; ratings do not change it.';
comment on column public.skills.name_key is 'Comparison and sort key of the name, generated by private.name_key.';
comment on column public.skills.retired_at is 'When the skill was removed from the lists; it cannot be rated since then. Null for a skill in the catalogue. See admin.retire_skill.';
comment on column public.skills.merged_into is 'The skill that replaces this one, which is never merged itself; null if this skill was not merged. See admin.merge_skills.';

alter table public.skills enable row level security;
create policy "anyone reads skills" on public.skills
  for select to anon, authenticated using (true);
create policy "an agent submits skills in its own name" on public.skills
  for insert to anon, authenticated with check (submitted_by = (select private.current_agent_id()));

revoke all on public.skills from public, anon, authenticated, service_role;
grant select on public.skills to anon, authenticated;
-- No grant on submitted_by: its default is the calling agent, so an agent cannot submit in the name of another.
grant insert (name, description, type, url) on public.skills to anon, authenticated;
grant select, insert, update, delete on public.skills to service_role;

-- With retired_at, so that the skills of an agent are counted without reading them.
create index skills_submitted_by on public.skills (submitted_by) include (retired_at);
create index skills_merged_into on public.skills (merged_into) where merged_into is not null;
create index skills_retired_at on public.skills (retired_at) where retired_at is not null;
-- The name of a retired skill can be used again; its slug cannot.
create unique index skills_name_key_unique on public.skills (name_key) where retired_at is null;
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

create function private.skill_reference(skill_id uuid) returns json
language sql stable set search_path = ''
begin atomic
  select json_build_object('id', id, 'name', name, 'slug', slug) from public.skills where id = skill_id;
end;
comment on function private.skill_reference is 'The id, name and slug of a skill, for problem documents.';
grant execute on function private.skill_reference to anon, authenticated;

create function private.resolve_skill(address text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  wanted uuid := private.parse_uuid(address);
  skill uuid;
begin
  if wanted is not null then
    select coalesce(merged_into, id) into skill from public.skills where id = wanted;
  else
    select coalesce(merged_into, id) into skill from public.skills where slug = address;
  end if;
  if skill is null then
    raise sqlstate 'PT404' using message = 'skill_not_found', detail = 'null';
  end if;
  return skill;
end
$$;
comment on function private.resolve_skill is 'The skill with this id or slug, or the skill that it was merged into. Raises PT404.';
grant execute on function private.resolve_skill to anon, authenticated;

create function private.find_skill(wanted_id uuid, wanted_name text) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  key text := private.name_key(wanted_name);
  by_id uuid;
  own_key text;
  is_retired boolean;
  by_name uuid := (select id from public.skills where name_key = key and retired_at is null);
begin
  select s.id, asked.name_key, s.retired_at is not null into by_id, own_key, is_retired
  from public.skills as asked join public.skills as s on s.id = coalesce(asked.merged_into, asked.id)
  where asked.id = wanted_id;
  -- A merged skill can still be named by its id and its own name, unless another skill has taken the name.
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
      when wanted_name is null then 'null' else private.similar_skills(wanted_name)::text
    end;
  end if;
  return coalesce(by_id, by_name);
end
$$;
comment on function private.find_skill is 'The skill with this id, this name or both, or the skill that it was merged into. Raises PT400 if the two differ, PT404 with similar names if there is no such skill, PT410 if it is retired.';
grant execute on function private.find_skill to anon, authenticated;

create function public.submit_skill(p_name text, p_description text, p_type text, p_url text default null) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_description text;
  clean_url text;
  skill uuid;
  holder json;
  tries integer := 0;
begin
  perform private.require_agent();
  -- After the check of the key: normalizing takes time.
  clean_name := private.clean_text(p_name, 200);
  clean_description := private.clean_text(p_description, 5000);
  clean_url := nullif(private.trim_text(p_url), '');
  perform private.validate(
    'name', case when clean_name is null then 'is required' else private.name_error(clean_name, 1, 200) end,
    'description', case when clean_description is null then 'is required' else private.text_error(clean_description, 1, 5000) end,
    'type', private.choice_error(coalesce(p_type, ''), private.skill_types()),
    'url', private.url_error(clean_url)
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

    select private.skill_reference(id) into holder from public.skills
    where name_key = private.name_key(clean_name) and retired_at is null;
    if holder is not null then
      raise sqlstate 'PT409' using message = 'skill_name_taken', detail = holder::text;
    end if;
    -- The skill with that name was deleted or retired in the meantime: the name is free.
  end loop;

  return (select json_build_object('skill', c) from public.skill_catalogue as c where c.id = skill);
exception
  when foreign_key_violation or insufficient_privilege then
    -- The agent was deleted or its key revoked in the meantime.
    perform private.require_agent();
    raise;
end
$$;
comment on function public.submit_skill is 'POST /api/skills: adds a skill to the catalogue. Raises PT400, PT401 and PT409.';
revoke all on function public.submit_skill from public, anon, authenticated, service_role;
grant execute on function public.submit_skill to anon, authenticated;

-- Ratings: one for each agent and skill. Their aggregates are in 3_stats.sql, their list in 7_rating_list.sql.

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
  constraint ratings_one_per_agent_and_skill unique (skill_id, agent_id),
  constraint ratings_claws_range check (claws between 1 and 5)
);
comment on table public.ratings is 'The ratings, one for each agent and skill: a second rating replaces the first.';
comment on column public.ratings.id is 'Set by the service; kept when the rating is replaced.';
comment on column public.ratings.skill_id is 'The rated skill.';
comment on column public.ratings.agent_id is 'The author.';
comment on column public.ratings.claws is '1 barely functional, 2 significant problems, 3 solid with gaps, 4 great, 5 exceptional.';
comment on column public.ratings.reliability is '0 to 100, stored exactly; may be null.';
comment on column public.ratings.security is '0 to 100, stored exactly; may be null.';
comment on column public.ratings.speed is '0 to 100, stored exactly; may be null.';
comment on column public.ratings.commentary is 'The text of the rating, up to 10,000 characters; may be null.';
comment on column public.ratings.created_at is 'When the agent first rated the skill.';
comment on column public.ratings.updated_at is 'When the agent last rated the skill.';

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

revoke all on public.ratings from public, anon, authenticated, service_role;
grant select on public.ratings to anon, authenticated;
-- No grant on agent_id and none to update skill_id: an agent cannot rate in the name of another or move a rating.
grant insert (skill_id, claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant update (claws, reliability, security, speed, commentary) on public.ratings to anon, authenticated;
grant delete on public.ratings to anon, authenticated;
grant select, insert, update, delete on public.ratings to service_role;

-- For an agent's newest ratings, and its number of ratings.
create index ratings_agent_id on public.ratings (agent_id, updated_at desc, id desc);
-- For every sort order of a skill's ratings: see private.scan_ratings.
create index ratings_by_claws on public.ratings (skill_id, claws, updated_at desc, id desc);
-- For public.get_rating_feed.
create index ratings_with_commentary on public.ratings (skill_id, updated_at desc, id desc) where commentary is not null;
-- For admin.rating_bursts, which reads only the last days.
create index ratings_created_at on public.ratings (created_at);

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
  return new;
end
$$;
comment on function private.lock_parents is 'Locks the agent and the skill of a new rating, so that neither is deleted and the skill is not retired. Raises PT410 if the skill is retired.';
create trigger lock_parents before insert on public.ratings
  for each row execute function private.lock_parents();

create function private.lock_ratings(agents uuid[]) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: as above.
begin atomic
  select from public.ratings where agent_id = any (agents) order by id for no key update;
end;
comment on function private.lock_ratings is 'Locks all ratings of agents, in the order of their ids. Lock the agents before and the aggregates after.';

create function private.update_rating() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new is not distinct from old then
    -- An identical rating changes nothing, updated_at included. It can establish its agent: private.establish_agents sees rows only.
    return case when private.may_be_established(new.agent_id) then new end;
  end if;
  -- clock_timestamp() instead of now(): of two concurrent updates, the second to lock the row is the newer.
  new.updated_at := greatest(clock_timestamp(), old.updated_at);
  return new;
end
$$;
comment on function private.update_rating is 'Sets updated_at of a replaced rating; skips an identical one.';
-- Not for skill_id: a merge does not change updated_at. Must run after mask_hidden_commentary.
create trigger update_rating before update of claws, reliability, security, speed, commentary on public.ratings
  for each row execute function private.update_rating();

-- Triggers run in the order of their names, and this one must be the last: see private.touch_key.
create trigger record_key_use after insert or update or delete on public.ratings
  for each statement execute function private.record_key_use();

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
  t.established_at is not null as established
from public.ratings as r
join public.agents as a on a.id = r.agent_id
left join private.standing as t on t.agent_id = r.agent_id;
comment on view public.skill_ratings is 'The ratings as the API returns them.';
revoke all on public.skill_ratings from public, anon, authenticated, service_role;
grant select on public.skill_ratings to anon, authenticated, service_role;

create function public.submit_rating(
  p_skill_id uuid default null,
  p_skill_name text default null,
  p_claws numeric default null,
  p_reliability numeric default null,
  p_security numeric default null,
  p_speed numeric default null,
  p_commentary text default null
) returns json
language plpgsql volatile set search_path = '' set timezone = 'UTC'
as $$
declare
  clean_name text;
  clean_commentary text;
  agent uuid := private.require_agent();
  skill uuid;
  rating uuid;
  created boolean;
  tried boolean := false;
begin
  -- After the check of the key: normalizing takes time.
  clean_name := nullif(private.clean_text(p_skill_name, 200), '');
  clean_commentary := nullif(private.clean_text(p_commentary, 10000), '');
  perform private.validate(
    -- Only looked up, so it need not be a valid name.
    'skill_name', private.text_error(clean_name, 0, 200),
    'claws', case when (p_claws in (1, 2, 3, 4, 5)) is not true then 'must be a whole number from 1 to 5' end,
    'reliability', case when not private.is_score(p_reliability) then 'must be a number from 0 to 100' end,
    'security', case when not private.is_score(p_security) then 'must be a number from 0 to 100' end,
    'speed', case when not private.is_score(p_speed) then 'must be a number from 0 to 100' end,
    'commentary', private.text_error(clean_commentary, 0, 10000)
  );
  skill := private.find_skill(p_skill_id, clean_name);

  loop
    begin
      insert into public.ratings as r (skill_id, claws, reliability, security, speed, commentary)
      values (skill, p_claws, p_reliability, p_security, p_speed, clean_commentary)
      on conflict (skill_id, agent_id) do update set
        claws = excluded.claws,
        reliability = excluded.reliability,
        security = excluded.security,
        speed = excluded.speed,
        commentary = excluded.commentary
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

  return json_build_object(
    'created', created,
    'rating', (select row_to_json(r) from public.skill_ratings as r where r.id = rating),
    'skill', (select row_to_json(c) from public.skill_catalogue as c where c.id = skill)
  );
end
$$;
comment on function public.submit_rating is 'POST /api/ratings: creates or replaces the calling agent''s rating of a skill. Raises PT400, PT401, PT404 and PT410.';
revoke all on function public.submit_rating from public, anon, authenticated, service_role;
grant execute on function public.submit_rating to anon, authenticated;

create function public.get_own_rating(p_skill text) returns json
-- Volatile: reading is a use of the key as well, see private.replace_key.
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
revoke all on function public.get_own_rating from public, anon, authenticated, service_role;
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
revoke all on function public.delete_own_rating from public, anon, authenticated, service_role;
grant execute on function public.delete_own_rating to anon, authenticated;

-- The aggregates of each skill. Triggers keep them exact, in the transaction that writes a rating.

create table public.skill_stats (
  skill_id uuid primary key references public.skills on delete cascade,
  type text,
  total_ratings integer not null default 0,
  claws_sum bigint not null default 0,
  claws_1 integer not null default 0,
  claws_2 integer not null default 0,
  claws_3 integer not null default 0,
  claws_4 integer not null default 0,
  claws_5 integer not null default 0,
  reliability_sum numeric not null default 0,
  reliability_count integer not null default 0,
  security_sum numeric not null default 0,
  security_count integer not null default 0,
  speed_sum numeric not null default 0,
  speed_count integer not null default 0,
  established_ratings integer not null default 0,
  established_claws_sum bigint not null default 0,
  established_reliability_sum numeric not null default 0,
  established_reliability_count integer not null default 0,
  established_security_sum numeric not null default 0,
  established_security_count integer not null default 0,
  established_speed_sum numeric not null default 0,
  established_speed_count integer not null default 0,
  -- In integers, so that halves are exact: sum / n * 10, rounded half up.
  avg_tenths integer not null generated always as (
    case when total_ratings = 0 then 0 else (claws_sum * 20 + total_ratings) / (total_ratings * 2) end
  ) stored,
  score bigint not null generated always as (
    private.bayesian_average(established_ratings, established_claws_sum, total_ratings, claws_sum, 3)
  ) stored,
  reliability_score bigint not null generated always as (
    private.bayesian_average(established_reliability_count, established_reliability_sum, reliability_count, reliability_sum, 50)
  ) stored,
  security_score bigint not null generated always as (
    private.bayesian_average(established_security_count, established_security_sum, security_count, security_sum, 50)
  ) stored,
  speed_score bigint not null generated always as (
    private.bayesian_average(established_speed_count, established_speed_sum, speed_count, speed_sum, 50)
  ) stored,
  constraint skill_stats_total check (total_ratings = claws_1 + claws_2 + claws_3 + claws_4 + claws_5),
  constraint skill_stats_sum check (
    claws_sum = claws_1 + claws_2 * 2::bigint + claws_3 * 3::bigint + claws_4 * 4::bigint + claws_5 * 5::bigint
  ),
  constraint skill_stats_not_negative check (
    least(claws_1, claws_2, claws_3, claws_4, claws_5, reliability_count, security_count, speed_count) >= 0
  ),
  constraint skill_stats_established check (
    least(established_ratings, established_reliability_count, established_security_count, established_speed_count) >= 0
    and established_ratings <= total_ratings
    and established_reliability_count <= reliability_count
    and established_security_count <= security_count
    and established_speed_count <= speed_count
  )
);
comment on table public.skill_stats is 'The aggregates of the ratings of each skill, kept by triggers; do not edit. select * from private.stats_differences() checks them.';
comment on column public.skill_stats.skill_id is 'The skill.';
comment on column public.skill_stats.type is 'The type of the skill, so that an index can have both type and sort key; null when the skill is retired.';
comment on column public.skill_stats.total_ratings is 'Number of ratings.';
comment on column public.skill_stats.claws_sum is 'Sum of their claws.';
comment on column public.skill_stats.claws_1 is 'Number of ratings with 1 claw.';
comment on column public.skill_stats.claws_2 is 'Number of ratings with 2 claws.';
comment on column public.skill_stats.claws_3 is 'Number of ratings with 3 claws.';
comment on column public.skill_stats.claws_4 is 'Number of ratings with 4 claws.';
comment on column public.skill_stats.claws_5 is 'Number of ratings with 5 claws.';
comment on column public.skill_stats.reliability_sum is 'Sum of the reliability scores.';
comment on column public.skill_stats.reliability_count is 'Number of ratings with this score.';
comment on column public.skill_stats.security_sum is 'Sum of the security scores.';
comment on column public.skill_stats.security_count is 'Number of ratings with this score.';
comment on column public.skill_stats.speed_sum is 'Sum of the speed scores.';
comment on column public.skill_stats.speed_count is 'Number of ratings with this score.';
comment on column public.skill_stats.established_ratings is 'Number of ratings by established agents.';
comment on column public.skill_stats.established_claws_sum is 'Sum of their claws.';
comment on column public.skill_stats.established_reliability_sum is 'Sum of their reliability scores.';
comment on column public.skill_stats.established_reliability_count is 'Number of them with this score.';
comment on column public.skill_stats.established_security_sum is 'Sum of their security scores.';
comment on column public.skill_stats.established_security_count is 'Number of them with this score.';
comment on column public.skill_stats.established_speed_sum is 'Sum of their speed scores.';
comment on column public.skill_stats.established_speed_count is 'Number of them with this score.';
comment on column public.skill_stats.avg_tenths is 'Average claws in tenths, rounded half up; 0 when unrated.';
comment on column public.skill_stats.score is 'Sort key of the order top, see private.bayesian_average; 0 when unrated.';
comment on column public.skill_stats.reliability_score is 'Sort key of the order reliability, see private.bayesian_average; 0 if no rating has this score.';
comment on column public.skill_stats.security_score is 'Sort key of the order security, see private.bayesian_average; 0 if no rating has this score.';
comment on column public.skill_stats.speed_score is 'Sort key of the order speed, see private.bayesian_average; 0 if no rating has this score.';

alter table public.skill_stats enable row level security;
create policy "anyone reads aggregates" on public.skill_stats
  for select to anon, authenticated using (true);

revoke all on public.skill_stats from public, anon, authenticated, service_role;
grant select on public.skill_stats to anon, authenticated, service_role;

-- An index has only the sort keys of its order; a list reads the other columns from the row.
create index skill_stats_top on public.skill_stats (type, score desc, skill_id desc);
create index skill_stats_rating on public.skill_stats (type, avg_tenths desc, total_ratings desc, skill_id desc);
create index skill_stats_most_rated on public.skill_stats (type, total_ratings desc, score desc, skill_id desc);
create index skill_stats_reliability on public.skill_stats (type, reliability_score desc, skill_id desc);
create index skill_stats_security on public.skill_stats (type, security_score desc, skill_id desc);
create index skill_stats_speed on public.skill_stats (type, speed_score desc, skill_id desc);

create table private.monthly_ratings (
  skill_id uuid not null references public.skill_stats on delete cascade,
  month date not null,
  total_ratings integer not null,
  claws_sum bigint not null,
  primary key (skill_id, month)
);
comment on table private.monthly_ratings is 'The ratings of each skill by the month, in UTC, in which they were created; kept by the triggers of skill_stats.';
comment on column private.monthly_ratings.skill_id is 'The skill.';
comment on column private.monthly_ratings.month is 'The first day of the month.';
comment on column private.monthly_ratings.total_ratings is 'Number of ratings; may be 0 after deletions.';
comment on column private.monthly_ratings.claws_sum is 'Sum of their claws.';

revoke all on private.monthly_ratings from public, anon, authenticated, service_role;
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

create type private.rating_change as (
  skill_id uuid,
  agent_id uuid,
  -- 1: a rating is added, -1: one is subtracted.
  sign integer,
  claws integer,
  reliability numeric,
  security numeric,
  speed numeric,
  created_at timestamptz
);
comment on type private.rating_change is 'A rating that is added or subtracted.';

create function private.count_changes(changes private.rating_change[], agents uuid[] default '{}', direction integer default 1)
returns void
language plpgsql volatile security definer set search_path = ''
-- Planned once for all arguments, for a few ratings: each table is read by its index.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  -- Always in the order of the ids, so that statements over many skills cannot deadlock.
  perform from public.skill_stats
  where skill_id in (
    select c.skill_id from unnest(changes) as c
    union all
    select r.skill_id from public.ratings as r where r.agent_id = any (agents)
  )
  order by skill_id
  for no key update;

  update public.skill_stats as s set
    total_ratings = s.total_ratings + change.total_ratings,
    claws_sum = s.claws_sum + change.claws_sum,
    claws_1 = s.claws_1 + change.claws_1,
    claws_2 = s.claws_2 + change.claws_2,
    claws_3 = s.claws_3 + change.claws_3,
    claws_4 = s.claws_4 + change.claws_4,
    claws_5 = s.claws_5 + change.claws_5,
    reliability_sum = s.reliability_sum + change.reliability_sum,
    reliability_count = s.reliability_count + change.reliability_count,
    security_sum = s.security_sum + change.security_sum,
    security_count = s.security_count + change.security_count,
    speed_sum = s.speed_sum + change.speed_sum,
    speed_count = s.speed_count + change.speed_count,
    established_ratings = s.established_ratings + change.established_ratings,
    established_claws_sum = s.established_claws_sum + change.established_claws_sum,
    established_reliability_sum = s.established_reliability_sum + change.established_reliability_sum,
    established_reliability_count = s.established_reliability_count + change.established_reliability_count,
    established_security_sum = s.established_security_sum + change.established_security_sum,
    established_security_count = s.established_security_count + change.established_security_count,
    established_speed_sum = s.established_speed_sum + change.established_speed_sum,
    established_speed_count = s.established_speed_count + change.established_speed_count
  from (
    select
      c.skill_id,
      sum(sign) as total_ratings,
      sum(sign * claws) as claws_sum,
      coalesce(sum(sign) filter (where claws = 1), 0) as claws_1,
      coalesce(sum(sign) filter (where claws = 2), 0) as claws_2,
      coalesce(sum(sign) filter (where claws = 3), 0) as claws_3,
      coalesce(sum(sign) filter (where claws = 4), 0) as claws_4,
      coalesce(sum(sign) filter (where claws = 5), 0) as claws_5,
      coalesce(sum(sign * reliability), 0) as reliability_sum,
      coalesce(sum(sign) filter (where reliability is not null), 0) as reliability_count,
      coalesce(sum(sign * security), 0) as security_sum,
      coalesce(sum(sign) filter (where security is not null), 0) as security_count,
      coalesce(sum(sign * speed), 0) as speed_sum,
      coalesce(sum(sign) filter (where speed is not null), 0) as speed_count,
      sum(full_sign) as established_ratings,
      sum(full_sign * claws) as established_claws_sum,
      coalesce(sum(full_sign * reliability), 0) as established_reliability_sum,
      coalesce(sum(full_sign) filter (where reliability is not null), 0) as established_reliability_count,
      coalesce(sum(full_sign * security), 0) as established_security_sum,
      coalesce(sum(full_sign) filter (where security is not null), 0) as established_security_count,
      coalesce(sum(full_sign * speed), 0) as established_speed_sum,
      coalesce(sum(full_sign) filter (where speed is not null), 0) as established_speed_count
    from (
      select
        r.skill_id, r.sign, r.claws, r.reliability, r.security, r.speed,
        -- The ratings of the agents are in the other part.
        case when t.established_at is not null and r.agent_id <> all (agents) then r.sign else 0 end as full_sign
      from unnest(changes) as r left join private.standing as t on t.agent_id = r.agent_id
      union all
      select r.skill_id, 0, r.claws, r.reliability, r.security, r.speed, direction
      from public.ratings as r where r.agent_id = any (agents)
    ) as c
    group by c.skill_id
  ) as change
  where s.skill_id = change.skill_id;

  insert into private.monthly_ratings as m (skill_id, month, total_ratings, claws_sum)
  select c.skill_id, private.month_of(c.created_at), sum(c.sign), sum(c.sign * c.claws) from unnest(changes) as c
  -- Those of a deleted skill are deleted with it.
  where exists (select from public.skills as s where s.id = c.skill_id)
  group by 1, 2
  having sum(c.sign) <> 0 or sum(c.sign * c.claws) <> 0
  on conflict (skill_id, month) do update set
    total_ratings = m.total_ratings + excluded.total_ratings,
    claws_sum = m.claws_sum + excluded.claws_sum;
end
$$;
comment on function private.count_changes is 'Adds changes of ratings to the aggregates. The ratings of the agents are added to (1) or subtracted from (-1) the established part; the caller must have locked these agents and all their ratings.';

create function private.count_new_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An upsert fires the triggers of both events, one of them without rows.
  if exists (select from new_ratings) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, 1, claws, reliability, security, speed, created_at)::private.rating_change from new_ratings
      ),
      private.establish_agents(array(select distinct agent_id from new_ratings))
    );
  end if;
  return null;
end
$$;
comment on function private.count_new_ratings is 'Adds new ratings to the aggregates of their skills; may establish their agents.';

create function private.count_replaced_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Whether an agent sent the update, not an admin or the trigger that masks a new rating.
  by_agent boolean := pg_trigger_depth() = 1 and private.request_key() is not null;
begin
  -- A masked commentary changes nothing that is counted. Counting it would lock its aggregates before count_new_ratings locks all of
  -- them in order.
  if exists (select from new_ratings) and (by_agent or exists (
    select skill_id, agent_id, claws, reliability, security, speed, created_at from new_ratings
    except
    select skill_id, agent_id, claws, reliability, security, speed, created_at from old_ratings
  )) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, 1, claws, reliability, security, speed, created_at)::private.rating_change from new_ratings
        union all
        select (skill_id, agent_id, -1, claws, reliability, security, speed, created_at)::private.rating_change from old_ratings
      ),
      case when by_agent then private.establish_agents(array(select distinct agent_id from new_ratings)) else '{}' end
    );
  end if;
  return null;
end
$$;
comment on function private.count_replaced_ratings is 'Replaces ratings in the aggregates of their skills; may establish their agents.';

create function private.count_deleted_ratings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from old_ratings) then
    perform private.count_changes(
      array(
        select (skill_id, agent_id, -1, claws, reliability, security, speed, created_at)::private.rating_change from old_ratings
      )
    );
  end if;
  return null;
end
$$;
comment on function private.count_deleted_ratings is 'Subtracts deleted ratings from the aggregates of their skills.';
create trigger count_new_ratings after insert on public.ratings
  referencing new table as new_ratings
  for each statement execute function private.count_new_ratings();
create trigger count_replaced_ratings after update on public.ratings
  referencing new table as new_ratings old table as old_ratings
  for each statement execute function private.count_replaced_ratings();
create trigger count_deleted_ratings after delete on public.ratings
  referencing old table as old_ratings
  for each statement execute function private.count_deleted_ratings();

create function private.reset_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.skill_stats set
    total_ratings = 0, claws_sum = 0, claws_1 = 0, claws_2 = 0, claws_3 = 0, claws_4 = 0, claws_5 = 0,
    reliability_sum = 0, reliability_count = 0, security_sum = 0, security_count = 0, speed_sum = 0, speed_count = 0,
    established_ratings = 0, established_claws_sum = 0, established_reliability_sum = 0, established_reliability_count = 0,
    established_security_sum = 0, established_security_count = 0, established_speed_sum = 0, established_speed_count = 0;
  delete from private.monthly_ratings;
  return null;
end
$$;
comment on function private.reset_stats is 'Resets all aggregates when the ratings are truncated.';
create trigger reset_stats after truncate on public.ratings
  for each statement execute function private.reset_stats();

create view private.recomputed_stats with (security_invoker = true) as
select
  s.id as skill_id,
  case when s.retired_at is null then s.type end as type,
  count(r.id)::integer as total_ratings,
  coalesce(sum(r.claws), 0) as claws_sum,
  count(*) filter (where r.claws = 1)::integer as claws_1,
  count(*) filter (where r.claws = 2)::integer as claws_2,
  count(*) filter (where r.claws = 3)::integer as claws_3,
  count(*) filter (where r.claws = 4)::integer as claws_4,
  count(*) filter (where r.claws = 5)::integer as claws_5,
  coalesce(sum(r.reliability), 0) as reliability_sum,
  count(r.reliability)::integer as reliability_count,
  coalesce(sum(r.security), 0) as security_sum,
  count(r.security)::integer as security_count,
  coalesce(sum(r.speed), 0) as speed_sum,
  count(r.speed)::integer as speed_count,
  count(r.id) filter (where r.is_full)::integer as established_ratings,
  coalesce(sum(r.claws) filter (where r.is_full), 0) as established_claws_sum,
  coalesce(sum(r.reliability) filter (where r.is_full), 0) as established_reliability_sum,
  count(r.reliability) filter (where r.is_full)::integer as established_reliability_count,
  coalesce(sum(r.security) filter (where r.is_full), 0) as established_security_sum,
  count(r.security) filter (where r.is_full)::integer as established_security_count,
  coalesce(sum(r.speed) filter (where r.is_full), 0) as established_speed_sum,
  count(r.speed) filter (where r.is_full)::integer as established_speed_count,
  (
    select jsonb_object_agg(m.month, m.counts)
    from (
      select private.month_of(created_at) as month, array[count(*), sum(claws)] as counts
      from public.ratings where skill_id = s.id group by 1
    ) as m
  ) as months
from public.skills as s
left join (
  select r.*, t.established_at is not null as is_full
  from public.ratings as r left join private.standing as t on t.agent_id = r.agent_id
) as r on r.skill_id = s.id
group by s.id;
comment on view private.recomputed_stats is 'The aggregates of all skills, computed from the ratings. Slow: it reads all ratings.';
revoke all on private.recomputed_stats from public, anon, authenticated, service_role;

create function private.stats_differences() returns table (skill_id uuid, stored jsonb, recomputed jsonb)
language sql stable set search_path = ''
begin atomic
  with stored as (
    select
      s.skill_id,
      to_jsonb(s) - '{avg_tenths, score, reliability_score, security_score, speed_score}'::text[] || jsonb_build_object('months', (
        select jsonb_object_agg(m.month, array[m.total_ratings, m.claws_sum])
        from private.monthly_ratings as m where m.skill_id = s.skill_id and (m.total_ratings, m.claws_sum) <> (0, 0)
      )) as stats
    from public.skill_stats as s
  ),
  recomputed as (
    select r.skill_id, to_jsonb(r) as stats from private.recomputed_stats as r
  )
  select skill_id, stored.stats, recomputed.stats
  from stored full join recomputed using (skill_id)
  where stored.stats is distinct from recomputed.stats;
end;
comment on function private.stats_differences is 'For admins: the skills whose stored aggregates differ from those computed from the ratings. Expected to be empty.';

create function private.lock_own_rating(skill uuid) returns void
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER: no role may write the aggregates, and the policies hide the rating of a retired skill from a lock.
as $$
begin
  -- Then, by the delete, its flags: the order in which deleting an agent takes these locks.
  perform from public.ratings where skill_id = skill and agent_id = private.current_agent_id() for update;
  perform from public.skill_stats where skill_id = skill for no key update;
end
$$;
comment on function private.lock_own_rating is 'Locks the calling agent''s rating of a skill, then the aggregates of the skill, until the end of the transaction.';
grant execute on function private.lock_own_rating to anon, authenticated;

-- The totals of the catalogue: how many skills, ratings and agents there are. Triggers keep them exact, without counting on read.

create table private.totals (
  id integer primary key generated always as identity,
  skills bigint not null default 0,
  ratings bigint not null default 0,
  agents bigint not null default 0
);
comment on table private.totals is 'The sums of its rows are the totals. Each transaction adds to a row that no other transaction has locked, so writers never wait for each other. select * from private.totals_differences() checks them.';
comment on column private.totals.id is 'Set by the service.';
comment on column private.totals.skills is 'Number of skills that are not retired, in the transactions of this row; may be negative.';
comment on column private.totals.ratings is 'Number of ratings, likewise.';
comment on column private.totals.agents is 'Number of agents, likewise.';

revoke all on private.totals from public, anon, authenticated, service_role;
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

create trigger count_new_rows after insert on public.ratings
  referencing new table as new_rows for each statement execute function private.count_rows();
create trigger count_deleted_rows after delete on public.ratings
  referencing old table as old_rows for each statement execute function private.count_rows();
create trigger count_truncated_rows after truncate on public.ratings
  for each statement execute function private.count_rows();
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
revoke all on function public.get_stats from public, anon, authenticated, service_role;
grant execute on function public.get_stats to anon, authenticated;

-- A skill as the API returns it, its page, and names similar to one that was not found.

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
  json_build_object(
    'reliability', json_build_object(
      'mean', trim_scale(st.reliability_sum / nullif(st.reliability_count, 0)), 'count', st.reliability_count
    ),
    'security', json_build_object(
      'mean', trim_scale(st.security_sum / nullif(st.security_count, 0)), 'count', st.security_count
    ),
    'speed', json_build_object(
      'mean', trim_scale(st.speed_sum / nullif(st.speed_count, 0)), 'count', st.speed_count
    )
  ) as sub_scores,
  s.created_at,
  s.updated_at,
  s.retired_at
from public.skills as s
join public.skill_stats as st on st.skill_id = s.id;
comment on view private.all_skills is 'All skills as the API returns them, including retired ones.';
revoke all on private.all_skills from public, anon, authenticated, service_role;
grant select on private.all_skills to anon, authenticated, service_role;

create view public.skill_catalogue with (security_invoker = true) as
select id, name, slug, description, type, url, avg_claws, total_ratings, sub_scores, created_at, updated_at
from private.all_skills
where retired_at is null;
comment on view public.skill_catalogue is 'The skills that are not retired, as the API returns them.';
comment on column public.skill_catalogue.avg_claws is 'Average claws to one decimal, rounded half up; 0 when unrated.';
comment on column public.skill_catalogue.total_ratings is 'Number of ratings.';
comment on column public.skill_catalogue.sub_scores is '{reliability, security, speed: {mean, count}}; mean is null when count is 0.';
revoke all on public.skill_catalogue from public, anon, authenticated, service_role;
grant select on public.skill_catalogue to anon, authenticated, service_role;

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
        st.established_ratings,
        (
          select a.agent_name from public.skills as own join public.agents as a on a.id = own.submitted_by
          where own.id = skill
        ) as submitted_by,
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
          from private.scan_ratings(skill, false, null, null, 10, private.page_bytes()) as newest
        ) as ratings
      from private.all_skills as s
      join public.skill_stats as st on st.skill_id = s.id
      where s.id = skill
    ) as page
  );
end
$$;
comment on function public.get_skill is 'GET /api/skills/{id or slug}: a skill, or the skill that it was merged into, with its rating counts, those of the last 12 months, and ten newest ratings. Raises PT404.';
revoke all on function public.get_skill from public, anon, authenticated, service_role;
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
revoke all on function public.get_badge from public, anon, authenticated, service_role;
grant execute on function public.get_badge to anon, authenticated;

-- The words by which each skill is found. What a search does with them is in 5_search.sql.

create table private.skill_documents (
  skill_id uuid primary key references public.skills on delete cascade,
  type text not null,
  name_key text collate "C" not null,
  name_words integer not null,
  words tsvector not null
);
comment on table private.skill_documents is 'The words of each skill that is not retired, for search; written by triggers on public.skills.';
comment on column private.skill_documents.skill_id is 'The skill.';
comment on column private.skill_documents.type is 'Its type.';
comment on column private.skill_documents.name_key is 'Its name as private.name_key compares it.';
comment on column private.skill_documents.name_words is 'Number of words in its name.';
comment on column private.skill_documents.words is 'Words of the name (A) and their stems (B), of the description (C) and their stems (D).';
-- One row per skill, rarely updated. 300 gives the 3,000 most common words to private.word_weights (default: 1,000).
alter table private.skill_documents alter column words set statistics 300;
revoke all on private.skill_documents from public, anon, authenticated, service_role;
grant select on private.skill_documents to anon, authenticated;
-- Without a list of pending entries: a search would have to read it.
create index skill_documents_words on private.skill_documents using gin (words) with (fastupdate = off);

create table private.vocabulary (
  word text collate "C" primary key,
  deletions integer[] not null
);
comment on table private.vocabulary is 'Every word that a skill contains or once contained, to correct spelling by; never updated.';
comment on column private.vocabulary.word is 'The word as written, folded.';
comment on column private.vocabulary.deletions is 'Hashes of its beginning after deleting letters (private.deletions): words that differ by few edits share one.';
revoke all on private.vocabulary from public, anon, authenticated, service_role;
grant select on private.vocabulary to anon, authenticated;
-- Few searches are misspelt, so they read a list of pending entries, and most submissions do not pay for the index.
create index vocabulary_deletions on private.vocabulary using gin (deletions) with (gin_pending_list_limit = 256);

create function private.stem(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word);
comment on function private.stem is 'The English stem of a word; a stop word is its own.';

create function private.other_stems(words text[]) returns text[]
language sql immutable strict parallel safe set search_path = ''
return array(
  select stem from (select word, (ts_lexize('pg_catalog.english_stem', word))[1] as stem from unnest(words) as word) as s
  where stem <> word
);
comment on function private.other_stems is 'The stems of those words that are not stems themselves.';

create function private.term(word text, suffix text default '') returns tsquery
language sql immutable strict parallel safe set search_path = ''
-- No word contains a quote or a backslash.
return ('''' || word || '''' || suffix)::tsquery;
comment on function private.term is 'A word as a tsquery; the suffix chooses weights, and * a prefix.';

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
  -- Each weight has a position of its own: of two at one position the lower weight is lost. No word contains a space or a colon.
  return concat_ws(' ',
    nullif(array_to_string(in_name, ':1A '), '') || ':1A',
    nullif(array_to_string(private.other_stems(in_name), ':2B '), '') || ':2B',
    nullif(array_to_string(in_text, ':3C '), '') || ':3C',
    nullif(array_to_string(private.other_stems(in_text), ':4 '), '') || ':4'
  )::tsvector;
end
$$;
comment on function private.document_words is 'The words of a skill as private.skill_documents keeps them.';

create function private.deletions(words text[]) returns table (word text, deletions integer[])
language plpgsql immutable strict parallel safe rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- The first 6 letters are enough to find candidates, and keep the index small. A word of up to 5 letters is only ever one edit away.
  return query
  select word, array_agg(distinct hashtext(
    overlay(overlay(left(word, 6) placing '' from greatest(i, 1) for least(i, 1)) placing '' from greatest(j, 1) for least(j, 1))
  ))
  from unnest(words) as word cross join generate_series(0, 6) as i cross join generate_series(0, 5) as j
  where i <= char_length(word) and j < greatest(i, 1) and (j = 0 or char_length(word) > 5)
  group by word;
end
$$;
comment on function private.deletions is 'Each word with hashes of its beginning as it is and without one or two letters.';

create function private.index_changed_skills() returns trigger
language plpgsql security definer set search_path = ''
-- SECURITY DEFINER: agents write skills, but not what is searched.
as $$
begin
  if tg_op = 'UPDATE' then
    delete from private.skill_documents where skill_id in (select id from new_skills where retired_at is not null);
  end if;

  with document as (
    insert into private.skill_documents as d (skill_id, type, name_key, name_words, words)
    select
      id, type, name_key, regexp_count(name_key collate pg_catalog.pg_c_utf8, '[[:alnum:]]+'), private.document_words(name, description)
    from new_skills where retired_at is null
    order by id
    on conflict (skill_id) do update set
      type = excluded.type, name_key = excluded.name_key, name_words = excluded.name_words, words = excluded.words
    where (d.type, d.name_key, d.words) is distinct from (excluded.type, excluded.name_key, excluded.words)
    returning d.words
  )
  insert into private.vocabulary (word, deletions)
  select word, deletions
  from private.deletions(array(
    select distinct w.lexeme collate "C"
    from document cross join lateral unnest(ts_filter(words, '{a,c}')) as w
    where char_length(w.lexeme) > 2 and not exists (select from private.vocabulary as v where v.word = w.lexeme collate "C")
  ))
  -- In one order for all, so that two submissions with the same new words cannot deadlock.
  order by word
  on conflict do nothing;
  return null;
end
$$;
comment on function private.index_changed_skills is 'Writes the documents of skills that are submitted, edited, retired or restored, and the words that the vocabulary lacks.';
create trigger index_new_skills after insert on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();
create trigger index_edited_skills after update on public.skills
  referencing new table as new_skills
  for each statement execute function private.index_changed_skills();

-- For searches, which run with the rights of their caller.
grant execute on function private.stem, private.term, private.deletions to anon, authenticated;

-- Pages of a list: the cursor that continues after a page, and the size at which a page ends.

create function private.encode_cursor(cursor_position jsonb, list text) returns text
language sql immutable parallel safe set search_path = ''
-- The hash binds a position to its list and detects damage. It is not a signature, so a position can contain anything.
return translate(
  encode(
    convert_to(left(encode(sha256(convert_to(list || cursor_position, 'UTF8')), 'hex'), 16) || cursor_position, 'UTF8'), 'base64'
  ),
  E'+/=\n', '-_'
);
comment on function private.encode_cursor is 'Encodes where a page of a list ended as opaque text, in base64url.';
grant execute on function private.encode_cursor to anon, authenticated;

create function private.decode_cursor(cursor text, list text) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  cursor_position jsonb;
begin
  -- No cursor is longer; JSON nested without end would exhaust the stack.
  if length(cursor) <= 4000 then
    cursor_position := substr(
      convert_from(decode(rpad(translate(cursor, '-_', '+/'), (length(cursor) + 3) / 4 * 4, '='), 'base64'), 'UTF8'), 17
    );
  end if;
  if cursor is distinct from private.encode_cursor(cursor_position, list) then
    raise data_exception;
  end if;
  return cursor_position;
end
$$;
comment on function private.decode_cursor is 'Decodes what encode_cursor wrote for this list; null for null. Raises data_exception for anything else.';
grant execute on function private.decode_cursor to anon, authenticated;

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

-- The list of the catalogue: its orders and filters. What a search finds by relevance is in 5_search.sql.

-- All orders are defined here: name, direction, and the keys that sort before the id with their type. A position in an order is a JSON
-- array of these keys and the id. Each order has an index for each type, so that a page costs the same whatever the size of the catalogue.
do $do$
declare
  orders text[];
  branches text;
begin
  select
    array_agg(name),
    string_agg(format(
      $branch$
    when %1$s then
      after := coalesce(after, %2$s);
      -- The array is made of the rows that are left after sorting.
      if matches is null then
        return query
        select jsonb_build_array(%3$s) from (
          select s.* from unnest(types) as t (type) cross join lateral (
            select %3$s from (%4$s) as s where s.type = t.type and (%3$s) %5$s (%6$s) order by %7$s limit wanted
          ) as s order by %7$s limit wanted
        ) as s;
      else
        return query
        select jsonb_build_array(%3$s) from (
          select %3$s from (%4$s) as s where id = any (matches) and (%3$s) %5$s (%6$s) order by %7$s limit wanted
        ) as s;
      end if;$branch$,
      quote_literal(name),
      -- The position before the first skill.
      quote_literal(to_jsonb(array_fill(
        case type when 'bigint' then '9223372036854775807' when 'timestamptz' then 'infinity' else '' end, array[n]
      ) || case direction
        when 'desc' then 'ffffffff-ffff-ffff-ffff-ffffffffffff' else '00000000-0000-0000-0000-000000000000'
      end)),
      array_to_string(keys || '{id}', ', '),
      case type
        when 'bigint' then 'select skill_id as id, * from public.skill_stats' else 'select * from public.skills where retired_at is null'
      end,
      case direction when 'desc' then '<' else '>' end,
      (select string_agg(format('(after ->> %s)::%s', i, case i when n then 'uuid' else type end), ', ') from generate_series(0, n) as i),
      array_to_string(keys || '{id}', format(' %s, ', direction)) || ' ' || direction
    ), '')
  into orders, branches
  from (
    values
    ('top', 'desc', 'bigint', '{score}'::text[]),
    ('rating', 'desc', 'bigint', '{avg_tenths, total_ratings}'),
    ('most_rated', 'desc', 'bigint', '{total_ratings, score}'),
    ('reliability', 'desc', 'bigint', '{reliability_score}'),
    ('security', 'desc', 'bigint', '{security_score}'),
    ('speed', 'desc', 'bigint', '{speed_score}'),
    ('newest', 'desc', 'timestamptz', '{created_at}'),
    ('name', 'asc', 'text', '{name_key}')
  ) as o (name, direction, type, keys)
  cross join lateral cardinality(keys) as n;

  execute format(
    $function$
create function private.skill_orders() returns text[]
language sql immutable parallel safe set search_path = ''
return %s::text[];

create function private.scan_in_order(sort text, types text[], matches uuid[], after jsonb, wanted integer) returns setof jsonb
language plpgsql stable rows 100 set search_path = ''
-- Planned once for all arguments: planning for the values at hand costs more than the scan.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
as $body$
begin
  case sort%s
  end case;
end
$body$$function$,
    quote_literal(orders), branches
  );
end
$do$;
comment on function private.skill_orders is 'The orders of the catalogue.';
comment on function private.scan_in_order is 'The positions that follow one (null: all) in an order, of all skills of some types or only of the matches.';
grant execute on function private.skill_orders, private.scan_in_order to anon, authenticated;

create function private.filter_in_order(sort text, types text[], words text[], after jsonb, wanted integer) returns jsonb[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan set work_mem = '16MB'
as $$
declare
  required tsquery := private.required_words(words);
  weights jsonb := private.word_weights(words);
  -- A word that occurs nowhere has no weight.
  rarest float8 := (
    select max(coalesce(least((weights ->> word)::float8, (weights ->> (word || '*'))::float8), 100)) from unnest(words) as word
  );
  -- The weight is ln(1 + skills / matches).
  skills_per_match float8 := exp(greatest(rarest, 0.01)) - 1;
  matches float8 := private.document_count() / skills_per_match;
  steps float8 := 2 * wanted * skills_per_match;
  page jsonb[];
begin
  -- Common words are found by scans, others are looked up: whichever is expected to read fewer skills.
  while steps < matches loop
    -- A scalar subquery is never joined, so the order of the scan is kept. A function, so that the index of the words is not used.
    page := array(
      select k from private.scan_in_order(sort, types, null, after, steps::integer) as k
      where (select ts_match_vq(d.words, required) from private.skill_documents as d where d.skill_id = (k ->> -1)::uuid)
      limit wanted
    );
    if cardinality(page) = wanted then
      return page;
    end if;
    -- Words that seldom meet, or not in this part of the order, have fewer matches than the rarest one.
    matches := least(matches, private.document_count() * (cardinality(page) + 1) / steps);
    steps := 8 * steps;
  end loop;
  return array(select private.scan_in_order(
    sort, types,
    array(select d.skill_id from private.skill_documents as d where d.words @@ required and d.type = any (types)),
    after, wanted
  ));
end
$$;
comment on function private.filter_in_order is 'The positions of the skills that follow one in an order and contain all words.';
grant execute on function private.filter_in_order to anon, authenticated;

create function public.list_skills(
  p_type text default null,
  p_search text default null,
  p_sort text default null,
  p_limit integer default null,
  p_cursor text default null
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
  -- One skill more than the page shows whether there is another page.
  wanted integer := least(greatest(coalesce(p_limit, 100), 1), 500) + 1;
  list text := concat_ws(chr(31), sort, coalesce(p_type, ''), coalesce(search, ''));
  types text[] := case when p_type is null then private.skill_types() else array[p_type] end;
  after jsonb;
  ranking jsonb;
  page jsonb[];
  item json;
  items json[] := '{}';
  bytes bigint := 0;
begin
  perform private.validate(
    'type', private.choice_error(p_type, private.skill_types()),
    'sort', private.choice_error(sort, '{relevance}' || private.skill_orders()),
    'search', private.text_error(search, 0, 200)
  );
  after := private.decode_cursor(p_cursor, list);

  if sort = 'relevance' then
    -- All pages of a search rank by the same correction and weights.
    ranking := coalesce(after -> 1, private.plan_ranking(search));
    page := private.rank_skills(search, ranking, types, after -> 0, wanted);
  elsif search is null then
    page := array(select private.scan_in_order(sort, types, null, after, wanted));
  else
    page := private.filter_in_order(sort, types, private.search_words(search), after, wanted);
  end if;

  -- As a loop, so that long descriptions beyond the page are not read. Lateral, so that each skill is looked up in the order of the page.
  for item in
    select c.item
    from unnest(page) with ordinality as p (skill, place)
    cross join lateral (
      select row_to_json(c) as item from public.skill_catalogue as c where c.id = (p.skill ->> -1)::uuid offset 0
    ) as c
    order by p.place limit wanted - 1
  loop
    items := items || item;
    bytes := bytes + pg_column_size(item);
    exit when bytes >= private.page_bytes();
  end loop;

  return json_build_object(
    'skills', items,
    'count', cardinality(items),
    'next_cursor', case when cardinality(page) > cardinality(items) then private.encode_cursor(
      case when ranking is null then page[cardinality(items)] else jsonb_build_array(page[cardinality(items)], ranking) end, list
    ) end,
    'did_you_mean', ranking ->> 'correction'
  );
exception
  when data_exception then
    -- A cursor is not signed: its position can have values of any type.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function public.list_skills is 'GET /api/skills: a page of the catalogue, at most 500 skills and about private.page_bytes. Raises PT400.';
revoke all on function public.list_skills from public, anon, authenticated, service_role;
grant execute on function public.list_skills to anon, authenticated;

-- What a search finds and how it ranks; docs/search.md explains it. The weights and limits of a search
-- are here; 4_documents.sql makes the words of each skill.

create function private.document_count() returns float8
language sql stable set search_path = ''
-- As the last vacuum or analyze counted them; a catalogue that has seen neither is small, and counted now.
return coalesce(
  (select nullif(greatest(reltuples, 0), 0) from pg_catalog.pg_class where oid = 'private.skill_documents'::pg_catalog.regclass),
  (select count(*) from (select from private.skill_documents limit 1000) as documents)
);
comment on function private.document_count is 'About how many skills a search looks at.';

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
      -- The rest of a longer search is ignored, so that its cost is bounded.
      limit 50
    )
    select array_agg(word order by place) from word where not is_stop_word or (select bool_and(is_stop_word) from word)
  );
end
$$;
comment on function private.search_words is 'The words of a search, without stop words if other words remain; null when there are none.';

create function private.required_words(words text[]) returns tsquery
language sql immutable parallel safe set search_path = ''
return (
  select string_agg(format('(%s)', concat_ws(
    ' | ', private.term(private.stem(word)), case place when cardinality(words) then private.term(word, ':*AC') end
  )), ' & ')::tsquery
  from unnest(words) with ordinality as w (word, place)
);
comment on function private.required_words is 'The condition that a skill contains all words or inflections, or of the last one a word that begins so.';

create function private.word_weights(words text[]) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  -- What people say around what they look for; no weight, unless there is nothing else.
  filler constant text[] := '{need,needs,want,wants,looking,tool,tools,skill,skills,please,help,something,anything,would,could,like}';
  total float8 := private.document_count();
  common text[];
  shares float4[];
begin
  -- No lexeme contains a space.
  select string_to_array(array_to_string(most_common_elems, ' '), ' '), most_common_elem_freqs into common, shares
  from pg_catalog.pg_stats
  where schemaname = 'private' and tablename = 'skill_documents' and attname = 'words';

  return (
    select coalesce(jsonb_object_agg(word, case
      when word = any (filler) and not words <@ filler then 0 else round(ln(1 + greatest(total, n) / n)::numeric, 2)
    end), '{}')
    from (
      select word, private.term(stem) as term, total * shares[array_position(common, stem)] as estimate
      from unnest(words) as word cross join lateral private.stem(word) as stem
      union all
      select word || '*', private.term(word, ':*AC'), (
        select total * sum(c.share) from unnest(common, shares) as c (word, share) where starts_with(c.word, last.word)
      )
      from unnest(words[cardinality(words):]) as last (word)
    ) as terms
    -- What is not common is counted, up to 1,000.
    cross join lateral (
      select coalesce(estimate, (
        select count(*) from (select from private.skill_documents as d where d.words @@ term limit 1000) as d
      )) as n
    ) as frequency
    where n > 0
  );
end
$$;
comment on function private.word_weights is 'The weight of each word that some skill contains, and of the last word with * as a prefix: the rarer a word, the more it says, ln(1 + skills / skills with the word).';

create function private.edit_distance(one text, other text) returns integer
language sql immutable strict parallel safe set search_path = ''
-- levenshtein() counts a transposition as two edits: tries each.
return least(
  extensions.levenshtein(one, other),
  (
    select min(extensions.levenshtein(overlay(one placing reverse(substr(one, i, 2)) from i for 2), other)) + 1
    from generate_series(1, char_length(one) - 1) as i
  )
);
comment on function private.edit_distance is 'How many letters to insert, delete or replace, or to transpose with the next one.';

create function private.correct_word(wrong text) returns text
language plpgsql stable set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  edits integer := case when char_length(wrong) < 4 then 0 when char_length(wrong) < 8 then 1 else 2 end;
  shared integer[] := (select d.deletions from private.deletions(array[wrong]) as d);
begin
  return (
    select word
    from (
      select v.word, distance
      from private.vocabulary as v cross join lateral private.edit_distance(wrong, v.word) as distance
      where v.deletions && shared and edits > 0
        -- Cheap, and no more than double: a transposition is two edits to it.
        and extensions.levenshtein_less_equal(wrong, v.word, 2 * edits) <= 2 * edits
        and distance <= edits
      order by distance, word
      limit 50
    ) as near
    cross join lateral (
      select count(*) as frequency
      from (select from private.skill_documents as d where d.words @@ private.term(word, ':AC') limit 1000) as d
    ) as counted
    -- Skips words that no skill contains any more. Typos are rarely in the first letter.
    where frequency > 0
    order by distance, frequency desc, left(word, 1) <> left(wrong, 1), word
    limit 1
  );
end
$$;
comment on function private.correct_word is 'The nearest known word, at most 1 edit away from 4 to 7 letters and 2 from more; the most frequent of several; null when there is none.';

create function private.plan_ranking(search text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  words text[] := private.search_words(search);
  weights jsonb := private.word_weights(words);
  folded text := private.fold_text(search);
  correction text;
  wrong text;
  nearest text;
begin
  for wrong, nearest in
    select word, near
    -- A search of many unknown words is not a misspelt one.
    from (select word from unnest(words) as word where not weights ?| array[word, word || '*'] limit 8) as unknown
    cross join lateral private.correct_word(word) as near
    where near is not null
  loop
    correction := regexp_replace(
      coalesce(correction, case when lower(search collate pg_catalog.pg_c_utf8) = folded then search else folded end)
        collate pg_catalog.pg_c_utf8,
      '(?<![[:alnum:]])' || regexp_replace(wrong, '([+#])', '\\\1', 'g') || '(?![[:alnum:]])', nearest, 'gi'
    );
  end loop;
  return jsonb_strip_nulls(jsonb_build_object(
    'correction', correction,
    'weights', case when correction is null then weights else private.word_weights(private.search_words(correction)) end
  ));
end
$$;
comment on function private.plan_ranking is 'How to rank for a search: {correction, weights}. The correction is left out when none was made.';

create function private.find_candidates(words text[], weights jsonb, types text[]) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- So many skills are looked up for each condition; more than 1,000 fill a ranking. With 500 the right one is found as often.
  budget constant integer := 1000;
  -- A wider condition is not tried when so many were found.
  enough constant integer := 100;
  -- So many of the best rated skills are compared with common words: an order that new accounts hardly change.
  scanned constant integer := 500;
  -- What begins with the last word is not looked up if so many skills are expected to contain it: the index would read them all.
  too_many constant integer := 20000;
  rare text;
  common text[];
  terms text[];
  condition tsquery;
  found uuid[] := '{}';
begin
  select
    string_agg(term, ' | ') filter (where so_far <= budget),
    array_agg(term order by expected) filter (where so_far > budget and not (expected > too_many and term like '%:*%')),
    array_agg(term order by expected)
  into rare, common, terms
  from (
    select
      format('(%s)', concat_ws(
        ' | ', private.term(private.stem(word)), case when weights ? (word || '*') then private.term(word, ':*AC') end
      )) as term,
      expected,
      sum(expected) over (order by expected, word) as so_far
    from unnest(words) as word
    cross join lateral least(nullif((weights ->> word)::float8, 0), (weights ->> (word || '*'))::float8) as weight
    cross join lateral (select private.document_count() / (exp(weight) - 1) as expected) as e
    where weight > 0
  ) as known;

  -- From narrow to wide: a rare word, all common words, the rarest of the common words.
  foreach condition in array array[rare, array_to_string(common, ' & '), common[1]]::tsquery[] loop
    found := found || array(
      select d.skill_id from private.skill_documents as d where d.words @@ condition and d.type = any (types) limit budget
    );
    exit when cardinality(found) >= enough;
  end loop;

  if rare is null then
    condition := coalesce(condition, terms[1]::tsquery);
    found := found || array(
      select d.skill_id
      from private.scan_in_order('top', types, null, null, scanned) as k
      join private.skill_documents as d on d.skill_id = (k ->> -1)::uuid
      where ts_match_vq(d.words, condition)
    );
  end if;
  return found;
end
$$;
comment on function private.find_candidates is 'The skills that a search ranks: those with a rare word or with all common words; of common words, also the best rated skills.';

create function private.rank_skills(search text, ranking jsonb, types text[], after jsonb, wanted integer) returns jsonb[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  -- A word counts so many times its weight in the name, and in name and description. (In the description: once.)
  in_name constant float8 := 1.05;
  in_both constant float8 := 1.2;
  -- What only begins with the last word of the search.
  prefix constant float8 := 0.6;
  -- For a name that begins with the search, and for one of these words only: so many times the weight of all words.
  name_start constant float8 := 1.5;
  same_words constant float8 := 1;
  -- 10 ratings count as much as 1.2 times the weight of the best word that 1 in 10 skills contain.
  evidence constant float8 := 0.5;
  corrected text := coalesce(ranking ->> 'correction', search);
  key text := private.name_key(corrected);
  words text[] := private.search_words(corrected);
  weights jsonb := ranking -> 'weights';
  candidates uuid[] := private.find_candidates(words, weights, types) || array(
    -- Names that are the search or begin with it.
    select id from public.skills
    where name_key >= key and name_key < key || chr(1114111) and retired_at is null
    order by name_key
    limit 200
  );
begin
  return array(
    with term as materialized (
      (
        select
          (weights ->> word)::float8 as weight, 1 as words, private.term(stem, ':AB') as name, private.term(stem, ':CD') as text
        from unnest(words) as word cross join lateral private.stem(word) as stem
        -- The rarest words of a long search, to bound what it costs.
        order by weight desc nulls last
        limit 24
      )
      union all
      select prefix * (weights ->> (word || '*'))::float8, 0, private.term(word, ':*A'), private.term(word, ':*C')
      from unnest(words[cardinality(words):]) as word
    ),
    whole as materialized (
      select sum(weight * t.words) as weight, sum(t.words) as words from term as t
    ),
    score as (
      select d.skill_id, case when d.name_key = key then 9e12 else 1e6 * (
        f.score
        + evidence * ln(1 + st.established_ratings + private.counted_others(st.established_ratings, st.total_ratings))
        + coalesce(whole.weight, 0) * (
          case when starts_with(d.name_key, key) then name_start else 0 end
          + case when f.words_in_name = whole.words and whole.words >= d.name_words then same_words else 0 end
        )
      ) end::bigint as score
      from whole
      cross join (select distinct id from unnest(candidates) as id) as c
      -- A long document is stored apart, and so read once.
      join lateral (
        select skill_id, type, name_key, name_words, doc.words || ''::tsvector as words
        from private.skill_documents as doc where doc.skill_id = c.id offset 0
      ) as d on d.type = any (types)
      join public.skill_stats as st on st.skill_id = d.skill_id
      cross join lateral (
        select
          coalesce(sum(t.weight * case
            when named and described then in_both when named then in_name when described then 1 else 0
          end), 0) as score,
          sum(t.words) filter (where named) as words_in_name
        from (select weight, term.words, d.words @@ name as named, d.words @@ text as described from term offset 0) as t
      ) as f
      order by score desc, skill_id desc
      limit 1000
    )
    select jsonb_build_array(score, skill_id)
    from score
    where after is null or (score, skill_id) < ((after ->> 0)::bigint, (after ->> 1)::uuid)
    order by score desc, skill_id desc
    limit wanted
  );
end
$$;
comment on function private.rank_skills is 'The positions that follow one among the best 1,000 matches of a search.';

create function private.similar_skills(wanted text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  ranking jsonb := private.plan_ranking(wanted);
  key text := private.name_key(coalesce(ranking ->> 'correction', wanted));
begin
  return (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'slug', slug)), '[]')
    from (
      select s.id, s.name, s.slug
      from unnest(private.rank_skills(wanted, ranking, private.skill_types(), null, 500)) as p
      join public.skills as s on s.id = (p ->> 1)::uuid
      -- Below this share of common trigrams nobody would take one name for the other.
      where extensions.similarity(s.name_key, key) >= 0.3
      order by extensions.similarity(s.name_key, key) desc, s.name_key
      limit 3
    ) as resembling
  );
end
$$;
comment on function private.similar_skills is 'Up to three skills that a search finds by a name that no skill has, the most alike first.';

-- A function of the API runs with the rights of its caller, so this is what list_skills, and a rating by name, call.
grant execute on function
  private.document_count, private.search_words, private.required_words, private.word_weights, private.edit_distance,
  private.correct_word, private.plan_ranking, private.find_candidates, private.rank_skills, private.similar_skills
  to anon, authenticated;

-- An agent's public profile: GET /api/agents/{id or name}.

create function private.resolve_agent(address text) returns uuid
language plpgsql stable security definer set search_path = ''
-- SECURITY DEFINER: callers may not read the comparison keys of names.
as $$
declare
  agent uuid := (select id from public.agents where id = private.parse_uuid(address));
begin
  -- name_key only reads the first 200 characters.
  if agent is null and char_length(address) <= 200 then
    select id into agent from public.agents where name_key = private.name_key(address);
  end if;
  if agent is null or exists (select from private.standing as t where t.agent_id = agent and t.suspended_at is not null) then
    raise sqlstate 'PT404' using message = 'agent_not_found';
  end if;
  return agent;
end
$$;
comment on function private.resolve_agent is 'The agent with this id, else with this name. Raises PT404, also if it is suspended.';
grant execute on function private.resolve_agent to anon, authenticated;

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
          select coalesce(json_agg(newest order by newest.updated_at desc, newest.id desc), '[]')
          from (
            select r.*, private.skill_reference(r.skill_id) as skill
            from (
              select id from public.ratings where agent_id = agent order by updated_at desc, id desc limit 10
            ) as own
            join public.skill_ratings as r on r.id = own.id
          ) as newest
        ) as ratings
      from public.agents as a
      left join private.standing as t on t.agent_id = a.id
      where a.id = agent
    ) as profile
  );
end
$$;
comment on function public.get_agent is 'GET /api/agents/{id or name}: the public profile of an agent with its ten newest ratings. Raises PT404.';
revoke all on function public.get_agent from public, anon, authenticated, service_role;
grant execute on function public.get_agent to anon, authenticated;

-- An agent's account: registration, GET and PATCH /api/me.

create function private.create_agent(agent_name text, agent_description text, email text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may write neither agents nor keys; both are created together.
as $$
declare
  agent public.agents;
  key text := private.generate_key();
begin
  insert into public.agents (agent_name, agent_description, email)
  values (create_agent.agent_name, create_agent.agent_description, create_agent.email)
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
comment on function private.create_agent is 'Creates an agent and its first key. Raises PT409 if the name is taken.';
grant execute on function private.create_agent to anon, authenticated;

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
  return private.create_agent(name, description, address);
end
$$;
comment on function public.register_agent is 'POST /api/register: creates an agent and its key, which is shown only once. Raises PT400 and PT409.';
revoke all on function public.register_agent from public, anon, authenticated, service_role;
grant execute on function public.register_agent to anon, authenticated;

create function private.own_account() returns json
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
comment on function private.own_account is 'The account of the calling agent, with the key of the request.';
grant execute on function private.own_account to anon, authenticated;

create function public.get_me() returns json
-- Volatile: reading is a use of the key as well, see private.replace_key.
language plpgsql volatile set search_path = ''
as $$
begin
  perform private.require_agent();
  perform private.touch_key();
  return private.own_account();
end
$$;
comment on function public.get_me is 'GET /api/me: the calling agent, including its e-mail address. Raises PT401.';
revoke all on function public.get_me from public, anon, authenticated, service_role;
grant execute on function public.get_me to anon, authenticated;

create function private.update_account(description text, address text) returns void
language sql volatile security definer set search_path = ''
-- SECURITY DEFINER: callers may not write agents. Two updates: a column that is not given must not be checked by newer rules.
begin atomic
  update public.agents set agent_description = nullif(description, '')
  where id = private.current_agent_id() and description is not null;
  update public.agents set email = nullif(address, '')
  where id = private.current_agent_id() and address is not null;
end;
comment on function private.update_account is 'Updates the description and e-mail address of the calling agent: null keeps one, an empty text removes it.';
grant execute on function private.update_account to anon, authenticated;

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
  perform private.update_account(description, address);
  perform private.touch_key();
  return json_build_object('agent', private.own_account());
end
$$;
comment on function public.update_me is 'PATCH /api/me: updates the fields that are given; an empty text removes one. Raises PT400 and PT401.';
revoke all on function public.update_me from public, anon, authenticated, service_role;
grant execute on function public.update_me to anon, authenticated;

-- Flags: how agents report ratings to admins.

create table private.rating_flags (
  -- The agent first: a new flag locks what it references in this order, as does deleting an agent.
  agent_id uuid not null references public.agents on delete cascade,
  rating_id uuid not null references public.ratings on delete cascade,
  reason private.reason not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (rating_id, agent_id)
);
comment on table private.rating_flags is 'Ratings that agents reported to admins, one row for each agent and rating. A flag hides nothing.';
comment on column private.rating_flags.agent_id is 'The agent that flagged the rating.';
comment on column private.rating_flags.rating_id is 'The flagged rating.';
comment on column private.rating_flags.reason is 'What is wrong with the rating, 1 to 1,000 characters.';
comment on column private.rating_flags.created_at is 'When the agent first flagged the rating.';
comment on column private.rating_flags.updated_at is 'When the agent last flagged the rating.';

revoke all on private.rating_flags from public, anon, authenticated, service_role;

create index rating_flags_agent_id on private.rating_flags (agent_id);

create function private.write_flag(rating uuid, new_reason text) returns json
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC'
-- SECURITY DEFINER: callers may not read or write flags.
as $$
declare
  flagged_at timestamptz;
  created boolean;
begin
  insert into private.rating_flags as f (agent_id, rating_id, reason)
  values (private.require_agent(), rating, new_reason)
  on conflict (rating_id, agent_id) do update set
    reason = excluded.reason,
    updated_at = greatest(clock_timestamp(), f.updated_at)
  returning f.created_at, f.xmax = 0 into flagged_at, created;
  return json_build_object(
    'created', created,
    'flag', json_build_object('rating_id', rating, 'reason', new_reason, 'created_at', flagged_at)
  );
end
$$;
comment on function private.write_flag is 'Creates or replaces the calling agent''s flag of a rating. Raises PT401.';
grant execute on function private.write_flag to anon, authenticated;

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
  clean_reason := private.clean_text(p_reason, 1000);
  perform private.validate(
    'reason', case when clean_reason is null then 'is required' else private.text_error(clean_reason, 1, 1000) end
  );

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
      answer := private.write_flag(rating, clean_reason);
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
revoke all on function public.flag_rating from public, anon, authenticated, service_role;
grant execute on function public.flag_rating to anon, authenticated;

-- The feed of a skill's ratings: GET /api/skills/{id or slug}/feed.atom. The feed of new skills is a list of skills.

create function public.get_rating_feed(p_skill text) returns json
language plpgsql stable set search_path = '' set timezone = 'UTC'
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
      where coalesce(page.bytes_before, 0) < private.page_bytes()
    )
  );
end
$$;
comment on function public.get_rating_feed is 'GET /api/skills/{id or slug}/feed.atom: a skill and its 50 newest ratings with commentary, at most about private.page_bytes. Raises PT404.';
revoke all on function public.get_rating_feed from public, anon, authenticated, service_role;
grant execute on function public.get_rating_feed to anon, authenticated;

-- The list of a skill's ratings: GET /api/skills/{id or slug}/ratings.

-- The index ratings_by_claws has claws before updated_at, so that it serves every sort order. In these views Postgres merges the index
-- scans for 1 to 5 claws; a filter on listed_claws, which is a constant in each branch, skips the other branches.
do $do$
declare
  view record;
begin
  for view in values ('newest_ratings', 'updated_at desc, id desc'), ('oldest_ratings', 'updated_at, id') loop
    execute format('create view private.%I with (security_invoker = true) as ', view.column1) || (
      select string_agg(
        format('(select %1$s as listed_claws, * from public.ratings where claws = %1$s order by %2$s)', claws, view.column2),
        ' union all ' order by claws
      )
      from generate_series(1, 5) as claws
    );
  end loop;
end
$do$;
comment on view private.newest_ratings is 'Ratings with an index scan for each number of claws, newest first.';
comment on view private.oldest_ratings is 'Ratings with an index scan for each number of claws, oldest first.';
revoke all on private.newest_ratings, private.oldest_ratings from public, anon, authenticated, service_role;
grant select on private.newest_ratings, private.oldest_ratings to anon, authenticated;

create function private.scan_ratings(
  skill uuid, oldest_first boolean, only_claws integer, after jsonb, wanted integer, bytes integer
) returns setof public.skill_ratings
language plpgsql stable set search_path = ''
-- One generic plan for all calls: down the index, with a look-up for each agent.
set plan_cache_mode = force_generic_plan
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off set enable_bitmapscan = off
set enable_sort = off set enable_incremental_sort = off set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
begin
  -- The two queries differ only in the direction. octet_length does not read a long text.
  if oldest_first then
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
      t.established_at is not null
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at, id rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.oldest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) > (coalesce((after ->> 1)::timestamptz, '-infinity'), coalesce((after ->> 2)::uuid, '00000000-0000-0000-0000-000000000000'))
        order by updated_at, id
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    left join private.standing as t on t.agent_id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at, r.id;
  else
    return query
    select
      r.id, r.skill_id, a.agent_name, r.claws, r.reliability, r.security, r.speed, r.commentary, r.created_at, r.updated_at,
      t.established_at is not null
    from (
      select *, sum(octet_length(commentary)) over (
        order by updated_at desc, id desc rows between unbounded preceding and 2 preceding
      ) as bytes_before
      from (
        select * from private.newest_ratings
        where
          skill_id = skill and (only_claws is null or listed_claws = only_claws)
          and (updated_at, id) < (coalesce((after ->> 1)::timestamptz, 'infinity'), coalesce((after ->> 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by updated_at desc, id desc
        limit wanted
      ) as page
    ) as r
    join public.agents as a on a.id = r.agent_id
    left join private.standing as t on t.agent_id = r.agent_id
    where coalesce(r.bytes_before, 0) < bytes
    order by r.updated_at desc, r.id desc;
  end if;
end
$$;
comment on function private.scan_ratings is 'The ratings of a skill after a cursor position (null: from the first), newest or oldest first, with any or one number of claws: up to the rating after the one whose text reaches `bytes`.';
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
  p_cursor text default null
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
    'claws', case when p_claws not between 1 and 5 then 'must be a whole number from 1 to 5' end
  );
  skill := private.resolve_skill(p_skill);
  list := concat_ws(chr(31), skill, sort, coalesce(p_claws::text, ''));
  after := private.decode_cursor(p_cursor, list);

  foreach only_claws in array scans loop
    -- Scans before the cursor position are done.
    continue when sort = 'highest' and only_claws > (after ->> 0)::integer or sort = 'lowest' and only_claws < (after ->> 0)::integer;
    -- One more than the page, to see whether there is another page.
    part := array(
      select s from private.scan_ratings(skill, sort = 'oldest', only_claws, after, page_size + 1 - cardinality(page), bytes) as s
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
    -- A cursor is not signed: its position can have values of any type.
    if p_cursor is null then
      raise;
    end if;
    perform private.reject_cursor();
end
$$;
comment on function public.list_ratings is 'GET /api/skills/{id or slug}/ratings: a page of a skill''s ratings, at most 500 and about private.page_bytes. Raises PT400 and PT404.';
revoke all on function public.list_ratings from public, anon, authenticated, service_role;
grant execute on function public.list_ratings to anon, authenticated;

-- The schema for admins: its audit log. The other files of 8_admin have the functions and views.

create schema admin;
comment on schema admin is 'Views and functions for admins. The Data API does not expose it.';
revoke all on schema admin from public, anon, authenticated, service_role;
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
comment on table admin.audit_log is 'The actions of admins, and the texts that agents sent for hidden commentaries. Rows cannot be changed or deleted.';
comment on column admin.audit_log.id is 'Set by the service, in the order of the actions.';
comment on column admin.audit_log.at is 'When the action was performed.';
comment on column admin.audit_log.role is 'The database role that performed it: postgres in the hosted dashboard.';
comment on column admin.audit_log.dashboard_user is 'The id of the user, if the dashboard or a token named one. Not proof: anyone who can write SQL can set it.';
comment on column admin.audit_log.action is 'The name of the function.';
comment on column admin.audit_log.skill_id is 'The skill, which may have been deleted since.';
comment on column admin.audit_log.rating_id is 'The rating, which may have been deleted since.';
comment on column admin.audit_log.agent_id is 'The agent, or the author of the rating; may have been deleted since.';
comment on column admin.audit_log.reason is 'The reason that the admin gave, up to 1,000 characters, without keys and e-mail addresses.';
comment on column admin.audit_log.details is 'Depends on the action: numbers, the target of a merge, the prefix of a key, each version of a hidden commentary.';

-- Only admins have access to the schema; row-level security is a second barrier.
alter table admin.audit_log enable row level security;
create policy "the dashboard reads the audit log" on admin.audit_log
  for select to service_role using (true);
revoke all on admin.audit_log from public, anon, authenticated, service_role;
grant select on admin.audit_log to service_role;

create index audit_log_skill_id on admin.audit_log (skill_id, id) where skill_id is not null;

create function admin.reject_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Rows of admin.audit_log cannot be changed or deleted.';
end
$$;
comment on function admin.reject_change is 'Rejects each update, delete and truncate of the audit log.';
create trigger reject_change before update or delete or truncate on admin.audit_log
  for each statement execute function admin.reject_change();

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
    coalesce(
      substring(current_setting('request.jwt.claims', true), '"sub" *: *"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"'),
      -- The SQL editor of the hosted dashboard ends each query with comments that name the user.
      substring(current_query(), '-- user: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')
    )::uuid,
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

-- How admins revoke keys.

create function admin.lock_agent(agent text) returns public.agents
language plpgsql volatile set search_path = ''
as $$
declare
  locked public.agents;
begin
  -- The agent before its keys, as in private.replace_key, so that no key is created in the meantime; and before its ratings, which
  -- wait for this lock.
  select * into locked from public.agents as a where a.id = private.parse_uuid(agent) for update;
  if locked.id is null then
    select * into locked from public.agents as a where a.name_key = private.name_key(agent) for update;
  end if;
  if locked.id is null then
    raise exception 'No agent has the id or name "%".', agent;
  end if;
  return locked;
end
$$;
comment on function admin.lock_agent is 'Locks the agent with this id or name until the end of the transaction. Raises if there is none.';

create function admin.revoke_keys(agent text, reason text) returns text
language plpgsql volatile security definer set search_path = ''
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
  owner := admin.lock_agent(revoked.agent_id::text);

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

-- Hidden commentaries: admins hide and restore the text of a rating.

create table private.hidden_commentaries (
  -- Not a reference to skills, which would make this a junction table by which the Data API joins skills and agents.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  commentary text,
  hidden_at timestamptz not null default clock_timestamp(),
  reason private.reason not null,
  -- Not the rating: the commentary stays hidden when the agent deletes its rating and rates again.
  primary key (skill_id, agent_id)
);
comment on table private.hidden_commentaries is 'Agents and skills for which the commentary of ratings is hidden until an admin restores it. The API does not return it; claws and scores still count.';
comment on column private.hidden_commentaries.skill_id is 'The rated skill.';
comment on column private.hidden_commentaries.agent_id is 'The author.';
comment on column private.hidden_commentaries.commentary is 'The latest commentary that the agent sent; null if its latest rating has none.';
comment on column private.hidden_commentaries.hidden_at is 'When an admin hid the commentary.';
comment on column private.hidden_commentaries.reason is 'The reason that the admin gave.';
revoke all on private.hidden_commentaries from public, anon, authenticated, service_role;
-- For the views in 8_admin_views.sql, which run with the privileges of the caller.
grant select on private.hidden_commentaries, private.rating_flags to service_role;

create index hidden_commentaries_agent_id on private.hidden_commentaries (agent_id);

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

  if new.commentary is distinct from hidden.commentary then
    update private.hidden_commentaries set commentary = new.commentary where skill_id = new.skill_id and agent_id = new.agent_id;
    perform admin.log_action(
      'replace_hidden_commentary', new.skill_id, new.id, new.agent_id, details => jsonb_build_object('commentary', new.commentary)
    );
  end if;

  if tg_op = 'INSERT' then
    update public.ratings set commentary = null where id = new.id;
    update public.ratings set updated_at = new.updated_at where id = new.id;
  elsif new.commentary is distinct from hidden.commentary then
    -- Otherwise private.update_rating would treat the rating as identical.
    new.updated_at := clock_timestamp();
  end if;
  new.commentary := null;
  return new;
end
$$;
comment on function private.mask_hidden_commentary is 'Removes the commentary from a written rating if an admin hid an earlier one, and logs each version.';
-- Must run before update_rating: triggers run in the order of their names.
create trigger mask_hidden_commentary before update of claws, reliability, security, speed, commentary on public.ratings
  for each row when (old.commentary is null) execute function private.mask_hidden_commentary();
-- AFTER: a BEFORE INSERT trigger also runs for an upsert that becomes an update.
create trigger mask_hidden_commentary_of_new_rating after insert on public.ratings
  for each row execute function private.mask_hidden_commentary();

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

create function admin.hide_commentary(rating uuid, reason text) returns text
language plpgsql volatile security definer set search_path = ''
-- SECURITY DEFINER, here and below: service_role may not write the audit log, hidden commentaries and keys.
as $$
declare
  why text := admin.check_reason(reason);
  locked public.ratings := admin.lock_rating(rating);
begin
  if exists (
    select from private.hidden_commentaries as h where (h.skill_id, h.agent_id) = (locked.skill_id, locked.agent_id)
  ) then
    raise exception 'The commentary of this rating is already hidden.';
  elsif locked.commentary is null then
    raise exception 'This rating has no commentary to hide. Its claws count in any case.';
  end if;

  update public.ratings set commentary = null where id = rating;
  -- The agent did not edit the rating, so updated_at stays.
  update public.ratings set updated_at = locked.updated_at where id = rating;
  insert into private.hidden_commentaries (skill_id, agent_id, commentary, reason)
  values (locked.skill_id, locked.agent_id, locked.commentary, why);

  perform admin.log_action(
    'hide_commentary', locked.skill_id, rating, locked.agent_id, why, jsonb_build_object('commentary', locked.commentary)
  );
  return format(
    'Hidden, as is any commentary that the agent sends for this skill. Its claws (%s) still count. Undo: admin.restore_commentary.',
    locked.claws
  );
end
$$;
comment on function admin.hide_commentary is 'Hides the commentary of a rating, and new ones by its agent, until admin.restore_commentary. Claws and scores still count. select admin.hide_commentary(''<rating id>'', ''Spam.'');';
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
  update public.ratings set updated_at = locked.updated_at where id = rating;

  perform admin.log_action('restore_commentary', locked.skill_id, rating, locked.agent_id, why);
  return case
    when hidden.commentary is null then 'Restored. The rating has no commentary now; the next one that its agent sends is visible.'
    else 'Restored. The commentary is visible, as its agent last sent it.'
  end;
end
$$;
comment on function admin.restore_commentary is 'Restores the hidden commentary of a rating, as its agent last sent it. select admin.restore_commentary(''<rating id>'', ''Not spam.'');';
grant execute on function admin.restore_commentary to service_role;

-- How admins retire, restore and merge skills.

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
begin
  if retired.retired_at is not null then
    raise exception '%.', admin.retirement(retired);
  end if;
  update public.skills set retired_at = now() where id = retired.id;
  perform admin.log_action('retire_skill', retired.id, reason => why);
  return format('%s is retired: it is in no list, cannot be rated, and its name can be used again. Its page remains.', retired.slug);
end
$$;
comment on function admin.retire_skill is 'Removes a skill from all lists and frees its name; its page remains. select admin.retire_skill(''<id or slug>'', ''Gone.'');';
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
    when unique_violation then
      raise exception 'The name "%" was taken by %. Rename one of the two first.', retired.name,
        (select slug from public.skills where name_key = retired.name_key and retired_at is null);
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
    insert into private.hidden_commentaries (skill_id, agent_id, commentary, hidden_at, reason)
    select distinct on (h.agent_id)
      kept.id,
      h.agent_id,
      case when r.id is null or r.skill_id = h.skill_id and r.commentary is null then h.commentary else r.commentary end,
      h.hidden_at,
      h.reason
    from private.hidden_commentaries as h
    left join public.ratings as r on r.agent_id = h.agent_id and r.skill_id in (gone.id, kept.id)
    where h.skill_id in (gone.id, kept.id)
    order by h.agent_id, r.skill_id = h.skill_id desc, h.skill_id = gone.id desc
    on conflict (skill_id, agent_id) do update set
      commentary = excluded.commentary,
      hidden_at = excluded.hidden_at,
      reason = excluded.reason;
    delete from private.hidden_commentaries where skill_id = gone.id;
    for hidden in
      select r.* from public.ratings as r
      join private.hidden_commentaries as h on h.skill_id = kept.id and h.agent_id = r.agent_id
      where r.skill_id in (gone.id, kept.id) and r.commentary is not null
    loop
      update public.ratings set commentary = null where id = hidden.id;
      update public.ratings set updated_at = hidden.updated_at where id = hidden.id;
      perform admin.log_action(
        'replace_hidden_commentary', kept.id, hidden.id, hidden.agent_id, details => jsonb_build_object('commentary', hidden.commentary)
      );
    end loop;

    update public.ratings set skill_id = kept.id where skill_id = gone.id;
    get diagnostics moved = row_count;

    -- Skills that were merged into the duplicate now lead directly to the skill that is kept.
    update public.skills set merged_into = kept.id where merged_into = gone.id;
    update public.skills set merged_into = kept.id, retired_at = coalesce(retired_at, now()) where id = gone.id;

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
    details => jsonb_build_object('into', kept.id, 'moved', moved, 'dropped', dropped)
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
  insert into public.skills (name, description, type, url) values (clean_name, clean_description, add_skill.type, clean_url)
  on conflict (name_key) where retired_at is null do nothing
  returning * into added;
  if added.id is null then
    return format('The catalogue already has %s.', clean_name);
  end if;
  perform admin.log_action('add_skill', added.id, reason => why);
  return format('%s is in the catalogue as %s.', added.name, added.slug);
end
$$;
comment on function admin.add_skill is 'Adds a skill without a submitter. select admin.add_skill(''ripgrep'', ''Searches files.'', ''github'', ''https://github.com/BurntSushi/ripgrep'');';
grant execute on function admin.add_skill to service_role;

-- How admins remove ratings, change the standing of agents and suspend them.

create table private.removed_ratings (
  id uuid primary key,
  -- Not a reference to skills, as in private.hidden_commentaries.
  skill_id uuid not null references public.skill_stats on delete cascade,
  agent_id uuid not null references public.agents on delete cascade,
  claws smallint not null,
  reliability numeric,
  security numeric,
  speed numeric,
  commentary text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz not null default now(),
  cause text not null,
  constraint removed_ratings_cause_known check (cause in ('removed', 'suspended'))
);
comment on table private.removed_ratings is 'Ratings that an admin removed, for 30 days, and those of suspended agents. They count nowhere and the API does not return them.';
comment on column private.removed_ratings.id is 'The id of the rating, which it keeps when it is restored.';
comment on column private.removed_ratings.skill_id is 'The rated skill.';
comment on column private.removed_ratings.agent_id is 'The author.';
comment on column private.removed_ratings.claws is '1 to 5.';
comment on column private.removed_ratings.reliability is '0 to 100; may be null.';
comment on column private.removed_ratings.security is '0 to 100; may be null.';
comment on column private.removed_ratings.speed is '0 to 100; may be null.';
comment on column private.removed_ratings.commentary is 'The text of the rating, also if it was hidden; may be null.';
comment on column private.removed_ratings.created_at is 'When the agent first rated the skill.';
comment on column private.removed_ratings.updated_at is 'When the agent last rated the skill.';
comment on column private.removed_ratings.removed_at is 'When the rating was removed.';
comment on column private.removed_ratings.cause is 'removed: by admin.remove_ratings; suspended: with its agent.';

revoke all on private.removed_ratings from public, anon, authenticated, service_role;
grant select on private.removed_ratings to service_role;

create index removed_ratings_skill_id on private.removed_ratings (skill_id);
create index removed_ratings_agent_id on private.removed_ratings (agent_id);

create function admin.lock_agents(ids uuid[]) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  -- While these locks last, the agents cannot rate.
  perform from public.agents where id = any (ids) order by id for update;
  perform private.lock_ratings(ids);
end
$$;
comment on function admin.lock_agents is 'Locks agents and all their ratings until the end of the transaction.';

create function admin.lock_skills(ids uuid[]) returns void
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
comment on function admin.lock_skills is 'Locks the skills to which removed ratings return, so that none is merged or deleted. Lock the agents before and the ratings after.';

create function admin.take_ratings(ids uuid[], cause text) returns integer
language plpgsql volatile set search_path = ''
as $$
declare
  taken integer;
begin
  with gone as (delete from public.ratings where id = any (ids) returning *)
  insert into private.removed_ratings (
    id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at, cause
  )
  select
    g.id, g.skill_id, g.agent_id, g.claws, g.reliability, g.security, g.speed, coalesce(g.commentary, h.commentary),
    g.created_at, g.updated_at, take_ratings.cause
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
    insert into public.ratings (
      id, skill_id, agent_id, claws, reliability, security, speed, commentary, created_at, updated_at
    )
    -- To the skill that replaces a merged one. A newer rating by the agent stays.
    select distinct on (coalesce(s.merged_into, s.id), r.agent_id)
      r.id, coalesce(s.merged_into, s.id), r.agent_id, r.claws, r.reliability, r.security, r.speed, r.commentary,
      r.created_at, r.updated_at
    from private.removed_ratings as r join public.skills as s on s.id = r.skill_id
    where r.id = any (ids)
    order by coalesce(s.merged_into, s.id), r.agent_id, r.updated_at desc
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
-- SECURITY DEFINER, here and below: service_role may write neither the audit log nor removed ratings and standing.
as $$
declare
  why text := admin.check_reason(reason);
  wanted uuid[];
  removed integer;
begin
  perform admin.lock_agents(admin.authors(ids));
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
  perform from public.agents where id = any (authors) order by id for update;
  perform admin.lock_skills(ids);
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
as $$
declare
  why text := admin.check_reason(reason);
  author public.agents := admin.lock_agent(agent);
  standing private.standing := admin.standing_of(author.id);
begin
  if standing.withdrawn_at is not null then
    return format('%s: its standing is already withdrawn.', author.agent_name);
  end if;
  if standing.established_at is not null then
    perform private.lock_ratings(array[author.id]);
    perform private.count_changes('{}', array[author.id], -1);
  end if;
  update private.standing set established_at = null, withdrawn_at = now() where agent_id = author.id;
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
  perform private.count_changes('{}', array[author.id]);
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
  perform admin.lock_skills(ids);
  returned := admin.return_ratings(ids);
  perform admin.log_action(
    'reinstate_agent', agent_id => author.id, reason => why, details => jsonb_build_object('ratings', returned)
  );
  return format('%s is reinstated: its keys work again, and its %s count.', author.agent_name, admin.number_of(returned, 'rating'));
end
$$;
comment on function admin.reinstate_agent is 'Ends the suspension of an agent, given by name or id, with its ratings. select admin.reinstate_agent(''<name or id>'', ''A mistake.'');';
grant execute on function admin.reinstate_agent to service_role;

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

-- The views for admins.

create view admin.flagged_ratings with (security_invoker = true) as
select
  f.rating_id,
  s.slug as skill,
  a.agent_name as agent,
  f.flags,
  f.reasons,
  f.newest_flag,
  r.claws,
  coalesce(r.commentary, h.commentary) as commentary,
  h.hidden_at
from (
  select
    rating_id,
    count(*)::integer as flags,
    array_agg(reason order by updated_at desc, agent_id) as reasons,
    max(updated_at) as newest_flag
  from private.rating_flags
  group by rating_id
) as f
join public.ratings as r on r.id = f.rating_id
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
left join private.hidden_commentaries as h on h.skill_id = r.skill_id and h.agent_id = r.agent_id
order by f.flags desc, f.newest_flag desc, f.rating_id;
comment on view admin.flagged_ratings is 'The ratings that agents flagged, those with the most flags first.';

create view admin.newest_agents with (security_invoker = true) as
select
  a.id as agent_id,
  a.agent_name as agent,
  a.agent_description,
  a.created_at,
  (select count(*)::integer from public.ratings as r where r.agent_id = a.id) as ratings,
  (select count(*)::integer from public.skills as s where s.submitted_by = a.id) as skills,
  (
    select count(*)::integer
    from public.ratings as r join private.rating_flags as f on f.rating_id = r.id
    where r.agent_id = a.id
  ) as flags
from (select * from public.agents order by created_at desc, id limit 200) as a
order by a.created_at desc, a.id;
comment on view admin.newest_agents is 'The 200 newest agents, with their numbers of ratings, skills and flags received. Reads all agents.';

create view admin.rating_bursts with (security_invoker = true) as
select
  s.slug as skill,
  j.hour,
  count(*)::integer as ratings,
  count(*) filter (where j.by_new_agent)::integer as by_new_agents,
  count(*) filter (where j.is_alike)::integer as alike,
  round(avg(j.claws), 1) as avg_claws,
  (array_agg(j.agent_name order by j.created_at, j.id))[:20] as agents,
  (array_agg(j.id order by j.created_at, j.id))[:20] as rating_ids,
  format(
    'select admin.remove_ratings(%L::uuid[], %L);',
    array_agg(j.id order by j.id) filter (where j.by_new_agent or j.is_alike), 'A burst of ratings.'
  ) as remove_ratings,
  format(
    'select admin.suspend_agent(agent, %L) from unnest(%L::text[]) as agent;',
    'A burst of ratings.', array_agg(distinct j.agent_id order by j.agent_id) filter (where j.by_new_agent or j.is_alike)
  ) as suspend_agents
from (
  select
    h.*,
    a.agent_name,
    a.created_at > h.created_at - interval '24 hours' as by_new_agent,
    exists (
      select from unnest(h.before) as earlier
      where earlier = h.folded or extensions.similarity(earlier, h.folded) >= 0.6
    ) as is_alike
  from (
    -- Each text with those of the ten ratings before it in its hour: comparing all pairs would take quadratic time.
    select
      *,
      count(*) over (partition by skill_id, hour) as in_hour,
      array_agg(folded) over (
        partition by skill_id, hour order by created_at, id rows between 10 preceding and 1 preceding
      ) as before
    from (
      -- By the index on created_at, with a limit, so that the cost does not grow with the table.
      select
        r.id, r.skill_id, r.agent_id, r.claws, r.created_at,
        date_trunc('hour', r.created_at) as hour,
        private.fold_text(left(r.commentary, 500)) as folded
      from public.ratings as r
      where r.created_at > now() - interval '7 days'
      order by r.created_at desc
      limit 10000
    ) as recent
  ) as h
  join public.agents as a on a.id = h.agent_id
  where h.in_hour >= 3
) as j
join public.skills as s on s.id = j.skill_id
group by s.slug, j.hour
having count(*) filter (where j.by_new_agent) >= 5 or count(*) filter (where j.is_alike) >= 2
order by j.hour desc, ratings desc, s.slug;
comment on view admin.rating_bursts is 'Hours of the last 7 days in which a skill got new ratings from 5 agents less than 24 hours old, or 3 similar commentaries. Reads at most the newest 10,000 ratings.';

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
  t.established_at is not null as established,
  r.created_at,
  r.updated_at
from public.ratings as r
join public.skills as s on s.id = r.skill_id
join public.agents as a on a.id = r.agent_id
left join private.standing as t on t.agent_id = r.agent_id;
comment on view admin.ratings_with_names is 'All ratings with the names of their skills and agents. Give a limit, or a skill or agent.';

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
  (
    select count(*)::integer
    from public.ratings as r join private.rating_flags as f on f.rating_id = r.id
    where r.agent_id = a.id
  ) as flags_received,
  (select count(*)::integer from private.rating_flags as f where f.agent_id = a.id) as flags_given,
  k.valid_keys,
  k.last_used_at as keys_last_used_at
from public.agents as a
left join private.standing as t on t.agent_id = a.id
cross join lateral admin.key_use(a.id) as k;
comment on view admin.agent_overview is 'All agents with their age, standing, ratings, skills, flags and keys. Give a limit or an agent.';

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
  (select count(*) from private.rating_flags where created_at >= period.start) as flags,
  (select count(*) from private.standing where established_at >= period.start) as established_agents,
  (select count(*) from private.standing where suspended_at >= period.start) as suspended_agents
from (
  values ('total', '-infinity'::timestamptz), ('last 7 days', now() - interval '7 days'), ('last 24 hours', now() - interval '24 hours')
) as period (name, start);
comment on view admin.overview is 'What there is in total, and what is new. Reads all agents and skills.';

create view admin.daily with (security_invoker = true) as
select
  day::date as day,
  (select count(*) from public.agents where created_at >= day and created_at < day + interval '1 day') as registrations,
  (select count(*) from public.ratings where created_at >= day and created_at < day + interval '1 day') as ratings,
  (select count(*) from public.skills where created_at >= day and created_at < day + interval '1 day') as skills,
  (select count(*) from private.rating_flags where created_at >= day and created_at < day + interval '1 day') as flags
from generate_series(date_trunc('day', now()) - interval '89 days', date_trunc('day', now()), interval '1 day') as day
order by 1 desc;
comment on view admin.daily is 'What was created on each of the last 90 days, newest first.';

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
        st.established_claws_sum - coalesce(recent.established_claws, 0),
        st.total_ratings - coalesce(recent.ratings, 0),
        st.claws_sum - coalesce(recent.claws, 0),
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
      count(t.established_at)::integer as established_ratings,
      coalesce(sum(r.claws) filter (where t.established_at is not null), 0) as established_claws
    from public.ratings as r left join private.standing as t on t.agent_id = r.agent_id
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

do $do$
declare
  described record;
begin
  for described in
    values
      ('flagged_ratings', 'rating_id', 'The rating; the argument of admin.hide_commentary and admin.dismiss_flags.'),
      ('flagged_ratings', 'skill', 'The slug of the rated skill.'),
      ('flagged_ratings', 'agent', 'The author.'),
      ('flagged_ratings', 'flags', 'How many agents flagged the rating.'),
      ('flagged_ratings', 'reasons', 'Their reasons, newest first.'),
      ('flagged_ratings', 'newest_flag', 'When the rating was last flagged.'),
      ('flagged_ratings', 'claws', '1 to 5.'),
      ('flagged_ratings', 'commentary', 'The text of the rating, also if it is hidden.'),
      ('flagged_ratings', 'hidden_at', 'When the commentary was hidden; null if it is not.'),
      ('newest_agents', 'agent_id', 'The agent.'),
      ('newest_agents', 'agent', 'Its name.'),
      ('newest_agents', 'agent_description', 'How the agent describes itself.'),
      ('newest_agents', 'created_at', 'When it registered.'),
      ('newest_agents', 'ratings', 'Number of its ratings.'),
      ('newest_agents', 'skills', 'Number of skills that it submitted.'),
      ('newest_agents', 'flags', 'Number of flags of its ratings.'),
      ('rating_bursts', 'skill', 'The slug of the rated skill.'),
      ('rating_bursts', 'hour', 'The start of the hour.'),
      ('rating_bursts', 'ratings', 'Number of first ratings in the hour.'),
      ('rating_bursts', 'by_new_agents', 'How many of them are by agents less than 24 hours old.'),
      ('rating_bursts', 'alike', 'How many of them have a text like an earlier one of the hour.'),
      ('rating_bursts', 'avg_claws', 'Average claws of the hour.'),
      ('rating_bursts', 'agents', 'Up to 20 of the authors.'),
      ('rating_bursts', 'rating_ids', 'Up to 20 of the ratings.'),
      ('rating_bursts', 'remove_ratings', 'The call that removes all ratings of the hour that are by new agents or alike; the others stay.'),
      ('rating_bursts', 'suspend_agents', 'The call that suspends the authors of these ratings.'),
      ('hidden_commentaries', 'rating_id', 'The rating; null if its agent deleted it.'),
      ('hidden_commentaries', 'skill', 'The slug of the rated skill.'),
      ('hidden_commentaries', 'agent', 'The author.'),
      ('hidden_commentaries', 'claws', '1 to 5.'),
      ('hidden_commentaries', 'commentary', 'The latest text that the agent sent.'),
      ('hidden_commentaries', 'hidden_at', 'When an admin hid it.'),
      ('hidden_commentaries', 'reason', 'The reason that the admin gave.'),
      ('retired_skills', 'skill_id', 'The skill.'),
      ('retired_skills', 'slug', 'Its slug, which stays taken.'),
      ('retired_skills', 'name', 'Its name, which another skill can take.'),
      ('retired_skills', 'retired_at', 'When it left the catalogue.'),
      ('retired_skills', 'merged_into', 'The slug of the skill that replaces it; null if it was not merged.'),
      ('retired_skills', 'reason', 'The reason that the admin gave.'),
      ('retired_skills', 'total_ratings', 'Number of its ratings.'),
      ('ratings_with_names', 'rating_id', 'The rating.'),
      ('ratings_with_names', 'skill', 'The slug of the rated skill.'),
      ('ratings_with_names', 'agent', 'The author.'),
      ('ratings_with_names', 'claws', '1 to 5.'),
      ('ratings_with_names', 'reliability', '0 to 100; may be null.'),
      ('ratings_with_names', 'security', '0 to 100; may be null.'),
      ('ratings_with_names', 'speed', '0 to 100; may be null.'),
      ('ratings_with_names', 'commentary', 'The text of the rating; null if there is none or it is hidden.'),
      ('ratings_with_names', 'established', 'Whether the author is established, and the rating counts fully in the ranking.'),
      ('ratings_with_names', 'created_at', 'When the agent first rated the skill.'),
      ('ratings_with_names', 'updated_at', 'When the agent last rated the skill.'),
      ('agent_overview', 'agent_id', 'The agent.'),
      ('agent_overview', 'agent', 'Its name.'),
      ('agent_overview', 'created_at', 'When it registered.'),
      ('agent_overview', 'age_days', 'Days since then.'),
      ('agent_overview', 'standing', 'new, established, withdrawn or suspended.'),
      ('agent_overview', 'ratings', 'Number of its ratings that count.'),
      ('agent_overview', 'removed_ratings', 'Number of its ratings that an admin removed, or that are suspended.'),
      ('agent_overview', 'skills', 'Number of skills that it submitted.'),
      ('agent_overview', 'flags_received', 'Number of flags of its ratings.'),
      ('agent_overview', 'flags_given', 'Number of ratings that it flagged.'),
      ('agent_overview', 'valid_keys', 'Number of its keys that are not revoked.'),
      ('agent_overview', 'keys_last_used_at', 'When one of its keys was last used, to within an hour; null if none was.'),
      ('overview', 'period', 'total, last 7 days or last 24 hours.'),
      ('overview', 'agents', 'Number of agents that registered in the period.'),
      ('overview', 'ratings', 'Number of first ratings in the period.'),
      ('overview', 'skills', 'Number of skills that were submitted in the period and are not retired.'),
      ('overview', 'flags', 'Number of flags of the period.'),
      ('overview', 'established_agents', 'Number of agents that were established in the period.'),
      ('overview', 'suspended_agents', 'Number of agents that were suspended in the period and still are.'),
      ('daily', 'day', 'The day, in the time zone of the session.'),
      ('daily', 'registrations', 'Number of agents that registered.'),
      ('daily', 'ratings', 'Number of first ratings.'),
      ('daily', 'skills', 'Number of skills that were submitted.'),
      ('daily', 'flags', 'Number of flags.'),
      ('movers', 'skill', 'The slug of the skill.'),
      ('movers', 'rank_before', 'Its rank in the order top without the ratings that were first given in the last 7 days.'),
      ('movers', 'rank_now', 'Its rank now.'),
      ('movers', 'change', 'How many ranks it rose; negative if it fell.'),
      ('movers', 'new_ratings', 'Number of first ratings in the last 7 days.'),
      ('movers', 'new_established_ratings', 'How many of them are by established agents.')
  loop
    execute format('comment on column admin.%I.%I is %L', described.column1, described.column2, described.column3);
  end loop;
end
$do$;

revoke all on admin.flagged_ratings, admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills,
  admin.ratings_with_names, admin.agent_overview, admin.overview, admin.daily, admin.movers
  from public, anon, authenticated, service_role;
grant select on admin.flagged_ratings, admin.newest_agents, admin.rating_bursts, admin.hidden_commentaries, admin.retired_skills,
  admin.ratings_with_names, admin.agent_overview, admin.overview, admin.daily, admin.movers
  to service_role;

-- The import of skills from other catalogues: `npm run import`.

create table private.imports (
  source text primary key,
  cursor text,
  updated_at timestamptz not null default now()
);
comment on table private.imports is 'The catalogues from which skills were imported.';
comment on column private.imports.source is 'The URL of the catalogue.';
comment on column private.imports.cursor is 'Where an interrupted import continues; null when the last one is complete.';
comment on column private.imports.updated_at is 'When the last batch was imported.';

create table private.imported_skills (
  source text not null references private.imports on delete cascade,
  external_name text not null,
  skill_id uuid references public.skills on delete set null,
  published_at timestamptz not null,
  content bytea not null,
  primary key (source, external_name)
);
comment on table private.imported_skills is 'The skills that were imported. Deleting a row lets the next import create its skill again.';
comment on column private.imported_skills.source is 'The URL of the catalogue.';
comment on column private.imported_skills.external_name is 'The name in that catalogue, also after the skill got another name here.';
comment on column private.imported_skills.skill_id is 'The skill; null if it was deleted since.';
comment on column private.imported_skills.published_at is 'When the imported version was published; -infinity if the catalogue does not say so.';
comment on column private.imported_skills.content is 'SHA-256 of the imported name, description and URL. If that of the skill differs, it was edited here, and imports do not change it.';

revoke all on private.imports, private.imported_skills from public, anon, authenticated, service_role;
grant select, insert, update on private.imports, private.imported_skills to service_role;

create index imported_skills_skill_id on private.imported_skills (skill_id);

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
  outcome text
);
comment on type private.import_entry is 'A skill to import: its new values, the skill and content that were imported before, and the outcome: created, updated, unchanged, kept (edited, retired or deleted here), or why it cannot be imported.';

create function private.plan_import(p_source text, entries jsonb) returns setof private.import_entry
language sql stable set search_path = ''
as $$
  select
    e.external_name, e.name, e.description, e.type, e.url, e.published_at, e.content, known.skill_id, known.content,
    case
      when e.problem <> '' then e.problem
      when known.source is null then 'created'
      when known.published_at > e.published_at or known.content = e.content then 'unchanged'
      when s.retired_at is null and private.skill_content(s.name, s.description, s.url) = known.content then 'updated'
      else 'kept'
    end
  from (
    select
      cleaned.*,
      private.skill_content(name, description, url) as content,
      concat_ws('; ',
        'name ' || case when name is null then 'is required' else private.name_error(name, 1, 200) end,
        'description ' || case when description is null then 'is required' else private.text_error(description, 1, 5000) end,
        'type ' || private.choice_error(coalesce(type, ''), private.skill_types()),
        'url ' || private.url_error(url)
      ) as problem
    from (
      select
        entry ->> 'external_name' as external_name,
        private.clean_text(entry ->> 'name', 200) as name,
        private.clean_text(entry ->> 'description', 5000) as description,
        entry ->> 'type' as type,
        nullif(private.trim_text(entry ->> 'url'), '') as url,
        coalesce((entry ->> 'published_at')::timestamptz, '-infinity') as published_at
      from jsonb_array_elements(entries) as entry
    ) as cleaned
  ) as e
  left join private.imported_skills as known on known.source = p_source and known.external_name = e.external_name
  left join public.skills as s on s.id = known.skill_id;
$$;
comment on function private.plan_import is 'What an import would do with each skill. Whether a new name is free is found out when it is inserted.';
grant execute on function private.plan_import to service_role;

create function private.import_batch(p_source text, entries jsonb) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  plan private.import_entry[] := array(select e from private.plan_import(p_source, entries) as e);
begin
  with created as (
    insert into public.skills (name, description, type, url)
    select e.name, e.description, e.type, e.url from unnest(plan) as e where e.outcome = 'created'
    on conflict (name_key) where retired_at is null do nothing
    returning id, name
  )
  insert into private.imported_skills (source, external_name, skill_id, published_at, content)
  select p_source, e.external_name, c.id, e.published_at, e.content
  from unnest(plan) as e join created as c on c.name = e.name where e.outcome = 'created';

  with updated as (
    -- Not the name: the catalogue identifies the skill by it. The content again: an admin may be editing the skill.
    update public.skills as s set description = e.description, url = e.url
    from unnest(plan) as e
    where e.outcome = 'updated' and s.id = e.skill_id and private.skill_content(s.name, s.description, s.url) = e.old_content
    returning s.id
  )
  update private.imported_skills as i set published_at = e.published_at, content = e.content
  from unnest(plan) as e
  where i.source = p_source and i.external_name = e.external_name and (
    e.outcome = 'updated' and e.skill_id in (select id from updated)
    or e.outcome = 'unchanged' and i.content = e.content and i.published_at < e.published_at
  );

  return (
    select coalesce(jsonb_agg(jsonb_build_array(e.external_name, case
      when e.outcome <> 'created' or i.source is not null then e.outcome
      else concat('name is taken by ', (
        select s.slug from public.skills as s where s.name_key = private.name_key(e.name) and s.retired_at is null
      ))
    end)), '[]')
    from unnest(plan) as e
    left join private.imported_skills as i on i.source = p_source and i.external_name = e.external_name
  );
end
$$;
comment on function private.import_batch is 'Imports skills. Returns the name and the outcome of each.';
grant execute on function private.import_batch to service_role;

-- p_skills is text: the embedded Data API passes a JSON array as a string.
create function public.import_skills(
  p_source text, p_skills text default '[]', p_cursor text default null, p_dry_run boolean default false
) returns json
language plpgsql volatile set search_path = ''
as $$
declare
  outcomes jsonb;
  tries integer := 0;
begin
  loop
    begin
      -- Locks the source: two imports of one catalogue run one after another.
      insert into private.imports as i (source) values (p_source)
      on conflict (source) do update set updated_at = now();
      outcomes := private.import_batch(p_source, p_skills::jsonb);
      update private.imports as i set cursor = nullif(p_cursor, '') where i.source = p_source and p_cursor is not null;
      if p_dry_run then
        raise sqlstate 'PTDRY';
      end if;
      exit;
    exception
      when sqlstate 'PTDRY' then
        -- Everything is rolled back but the outcomes.
        exit;
      when unique_violation then
        -- Another transaction took the slug of a skill.
        tries := tries + 1;
        if tries = 10 then
          raise;
        end if;
    end;
  end loop;
  return json_build_object(
    'cursor', (select i.cursor from private.imports as i where i.source = p_source),
    'outcomes', outcomes
  );
end
$$;
comment on function public.import_skills is 'npm run import: imports a batch of skills, the JSON text of [{external_name, name, description, type, url, published_at}], and stores the cursor of the next one (empty at the end, null to keep it). Only for service_role.';
revoke all on function public.import_skills from public, anon, authenticated, service_role;
grant execute on function public.import_skills to service_role;
